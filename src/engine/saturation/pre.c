/* pre*: if (p, g) -> (p', w) and p' reads w to q, then p reads g to q
 * (Bouajjani, Esparza, Maler 1997; indexed as in Algorithm 1 of Schwoon 2002).
 *
 * The reason of an edge is its rule and, for a push, the state between the two
 * symbols. Rules are indexed by the row that reads their first pushed symbol:
 * that row has an action for each, or its state where the symbol is the one
 * that a wildcard matched. A push whose first symbol has been read to m
 * subscribes to the row that reads the second one from m. */
#include "base/mutant.h"
#include "engine/saturation/engines.h"
#include "engine/saturation/offers.h"

#include <assert.h>

/* A wildcard head without a target of its own stands for the rows of its state
 * over every symbol. */
static void offer_to(sat *a, uint32_t target, uint32_t rule, uint32_t to) {
  sat_reason why = {rule, SAT_NONE};
  if (target != SAT_NONE) {
    sat_offer(a, target, to, why, SAT_NONE, SAT_NONE);
    return;
  }
  uint32_t from = a->p->rules.at[rule].from;
  uint32_t symbols = pds_symbol_count(a->p) - MUTANT("wildcard-last");
  for (uint32_t g = 0; g < symbols; g++)
    sat_offer(a, sat_row_of(a, from, g), to, why, SAT_NONE, SAT_NONE);
}

static void offer_row_to(sat *a, uint32_t target, sat_contribution contribution,
                         uint32_t source) {
  if (target != SAT_NONE) {
    sat_offer_row(a, target, contribution, source);
    return;
  }
  uint32_t from = a->p->rules.at[contribution.why.rule].from;
  for (uint32_t x = 0; x < pds_symbol_count(a->p); x++)
    sat_offer_row(a, sat_row_of(a, from, x), contribution, source);
}

static void offer_delta_to(sat *a, uint32_t target,
                           sat_contribution contribution,
                           const sat_delta *delta) {
  if (target != SAT_NONE) {
    sat_offer_delta(a, target, contribution, delta);
    return;
  }
  uint32_t from = a->p->rules.at[contribution.why.rule].from;
  for (uint32_t x = 0; x < pds_symbol_count(a->p); x++)
    sat_offer_delta(a, sat_row_of(a, from, x), contribution, delta);
}

/* The rule's push has read its first symbol by edge e1 to m; the second is
 * read by the row. */
static void follow_row(sat *a, uint32_t row, uint32_t target, uint32_t rule,
                       uint32_t e1, bool again) {
  assert(row < a->rows.count);
  uint32_t m = a->rows.at[row].state;
  if (!again && !MUTANT("push-forgets"))
    sat_subscribe(
        a, &a->rows.at[row].subscribers,
        (sat_subscription){.target = target, .rule = rule, .premise = e1});
  offer_row_to(a, target, (sat_contribution){{rule, m}, e1, true}, row);
}

/* The same where the second symbol is the one that the wildcard matched. */
static void follow_state(sat *a, uint32_t m, uint32_t rule, uint32_t e1,
                         bool again) {
  assert(rule < a->p->rules.count);
  uint32_t p = a->p->rules.at[rule].from;
  if (!again)
    sat_subscribe(a, &a->states.at[m].subscribers,
                  (sat_subscription){.rule = rule, .premise = e1});
  assert(m < a->states.count);
  for (uint32_t row = a->states.at[m].rows; row != SAT_NONE;
       row = a->rows.at[row].next) {
    uint32_t target = sat_row_of(a, p, a->rows.at[row].symbol);
    sat_offer_row(a, target, (sat_contribution){{rule, m}, e1, true}, row);
  }
}

/* A rule whose first pushed symbol is read by the delta's row. */
static void pre_apply(sat *a, sat_action action, const sat_delta *delta) {
  if (action.second == SAT_NONE) {
    offer_delta_to(a, action.target,
                   (sat_contribution){{action.rule, SAT_NONE}, SAT_NONE, false},
                   delta);
    return;
  }
  sat_cursor cursor = sat_delta_cursor(a, delta);
  for (uint32_t e; sat_cursor_next(&cursor, &e);)
    if (action.second == PDS_ANY)
      follow_state(a, cursor.to, action.rule, e, delta->again);
    else
      follow_row(a, sat_row_of(a, cursor.to, action.second), action.target,
                 action.rule, e, delta->again);
}

static void serve_subscribers(sat *a, uint32_t list, bool of_state,
                              const sat_delta *delta) {
  assert(delta->row < a->rows.count);
  uint32_t state = a->rows.at[delta->row].state;
  uint32_t symbol = a->rows.at[delta->row].symbol;
  for (uint32_t i = list; i != SAT_NONE; i = a->subscriptions.at[i].next) {
    sat_subscription subscription = a->subscriptions.at[i];
    uint32_t target =
        of_state ? sat_row_of(a, a->p->rules.at[subscription.rule].from, symbol)
                 : subscription.target;
    offer_delta_to(a, target,
                   (sat_contribution){
                       {subscription.rule, state}, subscription.premise, true},
                   delta);
  }
}

void pre_propagate(sat *a, const sat_delta *delta) {
  assert(delta->row < a->rows.count);
  uint32_t state = a->rows.at[delta->row].state;
  uint32_t symbol = a->rows.at[delta->row].symbol;
  /* Read the lists first: subscriptions made below see these edges already. */
  uint32_t row_list = a->rows.at[delta->row].subscribers;
  assert(state < a->states.count);
  uint32_t state_list = a->states.at[state].subscribers;
  const sat_row row = a->rows.at[delta->row];
  const sat_state every = a->states.at[state];
  for (uint32_t i = 0; i < row.action_count; i++)
    pre_apply(a, a->actions[row.actions + i], delta);
  for (uint32_t i = 0; i < every.action_count; i++) {
    sat_action action = a->actions[every.actions + i];
    const pds_rule *rule = &a->p->rules.at[action.rule];
    action.target = sat_row_of(a, rule->from, symbol);
    if (action.second != SAT_NONE)
      action.second = pds_pushed(rule, 1, symbol);
    pre_apply(a, action, delta);
  }
  serve_subscribers(a, row_list, false, delta);
  serve_subscribers(a, state_list, true, delta);
}

/* Rows are made for all heads at once, in the order of the rules: the order of
 * the program. */
void pre_init(sat *a, const uint8_t *active) {
  const pds *system = a->p;
  size_t rules = system->rules.count;
  uint32_t *row_key = mem_array(a->m, rules + 1, sizeof *row_key);
  uint32_t *state_key = mem_array(a->m, rules + 1, sizeof *state_key);
  uint32_t *target = mem_array(a->m, rules + 1, sizeof *target);
  a->forward = false;
  for (uint32_t i = 0; i < rules; i++) {
    const pds_rule *rule = &system->rules.at[i];
    row_key[i] = state_key[i] = target[i] = SAT_NONE;
    if (active && !active[i])
      continue;
    if (rule->top != PDS_ANY)
      target[i] = sat_row_of(a, rule->from, rule->top);
    if (rule->length > 0 && rule->push[0] == PDS_ANY)
      state_key[i] = rule->to;
    else if (rule->length > 0)
      row_key[i] = sat_row_of(a, rule->to, rule->push[0]);
  }
  sat_lay_out_actions(a, row_key, state_key);
  for (size_t i = 0; i < rules; i++) {
    sat_action *action = &a->actions[i];
    const pds_rule *rule = &system->rules.at[action->rule];
    action->target = target[action->rule];
    action->second = rule->length == 2 ? rule->push[1] : SAT_NONE;
  }
  for (uint32_t i = 0; i < rules; i++)
    if ((!active || active[i]) && system->rules.at[i].length == 0)
      offer_to(a, target[i], i, system->rules.at[i].to);
  mem_free(a->m, row_key);
  mem_free(a->m, state_key);
  mem_free(a->m, target);
}

void pre_premises(sat *a, uint32_t edge, uint32_t premise[2]) {
  assert(edge < a->edges.count);
  const sat_edge e = a->edges.at[edge];
  premise[0] = premise[1] = SAT_NONE;
  if (e.rule == SAT_INPUT)
    return;
  const pds_rule *rule = &a->p->rules.at[e.rule];
  uint32_t symbol = a->rows.at[e.row].symbol;
  if (rule->length == 0)
    return;
  uint32_t first = sat_find_row(a, rule->to, pds_pushed(rule, 0, symbol));
  if (rule->length == 1) {
    premise[0] = sat_find_edge(a, first, e.to);
    return;
  }
  uint32_t second = sat_find_row(a, e.via, pds_pushed(rule, 1, symbol));
  premise[0] = sat_find_edge(a, first, e.via);
  premise[1] = sat_find_edge(a, second, e.to);
}
