/* The value of an expression, and where a name leads. Expressions that wait
 * for a part of theirs are kept in 'frames', so nesting costs no recursion. */
#include "lang/promela/c/c_code.h"
#include "lang/promela/walker/parts.h"

#include <assert.h>

/* An array of bits is one of bytes (notes, 12). */
int32_t walker_cut(const pml_var *var, int32_t value) {
  switch (var->type) {
  case PML_BIT:
    return var->is_array ? (uint8_t)value : value & 1;
  case PML_BYTE:
  case PML_MTYPE:
  case PML_CHAN:
    return (uint8_t)value;
  case PML_SHORT:
    return (int16_t)(uint16_t)value;
  case PML_UNSIGNED:
    return var->width >= 32
               ? value
               : (int32_t)((uint32_t)value & ((UINT32_C(1) << var->width) - 1));
  case PML_INT:
  case PML_RECORD:
    break;
  }
  return value;
}

static const char *type_name(pml_type type) {
  static const char *const of[] = {
      [PML_BIT] = "bit",   [PML_BYTE] = "byte",         [PML_SHORT] = "short",
      [PML_INT] = "int",   [PML_UNSIGNED] = "unsigned", [PML_MTYPE] = "mtype",
      [PML_CHAN] = "chan", [PML_RECORD] = "record",
  };
  return of[type];
}

void walker_store(pml_walker *walker, size_t slot, const pml_var *var,
                  int32_t value) {
  assert(slot < walker->values.count);
  int32_t kept = walker_cut(var, value);
  if (kept != value)
    walker_fault(walker, MODEL_NOTE, false, "%d does not fit %s %s", (int)value,
                 type_name(var->type),
                 names_text(&walker->s->tokens.names, var->name));
  walker->values.at[slot] = kept;
}

void walker_assign(pml_walker *walker, uint32_t e, int32_t value) {
  walker_eval(walker, e);
  if (!walker->fatal && !walker->found.outside)
    walker_store(walker, walker->found.slot, walker->found.leaf, value);
}

static int32_t divide(pml_walker *walker, pml_op op, int32_t a, int32_t b) {
  if (b == 0) {
    walker_fault(walker, MODEL_UNDEFINED, true, "division by zero");
    return 0;
  }
  if (b == -1) /* the smallest number has no opposite */
    return op == PML_DIVIDE ? (int32_t)(0 - (uint32_t)a) : 0;
  return op == PML_DIVIDE ? a / b : a % b;
}

static int32_t shift_right(int32_t a, int32_t b) {
  uint32_t by = (uint32_t)b & 31;
  return a < 0 ? (int32_t) ~(~(uint32_t)a >> by) : (int32_t)((uint32_t)a >> by);
}

static int32_t binary(pml_walker *walker, pml_op op, int32_t a, int32_t b) {
  uint32_t x = (uint32_t)a, y = (uint32_t)b;
  switch (op) {
  case PML_ADD:
    return (int32_t)(x + y);
  case PML_SUBTRACT:
    return (int32_t)(x - y);
  case PML_MULTIPLY:
    return (int32_t)(x * y);
  case PML_DIVIDE:
  case PML_MODULO:
    return divide(walker, op, a, b);
  case PML_AND_BITS:
    return (int32_t)(x & y);
  case PML_XOR_BITS:
    return (int32_t)(x ^ y);
  case PML_OR_BITS:
    return (int32_t)(x | y);
  case PML_SHIFT_LEFT:
    return (int32_t)(x << (y & 31));
  case PML_SHIFT_RIGHT:
    return shift_right(a, b);
  case PML_EQUAL:
    return a == b;
  case PML_UNEQUAL:
    return a != b;
  case PML_LESS:
    return a < b;
  case PML_AT_MOST:
    return a <= b;
  case PML_GREATER:
    return a > b;
  case PML_AT_LEAST:
    return a >= b;
  default:
    return 0;
  }
}

static int32_t priority_of(const pml_walker *walker, int32_t pid) {
  return pid >= 0 && (size_t)pid < walker->processes.count
             ? walker->processes.at[pid].priority
             : 0;
}

static int32_t ask_enabled(pml_walker *walker, int32_t pid) {
  enum { DEEPEST = 8 }; /* two processes may ask about each other */
  if (pid < 0 || (size_t)pid >= walker->processes.count)
    return 0;
  if ((uint32_t)pid == walker->pid) {
    walker_fault(walker, MODEL_UNDEFINED, true,
                 "enabled() of the process itself");
    return 0;
  }
  if (walker->asking >= DEEPEST)
    return 0;
  return walker_is_enabled(walker, (uint32_t)pid);
}

/* Of a channel: len and its like. */
static int32_t measure(pml_walker *walker, pml_op op, int32_t number) {
  if (number == 0)
    walker_fault(walker, MODEL_ERROR, false, "the channel is not initialised");
  const walker_queue *queue = walker_channel(walker, number);
  uint32_t length = 0;
  bool full = false;
  if (queue) {
    const pml_channel *shape = &walker->s->channels.at[queue->shape];
    length = shape->count ? (uint32_t)(queue->content.count / shape->count) : 0;
    full = shape->capacity > 0 && length >= shape->capacity;
  }
  switch (op) {
  case PML_LEN:
    return (int32_t)length;
  case PML_EMPTY:
    return length == 0;
  case PML_NEMPTY:
    return length != 0;
  case PML_FULL:
    return full;
  default:
    return !full;
  }
}

static int32_t unary(pml_walker *walker, const pml_expr *expr, int32_t a) {
  switch (expr->op) {
  case PML_NOT:
    return !a;
  case PML_NEGATE:
    return (int32_t)(0 - (uint32_t)a);
  case PML_COMPLEMENT:
    return (int32_t) ~(uint32_t)a;
  case PML_LEN:
  case PML_EMPTY:
  case PML_NEMPTY:
  case PML_FULL:
  case PML_NFULL:
    return measure(walker, expr->op, a);
  case PML_ENABLED:
    return ask_enabled(walker, a);
  case PML_GET_PRIORITY:
    return priority_of(walker, a);
  case PML_PC_VALUE:
    return a >= 0 && (size_t)a < walker->processes.count
               ? (int32_t)walker->processes.at[a].at
               : 0;
  default: /* PML_EVAL */
    return a;
  }
}

/* Remote references and what has no parts. */

uint32_t walker_remote(const pml_walker *walker, uint32_t type, bool has_pid,
                       int32_t pid) {
  if (has_pid)
    return pid >= 0 && (size_t)pid < walker->processes.count ? (uint32_t)pid
                                                             : PML_NONE;
  for (uint32_t i = 0; i < walker->processes.count; i++)
    if (walker->processes.at[i].type == type)
      return i;
  return PML_NONE;
}

bool walker_is_at(const pml_walker *walker, walker_node at, uint32_t process,
                  uint32_t label) {
  vec_each (const pml_label, l, &walker->s->labels) {
    if (l->process != process || l->name != label || l->is_misplaced)
      continue;
    uint32_t x = l->statement;
    while (walker->s->statements.at[x].kind == PML_UNLESS)
      x = walker->s->statements.at[x].a;
    if (walker_at(x) == at)
      return true;
  }
  return false;
}

bool walker_stands(const walker_nodes *nodes, walker_node at) {
  for (size_t i = 0; i < nodes->count; i++)
    if (nodes->at[i] == at)
      return true;
  return false;
}

/* No progress: nobody is at a progress label, and the run goes on. */
static int32_t no_progress(const pml_walker *walker) {
  if (walker->choices_known && walker->choices.count == 0)
    return 0;
  vec_each (const walker_process, process, &walker->processes)
    if (walker_stands(&walker->progress_nodes, process->at))
      return 0;
  return 1;
}

static int32_t simple(const pml_walker *walker, const pml_expr *expr) {
  switch (expr->op) {
  case PML_CONST:
    return expr->value;
  case PML_SELF:
    return (int32_t)walker->pid;
  case PML_COUNT:
    return (int32_t)walker->processes.count;
  case PML_LAST:
    return (int32_t)walker->last;
  case PML_PRIORITY:
    return priority_of(walker, (int32_t)walker->pid);
  case PML_NP:
    return no_progress(walker);
  case PML_TIMEOUT:
    return walker->timeout;
  default:
    return 0;
  }
}

static void push(pml_walker *walker, uint32_t e, uint32_t owner) {
  vec_push(walker->m, &walker->frames,
           ((walker_frame){.e = e, .link = e, .owner = owner}));
}

/* Waits for a part. */
static void descend(pml_walker *walker, uint32_t part) {
  vec_last(&walker->frames).stage++;
  push(walker, part, walker->pid);
}

static void settle(pml_walker *walker, int32_t value) {
  walker->result = value;
  walker->frames.count--;
}

/* The index of the present link has come, or is none; false: it must be
 * computed first. */
static bool take_index(pml_walker *walker, walker_frame *frame,
                       const pml_expr *link) {
  assert(link->a < walker->s->vars.count);
  const pml_var *var = &walker->s->vars.at[link->a];
  if (link->b == PML_NONE)
    return true;
  if (frame->stage == 0) {
    descend(walker, link->b);
    return false;
  }
  frame->stage = 0;
  int32_t i = walker->result;
  if (i < 0 || (uint32_t)i >= var->count) {
    walker_fault(walker, MODEL_UNDEFINED, false, "index %d is outside %s[%u]",
                 (int)i, names_text(&walker->s->tokens.names, var->name),
                 (unsigned)var->count);
    frame->outside = true;
    return true;
  }
  frame->slot += (uint32_t)i * (walker->span[link->a] / var->count);
  return true;
}

static void step_name(pml_walker *walker, walker_frame *frame) {
  assert(frame->link < walker->s->exprs.count);
  const pml_expr *link = &walker->s->exprs.at[frame->link];
  assert(link->a < walker->s->vars.count);
  const pml_var *var = &walker->s->vars.at[link->a];
  if (frame->stage == 0) { /* the link is new */
    frame->slot += walker->offset[link->a];
    if (frame->link == frame->e && var->process != PML_NONE) {
      if (frame->owner == PML_NONE || frame->owner >= walker->processes.count)
        frame->outside = true; /* a local where there is no process */
      else
        frame->slot += walker->processes.at[frame->owner].base;
    }
  }
  if (!take_index(walker, frame, link))
    return;
  if (link->c != PML_NONE) {
    frame->link = link->c;
    return;
  }
  walker->found = (walker_found){
      .slot = frame->slot, .leaf = var, .outside = frame->outside};
  settle(walker, frame->outside ? 0 : walker->values.at[frame->slot]);
}

/* Puts what was just evaluated on the stack; a record as all its scalars. They
 * are counted in 'value'. */
static void gather(pml_walker *walker, walker_frame *frame, uint32_t part) {
  assert(part < walker->s->exprs.count);
  const pml_var *var =
      walker->s->exprs.at[part].op == PML_NAME ? walker->found.leaf : NULL;
  if (!var || var->type != PML_RECORD) {
    vec_push(walker->m, &walker->stack, walker->result);
    frame->value++;
    return;
  }
  for (uint32_t i = 0; i < walker->record_span[var->sub]; i++, frame->value++) {
    int32_t value = walker->found.outside
                        ? 0
                        : walker->values.at[walker->found.slot + (size_t)i];
    vec_push(walker->m, &walker->stack, value);
  }
}

/* The part of a poll or a run that comes as the i-th. */
static uint32_t part_of_list(const pml_walker *walker, const pml_expr *expr,
                             uint32_t i) {
  if (expr->op == PML_POLL)
    return i == 0 ? expr->a : walker->s->lists.at[expr->b + i - 1];
  return i < expr->c ? walker->s->lists.at[expr->b + i] : expr->d;
}

/* A poll or a run: its values gather on the stack, then it happens. */
static void step_list(pml_walker *walker, walker_frame *frame,
                      const pml_expr *expr) {
  bool is_poll = expr->op == PML_POLL;
  uint32_t parts = is_poll ? expr->c + 1 : expr->c + (expr->d != PML_NONE);
  if (frame->stage > 0 && !frame->outside)
    gather(walker, frame, part_of_list(walker, expr, frame->stage - 1));
  frame->outside = false;
  if (frame->stage < parts) {
    uint32_t part = part_of_list(walker, expr, frame->stage);
    pml_op op = walker->s->exprs.at[part].op;
    if (is_poll && frame->stage > 0 && (op == PML_NAME || op == PML_ANY)) {
      frame->stage++; /* a variable in a poll stands for anything */
      vec_push(walker->m, &walker->stack, 0);
      frame->value++;
      frame->outside = true; /* nothing was evaluated */
      return;
    }
    descend(walker, part);
    return;
  }
  size_t floor = walker->stack.count - (size_t)frame->value;
  int32_t value;
  if (is_poll) {
    value = walker_poll(walker, expr, walker->stack.at[floor], floor + 1);
  } else {
    bool has_priority = expr->d != PML_NONE;
    value = walker_create(walker, expr->a, floor,
                          (uint32_t)frame->value - has_priority,
                          has_priority ? vec_last(&walker->stack) : 1);
  }
  walker->stack.count = floor;
  settle(walker, value);
}

static void step_remote(pml_walker *walker, walker_frame *frame,
                        const pml_expr *expr) {
  bool has_pid = expr->b != PML_NONE;
  if (has_pid && frame->stage == 0) {
    descend(walker, expr->b);
    return;
  }
  if (frame->stage == 2) { /* the variable's value has come */
    settle(walker, walker->result);
    return;
  }
  uint32_t pid = walker_remote(walker, expr->a, has_pid, walker->result);
  if (pid == PML_NONE || walker->processes.at[pid].type != expr->a) {
    settle(walker, 0);
  } else if (expr->op == PML_REMOTE_LABEL) {
    settle(walker, walker_is_at(walker, walker->processes.at[pid].at, expr->a,
                                expr->c));
  } else {
    frame->stage = 2;
    push(walker, expr->c, pid);
  }
}

static void step_logic(pml_walker *walker, walker_frame *frame,
                       const pml_expr *expr) {
  if (frame->stage == 0) {
    descend(walker, expr->a);
  } else if (expr->op == PML_CONDITIONAL) {
    if (frame->stage == 2)
      settle(walker, walker->result);
    else
      descend(walker, walker->result ? expr->b : expr->c);
  } else if (frame->stage == 2 ||
             (walker->result != 0) == (expr->op == PML_OR)) {
    settle(walker, walker->result != 0);
  } else {
    descend(walker, expr->b);
  }
}

static void step_binary(pml_walker *walker, walker_frame *frame,
                        const pml_expr *expr) {
  if (frame->stage == 0) {
    descend(walker, expr->a);
  } else if (frame->stage == 1) {
    frame->value = walker->result;
    descend(walker, expr->b);
  } else {
    settle(walker, binary(walker, expr->op, frame->value, walker->result));
  }
}

static void step(pml_walker *walker) {
  walker_frame *frame = &vec_last(&walker->frames);
  assert(frame->e < walker->s->exprs.count);
  const pml_expr *expr = &walker->s->exprs.at[frame->e];
  switch (expr->op) {
  case PML_NAME:
  case PML_MEMBER:
    step_name(walker, frame);
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
  case PML_EVAL:
    if (frame->stage == 0)
      descend(walker, expr->a);
    else
      settle(walker, unary(walker, expr, walker->result));
    break;
  case PML_AND:
  case PML_OR:
  case PML_CONDITIONAL:
    step_logic(walker, frame, expr);
    break;
  case PML_C_EXPR:
    settle(walker, walker_c(walker, pml_c_entry((uint32_t)expr->value), false));
    break;
  case PML_POLL:
  case PML_RUN:
    step_list(walker, frame, expr);
    break;
  case PML_REMOTE_LABEL:
  case PML_REMOTE_VAR:
    step_remote(walker, frame, expr);
    break;
  default:
    if (expr->op >= PML_ADD && expr->op <= PML_AT_LEAST)
      step_binary(walker, frame, expr);
    else
      settle(walker, simple(walker, expr));
  }
}

int32_t walker_eval(pml_walker *walker, uint32_t e) {
  size_t floor = walker->frames.count, values = walker->stack.count;
  push(walker, e, walker->pid);
  while (walker->frames.count > floor) {
    step(walker);
    if (walker->fatal) {
      walker->frames.count = floor;
      walker->stack.count = values;
      walker->found.outside = true;
      return 0;
    }
  }
  return walker->result;
}
