#include "vary.h"

/* Takes 'count' off the number; true if it was below. */
static bool pick(uint32_t *number, uint32_t count, uint32_t *out) {
  if (*number >= count) {
    *number -= count;
    return false;
  }
  *out = *number;
  return true;
}

static bool vary_rule(rule *r, const instance *in, uint32_t *number) {
  uint32_t kind = 0;
  if (pick(number, in->states, &r->from) || pick(number, in->states, &r->to))
    return true;
  if (pick(number, in->symbols, &r->top)) {
    if (r->symbol == INSTANCE_ANY) /* there is no wildcard to keep any more */
      r->symbol = r->top;
    return true;
  }
  if (r->operation != RULE_POP && pick(number, in->symbols, &r->symbol))
    return true;
  if (r->operation == RULE_POP || !pick(number, 2, &kind))
    return false;
  if (kind == 1 && r->operation == RULE_PUSH) {
    r->operation = RULE_SWAP;
  } else {
    r->operation = RULE_POP;
    r->symbol = 0;
  }
  return true;
}

static bool vary_automaton(automaton *a, const instance *in, int side,
                           uint32_t *number) {
  uint32_t states = in->states + in->side[side].extra;
  for (size_t i = 0; i < a->edge_count; i++)
    if (pick(number, states, &a->edges[i].from) ||
        pick(number, states, &a->edges[i].to) ||
        pick(number, in->symbols, &a->edges[i].symbol))
      return true;
  for (size_t i = 0; i < a->accepting_count; i++)
    if (pick(number, states, &a->accepting[i]))
      return true;
  return false;
}

bool vary(const instance *in, uint32_t number, instance *out) {
  instance_copy(out, in);
  for (size_t i = 0; i < out->rule_count; i++)
    if (vary_rule(&out->rules[i], in, &number))
      return true;
  for (int side = 0; side < 2; side++)
    if (vary_automaton(&out->side[side], in, side, &number))
      return true;
  return false;
}
