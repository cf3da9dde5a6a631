/* The value of an expression, and where a name leads. Expressions that wait
 * for a part of theirs are kept in 'frames', so nesting costs no recursion. */
#include "lang/promela/c/c_code.h"
#include "lang/promela/walker/parts.h"

#include <assert.h>

/* An array of bits is one of bytes (notes, 12). */
int32_t walker_cut(const pml_var *v, int32_t value) {
  switch (v->type) {
  case PML_BIT:
    return v->is_array ? (uint8_t)value : value & 1;
  case PML_BYTE:
  case PML_MTYPE:
  case PML_CHAN:
    return (uint8_t)value;
  case PML_SHORT:
    return (int16_t)(uint16_t)value;
  case PML_UNSIGNED:
    return v->width >= 32
               ? value
               : (int32_t)((uint32_t)value & ((UINT32_C(1) << v->width) - 1));
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

void walker_store(pml_walker *w, size_t slot, const pml_var *v, int32_t value) {
  assert(slot < w->values.count);
  int32_t kept = walker_cut(v, value);
  if (kept != value)
    walker_fault(w, MODEL_NOTE, false, "%d does not fit %s %s", (int)value,
                 type_name(v->type), names_text(&w->s->tokens.names, v->name));
  w->values.at[slot] = kept;
}

void walker_assign(pml_walker *w, uint32_t e, int32_t value) {
  walker_eval(w, e);
  if (!w->fatal && !w->found.outside)
    walker_store(w, w->found.slot, w->found.leaf, value);
}

static int32_t divide(pml_walker *w, pml_op op, int32_t a, int32_t b) {
  if (b == 0) {
    walker_fault(w, MODEL_UNDEFINED, true, "division by zero");
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

static int32_t binary(pml_walker *w, pml_op op, int32_t a, int32_t b) {
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
    return divide(w, op, a, b);
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

static int32_t priority_of(const pml_walker *w, int32_t pid) {
  return pid >= 0 && (size_t)pid < w->processes.count
             ? w->processes.at[pid].priority
             : 0;
}

static int32_t ask_enabled(pml_walker *w, int32_t pid) {
  enum { DEEPEST = 8 }; /* two processes may ask about each other */
  if (pid < 0 || (size_t)pid >= w->processes.count)
    return 0;
  if ((uint32_t)pid == w->pid) {
    walker_fault(w, MODEL_UNDEFINED, true, "enabled() of the process itself");
    return 0;
  }
  if (w->asking >= DEEPEST)
    return 0;
  return walker_is_enabled(w, (uint32_t)pid);
}

/* Of a channel: len and its like. */
static int32_t measure(pml_walker *w, pml_op op, int32_t number) {
  if (number == 0)
    walker_fault(w, MODEL_ERROR, false, "the channel is not initialised");
  const walker_queue *q = walker_channel(w, number);
  uint32_t length = 0;
  bool full = false;
  if (q) {
    const pml_channel *shape = &w->s->channels.at[q->shape];
    length = shape->count ? (uint32_t)(q->content.count / shape->count) : 0;
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

static int32_t unary(pml_walker *w, const pml_expr *x, int32_t a) {
  switch (x->op) {
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
    return measure(w, x->op, a);
  case PML_ENABLED:
    return ask_enabled(w, a);
  case PML_GET_PRIORITY:
    return priority_of(w, a);
  case PML_PC_VALUE:
    return a >= 0 && (size_t)a < w->processes.count
               ? (int32_t)w->processes.at[a].at
               : 0;
  default: /* PML_EVAL */
    return a;
  }
}

/* Remote references and what has no parts. */

uint32_t walker_remote(const pml_walker *w, uint32_t type, bool has_pid,
                       int32_t pid) {
  if (has_pid)
    return pid >= 0 && (size_t)pid < w->processes.count ? (uint32_t)pid
                                                        : PML_NONE;
  for (uint32_t i = 0; i < w->processes.count; i++)
    if (w->processes.at[i].type == type)
      return i;
  return PML_NONE;
}

bool walker_is_at(const pml_walker *w, walker_node at, uint32_t process,
                  uint32_t label) {
  vec_each (const pml_label, l, &w->s->labels) {
    if (l->process != process || l->name != label || l->is_misplaced)
      continue;
    uint32_t x = l->statement;
    while (w->s->statements.at[x].kind == PML_UNLESS)
      x = w->s->statements.at[x].a;
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
static int32_t no_progress(const pml_walker *w) {
  if (w->choices_known && w->choices.count == 0)
    return 0;
  vec_each (const walker_process, p, &w->processes)
    if (walker_stands(&w->progress_nodes, p->at))
      return 0;
  return 1;
}

static int32_t simple(const pml_walker *w, const pml_expr *x) {
  switch (x->op) {
  case PML_CONST:
    return x->value;
  case PML_SELF:
    return (int32_t)w->pid;
  case PML_COUNT:
    return (int32_t)w->processes.count;
  case PML_LAST:
    return (int32_t)w->last;
  case PML_PRIORITY:
    return priority_of(w, (int32_t)w->pid);
  case PML_NP:
    return no_progress(w);
  case PML_TIMEOUT:
    return w->timeout;
  default:
    return 0;
  }
}

static void push(pml_walker *w, uint32_t e, uint32_t owner) {
  vec_push(w->m, &w->frames,
           ((walker_frame){.e = e, .link = e, .owner = owner}));
}

/* Waits for a part. */
static void descend(pml_walker *w, uint32_t part) {
  vec_last(&w->frames).stage++;
  push(w, part, w->pid);
}

static void settle(pml_walker *w, int32_t value) {
  w->result = value;
  w->frames.count--;
}

/* The index of the present link has come, or is none; false: it must be
 * computed first. */
static bool take_index(pml_walker *w, walker_frame *f, const pml_expr *link) {
  assert(link->a < w->s->vars.count);
  const pml_var *v = &w->s->vars.at[link->a];
  if (link->b == PML_NONE)
    return true;
  if (f->stage == 0) {
    descend(w, link->b);
    return false;
  }
  f->stage = 0;
  int32_t i = w->result;
  if (i < 0 || (uint32_t)i >= v->count) {
    walker_fault(w, MODEL_UNDEFINED, false, "index %d is outside %s[%u]",
                 (int)i, names_text(&w->s->tokens.names, v->name),
                 (unsigned)v->count);
    f->outside = true;
    return true;
  }
  f->slot += (uint32_t)i * (w->span[link->a] / v->count);
  return true;
}

static void step_name(pml_walker *w, walker_frame *f) {
  assert(f->link < w->s->exprs.count);
  const pml_expr *link = &w->s->exprs.at[f->link];
  assert(link->a < w->s->vars.count);
  const pml_var *v = &w->s->vars.at[link->a];
  if (f->stage == 0) { /* the link is new */
    f->slot += w->offset[link->a];
    if (f->link == f->e && v->process != PML_NONE) {
      if (f->owner == PML_NONE || f->owner >= w->processes.count)
        f->outside = true; /* a local where there is no process */
      else
        f->slot += w->processes.at[f->owner].base;
    }
  }
  if (!take_index(w, f, link))
    return;
  if (link->c != PML_NONE) {
    f->link = link->c;
    return;
  }
  w->found = (walker_found){.slot = f->slot, .leaf = v, .outside = f->outside};
  settle(w, f->outside ? 0 : w->values.at[f->slot]);
}

/* Puts what was just evaluated on the stack; a record as all its scalars. They
 * are counted in 'value'. */
static void gather(pml_walker *w, walker_frame *f, uint32_t part) {
  assert(part < w->s->exprs.count);
  const pml_var *v = w->s->exprs.at[part].op == PML_NAME ? w->found.leaf : NULL;
  if (!v || v->type != PML_RECORD) {
    vec_push(w->m, &w->stack, w->result);
    f->value++;
    return;
  }
  for (uint32_t i = 0; i < w->record_span[v->sub]; i++, f->value++) {
    int32_t value =
        w->found.outside ? 0 : w->values.at[w->found.slot + (size_t)i];
    vec_push(w->m, &w->stack, value);
  }
}

/* The part of a poll or a run that comes as the i-th. */
static uint32_t part_of_list(const pml_walker *w, const pml_expr *x,
                             uint32_t i) {
  if (x->op == PML_POLL)
    return i == 0 ? x->a : w->s->lists.at[x->b + i - 1];
  return i < x->c ? w->s->lists.at[x->b + i] : x->d;
}

/* A poll or a run: its values gather on the stack, then it happens. */
static void step_list(pml_walker *w, walker_frame *f, const pml_expr *x) {
  bool is_poll = x->op == PML_POLL;
  uint32_t parts = is_poll ? x->c + 1 : x->c + (x->d != PML_NONE);
  if (f->stage > 0 && !f->outside)
    gather(w, f, part_of_list(w, x, f->stage - 1));
  f->outside = false;
  if (f->stage < parts) {
    uint32_t part = part_of_list(w, x, f->stage);
    pml_op op = w->s->exprs.at[part].op;
    if (is_poll && f->stage > 0 && (op == PML_NAME || op == PML_ANY)) {
      f->stage++; /* a variable in a poll stands for anything */
      vec_push(w->m, &w->stack, 0);
      f->value++;
      f->outside = true; /* nothing was evaluated */
      return;
    }
    descend(w, part);
    return;
  }
  size_t floor = w->stack.count - (size_t)f->value;
  int32_t value;
  if (is_poll) {
    value = walker_poll(w, x, w->stack.at[floor], floor + 1);
  } else {
    bool has_priority = x->d != PML_NONE;
    value = walker_create(w, x->a, floor, (uint32_t)f->value - has_priority,
                          has_priority ? vec_last(&w->stack) : 1);
  }
  w->stack.count = floor;
  settle(w, value);
}

static void step_remote(pml_walker *w, walker_frame *f, const pml_expr *x) {
  bool has_pid = x->b != PML_NONE;
  if (has_pid && f->stage == 0) {
    descend(w, x->b);
    return;
  }
  if (f->stage == 2) { /* the variable's value has come */
    settle(w, w->result);
    return;
  }
  uint32_t pid = walker_remote(w, x->a, has_pid, w->result);
  if (pid == PML_NONE || w->processes.at[pid].type != x->a) {
    settle(w, 0);
  } else if (x->op == PML_REMOTE_LABEL) {
    settle(w, walker_is_at(w, w->processes.at[pid].at, x->a, x->c));
  } else {
    f->stage = 2;
    push(w, x->c, pid);
  }
}

static void step_logic(pml_walker *w, walker_frame *f, const pml_expr *x) {
  if (f->stage == 0) {
    descend(w, x->a);
  } else if (x->op == PML_CONDITIONAL) {
    if (f->stage == 2)
      settle(w, w->result);
    else
      descend(w, w->result ? x->b : x->c);
  } else if (f->stage == 2 || (w->result != 0) == (x->op == PML_OR)) {
    settle(w, w->result != 0);
  } else {
    descend(w, x->b);
  }
}

static void step_binary(pml_walker *w, walker_frame *f, const pml_expr *x) {
  if (f->stage == 0) {
    descend(w, x->a);
  } else if (f->stage == 1) {
    f->value = w->result;
    descend(w, x->b);
  } else {
    settle(w, binary(w, x->op, f->value, w->result));
  }
}

static void step(pml_walker *w) {
  walker_frame *f = &vec_last(&w->frames);
  assert(f->e < w->s->exprs.count);
  const pml_expr *x = &w->s->exprs.at[f->e];
  switch (x->op) {
  case PML_NAME:
  case PML_MEMBER:
    step_name(w, f);
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
    if (f->stage == 0)
      descend(w, x->a);
    else
      settle(w, unary(w, x, w->result));
    break;
  case PML_AND:
  case PML_OR:
  case PML_CONDITIONAL:
    step_logic(w, f, x);
    break;
  case PML_C_EXPR:
    settle(w, walker_c(w, pml_c_entry((uint32_t)x->value), false));
    break;
  case PML_POLL:
  case PML_RUN:
    step_list(w, f, x);
    break;
  case PML_REMOTE_LABEL:
  case PML_REMOTE_VAR:
    step_remote(w, f, x);
    break;
  default:
    if (x->op >= PML_ADD && x->op <= PML_AT_LEAST)
      step_binary(w, f, x);
    else
      settle(w, simple(w, x));
  }
}

int32_t walker_eval(pml_walker *w, uint32_t e) {
  size_t floor = w->frames.count, values = w->stack.count;
  push(w, e, w->pid);
  while (w->frames.count > floor) {
    step(w);
    if (w->fatal) {
      w->frames.count = floor;
      w->stack.count = values;
      w->found.outside = true;
      return 0;
    }
  }
  return w->result;
}
