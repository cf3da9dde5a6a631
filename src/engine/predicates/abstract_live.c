/* Booleans that nobody reads before they are written anew become 0: states that
 * differ only in them are one. */
#include "engine/predicates/abstract_inside.h"

#include <assert.h>

typedef struct support {
  uint32_t first, count; /* in 'read' */
} support;

typedef struct living {
  mem *m;
  prog *p;
  uint64_t *live; /* by location, 'words' each */
  size_t words;
  vec(uint32_t) read;     /* variables */
  vec(support) guards;    /* by edge */
  vec(support) values;    /* by assignment */
  vec(uint32_t) callers;  /* call edges, by procedure */
  uint32_t *first_caller; /* by procedure, one more */
  uint64_t *behind;       /* scratch: live behind an edge */
  vec(prog_assignment) made;
  builder *b;
} living;

static bool has(const uint64_t *set, uint32_t v) {
  return set[v / 64] >> v % 64 & 1;
}

static void put(uint64_t *set, uint32_t v) {
  set[v / 64] |= UINT64_C(1) << v % 64;
}

static uint64_t *live_at(const living *x, uint32_t location) {
  return x->live + location * x->words;
}

static support support_of(living *x, uint32_t expression) {
  support out = {.first = (uint32_t)x->read.count};
  vec(uint32_t) waiting = {0};
  map seen = {0};
  if (expression != PROG_NONE)
    vec_push(x->m, &waiting, expression);
  while (waiting.count) {
    uint32_t e = vec_pop(&waiting), of[3];
    size_t before = seen.keys.count;
    if (map_insert(x->m, &seen, e) < before)
      continue;
    const prog_expression *y = &x->p->expressions.at[e];
    if (y->op == PROG_NOW)
      vec_push(x->m, &x->read, y->a);
    size_t count = prog_operands(y, of);
    for (size_t i = 0; i < count; i++)
      vec_push(x->m, &waiting, of[i]);
  }
  vec_free(x->m, &waiting);
  map_free(x->m, &seen);
  out.count = (uint32_t)x->read.count - out.first;
  return out;
}

/* By an assignment: its value, and the condition that comes with it. */
static support read_by(living *x, uint32_t assignment) {
  assert(assignment < x->p->assignments.count);
  support a = support_of(x, x->p->assignments.at[assignment].value);
  support b = support_of(x, x->b->wheres.at[assignment]);
  return (support){a.first, a.count + b.count};
}

static uint32_t callee_of(const prog *program, const prog_edge *edge) {
  return program->locations.at[edge->entry].procedure;
}

static void find_callers(living *x) {
  const prog *program = x->p;
  x->first_caller =
      mem_array(x->m, program->procedures.count + 2, sizeof *x->first_caller);
  for (uint32_t f = 0; f < program->procedures.count; f++) {
    x->first_caller[f] = (uint32_t)x->callers.count;
    for (uint32_t i = 0; i < program->edges.count; i++)
      if (program->edges.at[i].kind == PROG_CALL &&
          callee_of(program, &program->edges.at[i]) == f)
        vec_push(x->m, &x->callers, i);
  }
  x->first_caller[program->procedures.count] = (uint32_t)x->callers.count;
}

static bool live_is_global(const prog *program, uint32_t v) {
  return program->variables.at[v].procedure == PROG_NONE;
}

static void live_join(const living *x, const uint64_t *from, bool globals) {
  for (uint32_t v = 0; v < x->p->variables.count; v++)
    if (has(from, v) && live_is_global(x->p, v) == globals)
      put(x->behind, v);
}

/* What is live behind an edge: on its way on, and in the caller's frame. */
static void look_behind(const living *x, const prog_edge *edge) {
  const prog *program = x->p;
  memset(x->behind, 0, x->words * sizeof *x->behind);
  if (edge->kind == PROG_STEP) {
    memcpy(x->behind, live_at(x, edge->to), x->words * sizeof *x->behind);
  } else if (edge->kind == PROG_CALL) {
    live_join(x, live_at(x, edge->entry), true);
    live_join(x, live_at(x, edge->to), false);
  } else {
    uint32_t f = program->locations.at[edge->from].procedure;
    for (uint32_t i = x->first_caller[f]; i < x->first_caller[f + 1]; i++)
      live_join(x, live_at(x, program->edges.at[x->callers.at[i]].to), true);
  }
}

/* Is what is assigned read? */
static bool is_wanted(const living *x, const prog_edge *edge, uint32_t v) {
  bool is_parameter = edge->kind == PROG_CALL && !live_is_global(x->p, v);
  return is_parameter ? has(live_at(x, edge->entry), v) : has(x->behind, v);
}

static bool live_back(living *x, uint32_t edge, uint64_t *before) {
  assert(edge < x->p->edges.count);
  const prog_edge *e = &x->p->edges.at[edge];
  look_behind(x, e);
  memcpy(before, x->behind, x->words * sizeof *before);
  for (uint32_t i = 0; i < e->assignments; i++) {
    uint32_t v = x->p->assignments.at[e->first_assignment + i].variable;
    if (e->kind != PROG_CALL || live_is_global(x->p, v))
      before[v / 64] &= ~(UINT64_C(1) << v % 64);
  }
  for (uint32_t i = 0; i < e->assignments; i++) {
    uint32_t n = e->first_assignment + i;
    if (!is_wanted(x, e, x->p->assignments.at[n].variable))
      continue;
    support s = x->values.at[n];
    for (uint32_t k = 0; k < s.count; k++)
      put(before, x->read.at[s.first + k]);
  }
  support g = x->guards.at[edge];
  for (uint32_t k = 0; k < g.count; k++)
    put(before, x->read.at[g.first + k]);
  uint64_t *at = live_at(x, e->from);
  bool is_new = false;
  for (size_t i = 0; i < x->words; i++) {
    is_new = is_new || (before[i] & ~at[i]);
    at[i] |= before[i];
  }
  return is_new;
}

static void push(living *x, prog_frame frame, uint32_t v, uint32_t value) {
  prog_assignment assignment = {
      .frame = frame, .variable = v, .index = PROG_NONE, .value = value};
  vec_push(x->m, &x->made, assignment);
}

static void rewrite(living *x, uint32_t edge, uint32_t zero) {
  prog *program = x->p;
  prog_edge *e = &program->edges.at[edge];
  assert(e->from < program->locations.count);
  uint32_t f = program->locations.at[e->from].procedure;
  const uint64_t *before = live_at(x, e->from);
  uint32_t all = x->b->c.yes;
  look_behind(x, e);
  x->made.count = 0;
  for (uint32_t v = 0; v < program->variables.count; v++) {
    bool is_own =
        live_is_global(program, v) || program->variables.at[v].procedure == f;
    bool is_left = e->kind == PROG_RETURN && !live_is_global(program, v);
    bool is_below = e->kind == PROG_CALL && !live_is_global(program, v);
    if (is_own && !is_left && has(before, v) && !has(x->behind, v))
      push(x, is_below ? PROG_BELOW_TOP : PROG_TOP, v, zero);
  }
  for (uint32_t i = 0; i < e->assignments; i++) {
    prog_assignment assignment =
        program->assignments.at[e->first_assignment + i];
    uint32_t where = x->b->wheres.at[e->first_assignment + i];
    if (!is_wanted(x, e, assignment.variable))
      continue;
    vec_push(x->m, &x->made, assignment);
    if (where != PROG_NONE)
      all = choose_and(&x->b->c, all, where);
  }
  e->where = all == x->b->c.yes ? PROG_NONE : all;
  e->first_assignment = (uint32_t)program->assignments.count;
  e->assignments = (uint32_t)x->made.count;
  vec_each (const prog_assignment, assignment, &x->made)
    vec_push(x->m, &program->assignments, *assignment);
}

void builder_live(builder *b) {
  prog *program = b->p;
  living x = {.m = b->m,
              .p = program,
              .b = b,
              .words = program->variables.count / 64 + 1};
  x.live =
      mem_array(b->m, program->locations.count * x.words + 1, sizeof *x.live);
  x.behind = mem_array(b->m, x.words, sizeof *x.behind);
  uint64_t *before = mem_array(b->m, x.words, sizeof *before);
  find_callers(&x);
  for (uint32_t i = 0; i < program->edges.count; i++)
    vec_push(b->m, &x.guards, support_of(&x, program->edges.at[i].guard));
  for (uint32_t i = 0; i < program->assignments.count; i++)
    vec_push(b->m, &x.values, read_by(&x, i));
  for (bool again = true; again;) {
    again = false;
    progress_look(b->x->clock);
    for (uint32_t i = (uint32_t)program->edges.count; i-- > 0;)
      again = live_back(&x, i, before) || again;
  }
  for (uint32_t i = 0; i < program->edges.count; i++)
    rewrite(&x, i, b->c.no);
  b->out->live = x.live;
  b->out->live_words = x.words;
}
