/* What a program's parts imply: where the edges of a location stand, the slots
 * of variables, the heads of loops. */
#include "cfa/cfa.h"

#include <assert.h>

/* By counting, so that edges of one location keep their order. */
static void sort_edges(mem *m, cfa *automaton) {
  size_t count = automaton->edges.count;
  cfa_edge *sorted = mem_array(m, count + 1, sizeof *sorted);
  uint32_t next = 0;
  vec_each (cfa_location, location, &automaton->locations)
    location->edges = 0;
  vec_each (const cfa_edge, edge, &automaton->edges) {
    assert(edge->from < automaton->locations.count);
    automaton->locations.at[edge->from].edges++;
  }
  vec_each (cfa_location, location, &automaton->locations) {
    location->first_edge = next;
    next += location->edges;
    location->edges = 0;
  }
  vec_each (const cfa_edge, edge, &automaton->edges) {
    cfa_location *location = &automaton->locations.at[edge->from];
    sorted[location->first_edge + location->edges++] = *edge;
  }
  if (count)
    memcpy(automaton->edges.at, sorted, count * sizeof *sorted);
  mem_free(m, sorted);
}

static void number_slots(cfa *automaton) {
  automaton->globals = automaton->global_scalars = automaton->global_objects =
      0;
  vec_each (cfa_function, function, &automaton->functions)
    function->scalars = function->objects = 0;
  vec_each (cfa_variable, variable, &automaton->variables) {
    bool is_global = variable->function == CFA_NONE;
    cfa_function *function =
        is_global ? NULL : &automaton->functions.at[variable->function];
    uint32_t *scalars =
        is_global ? &automaton->global_scalars : &function->scalars;
    uint32_t *objects =
        is_global ? &automaton->global_objects : &function->objects;
    variable->slot = variable->is_scalar ? (*scalars)++ : (*objects)++;
    automaton->globals += is_global;
  }
}

typedef struct visit {
  uint32_t location, next; /* of its edges */
} visit;
typedef vec(visit) visits;

enum { NEW, OPEN, DONE };

static void finish_enter(mem *m, visits *path, unsigned char *state,
                         uint32_t to) {
  state[to] = OPEN;
  vec_push(m, path, ((visit){to, 0}));
}

static void search(mem *m, cfa *automaton, visits *path, unsigned char *state,
                   uint32_t entry) {
  if (state[entry] != NEW)
    return;
  finish_enter(m, path, state, entry);
  while (path->count) {
    visit *v = &vec_last(path);
    const cfa_location *location = &automaton->locations.at[v->location];
    if (v->next == location->edges) {
      state[v->location] = DONE;
      path->count--;
      continue;
    }
    uint32_t to = automaton->edges.at[location->first_edge + v->next++].to;
    if (to == CFA_NONE)
      continue;
    if (state[to] == OPEN)
      automaton->locations.at[to].is_loop_head = true;
    else if (state[to] == NEW)
      finish_enter(m, path, state, to);
  }
}

static void find_loop_heads(mem *m, cfa *automaton) {
  unsigned char *state = mem_alloc(m, automaton->locations.count + 1);
  visits path = {0};
  vec_each (cfa_location, location, &automaton->locations)
    location->is_loop_head = false;
  vec_each (const cfa_function, function, &automaton->functions)
    search(m, automaton, &path, state, function->entry);
  vec_free(m, &path);
  mem_free(m, state);
}

void cfa_finish(mem *m, cfa *automaton) {
  sort_edges(m, automaton);
  number_slots(automaton);
  find_loop_heads(m, automaton);
}
