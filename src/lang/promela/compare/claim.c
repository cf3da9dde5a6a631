/* A never claim as an automaton, and on the syntax tree. The automaton tells
 * which place of the text each of its states is; if both have the same
 * beginning, the same steps in every state of the model and accept at the same
 * places, it does not matter whether that is true. */
#include "lang/promela/compare/state.h"

#include <assert.h>

static uint32_t place_of(const comparer *c, uint32_t state) {
  return c->x->claim->places->at[state];
}

static bool differs(comparer *c, uint32_t state, const char *what) {
  const pml_syntax *syntax = &promela_of(c->model)->syntax;
  uint32_t place = place_of(c, state);
  pml_place at = place == PML_NONE
                     ? syntax->processes.at[c->x->claim->process].at
                     : syntax->statements.at[place / 2].at;
  compare_tell(c, "the claim's automaton %s at line %lu, column %lu", what,
               (unsigned long)at.line, (unsigned long)at.column);
  return false;
}

/* Of a state that is no place: it stays where it is whatever it reads. */
static bool stays(const omega *automaton, uint32_t state) {
  assert(state < automaton->first.count);
  for (uint32_t i = automaton->first.at[state];
       i < automaton->first.at[state + 1]; i++) {
    const omega_edge *edge = &automaton->edges.at[i];
    if (edge->to == state && edge->cubes &&
        automaton->cubes.at[edge->first_cube].mask == 0)
      return true;
  }
  return false;
}

bool compare_claim_begin(comparer *c) {
  const pml_claim *claim = c->x->claim;
  if (!claim)
    return true;
  const omega *automaton = claim->automaton;
  assert(automaton->states == claim->places->count);
  vec_resize(c->m, &c->claim_states,
             2 * promela_of(c->model)->syntax.statements.count);
  for (uint32_t i = 0; i < automaton->states; i++) {
    uint32_t place = place_of(c, i);
    bool has_edges = automaton->first.at[i] < automaton->first.at[i + 1];
    if (place != PML_NONE)
      c->claim_states.at[place] = i + 1;
    bool accepts =
        place == PML_NONE || pml_walker_claim_accepts(c->walker, place);
    if (place == PML_NONE && !stays(automaton, i))
      return differs(c, i, "does not accept everything where it ends");
    if (has_edges && omega_is_accepting(automaton, i) != accepts)
      return differs(c, i, "accepts otherwise than its text");
  }
  return place_of(c, automaton->initial) ==
             pml_walker_claim_start(c->walker, claim->process) ||
         differs(c, automaton->initial, "begins elsewhere");
}

/* Does the automaton go to this state, or to the one that accepts all? */
static bool goes_to(const comparer *c, uint32_t from, uint32_t to) {
  const omega *automaton = c->x->claim->automaton;
  assert(from < automaton->first.count);
  for (uint32_t i = automaton->first.at[from];
       i < automaton->first.at[from + 1]; i++) {
    const omega_edge *edge = &automaton->edges.at[i];
    if ((to == PML_NONE ? place_of(c, edge->to) == PML_NONE : edge->to == to) &&
        omega_allows(automaton, edge, c->letter))
      return true;
  }
  return false;
}

static bool claim_are_steps_equal(comparer *c, uint32_t state) {
  const omega *automaton = c->x->claim->automaton;
  bool is_error;
  if (!pml_walker_claim(c->walker, place_of(c, state), &c->claim_next,
                        &is_error))
    return differs(c, state, "has values where its text has none");
  if (goes_to(c, state, PML_NONE) != is_error)
    return differs(c, state, "ends otherwise than its text");
  if (is_error) /* everything is accepted: other steps add nothing */
    return true;
  vec_each (const uint32_t, to, &c->claim_next) {
    uint32_t next = c->claim_states.at[*to];
    if (!next || !goes_to(c, state, next - 1))
      return differs(c, state, "lacks a step of its text");
  }
  for (uint32_t i = automaton->first.at[state];
       i < automaton->first.at[state + 1]; i++) {
    bool is_known =
        !omega_allows(automaton, &automaton->edges.at[i], c->letter);
    for (size_t k = 0; k < c->claim_next.count; k++)
      is_known |= c->claim_next.at[k] == place_of(c, automaton->edges.at[i].to);
    if (!is_known)
      return differs(c, state, "has a step that its text has not");
  }
  return true;
}

bool compare_claim_steps(comparer *c) {
  if (!c->x->claim || !c->has_letter)
    return true;
  for (uint32_t i = 0; i < c->x->claim->automaton->states; i++)
    if (place_of(c, i) != PML_NONE && !claim_are_steps_equal(c, i))
      return false;
  return true;
}
