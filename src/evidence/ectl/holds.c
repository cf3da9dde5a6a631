#include "evidence/ectl/holds.h"

#include "evidence/ectl/evidence.h"

void ectl_asker_begin(mem *m, const ectl_question *question,
                      const ectl_answer *answer, const ectl_facts *facts,
                      ectl_asker *out) {
  *out = (ectl_asker){.m = m, .q = question, .a = answer, .facts = facts};
  out->truth = mem_alloc(m, answer->parts.count + 1);
}

void ectl_asker_end(ectl_asker *asker) {
  vec_free(asker->m, &asker->below);
  mem_free(asker->m, asker->truth);
}

/* The monitor's states below each symbol of the stack, the top first. */
static void run_monitor(ectl_asker *asker, const ectl_monitor *monitor,
                        const uint32_t *stack, size_t depth) {
  uint32_t d = 0;
  vec_resize(asker->m, &asker->below, depth);
  for (size_t i = depth; i-- > 0;) {
    asker->below.at[i] = d;
    d = monitor->step.at[(size_t)d * monitor->symbols + stack[i]];
  }
}

static bool look_up(ectl_asker *asker, const ectl_part *part, uint32_t state,
                    const uint32_t *stack, size_t depth) {
  if (depth == 0)
    return ectl_bit(part->empty, state);
  run_monitor(asker, part->monitor, stack, depth);
  return ectl_bit(part->values,
                  ectl_value_at(machine_states(asker->q->system),
                                machine_symbols(asker->q->system), state,
                                stack[0], asker->below.at[0]));
}

static bool holds_accepts(const ectl_question *question, const ectl_node *node,
                          uint32_t state) {
  if (node->op == ECTL_EX)
    return state == 1;
  if (node->name == ECTL_EVERY_WORD)
    return true;
  return (node->op == ECTL_ER ? question->release : question->until)[node->name]
             ->accepting.at[state] != 0;
}

/* A location, as the table's maps have it, with no stack left. */
static bool holds_lives_left(const ectl_asker *asker, const ectl_node *node,
                             uint64_t location) {
  uint32_t y =
      asker->a->part_of[node->op == ECTL_EX ? node->left : node->right];
  bool is_accepted = holds_accepts(asker->q, node, (uint32_t)(location >> 32));
  bool holds = ectl_bit(asker->a->parts.at[y].empty, (uint32_t)location);
  return node->op == ECTL_ER ? !is_accepted || holds : is_accepted && holds;
}

/* One location above what lies at 'level' of the stack. Adds to 'next' where
 * its pops end; ECTL_NO: it is not in the table. */
static uint32_t follow_head(ectl_asker *asker, const ectl_table *table,
                            uint32_t location, uint32_t symbol, map *next) {
  uint32_t h =
      symbol == MAP_NONE ? MAP_NONE : ectl_find_head(table, location, symbol);
  if (h == MAP_NONE)
    return ECTL_NO;
  const ectl_head *head = &table->heads.at[h];
  for (uint32_t i = 0; !head->lives && i < head->pops; i++)
    map_insert(asker->m, next, ectl_popped(table, head, i));
  return head->lives;
}

/* Symbol by symbol: the locations in which the rest of the stack is met. */
static bool follow_stack(ectl_asker *asker, const ectl_table *table,
                         const ectl_node *node, uint32_t state,
                         const uint32_t *stack, size_t depth, bool *out) {
  map now = {0};
  bool is_known = true;
  uint32_t start = map_find(&table->locations, map_pair(0, state));
  *out = depth == 0 && holds_lives_left(asker, node, map_pair(0, state));
  if (depth == 0)
    return true;
  run_monitor(asker, table->carried, stack, depth);
  if (start == MAP_NONE)
    return false;
  map_insert(asker->m, &now, start);
  for (size_t level = 0; level < depth && is_known && !*out; level++) {
    uint32_t symbol = map_find(&table->symbols,
                               map_pair(stack[level], asker->below.at[level]));
    map next = {0};
    for (size_t i = 0; i < now.keys.count && !*out; i++) {
      uint32_t lives =
          follow_head(asker, table, (uint32_t)now.keys.at[i], symbol, &next);
      is_known = is_known && lives != ECTL_NO;
      *out = lives == 1;
    }
    map_free(asker->m, &now);
    now = next;
  }
  for (size_t i = 0; is_known && i < now.keys.count && !*out; i++)
    *out =
        holds_lives_left(asker, node, table->locations.keys.at[now.keys.at[i]]);
  map_free(asker->m, &now);
  return is_known || *out;
}

static bool child(const ectl_asker *asker, uint32_t node) {
  return node != ECTL_NONE && asker->truth[asker->a->part_of[node]];
}

bool ectl_ask(ectl_asker *asker, uint32_t state, const uint32_t *stack,
              size_t depth, bool *out) {
  for (uint32_t i = 0; i < asker->a->parts.count; i++) {
    const ectl_part *part = &asker->a->parts.at[i];
    const ectl_node *node = &asker->q->formulas->nodes.at[part->node];
    bool truth = false;
    if (part->monitor)
      truth = look_up(asker, part, state, stack, depth);
    else if (!part->table)
      truth = ectl_value_alone(
          asker->q, asker->facts, node, child(asker, node->left),
          child(asker, node->right), state, depth ? stack[0] : ECTL_NO);
    else if (!follow_stack(asker, part->table, node, state, stack, depth,
                           &truth))
      return false;
    asker->truth[i] = truth;
  }
  *out = asker->truth[asker->a->parts.count - 1];
  return true;
}

bool ectl_evidence_holds(mem *m, const ectl_question *question,
                         const ectl_answer *answer, uint32_t state,
                         const uint32_t *stack, size_t depth, bool *out) {
  if (question->system->kind != MACHINE_PDS) {
    *out = ectl_bit(vec_last(&answer->parts).values, state);
    return true;
  }
  ectl_facts facts;
  ectl_asker asker;
  ectl_facts_make(m, question->system, &facts);
  ectl_asker_begin(m, question, answer, &facts, &asker);
  bool is_known = ectl_ask(&asker, state, stack, depth, out);
  ectl_asker_end(&asker);
  ectl_facts_free(m, &facts);
  return is_known;
}
