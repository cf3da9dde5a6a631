/* Formulas as text. What is still to be printed is a stack of pieces, so that
 * nesting is limited by memory alone. */
#include "logic/ltl.h"
#include "logic/words.h"

#include <assert.h>

typedef struct piece {
  const char *text; /* or NULL: the formula */
  uint32_t formula;
  bool parentheses;
} piece;

typedef vec(piece) pieces;

static const char *symbol(ltl_op op, bool spin) {
  static const char *const spot_symbols[] = {
      "true", "false", NULL, "!", " & ", " | ", " -> ", " <-> ",
      " ^ ",  "X",     "F",  "G", " U ", " R ", " W ",  " M "};
  static const char *const spin_symbols[] = {
      "true", "false", NULL, "!",  " && ", " || ", " -> ", " <-> ",
      " ^ ",  "X",     "<>", "[]", " U ",  " V ",  " W ",  " M "};
  return (spin ? spin_symbols : spot_symbols)[op];
}

static bool is_right_associative(ltl_op op) {
  return words_level(op) == 1 || words_level(op) == 5;
}

static void put_atom(const ltl *t, uint32_t n, text *out) {
  const char *name = names_text(&t->atoms, n);
  size_t length = names_length(&t->atoms, n);
  if (words_is_plain_name(name, length))
    text_add(out, name, length);
  else
    text_quoted(out, name, length);
}

static void push_operand(mem *m, const ltl *t, pieces *stack, uint32_t f,
                         int least) {
  assert(f < t->nodes.count);
  bool parentheses = words_level(t->nodes.at[f].op) < least;
  vec_push(m, stack, ((piece){NULL, f, parentheses}));
}

static void push_parts(mem *m, const ltl *t, pieces *stack, uint32_t f,
                       bool spin, text *out) {
  assert(f < t->nodes.count);
  const ltl_node *node = &t->nodes.at[f];
  int own = words_level(node->op);
  if (node->right != LTL_NONE) {
    bool right = is_right_associative(node->op);
    push_operand(m, t, stack, node->right, own + !right);
    vec_push(m, stack, ((piece){symbol(node->op, spin), 0, false}));
    push_operand(m, t, stack, node->left, own + right);
    return;
  }
  /* A blank keeps 'X' and a name apart; '(' and '!' need none. */
  const ltl_node *below = &t->nodes.at[node->left];
  text_put(out, symbol(node->op, spin));
  if (node->op != LTL_NOT &&
      (words_level(below->op) >= 6 && below->op != LTL_NOT))
    text_char(out, ' ');
  push_operand(m, t, stack, node->left, own);
}

void ltl_print(mem *m, const ltl *t, uint32_t f, bool spin, text *out) {
  pieces stack = {0};
  vec_push(m, &stack, ((piece){NULL, f, false}));
  while (stack.count) {
    piece p = vec_pop(&stack);
    if (p.text) {
      text_put(out, p.text);
      continue;
    }
    const ltl_node *node = &t->nodes.at[p.formula];
    if (p.parentheses) {
      text_char(out, '(');
      vec_push(m, &stack, ((piece){")", 0, false}));
    }
    if (node->op == LTL_ATOM)
      put_atom(t, node->left, out);
    else if (node->op <= LTL_FALSE)
      text_put(out, symbol(node->op, spin));
    else
      push_parts(m, t, &stack, p.formula, spin, out);
  }
  vec_free(m, &stack);
}
