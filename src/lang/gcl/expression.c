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

static uint32_t add(gcl_parser *parser, gcl_expr expr) {
  if (parser->syntax->exprs.count >= UINT32_MAX - 1)
    mem_raise(parser->m->budget, MEM_LIMIT);
  vec_push(parser->m, &parser->syntax->exprs, expr);
  return (uint32_t)parser->syntax->exprs.count - 1;
}

static void push_operand(gcl_parser *parser, gcl_expr expr) {
  vec_push(parser->m, &parser->operands, add(parser, expr));
}

static gcl_expr *expression_expr_at(const gcl_parser *parser, uint32_t e) {
  return &parser->syntax->exprs.at[e];
}

static const char *type_name(gcl_type type) {
  return type == GCL_INTEGER ? "an integer" : "a Boolean";
}

bool gcl_must_be(gcl_parser *parser, uint32_t e, gcl_type type,
                 const char *what) {
  const gcl_expr *expr = expression_expr_at(parser, e);
  if (expr->type == type || expr->type == GCL_UNKNOWN)
    return true;
  return scan_wrong_at(&parser->in, expr->line, expr->column,
                       "%s must be %s, this is %s", what, type_name(type),
                       type_name(expr->type));
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
static void check_side(gcl_parser *parser, const gcl_pending *pending,
                       uint32_t side) {
  gcl_type wanted = type_of_sides(pending->op),
           found = expression_expr_at(parser, side)->type;
  if (wanted != GCL_UNKNOWN && found != GCL_UNKNOWN && wanted != found)
    scan_wrong_at(
        &parser->in, pending->line, pending->column,
        "'%s' is for %s, but a side of it is %s", op_text(pending->op),
        wanted == GCL_INTEGER ? "integers" : "Booleans", type_name(found));
}

static void reduce_one(gcl_parser *parser) {
  gcl_pending pending = vec_pop(&parser->pending);
  gcl_expr e = {
      .op = pending.op, .line = pending.line, .column = pending.column};
  bool is_unary = pending.op == GCL_NOT || pending.op == GCL_NEGATE;
  if (!is_unary)
    e.b = vec_pop(&parser->operands);
  e.a = vec_pop(&parser->operands);
  const gcl_expr *a = expression_expr_at(parser, e.a),
                 *b = is_unary ? a : expression_expr_at(parser, e.b);
  e.type = pending.op == GCL_NOT || pending.op >= GCL_EQUAL ? GCL_BOOLEAN
                                                            : GCL_INTEGER;
  e.has_cell = a->has_cell || b->has_cell;
  check_side(parser, &pending, e.a);
  if (!is_unary) {
    check_side(parser, &pending, e.b);
    if (type_of_sides(pending.op) == GCL_UNKNOWN && a->type != b->type &&
        a->type != GCL_UNKNOWN && b->type != GCL_UNKNOWN)
      scan_wrong_at(&parser->in, pending.line, pending.column,
                    "'%s' compares %s with %s", op_text(pending.op),
                    type_name(a->type), type_name(b->type));
  }
  push_operand(parser, e);
}

/* Those that bind at least as tightly as 'level'. */
static void reduce(gcl_parser *parser, int level) {
  while (vec_last(&parser->pending).kind < OPEN_ALL &&
         vec_last(&parser->pending).level >= level)
    reduce_one(parser);
}

static gcl_pending *push_pending(gcl_parser *parser, int kind, int level,
                                 gcl_op op) {
  gcl_pending pending = {.kind = kind,
                         .level = level,
                         .op = op,
                         .line = parser->in.token.line,
                         .column = parser->in.token.column};
  vec_push(parser->m, &parser->pending, pending);
  return &vec_last(&parser->pending);
}

static bool enter_scope(gcl_parser *parser, uint32_t *name) {
  const scan_token *token = &parser->in.token;
  if (token->kind != GCL_T_NAME)
    return scan_misfit(&parser->in, "the name of an index");
  *name = names_insert(parser->m, &parser->syntax->index_names, token->text,
                       token->length);
  if (*name >= parser->index_depth.count)
    vec_push(parser->m, &parser->index_depth, GCL_NONE);
  if (names_find(&parser->table->names, token->text, token->length) !=
          NAMES_NONE ||
      parser->index_depth.at[*name] != GCL_NONE)
    return scan_wrong(&parser->in, "'%.*s' is declared already",
                      report_clip(token->length), token->text);
  gcl_next(&parser->in);
  return gcl_take(&parser->in, GCL_T_IN, "'IN'");
}

static uint32_t open_scope(gcl_parser *parser, uint32_t name) {
  assert(name < parser->index_depth.count);
  parser->index_depth.at[name] = parser->depth++;
  if (parser->syntax->most_depth < parser->depth)
    parser->syntax->most_depth = parser->depth;
  return parser->depth - 1;
}

void gcl_leave_scope(gcl_parser *parser, uint32_t name) {
  assert(parser->index_depth.at[name] == parser->depth - 1);
  assert(name < parser->index_depth.count);
  parser->index_depth.at[name] = GCL_NONE;
  parser->depth--;
}

static void check_bound(gcl_parser *parser, uint32_t e) {
  const gcl_expr *expr = expression_expr_at(parser, e);
  if (gcl_must_be(parser, e, GCL_INTEGER, "the bound of an index") &&
      expr->has_cell)
    scan_wrong_at(&parser->in, expr->line, expr->column,
                  "the bound of an index must be constant: no variables");
}

bool gcl_parse_range(gcl_parser *parser, gcl_range *out) {
  out->line = parser->in.token.line;
  out->column = parser->in.token.column;
  if (!enter_scope(parser, &out->name) ||
      !gcl_parse_expression(parser, false, &out->low) ||
      !gcl_take(&parser->in, GCL_T_DOTS, "'..'") ||
      !gcl_parse_expression(parser, false, &out->high))
    return false;
  check_bound(parser, out->low);
  check_bound(parser, out->high);
  out->depth = open_scope(parser, out->name);
  return true;
}

static bool begin_quantifier(gcl_parser *parser) {
  int kind = parser->in.token.kind, below = vec_last(&parser->pending).kind;
  if (below < OPEN_ALL && below != GCL_T_ARROW)
    return scan_wrong(&parser->in, "a quantifier must be in parentheses here");
  gcl_pending *pending = push_pending(parser, OPEN_LOW, 0,
                                      kind == GCL_T_FORALL   ? GCL_FORALL
                                      : kind == GCL_T_EXISTS ? GCL_EXISTS
                                                             : GCL_SUM);
  size_t place = (size_t)(pending - parser->pending.at);
  uint32_t name;
  gcl_next(&parser->in);
  if (!enter_scope(parser, &name))
    return false;
  parser->pending.at[place].name = name;
  return true;
}

/* *is_open: the index follows. */
static bool read_variable(gcl_parser *parser, uint32_t var, bool *is_open) {
  assert(var < parser->table->vars.count);
  const gcl_var *v = &parser->table->vars.at[var];
  gcl_expr expr = {.op = GCL_CELL,
                   .type = v->type,
                   .has_cell = true,
                   .a = var,
                   .line = parser->in.token.line,
                   .column = parser->in.token.column};
  bool has_index = gcl_next(&parser->in) == '[';
  if (v->is_array != has_index)
    return scan_wrong(&parser->in,
                      v->is_array ? "'%s' is an array: '[' should be here"
                                  : "'%s' is not an array",
                      names_text(&parser->table->names, v->name));
  if (!has_index) {
    push_operand(parser, expr);
    return true;
  }
  gcl_pending *pending = push_pending(parser, OPEN_ELEMENT, 0, GCL_ELEMENT);
  pending->var = var;
  pending->line = expr.line;
  pending->column = expr.column;
  gcl_next(&parser->in);
  *is_open = true;
  return true;
}

static bool read_name(gcl_parser *parser, bool *is_open) {
  const scan_token *token = &parser->in.token;
  gcl_expr expr = {
      .op = GCL_CONSTANT, .line = token->line, .column = token->column};
  uint32_t name = names_find(&parser->table->names, token->text, token->length);
  uint32_t index =
      names_find(&parser->syntax->index_names, token->text, token->length);
  if (index != NAMES_NONE && parser->index_depth.at[index] != GCL_NONE) {
    expr.op = GCL_INDEX;
    expr.a = parser->index_depth.at[index];
  } else if (name == NAMES_NONE) {
    gcl_undeclared(parser);
    expr.type = GCL_UNKNOWN;
    if (gcl_peek(&parser->in) == '[') /* some array: nothing more can be said */
      return false;
  } else if (parser->table->symbols.at[name].is_param) {
    expr.value = parser->table->symbols.at[name].value;
  } else {
    return read_variable(parser, parser->table->symbols.at[name].var, is_open);
  }
  push_operand(parser, expr);
  gcl_next(&parser->in);
  return true;
}

/* *is_open: another operand must follow. */
static bool read_operand(gcl_parser *parser, bool *is_open) {
  const scan_token *token = &parser->in.token;
  gcl_expr expr = {
      .op = GCL_CONSTANT, .line = token->line, .column = token->column};
  *is_open = false;
  switch (token->kind) {
  case GCL_T_NAME:
    return read_name(parser, is_open);
  case GCL_T_INTEGER:
    expr.value = token->value;
    break;
  case GCL_T_TRUE:
  case GCL_T_FALSE:
    expr.type = GCL_BOOLEAN;
    expr.value = token->kind == GCL_T_TRUE;
    break;
  case '!':
  case '-':
    push_pending(parser, token->kind, LEVEL_UNARY,
                 token->kind == '!' ? GCL_NOT : GCL_NEGATE);
    *is_open = true;
    gcl_next(&parser->in);
    return true;
  case '(':
    push_pending(parser, OPEN_PAREN, 0, GCL_CONSTANT);
    *is_open = true;
    gcl_next(&parser->in);
    return true;
  case GCL_T_FORALL:
  case GCL_T_EXISTS:
  case GCL_T_SUM:
    *is_open = true;
    return begin_quantifier(parser);
  default:
    return scan_misfit(&parser->in, "an expression");
  }
  push_operand(parser, expr);
  gcl_next(&parser->in);
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
static bool ends_guard(const gcl_parser *parser, size_t base) {
  for (size_t i = parser->pending.count; i-- > base + 1;)
    if (parser->pending.at[i].kind >= OPEN_ALL &&
        parser->pending.at[i].kind != OPEN_BODY)
      return false;
  return true;
}

static bool read_operator(gcl_parser *parser, int level, gcl_op op) {
  bool is_alone = level == LEVEL_COMPARE;
  reduce(parser, is_alone || level == LEVEL_IMPLIES ? level + 1 : level);
  if (is_alone && vec_last(&parser->pending).level == LEVEL_COMPARE)
    return scan_wrong(&parser->in,
                      "comparisons cannot follow each other: use '&&' or "
                      "parentheses");
  push_pending(parser, parser->in.token.kind, level, op);
  gcl_next(&parser->in);
  return true;
}

static void close_element(gcl_parser *parser, const gcl_pending *pending) {
  assert(pending->var < parser->table->vars.count);
  gcl_expr expr = {.op = GCL_ELEMENT,
                   .type = parser->table->vars.at[pending->var].type,
                   .has_cell = true,
                   .a = pending->var,
                   .line = pending->line,
                   .column = pending->column};
  expr.b = vec_pop(&parser->operands);
  gcl_must_be(parser, expr.b, GCL_INTEGER, "an index");
  push_operand(parser, expr);
}

static void close_quantifier(gcl_parser *parser, const gcl_pending *pending) {
  gcl_expr expr = {.op = pending->op,
                   .a = pending->low,
                   .b = pending->high,
                   .line = pending->line,
                   .column = pending->column};
  expr.c = vec_pop(&parser->operands);
  expr.type = pending->op == GCL_SUM ? GCL_INTEGER : GCL_BOOLEAN;
  expr.depth = parser->depth - 1;
  expr.has_cell = expression_expr_at(parser, expr.c)->has_cell;
  gcl_must_be(parser, expr.c, expr.type,
              pending->op == GCL_SUM ? "the body of SUM"
                                     : "the body of a quantifier");
  gcl_leave_scope(parser, pending->name);
  push_operand(parser, expr);
}

/* The current token is no operator: what is open innermost must end here or go
 * on with its next part. */
static bool close_innermost(gcl_parser *parser, bool *is_open) {
  gcl_pending *pending = &vec_last(&parser->pending);
  *is_open = pending->kind == OPEN_LOW || pending->kind == OPEN_HIGH;
  switch (pending->kind) {
  case OPEN_PAREN:
    parser->pending.count--;
    return gcl_take(&parser->in, ')', "an operator or ')'");
  case OPEN_ELEMENT:
    close_element(parser, pending);
    parser->pending.count--;
    return gcl_take(&parser->in, ']', "an operator or ']'");
  case OPEN_LOW:
    pending->low = vec_pop(&parser->operands);
    check_bound(parser, pending->low);
    pending->kind = OPEN_HIGH;
    return gcl_take(&parser->in, GCL_T_DOTS, "an operator or '..'");
  case OPEN_HIGH:
    pending->high = vec_pop(&parser->operands);
    check_bound(parser, pending->high);
    if (!gcl_take(&parser->in, '.', "an operator or '.'"))
      return false;
    pending->kind = OPEN_BODY;
    open_scope(parser, pending->name);
    return true;
  default: {
    gcl_pending copy = *pending;
    assert(pending->kind == OPEN_BODY);
    parser->pending.count--;
    close_quantifier(parser, &copy);
    return true;
  }
  }
}

static bool give_up(gcl_parser *parser, size_t base, size_t operands) {
  while (parser->pending.count > base) {
    gcl_pending pending = vec_pop(&parser->pending);
    if (pending.kind == OPEN_BODY)
      gcl_leave_scope(parser, pending.name);
  }
  parser->operands.count = operands;
  return false;
}

bool gcl_parse_expression(gcl_parser *parser, bool is_guard, uint32_t *out) {
  size_t base = parser->pending.count, operands = parser->operands.count;
  bool is_open = true, good = true;
  push_pending(parser, OPEN_ALL, 0, GCL_CONSTANT);
  while (good) {
    int level;
    gcl_op op;
    if (is_open) {
      good = read_operand(parser, &is_open);
    } else if (operator_of(parser->in.token.kind, &level, &op) &&
               !(is_guard && op == GCL_IMPLIES && ends_guard(parser, base))) {
      good = read_operator(parser, level, op);
      is_open = true;
    } else {
      reduce(parser, 0);
      if (vec_last(&parser->pending).kind == OPEN_ALL)
        break;
      good = close_innermost(parser, &is_open);
    }
  }
  if (!good)
    return give_up(parser, base, operands);
  parser->pending.count--;
  *out = vec_pop(&parser->operands);
  return true;
}
