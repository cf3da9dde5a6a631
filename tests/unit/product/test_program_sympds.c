/* Relations of random programs beside the interpreter: at random heads, each
 * rule leads exactly where the interpreter says its edge does. */
#include "product/program_sympds.h"
#include "tests/unit/check.h"
#include "tests/unit/program_random.h"

enum { MOST_CELLS = 64, MOST_BITS = 256 };

static jmp_buf out;
static mem_budget budget = {.fail_in = -1, .handler = &out};
static mem m;
static progress clock_ = {.budget = &budget};

static uint64_t seed = 7;
static uint32_t draw(uint32_t below) {
  seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(seed >> 33) % below;
}

/* What the interpreter says. */

typedef struct step {
  uint32_t edge;
  uint32_t globals[MOST_CELLS], top[MOST_CELLS], below[MOST_CELLS];
} step;

typedef struct all_steps {
  const prog *p;
  uint32_t location;
  vec(step) steps; /* each once */
} all_steps;

static void copy_cells(uint32_t *to, const uint32_t *from, uint32_t count) {
  for (uint32_t i = 0; from && i < count; i++)
    to[i] = from[i];
}

static bool collect(void *self, uint32_t edge, const uint32_t *globals,
                    const uint32_t *top, const uint32_t *below) {
  all_steps *a = self;
  const prog_edge *e = &a->p->edges.at[edge];
  step s = {.edge = edge};
  copy_cells(s.globals, globals, a->p->global_cells);
  if (e->kind != PROG_RETURN)
    copy_cells(s.top, top,
               prog_cells_at(a->p, e->kind == PROG_CALL ? e->entry : e->to));
  if (e->kind == PROG_CALL)
    copy_cells(s.below, below, prog_cells_at(a->p, a->location));
  vec_each (const step, other, &a->steps)
    if (memcmp(other, &s, sizeof s) == 0)
      return true;
  vec_push(&m, &a->steps, s);
  return true;
}

/* What the relation says. */

typedef struct world {
  prog p;
  prog_bits b;
  dds d;
  sympds s;
} world;

/* Bits of a frame, unused ones 0. */
static void frame_bits(const world *w, uint32_t procedure,
                       const uint32_t *cells, bool *bits) {
  const prog_procedure *q = &w->p.procedures.at[procedure];
  memset(bits, 0, w->b.locals * sizeof *bits);
  for (uint32_t i = 0; i < q->variables; i++) {
    const prog_variable *v = &w->p.variables.at[q->first_variable + i];
    for (uint32_t k = 0; k < v->count; k++)
      for (uint32_t j = 0; j < v->width; j++)
        bits[w->b.local_cell[procedure][v->cell + k] + j] =
            cells[v->cell + k] >> j & 1;
  }
}

static void global_bits(const world *w, const uint32_t *cells, bool *bits) {
  vec_each (const prog_variable, v, &w->p.variables)
    for (uint32_t k = 0; v->procedure == PROG_NONE && k < v->count; k++)
      for (uint32_t j = 0; j < v->width; j++)
        bits[w->b.global_cell[v->cell + k] + j] = cells[v->cell + k] >> j & 1;
}

typedef struct head {
  uint32_t location, procedure;
  uint32_t globals[MOST_CELLS], locals[MOST_CELLS];
  bool global[MOST_BITS], local[MOST_BITS];
} head;

typedef struct point {
  uint32_t variables[4 * MOST_BITS];
  bool values[4 * MOST_BITS];
  size_t count;
} point;

static void point_push(point *x, uint32_t variable, bool value) {
  x->variables[x->count] = variable;
  x->values[x->count++] = value;
}

static void now_point(const world *w, const head *h, point *x) {
  x->count = 0;
  for (uint32_t i = 0; i < w->b.globals; i++)
    point_push(x, sym_global(&w->s, i, SYM_NOW), h->global[i]);
  for (uint32_t i = 0; i < w->b.locals; i++)
    point_push(x, sym_local(&w->s, i, SYM_NOW), h->local[i]);
}

/* The values behind 's' of the bits that a rule speaks of; false: another bit
 * has changed. */
static bool next_point(const world *w, const sym_rule *r, const head *h,
                       const step *s, point *x) {
  bool global[MOST_BITS], top[MOST_BITS], below[MOST_BITS], kept = true;
  bool is_changed[3][MOST_BITS] = {{0}};
  const uint32_t *bits = w->s.changed.at + r->first_changed;
  uint32_t counts[] = {r->changes_globals, r->changes_locals, r->changes_below};
  for (int f = 0; f < 3; bits += counts[f], f++)
    for (uint32_t i = 0; i < counts[f]; i++)
      is_changed[f][bits[i]] = true;
  x->count = 0;
  global_bits(w, s->globals, global);
  for (uint32_t i = 0; i < w->b.globals; i++) {
    if (is_changed[0][i])
      point_push(x, sym_global(&w->s, i, SYM_NEXT), global[i]);
    else
      kept = kept && global[i] == h->global[i];
  }
  if (r->kind == SYM_POP)
    return kept;
  frame_bits(w, w->p.locations.at[r->to].procedure, s->top, top);
  for (uint32_t i = 0; i < w->b.locals; i++) {
    if (is_changed[1][i] || r->kind == SYM_PUSH)
      point_push(x, sym_local(&w->s, i, SYM_NEXT), top[i]);
    else
      kept = kept && top[i] == h->local[i];
  }
  if (r->kind == SYM_SWAP)
    return kept;
  frame_bits(w, h->procedure, s->below, below);
  for (uint32_t i = 0; i < w->b.locals; i++) {
    if (is_changed[2][i])
      point_push(x, sym_local(&w->s, i, SYM_BELOW), below[i]);
    else
      kept = kept && below[i] == h->local[i];
  }
  return kept;
}

static void check_rule(world *w, const sym_rule *r, const head *h,
                       const all_steps *a) {
  point now, next;
  now_point(w, h, &now);
  dd behind = dd_fix(&w->d, r->relation, now.variables, now.values, now.count);
  size_t count = 0, bits = 0;
  vec_each (const step, s, &a->steps) {
    if (s->edge != r->source)
      continue;
    CHECK(next_point(w, r, h, s, &next));
    CHECK(dd_fix(&w->d, behind, next.variables, next.values, next.count) ==
          DD_TRUE);
    bits = next.count;
    count++;
  }
  if (count == 0)
    CHECK(behind == DD_FALSE);
  else
    CHECK(dd_count(&w->d, behind, bits) == (double)count);
}

static void random_cells(const world *w, uint32_t procedure, uint32_t *cells) {
  vec_each (const prog_variable, v, &w->p.variables)
    for (uint32_t k = 0; v->procedure == procedure && k < v->count; k++)
      cells[v->cell + k] = draw(1U << v->width);
}

static void check_decoding(world *w, const head *h) {
  prog_cells cells = {0};
  prog_decode(&w->p, &w->b, h->global, h->local, h->procedure, &m, &cells);
  uint32_t own = w->p.procedures.at[h->procedure].cells;
  CHECK(cells.count == w->p.global_cells + own);
  for (uint32_t i = 0; i < w->p.global_cells; i++)
    CHECK(cells.at[i] == h->globals[i]);
  for (uint32_t i = 0; i < own; i++)
    CHECK(cells.at[w->p.global_cells + i] == h->locals[i]);
  vec_free(&m, &cells);
}

static void check_condition(world *w, const head *h, uint32_t condition) {
  point now;
  now_point(w, h, &now);
  dd x = prog_condition(&w->p, &w->b, &w->s, condition);
  CHECK(dd_fix(&w->d, x, now.variables, now.values, now.count) ==
        (dd)prog_can_hold(&m, &w->p, condition, h->globals, h->locals));
}

static void check_head(world *w, uint32_t location) {
  head h = {.location = location,
            .procedure = w->p.locations.at[location].procedure};
  random_cells(w, PROG_NONE, h.globals);
  random_cells(w, h.procedure, h.locals);
  global_bits(w, h.globals, h.global);
  frame_bits(w, h.procedure, h.locals, h.local);
  check_decoding(w, &h);
  all_steps a = {.p = &w->p, .location = location};
  prog_steps_from(&m, &clock_, &w->p, location, h.globals, h.locals, collect,
                  &a);
  size_t mark = dd_mark(&w->d), seen = 0;
  for (uint32_t i = w->s.first_rule[location];
       i < w->s.first_rule[location + 1]; i++) {
    CHECK(w->s.rules.at[i].from == location);
    check_rule(w, &w->s.rules.at[i], &h, &a);
    vec_each (const step, s, &a.steps)
      seen += s->edge == w->s.rules.at[i].source;
  }
  CHECK(seen == a.steps.count); /* no edge was dropped that has steps */
  const prog_location *l = &w->p.locations.at[location];
  for (uint32_t i = 0; i < l->edges; i++)
    if (w->p.edges.at[l->first_edge + i].guard != PROG_NONE)
      check_condition(w, &h, w->p.edges.at[l->first_edge + i].guard);
  dd_release(&w->d, mark);
  vec_free(&m, &a.steps);
}

static void shuffle(uint32_t *at, uint32_t count) {
  for (uint32_t i = count; i-- > 1;) {
    uint32_t other = draw(i + 1), old = at[i];
    at[i] = at[other];
    at[other] = old;
  }
}

static void check_positions(const prog_bits *b) {
  uint32_t count = b->globals + b->extra + b->locals;
  bool taken[MOST_BITS] = {0};
  for (uint32_t i = 0; i < count; i++) {
    CHECK(b->positions[i] < count && !taken[b->positions[i]]);
    taken[b->positions[i]] = true;
  }
}

static void check_start(world *w) {
  head h = {.location = w->p.start};
  point now;
  now_point(w, &h, &now);
  CHECK(w->s.start == w->p.start);
  CHECK(dd_fix(&w->d, w->s.initial, now.variables, now.values, now.count) ==
        DD_TRUE);
  CHECK(dd_count(&w->d, w->s.initial, w->b.globals + w->b.locals) == 1);
}

static void check_program(uint64_t number, unsigned flavour) {
  static world w;
  w = (world){0};
  program_random(&m, number, flavour, &w.p);
  uint32_t extra = (uint32_t)(number % 3);
  prog_bits_init(&m, &w.p, extra, &w.b);
  check_positions(&w.b);
  if (number % 2)
    shuffle(w.b.positions, w.b.globals + extra + w.b.locals);
  CHECK(prog_open_diagrams(&m, &clock_, &w.b, 0, &w.d));
  prog_sympds(&m, &clock_, &w.p, &w.b, &w.d, &w.s);
  CHECK(dd_mark(&w.d) == 0); /* nothing is left but what is kept */
  check_start(&w);
  for (uint32_t l = 0; l < w.p.locations.count; l++)
    for (int i = 0; i < 6; i++)
      check_head(&w, l);
  dds_close(&w.d);
  mem_clear(&m);
  CHECK(budget.used == 0);
}

int main(void) {
  if (setjmp(out)) {
    CHECK(budget.fault == MEM_NO_FAULT);
    return check_end();
  }
  mem_init(&m, &budget);
  progress_begin(&clock_, "test");
  for (uint64_t i = 0; i < 4000; i++)
    check_program(i, 0);
  for (uint64_t i = 0; i < 300; i++)
    check_program(i, RANDOM_BOOLEAN | RANDOM_LARGER);
  return check_end();
}
