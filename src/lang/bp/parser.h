/* From tokens to the list of statements. Parsing functions start at the current
 * token, leave the first one behind their part current, and return false once
 * the text makes no sense, which has been reported then. */
#ifndef LANG_BP_PARSER_H
#define LANG_BP_PARSER_H

#include "lang/bp/syntax.h"
#include "lang/bp/tokens.h"

typedef enum bp_pending_kind {
  BP_OPERATOR,
  BP_OPEN, /* the expression itself */
  BP_PARENTHESIS,
  BP_CHOICE,    /* the first part of a schoose */
  BP_CHOICE_END /* the second */
} bp_pending_kind;

/* An operator that waits for its right side, or what is open around it. */
typedef struct bp_pending {
  bp_pending_kind kind;
  bp_op op;
  int level;
  uint32_t line, column;
} bp_pending;

/* An 'if' or 'while' that is open. */
typedef struct bp_block {
  uint32_t item; /* BP_IF, BP_WHILE */
  bool has_else;
} bp_block;

typedef struct bp_parser {
  mem *m;
  bp_syntax *syntax;
  scan s;
  vec(bp_pending) pending;
  vec(uint32_t) operands;
  vec(bp_block) blocks;
  vec(bp_use) waiting; /* labels that wait for their statement */
} bp_parser;

void bp_parser_free(bp_parser *parser);

/* The use of the current token, which is a name. */
bp_use bp_use_here(bp_parser *parser);
/* A name: 'what' it should be. */
bool bp_parse_name(bp_parser *parser, const char *what, bp_use *out);
bool bp_parse_expression(bp_parser *parser, bp_expression *out);
/* Names after 'decl', ended by ';'; appends them to globals or locals. */
bool bp_parse_declaration(bp_parser *parser, bool is_global);
/* Statements behind 'begin' up to 'end', which is current then, or the end of
 * the text. What is wrong is reported. */
void bp_parse_statements(bp_parser *parser);
/* All of it. */
void bp_parse_program(bp_parser *parser);

/* Up to the next ';' or word that begins or ends a part of the program. */
void bp_skip_statement(bp_parser *parser);

#endif
