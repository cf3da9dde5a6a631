#include "automata/omega.h"

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
  a->first.count = 0;
  vec_resize(m, &a->first, (size_t)a->states + 1);
  uint32_t *first = a->first.at;
  bool sorted = true;
  for (size_t i = 0; i < a->edges.count; i++) {
    first[a->edges.at[i].from + 1]++;
    sorted &= i == 0 || a->edges.at[i - 1].from <= a->edges.at[i].from;
  }
  for (uint32_t q = 0; q < a->states; q++)
    first[q + 1] += first[q];
  if (sorted)
    return;
  /* 'place' is where the next edge of a state goes. */
  omega_edge *edges = mem_array(m, a->edges.count, sizeof *edges);
  uint32_t *place = mem_array(m, a->states, sizeof *place);
  memcpy(place, first, a->states * sizeof *place);
  vec_each (const omega_edge, e, &a->edges)
    edges[place[e->from]++] = *e;
  memcpy(a->edges.at, edges, a->edges.count * sizeof *edges);
  mem_free(m, place);
  mem_free(m, edges);
}

void omega_write_cube(omega_cube c, text *out) {
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
