/* A model with its walker, and the tables of what SPIN says of small models,
 * for the tests of the walker. */
#ifndef TESTS_UNIT_LANG_PROMELA_PROMELA_WALKER_H
#define TESTS_UNIT_LANG_PROMELA_PROMELA_WALKER_H

#include "tests/unit/check.h"

#include "base/progress.h"
#include "lang/promela/parse/parse.h"
#include "lang/promela/promela.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* Reading. */

typedef struct walked {
  mem_budget budget;
  mem mem;
  progress clock;
  report report;
  pml_syntax syntax;
  pml_walker *walker; /* NULL: the text is wrong */
  jmp_buf out;
} walked;

static inline char *read_file(const char *path, size_t *length) {
  FILE *f = fopen(path, "rb");
  if (!f)
    return NULL;
  char *all = NULL;
  size_t count = 0, got;
  do {
    char *more = realloc(all, count + 65536);
    if (!more)
      abort();
    all = more;
    got = fread(all + count, 1, 65535, f);
    count += got;
  } while (got > 0);
  fclose(f);
  all[count] = '\0';
  *length = count;
  return all;
}

/* Beside the file that includes it. */
static inline bool read_include(void *self, mem *m, const char *from,
                                const char *path, bool is_system,
                                const char **name, const char **input,
                                size_t *length) {
  (void)self;
  (void)is_system;
  const char *slash = strrchr(from, '/');
  size_t folder = slash ? (size_t)(slash - from) + 1 : 0;
  size_t size = folder + strlen(path) + 1;
  char *full = mem_alloc(m, size);
  memcpy(full, from, folder);
  memcpy(full + folder, path, size - folder);
  char *all = read_file(full, length);
  if (!all)
    return false;
  char *copy = mem_alloc(m, *length + 1);
  memcpy(copy, all, *length);
  free(all);
  *name = full;
  *input = copy;
  return true;
}

static const pml_includes walked_includes = {.read = read_include};

static inline walked *walked_new(const char *file, const char *input,
                                 size_t length) {
  walked *x = calloc(1, sizeof *x);
  if (!x)
    abort();
  x->budget.fail_in = -1;
  mem_init(&x->mem, &x->budget);
  x->clock.budget = &x->budget;
  progress_begin(&x->clock, "reading");
  x->budget.handler = &x->out;
  if (setjmp(x->out)) {
    printf("%s: memory or time\n", file);
    abort();
  }
  if (pml_tokenise(&x->mem, &x->syntax.tokens, file, input, length,
                   &walked_includes, &x->report, &x->clock) &&
      pml_parse(&x->mem, &x->syntax, file, &x->report, &x->clock))
    x->walker = pml_walker_new(&x->mem, &x->syntax);
  return x;
}

/* False: it ran into what raises (a step without an end). */
static inline bool walked_guard(walked *x, void (*run)(void *self),
                                void *self) {
  if (setjmp(x->out))
    return false;
  run(self);
  return true;
}

static inline void walked_delete(walked *x) {
  mem_clear(&x->mem);
  CHECK(x->budget.used == 0);
  free(x);
}

static inline walked *walked_text(const char *input) {
  walked *x = walked_new("m.pml", input, strlen(input));
  if (!x->walker)
    printf("m.pml:%u:%u: %s\n", x->report.entries[0].line,
           x->report.entries[0].column, x->report.entries[0].message);
  CHECK(x->walker != NULL);
  return x;
}

/* Tables. */

/* The columns of a row of a table, which is cut up. */
enum { MOST_COLUMNS = 16 };
static inline size_t split(char *row, char **columns) {
  size_t n = 0;
  for (char *at = row; at && n < MOST_COLUMNS;) {
    columns[n++] = at;
    at = strchr(at, '\t');
    if (at)
      *at++ = '\0';
  }
  while (n < MOST_COLUMNS)
    columns[n++] = row + strlen(row);
  return n;
}

typedef struct row {
  const char *file;
  uint64_t states;
  bool is_partial, has_errors;
} row;

/* Columns: file, mode, states, visited, transitions, atomic steps, errors,
 * note. */
static inline bool micro_row(char **columns, row *out) {
  if (strcmp(columns[1], "a") != 0 || *columns[2] < '0' || *columns[2] > '9')
    return false;
  *out = (row){.file = columns[0],
               .states = strtoull(columns[2], NULL, 10),
               .is_partial = strstr(columns[7], "INCOMPLETE") != NULL,
               .has_errors = strcmp(columns[6], "0") != 0};
  return true;
}

/* Columns: file, mode, claim, status, states, matched, transitions, errors. */
static inline bool corpus_row(char **columns, row *out) {
  enum { MOST_STATES = 5000 };
  if (strcmp(columns[1], "a") != 0 || strcmp(columns[3], "ok") != 0)
    return false;
  *out = (row){.file = columns[0],
               .states = strtoull(columns[4], NULL, 10),
               .has_errors = strcmp(columns[7], "0") != 0};
  return out->states < MOST_STATES;
}

#endif
