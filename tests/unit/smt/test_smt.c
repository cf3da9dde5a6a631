/* The solver against all values of all inputs: small random constraints; the
 * meaning of every operator in Z3; slices, cores, limits. */
#include "smt/one_shot.h"
#include "tests/unit/check.h"
#include "tests/unit/smt/term_twin.h"

#include <math.h>

enum { MOST_INPUTS = 5 };

static const smt_limits limits = {.milliseconds = 10000};

static smt_answer check_afresh(terms *t, const term *constraints,
                               size_t count) {
  one_shot *q =
      one_shot_begin(&job, t, constraints, count, limits.milliseconds);
  one_shot_work(q);
  smt_answer answer = one_shot_answer(q);
  one_shot_end(q);
  return answer;
}

static bool draw_twice(void) { return draw(2) && draw(2); }

/* By trying all values. */

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

/* What is not in the slice keeps its values, and holds. */
static void check_model(setting *x, const uint32_t *nodes, size_t count) {
  uint64_t values[MOST_INPUTS];
  for (uint32_t i = 0; i < terms_inputs(x->w.t); i++) {
    values[i] = terms_input_value(x->w.t, i);
    smt_model(x->s, i, &values[i]);
  }
  twin_evaluate(&x->w, values);
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
  smt_answer answer = smt_decide(
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
    check_model(x, nodes, count);
  if (answer == SMT_UNSAT)
    check_core(x, with_extra, extra);
  if (draw(8) == 0) {
    term terms_of[64];
    for (size_t i = 0; i < count; i++)
      terms_of[i] = x->w.nodes.at[nodes[i]].made;
    CHECK(check_afresh(x->w.t, terms_of, count) == answer);
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

/* Operators: an equation with inputs that are fixed. */

/* Near each other, at the ends of words, tiny, huge, infinite, no number. */
static uint64_t draw_float(unsigned width) {
  static const double some[] = {0.0,   -0.0,         1.0,           -1.5,
                                0.1,   2147483647.5, -2147483648.9, 9.3e18,
                                1e-42, 3e38,         INFINITY,      NAN};
  double x = some[draw(12)];
  float narrow = (float)x;
  uint64_t bits = 0;
  if ((width != 32 && width != 64) || draw(3) == 0)
    return draw_word(width);
  if (width == 32)
    memcpy(&bits, &narrow, sizeof narrow);
  else
    memcpy(&bits, &x, sizeof x);
  return bits_cut(bits + draw(3) - 1, width);
}

static void check_operator(smt *s, terms *t, bits_op op, unsigned width) {
  unsigned from = width, second = width, result = width;
  bool is_float = bits_is_float(op);
  if (is_float && (op == BITS_FREM || (width != 32 && width != 64)))
    return;
  if (op == BITS_FROM_SIGNED)
    from = 1 + draw(64);
  else if (op == BITS_TO_SIGNED)
    result = 1 + draw(64);
  else if (op == BITS_FRESIZE)
    from = 96 - width;
  else if (bits_compares(op) && is_float)
    result = 1;
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
  uint64_t a = is_float ? draw_float(from) : draw_word(from);
  uint64_t b = is_float ? draw_float(second) : draw_word(second);
  uint64_t c = draw_word(width);
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
  CHECK(smt_decide(s, is, true) == SMT_SAT);
  CHECK(smt_decide(s, is_not, true) == SMT_UNSAT);
  if (is_float || draw(4)) { /* a context each takes its time */
    smt_pop(s, smt_depth(s));
    terms_cut(t, 0);
    return;
  }
  term all[4];
  size_t depth = smt_depth(s);
  for (size_t i = 0; i < depth; i++)
    all[i] = smt_at(s, i);
  all[depth] = is_not;
  CHECK(check_afresh(t, all, depth + 1) == SMT_UNSAT);
  all[depth] = is;
  CHECK(check_afresh(t, all, depth + 1) == SMT_SAT);
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

static term make(terms *t, bits_op op, unsigned width, term a, term b) {
  return terms_apply(t, op, width, a, b, TERM_NONE);
}

static void check_slices(void) {
  terms *t = terms_new(&job);
  smt *s = smt_new(&job, t, NULL, &limits);
  term x[6];
  uint64_t value;
  for (int i = 0; i < 6; i++)
    x[i] = terms_input(t, 32, 5);
  for (int i = 0; i < 6; i += 2) /* pairs */
    smt_push(s, make(t, BITS_ULE, 1, x[i], x[i + 1]));
  CHECK(smt_decide(s, make(t, BITS_ULT, 1, terms_constant(t, 32, 100), x[2]),
                   true) == SMT_SAT);
  uint64_t a = 0, b = 0;
  CHECK(smt_model(s, 2, &a) && smt_model(s, 3, &b) && a > 100 && b >= a);
  CHECK(!smt_model(s, 0, &value) && !smt_model(s, 1, &value));
  CHECK(!smt_model(s, 4, &value) && !smt_model(s, 5, &value));
  smt_push(s, make(t, BITS_EQ, 1, make(t, BITS_ADD, 32, x[1], x[2]), x[5]));
  CHECK(smt_decide(s, make(t, BITS_ULT, 1, x[0], terms_constant(t, 32, 3)),
                   true) == SMT_SAT);
  for (uint32_t i = 0; i < 6; i++)
    CHECK(smt_model(s, i, &value));
  /* Constraints that nothing in the query shares an input with are not looked
   * at, even if they contradict each other. */
  smt_pop(s, 4);
  smt_push(s, make(t, BITS_ULT, 1, x[0], x[1]));
  smt_push(s, make(t, BITS_ULT, 1, x[1], x[0]));
  term other = make(t, BITS_ULT, 1, x[2], x[3]);
  CHECK(smt_decide(s, other, true) == SMT_SAT);
  CHECK(smt_decide(s, other, false) == SMT_UNSAT);
  smt_delete(s);
  terms_delete(t);
}

static void check_small_cores(void) {
  terms *t = terms_new(&job);
  smt *s = smt_new(&job, t, NULL, &limits);
  smt_core_set core = {0};
  term x = terms_input(t, 32, 0), y = terms_input(t, 32, 0);
  for (uint32_t i = 0; i < 10; i++) {
    smt_push(s, make(t, BITS_ULT, 1, x, terms_constant(t, 32, 100 + i)));
    smt_push(s, make(t, BITS_ULT, 1, y, terms_constant(t, 32, 200 + i)));
  }
  term sum = make(t, BITS_ADD, 32, x, y);
  term big = make(t, BITS_ULT, 1, terms_constant(t, 32, 400), sum);
  CHECK(smt_decide(s, big, true) == SMT_UNSAT);
  smt_core(s, &job, &core);
  CHECK(core.count == 2);
  uint64_t before = smt_statistics_of(s)->trivial;
  smt_push(s, terms_not(t, make(t, BITS_EQ, 1, x, y)));
  CHECK(smt_decide(s, big, true) == SMT_UNSAT); /* known */
  CHECK(smt_statistics_of(s)->trivial == before + 1);
  smt_core(s, &job, &core);
  CHECK(core.count == 2);
  term no = terms_not(t, smt_at(s, 4));
  CHECK(smt_decide(s, no, true) == SMT_UNSAT);
  smt_core(s, &job, &core);
  CHECK(core.count == 1 && core.at[0] == 4);
  CHECK(smt_decide(s, terms_constant(t, 1, 0), true) == SMT_UNSAT);
  smt_core(s, &job, &core);
  CHECK(core.count == 0);
  vec_free(&job, &core);
  smt_delete(s);
  terms_delete(t);
}

/* Two factors of a product of large primes, neither of them 1. */
static term hard(terms *t) {
  term x = terms_input(t, 64, 0), y = terms_input(t, 64, 0);
  term p = terms_constant(t, 64, UINT64_C(2654435761) * UINT64_C(3266489917));
  term small = terms_constant(t, 64, UINT64_C(1) << 32);
  term one = terms_constant(t, 64, 1);
  term product = make(t, BITS_EQ, 1, make(t, BITS_MUL, 64, x, y), p);
  term ordered =
      terms_and(t, make(t, BITS_ULT, 1, x, y), make(t, BITS_ULT, 1, y, small));
  return terms_and(t, terms_and(t, product, ordered),
                   make(t, BITS_ULT, 1, one, x));
}

/* x (y + z) is x y + x z; for some, it is not 7. */
static void check_both(void) {
  smt_limits two = {.milliseconds = 60000, .jobs = 2};
  terms *t = terms_new(&job);
  smt *s = smt_new(&job, t, NULL, &two);
  for (unsigned width = 5; width < 10; width++) {
    term x = terms_input(t, width, 0), y = terms_input(t, width, 0),
         z = terms_input(t, width, 0);
    term left = make(t, BITS_MUL, width, x, make(t, BITS_ADD, width, y, z));
    term right = make(t, BITS_ADD, width, make(t, BITS_MUL, width, x, y),
                      make(t, BITS_MUL, width, x, z));
    term seven = terms_constant(t, width, 7);
    CHECK(smt_decide(s, terms_not(t, make(t, BITS_EQ, 1, left, right)), true) ==
          SMT_UNSAT);
    CHECK(smt_decide(s, make(t, BITS_EQ, 1, left, seven), true) == SMT_SAT);
  }
  smt_delete(s);
  terms_delete(t);
}

static void check_time(unsigned jobs) {
  terms *t = terms_new(&job);
  smt_limits soon = {.milliseconds = 300, .jobs = jobs};
  smt *s = smt_new(&job, t, NULL, &soon);
  double before = progress_clock();
  CHECK(smt_decide(s, hard(t), true) == SMT_UNKNOWN);
  CHECK(progress_clock() - before < 20);
  /* and goes on */
  term x = terms_input(t, 32, 0);
  term small = make(t, BITS_ULT, 1, x, terms_constant(t, 32, 9));
  CHECK(smt_decide(s, small, true) == SMT_SAT);
  CHECK(smt_statistics_of(s)->unknown == 1);
  smt_delete(s);
  terms_delete(t);
}

static bool want_to_stop(void *self, const progress *p) {
  (void)p;
  ++*(int *)self;
  return true;
}

/* A raise in the middle of a query: what Z3 held is released afterwards. */
static void check_stop(bool by_clock, unsigned jobs) {
  static mem_budget own;
  static int asked;
  static progress clock;
  static mem m;
  jmp_buf handler;
  asked = 0;
  own = (mem_budget){.fail_in = -1, .handler = &handler};
  mem_init(&m, &own);
  clock = (progress){.budget = &own, .self = &asked};
  if (by_clock)
    clock.limit = 0.3;
  else
    clock.callback = want_to_stop;
  progress_begin(&clock, "");
  if (setjmp(handler) == 0) {
    terms *t = terms_new(&m);
    smt *s = smt_new(&m, t, &clock, &(smt_limits){.jobs = jobs});
    smt_decide(s, hard(t), true);
    CHECK(false);
  }
  CHECK(own.fault == (by_clock ? MEM_TIME : MEM_STOPPED));
  CHECK(by_clock || asked == 1);
  smt_release_lost(&own);
  mem_clear(&m);
  CHECK(own.used == 0);
}

#if !BASE_SANITIZED
/* Last, since the cap is the process's. */
static void check_memory(void) {
  terms *t = terms_new(&job);
  smt_limits little = {.milliseconds = 20000, .megabytes = 40};
  smt *s = smt_new(&job, t, NULL, &little);
  term all = terms_constant(t, 1, 1);
  for (int i = 0; i < 40; i++) {
    term x = terms_input(t, 64, 0), y = terms_input(t, 64, 0);
    term q = make(t, BITS_SDIV, 64, make(t, BITS_MUL, 64, x, y),
                  make(t, BITS_SREM, 64, y, x));
    all = terms_and(t, all, make(t, BITS_SLT, 1, q, x));
  }
  CHECK(smt_decide(s, all, true) != SMT_UNSAT);
  term x = terms_input(t, 32, 0);
  term small = make(t, BITS_ULT, 1, x, terms_constant(t, 32, 9));
  CHECK(smt_decide(s, small, true) == SMT_SAT);
  smt_delete(s);
  terms_delete(t);
}
#endif

int main(void) {
  mem_init(&job, &budget);
  progress_begin(&ticks, "");
  for (int i = 0; i < 60; i++)
    check_session();
  check_operators();
  check_slices();
  check_small_cores();
  check_both();
  for (unsigned jobs = 1; jobs < 3; jobs++) {
    check_time(jobs);
    check_stop(true, jobs);
    check_stop(false, jobs);
  }
#if !BASE_SANITIZED /* Z3 leaks when it runs out of memory */
  check_memory();
#endif
  CHECK(job.blocks == NULL);
  mem_clear(&job);
  return check_end();
}
