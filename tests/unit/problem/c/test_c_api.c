/* C programs through the library: options, answers, runs, walks, evidence, and
 * what faults leave behind. Needs clang and custos-cfront; without them, the
 * message is looked at and the rest skipped. */
#include "custos/custos.h"

#include "tests/unit/check.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static const char *in_folder(const char *name) {
  static char path[8][200];
  static unsigned next;
  char *to = path[next++ % 8];
  snprintf(to, sizeof path[0], "%s/%s", folder, name);
  return to;
}

static const char *write_file(const char *name, const char *words) {
  const char *path = in_folder(name);
  FILE *f = fopen(path, "w");
  CHECK(f != NULL);
  if (f) {
    fputs(words, f);
    fclose(f);
  }
  return path;
}

static const char fails[] =
    "extern int __VERIFIER_nondet_int(void);\n"
    "extern void reach_error(void);\n"
    "static int twice(int n) { return (int)(2u * n); }\n"
    "int main(void) {\n"
    "  int x = __VERIFIER_nondet_int();\n"
    "  int y = twice(x);\n"
    "  if (y == 14 && x > 0 && x < 100)\n"
    "    reach_error();\n"
    "  return 0;\n"
    "}\n";
static const char holds[] = "extern void reach_error(void);\n"
                            "int main(void) {\n"
                            "  int sum = 0;\n"
                            "  for (int i = 0; i < 5; i++)\n"
                            "    sum += i;\n"
                            "  if (sum != 10)\n"
                            "    reach_error();\n"
                            "  return 0;\n"
                            "}\n";

typedef struct kept {
  char bytes[20000];
  size_t count;
} kept;

static int keep(void *self, const char *words, size_t length) {
  kept *k = self;
  if (k->count + length >= sizeof k->bytes)
    return 1;
  memcpy(k->bytes + k->count, words, length);
  k->count += length;
  k->bytes[k->count] = '\0';
  return 0;
}

static const char *written(custos *c, custos_format format) {
  static kept k;
  k.count = 0;
  CHECK(custos_write(c, format, keep, &k) == CUSTOS_OK);
  return k.bytes;
}

static uint64_t count_steps(custos *c, custos_step *last) {
  uint64_t n = 0;
  int found = 1;
  CHECK(custos_trace_rewind(c) == CUSTOS_OK);
  for (;; n++) {
    custos_step t;
    CHECK(custos_trace_next(c, &t, &found) == CUSTOS_OK);
    if (!found)
      return n;
    *last = t;
  }
}

static void test_violated(void) {
  custos *c = custos_new();
  custos_result r;
  custos_step last;
  static kept trace;
  CHECK(custos_load(c, in_folder("fails.c"), NULL) == CUSTOS_OK);
  CHECK(strcmp(custos_language(c), "c") == 0);
  CHECK(custos_property_count(c) == 1);
  CHECK(custos_check(c, 0, &r) == CUSTOS_OK);
  CHECK(r.verdict == CUSTOS_VIOLATED && strcmp(r.checked, "replay") == 0);
  CHECK(strstr(r.reason, "reach_error is called at fails.c:8"));
  CHECK(strstr(r.reason, "the compiled program fails too"));
  CHECK(r.states > 0 && r.queries > 0);
  CHECK(count_steps(c, &last) == r.steps + 1);
  CHECK(last.last && last.line == 8 && strstr(last.fault, "reach_error"));
  CHECK(strstr(written(c, CUSTOS_AS_WITNESS), "violation_sequence"));
  CHECK(strstr(written(c, CUSTOS_AS_REPRODUCER), "{7}"));
  CHECK(strstr(written(c, CUSTOS_AS_HTML), "reach_error"));
  CHECK(custos_write_evidence(c, keep, &trace) == CUSTOS_OK);
  /* Twice is no other. */
  CHECK(custos_check(c, 0, &r) == CUSTOS_OK && r.verdict == CUSTOS_VIOLATED);
  custos_clear(c);
  custos_replayed p;
  const char *file = write_file("fails.trace", trace.bytes);
  CHECK(custos_replay(c, file, NULL, 0, &p) == CUSTOS_OK);
  CHECK(p.accepted && p.has_run && p.steps == r.steps);
  CHECK(count_steps(c, &last) == r.steps + 1);
  custos_delete(c);
}

static void test_holds(void) {
  custos *c = custos_new();
  custos_result r;
  static kept proof;
  CHECK(custos_load(c, in_folder("holds.c"), NULL) == CUSTOS_OK);
  CHECK(custos_check(c, 0, &r) == CUSTOS_OK && r.verdict == CUSTOS_HOLDS);
  CHECK(strcmp(r.checked, "replay") == 0 && r.reachable == 0);
  CHECK(custos_trace_rewind(c) == CUSTOS_ERR_USAGE);
  CHECK(strstr(written(c, CUSTOS_AS_WITNESS), "invariant_set"));
  CHECK(strncmp(written(c, CUSTOS_AS_CFA), "custos-cfa 1", 12) == 0);
  CHECK(strncmp(written(c, CUSTOS_AS_DOT), "digraph", 7) == 0);
  CHECK(custos_write_evidence(c, keep, &proof) == CUSTOS_OK);
  custos_clear(c);
  custos_replayed p;
  const char *file = write_file("holds.cert", proof.bytes);
  CHECK(custos_replay(c, file, NULL, 0, &p) == CUSTOS_OK && p.accepted);
  CHECK(!p.has_run);
  custos_clear(c);
  const char *other = in_folder("fails.c");
  CHECK(custos_replay(c, file, &other, 1, &p) == CUSTOS_OK && !p.accepted);
  custos_delete(c);
}

typedef struct looking {
  bool has_x, has_place;
} looking;

static void see(void *self, const custos_seen *x) {
  looking *l = self;
  l->has_x = l->has_x || (strcmp(x->name, "x") == 0 && !strcmp(x->value, "7"));
  l->has_place = l->has_place || (!x->name[0] && strstr(x->value, "fails.c:"));
}

static void test_walk(void) {
  custos *c = custos_new();
  custos_position here;
  custos_step t;
  custos_move m;
  looking l = {0};
  uint64_t steps = 0;
  CHECK(custos_add_option(c, "values", write_file("values", "# one\n 0x7\n")) ==
        CUSTOS_OK);
  CHECK(custos_load(c, in_folder("fails.c"), NULL) == CUSTOS_OK);
  CHECK(custos_walk_start(c) == CUSTOS_OK);
  CHECK(custos_walk_position(c, &here) == CUSTOS_OK && here.moves == 1);
  CHECK(custos_walk_move(c, 0, &m) == CUSTOS_OK && m.line > 0);
  for (; here.moves; steps++) {
    CHECK(custos_walk_take(c, 0, &t) == CUSTOS_OK);
    CHECK(custos_walk_position(c, &here) == CUSTOS_OK);
  }
  CHECK(t.last && strstr(t.fault, "reach_error"));
  CHECK(custos_walk_take(c, 0, &t) == CUSTOS_ERR_USAGE);
  CHECK(custos_walk_look(c, see, &l) == CUSTOS_OK);
  CHECK(l.has_x && l.has_place);
  CHECK(custos_walk_go(c, 1, &t) == CUSTOS_OK &&
        strcmp(t.changes, "x = 7") == 0);
  CHECK(custos_walk_go(c, steps, &t) == CUSTOS_OK && t.last);
  CHECK(custos_walk_go(c, steps + 1, &t) == CUSTOS_ERR_USAGE);
  custos_delete(c);
}

static const char options_c[] =
    "extern int sensor(void); extern void reach_error(void);\n"
    "int main(void) {\n"
    "  int table[SIZE], at = sensor();\n"
    "  if (sizeof(long) != LONG) reach_error();\n"
    "  if (at >= 0 && at <= SIZE) table[at] = 1;\n"
    "  return 0;\n"
    "}\n";

static custos_verdict verdict_of(const char *model, const char *size,
                                 const char *check) {
  custos *c = custos_new();
  custos_result r = {.verdict = CUSTOS_UNKNOWN};
  CHECK(custos_set(c, "data-model", model) == CUSTOS_OK);
  CHECK(custos_add_option(c, "define", size) == CUSTOS_OK);
  CHECK(custos_define(c, "SIZE", 3) == CUSTOS_OK);
  CHECK(custos_add_option(c, "input", "sensor") == CUSTOS_OK);
  if (check)
    CHECK(custos_add_option(c, "check", check) == CUSTOS_OK);
  CHECK(custos_load(c, in_folder("options.c"), NULL) == CUSTOS_OK);
  CHECK(custos_check(c, 0, &r) == CUSTOS_OK);
  custos_delete(c);
  return r.verdict;
}

static void test_options(void) {
  custos *c = custos_new();
  write_file("options.c", options_c);
  CHECK(verdict_of("lp64", "LONG=8", "bounds") == CUSTOS_VIOLATED);
  /* Undefined, and nobody asked. */
  CHECK(verdict_of("lp64", "LONG=8", "assertions") == CUSTOS_UNKNOWN);
  CHECK(verdict_of("lp64", "LONG=8", NULL) == CUSTOS_VIOLATED);
  CHECK(verdict_of("lp64", "LONG=4", NULL) == CUSTOS_VIOLATED);
  CHECK(custos_add_option(c, "check", "bounds,speed") == CUSTOS_ERR_USAGE);
  CHECK(custos_add_option(c, "presume", "wrap,luck") == CUSTOS_ERR_USAGE);
  CHECK(strstr(custos_last_error(c)->message, "no-overflow"));
  CHECK(custos_add_option(c, "presume", "wrap,shift") == CUSTOS_OK);
  CHECK(custos_add_option(c, "colour", "red") == CUSTOS_ERR_USAGE);
  CHECK(custos_set(c, "data-model", "lp32") == CUSTOS_ERR_USAGE);
  CHECK(custos_load_text(c, "a.c", "int main;", 9, "c") == CUSTOS_ERR_USAGE);
  CHECK(custos_load(c, in_folder("fails.c"), NULL) == CUSTOS_OK);
  CHECK(custos_load_text(c, "a.prp", "CHECK( what", 11, "prp") ==
        CUSTOS_ERR_INPUT);
  custos_delete(c);
}

static custos *with_formula(const char *file, const char *formula) {
  custos *c = custos_new();
  CHECK(custos_add_ltl(c, "f", formula) == CUSTOS_OK);
  CHECK(custos_load(c, in_folder(file), NULL) == CUSTOS_OK);
  CHECK(custos_property_count(c) == 1);
  return c;
}

static int swallow(void *self, const char *bytes, size_t length) {
  (void)bytes;
  *(size_t *)self += length;
  return 0;
}

/* Data forbid the error of 'holds.c'; its control flow does not. */
static void test_flow(void) {
  custos_result r;
  custos_step t;
  int found = 1;
  size_t written = 0;
  custos *c = with_formula("holds.c", "G !error");
  CHECK(custos_check(c, 0, &r) == CUSTOS_OK && r.verdict == CUSTOS_VIOLATED);
  CHECK(strstr(r.reason, "on the control flow, where data may forbid it"));
  CHECK(strcmp(r.checked, "replay") == 0);
  CHECK(custos_trace_rewind(c) == CUSTOS_OK);
  do
    CHECK(custos_trace_next(c, &t, &found) == CUSTOS_OK && found);
  while (found && !t.last);
  CHECK(strcmp(t.statement, "reach_error()") == 0 && t.line == 7);
  CHECK(strcmp(t.action, "call.reach_error") == 0 && t.stutters);
  CHECK(custos_walk_along(c) == CUSTOS_ERR_USAGE);
  CHECK(custos_write(c, CUSTOS_AS_PDS, swallow, &written) == CUSTOS_OK);
  CHECK(custos_write(c, CUSTOS_AS_DOT_VIOLATING, swallow, &written) ==
        CUSTOS_OK);
  CHECK(custos_write(c, CUSTOS_AS_ECTL, swallow, &written) == CUSTOS_OK);
  CHECK(custos_write(c, CUSTOS_AS_CFA, swallow, &written) == CUSTOS_OK);
  CHECK(written > 1000);
  CHECK(custos_walk_start(c) == CUSTOS_OK);
  CHECK(custos_check(c, 0, &r) == CUSTOS_OK && r.verdict == CUSTOS_VIOLATED);
  custos_delete(c);
  c = with_formula("fails.c", "G(call.twice -> F return.twice)");
  CHECK(custos_check(c, 0, &r) == CUSTOS_OK && r.verdict == CUSTOS_HOLDS);
  CHECK(custos_write_graph(c, swallow, &written, swallow, &written) ==
        CUSTOS_OK);
  custos_set(c, "time", "0.0001");
  CHECK(custos_add_option(c, "define", "X") == CUSTOS_OK);
  CHECK(custos_check(c, 0, &r) == CUSTOS_OK && r.verdict == CUSTOS_UNKNOWN);
  custos_set(c, "time", "0");
  CHECK(custos_check(c, 0, &r) == CUSTOS_OK && r.verdict == CUSTOS_HOLDS);
  custos_delete(c);
  c = with_formula("fails.c", "G(call.thrice -> F line_3)");
  CHECK(custos_check(c, 0, &r) == CUSTOS_ERR_INPUT);
  CHECK(strstr(custos_last_error(c)->message, "no function 'thrice'"));
  custos_delete(c);
}

static void test_flow_memory(void) {
  int done = 0;
  for (int64_t n = 0; !done; n = n * 2 + 7) {
    custos_result r;
    custos *c = with_formula("holds.c", "G(call.reach_error -> F error)");
    custos_fail_allocation(c, n);
    custos_status s = custos_check(c, 0, &r);
    done = s == CUSTOS_OK && r.verdict == CUSTOS_HOLDS;
    CHECK(done || s == CUSTOS_ERR_SYSTEM || s == CUSTOS_ERR_LIMIT ||
          (s == CUSTOS_OK && r.verdict == CUSTOS_UNKNOWN));
    custos_delete(c);
  }
}

static void test_limits(void) {
  custos *c = custos_new();
  custos_result r;
  CHECK(custos_load(c, in_folder("fails.c"), NULL) == CUSTOS_OK);
  custos_set(c, "time", "0.0001");
  CHECK(custos_check(c, 0, &r) == CUSTOS_OK && r.verdict == CUSTOS_UNKNOWN);
  CHECK(strstr(r.reason, "--time"));
  custos_set(c, "time", "0");
  CHECK(custos_check(c, 0, &r) == CUSTOS_OK && r.verdict == CUSTOS_VIOLATED);
  custos_delete(c);
}

/* Some allocations fail, with longer and longer gaps: each leaves a context
 * that can still answer. */
static void test_memory(void) {
  custos *c = custos_new();
  int done = 0;
  for (int64_t n = 0; !done; n = n * 2 + 7) {
    custos_result r;
    custos_clear(c);
    custos_fail_allocation(c, n);
    custos_status s = custos_load(c, in_folder("holds.c"), NULL);
    if (s == CUSTOS_OK)
      s = custos_check(c, 0, &r);
    done = s == CUSTOS_OK && r.verdict == CUSTOS_HOLDS;
    CHECK(done || s == CUSTOS_ERR_SYSTEM || s == CUSTOS_ERR_LIMIT ||
          (s == CUSTOS_OK && r.verdict == CUSTOS_UNKNOWN));
  }
  custos_delete(c);
}

static bool can_compile(void) {
  custos *c = custos_new();
  kept *k = calloc(1, sizeof *k);
  CHECK(custos_load(c, in_folder("holds.c"), NULL) == CUSTOS_OK);
  custos_status s = custos_write(c, CUSTOS_AS_CFA, keep, k);
  CHECK(s == CUSTOS_OK || s == CUSTOS_ERR_SYSTEM);
  if (s != CUSTOS_OK)
    printf("skipped: %s\n", custos_last_error(c)->message);
  custos_delete(c);
  free(k);
  return s == CUSTOS_OK;
}

/* The one that was built with this test. */
static void find_cfront(const char *self) {
  char path[4096];
  const char *end = strstr(self, "/tests/unit/");
  snprintf(path, sizeof path, "%.*s/custos-cfront", end ? (int)(end - self) : 0,
           self);
  if (end && access(path, X_OK) == 0)
    setenv("CUSTOS_CFRONT", path, 0);
}

static void tidy(void) {
  static const char *const names[] = {"fails.c", "holds.c",     "options.c",
                                      "values",  "fails.trace", "holds.cert"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    remove(in_folder(names[i]));
  CHECK(rmdir(folder) == 0);
}

int main(int argc, char **argv) {
  (void)argc;
  snprintf(folder, sizeof folder, "/tmp/custos-c-api.XXXXXX");
  CHECK(mkdtemp(folder) != NULL);
  find_cfront(argv[0]);
  write_file("fails.c", fails);
  write_file("holds.c", holds);
  if (can_compile()) {
    test_violated();
    test_holds();
    test_walk();
    test_options();
    test_flow();
    test_flow_memory();
    test_limits();
    test_memory();
  }
  tidy();
  return check_end();
}
