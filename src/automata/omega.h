/* Automata on infinite words: generalised Büchi acceptance on edges.
 *
 * A letter is a set of atoms, bit i for atom i. An edge can be taken if one of
 * its cubes has the letter. A run is accepting if it takes edges with each of
 * the marks 0 .. sets-1 infinitely often; with no sets every run is. If
 * 'state_based', all edges that leave a state have the same marks, which are
 * then those of the state: a Büchi automaton is one with a single set.
 * Invariant: edges are sorted by 'from'; those of state q are first[q] ..
 * first[q + 1] - 1. No two cubes of an edge need be disjoint. */
#ifndef AUTOMATA_OMEGA_H
#define AUTOMATA_OMEGA_H

#include "base/names.h"
#include "base/report.h"
#include "base/text.h"

#include <stdbool.h>

enum { OMEGA_MOST_ATOMS = 64, OMEGA_MOST_SETS = 64 };

/* The letters a with (a & mask) == value. */
typedef struct omega_cube {
  uint64_t mask, value;
} omega_cube;

typedef struct omega_edge {
  uint32_t from, to;
  uint32_t first_cube, cubes; /* in 'cubes' */
  uint64_t marks;
} omega_edge;

typedef struct omega {
  names atoms;
  uint32_t states; /* at least 1 */
  uint32_t initial;
  uint32_t sets;
  bool state_based;
  vec(omega_edge) edges;
  vec(uint32_t) first; /* states + 1 of them */
  vec(omega_cube) cubes;
} omega;

static inline bool omega_allows(const omega *a, const omega_edge *e,
                                uint64_t letter) {
  for (uint32_t i = 0; i < e->cubes; i++) {
    const omega_cube *c = &vec_at(&a->cubes, e->first_cube + i);
    if ((letter & c->mask) == c->value)
      return true;
  }
  return false;
}

static inline uint64_t omega_all_marks(const omega *a) {
  assert(a->sets <= OMEGA_MOST_SETS);
  return a->sets == 64 ? UINT64_MAX : (UINT64_C(1) << a->sets) - 1;
}

/* Of a state-based automaton: does 'state' have all marks? A state without
 * edges has none. */
static inline bool omega_is_accepting(const omega *a, uint32_t state) {
  assert(a->state_based && state < a->states);
  return a->first.at[state] < a->first.at[state + 1] &&
         a->edges.at[a->first.at[state]].marks == omega_all_marks(a);
}

void omega_free(mem *m, omega *automaton);
/* Asserts the invariant, once the edges are sorted. */
void check_omega(const omega *a);
/* Sorts the edges by 'from' (stably) and fills 'first'. */
void omega_index(mem *m, omega *automaton);

/* Does it accept the word letters[0] .. letters[count - 1], where letter 'loop'
 * follows the last? Slow and from the definition: for checks and tests. */
bool omega_accepts(mem *m, const omega *automaton, const uint64_t *letters,
                   size_t count, size_t loop);

/* What the automaton is, for a search that can use it. */
typedef struct omega_kind {
  bool deterministic; /* no letter has two edges of a state */
  bool complete;      /* every letter has an edge of every state */
  bool weak;          /* each SCC is all accepting or has no accepting cycle */
  bool terminal;      /* weak, and an accepting SCC accepts every word */
} omega_kind;
omega_kind omega_classify(mem *m, const omega *a);

/* The same language with one set, on states. */
void omega_degeneralise(mem *m, const omega *a, omega *out);

/* "0&!2", or "t" for all letters. */
void omega_write_cube(omega_cube cube, text *out);

/* Hanoi Omega-Automata, version 1: reads Büchi, generalised Büchi (on states
 * or transitions), co-Büchi never; several initial states and implicit labels
 * are taken; what is not supported is refused by name. */
bool omega_read_hoa(mem *m, omega *out, const char *file, const char *text,
                    size_t length, report *r);
void omega_write_hoa(mem *m, const omega *automaton, const char *name,
                     text *out);
/* SPIN's; the automaton must have one set, on states. */
void omega_write_never(const omega *automaton, const char *comment, text *out);

#endif
