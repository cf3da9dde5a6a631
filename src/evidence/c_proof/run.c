/* Edges: what each does to the state. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

bool proof_assign(proof_run *run, uint32_t variable, proof_value value) {
  if (variable == CFA_NONE)
    return true;
  size_t slot = proof_slot(run, variable);
  if (!proof_may_set(run, variable, slot))
    return false;
  proof_value *s = &run->now.scalars.at[slot];
  run->now.changes += s->bits != value.bits || s->term != value.term ||
                      s->object != value.object;
  *s = value;
  return true;
}

static bool take_branch(proof_run *run, const cfa_location *location,
                        uint32_t *taken) {
  assert(location->first_edge < run->p->edges.count);
  const cfa_edge *edge = &run->p->edges.at[location->first_edge];
  proof_value value;
  bool side;
  if (!proof_evaluate(run, edge->a, &value))
    return false;
  proof_term t = proof_term_of(run, value, 1);
  if (location->edges < 2)
    return proof_assume(run, edge->holds ? t : proof_not(&run->terms, t));
  if (!proof_decide(run, t, &side))
    return false;
  *taken =
      side == edge->holds ? location->first_edge : location->first_edge + 1;
  return true;
}

static bool allocate(proof_run *run, uint32_t edge, proof_value size) {
  assert(edge < run->p->edges.count);
  const cfa_edge *e = &run->p->edges.at[edge];
  assert(e->a < run->p->expressions.count);
  unsigned wide = run->p->expressions.at[e->a].width;
  bool is_small;
  if (size.object)
    return proof_give_up(run, "arithmetic on the address of an object");
  proof_term small =
      proof_apply(&run->terms, BITS_ULE, 1, proof_term_of(run, size, wide),
                  proof_constant(&run->terms, wide, INT32_MAX), 0);
  if (!proof_decide(run, small, &is_small))
    return false;
  if (!is_small)
    return proof_give_up(run, "an object of 2 GiB or more");
  if (size.term)
    size.term = proof_resize(&run->terms, run->p->pointer_bits, size.term);
  bool is_local = e->allocation == CFA_ALLOCA;
  uint32_t object =
      proof_object_new(run, is_local ? PROOF_LOCAL : PROOF_HEAP, size,
                       proof_origin(run, edge), e->allocation == CFA_CALLOC);
  if (is_local)
    vec_push(run->m, &run->now.frame_objects, object);
  return proof_assign(run, e->variable, (proof_value){.object = object});
}

static bool release(proof_run *run, proof_value what) {
  assert(what.object < run->now.objects.count);
  proof_object *object = &run->now.objects.at[what.object];
  proof_value offset = {.bits = what.bits, .term = what.term};
  unsigned wide = run->p->pointer_bits;
  bool is_start;
  if (!what.object && what.term)
    return proof_give_up(run, "what an unknown pointer leads to");
  if (!what.object)
    return what.bits == 0 || proof_fault(run, CFA_FAULT_FREE);
  if (object->kind == PROOF_OPAQUE)
    return proof_give_up(run, "the arguments of main");
  if (object->kind != PROOF_HEAP)
    return proof_fault(run, CFA_FAULT_FREE);
  proof_term start = proof_equal(&run->terms, proof_term_of(run, offset, wide),
                                 proof_constant(&run->terms, wide, 0));
  if (!proof_decide(run, start, &is_start))
    return false;
  if (!is_start)
    return proof_fault(run, CFA_FAULT_FREE);
  if (!object->is_alive)
    return proof_fault(run, CFA_FAULT_DOUBLE_FREE);
  vec_each (const proof_scope, scope, &run->now.scopes)
    if (what.object < scope->objects)
      return proof_give_up(run, "a loop that frees memory");
  /* Who points back to the last of its nodes, must know it. */
  const proof_chain *chain = run->now.objects.at[what.object].chain;
  what = (proof_value){.bits = chain ? chain->link : 0, .object = what.object};
  if (chain && chain->back != PROOF_NO_BACK && !proof_open_lists(run, what, 1))
    return false;
  proof_object_kill(run, what.object);
  return true;
}

static bool take_size(proof_run *run, const cfa_edge *edge, proof_value at) {
  at.bits = 0;
  at.term = 0;
  if (!proof_may_access(run, at, 0, false))
    return false;
  unsigned width = run->p->variables.at[edge->variable].width;
  proof_value size = run->now.objects.at[at.object].size;
  if (run->now.objects.at[at.object].is_extern)
    return proof_give_up(run, "an object that no file defines");
  size = size.term
             ? proof_value_of(run, proof_resize(&run->terms, width, size.term))
             : proof_word(bits_cut(size.bits, width));
  return proof_assign(run, edge->variable, size);
}

static bool forget(proof_run *run, const cfa_edge *edge) {
  assert(edge->variable < run->p->variables.count);
  const cfa_variable *variable = &run->p->variables.at[edge->variable];
  if (variable->is_scalar)
    return proof_assign(run, edge->variable,
                        (proof_value){.object = PROOF_UNSET});
  uint32_t object =
      variable->function == CFA_NONE
          ? (uint32_t)run->p->functions.count + 1 + variable->slot
          : run->now.frame_objects
                .at[vec_last(&run->now.frames).objects + variable->slot];
  if (!proof_may_write(run, object))
    return false;
  proof_object_forget(run, object);
  return true;
}

/* The values of a, b, c. */
static bool operands(proof_run *run, const cfa_edge *edge, proof_value out[3]) {
  const uint32_t named[3] = {edge->a, edge->b, edge->c};
  for (int i = 0; i < 3; i++)
    if (named[i] != CFA_NONE && !proof_evaluate(run, named[i], &out[i]))
      return false;
  return true;
}

static bool act(proof_run *run, uint32_t edge) {
  assert(edge < run->p->edges.count);
  const cfa_edge *e = &run->p->edges.at[edge];
  proof_value value[3] = {{0}, {0}, {0}};
  if (!operands(run, e, value))
    return false;
  switch (e->kind) {
  case CFA_SKIP:
    return true;
  case CFA_ASSIGN:
    return proof_assign(run, e->variable, value[0]);
  case CFA_STORE:
    return proof_store(run, value[0], run->p->expressions.at[e->b].width,
                       value[1]);
  case CFA_INPUT:
    return proof_assign(
        run, e->variable,
        proof_fresh(run, run->p->variables.at[e->variable].width));
  case CFA_HAVOC:
    return forget(run, e);
  case CFA_ALLOCATE:
    return allocate(run, edge, value[0]);
  case CFA_FREE:
    return release(run, value[0]);
  case CFA_SIZE:
    return take_size(run, e, value[0]);
  case CFA_COPY:
    return proof_copy(run, value[0], value[1], value[2]);
  case CFA_FILL:
    return proof_fill(run, value[0], value[1], value[2]);
  case CFA_FAIL:
    return proof_refute(run, "an error may be reached");
  case CFA_HALT:
    return proof_end_path(run);
  case CFA_UNDEFINED:
    return e->holds ? proof_end_path(run)
                    : proof_give_up(run, "a run may be undefined: %.120s",
                                    cfa_text(run->p, e->name));
  case CFA_UNSUPPORTED:
    return proof_give_up(run, "not supported: %.120s",
                         cfa_text(run->p, e->name));
  case CFA_ASSUME:
  case CFA_CALL:
  case CFA_RETURN:
    break;
  }
  return proof_give_up(run, "an unknown edge");
}

static bool take_edge(proof_run *run) {
  const cfa_location *location =
      &run->p->locations.at[vec_last(&run->now.frames).location];
  if (location->edges == 0)
    return proof_end_path(run);
  run->edge = location->first_edge;
  const cfa_edge *edge = &run->p->edges.at[run->edge];
  proof_begin_values(run);
  if (edge->kind == CFA_CALL)
    return proof_call(run, run->edge);
  if (edge->kind == CFA_RETURN)
    return proof_return(run, run->edge);
  bool goes_on = edge->kind == CFA_ASSUME
                     ? take_branch(run, location, &run->edge)
                     : act(run, run->edge);
  if (!goes_on)
    return false;
  run->now.changes += edge->kind != CFA_SKIP && edge->kind != CFA_ASSUME &&
                      edge->kind != CFA_ASSIGN;
  vec_last(&run->now.frames).location = run->p->edges.at[run->edge].to;
  return true;
}

bool proof_step(proof_run *run) {
  bool goes_on = take_edge(run);
  run->now.made.count = 0;
  return goes_on;
}
