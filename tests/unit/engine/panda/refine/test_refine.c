/* Predicate abstraction: programs made by hand whose branches need predicates
 * from callees and through pointers; each edge beside its definition, over all
 * states; very long runs. */
#include "tests/unit/engine/panda/abstraction_run.h"

#include <time.h>

/* Runs to the branch on 'condition', which is the last statement; refines for
 * 'side' there. */
static bool refines(uint32_t condition, bool side) {
  uint32_t from = last_location();
  for (unsigned i = 0; i < 2; i++) {
    uint32_t to = location();
    edge_between(from, to, assume(condition, i == 0));
    edge_between(to, CFA_NONE, edge(CFA_HALT, CFA_NONE, CFA_NONE));
  }
  cfa_finish(&job, &made);
  CHECK(cfa_validate(&job, &made) == NULL);
  begin_abstraction();
  begin_runs();
  uint32_t e, callee;
  while (cfa_run_location(behind) != from && look_ahead(&e, &callee)) {
    abstraction_step(known, e, callee);
    cfa_run_step(behind);
  }
  CHECK(cfa_run_location(behind) == from);
  CHECK(!abstraction_refutes(known, condition, side));
  CHECK(abstraction_refine(known, condition, side) > 0);
  CHECK(is_consistent());
  CHECK(!abstraction_refutes(known, condition, !side));
  bool is_refuted = abstraction_refutes(known, condition, side);
  abstraction_delete(known);
  end_runs();
  return is_refuted;
}

/* f(n) { if (n < 5) r = 1; else r = 2; return r; } */
static uint32_t make_one_or_two(void) {
  uint32_t f = function("f", 8), n = parameter(local_word("n", 8));
  uint32_t r = local_word("r", 8), from = last_location(), ends[2];
  for (unsigned i = 0; i < 2; i++) {
    edge_between(from, location(),
                 assume(apply(BITS_ULT, 1, value_of(n), number(8, 5)), i == 0));
    set(r, number(8, 1 + i));
    ends[i] = last_location();
  }
  uint32_t join = location();
  for (unsigned i = 0; i < 2; i++)
    edge_between(ends[i], join, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  give(value_of(r));
  return f;
}

static void begin_main(void) { made.main = function("main", 0); }

/* A value that is chosen in a callee. */
static void check_callee(void) {
  made_begin(64);
  uint32_t f = make_one_or_two();
  begin_main();
  uint32_t x = local_word("x", 8), v = local_word("v", 8);
  input(x);
  call_with(v, f, CFA_NONE, 1, (uint32_t[]){value_of(x)});
  CHECK(refines(apply(BITS_EQ, 1, value_of(v), number(8, 0)), true));
}

/* v == 1 and x >= 5 exclude each other: two frames must agree. */
static void check_two_frames(void) {
  made_begin(32);
  uint32_t f = make_one_or_two();
  begin_main();
  uint32_t x = local_word("x", 8), v = local_word("v", 8);
  input(x);
  call_with(v, f, CFA_NONE, 1, (uint32_t[]){value_of(x)});
  then(assume(apply(BITS_EQ, 1, value_of(v), number(8, 1)), true));
  chosen[0] = 3;
  CHECK(refines(apply(BITS_ULT, 1, value_of(x), number(8, 5)), false));
}

/* p = &o; q = p; *p = x; *q differs from x? */
static void check_alias(void) {
  made_begin(64);
  begin_main();
  uint32_t x = local_word("x", 8), p = local_pointer("p");
  uint32_t q = local_pointer("q"), o = local_object("o", 4);
  input(x);
  set(p, address_of(o, 1));
  set(q, value_of(p));
  store(value_of(p), value_of(x));
  CHECK(refines(apply(BITS_EQ, 1, load(8, value_of(q)), value_of(x)), false));
}

/* set(p) { *p = 3; } main() { set(&o); *&o == 4? } */
static void check_pointer_parameter(void) {
  made_begin(32);
  uint32_t f = function("set", 0), p = parameter(local_pointer("p"));
  store(value_of(p), number(8, 3));
  give(CFA_NONE);
  begin_main();
  uint32_t o = local_object("o", 1);
  call_with(CFA_NONE, f, CFA_NONE, 1, (uint32_t[]){address_of(o, 0)});
  uint32_t is = apply(BITS_EQ, 1, load(8, address_of(o, 0)), number(8, 4));
  CHECK(refines(is, true));
}

/* A global that a callee counts, and one that it leaves alone. */
static void check_globals(void) {
  made_begin(32);
  uint32_t g = global_word("g", 8), h = global_word("h", 8);
  uint32_t f = function("count", 0);
  set(g, apply(BITS_ADD, 8, value_of(g), number(8, 1)));
  give(CFA_NONE);
  begin_main();
  input(h);
  then(assume(apply(BITS_ULT, 1, value_of(h), number(8, 9)), true));
  set(g, value_of(h));
  call_with(CFA_NONE, f, CFA_NONE, 0, NULL);
  uint32_t sum = apply(BITS_ADD, 8, value_of(h), number(8, 1));
  CHECK(refines(apply(BITS_EQ, 1, value_of(g), sum), false));
}

/* f(n) { if (n == 0) return 0; v = f(n - 1); return v; } is 0. */
static void check_recursion(void) {
  made_begin(32);
  uint32_t f = function("f", 8), n = parameter(local_word("n", 8));
  uint32_t v = local_word("v", 8), from = last_location();
  uint32_t is = apply(BITS_EQ, 1, value_of(n), number(8, 0));
  edge_between(from, location(), assume(is, true));
  edge_between(last_location(), CFA_NONE,
               edge(CFA_RETURN, CFA_NONE, number(8, 0)));
  edge_between(from, location(), assume(is, false));
  uint32_t less = apply(BITS_SUB, 8, value_of(n), number(8, 1));
  call_with(v, f, CFA_NONE, 1, &less);
  give(value_of(v));
  begin_main();
  uint32_t x = local_word("x", 8);
  call_with(x, f, CFA_NONE, 1, (uint32_t[]){number(8, 3)});
  CHECK(refines(apply(BITS_EQ, 1, value_of(x), number(8, 0)), false));
}

/* What is asked afterwards. */

static void check_statistics(void) {
  made_begin(32);
  begin_main();
  uint32_t x = local_word("x", 8);
  set(x, number(8, 3));
  then(edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  cfa_finish(&job, &made);
  uint32_t small = apply(BITS_ULT, 1, value_of(x), number(8, 5));
  uint32_t not_small = apply(BITS_NOT, 1, small, CFA_NONE);
  begin_abstraction();
  uint32_t first = made.functions.at[made.main].entry;
  CHECK(abstraction_add(known, first + 1, small));
  CHECK(!abstraction_add(known, first + 1, small));
  CHECK(!abstraction_add(known, first + 1, not_small));
  CHECK(abstraction_add(known, first + 2, not_small));
  CHECK(abstraction_add(known, first, small));
  abstraction_begin(known);
  abstraction_step(known, made.locations.at[first].first_edge, CFA_NONE);
  size_t mark = abstraction_mark(known);
  CHECK(abstraction_refutes(known, small, false));
  abstraction_step(known, made.locations.at[first + 1].first_edge, CFA_NONE);
  CHECK(abstraction_refutes(known, small, false));
  abstraction_undo(known, mark);
  CHECK(abstraction_refutes(known, not_small, true));
  CHECK(abstraction_count(known) == 3);
  abstraction_known a = abstraction_at(known, 0), b = abstraction_at(known, 1);
  CHECK(a.was_visited && a.is_always_true && !a.is_always_false);
  CHECK(b.location == first + 2 && b.condition == not_small);
  CHECK(b.is_always_false && !b.is_always_true);
  CHECK(!abstraction_at(known, 2).is_always_true);
  /* A run that is gone was there: nothing can be said of all visits. */
  CHECK(abstraction_add(known, first + 2,
                        apply(BITS_EQ, 1, value_of(x), number(8, 3))));
  CHECK(!abstraction_at(known, 3).is_always_true);
  CHECK(abstraction_most_at_a_location(known) == 2);
  abstraction_delete(known);
}

/* Beyond the log everything is unknown, until it is undone. */
static void check_long_run(void) {
  made_begin(32);
  begin_main();
  uint32_t x = local_word("x", 8),
           head = then(edge(CFA_ASSIGN, x, number(8, 1)));
  edge_between(head, head, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  cfa_finish(&job, &made);
  uint32_t is = apply(BITS_EQ, 1, value_of(x), number(8, 1));
  begin_abstraction();
  uint32_t first = made.functions.at[made.main].entry;
  abstraction_begin(known);
  abstraction_step(known, made.locations.at[first].first_edge, CFA_NONE);
  uint32_t loop = made.locations.at[head].first_edge;
  clock_t began = clock();
  for (size_t i = 0; i < 1000000; i++)
    abstraction_step(known, loop, CFA_NONE);
  printf("%.1f ns a step without predicates\n",
         (double)(clock() - began) * 1000 / CLOCKS_PER_SEC);
  CHECK(abstraction_add(known, head, is));
  CHECK(abstraction_refutes(known, is, false));
  size_t mark = abstraction_mark(known);
  began = clock();
  for (size_t i = 0; i < 1000000; i++)
    abstraction_step(known, loop, CFA_NONE);
  printf("%.1f ns a step with one\n",
         (double)(clock() - began) * 1000 / CLOCKS_PER_SEC);
  CHECK(abstraction_refutes(known, is, false));
  while (known->log.count < ABS_MOST_STEPS)
    abstraction_step(known, loop, CFA_NONE);
  for (size_t i = 0; i < 100; i++)
    abstraction_step(known, loop, CFA_NONE);
  CHECK(!abstraction_refutes(known, is, false));
  CHECK(abstraction_refine(known, is, false) == 0);
  CHECK(abstraction_mark(known) == (size_t)ABS_MOST_STEPS + 100);
  abstraction_undo(known, ABS_MOST_STEPS + 50);
  CHECK(abstraction_mark(known) == (size_t)ABS_MOST_STEPS + 50);
  abstraction_undo(known, mark);
  CHECK(abstraction_refutes(known, is, false));
  CHECK(!abstraction_at(known, 0).is_always_true);
  abstraction_delete(known);
}

/* Each edge over all states. */

static uint64_t state[8]; /* of 'words' */

static uint64_t value_in(uint32_t e) {
  const cfa_expression *x = &made.expressions.at[e];
  uint64_t v[3] = {0};
  uint32_t operands[3];
  size_t count = cfa_operands(x, operands);
  if (x->kind == CFA_CONSTANT)
    return x->value;
  for (unsigned i = 0; x->kind == CFA_VARIABLE && i < word_count; i++)
    if (words[i] == x->a)
      return state[i];
  for (size_t i = 0; i < count; i++)
    v[i] = value_in(operands[i]);
  return bits_apply(x->op, x->width, made.expressions.at[x->a].width, v[0],
                    v[1], v[2]);
}

/* Does the state agree with what is known in the frame on top? */
static bool agrees(const unsigned char *truths, uint32_t l) {
  for (size_t i = 0; i < known->at[l].count; i++) {
    const abs_entry *x = &known->at[l].at[i];
    if (truths[i] != ABS_UNKNOWN &&
        (value_in(x->condition) != 0) !=
            ((truths[i] == ABS_TRUE) != x->is_flipped))
      return false;
  }
  return true;
}

static void truths_here(unsigned char *out) {
  const abs_frame *f = &vec_last(&known->frames);
  memset(out, ABS_UNKNOWN, 16);
  for (size_t i = 0; f->start != ABS_NONE && i < known->at[f->location].count;
       i++)
    out[i] = known->values.at[f->start + i];
}

/* Every successor of the state agrees with what is known behind the edge. */
static bool moves_into(const cfa_edge *e, const unsigned char *after) {
  unsigned v = 0;
  if (e->kind == CFA_ASSUME && (value_in(e->a) != 0) != e->holds)
    return true;
  while (e->variable != CFA_NONE && words[v] != e->variable)
    v++;
  uint64_t old = state[v];
  bool all = true;
  if (e->kind == CFA_ASSIGN)
    state[v] = value_in(e->a);
  if (e->kind == CFA_INPUT)
    for (state[v] = 0; state[v] < 1u << drawn.width; state[v]++)
      all &= agrees(after, e->to);
  else
    all = agrees(after, e->to);
  state[v] = old;
  return all;
}

static bool covers_all(const cfa_edge *e, const unsigned char *before,
                       const unsigned char *after) {
  uint64_t count = UINT64_C(1) << drawn.width * word_count;
  for (uint64_t n = 0; n < count; n++) {
    for (unsigned i = 0; i < word_count; i++)
      state[i] = n >> i * drawn.width & bits_mask(drawn.width);
    if (agrees(before, e->from) && !moves_into(e, after))
      return false;
  }
  return true;
}

/* Any edges of a function one after the other: predicates must follow even
 * where no run goes. */
static void check_edges(unsigned programs) {
  unsigned long wrong = 0, edges = 0, certain = 0;
  for (unsigned i = 0; i < programs; i++) {
    unsigned char before[16], after[16];
    any_program((shape){.width = 2, .inputs = 1, .has_late = true}, 1, 6);
    begin_abstraction();
    for (unsigned k = 0; k < 5; k++) {
      uint32_t c = any_condition(1);
      for (uint32_t l = 0; l < made.locations.count; l++)
        if (draw(5))
          abstraction_add(known, l, c);
    }
    abstraction_begin(known);
    uint32_t l = made.functions.at[made.main].entry;
    for (unsigned k = 0; k < 40 && made.locations.at[l].edges; k++) {
      uint32_t n =
          made.locations.at[l].first_edge + draw(made.locations.at[l].edges);
      const cfa_edge e = made.edges.at[n];
      if (e.to == CFA_NONE)
        break;
      truths_here(before);
      if (e.kind == CFA_ASSUME && abstraction_refutes(known, e.a, e.holds))
        break;
      abstraction_step(known, n, CFA_NONE);
      truths_here(after);
      wrong += !covers_all(&e, before, after);
      for (size_t x = 0; x < known->at[e.to].count; x++)
        certain += after[x] != ABS_UNKNOWN;
      edges++;
      l = e.to;
    }
    abstraction_delete(known);
  }
  CHECK(wrong == 0);
  CHECK(certain > edges / 4);
  printf("%lu edges, %lu truths\n", edges, certain);
}

int main(void) {
  mem_init(&job, &budget);
  ticks.budget = &budget;
  check_callee();
  check_two_frames();
  check_alias();
  check_pointer_parameter();
  check_globals();
  check_recursion();
  check_statistics();
  check_long_run();
  check_edges(100);
  mem_clear(&job);
  return check_end();
}
