#include "product/ectl_product.h"

/* ---- Rules by what they apply to ------------------------------------- */

static uint32_t action_of(const machine *x, uint32_t rule) {
  return x->rules.at[rule].action;
}
static uint32_t top_of(const machine *x, uint32_t rule) {
  return machine_has_stack(x) ? x->rules.at[rule].top : 0;
}
static uint32_t from_of(const machine *x, uint32_t rule) {
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

static void index_rules(mem *m, const machine *x, ectl_rule_index *out) {
  uint32_t states = machine_states(x), rules = (uint32_t)x->rules.count;
  uint32_t *other = mem_array(m, (size_t)rules + 1, sizeof *other);
  out->first = mem_array(m, (size_t)states + 1, sizeof *out->first);
  out->keys = mem_array(m, (size_t)rules + 1, sizeof *out->keys);
  out->rules = mem_array(m, (size_t)rules + 1, sizeof *out->rules);
  for (uint32_t i = 0; i < rules; i++)
    other[i] = i;
  sort_by(m, x, action_of, names_count(&x->actions), other, out->rules);
  sort_by(m, x, top_of, machine_symbols(x), out->rules, other);
  sort_by(m, x, from_of, states, other, out->rules);
  mem_free(m, other);
  for (uint32_t i = 0; i < rules; i++) {
    uint32_t r = out->rules[i];
    out->keys[i] = map_pair(top_of(x, r), action_of(x, r));
    out->first[from_of(x, r) + 1]++;
  }
  for (uint32_t s = 0; s < states; s++)
    out->first[s + 1] += out->first[s];
}

/* The first rule of the state whose key is not below 'key'. */
static uint32_t seek(const ectl_rule_index *x, uint32_t state, uint64_t key) {
  uint32_t low = x->first[state], high = x->first[state + 1];
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (x->keys[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* ---- The product ----------------------------------------------------- */

void ectl_product_init(ectl_product *p, mem *m, ectl_table *t) {
  const names *ours = &t->system->actions, *theirs = &t->automaton->actions;
  uint32_t actions = names_count(ours);
  *p = (ectl_product){.m = m, .table = t};
  index_rules(m, t->system, &p->system);
  index_rules(m, t->automaton, &p->automaton);
  p->heard = mem_array(m, (size_t)actions + 1, sizeof *p->heard);
  for (uint32_t a = 0; a < actions; a++)
    p->heard[a] =
        names_find(theirs, names_text(ours, a), names_length(ours, a));
}

static void free_index(mem *m, ectl_rule_index *x) {
  mem_free(m, x->first);
  mem_free(m, x->keys);
  mem_free(m, x->rules);
}

void ectl_product_clear(ectl_product *p) {
  free_index(p->m, &p->system);
  free_index(p->m, &p->automaton);
  mem_free(p->m, p->heard);
}

uint32_t ectl_product_location(ectl_product *p, uint32_t automaton_state,
                               uint32_t system_state) {
  return map_insert(p->m, &p->table->locations,
                    map_pair(automaton_state, system_state));
}

uint32_t ectl_product_symbol(ectl_product *p, uint32_t symbol,
                             uint32_t monitor_state) {
  return map_insert(p->m, &p->table->symbols, map_pair(symbol, monitor_state));
}

/* A head, taken apart. */
typedef struct joint {
  uint32_t q, s; /* of automaton and system */
  uint32_t g, d; /* symbol, and state of the monitor */
  uint32_t symbol;
} joint;

static joint take_apart(const ectl_table *t, uint32_t location,
                        uint32_t symbol) {
  uint64_t l = t->locations.keys.at[location], y = t->symbols.keys.at[symbol];
  return (joint){(uint32_t)(l >> 32), (uint32_t)l, (uint32_t)(y >> 32),
                 (uint32_t)y, symbol};
}

static bool holds(const ectl_product *p, const ectl_truth *x, const joint *j) {
  const machine *s = p->table->system;
  if (!x->values)
    return true;
  if (!machine_has_stack(s))
    return ectl_bit(x->values, j->s);
  uint64_t above = (uint64_t)x->coarse[j->d] * machine_symbols(s) + j->g;
  return ectl_bit(x->values, above * machine_states(s) + j->s);
}

static bool holds_empty(const ectl_product *p, const ectl_truth *x,
                        uint32_t state) {
  return ectl_bit(machine_has_stack(p->table->system) ? x->empty : x->values,
                  state);
}

static void add_rule(ectl_product *p, const joint *j, uint32_t step,
                     uint32_t reading) {
  ectl_table *t = p->table;
  const machine_rule *e = &t->system->rules.at[step];
  const machine_rule *r = &t->automaton->rules.at[reading];
  ectl_rule x = {.to = ectl_product_location(p, r->to, e->to),
                 .step = step,
                 .reading = reading};
  const machine_rule *stacked = machine_has_stack(t->automaton) ? r : e;
  if (!machine_has_stack(t->automaton) && !machine_has_stack(t->system)) {
    x.length = 1;
    x.push[0] = j->symbol;
  } else if (stacked->operation == MACHINE_REWRITE) {
    x.length = 1;
    x.push[0] = ectl_product_symbol(p, stacked->symbol, j->d);
  } else if (stacked->operation == MACHINE_PUSH) {
    const ectl_monitor *n = p->table->carried;
    uint32_t above = n ? n->step.at[(size_t)j->d * n->symbols + j->g] : 0;
    x.length = 2;
    x.push[0] = ectl_product_symbol(p, stacked->symbol, above);
    x.push[1] = j->symbol;
  }
  vec_push(p->m, &t->rules, x);
}

/* The rules of the system that apply. */
static uint32_t moves_from(const ectl_product *p, const joint *j) {
  uint32_t top = machine_has_stack(p->table->system) ? j->g : 0;
  return seek(&p->system, j->s, map_pair(top, 0));
}

static bool is_move(const ectl_product *p, const joint *j, uint32_t i) {
  uint32_t top = machine_has_stack(p->table->system) ? j->g : 0;
  return i < p->system.first[j->s + 1] && p->system.keys[i] >> 32 == top;
}

/* Appends what the automaton does on a move; false: nothing. */
static bool follow(ectl_product *p, const joint *j, uint32_t step) {
  uint32_t action = p->heard[p->table->system->rules.at[step].action];
  uint32_t top = machine_has_stack(p->table->automaton) ? j->g : 0;
  if (action == NAMES_NONE)
    return false;
  uint64_t key = map_pair(top, action);
  const ectl_rule_index *a = &p->automaton;
  uint32_t first = seek(a, j->q, key), i = first;
  for (; i < a->first[j->q + 1] && a->keys[i] == key; i++)
    add_rule(p, j, step, a->rules[i]);
  return i > first;
}

static ectl_head_kind follow_all(ectl_product *p, const joint *j) {
  ectl_table *t = p->table;
  size_t before = t->rules.count;
  uint32_t i = moves_from(p, j);
  if (t->is_release && !is_move(p, j, i))
    return ECTL_END;
  for (; is_move(p, j, i); i++)
    if (!follow(p, j, p->system.rules[i]) && t->is_release) {
      t->rules.count = before;
      return ECTL_ESCAPE;
    }
  return ECTL_PLAIN;
}

/* That is seen without any rule; PLAIN: none is. */
static ectl_head_kind kind_at_once(const ectl_product *p, const joint *j) {
  const ectl_table *t = p->table;
  bool accepts = t->automaton->accepting.at[j->q];
  if (!t->is_release) {
    if (accepts && holds(p, &p->y, j))
      return ECTL_DONE;
    return holds(p, &p->x, j) ? ECTL_PLAIN : ECTL_STUCK;
  }
  if (accepts && !holds(p, &p->y, j))
    return ECTL_BAD;
  return holds(p, &p->x, j) ? ECTL_RELEASED : ECTL_PLAIN;
}

void ectl_product_expand(ectl_product *p, uint32_t location, uint32_t symbol) {
  ectl_table *t = p->table;
  joint j = take_apart(t, location, symbol);
  ectl_head h = {.location = location,
                 .symbol = symbol,
                 .first_rule = (uint32_t)t->rules.count,
                 .rule = ECTL_NO,
                 .first = ECTL_NO,
                 .next = ECTL_NO};
  ectl_head_kind kind = kind_at_once(p, &j);
  if (kind == ECTL_PLAIN)
    kind = follow_all(p, &j);
  if (t->rules.count >= ECTL_NO)
    mem_raise(p->m->budget, MEM_LIMIT);
  h.kind = (uint8_t)kind;
  h.rules = (uint32_t)t->rules.count - h.first_rule;
  vec_push(p->m, &t->heads, h);
}

void ectl_product_empty(ectl_product *p) {
  ectl_table *t = p->table;
  vec_each (const uint64_t, l, &t->locations.keys) {
    bool accepts = t->automaton->accepting.at[*l >> 32];
    bool y = holds_empty(p, &p->y, (uint32_t)*l);
    vec_push(p->m, &t->empty, t->is_release ? !accepts || y : accepts && y);
  }
}
