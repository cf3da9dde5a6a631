#include "lang/gcl/syntax.h"

void gcl_parser_init(gcl_parser *parser, mem *m, const gcl_table *table,
                     gcl_syntax *syntax, const char *file, const char *input,
                     size_t length, report *r) {
  *parser = (gcl_parser){.m = m, .table = table, .syntax = syntax};
  scan_start(&parser->in, file, input, length, 1, 1, SCAN_HASHES, r);
}

void gcl_parser_clear(gcl_parser *parser) {
  vec_free(parser->m, &parser->pending);
  vec_free(parser->m, &parser->operands);
  vec_free(parser->m, &parser->index_depth);
}

bool gcl_take(scan *scanner, int kind, const char *what) {
  if (scanner->token.kind != kind)
    return scan_misfit(scanner, what);
  gcl_next(scanner);
  return true;
}

bool gcl_undeclared(gcl_parser *parser) {
  const scan_token *token = &parser->in.token;
  const names *known = &parser->table->names;
  uint32_t near = names_nearest(known, token->text, token->length);
  if (near == NAMES_NONE) {
    known = &parser->syntax->index_names;
    near = names_nearest(known, token->text, token->length);
  }
  if (near == NAMES_NONE)
    return scan_wrong(&parser->in, "'%.*s' is not declared",
                      report_clip(token->length), token->text);
  return scan_wrong(&parser->in, "'%.*s' is not declared (did you mean '%s'?)",
                    report_clip(token->length), token->text,
                    names_text(known, near));
}

/* Keywords are all upper-case or all lower-case. */
static int word_kind(const char *word, size_t length) {
  static const char *const keywords[] = {
      "PARAM", "VAR",  "LTL",  "BEGIN", "END", "SKIP",   "IF",
      "FI",    "THEN", "ELSE", "WHILE", "DO",  "FORALL", "EXISTS",
      "SUM",   "IN",   "TRUE", "FALSE", "BOOL"};
  char upper[8];
  bool is_lower = length > 0 && *word >= 'a';
  if (length >= sizeof upper)
    return GCL_T_NAME;
  for (size_t i = 0; i < length; i++) {
    if (!scan_is_letter(word[i]) || (word[i] >= 'a') != is_lower)
      return GCL_T_NAME;
    upper[i] = (char)(is_lower ? word[i] - 'a' + 'A' : word[i]);
  }
  upper[length] = '\0';
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (strcmp(upper, keywords[i]) == 0)
      return GCL_T_KEYWORD + (int)i;
  return GCL_T_NAME;
}

static int scan_integer(scan *scanner) {
  uint64_t value;
  bool fits = scan_decimal(&scanner->at, scanner->end, INT64_MAX, &value);
  scanner->token.value = (int64_t)value;
  scan_finish(scanner, GCL_T_INTEGER);
  if (scanner->at < scanner->end && scan_is_letter(*scanner->at))
    return scan_bad(scanner, "a name cannot begin with a digit");
  return fits ? GCL_T_INTEGER
              : scan_bad(scanner, "the number %.*s does not fit 64 bits",
                         report_clip(scanner->token.length),
                         scanner->token.text);
}

static int scan_sign(scan *scanner) {
  static const scan_mark pairs[] = {{"[]", GCL_T_BOX},    {"->", GCL_T_ARROW},
                                    {"||", GCL_T_OR},     {"&&", GCL_T_AND},
                                    {"==", '='},          {"!=", GCL_T_NE},
                                    {"<=", GCL_T_LE},     {">=", GCL_T_GE},
                                    {":=", GCL_T_ASSIGN}, {"..", GCL_T_DOTS}};
  const scan_mark *pair =
      scan_longest(scanner, pairs, sizeof pairs / sizeof *pairs);
  char c = *scanner->at;
  if (pair) {
    scanner->at += 2;
    return scan_finish(scanner, pair->kind);
  }
  if (!scan_is_one_of(c, "=<>+-*/%!()[],;:."))
    return scan_strange(scanner, c == '&' ? "means nothing here: 'and' is '&&'"
                                 : c == '|' ? "means nothing here: 'or' is '||'"
                                            : "means nothing here");
  scanner->at++;
  return scan_finish(scanner, c);
}

int gcl_next(scan *scanner) {
  if (scanner->token.kind == SCAN_BAD || !scan_begin(scanner))
    return scanner->token.kind;
  if (scan_is_digit(*scanner->at))
    return scan_integer(scanner);
  if (!scan_is_letter(*scanner->at))
    return scan_sign(scanner);
  scan_skip_word(scanner);
  scan_finish(scanner, GCL_T_NAME);
  return scanner->token.kind =
             word_kind(scanner->token.text, scanner->token.length);
}

int gcl_peek(const scan *scanner) {
  scan copy = *scanner;
  copy.is_mute = true; /* what is wrong there is told later */
  return gcl_next(&copy);
}

void gcl_skip_statement(gcl_parser *parser) {
  scan *scanner = &parser->in;
  scan_token *token = &scanner->token;
  while (token->kind != ';' && token->kind != GCL_T_END &&
         token->kind != GCL_T_BEGIN) {
    if (token->kind == SCAN_BAD) {
      token->kind = ' ';
      if (scanner->at < scanner->end && *scanner->at != '\n')
        scanner->at++;
    }
    scanner->is_mute = true;
    gcl_next(scanner);
    scanner->is_mute = false;
  }
  if (token->kind == ';')
    gcl_next(scanner);
}

/* Behind the string that begins at 'at', or NULL. */
static const char *string_end(const char *at, const char *end) {
  for (at++; at < end && *at != '\n'; at++)
    if (*at == '"')
      return at + 1;
    else if (*at == '\\' && at + 1 < end && at[1] != '\n')
      at++;
  return NULL;
}

static void put_bytes(gcl_parser *parser, gcl_formula *out, const char *from,
                      const char *to) {
  size_t length = (size_t)(to - from);
  vec_reserve(parser->m, out, length);
  memcpy(out->at + out->count, from, length);
  out->count += length;
}

bool gcl_scan_formula(gcl_parser *parser, gcl_formula *out, uint32_t *line,
                      uint32_t *column) {
  scan *scanner = &parser->in;
  scan_skip_blanks(scanner);
  *line = scanner->line;
  *column = scan_column(scanner, scanner->at);
  out->count = 0;
  while (scanner->at < scanner->end && *scanner->at != ';') {
    const char *from = scanner->at;
    if (*from == '"') {
      scanner->at = string_end(from, scanner->end);
      if (!scanner->at) {
        scanner->at = scanner->end;
        return scan_wrong_byte(scanner, from,
                               "the string that begins here has no end");
      }
      put_bytes(parser, out, from, scanner->at);
    } else if (*from == '#') {
      scan_skip_line(scanner);
      vec_reserve(parser->m, out, (size_t)(scanner->at - from));
      memset(out->at + out->count, ' ', (size_t)(scanner->at - from));
      out->count += (size_t)(scanner->at - from);
    } else {
      scanner->at++;
      put_bytes(parser, out, from, scanner->at);
      if (*from == '\n')
        scan_end_line(scanner, scanner->at);
    }
  }
  while (out->count && scan_is_one_of(out->at[out->count - 1], " \t\r\n"))
    out->count--;
  gcl_next(scanner);
  if (out->count == 0)
    return scan_misfit(scanner, "a formula");
  return scanner->token.kind == ';' ||
         scan_misfit(scanner, "';', behind the formula,");
}
