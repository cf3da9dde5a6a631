/* The control flow of random automata as pushdown systems: formulas decided
 * there, beside summaries on the automata themselves; the runs that are found,
 * taken step by step on the automaton; the same as machines of extended CTL;
 * and what wrong atoms are told. */
#include "tests/unit/check.h"

#include "tests/unit/product/cfa_flow_random.h"
#include "tests/unit/product/cfa_flow_twin.h"

#include "base/kept.h"
#include "custos/custos.h"
#include "engine/saturation/pushdown_ltl.h"
#include "evidence/pushdown/ltl.h"
#include "lang/ectl/ectl_text.h"
#include "logic/translate.h"
#include "product/cfa_machine.h"

#include <stdlib.h>

static report told;
static twin *slow;

static const char *const atoms[] = {"call.a",   "call.b",   "call.f", "call.g",
                                    "return.f", "return.a", "in.f",   "in.b",
                                    "error",    "end",      "in.main"};
enum { ATOMS = sizeof atoms / sizeof *atoms };

static void draw_formula(unsigned depth, char *out, size_t size) {
  static const char *const ops[] = {"!", "X", "F", "G", "U", "&", "|", "R"};
  char left[600], right[600];
  uint32_t op = draw(8);
  if (depth == 0 || draw(6) == 0) {
    snprintf(out, size, "\"%s\"", atoms[draw(ATOMS)]);
    return;
  }
  draw_formula(depth - 1, left, sizeof left);
  draw_formula(depth - 1, right, sizeof right);
  if (op < 4)
    snprintf(out, size, "%s(%s)", ops[op], left);
  else
    snprintf(out, size, "(%s) %s (%s)", left, ops[op], right);
}

typedef struct question {
  ltl table;
  uint32_t root;
  omega automaton; /* of the negation */
} question;

static bool ask(const char *formula, question *q) {
  translate_options o = {.effort = TRANSLATE_FULL};
  *q = (question){0};
  if (!ltl_parse(&job, &q->table, LTL_SPOT, "f", 1, 1, formula, strlen(formula),
                 &told, &q->root))
    return false;
  uint32_t not_f = ltl_make(&job, &q->table, LTL_NOT, q->root, LTL_NONE);
  return translate(&job, &ticks, &q->table, not_f, &o, &told, &q->automaton);
}

/* A run on the automaton. */

typedef struct frames {
  uint32_t at[200]; /* locations; CFA_NONE: a function without a body */
  size_t count;
} frames;

/* Does the edge lead from the top, with this action? */
static bool step_on(frames *s, const cfa_flow *f, uint32_t rule) {
  const pds_rule *r = &f->pds.rules.at[rule];
  uint32_t edge_number = f->rule_edge.at[rule];
  const char *action =
      r->action == PDS_NONE ? "" : names_text(&f->pds.actions, r->action);
  if (!s->count)
    return false;
  if (edge_number == CFA_NONE)
    return s->at[--s->count] == CFA_NONE && strncmp(action, "return.", 7) == 0;
  const cfa_edge *e = &made.edges.at[edge_number];
  if (s->at[s->count - 1] != e->from || s->count > 190)
    return false;
  if (e->kind == CFA_RETURN)
    return s->count-- && strncmp(action, "return.", 7) == 0;
  s->at[s->count - 1] = e->to;
  bool outside = e->kind == CFA_SKIP && e->name != CFA_NONE;
  if (r->length == 2) {
    uint32_t into = f->symbol_location.at[r->push[0]];
    s->at[s->count++] = into;
    return strncmp(action, "call.", 5) == 0 &&
           (outside ? into == CFA_NONE
                    : e->kind == CFA_CALL && into != CFA_NONE &&
                          made.functions.at[made.locations.at[into].function]
                                  .entry == into);
  }
  return e->kind != CFA_CALL && (outside || !action[0]);
}

static bool walks(const cfa_flow *f, const pds_lasso *l) {
  frames s = {.at = {made.functions.at[0].entry}, .count = 1};
  if (l->stem.count + l->loop.count > 150)
    return true; /* checked elsewhere */
  vec_each (const uint32_t, rule, &l->stem)
    if (*rule != PDS_STUTTER && !step_on(&s, f, *rule))
      return false;
  vec_each (const uint32_t, rule, &l->loop)
    if (*rule != PDS_STUTTER && !step_on(&s, f, *rule))
      return false;
  return true;
}

/* One automaton, one formula. */

static unsigned long violated, held;

static bool decide(const cfa_flow *f, const char *formula) {
  question q;
  pds_binding b = {0};
  pushdown_ltl_answer a = {0};
  const char *why = "";
  CHECK(ask(formula, &q));
  CHECK(cfa_flow_bind(&job, &made, f, &q.table.atoms, "f", 1, 1, &told, &b));
  pushdown_ltl(&job, &ticks, &f->pds, &b, &q.automaton, 100000, &a);
  if (a.violated && a.has_lasso) {
    CHECK(pushdown_lasso_check(&job, &ticks, &f->pds, &b, &q.table, q.root,
                               &a.lasso, &why));
    CHECK(walks(f, &a.lasso));
  } else if (!a.violated) {
    CHECK(pushdown_ranks_check(&job, &ticks, &f->pds, &b, &q.automaton,
                               &a.ranks, &why));
  }
  if (q.automaton.states <= TWIN_STATES)
    CHECK(a.violated ==
          twin_accepts(slow, &made, &q.table.atoms, &q.automaton));
  violated += a.violated;
  held += !a.violated;
  return !a.violated;
}

/* All functions are known, whether they are called or not: atoms of those that
 * nobody mentions are refused. */
static bool knows(const cfa_flow *f, const char *formula) {
  question q;
  pds_binding b = {0};
  report quiet = {0};
  return ask(formula, &q) &&
         cfa_flow_bind(&job, &made, f, &q.table.atoms, "f", 1, 1, &quiet, &b);
}

static void test_formulas(void) {
  for (unsigned i = 0; i < 1500; i++) {
    cfa_flow f;
    flow_random();
    CHECK(!cfa_validate(&job, &made));
    cfa_make_flow(&job, &ticks, &made, &f);
    CHECK(f.unsupported == CFA_NONE);
    for (unsigned k = 0; k < 4; k++) {
      char formula[1300];
      draw_formula(3, formula, sizeof formula);
      if (knows(&f, formula))
        decide(&f, formula);
    }
  }
  CHECK(violated > 100 && held > 100);
  printf("formulas: %lu violated, %lu hold\n", violated, held);
}

typedef struct pair {
  const char *linear, *branching;
} pair;

/* The same questions in both logics. */
static const pair pairs[] = {{"G !error", "AG !error"},
                             {"F end", "AF end"},
                             {"F(end | error)", "AF (end | error)"},
                             {"G !\"in.f\"", "AG !in_f"},
                             {"!\"in.f\" U \"in.g\"", "A(!in_f U in_g)"},
                             {"G !\"call.f\"", "AG[calls] 0"}};

static bool decide_branching(const char *session, const char *formula) {
  custos *c = custos_new();
  custos_result r = {0};
  char whole[200];
  snprintf(whole, sizeof whole,
           "REGULAR calls { .* call_f }\nFORMULA q { %s }\n:check(q, m)\n",
           formula);
  CHECK(custos_load_text(c, "m.ectl", session, strlen(session), "ectl") ==
        CUSTOS_OK);
  CHECK(custos_load_text(c, "q.ectl", whole, strlen(whole), "ectl") ==
        CUSTOS_OK);
  CHECK(custos_check(c, 0, &r) == CUSTOS_OK);
  CHECK(r.verdict != CUSTOS_UNKNOWN);
  bool holds = r.verdict == CUSTOS_HOLDS;
  custos_delete(c);
  return holds;
}

static char *as_session(const machine *x) {
  kept k = {.m = &job};
  text out;
  text_init(&out, kept_add, &k);
  ectl_write_machine(&job, "m", x, &out);
  text_end(&out);
  vec_push(&job, &k.bytes, '\0');
  return k.bytes.at;
}

/* Can one function be called while it is on the stack? By closure of the calls
 * between reachable functions; an over-approximation. */
static bool is_recursive(const cfa_flow *f) {
  bool calls[FLOW_FUNCTIONS][FLOW_FUNCTIONS] = {{false}};
  vec_each (const pds_rule, r, &f->pds.rules) {
    uint32_t from = f->symbol_location.at[r->top];
    uint32_t to = r->length ? f->symbol_location.at[r->push[0]] : CFA_NONE;
    if (r->length == 2 && to != CFA_NONE)
      calls[made.locations.at[from].function][made.locations.at[to].function] =
          true;
  }
  for (int k = 0; k < FLOW_FUNCTIONS; k++)
    for (int i = 0; i < FLOW_FUNCTIONS; i++)
      for (int j = 0; j < FLOW_FUNCTIONS; j++)
        calls[i][j] = calls[i][j] || (calls[i][k] && calls[k][j]);
  return calls[0][0] || calls[1][1] || calls[2][2];
}

static void test_machines(void) {
  unsigned long both[2] = {0, 0}, systems[2] = {0, 0};
  for (unsigned i = 0; i < 100; i++) {
    cfa_flow f;
    machine x = {0}, lts = {0};
    flow_random();
    cfa_make_flow(&job, &ticks, &made, &f);
    cfa_flow_machine(&job, &ticks, &made, &f, &x);
    bool is_finite = cfa_flow_lts(&job, &ticks, &made, &f, 1000, &lts);
    CHECK(is_finite == !is_recursive(&f));
    systems[is_finite]++;
    char *session = as_session(&x), *other = as_session(&lts);
    for (size_t n = 0; n < sizeof pairs / sizeof *pairs; n++) {
      bool linear = decide(&f, pairs[n].linear);
      CHECK(linear == decide_branching(session, pairs[n].branching));
      if (is_finite)
        CHECK(linear == decide_branching(other, pairs[n].branching));
      both[linear]++;
    }
  }
  CHECK(both[0] > 20 && both[1] > 20);
  CHECK(systems[0] > 10 && systems[1] > 10);
}

static const char *message_of(const cfa_flow *f, const char *formula) {
  question q;
  pds_binding b = {0};
  memset(&told, 0, sizeof told);
  CHECK(ask(formula, &q));
  CHECK(!cfa_flow_bind(&job, &made, f, &q.table.atoms, "f", 1, 1, &told, &b));
  return told.entries[0].message;
}

static void make_one_call(const char *function_name, cfa_flow *f) {
  made_begin(64);
  function("main", 0);
  named(CFA_SKIP, CFA_NONE, function_name);
  then(edge(CFA_RETURN, CFA_NONE, CFA_NONE));
  cfa_finish(&job, &made);
  cfa_make_flow(&job, &ticks, &made, f);
}

static void test_messages(void) {
  cfa_flow f;
  make_one_call("lock", &f);
  CHECK(strcmp(message_of(&f, "call.lok"),
               "'call.lok': the program has no function 'lok' (did you mean "
               "'lock'?)") == 0);
  CHECK(strcmp(message_of(&f, "in.quite"),
               "'in.quite': the program has no function 'quite'; it has main, "
               "lock") == 0);
  CHECK(strstr(message_of(&f, "line_4"), "no statement in that line"));
  CHECK(strstr(message_of(&f, "line_x"), "means nothing"));
  CHECK(strstr(message_of(&f, "\"p.c:3\""), "no statement in that line"));
  CHECK(strstr(message_of(&f, "lock"), "write call.f, return.f, in.f"));
  make_one_call("a", &f);
  CHECK(decide(&f, "F call.a & F return.a & F end"));
  CHECK(decide(&f, "G(call.a -> X in.a)"));
  CHECK(!knows(&f, "return.f"));
  CHECK(!decide(&f, "G in.main"));
}

/* What nobody can reach does not count as not supported. */
static void test_unsupported(void) {
  cfa_flow f;
  for (int called = 0; called < 2; called++) {
    made_begin(64);
    function("main", 0);
    if (called)
      call_with(CFA_NONE, 1, CFA_NONE, 0, NULL);
    then(edge(CFA_RETURN, CFA_NONE, CFA_NONE));
    function("odd", 0);
    named(CFA_UNSUPPORTED, CFA_NONE, "setjmp");
    cfa_finish(&job, &made);
    cfa_make_flow(&job, &ticks, &made, &f);
    CHECK((f.unsupported != CFA_NONE) == called);
  }
}

int main(void) {
  jmp_buf handler;
  mem_init(&job, &budget);
  budget.handler = &handler;
  ticks.budget = &budget;
  slow = malloc(sizeof *slow);
  if (!slow || setjmp(handler) != 0)
    return 1;
  test_messages();
  test_unsupported();
  test_formulas();
  test_machines();
  free(slow);
  mem_clear(&job);
  return check_end();
}
