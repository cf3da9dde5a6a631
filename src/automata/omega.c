#include "automata/omega.h"

#include "base/check.h"

#include <assert.h>

void omega_free(mem *m, omega *automaton) {
  vec_free(m, &automaton->atoms.text);
  vec_free(m, &automaton->atoms.start);
  mem_free(m, automaton->atoms.slots);
  vec_free(m, &automaton->edges);
  vec_free(m, &automaton->first);
  vec_free(m, &automaton->cubes);
  memset(automaton, 0, sizeof *automaton);
}

void omega_index(mem *m, omega *automaton) {
  assert(automaton->states > 0 && automaton->initial < automaton->states);
  automaton->first.count = 0;
  vec_resize(m, &automaton->first, (size_t)automaton->states + 1);
  uint32_t *first = automaton->first.at;
  bool sorted = true;
  for (size_t i = 0; i < automaton->edges.count; i++) {
    assert(automaton->edges.at[i].from < automaton->states);
    first[automaton->edges.at[i].from + 1]++;
    sorted &= i == 0 ||
              automaton->edges.at[i - 1].from <= automaton->edges.at[i].from;
  }
  for (uint32_t q = 0; q < automaton->states; q++)
    first[q + 1] += first[q];
  if (sorted) {
    debug_check(check_omega(automaton));
    return;
  }
  /* 'place' is where the next edge of a state goes. */
  omega_edge *edges = mem_array(m, automaton->edges.count, sizeof *edges);
  uint32_t *place = mem_array(m, automaton->states, sizeof *place);
  memcpy(place, first, automaton->states * sizeof *place);
  vec_each (const omega_edge, edge, &automaton->edges)
    edges[place[edge->from]++] = *edge;
  memcpy(automaton->edges.at, edges, automaton->edges.count * sizeof *edges);
  mem_free(m, place);
  mem_free(m, edges);
  debug_check(check_omega(automaton));
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

void omega_write_cube(omega_cube cube, text *out) {
  assert((cube.value & ~cube.mask) == 0);
  if (!cube.mask)
    text_char(out, 't');
  for (uint64_t left = cube.mask; left; left &= left - 1) {
    uint32_t i = base_lowest_bit(left);
    if (left != cube.mask)
      text_char(out, '&');
    if (!(cube.value >> i & 1))
      text_char(out, '!');
    text_number(out, i);
  }
}
