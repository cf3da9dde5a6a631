/* Small random programs for the tests of whatever works on them: several
 * procedures that call each other and themselves, results, arrays, numbers of
 * up to three bits, every operator, 'where', nondeterminism in all its places.
 * The same seed gives the same program. */
#ifndef UNIT_PROGRAM_RANDOM_H
#define UNIT_PROGRAM_RANDOM_H

#include "program/program.h"

#include <stdio.h>

enum {
  RANDOM_BOOLEAN = 1, /* one bit each, no arrays: what Boolean programs have */
  RANDOM_LARGER = 2   /* some more locations */
};

typedef struct random_program {
  mem *m;
  prog *p;
  uint64_t state;
  unsigned flavour;
  /* of the edge that is being made */
  uint32_t procedure; /* whose locals are read */
  uint32_t next;      /* of PROG_NEXT; PROG_NONE: globals only */
  uint32_t below;     /* of PROG_BELOW; PROG_NONE: none */
  bool in_where;
} random_program;

static inline uint32_t program_below(random_program *r, uint32_t n) {
  r->state += UINT64_C(0x9e3779b97f4a7c15);
  uint64_t z = r->state;
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return (uint32_t)((z ^ z >> 31) >> 16) % n;
}

static inline bool program_chance(random_program *r, uint32_t percent) {
  return program_below(r, 100) < percent;
}

static inline uint32_t program_name(random_program *r, const char *letter,
                                    uint32_t n) {
  char name[32];
  (void)snprintf(name, sizeof name, "%s%u", letter, n);
  return prog_name(r->m, r->p, name);
}

static inline uint32_t program_width(random_program *r) {
  return r->flavour & RANDOM_BOOLEAN ? 1 : 1 + program_below(r, 3);
}

/* Expressions. */

static inline uint32_t program_expression(random_program *r, uint32_t width,
                                          int depth);

/* A variable that 'op' may read, or PROG_NONE. */
static inline uint32_t program_readable(random_program *r, prog_op op) {
  const prog *p = r->p;
  uint32_t frame = op == PROG_NOW    ? r->procedure
                   : op == PROG_NEXT ? r->next
                                     : r->below;
  for (int tries = 0; tries < 20 && p->variables.count; tries++) {
    uint32_t x = program_below(r, (uint32_t)p->variables.count);
    uint32_t owner = p->variables.at[x].procedure;
    if (p->variables.at[x].is_result)
      continue;
    if (owner == PROG_NONE ? op != PROG_BELOW : owner == frame)
      return x;
  }
  return PROG_NONE;
}

static inline uint32_t program_widened(random_program *r, uint32_t e,
                                       uint32_t width) {
  if (r->p->expressions.at[e].width == width)
    return e;
  return prog_add_expression(r->m, r->p, PROG_WIDEN, width, e, PROG_NONE,
                             PROG_NONE);
}

static inline uint32_t program_leaf(random_program *r, uint32_t width) {
  prog *p = r->p;
  prog_op op = PROG_NOW;
  if (r->in_where && program_chance(r, 60))
    op =
        r->below != PROG_NONE && program_chance(r, 40) ? PROG_BELOW : PROG_NEXT;
  uint32_t kind = program_below(r, 8);
  if (kind == 0)
    return program_widened(r,
                           prog_add_expression(r->m, p, PROG_ANY, 1, PROG_NONE,
                                               PROG_NONE, PROG_NONE),
                           width);
  uint32_t x = kind < 3 ? PROG_NONE : program_readable(r, op);
  if (x == PROG_NONE)
    return prog_constant(r->m, p, width, program_below(r, 1U << width));
  uint32_t index = PROG_NONE;
  if (p->variables.at[x].is_array)
    index = program_expression(r, 1 + program_below(r, 2), 0);
  return program_widened(r,
                         prog_add_expression(r->m, p, op,
                                             p->variables.at[x].width, x, index,
                                             PROG_NONE),
                         width);
}

static inline uint32_t program_condition(random_program *r, int depth) {
  static const prog_op ops[] = {
      PROG_NOT,    PROG_AND,   PROG_OR,      PROG_XOR,  PROG_IMPLIES,
      PROG_CHOOSE, PROG_EQUAL, PROG_DIFFERS, PROG_LESS, PROG_AT_MOST};
  prog_op op = ops[program_below(r, sizeof ops / sizeof *ops)];
  uint32_t wide = op >= PROG_EQUAL ? program_width(r) : 1;
  uint32_t a = program_expression(r, wide, depth - 1), b = PROG_NONE;
  if (op != PROG_NOT)
    b = program_expression(r, op >= PROG_EQUAL ? program_width(r) : 1,
                           depth - 1);
  return prog_add_expression(r->m, r->p, op, 1, a, b, PROG_NONE);
}

static inline uint32_t program_expression(random_program *r, uint32_t width,
                                          int depth) {
  static const prog_op ops[] = {PROG_PLUS,        PROG_MINUS,   PROG_TIMES,
                                PROG_OVER,        PROG_MODULO,  PROG_SHIFT_LEFT,
                                PROG_SHIFT_RIGHT, PROG_BIT_AND, PROG_BIT_OR,
                                PROG_BIT_XOR,     PROG_BIT_NOT, PROG_WIDEN,
                                PROG_IF};
  if (depth <= 0 || program_chance(r, 30))
    return program_leaf(r, width);
  if (width == 1 && program_chance(r, 70))
    return program_condition(r, depth);
  prog_op op = ops[program_below(r, sizeof ops / sizeof *ops)];
  uint32_t a = op == PROG_IF
                   ? program_expression(r, 1, depth - 1)
                   : program_expression(r, program_width(r), depth - 1);
  uint32_t b = PROG_NONE, c = PROG_NONE;
  if (op != PROG_BIT_NOT && op != PROG_WIDEN)
    b = program_expression(r, op == PROG_IF ? width : program_width(r),
                           depth - 1);
  if (op == PROG_IF)
    c = program_expression(r, width, depth - 1);
  return prog_add_expression(r->m, r->p, op, width, a, b, c);
}

static inline uint32_t program_any(random_program *r, uint32_t width) {
  return prog_add_expression(r->m, r->p, PROG_ANY, width, PROG_NONE, PROG_NONE,
                             PROG_NONE);
}

/* Assignments and edges. */

static inline prog_assignment program_assignment(random_program *r, uint32_t x,
                                                 prog_frame frame) {
  const prog_variable v = r->p->variables.at[x];
  prog_assignment a = {.frame = frame, .variable = x, .index = PROG_NONE};
  bool is_whole = v.is_array && program_chance(r, 30);
  if (v.is_array && !is_whole)
    a.index = program_expression(r, 1 + program_below(r, 2), 1);
  if (program_chance(r, 20))
    a.value = program_any(r, program_chance(r, 80) ? v.width : 1);
  else if (is_whole)
    a.value = prog_constant(r->m, r->p, v.width, 1);
  else
    a.value = program_expression(r, program_chance(r, 80) ? v.width : 2, 2);
  if (!is_whole || r->p->expressions.at[a.value].op != PROG_CONSTANT)
    return a;
  uint32_t y = program_readable(r, PROG_NOW);
  if (y != PROG_NONE && r->p->variables.at[y].is_array &&
      r->p->variables.at[y].count == v.count)
    a.value =
        prog_add_expression(r->m, r->p, PROG_NOW, r->p->variables.at[y].width,
                            y, PROG_NONE, PROG_NONE);
  return a;
}

/* Up to two assignments to variables of 'owner' or globals. */
static inline size_t program_assignments(random_program *r, uint32_t owner,
                                         prog_frame frame,
                                         prog_assignment *out) {
  size_t count = 0;
  for (uint32_t i = program_below(r, 3); i > 0; i--) {
    uint32_t x = program_below(r, (uint32_t)r->p->variables.count);
    const prog_variable *v = &r->p->variables.at[x];
    if (v->is_result || (v->procedure != owner && v->procedure != PROG_NONE) ||
        (frame == PROG_BELOW_TOP && v->procedure == PROG_NONE))
      continue;
    out[count++] = program_assignment(r, x, frame);
  }
  return count;
}

static inline prog_edge program_edge(random_program *r, prog_edge_kind kind,
                                     uint32_t from) {
  prog_edge e = {.kind = kind,
                 .from = from,
                 .to = PROG_NONE,
                 .entry = PROG_NONE,
                 .guard = PROG_NONE,
                 .where = PROG_NONE,
                 .text = program_name(r, "statement ", from),
                 .line = from,
                 .column = 1};
  r->procedure = r->p->locations.at[from].procedure;
  r->next = r->below = PROG_NONE;
  r->in_where = false;
  if (program_chance(r, 50))
    e.guard = program_expression(r, 1, 2);
  return e;
}

static inline void program_where(random_program *r, prog_edge *e, uint32_t next,
                                 uint32_t below) {
  if (!program_chance(r, 25))
    return;
  r->in_where = true, r->next = next, r->below = below;
  e->where = program_expression(r, 1, 2);
  r->in_where = false;
}

static inline uint32_t program_result_of(const random_program *r,
                                         uint32_t procedure) {
  char name[32];
  (void)snprintf(name, sizeof name, "r%u", procedure);
  vec_each (const prog_variable, x, &r->p->variables)
    if (strcmp(prog_text(r->p, x->name), name) == 0)
      return (uint32_t)(x - r->p->variables.at);
  return PROG_NONE;
}

static inline void program_step(random_program *r, uint32_t from, uint32_t to) {
  prog_edge e = program_edge(r, PROG_STEP, from);
  prog_assignment a[3];
  size_t count = program_assignments(r, r->procedure, PROG_TOP, a);
  e.to = to;
  program_where(r, &e, r->procedure, PROG_NONE);
  prog_add_edge(r->m, r->p, &e, a, count);
}

/* The step behind a call that takes the result. */
static inline uint32_t program_take_result(random_program *r, uint32_t result,
                                           uint32_t procedure, uint32_t to) {
  uint32_t behind = prog_add_location(r->m, r->p, procedure, 0, 0);
  prog_edge e = program_edge(r, PROG_STEP, behind);
  e.guard = PROG_NONE;
  e.to = to;
  prog_assignment a[4];
  size_t count = program_assignments(r, procedure, PROG_TOP, a);
  for (size_t i = 0; i < count; i++) {
    a[i].index = PROG_NONE;
    if (r->p->variables.at[a[i].variable].is_array)
      a[i].value = program_any(r, 1);
    else
      a[i].value = prog_add_expression(r->m, r->p, PROG_NOW, 1, result,
                                       PROG_NONE, PROG_NONE);
  }
  a[count++] = (prog_assignment){.variable = result,
                                 .index = PROG_NONE,
                                 .value = prog_constant(r->m, r->p, 1, 0)};
  prog_add_edge(r->m, r->p, &e, a, count);
  return behind;
}

static inline void program_call(random_program *r, uint32_t from, uint32_t to,
                                uint32_t callee) {
  prog_edge e = program_edge(r, PROG_CALL, from);
  uint32_t caller = r->procedure;
  prog_procedure q = r->p->procedures.at[callee];
  prog_assignment a[16];
  size_t count = 0;
  for (uint32_t i = 0; i < q.parameters; i++)
    a[count++] = program_assignment(r, q.first_variable + i, PROG_TOP);
  if (program_chance(r, 30))
    count += program_assignments(r, caller, PROG_BELOW_TOP, a + count);
  e.entry = q.entry;
  program_where(r, &e, callee, caller);
  uint32_t result = program_result_of(r, callee);
  e.to = result == PROG_NONE ? to : program_take_result(r, result, caller, to);
  prog_add_edge(r->m, r->p, &e, a, count);
}

static inline void program_return(random_program *r, uint32_t from) {
  prog_edge e = program_edge(r, PROG_RETURN, from);
  uint32_t result = program_result_of(r, r->procedure);
  prog_assignment a[4];
  size_t count = program_assignments(r, PROG_NONE, PROG_TOP, a);
  if (result != PROG_NONE)
    a[count++] = (prog_assignment){.variable = result,
                                   .index = PROG_NONE,
                                   .value = program_expression(r, 1, 2)};
  program_where(r, &e, PROG_NONE, PROG_NONE);
  prog_add_edge(r->m, r->p, &e, a, count);
}

/* Programs. */

static inline void program_variable(random_program *r, const char *letter,
                                    uint32_t n, uint32_t procedure) {
  prog_variable v = {.name = program_name(r, letter, n),
                     .procedure = procedure,
                     .width = program_width(r),
                     .count = 1,
                     .values = PROG_NONE};
  if (!(r->flavour & RANDOM_BOOLEAN) && program_chance(r, 25)) {
    v.is_array = true;
    v.width = 1;
    v.count = 1 + program_below(r, 3);
  }
  prog_add_variable(r->m, r->p, &v);
}

static inline void program_declare(random_program *r, uint32_t procedures) {
  for (uint32_t i = 0, n = 1 + program_below(r, 2); i < n; i++)
    program_variable(r, "g", i, PROG_NONE);
  for (uint32_t f = 2; f < procedures; f++)
    if (program_chance(r, 60)) {
      prog_variable v = {.name = program_name(r, "r", f),
                         .procedure = PROG_NONE,
                         .width = 1,
                         .count = 1,
                         .is_result = true,
                         .values = PROG_NONE};
      prog_add_variable(r->m, r->p, &v);
    }
  prog_add_procedure(r->m, r->p, prog_name(r->m, r->p, ""), 0, 0);
  for (uint32_t f = 1; f < procedures; f++) {
    uint32_t name =
        f == 1 ? prog_name(r->m, r->p, "main") : program_name(r, "f", f);
    uint32_t number = prog_add_procedure(r->m, r->p, name, f, 1);
    uint32_t locals = program_below(r, 3);
    for (uint32_t i = 0; i < locals; i++)
      program_variable(r, "x", i, number);
    r->p->procedures.at[number].parameters = program_below(r, locals + 1);
  }
}

/* Edges of the location 'from'; 'to' is the one behind it, if there is one. */
static inline void program_edges(random_program *r, uint32_t from, uint32_t to,
                                 uint32_t first, uint32_t locations) {
  for (uint32_t i = 1 + program_below(r, 2); i > 0; i--) {
    uint32_t target =
        program_chance(r, 60) ? to : first + program_below(r, locations);
    uint32_t kind = program_below(r, 10);
    if (kind < 5)
      program_step(r, from, target);
    else if (kind < 8)
      program_call(r, from, target,
                   1 + program_below(r, (uint32_t)r->p->procedures.count - 1));
    else
      program_return(r, from);
  }
}

static inline void program_body(random_program *r, uint32_t procedure,
                                uint32_t first, uint32_t locations) {
  for (uint32_t i = 0; i + 1 < locations; i++)
    program_edges(r, first + i, first + i + 1, first, locations);
  program_return(r, first + locations - 1);
  if (program_chance(r, 60)) {
    uint32_t failed = prog_add_location(r->m, r->p, procedure, 0, 0);
    prog_claim c = {.kind = PROG_ASSERTION,
                    .location = failed,
                    .text = program_name(r, "claim ", procedure),
                    .line = procedure,
                    .column = 1};
    prog_add_claim(r->m, r->p, &c);
    program_step(r, first + program_below(r, locations), failed);
  }
  prog_add_label(r->m, r->p, program_name(r, "L", program_below(r, 2)),
                 first + program_below(r, locations));
}

/* Globals get any value, then main is called. */
static inline void program_prologue(random_program *r) {
  prog *p = r->p;
  uint32_t between = prog_add_location(r->m, p, 0, 0, 0);
  prog_edge e = program_edge(r, PROG_STEP, p->start);
  e.guard = PROG_NONE, e.to = between, e.is_hidden = true;
  prog_assignment a[16];
  size_t count = 0;
  for (uint32_t i = 0; i < p->variables.count; i++) {
    const prog_variable x = p->variables.at[i];
    if (x.procedure != PROG_NONE || x.is_result)
      continue;
    a[count++] = (prog_assignment){.variable = i,
                                   .index = PROG_NONE,
                                   .value = program_chance(r, 70)
                                                ? program_any(r, x.width)
                                                : prog_constant(r->m, p, 1, 1)};
  }
  prog_add_edge(r->m, p, &e, a, count);
  prog_edge call = program_edge(r, PROG_CALL, between);
  const prog_procedure main = p->procedures.at[1];
  call.guard = PROG_NONE, call.entry = main.entry, call.to = p->end;
  count = 0;
  for (uint32_t i = 0; i < main.parameters; i++)
    a[count++] = (prog_assignment){
        .variable = main.first_variable + i,
        .index = PROG_NONE,
        .value =
            program_any(r, p->variables.at[main.first_variable + i].width)};
  prog_add_edge(r->m, p, &call, a, count);
}

/* '*p' is zeroed. */
static inline void program_random(mem *m, uint64_t seed, unsigned flavour,
                                  prog *p) {
  random_program r = {.m = m,
                      .p = p,
                      .state = seed * UINT64_C(0xd1342543de82ef95),
                      .flavour = flavour};
  uint32_t procedures = 2 + program_below(&r, 3);
  uint32_t first[8], locations[8];
  program_declare(&r, procedures);
  p->start = prog_add_location(m, p, 0, 0, 0);
  p->end = prog_add_location(m, p, 0, 0, 0);
  p->procedures.at[0].entry = p->start;
  p->main = 1;
  for (uint32_t f = 1; f < procedures; f++) {
    locations[f] = 2 + program_below(&r, flavour & RANDOM_LARGER ? 5 : 3);
    first[f] = (uint32_t)p->locations.count;
    for (uint32_t i = 0; i < locations[f]; i++)
      prog_add_location(m, p, f, f, i + 1);
    p->procedures.at[f].entry = first[f];
  }
  program_prologue(&r);
  for (uint32_t f = 1; f < procedures; f++)
    program_body(&r, f, first[f], locations[f]);
  prog_finish(m, p);
}

#endif
