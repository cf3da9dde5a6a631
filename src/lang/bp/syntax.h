/* The text of a Boolean program as a list: statements in the order in which
 * they are written, with 'else', 'fi', 'od' among them as they stand, so that
 * neither nesting nor its depth matter to what goes through it. Names are not
 * looked up yet: a variable may be declared behind its use. */
#ifndef LANG_BP_SYNTAX_H
#define LANG_BP_SYNTAX_H

#include "base/names.h"

#include <stdbool.h>

#define BP_NONE UINT32_MAX

enum {
  BP_MOST_DEPTH = 5000,  /* of an expression */
  BP_MOST_RESULTS = 1000 /* of a procedure */
};

typedef enum bp_op {
  BP_CONSTANT, /* a: 0, 1 */
  BP_ANY,
  BP_VARIABLE, /* a: name */
  BP_NEXT,     /* a: name; the value behind the assignment */
  BP_NOT,      /* a */
  BP_CHOOSE,   /* a, b; so are the following */
  BP_AND,
  BP_OR,
  BP_XOR,
  BP_EQUAL,
  BP_DIFFERS,
  BP_IMPLIES
} bp_op;

/* Operands come before their operator. */
typedef struct bp_node {
  bp_op op;
  uint32_t a, b;
  uint32_t depth;
  uint32_t line, column;
} bp_node;

/* The nodes from 'first' to 'root', which is the whole. */
typedef struct bp_expression {
  uint32_t first, root;
} bp_expression;

/* A name where it stands. */
typedef struct bp_use {
  uint32_t name; /* BP_NONE: '_' */
  uint32_t line, column;
} bp_use;

typedef enum bp_kind {
  BP_SKIP,
  BP_ATOMIC_BEGIN,
  BP_ATOMIC_END,
  BP_PRINT,  /* expressions */
  BP_ASSIGN, /* uses := expressions, constraint */
  BP_CALL,   /* uses := callee(expressions), or without uses */
  BP_DEAD,   /* uses */
  BP_RETURN, /* expressions */
  BP_GOTO,   /* uses */
  BP_ASSERT, /* one expression; so have the following */
  BP_ASSUME,
  BP_CONSTRAIN,
  BP_ABORTIF,
  BP_IF,
  BP_ELSIF,
  BP_WHILE,
  BP_ELSE, /* from here on, no statements */
  BP_FI,
  BP_OD /* mate: its 'while' */
} bp_kind;

typedef struct bp_item {
  bp_kind kind;
  uint32_t line, column;
  bp_use callee;
  uint32_t first_use, uses;
  uint32_t first_expression, expressions;
  uint32_t constraint; /* expression; BP_NONE: none */
  uint32_t mate;
  /* Found when the program is lowered. 'location' of a statement; where it goes
   * on, and where to if its condition is false: of the program, or BP_NONE,
   * which is the end of the procedure. Of an assertion, 'other' is where a
   * failed one goes to; of a call, where the callee comes back to, BP_NONE if
   * that is 'next'. */
  uint32_t location, next, other;
} bp_item;

/* The label of an item, which is a statement. */
typedef struct bp_label {
  bp_use use;
  uint32_t item;
} bp_label;

typedef struct bp_procedure {
  bp_use use;
  uint32_t results;
  uint32_t first_local, locals, parameters; /* which are the first locals */
  uint32_t first_item, items;
  uint32_t first_label, labels;
  uint32_t first_enforce, enforces; /* expressions */
  uint32_t end_line, end_column;
  /* Locations, as those of items: of the first statement; of the end, BP_NONE
   * if no statement goes there. */
  uint32_t first, end;
} bp_procedure;

typedef struct bp_syntax {
  names *names;
  vec(bp_node) nodes;
  vec(bp_expression) expressions;
  vec(bp_use) uses;
  vec(bp_item) items;
  vec(bp_label) labels;
  vec(bp_use) globals, locals;
  vec(bp_expression) enforces;
  vec(bp_procedure) procedures;
  uint32_t end_line, end_column;
} bp_syntax;

void bp_syntax_free(mem *m, bp_syntax *syntax);

/* As text. */

typedef vec(char) bp_text;

typedef struct bp_writer {
  mem *m;
  const bp_syntax *syntax;
  bp_text text;
  vec(struct bp_piece) pieces; /* that wait for being written */
} bp_writer;

/* Appends to 'text'. */
void bp_write_expression(bp_writer *writer, bp_expression expression);
/* Without its labels: "x, y := y, f", "if (x)", "fi". */
void bp_write_item(bp_writer *writer, const bp_item *item);
void bp_write(bp_writer *writer, const char *text);

#endif
