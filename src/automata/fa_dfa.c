#include "automata/fa_rows.h"

#include "base/check.h"
#include "base/map.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void dfa_free(mem *m, dfa *a) {
  vec_free(m, &a->accepting);
  vec_free(m, &a->first);
  vec_free(m, &a->other);
  vec_free(m, &a->edges);
}

uint32_t fa_unmentioned(const dfa_edge *edges, size_t count, uint32_t symbols) {
  uint32_t n = 0;
  while (n < count && edges[n].symbol == n)
    n++;
  return n < symbols ? n : FA_NONE;
}

static int dfa_by_target(const void *x, const void *y) {
  const dfa_edge *a = x, *b = y;
  if (a->to != b->to)
    return a->to < b->to ? -1 : 1;
  return a->symbol < b->symbol ? -1 : a->symbol > b->symbol;
}

static int dfa_by_symbol(const void *x, const void *y) {
  const dfa_edge *a = x, *b = y;
  return a->symbol < b->symbol ? -1 : a->symbol > b->symbol;
}

/* Where most symbols lead. Sorts the edges by target. */
static uint32_t choose_other(const dfa *out, dfa_edge *edges, size_t count,
                             uint32_t other) {
  assert(count <= out->symbols);
  uint32_t least = fa_unmentioned(edges, count, out->symbols);
  uint32_t best = least == FA_NONE ? FA_NONE : other, best_least = least;
  size_t most = out->symbols - count;
  if (count)
    qsort(edges, count, sizeof *edges, dfa_by_target);
  for (size_t i = 0, end; i < count; i = end) {
    uint32_t first = edges[i].symbol;
    size_t n = 0;
    for (end = i; end < count && edges[end].to == edges[i].to; end++)
      n++;
    if (least != FA_NONE && edges[i].to == other) {
      n += out->symbols - count;
      first = first < least ? first : least;
    }
    if (n > most || (n == most && first < best_least)) {
      most = n;
      best = edges[i].to;
      best_least = first;
    }
  }
  return best;
}

void fa_add_row(mem *m, dfa *out, bool accepting, dfa_edge *edges, size_t count,
                uint32_t other) {
  assert(count <= out->symbols);
  uint32_t best = choose_other(out, edges, count, other);
  if (out->first.count == 0)
    vec_push(m, &out->first, 0);
  if (count)
    qsort(edges, count, sizeof *edges, dfa_by_symbol);
  if (best == other || count == out->symbols) {
    for (size_t i = 0; i < count; i++)
      if (edges[i].to != best)
        vec_push(m, &out->edges, edges[i]);
  } else {
    /* No more of these than there were edges. */
    for (uint32_t g = 0, i = 0; g < out->symbols; g++) {
      uint32_t to = i < count && edges[i].symbol == g ? edges[i++].to : other;
      if (to != best)
        vec_push(m, &out->edges, ((dfa_edge){g, to}));
    }
  }
  vec_push(m, &out->other, best);
  vec_push(m, &out->first, (uint32_t)out->edges.count);
  vec_push(m, &out->accepting, accepting);
}

uint32_t dfa_next(const dfa *a, uint32_t state, uint32_t symbol) {
  assert(state + 1 < a->first.count);
  assert(symbol < a->symbols);
  uint32_t low = a->first.at[state], high = a->first.at[state + 1];
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (a->edges.at[middle].symbol < symbol)
      low = middle + 1;
    else
      high = middle;
  }
  return low < a->first.at[state + 1] && a->edges.at[low].symbol == symbol
             ? a->edges.at[low].to
             : a->other.at[state];
}

#ifndef NDEBUG
void check_dfa(const dfa *a) {
  uint32_t states = dfa_states(a);
  assert(a->initial < states && a->other.count == states);
  assert(a->first.count == (size_t)states + 1 && a->first.at[0] == 0);
  assert(a->first.at[states] == a->edges.count);
  for (uint32_t q = 0; q < states; q++) {
    assert(a->first.at[q] <= a->first.at[q + 1]);
    assert((a->other.at[q] == FA_NONE) == (a->symbols == 0));
    assert(a->symbols == 0 || a->other.at[q] < states);
    for (uint32_t i = a->first.at[q]; i < a->first.at[q + 1]; i++) {
      const dfa_edge *e = &a->edges.at[i];
      assert(e->symbol < a->symbols && e->to < states);
      assert(e->to != a->other.at[q]);
      assert(i == a->first.at[q] || e[-1].symbol < e->symbol);
    }
  }
}
#endif

bool dfa_accepts(const dfa *a, const uint32_t *word, size_t length) {
  uint32_t q = a->initial;
  for (size_t i = 0; i < length; i++)
    q = dfa_next(a, q, word[i]);
  assert(q < dfa_states(a));
  return a->accepting.at[q];
}

typedef struct arrival {
  uint32_t from, symbol; /* FA_NONE: not reached, or the start */
} arrival;

static void arrive(mem *m, arrival *at, fa_word *queue, uint32_t from,
                   uint32_t symbol, uint32_t to) {
  if (at[to].symbol != FA_NONE)
    return;
  at[to] = (arrival){from, symbol};
  vec_push(m, queue, to);
}

static void dfa_write_word(mem *m, const arrival *at, uint32_t start,
                           uint32_t q, fa_word *out) {
  out->count = 0;
  for (; q != start; q = at[q].from)
    vec_push(m, out, at[q].symbol);
  for (size_t i = 0; i < out->count / 2; i++) {
    uint32_t t = out->at[i];
    out->at[i] = out->at[out->count - 1 - i];
    out->at[out->count - 1 - i] = t;
  }
}

bool dfa_shortest(mem *m, const dfa *a, fa_word *out) {
  uint32_t states = dfa_states(a), found = FA_NONE;
  arrival *at = mem_array(m, (size_t)states + 1, sizeof *at);
  fa_word queue = {0};
  memset(at, 0xFF, states * sizeof *at);
  at[a->initial].symbol = 0;
  vec_push(m, &queue, a->initial);
  for (size_t i = 0; i < queue.count && found == FA_NONE; i++) {
    uint32_t q = queue.at[i], first = a->first.at[q];
    uint32_t count = a->first.at[q + 1] - first;
    const dfa_edge *edges = count ? a->edges.at + first : NULL;
    if (a->accepting.at[q])
      found = q;
    for (uint32_t k = 0; k < count; k++)
      arrive(m, at, &queue, q, edges[k].symbol, edges[k].to);
    uint32_t least = fa_unmentioned(edges, count, a->symbols);
    if (least != FA_NONE)
      arrive(m, at, &queue, q, least, a->other.at[q]);
  }
  if (found != FA_NONE)
    dfa_write_word(m, at, a->initial, found, out);
  mem_free(m, at);
  vec_free(m, &queue);
  return found != FA_NONE;
}

/* New ones from old. */

void dfa_complement(mem *m, const dfa *a, dfa *out) {
  *out = (dfa){.symbols = a->symbols, .initial = a->initial};
  vec_each (const uint8_t, x, &a->accepting)
    vec_push(m, &out->accepting, !*x);
  vec_each (const uint32_t, x, &a->first)
    vec_push(m, &out->first, *x);
  vec_each (const uint32_t, x, &a->other)
    vec_push(m, &out->other, *x);
  vec_each (const dfa_edge, x, &a->edges)
    vec_push(m, &out->edges, *x);
}

void dfa_to_fa(mem *m, const dfa *a, fa *out) {
  fa_word listed = {0};
  *out = (fa){.symbols = a->symbols};
  vec_push(m, &out->initial, a->initial);
  for (uint32_t q = 0; q < dfa_states(a); q++) {
    fa_add_state(m, out, a->accepting.at[q]);
    listed.count = 0;
    for (uint32_t i = a->first.at[q]; i < a->first.at[q + 1]; i++) {
      fa_add_edge(m, out, q, a->edges.at[i].symbol, a->edges.at[i].to);
      vec_push(m, &listed, a->edges.at[i].symbol);
    }
    if (a->other.at[q] != FA_NONE)
      fa_add_edge(m, out, q, fa_add_set(m, out, true, listed.at, listed.count),
                  a->other.at[q]);
  }
  vec_free(m, &listed);
}

static bool decide(dfa_operation operation, bool x, bool y) {
  switch (operation) {
  case DFA_INTERSECTION:
    return x && y;
  case DFA_UNION:
    return x || y;
  case DFA_DIFFERENCE:
    return x && !y;
  case DFA_SYMMETRIC_DIFFERENCE:
    return x != y;
  }
  return false;
}

typedef vec(dfa_edge) row;

static uint32_t pair_of(mem *m, map *pairs, uint32_t p, uint32_t q) {
  return map_insert(m, pairs, map_pair(p, q));
}

/* Both rows at once, symbol by symbol of those that are mentioned. */
static void merge_rows(mem *m, const dfa *a, const dfa *b, uint32_t p,
                       uint32_t q, map *pairs, row *out) {
  assert(p + 1 < a->first.count);
  assert(q + 1 < b->first.count);
  uint32_t i = a->first.at[p], k = b->first.at[q];
  uint32_t i_end = a->first.at[p + 1], k_end = b->first.at[q + 1];
  out->count = 0;
  while (i < i_end || k < k_end) {
    uint32_t g = i < i_end ? a->edges.at[i].symbol : FA_NONE;
    uint32_t h = k < k_end ? b->edges.at[k].symbol : FA_NONE;
    uint32_t symbol = g < h ? g : h;
    uint32_t x = g == symbol ? a->edges.at[i++].to : a->other.at[p];
    uint32_t y = h == symbol ? b->edges.at[k++].to : b->other.at[q];
    vec_push(m, out, ((dfa_edge){symbol, pair_of(m, pairs, x, y)}));
  }
}

void dfa_combine(mem *m, progress *clock, const dfa *a, const dfa *b,
                 dfa_operation operation, dfa *out) {
  map pairs = {0};
  row edges = {0};
  *out = (dfa){.symbols = a->symbols};
  pair_of(m, &pairs, a->initial, b->initial);
  for (uint32_t n = 0; n < pairs.keys.count; n++) {
    uint32_t p = (uint32_t)(pairs.keys.at[n] >> 32);
    uint32_t q = (uint32_t)pairs.keys.at[n];
    progress_tick(clock);
    merge_rows(m, a, b, p, q, &pairs, &edges);
    uint32_t other = FA_NONE;
    if (edges.count < a->symbols)
      other = pair_of(m, &pairs, a->other.at[p], b->other.at[q]);
    fa_add_row(m, out,
               decide(operation, a->accepting.at[p], b->accepting.at[q]),
               edges.at, edges.count, other);
  }
  map_free(m, &pairs);
  vec_free(m, &edges);
  debug_check(check_dfa(out));
}

bool dfa_distinguish(mem *m, progress *clock, const dfa *a, const dfa *b,
                     fa_word *out) {
  dfa difference;
  dfa_combine(m, clock, a, b, DFA_SYMMETRIC_DIFFERENCE, &difference);
  bool found = dfa_shortest(m, &difference, out);
  dfa_free(m, &difference);
  return found;
}
