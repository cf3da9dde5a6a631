/* The syntax tree, in flat arrays, and the parser that builds it. Types and
 * names have been checked; branches and quantifiers are not yet expanded.
 *
 * An index (of a branch or a quantifier) is known by its depth: the number of
 * indices around it. */
#ifndef LANG_GCL_SYNTAX_H
#define LANG_GCL_SYNTAX_H

#include "lang/gcl/table.h"
#include "lang/gcl/tokens.h"

typedef enum gcl_op {
  GCL_CONSTANT, /* value */
  GCL_INDEX,    /* a: depth */
  GCL_CELL,     /* a: variable */
  GCL_ELEMENT,  /* a: variable, b: its index */
  GCL_NOT,      /* a */
  GCL_NEGATE,   /* a */
  GCL_ADD,      /* a, b; so are the following */
  GCL_SUBTRACT,
  GCL_MULTIPLY,
  GCL_DIVIDE,
  GCL_MODULO,
  GCL_EQUAL,
  GCL_UNEQUAL,
  GCL_LESS,
  GCL_AT_MOST,
  GCL_GREATER,
  GCL_AT_LEAST,
  GCL_AND,
  GCL_OR,
  GCL_IMPLIES,
  GCL_FORALL, /* a, b: bounds, c: body, depth */
  GCL_EXISTS,
  GCL_SUM
} gcl_op;

typedef struct gcl_expr {
  gcl_op op;
  gcl_type type;
  bool has_cell; /* else it is constant, given the indices */
  uint32_t a, b, c, depth;
  int64_t value;
  uint32_t line, column;
} gcl_expr;

typedef enum gcl_kind {
  GCL_SKIP,
  GCL_ASSIGN, /* first, count: places */
  GCL_IF,     /* first: branch */
  GCL_THEN,   /* condition, first, second: commands */
  GCL_WHILE   /* condition, first: command */
} gcl_kind;

typedef struct gcl_command {
  gcl_kind kind;
  uint32_t condition, first, second, count;
  uint32_t next; /* of the sequence, or GCL_NONE */
  uint32_t line, column;
} gcl_command;

typedef struct gcl_place {
  uint32_t var, index, value; /* index: GCL_NONE for a plain variable */
  bool may_clash;             /* with a place before it */
  uint32_t line, column;
} gcl_place;

typedef struct gcl_branch {
  uint32_t range, ranges; /* first and number */
  uint32_t guard, command;
  uint32_t next;
} gcl_branch;

typedef struct gcl_range {
  uint32_t name; /* of 'index_names' */
  uint32_t low, high, depth;
  uint32_t line, column;
} gcl_range;

typedef struct gcl_syntax {
  vec(gcl_expr) exprs;
  vec(gcl_command) commands;
  vec(gcl_place) places;
  vec(gcl_branch) branches;
  vec(gcl_range) ranges;
  names index_names;
  uint32_t most_depth; /* of indices, plus one */
} gcl_syntax;

/* An operator that waits for its right side, or what is open around it. */
typedef struct gcl_pending {
  int kind; /* a token for an operator, else see expression.c */
  int level;
  gcl_op op;
  uint32_t var, name, low, high;
  uint32_t line, column;
} gcl_pending;

typedef struct gcl_parser {
  mem *m;
  const gcl_table *table;
  gcl_syntax *syntax;
  scan in;
  vec(gcl_pending) pending;
  vec(uint32_t) operands;
  vec(uint32_t) index_depth; /* by name; GCL_NONE: not in scope */
  uint32_t depth;            /* indices in scope */
} gcl_parser;

void gcl_parser_init(gcl_parser *parser, mem *m, const gcl_table *table,
                     gcl_syntax *syntax, const char *file, const char *input,
                     size_t length, report *r);
void gcl_parser_clear(gcl_parser *parser);
void gcl_syntax_free(mem *m, gcl_syntax *syntax);

int gcl_next(scan *scanner);
/* Behind a bad token, or some other, up to the next ';' or BEGIN. */
void gcl_skip_statement(gcl_parser *parser);
/* The text from behind the current token up to the next ';' that is neither
 * quoted nor in a comment; comments become blanks. The ';' is current then. */
typedef vec(char) gcl_formula;
bool gcl_scan_formula(gcl_parser *parser, gcl_formula *out, uint32_t *line,
                      uint32_t *column);
/* The kind of the token behind the current one. */
int gcl_peek(const scan *scanner);
bool gcl_take(scan *scanner, int kind, const char *what);
bool gcl_undeclared(gcl_parser *parser);

/* Parsing functions start at the current token, leave the first one behind
 * their part current, and return false once the text makes no sense. Wrong
 * types and unknown names are reported, but reading goes on. */

/* In a guard an implication must be in parentheses, '->' ends it. */
bool gcl_parse_expression(gcl_parser *parser, bool is_guard, uint32_t *out);
/* name IN low .. high; the index is in scope from then on. */
bool gcl_parse_range(gcl_parser *parser, gcl_range *out);
void gcl_leave_scope(gcl_parser *parser, uint32_t name);
bool gcl_must_be(gcl_parser *parser, uint32_t e, gcl_type type,
                 const char *what);
/* BEGIN command END and the end of the text. */
bool gcl_parse_commands(gcl_parser *parser, uint32_t *first);

#endif
