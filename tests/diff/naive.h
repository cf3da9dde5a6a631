/* A small pushdown problem as plain arrays, and its answer by definition.
 * Nothing here is fast and nothing here knows the engines: it is what they are
 * compared with. Invariant: numbers of states and symbols are in range, and a
 * state of an automaton is a control state p or 'states' + k for its k-th
 * extra state. */
#ifndef DIFF_NAIVE_H
#define DIFF_NAIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  MOST_STATES = 4,
  MOST_SYMBOLS = 6,
  MOST_RULES = 200,
  MOST_EXTRA = 4,
  MOST_EDGES = 16,
  MOST_DIMENSIONS = 3,
  MOST_NODES = 2 * MOST_STATES + MOST_EXTRA,
  ANY = -1,    /* top of a rule, label of an edge: every symbol */
  EPSILON = -2 /* label of an edge: none */
};

typedef struct rule {
  int from, top;           /* 'top' may be ANY */
  int to, length, push[2]; /* ANY under such a top: the symbol it matched */
  int64_t weight[MOST_DIMENSIONS];
} rule;

typedef struct edge {
  int from, label, to;
} edge;

typedef struct automaton {
  int extra, edges;
  edge edge[MOST_EDGES];
  uint32_t accepting; /* a bit for each state */
} automaton;

enum { INITIAL, FINAL };

typedef struct instance {
  int states, symbols, rules, dimension;
  bool is_signed;
  rule rule[MOST_RULES];
  automaton side[2];
} instance;

/* An automaton without epsilon whose first 'states' nodes are where reading
 * starts and have no edges into them; the automaton's own copies of the
 * control states follow, then its extra states. */
typedef struct nfa {
  int nodes;
  uint32_t accepting;
  uint32_t next[MOST_NODES][MOST_SYMBOLS]; /* sets of nodes */
} nfa;

void naive_nfa(const instance *in, int side, nfa *out);
/* 'stack' holds its top last, as the API has it. */
bool naive_accepts(const nfa *a, uint32_t state, const uint32_t *stack,
                   size_t depth);
/* One step: false if the rule does not apply. The stack has room for one more.
 */
bool naive_step(const rule *r, uint32_t *state, uint32_t *stack, size_t *depth);

typedef enum question { FEWEST_STEPS, SHORTEST, LONGEST } question;

typedef struct answer {
  bool reachable;
  bool unbounded; /* the best is approached, never met */
  int64_t best[MOST_DIMENSIONS];
} answer;

/* Without weights every rule weighs 1. */
void naive_answer(const instance *in, question q, answer *out);

/* pre* of FINAL; what the answer is read from. */
void naive_pre_star(const instance *in, nfa *a);

#endif
