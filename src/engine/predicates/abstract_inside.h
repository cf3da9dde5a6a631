/* What the files that make Boolean programs share. */
#ifndef PREDICATES_ABSTRACT_INSIDE_H
#define PREDICATES_ABSTRACT_INSIDE_H

#include "engine/predicates/choose.h"

typedef vec(prog_assignment) assignments;

typedef struct builder {
  predicates *x;
  mem *m;
  abstract_program *out;
  prog *p;
  chooser c;
  bool doubt_memory;
  uint32_t *variable;  /* by predicate: variable of the program; of those that
                          are ensured: number of the result */
  uint32_t *location;  /* by location of the automaton */
  uint32_t *procedure; /* by function */
  literals *scope;     /* by function: its predicates, and global ones */
  vec(uint32_t) from;  /* by edge, as they came */
  assignments set;     /* of the edge that is being made */
} builder;

/* An edge with b->set, for that of the automaton (CFA_NONE: none). */
void builder_edge(builder *b, prog_edge e, uint32_t edge);
uint32_t builder_text(builder *b, uint32_t edge);
void builder_set(builder *b, uint32_t variable, uint32_t value);
uint32_t builder_any(builder *b);
void builder_target(builder *b, abstract_end end, uint32_t edge,
                    uint32_t *location);

/* abstract_step.c: an edge within its function; an access that may be invalid
 * is a target. */
void builder_doubt(builder *b, uint32_t edge);
void builder_step(builder *b, uint32_t edge);
/* abstract_call.c */
void builder_call(builder *b, uint32_t edge);
void builder_return(builder *b, uint32_t edge);
void builder_start(builder *b);
/* abstract_live.c: when edges have their numbers. */
void builder_live(builder *b);

#endif
