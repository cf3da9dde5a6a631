/* The syntax tree, in flat arrays, and the parser that builds it. Nothing has
 * been looked up yet: names are numbers of 'words'. */
#ifndef LANG_REMOPLA_SYNTAX_H
#define LANG_REMOPLA_SYNTAX_H

#include "base/names.h"
#include "base/progress.h"
#include "base/report.h"
#include "lang/remopla/tokens.h"

#define REM_NONE UINT32_MAX

enum {
  REM_MOST_NESTING = 200, /* of parentheses, of statements */
  REM_MOST_DEPTH = 2000   /* of an expression: "1 + 1 + 1 + ..." */
};

/* A piece of the text. */
typedef struct rem_spot {
  uint32_t line, column;
  size_t begin, end; /* bytes */
} rem_spot;

typedef enum rem_op {
  REM_NUMBER, /* value */
  REM_TRUE,
  REM_FALSE,
  REM_UNDEF,
  REM_REFERENCE, /* a: first part, b: parts */
  REM_NOT,       /* a */
  REM_FORALL,    /* name; a, b: bounds, c: body */
  REM_EXISTS,
  REM_OR, /* a, b; so are the following */
  REM_XOR,
  REM_AND,
  REM_BIT_OR,
  REM_BIT_XOR,
  REM_BIT_AND,
  REM_EQUAL,
  REM_DIFFERS,
  REM_LESS,
  REM_AT_MOST,
  REM_GREATER,
  REM_AT_LEAST,
  REM_SHIFT_LEFT,
  REM_SHIFT_RIGHT,
  REM_PLUS,
  REM_MINUS,
  REM_TIMES,
  REM_OVER,
  REM_MODULO
} rem_op;

typedef struct rem_expr {
  rem_op op;
  uint32_t a, b, c, name, depth;
  int64_t value;
  rem_spot spot;
} rem_expr;

/* name, name', name[i][j]: between the dots of a reference. */
typedef struct rem_part {
  uint32_t name, primes;
  uint32_t first_index, indices; /* of 'lists' */
  rem_spot spot;
} rem_part;

/* target = value, target != value, or A name (a, b) inner. */
typedef struct rem_assign {
  uint32_t target, value; /* expressions */
  bool differs;
  uint32_t name, low, high, inner; /* inner: REM_NONE if it is not quantified */
  rem_spot spot;
} rem_assign;

typedef enum rem_kind {
  REM_SKIP,   /* value: guard, or REM_NONE */
  REM_ASSIGN, /* assigns */
  REM_CALL,   /* name, arguments, assigns; value: what gets the result */
  REM_RETURN, /* value */
  REM_GOTO,   /* name, assigns */
  REM_BREAK,
  REM_ASSERT, /* value */
  REM_IF,     /* branch */
  REM_DO
} rem_kind;

typedef struct rem_statement {
  rem_kind kind;
  uint32_t name, value, branch;
  uint32_t first_assign, assigns;     /* of 'lists' */
  uint32_t first_argument, arguments; /* of 'lists' */
  uint32_t first_label, labels;       /* of 'lists': names */
  uint32_t next;                      /* of the sequence, or REM_NONE */
  rem_spot spot, name_spot;
} rem_statement;

typedef struct rem_branch {
  uint32_t guard; /* REM_NONE: else */
  uint32_t body;  /* first statement */
  uint32_t next;
  rem_spot spot;
} rem_branch;

typedef enum rem_type {
  REM_VOID,
  REM_BOOL,
  REM_INT,
  REM_ENUM,
  REM_STRUCT,
  REM_WRONG /* after an error: no more about it */
} rem_type;

/* A type as it is written. */
typedef struct rem_typing {
  rem_type type;
  uint32_t tag;  /* name of an enumeration or structure */
  uint32_t bits; /* expression, or REM_NONE */
  uint32_t first_dimension, dimensions; /* of 'lists': pairs of expressions,
                                           the first REM_NONE for [length] */
  rem_spot spot;
} rem_typing;

typedef struct rem_declared {
  uint32_t name;
  rem_typing typing;
  rem_spot spot;
} rem_declared;

typedef enum rem_item_kind {
  REM_I_DEFINE,    /* value */
  REM_I_ENUM,      /* name of the tag or REM_NONE; first, count: names */
  REM_I_STRUCT,    /* the same, of 'declared' */
  REM_I_VARIABLES, /* first, count of 'declared' */
  REM_I_MODULE,    /* name, typing, parameters: first, count of 'declared';
                      locals: first_local, locals; body */
  REM_I_INIT,      /* first, count: names */
  REM_I_RULE       /* first, count: names (state, symbol, state, symbols);
                      value: the condition */
} rem_item_kind;

typedef struct rem_item {
  rem_item_kind kind;
  uint32_t name, value, first, count;
  uint32_t first_local, locals, body;
  bool has_body;
  rem_typing typing;
  rem_spot spot;
  rem_spot end; /* of a module: its last brace */
} rem_item;

typedef struct rem_syntax {
  names words;
  vec(rem_expr) exprs;
  vec(rem_part) parts;
  vec(rem_assign) assigns;
  vec(rem_statement) statements;
  vec(rem_branch) branches;
  vec(rem_declared) declared;
  vec(rem_item) items;
  vec(uint32_t) lists;
  vec(rem_spot) list_spots; /* of names in 'lists', where they are */
} rem_syntax;

typedef struct rem_parser {
  mem *m;
  rem_syntax *syntax;
  scan in;
  bool single_equals; /* '=' compares, as '==' does */
  uint32_t nesting;
  vec(uint32_t) pending; /* of lists that are being read */
} rem_parser;

void rem_parser_init(rem_parser *parser, mem *m, rem_syntax *syntax,
                     const char *file, const char *text, size_t length,
                     uint32_t line, uint32_t column, report *r);
void rem_syntax_free(mem *m, rem_syntax *syntax);

int rem_next(scan *scanner);
/* The kind of the token behind the current one, and behind that. */
void rem_peek(const scan *scanner, int *first, int *second);
base_printf(3, 4) bool rem_wrong_at(rem_parser *parser, const rem_spot *spot,
                                    const char *format, ...);
/* The current token stands "where 'what' should be". */
bool rem_misfit(const scan *scanner, const char *what);
bool rem_take(scan *scanner, int kind, const char *what);
rem_spot rem_here(const rem_parser *parser);
/* From 'begin' to the end of the token before the current one. */
rem_spot rem_since(const rem_parser *parser, rem_spot begin);
bool rem_take_name(rem_parser *parser, const char *what, uint32_t *out);
bool rem_deeper(rem_parser *parser, const char *what);

/* What was pushed to 'pending' since 'base' becomes a list. */
uint32_t rem_close_list(rem_parser *parser, size_t base, uint32_t *count);

/* Parsing functions start at the current token, leave the first one behind
 * their part current, and return false once the text makes no sense. */
bool rem_parse_expression(rem_parser *parser, uint32_t *out);
bool rem_parse_reference(rem_parser *parser, uint32_t *out);
/* name (low, high) */
bool rem_parse_range(rem_parser *parser, uint32_t *name, uint32_t *low,
                     uint32_t *high);
/* Is the current token the A or E of a quantifier? */
bool rem_at_quantifier(const rem_parser *parser);
/* Statements up to what cannot begin one. */
bool rem_parse_statements(rem_parser *parser, uint32_t *first);
bool rem_parse_rule(rem_parser *parser);
void rem_skip_statement(rem_parser *parser);
/* Everything; what is wrong has been reported. */
void rem_parse_program(rem_parser *parser);

#endif
