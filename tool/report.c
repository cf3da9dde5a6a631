#include "report.h"

#include "ectl_json.h"
#include "ectl_results.h"
#include "errors.h"
#include "findings.h"
#include "output.h"
#include "traces.h"
#include "watch.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *report_verdict_name(custos_verdict v) {
  return v == CUSTOS_HOLDS      ? "holds"
         : v == CUSTOS_VIOLATED ? "violated"
                                : "unknown";
}

void report_clear(report *r) {
  report_forget(r);
  free(r->json);
}

/* Characters, not bytes. */
static size_t width(const char *s) {
  size_t n = 0;
  for (; *s; s++)
    n += ((unsigned char)*s & 0xc0) != 0x80;
  return n;
}

void report_widen(report *r, const char *name) {
  size_t n = width(name);
  if (n > r->name_width && n <= 40)
    r->name_width = n;
}

static void print_verdict_word(custos_verdict v) {
  static const char *const words[] = {"HOLDS   ", "VIOLATED", "UNKNOWN "};
  static const char *const colours[] = {"\033[1;32m", "\033[1;31m",
                                        "\033[1;33m"};
  bool colour = output_has_colour(stdout);
  printf("%s%s%s", colour ? colours[v] : "", words[v], colour ? "\033[0m" : "");
}

/* The next command to type. Evidence cannot name what came from a pipe. */
static void print_next(const report *r, const char *evidence) {
  bool piped = false;
  for (size_t i = 0; i < r->o->file_count; i++)
    piped = piped || strcmp(r->o->files[i], "-") == 0;
  fputs("   custos replay ", stdout);
  output_shell(stdout, evidence);
  if (piped)
    fputs(" FILE", stdout);
}

/* Of a Promela model that holds. */
static void print_how_compared(const custos_result *result) {
  bool is_whole = strcmp(result->graph_checked, "walker") == 0;
  bool is_none = strcmp(result->graph_checked, "none") == 0;
  if (strcmp(result->checked, "kernel") == 0) {
    printf("; certified by the kernel");
    return;
  }
  if (is_whole)
    printf(result->graph_certified
               ? "; its graph compared with the walker, certified by the kernel"
               : "; compared with the walker");
  else if (is_none)
    printf("; not compared with the walker%s",
           result->graph_certified ? ", its graph certified by the kernel"
                                   : "");
  else
    printf("; %llu states and %llu steps of the whole model compared with the "
           "walker%s",
           (unsigned long long)result->compared_states,
           (unsigned long long)result->compared_steps,
           result->graph_certified ? ", its graph certified by the kernel"
                                   : "");
  /* Of a formula, states and steps are not all. */
  if (strcmp(result->checked, "none") == 0 && !result->graph_certified)
    printf(is_none ? "; not checked" : ", and no proof of it checked");
}

static const char *how_checked(const custos_result *result) {
  return result->verdict == CUSTOS_UNKNOWN        ? ""
         : strcmp(result->checked, "kernel") == 0 ? "; certified by the kernel"
         : strcmp(result->checked, "kernel-graph") == 0
             ? "; its graph certified by the kernel"
         : strcmp(result->checked, "replay") == 0 ? "; replayed"
         : strcmp(result->checked, "solver") == 0 ? "; its proof checked again"
                                                  : "; not checked";
}

/* What takes long is told. */
static void print_kernel_time(const custos_result *result) {
  if (result->kernel_seconds >= 1 && strncmp(result->checked, "kernel", 6) == 0)
    printf(" in %.1f s", result->kernel_seconds);
}

static void print_presumed(const report *r, const custos_result *result) {
  if (result->presumes && *result->presumes && !r->presumes_below)
    printf(" (%s)", result->presumes);
}

/* A long list of names is cut, unless all is asked for. */
static void print_presumption(const char *at, size_t length, bool all) {
  enum { LONGEST = 100 };
  size_t n = length;
  if (!all && length > LONGEST)
    for (n = LONGEST; n && at[n] != ' ';)
      n--;
  printf("  presumes  ");
  for (size_t i = 0; i < n; i++)
    putchar(at[i]);
  puts(n < length ? " ... (--verbose shows all)" : "");
}

void report_print_presumed(const custos_result *result, bool all) {
  const char *at = result->presumes ? result->presumes : "";
  while (*at) {
    size_t n = strcspn(at, ",");
    print_presumption(at, n, all);
    at += n + (at[n] ? strlen(", ") : 0);
  }
}

void report_print_verdict(const report *r, const char *name,
                          const custos_result *result, const char *evidence) {
  size_t n = width(name);
  output_visible(stdout, name);
  printf("%*s", (int)((n < r->name_width ? r->name_width - n : 0) + 2), "");
  print_verdict_word(result->verdict);
  fputs("  ", stdout);
  output_visible(stdout, result->reason);
  print_presumed(r, result);
  if (result->verdict == CUSTOS_HOLDS && result->graph_checked)
    print_how_compared(result);
  else
    fputs(how_checked(result), stdout);
  print_kernel_time(result);
  if (evidence)
    print_next(r, evidence);
  putchar('\n');
}

static void print_statistic(const custos_statistic *statistic) {
  printf("  %-12s ", statistic->label);
  switch (statistic->unit) {
  case CUSTOS_COUNT:
    printf("%llu\n", (unsigned long long)statistic->count);
    return;
  case CUSTOS_SECONDS:
    printf("%.3f s\n", statistic->seconds);
    return;
  case CUSTOS_BYTES:
    printf("%.1f MiB\n", (double)statistic->count / (1024 * 1024));
    return;
  }
}

/* What is 0 is left out. */
void report_print_statistics(const custos_result *result) {
  custos_statistic statistic;
  printf("  engine       %s\n",
         result->engine && *result->engine ? result->engine : "none");
  if (result->automaton)
    printf("  translation  %s\n", result->translation);
  for (size_t i = 0; custos_statistic_at(result, i, &statistic) == CUSTOS_OK;
       i++)
    if (statistic.is_given && (statistic.count || statistic.seconds > 0))
      print_statistic(&statistic);
  printf("  evidence     checked by: %s\n",
         result->checked ? result->checked : "none");
}

static void print_json_weight(FILE *f, const custos_result *result) {
  switch (result->weight_kind) {
  case CUSTOS_WEIGHT_NONE:
    return;
  case CUSTOS_WEIGHT_UNBOUNDED:
    fputs(",\"weight\":\"unbounded\"", f);
    return;
  case CUSTOS_WEIGHT_OVERFLOW:
    fputs(",\"weight\":\"overflow\"", f);
    return;
  case CUSTOS_WEIGHT_FINITE:
    break;
  }
  if (result->weight_count == 1) {
    fprintf(f, ",\"weight\":%lld", (long long)result->weight[0]);
    return;
  }
  fputs(",\"weight\":[", f);
  for (size_t i = 0; i < result->weight_count; i++)
    fprintf(f, "%s%lld", i ? "," : "", (long long)result->weight[i]);
  putc(']', f);
}

static void print_json_evidence(FILE *f, const custos_result *result,
                                const char *evidence) {
  fprintf(f, ",\n   \"evidence\":{\"kind\":\"%s\"",
          result->verdict == CUSTOS_VIOLATED ? "trace" : "certificate");
  if (evidence) {
    fputs(",\"file\":", f);
    output_json(f, evidence);
  }
  fputs(",\"checked\":", f);
  output_json(f, result->checked ? result->checked : "none");
  if (result->verdict == CUSTOS_HOLDS && result->graph_checked) {
    fprintf(f,
            ",\"graph_checked\":\"%s\",\"compared\":{\"states\":%llu,"
            "\"steps\":%llu}",
            result->graph_checked, (unsigned long long)result->compared_states,
            (unsigned long long)result->compared_steps);
    if (result->graph_certified)
      fputs(",\"graph_certified\":true", f);
  }
  if (result->least)
    fputs(",\"least\":true", f);
  putc('}', f);
}

static void print_json_run(FILE *f, const custos_result *result) {
  print_json_weight(f, result);
  if (result->steps == UINT64_MAX)
    fputs(",\"steps\":null", f);
  else
    fprintf(f, ",\"steps\":%llu", (unsigned long long)result->steps);
  if (result->loop != UINT64_MAX)
    fprintf(f, ",\"loop\":%llu", (unsigned long long)result->loop);
  if (result->shortest)
    fprintf(f, ",\"shortest\":%s", result->shortest > 0 ? "true" : "false");
}

/* The length of "phases." in "phases.search". */
static size_t object_of(const char *key) {
  const char *dot = strchr(key, '.');
  return dot ? (size_t)(dot - key) + 1 : 0;
}

void report_json_statistics(FILE *f, const custos_result *result) {
  custos_statistic statistic;
  const char *inside = ""; /* the key before, if it is in an object */
  const char *comma = "";
  fputs(",\n   \"stats\":{", f);
  for (size_t i = 0; custos_statistic_at(result, i, &statistic) == CUSTOS_OK;
       i++) {
    if (!statistic.is_given)
      continue;
    size_t left = object_of(inside), n = object_of(statistic.key);
    bool stays = left == n && strncmp(inside, statistic.key, n) == 0;
    fprintf(f, "%s%s", left && !stays ? "}" : "", comma);
    if (n && !stays)
      fprintf(f, "\"%.*s\":{", (int)n - 1, statistic.key);
    if (statistic.unit == CUSTOS_SECONDS)
      fprintf(f, "\"%s\":%.6f", statistic.key + n, statistic.seconds);
    else
      fprintf(f, "\"%s\":%llu", statistic.key + n,
              (unsigned long long)statistic.count);
    inside = n ? statistic.key : "";
    comma = ",";
  }
  fputs(object_of(inside) ? "}}" : "}", f);
}

/* "a, b" becomes ["a","b"]. */
static void print_json_presumed(FILE *f, const custos_result *result) {
  const char *at = result->presumes ? result->presumes : "";
  if (*at)
    fputs(",\"presumes\":", f);
  for (char begin = '['; *at; begin = ',') {
    size_t n = strcspn(at, ",");
    fprintf(f, "%c\"%.*s\"%s", begin, (int)n, at, at[n] ? "" : "]");
    at += n + (at[n] ? strlen(", ") : 0);
  }
}

static void print_json_property(FILE *f, session *s, const char *name,
                                const custos_result *result,
                                const char *evidence) {
  fputs("{\"name\":", f);
  output_json(f, name);
  fprintf(f, ",\"verdict\":\"%s\",\"reason\":",
          report_verdict_name(result->verdict));
  output_json(f, result->reason);
  print_json_presumed(f, result);
  if (result->verdict != CUSTOS_UNKNOWN && result->engine && *result->engine) {
    fputs(",\"engine\":", f);
    output_json(f, result->engine);
  }
  if (result->automaton) {
    fputs(",\"translation\":", f);
    output_json(f, result->translation);
  }
  bool is_session = session_has_definitions(s);
  if (result->verdict == CUSTOS_VIOLATED && !is_session)
    print_json_run(f, result);
  if (result->verdict != CUSTOS_UNKNOWN)
    print_json_evidence(f, result, evidence);
  traces_print_json(s, f);
  report_json_statistics(f, result);
  if (is_session && result->verdict != CUSTOS_UNKNOWN) {
    ectl_results_print_json(s, f);
    ectl_json_explanation(s, f);
  }
  findings_print_json(s, f);
  putc('}', f);
}

/* The worst of two. */
custos_verdict report_worse(custos_verdict a, custos_verdict b) {
  if (a == CUSTOS_VIOLATED || b == CUSTOS_VIOLATED)
    return CUSTOS_VIOLATED;
  return a == CUSTOS_UNKNOWN ? a : b;
}

/* Without memory for so many bytes more, what is there stays whole. */
static bool append_json(report *r, const char *piece, size_t length) {
  size_t needed = r->json_length + length + 1;
  if (needed > r->json_capacity) {
    char *larger = realloc(r->json, 2 * needed);
    if (!larger)
      return false;
    r->json = larger;
    r->json_capacity = 2 * needed;
  }
  assert(r->json);
  memcpy(r->json + r->json_length, piece, length + 1);
  r->json_length += length;
  return true;
}

void report_add_json(report *r, session *s, const char *name,
                     const custos_result *result, const char *evidence) {
  char *piece = NULL;
  size_t length = 0;
  FILE *f = open_memstream(&piece, &length);
  if (!f)
    watch_no_memory();
  fputs(r->json ? ",\n  " : "", f);
  print_json_property(f, s, name, result, evidence);
  bool is_whole = !ferror(f);
  is_whole = fclose(f) == 0 && is_whole && piece;
  watch_lock();
  is_whole = is_whole && append_json(r, piece, length);
  watch_unlock();
  free(piece);
  if (!is_whole)
    watch_no_memory();
  report_done(r, result->verdict);
  if (strcmp(name, "unreachable") == 0) {
    r->has_reachable = true;
    r->reachable = result->reachable;
  }
}

void report_print_begin(const report *r, FILE *f) {
  const char *file = options_main_file(r->o);
  fputs("{\"schema\":\"custos.result/1\",\"file\":", f);
  output_json(f, strcmp(file, "-") == 0 ? "stdin" : file);
  fprintf(f, ",\"verdict\":\"%s\"", report_verdict_name(r->verdict));
  if (r->has_reachable)
    fprintf(f, ",\"reachable\":%s",
            r->reachable < 0 ? "null"
            : r->reachable   ? "true"
                             : "false");
  fprintf(f, ",\n \"properties\":[%s", r->json ? r->json : "");
}

void report_print_json(const report *r) {
  errors_note_answer();
  report_print_begin(r, stdout);
  puts("]}");
}
