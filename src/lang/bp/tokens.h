/* The words and marks of Boolean programs. */
#ifndef LANG_BP_TOKENS_H
#define LANG_BP_TOKENS_H

#include "base/scan.h"

/* Tokens; others are single characters and their own kind. '&&' and '||' are
 * '&' and '|'. */
enum {
  BP_T_END = SCAN_END,
  BP_T_NAME = SCAN_FIRST,
  BP_T_NUMBER,
  BP_T_ASSIGN,
  BP_T_DIFFERS,
  BP_T_IMPLIES,
  BP_T_KEYWORD, /* and above, in the order of the scanner's list */
  BP_T_DISCARD = BP_T_KEYWORD,
  BP_T_TRUE,
  BP_T_FALSE,
  BP_T_ABORTIF,
  BP_T_ASSERT,
  BP_T_ASSUME,
  BP_T_ATOMIC_BEGIN,
  BP_T_ATOMIC_END,
  BP_T_BEGIN,
  BP_T_BOOL,
  BP_T_CALL,
  BP_T_CONSTRAIN,
  BP_T_DEAD,
  BP_T_DECL,
  BP_T_DFS,
  BP_T_DO,
  BP_T_ELSE,
  BP_T_ELSIF,
  BP_T_FINISH, /* end */
  BP_T_END_THREAD,
  BP_T_ENFORCE,
  BP_T_FI,
  BP_T_GOTO,
  BP_T_IF,
  BP_T_OD,
  BP_T_PRINT,
  BP_T_RETURN,
  BP_T_SCHOOSE,
  BP_T_SKIP,
  BP_T_START_THREAD,
  BP_T_SYNC,
  BP_T_THEN,
  BP_T_VOID,
  BP_T_WHILE
};

/* The mode of the scanner: in formulas "f.{x}" is one name. */
enum { BP_PROGRAM, BP_FORMULA };

/* Before the first token: bp_next makes it the current one. */
void bp_scan_start(scan *scanner, const char *file, const char *text,
                   size_t length, uint32_t line, uint32_t column, report *r);
int bp_next(scan *scanner);
/* Is the token behind the current one a '('? */
bool bp_before_parenthesis(const scan *scanner);

/* Is it this token? Then goes on. */
bool bp_take(scan *scanner, int kind, const char *what);

#endif
