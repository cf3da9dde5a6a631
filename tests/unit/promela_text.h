/* A Promela text with everything that turning it into tokens takes. */
#ifndef UNIT_PROMELA_TEXT_H
#define UNIT_PROMELA_TEXT_H

#include "check.h"

#include "lang/promela/tokens.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
  mem_budget budget;
  mem mem;
  progress clock;
  report report;
  pml_tokens tokens;
  pml_includes includes;
  char *input;
} reader;

static inline reader *reader_new(void) {
  reader *x = calloc(1, sizeof *x);
  if (!x)
    abort();
  x->budget.fail_in = -1;
  mem_init(&x->mem, &x->budget);
  x->clock.budget = &x->budget;
  progress_begin(&x->clock, "reading");
  return x;
}

static inline void reader_delete(reader *x) {
  mem_clear(&x->mem);
  CHECK(x->budget.used == 0);
  free(x->input);
  free(x);
}

static inline bool reader_read(reader *x, const char *file, const char *text,
                               size_t length) {
  /* An exact copy: ASan sees every byte read beyond the end. */
  free(x->input);
  x->input = malloc(length ? length : 1);
  if (!x->input)
    abort();
  if (length)
    memcpy(x->input, text, length);
  bool good = pml_tokenise(&x->mem, &x->tokens, file, x->input, length,
                           &x->includes, &x->report, &x->clock);
  CHECK(good == (x->report.count == 0));
  return good;
}

/* ---- Tokens as text ---------------------------------------------------- */

typedef struct string {
  char *at;
  size_t count, capacity;
} string;

static inline void add(string *s, const char *text, size_t length) {
  if (s->count + length + 1 > s->capacity) {
    s->capacity = 2 * (s->count + length) + 100;
    s->at = realloc(s->at, s->capacity);
    if (!s->at)
      abort();
  }
  memcpy(s->at + s->count, text, length);
  s->count += length;
  s->at[s->count] = '\0';
}

static inline const char *mark_of(int kind) {
  static const char *const marks[] = {
      "++", "--", "<<",  ">>", "<=", ">=", "==", "!=", "&&",
      "||", "->", "<->", "[]", "<>", "::", "..", "!!", "??"};
  return marks[kind - PML_T_INCR];
}

/* What belongs together stands together; a blank elsewhere. */
static inline void add_token(string *out, const pml_tokens *t,
                             const pml_token *x) {
  char buffer[32];
  if (x->kind == PML_T_NAME || x->kind == PML_T_STRING ||
      x->kind == PML_T_C_TEXT)
    add(out, names_text(&t->names, x->name), names_length(&t->names, x->name));
  else if (x->kind == PML_T_BAD)
    add(out, "BAD", 3);
  else if (x->kind >= PML_T_INCR)
    add(out, mark_of(x->kind), strlen(mark_of(x->kind)));
  else if (x->kind == PML_T_NUMBER)
    add(out, buffer,
        (size_t)snprintf(buffer, sizeof buffer, "%lld", (long long)x->value));
  else
    add(out, (char[]){(char)x->kind}, 1);
}

#endif
