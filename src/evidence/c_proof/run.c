/* Edges: what each does to the state. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

bool proof_assign(proof_run *r, uint32_t variable, proof_value value) {
  if (variable == CFA_NONE)
    return true;
  size_t slot = proof_slot(r, variable);
  if (!proof_may_set(r, variable, slot))
    return false;
  proof_value *s = &r->now.scalars.at[slot];
  r->now.changes += s->bits != value.bits || s->term != value.term ||
                    s->object != value.object;
  *s = value;
  return true;
}

static bool take_branch(proof_run *r, const cfa_location *l, uint32_t *taken) {
  assert(l->first_edge < r->p->edges.count);
  const cfa_edge *e = &r->p->edges.at[l->first_edge];
  proof_value v;
  bool side;
  if (!proof_evaluate(r, e->a, &v))
    return false;
  proof_term t = proof_term_of(r, v, 1);
  if (l->edges < 2)
    return proof_assume(r, e->holds ? t : proof_not(&r->terms, t));
  if (!proof_decide(r, t, &side))
    return false;
  *taken = side == e->holds ? l->first_edge : l->first_edge + 1;
  return true;
}

static bool allocate(proof_run *r, uint32_t edge, proof_value size) {
  assert(edge < r->p->edges.count);
  const cfa_edge *e = &r->p->edges.at[edge];
  assert(e->a < r->p->expressions.count);
  unsigned wide = r->p->expressions.at[e->a].width;
  bool is_small;
  if (size.object)
    return proof_give_up(r, "arithmetic on the address of an object");
  proof_term small =
      proof_apply(&r->terms, BITS_ULE, 1, proof_term_of(r, size, wide),
                  proof_constant(&r->terms, wide, INT32_MAX), 0);
  if (!proof_decide(r, small, &is_small))
    return false;
  if (!is_small)
    return proof_give_up(r, "an object of 2 GiB or more");
  if (size.term)
    size.term = proof_resize(&r->terms, r->p->pointer_bits, size.term);
  bool is_local = e->allocation == CFA_ALLOCA;
  uint32_t object =
      proof_object_new(r, is_local ? PROOF_LOCAL : PROOF_HEAP, size,
                       proof_origin(r, edge), e->allocation == CFA_CALLOC);
  if (is_local)
    vec_push(r->m, &r->now.frame_objects, object);
  return proof_assign(r, e->variable, (proof_value){.object = object});
}

static bool release(proof_run *r, proof_value what) {
  assert(what.object < r->now.objects.count);
  proof_object *o = &r->now.objects.at[what.object];
  proof_value offset = {.bits = what.bits, .term = what.term};
  unsigned wide = r->p->pointer_bits;
  bool is_start;
  if (!what.object && what.term)
    return proof_give_up(r, "what an unknown pointer leads to");
  if (!what.object)
    return what.bits == 0 || proof_fault(r, CFA_FAULT_FREE);
  if (o->kind == PROOF_OPAQUE)
    return proof_give_up(r, "the arguments of main");
  if (o->kind != PROOF_HEAP)
    return proof_fault(r, CFA_FAULT_FREE);
  proof_term start = proof_equal(&r->terms, proof_term_of(r, offset, wide),
                                 proof_constant(&r->terms, wide, 0));
  if (!proof_decide(r, start, &is_start))
    return false;
  if (!is_start)
    return proof_fault(r, CFA_FAULT_FREE);
  if (!o->is_alive)
    return proof_fault(r, CFA_FAULT_DOUBLE_FREE);
  vec_each (const proof_scope, s, &r->now.scopes)
    if (what.object < s->objects)
      return proof_give_up(r, "a loop that frees memory");
  /* Who points back to the last of its nodes, must know it. */
  const proof_chain *c = r->now.objects.at[what.object].chain;
  what = (proof_value){.bits = c ? c->link : 0, .object = what.object};
  if (c && c->back != PROOF_NO_BACK && !proof_open_lists(r, what, 1))
    return false;
  proof_object_kill(r, what.object);
  return true;
}

static bool take_size(proof_run *r, const cfa_edge *e, proof_value at) {
  at.bits = 0;
  at.term = 0;
  if (!proof_may_access(r, at, 0, false))
    return false;
  unsigned width = r->p->variables.at[e->variable].width;
  proof_value size = r->now.objects.at[at.object].size;
  if (r->now.objects.at[at.object].is_extern)
    return proof_give_up(r, "an object that no file defines");
  size = size.term
             ? proof_value_of(r, proof_resize(&r->terms, width, size.term))
             : proof_word(bits_cut(size.bits, width));
  return proof_assign(r, e->variable, size);
}

static bool forget(proof_run *r, const cfa_edge *e) {
  assert(e->variable < r->p->variables.count);
  const cfa_variable *v = &r->p->variables.at[e->variable];
  if (v->is_scalar)
    return proof_assign(r, e->variable, (proof_value){.object = PROOF_UNSET});
  uint32_t object =
      v->function == CFA_NONE
          ? (uint32_t)r->p->functions.count + 1 + v->slot
          : r->now.frame_objects.at[vec_last(&r->now.frames).objects + v->slot];
  if (!proof_may_write(r, object))
    return false;
  proof_object_forget(r, object);
  return true;
}

/* The values of a, b, c. */
static bool operands(proof_run *r, const cfa_edge *e, proof_value out[3]) {
  const uint32_t named[3] = {e->a, e->b, e->c};
  for (int i = 0; i < 3; i++)
    if (named[i] != CFA_NONE && !proof_evaluate(r, named[i], &out[i]))
      return false;
  return true;
}

static bool act(proof_run *r, uint32_t edge) {
  assert(edge < r->p->edges.count);
  const cfa_edge *e = &r->p->edges.at[edge];
  proof_value v[3] = {{0}, {0}, {0}};
  if (!operands(r, e, v))
    return false;
  switch (e->kind) {
  case CFA_SKIP:
    return true;
  case CFA_ASSIGN:
    return proof_assign(r, e->variable, v[0]);
  case CFA_STORE:
    return proof_store(r, v[0], r->p->expressions.at[e->b].width, v[1]);
  case CFA_INPUT:
    return proof_assign(r, e->variable,
                        proof_fresh(r, r->p->variables.at[e->variable].width));
  case CFA_HAVOC:
    return forget(r, e);
  case CFA_ALLOCATE:
    return allocate(r, edge, v[0]);
  case CFA_FREE:
    return release(r, v[0]);
  case CFA_SIZE:
    return take_size(r, e, v[0]);
  case CFA_COPY:
    return proof_copy(r, v[0], v[1], v[2]);
  case CFA_FILL:
    return proof_fill(r, v[0], v[1], v[2]);
  case CFA_FAIL:
    return proof_refute(r, "an error may be reached");
  case CFA_HALT:
    return proof_end_path(r);
  case CFA_UNDEFINED:
    return e->holds
               ? proof_end_path(r)
               : proof_give_up(r, "a run may be undefined: %.120s",
                               cfa_text(r->p, e->name));
  case CFA_UNSUPPORTED:
    return proof_give_up(r, "not supported: %.120s", cfa_text(r->p, e->name));
  case CFA_ASSUME:
  case CFA_CALL:
  case CFA_RETURN:
    break;
  }
  return proof_give_up(r, "an unknown edge");
}

static bool take_edge(proof_run *r) {
  const cfa_location *l =
      &r->p->locations.at[vec_last(&r->now.frames).location];
  if (l->edges == 0)
    return proof_end_path(r);
  r->edge = l->first_edge;
  const cfa_edge *e = &r->p->edges.at[r->edge];
  proof_begin_values(r);
  if (e->kind == CFA_CALL)
    return proof_call(r, r->edge);
  if (e->kind == CFA_RETURN)
    return proof_return(r, r->edge);
  bool goes_on =
      e->kind == CFA_ASSUME ? take_branch(r, l, &r->edge) : act(r, r->edge);
  if (!goes_on)
    return false;
  r->now.changes +=
      e->kind != CFA_SKIP && e->kind != CFA_ASSUME && e->kind != CFA_ASSIGN;
  vec_last(&r->now.frames).location = r->p->edges.at[r->edge].to;
  return true;
}

bool proof_step(proof_run *r) {
  bool goes_on = take_edge(r);
  r->now.made.count = 0;
  return goes_on;
}
