#include "automata/regex.h"

#include "base/mutant.h"

#include <assert.h>
#include <string.h>

uint32_t regex_add(mem *m, regex *r, regex_operator op, uint32_t left,
                   uint32_t right) {
  assert(op <= REGEX_LABEL || left < r->nodes.count);
  assert((op != REGEX_SEQUENCE && op != REGEX_CHOICE) ||
         right < r->nodes.count);
  vec_push(m, &r->nodes, ((regex_node){op, left, right}));
  return (uint32_t)r->nodes.count - 1;
}

/* The states between which a node's words lead. */
typedef struct span {
  uint32_t in, out;
} span;

static void regex_build(mem *m, const regex_node *node, const span *of, span x,
                        fa *automaton) {
  switch (node->op) {
  case REGEX_NOTHING:
    break;
  case REGEX_EMPTY:
    fa_add_edge(m, automaton, x.in, FA_EPSILON, x.out);
    break;
  case REGEX_LABEL:
    fa_add_edge(m, automaton, x.in, node->left, x.out);
    break;
  case REGEX_SEQUENCE:
    fa_add_edge(m, automaton, x.in, FA_EPSILON, of[node->left].in);
    fa_add_edge(m, automaton, of[node->left].out, FA_EPSILON,
                of[node->right].in);
    fa_add_edge(m, automaton, of[node->right].out, FA_EPSILON, x.out);
    break;
  case REGEX_CHOICE:
    fa_add_edge(m, automaton, x.in, FA_EPSILON, of[node->left].in);
    fa_add_edge(m, automaton, of[node->left].out, FA_EPSILON, x.out);
    fa_add_edge(m, automaton, x.in, FA_EPSILON, of[node->right].in);
    fa_add_edge(m, automaton, of[node->right].out, FA_EPSILON, x.out);
    break;
  case REGEX_STAR:
  case REGEX_PLUS:
  case REGEX_OPTION:
    fa_add_edge(m, automaton, x.in, FA_EPSILON, of[node->left].in);
    fa_add_edge(m, automaton, of[node->left].out, FA_EPSILON, x.out);
    if (node->op != REGEX_OPTION)
      fa_add_edge(m, automaton, of[node->left].out, FA_EPSILON,
                  of[node->left].in);
    if (node->op != REGEX_PLUS || MUTANT("ectl-plus-is-star"))
      fa_add_edge(m, automaton, x.in, FA_EPSILON, x.out);
    break;
  }
}

static bool has_left(const regex_node *node) { return node->op > REGEX_LABEL; }

static bool has_right(const regex_node *node) {
  return node->op == REGEX_SEQUENCE || node->op == REGEX_CHOICE;
}

void regex_to_fa(mem *m, const regex *r, uint32_t root, fa *out) {
  assert(root < r->nodes.count);
  span *of = mem_array(m, (size_t)root + 1, sizeof *of);
  uint8_t *used = mem_array(m, (size_t)root + 1, 1);
  used[root] = 1;
  for (uint32_t i = root + 1; i-- > 0;) {
    const regex_node *node = &r->nodes.at[i];
    if (!used[i])
      continue;
    if (has_left(node))
      used[node->left] = 1;
    if (has_right(node))
      used[node->right] = 1;
  }
  for (uint32_t i = 0; i <= root; i++) {
    if (!used[i])
      continue;
    of[i].in = fa_add_state(m, out, false);
    of[i].out = fa_add_state(m, out, i == root);
    regex_build(m, &r->nodes.at[i], of, of[i], out);
  }
  vec_push(m, &out->initial, of[root].in);
  mem_free(m, of);
  mem_free(m, used);
}
