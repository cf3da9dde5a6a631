#include "engine/explicit/loops.h"

#include <assert.h>
#include <stdlib.h>

enum { MOST_SLOTS_KEPT = 1 << 12 };

void loops_free(loops *l) {
  if (!l->r)
    return;
  mem *m = l->r->m;
  vec_free(m, &l->rows);
  sequences_free(m, &l->profiles);
  map_free(m, &l->mark_sets);
  vec_free(m, &l->nodes);
  vec_free(m, &l->entries);
  vec_free(m, &l->words);
  vec_free(m, &l->matrix);
  vec_free(m, &l->has);
}

/* Forgets the profiles; keeps the memory, if that is cheap. */
static void forget(loops *l) {
  sequences *t = &l->profiles;
  l->nodes.count = 0;
  if (t->mask > MOST_SLOTS_KEPT) {
    sequences_free(l->r->m, t);
  } else if (t->slots) {
    t->at.count = t->first.count = t->hash.count = 0;
    memset(t->slots, 0, ((size_t)t->mask + 1) * sizeof *t->slots);
  }
}

bool loops_begin(loops *l, region *r, uint32_t state) {
  bool is_good = false;
  l->r = r;
  l->head = state;
  l->rows.count = 0;
  assert(state < r->first_of.count);
  for (uint32_t n = r->first_of.at[state]; n; n = r->next_of.at[n - 1])
    if (region_is_useful(r, n - 1)) {
      vec_push(r->m, &l->rows, n - 1);
      is_good = is_good || region_share_cycle(r, n - 1, n - 1);
    }
  sequences_sort(l->rows.at, l->rows.count);
  return is_good;
}

static uint64_t loops_marks_of(const loops *l, uint32_t via) {
  const graph *g = &l->r->of_product;
  return g->marks ? (*g->marks)[via] & graph_all(g) : 0;
}

static int compare_entries(const void *a, const void *b) {
  const loops_entry *x = a, *y = b;
#define COMPARE(field)                                                         \
  if (x->field != y->field)                                                    \
  return x->field < y->field ? -1 : 1
  COMPARE(state);
  COMPARE(label);
  COMPARE(group);
  COMPARE(to);
  COMPARE(row);
  COMPARE(marks);
#undef COMPARE
  return 0;
}

static bool same_step(const loops_entry *a, const loops_entry *b) {
  return a->state == b->state && a->label == b->label && a->group == b->group;
}

/* One step further from a profile: all entries, those of one step of the model
 * beside each other. */
static void extend(loops *l, uint32_t profile) {
  const region *r = l->r;
  uint64_t own = omega_all_marks(r->product->a);
  const uint32_t *at = sequences_at(&l->profiles, profile);
  const uint32_t *end = at + sequences_length(&l->profiles, profile);
  l->entries.count = 0;
  for (; at < end; at += 3)
    for (size_t i = r->first.at[at[0]]; i < r->first.at[at[0] + 1]; i++) {
      const graph_edge *edge = r->edges.at + i;
      if (!region_is_useful(r, edge->to))
        continue;
      uint64_t marks = loops_marks_of(l, edge->via);
      loops_entry x = {.state = region_state(r, edge->to),
                       .label = edge->label,
                       .group = marks & ~own,
                       .to = edge->to,
                       .row = at[1],
                       .marks = marks | l->mark_sets.keys.at[at[2]],
                       .from = at[0],
                       .via = edge->via};
      vec_push(r->m, &l->entries, x);
    }
  if (l->entries.count > 1)
    qsort(l->entries.at, l->entries.count, sizeof *l->entries.at,
          compare_entries);
}

/* Another entry says the same and more? */
static bool is_dominated(const loops_entry *entry, const loops_entry *first,
                         const loops_entry *end) {
  for (const loops_entry *x = entry; x-- > first && x->to == entry->to;)
    if (x->row == entry->row && x->marks == entry->marks)
      return true;
  for (const loops_entry *x = first; x < end; x++)
    if (x->to == entry->to && x->row == entry->row &&
        x->marks != entry->marks && (entry->marks & ~x->marks) == 0)
      return true;
  return false;
}

/* The profile of a step's entries; false: nothing goes round there. */
static bool make_profile(loops *l, const loops_entry *first,
                         const loops_entry *end) {
  bool is_alive = false;
  l->words.count = 0;
  for (const loops_entry *entry = first; entry < end; entry++) {
    if (is_dominated(entry, first, end))
      continue;
    uint32_t marks = map_insert(l->r->m, &l->mark_sets, entry->marks);
    vec_push(l->r->m, &l->words, entry->to);
    vec_push(l->r->m, &l->words, entry->row);
    vec_push(l->r->m, &l->words, marks);
    is_alive =
        is_alive || region_share_cycle(l->r, entry->to, l->rows.at[entry->row]);
  }
  return is_alive;
}

/* Which rows a round leads to from each, by one round or several: bit 1 of
 * 'has'; bit 0: by one. */
static void fill_matrix(loops *l) {
  size_t n = l->rows.count;
  l->matrix.count = l->has.count = 0;
  vec_resize(l->r->m, &l->matrix, n * n);
  vec_resize(l->r->m, &l->has, n * n);
  for (size_t i = 0; i < l->words.count; i += 3)
    for (size_t k = 0; k < n; k++)
      if (l->rows.at[k] == l->words.at[i]) {
        size_t at = l->words.at[i + 1] * n + k;
        l->matrix.at[at] |= l->mark_sets.keys.at[l->words.at[i + 2]];
        l->has.at[at] = 3;
      }
  for (size_t k = 0; k < n; k++)
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; l->has.at[i * n + k] && j < n; j++)
        if (l->has.at[k * n + j])
          l->has.at[i * n + j] |= 2;
}

/* Does the automaton go round through row 'i' with all marks? */
static bool has_all_marks(const loops *l, size_t i) {
  size_t n = l->rows.count;
  uint64_t marks = 0;
  if (!l->has.at[i * n + i])
    return false;
  for (size_t a = 0; a < n; a++)
    for (size_t b = 0; b < n; b++)
      if ((l->has.at[a * n + b] & 1) && (a == i || l->has.at[i * n + a]) &&
          (b == i || l->has.at[b * n + i]))
        marks |= l->matrix.at[a * n + b];
  return graph_has_all(&l->r->of_product, marks);
}

/* The nearest row from which the loop whose profile was made is accepted;
 * GRAPH_NONE: none. */
static uint32_t accepted_from(loops *l) {
  size_t n = l->rows.count;
  uint32_t nearest = GRAPH_NONE;
  fill_matrix(l);
  for (size_t i = 0; i < n; i++) {
    if (!has_all_marks(l, i))
      continue;
    for (size_t k = 0; k < n; k++) {
      uint32_t row = l->rows.at[k];
      if ((k == i || l->has.at[k * n + i]) &&
          (nearest == GRAPH_NONE ||
           l->r->depth.at[row] < l->r->depth.at[nearest]))
        nearest = row;
    }
  }
  return nearest;
}

static void add_identity(loops *l) {
  uint32_t none = map_insert(l->r->m, &l->mark_sets, 0);
  loops_node start = {.parent = GRAPH_NONE};
  l->words.count = 0;
  for (uint32_t i = 0; i < l->rows.count; i++) {
    vec_push(l->r->m, &l->words, l->rows.at[i]);
    vec_push(l->r->m, &l->words, i);
    vec_push(l->r->m, &l->words, none);
  }
  sequences_insert(l->r->m, &l->profiles, l->words.at, l->words.count);
  vec_push(l->r->m, &l->nodes, start);
}

/* A step that leads from 'profile' on. */
static void follow(loops *l, uint32_t profile, const loops_entry *first,
                   const loops_entry *end, size_t length, loops_found *out) {
  shortest_step step = {.from = first->from,
                        .to = first->to,
                        .label = first->label,
                        .via = first->via};
  if (!make_profile(l, first, end))
    return;
  if (first->state == l->head) {
    uint32_t start = accepted_from(l);
    size_t loop = l->r->is_end.at[l->head] ? 0 : length;
    if (start != GRAPH_NONE && l->r->depth.at[start] + loop < out->cost)
      *out = (loops_found){.cost = l->r->depth.at[start] + loop,
                           .start = start,
                           .parent = profile,
                           .last = step};
  }
  loops_node node = {.parent = profile, .by = step};
  if (sequences_insert(l->r->m, &l->profiles, l->words.at, l->words.count) ==
      l->nodes.count)
    vec_push(l->r->m, &l->nodes, node);
}

static void follow_all(loops *l, uint32_t profile, size_t length,
                       loops_found *out) {
  extend(l, profile);
  const loops_entry *at = l->entries.at, *end = at + l->entries.count;
  while (at < end) {
    const loops_entry *next = at + 1;
    while (next < end && same_step(at, next))
      next++;
    follow(l, profile, at, next, length, out);
    at = next;
  }
}

/* How far the nearest of the rows is. */
static size_t stem_of(const loops *l) {
  size_t least = SIZE_MAX;
  vec_each (const uint32_t, row, &l->rows)
    if (l->r->depth.at[*row] < least)
      least = l->r->depth.at[*row];
  return least;
}

bool loops_search(loops *l, size_t longest, size_t best, loops_found *out,
                  bool *is_cut) {
  assert(l->head < l->r->is_end.count);
  size_t stem = stem_of(l), length = 0;
  size_t free_steps = l->r->is_end.at[l->head] ? 1 : 0;
  *out = (loops_found){.cost = best};
  forget(l);
  add_identity(l);
  uint32_t done = 0, level = 1;
  while (done < l->nodes.count) {
    length++;
    if (stem + length - free_steps >= out->cost)
      break;
    if (length > longest) {
      *is_cut = true;
      break;
    }
    for (; done < level; done++) {
      follow_all(l, done, length, out);
      if (region_spends(l->r, l->entries.count))
        return out->cost < best;
    }
    level = (uint32_t)l->nodes.count;
  }
  return out->cost < best;
}

/* Pairs of the product for numbers of the region. */
static shortest_step in_product(const region *r, shortest_step step) {
  assert(step.from < r->pairs.keys.count);
  step.from = (uint32_t)r->pairs.keys.at[step.from];
  assert(step.to < r->pairs.keys.count);
  step.to = (uint32_t)r->pairs.keys.at[step.to];
  return step;
}

void loops_add(const loops *l, const loops_found *found, shortest_lasso *out) {
  mem *m = l->r->m;
  size_t first = out->steps.count;
  vec_push(m, &out->steps, in_product(l->r, found->last));
  for (uint32_t n = found->parent; l->nodes.at[n].parent != GRAPH_NONE;
       n = l->nodes.at[n].parent)
    vec_push(m, &out->steps, in_product(l->r, l->nodes.at[n].by));
  for (size_t i = first, k = out->steps.count - 1; i < k; i++, k--) {
    shortest_step swap = out->steps.at[i];
    out->steps.at[i] = out->steps.at[k];
    out->steps.at[k] = swap;
  }
}
