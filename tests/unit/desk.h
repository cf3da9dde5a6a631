/* What every test of a reader needs: memory, a clock, the input as an exact
 * copy, text as it is written, the first message. */
#ifndef UNIT_DESK_H
#define UNIT_DESK_H

#include "tests/unit/check.h"

#include "base/progress.h"
#include "base/report.h"

#include <stdlib.h>
#include <string.h>

static inline void desk_open(mem_budget *budget, mem *m, progress *clock) {
  budget->fail_in = -1;
  mem_init(m, budget);
  clock->budget = budget;
  progress_begin(clock, "reading");
}

static inline void desk_close(mem *m) {
  mem_clear(m);
  CHECK(m->budget->used == 0);
}

/* In place of '*kept'. Nothing follows the last byte: ASan sees every byte that
 * is read beyond the end. */
static inline const char *desk_copy(char **kept, const char *input,
                                    size_t length) {
  free(*kept);
  *kept = malloc(length ? length : 1);
  if (!*kept)
    abort();
  if (length)
    memcpy(*kept, input, length);
  return *kept;
}

/* Whether message 'i' is this. */
static inline bool desk_says(const report *r, size_t i, uint32_t line,
                             uint32_t column, const char *part) {
  const report_entry *e = &r->entries[i];
  bool right = r->count > i && e->line == line && e->column == column &&
               strstr(e->message, part);
  if (!right)
    printf("wanted %u:%u: %s\ngot    %u:%u: %s\n", (unsigned)line,
           (unsigned)column, part, (unsigned)e->line, (unsigned)e->column,
           e->message);
  return right;
}

/* Text that grows, NUL-terminated; 'desk_add' is a sink for text_init. */
typedef struct desk_text {
  char *at;
  size_t count, capacity;
} desk_text;

static inline int desk_add(void *self, const char *text, size_t length) {
  desk_text *t = self;
  if (t->count + length + 1 > t->capacity) {
    t->capacity = 2 * (t->count + length) + 100;
    t->at = realloc(t->at, t->capacity);
    if (!t->at)
      abort();
  }
  memcpy(t->at + t->count, text, length);
  t->count += length;
  t->at[t->count] = '\0';
  return 0;
}

static inline void desk_empty(desk_text *t) {
  t->count = 0;
  desk_add(t, "", 0);
}

#endif
