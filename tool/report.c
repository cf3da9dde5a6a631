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
static void print_how_compared(const custos_result *x) {
  bool is_whole = strcmp(x->graph_checked, "walker") == 0;
  bool is_none = strcmp(x->graph_checked, "none") == 0;
  if (strcmp(x->checked, "kernel") == 0) {
    printf("; certified by the kernel");
    return;
  }
  if (is_whole)
    printf(x->graph_certified
               ? "; its graph compared with the walker, certified by the kernel"
               : "; compared with the walker");
  else if (is_none)
    printf("; not compared with the walker%s",
           x->graph_certified ? ", its graph certified by the kernel" : "");
  else
    printf("; %llu states and %llu steps of the whole model compared with the "
           "walker%s",
           (unsigned long long)x->compared_states,
           (unsigned long long)x->compared_steps,
           x->graph_certified ? ", its graph certified by the kernel" : "");
  /* Of a formula, states and steps are not all. */
  if (strcmp(x->checked, "none") == 0 && !x->graph_certified)
    printf(is_none ? "; not checked" : ", and no proof of it checked");
}

static const char *how_checked(const custos_result *x) {
  return x->verdict == CUSTOS_UNKNOWN        ? ""
         : strcmp(x->checked, "kernel") == 0 ? "; certified by the kernel"
         : strcmp(x->checked, "kernel-graph") == 0
             ? "; its graph certified by the kernel"
         : strcmp(x->checked, "replay") == 0 ? "; replayed"
         : strcmp(x->checked, "solver") == 0 ? "; its proof checked again"
                                             : "; not checked";
}

/* What takes long is told. */
static void print_kernel_time(const custos_result *x) {
  if (x->kernel_seconds >= 1 && strncmp(x->checked, "kernel", 6) == 0)
    printf(" in %.1f s", x->kernel_seconds);
}

static void print_presumed(const report *r, const custos_result *x) {
  if (x->presumes && *x->presumes && !r->presumes_below)
    printf(" (%s)", x->presumes);
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

void report_print_presumed(const custos_result *x, bool all) {
  const char *at = x->presumes ? x->presumes : "";
  while (*at) {
    size_t n = strcspn(at, ",");
    print_presumption(at, n, all);
    at += n + (at[n] ? strlen(", ") : 0);
  }
}

void report_print_verdict(const report *r, const char *name,
                          const custos_result *x, const char *evidence) {
  size_t n = width(name);
  output_visible(stdout, name);
  printf("%*s", (int)((n < r->name_width ? r->name_width - n : 0) + 2), "");
  print_verdict_word(x->verdict);
  fputs("  ", stdout);
  output_visible(stdout, x->reason);
  print_presumed(r, x);
  if (x->verdict == CUSTOS_HOLDS && x->graph_checked)
    print_how_compared(x);
  else
    fputs(how_checked(x), stdout);
  print_kernel_time(x);
  if (evidence)
    print_next(r, evidence);
  putchar('\n');
}

static void print_statistic(const custos_statistic *x) {
  printf("  %-12s ", x->label);
  switch (x->unit) {
  case CUSTOS_COUNT:
    printf("%llu\n", (unsigned long long)x->count);
    return;
  case CUSTOS_SECONDS:
    printf("%.3f s\n", x->seconds);
    return;
  case CUSTOS_BYTES:
    printf("%.1f MiB\n", (double)x->count / (1024 * 1024));
    return;
  }
}

/* What is 0 is left out. */
void report_print_statistics(const custos_result *r) {
  custos_statistic x;
  printf("  engine       %s\n", r->engine && *r->engine ? r->engine : "none");
  if (r->automaton)
    printf("  translation  %s\n", r->translation);
  for (size_t i = 0; custos_statistic_at(r, i, &x) == CUSTOS_OK; i++)
    if (x.is_given && (x.count || x.seconds > 0))
      print_statistic(&x);
  printf("  evidence     checked by: %s\n", r->checked ? r->checked : "none");
}

static void print_json_weight(FILE *f, const custos_result *x) {
  switch (x->weight_kind) {
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
  if (x->weight_count == 1) {
    fprintf(f, ",\"weight\":%lld", (long long)x->weight[0]);
    return;
  }
  fputs(",\"weight\":[", f);
  for (size_t i = 0; i < x->weight_count; i++)
    fprintf(f, "%s%lld", i ? "," : "", (long long)x->weight[i]);
  putc(']', f);
}

static void print_json_evidence(FILE *f, const custos_result *x,
                                const char *evidence) {
  fprintf(f, ",\n   \"evidence\":{\"kind\":\"%s\"",
          x->verdict == CUSTOS_VIOLATED ? "trace" : "certificate");
  if (evidence) {
    fputs(",\"file\":", f);
    output_json(f, evidence);
  }
  fputs(",\"checked\":", f);
  output_json(f, x->checked ? x->checked : "none");
  if (x->verdict == CUSTOS_HOLDS && x->graph_checked) {
    fprintf(f,
            ",\"graph_checked\":\"%s\",\"compared\":{\"states\":%llu,"
            "\"steps\":%llu}",
            x->graph_checked, (unsigned long long)x->compared_states,
            (unsigned long long)x->compared_steps);
    if (x->graph_certified)
      fputs(",\"graph_certified\":true", f);
  }
  if (x->least)
    fputs(",\"least\":true", f);
  putc('}', f);
}

static void print_json_run(FILE *f, const custos_result *x) {
  print_json_weight(f, x);
  if (x->steps == UINT64_MAX)
    fputs(",\"steps\":null", f);
  else
    fprintf(f, ",\"steps\":%llu", (unsigned long long)x->steps);
  if (x->loop != UINT64_MAX)
    fprintf(f, ",\"loop\":%llu", (unsigned long long)x->loop);
  if (x->shortest)
    fprintf(f, ",\"shortest\":%s", x->shortest > 0 ? "true" : "false");
}

/* The length of "phases." in "phases.search". */
static size_t object_of(const char *key) {
  const char *dot = strchr(key, '.');
  return dot ? (size_t)(dot - key) + 1 : 0;
}

void report_json_statistics(FILE *f, const custos_result *r) {
  custos_statistic x;
  const char *inside = ""; /* the key before, if it is in an object */
  const char *comma = "";
  fputs(",\n   \"stats\":{", f);
  for (size_t i = 0; custos_statistic_at(r, i, &x) == CUSTOS_OK; i++) {
    if (!x.is_given)
      continue;
    size_t left = object_of(inside), n = object_of(x.key);
    bool stays = left == n && strncmp(inside, x.key, n) == 0;
    fprintf(f, "%s%s", left && !stays ? "}" : "", comma);
    if (n && !stays)
      fprintf(f, "\"%.*s\":{", (int)n - 1, x.key);
    if (x.unit == CUSTOS_SECONDS)
      fprintf(f, "\"%s\":%.6f", x.key + n, x.seconds);
    else
      fprintf(f, "\"%s\":%llu", x.key + n, (unsigned long long)x.count);
    inside = n ? x.key : "";
    comma = ",";
  }
  fputs(object_of(inside) ? "}}" : "}", f);
}

/* "a, b" becomes ["a","b"]. */
static void print_json_presumed(FILE *f, const custos_result *x) {
  const char *at = x->presumes ? x->presumes : "";
  if (*at)
    fputs(",\"presumes\":", f);
  for (char begin = '['; *at; begin = ',') {
    size_t n = strcspn(at, ",");
    fprintf(f, "%c\"%.*s\"%s", begin, (int)n, at, at[n] ? "" : "]");
    at += n + (at[n] ? strlen(", ") : 0);
  }
}

static void print_json_property(FILE *f, session *s, const char *name,
                                const custos_result *x, const char *evidence) {
  fputs("{\"name\":", f);
  output_json(f, name);
  fprintf(f,
          ",\"verdict\":\"%s\",\"reason\":", report_verdict_name(x->verdict));
  output_json(f, x->reason);
  print_json_presumed(f, x);
  if (x->verdict != CUSTOS_UNKNOWN && x->engine && *x->engine) {
    fputs(",\"engine\":", f);
    output_json(f, x->engine);
  }
  if (x->automaton) {
    fputs(",\"translation\":", f);
    output_json(f, x->translation);
  }
  bool is_session = session_has_definitions(s);
  if (x->verdict == CUSTOS_VIOLATED && !is_session)
    print_json_run(f, x);
  if (x->verdict != CUSTOS_UNKNOWN)
    print_json_evidence(f, x, evidence);
  traces_print_json(s, f);
  report_json_statistics(f, x);
  if (is_session && x->verdict != CUSTOS_UNKNOWN) {
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
                     const custos_result *x, const char *evidence) {
  char *piece = NULL;
  size_t length = 0;
  FILE *f = open_memstream(&piece, &length);
  if (!f)
    watch_no_memory();
  fputs(r->json ? ",\n  " : "", f);
  print_json_property(f, s, name, x, evidence);
  bool is_whole = !ferror(f);
  is_whole = fclose(f) == 0 && is_whole && piece;
  watch_lock();
  is_whole = is_whole && append_json(r, piece, length);
  watch_unlock();
  free(piece);
  if (!is_whole)
    watch_no_memory();
  report_done(r, x->verdict);
  if (strcmp(name, "unreachable") == 0) {
    r->has_reachable = true;
    r->reachable = x->reachable;
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
