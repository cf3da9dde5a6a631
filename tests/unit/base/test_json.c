#include "tests/unit/check.h"

#include "base/json.h"

#include <stdlib.h>
#include <string.h>

static mem_budget budget = {.fail_in = -1};
static mem memory;
static report messages;

/* The kinds of all tokens as letters. */
static const char *kinds(const char *input, size_t length) {
  static char out[100];
  static const char letters[] = "!$OoAaKSNTFZ";
  json j;
  json_kind kind;
  size_t n = 0;
  messages.count = 0;
  json_init(&j, &memory, "f", input, length, &messages);
  do {
    kind = json_next(&j);
    if (n < sizeof out - 1)
      out[n++] = letters[kind];
  } while (kind != JSON_ERROR && kind != JSON_END);
  CHECK(json_next(&j) == kind);
  json_clear(&j);
  out[n] = '\0';
  return out;
}

static bool gives(const char *input, const char *wanted) {
  return strcmp(kinds(input, strlen(input)), wanted) == 0 &&
         messages.count == 0;
}

static bool says(const char *input, uint32_t line, uint32_t column,
                 const char *part) {
  const char *got = kinds(input, strlen(input));
  const report_entry *e = &messages.entries[0];
  bool right = got[strlen(got) - 1] == '!' && messages.count == 1 &&
               e->line == line && e->column == column &&
               strstr(e->message, part);
  if (!right)
    printf("%s\ngot %u:%u: %s\n", input, (unsigned)e->line, (unsigned)e->column,
           e->message);
  return right;
}

static bool decodes(const char *input, const char *wanted) {
  json j;
  messages.count = 0;
  json_init(&j, &memory, "f", input, strlen(input), &messages);
  bool right = json_next(&j) == JSON_STRING && j.length == strlen(wanted) &&
               memcmp(j.text, wanted, j.length) == 0;
  json_clear(&j);
  return right;
}

static void test_tokens(void) {
  CHECK(gives("{}", "Oo$"));
  CHECK(gives(" [ ] \n", "Aa$"));
  CHECK(gives("[1,-2.5e+3,0,\"\",true,false,null]", "ANNNSTFZa$"));
  CHECK(gives("{\"a\":[{\"b\" : {}}],\"c\":1}", "OKAOKOooaKNo$"));
  CHECK(gives("3", "N$"));
}

static void test_errors(void) {
  CHECK(says("", 1, 1, "the text ends where a value should be"));
  CHECK(says("[1,\n 2,]", 2, 4, "']' where a value should be"));
  CHECK(says("[1 2]", 1, 4, "'2' where ',' or ']' should be"));
  CHECK(says("[1}", 1, 3, "'}' where ',' or ']'"));
  CHECK(says("{\"a\" 1}", 1, 6, "':' is missing"));
  CHECK(says("{\"a\":1,}", 1, 8, "'}' where a key should be"));
  CHECK(says("{1:2}", 1, 2, "'1' where a key or '}'"));
  CHECK(says("{} x", 1, 4, "'x' where nothing more should be"));
  CHECK(says("[\"abc", 1, 2, "has no end"));
  CHECK(says("[\"a\\", 1, 2, "has no end"));
  CHECK(says("[\"a\nb\"]", 1, 4, "does not end on its line"));
  CHECK(says("[\"a\tb\"]", 1, 4, "control character"));
  CHECK(says("[\"\\x\"]", 1, 3, "no such escape"));
  CHECK(says("[\"\\u12g4\"]", 1, 3, "four hexadecimal digits"));
  CHECK(says("[\"\\u0000\"]", 1, 3, "'\\u0000'"));
  CHECK(says("[\"\\ud800\"]", 1, 3, "first half"));
  CHECK(says("[\"\\ud800\\u0041\"]", 1, 3, "first half"));
  CHECK(says("[\"\\udc00\"]", 1, 3, "second half"));
  CHECK(says("[01]", 1, 2, "cannot begin with 0"));
  CHECK(says("[-]", 1, 2, "digit is missing"));
  CHECK(says("[1.]", 1, 2, "behind the point"));
  CHECK(says("[1e]", 1, 2, "exponent"));
  CHECK(says("[tru]", 1, 2, "no such word"));
  CHECK(says("\xEF\xBB\xBF[]", 1, 1, "byte 0xef"));
  CHECK(says("{\"a\"", 1, 5, "ends where ':' should be"));
}

static void test_utf8(void) {
  CHECK(decodes("\"\\u00e4\\u20ac\\ud83d\\ude00\"",
                "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"));
  CHECK(decodes("\"\xC3\xA4x\"", "\xC3\xA4x"));
  CHECK(decodes("\"a\\n\\\"\\\\\\/\\b\\f\\r\\tz\"", "a\n\"\\/\b\f\r\tz"));
  static const char *const bad[] = {"\x80",
                                    "\xC0\x80",
                                    "\xC3",
                                    "\xE0\x80\x80",
                                    "\xED\xA0\x80",
                                    "\xF0\x80\x80\x80",
                                    "\xF4\x90\x80\x80",
                                    "\xF5\x80\x80\x80",
                                    "\xE2\x82",
                                    "\xFF"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char input[20];
    snprintf(input, sizeof input, "[\"%s\"]", bad[i]);
    CHECK(says(input, 1, 3, "UTF-8"));
  }
}

static json_fit number(const char *input, int64_t *i, uint64_t *u) {
  json j;
  json_init(&j, &memory, "f", input, strlen(input), &messages);
  CHECK(json_next(&j) == JSON_NUMBER);
  json_fit fit = i ? json_int64(&j, i) : json_uint64(&j, u);
  json_clear(&j);
  return fit;
}

static void test_numbers(void) {
  int64_t i;
  uint64_t u;
  CHECK(number("9223372036854775807", &i, NULL) == JSON_FITS && i == INT64_MAX);
  CHECK(number("-9223372036854775808", &i, NULL) == JSON_FITS &&
        i == INT64_MIN);
  CHECK(number("9223372036854775808", &i, NULL) == JSON_TOO_BIG);
  CHECK(number("-9223372036854775809", &i, NULL) == JSON_TOO_BIG);
  CHECK(number("-0", &i, NULL) == JSON_FITS && i == 0);
  CHECK(number("1.0", &i, NULL) == JSON_FRACTION);
  CHECK(number("1e3", NULL, &u) == JSON_FRACTION);
  CHECK(number("18446744073709551615", NULL, &u) == JSON_FITS &&
        u == UINT64_MAX);
  CHECK(number("18446744073709551616", NULL, &u) == JSON_TOO_BIG);
  CHECK(number("99999999999999999999999999", NULL, &u) == JSON_TOO_BIG);
  CHECK(number("-1", NULL, &u) == JSON_TOO_BIG);
}

static void test_depth(void) {
  enum { DEPTH = 1000000 };
  char *input = malloc(2 * DEPTH);
  if (!input)
    abort();
  memset(input, '[', DEPTH);
  memset(input + DEPTH, ']', DEPTH);
  CHECK(kinds(input, 2 * DEPTH)[0] == 'A' && messages.count == 0);
  kinds(input, DEPTH);
  CHECK(messages.count == 1 && messages.entries[0].column == DEPTH + 1);
  free(input);
}

static void test_truncation(void) {
  const char input[] = "{\"a\":[1,-2.5e3,\"x\\u00e4\xC3\xA4\",true,null],"
                       "\"b\":{\"c\":false}}";
  for (size_t n = 0; n < sizeof input - 1; n++) {
    char *copy = malloc(n ? n : 1);
    if (!copy)
      abort();
    memcpy(copy, input, n);
    kinds(copy, n);
    CHECK(messages.count == 1 && messages.entries[0].line == 1 &&
          messages.entries[0].column >= 1 &&
          messages.entries[0].column <= n + 1);
    free(copy);
  }
}

int main(void) {
  mem_init(&memory, &budget);
  test_tokens();
  test_errors();
  test_utf8();
  test_numbers();
  test_depth();
  test_truncation();
  CHECK(budget.used == 0);
  return check_end();
}
