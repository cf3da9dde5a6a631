#include "automata/fa.h"

#include "automata/sequences.h"

#include <assert.h>
#include <string.h>

void fa_free(mem *m, fa *a) {
  vec_free(m, &a->accepting);
  vec_free(m, &a->initial);
  vec_free(m, &a->edges);
  vec_free(m, &a->sets);
  vec_free(m, &a->set_symbols);
}

uint32_t fa_add_state(mem *m, fa *a, bool accepting) {
  vec_push(m, &a->accepting, accepting);
  return fa_states(a) - 1;
}

void fa_add_edge(mem *m, fa *a, uint32_t from, uint32_t label, uint32_t to) {
  assert(label < FA_SET || label == FA_EPSILON ||
         label - FA_SET < a->sets.count);
  vec_push(m, &a->edges, ((fa_edge){from, label, to}));
}

uint32_t fa_add_set(mem *m, fa *a, bool negated, const uint32_t *symbols,
                    size_t count) {
  assert(symbols || count == 0);
  uint32_t first = (uint32_t)a->set_symbols.count;
  for (size_t i = 0; i < count; i++)
    vec_push(m, &a->set_symbols, symbols[i]);
  if (count)
    count = sequences_sort(a->set_symbols.at + first, count);
  a->set_symbols.count = first + count;
  vec_push(m, &a->sets, ((fa_set){negated, first, (uint32_t)count}));
  return FA_SET + (uint32_t)a->sets.count - 1;
}

uint32_t fa_any(mem *m, fa *a) { return fa_add_set(m, a, true, NULL, 0); }

static bool lists(const fa *a, const fa_set *s, uint32_t symbol) {
  assert(s->first + (size_t)s->count <= a->set_symbols.count);
  uint32_t low = s->first, high = s->first + s->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (a->set_symbols.at[middle] < symbol)
      low = middle + 1;
    else
      high = middle;
  }
  return low < s->first + s->count && a->set_symbols.at[low] == symbol;
}

bool fa_label_has(const fa *a, uint32_t label, uint32_t symbol) {
  assert(label < FA_SET || label == FA_EPSILON ||
         label - FA_SET < a->sets.count);
  if (label == FA_EPSILON)
    return false;
  if (label < FA_SET)
    return label == symbol;
  const fa_set *s = &a->sets.at[label - FA_SET];
  return lists(a, s, symbol) != s->negated;
}

uint32_t fa_label_least(const fa *a, uint32_t label) {
  assert(label < FA_SET || label == FA_EPSILON ||
         label - FA_SET < a->sets.count);
  if (label < FA_SET || label == FA_EPSILON)
    return label;
  const fa_set *s = &a->sets.at[label - FA_SET];
  if (!s->negated)
    return s->count ? a->set_symbols.at[s->first] : FA_NONE;
  uint32_t n = 0;
  while (n < s->count && a->set_symbols.at[s->first + n] == n)
    n++;
  return n < a->symbols ? n : FA_NONE;
}

typedef struct adjacency {
  uint32_t *first, *order;
} adjacency;

static void fa_index_edges(mem *m, const fa *a, bool backward, adjacency *out) {
  uint32_t states = fa_states(a);
  out->first = mem_array(m, (size_t)states + 2, sizeof *out->first);
  out->order = mem_array(m, a->edges.count + 1, sizeof *out->order);
  vec_each (const fa_edge, e, &a->edges)
    out->first[(backward ? e->to : e->from) + 2]++;
  for (uint32_t q = 0; q < states; q++)
    out->first[q + 2] += out->first[q + 1];
  for (uint32_t i = 0; i < a->edges.count; i++) {
    const fa_edge *e = &a->edges.at[i];
    out->order[out->first[(backward ? e->to : e->from) + 1]++] = i;
  }
}

static void free_index(mem *m, adjacency *x) {
  mem_free(m, x->first);
  mem_free(m, x->order);
}

/* Adds to 'list' all that epsilon reaches from it; 'seen' marks its members. */
static void close_list(mem *m, const fa *a, const adjacency *x, uint8_t *seen,
                       fa_word *list) {
  for (size_t i = 0; i < list->count; i++)
    for (uint32_t q = list->at[i], k = x->first[q]; k < x->first[q + 1]; k++) {
      const fa_edge *e = &a->edges.at[x->order[k]];
      if (e->label != FA_EPSILON || seen[e->to])
        continue;
      seen[e->to] = 1;
      vec_push(m, list, e->to);
    }
}

static void add_once(mem *m, uint8_t *seen, fa_word *list, uint32_t state) {
  if (!seen[state])
    vec_push(m, list, state);
  seen[state] = 1;
}

static void unmark(uint8_t *seen, const fa_word *list) {
  vec_each (const uint32_t, q, list)
    seen[*q] = 0;
}

bool fa_accepts(mem *m, const fa *a, const uint32_t *word, size_t length) {
  adjacency x;
  fa_word here = {0}, next = {0};
  uint8_t *seen = mem_array(m, (size_t)fa_states(a) + 1, 1);
  bool accepted = false;
  fa_index_edges(m, a, false, &x);
  vec_each (const uint32_t, q, &a->initial)
    add_once(m, seen, &here, *q);
  close_list(m, a, &x, seen, &here);
  for (size_t i = 0; i < length; i++) {
    unmark(seen, &here);
    next.count = 0;
    vec_each (const uint32_t, q, &here)
      for (uint32_t k = x.first[*q]; k < x.first[*q + 1]; k++)
        if (fa_label_has(a, a->edges.at[x.order[k]].label, word[i]))
          add_once(m, seen, &next, a->edges.at[x.order[k]].to);
    close_list(m, a, &x, seen, &next);
    fa_word old = here;
    here = next;
    next = old;
  }
  vec_each (const uint32_t, q, &here)
    accepted |= a->accepting.at[*q];
  free_index(m, &x);
  mem_free(m, seen);
  vec_free(m, &here);
  vec_free(m, &next);
  return accepted;
}

/* Nearest first, where epsilon costs nothing: a list that is read from the
 * front; what epsilon reaches is taken before what a symbol reaches. */
typedef struct word_search {
  uint64_t *distance;
  uint32_t *by; /* the edge by which a state was reached */
  fa_word level, next;
} word_search;

static void expand(mem *m, const fa *a, const adjacency *x, word_search *w,
                   uint32_t q) {
  assert(w->distance[q] != UINT64_MAX);
  for (uint32_t k = x->first[q]; k < x->first[q + 1]; k++) {
    const fa_edge *e = &a->edges.at[x->order[k]];
    bool free_of_cost = e->label == FA_EPSILON;
    uint64_t d = w->distance[q] + !free_of_cost;
    if (d >= w->distance[e->to] ||
        (!free_of_cost && fa_label_least(a, e->label) == FA_NONE))
      continue;
    w->distance[e->to] = d;
    w->by[e->to] = x->order[k];
    if (free_of_cost)
      vec_push(m, &w->level, e->to);
    else
      vec_push(m, &w->next, e->to);
  }
}

static void reverse_word(fa_word *w) {
  for (size_t i = 0; i < w->count / 2; i++) {
    uint32_t t = w->at[i];
    w->at[i] = w->at[w->count - 1 - i];
    w->at[w->count - 1 - i] = t;
  }
}

static void fa_write_word(mem *m, const fa *a, const word_search *w, uint32_t q,
                          fa_word *out) {
  assert(w->distance[q] != UINT64_MAX);
  out->count = 0;
  for (; w->by[q] != FA_NONE; q = a->edges.at[w->by[q]].from) {
    uint32_t label = a->edges.at[w->by[q]].label;
    if (label != FA_EPSILON)
      vec_push(m, out, fa_label_least(a, label));
  }
  reverse_word(out);
}

bool fa_shortest(mem *m, const fa *a, fa_word *out) {
  uint32_t states = fa_states(a), found = FA_NONE;
  word_search w = {mem_array(m, (size_t)states + 1, sizeof *w.distance),
                   mem_array(m, (size_t)states + 1, sizeof *w.by),
                   {0},
                   {0}};
  adjacency x;
  fa_index_edges(m, a, false, &x);
  memset(w.distance, 0xFF, states * sizeof *w.distance);
  memset(w.by, 0xFF, states * sizeof *w.by);
  vec_each (const uint32_t, q, &a->initial) {
    w.distance[*q] = 0;
    vec_push(m, &w.level, *q);
  }
  for (uint64_t d = 0; w.level.count && found == FA_NONE; d++) {
    for (size_t i = 0; i < w.level.count && found == FA_NONE; i++) {
      uint32_t q = w.level.at[i];
      if (w.distance[q] == d && a->accepting.at[q])
        found = q;
      else if (w.distance[q] == d)
        expand(m, a, &x, &w, q);
    }
    fa_word old = w.level;
    w.level = w.next;
    w.next = old;
    w.next.count = 0;
  }
  if (found != FA_NONE)
    fa_write_word(m, a, &w, found, out);
  free_index(m, &x);
  mem_free(m, w.distance);
  mem_free(m, w.by);
  vec_free(m, &w.level);
  vec_free(m, &w.next);
  return found != FA_NONE;
}

/* New ones from old. */

static void copy_sets(mem *m, const fa *a, fa *out) {
  vec_each (const fa_set, s, &a->sets)
    vec_push(m, &out->sets, *s);
  vec_each (const uint32_t, g, &a->set_symbols)
    vec_push(m, &out->set_symbols, *g);
}

void fa_remove_epsilon(mem *m, const fa *a, fa *out) {
  adjacency x;
  fa_word list = {0};
  uint8_t *seen = mem_array(m, (size_t)fa_states(a) + 1, 1);
  *out = (fa){.symbols = a->symbols};
  copy_sets(m, a, out);
  fa_index_edges(m, a, false, &x);
  vec_each (const uint32_t, q, &a->initial)
    vec_push(m, &out->initial, *q);
  for (uint32_t q = 0; q < fa_states(a); q++) {
    list.count = 0;
    add_once(m, seen, &list, q);
    close_list(m, a, &x, seen, &list);
    bool accepting = false;
    vec_each (const uint32_t, s, &list) {
      accepting |= a->accepting.at[*s];
      for (uint32_t k = x.first[*s]; k < x.first[*s + 1]; k++) {
        const fa_edge *e = &a->edges.at[x.order[k]];
        if (e->label != FA_EPSILON)
          fa_add_edge(m, out, q, e->label, e->to);
      }
    }
    fa_add_state(m, out, accepting);
    unmark(seen, &list);
  }
  free_index(m, &x);
  mem_free(m, seen);
  vec_free(m, &list);
}

/* Marks what can be reached from 'list', along the edges or against them. */
static void mark_reachable(mem *m, const fa *a, bool backward, fa_word *list,
                           uint8_t *seen) {
  adjacency x;
  fa_index_edges(m, a, backward, &x);
  for (size_t i = 0; i < list->count; i++)
    for (uint32_t q = list->at[i], k = x.first[q]; k < x.first[q + 1]; k++) {
      const fa_edge *e = &a->edges.at[x.order[k]];
      if (e->label == FA_EPSILON || fa_label_least(a, e->label) != FA_NONE)
        add_once(m, seen, list, backward ? e->from : e->to);
    }
  free_index(m, &x);
}

void fa_trim(mem *m, const fa *a, fa *out) {
  uint32_t states = fa_states(a);
  fa_word list = {0};
  uint8_t *from = mem_array(m, (size_t)states + 1, 1);
  uint8_t *to = mem_array(m, (size_t)states + 1, 1);
  uint32_t *number = mem_array(m, (size_t)states + 1, sizeof *number);
  *out = (fa){.symbols = a->symbols};
  copy_sets(m, a, out);
  vec_each (const uint32_t, q, &a->initial)
    add_once(m, from, &list, *q);
  mark_reachable(m, a, false, &list, from);
  list.count = 0;
  for (uint32_t q = 0; q < states; q++)
    if (a->accepting.at[q])
      add_once(m, to, &list, q);
  mark_reachable(m, a, true, &list, to);
  for (uint32_t q = 0; q < states; q++)
    number[q] =
        from[q] && to[q] ? fa_add_state(m, out, a->accepting.at[q]) : FA_NONE;
  vec_each (const uint32_t, q, &a->initial)
    if (number[*q] != FA_NONE)
      vec_push(m, &out->initial, number[*q]);
  vec_each (const fa_edge, e, &a->edges)
    if (number[e->from] != FA_NONE && number[e->to] != FA_NONE &&
        (e->label == FA_EPSILON || fa_label_least(a, e->label) != FA_NONE))
      fa_add_edge(m, out, number[e->from], e->label, number[e->to]);
  mem_free(m, from);
  mem_free(m, to);
  mem_free(m, number);
  vec_free(m, &list);
}

void fa_reverse(mem *m, const fa *a, fa *out) {
  *out = (fa){.symbols = a->symbols};
  copy_sets(m, a, out);
  for (uint32_t q = 0; q < fa_states(a); q++) {
    fa_add_state(m, out, false);
    if (a->accepting.at[q])
      vec_push(m, &out->initial, q);
  }
  vec_each (const uint32_t, q, &a->initial)
    out->accepting.at[*q] = 1;
  vec_each (const fa_edge, e, &a->edges)
    fa_add_edge(m, out, e->to, e->label, e->from);
}

static void append(mem *m, const fa *a, fa *out) {
  assert(out->symbols == a->symbols);
  uint32_t states = fa_states(out), symbols = (uint32_t)out->set_symbols.count;
  uint32_t sets = (uint32_t)out->sets.count;
  vec_each (const uint32_t, g, &a->set_symbols)
    vec_push(m, &out->set_symbols, *g);
  vec_each (const fa_set, s, &a->sets)
    vec_push(m, &out->sets,
             ((fa_set){s->negated, symbols + s->first, s->count}));
  vec_each (const uint8_t, x, &a->accepting)
    vec_push(m, &out->accepting, *x);
  vec_each (const uint32_t, q, &a->initial)
    vec_push(m, &out->initial, states + *q);
  vec_each (const fa_edge, e, &a->edges) {
    bool is_set = e->label >= FA_SET && e->label != FA_EPSILON;
    fa_add_edge(m, out, states + e->from, e->label + (is_set ? sets : 0),
                states + e->to);
  }
}

void fa_both(mem *m, const fa *a, const fa *b, fa *out) {
  assert(a->symbols == b->symbols);
  *out = (fa){.symbols = a->symbols};
  append(m, a, out);
  append(m, b, out);
}
