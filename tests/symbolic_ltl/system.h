/* Random symbolic pushdown systems with an automaton, as tables of single
 * steps: the diagrams are made from the tables, the twin reads the tables. */
#ifndef SYMBOLIC_LTL_SYSTEM_H
#define SYMBOLIC_LTL_SYSTEM_H

#include "engine/symbolic/repeat.h"

enum { MOST_BITS = 2, MOST_VALUES = 1 << MOST_BITS, MOST_SYMBOLS = 4 };
enum { MOST_STATES = 4, STATE_BITS = 2, ATOMS = 3 };

/* One step: all values, also of bits that do not change. */
typedef struct move {
  sym_kind kind;
  uint32_t rule; /* 'source' in the system */
  uint32_t from, globals, locals;
  uint32_t to, globals_next, locals_next;
  uint32_t below, locals_below;
} move;

typedef struct table {
  uint64_t seed;
  uint32_t globals, locals, symbols; /* bits, bits, number */
  uint32_t rules;
  vec(move) moves;
  uint64_t rule_events[32];
  /* atoms that hold, by symbol, globals, locals */
  uint64_t holds[MOST_SYMBOLS][MOST_VALUES][MOST_VALUES];
  uint32_t start;
  bool initial[MOST_VALUES][MOST_VALUES];
  omega automaton;
} table;

uint32_t random_below(uint64_t *seed, uint32_t n);
void table_random(mem *m, uint64_t seed, table *out);
/* 'd' has variables for MOST_BITS + STATE_BITS globals and MOST_BITS
 * locals. */
void table_build(mem *m, dds *d, table *t, sympds *s, sym_letters *l);
void table_drop(mem *m, dds *d, table *t, sympds *s, sym_letters *l);

#endif
