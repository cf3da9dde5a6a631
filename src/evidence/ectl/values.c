#include "evidence/ectl/values.h"

#include <assert.h>

void ectl_facts_make(mem *m, const machine *system, ectl_facts *out) {
  size_t props = names_count(&system->props);
  *out = (ectl_facts){0};
  out->start = mem_array(m, props + 2, sizeof *out->start);
  out->at = mem_array(m, system->facts.count + 1, sizeof *out->at);
  vec_each (const machine_fact, fact, &system->facts)
    out->start[fact->prop + 2]++;
  for (size_t i = 2; i < props + 2; i++)
    out->start[i] += out->start[i - 1];
  vec_each (const machine_fact, fact, &system->facts) {
    uint32_t head =
        map_insert(m, &out->heads, map_pair(fact->at.state, fact->at.symbol));
    map_insert(m, &out->held, map_pair(fact->prop, head));
    out->at[out->start[fact->prop + 1]++] = fact->at;
  }
}

void ectl_facts_free(mem *m, ectl_facts *facts) {
  mem_free(m, facts->start);
  mem_free(m, facts->at);
  map_free(m, &facts->heads);
  map_free(m, &facts->held);
}

/* The system's number of a proposition, or NAMES_NONE. */
static uint32_t prop_of(const ectl_question *question, const ectl_node *node) {
  const names *props = &question->formulas->props;
  return names_find(&question->system->props, names_text(props, node->name),
                    names_length(props, node->name));
}

bool ectl_look(mem *m, const ectl_question *question, const ectl_answer *answer,
               uint32_t part, const ectl_monitor *from, ectl_sight *out) {
  *out = (ectl_sight){.always = part == ECTL_NO};
  if (out->always)
    return true;
  const ectl_part *p = &answer->parts.at[part];
  out->values = p->values;
  out->empty = p->empty;
  if (question->system->kind != MACHINE_PDS)
    return true;
  out->states = machine_states(question->system);
  out->symbols = machine_symbols(question->system);
  out->states_of = mem_array(m, (size_t)from->states + 1, sizeof(uint32_t));
  for (uint32_t d = 0; d < from->states; d++)
    out->states_of[d] = d;
  const ectl_monitor *monitor = from;
  for (; p->monitor && monitor && monitor != p->monitor;
       monitor = monitor->coarser)
    for (uint32_t d = 0; monitor->coarser && d < from->states; d++)
      out->states_of[d] = monitor->was.at[out->states_of[d]];
  if (p->monitor && monitor)
    return true;
  mem_free(m, out->states_of);
  out->states_of = NULL;
  return false;
}

typedef struct filling {
  const ectl_question *q;
  const ectl_facts *facts;
  const ectl_node *node;
  ectl_sight left, right;
  uint32_t states, symbols, monitor_states;
  uint64_t *values, *empty;
} filling;

static void fill_prop(filling *v) {
  uint32_t p = prop_of(v->q, v->node);
  if (p == NAMES_NONE)
    return;
  for (uint32_t i = v->facts->start[p]; i < v->facts->start[p + 1]; i++) {
    machine_head at = v->facts->at[i];
    if (!v->empty)
      ectl_set_bit(v->values, at.state);
    for (uint32_t d = 0; v->empty && d < v->monitor_states; d++)
      ectl_set_bit(v->values, ectl_value_at(v->states, v->symbols, at.state,
                                            at.symbol, d));
  }
}

/* Some step leads to where 'left' holds. */
static void fill_next(filling *v) {
  vec_each (const machine_rule, rule, &v->q->system->rules)
    if (ectl_sees(&v->left, rule->to, 0, 0))
      ectl_set_bit(v->values, rule->from);
}

static bool combine(ectl_operator op, bool left, bool right) {
  switch (op) {
  case ECTL_TRUE:
    return true;
  case ECTL_NOT:
    return !left;
  case ECTL_AND:
    return left && right;
  case ECTL_OR:
    return left || right;
  default:
    return false;
  }
}

static void fill_by_children(filling *v) {
  for (uint32_t d = 0; d < v->monitor_states; d++)
    for (uint32_t g = 0; g < v->symbols; g++)
      for (uint32_t s = 0; s < v->states; s++)
        if (combine(v->node->op, ectl_sees(&v->left, s, g, d),
                    ectl_sees(&v->right, s, g, d)))
          ectl_set_bit(v->values,
                       ectl_value_at(v->states, v->symbols, s, g, d));
  for (uint32_t s = 0; v->empty && s < v->states; s++)
    if (combine(v->node->op, ectl_sees_empty(&v->left, s),
                ectl_sees_empty(&v->right, s)))
      ectl_set_bit(v->empty, s);
}

bool ectl_values_fill(mem *m, const ectl_question *question,
                      const ectl_answer *answer, const ectl_facts *facts,
                      uint32_t part, uint64_t *values, uint64_t *empty) {
  assert(part < answer->parts.count);
  const ectl_part *p = &answer->parts.at[part];
  const ectl_node *node = &question->formulas->nodes.at[p->node];
  uint32_t left =
      node->left == ECTL_NONE ? ECTL_NO : answer->part_of[node->left];
  uint32_t right =
      node->right == ECTL_NONE ? ECTL_NO : answer->part_of[node->right];
  filling v = {
      .q = question, .facts = facts, .node = node, .monitor_states = 1};
  v.values = values;
  v.empty = empty;
  v.states = machine_states(question->system);
  v.symbols = empty ? machine_symbols(question->system) : 1;
  if (empty)
    v.monitor_states = p->monitor->states;
  bool good = ectl_look(m, question, answer, left, p->monitor, &v.left) &&
              ectl_look(m, question, answer, right, p->monitor, &v.right);
  if (good && node->op == ECTL_PROP)
    fill_prop(&v);
  else if (good && node->op == ECTL_EX)
    fill_next(&v);
  else if (good)
    fill_by_children(&v);
  mem_free(m, v.left.states_of);
  mem_free(m, v.right.states_of);
  return good;
}

bool ectl_value_alone(const ectl_question *question, const ectl_facts *facts,
                      const ectl_node *node, bool left, bool right,
                      uint32_t state, uint32_t top) {
  if (node->op != ECTL_PROP)
    return combine(node->op, left, right);
  uint32_t p = prop_of(question, node);
  uint32_t head = map_find(&facts->heads, map_pair(state, top));
  return p != NAMES_NONE && head != MAP_NONE &&
         map_find(&facts->held, map_pair(p, head)) != MAP_NONE;
}
