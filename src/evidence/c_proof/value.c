/* The values of expressions. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

proof_term proof_term_of(proof_run *run, proof_value value, unsigned width) {
  return value.term ? value.term
                    : proof_constant(&run->terms, width, value.bits);
}

proof_value proof_value_of(const proof_run *run, proof_term t) {
  if (proof_is_constant(&run->terms, t))
    return proof_word(proof_at(&run->terms, t)->value);
  return (proof_value){.term = t};
}

proof_value proof_fresh(proof_run *run, unsigned width) {
  return (proof_value){.term = proof_input(&run->terms, width, 0)};
}

proof_value proof_fresh_here(proof_run *run, unsigned width) {
  if (run->mode == PROOF_CLAIMING)
    return proof_fresh(run, width);
  vec_each (const proof_made, k, &run->now.made)
    if (k->expression == run->expression)
      return k->value;
  proof_made made = {run->expression, proof_fresh(run, width)};
  vec_push(run->m, &run->now.made, made);
  return made.value;
}

static bool read_scalar(proof_run *run, uint32_t variable, proof_value *out) {
  assert(variable < run->p->variables.count);
  const cfa_variable *v = &run->p->variables.at[variable];
  proof_value *value = &run->now.scalars.at[proof_slot(run, variable)];
  if (value->object == PROOF_UNSET)
    *value = proof_fresh(run, v->width);
  *out = *value;
  return true;
}

static uint32_t object_of(const proof_run *run, uint32_t variable) {
  assert(variable < run->p->variables.count);
  const cfa_variable *v = &run->p->variables.at[variable];
  if (v->function == CFA_NONE)
    return (uint32_t)run->p->functions.count + 1 + v->slot;
  return run->now.frame_objects
      .at[vec_last(&run->now.frames).objects + v->slot];
}

/* Of the globals and parameters, as they were. */
static bool old_value(proof_run *run, uint32_t variable, proof_value *out) {
  assert(variable < run->p->variables.count);
  const cfa_variable *v = &run->p->variables.at[variable];
  const cfa_function *function =
      v->function == CFA_NONE ? NULL : &run->p->functions.at[v->function];
  if (!run->ghosts.old || !v->is_scalar ||
      (function && variable - function->first_variable >= function->parameters))
    return proof_give_up(run, "an old value that is not known");
  *out = run->ghosts.old[function ? run->p->global_scalars + v->slot : v->slot];
  return out->object != PROOF_UNSET ||
         proof_give_up(run, "an old value that is not known");
}

static bool ghost(proof_run *run, const cfa_expression *expression,
                  proof_value *out) {
  const proof_ghosts *ghosts = &run->ghosts;
  switch ((cfa_ghost)expression->value) {
  case CFA_GHOST_INDEX:
    *out = ghosts->index;
    return ghosts->has_index ||
           proof_give_up(run, "an index that is not known");
  case CFA_GHOST_RESULT:
    *out = ghosts->result;
    return ghosts->has_result ||
           proof_give_up(run, "a result that is not known");
  case CFA_GHOST_OLD:
    return old_value(run, expression->a, out);
  }
  return proof_give_up(run, "an unknown ghost");
}

proof_value proof_operate(proof_run *run, bits_op op, unsigned width,
                          unsigned from, proof_value a, unsigned other,
                          proof_value b) {
  unsigned wide = op == BITS_CONCAT ? other : from;
  if (!a.term && !b.term)
    return proof_word(bits_apply(op, width, wide, a.bits, b.bits, 0));
  proof_term second = other ? proof_term_of(run, b, other) : 0;
  return proof_value_of(run,
                        proof_apply(&run->terms, op, width,
                                    proof_term_of(run, a, from), second, 0));
}

/* A division that traps ends the run. In an invariant it has the value that
 * bits.h gives. */
static bool traps_not(proof_run *run, bits_op op, unsigned width, proof_value a,
                      proof_value b) {
  proof_terms *terms = &run->terms;
  if (run->mode == PROOF_CLAIMING)
    return true;
  proof_term x = proof_term_of(run, a, width), y = proof_term_of(run, b, width);
  proof_term bad = proof_equal(terms, y, proof_constant(terms, width, 0));
  if (op == BITS_SDIV || op == BITS_SREM) {
    proof_term least = proof_constant(terms, width, UINT64_C(1) << (width - 1));
    proof_term minus = proof_constant(terms, width, UINT64_MAX);
    bad = proof_or(terms, bad,
                   proof_and(terms, proof_equal(terms, x, least),
                             proof_equal(terms, y, minus)));
  }
  return proof_assume(run, proof_not(terms, bad));
}

static proof_value shifted(proof_run *run, bits_op op, unsigned width,
                           proof_value a, proof_value b) {
  proof_terms *terms = &run->terms;
  proof_term by = proof_term_of(run, b, width);
  /* A width need not fit into its own word. */
  proof_term wide = proof_resize(terms, 64, by);
  proof_term good = proof_apply(terms, BITS_ULT, 1, wide,
                                proof_constant(terms, 64, width), 0);
  proof_term is =
      proof_apply(terms, op, width, proof_term_of(run, a, width), by, 0);
  if (proof_is_constant(terms, good))
    return proof_at(terms, good)->value ? proof_value_of(run, is)
                                        : proof_fresh_here(run, width);
  proof_term wild = proof_fresh_here(run, width).term;
  return proof_value_of(run,
                        proof_apply(terms, BITS_ITE, width, good, is, wild));
}

static bool value_choose(proof_run *run, unsigned width, proof_value a,
                         proof_value b, proof_value c, proof_value *out) {
  bool side = a.bits != 0;
  if (a.term && b.object == c.object) {
    *out = proof_value_of(run, proof_apply(&run->terms, BITS_ITE, width, a.term,
                                           proof_term_of(run, b, width),
                                           proof_term_of(run, c, width)));
    out->object = b.object;
    return true;
  }
  if (a.term && !proof_decide(run, a.term, &side))
    return false;
  *out = side ? b : c;
  return true;
}

/* Pointers that nobody knows have no order. */
static bool is_unordered(const proof_run *run, const cfa_expression *expression,
                         proof_value a, proof_value b) {
  return expression->op >= BITS_ULT && expression->op <= BITS_SLE &&
         (a.term || b.term) && run->p->expressions.at[expression->a].is_pointer;
}

static bool value_apply(proof_run *run, const cfa_expression *expression,
                        proof_value *out) {
  assert(expression->a < run->values.count);
  unsigned count = bits_operands(expression->op), width = expression->width;
  proof_value a = run->values.at[expression->a];
  proof_value b = count > 1 ? run->values.at[expression->b] : (proof_value){0};
  assert(expression->a < run->p->expressions.count);
  unsigned from = run->p->expressions.at[expression->a].width;
  unsigned other = count > 1 ? run->p->expressions.at[expression->b].width : 0;
  if (expression->op == BITS_ITE)
    return value_choose(run, width, a, b, run->values.at[expression->c], out);
  if (a.object || b.object)
    return proof_apply_to_address(run, expression->op, width, from, a, b, out);
  if (is_unordered(run, expression, a, b)) {
    *out = proof_fresh_here(run, 1);
    return true;
  }
  if (expression->op >= BITS_UDIV && expression->op <= BITS_SREM &&
      !traps_not(run, expression->op, width, a, b))
    return false;
  if (expression->op >= BITS_SHL && expression->op <= BITS_ASHR) {
    *out = shifted(run, expression->op, width, a, b);
    return true;
  }
  *out = proof_operate(run, expression->op, width, from, a, other, b);
  return true;
}

static bool to_integer(proof_run *run, const cfa_expression *expression,
                       proof_value *out) {
  assert(expression->a < run->values.count);
  *out = run->values.at[expression->a];
  if (out->object)
    return expression->width == run->p->pointer_bits ||
           proof_give_up(run, "arithmetic on the address of an object");
  *out = out->term
             ? proof_value_of(
                   run, proof_resize(&run->terms, expression->width, out->term))
             : proof_word(bits_cut(out->bits, expression->width));
  return true;
}

static bool evaluate(proof_run *run, uint32_t n, proof_value *out) {
  assert(n < run->p->expressions.count);
  const cfa_expression *expression = &run->p->expressions.at[n];
  switch (expression->kind) {
  case CFA_CONSTANT:
    *out = proof_word(expression->value);
    return true;
  case CFA_VARIABLE:
    return read_scalar(run, expression->a, out);
  case CFA_ADDRESS:
    *out = (proof_value){.bits = bits_cut(expression->value, expression->width),
                         .object = object_of(run, expression->a)};
    return true;
  case CFA_FUNCTION:
    *out = (proof_value){.object = expression->a + 1};
    return true;
  case CFA_LOAD:
    return proof_load(run, run->values.at[expression->a], expression->width,
                      expression->is_pointer, out);
  case CFA_APPLY:
    return value_apply(run, expression, out);
  case CFA_OFFSET:
    if (!run->values.at[expression->a].object &&
        !run->values.at[expression->b].object) {
      proof_value a = run->values.at[expression->a],
                  b = run->values.at[expression->b];
      *out = proof_operate(run, BITS_ADD, expression->width, expression->width,
                           a, expression->width, b);
      return true;
    }
    return proof_apply_to_address(
        run, BITS_ADD, expression->width, expression->width,
        run->values.at[expression->a], run->values.at[expression->b], out);
  case CFA_TO_INTEGER:
    return to_integer(run, expression, out);
  case CFA_TO_POINTER:
    *out = run->values.at[expression->a];
    return true;
  case CFA_GHOST:
    return ghost(run, expression, out);
  }
  return proof_give_up(run, "an unknown expression");
}

void proof_begin_values(proof_run *run) {
  size_t count = run->p->expressions.count;
  if (run->values.count < count) {
    vec_resize(run->m, &run->values, count);
    vec_resize(run->m, &run->stamps, count);
  }
  if (++run->stamp)
    return;
  run->stamp = 1;
  memset(run->stamps.at, 0, run->stamps.count * sizeof *run->stamps.at);
}

bool proof_evaluate(proof_run *run, uint32_t expression, proof_value *out) {
  run->work.count = 0;
  vec_push(run->m, &run->work, expression);
  while (run->work.count) {
    uint32_t n = vec_last(&run->work), operands[3];
    const cfa_expression *x = &run->p->expressions.at[n];
    bool is_ready = true;
    size_t count =
        run->stamps.at[n] == run->stamp ? 0 : cfa_operands(x, operands);
    for (size_t i = 0; i < count && is_ready; i++)
      if (run->stamps.at[operands[i]] != run->stamp) {
        vec_push(run->m, &run->work, operands[i]);
        is_ready = false;
      }
    if (!is_ready)
      continue;
    run->work.count--;
    if (run->stamps.at[n] == run->stamp)
      continue;
    proof_value value;
    run->expression = n;
    if (!evaluate(run, n, &value))
      return false;
    run->values.at[n] = value;
    run->stamps.at[n] = run->stamp;
  }
  *out = run->values.at[expression];
  return true;
}
