#include "logic/ectl.h"

#include <assert.h>

static uint32_t negation(mem *m, ectl *t, uint32_t x) {
  assert(x < t->nodes.count);
  if (t->nodes.at[x].op == ECTL_NOT)
    return t->nodes.at[x].left;
  return ectl_add(m, t, (ectl_node){.op = ECTL_NOT, .left = x});
}

static uint32_t pair(mem *m, ectl *t, ectl_operator op, uint32_t left,
                     uint32_t right) {
  return ectl_add(m, t, (ectl_node){.op = op, .left = left, .right = right});
}

static uint32_t implication(mem *m, ectl *t, uint32_t x, uint32_t y) {
  return pair(m, t, ECTL_OR, negation(m, t, x), y);
}

/* A(x op y) as !E(!x dual !y). */
static uint32_t dual(mem *m, ectl *t, ectl_node node) {
  node.op = node.op == ECTL_AU ? ECTL_ER : ECTL_EU;
  node.left = negation(m, t, node.left);
  node.right = negation(m, t, node.right);
  return negation(m, t, ectl_add(m, t, node));
}

/* The core of a node whose children are core formulas. */
static uint32_t core_of(mem *m, ectl *t, ectl_node node) {
  switch (node.op) {
  case ECTL_NOT:
    return negation(m, t, node.left);
  case ECTL_IMPLIES:
    return implication(m, t, node.left, node.right);
  case ECTL_IFF: {
    uint32_t there = implication(m, t, node.left, node.right);
    return pair(m, t, ECTL_AND, there,
                implication(m, t, node.right, node.left));
  }
  case ECTL_AX:
    node.op = ECTL_EX;
    node.left = negation(m, t, node.left);
    return negation(m, t, ectl_add(m, t, node));
  case ECTL_AU:
  case ECTL_AR:
    return dual(m, t, node);
  case ECTL_FALSE:
  case ECTL_TRUE:
  case ECTL_PROP:
  case ECTL_AND:
  case ECTL_OR:
  case ECTL_EX:
  case ECTL_EU:
  case ECTL_ER:
    return ectl_add(m, t, node);
  }
  assert(false);
  return ECTL_NONE;
}

void ectl_cores(mem *m, ectl *t, const ectl_list *parts, ectl_list *cores) {
  map place = {0}; /* of a node in 'parts' */
  assert(cores->count == 0);
  for (size_t i = 0; i < parts->count; i++)
    map_insert(m, &place, parts->at[i]);
  for (size_t i = 0; i < parts->count; i++) {
    ectl_node node = t->nodes.at[parts->at[i]];
    if (node.left != ECTL_NONE)
      node.left = cores->at[map_find(&place, node.left)];
    if (node.right != ECTL_NONE)
      node.right = cores->at[map_find(&place, node.right)];
    vec_push(m, cores, core_of(m, t, node));
  }
  map_free(m, &place);
}

uint32_t ectl_core(mem *m, ectl *t, uint32_t node) {
  ectl_list parts = {0}, cores = {0};
  ectl_parts(m, t, node, &parts);
  ectl_cores(m, t, &parts, &cores);
  uint32_t core = vec_last(&cores);
  vec_free(m, &parts);
  vec_free(m, &cores);
  return core;
}
