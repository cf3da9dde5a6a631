#include "base/scan.h"

#include "base/check.h"

#include <stdio.h>

void scan_start(scan *s, const char *file, const char *text, size_t length,
                uint32_t line, uint32_t column, unsigned blanks, report *r) {
  assert(file && (text || length == 0));
  *s = (scan){.file = file, .report = r, .blanks = blanks};
  s->start = s->at = s->line_start = s->behind = s->token.text = text;
  s->end = text + length;
  s->line = s->first_line = s->token.line = line;
  s->first_column = s->token.column = column;
  s->unended = "the comment that begins here has no end";
}

#ifndef NDEBUG
void check_scan(const scan *s) {
  uint32_t line = s->first_line;
  assert(s->start <= s->line_start && s->line_start <= s->at &&
         s->at <= s->end && s->behind <= s->at);
  for (const char *at = s->start; at < s->line_start; at++)
    line += *at == '\n';
  assert(line == s->line);
  assert(s->line_start == s->start || s->line_start[-1] == '\n');
}
#endif

bool scan_wrong_list(const scan *s, uint32_t line, uint32_t column,
                     const char *format, va_list arguments) {
  char message[REPORT_MESSAGE];
  if (s->is_mute)
    return false;
  if (!s->atom)
    return report_add_list(s->report, s->file, line, column, format, arguments);
  vsnprintf(message, sizeof message, format, arguments);
  return report_add(s->report, s->file, s->atom_line, s->atom_column,
                    "the formula's atom \"%.*s\": %s",
                    report_clip(strlen(s->atom)), s->atom, message);
}

bool scan_wrong_at(const scan *s, uint32_t line, uint32_t column,
                   const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  scan_wrong_list(s, line, column, format, arguments);
  va_end(arguments);
  return false;
}

bool scan_wrong_byte(const scan *s, const char *at, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  scan_wrong_list(s, s->line, scan_column(s, at), format, arguments);
  va_end(arguments);
  return false;
}

bool scan_wrong(const scan *s, const char *format, ...) {
  va_list arguments;
  if (s->token.kind == SCAN_BAD)
    return false;
  va_start(arguments, format);
  scan_wrong_list(s, s->token.line, s->token.column, format, arguments);
  va_end(arguments);
  return false;
}

bool scan_misfit(const scan *s, const char *what) {
  const scan_token *t = &s->token;
  if (t->kind == SCAN_END || t->kind == SCAN_LINE_END)
    return scan_wrong(s, "the %s ends where %s should be",
                      t->kind == SCAN_END ? "text" : "line", what);
  return scan_wrong(s, "'%.*s' where %s should be", report_clip(t->length),
                    t->text, what);
}

bool scan_unknown(const scan *s, const names *known, const char *what) {
  const scan_token *t = &s->token;
  uint32_t near = names_nearest(known, t->text, t->length);
  if (near == NAMES_NONE)
    return scan_wrong(s, "there is no %s '%.*s'", what, report_clip(t->length),
                      t->text);
  return scan_wrong(s, "there is no %s '%.*s' (did you mean '%s'?)", what,
                    report_clip(t->length), t->text, names_text(known, near));
}

int scan_bad(scan *s, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  scan_wrong_list(s, s->token.line, s->token.column, format, arguments);
  va_end(arguments);
  return scan_finish(s, SCAN_BAD);
}

int scan_strange(scan *s, const char *what) {
  assert(s->at < s->end);
  unsigned char c = (unsigned char)*s->at;
  if (c > ' ' && c < 0x7F)
    return scan_bad(s, "'%c' %s", c, what);
  return scan_bad(s, "byte 0x%02x %s", (unsigned)c, what);
}

static bool begins(const scan *s, char first, char second) {
  return s->end - s->at > 1 && s->at[0] == first && s->at[1] == second;
}

static bool skip_comment(scan *s) {
  uint32_t line = s->line, column = scan_column(s, s->at);
  size_t depth = 1;
  for (s->at += 2; s->at < s->end;) {
    if (begins(s, '*', '/')) {
      s->at += 2;
      if (--depth == 0)
        return true;
    } else if (s->blanks & SCAN_NESTED && begins(s, '/', '*')) {
      s->at += 2;
      depth++;
    } else if (*s->at == '\n') {
      scan_end_line(s, s->at + 1);
    } else {
      s->at++;
    }
  }
  return scan_wrong_at(s, line, column, "%s", s->unended);
}

/* A comment, if one begins here. */
static bool begins_comment(const scan *s) {
  switch (*s->at) {
  case '#':
    return s->blanks & SCAN_HASHES;
  case '/':
    return (s->blanks & SCAN_SLASHES && begins(s, '/', '/')) ||
           (s->blanks & (SCAN_STARS | SCAN_NESTED) && begins(s, '/', '*'));
  default:
    return false;
  }
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

base_noinline static bool skip_any(scan *s) {
  while (s->at < s->end) {
    char c = *s->at;
    if (c == '\n' && !(s->blanks & SCAN_LINES)) {
      scan_end_line(s, s->at + 1);
    } else if (is_blank(c) ||
               ((c == '\f' || c == '\v') && s->blanks & SCAN_FEEDS)) {
      s->at++;
    } else if (begins_comment(s)) {
      if (c == '#' || s->at[1] == '/')
        scan_skip_line(s);
      else if (!skip_comment(s))
        return false;
    } else {
      return true;
    }
  }
  return true;
}

/* Most tokens are words behind one space or none, which is what is fast. */
static inline bool skip(scan *s) {
  const char *at = s->at;
  while (at < s->end && *at == ' ')
    at++;
  s->at = at;
  return at == s->end || (unsigned char)*at > '/' || skip_any(s);
}

bool scan_skip_blanks(scan *s) { return skip(s); }

bool scan_begin(scan *s) {
  scan_token *t = &s->token;
  s->behind = s->at;
  bool good = skip(s);
  t->line = s->line;
  t->column = scan_column(s, s->at);
  t->text = s->at;
  t->length = 0;
  t->is_quoted = false;
  t->kind = good ? SCAN_END : SCAN_BAD;
  if (s->at == s->end) {
    debug_check(check_scan(s));
    return false;
  }
  if (s->clock)
    progress_tick(s->clock);
  if (*s->at != '\n')
    return true;
  scan_end_line(s, s->at + 1);
  t->kind = SCAN_LINE_END;
  return false;
}

const char *scan_name_end(const char *at, const char *end) {
  for (; at < end; at++) {
    char c = *at;
    if (!scan_is_letter(c) && !scan_is_digit(c) && c != '$' && c != '\'' &&
        c != '/' && (c != '-' || (end - at > 1 && at[1] == '>')))
      break;
  }
  return at;
}

bool scan_is_name(const char *name, size_t length) {
  return length > 0 && scan_name_end(name, name + length) == name + length;
}

bool scan_decimal(const char **at, const char *end, uint64_t most,
                  uint64_t *out) {
  assert(*at <= end);
  const char *c = *at;
  uint64_t n = 0;
  bool fits = true;
  for (; c < end && scan_is_digit(*c); c++) {
    uint64_t digit = (uint64_t)(*c - '0');
    fits = fits && n <= most / 10 && digit <= most - 10 * n;
    n = fits ? 10 * n + digit : most;
  }
  *at = c;
  *out = n;
  return fits;
}

size_t scan_keyword(const scan_token *t, const char *const *words,
                    size_t count) {
  size_t i = 0;
  while (i < count &&
         (t->length == 0 || *words[i] != *t->text || !scan_spells(t, words[i])))
    i++;
  return i;
}

const scan_mark *scan_longest(const scan *s, const scan_mark *marks,
                              size_t count) {
  const scan_mark *found = NULL;
  size_t most = 0;
  assert(s->at < s->end);
  for (size_t i = 0; i < count; i++)
    if (*marks[i].text == *s->at && scan_goes_on(s, marks[i].text) &&
        strlen(marks[i].text) > most) {
      found = &marks[i];
      most = strlen(found->text);
    }
  return found;
}

void scan_rest_of_line(scan *s, const char **from, size_t *length) {
  const char *at = s->at, *end;
  bool is_quoted = false;
  while (at < s->end && is_blank(*at))
    at++;
  *from = at;
  for (; at < s->end && *at != '\n' && (is_quoted || *at != '#'); at++)
    if (*at == '"')
      is_quoted = !is_quoted;
    else if (is_quoted && *at == '\\' && s->end - at > 1 && at[1] != '\n')
      at++;
  s->at = at;
  for (end = at; end > *from && is_blank(end[-1]);)
    end--;
  *length = (size_t)(end - *from);
}
