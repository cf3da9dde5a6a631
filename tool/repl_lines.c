#include "repl_lines.h"

#include "repl.h"

#include <stdlib.h>
#include <string.h>

static void reserve(repl_lines *lines, size_t more) {
  size_t capacity = (lines->length + more) * 2;
  if (lines->text && lines->capacity - lines->length >= more)
    return;
  char *larger = repl_allocate(capacity);
  if (lines->text)
    memcpy(larger, lines->text, lines->length);
  free(lines->text);
  lines->text = larger;
  lines->capacity = capacity;
}

void repl_lines_add(repl_lines *lines, const char *line, size_t length) {
  reserve(lines, length + 2);
  for (size_t i = 0; i < length && line[i] != '#'; i++)
    if (line[i] == '{')
      lines->braces++;
    else if (line[i] == '}')
      lines->braces -= lines->braces > 0;
  memcpy(lines->text + lines->length, line, length);
  lines->length += length;
  lines->text[lines->length++] = '\n';
  lines->text[lines->length] = '\0';
}

/* The library reads the whole text for this: within braces it is asked only now
 * and then, or a long definition would take quadratic time. */
bool repl_lines_are_open(repl_lines *lines) {
  if (lines->braces && lines->length < lines->asked + lines->asked / 2)
    return true;
  lines->asked = lines->length;
  return custos_is_open(lines->text, lines->length) != 0;
}

void repl_lines_empty(repl_lines *lines) {
  lines->length = lines->asked = lines->braces = 0;
}

void repl_lines_clear(repl_lines *lines) {
  free(lines->text);
  *lines = (repl_lines){0};
}
