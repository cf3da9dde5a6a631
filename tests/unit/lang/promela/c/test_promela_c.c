/* C inside of models: who may run it, what it finds in a state, and that
 * threads do not disturb each other. */
#include "tests/unit/check.h"

#include "base/names.h"
#include "lang/promela/c/c_code.h"
#include "lang/promela/promela.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct world {
  mem_budget budget;
  mem mem;
  report report;
  progress clock;
  jmp_buf out;
  model model;
  bool good;
} world;

static world *load(const char *input, bool runs_c) {
  world *w = calloc(1, sizeof *w);
  if (!w)
    abort();
  w->budget.fail_in = -1;
  w->budget.handler = &w->out;
  mem_init(&w->mem, &w->budget);
  w->clock.budget = &w->budget;
  progress_begin(&w->clock, "reading");
  if (setjmp(w->out))
    abort();
  w->good =
      promela_read_as(&w->mem, &w->model, "m.pml", input, strlen(input), NULL,
                      &(pml_reading){.runs_c = runs_c}, &w->report, &w->clock);
  return w;
}

static void unload(world *w) {
  if (w->good)
    promela_end(&w->model);
  mem_clear(&w->mem);
  CHECK(w->budget.used == 0);
  free(w);
}

typedef struct search {
  const model *model;
  size_t states, faults;
} search;

static void *explore(void *self) {
  search *s = self;
  mem_budget budget = {.fail_in = -1};
  jmp_buf out;
  mem m;
  names states = {0};
  budget.handler = &out;
  mem_init(&m, &budget);
  if (setjmp(out))
    abort();
  void *scratch = mem_alloc(&m, s->model->scratch_bytes);
  uint8_t *state = mem_alloc(&m, s->model->most_bytes + 1);
  model_steps steps = {.m = &m};
  s->model->ops->initial(s->model, scratch, &steps);
  for (uint32_t i = 0;; i++) {
    vec_each (const model_step, x, &steps.steps)
      names_insert(&m, &states, (const char *)steps.bytes.at + x->at, x->size);
    s->faults += steps.faults.count;
    if (i >= names_count(&states))
      break;
    uint32_t size = (uint32_t)names_length(&states, i);
    memcpy(state, names_text(&states, i), size);
    model_steps_reset(&steps);
    s->model->ops->next(s->model, scratch, state, size, &steps);
  }
  s->states = names_count(&states);
  mem_clear(&m);
  return NULL;
}

/* What is tracked is everybody's variable while C runs. */
static const char tracked[] =
    "c_decl { extern int a; extern short b[3]; };\n"
    "c_track \"&a\" \"sizeof(int)\"\nc_track \"b\" \"3 * sizeof(short)\"\n"
    "c_code { int a = 1; short b[3]; void turn(int by) { a = (a + by) % 7; "
    "b[a % 3] = b[(a + 1) % 3] + by; if (b[a % 3] > 5) b[a % 3] = 0; } };\n"
    "byte x;\n"
    "active [2] proctype A() { do :: x < 4 -> x++; c_code { turn(1); } :: "
    "c_expr { a > 3 } -> c_code { turn(2); now.x = 0; } od }\n";

static void test_threads(void) {
  enum { THREADS = 4 };
  world *w = load(tracked, true);
  search alone = {.model = &w->model}, many[THREADS];
  pthread_t thread[THREADS];
  CHECK(w->good);
  explore(&alone);
  CHECK(alone.states > 1000);
  for (size_t i = 0; i < THREADS; i++) {
    many[i] = (search){.model = &w->model};
    CHECK(pthread_create(&thread[i], NULL, explore, &many[i]) == 0);
  }
  for (size_t i = 0; i < THREADS; i++) {
    CHECK(pthread_join(thread[i], NULL) == 0);
    CHECK(many[i].states == alone.states);
    CHECK(many[i].faults == alone.faults);
  }
  unload(w);
}

/* Who may run it. */

static void check_refusal(const char *input, bool runs_c, uint32_t line,
                          uint32_t column, const char *message) {
  world *w = load(input, runs_c);
  const report_entry *e = &w->report.entries[0];
  bool is_right = !w->good && w->report.count > 0 && e->line == line &&
                  e->column == column && strstr(e->message, message);
  if (!is_right)
    printf("%s:%u:%u: %s\n", input, e->line, e->column, e->message);
  CHECK(is_right);
  unload(w);
}

static void test_refusals(void) {
  static const char harmful[] =
      "byte x;\nc_code { __attribute__((constructor)) "
      "static void now_(void) { abort(); } };\n"
      "init { skip }\n";
  check_refusal(harmful, false, 2, 1, "--allow-c-code");
  check_refusal("init { c_expr { 1 } }", false, 1, 8, "c_expr runs C");
  check_refusal("c_track \"&x\" \"4\"\ninit { skip }", false, 1, 1,
                "c_track runs C");
  check_refusal("c_state \"int x\" \"Hidden\"\ninit { skip }", false, 1, 1,
                "c_state runs C");
  check_refusal("init {\n  c_code {\n\n    now.y = 1;\n  }\n}", true, 4, 8,
                "'y'");
  check_refusal("byte x;\n#define NO now.z\ninit { c_expr { NO } }", true, 3,
                20, "'z'");
  check_refusal("proctype B() { byte i; skip }\ninit { c_code { PB->i = 1; } }",
                true, 2, 17, "'PB' undeclared");
  setenv("CUSTOS_CC", "", 1);
  check_refusal("init { c_code { ; } }", true, 1, 8, "C compiler");
  setenv("CUSTOS_CC", "/nowhere/cc", 1);
  check_refusal("init { c_code { ; } }", true, 1, 8, "C compiler");
  unsetenv("CUSTOS_CC");
}

static void test_bytes(void) {
  world *w = load("c_state \"char c[5]\" \"Global\"\n"
                  "c_state \"long l\" \"Local A\"\n"
                  "c_track \"&t\" \"sizeof t\"\nc_code { short t; };\n"
                  "int i; bit b; unsigned u : 9;\n"
                  "active proctype A() { byte x; skip }\n",
                  true);
  CHECK(w->good);
  const pml_syntax *s = &promela_of(&w->model)->syntax;
  CHECK(pml_has_c(s));
  CHECK(pml_c_bytes(s, PML_NONE) == 4 + 1 + 2 + 5 + 2);
  CHECK(pml_c_bytes(s, 0) == 1 + sizeof(long));
  unload(w);
  w = load("init { skip }", true);
  CHECK(w->good && !pml_has_c(&promela_of(&w->model)->syntax));
  CHECK(pml_c_bytes(&promela_of(&w->model)->syntax, PML_NONE) == 0);
  unload(w);
}

/* Each model has C of its own, also when their texts are the same. */
static void test_two_models(void) {
  world *a = load(tracked, true), *b = load(tracked, true);
  search x = {.model = &a->model}, y = {.model = &b->model};
  CHECK(a->good && b->good);
  explore(&x);
  unload(a);
  explore(&y);
  CHECK(x.states == y.states);
  unload(b);
}

static void test_changes_by_looking(void) {
  world *w = load("byte x; init { byte i; do :: c_expr { now.x++ } -> skip :: "
                  "c_expr { (PINIT->i = 1) } od }",
                  true);
  CHECK(!w->good); /* it is Pinit */
  unload(w);
  w = load("byte x; init { byte i; do :: c_expr { now.x++ } -> skip :: "
           "c_expr { (Pinit->i = 1) } od }",
           true);
  search s = {.model = &w->model};
  CHECK(w->good);
  explore(&s);
  CHECK(s.states == 1 && s.faults >= 2);
  unload(w);
}

int main(void) {
  test_refusals();
  test_bytes();
  test_two_models();
  test_threads();
  test_changes_by_looking();
  return check_end();
}
