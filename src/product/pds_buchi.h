/* The product of a pushdown system and a Büchi automaton, made head by head as
 * a search asks for it; and the two kinds of evidence about it.
 *
 * Locations are pairs (control state, state of the automaton); the stack
 * alphabet consists of pairs (symbol, class of what is below; see valuation.h)
 * and a bottom marker that lies below every stack. Runs never stop: a head
 * without a rule, and every location above the bottom, is repeated, with no
 * action. Configurations of the product correspond to those of the system with
 * a state of the automaton that reads the letters of the steps. */
#ifndef PRODUCT_PDS_BUCHI_H
#define PRODUCT_PDS_BUCHI_H

#include "automata/omega.h"
#include "product/valuation.h"

/* In the place of a rule: the configuration is repeated. */
#define PDS_STUTTER UINT32_MAX

/* Evidence */

/* A run <start, stack>, then by the rules of 'stem', then for ever by those of
 * 'loop', which bring back the head it starts from. */
typedef struct pds_lasso {
  uint32_t start;
  vec(uint32_t) stack;      /* top first */
  vec(uint32_t) stem, loop; /* rules, or PDS_STUTTER */
} pds_lasso;

typedef struct pds_ranks_symbol {
  uint32_t symbol, below; /* symbol PDS_NONE: the bottom marker */
} pds_ranks_symbol;

typedef struct pds_ranks_head {
  uint32_t control, state, symbol; /* of 'stack' */
  uint32_t rank;                   /* from 1 */
} pds_ranks_head;

/* From a location, the symbol can be popped, ending in another. */
typedef struct pds_ranks_summary {
  uint32_t control, state, symbol;
  uint32_t to_control, to_state;
  bool accepting; /* also along a way through an accepting location */
} pds_ranks_summary;

/* A state of the initial set (numbered as in automata/nfa.h), reading a stack
 * of class 'below', can be met in a location. */
typedef struct pds_ranks_pair {
  uint32_t initial, below, control, state;
} pds_ranks_pair;

/* The proof that the product has no accepting run from the initial set: see
 * kernel/theory/ltl/BuchiInitial.v. */
typedef struct pds_ranks {
  vec(uint32_t) sets;                      /* those used, of 'named_sets' */
  vec(uint32_t) class_first, class_states; /* one more than classes */
  vec(pds_ranks_symbol) stack;
  vec(pds_ranks_head) heads;
  vec(pds_ranks_summary) summaries;
  vec(pds_ranks_pair) initial;
} pds_ranks;

/* The product. */

typedef struct pds_buchi_rule {
  uint32_t to, length, push[2]; /* a location, and of 'stack' */
  uint32_t rule;                /* or PDS_STUTTER */
} pds_buchi_rule;
typedef vec(pds_buchi_rule) pds_buchi_rules;

/* Edges of the automaton of the initial set; 'symbol' of 'stack'. */
typedef struct pds_buchi_edge {
  uint32_t from, symbol, to;
} pds_buchi_edge;

typedef struct pds_buchi {
  mem *m;
  const pds *p;
  const omega *a;
  uint32_t states; /* of the automaton */
  valuation v;
  map stack; /* map_pair(symbol, class below); number 0 is the bottom */
  map heads; /* (control, symbol) of rules without a wildcard */
  uint32_t *first_rule, *first_wild, *next_rule; /* by head, state, rule */
  /* The initial set: each of its words has a path from a pair of a control
   * state to number 0, and all edges lie before it. */
  map initial_states; /* map_pair(state of the nfa, class) */
  vec(pds_buchi_edge) initial_edges;
} pds_buchi;

/* 'automaton' has one set, on states. Borrows all. */
void pds_buchi_init(pds_buchi *buchi, mem *m, const pds *system,
                    const pds_binding *binding, const omega *automaton);
/* Makes the initial set, from 'initial'. */
void pds_buchi_start_from(pds_buchi *buchi, const nfa *initial);

static inline uint32_t pds_buchi_location(const pds_buchi *buchi,
                                          uint32_t control, uint32_t state) {
  return control * buchi->states + state;
}
static inline bool pds_buchi_accepting(const pds_buchi *buchi,
                                       uint32_t location) {
  return omega_is_accepting(buchi->a, location % buchi->states);
}
/* The number in 'stack'. */
uint32_t pds_buchi_symbol(pds_buchi *buchi, uint32_t symbol, uint32_t below);
/* Appends the rules of a head. */
void pds_buchi_expand(pds_buchi *buchi, uint32_t location, uint32_t symbol,
                      pds_buchi_rules *out);

#endif
