/* Invariants as terms: proved here, assumed there. What is said of all indices
 * is proved of one that nobody knows, and assumed of those that are met.
 *
 * In an invariant, what has no value (a load outside of its object, a shift by
 * too much) is unknown: what was proved holds whatever it is, so that it may be
 * assumed whatever it is. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

enum { WIDTHS = 65 };

bool proof_condition(proof_run *r, uint32_t invariant, proof_term *out) {
  assert(invariant < r->given->count);
  const cfa_invariant *i = &r->given->at[invariant];
  proof_mode mode = r->mode;
  proof_value v;
  r->mode = PROOF_CLAIMING;
  r->cannot_say = r->is_refuted = false;
  proof_begin_values(r);
  bool is_known = proof_evaluate(r, i->condition, &v) && !v.object;
  r->mode = mode;
  if (is_known)
    *out = proof_term_of(r, v, 1);
  else if (!r->is_over)
    r->cannot_say = true;
  return is_known;
}

/* It holds whatever stands for what has no value: for some numbers that would
 * refute most conditions. Then these say that all has a value. */
bool proof_known_condition(proof_run *r, uint32_t invariant, proof_term *out) {
  bool is_known = true;
  *out = proof_constant(&r->terms, 1, 1);
  r->was_wild = true;
  for (r->wild = 1; r->wild <= PROOF_WILDS && r->was_wild && is_known;
       r->wild++) {
    proof_term t;
    r->was_wild = false;
    is_known = proof_condition(r, invariant, &t);
    if (is_known)
      *out = proof_and(&r->terms, *out, t);
  }
  r->wild = 0;
  return is_known;
}

static bool is_said(const proof_run *r, uint32_t n, cfa_invariant_kind kind,
                    uint32_t at) {
  assert(n < r->given->count);
  const cfa_invariant *i = &r->given->at[n];
  return i->kind == kind && i->at == at;
}

typedef struct claims {
  cfa_invariant_kind kind;
  uint32_t at;
  const char *what;
  proof_value indices[WIDTHS]; /* one for all of its width; no term: none yet */
} claims;

static bool claim_one(proof_run *r, claims *c, uint32_t n, proof_term *all) {
  assert(n < r->given->count);
  const cfa_invariant *i = &r->given->at[n];
  proof_term t;
  r->ghosts.has_index = i->index != 0;
  if (i->index && !c->indices[i->index].term)
    c->indices[i->index] = proof_fresh(r, i->index);
  r->ghosts.index = c->indices[i->index];
  bool is_known = proof_condition(r, n, &t);
  r->ghosts.has_index = false;
  if (!is_known && r->is_refuted)
    return proof_end_path(r);
  if (!is_known) {
    r->out->invariant = n;
    return proof_give_up(r, "an invariant that the checker cannot evaluate");
  }
  if (all) {
    *all = proof_and(&r->terms, *all, t);
    return true;
  }
  return proof_prove(r, t, c->what, n);
}

/* All at once; one by one if that fails, to know which. */
static bool claim_all(proof_run *r, claims *c) {
  proof_term all = proof_constant(&r->terms, 1, 1);
  for (uint32_t n = 0; n < r->given->count; n++)
    if (is_said(r, n, c->kind, c->at) && !claim_one(r, c, n, &all))
      return false;
  if (proof_is_constant(&r->terms, all) && proof_now(&r->terms, all))
    return true;
  if (proof_now(&r->terms, all) &&
      proof_ask(&r->solver, proof_not(&r->terms, all)) == PROOF_UNSAT)
    return true;
  for (uint32_t n = 0; n < r->given->count; n++)
    if (is_said(r, n, c->kind, c->at) && !claim_one(r, c, n, NULL))
      return false;
  return true;
}

/* What was looked at for that alone, is forgotten. */
bool proof_claim(proof_run *r, cfa_invariant_kind kind, uint32_t at,
                 const char *what) {
  claims c = {.kind = kind, .at = at, .what = what};
  size_t path = r->solver.path.count, seen = r->now.seen.count;
  size_t instances = r->now.instances.count;
  if (!claim_all(r, &c))
    return false;
  proof_pop_to(&r->solver, path);
  r->now.seen.count = seen;
  r->now.instances.count = instances;
  return true;
}

/* The state as it is, for facts that are said of it later. */
static proof_state *keep_state(proof_run *r) {
  proof_state *s = mem_alloc(r->m, sizeof *s);
  vec_push(r->m, &r->kept, ((proof_kept){s, NULL}));
  proof_state_copy(r, &r->now, s);
  return s;
}

bool proof_suppose(proof_run *r, cfa_invariant_kind kind, uint32_t at) {
  proof_state *then = NULL;
  for (uint32_t n = 0; n < r->given->count; n++) {
    proof_term t;
    if (!is_said(r, n, kind, at))
      continue;
    if (r->given->at[n].index) {
      then = then ? then : keep_state(r);
      proof_fact f = {n, then, r->ghosts};
      vec_push(r->m, &r->now.facts, f);
    } else if (proof_known_condition(r, n, &t)) {
      if (!proof_assume(r, t))
        return false;
    } else if (r->is_refuted) {
      return proof_end_path(r);
    }
  }
  return !r->is_over;
}
