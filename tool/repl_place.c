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
static size_t word_length(const scan *scanner) {
  size_t n = 0;
  while (scanner->at + n < scanner->length &&
         is_letter(scanner->text[scanner->at + n]) &&
         (scanner->text[scanner->at + n] != '-' ||
          (n > 0 && scanner->at + n + 1 < scanner->length &&
           is_letter(scanner->text[scanner->at + n + 1]))))
    n++;
  return n;
}

static void skip_to(scan *scanner, char c, bool *unfinished) {
  const char *end = memchr(scanner->text + scanner->at + 1, c,
                           scanner->length - scanner->at - 1);
  *unfinished = end == NULL;
  if (*unfinished)
    scanner->p.word = scanner->at + 1;
  scanner->at = end ? (size_t)(end - scanner->text) + 1 : scanner->length;
}

/* KIND name '{': the first of two words says what the braces hold. */
static void take_word(scan *scanner, size_t n) {
  if (!scanner->braces && !scanner->parentheses) {
    bool is_command = scanner->at > 0 && scanner->text[scanner->at - 1] == ':';
    if (is_command)
      copy_word(scanner->p.command, scanner->text + scanner->at, n);
    else if (!scanner->kind[0])
      copy_word(scanner->kind, scanner->text + scanner->at, n);
    if (!is_command)
      scanner->p.command[0] = '\0';
  }
  scanner->p.word = scanner->at;
  scanner->at += n;
}

static void take_mark(scan *scanner, char c) {
  scanner->braces += c == '{';
  scanner->parentheses += c == '(';
  scanner->brackets += c == '[';
  scanner->brackets -= c == ']' && scanner->brackets;
  if (c == '}' && scanner->braces && --scanner->braces == 0)
    scanner->kind[0] = '\0';
  if (c == '(' && scanner->parentheses == 1) {
    scanner->p.argument = 0;
    scanner->p.arguments = scanner->at + 1;
  }
  if (c == ')' && scanner->parentheses && --scanner->parentheses == 0)
    scanner->p.command[0] = '\0';
  if (c == ',' && scanner->parentheses == 1 && !scanner->brackets)
    scanner->p.argument++;
  scanner->at++;
}

repl_place repl_place_find(const char *text, size_t length) {
  scan scanner = {.text = text, .length = length};
  bool in_word = false;
  while (scanner.at < length) {
    char c = text[scanner.at];
    size_t n = word_length(&scanner);
    in_word = false;
    if (n) {
      take_word(&scanner, n);
      in_word = true;
      continue;
    }
    if (!isspace((unsigned char)c))
      scanner.p.before = c;
    if (c == '#')
      skip_to(&scanner, '\n', &scanner.p.in_comment);
    else if (c == '"')
      skip_to(&scanner, '"', &scanner.p.in_string);
    else
      take_mark(&scanner, c);
  }
  if (!in_word && !scanner.p.in_string)
    scanner.p.word = length;
  scanner.p.adjoins =
      scanner.p.word > 0 && !isspace((unsigned char)text[scanner.p.word - 1]);
  if (scanner.braces)
    memcpy(scanner.p.kind, scanner.kind, sizeof scanner.p.kind);
  if (!scanner.parentheses && scanner.p.before != ':')
    scanner.p.command[0] = '\0';
  return scanner.p;
}
