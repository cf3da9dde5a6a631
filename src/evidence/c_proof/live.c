/* Which scalars matter: those that some path from a location reads before it
 * writes them, and those that invariants of places on it speak of. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

typedef struct finder {
  proof_run *r;
  bool *is_met; /* by expression */
  vec(uint32_t) met;
} finder;

static uint64_t *row_of(const proof_run *run, uint32_t location) {
  return run->live.at + run->first_live[location];
}

static size_t words_of(const proof_run *run, uint32_t location) {
  assert(location < run->p->locations.count);
  const cfa_location *l = &run->p->locations.at[location];
  return (run->p->functions.at[l->function].scalars + 63) / 64;
}

/* The scalars of an expression, of the function alone, become live there. */
static void read_all(finder *f, uint32_t location, uint32_t expression) {
  proof_run *run = f->r;
  uint32_t function = run->p->locations.at[location].function, operands[3];
  if (expression == CFA_NONE)
    return;
  run->work.count = 0;
  vec_push(run->m, &run->work, expression);
  while (run->work.count) {
    uint32_t n = vec_pop(&run->work);
    const cfa_expression *x = &run->p->expressions.at[n];
    if (f->is_met[n])
      continue;
    f->is_met[n] = true;
    vec_push(run->m, &f->met, n);
    const cfa_variable *variable =
        x->kind == CFA_VARIABLE ? &run->p->variables.at[x->a] : NULL;
    if (variable && variable->function == function)
      row_of(run, location)[variable->slot / 64] |= UINT64_C(1)
                                                    << variable->slot % 64;
    for (size_t i = cfa_operands(x, operands); i-- > 0;)
      vec_push(run->m, &run->work, operands[i]);
  }
  vec_each (const uint32_t, n, &f->met)
    f->is_met[*n] = false;
  f->met.count = 0;
}

static void read_edge(finder *f, const cfa_edge *edge) {
  read_all(f, edge->from, edge->a);
  read_all(f, edge->from, edge->b);
  read_all(f, edge->from, edge->c);
  for (uint32_t i = 0; edge->kind == CFA_CALL && i < edge->arguments; i++)
    read_all(f, edge->from, f->r->p->arguments.at[edge->first_argument + i]);
}

/* What is live behind an edge and not written by it, is live before it. */
static bool pass_back(proof_run *run, const cfa_edge *edge) {
  const cfa_variable *variable =
      edge->variable == CFA_NONE ? NULL : &run->p->variables.at[edge->variable];
  uint64_t *to = row_of(run, edge->to), *from = row_of(run, edge->from);
  bool is_changed = false, is_own = variable && variable->is_scalar &&
                                    variable->function != CFA_NONE;
  for (size_t i = 0; i < words_of(run, edge->from); i++) {
    uint64_t bits = to[i];
    if (is_own && variable->slot / 64 == i)
      bits &= ~(UINT64_C(1) << variable->slot % 64);
    is_changed = is_changed || (bits & ~from[i]);
    from[i] |= bits;
  }
  return is_changed;
}

void proof_find_live(proof_run *run) {
  const cfa *automaton = run->p;
  finder f = {.r = run};
  size_t count = 0;
  run->first_live = mem_array(run->m, automaton->locations.count + 1,
                              sizeof *run->first_live);
  for (uint32_t l = 0; l < automaton->locations.count; l++) {
    run->first_live[l] = count;
    count += words_of(run, l);
  }
  vec_resize(run->m, &run->live, count + 1);
  f.is_met =
      mem_array(run->m, automaton->expressions.count + 1, sizeof *f.is_met);
  vec_each (const cfa_edge, edge, &automaton->edges)
    read_edge(&f, edge);
  vec_each (const cfa_invariant, i, run->given)
    if (i->kind == CFA_AT_LOCATION)
      read_all(&f, i->at, i->condition);
  for (bool more = true; more;) {
    more = false;
    for (size_t i = automaton->edges.count; i-- > 0;)
      if (automaton->edges.at[i].to != CFA_NONE)
        more = pass_back(run, &automaton->edges.at[i]) || more;
  }
  mem_free(run->m, f.is_met);
  vec_free(run->m, &f.met);
}

bool proof_is_live(const proof_run *run, uint32_t location, uint32_t slot) {
  return row_of(run, location)[slot / 64] >> slot % 64 & 1;
}
