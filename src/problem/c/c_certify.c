/* custos certify of a correctness witness: its invariants, and with them the
 * whole proof. */
#include "problem/c/c_claims.h"
#include "problem/c/c_parts.h"
#include "problem/c/c_task.h"

#include <stdio.h>

enum { SECONDS = 300 }; /* if nobody says how long it may take */

static custos_status undecided(custos *c, custos_replayed *out) {
  out->undecided = 1;
  out->reason = c->reason;
  return context_leave(c, CUSTOS_OK);
}

static void count(const cfa_invariants *given, char *out, size_t size) {
  size_t loops = 0, contracts = 0;
  vec_each (const cfa_invariant, invariant, given)
    *(invariant->kind == CFA_AT_LOCATION ? &loops : &contracts) += 1;
  int n = snprintf(out, size, "%zu invariant%s", loops, loops == 1 ? "" : "s");
  if (contracts && n > 0 && (size_t)n < size)
    snprintf(out + n, size - (size_t)n, " and %zu clause%s of contracts",
             contracts, contracts == 1 ? "" : "s");
}

/* Lists are folded first: where there are none, that is all the same. As the
 * length of a list is lost then, which may be what matters, not for long; then
 * they are unrolled, and folded again, for half of the rest each. */
static void check(custos *c, const cfa_invariants *given) {
  static const c_lists how[] = {C_LISTS_FOLDED_QUICKLY, C_LISTS_UNROLLED,
                                C_LISTS_FOLDED};
  c_problem *problem = &c->c_problem;
  double now = progress_clock(), limit = c->clock.limit;
  double end = limit > 0 ? c->clock.started + limit : now + SECONDS;
  c_proof_result first = {0};
  for (int i = 0; i < 3; i++) {
    double left = end - progress_clock();
    if (i && left <= 0)
      break;
    context_check_c_proof(c, given, true, how[i], i == 1 ? left / 2 : left);
    if (i == 0)
      first = problem->proof;
    if (problem->proof.verdict != C_PROOF_UNDECIDED || !first.is_folded)
      return;
  }
  problem->proof = first;
}

/* What was accepted, whole. */
static custos_status accept(custos *c, const c_witness_proof *w,
                            const c_sources *files, const char *what,
                            custos_replayed *out) {
  keeper k;
  kept_text task = {0};
  text *to = keeper_begin(&k, c, &task);
  c_task_describe(c, w, files, to);
  context_say(c, "holds, with %s; %s", what, keeper_end(&k));
  return context_accept_evidence(c, out);
}

static custos_status tell_proof(custos *c, const c_witness_proof *w,
                                const c_sources *files, const char *what,
                                const char *rest, custos_replayed *out) {
  char why[400], all[200];
  context_describe_c_proof(c, why, sizeof why);
  snprintf(all, sizeof all, "%.99s%.80s", what, rest);
  switch (c->c_problem.proof.verdict) {
  case C_PROOF_ACCEPTED:
    return accept(c, w, files, all, out);
  case C_PROOF_UNDECIDED:
    context_say(c, "the checker cannot tell: %.200s%s", why, rest);
    return undecided(c, out);
  case C_PROOF_REJECTED:
    context_say(c, "%.200s%s", why, rest);
    break;
  }
  out->reason = c->reason;
  return context_leave(c, CUSTOS_OK);
}

custos_status context_replay_c_witness(custos *c, const char *path,
                                       const c_witness_proof *w,
                                       custos_replayed *out) {
  cfa_invariants given = {0};
  size_t left_out = 0;
  char why[400], rest[80] = "", what[100];
  c_sources files;
  out->property = "safety";
  out->loop = UINT64_MAX;
  if (!context_read_c_sources(c, &files))
    return CUSTOS_ERR_SYSTEM;
  if (!c_task_is_of(w, &files, why, sizeof why))
    return context_reject_evidence(c, out, why);
  custos_status status = context_make_c(c);
  if (status != CUSTOS_OK)
    return status;
  c->c_problem.is_used = true; /* conditions are added to the automaton */
  if (!c_claims_take(c, path, w, &given, &left_out))
    return c->report.count ? context_reject(c) : CUSTOS_ERR_SYSTEM;
  check(c, &given);
  out->facts = given.count;
  if (left_out)
    snprintf(rest, sizeof rest, "; %zu other%s not looked at", left_out,
             left_out == 1 ? " was" : "s were");
  count(&given, what, sizeof what);
  return tell_proof(c, w, &files, what, rest, out);
}
