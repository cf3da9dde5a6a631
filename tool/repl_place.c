#include "repl_place.h"

#include <ctype.h>
#include <string.h>

typedef struct scan {
  const char *text;
  size_t length, at;
  size_t braces, parentheses, brackets;
  char kind[16]; /* of a definition that has begun */
  repl_place p;
} scan;

static bool is_letter(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '-';
}

static void copy_word(char *to, const char *from, size_t n) {
  n = n < 15 ? n : 15;
  memcpy(to, from, n);
  to[n] = '\0';
}

/* '->' is no part of a name, nor is a '-' that begins one. */
static size_t word_length(const scan *s) {
  size_t n = 0;
  while (s->at + n < s->length && is_letter(s->text[s->at + n]) &&
         (s->text[s->at + n] != '-' || (n > 0 && s->at + n + 1 < s->length &&
                                        is_letter(s->text[s->at + n + 1]))))
    n++;
  return n;
}

static void skip_to(scan *s, char c, bool *unfinished) {
  const char *end = memchr(s->text + s->at + 1, c, s->length - s->at - 1);
  *unfinished = end == NULL;
  if (*unfinished)
    s->p.word = s->at + 1;
  s->at = end ? (size_t)(end - s->text) + 1 : s->length;
}

/* KIND name '{': the first of two words says what the braces hold. */
static void take_word(scan *s, size_t n) {
  if (!s->braces && !s->parentheses) {
    bool is_command = s->at > 0 && s->text[s->at - 1] == ':';
    if (is_command)
      copy_word(s->p.command, s->text + s->at, n);
    else if (!s->kind[0])
      copy_word(s->kind, s->text + s->at, n);
    if (!is_command)
      s->p.command[0] = '\0';
  }
  s->p.word = s->at;
  s->at += n;
}

static void take_mark(scan *s, char c) {
  s->braces += c == '{';
  s->parentheses += c == '(';
  s->brackets += c == '[';
  s->brackets -= c == ']' && s->brackets;
  if (c == '}' && s->braces && --s->braces == 0)
    s->kind[0] = '\0';
  if (c == '(' && s->parentheses == 1) {
    s->p.argument = 0;
    s->p.arguments = s->at + 1;
  }
  if (c == ')' && s->parentheses && --s->parentheses == 0)
    s->p.command[0] = '\0';
  if (c == ',' && s->parentheses == 1 && !s->brackets)
    s->p.argument++;
  s->at++;
}

repl_place repl_place_find(const char *text, size_t length) {
  scan s = {.text = text, .length = length};
  bool in_word = false;
  while (s.at < length) {
    char c = text[s.at];
    size_t n = word_length(&s);
    in_word = false;
    if (n) {
      take_word(&s, n);
      in_word = true;
      continue;
    }
    if (!isspace((unsigned char)c))
      s.p.before = c;
    if (c == '#')
      skip_to(&s, '\n', &s.p.in_comment);
    else if (c == '"')
      skip_to(&s, '"', &s.p.in_string);
    else
      take_mark(&s, c);
  }
  if (!in_word && !s.p.in_string)
    s.p.word = length;
  s.p.adjoins = s.p.word > 0 && !isspace((unsigned char)text[s.p.word - 1]);
  if (s.braces)
    memcpy(s.p.kind, s.kind, sizeof s.p.kind);
  if (!s.parentheses && s.p.before != ':')
    s.p.command[0] = '\0';
  return s.p;
}
