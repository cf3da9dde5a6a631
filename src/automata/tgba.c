#include "automata/tgba.h"

#include "base/check.h"

#include <assert.h>

#define NEVER UINT32_MAX

void tgba_init(tgba *automaton, mem *m, progress *clock, letters *alphabet) {
  *automaton = (tgba){.m = m, .clock = clock, .alphabet = alphabet};
}

void tgba_free(tgba *automaton) {
  vec_free(automaton->m, &automaton->edges);
  vec_free(automaton->m, &automaton->first);
  vec_free(automaton->m, &automaton->accepting);
}

void tgba_state(tgba *automaton) {
  assert(automaton->first.count == automaton->states);
  vec_push(automaton->m, &automaton->first, (uint32_t)automaton->edges.count);
  automaton->states++;
}

void tgba_edge_add(tgba *automaton, uint32_t to, uint32_t label,
                   uint64_t marks) {
  assert(automaton->states > 0);
  progress_tick(automaton->clock);
  if (automaton->alphabet) {
    if (label == LETTERS_NONE)
      return;
    for (size_t i = vec_last(&automaton->first); i < automaton->edges.count;
         i++)
      if (automaton->edges.at[i].to == to &&
          automaton->edges.at[i].marks == marks) {
        automaton->edges.at[i].label = letters_or(
            automaton->alphabet, automaton->edges.at[i].label, label);
        return;
      }
  }
  vec_push(automaton->m, &automaton->edges, ((tgba_edge){to, label, marks}));
}

void tgba_end(tgba *automaton) {
  assert(automaton->first.count == automaton->states);
  vec_push(automaton->m, &automaton->first, (uint32_t)automaton->edges.count);
  debug_check(check_tgba(automaton));
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

static void enter(scc_search *search, uint32_t q) {
  assert(q < search->a->first.count);
  assert(search->index[q] == NEVER && search->height < search->a->states);
  search->index[q] = search->low[q] = search->seen++;
  search->stack[search->height++] = q;
  search->path[search->length++] = q;
  search->next[q] = search->a->first.at[q];
}

static void leave(scc_search *search, tgba_sccs *sccs, uint32_t q) {
  assert(search->length > 0);
  if (--search->length > 0) {
    uint32_t above = search->path[search->length - 1];
    if (search->low[q] < search->low[above])
      search->low[above] = search->low[q];
  }
  if (search->low[q] != search->index[q])
    return;
  uint32_t r;
  do {
    assert(search->height > 0);
    r = search->stack[--search->height];
    sccs->of[r] = sccs->count;
  } while (r != q);
  sccs->count++;
}

static void explore(scc_search *search, tgba_sccs *sccs, uint32_t root) {
  enter(search, root);
  while (search->length > 0) {
    uint32_t q = search->path[search->length - 1];
    progress_tick(search->a->clock);
    if (search->next[q] == search->a->first.at[q + 1]) {
      leave(search, sccs, q);
      continue;
    }
    uint32_t t = search->a->edges.at[search->next[q]++].to;
    if (search->index[t] == NEVER)
      enter(search, t);
    else if (sccs->of[t] == NEVER && search->index[t] < search->low[q])
      search->low[q] = search->index[t];
  }
}

static void judge(const tgba *automaton, tgba_sccs *sccs) {
  uint64_t *marks = mem_array(automaton->m, sccs->count, sizeof *marks);
  memset(sccs->trivial, 1, sccs->count);
  for (uint32_t q = 0; q < automaton->states; q++)
    tgba_each(edge, automaton, q) {
      if (sccs->of[edge->to] != sccs->of[q])
        continue;
      sccs->trivial[sccs->of[q]] = 0;
      marks[sccs->of[q]] |= edge->marks;
    }
  for (uint32_t i = 0; i < sccs->count; i++)
    sccs->good[i] = sccs->useful[i] =
        !sccs->trivial[i] && marks[i] == tgba_all(automaton);
  mem_free(automaton->m, marks);
  /* By number, those that are reached first. */
  uint32_t *order = mem_array(automaton->m, automaton->states, sizeof *order);
  uint32_t *start =
      mem_array(automaton->m, (size_t)sccs->count + 1, sizeof *start);
  for (uint32_t q = 0; q < automaton->states; q++)
    start[sccs->of[q] + 1]++;
  for (uint32_t i = 0; i < sccs->count; i++)
    start[i + 1] += start[i];
  for (uint32_t q = 0; q < automaton->states; q++)
    order[start[sccs->of[q]]++] = q;
  for (uint32_t i = 0; i < automaton->states; i++)
    tgba_each(edge, automaton, order[i]) {
      sccs->useful[sccs->of[order[i]]] |= sccs->useful[sccs->of[edge->to]];
    }
  mem_free(automaton->m, order);
  mem_free(automaton->m, start);
}

void tgba_sccs_find(const tgba *automaton, tgba_sccs *out) {
  size_t n = automaton->states;
  *out = (tgba_sccs){.of = mem_array(automaton->m, n, sizeof *out->of)};
  uint32_t *room = mem_array(automaton->m, 5 * n, sizeof *room);
  scc_search search = {.a = automaton,
                       .index = room,
                       .low = room + n,
                       .stack = room + 2 * n,
                       .path = room + 3 * n,
                       .next = room + 4 * n};
  for (size_t q = 0; q < n; q++)
    search.index[q] = out->of[q] = NEVER;
  for (uint32_t q = 0; q < n; q++)
    if (search.index[q] == NEVER)
      explore(&search, out, q);
  assert(search.height == 0 && search.seen == n);
  mem_free(automaton->m, room);
  out->trivial = mem_array(automaton->m, out->count, 1);
  out->good = mem_array(automaton->m, out->count, 1);
  out->useful = mem_array(automaton->m, out->count, 1);
  judge(automaton, out);
}

void tgba_sccs_free(const tgba *automaton, tgba_sccs *sccs) {
  mem_free(automaton->m, sccs->of);
  mem_free(automaton->m, sccs->trivial);
  mem_free(automaton->m, sccs->good);
  mem_free(automaton->m, sccs->useful);
}

void tgba_mark_edges(tgba *automaton) {
  assert(automaton->accepting.count == automaton->states);
  automaton->sets = 1;
  for (uint32_t q = 0; q < automaton->states; q++)
    for (uint32_t i = automaton->first.at[q]; i < automaton->first.at[q + 1];
         i++)
      automaton->edges.at[i].marks = automaton->accepting.at[q];
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
    tgba_each(edge, a, q) {
      uint32_t t = target ? target[edge->to] : edge->to;
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
    tgba_each(edge, a, q) {
      uint32_t t = number[target ? target[edge->to] : edge->to];
      if (t)
        tgba_edge_add(&b, t - 1, edge->label, edge->marks);
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

void tgba_redirect(tgba *automaton, const uint32_t *target) {
  restrict_to(automaton, NULL, target);
}

static void keep_useful(tgba *automaton, const tgba_sccs *sccs) {
  uint8_t *keep = mem_array(automaton->m, automaton->states, 1);
  for (uint32_t q = 0; q < automaton->states; q++)
    keep[q] = sccs->useful[sccs->of[q]];
  restrict_to(automaton, keep, NULL);
  mem_free(automaton->m, keep);
}

void tgba_trim(tgba *automaton) {
  tgba_sccs sccs;
  if (tgba_state_based(automaton))
    tgba_mark_edges(automaton);
  tgba_sccs_find(automaton, &sccs);
  keep_useful(automaton, &sccs);
  tgba_sccs_free(automaton, &sccs);
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
static uint64_t *needed_marks(const tgba *automaton, const tgba_sccs *sccs) {
  uint64_t *result = mem_array(automaton->m, sccs->count, sizeof *result);
  uint64_t *everywhere =
      mem_array(automaton->m, sccs->count, sizeof *everywhere);
  size_t sets = automaton->sets;
  uint64_t *always =
      mem_array(automaton->m, sets * sccs->count + 1, sizeof *always);
  memset(everywhere, 0xFF, sccs->count * sizeof *everywhere);
  memset(always, 0xFF, sets * sccs->count * sizeof *always);
  for (uint32_t q = 0; q < automaton->states; q++)
    tgba_each(edge, automaton, q) {
      uint32_t i = sccs->of[q];
      if (sccs->of[edge->to] != i)
        continue;
      everywhere[i] &= edge->marks;
      for (uint64_t left = edge->marks; left; left &= left - 1)
        always[i * sets + base_lowest_bit(left)] &= edge->marks;
    }
  for (uint32_t i = 0; i < sccs->count; i++)
    if (sccs->good[i])
      result[i] = needed(always + i * sets, everywhere[i], automaton->sets);
  mem_free(automaton->m, everywhere);
  mem_free(automaton->m, always);
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

void tgba_filter(tgba *automaton) {
  tgba_sccs sccs;
  tgba_sccs_find(automaton, &sccs);
  uint64_t *wanted = needed_marks(automaton, &sccs);
  uint32_t sets = 0;
  bool rejecting = false;
  for (uint32_t i = 0; i < sccs.count; i++) {
    if (sccs.good[i] && base_bit_count(wanted[i]) > sets)
      sets = base_bit_count(wanted[i]);
    rejecting |= sccs.useful[i] && !sccs.trivial[i] && !sccs.good[i];
  }
  if (sets == 0 && rejecting)
    sets = 1;
  for (uint32_t q = 0; q < automaton->states; q++)
    for (uint32_t i = automaton->first.at[q]; i < automaton->first.at[q + 1];
         i++) {
      tgba_edge *edge = &automaton->edges.at[i];
      bool inside = sccs.of[edge->to] == sccs.of[q] && sccs.good[sccs.of[q]];
      edge->marks =
          inside ? renumber(edge->marks, wanted[sccs.of[q]], sets) : 0;
    }
  automaton->sets = sets;
  keep_useful(automaton, &sccs);
  mem_free(automaton->m, wanted);
  tgba_sccs_free(automaton, &sccs);
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
    tgba_sccs sccs;
    tgba_sccs_find(&p, &sccs);
    for (uint32_t i = 0; i < sccs.count; i++)
      disjoint &= !sccs.good[i];
    tgba_sccs_free(&p, &sccs);
  }
  tgba_free(&p);
  map_free(a->m, &pairs);
  return disjoint;
}
