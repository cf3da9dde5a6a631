/* Loops that go around for ever, beside the set of all states: random automata
 * over words of 8 bits, with what the templates for invariants are made for.
 * The states are found one by one; assertions are mostly true, or nearly. */
#include "tests/unit/cases.h"

#include "tests/unit/cfa_made.h"

#include "base/map.h"
#include "engine/panda/panda.h"

#include <setjmp.h>

enum { WORDS = 4, FLAG = WORDS, MOST_STATES = 150000, SECONDS = 1 };

static uint32_t words[WORDS + 1]; /* the last is the flag, of one bit */

static uint32_t last(void) { return (uint32_t)(made.locations.count - 1); }

static uint32_t word(void) { return value_of(words[draw(WORDS)]); }

static uint32_t small(void) { return number(8, draw(3) ? draw(6) : draw(40)); }

static uint32_t plus(uint32_t x, uint32_t y) {
  return apply(draw(4) ? BITS_ADD : BITS_SUB, 8, x, y);
}

/* Such as programs branch on. */
static uint32_t condition(void) {
  static const bits_op tests[] = {BITS_EQ, BITS_ULT, BITS_ULE, BITS_SLT,
                                  BITS_SLE};
  if (draw(4) == 0)
    return apply(BITS_EQ, 1, apply(BITS_AND, 8, word(), number(8, 1)),
                 number(8, draw(2)));
  return apply(tests[draw(5)], 1, word(), draw(2) ? word() : small());
}

/* Such as invariants are: equations, bounds, disjunctions. */
static uint32_t fact(int depth) {
  uint32_t factor = number(8, 1 + draw(3));
  switch (draw(depth ? 4 : 3)) {
  case 0:
    return apply(BITS_EQ, 1, word(),
                 plus(apply(BITS_MUL, 8, factor, word()), small()));
  case 1:
    return apply(BITS_EQ, 1, apply(BITS_ADD, 8, word(), word()), word());
  case 2:
    return condition();
  default:
    return apply(BITS_OR, 1, condition(), fact(0));
  }
}

static void statements(int depth, int count);

/* Both ways on; 'chance' draws the side. */
static void branching(int depth, bool by_chance) {
  if (by_chance)
    input(words[FLAG]);
  uint32_t from = last();
  uint32_t c = by_chance ? value_of(words[FLAG]) : condition();
  uint32_t yes = location();
  edge_between(from, yes, assume(c, true));
  statements(depth, 1 + (int)draw(2));
  uint32_t end = last(), no = location();
  edge_between(from, no, assume(c, false));
  if (draw(2))
    statements(depth, 1);
  uint32_t other_end = last(), meet = location();
  edge_between(end, meet, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  edge_between(other_end, meet, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
}

static void looping(int depth) {
  uint32_t head = then(edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  bool by_chance = draw(2);
  if (by_chance)
    input(words[FLAG]);
  uint32_t from = last();
  uint32_t c = by_chance ? value_of(words[FLAG]) : condition();
  uint32_t body = location();
  edge_between(from, body, assume(c, true));
  statements(depth - 1, 1 + (int)draw(3));
  edge_between(last(), head, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  uint32_t behind = location();
  edge_between(from, behind, assume(c, false));
}

static void statement(int depth) {
  uint32_t v = words[draw(WORDS)];
  switch (draw(depth > 0 ? 9 : 6)) {
  case 0:
    set(v, plus(word(), small()));
    break;
  case 1:
    set(v, small());
    break;
  case 6:
    branching(depth - 1, true);
    break;
  case 7:
    branching(depth - 1, false);
    break;
  case 8:
    looping(depth);
    break;
  default:
    set(v, plus(value_of(v), number(8, 1 + draw(3))));
  }
}

static void statements(int depth, int count) {
  for (int i = 0; i < count; i++)
    statement(depth);
}

/* The location where something will be asserted. */
static uint32_t random_automaton(void) {
  made_begin(32);
  function("main", 8);
  for (int i = 0; i < WORDS; i++) {
    char name[16];
    snprintf(name, sizeof name, "w%d", i);
    words[i] = local_word(name, 8);
  }
  words[FLAG] = local_word("flag", 1);
  for (int i = 0; i < WORDS; i++)
    if (draw(8)) /* or it has any value */
      set(words[i], draw(2) ? number(8, 0) : small());
  set(words[FLAG], number(1, 0));
  if (draw(2)) {
    input(words[3]);
    then(assume(apply(BITS_ULT, 1, value_of(words[3]), number(8, 2 + draw(6))),
                true));
  }
  statements(0, (int)draw(2));
  looping(2);
  if (draw(3) == 0)
    looping(1);
  return last();
}

typedef struct states {
  map all; /* location and values */
  bool is_too_large, fails;
} states;

static uint64_t value_in(uint64_t state, uint32_t x) {
  const cfa_expression *e = &made.expressions.at[x];
  if (e->kind == CFA_CONSTANT)
    return e->value;
  if (e->kind == CFA_VARIABLE)
    return bits_cut(state >> 8 * (e->a - words[0]), e->width);
  uint32_t operands[3];
  uint64_t v[3] = {0};
  size_t n = cfa_operands(e, operands);
  for (size_t i = 0; i < n; i++)
    v[i] = value_in(state, operands[i]);
  return bits_apply(e->op, e->width, made.expressions.at[e->a].width, v[0],
                    v[1], v[2]);
}

static uint64_t with(uint64_t state, uint32_t v, uint64_t value) {
  unsigned at = 8 * (v - words[0]);
  return (state & ~(UINT64_C(255) << at)) | value << at;
}

static void reach(states *s, uint32_t location, uint64_t state) {
  uint64_t values = state & UINT64_C(0xffffffffff);
  map_insert(&job, &s->all, (uint64_t)location << 40 | values);
  s->is_too_large = s->is_too_large || s->all.keys.count > MOST_STATES;
}

static void follow(states *s, const cfa_edge *e, uint64_t state) {
  switch (e->kind) {
  case CFA_ASSUME:
    if (value_in(state, e->a) == e->holds)
      reach(s, e->to, state);
    break;
  case CFA_ASSIGN:
    reach(s, e->to, with(state, e->variable, value_in(state, e->a)));
    break;
  case CFA_INPUT:
    for (uint64_t v = 0; v <= bits_mask(made.variables.at[e->variable].width);
         v++)
      reach(s, e->to, with(state, e->variable, v));
    break;
  case CFA_FAIL:
    s->fails = true;
    break;
  case CFA_RETURN:
    break;
  default:
    reach(s, e->to, state);
  }
}

/* What is not set at first has any value. */
static void begin(states *s) {
  uint64_t state = 0;
  bool is_set[WORDS] = {false};
  for (size_t i = 0; i < made.edges.count; i++) {
    const cfa_edge *e = &made.edges.at[i];
    if (e->kind != CFA_ASSIGN || e->variable == words[FLAG])
      break;
    is_set[e->variable - words[0]] = true;
  }
  for (uint32_t i = 0; i < WORDS; i++)
    for (uint64_t v = 1; v < 256 && !is_set[i]; v++)
      reach(s, 0, with(state, words[i], v));
  reach(s, 0, state);
}

static states all_states(void) {
  states s = {.fails = false};
  begin(&s);
  for (size_t n = 0; n < s.all.keys.count && !s.is_too_large; n++) {
    uint64_t key = s.all.keys.at[n];
    for (size_t i = 0; i < made.edges.count; i++)
      if (made.edges.at[i].from == key >> 40)
        follow(&s, &made.edges.at[i], key);
  }
  return s;
}

static bool holds_at(const states *s, uint32_t location, uint32_t condition) {
  for (size_t n = 0; n < s->all.keys.count; n++)
    if (s->all.keys.at[n] >> 40 == location &&
        !value_in(s->all.keys.at[n], condition))
      return false;
  return true;
}

static size_t verdicts[3], invariants, templates[3], spent;

static void add_assertion(const states *s, uint32_t at) {
  uint32_t what = fact(1);
  for (int i = 0; i < 200 && draw(8) && !holds_at(s, at, what); i++)
    what = fact(1);
  uint32_t bad = location();
  edge_between(at, bad, assume(what, false));
  edge_between(bad, CFA_NONE, edge(CFA_FAIL, CFA_NONE, CFA_NONE));
  uint32_t good = location();
  edge_between(at, good, assume(what, true));
  give(number(8, 0));
}

/* An equation with a sum or a product; a disjunction; anything else. */
static void count_template(uint32_t condition) {
  const cfa_expression *e = &made.expressions.at[condition];
  bool sums = false;
  if (e->kind == CFA_APPLY && e->op == BITS_EQ)
    for (int i = 0; i < 2; i++) {
      const cfa_expression *x = &made.expressions.at[i ? e->b : e->a];
      sums = sums ||
             (x->kind == CFA_APPLY && (x->op == BITS_ADD || x->op == BITS_MUL));
    }
  templates[sums ? 0 : e->kind == CFA_APPLY && e->op == BITS_OR ? 1 : 2]++;
}

static void compare(const states *s, const panda_result *r) {
  verdicts[r->verdict]++;
  CHECK(r->verdict == PANDA_UNKNOWN ||
        (r->verdict == PANDA_VIOLATED) == s->fails);
  if (r->verdict != PANDA_HOLDS)
    return;
  vec_each (const panda_predicate, p, &r->predicates)
    if (p->is_invariant && strstr(r->reason, "invariants")) {
      CHECK(holds_at(s, p->location, p->condition));
      count_template(p->condition);
      invariants++;
    }
}

static void check_one(unsigned long number) {
  static panda_result r;
  static panda_open open;
  jmp_buf handler;
  uint32_t at = random_automaton();
  states s = all_states();
  if (s.is_too_large)
    return;
  add_assertion(&s, at);
  order_branches();
  cfa_finish(&job, &made);
  CHECK(!cfa_validate(&job, &made));
  s = all_states();
  panda_options o = {.refine = draw(2),
                     .loops_first = number % 4 == 0,
                     .query_milliseconds = 2000};
  open = (panda_open){NULL, NULL, NULL};
  budget.handler = &handler;
  ticks.limit = SECONDS;
  progress_begin(&ticks, "");
  if (setjmp(handler) == 0) {
    panda_decide(&job, &ticks, &made, &o, &open, &r);
    compare(&s, &r);
  } else {
    CHECK(budget.fault == MEM_TIME);
    spent++;
  }
  panda_close(&open);
  budget.handler = NULL;
}

int main(int argc, char **argv) {
  cases asked = cases_asked(argc, argv, 60);
  unsigned long many = asked.many;
  cases_each(asked, check_one);
  CHECK(many < 50 || (verdicts[PANDA_HOLDS] > many / 8 &&
                      verdicts[PANDA_VIOLATED] > many / 10));
  /* Which ones are needed, depends on how much time there is. */
  CHECK(many < 50 || spent * 10 > many || (templates[1] && invariants > 5));
  fprintf(stderr,
          "%zu hold (%zu invariants: %zu equations, %zu disjunctions), %zu are "
          "violated, %zu unknown, %zu took too long\n",
          verdicts[PANDA_HOLDS], invariants, templates[0], templates[1],
          verdicts[PANDA_VIOLATED], verdicts[PANDA_UNKNOWN], spent);
  return check_end();
}
