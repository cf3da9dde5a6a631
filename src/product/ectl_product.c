#include "product/ectl_product.h"

#include <assert.h>

void ectl_product_init(ectl_product *product, mem *m, ectl_table *table) {
  *product = (ectl_product){.m = m, .table = table};
  ectl_moves_init(m, table->system, table->automaton, &product->moves);
}

void ectl_product_clear(ectl_product *product) {
  ectl_moves_free(product->m, &product->moves);
}

uint32_t ectl_product_location(ectl_product *product, uint32_t automaton_state,
                               uint32_t system_state) {
  return map_insert(product->m, &product->table->locations,
                    map_pair(automaton_state, system_state));
}

uint32_t ectl_product_symbol(ectl_product *product, uint32_t symbol,
                             uint32_t monitor_state) {
  return map_insert(product->m, &product->table->symbols,
                    map_pair(symbol, monitor_state));
}

/* A head, taken apart. */
typedef struct joint {
  uint32_t q, s; /* of automaton and system */
  uint32_t g, d; /* symbol, and state of the monitor */
  uint32_t symbol;
} joint;

static joint take_apart(const ectl_table *table, uint32_t location,
                        uint32_t symbol) {
  assert(location < table->locations.keys.count);
  assert(symbol < table->symbols.keys.count);
  uint64_t l = table->locations.keys.at[location],
           y = table->symbols.keys.at[symbol];
  return (joint){(uint32_t)(l >> 32), (uint32_t)l, (uint32_t)(y >> 32),
                 (uint32_t)y, symbol};
}

static bool product_holds(const ectl_product *product, const ectl_truth *truth,
                          const joint *j) {
  const machine *s = product->table->system;
  if (!truth->values)
    return true;
  if (!machine_has_stack(s))
    return ectl_bit(truth->values, j->s);
  uint64_t above = (uint64_t)truth->coarse[j->d] * machine_symbols(s) + j->g;
  return ectl_bit(truth->values, above * machine_states(s) + j->s);
}

static bool holds_empty(const ectl_product *product, const ectl_truth *truth,
                        uint32_t state) {
  return ectl_bit(machine_has_stack(product->table->system) ? truth->empty
                                                            : truth->values,
                  state);
}

static void product_add_rule(ectl_product *product, const joint *j,
                             uint32_t step, uint32_t reading) {
  ectl_table *table = product->table;
  const machine_rule *e = &table->system->rules.at[step];
  const machine_rule *r = &table->automaton->rules.at[reading];
  ectl_rule x = {.to = ectl_product_location(product, r->to, e->to),
                 .step = step,
                 .reading = reading};
  const machine_rule *stacked = machine_has_stack(table->automaton) ? r : e;
  if (!machine_has_stack(table->automaton) &&
      !machine_has_stack(table->system)) {
    x.length = 1;
    x.push[0] = j->symbol;
  } else if (stacked->operation == MACHINE_REWRITE) {
    x.length = 1;
    x.push[0] = ectl_product_symbol(product, stacked->symbol, j->d);
  } else if (stacked->operation == MACHINE_PUSH) {
    const ectl_monitor *monitor = product->table->carried;
    uint32_t above =
        monitor ? monitor->step.at[(size_t)j->d * monitor->symbols + j->g] : 0;
    x.length = 2;
    x.push[0] = ectl_product_symbol(product, stacked->symbol, above);
    x.push[1] = j->symbol;
  }
  vec_push(product->m, &table->rules, x);
}

static ectl_head_kind follow_all(ectl_product *product, const joint *j) {
  ectl_table *table = product->table;
  const ectl_moves *moves = &product->moves;
  size_t before = table->rules.count;
  ectl_range all = ectl_moves_of(moves, j->s, j->g);
  if (table->is_release && all.first == all.end)
    return ECTL_END;
  for (uint32_t i = all.first; i < all.end; i++) {
    uint32_t step = moves->of_system.rules[i];
    ectl_range range = ectl_moves_followed(moves, j->q, j->g, step);
    if (table->is_release && range.first == range.end) {
      table->rules.count = before;
      return ECTL_ESCAPE;
    }
    for (uint32_t k = range.first; k < range.end; k++)
      product_add_rule(product, j, step, moves->of_automaton.rules[k]);
  }
  return ECTL_PLAIN;
}

/* That is seen without any rule; PLAIN: none is. */
static ectl_head_kind kind_at_once(const ectl_product *product,
                                   const joint *j) {
  const ectl_table *table = product->table;
  assert(j->q < table->automaton->accepting.count);
  bool accepts = table->automaton->accepting.at[j->q];
  if (!table->is_release) {
    if (accepts && product_holds(product, &product->y, j))
      return ECTL_DONE;
    return product_holds(product, &product->x, j) ? ECTL_PLAIN : ECTL_STUCK;
  }
  if (accepts && !product_holds(product, &product->y, j))
    return ECTL_BAD;
  return product_holds(product, &product->x, j) ? ECTL_RELEASED : ECTL_PLAIN;
}

void ectl_product_expand(ectl_product *product, uint32_t location,
                         uint32_t symbol) {
  ectl_table *table = product->table;
  joint j = take_apart(table, location, symbol);
  ectl_head head = {.location = location,
                    .symbol = symbol,
                    .first_rule = (uint32_t)table->rules.count,
                    .rule = ECTL_NO,
                    .first = ECTL_NO,
                    .next = ECTL_NO};
  ectl_head_kind kind = kind_at_once(product, &j);
  if (kind == ECTL_PLAIN)
    kind = follow_all(product, &j);
  if (table->rules.count >= ECTL_NO)
    mem_raise(product->m->budget, MEM_LIMIT);
  head.kind = (uint8_t)kind;
  head.rules = (uint32_t)table->rules.count - head.first_rule;
  vec_push(product->m, &table->heads, head);
}

void ectl_product_empty(ectl_product *product) {
  ectl_table *table = product->table;
  vec_each (const uint64_t, l, &table->locations.keys) {
    bool accepts = table->automaton->accepting.at[*l >> 32];
    bool y = holds_empty(product, &product->y, (uint32_t)*l);
    vec_push(product->m, &table->empty,
             table->is_release ? !accepts || y : accepts && y);
  }
}
