#include "evidence/ectl/values.h"

#include <assert.h>

void ectl_facts_make(mem *m, const machine *system, ectl_facts *out) {
  size_t props = names_count(&system->props);
  *out = (ectl_facts){0};
  out->start = mem_array(m, props + 2, sizeof *out->start);
  out->at = mem_array(m, system->facts.count + 1, sizeof *out->at);
  vec_each (const machine_fact, f, &system->facts)
    out->start[f->prop + 2]++;
  for (size_t i = 2; i < props + 2; i++)
    out->start[i] += out->start[i - 1];
  vec_each (const machine_fact, f, &system->facts) {
    uint32_t head =
        map_insert(m, &out->heads, map_pair(f->at.state, f->at.symbol));
    map_insert(m, &out->held, map_pair(f->prop, head));
    out->at[out->start[f->prop + 1]++] = f->at;
  }
}

void ectl_facts_free(mem *m, ectl_facts *x) {
  mem_free(m, x->start);
  mem_free(m, x->at);
  map_free(m, &x->heads);
  map_free(m, &x->held);
}

/* The system's number of a proposition, or NAMES_NONE. */
static uint32_t prop_of(const ectl_question *q, const ectl_node *n) {
  const names *props = &q->formulas->props;
  return names_find(&q->system->props, names_text(props, n->name),
                    names_length(props, n->name));
}

bool ectl_look(mem *m, const ectl_question *q, const ectl_answer *a,
               uint32_t part, const ectl_monitor *from, ectl_sight *out) {
  *out = (ectl_sight){.always = part == ECTL_NO};
  if (out->always)
    return true;
  const ectl_part *p = &a->parts.at[part];
  out->values = p->values;
  out->empty = p->empty;
  if (q->system->kind != MACHINE_PDS)
    return true;
  out->states = machine_states(q->system);
  out->symbols = machine_symbols(q->system);
  out->states_of = mem_array(m, (size_t)from->states + 1, sizeof(uint32_t));
  for (uint32_t d = 0; d < from->states; d++)
    out->states_of[d] = d;
  const ectl_monitor *x = from;
  for (; p->monitor && x && x != p->monitor; x = x->coarser)
    for (uint32_t d = 0; x->coarser && d < from->states; d++)
      out->states_of[d] = x->was.at[out->states_of[d]];
  if (p->monitor && x)
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
  vec_each (const machine_rule, r, &v->q->system->rules)
    if (ectl_sees(&v->left, r->to, 0, 0))
      ectl_set_bit(v->values, r->from);
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

bool ectl_values_fill(mem *m, const ectl_question *q, const ectl_answer *a,
                      const ectl_facts *facts, uint32_t part, uint64_t *values,
                      uint64_t *empty) {
  assert(part < a->parts.count);
  const ectl_part *p = &a->parts.at[part];
  const ectl_node *n = &q->formulas->nodes.at[p->node];
  uint32_t left = n->left == ECTL_NONE ? ECTL_NO : a->part_of[n->left];
  uint32_t right = n->right == ECTL_NONE ? ECTL_NO : a->part_of[n->right];
  filling v = {.q = q, .facts = facts, .node = n, .monitor_states = 1};
  v.values = values;
  v.empty = empty;
  v.states = machine_states(q->system);
  v.symbols = empty ? machine_symbols(q->system) : 1;
  if (empty)
    v.monitor_states = p->monitor->states;
  bool good = ectl_look(m, q, a, left, p->monitor, &v.left) &&
              ectl_look(m, q, a, right, p->monitor, &v.right);
  if (good && n->op == ECTL_PROP)
    fill_prop(&v);
  else if (good && n->op == ECTL_EX)
    fill_next(&v);
  else if (good)
    fill_by_children(&v);
  mem_free(m, v.left.states_of);
  mem_free(m, v.right.states_of);
  return good;
}

bool ectl_value_alone(const ectl_question *q, const ectl_facts *facts,
                      const ectl_node *n, bool left, bool right, uint32_t state,
                      uint32_t top) {
  if (n->op != ECTL_PROP)
    return combine(n->op, left, right);
  uint32_t p = prop_of(q, n);
  uint32_t head = map_find(&facts->heads, map_pair(state, top));
  return p != NAMES_NONE && head != MAP_NONE &&
         map_find(&facts->held, map_pair(p, head)) != MAP_NONE;
}
