/* Invariants as terms: proved here, assumed there. What is said of all indices
 * is proved of one that nobody knows, and assumed of those that are met.
 *
 * In an invariant, what has no value (a load outside of its object, a shift by
 * too much) is unknown: what was proved holds whatever it is, so that it may be
 * assumed whatever it is. */
#include "evidence/c_proof_inside.h"

/* The condition, in the present state. False: it cannot be said, or the path
 * has ended. */
static bool condition_of(proof_run *r, uint32_t invariant, proof_term *out) {
  const cfa_invariant *i = &r->given->at[invariant];
  proof_mode mode = r->mode;
  proof_value v;
  r->mode = PROOF_CLAIMING;
  r->cannot_say = false;
  proof_begin_values(r);
  bool is_known = proof_evaluate(r, i->condition, &v) && !v.object;
  r->mode = mode;
  if (is_known)
    *out = proof_term_of(r, v, 1);
  else if (!r->is_over)
    r->cannot_say = true;
  return is_known;
}

static bool is_said(const proof_run *r, uint32_t n, cfa_invariant_kind kind,
                    uint32_t at) {
  const cfa_invariant *i = &r->given->at[n];
  return i->kind == kind && i->at == at;
}

/* ---- Proving --------------------------------------------------------- */

static bool claim_one(proof_run *r, uint32_t n, const char *what,
                      proof_term *all) {
  const cfa_invariant *i = &r->given->at[n];
  proof_term t;
  r->ghosts.has_index = i->index != 0;
  if (i->index)
    r->ghosts.index = proof_fresh(r, i->index);
  bool is_known = condition_of(r, n, &t);
  r->ghosts.has_index = false;
  if (!is_known) {
    r->out->invariant = n;
    return proof_give_up(r, "an invariant that the checker cannot evaluate");
  }
  if (all) {
    *all = proof_and(&r->terms, *all, t);
    return true;
  }
  return proof_prove(r, t, what, n);
}

/* All at once; one by one if that fails, to know which. */
bool proof_claim(proof_run *r, cfa_invariant_kind kind, uint32_t at,
                 const char *what) {
  proof_term all = proof_constant(&r->terms, 1, 1);
  for (uint32_t n = 0; n < r->given->count; n++)
    if (is_said(r, n, kind, at) && !claim_one(r, n, what, &all))
      return false;
  if (proof_is_constant(&r->terms, all) && proof_now(&r->terms, all))
    return true;
  if (proof_now(&r->terms, all) &&
      proof_ask(&r->solver, proof_not(&r->terms, all)) == PROOF_UNSAT)
    return true;
  for (uint32_t n = 0; n < r->given->count; n++)
    if (is_said(r, n, kind, at) && !claim_one(r, n, what, NULL))
      return false;
  return true;
}

/* ---- Assuming -------------------------------------------------------- */

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
    } else if (condition_of(r, n, &t)) {
      if (!proof_assume(r, t))
        return false;
    }
  }
  return !r->is_over;
}

/* ---- Of all indices -------------------------------------------------- */

/* Which element is it, if elements are as large as what is accessed? */
static proof_value index_of(proof_run *r, proof_value at, unsigned bytes,
                            unsigned width) {
  unsigned wide = r->p->pointer_bits, low = 0;
  while (2u << low <= bytes)
    low++;
  at.object = 0;
  proof_term t = proof_term_of(r, at, wide);
  t = proof_apply(&r->terms, BITS_LSHR, wide, t,
                  proof_constant(&r->terms, wide, low), 0);
  return proof_value_of(r, proof_resize(&r->terms, width, t));
}

static bool is_instance(const proof_run *r, uint32_t fact, proof_value index) {
  vec_each (const proof_instance, i, &r->now.instances)
    if (i->fact == fact && i->index.term == index.term &&
        i->index.bits == index.bits)
      return true;
  return false;
}

/* The condition of a fact, in a copy of the state of then; what is seen of
 * bases there, is seen here. */
static bool instance_of(proof_run *r, const proof_fact *f, proof_value index,
                        proof_term *out) {
  proof_state here = r->now;
  proof_ghosts ghosts = r->ghosts;
  proof_state_copy(r, f->then, &r->now);
  vec_free(r->m, &r->now.seen);
  memcpy(&r->now.seen, &here.seen, sizeof here.seen);
  r->now.bases = here.bases;
  r->ghosts = f->ghosts;
  r->ghosts.index = index;
  r->ghosts.has_index = true;
  bool cannot = r->cannot_say, is_known = condition_of(r, f->invariant, out);
  r->cannot_say = cannot;
  r->ghosts = ghosts;
  memcpy(&here.seen, &r->now.seen, sizeof here.seen);
  memset(&r->now.seen, 0, sizeof r->now.seen);
  here.bases = r->now.bases;
  proof_state_clear(r, &r->now);
  r->now = here;
  return is_known;
}

static bool instantiate(proof_run *r, uint32_t fact, proof_value index) {
  proof_instance done = {fact, index};
  proof_fact f = r->now.facts.at[fact];
  proof_term t;
  vec_push(r->m, &r->now.instances, done);
  return !instance_of(r, &f, index, &t) || proof_assume(r, t);
}

bool proof_instantiate(proof_run *r, proof_value at, unsigned bytes) {
  if (!r->now.facts.count || r->instantiates)
    return true;
  bool goes_on = true;
  /* Another evaluation, inside of one. */
  proof_run saved = *r;
  memset(&r->values, 0, sizeof r->values);
  memset(&r->stamps, 0, sizeof r->stamps);
  memset(&r->work, 0, sizeof r->work);
  r->stamp = 0;
  r->instantiates = true;
  for (uint32_t i = 0; i < r->now.facts.count && goes_on; i++) {
    uint8_t width = r->given->at[r->now.facts.at[i].invariant].index;
    proof_value index = index_of(r, at, bytes, width);
    if (!is_instance(r, i, index))
      goes_on = instantiate(r, i, index);
  }
  vec_free(r->m, &r->values);
  vec_free(r->m, &r->stamps);
  vec_free(r->m, &r->work);
  memcpy(&r->values, &saved.values, sizeof r->values);
  memcpy(&r->stamps, &saved.stamps, sizeof r->stamps);
  memcpy(&r->work, &saved.work, sizeof r->work);
  r->stamp = saved.stamp;
  r->instantiates = false;
  return goes_on;
}
