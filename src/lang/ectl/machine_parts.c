#include "lang/ectl/parser.h"

#include <assert.h>

static uint64_t mix(uint64_t h, uint32_t a, uint32_t b) {
  h = (h ^ map_pair(a, b)) * UINT64_C(0x9E3779B97F4A7C15);
  return h ^ h >> 29;
}

static uint32_t hash(const machine_rule *rule) {
  uint64_t h = mix(0, rule->from, rule->to);
  h = mix(h, rule->action, rule->top);
  h = mix(h, rule->symbol, (uint32_t)rule->operation);
  return (uint32_t)(h ^ h >> 32);
}

static bool is_same(const machine_rule *a, const machine_rule *b) {
  return a->from == b->from && a->to == b->to && a->action == b->action &&
         a->top == b->top && a->symbol == b->symbol &&
         a->operation == b->operation;
}

/* Rules lie far apart in memory: one is looked at only if its hash is right. */
static uint64_t *slot_of(ectl_parser *parser, const machine *x,
                         const machine_rule *rule, uint32_t h) {
  uint64_t mask = parser->rule_slots.count - 1;
  for (uint64_t i = h;; i++) {
    uint64_t *slot = &parser->rule_slots.at[i & mask];
    if (*slot == 0 ||
        (*slot >> 32 == h && is_same(&x->rules.at[(uint32_t)*slot - 1], rule)))
      return slot;
  }
}

static void enlarge(ectl_parser *parser) {
  size_t count = parser->rule_slots.count ? 2 * parser->rule_slots.count : 64;
  uint64_t *slots = mem_array(parser->m, count, sizeof *slots);
  vec_each (const uint64_t, slot, &parser->rule_slots) {
    uint64_t i = *slot >> 32;
    if (*slot == 0)
      continue;
    while (slots[i & (count - 1)])
      i++;
    slots[i & (count - 1)] = *slot;
  }
  vec_free(parser->m, &parser->rule_slots);
  parser->rule_slots.at = slots;
  parser->rule_slots.count = parser->rule_slots.capacity = count;
}

void ectl_add_rule(ectl_parser *parser, machine *x, machine_rule rule) {
  uint32_t h = hash(&rule);
  if (x->rules.count >= UINT32_MAX - 1)
    mem_raise(parser->m->budget, MEM_LIMIT);
  if (x->rules.count >= parser->rule_slots.count / 2)
    enlarge(parser);
  uint64_t *slot = slot_of(parser, x, &rule, h);
  if (*slot)
    return;
  vec_push(parser->m, &x->rules, rule);
  *slot = map_pair(h, (uint32_t)x->rules.count);
}

static void complain(ectl_parser *parser, const machine *x, uint32_t state,
                     const names *declared) {
  assert(state < parser->states.count);
  ectl_mention at = parser->states.at[state];
  const char *name = names_text(&x->states, state);
  uint32_t like =
      names_nearest(declared, name, names_length(&x->states, state));
  if (like == NAMES_NONE)
    scan_wrong_at(&parser->s, at.line, at.column,
                  "state '%.80s' is not declared: 'STATE(%.80s)' is missing",
                  name, name);
  else
    scan_wrong_at(&parser->s, at.line, at.column,
                  "state '%.80s' is not declared (did you mean '%.80s'?)", name,
                  names_text(declared, like));
}

/* By the names in their new order: new numbers for old ones. */
static void renumber(ectl_parser *parser, machine *x, const uint32_t *number) {
  vec_each (machine_rule, rule, &x->rules) {
    rule->from = number[rule->from];
    rule->to = number[rule->to];
  }
  vec_each (machine_fact, fact, &x->facts)
    fact->at.state = number[fact->at.state];
  vec_each (machine_head, head, &x->heads)
    head->state = number[head->state];
  if (machine_is_system(x))
    return;
  uint8_t *was = mem_array(parser->m, parser->states.count, 1);
  vec_resize(parser->m, &x->accepting, parser->states.count);
  memcpy(was, x->accepting.at, parser->states.count);
  for (size_t i = 0; i < parser->states.count; i++)
    x->accepting.at[number[i]] = was[i];
  mem_free(parser->m, was);
}

/* Were all states declared, in the order in which they were mentioned? */
static bool is_settled(const ectl_parser *parser) {
  for (size_t i = 0; i < parser->order.count; i++)
    if (parser->order.at[i] != i)
      return false;
  return parser->order.count == parser->states.count;
}

void ectl_settle_states(ectl_parser *parser, machine *x) {
  size_t declared = parser->order.count;
  if (is_settled(parser))
    return;
  for (uint32_t i = 0; i < parser->states.count; i++)
    if (!parser->states.at[i].declared)
      vec_push(parser->m, &parser->order, i);
  names sorted = {0};
  uint32_t *number = mem_array(parser->m, parser->order.count, sizeof *number);
  for (size_t i = 0; i < parser->order.count; i++) {
    uint32_t old = parser->order.at[i];
    if (i >= declared && x->kind != MACHINE_PDS) {
      if (!parser->has_gaps && parser->s.report->count < REPORT_MOST)
        complain(parser, x, old, &sorted);
      continue;
    }
    number[old] = names_insert(parser->m, &sorted, names_text(&x->states, old),
                               names_length(&x->states, old));
  }
  renumber(parser, x, number);
  names_free(parser->m, &x->states);
  x->states = sorted;
  mem_free(parser->m, number);
}
