#include "lang/bp/syntax.h"

#include <assert.h>

struct bp_piece { /* a text, or a node */
  const char *text;
  uint32_t node;
  bool has_parentheses;
};

void bp_write(bp_writer *writer, const char *text) {
  size_t length = strlen(text);
  if (length == 0)
    return;
  vec_reserve(writer->m, &writer->text, length);
  memcpy(writer->text.at + writer->text.count, text, length);
  writer->text.count += length;
}

static void write_name(bp_writer *writer, uint32_t name) {
  bp_write(writer,
           name == BP_NONE ? "_" : names_text(writer->syntax->names, name));
}

/* Pieces are written last in, first out. */
static void write_push_text(bp_writer *writer, const char *text) {
  struct bp_piece piece = {.text = text};
  vec_push(writer->m, &writer->pieces, piece);
}

static void write_push_node(bp_writer *writer, uint32_t node,
                            bool has_parentheses) {
  struct bp_piece piece = {.node = node, .has_parentheses = has_parentheses};
  vec_push(writer->m, &writer->pieces, piece);
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

static void write_push_binary(bp_writer *writer, const bp_node *node) {
  assert(node->a < writer->syntax->nodes.count);
  assert(node->b < writer->syntax->nodes.count);
  static const char *const signs[] = {" & ", " | ",  " ^ ",
                                      " = ", " != ", " => "};
  int level = level_of(node->op);
  int left = level_of(writer->syntax->nodes.at[node->a].op);
  int right = level_of(writer->syntax->nodes.at[node->b].op);
  bool is_right = level == 1; /* right-associative */
  write_push_node(writer, node->b, is_right ? right < level : right <= level);
  write_push_text(writer, signs[node->op - BP_AND]);
  write_push_node(writer, node->a, is_right ? left <= level : left < level);
}

static void write_node(bp_writer *writer, uint32_t node) {
  assert(node < writer->syntax->nodes.count);
  const bp_node *n = &writer->syntax->nodes.at[node];
  switch (n->op) {
  case BP_CONSTANT:
    bp_write(writer, n->a ? "T" : "F");
    break;
  case BP_ANY:
    bp_write(writer, "*");
    break;
  case BP_NEXT:
    bp_write(writer, "'");
    write_name(writer, n->a);
    break;
  case BP_VARIABLE:
    write_name(writer, n->a);
    break;
  case BP_NOT:
    bp_write(writer, "!");
    write_push_node(writer, n->a,
                    level_of(writer->syntax->nodes.at[n->a].op) < 5);
    break;
  case BP_CHOOSE:
    bp_write(writer, "schoose[");
    write_push_text(writer, "]");
    write_push_node(writer, n->b, false);
    write_push_text(writer, ", ");
    write_push_node(writer, n->a, false);
    break;
  default:
    write_push_binary(writer, n);
  }
}

void bp_write_expression(bp_writer *writer, bp_expression expression) {
  writer->pieces.count = 0;
  write_push_node(writer, expression.root, false);
  while (writer->pieces.count) {
    struct bp_piece piece = vec_pop(&writer->pieces);
    if (piece.text) {
      bp_write(writer, piece.text);
      continue;
    }
    if (piece.has_parentheses) {
      bp_write(writer, "(");
      write_push_text(writer, ")");
    }
    write_node(writer, piece.node);
  }
}

static void write_expressions(bp_writer *writer, const bp_item *item) {
  for (uint32_t i = 0; i < item->expressions; i++) {
    if (i)
      bp_write(writer, ", ");
    bp_write_expression(
        writer, writer->syntax->expressions.at[item->first_expression + i]);
  }
}

static void write_uses(bp_writer *writer, const bp_item *item) {
  for (uint32_t i = 0; i < item->uses; i++) {
    if (i)
      bp_write(writer, ", ");
    write_name(writer, writer->syntax->uses.at[item->first_use + i].name);
  }
}

static void write_call(bp_writer *writer, const bp_item *item) {
  write_uses(writer, item);
  if (item->uses)
    bp_write(writer, " := ");
  write_name(writer, item->callee.name);
  bp_write(writer, "(");
  write_expressions(writer, item);
  bp_write(writer, ")");
}

static void write_assignment(bp_writer *writer, const bp_item *item) {
  write_uses(writer, item);
  bp_write(writer, " := ");
  write_expressions(writer, item);
  if (item->constraint != BP_NONE) {
    bp_write(writer, " constrain ");
    bp_write_expression(writer,
                        writer->syntax->expressions.at[item->constraint]);
  }
}

void bp_write_item(bp_writer *writer, const bp_item *item) {
  static const char *const words[] = {
      "skip",    "atomic_begin", "atomic_end", "print(", "",
      "",        "dead ",        "return",     "goto ",  "assert(",
      "assume(", "constrain(",   "abortif ",   "if (",   "elsif (",
      "while (", "else",         "fi",         "od"};
  const char *word = words[item->kind];
  bp_write(writer, word);
  if (item->kind == BP_ASSIGN) {
    write_assignment(writer, item);
  } else if (item->kind == BP_CALL) {
    write_call(writer, item);
  } else {
    if (item->kind == BP_RETURN && item->expressions)
      bp_write(writer, " ");
    write_uses(writer, item);
    write_expressions(writer, item);
  }
  if (*word && word[strlen(word) - 1] == '(')
    bp_write(writer, ")");
}
