/* A pushdown problem as plain arrays, and its text in PDAAAL's JSON, which is
 * what every tool gets. Invariant: states of a rule are below 'states', symbols
 * below 'symbols' or one of the two marks, and a state of an automaton is a
 * control state p or 'states' + k for its k-th extra state. */
#ifndef DIFFTEST_INSTANCE_H
#define DIFFTEST_INSTANCE_H

#include "base.h"

#include <stdio.h>

enum { INSTANCE_WEIGHTS = 64 };
#define INSTANCE_ANY UINT32_C(0xFFFFFFFE)     /* "*" */
#define INSTANCE_EPSILON UINT32_C(0xFFFFFFFF) /* "" on an edge */

typedef enum operation { RULE_POP, RULE_SWAP, RULE_PUSH } operation;

/* A push puts 'symbol' on the top that stays. 'symbol' is INSTANCE_ANY only
 * for a swap that keeps what a wildcard matched. */
typedef struct rule {
  uint32_t from, top, to, symbol;
  operation operation;
} rule;

typedef struct edge {
  uint32_t from, symbol, to;
} edge;

typedef struct automaton {
  uint32_t extra;
  edge *edges;
  size_t edge_count, edge_capacity;
  uint32_t *accepting;
  size_t accepting_count, accepting_capacity;
} automaton;

/* Zero-initialised is empty. Reuse it: clearing keeps the memory. */
typedef struct instance {
  uint32_t states, symbols;
  uint32_t dimension; /* numbers in a weight; 0: unweighted */
  bool is_signed[INSTANCE_WEIGHTS];
  bool vector; /* a weight is written as a list even if it is one number */
  rule *rules;
  size_t rule_count, rule_capacity;
  int64_t *weights; /* 'dimension' for each rule */
  size_t weight_capacity;
  automaton side[2]; /* initial, final */
  /* How to write it: parsers have more than one way through them. */
  bool named; /* states have names */
  bool lists; /* a rule alone in its cell is written as a list, too */
  /* Names; NULL: p0, p1, ... and a, b, ... */
  char **state_names, **symbol_names;
} instance;

void instance_reset(instance *in);
void instance_clear(instance *in);
void instance_copy(instance *to, const instance *from);

/* Back to the names of the generator. */
void instance_forget_names(instance *in);

/* 'weight' may be NULL if the dimension is 0. */
void instance_add_rule(instance *in, rule r, const int64_t *weight);
void instance_add_edge(instance *in, int side, edge e);
void instance_add_accepting(instance *in, int side, uint32_t state);

/* PDAAAL's JSON, in one line. */
void instance_write(const instance *in, buffer *out);
/* The same instance from its text; false: it is not an instance that this
 * type can hold. */
bool instance_read(instance *in, const char *text, size_t length);
/* For people: rules as "p0 a -> p1 b a", sets as edges. */
void instance_print(const instance *in, buffer *out);

/* Rules, edges and accepting states: what delta debugging may leave out. */
size_t instance_features(const instance *in);
/* The instance with those features only for which keep[i] is true, in the
 * order rules, then edges and accepting states of either side. */
void instance_select(const instance *in, const bool *keep, instance *out);
/* Leaves out states and symbols that nothing mentions and numbers the rest
 * anew. False: there were none. */
bool instance_compact(const instance *in, instance *out);

/* What can be told apart: control states, symbols, extra states of either
 * side. */
enum { INSTANCE_PARTS = 4 };
uint32_t instance_part_size(const instance *in, int part);
/* The instance in which number j of a part is taken for number i; what is then
 * there twice stays once. */
void instance_merge(const instance *in, int part, uint32_t i, uint32_t j,
                    instance *out);

/* A text that is equal for instances that are equal up to renaming (for small
 * ones; for large ones it may differ). */
void instance_key(const instance *in, buffer *out);

#endif
