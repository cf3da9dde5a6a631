/* Calls and returns; functions with contracts are not entered. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

enum { MOST_FRAMES = 4000 };

bool proof_push_frame(proof_run *r, uint32_t function, uint32_t edge) {
  assert(function < r->p->functions.count);
  const cfa_function *f = &r->p->functions.at[function];
  proof_frame frame = {.function = function,
                       .location = f->entry,
                       .edge = edge,
                       .scalars = r->now.scalars.count,
                       .objects = r->now.frame_objects.count};
  if (r->now.frames.count >= MOST_FRAMES)
    return proof_give_up(r, "calls that are nested too deeply");
  for (uint32_t i = 0; i < f->scalars; i++)
    vec_push(r->m, &r->now.scalars, (proof_value){.object = PROOF_UNSET});
  uint32_t left = f->objects;
  for (uint32_t i = f->first_variable; left; i++) {
    const cfa_variable *v = &r->p->variables.at[i];
    if (v->is_scalar)
      continue;
    left--;
    if (v->size > INT32_MAX)
      return proof_give_up(r, "an object of 2 GiB or more");
    uint32_t object =
        proof_object_new(r, PROOF_LOCAL, proof_word(v->size), i, false);
    vec_push(r->m, &r->now.frame_objects, object);
  }
  r->now.changes++;
  vec_push(r->m, &r->now.frames, frame);
  return true;
}

void proof_pop_frame(proof_run *r) {
  proof_frame frame = vec_pop(&r->now.frames);
  r->now.changes++;
  while (r->now.frame_objects.count > frame.objects)
    proof_object_kill(r, vec_pop(&r->now.frame_objects));
  r->now.scalars.count = frame.scalars;
  proof_leave_scopes(r, CFA_NONE);
}

/* The globals, and the parameters of the frame on top. */
static proof_value *old_values(proof_run *r) {
  const proof_frame *f = &vec_last(&r->now.frames);
  size_t globals = r->p->global_scalars;
  assert(f->function < r->p->functions.count);
  size_t own = r->p->functions.at[f->function].scalars;
  proof_value *out = mem_array(r->m, globals + own + 1, sizeof *out);
  for (size_t i = 0; i < globals; i++)
    out[i] = r->now.scalars.at[i];
  for (size_t i = 0; i < own; i++)
    out[globals + i] = r->now.scalars.at[f->scalars + i];
  vec_push(r->m, &r->kept, ((proof_kept){NULL, out}));
  return out;
}

static bool claim_required(proof_run *r, uint32_t function) {
  return proof_claim(
      r, CFA_REQUIRES, function,
      "what a function requires need not hold when it is called");
}

static bool claim_ensured(proof_run *r, uint32_t function, bool has_result,
                          proof_value result, const proof_value *old) {
  r->ghosts =
      (proof_ghosts){.has_result = has_result, .result = result, .old = old};
  bool holds =
      proof_claim(r, CFA_ENSURES, function,
                  "what a function ensures need not hold when it returns");
  r->ghosts = (proof_ghosts){0};
  return holds;
}

/* The frame of the function is on top. */
static bool call_by_contract(proof_run *r, uint32_t edge, uint32_t number) {
  assert(edge < r->p->edges.count);
  assert(number < r->contracts.count);
  const cfa_edge *e = &r->p->edges.at[edge];
  uint32_t function = r->contracts.at[number].location;
  assert(function < r->p->functions.count);
  const cfa_function *f = &r->p->functions.at[function];
  if (!claim_required(r, function))
    return false;
  const proof_value *old = old_values(r);
  if (!proof_forget(r, &r->contracts.at[number], true))
    return false;
  proof_value result = proof_word(0);
  if (f->result_width)
    result = proof_fresh(r, f->result_width);
  r->ghosts = (proof_ghosts){
      .has_result = f->result_width != 0, .result = result, .old = old};
  bool goes_on = proof_suppose(r, CFA_ENSURES, function);
  r->ghosts = (proof_ghosts){0};
  if (!goes_on)
    return false;
  proof_pop_frame(r);
  return !f->result_width || proof_assign(r, e->variable, result);
}

static bool callee_of(proof_run *r, const cfa_edge *e, uint32_t *out) {
  proof_value to;
  *out = e->function;
  if (e->function != CFA_NONE)
    return true;
  if (!proof_evaluate(r, e->a, &to))
    return false;
  if (!to.object && to.term)
    return proof_give_up(r, "a call through an unknown pointer");
  if (!to.object || r->now.objects.at[to.object].kind != PROOF_FUNCTION ||
      to.bits || to.term)
    return to.term ? proof_give_up(r, "a call through an unknown pointer")
                   : proof_fault(r, CFA_FAULT_NULL);
  *out = to.object - 1;
  return true;
}

static bool pass(proof_run *r, uint32_t variable, proof_value value) {
  assert(variable < r->p->variables.count);
  const cfa_variable *v = &r->p->variables.at[variable];
  if (v->is_scalar)
    return proof_assign(r, variable, value);
  if (v->size == 0)
    return true;
  proof_value to = {
      .object =
          r->now.frame_objects.at[vec_last(&r->now.frames).objects + v->slot]};
  return proof_copy(r, to, value, proof_word(v->size));
}

/* All that may fork comes before the frame does: a state that waits takes the
 * edge again. */
static bool can_pass(proof_run *r, const cfa_function *f, uint32_t i,
                     proof_value *value) {
  const cfa_variable *v = &r->p->variables.at[f->first_variable + i];
  if (v->is_scalar || v->size == 0)
    return true;
  if (!proof_may_access(r, *value, v->size, false) ||
      !proof_concretise(r, *value, r->p->pointer_bits, &value->bits))
    return false;
  value->term = 0;
  return true;
}

bool proof_call(proof_run *r, uint32_t edge) {
  assert(edge < r->p->edges.count);
  const cfa_edge *e = &r->p->edges.at[edge];
  uint32_t function;
  if (!callee_of(r, e, &function))
    return false;
  const cfa_function *f = &r->p->functions.at[function];
  if (!cfa_call_fits(r->p, e, f))
    return proof_give_up(r, "a call that does not fit the function");
  proof_value *given = mem_array(r->m, e->arguments + 1u, sizeof *given);
  bool goes_on = true;
  for (uint32_t i = 0; i < e->arguments && goes_on; i++)
    goes_on = proof_evaluate(r, r->p->arguments.at[e->first_argument + i],
                             &given[i]) &&
              (i >= f->parameters || can_pass(r, f, i, &given[i]));
  goes_on = goes_on && proof_push_frame(r, function, edge);
  if (goes_on)
    r->now.frames.at[r->now.frames.count - 2].location = e->to;
  for (uint32_t i = 0; i < f->parameters && goes_on; i++)
    goes_on = pass(r, f->first_variable + i, given[i]);
  mem_free(r->m, given);
  uint32_t number = r->contract_of[function];
  if (goes_on && r->has_contract_claim[function]) {
    vec_last(&r->now.frames).old = old_values(r);
    return claim_required(r, function);
  }
  return goes_on && (number == CFA_NONE || call_by_contract(r, edge, number));
}

bool proof_return(proof_run *r, uint32_t edge) {
  assert(edge < r->p->edges.count);
  const cfa_edge *e = &r->p->edges.at[edge];
  proof_value value = {.object = PROOF_UNSET};
  if (e->a != CFA_NONE && !proof_evaluate(r, e->a, &value))
    return false;
  if (r->now.frames.count == 1) {
    const proof_scope *s = r->now.scopes.count ? &r->now.scopes.at[0] : NULL;
    if (!s || !s->is_function)
      return proof_end_path(r);
    claim_ensured(r, r->contracts.at[s->number].location, e->a != CFA_NONE,
                  value, r->now.old.at);
    return proof_end_path(r);
  }
  const proof_frame *top = &vec_last(&r->now.frames);
  uint32_t called = top->edge;
  if (top->old &&
      !claim_ensured(r, top->function, e->a != CFA_NONE, value, top->old))
    return false;
  proof_pop_frame(r);
  return proof_assign(r, r->p->edges.at[called].variable, value);
}
