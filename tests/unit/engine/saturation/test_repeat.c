/* Formulas on pushdown systems: by hand, and random ones by two ways
 * (tests/pushdown_ltl). */
#include "tests/unit/problem.h"

#include "engine/saturation/pushdown_ltl.h"
#include "evidence/pushdown/ltl.h"
#include "logic/translate.h"

#include "tests/pushdown_ltl/compare.c"
#include "tests/pushdown_ltl/forge.c"
#include "tests/pushdown_ltl/instance.c"
#include "tests/pushdown_ltl/naive.c"

/* Reads the system, and binds and translates the formula. */
typedef struct question {
  problem *x;
  ltl table;
  uint32_t formula;
  pds_binding b;
  omega a;
  pushdown_ltl_answer y;
} question;

static bool ask_within(question *q, const char *system, const char *formula,
                       uint64_t most_steps) {
  *q = (question){.x = problem_new()};
  mem *m = &q->x->mem;
  report *r = &q->x->report;
  translate_options o = {TRANSLATE_FULL, false};
  bool good = problem_read(q->x, system);
  good = good && ltl_parse(m, &q->table, LTL_SPOT, "f", 3, 5, formula,
                           strlen(formula), r, &q->formula);
  good = good && pds_bind(m, &q->x->pds, &q->table.atoms, "f", 3, 5, r, &q->b);
  if (good) {
    uint32_t n = ltl_make(m, &q->table, LTL_NOT, q->formula, LTL_NONE);
    good = translate(m, &q->x->clock, &q->table, n, &o, r, &q->a);
  }
  if (good)
    pushdown_ltl(m, &q->x->clock, &q->x->pds, &q->b, &q->a, most_steps, &q->y);
  return good;
}

static bool ask(question *q, const char *system, const char *formula) {
  bool good = ask_within(q, system, formula, 1000000);
  if (!good)
    printf("%s: %s\n", formula, q->x->report.entries[0].message);
  return good;
}

static void drop(question *q) { problem_delete(q->x); }

static bool evidence_is_good(question *q) {
  mem *m = &q->x->mem;
  progress *clock = &q->x->clock;
  const char *why = "";
  bool good = q->y.violated
                  ? pushdown_lasso_check(m, clock, &q->x->pds, &q->b, &q->table,
                                         q->formula, &q->y.lasso, &why)
                  : pushdown_ranks_check(m, clock, &q->x->pds, &q->b, &q->a,
                                         &q->y.ranks, &why);
  if (!good)
    printf("%s\n", why);
  return good;
}

static bool verdict(const char *system, const char *formula, bool holds) {
  question q;
  bool right =
      ask(&q, system, formula) && q.y.violated != holds && evidence_is_good(&q);
  if (!right)
    printf("%s\n", formula);
  drop(&q);
  return right;
}

/* A procedure that calls itself before or after it works. */
static const char recursion[] = "p main -> p f done\n"
                                "p f -> p f back @ call\n"
                                "p f -> p work\n"
                                "p work -> p @ return\n"
                                "p back -> p @ return\n"
                                "init < p , main >\n";

static void test_verdicts(void) {
  CHECK(verdict(recursion, "G (work -> F done)", true));
  CHECK(verdict(recursion, "F done", false)); /* it may call for ever */
  CHECK(verdict(recursion, "G F f -> G F @call", true));
  CHECK(verdict(recursion, "F G !f | G F f", true));
  CHECK(verdict(recursion, "G !back", false));
  CHECK(verdict(recursion, "G (@return -> X (back | done))", true));
  CHECK(verdict(recursion, "G (back -> G !f)", true));
  CHECK(verdict(recursion, "F G done | G F f", true));
  CHECK(verdict(recursion, "G p", true));
  CHECK(verdict(recursion, "G X p", true));
  CHECK(verdict(recursion, "F @return", false));
  /* done has no rule: the run stays there, with no action */
  CHECK(verdict(recursion, "G (done -> G (done & !@return))", true));
  /* the empty stack has no top */
  CHECK(verdict("p a -> p\ninit < p , a+ >\n", "F G !a", true));
  CHECK(verdict("p a -> p\ninit < p , a+ >\n", "G a", false));
  CHECK(verdict("p a -> p\ninit < p , a* >\n", "a", false));
  CHECK(verdict("p a -> p\ninit < p , a >\n", "X X X !a", true));
  /* an empty initial set has no runs */
  CHECK(verdict("p a -> p\nedge init p a %1\naccept init\n", "false", true));
  /* wildcards */
  CHECK(verdict("p * -> q b *\nq b -> p\ninit < p , a >\n", "G F a", true));
  CHECK(verdict("p * -> q * *\nq * -> p *\ninit < p , a >\n", "G a", true));
}

static void test_binding(void) {
  static const char system[] = "p a -> q b @ begin\nq b -> p q @ \"stop it\"\n"
                               "init < p , a >\n";
  static const struct {
    const char *formula, *message;
  } wrong[] = {
      {"G q", "'q' is a control state and a stack symbol: write state.q or "
              "top.q"},
      {"G \"stateq\"", "'stateq' is no control state"},
      {"F @begn", "'@begn' means nothing here (did you mean '@begin'?)"},
      {"F state.b", "'state.b'"},
      {"F top.p", "'top.p'"},
      {"F set.p", "'set.p': there is no set of that name"},
      {"F @zzzzzzz", "'@zzzzzzz': there is no action of that name"},
      {"F zzzzzz", "'zzzzzz' is no control state, stack symbol, set"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    question q;
    CHECK(!ask_within(&q, system, wrong[i].formula, 1));
    CHECK(problem_says(q.x, 3, 5, wrong[i].message));
    drop(&q);
  }
  CHECK(verdict(system, "state.q | top.a", true));
  CHECK(verdict(system, "F top.q", true));
  CHECK(verdict(system, "G F @begin", false));
  CHECK(verdict(system, "X @\"stop it\"", true));
}

/* Each level doubles the work: the stem is exponentially long. */
static void test_long(void) {
  char system[2000] = "init < p , a0 end >\np end -> p end\n";
  for (int i = 0; i < 30; i++)
    sprintf(system + strlen(system), "p a%d -> p a%d a%d\n", i, i + 1, i + 1);
  strcat(system, "p a30 -> p\n");
  question q;
  CHECK(ask(&q, system, "G !end"));
  CHECK(q.y.violated && !q.y.has_lasso);
  drop(&q);
  CHECK(verdict(system, "F G end", true));
  strcat(system, "p a12 -> p a12\n");
  CHECK(ask_within(&q, system, "G !a12", 100));
  CHECK(q.y.violated && q.y.has_lasso && q.y.steps < 20);
  CHECK(evidence_is_good(&q));
  drop(&q);
  char *from = strstr(system, "p a10 ->");
  strcpy(from, "p a10 -> p\n");
  CHECK(ask(&q, system, "G !end"));
  /* 2047 steps to the end, and one or two of the automaton */
  CHECK(q.y.has_lasso && q.y.steps >= 2048 && q.y.steps <= 2049);
  CHECK(evidence_is_good(&q));
  drop(&q);
}

/* The letters of the loop would change from one round to the next. */
static void test_class_of_loop(void) {
  static const char system[] = "p a -> p a b\ninit < p , a >\n";
  question q;
  CHECK(ask(&q, system, "G a"));
  mem *m = &q.x->mem;
  pds *p = &q.x->pds;
  uint32_t a = names_find(&p->symbols, "a", 1);
  uint32_t b = names_find(&p->symbols, "b", 1);
  pds_set set = {.name = names_insert(m, &p->set_names, "s", 1)};
  uint32_t one = paut_add_state(m, &set.automaton);
  paut_add_edge(m, &set.automaton, 0, a, one);
  paut_add_edge(m, &set.automaton, one, b, one);
  paut_add_accepting(m, &set.automaton, one);
  vec_push(m, &p->named_sets, set);
  names atoms = {0};
  names_insert(m, &atoms, "s", 1);
  CHECK(pds_bind(m, p, &atoms, "f", 1, 1, &q.x->report, &q.b));
  CHECK(q.b.sets.count == 1 && q.b.atoms.at[0].kind == PDS_ATOM_SET);
  pds_lasso l = {0};
  pushdown_letters letters = {0};
  const char *why = "";
  vec_push(m, &l.stack, a);
  vec_push(m, &l.loop, 0);
  CHECK(pushdown_lasso_replay(m, &q.x->clock, p, &q.b, &l, &letters, &why));
  CHECK(letters.count == 1 && letters.at[0] == 1);
  /* now only <p, a> and <p, a b> are in the set */
  uint32_t two = paut_add_state(m, &p->named_sets.at[0].automaton);
  p->named_sets.at[0].automaton.edges.at[1].to = two;
  paut_add_accepting(m, &p->named_sets.at[0].automaton, two);
  CHECK(!pushdown_lasso_replay(m, &q.x->clock, p, &q.b, &l, &letters, &why));
  CHECK(strstr(why, "differ for a set"));
  vec_push(m, &l.stem, 0);
  CHECK(!pushdown_lasso_replay(m, &q.x->clock, p, &q.b, &l, &letters, &why));
  vec_push(m, &l.stem, 0);
  CHECK(pushdown_lasso_replay(m, &q.x->clock, p, &q.b, &l, &letters, &why));
  CHECK(letters.count == 3 && letters.at[1] == 1 && letters.at[2] == 0);
  drop(&q);
}

static void test_random(void) {
  static const instance_shape shapes[] = {{false, false, false, 2, 2, 6, 3},
                                          {false, true, false, 3, 3, 1, 3},
                                          {true, false, false, 2, 2, 5, 2},
                                          {false, true, true, 2, 3, 0, 0},
                                          {true, true, true, 2, 2, 0, 0}};
  tally t = {0};
  for (uint64_t i = 0; i < 4000; i++) {
    instance *x = instance_new(i + 1000000, &shapes[i % 5]);
    const char *wrong = compare(x, i, &t);
    if (wrong)
      printf("%llu: %s\n", (unsigned long long)i, wrong);
    CHECK(!wrong);
    instance_delete(x);
  }
  CHECK(t.violated > 1000 && t.holds > 1000 && t.lassos == t.violated &&
        t.ranks == t.holds && t.forged > 500 && t.mutated > 500);
  for (unsigned k = 0; k < FORGE_KINDS; k++)
    CHECK(t.ignored[k] > 0);
}

/* Whether the n-th allocation from the start fails. */
static bool faults(int64_t n) {
  jmp_buf handler;
  instance_shape shape = {true, true, false, 2, 2, 0, 2};
  instance *x = instance_new(17, &shape);
  pushdown_ltl_answer y;
  volatile bool has_faulted = true;
  x->budget.handler = &handler;
  x->budget.fail_in = n;
  if (setjmp(handler) == 0) {
    pushdown_ltl(&x->mem, &x->clock, &x->p, &x->b, &x->a, 1000, &y);
    has_faulted = false;
  }
  x->budget.handler = NULL;
  x->budget.fail_in = -1;
  instance_delete(x);
  return has_faulted;
}

static void test_allocation(void) {
  int64_t n = 0;
  while (n < 5000 && faults(n))
    n++;
  CHECK(n > 20 && n < 5000);
}

int main(void) {
  test_verdicts();
  test_binding();
  test_long();
  test_class_of_loop();
  test_random();
  test_allocation();
  return check_end();
}
