/* The rows of custos/statistics.h, and which results have them. */
#include "custos/custos.h"

#include <stddef.h>
#include <string.h>

enum { OF_ALL, OF_SOME, OF_SEARCH, OF_SAFETY, OF_DIAGRAMS, OF_C_PROGRAM };
static const char *const of_words[] = {
    "all",
    "those where it is not 0",
    "a search for states",
    "a search for states that go wrong",
    "a search with decision diagrams",
    "a C program",
};

typedef struct row {
  const char *key, *label, *meaning;
  int of; /* OF_... */
  custos_unit unit;
  size_t at; /* of its member in custos_result */
} row;

#define ROW(unit, member, key, label, of, meaning)                             \
  {(key),   (label),       (meaning),                                          \
   OF_##of, CUSTOS_##unit, offsetof(custos_result, member)},
static const row rows[] = {CUSTOS_STATISTICS(ROW)};
#undef ROW

enum { ROWS = sizeof rows / sizeof *rows };

static int has(const custos_result *result, int of, int is_zero) {
  switch (of) {
  case OF_SOME:
    return !is_zero;
  case OF_SEARCH:
    return result->depth != 0;
  case OF_SAFETY:
    return result->depth && !result->automaton;
  case OF_DIAGRAMS:
    return result->nodes != 0;
  case OF_C_PROGRAM:
    return result->engine && strcmp(result->engine, "panda") == 0;
  default:
    return 1;
  }
}

size_t custos_statistic_count(void) { return ROWS; }

custos_status custos_statistic_at(const custos_result *result, size_t i,
                                  custos_statistic *out) {
  if (i >= ROWS)
    return CUSTOS_ERR_USAGE;
  const row *x = &rows[i];
  *out = (custos_statistic){.key = x->key,
                            .label = x->label,
                            .of = of_words[x->of],
                            .meaning = x->meaning,
                            .unit = x->unit};
  if (!result)
    return CUSTOS_OK;
  const char *at = (const char *)result + x->at;
  if (x->unit == CUSTOS_SECONDS)
    memcpy(&out->seconds, at, sizeof out->seconds);
  else
    memcpy(&out->count, at, sizeof out->count);
  out->is_given = has(result, x->of, out->count == 0 && !(out->seconds > 0));
  return CUSTOS_OK;
}
