#include "base/scan.h"

#include "base/check.h"

#include <stdio.h>

void scan_start(scan *scanner, const char *file, const char *text,
                size_t length, uint32_t line, uint32_t column, unsigned blanks,
                report *r) {
  assert(file && (text || length == 0));
  *scanner = (scan){.file = file, .report = r, .blanks = blanks};
  scanner->start = scanner->at = scanner->line_start = scanner->behind =
      scanner->token.text = text;
  scanner->end = text + length;
  scanner->line = scanner->first_line = scanner->token.line = line;
  scanner->first_column = scanner->token.column = column;
  scanner->unended = "the comment that begins here has no end";
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

bool scan_wrong_list(const scan *scanner, uint32_t line, uint32_t column,
                     const char *format, va_list arguments) {
  char message[REPORT_MESSAGE];
  if (scanner->is_mute)
    return false;
  if (!scanner->atom)
    return report_add_list(scanner->report, scanner->file, line, column, format,
                           arguments);
  vsnprintf(message, sizeof message, format, arguments);
  return report_add(scanner->report, scanner->file, scanner->atom_line,
                    scanner->atom_column, "the formula's atom \"%.*s\": %s",
                    report_clip(strlen(scanner->atom)), scanner->atom, message);
}

bool scan_wrong_at(const scan *scanner, uint32_t line, uint32_t column,
                   const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  scan_wrong_list(scanner, line, column, format, arguments);
  va_end(arguments);
  return false;
}

bool scan_wrong_byte(const scan *scanner, const char *at, const char *format,
                     ...) {
  va_list arguments;
  va_start(arguments, format);
  scan_wrong_list(scanner, scanner->line, scan_column(scanner, at), format,
                  arguments);
  va_end(arguments);
  return false;
}

bool scan_wrong(const scan *scanner, const char *format, ...) {
  va_list arguments;
  if (scanner->token.kind == SCAN_BAD)
    return false;
  va_start(arguments, format);
  scan_wrong_list(scanner, scanner->token.line, scanner->token.column, format,
                  arguments);
  va_end(arguments);
  return false;
}

bool scan_misfit(const scan *scanner, const char *what) {
  const scan_token *token = &scanner->token;
  if (token->kind == SCAN_END || token->kind == SCAN_LINE_END)
    return scan_wrong(scanner, "the %s ends where %s should be",
                      token->kind == SCAN_END ? "text" : "line", what);
  return scan_wrong(scanner, "'%.*s' where %s should be",
                    report_clip(token->length), token->text, what);
}

bool scan_unknown(const scan *scanner, const names *known, const char *what) {
  const scan_token *token = &scanner->token;
  uint32_t near = names_nearest(known, token->text, token->length);
  if (near == NAMES_NONE)
    return scan_wrong(scanner, "there is no %s '%.*s'", what,
                      report_clip(token->length), token->text);
  return scan_wrong(scanner, "there is no %s '%.*s' (did you mean '%s'?)", what,
                    report_clip(token->length), token->text,
                    names_text(known, near));
}

int scan_bad(scan *scanner, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  scan_wrong_list(scanner, scanner->token.line, scanner->token.column, format,
                  arguments);
  va_end(arguments);
  return scan_finish(scanner, SCAN_BAD);
}

int scan_strange(scan *scanner, const char *what) {
  assert(scanner->at < scanner->end);
  unsigned char c = (unsigned char)*scanner->at;
  if (c > ' ' && c < 0x7F)
    return scan_bad(scanner, "'%c' %s", c, what);
  return scan_bad(scanner, "byte 0x%02x %s", (unsigned)c, what);
}

static bool begins(const scan *scanner, char first, char second) {
  return scanner->end - scanner->at > 1 && scanner->at[0] == first &&
         scanner->at[1] == second;
}

static bool skip_comment(scan *scanner) {
  uint32_t line = scanner->line, column = scan_column(scanner, scanner->at);
  size_t depth = 1;
  for (scanner->at += 2; scanner->at < scanner->end;) {
    if (begins(scanner, '*', '/')) {
      scanner->at += 2;
      if (--depth == 0)
        return true;
    } else if (scanner->blanks & SCAN_NESTED && begins(scanner, '/', '*')) {
      scanner->at += 2;
      depth++;
    } else if (*scanner->at == '\n') {
      scan_end_line(scanner, scanner->at + 1);
    } else {
      scanner->at++;
    }
  }
  return scan_wrong_at(scanner, line, column, "%s", scanner->unended);
}

/* A comment, if one begins here. */
static bool begins_comment(const scan *scanner) {
  switch (*scanner->at) {
  case '#':
    return scanner->blanks & SCAN_HASHES;
  case '/':
    return (scanner->blanks & SCAN_SLASHES && begins(scanner, '/', '/')) ||
           (scanner->blanks & (SCAN_STARS | SCAN_NESTED) &&
            begins(scanner, '/', '*'));
  default:
    return false;
  }
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

base_noinline static bool skip_any(scan *scanner) {
  while (scanner->at < scanner->end) {
    char c = *scanner->at;
    if (c == '\n' && !(scanner->blanks & SCAN_LINES)) {
      scan_end_line(scanner, scanner->at + 1);
    } else if (is_blank(c) ||
               ((c == '\f' || c == '\v') && scanner->blanks & SCAN_FEEDS)) {
      scanner->at++;
    } else if (begins_comment(scanner)) {
      if (c == '#' || scanner->at[1] == '/')
        scan_skip_line(scanner);
      else if (!skip_comment(scanner))
        return false;
    } else {
      return true;
    }
  }
  return true;
}

/* Most tokens are words behind one space or none, which is what is fast. */
static inline bool skip(scan *scanner) {
  const char *at = scanner->at;
  while (at < scanner->end && *at == ' ')
    at++;
  scanner->at = at;
  return at == scanner->end || (unsigned char)*at > '/' || skip_any(scanner);
}

bool scan_skip_blanks(scan *scanner) { return skip(scanner); }

bool scan_begin(scan *scanner) {
  scan_token *token = &scanner->token;
  scanner->behind = scanner->at;
  bool good = skip(scanner);
  token->line = scanner->line;
  token->column = scan_column(scanner, scanner->at);
  token->text = scanner->at;
  token->length = 0;
  token->is_quoted = false;
  token->kind = good ? SCAN_END : SCAN_BAD;
  if (scanner->at == scanner->end) {
    debug_check(check_scan(scanner));
    return false;
  }
  if (scanner->clock)
    progress_tick(scanner->clock);
  if (*scanner->at != '\n')
    return true;
  scan_end_line(scanner, scanner->at + 1);
  token->kind = SCAN_LINE_END;
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

size_t scan_keyword(const scan_token *token, const char *const *words,
                    size_t count) {
  size_t i = 0;
  while (i < count && (token->length == 0 || *words[i] != *token->text ||
                       !scan_spells(token, words[i])))
    i++;
  return i;
}

const scan_mark *scan_longest(const scan *scanner, const scan_mark *marks,
                              size_t count) {
  const scan_mark *found = NULL;
  size_t most = 0;
  assert(scanner->at < scanner->end);
  for (size_t i = 0; i < count; i++)
    if (*marks[i].text == *scanner->at &&
        scan_goes_on(scanner, marks[i].text) && strlen(marks[i].text) > most) {
      found = &marks[i];
      most = strlen(found->text);
    }
  return found;
}

void scan_rest_of_line(scan *scanner, const char **from, size_t *length) {
  const char *at = scanner->at, *end;
  bool is_quoted = false;
  while (at < scanner->end && is_blank(*at))
    at++;
  *from = at;
  for (; at < scanner->end && *at != '\n' && (is_quoted || *at != '#'); at++)
    if (*at == '"')
      is_quoted = !is_quoted;
    else if (is_quoted && *at == '\\' && scanner->end - at > 1 && at[1] != '\n')
      at++;
  scanner->at = at;
  for (end = at; end > *from && is_blank(end[-1]);)
    end--;
  *length = (size_t)(end - *from);
}
