/* Where a path may go, and how a check ends. */
#include "evidence/c_proof/inside.h"

#include <stdarg.h>
#include <stdio.h>

bool proof_end_path(proof_run *r) {
  (void)r;
  return false;
}

bool proof_restart(proof_run *r) {
  r->is_over = r->must_restart = true;
  return false;
}

base_printf(3, 0) static void say(proof_run *r, c_proof_verdict verdict,
                                  const char *format, va_list arguments) {
  c_proof_result *out = r->out;
  if (r->is_over)
    return;
  r->is_over = true;
  out->verdict = verdict;
  vsnprintf(out->why, sizeof out->why, format, arguments);
  /* What folded lists stand for need not be. */
  if (verdict == C_PROOF_REJECTED && r->now.is_folded) {
    size_t length = strlen(out->why);
    out->verdict = C_PROOF_UNDECIDED;
    snprintf(out->why + length, sizeof out->why - length,
             ", where lists were folded");
  }
  out->place = (cfa_place){.file = CFA_NONE};
  if (r->edge != CFA_NONE)
    out->place = r->p->edges.at[r->edge].place;
}

/* The loop at a location is unrolled from now on; CFA_NONE: all are. False: it
 * was before. */
static bool unroll(proof_run *r, uint32_t location) {
  bool is_changed = false;
  vec_each (const proof_head, h, &r->heads) {
    if (r->head_of[h->location] == CFA_NONE ||
        (location != CFA_NONE && location != h->location))
      continue;
    r->head_of[h->location] = CFA_NONE;
    r->has_claim[h->location] = is_changed = true;
  }
  return is_changed;
}

/* Functions are entered from now on, and their contracts proved each time.
 * False: they were before. */
static bool enter_functions(proof_run *r) {
  bool is_changed = false;
  vec_each (const proof_head, h, &r->contracts) {
    is_changed = is_changed || r->contract_of[h->location] != CFA_NONE;
    r->contract_of[h->location] = CFA_NONE;
    r->has_contract_claim[h->location] = true;
  }
  return is_changed;
}

/* If invariants are a help, and nothing else: what can be done without them? */
static bool do_without(proof_run *r, uint32_t invariant) {
  const cfa_invariant *i =
      invariant == CFA_NONE ? NULL : &r->given->at[invariant];
  return r->options->may_unroll && !r->is_over &&
         ((i && i->kind == CFA_AT_LOCATION && unroll(r, i->at)) ||
          unroll(r, CFA_NONE) || enter_functions(r));
}

bool proof_reject(proof_run *r, const char *format, ...) {
  va_list arguments;
  uint32_t invariant = r->out->invariant;
  r->out->invariant = CFA_NONE;
  if (do_without(r, invariant))
    return proof_restart(r);
  r->out->invariant = invariant;
  va_start(arguments, format);
  say(r, C_PROOF_REJECTED, format, arguments);
  va_end(arguments);
  return false;
}

bool proof_give_up(proof_run *r, const char *format, ...) {
  va_list arguments;
  if (r->mode == PROOF_CLAIMING) {
    r->cannot_say = true;
    return false;
  }
  va_start(arguments, format);
  say(r, C_PROOF_UNDECIDED, format, arguments);
  va_end(arguments);
  return false;
}

bool proof_fault(proof_run *r, cfa_fault f) {
  unsigned check = f == CFA_FAULT_NULL ? CFA_CHECK_NULL
                   : f == CFA_FAULT_FREE || f == CFA_FAULT_DOUBLE_FREE
                       ? CFA_CHECK_FREE
                       : CFA_CHECK_BOUNDS;
  if (r->options->checks & check)
    return proof_reject(r, "memory may be used wrongly: %s", cfa_fault_name(f));
  return r->options->presume_memory
             ? proof_end_path(r)
             : proof_give_up(r, "memory may be used wrongly: %s",
                             cfa_fault_name(f));
}

static bool is_unknown(proof_run *r) {
  return proof_give_up(r, proof_is_late(&r->solver) ? "the time is spent"
                          : r->solver.is_starved
                              ? "the solver ran out of memory"
                              : "the solver could not decide a condition");
}

/* A copy of this state, at the edge that is being taken, which it takes
 * again: what it has read is stored there already. */
static void wait_for(proof_run *r, proof_term condition, const uint64_t *model,
                     size_t count) {
  proof_state s;
  proof_state_copy(r, &r->now, &s);
  s.path = r->solver.path.count;
  s.nodes = r->terms.nodes.count;
  s.inputs = r->terms.inputs.count;
  s.extra = condition;
  vec_resize(r->m, &s.model, count);
  if (count)
    memcpy(s.model.at, model, count * sizeof *model);
  vec_push(r->m, &r->pending, s);
}

proof_state *proof_fork(proof_run *r) {
  proof_term always = proof_constant(&r->terms, 1, 1);
  wait_for(r, always, r->terms.model.at, r->terms.model.count);
  r->forks++;
  r->now.changes++;
  return &vec_last(&r->pending);
}

bool proof_decide(proof_run *r, proof_term condition, bool *side) {
  *side = proof_now(&r->terms, condition) != 0;
  if (proof_is_constant(&r->terms, condition))
    return true;
  if (r->mode == PROOF_CLAIMING)
    return proof_give_up(r, "a choice of objects in an invariant");
  proof_term other = *side ? proof_not(&r->terms, condition) : condition;
  switch (proof_ask(&r->solver, other)) {
  case PROOF_UNSAT:
    return true; /* it follows from the path */
  case PROOF_SAT:
    wait_for(r, other, r->solver.model.at, r->solver.model.count);
    r->forks++;
    r->now.changes++;
    proof_push(&r->solver, proof_not(&r->terms, other));
    return true;
  case PROOF_UNKNOWN:
    break;
  }
  return is_unknown(r);
}

bool proof_assume(proof_run *r, proof_term condition) {
  if (proof_is_constant(&r->terms, condition))
    return proof_now(&r->terms, condition) || proof_end_path(r);
  if (!proof_now(&r->terms, condition)) {
    proof_answer answer = proof_ask(&r->solver, condition);
    if (answer == PROOF_UNSAT)
      return proof_end_path(r);
    if (answer == PROOF_UNKNOWN)
      return is_unknown(r);
    proof_take_model(&r->solver);
  }
  r->now.changes++;
  proof_push(&r->solver, condition);
  return true;
}

/* What is said of all indices was used for some of them: then a solution is
 * none, perhaps. */
bool proof_refute(proof_run *r, const char *what) {
  uint32_t invariant = r->out->invariant;
  r->out->invariant = CFA_NONE;
  if (do_without(r, invariant))
    return proof_restart(r);
  r->out->invariant = invariant;
  return r->now.facts.count
             ? proof_give_up(r, "elements of arrays: more of them would have "
                                "to be looked at")
             : proof_reject(r, "%s", what);
}

bool proof_prove(proof_run *r, proof_term condition, const char *what,
                 uint32_t invariant) {
  if (proof_is_constant(&r->terms, condition) &&
      proof_now(&r->terms, condition))
    return true;
  proof_answer answer =
      !proof_now(&r->terms, condition)
          ? PROOF_SAT
          : proof_ask(&r->solver, proof_not(&r->terms, condition));
  if (answer == PROOF_UNSAT)
    return true;
  r->out->invariant = invariant;
  if (answer != PROOF_SAT)
    return is_unknown(r);
  return proof_refute(r, what);
}
