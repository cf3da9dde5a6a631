/* The least weak deterministic automaton (Löding 2001; from an automaton
 * that is not deterministic: Dax, Eisinger and Klaedtke 2007): subsets of
 * states; which components of them accept is read off the product with the
 * automaton; then components on no cycle are coloured so that as many states as
 * possible can be put together, and the states are put together as Moore (1956)
 * does. */
#include "automata/tgba.h"

#include <stdlib.h>

#define DEAD UINT32_MAX

typedef struct part { /* letters that lead to the same set */
  uint32_t label, set;
} part;

typedef struct subsets {
  const tgba *a;
  sequences sets; /* of states; sorted */
  map number;     /* set to state of 'd' */
  vec(part) parts, fresh;
  uint32_t truth; /* a state that accepts everything, or DEAD */
  uint8_t *loops; /* states that do */
  tgba moves;     /* the automaton without its marks */
  tgba d;
} subsets;

static void prepare(subsets *x) {
  const tgba *automaton = x->a;
  tgba_init(&x->moves, automaton->m, automaton->clock, automaton->alphabet);
  for (uint32_t q = 0; q < automaton->states; q++) {
    tgba_state(&x->moves);
    tgba_each(edge, automaton, q) {
      tgba_edge_add(&x->moves, edge->to, edge->label, 0);
    }
  }
  tgba_end(&x->moves);
  x->truth = DEAD;
  x->loops = mem_array(automaton->m, automaton->states, 1);
  for (uint32_t q = automaton->states; q-- > 0;)
    tgba_each(edge, automaton, q) {
      if (edge->to != q || edge->label != LETTERS_ALL ||
          edge->marks != tgba_all(automaton))
        continue;
      x->truth = q;
      x->loops[q] = 1;
    }
}

static uint32_t wdba_state_of(subsets *x, uint32_t set) {
  for (uint32_t i = 0; i < sequences_length(&x->sets, set); i++)
    if (x->loops[sequences_at(&x->sets, set)[i]]) {
      set = sequences_insert(x->a->m, &x->sets, &x->truth, 1);
      break;
    }
  return map_insert(x->a->m, &x->number, set);
}

static void wdba_split(subsets *x, const tgba_edge *edge) {
  mem *m = x->a->m;
  letters *l = x->a->alphabet;
  uint32_t one = sequences_insert(m, &x->sets, &edge->to, 1);
  x->fresh.count = 0;
  for (size_t i = 0; i < x->parts.count; i++) {
    progress_tick(x->a->clock);
    part p = x->parts.at[i];
    uint32_t in = letters_and(l, p.label, edge->label);
    uint32_t out = letters_minus(l, p.label, edge->label);
    if (in != LETTERS_NONE) {
      uint32_t both = sequences_union(m, &x->sets, p.set, one);
      vec_push(m, &x->fresh, ((part){in, both}));
    }
    if (out != LETTERS_NONE)
      vec_push(m, &x->fresh, ((part){out, p.set}));
  }
  x->parts.count = 0;
  for (size_t i = 0; i < x->fresh.count; i++)
    vec_push(m, &x->parts, x->fresh.at[i]);
}

static bool determinise(subsets *x, size_t most) {
  const tgba *automaton = x->a;
  uint32_t empty = sequences_insert(automaton->m, &x->sets, NULL, 0);
  wdba_state_of(
      x, sequences_insert(automaton->m, &x->sets, &automaton->initial, 1));
  for (uint32_t i = 0; i < x->number.keys.count; i++) {
    uint32_t set = (uint32_t)x->number.keys.at[i];
    if (x->number.keys.count > most)
      return false;
    x->parts.count = 0;
    vec_push(automaton->m, &x->parts, ((part){LETTERS_ALL, empty}));
    for (uint32_t j = 0; j < sequences_length(&x->sets, set); j++)
      tgba_each(edge, &x->moves, sequences_at(&x->sets, set)[j]) {
        wdba_split(x, edge);
      }
    tgba_state(&x->d);
    for (size_t j = 0; j < x->parts.count; j++)
      if (x->parts.at[j].set != empty)
        tgba_edge_add(&x->d, wdba_state_of(x, x->parts.at[j].set),
                      x->parts.at[j].label, 0);
  }
  tgba_end(&x->d);
  return true;
}

/* Sets accepts[c] for the components of 'd' that lie under an accepting one of
 * the product. */
static bool find_accepting(const tgba *a, const tgba *d, const tgba_sccs *sccs,
                           size_t most, uint8_t *accepts) {
  map pairs = {0};
  tgba p;
  tgba_init(&p, a->m, a->clock, a->alphabet);
  p.sets = a->sets;
  map_insert(a->m, &pairs, map_pair(a->initial, 0));
  for (uint32_t i = 0; i < pairs.keys.count && pairs.keys.count <= most; i++) {
    uint64_t pair = pairs.keys.at[i];
    tgba_state(&p);
    tgba_each(e, a, (uint32_t)(pair >> 32)) {
      tgba_each(f, d, (uint32_t)pair) {
        if (!letters_meet(a->alphabet, e->label, f->label))
          continue;
        uint32_t t = map_insert(a->m, &pairs, map_pair(e->to, f->to));
        tgba_edge_add(&p, t, LETTERS_ALL, e->marks);
      }
    }
  }
  tgba_end(&p);
  bool done = pairs.keys.count <= most;
  if (done) {
    tgba_sccs ps;
    tgba_sccs_find(&p, &ps);
    for (uint32_t i = 0; i < p.states; i++)
      if (ps.good[ps.of[i]])
        accepts[sccs->of[(uint32_t)pairs.keys.at[i]]] = 1;
    tgba_sccs_free(&p, &ps);
  }
  tgba_free(&p);
  map_free(a->m, &pairs);
  return done;
}

/* The class of each state at first: accepting, rejecting, dead. */
static void colour(const tgba *automaton, const tgba_sccs *sccs,
                   const uint8_t *accepts, uint32_t *kind) {
  uint32_t top = (sccs->count | 1) + 1; /* even */
  uint32_t *low = mem_array(automaton->m, sccs->count, sizeof *low);
  uint8_t *alive = mem_array(automaton->m, sccs->count, 1);
  uint32_t *order = mem_array(automaton->m, automaton->states, sizeof *order);
  uint32_t *start =
      mem_array(automaton->m, (size_t)sccs->count + 1, sizeof *start);
  for (uint32_t q = 0; q < automaton->states; q++)
    start[sccs->of[q] + 1]++;
  for (uint32_t i = 0; i < sccs->count; i++)
    start[i + 1] += start[i];
  for (uint32_t q = 0; q < automaton->states; q++)
    order[start[sccs->of[q]]++] = q;
  for (uint32_t i = 0, j = 0; i < sccs->count; i++) {
    uint32_t l = top + 1;
    for (; j < automaton->states && sccs->of[order[j]] == i; j++)
      tgba_each(edge, automaton, order[j]) {
        uint32_t c = sccs->of[edge->to];
        if (c == i)
          continue;
        l = low[c] < l ? low[c] : l;
        alive[i] |= alive[c];
      }
    alive[i] |= accepts[i];
    low[i] = sccs->trivial[i] ? l : accepts[i] ? l & ~1u : (l - 1) | 1;
  }
  for (uint32_t q = 0; q < automaton->states; q++)
    kind[q] = !alive[sccs->of[q]] ? DEAD : low[sccs->of[q]] % 2 == 0;
  mem_free(automaton->m, low);
  mem_free(automaton->m, alive);
  mem_free(automaton->m, order);
  mem_free(automaton->m, start);
}

/* The state of 'out' that is being made: the moves of q between classes. */
static void class_moves(const tgba *automaton, uint32_t q, const uint32_t *kind,
                        uint64_t marks, tgba *out) {
  tgba_each(edge, automaton, q) {
    if (kind[edge->to] != DEAD)
      tgba_edge_add(out, kind[edge->to], edge->label, marks);
  }
}

static int wdba_by_target(const void *a, const void *b) {
  uint32_t x = ((const tgba_edge *)a)->to, y = ((const tgba_edge *)b)->to;
  return (x > y) - (x < y);
}

/* One round: classes by the old class and the moves. Their number. */
static uint32_t wdba_refine(const tgba *automaton, const uint32_t *old,
                            uint32_t *kind) {
  sequences kinds = {0};
  vec(uint32_t) flat = {0};
  for (uint32_t q = 0; q < automaton->states; q++) {
    tgba moves;
    kind[q] = DEAD;
    if (old[q] == DEAD)
      continue;
    tgba_init(&moves, automaton->m, automaton->clock, automaton->alphabet);
    tgba_state(&moves);
    class_moves(automaton, q, old, 0, &moves);
    if (moves.edges.count > 1)
      qsort(moves.edges.at, moves.edges.count, sizeof(tgba_edge),
            wdba_by_target);
    flat.count = 0;
    vec_push(automaton->m, &flat, old[q]);
    vec_each (tgba_edge, edge, &moves.edges) {
      vec_push(automaton->m, &flat, edge->to);
      vec_push(automaton->m, &flat, edge->label);
    }
    kind[q] = sequences_insert(automaton->m, &kinds, flat.at, flat.count);
    tgba_free(&moves);
  }
  uint32_t count = sequences_count(&kinds);
  vec_free(automaton->m, &flat);
  sequences_free(automaton->m, &kinds);
  return count;
}

/* 'kind' has been coloured; it becomes the least partition. */
static void put_together(const tgba *automaton, uint32_t *kind, tgba *out) {
  uint32_t *next = mem_array(automaton->m, automaton->states, sizeof *next),
           count = 0, more;
  uint8_t *even = mem_array(automaton->m, automaton->states, 1);
  for (uint32_t q = 0; q < automaton->states; q++)
    even[q] = kind[q] == 1;
  while ((more = wdba_refine(automaton, kind, next)) != count) {
    memcpy(kind, next, automaton->states * sizeof *kind);
    count = more;
  }
  /* Classes are numbered by their first states. */
  for (uint32_t q = 0, c = 0; q < automaton->states; q++)
    if (kind[q] == c && c < count) {
      tgba_state(out);
      vec_push(automaton->m, &out->accepting, even[q]);
      class_moves(automaton, q, kind, even[q], out);
      c++;
    }
  if (count == 0) {
    tgba_state(out);
    vec_push(automaton->m, &out->accepting, 0);
  }
  tgba_end(out);
  out->initial = kind[0] == DEAD ? 0 : kind[0];
  mem_free(automaton->m, next);
  mem_free(automaton->m, even);
  tgba_redirect(out, NULL);
}

bool tgba_weak_deterministic(const tgba *automaton, size_t most, tgba *out) {
  subsets x = {.a = automaton};
  tgba_init(&x.d, automaton->m, automaton->clock, automaton->alphabet);
  tgba_init(out, automaton->m, automaton->clock, automaton->alphabet);
  out->sets = 1;
  prepare(&x);
  bool done = determinise(&x, most);
  if (done) {
    tgba_sccs sccs;
    tgba_sccs_find(&x.d, &sccs);
    uint8_t *accepts = mem_array(automaton->m, sccs.count, 1);
    uint32_t *kind = mem_array(automaton->m, x.d.states, sizeof *kind);
    done = find_accepting(automaton, &x.d, &sccs, 16 * most, accepts);
    if (done) {
      colour(&x.d, &sccs, accepts, kind);
      put_together(&x.d, kind, out);
    }
    mem_free(automaton->m, accepts);
    mem_free(automaton->m, kind);
    tgba_sccs_free(&x.d, &sccs);
  }
  if (!done)
    tgba_free(out);
  tgba_free(&x.d);
  tgba_free(&x.moves);
  vec_free(automaton->m, &x.parts);
  vec_free(automaton->m, &x.fresh);
  map_free(automaton->m, &x.number);
  sequences_free(automaton->m, &x.sets);
  mem_free(automaton->m, x.loops);
  return done;
}
