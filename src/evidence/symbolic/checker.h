/* Inside the check of proofs about programs: its diagrams, relations of edges,
 * and rows of the proof as diagrams. Relations are over the same four copies of
 * each bit as proofs are (sympds/sympds.h), and over helpers, one for each free
 * choice that an edge makes. Every condition is an implication between
 * diagrams; so what is free on its left needs no quantification. */
#ifndef EVIDENCE_SYMBOLIC_CHECKER_H
#define EVIDENCE_SYMBOLIC_CHECKER_H

#include "base/map.h"
#include "bdd/dd.h"
#include "evidence/symbolic/symbolic.h"

/* A number, least significant bit first. */
typedef struct sym_number {
  uint32_t width;
  dd bit[PROG_MOST_BITS];
} sym_number;

/* What a step changes: globals, locals on top behind it, locals below. */
typedef enum change_place {
  CHANGE_GLOBAL,
  CHANGE_TOP,
  CHANGE_BELOW
} change_place;

typedef struct change {
  uint32_t bit; /* of the globals or of the locals */
  change_place place;
} change;

typedef vec(uint32_t) variable_list;

typedef struct kept_renaming {
  dd_renaming *of;
} kept_renaming;

/* How copies of the table become copies of the checker. */
enum { VIEW_FORBIDDEN = SYM_COPIES };
typedef struct view {
  uint8_t global[SYM_COPIES], local[SYM_COPIES];
} view;

typedef struct checker {
  mem *owner; /* of 'why' */
  mem own, *m;
  progress *clock;
  const prog *p;
  const sym_proof *proof;
  const prog_binding *binding;
  const omega *automaton;
  const char **why;
  dds d;
  /* Bits. Globals come first, then locals, as in proofs. */
  uint32_t globals, locals;
  uint32_t program_globals; /* the rest are the automaton's */
  uint32_t *first_bit;      /* by variable, in its frame */
  uint32_t *frame_bits;     /* by procedure */
  uint32_t *position;       /* of a bit in the order of the diagrams */
  uint32_t *at_position;    /* and back */
  bool *is_entry;           /* by location: is it called? */
  /* Helpers: behind all bits. */
  uint32_t helpers, helpers_used;
  dd helper_set;
  /* The edge at hand. */
  uint32_t edge; /* PROG_STUTTER: none */
  dd guard;      /* where it may be passed: over NOW and helpers */
  dd relation;
  vec(change) changes;
  dd *next_value; /* by place: globals, locals on top, locals below */
  bool *is_changed;
  /* Expressions at work. */
  variable_list waiting;
  vec(sym_number) values;
  /* Renamings by their text. */
  names renaming_keys;
  vec(kept_renaming) renamings;
  variable_list from, to; /* that is being put together */
} checker;

static inline uint32_t checker_global(const checker *c, uint32_t bit,
                                      sym_copy copy) {
  return c->position[bit] * SYM_COPIES + (uint32_t)copy;
}
static inline uint32_t checker_local(const checker *c, uint32_t bit,
                                     sym_copy copy) {
  return c->position[c->globals + bit] * SYM_COPIES + (uint32_t)copy;
}
static inline uint32_t checker_procedure(const checker *c, uint32_t location) {
  return c->p->locations.at[location].procedure;
}

/* Failure */

/* Sets 'why'; always false. 'location' or PROG_NONE. */
bool checker_fail(checker *c, uint32_t location, const char *message);
/* Is x contained in y? Else fails there. */
bool checker_within(checker *c, dd x, dd y, uint32_t location,
                    const char *message);

/* Bits and their order (bits.c). */

/* Numbers the bits; false: the proof has other ones. */
bool checker_count_bits(checker *c);
/* The order: that of the proof's nodes where they agree, else that in which the
 * program first speaks of them. False: a malformed table. */
bool checker_choose_order(checker *c);
/* How many helpers edges and conditions need at most. */
bool checker_count_helpers(checker *c);

/* Numbers (numbers.c). */

sym_number number_constant(uint32_t width, uint32_t value);
sym_number number_widened(const sym_number *x, uint32_t width);
dd number_is(dds *diagrams, const sym_number *number, uint64_t value);
/* An operation with two operands, with a result of 'width' bits. */
sym_number number_operation(dds *diagrams, prog_op op, uint32_t width,
                            const sym_number *x, const sym_number *y);
sym_number number_choice(dds *diagrams, dd condition, const sym_number *yes,
                         const sym_number *no);

/* Edges (edge.c, expression.c). */

/* The values of an expression; choices become helpers. */
sym_number checker_evaluate(checker *c, uint32_t expression);
/* The same of a condition, where it is true. */
dd checker_condition(checker *c, uint32_t expression);

/* Makes 'guard', 'relation' and 'changes' of the edge. */
void checker_begin_edge(checker *c, uint32_t edge);
void checker_end_edge(checker *c);
/* Of a head that repeats: nothing changes. */
void checker_begin_stutter(checker *c, dd stuck);
/* Adds a bit to what the edge at hand changes. */
void checker_add_change(checker *c, change_place place, uint32_t bit, dd value);

/* Renamings: added one by one, then applied to x, then forgotten. */
void checker_rename_global(checker *c, uint32_t bit, sym_copy from,
                           sym_copy to);
void checker_rename_local(checker *c, uint32_t bit, sym_copy from, sym_copy to);
dd_renaming *checker_renaming(checker *c);
/* For the edge at hand. NULL: nothing is renamed. */
dd_renaming *checker_behind(checker *c);         /* NOW to the top behind it */
dd_renaming *checker_changed_globals(checker *c, /* those it changes */
                                     sym_copy from, sym_copy to);
dd_renaming *checker_below(checker *c); /* NOW to globals OTHER, and locals
                                           below the new top */
static inline dd checker_rename(checker *c, dd x, const dd_renaming *r) {
  return r ? dd_rename(&c->d, x, r) : x;
}
/* Globals that the edge does not change are the same in NOW and BELOW. */
dd checker_kept_globals(checker *c);

/* Rows of the proof (rows.c). */

typedef struct checked_row {
  uint32_t symbol, with;
  uint32_t node;
  dd set;
} checked_row;

/* Sorted by symbol, then by 'with'; those with the same are joined. */
typedef struct checked_rows {
  vec(checked_row) rows;
  uint32_t *first; /* by symbol, one more */
} checked_rows;

/* Bits that a frame does not use are taken to be 0. 'entries_only': of symbols
 * that are called. False: malformed. */
bool checker_read_rows(checker *c, const sym_rows *from, const view *v,
                       bool entries_only, const char *section,
                       checked_rows *out);
/* The set of a symbol and 'with'; DD_FALSE if there is none. */
dd rows_find(const checked_rows *rows, uint32_t symbol, uint32_t with);
static inline dd rows_of(const checked_rows *rows, uint32_t symbol) {
  return rows_find(rows, symbol, 0);
}

/* All is 0 at the start: globals NOW, locals NOW, and the automaton in a state.
 * Is that in the set? */
bool checker_has_start(checker *c, dd set, uint32_t state);

/* The three kinds. */

bool check_forward(checker *c, const prog_locations *targets);
bool check_backward(checker *c, const prog_locations *targets);
bool check_ranks(checker *c);

/* The automaton's steps (letters.c). */

/* Atoms that do not depend on values, and which of them hold. */
typedef struct known_atoms {
  uint64_t known, values;
} known_atoms;

typedef struct letter_relations {
  dd *condition;         /* by atom, over NOW */
  uint64_t *label_atoms; /* by location */
  names keys;            /* bytes of known_atoms */
  vec(dd) relations;     /* by key */
  dd accepting;          /* over NOW */
} letter_relations;

/* False: the automaton is of another kind, or the proof has too few bits. */
bool checker_letters(checker *c, letter_relations *relations);
/* From the automaton's states NOW to those NEXT, at a location by an edge (or
 * PROG_STUTTER): over conditions of the program. */
dd checker_letter_step(checker *c, letter_relations *relations,
                       uint32_t location, uint32_t edge);

#endif
