/* Never claims on the syntax tree: where one can go on to in the present state.
 * What lower/claim.c makes of them is compared with this. */
#include "lang/promela/walker/parts.h"

#include <assert.h>

typedef enum look { BLOCKED, PASSED, WRONG, NO_VALUE } look;

/* A claim only looks. An assertion that fails ends the claim's run. */
static look claim_look_at(pml_walker *walker, uint32_t statement, bool some) {
  assert(statement < walker->s->statements.count);
  const pml_statement *x = &walker->s->statements.at[statement];
  int32_t value = 1;
  switch (x->kind) {
  case PML_ELSE:
    return some ? BLOCKED : PASSED;
  case PML_TEST:
  case PML_ASSERT:
    if (!pml_walker_value(walker, x->a, &value))
      return NO_VALUE;
    return value ? PASSED : x->kind == PML_TEST ? BLOCKED : WRONG;
  default:
    return PASSED;
  }
}

/* One move; a d_step's statements all look at the same state. */
static look look_through(pml_walker *walker, const walker_move *move,
                         bool some) {
  const pml_statement *all = walker->s->statements.at;
  look found = PASSED;
  if (move->is_join)
    return PASSED;
  if (all[move->statement].kind != PML_DSTEP)
    return claim_look_at(walker, move->statement, some);
  for (uint32_t s = all[move->statement].a; s != PML_NONE && found == PASSED;
       s = all[s].next)
    found = claim_look_at(walker, s, false);
  return found;
}

static void add_once(pml_walker *walker, pml_walker_places *list,
                     uint32_t place) {
  for (size_t i = 0; i < list->count; i++)
    if (list->at[i] == place)
      return;
  vec_push(walker->m, list, place);
}

/* All moves from one node. False: a test has no value. */
static bool go_on(pml_walker *walker, walker_node from,
                  pml_walker_places *inside, pml_walker_places *out,
                  bool *is_error) {
  size_t floor = walker->moves.count;
  bool some = false, has_values = true;
  walker_list(walker, from, &walker->moves);
  for (size_t i = floor; i < walker->moves.count && has_values; i++) {
    walker_move move = walker->moves.at[i];
    bool stays_inside;
    if (move.statement == PML_NONE)
      continue;
    look found = look_through(walker, &move, some);
    has_values = found != NO_VALUE;
    *is_error |= found == WRONG;
    some |= found == PASSED || found == WRONG;
    if (found != PASSED)
      continue;
    walker_node to = walker_target(walker, &move, &stays_inside);
    if (to == WALKER_END || walker_stands(&walker->end_nodes, to))
      *is_error = true;
    else
      add_once(walker, stays_inside ? inside : out, to);
  }
  walker->moves.count = floor;
  return has_values;
}

bool pml_walker_claim(pml_walker *walker, uint32_t from, pml_walker_places *out,
                      bool *is_error) {
  pml_walker_places inside = {0};
  bool has_values = true;
  out->count = 0;
  *is_error = false;
  vec_push(walker->m, &inside, from);
  for (size_t i = 0; i < inside.count && has_values; i++)
    has_values = go_on(walker, inside.at[i], &inside, out, is_error);
  vec_free(walker->m, &inside);
  return has_values;
}

uint32_t pml_walker_claim_start(const pml_walker *walker, uint32_t claim) {
  return walker_entry(walker, claim);
}

bool pml_walker_claim_accepts(const pml_walker *walker, uint32_t place) {
  return walker_stands(&walker->accept_nodes, place);
}
