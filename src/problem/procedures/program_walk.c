/* Walks through programs with procedures, by the interpreter: what
 * custos_walk_* does for them (walks.c has Promela's). Every step is one to be
 * chosen, also those that give variables their first values. */
#include "problem/procedures/program_walk.h"

#include "problem/procedures/procedures_parts.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MOST_MOVES = 10000 }; /* values that a statement can choose from */

/* One of the possible steps, with the values behind it. */
struct program_walk {
  prog_run taken; /* the history */
  prog_configuration here;
  size_t position;
  prog_run moves; /* its steps: those possible here */
  bool knows_moves, is_cut;
  kept_text statement, values;
};

static program_walk *walk_of(custos *c) {
  program_walk *walk = c->checked.walk;
  if (!walk)
    context_fail(c, CUSTOS_ERR_USAGE, "call custos_walk_start first");
  return walk;
}

static program_walk *begin(custos *c) {
  program_walk *walk = mem_alloc(&c->job, sizeof *walk);
  walk->taken.loop = walk->moves.loop = SIZE_MAX;
  prog_configuration_start(&walk->here, &c->job, &c->program);
  c->checked.walk = walk;
  return walk;
}

static custos_status program_walk_start(custos *c, bool along) {
  ENTER_SHOWING(c, "walking");
  program_walk *walk = begin(c);
  if (along) {
    const prog_run *run = &c->checked.calls;
    vec_each (const prog_step, step, &run->steps)
      if (step->edge != PROG_STUTTER)
        vec_push(&c->job, &walk->taken.steps, *step);
    vec_each (const uint32_t, v, &run->values)
      vec_push(&c->job, &walk->taken.values, *v);
    if (run->loop < walk->taken.steps.count)
      walk->taken.loop = run->loop;
  }
  return context_leave(c, CUSTOS_OK);
}

typedef struct gathering {
  custos *c;
  program_walk *k;
} gathering;

static void walk_append(gathering *g, const uint32_t *cells, size_t count) {
  for (size_t i = 0; cells && i < count; i++)
    vec_push(&g->c->job, &g->k->moves.values, cells[i]);
}

/* Cells of the frame on top behind the edge, and what is in it behind a
 * return. */
static void append_top(gathering *g, const prog_edge *edge,
                       const uint32_t *top) {
  const prog *program = &g->c->program;
  const prog_configuration *here = &g->k->here;
  size_t frames = here->frames.count;
  if (edge->kind == PROG_CALL) {
    walk_append(g, top, prog_cells_at(program, edge->entry));
  } else if (edge->kind == PROG_STEP) {
    walk_append(g, top, prog_cells_at(program, edge->to));
  } else if (frames > 1) {
    const prog_frame_values *frame_values = &here->frames.at[frames - 2];
    walk_append(g, here->cells.at + frame_values->cells,
                prog_cells_at(program, frame_values->location));
  }
}

static bool gather(void *self, uint32_t edge, const uint32_t *globals,
                   const uint32_t *top, const uint32_t *below) {
  gathering *g = self;
  const prog *program = &g->c->program;
  const prog_edge *e = &program->edges.at[edge];
  prog_step step = {edge, g->k->moves.values.count};
  if (g->k->moves.steps.count >= MOST_MOVES)
    return false;
  vec_push(&g->c->job, &g->k->moves.steps, step);
  walk_append(g, globals, program->global_cells);
  append_top(g, e, top);
  walk_append(g, below, prog_cells_at(program, e->from));
  return true;
}

static size_t count_moves(custos *c, program_walk *walk) {
  gathering g = {c, walk};
  if (!walk->knows_moves) {
    walk->moves.steps.count = walk->moves.values.count = 0;
    prog_steps_from(&c->job, &c->clock, &c->program, prog_here(&walk->here),
                    walk->here.globals, prog_locals(&walk->here), gather, &g);
    walk->knows_moves = true;
  }
  return walk->moves.steps.count;
}

static custos_status program_walk_position(custos *c, custos_position *out) {
  program_walk *walk = walk_of(c);
  if (!walk)
    return CUSTOS_ERR_USAGE;
  ENTER_SHOWING(c, "walking");
  *out = (custos_position){
      .number = walk->position,
      .history = walk->taken.steps.count,
      .loop = walk->taken.loop == SIZE_MAX ? UINT64_MAX : walk->taken.loop,
      .moves = count_moves(c, walk)};
  return context_leave(c, CUSTOS_OK);
}

/* Steps and moves as text. */

static const char *name_at(const prog *program, uint32_t location) {
  assert(location < program->locations.count);
  uint32_t procedure = program->locations.at[location].procedure;
  return prog_text(program, program->procedures.at[procedure].name);
}

static const char *file_of(const custos *c) {
  return c->source.files.count ? c->source.files.at[0] : "";
}

/* "x := *   x=1": the values, since several moves may share a statement. */
static custos_status program_walk_move(custos *c, size_t i, custos_move *out) {
  program_walk *walk = walk_of(c);
  if (!walk)
    return CUSTOS_ERR_USAGE;
  ENTER_SHOWING(c, "walking");
  if (i >= count_moves(c, walk))
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such move");
  const prog *program = &c->program;
  const prog_step *step = &walk->moves.steps.at[i];
  const prog_edge *edge = &program->edges.at[step->edge];
  prog_configuration then = {0};
  const char *why = "";
  keeper kept;
  text *to = keeper_begin(&kept, c, &walk->statement);
  prog_configuration_copy(&then, &walk->here);
  text_put(to, prog_text(program, edge->text));
  text_put(to, "   ");
  if (prog_take(&then, &walk->moves, i, &why))
    prog_show_values(program, program->locations.at[prog_here(&then)].procedure,
                     then.globals, prog_locals(&then), to);
  prog_configuration_free(&then);
  const char *procedure = name_at(program, edge->from);
  size_t frames = walk->here.frames.count;
  *out = (custos_move){.process = *procedure ? procedure : "program",
                       .pid = frames > 2 ? (uint32_t)frames - 2 : 0,
                       .statement = keeper_end(&kept),
                       .file = file_of(c),
                       .line = edge->line,
                       .column = edge->column};
  return context_leave(c, CUSTOS_OK);
}

static const char *fault_at(const custos *c, uint32_t location) {
  vec_each (const prog_claim, claim, &c->program.claims)
    if (claim->location == location)
      return claim->kind == PROG_BOUNDS ? prog_text(&c->program, claim->text)
                                        : "the assertion fails";
  return "";
}

/* To the configuration behind step 'number' of the history. */
static bool go(custos *c, program_walk *walk, size_t number, custos_step *out) {
  const prog *program = &c->program;
  const char *why = "";
  if (number <= walk->position) {
    prog_configuration_free(&walk->here);
    prog_configuration_start(&walk->here, &c->job, program);
    walk->position = 0;
  }
  *out = (custos_step){
      .rule = -1, .rule_text = "", .procedure = "", .file = file_of(c)};
  while (walk->position < number) {
    const prog_edge *edge =
        &program->edges.at[walk->taken.steps.at[walk->position].edge];
    size_t frames = walk->here.frames.count;
    out->procedure = name_at(program, edge->from);
    out->statement = prog_text(program, edge->text);
    out->line = edge->line;
    out->column = edge->column;
    out->calls = frames > 2 ? (uint32_t)frames - 2 : 0;
    out->is_call = edge->kind == PROG_CALL;
    out->is_return = edge->kind == PROG_RETURN;
    if (!prog_take(&walk->here, &walk->taken, walk->position, &why))
      return false;
    walk->position++;
    progress_tick(&c->clock);
  }
  keeper kept;
  walk->knows_moves = false;
  prog_show_values(program,
                   program->locations.at[prog_here(&walk->here)].procedure,
                   walk->here.globals, prog_locals(&walk->here),
                   keeper_begin(&kept, c, &walk->values));
  out->text = keeper_end(&kept);
  out->number = number;
  out->fault = fault_at(c, prog_here(&walk->here));
  out->last = number == walk->taken.steps.count;
  out->loop = number > walk->taken.loop;
  return true;
}

static custos_status program_walk_go(custos *c, uint64_t number,
                                     custos_step *out) {
  program_walk *walk = walk_of(c);
  if (!walk)
    return CUSTOS_ERR_USAGE;
  if (number > walk->taken.steps.count)
    return context_fail(c, CUSTOS_ERR_USAGE, "the walk has no such step");
  ENTER_SHOWING(c, "walking");
  if (!go(c, walk, (size_t)number, out))
    return context_bug(c, "the run does not follow the program");
  return context_leave(c, CUSTOS_OK);
}

static custos_status program_walk_take(custos *c, size_t i, custos_step *out) {
  program_walk *walk = walk_of(c);
  if (!walk)
    return CUSTOS_ERR_USAGE;
  ENTER_SHOWING(c, "walking");
  if (i >= count_moves(c, walk))
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such move");
  const prog_step *step = &walk->moves.steps.at[i];
  size_t end = i + 1 < walk->moves.steps.count
                   ? walk->moves.steps.at[i + 1].values
                   : walk->moves.values.count;
  prog_step taken = {step->edge, walk->taken.values.count};
  walk->taken.steps.count = walk->position;
  walk->taken.loop = SIZE_MAX;
  for (size_t v = step->values; v < end; v++)
    vec_push(&c->job, &walk->taken.values, walk->moves.values.at[v]);
  vec_push(&c->job, &walk->taken.steps, taken);
  if (!go(c, walk, walk->position + 1, out))
    return context_bug(c, "a move is none of the program's");
  out->last = count_moves(c, walk) == 0;
  return context_leave(c, CUSTOS_OK);
}

/* What can be seen. */

typedef struct looking {
  custos *c;
  program_walk *k;
  custos_see_fn *see;
  void *self;
} looking;

/* The variables of a frame, one by one, as prog_show_values shows them. */
static void see_variables(looking *l, uint32_t procedure, const uint32_t *cells,
                          const char *owner, int64_t pid) {
  const prog *program = &l->c->program;
  bool is_global = procedure == PROG_NONE;
  for (uint32_t v = 0; v < program->variables.count; v++) {
    const prog_variable *variable = &program->variables.at[v];
    if (variable->procedure != procedure || variable->is_hidden ||
        variable->is_result)
      continue;
    for (uint32_t i = 0; i < variable->count; i++) {
      char name[200], value[200];
      uint32_t number = cells[variable->cell + i];
      snprintf(name, sizeof name, variable->is_array ? "%.150s[%u]" : "%.150s",
               prog_text(program, variable->name), (unsigned)i);
      if (variable->values != PROG_NONE)
        snprintf(value, sizeof value, "%.190s",
                 names_text(&program->enumerators, variable->values + number));
      else
        snprintf(value, sizeof value, "%u", (unsigned)number);
      custos_seen seen = {.process = is_global ? "" : owner,
                          .name = name,
                          .value = value,
                          .pid = pid};
      l->see(l->self, &seen);
    }
  }
}

static void see_frame(looking *l, size_t i) {
  const prog *program = &l->c->program;
  const prog_configuration *here = &l->k->here;
  const prog_frame_values *frame_values = &here->frames.at[i];
  assert(frame_values->location < program->locations.count);
  const prog_location *at = &program->locations.at[frame_values->location];
  const char *slash = strrchr(file_of(l->c), '/');
  char owner[200], place[300];
  snprintf(owner, sizeof owner, "%.150s(%zu)",
           name_at(program, frame_values->location), i - 1);
  snprintf(place, sizeof place, at->line ? "%.250s:%u" : "%.250s",
           slash ? slash + 1 : file_of(l->c), (unsigned)at->line);
  custos_seen seen = {
      .process = owner, .name = "", .value = place, .pid = (int64_t)i - 1};
  l->see(l->self, &seen);
  see_variables(l, at->procedure, here->cells.at + frame_values->cells, owner,
                (int64_t)i - 1);
}

static custos_status program_walk_look(custos *c, custos_see_fn *see,
                                       void *self) {
  program_walk *walk = walk_of(c);
  if (!walk)
    return CUSTOS_ERR_USAGE;
  ENTER_SHOWING(c, "walking");
  looking l = {c, walk, see, self};
  see_variables(&l, PROG_NONE, walk->here.globals, "", -1);
  for (size_t i = 1; i < walk->here.frames.count; i++)
    see_frame(&l, i);
  return context_leave(c, CUSTOS_OK);
}

const walk_ops program_walk_ops = {.start = program_walk_start,
                                   .position = program_walk_position,
                                   .move = program_walk_move,
                                   .take = program_walk_take,
                                   .go = program_walk_go,
                                   .look = program_walk_look};
