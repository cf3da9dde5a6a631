#include "lang/bp/parser.h"

#include "base/mutant.h"

#include <assert.h>

/* Operators wait on a stack until their right side is known; so does what is
 * open around them. Nothing here calls itself. */

enum { LEVEL_EQUAL = 1, LEVEL_XOR, LEVEL_OR, LEVEL_AND, LEVEL_NOT };

static uint32_t depth_of(const bp_parser *parser, uint32_t node) {
  return parser->syntax->nodes.at[node].depth;
}

static bool expression_push_node(bp_parser *parser, bp_node node) {
  if (parser->syntax->nodes.count >= UINT32_MAX - 1)
    mem_raise(parser->m->budget, MEM_LIMIT);
  if (node.depth > BP_MOST_DEPTH)
    return scan_wrong_at(&parser->s, node.line, node.column,
                         "more than %d operators inside one another: use a "
                         "variable for a part of it",
                         BP_MOST_DEPTH);
  vec_push(parser->m, &parser->syntax->nodes, node);
  vec_push(parser->m, &parser->operands,
           (uint32_t)parser->syntax->nodes.count - 1);
  return true;
}

static bool push_leaf(bp_parser *parser, bp_op op, uint32_t a) {
  bp_node node = {.op = op,
                  .a = a,
                  .b = BP_NONE,
                  .line = parser->s.token.line,
                  .column = parser->s.token.column};
  bp_next(&parser->s);
  return expression_push_node(parser, node);
}

static void push_pending(bp_parser *parser, bp_pending_kind kind, bp_op op,
                         int level) {
  bp_pending pending = {.kind = kind,
                        .op = op,
                        .level = level,
                        .line = parser->s.token.line,
                        .column = parser->s.token.column};
  if (parser->pending.count >= UINT32_MAX)
    mem_raise(parser->m->budget, MEM_LIMIT);
  vec_push(parser->m, &parser->pending, pending);
}

/* The last operator has all its operands. */
static bool apply(bp_parser *parser) {
  bp_pending pending = vec_pop(&parser->pending);
  bp_node node = {.op = pending.op,
                  .b = BP_NONE,
                  .line = pending.line,
                  .column = pending.column};
  if (pending.op != BP_NOT)
    node.b = vec_pop(&parser->operands);
  node.a = vec_pop(&parser->operands);
  node.depth = depth_of(parser, node.a);
  if (node.b != BP_NONE && depth_of(parser, node.b) > node.depth)
    node.depth = depth_of(parser, node.b);
  node.depth++;
  return expression_push_node(parser, node);
}

/* Those that bind at least as tightly as 'level'. */
static bool apply_all(bp_parser *parser, int level) {
  while (vec_last(&parser->pending).kind == BP_OPERATOR &&
         vec_last(&parser->pending).level >= level)
    if (!apply(parser))
      return false;
  return true;
}

static bool read_next_value(bp_parser *parser) {
  bp_node node = {.op = BP_NEXT,
                  .b = BP_NONE,
                  .line = parser->s.token.line,
                  .column = parser->s.token.column};
  bp_use use;
  bp_next(&parser->s);
  if (!bp_parse_name(parser, "a variable", &use))
    return false;
  node.a = use.name;
  return expression_push_node(parser, node);
}

static bool read_number(bp_parser *parser) {
  const scan_token *token = &parser->s.token;
  if (token->length != 1 || *token->text > '1')
    return scan_wrong(&parser->s, "'%.*s' is no value: there are 0 and 1",
                      report_clip(token->length), token->text);
  return push_leaf(parser, BP_CONSTANT, *token->text == '1');
}

static bool read_name(bp_parser *parser) {
  if (bp_before_parenthesis(&parser->s))
    return scan_wrong(&parser->s,
                      "a call in an expression: it is a statement of its own, "
                      "'x := %.*s(...)'",
                      report_clip(parser->s.token.length),
                      parser->s.token.text);
  return push_leaf(parser, BP_VARIABLE, bp_use_here(parser).name);
}

/* One operand, or what opens one: *is_open then. */
static bool read_operand(bp_parser *parser, bool *is_open) {
  *is_open = false;
  switch (parser->s.token.kind) {
  case BP_T_NAME:
    return read_name(parser);
  case BP_T_NUMBER:
    return read_number(parser);
  case BP_T_TRUE:
  case BP_T_FALSE:
    return push_leaf(parser, BP_CONSTANT, parser->s.token.kind == BP_T_TRUE);
  case '*':
  case '?':
    return push_leaf(parser, BP_ANY, 0);
  case '\'':
    return read_next_value(parser);
  case BP_T_DISCARD:
    return scan_wrong(&parser->s,
                      "'_' has no value: it is for results that are not "
                      "wanted, before ':='");
  case '!':
  case '~':
    push_pending(parser, BP_OPERATOR, BP_NOT, LEVEL_NOT);
    break;
  case '(':
    push_pending(parser, BP_PARENTHESIS, BP_ANY, 0);
    break;
  case BP_T_SCHOOSE:
    push_pending(parser, BP_CHOICE, BP_CHOOSE, 0);
    bp_next(&parser->s);
    *is_open = true;
    return bp_take(&parser->s, '[', "'['");
  default:
    return scan_misfit(&parser->s, "an expression");
  }
  bp_next(&parser->s);
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
static bool close_one(bp_parser *parser, bool *is_open) {
  bp_pending *pending = &vec_last(&parser->pending);
  *is_open = false;
  if (pending->kind == BP_CHOICE) {
    pending->kind = BP_CHOICE_END;
    *is_open = true;
    return bp_take(&parser->s, ',', "an operator or ','");
  }
  if (pending->kind == BP_CHOICE_END)
    return bp_take(&parser->s, ']', "an operator or ']'") && apply(parser);
  assert(pending->kind == BP_PARENTHESIS);
  parser->pending.count--;
  return bp_take(&parser->s, ')', "an operator or ')'");
}

static bool read_all(bp_parser *parser) {
  for (;;) {
    bool is_open;
    bp_op op;
    int level;
    if (!read_operand(parser, &is_open))
      return false;
    while (!is_open) {
      if (operator_of(parser->s.token.kind, &op, &level)) {
        /* The loosest ones are right-associative. */
        if (!apply_all(parser, level == LEVEL_EQUAL ? level + 1 : level))
          return false;
        push_pending(parser, BP_OPERATOR, op, level);
        bp_next(&parser->s);
        break;
      }
      if (!apply_all(parser, 0))
        return false;
      if (vec_last(&parser->pending).kind == BP_OPEN)
        return true;
      if (!close_one(parser, &is_open))
        return false;
    }
  }
}

bool bp_parse_expression(bp_parser *parser, bp_expression *out) {
  out->first = (uint32_t)parser->syntax->nodes.count;
  parser->pending.count = parser->operands.count = 0;
  push_pending(parser, BP_OPEN, BP_ANY, 0);
  if (!read_all(parser))
    return false;
  assert(parser->operands.count == 1);
  out->root = parser->operands.at[0];
  return true;
}
