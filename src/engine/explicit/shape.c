#include "engine/explicit/shape.h"

#include "engine/explicit/search.h"

#include <assert.h>

/* The automaton as a graph; only edges inside a component that are allowed. */
typedef struct view {
  const omega *a;
  const components *c; /* NULL: all edges */
  uint64_t without;    /* edges with one of these marks are left out */
} view;

static bool shape_roots(void *self, graph_edges *out) {
  view *v = self;
  for (uint32_t q = 0; q < v->a->states; q++) {
    graph_edge edge = {.to = q, .label = GRAPH_NONE};
    vec_push(out->m, &out->list, edge);
  }
  return true;
}

static bool shape_next(void *self, uint32_t q, graph_edges *out) {
  view *v = self;
  assert(q < v->a->first.count);
  for (uint32_t i = v->a->first.at[q]; i < v->a->first.at[q + 1]; i++) {
    const omega_edge *o = v->a->edges.at + i;
    if ((o->marks & v->without) ||
        (v->c && v->c->of.at[q] != v->c->of.at[o->to]))
      continue;
    graph_edge e = {.to = o->to, .label = GRAPH_NONE, .via = i};
    vec_push(out->m, &out->list, e);
  }
  return true;
}

/* Is there a cycle without the mark in an accepting component? */
static bool can_avoid(const shape *s, mem *m, progress *clock,
                      const omega *automaton, const components *c,
                      uint32_t mark) {
  view v = {.a = automaton, .c = c, .without = UINT64_C(1) << mark};
  graph g = {.self = &v, .roots = shape_roots, .next = shape_next};
  components inner;
  search_flags cyclic = {0};
  bool found = false;
  components_tarjan(m, clock, &g, 0, &inner);
  search_accepting(m, clock, &g, &inner, &cyclic); /* no marks: any cycle */
  for (uint32_t q = 0; q < automaton->states; q++)
    found |= s->in_accepting[q] && cyclic.at[inner.of.at[q]];
  components_free(m, &inner);
  vec_free(m, &cyclic);
  return found;
}

/* Does every letter lead on? */

enum { MOST_SPLITS = 4096 };

typedef vec(omega_cube) cubes;

/* Is every letter in a cube? Splits by the atoms of cubes that are undecided;
 * after too many splits the answer is no. */
static bool covers_all(mem *m, const cubes *list) {
  cubes open = {0};
  omega_cube all = {0};
  bool covered = true;
  vec_push(m, &open, all);
  for (uint32_t n = 0; covered && open.count; n++) {
    omega_cube part = vec_pop(&open);
    uint64_t split = 0;
    bool done = false;
    vec_each (const omega_cube, cube, list) {
      if ((part.value ^ cube->value) & part.mask & cube->mask)
        continue;
      uint64_t rest = cube->mask & ~part.mask;
      done |= rest == 0;
      split = split ? split : rest & (~rest + 1);
    }
    if (done)
      continue;
    covered = split != 0 && n < MOST_SPLITS;
    part.mask |= split;
    vec_push(m, &open, part);
    part.value |= split;
    vec_push(m, &open, part);
  }
  vec_free(m, &open);
  return covered;
}

static bool is_complete_inside(mem *m, const omega *automaton,
                               const components *c, uint32_t q) {
  cubes list = {0};
  assert(q < automaton->first.count);
  for (uint32_t i = automaton->first.at[q]; i < automaton->first.at[q + 1];
       i++) {
    const omega_edge *edge = automaton->edges.at + i;
    for (uint32_t k = 0; c->of.at[edge->to] == c->of.at[q] && k < edge->cubes;
         k++)
      vec_push(m, &list, automaton->cubes.at[edge->first_cube + k]);
  }
  bool complete = covers_all(m, &list);
  vec_free(m, &list);
  return complete;
}

void shape_of(shape *out, mem *m, progress *clock, const omega *automaton) {
  view v = {.a = automaton};
  uint64_t *marks = mem_array(m, automaton->edges.count + 1, sizeof *marks);
  for (size_t i = 0; i < automaton->edges.count; i++)
    marks[i] = automaton->edges.at[i].marks;
  const uint64_t *list = marks, all = omega_all_marks(automaton);
  graph g = {.self = &v,
             .roots = shape_roots,
             .next = shape_next,
             .marks = &list,
             .all = &all};
  components c;
  search_flags accepting = {0};
  components_tarjan(m, clock, &g, 0, &c);
  search_accepting(m, clock, &g, &c, &accepting);
  out->in_accepting = mem_alloc(m, automaton->states);
  out->is_accepting = mem_alloc(m, automaton->states);
  for (uint32_t q = 0; q < automaton->states; q++) {
    out->in_accepting[q] = accepting.at[c.of.at[q]];
    out->is_accepting[q] =
        automaton->state_based && omega_is_accepting(automaton, q);
  }
  out->weak = true;
  for (uint32_t i = 0; out->weak && i < automaton->sets; i++)
    out->weak = !can_avoid(out, m, clock, automaton, &c, i);
  out->terminal = out->weak;
  for (uint32_t q = 0; out->terminal && q < automaton->states; q++)
    if (out->in_accepting[q])
      out->terminal = is_complete_inside(m, automaton, &c, q);
  components_free(m, &c);
  vec_free(m, &accepting);
  mem_free(m, marks);
}

void shape_free(mem *m, shape *s) {
  mem_free(m, s->in_accepting);
  mem_free(m, s->is_accepting);
}
