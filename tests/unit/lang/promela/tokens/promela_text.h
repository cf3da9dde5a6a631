/* A Promela text with everything that turning it into tokens takes. */
#ifndef UNIT_PROMELA_TEXT_H
#define UNIT_PROMELA_TEXT_H

#include "tests/unit/desk.h"

#include "lang/promela/tokens/tokens.h"

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
  desk_open(&x->budget, &x->mem, &x->clock);
  return x;
}

static inline void reader_delete(reader *x) {
  desk_close(&x->mem);
  free(x->input);
  free(x);
}

static inline bool reader_read(reader *x, const char *file, const char *text,
                               size_t length) {
  desk_copy(&x->input, text, length);
  bool good = pml_tokenise(&x->mem, &x->tokens, file, x->input, length,
                           &x->includes, &x->report, &x->clock);
  CHECK(good == (x->report.count == 0));
  return good;
}

/* Tokens as text. */

static inline const char *mark_of(int kind) {
  static const char *const marks[] = {
      "++", "--", "<<",  ">>", "<=", ">=", "==", "!=", "&&",
      "||", "->", "<->", "[]", "<>", "::", "..", "!!", "??"};
  return marks[kind - PML_T_INCR];
}

/* What belongs together stands together; a blank elsewhere. */
static inline void add_token(desk_text *out, const pml_tokens *t,
                             const pml_token *x) {
  char buffer[32];
  if (x->kind == PML_T_NAME || x->kind == PML_T_STRING ||
      x->kind == PML_T_C_TEXT)
    desk_add(out, names_text(&t->names, x->name),
             names_length(&t->names, x->name));
  else if (x->kind == PML_T_BAD)
    desk_add(out, "BAD", 3);
  else if (x->kind >= PML_T_INCR)
    desk_add(out, mark_of(x->kind), strlen(mark_of(x->kind)));
  else if (x->kind == PML_T_NUMBER)
    desk_add(
        out, buffer,
        (size_t)snprintf(buffer, sizeof buffer, "%lld", (long long)x->value));
  else
    desk_add(out, (char[]){(char)x->kind}, 1);
}

#endif
