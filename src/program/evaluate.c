#include "program/evaluate.h"

#include <assert.h>
#include <stdlib.h>

void prog_evaluator_free(prog_evaluator *e) {
  vec_free(e->m, &e->pool);
  vec_free(e->m, &e->operands);
  vec_free(e->m, &e->pending);
}

/* Operators on single values. */

static uint64_t one_bit(prog_op op, uint64_t a, uint64_t b) {
  switch (op) {
  case PROG_AND:
    return a & b;
  case PROG_OR:
    return a | b;
  case PROG_XOR:
    return a ^ b;
  case PROG_IMPLIES:
    return !a || b;
  case PROG_EQUAL:
    return a == b;
  case PROG_DIFFERS:
    return a != b;
  case PROG_LESS:
    return a < b;
  default:
    assert(op == PROG_AT_MOST);
    return a <= b;
  }
}

/* Modulo 2^64, which the caller cuts. */
static uint64_t of_two(prog_op op, uint64_t a, uint64_t b) {
  switch (op) {
  case PROG_PLUS:
    return a + b;
  case PROG_MINUS:
    return a - b;
  case PROG_TIMES:
    return a * b;
  case PROG_OVER:
    return b ? a / b : 0;
  case PROG_MODULO:
    return b ? a % b : 0;
  case PROG_SHIFT_LEFT:
    return b < PROG_MOST_BITS ? a << b : 0;
  case PROG_SHIFT_RIGHT:
    return b < PROG_MOST_BITS ? a >> b : 0;
  case PROG_BIT_AND:
    return a & b;
  case PROG_BIT_OR:
    return a | b;
  case PROG_BIT_XOR:
    return a ^ b;
  default:
    return one_bit(op, a, b);
  }
}

static int by_value(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Sorts what lies in the pool from 'first' on, without repetitions. */
static prog_set close_set(prog_evaluator *e, size_t first) {
  uint32_t *at = e->pool.at + first;
  size_t count = e->pool.count - first, kept = 0;
  if (count > 1)
    qsort(at, count, sizeof *at, by_value);
  for (size_t i = 0; i < count; i++)
    if (i == 0 || at[i] != at[kept - 1])
      at[kept++] = at[i];
  e->pool.count = first + kept;
  return (prog_set){.first = first, .count = kept};
}

prog_set prog_cut(prog_evaluator *e, prog_set s, uint32_t width) {
  for (size_t i = 0; i < s.count; i++)
    e->pool.at[s.first + i] &= prog_mask(width);
  return close_set(e, s.first);
}

/* What was computed behind the operands takes their place. */
static prog_set replace_operands(prog_evaluator *e, size_t first,
                                 size_t results) {
  size_t count = e->pool.count - results;
  memmove(e->pool.at + first, e->pool.at + results, count * sizeof *e->pool.at);
  e->pool.count = first + count;
  return close_set(e, first);
}

static void add(prog_evaluator *e, uint64_t value, uint32_t width) {
  vec_push(e->m, &e->pool, (uint32_t)value & prog_mask(width));
}

static void add_all(prog_evaluator *e, prog_set s, uint32_t width) {
  for (size_t i = 0; i < s.count; i++)
    add(e, e->pool.at[s.first + i], width);
}

static bool has(const prog_evaluator *e, prog_set s, uint32_t value) {
  for (size_t i = 0; i < s.count; i++)
    if (e->pool.at[s.first + i] == value)
      return true;
  return false;
}

static const uint32_t *cells_of(const prog_view *v, prog_op op,
                                const prog_variable *x) {
  const uint32_t *frame = NULL;
  bool is_global = x->procedure == PROG_NONE;
  if (op == PROG_NOW)
    frame = is_global ? v->globals : v->locals;
  else if (op == PROG_NEXT)
    frame = is_global ? v->next_globals : v->next_top;
  else
    frame = v->next_below;
  assert(frame);
  return frame + x->cell;
}

static void look_up(prog_evaluator *e, const prog_view *v,
                    const prog_expression *x, prog_set index) {
  assert(x->a < e->p->variables.count);
  const prog_variable *var = &e->p->variables.at[x->a];
  const uint32_t *cells = cells_of(v, x->op, var);
  for (size_t i = 0; i < index.count; i++) {
    uint32_t element = e->pool.at[index.first + i];
    add(e, element < var->count ? cells[element] : 0, x->width);
  }
}

static bool evaluate_is_variable(prog_op op) {
  return op == PROG_NOW || op == PROG_NEXT || op == PROG_BELOW;
}

static void leaf(prog_evaluator *e, const prog_view *v,
                 const prog_expression *x) {
  if (x->op == PROG_CONSTANT) {
    add(e, x->a, x->width);
  } else if (x->op == PROG_ANY) {
    assert(x->width == 1);
    add(e, 0, 1);
    add(e, 1, 1);
  } else {
    add(e, *cells_of(v, x->op, &e->p->variables.at[x->a]), x->width);
  }
}

static void choose(prog_evaluator *e, prog_set a, prog_set b) {
  if (has(e, a, 1))
    add(e, 1, 1);
  if (!has(e, a, 0))
    return;
  add(e, 0, 1);
  if (has(e, b, 0))
    add(e, 1, 1);
}

static void combine(prog_evaluator *e, const prog_view *v,
                    const prog_expression *x, const prog_set *s) {
  if (evaluate_is_variable(x->op)) {
    look_up(e, v, x, s[0]);
  } else if (x->op == PROG_NOT || x->op == PROG_BIT_NOT) {
    for (size_t i = 0; i < s[0].count; i++)
      add(e, ~e->pool.at[s[0].first + i], x->width);
  } else if (x->op == PROG_WIDEN) {
    add_all(e, s[0], x->width);
  } else if (x->op == PROG_CHOOSE) {
    choose(e, s[0], s[1]);
  } else if (x->op == PROG_IF) {
    if (has(e, s[0], 1))
      add_all(e, s[1], x->width);
    if (has(e, s[0], 0))
      add_all(e, s[2], x->width);
  } else {
    for (size_t i = 0; i < s[0].count; i++)
      for (size_t j = 0; j < s[1].count; j++)
        add(e,
            of_two(x->op, e->pool.at[s[0].first + i],
                   e->pool.at[s[1].first + j]),
            x->width);
  }
}

prog_set prog_evaluate(prog_evaluator *e, const prog_view *v,
                       uint32_t expression) {
  size_t bottom = e->pending.count;
  vec_push(e->m, &e->pending, ((prog_pending){expression, false}));
  while (e->pending.count > bottom) {
    prog_pending now = vec_pop(&e->pending);
    const prog_expression *x = &e->p->expressions.at[now.expression];
    uint32_t operand[3];
    size_t count = prog_operands(x, operand);
    if (count && !now.has_operands) {
      vec_push(e->m, &e->pending, ((prog_pending){now.expression, true}));
      for (size_t i = count; i-- > 0;)
        vec_push(e->m, &e->pending, ((prog_pending){operand[i], false}));
      continue;
    }
    size_t results = e->pool.count, first = results;
    if (count == 0) {
      leaf(e, v, x);
    } else {
      const prog_set *s = e->operands.at + e->operands.count - count;
      first = s[0].first;
      combine(e, v, x, s);
      e->operands.count -= count;
    }
    vec_push(e->m, &e->operands, replace_operands(e, first, results));
  }
  return vec_pop(&e->operands);
}

bool prog_passes(prog_evaluator *e, const prog_view *v, uint32_t condition) {
  if (condition == PROG_NONE)
    return true;
  prog_set s = prog_evaluate(e, v, condition);
  bool passes = has(e, s, 1);
  e->pool.count = s.first;
  return passes;
}
