/* Where a path may go, and how a check ends. */
#include "evidence/c_proof/inside.h"

#include <stdarg.h>
#include <stdio.h>

bool proof_end_path(proof_run *run) {
  (void)run;
  return false;
}

bool proof_restart(proof_run *run) {
  run->is_over = run->must_restart = true;
  return false;
}

base_printf(3, 0) static void say(proof_run *run, c_proof_verdict verdict,
                                  const char *format, va_list arguments) {
  c_proof_result *out = run->out;
  if (run->is_over)
    return;
  run->is_over = true;
  out->verdict = verdict;
  vsnprintf(out->why, sizeof out->why, format, arguments);
  /* What folded lists stand for need not be. */
  if (verdict == C_PROOF_REJECTED && run->now.is_folded) {
    size_t length = strlen(out->why);
    out->verdict = C_PROOF_UNDECIDED;
    snprintf(out->why + length, sizeof out->why - length,
             ", where lists were folded");
  }
  out->place = (cfa_place){.file = CFA_NONE};
  if (run->edge != CFA_NONE)
    out->place = run->p->edges.at[run->edge].place;
}

/* The loop at a location is unrolled from now on; CFA_NONE: all are. False: it
 * was before. */
static bool unroll(proof_run *run, uint32_t location) {
  bool is_changed = false;
  vec_each (const proof_head, head, &run->heads) {
    if (run->head_of[head->location] == CFA_NONE ||
        (location != CFA_NONE && location != head->location))
      continue;
    run->head_of[head->location] = CFA_NONE;
    run->has_claim[head->location] = is_changed = true;
  }
  return is_changed;
}

/* Functions are entered from now on, and their contracts proved each time.
 * False: they were before. */
static bool enter_functions(proof_run *run) {
  bool is_changed = false;
  vec_each (const proof_head, head, &run->contracts) {
    is_changed = is_changed || run->contract_of[head->location] != CFA_NONE;
    run->contract_of[head->location] = CFA_NONE;
    run->has_contract_claim[head->location] = true;
  }
  return is_changed;
}

/* If invariants are a help, and nothing else: what can be done without them? */
static bool do_without(proof_run *run, uint32_t invariant) {
  const cfa_invariant *i =
      invariant == CFA_NONE ? NULL : &run->given->at[invariant];
  return run->options->may_unroll && !run->is_over &&
         ((i && i->kind == CFA_AT_LOCATION && unroll(run, i->at)) ||
          unroll(run, CFA_NONE) || enter_functions(run));
}

bool proof_reject(proof_run *run, const char *format, ...) {
  va_list arguments;
  uint32_t invariant = run->out->invariant;
  run->out->invariant = CFA_NONE;
  if (do_without(run, invariant))
    return proof_restart(run);
  run->out->invariant = invariant;
  va_start(arguments, format);
  say(run, C_PROOF_REJECTED, format, arguments);
  va_end(arguments);
  return false;
}

bool proof_give_up(proof_run *run, const char *format, ...) {
  va_list arguments;
  if (run->mode == PROOF_CLAIMING) {
    run->cannot_say = true;
    return false;
  }
  va_start(arguments, format);
  say(run, C_PROOF_UNDECIDED, format, arguments);
  va_end(arguments);
  return false;
}

bool proof_fault(proof_run *run, cfa_fault f) {
  unsigned check = f == CFA_FAULT_NULL ? CFA_CHECK_NULL
                   : f == CFA_FAULT_FREE || f == CFA_FAULT_DOUBLE_FREE
                       ? CFA_CHECK_FREE
                       : CFA_CHECK_BOUNDS;
  if (run->options->checks & check)
    return proof_reject(run, "memory may be used wrongly: %s",
                        cfa_fault_name(f));
  return run->options->presume_memory
             ? proof_end_path(run)
             : proof_give_up(run, "memory may be used wrongly: %s",
                             cfa_fault_name(f));
}

static bool is_unknown(proof_run *run) {
  return proof_give_up(run, proof_is_late(&run->solver) ? "the time is spent"
                            : run->solver.is_starved
                                ? "the solver ran out of memory"
                                : "the solver could not decide a condition");
}

/* A copy of this state, at the edge that is being taken, which it takes
 * again: what it has read is stored there already. */
static void wait_for(proof_run *run, proof_term condition,
                     const uint64_t *model, size_t count) {
  proof_state state;
  proof_state_copy(run, &run->now, &state);
  state.path = run->solver.path.count;
  state.nodes = run->terms.nodes.count;
  state.inputs = run->terms.inputs.count;
  state.extra = condition;
  vec_resize(run->m, &state.model, count);
  if (count)
    memcpy(state.model.at, model, count * sizeof *model);
  vec_push(run->m, &run->pending, state);
}

proof_state *proof_fork(proof_run *run) {
  proof_term always = proof_constant(&run->terms, 1, 1);
  wait_for(run, always, run->terms.model.at, run->terms.model.count);
  run->forks++;
  run->now.changes++;
  return &vec_last(&run->pending);
}

bool proof_decide(proof_run *run, proof_term condition, bool *side) {
  *side = proof_now(&run->terms, condition) != 0;
  if (proof_is_constant(&run->terms, condition))
    return true;
  if (run->mode == PROOF_CLAIMING)
    return proof_give_up(run, "a choice of objects in an invariant");
  proof_term other = *side ? proof_not(&run->terms, condition) : condition;
  switch (proof_ask(&run->solver, other)) {
  case PROOF_UNSAT:
    return true; /* it follows from the path */
  case PROOF_SAT:
    wait_for(run, other, run->solver.model.at, run->solver.model.count);
    run->forks++;
    run->now.changes++;
    proof_push(&run->solver, proof_not(&run->terms, other));
    return true;
  case PROOF_UNKNOWN:
    break;
  }
  return is_unknown(run);
}

bool proof_assume(proof_run *run, proof_term condition) {
  if (proof_is_constant(&run->terms, condition))
    return proof_now(&run->terms, condition) || proof_end_path(run);
  if (!proof_now(&run->terms, condition)) {
    proof_answer answer = proof_ask(&run->solver, condition);
    if (answer == PROOF_UNSAT)
      return proof_end_path(run);
    if (answer == PROOF_UNKNOWN)
      return is_unknown(run);
    proof_take_model(&run->solver);
  }
  run->now.changes++;
  proof_push(&run->solver, condition);
  return true;
}

/* What is said of all indices was used for some of them: then a solution is
 * none, perhaps. */
bool proof_refute(proof_run *run, const char *what) {
  uint32_t invariant = run->out->invariant;
  run->out->invariant = CFA_NONE;
  if (do_without(run, invariant))
    return proof_restart(run);
  run->out->invariant = invariant;
  return run->now.facts.count
             ? proof_give_up(run, "elements of arrays: more of them would have "
                                  "to be looked at")
             : proof_reject(run, "%s", what);
}

bool proof_prove(proof_run *run, proof_term condition, const char *what,
                 uint32_t invariant) {
  if (proof_is_constant(&run->terms, condition) &&
      proof_now(&run->terms, condition))
    return true;
  proof_answer answer =
      !proof_now(&run->terms, condition)
          ? PROOF_SAT
          : proof_ask(&run->solver, proof_not(&run->terms, condition));
  if (answer == PROOF_UNSAT)
    return true;
  run->out->invariant = invariant;
  if (answer != PROOF_SAT)
    return is_unknown(run);
  return proof_refute(run, what);
}
