/* The values of expressions: words, pointers, and words made from pointers. */
#include "cfa/run_inside.h"

#include <assert.h>

run_scalar *run_scalar_of(cfa_run *run, const cfa_variable *variable) {
  if (variable->function == CFA_NONE)
    return &run->globals[variable->slot];
  return &run->scalars.at[vec_last(&run->frames).scalars + variable->slot];
}

bool run_input(cfa_run *run, const cfa_input *like, uint64_t *out) {
  if (run->is_quiet)
    return false;
  cfa_input input = *like;
  input.edge = run->edge;
  input.value =
      bits_cut(run->options.choose(run->options.self, &input), input.width);
  vec_push(run->m, &run->inputs, input);
  *out = input.value;
  if (input.is_pointer && input.value)
    return run_stop(run, CFA_END_UNSUPPORTED,
                    "an input that is a pointer other than null");
  return true;
}

static bool read_scalar(cfa_run *run, const run_instruction *instruction,
                        run_value *out) {
  assert(instruction->variable < run->p->variables.count);
  const cfa_variable *variable = &run->p->variables.at[instruction->variable];
  run_scalar *scalar = run_scalar_of(run, variable);
  if (!scalar->is_set) {
    cfa_input like = {.kind = CFA_INPUT_UNINITIALISED,
                      .name = variable->name,
                      .width = variable->width,
                      .is_pointer = variable->is_pointer};
    uint64_t value;
    if (!run_input(run, &like, &value))
      return false;
    *scalar = (run_scalar){.value = {.bits = value}, .is_set = true};
  }
  *out = scalar->value;
  return true;
}

static uint64_t object_of(cfa_run *run, const run_instruction *instruction) {
  if (instruction->is_global)
    return run->global_objects[instruction->a];
  return run->objects.at[vec_last(&run->frames).objects + instruction->a];
}

static run_value function_pointer(cfa_run *run, uint32_t function) {
  if (!run->functions[function])
    run->functions[function] =
        run_object_new(&run->memory, RUN_FUNCTION, 1, function);
  return (run_value){.object = run->functions[function]};
}

static bool add(const run_instruction *instruction, run_value a, run_value b,
                run_value *out) {
  if (a.object && b.object)
    return false;
  out->object = a.object | b.object;
  out->bits = bits_cut(a.bits + b.bits, instruction->width);
  return true;
}

static bool subtract(const run_instruction *instruction, run_value a,
                     run_value b, run_value *out) {
  if (b.object && a.object != b.object)
    return false;
  out->object = b.object ? 0 : a.object;
  out->bits = bits_cut(a.bits - b.bits, instruction->width);
  return true;
}

/* Objects begin at multiples of 16: the last 4 bits of an address are those of
 * the offset. */
static bool value_mask(const run_instruction *instruction, run_value a,
                       run_value b, run_value *out) {
  if (a.object && b.object)
    return false;
  run_value address = a.object ? a : b;
  uint64_t bits = a.object ? b.bits : a.bits;
  bool clears = bits_cut(~bits, instruction->width) <= 15;
  if (bits > 15 && !clears)
    return false;
  out->object = clears ? address.object : 0;
  out->bits = address.bits & bits;
  return true;
}

/* Where two pointers may well be equal though they point to two objects. */
static bool is_at_its_end(const cfa_run *run, run_value value) {
  return value.object &&
         (!run_object_lives(&run->memory, value.object) ||
          value.bits >= run_object_at(&run->memory, value.object)->size);
}

static const run_object *literal_of(const cfa_run *run, run_value value) {
  if (!run_object_lives(&run->memory, value.object))
    return NULL;
  const run_object *object = run_object_at(&run->memory, value.object);
  return object->kind == RUN_GLOBAL && cfa_is_literal(run->p, object->variable)
             ? object
             : NULL;
}

static bool literals_meet(const cfa_run *run, run_value a, run_value b) {
  const run_object *x = literal_of(run, a), *y = literal_of(run, b);
  return x && y &&
         cfa_literals_may_meet(run->p, x->variable, a.bits, y->variable,
                               b.bits);
}

static bool value_compare(cfa_run *run, const run_instruction *instruction,
                          run_value a, run_value b, run_value *out) {
  out->object = 0;
  if (a.object == b.object) {
    bits_op op = instruction->op == BITS_ULT   ? BITS_SLT
                 : instruction->op == BITS_ULE ? BITS_SLE
                                               : (bits_op)instruction->op;
    out->bits = bits_apply(op, 1, instruction->from, a.bits, b.bits, 0);
    return true;
  }
  bool may_meet = a.object && b.object &&
                  (is_at_its_end(run, a) || is_at_its_end(run, b) ||
                   literals_meet(run, a, b));
  if (instruction->op == BITS_EQ && !may_meet) {
    out->bits = 0;
    return true;
  }
  cfa_input like = {.kind = CFA_INPUT_COMPARISON, .name = CFA_NONE, .width = 1};
  return run_input(run, &like, &out->bits);
}

/* An operand was made from a pointer, or is one. */
static bool apply_to_address(cfa_run *run, const run_instruction *instruction,
                             run_value a, run_value b, run_value *out) {
  bool is_done = false;
  switch (instruction->op) {
  case BITS_EQ:
  case BITS_ULT:
  case BITS_ULE:
  case BITS_SLT:
  case BITS_SLE:
    return value_compare(run, instruction, a, b, out);
  case BITS_ADD:
    is_done = add(instruction, a, b, out);
    break;
  case BITS_SUB:
    is_done = subtract(instruction, a, b, out);
    break;
  case BITS_AND:
    is_done = value_mask(instruction, a, b, out);
    break;
  default:
    break;
  }
  return is_done || run_stop(run, CFA_END_UNSUPPORTED, run_arithmetic);
}

static bool traps(const run_instruction *instruction, uint64_t a, uint64_t b) {
  bool is_signed = instruction->op == BITS_SDIV || instruction->op == BITS_SREM;
  return b == 0 || (is_signed && b == bits_mask(instruction->width) &&
                    a == UINT64_C(1) << (instruction->width - 1));
}

static bool apply(cfa_run *run, const run_instruction *instruction,
                  run_value *out) {
  assert(instruction->a < run->registers.count);
  assert(instruction->b < run->registers.count);
  run_value a = run->registers.at[instruction->a],
            b = run->registers.at[instruction->b];
  unsigned operands = bits_operands((bits_op)instruction->op);
  if (instruction->op == BITS_ITE) {
    *out = a.bits ? b : run->registers.at[instruction->c];
    return true;
  }
  if (a.object || (operands > 1 && b.object))
    return apply_to_address(run, instruction, a,
                            operands > 1 ? b : (run_value){0}, out);
  switch (instruction->op) {
  case BITS_UDIV:
  case BITS_SDIV:
  case BITS_UREM:
  case BITS_SREM:
    if (traps(instruction, a.bits, b.bits))
      return run_stop(run, CFA_END_BLOCKED, "a division that traps");
    break;
  case BITS_SHL:
  case BITS_LSHR:
  case BITS_ASHR:
    if (b.bits >= instruction->width) {
      cfa_input like = {.kind = CFA_INPUT_SHIFT,
                        .name = CFA_NONE,
                        .width = instruction->width};
      out->object = 0;
      return run_input(run, &like, &out->bits);
    }
    break;
  default:
    break;
  }
  out->object = 0;
  out->bits = bits_apply((bits_op)instruction->op, instruction->width,
                         instruction->from, a.bits, b.bits, 0);
  return true;
}

/* A pointer as a word is an address only if it is as wide as one. */
static bool to_integer(cfa_run *run, const run_instruction *instruction,
                       run_value *out) {
  assert(instruction->a < run->registers.count);
  *out = run->registers.at[instruction->a];
  if (out->object && instruction->width != run->p->pointer_bits)
    return run_stop(run, CFA_END_UNSUPPORTED, run_arithmetic);
  out->bits = bits_cut(out->bits, instruction->width);
  return true;
}

static bool evaluate(cfa_run *run, const run_instruction *instruction,
                     run_value *out) {
  switch ((cfa_expression_kind)instruction->kind) {
  case CFA_CONSTANT:
    *out = (run_value){.bits = instruction->value};
    return true;
  case CFA_VARIABLE:
    return read_scalar(run, instruction, out);
  case CFA_ADDRESS:
    *out = (run_value){.bits = bits_cut(instruction->value, instruction->width),
                       .object = object_of(run, instruction)};
    return true;
  case CFA_FUNCTION:
    *out = function_pointer(run, instruction->variable);
    return true;
  case CFA_LOAD:
    return run_load(run, run->registers.at[instruction->a], instruction, out);
  case CFA_APPLY:
    return apply(run, instruction, out);
  case CFA_OFFSET:
    return add(instruction, run->registers.at[instruction->a],
               run->registers.at[instruction->b], out) ||
           run_stop(run, CFA_END_UNSUPPORTED, run_arithmetic);
  case CFA_TO_INTEGER:
    return to_integer(run, instruction, out);
  case CFA_TO_POINTER:
    *out = run->registers.at[instruction->a];
    return true;
  case CFA_GHOST:
    break;
  }
  return false;
}

bool run_evaluate(cfa_run *run, const run_code *code) {
  for (uint32_t i = 0; i < code->count; i++)
    if (!evaluate(run, &code->at[i], &run->registers.at[i]))
      return false;
  return true;
}
