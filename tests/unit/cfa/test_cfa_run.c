/* The interpreter of control-flow automata: statements one by one, what makes
 * inputs, what is a fault. */
#include "cfa/run.h"
#include "tests/unit/cfa_made.h"
#include "tests/unit/check.h"

static uint64_t given[8]; /* inputs, in order; then 0 */
static cfa_run *run;
static cfa_fault fault;
static const char *why;

static uint64_t choose(void *self, const cfa_input *input) {
  size_t met = cfa_run_inputs(run) ? cfa_run_inputs(run)->count : 0;
  (void)self;
  (void)input;
  return met < 8 ? given[met] : 0;
}

/* Of main's arguments, which are met while there is no run yet. */
static uint64_t choose_early(void *self, const cfa_input *input) {
  (void)input;
  return run ? choose(self, input) : given[0];
}

static cfa_end finish(unsigned checks) {
  cfa_run_options o = {.checks = checks, .choose = choose_early};
  cfa_finish(&job, &made);
  run = NULL;
  run = cfa_run_begin(&job, &ticks, &made, &o);
  cfa_end end = cfa_run_finish(run, 1000000);
  cfa_run_end(run, &fault, &why);
  return end;
}

static uint64_t result(void) {
  uint64_t value = 0;
  return cfa_run_result(run, &value) ? value : UINT64_MAX;
}

static size_t inputs(void) { return cfa_run_inputs(run)->count; }
static const cfa_input *input_at(size_t i) {
  return &cfa_run_inputs(run)->at[i];
}

static void give_inputs(uint64_t a, uint64_t b, uint64_t c) {
  memset(given, 0, sizeof given);
  given[0] = a;
  given[1] = b;
  given[2] = c;
}

/* main returns the value of an expression that 'make' makes. */
static cfa_end value_at(unsigned pointer_bits, unsigned width,
                        uint32_t (*make)(void)) {
  made_begin(pointer_bits);
  function("main", width);
  give(make());
  return finish(0);
}

static bool gives(unsigned width, uint32_t (*make)(void), uint64_t value) {
  return value_at(64, width, make) == CFA_END_RETURN && result() == value;
}

static bool refuses(unsigned width, uint32_t (*make)(void), const char *words) {
  return value_at(64, width, make) == CFA_END_UNSUPPORTED &&
         strcmp(why, words) == 0;
}

/* sum = 1 + ... + n */
static void make_sum(void) {
  made_begin(32);
  function("main", 32);
  uint32_t n = local_word("n", 32), sum = local_word("sum", 32);
  input(n);
  set(sum, number(32, 0));
  uint32_t head = (uint32_t)made.locations.count - 1;
  uint32_t done = apply(BITS_EQ, 1, value_of(n), number(32, 0));
  uint32_t out = location(), body = location();
  edge_between(head, out, assume(done, true));
  edge_between(head, body, assume(done, false));
  set(sum, apply(BITS_ADD, 32, value_of(sum), value_of(n)));
  uint32_t back = (uint32_t)made.locations.count - 1;
  edge_between(
      back, head,
      edge(CFA_ASSIGN, n, apply(BITS_SUB, 32, value_of(n), number(32, 1))));
  edge_between(out, CFA_NONE, edge(CFA_RETURN, CFA_NONE, value_of(sum)));
}

static void test_loop(void) {
  make_sum();
  give_inputs(1000, 0, 0);
  CHECK(finish(0) == CFA_END_RETURN);
  CHECK(result() == 500500);
  CHECK(inputs() == 1 && input_at(0)->value == 1000);
  CHECK(strcmp(cfa_text(&made, input_at(0)->name), "any") == 0);
  CHECK(cfa_run_steps(run) == 2 + 3 * 1000 + 2);
  make_sum();
  give_inputs(UINT32_MAX, 0, 0);
  CHECK(finish(0) == CFA_END_STEPS);
  CHECK(cfa_run_depth(run) == 1);
  CHECK(!cfa_run_result(run, &(uint64_t){0}));
}

static void test_assumptions(void) {
  for (int holds = 0; holds < 2; holds++) {
    made_begin(32);
    function("main", 32);
    uint32_t x = local_word("x", 1);
    input(x);
    then(assume(value_of(x), true));
    give(number(32, 7));
    give_inputs((uint64_t)holds, 0, 0);
    CHECK(finish(0) == (holds ? CFA_END_RETURN : CFA_END_BLOCKED));
  }
}

static void test_ends(void) {
  made_begin(32);
  function("main", 0);
  named(CFA_FAIL, CFA_NONE, "x > 0");
  CHECK(finish(0) == CFA_END_ERROR && strcmp(why, "x > 0") == 0);
  CHECK(fault == CFA_NO_FAULT);
  made_begin(32);
  function("main", 0);
  then(edge(CFA_HALT, CFA_NONE, CFA_NONE));
  CHECK(finish(0) == CFA_END_HALT);
  made_begin(32);
  function("main", 0);
  named(CFA_UNSUPPORTED, CFA_NONE, "asm");
  CHECK(finish(0) == CFA_END_UNSUPPORTED && strcmp(why, "asm") == 0);
  made_begin(32);
  function("main", 0);
  named(CFA_UNDEFINED, CFA_NONE, "1 / 0");
  CHECK(finish(0) == CFA_END_UNDEFINED && strcmp(why, "1 / 0") == 0);
}

/* An uninitialised scalar is one input, until it is declared again. */
static void test_uninitialised(void) {
  made_begin(32);
  function("main", 32);
  uint32_t x = local_word("x", 32), y = local_word("y", 32);
  set(y, apply(BITS_SUB, 32, value_of(x), value_of(x)));
  set(y, apply(BITS_ADD, 32, value_of(y), value_of(x)));
  then(edge(CFA_HAVOC, x, CFA_NONE));
  give(apply(BITS_ADD, 32, value_of(y), value_of(x)));
  give_inputs(5, 70, 0);
  CHECK(finish(0) == CFA_END_RETURN && result() == 75);
  CHECK(inputs() == 2 && input_at(0)->kind == CFA_INPUT_UNINITIALISED);
  CHECK(strcmp(cfa_text(&made, input_at(1)->name), "x") == 0);
  CHECK(input_at(0)->edge == 0 && input_at(1)->edge == 3);
}

static uint32_t shift_far(void) {
  uint32_t far = apply(BITS_SHL, 32, number(32, 1), number(32, 32));
  return apply(BITS_ADD, 32, far, far);
}
static uint32_t shift_near(void) {
  return apply(BITS_SHL, 32, number(32, 1), number(32, 31));
}
static uint32_t divide_by_zero(void) {
  return apply(BITS_SREM, 32, number(32, 1), number(32, 0));
}
static uint32_t divide_least(void) {
  return apply(BITS_SDIV, 8, number(8, 0x80), number(8, 0xFF));
}
static uint32_t divide_large(void) {
  return apply(BITS_UDIV, 8, number(8, 0x80), number(8, 0xFF));
}

static void test_undefined_words(void) {
  give_inputs(21, 1000, 0);
  CHECK(gives(32, shift_far, 42));
  CHECK(inputs() == 1 && input_at(0)->kind == CFA_INPUT_SHIFT);
  CHECK(gives(32, shift_near, UINT64_C(1) << 31));
  CHECK(value_at(64, 32, divide_by_zero) == CFA_END_BLOCKED);
  CHECK(value_at(64, 8, divide_least) == CFA_END_BLOCKED);
  CHECK(gives(8, divide_large, 0));
}

/* Of a shared expression each part is evaluated once, however often it is
 * mentioned: as a tree this one has 2^60 leaves. */
static uint32_t doubled(void) {
  uint32_t x = number(64, 1);
  for (int i = 0; i < 60; i++)
    x = apply(BITS_ADD, 64, x, x);
  return x;
}
static uint32_t deep(void) {
  uint32_t x = number(32, 1);
  for (uint32_t i = 0; i < 100000; i++)
    x = apply(BITS_XOR, 32, apply(BITS_ADD, 32, x, number(32, i)),
              number(32, 1));
  return x;
}

static void test_large_expressions(void) {
  CHECK(gives(64, doubled, UINT64_C(1) << 60));
  uint32_t x = 1;
  for (uint32_t i = 0; i < 100000; i++)
    x = (x + i) ^ 1;
  CHECK(gives(32, deep, x));
}

static void test_uninitialised_bytes(void) {
  made_begin(32);
  function("main", 32);
  uint32_t a = local_object("a", 8), b = local_object("b", 8);
  uint32_t x = local_word("x", 32);
  /* all four bytes, then one known byte among them, then a copy */
  set(x, load(32, address_of(a, 4)));
  store(address_of(a, 1), number(8, 0x22));
  copy(address_of(b, 0), address_of(a, 0), 8);
  set(x, apply(BITS_XOR, 32, value_of(x), load(32, address_of(a, 0))));
  give(apply(BITS_ADD, 32, value_of(x),
             apply(BITS_ZEXT, 32, load(8, address_of(b, 0)), CFA_NONE)));
  give_inputs(0x1000, 0x11, 0x33);
  given[3] = 0x44;
  given[4] = 0x99;
  CHECK(finish(0) == CFA_END_RETURN);
  CHECK(result() == (0x44332211u ^ 0x1000u) + 0x99);
  CHECK(inputs() == 5 && input_at(0)->width == 32 && input_at(0)->offset == 4);
  CHECK(input_at(1)->width == 8 && input_at(1)->offset == 0);
  CHECK(input_at(2)->offset == 2 && input_at(3)->offset == 3);
  CHECK(strcmp(cfa_text(&made, input_at(4)->name), "b") == 0);
}

static void test_globals(void) {
  made_begin(64);
  uint32_t g = global_object("g", 5000000), q = global_object("q", 16);
  uint32_t w = global_word("w", 32);
  function("main", 32);
  const unsigned char bytes[] = {1, 2, 3};
  for (size_t i = 0; i < 3; i++)
    vec_push(&job, &made.data, bytes[i]);
  made.variables.at[g].bytes = 3;
  cfa_pointer to = {.offset = 8, .value = address_of(g, 1)};
  vec_push(&job, &made.pointers, to);
  made.variables.at[q].pointers = 1;
  uint32_t initial = number(32, 0x10000);
  made.variables.at[w].initial = initial;
  uint32_t at = load_pointer(address_of(q, 8));
  store(offset_by(at, number(64, 4000000)), number(8, 9));
  give(apply(BITS_ADD, 32, value_of(w),
             apply(BITS_ADD, 32, load(32, at),
                   load(32, offset_by(at, number(64, 3999999))))));
  CHECK(finish(0) == CFA_END_RETURN);
  CHECK(result() == 0x10000 + 0x0302 + 0x0900 && inputs() == 0);
  made.variables.at[g].is_constant = true;
  CHECK(finish(0) == CFA_END_FAULT && fault == CFA_FAULT_CONSTANT);
  made.variables.at[g].is_constant = false;
  made.variables.at[g].is_extern = true;
  give_inputs(5, 0, 0);
  CHECK(finish(0) == CFA_END_RETURN && inputs() == 5);
}

/* A pointer survives memory whole, also when copied in two pieces. */
static void make_pointer_bytes(int what) {
  made_begin(64);
  function("main", 32);
  uint32_t x = local_object("x", 8), a = local_object("a", 16);
  uint32_t b = local_object("b", 16);
  store(address_of(x, 0), number(32, 1));
  store(address_of(x, 4), number(32, 41));
  store(address_of(a, 3), address_of(x, 4));
  copy(address_of(b, 0), address_of(a, 3), 5);
  copy(address_of(b, 5), address_of(a, 8), 3);
  uint32_t word = load(64, address_of(b, 0));
  if (what == 0)
    give(load(32, load_pointer(address_of(b, 0))));
  else if (what == 1)
    give(load(32, to_pointer(apply(BITS_SUB, 64, word, number(64, 4)))));
  else if (what == 2)
    give(load(32, address_of(b, 4)));
  else if (what == 3)
    give(load(64, address_of(b, 1)));
  if (what < 4)
    return;
  store(address_of(a, 3), address_of(x, 0));
  copy(address_of(b, 5), address_of(a, 8), 3);
  give(load(32, load_pointer(address_of(b, 0))));
}

static void test_pointer_bytes(void) {
  make_pointer_bytes(0);
  CHECK(finish(0) == CFA_END_RETURN && result() == 41);
  make_pointer_bytes(1);
  CHECK(finish(0) == CFA_END_RETURN && result() == 1);
  for (int what = 2; what < 5; what++) {
    make_pointer_bytes(what);
    CHECK(finish(0) == CFA_END_UNSUPPORTED);
    CHECK(strcmp(why, "part of a pointer") == 0 && inputs() == 0);
  }
}

/* Reads and writes 4 bytes of an object of 8, at 'offset'. */
static cfa_end access_at(int64_t offset, bool is_write, unsigned checks) {
  made_begin(32);
  function("main", 32);
  uint32_t x = local_object("x", 8);
  copy(address_of(x, 8), address_of(x, 8), 0);
  if (is_write)
    store(address_of(x, offset), number(32, 1));
  give(load(32, address_of(x, offset)));
  return finish(checks);
}

static void test_bounds(void) {
  for (int w = 0; w < 2; w++) {
    CHECK(access_at(0, w, 0) == CFA_END_RETURN);
    CHECK(access_at(4, w, 0) == CFA_END_RETURN);
    CHECK(access_at(5, w, 0) == CFA_END_FAULT && fault == CFA_FAULT_BOUNDS);
    CHECK(access_at(8, w, 0) == CFA_END_FAULT && fault == CFA_FAULT_BOUNDS);
    CHECK(access_at(-1, w, 0) == CFA_END_FAULT && fault == CFA_FAULT_BOUNDS);
    CHECK(access_at(9, w, CFA_CHECK_BOUNDS) == CFA_END_ERROR);
    CHECK(access_at(9, w, CFA_CHECK_NULL) == CFA_END_FAULT);
  }
}

static uint32_t through_null(void) { return load(32, null_pointer()); }
static uint32_t through_garbage(void) {
  return load(32, to_pointer(number(64, 4711)));
}

static void test_null(void) {
  CHECK(value_at(64, 32, through_null) == CFA_END_FAULT);
  CHECK(fault == CFA_FAULT_NULL);
  CHECK(value_at(64, 32, through_garbage) == CFA_END_FAULT);
  CHECK(fault == CFA_FAULT_NULL);
}

/* An uninitialised pointer is null, or not supported. */
static void test_input_pointers(void) {
  for (uint64_t value = 0; value < 2; value++) {
    made_begin(64);
    function("main", 32);
    uint32_t p = local_pointer("p");
    give(apply(BITS_ZEXT, 32, apply(BITS_EQ, 1, value_of(p), null_pointer()),
               CFA_NONE));
    give_inputs(value, 0, 0);
    CHECK(finish(0) == (value ? CFA_END_UNSUPPORTED : CFA_END_RETURN));
    CHECK(value || result() == 1);
    CHECK(inputs() == 1 && input_at(0)->is_pointer);
  }
}

static cfa_end free_of(int what) {
  made_begin(32);
  function("main", 32);
  uint32_t p = local_pointer("p"), x = local_object("x", 4);
  uint32_t q = local_pointer("q"), n = local_word("n", 32);
  allocate(p, 12, what == 6 ? CFA_ALLOCA : CFA_CALLOC);
  store(offset_by(value_of(p), number(32, 8)), number(32, 3));
  then(edge(CFA_SIZE, n, offset_by(value_of(p), number(32, 4))));
  set(q, value_of(p));
  if (what == 1)
    release(value_of(p));
  if (what == 2)
    set(q, offset_by(value_of(p), number(32, 4)));
  if (what == 3)
    set(q, address_of(x, 0));
  if (what == 4)
    set(q, null_pointer());
  release(value_of(q));
  if (what == 5)
    allocate(q, 12, CFA_MALLOC); /* may well lie where p's was */
  if (what == 5)
    set(n, load(32, value_of(p)));
  give(value_of(n));
  return finish(CFA_CHECK_FREE);
}

static void test_heap(void) {
  CHECK(free_of(0) == CFA_END_RETURN && result() == 12);
  CHECK(free_of(1) == CFA_END_ERROR && fault == CFA_FAULT_DOUBLE_FREE);
  CHECK(free_of(2) == CFA_END_ERROR && fault == CFA_FAULT_FREE);
  CHECK(free_of(3) == CFA_END_ERROR && fault == CFA_FAULT_FREE);
  CHECK(free_of(4) == CFA_END_RETURN);
  CHECK(free_of(5) == CFA_END_FAULT && fault == CFA_FAULT_DEAD);
  CHECK(free_of(6) == CFA_END_ERROR && fault == CFA_FAULT_FREE);
}

static void test_allocations(void) {
  made_begin(64);
  function("main", 32);
  uint32_t p = local_pointer("p"), q = local_pointer("q");
  allocate(p, INT32_MAX, CFA_CALLOC);
  allocate(q, 4, CFA_MALLOC);
  store(offset_by(value_of(p), number(64, INT32_MAX - 1)), number(8, 1));
  block(CFA_FILL, value_of(p), number(8, 7), 10000);
  give(apply(BITS_ADD, 32, load(32, offset_by(value_of(p), number(64, 9998))),
             load(32, value_of(q))));
  give_inputs(0x10000, 0, 0);
  CHECK(finish(0) == CFA_END_RETURN);
  CHECK(result() == 0x10707 && inputs() == 1);
  CHECK(input_at(0)->name == CFA_NONE);
  made_begin(64);
  function("main", 32);
  allocate(local_pointer("p"), (uint64_t)1 << 31, CFA_MALLOC);
  CHECK(finish(0) == CFA_END_UNSUPPORTED);
}

static uint32_t other, one; /* objects of 8 bytes */

static cfa_end compare(bits_op op, uint32_t (*left)(void),
                       uint32_t (*right)(void)) {
  made_begin(64);
  function("main", 1);
  one = local_object("one", 8);
  other = local_object("other", 8);
  uint32_t a = left();
  give(apply(op, 1, a, right()));
  give_inputs(1, 0, 0);
  return finish(0);
}
static uint32_t at_one(void) { return address_of(one, 0); }
static uint32_t in_one(void) { return address_of(one, 4); }
static uint32_t before_one(void) { return address_of(one, -4); }
static uint32_t past_one(void) { return address_of(one, 8); }
static uint32_t at_other(void) { return address_of(other, 0); }
static uint32_t word_of_one(void) { return to_integer(64, at_one()); }
static uint32_t word_in_one(void) { return to_integer(64, in_one()); }
static uint32_t word_of_other(void) { return to_integer(64, at_other()); }
static uint32_t zero(void) { return number(64, 0); }
static uint32_t five(void) { return number(64, 5); }

static bool decides(bits_op op, uint32_t (*left)(void), uint32_t (*right)(void),
                    uint64_t value) {
  return compare(op, left, right) == CFA_END_RETURN && inputs() == 0 &&
         result() == value;
}
static bool asks(bits_op op, uint32_t (*left)(void), uint32_t (*right)(void)) {
  return compare(op, left, right) == CFA_END_RETURN && inputs() == 1 &&
         input_at(0)->kind == CFA_INPUT_COMPARISON && input_at(0)->width == 1 &&
         result() == 1;
}

static void test_comparisons(void) {
  CHECK(decides(BITS_EQ, at_one, at_one, 1));
  CHECK(decides(BITS_EQ, at_one, in_one, 0));
  CHECK(decides(BITS_EQ, at_one, at_other, 0));
  CHECK(decides(BITS_EQ, at_one, null_pointer, 0));
  CHECK(decides(BITS_EQ, null_pointer, null_pointer, 1));
  CHECK(decides(BITS_EQ, past_one, null_pointer, 0));
  CHECK(asks(BITS_EQ, past_one, at_other));
  CHECK(asks(BITS_EQ, at_other, past_one));
  CHECK(decides(BITS_ULT, before_one, at_one, 1));
  CHECK(decides(BITS_ULE, in_one, at_one, 0));
  CHECK(decides(BITS_SLT, at_one, past_one, 1));
  CHECK(asks(BITS_ULT, at_one, at_other));
  CHECK(asks(BITS_ULE, null_pointer, at_other));
  CHECK(decides(BITS_EQ, word_of_one, zero, 0));
  CHECK(decides(BITS_EQ, five, word_of_one, 0));
  CHECK(decides(BITS_ULT, word_of_one, word_in_one, 1));
  CHECK(decides(BITS_EQ, word_of_one, word_of_other, 0));
  CHECK(asks(BITS_SLE, word_of_one, word_of_other));
}

/* Words made from pointers. */

static uint32_t object_of_eight(void) {
  if (made.variables.count == 0)
    local_object("one", 8);
  return 0;
}
static uint32_t word_at(int64_t offset) {
  return to_integer(64, address_of(object_of_eight(), offset));
}
static uint32_t difference(void) {
  return apply(BITS_SUB, 64, word_at(-1), word_at(4));
}
static uint32_t low_bits(void) {
  return apply(BITS_AND, 64, number(64, 7), word_at(13));
}
static uint32_t low_cleared(void) {
  return apply(BITS_SUB, 64,
               apply(BITS_AND, 64, word_at(13), number(64, ~UINT64_C(7))),
               word_at(0));
}
static uint32_t sum_back(void) {
  return apply(BITS_SUB, 64, apply(BITS_ADD, 64, number(64, 3), word_at(2)),
               word_at(0));
}
static uint32_t five_low_bits(void) {
  return apply(BITS_AND, 64, word_at(0), number(64, 16));
}
static uint32_t times(void) {
  return apply(BITS_MUL, 64, word_at(0), number(64, 1));
}
static uint32_t two_added(void) {
  return apply(BITS_ADD, 64, word_at(0), word_at(0));
}
static uint32_t negative(void) {
  return apply(BITS_SUB, 64, number(64, 0), word_at(0));
}
static uint32_t narrower(void) {
  return apply(BITS_TRUNC, 32, word_at(0), CFA_NONE);
}
static uint32_t narrow_at_once(void) {
  return to_integer(32, address_of(object_of_eight(), 0));
}
static uint32_t null_word(void) { return to_integer(32, null_pointer()); }

static void test_words_of_pointers(void) {
  const char words[] = "arithmetic on the address of an object";
  CHECK(gives(64, difference, (uint64_t)-5));
  CHECK(gives(64, low_bits, 5));
  CHECK(gives(64, low_cleared, 8));
  CHECK(gives(64, sum_back, 5));
  CHECK(gives(32, null_word, 0));
  CHECK(refuses(64, five_low_bits, words));
  CHECK(refuses(64, times, words));
  CHECK(refuses(64, two_added, words));
  CHECK(refuses(64, negative, words));
  CHECK(refuses(32, narrower, words));
  CHECK(refuses(32, narrow_at_once, words));
}

/* f(n) = n == 0 ? 0 : n + f(n - 1) */
static cfa_end sum_by_calls(uint64_t n) {
  made_begin(32);
  function("main", 32);
  uint32_t x = local_word("x", 32), argument = number(32, n);
  call_with(x, 1, CFA_NONE, 1, &argument);
  give(value_of(x));
  function("f", 32);
  uint32_t p = parameter(local_word("n", 32)), y = local_word("y", 32);
  uint32_t entry = (uint32_t)made.locations.count - 1;
  uint32_t is_zero = apply(BITS_EQ, 1, value_of(p), number(32, 0));
  uint32_t out = location(), on = location();
  edge_between(entry, out, assume(is_zero, true));
  edge_between(entry, on, assume(is_zero, false));
  edge_between(out, CFA_NONE, edge(CFA_RETURN, CFA_NONE, number(32, 0)));
  argument = apply(BITS_SUB, 32, value_of(p), number(32, 1));
  call_with(y, 1, CFA_NONE, 1, &argument);
  give(apply(BITS_ADD, 32, value_of(p), value_of(y)));
  return finish(0);
}

static void test_recursion(void) {
  CHECK(sum_by_calls(10) == CFA_END_RETURN && result() == 55);
  CHECK(sum_by_calls(99998) == CFA_END_RETURN);
  CHECK(result() == (uint32_t)(UINT64_C(99998) * 99999 / 2));
  CHECK(sum_by_calls(99999) == CFA_END_UNSUPPORTED);
  CHECK(strcmp(why, "stack overflow") == 0);
}

/* The callee changes its copy of a struct; what it returns a pointer to is
 * dead. */
static cfa_end by_value(int what) {
  made_begin(64);
  function("main", 32);
  uint32_t s = local_object("s", 8), p = local_pointer("p");
  uint32_t z = local_word("z", 32);
  store(address_of(s, 4), number(32, 6));
  uint32_t argument = address_of(s, 0);
  if (what == 1)
    argument = null_pointer();
  call_with(p, 1, CFA_NONE, 1, &argument);
  if (what == 2)
    set(z, load(32, value_of(p)));
  give(load(32, address_of(s, 4)));
  function("f", 64);
  made.functions.at[1].result_is_pointer = true;
  uint32_t c = parameter(local_object("c", 8));
  store(address_of(c, 4),
        apply(BITS_ADD, 32, load(32, address_of(c, 4)), number(32, 1)));
  give(address_of(c, 4));
  return finish(0);
}

static void test_structs(void) {
  CHECK(by_value(0) == CFA_END_RETURN && result() == 6);
  CHECK(by_value(1) == CFA_END_FAULT && fault == CFA_FAULT_NULL);
  CHECK(by_value(2) == CFA_END_FAULT && fault == CFA_FAULT_DEAD);
}

static cfa_end by_pointer(uint32_t (*to)(void), uint32_t arguments) {
  made_begin(64);
  function("main", 32);
  uint32_t x = local_word("x", 32);
  uint32_t at[2] = {number(32, 20), number(32, 1)};
  call_with(x, CFA_NONE, to(), arguments, at);
  give(value_of(x));
  function("f", 32);
  uint32_t a = parameter(local_word("a", 32));
  uint32_t b = parameter(local_word("b", 32));
  give(apply(BITS_SUB, 32, value_of(a), value_of(b)));
  return finish(0);
}
static uint32_t to_second(void) { return function_at(1); }
static uint32_t into_second(void) {
  return offset_by(function_at(1), number(64, 1));
}

static void test_function_pointers(void) {
  CHECK(by_pointer(to_second, 2) == CFA_END_RETURN && result() == 19);
  CHECK(by_pointer(to_second, 1) == CFA_END_UNSUPPORTED);
  CHECK(by_pointer(null_pointer, 2) == CFA_END_FAULT);
  CHECK(fault == CFA_FAULT_NULL);
  CHECK(by_pointer(into_second, 2) == CFA_END_FAULT);
}

/* int main(int count, char **texts) */
static cfa_end with_arguments(bool reads) {
  made_begin(64);
  function("main", 32);
  uint32_t n = parameter(local_word("count", 32));
  uint32_t p = parameter(local_pointer("texts"));
  uint32_t has = apply(BITS_EQ, 1, value_of(p), null_pointer());
  if (reads)
    set(p, load_pointer(value_of(p)));
  give(apply(BITS_ADD, 32, value_of(n), apply(BITS_ZEXT, 32, has, CFA_NONE)));
  give_inputs(3, 0, 0);
  return finish(CFA_CHECK_NULL | CFA_CHECK_BOUNDS);
}

static void test_main(void) {
  CHECK(with_arguments(false) == CFA_END_RETURN && result() == 3);
  CHECK(inputs() == 1 && input_at(0)->kind == CFA_INPUT_ARGUMENT);
  CHECK(with_arguments(true) == CFA_END_UNSUPPORTED);
}

static bool shows(size_t i, const char *words) {
  cfa_change changes[4];
  char out[64];
  if (cfa_run_changes(run, changes, 4) <= i)
    return false;
  cfa_run_show(run, &changes[i], out, sizeof out);
  if (strcmp(out, words) != 0)
    printf("shown: '%s', not '%s'\n", out, words);
  return strcmp(out, words) == 0;
}

static void test_looking(void) {
  made_begin(64);
  function("main", 32);
  uint32_t x = local_word("x", 32), p = local_pointer("p");
  uint32_t o = local_object("o", 8), t = local_word("%1", 32);
  made.variables.at[t].kind = CFA_TEMPORARY;
  made.variables.at[x].is_signed = true;
  set(t, number(32, 1));
  set(x, number(32, (uint32_t)-3));
  set(p, null_pointer());
  set(p, address_of(o, 8));
  store(address_of(o, 0), number(32, 12));
  copy(address_of(o, 4), address_of(o, 0), 4);
  set(p, function_at(0));
  uint32_t there = load(32, address_of(o, 4));
  uint32_t at_end = load(32, address_of(o, 8));
  give(value_of(x));
  cfa_run_options options = {.choose = choose};
  cfa_finish(&job, &made);
  run = cfa_run_begin(&job, NULL, &made, &options);
  uint64_t value = 0;
  CHECK(cfa_run_edge(run) == CFA_NONE && cfa_run_location(run) == 0);
  CHECK(!cfa_run_value(run, value_of(x), &value));
  CHECK(!cfa_run_value(run, at_end, &value));
  CHECK(cfa_run_step(run) && !shows(0, ""));
  CHECK(cfa_run_step(run) && shows(0, "-3"));
  CHECK(cfa_run_value(run, value_of(x), &value) && value == (uint32_t)-3);
  CHECK(cfa_run_step(run) && shows(0, "NULL"));
  CHECK(cfa_run_step(run) && shows(0, "&o + 8"));
  CHECK(!cfa_run_value(run, there, &value));
  CHECK(cfa_run_step(run) && shows(0, "12"));
  CHECK(cfa_run_step(run) && shows(0, "12"));
  CHECK(cfa_run_value(run, there, &value) && value == 12);
  /* an expression that came after the run began */
  uint32_t sum = apply(BITS_ADD, 32, there, number(32, 88));
  CHECK(cfa_run_value(run, sum, &value) && value == 100);
  CHECK(cfa_run_step(run) && shows(0, "main"));
  CHECK(inputs() == 0 && !cfa_run_step(run));
  CHECK(cfa_run_end(run, NULL, NULL) == CFA_END_RETURN);
  CHECK(cfa_run_edge(run) == 7 && !cfa_run_step(run));
  cfa_run_delete(run);
}

int main(void) {
  mem_init(&job, &budget);
  ticks.budget = &budget;
  test_loop();
  test_assumptions();
  test_ends();
  test_uninitialised();
  test_undefined_words();
  test_large_expressions();
  test_uninitialised_bytes();
  test_globals();
  test_pointer_bytes();
  test_bounds();
  test_null();
  test_input_pointers();
  test_heap();
  test_allocations();
  test_comparisons();
  test_words_of_pointers();
  test_recursion();
  test_structs();
  test_function_pointers();
  test_main();
  test_looking();
  mem_clear(&job);
  return check_end();
}
