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

bool ectl_is_operator(const scan_token *t) {
  static const char *const words[] = {"EX", "AX", "EF",   "AF",
                                      "EG", "AG", "true", "false"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (ectl_is_word(t, words[i]))
      return true;
  return false;
}

static void push_pending(ectl_parser *p, pending_kind kind, ectl_operator op,
                         int level, uint32_t name) {
  vec_push(p->m, &p->pending,
           ((ectl_pending){
               .kind = (int)kind, .op = op, .level = level, .name = name}));
}

static void formula_push_node(ectl_parser *p, ectl_node x) {
  vec_push(p->m, &p->operands, ectl_add(p->m, p->formulas, x));
}

/* EF[a] f is E(1 U[a] f), and so on: the left side that is not written. */
static uint32_t implied_left(ectl_parser *p, ectl_operator op) {
  bool is_until = op == ECTL_EU || op == ECTL_AU;
  return ectl_add(p->m, p->formulas,
                  (ectl_node){.op = is_until ? ECTL_TRUE : ECTL_FALSE});
}

/* The last operator has all its operands. */
static void apply(ectl_parser *p) {
  ectl_pending o = vec_pop(&p->pending);
  ectl_node x = {.op = o.op, .left = ECTL_NONE, .name = o.name};
  x.right = vec_pop(&p->operands);
  if (o.kind == PATH_END || o.level < LEVEL_UNARY)
    x.left = vec_pop(&p->operands);
  else if (o.op >= ECTL_EU)
    x.left = implied_left(p, o.op);
  else
    x.left = x.right;
  formula_push_node(p, x);
}

/* Those that bind at least as tightly as 'level'. */
static void formula_apply_all(ectl_parser *p, int level) {
  while (vec_last(&p->pending).kind == OPERATOR &&
         vec_last(&p->pending).level >= level)
    apply(p);
}

/* "[a]", or nothing: every word. */
static bool read_automaton(ectl_parser *p, uint32_t *out) {
  scan_token t;
  *out = ECTL_EVERY_WORD;
  if (p->s.token.kind != '[')
    return true;
  ectl_next(&p->s);
  if (!ectl_parse_name(p, "the name of an automaton", &t))
    return false;
  *out = names_insert(p->m, &p->formulas->automata, t.text, t.length);
  return ectl_take(&p->s, ']', "']'");
}

/* EX, AX, EF, AF, EG, AG: behind the word. */
static bool read_brief(ectl_parser *p, const scan_token *t) {
  static const ectl_operator paths[2][2] = {{ECTL_EU, ECTL_ER},
                                            {ECTL_AU, ECTL_AR}};
  bool is_all = t->text[0] == 'A';
  uint32_t name = ECTL_NONE;
  ectl_operator op = is_all ? ECTL_AX : ECTL_EX;
  if (t->text[1] != 'X') {
    op = paths[is_all][t->text[1] == 'G'];
    if (!read_automaton(p, &name))
      return false;
  }
  push_pending(p, OPERATOR, op, LEVEL_UNARY, name);
  return true;
}

/* A word that is an operator with more to come (*is_open), or an operand. */
static bool read_word(ectl_parser *p, bool *is_open) {
  scan_token t = p->s.token;
  bool is_constant = ectl_is_word(&t, "true") || ectl_is_word(&t, "false");
  bool is_quantifier = t.length == 1 && (*t.text == 'E' || *t.text == 'A');
  *is_open = true;
  ectl_next(&p->s);
  if (!is_constant && ectl_is_operator(&t))
    return read_brief(p, &t);
  if (is_quantifier && p->s.token.kind == '(') {
    push_pending(p, PATH, *t.text == 'E' ? ECTL_EU : ECTL_AU, 0, ECTL_NONE);
    ectl_next(&p->s);
    return true;
  }
  if (is_quantifier && ectl_is_word(&p->s.token, "X")) {
    push_pending(p, OPERATOR, *t.text == 'E' ? ECTL_EX : ECTL_AX, LEVEL_UNARY,
                 ECTL_NONE);
    ectl_next(&p->s);
    return true;
  }
  *is_open = false;
  if (is_constant)
    formula_push_node(
        p, (ectl_node){.op = *t.text == 't' ? ECTL_TRUE : ECTL_FALSE});
  else
    vec_push(p->m, &p->operands,
             ectl_add_prop(p->m, p->formulas, t.text, t.length));
  return true;
}

static bool read_number(ectl_parser *p) {
  const scan_token *t = &p->s.token;
  if (t->length != 1 || *t->text > '1')
    return scan_wrong(&p->s,
                      "'%.*s' is no formula: there are 0 (false) and 1 "
                      "(true)",
                      report_clip(t->length), t->text);
  formula_push_node(
      p, (ectl_node){.op = *t->text == '1' ? ECTL_TRUE : ECTL_FALSE});
  ectl_next(&p->s);
  return true;
}

/* One operand, or what opens one: *is_open then. */
static bool formula_read_operand(ectl_parser *p, bool *is_open) {
  *is_open = false;
  switch (p->s.token.kind) {
  case ECTL_T_WORD:
    return read_word(p, is_open);
  case ECTL_T_NUMBER:
    return read_number(p);
  case '!':
    push_pending(p, OPERATOR, ECTL_NOT, LEVEL_UNARY, ECTL_NONE);
    break;
  case '(':
    push_pending(p, PARENTHESIS, ECTL_NOT, 0, ECTL_NONE);
    break;
  default:
    return scan_misfit(&p->s, "a formula");
  }
  ectl_next(&p->s);
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

static bool is_until_or_release(const scan_token *t) {
  return t->kind == ECTL_T_WORD && t->length == 1 &&
         (*t->text == 'U' || *t->text == 'R');
}

static bool misplaced(const ectl_parser *p) {
  return scan_wrong(&p->s,
                    "'%c' where an operator or the end of a formula should "
                    "be: it stands once within each 'E( )' or 'A( )'",
                    *p->s.token.text);
}

/* What closes what is open; another operand follows if *is_open. */
static bool close_one(ectl_parser *p, bool *is_open) {
  ectl_pending *o = &vec_last(&p->pending);
  const scan_token *t = &p->s.token;
  *is_open = false;
  if (o->kind == PATH) {
    if (!is_until_or_release(t))
      return scan_misfit(&p->s, "an operator, 'U' or 'R'");
    if (*t->text == 'R')
      o->op = o->op == ECTL_EU ? ECTL_ER : ECTL_AR;
    o->kind = PATH_END;
    *is_open = true;
    ectl_next(&p->s);
    return read_automaton(p, &o->name);
  }
  if (is_until_or_release(t))
    return misplaced(p);
  if (!ectl_take(&p->s, ')', "an operator or ')'"))
    return false;
  if (vec_last(&p->pending).kind == PATH_END)
    apply(p);
  else
    p->pending.count--;
  return true;
}

static bool read_all(ectl_parser *p) {
  for (;;) {
    bool is_open;
    ectl_operator op;
    int level;
    if (!formula_read_operand(p, &is_open))
      return false;
    while (!is_open) {
      if (operator_of(p->s.token.kind, &op, &level)) {
        /* The loosest ones are right-associative. */
        formula_apply_all(p, level <= LEVEL_IMPLIES ? level + 1 : level);
        push_pending(p, OPERATOR, op, level, ECTL_NONE);
        ectl_next(&p->s);
        break;
      }
      formula_apply_all(p, 0);
      if (vec_last(&p->pending).kind == WHOLE)
        return true;
      if (!close_one(p, &is_open))
        return false;
    }
  }
}

bool ectl_parse_formula(ectl_parser *p, uint32_t *out) {
  p->pending.count = p->operands.count = 0;
  push_pending(p, WHOLE, ECTL_NOT, 0, ECTL_NONE);
  if (!read_all(p) || (is_until_or_release(&p->s.token) && !misplaced(p)))
    return false;
  assert(p->operands.count == 1);
  *out = p->operands.at[0];
  return true;
}
