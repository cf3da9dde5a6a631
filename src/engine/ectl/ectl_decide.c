#include "engine/ectl/ectl_decide.h"

#include "base/check.h"
#include "base/log.h"
#include "engine/ectl/decider.h"
#include "engine/ectl/monitor.h"
#include "engine/ectl/solve.h"

#include <assert.h>

/* Parts with a table. */

static bool needs_table(const ectl_decider *c, uint32_t part) {
  ectl_operator op = ectl_part_node(c, part)->op;
  return op == ECTL_EU || op == ECTL_ER || (op == ECTL_EX && c->has_stack);
}

static const machine *automaton_of(ectl_decider *c, const ectl_node *x) {
  machine **own = x->op == ECTL_EX ? &c->one_action : &c->every_word;
  if (x->op != ECTL_EX && x->name != ECTL_EVERY_WORD)
    return (x->op == ECTL_EU ? c->q->until : c->q->release)[x->name];
  if (!*own) {
    *own = mem_alloc(c->m, sizeof **own);
    (x->op == ECTL_EX ? machine_one_action
                      : machine_every_word)(c->m, &c->q->system->actions, *own);
  }
  return *own;
}

static bool lives_with(const ectl_table *t, uint32_t head,
                       const uint64_t *set) {
  assert(head < t->heads.count);
  const ectl_head *h = &t->heads.at[head];
  bool lives = h->lives;
  for (uint32_t i = 0; i < h->pops && !lives; i++) {
    uint32_t to = t->pops.at[t->pops_of.at[h->first_pop + i]].to;
    lives = set ? ectl_bit(set, to) : t->empty.at[to];
  }
  return lives;
}

static void read_states(ectl_decider *c, ectl_part *x) {
  const ectl_table *t = x->table;
  uint32_t states = machine_states(t->system);
  x->values = ectl_new_bits(c, states);
  for (uint32_t s = 0; s < states; s++) {
    uint32_t l = map_find(&t->locations, map_pair(0, s));
    if (lives_with(t, ectl_find_head(t, l, 0), NULL))
      ectl_set_bit(x->values, s);
  }
}

static void read_everywhere(ectl_decider *c, ectl_part *x) {
  const ectl_table *t = x->table;
  const ectl_monitor *n = x->monitor;
  uint32_t states = machine_states(t->system);
  x->values = ectl_new_bits(c, ectl_row(c) * n->states);
  x->empty = ectl_new_bits(c, states);
  for (uint32_t s = 0; s < states; s++) {
    uint32_t l = map_find(&t->locations, map_pair(0, s));
    if (t->empty.at[l])
      ectl_set_bit(x->empty, s);
    for (uint32_t d = 0; d < n->states; d++)
      for (uint32_t g = 0; g < n->symbols; g++) {
        uint32_t y = map_find(&t->symbols, map_pair(g, n->was.at[d]));
        progress_tick(c->clock);
        if (lives_with(t, ectl_find_head(t, l, y),
                       n->sets.at + (size_t)d * n->words))
          ectl_set_bit(x->values, ((uint64_t)d * n->symbols + g) * states + s);
      }
  }
}

static ectl_truth truth_of(ectl_decider *c, uint32_t part, uint32_t level) {
  assert(part < c->out->parts.count);
  const ectl_part *x = &c->out->parts.at[part];
  ectl_truth y = {x->values, x->empty, NULL};
  if (c->has_stack)
    y.coarse = ectl_make_coarse(c, level, c->level[part]);
  return y;
}

/* EX x is E(1 U[one action] x). */
static void set_truth(ectl_decider *c, uint32_t part, uint32_t level,
                      ectl_product *p) {
  bool is_next = ectl_part_node(c, part)->op == ECTL_EX;
  p->y = truth_of(
      c, is_next ? ectl_part_left(c, part) : ectl_part_right(c, part), level);
  if (!is_next)
    p->x = truth_of(c, ectl_part_left(c, part), level);
}

/* The monitors form a chain, so that all that is known of a stack is known to
 * the finest: one that will be refined carries that, others what they need. */
static uint32_t level_for(const ectl_decider *c, uint32_t part) {
  uint32_t a = ectl_part_left(c, part);
  uint32_t b =
      ectl_part_node(c, part)->op == ECTL_EX ? a : ectl_part_right(c, part);
  if (c->is_nested[part])
    return (uint32_t)c->monitors.count - 1;
  return c->level[a] > c->level[b] ? c->level[a] : c->level[b];
}

static void make_monitor(ectl_decider *c, uint32_t part) {
  assert(part < c->out->parts.count);
  ectl_part *x = &c->out->parts.at[part];
  ectl_monitor *n = mem_alloc(c->m, sizeof *n);
  ectl_monitor_refine(c->m, c->clock, vec_last(&c->monitors).monitor, x->table,
                      n);
  x->monitor = n;
  vec_push(c->m, &c->monitors, (ectl_rung){n});
  c->level[part] = (uint32_t)c->monitors.count - 1;
  if (n->states > c->out->monitor_states)
    c->out->monitor_states = n->states;
}

static void decide_table(ectl_decider *c, uint32_t part) {
  const ectl_node *node = ectl_part_node(c, part);
  ectl_table *t = mem_alloc(c->m, sizeof *t);
  uint32_t level = c->has_stack ? level_for(c, part) : 0;
  ectl_product p;
  t->is_release = node->op == ECTL_ER;
  t->system = c->q->system;
  t->automaton = automaton_of(c, node);
  t->carried = c->has_stack ? c->monitors.at[level].monitor : NULL;
  ectl_product_init(&p, c->m, t);
  set_truth(c, part, level, &p);
  ectl_solve(c->clock, &p,
             !c->has_stack        ? ECTL_ALL_STATES
             : c->is_nested[part] ? ECTL_EVERYWHERE
                                  : ECTL_PLACES,
             c->q->places);
  mem_free(c->m, (void *)p.x.coarse);
  mem_free(c->m, (void *)p.y.coarse);
  ectl_product_clear(&p);
  LOG(c->clock, ECTL, "part %" PRIu32 ": %s, %zu heads, %zu rules", part,
      node->op == ECTL_EX   ? "EX"
      : node->op == ECTL_ER ? "ER"
                            : "EU",
      t->heads.count, t->rules.count);
  c->out->parts.at[part].table = t;
  c->out->heads += t->heads.count;
  c->out->rules += t->rules.count;
  c->out->pops += t->pops.count;
  c->level[part] = level;
  if (!c->has_stack) {
    read_states(c, &c->out->parts.at[part]);
  } else if (c->is_nested[part]) {
    make_monitor(c, part);
    read_everywhere(c, &c->out->parts.at[part]);
  }
}

static void list_parts(ectl_decider *c) {
  const ectl *f = c->q->formulas;
  ectl_list list = {0};
  ectl_parts(c->m, f, c->q->root, &list);
  c->out->part_of = mem_array(c->m, f->nodes.count + 1, sizeof(uint32_t));
  memset(c->out->part_of, 0xFF, f->nodes.count * sizeof(uint32_t));
  vec_each (const uint32_t, n, &list) {
    c->out->part_of[*n] = (uint32_t)c->out->parts.count;
    vec_push(c->m, &c->out->parts, (ectl_part){.node = *n});
  }
  vec_free(c->m, &list);
}

/* Below a table all has to be known everywhere. */
static void mark_nested(ectl_decider *c) {
  for (size_t i = c->out->parts.count; i-- > 0;) {
    const ectl_node *x = ectl_part_node(c, (uint32_t)i);
    bool nests = c->is_nested[i] || needs_table(c, (uint32_t)i);
    if (nests && x->left != ECTL_NONE)
      c->is_nested[c->out->part_of[x->left]] = true;
    if (nests && x->right != ECTL_NONE)
      c->is_nested[c->out->part_of[x->right]] = true;
  }
}

static void find_props(ectl_decider *c) {
  const names *ours = &c->q->formulas->props, *theirs = &c->q->system->props;
  uint32_t count = names_count(ours);
  c->props = mem_array(c->m, (size_t)count + 1, sizeof *c->props);
  for (uint32_t i = 0; i < count; i++)
    c->props[i] =
        names_find(theirs, names_text(ours, i), names_length(ours, i));
}

void ectl_decide(mem *m, progress *clock, const ectl_question *q,
                 ectl_answer *out) {
  ectl_decider c = {.m = m, .clock = clock, .q = q, .out = out};
  *out = (ectl_answer){.m = m, .formulas = q->formulas};
  debug_check(check_machine(q->system));
  c.has_stack = machine_has_stack(q->system);
  list_parts(&c);
  find_props(&c);
  out->lengths = mem_array(m, out->parts.count, sizeof *out->lengths);
  c.is_nested = mem_array(m, out->parts.count, 1);
  c.level = mem_array(m, out->parts.count, sizeof *c.level);
  if (c.has_stack) {
    ectl_monitor *first = mem_alloc(m, sizeof *first);
    ectl_monitor_first(m, q->system, first);
    vec_push(m, &c.monitors, (ectl_rung){first});
    out->monitor_states = 1;
    mark_nested(&c);
  }
  for (uint32_t i = 0; i < out->parts.count; i++)
    if (needs_table(&c, i))
      decide_table(&c, i);
    else
      ectl_decide_plain(&c, i);
  vec_free(m, &c.monitors);
  mem_free(m, c.props);
  mem_free(m, c.is_nested);
  mem_free(m, c.level);
}
