#include "lang/gcl/code.h"

#include "base/mutant.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static gcl_fault divide(int64_t a, int64_t b, int64_t *quotient,
                        int64_t *rest) {
  *quotient = *rest = 0;
  if (b == 0)
    return FAULT_DIVISION;
  if (b == -1) { /* the machine's own division overflows here */
    if (a == INT64_MIN)
      return FAULT_OVERFLOW;
    *quotient = -a;
    return FAULT_NONE;
  }
  *quotient = a / b;
  *rest = a % b;
  if (*rest != 0 && (*rest < 0) != (b < 0) && !MUTANT("gcl-division-sign")) {
    *quotient -= 1;
    *rest += b;
  }
  return FAULT_NONE;
}

gcl_fault gcl_calculate(gcl_opcode op, int64_t a, int64_t b, int64_t *out) {
  bool is_big = false;
  int64_t other;
  gcl_fault fault;
  switch (op) {
  case OP_ADD:
    is_big = base_add_overflows(a, b, out);
    break;
  case OP_SUBTRACT:
    is_big = b > 0 ? a < INT64_MIN + b : a > INT64_MAX + b;
    *out = (int64_t)((uint64_t)a - (uint64_t)b);
    break;
  case OP_MULTIPLY:
    is_big = base_mul_overflows(a, b, out);
    break;
  case OP_DIVIDE:
    return divide(a, b, out, &other);
  default:
    assert(op == OP_MODULO);
    fault = divide(a, b, &other, out);
    return fault == FAULT_OVERFLOW ? FAULT_NONE : fault; /* the rest is 0 */
  }
  return is_big ? FAULT_OVERFLOW : FAULT_NONE;
}

static bool fail(gcl_machine *machine, gcl_fault fault, const uint32_t *at,
                 uint32_t var, int64_t value) {
  machine->fault = fault;
  machine->fault_at = (uint32_t)(at - machine->code->words.at);
  machine->fault_var = var;
  machine->fault_value = value;
  return false;
}

gcl_spot gcl_fault_spot(const gcl_machine *machine) {
  const gcl_spot *spots = machine->code->spots.at;
  size_t low = 0, high = machine->code->spots.count;
  if (high == 0)
    return (gcl_spot){0};
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (spots[middle].code <= machine->fault_at)
      low = middle;
    else
      high = middle;
  }
  return spots[low];
}

void gcl_fault_text(const gcl_machine *machine, char *out, size_t size) {
  const gcl_var *var =
      machine->fault == FAULT_INDEX || machine->fault == FAULT_RANGE
          ? &machine->table->vars.at[machine->fault_var]
          : NULL;
  const char *name = var ? names_text(&machine->table->names, var->name) : "";
  switch (machine->fault) {
  case FAULT_INDEX:
    snprintf(out, size,
             "index %" PRId64 " of '%.80s', which has %u cells, from 0",
             machine->fault_value, name, (unsigned)var->count);
    break;
  case FAULT_RANGE:
    snprintf(out, size,
             "the value %" PRId64 " does not fit '%.80s', which is %" PRId64
             "..%" PRId64,
             machine->fault_value, name, var->low, var->high);
    break;
  case FAULT_DIVISION:
    snprintf(out, size, "division by zero");
    break;
  case FAULT_CLASH:
    snprintf(out, size, "two places of the assignment are the same cell");
    break;
  default:
    snprintf(out, size, "the result does not fit 64 bits");
    break;
  }
}

static bool compare(uint32_t op, int64_t a, int64_t b) {
  switch (op) {
  case OP_JUMP_EQUAL:
    return a == b;
  case OP_JUMP_UNEQUAL:
    return a != b;
  case OP_JUMP_LESS:
    return a < b;
  case OP_JUMP_AT_MOST:
    return a <= b;
  case OP_JUMP_GREATER:
    return a > b;
  default:
    return a >= b;
  }
}

static void add_step(gcl_machine *machine, const uint32_t *w) {
  const gcl_table *table = machine->table;
  gcl_put(machine->next, table->point_position,
          (UINT64_C(1) << table->point_width) - 1, w[1]);
  uint8_t *out = model_steps_add(machine->out, table->state_bytes);
  memcpy(out, machine->next, table->state_bytes);
  model_step *step = &vec_last(&machine->out->steps);
  step->line = w[2];
  step->column = w[3];
}

/* The cell at 'position' was written: it must not be in the list already. */
static bool keep_apart(gcl_machine *machine, uint32_t position, bool is_first,
                       uint32_t *count) {
  if (is_first)
    *count = 0;
  for (uint32_t i = 0; i < *count; i++)
    if (machine->apart[i] == position)
      return false;
  machine->apart[(*count)++] = position;
  return true;
}

/* Longer than other functions: it is one loop over the operations. */
bool gcl_run(gcl_machine *machine, uint32_t pc) {
  const gcl_var *vars = machine->table->vars.at, *var;
  const uint32_t *words = machine->code->words.at, *w = words + pc;
  const uint8_t *state = machine->state;
  int64_t *top = machine->stack; /* behind the last value */
  uint32_t depth = 0, position = 0, apart = 0;
  gcl_fault fault;
  for (;;)
    switch (w[0]) {
    case OP_PUSH:
      *top++ = gcl_value_of(w + 1);
      w += 3;
      break;
    case OP_LOAD:
      *top++ = gcl_cell(&vars[w[2]], state, w[1]);
      w += 3;
      break;
    case OP_LOAD_AT:
      var = &vars[w[1]];
      if (base_unlikely((uint64_t)top[-1] >= var->count))
        return fail(machine, FAULT_INDEX, w, w[1], top[-1]);
      top[-1] =
          gcl_cell(var, state, var->position + (uint32_t)top[-1] * var->stride);
      w += 2;
      break;
    case OP_ADD:
    case OP_SUBTRACT:
    case OP_MULTIPLY:
    case OP_DIVIDE:
    case OP_MODULO:
      top--;
      fault = gcl_calculate((gcl_opcode)w[0], top[-1], top[0], &top[-1]);
      if (base_unlikely(fault != FAULT_NONE))
        return fail(machine, fault, w, 0, 0);
      w++;
      break;
    case OP_NEGATE:
      if (base_unlikely(top[-1] == INT64_MIN))
        return fail(machine, FAULT_OVERFLOW, w, 0, 0);
      top[-1] = -top[-1];
      w++;
      break;
    case OP_JUMP:
      w = words + w[1];
      break;
    case OP_JUMP_SET:
      w = state[w[2] >> 3] >> (w[2] & 7) & 1 ? words + w[1] : w + 3;
      break;
    case OP_JUMP_CLEAR:
      w = state[w[2] >> 3] >> (w[2] & 7) & 1 ? w + 3 : words + w[1];
      break;
    case OP_JUMP_IS:
      w = gcl_get(state, w[2], vars[w[3]].mask) == w[4] ? words + w[1] : w + 5;
      break;
    case OP_JUMP_IS_NOT:
      w = gcl_get(state, w[2], vars[w[3]].mask) == w[4] ? w + 5 : words + w[1];
      break;
    case OP_JUMP_EQUAL:
    case OP_JUMP_UNEQUAL:
    case OP_JUMP_LESS:
    case OP_JUMP_AT_MOST:
    case OP_JUMP_GREATER:
    case OP_JUMP_AT_LEAST:
      top -= 2;
      w = compare(w[0], top[0], top[1]) ? words + w[1] : w + 2;
      break;
    case OP_JUMP_TRUE:
      w = *--top ? words + w[1] : w + 2;
      break;
    case OP_JUMP_FALSE:
      w = *--top ? w + 2 : words + w[1];
      break;
    case OP_BEGIN:
      memcpy(machine->next, state, machine->table->state_bytes);
      w++;
      break;
    case OP_SET:
      position = w[1];
      gcl_put(machine->next, position, vars[w[2]].mask,
              (uint64_t)gcl_value_of(w + 3));
      w += 5;
      break;
    case OP_STORE:
      var = &vars[w[2]];
      position = w[1];
      top--;
      if (base_unlikely(*top < var->low || *top > var->high))
        return fail(machine, FAULT_RANGE, w, w[2], *top);
      gcl_put(machine->next, position, var->mask,
              (uint64_t)*top - (uint64_t)var->low);
      w += 3;
      break;
    case OP_STORE_AT:
      var = &vars[w[1]];
      top -= 2;
      if (base_unlikely((uint64_t)top[0] >= var->count))
        return fail(machine, FAULT_INDEX, w, w[1], top[0]);
      if (base_unlikely(top[1] < var->low || top[1] > var->high))
        return fail(machine, FAULT_RANGE, w, w[1], top[1]);
      position = var->position + (uint32_t)top[0] * var->stride;
      gcl_put(machine->next, position, var->mask,
              (uint64_t)top[1] - (uint64_t)var->low);
      w += 2;
      break;
    case OP_APART:
      if (!keep_apart(machine, position, w[1], &apart))
        return fail(machine, FAULT_CLASH, w, 0, 0);
      w += 2;
      break;
    case OP_STEP:
      add_step(machine, w);
      w += 4;
      break;
    case OP_CALL:
      machine->calls[depth++] = (uint32_t)(w + 2 - words);
      w = words + machine->point_code[w[1]];
      break;
    case OP_RETURN:
      if (depth == 0)
        return true;
      w = words + machine->calls[--depth];
      break;
    case OP_TRUE:
      machine->letter |= UINT64_C(1) << w[1];
      w += 2;
      break;
    default:
      assert(w[0] == OP_FAULT);
      return fail(machine, (gcl_fault)w[1], w, w[2], gcl_value_of(w + 3));
    }
}
