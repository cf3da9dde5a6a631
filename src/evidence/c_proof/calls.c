/* Calls and returns; functions with contracts are not entered. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

enum { MOST_FRAMES = 4000 };

bool proof_push_frame(proof_run *run, uint32_t function, uint32_t edge) {
  assert(function < run->p->functions.count);
  const cfa_function *f = &run->p->functions.at[function];
  proof_frame frame = {.function = function,
                       .location = f->entry,
                       .edge = edge,
                       .scalars = run->now.scalars.count,
                       .objects = run->now.frame_objects.count};
  if (run->now.frames.count >= MOST_FRAMES)
    return proof_give_up(run, "calls that are nested too deeply");
  for (uint32_t i = 0; i < f->scalars; i++)
    vec_push(run->m, &run->now.scalars, (proof_value){.object = PROOF_UNSET});
  uint32_t left = f->objects;
  for (uint32_t i = f->first_variable; left; i++) {
    const cfa_variable *variable = &run->p->variables.at[i];
    if (variable->is_scalar)
      continue;
    left--;
    if (variable->size > INT32_MAX)
      return proof_give_up(run, "an object of 2 GiB or more");
    uint32_t object = proof_object_new(run, PROOF_LOCAL,
                                       proof_word(variable->size), i, false);
    vec_push(run->m, &run->now.frame_objects, object);
  }
  run->now.changes++;
  vec_push(run->m, &run->now.frames, frame);
  return true;
}

void proof_pop_frame(proof_run *run) {
  proof_frame frame = vec_pop(&run->now.frames);
  run->now.changes++;
  while (run->now.frame_objects.count > frame.objects)
    proof_object_kill(run, vec_pop(&run->now.frame_objects));
  run->now.scalars.count = frame.scalars;
  proof_leave_scopes(run, CFA_NONE);
}

/* The globals, and the parameters of the frame on top. */
static proof_value *old_values(proof_run *run) {
  const proof_frame *frame = &vec_last(&run->now.frames);
  size_t globals = run->p->global_scalars;
  assert(frame->function < run->p->functions.count);
  size_t own = run->p->functions.at[frame->function].scalars;
  proof_value *out = mem_array(run->m, globals + own + 1, sizeof *out);
  for (size_t i = 0; i < globals; i++)
    out[i] = run->now.scalars.at[i];
  for (size_t i = 0; i < own; i++)
    out[globals + i] = run->now.scalars.at[frame->scalars + i];
  vec_push(run->m, &run->kept, ((proof_kept){NULL, out}));
  return out;
}

static bool claim_required(proof_run *run, uint32_t function) {
  return proof_claim(
      run, CFA_REQUIRES, function,
      "what a function requires need not hold when it is called");
}

static bool claim_ensured(proof_run *run, uint32_t function, bool has_result,
                          proof_value result, const proof_value *old) {
  run->ghosts =
      (proof_ghosts){.has_result = has_result, .result = result, .old = old};
  bool holds =
      proof_claim(run, CFA_ENSURES, function,
                  "what a function ensures need not hold when it returns");
  run->ghosts = (proof_ghosts){0};
  return holds;
}

/* The frame of the function is on top. */
static bool call_by_contract(proof_run *run, uint32_t edge, uint32_t number) {
  assert(edge < run->p->edges.count);
  assert(number < run->contracts.count);
  const cfa_edge *e = &run->p->edges.at[edge];
  uint32_t function = run->contracts.at[number].location;
  assert(function < run->p->functions.count);
  const cfa_function *f = &run->p->functions.at[function];
  if (!claim_required(run, function))
    return false;
  const proof_value *old = old_values(run);
  if (!proof_forget(run, &run->contracts.at[number], true))
    return false;
  proof_value result = proof_word(0);
  if (f->result_width)
    result = proof_fresh(run, f->result_width);
  run->ghosts = (proof_ghosts){
      .has_result = f->result_width != 0, .result = result, .old = old};
  bool goes_on = proof_suppose(run, CFA_ENSURES, function);
  run->ghosts = (proof_ghosts){0};
  if (!goes_on)
    return false;
  proof_pop_frame(run);
  return !f->result_width || proof_assign(run, e->variable, result);
}

static bool callee_of(proof_run *run, const cfa_edge *edge, uint32_t *out) {
  proof_value to;
  *out = edge->function;
  if (edge->function != CFA_NONE)
    return true;
  if (!proof_evaluate(run, edge->a, &to))
    return false;
  if (!to.object && to.term)
    return proof_give_up(run, "a call through an unknown pointer");
  if (!to.object || run->now.objects.at[to.object].kind != PROOF_FUNCTION ||
      to.bits || to.term)
    return to.term ? proof_give_up(run, "a call through an unknown pointer")
                   : proof_fault(run, CFA_FAULT_NULL);
  *out = to.object - 1;
  return true;
}

static bool pass(proof_run *run, uint32_t variable, proof_value value) {
  assert(variable < run->p->variables.count);
  const cfa_variable *v = &run->p->variables.at[variable];
  if (v->is_scalar)
    return proof_assign(run, variable, value);
  if (v->size == 0)
    return true;
  proof_value to = {.object =
                        run->now.frame_objects
                            .at[vec_last(&run->now.frames).objects + v->slot]};
  return proof_copy(run, to, value, proof_word(v->size));
}

/* All that may fork comes before the frame does: a state that waits takes the
 * edge again. */
static bool can_pass(proof_run *run, const cfa_function *function, uint32_t i,
                     proof_value *value) {
  const cfa_variable *variable =
      &run->p->variables.at[function->first_variable + i];
  if (variable->is_scalar || variable->size == 0)
    return true;
  if (!proof_may_access(run, *value, variable->size, false) ||
      !proof_concretise(run, *value, run->p->pointer_bits, &value->bits))
    return false;
  value->term = 0;
  return true;
}

bool proof_call(proof_run *run, uint32_t edge) {
  assert(edge < run->p->edges.count);
  const cfa_edge *e = &run->p->edges.at[edge];
  uint32_t function;
  if (!callee_of(run, e, &function))
    return false;
  const cfa_function *f = &run->p->functions.at[function];
  if (!cfa_call_fits(run->p, e, f))
    return proof_give_up(run, "a call that does not fit the function");
  proof_value *given = mem_array(run->m, e->arguments + 1u, sizeof *given);
  bool goes_on = true;
  for (uint32_t i = 0; i < e->arguments && goes_on; i++)
    goes_on = proof_evaluate(run, run->p->arguments.at[e->first_argument + i],
                             &given[i]) &&
              (i >= f->parameters || can_pass(run, f, i, &given[i]));
  goes_on = goes_on && proof_push_frame(run, function, edge);
  if (goes_on)
    run->now.frames.at[run->now.frames.count - 2].location = e->to;
  for (uint32_t i = 0; i < f->parameters && goes_on; i++)
    goes_on = pass(run, f->first_variable + i, given[i]);
  mem_free(run->m, given);
  uint32_t number = run->contract_of[function];
  if (goes_on && run->has_contract_claim[function]) {
    vec_last(&run->now.frames).old = old_values(run);
    return claim_required(run, function);
  }
  return goes_on && (number == CFA_NONE || call_by_contract(run, edge, number));
}

bool proof_return(proof_run *run, uint32_t edge) {
  assert(edge < run->p->edges.count);
  const cfa_edge *e = &run->p->edges.at[edge];
  proof_value value = {.object = PROOF_UNSET};
  if (e->a != CFA_NONE && !proof_evaluate(run, e->a, &value))
    return false;
  if (run->now.frames.count == 1) {
    const proof_scope *scope =
        run->now.scopes.count ? &run->now.scopes.at[0] : NULL;
    if (!scope || !scope->is_function)
      return proof_end_path(run);
    claim_ensured(run, run->contracts.at[scope->number].location,
                  e->a != CFA_NONE, value, run->now.old.at);
    return proof_end_path(run);
  }
  const proof_frame *top = &vec_last(&run->now.frames);
  uint32_t called = top->edge;
  if (top->old &&
      !claim_ensured(run, top->function, e->a != CFA_NONE, value, top->old))
    return false;
  proof_pop_frame(run);
  return proof_assign(run, run->p->edges.at[called].variable, value);
}
