#include "lang/gcl/compile.h"

#include <assert.h>

enum { MOST_NESTING = 100 }; /* of quantifiers in bounds of quantifiers */

void gcl_compiler_init(gcl_compiler *compiler, gcl_parser *parser,
                       gcl_code *code) {
  *compiler = (gcl_compiler){.m = parser->m,
                             .table = parser->table,
                             .parser = parser,
                             .syntax = parser->syntax,
                             .code = code};
}

void gcl_compiler_clear(gcl_compiler *compiler) {
  vec_free(compiler->m, &compiler->tasks);
  vec_free(compiler->m, &compiler->labels);
  vec_free(compiler->m, &compiler->jumps);
  vec_free(compiler->m, &compiler->values);
  vec_free(compiler->m, &compiler->loaded);
  vec_free(compiler->m, &compiler->constants.words);
  vec_free(compiler->m, &compiler->constants.spots);
  vec_free(compiler->m, &compiler->stack);
}

bool gcl_count(gcl_compiler *compiler, uint32_t line, uint32_t column) {
  if (compiler->parser->in.clock)
    progress_tick(compiler->parser->in.clock);
  if (compiler->nodes_made++ < GCL_MOST_EXPANDED)
    return true;
  if (!compiler->is_broken)
    scan_wrong_at(
        &compiler->parser->in, line, column,
        "expanded, this is larger than %d nodes and values of indices",
        GCL_MOST_EXPANDED);
  compiler->is_broken = true;
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

void gcl_emit(gcl_compiler *compiler, const uint32_t *words, uint32_t count,
              uint32_t line, uint32_t column) {
  gcl_code *code = compiler->code;
  if (code->words.count > UINT32_MAX - 16)
    mem_raise(compiler->m->budget, MEM_LIMIT);
  uint32_t at = (uint32_t)code->words.count;
  if (may_fault(words[0])) {
    gcl_spot spot = {at, line, column};
    vec_push(compiler->m, &code->spots, spot);
  }
  if (is_jump(words[0])) {
    gcl_jump jump = {at + 1, words[1]};
    vec_push(compiler->m, &compiler->jumps, jump);
  }
  for (uint32_t i = 0; i < count; i++)
    vec_push(compiler->m, &code->words, words[i]);
  compiler->height =
      (uint32_t)((int64_t)compiler->height + effect_of(words[0]));
  if (code->stack < compiler->height)
    code->stack = compiler->height;
}

static void emit_value(gcl_compiler *compiler, int64_t value) {
  uint32_t words[] = {OP_PUSH, (uint32_t)value,
                      (uint32_t)((uint64_t)value >> 32)};
  gcl_emit(compiler, words, 3, 0, 0);
}

static void emit_jump(gcl_compiler *compiler, uint32_t label) {
  uint32_t words[] = {OP_JUMP, label};
  gcl_emit(compiler, words, 2, 0, 0);
}

void gcl_emit_fault(gcl_compiler *compiler, gcl_fault fault, uint32_t var,
                    int64_t value, uint32_t line, uint32_t column) {
  uint32_t words[] = {OP_FAULT, (uint32_t)fault, var, (uint32_t)value,
                      (uint32_t)((uint64_t)value >> 32)};
  gcl_emit(compiler, words, 5, line, column);
}

uint32_t gcl_new_label(gcl_compiler *compiler) {
  vec_push(compiler->m, &compiler->labels, GCL_NONE);
  return (uint32_t)compiler->labels.count - 1;
}

gcl_task *gcl_do(gcl_compiler *compiler, int kind, uint32_t a) {
  gcl_task task = {.kind = kind, .a = a};
  vec_push(compiler->m, &compiler->tasks, task);
  return &vec_last(&compiler->tasks);
}

void gcl_do_boolean(gcl_compiler *compiler, uint32_t e, bool sense,
                    uint32_t label) {
  gcl_task *task = gcl_do(compiler, GCL_DO_BOOLEAN, e);
  task->sense = sense;
  task->label = label;
}

void gcl_do_words(gcl_compiler *compiler, const uint32_t *words, uint32_t count,
                  uint32_t line, uint32_t column) {
  gcl_task *task = gcl_do(compiler, GCL_DO_WORDS, 0);
  assert(count <= sizeof task->words / sizeof *task->words);
  for (uint32_t i = 0; i < count; i++)
    task->words[i] = words[i];
  task->count = count;
  task->line = line;
  task->column = column;
}

static void do_jump(gcl_compiler *compiler, uint32_t label) {
  uint32_t words[] = {OP_JUMP, label};
  gcl_do_words(compiler, words, 2, 0, 0);
}

static void do_push(gcl_compiler *compiler, int64_t value) {
  uint32_t words[] = {OP_PUSH, (uint32_t)value,
                      (uint32_t)((uint64_t)value >> 32)};
  gcl_do_words(compiler, words, 3, 0, 0);
}

static const gcl_expr *compile_expr_at(const gcl_compiler *compiler,
                                       uint32_t e) {
  return &compiler->syntax->exprs.at[e];
}

gcl_where gcl_locate(gcl_compiler *compiler, uint32_t var, uint32_t index,
                     uint32_t *position) {
  assert(var < compiler->table->vars.count);
  const gcl_var *v = &compiler->table->vars.at[var];
  int64_t value = 0;
  *position = v->position;
  if (index == GCL_NONE)
    return GCL_FIXED;
  const gcl_expr *expr = compile_expr_at(compiler, index);
  if (expr->has_cell)
    return GCL_MOVING;
  gcl_fault fault = gcl_constant(compiler, index, &value);
  if (fault != FAULT_NONE) {
    gcl_emit_fault(compiler, fault, 0, 0, compiler->fault_spot.line,
                   compiler->fault_spot.column);
    return GCL_NOWHERE;
  }
  if (value < 0 || value >= (int64_t)v->count) {
    gcl_emit_fault(compiler, FAULT_INDEX, var, value, expr->line, expr->column);
    return GCL_NOWHERE;
  }
  *position += (uint32_t)value * v->stride;
  return GCL_FIXED;
}

static gcl_where locate(gcl_compiler *compiler, const gcl_expr *expr,
                        uint32_t *position) {
  return gcl_locate(compiler, expr->a,
                    expr->op == GCL_ELEMENT ? expr->b : GCL_NONE, position);
}

/* A value is expected on the stack, but the code before faults. */
static void pretend_value(gcl_compiler *compiler) {
  if (++compiler->height > compiler->code->stack)
    compiler->code->stack = compiler->height;
}

/* Known before the program runs? Then its code has been made. */
static bool foresee(gcl_compiler *compiler, uint32_t e, bool *is_known,
                    int64_t *value) {
  const gcl_expr *expr = compile_expr_at(compiler, e);
  *is_known = false;
  if (expr->has_cell || (compiler->is_constant && expr->op > GCL_INDEX))
    return false;
  gcl_fault fault = gcl_constant(compiler, e, value);
  if (fault == FAULT_NONE)
    *is_known = true;
  else
    gcl_emit_fault(compiler, fault, 0, 0, compiler->fault_spot.line,
                   compiler->fault_spot.column);
  return true;
}

static void value_of_boolean(gcl_compiler *compiler, uint32_t e) {
  uint32_t is_false = gcl_new_label(compiler), end = gcl_new_label(compiler);
  gcl_do(compiler, GCL_DO_LABEL, end);
  do_push(compiler, 0);
  gcl_do(compiler, GCL_DO_LABEL, is_false);
  gcl_do(compiler, GCL_DO_LOWER, 0);
  do_jump(compiler, end);
  do_push(compiler, 1);
  gcl_do_boolean(compiler, e, false, is_false);
}

/* Begins or goes on with a quantifier or SUM. */
static void begin_loop(gcl_compiler *compiler, uint32_t e, bool sense,
                       uint32_t label) {
  const gcl_expr *expr = compile_expr_at(compiler, e);
  int64_t first, last;
  if (!gcl_bounds(compiler, expr->a, expr->b, &first, &last))
    return;
  gcl_task *task = gcl_do(compiler, GCL_DO_LOOP, e);
  task->sense = sense;
  task->label = label;
  task->value = first;
  task->last = last;
}

static void set_index(gcl_compiler *compiler, uint32_t depth, int64_t value) {
  if (compiler->values.count <= depth)
    vec_resize(compiler->m, &compiler->values, (size_t)depth + 1);
  compiler->values.at[depth] = value;
}

static void go_on_with_loop(gcl_compiler *compiler, gcl_task task) {
  const gcl_expr *expr = compile_expr_at(compiler, task.a);
  if (task.value > task.last || !gcl_count(compiler, expr->line, expr->column))
    return;
  set_index(compiler, expr->depth, task.value);
  gcl_task *rest = gcl_do(compiler, GCL_DO_LOOP, task.a);
  *rest = task;
  rest->value++;
  if (expr->op == GCL_SUM) {
    uint32_t words[] = {OP_ADD};
    gcl_do_words(compiler, words, 1, expr->line, expr->column);
    gcl_do(compiler, GCL_DO_VALUE, expr->c);
  } else {
    gcl_do_boolean(compiler, expr->c, task.sense, task.label);
  }
}

static void value_of_element(gcl_compiler *compiler, const gcl_expr *expr) {
  uint32_t position;
  gcl_where where = locate(compiler, expr, &position);
  if (where == GCL_MOVING) {
    uint32_t words[] = {OP_LOAD_AT, expr->a};
    gcl_do_words(compiler, words, 2, expr->line, expr->column);
    gcl_do(compiler, GCL_DO_VALUE, expr->b);
  } else if (where == GCL_FIXED) {
    uint32_t words[] = {OP_LOAD, position, expr->a};
    gcl_emit(compiler, words, 3, expr->line, expr->column);
  } else {
    pretend_value(compiler);
  }
}

static void compile_value(gcl_compiler *compiler, uint32_t e) {
  const gcl_expr *expr = compile_expr_at(compiler, e);
  int64_t value;
  bool is_known;
  if (!gcl_count(compiler, expr->line, expr->column))
    return;
  if (foresee(compiler, e, &is_known, &value)) {
    if (is_known)
      emit_value(compiler, value);
    else
      pretend_value(compiler);
    return;
  }
  if (expr->op == GCL_CELL || expr->op == GCL_ELEMENT) {
    value_of_element(compiler, expr);
  } else if (expr->op == GCL_NEGATE) {
    uint32_t words[] = {OP_NEGATE};
    gcl_do_words(compiler, words, 1, expr->line, expr->column);
    gcl_do(compiler, GCL_DO_VALUE, expr->a);
  } else if (expr->op >= GCL_ADD && expr->op <= GCL_MODULO) {
    uint32_t words[] = {OP_ADD + (uint32_t)(expr->op - GCL_ADD)};
    gcl_do_words(compiler, words, 1, expr->line, expr->column);
    gcl_do(compiler, GCL_DO_VALUE, expr->b);
    gcl_do(compiler, GCL_DO_VALUE, expr->a);
  } else if (expr->op == GCL_SUM) {
    emit_value(compiler, 0);
    begin_loop(compiler, e, false, 0);
  } else {
    value_of_boolean(compiler, e);
  }
}

static gcl_op negation_of(gcl_op op) {
  static const gcl_op negations[] = {GCL_UNEQUAL, GCL_EQUAL,   GCL_AT_LEAST,
                                     GCL_GREATER, GCL_AT_MOST, GCL_LESS};
  return negations[op - GCL_EQUAL];
}

/* cell = constant, if it is that and the constant one of the cell's values. */
static bool compare_with_constant(gcl_compiler *compiler, uint32_t cell,
                                  uint32_t e, gcl_op op, uint32_t label) {
  const gcl_expr *x = compile_expr_at(compiler, cell),
                 *y = compile_expr_at(compiler, e);
  uint32_t position;
  int64_t value;
  if ((x->op != GCL_CELL && x->op != GCL_ELEMENT) || y->has_cell ||
      (x->op == GCL_ELEMENT && compile_expr_at(compiler, x->b)->has_cell) ||
      gcl_constant(compiler, e, &value) != FAULT_NONE)
    return false;
  const gcl_var *var = &compiler->table->vars.at[x->a];
  if (value < var->low || value > var->high ||
      (uint64_t)value - (uint64_t)var->low > UINT32_MAX)
    return false;
  if (locate(compiler, x, &position) != GCL_FIXED)
    return true; /* it faults */
  uint32_t words[] = {op == GCL_EQUAL ? OP_JUMP_IS : OP_JUMP_IS_NOT, label,
                      position, x->a,
                      (uint32_t)((uint64_t)value - (uint64_t)var->low)};
  gcl_emit(compiler, words, 5, x->line, x->column);
  return true;
}

static void compile_comparison(gcl_compiler *compiler, const gcl_expr *expr,
                               bool sense, uint32_t label) {
  gcl_op op = sense ? expr->op : negation_of(expr->op);
  if ((op == GCL_EQUAL || op == GCL_UNEQUAL) &&
      (compare_with_constant(compiler, expr->a, expr->b, op, label) ||
       compare_with_constant(compiler, expr->b, expr->a, op, label)))
    return;
  uint32_t words[] = {OP_JUMP_EQUAL + (uint32_t)(op - GCL_EQUAL), label};
  gcl_do_words(compiler, words, 2, expr->line, expr->column);
  gcl_do(compiler, GCL_DO_VALUE, expr->b);
  gcl_do(compiler, GCL_DO_VALUE, expr->a);
}

/* a && b, a || b, a -> b: the value of 'a' that decides alone is 'decisive',
 * and so is the whole then 'result'. */
static void compile_junction(gcl_compiler *compiler, const gcl_expr *expr,
                             bool sense, uint32_t label) {
  bool decisive = expr->op == GCL_OR, result = expr->op != GCL_AND;
  if (sense == result) {
    gcl_do_boolean(compiler, expr->b, sense, label);
    gcl_do_boolean(compiler, expr->a, decisive, label);
  } else {
    uint32_t end = gcl_new_label(compiler);
    gcl_do(compiler, GCL_DO_LABEL, end);
    gcl_do_boolean(compiler, expr->b, sense, label);
    gcl_do_boolean(compiler, expr->a, decisive, end);
  }
}

static void compile_quantifier(gcl_compiler *compiler, uint32_t e, bool sense,
                               uint32_t label) {
  bool decisive = compile_expr_at(compiler, e)->op == GCL_EXISTS;
  if (sense == decisive) {
    begin_loop(compiler, e, sense, label);
  } else {
    uint32_t end = gcl_new_label(compiler);
    gcl_do(compiler, GCL_DO_LABEL, end);
    do_jump(compiler, label);
    begin_loop(compiler, e, decisive, end);
  }
}

static void compile_bit(gcl_compiler *compiler, uint32_t e, bool sense,
                        uint32_t label) {
  const gcl_expr *expr = compile_expr_at(compiler, e);
  uint32_t position;
  gcl_where where = locate(compiler, expr, &position);
  if (where == GCL_FIXED) {
    uint32_t words[] = {sense ? OP_JUMP_SET : OP_JUMP_CLEAR, label, position};
    gcl_emit(compiler, words, 3, expr->line, expr->column);
  } else if (where == GCL_MOVING) {
    uint32_t words[] = {sense ? OP_JUMP_TRUE : OP_JUMP_FALSE, label};
    gcl_do_words(compiler, words, 2, expr->line, expr->column);
    gcl_do(compiler, GCL_DO_VALUE, e);
  }
}

static void compile_boolean(gcl_compiler *compiler, uint32_t e, bool sense,
                            uint32_t label) {
  const gcl_expr *expr = compile_expr_at(compiler, e);
  int64_t value;
  bool is_known;
  if (!gcl_count(compiler, expr->line, expr->column))
    return;
  if (foresee(compiler, e, &is_known, &value)) {
    if (is_known && (value != 0) == sense)
      emit_jump(compiler, label);
    return;
  }
  if (expr->op == GCL_CELL || expr->op == GCL_ELEMENT)
    compile_bit(compiler, e, sense, label);
  else if (expr->op == GCL_NOT)
    gcl_do_boolean(compiler, expr->a, !sense, label);
  else if (expr->op >= GCL_EQUAL && expr->op <= GCL_AT_LEAST)
    compile_comparison(compiler, expr, sense, label);
  else if (expr->op >= GCL_AND && expr->op <= GCL_IMPLIES)
    compile_junction(compiler, expr, sense, label);
  else
    compile_quantifier(compiler, e, sense, label);
}

static void do_task(gcl_compiler *compiler, gcl_task task) {
  switch (task.kind) {
  case GCL_DO_BOOLEAN:
    compile_boolean(compiler, task.a, task.sense, task.label);
    break;
  case GCL_DO_VALUE:
    compile_value(compiler, task.a);
    break;
  case GCL_DO_LABEL:
    compiler->labels.at[task.a] = (uint32_t)compiler->code->words.count;
    break;
  case GCL_DO_WORDS:
    gcl_emit(compiler, task.words, task.count, task.line, task.column);
    break;
  case GCL_DO_LOOP:
    go_on_with_loop(compiler, task);
    break;
  case GCL_DO_LOWER:
    compiler->height--;
    break;
  case GCL_DO_NODE:
    gcl_compile_node(compiler, task.a);
    break;
  default:
    gcl_compile_copy(compiler, task.a);
    break;
  }
}

void gcl_finish(gcl_compiler *compiler, size_t base, gcl_frame frame) {
  while (compiler->tasks.count > base && !compiler->is_broken)
    do_task(compiler, vec_pop(&compiler->tasks));
  compiler->tasks.count = base;
  uint32_t words[] = {OP_RETURN};
  gcl_emit(compiler, words, 1, 0, 0);
  for (size_t i = frame.jumps;
       i < compiler->jumps.count && !compiler->is_broken; i++)
    compiler->code->words.at[compiler->jumps.at[i].at] =
        compiler->labels.at[compiler->jumps.at[i].label];
  compiler->jumps.count = frame.jumps;
  compiler->labels.count = frame.labels;
}

static bool is_leaf(const gcl_expr *expr) { return expr->op <= GCL_INDEX; }

static int64_t leaf_value(const gcl_compiler *compiler, const gcl_expr *expr) {
  return expr->op == GCL_CONSTANT ? expr->value : compiler->values.at[expr->a];
}

/* The code that the program would have, run at once. */
static gcl_fault run_constant(gcl_compiler *compiler, uint32_t e,
                              int64_t *out) {
  gcl_code *code = compiler->code, *mine = &compiler->constants;
  gcl_frame frame = {compiler->jumps.count, compiler->labels.count};
  size_t words = mine->words.count, spots = mine->spots.count;
  bool was_constant = compiler->is_constant;
  uint32_t height = compiler->height;
  const gcl_expr *expr = compile_expr_at(compiler, e);
  *out = 0;
  if (compiler->nesting == MOST_NESTING) {
    if (!compiler->is_broken)
      scan_wrong_at(&compiler->parser->in, expr->line, expr->column,
                    "bounds of indices nest more than %d times", MOST_NESTING);
    compiler->is_broken = true;
    return FAULT_NONE;
  }
  compiler->nesting++;
  compiler->code = mine;
  compiler->is_constant = true;
  compiler->height = 0;
  gcl_do(compiler, GCL_DO_VALUE, e);
  gcl_finish(compiler, compiler->tasks.count - 1, frame);
  gcl_machine machine = {.table = compiler->table, .code = mine};
  if (!compiler->is_broken) {
    vec_resize(compiler->m, &compiler->stack, (size_t)mine->stack + 1);
    machine.stack = compiler->stack.at;
    if (gcl_run(&machine, (uint32_t)words))
      *out = compiler->stack.at[0];
    else
      compiler->fault_spot = gcl_fault_spot(&machine);
  }
  mine->words.count = words;
  mine->spots.count = spots;
  compiler->code = code;
  compiler->is_constant = was_constant;
  compiler->height = height;
  compiler->nesting--;
  return machine.fault;
}

gcl_fault gcl_constant(gcl_compiler *compiler, uint32_t e, int64_t *out) {
  const gcl_expr *expr = compile_expr_at(compiler, e);
  assert(!expr->has_cell);
  if (is_leaf(expr)) {
    *out = leaf_value(compiler, expr);
    return FAULT_NONE;
  }
  if (expr->op >= GCL_ADD && expr->op <= GCL_MODULO &&
      is_leaf(compile_expr_at(compiler, expr->a)) &&
      is_leaf(compile_expr_at(compiler, expr->b))) {
    compiler->fault_spot = (gcl_spot){0, expr->line, expr->column};
    return gcl_calculate(
        OP_ADD + (gcl_opcode)(expr->op - GCL_ADD),
        leaf_value(compiler, compile_expr_at(compiler, expr->a)),
        leaf_value(compiler, compile_expr_at(compiler, expr->b)), out);
  }
  return run_constant(compiler, e, out);
}

bool gcl_must_evaluate(gcl_compiler *compiler, uint32_t e, int64_t *out) {
  gcl_machine machine = {.fault = gcl_constant(compiler, e, out)};
  char message[256];
  if (compiler->is_broken)
    return false;
  if (machine.fault == FAULT_NONE)
    return true;
  gcl_fault_text(&machine, message, sizeof message);
  compiler->is_broken = true;
  return scan_wrong_at(&compiler->parser->in, compiler->fault_spot.line,
                       compiler->fault_spot.column,
                       "this constant has no value: %s", message);
}

bool gcl_bounds(gcl_compiler *compiler, uint32_t low, uint32_t high,
                int64_t *first, int64_t *last) {
  const gcl_expr *expr = compile_expr_at(compiler, high);
  if (!gcl_must_evaluate(compiler, low, first) ||
      !gcl_must_evaluate(compiler, high, last))
    return false;
  if (*first <= *last &&
      (uint64_t)*last - (uint64_t)*first >= GCL_MOST_VALUES) {
    scan_wrong_at(&compiler->parser->in, expr->line, expr->column,
                  "an index has at most %d values", GCL_MOST_VALUES);
    compiler->is_broken = true;
    return false;
  }
  return true;
}

void gcl_compile_atom(gcl_compiler *compiler, uint32_t e, uint32_t atom) {
  uint32_t label = gcl_new_label(compiler), words[] = {OP_TRUE, atom};
  gcl_do(compiler, GCL_DO_LABEL, label);
  gcl_do_words(compiler, words, 2, 0, 0);
  gcl_do_boolean(compiler, e, false, label);
  gcl_finish(compiler, 0, (gcl_frame){0, 0});
  compiler->code->words.count--; /* the next one follows */
}
