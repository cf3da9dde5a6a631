/* The proof of a HOLDS, done again: with which invariants, and for how long. */
#include "problem/c/c_claims.h"
#include "problem/c/c_parts.h"

#include <stdio.h>

enum { QUICK_SECONDS = 2 };

void context_check_c_proof(custos *c, const cfa_invariants *given,
                           bool may_unroll, c_lists lists, double seconds) {
  c_problem *problem = &c->c_problem;
  c_proof_options o = {
      .checks = problem->given.checks,
      .presume_memory = problem->given.presumes & C_PRESUME_MEMORY,
      .may_unroll = may_unroll,
      .folds_lists = lists != C_LISTS_UNROLLED,
      .folding_seconds = lists == C_LISTS_FOLDED_QUICKLY ? QUICK_SECONDS : 0,
      .seconds = seconds,
      .query_milliseconds = (unsigned)c->options.query_milliseconds};
  c->clock.phase = "checking the proof";
  c_proof_check(&c->job, &c->clock, &problem->cfa, &o, given,
                &problem->proof_open, &problem->proof);
}

void context_describe_c_proof(custos *c, char *out, size_t size) {
  const c_proof_result *proof_result = &c->c_problem.proof;
  char place[200];
  context_c_place(c, proof_result->place, place, sizeof place);
  snprintf(out, size, "%.150s%s%s", proof_result->why, place[0] ? " at " : "",
           place);
}

/* If they prove it, the proof rests on them. */
static bool is_proven_by(custos *c, const cfa_invariants *given, c_lists lists,
                         double seconds) {
  c_problem *problem = &c->c_problem;
  context_check_c_proof(c, given, false, lists, seconds);
  if (problem->proof.verdict != C_PROOF_ACCEPTED)
    return false;
  cfa_invariants kept = {0};
  vec_each (const cfa_invariant, invariant, given)
    vec_push(&problem->mem, &kept, *invariant);
  problem->proven = kept;
  return true;
}

/* First those alone that a witness can tell others: mostly they are enough. */
static bool check_sayable(custos *c, double seconds) {
  const cfa_invariants *all = &c->c_problem.result.invariants;
  cfa_invariants some = {0};
  c_sources files;
  c_places places;
  if (!context_read_c_sources(c, &files))
    return false;
  c_places_init(c, &files, &places);
  vec_each (const cfa_invariant, invariant, all)
    if (c_claims_can_say(&places, invariant))
      vec_push(&c->job, &some, *invariant);
  return some.count < all->count &&
         is_proven_by(c, &some, C_LISTS_UNROLLED, seconds);
}

/* Where the engine needed no invariant of a loop, unrolling it may never end;
 * often nothing needs to be known of it. What is not accepted so, says nothing.
 */
static void check_loosely(custos *c, double seconds) {
  c_problem *problem = &c->c_problem;
  cfa *automaton = &problem->cfa;
  cfa_invariants all = {0};
  c_proof_result first = problem->proof;
  vec_each (const cfa_invariant, invariant, &problem->result.invariants)
    vec_push(&c->job, &all, *invariant);
  uint32_t yes = cfa_constant(&problem->mem, automaton, 1, 1);
  for (uint32_t l = 0; l < automaton->locations.count; l++)
    if (automaton->locations.at[l].is_loop_head) {
      cfa_invariant any = {CFA_AT_LOCATION, l, yes, 0};
      vec_push(&c->job, &all, any);
    }
  if (!is_proven_by(c, &all, C_LISTS_UNROLLED, seconds))
    problem->proof = first;
}

/* Lists of any length are folded without invariants, as the engine did. */
static bool check_lists(custos *c, double seconds) {
  const cfa_invariants none = {0};
  return c->c_problem.result.is_by_lists &&
         is_proven_by(c, &none, C_LISTS_FOLDED, seconds);
}

/* Loops that build lists are unrolled if that fails: short ones can be doubted.
 */
enum { LISTS_SECONDS = 2 };

/* The checker follows them one by one, where the formula has them at once. */
enum { MANY_PATHS = 10000 };
static const double MANY_PATHS_SECONDS = 0.1;

/* Never 0, which would be no limit. */
static double until(double end) {
  double left = end - progress_clock();
  return left > 0.1 ? left : 0.1;
}

bool context_is_c_doubted(custos *c, custos_result *result, char *note,
                          size_t size) {
  const c_problem *problem = &c->c_problem;
  char why[400];
  note[0] = '\0';
  /* What took the engine little, must not take the checker for ever. */
  double spent = progress_clock() - c->clock.started;
  double seconds = 10 + 3 * spent;
  double left = c->clock.limit > 0 ? c->clock.limit - spent : seconds;
  seconds = until(progress_clock() + (left < seconds ? left : seconds));
  if (check_lists(c, seconds)) {
    result->checked = "solver";
    return false;
  }
  if (problem->result.is_by_lists && seconds > LISTS_SECONDS)
    seconds = LISTS_SECONDS;
  if (problem->is_by_formula && problem->result.statistics.paths > MANY_PATHS)
    seconds = MANY_PATHS_SECONDS;
  double end = progress_clock() + seconds;
  if (!check_sayable(c, seconds / 4)) {
    is_proven_by(c, &problem->result.invariants, C_LISTS_UNROLLED,
                 0.7 * until(end));
    if (problem->proof.verdict == C_PROOF_UNDECIDED)
      check_loosely(c, until(end));
  }
  context_describe_c_proof(c, why, sizeof why);
  switch (problem->proof.verdict) {
  case C_PROOF_ACCEPTED:
    result->checked = "solver";
    return false;
  case C_PROOF_UNDECIDED:
    snprintf(note, size, "; the checker cannot tell: %.200s", why);
    return false;
  case C_PROOF_REJECTED:
    context_say(c, "the proof that was found is rejected: %.200s", why);
    return true;
  }
  return true;
}
