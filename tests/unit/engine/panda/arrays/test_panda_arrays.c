/* Arrays whose content is not known cell by cell, and what is true of all their
 * cells: small ones, treated as if they were large, beside the interpreter with
 * all inputs there are. Random automata of a few loops that fill arrays, change
 * them, look for something in them and then claim something. */
#include "tests/unit/cases.h"

#include "tests/unit/engine/panda/cfa_truth.h"

enum { MOST_CELLS = 8, WIDE = 8 };

static uint32_t arrays[2], counter, best, flag, bits_of_input;
static unsigned cells; /* of each array */
static bool is_calm;   /* one array, one index, few values: more of it holds */

static uint32_t num(uint64_t x) { return number(WIDE, bits_cut(x, WIDE)); }

static uint32_t cell(unsigned array, uint32_t index) {
  return offset_by(address_of(arrays[array], 0),
                   apply(BITS_ZEXT, made.pointer_bits, index, CFA_NONE));
}

static uint32_t element(unsigned array, uint32_t index) {
  return load(WIDE, cell(array, index));
}

static uint32_t sum(uint32_t a, uint64_t b) {
  return b ? apply(BITS_ADD, WIDE, a, num(b)) : a;
}

/* The counter, now and then something near it, or the last but so many. */
static uint32_t some_index(void) {
  uint32_t i = value_of(counter);
  switch (is_calm ? 3 : draw(12)) {
  case 0:
    return apply(BITS_SUB, WIDE, num(cells - 1), i);
  case 1:
    return sum(i, 1);
  case 2:
    return num(draw(cells));
  default:
    return i;
  }
}

static unsigned some_array(void) { return is_calm ? 0 : draw(2); }

static uint32_t some_word(void) {
  switch (is_calm ? 7 : draw(8)) {
  case 0:
    return value_of(best);
  case 1:
    return value_of(counter);
  case 2:
  case 3:
    return element(some_array(), some_index());
  case 4:
    return sum(value_of(counter), draw(3));
  default:
    return num(draw(4));
  }
}

static uint32_t some_condition(void) {
  static const bits_op tests[] = {BITS_EQ, BITS_ULT, BITS_ULE, BITS_ULE};
  uint32_t a = element(some_array(), some_index()), b = some_word();
  bool turned = draw(2);
  return apply(tests[draw(4)], 1, turned ? b : a, turned ? a : b);
}

/* A cell becomes an input, of few values. */
static void fill_cell(void) {
  input(bits_of_input);
  store(cell(some_array(), some_index()),
        apply(BITS_ZEXT, WIDE, value_of(bits_of_input), CFA_NONE));
}

static void simple(void) {
  switch (draw(7)) {
  case 0:
  case 1:
    fill_cell();
    break;
  case 2:
    set(best, element(some_array(), some_index()));
    break;
  case 3:
    set(flag, num(draw(2)));
    break;
  default:
    store(cell(some_array(), some_index()), some_word());
  }
}

static void claim(uint32_t condition) {
  uint32_t from = (uint32_t)(made.locations.count - 1), bad = location();
  edge_between(from, bad, assume(condition, false));
  edge_between(bad, CFA_NONE, edge(CFA_FAIL, CFA_NONE, CFA_NONE));
  edge_between(from, location(), assume(condition, true));
}

static void where(uint32_t condition, void (*then_what)(void)) {
  uint32_t from = (uint32_t)(made.locations.count - 1), yes = location();
  edge_between(from, yes, assume(condition, true));
  then_what();
  uint32_t end = (uint32_t)(made.locations.count - 1), meet = location();
  edge_between(from, meet, assume(condition, false));
  edge_between(end, meet, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
}

static void conditionally(void (*then_what)(void)) {
  where(draw(5) ? some_condition() : apply(BITS_EQ, 1, value_of(flag), num(0)),
        then_what);
}

/* Late, where few samples come. */
static void spoil_one(void) {
  uint32_t is_late =
      apply(BITS_EQ, 1, value_of(counter), num(cells - 1 - draw(2)));
  where(is_late, simple);
}

static void claim_something(void) { claim(some_condition()); }

static void body_of(unsigned kind) {
  if (kind == 0) { /* fill both */
    for (unsigned a = 0; a < 2; a++)
      store(cell(a, value_of(counter)),
            !is_calm && draw(2) ? some_word() : num(draw(3)));
    if (draw(2))
      conditionally(simple);
  } else if (kind == 1) {
    if (draw(2))
      conditionally(simple);
    else
      simple();
    if (draw(3) == 0)
      simple();
    if (draw(2))
      spoil_one();
  } else if (draw(3)) {
    claim_something();
  } else {
    conditionally(claim_something);
  }
}

static void counting(unsigned kind) {
  unsigned step = draw(6) ? 1 : 2;
  set(counter, num(kind == 0 || draw(4) ? 0 : 1));
  uint32_t head = location();
  edge_between(head - 1, head, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  uint32_t more = apply(BITS_ULT, 1, value_of(counter), num(cells));
  uint32_t body = location();
  edge_between(head, body, assume(more, true));
  body_of(kind);
  set(counter, sum(value_of(counter), step));
  edge_between((uint32_t)(made.locations.count - 1), head,
               edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  edge_between(head, location(), assume(more, false));
}

static void random_automaton(void) {
  made_begin(draw(2) ? 32 : 64);
  is_calm = draw(3) == 0;
  cells = 2 + draw(MOST_CELLS - 1);
  unsigned bits = cells > 4 ? 1 : 1 + draw(2);
  function("main", WIDE);
  counter = local_word("i", WIDE);
  best = local_word("best", WIDE);
  flag = local_word("flag", WIDE);
  bits_of_input = local_word("in", bits);
  arrays[0] = local_object("a", cells);
  arrays[1] = local_object("b", cells);
  set(best, num(draw(3)));
  set(flag, num(draw(2)));
  input(bits_of_input); /* so that something depends on inputs */
  counting(0);
  if (draw(4)) {
    uint32_t in = apply(BITS_ZEXT, WIDE, value_of(bits_of_input), CFA_NONE);
    set(counter, draw(2) ? in : apply(BITS_SUB, WIDE, num(cells - 1), in));
    store(cell(0, apply(BITS_UREM, WIDE, value_of(counter), num(cells))),
          some_word());
  }
  if (draw(2))
    counting(1);
  counting(2);
  give(value_of(best));
  order_branches();
  cfa_finish(&job, &made);
}

static size_t counts[3], by_elements;

static void compare(void) {
  bool presume = draw(2);
  const char *wrong = cfa_validate(&job, &made);
  CHECK(!wrong);
  if (wrong)
    fprintf(stderr, "%s\n", wrong);
  truth t = by_brute_force(0, false);
  if (!t.is_known)
    return;
  panda_options o = {.presume_memory = presume,
                     .loops_first = true,
                     .query_milliseconds = 10000,
                     .open_bytes = 1};
  panda_result r;
  panda_open open = {NULL, NULL, NULL};
  panda_decide(&job, &ticks, &made, &o, &open, &r);
  counts[r.verdict]++;
  for (size_t i = 0; i < r.invariants.count; i++)
    if (r.invariants.at[i].index) {
      by_elements++;
      break;
    }
  bool undefined = t.stops || (t.faults && !presume);
  panda_verdict right = t.fails     ? PANDA_VIOLATED
                        : undefined ? PANDA_UNKNOWN
                                    : PANDA_HOLDS;
  CHECK(r.verdict == right);
  if (r.verdict == PANDA_VIOLATED)
    violation_is_real(&r, 0);
}

static void one_case(unsigned long number) {
  (void)number;
  random_automaton();
  compare();
}

int main(int argc, char **argv) {
  cases asked = cases_asked(argc, argv, 300);
  unsigned long many = asked.many;
  cases_each(asked, one_case);
  CHECK(counts[PANDA_HOLDS] > many / 20 && counts[PANDA_VIOLATED] > many / 20);
  CHECK(by_elements > many / 50);
  fprintf(stderr,
          "%zu hold (%zu by invariants of elements), %zu are violated, %zu "
          "unknown\n",
          counts[PANDA_HOLDS], by_elements, counts[PANDA_VIOLATED],
          counts[PANDA_UNKNOWN]);
  return check_end();
}
