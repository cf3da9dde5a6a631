/* Questions about words, asked about integers: against all values of all
 * inputs, and operator by operator on wide words. */
#include "smt/integers.h"
#include "tests/unit/check.h"
#include "tests/unit/smt/term_twin.h"

enum { MOST_INPUTS = 4, MOST_CONSTRAINTS = 4, QUESTIONS = 30000 };

static unsigned total_width(const terms *t) {
  unsigned total = 0;
  for (uint32_t i = 0; i < terms_inputs(t); i++)
    total += terms_width(t, terms_input_at(t, i));
  return total;
}

static bool all_hold(twin *w, const uint32_t *nodes, size_t count,
                     const uint64_t *values) {
  twin_evaluate(w, values);
  for (size_t i = 0; i < count; i++)
    if (!w->values.at[nodes[i]])
      return false;
  return true;
}

static bool has_solution(twin *w, const uint32_t *nodes, size_t count) {
  uint64_t values[MOST_INPUTS] = {0};
  for (uint64_t all = 0; all < UINT64_C(1) << total_width(w->t); all++) {
    uint64_t rest = all;
    for (uint32_t i = 0; i < terms_inputs(w->t); i++) {
      unsigned width = terms_width(w->t, terms_input_at(w->t, i));
      values[i] = bits_cut(rest, width);
      rest >>= width;
    }
    if (all_hold(w, nodes, count, values))
      return true;
  }
  return false;
}

/* Some constraint: often a limit, for these are used. */
static uint32_t draw_constraint(twin *w) {
  static const unsigned widths[] = {1, 2, 3, 5, 8};
  uint32_t made = twin_grow(w, widths, 5);
  for (int tries = 0; tries < 30 && w->nodes.at[made].width != 1; tries++)
    made = twin_grow(w, widths, 5);
  if (draw(3) == 0) {
    unsigned width = widths[1 + draw(4)];
    uint32_t x = twin_pick(w, width);
    uint32_t c = twin_constant(w, width, draw_word(width));
    made = draw(2) ? twin_apply(w, BITS_ULT, 1, x, c, 0)
                   : twin_apply(w, BITS_ULE, 1, c, x, 0);
    if (draw(2))
      made = twin_apply(w, BITS_NOT, 1, made, 0, 0);
  }
  return w->nodes.at[made].width == 1 ? made : twin_pick(w, 1);
}

/* A quotient or remainder by a constant, or a product with one: without it
 * nobody asks integers. */
static void add_hard(twin *w) {
  static const bits_op ops[] = {BITS_UREM, BITS_UDIV, BITS_SREM, BITS_SDIV,
                                BITS_MUL};
  unsigned width = draw(2) ? 3 : 5;
  uint32_t c = twin_constant(w, width, 1 + draw(width == 3 ? 3 : 15));
  twin_apply(w, ops[draw(5)], width, twin_pick(w, width), c, 0);
}

static bool check_question(void) {
  twin w = {.t = terms_new(&job)};
  uint32_t nodes[MOST_CONSTRAINTS];
  term constraints[MOST_CONSTRAINTS];
  size_t count = 1 + draw(MOST_CONSTRAINTS);
  integers x = {NULL, NULL, NULL};
  for (int i = 0; i < MOST_INPUTS; i++) {
    static const unsigned widths[] = {1, 2, 3, 5};
    unsigned width = widths[draw(4)];
    if (total_width(w.t) + width <= 9)
      twin_input(&w, width);
  }
  add_hard(&w);
  for (size_t i = 0; i < count; i++) {
    nodes[i] = draw_constraint(&w);
    constraints[i] = w.nodes.at[nodes[i]].made;
  }
  bool has_form = integers_begin(&x, &job, w.t, constraints, count);
  if (has_form) {
    Z3_lbool answer = integers_decide(&x, 10000);
    bool expected = has_solution(&w, nodes, count);
    CHECK(answer == (expected ? Z3_L_TRUE : Z3_L_FALSE));
    uint64_t values[MOST_INPUTS] = {0};
    for (uint32_t i = 0; expected && i < terms_inputs(w.t); i++)
      integers_value(&x, terms_at(w.t, terms_input_at(w.t, i)), &values[i]);
    CHECK(!expected || all_hold(&w, nodes, count, values));
  }
  integers_end(&x);
  terms_delete(w.t);
  twin_clear(&w);
  return has_form;
}

static void check_questions(void) {
  unsigned long asked = 0, most = check_cases(1500);
  for (int i = 0; i < QUESTIONS && asked < most; i++)
    asked += check_question();
  CHECK(asked >= most / 3);
}

static Z3_lbool ask(terms *t, const term *constraints, size_t count) {
  integers x = {NULL, NULL, NULL};
  bool has_form = integers_begin(&x, &job, t, constraints, count);
  CHECK(has_form);
  Z3_lbool answer = has_form ? integers_decide(&x, 10000) : Z3_L_UNDEF;
  integers_end(&x);
  return answer;
}

/* The second operand is a constant; the result times one is the same, which is
 * there so that it is asked at all. */
static void check_operator(bits_op op, unsigned width) {
  terms *t = terms_new(&job);
  uint64_t a = draw_word(width), b = 1 + draw(100);
  b = op == BITS_SHL || op == BITS_LSHR ? b % width
      : op == BITS_AND                  ? bits_mask(1 + (unsigned)b % width)
                                        : bits_cut(b, width - 1);
  if (!b)
    b = 1;
  uint64_t expected = bits_apply(op, width, width, a, b, 0);
  term x = terms_input(t, width, 0), y = terms_input(t, width, 0);
  term made = terms_apply(t, op, width, x, terms_constant(t, width, b), 0);
  term is = terms_apply(t, BITS_EQ, 1, made, y, 0);
  term all[4] = {
      terms_apply(t, BITS_EQ, 1, x, terms_constant(t, width, a), 0),
      terms_apply(t, BITS_EQ, 1, y, terms_constant(t, width, expected), 0), is,
      terms_apply(t, BITS_EQ, 1,
                  terms_apply(t, BITS_UREM, width, terms_input(t, width, 0),
                              terms_constant(t, width, 3), 0),
                  terms_constant(t, width, 1), 0)};
  CHECK(ask(t, all, 4) == Z3_L_TRUE);
  all[2] = terms_not(t, is);
  CHECK(ask(t, all, 4) == Z3_L_FALSE);
  terms_delete(t);
}

static void check_operators(void) {
  static const bits_op ops[] = {BITS_ADD,  BITS_SUB,  BITS_MUL,  BITS_UDIV,
                                BITS_SDIV, BITS_UREM, BITS_SREM, BITS_AND,
                                BITS_SHL,  BITS_LSHR};
  static const unsigned widths[] = {8, 16, 31, 32, 33, 64};
  for (size_t op = 0; op < sizeof ops / sizeof *ops; op++)
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
      for (int round = 0; round < 4; round++)
        check_operator(ops[op], widths[i]);
}

/* What has no such form is left alone. */
static void check_forms(void) {
  terms *t = terms_new(&job);
  integers x = {NULL, NULL, NULL};
  term a = terms_input(t, 32, 0), b = terms_input(t, 32, 0);
  term product = terms_apply(t, BITS_MUL, 32, a, b, 0);
  term three = terms_constant(t, 32, 3);
  term odd = terms_apply(t, BITS_EQ, 1, product, three, 0);
  CHECK(!integers_begin(&x, &job, t, &odd, 1) && !x.z);
  term easy = terms_apply(t, BITS_ULT, 1, a, b, 0);
  CHECK(!integers_begin(&x, &job, t, &easy, 1) && !x.z);
  terms_delete(t);
}

int main(void) {
  mem_init(&job, &budget);
  progress_begin(&ticks, "");
  check_forms();
  check_operators();
  check_questions();
  CHECK(job.blocks == NULL);
  mem_clear(&job);
  return check_end();
}
