#include "automata/machine.h"

#include "base/map.h"

#include <assert.h>

void machine_init(mem *m, machine *x, machine_kind kind) {
  *x = (machine){.kind = kind};
  names_insert(m, &x->symbols, "_", 1);
}

static void machine_copy_names(mem *m, const names *from, names *to) {
  for (uint32_t n = 0; n < names_count(from); n++)
    names_insert(m, to, names_text(from, n), names_length(from, n));
}

void machine_copy(mem *m, const machine *x, machine *out) {
  *out = (machine){.kind = x->kind};
  machine_copy_names(m, &x->states, &out->states);
  machine_copy_names(m, &x->symbols, &out->symbols);
  machine_copy_names(m, &x->actions, &out->actions);
  machine_copy_names(m, &x->props, &out->props);
  vec_each (const uint8_t, accepts, &x->accepting)
    vec_push(m, &out->accepting, *accepts);
  vec_each (const machine_head, head, &x->heads)
    vec_push(m, &out->heads, *head);
  vec_each (const machine_fact, fact, &x->facts)
    vec_push(m, &out->facts, *fact);
  vec_each (const machine_rule, rule, &x->rules)
    vec_push(m, &out->rules, *rule);
}

void machine_free(mem *m, machine *x) {
  names_free(m, &x->states);
  names_free(m, &x->symbols);
  names_free(m, &x->actions);
  names_free(m, &x->props);
  vec_free(m, &x->accepting);
  vec_free(m, &x->heads);
  vec_free(m, &x->facts);
  vec_free(m, &x->rules);
  *x = (machine){.kind = x->kind};
}

uint32_t machine_add_state(mem *m, machine *x, const char *name, size_t length,
                           bool accepting) {
  uint32_t q = names_insert(m, &x->states, name, length);
  if (q == x->accepting.count)
    vec_push(m, &x->accepting, accepting);
  assert(q < x->accepting.count);
  return q;
}

void machine_add_actions(mem *m, machine *x, const names *actions) {
  machine_copy_names(m, actions, &x->actions);
}

#ifndef NDEBUG
void check_machine(const machine *x) {
  assert(!machine_has_stack(x) || machine_symbols(x) > 0);
  assert(machine_is_system(x) || x->accepting.count == machine_states(x));
  vec_each (const machine_rule, r, &x->rules) {
    assert(r->from < machine_states(x) && r->to < machine_states(x));
    assert(r->top < machine_symbols(x));
    assert(r->action < names_count(&x->actions));
    assert((r->operation == MACHINE_POP) == (r->symbol == MACHINE_NONE));
    assert(r->operation == MACHINE_POP || r->symbol < machine_symbols(x));
    assert(machine_has_stack(x) || r->operation == MACHINE_REWRITE);
  }
  vec_each (const machine_fact, fact, &x->facts) {
    assert(fact->at.state < machine_states(x));
    assert(fact->prop < names_count(&x->props));
    assert((fact->at.symbol != MACHINE_NONE) == machine_has_stack(x));
  }
}
#endif

bool machine_clash(mem *m, const machine *x, uint32_t *first,
                   uint32_t *second) {
  assert(first && second);
  map heads = {0}, reads = {0};
  bool clash = false;
  for (uint32_t i = 0; i < x->rules.count && !clash; i++) {
    const machine_rule *rule = &x->rules.at[i];
    uint32_t head = map_insert(m, &heads, map_pair(rule->from, rule->top));
    uint32_t earlier = map_insert(m, &reads, map_pair(head, rule->action));
    if (earlier < i) { /* all before had numbers of their own */
      *first = earlier;
      *second = i;
      clash = true;
    }
  }
  map_free(m, &heads);
  map_free(m, &reads);
  return clash;
}

static void add_edge(mem *m, machine *x, uint32_t action, uint32_t from,
                     uint32_t to) {
  assert(action < names_count(&x->actions));
  assert(from < machine_states(x) && to < machine_states(x));
  machine_rule rule = {
      .action = action, .from = from, .to = to, .operation = MACHINE_REWRITE};
  vec_push(m, &x->rules, rule);
}

void machine_every_word(mem *m, const names *actions, machine *out) {
  machine_init(m, out, MACHINE_DFA);
  machine_add_actions(m, out, actions);
  machine_add_state(m, out, "any", 3, true);
  for (uint32_t a = 0; a < names_count(actions); a++)
    add_edge(m, out, a, 0, 0);
}

void machine_one_action(mem *m, const names *actions, machine *out) {
  machine_init(m, out, MACHINE_DFA);
  machine_add_actions(m, out, actions);
  machine_add_state(m, out, "before", 6, false);
  machine_add_state(m, out, "after", 5, true);
  for (uint32_t a = 0; a < names_count(actions); a++)
    add_edge(m, out, a, 0, 1);
}
