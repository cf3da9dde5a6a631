/* Explicit sets as tables of nodes: proofs made by hand. */
#ifndef UNIT_SYMBOLIC_TABLES_H
#define UNIT_SYMBOLIC_TABLES_H

#include "tests/unit/evidence/symbolic/symbolic_explicit.h"

#include <stdlib.h>

typedef struct table_maker {
  const small_system *s;
  sym_proof *proof;
  map unique; /* (low, high), then with the variable */
  map pairs;
  uint32_t order[64]; /* of all variables: a random one */
  bool leaves_out;    /* bits that a frame does not use */
  uint64_t random;
} table_maker;

static inline uint32_t table_random(uint64_t *state, uint32_t below) {
  *state =
      *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(*state >> 33) % below;
}

static inline void table_begin(table_maker *t, const small_system *s,
                               sym_proof_kind kind, uint64_t seed,
                               sym_proof *out) {
  uint32_t count = (s->globals + s->locals) * SYM_COPIES;
  *t = (table_maker){.s = s, .proof = out, .random = seed};
  *out = (sym_proof){.kind = kind,
                     .globals = s->globals,
                     .locals = s->locals,
                     .symbols = (uint32_t)s->p->locations.count,
                     .automaton_bits = s->globals - s->program_globals};
  for (uint32_t i = 0; i < count; i++)
    t->order[i] = i;
  for (uint32_t i = count; i > 1; i--) {
    uint32_t k = table_random(&t->random, i), x = t->order[k];
    t->order[k] = t->order[i - 1];
    t->order[i - 1] = x;
  }
  t->leaves_out = table_random(&t->random, 2);
}

static inline uint32_t table_node(table_maker *t, uint32_t variable,
                                  uint32_t low, uint32_t high) {
  mem *m = t->s->m;
  if (low == high)
    return low;
  uint32_t pair = map_insert(m, &t->pairs, map_pair(low, high));
  uint32_t n = map_insert(m, &t->unique, map_pair(variable, pair));
  if (n == t->proof->nodes.count)
    vec_push(m, &t->proof->nodes, ((sym_node){variable, low, high}));
  return n + 2;
}

/* Points: bit i is the value of variables[i], which are in order. */
static inline uint32_t table_set(table_maker *t, const uint32_t *variables,
                                 uint32_t count, uint64_t *points,
                                 size_t number, uint32_t at) {
  if (number == 0)
    return 0;
  if (at == count)
    return 1;
  size_t zeros = 0;
  for (size_t i = 0; i < number; i++)
    if (!(points[i] >> at & 1)) {
      uint64_t x = points[i];
      points[i] = points[zeros];
      points[zeros++] = x;
    }
  uint32_t low = table_set(t, variables, count, points, zeros, at + 1);
  uint32_t high =
      table_set(t, variables, count, points + zeros, number - zeros, at + 1);
  return table_node(t, variables[at], low, high);
}

/* Up to four parts of a point, each with the copy it is for. */
typedef struct table_part {
  bool is_local;
  sym_copy copy;
  uint32_t bits; /* that the frame uses */
} table_part;

typedef struct table_point {
  uint32_t symbol, with, part[4];
} table_point;

typedef vec(table_point) table_points;

/* All points of a symbol and 'with' become a row. */
static inline void table_row(table_maker *t, const table_part *parts,
                             uint32_t count, const table_point *at,
                             size_t number, sym_rows *out) {
  uint32_t variables[64], shift[64], of[64], n = 0;
  mem *m = t->s->m;
  uint32_t all = (t->s->globals + t->s->locals) * SYM_COPIES;
  uint32_t frame = t->s->frame[t->s->p->locations.at[at[0].symbol].procedure];
  for (uint32_t i = 0; i < all; i++) {
    uint32_t bit = t->order[i] / SYM_COPIES;
    bool is_local = bit >= t->s->globals;
    if (is_local)
      bit -= t->s->globals;
    for (uint32_t k = 0; k < count; k++)
      if (parts[k].is_local == is_local &&
          (uint32_t)parts[k].copy == t->order[i] % SYM_COPIES &&
          (!is_local || bit < frame || !t->leaves_out)) {
        variables[n] = t->order[i];
        shift[n] = bit;
        of[n++] = k;
      }
  }
  uint64_t *points = mem_array(m, number + 1, sizeof *points);
  for (size_t i = 0; i < number; i++)
    for (uint32_t k = 0; k < n; k++)
      points[i] |= (uint64_t)(at[i].part[of[k]] >> shift[k] & 1) << k;
  sym_row row = {.symbol = at[0].symbol, .with = at[0].with};
  row.node = table_set(t, variables, n, points, number, 0);
  vec_push(m, out, row);
  mem_free(m, points);
}

static inline int table_compare(const void *a, const void *b) {
  return memcmp(a, b, sizeof(table_point));
}

static inline void table_rows(table_maker *t, const table_part *parts,
                              uint32_t count, table_points *points,
                              sym_rows *out) {
  if (points->count)
    qsort(points->at, points->count, sizeof *points->at, table_compare);
  for (size_t i = 0, end; i < points->count; i = end) {
    for (end = i; end < points->count &&
                  points->at[end].symbol == points->at[i].symbol &&
                  points->at[end].with == points->at[i].with;)
      end++;
    table_row(t, parts, count, points->at + i, end - i, out);
  }
}

/* Drops a point, if asked to: 'dropped' counts down to it. */
static inline void table_add(table_maker *t, table_points *to, table_point x,
                             int64_t *dropped) {
  if (*dropped != 0)
    vec_push(t->s->m, to, x);
  (*dropped)--;
}

/* The three kinds. */

static inline void table_forward(table_maker *t, const small_reach *r,
                                 int64_t dropped) {
  static const table_part reach[] = {{false, SYM_NOW, 0},
                                     {true, SYM_NOW, 0},
                                     {false, SYM_BELOW, 0},
                                     {true, SYM_OTHER, 0}};
  static const table_part summary[] = {
      {false, SYM_NEXT, 0}, {true, SYM_NEXT, 0}, {false, SYM_NOW, 0}};
  const small_system *s = t->s;
  table_points points = {0}, summaries = {0};
  vec_each (const uint64_t, key, &r->pairs.keys) {
    uint32_t e = (uint32_t)(*key >> 32), h = (uint32_t)*key;
    table_add(t, &points,
              (table_point){small_location(s, h),
                            small_location(s, e),
                            {small_globals(s, h), small_locals(s, h),
                             small_globals(s, e), small_locals(s, e)}},
              &dropped);
  }
  for (uint32_t h = 0; h < s->heads; h++)
    for (uint32_t g = 0; g < 64; g++)
      if (r->popped[h] >> g & 1)
        table_add(t, &summaries,
                  (table_point){small_location(s, h),
                                0,
                                {small_globals(s, h), small_locals(s, h), g}},
                  &dropped);
  table_rows(t, reach, 4, &points, &t->proof->reach);
  table_rows(t, summary, 3, &summaries, &t->proof->summaries);
}

static inline void table_pops(table_maker *t, const uint64_t *pops,
                              int64_t *dropped, sym_rows *out) {
  static const table_part parts[] = {
      {false, SYM_NOW, 0}, {true, SYM_NOW, 0}, {false, SYM_BELOW, 0}};
  const small_system *s = t->s;
  table_points points = {0};
  for (uint32_t h = 0; h < s->heads; h++)
    for (uint32_t g = 0; g < 64; g++)
      if (pops[h] >> g & 1)
        table_add(t, &points,
                  (table_point){small_location(s, h),
                                0,
                                {small_globals(s, h), small_locals(s, h), g}},
                  dropped);
  table_rows(t, parts, 3, &points, out);
}

static inline void table_heads(table_maker *t, const bool *heads,
                               const uint32_t *rank, int64_t *dropped,
                               sym_rows *out) {
  static const table_part parts[] = {{false, SYM_NOW, 0}, {true, SYM_NOW, 0}};
  const small_system *s = t->s;
  table_points points = {0};
  for (uint32_t h = 0; h < s->heads; h++)
    if (heads[h])
      table_add(t, &points,
                (table_point){small_location(s, h),
                              rank ? rank[h] + 1 : 0,
                              {small_globals(s, h), small_locals(s, h)}},
                dropped);
  table_rows(t, parts, 2, &points, out);
}

static inline void table_sets(table_maker *t, const small_sets *x,
                              int64_t dropped) {
  sym_proof *p = t->proof;
  table_heads(t, x->heads, NULL, &dropped, &p->heads);
  table_pops(t, x->pops, &dropped, &p->pops);
  if (p->kind != SYM_PROOF_RANKS)
    return;
  table_pops(t, x->pops_accepting, &dropped, &p->pops_accepting);
  table_heads(t, x->heads, x->rank, &dropped, &p->ranks);
}

#endif
