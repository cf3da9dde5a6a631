/* The words and marks of sessions. No word is a keyword to the scanner. */
#ifndef LANG_ECTL_TOKENS_H
#define LANG_ECTL_TOKENS_H

#include "base/scan.h"

/* Tokens; others are single characters and their own kind. */
enum {
  ECTL_T_END = SCAN_END,
  ECTL_T_WORD = SCAN_FIRST,
  ECTL_T_NUMBER,
  ECTL_T_STRING, /* with its quotes */
  ECTL_T_OPTION, /* --html */
  ECTL_T_ARROW,
  ECTL_T_IFF,
  ECTL_T_AND, /* && */
  ECTL_T_OR,  /* || */
  ECTL_T_DEFINES
};

/* Before the first token: ectl_next makes it the current one. */
void ectl_scan_start(scan *scanner, const char *file, const char *text,
                     size_t length, report *r);
int ectl_next(scan *scanner);
/* The same, but a WORD may also have digits first, and any of ".-+/%:=@"
 * within: options and their values. */
int ectl_next_raw(scan *scanner);

bool ectl_is_word(const scan_token *token, const char *word);

/* Is it this token? Then goes on. */
bool ectl_take(scan *scanner, int kind, const char *what);

#endif
