/* The words and marks of sessions. No word is a keyword to the scanner. */
#ifndef LANG_ECTL_TOKENS_H
#define LANG_ECTL_TOKENS_H

#include "base/progress.h"
#include "base/report.h"

/* Tokens; others are single characters and their own kind. */
enum {
  ECTL_T_END = 256,
  ECTL_T_BAD, /* reported */
  ECTL_T_WORD,
  ECTL_T_NUMBER,
  ECTL_T_STRING, /* with its quotes */
  ECTL_T_OPTION, /* --html */
  ECTL_T_ARROW,
  ECTL_T_IFF,
  ECTL_T_AND, /* && */
  ECTL_T_OR,  /* || */
  ECTL_T_DEFINES
};

typedef struct ectl_token {
  int kind;
  const char *text;
  size_t length;
  uint32_t line, column;
} ectl_token;

typedef struct ectl_scanner {
  const char *file;
  report *report;
  progress *clock; /* NULL: none */
  const char *start, *at, *end, *line_start;
  uint32_t line;
  bool is_mute;       /* says nothing about what it cannot read */
  const char *behind; /* where the token before the current one ends */
  ectl_token token;
} ectl_scanner;

/* Before the first token: ectl_next makes it the current one. */
void ectl_scan_start(ectl_scanner *s, const char *file, const char *text,
                     size_t length, report *r);
int ectl_next(ectl_scanner *s);
/* The same, but a WORD may also have digits first, and any of ".-+/%:=@"
 * within: options and their values. */
int ectl_next_raw(ectl_scanner *s);

bool ectl_is_word(const ectl_token *t, const char *word);

/* All return false. */
base_printf(4, 5) bool ectl_wrong_at(const ectl_scanner *s, uint32_t line,
                                     uint32_t column, const char *format, ...);
/* At the current token; nothing, if that was wrong already. */
base_printf(2, 3) bool ectl_wrong(const ectl_scanner *s, const char *format,
                                  ...);
/* The current token stands "where 'what' should be". */
bool ectl_misfit(const ectl_scanner *s, const char *what);

/* Is it this token? Then goes on. */
bool ectl_take(ectl_scanner *s, int kind, const char *what);

#endif
