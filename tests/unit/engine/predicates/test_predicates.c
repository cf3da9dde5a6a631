/* Boolean programs of random predicates beside the concrete interpreter: every
 * state of a run is among the states that saturation reaches, an error that a
 * run meets is reached, a path that is called infeasible is taken by no run;
 * with Booleans alone, and with groups of them as one variable. */
#include "tests/unit/check.h"
#include "tests/unit/engine/abstraction_random.h"

#include "cfa/run.h"
#include "engine/predicates/path.h"
#include "engine/symbolic/symbolic.h"
#include "product/program_sympds.h"

enum { MOST_INPUTS = 64, MOST_STEPS = 80, ROUNDS = 4 };
static uint64_t chosen[MOST_INPUTS];
static size_t met;
static predicates found;
static unsigned long outside, missed, refuted_wrongly, invalid;
static unsigned long states, decided, errors, holds, refined;

static uint64_t choose_next(void *self, const cfa_input *input) {
  size_t n = met++;
  (void)self;
  return input->is_pointer ? 0 : n < MOST_INPUTS ? chosen[n] : 0;
}

static cfa_run *begin_run(void) {
  cfa_run_options o = {.choose = choose_next};
  met = 0;
  return cfa_run_begin(&job, &ticks, &made, &o);
}

/* Programs with an assertion. */

/* Main's last return becomes an assertion, then the return. */
static void any_claimed_program(shape s, unsigned functions, unsigned size) {
  unfinished_program(s, functions, size);
  cfa_edge last = vec_pop(&made.edges);
  uint32_t c = any_condition(1), good = location(), bad = location();
  edge_between(last.from, good, assume(c, true));
  edge_between(last.from, bad, assume(c, false));
  edge_between(good, CFA_NONE, last);
  edge_between(bad, CFA_NONE, edge(CFA_FAIL, CFA_NONE, CFA_NONE));
  cfa_finish(&job, &made);
}

static void any_predicates(unsigned count) {
  for (uint32_t f = 0; f < made.functions.count; f++) {
    scope_of(f);
    for (unsigned i = 0; i < count; i++) {
      predicates_add(&found, f, any_condition(1));
      uint32_t word = value_of(words[draw(word_count)]);
      predicates_add(&found, f,
                     apply(BITS_EQ, 1, word,
                           number(drawn.width, draw(1u << drawn.width))));
    }
  }
}

typedef struct saturated {
  abstract_program a;
  prog_bits bits;
  dds diagrams;
  sympds system;
  sym_post *post;
} saturated;

static void saturate(saturated *x, bool only_booleans) {
  abstract_options o = {.only_booleans = only_booleans};
  memset(x, 0, sizeof *x);
  predicates_abstract(&found, &job, &o, &x->a);
  invalid += *prog_validate(&job, &x->a.program) != '\0';
  prog_bits_init(&job, &x->a.program, 0, &x->bits);
  prog_open_diagrams(&job, &ticks, &x->bits, 0, &x->diagrams);
  prog_sympds(&job, &ticks, &x->a.program, &x->bits, &x->diagrams, &x->system);
  size_t reached;
  x->post = sym_post_star(&job, &ticks, &x->system, NULL, &reached);
}

static void unsaturate(saturated *x) {
  sym_post_free(x->post);
  dds_close(&x->diagrams);
}

/* The variable has the value: cuts 'set' down to that. */
static dd with_value(saturated *x, dd set, uint32_t variable, uint32_t value) {
  const prog_variable *v = &x->a.program.variables.at[variable];
  bool is_global = v->procedure == PROG_NONE;
  uint32_t first = is_global ? x->bits.global_cell[v->cell]
                             : x->bits.local_cell[v->procedure][v->cell];
  for (uint32_t k = 0; k < v->width; k++) {
    uint32_t at = is_global ? sym_global(&x->system, first + k, SYM_NOW)
                            : sym_local(&x->system, first + k, SYM_NOW);
    dd bit = dd_variable(&x->diagrams, at);
    if (!(value >> k & 1))
      bit = dd_not(&x->diagrams, bit);
    set = dd_and(&x->diagrams, set, bit);
  }
  return set;
}

static bool value_in(cfa_run *r, uint32_t n, uint64_t *value) {
  return cfa_run_value(r, found.all.at[n].condition, value);
}

static dd with_group(saturated *x, cfa_run *r, dd set,
                     const abstract_group *g) {
  uint32_t value = 0;
  uint64_t truth;
  for (uint32_t i = 0; i < g->count; i++) {
    if (!value_in(r, x->a.members.at[g->first + i], &truth))
      return set;
    if (truth)
      value = i + 1;
  }
  decided++;
  return with_value(x, set, g->variable, value);
}

/* Is the run's state one that was reached, by all that can be compared? */
static bool is_inside(saturated *x, cfa_run *r) {
  const prog *p = &x->a.program;
  uint32_t at = 0, here = cfa_run_location(r);
  while (at < p->locations.count &&
         (x->a.locations.at[at] != here ||
          p->procedures.at[p->locations.at[at].procedure].entry == at))
    at++;
  size_t mark = dd_mark(&x->diagrams);
  dd set = sym_post_heads(x->post, at);
  for (uint32_t v = 0; v < p->variables.count; v++) {
    uint32_t q = x->a.predicate.at[v];
    bool is_here =
        p->variables.at[v].procedure == PROG_NONE ||
        p->variables.at[v].procedure == p->locations.at[at].procedure;
    uint64_t truth;
    if (q == CFA_NONE || !is_here || !abstract_is_live(&x->a, at, v) ||
        !value_in(r, q, &truth))
      continue;
    decided++;
    set = with_value(x, set, v, (uint32_t)truth);
  }
  vec_each (const abstract_group, g, &x->a.groups) {
    const prog_variable *v = &p->variables.at[g->variable];
    bool is_here = v->procedure == PROG_NONE ||
                   v->procedure == p->locations.at[at].procedure;
    if (is_here && abstract_is_live(&x->a, at, g->variable))
      set = with_group(x, r, set, g);
  }
  bool good = set != DD_FALSE;
  dd_release(&x->diagrams, mark);
  states++;
  return good;
}

static bool error_reached(saturated *x) {
  vec_each (const abstract_target, t, &x->a.targets)
    if (sym_post_heads(x->post, t->location) != DD_FALSE)
      return true;
  return false;
}

static map taken; /* hashes of prefixes of runs */

static uint64_t add_edge(uint64_t h, uint32_t e) {
  h = (h ^ (e + 1)) * UINT64_C(0x9E3779B97F4A7C15);
  return h ^ h >> 31;
}

static void compare_run(saturated *x, bool is_reached) {
  cfa_run *r = begin_run();
  uint64_t h = 0;
  outside += !is_inside(x, r);
  for (unsigned i = 0; i < MOST_STEPS && cfa_run_step(r); i++) {
    h = add_edge(h, cfa_run_edge(r));
    map_insert(&job, &taken, h);
    outside += !is_inside(x, r);
  }
  cfa_fault fault;
  const char *why;
  bool is_error = cfa_run_end(r, &fault, &why) == CFA_END_ERROR;
  if (is_error)
    map_insert(&job, &taken, add_edge(h, cfa_run_edge(r)));
  errors += is_error;
  missed += is_error && !is_reached;
  cfa_run_delete(r);
}

static bool next_inputs(void) {
  for (unsigned i = 0; i < drawn.inputs; i++) {
    chosen[i] = (chosen[i] + 1) & bits_mask(drawn.width);
    if (chosen[i])
      return true;
  }
  return false;
}

/* The path to the error: refuted? Then nobody takes it, and there are more
 * predicates. False: enough. */
static bool refine(saturated *x) {
  sym_run run = {0};
  shape_list edges = {0}, callees_taken = {0}, core = {0};
  path_steps path = {0};
  path_inputs inputs = {0};
  uint32_t to = x->a.targets.at[0].location;
  if (!sym_post_run(x->post, to, sym_post_heads(x->post, to), 2000, &run))
    return false;
  uint64_t h = 0;
  vec_each (const sym_step, s, &run.steps) {
    uint32_t source = x->system.rules.at[s->rule].source;
    uint32_t e = source == SYM_NONE ? CFA_NONE : x->a.edges.at[source];
    if (e == CFA_NONE)
      continue;
    const prog_edge *y = &x->a.program.edges.at[source];
    uint32_t callee = CFA_NONE;
    if (y->kind == PROG_CALL)
      callee = made.locations.at[x->a.locations.at[y->entry]].function;
    vec_push(&job, &edges, e);
    vec_push(&job, &callees_taken, callee);
    h = add_edge(h, e);
  }
  if (!path_follow(&job, &made, edges.at, callees_taken.at, edges.count, &path))
    return false;
  if (path_decide(&job, &found, &path, &inputs, &core) != PATH_INFEASIBLE)
    return false;
  refuted_wrongly += map_find(&taken, h) != MAP_NONE;
  bool more = path_refine(&job, &found, &path, &core) > 0 ||
              predicates_spread(&found) > 0;
  refined += more;
  return more;
}

static bool one_round(bool only_booleans, bool is_complete) {
  saturated x;
  saturate(&x, only_booleans);
  bool is_reached = error_reached(&x);
  taken = (map){0};
  memset(chosen, 0, sizeof chosen);
  do {
    if (!is_complete)
      for (size_t i = 0; i < MOST_INPUTS; i++)
        chosen[i] = draw(1u << drawn.width);
    compare_run(&x, is_reached);
  } while (is_complete ? next_inputs() : draw(8) != 0);
  holds += !is_reached;
  bool more = is_reached && refine(&x);
  unsaturate(&x);
  return more;
}

static void check_random(unsigned programs, shape s, unsigned functions) {
  outside = missed = refuted_wrongly = invalid = 0;
  states = decided = errors = holds = refined = 0;
  smt_limits limits = {.milliseconds = 2000};
  for (unsigned i = 0; i < programs; i++) {
    unsigned long before = outside + missed + refuted_wrongly + invalid;
    any_claimed_program(s, functions, 2 + draw(6));
    predicates_init(&found, &job, &ticks, &made, &limits);
    if (draw(2))
      predicates_seed(&found, NULL);
    any_predicates(draw(5));
    if (draw(3) == 0)
      predicates_spread(&found);
    for (unsigned k = 0; k < ROUNDS && one_round(draw(3) == 0, !s.has_late);
         k++)
      ;
    smt_delete(found.asker.solver);
    if (outside + missed + refuted_wrongly + invalid != before)
      printf("program %u of width %u\n", i, s.width);
  }
  CHECK(outside == 0);
  CHECK(missed == 0);
  CHECK(refuted_wrongly == 0);
  CHECK(invalid == 0);
  CHECK(decided > 100);
  CHECK(errors > 10 && holds > 0 && refined > 0);
  printf("states %lu, compared %lu, errors %lu, holds %lu, refined %lu\n",
         states, decided, errors, holds, refined);
}

int main(void) {
  mem_init(&job, &budget);
  ticks.budget = &budget;
  check_random(25, (shape){.width = 2, .inputs = 2, .has_division = true}, 1);
  check_random(
      25,
      (shape){.width = 3, .inputs = 2, .has_shifts = true, .has_late = true},
      1);
  check_random(40, (shape){.width = 2, .inputs = 2, .has_calls = true}, 3);
  check_random(
      25,
      (shape){
          .width = 3, .inputs = 2, .has_memory = true, .has_equality = true},
      1);
  check_random(30,
               (shape){.width = 2,
                       .inputs = 2,
                       .has_memory = true,
                       .has_equality = true,
                       .has_calls = true,
                       .has_shifts = true,
                       .has_division = true},
               3);
  mem_clear(&job);
  return check_end();
}
