/* Recursive programs over bounded integers: the common form of Boolean programs
 * and Remopla. A language makes one; product/ turns it into a pushdown system,
 * symbolic or explicit; run.h interprets it as it stands.
 *
 * A program is a set of procedures, each a graph: locations, and edges with one
 * statement each. Locations are numbered through all procedures; they are the
 * stack alphabet. Variables are numbers of 1 to 32 bits without a sign, or
 * arrays of such; structures and further dimensions are a language's to
 * flatten. Each element is a cell; the globals are one frame of cells, and the
 * locals of a procedure, its parameters first, are another.
 *
 * Nothing is undefined: an element beyond the end of its array is 0 and cannot
 * be assigned (the assignment changes nothing), division by 0 gives 0. A
 * language that calls this wrong puts an assertion before it.
 *
 * Everything starts at 'start', in procedure 0, with all cells 0: the first
 * edge gives the globals their first values, the second calls the main
 * procedure, and what follows it is 'end', which has no edges. A procedure
 * whose locals start with any value begins with an edge that says so. */
#ifndef PROGRAM_PROGRAM_H
#define PROGRAM_PROGRAM_H

#include "base/names.h"
#include "base/report.h"

#include <stdbool.h>

#define PROG_NONE UINT32_MAX

enum { PROG_MOST_BITS = 32 };

/* Expressions */

/* An expression has a set of values, since PROG_ANY has: each occurrence
 * chooses for itself, each time it is evaluated. A condition is passed if 1 is
 * among its values. A PROG_ANY of more than one bit is always the whole right
 * side of an assignment. */
typedef enum prog_op {
  PROG_CONSTANT, /* a: the value */
  PROG_ANY,
  PROG_NOW,   /* a: variable; b: index, PROG_NONE for a number */
  PROG_NEXT,  /* the same behind the step: in 'where' only. A global, or a
                 local of the frame on top then */
  PROG_BELOW, /* the same, a local of the frame below the top, behind a call */
  /* of one bit */
  PROG_NOT,
  PROG_AND,
  PROG_OR,
  PROG_XOR,
  PROG_IMPLIES,
  PROG_CHOOSE, /* schoose[a, b]: 1 if a, else 0 if b, else either */
  /* one bit, of operands of any width */
  PROG_EQUAL,
  PROG_DIFFERS,
  PROG_LESS,
  PROG_AT_MOST,
  /* of 'width' bits, from operands of any width: modulo 2^width */
  PROG_PLUS,
  PROG_MINUS,
  PROG_TIMES,
  PROG_OVER,
  PROG_MODULO,
  PROG_SHIFT_LEFT, /* by any amount; too much gives 0 */
  PROG_SHIFT_RIGHT,
  PROG_BIT_AND,
  PROG_BIT_OR,
  PROG_BIT_XOR,
  PROG_BIT_NOT,
  PROG_WIDEN, /* a, cut or filled with 0 to 'width' bits */
  PROG_IF     /* a ? b : c */
} prog_op;

typedef struct prog_expression {
  prog_op op;
  uint32_t width;
  uint32_t a, b, c; /* expressions with lower numbers, unless said otherwise */
} prog_expression;

/* Variables, procedures, locations. */

typedef struct prog_variable {
  uint32_t name;      /* of 'names', as people know it: "x", "point.x" */
  uint32_t procedure; /* PROG_NONE: global */
  uint32_t width, count;
  uint32_t cell;   /* the first, in its frame */
  bool is_array;   /* also if it has one element */
  bool is_result;  /* a global that holds what a procedure returns, from the
                      return to the step behind it; 0 otherwise. Not shown */
  bool is_hidden;  /* not shown */
  uint32_t values; /* of an enumeration: names of 'enumerators' from here on;
                      PROG_NONE: a number, or a Boolean if 'width' is 1 */
} prog_variable;

typedef struct prog_procedure {
  uint32_t name;
  uint32_t parameters; /* the first of its variables */
  uint32_t first_variable, variables;
  uint32_t cells; /* of its frame */
  uint32_t entry; /* location */
  uint32_t line, column;
} prog_procedure;

typedef struct prog_location {
  uint32_t procedure;
  uint32_t first_edge, edges; /* see prog_finish */
  uint32_t line, column;      /* of the statement that starts here; 0: none */
} prog_location;

/* A location may have several labels, a label several locations. */
typedef struct prog_label {
  uint32_t name, location;
} prog_label;

/* Edges */

typedef enum prog_frame {
  PROG_TOP,      /* a global, or a local of the frame on top behind the step */
  PROG_BELOW_TOP /* a local of the caller, which stays below */
} prog_frame;

/* All assignments of an edge happen at once; where two meet in one cell, the
 * later one counts. Index and value are evaluated before the step, with the
 * caller's locals. */
typedef struct prog_assignment {
  prog_frame frame;
  uint32_t variable;
  uint32_t index; /* expression; PROG_NONE: a number; or a whole array, and then
                     'value' is a PROG_ANY (each element for itself), a
                     PROG_CONSTANT or a PROG_NOW of an array of that size */
  uint32_t value; /* cut to the variable's width */
} prog_assignment;

typedef enum prog_edge_kind {
  PROG_STEP,  /* to 'to' */
  PROG_CALL,  /* to 'entry', with 'to' below it: locals of the new frame that
                 are not assigned are 0 */
  PROG_RETURN /* the frame goes; assignments to globals only */
} prog_edge_kind;

typedef struct prog_edge {
  prog_edge_kind kind;
  uint32_t from, to, entry;
  uint32_t guard; /* condition; PROG_NONE: always */
  uint32_t where; /* condition of the values before and behind; PROG_NONE */
  uint32_t first_assignment, assignments;
  uint32_t text; /* of 'names': the statement, one line */
  uint32_t line, column;
  bool is_hidden; /* people need not see it: values that variables start with */
} prog_edge;

/* What must not be reached. */
typedef enum prog_claim_kind {
  PROG_ASSERTION, /* written by the user */
  PROG_BOUNDS,    /* an index, a division */
  PROG_TARGET     /* a label: not in 'claims' of a program */
} prog_claim_kind;

typedef struct prog_claim {
  prog_claim_kind kind;
  uint32_t location; /* where a failed one goes to; it has no edges */
  uint32_t text;     /* of 'names': "x = 0" */
  uint32_t line, column;
} prog_claim;

/* The language it came from: conditions in formulas are written in it. */
typedef struct prog prog;
typedef struct prog_language {
  const char *name;
  /* Reads a condition over globals, and locals as "procedure.x"; appends it to
   * the program. A local stands for false where another procedure is on top:
   * 'procedure' is that of its locals then (only one may be named), else
   * PROG_NONE. False: reported, relative to line and column, where the text
   * starts. */
  bool (*read_condition)(mem *m, prog *p, const char *text, size_t length,
                         const char *file, uint32_t line, uint32_t column,
                         report *r, uint32_t *condition, uint32_t *procedure);
} prog_language;

struct prog {
  const prog_language *language;
  void *syntax; /* the language's own */
  names names, enumerators;
  vec(prog_expression) expressions;
  vec(prog_variable) variables;
  vec(prog_procedure) procedures; /* 0: the program itself, without a name */
  vec(prog_location) locations;
  vec(prog_edge) edges;
  vec(prog_assignment) assignments;
  vec(prog_label) labels;
  vec(prog_claim) claims;
  uint32_t global_cells;
  uint32_t start, end, main;
};

/* Making one. */

uint32_t prog_name(mem *m, prog *program, const char *text);
uint32_t prog_add_expression(mem *m, prog *program, prog_op op, uint32_t width,
                             uint32_t a, uint32_t b, uint32_t c);
uint32_t prog_constant(mem *m, prog *program, uint32_t width, uint32_t value);
uint32_t prog_add_procedure(mem *m, prog *program, uint32_t name, uint32_t line,
                            uint32_t column);
/* The next of its procedure (PROG_NONE: global), which must be the last one
 * that got a variable: variables of a procedure are neighbours. Gives it its
 * cells. 'v->cell' is set here. */
uint32_t prog_add_variable(mem *m, prog *program,
                           const prog_variable *variable);
uint32_t prog_add_location(mem *m, prog *program, uint32_t procedure,
                           uint32_t line, uint32_t column);
/* 'e->first_assignment' and 'assignments' are set here. */
uint32_t prog_add_edge(mem *m, prog *program, const prog_edge *edge,
                       const prog_assignment *assignment, size_t count);
void prog_add_label(mem *m, prog *program, uint32_t name, uint32_t location);
void prog_add_claim(mem *m, prog *program, const prog_claim *claim);

/* When all edges are there: sorts them by their location, in the order in which
 * they came. Edges have their final numbers then. */
void prog_finish(mem *m, prog *program);

/* Asking */

static inline const char *prog_text(const prog *program, uint32_t name) {
  return names_text(&program->names, name);
}
/* The expressions that are operands of 'expression', in order; their number. */
size_t prog_operands(const prog_expression *expression, uint32_t out[3]);
/* Cells of the frame that a location belongs to. */
static inline uint32_t prog_cells_at(const prog *program, uint32_t location) {
  assert(location < program->locations.count);
  return program->procedures.at[program->locations.at[location].procedure]
      .cells;
}
/* A label "name" of any procedure, or "procedure:name": appends its locations
 * to 'out'; false: there is none. */
typedef vec(uint32_t) prog_locations;
bool prog_find_label(mem *m, const prog *program, const char *text,
                     prog_locations *out);
/* "" if the program is as this header says; else what is wrong with it: an
 * assertion for tests of languages. */
const char *prog_validate(mem *m, const prog *program);

#endif
