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
static uint32_t dual(mem *m, ectl *t, ectl_node x) {
  x.op = x.op == ECTL_AU ? ECTL_ER : ECTL_EU;
  x.left = negation(m, t, x.left);
  x.right = negation(m, t, x.right);
  return negation(m, t, ectl_add(m, t, x));
}

/* The core of a node whose children are core formulas. */
static uint32_t core_of(mem *m, ectl *t, ectl_node x) {
  switch (x.op) {
  case ECTL_NOT:
    return negation(m, t, x.left);
  case ECTL_IMPLIES:
    return implication(m, t, x.left, x.right);
  case ECTL_IFF: {
    uint32_t there = implication(m, t, x.left, x.right);
    return pair(m, t, ECTL_AND, there, implication(m, t, x.right, x.left));
  }
  case ECTL_AX:
    x.op = ECTL_EX;
    x.left = negation(m, t, x.left);
    return negation(m, t, ectl_add(m, t, x));
  case ECTL_AU:
  case ECTL_AR:
    return dual(m, t, x);
  case ECTL_FALSE:
  case ECTL_TRUE:
  case ECTL_PROP:
  case ECTL_AND:
  case ECTL_OR:
  case ECTL_EX:
  case ECTL_EU:
  case ECTL_ER:
    return ectl_add(m, t, x);
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
    ectl_node x = t->nodes.at[parts->at[i]];
    if (x.left != ECTL_NONE)
      x.left = cores->at[map_find(&place, x.left)];
    if (x.right != ECTL_NONE)
      x.right = cores->at[map_find(&place, x.right)];
    vec_push(m, cores, core_of(m, t, x));
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
