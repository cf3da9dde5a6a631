#include "automata/hoa_read.h"

#include "base/json.h"

bool hoa_wrong(hoa_reader *reader, const char *message) {
  scan_wrong(&reader->in, "%s", message);
  reader->in.token.kind = SCAN_BAD;
  return false;
}

bool hoa_wrong_token(hoa_reader *reader, const char *message) {
  enum { MOST_SHOWN = 40 };
  const char *hole = strstr(message, "%s");
  size_t length = (size_t)(reader->in.at - reader->start);
  if (!hole)
    return hoa_wrong(reader, message);
  scan_wrong(&reader->in, "%.*s%.*s%s", (int)(hole - message), message,
             (int)(length < MOST_SHOWN ? length : MOST_SHOWN), reader->start,
             hole + 2);
  reader->in.token.kind = SCAN_BAD;
  return false;
}

static bool scan_number(hoa_reader *reader) {
  uint64_t n;
  if (!scan_decimal(&reader->in.at, reader->in.end, UINT32_MAX - 1, &n))
    return hoa_wrong_token(reader, "the number %s is too large");
  reader->number = (uint32_t)n;
  scan_finish(&reader->in, HOA_NUMBER);
  return true;
}

static void scan_word(scan *scanner) {
  while (scanner->at < scanner->end &&
         (scan_is_letter(*scanner->at) || scan_is_digit(*scanner->at) ||
          *scanner->at == '-'))
    scanner->at++;
  scan_finish(scanner, HOA_WORD);
}

/* A backslash makes the next byte stand for itself. */
static bool scan_string(hoa_reader *reader) {
  scan *scanner = &reader->in;
  reader->scratch.count = 0;
  scanner->at++;
  while (scanner->at < scanner->end && *scanner->at != '"') {
    if (*scanner->at == '\\')
      scanner->at++;
    size_t n = json_utf8(scanner->at, scanner->end);
    if (scanner->at < scanner->end && (n == 0 || *scanner->at == '\0'))
      return scan_wrong_byte(scanner, scanner->at,
                             "a byte that is not valid UTF-8, or zero");
    for (size_t i = 0; i < n; i++)
      vec_push(reader->m, &reader->scratch, scanner->at[i]);
    if (n == 1 && *scanner->at == '\n')
      scan_end_line(scanner, scanner->at + 1);
    else
      scanner->at += n;
  }
  if (scanner->at >= scanner->end)
    return hoa_wrong(reader, "the string that begins here has no end");
  scanner->at++;
  vec_reserve(reader->m, &reader->scratch, 1); /* never NULL */
  scanner->token.text = reader->scratch.at;
  scanner->token.length = reader->scratch.count;
  scanner->token.kind = HOA_STRING;
  return true;
}

static bool scan_dashes(hoa_reader *reader) {
  static const scan_mark marks[] = {
      {"--BODY--", HOA_BODY}, {"--END--", HOA_END}, {"--ABORT--", HOA_ABORT}};
  const scan_mark *mark = scan_longest(&reader->in, marks, 3);
  if (!mark)
    return hoa_wrong(reader,
                     "'-' where '--BODY--', '--END--' or '--ABORT--' could be");
  reader->in.at += strlen(mark->text);
  scan_finish(&reader->in, mark->kind);
  return mark->kind != HOA_ABORT ||
         hoa_wrong(reader,
                   "whoever wrote this automaton gave up here (--ABORT--)");
}

static bool scan_alias(hoa_reader *reader) {
  scan *scanner = &reader->in;
  scanner->token.text = ++scanner->at;
  scan_word(scanner);
  scanner->token.kind = HOA_ALIAS;
  return scanner->token.length > 0 ||
         hoa_wrong(reader, "'@' must be followed by a name");
}

bool hoa_next(hoa_reader *reader) {
  scan *scanner = &reader->in;
  bool is_over = !scan_begin(scanner);
  reader->start = scanner->token.text;
  if (is_over)
    return scanner->token.kind == HOA_EOF;
  char c = *scanner->at;
  if (scan_is_digit(c))
    return scan_number(reader);
  if (scan_is_letter(c)) {
    scan_word(scanner);
    if (scanner->at < scanner->end && *scanner->at == ':') {
      scanner->at++;
      scanner->token.kind = HOA_HEADER;
    }
    return true;
  }
  if (c == '@')
    return scan_alias(reader);
  if (c == '"')
    return scan_string(reader);
  if (c == '-')
    return scan_dashes(reader);
  scanner->at++;
  if (!scan_is_one_of(c, "!&|()[]{}"))
    return hoa_wrong_token(reader, "'%s' has no meaning in HOA");
  scan_finish(scanner, c);
  return true;
}

bool hoa_is_word(const hoa_reader *reader, const char *word) {
  return reader->in.token.kind == HOA_WORD &&
         scan_spells(&reader->in.token, word);
}

bool hoa_is_header(const hoa_reader *reader, const char *name) {
  return reader->in.token.kind == HOA_HEADER &&
         scan_spells(&reader->in.token, name);
}

bool hoa_is_mark(const hoa_reader *reader, char mark) {
  return reader->in.token.kind == mark;
}

bool hoa_expect_mark(hoa_reader *reader, char mark) {
  char message[] = "'?' should be here";
  message[1] = mark;
  return hoa_is_mark(reader, mark) ? hoa_next(reader)
                                   : hoa_wrong(reader, message);
}

bool hoa_expect_number(hoa_reader *reader, const char *what, uint32_t *out) {
  if (reader->in.token.kind != HOA_NUMBER)
    return hoa_wrong(reader, what);
  *out = reader->number;
  return hoa_next(reader);
}
