#include "engine/ectl/ectl_decide.h"

#include "engine/ectl/monitor.h"
#include "product/ectl_product.h"

#include <assert.h>

typedef struct place {
  uint32_t state;
  const uint32_t *stack; /* the top first */
  size_t depth;
} place;

/* The values of the part are known everywhere. */
static bool look_up(const ectl_part *part, const machine *s, const place *at) {
  const ectl_monitor *monitor = part->monitor;
  if (!machine_has_stack(s))
    return ectl_bit(part->values, at->state);
  if (at->depth == 0)
    return ectl_bit(part->empty, at->state);
  uint64_t d = ectl_monitor_read(monitor, at->stack + 1, at->depth - 1);
  return ectl_bit(part->values,
                  (d * monitor->symbols + at->stack[0]) * machine_states(s) +
                      at->state);
}

/* Locations in which the stack so far has been popped. */
typedef struct descent {
  mem *m;
  const ectl_table *t;
  map now, next;
} descent;

/* Does one of them live with the symbol on top, whatever is below? */
static bool descend(descent *w, uint32_t symbol) {
  const ectl_table *table = w->t;
  bool lives = false;
  vec_each (const uint64_t, l, &w->now.keys) {
    uint32_t n = ectl_find_head(table, (uint32_t)*l, symbol);
    if (n == MAP_NONE)
      continue; /* it was no place that was asked for */
    const ectl_head *head = &table->heads.at[n];
    lives = lives || head->lives;
    for (uint32_t i = 0; i < head->pops; i++)
      map_insert(w->m, &w->next,
                 table->pops.at[table->pops_of.at[head->first_pop + i]].to);
  }
  map_free(w->m, &w->now);
  w->now = w->next;
  w->next = (map){0};
  return lives;
}

static bool lives_at(mem *m, const ectl_table *table, const place *at) {
  const ectl_monitor *monitor = table->carried;
  descent w = {.m = m, .t = table};
  bool lives = false;
  uint32_t *below = mem_array(m, at->depth + 1, sizeof *below);
  for (size_t i = at->depth; i-- > 1;)
    below[i - 1] =
        monitor->step.at[(size_t)below[i] * monitor->symbols + at->stack[i]];
  uint32_t l = map_find(&table->locations, map_pair(0, at->state));
  if (l != MAP_NONE)
    map_insert(m, &w.now, l);
  for (size_t i = 0; i < at->depth && !lives && w.now.keys.count; i++)
    lives = descend(
        &w, map_find(&table->symbols, map_pair(at->stack[i], below[i])));
  if (!lives)
    vec_each (const uint64_t, x, &w.now.keys)
      lives = lives || table->empty.at[*x];
  map_free(m, &w.now);
  mem_free(m, below);
  return lives;
}

bool ectl_holds(const ectl_answer *answer, const machine *system, uint32_t part,
                uint32_t state, const uint32_t *stack, size_t depth) {
  assert(part < answer->parts.count);
  place at = {state, stack, depth};
  if (answer->parts.at[part].values)
    return look_up(&answer->parts.at[part], system, &at);
  uint8_t *truth = mem_array(answer->m, (size_t)part + 1, 1);
  for (uint32_t i = 0; i <= part; i++) {
    const ectl_part *x = &answer->parts.at[i];
    const ectl_node *node = &answer->formulas->nodes.at[x->node];
    bool left = node->left != ECTL_NONE && truth[answer->part_of[node->left]];
    bool right =
        node->right != ECTL_NONE && truth[answer->part_of[node->right]];
    if (x->values)
      truth[i] = look_up(x, system, &at);
    else if (x->table)
      truth[i] = lives_at(answer->m, x->table, &at);
    else
      truth[i] = (node->op == ECTL_NOT && !left) ||
                 (node->op == ECTL_AND && left && right) ||
                 (node->op == ECTL_OR && (left || right));
  }
  bool holds = truth[part];
  mem_free(answer->m, truth);
  return holds;
}
