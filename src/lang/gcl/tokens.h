/* The words and marks of the language. */
#ifndef LANG_GCL_TOKENS_H
#define LANG_GCL_TOKENS_H

#include "base/scan.h"

/* Tokens; others are single characters and their own kind. */
enum {
  GCL_T_END = SCAN_END,
  GCL_T_NAME = SCAN_FIRST,
  GCL_T_INTEGER,
  GCL_T_BOX,
  GCL_T_ARROW,
  GCL_T_OR,
  GCL_T_AND,
  GCL_T_NE,
  GCL_T_LE,
  GCL_T_GE,
  GCL_T_ASSIGN,
  GCL_T_DOTS,
  GCL_T_KEYWORD, /* and above, in the order of the scanner's list */
  GCL_T_PARAM = GCL_T_KEYWORD,
  GCL_T_VAR,
  GCL_T_LTL,
  GCL_T_BEGIN,
  GCL_T_FINISH, /* END */
  GCL_T_SKIP,
  GCL_T_IF,
  GCL_T_FI,
  GCL_T_THEN,
  GCL_T_ELSE,
  GCL_T_WHILE,
  GCL_T_DO,
  GCL_T_FORALL,
  GCL_T_EXISTS,
  GCL_T_SUM,
  GCL_T_IN,
  GCL_T_TRUE,
  GCL_T_FALSE,
  GCL_T_BOOL
};

#endif
