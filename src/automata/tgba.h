/* The automata that the translation works on: like those of automata/omega.h,
 * but a label is the number of a set of letters. A run is accepting if it takes
 * edges with each of the marks 0 .. sets-1 infinitely often. In a state-based
 * automaton there is one set, and the edges of accepting states have it.
 *
 * Invariant: edges of state q are edges[first[q]] .. edges[first[q + 1] - 1];
 * no two of them have both target and marks in common (if there is an
 * alphabet), and no label is empty. The functions that reduce an automaton
 * change it in place. */
#ifndef AUTOMATA_TGBA_H
#define AUTOMATA_TGBA_H

#include "automata/letters.h"
#include "base/map.h"

typedef struct tgba_edge {
  uint32_t to, label;
  uint64_t marks;
} tgba_edge;

typedef struct tgba {
  mem *m;
  progress *clock;
  letters *alphabet; /* NULL: labels have no meaning, none are put together */
  uint32_t states, initial, sets;
  vec(tgba_edge) edges;
  vec(uint32_t) first;    /* states + 1 of them */
  vec(uint8_t) accepting; /* one for each state; empty: not state-based */
} tgba;

/* Without states. They are made one after the other: tgba_state, then its
 * edges; tgba_end after the last. */
void tgba_init(tgba *automaton, mem *m, progress *clock, letters *alphabet);
void tgba_free(tgba *automaton);
void tgba_state(tgba *automaton);
void tgba_edge_add(tgba *automaton, uint32_t to, uint32_t label,
                   uint64_t marks);
void tgba_end(tgba *automaton);
/* Asserts the invariant of a finished automaton. */
void check_tgba(const tgba *a);

static inline uint64_t tgba_all(const tgba *a) {
  assert(a->sets <= 64);
  return a->sets == 64 ? UINT64_MAX : (UINT64_C(1) << a->sets) - 1;
}
static inline bool tgba_state_based(const tgba *a) {
  return a->accepting.count > 0;
}
/* An automaton without edges has no array to point into. */
#define tgba_each(e, a, q)                                                     \
  for (const tgba_edge *                                                       \
           e = (a)->edges.count ? (a)->edges.at + (a)->first.at[q] : NULL,     \
          *e##_end = (a)->edges.count ? (a)->edges.at + (a)->first.at[(q) + 1] \
                                      : NULL;                                  \
       e != e##_end; e++)

/* Strongly connected components; those that are reached from others have
 * smaller numbers. */
typedef struct tgba_sccs {
  uint32_t count;
  uint32_t *of;     /* of a state */
  uint8_t *trivial; /* has no edge inside */
  uint8_t *good;    /* has an accepting cycle */
  uint8_t *useful;  /* reaches a good one */
} tgba_sccs;
void tgba_sccs_find(const tgba *automaton, tgba_sccs *out);
void tgba_sccs_free(const tgba *automaton, tgba_sccs *sccs);

/* State-based: gives the edges of accepting states the mark, others none. */
void tgba_mark_edges(tgba *automaton);
/* Every target t becomes target[t], the initial state included; keeps what can
 * then be reached. 'target' may be NULL. */
void tgba_redirect(tgba *automaton, const uint32_t *target);
/* Keeps the states that are reachable and reach an accepting cycle; at least
 * one. */
void tgba_trim(tgba *automaton);
/* Trims, and drops marks that do not matter. */
void tgba_filter(tgba *automaton);

/* Puts states together that simulate each other, forward and backward, until
 * nothing changes. Nothing is done above TGBA_MOST_SIMULATED states. */
enum { TGBA_MOST_SIMULATED = 1000 };
void tgba_simulate(tgba *automaton);

/* One set, on states. The plain one multiplies with a counter. */
void tgba_degeneralise(tgba *a);
void tgba_degeneralise_plain(tgba *a);

/* The least deterministic weak automaton for the language of 'automaton' if
 * there is one, else for some larger language; it is state-based. False: the
 * subsets were more than 'most'. */
bool tgba_weak_deterministic(const tgba *automaton, size_t most, tgba *out);

/* Have the two no word in common? They share the alphabet and have at most 64
 * sets together. True or false: as found; more than 'most' pairs: false. */
bool tgba_disjoint(const tgba *a, const tgba *b, size_t most);

#endif
