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
static bool is_inside(const pml_syntax *syntax, uint32_t inner,
                      uint32_t outer) {
  while (inner != PML_NONE && inner != outer)
    inner = syntax->statements.at[inner].parent;
  return inner == outer;
}

/* A number, or two with plus or minus between them. */
static bool is_constant(const pml_syntax *syntax, uint32_t e, int64_t *value) {
  assert(e < syntax->exprs.count);
  const pml_expr *expr = &syntax->exprs.at[e];
  if (expr->op == PML_CONST) {
    *value = expr->value;
    return true;
  }
  if ((expr->op != PML_ADD && expr->op != PML_SUBTRACT) ||
      syntax->exprs.at[expr->a].op != PML_CONST ||
      syntax->exprs.at[expr->b].op != PML_CONST)
    return false;
  int64_t a = syntax->exprs.at[expr->a].value,
          b = syntax->exprs.at[expr->b].value;
  *value = expr->op == PML_ADD ? a + b : a - b;
  return true;
}

/* A local scalar that can hold all these values and the one behind them. */
static bool is_counter(const pml_syntax *syntax, uint32_t e, int64_t low,
                       int64_t high) {
  assert(e < syntax->exprs.count);
  const pml_expr *expr = &syntax->exprs.at[e];
  if (expr->op != PML_NAME || expr->b != PML_NONE || expr->c != PML_NONE)
    return false;
  const pml_var *var = &syntax->vars.at[expr->a];
  if (var->process == PML_NONE || var->is_array)
    return false;
  if (var->type == PML_BYTE)
    return low >= 0 && high < UINT8_MAX;
  if (var->type == PML_SHORT)
    return low >= INT16_MIN && high < INT16_MAX;
  return var->type == PML_INT && low >= INT32_MIN && high < INT32_MAX;
}

/* Does the statement give the variable a value? */
static bool does_assign(const pml_syntax *syntax,
                        const pml_statement *statement, uint32_t variable) {
  bool found = false;
  if (statement->kind == PML_ASSIGN || statement->kind == PML_INCREMENT ||
      statement->kind == PML_DECREMENT)
    return syntax->exprs.at[statement->a].a == variable;
  if (statement->kind == PML_DECLARE)
    return statement->a == variable;
  for (uint32_t i = 0; statement->kind == PML_RECEIVE && i < statement->c;
       i++) {
    const pml_expr *expr =
        &syntax->exprs.at[syntax->lists.at[statement->b + i]];
    found |= expr->op == PML_NAME && expr->a == variable;
  }
  return found;
}

/* Is the loop entered at its beginning only, and does nothing in it change the
 * variable but one step that adds 1? */
static bool counts_well(const pml_syntax *syntax, uint32_t loop,
                        uint32_t variable) {
  uint32_t steps = 0;
  for (uint32_t i = 0; i < syntax->statements.count; i++) {
    const pml_statement *statement = &syntax->statements.at[i];
    if (statement->process != syntax->statements.at[loop].process)
      continue;
    bool is_in = is_inside(syntax, i, loop);
    if (statement->kind == PML_GOTO && !is_in &&
        is_inside(syntax, statement->target, loop))
      return false;
    if (!is_in || !does_assign(syntax, statement, variable))
      continue;
    if (statement->kind != PML_INCREMENT || !statement->is_made)
      return false;
    steps++;
  }
  return steps == 1;
}

/* The assignment before a 'for', or PML_NONE. */
static uint32_t beginning_of(const pml_syntax *syntax, uint32_t loop) {
  for (uint32_t i = 0; i < syntax->statements.count; i++)
    if (syntax->statements.at[i].next == loop &&
        syntax->statements.at[i].kind == PML_ASSIGN &&
        syntax->statements.at[i].is_made)
      return i;
  return PML_NONE;
}

/* for (i : low .. high) between constants, as the parser makes it: how many
 * rounds. TOO_MANY: it is something else. */
static uint64_t rounds_of(const pml_syntax *syntax, uint32_t loop) {
  assert(loop < syntax->statements.count);
  const pml_statement *statement = &syntax->statements.at[loop];
  uint32_t begin = beginning_of(syntax, loop);
  int64_t low, high;
  if (!statement->is_made || begin == PML_NONE || statement->c == 0)
    return TOO_MANY;
  const pml_statement *guard =
      &syntax->statements.at[syntax->options.at[statement->a].first];
  if (!guard->is_made || guard->kind != PML_TEST ||
      syntax->exprs.at[guard->a].op != PML_AT_MOST)
    return TOO_MANY;
  uint32_t counter = syntax->exprs.at[guard->a].a;
  if (!is_constant(syntax, syntax->statements.at[begin].b, &low) ||
      !is_constant(syntax, syntax->exprs.at[guard->a].b, &high) ||
      !is_counter(syntax, counter, low, high) ||
      syntax->statements.at[begin].a != counter ||
      !counts_well(syntax, loop, syntax->exprs.at[counter].a))
    return TOO_MANY;
  return high < low               ? 0
         : high - low >= TOO_MANY ? TOO_MANY
                                  : (uint64_t)(high - low + 1);
}

/* Statements are numbered in the order of the text, but for those around
 * others. */
static bool goes_back(const pml_syntax *syntax, uint32_t process) {
  for (uint32_t i = 0; i < syntax->statements.count; i++) {
    const pml_statement *statement = &syntax->statements.at[i];
    if (statement->kind == PML_GOTO && statement->process == process &&
        (statement->target <= i || is_inside(syntax, i, statement->target)))
      return true;
  }
  return false;
}

static uint64_t product(uint64_t a, uint64_t b) {
  assert(a <= TOO_MANY && b <= TOO_MANY);
  return a * b < TOO_MANY ? a * b : TOO_MANY;
}

/* How often a statement is done by one process, at most. */
static uint64_t times_of(const pml_syntax *syntax, uint32_t statement) {
  assert(statement < syntax->statements.count);
  const pml_statement *x = &syntax->statements.at[statement];
  uint64_t times = goes_back(syntax, x->process) ? TOO_MANY : 1;
  for (uint32_t i = x->parent; i != PML_NONE;
       i = syntax->statements.at[i].parent)
    if (syntax->statements.at[i].kind == PML_DO)
      times = product(times, rounds_of(syntax, i));
  return times;
}

static bool is_run(const pml_syntax *syntax, uint32_t statement) {
  assert(statement < syntax->statements.count);
  const pml_statement *x = &syntax->statements.at[statement];
  return x->kind == PML_TEST && syntax->exprs.at[x->a].op == PML_RUN;
}

/* Some processes of a type, and all that they start. */
static void add_processes(const counting *c, uint32_t process, uint64_t times,
                          total *sum) {
  assert(process < c->k->p->behaviours.count);
  const pml_behaviour *behaviour = &c->k->p->behaviours.at[process];
  const total *t = &c->totals[process];
  uint64_t *to[3] = {&sum->processes, &sum->channels, &sum->bytes};
  uint64_t each[3] = {1 + t->processes, behaviour->owns + t->channels,
                      behaviour->frame_bytes + t->bytes};
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
  const pml_lowered *lowered = c->k->p;
  total all = {.channels = lowered->owns, .bytes = lowered->global_bytes};
  bool more = true;
  for (uint32_t round = 0; more; round++) {
    more = false;
    for (uint32_t i = 0; i < lowered->behaviours.count; i++)
      more |= pml_is_real(lowered, i) &&
              sum_up(c, i, round > lowered->behaviours.count);
  }
  for (uint32_t i = 0; i < lowered->behaviours.count; i++)
    if (pml_is_real(lowered, i))
      add_processes(c, i, c->s->processes.at[i].active, &all);
  return all;
}

bool pml_is_bounded(const pml_maker *maker, uint32_t *channels) {
  counting c = {.k = maker, .s = maker->p->syntax};
  c.times = mem_array(maker->m, c.s->statements.count + 1, sizeof *c.times);
  c.totals =
      mem_array(maker->m, maker->p->behaviours.count + 1, sizeof *c.totals);
  for (uint32_t i = 0; i < c.s->statements.count; i++)
    if (is_run(c.s, i))
      c.times[i] = times_of(c.s, i);
  total all = sum_of_all(&c);
  mem_free(maker->m, c.times);
  mem_free(maker->m, c.totals);
  *channels = (uint32_t)all.channels;
  if (MUTANT("promela-names-bound"))
    return true;
  return all.processes <= PML_MOST_PROCESSES &&
         all.channels <= PML_MOST_CHANNELS && all.bytes <= PML_MOST_BYTES;
}
