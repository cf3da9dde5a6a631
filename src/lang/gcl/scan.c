#include "lang/gcl/syntax.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void gcl_parser_init(gcl_parser *p, mem *m, const gcl_table *t, gcl_syntax *s,
                     const char *file, const char *input, size_t length,
                     report *r) {
  *p = (gcl_parser){.m = m, .table = t, .syntax = s, .file = file, .report = r};
  p->at = p->line_start = input;
  p->end = input + length;
  p->line_number = 1;
}

void gcl_parser_clear(gcl_parser *p) {
  vec_free(p->m, &p->pending);
  vec_free(p->m, &p->operands);
  vec_free(p->m, &p->index_depth);
}

bool gcl_wrong_at(gcl_parser *p, uint32_t line, uint32_t column,
                  const char *format, ...) {
  char message[REPORT_MESSAGE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  if (!p->atom)
    return report_add(p->report, p->file, line, column, "%s", message);
  return report_add(p->report, p->file, p->atom_line, p->atom_column,
                    "the formula's atom \"%.*s\": %s",
                    report_clip(strlen(p->atom)), p->atom, message);
}

bool gcl_wrong(gcl_parser *p, const char *format, ...) {
  char message[REPORT_MESSAGE];
  va_list arguments;
  if (p->token.kind == GCL_T_BAD)
    return false;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  return gcl_wrong_at(p, p->token.line, p->token.column, "%s", message);
}

bool gcl_misfit(gcl_parser *p, const char *what) {
  if (p->token.kind == GCL_T_END)
    return gcl_wrong(p, "the text ends where %s should be", what);
  return gcl_wrong(p, "'%.*s' where %s should be", report_clip(p->token.length),
                   p->token.text, what);
}

bool gcl_take(gcl_parser *p, int kind, const char *what) {
  if (p->token.kind != kind)
    return gcl_misfit(p, what);
  gcl_next(p);
  return true;
}

bool gcl_undeclared(gcl_parser *p) {
  const names *known = &p->table->names;
  uint32_t near = names_nearest(known, p->token.text, p->token.length);
  if (near == NAMES_NONE) {
    known = &p->syntax->index_names;
    near = names_nearest(known, p->token.text, p->token.length);
  }
  if (near == NAMES_NONE)
    return gcl_wrong(p, "'%.*s' is not declared", report_clip(p->token.length),
                     p->token.text);
  return gcl_wrong(p, "'%.*s' is not declared (did you mean '%s'?)",
                   report_clip(p->token.length), p->token.text,
                   names_text(known, near));
}

static uint32_t column_of(const gcl_parser *p, const char *at) {
  size_t column = (size_t)(at - p->line_start) + 1;
  return column < UINT32_MAX ? (uint32_t)column : UINT32_MAX;
}

static void skip_space(gcl_parser *p) {
  for (; p->at < p->end; p->at++) {
    if (*p->at == '#') {
      const char *line_end = memchr(p->at, '\n', (size_t)(p->end - p->at));
      p->at = line_end ? line_end : p->end;
      if (p->at == p->end)
        return;
    }
    if (*p->at == '\n') {
      p->line_number++;
      p->line_start = p->at + 1;
    } else if (*p->at != ' ' && *p->at != '\t' && *p->at != '\r') {
      return;
    }
  }
}

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

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
    if (!is_letter(word[i]) || (word[i] >= 'a') != is_lower)
      return GCL_T_NAME;
    upper[i] = (char)(is_lower ? word[i] - 'a' + 'A' : word[i]);
  }
  upper[length] = '\0';
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (strcmp(upper, keywords[i]) == 0)
      return GCL_T_KEYWORD + (int)i;
  return GCL_T_NAME;
}

static int scan_integer(gcl_parser *p) {
  gcl_token *t = &p->token;
  bool big = false;
  t->value = 0;
  for (; p->at < p->end && is_digit(*p->at); p->at++) {
    big |= base_mul_overflows(t->value, INT64_C(10), &t->value);
    big |= base_add_overflows(t->value, (int64_t)(*p->at - '0'), &t->value);
  }
  t->length = (size_t)(p->at - t->text);
  if (p->at < p->end && is_letter(*p->at))
    gcl_wrong(p, "a name cannot begin with a digit");
  else if (big)
    gcl_wrong(p, "the number %.*s does not fit 64 bits", report_clip(t->length),
              t->text);
  else
    return t->kind = GCL_T_INTEGER;
  return t->kind = GCL_T_BAD;
}

static int scan_mark(gcl_parser *p) {
  static const struct {
    char text[3];
    int kind;
  } pairs[] = {{"[]", GCL_T_BOX}, {"->", GCL_T_ARROW}, {"||", GCL_T_OR},
               {"&&", GCL_T_AND}, {"==", '='},         {"!=", GCL_T_NE},
               {"<=", GCL_T_LE},  {">=", GCL_T_GE},    {":=", GCL_T_ASSIGN},
               {"..", GCL_T_DOTS}};
  gcl_token *t = &p->token;
  for (size_t i = 0; p->end - p->at > 1 && i < sizeof pairs / sizeof *pairs;
       i++)
    if (memcmp(p->at, pairs[i].text, 2) == 0) {
      p->at += 2;
      t->length = 2;
      return t->kind = pairs[i].kind;
    }
  char c = *p->at;
  t->length = 1;
  if (c && strchr("=<>+-*/%!()[],;:.", c)) {
    p->at++;
    return t->kind = (unsigned char)c;
  }
  t->kind = (unsigned char)c;
  if (c > ' ' && c < 0x7F)
    gcl_wrong(p, "'%c' means nothing here%s", c,
              c == '&'   ? ": 'and' is '&&'"
              : c == '|' ? ": 'or' is '||'"
                         : "");
  else
    gcl_wrong(p, "byte 0x%02x means nothing here", (unsigned)(unsigned char)c);
  return t->kind = GCL_T_BAD;
}

int gcl_next(gcl_parser *p) {
  gcl_token *t = &p->token;
  if (t->kind == GCL_T_BAD)
    return GCL_T_BAD;
  skip_space(p);
  t->line = p->line_number;
  t->column = column_of(p, p->at);
  t->text = p->at;
  t->length = 0;
  t->kind = GCL_T_END;
  if (p->at == p->end)
    return GCL_T_END;
  if (p->clock)
    progress_tick(p->clock);
  if (is_digit(*p->at))
    return scan_integer(p);
  if (!is_letter(*p->at))
    return scan_mark(p);
  while (p->at < p->end && (is_letter(*p->at) || is_digit(*p->at)))
    p->at++;
  t->length = (size_t)(p->at - t->text);
  return t->kind = word_kind(t->text, t->length);
}

int gcl_peek(const gcl_parser *p) {
  report ignored;
  gcl_parser copy = *p;
  ignored.count = REPORT_MOST; /* what is wrong there is told later */
  copy.report = &ignored;
  return gcl_next(&copy);
}

void gcl_skip_statement(gcl_parser *p) {
  gcl_token *t = &p->token;
  while (t->kind != ';' && t->kind != GCL_T_END && t->kind != GCL_T_BEGIN) {
    if (t->kind == GCL_T_BAD) {
      t->kind = ' ';
      if (p->at < p->end && *p->at != '\n')
        p->at++;
    }
    report ignored;
    report *mine = p->report;
    ignored.count = REPORT_MOST;
    p->report = &ignored;
    gcl_next(p);
    p->report = mine;
  }
  if (t->kind == ';')
    gcl_next(p);
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

static void put_bytes(gcl_parser *p, gcl_formula *out, const char *from,
                      const char *to) {
  size_t length = (size_t)(to - from);
  vec_reserve(p->m, out, length);
  memcpy(out->at + out->count, from, length);
  out->count += length;
}

bool gcl_scan_formula(gcl_parser *p, gcl_formula *out, uint32_t *line,
                      uint32_t *column) {
  skip_space(p);
  *line = p->line_number;
  *column = column_of(p, p->at);
  out->count = 0;
  while (p->at < p->end && *p->at != ';') {
    const char *from = p->at;
    if (*from == '"') {
      p->at = string_end(from, p->end);
      if (!p->at) {
        p->at = p->end;
        return gcl_wrong_at(p, p->line_number, column_of(p, from),
                            "the string that begins here has no end");
      }
      put_bytes(p, out, from, p->at);
    } else if (*from == '#') {
      const char *line_end = memchr(from, '\n', (size_t)(p->end - from));
      p->at = line_end ? line_end : p->end;
      vec_reserve(p->m, out, (size_t)(p->at - from));
      memset(out->at + out->count, ' ', (size_t)(p->at - from));
      out->count += (size_t)(p->at - from);
    } else {
      p->at++;
      put_bytes(p, out, from, p->at);
      if (*from == '\n') {
        p->line_number++;
        p->line_start = p->at;
      }
    }
  }
  while (out->count && strchr(" \t\r\n", out->at[out->count - 1]) &&
         out->at[out->count - 1])
    out->count--;
  gcl_next(p);
  if (out->count == 0)
    return gcl_misfit(p, "a formula");
  return p->token.kind == ';' || gcl_misfit(p, "';', behind the formula,");
}
