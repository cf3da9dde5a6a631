/* Expressions to code. A stack of tasks instead of recursion: the text decides
 * how deep an expression is. */
#include "lang/promela/lower/lower.h"

#include "base/mutant.h"

#include "lang/promela/c/c_code.h"

#include <assert.h>

enum {
  TASK_VALUE,  /* of expression 'op' */
  TASK_TRUTH,  /* any value that is zero when the expression's is */
  TASK_BRANCH, /* jump to slot 'a' if the truth of 'op' is 'b' */
  TASK_EMIT,
  TASK_JUMP, /* instruction 'op' to slot 'a' */
  TASK_BIND  /* slot 'a' */
};

static void task(pml_lowering *lowering, pml_task t) {
  vec_push(lowering->m, &lowering->tasks, t);
}

static void task_value(pml_lowering *lowering, uint32_t e) {
  task(lowering, (pml_task){.kind = TASK_VALUE, .op = e});
}

static void task_truth(pml_lowering *lowering, uint32_t e) {
  task(lowering, (pml_task){.kind = TASK_TRUTH, .op = e});
}

static void task_branch(pml_lowering *lowering, uint32_t e, uint32_t slot,
                        bool when) {
  task(lowering,
       (pml_task){.kind = TASK_BRANCH, .op = e, .a = slot, .b = when});
}

static void task_jump(pml_lowering *lowering, pml_opcode op, uint32_t slot) {
  task(lowering, (pml_task){.kind = TASK_JUMP, .op = op, .a = slot});
}

static void task_bind(pml_lowering *lowering, uint32_t slot) {
  task(lowering, (pml_task){.kind = TASK_BIND, .a = slot});
}

static void task_emit(pml_lowering *lowering, pml_opcode op, uint32_t a,
                      uint32_t b, uint32_t third) {
  task(lowering, (pml_task){.kind = TASK_EMIT,
                            .operands = (uint8_t)pml_operands(op),
                            .op = op,
                            .a = a,
                            .b = b,
                            .c = third});
}

uint32_t pml_scalar_operand(pml_scalar scalar) {
  return (uint32_t)scalar.cell | (uint32_t)scalar.bits << 8;
}

static bool expression_is_inside(const pml_lowering *lowering,
                                 const pml_var *var, uint32_t index,
                                 uint32_t *element) {
  *element = 0;
  if (index == PML_NONE)
    return true;
  const pml_expr *expr = &lowering->s->exprs.at[index];
  if (expr->op != PML_CONST || expr->value < 0 ||
      (uint32_t)expr->value >= var->count)
    return false;
  *element = (uint32_t)expr->value;
  return true;
}

pml_location pml_locate(const pml_lowering *lowering, uint32_t e) {
  assert(e < lowering->s->exprs.count);
  const pml_expr *expr = &lowering->s->exprs.at[e];
  assert(expr->op == PML_NAME);
  pml_location out = {.is_local =
                          lowering->s->vars.at[expr->a].process != PML_NONE,
                      .is_plain = true};
  for (;; expr = &lowering->s->exprs.at[expr->c]) {
    uint32_t element;
    const pml_lies *lies = &lowering->p->lies.at[expr->a];
    if (!expression_is_inside(lowering, &lowering->s->vars.at[expr->a], expr->b,
                              &element))
      out.is_plain = false;
    out.offset += lies->offset + element * lies->stride;
    out.variable = expr->a;
    if (expr->c == PML_NONE)
      return out;
  }
}

/* Tasks for what is not plain in an address, the last first. */
static void task_address(pml_lowering *lowering, uint32_t e) {
  size_t first = lowering->tasks.count;
  bool is_second = false;
  for (uint32_t i = e; i != PML_NONE; i = lowering->s->exprs.at[i].c) {
    const pml_expr *expr = &lowering->s->exprs.at[i];
    const pml_var *var = &lowering->s->vars.at[expr->a];
    uint32_t element;
    if (expression_is_inside(lowering, var, expr->b, &element))
      continue;
    task_value(lowering, expr->b);
    task_emit(lowering, PML_OP_INDEX, var->count,
              lowering->p->lies.at[expr->a].stride, expr->a);
    if (is_second)
      task_emit(lowering, PML_OP_OFFSET, 0, 0, 0);
    is_second = true;
  }
  for (size_t i = first, j = lowering->tasks.count; i + 1 < j; i++) {
    pml_task task = lowering->tasks.at[i];
    lowering->tasks.at[i] = lowering->tasks.at[--j];
    lowering->tasks.at[j] = task;
  }
}

static void expand_name(pml_lowering *lowering, uint32_t e) {
  pml_location location = pml_locate(lowering, e);
  assert(location.variable < lowering->p->lies.count);
  uint32_t scalar =
      pml_scalar_operand(lowering->p->lies.at[location.variable].scalar);
  if (location.is_plain) {
    pml_emit(lowering, location.is_local ? PML_OP_LOCAL : PML_OP_GLOBAL, 2,
             location.offset, scalar, 0);
    return;
  }
  task_emit(lowering, location.is_local ? PML_OP_LOCAL_AT : PML_OP_GLOBAL_AT,
            location.offset, scalar, 0);
  task_address(lowering, e);
}

/* References to other processes. */

static void task_pid(pml_lowering *lowering, const pml_expr *expr) {
  if (expr->b == PML_NONE)
    task_emit(lowering, PML_OP_FIND, expr->a, 0, 0);
  else
    task_value(lowering, expr->b);
}

static void expand_remote(pml_lowering *lowering, const pml_expr *expr) {
  pml_location location = pml_locate(lowering, expr->c);
  assert(location.variable < lowering->p->lies.count);
  task_emit(lowering, PML_OP_REMOTE, location.offset,
            pml_scalar_operand(lowering->p->lies.at[location.variable].scalar),
            expr->a);
  if (location.is_plain)
    task_emit(lowering, PML_OP_PUSH, 0, 0, 0);
  else
    task_address(lowering, expr->c);
  task_pid(lowering, expr);
}

/* The first entries of points_of_labels are those of the labels by number. A
 * name that stands for several labels (of an inline that is used twice) gets
 * entries of its own. */
static void expand_label(pml_lowering *lowering, const pml_expr *expr) {
  uint32_t first = 0, count = 0;
  for (uint32_t i = 0; i < lowering->s->labels.count; i++) {
    const pml_label *label = &lowering->s->labels.at[i];
    if (label->name != expr->c || label->process != expr->a)
      continue;
    if (!count++)
      first = i;
  }
  if (count > 1) {
    uint32_t all = (uint32_t)lowering->p->points_of_labels.count;
    for (uint32_t i = first; i < lowering->s->labels.count; i++)
      if (lowering->s->labels.at[i].name == expr->c &&
          lowering->s->labels.at[i].process == expr->a)
        vec_push(lowering->m, &lowering->p->points_of_labels,
                 lowering->p->points_of_labels.at[i]);
    first = all;
  }
  task_emit(lowering, PML_OP_AT_POINT, first, count, 0);
  task_pid(lowering, expr);
}

static void expand_shortcut(pml_lowering *lowering, const pml_expr *expr,
                            bool truth) {
  uint32_t other = pml_slot_new(lowering), end = pml_slot_new(lowering);
  bool is_or = expr->op == PML_OR;
  task_bind(lowering, end);
  task_emit(lowering, PML_OP_PUSH, is_or, 0, 0);
  task_bind(lowering, other);
  task_jump(lowering, PML_OP_JUMP, end);
  if (!truth)
    task_emit(lowering, PML_OP_BOOLEAN, 0, 0, 0);
  task_truth(lowering, expr->b);
  task_branch(lowering, expr->a, other, is_or);
}

static void expand_conditional(pml_lowering *lowering, const pml_expr *expr) {
  uint32_t other = pml_slot_new(lowering), end = pml_slot_new(lowering);
  task_bind(lowering, end);
  task_value(lowering, expr->c);
  task_bind(lowering, other);
  task_jump(lowering, PML_OP_JUMP, end);
  task_value(lowering, expr->b);
  task_branch(lowering, expr->a, other, false);
}

/* A record is given to a process as all its scalars, one behind the other: the
 * tasks that load them, the last first. How many there are. */
static uint32_t task_record(pml_lowering *lowering, uint32_t e,
                            const pml_location *at) {
  pml_parts scalars = {0};
  pml_list_scalars(lowering->m, lowering->p, at->variable, at->offset,
                   &scalars);
  pml_opcode op = at->is_local ? PML_OP_LOCAL : PML_OP_GLOBAL;
  if (!at->is_plain)
    op = at->is_local ? PML_OP_LOCAL_AT : PML_OP_GLOBAL_AT;
  for (size_t i = scalars.count; i-- > 0;) {
    const pml_part *part = &scalars.at[i];
    task_emit(lowering, op, part->offset,
              pml_scalar_operand(lowering->p->lies.at[part->variable].scalar),
              0);
    if (!at->is_plain)
      task_address(lowering, e);
  }
  uint32_t count = (uint32_t)scalars.count;
  vec_free(lowering->m, &scalars);
  return count;
}

static uint32_t task_argument(pml_lowering *lowering, uint32_t e) {
  assert(e < lowering->s->exprs.count);
  if (lowering->s->exprs.at[e].op == PML_NAME) {
    pml_location at = pml_locate(lowering, e);
    if (lowering->s->vars.at[at.variable].type == PML_RECORD)
      return task_record(lowering, e, &at);
  }
  task_value(lowering, e);
  return 1;
}

static void expand_run(pml_lowering *lowering, const pml_expr *expr) {
  size_t run = lowering->tasks.count;
  task_emit(lowering, PML_OP_RUN, expr->a, 0, 0);
  if (expr->d == PML_NONE)
    task_emit(lowering, PML_OP_PUSH, 0, 0, 0);
  else
    task_value(lowering, expr->d);
  uint32_t scalars = 0;
  for (uint32_t i = expr->c; i-- > 0;)
    scalars += task_argument(lowering, lowering->s->lists.at[expr->b + i]);
  lowering->tasks.at[run].b = scalars;
}

static pml_opcode plain_opcode(pml_op op) {
  switch (op) {
  case PML_SELF:
    return PML_OP_SELF;
  case PML_COUNT:
    return PML_OP_COUNT;
  case PML_LAST:
    return PML_OP_LAST;
  case PML_NP:
    return PML_OP_NP;
  default:
    return PML_OP_TIMEOUT;
  }
}

static pml_opcode unary_opcode(pml_op op) {
  switch (op) {
  case PML_NOT:
    return PML_OP_NOT;
  case PML_NEGATE:
    return PML_OP_NEGATE;
  case PML_COMPLEMENT:
    return PML_OP_COMPLEMENT;
  case PML_ENABLED:
    return PML_OP_ENABLED;
  case PML_PC_VALUE:
    return PML_OP_PC_VALUE;
  case PML_GET_PRIORITY:
    return PML_OP_GET_PRIORITY;
  default: /* the five of channels are in the same order */
    return (pml_opcode)(PML_OP_LEN + (op - PML_LEN));
  }
}

static void expand(pml_lowering *lowering, uint32_t e, bool truth) {
  assert(e < lowering->s->exprs.count);
  const pml_expr *expr = &lowering->s->exprs.at[e];
  switch (expr->op) {
  case PML_CONST:
    pml_emit(lowering, PML_OP_PUSH, 1, (uint32_t)expr->value, 0, 0);
    break;
  case PML_NAME:
    expand_name(lowering, e);
    break;
  case PML_NOT:
  case PML_NEGATE:
  case PML_COMPLEMENT:
  case PML_LEN:
  case PML_EMPTY:
  case PML_NEMPTY:
  case PML_FULL:
  case PML_NFULL:
  case PML_ENABLED:
  case PML_PC_VALUE:
  case PML_GET_PRIORITY:
    task_emit(lowering, unary_opcode(expr->op), 0, 0, 0);
    if (expr->op == PML_NOT)
      task_truth(lowering, expr->a);
    else
      task_value(lowering, expr->a);
    break;
  case PML_AND:
  case PML_OR:
    expand_shortcut(lowering, expr, truth);
    break;
  case PML_CONDITIONAL:
    expand_conditional(lowering, expr);
    break;
  case PML_POLL:
    pml_emit(lowering, PML_OP_POLL, 1, pml_talk_of_poll(lowering, e), 0, 0);
    break;
  case PML_RUN:
    expand_run(lowering, expr);
    break;
  case PML_REMOTE_LABEL:
    expand_label(lowering, expr);
    break;
  case PML_REMOTE_VAR:
    expand_remote(lowering, expr);
    break;
  case PML_SELF:
  case PML_COUNT:
  case PML_LAST:
  case PML_NP:
  case PML_TIMEOUT:
    pml_emit(lowering, plain_opcode(expr->op), 0, 0, 0, 0);
    break;
  case PML_PRIORITY:
    pml_emit(lowering, PML_OP_SELF, 0, 0, 0, 0);
    pml_emit(lowering, PML_OP_GET_PRIORITY, 0, 0, 0, 0);
    break;
  case PML_C_EXPR:
    pml_emit(lowering, PML_OP_C_TEST, 1, pml_c_entry((uint32_t)expr->value), 0,
             0);
    break;
  case PML_EVAL:
    task_value(lowering, expr->a);
    break;
  default: /* operators of two values are in the same order */
    assert(expr->op >= PML_ADD && expr->op <= PML_AT_LEAST);
    if (expr->op == PML_AT_MOST && MUTANT("promela-at-most"))
      task_emit(lowering, PML_OP_LESS, 0, 0, 0);
    else
      task_emit(lowering, (pml_opcode)(PML_OP_ADD + (expr->op - PML_ADD)), 0, 0,
                0);
    task_value(lowering, expr->b);
    task_value(lowering, expr->a);
    break;
  }
}

static void expand_branch(pml_lowering *lowering, const pml_task *task) {
  assert(task->op < lowering->s->exprs.count);
  const pml_expr *expr = &lowering->s->exprs.at[task->op];
  bool when = task->b;
  if (expr->op == PML_NOT) {
    task_branch(lowering, expr->a, task->a, !when);
  } else if ((expr->op == PML_AND && !when) || (expr->op == PML_OR && when)) {
    task_branch(lowering, expr->b, task->a, when);
    task_branch(lowering, expr->a, task->a, when);
  } else if (expr->op == PML_AND || expr->op == PML_OR) {
    uint32_t past = pml_slot_new(lowering);
    task_bind(lowering, past);
    task_branch(lowering, expr->b, task->a, when);
    task_branch(lowering, expr->a, past, !when);
  } else {
    task_jump(lowering, when ? PML_OP_JUMP_TRUE : PML_OP_JUMP_ZERO, task->a);
    task_truth(lowering, task->op);
  }
}

static void work(pml_lowering *lowering, size_t until) {
  while (lowering->tasks.count > until) {
    pml_task task = vec_pop(&lowering->tasks);
    switch (task.kind) {
    case TASK_VALUE:
    case TASK_TRUTH:
      expand(lowering, task.op, task.kind == TASK_TRUTH);
      break;
    case TASK_BRANCH:
      expand_branch(lowering, &task);
      break;
    case TASK_EMIT:
      pml_emit(lowering, (pml_opcode)task.op, task.operands, task.a, task.b,
               task.c);
      break;
    case TASK_JUMP:
      pml_emit_jump(lowering, (pml_opcode)task.op, task.a);
      break;
    default:
      pml_bind(lowering, task.a);
      break;
    }
  }
}

void pml_emit_value(pml_lowering *lowering, uint32_t e) {
  size_t until = lowering->tasks.count;
  task_value(lowering, e);
  work(lowering, until);
}

void pml_emit_branch(pml_lowering *lowering, uint32_t e, uint32_t slot,
                     bool when) {
  size_t until = lowering->tasks.count;
  task_branch(lowering, e, slot, when);
  work(lowering, until);
}

void pml_emit_address(pml_lowering *lowering, uint32_t e) {
  size_t until = lowering->tasks.count;
  task_address(lowering, e);
  work(lowering, until);
}

void pml_emit_store(pml_lowering *lowering, const pml_location *location) {
  assert(location->variable < lowering->p->lies.count);
  pml_opcode op = location->is_local ? PML_OP_STORE_LOCAL : PML_OP_STORE_GLOBAL;
  if (!location->is_plain)
    op = location->is_local ? PML_OP_STORE_LOCAL_AT : PML_OP_STORE_GLOBAL_AT;
  pml_emit(lowering, op, 3, location->offset,
           pml_scalar_operand(lowering->p->lies.at[location->variable].scalar),
           location->variable);
}

void pml_emit_truth(pml_lowering *lowering, uint32_t e) {
  size_t until = lowering->tasks.count;
  task_truth(lowering, e);
  work(lowering, until);
}

uint32_t pml_code_of_value(pml_lowering *lowering, uint32_t e) {
  uint32_t at = pml_begin_code(lowering);
  pml_emit_value(lowering, e);
  pml_end_code(lowering);
  return at;
}

uint32_t pml_code_of_truth(pml_lowering *lowering, uint32_t e) {
  uint32_t at = pml_begin_code(lowering);
  pml_emit_truth(lowering, e);
  pml_end_code(lowering);
  return at;
}
