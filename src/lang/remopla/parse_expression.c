#include "lang/remopla/syntax.h"

/* Levels of operators, the loosest first. A quantifier's body ends where an
 * operator looser than a comparison comes. */
enum { LOOSEST = 1, COMPARISON = 7, TIGHTEST = 11 };

static int operator_at(const rem_parser *p, rem_op *op) {
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
  int kind = p->in.token.kind;
  if (kind == '=' && p->single_equals)
    kind = REM_T_EQUAL;
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (operators[i].kind == kind) {
      *op = operators[i].op;
      return operators[i].level;
    }
  return 0;
}

static uint32_t depth_of(const rem_parser *p, uint32_t e) {
  return e == REM_NONE ? 0 : p->syntax->exprs.at[e].depth;
}

static bool add(rem_parser *p, rem_expr e, uint32_t *out) {
  if (e.op >= REM_NOT) {
    uint32_t a = depth_of(p, e.a), b = depth_of(p, e.b);
    uint32_t c =
        e.op == REM_FORALL || e.op == REM_EXISTS ? depth_of(p, e.c) : 0;
    e.depth = 1 + (a > b ? a : b);
    if (e.depth <= c)
      e.depth = c + 1;
    if (e.depth > REM_MOST_DEPTH)
      return rem_wrong_at(p, &e.spot,
                          "an expression of more than %d operators in a row",
                          (int)REM_MOST_DEPTH);
  }
  *out = (uint32_t)p->syntax->exprs.count;
  vec_push(p->m, &p->syntax->exprs, e);
  return true;
}

static bool parse_level(rem_parser *p, int level, uint32_t *out);

static bool parse_part(rem_parser *p, rem_part *out) {
  rem_spot begin = rem_here(p);
  size_t base = p->pending.count;
  *out = (rem_part){0};
  if (!rem_take_name(p, "a name", &out->name))
    return false;
  for (; p->in.token.kind == '\''; rem_next(&p->in))
    if (++out->primes > 2)
      return scan_wrong(&p->in, "a name has at most two primes");
  while (p->in.token.kind == '[') {
    uint32_t index;
    rem_next(&p->in);
    if (!parse_level(p, LOOSEST, &index) || !rem_take(&p->in, ']', "']'"))
      return false;
    vec_push(p->m, &p->pending, index);
  }
  out->first_index = rem_close_list(p, base, &out->indices);
  out->spot = rem_since(p, begin);
  return true;
}

static bool parse_parts(rem_parser *p, rem_expr *e) {
  rem_part parts[3];
  e->op = REM_REFERENCE;
  do {
    if (e->b > 0)
      rem_next(&p->in);
    if (e->b == 3)
      return scan_wrong(&p->in,
                        "too many fields: a structure has no structures");
    if (!parse_part(p, &parts[e->b]))
      return false;
    e->b++;
  } while (p->in.token.kind == '.');
  e->a = (uint32_t)p->syntax->parts.count;
  for (uint32_t i = 0; i < e->b; i++)
    vec_push(p->m, &p->syntax->parts, parts[i]);
  return true;
}

bool rem_parse_reference(rem_parser *p, uint32_t *out) {
  rem_spot begin = rem_here(p);
  size_t base = p->pending.count;
  rem_expr e = {.op = REM_REFERENCE, .c = REM_NONE};
  bool is_good = rem_deeper(p, "indices") && parse_parts(p, &e);
  p->nesting--;
  p->pending.count = base;
  e.spot = rem_since(p, begin);
  return is_good && add(p, e, out);
}

bool rem_at_quantifier(const rem_parser *p) {
  int first, second;
  if (p->in.token.kind != REM_T_NAME || p->in.token.length != 1 ||
      (*p->in.token.text != 'A' && *p->in.token.text != 'E'))
    return false;
  rem_peek(&p->in, &first, &second);
  return first == REM_T_NAME && second == '(';
}

bool rem_parse_range(rem_parser *p, uint32_t *name, uint32_t *low,
                     uint32_t *high) {
  return rem_take_name(p, "the quantifier's name", name) &&
         rem_take(&p->in, '(', "'('") && parse_level(p, LOOSEST, low) &&
         rem_take(&p->in, ',', "','") && parse_level(p, LOOSEST, high) &&
         rem_take(&p->in, ')', "')'");
}

static bool parse_quantifier(rem_parser *p, rem_expr *e) {
  e->op = *p->in.token.text == 'A' ? REM_FORALL : REM_EXISTS;
  rem_next(&p->in);
  return rem_parse_range(p, &e->name, &e->a, &e->b) &&
         parse_level(p, COMPARISON, &e->c);
}

static bool expression_parse_simple(rem_parser *p, rem_expr *e) {
  switch (p->in.token.kind) {
  case REM_T_INTEGER:
    e->op = REM_NUMBER;
    e->value = p->in.token.value;
    break;
  case REM_T_TRUE:
    e->op = REM_TRUE;
    break;
  case REM_T_FALSE:
    e->op = REM_FALSE;
    break;
  case REM_T_UNDEF:
    e->op = REM_UNDEF;
    break;
  default:
    return rem_misfit(&p->in, "an expression");
  }
  rem_next(&p->in);
  return true;
}

static bool parse_unary(rem_parser *p, uint32_t *out) {
  rem_spot begin = rem_here(p);
  rem_expr e = {.a = REM_NONE, .b = REM_NONE, .c = REM_NONE};
  bool is_good;
  if (p->in.token.kind == '(') {
    rem_next(&p->in);
    if (!parse_level(p, LOOSEST, out) || !rem_take(&p->in, ')', "')'"))
      return false;
    p->syntax->exprs.at[*out].spot = rem_since(p, begin);
    return true;
  }
  if (p->in.token.kind == '!') {
    e.op = REM_NOT;
    rem_next(&p->in);
    is_good = rem_deeper(p, "'!'") && parse_unary(p, &e.a);
    p->nesting--;
  } else if (rem_at_quantifier(p)) {
    is_good = parse_quantifier(p, &e);
  } else if (p->in.token.kind == REM_T_NAME) {
    return rem_parse_reference(p, out);
  } else {
    is_good = expression_parse_simple(p, &e);
  }
  e.spot = rem_since(p, begin);
  return is_good && add(p, e, out);
}

static bool parse_operators(rem_parser *p, int level, uint32_t *out) {
  rem_spot begin = rem_here(p);
  if (!parse_unary(p, out))
    return false;
  for (;;) {
    rem_expr e = {.a = *out, .b = REM_NONE, .c = REM_NONE};
    int here = operator_at(p, &e.op);
    if (here == 0 || here < level)
      return true;
    rem_next(&p->in);
    if (here == TIGHTEST ? !parse_unary(p, &e.b)
                         : !parse_level(p, here + 1, &e.b))
      return false;
    e.spot = rem_since(p, begin);
    if (!add(p, e, out))
      return false;
  }
}

static bool parse_level(rem_parser *p, int level, uint32_t *out) {
  size_t base = p->pending.count;
  bool is_good = rem_deeper(p, "expressions") && parse_operators(p, level, out);
  p->nesting--;
  if (!is_good)
    p->pending.count = base;
  return is_good;
}

bool rem_parse_expression(rem_parser *p, uint32_t *out) {
  return parse_level(p, LOOSEST, out);
}
