/* What the files that make Boolean programs share. */
#ifndef PREDICATES_ABSTRACT_INSIDE_H
#define PREDICATES_ABSTRACT_INSIDE_H

#include "engine/predicates/choose.h"

typedef vec(prog_assignment) assignments;

/* Predicates 'word == c' of one word exclude one another: they are one variable
 * of the program, whose value says which of them is true; 0: none. */
typedef struct builder_group {
  uint32_t word, function; /* CFA_NONE: of globals */
  bool is_at_entry;
  uint32_t variable;   /* of the program */
  uint32_t next;       /* its PROG_NEXT */
  shape_list members;  /* predicates: member i is value i + 1 */
  vec(choice) pending; /* by member: what the edge makes of it; empty: not
                          assigned */
} builder_group;

typedef struct builder {
  predicates *x;
  mem *m;
  abstract_program *out;
  prog *p;
  chooser c;
  bool doubt_memory;
  bool groups;        /* variables of more than two values */
  uint32_t *variable; /* by predicate: variable of the program; of those that
                         are ensured: number of the result */
  uint32_t *group;    /* by predicate: in 'all_groups'; CFA_NONE: none */
  vec(builder_group) all_groups;
  vec(uint32_t) wheres; /* by assignment of the program: what must be true of
                           it; PROG_NONE: nothing */
  uint32_t *location;   /* by location of the automaton */
  uint32_t *procedure;  /* by function */
  literals *scope;      /* by function: its predicates, and global ones */
  vec(uint32_t) from;   /* by edge, as they came */
  assignments set;      /* of the edge that is being made */
  vec(uint32_t) set_wheres;
} builder;

/* An edge with b->set, for that of the automaton (CFA_NONE: none). */
void builder_edge(builder *b, prog_edge e, uint32_t edge);
uint32_t builder_text(builder *b, uint32_t edge);
void builder_set(builder *b, uint32_t variable, uint32_t value);
uint32_t builder_any(builder *b);
/* What a predicate, not one that is ensured, becomes. */
void builder_put(builder *b, size_t predicate, choice to);
void builder_put_any(builder *b, size_t predicate);
/* Is the predicate true now? An expression of the program. */
uint32_t builder_now(builder *b, size_t predicate);
/* abstract_group.c */
void builder_find_groups(builder *b);
void builder_put_groups(builder *b);
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
