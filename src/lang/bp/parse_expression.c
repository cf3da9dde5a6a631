#include "lang/bp/parser.h"

#include "base/mutant.h"

#include <assert.h>

/* Operators wait on a stack until their right side is known; so does what is
 * open around them. Nothing here calls itself. */

enum { LEVEL_EQUAL = 1, LEVEL_XOR, LEVEL_OR, LEVEL_AND, LEVEL_NOT };

static uint32_t depth_of(const bp_parser *p, uint32_t node) {
  return p->syntax->nodes.at[node].depth;
}

static bool expression_push_node(bp_parser *p, bp_node n) {
  if (p->syntax->nodes.count >= UINT32_MAX - 1)
    mem_raise(p->m->budget, MEM_LIMIT);
  if (n.depth > BP_MOST_DEPTH)
    return scan_wrong_at(&p->s, n.line, n.column,
                         "more than %d operators inside one another: use a "
                         "variable for a part of it",
                         BP_MOST_DEPTH);
  vec_push(p->m, &p->syntax->nodes, n);
  vec_push(p->m, &p->operands, (uint32_t)p->syntax->nodes.count - 1);
  return true;
}

static bool push_leaf(bp_parser *p, bp_op op, uint32_t a) {
  bp_node n = {.op = op,
               .a = a,
               .b = BP_NONE,
               .line = p->s.token.line,
               .column = p->s.token.column};
  bp_next(&p->s);
  return expression_push_node(p, n);
}

static void push_pending(bp_parser *p, bp_pending_kind kind, bp_op op,
                         int level) {
  bp_pending o = {.kind = kind,
                  .op = op,
                  .level = level,
                  .line = p->s.token.line,
                  .column = p->s.token.column};
  if (p->pending.count >= UINT32_MAX)
    mem_raise(p->m->budget, MEM_LIMIT);
  vec_push(p->m, &p->pending, o);
}

/* The last operator has all its operands. */
static bool apply(bp_parser *p) {
  bp_pending o = vec_pop(&p->pending);
  bp_node n = {.op = o.op, .b = BP_NONE, .line = o.line, .column = o.column};
  if (o.op != BP_NOT)
    n.b = vec_pop(&p->operands);
  n.a = vec_pop(&p->operands);
  n.depth = depth_of(p, n.a);
  if (n.b != BP_NONE && depth_of(p, n.b) > n.depth)
    n.depth = depth_of(p, n.b);
  n.depth++;
  return expression_push_node(p, n);
}

/* Those that bind at least as tightly as 'level'. */
static bool apply_all(bp_parser *p, int level) {
  while (vec_last(&p->pending).kind == BP_OPERATOR &&
         vec_last(&p->pending).level >= level)
    if (!apply(p))
      return false;
  return true;
}

static bool read_next_value(bp_parser *p) {
  bp_node n = {.op = BP_NEXT,
               .b = BP_NONE,
               .line = p->s.token.line,
               .column = p->s.token.column};
  bp_use use;
  bp_next(&p->s);
  if (!bp_parse_name(p, "a variable", &use))
    return false;
  n.a = use.name;
  return expression_push_node(p, n);
}

static bool read_number(bp_parser *p) {
  const scan_token *t = &p->s.token;
  if (t->length != 1 || *t->text > '1')
    return scan_wrong(&p->s, "'%.*s' is no value: there are 0 and 1",
                      report_clip(t->length), t->text);
  return push_leaf(p, BP_CONSTANT, *t->text == '1');
}

static bool read_name(bp_parser *p) {
  if (bp_before_parenthesis(&p->s))
    return scan_wrong(&p->s,
                      "a call in an expression: it is a statement of its own, "
                      "'x := %.*s(...)'",
                      report_clip(p->s.token.length), p->s.token.text);
  return push_leaf(p, BP_VARIABLE, bp_use_here(p).name);
}

/* One operand, or what opens one: *is_open then. */
static bool read_operand(bp_parser *p, bool *is_open) {
  *is_open = false;
  switch (p->s.token.kind) {
  case BP_T_NAME:
    return read_name(p);
  case BP_T_NUMBER:
    return read_number(p);
  case BP_T_TRUE:
  case BP_T_FALSE:
    return push_leaf(p, BP_CONSTANT, p->s.token.kind == BP_T_TRUE);
  case '*':
  case '?':
    return push_leaf(p, BP_ANY, 0);
  case '\'':
    return read_next_value(p);
  case BP_T_DISCARD:
    return scan_wrong(&p->s, "'_' has no value: it is for results that are not "
                             "wanted, before ':='");
  case '!':
  case '~':
    push_pending(p, BP_OPERATOR, BP_NOT, LEVEL_NOT);
    break;
  case '(':
    push_pending(p, BP_PARENTHESIS, BP_ANY, 0);
    break;
  case BP_T_SCHOOSE:
    push_pending(p, BP_CHOICE, BP_CHOOSE, 0);
    bp_next(&p->s);
    *is_open = true;
    return bp_take(&p->s, '[', "'['");
  default:
    return scan_misfit(&p->s, "an expression");
  }
  bp_next(&p->s);
  return *is_open = true;
}

static bool operator_of(int token, bp_op *op, int *level) {
  static const struct {
    int token;
    bp_op op;
    int level;
  } table[] = {{'&', BP_AND, LEVEL_AND},
               {'|', BP_OR, LEVEL_OR},
               {'^', BP_XOR, LEVEL_XOR},
               {'=', BP_EQUAL, LEVEL_EQUAL},
               {BP_T_DIFFERS, BP_DIFFERS, LEVEL_EQUAL},
               {BP_T_IMPLIES, BP_IMPLIES, LEVEL_EQUAL}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].token == token) {
      *op = table[i].op;
      *level =
          MUTANT("bp-xor-tight") && token == '^' ? LEVEL_AND : table[i].level;
      return true;
    }
  return false;
}

/* What closes what is open: the second part of a choice follows if *is_open. */
static bool close_one(bp_parser *p, bool *is_open) {
  bp_pending *o = &vec_last(&p->pending);
  *is_open = false;
  if (o->kind == BP_CHOICE) {
    o->kind = BP_CHOICE_END;
    *is_open = true;
    return bp_take(&p->s, ',', "an operator or ','");
  }
  if (o->kind == BP_CHOICE_END)
    return bp_take(&p->s, ']', "an operator or ']'") && apply(p);
  assert(o->kind == BP_PARENTHESIS);
  p->pending.count--;
  return bp_take(&p->s, ')', "an operator or ')'");
}

static bool read_all(bp_parser *p) {
  for (;;) {
    bool is_open;
    bp_op op;
    int level;
    if (!read_operand(p, &is_open))
      return false;
    while (!is_open) {
      if (operator_of(p->s.token.kind, &op, &level)) {
        /* The loosest ones are right-associative. */
        if (!apply_all(p, level == LEVEL_EQUAL ? level + 1 : level))
          return false;
        push_pending(p, BP_OPERATOR, op, level);
        bp_next(&p->s);
        break;
      }
      if (!apply_all(p, 0))
        return false;
      if (vec_last(&p->pending).kind == BP_OPEN)
        return true;
      if (!close_one(p, &is_open))
        return false;
    }
  }
}

bool bp_parse_expression(bp_parser *p, bp_expression *out) {
  out->first = (uint32_t)p->syntax->nodes.count;
  p->pending.count = p->operands.count = 0;
  push_pending(p, BP_OPEN, BP_ANY, 0);
  if (!read_all(p))
    return false;
  assert(p->operands.count == 1);
  out->root = p->operands.at[0];
  return true;
}
