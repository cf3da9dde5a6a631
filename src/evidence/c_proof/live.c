/* Which scalars matter: those that some path from a location reads before it
 * writes them, and those that invariants of places on it speak of. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

typedef struct finder {
  proof_run *r;
  bool *is_met; /* by expression */
  vec(uint32_t) met;
} finder;

static uint64_t *row_of(const proof_run *r, uint32_t location) {
  return r->live.at + r->first_live[location];
}

static size_t words_of(const proof_run *r, uint32_t location) {
  assert(location < r->p->locations.count);
  const cfa_location *l = &r->p->locations.at[location];
  return (r->p->functions.at[l->function].scalars + 63) / 64;
}

/* The scalars of an expression, of the function alone, become live there. */
static void read_all(finder *f, uint32_t location, uint32_t expression) {
  proof_run *r = f->r;
  uint32_t function = r->p->locations.at[location].function, operands[3];
  if (expression == CFA_NONE)
    return;
  r->work.count = 0;
  vec_push(r->m, &r->work, expression);
  while (r->work.count) {
    uint32_t n = vec_pop(&r->work);
    const cfa_expression *x = &r->p->expressions.at[n];
    if (f->is_met[n])
      continue;
    f->is_met[n] = true;
    vec_push(r->m, &f->met, n);
    const cfa_variable *v =
        x->kind == CFA_VARIABLE ? &r->p->variables.at[x->a] : NULL;
    if (v && v->function == function)
      row_of(r, location)[v->slot / 64] |= UINT64_C(1) << v->slot % 64;
    for (size_t i = cfa_operands(x, operands); i-- > 0;)
      vec_push(r->m, &r->work, operands[i]);
  }
  vec_each (const uint32_t, n, &f->met)
    f->is_met[*n] = false;
  f->met.count = 0;
}

static void read_edge(finder *f, const cfa_edge *e) {
  read_all(f, e->from, e->a);
  read_all(f, e->from, e->b);
  read_all(f, e->from, e->c);
  for (uint32_t i = 0; e->kind == CFA_CALL && i < e->arguments; i++)
    read_all(f, e->from, f->r->p->arguments.at[e->first_argument + i]);
}

/* What is live behind an edge and not written by it, is live before it. */
static bool pass_back(proof_run *r, const cfa_edge *e) {
  const cfa_variable *v =
      e->variable == CFA_NONE ? NULL : &r->p->variables.at[e->variable];
  uint64_t *to = row_of(r, e->to), *from = row_of(r, e->from);
  bool is_changed = false,
       is_own = v && v->is_scalar && v->function != CFA_NONE;
  for (size_t i = 0; i < words_of(r, e->from); i++) {
    uint64_t bits = to[i];
    if (is_own && v->slot / 64 == i)
      bits &= ~(UINT64_C(1) << v->slot % 64);
    is_changed = is_changed || (bits & ~from[i]);
    from[i] |= bits;
  }
  return is_changed;
}

void proof_find_live(proof_run *r) {
  const cfa *p = r->p;
  finder f = {.r = r};
  size_t count = 0;
  r->first_live =
      mem_array(r->m, p->locations.count + 1, sizeof *r->first_live);
  for (uint32_t l = 0; l < p->locations.count; l++) {
    r->first_live[l] = count;
    count += words_of(r, l);
  }
  vec_resize(r->m, &r->live, count + 1);
  f.is_met = mem_array(r->m, p->expressions.count + 1, sizeof *f.is_met);
  vec_each (const cfa_edge, e, &p->edges)
    read_edge(&f, e);
  vec_each (const cfa_invariant, i, r->given)
    if (i->kind == CFA_AT_LOCATION)
      read_all(&f, i->at, i->condition);
  for (bool more = true; more;) {
    more = false;
    for (size_t i = p->edges.count; i-- > 0;)
      if (p->edges.at[i].to != CFA_NONE)
        more = pass_back(r, &p->edges.at[i]) || more;
  }
  mem_free(r->m, f.is_met);
  vec_free(r->m, &f.met);
}

bool proof_is_live(const proof_run *r, uint32_t location, uint32_t slot) {
  return row_of(r, location)[slot / 64] >> slot % 64 & 1;
}
