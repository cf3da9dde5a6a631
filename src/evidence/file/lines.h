/* Scans the lines of an evidence file (docs/formats/evidence.md). A file may
 * come from anywhere: counts are checked against what is left of the file, so
 * that nothing larger than it is ever allocated for a count alone.
 *
 * Every function is false after the first failure, which alone is reported:
 * a reader is a chain of '&&', and says once what was expected. */
#ifndef EVIDENCE_LINES_H
#define EVIDENCE_LINES_H

#include "base/json.h"
#include "base/report.h"
#include "base/vec.h"

typedef vec(uint32_t) lines_numbers;

typedef struct lines {
  mem *m;
  const char *file;
  const char *at, *end, *line_start;
  uint32_t line;
  report *r;
  json_scratch scratch;
  json_string name; /* the last quoted text; valid until the next one */
  bool failed;
} lines;

void lines_begin(lines *v, mem *m, const char *file, const char *bytes,
                 size_t length, report *r);

/* Reports where the scanner stands; always false. */
bool lines_fail(lines *v, const char *message);

/* Goes behind the end of the line, where it must be; a line must follow. */
bool lines_next(lines *v);
bool lines_at_end(const lines *v); /* of the line, or of the file */

/* Is the next token (or tokens) 'w'? If so, goes behind it. */
bool lines_word(lines *v, const char *w);
/* The same, but reports if it is not. */
bool lines_expect(lines *v, const char *w);
/* One given byte, or one blank; not reported. */
bool lines_byte(lines *v, char c);
bool lines_blank(lines *v);

/* A number below 'below'; anything else is reported. */
bool lines_number(lines *v, uint64_t below, uint64_t *out);
bool lines_index(lines *v, uint64_t below, uint32_t *out);
bool lines_int64(lines *v, int64_t *out);
/* A text between double quotes, into 'name'. */
bool lines_quoted(lines *v);

/* `KEY N`, up to the end of the line but not behind it. */
bool lines_header(lines *v, const char *key, uint64_t *count);
/* `KEY N` and one line: a tab, N numbers below 'below' with blanks between;
 * behind the end of that line. They are added to 'out'. */
bool lines_list(lines *v, const char *key, uint64_t below, lines_numbers *out);

/* `end`, behind which nothing may follow. */
bool lines_end(lines *v);

#endif
