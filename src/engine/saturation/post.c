/* post*: if (p, g) -> (p', w) and p reads g to q, then p' reads w to q
 * (Algorithm 2 of Schwoon 2002).
 *
 * A pop makes an epsilon edge p' -> q, kept in the row (p', SAT_EPSILON); what
 * q reads then p' reads as well. A push enters a state that stands for
 * <p', w0>: p' reads w0 to it, and it reads w1 to q. The reason of an edge is
 * its rule and the symbol g that was on top, or SAT_BY_EPSILON and the state
 * behind the epsilon edge. */
#include "base/mutant.h"
#include "engine/saturation/engines.h"
#include "engine/saturation/offers.h"

#include <assert.h>
#include <string.h>

static uint32_t entry_state(sat *a, uint32_t state, uint32_t symbol) {
  return a->input_states +
         map_insert(a->m, &a->entries, map_pair(state, symbol));
}

/* The row that takes the edges, and for a push the state of its entry. */
static uint32_t row_of_result(sat *a, const pds_rule *rule, uint32_t symbol,
                              uint32_t *entry) {
  *entry = SAT_NONE;
  if (rule->length == 0)
    return sat_row_of(a, rule->to, SAT_EPSILON);
  uint32_t top = pds_pushed(rule, 0, symbol);
  if (rule->length == 1)
    return sat_row_of(a, rule->to, top);
  *entry = entry_state(a, rule->to, top);
  return sat_row_of(a, *entry, pds_pushed(rule, 1, symbol));
}

static void post_enter(sat *a, uint32_t entry) {
  uint64_t key = a->entries.keys.at[entry - a->input_states];
  uint32_t row = sat_row_of(a, (uint32_t)(key >> 32), (uint32_t)key);
  sat_offer_axiom(a, row, entry, SAT_ENTRY);
}

static void post_apply(sat *a, sat_action *action, const sat_delta *delta) {
  assert(delta->row < a->rows.count);
  uint32_t symbol = a->rows.at[delta->row].symbol;
  uint32_t row = action->target, entry = action->second;
  if (row == SAT_NONE) /* a wildcard: it depends on the symbol */
    row = row_of_result(a, &a->p->rules.at[action->rule], symbol, &entry);
  action->second = SAT_NONE;
  if (entry != SAT_NONE)
    post_enter(a, entry);
  sat_offer_delta(a, row,
                  (sat_contribution){{action->rule, symbol}, SAT_NONE, false},
                  delta);
}

/* Control location p has epsilon edges to q: it reads what q reads. */
static void follow_epsilon(sat *a, const sat_delta *delta) {
  assert(delta->row < a->rows.count);
  uint32_t p = a->rows.at[delta->row].state, e;
  sat_cursor cursor = sat_delta_cursor(a, delta);
  while (sat_cursor_next(&cursor, &e)) {
    uint32_t q = cursor.to;
    if (!delta->again && !MUTANT("epsilon-once"))
      sat_subscribe(a, &a->states.at[q].subscribers,
                    (sat_subscription){.target = p, .premise = e});
    for (uint32_t row = a->states.at[q].rows; row != SAT_NONE;
         row = a->rows.at[row].next)
      sat_offer_row(a, sat_row_of(a, p, a->rows.at[row].symbol),
                    (sat_contribution){{SAT_BY_EPSILON, q}, e, false}, row);
  }
}

void post_propagate(sat *a, const sat_delta *delta) {
  assert(delta->row < a->rows.count);
  uint32_t state = a->rows.at[delta->row].state;
  uint32_t symbol = a->rows.at[delta->row].symbol;
  assert(state < a->states.count);
  uint32_t list = a->states.at[state].subscribers;
  if (symbol == SAT_EPSILON) {
    follow_epsilon(a, delta);
    return;
  }
  const sat_row row = a->rows.at[delta->row];
  const sat_state every = a->states.at[state];
  for (uint32_t i = 0; i < row.action_count; i++)
    post_apply(a, &a->actions[row.actions + i], delta);
  for (uint32_t i = 0; i < every.action_count; i++)
    post_apply(a, &a->actions[every.actions + i], delta);
  for (uint32_t i = list; i != SAT_NONE; i = a->subscriptions.at[i].next) {
    sat_subscription subscription = a->subscriptions.at[i];
    sat_offer_delta(a, sat_row_of(a, subscription.target, symbol),
                    (sat_contribution){
                        {SAT_BY_EPSILON, state}, subscription.premise, false},
                    delta);
  }
}

/* As in pre_init: rows in the order of the program. */
void post_init(sat *a, const uint8_t *active) {
  const pds *system = a->p;
  size_t rules = system->rules.count;
  uint32_t *row_key = mem_array(a->m, rules + 1, sizeof *row_key);
  uint32_t *state_key = mem_array(a->m, rules + 1, sizeof *state_key);
  uint32_t *target = mem_array(a->m, rules + 1, sizeof *target);
  uint32_t *entry = mem_array(a->m, rules + 1, sizeof *entry);
  a->forward = true;
  for (uint32_t i = 0; i < rules; i++) {
    const pds_rule *rule = &system->rules.at[i];
    row_key[i] = state_key[i] = target[i] = entry[i] = SAT_NONE;
    if (active && !active[i])
      continue;
    if (rule->top == PDS_ANY) {
      state_key[i] = rule->from;
    } else {
      row_key[i] = sat_row_of(a, rule->from, rule->top);
      target[i] = row_of_result(a, rule, rule->top, &entry[i]);
    }
  }
  sat_lay_out_actions(a, row_key, state_key);
  for (size_t i = 0; i < rules; i++) {
    sat_action *action = &a->actions[i];
    action->target = target[action->rule];
    action->second = entry[action->rule];
  }
  mem_free(a->m, row_key);
  mem_free(a->m, state_key);
  mem_free(a->m, target);
  mem_free(a->m, entry);
}
