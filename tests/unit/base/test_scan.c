/* The parts of readers, each against a slow twin that looks at the whole text
 * from its beginning for every answer. */
#include "tests/unit/check.h"

#include "base/check.h"
#include "base/scan.h"

enum { NAME = SCAN_FIRST, NUMBER, ARROW, LONG_ARROW, EQUAL };

static const scan_mark marks[] = {
    {"-", '-'}, {"->", ARROW}, {"-->", LONG_ARROW}, {"=", '='}, {"==", EQUAL}};
enum { MARKS = sizeof marks / sizeof *marks };

static report messages;

static uint64_t seed = 88172645463325252u;
static uint32_t draw(uint32_t below) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t)((seed >> 20) % below);
}

static int next(scan *s) {
  if (!scan_begin(s))
    return s->token.kind;
  if (scan_is_letter(*s->at)) {
    scan_skip_word(s);
    return scan_finish(s, NAME);
  }
  uint64_t value;
  if (scan_is_digit(*s->at)) {
    if (!scan_decimal(&s->at, s->end, 999, &value))
      return scan_bad(s, "above 999");
    s->token.value = (int64_t)value;
    return scan_finish(s, NUMBER);
  }
  const scan_mark *mark = scan_longest(s, marks, MARKS);
  int kind = mark ? mark->kind : scan_strange(s, "is strange");
  s->at += mark ? strlen(mark->text) : 1;
  return scan_finish(s, kind);
}

static scan start(const char *bytes, unsigned blanks) {
  scan s;
  messages.count = 0;
  scan_start(&s, "f", bytes, strlen(bytes), 1, 1, blanks, &messages);
  return s;
}

static bool says(const char *bytes, unsigned blanks, const char *wanted) {
  scan s = start(bytes, blanks);
  char got[REPORT_MESSAGE + 100] = "";
  while (next(&s) != SCAN_END)
    ;
  if (messages.count)
    snprintf(got, sizeof got, "%u:%u: %s", (unsigned)messages.entries[0].line,
             (unsigned)messages.entries[0].column, messages.entries[0].message);
  if (strcmp(got, wanted) != 0)
    printf("%s\ngot %s\n", bytes, got);
  return strcmp(got, wanted) == 0 && messages.count == (*wanted != '\0');
}

static void test_messages(void) {
  CHECK(says("a 12 --> b", 0, ""));
  CHECK(says("a\n  1000", 0, "2:3: above 999"));
  CHECK(says("a ;", 0, "1:3: ';' is strange"));
  CHECK(says("\xc3", 0, "1:1: byte 0xc3 is strange"));
  CHECK(says("\f", 0, "1:1: byte 0x0c is strange"));
  CHECK(says("\f\v", SCAN_FEEDS, ""));
  CHECK(says("#", 0, "1:1: '#' is strange"));
  CHECK(says("a # ;\nb", SCAN_HASHES, ""));
  CHECK(says("a // ;\nb", SCAN_SLASHES, ""));
  CHECK(says("a /* ;\n * */ b", SCAN_STARS, ""));
  CHECK(says("a /* /* ;\n */ b", SCAN_STARS, ""));
  CHECK(says("\n a /* ;\n", SCAN_STARS,
             "2:4: the comment that begins here has no end"));
  CHECK(
      says("/*/", SCAN_STARS, "1:1: the comment that begins here has no end"));
  CHECK(says("a /* /* */ ; */ b", SCAN_NESTED, ""));
  CHECK(says("a\n/* /* */ b", SCAN_NESTED,
             "2:1: the comment that begins here has no end"));
}

static void test_misfits(void) {
  scan s = start("ab\n7 ;", SCAN_LINES);
  static const char *const wanted[] = {"'ab' where x should be",
                                       "the line ends where x should be",
                                       "'7' where x should be"};
  for (size_t i = 0; i < 3; i++) {
    next(&s);
    CHECK(!scan_misfit(&s, "x"));
    CHECK(messages.count == i + 1);
    CHECK(strcmp(messages.entries[i].message, wanted[i]) == 0);
  }
  CHECK(next(&s) == SCAN_BAD);
  CHECK(!scan_misfit(&s, "x") && messages.count == 4); /* told already */
  CHECK(next(&s) == SCAN_END);
  CHECK(!scan_misfit(&s, "x"));
  CHECK(strcmp(messages.entries[4].message,
               "the text ends where x should be") == 0);
  s.is_mute = true;
  CHECK(!scan_misfit(&s, "x") && messages.count == 5);
}

/* A part of a text, and an atom of a formula, which is told elsewhere. */
static void test_places(void) {
  scan s;
  messages.count = 0;
  scan_start(&s, "f", "a\n;", 3, 7, 5, 0, &messages);
  next(&s);
  CHECK(s.token.line == 7 && s.token.column == 5);
  CHECK(next(&s) == SCAN_BAD && s.behind == s.start + 1);
  CHECK(messages.entries[0].line == 8 && messages.entries[0].column == 1);
  s.atom = "x + 1";
  s.atom_line = 3;
  s.atom_column = 4;
  scan_wrong_at(&s, 1, 1, "%s", "no");
  CHECK(messages.entries[1].line == 3 && messages.entries[1].column == 4);
  CHECK(strcmp(messages.entries[1].message,
               "the formula's atom \"x + 1\": no") == 0);
}

static void test_words(void) {
  static const char *const words[] = {"if", "fi", "i"};
  scan s = start("if fi i f ifs", 0);
  static const size_t wanted[] = {0, 1, 2, 3, 3};
  for (size_t i = 0; i < 5; i++) {
    next(&s);
    CHECK(scan_keyword(&s.token, words, 3) == wanted[i]);
  }
  CHECK(scan_equals("ab", 2, "ab") && !scan_equals("ab", 2, "abc") &&
        !scan_equals("ab", 1, "ab"));
}

static bool rest_is(const char *bytes, const char *wanted) {
  scan s = start(bytes, SCAN_LINES | SCAN_HASHES);
  const char *from;
  size_t length;
  scan_rest_of_line(&s, &from, &length);
  return scan_equals(from, length, wanted) &&
         (s.at == s.end || *s.at == '\n' || *s.at == '#');
}

static void test_rest_of_line(void) {
  CHECK(rest_is("", ""));
  CHECK(rest_is("  \t\r\nx", ""));
  CHECK(rest_is(" a b \r\nx", "a b"));
  CHECK(rest_is("a # b", "a"));
  CHECK(rest_is("\"#\" b # c", "\"#\" b"));
  CHECK(rest_is("\"\\\"#\" # c", "\"\\\"#\""));
  CHECK(rest_is("\"\\\n", "\"\\"));
}

/* Numbers of up to 24 digits; the twin has a digit an element. */
static void test_decimal(void) {
  static const uint64_t bounds[] = {
      0, 9, 10, 999, UINT32_MAX, INT64_MAX, UINT64_MAX, UINT64_MAX - 5};
  for (unsigned long i = check_cases(100000); i > 0; i--) {
    char digits[30], bound[30];
    uint64_t most = bounds[draw(8)], value;
    uint32_t length = draw(24), zeros = 0;
    snprintf(bound, sizeof bound, "%llu", (unsigned long long)most);
    snprintf(digits, sizeof digits, "%s", bound);
    for (uint32_t k = draw(2) ? 0 : length; k > 0; k--)
      digits[k - 1] = (char)('0' + draw(10)), digits[length] = '\0';
    length = (uint32_t)strlen(digits);
    if (length && draw(2))
      digits[draw(length)] = (char)('0' + draw(10));
    while (digits[zeros] == '0')
      zeros++;
    size_t left = length - zeros, room = most ? strlen(bound) : 0;
    bool fits =
        left < room ||
        (left == room && (left == 0 || strcmp(digits + zeros, bound) <= 0));
    digits[length] = "x."[draw(2)];
    const char *at = digits;
    CHECK(scan_decimal(&at, digits + length + 1, most, &value) == fits);
    CHECK(at == digits + length);
    CHECK(value == (fits ? strtoull(digits, NULL, 10) : most));
  }
}

/* Of the blanks and comments at 'at', the end; by the definition alone. -1: a
 * comment has no end. */
static long twin_skip(const char *bytes, long at, unsigned blanks) {
  for (;; at++) {
    const char *c = bytes + at;
    bool is_star =
        blanks & (SCAN_STARS | SCAN_NESTED) && c[0] == '/' && c[1] == '*';
    if (is_star) {
      long depth = 1;
      for (at += 2; depth; at++) {
        if (!bytes[at])
          return -1;
        if (bytes[at] == '*' && bytes[at + 1] == '/')
          depth--, at++;
        else if (blanks & SCAN_NESTED && bytes[at] == '/' &&
                 bytes[at + 1] == '*')
          depth++, at++;
      }
      at--;
    } else if ((blanks & SCAN_HASHES && *c == '#') ||
               (blanks & SCAN_SLASHES && c[0] == '/' && c[1] == '/')) {
      while (bytes[at] && bytes[at] != '\n')
        at++;
      at--;
    } else if (!*c || !strchr(" \t\r\n\f\v", *c) ||
               (*c == '\n' && blanks & SCAN_LINES) ||
               ((*c == '\f' || *c == '\v') && !(blanks & SCAN_FEEDS))) {
      return at;
    }
  }
}

static void twin_place(const char *bytes, long at, scan_token *t) {
  t->line = t->column = 1;
  for (long i = 0; i < at; i++) {
    t->column++;
    if (bytes[i] == '\n') {
      t->line++;
      t->column = 1;
    }
  }
}

static scan_token twin_next(const char *bytes, long *at, unsigned blanks) {
  static const char *const order[] = {"-->", "->", "-", "==", "="};
  static const int kinds[] = {LONG_ARROW, ARROW, '-', EQUAL, '='};
  scan_token t = {.kind = SCAN_END};
  *at = twin_skip(bytes, *at, blanks);
  if (*at < 0) {
    *at = (long)strlen(bytes);
    t.kind = SCAN_BAD;
  }
  twin_place(bytes, *at, &t);
  const char *c = t.text = bytes + *at;
  if (!*c)
    return t;
  t.kind = *c == '\n' ? SCAN_LINE_END : SCAN_BAD;
  for (size_t i = 0; i < 5 && !t.length; i++)
    if (strncmp(c, order[i], strlen(order[i])) == 0) {
      t.kind = kinds[i];
      t.length = strlen(order[i]);
    }
  if (strchr("ab_", *c)) {
    t.kind = NAME;
    t.length = strspn(c, "ab_0123456789");
  } else if (strchr("0123456789", *c)) {
    t.length = strspn(c, "0123456789");
    t.value = (int64_t)strtoull(c, NULL, 10);
    t.kind = t.value > 999 ? SCAN_BAD : NUMBER;
  }
  *at += t.length ? (long)t.length : 1;
  return t;
}

static void test_tokens(void) {
  static const char *const pieces[] = {
      " ",  "\t", "\r", "\n", "\f", "\v",   "/*", "*/", "/",   "*", "//", "#",
      "ab", "_b", "a1", "12", "9",  "1000", "-",  "->", "-->", "=", "==", ";"};
  for (unsigned long i = check_cases(20000); i > 0; i--) {
    char bytes[200] = "";
    unsigned blanks = draw(64);
    for (uint32_t k = draw(20); k > 0; k--)
      strcat(bytes, pieces[draw(24)]);
    scan s = start(bytes, blanks);
    long at = 0;
    scan_token t;
    do {
      const char *before = s.at;
      t = twin_next(bytes, &at, blanks);
      CHECK(next(&s) == t.kind && s.token.text == t.text);
      CHECK(s.token.line == t.line && s.token.column == t.column);
      CHECK(t.kind != NUMBER || s.token.value == t.value);
      CHECK(s.at == bytes + at && s.behind == before);
      debug_check(check_scan(&s));
    } while (t.kind != SCAN_END);
  }
}

int main(void) {
  test_messages();
  test_misfits();
  test_places();
  test_words();
  test_rest_of_line();
  test_decimal();
  test_tokens();
  return check_end();
}
