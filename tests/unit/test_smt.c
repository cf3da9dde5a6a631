/* The solver against all values of all inputs: small random constraints; the
 * meaning of every operator in Z3; slices, cores, limits. */
#include "check.h"
#include "smt/solver.h"
#include "term_twin.h"

enum { MOST_INPUTS = 5 };

static const smt_limits limits = {.milliseconds = 10000};

static bool draw_twice(void) { return draw(2) && draw(2); }

/* ---- By trying all values
 * ----------------------------------------------------- */

static void spread(const terms *t, uint64_t all, uint64_t *values) {
  for (uint32_t i = 0; i < terms_inputs(t); i++) {
    unsigned width = terms_width(t, terms_input_at(t, i));
    values[i] = bits_cut(all, width);
    all >>= width;
  }
}

static unsigned total_width(const terms *t) {
  unsigned total = 0;
  for (uint32_t i = 0; i < terms_inputs(t); i++)
    total += terms_width(t, terms_input_at(t, i));
  return total;
}

/* What twins say: by assignment, one bit a node that is asked about. */
static bool all_hold(const twin *w, const uint32_t *nodes, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!w->values.at[nodes[i]])
      return false;
  return true;
}

static bool has_solution(twin *w, const uint32_t *nodes, size_t count) {
  uint64_t values[MOST_INPUTS];
  for (uint64_t all = 0; all < UINT64_C(1) << total_width(w->t); all++) {
    spread(w->t, all, values);
    twin_evaluate(w, values);
    if (all_hold(w, nodes, count))
      return true;
  }
  return false;
}

/* ---- Random constraints
 * ---------------------------------------------------------- */

typedef struct setting {
  twin w;
  smt *s;
  vec(uint32_t) stack; /* nodes */
} setting;

static uint32_t draw_constraint(twin *w) {
  static const unsigned widths[] = {1, 2, 3, 4};
  uint32_t made = 0;
  unsigned steps = 1 + draw(4);
  for (unsigned i = 0; i < steps; i++)
    made = twin_grow(w, widths, 4);
  for (int tries = 0; tries < 20 && w->nodes.at[made].width != 1; tries++)
    made = twin_grow(w, widths, 4);
  return w->nodes.at[made].width == 1 ? made : twin_pick(w, 1);
}

static void check_model(setting *x, const uint32_t *nodes, size_t count,
                        bool is_slice) {
  uint64_t values[MOST_INPUTS];
  for (uint32_t i = 0; i < terms_inputs(x->w.t); i++) {
    values[i] = terms_input_value(x->w.t, i);
    smt_model(x->s, i, &values[i]);
  }
  twin_evaluate(&x->w, values);
  if (is_slice) /* what is not in the slice keeps its values, and holds */
    CHECK(all_hold(&x->w, nodes, count));
  else
    CHECK(all_hold(&x->w, nodes, count));
}

static void check_core(setting *x, bool with_extra, uint32_t extra) {
  smt_core_set core = {0};
  uint32_t nodes[64];
  smt_core(x->s, &job, &core);
  for (size_t i = 0; i < core.count; i++) {
    CHECK(core.at[i] < x->stack.count);
    CHECK(i == 0 || core.at[i - 1] < core.at[i]);
    nodes[i] = x->stack.at[core.at[i]];
  }
  if (with_extra)
    nodes[core.count] = extra;
  CHECK(!has_solution(&x->w, nodes, core.count + with_extra));
  vec_free(&job, &core);
}

/* The present values satisfy the stack, if anything does. */
static bool settle(setting *x) {
  uint64_t values[MOST_INPUTS];
  if (!has_solution(&x->w, x->stack.at, x->stack.count))
    return false;
  for (uint64_t all = 0;; all++) {
    spread(x->w.t, all, values);
    twin_evaluate(&x->w, values);
    if (all_hold(&x->w, x->stack.at, x->stack.count))
      break;
  }
  for (uint32_t i = 0; i < terms_inputs(x->w.t); i++)
    terms_assign(x->w.t, i, values[i]);
  return true;
}

static void check_query(setting *x) {
  bool with_extra = draw(6) != 0;
  uint32_t extra = draw_constraint(&x->w);
  bool stack_is_sat = settle(x) && draw(4);
  smt_answer answer = smt_check(
      x->s, with_extra ? x->w.nodes.at[extra].made : TERM_NONE, stack_is_sat);
  uint32_t nodes[64];
  size_t count = 0;
  for (; count < x->stack.count; count++)
    nodes[count] = x->stack.at[count];
  if (with_extra)
    nodes[count++] = extra;
  bool expected = has_solution(&x->w, nodes, count);
  CHECK(answer == (expected ? SMT_SAT : SMT_UNSAT));
  if (answer == SMT_SAT)
    check_model(x, nodes, count, stack_is_sat);
  if (answer == SMT_UNSAT)
    check_core(x, with_extra, extra);
  if (draw(8) == 0) {
    term terms_of[64];
    for (size_t i = 0; i < count; i++)
      terms_of[i] = x->w.nodes.at[nodes[i]].made;
    CHECK(smt_check_afresh(x->s, terms_of, count) == answer);
  }
}

static void add_inputs(twin *w) {
  for (int i = (int)terms_inputs(w->t); i < MOST_INPUTS; i++) {
    unsigned width = 1 + draw(4);
    if (total_width(w->t) + width <= 10)
      twin_input(w, width);
  }
}

/* Back to the first inputs: constraints with others go from the stack, and
 * nodes, too. */
static void go_back(setting *x, size_t keep) {
  smt_pop(x->s, x->stack.count);
  x->stack.count = 0;
  terms_cut(x->w.t, keep);
  x->w.nodes.count = keep; /* inputs come first */
  add_inputs(&x->w);
}

static void check_session(void) {
  setting x = {.w = {.t = terms_new(&job)}};
  x.s = smt_new(&job, x.w.t, NULL, &limits);
  add_inputs(&x.w);
  for (int step = 0; step < 40; step++) {
    switch (draw(8)) {
    case 0:
    case 1:
    case 2: {
      uint32_t c = draw_constraint(&x.w);
      if (x.stack.count == 20)
        break;
      smt_push(x.s, x.w.nodes.at[c].made);
      vec_push(&job, &x.stack, c);
      CHECK(smt_at(x.s, smt_depth(x.s) - 1) == x.w.nodes.at[c].made);
      break;
    }
    case 3: {
      size_t count = x.stack.count ? draw((uint32_t)x.stack.count + 1) : 0;
      smt_pop(x.s, count);
      x.stack.count -= count;
      CHECK(smt_depth(x.s) == x.stack.count);
      break;
    }
    case 4:
      if (draw_twice())
        go_back(&x, draw(3));
      break;
    default:
      check_query(&x);
    }
  }
  smt_delete(x.s);
  terms_delete(x.w.t);
  twin_clear(&x.w);
  vec_free(&job, &x.stack);
}

/* ---- Operators: an equation with inputs that are fixed
 * ------------------------------- */

static void check_operator(smt *s, terms *t, bits_op op, unsigned width) {
  unsigned from = width, second = width, result = width;
  if (op >= BITS_EQ && op <= BITS_SLE)
    result = 1;
  else if (op == BITS_ZEXT || op == BITS_SEXT)
    result = width + draw(65 - width);
  else if (op == BITS_TRUNC)
    result = 1 + draw(width);
  else if (op == BITS_CONCAT && width == 64)
    return;
  else if (op == BITS_CONCAT)
    second = 1 + draw(64 - width), result = width + second;
  if (op == BITS_ITE)
    from = 1;
  uint64_t a = draw_word(from), b = draw_word(second), c = draw_word(width);
  unsigned count = bits_operands(op);
  term x = terms_input(t, from, 0);
  term y = count > 1 ? terms_input(t, second, 0) : TERM_NONE;
  term z = count > 2 ? terms_input(t, width, 0) : TERM_NONE;
  uint64_t expected =
      bits_apply(op, result, op == BITS_CONCAT ? second : from, a, b, c);
  term made = terms_apply(t, op, result, x, y, z);
  smt_push(s, terms_apply(t, BITS_EQ, 1, x, terms_constant(t, from, a), 0));
  if (y)
    smt_push(s, terms_apply(t, BITS_EQ, 1, y, terms_constant(t, second, b), 0));
  if (z)
    smt_push(s, terms_apply(t, BITS_EQ, 1, z, terms_constant(t, width, c), 0));
  term is =
      terms_apply(t, BITS_EQ, 1, made, terms_constant(t, result, expected), 0);
  term is_not = terms_not(t, is);
  CHECK(smt_check(s, is, true) == SMT_SAT);
  CHECK(smt_check(s, is_not, true) == SMT_UNSAT);
  term all[4];
  size_t depth = smt_depth(s);
  for (size_t i = 0; i < depth; i++)
    all[i] = smt_at(s, i);
  all[depth] = is_not;
  CHECK(smt_check_afresh(s, all, depth + 1) == SMT_UNSAT);
  all[depth] = is;
  CHECK(smt_check_afresh(s, all, depth + 1) == SMT_SAT);
  smt_pop(s, depth);
  terms_cut(t, 0);
}

static void check_operators(void) {
  static const unsigned widths[] = {1, 2, 5, 8, 16, 32, 33, 64};
  terms *t = terms_new(&job);
  smt *s = smt_new(&job, t, NULL, &limits);
  for (int op = 0; op < BITS_OP_COUNT; op++)
    for (int i = 0; i < 8; i++)
      for (int round = 0; round < 2; round++)
        check_operator(s, t, (bits_op)op, widths[i]);
  smt_delete(s);
  terms_delete(t);
}

int main(void) {
  mem_init(&job, &budget);
  progress_begin(&ticks, "");
  for (int i = 0; i < 60; i++)
    check_session();
  check_operators();
  CHECK(job.blocks == NULL);
  mem_clear(&job);
  return check_end();
}
