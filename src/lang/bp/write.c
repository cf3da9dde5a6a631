#include "lang/bp/syntax.h"

#include <assert.h>

struct bp_piece { /* a text, or a node */
  const char *text;
  uint32_t node;
  bool has_parentheses;
};

void bp_write(bp_writer *w, const char *text) {
  size_t length = strlen(text);
  if (length == 0)
    return;
  vec_reserve(w->m, &w->text, length);
  memcpy(w->text.at + w->text.count, text, length);
  w->text.count += length;
}

static void write_name(bp_writer *w, uint32_t name) {
  bp_write(w, name == BP_NONE ? "_" : names_text(w->syntax->names, name));
}

/* Pieces are written last in, first out. */
static void write_push_text(bp_writer *w, const char *text) {
  struct bp_piece x = {.text = text};
  vec_push(w->m, &w->pieces, x);
}

static void write_push_node(bp_writer *w, uint32_t node, bool has_parentheses) {
  struct bp_piece x = {.node = node, .has_parentheses = has_parentheses};
  vec_push(w->m, &w->pieces, x);
}

static int level_of(bp_op op) {
  switch (op) {
  case BP_EQUAL:
  case BP_DIFFERS:
  case BP_IMPLIES:
    return 1;
  case BP_XOR:
    return 2;
  case BP_OR:
    return 3;
  case BP_AND:
    return 4;
  default:
    return 5;
  }
}

static void write_push_binary(bp_writer *w, const bp_node *n) {
  assert(n->a < w->syntax->nodes.count);
  assert(n->b < w->syntax->nodes.count);
  static const char *const signs[] = {" & ", " | ",  " ^ ",
                                      " = ", " != ", " => "};
  int level = level_of(n->op);
  int left = level_of(w->syntax->nodes.at[n->a].op);
  int right = level_of(w->syntax->nodes.at[n->b].op);
  bool is_right = level == 1; /* right-associative */
  write_push_node(w, n->b, is_right ? right < level : right <= level);
  write_push_text(w, signs[n->op - BP_AND]);
  write_push_node(w, n->a, is_right ? left <= level : left < level);
}

static void write_node(bp_writer *w, uint32_t node) {
  assert(node < w->syntax->nodes.count);
  const bp_node *n = &w->syntax->nodes.at[node];
  switch (n->op) {
  case BP_CONSTANT:
    bp_write(w, n->a ? "T" : "F");
    break;
  case BP_ANY:
    bp_write(w, "*");
    break;
  case BP_NEXT:
    bp_write(w, "'");
    write_name(w, n->a);
    break;
  case BP_VARIABLE:
    write_name(w, n->a);
    break;
  case BP_NOT:
    bp_write(w, "!");
    write_push_node(w, n->a, level_of(w->syntax->nodes.at[n->a].op) < 5);
    break;
  case BP_CHOOSE:
    bp_write(w, "schoose[");
    write_push_text(w, "]");
    write_push_node(w, n->b, false);
    write_push_text(w, ", ");
    write_push_node(w, n->a, false);
    break;
  default:
    write_push_binary(w, n);
  }
}

void bp_write_expression(bp_writer *w, bp_expression e) {
  w->pieces.count = 0;
  write_push_node(w, e.root, false);
  while (w->pieces.count) {
    struct bp_piece x = vec_pop(&w->pieces);
    if (x.text) {
      bp_write(w, x.text);
      continue;
    }
    if (x.has_parentheses) {
      bp_write(w, "(");
      write_push_text(w, ")");
    }
    write_node(w, x.node);
  }
}

static void write_expressions(bp_writer *w, const bp_item *x) {
  for (uint32_t i = 0; i < x->expressions; i++) {
    if (i)
      bp_write(w, ", ");
    bp_write_expression(w, w->syntax->expressions.at[x->first_expression + i]);
  }
}

static void write_uses(bp_writer *w, const bp_item *x) {
  for (uint32_t i = 0; i < x->uses; i++) {
    if (i)
      bp_write(w, ", ");
    write_name(w, w->syntax->uses.at[x->first_use + i].name);
  }
}

static void write_call(bp_writer *w, const bp_item *x) {
  write_uses(w, x);
  if (x->uses)
    bp_write(w, " := ");
  write_name(w, x->callee.name);
  bp_write(w, "(");
  write_expressions(w, x);
  bp_write(w, ")");
}

static void write_assignment(bp_writer *w, const bp_item *x) {
  write_uses(w, x);
  bp_write(w, " := ");
  write_expressions(w, x);
  if (x->constraint != BP_NONE) {
    bp_write(w, " constrain ");
    bp_write_expression(w, w->syntax->expressions.at[x->constraint]);
  }
}

void bp_write_item(bp_writer *w, const bp_item *x) {
  static const char *const words[] = {
      "skip",    "atomic_begin", "atomic_end", "print(", "",
      "",        "dead ",        "return",     "goto ",  "assert(",
      "assume(", "constrain(",   "abortif ",   "if (",   "elsif (",
      "while (", "else",         "fi",         "od"};
  const char *word = words[x->kind];
  bp_write(w, word);
  if (x->kind == BP_ASSIGN) {
    write_assignment(w, x);
  } else if (x->kind == BP_CALL) {
    write_call(w, x);
  } else {
    if (x->kind == BP_RETURN && x->expressions)
      bp_write(w, " ");
    write_uses(w, x);
    write_expressions(w, x);
  }
  if (*word && word[strlen(word) - 1] == '(')
    bp_write(w, ")");
}
