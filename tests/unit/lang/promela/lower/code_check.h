/* Is the code of a program well formed? Every way through it is followed with
 * the height of the stack: jumps lead to instructions, heights agree where ways
 * meet, operands name what is there, and 'stack' suffices. */
#ifndef UNIT_CODE_CHECK_H
#define UNIT_CODE_CHECK_H

#include "lang/promela/lower/lowered.h"

enum { CODE_UNSEEN = -1, CODE_INNER = -2 };

typedef struct code_check {
  mem *m;
  const pml_lowered *p;
  int32_t *height; /* by word, before the instruction */
  vec(uint32_t) todo;
  const char *why; /* it is wrong; NULL: it is not */
  uint32_t at;
} code_check;

/* By opcode: operands, values taken, values left. */
typedef struct code_shape {
  int operands, takes, leaves;
} code_shape;

static inline code_shape code_shape_of(const uint32_t *w) {
  switch ((pml_opcode)w[0]) {
  case PML_OP_PUSH:
  case PML_OP_OWN_CHANNEL:
  case PML_OP_POLL:
  case PML_OP_FIND:
  case PML_OP_CAN_SEND:
  case PML_OP_CAN_RECEIVE:
    return (code_shape){1, 0, 1};
  case PML_OP_GLOBAL:
  case PML_OP_LOCAL:
    return (code_shape){2, 0, 1};
  case PML_OP_INDEX:
    return (code_shape){3, 1, 1};
  case PML_OP_GLOBAL_AT:
  case PML_OP_LOCAL_AT:
  case PML_OP_AT_POINT:
    return (code_shape){2, 1, 1};
  case PML_OP_STORE_GLOBAL:
  case PML_OP_STORE_LOCAL:
    return (code_shape){3, 1, 0};
  case PML_OP_STORE_GLOBAL_AT:
  case PML_OP_STORE_LOCAL_AT:
    return (code_shape){3, 2, 0};
  case PML_OP_NOT:
  case PML_OP_NEGATE:
  case PML_OP_COMPLEMENT:
  case PML_OP_BOOLEAN:
  case PML_OP_LEN:
  case PML_OP_EMPTY:
  case PML_OP_NEMPTY:
  case PML_OP_FULL:
  case PML_OP_NFULL:
  case PML_OP_ENABLED:
  case PML_OP_PC_VALUE:
  case PML_OP_GET_PRIORITY:
    return (code_shape){0, 1, 1};
  case PML_OP_POP:
    return (code_shape){0, 1, 0};
  case PML_OP_JUMP:
    return (code_shape){1, 0, 0};
  case PML_OP_JUMP_ZERO:
  case PML_OP_JUMP_TRUE:
  case PML_OP_ASSERT:
    return (code_shape){1, 1, 0};
  case PML_OP_RUN:
    return (code_shape){2, (int)w[2] + 1, 1};
  case PML_OP_SELF:
  case PML_OP_COUNT:
  case PML_OP_LAST:
  case PML_OP_NP:
  case PML_OP_TIMEOUT:
    return (code_shape){0, 0, 1};
  case PML_OP_SET_PRIORITY:
    return (code_shape){0, 2, 0};
  case PML_OP_REMOTE:
    return (code_shape){2, 2, 1};
  case PML_OP_SEND:
  case PML_OP_RECEIVE:
  case PML_OP_BLOCKED:
  case PML_OP_GOES:
    return (code_shape){1, 0, 0};
  case PML_OP_DONE:
    return (code_shape){0, 0, 0};
  default: /* operators of two values, and OFFSET */
    return (code_shape){0, 2, 1};
  }
}

static inline void code_wrong(code_check *x, uint32_t at, const char *why) {
  if (!x->why) {
    x->why = why;
    x->at = at;
  }
}

static inline void code_flow(code_check *x, uint32_t to, int32_t height) {
  if (to >= x->p->code.count) {
    code_wrong(x, to, "the code runs off its end");
  } else if (x->height[to] == CODE_UNSEEN) {
    x->height[to] = height;
    vec_push(x->m, &x->todo, to);
  } else if (x->height[to] != height) {
    code_wrong(x, to, "two heights of the stack, or no instruction");
  }
}

static inline void code_operands(code_check *x, uint32_t at) {
  const uint32_t *w = &x->p->code.at[at];
  const pml_syntax *s = x->p->syntax;
  size_t below = SIZE_MAX;
  switch ((pml_opcode)w[0]) {
  case PML_OP_POLL:
  case PML_OP_SEND:
  case PML_OP_RECEIVE:
  case PML_OP_CAN_SEND:
  case PML_OP_CAN_RECEIVE:
    below = x->p->talks.count;
    break;
  case PML_OP_RUN:
  case PML_OP_FIND:
    below = s->processes.count;
    break;
  case PML_OP_ASSERT:
    below = s->exprs.count;
    break;
  case PML_OP_BLOCKED:
  case PML_OP_GOES:
    below = s->statements.count;
    break;
  case PML_OP_STORE_GLOBAL:
  case PML_OP_STORE_LOCAL:
  case PML_OP_STORE_GLOBAL_AT:
  case PML_OP_STORE_LOCAL_AT:
  case PML_OP_INDEX:
    if (w[3] >= s->vars.count)
      code_wrong(x, at, "no such variable");
    break;
  case PML_OP_AT_POINT:
    if (w[1] + w[2] > x->p->points_of_labels.count)
      code_wrong(x, at, "no such label");
    break;
  default:
    break;
  }
  if (below != SIZE_MAX && w[1] >= below)
    code_wrong(x, at, "an operand names nothing");
}

static inline void code_instruction(code_check *x, uint32_t at) {
  const uint32_t *w = &x->p->code.at[at];
  if (w[0] > PML_OP_GOES) {
    code_wrong(x, at, "no such opcode");
    return;
  }
  code_shape shape = code_shape_of(w);
  int32_t height = x->height[at] - shape.takes;
  if (height < 0)
    code_wrong(x, at, "takes what is not there");
  for (int i = 1; i <= shape.operands; i++) {
    if (x->height[at + (uint32_t)i] >= 0)
      code_wrong(x, at, "a jump into an operand");
    x->height[at + (uint32_t)i] = CODE_INNER;
  }
  height += shape.leaves;
  if ((uint32_t)height > x->p->stack)
    code_wrong(x, at, "the stack is too small");
  code_operands(x, at);
  if (w[0] == PML_OP_DONE || w[0] == PML_OP_BLOCKED)
    return;
  if (w[0] >= PML_OP_JUMP && w[0] <= PML_OP_JUMP_TRUE)
    code_flow(x, w[1], height);
  if (w[0] != PML_OP_JUMP)
    code_flow(x, at + 1 + (uint32_t)shape.operands, height);
}

/* 'leaves': what the code must leave at its DONE is checked by the caller's
 * kind: 1 for values, any for effects. */
static inline void code_entry(code_check *x, uint32_t at) {
  if (at == PML_NONE)
    return;
  code_flow(x, at, 0);
  while (x->todo.count)
    code_instruction(x, vec_pop(&x->todo));
}

/* NULL: it is well formed. */
static inline const char *code_is_wrong(mem *m, const pml_lowered *p) {
  code_check x = {.m = m, .p = p};
  x.height = mem_array(m, p->code.count + 4, sizeof *x.height);
  for (size_t i = 0; i < p->code.count + 4; i++)
    x.height[i] = CODE_UNSEEN;
  code_entry(&x, p->make);
  vec_each (const pml_behaviour, b, &p->behaviours) {
    if (p->syntax->processes.at[b - p->behaviours.at].kind == PML_NEVER)
      continue;
    code_entry(&x, b->make);
    code_entry(&x, b->provided);
    if (b->start >= b->points || b->reachable > b->points)
      code_wrong(&x, 0, "points");
    for (uint32_t i = 0; i < b->points; i++) {
      const pml_point *q = &p->points.at[b->first_point + i];
      for (uint32_t k = 0; k < q->count; k++) {
        const pml_move *y = &p->moves.at[q->first + k];
        if (y->to >= b->points)
          code_wrong(&x, 0, "a move to nowhere");
        if ((y->kind == PML_MOVE_SEND || y->kind == PML_MOVE_RECEIVE) !=
            (y->talk != PML_NONE))
          code_wrong(&x, 0, "a talk");
        code_entry(&x, y->guard);
        code_entry(&x, y->effect);
      }
    }
  }
  vec_each (const pml_talk, t, &p->talks) {
    if (t->channel == PML_NONE)
      code_wrong(&x, 0, "a talk without a channel");
    code_entry(&x, t->channel);
  }
  vec_each (const pml_word, w, &p->words) {
    if (w->kind == PML_WORD_VALUE && w->code == PML_NONE)
      code_wrong(&x, 0, "a word without a value");
    code_entry(&x, w->code);
  }
  mem_free(m, x.height);
  vec_free(m, &x.todo);
  return x.why;
}

#endif
