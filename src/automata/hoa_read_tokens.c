#include "automata/hoa_read.h"

#include "base/json.h"

static bool report_at(hoa_reader *v, const char *at, const char *line_start,
                      uint32_t line, const char *message) {
  v->kind = HOA_WRONG;
  return report_add(v->r, v->file, line, (uint32_t)(at - line_start) + 1, "%s",
                    message);
}

bool hoa_wrong(hoa_reader *v, const char *message) {
  return report_at(v, v->start, v->start_line, v->start_number, message);
}

bool hoa_wrong_token(hoa_reader *v, const char *message) {
  enum { MOST_SHOWN = 40 };
  const char *hole = strstr(message, "%s");
  size_t length = (size_t)(v->at - v->start);
  if (!hole)
    return hoa_wrong(v, message);
  v->kind = HOA_WRONG;
  return report_add(
      v->r, v->file, v->start_number, (uint32_t)(v->start - v->start_line) + 1,
      "%.*s%.*s%s", (int)(hole - message), message,
      (int)(length < MOST_SHOWN ? length : MOST_SHOWN), v->start, hole + 2);
}

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool continues_word(char c) {
  return is_letter(c) || is_digit(c) || c == '-';
}

static void go_on(hoa_reader *v) {
  if (*v->at++ == '\n') {
    v->line++;
    v->line_start = v->at;
  }
}

static bool next_two(const hoa_reader *v, char a, char b) {
  return v->end - v->at >= 2 && v->at[0] == a && v->at[1] == b;
}

/* Comments may be nested. */
static bool skip_comment(hoa_reader *v) {
  const char *start = v->at, *start_line = v->line_start;
  uint32_t number = v->line;
  size_t depth = 0;
  do {
    if (next_two(v, '/', '*') || next_two(v, '*', '/')) {
      depth += *v->at == '/' ? 1 : SIZE_MAX;
      v->at += 2;
    } else if (v->at < v->end) {
      go_on(v);
    } else {
      return report_at(v, start, start_line, number,
                       "the comment that begins here has no end");
    }
  } while (depth);
  return true;
}

static bool skip_space(hoa_reader *v) {
  while (v->at < v->end) {
    if (*v->at == ' ' || *v->at == '\t' || *v->at == '\n' || *v->at == '\r')
      go_on(v);
    else if (!next_two(v, '/', '*'))
      return true;
    else if (!skip_comment(v))
      return false;
  }
  return true;
}

static bool scan_number(hoa_reader *v) {
  uint64_t n = 0;
  for (; v->at < v->end && is_digit(*v->at); v->at++)
    if (n <= UINT32_MAX)
      n = n * 10 + (uint64_t)(*v->at - '0');
  if (n >= UINT32_MAX)
    return hoa_wrong_token(v, "the number %s is too large");
  v->kind = HOA_NUMBER;
  v->number = (uint32_t)n;
  return true;
}

static bool scan_word(hoa_reader *v) {
  while (v->at < v->end && continues_word(*v->at))
    v->at++;
  v->length = (size_t)(v->at - v->text);
  v->kind = HOA_WORD;
  return true;
}

/* A backslash makes the next byte stand for itself. */
static bool scan_string(hoa_reader *v) {
  v->scratch.count = 0;
  v->at++;
  while (v->at < v->end && *v->at != '"') {
    if (*v->at == '\\')
      v->at++;
    size_t n = json_utf8(v->at, v->end);
    if (v->at < v->end && (n == 0 || *v->at == '\0'))
      return report_at(v, v->at, v->line_start, v->line,
                       "a byte that is not valid UTF-8, or zero");
    for (size_t i = 0; i < n; i++) {
      vec_push(v->m, &v->scratch, *v->at);
      go_on(v);
    }
  }
  if (v->at >= v->end)
    return hoa_wrong(v, "the string that begins here has no end");
  v->at++;
  vec_reserve(v->m, &v->scratch, 1); /* never NULL */
  v->text = v->scratch.at;
  v->length = v->scratch.count;
  v->kind = HOA_STRING;
  return true;
}

static bool scan_dashes(hoa_reader *v) {
  static const struct {
    const char *text;
    hoa_kind kind;
  } table[] = {
      {"--BODY--", HOA_BODY}, {"--END--", HOA_END}, {"--ABORT--", HOA_ABORT}};
  for (int i = 0; i < 3; i++) {
    size_t n = strlen(table[i].text);
    if ((size_t)(v->end - v->at) >= n && memcmp(v->at, table[i].text, n) == 0) {
      v->at += n;
      v->kind = table[i].kind;
      return true;
    }
  }
  return hoa_wrong(v,
                   "'-' where '--BODY--', '--END--' or '--ABORT--' could be");
}

static bool scan_any(hoa_reader *v) {
  char c = *v->at;
  v->text = v->at;
  if (is_digit(c))
    return scan_number(v);
  if (is_letter(c)) {
    scan_word(v);
    if (v->at < v->end && *v->at == ':') {
      v->at++;
      v->kind = HOA_HEADER;
    }
    return true;
  }
  switch (c) {
  case '@':
    v->text = ++v->at;
    scan_word(v);
    v->kind = HOA_ALIAS;
    return v->length > 0 || hoa_wrong(v, "'@' must be followed by a name");
  case '"':
    return scan_string(v);
  case '-':
    return scan_dashes(v);
  default:
    if (c == '\0' || !strchr("!&|()[]{}", c)) {
      v->at++;
      return hoa_wrong_token(v, "'%s' has no meaning in HOA");
    }
    v->mark = c;
    v->at++;
    v->kind = HOA_MARK;
    return true;
  }
}

bool hoa_next(hoa_reader *v) {
  if (!skip_space(v))
    return false;
  v->start = v->at;
  v->start_line = v->line_start;
  v->start_number = v->line;
  if (v->at < v->end)
    return scan_any(v) && (v->kind != HOA_ABORT ||
                       hoa_wrong(v, "whoever wrote this automaton gave up "
                                    "here (--ABORT--)"));
  v->kind = HOA_EOF;
  return true;
}

bool hoa_is_word(const hoa_reader *v, const char *word) {
  return v->kind == HOA_WORD && v->length == strlen(word) &&
         memcmp(v->text, word, v->length) == 0;
}

bool hoa_is_header(const hoa_reader *v, const char *name) {
  return v->kind == HOA_HEADER && v->length == strlen(name) &&
         memcmp(v->text, name, v->length) == 0;
}

bool hoa_is_mark(const hoa_reader *v, char mark) {
  return v->kind == HOA_MARK && v->mark == mark;
}

bool hoa_expect_mark(hoa_reader *v, char mark) {
  char message[] = "'?' should be here";
  message[1] = mark;
  return hoa_is_mark(v, mark) ? hoa_next(v) : hoa_wrong(v, message);
}

bool hoa_expect_number(hoa_reader *v, const char *what, uint32_t *out) {
  if (v->kind != HOA_NUMBER)
    return hoa_wrong(v, what);
  *out = v->number;
  return hoa_next(v);
}
