/* A pull tokenizer for JSON (RFC 8259): each call gives the next token with its
 * exact position. Nesting is a stack of bits, not of C calls, so that its depth
 * is bounded by memory alone. It is strict: UTF-8 must be valid, nothing but
 * white space may follow the value. One thing is refused that the standard
 * allows: \u0000, since names end there in C.
 * Invariant: 'text' points into the input, or into 'scratch' if the string had
 * escapes; it is valid until the next token. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/scan.h"
#include "base/vec.h"

typedef enum json_kind {
  JSON_ERROR, /* reported; every further token is JSON_ERROR as well */
  JSON_END,   /* behind the value */
  JSON_OBJECT,
  JSON_OBJECT_END,
  JSON_ARRAY,
  JSON_ARRAY_END,
  JSON_KEY, /* its colon has been read too */
  JSON_STRING,
  JSON_NUMBER,
  JSON_TRUE,
  JSON_FALSE,
  JSON_NULL
} json_kind;

typedef vec(char) json_scratch;

typedef struct json {
  mem *mem;
  report *report;
  const char *file;
  const char *at, *end, *line_start;
  uint32_t line_number;
  int expect;          /* what may come next: see json.c */
  vec(uint64_t) nests; /* a bit a level: 1 for objects */
  size_t depth;
  json_scratch scratch;
  /* The token: */
  json_kind kind;
  const char *text; /* strings and keys decoded, numbers as written */
  size_t length;
  uint32_t line, column; /* of its first byte */
} json;

void json_init(json *j, mem *m, const char *file, const char *text,
               size_t length, report *r);
void json_clear(json *j); /* a fault releases it too, with its 'mem' */

/* The kind of the next token, which is now current. */
json_kind json_next(json *j);

/* "a string", "'{'": what the current token is, for messages. */
const char *json_token_name(const json *j);

typedef enum json_fit {
  JSON_FITS,
  JSON_FRACTION, /* written with a point or an exponent */
  JSON_TOO_BIG   /* outside the type; negative for json_uint64 */
} json_fit;

/* The exact value of the current JSON_NUMBER. */
json_fit json_int64(const json *j, int64_t *out);
json_fit json_uint64(const json *j, uint64_t *out);

/* The string whose opening quote is before 'at', for other languages that
 * borrow JSON's strings. Returns the byte behind the closing quote. If it
 * returns NULL, 'wrong' says what is wrong and 'text' where. */
typedef struct json_string {
  const char *text;
  size_t length;
  const char *wrong;
} json_string;

const char *json_scan_string(mem *m, json_scratch *scratch, const char *at,
                             const char *end, json_string *out);

/* The same at the cursor of a scanner, as its token, which it is the first byte
 * of: 'kind', or SCAN_BAD. */
int json_scan_token(scan *scanner, mem *m, json_scratch *scratch, int kind);

/* The length of the UTF-8 sequence at 'at' (1 to 4), or 0 if there is none. */
size_t json_utf8(const char *at, const char *end);

#endif
