#include "program/evaluate.h"

#include <assert.h>
#include <stdlib.h>

void prog_evaluator_free(prog_evaluator *evaluator) {
  vec_free(evaluator->m, &evaluator->pool);
  vec_free(evaluator->m, &evaluator->operands);
  vec_free(evaluator->m, &evaluator->pending);
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
static prog_set close_set(prog_evaluator *evaluator, size_t first) {
  uint32_t *at = evaluator->pool.at + first;
  size_t count = evaluator->pool.count - first, kept = 0;
  if (count > 1)
    qsort(at, count, sizeof *at, by_value);
  for (size_t i = 0; i < count; i++)
    if (i == 0 || at[i] != at[kept - 1])
      at[kept++] = at[i];
  evaluator->pool.count = first + kept;
  return (prog_set){.first = first, .count = kept};
}

prog_set prog_cut(prog_evaluator *evaluator, prog_set set, uint32_t width) {
  for (size_t i = 0; i < set.count; i++)
    evaluator->pool.at[set.first + i] &= prog_mask(width);
  return close_set(evaluator, set.first);
}

/* What was computed behind the operands takes their place. */
static prog_set replace_operands(prog_evaluator *evaluator, size_t first,
                                 size_t results) {
  size_t count = evaluator->pool.count - results;
  memmove(evaluator->pool.at + first, evaluator->pool.at + results,
          count * sizeof *evaluator->pool.at);
  evaluator->pool.count = first + count;
  return close_set(evaluator, first);
}

static void add(prog_evaluator *evaluator, uint64_t value, uint32_t width) {
  vec_push(evaluator->m, &evaluator->pool, (uint32_t)value & prog_mask(width));
}

static void add_all(prog_evaluator *evaluator, prog_set set, uint32_t width) {
  for (size_t i = 0; i < set.count; i++)
    add(evaluator, evaluator->pool.at[set.first + i], width);
}

static bool has(const prog_evaluator *evaluator, prog_set set, uint32_t value) {
  for (size_t i = 0; i < set.count; i++)
    if (evaluator->pool.at[set.first + i] == value)
      return true;
  return false;
}

static const uint32_t *cells_of(const prog_view *view, prog_op op,
                                const prog_variable *variable) {
  const uint32_t *frame = NULL;
  bool is_global = variable->procedure == PROG_NONE;
  if (op == PROG_NOW)
    frame = is_global ? view->globals : view->locals;
  else if (op == PROG_NEXT)
    frame = is_global ? view->next_globals : view->next_top;
  else
    frame = view->next_below;
  assert(frame);
  return frame + variable->cell;
}

static void look_up(prog_evaluator *evaluator, const prog_view *view,
                    const prog_expression *expression, prog_set index) {
  assert(expression->a < evaluator->p->variables.count);
  const prog_variable *var = &evaluator->p->variables.at[expression->a];
  const uint32_t *cells = cells_of(view, expression->op, var);
  for (size_t i = 0; i < index.count; i++) {
    uint32_t element = evaluator->pool.at[index.first + i];
    add(evaluator, element < var->count ? cells[element] : 0,
        expression->width);
  }
}

static bool evaluate_is_variable(prog_op op) {
  return op == PROG_NOW || op == PROG_NEXT || op == PROG_BELOW;
}

static void leaf(prog_evaluator *evaluator, const prog_view *view,
                 const prog_expression *expression) {
  if (expression->op == PROG_CONSTANT) {
    add(evaluator, expression->a, expression->width);
  } else if (expression->op == PROG_ANY) {
    assert(expression->width == 1);
    add(evaluator, 0, 1);
    add(evaluator, 1, 1);
  } else {
    add(evaluator,
        *cells_of(view, expression->op,
                  &evaluator->p->variables.at[expression->a]),
        expression->width);
  }
}

static void choose(prog_evaluator *evaluator, prog_set a, prog_set b) {
  if (has(evaluator, a, 1))
    add(evaluator, 1, 1);
  if (!has(evaluator, a, 0))
    return;
  add(evaluator, 0, 1);
  if (has(evaluator, b, 0))
    add(evaluator, 1, 1);
}

static void combine(prog_evaluator *evaluator, const prog_view *view,
                    const prog_expression *expression, const prog_set *set) {
  if (evaluate_is_variable(expression->op)) {
    look_up(evaluator, view, expression, set[0]);
  } else if (expression->op == PROG_NOT || expression->op == PROG_BIT_NOT) {
    for (size_t i = 0; i < set[0].count; i++)
      add(evaluator, ~evaluator->pool.at[set[0].first + i], expression->width);
  } else if (expression->op == PROG_WIDEN) {
    add_all(evaluator, set[0], expression->width);
  } else if (expression->op == PROG_CHOOSE) {
    choose(evaluator, set[0], set[1]);
  } else if (expression->op == PROG_IF) {
    if (has(evaluator, set[0], 1))
      add_all(evaluator, set[1], expression->width);
    if (has(evaluator, set[0], 0))
      add_all(evaluator, set[2], expression->width);
  } else {
    for (size_t i = 0; i < set[0].count; i++)
      for (size_t j = 0; j < set[1].count; j++)
        add(evaluator,
            of_two(expression->op, evaluator->pool.at[set[0].first + i],
                   evaluator->pool.at[set[1].first + j]),
            expression->width);
  }
}

prog_set prog_evaluate(prog_evaluator *evaluator, const prog_view *view,
                       uint32_t expression) {
  size_t bottom = evaluator->pending.count;
  vec_push(evaluator->m, &evaluator->pending,
           ((prog_pending){expression, false}));
  while (evaluator->pending.count > bottom) {
    prog_pending now = vec_pop(&evaluator->pending);
    const prog_expression *x = &evaluator->p->expressions.at[now.expression];
    uint32_t operand[3];
    size_t count = prog_operands(x, operand);
    if (count && !now.has_operands) {
      vec_push(evaluator->m, &evaluator->pending,
               ((prog_pending){now.expression, true}));
      for (size_t i = count; i-- > 0;)
        vec_push(evaluator->m, &evaluator->pending,
                 ((prog_pending){operand[i], false}));
      continue;
    }
    size_t results = evaluator->pool.count, first = results;
    if (count == 0) {
      leaf(evaluator, view, x);
    } else {
      const prog_set *set =
          evaluator->operands.at + evaluator->operands.count - count;
      first = set[0].first;
      combine(evaluator, view, x, set);
      evaluator->operands.count -= count;
    }
    vec_push(evaluator->m, &evaluator->operands,
             replace_operands(evaluator, first, results));
  }
  return vec_pop(&evaluator->operands);
}

bool prog_passes(prog_evaluator *evaluator, const prog_view *view,
                 uint32_t condition) {
  if (condition == PROG_NONE)
    return true;
  prog_set set = prog_evaluate(evaluator, view, condition);
  bool passes = has(evaluator, set, 1);
  evaluator->pool.count = set.first;
  return passes;
}
