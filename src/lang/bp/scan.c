#include "lang/bp/tokens.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool bp_wrong_at(const bp_scanner *s, uint32_t line, uint32_t column,
                 const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report_add_list(s->report, s->file, line, column, format, arguments);
  va_end(arguments);
  return false;
}

bool bp_wrong(const bp_scanner *s, const char *format, ...) {
  va_list arguments;
  if (s->token.kind == BP_T_BAD)
    return false;
  va_start(arguments, format);
  report_add_list(s->report, s->file, s->token.line, s->token.column, format,
                  arguments);
  va_end(arguments);
  return false;
}

bool bp_misfit(const bp_scanner *s, const char *what) {
  if (s->token.kind == BP_T_END)
    return bp_wrong(s, "the text ends where %s should be", what);
  return bp_wrong(s, "'%.*s' where %s should be", report_clip(s->token.length),
                  s->token.text, what);
}

bool bp_take(bp_scanner *s, int kind, const char *what) {
  if (s->token.kind != kind)
    return bp_misfit(s, what);
  bp_next(s);
  return true;
}

static uint32_t column_of(const bp_scanner *s, const char *at) {
  size_t column = (size_t)(at - s->line_start) + s->first_column;
  return column < UINT32_MAX ? (uint32_t)column : UINT32_MAX;
}

static void end_line(bp_scanner *s, const char *behind) {
  s->line++;
  s->line_start = behind;
  s->first_column = 1;
}

static bool begins(const bp_scanner *s, char first, char second) {
  return s->end - s->at > 1 && s->at[0] == first && s->at[1] == second;
}

static bool skip_comment(bp_scanner *s) {
  const char *from = s->at;
  uint32_t line = s->line, column = column_of(s, from);
  for (s->at += 2; s->at < s->end; s->at++)
    if (begins(s, '*', '/')) {
      s->at += 2;
      return true;
    } else if (*s->at == '\n') {
      end_line(s, s->at + 1);
    }
  return s->is_mute || bp_wrong_at(s, line, column,
                                   "the comment that begins here has no "
                                   "end: '*/' should be somewhere");
}

static bool skip_space(bp_scanner *s) {
  while (s->at < s->end) {
    if (begins(s, '/', '/')) {
      const char *stop = memchr(s->at, '\n', (size_t)(s->end - s->at));
      s->at = stop ? stop : s->end;
    } else if (begins(s, '/', '*')) {
      if (!skip_comment(s))
        return false;
    } else if (*s->at == '\n') {
      end_line(s, ++s->at);
    } else if (*s->at && strchr(" \t\r\f\v", *s->at)) {
      s->at++;
    } else {
      break;
    }
  }
  return true;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '$';
}

static int word_kind(const char *word, size_t length) {
  static const char *const keywords[] = {"_",
                                         "T",
                                         "F",
                                         "abortif",
                                         "assert",
                                         "assume",
                                         "atomic_begin",
                                         "atomic_end",
                                         "begin",
                                         "bool",
                                         "call",
                                         "constrain",
                                         "dead",
                                         "decl",
                                         "dfs",
                                         "do",
                                         "else",
                                         "elsif",
                                         "end",
                                         "end_thread",
                                         "enforce",
                                         "fi",
                                         "goto",
                                         "if",
                                         "od",
                                         "print",
                                         "return",
                                         "schoose",
                                         "skip",
                                         "start_thread",
                                         "sync",
                                         "then",
                                         "void",
                                         "while"};
  if (length > 12)
    return BP_T_NAME;
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (*keywords[i] == *word && strncmp(keywords[i], word, length) == 0 &&
        keywords[i][length] == '\0')
      return BP_T_KEYWORD + (int)i;
  return BP_T_NAME;
}

static int bad_token(bp_scanner *s) { return s->token.kind = BP_T_BAD; }

/* {any text}: a name, with its braces. */
static bool scan_escaped(bp_scanner *s) {
  const char *from = s->at;
  while (s->at < s->end && *s->at != '}' && *s->at != '\n')
    s->at++;
  if (s->at == s->end || *s->at == '\n')
    return !s->is_mute &&
           bp_wrong_at(s, s->line, column_of(s, from),
                       "the name that begins here has no '}' on its line");
  s->at++;
  return true;
}

static bool is_inside(char c) {
  return is_letter(c) || is_digit(c) || c == '.';
}

static int scan_name(bp_scanner *s) {
  bool is_word = true;
  do {
    if (*s->at == '{') {
      is_word = false;
      if (!scan_escaped(s))
        return bad_token(s);
    }
    while (s->at < s->end && is_inside(*s->at) && (is_word || s->is_formula))
      s->at++;
  } while (s->is_formula && s->at < s->end &&
           (*s->at == '{' || is_inside(*s->at)));
  s->token.length = (size_t)(s->at - s->token.text);
  s->token.kind =
      is_word ? word_kind(s->token.text, s->token.length) : BP_T_NAME;
  return s->token.kind;
}

static int scan_number(bp_scanner *s) {
  while (s->at < s->end && is_digit(*s->at))
    s->at++;
  s->token.length = (size_t)(s->at - s->token.text);
  s->token.kind = BP_T_NUMBER;
  if (s->at == s->end || !is_letter(*s->at))
    return BP_T_NUMBER;
  if (!s->is_mute)
    bp_wrong(s, "a name cannot begin with a digit");
  return bad_token(s);
}

static int scan_mark(bp_scanner *s) {
  static const struct {
    char text[3];
    int kind;
  } pairs[] = {{":=", BP_T_ASSIGN}, {"!=", BP_T_DIFFERS}, {"=>", BP_T_IMPLIES},
               {"&&", '&'},         {"||", '|'},          {"==", BP_T_BAD}};
  bp_token *t = &s->token;
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (begins(s, pairs[i].text[0], pairs[i].text[1])) {
      s->at += t->length = 2;
      if (pairs[i].kind == BP_T_BAD && !s->is_mute)
        bp_wrong(s, "'==' means nothing here: 'equal' is '='");
      return t->kind = pairs[i].kind;
    }
  char c = *s->at++;
  t->length = 1;
  t->kind = (unsigned char)c;
  if (c && strchr("()[]<>;:,=!~&|^?*'", c))
    return t->kind;
  if (!s->is_mute) {
    if (c > ' ' && c < 0x7F)
      bp_wrong(s, "'%c' means nothing here", c);
    else
      bp_wrong(s, "byte 0x%02x means nothing here", (unsigned)(unsigned char)c);
  }
  return bad_token(s);
}

int bp_next(bp_scanner *s) {
  bp_token *t = &s->token;
  bool good = skip_space(s);
  t->line = s->line;
  t->column = column_of(s, s->at);
  t->text = s->at;
  t->length = 0;
  t->kind = BP_T_END;
  if (!good)
    return bad_token(s);
  if (s->at == s->end)
    return BP_T_END;
  if (s->clock)
    progress_tick(s->clock);
  if (is_digit(*s->at))
    return scan_number(s);
  if (is_letter(*s->at) || *s->at == '{')
    return scan_name(s);
  return scan_mark(s);
}

bool bp_before_parenthesis(const bp_scanner *s) {
  bp_scanner copy = *s;
  copy.is_mute = true;
  return skip_space(&copy) && copy.at < copy.end && *copy.at == '(';
}

void bp_scan_start(bp_scanner *s, const char *file, const char *text,
                   size_t length, uint32_t line, uint32_t column, report *r) {
  *s = (bp_scanner){.file = file, .report = r};
  s->at = s->line_start = text;
  s->end = text + length;
  s->line = line;
  s->first_column = column;
}
