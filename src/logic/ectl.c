#include "logic/ectl.h"

#include <assert.h>

static bool is_path(ectl_operator op) { return op >= ECTL_EU; }
static bool ectl_has_left(ectl_operator op) { return op >= ECTL_NOT; }
static bool ectl_has_right(ectl_operator op) {
  return (op >= ECTL_AND && op <= ECTL_IFF) || is_path(op);
}

/* A node is known by its children, which 'pairs' makes one number, with its
 * operator and name, which share the other half of a key of 'index'. */
enum { NAME_BITS = 28 };
static const uint32_t name_mask = (UINT32_C(1) << NAME_BITS) - 1;

uint32_t ectl_add(mem *m, ectl *t, ectl_node node) {
  if (!ectl_has_left(node.op))
    node.left = ECTL_NONE;
  if (!ectl_has_right(node.op))
    node.right = ECTL_NONE;
  if (node.op != ECTL_PROP && !is_path(node.op))
    node.name = ECTL_NONE;
  assert(node.left == ECTL_NONE || node.left < t->nodes.count);
  assert(node.right == ECTL_NONE || node.right < t->nodes.count);
  if ((node.name != ECTL_NONE && node.name >= name_mask) ||
      t->nodes.count >= ECTL_NONE - 1)
    mem_raise(m->budget, MEM_LIMIT);
  vec_reserve(m, &t->nodes, 1);
  uint32_t children = map_insert(m, &t->pairs, map_pair(node.left, node.right));
  uint32_t rest = (uint32_t)node.op << NAME_BITS | (node.name & name_mask);
  uint32_t n = map_insert(m, &t->index, map_pair(children, rest));
  assert(n <= t->nodes.count);
  if (n == t->nodes.count)
    vec_push(m, &t->nodes, node);
  return n;
}

uint32_t ectl_add_prop(mem *m, ectl *t, const char *name, size_t length) {
  return ectl_add(
      m, t,
      (ectl_node){.op = ECTL_PROP,
                  .name = names_insert(m, &t->props, name, length)});
}

void ectl_parts(mem *m, const ectl *t, uint32_t node, ectl_list *out) {
  vec(uint32_t) path = {0};
  vec(uint8_t) is_open = {0}; /* by 'path': its children are above it */
  map seen = {0};
  vec_push(m, &path, node);
  vec_push(m, &is_open, false);
  while (path.count) {
    uint32_t n = vec_last(&path);
    const ectl_node *x = &t->nodes.at[n];
    uint32_t before = (uint32_t)seen.keys.count;
    if (vec_last(&is_open)) {
      vec_push(m, out, n);
    } else if (map_insert(m, &seen, n) == before) {
      vec_last(&is_open) = true;
      if (ectl_has_right(x->op)) {
        vec_push(m, &path, x->right);
        vec_push(m, &is_open, false);
      }
      if (ectl_has_left(x->op)) {
        vec_push(m, &path, x->left);
        vec_push(m, &is_open, false);
      }
      continue;
    }
    path.count--;
    is_open.count--;
  }
  vec_free(m, &path);
  vec_free(m, &is_open);
  map_free(m, &seen);
}
