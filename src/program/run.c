#include "program/run.h"

#include "program/moves.h"

#include <assert.h>

void prog_run_free(mem *m, prog_run *run) {
  vec_free(m, &run->steps);
  vec_free(m, &run->values);
}

void prog_configuration_start(prog_configuration *c, mem *m,
                              const prog *program) {
  *c = (prog_configuration){.p = program, .m = m};
  c->globals =
      mem_array(m, (size_t)program->global_cells + 1, sizeof *c->globals);
  vec_reserve(m, &c->cells, 1); /* there, even if it is empty */
  vec_resize(m, &c->cells, prog_cells_at(program, program->start));
  vec_push(m, &c->frames, ((prog_frame_values){.location = program->start}));
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
  vec_each (const prog_frame_values, frame_values, &from->frames)
    vec_push(to->m, &to->frames, *frame_values);
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

static bool is_choice(const prog_move *move, const prog_choices *choices,
                      uint32_t value) {
  if (choices->is_range)
    return value < choices->count;
  for (uint64_t i = 0; i < choices->count; i++)
    if (prog_choice(move, choices, i) == value)
      return true;
  return false;
}

/* Do the assignments, with the indices as chosen, lead to these values? */
static bool leads_to(const prog_move *move, const uint32_t *values) {
  for (size_t i = 0; i < move->behind.count; i++) {
    uint32_t writer = move->writer.at[i];
    if (writer == 0
            ? values[i] != move->behind.at[i]
            : !is_choice(move, &move->writes.at[writer - 1].choices, values[i]))
      return false;
  }
  return true;
}

static bool may_move(prog_move *move, const prog_edge *edge,
                     const prog_configuration *c, const uint32_t *values,
                     const char **why) {
  if (!prog_move_begin(move, edge, c->globals, prog_locals(c)))
    return refuse(why, "the condition of the statement is not passed");
  bool leads = leads_to(move, values);
  while (!leads && prog_move_next(move))
    leads = leads_to(move, values);
  if (!leads)
    return refuse(why, "the statement does not lead to these values");
  if (!prog_move_ends(move, values))
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
static void go(prog_configuration *c, const prog_edge *edge,
               const uint32_t *values) {
  size_t globals = c->p->global_cells, own = prog_cells_at(c->p, edge->from);
  prog_frame_values *top = &vec_last(&c->frames);
  set(c->globals, values, globals);
  values += globals;
  if (edge->kind == PROG_RETURN) {
    c->cells.count = top->cells;
    c->frames.count--;
    return;
  }
  top->location = edge->to;
  if (edge->kind == PROG_STEP) {
    set(c->cells.at + top->cells, values, own);
    return;
  }
  size_t called = prog_cells_at(c->p, edge->entry), first = c->cells.count;
  set(c->cells.at + top->cells, values + called, own);
  vec_resize(c->m, &c->cells, first + called);
  set(c->cells.at + first, values, called);
  vec_push(c->m, &c->frames,
           ((prog_frame_values){.location = edge->entry, .cells = first}));
}

static size_t cells_below_top(const prog_configuration *c) {
  size_t n = c->frames.count;
  return n < 2 ? 0 : c->frames.at[n - 1].cells - c->frames.at[n - 2].cells;
}

/* So many values belong to a step by this edge. */
static size_t values_of(const prog_configuration *c, const prog_edge *edge) {
  size_t own = prog_cells_at(c->p, edge->from);
  if (edge->kind == PROG_RETURN)
    own = cells_below_top(c);
  else if (edge->kind == PROG_CALL)
    own += prog_cells_at(c->p, edge->entry);
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

static bool take(prog_configuration *c, progress *clock, prog_move *move,
                 const prog_run *run, size_t step, const char **why) {
  assert(step < run->steps.count);
  const prog *program = c->p;
  prog_step s = run->steps.at[step];
  if (s.edge == PROG_STUTTER)
    return stutters(c, clock, why);
  if (s.edge >= program->edges.count ||
      program->edges.at[s.edge].from != prog_here(c))
    return refuse(why, "the statement is not the next one");
  const prog_edge *edge = &program->edges.at[s.edge];
  if (edge->kind == PROG_RETURN && c->frames.count < 2)
    return refuse(why, "nothing was called that could return");
  size_t needed = values_of(c, edge);
  if (s.values > run->values.count || run->values.count - s.values < needed)
    return refuse(why, "values of the step are missing");
  static const uint32_t none = 0;
  const uint32_t *values = needed ? run->values.at + s.values : &none;
  if (!may_move(move, edge, c, values, why))
    return false;
  if (edge->kind == PROG_RETURN) {
    size_t n = c->frames.count;
    if (!same(values + program->global_cells,
              c->cells.at + c->frames.at[n - 2].cells, cells_below_top(c)))
      return refuse(why, "a return changes variables of the caller");
  }
  go(c, edge, values);
  return true;
}

bool prog_take(prog_configuration *c, const prog_run *run, size_t step,
               const char **why) {
  prog_move move;
  prog_move_init(&move, c->m, c->p);
  bool taken = take(c, NULL, &move, run, step, why);
  prog_move_free(&move);
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
static bool follow(prog_configuration *c, progress *clock, const prog_run *run,
                   prog_configuration *entered, const char **why) {
  prog_move move;
  prog_move_init(&move, c->m, c->p);
  bool goes = true;
  size_t depth = 0;
  for (size_t i = 0; goes && i < run->steps.count; i++) {
    progress_tick(clock);
    if (i == run->loop) {
      prog_configuration_copy(entered, c);
      depth = c->frames.count;
    }
    goes = take(c, clock, &move, run, i, why);
    if (goes && c->frames.count < depth)
      goes = refuse(why, "the loop returns from where it started");
  }
  prog_move_free(&move);
  return goes;
}

bool prog_replay(mem *m, progress *clock, const prog *program,
                 const prog_run *run, const char **why) {
  if (run->loop != SIZE_MAX && run->loop >= run->steps.count)
    return refuse(why, "the loop has no steps");
  prog_configuration c, entered = {.p = program, .m = m};
  prog_configuration_start(&c, m, program);
  bool is_run = follow(&c, clock, run, &entered, why);
  if (is_run && run->loop != SIZE_MAX && !same_head(&entered, &c))
    is_run = refuse(why, "the loop does not come back to its start");
  prog_configuration_free(&entered);
  prog_configuration_free(&c);
  return is_run;
}
