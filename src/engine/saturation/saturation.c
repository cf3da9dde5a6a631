#include "engine/saturation/saturation.h"

#include <assert.h>
#include <string.h>

static void grow_states(sat *a, uint32_t count) {
  size_t before = a->states.count;
  if (count <= before)
    return;
  vec_resize(a->m, &a->states, count);
  for (size_t s = before; s < count; s++)
    a->states.at[s].rows = a->states.at[s].subscribers = SAT_NONE;
}

uint32_t sat_state_count(const sat *a) { return (uint32_t)a->states.count; }

bool sat_accepts(const sat *a, uint32_t state) {
  return a->states.at[state].accepting;
}

/* A table of all heads where it is no larger than a few words a rule: its
 * neighbours are neighbours in the program, which no hash function knows. */
static void make_direct_table(sat *a, size_t edges) {
  size_t controls = pds_state_count(a->p), symbols = pds_symbol_count(a->p);
  size_t room = 8 * (a->p->rules.count + edges) + 65536;
  if (controls && symbols && symbols <= room / controls)
    a->direct = mem_array(a->m, controls * symbols, sizeof *a->direct);
}

static uint32_t *direct_slot(const sat *a, uint32_t state, uint32_t symbol) {
  size_t controls = pds_state_count(a->p);
  if (!a->direct || state >= controls || symbol == SAT_EPSILON)
    return NULL;
  return &a->direct[symbol * controls + state];
}

void sat_init(sat *a, mem *m, progress *clock, const pds *p, weights *w,
              const nfa *n, bool grows) {
  memset(a, 0, sizeof *a);
  a->m = m;
  a->clock = clock;
  a->p = p;
  a->w = w;
  a->lent = SAT_NONE;
  a->dense_from = UINT64_MAX;
  a->input_states = nfa_state_count(n);
  grow_states(a, a->input_states);
  vec_resize(m, &a->symbols, pds_symbol_count(p));
  vec_each (sat_symbol, g, &a->symbols)
    g->first = SAT_NONE;
  for (uint32_t s = 0; s < a->input_states; s++)
    a->states.at[s].accepting = n->accepting[s];
  if (grows)
    make_direct_table(a, n->edges.count);
  vec_each (const nfa_edge, e, &n->edges)
    sat_offer_axiom(a, sat_row_of(a, e->from, e->symbol), e->to, SAT_INPUT);
}

uint32_t sat_find_row(const sat *a, uint32_t state, uint32_t symbol) {
  const uint32_t *slot = direct_slot(a, state, symbol);
  if (slot)
    return *slot - 1; /* 0 is SAT_NONE then */
  uint32_t n = map_find(&a->row_numbers, map_pair(state, symbol));
  return n == MAP_NONE ? SAT_NONE : a->row_of_number.at[n];
}

static uint32_t new_row(sat *a, uint32_t state, uint32_t symbol) {
  uint32_t row = (uint32_t)a->rows.count;
  grow_states(a, state + 1);
  sat_state *s = &a->states.at[state];
  sat_row r = {.state = state,
               .symbol = symbol,
               .first = SAT_NONE,
               .next = s->rows,
               .next_symbol = SAT_NONE,
               .set = SAT_NONE,
               .subscribers = SAT_NONE};
  if (symbol != SAT_EPSILON) {
    r.next_symbol = a->symbols.at[symbol].first;
    a->symbols.at[symbol].first = row;
    a->symbols.at[symbol].count++;
  }
  vec_push(a->m, &a->rows, r);
  s->rows = row;
  s->row_count++;
  return row;
}

uint32_t sat_row_of(sat *a, uint32_t state, uint32_t symbol) {
  uint32_t *slot = direct_slot(a, state, symbol);
  if (slot) {
    if (*slot == 0)
      *slot = new_row(a, state, symbol) + 1;
    return *slot - 1;
  }
  uint32_t n = map_insert(a->m, &a->row_numbers, map_pair(state, symbol));
  if (n == a->row_of_number.count)
    vec_push(a->m, &a->row_of_number, new_row(a, state, symbol));
  return a->row_of_number.at[n];
}

/* ---- Membership ------------------------------------------------------ */

static uint32_t walk(const sat *a, const sat_row *r, uint32_t to) {
  uint32_t e = r->first;
  while (e != SAT_NONE && a->edges.at[e].to != to)
    e = a->edges.at[e].next;
  return e;
}

/* The same for rows of at most SAT_SMALL edges, most often without looking at
 * any edge. */
static bool small_row_has(const sat *a, const sat_row *r, uint32_t to) {
  uint32_t n = r->count < SAT_INLINE ? r->count : SAT_INLINE, e = r->first;
  for (uint32_t i = 0; i < n; i++)
    if (r->oldest[i] == to)
      return true;
  for (n = r->count - n; n > 0; n--, e = a->edges.at[e].next)
    if (a->edges.at[e].to == to)
      return true;
  return false;
}

static bool set_has(const sat *a, uint32_t set, uint32_t to) {
  return to / 64 < a->set_words.at[set] &&
         a->sets.at[set][to / 64] >> to % 64 & 1;
}

static void set_widen(sat *a, uint32_t set, uint32_t least) {
  uint32_t words = a->set_words.at[set];
  uint32_t more = (uint32_t)(a->states.count + 63) / 64;
  if (least <= words)
    return;
  if (more < least)
    more = least;
  a->sets.at[set] =
      mem_resize(a->m, a->sets.at[set], more * sizeof(uint64_t));
  memset(a->sets.at[set] + words, 0, (more - words) * sizeof(uint64_t));
  a->set_words.at[set] = more;
}

static void set_add(sat *a, uint32_t set, uint32_t to) {
  set_widen(a, set, to / 64 + 1);
  a->sets.at[set][to / 64] |= UINT64_C(1) << to % 64;
}

static uint32_t new_set(sat *a) {
  if (a->free_sets.count)
    return vec_pop(&a->free_sets);
  vec_push(a->m, &a->sets, NULL);
  vec_push(a->m, &a->set_words, 0);
  return (uint32_t)a->sets.count - 1;
}

static void member_add(sat *a, uint32_t row, uint32_t to, uint32_t edge) {
  uint32_t n = map_insert(a->m, &a->members, map_pair(row, to));
  assert(n == a->member_edges.count);
  (void)n;
  vec_push(a->m, &a->member_edges, edge);
}

static void index_row(sat *a, uint32_t row) {
  for (uint32_t e = a->rows.at[row].first; e != SAT_NONE;
       e = a->edges.at[e].next)
    member_add(a, row, a->edges.at[e].to, e);
  a->rows.at[row].indexed = true;
}

uint32_t sat_find_edge(sat *a, uint32_t row, uint32_t to) {
  const sat_row *r = &a->rows.at[row];
  assert(!r->dense);
  if (r->count <= SAT_SMALL)
    return walk(a, r, to);
  if (!r->indexed)
    index_row(a, row);
  uint32_t n = map_find(&a->members, map_pair(row, to));
  return n == MAP_NONE ? SAT_NONE : a->member_edges.at[n];
}

static bool row_has(const sat *a, const sat_row *r, uint32_t row,
                    uint32_t to) {
  assert(!r->dense || r->set != SAT_NONE);
  if (r->count <= SAT_SMALL)
    return small_row_has(a, r, to);
  if (r->set != SAT_NONE)
    return set_has(a, r->set, to);
  return map_find(&a->members, map_pair(row, to)) != MAP_NONE;
}

/* A row that has outgrown walking, or doubled since, gets a set when that is
 * no larger than the hash table it replaces. */
static void choose_index(sat *a, uint32_t row) {
  sat_row *r = &a->rows.at[row];
  /* Where there are very many edges, small rows are about to grow. */
  size_t worth = a->transitions >= a->dense_from ? 512 : 16;
  bool dense = a->w->mode == SAT_REACH &&
               a->states.count / 8 <= (size_t)r->count * worth + 256;
  if (dense) {
    r->set = new_set(a);
    for (uint32_t e = r->first; e != SAT_NONE; e = a->edges.at[e].next)
      set_add(a, r->set, a->edges.at[e].to);
  } else if (!r->indexed) {
    index_row(a, row);
  }
}

/* ---- Growth ---------------------------------------------------------- */

/* From now on the row is only a set. */
static void make_dense(sat *a, uint32_t row) {
  sat_row *r = &a->rows.at[row];
  uint32_t fresh = SAT_NONE, e = r->first;
  if (r->count > r->done)
    fresh = new_set(a);
  for (uint32_t n = r->count - r->done; n > 0; n--, e = a->edges.at[e].next)
    set_add(a, fresh, a->edges.at[e].to);
  r->first = fresh;
  r->dense = a->lossy = true;
}

static uint32_t append(sat *a, uint32_t row, uint32_t to, sat_reason why) {
  uint32_t e = (uint32_t)a->edges.count;
  if (base_unlikely(e >= SAT_ENTRY - 1))
    mem_raise(a->m->budget, MEM_LIMIT);
  sat_row *r = &a->rows.at[row];
  vec_push(a->m, &a->edges,
           ((sat_edge){row, to, r->first, why.rule, why.via}));
  if (r->count < SAT_INLINE)
    r->oldest[r->count] = to;
  r->first = e;
  r->count++;
  a->transitions++;
  if (r->set != SAT_NONE)
    set_add(a, r->set, to);
  if (r->indexed)
    member_add(a, row, to, e);
  /* Again at each doubling: the set may have become worth its size. */
  if (r->count > SAT_SMALL && r->set == SAT_NONE &&
      (r->count == SAT_SMALL + 1 || (r->count & (r->count - 1)) == 0))
    choose_index(a, row);
  if (base_unlikely(a->transitions >= a->dense_from) && r->set != SAT_NONE)
    make_dense(a, row);
  return e;
}

/* The set of the row's edges that wait. */
static uint32_t fresh_set(sat *a, sat_row *r) {
  if (r->first == SAT_NONE)
    r->first = new_set(a);
  return r->first;
}

static void reach(sat *a, uint32_t row, uint32_t to, sat_reason why) {
  sat_row *r = &a->rows.at[row];
  if (row_has(a, r, row, to))
    return;
  if (r->dense) {
    set_add(a, r->set, to);
    set_add(a, fresh_set(a, r), to);
    r->count++;
    a->transitions++;
  } else {
    append(a, row, to, why);
  }
  if (!a->rows.at[row].queued) {
    a->rows.at[row].queued = true;
    vec_push(a->m, &a->later, row);
  }
}

/* ---- The heap of SAT_ORDERED ------------------------------------------ */

enum { HEAP_WIDTH = 4 };

static bool before(const sat *a, uint32_t e, uint32_t f) {
  if (a->w->dimension == 1)
    return *(const int64_t *)sat_value(a, e) <
           *(const int64_t *)sat_value(a, f);
  return weights_less(a->w, sat_value(a, e), sat_value(a, f));
}

static void heap_place(sat *a, size_t i, uint32_t e) {
  a->heap.at[i] = e;
  a->position.at[e] = (uint32_t)i;
}

static void heap_up(sat *a, uint32_t e) {
  size_t i = a->position.at[e];
  while (i > 0 && before(a, e, a->heap.at[(i - 1) / HEAP_WIDTH])) {
    heap_place(a, i, a->heap.at[(i - 1) / HEAP_WIDTH]);
    i = (i - 1) / HEAP_WIDTH;
  }
  heap_place(a, i, e);
}

static uint32_t heap_pop(sat *a) {
  uint32_t top = a->heap.at[0], e = vec_pop(&a->heap);
  size_t n = a->heap.count, i = 0;
  a->position.at[top] = SAT_NONE;
  if (n == 0)
    return top;
  for (;;) {
    size_t first = HEAP_WIDTH * i + 1, least = first;
    for (size_t k = first + 1; k < first + HEAP_WIDTH && k < n; k++)
      if (before(a, a->heap.at[k], a->heap.at[least]))
        least = k;
    if (first >= n || !before(a, a->heap.at[least], e))
      break;
    heap_place(a, i, a->heap.at[least]);
    i = least;
  }
  heap_place(a, i, e);
  return top;
}

/* ---- Weighted growth --------------------------------------------------- */

void sat_requeue(sat *a, uint32_t e) {
  if (a->w->mode == SAT_ORDERED) {
    if (a->position.at[e] == SAT_NONE) {
      vec_push(a->m, &a->heap, e);
      a->position.at[e] = (uint32_t)a->heap.count - 1;
    }
    heap_up(a, e);
  } else if (a->position.at[e] == SAT_NONE) {
    a->position.at[e] = 1;
    vec_push(a->m, &a->later, e);
  }
}

uint32_t sat_add_version(sat *a, sat_version v, const void *value) {
  int64_t x[PDS_MOST_DIMENSIONS]; /* 'value' may lie in the vector */
  uint32_t height = 0;
  memcpy(x, value, a->w->size);
  if (base_unlikely(a->versions.count >= SAT_NONE - 1))
    mem_raise(a->m->budget, MEM_LIMIT);
  for (int i = 0; i < 2; i++)
    if (v.premise[i] != SAT_NONE &&
        a->versions.at[v.premise[i]].height > height)
      height = a->versions.at[v.premise[i]].height;
  if (v.loop != SAT_NONE)
    height = a->versions.at[a->loops.at[v.loop].last].height;
  v.height = height + 1;
  for (uint32_t i = 0; i < a->w->dimension; i++)
    vec_push(a->m, &a->version_values, x[i]);
  vec_push(a->m, &a->versions, v);
  return (uint32_t)a->versions.count - 1;
}

static void note_version(sat *a, uint32_t e, uint32_t rule, uint32_t e1,
                         uint32_t e2) {
  sat_version v = {e, rule, {SAT_NONE, SAT_NONE}, SAT_NONE, 0};
  if (e1 != SAT_NONE)
    v.premise[0] = a->version.at[e1];
  if (e2 != SAT_NONE)
    v.premise[1] = a->version.at[e2];
  if (e == a->version.count) {
    vec_push(a->m, &a->version, SAT_NONE);
    vec_push(a->m, &a->improvements, 0);
  }
  a->version.at[e] = sat_add_version(a, v, sat_value(a, e));
}

/* An edge that improves again and again is suspect: found early, its loop makes
 * small evidence. A tree higher than there are edges has a repetition. */
static void suspect(sat *a, uint32_t e) {
  enum { LOOK_EVERY = 4 };
  if (++a->improvements.at[e] < LOOK_EVERY &&
      a->versions.at[a->version.at[e]].height <= a->edges.count)
    return;
  a->improvements.at[e] = 0;
  sat_look_for_loop(a, e);
}

/* The edge can have the weight 'value', by the reason given. */
static void relax(sat *a, uint32_t row, uint32_t to, sat_reason why,
                  uint32_t e1, uint32_t e2, const void *value) {
  uint32_t e = sat_find_edge(a, row, to);
  if (e == SAT_NONE) {
    e = append(a, row, to, why);
    vec_push(a->m, &a->position, SAT_NONE);
    vec_push(a->m, &a->visited, 0);
    vec_reserve(a->m, &a->values, a->w->size);
    memcpy(a->values.at + a->values.count, value, a->w->size);
    a->values.count += a->w->size;
  } else if (weights_improve(a->w, sat_value(a, e), value)) {
    /* Nothing improves behind the front of a Dijkstra search. */
    assert(a->w->mode != SAT_ORDERED || a->position.at[e] != SAT_NONE);
    a->edges.at[e].rule = why.rule;
    a->edges.at[e].via = why.via;
  } else {
    return;
  }
  sat_requeue(a, e);
  if (a->w->mode == SAT_FIXPOINT) {
    note_version(a, e, why.rule, e1, e2);
    suspect(a, e);
  }
}

static void weigh(sat *a, uint32_t rule, uint32_t e1, uint32_t e2, void *out) {
  weights *w = a->w;
  if (a->forward) {
    memcpy(out, sat_value(a, e1), w->size);
    if (e2 != SAT_NONE)
      weights_extend(w, out, out, sat_value(a, e2));
    if (rule != SAT_BY_EPSILON)
      weights_extend(w, out, out, weights_of_rule(w, rule));
  } else {
    memcpy(out, weights_of_rule(w, rule), w->size);
    if (e1 != SAT_NONE)
      weights_extend(w, out, out, sat_value(a, e1));
    if (e2 != SAT_NONE)
      weights_extend(w, out, out, sat_value(a, e2));
  }
}

/* Going around a loop can double a weight: it would leave 64 bits long before
 * anybody looks for loops. Then look at once, and weigh again. */
static void weigh_carefully(sat *a, uint32_t rule, uint32_t e1, uint32_t e2,
                            void *out) {
  bool saturated = a->w->saturated;
  a->w->saturated = false;
  weigh(a, rule, e1, e2, out);
  if (base_unlikely(a->w->saturated)) {
    if (e1 != SAT_NONE)
      sat_look_for_loop(a, e1);
    if (e2 != SAT_NONE)
      sat_look_for_loop(a, e2);
    a->w->saturated = false;
    weigh(a, rule, e1, e2, out);
  }
  a->w->saturated |= saturated;
}

void sat_offer(sat *a, uint32_t row, uint32_t to, sat_reason why, uint32_t e1,
               uint32_t e2) {
  unsigned char *value = a->w->scratch;
  if (a->w->mode == SAT_REACH) {
    reach(a, row, to, why);
    return;
  }
  if (a->w->mode == SAT_FIXPOINT)
    weigh_carefully(a, why.rule, e1, e2, value);
  else
    weigh(a, why.rule, e1, e2, value);
  relax(a, row, to, why, e1, e2, value);
}

void sat_offer_axiom(sat *a, uint32_t row, uint32_t to, uint32_t rule) {
  sat_reason why = {rule, SAT_NONE};
  if (a->w->mode == SAT_REACH) {
    reach(a, row, to, why);
    return;
  }
  weights_one(a->w, a->w->scratch);
  relax(a, row, to, why, SAT_NONE, SAT_NONE, a->w->scratch);
}

/* ---- Agenda ------------------------------------------------------------ */

/* In the order of their numbers, which is that of the program: a sweep through
 * memory instead of a walk all over it. Radix sort, 11 bits at a time. */
static void sort_queue(sat *a) {
  enum { DIGITS = 2048, WORTH_IT = 2048 };
  size_t n = a->queue.count;
  if (n < WORTH_IT)
    return;
  vec_resize(a->m, &a->sorting, n);
  for (uint32_t shift = 0; a->rows.count >> shift; shift += 11) {
    uint32_t start[DIGITS + 1] = {0};
    for (size_t i = 0; i < n; i++)
      start[(a->queue.at[i] >> shift) % DIGITS + 1]++;
    for (uint32_t k = 0; k < DIGITS; k++)
      start[k + 1] += start[k];
    for (size_t i = 0; i < n; i++)
      a->sorting.at[start[(a->queue.at[i] >> shift) % DIGITS]++] =
          a->queue.at[i];
    memcpy(a->queue.at, a->sorting.at, n * sizeof *a->queue.at);
  }
}

/* The generation at hand is done: the next one takes its place. */
static bool next_generation(sat *a) {
  if (a->later.count == 0)
    return false;
  a->queue.count = a->queue_head = 0;
  vec_reserve(a->m, &a->queue, a->later.count);
  memcpy(a->queue.at, a->later.at, a->later.count * sizeof *a->queue.at);
  a->queue.count = a->later.count;
  a->later.count = 0;
  if (a->w->mode == SAT_REACH)
    sort_queue(a);
  return true;
}

/* The rows that come up are all over memory, but they are known in advance. */
static void look_ahead(const sat *a) {
  const uint32_t *next = a->queue.at + a->queue_head;
  size_t left = a->queue.count - a->queue_head;
  if (left > 12) {
    const sat_row *r = &a->rows.at[next[12]];
    base_prefetch(r);
  }
  if (left > 8) {
    const sat_row *r = &a->rows.at[next[8]];
    if (!r->dense)
      base_prefetch(&a->edges.at[r->first]);
    if (r->action_count)
      base_prefetch(&a->actions[r->actions]);
  }
  if (left > 4) {
    const sat_row *r = &a->rows.at[next[4]];
    for (uint32_t i = 0; i < r->action_count && i < 2; i++) {
      uint32_t target = a->actions[r->actions + i].target;
      if (target != SAT_NONE)
        base_prefetch(&a->rows.at[target]);
    }
  }
}

static void take_back_set(sat *a) {
  if (a->lent == SAT_NONE)
    return;
  memset(a->sets.at[a->lent], 0, a->set_words.at[a->lent] * sizeof(uint64_t));
  vec_push(a->m, &a->free_sets, a->lent);
  a->lent = SAT_NONE;
}

static bool next_row(sat *a, sat_delta *d) {
  take_back_set(a);
  if (a->queue_head == a->queue.count && !next_generation(a))
    return false;
  look_ahead(a);
  d->row = a->queue.at[a->queue_head++];
  sat_row *r = &a->rows.at[d->row];
  d->first = r->first;
  d->count = r->count - r->done;
  d->again = false;
  d->set = SAT_NONE;
  if (r->dense) {
    d->set = a->lent = r->first;
    r->first = SAT_NONE;
    const uint64_t *words = a->sets.at[d->set];
    d->low = 0;
    d->high = a->set_words.at[d->set];
    while (words[d->low] == 0)
      d->low++;
    while (words[d->high - 1] == 0)
      d->high--;
  }
  r->done = r->count;
  r->queued = false;
  return true;
}

static bool next_edge(sat *a, sat_delta *d) {
  uint32_t e;
  if (a->w->mode == SAT_ORDERED) {
    if (a->heap.count == 0)
      return false;
    e = heap_pop(a);
  } else {
    if (a->queue_head == a->queue.count && !next_generation(a))
      return false;
    e = a->queue.at[a->queue_head++];
    a->position.at[e] = SAT_NONE;
  }
  *d = (sat_delta){a->edges.at[e].row, e, 1, SAT_NONE, 0, 0,
                   a->visited.at[e]};
  a->visited.at[e] = 1;
  return true;
}

bool sat_next(sat *a, sat_delta *d) {
  a->clock->done = a->transitions;
  a->clock->pending = a->heap.count + a->queue.count - a->queue_head +
                      a->later.count;
  progress_tick(a->clock);
  return a->w->mode == SAT_REACH ? next_row(a, d) : next_edge(a, d);
}

/* ---- Many edges at once ----------------------------------------------- */

sat_cursor sat_delta_cursor(const sat *a, const sat_delta *d) {
  sat_cursor c = {.a = a, .edge = d->first, .left = d->count, .set = d->set};
  return c;
}

sat_cursor sat_row_cursor(const sat *a, uint32_t row) {
  const sat_row *r = &a->rows.at[row];
  sat_cursor c = {.a = a, .edge = r->first, .left = r->count, .set = SAT_NONE};
  if (r->dense)
    c.set = r->set;
  return c;
}

bool sat_cursor_next(sat_cursor *c, uint32_t *edge) {
  const sat *a = c->a;
  if (c->set == SAT_NONE) {
    if (c->left == 0)
      return false;
    c->left--;
    *edge = c->edge;
    c->to = a->edges.at[c->edge].to;
    c->edge = a->edges.at[c->edge].next;
    return true;
  }
  while (c->bits == 0) { /* the set may move while it is walked through */
    if (c->word >= a->set_words.at[c->set])
      return false;
    c->bits = a->sets.at[c->set][c->word++];
  }
  c->to = (c->word - 1) * 64 + base_lowest_bit(c->bits);
  c->bits &= c->bits - 1;
  *edge = SAT_NONE;
  return true;
}

/* 64 edges at a time: the words from 'low' up to 'high' of the set. */
static void merge(sat *a, uint32_t row, uint32_t set, uint32_t low,
                  uint32_t high) {
  sat_row *r = &a->rows.at[row];
  uint32_t gained = 0, i = low;
  set_widen(a, r->set, high);
  uint64_t *all = a->sets.at[r->set];
  const uint64_t *more = a->sets.at[set];
  while (i < high && (more[i] & ~all[i]) == 0)
    i++;
  if (i == high)
    return;
  uint32_t fresh = fresh_set(a, r);
  set_widen(a, fresh, high);
  all = a->sets.at[r->set]; /* new sets move the others */
  more = a->sets.at[set];
  for (uint64_t *wait = a->sets.at[fresh]; i < high; i++) {
    uint64_t gain = more[i] & ~all[i];
    if (gain) {
      all[i] |= gain;
      wait[i] |= gain;
      gained += base_bit_count(gain);
    }
  }
  r->count += gained;
  a->transitions += gained;
  if (!r->queued) {
    r->queued = true;
    vec_push(a->m, &a->later, row);
  }
}

static void offer_each(sat *a, uint32_t row, sat_gift g, sat_cursor c) {
  uint32_t e;
  while (sat_cursor_next(&c, &e))
    sat_offer(a, row, c.to, g.why, g.other_first ? g.other : e,
              g.other_first ? e : g.other);
}

void sat_offer_delta(sat *a, uint32_t row, sat_gift g, const sat_delta *d) {
  if (d->set != SAT_NONE && a->rows.at[row].dense)
    merge(a, row, d->set, d->low, d->high);
  else
    offer_each(a, row, g, sat_delta_cursor(a, d));
}

void sat_offer_row(sat *a, uint32_t row, sat_gift g, uint32_t source) {
  if (a->rows.at[source].dense && a->rows.at[row].dense)
    merge(a, row, a->rows.at[source].set, 0,
          a->set_words.at[a->rows.at[source].set]);
  else
    offer_each(a, row, g, sat_row_cursor(a, source));
}

const void *sat_least(const sat *a) {
  return a->heap.count ? sat_value(a, a->heap.at[0]) : NULL;
}

void sat_subscribe(sat *a, uint32_t *list, sat_subscription s) {
  s.next = *list;
  /* 'list' may lie in a vector, but never in this one. */
  *list = (uint32_t)a->subscriptions.count;
  vec_push(a->m, &a->subscriptions, s);
}

void sat_lay_out_actions(sat *a, const uint32_t *row_key,
                         const uint32_t *state_key) {
  size_t rules = a->p->rules.count;
  uint32_t next = 0;
  a->actions = mem_array(a->m, rules + 1, sizeof *a->actions);
  for (size_t r = 0; r < rules; r++)
    if (row_key[r] != SAT_NONE)
      a->rows.at[row_key[r]].action_count++;
    else if (state_key[r] != SAT_NONE)
      a->states.at[state_key[r]].action_count++;
  vec_each (sat_row, row, &a->rows) {
    row->actions = next;
    next += row->action_count;
    row->action_count = 0;
  }
  vec_each (sat_state, state, &a->states) {
    state->actions = next;
    next += state->action_count;
    state->action_count = 0;
  }
  for (uint32_t r = 0; r < rules; r++) {
    sat_action x = {r, SAT_NONE, SAT_NONE};
    if (row_key[r] != SAT_NONE) {
      sat_row *row = &a->rows.at[row_key[r]];
      a->actions[row->actions + row->action_count++] = x;
    } else if (state_key[r] != SAT_NONE) {
      sat_state *state = &a->states.at[state_key[r]];
      a->actions[state->actions + state->action_count++] = x;
    }
  }
}
