#include "cfa/cfa.h"

#include "base/check.h"

#include <assert.h>
#include <string.h>

uint32_t cfa_name(mem *m, cfa *automaton, const char *text) {
  return names_insert(m, &automaton->names, text, strlen(text));
}

size_t cfa_operands(const cfa_expression *expression, uint32_t out[3]) {
  const uint32_t all[3] = {expression->a, expression->b, expression->c};
  size_t count = 0;
  switch (expression->kind) {
  case CFA_CONSTANT:
  case CFA_VARIABLE:
  case CFA_ADDRESS:
  case CFA_FUNCTION:
  case CFA_GHOST:
    break;
  case CFA_LOAD:
  case CFA_TO_INTEGER:
  case CFA_TO_POINTER:
    count = 1;
    break;
  case CFA_OFFSET:
    count = 2;
    break;
  case CFA_APPLY:
    count = bits_operands(expression->op);
    break;
  }
  memcpy(out, all, count * sizeof *out);
  return count;
}

/* Fields that mean nothing are alike in equal expressions. */
static cfa_expression normal(const cfa_expression *x) {
  cfa_expression y = *x;
  uint32_t operands[3] = {CFA_NONE, CFA_NONE, CFA_NONE};
  bool has_value =
      x->kind == CFA_CONSTANT || x->kind == CFA_ADDRESS || x->kind == CFA_GHOST;
  bool has_sign = x->kind == CFA_CONSTANT || x->kind == CFA_LOAD ||
                  x->kind == CFA_TO_INTEGER || x->kind == CFA_GHOST;
  if (x->kind == CFA_VARIABLE || x->kind == CFA_ADDRESS ||
      x->kind == CFA_FUNCTION || x->kind == CFA_GHOST)
    operands[0] = x->a;
  else
    cfa_operands(x, operands);
  y.a = operands[0];
  y.b = operands[1];
  y.c = operands[2];
  y.op = x->kind == CFA_APPLY ? x->op : BITS_ADD;
  y.is_signed = x->is_signed && has_sign && !x->is_pointer && x->width > 1;
  y.value = !has_value                ? 0
            : x->kind == CFA_CONSTANT ? bits_cut(x->value, x->width)
                                      : x->value;
  return y;
}

static bool equal(const cfa_expression *x, const cfa_expression *y) {
  return x->kind == y->kind && x->op == y->op && x->width == y->width &&
         x->is_pointer == y->is_pointer && x->is_signed == y->is_signed &&
         x->a == y->a && x->b == y->b && x->c == y->c && x->value == y->value;
}

static uint64_t mix(uint64_t h, uint64_t word) {
  h = (h ^ word) * UINT64_C(0x9E3779B97F4A7C15);
  return h ^ h >> 29;
}

static uint32_t hash(const cfa_expression *expression) {
  uint64_t h = (uint64_t)expression->kind << 32 |
               (uint64_t)expression->op << 16 |
               (uint64_t)expression->width << 8 |
               (uint64_t)expression->is_pointer << 1 | expression->is_signed;
  h = mix(h, (uint64_t)expression->a << 32 | expression->b);
  h = mix(h, expression->c);
  h = mix(h, expression->value);
  return (uint32_t)(h ^ h >> 32);
}

/* The slot of an equal expression, or the free one where it belongs. */
static uint32_t slot_of(const cfa *automaton, const cfa_expression *x) {
  assert(automaton->expressions_found <=
         automaton->expression_mask); /* a slot is free */
  for (uint32_t i = hash(x);; i++) {
    i &= automaton->expression_mask;
    uint32_t n = automaton->expression_slots[i];
    if (n == 0)
      return i;
    cfa_expression y = normal(&automaton->expressions.at[n - 1]);
    if (equal(x, &y))
      return i;
  }
}

static void index_one(cfa *automaton, uint32_t n) {
  assert(n < automaton->expressions.count);
  cfa_expression expression = normal(&automaton->expressions.at[n]);
  uint32_t i = slot_of(automaton, &expression);
  if (automaton->expression_slots[i] == 0)
    automaton->expression_slots[i] = n + 1;
}

/* There is room for one more than there are. */
static void index_all(mem *m, cfa *automaton) {
  size_t slots =
      automaton->expression_slots ? (size_t)automaton->expression_mask + 1 : 64;
  if (automaton->expressions.count >= UINT32_MAX / 4)
    mem_raise(m->budget, MEM_LIMIT);
  while (automaton->expressions.count + 1 > slots / 2)
    slots *= 2;
  if (!automaton->expression_slots ||
      slots > (size_t)automaton->expression_mask + 1) {
    uint32_t *fresh = mem_array(m, slots, sizeof *fresh);
    mem_free(m, automaton->expression_slots);
    automaton->expression_slots = fresh;
    automaton->expression_mask = (uint32_t)(slots - 1);
    automaton->expressions_found = 0;
  }
  while (automaton->expressions_found < automaton->expressions.count)
    index_one(automaton, automaton->expressions_found++);
}

#ifndef NDEBUG
/* Operands come before what they are operands of, and of equal expressions the
 * table has the first. */
static void check_expressions(const cfa *p) {
  for (uint32_t n = 0; n < p->expressions.count; n++) {
    uint32_t operands[3];
    size_t count = cfa_operands(&p->expressions.at[n], operands);
    for (size_t i = 0; i < count; i++)
      assert(operands[i] < n);
    cfa_expression x = normal(&p->expressions.at[n]);
    uint32_t first = p->expression_slots[slot_of(p, &x)];
    assert(first != 0 && first - 1 <= n);
  }
}
#endif

uint32_t cfa_express(mem *m, cfa *automaton, const cfa_expression *x) {
  cfa_expression y = normal(x);
  index_all(m, automaton);
  uint32_t i = slot_of(automaton, &y);
  if (automaton->expression_slots[i])
    return automaton->expression_slots[i] - 1;
  vec_push(m, &automaton->expressions, y);
  automaton->expression_slots[i] = (uint32_t)automaton->expressions.count;
  automaton->expressions_found = (uint32_t)automaton->expressions.count;
  debug_check_grown(automaton->expressions_found, check_expressions(automaton));
  return automaton->expressions_found - 1;
}

uint32_t cfa_constant(mem *m, cfa *automaton, unsigned width, uint64_t value) {
  cfa_expression expression = {.kind = CFA_CONSTANT,
                               .width = (uint8_t)width,
                               .is_signed = true,
                               .value = value};
  assert(width >= 1 && width <= BITS_MOST);
  return cfa_express(m, automaton, &expression);
}

uint32_t cfa_read_scalar(mem *m, cfa *automaton, uint32_t variable) {
  assert(variable < automaton->variables.count);
  assert(automaton->variables.at[variable].is_scalar);
  const cfa_variable *v = &automaton->variables.at[variable];
  cfa_expression expression = {.kind = CFA_VARIABLE,
                               .width = v->width,
                               .is_pointer = v->is_pointer,
                               .a = variable};
  return cfa_express(m, automaton, &expression);
}

uint32_t cfa_make_ghost(mem *m, cfa *automaton, cfa_ghost kind, uint32_t of,
                        unsigned width, bool is_pointer, bool is_signed) {
  assert(kind > CFA_GHOST_OLD || (kind == CFA_GHOST_OLD) == (of != CFA_NONE));
  cfa_expression expression = {.kind = CFA_GHOST,
                               .width = (uint8_t)width,
                               .is_pointer = is_pointer,
                               .is_signed = is_signed,
                               .a = of,
                               .value = kind};
  return cfa_express(m, automaton, &expression);
}

uint32_t cfa_apply(mem *m, cfa *automaton, bits_op op, unsigned width,
                   uint32_t a, uint32_t b, uint32_t c) {
  assert(bits_operands(op) < 2 || b < automaton->expressions.count);
  assert(a < automaton->expressions.count);
  cfa_expression expression = {.kind = CFA_APPLY,
                               .op = op,
                               .width = (uint8_t)width,
                               .a = a,
                               .b = b,
                               .c = c};
  assert(width >= 1 && width <= BITS_MOST);
  expression.is_pointer =
      op == BITS_ITE && automaton->expressions.at[b].is_pointer;
  return cfa_express(m, automaton, &expression);
}

const char *cfa_fault_name(cfa_fault f) {
  switch (f) {
  case CFA_NO_FAULT:
    break;
  case CFA_FAULT_NULL:
    return "null pointer or no object's address";
  case CFA_FAULT_BOUNDS:
    return "out of bounds";
  case CFA_FAULT_DEAD:
    return "the object is dead";
  case CFA_FAULT_FREE:
    return "free of what is not the beginning of a heap object";
  case CFA_FAULT_DOUBLE_FREE:
    return "freed twice";
  case CFA_FAULT_CONSTANT:
    return "write to a constant";
  }
  return "no fault";
}

bool cfa_is_model(const cfa *automaton, cfa_place place) {
  return place.file < automaton->files.count &&
         strcmp(cfa_text(automaton, automaton->files.at[place.file]),
                CFA_MODEL_FILE) == 0;
}

/* Clang's name for them, which no name in C can be. */
bool cfa_is_literal(const cfa *automaton, uint32_t variable) {
  if (variable >= automaton->variables.count)
    return false;
  const cfa_variable *v = &automaton->variables.at[variable];
  return v->is_constant && v->function == CFA_NONE &&
         strncmp(cfa_text(automaton, v->name), ".str", 4) == 0;
}

static unsigned char byte_at(const cfa *automaton, const cfa_variable *variable,
                             uint64_t i) {
  return i < variable->bytes ? automaton->data.at[variable->data + i] : 0;
}

bool cfa_literals_may_meet(const cfa *automaton, uint32_t a, uint64_t offset_a,
                           uint32_t b, uint64_t offset_b) {
  assert(cfa_is_literal(automaton, a) && cfa_is_literal(automaton, b));
  const cfa_variable *x = &automaton->variables.at[a],
                     *y = &automaton->variables.at[b];
  for (; offset_a < x->size && offset_b < y->size; offset_a++, offset_b++)
    if (byte_at(automaton, x, offset_a) != byte_at(automaton, y, offset_b))
      return false;
  return true;
}

bool cfa_call_fits(const cfa *automaton, const cfa_edge *edge,
                   const cfa_function *function) {
  if (function->is_variadic ? edge->arguments < function->parameters
                            : edge->arguments != function->parameters)
    return false;
  for (uint32_t i = 0; i < function->parameters; i++) {
    const cfa_variable *variable =
        &automaton->variables.at[function->first_variable + i];
    const cfa_expression *expression =
        &automaton->expressions
             .at[automaton->arguments.at[edge->first_argument + i]];
    if (variable->is_scalar ? expression->width != variable->width
                            : !expression->is_pointer)
      return false;
  }
  assert(edge->kind == CFA_CALL);
  return edge->variable == CFA_NONE ||
         automaton->variables.at[edge->variable].width ==
             function->result_width;
}

cfa_control cfa_control_of(const cfa *automaton, const cfa_edge *edge) {
  if (!edge->control)
    return (cfa_control){.words = CFA_NONE};
  return vec_at(&automaton->controls, edge->control - 1);
}
