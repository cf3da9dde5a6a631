/* Predicate abstraction beside the concrete interpreter: what is known holds in
 * every run that takes the same edges, no side that a run takes is refuted, and
 * going back gives what was known then. */
#include "tests/unit/engine/panda/abstraction_run.h"

/* Some conditions for each function, each at most of its locations. */
static void any_predicates(unsigned count) {
  for (uint32_t f = 0; f < made.functions.count; f++) {
    scope_of(f);
    for (unsigned i = 0; i < count; i++) {
      uint32_t c = any_condition(1);
      for (uint32_t l = 0; l < made.locations.count; l++)
        if (made.locations.at[l].function == f && draw(4))
          abstraction_add(known, l, c);
    }
  }
}

typedef struct snapshot {
  size_t mark;
  uint64_t hash;
} snapshot;

/* Of all that is known, in every frame. */
static uint64_t hash_known(void) {
  uint64_t h = known->frames.count;
  vec_each (const abs_frame, f, &known->frames) {
    h = h * 31 + f->location;
    size_t count = f->start == ABS_NONE ? 0 : known->at[f->location].count;
    for (size_t i = 0; i < count; i++)
      h = h * 31 + known->values.at[f->start + i] + 1;
  }
  return h;
}

static unsigned long wrong, refuted_wrongly, wrong_back;

/* Tells the abstraction of the edge, after a look whether it refutes it. */
static bool one_step(void) {
  uint32_t e, callee;
  if (!look_ahead(&e, &callee))
    return false;
  const cfa_edge *x = &made.edges.at[e];
  if (x->kind == CFA_ASSUME && abstraction_refutes(known, x->a, x->holds))
    refuted_wrongly++;
  abstraction_step(known, e, callee);
  cfa_run_step(behind);
  wrong += !is_consistent();
  return true;
}

static void run_once(unsigned most) {
  snapshot marks[8];
  size_t count = 0;
  for (size_t i = 0; i < MOST_INPUTS; i++)
    chosen[i] = draw(1u << drawn.width);
  begin_runs();
  wrong += !is_consistent();
  for (unsigned i = 0; i < most && one_step(); i++)
    if (count < 8 && draw(8) == 0)
      marks[count++] = (snapshot){abstraction_mark(known), hash_known()};
  while (count--) {
    abstraction_undo(known, marks[count].mark);
    wrong_back += hash_known() != marks[count].hash;
  }
  end_runs();
}

static void check_random(unsigned programs, shape s, unsigned functions,
                         bool resolves) {
  wrong = refuted_wrongly = wrong_back = 0;
  told_true = told_false = told_nothing = 0;
  unsigned long asked = 0;
  for (unsigned i = 0; i < programs; i++) {
    unsigned long before = wrong + refuted_wrongly + wrong_back;
    any_program(s, functions, 3 + draw(6));
    says_where = resolves;
    begin_abstraction();
    any_predicates(1 + draw(5));
    for (unsigned run_number = 0; run_number < 4; run_number++)
      run_once(60);
    if (wrong + refuted_wrongly + wrong_back != before)
      printf("program %u of width %u\n", i, s.width);
    asked += abstraction_queries(known);
    abstraction_delete(known);
  }
  CHECK(wrong == 0);
  CHECK(refuted_wrongly == 0);
  CHECK(wrong_back == 0);
  CHECK(told_true > 10 && told_false > 10 && told_nothing > 10);
  printf("queries %lu ", asked);
  printf("true %lu, false %lu, unknown %lu\n", told_true, told_false,
         told_nothing);
}

/* Which sides runs take, by the edges that led to them. */
static map taken;

static uint64_t add_edge(uint64_t path_hash, uint32_t e) {
  uint64_t h = (path_hash ^ (e + 1)) * UINT64_C(0x9E3779B97F4A7C15);
  return h ^ h >> 31;
}

/* Counts through all inputs of main; false: that was the last. */
static bool next_inputs(void) {
  for (unsigned i = 0; i < drawn.inputs; i++) {
    chosen[i] = (chosen[i] + 1) & bits_mask(drawn.width);
    if (chosen[i])
      return true;
  }
  return false;
}

/* False: it met inputs that are not enumerated. */
static bool enumerate_runs(unsigned most) {
  memset(chosen, 0, sizeof chosen);
  map_free(&job, &taken);
  bool is_complete = true;
  do {
    cfa_run_options o = {.choose = choose_next, .self = &first_chooser};
    uint64_t h = 0;
    first_chooser.met = 0;
    cfa_run *r = cfa_run_begin(&job, &ticks, &made, &o);
    for (unsigned i = 0; i < most && cfa_run_step(r); i++) {
      h = add_edge(h, cfa_run_edge(r));
      map_insert(&job, &taken, h);
    }
    is_complete &= first_chooser.met <= drawn.inputs;
    cfa_run_delete(r);
  } while (is_complete && next_inputs());
  return is_complete;
}

static unsigned long spurious, refined, found_none;

/* The run is at a branch whose edge e it takes: is the other side one that no
 * run takes, and nobody knows it yet? */
static void try_refinement(uint64_t h, uint32_t e) {
  const cfa_edge *x = &made.edges.at[e];
  const cfa_location *l = &made.locations.at[x->from];
  if (x->kind != CFA_ASSUME || l->edges != 2)
    return;
  uint32_t other = l->first_edge + (e == l->first_edge);
  bool is_taken = map_find(&taken, add_edge(h, other)) != MAP_NONE;
  bool is_refuted = abstraction_refutes(known, x->a, !x->holds);
  wrong += is_taken && is_refuted;
  if (is_taken || is_refuted)
    return;
  spurious++;
  uint32_t condition = x->a;
  bool side = !x->holds;
  size_t added = abstraction_refine(known, condition, side);
  found_none += added == 0;
  wrong += !is_consistent();
  refined += abstraction_refutes(known, condition, side);
}

static void refine_along(unsigned most) {
  uint64_t h = 0;
  begin_runs();
  for (unsigned i = 0; i < most; i++) {
    uint32_t e, callee;
    if (!look_ahead(&e, &callee))
      break;
    try_refinement(h, e);
    h = add_edge(h, e);
    abstraction_step(known, e, callee);
    cfa_run_step(behind);
    wrong += !is_consistent();
  }
  end_runs();
}

static void check_refinement(unsigned programs, shape s, unsigned functions,
                             unsigned least) {
  wrong = spurious = refined = found_none = 0;
  for (unsigned i = 0; i < programs; i++) {
    unsigned long before = wrong;
    any_program(s, functions, 4 + draw(5));
    taken = (map){0};
    if (!enumerate_runs(60))
      continue;
    says_where = s.has_memory;
    begin_abstraction();
    for (unsigned k = 0; k < 3; k++) {
      for (unsigned n = 0; n < s.inputs; n++)
        chosen[n] = draw(1u << s.width);
      refine_along(60);
    }
    if (wrong != before)
      printf("program %u of width %u\n", i, s.width);
    abstraction_delete(known);
  }
  CHECK(wrong == 0);
  CHECK(spurious > 20);
  CHECK(refined * 100 >= spurious * least);
  printf("spurious %lu, refined %lu, nothing new %lu\n", spurious, refined,
         found_none);
}

int main(void) {
  mem_init(&job, &budget);
  ticks.budget = &budget;
  check_random(50, (shape){.width = 2, .inputs = 2, .has_division = true}, 1,
               false);
  check_random(50,
               (shape){.width = 3,
                       .inputs = 3,
                       .has_shifts = true,
                       .has_division = true,
                       .has_late = true},
               1, false);
  check_random(
      150,
      (shape){.width = 2, .inputs = 2, .has_calls = true, .has_late = true}, 3,
      false);
  check_random(
      150,
      (shape){
          .width = 3, .inputs = 2, .has_memory = true, .has_equality = true},
      1, false);
  check_random(80,
               (shape){.width = 4,
                       .inputs = 2,
                       .has_memory = true,
                       .has_equality = true,
                       .has_calls = true,
                       .has_shifts = true,
                       .has_division = true,
                       .has_late = true},
               3, true);
  check_refinement(30, (shape){.width = 2, .inputs = 2}, 1, 50);
  check_refinement(30, (shape){.width = 2, .inputs = 2, .has_calls = true}, 3,
                   50);
  check_refinement(30, (shape){.width = 2, .inputs = 2, .has_memory = true}, 1,
                   30);
  check_refinement(
      60,
      (shape){.width = 2, .inputs = 2, .has_memory = true, .has_calls = true},
      3, 30);
  mem_clear(&job);
  return check_end();
}
