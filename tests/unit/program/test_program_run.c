/* The interpreter beside a slow twin: every choice that a step makes is a bit
 * of a tape, and all tapes are tried, one after the other. */
#include "program/run.h"
#include "tests/unit/check.h"
#include "tests/unit/program_random.h"

#include <stdlib.h>

enum { MOST_TAPE = 64, MOST_CELLS = 64, MOST_RESULTS = 100000 };

typedef struct twin {
  const prog *p;
  const uint32_t *globals, *locals;                     /* before */
  const uint32_t *next_globals, *next_top, *next_below; /* behind */
  unsigned char tape[MOST_TAPE];
  size_t used, written;
} twin;

static uint32_t bit(twin *t) {
  if (t->used == t->written)
    t->tape[t->written++] = 0;
  return t->tape[t->used++];
}

static uint32_t bits(twin *t, uint32_t width) {
  uint32_t value = 0;
  for (uint32_t i = 0; i < width; i++)
    value |= bit(t) << i;
  return value;
}

/* The next tape; false: all were tried. */
static bool advance(twin *t) {
  t->written = t->used;
  while (t->written && t->tape[t->written - 1])
    t->written--;
  if (t->written == 0)
    return false;
  t->tape[t->written - 1] = 1;
  t->used = 0;
  return true;
}

static uint32_t value(twin *t, uint32_t expression);

static uint32_t variable(twin *t, const prog_expression *x) {
  const prog_variable *v = &t->p->variables.at[x->a];
  const uint32_t *cells = NULL;
  if (v->procedure == PROG_NONE)
    cells = x->op == PROG_NEXT ? t->next_globals : t->globals;
  else
    cells = x->op == PROG_NOW    ? t->locals
            : x->op == PROG_NEXT ? t->next_top
                                 : t->next_below;
  uint32_t index = x->b == PROG_NONE ? 0 : value(t, x->b);
  return index < v->count ? cells[v->cell + index] : 0;
}

static uint64_t binary(prog_op op, uint64_t a, uint64_t b) {
  switch ((int)op) {
  case PROG_AND:
    return a && b;
  case PROG_OR:
    return a || b;
  case PROG_XOR:
  case PROG_DIFFERS:
    return a != b;
  case PROG_IMPLIES:
    return a ? b : 1;
  case PROG_EQUAL:
    return a == b;
  case PROG_LESS:
    return b > a;
  case PROG_AT_MOST:
    return b >= a;
  case PROG_PLUS:
    return a + b;
  case PROG_MINUS:
    return a + (UINT64_C(1) << 32) - b;
  case PROG_TIMES:
    return a * b;
  case PROG_OVER:
    return b == 0 ? 0 : a / b;
  case PROG_MODULO:
    return b == 0 ? 0 : a - b * (a / b);
  case PROG_SHIFT_LEFT:
    for (; b > 0 && a; b--)
      a = 2 * a & UINT32_MAX;
    return a;
  case PROG_SHIFT_RIGHT:
    for (; b > 0 && a; b--)
      a /= 2;
    return a;
  case PROG_BIT_AND:
    return a & b;
  case PROG_BIT_OR:
    return a | b;
  case PROG_BIT_XOR:
    return a ^ b;
  default:
    abort();
  }
}

static uint32_t value(twin *t, uint32_t expression) {
  const prog_expression *x = &t->p->expressions.at[expression];
  uint64_t all = UINT64_C(1) << x->width, a, b, c;
  switch ((int)x->op) {
  case PROG_CONSTANT:
    return x->a;
  case PROG_ANY:
    return bits(t, x->width);
  case PROG_NOW:
  case PROG_NEXT:
  case PROG_BELOW:
    return variable(t, x);
  case PROG_NOT:
    return !value(t, x->a);
  case PROG_BIT_NOT:
    return (uint32_t)(all - 1 - value(t, x->a) % all);
  case PROG_WIDEN:
    return (uint32_t)(value(t, x->a) % all);
  case PROG_CHOOSE:
    a = value(t, x->a), b = value(t, x->b);
    return a ? 1 : b ? 0 : bit(t);
  case PROG_IF:
    a = value(t, x->a), b = value(t, x->b), c = value(t, x->c);
    return (uint32_t)((a ? b : c) % all);
  default:
    a = value(t, x->a);
    return (uint32_t)(binary(x->op, a, value(t, x->b)) % all);
  }
}

typedef struct result {
  uint32_t edge, count;
  uint32_t cells[MOST_CELLS]; /* globals, top, below */
} result;

typedef struct results {
  size_t count;
  result at[MOST_RESULTS];
} results;

static void put(twin *t, const prog_assignment *a, uint32_t *behind,
                uint32_t top) {
  const prog_variable *v = &t->p->variables.at[a->variable];
  const prog_expression *x = &t->p->expressions.at[a->value];
  uint32_t at = v->cell;
  if (v->procedure != PROG_NONE)
    at += t->p->global_cells + (a->frame == PROG_BELOW_TOP ? top : 0);
  if (v->is_array && a->index == PROG_NONE) {
    for (uint32_t i = 0; i < v->count; i++) {
      prog_expression one = *x;
      uint32_t what = x->a;
      if (x->op == PROG_ANY)
        what = bits(t, x->width);
      else if (x->op == PROG_NOW)
        what = (t->p->variables.at[one.a].procedure == PROG_NONE
                    ? t->globals
                    : t->locals)[t->p->variables.at[one.a].cell + i];
      behind[at + i] = what & (uint32_t)((UINT64_C(1) << v->width) - 1);
    }
    return;
  }
  uint32_t index = a->index == PROG_NONE ? 0 : value(t, a->index);
  uint32_t what = value(t, a->value);
  if (index < v->count)
    behind[at + index] = what & (uint32_t)((UINT64_C(1) << v->width) - 1);
}

/* One edge with one tape; false: it is not passed. */
static bool attempt(twin *t, uint32_t edge, result *out) {
  const prog *p = t->p;
  const prog_edge *e = &p->edges.at[edge];
  uint32_t own = prog_cells_at(p, e->from), globals = p->global_cells;
  uint32_t top = e->kind == PROG_STEP   ? own
                 : e->kind == PROG_CALL ? prog_cells_at(p, e->entry)
                                        : 0;
  uint32_t below = e->kind == PROG_CALL ? own : 0;
  *out = (result){.edge = edge, .count = globals + top + below};
  if (e->guard != PROG_NONE && value(t, e->guard) == 0)
    return false;
  for (uint32_t i = 0; i < globals; i++)
    out->cells[i] = t->globals[i];
  for (uint32_t i = 0; e->kind == PROG_STEP && i < own; i++)
    out->cells[globals + i] = t->locals[i];
  for (uint32_t i = 0; e->kind == PROG_CALL && i < own; i++)
    out->cells[globals + top + i] = t->locals[i];
  for (uint32_t i = 0; i < e->assignments; i++)
    put(t, &p->assignments.at[e->first_assignment + i], out->cells, top);
  t->next_globals = out->cells;
  t->next_top = out->cells + globals;
  t->next_below = out->cells + globals + top;
  return e->where == PROG_NONE || value(t, e->where) != 0;
}

static bool contains(const results *r, const result *x) {
  for (size_t i = 0; i < r->count; i++)
    if (memcmp(&r->at[i], x, sizeof *x) == 0)
      return true;
  return false;
}

static void insert(results *r, const result *x) {
  if (!contains(r, x) && r->count < MOST_RESULTS)
    r->at[r->count++] = *x;
}

static void twin_steps(const prog *p, uint32_t location,
                       const uint32_t *globals, const uint32_t *locals,
                       results *out) {
  const prog_location *l = &p->locations.at[location];
  out->count = 0;
  for (uint32_t i = 0; i < l->edges; i++) {
    twin t = {.p = p, .globals = globals, .locals = locals};
    result x;
    do {
      if (attempt(&t, l->first_edge + i, &x))
        insert(out, &x);
    } while (advance(&t));
  }
}

typedef struct collector {
  const prog *p;
  results *into;
} collector;

static bool collect(void *self, uint32_t edge, const uint32_t *globals,
                    const uint32_t *top, const uint32_t *below) {
  collector *c = self;
  const prog_edge *e = &c->p->edges.at[edge];
  result x = {.edge = edge};
  CHECK((top == NULL) == (e->kind == PROG_RETURN));
  CHECK((below == NULL) == (e->kind != PROG_CALL));
  for (uint32_t i = 0; i < c->p->global_cells; i++)
    x.cells[x.count++] = globals[i];
  uint32_t frame =
      prog_cells_at(c->p, e->kind == PROG_CALL ? e->entry : e->from);
  for (uint32_t i = 0; top && i < frame; i++)
    x.cells[x.count++] = top[i];
  for (uint32_t i = 0; below && i < prog_cells_at(c->p, e->from); i++)
    x.cells[x.count++] = below[i];
  insert(c->into, &x);
  return true;
}

static results expected, found;

static void random_cells(random_program *r, const prog *p, uint32_t procedure,
                         uint32_t *out) {
  vec_each (const prog_variable, v, &p->variables)
    for (uint32_t i = 0; v->procedure == procedure && i < v->count; i++)
      out[v->cell + i] = program_below(r, 1U << v->width);
}

/* A configuration with such a head, and a frame of zeros below it. */
static void make_configuration(prog_configuration *c, mem *m, const prog *p,
                               uint32_t location, const uint32_t *globals,
                               const uint32_t *locals) {
  prog_configuration_start(c, m, p);
  for (uint32_t i = 0; i < p->global_cells; i++)
    c->globals[i] = globals[i];
  if (p->locations.at[location].procedure != 0) {
    vec_last(&c->frames).location = p->end;
    vec_push(m, &c->frames, ((prog_frame_values){location, c->cells.count}));
    for (uint32_t i = 0; i < prog_cells_at(p, location); i++)
      vec_push(m, &c->cells, locals[i]);
  } else {
    vec_last(&c->frames).location = location;
  }
}

static bool takes(mem *m, const prog *p, uint32_t location,
                  const uint32_t *globals, const uint32_t *locals,
                  const result *x) {
  prog_configuration c;
  make_configuration(&c, m, p, location, globals, locals);
  prog_run run = {.loop = SIZE_MAX};
  vec_push(m, &run.steps, ((prog_step){.edge = x->edge}));
  for (uint32_t i = 0; i < x->count; i++)
    vec_push(m, &run.values, x->cells[i]);
  const char *why = NULL;
  bool taken = prog_take(&c, &run, 0, &why);
  CHECK(taken || why);
  if (taken) {
    const prog_edge *e = &p->edges.at[x->edge];
    CHECK(memcmp(c.globals, x->cells, p->global_cells * sizeof *x->cells) == 0);
    CHECK(prog_here(&c) == (e->kind == PROG_STEP   ? e->to
                            : e->kind == PROG_CALL ? e->entry
                                                   : p->end));
    uint32_t top = prog_cells_at(p, prog_here(&c));
    CHECK(top == 0 || memcmp(prog_locals(&c), x->cells + p->global_cells,
                             top * sizeof *x->cells) == 0);
  }
  prog_configuration_free(&c);
  prog_run_free(m, &run);
  return taken;
}

static bool waits(mem *m, const prog *p, uint32_t location,
                  const uint32_t *globals, const uint32_t *locals) {
  prog_configuration c;
  make_configuration(&c, m, p, location, globals, locals);
  prog_run run = {.loop = SIZE_MAX};
  vec_push(m, &run.steps, ((prog_step){.edge = PROG_STUTTER}));
  const char *why = NULL;
  bool taken = prog_take(&c, &run, 0, &why);
  prog_configuration_free(&c);
  prog_run_free(m, &run);
  return taken;
}

static unsigned long steps_seen, waits_seen;

static void compare_head(mem *m, progress *clock, random_program *r,
                         const prog *p, uint32_t location) {
  uint32_t globals[MOST_CELLS] = {0}, locals[MOST_CELLS] = {0};
  random_cells(r, p, PROG_NONE, globals);
  random_cells(r, p, p->locations.at[location].procedure, locals);
  twin_steps(p, location, globals, locals, &expected);
  found.count = 0;
  collector c = {p, &found};
  CHECK(prog_steps_from(m, clock, p, location, globals, locals, collect, &c));
  CHECK(found.count == expected.count);
  for (size_t i = 0; i < found.count; i++)
    CHECK(contains(&expected, &found.at[i]));
  CHECK(waits(m, p, location, globals, locals) == (expected.count == 0));
  steps_seen += expected.count;
  waits_seen += expected.count == 0;
  for (size_t i = 0; i < expected.count && i < 40; i++) {
    result x = expected.at[i];
    CHECK(takes(m, p, location, globals, locals, &x));
    if (x.count == 0)
      continue;
    x.cells[program_below(r, x.count)] ^= 1; /* a step, or none? */
    CHECK(takes(m, p, location, globals, locals, &x) ==
          contains(&expected, &x));
  }
  for (uint32_t e = 0; e < p->edges.count; e++) { /* of other locations */
    result x = {.edge = e, .count = MOST_CELLS};
    if (p->edges.at[e].from != location)
      CHECK(!takes(m, p, location, globals, locals, &x));
  }
}

static void test_random(mem_budget *budget, progress *clock, uint64_t seeds) {
  for (uint64_t seed = 1; seed <= seeds; seed++) {
    mem m;
    mem_init(&m, budget);
    prog p = {0};
    program_random(&m, seed, seed % 3 == 0 ? RANDOM_BOOLEAN : 0, &p);
    const char *wrong = prog_validate(&m, &p);
    if (*wrong)
      printf("seed %lu: %s\n", (unsigned long)seed, wrong);
    CHECK(!*wrong);
    random_program r = {.state = seed};
    for (uint32_t l = 0; l < p.locations.count; l++)
      compare_head(&m, clock, &r, &p, l);
    mem_clear(&m);
  }
  CHECK(steps_seen > 10 * seeds);
  CHECK(waits_seen > seeds);
}

/* main: a: x := !x goto a; or call main, behind it b; or return from a
 * location of its own. */
typedef struct small {
  prog p;
  uint32_t a, b, flip, call, leave, back, first, second;
} small;

static uint32_t edge_from(const prog *p, uint32_t from, uint32_t nth) {
  return p->locations.at[from].first_edge + nth;
}

static void make_small(mem *m, small *s) {
  prog *p = &s->p;
  *s = (small){0};
  uint32_t said = prog_name(m, p, "statement");
  prog_add_procedure(m, p, prog_name(m, p, ""), 0, 0);
  uint32_t main = prog_add_procedure(m, p, prog_name(m, p, "main"), 1, 1);
  prog_variable v = {.name = prog_name(m, p, "x"),
                     .procedure = main,
                     .width = 1,
                     .count = 1,
                     .values = PROG_NONE};
  uint32_t x = prog_add_variable(m, p, &v);
  p->main = main;
  p->start = prog_add_location(m, p, 0, 0, 0);
  uint32_t between = prog_add_location(m, p, 0, 0, 0);
  p->end = prog_add_location(m, p, 0, 0, 0);
  s->a = prog_add_location(m, p, main, 1, 1);
  s->b = prog_add_location(m, p, main, 2, 1);
  p->procedures.at[0].entry = p->start;
  p->procedures.at[main].entry = s->a;
  uint32_t now =
      prog_add_expression(m, p, PROG_NOW, 1, x, PROG_NONE, PROG_NONE);
  prog_assignment flip = {.variable = x,
                          .index = PROG_NONE,
                          .value = prog_add_expression(m, p, PROG_NOT, 1, now,
                                                       PROG_NONE, PROG_NONE)};
  prog_edge e = {.kind = PROG_STEP,
                 .from = p->start,
                 .to = between,
                 .entry = PROG_NONE,
                 .guard = PROG_NONE,
                 .where = PROG_NONE,
                 .text = said};
  prog_add_edge(m, p, &e, NULL, 0);
  e.kind = PROG_CALL, e.from = between, e.to = p->end, e.entry = s->a;
  prog_add_edge(m, p, &e, NULL, 0);
  e.kind = PROG_STEP, e.from = s->a, e.to = s->a;
  prog_add_edge(m, p, &e, &flip, 1);
  e.kind = PROG_CALL, e.to = s->b;
  prog_add_edge(m, p, &e, NULL, 0);
  e.kind = PROG_RETURN;
  prog_add_edge(m, p, &e, NULL, 0);
  e.kind = PROG_STEP, e.from = s->b, e.to = s->a;
  prog_add_edge(m, p, &e, NULL, 0);
  prog_finish(m, p);
  s->first = edge_from(p, p->start, 0);
  s->second = edge_from(p, between, 0);
  s->flip = edge_from(p, s->a, 0);
  s->call = edge_from(p, s->a, 1);
  s->leave = edge_from(p, s->a, 2);
  s->back = edge_from(p, s->b, 0);
}

static bool replays(mem *m, progress *clock, const small *s,
                    const uint32_t *edges, size_t count, size_t loop) {
  prog_run r = {.loop = loop};
  uint32_t frames[32] = {0}, depth = 0; /* x of each */
  for (size_t i = 0; i < count; i++) {
    vec_push(m, &r.steps, ((prog_step){edges[i], r.values.count}));
    uint32_t e = edges[i];
    if (e == PROG_STUTTER || e == s->first)
      continue;
    if (e == s->flip)
      frames[depth] ^= 1;
    if (e == s->second || e == s->call)
      frames[++depth] = 0;
    if (e == s->leave && depth > 0)
      depth--;
    if (depth > 0)
      vec_push(m, &r.values, frames[depth]);
    if (e == s->call)
      vec_push(m, &r.values, frames[depth - 1]);
  }
  const char *why = NULL;
  bool right = prog_replay(m, clock, &s->p, &r, &why);
  CHECK(right || why);
  prog_run_free(m, &r);
  return right;
}

#define REPLAYS(loop, ...)                                                     \
  replays(m, clock, &s, (const uint32_t[]){s.first, s.second, __VA_ARGS__},    \
          sizeof((uint32_t[]){s.first, s.second, __VA_ARGS__}) /               \
              sizeof(uint32_t),                                                \
          loop)

static void test_replay(mem *m, progress *clock) {
  small s;
  make_small(m, &s);
  CHECK(!*prog_validate(m, &s.p));
  CHECK(REPLAYS(SIZE_MAX, s.flip, s.call, s.leave, s.back));
  CHECK(!REPLAYS(SIZE_MAX, s.flip, s.back));
  CHECK(!REPLAYS(SIZE_MAX, s.leave, s.leave));
  CHECK(!replays(m, clock, &s, &s.second, 1, SIZE_MAX));
  CHECK(!replays(m, clock, &s, &s.first, 1, 1));
  /* Loops: flat, growing, beneath others, shrinking, not closed. */
  CHECK(REPLAYS(2, s.flip, s.flip));
  CHECK(!REPLAYS(2, s.flip));
  CHECK(REPLAYS(2, s.call));
  CHECK(REPLAYS(2, s.call, s.leave, s.back));
  CHECK(!REPLAYS(3, s.call, s.leave, s.back));
  CHECK(!REPLAYS(3, s.call, s.leave, s.back, s.call));
  CHECK(!REPLAYS(1, s.flip));
  CHECK(!REPLAYS(2, s.call, s.leave));
  /* Waiting, where nothing is possible and only there. */
  CHECK(REPLAYS(3, s.leave, PROG_STUTTER));
  CHECK(REPLAYS(SIZE_MAX, s.leave, PROG_STUTTER, PROG_STUTTER));
  CHECK(!REPLAYS(2, PROG_STUTTER));
  CHECK(!REPLAYS(4, s.call, s.leave, PROG_STUTTER));
  CHECK(!REPLAYS(2, s.leave, PROG_STUTTER));
}

/* A value of a frame below changes while nobody looks. */
static void test_return_keeps(mem *m, progress *clock) {
  small s;
  make_small(m, &s);
  for (uint32_t x = 0; x < 2; x++) {
    uint32_t edges[] = {s.first, s.second, s.flip, s.call, s.leave};
    uint32_t values[] = {0, 1, 0, 1, x};
    size_t at[] = {0, 0, 1, 2, 4};
    prog_run r = {.loop = SIZE_MAX};
    for (size_t i = 0; i < 5; i++) {
      vec_push(m, &r.steps, ((prog_step){edges[i], at[i]}));
      vec_push(m, &r.values, values[i]);
    }
    const char *why = NULL;
    CHECK(prog_replay(m, clock, &s.p, &r, &why) == (x == 1));
    r.values.count--; /* the last value is missing */
    CHECK(!prog_replay(m, clock, &s.p, &r, &why));
    prog_run_free(m, &r);
  }
}

/* A wide number that may be anything is not tried value by value. */
static void test_wide(mem *m, progress *clock) {
  small s;
  make_small(m, &s);
  prog_variable v = {.name = prog_name(m, &s.p, "n"),
                     .procedure = PROG_NONE,
                     .width = 32,
                     .count = 1,
                     .values = PROG_NONE};
  uint32_t n = prog_add_variable(m, &s.p, &v);
  vec_push(m, &s.p.assignments,
           ((prog_assignment){
               .variable = n,
               .index = PROG_NONE,
               .value = prog_add_expression(m, &s.p, PROG_ANY, 32, PROG_NONE,
                                            PROG_NONE, PROG_NONE)}));
  s.p.edges.at[s.first].first_assignment = (uint32_t)s.p.assignments.count - 1;
  s.p.edges.at[s.first].assignments = 1;
  CHECK(!*prog_validate(m, &s.p));
  prog_run r = {.loop = SIZE_MAX};
  vec_push(m, &r.steps, ((prog_step){s.first, 0}));
  vec_push(m, &r.values, UINT32_C(0xdeadbeef));
  const char *why = NULL;
  CHECK(prog_replay(m, clock, &s.p, &r, &why));
}

int main(int argc, char **argv) {
  mem_budget budget = {.fail_in = -1};
  progress clock = {.budget = &budget};
  jmp_buf handler;
  budget.handler = &handler;
  if (setjmp(handler)) {
    puts("0 passed, 1 failed");
    return 1;
  }
  mem m;
  mem_init(&m, &budget);
  test_replay(&m, &clock);
  test_return_keeps(&m, &clock);
  test_wide(&m, &clock);
  mem_clear(&m);
  test_random(&budget, &clock, argc > 1 ? strtoull(argv[1], NULL, 10) : 3000);
  CHECK(budget.used == 0);
  return check_end();
}
