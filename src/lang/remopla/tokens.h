/* The words and marks of the language. */
#ifndef LANG_REMOPLA_TOKENS_H
#define LANG_REMOPLA_TOKENS_H

#include "base/scan.h"

/* Tokens; others are single characters and their own kind. */
enum {
  REM_T_END = SCAN_END,
  REM_T_NAME = SCAN_FIRST,
  REM_T_INTEGER,
  REM_T_TEXT,   /* between double quotes */
  REM_T_BOX,    /* :: */
  REM_T_GUARD,  /* -> */
  REM_T_ARROW,  /* --> */
  REM_T_AND,    /* && */
  REM_T_OR,     /* || */
  REM_T_XOR,    /* ^^ */
  REM_T_EQUAL,  /* == */
  REM_T_UNLIKE, /* != */
  REM_T_AT_MOST,
  REM_T_AT_LEAST,
  REM_T_LEFT, /* << */
  REM_T_RIGHT,
  REM_T_KEYWORD, /* and above, in the order of the scanner's list */
  REM_T_DEFINE = REM_T_KEYWORD,
  REM_T_BOOL,
  REM_T_INT,
  REM_T_ENUM,
  REM_T_STRUCT,
  REM_T_VOID,
  REM_T_INIT,
  REM_T_MODULE,
  REM_T_IF,
  REM_T_FI,
  REM_T_DO,
  REM_T_OD,
  REM_T_ELSE,
  REM_T_GOTO,
  REM_T_BREAK,
  REM_T_RETURN,
  REM_T_SKIP,
  REM_T_ASSERT,
  REM_T_UNDEF,
  REM_T_TRUE,
  REM_T_FALSE,
  REM_T_SIGNED, /* known, and refused */
  REM_T_SHARED,
  REM_T_FORK
};

#endif
