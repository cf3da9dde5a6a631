#include "lang/gcl/syntax.h"

#include <assert.h>

/* Operators wait on a stack until their right side is known; so do the
 * brackets and quantifiers that are open. Nothing here calls itself. */

enum { /* kinds of what is open; above all tokens */
       OPEN_ALL = 1000,
       OPEN_PAREN,
       OPEN_ELEMENT,
       OPEN_LOW,
       OPEN_HIGH,
       OPEN_BODY
};

enum { LEVEL_IMPLIES = 1, LEVEL_OR, LEVEL_AND, LEVEL_COMPARE, LEVEL_ADD };
enum { LEVEL_MULTIPLY = LEVEL_ADD + 1, LEVEL_UNARY };

static uint32_t add(gcl_parser *p, gcl_expr e) {
  if (p->syntax->exprs.count >= UINT32_MAX - 1)
    mem_raise(p->m->budget, MEM_LIMIT);
  vec_push(p->m, &p->syntax->exprs, e);
  return (uint32_t)p->syntax->exprs.count - 1;
}

static void push_operand(gcl_parser *p, gcl_expr e) {
  vec_push(p->m, &p->operands, add(p, e));
}

static gcl_expr *expression_expr_at(const gcl_parser *p, uint32_t e) {
  return &p->syntax->exprs.at[e];
}

static const char *type_name(gcl_type type) {
  return type == GCL_INTEGER ? "an integer" : "a Boolean";
}

bool gcl_must_be(gcl_parser *p, uint32_t e, gcl_type type, const char *what) {
  const gcl_expr *x = expression_expr_at(p, e);
  if (x->type == type || x->type == GCL_UNKNOWN)
    return true;
  return scan_wrong_at(&p->in, x->line, x->column, "%s must be %s, this is %s",
                       what, type_name(type), type_name(x->type));
}

static const char *op_text(gcl_op op) {
  static const char *const texts[] = {"",   "",  "",   "",   "!",  "-",  "+",
                                      "-",  "*", "/",  "%",  "=",  "!=", "<",
                                      "<=", ">", ">=", "&&", "||", "->"};
  return texts[op];
}

static gcl_type type_of_sides(gcl_op op) {
  if (op == GCL_NOT || op >= GCL_AND)
    return GCL_BOOLEAN;
  return op == GCL_EQUAL || op == GCL_UNEQUAL ? GCL_UNKNOWN : GCL_INTEGER;
}

/* A side of the operator has the wrong type. */
static void check_side(gcl_parser *p, const gcl_pending *o, uint32_t side) {
  gcl_type wanted = type_of_sides(o->op),
           found = expression_expr_at(p, side)->type;
  if (wanted != GCL_UNKNOWN && found != GCL_UNKNOWN && wanted != found)
    scan_wrong_at(&p->in, o->line, o->column,
                  "'%s' is for %s, but a side of it is %s", op_text(o->op),
                  wanted == GCL_INTEGER ? "integers" : "Booleans",
                  type_name(found));
}

static void reduce_one(gcl_parser *p) {
  gcl_pending o = vec_pop(&p->pending);
  gcl_expr e = {.op = o.op, .line = o.line, .column = o.column};
  bool is_unary = o.op == GCL_NOT || o.op == GCL_NEGATE;
  if (!is_unary)
    e.b = vec_pop(&p->operands);
  e.a = vec_pop(&p->operands);
  const gcl_expr *a = expression_expr_at(p, e.a),
                 *b = is_unary ? a : expression_expr_at(p, e.b);
  e.type = o.op == GCL_NOT || o.op >= GCL_EQUAL ? GCL_BOOLEAN : GCL_INTEGER;
  e.has_cell = a->has_cell || b->has_cell;
  check_side(p, &o, e.a);
  if (!is_unary) {
    check_side(p, &o, e.b);
    if (type_of_sides(o.op) == GCL_UNKNOWN && a->type != b->type &&
        a->type != GCL_UNKNOWN && b->type != GCL_UNKNOWN)
      scan_wrong_at(&p->in, o.line, o.column, "'%s' compares %s with %s",
                    op_text(o.op), type_name(a->type), type_name(b->type));
  }
  push_operand(p, e);
}

/* Those that bind at least as tightly as 'level'. */
static void reduce(gcl_parser *p, int level) {
  while (vec_last(&p->pending).kind < OPEN_ALL &&
         vec_last(&p->pending).level >= level)
    reduce_one(p);
}

static gcl_pending *push_pending(gcl_parser *p, int kind, int level,
                                 gcl_op op) {
  gcl_pending o = {.kind = kind,
                   .level = level,
                   .op = op,
                   .line = p->in.token.line,
                   .column = p->in.token.column};
  vec_push(p->m, &p->pending, o);
  return &vec_last(&p->pending);
}

static bool enter_scope(gcl_parser *p, uint32_t *name) {
  const scan_token *t = &p->in.token;
  if (t->kind != GCL_T_NAME)
    return scan_misfit(&p->in, "the name of an index");
  *name = names_insert(p->m, &p->syntax->index_names, t->text, t->length);
  if (*name >= p->index_depth.count)
    vec_push(p->m, &p->index_depth, GCL_NONE);
  if (names_find(&p->table->names, t->text, t->length) != NAMES_NONE ||
      p->index_depth.at[*name] != GCL_NONE)
    return scan_wrong(&p->in, "'%.*s' is declared already",
                      report_clip(t->length), t->text);
  gcl_next(&p->in);
  return gcl_take(&p->in, GCL_T_IN, "'IN'");
}

static uint32_t open_scope(gcl_parser *p, uint32_t name) {
  assert(name < p->index_depth.count);
  p->index_depth.at[name] = p->depth++;
  if (p->syntax->most_depth < p->depth)
    p->syntax->most_depth = p->depth;
  return p->depth - 1;
}

void gcl_leave_scope(gcl_parser *p, uint32_t name) {
  assert(p->index_depth.at[name] == p->depth - 1);
  assert(name < p->index_depth.count);
  p->index_depth.at[name] = GCL_NONE;
  p->depth--;
}

static void check_bound(gcl_parser *p, uint32_t e) {
  const gcl_expr *x = expression_expr_at(p, e);
  if (gcl_must_be(p, e, GCL_INTEGER, "the bound of an index") && x->has_cell)
    scan_wrong_at(&p->in, x->line, x->column,
                  "the bound of an index must be constant: no variables");
}

bool gcl_parse_range(gcl_parser *p, gcl_range *out) {
  out->line = p->in.token.line;
  out->column = p->in.token.column;
  if (!enter_scope(p, &out->name) ||
      !gcl_parse_expression(p, false, &out->low) ||
      !gcl_take(&p->in, GCL_T_DOTS, "'..'") ||
      !gcl_parse_expression(p, false, &out->high))
    return false;
  check_bound(p, out->low);
  check_bound(p, out->high);
  out->depth = open_scope(p, out->name);
  return true;
}

static bool begin_quantifier(gcl_parser *p) {
  int kind = p->in.token.kind, below = vec_last(&p->pending).kind;
  if (below < OPEN_ALL && below != GCL_T_ARROW)
    return scan_wrong(&p->in, "a quantifier must be in parentheses here");
  gcl_pending *o = push_pending(p, OPEN_LOW, 0,
                                kind == GCL_T_FORALL   ? GCL_FORALL
                                : kind == GCL_T_EXISTS ? GCL_EXISTS
                                                       : GCL_SUM);
  size_t place = (size_t)(o - p->pending.at);
  uint32_t name;
  gcl_next(&p->in);
  if (!enter_scope(p, &name))
    return false;
  p->pending.at[place].name = name;
  return true;
}

/* *is_open: the index follows. */
static bool read_variable(gcl_parser *p, uint32_t var, bool *is_open) {
  assert(var < p->table->vars.count);
  const gcl_var *v = &p->table->vars.at[var];
  gcl_expr e = {.op = GCL_CELL,
                .type = v->type,
                .has_cell = true,
                .a = var,
                .line = p->in.token.line,
                .column = p->in.token.column};
  bool has_index = gcl_next(&p->in) == '[';
  if (v->is_array != has_index)
    return scan_wrong(&p->in,
                      v->is_array ? "'%s' is an array: '[' should be here"
                                  : "'%s' is not an array",
                      names_text(&p->table->names, v->name));
  if (!has_index) {
    push_operand(p, e);
    return true;
  }
  gcl_pending *o = push_pending(p, OPEN_ELEMENT, 0, GCL_ELEMENT);
  o->var = var;
  o->line = e.line;
  o->column = e.column;
  gcl_next(&p->in);
  *is_open = true;
  return true;
}

static bool read_name(gcl_parser *p, bool *is_open) {
  const scan_token *t = &p->in.token;
  gcl_expr e = {.op = GCL_CONSTANT, .line = t->line, .column = t->column};
  uint32_t name = names_find(&p->table->names, t->text, t->length);
  uint32_t index = names_find(&p->syntax->index_names, t->text, t->length);
  if (index != NAMES_NONE && p->index_depth.at[index] != GCL_NONE) {
    e.op = GCL_INDEX;
    e.a = p->index_depth.at[index];
  } else if (name == NAMES_NONE) {
    gcl_undeclared(p);
    e.type = GCL_UNKNOWN;
    if (gcl_peek(&p->in) == '[') /* some array: nothing more can be said */
      return false;
  } else if (p->table->symbols.at[name].is_param) {
    e.value = p->table->symbols.at[name].value;
  } else {
    return read_variable(p, p->table->symbols.at[name].var, is_open);
  }
  push_operand(p, e);
  gcl_next(&p->in);
  return true;
}

/* *is_open: another operand must follow. */
static bool read_operand(gcl_parser *p, bool *is_open) {
  const scan_token *t = &p->in.token;
  gcl_expr e = {.op = GCL_CONSTANT, .line = t->line, .column = t->column};
  *is_open = false;
  switch (t->kind) {
  case GCL_T_NAME:
    return read_name(p, is_open);
  case GCL_T_INTEGER:
    e.value = t->value;
    break;
  case GCL_T_TRUE:
  case GCL_T_FALSE:
    e.type = GCL_BOOLEAN;
    e.value = t->kind == GCL_T_TRUE;
    break;
  case '!':
  case '-':
    push_pending(p, t->kind, LEVEL_UNARY,
                 t->kind == '!' ? GCL_NOT : GCL_NEGATE);
    *is_open = true;
    gcl_next(&p->in);
    return true;
  case '(':
    push_pending(p, OPEN_PAREN, 0, GCL_CONSTANT);
    *is_open = true;
    gcl_next(&p->in);
    return true;
  case GCL_T_FORALL:
  case GCL_T_EXISTS:
  case GCL_T_SUM:
    *is_open = true;
    return begin_quantifier(p);
  default:
    return scan_misfit(&p->in, "an expression");
  }
  push_operand(p, e);
  gcl_next(&p->in);
  return true;
}

static bool operator_of(int kind, int *level, gcl_op *op) {
  static const struct {
    int kind, level;
    gcl_op op;
  } operators[] = {{GCL_T_ARROW, LEVEL_IMPLIES, GCL_IMPLIES},
                   {GCL_T_OR, LEVEL_OR, GCL_OR},
                   {GCL_T_AND, LEVEL_AND, GCL_AND},
                   {'=', LEVEL_COMPARE, GCL_EQUAL},
                   {GCL_T_NE, LEVEL_COMPARE, GCL_UNEQUAL},
                   {'<', LEVEL_COMPARE, GCL_LESS},
                   {GCL_T_LE, LEVEL_COMPARE, GCL_AT_MOST},
                   {'>', LEVEL_COMPARE, GCL_GREATER},
                   {GCL_T_GE, LEVEL_COMPARE, GCL_AT_LEAST},
                   {'+', LEVEL_ADD, GCL_ADD},
                   {'-', LEVEL_ADD, GCL_SUBTRACT},
                   {'*', LEVEL_MULTIPLY, GCL_MULTIPLY},
                   {'/', LEVEL_MULTIPLY, GCL_DIVIDE},
                   {'%', LEVEL_MULTIPLY, GCL_MODULO}};
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (operators[i].kind == kind) {
      *level = operators[i].level;
      *op = operators[i].op;
      return true;
    }
  return false;
}

/* In a guard: is '->' the one behind it? Only bodies of quantifiers may be
 * open then, which end there, too. 'base' is where the guard began. */
static bool ends_guard(const gcl_parser *p, size_t base) {
  for (size_t i = p->pending.count; i-- > base + 1;)
    if (p->pending.at[i].kind >= OPEN_ALL && p->pending.at[i].kind != OPEN_BODY)
      return false;
  return true;
}

static bool read_operator(gcl_parser *p, int level, gcl_op op) {
  bool is_alone = level == LEVEL_COMPARE;
  reduce(p, is_alone || level == LEVEL_IMPLIES ? level + 1 : level);
  if (is_alone && vec_last(&p->pending).level == LEVEL_COMPARE)
    return scan_wrong(&p->in,
                      "comparisons cannot follow each other: use '&&' or "
                      "parentheses");
  push_pending(p, p->in.token.kind, level, op);
  gcl_next(&p->in);
  return true;
}

static void close_element(gcl_parser *p, const gcl_pending *o) {
  assert(o->var < p->table->vars.count);
  gcl_expr e = {.op = GCL_ELEMENT,
                .type = p->table->vars.at[o->var].type,
                .has_cell = true,
                .a = o->var,
                .line = o->line,
                .column = o->column};
  e.b = vec_pop(&p->operands);
  gcl_must_be(p, e.b, GCL_INTEGER, "an index");
  push_operand(p, e);
}

static void close_quantifier(gcl_parser *p, const gcl_pending *o) {
  gcl_expr e = {.op = o->op,
                .a = o->low,
                .b = o->high,
                .line = o->line,
                .column = o->column};
  e.c = vec_pop(&p->operands);
  e.type = o->op == GCL_SUM ? GCL_INTEGER : GCL_BOOLEAN;
  e.depth = p->depth - 1;
  e.has_cell = expression_expr_at(p, e.c)->has_cell;
  gcl_must_be(p, e.c, e.type,
              o->op == GCL_SUM ? "the body of SUM"
                               : "the body of a quantifier");
  gcl_leave_scope(p, o->name);
  push_operand(p, e);
}

/* The current token is no operator: what is open innermost must end here or go
 * on with its next part. */
static bool close_innermost(gcl_parser *p, bool *is_open) {
  gcl_pending *o = &vec_last(&p->pending);
  *is_open = o->kind == OPEN_LOW || o->kind == OPEN_HIGH;
  switch (o->kind) {
  case OPEN_PAREN:
    p->pending.count--;
    return gcl_take(&p->in, ')', "an operator or ')'");
  case OPEN_ELEMENT:
    close_element(p, o);
    p->pending.count--;
    return gcl_take(&p->in, ']', "an operator or ']'");
  case OPEN_LOW:
    o->low = vec_pop(&p->operands);
    check_bound(p, o->low);
    o->kind = OPEN_HIGH;
    return gcl_take(&p->in, GCL_T_DOTS, "an operator or '..'");
  case OPEN_HIGH:
    o->high = vec_pop(&p->operands);
    check_bound(p, o->high);
    if (!gcl_take(&p->in, '.', "an operator or '.'"))
      return false;
    o->kind = OPEN_BODY;
    open_scope(p, o->name);
    return true;
  default: {
    gcl_pending copy = *o;
    assert(o->kind == OPEN_BODY);
    p->pending.count--;
    close_quantifier(p, &copy);
    return true;
  }
  }
}

static bool give_up(gcl_parser *p, size_t base, size_t operands) {
  while (p->pending.count > base) {
    gcl_pending o = vec_pop(&p->pending);
    if (o.kind == OPEN_BODY)
      gcl_leave_scope(p, o.name);
  }
  p->operands.count = operands;
  return false;
}

bool gcl_parse_expression(gcl_parser *p, bool is_guard, uint32_t *out) {
  size_t base = p->pending.count, operands = p->operands.count;
  bool is_open = true, good = true;
  push_pending(p, OPEN_ALL, 0, GCL_CONSTANT);
  while (good) {
    int level;
    gcl_op op;
    if (is_open) {
      good = read_operand(p, &is_open);
    } else if (operator_of(p->in.token.kind, &level, &op) &&
               !(is_guard && op == GCL_IMPLIES && ends_guard(p, base))) {
      good = read_operator(p, level, op);
      is_open = true;
    } else {
      reduce(p, 0);
      if (vec_last(&p->pending).kind == OPEN_ALL)
        break;
      good = close_innermost(p, &is_open);
    }
  }
  if (!good)
    return give_up(p, base, operands);
  p->pending.count--;
  *out = vec_pop(&p->operands);
  return true;
}
