/* From the list of statements to the common form, with all names looked up.
 * What is wrong is reported, and the rest still looked at. */
#ifndef LANG_BP_LOWER_H
#define LANG_BP_LOWER_H

#include "base/progress.h"
#include "lang/bp/parser.h"
#include "program/program.h"

/* What the names of a text mean. Locals and labels are those of one procedure:
 * an entry counts if it was made for that one. */
typedef struct bp_scope {
  uint32_t *global, *procedure; /* by name: variable, procedure of the syntax */
  uint32_t *local, *local_of;   /* variable, and whose it is */
  uint32_t *label, *label_of;
} bp_scope;

typedef struct bp_lower {
  mem *m;
  prog *p;
  bp_syntax *s;
  const scan *at; /* for messages */
  progress *clock;
  bp_scope scope;
  uint32_t first_result; /* variable; as many as the procedures need */
  uint32_t here;         /* procedure of the syntax */
  uint32_t enforce;      /* what holds behind each of its steps; PROG_NONE */
  bp_writer w;
  vec(uint32_t) lowered; /* by node of an expression, from its first on */
  vec(prog_assignment) assignments;
  vec(struct bp_open) open; /* blocks, from the last */
} bp_lower;

/* Procedures are one further in the program: 0 is the program itself. */
static inline uint32_t bp_procedure_number(uint32_t f) { return f + 1; }

/* Names (scope.c). */

void bp_declare_globals(bp_lower *lower);
void bp_declare_procedures(bp_lower *lower);
/* Makes the procedure the current one, its variables and labels known. */
void bp_declare_locals(bp_lower *lower, uint32_t f);
void bp_enter(bp_lower *lower, uint32_t f);
/* PROG_NONE: unknown; reported, once a procedure. */
uint32_t bp_variable(bp_lower *lower, bp_use use);
/* A procedure of the syntax. */
uint32_t bp_callee(bp_lower *lower, bp_use use);
/* The location behind a label. */
uint32_t bp_label_location(bp_lower *lower, bp_use use);
void bp_scope_free(bp_lower *lower);

/* Expressions (lower_expression.c). */

typedef enum bp_sense {
  BP_NOW_ONLY,   /* x is now, 'x is wrong */
  BP_CONSTRAINT, /* x is now, 'x is next */
  BP_ENFORCED    /* x is next, 'x is wrong */
} bp_sense;

/* From BP_NOT on. */
prog_op bp_operator(bp_op op);
/* The number of the expression in the program. */
uint32_t bp_lower_expression(bp_lower *lower, bp_expression expression,
                             bp_sense sense);
uint32_t bp_any(bp_lower *lower);

/* Statements */

/* Its locations, and where each statement goes on (lower_flow.c). */
void bp_lay_out(bp_lower *lower, uint32_t f);
/* Its edges; the procedure must be the current one (lower_statement.c). */
void bp_lower_procedure(bp_lower *lower, uint32_t f);

/* All of it. */
void bp_lower_program(bp_lower *lower);

#endif
