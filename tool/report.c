#include "report.h"

#include "output.h"

#include <stdio.h>
#include <string.h>

static const char *verdict_name(custos_verdict v) {
  return v == CUSTOS_HOLDS      ? "holds"
         : v == CUSTOS_VIOLATED ? "violated"
                                : "unknown";
}

int report_exit_status(const custos_result *r) {
  return r->verdict == CUSTOS_HOLDS      ? EXIT_HOLDS
         : r->verdict == CUSTOS_VIOLATED ? EXIT_VIOLATED
                                         : EXIT_UNKNOWN;
}

/* ---- Text ------------------------------------------------------------ */

static void print_verdict_word(custos_verdict v) {
  static const char *const words[] = {"HOLDS   ", "VIOLATED", "UNKNOWN "};
  static const char *const colours[] = {"\033[1;32m", "\033[1;31m",
                                        "\033[1;33m"};
  bool colour = output_has_colour(stdout);
  printf("%s%s%s", colour ? colours[v] : "", words[v], colour ? "\033[0m" : "");
}

/* The next command to type. Evidence cannot name what came from a pipe. */
static void print_next(const report *r) {
  bool piped = false;
  for (size_t i = 0; i < r->o->file_count; i++)
    piped = piped || strcmp(r->o->files[i], "-") == 0;
  fputs("   custos replay ", stdout);
  output_shell(stdout, r->evidence);
  if (piped)
    fputs(" FILE", stdout);
}

static const char *how_checked(const custos_result *x) {
  return x->verdict == CUSTOS_UNKNOWN        ? ""
         : strcmp(x->checked, "kernel") == 0 ? "; certified by the kernel"
         : strcmp(x->checked, "replay") == 0 ? "; replayed"
                                             : "; not checked";
}

void report_print_verdict(const report *r) {
  fputs("unreachable  ", stdout);
  print_verdict_word(r->result->verdict);
  fputs("  ", stdout);
  output_visible(stdout, r->result->reason);
  fputs(how_checked(r->result), stdout);
  if (r->evidence)
    print_next(r);
  putchar('\n');
}

void report_print_statistics(const report *r) {
  const custos_result *x = r->result;
  printf("  engine       %s\n", x->engine && *x->engine ? x->engine : "none");
  printf("  rules        %llu\n", (unsigned long long)x->rules);
  printf("  states       %llu\n", (unsigned long long)x->states);
  printf("  transitions  %llu\n", (unsigned long long)x->transitions);
  if (x->verdict == CUSTOS_VIOLATED)
    printf("  derivation   %llu\n", (unsigned long long)x->derivation);
  printf("  evidence     checked by: %s\n", x->checked ? x->checked : "none");
  printf("  seconds      %.3f\n", x->seconds);
  printf("  memory       %.1f MiB\n", (double)x->memory / (1024 * 1024));
}

/* ---- JSON ------------------------------------------------------------ */

static void print_json_weight(const custos_result *x) {
  switch (x->weight_kind) {
  case CUSTOS_WEIGHT_NONE:
    return;
  case CUSTOS_WEIGHT_UNBOUNDED:
    fputs(",\"weight\":\"unbounded\"", stdout);
    return;
  case CUSTOS_WEIGHT_OVERFLOW:
    fputs(",\"weight\":\"overflow\"", stdout);
    return;
  case CUSTOS_WEIGHT_FINITE:
    break;
  }
  if (x->weight_count == 1) {
    printf(",\"weight\":%lld", (long long)x->weight[0]);
    return;
  }
  fputs(",\"weight\":[", stdout);
  for (size_t i = 0; i < x->weight_count; i++)
    printf("%s%lld", i ? "," : "", (long long)x->weight[i]);
  putchar(']');
}

static void print_json_evidence(const report *r) {
  printf(",\n   \"evidence\":{\"kind\":\"%s\"",
         r->result->verdict == CUSTOS_VIOLATED ? "trace" : "certificate");
  if (r->evidence) {
    fputs(",\"file\":", stdout);
    output_json(stdout, r->evidence);
  }
  fputs(",\"checked\":", stdout);
  output_json(stdout, r->result->checked ? r->result->checked : "none");
  if (r->result->least)
    fputs(",\"least\":true", stdout);
  putchar('}');
}

static void print_json_property(const report *r) {
  const custos_result *x = r->result;
  printf("{\"name\":\"unreachable\",\"verdict\":\"%s\",\"reason\":",
         verdict_name(x->verdict));
  output_json(stdout, x->reason);
  if (x->verdict != CUSTOS_UNKNOWN && x->engine && *x->engine) {
    fputs(",\"engine\":", stdout);
    output_json(stdout, x->engine);
  }
  if (x->verdict == CUSTOS_VIOLATED) {
    print_json_weight(x);
    if (x->steps == UINT64_MAX)
      fputs(",\"steps\":null", stdout);
    else
      printf(",\"steps\":%llu", (unsigned long long)x->steps);
  }
  if (x->verdict != CUSTOS_UNKNOWN)
    print_json_evidence(r);
  printf(",\n   \"stats\":{\"states\":%llu,\"transitions\":%llu,\"rules\":%llu,"
         "\"derivation\":%llu,\"seconds\":%.6f,\"memory\":%zu}}",
         (unsigned long long)x->states, (unsigned long long)x->transitions,
         (unsigned long long)x->rules, (unsigned long long)x->derivation,
         x->seconds, x->memory);
}

void report_print_json(const report *r) {
  const char *verdict = verdict_name(r->result->verdict);
  const char *file = r->o->files[0];
  fputs("{\"schema\":\"custos.result/1\",\"file\":", stdout);
  output_json(stdout, strcmp(file, "-") == 0 ? "stdin" : file);
  printf(",\"verdict\":\"%s\",\"reachable\":%s,\n \"properties\":[", verdict,
         r->result->reachable < 0 ? "null"
         : r->result->reachable   ? "true"
                                  : "false");
  print_json_property(r);
  fputs("]}\n", stdout);
}
