/* Rows: finding them, knowing what is in them, adding to them. */
#include "engine/saturation/rows.h"

#include "engine/saturation/agenda.h"
#include "engine/saturation/offers.h"

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

void sat_init(sat *a, mem *m, progress *clock, const pds *system, weights *w,
              const nfa *n, bool grows) {
  memset(a, 0, sizeof *a);
  a->m = m;
  a->clock = clock;
  a->p = system;
  a->w = w;
  a->delta_set = SAT_NONE;
  a->dense_from = UINT64_MAX;
  a->input_states = nfa_state_count(n);
  grow_states(a, a->input_states);
  vec_resize(m, &a->symbols, pds_symbol_count(system));
  vec_each (sat_symbol, symbol, &a->symbols)
    symbol->first = SAT_NONE;
  for (uint32_t s = 0; s < a->input_states; s++)
    a->states.at[s].accepting = n->accepting[s];
  if (grows)
    make_direct_table(a, n->edges.count);
  vec_each (const nfa_edge, edge, &n->edges)
    sat_offer_axiom(a, sat_row_of(a, edge->from, edge->symbol), edge->to,
                    SAT_INPUT);
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

static uint32_t scan_row(const sat *a, const sat_row *row, uint32_t to) {
  uint32_t e = row->first;
  while (e != SAT_NONE && a->edges.at[e].to != to)
    e = a->edges.at[e].next;
  return e;
}

/* The same for rows of at most SAT_SMALL edges, most often without looking at
 * any edge. */
static bool small_row_has(const sat *a, const sat_row *row, uint32_t to) {
  uint32_t n = row->count < SAT_INLINE ? row->count : SAT_INLINE,
           e = row->first;
  for (uint32_t i = 0; i < n; i++)
    if (row->oldest[i] == to)
      return true;
  for (n = row->count - n; n > 0; n--, e = a->edges.at[e].next)
    if (a->edges.at[e].to == to)
      return true;
  return false;
}

static bool set_has(const sat *a, uint32_t set, uint32_t to) {
  return to / 64 < a->set_words.at[set] &&
         a->sets.at[set][to / 64] >> to % 64 & 1;
}

static void set_widen(sat *a, uint32_t set, uint32_t least) {
  assert(set < a->set_words.count);
  uint32_t words = a->set_words.at[set];
  uint32_t more = (uint32_t)(a->states.count + 63) / 64;
  if (least <= words)
    return;
  if (more < least)
    more = least;
  a->sets.at[set] = mem_resize(a->m, a->sets.at[set], more * sizeof(uint64_t));
  memset(a->sets.at[set] + words, 0, (more - words) * sizeof(uint64_t));
  a->set_words.at[set] = more;
}

static void set_add(sat *a, uint32_t set, uint32_t to) {
  assert(set < a->sets.count);
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
  assert(row < a->rows.count);
  for (uint32_t e = a->rows.at[row].first; e != SAT_NONE;
       e = a->edges.at[e].next)
    member_add(a, row, a->edges.at[e].to, e);
  a->rows.at[row].indexed = true;
}

uint32_t sat_find_edge(sat *a, uint32_t row, uint32_t to) {
  assert(row < a->rows.count);
  const sat_row *r = &a->rows.at[row];
  assert(!r->dense);
  if (r->count <= SAT_SMALL)
    return scan_row(a, r, to);
  if (!r->indexed)
    index_row(a, row);
  uint32_t n = map_find(&a->members, map_pair(row, to));
  return n == MAP_NONE ? SAT_NONE : a->member_edges.at[n];
}

static bool row_has(const sat *a, const sat_row *r, uint32_t row, uint32_t to) {
  assert(!r->dense || r->set != SAT_NONE);
  if (r->count <= SAT_SMALL)
    return small_row_has(a, r, to);
  if (r->set != SAT_NONE)
    return set_has(a, r->set, to);
  return map_find(&a->members, map_pair(row, to)) != MAP_NONE;
}

/* A row that is too long to be searched, or doubled since, gets a set when that
 * is no larger than the hash table it replaces. */
static void choose_index(sat *a, uint32_t row) {
  assert(row < a->rows.count);
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

/* From now on the row is only a set. */
static void make_dense(sat *a, uint32_t row) {
  assert(row < a->rows.count);
  sat_row *r = &a->rows.at[row];
  uint32_t fresh = SAT_NONE, e = r->first;
  if (r->count > r->done)
    fresh = new_set(a);
  for (uint32_t n = r->count - r->done; n > 0; n--, e = a->edges.at[e].next)
    set_add(a, fresh, a->edges.at[e].to);
  r->first = fresh;
  r->dense = a->lossy = true;
}

uint32_t rows_append(sat *a, uint32_t row, uint32_t to, sat_reason why) {
  assert(row < a->rows.count);
  uint32_t e = (uint32_t)a->edges.count;
  if (base_unlikely(e >= SAT_ENTRY - 1))
    mem_raise(a->m->budget, MEM_LIMIT);
  sat_row *r = &a->rows.at[row];
  vec_push(a->m, &a->edges, ((sat_edge){row, to, r->first, why.rule, why.via}));
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
static uint32_t fresh_set(sat *a, sat_row *row) {
  if (row->first == SAT_NONE)
    row->first = new_set(a);
  return row->first;
}

void rows_reach(sat *a, uint32_t row, uint32_t to, sat_reason why) {
  assert(row < a->rows.count);
  sat_row *r = &a->rows.at[row];
  if (row_has(a, r, row, to))
    return;
  if (r->dense) {
    set_add(a, r->set, to);
    set_add(a, fresh_set(a, r), to);
    r->count++;
    a->transitions++;
  } else {
    rows_append(a, row, to, why);
  }
  sat_row_waits(a, row);
}

/* 64 edges at a time: the words from 'low' up to 'high' of the set. */
void rows_merge(sat *a, uint32_t row, uint32_t set, uint32_t low,
                uint32_t high) {
  assert(row < a->rows.count);
  assert(set < a->sets.count);
  sat_row *r = &a->rows.at[row];
  uint32_t gained = 0, i = low;
  set_widen(a, r->set, high);
  assert(r->set < a->sets.count);
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
  sat_row_waits(a, row);
}

void sat_subscribe(sat *a, uint32_t *list, sat_subscription subscription) {
  subscription.next = *list;
  /* 'list' may lie in a vector, but never in this one. */
  *list = (uint32_t)a->subscriptions.count;
  vec_push(a->m, &a->subscriptions, subscription);
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
    sat_action action = {r, SAT_NONE, SAT_NONE};
    if (row_key[r] != SAT_NONE) {
      sat_row *row = &a->rows.at[row_key[r]];
      a->actions[row->actions + row->action_count++] = action;
    } else if (state_key[r] != SAT_NONE) {
      sat_state *state = &a->states.at[state_key[r]];
      a->actions[state->actions + state->action_count++] = action;
    }
  }
}

#ifndef NDEBUG
static void check_list(const sat *a, uint32_t row) {
  assert(row < a->rows.count);
  const sat_row *r = &a->rows.at[row];
  uint32_t n = 0;
  for (uint32_t e = r->first; e != SAT_NONE; e = a->edges.at[e].next, n++) {
    assert(a->edges.at[e].row == row && n < r->count);
    assert(row_has(a, r, row, a->edges.at[e].to));
    assert(a->edges.at[e].next == SAT_NONE || a->edges.at[e].next < e);
    if (r->count - n <= SAT_INLINE)
      assert(r->oldest[r->count - n - 1] == a->edges.at[e].to);
  }
  assert(n == r->count);
}

static void check_set(const sat *a, const sat_row *r) {
  assert(r->set < a->set_words.count);
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->set_words.at[r->set]; i++)
    n += base_bit_count(a->sets.at[r->set][i]);
  assert(n == r->count && a->lossy);
}

void check_rows(const sat *a) {
  uint64_t transitions = 0;
  for (uint32_t i = 0; i < a->rows.count; i++) {
    const sat_row *r = &a->rows.at[i];
    assert(sat_find_row(a, r->state, r->symbol) == i);
    assert(r->done <= r->count);
    transitions += r->count;
    if (r->dense)
      check_set(a, r);
    else
      check_list(a, i);
  }
  assert(transitions == a->transitions);
}
#else
void check_rows(const sat *a) { (void)a; }
#endif
