/* Hopcroft, "An n log n algorithm for minimizing states in a finite automaton"
 * (1971), on classes of symbols: two symbols that lead every state to the same
 * place are one letter. */
#include "automata/fa_rows.h"

#include "automata/sequences.h"
#include "base/check.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef vec(dfa_edge) row;

typedef struct splitter {
  uint32_t block, letter;
} splitter;

typedef struct hopcroft {
  mem *m;
  progress *clock;
  const dfa *a;
  uint32_t states, letters;
  uint32_t *next;              /* by letter, then state */
  uint32_t *into_first, *into; /* by letter and state: who leads there */
  /* The partition: members of block b are member[start[b]] .. + size[b]. */
  uint32_t *member, *place, *block, *start, *size, *marked;
  uint32_t blocks;
  vec(splitter) todo;
  fa_word touched, sources;
} hopcroft;

typedef struct exception {
  uint32_t symbol, state, to;
} exception;

static int minimise_by_symbol(const void *x, const void *y) {
  const exception *a = x, *b = y;
  if (a->symbol != b->symbol)
    return a->symbol < b->symbol ? -1 : 1;
  return a->state < b->state ? -1 : a->state > b->state;
}

/* The different columns of the table of next states, as lists of exceptions
 * (state, to). */
static void find_letters(hopcroft *v, sequences *columns) {
  const dfa *a = v->a;
  vec(exception) all = {0};
  fa_word column = {0};
  uint32_t mentioned = 0;
  for (uint32_t q = 0; q < v->states; q++)
    for (uint32_t i = a->first.at[q]; i < a->first.at[q + 1]; i++)
      vec_push(v->m, &all,
               ((exception){a->edges.at[i].symbol, q, a->edges.at[i].to}));
  if (all.count)
    qsort(all.at, all.count, sizeof *all.at, minimise_by_symbol);
  for (size_t i = 0, end; i < all.count; i = end, mentioned++) {
    column.count = 0;
    for (end = i; end < all.count && all.at[end].symbol == all.at[i].symbol;
         end++) {
      vec_push(v->m, &column, all.at[end].state);
      vec_push(v->m, &column, all.at[end].to);
    }
    sequences_insert(v->m, columns, column.at, column.count);
  }
  if (mentioned < a->symbols)
    sequences_insert(v->m, columns, NULL, 0);
  vec_free(v->m, &all);
  vec_free(v->m, &column);
}

static void make_tables(hopcroft *v) {
  sequences columns = {0};
  size_t n = v->states;
  find_letters(v, &columns);
  v->letters = sequences_count(&columns);
  v->next = mem_array(v->m, n * v->letters + 1, sizeof *v->next);
  v->into = mem_array(v->m, n * v->letters + 1, sizeof *v->into);
  v->into_first =
      mem_array(v->m, (n + 1) * v->letters + 1, sizeof *v->into_first);
  for (uint32_t c = 0; c < v->letters; c++) {
    uint32_t *next = v->next + n * c, *first = v->into_first + (n + 1) * c;
    const uint32_t *column = sequences_at(&columns, c);
    memcpy(next, v->a->other.at, n * sizeof *next);
    for (uint32_t i = 0; i < sequences_length(&columns, c); i += 2)
      next[column[i]] = column[i + 1];
    for (size_t q = 0; q < n; q++)
      first[next[q] + 1]++;
    for (size_t q = 0; q < n; q++)
      first[q + 1] += first[q];
    for (uint32_t q = v->states; q-- > 0;)
      v->into[n * c + --first[next[q] + 1]] = q;
    /* Filling moved each end down to its start. */
    memmove(first, first + 1, n * sizeof *first);
    first[n] = v->states;
  }
  sequences_free(v->m, &columns);
}

static void wait_for(hopcroft *v, uint32_t block, uint32_t letter) {
  vec_push(v->m, &v->todo, ((splitter){block, letter}));
}

static void make_partition(hopcroft *v) {
  size_t n = v->states;
  uint32_t **arrays[] = {&v->member, &v->place, &v->block,
                         &v->start,  &v->size,  &v->marked};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    *arrays[i] = mem_array(v->m, n + 1, sizeof(uint32_t));
  uint32_t at = 0;
  for (unsigned accepting = 0; accepting < 2; accepting++) {
    uint32_t before = at;
    for (uint32_t q = 0; q < n; q++)
      if (v->a->accepting.at[q] == accepting) {
        v->member[at] = q;
        v->place[q] = at++;
        v->block[q] = v->blocks;
      }
    if (at == before)
      continue;
    v->start[v->blocks] = before;
    v->size[v->blocks++] = at - before;
  }
  for (uint32_t b = 0; b < v->blocks; b++)
    for (uint32_t c = 0; c < v->letters; c++)
      wait_for(v, b, c);
}

/* Moves a state to the front of its block. */
static void minimise_mark(hopcroft *v, uint32_t q) {
  uint32_t b = v->block[q], to = v->start[b] + v->marked[b];
  if (v->place[q] < to)
    return;
  if (v->marked[b]++ == 0)
    vec_push(v->m, &v->touched, b);
  uint32_t other = v->member[to];
  v->member[v->place[q]] = other;
  v->place[other] = v->place[q];
  v->member[to] = q;
  v->place[q] = to;
}

/* The smaller part becomes the new block, so that each state is moved a
 * logarithmic number of times; it has to wait in any case, the other part only
 * if the whole did. */
static void minimise_split(hopcroft *v, uint32_t b) {
  uint32_t count = v->marked[b], rest = v->size[b] - count;
  v->marked[b] = 0;
  if (rest == 0)
    return;
  uint32_t fresh = v->blocks++;
  if (count <= rest) {
    v->start[fresh] = v->start[b];
    v->size[fresh] = count;
    v->start[b] += count;
    v->size[b] = rest;
  } else {
    v->start[fresh] = v->start[b] + count;
    v->size[fresh] = rest;
    v->size[b] = count;
  }
  for (uint32_t i = 0; i < v->size[fresh]; i++)
    v->block[v->member[v->start[fresh] + i]] = fresh;
  for (uint32_t c = 0; c < v->letters; c++)
    wait_for(v, fresh, c);
}

static void minimise_refine(hopcroft *v) {
  size_t n = v->states;
  while (v->todo.count) {
    splitter s = vec_pop(&v->todo);
    const uint32_t *first = v->into_first + (n + 1) * s.letter;
    const uint32_t *into = v->into + n * s.letter;
    progress_tick(v->clock);
    v->sources.count = v->touched.count = 0;
    for (uint32_t i = 0; i < v->size[s.block]; i++) {
      uint32_t q = v->member[v->start[s.block] + i];
      for (uint32_t k = first[q]; k < first[q + 1]; k++)
        vec_push(v->m, &v->sources, into[k]);
    }
    vec_each (const uint32_t, q, &v->sources)
      minimise_mark(v, *q);
    vec_each (const uint32_t, b, &v->touched)
      minimise_split(v, *b);
  }
}

/* The row of a block, by one of its members, in blocks. */
static uint32_t block_row(hopcroft *v, uint32_t b, row *out) {
  const dfa *a = v->a;
  uint32_t q = v->member[v->start[b]];
  out->count = 0;
  assert(q < a->first.count);
  for (uint32_t i = a->first.at[q]; i < a->first.at[q + 1]; i++)
    vec_push(v->m, out,
             ((dfa_edge){a->edges.at[i].symbol, v->block[a->edges.at[i].to]}));
  return a->other.at[q] == FA_NONE ? FA_NONE : v->block[a->other.at[q]];
}

static void minimise_meet(hopcroft *v, uint32_t *number, fa_word *order,
                          uint32_t b) {
  if (number[b] != FA_NONE)
    return;
  number[b] = (uint32_t)order->count;
  vec_push(v->m, order, b);
}

static void write_quotient(hopcroft *v, dfa *out) {
  uint32_t *number = mem_array(v->m, (size_t)v->blocks + 1, sizeof *number);
  fa_word order = {0};
  row edges = {0};
  memset(number, 0xFF, ((size_t)v->blocks + 1) * sizeof *number);
  *out = (dfa){.symbols = v->a->symbols};
  minimise_meet(v, number, &order, v->block[v->a->initial]);
  for (size_t i = 0; i < order.count; i++) {
    uint32_t b = order.at[i], other = block_row(v, b, &edges);
    uint32_t least = fa_unmentioned(edges.at, edges.count, v->a->symbols);
    for (size_t k = 0; k < edges.count; k++) {
      if (edges.at[k].symbol > least)
        minimise_meet(v, number, &order, other);
      minimise_meet(v, number, &order, edges.at[k].to);
      edges.at[k].to = number[edges.at[k].to];
    }
    if (other != FA_NONE) {
      minimise_meet(v, number, &order, other);
      other = number[other];
    }
    bool accepting = v->a->accepting.at[v->member[v->start[b]]];
    fa_add_row(v->m, out, accepting, edges.at, edges.count, other);
  }
  mem_free(v->m, number);
  vec_free(v->m, &order);
  vec_free(v->m, &edges);
}

void dfa_minimise(mem *m, progress *clock, const dfa *a, dfa *out) {
  hopcroft v = {.m = m, .clock = clock, .a = a, .states = dfa_states(a)};
  make_tables(&v);
  make_partition(&v);
  minimise_refine(&v);
  write_quotient(&v, out);
  uint32_t *arrays[] = {v.next,  v.into,  v.into_first, v.member, v.place,
                        v.block, v.start, v.size,       v.marked};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    mem_free(m, arrays[i]);
  vec_free(m, &v.todo);
  vec_free(m, &v.touched);
  vec_free(m, &v.sources);
  debug_check(check_dfa(out));
}
