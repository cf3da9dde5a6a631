#include "program/run.h"

#include "program/moves.h"

#include <assert.h>

void prog_run_free(mem *m, prog_run *r) {
  vec_free(m, &r->steps);
  vec_free(m, &r->values);
}

void prog_configuration_start(prog_configuration *c, mem *m, const prog *p) {
  *c = (prog_configuration){.p = p, .m = m};
  c->globals = mem_array(m, (size_t)p->global_cells + 1, sizeof *c->globals);
  vec_reserve(m, &c->cells, 1); /* there, even if it is empty */
  vec_resize(m, &c->cells, prog_cells_at(p, p->start));
  vec_push(m, &c->frames, ((prog_frame_values){.location = p->start}));
}

void prog_configuration_copy(prog_configuration *to,
                             const prog_configuration *from) {
  *to = (prog_configuration){.p = from->p, .m = from->m};
  size_t globals = from->p->global_cells;
  to->globals = mem_array(to->m, globals + 1, sizeof *to->globals);
  for (size_t i = 0; i < globals; i++)
    to->globals[i] = from->globals[i];
  vec_reserve(to->m, &to->cells, from->cells.count + 1);
  vec_each (const uint32_t, cell, &from->cells)
    vec_push(to->m, &to->cells, *cell);
  vec_each (const prog_frame_values, f, &from->frames)
    vec_push(to->m, &to->frames, *f);
}

void prog_configuration_free(prog_configuration *c) {
  mem_free(c->m, c->globals);
  c->globals = NULL;
  vec_free(c->m, &c->frames);
  vec_free(c->m, &c->cells);
}

static bool refuse(const char **why, const char *reason) {
  *why = reason;
  return false;
}

static bool is_choice(const prog_move *v, const prog_choices *c,
                      uint32_t value) {
  if (c->is_range)
    return value < c->count;
  for (uint64_t i = 0; i < c->count; i++)
    if (prog_choice(v, c, i) == value)
      return true;
  return false;
}

/* Do the assignments, with the indices as chosen, lead to these values? */
static bool leads_to(const prog_move *v, const uint32_t *values) {
  for (size_t i = 0; i < v->behind.count; i++) {
    uint32_t writer = v->writer.at[i];
    if (writer == 0
            ? values[i] != v->behind.at[i]
            : !is_choice(v, &v->writes.at[writer - 1].choices, values[i]))
      return false;
  }
  return true;
}

static bool may_move(prog_move *v, const prog_edge *e,
                     const prog_configuration *c, const uint32_t *values,
                     const char **why) {
  if (!prog_move_begin(v, e, c->globals, prog_locals(c)))
    return refuse(why, "the condition of the statement is not passed");
  bool leads = leads_to(v, values);
  while (!leads && prog_move_next(v))
    leads = leads_to(v, values);
  if (!leads)
    return refuse(why, "the statement does not lead to these values");
  if (!prog_move_ends(v, values))
    return refuse(why, "the values behind the statement are excluded");
  return true;
}

static bool same(const uint32_t *a, const uint32_t *b, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (a[i] != b[i])
      return false;
  return true;
}

static void set(uint32_t *to, const uint32_t *from, size_t count) {
  for (size_t i = 0; i < count; i++)
    to[i] = from[i];
}

/* The step is one: the configuration becomes that behind it. */
static void go(prog_configuration *c, const prog_edge *e,
               const uint32_t *values) {
  size_t globals = c->p->global_cells, own = prog_cells_at(c->p, e->from);
  prog_frame_values *top = &vec_last(&c->frames);
  set(c->globals, values, globals);
  values += globals;
  if (e->kind == PROG_RETURN) {
    c->cells.count = top->cells;
    c->frames.count--;
    return;
  }
  top->location = e->to;
  if (e->kind == PROG_STEP) {
    set(c->cells.at + top->cells, values, own);
    return;
  }
  size_t called = prog_cells_at(c->p, e->entry), first = c->cells.count;
  set(c->cells.at + top->cells, values + called, own);
  vec_resize(c->m, &c->cells, first + called);
  set(c->cells.at + first, values, called);
  vec_push(c->m, &c->frames,
           ((prog_frame_values){.location = e->entry, .cells = first}));
}

static size_t cells_below_top(const prog_configuration *c) {
  size_t n = c->frames.count;
  return n < 2 ? 0 : c->frames.at[n - 1].cells - c->frames.at[n - 2].cells;
}

/* So many values belong to a step by this edge. */
static size_t values_of(const prog_configuration *c, const prog_edge *e) {
  size_t own = prog_cells_at(c->p, e->from);
  if (e->kind == PROG_RETURN)
    own = cells_below_top(c);
  else if (e->kind == PROG_CALL)
    own += prog_cells_at(c->p, e->entry);
  return c->p->global_cells + own;
}

static bool nothing(void *self, uint32_t edge, const uint32_t *globals,
                    const uint32_t *top, const uint32_t *below) {
  (void)self, (void)edge, (void)globals, (void)top, (void)below;
  return false;
}

static bool stutters(const prog_configuration *c, progress *clock,
                     const char **why) {
  return prog_steps_from(c->m, clock, c->p, prog_here(c), c->globals,
                         prog_locals(c), nothing, NULL) ||
         refuse(why, "the run waits, though it could go on");
}

static bool take(prog_configuration *c, progress *clock, prog_move *v,
                 const prog_run *r, size_t step, const char **why) {
  assert(step < r->steps.count);
  const prog *p = c->p;
  prog_step s = r->steps.at[step];
  if (s.edge == PROG_STUTTER)
    return stutters(c, clock, why);
  if (s.edge >= p->edges.count || p->edges.at[s.edge].from != prog_here(c))
    return refuse(why, "the statement is not the next one");
  const prog_edge *e = &p->edges.at[s.edge];
  if (e->kind == PROG_RETURN && c->frames.count < 2)
    return refuse(why, "nothing was called that could return");
  size_t needed = values_of(c, e);
  if (s.values > r->values.count || r->values.count - s.values < needed)
    return refuse(why, "values of the step are missing");
  static const uint32_t none = 0;
  const uint32_t *values = needed ? r->values.at + s.values : &none;
  if (!may_move(v, e, c, values, why))
    return false;
  if (e->kind == PROG_RETURN) {
    size_t n = c->frames.count;
    if (!same(values + p->global_cells, c->cells.at + c->frames.at[n - 2].cells,
              cells_below_top(c)))
      return refuse(why, "a return changes variables of the caller");
  }
  go(c, e, values);
  return true;
}

bool prog_take(prog_configuration *c, const prog_run *r, size_t step,
               const char **why) {
  prog_move v;
  prog_move_init(&v, c->m, c->p);
  bool taken = take(c, NULL, &v, r, step, why);
  prog_move_free(&v);
  return taken;
}

static bool same_head(const prog_configuration *a,
                      const prog_configuration *b) {
  return prog_here(a) == prog_here(b) &&
         same(a->globals, b->globals, a->p->global_cells) &&
         same(prog_locals(a), prog_locals(b),
              prog_cells_at(a->p, prog_here(a)));
}

/* Takes all steps; 'entered' becomes the configuration that the loop starts
 * from. */
static bool follow(prog_configuration *c, progress *clock, const prog_run *r,
                   prog_configuration *entered, const char **why) {
  prog_move v;
  prog_move_init(&v, c->m, c->p);
  bool goes = true;
  size_t depth = 0;
  for (size_t i = 0; goes && i < r->steps.count; i++) {
    progress_tick(clock);
    if (i == r->loop) {
      prog_configuration_copy(entered, c);
      depth = c->frames.count;
    }
    goes = take(c, clock, &v, r, i, why);
    if (goes && c->frames.count < depth)
      goes = refuse(why, "the loop returns from where it started");
  }
  prog_move_free(&v);
  return goes;
}

bool prog_replay(mem *m, progress *clock, const prog *p, const prog_run *r,
                 const char **why) {
  if (r->loop != SIZE_MAX && r->loop >= r->steps.count)
    return refuse(why, "the loop has no steps");
  prog_configuration c, entered = {.p = p, .m = m};
  prog_configuration_start(&c, m, p);
  bool is_run = follow(&c, clock, r, &entered, why);
  if (is_run && r->loop != SIZE_MAX && !same_head(&entered, &c))
    is_run = refuse(why, "the loop does not come back to its start");
  prog_configuration_free(&entered);
  prog_configuration_free(&c);
  return is_run;
}
