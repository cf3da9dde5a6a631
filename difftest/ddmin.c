#include "ddmin.h"

#include "base.h"

#include <stdlib.h>
#include <string.h>

typedef struct search {
  size_t *chosen; /* the features of the current case */
  size_t size, count;
  bool *keep; /* scratch */
  ddmin_test *fails;
  void *self;
} search;

/* Tests the part [from, to) of the case, or everything but it. */
static bool test(const search *s, size_t from, size_t to, bool inside) {
  memset(s->keep, 0, s->count * sizeof *s->keep);
  for (size_t i = 0; i < s->size; i++)
    s->keep[s->chosen[i]] = (i >= from && i < to) == inside;
  return s->fails(s->self, s->keep);
}

static void reduce(search *s, size_t from, size_t to, bool inside) {
  size_t kept = 0;
  for (size_t i = 0; i < s->size; i++)
    if ((i >= from && i < to) == inside)
      s->chosen[kept++] = s->chosen[i];
  s->size = kept;
}

/* Lines 5 and 6: a part that fails, else a complement. Two halves are each
 * other's complements. */
static bool step(search *s, size_t parts, bool inside) {
  for (size_t i = 0; i < parts; i++) {
    size_t from = i * s->size / parts, to = (i + 1) * s->size / parts;
    if (test(s, from, to, inside)) {
      reduce(s, from, to, inside);
      return true;
    }
  }
  return false;
}

static void search_minimum(search *s) {
  size_t parts = 2;
  while (s->size >= 2) {
    if (step(s, parts, true))
      parts = 2;
    else if (parts > 2 && step(s, parts, false))
      parts = parts - 1 > 2 ? parts - 1 : 2;
    else if (parts < s->size)
      parts = 2 * parts < s->size ? 2 * parts : s->size;
    else
      return;
    if (parts > s->size)
      parts = s->size;
  }
  if (s->size == 1 && test(s, 0, 1, false))
    s->size = 0;
}

void ddmin(bool *keep, size_t count, ddmin_test *fails, void *self) {
  search s = {.count = count, .fails = fails, .self = self};
  s.chosen = memory_new(count, sizeof *s.chosen);
  s.keep = memory_new(count, sizeof *s.keep);
  for (size_t i = 0; i < count; i++)
    if (keep[i])
      s.chosen[s.size++] = i;
  search_minimum(&s);
  memset(keep, 0, count * sizeof *keep);
  for (size_t i = 0; i < s.size; i++)
    keep[s.chosen[i]] = true;
  free(s.chosen);
  free(s.keep);
}
