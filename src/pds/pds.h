/* Pushdown systems, and the reachability problem on them.
 *
 * A rule (from, top) -> (to, push) rewrites <from, top rest> to
 * <to, push[0] .. push[length - 1] rest>. 'top' may be PDS_ANY: then the rule
 * applies to every symbol of the problem, and PDS_ANY in 'push' is the symbol
 * that was matched. States and symbols are numbers of 'names', in the order of
 * first mention. Invariant: weights holds 'dimension' numbers a rule. */
#ifndef PDS_PDS_H
#define PDS_PDS_H

#include "automata/paut.h"

#include <assert.h>

#define PDS_NONE UINT32_MAX
#define PDS_ANY UINT32_C(0xFFFFFFFE)

enum { PDS_MOST_DIMENSIONS = 64 };

/* Weights lie between this and its negation; the one integer beyond is minus
 * infinity in the engines. */
#define PDS_MOST_WEIGHT INT64_MAX

typedef struct pds_rule {
  uint32_t from, top;
  uint32_t to;
  uint32_t length; /* 0 pop, 1 swap, 2 push */
  uint32_t push[2];
  uint32_t action; /* of 'actions'; PDS_NONE: none */
  uint32_t line, column;
} pds_rule;

typedef enum pds_side { PDS_INITIAL, PDS_FINAL } pds_side;

/* A named regular set of configurations, for formulas. */
typedef struct pds_set {
  uint32_t name; /* of 'set_names' */
  paut automaton;
} pds_set;

/* A property that came with the text: a formula of linear temporal logic. */
typedef struct pds_property {
  uint32_t name;         /* of 'property_names' */
  size_t at, length;     /* of the formula, in 'property_text' */
  uint32_t line, column; /* of its first byte */
} pds_property;

/* A whole problem: can 'sets[PDS_FINAL]' be reached from
 * 'sets[PDS_INITIAL]'? */
typedef struct pds {
  names states, symbols, actions;
  vec(pds_rule) rules;
  uint32_t dimension;    /* numbers a weight has; 0: unweighted */
  bool weight_is_vector; /* written as [..] even when there is one */
  bool is_signed[PDS_MOST_DIMENSIONS];
  vec(int64_t) weights;
  bool states_are_numbers; /* JSON: "state-names": false */
  bool has_system;
  bool has_set[2];
  paut sets[2];
  names set_names, property_names;
  vec(pds_set) named_sets;
  vec(pds_property) properties;
  vec(char) property_text;
} pds;

/* 'weight' has 'dimension' numbers, NULL when there are none. */
void pds_add_rule(mem *m, pds *system, const pds_rule *rule,
                  const int64_t *weight);

/* Asserts that every number is one of its table. */
void check_pds(const pds *p);

static inline const int64_t *pds_weight(const pds *system, uint32_t rule) {
  assert(rule < system->rules.count);
  return system->dimension
             ? system->weights.at + (size_t)rule * system->dimension
             : NULL;
}

static inline uint32_t pds_state_count(const pds *system) {
  return names_count(&system->states);
}
static inline uint32_t pds_symbol_count(const pds *system) {
  return names_count(&system->symbols);
}

/* The symbol that 'push[i]' puts on the stack when 'symbol' was on top. */
static inline uint32_t pds_pushed(const pds_rule *r, uint32_t i,
                                  uint32_t symbol) {
  assert(i < r->length);
  return r->push[i] == PDS_ANY ? symbol : r->push[i];
}
static inline bool pds_matches(const pds_rule *r, uint32_t state,
                               uint32_t symbol) {
  return r->from == state && (r->top == symbol || r->top == PDS_ANY);
}

#endif
