#include "cfa/cfa.h"

#include "base/check.h"

#include <assert.h>
#include <string.h>

uint32_t cfa_name(mem *m, cfa *p, const char *text) {
  return names_insert(m, &p->names, text, strlen(text));
}

size_t cfa_operands(const cfa_expression *x, uint32_t out[3]) {
  const uint32_t all[3] = {x->a, x->b, x->c};
  size_t count = 0;
  switch (x->kind) {
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
    count = bits_operands(x->op);
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

static uint32_t hash(const cfa_expression *x) {
  uint64_t h = (uint64_t)x->kind << 32 | (uint64_t)x->op << 16 |
               (uint64_t)x->width << 8 | (uint64_t)x->is_pointer << 1 |
               x->is_signed;
  h = mix(h, (uint64_t)x->a << 32 | x->b);
  h = mix(h, x->c);
  h = mix(h, x->value);
  return (uint32_t)(h ^ h >> 32);
}

/* The slot of an equal expression, or the free one where it belongs. */
static uint32_t slot_of(const cfa *p, const cfa_expression *x) {
  assert(p->expressions_found <= p->expression_mask); /* a slot is free */
  for (uint32_t i = hash(x);; i++) {
    i &= p->expression_mask;
    uint32_t n = p->expression_slots[i];
    if (n == 0)
      return i;
    cfa_expression y = normal(&p->expressions.at[n - 1]);
    if (equal(x, &y))
      return i;
  }
}

static void index_one(cfa *p, uint32_t n) {
  assert(n < p->expressions.count);
  cfa_expression x = normal(&p->expressions.at[n]);
  uint32_t i = slot_of(p, &x);
  if (p->expression_slots[i] == 0)
    p->expression_slots[i] = n + 1;
}

/* There is room for one more than there are. */
static void index_all(mem *m, cfa *p) {
  size_t slots = p->expression_slots ? (size_t)p->expression_mask + 1 : 64;
  if (p->expressions.count >= UINT32_MAX / 4)
    mem_raise(m->budget, MEM_LIMIT);
  while (p->expressions.count + 1 > slots / 2)
    slots *= 2;
  if (!p->expression_slots || slots > (size_t)p->expression_mask + 1) {
    uint32_t *fresh = mem_array(m, slots, sizeof *fresh);
    mem_free(m, p->expression_slots);
    p->expression_slots = fresh;
    p->expression_mask = (uint32_t)(slots - 1);
    p->expressions_found = 0;
  }
  while (p->expressions_found < p->expressions.count)
    index_one(p, p->expressions_found++);
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

uint32_t cfa_express(mem *m, cfa *p, const cfa_expression *x) {
  cfa_expression y = normal(x);
  index_all(m, p);
  uint32_t i = slot_of(p, &y);
  if (p->expression_slots[i])
    return p->expression_slots[i] - 1;
  vec_push(m, &p->expressions, y);
  p->expression_slots[i] = (uint32_t)p->expressions.count;
  p->expressions_found = (uint32_t)p->expressions.count;
  debug_check_grown(p->expressions_found, check_expressions(p));
  return p->expressions_found - 1;
}

uint32_t cfa_constant(mem *m, cfa *p, unsigned width, uint64_t value) {
  cfa_expression x = {.kind = CFA_CONSTANT,
                      .width = (uint8_t)width,
                      .is_signed = true,
                      .value = value};
  assert(width >= 1 && width <= BITS_MOST);
  return cfa_express(m, p, &x);
}

uint32_t cfa_read_scalar(mem *m, cfa *p, uint32_t variable) {
  assert(variable < p->variables.count);
  assert(p->variables.at[variable].is_scalar);
  const cfa_variable *v = &p->variables.at[variable];
  cfa_expression x = {.kind = CFA_VARIABLE,
                      .width = v->width,
                      .is_pointer = v->is_pointer,
                      .a = variable};
  return cfa_express(m, p, &x);
}

uint32_t cfa_make_ghost(mem *m, cfa *p, cfa_ghost kind, uint32_t of,
                        unsigned width, bool is_pointer, bool is_signed) {
  assert(kind > CFA_GHOST_OLD || (kind == CFA_GHOST_OLD) == (of != CFA_NONE));
  cfa_expression x = {.kind = CFA_GHOST,
                      .width = (uint8_t)width,
                      .is_pointer = is_pointer,
                      .is_signed = is_signed,
                      .a = of,
                      .value = kind};
  return cfa_express(m, p, &x);
}

uint32_t cfa_apply(mem *m, cfa *p, bits_op op, unsigned width, uint32_t a,
                   uint32_t b, uint32_t c) {
  assert(bits_operands(op) < 2 || b < p->expressions.count);
  assert(a < p->expressions.count);
  cfa_expression x = {.kind = CFA_APPLY,
                      .op = op,
                      .width = (uint8_t)width,
                      .a = a,
                      .b = b,
                      .c = c};
  assert(width >= 1 && width <= BITS_MOST);
  x.is_pointer = op == BITS_ITE && p->expressions.at[b].is_pointer;
  return cfa_express(m, p, &x);
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

bool cfa_is_model(const cfa *p, cfa_place place) {
  return place.file < p->files.count &&
         strcmp(cfa_text(p, p->files.at[place.file]), CFA_MODEL_FILE) == 0;
}

/* Clang's name for them, which no name in C can be. */
bool cfa_is_literal(const cfa *p, uint32_t variable) {
  if (variable >= p->variables.count)
    return false;
  const cfa_variable *v = &p->variables.at[variable];
  return v->is_constant && v->function == CFA_NONE &&
         strncmp(cfa_text(p, v->name), ".str", 4) == 0;
}

static unsigned char byte_at(const cfa *p, const cfa_variable *v, uint64_t i) {
  return i < v->bytes ? p->data.at[v->data + i] : 0;
}

bool cfa_literals_may_meet(const cfa *p, uint32_t a, uint64_t offset_a,
                           uint32_t b, uint64_t offset_b) {
  assert(cfa_is_literal(p, a) && cfa_is_literal(p, b));
  const cfa_variable *x = &p->variables.at[a], *y = &p->variables.at[b];
  for (; offset_a < x->size && offset_b < y->size; offset_a++, offset_b++)
    if (byte_at(p, x, offset_a) != byte_at(p, y, offset_b))
      return false;
  return true;
}

bool cfa_call_fits(const cfa *p, const cfa_edge *e, const cfa_function *f) {
  if (f->is_variadic ? e->arguments < f->parameters
                     : e->arguments != f->parameters)
    return false;
  for (uint32_t i = 0; i < f->parameters; i++) {
    const cfa_variable *v = &p->variables.at[f->first_variable + i];
    const cfa_expression *x =
        &p->expressions.at[p->arguments.at[e->first_argument + i]];
    if (v->is_scalar ? x->width != v->width : !x->is_pointer)
      return false;
  }
  assert(e->kind == CFA_CALL);
  return e->variable == CFA_NONE ||
         p->variables.at[e->variable].width == f->result_width;
}
