#include "lang/remopla/syntax.h"

#include <stdarg.h>

void rem_parser_init(rem_parser *parser, mem *m, rem_syntax *syntax,
                     const char *file, const char *text, size_t length,
                     uint32_t line, uint32_t column, report *r) {
  *parser = (rem_parser){.m = m, .syntax = syntax};
  scan_start(&parser->in, file, text, length, line, column,
             SCAN_HASHES | SCAN_SLASHES | SCAN_STARS, r);
  parser->in.unended = "this comment has no end";
}

void rem_syntax_free(mem *m, rem_syntax *syntax) {
  vec_free(m, &syntax->exprs);
  vec_free(m, &syntax->parts);
  vec_free(m, &syntax->assigns);
  vec_free(m, &syntax->statements);
  vec_free(m, &syntax->branches);
  vec_free(m, &syntax->declared);
  vec_free(m, &syntax->items);
  vec_free(m, &syntax->lists);
  vec_free(m, &syntax->list_spots);
}

bool rem_wrong_at(rem_parser *parser, const rem_spot *spot, const char *format,
                  ...) {
  va_list arguments;
  va_start(arguments, format);
  scan_wrong_list(&parser->in, spot->line, spot->column, format, arguments);
  va_end(arguments);
  return false;
}

bool rem_misfit(const scan *scanner, const char *what) {
  return scanner->token.kind == '='
             ? scan_wrong(scanner, "'=' where %s should be ('==' compares)",
                          what)
             : scan_misfit(scanner, what);
}

bool rem_take(scan *scanner, int kind, const char *what) {
  if (scanner->token.kind != kind)
    return rem_misfit(scanner, what);
  rem_next(scanner);
  return true;
}

bool rem_take_name(rem_parser *parser, const char *what, uint32_t *out) {
  if (parser->in.token.kind >= REM_T_KEYWORD)
    return scan_wrong(
        &parser->in, "'%.*s' is a keyword: %s cannot be called so",
        report_clip(parser->in.token.length), parser->in.token.text, what);
  if (parser->in.token.kind != REM_T_NAME)
    return rem_misfit(&parser->in, what);
  *out = names_insert(parser->m, &parser->syntax->words, parser->in.token.text,
                      parser->in.token.length);
  rem_next(&parser->in);
  return true;
}

bool rem_deeper(rem_parser *parser, const char *what) {
  if (++parser->nesting <= REM_MOST_NESTING)
    return true;
  return scan_wrong(&parser->in, "%s are nested more than %d deep", what,
                    (int)REM_MOST_NESTING);
}

rem_spot rem_here(const rem_parser *parser) {
  const scan_token *token = &parser->in.token;
  size_t begin = (size_t)(token->text - parser->in.start);
  return (rem_spot){.line = token->line,
                    .column = token->column,
                    .begin = begin,
                    .end = begin + token->length};
}

rem_spot rem_since(const rem_parser *parser, rem_spot begin) {
  size_t behind = (size_t)(parser->in.behind - parser->in.start);
  if (behind > begin.begin)
    begin.end = behind;
  return begin;
}

uint32_t rem_close_list(rem_parser *parser, size_t base, uint32_t *count) {
  uint32_t first = (uint32_t)parser->syntax->lists.count;
  *count = (uint32_t)(parser->pending.count - base);
  for (size_t i = base; i < parser->pending.count; i++)
    vec_push(parser->m, &parser->syntax->lists, parser->pending.at[i]);
  parser->pending.count = base;
  return first;
}

static int scan_word(scan *scanner) {
  static const char *const keywords[] = {
      "define", "bool",   "int",   "enum",   "struct", "void",
      "init",   "module", "if",    "fi",     "do",     "od",
      "else",   "goto",   "break", "return", "skip",   "assert",
      "undef",  "true",   "false", "signed", "shared", "fork"};
  enum { COUNT = sizeof keywords / sizeof *keywords };
  scan_skip_word(scanner);
  scan_finish(scanner, REM_T_NAME);
  size_t i = scan_keyword(&scanner->token, keywords, COUNT);
  if (i < COUNT)
    scanner->token.kind = REM_T_KEYWORD + (int)i;
  return scanner->token.kind;
}

/* What does not fit is told; a part of it is the value then. */
static int scan_integer(scan *scanner) {
  int64_t value = 0;
  for (; scanner->at < scanner->end && scan_is_digit(*scanner->at);
       scanner->at++)
    if (value < INT64_C(1) << 40)
      value = value * 10 + (*scanner->at - '0');
  scanner->token.value = value;
  scan_finish(scanner, REM_T_INTEGER);
  if (scanner->at < scanner->end && scan_is_letter(*scanner->at))
    scan_wrong(scanner, "a name cannot begin with a digit");
  else if (value > UINT32_MAX)
    scan_wrong(scanner, "the number %.*s does not fit 32 bits",
               report_clip(scanner->token.length), scanner->token.text);
  return REM_T_INTEGER;
}

static int scan_text(scan *scanner) {
  const char *from = scanner->at + 1;
  scan_skip_line(scanner);
  const char *quote = memchr(from, '"', (size_t)(scanner->at - from));
  if (!quote)
    return scan_bad(scanner,
                    "this text has no end: '\"' is missing on its line");
  scanner->at = quote + 1;
  return scan_finish(scanner, REM_T_TEXT);
}

static int scan_sign(scan *scanner) {
  static const scan_mark marks[] = {
      {"-->", REM_T_ARROW},   {"->", REM_T_GUARD},  {"::", REM_T_BOX},
      {"&&", REM_T_AND},      {"||", REM_T_OR},     {"^^", REM_T_XOR},
      {"==", REM_T_EQUAL},    {"!=", REM_T_UNLIKE}, {"<=", REM_T_AT_MOST},
      {">=", REM_T_AT_LEAST}, {"<<", REM_T_LEFT},   {">>", REM_T_RIGHT}};
  const scan_mark *mark =
      scan_longest(scanner, marks, sizeof marks / sizeof *marks);
  char c = *scanner->at;
  if (mark) {
    scanner->at += strlen(mark->text);
    return scan_finish(scanner, mark->kind);
  }
  int kind = scan_is_one_of(c, "=<>+-*/%!&|^()[]{},;:.'")
                 ? c
                 : scan_strange(scanner, "means nothing here");
  scanner->at++;
  return scan_finish(scanner, kind);
}

static int scan_any(scan *scanner) {
  if (scan_is_digit(*scanner->at))
    return scan_integer(scanner);
  if (scan_is_letter(*scanner->at))
    return scan_word(scanner);
  return *scanner->at == '"' ? scan_text(scanner) : scan_sign(scanner);
}

/* What means nothing is told, and left behind. */
int rem_next(scan *scanner) {
  const char *behind = scanner->at;
  while (scan_begin(scanner) && scan_any(scanner) == SCAN_BAD)
    ;
  if (scanner->token.kind == SCAN_BAD) /* a comment without an end */
    scanner->token.kind = REM_T_END;
  scanner->behind = behind;
  return scanner->token.kind;
}

void rem_peek(const scan *scanner, int *first, int *second) {
  scan copy = *scanner;
  copy.is_mute = true;
  copy.clock = NULL;
  *first = rem_next(&copy);
  *second = rem_next(&copy);
}
