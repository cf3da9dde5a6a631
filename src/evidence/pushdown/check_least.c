/* Does a weighted automaton prove that no run weighs less than the one claimed?
 * It must weigh the final set with nothing, each predecessor with no more than
 * the rule and what follows, and no initial configuration with less than the
 * claim. What weighs at least as much as the claim may be left out, since no
 * rule weighs less than nothing. Sums are exact. */
#include "evidence/pushdown/check.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* high * 2^32 + low, 0 <= low < 2^32: room for the sum of 2^31 weights. */
typedef struct wide {
  int64_t high, low;
} wide;

typedef struct bounding {
  checker *v;
  const evidence *e;
  uint32_t states, controls, dimension;
  map rows;                 /* (state, symbol): numbers of e->rows */
  uint64_t *mark, stamp;    /* by state: is a target of the row at hand */
  size_t *marked;           /* and its place in 'targets' */
  wide *sum;                /* one weight, for use at once */
  map pairs;                /* (state of the initial set, state of the rows) */
  vec(wide) least;          /* by pair: of the words that lead there */
  vec(uint32_t) todo, next; /* pairs with a better weight */
  vec(uint8_t) waits;       /* by pair */
  uint32_t pair;            /* at hand */
} bounding;

static void add(wide *to, int64_t n) {
  const int64_t unit = INT64_C(1) << 32;
  int64_t low = n % unit, high = n / unit;
  if (low < 0) {
    low += unit;
    high--;
  }
  to->low += low;
  to->high += high + (to->low >= unit);
  to->low -= to->low >= unit ? unit : 0;
}

static void add_all(const bounding *b, wide *to, const int64_t *from) {
  for (uint32_t i = 0; i < b->dimension; i++)
    add(&to[i], from[i]);
}

static bool is_less(const wide *a, const wide *b, uint32_t dimension) {
  for (uint32_t i = 0; i < dimension; i++) {
    if (a[i].high != b[i].high)
      return a[i].high < b[i].high;
    if (a[i].low != b[i].low)
      return a[i].low < b[i].low;
  }
  return false;
}

/* -1, 0, 1: 'sum' is below, at, above 'n'. */
static int compare(const bounding *b, const wide *sum, const int64_t *n) {
  for (uint32_t i = 0; i < b->dimension; i++) {
    wide x = {0, 0};
    add(&x, n[i]);
    if (is_less(&sum[i], &x, 1))
      return -1;
    if (is_less(&x, &sum[i], 1))
      return 1;
  }
  return 0;
}

static bool is_negative(const int64_t *n, uint32_t dimension) {
  uint32_t i = 0;
  while (i < dimension && n[i] == 0)
    i++;
  return i < dimension && n[i] < 0;
}

static const int64_t *weight_of(const bounding *b, size_t target) {
  return b->e->weights.at + target * b->dimension;
}

static const evidence_row *least_row_of(const bounding *b, uint32_t from,
                                        uint32_t symbol) {
  static const evidence_row none;
  uint32_t n = map_find(&b->rows, map_pair(from, symbol));
  return n == MAP_NONE ? &none : &b->e->rows.at[n];
}

static bool least_load_rows(bounding *b) {
  const evidence *e = b->e;
  for (uint32_t i = 0; i < e->rows.count; i++) {
    const evidence_row *row = &e->rows.at[i];
    if (map_insert(b->v->m, &b->rows, map_pair(row->from, row->symbol)) != i)
      return check_reject(b->v, "least: a row is there twice");
    b->stamp++;
    for (size_t k = row->first; k < row->first + row->count; k++) {
      memset(b->sum, 0, b->dimension * sizeof *b->sum);
      add_all(b, b->sum, weight_of(b, k));
      if (b->mark[e->targets.at[k]] == b->stamp)
        return check_reject(b->v, "least: a transition is there twice");
      if (is_negative(weight_of(b, k), b->dimension) ||
          compare(b, b->sum, e->weight) >= 0)
        return check_reject(b->v, "least: a transition weighs less than "
                                  "nothing, or too much to matter");
      b->mark[e->targets.at[k]] = b->stamp;
    }
  }
  return true;
}

typedef struct edge_of {
  const bounding *b;
  uint32_t from;
} edge_of;

static bool weighs_nothing(void *self, uint32_t symbol, uint32_t to) {
  const edge_of *x = self;
  const evidence *e = x->b->e;
  const evidence_row *row = least_row_of(x->b, x->from, symbol);
  for (size_t i = row->first; i < row->first + row->count; i++)
    if (e->targets.at[i] == to) {
      const int64_t *weight = weight_of(x->b, i);
      for (uint32_t k = 0; k < x->b->dimension; k++)
        if (weight[k] != 0)
          return false;
      return true;
    }
  return false;
}

static bool final_weighs_nothing(bounding *b) {
  sets *final = &b->v->final;
  for (uint32_t s = 0; s < b->states; s++) {
    if (s >= b->controls && !sets_is_entered(final, s))
      continue;
    edge_of self = {b, s};
    sets_close(final, s);
    if (!sets_each_edge(final, weighs_nothing, &self))
      return check_reject(b->v, "least: an edge of the final set is missing, "
                                "or does not weigh nothing");
  }
  return true;
}

/* The row of the rule's head, which is marked, has (.., to) with the weight of
 * the rule and of the transitions 'first' and 'second' (SIZE_MAX: there is
 * none), if that is less than what is claimed. */
static bool covers(bounding *b, uint32_t rule, uint32_t to, size_t first,
                   size_t second) {
  memset(b->sum, 0, b->dimension * sizeof *b->sum);
  add_all(b, b->sum, pds_weight(b->v->p, rule));
  if (first != SIZE_MAX)
    add_all(b, b->sum, weight_of(b, first));
  if (second != SIZE_MAX)
    add_all(b, b->sum, weight_of(b, second));
  return compare(b, b->sum, b->e->weight) >= 0 ||
         (b->mark[to] == b->stamp &&
          compare(b, b->sum, weight_of(b, b->marked[to])) >= 0);
}

static bool closed_under(bounding *b, uint32_t rule, uint32_t symbol) {
  assert(rule < b->v->p->rules.count);
  const pds_rule *r = &b->v->p->rules.at[rule];
  const uint32_t *to = b->e->targets.at;
  const evidence_row *head = least_row_of(b, r->from, symbol);
  b->stamp++;
  for (size_t i = head->first; i < head->first + head->count; i++) {
    b->mark[to[i]] = b->stamp;
    b->marked[to[i]] = i;
  }
  if (r->length == 0)
    return covers(b, rule, r->to, SIZE_MAX, SIZE_MAX);
  const evidence_row *one = least_row_of(b, r->to, pds_pushed(r, 0, symbol));
  for (size_t i = one->first; i < one->first + one->count; i++) {
    if (r->length == 1) {
      if (!covers(b, rule, to[i], i, SIZE_MAX))
        return false;
      continue;
    }
    const evidence_row *two = least_row_of(b, to[i], pds_pushed(r, 1, symbol));
    for (size_t k = two->first; k < two->first + two->count; k++)
      if (!covers(b, rule, to[k], i, k))
        return false;
  }
  return true;
}

static bool closed(bounding *b) {
  const pds *system = b->v->p;
  for (uint32_t i = 0; i < system->rules.count; i++) {
    uint32_t top = system->rules.at[i].top;
    uint32_t first = top == PDS_ANY ? 0 : top;
    uint32_t end = top == PDS_ANY ? pds_symbol_count(system) : top + 1;
    progress_tick(b->v->clock);
    if (is_negative(pds_weight(system, i), b->dimension))
      return check_reject(b->v, "least: rule %u weighs less than nothing",
                          (unsigned)i);
    for (uint32_t g = first; g < end; g++)
      if (!closed_under(b, i, g))
        return check_reject(b->v,
                            "least: not closed under rule %u on symbol '%s'",
                            (unsigned)i, names_text(&system->symbols, g));
  }
  return true;
}

/* Some word of weight 'sum' leads to the pair. */
static void relax(bounding *b, uint32_t s, uint32_t t) {
  mem *m = b->v->m;
  uint32_t n = map_insert(m, &b->pairs, map_pair(s, t));
  bool fresh = n == b->waits.count;
  if (fresh) {
    vec_push(m, &b->waits, 0);
    for (uint32_t i = 0; i < b->dimension; i++)
      vec_push(m, &b->least, b->sum[i]);
  }
  wide *least = b->least.at + (size_t)n * b->dimension;
  if (!fresh && !is_less(b->sum, least, b->dimension))
    return;
  memcpy(least, b->sum, b->dimension * sizeof *least);
  if (!b->waits.at[n])
    vec_push(m, &b->next, n);
  b->waits.at[n] = 1;
}

static bool least_step_pair(void *self, uint32_t symbol, uint32_t to) {
  bounding *b = self;
  const evidence_row *row =
      least_row_of(b, (uint32_t)b->pairs.keys.at[b->pair], symbol);
  for (size_t i = row->first; i < row->first + row->count; i++) {
    memcpy(b->sum, b->least.at + (size_t)b->pair * b->dimension,
           b->dimension * sizeof *b->sum);
    add_all(b, b->sum, weight_of(b, i));
    if (compare(b, b->sum, b->e->weight) < 0)
      relax(b, to, b->e->targets.at[i]);
  }
  return true;
}

/* Pairs that have got a better weight are looked at in rounds. */
static bool initial_weighs_enough(bounding *b) {
  sets *initial = &b->v->initial, *final = &b->v->final;
  memset(b->sum, 0, b->dimension * sizeof *b->sum);
  for (uint32_t p = 0; p < b->controls; p++)
    relax(b, p, p);
  while (b->next.count) {
    b->todo.count = 0;
    vec_each (const uint32_t, n, &b->next)
      vec_push(b->v->m, &b->todo, *n);
    b->next.count = 0;
    for (size_t i = 0; i < b->todo.count; i++) {
      b->pair = b->todo.at[i];
      uint64_t key = b->pairs.keys.at[b->pair];
      progress_tick(b->v->clock);
      b->waits.at[b->pair] = 0;
      if (sets_accepts(initial, (uint32_t)(key >> 32)) &&
          sets_accepts(final, (uint32_t)key))
        return check_reject(b->v, "least: an initial configuration weighs "
                                  "less than the run");
      sets_close(initial, (uint32_t)(key >> 32));
      sets_each_edge(initial, least_step_pair, b);
    }
  }
  return true;
}

/* After check_run: the weight claimed is that of a run. */
bool check_least(checker *v) {
  mem *m = v->m;
  bounding b = {.v = v, .e = v->e, .dimension = v->p->dimension};
  b.controls = v->final.controls;
  b.states = 2 * b.controls + v->final.extras;
  if (v->e->weight_kind != EVIDENCE_WEIGHT || b.dimension == 0)
    return check_reject(v, "least: there is no weight");
  b.mark = mem_array(m, (size_t)b.states + 1, sizeof *b.mark);
  b.marked = mem_array(m, (size_t)b.states + 1, sizeof *b.marked);
  b.sum = mem_array(m, b.dimension, sizeof *b.sum);
  if (!least_load_rows(&b) || !closed(&b))
    return false;
  memset(b.sum, 0, b.dimension * sizeof *b.sum);
  bool claims_much = compare(&b, b.sum, v->e->weight) < 0;
  if (claims_much && !(final_weighs_nothing(&b) && initial_weighs_enough(&b)))
    return false;
  size_t n = strlen(v->out->why);
  snprintf(v->out->why + n, sizeof v->out->why - n,
           "; by %zu transitions no run weighs less", v->e->targets.count);
  return true;
}
