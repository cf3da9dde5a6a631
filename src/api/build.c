/* Problems built call by call. */
#include "problem/context.h"

#include "lang/pds/pds_text.h"

#include <string.h>

static custos_status insert(custos *c, names *table, const char *name,
                            uint32_t *out) {
  uint32_t known = names_find(table, name, strlen(name));
  if (known != NAMES_NONE) { /* the answer stays */
    *out = known;
    return CUSTOS_OK;
  }
  ENTER(c, "building");
  context_change(c);
  if (names_count(table) >= PAUT_EXTRA / 4)
    return context_fail(c, CUSTOS_ERR_USAGE, "too many names");
  *out = names_insert(&c->problem, table, name, strlen(name));
  c->pds.has_system = true;
  return context_leave(c, CUSTOS_OK);
}

custos_status custos_state(custos *c, const char *name, uint32_t *out) {
  return insert(c, &c->pds.states, name, out);
}

custos_status custos_symbol(custos *c, const char *name, uint32_t *out) {
  return insert(c, &c->pds.symbols, name, out);
}

uint32_t custos_state_count(const custos *c) {
  return pds_state_count(&c->pds);
}

uint32_t custos_symbol_count(const custos *c) {
  return pds_symbol_count(&c->pds);
}

uint32_t custos_rule_count(const custos *c) {
  return (uint32_t)c->pds.rules.count;
}

const char *custos_state_name(const custos *c, uint32_t state) {
  return state < custos_state_count(c) ? names_text(&c->pds.states, state) : "";
}

const char *custos_symbol_name(const custos *c, uint32_t symbol) {
  return symbol < custos_symbol_count(c) ? names_text(&c->pds.symbols, symbol)
                                         : "";
}

static const char *wrong_with_rule(const custos *c, const custos_rule *rule) {
  uint32_t symbols = custos_symbol_count(c);
  bool any = rule->top == CUSTOS_ANY;
  if (rule->from >= custos_state_count(c) || rule->to >= custos_state_count(c))
    return "a rule names a state that does not exist";
  if (!any && rule->top >= symbols)
    return "a rule names a symbol that does not exist";
  if (rule->length > 2)
    return "a rule pushes at most two symbols";
  for (uint32_t i = 0; i < rule->length; i++)
    if (rule->push[i] >= symbols && !(any && rule->push[i] == CUSTOS_ANY))
      return "a rule pushes a symbol that does not exist";
  bool weighted = c->pds.dimension > 0 || c->ring.size > 0;
  if (weighted && !rule->weight)
    return "a rule of a weighted problem needs a weight";
  if (!weighted && rule->weight)
    return "a rule has a weight, but custos_set_weights was not called";
  const int64_t *w = rule->weight;
  for (uint32_t i = 0; i < c->pds.dimension; i++)
    if (w[i] < -PDS_MOST_WEIGHT || (w[i] < 0 && !c->pds.is_signed[i]))
      return "a weight is not of its type";
  return NULL;
}

custos_status custos_add_rule(custos *c, const custos_rule *r,
                              uint32_t *index) {
  ENTER(c, "building");
  context_change(c);
  const char *wrong = wrong_with_rule(c, r);
  if (wrong)
    return context_fail(c, CUSTOS_ERR_USAGE, "%s", wrong);
  pds_rule rule = {.from = r->from,
                   .top = r->top,
                   .to = r->to,
                   .length = r->length,
                   .push = {r->push[0], r->push[1]},
                   .action = PDS_NONE,
                   .line = r->line,
                   .column = r->column};
  if (r->action)
    rule.action = names_insert(&c->problem, &c->pds.actions, r->action,
                               strlen(r->action));
  if (c->ring.size) {
    vec_reserve(&c->problem, &c->ring_rules, c->ring.size);
    memcpy(c->ring_rules.at + c->ring_rules.count, r->weight, c->ring.size);
    c->ring_rules.count += c->ring.size;
  }
  pds_add_rule(&c->problem, &c->pds, &rule,
               c->pds.dimension ? r->weight : NULL);
  if (index)
    *index = (uint32_t)c->pds.rules.count - 1;
  return context_leave(c, CUSTOS_OK);
}

custos_status custos_rule_at(const custos *c, uint32_t index,
                             custos_rule *out) {
  if (index >= c->pds.rules.count)
    return CUSTOS_ERR_USAGE;
  const pds_rule *rule = &c->pds.rules.at[index];
  *out =
      (custos_rule){.from = rule->from,
                    .top = rule->top,
                    .to = rule->to,
                    .length = rule->length,
                    .push = {rule->push[0], rule->push[1]},
                    .action = rule->action == PDS_NONE
                                  ? NULL
                                  : names_text(&c->pds.actions, rule->action),
                    .line = rule->line,
                    .column = rule->column};
  return CUSTOS_OK;
}

custos_status custos_set_weights(custos *c, uint32_t dimension,
                                 const uint8_t *is_signed) {
  if (c->pds.rules.count || c->ring.size)
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "weights must be set before the first rule");
  if (dimension > PDS_MOST_DIMENSIONS)
    return context_fail(c, CUSTOS_ERR_USAGE, "at most %d numbers a weight",
                        PDS_MOST_DIMENSIONS);
  c->pds.dimension = dimension;
  c->pds.weight_is_vector = dimension > 1;
  for (uint32_t i = 0; i < dimension; i++)
    c->pds.is_signed[i] = is_signed && is_signed[i];
  return CUSTOS_OK;
}

custos_status custos_set_semiring(custos *c, const custos_semiring *s) {
  if (c->pds.rules.count || c->pds.dimension)
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "the semiring must be set before the first rule");
  if (!s->size || !s->zero || !s->one || !s->combine || !s->extend || !s->equal)
    return context_fail(c, CUSTOS_ERR_USAGE, "the semiring is incomplete");
  c->ring = (semiring){s->size,    s->self,   s->zero, s->one,
                       s->combine, s->extend, s->equal};
  return CUSTOS_OK;
}

static bool is_state(const custos *c, custos_side side, uint32_t state) {
  if (state >= PAUT_EXTRA)
    return state - PAUT_EXTRA < names_count(&c->pds.sets[side].extra);
  return state < custos_state_count(c);
}

custos_status custos_add_extra_state(custos *c, custos_side side,
                                     const char *name, uint32_t *out) {
  ENTER(c, "building");
  context_change(c);
  paut *automaton = &c->pds.sets[side];
  c->pds.has_set[side] = true;
  if (!name) {
    *out = paut_add_state(&c->problem, automaton);
    return context_leave(c, CUSTOS_OK);
  }
  if (names_count(&automaton->extra) >= PAUT_EXTRA / 4)
    return context_fail(c, CUSTOS_ERR_USAGE, "too many names");
  *out = PAUT_EXTRA +
         names_insert(&c->problem, &automaton->extra, name, strlen(name));
  return context_leave(c, CUSTOS_OK);
}

custos_status custos_add_edge(custos *c, custos_side side, uint32_t from,
                              uint32_t symbol, uint32_t to) {
  ENTER(c, "building");
  context_change(c);
  if (!is_state(c, side, from) || !is_state(c, side, to))
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "an edge names a state that does not exist");
  if (symbol != CUSTOS_ANY && symbol != CUSTOS_EPSILON &&
      symbol >= custos_symbol_count(c))
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "an edge names a symbol that does not exist");
  paut *automaton = &c->pds.sets[side];
  uint32_t label = symbol == CUSTOS_EPSILON ? PAUT_EPSILON : symbol;
  if (symbol == CUSTOS_ANY)
    label = paut_add_set(&c->problem, automaton, true, NULL, 0);
  paut_add_edge(&c->problem, automaton, from, label, to);
  c->pds.has_set[side] = true;
  return context_leave(c, CUSTOS_OK);
}

custos_status custos_set_accepting(custos *c, custos_side side,
                                   uint32_t state) {
  ENTER(c, "building");
  context_change(c);
  if (!is_state(c, side, state))
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such state");
  paut_add_accepting(&c->problem, &c->pds.sets[side], state);
  c->pds.has_set[side] = true;
  return context_leave(c, CUSTOS_OK);
}

custos_status custos_add_configurations(custos *c, custos_side side,
                                        const char *bytes) {
  ENTER(c, "reading");
  context_change(c);
  const char *name = side == CUSTOS_INITIAL ? "initial" : "final";
  size_t length = strlen(bytes);
  if (!pds_text_read_configurations(&c->problem, &c->pds, (pds_side)side, name,
                                    bytes, length, 1, 1, &c->report))
    return context_reject(c);
  c->pds.has_set[side] = true;
  char *copy = mem_text(&c->problem, bytes, length);
  vec_push(&c->problem, &c->source.sets[side], copy);
  return context_leave(c, CUSTOS_OK);
}
