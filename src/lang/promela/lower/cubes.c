/* Conditions of a claim as sets of cubes over atoms. */
#include "lang/promela/lower/lower.h"

#include "base/kept.h"

#include <assert.h>

enum { MOST_CUBES = 4096 };

/* Adds a cube unless one that is there allows all it does; removes those that
 * it makes superfluous. */
static bool add_cube(mem *m, pml_cubes *out, omega_cube x) {
  size_t left = 0;
  for (size_t i = 0; i < out->count; i++) {
    omega_cube y = out->at[i];
    if (!(y.mask & ~x.mask) && (x.value & y.mask) == y.value)
      return true;
    if (!(x.mask & ~y.mask) && (y.value & x.mask) == x.value)
      continue;
    out->at[left++] = y;
  }
  out->count = left;
  if (left >= MOST_CUBES)
    return false;
  vec_push(m, out, x);
  return true;
}

bool pml_cubes_and(mem *m, const pml_cubes *a, const pml_cubes *b,
                   pml_cubes *out) {
  out->count = 0;
  vec_each (const omega_cube, x, a) {
    vec_each (const omega_cube, y, b) {
      if ((x->value ^ y->value) & x->mask & y->mask)
        continue;
      if (!add_cube(m, out,
                    (omega_cube){.mask = x->mask | y->mask,
                                 .value = x->value | y->value}))
        return false;
    }
  }
  return true;
}

bool pml_cubes_or(mem *m, const pml_cubes *cubes, pml_cubes *into) {
  vec_each (const omega_cube, cube, cubes) {
    if (!add_cube(m, into, *cube))
      return false;
  }
  return true;
}

/* Cube by cube: not (l1 & l2) is one of the literals, negated. */
bool pml_cubes_not(mem *m, const pml_cubes *cubes, pml_cubes *out) {
  bool fits = true;
  pml_cubes so_far = {0}, literals = {0};
  out->count = 0;
  vec_push(m, out, ((omega_cube){.mask = 0}));
  for (size_t i = 0; i < cubes->count && fits; i++) {
    literals.count = 0;
    for (uint64_t rest = cubes->at[i].mask; rest; rest &= rest - 1) {
      uint64_t bit = rest & (0 - rest);
      vec_push(m, &literals,
               ((omega_cube){.mask = bit, .value = bit & ~cubes->at[i].value}));
    }
    so_far.count = 0;
    fits = pml_cubes_or(m, out, &so_far) &&
           pml_cubes_and(m, &so_far, &literals, out);
  }
  vec_free(m, &so_far);
  vec_free(m, &literals);
  return fits;
}

/* An operand of && and || becomes an atom of its own only where looking at it
 * cannot go wrong: the one before it may be what protects it. */
static bool is_harmless(const pml_lowering *lowering, const pml_expr *expr) {
  switch (expr->op) {
  case PML_NAME:
  case PML_MEMBER:
    return expr->b == PML_NONE;
  case PML_DIVIDE:
  case PML_MODULO:
    return lowering->s->exprs.at[expr->b].op == PML_CONST &&
           lowering->s->exprs.at[expr->b].value;
  case PML_CONST:
  case PML_SELF:
  case PML_COUNT:
  case PML_LAST:
  case PML_PRIORITY:
  case PML_NP:
  case PML_TIMEOUT:
  case PML_REMOTE_LABEL:
  case PML_REMOTE_VAR:
  case PML_CONDITIONAL:
    return true;
  default:
    return expr->op >= PML_NOT && expr->op <= PML_OR;
  }
}

static void push_operands(pml_lowering *lowering, const pml_expr *expr) {
  if (expr->op == PML_CONST || expr->op == PML_NAME || expr->op == PML_MEMBER) {
    if (expr->op != PML_CONST && expr->c != PML_NONE)
      vec_push(lowering->m, &lowering->stack, expr->c);
    return;
  }
  bool is_remote = expr->op == PML_REMOTE_LABEL || expr->op == PML_REMOTE_VAR;
  if (expr->op >= PML_NOT && expr->op <= PML_CONDITIONAL)
    vec_push(lowering->m, &lowering->stack, expr->a);
  if ((expr->op >= PML_ADD && expr->op <= PML_CONDITIONAL) ||
      (is_remote && expr->b != PML_NONE))
    vec_push(lowering->m, &lowering->stack, expr->b);
  if (expr->op == PML_CONDITIONAL || expr->op == PML_REMOTE_VAR)
    vec_push(lowering->m, &lowering->stack, expr->c);
}

static bool cannot_fault(pml_lowering *lowering, uint32_t e) {
  lowering->stack.count = 0;
  vec_push(lowering->m, &lowering->stack, e);
  while (lowering->stack.count) {
    const pml_expr *expr = &lowering->s->exprs.at[vec_pop(&lowering->stack)];
    if (!is_harmless(lowering, expr))
      return false;
    push_operands(lowering, expr);
  }
  return true;
}

static bool add_atom(pml_lowering *lowering, names *atoms, uint32_t e,
                     uint64_t *bit) {
  kept x = {.m = lowering->m};
  text out;
  text_init(&out, kept_add, &x);
  pml_print_expression(lowering->s, e, &out);
  text_end(&out);
  uint32_t n = names_insert(lowering->m, atoms, x.bytes.at, x.bytes.count);
  vec_free(lowering->m, &x.bytes);
  *bit = n < OMEGA_MOST_ATOMS ? UINT64_C(1) << n : 0;
  return n < OMEGA_MOST_ATOMS;
}

static bool cubes_of_atom(pml_lowering *lowering, names *atoms, uint32_t e,
                          bool negated, pml_cubes *out) {
  assert(e < lowering->s->exprs.count);
  const pml_expr *expr = &lowering->s->exprs.at[e];
  out->count = 0;
  if (expr->op == PML_CONST) {
    if ((expr->value != 0) != negated)
      vec_push(lowering->m, out, ((omega_cube){.mask = 0}));
    return true;
  }
  uint64_t bit;
  if (!add_atom(lowering, atoms, e, &bit))
    return false;
  vec_push(lowering->m, out,
           ((omega_cube){.mask = bit, .value = negated ? 0 : bit}));
  return true;
}

typedef enum part_kind { PART_TEST, PART_AND, PART_OR } part_kind;

typedef struct part {
  part_kind kind;
  uint32_t e;
  bool negated;
} part;

typedef struct parts {
  bool is_safe; /* && and || may be taken apart */
  vec(part) todo;
  vec(pml_cubes) done;
} parts;

static void push_part(pml_lowering *lowering, parts *p, part_kind kind,
                      uint32_t e, bool negated) {
  part x = {.kind = kind, .e = e, .negated = negated};
  vec_push(lowering->m, &p->todo, x);
}

static bool join_parts(pml_lowering *lowering, parts *p, bool is_and) {
  pml_cubes b = vec_pop(&p->done), a = vec_pop(&p->done), both = {0};
  bool fits = is_and ? pml_cubes_and(lowering->m, &a, &b, &both)
                     : pml_cubes_or(lowering->m, &a, &both) &&
                           pml_cubes_or(lowering->m, &b, &both);
  vec_free(lowering->m, &a);
  vec_free(lowering->m, &b);
  vec_push(lowering->m, &p->done, both);
  return fits;
}

static bool do_part(pml_lowering *lowering, names *atoms, parts *p, part t) {
  if (t.kind != PART_TEST)
    return join_parts(lowering, p, t.kind == PART_AND);
  const pml_expr *expr = &lowering->s->exprs.at[t.e];
  if (expr->op == PML_NOT) {
    push_part(lowering, p, PART_TEST, expr->a, !t.negated);
    return true;
  }
  if ((expr->op == PML_AND || expr->op == PML_OR) && p->is_safe) {
    bool is_and = (expr->op == PML_AND) != t.negated;
    push_part(lowering, p, is_and ? PART_AND : PART_OR, 0, false);
    push_part(lowering, p, PART_TEST, expr->b, t.negated);
    push_part(lowering, p, PART_TEST, expr->a, t.negated);
    return true;
  }
  pml_cubes out = {0};
  bool fits = cubes_of_atom(lowering, atoms, t.e, t.negated, &out);
  vec_push(lowering->m, &p->done, out);
  return fits;
}

bool pml_cubes_of_test(pml_lowering *lowering, names *atoms, uint32_t e,
                       bool negated, pml_cubes *out) {
  parts p = {.is_safe = cannot_fault(lowering, e)};
  bool fits = true;
  push_part(lowering, &p, PART_TEST, e, negated);
  while (p.todo.count && fits)
    fits = do_part(lowering, atoms, &p, vec_pop(&p.todo));
  out->count = 0;
  if (fits)
    fits = pml_cubes_or(lowering->m, &p.done.at[0], out);
  vec_each (pml_cubes, cubes, &p.done) {
    vec_free(lowering->m, cubes);
  }
  vec_free(lowering->m, &p.todo);
  vec_free(lowering->m, &p.done);
  return fits;
}
