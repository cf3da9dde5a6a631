/* Invariants as terms: proved here, assumed there. What is said of all indices
 * is proved of one that nobody knows, and assumed of those that are met.
 *
 * In an invariant, what has no value (a load outside of its object, a shift by
 * too much) is unknown: what was proved holds whatever it is, so that it may be
 * assumed whatever it is. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

enum { WIDTHS = 65 };

bool proof_condition(proof_run *run, uint32_t invariant, proof_term *out) {
  assert(invariant < run->given->count);
  const cfa_invariant *i = &run->given->at[invariant];
  proof_mode mode = run->mode;
  proof_value value;
  run->mode = PROOF_CLAIMING;
  run->cannot_say = run->is_refuted = false;
  proof_begin_values(run);
  bool is_known = proof_evaluate(run, i->condition, &value) && !value.object;
  run->mode = mode;
  if (is_known)
    *out = proof_term_of(run, value, 1);
  else if (!run->is_over)
    run->cannot_say = true;
  return is_known;
}

/* It holds whatever stands for what has no value: for some numbers that would
 * refute most conditions. Then these say that all has a value. */
bool proof_known_condition(proof_run *run, uint32_t invariant,
                           proof_term *out) {
  bool is_known = true;
  *out = proof_constant(&run->terms, 1, 1);
  run->was_wild = true;
  for (run->wild = 1; run->wild <= PROOF_WILDS && run->was_wild && is_known;
       run->wild++) {
    proof_term t;
    run->was_wild = false;
    is_known = proof_condition(run, invariant, &t);
    if (is_known)
      *out = proof_and(&run->terms, *out, t);
  }
  run->wild = 0;
  return is_known;
}

static bool is_said(const proof_run *run, uint32_t n, cfa_invariant_kind kind,
                    uint32_t at) {
  assert(n < run->given->count);
  const cfa_invariant *invariant = &run->given->at[n];
  return invariant->kind == kind && invariant->at == at;
}

typedef struct claims {
  cfa_invariant_kind kind;
  uint32_t at;
  const char *what;
  proof_value indices[WIDTHS]; /* one for all of its width; no term: none yet */
} claims;

static bool claim_one(proof_run *run, claims *c, uint32_t n, proof_term *all) {
  assert(n < run->given->count);
  const cfa_invariant *invariant = &run->given->at[n];
  proof_term t;
  run->ghosts.has_index = invariant->index != 0;
  if (invariant->index && !c->indices[invariant->index].term)
    c->indices[invariant->index] = proof_fresh(run, invariant->index);
  run->ghosts.index = c->indices[invariant->index];
  bool is_known = proof_condition(run, n, &t);
  run->ghosts.has_index = false;
  if (!is_known && run->is_refuted)
    return proof_end_path(run);
  if (!is_known) {
    run->out->invariant = n;
    return proof_give_up(run, "an invariant that the checker cannot evaluate");
  }
  if (all) {
    *all = proof_and(&run->terms, *all, t);
    return true;
  }
  return proof_prove(run, t, c->what, n);
}

/* All at once; one by one if that fails, to know which. */
static bool claim_all(proof_run *run, claims *c) {
  proof_term all = proof_constant(&run->terms, 1, 1);
  for (uint32_t n = 0; n < run->given->count; n++)
    if (is_said(run, n, c->kind, c->at) && !claim_one(run, c, n, &all))
      return false;
  if (proof_is_constant(&run->terms, all) && proof_now(&run->terms, all))
    return true;
  if (proof_now(&run->terms, all) &&
      proof_ask(&run->solver, proof_not(&run->terms, all)) == PROOF_UNSAT)
    return true;
  for (uint32_t n = 0; n < run->given->count; n++)
    if (is_said(run, n, c->kind, c->at) && !claim_one(run, c, n, NULL))
      return false;
  return true;
}

/* What was looked at for that alone, is forgotten. */
bool proof_claim(proof_run *run, cfa_invariant_kind kind, uint32_t at,
                 const char *what) {
  claims c = {.kind = kind, .at = at, .what = what};
  size_t path = run->solver.path.count, seen = run->now.seen.count;
  size_t instances = run->now.instances.count;
  if (!claim_all(run, &c))
    return false;
  proof_pop_to(&run->solver, path);
  run->now.seen.count = seen;
  run->now.instances.count = instances;
  return true;
}

/* The state as it is, for facts that are said of it later. */
static proof_state *keep_state(proof_run *run) {
  proof_state *state = mem_alloc(run->m, sizeof *state);
  vec_push(run->m, &run->kept, ((proof_kept){state, NULL}));
  proof_state_copy(run, &run->now, state);
  return state;
}

bool proof_suppose(proof_run *run, cfa_invariant_kind kind, uint32_t at) {
  proof_state *then = NULL;
  for (uint32_t n = 0; n < run->given->count; n++) {
    proof_term t;
    if (!is_said(run, n, kind, at))
      continue;
    if (run->given->at[n].index) {
      then = then ? then : keep_state(run);
      proof_fact fact = {n, then, run->ghosts};
      vec_push(run->m, &run->now.facts, fact);
    } else if (proof_known_condition(run, n, &t)) {
      if (!proof_assume(run, t))
        return false;
    } else if (run->is_refuted) {
      return proof_end_path(run);
    }
  }
  return !run->is_over;
}
