/* What the atoms of a formula mean on a pushdown system: a name of a control
 * state, of the symbol on top, of a regular set of configurations, or an action
 * of the step that comes next.
 *
 * Whether <p, a w> is in a regular set depends on p, a and the class of w: the
 * states, of the automata of all sets that are used, from which w is accepted.
 * The class of the empty stack is number 0, and that of 'a w' follows from 'a'
 * and the class of w; without sets there is only one class. */
#ifndef PRODUCT_VALUATION_H
#define PRODUCT_VALUATION_H

#include "automata/nfa.h"
#include "base/map.h"
#include "base/report.h"
#include "pds/pds.h"

#include <assert.h>

enum { PDS_MOST_ATOMS = 64 };

typedef enum pds_atom_kind {
  PDS_ATOM_STATE,
  PDS_ATOM_TOP,
  PDS_ATOM_SET, /* number: of 'named_sets' */
  PDS_ATOM_ACTION
} pds_atom_kind;

typedef struct pds_atom {
  pds_atom_kind kind;
  uint32_t number;
} pds_atom;

typedef struct pds_binding {
  vec(pds_atom) atoms; /* as many, and in the same order, as were bound */
  vec(uint32_t) sets;  /* of 'named_sets': those used, each once */
} pds_binding;

/* Nothing is bound yet. False: there are too many atoms, which is reported. */
bool pds_begin_binding(const names *atoms, const char *file, uint32_t line,
                       uint32_t column, report *r, pds_binding *out);
/* 'atoms' are texts as in logic/ltl.h: 'state.p', 'top.a', 'set.s', '@x', or a
 * bare name that is only one of these. 'line' and 'column' are where the
 * formula starts. False: reported. */
bool pds_bind(mem *m, const pds *system, const names *atoms, const char *file,
              uint32_t line, uint32_t column, report *r, pds_binding *out);

typedef struct valuation_set {
  nfa automaton;
  uint32_t offset; /* of its inner states among those of all */
  uint64_t atoms;
  map reads;                     /* (control, symbol) of edges */
  vec(uint32_t) first_read;      /* by number in 'reads' */
  vec(uint32_t) next_read, into; /* lists of where they lead */
} valuation_set;

/* An edge between inner states, by symbol. */
typedef struct valuation_edge {
  uint32_t from, to;
} valuation_edge;

typedef struct valuation {
  mem *m;
  const pds *p;
  uint64_t *states, *symbols, *actions; /* letters */
  vec(valuation_set) sets;
  uint32_t inner;       /* states of all sets */
  uint32_t words;       /* of a class */
  uint32_t *first_edge; /* by symbol, and one more; NULL: no sets */
  valuation_edge *edges;
  vec(uint64_t) bits; /* of the classes, 'words' each */
  uint32_t class_count;
  map class_hashes;
  vec(uint32_t) first_class, next_class; /* of the same hash */
  map above; /* (class, symbol), and the class of the two together */
  vec(uint32_t) above_class;
} valuation;

void valuation_init(valuation *v, mem *m, const pds *system,
                    const pds_binding *binding);

/* The class of a stack with 'symbol' on top of one of class 'below'. */
uint32_t valuation_above(valuation *v, uint32_t below, uint32_t symbol);

/* The atoms that hold in <state, symbol w>, w of class 'below', but for those
 * that speak of steps; 'symbol' PDS_NONE: the stack is empty. */
uint64_t valuation_letter(const valuation *v, uint32_t state, uint32_t symbol,
                          uint32_t below);

static inline bool valuation_class_has(const valuation *v, uint32_t number,
                                       uint32_t inner) {
  assert(number < v->class_count && inner < v->inner);
  return v->bits.at[(size_t)number * v->words + inner / 64] >> inner % 64 & 1;
}

#endif
