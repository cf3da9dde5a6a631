/* Which rules of a system and of an automaton go together: indexes, made once
 * for two machines. */
#ifndef PRODUCT_ECTL_MOVES_H
#define PRODUCT_ECTL_MOVES_H

#include "automata/machine.h"
#include "base/map.h"

/* The rules of a machine by state, top and action: those of a state lie
 * together, in the order of 'keys'. */
typedef struct ectl_rule_index {
  uint32_t *first; /* by state, and one more */
  uint64_t *keys;  /* map_pair(top, action) */
  uint32_t *rules;
} ectl_rule_index;

typedef struct ectl_moves {
  const machine *system, *automaton;
  ectl_rule_index of_system, of_automaton;
  uint32_t *heard; /* by action of the system: of the automaton, or none */
} ectl_moves;

/* A range of rules of one of the indexes. */
typedef struct ectl_range {
  uint32_t first, end;
} ectl_range;

void ectl_moves_init(mem *m, const machine *system, const machine *automaton,
                     ectl_moves *out);
void ectl_moves_free(mem *m, ectl_moves *moves);

/* What the system does in a state, with a symbol on top of the stack that
 * there is; MACHINE_NONE: the stack is empty. */
ectl_range ectl_moves_of(const ectl_moves *moves, uint32_t state, uint32_t top);
/* What the automaton, in a state, does on one of these. */
ectl_range ectl_moves_followed(const ectl_moves *moves, uint32_t state,
                               uint32_t top, uint32_t step);

/* A rule of the system that the automaton cannot follow, or MACHINE_NONE. */
uint32_t ectl_moves_escape(const ectl_moves *moves, uint32_t automaton_state,
                           uint32_t system_state, uint32_t top);

#endif
