/* A cursor over a text, with the token at hand: what all readers written by
 * hand share. A language says what may stand between its tokens, and has a
 * function 'next' of its own that is put together from the parts below:
 *
 *   int next(scan *s) {
 *     if (!scan_begin(s))
 *       return s->token.kind;
 *     if (!scan_is_letter(*s->at))
 *       return scan_strange(s, "means nothing here");
 *     scan_skip_word(s);
 *     return scan_finish(s, NAME);
 *   }
 *
 * Ends of lines are passed by scan_skip_blanks and scan_end_line only; who
 * moves 'at' by hand stays on the line.
 *
 * Invariant (check_scan): start <= line_start <= at <= end, and as many lines
 * end between 'start' and 'line_start' as 'line' is above 'first_line'. */
#ifndef BASE_SCAN_H
#define BASE_SCAN_H

#include "base/names.h"
#include "base/progress.h"
#include "base/report.h"

#include <assert.h>
#include <string.h>

/* Kinds of tokens. Single characters are their own kind. */
enum {
  SCAN_END = 256,
  SCAN_BAD, /* reported */
  SCAN_LINE_END,
  SCAN_FIRST /* those of a language begin here */
};

/* What stands between tokens, beside ' ', '\t', '\r' and '\n'. */
enum {
  SCAN_FEEDS = 1,   /* '\f' and '\v' do, too */
  SCAN_LINES = 2,   /* the end of a line does not: it is a token */
  SCAN_HASHES = 4,  /* comments from '#' to the end of the line */
  SCAN_SLASHES = 8, /* comments from two slashes to the end of the line */
  SCAN_STARS = 16,  /* comments as this one */
  SCAN_NESTED = 32  /* the same, and they nest */
};

typedef struct scan_token {
  int kind;
  bool is_quoted;   /* 'text' is what stands between the quotes */
  const char *text; /* valid until the next token, if it was quoted */
  size_t length;
  int64_t value; /* of a number, if the language has them */
  uint32_t line, column;
} scan_token;

typedef struct scan {
  const char *file;
  report *report;
  progress *clock;     /* ticks with each token; NULL: none */
  const char *unended; /* what is said of a comment without an end */
  unsigned blanks;     /* SCAN_FEEDS, ... */
  int mode;            /* as the language likes */
  bool is_mute;        /* nothing is reported */
  /* NULL, or the atom of a formula that is read: then what is wrong is told
   * where the atom stands in its text. */
  const char *atom;
  uint32_t atom_line, atom_column;
  const char *start, *at, *end, *line_start;
  uint32_t line, first_line, first_column;
  const char *behind; /* the token before the current one */
  scan_token token;
} scan;

/* Before the first token; the text's first byte stands at line, column. */
void scan_start(scan *scanner, const char *file, const char *text,
                size_t length, uint32_t line, uint32_t column, unsigned blanks,
                report *r);
void check_scan(const scan *s);

/* All return false. The first: at a place of the text. */
base_printf(4, 5) bool scan_wrong_at(const scan *scanner, uint32_t line,
                                     uint32_t column, const char *format, ...);
base_printf(4, 0) bool scan_wrong_list(const scan *scanner, uint32_t line,
                                       uint32_t column, const char *format,
                                       va_list arguments);
/* At a byte of the current line. */
base_printf(3, 4) bool scan_wrong_byte(const scan *scanner, const char *at,
                                       const char *format, ...);
/* At the current token; nothing, if that was wrong already. */
base_printf(2, 3) bool scan_wrong(const scan *scanner, const char *format, ...);
/* The current token stands "where 'what' should be". */
bool scan_misfit(const scan *scanner, const char *what);
/* The current token is none of these names; one that is like it is told. */
bool scan_unknown(const scan *scanner, const names *known, const char *what);

/* The column of a byte of the current line. */
static inline uint32_t scan_column(const scan *s, const char *at) {
  assert(s->line_start <= at && at <= s->end);
  size_t column = (size_t)(at - s->line_start) +
                  (s->line_start == s->start ? s->first_column : 1);
  return column < UINT32_MAX ? (uint32_t)column : UINT32_MAX;
}

/* Behind the newline before 'behind'. */
static inline void scan_end_line(scan *s, const char *behind) {
  assert(s->line_start < behind && behind <= s->end && behind[-1] == '\n');
  s->at = s->line_start = behind;
  s->line++;
}

/* The rest of the line is passed, not its end. */
static inline void scan_skip_line(scan *s) {
  const char *stop = memchr(s->at, '\n', (size_t)(s->end - s->at));
  s->at = stop ? stop : s->end;
}

/* Up to the next token. False: a comment has no end, which is reported; the
 * text is over then. */
bool scan_skip_blanks(scan *scanner);

/* Up to the next token, whose place becomes that of the current one. False: it
 * is SCAN_END, SCAN_LINE_END, or SCAN_BAD after a comment without an end. */
bool scan_begin(scan *scanner);

/* The token ends here. */
static inline int scan_finish(scan *s, int kind) {
  assert(s->token.text <= s->at && s->at <= s->end);
  s->token.length = (size_t)(s->at - s->token.text);
  return s->token.kind = kind;
}

/* The same, for a token that is wrong: SCAN_BAD, and reported. */
base_printf(2, 3) int scan_bad(scan *scanner, const char *format, ...);
/* The same, because of its first byte, which 'what' is said of; 'at' stays. */
int scan_strange(scan *scanner, const char *what);

static inline bool scan_is_digit(char c) { return c >= '0' && c <= '9'; }

static inline bool scan_is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static inline bool scan_is_one_of(char c, const char *bytes) {
  return c && strchr(bytes, c);
}

/* Behind the letters and digits from here on. */
static inline void scan_skip_word(scan *s) {
  const char *at = s->at;
  while (at < s->end && (scan_is_letter(*at) || scan_is_digit(*at)))
    at++;
  s->at = at;
}

/* The end of the longest name at 'at', as pushdown and transition systems write
 * them without quotes: letters, digits, "$'/-", but "->" is no part of it. */
const char *scan_name_end(const char *at, const char *end);
bool scan_is_name(const char *name, size_t length);

/* The value of the digits at *at, which goes behind all of them. False: it is
 * above 'most', which *out is then. */
bool scan_decimal(const char **at, const char *end, uint64_t most,
                  uint64_t *out);

/* Does the text go on so? */
static inline bool scan_goes_on(const scan *s, const char *word) {
  size_t length = strlen(word);
  return (size_t)(s->end - s->at) >= length && memcmp(s->at, word, length) == 0;
}

static inline bool scan_equals(const char *bytes, size_t length,
                               const char *word) {
  return strlen(word) == length && memcmp(bytes, word, length) == 0;
}

static inline bool scan_spells(const scan_token *token, const char *word) {
  return token->length > 0 && *token->text == *word &&
         scan_equals(token->text, token->length, word);
}

/* The number of the word in the list that the token is; 'count': of none. */
size_t scan_keyword(const scan_token *token, const char *const *words,
                    size_t count);

typedef struct scan_mark {
  const char *text;
  int kind;
} scan_mark;

/* The longest mark of the table that stands here; NULL: none does. */
const scan_mark *scan_longest(const scan *scanner, const scan_mark *marks,
                              size_t count);

/* What is left of the line, up to a '#' that is not between double quotes, and
 * without blanks around it: a formula in a text that is read line by line. The
 * cursor goes behind it. */
void scan_rest_of_line(scan *scanner, const char **from, size_t *length);

#endif
