/* Truth on an ultimately periodic word, node by node from the leaves: each node
 * of the formula as written becomes a row with its truth at every position. */
#include "logic/ltl.h"

#include <assert.h>

typedef struct word {
  const uint64_t *letters;
  size_t count, loop;
} word;

/* A temporal operator is the least or greatest solution of
 *   x = b or (a and x next)   or   x = b and (a or x next),
 * where a row of NULL stands for what makes it vanish. From the last position
 * backwards, twice: what holds around the loop is known after one round, what
 * holds on it after the second. */
typedef struct equation {
  bool conjunctive; /* the second form */
  bool seed;        /* greatest solution */
} equation;

static void evaluate_solve(const word *w, equation e, const uint8_t *a,
                           const uint8_t *b, uint8_t *x) {
  bool next = e.seed;
  for (int round = 0; round < 2; round++) {
    for (size_t i = w->count; i-- > 0;) {
      bool left = a ? a[i] : !e.conjunctive, right = b[i];
      next = e.conjunctive ? right && (left || next) : right || (left && next);
      x[i] = next;
    }
    next = x[w->loop];
  }
}

static void evaluate(const word *w, const ltl_node *node, const uint8_t *a,
                     const uint8_t *b, uint8_t *x) {
  for (size_t i = 0; i < w->count; i++)
    switch (node->op) {
    case LTL_TRUE:
    case LTL_FALSE:
      x[i] = node->op == LTL_TRUE;
      break;
    case LTL_ATOM:
      x[i] = w->letters[i] >> node->left & 1;
      break;
    case LTL_NOT:
      x[i] = !a[i];
      break;
    case LTL_AND:
      x[i] = a[i] && b[i];
      break;
    case LTL_OR:
      x[i] = a[i] || b[i];
      break;
    case LTL_IMPLIES:
      x[i] = !a[i] || b[i];
      break;
    case LTL_EQUIV:
    case LTL_XOR:
      x[i] = (a[i] == b[i]) == (node->op == LTL_EQUIV);
      break;
    case LTL_NEXT:
      x[i] = a[i + 1 < w->count ? i + 1 : w->loop];
      break;
    case LTL_FINALLY:
      evaluate_solve(w, (equation){false, false}, NULL, a, x);
      return;
    case LTL_GLOBALLY:
      evaluate_solve(w, (equation){true, true}, NULL, a, x);
      return;
    case LTL_UNTIL:
      evaluate_solve(w, (equation){false, false}, a, b, x);
      return;
    case LTL_WEAK:
      evaluate_solve(w, (equation){false, true}, a, b, x);
      return;
    case LTL_RELEASE:
      evaluate_solve(w, (equation){true, true}, a, b, x);
      return;
    case LTL_STRONG:
      evaluate_solve(w, (equation){true, false}, a, b, x);
      return;
    }
}

static bool is_leaf(const ltl_node *node) { return node->op <= LTL_ATOM; }

bool ltl_holds_on(mem *m, const ltl *t, uint32_t f, const uint64_t *letters,
                  size_t count, size_t loop) {
  assert(loop < count && f < t->nodes.count);
  const word w = {letters, count, loop};
  /* row[n] is 0 for nodes that are no part of f, else the row's number plus
   * one. Parts of a node come before it. */
  uint32_t *row = mem_array(m, (size_t)f + 1, sizeof *row), rows = 0;
  row[f] = 1;
  for (uint32_t n = f + 1; n-- > 0;) {
    const ltl_node *node = &t->nodes.at[n];
    if (!row[n])
      continue;
    rows++;
    if (is_leaf(node))
      continue;
    row[node->left] = 1;
    if (node->right != LTL_NONE)
      row[node->right] = 1;
  }
  size_t size;
  if (base_mul_overflows(count, (size_t)rows, &size))
    mem_raise(m->budget, MEM_LIMIT);
  uint8_t *truth = mem_array(m, size, 1), *free_row = truth;
  uint32_t next = 1;
  for (uint32_t n = 0; n <= f; n++) {
    const ltl_node *node = &t->nodes.at[n];
    if (!row[n])
      continue;
    row[n] = next++;
    const uint8_t *a = NULL, *b = NULL;
    if (!is_leaf(node)) {
      a = truth + (row[node->left] - 1) * count;
      b = node->right == LTL_NONE ? NULL
                                  : truth + (row[node->right] - 1) * count;
    }
    assert(node->op != LTL_ATOM || node->left < 64);
    evaluate(&w, node, a, b, free_row);
    free_row += count;
  }
  bool holds = truth[(row[f] - 1) * count];
  mem_free(m, truth);
  mem_free(m, row);
  return holds;
}
