#include "lang/ectl/parser.h"

#include <assert.h>

/* Operators wait on a stack until their right side is known; so does what is
 * open around them. Nothing here calls itself. */

enum { LEVEL_IFF = 1, LEVEL_IMPLIES, LEVEL_OR, LEVEL_AND, LEVEL_UNARY };

typedef enum pending_kind {
  OPERATOR,
  WHOLE, /* the formula itself */
  PARENTHESIS,
  PATH,    /* E( or A(, before U or R: 'op' is ECTL_EU or ECTL_AU */
  PATH_END /* behind it */
} pending_kind;

bool ectl_is_operator(const scan_token *token) {
  static const char *const words[] = {"EX", "AX", "EF",   "AF",
                                      "EG", "AG", "true", "false"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (ectl_is_word(token, words[i]))
      return true;
  return false;
}

static void push_pending(ectl_parser *parser, pending_kind kind,
                         ectl_operator op, int level, uint32_t name) {
  vec_push(parser->m, &parser->pending,
           ((ectl_pending){
               .kind = (int)kind, .op = op, .level = level, .name = name}));
}

static void formula_push_node(ectl_parser *parser, ectl_node node) {
  vec_push(parser->m, &parser->operands,
           ectl_add(parser->m, parser->formulas, node));
}

/* EF[a] f is E(1 U[a] f), and so on: the left side that is not written. */
static uint32_t implied_left(ectl_parser *parser, ectl_operator op) {
  bool is_until = op == ECTL_EU || op == ECTL_AU;
  return ectl_add(parser->m, parser->formulas,
                  (ectl_node){.op = is_until ? ECTL_TRUE : ECTL_FALSE});
}

/* The last operator has all its operands. */
static void apply(ectl_parser *parser) {
  ectl_pending pending = vec_pop(&parser->pending);
  ectl_node node = {.op = pending.op, .left = ECTL_NONE, .name = pending.name};
  node.right = vec_pop(&parser->operands);
  if (pending.kind == PATH_END || pending.level < LEVEL_UNARY)
    node.left = vec_pop(&parser->operands);
  else if (pending.op >= ECTL_EU)
    node.left = implied_left(parser, pending.op);
  else
    node.left = node.right;
  formula_push_node(parser, node);
}

/* Those that bind at least as tightly as 'level'. */
static void formula_apply_all(ectl_parser *parser, int level) {
  while (vec_last(&parser->pending).kind == OPERATOR &&
         vec_last(&parser->pending).level >= level)
    apply(parser);
}

/* "[a]", or nothing: every word. */
static bool read_automaton(ectl_parser *parser, uint32_t *out) {
  scan_token token;
  *out = ECTL_EVERY_WORD;
  if (parser->s.token.kind != '[')
    return true;
  ectl_next(&parser->s);
  if (!ectl_parse_name(parser, "the name of an automaton", &token))
    return false;
  *out = names_insert(parser->m, &parser->formulas->automata, token.text,
                      token.length);
  return ectl_take(&parser->s, ']', "']'");
}

/* EX, AX, EF, AF, EG, AG: behind the word. */
static bool read_brief(ectl_parser *parser, const scan_token *token) {
  static const ectl_operator paths[2][2] = {{ECTL_EU, ECTL_ER},
                                            {ECTL_AU, ECTL_AR}};
  bool is_all = token->text[0] == 'A';
  uint32_t name = ECTL_NONE;
  ectl_operator op = is_all ? ECTL_AX : ECTL_EX;
  if (token->text[1] != 'X') {
    op = paths[is_all][token->text[1] == 'G'];
    if (!read_automaton(parser, &name))
      return false;
  }
  push_pending(parser, OPERATOR, op, LEVEL_UNARY, name);
  return true;
}

/* A word that is an operator with more to come (*is_open), or an operand. */
static bool read_word(ectl_parser *parser, bool *is_open) {
  scan_token token = parser->s.token;
  bool is_constant =
      ectl_is_word(&token, "true") || ectl_is_word(&token, "false");
  bool is_quantifier =
      token.length == 1 && (*token.text == 'E' || *token.text == 'A');
  *is_open = true;
  ectl_next(&parser->s);
  if (!is_constant && ectl_is_operator(&token))
    return read_brief(parser, &token);
  if (is_quantifier && parser->s.token.kind == '(') {
    push_pending(parser, PATH, *token.text == 'E' ? ECTL_EU : ECTL_AU, 0,
                 ECTL_NONE);
    ectl_next(&parser->s);
    return true;
  }
  if (is_quantifier && ectl_is_word(&parser->s.token, "X")) {
    push_pending(parser, OPERATOR, *token.text == 'E' ? ECTL_EX : ECTL_AX,
                 LEVEL_UNARY, ECTL_NONE);
    ectl_next(&parser->s);
    return true;
  }
  *is_open = false;
  if (is_constant)
    formula_push_node(
        parser, (ectl_node){.op = *token.text == 't' ? ECTL_TRUE : ECTL_FALSE});
  else
    vec_push(
        parser->m, &parser->operands,
        ectl_add_prop(parser->m, parser->formulas, token.text, token.length));
  return true;
}

static bool read_number(ectl_parser *parser) {
  const scan_token *token = &parser->s.token;
  if (token->length != 1 || *token->text > '1')
    return scan_wrong(&parser->s,
                      "'%.*s' is no formula: there are 0 (false) and 1 "
                      "(true)",
                      report_clip(token->length), token->text);
  formula_push_node(
      parser, (ectl_node){.op = *token->text == '1' ? ECTL_TRUE : ECTL_FALSE});
  ectl_next(&parser->s);
  return true;
}

/* One operand, or what opens one: *is_open then. */
static bool formula_read_operand(ectl_parser *parser, bool *is_open) {
  *is_open = false;
  switch (parser->s.token.kind) {
  case ECTL_T_WORD:
    return read_word(parser, is_open);
  case ECTL_T_NUMBER:
    return read_number(parser);
  case '!':
    push_pending(parser, OPERATOR, ECTL_NOT, LEVEL_UNARY, ECTL_NONE);
    break;
  case '(':
    push_pending(parser, PARENTHESIS, ECTL_NOT, 0, ECTL_NONE);
    break;
  default:
    return scan_misfit(&parser->s, "a formula");
  }
  ectl_next(&parser->s);
  return *is_open = true;
}

static bool operator_of(int token, ectl_operator *op, int *level) {
  static const struct {
    int token;
    ectl_operator op;
    int level;
  } table[] = {{'&', ECTL_AND, LEVEL_AND},
               {ECTL_T_AND, ECTL_AND, LEVEL_AND},
               {'|', ECTL_OR, LEVEL_OR},
               {ECTL_T_OR, ECTL_OR, LEVEL_OR},
               {ECTL_T_ARROW, ECTL_IMPLIES, LEVEL_IMPLIES},
               {ECTL_T_IFF, ECTL_IFF, LEVEL_IFF}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].token == token) {
      *op = table[i].op;
      *level = table[i].level;
      return true;
    }
  return false;
}

static bool is_until_or_release(const scan_token *token) {
  return token->kind == ECTL_T_WORD && token->length == 1 &&
         (*token->text == 'U' || *token->text == 'R');
}

static bool misplaced(const ectl_parser *parser) {
  return scan_wrong(&parser->s,
                    "'%c' where an operator or the end of a formula should "
                    "be: it stands once within each 'E( )' or 'A( )'",
                    *parser->s.token.text);
}

/* What closes what is open; another operand follows if *is_open. */
static bool close_one(ectl_parser *parser, bool *is_open) {
  ectl_pending *pending = &vec_last(&parser->pending);
  const scan_token *token = &parser->s.token;
  *is_open = false;
  if (pending->kind == PATH) {
    if (!is_until_or_release(token))
      return scan_misfit(&parser->s, "an operator, 'U' or 'R'");
    if (*token->text == 'R')
      pending->op = pending->op == ECTL_EU ? ECTL_ER : ECTL_AR;
    pending->kind = PATH_END;
    *is_open = true;
    ectl_next(&parser->s);
    return read_automaton(parser, &pending->name);
  }
  if (is_until_or_release(token))
    return misplaced(parser);
  if (!ectl_take(&parser->s, ')', "an operator or ')'"))
    return false;
  if (vec_last(&parser->pending).kind == PATH_END)
    apply(parser);
  else
    parser->pending.count--;
  return true;
}

static bool read_all(ectl_parser *parser) {
  for (;;) {
    bool is_open;
    ectl_operator op;
    int level;
    if (!formula_read_operand(parser, &is_open))
      return false;
    while (!is_open) {
      if (operator_of(parser->s.token.kind, &op, &level)) {
        /* The loosest ones are right-associative. */
        formula_apply_all(parser, level <= LEVEL_IMPLIES ? level + 1 : level);
        push_pending(parser, OPERATOR, op, level, ECTL_NONE);
        ectl_next(&parser->s);
        break;
      }
      formula_apply_all(parser, 0);
      if (vec_last(&parser->pending).kind == WHOLE)
        return true;
      if (!close_one(parser, &is_open))
        return false;
    }
  }
}

bool ectl_parse_formula(ectl_parser *parser, uint32_t *out) {
  parser->pending.count = parser->operands.count = 0;
  push_pending(parser, WHOLE, ECTL_NOT, 0, ECTL_NONE);
  if (!read_all(parser) ||
      (is_until_or_release(&parser->s.token) && !misplaced(parser)))
    return false;
  assert(parser->operands.count == 1);
  *out = parser->operands.at[0];
  return true;
}
