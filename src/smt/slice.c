#include "smt/slice.h"

#include "smt/sort.h"

#include <assert.h>

enum { KEEP_NUMBERS = 1 << 20 };

void slicer_init(slicer *s, mem *m, terms *t) { *s = (slicer){.m = m, .t = t}; }

void slicer_clear(slicer *s) {
  for (size_t i = 0; i < s->users.count; i++)
    vec_free(s->m, &s->users.at[i].places);
  vec_free(s->m, &s->users);
  map_free(s->m, &s->known);
  vec_free(s->m, &s->sets);
  vec_free(s->m, &s->numbers);
  vec_free(s->m, &s->scratch);
  vec_free(s->m, &s->entered);
  vec_free(s->m, &s->marks);
  vec_free(s->m, &s->pending);
}

/* Sets are kept, since the same constraints come again. Only an empty stack
 * lets go of them: places refer to them. */
static void slice_tidy(slicer *s) {
  if (s->entered.count || s->numbers.count < KEEP_NUMBERS)
    return;
  map_free(s->m, &s->known);
  s->sets.count = s->numbers.count = 0;
}

static uint32_t set_of(slicer *s, term x) {
  assert(x < s->t->slots.count);
  uint64_t key = map_pair(s->t->slots.at[x].birth, x);
  uint32_t at = map_find(&s->known, key);
  if (at != MAP_NONE)
    return at;
  terms_inputs_of(s->t, s->m, x, &s->scratch);
  slice_inputs set = {(uint32_t)s->numbers.count, (uint32_t)s->scratch.count};
  vec_reserve(s->m, &s->sets, 1);
  vec_reserve(s->m, &s->numbers, set.count);
  at = map_insert(s->m, &s->known, key);
  vec_push(s->m, &s->sets, set);
  vec_each (const uint32_t, n, &s->scratch)
    vec_push(s->m, &s->numbers, *n);
  return at;
}

static void see_inputs(slicer *s, uint32_t set) {
  assert(set < s->sets.count);
  uint32_t last = 0;
  for (uint32_t i = 0; i < s->sets.at[set].count; i++)
    last = s->numbers.at[s->sets.at[set].first + i] + 1;
  if (last > s->users.count)
    vec_resize(s->m, &s->users, last);
}

void slicer_push(slicer *s, term constraint) {
  slice_tidy(s);
  uint32_t set = set_of(s, constraint), place = (uint32_t)s->entered.count;
  see_inputs(s, set);
  vec_push(s->m, &s->entered, set);
  if (s->marks.count <= place)
    vec_resize(s->m, &s->marks, place + 1u);
  for (uint32_t i = 0; i < s->sets.at[set].count; i++) {
    uint32_t n = s->numbers.at[s->sets.at[set].first + i];
    vec_push(s->m, &s->users.at[n].places, place);
  }
}

void slicer_pop(slicer *s) {
  uint32_t set = vec_pop(&s->entered);
  for (uint32_t i = 0; i < s->sets.at[set].count; i++) {
    uint32_t n = s->numbers.at[s->sets.at[set].first + i];
    assert(vec_last(&s->users.at[n].places) == s->entered.count);
    s->users.at[n].places.count--;
  }
}

static void slice_begin(slicer *s, slice_places *places, slice_places *inputs) {
  places->count = inputs->count = s->pending.count = 0;
  if (++s->mark != 0)
    return;
  vec_each (uint32_t, m, &s->marks)
    *m = 0;
  for (size_t i = 0; i < s->users.count; i++)
    s->users.at[i].mark = 0;
  s->mark = 1;
}

static void meet(slicer *s, uint32_t set, slice_places *inputs) {
  assert(set < s->sets.count);
  see_inputs(s, set);
  for (uint32_t i = 0; i < s->sets.at[set].count; i++) {
    uint32_t n = s->numbers.at[s->sets.at[set].first + i];
    if (s->users.at[n].mark == s->mark)
      continue;
    s->users.at[n].mark = s->mark;
    vec_push(s->m, &s->pending, n);
    vec_push(s->m, inputs, n);
  }
}

void slicer_connected(slicer *s, term x, slice_places *places,
                      slice_places *inputs) {
  slice_begin(s, places, inputs);
  meet(s, set_of(s, x), inputs);
  while (s->pending.count) {
    uint32_t n = vec_pop(&s->pending);
    for (size_t i = 0; i < s->users.at[n].places.count; i++) {
      uint32_t place = s->users.at[n].places.at[i];
      if (s->marks.at[place] == s->mark)
        continue;
      s->marks.at[place] = s->mark;
      vec_push(s->m, places, place);
      meet(s, s->entered.at[place], inputs);
    }
  }
  sort_nearly_sorted(places->at, places->count);
}

void slicer_all(slicer *s, term x, slice_places *places, slice_places *inputs) {
  slice_begin(s, places, inputs);
  if (x != TERM_NONE)
    meet(s, set_of(s, x), inputs);
  for (uint32_t place = 0; place < s->entered.count; place++) {
    vec_push(s->m, places, place);
    meet(s, s->entered.at[place], inputs);
  }
}
