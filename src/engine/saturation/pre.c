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

static void offer_row_to(sat *a, uint32_t target, sat_contribution g,
                         uint32_t source) {
  if (target != SAT_NONE) {
    sat_offer_row(a, target, g, source);
    return;
  }
  uint32_t from = a->p->rules.at[g.why.rule].from;
  for (uint32_t x = 0; x < pds_symbol_count(a->p); x++)
    sat_offer_row(a, sat_row_of(a, from, x), g, source);
}

static void offer_delta_to(sat *a, uint32_t target, sat_contribution g,
                           const sat_delta *d) {
  if (target != SAT_NONE) {
    sat_offer_delta(a, target, g, d);
    return;
  }
  uint32_t from = a->p->rules.at[g.why.rule].from;
  for (uint32_t x = 0; x < pds_symbol_count(a->p); x++)
    sat_offer_delta(a, sat_row_of(a, from, x), g, d);
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
static void pre_apply(sat *a, sat_action x, const sat_delta *d) {
  if (x.second == SAT_NONE) {
    offer_delta_to(a, x.target,
                   (sat_contribution){{x.rule, SAT_NONE}, SAT_NONE, false}, d);
    return;
  }
  sat_cursor c = sat_delta_cursor(a, d);
  for (uint32_t e; sat_cursor_next(&c, &e);)
    if (x.second == PDS_ANY)
      follow_state(a, c.to, x.rule, e, d->again);
    else
      follow_row(a, sat_row_of(a, c.to, x.second), x.target, x.rule, e,
                 d->again);
}

static void serve_subscribers(sat *a, uint32_t list, bool of_state,
                              const sat_delta *d) {
  assert(d->row < a->rows.count);
  uint32_t state = a->rows.at[d->row].state;
  uint32_t symbol = a->rows.at[d->row].symbol;
  for (uint32_t i = list; i != SAT_NONE; i = a->subscriptions.at[i].next) {
    sat_subscription s = a->subscriptions.at[i];
    uint32_t target = of_state
                          ? sat_row_of(a, a->p->rules.at[s.rule].from, symbol)
                          : s.target;
    offer_delta_to(a, target,
                   (sat_contribution){{s.rule, state}, s.premise, true}, d);
  }
}

void pre_propagate(sat *a, const sat_delta *d) {
  assert(d->row < a->rows.count);
  uint32_t state = a->rows.at[d->row].state;
  uint32_t symbol = a->rows.at[d->row].symbol;
  /* Read the lists first: subscriptions made below see these edges already. */
  uint32_t row_list = a->rows.at[d->row].subscribers;
  assert(state < a->states.count);
  uint32_t state_list = a->states.at[state].subscribers;
  const sat_row row = a->rows.at[d->row];
  const sat_state every = a->states.at[state];
  for (uint32_t i = 0; i < row.action_count; i++)
    pre_apply(a, a->actions[row.actions + i], d);
  for (uint32_t i = 0; i < every.action_count; i++) {
    sat_action x = a->actions[every.actions + i];
    const pds_rule *r = &a->p->rules.at[x.rule];
    x.target = sat_row_of(a, r->from, symbol);
    if (x.second != SAT_NONE)
      x.second = pds_pushed(r, 1, symbol);
    pre_apply(a, x, d);
  }
  serve_subscribers(a, row_list, false, d);
  serve_subscribers(a, state_list, true, d);
}

/* Rows are made for all heads at once, in the order of the rules: the order of
 * the program. */
void pre_init(sat *a, const uint8_t *active) {
  const pds *p = a->p;
  size_t rules = p->rules.count;
  uint32_t *row_key = mem_array(a->m, rules + 1, sizeof *row_key);
  uint32_t *state_key = mem_array(a->m, rules + 1, sizeof *state_key);
  uint32_t *target = mem_array(a->m, rules + 1, sizeof *target);
  a->forward = false;
  for (uint32_t i = 0; i < rules; i++) {
    const pds_rule *r = &p->rules.at[i];
    row_key[i] = state_key[i] = target[i] = SAT_NONE;
    if (active && !active[i])
      continue;
    if (r->top != PDS_ANY)
      target[i] = sat_row_of(a, r->from, r->top);
    if (r->length > 0 && r->push[0] == PDS_ANY)
      state_key[i] = r->to;
    else if (r->length > 0)
      row_key[i] = sat_row_of(a, r->to, r->push[0]);
  }
  sat_lay_out_actions(a, row_key, state_key);
  for (size_t i = 0; i < rules; i++) {
    sat_action *x = &a->actions[i];
    const pds_rule *r = &p->rules.at[x->rule];
    x->target = target[x->rule];
    x->second = r->length == 2 ? r->push[1] : SAT_NONE;
  }
  for (uint32_t i = 0; i < rules; i++)
    if ((!active || active[i]) && p->rules.at[i].length == 0)
      offer_to(a, target[i], i, p->rules.at[i].to);
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
  const pds_rule *r = &a->p->rules.at[e.rule];
  uint32_t symbol = a->rows.at[e.row].symbol;
  if (r->length == 0)
    return;
  uint32_t first = sat_find_row(a, r->to, pds_pushed(r, 0, symbol));
  if (r->length == 1) {
    premise[0] = sat_find_edge(a, first, e.to);
    return;
  }
  uint32_t second = sat_find_row(a, e.via, pds_pushed(r, 1, symbol));
  premise[0] = sat_find_edge(a, first, e.via);
  premise[1] = sat_find_edge(a, second, e.to);
}
