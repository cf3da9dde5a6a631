/* The search of PANDA beside its slow twin: the interpreter, run with all
 * inputs there are, on random automata over small words. */
#include "tests/unit/cases.h"

#include "tests/unit/engine/panda/cfa_truth.h"

#include "engine/panda/panda.h"

enum { WORDS = 6 };
static uint32_t words[WORDS]; /* variables; their widths vary */
static uint32_t block_of_bytes, pointer, callee, global;
static bool with_faults, with_nothing, without_memory;

static uint32_t resized(uint32_t x, unsigned width) {
  unsigned had = made.expressions.at[x].width;
  if (had == width)
    return x;
  bits_op op = had > width ? BITS_TRUNC : draw(2) ? BITS_ZEXT : BITS_SEXT;
  return apply(op, width, x, CFA_NONE);
}

static uint32_t some_word(unsigned width) {
  return resized(value_of(words[draw(WORDS)]), width);
}

/* An offset into the block: within it, unless faults are wanted. */
static uint32_t some_offset(void) {
  uint32_t x = some_word(2);
  unsigned wide = made.pointer_bits;
  x = apply(BITS_ZEXT, wide, x, CFA_NONE);
  if (with_faults && draw(4) == 0)
    x = apply(BITS_MUL, wide, x, number(wide, 2));
  return x;
}

static uint32_t expression(unsigned width, int depth) {
  static const bits_op ops[] = {
      BITS_ADD,  BITS_SUB,  BITS_MUL,  BITS_AND, BITS_OR,   BITS_XOR, BITS_UDIV,
      BITS_SDIV, BITS_UREM, BITS_SREM, BITS_SHL, BITS_LSHR, BITS_ASHR};
  static const bits_op tests[] = {BITS_EQ, BITS_ULT, BITS_ULE, BITS_SLT,
                                  BITS_SLE};
  if (depth == 0 || draw(4) == 0)
    return draw(3) ? some_word(width)
                   : number(width, bits_cut(draw(16) - 4U, width));
  unsigned kind = draw(width == 1 ? 2 : 6);
  switch (kind == 3 && without_memory ? 2 : kind) {
  case 0: {
    unsigned w = 2 + draw(3);
    return resized(apply(tests[draw(5)], 1, expression(w, depth - 1),
                         expression(w, depth - 1)),
                   width);
  }
  case 1:
    return apply(BITS_NOT, width, expression(width, depth - 1), CFA_NONE);
  case 2:
    return pick(width, expression(1, depth - 1), expression(width, depth - 1),
                expression(width, depth - 1));
  case 3:
    return resized(load(8, offset_by(draw(2) ? value_of(pointer)
                                             : address_of(block_of_bytes, 0),
                                     some_offset())),
                   width);
  default: {
    bits_op op = ops[draw(draw(3) ? 6 : 13)];
    uint32_t right = expression(width, depth - 1);
    return apply(op, width, expression(width, depth - 1), right);
  }
  }
}

static void statements(int depth, int count);

/* From the last location both ways, which meet again at a new last one. */
static void branching(int depth) {
  uint32_t from = (uint32_t)(made.locations.count - 1);
  uint32_t condition = expression(1, 2);
  uint32_t yes = location();
  edge_between(from, yes, assume(condition, true));
  statements(depth - 1, 1 + (int)draw(2));
  uint32_t end_of_yes = (uint32_t)(made.locations.count - 1);
  uint32_t no = location();
  edge_between(from, no, assume(condition, false));
  if (draw(2))
    statements(depth - 1, 1);
  uint32_t end_of_no = (uint32_t)(made.locations.count - 1);
  uint32_t meet = location();
  edge_between(end_of_yes, meet, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  edge_between(end_of_no, meet, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
}

/* words[0] counts down from what it is. */
static void looping(int depth) {
  uint32_t head = location();
  edge_between(head - 1, head, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  unsigned w = made.variables.at[words[0]].width;
  uint32_t more = apply(BITS_EQ, 1, value_of(words[0]), number(w, 0));
  uint32_t body = location();
  edge_between(head, body, assume(more, false));
  set(words[0], apply(BITS_SUB, w, value_of(words[0]), number(w, 1)));
  statements(depth - 1, 1 + (int)draw(2));
  edge_between((uint32_t)(made.locations.count - 1), head,
               edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  uint32_t behind = location();
  /* The edges of a branch stand together only after cfa_finish. */
  edge_between(head, behind, assume(more, true));
}

static void failing(void) {
  uint32_t from = (uint32_t)(made.locations.count - 1);
  uint32_t condition = expression(1, 2);
  uint32_t bad = location();
  edge_between(from, bad, assume(condition, true));
  cfa_edge e = edge(CFA_FAIL, CFA_NONE, CFA_NONE);
  edge_between(bad, CFA_NONE, e);
  uint32_t good = location();
  edge_between(from, good, assume(condition, false));
}

static void statement(int depth) {
  uint32_t v = words[draw(WORDS)];
  unsigned w = made.variables.at[v].width;
  unsigned kind = draw(depth > 0 ? 12 : 8);
  switch (kind < 2 && without_memory ? 5 : kind) {
  case 0:
    store(offset_by(draw(2) ? value_of(pointer) : address_of(block_of_bytes, 0),
                    some_offset()),
          expression(8, 2));
    break;
  case 1:
    set(pointer,
        draw(2) ? address_of(block_of_bytes, draw(2)) : address_of(global, 0));
    break;
  case 2:
    then(assume(expression(1, 1), true));
    break;
  case 3:
    failing();
    break;
  case 4:
    if (callee != CFA_NONE) {
      uint32_t argument = expression(3, 1);
      call_with(words[1 + draw(2)], callee, CFA_NONE, 1, &argument);
      break;
    }
    set(v, expression(w, 2));
    break;
  case 8:
  case 9:
    branching(depth);
    break;
  case 10:
    looping(depth);
    break;
  default:
    set(v, expression(w, 3));
  }
}

static void statements(int depth, int count) {
  for (int i = 0; i < count; i++)
    statement(depth);
}

static void variables_of_function(void) {
  static const unsigned widths[WORDS] = {2, 3, 3, 8, 2, 4};
  for (int i = 0; i < WORDS; i++) {
    char name[16];
    snprintf(name, sizeof name, "w%d", i);
    words[i] = local_word(name, widths[i]);
  }
  block_of_bytes = local_object("block", 4);
  pointer = local_pointer("pointer");
}

static void begin_variables(void) {
  for (int i = 0; i < WORDS; i++)
    if ((!with_nothing || i > 1) &&
        (!here() || made.variables.at[words[i]].function != CFA_NONE))
      set(words[i], number(made.variables.at[words[i]].width, draw(4)));
  for (unsigned i = 0; i < 4; i++)
    if (!without_memory && (!with_nothing || i > 0))
      store(address_of(block_of_bytes, i), number(8, draw(9)));
  if (!without_memory)
    set(pointer, address_of(block_of_bytes, 0));
}

static void random_automaton(void) {
  made_begin(draw(2) ? 32 : 64);
  with_faults = draw(3) == 0;
  without_memory = false;
  with_nothing = draw(4) == 0; /* something is not initialised */
  global = global_object("global", 5);
  made.globals = 1;
  function("main", 3);
  callee = CFA_NONE;
  variables_of_function();
  /* The callee's number is known before it is there. */
  bool calls = draw(2);
  callee = calls ? 1 : CFA_NONE;
  begin_variables();
  unsigned inputs = 1 + draw(3);
  for (unsigned i = 0; i < inputs; i++)
    input(words[i == 0 ? 4 : i]);
  statements(2, 3 + (int)draw(5));
  failing();
  give(value_of(words[1]));
  if (calls) {
    function("f", 3);
    parameter(local_word("x", 3));
    callee = CFA_NONE;
    variables_of_function();
    begin_variables();
    set(words[2], value_of(made.functions.at[1].first_variable));
    statements(1, 2);
    give(expression(3, 2));
  }
  order_branches();
  cfa_finish(&job, &made);
}

/* Functions that call themselves. */

static bool is_endless; /* runs may call for ever, without inputs */

/* Another round, of itself or of the other one. */
static void call_again(uint32_t first, uint32_t count) {
  uint32_t arguments[2] = {expression(3, 1), expression(3, 1)};
  unsigned w = made.variables.at[first].width;
  if (!is_endless)
    arguments[0] = apply(BITS_SUB, w, value_of(first), number(w, 1));
  call_with(words[1 + draw(2)], 1 + draw(count), CFA_NONE, 2, arguments);
}

/* The first parameter counts the rounds, unless it is endless. */
static void recursive_function(const char *name, uint32_t count) {
  function(name, 3);
  uint32_t first = parameter(local_word("d", is_endless ? 3 : 2));
  uint32_t second = parameter(local_word("x", 3));
  uint32_t shared = words[5];
  variables_of_function();
  if (!without_memory)
    words[5] = shared;
  begin_variables();
  set(words[2], value_of(second));
  set(words[4], resized(value_of(first), 2));
  uint32_t from = (uint32_t)(made.locations.count - 1);
  uint32_t is_last = apply(BITS_EQ, 1, value_of(first),
                           number(made.variables.at[first].width, 0));
  if (is_endless && draw(2))
    is_last = expression(1, 2);
  uint32_t last = location();
  edge_between(from, last, assume(is_last, true));
  statements(0, (int)draw(2));
  give(expression(3, 1));
  uint32_t more = (uint32_t)(made.locations.count - 1);
  edge_between(from, more, assume(is_last, false));
  statements(0, (int)draw(2));
  call_again(first, count);
  if (!is_endless && draw(2))
    call_again(first, count);
  statements(is_endless ? 0 : 1, (int)draw(3));
  give(expression(3, 2));
}

static void recursive_automaton(void) {
  uint32_t count = 1 + draw(2), arguments[2];
  made_begin(draw(2) ? 32 : 64);
  is_endless = draw(2);
  without_memory = false;
  with_faults = with_nothing = false;
  callee = CFA_NONE;
  global = global_object("global", 5);
  uint32_t shared = global_word("shared", 3);
  made.globals = 2;
  function("main", 3);
  variables_of_function();
  words[5] = shared;
  begin_variables();
  input(words[4]);
  input(words[2]);
  arguments[0] = is_endless ? expression(3, 1) : value_of(words[4]);
  arguments[1] = value_of(words[2]);
  call_with(words[1], 1, CFA_NONE, 2, arguments);
  for (unsigned i = draw(4); i < 4; i++) { /* often the same ones again */
    arguments[0] = number(is_endless ? 3 : 2, draw(3));
    arguments[1] = number(3, draw(4));
    call_with(words[1 + i % 2], 1, CFA_NONE, 2, arguments);
  }
  statements(1, (int)draw(3));
  failing();
  give(value_of(words[1]));
  without_memory = draw(3) == 0;
  recursive_function("r", count);
  if (count == 2)
    recursive_function("s", count);
  order_branches();
  cfa_finish(&job, &made);
}

static size_t counts[3];

static size_t by_loops, by_contracts;

typedef struct how {
  bool refine, loops_first, calls_first, no_samples, is_recursive;
} how;

static void compare(how h) {
  unsigned checks = draw(2) ? CFA_CHECK_BOUNDS : 0;
  bool presume = draw(2);
  const char *wrong = cfa_validate(&job, &made);
  CHECK(!wrong);
  if (wrong)
    fprintf(stderr, "%s\n", wrong);
  truth t = by_brute_force(checks, h.is_recursive && is_endless);
  if (!t.is_known)
    return;
  panda_options o = {.checks = checks,
                     .presume_memory = presume,
                     .refine = h.refine,
                     .loops_first = h.loops_first,
                     .calls_first = h.calls_first,
                     .no_samples = h.no_samples,
                     .most_bound = h.is_recursive ? 16 : 0,
                     .query_milliseconds = 10000};
  panda_result r;
  panda_open open = {NULL, NULL, NULL};
  panda_decide(&job, &ticks, &made, &o, &open, &r);
  counts[r.verdict]++;
  by_loops += r.verdict == PANDA_HOLDS && strstr(r.reason, "invariants");
  by_contracts += r.verdict == PANDA_HOLDS && strstr(r.reason, "contracts");
  bool undefined = t.stops || (t.faults && !presume);
  panda_verdict right = t.fails     ? PANDA_VIOLATED
                        : undefined ? PANDA_UNKNOWN
                                    : PANDA_HOLDS;
  CHECK(r.verdict == right || (t.never_ends && r.verdict == PANDA_UNKNOWN));
  if (r.verdict == PANDA_VIOLATED)
    violation_is_real(&r, checks);
}

/* r(d, x) is d + x; of r(2, 1) and r(2, 3), each is what it is. */
static void remembered_calls(void) {
  made_begin(32);
  made.globals = 0;
  function("main", 3);
  uint32_t a = local_word("a", 3), b = local_word("b", 3);
  uint32_t first[2] = {number(3, 2), number(3, 1)};
  uint32_t second[2] = {number(3, 2), number(3, 3)};
  call_with(a, 1, CFA_NONE, 2, first);
  call_with(b, 1, CFA_NONE, 2, second);
  uint32_t sum = apply(BITS_ADD, 3, value_of(a), value_of(b));
  then(assume(apply(BITS_EQ, 1, sum, number(3, (3 + 5) % 8)), true));
  call_with(b, 1, CFA_NONE, 2, first);
  then(assume(apply(BITS_EQ, 1, value_of(b), number(3, 3)), true));
  then(edge(CFA_FAIL, CFA_NONE, CFA_NONE));
  function("r", 3);
  uint32_t d = parameter(local_word("d", 3));
  uint32_t x = parameter(local_word("x", 3));
  uint32_t t = local_word("t", 3);
  uint32_t is_last = apply(BITS_EQ, 1, value_of(d), number(3, 0));
  uint32_t from = (uint32_t)(made.locations.count - 1);
  uint32_t last = location();
  edge_between(from, last, assume(is_last, true));
  give(value_of(x));
  uint32_t more = (uint32_t)(made.locations.count - 1);
  edge_between(from, more, assume(is_last, false));
  uint32_t again[2] = {apply(BITS_SUB, 3, value_of(d), number(3, 1)),
                       value_of(x)};
  call_with(t, 1, CFA_NONE, 2, again);
  give(apply(BITS_ADD, 3, value_of(t), number(3, 1)));
  order_branches();
  cfa_finish(&job, &made);
  panda_options o = {.query_milliseconds = 10000};
  panda_result r;
  panda_open open = {NULL, NULL, NULL};
  CHECK(!cfa_validate(&job, &made));
  panda_decide(&job, &ticks, &made, &o, &open, &r);
  CHECK(r.verdict == PANDA_VIOLATED);
  /* 6 calls, the last of main's is known. */
  CHECK(r.statistics.transitions < 6 * 4 + 8);
}

static void one_automaton(unsigned long number) {
  random_automaton();
  compare((how){.refine = number % 2, .loops_first = number % 3 == 0});
}

static void one_recursive(unsigned long number) {
  recursive_automaton();
  compare((how){.refine = number % 2,
                .loops_first = number % 3 == 0,
                .calls_first = number % 4 < 3,
                .no_samples = number % 8 < 6,
                .is_recursive = true});
}

static void compare_random(cases asked, void (*one)(unsigned long number)) {
  memset(counts, 0, sizeof counts);
  cases_each(asked, one);
  unsigned long many = asked.many;
  CHECK(counts[PANDA_HOLDS] > many / 20 && counts[PANDA_VIOLATED] > many / 20);
  fprintf(stderr,
          "%zu hold (%zu by invariants, %zu by contracts), %zu are violated, "
          "%zu unknown\n",
          counts[PANDA_HOLDS], by_loops, by_contracts, counts[PANDA_VIOLATED],
          counts[PANDA_UNKNOWN]);
}

int main(int argc, char **argv) {
  cases asked = cases_asked(argc, argv, 500);
  cases fewer = {asked.first, asked.many / 3};
  remembered_calls();
  compare_random(asked, one_automaton);
  compare_random(fewer, one_recursive);
  CHECK(by_contracts > asked.many / 40);
  return check_end();
}
