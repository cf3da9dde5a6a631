/* The values of expressions: words, pointers, and words made from pointers. */
#include "cfa/run_inside.h"

#include <assert.h>

run_scalar *run_scalar_of(cfa_run *r, const cfa_variable *v) {
  if (v->function == CFA_NONE)
    return &r->globals[v->slot];
  return &r->scalars.at[vec_last(&r->frames).scalars + v->slot];
}

bool run_input(cfa_run *r, const cfa_input *like, uint64_t *out) {
  if (r->is_quiet)
    return false;
  cfa_input input = *like;
  input.edge = r->edge;
  input.value =
      bits_cut(r->options.choose(r->options.self, &input), input.width);
  vec_push(r->m, &r->inputs, input);
  *out = input.value;
  if (input.is_pointer && input.value)
    return run_stop(r, CFA_END_UNSUPPORTED,
                    "an input that is a pointer other than null");
  return true;
}

static bool read_scalar(cfa_run *r, const run_instruction *x, run_value *out) {
  assert(x->variable < r->p->variables.count);
  const cfa_variable *v = &r->p->variables.at[x->variable];
  run_scalar *s = run_scalar_of(r, v);
  if (!s->is_set) {
    cfa_input like = {.kind = CFA_INPUT_UNINITIALISED,
                      .name = v->name,
                      .width = v->width,
                      .is_pointer = v->is_pointer};
    uint64_t value;
    if (!run_input(r, &like, &value))
      return false;
    *s = (run_scalar){.value = {.bits = value}, .is_set = true};
  }
  *out = s->value;
  return true;
}

static uint64_t object_of(cfa_run *r, const run_instruction *x) {
  if (x->is_global)
    return r->global_objects[x->a];
  return r->objects.at[vec_last(&r->frames).objects + x->a];
}

static run_value function_pointer(cfa_run *r, uint32_t function) {
  if (!r->functions[function])
    r->functions[function] =
        run_object_new(&r->memory, RUN_FUNCTION, 1, function);
  return (run_value){.object = r->functions[function]};
}

static bool add(const run_instruction *x, run_value a, run_value b,
                run_value *out) {
  if (a.object && b.object)
    return false;
  out->object = a.object | b.object;
  out->bits = bits_cut(a.bits + b.bits, x->width);
  return true;
}

static bool subtract(const run_instruction *x, run_value a, run_value b,
                     run_value *out) {
  if (b.object && a.object != b.object)
    return false;
  out->object = b.object ? 0 : a.object;
  out->bits = bits_cut(a.bits - b.bits, x->width);
  return true;
}

/* Objects begin at multiples of 16: the last 4 bits of an address are those of
 * the offset. */
static bool value_mask(const run_instruction *x, run_value a, run_value b,
                       run_value *out) {
  if (a.object && b.object)
    return false;
  run_value address = a.object ? a : b;
  uint64_t bits = a.object ? b.bits : a.bits;
  bool clears = bits_cut(~bits, x->width) <= 15;
  if (bits > 15 && !clears)
    return false;
  out->object = clears ? address.object : 0;
  out->bits = address.bits & bits;
  return true;
}

/* Where two pointers may well be equal though they point to two objects. */
static bool is_at_its_end(const cfa_run *r, run_value a) {
  return a.object && (!run_object_lives(&r->memory, a.object) ||
                      a.bits >= run_object_at(&r->memory, a.object)->size);
}

static const run_object *literal_of(const cfa_run *r, run_value a) {
  if (!run_object_lives(&r->memory, a.object))
    return NULL;
  const run_object *o = run_object_at(&r->memory, a.object);
  return o->kind == RUN_GLOBAL && cfa_is_literal(r->p, o->variable) ? o : NULL;
}

static bool literals_meet(const cfa_run *r, run_value a, run_value b) {
  const run_object *x = literal_of(r, a), *y = literal_of(r, b);
  return x && y &&
         cfa_literals_may_meet(r->p, x->variable, a.bits, y->variable, b.bits);
}

static bool value_compare(cfa_run *r, const run_instruction *x, run_value a,
                          run_value b, run_value *out) {
  out->object = 0;
  if (a.object == b.object) {
    bits_op op = x->op == BITS_ULT   ? BITS_SLT
                 : x->op == BITS_ULE ? BITS_SLE
                                     : (bits_op)x->op;
    out->bits = bits_apply(op, 1, x->from, a.bits, b.bits, 0);
    return true;
  }
  bool may_meet =
      a.object && b.object &&
      (is_at_its_end(r, a) || is_at_its_end(r, b) || literals_meet(r, a, b));
  if (x->op == BITS_EQ && !may_meet) {
    out->bits = 0;
    return true;
  }
  cfa_input like = {.kind = CFA_INPUT_COMPARISON, .name = CFA_NONE, .width = 1};
  return run_input(r, &like, &out->bits);
}

/* An operand was made from a pointer, or is one. */
static bool apply_to_address(cfa_run *r, const run_instruction *x, run_value a,
                             run_value b, run_value *out) {
  bool is_done = false;
  switch (x->op) {
  case BITS_EQ:
  case BITS_ULT:
  case BITS_ULE:
  case BITS_SLT:
  case BITS_SLE:
    return value_compare(r, x, a, b, out);
  case BITS_ADD:
    is_done = add(x, a, b, out);
    break;
  case BITS_SUB:
    is_done = subtract(x, a, b, out);
    break;
  case BITS_AND:
    is_done = value_mask(x, a, b, out);
    break;
  default:
    break;
  }
  return is_done || run_stop(r, CFA_END_UNSUPPORTED, run_arithmetic);
}

static bool traps(const run_instruction *x, uint64_t a, uint64_t b) {
  bool is_signed = x->op == BITS_SDIV || x->op == BITS_SREM;
  return b == 0 || (is_signed && b == bits_mask(x->width) &&
                    a == UINT64_C(1) << (x->width - 1));
}

static bool apply(cfa_run *r, const run_instruction *x, run_value *out) {
  assert(x->a < r->registers.count);
  assert(x->b < r->registers.count);
  run_value a = r->registers.at[x->a], b = r->registers.at[x->b];
  unsigned operands = bits_operands((bits_op)x->op);
  if (x->op == BITS_ITE) {
    *out = a.bits ? b : r->registers.at[x->c];
    return true;
  }
  if (a.object || (operands > 1 && b.object))
    return apply_to_address(r, x, a, operands > 1 ? b : (run_value){0}, out);
  switch (x->op) {
  case BITS_UDIV:
  case BITS_SDIV:
  case BITS_UREM:
  case BITS_SREM:
    if (traps(x, a.bits, b.bits))
      return run_stop(r, CFA_END_BLOCKED, "a division that traps");
    break;
  case BITS_SHL:
  case BITS_LSHR:
  case BITS_ASHR:
    if (b.bits >= x->width) {
      cfa_input like = {
          .kind = CFA_INPUT_SHIFT, .name = CFA_NONE, .width = x->width};
      out->object = 0;
      return run_input(r, &like, &out->bits);
    }
    break;
  default:
    break;
  }
  out->object = 0;
  out->bits = bits_apply((bits_op)x->op, x->width, x->from, a.bits, b.bits, 0);
  return true;
}

/* A pointer as a word is an address only if it is as wide as one. */
static bool to_integer(cfa_run *r, const run_instruction *x, run_value *out) {
  assert(x->a < r->registers.count);
  *out = r->registers.at[x->a];
  if (out->object && x->width != r->p->pointer_bits)
    return run_stop(r, CFA_END_UNSUPPORTED, run_arithmetic);
  out->bits = bits_cut(out->bits, x->width);
  return true;
}

static bool evaluate(cfa_run *r, const run_instruction *x, run_value *out) {
  switch ((cfa_expression_kind)x->kind) {
  case CFA_CONSTANT:
    *out = (run_value){.bits = x->value};
    return true;
  case CFA_VARIABLE:
    return read_scalar(r, x, out);
  case CFA_ADDRESS:
    *out = (run_value){.bits = bits_cut(x->value, x->width),
                       .object = object_of(r, x)};
    return true;
  case CFA_FUNCTION:
    *out = function_pointer(r, x->variable);
    return true;
  case CFA_LOAD:
    return run_load(r, r->registers.at[x->a], x, out);
  case CFA_APPLY:
    return apply(r, x, out);
  case CFA_OFFSET:
    return add(x, r->registers.at[x->a], r->registers.at[x->b], out) ||
           run_stop(r, CFA_END_UNSUPPORTED, run_arithmetic);
  case CFA_TO_INTEGER:
    return to_integer(r, x, out);
  case CFA_TO_POINTER:
    *out = r->registers.at[x->a];
    return true;
  case CFA_GHOST:
    break;
  }
  return false;
}

bool run_evaluate(cfa_run *r, const run_code *c) {
  for (uint32_t i = 0; i < c->count; i++)
    if (!evaluate(r, &c->at[i], &r->registers.at[i]))
      return false;
  return true;
}
