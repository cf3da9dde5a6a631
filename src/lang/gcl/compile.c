#include "lang/gcl/compile.h"

#include <assert.h>

enum { MOST_NESTING = 100 }; /* of quantifiers in bounds of quantifiers */

void gcl_compiler_init(gcl_compiler *c, gcl_parser *p, gcl_code *code) {
  *c = (gcl_compiler){.m = p->m,
                      .table = p->table,
                      .parser = p,
                      .syntax = p->syntax,
                      .code = code};
}

void gcl_compiler_clear(gcl_compiler *c) {
  vec_free(c->m, &c->tasks);
  vec_free(c->m, &c->labels);
  vec_free(c->m, &c->jumps);
  vec_free(c->m, &c->values);
  vec_free(c->m, &c->loaded);
  vec_free(c->m, &c->constants.words);
  vec_free(c->m, &c->constants.spots);
  vec_free(c->m, &c->stack);
}

bool gcl_count(gcl_compiler *c, uint32_t line, uint32_t column) {
  if (c->parser->in.clock)
    progress_tick(c->parser->in.clock);
  if (c->nodes_made++ < GCL_MOST_EXPANDED)
    return true;
  if (!c->is_broken)
    scan_wrong_at(
        &c->parser->in, line, column,
        "expanded, this is larger than %d nodes and values of indices",
        GCL_MOST_EXPANDED);
  c->is_broken = true;
  return false;
}

static bool may_fault(uint32_t op) {
  return op == OP_LOAD_AT || (op >= OP_ADD && op <= OP_NEGATE) ||
         op == OP_STORE || op == OP_STORE_AT || op == OP_APART ||
         op == OP_FAULT;
}

static bool is_jump(uint32_t op) {
  return op >= OP_JUMP && op <= OP_JUMP_FALSE;
}

/* What it adds to the stack. */
static int effect_of(uint32_t op) {
  if (op == OP_PUSH || op == OP_LOAD)
    return 1;
  if ((op >= OP_ADD && op <= OP_MODULO) || op == OP_JUMP_TRUE ||
      op == OP_JUMP_FALSE || op == OP_STORE)
    return -1;
  if ((op >= OP_JUMP_EQUAL && op <= OP_JUMP_AT_LEAST) || op == OP_STORE_AT)
    return -2;
  return 0;
}

void gcl_emit(gcl_compiler *c, const uint32_t *words, uint32_t count,
              uint32_t line, uint32_t column) {
  gcl_code *code = c->code;
  if (code->words.count > UINT32_MAX - 16)
    mem_raise(c->m->budget, MEM_LIMIT);
  uint32_t at = (uint32_t)code->words.count;
  if (may_fault(words[0])) {
    gcl_spot spot = {at, line, column};
    vec_push(c->m, &code->spots, spot);
  }
  if (is_jump(words[0])) {
    gcl_jump jump = {at + 1, words[1]};
    vec_push(c->m, &c->jumps, jump);
  }
  for (uint32_t i = 0; i < count; i++)
    vec_push(c->m, &code->words, words[i]);
  c->height = (uint32_t)((int64_t)c->height + effect_of(words[0]));
  if (code->stack < c->height)
    code->stack = c->height;
}

static void emit_value(gcl_compiler *c, int64_t value) {
  uint32_t words[] = {OP_PUSH, (uint32_t)value,
                      (uint32_t)((uint64_t)value >> 32)};
  gcl_emit(c, words, 3, 0, 0);
}

static void emit_jump(gcl_compiler *c, uint32_t label) {
  uint32_t words[] = {OP_JUMP, label};
  gcl_emit(c, words, 2, 0, 0);
}

void gcl_emit_fault(gcl_compiler *c, gcl_fault fault, uint32_t var,
                    int64_t value, uint32_t line, uint32_t column) {
  uint32_t words[] = {OP_FAULT, (uint32_t)fault, var, (uint32_t)value,
                      (uint32_t)((uint64_t)value >> 32)};
  gcl_emit(c, words, 5, line, column);
}

uint32_t gcl_new_label(gcl_compiler *c) {
  vec_push(c->m, &c->labels, GCL_NONE);
  return (uint32_t)c->labels.count - 1;
}

gcl_task *gcl_do(gcl_compiler *c, int kind, uint32_t a) {
  gcl_task task = {.kind = kind, .a = a};
  vec_push(c->m, &c->tasks, task);
  return &vec_last(&c->tasks);
}

void gcl_do_boolean(gcl_compiler *c, uint32_t e, bool sense, uint32_t label) {
  gcl_task *task = gcl_do(c, GCL_DO_BOOLEAN, e);
  task->sense = sense;
  task->label = label;
}

void gcl_do_words(gcl_compiler *c, const uint32_t *words, uint32_t count,
                  uint32_t line, uint32_t column) {
  gcl_task *task = gcl_do(c, GCL_DO_WORDS, 0);
  assert(count <= sizeof task->words / sizeof *task->words);
  for (uint32_t i = 0; i < count; i++)
    task->words[i] = words[i];
  task->count = count;
  task->line = line;
  task->column = column;
}

static void do_jump(gcl_compiler *c, uint32_t label) {
  uint32_t words[] = {OP_JUMP, label};
  gcl_do_words(c, words, 2, 0, 0);
}

static void do_push(gcl_compiler *c, int64_t value) {
  uint32_t words[] = {OP_PUSH, (uint32_t)value,
                      (uint32_t)((uint64_t)value >> 32)};
  gcl_do_words(c, words, 3, 0, 0);
}

static const gcl_expr *compile_expr_at(const gcl_compiler *c, uint32_t e) {
  return &c->syntax->exprs.at[e];
}

gcl_where gcl_locate(gcl_compiler *c, uint32_t var, uint32_t index,
                     uint32_t *position) {
  assert(var < c->table->vars.count);
  const gcl_var *v = &c->table->vars.at[var];
  int64_t value = 0;
  *position = v->position;
  if (index == GCL_NONE)
    return GCL_FIXED;
  const gcl_expr *x = compile_expr_at(c, index);
  if (x->has_cell)
    return GCL_MOVING;
  gcl_fault fault = gcl_constant(c, index, &value);
  if (fault != FAULT_NONE) {
    gcl_emit_fault(c, fault, 0, 0, c->fault_spot.line, c->fault_spot.column);
    return GCL_NOWHERE;
  }
  if (value < 0 || value >= (int64_t)v->count) {
    gcl_emit_fault(c, FAULT_INDEX, var, value, x->line, x->column);
    return GCL_NOWHERE;
  }
  *position += (uint32_t)value * v->stride;
  return GCL_FIXED;
}

static gcl_where locate(gcl_compiler *c, const gcl_expr *x,
                        uint32_t *position) {
  return gcl_locate(c, x->a, x->op == GCL_ELEMENT ? x->b : GCL_NONE, position);
}

/* A value is expected on the stack, but the code before faults. */
static void pretend_value(gcl_compiler *c) {
  if (++c->height > c->code->stack)
    c->code->stack = c->height;
}

/* Known before the program runs? Then its code has been made. */
static bool foresee(gcl_compiler *c, uint32_t e, bool *is_known,
                    int64_t *value) {
  const gcl_expr *x = compile_expr_at(c, e);
  *is_known = false;
  if (x->has_cell || (c->is_constant && x->op > GCL_INDEX))
    return false;
  gcl_fault fault = gcl_constant(c, e, value);
  if (fault == FAULT_NONE)
    *is_known = true;
  else
    gcl_emit_fault(c, fault, 0, 0, c->fault_spot.line, c->fault_spot.column);
  return true;
}

static void value_of_boolean(gcl_compiler *c, uint32_t e) {
  uint32_t is_false = gcl_new_label(c), end = gcl_new_label(c);
  gcl_do(c, GCL_DO_LABEL, end);
  do_push(c, 0);
  gcl_do(c, GCL_DO_LABEL, is_false);
  gcl_do(c, GCL_DO_LOWER, 0);
  do_jump(c, end);
  do_push(c, 1);
  gcl_do_boolean(c, e, false, is_false);
}

/* Begins or goes on with a quantifier or SUM. */
static void begin_loop(gcl_compiler *c, uint32_t e, bool sense,
                       uint32_t label) {
  const gcl_expr *x = compile_expr_at(c, e);
  int64_t first, last;
  if (!gcl_bounds(c, x->a, x->b, &first, &last))
    return;
  gcl_task *task = gcl_do(c, GCL_DO_LOOP, e);
  task->sense = sense;
  task->label = label;
  task->value = first;
  task->last = last;
}

static void set_index(gcl_compiler *c, uint32_t depth, int64_t value) {
  if (c->values.count <= depth)
    vec_resize(c->m, &c->values, (size_t)depth + 1);
  c->values.at[depth] = value;
}

static void go_on_with_loop(gcl_compiler *c, gcl_task task) {
  const gcl_expr *x = compile_expr_at(c, task.a);
  if (task.value > task.last || !gcl_count(c, x->line, x->column))
    return;
  set_index(c, x->depth, task.value);
  gcl_task *rest = gcl_do(c, GCL_DO_LOOP, task.a);
  *rest = task;
  rest->value++;
  if (x->op == GCL_SUM) {
    uint32_t words[] = {OP_ADD};
    gcl_do_words(c, words, 1, x->line, x->column);
    gcl_do(c, GCL_DO_VALUE, x->c);
  } else {
    gcl_do_boolean(c, x->c, task.sense, task.label);
  }
}

static void value_of_element(gcl_compiler *c, const gcl_expr *x) {
  uint32_t position;
  gcl_where where = locate(c, x, &position);
  if (where == GCL_MOVING) {
    uint32_t words[] = {OP_LOAD_AT, x->a};
    gcl_do_words(c, words, 2, x->line, x->column);
    gcl_do(c, GCL_DO_VALUE, x->b);
  } else if (where == GCL_FIXED) {
    uint32_t words[] = {OP_LOAD, position, x->a};
    gcl_emit(c, words, 3, x->line, x->column);
  } else {
    pretend_value(c);
  }
}

static void compile_value(gcl_compiler *c, uint32_t e) {
  const gcl_expr *x = compile_expr_at(c, e);
  int64_t value;
  bool is_known;
  if (!gcl_count(c, x->line, x->column))
    return;
  if (foresee(c, e, &is_known, &value)) {
    if (is_known)
      emit_value(c, value);
    else
      pretend_value(c);
    return;
  }
  if (x->op == GCL_CELL || x->op == GCL_ELEMENT) {
    value_of_element(c, x);
  } else if (x->op == GCL_NEGATE) {
    uint32_t words[] = {OP_NEGATE};
    gcl_do_words(c, words, 1, x->line, x->column);
    gcl_do(c, GCL_DO_VALUE, x->a);
  } else if (x->op >= GCL_ADD && x->op <= GCL_MODULO) {
    uint32_t words[] = {OP_ADD + (uint32_t)(x->op - GCL_ADD)};
    gcl_do_words(c, words, 1, x->line, x->column);
    gcl_do(c, GCL_DO_VALUE, x->b);
    gcl_do(c, GCL_DO_VALUE, x->a);
  } else if (x->op == GCL_SUM) {
    emit_value(c, 0);
    begin_loop(c, e, false, 0);
  } else {
    value_of_boolean(c, e);
  }
}

static gcl_op negation_of(gcl_op op) {
  static const gcl_op negations[] = {GCL_UNEQUAL, GCL_EQUAL,   GCL_AT_LEAST,
                                     GCL_GREATER, GCL_AT_MOST, GCL_LESS};
  return negations[op - GCL_EQUAL];
}

/* cell = constant, if it is that and the constant one of the cell's values. */
static bool compare_with_constant(gcl_compiler *c, uint32_t cell, uint32_t e,
                                  gcl_op op, uint32_t label) {
  const gcl_expr *x = compile_expr_at(c, cell), *y = compile_expr_at(c, e);
  uint32_t position;
  int64_t value;
  if ((x->op != GCL_CELL && x->op != GCL_ELEMENT) || y->has_cell ||
      (x->op == GCL_ELEMENT && compile_expr_at(c, x->b)->has_cell) ||
      gcl_constant(c, e, &value) != FAULT_NONE)
    return false;
  const gcl_var *v = &c->table->vars.at[x->a];
  if (value < v->low || value > v->high ||
      (uint64_t)value - (uint64_t)v->low > UINT32_MAX)
    return false;
  if (locate(c, x, &position) != GCL_FIXED)
    return true; /* it faults */
  uint32_t words[] = {op == GCL_EQUAL ? OP_JUMP_IS : OP_JUMP_IS_NOT, label,
                      position, x->a,
                      (uint32_t)((uint64_t)value - (uint64_t)v->low)};
  gcl_emit(c, words, 5, x->line, x->column);
  return true;
}

static void compile_comparison(gcl_compiler *c, const gcl_expr *x, bool sense,
                               uint32_t label) {
  gcl_op op = sense ? x->op : negation_of(x->op);
  if ((op == GCL_EQUAL || op == GCL_UNEQUAL) &&
      (compare_with_constant(c, x->a, x->b, op, label) ||
       compare_with_constant(c, x->b, x->a, op, label)))
    return;
  uint32_t words[] = {OP_JUMP_EQUAL + (uint32_t)(op - GCL_EQUAL), label};
  gcl_do_words(c, words, 2, x->line, x->column);
  gcl_do(c, GCL_DO_VALUE, x->b);
  gcl_do(c, GCL_DO_VALUE, x->a);
}

/* a && b, a || b, a -> b: the value of 'a' that decides alone is 'decisive',
 * and so is the whole then 'result'. */
static void compile_junction(gcl_compiler *c, const gcl_expr *x, bool sense,
                             uint32_t label) {
  bool decisive = x->op == GCL_OR, result = x->op != GCL_AND;
  if (sense == result) {
    gcl_do_boolean(c, x->b, sense, label);
    gcl_do_boolean(c, x->a, decisive, label);
  } else {
    uint32_t end = gcl_new_label(c);
    gcl_do(c, GCL_DO_LABEL, end);
    gcl_do_boolean(c, x->b, sense, label);
    gcl_do_boolean(c, x->a, decisive, end);
  }
}

static void compile_quantifier(gcl_compiler *c, uint32_t e, bool sense,
                               uint32_t label) {
  bool decisive = compile_expr_at(c, e)->op == GCL_EXISTS;
  if (sense == decisive) {
    begin_loop(c, e, sense, label);
  } else {
    uint32_t end = gcl_new_label(c);
    gcl_do(c, GCL_DO_LABEL, end);
    do_jump(c, label);
    begin_loop(c, e, decisive, end);
  }
}

static void compile_bit(gcl_compiler *c, uint32_t e, bool sense,
                        uint32_t label) {
  const gcl_expr *x = compile_expr_at(c, e);
  uint32_t position;
  gcl_where where = locate(c, x, &position);
  if (where == GCL_FIXED) {
    uint32_t words[] = {sense ? OP_JUMP_SET : OP_JUMP_CLEAR, label, position};
    gcl_emit(c, words, 3, x->line, x->column);
  } else if (where == GCL_MOVING) {
    uint32_t words[] = {sense ? OP_JUMP_TRUE : OP_JUMP_FALSE, label};
    gcl_do_words(c, words, 2, x->line, x->column);
    gcl_do(c, GCL_DO_VALUE, e);
  }
}

static void compile_boolean(gcl_compiler *c, uint32_t e, bool sense,
                            uint32_t label) {
  const gcl_expr *x = compile_expr_at(c, e);
  int64_t value;
  bool is_known;
  if (!gcl_count(c, x->line, x->column))
    return;
  if (foresee(c, e, &is_known, &value)) {
    if (is_known && (value != 0) == sense)
      emit_jump(c, label);
    return;
  }
  if (x->op == GCL_CELL || x->op == GCL_ELEMENT)
    compile_bit(c, e, sense, label);
  else if (x->op == GCL_NOT)
    gcl_do_boolean(c, x->a, !sense, label);
  else if (x->op >= GCL_EQUAL && x->op <= GCL_AT_LEAST)
    compile_comparison(c, x, sense, label);
  else if (x->op >= GCL_AND && x->op <= GCL_IMPLIES)
    compile_junction(c, x, sense, label);
  else
    compile_quantifier(c, e, sense, label);
}

static void do_task(gcl_compiler *c, gcl_task task) {
  switch (task.kind) {
  case GCL_DO_BOOLEAN:
    compile_boolean(c, task.a, task.sense, task.label);
    break;
  case GCL_DO_VALUE:
    compile_value(c, task.a);
    break;
  case GCL_DO_LABEL:
    c->labels.at[task.a] = (uint32_t)c->code->words.count;
    break;
  case GCL_DO_WORDS:
    gcl_emit(c, task.words, task.count, task.line, task.column);
    break;
  case GCL_DO_LOOP:
    go_on_with_loop(c, task);
    break;
  case GCL_DO_LOWER:
    c->height--;
    break;
  case GCL_DO_NODE:
    gcl_compile_node(c, task.a);
    break;
  default:
    gcl_compile_copy(c, task.a);
    break;
  }
}

void gcl_finish(gcl_compiler *c, size_t base, gcl_frame frame) {
  while (c->tasks.count > base && !c->is_broken)
    do_task(c, vec_pop(&c->tasks));
  c->tasks.count = base;
  uint32_t words[] = {OP_RETURN};
  gcl_emit(c, words, 1, 0, 0);
  for (size_t i = frame.jumps; i < c->jumps.count && !c->is_broken; i++)
    c->code->words.at[c->jumps.at[i].at] = c->labels.at[c->jumps.at[i].label];
  c->jumps.count = frame.jumps;
  c->labels.count = frame.labels;
}

static bool is_leaf(const gcl_expr *x) { return x->op <= GCL_INDEX; }

static int64_t leaf_value(const gcl_compiler *c, const gcl_expr *x) {
  return x->op == GCL_CONSTANT ? x->value : c->values.at[x->a];
}

/* The code that the program would have, run at once. */
static gcl_fault run_constant(gcl_compiler *c, uint32_t e, int64_t *out) {
  gcl_code *code = c->code, *mine = &c->constants;
  gcl_frame frame = {c->jumps.count, c->labels.count};
  size_t words = mine->words.count, spots = mine->spots.count;
  bool was_constant = c->is_constant;
  uint32_t height = c->height;
  const gcl_expr *x = compile_expr_at(c, e);
  *out = 0;
  if (c->nesting == MOST_NESTING) {
    if (!c->is_broken)
      scan_wrong_at(&c->parser->in, x->line, x->column,
                    "bounds of indices nest more than %d times", MOST_NESTING);
    c->is_broken = true;
    return FAULT_NONE;
  }
  c->nesting++;
  c->code = mine;
  c->is_constant = true;
  c->height = 0;
  gcl_do(c, GCL_DO_VALUE, e);
  gcl_finish(c, c->tasks.count - 1, frame);
  gcl_machine machine = {.table = c->table, .code = mine};
  if (!c->is_broken) {
    vec_resize(c->m, &c->stack, (size_t)mine->stack + 1);
    machine.stack = c->stack.at;
    if (gcl_run(&machine, (uint32_t)words))
      *out = c->stack.at[0];
    else
      c->fault_spot = gcl_fault_spot(&machine);
  }
  mine->words.count = words;
  mine->spots.count = spots;
  c->code = code;
  c->is_constant = was_constant;
  c->height = height;
  c->nesting--;
  return machine.fault;
}

gcl_fault gcl_constant(gcl_compiler *c, uint32_t e, int64_t *out) {
  const gcl_expr *x = compile_expr_at(c, e);
  assert(!x->has_cell);
  if (is_leaf(x)) {
    *out = leaf_value(c, x);
    return FAULT_NONE;
  }
  if (x->op >= GCL_ADD && x->op <= GCL_MODULO &&
      is_leaf(compile_expr_at(c, x->a)) && is_leaf(compile_expr_at(c, x->b))) {
    c->fault_spot = (gcl_spot){0, x->line, x->column};
    return gcl_calculate(OP_ADD + (gcl_opcode)(x->op - GCL_ADD),
                         leaf_value(c, compile_expr_at(c, x->a)),
                         leaf_value(c, compile_expr_at(c, x->b)), out);
  }
  return run_constant(c, e, out);
}

bool gcl_must_evaluate(gcl_compiler *c, uint32_t e, int64_t *out) {
  gcl_machine machine = {.fault = gcl_constant(c, e, out)};
  char message[256];
  if (c->is_broken)
    return false;
  if (machine.fault == FAULT_NONE)
    return true;
  gcl_fault_text(&machine, message, sizeof message);
  c->is_broken = true;
  return scan_wrong_at(&c->parser->in, c->fault_spot.line, c->fault_spot.column,
                       "this constant has no value: %s", message);
}

bool gcl_bounds(gcl_compiler *c, uint32_t low, uint32_t high, int64_t *first,
                int64_t *last) {
  const gcl_expr *x = compile_expr_at(c, high);
  if (!gcl_must_evaluate(c, low, first) || !gcl_must_evaluate(c, high, last))
    return false;
  if (*first <= *last &&
      (uint64_t)*last - (uint64_t)*first >= GCL_MOST_VALUES) {
    scan_wrong_at(&c->parser->in, x->line, x->column,
                  "an index has at most %d values", GCL_MOST_VALUES);
    c->is_broken = true;
    return false;
  }
  return true;
}

void gcl_compile_atom(gcl_compiler *c, uint32_t e, uint32_t atom) {
  uint32_t label = gcl_new_label(c), words[] = {OP_TRUE, atom};
  gcl_do(c, GCL_DO_LABEL, label);
  gcl_do_words(c, words, 2, 0, 0);
  gcl_do_boolean(c, e, false, label);
  gcl_finish(c, 0, (gcl_frame){0, 0});
  c->code->words.count--; /* the next one follows */
}
