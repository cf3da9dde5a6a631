#include "engine/ectl/ectl_decide.h"

#include "base/check.h"
#include "base/log.h"
#include "engine/ectl/decider.h"
#include "engine/ectl/monitor.h"
#include "engine/ectl/solve.h"

#include <assert.h>

/* Parts with a table. */

static bool needs_table(const ectl_decider *decider, uint32_t part) {
  ectl_operator op = ectl_part_node(decider, part)->op;
  return op == ECTL_EU || op == ECTL_ER ||
         (op == ECTL_EX && decider->has_stack);
}

static const machine *automaton_of(ectl_decider *decider,
                                   const ectl_node *node) {
  machine **own =
      node->op == ECTL_EX ? &decider->one_action : &decider->every_word;
  if (node->op != ECTL_EX && node->name != ECTL_EVERY_WORD)
    return (node->op == ECTL_EU ? decider->q->until
                                : decider->q->release)[node->name];
  if (!*own) {
    *own = mem_alloc(decider->m, sizeof **own);
    (node->op == ECTL_EX ? machine_one_action : machine_every_word)(
        decider->m, &decider->q->system->actions, *own);
  }
  return *own;
}

static bool lives_with(const ectl_table *table, uint32_t head,
                       const uint64_t *set) {
  assert(head < table->heads.count);
  const ectl_head *h = &table->heads.at[head];
  bool lives = h->lives;
  for (uint32_t i = 0; i < h->pops && !lives; i++) {
    uint32_t to = table->pops.at[table->pops_of.at[h->first_pop + i]].to;
    lives = set ? ectl_bit(set, to) : table->empty.at[to];
  }
  return lives;
}

static void read_states(ectl_decider *decider, ectl_part *part) {
  const ectl_table *table = part->table;
  uint32_t states = machine_states(table->system);
  part->values = ectl_new_bits(decider, states);
  for (uint32_t s = 0; s < states; s++) {
    uint32_t l = map_find(&table->locations, map_pair(0, s));
    if (lives_with(table, ectl_find_head(table, l, 0), NULL))
      ectl_set_bit(part->values, s);
  }
}

static void read_everywhere(ectl_decider *decider, ectl_part *part) {
  const ectl_table *table = part->table;
  const ectl_monitor *monitor = part->monitor;
  uint32_t states = machine_states(table->system);
  part->values = ectl_new_bits(decider, ectl_row(decider) * monitor->states);
  part->empty = ectl_new_bits(decider, states);
  for (uint32_t s = 0; s < states; s++) {
    uint32_t l = map_find(&table->locations, map_pair(0, s));
    if (table->empty.at[l])
      ectl_set_bit(part->empty, s);
    for (uint32_t d = 0; d < monitor->states; d++)
      for (uint32_t g = 0; g < monitor->symbols; g++) {
        uint32_t y = map_find(&table->symbols, map_pair(g, monitor->was.at[d]));
        progress_tick(decider->clock);
        if (lives_with(table, ectl_find_head(table, l, y),
                       monitor->sets.at + (size_t)d * monitor->words))
          ectl_set_bit(part->values,
                       ((uint64_t)d * monitor->symbols + g) * states + s);
      }
  }
}

static ectl_truth truth_of(ectl_decider *decider, uint32_t part,
                           uint32_t level) {
  assert(part < decider->out->parts.count);
  const ectl_part *x = &decider->out->parts.at[part];
  ectl_truth truth = {x->values, x->empty, NULL};
  if (decider->has_stack)
    truth.coarse = ectl_make_coarse(decider, level, decider->level[part]);
  return truth;
}

/* EX x is E(1 U[one action] x). */
static void set_truth(ectl_decider *decider, uint32_t part, uint32_t level,
                      ectl_product *product) {
  bool is_next = ectl_part_node(decider, part)->op == ECTL_EX;
  product->y = truth_of(decider,
                        is_next ? ectl_part_left(decider, part)
                                : ectl_part_right(decider, part),
                        level);
  if (!is_next)
    product->x = truth_of(decider, ectl_part_left(decider, part), level);
}

/* The monitors form a chain, so that all that is known of a stack is known to
 * the finest: one that will be refined carries that, others what they need. */
static uint32_t level_for(const ectl_decider *decider, uint32_t part) {
  uint32_t a = ectl_part_left(decider, part);
  uint32_t b = ectl_part_node(decider, part)->op == ECTL_EX
                   ? a
                   : ectl_part_right(decider, part);
  if (decider->is_nested[part])
    return (uint32_t)decider->monitors.count - 1;
  return decider->level[a] > decider->level[b] ? decider->level[a]
                                               : decider->level[b];
}

static void make_monitor(ectl_decider *decider, uint32_t part) {
  assert(part < decider->out->parts.count);
  ectl_part *x = &decider->out->parts.at[part];
  ectl_monitor *monitor = mem_alloc(decider->m, sizeof *monitor);
  ectl_monitor_refine(decider->m, decider->clock,
                      vec_last(&decider->monitors).monitor, x->table, monitor);
  x->monitor = monitor;
  vec_push(decider->m, &decider->monitors, (ectl_rung){monitor});
  decider->level[part] = (uint32_t)decider->monitors.count - 1;
  if (monitor->states > decider->out->monitor_states)
    decider->out->monitor_states = monitor->states;
}

static void decide_table(ectl_decider *decider, uint32_t part) {
  const ectl_node *node = ectl_part_node(decider, part);
  ectl_table *table = mem_alloc(decider->m, sizeof *table);
  uint32_t level = decider->has_stack ? level_for(decider, part) : 0;
  ectl_product product;
  table->is_release = node->op == ECTL_ER;
  table->system = decider->q->system;
  table->automaton = automaton_of(decider, node);
  table->carried =
      decider->has_stack ? decider->monitors.at[level].monitor : NULL;
  ectl_product_init(&product, decider->m, table);
  set_truth(decider, part, level, &product);
  ectl_solve(decider->clock, &product,
             !decider->has_stack        ? ECTL_ALL_STATES
             : decider->is_nested[part] ? ECTL_EVERYWHERE
                                        : ECTL_PLACES,
             decider->q->places);
  mem_free(decider->m, (void *)product.x.coarse);
  mem_free(decider->m, (void *)product.y.coarse);
  ectl_product_clear(&product);
  LOG(decider->clock, ECTL, "part %" PRIu32 ": %s, %zu heads, %zu rules", part,
      node->op == ECTL_EX   ? "EX"
      : node->op == ECTL_ER ? "ER"
                            : "EU",
      table->heads.count, table->rules.count);
  decider->out->parts.at[part].table = table;
  decider->out->heads += table->heads.count;
  decider->out->rules += table->rules.count;
  decider->out->pops += table->pops.count;
  decider->level[part] = level;
  if (!decider->has_stack) {
    read_states(decider, &decider->out->parts.at[part]);
  } else if (decider->is_nested[part]) {
    make_monitor(decider, part);
    read_everywhere(decider, &decider->out->parts.at[part]);
  }
}

static void list_parts(ectl_decider *decider) {
  const ectl *f = decider->q->formulas;
  ectl_list list = {0};
  ectl_parts(decider->m, f, decider->q->root, &list);
  decider->out->part_of =
      mem_array(decider->m, f->nodes.count + 1, sizeof(uint32_t));
  memset(decider->out->part_of, 0xFF, f->nodes.count * sizeof(uint32_t));
  vec_each (const uint32_t, n, &list) {
    decider->out->part_of[*n] = (uint32_t)decider->out->parts.count;
    vec_push(decider->m, &decider->out->parts, (ectl_part){.node = *n});
  }
  vec_free(decider->m, &list);
}

/* Below a table all has to be known everywhere. */
static void mark_nested(ectl_decider *decider) {
  for (size_t i = decider->out->parts.count; i-- > 0;) {
    const ectl_node *node = ectl_part_node(decider, (uint32_t)i);
    bool nests = decider->is_nested[i] || needs_table(decider, (uint32_t)i);
    if (nests && node->left != ECTL_NONE)
      decider->is_nested[decider->out->part_of[node->left]] = true;
    if (nests && node->right != ECTL_NONE)
      decider->is_nested[decider->out->part_of[node->right]] = true;
  }
}

static void find_props(ectl_decider *decider) {
  const names *ours = &decider->q->formulas->props,
              *theirs = &decider->q->system->props;
  uint32_t count = names_count(ours);
  decider->props =
      mem_array(decider->m, (size_t)count + 1, sizeof *decider->props);
  for (uint32_t i = 0; i < count; i++)
    decider->props[i] =
        names_find(theirs, names_text(ours, i), names_length(ours, i));
}

void ectl_decide(mem *m, progress *clock, const ectl_question *question,
                 ectl_answer *out) {
  ectl_decider decider = {.m = m, .clock = clock, .q = question, .out = out};
  *out = (ectl_answer){.m = m, .formulas = question->formulas};
  debug_check(check_machine(question->system));
  decider.has_stack = machine_has_stack(question->system);
  list_parts(&decider);
  find_props(&decider);
  out->lengths = mem_array(m, out->parts.count, sizeof *out->lengths);
  decider.is_nested = mem_array(m, out->parts.count, 1);
  decider.level = mem_array(m, out->parts.count, sizeof *decider.level);
  if (decider.has_stack) {
    ectl_monitor *first = mem_alloc(m, sizeof *first);
    ectl_monitor_first(m, question->system, first);
    vec_push(m, &decider.monitors, (ectl_rung){first});
    out->monitor_states = 1;
    mark_nested(&decider);
  }
  for (uint32_t i = 0; i < out->parts.count; i++)
    if (needs_table(&decider, i))
      decide_table(&decider, i);
    else
      ectl_decide_plain(&decider, i);
  vec_free(m, &decider.monitors);
  mem_free(m, decider.props);
  mem_free(m, decider.is_nested);
  mem_free(m, decider.level);
}
