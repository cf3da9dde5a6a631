/* The checker of proofs beside exhaustive execution: it never accepts a program
 * that fails, nor an invariant that some run breaks; and it does not reject
 * what the engine proves. */
#include "tests/unit/cases.h"

#include "tests/unit/cfa_all_inputs.h"
#include "tests/unit/cfa_made.h"

#include "cfa/run.h"
#include "engine/panda/panda.h"
#include "evidence/c_proof/c_proof.h"

enum { MOST_RUNS = 3000, MOST_STEPS = 3000, WORDS = 4, BLOCK = 4 };

static uint32_t words[WORDS], bytes, pointer, counter, helper;

static uint32_t last(void) { return (uint32_t)(made.locations.count - 1); }

static uint32_t as_wide(uint32_t x, unsigned width) {
  unsigned had = made.expressions.at[x].width;
  return had == width ? x
                      : apply(had > width ? BITS_TRUNC
                              : draw(2)   ? BITS_ZEXT
                                          : BITS_SEXT,
                              width, x, CFA_NONE);
}

static uint32_t cell(void) {
  uint32_t at = apply(BITS_ZEXT, made.pointer_bits,
                      as_wide(value_of(words[draw(WORDS)]), 2), CFA_NONE);
  return offset_by(draw(3) ? address_of(bytes, 0) : value_of(pointer), at);
}

static uint32_t word(unsigned width, int depth) {
  static const bits_op ops[] = {BITS_ADD, BITS_SUB, BITS_MUL, BITS_AND,
                                BITS_XOR, BITS_SHL, BITS_UREM};
  switch (depth ? draw(6) : draw(2)) {
  case 0:
    return number(width, bits_cut(draw(6) - 1U, width));
  case 1:
  case 2:
    return as_wide(value_of(words[draw(WORDS)]), width);
  case 3:
    return as_wide(load(8, cell()), width);
  default:
    return apply(ops[draw(draw(4) ? 5 : 7)], width, word(width, depth - 1),
                 word(width, depth - 1));
  }
}

static uint32_t test(void) {
  static const bits_op ops[] = {BITS_EQ, BITS_ULT, BITS_ULE, BITS_SLT};
  return apply(ops[draw(4)], 1, word(3, 1), word(3, 1));
}

static void block_of(int depth, int count);

/* From the last location to two new ones; the second is last. */
static uint32_t fork_at(uint32_t from, uint32_t condition) {
  uint32_t yes = location();
  edge_between(from, yes, assume(condition, true));
  return yes;
}

static void branch(int depth) {
  uint32_t from = last(), condition = test();
  fork_at(from, condition);
  block_of(depth - 1, 1 + (int)draw(2));
  uint32_t end = last(), no = location();
  edge_between(from, no, assume(condition, false));
  uint32_t meet = location();
  edge_between(end, meet, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  edge_between(no, meet, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
}

/* Counts up to a word that may be anything. */
static void loop_on(int depth) {
  uint32_t limit = number(3, 2 + draw(6));
  set(counter, number(3, 0));
  uint32_t head = location();
  edge_between(head - 1, head, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  uint32_t more = apply(BITS_ULT, 1, value_of(counter),
                        draw(2) ? limit : as_wide(value_of(words[0]), 3));
  fork_at(head, more);
  set(counter, apply(BITS_ADD, 3, value_of(counter), number(3, 1)));
  block_of(depth - 1, (int)draw(3));
  edge_between(last(), head, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  uint32_t behind = location();
  edge_between(head, behind, assume(more, false));
}

static void fail_if(uint32_t condition) {
  uint32_t from = last(), bad = fork_at(from, condition);
  edge_between(bad, CFA_NONE, edge(CFA_FAIL, CFA_NONE, CFA_NONE));
  uint32_t good = location();
  edge_between(from, good, assume(condition, false));
}

/* Zeros; how many, may be known to nobody. */
static void allocate_some(void) {
  unsigned wide = made.pointer_bits;
  uint32_t some = as_wide(value_of(words[draw(2)]), 2);
  uint32_t size = apply(BITS_ADD, wide, apply(BITS_ZEXT, wide, some, CFA_NONE),
                        number(wide, draw(5)));
  allocate_sized(pointer, size, CFA_CALLOC);
}

static void call_helper(void) {
  uint32_t given = word(3, 1);
  call_with(words[1], helper, CFA_NONE, 1, &given);
}

static void some_statement(int depth) {
  uint32_t v = words[1 + draw(WORDS - 1)];
  switch (draw(depth ? 9 : 6)) {
  case 0:
    store(cell(), word(8, 1));
    break;
  case 1:
    if (draw(3) == 0)
      allocate_some();
    else
      set(pointer, address_of(bytes, draw(2)));
    break;
  case 2:
    if (draw(3) == 0)
      fail_if(test());
    break;
  case 3:
    if (helper != CFA_NONE)
      call_helper();
    break;
  case 6:
    branch(depth);
    break;
  case 7:
  case 8:
    loop_on(depth);
    break;
  default:
    set(v, word(made.variables.at[v].width, 2));
  }
}

static void block_of(int depth, int count) {
  while (count-- > 0)
    some_statement(depth);
}

static void own_variables(void) {
  static const char *const called[WORDS] = {"a", "b", "c", "d"};
  for (int i = 0; i < WORDS; i++)
    words[i] = local_word(called[i], 3);
  counter = local_word("n", 3);
  bytes = local_object("bytes", BLOCK);
  pointer = local_pointer("p");
  set(pointer, address_of(bytes, 0));
}

static void random_program(void) {
  made_begin(draw(2) ? 32 : 64);
  bool calls = draw(3) == 0;
  function("main", 3);
  helper = CFA_NONE;
  own_variables();
  helper = calls ? 1 : CFA_NONE;
  input(words[0]);
  if (draw(2))
    input(words[1]);
  else
    set(words[1], number(3, draw(8)));
  set(words[2], number(3, draw(4)));
  for (unsigned i = draw(2); i < BLOCK; i++)
    store(address_of(bytes, i), number(8, draw(4)));
  if (calls)
    call_helper();
  block_of(2, 2 + (int)draw(4));
  fail_if(apply(BITS_EQ, 1, word(3, 1), word(3, 1)));
  give(value_of(words[1]));
  if (calls) {
    function("f", 3);
    parameter(local_word("x", 3));
    helper = CFA_NONE;
    own_variables();
    set(words[0], value_of(made.functions.at[1].first_variable));
    block_of(1, 2);
    give(word(3, 1));
  }
  order_branches();
  cfa_finish(&job, &made);
}

typedef struct truth {
  bool is_known, is_bad;
  bool breaks; /* an invariant is false where a run is at its place */
} truth;

static void look_at(cfa_run *r, const cfa_invariants *given, truth *t) {
  uint64_t value;
  vec_each (const cfa_invariant, i, given)
    if (i->at == cfa_run_location(r) &&
        cfa_run_value(r, i->condition, &value) && !value)
      t->breaks = true;
}

static truth all_runs(const cfa_invariants *given) {
  odometer o = {.count = 0};
  truth t = {.is_known = true};
  size_t runs = 0;
  do {
    o.met = 0;
    cfa_run_options how = {CFA_CHECK_BOUNDS, next_value, &o};
    cfa_run *r = cfa_run_begin(&job, &ticks, &made, &how);
    while (cfa_run_steps(r) < MOST_STEPS && cfa_run_step(r))
      look_at(r, given, &t);
    cfa_fault fault;
    const char *why;
    cfa_end end = cfa_run_end(r, &fault, &why);
    t.is_bad = t.is_bad || end == CFA_END_ERROR || end == CFA_END_FAULT ||
               end == CFA_END_UNSUPPORTED;
    t.is_known = end != CFA_END_STEPS && !o.overflows && ++runs < MOST_RUNS;
    cfa_run_delete(r);
  } while (t.is_known && turn(&o));
  return t;
}

static c_proof_result checked(const cfa_invariants *given) {
  c_proof_options o = {.checks = CFA_CHECK_BOUNDS};
  c_proof_open open = {NULL};
  c_proof_result out;
  c_proof_check(&job, &ticks, &made, &o, given, &open, &out);
  return out;
}

static size_t accepted, undecided, rejected, broken, doubted;

static void by_the_engine(bool is_bad) {
  panda_options o = {.checks = CFA_CHECK_BOUNDS,
                     .loops_first = draw(2),
                     .open_bytes = draw(2),
                     .query_milliseconds = 10000};
  panda_result r;
  panda_open open = {NULL, NULL, NULL};
  panda_decide(&job, &ticks, &made, &o, &open, &r);
  if (r.verdict != PANDA_HOLDS)
    return;
  CHECK(!is_bad);
  c_proof_result p = checked(&r.invariants);
  CHECK(p.verdict != C_PROOF_REJECTED);
  accepted += p.verdict == C_PROOF_ACCEPTED;
  undecided += p.verdict == C_PROOF_UNDECIDED;
}

/* Conditions that nobody vouches for, at heads of loops and elsewhere. */
static void by_chance(void) {
  cfa_invariants given = {0};
  for (uint32_t l = 0; l < made.locations.count; l++) {
    const cfa_location *at = &made.locations.at[l];
    if (at->function != 0 || (!at->is_loop_head && draw(30)))
      continue;
    for (unsigned n = 1 + draw(2); n-- > 0;) {
      uint32_t v = value_of(draw(3) ? counter : words[draw(WORDS)]);
      uint32_t c =
          apply(draw(2) ? BITS_ULE : BITS_EQ, 1, v, number(3, draw(8)));
      cfa_invariant i = {CFA_AT_LOCATION, l,
                         draw(3) ? c : apply(BITS_NOT, 1, c, CFA_NONE), 0};
      vec_push(&job, &given, i);
    }
  }
  truth t = all_runs(&given);
  if (!t.is_known)
    return;
  c_proof_result p = checked(&given);
  if (t.is_bad || t.breaks)
    CHECK(p.verdict != C_PROOF_ACCEPTED);
  broken += t.breaks;
  rejected += t.breaks && p.verdict == C_PROOF_REJECTED;
  vec_free(&job, &given);
}

static uint32_t ghost(cfa_ghost kind, uint32_t of, unsigned width) {
  return express((cfa_expression){
      .kind = CFA_GHOST, .width = (uint8_t)width, .a = of, .value = kind});
}

/* Something about the byte at index k, of 3 bits: of those below the counter,
 * of those from it on, of all, or of one beside it. The same for the same
 * 'what'. */
static uint32_t about_element(uint32_t k, uint64_t what) {
  uint32_t wide = apply(BITS_ZEXT, made.pointer_bits, k, CFA_NONE);
  if (what >> 8 & 1)
    wide =
        apply(BITS_ADD, made.pointer_bits, wide, number(made.pointer_bits, 1));
  uint32_t at = load(8, offset_by(address_of(bytes, 0), wide));
  uint32_t body =
      apply(what & 1 ? BITS_EQ : BITS_ULE, 1, at, number(8, what >> 1 & 3));
  uint32_t inside = apply(BITS_ULT, 1, k, number(3, BLOCK - (what >> 8 & 1)));
  uint32_t here = apply(BITS_ULT, 1, k, value_of(counter));
  uint32_t bound = inside;
  if (what >> 3 & 1)
    bound = apply(BITS_AND, 1, inside,
                  what >> 4 & 1 ? here : apply(BITS_NOT, 1, here, CFA_NONE));
  return apply(BITS_OR, 1, apply(BITS_NOT, 1, bound, CFA_NONE), body);
}

static size_t element_claims, elements_accepted, elements_broken;

/* Claims about all elements, that nobody vouches for; 'each' has them index by
 * index, for the runs. */
static void by_chance_of_elements(void) {
  cfa_invariants given = {0}, each = {0};
  for (uint32_t l = 0; l < made.locations.count; l++) {
    const cfa_location *at = &made.locations.at[l];
    if (at->function != 0 || !at->is_loop_head)
      continue;
    uint64_t what = draw(512);
    cfa_invariant all = {
        CFA_AT_LOCATION, l,
        about_element(ghost(CFA_GHOST_INDEX, CFA_NONE, 3), what), 3};
    vec_push(&job, &given, all);
    for (uint64_t k = 0; k < 8; k++) {
      cfa_invariant one = {CFA_AT_LOCATION, l,
                           about_element(number(3, k), what), 0};
      vec_push(&job, &each, one);
    }
  }
  truth t = all_runs(&each);
  if (t.is_known && given.count) {
    c_proof_result p = checked(&given);
    CHECK(!(t.is_bad || t.breaks) || p.verdict != C_PROOF_ACCEPTED);
    element_claims++;
    elements_accepted += p.verdict == C_PROOF_ACCEPTED;
    elements_broken += t.breaks;
  }
  vec_free(&job, &given);
  vec_free(&job, &each);
}

/* Where the function that is called returns, and what. */
static const cfa_edge *its_return(void) {
  vec_each (const cfa_edge, e, &made.edges)
    if (e->kind == CFA_RETURN && made.locations.at[e->from].function == 1)
      return e;
  return NULL;
}

static uint32_t about_result(uint32_t result, uint32_t x, uint64_t what) {
  uint32_t k = number(3, what & 7);
  uint32_t sum = apply(BITS_ADD, 3, x, k);
  uint32_t c = apply(what >> 3 & 1 ? BITS_ULE : BITS_EQ, 1, result,
                     what >> 4 & 1 ? sum : k);
  return what >> 5 & 1 ? apply(BITS_NOT, 1, c, CFA_NONE) : c;
}

static size_t contract_claims, contracts_accepted, contracts_broken;

/* Contracts that nobody vouches for; 'each' has what they say where it can be
 * seen in runs: at the entry, and where it returns. Its parameter is never
 * set. */
static void by_chance_of_contracts(void) {
  const cfa_function *f = &made.functions.at[1];
  const cfa_edge *end = its_return();
  if (made.functions.count < 2 || !end)
    return;
  uint32_t x = value_of(f->first_variable);
  uint64_t what = draw(64), most = 4 + draw(4);
  cfa_invariants given = {0}, each = {0};
  cfa_invariant ensures = {
      CFA_ENSURES, 1,
      about_result(ghost(CFA_GHOST_RESULT, CFA_NONE, 3),
                   ghost(CFA_GHOST_OLD, f->first_variable, 3), what),
      0};
  cfa_invariant returns = {CFA_AT_LOCATION, end->from,
                           about_result(end->a, x, what), 0};
  uint32_t small = apply(BITS_ULE, 1, x, number(3, most));
  cfa_invariant requires = {CFA_REQUIRES, 1, small, 0};
  cfa_invariant enters = {CFA_AT_LOCATION, f->entry, small, 0};
  vec_push(&job, &given, ensures);
  vec_push(&job, &given, requires);
  vec_push(&job, &each, returns);
  vec_push(&job, &each, enters);
  truth t = all_runs(&each);
  if (t.is_known) {
    c_proof_result p = checked(&given);
    CHECK(!(t.is_bad || t.breaks) || p.verdict != C_PROOF_ACCEPTED);
    contract_claims++;
    contracts_accepted += p.verdict == C_PROOF_ACCEPTED;
    contracts_broken += t.breaks;
  }
  vec_free(&job, &given);
  vec_free(&job, &each);
}

static void compare(void) {
  cfa_invariants none = {0};
  truth t = all_runs(&none);
  if (!t.is_known)
    return;
  c_proof_result p = checked(&none);
  /* Without invariants nothing is lost: a rejection is an error. */
  CHECK(p.verdict != (t.is_bad ? C_PROOF_ACCEPTED : C_PROOF_REJECTED));
  doubted += p.verdict == C_PROOF_UNDECIDED;
  by_the_engine(t.is_bad);
  counter = made.functions.at[0].first_variable + WORDS;
  for (int i = 0; i < WORDS; i++)
    words[i] = made.functions.at[0].first_variable + (uint32_t)i;
  bytes = made.functions.at[0].first_variable + WORDS + 1;
  by_chance();
  for (int i = 0; i < 3; i++) {
    by_chance_of_elements();
    by_chance_of_contracts();
  }
}

/* f(x) is x < 1 ? 0 : f(x - 1) + 1. main wants f(x) == x. */
static c_proof_result recursive(uint64_t off) {
  made_begin(64);
  function("main", 8);
  uint32_t x = local_word("x", 8), y = local_word("y", 8);
  input(x);
  uint32_t given = value_of(x);
  call_with(y, 1, CFA_NONE, 1, &given);
  uint32_t differs =
      apply(BITS_NOT, 1, apply(BITS_EQ, 1, value_of(y), value_of(x)), CFA_NONE);
  fail_if(differs);
  give(value_of(y));
  function("f", 8);
  uint32_t n = parameter(local_word("n", 8)), r = local_word("r", 8);
  uint32_t from = last();
  uint32_t is_none = apply(BITS_EQ, 1, value_of(n), number(8, 0));
  fork_at(from, is_none);
  give(number(8, off));
  uint32_t more = location();
  edge_between(from, more, assume(is_none, false));
  uint32_t less = apply(BITS_SUB, 8, value_of(n), number(8, 1));
  call_with(r, 1, CFA_NONE, 1, &less);
  give(apply(BITS_ADD, 8, value_of(r), number(8, 1)));
  cfa_finish(&job, &made);
  cfa_invariants all = {0};
  cfa_invariant i = {CFA_ENSURES, 1,
                     apply(BITS_EQ, 1, ghost(CFA_GHOST_RESULT, CFA_NONE, 8),
                           ghost(CFA_GHOST_OLD, n, 8)),
                     0};
  vec_push(&job, &all, i);
  return checked(&all);
}

/* A block of 8 bytes is set to 1 in a loop; then some byte of it is not 1? */
static c_proof_result quantified(uint64_t filled) {
  made_begin(64);
  function("main", 8);
  uint32_t i = local_word("i", 64), k = local_word("k", 64);
  uint32_t block_object = local_object("block", 8);
  set(i, number(64, 0));
  uint32_t head = location();
  edge_between(head - 1, head, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  uint32_t more = apply(BITS_ULT, 1, value_of(i), number(64, 8));
  fork_at(head, more);
  store(offset_by(address_of(block_object, 0), value_of(i)), number(8, filled));
  set(i, apply(BITS_ADD, 64, value_of(i), number(64, 1)));
  edge_between(last(), head, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  uint32_t behind = location();
  edge_between(head, behind, assume(more, false));
  input(k);
  then(assume(apply(BITS_ULT, 1, value_of(k), number(64, 8)), true));
  uint32_t at = offset_by(address_of(block_object, 0), value_of(k));
  fail_if(apply(BITS_NOT, 1, apply(BITS_EQ, 1, load(8, at), number(8, 1)),
                CFA_NONE));
  give(number(8, 0));
  cfa_finish(&job, &made);
  uint32_t j = ghost(CFA_GHOST_INDEX, CFA_NONE, 64);
  uint32_t is_one =
      apply(BITS_EQ, 1, load(8, offset_by(address_of(block_object, 0), j)),
            number(8, 1));
  cfa_invariants all = {0};
  cfa_invariant each = {
      CFA_AT_LOCATION, head,
      apply(BITS_OR, 1, apply(BITS_ULE, 1, value_of(i), j), is_one), 64};
  cfa_invariant most = {CFA_AT_LOCATION, head,
                        apply(BITS_ULE, 1, value_of(i), number(64, 8)), 0};
  vec_push(&job, &all, each);
  vec_push(&job, &all, most);
  return checked(&all);
}

typedef enum difference { BY_PATH, BY_SCALAR, BY_MEMORY } difference;

/* Two ways meet in states that differ in one thing alone; there something must
 * not be 'bad'. */
static c_proof_result meeting(difference what, uint64_t bad) {
  made_begin(64);
  function("main", 8);
  uint32_t x = local_word("x", 8), y = local_word("y", 8);
  uint32_t block_object = local_object("block", 4);
  uint32_t cell_at = address_of(block_object, 1);
  input(x);
  set(y, number(8, 1));
  store(cell_at, number(8, 1));
  uint32_t from = last(),
           is_low = apply(BITS_ULT, 1, value_of(x), number(8, 4));
  uint32_t end = fork_at(from, is_low), no = location();
  edge_between(from, no, assume(is_low, false));
  if (what == BY_SCALAR)
    set(y, number(8, 5));
  if (what == BY_MEMORY)
    store(cell_at, number(8, 5));
  no = last();
  uint32_t meet = location();
  edge_between(end, meet, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  edge_between(no, meet, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  uint32_t read = what == BY_PATH     ? value_of(x)
                  : what == BY_SCALAR ? value_of(y)
                                      : load(8, cell_at);
  fail_if(apply(BITS_EQ, 1, read, number(8, bad)));
  give(number(8, 0));
  order_branches();
  cfa_finish(&job, &made);
  cfa_invariants none = {0};
  return checked(&none);
}

static void check_meetings(void) {
  for (difference d = BY_PATH; d <= BY_MEMORY; d++) {
    CHECK(meeting(d, 1).verdict == C_PROOF_REJECTED);
    CHECK(meeting(d, 5).verdict == C_PROOF_REJECTED);
  }
  CHECK(meeting(BY_SCALAR, 3).verdict == C_PROOF_ACCEPTED);
  CHECK(meeting(BY_MEMORY, 3).verdict == C_PROOF_ACCEPTED);
}

static void one_case(unsigned long number) {
  (void)number;
  random_program();
  compare();
}

int main(int argc, char **argv) {
  cases asked = cases_asked(argc, argv, 400);
  CHECK(recursive(0).verdict == C_PROOF_ACCEPTED);
  CHECK(recursive(1).verdict == C_PROOF_REJECTED);
  CHECK(quantified(1).verdict == C_PROOF_ACCEPTED);
  CHECK(quantified(2).verdict == C_PROOF_UNDECIDED);
  check_meetings();
  cases_each(asked, one_case);
  CHECK(accepted > undecided && rejected * 2 > broken);
  CHECK(asked.many < 100 || (contracts_accepted && contracts_broken > 20));
  fprintf(stderr,
          "the engine's: %zu accepted, %zu undecided; without invariants %zu "
          "undecided; %zu broken, %zu of them rejected\n",
          accepted, undecided, doubted, broken, rejected);
  fprintf(stderr, "of elements: %zu claims, %zu accepted, %zu broken\n",
          element_claims, elements_accepted, elements_broken);
  fprintf(stderr, "of contracts: %zu claims, %zu accepted, %zu broken\n",
          contract_claims, contracts_accepted, contracts_broken);
  return check_end();
}
