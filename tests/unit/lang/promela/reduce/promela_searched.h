/* All states of a Promela model, full or reduced, and what goes wrong in
 * them. */
#ifndef UNIT_PROMELA_SEARCHED_H
#define UNIT_PROMELA_SEARCHED_H

#include "base/map.h"
#include "lang/promela/promela.h"
#include "lang/promela/reduce/reduce.h"

#include <stdlib.h>

typedef struct searched {
  vec(uint8_t) bytes;
  vec(size_t) starts;
  map hashes;
  names faults; /* severity, place and words of each, once */
  unsigned long edges;
  bool is_cut; /* there are more states than were wanted */
} searched;

/* Hashes are 64 bits: in models this small two that are equal would be a
 * wonder. */
static void searched_keep(mem *m, searched *x, const uint8_t *bytes,
                          uint32_t size) {
  uint64_t hash = UINT64_C(0xCBF29CE484222325) ^ size;
  for (uint32_t i = 0; i < size; i++) {
    hash = (hash ^ bytes[i]) * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 29;
  }
  size_t before = x->hashes.keys.count;
  if (map_insert(m, &x->hashes, hash) != before)
    return;
  vec_push(m, &x->starts, x->bytes.count);
  vec_reserve(m, &x->bytes, size);
  if (size)
    memcpy(x->bytes.at + x->bytes.count, bytes, size);
  x->bytes.count += size;
}

static int searched_order(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Which of several processes of a type it is does not matter, nor in which
 * order those are told that cannot go on: numbers behind names go, and the
 * others are sorted. */
static void searched_forget_pids(char *words) {
  static const char begin[] = "invalid end state: ";
  char *part[100], copy[400], *to = words;
  size_t parts = 0;
  for (const char *from = words; *from; from++) {
    size_t digits = *from == '(' ? strspn(from + 1, "0123456789") : 0;
    if (digits && from[1 + digits] == ')')
      from += 1 + digits;
    else
      *to++ = *from;
  }
  *to = '\0';
  char *list = strstr(words, begin);
  if (!list)
    return;
  snprintf(copy, sizeof copy, "%s", list + strlen(begin));
  char *end = strstr(copy, " cannot go on");
  if (end)
    *end = '\0';
  for (char *at = strtok(copy, ","); at && parts < 100; at = strtok(NULL, ","))
    part[parts++] = at + strspn(at, " ");
  qsort(part, parts, sizeof *part, searched_order);
  to = words + snprintf(words, sizeof copy, "%s", begin);
  for (size_t i = 0; i < parts; i++)
    to += sprintf(to, "%s, ", part[i]);
}

static void searched_take(mem *m, searched *x, model_steps *steps,
                          model_severity least) {
  for (size_t i = 0; i < steps->faults.count; i++) {
    const model_fault *f = &steps->faults.at[i];
    char words[1000];
    if (f->severity == MODEL_UNDEFINED && f->step != MODEL_NONE)
      steps->steps.at[f->step].size = UINT32_MAX;
    if (f->severity < least)
      continue;
    snprintf(words, sizeof words, "%d %u:%u:%u %s", (int)f->severity,
             (unsigned)f->file, (unsigned)f->line, (unsigned)f->column,
             model_fault_text(steps, f));
    searched_forget_pids(words);
    names_insert(m, &x->faults, words, strlen(words));
  }
  for (size_t i = 0; i < steps->steps.count; i++) {
    const model_step *s = &steps->steps.at[i];
    if (s->size == UINT32_MAX)
      continue;
    x->edges++;
    searched_keep(m, x, steps->bytes.at + s->at, s->size);
  }
}

/* Steps that are undefined are not taken. */
static void search_all(mem *m, const model *x, size_t most, searched *out) {
  void *scratch = mem_alloc(m, x->scratch_bytes);
  uint8_t *copy = mem_alloc(m, x->most_bytes + 1);
  model_steps steps = {.m = m};
  *out = (searched){0};
  x->ops->initial(x, scratch, &steps);
  searched_take(m, out, &steps, MODEL_ERROR);
  for (size_t i = 0; i < out->starts.count; i++) {
    if (out->starts.count > most) {
      out->is_cut = true;
      break;
    }
    size_t end =
        i + 1 < out->starts.count ? out->starts.at[i + 1] : out->bytes.count;
    uint32_t size = (uint32_t)(end - out->starts.at[i]);
    if (size)
      memcpy(copy, out->bytes.at + out->starts.at[i], size);
    model_steps_reset(&steps);
    x->ops->next(x, scratch, copy, size, &steps);
    searched_take(m, out, &steps, MODEL_ERROR);
  }
  model_steps_free(&steps);
  mem_free(m, copy);
  mem_free(m, scratch);
}

/* What 'a' found and 'b' did not; NULL: nothing. */
static const char *searched_missing(const searched *a, const searched *b) {
  for (uint32_t i = 0; i < names_count(&a->faults); i++)
    if (names_find(&b->faults, names_text(&a->faults, i),
                   names_length(&a->faults, i)) == PML_NONE)
      return names_text(&a->faults, i);
  return NULL;
}

#endif
