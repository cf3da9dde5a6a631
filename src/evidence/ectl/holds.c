#include "evidence/ectl/holds.h"

#include "evidence/ectl/evidence.h"

void ectl_asker_begin(mem *m, const ectl_question *q, const ectl_answer *a,
                      const ectl_facts *facts, ectl_asker *out) {
  *out = (ectl_asker){.m = m, .q = q, .a = a, .facts = facts};
  out->truth = mem_alloc(m, a->parts.count + 1);
}

void ectl_asker_end(ectl_asker *x) {
  vec_free(x->m, &x->below);
  mem_free(x->m, x->truth);
}

/* The monitor's states below each symbol of the stack, the top first. */
static void run_monitor(ectl_asker *x, const ectl_monitor *monitor,
                        const uint32_t *stack, size_t depth) {
  uint32_t d = 0;
  vec_resize(x->m, &x->below, depth);
  for (size_t i = depth; i-- > 0;) {
    x->below.at[i] = d;
    d = monitor->step.at[(size_t)d * monitor->symbols + stack[i]];
  }
}

static bool look_up(ectl_asker *x, const ectl_part *p, uint32_t state,
                    const uint32_t *stack, size_t depth) {
  if (depth == 0)
    return ectl_bit(p->empty, state);
  run_monitor(x, p->monitor, stack, depth);
  return ectl_bit(p->values, ectl_value_at(machine_states(x->q->system),
                                           machine_symbols(x->q->system), state,
                                           stack[0], x->below.at[0]));
}

static bool holds_accepts(const ectl_question *q, const ectl_node *n,
                          uint32_t state) {
  if (n->op == ECTL_EX)
    return state == 1;
  if (n->name == ECTL_EVERY_WORD)
    return true;
  return (n->op == ECTL_ER ? q->release : q->until)[n->name]
             ->accepting.at[state] != 0;
}

/* A location, as the table's maps have it, with no stack left. */
static bool holds_lives_left(const ectl_asker *x, const ectl_node *n,
                             uint64_t location) {
  uint32_t y = x->a->part_of[n->op == ECTL_EX ? n->left : n->right];
  bool is_accepted = holds_accepts(x->q, n, (uint32_t)(location >> 32));
  bool holds = ectl_bit(x->a->parts.at[y].empty, (uint32_t)location);
  return n->op == ECTL_ER ? !is_accepted || holds : is_accepted && holds;
}

/* One location above what lies at 'level' of the stack. Adds to 'next' where
 * its pops end; ECTL_NO: it is not in the table. */
static uint32_t follow_head(ectl_asker *x, const ectl_table *t,
                            uint32_t location, uint32_t symbol, map *next) {
  uint32_t h =
      symbol == MAP_NONE ? MAP_NONE : ectl_find_head(t, location, symbol);
  if (h == MAP_NONE)
    return ECTL_NO;
  const ectl_head *head = &t->heads.at[h];
  for (uint32_t i = 0; !head->lives && i < head->pops; i++)
    map_insert(x->m, next, ectl_popped(t, head, i));
  return head->lives;
}

/* Symbol by symbol: the locations in which the rest of the stack is met. */
static bool follow_stack(ectl_asker *x, const ectl_table *t, const ectl_node *n,
                         uint32_t state, const uint32_t *stack, size_t depth,
                         bool *out) {
  map now = {0};
  bool is_known = true;
  uint32_t start = map_find(&t->locations, map_pair(0, state));
  *out = depth == 0 && holds_lives_left(x, n, map_pair(0, state));
  if (depth == 0)
    return true;
  run_monitor(x, t->carried, stack, depth);
  if (start == MAP_NONE)
    return false;
  map_insert(x->m, &now, start);
  for (size_t level = 0; level < depth && is_known && !*out; level++) {
    uint32_t symbol =
        map_find(&t->symbols, map_pair(stack[level], x->below.at[level]));
    map next = {0};
    for (size_t i = 0; i < now.keys.count && !*out; i++) {
      uint32_t lives =
          follow_head(x, t, (uint32_t)now.keys.at[i], symbol, &next);
      is_known = is_known && lives != ECTL_NO;
      *out = lives == 1;
    }
    map_free(x->m, &now);
    now = next;
  }
  for (size_t i = 0; is_known && i < now.keys.count && !*out; i++)
    *out = holds_lives_left(x, n, t->locations.keys.at[now.keys.at[i]]);
  map_free(x->m, &now);
  return is_known || *out;
}

static bool child(const ectl_asker *x, uint32_t node) {
  return node != ECTL_NONE && x->truth[x->a->part_of[node]];
}

bool ectl_ask(ectl_asker *x, uint32_t state, const uint32_t *stack,
              size_t depth, bool *out) {
  for (uint32_t i = 0; i < x->a->parts.count; i++) {
    const ectl_part *p = &x->a->parts.at[i];
    const ectl_node *n = &x->q->formulas->nodes.at[p->node];
    bool truth = false;
    if (p->monitor)
      truth = look_up(x, p, state, stack, depth);
    else if (!p->table)
      truth = ectl_value_alone(x->q, x->facts, n, child(x, n->left),
                               child(x, n->right), state,
                               depth ? stack[0] : ECTL_NO);
    else if (!follow_stack(x, p->table, n, state, stack, depth, &truth))
      return false;
    x->truth[i] = truth;
  }
  *out = x->truth[x->a->parts.count - 1];
  return true;
}

bool ectl_evidence_holds(mem *m, const ectl_question *q, const ectl_answer *a,
                         uint32_t state, const uint32_t *stack, size_t depth,
                         bool *out) {
  if (q->system->kind != MACHINE_PDS) {
    *out = ectl_bit(vec_last(&a->parts).values, state);
    return true;
  }
  ectl_facts facts;
  ectl_asker x;
  ectl_facts_make(m, q->system, &facts);
  ectl_asker_begin(m, q, a, &facts, &x);
  bool is_known = ectl_ask(&x, state, stack, depth, out);
  ectl_asker_end(&x);
  ectl_facts_free(m, &facts);
  return is_known;
}
