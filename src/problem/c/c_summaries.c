/* What saturation reached, as conditions over the program's variables: at the
 * heads of loops, at the entries of functions, and behind their returns. */
#include "problem/c/c_summaries.h"

#include <assert.h>

enum { MOST_CUBES = 48, MOST_CONDITION = 400 };

/* A variable of the Boolean program as it stands in a set of states. */
typedef struct shown {
  uint32_t first, width; /* bits: in 'bits' of the teller */
  uint32_t count;        /* members of a group; 0: one predicate */
  uint32_t conditions;   /* of them: in 'conditions' */
} shown;

typedef struct teller {
  custos *c;
  predicates *x;
  const abstract_program *a;
  const prog_bits *b;
  sympds *s;
  dds *d;
  mem *m;
  vec(shown) shown;
  vec(uint32_t) bits; /* variables of the diagrams */
  shape_list conditions;
  vec(signed char) value; /* by variable of the diagrams: 0, 1, or -1 */
  cfa_invariants *out;
} teller;

/* The condition as it is said behind a return: what is the function's own, and
 * all that is said of its entry, as it was then. False: it cannot be said. */
static bool restate(teller *t, bool at_entry, uint32_t *condition) {
  shapes *s = &t->x->shapes;
  const cfa *automaton = t->x->p;
  shape_list from = {0}, to = {0};
  shape_leaves leaves = *shape_look(s, *condition);
  bool good = true;
  for (uint32_t i = 0; i < leaves.count; i++) {
    uint32_t leaf = s->leaves.at[leaves.first + i];
    cfa_expression expression = automaton->expressions.at[leaf];
    bool is_global = predicates_is_global(t->x, leaf);
    if (expression.kind == CFA_GHOST || (is_global && !at_entry))
      continue;
    good = good && expression.kind == CFA_VARIABLE;
    vec_push(t->m, &from, leaf);
    vec_push(t->m, &to,
             shape_ghost(s, CFA_GHOST_OLD, expression.a, expression.width,
                         expression.is_pointer));
  }
  if (good)
    *condition = shape_replace(s, *condition, from.at, to.at, from.count);
  vec_free(t->m, &from);
  vec_free(t->m, &to);
  return good;
}

typedef enum moment { AT_LOCATION, AT_ENTRY, AT_EXIT } moment;

static bool add_condition(teller *t, uint32_t n, moment when) {
  assert(n < t->x->all.count);
  uint32_t c = t->x->all.at[n].condition;
  if (when != AT_LOCATION && !restate(t, when == AT_ENTRY, &c))
    return false;
  vec_push(t->m, &t->conditions, c);
  return true;
}

static void show(teller *t, uint32_t variable, sym_copy copy, uint32_t n,
                 moment when) {
  assert(variable < t->a->program.variables.count);
  const prog_variable *v = &t->a->program.variables.at[variable];
  bool is_global = v->procedure == PROG_NONE;
  uint32_t first = is_global ? t->b->global_cell[v->cell]
                             : t->b->local_cell[v->procedure][v->cell];
  shown x = {.first = (uint32_t)t->bits.count,
             .width = v->width,
             .conditions = (uint32_t)t->conditions.count};
  bool good = true;
  if (n != CFA_NONE)
    good = add_condition(t, n, when);
  else
    vec_each (const abstract_group, group, &t->a->groups)
      for (size_t i = 0; i < group->count && group->variable == variable; i++) {
        good =
            good && add_condition(t, t->a->members.at[group->first + i], when);
        x.count++;
      }
  if (!good) {
    t->conditions.count = x.conditions;
    return;
  }
  for (uint32_t k = 0; k < v->width; k++)
    vec_push(t->m, &t->bits,
             is_global ? sym_global(t->s, first + k, copy)
                       : sym_local(t->s, first + k, copy));
  vec_push(t->m, &t->shown, x);
}

static void forget(teller *t) {
  t->shown.count = t->bits.count = t->conditions.count = 0;
}

static bool is_result(const abstract_program *program, uint32_t v) {
  assert(v < program->program.variables.count);
  return v >= program->first_result &&
         v < program->first_result + program->results;
}

static uint32_t summaries_join(teller *t, bits_op op, uint32_t x, uint32_t y) {
  return shape_apply(&t->x->shapes, op, 1, x, y, CFA_NONE);
}

/* The value of a group is 'k'. */
static uint32_t has_value(teller *t, const shown *v, uint32_t k) {
  if (k > 0 && k <= v->count)
    return t->conditions.at[v->conditions + k - 1];
  uint32_t none = shape_truth(&t->x->shapes, true);
  for (uint32_t i = 0; i < v->count; i++)
    none = summaries_join(
        t, BITS_AND, none,
        shape_not(&t->x->shapes, t->conditions.at[v->conditions + i]));
  return none;
}

/* What the values of its bits say of a variable. */
static uint32_t of_variable(teller *t, const shown *v) {
  uint32_t out = shape_truth(&t->x->shapes, false);
  if (v->count == 0) {
    signed char bit = t->value.at[t->bits.at[v->first]];
    uint32_t c = t->conditions.at[v->conditions];
    return bit < 0 ? shape_truth(&t->x->shapes, true)
           : bit   ? c
                   : shape_not(&t->x->shapes, c);
  }
  bool is_any = true;
  for (uint32_t k = 0; k < v->width; k++)
    is_any = is_any && t->value.at[t->bits.at[v->first + k]] < 0;
  if (is_any)
    return shape_truth(&t->x->shapes, true);
  for (uint32_t value = 0; value <= v->count; value++) {
    bool fits = true;
    for (uint32_t k = 0; k < v->width; k++) {
      signed char bit = t->value.at[t->bits.at[v->first + k]];
      fits = fits && (bit < 0 || bit == (signed char)(value >> k & 1));
    }
    if (fits)
      out = summaries_join(t, BITS_OR, out, has_value(t, v, value));
  }
  return out;
}

static uint32_t of_cube(teller *t) {
  uint32_t out = shape_truth(&t->x->shapes, true);
  vec_each (const shown, v, &t->shown)
    out = summaries_join(t, BITS_AND, out, of_variable(t, v));
  return out;
}

/* Where the traversal of a diagram stands: a node, and how far it is. */
typedef struct stop {
  dd node;
  int phase;
} stop;

/* All cubes; CFA_NONE: too many. */
static uint32_t of_cubes(teller *t, dd set) {
  vec(stop) way = {0};
  uint32_t out = shape_truth(&t->x->shapes, false);
  unsigned cubes = 0;
  vec_push(t->m, &way, ((stop){set, 0}));
  while (way.count && cubes <= MOST_CUBES) {
    stop *top = &vec_last(&way);
    if (top->node == DD_TRUE) {
      cubes++;
      out = summaries_join(t, BITS_OR, out, of_cube(t));
    }
    if (top->node == DD_TRUE || top->node == DD_FALSE || top->phase == 2) {
      if (top->node != DD_TRUE && top->node != DD_FALSE)
        t->value.at[dd_top(top->node)] = -1;
      way.count--;
      continue;
    }
    t->value.at[dd_top(top->node)] = (signed char)top->phase;
    dd next = top->phase++ ? dd_high(top->node) : dd_low(top->node);
    vec_push(t->m, &way, ((stop){next, 0}));
  }
  vec_each (const stop, x, &way)
    if (x->node != DD_TRUE && x->node != DD_FALSE)
      t->value.at[dd_top(x->node)] = -1;
  vec_free(t->m, &way);
  return cubes <= MOST_CUBES ? out : CFA_NONE;
}

/* The part of a set that is about the bits of one variable. */
static dd about(teller *t, dd set, const uint32_t *bits, size_t count) {
  dd_variables support = {0};
  vec(uint32_t) others = {0};
  dd_support(t->d, set, &support);
  vec_each (const uint32_t, v, &support) {
    bool is_shown = false;
    for (size_t i = 0; i < count; i++)
      is_shown = is_shown || bits[i] == *v;
    if (!is_shown)
      vec_push(t->m, &others, *v);
  }
  if (others.count)
    set = dd_exists(t->d, set, dd_set(t->d, others.at, others.count));
  vec_free(t->d->m, &support);
  vec_free(t->m, &others);
  return set;
}

static void summaries_say(teller *t, cfa_invariant_kind kind, uint32_t at,
                          uint32_t condition) {
  uint64_t k;
  if (condition == CFA_NONE ||
      (shape_is_constant(&t->x->shapes, condition, &k) && k) ||
      shape_look(&t->x->shapes, condition)->size > MOST_CONDITION)
    return;
  cfa_invariant invariant = {.kind = kind, .at = at, .condition = condition};
  vec_push(&t->c->c_problem.mem, t->out, invariant);
}

/* The whole set if it is small, else what it says of each variable. */
static void summaries_tell(teller *t, cfa_invariant_kind kind, uint32_t at,
                           dd set) {
  size_t mark = dd_mark(t->d);
  set = about(t, set, t->bits.at, t->bits.count);
  uint32_t whole = of_cubes(t, set);
  if (whole != CFA_NONE)
    summaries_say(t, kind, at, whole);
  else
    vec_each (const shown, v, &t->shown)
      summaries_say(
          t, kind, at,
          of_cubes(t, about(t, set, t->bits.at + v->first, v->width)));
  dd_release(t->d, mark);
}

/* What is live at a location of the Boolean program. */
static void show_live(teller *t, uint32_t location, bool globals, bool locals,
                      sym_copy copy, moment when) {
  const prog *program = &t->a->program;
  uint32_t f = program->locations.at[location].procedure;
  for (uint32_t v = 0; v < program->variables.count; v++) {
    bool is_global = program->variables.at[v].procedure == PROG_NONE;
    bool is_here =
        is_global ? globals : locals && program->variables.at[v].procedure == f;
    if (is_here && !is_result(t->a, v) && abstract_is_live(t->a, location, v))
      show(t, v, copy, t->a->predicate.at[v], when);
  }
}

/* Globals that are live behind some return of the procedure. */
static void show_behind(teller *t, uint32_t procedure) {
  const prog *program = &t->a->program;
  for (uint32_t v = 0; v < program->variables.count; v++) {
    bool is_live = false;
    if (program->variables.at[v].procedure != PROG_NONE || is_result(t->a, v))
      continue;
    vec_each (const prog_edge, edge, &program->edges)
      if (edge->kind == PROG_CALL &&
          program->locations.at[edge->entry].procedure == procedure)
        is_live = is_live || abstract_is_live(t->a, edge->to, v);
    if (is_live)
      show(t, v, SYM_NOW, t->a->predicate.at[v], AT_EXIT);
  }
}

static void show_results(teller *t, uint32_t function) {
  const abstract_program *a = t->a;
  const prog *p = &a->program;
  for (uint32_t r = 0; r < a->results; r++) {
    uint32_t n = a->ensured.at[function * a->results + r];
    bool is_live = false;
    vec_each (const prog_edge, edge, &p->edges)
      if (edge->kind == PROG_CALL &&
          a->locations.at[edge->entry] == t->x->p->functions.at[function].entry)
        is_live = is_live || abstract_is_live(a, edge->to, a->first_result + r);
    if (n != CFA_NONE && is_live)
      show(t, a->first_result + r, SYM_NOW, n, AT_EXIT);
  }
}

static void tell_functions(teller *t, sym_post *post) {
  const prog *program = &t->a->program;
  size_t count;
  const sym_summary *all = sym_post_summaries(post, &count);
  for (uint32_t f = 1; f < program->procedures.count; f++) {
    uint32_t entry = program->procedures.at[f].entry;
    uint32_t at = t->a->locations.at[entry];
    uint32_t function = t->x->p->locations.at[at].function;
    forget(t);
    show_live(t, entry, true, true, SYM_NOW, AT_LOCATION);
    summaries_tell(t, CFA_REQUIRES, function, sym_post_heads(post, entry));
    if (function == t->x->p->main)
      continue;
    forget(t);
    show_live(t, entry, true, true, SYM_NEXT, AT_ENTRY);
    show_behind(t, f);
    show_results(t, function);
    dd relation = DD_FALSE;
    for (size_t i = 0; i < count; i++)
      if (all[i].entry == entry)
        relation = dd_or(t->d, relation, all[i].relation);
    summaries_tell(t, CFA_ENSURES, function, relation);
  }
}

void c_summaries_invariants(custos *c, predicates *x, const abstract_program *a,
                            const prog_bits *bits, sympds *system,
                            sym_post *post, cfa_invariants *out) {
  teller t = {.c = c,
              .x = x,
              .a = a,
              .b = bits,
              .s = system,
              .d = &c->diagrams,
              .m = &c->c_problem.round,
              .out = out};
  vec_resize(t.m, &t.value, c->diagrams.variables);
  if (t.value.count)
    memset(t.value.at, -1, t.value.count);
  const prog *p = &a->program;
  for (uint32_t l = 0; l < p->locations.count; l++) {
    uint32_t at = a->locations.at[l];
    if (at == CFA_NONE || !x->p->locations.at[at].is_loop_head ||
        p->procedures.at[p->locations.at[l].procedure].entry == l)
      continue;
    forget(&t);
    show_live(&t, l, true, true, SYM_NOW, AT_LOCATION);
    summaries_tell(&t, CFA_AT_LOCATION, at, sym_post_heads(post, l));
  }
  tell_functions(&t, post);
}
