#include "lang/remopla/syntax.h"

#include <stdarg.h>

void rem_parser_init(rem_parser *p, mem *m, rem_syntax *s, const char *file,
                     const char *text, size_t length, uint32_t line,
                     uint32_t column, report *r) {
  *p = (rem_parser){.m = m, .syntax = s};
  scan_start(&p->in, file, text, length, line, column,
             SCAN_HASHES | SCAN_SLASHES | SCAN_STARS, r);
  p->in.unended = "this comment has no end";
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

bool rem_wrong_at(rem_parser *p, const rem_spot *s, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  scan_wrong_list(&p->in, s->line, s->column, format, arguments);
  va_end(arguments);
  return false;
}

bool rem_misfit(const scan *s, const char *what) {
  return s->token.kind == '='
             ? scan_wrong(s, "'=' where %s should be ('==' compares)", what)
             : scan_misfit(s, what);
}

bool rem_take(scan *s, int kind, const char *what) {
  if (s->token.kind != kind)
    return rem_misfit(s, what);
  rem_next(s);
  return true;
}

bool rem_take_name(rem_parser *p, const char *what, uint32_t *out) {
  if (p->in.token.kind >= REM_T_KEYWORD)
    return scan_wrong(&p->in, "'%.*s' is a keyword: %s cannot be called so",
                      report_clip(p->in.token.length), p->in.token.text, what);
  if (p->in.token.kind != REM_T_NAME)
    return rem_misfit(&p->in, what);
  *out = names_insert(p->m, &p->syntax->words, p->in.token.text,
                      p->in.token.length);
  rem_next(&p->in);
  return true;
}

bool rem_deeper(rem_parser *p, const char *what) {
  if (++p->nesting <= REM_MOST_NESTING)
    return true;
  return scan_wrong(&p->in, "%s are nested more than %d deep", what,
                    (int)REM_MOST_NESTING);
}

rem_spot rem_here(const rem_parser *p) {
  const scan_token *t = &p->in.token;
  size_t begin = (size_t)(t->text - p->in.start);
  return (rem_spot){.line = t->line,
                    .column = t->column,
                    .begin = begin,
                    .end = begin + t->length};
}

rem_spot rem_since(const rem_parser *p, rem_spot begin) {
  size_t behind = (size_t)(p->in.behind - p->in.start);
  if (behind > begin.begin)
    begin.end = behind;
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

static int scan_word(scan *s) {
  static const char *const keywords[] = {
      "define", "bool",   "int",   "enum",   "struct", "void",
      "init",   "module", "if",    "fi",     "do",     "od",
      "else",   "goto",   "break", "return", "skip",   "assert",
      "undef",  "true",   "false", "signed", "shared", "fork"};
  enum { COUNT = sizeof keywords / sizeof *keywords };
  scan_skip_word(s);
  scan_finish(s, REM_T_NAME);
  size_t i = scan_keyword(&s->token, keywords, COUNT);
  if (i < COUNT)
    s->token.kind = REM_T_KEYWORD + (int)i;
  return s->token.kind;
}

/* What does not fit is told; a part of it is the value then. */
static int scan_integer(scan *s) {
  int64_t value = 0;
  for (; s->at < s->end && scan_is_digit(*s->at); s->at++)
    if (value < INT64_C(1) << 40)
      value = value * 10 + (*s->at - '0');
  s->token.value = value;
  scan_finish(s, REM_T_INTEGER);
  if (s->at < s->end && scan_is_letter(*s->at))
    scan_wrong(s, "a name cannot begin with a digit");
  else if (value > UINT32_MAX)
    scan_wrong(s, "the number %.*s does not fit 32 bits",
               report_clip(s->token.length), s->token.text);
  return REM_T_INTEGER;
}

static int scan_text(scan *s) {
  const char *from = s->at + 1;
  scan_skip_line(s);
  const char *quote = memchr(from, '"', (size_t)(s->at - from));
  if (!quote)
    return scan_bad(s, "this text has no end: '\"' is missing on its line");
  s->at = quote + 1;
  return scan_finish(s, REM_T_TEXT);
}

static int scan_sign(scan *s) {
  static const scan_mark marks[] = {
      {"-->", REM_T_ARROW},   {"->", REM_T_GUARD},  {"::", REM_T_BOX},
      {"&&", REM_T_AND},      {"||", REM_T_OR},     {"^^", REM_T_XOR},
      {"==", REM_T_EQUAL},    {"!=", REM_T_UNLIKE}, {"<=", REM_T_AT_MOST},
      {">=", REM_T_AT_LEAST}, {"<<", REM_T_LEFT},   {">>", REM_T_RIGHT}};
  const scan_mark *mark = scan_longest(s, marks, sizeof marks / sizeof *marks);
  char c = *s->at;
  if (mark) {
    s->at += strlen(mark->text);
    return scan_finish(s, mark->kind);
  }
  int kind = scan_is_one_of(c, "=<>+-*/%!&|^()[]{},;:.'")
                 ? c
                 : scan_strange(s, "means nothing here");
  s->at++;
  return scan_finish(s, kind);
}

static int scan_any(scan *s) {
  if (scan_is_digit(*s->at))
    return scan_integer(s);
  if (scan_is_letter(*s->at))
    return scan_word(s);
  return *s->at == '"' ? scan_text(s) : scan_sign(s);
}

/* What means nothing is told, and left behind. */
int rem_next(scan *s) {
  const char *behind = s->at;
  while (scan_begin(s) && scan_any(s) == SCAN_BAD)
    ;
  if (s->token.kind == SCAN_BAD) /* a comment without an end */
    s->token.kind = REM_T_END;
  s->behind = behind;
  return s->token.kind;
}

void rem_peek(const scan *s, int *first, int *second) {
  scan copy = *s;
  copy.is_mute = true;
  copy.clock = NULL;
  *first = rem_next(&copy);
  *second = rem_next(&copy);
}
