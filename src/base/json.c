#include "base/json.h"

#include <assert.h>
#include <string.h>

enum {
  EXPECT_VALUE,
  EXPECT_VALUE_OR_END, /* behind '[' */
  EXPECT_KEY_OR_END,   /* behind '{' */
  EXPECT_KEY,          /* behind ',' in an object */
  EXPECT_COMMA_OR_END, /* behind a value in an array or object */
  EXPECT_NOTHING,      /* behind the outermost value */
  EXPECT_FAILED
};

void json_init(json *j, mem *m, const char *file, const char *text,
               size_t length, report *r) {
  assert(m && r && (text || length == 0));
  *j = (json){.mem = m, .report = r, .file = file};
  j->at = j->line_start = text;
  j->end = text + length;
  j->line_number = 1;
  j->expect = EXPECT_VALUE;
}

void json_clear(json *j) {
  vec_free(j->mem, &j->nests);
  vec_free(j->mem, &j->scratch);
}

size_t json_utf8(const char *at, const char *end) {
  assert(at <= end);
  const unsigned char *s = (const unsigned char *)at;
  size_t left = (size_t)(end - at), n;
  unsigned char low = 0x80, high = 0xBF; /* bounds of the second byte */
  if (left == 0)
    return 0;
  if (s[0] < 0x80)
    return 1;
  if (s[0] >= 0xC2 && s[0] <= 0xDF)
    n = 2;
  else if (s[0] >= 0xE0 && s[0] <= 0xEF)
    n = 3;
  else if (s[0] >= 0xF0 && s[0] <= 0xF4)
    n = 4;
  else
    return 0;
  if (s[0] == 0xE0)
    low = 0xA0; /* overlong */
  else if (s[0] == 0xED)
    high = 0x9F; /* surrogates */
  else if (s[0] == 0xF0)
    low = 0x90; /* overlong */
  else if (s[0] == 0xF4)
    high = 0x8F; /* beyond U+10FFFF */
  if (left < n || s[1] < low || s[1] > high)
    return 0;
  for (size_t i = 2; i < n; i++)
    if ((s[i] & 0xC0) != 0x80)
      return 0;
  return n;
}

/* Bytes that stand for themselves in a string: ASCII but for controls, the
 * quote and the backslash. */
static inline bool is_plain(char c) {
  unsigned char u = (unsigned char)c;
  return u >= 0x20 && u < 0x80 && u != '"' && u != '\\';
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static const char *fail(json_string *out, const char *where,
                        const char *wrong) {
  out->text = where;
  out->wrong = wrong;
  return NULL;
}

static bool hex4(const char *at, const char *end, uint32_t *out) {
  assert(at <= end);
  if (end - at < 4)
    return false;
  *out = 0;
  for (int i = 0; i < 4; i++) {
    int d = hex_digit(at[i]);
    if (d < 0)
      return false;
    *out = *out << 4 | (uint32_t)d;
  }
  return true;
}

static void put_code_point(mem *m, json_scratch *scratch, uint32_t c) {
  assert(c != 0 && c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF));
  vec_reserve(m, scratch, 4);
  char *p = scratch->at + scratch->count;
  if (c < 0x80) {
    p[0] = (char)c;
    scratch->count += 1;
  } else if (c < 0x800) {
    p[0] = (char)(0xC0 | c >> 6);
    p[1] = (char)(0x80 | (c & 0x3F));
    scratch->count += 2;
  } else if (c < 0x10000) {
    p[0] = (char)(0xE0 | c >> 12);
    p[1] = (char)(0x80 | (c >> 6 & 0x3F));
    p[2] = (char)(0x80 | (c & 0x3F));
    scratch->count += 3;
  } else {
    p[0] = (char)(0xF0 | c >> 18);
    p[1] = (char)(0x80 | (c >> 12 & 0x3F));
    p[2] = (char)(0x80 | (c >> 6 & 0x3F));
    p[3] = (char)(0x80 | (c & 0x3F));
    scratch->count += 4;
  }
}

/* 'at' is behind "\u". */
static const char *scan_code_point(mem *m, json_scratch *scratch,
                                   const char *at, const char *end,
                                   json_string *out) {
  uint32_t c, low;
  if (!hex4(at, end, &c))
    return fail(out, at - 2, "'\\u' needs four hexadecimal digits");
  if (c == 0)
    return fail(out, at - 2, "'\\u0000' cannot be part of a name");
  if (c >= 0xDC00 && c <= 0xDFFF)
    return fail(out, at - 2, "the second half of a surrogate pair alone");
  at += 4;
  if (c >= 0xD800 && c <= 0xDBFF) {
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u' ||
        !hex4(at + 2, end, &low) || low < 0xDC00 || low > 0xDFFF)
      return fail(out, at - 6, "the first half of a surrogate pair alone");
    c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
    at += 6;
  }
  put_code_point(m, scratch, c);
  return at;
}

/* 'at' is at the backslash. */
static const char *scan_escape(mem *m, json_scratch *scratch, const char *at,
                               const char *end, json_string *out) {
  static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  if (end - at < 2)
    return fail(out, at, NULL);
  if (at[1] == 'u')
    return scan_code_point(m, scratch, at + 2, end, out);
  const char *letter = at[1] ? strchr(letters, at[1]) : NULL;
  if (!letter)
    return fail(out, at, "no such escape; a backslash is written '\\\\'");
  vec_push(m, scratch, values[letter - letters]);
  return at + 2;
}

/* The rest of a string that is not plain up to its end. */
static const char *scan_slowly(mem *m, json_scratch *scratch, const char *start,
                               const char *at, const char *end,
                               json_string *out) {
  const char *copied = start; /* up to here everything is in 'scratch' */
  bool escaped = false;
  scratch->count = 0;
  while (at < end && *at != '"') {
    size_t n = is_plain(*at) ? 1 : json_utf8(at, end);
    if (*at == '\\') {
      size_t ahead = (size_t)(at - copied);
      vec_reserve(m, scratch, ahead + 1); /* never NULL for memcpy */
      memcpy(scratch->at + scratch->count, copied, ahead);
      scratch->count += ahead;
      at = copied = scan_escape(m, scratch, at, end, out);
      escaped = true;
      if (!at)
        return NULL;
    } else if (n == 0) {
      return fail(out, at, "a byte that is not valid UTF-8");
    } else if (n == 1 && (unsigned char)*at < ' ') {
      return fail(out, at,
                  *at == '\n' ? "the string does not end on its line"
                              : "a control character inside a string");
    } else {
      at += n;
    }
  }
  if (at == end)
    return fail(out, at, NULL);
  if (escaped) {
    size_t ahead = (size_t)(at - copied);
    vec_reserve(m, scratch, ahead + 1);
    memcpy(scratch->at + scratch->count, copied, ahead);
    scratch->count += ahead;
    *out = (json_string){scratch->at, scratch->count, NULL};
  } else {
    *out = (json_string){start, (size_t)(at - start), NULL};
  }
  return at + 1;
}

const char *json_scan_string(mem *m, json_scratch *scratch, const char *at,
                             const char *end, json_string *out) {
  const char *start = at;
  while (at < end && is_plain(*at))
    at++;
  if (at < end && *at == '"') {
    *out = (json_string){start, (size_t)(at - start), NULL};
    return at + 1;
  }
  const char *behind = scan_slowly(m, scratch, start, at, end, out);
  if (!behind && !out->wrong)
    fail(out, start - 1, "the string that begins here has no end");
  return behind;
}

int json_scan_token(scan *scanner, mem *m, json_scratch *scratch, int kind) {
  assert(scanner->at == scanner->token.text && *scanner->at == '"');
  json_string string;
  const char *behind =
      json_scan_string(m, scratch, scanner->at + 1, scanner->end, &string);
  if (!behind) {
    scan_wrong_byte(scanner, string.text, "%s", string.wrong);
    return scanner->token.kind = SCAN_BAD;
  }
  scanner->at = behind;
  scanner->token.text = string.text;
  scanner->token.length = string.length;
  scanner->token.is_quoted = true;
  return scanner->token.kind = kind;
}

static uint32_t column_of(const json *j, const char *at) {
  assert(at >= j->line_start && at <= j->end);
  size_t column = (size_t)(at - j->line_start) + 1;
  return column < UINT32_MAX ? (uint32_t)column : UINT32_MAX;
}

static json_kind refuse(json *j, const char *at, const char *message) {
  report_add(j->report, j->file, j->line_number, column_of(j, at), "%s",
             message);
  j->expect = EXPECT_FAILED;
  return j->kind = JSON_ERROR;
}

static const char *expected(const json *j, bool in_object) {
  switch (j->expect) {
  case EXPECT_VALUE:
    return "a value";
  case EXPECT_VALUE_OR_END:
    return "a value or ']'";
  case EXPECT_KEY_OR_END:
    return "a key or '}'";
  case EXPECT_KEY:
    return "a key";
  case EXPECT_COMMA_OR_END:
    return in_object ? "',' or '}'" : "',' or ']'";
  default:
    return "nothing more";
  }
}

static bool in_object(const json *j) {
  return j->depth &&
         (j->nests.at[(j->depth - 1) / 64] >> (j->depth - 1) % 64 & 1);
}

static json_kind refuse_byte(json *j) {
  unsigned char c = j->at < j->end ? (unsigned char)*j->at : 0;
  const char *wanted = expected(j, in_object(j));
  uint32_t column = column_of(j, j->at);
  if (j->at == j->end)
    report_add(j->report, j->file, j->line_number, column,
               "the text ends where %s should be", wanted);
  else if (c > ' ' && c < 0x7F)
    report_add(j->report, j->file, j->line_number, column,
               "'%c' where %s should be", c, wanted);
  else
    report_add(j->report, j->file, j->line_number, column,
               "byte 0x%02x where %s should be", c, wanted);
  j->expect = EXPECT_FAILED;
  return j->kind = JSON_ERROR;
}

static void skip_space(json *j) {
  const char *at = j->at;
  for (; at < j->end; at++) {
    if (*at == '\n') {
      j->line_number++;
      j->line_start = at + 1;
    } else if (*at != ' ' && *at != '\t' && *at != '\r') {
      break;
    }
  }
  j->at = at;
}

static json_kind token(json *j, json_kind kind, const char *behind) {
  assert(behind >= j->at && behind <= j->end);
  j->text = j->at;
  j->length = (size_t)(behind - j->at);
  j->at = behind;
  return j->kind = kind;
}

static void value_done(json *j) {
  j->expect = j->depth ? EXPECT_COMMA_OR_END : EXPECT_NOTHING;
}

static json_kind open_nest(json *j, bool object) {
  assert(j->depth / 64 <= j->nests.count);
  if (j->depth / 64 == j->nests.count)
    vec_push(j->mem, &j->nests, 0);
  uint64_t bit = UINT64_C(1) << j->depth % 64;
  uint64_t *word = &j->nests.at[j->depth / 64];
  *word = object ? *word | bit : *word & ~bit;
  j->depth++;
  j->expect = object ? EXPECT_KEY_OR_END : EXPECT_VALUE_OR_END;
  return token(j, object ? JSON_OBJECT : JSON_ARRAY, j->at + 1);
}

static json_kind close_nest(json *j) {
  assert(j->depth > 0);
  json_kind kind = in_object(j) ? JSON_OBJECT_END : JSON_ARRAY_END;
  j->depth--;
  value_done(j);
  return token(j, kind, j->at + 1);
}

static json_kind scan_string(json *j, json_kind kind) {
  assert(*j->at == '"');
  json_string string;
  const char *behind =
      json_scan_string(j->mem, &j->scratch, j->at + 1, j->end, &string);
  if (!behind)
    return refuse(j, string.text, string.wrong);
  j->text = string.text;
  j->length = string.length;
  j->at = behind;
  return j->kind = kind;
}

static json_kind scan_key(json *j) {
  if (scan_string(j, JSON_KEY) == JSON_ERROR)
    return JSON_ERROR;
  skip_space(j);
  if (j->at == j->end)
    return refuse(j, j->at, "the text ends where ':' should be");
  if (*j->at != ':')
    return refuse(j, j->at, "':' is missing behind this key");
  j->at++;
  j->expect = EXPECT_VALUE;
  return JSON_KEY;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *skip_digits(const char *at, const char *end) {
  while (at < end && is_digit(*at))
    at++;
  return at;
}

static json_kind scan_number(json *j) {
  assert(*j->at == '-' || is_digit(*j->at));
  const char *at = j->at, *end = j->end, *digits;
  at += *at == '-';
  digits = at;
  at = skip_digits(at, end);
  if (at == digits)
    return refuse(j, j->at, "a digit is missing behind '-'");
  if (*digits == '0' && at - digits > 1)
    return refuse(j, j->at, "a number cannot begin with 0");
  if (at < end && *at == '.') {
    digits = ++at;
    at = skip_digits(at, end);
    if (at == digits)
      return refuse(j, j->at, "a digit is missing behind the point");
  }
  if (at < end && (*at == 'e' || *at == 'E')) {
    at++;
    at += at < end && (*at == '+' || *at == '-');
    digits = at;
    at = skip_digits(at, end);
    if (at == digits)
      return refuse(j, j->at, "a digit is missing in the exponent");
  }
  value_done(j);
  return token(j, JSON_NUMBER, at);
}

static json_kind scan_word(json *j, const char *word, json_kind kind) {
  size_t n = strlen(word);
  if ((size_t)(j->end - j->at) < n || memcmp(j->at, word, n) != 0)
    return refuse(j, j->at,
                  "no such word: JSON has 'true', 'false' and 'null'");
  value_done(j);
  return token(j, kind, j->at + n);
}

static json_kind scan_value(json *j) {
  assert(j->at < j->end);
  switch (*j->at) {
  case '{':
    return open_nest(j, true);
  case '[':
    return open_nest(j, false);
  case '"':
    value_done(j);
    return scan_string(j, JSON_STRING);
  case 't':
    return scan_word(j, "true", JSON_TRUE);
  case 'f':
    return scan_word(j, "false", JSON_FALSE);
  case 'n':
    return scan_word(j, "null", JSON_NULL);
  default:
    return *j->at == '-' || is_digit(*j->at) ? scan_number(j) : refuse_byte(j);
  }
}

/* Between values: a comma or the end of the array or object. */
static bool scan_comma(json *j) {
  if (*j->at != ',')
    return false;
  j->at++;
  j->expect = in_object(j) ? EXPECT_KEY : EXPECT_VALUE;
  skip_space(j);
  return true;
}

json_kind json_next(json *j) {
  if (j->expect == EXPECT_FAILED)
    return JSON_ERROR;
  skip_space(j);
  if (j->expect == EXPECT_COMMA_OR_END && j->at < j->end)
    scan_comma(j);
  j->line = j->line_number;
  j->column = column_of(j, j->at);
  if (j->at == j->end)
    return j->expect == EXPECT_NOTHING ? token(j, JSON_END, j->at)
                                       : refuse_byte(j);
  switch (j->expect) {
  case EXPECT_VALUE_OR_END:
    return *j->at == ']' ? close_nest(j) : scan_value(j);
  case EXPECT_VALUE:
    return scan_value(j);
  case EXPECT_COMMA_OR_END:
    return *j->at == (in_object(j) ? '}' : ']') ? close_nest(j)
                                                : refuse_byte(j);
  case EXPECT_KEY_OR_END:
    if (*j->at == '}')
      return close_nest(j);
    return *j->at == '"' ? scan_key(j) : refuse_byte(j);
  case EXPECT_KEY:
    return *j->at == '"' ? scan_key(j) : refuse_byte(j);
  default:
    return refuse_byte(j);
  }
}

const char *json_token_name(const json *j) {
  static const char *const token_names[] = {
      "an error", "the end",  "an object", "'}'",    "an array", "']'",
      "a key",    "a string", "a number",  "'true'", "'false'",  "'null'"};
  assert((size_t)j->kind < sizeof token_names / sizeof *token_names);
  return token_names[j->kind];
}

static json_fit magnitude(const char *at, const char *end, uint64_t *out) {
  bool big = false;
  *out = 0;
  for (; at < end; at++) {
    if (!is_digit(*at))
      return JSON_FRACTION;
    big |= base_mul_overflows(*out, UINT64_C(10), out);
    big |= base_add_overflows(*out, (uint64_t)(*at - '0'), out);
  }
  return big ? JSON_TOO_BIG : JSON_FITS;
}

json_fit json_uint64(const json *j, uint64_t *out) {
  assert(j->kind == JSON_NUMBER);
  bool negative = j->text[0] == '-';
  json_fit fit = magnitude(j->text + negative, j->text + j->length, out);
  return fit == JSON_FITS && negative && *out ? JSON_TOO_BIG : fit;
}

json_fit json_int64(const json *j, int64_t *out) {
  assert(j->kind == JSON_NUMBER);
  uint64_t n;
  bool negative = j->text[0] == '-';
  json_fit fit = magnitude(j->text + negative, j->text + j->length, &n);
  if (fit != JSON_FITS)
    return fit;
  if (n > (uint64_t)INT64_MAX + negative)
    return JSON_TOO_BIG;
  *out = !negative ? (int64_t)n : n > INT64_MAX ? INT64_MIN : -(int64_t)n;
  return JSON_FITS;
}
