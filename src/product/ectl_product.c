#include "product/ectl_product.h"

#include <assert.h>

void ectl_product_init(ectl_product *p, mem *m, ectl_table *t) {
  *p = (ectl_product){.m = m, .table = t};
  ectl_moves_init(m, t->system, t->automaton, &p->moves);
}

void ectl_product_clear(ectl_product *p) { ectl_moves_free(p->m, &p->moves); }

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
  assert(location < t->locations.keys.count);
  assert(symbol < t->symbols.keys.count);
  uint64_t l = t->locations.keys.at[location], y = t->symbols.keys.at[symbol];
  return (joint){(uint32_t)(l >> 32), (uint32_t)l, (uint32_t)(y >> 32),
                 (uint32_t)y, symbol};
}

static bool product_holds(const ectl_product *p, const ectl_truth *x,
                          const joint *j) {
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

static void product_add_rule(ectl_product *p, const joint *j, uint32_t step,
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

static ectl_head_kind follow_all(ectl_product *p, const joint *j) {
  ectl_table *t = p->table;
  const ectl_moves *x = &p->moves;
  size_t before = t->rules.count;
  ectl_range all = ectl_moves_of(x, j->s, j->g);
  if (t->is_release && all.first == all.end)
    return ECTL_END;
  for (uint32_t i = all.first; i < all.end; i++) {
    uint32_t step = x->of_system.rules[i];
    ectl_range r = ectl_moves_followed(x, j->q, j->g, step);
    if (t->is_release && r.first == r.end) {
      t->rules.count = before;
      return ECTL_ESCAPE;
    }
    for (uint32_t k = r.first; k < r.end; k++)
      product_add_rule(p, j, step, x->of_automaton.rules[k]);
  }
  return ECTL_PLAIN;
}

/* That is seen without any rule; PLAIN: none is. */
static ectl_head_kind kind_at_once(const ectl_product *p, const joint *j) {
  const ectl_table *t = p->table;
  assert(j->q < t->automaton->accepting.count);
  bool accepts = t->automaton->accepting.at[j->q];
  if (!t->is_release) {
    if (accepts && product_holds(p, &p->y, j))
      return ECTL_DONE;
    return product_holds(p, &p->x, j) ? ECTL_PLAIN : ECTL_STUCK;
  }
  if (accepts && !product_holds(p, &p->y, j))
    return ECTL_BAD;
  return product_holds(p, &p->x, j) ? ECTL_RELEASED : ECTL_PLAIN;
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
