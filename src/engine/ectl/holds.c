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
static bool look_up(const ectl_part *x, const machine *s, const place *at) {
  const ectl_monitor *n = x->monitor;
  if (!machine_has_stack(s))
    return ectl_bit(x->values, at->state);
  if (at->depth == 0)
    return ectl_bit(x->empty, at->state);
  uint64_t d = ectl_monitor_read(n, at->stack + 1, at->depth - 1);
  return ectl_bit(x->values,
                  (d * n->symbols + at->stack[0]) * machine_states(s) +
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
  const ectl_table *t = w->t;
  bool lives = false;
  vec_each (const uint64_t, l, &w->now.keys) {
    uint32_t n = ectl_find_head(t, (uint32_t)*l, symbol);
    if (n == MAP_NONE)
      continue; /* it was no place that was asked for */
    const ectl_head *h = &t->heads.at[n];
    lives = lives || h->lives;
    for (uint32_t i = 0; i < h->pops; i++)
      map_insert(w->m, &w->next,
                 t->pops.at[t->pops_of.at[h->first_pop + i]].to);
  }
  map_free(w->m, &w->now);
  w->now = w->next;
  w->next = (map){0};
  return lives;
}

static bool lives_at(mem *m, const ectl_table *t, const place *at) {
  const ectl_monitor *n = t->carried;
  descent w = {.m = m, .t = t};
  bool lives = false;
  uint32_t *below = mem_array(m, at->depth + 1, sizeof *below);
  for (size_t i = at->depth; i-- > 1;)
    below[i - 1] = n->step.at[(size_t)below[i] * n->symbols + at->stack[i]];
  uint32_t l = map_find(&t->locations, map_pair(0, at->state));
  if (l != MAP_NONE)
    map_insert(m, &w.now, l);
  for (size_t i = 0; i < at->depth && !lives && w.now.keys.count; i++)
    lives =
        descend(&w, map_find(&t->symbols, map_pair(at->stack[i], below[i])));
  if (!lives)
    vec_each (const uint64_t, x, &w.now.keys)
      lives = lives || t->empty.at[*x];
  map_free(m, &w.now);
  mem_free(m, below);
  return lives;
}

bool ectl_holds(const ectl_answer *a, const machine *system, uint32_t part,
                uint32_t state, const uint32_t *stack, size_t depth) {
  assert(part < a->parts.count);
  place at = {state, stack, depth};
  if (a->parts.at[part].values)
    return look_up(&a->parts.at[part], system, &at);
  uint8_t *truth = mem_array(a->m, (size_t)part + 1, 1);
  for (uint32_t i = 0; i <= part; i++) {
    const ectl_part *x = &a->parts.at[i];
    const ectl_node *n = &a->formulas->nodes.at[x->node];
    bool left = n->left != ECTL_NONE && truth[a->part_of[n->left]];
    bool right = n->right != ECTL_NONE && truth[a->part_of[n->right]];
    if (x->values)
      truth[i] = look_up(x, system, &at);
    else if (x->table)
      truth[i] = lives_at(a->m, x->table, &at);
    else
      truth[i] = (n->op == ECTL_NOT && !left) ||
                 (n->op == ECTL_AND && left && right) ||
                 (n->op == ECTL_OR && (left || right));
  }
  bool holds = truth[part];
  mem_free(a->m, truth);
  return holds;
}
