/* Properties of automata that a search can use (weak and terminal: Bloem, Ravi
 * and Somenzi 1999), and degeneralisation of
 * automata that come from outside. */
#include "automata/tgba.h"

#include <assert.h>

/* Whether cubes cover all letters is a hard question in general: after this
 * many steps the answer is 'not known to', which is safe. */
enum { MOST_STEPS = 100000 };

static bool cubes_meet(omega_cube a, omega_cube b) {
  return ((a.value ^ b.value) & a.mask & b.mask) == 0;
}

static bool edges_meet(const omega *automaton, const omega_edge *e,
                       const omega_edge *f) {
  for (uint32_t i = 0; i < e->cubes; i++)
    for (uint32_t j = 0; j < f->cubes; j++)
      if (cubes_meet(automaton->cubes.at[e->first_cube + i],
                     automaton->cubes.at[f->first_cube + j]))
        return true;
  return false;
}

static bool is_deterministic(const omega *automaton, uint32_t q) {
  assert(q < automaton->first.count);
  for (uint32_t i = automaton->first.at[q]; i < automaton->first.at[q + 1]; i++)
    for (uint32_t j = i + 1; j < automaton->first.at[q + 1]; j++)
      if (edges_meet(automaton, &automaton->edges.at[i],
                     &automaton->edges.at[j]))
        return false;
  return true;
}

/* Is every letter in one of the cubes? Follows the letters outside of the
 * first cube, one literal after the other, then of the next. */
static bool cover_all(mem *m, const letters_cubes *cubes) {
  typedef struct rest {
    omega_cube where;
    size_t next;
  } rest;
  vec(rest) todo = {0};
  bool covered = true;
  size_t steps = 0;
  vec_push(m, &todo, ((rest){{0, 0}, 0}));
  while (todo.count > 0 && covered) {
    rest r = vec_pop(&todo);
    if (++steps > MOST_STEPS)
      covered = false;
    while (r.next < cubes->count && !cubes_meet(r.where, cubes->at[r.next]))
      r.next++;
    if (r.next == cubes->count) {
      covered = false;
      break;
    }
    omega_cube cube = cubes->at[r.next];
    for (uint64_t left = cube.mask & ~r.where.mask; left; left &= left - 1) {
      uint64_t bit = left & -left;
      rest outside = r;
      outside.where.mask |= bit;
      outside.where.value |= bit & ~cube.value;
      outside.next++;
      vec_push(m, &todo, outside);
      r.where.mask |= bit;
      r.where.value |= bit & cube.value;
    }
  }
  vec_free(m, &todo);
  return covered;
}

/* Do the edges of q, or with 'component' those that stay in its own, cover all
 * letters? */
static bool is_complete(mem *m, const omega *automaton, uint32_t q,
                        const uint32_t *component) {
  letters_cubes cubes = {0};
  assert(q < automaton->first.count);
  for (uint32_t i = automaton->first.at[q]; i < automaton->first.at[q + 1];
       i++) {
    const omega_edge *edge = &automaton->edges.at[i];
    if (!component || component[edge->to] == component[q])
      for (uint32_t j = 0; j < edge->cubes; j++)
        vec_push(m, &cubes, automaton->cubes.at[edge->first_cube + j]);
  }
  bool complete = cover_all(m, &cubes);
  vec_free(m, &cubes);
  return complete;
}

/* The same automaton; a label is the place of the edge. 'without': edges with
 * any of these marks are left out; so are those between the components. */
static void copy(mem *m, progress *clock, const omega *automaton,
                 uint64_t without, const uint32_t *component, tgba *out) {
  tgba_init(out, m, clock, NULL);
  out->sets = automaton->sets;
  out->initial = automaton->initial;
  for (uint32_t q = 0; q < automaton->states; q++) {
    tgba_state(out);
    for (uint32_t i = automaton->first.at[q]; i < automaton->first.at[q + 1];
         i++) {
      const omega_edge *edge = &automaton->edges.at[i];
      if (edge->cubes > 0 && !(edge->marks & without) &&
          (!component || component[edge->to] == component[q]))
        tgba_edge_add(out, edge->to, i, edge->marks);
    }
  }
  tgba_end(out);
}

/* Is each component all accepting or without an accepting cycle? */
static bool is_weak(mem *m, progress *clock, const omega *a,
                    const tgba_sccs *s) {
  bool weak = true;
  for (uint32_t x = 0; x < a->sets && weak; x++) {
    tgba b;
    tgba_sccs t;
    copy(m, clock, a, UINT64_C(1) << x, s->of, &b);
    tgba_sccs_find(&b, &t);
    for (uint32_t q = 0; q < a->states; q++)
      weak &= !s->good[s->of[q]] || t.trivial[t.of[q]];
    tgba_sccs_free(&b, &t);
    tgba_free(&b);
  }
  return weak;
}

omega_kind omega_classify(mem *m, const omega *a) {
  progress clock = {.budget = m->budget};
  omega_kind kind = {true, true, true, true};
  tgba b;
  tgba_sccs sccs;
  copy(m, &clock, a, 0, NULL, &b);
  tgba_sccs_find(&b, &sccs);
  kind.weak = is_weak(m, &clock, a, &sccs);
  kind.terminal = kind.weak;
  for (uint32_t q = 0; q < a->states; q++) {
    kind.deterministic = kind.deterministic && is_deterministic(a, q);
    kind.complete = kind.complete && is_complete(m, a, q, NULL);
    if (sccs.good[sccs.of[q]] && kind.terminal)
      kind.terminal = is_complete(m, a, q, sccs.of);
  }
  tgba_sccs_free(&b, &sccs);
  tgba_free(&b);
  return kind;
}

static void classify_copy_names(mem *m, const names *from, names *to) {
  for (uint32_t i = 0; i < names_count(from); i++)
    names_insert(m, to, names_text(from, i), names_length(from, i));
}

void omega_degeneralise(mem *m, const omega *a, omega *out) {
  progress clock = {.budget = m->budget};
  tgba b;
  copy(m, &clock, a, 0, NULL, &b);
  tgba_trim(&b);
  tgba_degeneralise(&b);
  tgba_trim(&b);
  *out = (omega){
      .states = b.states, .initial = b.initial, .sets = 1, .state_based = true};
  classify_copy_names(m, &a->atoms, &out->atoms);
  vec_each (const omega_cube, cube, &a->cubes)
    vec_push(m, &out->cubes, *cube);
  for (uint32_t q = 0; q < b.states; q++)
    tgba_each(e, &b, q) {
      const omega_edge *old = &a->edges.at[e->label];
      omega_edge edge = {.from = q,
                         .to = e->to,
                         .first_cube = old->first_cube,
                         .cubes = old->cubes,
                         .marks = e->marks};
      vec_push(m, &out->edges, edge);
    }
  tgba_free(&b);
  omega_index(m, out);
}
