#include "logic/ltl.h"

#include <assert.h>

void ltl_free(mem *m, ltl *t) {
  vec_free(m, &t->atoms.text);
  vec_free(m, &t->atoms.start);
  mem_free(m, t->atoms.slots);
  vec_free(m, &t->nodes);
  vec_free(m, &t->places);
  mem_free(m, t->slots);
  memset(t, 0, sizeof *t);
}

static uint32_t hash(ltl_op op, uint32_t left, uint32_t right) {
  uint64_t h = ((uint64_t)left << 32 | right) + (uint64_t)op;
  h *= UINT64_C(0x9E3779B97F4A7C15);
  h ^= (h >> 29) + (uint64_t)op;
  h *= UINT64_C(0xBF58476D1CE4E5B9);
  return (uint32_t)(h >> 32);
}

/* A slot holds the number of a node plus one, or 0 when it is free. */
static void enlarge(mem *m, ltl *t) {
  uint32_t count = t->slots ? 2 * (t->mask + 1) : 64;
  if (count == 0)
    mem_raise(m->budget, MEM_LIMIT);
  uint32_t *slots = mem_array(m, count, sizeof *slots);
  for (uint32_t n = 0; n < t->nodes.count; n++) {
    const ltl_node *node = &t->nodes.at[n];
    uint32_t i = hash(node->op, node->left, node->right);
    while (slots[i & (count - 1)])
      i++;
    slots[i & (count - 1)] = n + 1;
  }
  mem_free(m, t->slots);
  t->slots = slots;
  t->mask = count - 1;
}

uint32_t ltl_make(mem *m, ltl *t, ltl_op op, uint32_t left, uint32_t right) {
  assert(left == LTL_NONE || op == LTL_ATOM || left < t->nodes.count);
  assert(right == LTL_NONE || right < t->nodes.count);
  if (t->nodes.count >= t->mask / 3 * 2)
    enlarge(m, t);
  uint32_t i = hash(op, left, right);
  for (; t->slots[i & t->mask]; i++) {
    const ltl_node *node = &t->nodes.at[t->slots[i & t->mask] - 1];
    if (node->op == op && node->left == left && node->right == right)
      return t->slots[i & t->mask] - 1;
  }
  vec_push(m, &t->nodes, ((ltl_node){op, left, right}));
  t->slots[i & t->mask] = (uint32_t)t->nodes.count;
  return (uint32_t)t->nodes.count - 1;
}

uint32_t ltl_atom(mem *m, ltl *t, const char *name, size_t length) {
  uint32_t n = names_insert(m, &t->atoms, name, length);
  return ltl_make(m, t, LTL_ATOM, n, LTL_NONE);
}
