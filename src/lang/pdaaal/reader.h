/* What the parts of the reader of PDAAAL's JSON share. Every function returns
 * false once something wrong has been reported; then the work is over. */
#ifndef LANG_PDAAAL_READER_H
#define LANG_PDAAAL_READER_H

#include "base/json.h"
#include "lang/pdaaal/pdaaal.h"

/* A mention of a state that was not defined there yet. */
typedef struct reader_mention {
  uint32_t state, line, column;
} reader_mention;

typedef struct reader {
  json json;
  mem *mem;
  pds *pds;
  progress *clock;
  bool is_named;      /* states have names, not numbers */
  bool weights_fixed; /* 'dimension' and its companions are known */
  bool weights_inferred;
  int64_t weight[PDS_MOST_DIMENSIONS]; /* of the rule being read */
  uint32_t weight_count;
  /* Named states: which are keys, and the first mention of those that were
   * not when they were mentioned. */
  vec(bool) defined;
  vec(reader_mention) pending;
  /* When a label's key was last seen: in which state, plus one. */
  vec(uint32_t) label_stamps;
  uint32_t any_stamp;
} reader;

/* At the current token. Silent if that is an error, which has been reported. */
base_printf(2, 3) bool reader_wrong(reader *d, const char *format, ...);
base_printf(4, 5) bool reader_wrong_at(reader *d, uint32_t line,
                                       uint32_t column, const char *format,
                                       ...);

/* The next token must be of this kind; 'what' says it in a message. */
bool reader_expect(reader *d, json_kind kind, const char *what);
/* The current token is not what it should be: 'what'. */
bool reader_misfit(reader *d, const char *what);

bool reader_text_is(const reader *d, const char *word);

/* The current key or string for "%.*s": never too long for a message. */
#define READER_TEXT(d) report_clip((d)->json.length), (d)->json.text

/* The current key is one of 'words', not seen before: its index. Else reports
 * and returns -1. 'of' names the object in messages. */
int reader_key(reader *d, const char *const *words, int count, unsigned *seen,
               const char *of);

/* The next token is '{' of {"states": ...}. Without 'form_known' the form of
 * "states" tells whether states are named. */
bool reader_system(reader *d, bool form_known);

/* The next token is '{' of an automaton. */
bool reader_automaton(reader *d, pds_side side, bool needs_initial);

#endif
