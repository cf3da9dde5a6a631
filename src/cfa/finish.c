/* What a program's parts imply: where the edges of a location stand, the slots
 * of variables, the heads of loops. */
#include "cfa/cfa.h"

#include <assert.h>

/* By counting, so that edges of one location keep their order. */
static void sort_edges(mem *m, cfa *p) {
  size_t count = p->edges.count;
  cfa_edge *sorted = mem_array(m, count + 1, sizeof *sorted);
  uint32_t next = 0;
  vec_each (cfa_location, l, &p->locations)
    l->edges = 0;
  vec_each (const cfa_edge, e, &p->edges) {
    assert(e->from < p->locations.count);
    p->locations.at[e->from].edges++;
  }
  vec_each (cfa_location, l, &p->locations) {
    l->first_edge = next;
    next += l->edges;
    l->edges = 0;
  }
  vec_each (const cfa_edge, e, &p->edges) {
    cfa_location *l = &p->locations.at[e->from];
    sorted[l->first_edge + l->edges++] = *e;
  }
  if (count)
    memcpy(p->edges.at, sorted, count * sizeof *sorted);
  mem_free(m, sorted);
}

static void number_slots(cfa *p) {
  p->globals = p->global_scalars = p->global_objects = 0;
  vec_each (cfa_function, f, &p->functions)
    f->scalars = f->objects = 0;
  vec_each (cfa_variable, v, &p->variables) {
    bool is_global = v->function == CFA_NONE;
    cfa_function *f = is_global ? NULL : &p->functions.at[v->function];
    uint32_t *scalars = is_global ? &p->global_scalars : &f->scalars;
    uint32_t *objects = is_global ? &p->global_objects : &f->objects;
    v->slot = v->is_scalar ? (*scalars)++ : (*objects)++;
    p->globals += is_global;
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

static void search(mem *m, cfa *p, visits *path, unsigned char *state,
                   uint32_t entry) {
  if (state[entry] != NEW)
    return;
  finish_enter(m, path, state, entry);
  while (path->count) {
    visit *v = &vec_last(path);
    const cfa_location *l = &p->locations.at[v->location];
    if (v->next == l->edges) {
      state[v->location] = DONE;
      path->count--;
      continue;
    }
    uint32_t to = p->edges.at[l->first_edge + v->next++].to;
    if (to == CFA_NONE)
      continue;
    if (state[to] == OPEN)
      p->locations.at[to].is_loop_head = true;
    else if (state[to] == NEW)
      finish_enter(m, path, state, to);
  }
}

static void find_loop_heads(mem *m, cfa *p) {
  unsigned char *state = mem_alloc(m, p->locations.count + 1);
  visits path = {0};
  vec_each (cfa_location, l, &p->locations)
    l->is_loop_head = false;
  vec_each (const cfa_function, f, &p->functions)
    search(m, p, &path, state, f->entry);
  vec_free(m, &path);
  mem_free(m, state);
}

void cfa_finish(mem *m, cfa *p) {
  sort_edges(m, p);
  number_slots(p);
  find_loop_heads(m, p);
}
