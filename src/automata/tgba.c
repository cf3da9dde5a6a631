#include "automata/tgba.h"

#include "base/check.h"

#include <assert.h>

#define NEVER UINT32_MAX

void tgba_init(tgba *a, mem *m, progress *clock, letters *alphabet) {
  *a = (tgba){.m = m, .clock = clock, .alphabet = alphabet};
}

void tgba_free(tgba *a) {
  vec_free(a->m, &a->edges);
  vec_free(a->m, &a->first);
  vec_free(a->m, &a->accepting);
}

void tgba_state(tgba *a) {
  assert(a->first.count == a->states);
  vec_push(a->m, &a->first, (uint32_t)a->edges.count);
  a->states++;
}

void tgba_edge_add(tgba *a, uint32_t to, uint32_t label, uint64_t marks) {
  assert(a->states > 0);
  progress_tick(a->clock);
  if (a->alphabet) {
    if (label == LETTERS_NONE)
      return;
    for (size_t i = vec_last(&a->first); i < a->edges.count; i++)
      if (a->edges.at[i].to == to && a->edges.at[i].marks == marks) {
        a->edges.at[i].label =
            letters_or(a->alphabet, a->edges.at[i].label, label);
        return;
      }
  }
  vec_push(a->m, &a->edges, ((tgba_edge){to, label, marks}));
}

void tgba_end(tgba *a) {
  assert(a->first.count == a->states);
  vec_push(a->m, &a->first, (uint32_t)a->edges.count);
  debug_check(check_tgba(a));
}

#ifndef NDEBUG
/* Targets are not looked at twice: no two edges of a state may have target and
 * marks in common, which tgba_edge_add sees to, and which is quadratic. */
void check_tgba(const tgba *a) {
  assert(a->first.count == (size_t)a->states + 1);
  assert(vec_last(&a->first) == a->edges.count);
  for (uint32_t q = 0; q < a->states; q++) {
    assert(a->first.at[q] <= a->first.at[q + 1]);
    tgba_each(e, a, q) {
      assert(e->to < a->states);
      assert(!a->alphabet || e->label != LETTERS_NONE);
    }
  }
}
#endif

/* Components (Tarjan 1972, without recursion). */

typedef struct scc_search {
  const tgba *a;
  uint32_t *index, *low; /* NEVER: not seen; 'low' only while on the stack */
  uint32_t *stack, height, seen;
  uint32_t *path, *next; /* the way to the present state; next edge of each */
  uint32_t length;
} scc_search;

static void enter(scc_search *w, uint32_t q) {
  assert(q < w->a->first.count);
  assert(w->index[q] == NEVER && w->height < w->a->states);
  w->index[q] = w->low[q] = w->seen++;
  w->stack[w->height++] = q;
  w->path[w->length++] = q;
  w->next[q] = w->a->first.at[q];
}

static void leave(scc_search *w, tgba_sccs *s, uint32_t q) {
  assert(w->length > 0);
  if (--w->length > 0) {
    uint32_t above = w->path[w->length - 1];
    if (w->low[q] < w->low[above])
      w->low[above] = w->low[q];
  }
  if (w->low[q] != w->index[q])
    return;
  uint32_t r;
  do {
    assert(w->height > 0);
    r = w->stack[--w->height];
    s->of[r] = s->count;
  } while (r != q);
  s->count++;
}

static void explore(scc_search *w, tgba_sccs *s, uint32_t root) {
  enter(w, root);
  while (w->length > 0) {
    uint32_t q = w->path[w->length - 1];
    progress_tick(w->a->clock);
    if (w->next[q] == w->a->first.at[q + 1]) {
      leave(w, s, q);
      continue;
    }
    uint32_t t = w->a->edges.at[w->next[q]++].to;
    if (w->index[t] == NEVER)
      enter(w, t);
    else if (s->of[t] == NEVER && w->index[t] < w->low[q])
      w->low[q] = w->index[t];
  }
}

static void judge(const tgba *a, tgba_sccs *s) {
  uint64_t *marks = mem_array(a->m, s->count, sizeof *marks);
  memset(s->trivial, 1, s->count);
  for (uint32_t q = 0; q < a->states; q++)
    tgba_each(e, a, q) {
      if (s->of[e->to] != s->of[q])
        continue;
      s->trivial[s->of[q]] = 0;
      marks[s->of[q]] |= e->marks;
    }
  for (uint32_t i = 0; i < s->count; i++)
    s->good[i] = s->useful[i] = !s->trivial[i] && marks[i] == tgba_all(a);
  mem_free(a->m, marks);
  /* By number, those that are reached first. */
  uint32_t *order = mem_array(a->m, a->states, sizeof *order);
  uint32_t *start = mem_array(a->m, (size_t)s->count + 1, sizeof *start);
  for (uint32_t q = 0; q < a->states; q++)
    start[s->of[q] + 1]++;
  for (uint32_t i = 0; i < s->count; i++)
    start[i + 1] += start[i];
  for (uint32_t q = 0; q < a->states; q++)
    order[start[s->of[q]]++] = q;
  for (uint32_t i = 0; i < a->states; i++)
    tgba_each(e, a, order[i]) {
      s->useful[s->of[order[i]]] |= s->useful[s->of[e->to]];
    }
  mem_free(a->m, order);
  mem_free(a->m, start);
}

void tgba_sccs_find(const tgba *a, tgba_sccs *out) {
  size_t n = a->states;
  *out = (tgba_sccs){.of = mem_array(a->m, n, sizeof *out->of)};
  uint32_t *room = mem_array(a->m, 5 * n, sizeof *room);
  scc_search w = {.a = a,
                  .index = room,
                  .low = room + n,
                  .stack = room + 2 * n,
                  .path = room + 3 * n,
                  .next = room + 4 * n};
  for (size_t q = 0; q < n; q++)
    w.index[q] = out->of[q] = NEVER;
  for (uint32_t q = 0; q < n; q++)
    if (w.index[q] == NEVER)
      explore(&w, out, q);
  assert(w.height == 0 && w.seen == n);
  mem_free(a->m, room);
  out->trivial = mem_array(a->m, out->count, 1);
  out->good = mem_array(a->m, out->count, 1);
  out->useful = mem_array(a->m, out->count, 1);
  judge(a, out);
}

void tgba_sccs_free(const tgba *a, tgba_sccs *s) {
  mem_free(a->m, s->of);
  mem_free(a->m, s->trivial);
  mem_free(a->m, s->good);
  mem_free(a->m, s->useful);
}

void tgba_mark_edges(tgba *a) {
  assert(a->accepting.count == a->states);
  a->sets = 1;
  for (uint32_t q = 0; q < a->states; q++)
    for (uint32_t i = a->first.at[q]; i < a->first.at[q + 1]; i++)
      a->edges.at[i].marks = a->accepting.at[q];
}

/* Keeps what is reachable from the initial state through states that 'keep'
 * allows (NULL: all), in the old order. */
static void restrict_to(tgba *a, const uint8_t *keep, const uint32_t *target) {
  uint32_t *number = mem_array(a->m, a->states, sizeof *number);
  uint32_t *todo = mem_array(a->m, a->states, sizeof *todo), count = 0, n = 0;
  uint32_t initial = target ? target[a->initial] : a->initial;
  if (!keep || keep[initial]) {
    number[initial] = 1;
    todo[count++] = initial;
  }
  while (count > 0) {
    uint32_t q = todo[--count];
    tgba_each(e, a, q) {
      uint32_t t = target ? target[e->to] : e->to;
      if (number[t] == 0 && (!keep || keep[t])) {
        number[t] = 1;
        todo[count++] = t;
      }
    }
  }
  for (uint32_t q = 0; q < a->states; q++)
    if (number[q])
      number[q] = ++n;
  tgba b;
  tgba_init(&b, a->m, a->clock, a->alphabet);
  b.sets = a->sets;
  for (uint32_t q = 0; q < a->states; q++) {
    if (number[q] == 0)
      continue;
    tgba_state(&b);
    if (tgba_state_based(a))
      vec_push(a->m, &b.accepting, a->accepting.at[q]);
    tgba_each(e, a, q) {
      uint32_t t = number[target ? target[e->to] : e->to];
      if (t)
        tgba_edge_add(&b, t - 1, e->label, e->marks);
    }
  }
  if (n == 0) {
    tgba_state(&b);
    if (tgba_state_based(a))
      vec_push(a->m, &b.accepting, 0);
  }
  tgba_end(&b);
  b.initial = n ? number[initial] - 1 : 0;
  mem_free(a->m, number);
  mem_free(a->m, todo);
  tgba_free(a);
  *a = b;
}

void tgba_redirect(tgba *a, const uint32_t *target) {
  restrict_to(a, NULL, target);
}

static void keep_useful(tgba *a, const tgba_sccs *s) {
  uint8_t *keep = mem_array(a->m, a->states, 1);
  for (uint32_t q = 0; q < a->states; q++)
    keep[q] = s->useful[s->of[q]];
  restrict_to(a, keep, NULL);
  mem_free(a->m, keep);
}

void tgba_trim(tgba *a) {
  tgba_sccs s;
  if (tgba_state_based(a))
    tgba_mark_edges(a);
  tgba_sccs_find(a, &s);
  keep_useful(a, &s);
  tgba_sccs_free(a, &s);
}

/* The marks of a component that matter: not x if another one that matters
 * never comes without x, nor if x is on every edge. 'always[x]': the marks that
 * are on each edge inside that has x. */
static uint64_t needed(uint64_t *always, uint64_t everywhere, uint32_t sets) {
  uint64_t dropped = 0;
  for (uint32_t x = 0; x < sets; x++)
    for (uint32_t y = 0; y < sets; y++)
      if (y != x && !(dropped >> y & 1) && (always[y] >> x & 1)) {
        dropped |= UINT64_C(1) << x;
        break;
      }
  return ~(dropped | everywhere) &
         (sets == 64 ? UINT64_MAX : (UINT64_C(1) << sets) - 1);
}

/* For each good component, its marks that matter. */
static uint64_t *needed_marks(const tgba *a, const tgba_sccs *s) {
  uint64_t *result = mem_array(a->m, s->count, sizeof *result);
  uint64_t *everywhere = mem_array(a->m, s->count, sizeof *everywhere);
  size_t sets = a->sets;
  uint64_t *always = mem_array(a->m, sets * s->count + 1, sizeof *always);
  memset(everywhere, 0xFF, s->count * sizeof *everywhere);
  memset(always, 0xFF, sets * s->count * sizeof *always);
  for (uint32_t q = 0; q < a->states; q++)
    tgba_each(e, a, q) {
      uint32_t i = s->of[q];
      if (s->of[e->to] != i)
        continue;
      everywhere[i] &= e->marks;
      for (uint64_t left = e->marks; left; left &= left - 1)
        always[i * sets + base_lowest_bit(left)] &= e->marks;
    }
  for (uint32_t i = 0; i < s->count; i++)
    if (s->good[i])
      result[i] = needed(always + i * sets, everywhere[i], a->sets);
  mem_free(a->m, everywhere);
  mem_free(a->m, always);
  return result;
}

/* The marks in 'needed' take the lowest numbers; the ones that are missing up
 * to 'sets' are on every edge. */
static uint64_t renumber(uint64_t marks, uint64_t wanted, uint32_t sets) {
  uint64_t result = 0;
  for (uint32_t k = 0; k < sets; k++, wanted &= wanted - 1)
    if (!wanted || (marks >> base_lowest_bit(wanted) & 1))
      result |= UINT64_C(1) << k;
  return result;
}

void tgba_filter(tgba *a) {
  tgba_sccs s;
  tgba_sccs_find(a, &s);
  uint64_t *wanted = needed_marks(a, &s);
  uint32_t sets = 0;
  bool rejecting = false;
  for (uint32_t i = 0; i < s.count; i++) {
    if (s.good[i] && base_bit_count(wanted[i]) > sets)
      sets = base_bit_count(wanted[i]);
    rejecting |= s.useful[i] && !s.trivial[i] && !s.good[i];
  }
  if (sets == 0 && rejecting)
    sets = 1;
  for (uint32_t q = 0; q < a->states; q++)
    for (uint32_t i = a->first.at[q]; i < a->first.at[q + 1]; i++) {
      tgba_edge *e = &a->edges.at[i];
      bool inside = s.of[e->to] == s.of[q] && s.good[s.of[q]];
      e->marks = inside ? renumber(e->marks, wanted[s.of[q]], sets) : 0;
    }
  a->sets = sets;
  keep_useful(a, &s);
  mem_free(a->m, wanted);
  tgba_sccs_free(a, &s);
}

/* Emptiness of a product. */

bool tgba_disjoint(const tgba *a, const tgba *b, size_t most) {
  map pairs = {0};
  tgba p;
  tgba_init(&p, a->m, a->clock, a->alphabet);
  p.sets = a->sets + b->sets;
  map_insert(a->m, &pairs, map_pair(a->initial, b->initial));
  for (uint32_t i = 0; i < pairs.keys.count && pairs.keys.count <= most; i++) {
    uint64_t pair = pairs.keys.at[i];
    tgba_state(&p);
    tgba_each(e, a, (uint32_t)(pair >> 32)) {
      tgba_each(f, b, (uint32_t)pair) {
        if (!letters_meet(a->alphabet, e->label, f->label))
          continue;
        uint32_t t = map_insert(a->m, &pairs, map_pair(e->to, f->to));
        uint64_t marks = e->marks | (b->sets ? f->marks << a->sets : 0);
        /* Which letter does not matter any more. */
        tgba_edge_add(&p, t, LETTERS_ALL, marks);
      }
    }
  }
  bool disjoint = pairs.keys.count <= most;
  tgba_end(&p);
  if (disjoint) {
    tgba_sccs s;
    tgba_sccs_find(&p, &s);
    for (uint32_t i = 0; i < s.count; i++)
      disjoint &= !s.good[i];
    tgba_sccs_free(&p, &s);
  }
  tgba_free(&p);
  map_free(a->m, &pairs);
  return disjoint;
}
