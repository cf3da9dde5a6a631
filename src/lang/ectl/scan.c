#include "lang/ectl/tokens.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool ectl_wrong_at(const ectl_scanner *s, uint32_t line, uint32_t column,
                   const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report_add_list(s->report, s->file, line, column, format, arguments);
  va_end(arguments);
  return false;
}

bool ectl_wrong(const ectl_scanner *s, const char *format, ...) {
  va_list arguments;
  if (s->token.kind == ECTL_T_BAD)
    return false;
  va_start(arguments, format);
  report_add_list(s->report, s->file, s->token.line, s->token.column, format,
                  arguments);
  va_end(arguments);
  return false;
}

bool ectl_misfit(const ectl_scanner *s, const char *what) {
  if (s->token.kind == ECTL_T_END)
    return ectl_wrong(s, "the text ends where %s should be", what);
  return ectl_wrong(s, "'%.*s' where %s should be",
                    report_clip(s->token.length), s->token.text, what);
}

bool ectl_take(ectl_scanner *s, int kind, const char *what) {
  if (s->token.kind != kind)
    return ectl_misfit(s, what);
  ectl_next(s);
  return true;
}

bool ectl_is_word(const ectl_token *t, const char *word) {
  return t->kind == ECTL_T_WORD && strncmp(word, t->text, t->length) == 0 &&
         word[t->length] == '\0';
}

static uint32_t column_of(const ectl_scanner *s, const char *at) {
  size_t column = (size_t)(at - s->line_start) + 1;
  return column < UINT32_MAX ? (uint32_t)column : UINT32_MAX;
}

static void skip_space(ectl_scanner *s) {
  const char *at = s->at;
  for (; at < s->end; at++)
    if (*at == '#') {
      const char *stop = memchr(at, '\n', (size_t)(s->end - at));
      at = (stop ? stop : s->end) - 1;
    } else if (*at == '\n') {
      s->line++;
      s->line_start = at + 1;
    } else if (*at != ' ' && *at != '\t' && *at != '\r' && *at != '\f' &&
               *at != '\v') {
      break;
    }
  s->at = at;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static int finish(ectl_scanner *s, int kind) {
  s->token.length = (size_t)(s->at - s->token.text);
  return s->token.kind = kind;
}

static void skip_word(ectl_scanner *s) {
  const char *at = s->at;
  while (at < s->end && (is_letter(*at) || is_digit(*at)))
    at++;
  s->at = at;
}

static int scan_number(ectl_scanner *s) {
  while (s->at < s->end && is_digit(*s->at))
    s->at++;
  bool is_good = s->at == s->end || !is_letter(*s->at);
  skip_word(s);
  finish(s, ECTL_T_NUMBER);
  if (is_good)
    return ECTL_T_NUMBER;
  if (!s->is_mute)
    ectl_wrong(s, "'%.*s': a name begins with a letter or '_'",
               report_clip(s->token.length), s->token.text);
  return s->token.kind = ECTL_T_BAD;
}

static int scan_string(ectl_scanner *s) {
  for (s->at++; s->at < s->end && *s->at != '\n' && *s->at; s->at++)
    if (*s->at == '"') {
      s->at++;
      return finish(s, ECTL_T_STRING);
    } else if (*s->at == '\\' && s->end - s->at > 1 &&
               (s->at[1] == '"' || s->at[1] == '\\')) {
      s->at++;
    }
  finish(s, ECTL_T_STRING);
  if (!s->is_mute)
    ectl_wrong(s, "the text that begins here has no '\"' on its line");
  return s->token.kind = ECTL_T_BAD;
}

static bool begins(const ectl_scanner *s, const char *mark) {
  size_t length = strlen(mark);
  return (size_t)(s->end - s->at) >= length && memcmp(s->at, mark, length) == 0;
}

static int bad_mark(ectl_scanner *s) {
  static const char *const hints[][2] = {
      {"<=>", "'if and only if' is '<->'"},
      {"=>", "'implies' is '->'"},
      {"=", "'if and only if' is '<->'"},
      {"~", "'not' is '!'"},
      {"/", "a comment begins with '#'"},
      {"'", "texts stand between \" and \""}};
  unsigned char c = (unsigned char)*s->at;
  finish(s, c);
  for (size_t i = 0; !s->is_mute && i < sizeof hints / sizeof *hints; i++)
    if (begins(s, hints[i][0])) {
      ectl_wrong(s, "'%s' means nothing here: %s", hints[i][0], hints[i][1]);
      s->at += strlen(hints[i][0]);
      return finish(s, ECTL_T_BAD);
    }
  s->at++;
  if (!s->is_mute && c > ' ' && c < 0x7F)
    ectl_wrong(s, "'%c' means nothing here", c);
  else if (!s->is_mute)
    ectl_wrong(s, "byte 0x%02x means nothing here", (unsigned)c);
  return finish(s, ECTL_T_BAD);
}

static int scan_mark(ectl_scanner *s) {
  static const struct {
    char text[4];
    int kind;
  } marks[] = {{"->", ECTL_T_ARROW}, {"<->", ECTL_T_IFF},
               {"&&", ECTL_T_AND},   {"||", ECTL_T_OR},
               {"<=>", ECTL_T_BAD},  {"::=", ECTL_T_DEFINES}};
  char c = *s->at;
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (c == marks[i].text[0] && begins(s, marks[i].text)) {
      if (marks[i].kind == ECTL_T_BAD)
        return bad_mark(s);
      s->at += strlen(marks[i].text);
      return finish(s, marks[i].kind);
    }
  if (c == '-' && s->end - s->at > 2 && s->at[1] == '-' &&
      is_letter(s->at[2])) {
    s->at += 2;
    skip_word(s);
    return finish(s, ECTL_T_OPTION);
  }
  if (c == '\0' || !memchr("(){}[],:;*|.&!+?<>", c, 18))
    return bad_mark(s);
  s->at++;
  return finish(s, c);
}

/* Up to the next token: false: there is none. */
static bool begin_token(ectl_scanner *s) {
  ectl_token *t = &s->token;
  s->behind = s->at;
  skip_space(s);
  t->line = s->line;
  t->column = column_of(s, s->at);
  t->text = s->at;
  if (s->clock)
    progress_tick(s->clock);
  return s->at < s->end;
}

int ectl_next(ectl_scanner *s) {
  if (!begin_token(s))
    return finish(s, ECTL_T_END);
  char c = *s->at;
  if (is_letter(c)) {
    skip_word(s);
    return finish(s, ECTL_T_WORD);
  }
  if (is_digit(c))
    return scan_number(s);
  return c == '"' ? scan_string(s) : scan_mark(s);
}

static bool is_raw(char c) {
  return is_letter(c) || is_digit(c) || (c && strchr(".-+/%:=@", c));
}

int ectl_next_raw(ectl_scanner *s) {
  if (!begin_token(s))
    return finish(s, ECTL_T_END);
  while (s->at < s->end && is_raw(*s->at))
    s->at++;
  if (s->at > s->token.text)
    return finish(s, ECTL_T_WORD);
  return *s->at == '"' ? scan_string(s) : scan_mark(s);
}

void ectl_scan_start(ectl_scanner *s, const char *file, const char *text,
                     size_t length, report *r) {
  *s = (ectl_scanner){.file = file, .report = r};
  s->start = s->at = s->behind = s->line_start = text;
  s->end = text + length;
  s->line = 1;
}
