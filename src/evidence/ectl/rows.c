#include "evidence/ectl/rows.h"

#include <assert.h>

/* Rules in the order of their actions, without those to be left out. */
static uint32_t *by_action(mem *m, const machine *x, const uint32_t *action_of,
                           uint32_t actions, uint32_t *count) {
  uint32_t *next = mem_array(m, (size_t)actions + 1, sizeof *next);
  uint32_t *order = mem_array(m, x->rules.count + 1, sizeof *order);
  vec_each (const machine_rule, rule, &x->rules)
    if (action_of[rule->action] != ECTL_NO)
      next[action_of[rule->action] + 1]++;
  for (uint32_t a = 0; a < actions; a++)
    next[a + 1] += next[a];
  *count = next[actions];
  for (uint32_t i = 0; i < x->rules.count; i++) {
    uint32_t action = action_of[x->rules.at[i].action];
    if (action != ECTL_NO)
      order[next[action]++] = i;
  }
  mem_free(m, next);
  return order;
}

void ectl_rows_make(mem *m, const machine *x, const uint32_t *action_of,
                    uint32_t actions, ectl_rows *out) {
  uint32_t count, *order = by_action(m, x, action_of, actions, &count);
  *out = (ectl_rows){0};
  uint32_t *head = mem_array(m, (size_t)count + 1, sizeof *head);
  for (uint32_t i = 0; i < count; i++) {
    const machine_rule *rule = &x->rules.at[order[i]];
    head[i] = map_insert(m, &out->heads, map_pair(rule->from, rule->top));
  }
  size_t heads = out->heads.keys.count;
  out->start = mem_array(m, heads + 2, sizeof *out->start);
  out->rules = mem_array(m, (size_t)count + 1, sizeof *out->rules);
  /* One place ahead, so that filling leaves the first of each behind. */
  for (uint32_t i = 0; i < count; i++)
    out->start[head[i] + 2]++;
  for (size_t i = 2; i < heads + 2; i++)
    out->start[i] += out->start[i - 1];
  for (uint32_t i = 0; i < count; i++) {
    ectl_row_rule *to = &out->rules[out->start[head[i] + 1]++];
    to->rule = order[i];
    to->action = action_of[x->rules.at[order[i]].action];
  }
  mem_free(m, head);
  mem_free(m, order);
}

void ectl_rows_free(mem *m, ectl_rows *rows) {
  map_free(m, &rows->heads);
  mem_free(m, rows->start);
  mem_free(m, rows->rules);
}

ectl_span ectl_rows_at(const ectl_rows *rows, uint32_t state, uint32_t top) {
  uint32_t n = map_find(&rows->heads, map_pair(state, top));
  if (n == MAP_NONE)
    return (ectl_span){0, 0};
  return (ectl_span){rows->start[n], rows->start[n + 1]};
}

/* The first at or behind 'from' whose action is not less. */
static uint32_t not_less(const ectl_rows *rows, ectl_span in, uint32_t action) {
  while (in.first < in.end) {
    uint32_t middle = in.first + (in.end - in.first) / 2;
    if (rows->rules[middle].action < action)
      in.first = middle + 1;
    else
      in.end = middle;
  }
  return in.first;
}

ectl_span ectl_rows_reading(const ectl_rows *rows, ectl_span head,
                            uint32_t action) {
  uint32_t first = not_less(rows, head, action), end = first;
  while (end < head.end && rows->rules[end].action == action)
    end++;
  return (ectl_span){first, end};
}

/* 'states' of them, the last accepts, and each action of the system leads from
 * the first to the last. */
static void make_own(mem *m, const names *actions, uint32_t states,
                     machine *out) {
  *out = (machine){.kind = MACHINE_DFA};
  names_insert(m, &out->symbols, "_", 1);
  for (uint32_t i = 0; i < states; i++) {
    names_insert(m, &out->states, i ? "1" : "0", 1);
    vec_push(m, &out->accepting, i + 1 == states);
  }
  for (uint32_t i = 0; i < names_count(actions); i++) {
    names_insert(m, &out->actions, names_text(actions, i),
                 names_length(actions, i));
    machine_rule rule = {
        .action = i, .to = states - 1, .operation = MACHINE_REWRITE};
    vec_push(m, &out->rules, rule);
  }
}

static bool is_deterministic(const ectl_rows *rows) {
  for (size_t h = 0; h < rows->heads.keys.count; h++)
    for (uint32_t i = rows->start[h] + 1; i < rows->start[h + 1]; i++)
      if (rows->rules[i].action == rows->rules[i - 1].action)
        return false;
  return true;
}

static const machine *chosen(mem *m, const ectl_question *question,
                             const ectl_node *node, machine *own) {
  bool is_next = node->op == ECTL_EX;
  if (is_next || node->name == ECTL_EVERY_WORD) {
    make_own(m, &question->system->actions, is_next ? 2 : 1, own);
    return own;
  }
  return (node->op == ECTL_ER ? question->release
                              : question->until)[node->name];
}

const char *ectl_automaton_make(mem *m, const ectl_question *question,
                                uint32_t node, ectl_automaton *out) {
  assert(node < question->formulas->nodes.count);
  const ectl_node *n = &question->formulas->nodes.at[node];
  const names *actions = &question->system->actions;
  *out = (ectl_automaton){0};
  const machine *x = out->machine = chosen(m, question, n, &out->own);
  if (!x || machine_is_system(x) || machine_states(x) == 0)
    return "the formula has no automaton here";
  if (machine_has_stack(x) && machine_has_stack(question->system))
    return "system and automaton have both a stack";
  out->action_of =
      mem_array(m, (size_t)names_count(&x->actions) + 1, sizeof(uint32_t));
  for (uint32_t i = 0; i < names_count(&x->actions); i++)
    out->action_of[i] = names_find(actions, names_text(&x->actions, i),
                                   names_length(&x->actions, i));
  ectl_rows_make(m, x, out->action_of, names_count(actions), &out->rows);
  if (n->op != ECTL_ER || is_deterministic(&out->rows))
    return NULL;
  ectl_automaton_free(m, out);
  return "the automaton of Release is not deterministic";
}

void ectl_automaton_free(mem *m, ectl_automaton *automaton) {
  if (automaton->machine == &automaton->own)
    machine_free(m, &automaton->own);
  mem_free(m, automaton->action_of);
  ectl_rows_free(m, &automaton->rows);
  *automaton = (ectl_automaton){0};
}
