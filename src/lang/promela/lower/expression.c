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

static void task(pml_lowering *c, pml_task t) { vec_push(c->m, &c->tasks, t); }

static void task_value(pml_lowering *c, uint32_t e) {
  task(c, (pml_task){.kind = TASK_VALUE, .op = e});
}

static void task_truth(pml_lowering *c, uint32_t e) {
  task(c, (pml_task){.kind = TASK_TRUTH, .op = e});
}

static void task_branch(pml_lowering *c, uint32_t e, uint32_t slot, bool when) {
  task(c, (pml_task){.kind = TASK_BRANCH, .op = e, .a = slot, .b = when});
}

static void task_jump(pml_lowering *c, pml_opcode op, uint32_t slot) {
  task(c, (pml_task){.kind = TASK_JUMP, .op = op, .a = slot});
}

static void task_bind(pml_lowering *c, uint32_t slot) {
  task(c, (pml_task){.kind = TASK_BIND, .a = slot});
}

static void task_emit(pml_lowering *c, pml_opcode op, uint32_t a, uint32_t b,
                      uint32_t third) {
  task(c, (pml_task){.kind = TASK_EMIT,
                     .operands = (uint8_t)pml_operands(op),
                     .op = op,
                     .a = a,
                     .b = b,
                     .c = third});
}

uint32_t pml_scalar_operand(pml_scalar x) {
  return (uint32_t)x.cell | (uint32_t)x.bits << 8;
}

static bool expression_is_inside(const pml_lowering *c, const pml_var *v,
                                 uint32_t index, uint32_t *element) {
  *element = 0;
  if (index == PML_NONE)
    return true;
  const pml_expr *x = &c->s->exprs.at[index];
  if (x->op != PML_CONST || x->value < 0 || (uint32_t)x->value >= v->count)
    return false;
  *element = (uint32_t)x->value;
  return true;
}

pml_location pml_locate(const pml_lowering *c, uint32_t e) {
  assert(e < c->s->exprs.count);
  const pml_expr *x = &c->s->exprs.at[e];
  assert(x->op == PML_NAME);
  pml_location out = {.is_local = c->s->vars.at[x->a].process != PML_NONE,
                      .is_plain = true};
  for (;; x = &c->s->exprs.at[x->c]) {
    uint32_t element;
    const pml_lies *l = &c->p->lies.at[x->a];
    if (!expression_is_inside(c, &c->s->vars.at[x->a], x->b, &element))
      out.is_plain = false;
    out.offset += l->offset + element * l->stride;
    out.variable = x->a;
    if (x->c == PML_NONE)
      return out;
  }
}

/* Tasks for what is not plain in an address, the last first. */
static void task_address(pml_lowering *c, uint32_t e) {
  size_t first = c->tasks.count;
  bool is_second = false;
  for (uint32_t i = e; i != PML_NONE; i = c->s->exprs.at[i].c) {
    const pml_expr *x = &c->s->exprs.at[i];
    const pml_var *v = &c->s->vars.at[x->a];
    uint32_t element;
    if (expression_is_inside(c, v, x->b, &element))
      continue;
    task_value(c, x->b);
    task_emit(c, PML_OP_INDEX, v->count, c->p->lies.at[x->a].stride, x->a);
    if (is_second)
      task_emit(c, PML_OP_OFFSET, 0, 0, 0);
    is_second = true;
  }
  for (size_t i = first, j = c->tasks.count; i + 1 < j; i++) {
    pml_task t = c->tasks.at[i];
    c->tasks.at[i] = c->tasks.at[--j];
    c->tasks.at[j] = t;
  }
}

static void expand_name(pml_lowering *c, uint32_t e) {
  pml_location x = pml_locate(c, e);
  assert(x.variable < c->p->lies.count);
  uint32_t scalar = pml_scalar_operand(c->p->lies.at[x.variable].scalar);
  if (x.is_plain) {
    pml_emit(c, x.is_local ? PML_OP_LOCAL : PML_OP_GLOBAL, 2, x.offset, scalar,
             0);
    return;
  }
  task_emit(c, x.is_local ? PML_OP_LOCAL_AT : PML_OP_GLOBAL_AT, x.offset,
            scalar, 0);
  task_address(c, e);
}

/* References to other processes. */

static void task_pid(pml_lowering *c, const pml_expr *x) {
  if (x->b == PML_NONE)
    task_emit(c, PML_OP_FIND, x->a, 0, 0);
  else
    task_value(c, x->b);
}

static void expand_remote(pml_lowering *c, const pml_expr *x) {
  pml_location l = pml_locate(c, x->c);
  assert(l.variable < c->p->lies.count);
  task_emit(c, PML_OP_REMOTE, l.offset,
            pml_scalar_operand(c->p->lies.at[l.variable].scalar), x->a);
  if (l.is_plain)
    task_emit(c, PML_OP_PUSH, 0, 0, 0);
  else
    task_address(c, x->c);
  task_pid(c, x);
}

/* The first entries of points_of_labels are those of the labels by number. A
 * name that stands for several labels (of an inline that is used twice) gets
 * entries of its own. */
static void expand_label(pml_lowering *c, const pml_expr *x) {
  uint32_t first = 0, count = 0;
  for (uint32_t i = 0; i < c->s->labels.count; i++) {
    const pml_label *l = &c->s->labels.at[i];
    if (l->name != x->c || l->process != x->a)
      continue;
    if (!count++)
      first = i;
  }
  if (count > 1) {
    uint32_t all = (uint32_t)c->p->points_of_labels.count;
    for (uint32_t i = first; i < c->s->labels.count; i++)
      if (c->s->labels.at[i].name == x->c && c->s->labels.at[i].process == x->a)
        vec_push(c->m, &c->p->points_of_labels, c->p->points_of_labels.at[i]);
    first = all;
  }
  task_emit(c, PML_OP_AT_POINT, first, count, 0);
  task_pid(c, x);
}

static void expand_shortcut(pml_lowering *c, const pml_expr *x, bool truth) {
  uint32_t other = pml_slot_new(c), end = pml_slot_new(c);
  bool is_or = x->op == PML_OR;
  task_bind(c, end);
  task_emit(c, PML_OP_PUSH, is_or, 0, 0);
  task_bind(c, other);
  task_jump(c, PML_OP_JUMP, end);
  if (!truth)
    task_emit(c, PML_OP_BOOLEAN, 0, 0, 0);
  task_truth(c, x->b);
  task_branch(c, x->a, other, is_or);
}

static void expand_conditional(pml_lowering *c, const pml_expr *x) {
  uint32_t other = pml_slot_new(c), end = pml_slot_new(c);
  task_bind(c, end);
  task_value(c, x->c);
  task_bind(c, other);
  task_jump(c, PML_OP_JUMP, end);
  task_value(c, x->b);
  task_branch(c, x->a, other, false);
}

/* A record is given to a process as all its scalars, one behind the other: the
 * tasks that load them, the last first. How many there are. */
static uint32_t task_record(pml_lowering *c, uint32_t e,
                            const pml_location *at) {
  pml_parts scalars = {0};
  pml_list_scalars(c->m, c->p, at->variable, at->offset, &scalars);
  pml_opcode op = at->is_local ? PML_OP_LOCAL : PML_OP_GLOBAL;
  if (!at->is_plain)
    op = at->is_local ? PML_OP_LOCAL_AT : PML_OP_GLOBAL_AT;
  for (size_t i = scalars.count; i-- > 0;) {
    const pml_part *x = &scalars.at[i];
    task_emit(c, op, x->offset,
              pml_scalar_operand(c->p->lies.at[x->variable].scalar), 0);
    if (!at->is_plain)
      task_address(c, e);
  }
  uint32_t count = (uint32_t)scalars.count;
  vec_free(c->m, &scalars);
  return count;
}

static uint32_t task_argument(pml_lowering *c, uint32_t e) {
  assert(e < c->s->exprs.count);
  if (c->s->exprs.at[e].op == PML_NAME) {
    pml_location at = pml_locate(c, e);
    if (c->s->vars.at[at.variable].type == PML_RECORD)
      return task_record(c, e, &at);
  }
  task_value(c, e);
  return 1;
}

static void expand_run(pml_lowering *c, const pml_expr *x) {
  size_t run = c->tasks.count;
  task_emit(c, PML_OP_RUN, x->a, 0, 0);
  if (x->d == PML_NONE)
    task_emit(c, PML_OP_PUSH, 0, 0, 0);
  else
    task_value(c, x->d);
  uint32_t scalars = 0;
  for (uint32_t i = x->c; i-- > 0;)
    scalars += task_argument(c, c->s->lists.at[x->b + i]);
  c->tasks.at[run].b = scalars;
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

static void expand(pml_lowering *c, uint32_t e, bool truth) {
  assert(e < c->s->exprs.count);
  const pml_expr *x = &c->s->exprs.at[e];
  switch (x->op) {
  case PML_CONST:
    pml_emit(c, PML_OP_PUSH, 1, (uint32_t)x->value, 0, 0);
    break;
  case PML_NAME:
    expand_name(c, e);
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
    task_emit(c, unary_opcode(x->op), 0, 0, 0);
    if (x->op == PML_NOT)
      task_truth(c, x->a);
    else
      task_value(c, x->a);
    break;
  case PML_AND:
  case PML_OR:
    expand_shortcut(c, x, truth);
    break;
  case PML_CONDITIONAL:
    expand_conditional(c, x);
    break;
  case PML_POLL:
    pml_emit(c, PML_OP_POLL, 1, pml_talk_of_poll(c, e), 0, 0);
    break;
  case PML_RUN:
    expand_run(c, x);
    break;
  case PML_REMOTE_LABEL:
    expand_label(c, x);
    break;
  case PML_REMOTE_VAR:
    expand_remote(c, x);
    break;
  case PML_SELF:
  case PML_COUNT:
  case PML_LAST:
  case PML_NP:
  case PML_TIMEOUT:
    pml_emit(c, plain_opcode(x->op), 0, 0, 0, 0);
    break;
  case PML_PRIORITY:
    pml_emit(c, PML_OP_SELF, 0, 0, 0, 0);
    pml_emit(c, PML_OP_GET_PRIORITY, 0, 0, 0, 0);
    break;
  case PML_C_EXPR:
    pml_emit(c, PML_OP_C_TEST, 1, pml_c_entry((uint32_t)x->value), 0, 0);
    break;
  case PML_EVAL:
    task_value(c, x->a);
    break;
  default: /* operators of two values are in the same order */
    assert(x->op >= PML_ADD && x->op <= PML_AT_LEAST);
    if (x->op == PML_AT_MOST && MUTANT("promela-at-most"))
      task_emit(c, PML_OP_LESS, 0, 0, 0);
    else
      task_emit(c, (pml_opcode)(PML_OP_ADD + (x->op - PML_ADD)), 0, 0, 0);
    task_value(c, x->b);
    task_value(c, x->a);
    break;
  }
}

static void expand_branch(pml_lowering *c, const pml_task *t) {
  assert(t->op < c->s->exprs.count);
  const pml_expr *x = &c->s->exprs.at[t->op];
  bool when = t->b;
  if (x->op == PML_NOT) {
    task_branch(c, x->a, t->a, !when);
  } else if ((x->op == PML_AND && !when) || (x->op == PML_OR && when)) {
    task_branch(c, x->b, t->a, when);
    task_branch(c, x->a, t->a, when);
  } else if (x->op == PML_AND || x->op == PML_OR) {
    uint32_t past = pml_slot_new(c);
    task_bind(c, past);
    task_branch(c, x->b, t->a, when);
    task_branch(c, x->a, past, !when);
  } else {
    task_jump(c, when ? PML_OP_JUMP_TRUE : PML_OP_JUMP_ZERO, t->a);
    task_truth(c, t->op);
  }
}

static void work(pml_lowering *c, size_t until) {
  while (c->tasks.count > until) {
    pml_task t = vec_pop(&c->tasks);
    switch (t.kind) {
    case TASK_VALUE:
    case TASK_TRUTH:
      expand(c, t.op, t.kind == TASK_TRUTH);
      break;
    case TASK_BRANCH:
      expand_branch(c, &t);
      break;
    case TASK_EMIT:
      pml_emit(c, (pml_opcode)t.op, t.operands, t.a, t.b, t.c);
      break;
    case TASK_JUMP:
      pml_emit_jump(c, (pml_opcode)t.op, t.a);
      break;
    default:
      pml_bind(c, t.a);
      break;
    }
  }
}

void pml_emit_value(pml_lowering *c, uint32_t e) {
  size_t until = c->tasks.count;
  task_value(c, e);
  work(c, until);
}

void pml_emit_branch(pml_lowering *c, uint32_t e, uint32_t slot, bool when) {
  size_t until = c->tasks.count;
  task_branch(c, e, slot, when);
  work(c, until);
}

void pml_emit_address(pml_lowering *c, uint32_t e) {
  size_t until = c->tasks.count;
  task_address(c, e);
  work(c, until);
}

void pml_emit_store(pml_lowering *c, const pml_location *x) {
  assert(x->variable < c->p->lies.count);
  pml_opcode op = x->is_local ? PML_OP_STORE_LOCAL : PML_OP_STORE_GLOBAL;
  if (!x->is_plain)
    op = x->is_local ? PML_OP_STORE_LOCAL_AT : PML_OP_STORE_GLOBAL_AT;
  pml_emit(c, op, 3, x->offset,
           pml_scalar_operand(c->p->lies.at[x->variable].scalar), x->variable);
}

void pml_emit_truth(pml_lowering *c, uint32_t e) {
  size_t until = c->tasks.count;
  task_truth(c, e);
  work(c, until);
}

uint32_t pml_code_of_value(pml_lowering *c, uint32_t e) {
  uint32_t at = pml_begin_code(c);
  pml_emit_value(c, e);
  pml_end_code(c);
  return at;
}

uint32_t pml_code_of_truth(pml_lowering *c, uint32_t e) {
  uint32_t at = pml_begin_code(c);
  pml_emit_truth(c, e);
  pml_end_code(c);
  return at;
}
