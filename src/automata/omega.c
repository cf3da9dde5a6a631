#include "automata/omega.h"

#include "base/check.h"

#include <assert.h>

void omega_free(mem *m, omega *a) {
  vec_free(m, &a->atoms.text);
  vec_free(m, &a->atoms.start);
  mem_free(m, a->atoms.slots);
  vec_free(m, &a->edges);
  vec_free(m, &a->first);
  vec_free(m, &a->cubes);
  memset(a, 0, sizeof *a);
}

void omega_index(mem *m, omega *a) {
  assert(a->states > 0 && a->initial < a->states);
  a->first.count = 0;
  vec_resize(m, &a->first, (size_t)a->states + 1);
  uint32_t *first = a->first.at;
  bool sorted = true;
  for (size_t i = 0; i < a->edges.count; i++) {
    assert(a->edges.at[i].from < a->states);
    first[a->edges.at[i].from + 1]++;
    sorted &= i == 0 || a->edges.at[i - 1].from <= a->edges.at[i].from;
  }
  for (uint32_t q = 0; q < a->states; q++)
    first[q + 1] += first[q];
  if (sorted) {
    debug_check(check_omega(a));
    return;
  }
  /* 'place' is where the next edge of a state goes. */
  omega_edge *edges = mem_array(m, a->edges.count, sizeof *edges);
  uint32_t *place = mem_array(m, a->states, sizeof *place);
  memcpy(place, first, a->states * sizeof *place);
  vec_each (const omega_edge, e, &a->edges)
    edges[place[e->from]++] = *e;
  memcpy(a->edges.at, edges, a->edges.count * sizeof *edges);
  mem_free(m, place);
  mem_free(m, edges);
  debug_check(check_omega(a));
}

#ifndef NDEBUG
void check_omega(const omega *a) {
  assert(a->first.count == (size_t)a->states + 1 && a->first.at[0] == 0);
  assert(a->first.at[a->states] == a->edges.count);
  for (uint32_t q = 0; q < a->states; q++)
    for (uint32_t i = a->first.at[q]; i < a->first.at[q + 1]; i++) {
      const omega_edge *e = &a->edges.at[i];
      assert(e->from == q && e->to < a->states);
      assert(e->first_cube + (size_t)e->cubes <= a->cubes.count);
      assert((e->marks & ~omega_all_marks(a)) == 0);
    }
}
#endif

void omega_write_cube(omega_cube c, text *out) {
  assert((c.value & ~c.mask) == 0);
  if (!c.mask)
    text_char(out, 't');
  for (uint64_t left = c.mask; left; left &= left - 1) {
    uint32_t i = base_lowest_bit(left);
    if (left != c.mask)
      text_char(out, '&');
    if (!(c.value >> i & 1))
      text_char(out, '!');
    text_number(out, i);
  }
}
