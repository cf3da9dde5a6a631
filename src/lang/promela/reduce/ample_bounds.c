/* How many processes, channels and bytes there can be at most, if no process
 * ever ends: by the text alone. A statement is done once for each round of the
 * loops that it is in; only a 'for' between two constants has a known number of
 * rounds. */
#include "lang/promela/reduce/ample_make.h"

#include "base/mutant.h"

#include <assert.h>

enum { TOO_MANY = 1 << 24 };

typedef struct total { /* each is TOO_MANY at most */
  uint64_t processes, channels, bytes;
} total;

typedef struct counting {
  const pml_maker *k;
  const pml_syntax *s;
  uint64_t *times; /* by statement: if it is a 'run', how often it is done */
  total *totals;   /* by process type: of what it starts, and these start */
} counting;

/* Is 'inner' the statement 'outer', or somewhere in it? */
static bool is_inside(const pml_syntax *s, uint32_t inner, uint32_t outer) {
  while (inner != PML_NONE && inner != outer)
    inner = s->statements.at[inner].parent;
  return inner == outer;
}

/* A number, or two with plus or minus between them. */
static bool is_constant(const pml_syntax *s, uint32_t e, int64_t *value) {
  assert(e < s->exprs.count);
  const pml_expr *x = &s->exprs.at[e];
  if (x->op == PML_CONST) {
    *value = x->value;
    return true;
  }
  if ((x->op != PML_ADD && x->op != PML_SUBTRACT) ||
      s->exprs.at[x->a].op != PML_CONST || s->exprs.at[x->b].op != PML_CONST)
    return false;
  int64_t a = s->exprs.at[x->a].value, b = s->exprs.at[x->b].value;
  *value = x->op == PML_ADD ? a + b : a - b;
  return true;
}

/* A local scalar that can hold all these values and the one behind them. */
static bool is_counter(const pml_syntax *s, uint32_t e, int64_t low,
                       int64_t high) {
  assert(e < s->exprs.count);
  const pml_expr *x = &s->exprs.at[e];
  if (x->op != PML_NAME || x->b != PML_NONE || x->c != PML_NONE)
    return false;
  const pml_var *v = &s->vars.at[x->a];
  if (v->process == PML_NONE || v->is_array)
    return false;
  if (v->type == PML_BYTE)
    return low >= 0 && high < UINT8_MAX;
  if (v->type == PML_SHORT)
    return low >= INT16_MIN && high < INT16_MAX;
  return v->type == PML_INT && low >= INT32_MIN && high < INT32_MAX;
}

/* Does the statement give the variable a value? */
static bool does_assign(const pml_syntax *s, const pml_statement *x,
                        uint32_t variable) {
  bool found = false;
  if (x->kind == PML_ASSIGN || x->kind == PML_INCREMENT ||
      x->kind == PML_DECREMENT)
    return s->exprs.at[x->a].a == variable;
  if (x->kind == PML_DECLARE)
    return x->a == variable;
  for (uint32_t i = 0; x->kind == PML_RECEIVE && i < x->c; i++) {
    const pml_expr *e = &s->exprs.at[s->lists.at[x->b + i]];
    found |= e->op == PML_NAME && e->a == variable;
  }
  return found;
}

/* Is the loop entered at its beginning only, and does nothing in it change the
 * variable but one step that adds 1? */
static bool counts_well(const pml_syntax *s, uint32_t loop, uint32_t variable) {
  uint32_t steps = 0;
  for (uint32_t i = 0; i < s->statements.count; i++) {
    const pml_statement *x = &s->statements.at[i];
    if (x->process != s->statements.at[loop].process)
      continue;
    bool is_in = is_inside(s, i, loop);
    if (x->kind == PML_GOTO && !is_in && is_inside(s, x->target, loop))
      return false;
    if (!is_in || !does_assign(s, x, variable))
      continue;
    if (x->kind != PML_INCREMENT || !x->is_made)
      return false;
    steps++;
  }
  return steps == 1;
}

/* The assignment before a 'for', or PML_NONE. */
static uint32_t beginning_of(const pml_syntax *s, uint32_t loop) {
  for (uint32_t i = 0; i < s->statements.count; i++)
    if (s->statements.at[i].next == loop &&
        s->statements.at[i].kind == PML_ASSIGN && s->statements.at[i].is_made)
      return i;
  return PML_NONE;
}

/* for (i : low .. high) between constants, as the parser makes it: how many
 * rounds. TOO_MANY: it is something else. */
static uint64_t rounds_of(const pml_syntax *s, uint32_t loop) {
  assert(loop < s->statements.count);
  const pml_statement *x = &s->statements.at[loop];
  uint32_t begin = beginning_of(s, loop);
  int64_t low, high;
  if (!x->is_made || begin == PML_NONE || x->c == 0)
    return TOO_MANY;
  const pml_statement *guard = &s->statements.at[s->options.at[x->a].first];
  if (!guard->is_made || guard->kind != PML_TEST ||
      s->exprs.at[guard->a].op != PML_AT_MOST)
    return TOO_MANY;
  uint32_t counter = s->exprs.at[guard->a].a;
  if (!is_constant(s, s->statements.at[begin].b, &low) ||
      !is_constant(s, s->exprs.at[guard->a].b, &high) ||
      !is_counter(s, counter, low, high) ||
      s->statements.at[begin].a != counter ||
      !counts_well(s, loop, s->exprs.at[counter].a))
    return TOO_MANY;
  return high < low               ? 0
         : high - low >= TOO_MANY ? TOO_MANY
                                  : (uint64_t)(high - low + 1);
}

/* Statements are numbered in the order of the text, but for those around
 * others. */
static bool goes_back(const pml_syntax *s, uint32_t process) {
  for (uint32_t i = 0; i < s->statements.count; i++) {
    const pml_statement *x = &s->statements.at[i];
    if (x->kind == PML_GOTO && x->process == process &&
        (x->target <= i || is_inside(s, i, x->target)))
      return true;
  }
  return false;
}

static uint64_t product(uint64_t a, uint64_t b) {
  assert(a <= TOO_MANY && b <= TOO_MANY);
  return a * b < TOO_MANY ? a * b : TOO_MANY;
}

/* How often a statement is done by one process, at most. */
static uint64_t times_of(const pml_syntax *s, uint32_t statement) {
  assert(statement < s->statements.count);
  const pml_statement *x = &s->statements.at[statement];
  uint64_t times = goes_back(s, x->process) ? TOO_MANY : 1;
  for (uint32_t i = x->parent; i != PML_NONE; i = s->statements.at[i].parent)
    if (s->statements.at[i].kind == PML_DO)
      times = product(times, rounds_of(s, i));
  return times;
}

static bool is_run(const pml_syntax *s, uint32_t statement) {
  assert(statement < s->statements.count);
  const pml_statement *x = &s->statements.at[statement];
  return x->kind == PML_TEST && s->exprs.at[x->a].op == PML_RUN;
}

/* Some processes of a type, and all that they start. */
static void add_processes(const counting *c, uint32_t process, uint64_t times,
                          total *sum) {
  assert(process < c->k->p->behaviours.count);
  const pml_behaviour *b = &c->k->p->behaviours.at[process];
  const total *t = &c->totals[process];
  uint64_t *to[3] = {&sum->processes, &sum->channels, &sum->bytes};
  uint64_t each[3] = {1 + t->processes, b->owns + t->channels,
                      b->frame_bytes + t->bytes};
  for (uint32_t i = 0; i < 3; i++) {
    uint64_t more =
        product(times, each[i] < TOO_MANY ? each[i] : TOO_MANY) + *to[i];
    *to[i] = more < TOO_MANY ? more : TOO_MANY;
  }
}

/* 'has_circle': what still grows has no end. */
static bool sum_up(counting *c, uint32_t process, bool has_circle) {
  total sum = {0}, before = c->totals[process];
  for (uint32_t i = 0; i < c->s->statements.count; i++)
    if (c->s->statements.at[i].process == process && c->times[i])
      add_processes(c, c->s->exprs.at[c->s->statements.at[i].a].a, c->times[i],
                    &sum);
  bool more = sum.processes != before.processes ||
              sum.channels != before.channels || sum.bytes != before.bytes;
  if (more && has_circle)
    sum = (total){TOO_MANY, TOO_MANY, TOO_MANY};
  c->totals[process] = sum;
  return more;
}

/* Without a circle of processes that start each other, a round for each type
 * of process is enough. */
static total sum_of_all(counting *c) {
  const pml_lowered *p = c->k->p;
  total all = {.channels = p->owns, .bytes = p->global_bytes};
  bool more = true;
  for (uint32_t round = 0; more; round++) {
    more = false;
    for (uint32_t i = 0; i < p->behaviours.count; i++)
      more |= pml_is_real(p, i) && sum_up(c, i, round > p->behaviours.count);
  }
  for (uint32_t i = 0; i < p->behaviours.count; i++)
    if (pml_is_real(p, i))
      add_processes(c, i, c->s->processes.at[i].active, &all);
  return all;
}

bool pml_is_bounded(const pml_maker *k, uint32_t *channels) {
  counting c = {.k = k, .s = k->p->syntax};
  c.times = mem_array(k->m, c.s->statements.count + 1, sizeof *c.times);
  c.totals = mem_array(k->m, k->p->behaviours.count + 1, sizeof *c.totals);
  for (uint32_t i = 0; i < c.s->statements.count; i++)
    if (is_run(c.s, i))
      c.times[i] = times_of(c.s, i);
  total all = sum_of_all(&c);
  mem_free(k->m, c.times);
  mem_free(k->m, c.totals);
  *channels = (uint32_t)all.channels;
  if (MUTANT("promela-names-bound"))
    return true;
  return all.processes <= PML_MOST_PROCESSES &&
         all.channels <= PML_MOST_CHANNELS && all.bytes <= PML_MOST_BYTES;
}
