#include "lang/remopla/syntax.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void rem_parser_init(rem_parser *p, mem *m, rem_syntax *s, const char *file,
                     const char *text, size_t length, report *r) {
  *p = (rem_parser){.m = m, .syntax = s, .file = file, .report = r};
  p->text = p->at = p->line_start = text;
  p->end = text + length;
  p->line_number = 1;
  p->line0 = p->column0 = 1;
}

void rem_syntax_free(mem *m, rem_syntax *s) {
  vec_free(m, &s->exprs);
  vec_free(m, &s->parts);
  vec_free(m, &s->assigns);
  vec_free(m, &s->statements);
  vec_free(m, &s->branches);
  vec_free(m, &s->declared);
  vec_free(m, &s->items);
  vec_free(m, &s->lists);
  vec_free(m, &s->list_spots);
}

base_printf(4, 0) static bool tell(rem_parser *p, uint32_t line,
                                   uint32_t column, const char *format,
                                   va_list arguments) {
  uint32_t shift = line == 1 ? p->column0 - 1 : 0;
  return report_add_list(p->report, p->file, line + p->line0 - 1,
                         column + shift, format, arguments);
}

bool rem_wrong_at(rem_parser *p, const rem_spot *s, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  bool no = tell(p, s->line, s->column, format, arguments);
  va_end(arguments);
  return no;
}

bool rem_wrong(rem_parser *p, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  bool no = tell(p, p->token.line, p->token.column, format, arguments);
  va_end(arguments);
  return no;
}

bool rem_misfit(rem_parser *p, const char *what) {
  if (p->token.kind == REM_T_END)
    return rem_wrong(p, "the text ends where %s should be", what);
  return rem_wrong(p, "'%.*s' where %s should be%s",
                   report_clip(p->token.length), p->token.text, what,
                   p->token.kind == '=' ? " ('==' compares)" : "");
}

bool rem_take(rem_parser *p, int kind, const char *what) {
  if (p->token.kind != kind)
    return rem_misfit(p, what);
  rem_next(p);
  return true;
}

bool rem_take_name(rem_parser *p, const char *what, uint32_t *out) {
  if (p->token.kind >= REM_T_KEYWORD)
    return rem_wrong(p, "'%.*s' is a keyword: %s cannot be called so",
                     report_clip(p->token.length), p->token.text, what);
  if (p->token.kind != REM_T_NAME)
    return rem_misfit(p, what);
  *out = names_insert(p->m, &p->syntax->words, p->token.text, p->token.length);
  rem_next(p);
  return true;
}

bool rem_deeper(rem_parser *p, const char *what) {
  if (++p->nesting <= REM_MOST_NESTING)
    return true;
  return rem_wrong(p, "%s are nested more than %d deep", what,
                   (int)REM_MOST_NESTING);
}

rem_spot rem_here(const rem_parser *p) {
  size_t begin = (size_t)(p->token.text - p->text);
  return (rem_spot){.line = p->token.line,
                    .column = p->token.column,
                    .begin = begin,
                    .end = begin + p->token.length};
}

rem_spot rem_since(const rem_parser *p, rem_spot begin) {
  if (p->last_end > begin.begin)
    begin.end = p->last_end;
  return begin;
}

uint32_t rem_close_list(rem_parser *p, size_t base, uint32_t *count) {
  uint32_t first = (uint32_t)p->syntax->lists.count;
  *count = (uint32_t)(p->pending.count - base);
  for (size_t i = base; i < p->pending.count; i++)
    vec_push(p->m, &p->syntax->lists, p->pending.at[i]);
  p->pending.count = base;
  return first;
}

static void new_line(rem_parser *p) {
  p->line_number++;
  p->line_start = p->at + 1;
}

/* A comment between slash and star; false: it has no end. */
static bool skip_comment(rem_parser *p) {
  for (p->at += 2; p->end - p->at > 1; p->at++) {
    if (p->at[0] == '*' && p->at[1] == '/') {
      p->at += 2;
      return true;
    }
    if (*p->at == '\n')
      new_line(p);
  }
  return false;
}

static void skip_space(rem_parser *p) {
  while (p->at < p->end) {
    char c = *p->at, d = p->end - p->at > 1 ? p->at[1] : '\0';
    if (c == '#' || (c == '/' && d == '/')) {
      const char *line_end = memchr(p->at, '\n', (size_t)(p->end - p->at));
      p->at = line_end ? line_end : p->end;
    } else if (c == '/' && d == '*') {
      p->token.line = p->line_number;
      p->token.column = (uint32_t)(p->at - p->line_start) + 1;
      if (!skip_comment(p)) {
        rem_wrong(p, "this comment has no end");
        p->at = p->end;
      }
    } else if (c == '\n') {
      new_line(p);
      p->at++;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      p->at++;
    } else {
      return;
    }
  }
}

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static int scan_word(rem_parser *p) {
  static const char *const keywords[] = {
      "define", "bool",   "int",   "enum",   "struct", "void",
      "init",   "module", "if",    "fi",     "do",     "od",
      "else",   "goto",   "break", "return", "skip",   "assert",
      "undef",  "true",   "false", "signed", "shared", "fork"};
  rem_token *t = &p->token;
  while (p->at < p->end && (is_letter(*p->at) || is_digit(*p->at)))
    p->at++;
  t->length = (size_t)(p->at - t->text);
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (strlen(keywords[i]) == t->length &&
        memcmp(keywords[i], t->text, t->length) == 0)
      return t->kind = REM_T_KEYWORD + (int)i;
  return t->kind = REM_T_NAME;
}

static int scan_integer(rem_parser *p) {
  rem_token *t = &p->token;
  bool big = false;
  t->value = 0;
  for (; p->at < p->end && is_digit(*p->at); p->at++) {
    if (t->value < INT64_C(1) << 40)
      t->value = t->value * 10 + (*p->at - '0');
    big |= t->value >= INT64_C(1) << 32;
  }
  t->length = (size_t)(p->at - t->text);
  if (p->at < p->end && is_letter(*p->at))
    rem_wrong(p, "a name cannot begin with a digit");
  else if (big)
    rem_wrong(p, "the number %.*s does not fit 32 bits", report_clip(t->length),
              t->text);
  return t->kind = REM_T_INTEGER;
}

static bool scan_text(rem_parser *p) {
  const char *line_end = memchr(p->at, '\n', (size_t)(p->end - p->at));
  size_t room = (size_t)((line_end ? line_end : p->end) - p->at);
  const char *quote = memchr(p->at + 1, '"', room - 1);
  p->token.kind = REM_T_TEXT;
  if (!quote) {
    rem_wrong(p, "this text has no end: '\"' is missing on its line");
    p->at += room;
    return false;
  }
  p->at = quote + 1;
  p->token.length = (size_t)(p->at - p->token.text);
  return true;
}

/* False: nothing that means something; told, and left behind. */
static bool scan_mark(rem_parser *p) {
  static const struct {
    char text[4];
    int kind;
  } marks[] = {
      {"-->", REM_T_ARROW},   {"->", REM_T_GUARD},  {"::", REM_T_BOX},
      {"&&", REM_T_AND},      {"||", REM_T_OR},     {"^^", REM_T_XOR},
      {"==", REM_T_EQUAL},    {"!=", REM_T_UNLIKE}, {"<=", REM_T_AT_MOST},
      {">=", REM_T_AT_LEAST}, {"<<", REM_T_LEFT},   {">>", REM_T_RIGHT}};
  rem_token *t = &p->token;
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    size_t length = strlen(marks[i].text);
    if ((size_t)(p->end - p->at) >= length &&
        memcmp(p->at, marks[i].text, length) == 0) {
      p->at += length;
      t->length = length;
      t->kind = marks[i].kind;
      return true;
    }
  }
  char c = *p->at++;
  t->length = 1;
  t->kind = (unsigned char)c;
  if (c && strchr("=<>+-*/%!&|^()[]{},;:.'", c))
    return true;
  if (c > ' ' && c < 0x7F)
    rem_wrong(p, "'%c' means nothing here", c);
  else
    rem_wrong(p, "byte 0x%02x means nothing here", (unsigned)(unsigned char)c);
  return false;
}

int rem_next(rem_parser *p) {
  rem_token *t = &p->token;
  if (t->text)
    p->last_end = (size_t)(t->text - p->text) + t->length;
  for (;;) {
    skip_space(p);
    t->line = p->line_number;
    t->column = (uint32_t)(p->at - p->line_start) + 1;
    t->text = p->at;
    t->length = 0;
    t->kind = REM_T_END;
    if (p->at == p->end)
      return REM_T_END;
    if (p->clock)
      progress_tick(p->clock);
    if (is_digit(*p->at))
      return scan_integer(p);
    if (is_letter(*p->at))
      return scan_word(p);
    if (*p->at == '"' ? scan_text(p) : scan_mark(p))
      return t->kind;
  }
}

void rem_peek(const rem_parser *p, int *first, int *second) {
  report quiet;
  quiet.count = REPORT_MOST; /* full: it only counts */
  rem_parser copy = *p;
  copy.report = &quiet;
  copy.clock = NULL;
  *first = rem_next(&copy);
  *second = rem_next(&copy);
}
