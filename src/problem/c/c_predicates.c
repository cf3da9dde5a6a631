/* What the engine's answer rests on, for people: predicates, and those
 * invariants that are none. */
#include "problem/c/c_parts.h"

#include "cfa/print.h"

#include <assert.h>

/* Of these, predicates tell nothing: what is said of all indices, and of
 * functions. */
static bool is_apart(const cfa_invariant *invariant) {
  return invariant->kind != CFA_AT_LOCATION || invariant->index;
}

/* The one with this number among them; NULL: there are fewer. */
static const cfa_invariant *find_apart(const custos *c, size_t number,
                                       size_t *count) {
  const panda_result *result = &c->c_problem.result;
  *count = 0;
  if (result->verdict != PANDA_HOLDS)
    return NULL;
  vec_each (const cfa_invariant, invariant, &result->invariants)
    if (is_apart(invariant) && (*count)++ == number)
      return invariant;
  return NULL;
}

size_t c_predicate_count(const custos *c) {
  size_t count;
  if (!c->c_problem.is_checked)
    return 0;
  find_apart(c, SIZE_MAX, &count);
  return c->c_problem.result.predicates.count + count;
}

static void place_at(const cfa *automaton, cfa_place at,
                     custos_predicate *out) {
  bool placed = at.file != CFA_NONE;
  out->file = placed ? cfa_text(automaton, automaton->files.at[at.file]) : "";
  out->line = placed ? at.line : 0;
  out->column = placed ? at.column : 0;
}

static void predicates_tell(custos *c, const cfa_invariant *invariant,
                            custos_predicate *out) {
  const cfa *automaton = &c->c_problem.cfa;
  static const char *const roles[] = {
      [CFA_AT_LOCATION] = "invariant",
      [CFA_REQUIRES] = "requires",
      [CFA_ENSURES] = "ensures",
  };
  bool is_place = invariant->kind == CFA_AT_LOCATION;
  uint32_t function = is_place ? automaton->locations.at[invariant->at].function
                               : invariant->at;
  keeper k;
  out->is_source = cfa_print_invariant(
      automaton, invariant, false, keeper_begin(&k, c, &c->checked.statement));
  out->text = keeper_end(&k);
  assert(function < automaton->functions.count);
  out->function = cfa_text(automaton, automaton->functions.at[function].name);
  out->is_invariant = 1;
  out->role = roles[invariant->kind];
  place_at(automaton,
           is_place ? automaton->locations.at[invariant->at].place
                    : automaton->functions.at[function].place,
           out);
}

custos_status c_predicate_at(custos *c, size_t i, custos_predicate *out) {
  size_t plain = c->c_problem.result.predicates.count, count;
  if (i >= c_predicate_count(c))
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such predicate");
  ENTER_WRITING(c, "writing");
  *out = (custos_predicate){.role = ""};
  if (i >= plain) {
    predicates_tell(c, find_apart(c, i - plain, &count), out);
    return context_leave(c, CUSTOS_OK);
  }
  const panda_predicate *predicate = &c->c_problem.result.predicates.at[i];
  cfa_invariant as = {CFA_AT_LOCATION, predicate->location,
                      predicate->condition, 0};
  predicates_tell(c, &as, out);
  out->is_invariant =
      predicate->is_invariant && c->c_problem.result.verdict == PANDA_HOLDS;
  out->role = out->is_invariant ? "invariant" : "predicate";
  return context_leave(c, CUSTOS_OK);
}
