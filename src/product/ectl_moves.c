#include "product/ectl_moves.h"

#include <assert.h>

static uint32_t moves_action_of(const machine *x, uint32_t rule) {
  assert(rule < x->rules.count);
  return x->rules.at[rule].action;
}
static uint32_t top_of(const machine *x, uint32_t rule) {
  assert(rule < x->rules.count);
  return machine_has_stack(x) ? x->rules.at[rule].top : 0;
}
static uint32_t from_of(const machine *x, uint32_t rule) {
  assert(rule < x->rules.count);
  return x->rules.at[rule].from;
}

/* One pass of a radix sort, stable. */
static void sort_by(mem *m, const machine *x,
                    uint32_t (*key)(const machine *, uint32_t), uint32_t keys,
                    const uint32_t *in, uint32_t *out) {
  uint32_t *at = mem_array(m, (size_t)keys + 1, sizeof *at);
  size_t rules = x->rules.count;
  for (size_t i = 0; i < rules; i++)
    at[key(x, in[i]) + 1]++;
  for (uint32_t k = 0; k < keys; k++)
    at[k + 1] += at[k];
  for (size_t i = 0; i < rules; i++)
    out[at[key(x, in[i])]++] = in[i];
  mem_free(m, at);
}

static void moves_index_rules(mem *m, const machine *x, ectl_rule_index *out) {
  uint32_t states = machine_states(x), rules = (uint32_t)x->rules.count;
  uint32_t *other = mem_array(m, (size_t)rules + 1, sizeof *other);
  out->first = mem_array(m, (size_t)states + 1, sizeof *out->first);
  out->keys = mem_array(m, (size_t)rules + 1, sizeof *out->keys);
  out->rules = mem_array(m, (size_t)rules + 1, sizeof *out->rules);
  for (uint32_t i = 0; i < rules; i++)
    other[i] = i;
  sort_by(m, x, moves_action_of, names_count(&x->actions), other, out->rules);
  sort_by(m, x, top_of, machine_symbols(x), out->rules, other);
  sort_by(m, x, from_of, states, other, out->rules);
  mem_free(m, other);
  for (uint32_t i = 0; i < rules; i++) {
    uint32_t r = out->rules[i];
    out->keys[i] = map_pair(top_of(x, r), moves_action_of(x, r));
    out->first[from_of(x, r) + 1]++;
  }
  for (uint32_t s = 0; s < states; s++)
    out->first[s + 1] += out->first[s];
}

/* The first rule of the state whose key is not below 'key'. */
static uint32_t seek(const ectl_rule_index *rule_index, uint32_t state,
                     uint64_t key) {
  uint32_t low = rule_index->first[state], high = rule_index->first[state + 1];
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (rule_index->keys[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void ectl_moves_init(mem *m, const machine *system, const machine *automaton,
                     ectl_moves *out) {
  const names *ours = &system->actions, *theirs = &automaton->actions;
  uint32_t actions = names_count(ours);
  *out = (ectl_moves){.system = system, .automaton = automaton};
  moves_index_rules(m, system, &out->of_system);
  moves_index_rules(m, automaton, &out->of_automaton);
  out->heard = mem_array(m, (size_t)actions + 1, sizeof *out->heard);
  for (uint32_t a = 0; a < actions; a++)
    out->heard[a] =
        names_find(theirs, names_text(ours, a), names_length(ours, a));
}

static void free_index(mem *m, ectl_rule_index *rule_index) {
  mem_free(m, rule_index->first);
  mem_free(m, rule_index->keys);
  mem_free(m, rule_index->rules);
}

void ectl_moves_free(mem *m, ectl_moves *moves) {
  free_index(m, &moves->of_system);
  free_index(m, &moves->of_automaton);
  mem_free(m, moves->heard);
}

ectl_range ectl_moves_of(const ectl_moves *moves, uint32_t state,
                         uint32_t top) {
  const ectl_rule_index *rule_index = &moves->of_system;
  if (!machine_has_stack(moves->system))
    return (ectl_range){rule_index->first[state], rule_index->first[state + 1]};
  if (top == MACHINE_NONE)
    return (ectl_range){0, 0};
  return (ectl_range){seek(rule_index, state, map_pair(top, 0)),
                      seek(rule_index, state, map_pair(top + 1, 0))};
}

ectl_range ectl_moves_followed(const ectl_moves *moves, uint32_t state,
                               uint32_t top, uint32_t step) {
  assert(step < moves->system->rules.count);
  const ectl_rule_index *rule_index = &moves->of_automaton;
  uint32_t action = moves->heard[moves->system->rules.at[step].action];
  if (!machine_has_stack(moves->automaton))
    top = 0;
  if (action == NAMES_NONE || top == MACHINE_NONE)
    return (ectl_range){0, 0};
  uint64_t key = map_pair(top, action);
  ectl_range range = {seek(rule_index, state, key), 0};
  for (range.end = range.first; range.end < rule_index->first[state + 1] &&
                                rule_index->keys[range.end] == key;)
    range.end++;
  return range;
}

uint32_t ectl_moves_escape(const ectl_moves *moves, uint32_t automaton_state,
                           uint32_t system_state, uint32_t top) {
  ectl_range all = ectl_moves_of(moves, system_state, top);
  for (uint32_t i = all.first; i < all.end; i++) {
    uint32_t step = moves->of_system.rules[i];
    ectl_range range = ectl_moves_followed(moves, automaton_state, top, step);
    if (range.first == range.end)
      return step;
  }
  return MACHINE_NONE;
}
