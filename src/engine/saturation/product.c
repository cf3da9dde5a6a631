#include "engine/saturation/product.h"

#include "base/mutant.h"
#include "engine/saturation/offers.h"

#include <assert.h>
#include <string.h>

static void product_list_add(product *x, int side, uint32_t state,
                             uint32_t pair) {
  assert(pair < x->pairs.count);
  size_t before = x->lists[side].count;
  if (state >= before) {
    vec_resize(x->m, &x->lists[side], (size_t)state + 1);
    for (size_t s = before; s <= state; s++)
      x->lists[side].at[s].first = SAT_NONE;
  }
  product_list *list = &x->lists[side].at[state];
  x->pairs.at[pair].next[side] = list->first;
  list->first = pair;
  list->count++;
}

static void add_pair(product *x, uint32_t left, uint32_t right, uint32_t parent,
                     uint32_t e1, uint32_t e2) {
  x->work++;
  uint32_t n = map_insert(x->m, &x->numbers, map_pair(left, right));
  if (n < x->pairs.count)
    return;
  vec_push(x->m, &x->pairs,
           ((product_pair){left, right, parent, {e1, e2}, {0, 0}}));
  product_list_add(x, 0, left, n);
  product_list_add(x, 1, right, n);
  if (MUTANT("empty-stack") && parent == SAT_NONE)
    return;
  if (x->found == SAT_NONE && sat_accepts(x->side[0], left) &&
      sat_accepts(x->side[1], right))
    x->found = n;
}

/* One move of a pair: the states it leads to, and the edges taken (SAT_NONE:
 * without a number; or on the right, over epsilon). */
typedef struct move {
  uint32_t pair, left, right, edge[2];
} move;
typedef void move_fn(product *x, void *self, const move *v);

static void over_epsilon(product *x, uint32_t pair, uint32_t row, move_fn *f,
                         void *self) {
  assert(pair < x->pairs.count);
  sat_cursor cursor = sat_row_cursor(x->side[0], row);
  for (uint32_t e; sat_cursor_next(&cursor, &e);) {
    move v = {pair, cursor.to, x->pairs.at[pair].right, {e, SAT_NONE}};
    f(x, self, &v);
  }
}

#ifdef CUSTOS_MUTANTS
/* As if the edges at hand were stored only after the look at the product. */
static bool is_too_early(const product *x, uint32_t r1, uint32_t r2) {
  return MUTANT("early-stop") && x->hidden == (x->hidden_side ? r2 : r1);
}
#else
#define is_too_early(x, r1, r2) false
#endif

/* All edges of one row with all edges of the other. */
static void over_rows(product *x, uint32_t pair, uint32_t r1, uint32_t r2,
                      move_fn *f, void *self) {
  if (is_too_early(x, r1, r2))
    return;
  sat_cursor c = sat_row_cursor(x->side[0], r1);
  for (uint32_t e1; sat_cursor_next(&c, &e1);) {
    sat_cursor d = sat_row_cursor(x->side[1], r2);
    for (uint32_t e2; sat_cursor_next(&d, &e2);) {
      move v = {pair, c.to, d.to, {e1, e2}};
      f(x, self, &v);
    }
  }
}

/* Goes through the rows of the state that has fewer of them. */
static void each_move(product *x, uint32_t pair, move_fn *f, void *self) {
  assert(pair < x->pairs.count);
  uint32_t s = x->pairs.at[pair].left, t = x->pairs.at[pair].right;
  const sat *a = x->side[0], *b = x->side[1];
  uint32_t epsilon = sat_find_row(a, s, SAT_EPSILON);
  assert(s < a->states.count);
  if (epsilon != SAT_NONE && !MUTANT("post-epsilon"))
    over_epsilon(x, pair, epsilon, f, self);
  if (a->states.at[s].row_count <= b->states.at[t].row_count) {
    for (uint32_t r = a->states.at[s].rows; r != SAT_NONE;
         r = a->rows.at[r].next) {
      uint32_t symbol = a->rows.at[r].symbol;
      uint32_t other =
          symbol == SAT_EPSILON ? SAT_NONE : sat_find_row(b, t, symbol);
      if (other != SAT_NONE)
        over_rows(x, pair, r, other, f, self);
    }
  } else {
    for (uint32_t r = b->states.at[t].rows; r != SAT_NONE;
         r = b->rows.at[r].next) {
      uint32_t other = sat_find_row(a, s, b->rows.at[r].symbol);
      if (other != SAT_NONE)
        over_rows(x, pair, other, r, f, self);
    }
  }
}

static void reach_pair(product *x, void *self, const move *v) {
  (void)self;
  add_pair(x, v->left, v->right, v->pair, v->edge[0], v->edge[1]);
}

static void drain(product *x) {
  while (x->expanded < x->pairs.count && !product_is_given_up(x)) {
    progress_tick(x->clock);
    each_move(x, (uint32_t)x->expanded++, reach_pair, NULL);
  }
}

void product_init(product *x, mem *m, progress *clock, sat *left, sat *right) {
  memset(x, 0, sizeof *x);
  x->m = m;
  x->clock = clock;
  x->side[0] = left;
  x->side[1] = right;
  x->found = SAT_NONE;
  x->budget = UINT64_MAX;
#ifdef CUSTOS_MUTANTS
  x->hidden = SAT_NONE;
#endif
  for (uint32_t p = 0; p < pds_state_count(left->p); p++)
    add_pair(x, p, p, SAT_NONE, SAT_NONE, SAT_NONE);
  drain(x);
}

/* The new edges with all edges of the other side's row; SAT_NONE: over
 * epsilon. */
static void extend_pair(product *x, int side, uint32_t pair, uint32_t other,
                        const sat_delta *delta) {
  sat_cursor c = sat_delta_cursor(x->side[side], delta);
  for (uint32_t e; sat_cursor_next(&c, &e) && !product_is_given_up(x);) {
    if (other == SAT_NONE) {
      add_pair(x, c.to, x->pairs.at[pair].right, pair, e, SAT_NONE);
      continue;
    }
    sat_cursor o = sat_row_cursor(x->side[1 - side], other);
    for (uint32_t f; sat_cursor_next(&o, &f);)
      if (side == 0)
        add_pair(x, c.to, o.to, pair, e, f);
      else
        add_pair(x, o.to, c.to, pair, f, e);
  }
}

/* By the pairs of the state: fewer than the rows of the symbol. */
static void extend_pairs(product *x, int side, uint32_t first,
                         const sat_delta *delta) {
  const sat *b = x->side[1 - side];
  uint32_t symbol = x->side[side]->rows.at[delta->row].symbol;
  for (uint32_t i = first; i != SAT_NONE; i = x->pairs.at[i].next[side]) {
    const product_pair *pair = &x->pairs.at[i];
    x->work++;
    uint32_t other_state = side == 0 ? pair->right : pair->left,
             other = SAT_NONE;
    if (symbol != SAT_EPSILON) {
      other = sat_find_row(b, other_state, symbol);
      if (other == SAT_NONE)
        continue;
    }
    extend_pair(x, side, i, other, delta);
  }
}

/* By the rows of the symbol on the other side. */
static void extend_rows(product *x, int side, uint32_t first,
                        const sat_delta *delta) {
  const sat *b = x->side[1 - side];
  uint32_t state = x->side[side]->rows.at[delta->row].state;
  for (uint32_t r = first; r != SAT_NONE; r = b->rows.at[r].next_symbol) {
    uint32_t other = b->rows.at[r].state;
    uint32_t pair = map_find(&x->numbers, side == 0 ? map_pair(state, other)
                                                    : map_pair(other, state));
    if (pair != MAP_NONE)
      extend_pair(x, side, pair, r, delta);
  }
}

void product_extend(product *x, int side, const sat_delta *delta) {
  const sat *b = x->side[1 - side];
  uint32_t state = x->side[side]->rows.at[delta->row].state;
  uint32_t symbol = x->side[side]->rows.at[delta->row].symbol;
  if (state >= x->lists[side].count || product_is_given_up(x))
    return;
  if (MUTANT("post-epsilon") && symbol == SAT_EPSILON)
    return;
  product_list pairs = x->lists[side].at[state];
  if (symbol == SAT_EPSILON || pairs.count <= 4 ||
      pairs.count <= b->symbols.at[symbol].count)
    extend_pairs(x, side, pairs.first, delta);
  else
    extend_rows(x, side, b->symbols.at[symbol].first, delta);
#ifdef CUSTOS_MUTANTS
  x->hidden = delta->row;
  x->hidden_side = side;
#endif
  drain(x);
#ifdef CUSTOS_MUTANTS
  x->hidden = SAT_NONE;
#endif
}

static void reverse(product_path *out, size_t from) {
  for (size_t i = from, j = out->steps.count; i + 1 < j; i++) {
    product_step step = out->steps.at[i];
    out->steps.at[i] = out->steps.at[--j];
    out->steps.at[j] = step;
  }
}

/* Appends the way to 'pair' as it was found. */
static void first_way(product *x, uint32_t pair, product_path *out) {
  assert(pair < x->pairs.count);
  size_t from = out->steps.count;
  for (; x->pairs.at[pair].parent != SAT_NONE; pair = x->pairs.at[pair].parent)
    vec_push(
        x->m, &out->steps,
        ((product_step){{x->pairs.at[pair].edge[0], x->pairs.at[pair].edge[1]},
                        false,
                        false}));
  out->start = x->pairs.at[pair].left;
  reverse(out, from);
}

void product_way(product *x, product_path *out) {
  assert(x->found != SAT_NONE);
  out->steps.count = 0;
  first_way(x, x->found, out);
}

/* The least way: Bellman and Ford's, first come first served. */

typedef struct best {
  uint32_t parent;
  uint32_t edge[2];
  uint32_t improved;       /* how often */
  uint32_t loop, loop_end; /* of 'loops', if the weight has no bound because of
                              them */
  bool reached, queued;
} best;

typedef struct least {
  product *x;
  int weighted;
  const sat *a; /* the weighted side */
  weights *w;
  best *best;
  unsigned char *values;
  vec(uint32_t) queue;
  size_t head;
  vec(product_step) loops; /* circles, backward */
} least;

static void *value_of(const least *l, uint32_t pair) {
  return l->values + (size_t)pair * l->w->size;
}

static void enqueue(least *l, uint32_t pair) {
  if (l->best[pair].queued)
    return;
  l->best[pair].queued = true;
  if (l->head > 1024 && l->head * 2 > l->queue.count) {
    l->queue.count -= l->head;
    memmove(l->queue.at, l->queue.at + l->head,
            l->queue.count * sizeof *l->queue.at);
    l->head = 0;
  }
  vec_push(l->x->m, &l->queue, pair);
}

/* A pair that has been improved more often than there are pairs sees a circle
 * of parents behind it. Its gain says from which component on the weight has no
 * bound. One pair of the circle is told. */
static void break_loop(least *l, uint32_t pair) {
  product *x = l->x;
  int64_t gain[PDS_MOST_DIMENSIONS] = {0};
  for (size_t i = 0; i < x->pairs.count; i++) {
    if (l->best[pair].parent == SAT_NONE)
      return;
    pair = l->best[pair].parent;
  }
  uint32_t start = (uint32_t)l->loops.count, i = pair;
  do {
    const best *b = &l->best[i];
    vec_push(x->m, &l->loops,
             ((product_step){{b->edge[0], b->edge[1]}, true, false}));
    weights_extend(l->w, gain, gain, sat_value(l->a, b->edge[l->weighted]));
    i = b->parent;
  } while (i != pair);
  uint32_t level = weights_first_nonzero(l->w, gain);
  if (level == l->w->dimension || gain[level] >= 0 ||
      gain[level] == INT64_MIN ||
      level >= weights_level(l->w, value_of(l, pair))) {
    l->loops.count = start;
    return;
  }
  weights_unbind(l->w, value_of(l, pair), level);
  l->best[pair].loop = start;
  l->best[pair].loop_end = (uint32_t)l->loops.count;
  enqueue(l, pair);
}

/* post* reads the stack from its latest part to its earliest. */
static void extend_way(least *l, uint32_t pair, uint32_t edge, void *out) {
  const void *way = value_of(l, pair), *step = sat_value(l->a, edge);
  weights_extend(l->w, out, l->a->forward ? step : way,
                 l->a->forward ? way : step);
}

/* A weight that leaves 64 bits may be on a circle that nobody has looked for
 * yet: see offers.c. */
static void extend_carefully(least *l, uint32_t pair, uint32_t edge,
                             void *out) {
  bool saturated = l->w->saturated;
  l->w->saturated = false;
  extend_way(l, pair, edge, out);
  if (base_unlikely(l->w->saturated) && l->w->mode == SAT_FIXPOINT) {
    break_loop(l, pair);
    l->w->saturated = false;
    extend_way(l, pair, edge, out);
  }
  l->w->saturated |= saturated;
}

static void improve_pair(product *x, void *self, const move *v) {
  least *l = self;
  uint32_t pair = v->pair, e = v->edge[l->weighted];
  uint32_t to = map_find(&x->numbers, map_pair(v->left, v->right));
  assert(e != SAT_NONE);
  if (to == MAP_NONE) /* over an edge that still waits: too heavy to matter */
    return;
  best *b = &l->best[to];
  unsigned char *value = l->w->scratch;
  extend_carefully(l, pair, e, value);
  if (!b->reached)
    memcpy(value_of(l, to), value, l->w->size);
  else if (!weights_improve(l->w, value_of(l, to), value))
    return;
  b->reached = true;
  b->parent = pair;
  b->edge[0] = v->edge[0];
  b->edge[1] = v->edge[1];
  b->loop = b->loop_end = 0;
  if (++b->improved > x->pairs.count && l->w->mode == SAT_FIXPOINT) {
    b->improved = 0;
    break_loop(l, to);
  }
  enqueue(l, to);
}

static void search_least(least *l) {
  product *x = l->x;
  for (uint32_t i = 0; i < x->pairs.count; i++)
    if (x->pairs.at[i].parent == SAT_NONE) {
      weights_one(l->w, value_of(l, i));
      l->best[i].reached = true;
      l->best[i].parent = SAT_NONE;
      enqueue(l, i);
    }
  while (l->head < l->queue.count) {
    progress_tick(x->clock);
    uint32_t pair = l->queue.at[l->head++];
    l->best[pair].queued = false;
    each_move(x, pair, improve_pair, l);
  }
}

static void push_best(least *l, uint32_t pair, bool is_cause,
                      product_path *out) {
  vec_push(l->x->m, &out->steps,
           ((product_step){{l->best[pair].edge[0], l->best[pair].edge[1]},
                           false,
                           is_cause}));
}

/* Backward from 'pair' to the cause of its lack of a bound: a circle, or an
 * edge. Returns where the way goes on, as it was found. */
static uint32_t back_to_cause(least *l, uint32_t pair, product_path *out) {
  uint32_t level = weights_level(l->w, value_of(l, pair));
  for (size_t n = l->x->pairs.count; n > 0; n--) {
    const best *b = &l->best[pair];
    if (b->loop != b->loop_end) {
      for (uint32_t i = b->loop; i < b->loop_end; i++)
        vec_push(l->x->m, &out->steps, l->loops.at[i]);
      return pair;
    }
    /* The edge before the pair: the pair behind may have learnt it later. */
    bool is_cause =
        weights_level(l->w, sat_value(l->a, b->edge[l->weighted])) == level;
    push_best(l, pair, is_cause, out);
    pair = b->parent;
    if (is_cause)
      return pair;
  }
  assert(0 && "every lack of a bound has a cause");
  return pair;
}

/* The way to 'pair' by its best parents. */
static void best_way(least *l, uint32_t pair, product_path *out) {
  product *x = l->x;
  product_path head = {.steps = {0}};
  out->steps.count = 0;
  if (weights_is_unbounded(l->w, value_of(l, pair))) {
    pair = back_to_cause(l, pair, out);
    first_way(x, pair, &head);
    out->start = head.start;
    reverse(&head, 0); /* backward, like the rest */
    for (size_t i = 0; i < head.steps.count; i++)
      vec_push(x->m, &out->steps, head.steps.at[i]);
    vec_free(x->m, &head.steps);
  } else {
    for (; l->best[pair].parent != SAT_NONE; pair = l->best[pair].parent)
      push_best(l, pair, false, out);
    out->start = x->pairs.at[pair].left;
  }
  reverse(out, 0);
}

static const void *combine_all(least *l) {
  product *x = l->x;
  unsigned char *sum = NULL;
  for (uint32_t i = 0; i < x->pairs.count; i++) {
    const product_pair *pair = &x->pairs.at[i];
    if (!l->best[i].reached || !sat_accepts(x->side[0], pair->left) ||
        !sat_accepts(x->side[1], pair->right))
      continue;
    if (!sum) {
      sum = mem_alloc(x->m, l->w->size);
      memcpy(sum, value_of(l, i), l->w->size);
    } else {
      weights_improve(l->w, sum, value_of(l, i));
    }
  }
  return sum;
}

static uint32_t least_accepting(const least *l) {
  const product *x = l->x;
  uint32_t found = SAT_NONE;
  for (uint32_t i = 0; i < x->pairs.count; i++) {
    const product_pair *pair = &x->pairs.at[i];
    if (l->best[i].reached && sat_accepts(x->side[0], pair->left) &&
        sat_accepts(x->side[1], pair->right) &&
        (found == SAT_NONE ||
         weights_less(l->w, value_of(l, i), value_of(l, found))))
      found = i;
  }
  return found;
}

const void *product_least(product *x, int weighted, product_path *out) {
  least l = {.x = x, .weighted = weighted, .a = x->side[weighted]};
  l.w = l.a->w;
  drain(x);
  l.best = mem_array(x->m, x->pairs.count + 1, sizeof *l.best);
  l.values = mem_array(x->m, x->pairs.count + 1, l.w->size);
  search_least(&l);
  const void *result = NULL;
  if (l.w->mode == SAT_SEMIRING) {
    result = combine_all(&l);
  } else {
    uint32_t found = least_accepting(&l);
    if (found != SAT_NONE) {
      unsigned char *copy = mem_alloc(x->m, l.w->size);
      memcpy(copy, value_of(&l, found), l.w->size);
      best_way(&l, found, out);
      result = copy;
    }
  }
  vec_free(x->m, &l.queue);
  vec_free(x->m, &l.loops);
  mem_free(x->m, l.best);
  mem_free(x->m, l.values);
  return result;
}
