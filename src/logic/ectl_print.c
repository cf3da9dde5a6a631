#include "logic/ectl.h"

#include <assert.h>

/* What is still to be printed waits on a stack: texts, and formulas with how
 * tightly what is around them binds. */

enum { LOOSEST, LEVEL_IFF, LEVEL_IMPLIES, LEVEL_OR, LEVEL_AND, LEVEL_UNARY };

typedef struct piece {
  const char *text; /* NULL: a node */
  uint32_t node;
  int level; /* looser formulas need parentheses */
} piece;

typedef struct printer {
  mem *m;
  const ectl *t;
  vec(piece) waiting;
} printer;

static void wait_text(printer *p, const char *s) {
  vec_push(p->m, &p->waiting, ((piece){.text = s}));
}

static void wait_node(printer *p, uint32_t node, int level) {
  vec_push(p->m, &p->waiting, ((piece){.node = node, .level = level}));
}

static int level_of(ectl_operator op) {
  switch (op) {
  case ECTL_IFF:
    return LEVEL_IFF;
  case ECTL_IMPLIES:
    return LEVEL_IMPLIES;
  case ECTL_OR:
    return LEVEL_OR;
  case ECTL_AND:
    return LEVEL_AND;
  default:
    return LEVEL_UNARY;
  }
}

/* Each kind, its last piece first. */

static void wait_binary(printer *p, const ectl_node *node, const char *mark) {
  int level = level_of(node->op);
  bool to_the_right = node->op == ECTL_IMPLIES || node->op == ECTL_IFF;
  wait_node(p, node->right, to_the_right ? level : level + 1);
  wait_text(p, mark);
  wait_node(p, node->left, to_the_right ? level + 1 : level);
}

static void wait_unary(printer *p, const ectl_node *node, const char *mark) {
  wait_node(p, node->left, LEVEL_UNARY);
  wait_text(p, mark);
}

/* The automaton behind U, EF, ... and the space that follows. */
static void wait_automaton(printer *p, const ectl_node *node) {
  if (node->name == ECTL_EVERY_WORD) {
    wait_text(p, " ");
    return;
  }
  wait_text(p, "] ");
  wait_text(p, names_text(&p->t->automata, node->name));
  wait_text(p, "[");
}

static void wait_path(printer *p, const ectl_node *node) {
  assert(node->left < p->t->nodes.count);
  static const struct {
    const char *begin, *middle, *brief;
    ectl_operator trivial; /* the left side that 'brief' stands for */
  } marks[] = {{"E(", " U", "EF", ECTL_TRUE},
               {"E(", " R", "EG", ECTL_FALSE},
               {"A(", " U", "AF", ECTL_TRUE},
               {"A(", " R", "AG", ECTL_FALSE}};
  int i = (int)node->op - ECTL_EU;
  if (p->t->nodes.at[node->left].op == marks[i].trivial) {
    wait_node(p, node->right, LEVEL_UNARY);
    wait_automaton(p, node);
    wait_text(p, marks[i].brief);
    return;
  }
  wait_text(p, ")");
  wait_node(p, node->right, LOOSEST);
  wait_automaton(p, node);
  wait_text(p, marks[i].middle);
  wait_node(p, node->left, LOOSEST);
  wait_text(p, marks[i].begin);
}

static void open_node(printer *p, const ectl_node *node) {
  switch (node->op) {
  case ECTL_FALSE:
    wait_text(p, "0");
    break;
  case ECTL_TRUE:
    wait_text(p, "1");
    break;
  case ECTL_PROP:
    wait_text(p, names_text(&p->t->props, node->name));
    break;
  case ECTL_NOT:
    wait_unary(p, node, "!");
    break;
  case ECTL_EX:
    wait_unary(p, node, "EX ");
    break;
  case ECTL_AX:
    wait_unary(p, node, "AX ");
    break;
  case ECTL_AND:
    wait_binary(p, node, " & ");
    break;
  case ECTL_OR:
    wait_binary(p, node, " | ");
    break;
  case ECTL_IMPLIES:
    wait_binary(p, node, " -> ");
    break;
  case ECTL_IFF:
    wait_binary(p, node, " <-> ");
    break;
  case ECTL_EU:
  case ECTL_ER:
  case ECTL_AU:
  case ECTL_AR:
    wait_path(p, node);
    break;
  }
}

void ectl_print(mem *m, const ectl *t, uint32_t node, text *out) {
  printer p = {.m = m, .t = t};
  wait_node(&p, node, LOOSEST);
  while (p.waiting.count) {
    piece next = vec_pop(&p.waiting);
    if (next.text) {
      text_put(out, next.text);
      continue;
    }
    const ectl_node *x = &t->nodes.at[next.node];
    bool is_looser = level_of(x->op) < next.level;
    if (is_looser)
      wait_text(&p, ")");
    open_node(&p, x);
    if (is_looser)
      text_put(out, "(");
  }
  vec_free(m, &p.waiting);
}
