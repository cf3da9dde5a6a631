#include "lang/ectl/ectl_text.h"

#include <assert.h>

/* What is still to be written waits on a stack: texts, and expressions with how
 * tightly what is around them binds. */

enum { LOOSEST, LEVEL_CHOICE, LEVEL_SEQUENCE, LEVEL_POSTFIX };

typedef struct piece {
  const char *text; /* NULL: a node */
  uint32_t node;
  int level; /* looser expressions need parentheses */
} piece;

typedef struct writer {
  mem *m;
  const ectl_regular *x;
  vec(piece) waiting;
} writer;

static void wait_text(writer *w, const char *s) {
  vec_push(w->m, &w->waiting, ((piece){.text = s}));
}

static void wait_node(writer *w, uint32_t node, int level) {
  vec_push(w->m, &w->waiting, ((piece){.node = node, .level = level}));
}

static int level_of(regex_operator op) {
  if (op == REGEX_CHOICE)
    return LEVEL_CHOICE;
  return op == REGEX_SEQUENCE ? LEVEL_SEQUENCE : LEVEL_POSTFIX;
}

/* Its last piece first. */
static void open_node(writer *w, const regex_node *node) {
  int level = level_of(node->op);
  switch (node->op) {
  case REGEX_NOTHING: /* no text means it */
    assert(false);
    break;
  case REGEX_EMPTY:
    wait_text(w, "()");
    break;
  case REGEX_LABEL:
    wait_text(w, node->left == FA_SET ? "."
                                      : names_text(&w->x->actions, node->left));
    break;
  case REGEX_SEQUENCE:
  case REGEX_CHOICE:
    wait_node(w, node->right, level + 1);
    wait_text(w, node->op == REGEX_CHOICE ? " | " : " ");
    wait_node(w, node->left, level);
    break;
  case REGEX_STAR:
  case REGEX_PLUS:
  case REGEX_OPTION:
    wait_text(w, node->op == REGEX_STAR   ? "*"
                 : node->op == REGEX_PLUS ? "+"
                                          : "?");
    wait_node(w, node->left, level);
    break;
  }
}

void ectl_write_regular(mem *m, const char *name, const ectl_regular *regular,
                        text *out) {
  writer w = {.m = m, .x = regular};
  text_put(out, "REGULAR ");
  text_put(out, name);
  text_put(out, " { ");
  wait_node(&w, regular->root, LOOSEST);
  while (w.waiting.count) {
    piece next = vec_pop(&w.waiting);
    if (next.text) {
      text_put(out, next.text);
      continue;
    }
    const regex_node *node = &regular->tree.nodes.at[next.node];
    bool is_looser = level_of(node->op) < next.level;
    if (is_looser)
      wait_text(&w, ")");
    open_node(&w, node);
    if (is_looser)
      text_put(out, "(");
  }
  vec_free(m, &w.waiting);
  text_put(out, " }\n");
}
