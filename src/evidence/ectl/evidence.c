#include "evidence/ectl/evidence.h"

#include "evidence/ectl/holds.h"

#include <assert.h>
#include <stdio.h>

typedef struct checker {
  mem *m;
  progress *clock;
  const ectl_question *q;
  const ectl_answer *a;
  bool is_pds;
  uint32_t *actions; /* each itself */
  ectl_rows rows;    /* of the system */
  ectl_facts facts;
  const ectl_monitor **monitors; /* that were checked */
  size_t monitor_count;
  uint32_t tables;
  char why[200];
} checker;

static bool evidence_fail(checker *c, const char *what) {
  snprintf(c->why, sizeof c->why, "%s", what);
  return false;
}

static bool fail_table(checker *c, const ectl_case *x) {
  if (x->head == ECTL_NO)
    snprintf(c->why, sizeof c->why, "table %u: %s", (unsigned)c->tables,
             x->wrong);
  else
    snprintf(c->why, sizeof c->why, "table %u, head %u: %s",
             (unsigned)c->tables, (unsigned)x->head, x->wrong);
  return false;
}

static uint64_t value_count(const checker *c, const ectl_part *part) {
  uint64_t states = machine_states(c->q->system);
  return c->is_pds
             ? states * machine_symbols(c->q->system) * part->monitor->states
             : states;
}

static bool are_same(const uint64_t *x, const uint64_t *y, uint64_t bits) {
  size_t words = (size_t)(bits / 64);
  uint64_t rest = (UINT64_C(1) << (bits % 64)) - 1;
  return (words == 0 || memcmp(x, y, words * sizeof *x) == 0) &&
         (rest == 0 || ((x[words] ^ y[words]) & rest) == 0);
}

/* Compares what the answer says, or leaves it there. */
static bool settle(checker *c, uint64_t **said, uint64_t *found,
                   uint64_t bits) {
  if (!*said) {
    *said = found;
    return true;
  }
  bool good = !found || are_same(*said, found, bits);
  mem_free(c->m, found);
  return good || evidence_fail(c, "the value of a part is another one");
}

static bool is_known_monitor(checker *c, const ectl_monitor *monitor) {
  for (size_t i = c->monitor_count; i-- > 0;)
    if (c->monitors[i] == monitor)
      return true;
  if (!monitor ||
      !ectl_is_first_monitor(monitor, machine_symbols(c->q->system)))
    return false;
  c->monitors[c->monitor_count++] = monitor;
  return true;
}

static bool check_table(checker *c, ectl_case *x, const ectl_part *part,
                        uint64_t *values, uint64_t *empty) {
  assert(part->node < c->q->formulas->nodes.count);
  const ectl_node *node = &c->q->formulas->nodes.at[part->node];
  const uint32_t *part_of = c->a->part_of;
  bool is_next = node->op == ECTL_EX;
  uint32_t left = is_next ? ECTL_NO : part_of[node->left];
  x->table = part->table;
  x->carried = c->is_pds ? part->table->carried : NULL;
  if (part->table->is_release != (node->op == ECTL_ER))
    return ectl_wrong(x, ECTL_NO, "it is about another operator");
  if (c->is_pds && !is_known_monitor(c, x->carried))
    return ectl_wrong(x, ECTL_NO, "the monitor that it carries is unknown");
  x->wrong = ectl_automaton_make(c->m, c->q, part->node, &x->automaton);
  if (x->wrong)
    return false;
  if (!ectl_look(c->m, c->q, c->a, left, x->carried, &x->x) ||
      !ectl_look(c->m, c->q, c->a, part_of[is_next ? node->left : node->right],
                 x->carried, &x->y))
    return ectl_wrong(x, ECTL_NO, "its monitor does not know its parts");
  if (!ectl_table_check(x))
    return false;
  if (!c->is_pds)
    return ectl_table_values(x, values);
  if (!part->monitor)
    return true;
  if (part->monitor->table != part->table ||
      part->monitor->coarser != x->carried)
    return ectl_wrong(x, ECTL_NO, "it has the monitor of another table");
  c->monitors[c->monitor_count++] = part->monitor;
  return ectl_monitor_check(x, part->monitor, values, empty);
}

/* The values of a part with a table, or without one. */
static bool find_values(checker *c, uint32_t part, uint64_t *values,
                        uint64_t *empty) {
  assert(part < c->a->parts.count);
  const ectl_part *p = &c->a->parts.at[part];
  if (!p->table)
    return !values ||
           ectl_values_fill(c->m, c->q, c->a, &c->facts, part, values, empty) ||
           evidence_fail(c, "the monitor of a part does not know its parts");
  ectl_case x = {.m = c->m, .clock = c->clock, .system = c->q->system};
  x.system_rows = &c->rows;
  x.is_pds = c->is_pds;
  x.head = ECTL_NO;
  bool good = check_table(c, &x, p, values, empty) || fail_table(c, &x);
  ectl_case_free(&x);
  c->tables++;
  return good;
}

static bool has_values(const checker *c, const ectl_part *part) {
  return !c->is_pds || part->monitor;
}

static bool is_child(const checker *c, uint32_t part, uint32_t node) {
  uint32_t p = node == ECTL_NONE ? 0 : c->a->part_of[node];
  return node == ECTL_NONE || (p < part && c->a->parts.at[p].node == node);
}

static bool is_well_made(const checker *c, uint32_t part) {
  assert(part < c->a->parts.count);
  const ectl_part *p = &c->a->parts.at[part];
  if (p->node >= c->q->formulas->nodes.count || c->a->part_of[p->node] != part)
    return false;
  const ectl_node *node = &c->q->formulas->nodes.at[p->node];
  bool needs_table = node->op == ECTL_EU || node->op == ECTL_ER ||
                     (c->is_pds && node->op == ECTL_EX);
  bool is_core = node->op <= ECTL_OR || needs_table || node->op == ECTL_EX;
  return is_core && needs_table == (p->table != NULL) &&
         is_child(c, part, node->left) && is_child(c, part, node->right);
}

static bool check_part(checker *c, uint32_t part) {
  assert(part < c->a->parts.count);
  ectl_part *p = &c->a->parts.at[part];
  uint64_t *values = NULL, *empty = NULL, bits = 0;
  uint32_t states = machine_states(c->q->system);
  if (!is_well_made(c, part))
    return evidence_fail(c, "the parts are not those of the formula");
  if (has_values(c, p)) {
    if (c->is_pds && !p->table && !is_known_monitor(c, p->monitor))
      return evidence_fail(c, "a part has an unknown monitor");
    bits = value_count(c, p);
    values = mem_array(c->m, ectl_words(bits), sizeof *values);
    if (c->is_pds)
      empty = mem_array(c->m, ectl_words(states), sizeof *empty);
  }
  bool good = find_values(c, part, values, empty);
  if (good)
    return settle(c, &p->values, values, bits) &&
           settle(c, &p->empty, empty, states);
  mem_free(c->m, values);
  mem_free(c->m, empty);
  return false;
}

static bool is_known_everywhere(checker *c) {
  const machine *system = c->q->system;
  bool good = true, truth;
  ectl_asker asker;
  ectl_asker_begin(c->m, c->q, c->a, &c->facts, &asker);
  for (size_t i = 0; good && i < system->heads.count; i++) {
    progress_tick(c->clock);
    good = ectl_ask(&asker, system->heads.at[i].state,
                    &system->heads.at[i].symbol, 1, &truth);
  }
  for (size_t i = 0; good && c->q->places && i < c->q->places->count; i++) {
    const ectl_place *place = &c->q->places->at[i];
    good = ectl_ask(&asker, place->state, place->stack.at, place->stack.count,
                    &truth);
  }
  ectl_asker_end(&asker);
  return good ||
         evidence_fail(c, "a table does not say what holds at a declared head, "
                          "or at a configuration that is asked for");
}

static bool check_all(checker *c) {
  const ectl_answer *answer = c->a;
  if (answer->parts.count == 0 || vec_last(&answer->parts).node != c->q->root)
    return evidence_fail(c, "the answer is about another formula");
  for (uint32_t i = 0; i < answer->parts.count; i++)
    if (!check_part(c, i))
      return false;
  return !c->is_pds || is_known_everywhere(c);
}

bool ectl_evidence_check(mem *m, progress *clock, const ectl_question *question,
                         const ectl_answer *answer, const char **why) {
  checker c = {.m = m, .clock = clock, .q = question, .a = answer};
  uint32_t actions = names_count(&question->system->actions);
  c.is_pds = question->system->kind == MACHINE_PDS;
  c.actions = mem_array(m, (size_t)actions + 1, sizeof *c.actions);
  for (uint32_t i = 0; i < actions; i++)
    c.actions[i] = i;
  ectl_rows_make(m, question->system, c.actions, actions, &c.rows);
  ectl_facts_make(m, question->system, &c.facts);
  /* Of each part its own, and one that it carries. */
  c.monitors = mem_array(m, 2 * answer->parts.count + 1, sizeof(void *));
  bool good = check_all(&c);
  ectl_facts_free(m, &c.facts);
  ectl_rows_free(m, &c.rows);
  mem_free(m, c.actions);
  mem_free(m, c.monitors);
  *why = "";
  if (!good) {
    char *copy = mem_alloc(m, sizeof c.why);
    memcpy(copy, c.why, sizeof c.why);
    *why = copy;
  }
  return good;
}
