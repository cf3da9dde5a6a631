/* A never claim as an automaton. One step of the claim reads one letter: the
 * tests of an atomic sequence are one step, all on the same letter. Where SPIN
 * reports an error at once (the closing brace, a label end..., an assertion
 * that fails) the automaton goes to a state that accepts everything. */
#include "lang/promela/lower/lower.h"

#include "base/mutant.h"
#include "lang/promela/syntax/view.h"

#include <assert.h>

enum { MOST_EDGES = 1 << 20 };

typedef struct branch { /* a step of the claim that is not complete yet */
  uint32_t point;
  uint32_t length; /* moves so far */
  pml_cubes when;
} branch;

typedef struct claim {
  pml_lowering *c;
  const pml_behaviour *b;
  omega *out;
  vec(uint32_t) state_of; /* by point of the process */
  vec(uint32_t) points;   /* by state; PML_NONE: the one that accepts all */
  uint32_t trap;          /* state, or PML_NONE */
  vec(branch) todo;
  uint32_t from;
  bool is_broken;
} claim;

static void refuse(claim *x, uint32_t statement, const char *what) {
  assert(statement < x->c->s->statements.count);
  pml_refuse(x->c, x->c->s->statements.at[statement].at, "%s", what);
  x->is_broken = true;
}

static uint32_t new_state(claim *x, uint32_t point) {
  vec_push(x->c->m, &x->points, point);
  return (uint32_t)x->points.count - 1;
}

static uint32_t trap_of(claim *x) {
  if (x->trap == PML_NONE)
    x->trap = new_state(x, PML_NONE);
  return x->trap;
}

static uint32_t state_at(claim *x, uint32_t point) {
  assert(point < x->state_of.count);
  if (x->state_of.at[point] == PML_NONE)
    x->state_of.at[point] = new_state(x, point);
  return x->state_of.at[point];
}

static const pml_point *claim_point_at(const claim *x, uint32_t point) {
  return &x->c->p->points.at[x->b->first_point + point];
}

static void add_edge(claim *x, const pml_cubes *when, uint32_t to,
                     uint32_t statement) {
  if (!when->count)
    return;
  omega_edge edge = {.from = x->from,
                     .to = to,
                     .first_cube = (uint32_t)x->out->cubes.count,
                     .cubes = (uint32_t)when->count};
  vec_each (const omega_cube, cube, when) {
    vec_push(x->c->m, &x->out->cubes, *cube);
  }
  vec_push(x->c->m, &x->out->edges, edge);
  if (x->out->edges.count > MOST_EDGES)
    refuse(x, statement, "this claim has too many different steps");
}

/* when := when and 'e' (or its negation). */
static bool narrow(claim *x, pml_cubes *when, uint32_t e, bool negated,
                   uint32_t statement) {
  mem *m = x->c->m;
  pml_cubes test = {0}, both = {0};
  bool fits = pml_cubes_of_test(x->c, &x->out->atoms, e, negated, &test) &&
              pml_cubes_and(m, when, &test, &both);
  if (!fits)
    refuse(x, statement,
           names_count(&x->out->atoms) > OMEGA_MOST_ATOMS
               ? "a claim can have at most 64 different tests"
               : "the tests of this claim are too complex for an automaton");
  vec_free(m, &test);
  vec_free(m, when);
  *when = both;
  return fits;
}

static void copy(mem *m, const pml_cubes *from, pml_cubes *to) {
  *to = (pml_cubes){0};
  vec_each (const omega_cube, cube, from) {
    vec_push(m, to, *cube);
  }
}

/* One statement that stays on the same letter: narrows 'when'. */
static bool look(claim *x, uint32_t statement, pml_cubes *when) {
  assert(statement < x->c->s->statements.count);
  const pml_statement *y = &x->c->s->statements.at[statement];
  pml_cubes fails;
  bool is_good;
  switch (y->kind) {
  case PML_SKIP:
  case PML_ELSE:
  case PML_PRINT:
  case PML_PRINTM:
  case PML_GOTO:
  case PML_BREAK:
  case PML_IF: /* the join behind it; so are the next two */
  case PML_DO:
  case PML_UNLESS:
    return true;
  case PML_TEST:
    if (x->c->s->exprs.at[y->a].op == PML_RUN)
      break;
    return narrow(x, when, y->a, false, statement);
  case PML_ASSERT:
    copy(x->c->m, when, &fails);
    is_good = narrow(x, &fails, y->a, true, statement) &&
              narrow(x, when, y->a, false, statement);
    if (is_good)
      add_edge(x, &fails, trap_of(x), statement);
    vec_free(x->c->m, &fails);
    return is_good;
  default:
    break;
  }
  refuse(x, statement,
         "a claim can only look: tests, assertions and jumps are possible in "
         "it, not this");
  return false;
}

/* A d_step of plain statements, one after the other. */
static bool look_through(claim *x, uint32_t dstep, pml_cubes *when) {
  assert(dstep < x->c->s->statements.count);
  uint32_t s = x->c->s->statements.at[dstep].a;
  for (; s != PML_NONE; s = x->c->s->statements.at[s].next) {
    pml_kind kind = x->c->s->statements.at[s].kind;
    if (kind >= PML_GOTO) {
      refuse(x, s,
             "choices and jumps in a d_step of a claim are not "
             "supported; use atomic");
      return false;
    }
    if (!look(x, s, when))
      return false;
  }
  return true;
}

/* The moves from where a branch stands; ends it. */
static void take_branch(claim *x, branch *b) {
  mem *m = x->c->m;
  const pml_point *point = claim_point_at(x, b->point);
  pml_cubes taken = {0}, rest = {0}; /* by the moves before: for else */
  for (uint32_t i = 0; i < point->count && !x->is_broken; i++) {
    const pml_move *move = &x->c->p->moves.at[point->first + i];
    if (move->kind == PML_MOVE_END)
      break;
    if (move->escape) {
      refuse(x, move->statement, "an unless in a claim is not supported");
      break;
    }
    pml_cubes when;
    copy(m, &b->when, &when);
    bool is_good = true;
    if (move->kind == PML_MOVE_ELSE) {
      pml_cubes all = when;
      when = (pml_cubes){0};
      is_good = pml_cubes_not(m, &taken, &rest) &&
                pml_cubes_and(m, &all, &rest, &when);
      vec_free(m, &all);
      if (!is_good)
        refuse(x, move->statement,
               "the tests before this else are too complex for an automaton");
    }
    if (is_good)
      is_good = x->c->s->statements.at[move->statement].kind == PML_DSTEP
                    ? look_through(x, move->statement, &when)
                    : look(x, move->statement, &when);
    if (is_good && !MUTANT("promela-claim-else") &&
        !pml_cubes_or(m, &when, &taken))
      refuse(x, move->statement,
             "the tests of this claim are too complex for an automaton");
    if (x->is_broken || !when.count) {
      vec_free(m, &when);
    } else if (claim_point_at(x, move->to)->flags & PML_POINT_END &&
               !MUTANT("promela-claim-end")) {
      add_edge(x, &when, trap_of(x), move->statement);
      vec_free(m, &when);
    } else if (!move->atomic) {
      add_edge(x, &when, state_at(x, move->to), move->statement);
      vec_free(m, &when);
    } else if (b->length > x->b->points) {
      refuse(x, move->statement,
             "an atomic sequence of a claim that never ends");
      vec_free(m, &when);
    } else {
      vec_push(
          m, &x->todo,
          ((branch){.point = move->to, .length = b->length + 1, .when = when}));
    }
  }
  vec_free(m, &taken);
  vec_free(m, &rest);
  vec_free(m, &b->when);
}

/* All steps from a state. */
static void make_state(claim *x, uint32_t state) {
  assert(state < x->points.count);
  x->from = state;
  branch b = {.point = x->points.at[state]};
  vec_push(x->c->m, &b.when, ((omega_cube){.mask = 0}));
  if (b.point == PML_NONE) {
    add_edge(x, &b.when, state, 0);
    vec_free(x->c->m, &b.when);
    return;
  }
  vec_push(x->c->m, &x->todo, b);
  while (x->todo.count && !x->is_broken) {
    b = vec_pop(&x->todo);
    take_branch(x, &b);
  }
}

static void refuse_variables(claim *x, uint32_t process) {
  vec_each (const pml_var, var, &x->c->s->vars) {
    if (var->process != process || var->is_helper || var->record != PML_NONE)
      continue;
    pml_refuse(x->c, var->at,
               "a claim with variables of its own is not "
               "supported; make them global");
    x->is_broken = true;
    return;
  }
}

/* Accepting: a label accept..., and the state that accepts everything. */
static void claim_finish(claim *x) {
  omega *out = x->out;
  out->states = (uint32_t)x->points.count;
  out->initial = 0;
  out->sets = 1;
  out->state_based = true;
  vec_each (omega_edge, edge, &out->edges) {
    uint32_t point = x->points.at[edge->from];
    if (point == PML_NONE ||
        (claim_point_at(x, point)->flags & PML_POINT_ACCEPT &&
         !MUTANT("promela-claim-accept")))
      edge->marks = 1;
  }
  omega_index(x->c->m, out);
}

static void tell_places(const claim *x, pml_claim_places *out) {
  *out = (pml_claim_places){0};
  vec_each (const uint32_t, point, &x->points) {
    const pml_point *p = *point == PML_NONE ? NULL : claim_point_at(x, *point);
    vec_push(x->c->m, out,
             p ? pml_view_position(p->statement, p->is_join) : PML_NONE);
  }
}

bool pml_lower_claim(mem *m, const pml_lowered *lowered, uint32_t process,
                     omega *out, pml_claim_places *places, report *r) {
  pml_lowering lowering;
  /* The lowered model is only read. */
  pml_lowering_init(&lowering, m, lowered->syntax,
                    (pml_lowered *)(uintptr_t)lowered, r);
  *out = (omega){.states = 0};
  claim x = {.c = &lowering,
             .b = &lowered->behaviours.at[process],
             .out = out,
             .trap = PML_NONE};
  refuse_variables(&x, process);
  vec_resize(m, &x.state_of, x.b->points);
  for (uint32_t i = 0; i < x.b->points; i++)
    x.state_of.at[i] = PML_NONE;
  state_at(&x, x.b->start);
  for (uint32_t i = 0; i < x.points.count && !x.is_broken; i++)
    make_state(&x, i);
  if (!x.is_broken)
    claim_finish(&x);
  tell_places(&x, places);
  vec_each (branch, b, &x.todo) {
    vec_free(m, &b->when);
  }
  vec_free(m, &x.todo);
  vec_free(m, &x.points);
  vec_free(m, &x.state_of);
  pml_lowering_clear(&lowering);
  return !lowering.is_refused;
}
