#include "repl_lines.h"

#include "repl.h"

#include <stdlib.h>
#include <string.h>

static void reserve(repl_lines *p, size_t more) {
  size_t capacity = (p->length + more) * 2;
  if (p->text && p->capacity - p->length >= more)
    return;
  char *larger = repl_allocate(capacity);
  if (p->text)
    memcpy(larger, p->text, p->length);
  free(p->text);
  p->text = larger;
  p->capacity = capacity;
}

void repl_lines_add(repl_lines *p, const char *line, size_t length) {
  reserve(p, length + 2);
  for (size_t i = 0; i < length && line[i] != '#'; i++)
    if (line[i] == '{')
      p->braces++;
    else if (line[i] == '}')
      p->braces -= p->braces > 0;
  memcpy(p->text + p->length, line, length);
  p->length += length;
  p->text[p->length++] = '\n';
  p->text[p->length] = '\0';
}

/* The library reads the whole text for this: within braces it is asked only now
 * and then, or a long definition would take quadratic time. */
bool repl_lines_are_open(repl_lines *p) {
  if (p->braces && p->length < p->asked + p->asked / 2)
    return true;
  p->asked = p->length;
  return custos_is_open(p->text, p->length) != 0;
}

void repl_lines_empty(repl_lines *p) { p->length = p->asked = p->braces = 0; }

void repl_lines_clear(repl_lines *p) {
  free(p->text);
  *p = (repl_lines){0};
}
