/* Expressions of the program with parts replaced, and made smaller. */
#include "engine/panda/refine/inside.h"

#include <assert.h>

static const cfa_expression *at(const abstraction *a, uint32_t e) {
  return &a->p->expressions.at[e];
}

static bool is_word(const abstraction *a, uint32_t e, uint64_t *value) {
  const cfa_expression *expression = at(a, e);
  *value = expression->value;
  return expression->kind == CFA_CONSTANT && !expression->is_pointer;
}

static bool is_apply(const abstraction *a, uint32_t e, bits_op op) {
  return at(a, e)->kind == CFA_APPLY && at(a, e)->op == op;
}

static uint32_t constant(abstraction *a, unsigned width, uint64_t value) {
  return cfa_constant(a->m, a->p, width, value);
}

/* All operands are constants. */
static bool fold(abstraction *a, bits_op op, unsigned width, const uint32_t *o,
                 uint32_t *out) {
  uint64_t v[3] = {0};
  unsigned count = bits_operands(op);
  for (unsigned i = 0; i < count; i++)
    if (!is_word(a, o[i], &v[i]))
      return false;
  unsigned from = at(a, op == BITS_CONCAT ? o[1] : o[0])->width;
  *out = constant(a, width, bits_apply(op, width, from, v[0], v[1], v[2]));
  return true;
}

/* (x + c) + d, (x - c) + d: one constant. */
static bool add_constants(abstraction *a, unsigned width, uint32_t x,
                          uint64_t more, uint32_t *out) {
  uint64_t c;
  if (more == 0) {
    *out = x;
    return true;
  }
  if (!is_apply(a, x, BITS_ADD) || !is_word(a, at(a, x)->b, &c))
    return false;
  *out = refine_apply(a, BITS_ADD, width, at(a, x)->a,
                      constant(a, width, bits_cut(c + more, width)), CFA_NONE);
  return true;
}

/* x + c == d: x == d - c. A condition as a word, compared with 0 or 1. */
static bool equal_constant(abstraction *a, uint32_t x, uint64_t value,
                           uint32_t *out) {
  uint64_t c;
  const cfa_expression expression = *at(a, x);
  if (expression.kind != CFA_APPLY)
    return false;
  if (expression.op == BITS_ADD && is_word(a, expression.b, &c)) {
    *out = refine_apply(
        a, BITS_EQ, 1, expression.a,
        constant(a, expression.width, bits_cut(value - c, expression.width)),
        CFA_NONE);
    return true;
  }
  if (expression.op == BITS_ZEXT && at(a, expression.a)->width == 1) {
    *out = value > 1    ? constant(a, 1, 0)
           : value == 1 ? expression.a
                        : refine_not(a, expression.a);
    return true;
  }
  if (expression.op == BITS_ZEXT &&
      value <= bits_mask(at(a, expression.a)->width)) {
    *out =
        refine_apply(a, BITS_EQ, 1, expression.a,
                     constant(a, at(a, expression.a)->width, value), CFA_NONE);
    return true;
  }
  return false;
}

static bool by_constant(abstraction *a, bits_op op, unsigned width, uint32_t x,
                        uint64_t c, uint32_t *out) {
  switch (op) {
  case BITS_ADD:
    return add_constants(a, width, x, c, out);
  case BITS_SUB:
    *out = refine_apply(a, BITS_ADD, width, x,
                        constant(a, width, bits_cut(0 - c, width)), CFA_NONE);
    return true;
  case BITS_EQ:
    if (at(a, x)->width == 1) {
      *out = c ? x : refine_not(a, x);
      return true;
    }
    return equal_constant(a, x, c, out);
  case BITS_AND:
    *out = c ? x : constant(a, width, 0);
    return c == 0 || c == bits_mask(width);
  case BITS_OR:
    *out = c ? constant(a, width, c) : x;
    return c == 0 || c == bits_mask(width);
  case BITS_XOR:
    *out = c ? refine_not(a, x) : x;
    return c == 0 || (width == 1);
  default:
    return false;
  }
}

static bool is_commutative(bits_op op) {
  return op == BITS_ADD || op == BITS_EQ || op == BITS_AND || op == BITS_OR ||
         op == BITS_XOR || op == BITS_MUL;
}

/* Both operands are the same. */
static bool by_itself(abstraction *a, bits_op op, uint32_t x, uint32_t *out) {
  switch (op) {
  case BITS_EQ:
  case BITS_ULE:
  case BITS_SLE:
    *out = constant(a, 1, 1);
    return true;
  case BITS_ULT:
  case BITS_SLT:
    *out = constant(a, 1, 0);
    return true;
  case BITS_AND:
  case BITS_OR:
    *out = x;
    return true;
  default:
    return false;
  }
}

static bool choose(abstraction *a, const uint32_t *o, uint32_t *out) {
  uint64_t c;
  if (is_word(a, o[0], &c))
    *out = c ? o[1] : o[2];
  else if (o[1] == o[2])
    *out = o[1];
  else
    return false;
  return true;
}

uint32_t refine_apply(abstraction *a, bits_op op, unsigned width, uint32_t x,
                      uint32_t y, uint32_t z) {
  uint32_t o[3] = {x, y, z}, out;
  uint64_t c;
  if (op == BITS_ITE && choose(a, o, &out))
    return out;
  bool has_pointers =
      at(a, x)->is_pointer || (y != CFA_NONE && at(a, y)->is_pointer);
  if (!has_pointers && fold(a, op, width, o, &out))
    return out;
  if (op == BITS_NOT && is_apply(a, x, BITS_NOT))
    return at(a, x)->a;
  if (y != CFA_NONE && x == y && by_itself(a, op, x, &out))
    return out;
  if (has_pointers || y == CFA_NONE || op == BITS_ITE)
    return cfa_apply(a->m, a->p, op, width, x, y, z);
  if (is_commutative(op) && is_word(a, x, &c)) {
    uint32_t swap = x;
    x = y;
    y = swap;
  }
  if (is_word(a, y, &c) && by_constant(a, op, width, x, c, &out))
    return out;
  return cfa_apply(a->m, a->p, op, width, x, y, z);
}

uint32_t refine_not(abstraction *a, uint32_t condition) {
  return refine_apply(a, BITS_NOT, at(a, condition)->width, condition, CFA_NONE,
                      CFA_NONE);
}

uint32_t refine_or(abstraction *a, uint32_t x, uint32_t y) {
  return refine_apply(a, BITS_OR, 1, x, y, CFA_NONE);
}

typedef enum meeting { SAME, APART, DOUBT } meeting;

/* What is stored and what is loaded, by their addresses. */
static meeting rewrite_meet(abstraction *a, uint32_t x, uint32_t y) {
  if (x == y)
    return SAME;
  abs_value s = abs_read_here(a, x, false), l = abs_read_here(a, y, false);
  if (s.base == l.base && s.word == l.word)
    return SAME;
  bool are_named =
      terms_is_constant(a->t, s.base) && terms_is_constant(a->t, l.base);
  if (are_named && s.base != l.base)
    return APART;
  bool are_placed =
      terms_is_constant(a->t, s.word) && terms_is_constant(a->t, l.word);
  return s.base == l.base && are_placed ? APART : DOUBT;
}

static uint32_t load(abstraction *a, cfa_expression expression,
                     refine_change *change) {
  uint32_t same = cfa_express(a->m, a->p, &expression);
  if (change->at == CFA_NONE)
    return same;
  const cfa_expression *what = at(a, change->what);
  meeting m = rewrite_meet(a, change->at, expression.a);
  bool fits = what->width == expression.width &&
              what->is_pointer == expression.is_pointer;
  if (m == APART || !fits)
    return same;
  if (m == SAME)
    return change->what;
  change->doubt = expression.a;
  return change->assume_same ? change->what : same;
}

static bool replaced(const refine_change *change, uint32_t e, uint32_t *by) {
  for (size_t i = 0; i < change->count; i++)
    if (change->from[i] == e) {
      *by = change->by[i];
      return true;
    }
  return false;
}

/* Pointer plus bytes plus bytes, and address plus constant: one offset. */
static uint32_t offset(abstraction *a, cfa_expression expression) {
  uint64_t more;
  cfa_expression from = *at(a, expression.a);
  if (is_word(a, expression.b, &more)) {
    if (more == 0)
      return expression.a;
    if (from.kind == CFA_ADDRESS) {
      unsigned bits = a->p->pointer_bits;
      from.value =
          (uint64_t)bits_signed(bits_cut(from.value + more, bits), bits);
      return cfa_express(a->m, a->p, &from);
    }
  }
  if (from.kind == CFA_OFFSET) {
    expression.b = refine_apply(a, BITS_ADD, a->p->pointer_bits, from.b,
                                expression.b, CFA_NONE);
    expression.a = from.a;
  }
  return cfa_express(a->m, a->p, &expression);
}

static uint32_t rebuild(abstraction *a, uint32_t e, const uint32_t *o,
                        refine_change *change) {
  cfa_expression expression = *at(a, e);
  switch (expression.kind) {
  case CFA_LOAD:
    expression.a = o[0];
    return load(a, expression, change);
  case CFA_APPLY:
    return refine_apply(a, expression.op, expression.width, o[0], o[1], o[2]);
  case CFA_OFFSET:
    expression.a = o[0];
    expression.b = o[1];
    return offset(a, expression);
  case CFA_TO_INTEGER:
  case CFA_TO_POINTER:
    expression.a = o[0];
    return cfa_express(a->m, a->p, &expression);
  default:
    return e;
  }
}

/* Results are kept beside the expressions; small ones, so that a list will
 * do. */
typedef struct pair {
  uint32_t old, new;
} pair;

static bool find(const pair *pairs, size_t count, uint32_t old, uint32_t *new) {
  for (size_t i = count; i-- > 0;)
    if (pairs[i].old == old) {
      *new = pairs[i].new;
      return true;
    }
  return false;
}

uint32_t refine_rewrite(abstraction *a, uint32_t expression,
                        refine_change *change) {
  vec(pair) done = {0};
  vec(uint32_t) work = {0};
  uint32_t out = expression;
  change->doubt = CFA_NONE;
  vec_push(a->m, &work, expression);
  while (work.count) {
    uint32_t e = vec_last(&work), operands[3];
    uint32_t o[3] = {CFA_NONE, CFA_NONE, CFA_NONE};
    bool is_replaced = replaced(change, e, &out);
    size_t count = is_replaced ? 0 : cfa_operands(at(a, e), operands);
    size_t waiting = 0;
    for (size_t i = 0; i < count; i++)
      if (!find(done.at, done.count, operands[i], &o[i])) {
        vec_push(a->m, &work, operands[i]);
        waiting++;
      }
    if (waiting)
      continue;
    work.count--;
    if (!is_replaced)
      out = rebuild(a, e, o, change);
    vec_push(a->m, &done, ((pair){e, out}));
  }
  vec_free(a->m, &done);
  vec_free(a->m, &work);
  return out;
}

static bool has(const refine_list *list, uint32_t x) {
  vec_each (const uint32_t, y, list)
    if (*y == x)
      return true;
  return false;
}

/* Made of conditions by operators of logic? */
static bool is_logic(const abstraction *a, const cfa_expression *expression) {
  if (expression->kind != CFA_APPLY || expression->is_pointer)
    return false;
  switch (expression->op) {
  case BITS_NOT:
  case BITS_AND:
  case BITS_OR:
  case BITS_XOR:
  case BITS_ITE:
    return true;
  case BITS_EQ:
    return at(a, expression->a)->width == 1 &&
           !at(a, expression->a)->is_pointer;
  default:
    return false;
  }
}

void refine_atoms(abstraction *a, uint32_t condition, refine_list *out) {
  vec(uint32_t) work = {0};
  vec_push(a->m, &work, condition);
  for (size_t steps = 0; work.count && steps < 1000; steps++) {
    uint32_t e = vec_pop(&work), operands[3];
    const cfa_expression *expression = at(a, e);
    if (is_logic(a, expression)) {
      size_t count = cfa_operands(expression, operands);
      for (size_t i = count; i-- > 0;)
        vec_push(a->m, &work, operands[i]);
    } else if (expression->kind != CFA_CONSTANT && !has(out, e)) {
      vec_push(a->m, out, e);
    }
  }
  vec_free(a->m, &work);
}

bool refine_covers(abstraction *a, uint32_t expression,
                   const refine_change *change) {
  vec(uint32_t) work = {0};
  bool covers = true;
  vec_push(a->m, &work, expression);
  while (work.count && covers) {
    uint32_t e = vec_pop(&work), operands[3], by;
    if (replaced(change, e, &by))
      continue;
    const cfa_expression *x = at(a, e);
    size_t count = cfa_operands(x, operands);
    if (x->kind == CFA_VARIABLE || x->kind == CFA_ADDRESS)
      covers = a->p->variables.at[x->a].function == CFA_NONE;
    for (size_t i = 0; i < count; i++)
      vec_push(a->m, &work, operands[i]);
  }
  vec_free(a->m, &work);
  return covers;
}

uint32_t refine_variable(abstraction *a, uint32_t v) {
  assert(v < a->p->variables.count);
  cfa_expression expression = {.kind = CFA_VARIABLE,
                               .width = a->p->variables.at[v].width,
                               .is_pointer = a->p->variables.at[v].is_pointer,
                               .a = v};
  return cfa_express(a->m, a->p, &expression);
}

bool refine_mentions(abstraction *a, uint32_t expression, refine_test *test,
                     const void *self) {
  vec(uint32_t) work = {0};
  bool found = false;
  vec_push(a->m, &work, expression);
  while (work.count && !found) {
    const cfa_expression *x = at(a, vec_pop(&work));
    uint32_t operands[3];
    size_t count = cfa_operands(x, operands);
    if (x->kind == CFA_VARIABLE || x->kind == CFA_ADDRESS)
      found = test(a, x->a, self);
    for (size_t i = 0; i < count; i++)
      vec_push(a->m, &work, operands[i]);
  }
  vec_free(a->m, &work);
  return found;
}

static bool lies_within(abstraction *a, const cfa_expression *expression,
                        uint32_t address, uint64_t length) {
  if (expression->kind != CFA_LOAD || expression->is_pointer)
    return false;
  uint64_t bytes = (expression->width + 7u) / 8;
  abs_value from = abs_read_here(a, expression->a, false);
  abs_value to = abs_read_here(a, address, false);
  term ahead = terms_apply(a->t, BITS_SUB, a->p->pointer_bits, from.word,
                           to.word, TERM_NONE);
  return from.base == to.base && terms_is_constant(a->t, ahead) &&
         length >= bytes && terms_at(a->t, ahead)->value <= length - bytes;
}

void refine_loads(abstraction *a, uint32_t expression, uint32_t address,
                  uint64_t length, refine_list *out) {
  vec(uint32_t) work = {0};
  vec_push(a->m, &work, expression);
  while (work.count) {
    uint32_t e = vec_pop(&work), operands[3];
    cfa_expression x = *at(a, e);
    size_t count = cfa_operands(&x, operands);
    if (lies_within(a, &x, address, length) && !has(out, e))
      vec_push(a->m, out, e);
    for (size_t i = 0; i < count; i++)
      vec_push(a->m, &work, operands[i]);
  }
  vec_free(a->m, &work);
}
