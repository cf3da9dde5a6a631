/* The parts of the parser of statements. Each reads one, its ';' included. */
#ifndef LANG_BP_PARSE_PARTS_H
#define LANG_BP_PARSE_PARTS_H

#include "lang/bp/parser.h"

/* Items (parse_item.c). */

/* One that begins at the current token. */
bp_item bp_new_item(const bp_parser *parser, bp_kind kind);
/* Its number; labels that wait are its labels. */
uint32_t bp_push_item(bp_parser *parser, const bp_item *item);
/* Labels with nothing behind them but the end of a block: a 'skip' has them, so
 * that they mean this place, and not what follows the block. */
void bp_settle_labels(bp_parser *parser);

/* e, ... */
bool bp_read_expressions(bp_parser *parser, bp_item *item);
bool bp_read_one_expression(bp_parser *parser, bp_item *item);
/* "(e, ...)", or "()". */
bool bp_read_arguments(bp_parser *parser, bp_item *item);

bool bp_ends_block(int token);
/* A ';', unless the block ends. */
bool bp_end_statement(bp_parser *parser, const char *what);
/* As bp_skip_statement, but also stops at this token, and before the ';'. */
void bp_skip_to(bp_parser *parser, int token);

/* Statements */

/* 'if', 'while' (parse_block.c). */
bool bp_open_block(bp_parser *parser, bp_kind kind);
/* 'else', 'elsif', 'fi', 'od'. */
bool bp_read_closing(bp_parser *parser);
/* At the end of a procedure: none may be open. */
void bp_check_blocks(bp_parser *parser);

/* A label, a call or an assignment (parse_assignment.c). */
bool bp_read_named(bp_parser *parser);
bool bp_read_discarding(bp_parser *parser);
bool bp_read_explicit_call(bp_parser *parser);

#endif
