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

bool pml_cubes_or(mem *m, const pml_cubes *a, pml_cubes *into) {
  vec_each (const omega_cube, x, a) {
    if (!add_cube(m, into, *x))
      return false;
  }
  return true;
}

/* Cube by cube: not (l1 & l2) is one of the literals, negated. */
bool pml_cubes_not(mem *m, const pml_cubes *a, pml_cubes *out) {
  bool fits = true;
  pml_cubes so_far = {0}, literals = {0};
  out->count = 0;
  vec_push(m, out, ((omega_cube){.mask = 0}));
  for (size_t i = 0; i < a->count && fits; i++) {
    literals.count = 0;
    for (uint64_t rest = a->at[i].mask; rest; rest &= rest - 1) {
      uint64_t bit = rest & (0 - rest);
      vec_push(m, &literals,
               ((omega_cube){.mask = bit, .value = bit & ~a->at[i].value}));
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
static bool is_harmless(const pml_lowering *c, const pml_expr *x) {
  switch (x->op) {
  case PML_NAME:
  case PML_MEMBER:
    return x->b == PML_NONE;
  case PML_DIVIDE:
  case PML_MODULO:
    return c->s->exprs.at[x->b].op == PML_CONST && c->s->exprs.at[x->b].value;
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
    return x->op >= PML_NOT && x->op <= PML_OR;
  }
}

static void push_operands(pml_lowering *c, const pml_expr *x) {
  if (x->op == PML_CONST || x->op == PML_NAME || x->op == PML_MEMBER) {
    if (x->op != PML_CONST && x->c != PML_NONE)
      vec_push(c->m, &c->stack, x->c);
    return;
  }
  bool is_remote = x->op == PML_REMOTE_LABEL || x->op == PML_REMOTE_VAR;
  if (x->op >= PML_NOT && x->op <= PML_CONDITIONAL)
    vec_push(c->m, &c->stack, x->a);
  if ((x->op >= PML_ADD && x->op <= PML_CONDITIONAL) ||
      (is_remote && x->b != PML_NONE))
    vec_push(c->m, &c->stack, x->b);
  if (x->op == PML_CONDITIONAL || x->op == PML_REMOTE_VAR)
    vec_push(c->m, &c->stack, x->c);
}

static bool cannot_fault(pml_lowering *c, uint32_t e) {
  c->stack.count = 0;
  vec_push(c->m, &c->stack, e);
  while (c->stack.count) {
    const pml_expr *x = &c->s->exprs.at[vec_pop(&c->stack)];
    if (!is_harmless(c, x))
      return false;
    push_operands(c, x);
  }
  return true;
}

static bool add_atom(pml_lowering *c, names *atoms, uint32_t e, uint64_t *bit) {
  kept x = {.m = c->m};
  text out;
  text_init(&out, kept_add, &x);
  pml_print_expression(c->s, e, &out);
  text_end(&out);
  uint32_t n = names_insert(c->m, atoms, x.bytes.at, x.bytes.count);
  vec_free(c->m, &x.bytes);
  *bit = n < OMEGA_MOST_ATOMS ? UINT64_C(1) << n : 0;
  return n < OMEGA_MOST_ATOMS;
}

static bool cubes_of_atom(pml_lowering *c, names *atoms, uint32_t e,
                          bool negated, pml_cubes *out) {
  assert(e < c->s->exprs.count);
  const pml_expr *x = &c->s->exprs.at[e];
  out->count = 0;
  if (x->op == PML_CONST) {
    if ((x->value != 0) != negated)
      vec_push(c->m, out, ((omega_cube){.mask = 0}));
    return true;
  }
  uint64_t bit;
  if (!add_atom(c, atoms, e, &bit))
    return false;
  vec_push(c->m, out, ((omega_cube){.mask = bit, .value = negated ? 0 : bit}));
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

static void push_part(pml_lowering *c, parts *p, part_kind kind, uint32_t e,
                      bool negated) {
  part x = {.kind = kind, .e = e, .negated = negated};
  vec_push(c->m, &p->todo, x);
}

static bool join_parts(pml_lowering *c, parts *p, bool is_and) {
  pml_cubes b = vec_pop(&p->done), a = vec_pop(&p->done), both = {0};
  bool fits =
      is_and ? pml_cubes_and(c->m, &a, &b, &both)
             : pml_cubes_or(c->m, &a, &both) && pml_cubes_or(c->m, &b, &both);
  vec_free(c->m, &a);
  vec_free(c->m, &b);
  vec_push(c->m, &p->done, both);
  return fits;
}

static bool do_part(pml_lowering *c, names *atoms, parts *p, part t) {
  if (t.kind != PART_TEST)
    return join_parts(c, p, t.kind == PART_AND);
  const pml_expr *x = &c->s->exprs.at[t.e];
  if (x->op == PML_NOT) {
    push_part(c, p, PART_TEST, x->a, !t.negated);
    return true;
  }
  if ((x->op == PML_AND || x->op == PML_OR) && p->is_safe) {
    bool is_and = (x->op == PML_AND) != t.negated;
    push_part(c, p, is_and ? PART_AND : PART_OR, 0, false);
    push_part(c, p, PART_TEST, x->b, t.negated);
    push_part(c, p, PART_TEST, x->a, t.negated);
    return true;
  }
  pml_cubes out = {0};
  bool fits = cubes_of_atom(c, atoms, t.e, t.negated, &out);
  vec_push(c->m, &p->done, out);
  return fits;
}

bool pml_cubes_of_test(pml_lowering *c, names *atoms, uint32_t e, bool negated,
                       pml_cubes *out) {
  parts p = {.is_safe = cannot_fault(c, e)};
  bool fits = true;
  push_part(c, &p, PART_TEST, e, negated);
  while (p.todo.count && fits)
    fits = do_part(c, atoms, &p, vec_pop(&p.todo));
  out->count = 0;
  if (fits)
    fits = pml_cubes_or(c->m, &p.done.at[0], out);
  vec_each (pml_cubes, x, &p.done) {
    vec_free(c->m, x);
  }
  vec_free(c->m, &p.todo);
  vec_free(c->m, &p.done);
  return fits;
}
