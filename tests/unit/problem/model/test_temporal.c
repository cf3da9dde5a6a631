/* Properties through the public interface: verdicts, runs, evidence and its
 * replay, misuse, limits, and every allocation failing once. */
#include <custos/custos.h>

#include "tests/unit/check.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct page {
  char at[60000];
  size_t count;
} page;

static int onto_page(void *self, const char *text, size_t length) {
  page *p = self;
  if (length >= sizeof p->at - p->count)
    return 1;
  memcpy(p->at + p->count, text, length);
  p->count += length;
  p->at[p->count] = 0;
  return 0;
}

/* A model, a formula that holds and one that does not. */
typedef struct example {
  const char *suffix, *text, *holds, *violated;
  uint64_t steps, loop; /* of the run that violates it */
} example;

static const example examples[] = {
    {"lts", "init a\nprop p : b\na -> b @ go\nb -> a\nb -> b @ stay\n",
     "G (@stay -> p)", "G F !p", 2, 1},
    {"aut", "des (0,2,2)\n(0,\"go\",1)\n(1,\"back\",0)\n", "G F @back",
     "F G !@go", 2, 0},
    {"gcl",
     "PARAM N = 2; VAR x : 0..N; BEGIN WHILE x < N DO x := x + 1 END END\n",
     "F G \"x = N\"", "G \"x < N\"", 3, 3},
    {"pds",
     "p a -> p a b @ push\np a -> p @ pop\np b -> p\ninit < p , a >\n"
     "set s < p , a b+ >\n",
     "F @pop || G F s", "F @pop", 1, 0}};
enum { EXAMPLES = sizeof examples / sizeof *examples };

static char folder[] = "/tmp/custos-test-XXXXXX";

static void path_of(char path[100], const char *name, const char *suffix) {
  snprintf(path, 100, "%s/%s.%s", folder, name, suffix);
}

static void save(const char *path, const char *text, size_t length) {
  FILE *f = fopen(path, "w");
  CHECK(f != NULL);
  if (f) {
    CHECK(fwrite(text, 1, length, f) == length);
    CHECK(fclose(f) == 0);
  }
}

static custos *load(const example *x, const char *formula) {
  custos *c = custos_new();
  char path[100];
  path_of(path, "model", x->suffix);
  CHECK(custos_load(c, path, NULL) == CUSTOS_OK);
  CHECK(custos_add_ltl(c, "asked", formula) == CUSTOS_OK);
  return c;
}

static void replay(const example *x, const page *evidence, bool has_run) {
  char path[100];
  custos_replayed r;
  custos *c = custos_new();
  path_of(path, "evidence", x->suffix);
  save(path, evidence->at, evidence->count);
  CHECK(custos_replay(c, path, NULL, 0, &r) == CUSTOS_OK);
  CHECK(r.accepted == 1 && r.has_run == has_run && r.facts > 0);
  CHECK(strlen(r.property) > 0);
  custos_delete(c);
}

static void check_holds(const example *x) {
  page evidence = {.count = 0};
  custos_result r;
  custos *c = load(x, x->holds);
  size_t last = custos_property_count(c) - 1;
  custos_property p;
  CHECK(custos_property_at(c, last, &p) == CUSTOS_OK &&
        strcmp(p.kind, "ltl") == 0 && strcmp(p.name, "asked") == 0 &&
        strcmp(p.text, x->holds) == 0 && p.file[0] == 0);
  CHECK(custos_property_at(c, last + 1, &p) == CUSTOS_ERR_USAGE);
  CHECK(custos_check(c, last, &r) == CUSTOS_OK);
  CHECK(r.verdict == CUSTOS_HOLDS && strcmp(r.checked, "replay") == 0);
  CHECK(strcmp(r.translation, "full") == 0 && r.automaton > 0);
  CHECK(custos_trace_rewind(c) == CUSTOS_ERR_USAGE);
  CHECK(custos_write_evidence(c, onto_page, &evidence) == CUSTOS_OK);
  custos_delete(c);
  replay(x, &evidence, false);
}

static void walk_along(custos *c, const example *x) {
  custos_result r;
  custos_step step = {.last = 0};
  int found = 1;
  uint64_t seen = 0;
  CHECK(custos_check(c, custos_property_count(c) - 1, &r) == CUSTOS_OK);
  CHECK(r.verdict == CUSTOS_VIOLATED && strcmp(r.checked, "replay") == 0);
  CHECK(r.steps == x->steps && r.loop == x->loop);
  CHECK(custos_trace_rewind(c) == CUSTOS_OK);
  for (;; seen++) {
    CHECK(custos_trace_next(c, &step, &found) == CUSTOS_OK);
    if (!found)
      break;
    CHECK(step.number == seen && (step.loop != 0) == (seen >= r.loop));
  }
  CHECK(seen == r.steps + 1 && step.last);
}

static void check_violated(const example *x) {
  page evidence = {.count = 0};
  custos *c = load(x, x->violated);
  walk_along(c, x);
  walk_along(c, x); /* nothing is left of the first time */
  CHECK(custos_write_evidence(c, onto_page, &evidence) == CUSTOS_OK);
  page html = {.count = 0};
  CHECK(custos_write(c, CUSTOS_AS_HTML, onto_page, &html) == CUSTOS_OK);
  CHECK(strstr(html.at, "\"forever\":true") != NULL);
  custos_delete(c);
  replay(x, &evidence, true);
}

static void test_verdicts(void) {
  for (int i = 0; i < EXAMPLES; i++) {
    char path[100];
    path_of(path, "model", examples[i].suffix);
    save(path, examples[i].text, strlen(examples[i].text));
    check_holds(&examples[i]);
    check_violated(&examples[i]);
  }
}

static void test_safety(void) {
  custos *c = custos_new();
  custos_result r;
  custos_property p;
  page evidence = {.count = 0};
  char path[100];
  path_of(path, "model", "gcl");
  CHECK(custos_define(c, "N", 5) == CUSTOS_OK);
  CHECK(custos_load(c, path, NULL) == CUSTOS_OK);
  CHECK(custos_define(c, "N", 6) == CUSTOS_ERR_USAGE);
  CHECK(custos_property_count(c) == 1);
  CHECK(custos_property_at(c, 0, &p) == CUSTOS_OK &&
        strcmp(p.name, "safety") == 0 && strcmp(p.kind, "safety") == 0);
  CHECK(custos_check(c, 0, &r) == CUSTOS_OK && r.verdict == CUSTOS_HOLDS);
  CHECK(r.states == 7); /* 0 .. 5, and the end */
  CHECK(custos_write_evidence(c, onto_page, &evidence) == CUSTOS_OK);
  CHECK(strstr(evidence.at, "define \"N\" 5\nproperty \"safety\"\n") != NULL);
  custos_delete(c);
  c = custos_new();
  CHECK(custos_load_text(c, "m", "VAR x : 0..1; BEGIN x := x + 2 END", 34,
                         "gcl") == CUSTOS_OK);
  CHECK(custos_check(c, 0, &r) == CUSTOS_OK && r.verdict == CUSTOS_VIOLATED);
  CHECK(r.steps == 0 && r.loop == UINT64_MAX);
  custos_delete(c);
}

static void test_translate(void) {
  custos *c = custos_new();
  custos_automaton a;
  page hoa = {.count = 0}, again = {.count = 0};
  char path[100];
  CHECK(custos_write(c, CUSTOS_AS_HOA, onto_page, &hoa) == CUSTOS_ERR_USAGE);
  CHECK(custos_translate(c, "G F a & G F b", &a) == CUSTOS_OK);
  CHECK(a.states == 3 && a.sets == 1 && a.on_states && a.deterministic);
  CHECK(strcmp(a.translation, "full") == 0 && a.entries > 0);
  CHECK(custos_write(c, CUSTOS_AS_HOA, onto_page, &hoa) == CUSTOS_OK);
  path_of(path, "property", "hoa");
  save(path, hoa.at, hoa.count);
  CHECK(custos_read_automaton(c, path, &a) == CUSTOS_OK && a.states == 3);
  CHECK(custos_write(c, CUSTOS_AS_HOA, onto_page, &again) == CUSTOS_OK);
  CHECK(strcmp(strstr(hoa.at, "tool:"), strstr(again.at, "tool:")) == 0);
  CHECK(custos_write_evidence(c, onto_page, &again) == CUSTOS_ERR_USAGE);
  CHECK(custos_set(c, "acceptance", "generalised") == CUSTOS_OK);
  CHECK(custos_translate(c, "G F a & G F b", &a) == CUSTOS_OK);
  CHECK(a.states == 1 && a.sets == 2 && !a.on_states);
  CHECK(custos_write(c, CUSTOS_AS_NEVER, onto_page, &hoa) == CUSTOS_ERR_USAGE);
  CHECK(custos_translate(c, "G F a & (", &a) == CUSTOS_ERR_INPUT);
  CHECK(custos_last_error(c)->column == 10);
  CHECK(custos_translate(c, "a", &a) == CUSTOS_OK); /* usable again */
  custos_delete(c);
}

/* The automaton of a formula's negation, as a property, gives the verdict of
 * the formula. */
static void test_automaton_property(void) {
  static const char *const formulas[] = {"G F p", "F G p", "p U @go",
                                         "G (p -> X !p)", "F (p & X p)"};
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
    char negated[100], path[100];
    page hoa = {.count = 0};
    custos_automaton a;
    custos_result r, s;
    snprintf(negated, sizeof negated, "!(%s)", formulas[i]);
    custos *c = custos_new();
    CHECK(custos_translate(c, negated, &a) == CUSTOS_OK);
    CHECK(custos_write(c, CUSTOS_AS_HOA, onto_page, &hoa) == CUSTOS_OK);
    custos_delete(c);
    path_of(path, "negated", "hoa");
    save(path, hoa.at, hoa.count);
    c = load(&examples[0], formulas[i]);
    CHECK(custos_add_automaton(c, "automaton", path) == CUSTOS_OK);
    CHECK(custos_check(c, 0, &r) == CUSTOS_OK);
    CHECK(custos_check(c, 1, &s) == CUSTOS_OK && s.verdict == r.verdict);
    custos_delete(c);
  }
}

static void test_misuse(void) {
  custos *c = load(&examples[0], "G F nothing");
  custos_result r;
  CHECK(custos_check(c, 0, &r) == CUSTOS_ERR_INPUT);
  CHECK(custos_last_error(c)->column == 5);
  CHECK(strcmp(custos_last_error(c)->file, "asked") == 0);
  CHECK(custos_property_count(c) == 1); /* empty: the pushdown problem's own */
  custos_delete(c);
  c = load(&examples[0], "G F p");
  CHECK(custos_check(c, 7, &r) == CUSTOS_ERR_USAGE);
  CHECK(custos_solve(c, &r) == CUSTOS_ERR_USAGE);
  CHECK(custos_load_text(c, "m", "init a\n", 7, "lts") == CUSTOS_ERR_INPUT);
  custos_delete(c);
  c = custos_new();
  CHECK(custos_add_ltl(c, "asked", "p") == CUSTOS_OK);
  CHECK(custos_check(c, 0, &r) == CUSTOS_ERR_INPUT);
  custos_delete(c);
}

/* 2^40 states: the time is spent. */
static void test_time(void) {
  static const char text[] =
      "VAR b[40] : BOOL; LTL never : G !\"FORALL i IN 0..39 . b[i]\";\n"
      "BEGIN WHILE TRUE DO IF [] i IN 0..39 : TRUE -> b[i] := !b[i] FI END END";
  custos *c = custos_new();
  custos_result r;
  CHECK(custos_load_text(c, "m", text, sizeof text - 1, "gcl") == CUSTOS_OK);
  CHECK(custos_set(c, "emptiness", "scc") == CUSTOS_OK);
  CHECK(custos_set(c, "memory", "20") == CUSTOS_OK);
  CHECK(custos_check(c, 0, &r) == CUSTOS_OK && r.verdict == CUSTOS_UNKNOWN);
  CHECK(strstr(r.reason, "--memory=20") != NULL);
  CHECK(custos_set(c, "memory", "0") == CUSTOS_OK);
  CHECK(custos_set(c, "time", "0.2") == CUSTOS_OK);
  CHECK(custos_check(c, 0, &r) == CUSTOS_OK && r.verdict == CUSTOS_UNKNOWN);
  CHECK(strstr(r.reason, "--time=0.2") != NULL);
  custos_delete(c);
}

static custos_status work(custos *c, const example *x, page *out) {
  custos_result r;
  char path[100];
  path_of(path, "model", x->suffix);
  custos_status s = custos_load(c, path, NULL);
  if (s == CUSTOS_OK)
    s = custos_add_ltl(c, "one", x->holds);
  if (s == CUSTOS_OK)
    s = custos_add_ltl(c, "two", x->violated);
  size_t count = s == CUSTOS_OK ? custos_property_count(c) : 0;
  for (size_t i = count - (count ? 2 : 0); i < count && s == CUSTOS_OK; i++) {
    s = custos_check(c, i, &r);
    if (s == CUSTOS_OK && r.verdict == CUSTOS_UNKNOWN)
      s = CUSTOS_ERR_LIMIT;
    out->count = 0;
    if (s == CUSTOS_OK)
      s = custos_write_evidence(c, onto_page, out);
  }
  return s;
}

static void test_allocation(void) {
  static page out;
  for (int i = 0; i < EXAMPLES; i++) {
    custos_status s = CUSTOS_ERR_SYSTEM;
    int64_t n = 0;
    for (; s != CUSTOS_OK && n < 200000; n++) {
      custos *c = custos_new();
      custos_fail_allocation(c, n);
      s = work(c, &examples[i], &out);
      CHECK(s == CUSTOS_OK || s == CUSTOS_ERR_SYSTEM || s == CUSTOS_ERR_LIMIT);
      custos_fail_allocation(c, -1);
      if (n % 16 == 0) { /* usable again */
        custos_clear(c);
        CHECK(work(c, &examples[i], &out) == CUSTOS_OK);
      }
      custos_delete(c);
    }
    CHECK(s == CUSTOS_OK && n > 50);
  }
}

int main(void) {
  CHECK(mkdtemp(folder) != NULL);
  test_verdicts();
  test_safety();
  test_translate();
  test_automaton_property();
  test_misuse();
  test_time();
  test_allocation();
  char command[100];
  snprintf(command, sizeof command, "rm -r %s", folder);
  CHECK(system(command) == 0);
  return check_end();
}
