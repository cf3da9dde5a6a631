#include "engine/ectl/decider.h"

#include <assert.h>

static bool is_binary(ectl_operator op) {
  return op == ECTL_AND || op == ECTL_OR;
}

static uint64_t states_at(const ectl_decider *decider, uint32_t level) {
  return decider->has_stack ? decider->monitors.at[level].monitor->states : 1;
}

uint32_t *ectl_make_coarse(const ectl_decider *decider, uint32_t from,
                           uint32_t to) {
  assert(from < decider->monitors.count);
  uint32_t states = decider->monitors.at[from].monitor->states;
  uint32_t *out = mem_array(decider->m, states, sizeof *out);
  for (uint32_t d = 0; d < states; d++)
    out[d] = d;
  for (; from > to; from--)
    for (uint32_t d = 0; d < states; d++)
      out[d] = decider->monitors.at[from].monitor->was.at[out[d]];
  return out;
}

static void decide_prop(ectl_decider *decider, uint32_t part) {
  assert(part < decider->out->parts.count);
  const machine *s = decider->q->system;
  ectl_part *x = &decider->out->parts.at[part];
  uint32_t prop = decider->props[ectl_part_node(decider, part)->name];
  if (prop == NAMES_NONE)
    return;
  vec_each (const machine_fact, fact, &s->facts)
    if (fact->prop == prop)
      ectl_set_bit(x->values, decider->has_stack ? (uint64_t)fact->at.symbol *
                                                           machine_states(s) +
                                                       fact->at.state
                                                 : fact->at.state);
}

static void decide_next(ectl_decider *decider, uint32_t part) {
  const uint64_t *x =
      decider->out->parts.at[ectl_part_left(decider, part)].values;
  vec_each (const machine_rule, rule, &decider->q->system->rules)
    if (ectl_bit(x, rule->to))
      ectl_set_bit(decider->out->parts.at[part].values, rule->from);
}

static void combine_words(ectl_operator op, const uint64_t *x,
                          const uint64_t *y, uint64_t *out, uint64_t count) {
  for (uint64_t i = 0; i <= count / 64; i++)
    out[i] = op == ECTL_NOT   ? ~x[i]
             : op == ECTL_AND ? x[i] & y[i]
             : op == ECTL_OR  ? x[i] | y[i]
                              : ~UINT64_C(0);
  out[count / 64] &= (UINT64_C(1) << count % 64) - 1; /* no bits beyond */
}

/* The monitors differ: bit by bit. */
static void combine_rows(ectl_decider *decider, ectl_operator op,
                         uint32_t part) {
  uint32_t a = ectl_part_left(decider, part),
           b = ectl_part_right(decider, part), level = decider->level[part];
  assert(a < decider->out->parts.count);
  const uint64_t *x = decider->out->parts.at[a].values;
  assert(b < decider->out->parts.count);
  const uint64_t *y = decider->out->parts.at[b].values;
  uint32_t *of_x = ectl_make_coarse(decider, level, decider->level[a]);
  uint32_t *of_y = ectl_make_coarse(decider, level, decider->level[b]);
  uint64_t row = ectl_row(decider), states = states_at(decider, level);
  for (uint64_t d = 0; d < states; d++)
    for (uint64_t i = 0; i < row; i++) {
      bool left = ectl_bit(x, of_x[d] * row + i);
      bool right = ectl_bit(y, of_y[d] * row + i);
      progress_tick(decider->clock);
      if (op == ECTL_AND ? left && right : left || right)
        ectl_set_bit(decider->out->parts.at[part].values, d * row + i);
    }
  mem_free(decider->m, of_x);
  mem_free(decider->m, of_y);
}

void ectl_decide_plain(ectl_decider *decider, uint32_t part) {
  assert(part < decider->out->parts.count);
  ectl_operator op = ectl_part_node(decider, part)->op;
  ectl_part *x = &decider->out->parts.at[part];
  uint32_t a = op >= ECTL_NOT ? ectl_part_left(decider, part) : part;
  uint32_t b = is_binary(op) ? ectl_part_right(decider, part) : a;
  if (op >= ECTL_NOT)
    decider->level[part] = decider->level[a] > decider->level[b]
                               ? decider->level[a]
                               : decider->level[b];
  if (decider->has_stack && !decider->is_nested[part] && op >= ECTL_NOT)
    return; /* ectl_holds says it where it is asked for */
  uint64_t count = ectl_row(decider) * states_at(decider, decider->level[part]);
  x->values = ectl_new_bits(decider, count);
  if (decider->has_stack) {
    x->empty = ectl_new_bits(decider, machine_states(decider->q->system));
    x->monitor = decider->monitors.at[decider->level[part]].monitor;
  }
  if (op == ECTL_FALSE)
    return;
  if (op == ECTL_PROP)
    decide_prop(decider, part);
  else if (op == ECTL_EX)
    decide_next(decider, part);
  else if (decider->level[a] != decider->level[b])
    combine_rows(decider, op, part);
  else
    combine_words(op, decider->out->parts.at[a].values,
                  decider->out->parts.at[b].values, x->values, count);
  if (decider->has_stack && op != ECTL_PROP)
    combine_words(op, decider->out->parts.at[a].empty,
                  decider->out->parts.at[b].empty, x->empty,
                  machine_states(decider->q->system));
}
