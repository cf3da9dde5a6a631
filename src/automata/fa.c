#include "automata/fa.h"

#include "automata/sequences.h"

#include <assert.h>
#include <string.h>

void fa_free(mem *m, fa *automaton) {
  vec_free(m, &automaton->accepting);
  vec_free(m, &automaton->initial);
  vec_free(m, &automaton->edges);
  vec_free(m, &automaton->sets);
  vec_free(m, &automaton->set_symbols);
}

uint32_t fa_add_state(mem *m, fa *automaton, bool accepting) {
  vec_push(m, &automaton->accepting, accepting);
  return fa_states(automaton) - 1;
}

void fa_add_edge(mem *m, fa *automaton, uint32_t from, uint32_t label,
                 uint32_t to) {
  assert(label < FA_SET || label == FA_EPSILON ||
         label - FA_SET < automaton->sets.count);
  vec_push(m, &automaton->edges, ((fa_edge){from, label, to}));
}

uint32_t fa_add_set(mem *m, fa *automaton, bool negated,
                    const uint32_t *symbols, size_t count) {
  assert(symbols || count == 0);
  uint32_t first = (uint32_t)automaton->set_symbols.count;
  for (size_t i = 0; i < count; i++)
    vec_push(m, &automaton->set_symbols, symbols[i]);
  if (count)
    count = sequences_sort(automaton->set_symbols.at + first, count);
  automaton->set_symbols.count = first + count;
  vec_push(m, &automaton->sets, ((fa_set){negated, first, (uint32_t)count}));
  return FA_SET + (uint32_t)automaton->sets.count - 1;
}

uint32_t fa_any(mem *m, fa *automaton) {
  return fa_add_set(m, automaton, true, NULL, 0);
}

static bool lists(const fa *automaton, const fa_set *set, uint32_t symbol) {
  assert(set->first + (size_t)set->count <= automaton->set_symbols.count);
  uint32_t low = set->first, high = set->first + set->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (automaton->set_symbols.at[middle] < symbol)
      low = middle + 1;
    else
      high = middle;
  }
  return low < set->first + set->count &&
         automaton->set_symbols.at[low] == symbol;
}

bool fa_label_has(const fa *automaton, uint32_t label, uint32_t symbol) {
  assert(label < FA_SET || label == FA_EPSILON ||
         label - FA_SET < automaton->sets.count);
  if (label == FA_EPSILON)
    return false;
  if (label < FA_SET)
    return label == symbol;
  const fa_set *set = &automaton->sets.at[label - FA_SET];
  return lists(automaton, set, symbol) != set->negated;
}

uint32_t fa_label_least(const fa *automaton, uint32_t label) {
  assert(label < FA_SET || label == FA_EPSILON ||
         label - FA_SET < automaton->sets.count);
  if (label < FA_SET || label == FA_EPSILON)
    return label;
  const fa_set *set = &automaton->sets.at[label - FA_SET];
  if (!set->negated)
    return set->count ? automaton->set_symbols.at[set->first] : FA_NONE;
  uint32_t n = 0;
  while (n < set->count && automaton->set_symbols.at[set->first + n] == n)
    n++;
  return n < automaton->symbols ? n : FA_NONE;
}

typedef struct adjacency {
  uint32_t *first, *order;
} adjacency;

static void fa_index_edges(mem *m, const fa *automaton, bool backward,
                           adjacency *out) {
  uint32_t states = fa_states(automaton);
  out->first = mem_array(m, (size_t)states + 2, sizeof *out->first);
  out->order = mem_array(m, automaton->edges.count + 1, sizeof *out->order);
  vec_each (const fa_edge, edge, &automaton->edges)
    out->first[(backward ? edge->to : edge->from) + 2]++;
  for (uint32_t q = 0; q < states; q++)
    out->first[q + 2] += out->first[q + 1];
  for (uint32_t i = 0; i < automaton->edges.count; i++) {
    const fa_edge *edge = &automaton->edges.at[i];
    out->order[out->first[(backward ? edge->to : edge->from) + 1]++] = i;
  }
}

static void free_index(mem *m, adjacency *x) {
  mem_free(m, x->first);
  mem_free(m, x->order);
}

/* Adds to 'list' all that epsilon reaches from it; 'seen' marks its members. */
static void close_list(mem *m, const fa *automaton, const adjacency *x,
                       uint8_t *seen, fa_word *list) {
  for (size_t i = 0; i < list->count; i++)
    for (uint32_t q = list->at[i], k = x->first[q]; k < x->first[q + 1]; k++) {
      const fa_edge *edge = &automaton->edges.at[x->order[k]];
      if (edge->label != FA_EPSILON || seen[edge->to])
        continue;
      seen[edge->to] = 1;
      vec_push(m, list, edge->to);
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

bool fa_accepts(mem *m, const fa *automaton, const uint32_t *word,
                size_t length) {
  adjacency x;
  fa_word here = {0}, next = {0};
  uint8_t *seen = mem_array(m, (size_t)fa_states(automaton) + 1, 1);
  bool accepted = false;
  fa_index_edges(m, automaton, false, &x);
  vec_each (const uint32_t, q, &automaton->initial)
    add_once(m, seen, &here, *q);
  close_list(m, automaton, &x, seen, &here);
  for (size_t i = 0; i < length; i++) {
    unmark(seen, &here);
    next.count = 0;
    vec_each (const uint32_t, q, &here)
      for (uint32_t k = x.first[*q]; k < x.first[*q + 1]; k++)
        if (fa_label_has(automaton, automaton->edges.at[x.order[k]].label,
                         word[i]))
          add_once(m, seen, &next, automaton->edges.at[x.order[k]].to);
    close_list(m, automaton, &x, seen, &next);
    fa_word old = here;
    here = next;
    next = old;
  }
  vec_each (const uint32_t, q, &here)
    accepted |= automaton->accepting.at[*q];
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

static void expand(mem *m, const fa *automaton, const adjacency *x,
                   word_search *search, uint32_t q) {
  assert(search->distance[q] != UINT64_MAX);
  for (uint32_t k = x->first[q]; k < x->first[q + 1]; k++) {
    const fa_edge *edge = &automaton->edges.at[x->order[k]];
    bool free_of_cost = edge->label == FA_EPSILON;
    uint64_t d = search->distance[q] + !free_of_cost;
    if (d >= search->distance[edge->to] ||
        (!free_of_cost && fa_label_least(automaton, edge->label) == FA_NONE))
      continue;
    search->distance[edge->to] = d;
    search->by[edge->to] = x->order[k];
    if (free_of_cost)
      vec_push(m, &search->level, edge->to);
    else
      vec_push(m, &search->next, edge->to);
  }
}

static void reverse_word(fa_word *word) {
  for (size_t i = 0; i < word->count / 2; i++) {
    uint32_t t = word->at[i];
    word->at[i] = word->at[word->count - 1 - i];
    word->at[word->count - 1 - i] = t;
  }
}

static void fa_write_word(mem *m, const fa *automaton,
                          const word_search *search, uint32_t q, fa_word *out) {
  assert(search->distance[q] != UINT64_MAX);
  out->count = 0;
  for (; search->by[q] != FA_NONE;
       q = automaton->edges.at[search->by[q]].from) {
    uint32_t label = automaton->edges.at[search->by[q]].label;
    if (label != FA_EPSILON)
      vec_push(m, out, fa_label_least(automaton, label));
  }
  reverse_word(out);
}

bool fa_shortest(mem *m, const fa *automaton, fa_word *out) {
  uint32_t states = fa_states(automaton), found = FA_NONE;
  word_search search = {
      mem_array(m, (size_t)states + 1, sizeof *search.distance),
      mem_array(m, (size_t)states + 1, sizeof *search.by),
      {0},
      {0}};
  adjacency x;
  fa_index_edges(m, automaton, false, &x);
  memset(search.distance, 0xFF, states * sizeof *search.distance);
  memset(search.by, 0xFF, states * sizeof *search.by);
  vec_each (const uint32_t, q, &automaton->initial) {
    search.distance[*q] = 0;
    vec_push(m, &search.level, *q);
  }
  for (uint64_t d = 0; search.level.count && found == FA_NONE; d++) {
    for (size_t i = 0; i < search.level.count && found == FA_NONE; i++) {
      uint32_t q = search.level.at[i];
      if (search.distance[q] == d && automaton->accepting.at[q])
        found = q;
      else if (search.distance[q] == d)
        expand(m, automaton, &x, &search, q);
    }
    fa_word old = search.level;
    search.level = search.next;
    search.next = old;
    search.next.count = 0;
  }
  if (found != FA_NONE)
    fa_write_word(m, automaton, &search, found, out);
  free_index(m, &x);
  mem_free(m, search.distance);
  mem_free(m, search.by);
  vec_free(m, &search.level);
  vec_free(m, &search.next);
  return found != FA_NONE;
}

/* New ones from old. */

static void copy_sets(mem *m, const fa *automaton, fa *out) {
  vec_each (const fa_set, set, &automaton->sets)
    vec_push(m, &out->sets, *set);
  vec_each (const uint32_t, g, &automaton->set_symbols)
    vec_push(m, &out->set_symbols, *g);
}

void fa_remove_epsilon(mem *m, const fa *automaton, fa *out) {
  adjacency x;
  fa_word list = {0};
  uint8_t *seen = mem_array(m, (size_t)fa_states(automaton) + 1, 1);
  *out = (fa){.symbols = automaton->symbols};
  copy_sets(m, automaton, out);
  fa_index_edges(m, automaton, false, &x);
  vec_each (const uint32_t, q, &automaton->initial)
    vec_push(m, &out->initial, *q);
  for (uint32_t q = 0; q < fa_states(automaton); q++) {
    list.count = 0;
    add_once(m, seen, &list, q);
    close_list(m, automaton, &x, seen, &list);
    bool accepting = false;
    vec_each (const uint32_t, s, &list) {
      accepting |= automaton->accepting.at[*s];
      for (uint32_t k = x.first[*s]; k < x.first[*s + 1]; k++) {
        const fa_edge *edge = &automaton->edges.at[x.order[k]];
        if (edge->label != FA_EPSILON)
          fa_add_edge(m, out, q, edge->label, edge->to);
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
static void mark_reachable(mem *m, const fa *automaton, bool backward,
                           fa_word *list, uint8_t *seen) {
  adjacency x;
  fa_index_edges(m, automaton, backward, &x);
  for (size_t i = 0; i < list->count; i++)
    for (uint32_t q = list->at[i], k = x.first[q]; k < x.first[q + 1]; k++) {
      const fa_edge *edge = &automaton->edges.at[x.order[k]];
      if (edge->label == FA_EPSILON ||
          fa_label_least(automaton, edge->label) != FA_NONE)
        add_once(m, seen, list, backward ? edge->from : edge->to);
    }
  free_index(m, &x);
}

void fa_trim(mem *m, const fa *automaton, fa *out) {
  uint32_t states = fa_states(automaton);
  fa_word list = {0};
  uint8_t *from = mem_array(m, (size_t)states + 1, 1);
  uint8_t *to = mem_array(m, (size_t)states + 1, 1);
  uint32_t *number = mem_array(m, (size_t)states + 1, sizeof *number);
  *out = (fa){.symbols = automaton->symbols};
  copy_sets(m, automaton, out);
  vec_each (const uint32_t, q, &automaton->initial)
    add_once(m, from, &list, *q);
  mark_reachable(m, automaton, false, &list, from);
  list.count = 0;
  for (uint32_t q = 0; q < states; q++)
    if (automaton->accepting.at[q])
      add_once(m, to, &list, q);
  mark_reachable(m, automaton, true, &list, to);
  for (uint32_t q = 0; q < states; q++)
    number[q] = from[q] && to[q]
                    ? fa_add_state(m, out, automaton->accepting.at[q])
                    : FA_NONE;
  vec_each (const uint32_t, q, &automaton->initial)
    if (number[*q] != FA_NONE)
      vec_push(m, &out->initial, number[*q]);
  vec_each (const fa_edge, edge, &automaton->edges)
    if (number[edge->from] != FA_NONE && number[edge->to] != FA_NONE &&
        (edge->label == FA_EPSILON ||
         fa_label_least(automaton, edge->label) != FA_NONE))
      fa_add_edge(m, out, number[edge->from], edge->label, number[edge->to]);
  mem_free(m, from);
  mem_free(m, to);
  mem_free(m, number);
  vec_free(m, &list);
}

void fa_reverse(mem *m, const fa *automaton, fa *out) {
  *out = (fa){.symbols = automaton->symbols};
  copy_sets(m, automaton, out);
  for (uint32_t q = 0; q < fa_states(automaton); q++) {
    fa_add_state(m, out, false);
    if (automaton->accepting.at[q])
      vec_push(m, &out->initial, q);
  }
  vec_each (const uint32_t, q, &automaton->initial)
    out->accepting.at[*q] = 1;
  vec_each (const fa_edge, edge, &automaton->edges)
    fa_add_edge(m, out, edge->to, edge->label, edge->from);
}

static void append(mem *m, const fa *automaton, fa *out) {
  assert(out->symbols == automaton->symbols);
  uint32_t states = fa_states(out), symbols = (uint32_t)out->set_symbols.count;
  uint32_t sets = (uint32_t)out->sets.count;
  vec_each (const uint32_t, g, &automaton->set_symbols)
    vec_push(m, &out->set_symbols, *g);
  vec_each (const fa_set, set, &automaton->sets)
    vec_push(m, &out->sets,
             ((fa_set){set->negated, symbols + set->first, set->count}));
  vec_each (const uint8_t, x, &automaton->accepting)
    vec_push(m, &out->accepting, *x);
  vec_each (const uint32_t, q, &automaton->initial)
    vec_push(m, &out->initial, states + *q);
  vec_each (const fa_edge, edge, &automaton->edges) {
    bool is_set = edge->label >= FA_SET && edge->label != FA_EPSILON;
    fa_add_edge(m, out, states + edge->from, edge->label + (is_set ? sets : 0),
                states + edge->to);
  }
}

void fa_both(mem *m, const fa *a, const fa *b, fa *out) {
  assert(a->symbols == b->symbols);
  *out = (fa){.symbols = a->symbols};
  append(m, a, out);
  append(m, b, out);
}
