#include "engine/ectl/decider.h"

#include <assert.h>

static bool is_binary(ectl_operator op) {
  return op == ECTL_AND || op == ECTL_OR;
}

static uint64_t states_at(const ectl_decider *c, uint32_t level) {
  return c->has_stack ? c->monitors.at[level].monitor->states : 1;
}

uint32_t *ectl_make_coarse(const ectl_decider *c, uint32_t from, uint32_t to) {
  assert(from < c->monitors.count);
  uint32_t states = c->monitors.at[from].monitor->states;
  uint32_t *out = mem_array(c->m, states, sizeof *out);
  for (uint32_t d = 0; d < states; d++)
    out[d] = d;
  for (; from > to; from--)
    for (uint32_t d = 0; d < states; d++)
      out[d] = c->monitors.at[from].monitor->was.at[out[d]];
  return out;
}

static void decide_prop(ectl_decider *c, uint32_t part) {
  assert(part < c->out->parts.count);
  const machine *s = c->q->system;
  ectl_part *x = &c->out->parts.at[part];
  uint32_t prop = c->props[ectl_part_node(c, part)->name];
  if (prop == NAMES_NONE)
    return;
  vec_each (const machine_fact, f, &s->facts)
    if (f->prop == prop)
      ectl_set_bit(x->values, c->has_stack
                                  ? (uint64_t)f->at.symbol * machine_states(s) +
                                        f->at.state
                                  : f->at.state);
}

static void decide_next(ectl_decider *c, uint32_t part) {
  const uint64_t *x = c->out->parts.at[ectl_part_left(c, part)].values;
  vec_each (const machine_rule, r, &c->q->system->rules)
    if (ectl_bit(x, r->to))
      ectl_set_bit(c->out->parts.at[part].values, r->from);
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
static void combine_rows(ectl_decider *c, ectl_operator op, uint32_t part) {
  uint32_t a = ectl_part_left(c, part), b = ectl_part_right(c, part),
           level = c->level[part];
  assert(a < c->out->parts.count);
  const uint64_t *x = c->out->parts.at[a].values;
  assert(b < c->out->parts.count);
  const uint64_t *y = c->out->parts.at[b].values;
  uint32_t *of_x = ectl_make_coarse(c, level, c->level[a]);
  uint32_t *of_y = ectl_make_coarse(c, level, c->level[b]);
  uint64_t row = ectl_row(c), states = states_at(c, level);
  for (uint64_t d = 0; d < states; d++)
    for (uint64_t i = 0; i < row; i++) {
      bool left = ectl_bit(x, of_x[d] * row + i);
      bool right = ectl_bit(y, of_y[d] * row + i);
      progress_tick(c->clock);
      if (op == ECTL_AND ? left && right : left || right)
        ectl_set_bit(c->out->parts.at[part].values, d * row + i);
    }
  mem_free(c->m, of_x);
  mem_free(c->m, of_y);
}

void ectl_decide_plain(ectl_decider *c, uint32_t part) {
  assert(part < c->out->parts.count);
  ectl_operator op = ectl_part_node(c, part)->op;
  ectl_part *x = &c->out->parts.at[part];
  uint32_t a = op >= ECTL_NOT ? ectl_part_left(c, part) : part;
  uint32_t b = is_binary(op) ? ectl_part_right(c, part) : a;
  if (op >= ECTL_NOT)
    c->level[part] = c->level[a] > c->level[b] ? c->level[a] : c->level[b];
  if (c->has_stack && !c->is_nested[part] && op >= ECTL_NOT)
    return; /* ectl_holds says it where it is asked for */
  uint64_t count = ectl_row(c) * states_at(c, c->level[part]);
  x->values = ectl_new_bits(c, count);
  if (c->has_stack) {
    x->empty = ectl_new_bits(c, machine_states(c->q->system));
    x->monitor = c->monitors.at[c->level[part]].monitor;
  }
  if (op == ECTL_FALSE)
    return;
  if (op == ECTL_PROP)
    decide_prop(c, part);
  else if (op == ECTL_EX)
    decide_next(c, part);
  else if (c->level[a] != c->level[b])
    combine_rows(c, op, part);
  else
    combine_words(op, c->out->parts.at[a].values, c->out->parts.at[b].values,
                  x->values, count);
  if (c->has_stack && op != ECTL_PROP)
    combine_words(op, c->out->parts.at[a].empty, c->out->parts.at[b].empty,
                  x->empty, machine_states(c->q->system));
}
