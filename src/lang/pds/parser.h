/* What the reader of our text and that of configurations share: a scanner, and
 * the parts of the grammar that both have. Every parsing function starts at the
 * current token, leaves the first one behind its part current, and returns
 * false once something wrong has been reported. */
#ifndef LANG_PDS_PARSER_H
#define LANG_PDS_PARSER_H

#include "base/json.h"
#include "lang/pds/pds_text.h"

/* Other tokens are single characters and their own kind. */
enum {
  PARSER_END = SCAN_END,
  PARSER_LINE_END = SCAN_LINE_END, /* only where lines matter */
  PARSER_NAME = SCAN_FIRST,
  PARSER_ARROW
};

typedef struct parser {
  mem *mem;
  pds *pds;
  scan in;
  progress *clock;     /* NULL: none */
  bool symbols_closed; /* symbols have been declared: no others */
  bool states_unsure;  /* after errors in rules: unknown states are no news */
  paut *set; /* that configurations, edges and label sets are added to */
  json_scratch scratch;
  vec(uint32_t) list; /* scratch for lists of states or symbols */
} parser;

/* Before the first token. 'blanks' may have SCAN_LINES: ends of lines are
 * tokens. */
void parser_init(parser *s, mem *m, pds *system, const char *file,
                 const char *input, size_t length, uint32_t line,
                 uint32_t column, unsigned blanks, report *r);
void parser_clear(parser *s);

int parser_next(parser *s);
/* Behind the last byte of the line. */
void parser_skip_line(parser *s);

bool parser_is(const parser *s, const char *word); /* an unquoted name */
/* The current token is of this kind; goes to the next. */
bool parser_take(parser *s, int kind, const char *what);

/* A control state, which must exist. */
bool parser_state(parser *s, uint32_t *out);
/* A symbol, which is added if it is new and that is allowed. */
bool parser_symbol(parser *s, uint32_t *out);
/* a | . | [a,b] | [^a,b]: a label for edges of the parser's set. */
bool parser_label(parser *s, uint32_t *out);
/* < [p,q] , regular expression > | ... to the end of the line or text. */
bool parser_configurations(parser *s);

#endif
