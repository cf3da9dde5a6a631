/* The values of expressions. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

proof_term proof_term_of(proof_run *r, proof_value v, unsigned width) {
  return v.term ? v.term : proof_constant(&r->terms, width, v.bits);
}

proof_value proof_value_of(const proof_run *r, proof_term t) {
  if (proof_is_constant(&r->terms, t))
    return proof_word(proof_at(&r->terms, t)->value);
  return (proof_value){.term = t};
}

proof_value proof_fresh(proof_run *r, unsigned width) {
  return (proof_value){.term = proof_input(&r->terms, width, 0)};
}

proof_value proof_fresh_here(proof_run *r, unsigned width) {
  if (r->mode == PROOF_CLAIMING)
    return proof_fresh(r, width);
  vec_each (const proof_made, k, &r->now.made)
    if (k->expression == r->expression)
      return k->value;
  proof_made made = {r->expression, proof_fresh(r, width)};
  vec_push(r->m, &r->now.made, made);
  return made.value;
}

static bool read_scalar(proof_run *r, uint32_t variable, proof_value *out) {
  assert(variable < r->p->variables.count);
  const cfa_variable *v = &r->p->variables.at[variable];
  proof_value *s = &r->now.scalars.at[proof_slot(r, variable)];
  if (s->object == PROOF_UNSET)
    *s = proof_fresh(r, v->width);
  *out = *s;
  return true;
}

static uint32_t object_of(const proof_run *r, uint32_t variable) {
  assert(variable < r->p->variables.count);
  const cfa_variable *v = &r->p->variables.at[variable];
  if (v->function == CFA_NONE)
    return (uint32_t)r->p->functions.count + 1 + v->slot;
  return r->now.frame_objects.at[vec_last(&r->now.frames).objects + v->slot];
}

/* Of the globals and parameters, as they were. */
static bool old_value(proof_run *r, uint32_t variable, proof_value *out) {
  assert(variable < r->p->variables.count);
  const cfa_variable *v = &r->p->variables.at[variable];
  const cfa_function *f =
      v->function == CFA_NONE ? NULL : &r->p->functions.at[v->function];
  if (!r->ghosts.old || !v->is_scalar ||
      (f && variable - f->first_variable >= f->parameters))
    return proof_give_up(r, "an old value that is not known");
  *out = r->ghosts.old[f ? r->p->global_scalars + v->slot : v->slot];
  return out->object != PROOF_UNSET ||
         proof_give_up(r, "an old value that is not known");
}

static bool ghost(proof_run *r, const cfa_expression *x, proof_value *out) {
  const proof_ghosts *g = &r->ghosts;
  switch ((cfa_ghost)x->value) {
  case CFA_GHOST_INDEX:
    *out = g->index;
    return g->has_index || proof_give_up(r, "an index that is not known");
  case CFA_GHOST_RESULT:
    *out = g->result;
    return g->has_result || proof_give_up(r, "a result that is not known");
  case CFA_GHOST_OLD:
    return old_value(r, x->a, out);
  }
  return proof_give_up(r, "an unknown ghost");
}

proof_value proof_operate(proof_run *r, bits_op op, unsigned width,
                          unsigned from, proof_value a, unsigned other,
                          proof_value b) {
  unsigned wide = op == BITS_CONCAT ? other : from;
  if (!a.term && !b.term)
    return proof_word(bits_apply(op, width, wide, a.bits, b.bits, 0));
  proof_term second = other ? proof_term_of(r, b, other) : 0;
  return proof_value_of(r, proof_apply(&r->terms, op, width,
                                       proof_term_of(r, a, from), second, 0));
}

/* A division that traps ends the run. In an invariant it has the value that
 * bits.h gives. */
static bool traps_not(proof_run *r, bits_op op, unsigned width, proof_value a,
                      proof_value b) {
  proof_terms *t = &r->terms;
  if (r->mode == PROOF_CLAIMING)
    return true;
  proof_term x = proof_term_of(r, a, width), y = proof_term_of(r, b, width);
  proof_term bad = proof_equal(t, y, proof_constant(t, width, 0));
  if (op == BITS_SDIV || op == BITS_SREM) {
    proof_term least = proof_constant(t, width, UINT64_C(1) << (width - 1));
    proof_term minus = proof_constant(t, width, UINT64_MAX);
    bad = proof_or(
        t, bad,
        proof_and(t, proof_equal(t, x, least), proof_equal(t, y, minus)));
  }
  return proof_assume(r, proof_not(t, bad));
}

static proof_value shifted(proof_run *r, bits_op op, unsigned width,
                           proof_value a, proof_value b) {
  proof_terms *t = &r->terms;
  proof_term by = proof_term_of(r, b, width);
  /* A width need not fit into its own word. */
  proof_term wide = proof_resize(t, 64, by);
  proof_term good =
      proof_apply(t, BITS_ULT, 1, wide, proof_constant(t, 64, width), 0);
  proof_term is = proof_apply(t, op, width, proof_term_of(r, a, width), by, 0);
  if (proof_is_constant(t, good))
    return proof_at(t, good)->value ? proof_value_of(r, is)
                                    : proof_fresh_here(r, width);
  proof_term wild = proof_fresh_here(r, width).term;
  return proof_value_of(r, proof_apply(t, BITS_ITE, width, good, is, wild));
}

static bool value_choose(proof_run *r, unsigned width, proof_value a,
                         proof_value b, proof_value c, proof_value *out) {
  bool side = a.bits != 0;
  if (a.term && b.object == c.object) {
    *out = proof_value_of(r, proof_apply(&r->terms, BITS_ITE, width, a.term,
                                         proof_term_of(r, b, width),
                                         proof_term_of(r, c, width)));
    out->object = b.object;
    return true;
  }
  if (a.term && !proof_decide(r, a.term, &side))
    return false;
  *out = side ? b : c;
  return true;
}

/* Pointers that nobody knows have no order. */
static bool is_unordered(const proof_run *r, const cfa_expression *x,
                         proof_value a, proof_value b) {
  return x->op >= BITS_ULT && x->op <= BITS_SLE && (a.term || b.term) &&
         r->p->expressions.at[x->a].is_pointer;
}

static bool value_apply(proof_run *r, const cfa_expression *x,
                        proof_value *out) {
  assert(x->a < r->values.count);
  unsigned count = bits_operands(x->op), width = x->width;
  proof_value a = r->values.at[x->a];
  proof_value b = count > 1 ? r->values.at[x->b] : (proof_value){0};
  assert(x->a < r->p->expressions.count);
  unsigned from = r->p->expressions.at[x->a].width;
  unsigned other = count > 1 ? r->p->expressions.at[x->b].width : 0;
  if (x->op == BITS_ITE)
    return value_choose(r, width, a, b, r->values.at[x->c], out);
  if (a.object || b.object)
    return proof_apply_to_address(r, x->op, width, from, a, b, out);
  if (is_unordered(r, x, a, b)) {
    *out = proof_fresh_here(r, 1);
    return true;
  }
  if (x->op >= BITS_UDIV && x->op <= BITS_SREM &&
      !traps_not(r, x->op, width, a, b))
    return false;
  if (x->op >= BITS_SHL && x->op <= BITS_ASHR) {
    *out = shifted(r, x->op, width, a, b);
    return true;
  }
  *out = proof_operate(r, x->op, width, from, a, other, b);
  return true;
}

static bool to_integer(proof_run *r, const cfa_expression *x,
                       proof_value *out) {
  assert(x->a < r->values.count);
  *out = r->values.at[x->a];
  if (out->object)
    return x->width == r->p->pointer_bits ||
           proof_give_up(r, "arithmetic on the address of an object");
  *out = out->term
             ? proof_value_of(r, proof_resize(&r->terms, x->width, out->term))
             : proof_word(bits_cut(out->bits, x->width));
  return true;
}

static bool evaluate(proof_run *r, uint32_t n, proof_value *out) {
  assert(n < r->p->expressions.count);
  const cfa_expression *x = &r->p->expressions.at[n];
  switch (x->kind) {
  case CFA_CONSTANT:
    *out = proof_word(x->value);
    return true;
  case CFA_VARIABLE:
    return read_scalar(r, x->a, out);
  case CFA_ADDRESS:
    *out = (proof_value){.bits = bits_cut(x->value, x->width),
                         .object = object_of(r, x->a)};
    return true;
  case CFA_FUNCTION:
    *out = (proof_value){.object = x->a + 1};
    return true;
  case CFA_LOAD:
    return proof_load(r, r->values.at[x->a], x->width, x->is_pointer, out);
  case CFA_APPLY:
    return value_apply(r, x, out);
  case CFA_OFFSET:
    if (!r->values.at[x->a].object && !r->values.at[x->b].object) {
      proof_value a = r->values.at[x->a], b = r->values.at[x->b];
      *out = proof_operate(r, BITS_ADD, x->width, x->width, a, x->width, b);
      return true;
    }
    return proof_apply_to_address(r, BITS_ADD, x->width, x->width,
                                  r->values.at[x->a], r->values.at[x->b], out);
  case CFA_TO_INTEGER:
    return to_integer(r, x, out);
  case CFA_TO_POINTER:
    *out = r->values.at[x->a];
    return true;
  case CFA_GHOST:
    return ghost(r, x, out);
  }
  return proof_give_up(r, "an unknown expression");
}

void proof_begin_values(proof_run *r) {
  size_t count = r->p->expressions.count;
  if (r->values.count < count) {
    vec_resize(r->m, &r->values, count);
    vec_resize(r->m, &r->stamps, count);
  }
  if (++r->stamp)
    return;
  r->stamp = 1;
  memset(r->stamps.at, 0, r->stamps.count * sizeof *r->stamps.at);
}

bool proof_evaluate(proof_run *r, uint32_t expression, proof_value *out) {
  r->work.count = 0;
  vec_push(r->m, &r->work, expression);
  while (r->work.count) {
    uint32_t n = vec_last(&r->work), operands[3];
    const cfa_expression *x = &r->p->expressions.at[n];
    bool is_ready = true;
    size_t count = r->stamps.at[n] == r->stamp ? 0 : cfa_operands(x, operands);
    for (size_t i = 0; i < count && is_ready; i++)
      if (r->stamps.at[operands[i]] != r->stamp) {
        vec_push(r->m, &r->work, operands[i]);
        is_ready = false;
      }
    if (!is_ready)
      continue;
    r->work.count--;
    if (r->stamps.at[n] == r->stamp)
      continue;
    proof_value v;
    r->expression = n;
    if (!evaluate(r, n, &v))
      return false;
    r->values.at[n] = v;
    r->stamps.at[n] = r->stamp;
  }
  *out = r->values.at[expression];
  return true;
}
