#include "lang/gcl/syntax.h"

void gcl_parser_init(gcl_parser *p, mem *m, const gcl_table *t, gcl_syntax *s,
                     const char *file, const char *input, size_t length,
                     report *r) {
  *p = (gcl_parser){.m = m, .table = t, .syntax = s};
  scan_start(&p->in, file, input, length, 1, 1, SCAN_HASHES, r);
}

void gcl_parser_clear(gcl_parser *p) {
  vec_free(p->m, &p->pending);
  vec_free(p->m, &p->operands);
  vec_free(p->m, &p->index_depth);
}

bool gcl_take(scan *s, int kind, const char *what) {
  if (s->token.kind != kind)
    return scan_misfit(s, what);
  gcl_next(s);
  return true;
}

bool gcl_undeclared(gcl_parser *p) {
  const scan_token *t = &p->in.token;
  const names *known = &p->table->names;
  uint32_t near = names_nearest(known, t->text, t->length);
  if (near == NAMES_NONE) {
    known = &p->syntax->index_names;
    near = names_nearest(known, t->text, t->length);
  }
  if (near == NAMES_NONE)
    return scan_wrong(&p->in, "'%.*s' is not declared", report_clip(t->length),
                      t->text);
  return scan_wrong(&p->in, "'%.*s' is not declared (did you mean '%s'?)",
                    report_clip(t->length), t->text, names_text(known, near));
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

static int scan_integer(scan *s) {
  uint64_t value;
  bool fits = scan_decimal(&s->at, s->end, INT64_MAX, &value);
  s->token.value = (int64_t)value;
  scan_finish(s, GCL_T_INTEGER);
  if (s->at < s->end && scan_is_letter(*s->at))
    return scan_bad(s, "a name cannot begin with a digit");
  return fits ? GCL_T_INTEGER
              : scan_bad(s, "the number %.*s does not fit 64 bits",
                         report_clip(s->token.length), s->token.text);
}

static int scan_sign(scan *s) {
  static const scan_mark pairs[] = {{"[]", GCL_T_BOX},    {"->", GCL_T_ARROW},
                                    {"||", GCL_T_OR},     {"&&", GCL_T_AND},
                                    {"==", '='},          {"!=", GCL_T_NE},
                                    {"<=", GCL_T_LE},     {">=", GCL_T_GE},
                                    {":=", GCL_T_ASSIGN}, {"..", GCL_T_DOTS}};
  const scan_mark *pair = scan_longest(s, pairs, sizeof pairs / sizeof *pairs);
  char c = *s->at;
  if (pair) {
    s->at += 2;
    return scan_finish(s, pair->kind);
  }
  if (!scan_is_one_of(c, "=<>+-*/%!()[],;:."))
    return scan_strange(s, c == '&'   ? "means nothing here: 'and' is '&&'"
                           : c == '|' ? "means nothing here: 'or' is '||'"
                                      : "means nothing here");
  s->at++;
  return scan_finish(s, c);
}

int gcl_next(scan *s) {
  if (s->token.kind == SCAN_BAD || !scan_begin(s))
    return s->token.kind;
  if (scan_is_digit(*s->at))
    return scan_integer(s);
  if (!scan_is_letter(*s->at))
    return scan_sign(s);
  scan_skip_word(s);
  scan_finish(s, GCL_T_NAME);
  return s->token.kind = word_kind(s->token.text, s->token.length);
}

int gcl_peek(const scan *s) {
  scan copy = *s;
  copy.is_mute = true; /* what is wrong there is told later */
  return gcl_next(&copy);
}

void gcl_skip_statement(gcl_parser *p) {
  scan *s = &p->in;
  scan_token *t = &s->token;
  while (t->kind != ';' && t->kind != GCL_T_END && t->kind != GCL_T_BEGIN) {
    if (t->kind == SCAN_BAD) {
      t->kind = ' ';
      if (s->at < s->end && *s->at != '\n')
        s->at++;
    }
    s->is_mute = true;
    gcl_next(s);
    s->is_mute = false;
  }
  if (t->kind == ';')
    gcl_next(s);
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
  scan *s = &p->in;
  scan_skip_blanks(s);
  *line = s->line;
  *column = scan_column(s, s->at);
  out->count = 0;
  while (s->at < s->end && *s->at != ';') {
    const char *from = s->at;
    if (*from == '"') {
      s->at = string_end(from, s->end);
      if (!s->at) {
        s->at = s->end;
        return scan_wrong_byte(s, from,
                               "the string that begins here has no end");
      }
      put_bytes(p, out, from, s->at);
    } else if (*from == '#') {
      scan_skip_line(s);
      vec_reserve(p->m, out, (size_t)(s->at - from));
      memset(out->at + out->count, ' ', (size_t)(s->at - from));
      out->count += (size_t)(s->at - from);
    } else {
      s->at++;
      put_bytes(p, out, from, s->at);
      if (*from == '\n')
        scan_end_line(s, s->at);
    }
  }
  while (out->count && scan_is_one_of(out->at[out->count - 1], " \t\r\n"))
    out->count--;
  gcl_next(s);
  if (out->count == 0)
    return scan_misfit(s, "a formula");
  return s->token.kind == ';' || scan_misfit(s, "';', behind the formula,");
}
