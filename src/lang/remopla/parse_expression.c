#include "lang/remopla/syntax.h"

/* Levels of operators, the loosest first. A quantifier's body ends where an
 * operator looser than a comparison comes. */
enum { LOOSEST = 1, COMPARISON = 7, TIGHTEST = 11 };

static int operator_at(const rem_parser *parser, rem_op *op) {
  static const struct {
    int kind, level;
    rem_op op;
  } operators[] = {{REM_T_OR, 1, REM_OR},
                   {REM_T_XOR, 2, REM_XOR},
                   {REM_T_AND, 3, REM_AND},
                   {'|', 4, REM_BIT_OR},
                   {'^', 5, REM_BIT_XOR},
                   {'&', 6, REM_BIT_AND},
                   {REM_T_EQUAL, 7, REM_EQUAL},
                   {REM_T_UNLIKE, 7, REM_DIFFERS},
                   {'<', 8, REM_LESS},
                   {REM_T_AT_MOST, 8, REM_AT_MOST},
                   {'>', 8, REM_GREATER},
                   {REM_T_AT_LEAST, 8, REM_AT_LEAST},
                   {REM_T_LEFT, 9, REM_SHIFT_LEFT},
                   {REM_T_RIGHT, 9, REM_SHIFT_RIGHT},
                   {'+', 10, REM_PLUS},
                   {'-', 10, REM_MINUS},
                   {'*', 11, REM_TIMES},
                   {'/', 11, REM_OVER},
                   {'%', 11, REM_MODULO}};
  int kind = parser->in.token.kind;
  if (kind == '=' && parser->single_equals)
    kind = REM_T_EQUAL;
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (operators[i].kind == kind) {
      *op = operators[i].op;
      return operators[i].level;
    }
  return 0;
}

static uint32_t depth_of(const rem_parser *parser, uint32_t e) {
  return e == REM_NONE ? 0 : parser->syntax->exprs.at[e].depth;
}

static bool add(rem_parser *parser, rem_expr expr, uint32_t *out) {
  if (expr.op >= REM_NOT) {
    uint32_t a = depth_of(parser, expr.a), b = depth_of(parser, expr.b);
    uint32_t c = expr.op == REM_FORALL || expr.op == REM_EXISTS
                     ? depth_of(parser, expr.c)
                     : 0;
    expr.depth = 1 + (a > b ? a : b);
    if (expr.depth <= c)
      expr.depth = c + 1;
    if (expr.depth > REM_MOST_DEPTH)
      return rem_wrong_at(parser, &expr.spot,
                          "an expression of more than %d operators in a row",
                          (int)REM_MOST_DEPTH);
  }
  *out = (uint32_t)parser->syntax->exprs.count;
  vec_push(parser->m, &parser->syntax->exprs, expr);
  return true;
}

static bool parse_level(rem_parser *parser, int level, uint32_t *out);

static bool parse_part(rem_parser *parser, rem_part *out) {
  rem_spot begin = rem_here(parser);
  size_t base = parser->pending.count;
  *out = (rem_part){0};
  if (!rem_take_name(parser, "a name", &out->name))
    return false;
  for (; parser->in.token.kind == '\''; rem_next(&parser->in))
    if (++out->primes > 2)
      return scan_wrong(&parser->in, "a name has at most two primes");
  while (parser->in.token.kind == '[') {
    uint32_t index;
    rem_next(&parser->in);
    if (!parse_level(parser, LOOSEST, &index) ||
        !rem_take(&parser->in, ']', "']'"))
      return false;
    vec_push(parser->m, &parser->pending, index);
  }
  out->first_index = rem_close_list(parser, base, &out->indices);
  out->spot = rem_since(parser, begin);
  return true;
}

static bool parse_parts(rem_parser *parser, rem_expr *expr) {
  rem_part parts[3];
  expr->op = REM_REFERENCE;
  do {
    if (expr->b > 0)
      rem_next(&parser->in);
    if (expr->b == 3)
      return scan_wrong(&parser->in,
                        "too many fields: a structure has no structures");
    if (!parse_part(parser, &parts[expr->b]))
      return false;
    expr->b++;
  } while (parser->in.token.kind == '.');
  expr->a = (uint32_t)parser->syntax->parts.count;
  for (uint32_t i = 0; i < expr->b; i++)
    vec_push(parser->m, &parser->syntax->parts, parts[i]);
  return true;
}

bool rem_parse_reference(rem_parser *parser, uint32_t *out) {
  rem_spot begin = rem_here(parser);
  size_t base = parser->pending.count;
  rem_expr expr = {.op = REM_REFERENCE, .c = REM_NONE};
  bool is_good = rem_deeper(parser, "indices") && parse_parts(parser, &expr);
  parser->nesting--;
  parser->pending.count = base;
  expr.spot = rem_since(parser, begin);
  return is_good && add(parser, expr, out);
}

bool rem_at_quantifier(const rem_parser *parser) {
  int first, second;
  if (parser->in.token.kind != REM_T_NAME || parser->in.token.length != 1 ||
      (*parser->in.token.text != 'A' && *parser->in.token.text != 'E'))
    return false;
  rem_peek(&parser->in, &first, &second);
  return first == REM_T_NAME && second == '(';
}

bool rem_parse_range(rem_parser *parser, uint32_t *name, uint32_t *low,
                     uint32_t *high) {
  return rem_take_name(parser, "the quantifier's name", name) &&
         rem_take(&parser->in, '(', "'('") &&
         parse_level(parser, LOOSEST, low) &&
         rem_take(&parser->in, ',', "','") &&
         parse_level(parser, LOOSEST, high) &&
         rem_take(&parser->in, ')', "')'");
}

static bool parse_quantifier(rem_parser *parser, rem_expr *expr) {
  expr->op = *parser->in.token.text == 'A' ? REM_FORALL : REM_EXISTS;
  rem_next(&parser->in);
  return rem_parse_range(parser, &expr->name, &expr->a, &expr->b) &&
         parse_level(parser, COMPARISON, &expr->c);
}

static bool expression_parse_simple(rem_parser *parser, rem_expr *expr) {
  switch (parser->in.token.kind) {
  case REM_T_INTEGER:
    expr->op = REM_NUMBER;
    expr->value = parser->in.token.value;
    break;
  case REM_T_TRUE:
    expr->op = REM_TRUE;
    break;
  case REM_T_FALSE:
    expr->op = REM_FALSE;
    break;
  case REM_T_UNDEF:
    expr->op = REM_UNDEF;
    break;
  default:
    return rem_misfit(&parser->in, "an expression");
  }
  rem_next(&parser->in);
  return true;
}

static bool parse_unary(rem_parser *parser, uint32_t *out) {
  rem_spot begin = rem_here(parser);
  rem_expr expr = {.a = REM_NONE, .b = REM_NONE, .c = REM_NONE};
  bool is_good;
  if (parser->in.token.kind == '(') {
    rem_next(&parser->in);
    if (!parse_level(parser, LOOSEST, out) ||
        !rem_take(&parser->in, ')', "')'"))
      return false;
    parser->syntax->exprs.at[*out].spot = rem_since(parser, begin);
    return true;
  }
  if (parser->in.token.kind == '!') {
    expr.op = REM_NOT;
    rem_next(&parser->in);
    is_good = rem_deeper(parser, "'!'") && parse_unary(parser, &expr.a);
    parser->nesting--;
  } else if (rem_at_quantifier(parser)) {
    is_good = parse_quantifier(parser, &expr);
  } else if (parser->in.token.kind == REM_T_NAME) {
    return rem_parse_reference(parser, out);
  } else {
    is_good = expression_parse_simple(parser, &expr);
  }
  expr.spot = rem_since(parser, begin);
  return is_good && add(parser, expr, out);
}

static bool parse_operators(rem_parser *parser, int level, uint32_t *out) {
  rem_spot begin = rem_here(parser);
  if (!parse_unary(parser, out))
    return false;
  for (;;) {
    rem_expr expr = {.a = *out, .b = REM_NONE, .c = REM_NONE};
    int here = operator_at(parser, &expr.op);
    if (here == 0 || here < level)
      return true;
    rem_next(&parser->in);
    if (here == TIGHTEST ? !parse_unary(parser, &expr.b)
                         : !parse_level(parser, here + 1, &expr.b))
      return false;
    expr.spot = rem_since(parser, begin);
    if (!add(parser, expr, out))
      return false;
  }
}

static bool parse_level(rem_parser *parser, int level, uint32_t *out) {
  size_t base = parser->pending.count;
  bool is_good =
      rem_deeper(parser, "expressions") && parse_operators(parser, level, out);
  parser->nesting--;
  if (!is_good)
    parser->pending.count = base;
  return is_good;
}

bool rem_parse_expression(rem_parser *parser, uint32_t *out) {
  return parse_level(parser, LOOSEST, out);
}
