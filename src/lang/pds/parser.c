#include "lang/pds/parser.h"

#include "base/mutant.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void parser_init(parser *s, mem *m, pds *p, const char *file, const char *input,
                 size_t length, report *r) {
  *s = (parser){.mem = m, .pds = p, .file = file, .report = r};
  s->at = s->line_start = input;
  s->end = input + length;
  s->line_number = 1;
}

void parser_clear(parser *s) {
  vec_free(s->mem, &s->scratch);
  vec_free(s->mem, &s->list);
}

static uint32_t column_of(const parser *s, const char *at) {
  size_t column = (size_t)(at - s->line_start) + 1 + s->shift;
  return column < UINT32_MAX ? (uint32_t)column : UINT32_MAX;
}

bool parser_wrong(parser *s, const char *format, ...) {
  va_list arguments;
  if (s->kind == PARSER_BAD)
    return false;
  va_start(arguments, format);
  report_add_list(s->report, s->file, s->line, s->column, format, arguments);
  va_end(arguments);
  return false;
}

bool parser_misfit(parser *s, const char *what) {
  switch (s->kind) {
  case PARSER_END:
    return parser_wrong(s, "the text ends where %s should be", what);
  case PARSER_LINE_END:
    return parser_wrong(s, "the line ends where %s should be", what);
  case PARSER_NAME:
    return parser_wrong(s, "'%.*s' where %s should be", report_clip(s->length),
                        s->text, what);
  case PARSER_ARROW:
    return parser_wrong(s, "'->' where %s should be", what);
  default:
    return parser_wrong(s, "'%c' where %s should be", s->kind, what);
  }
}

bool parser_take(parser *s, int kind, const char *what) {
  if (s->kind != kind)
    return parser_misfit(s, what);
  parser_next(s);
  return true;
}

bool parser_is(const parser *s, const char *word) {
  return s->kind == PARSER_NAME && !s->is_quoted && s->length == strlen(word) &&
         memcmp(s->text, word, s->length) == 0;
}

static bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '\'' ||
         c == '/' || c == '-';
}

/* The end of the longest name at 'at': "->" is not part of it. */
static const char *name_end(const char *at, const char *end) {
  while (at < end && is_name_byte(*at) &&
         !(*at == '-' && end - at > 1 && at[1] == '>'))
    at++;
  return at;
}

bool parser_is_plain_name(const char *name, size_t length) {
  return length > 0 && name_end(name, name + length) == name + length;
}

/* White space and comments; stops at the end of a line if lines matter. */
static void skip_space(parser *s) {
  for (; s->at < s->end; s->at++) {
    if (*s->at == '#') {
      const char *line_end = memchr(s->at, '\n', (size_t)(s->end - s->at));
      s->at = line_end ? line_end : s->end;
      if (s->at == s->end)
        return;
    }
    if (*s->at == '\n') {
      if (s->has_lines)
        return;
      s->line_number++;
      s->line_start = s->at + 1;
      s->shift = 0;
    } else if (*s->at != ' ' && *s->at != '\t' && *s->at != '\r') {
      return;
    }
  }
}

static int scan_quoted(parser *s) {
  json_string string;
  const char *behind =
      json_scan_string(s->mem, &s->scratch, s->at + 1, s->end, &string);
  if (!behind) {
    report_add(s->report, s->file, s->line, column_of(s, string.text), "%s",
               string.wrong);
    return s->kind = PARSER_BAD;
  }
  s->text = string.text;
  s->length = string.length;
  s->is_quoted = true;
  s->at = behind;
  return s->kind = PARSER_NAME;
}

static int scan_mark(parser *s) {
  char c = *s->at;
  if (c && strchr("<>[](),.*+?|^@:%", c)) {
    s->at++;
    return s->kind = (unsigned char)c;
  }
  if (c == '-') {
    s->at += 2;
    return s->kind = PARSER_ARROW;
  }
  if (c > ' ' && c < 0x7F)
    report_add(s->report, s->file, s->line, s->column,
               "'%c' cannot be part of a name unless that is quoted", c);
  else
    report_add(s->report, s->file, s->line, s->column,
               "byte 0x%02x cannot be part of a name unless that is quoted",
               (unsigned)(unsigned char)c);
  return s->kind = PARSER_BAD;
}

int parser_next(parser *s) {
  if (s->kind == PARSER_BAD)
    return PARSER_BAD;
  skip_space(s);
  s->line = s->line_number;
  s->column = column_of(s, s->at);
  s->is_quoted = false;
  if (s->at == s->end)
    return s->kind = PARSER_END;
  if (*s->at == '\n') {
    s->at++;
    s->line_number++;
    s->line_start = s->at;
    s->shift = 0;
    return s->kind = PARSER_LINE_END;
  }
  if (*s->at == '"')
    return scan_quoted(s);
  s->text = s->at;
  const char *behind = name_end(s->at, s->end);
  if (behind == s->at)
    return scan_mark(s);
  s->length = (size_t)(behind - s->at);
  s->at = behind;
  return s->kind = PARSER_NAME;
}

void parser_skip_line(parser *s) {
  if (s->kind == PARSER_LINE_END || s->kind == PARSER_END)
    return;
  const char *line_end = memchr(s->at, '\n', (size_t)(s->end - s->at));
  s->at = line_end ? line_end : s->end;
  s->kind = PARSER_NAME; /* no longer bad */
  parser_next(s);
}

static bool unknown(parser *s, const names *known, const char *what) {
  uint32_t near = names_nearest(known, s->text, s->length);
  if (near == NAMES_NONE)
    return parser_wrong(s, "there is no %s '%.*s'", what,
                        report_clip(s->length), s->text);
  return parser_wrong(s, "there is no %s '%.*s' (did you mean '%s'?)", what,
                      report_clip(s->length), s->text, names_text(known, near));
}

bool parser_state(parser *s, uint32_t *out) {
  if (s->kind != PARSER_NAME)
    return parser_misfit(s, "a state");
  *out = names_find(&s->pds->states, s->text, s->length);
  if (*out == NAMES_NONE)
    return !s->states_unsure && unknown(s, &s->pds->states, "state");
  parser_next(s);
  return true;
}

bool parser_symbol(parser *s, uint32_t *out) {
  if (s->kind != PARSER_NAME)
    return parser_misfit(s, "a symbol");
  if (s->symbols_closed) {
    *out = names_find(&s->pds->symbols, s->text, s->length);
    if (*out == NAMES_NONE)
      return unknown(s, &s->pds->symbols, "symbol");
  } else {
    *out = names_insert(s->mem, &s->pds->symbols, s->text, s->length);
  }
  parser_next(s);
  return true;
}

/* The current token is '['. */
static bool parse_set(parser *s, uint32_t *out) {
  parser_next(s);
  bool negated = s->kind == '^', complement = !MUTANT("pds-set-complement");
  if (negated)
    parser_next(s);
  if (s->kind == ']')
    return parser_wrong(s, "a label set cannot be empty ('.' is any symbol)");
  s->list.count = 0;
  for (;;) {
    uint32_t symbol;
    if (!parser_symbol(s, &symbol))
      return false;
    vec_push(s->mem, &s->list, symbol);
    if (s->kind == ']')
      break;
    if (!parser_take(s, ',', "',' or ']'"))
      return false;
  }
  parser_next(s);
  if (s->list.count == 1 && !negated)
    *out = s->list.at[0];
  else
    *out = paut_add_set(s->mem, s->set, negated && complement, s->list.at,
                        s->list.count);
  return true;
}

bool parser_label(parser *s, uint32_t *out) {
  if (s->kind == '[')
    return parse_set(s, out);
  if (s->kind != '.')
    return parser_symbol(s, out);
  *out = paut_add_set(s->mem, s->set, true, NULL, 0);
  parser_next(s);
  return true;
}
