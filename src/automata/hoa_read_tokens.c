#include "automata/hoa_read.h"

#include "base/json.h"

bool hoa_wrong(hoa_reader *v, const char *message) {
  scan_wrong(&v->in, "%s", message);
  v->in.token.kind = SCAN_BAD;
  return false;
}

bool hoa_wrong_token(hoa_reader *v, const char *message) {
  enum { MOST_SHOWN = 40 };
  const char *hole = strstr(message, "%s");
  size_t length = (size_t)(v->in.at - v->start);
  if (!hole)
    return hoa_wrong(v, message);
  scan_wrong(&v->in, "%.*s%.*s%s", (int)(hole - message), message,
             (int)(length < MOST_SHOWN ? length : MOST_SHOWN), v->start,
             hole + 2);
  v->in.token.kind = SCAN_BAD;
  return false;
}

static bool scan_number(hoa_reader *v) {
  uint64_t n;
  if (!scan_decimal(&v->in.at, v->in.end, UINT32_MAX - 1, &n))
    return hoa_wrong_token(v, "the number %s is too large");
  v->number = (uint32_t)n;
  scan_finish(&v->in, HOA_NUMBER);
  return true;
}

static void scan_word(scan *s) {
  while (s->at < s->end &&
         (scan_is_letter(*s->at) || scan_is_digit(*s->at) || *s->at == '-'))
    s->at++;
  scan_finish(s, HOA_WORD);
}

/* A backslash makes the next byte stand for itself. */
static bool scan_string(hoa_reader *v) {
  scan *s = &v->in;
  v->scratch.count = 0;
  s->at++;
  while (s->at < s->end && *s->at != '"') {
    if (*s->at == '\\')
      s->at++;
    size_t n = json_utf8(s->at, s->end);
    if (s->at < s->end && (n == 0 || *s->at == '\0'))
      return scan_wrong_byte(s, s->at,
                             "a byte that is not valid UTF-8, or zero");
    for (size_t i = 0; i < n; i++)
      vec_push(v->m, &v->scratch, s->at[i]);
    if (n == 1 && *s->at == '\n')
      scan_end_line(s, s->at + 1);
    else
      s->at += n;
  }
  if (s->at >= s->end)
    return hoa_wrong(v, "the string that begins here has no end");
  s->at++;
  vec_reserve(v->m, &v->scratch, 1); /* never NULL */
  s->token.text = v->scratch.at;
  s->token.length = v->scratch.count;
  s->token.kind = HOA_STRING;
  return true;
}

static bool scan_dashes(hoa_reader *v) {
  static const scan_mark marks[] = {
      {"--BODY--", HOA_BODY}, {"--END--", HOA_END}, {"--ABORT--", HOA_ABORT}};
  const scan_mark *mark = scan_longest(&v->in, marks, 3);
  if (!mark)
    return hoa_wrong(v,
                     "'-' where '--BODY--', '--END--' or '--ABORT--' could be");
  v->in.at += strlen(mark->text);
  scan_finish(&v->in, mark->kind);
  return mark->kind != HOA_ABORT ||
         hoa_wrong(v, "whoever wrote this automaton gave up here (--ABORT--)");
}

static bool scan_alias(hoa_reader *v) {
  scan *s = &v->in;
  s->token.text = ++s->at;
  scan_word(s);
  s->token.kind = HOA_ALIAS;
  return s->token.length > 0 || hoa_wrong(v, "'@' must be followed by a name");
}

bool hoa_next(hoa_reader *v) {
  scan *s = &v->in;
  bool is_over = !scan_begin(s);
  v->start = s->token.text;
  if (is_over)
    return s->token.kind == HOA_EOF;
  char c = *s->at;
  if (scan_is_digit(c))
    return scan_number(v);
  if (scan_is_letter(c)) {
    scan_word(s);
    if (s->at < s->end && *s->at == ':') {
      s->at++;
      s->token.kind = HOA_HEADER;
    }
    return true;
  }
  if (c == '@')
    return scan_alias(v);
  if (c == '"')
    return scan_string(v);
  if (c == '-')
    return scan_dashes(v);
  s->at++;
  if (!scan_is_one_of(c, "!&|()[]{}"))
    return hoa_wrong_token(v, "'%s' has no meaning in HOA");
  scan_finish(s, c);
  return true;
}

bool hoa_is_word(const hoa_reader *v, const char *word) {
  return v->in.token.kind == HOA_WORD && scan_spells(&v->in.token, word);
}

bool hoa_is_header(const hoa_reader *v, const char *name) {
  return v->in.token.kind == HOA_HEADER && scan_spells(&v->in.token, name);
}

bool hoa_is_mark(const hoa_reader *v, char mark) {
  return v->in.token.kind == mark;
}

bool hoa_expect_mark(hoa_reader *v, char mark) {
  char message[] = "'?' should be here";
  message[1] = mark;
  return hoa_is_mark(v, mark) ? hoa_next(v) : hoa_wrong(v, message);
}

bool hoa_expect_number(hoa_reader *v, const char *what, uint32_t *out) {
  if (v->in.token.kind != HOA_NUMBER)
    return hoa_wrong(v, what);
  *out = v->number;
  return hoa_next(v);
}
