#include "logic/expansion.h"

#include <assert.h>
#include <stdlib.h>

enum { EMPTY_SET = 0 };

uint32_t expansion_size(const expansion *x, uint32_t set) {
  return (uint32_t)(names_length(&x->sets, set) / sizeof(uint32_t));
}

uint32_t expansion_member(const expansion *x, uint32_t set, uint32_t i) {
  uint32_t f;
  memcpy(&f, names_text(&x->sets, set) + i * sizeof f, sizeof f);
  return f;
}

bool expansion_has(const expansion *x, uint32_t set, uint32_t f) {
  assert(set < x->signatures.count);
  uint32_t n = expansion_size(x, set);
  if (!(x->signatures.at[set] >> f % 64 & 1))
    return false;
  for (uint32_t i = 0; i < n; i++)
    if (expansion_member(x, set, i) == f)
      return true;
  return false;
}

/* The set of what is in 'scratch', which is sorted. */
static uint32_t intern(expansion *x) {
  uint64_t signature = 0;
  uint32_t none = 0;
  vec_each (const uint32_t, f, &x->scratch)
    signature |= UINT64_C(1) << *f % 64;
  const uint32_t *at = x->scratch.count ? x->scratch.at : &none;
  uint32_t set = names_insert(x->m, &x->sets, (const char *)at,
                              x->scratch.count * sizeof *at);
  if (set == x->signatures.count) {
    vec_push(x->m, &x->signatures, signature);
    vec_push(x->m, &x->of_set, ((expansion_list){LTL_NONE, 0}));
  }
  return set;
}

static uint32_t one_formula(expansion *x, uint32_t f) {
  x->scratch.count = 0;
  vec_push(x->m, &x->scratch, f);
  return intern(x);
}

static bool is_subset(const expansion *x, uint32_t a, uint32_t b) {
  if (a == b || a == EMPTY_SET)
    return true;
  if (x->signatures.at[a] & ~x->signatures.at[b])
    return false;
  uint32_t n = expansion_size(x, a), k = expansion_size(x, b), j = 0;
  for (uint32_t i = 0; i < n; i++, j++) {
    uint32_t f = expansion_member(x, a, i);
    while (j < k && expansion_member(x, b, j) < f)
      j++;
    if (j == k || expansion_member(x, b, j) != f)
      return false;
  }
  return true;
}

static uint32_t join(expansion *x, uint32_t a, uint32_t b) {
  if (a == b || b == EMPTY_SET)
    return a;
  if (a == EMPTY_SET)
    return b;
  uint32_t n = expansion_size(x, a), k = expansion_size(x, b), i = 0, j = 0;
  x->scratch.count = 0;
  while (i < n || j < k) {
    uint32_t f = i < n ? expansion_member(x, a, i) : LTL_NONE;
    uint32_t g = j < k ? expansion_member(x, b, j) : LTL_NONE;
    vec_push(x->m, &x->scratch, f < g ? f : g);
    i += f <= g;
    j += g <= f;
  }
  return intern(x);
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

uint32_t expansion_conjuncts(expansion *x, uint32_t f) {
  vec(uint32_t) todo = {0};
  size_t kept = 0, steps = 0;
  x->scratch.count = 0;
  vec_push(x->m, &todo, f);
  while (todo.count) {
    uint32_t g = vec_pop(&todo);
    const ltl_node *node = &x->core->nodes.at[g];
    if (node->op == LTL_AND) {
      vec_push(x->m, &todo, node->left);
      vec_push(x->m, &todo, node->right);
    } else if (node->op != LTL_TRUE) {
      vec_push(x->m, &x->scratch, g);
    }
    if (++steps > x->most) { /* shared parts are met each time */
      x->too_many = true;
      break;
    }
    progress_tick(x->clock);
  }
  vec_free(x->m, &todo);
  if (x->scratch.count)
    qsort(x->scratch.at, x->scratch.count, sizeof *x->scratch.at, by_number);
  for (size_t i = 0; i < x->scratch.count; i++)
    if (i == 0 || x->scratch.at[i] != x->scratch.at[kept - 1])
      x->scratch.at[kept++] = x->scratch.at[i];
  x->scratch.count = kept;
  return intern(x);
}

/* 'a' asks for no more than 'b'. */
static bool is_less(const expansion *x, const expansion_cube *a,
                    const expansion_cube *b) {
  return !(a->mask & ~b->mask) && (b->value & a->mask) == a->value &&
         is_subset(x, a->nexts, b->nexts) &&
         is_subset(x, a->promises, b->promises);
}

/* Only the least cubes stay in 'work'. */
static void expansion_absorb(expansion *x, expansion_cube c) {
  size_t kept = 0;
  progress_tick(x->clock);
  vec_each (const expansion_cube, d, &x->work)
    if (is_less(x, d, &c))
      return;
  for (size_t i = 0; i < x->work.count; i++)
    if (!is_less(x, &c, &x->work.at[i]))
      x->work.at[kept++] = x->work.at[i];
  x->work.count = kept;
  /* Absorption is quadratic, here and in every checker. */
  if (x->work.count >= EXPANSION_LONGEST ||
      x->cubes.count + x->work.count >= x->most)
    x->too_many = true;
  else
    vec_push(x->m, &x->work, c);
}

static void absorb_list(expansion *x, expansion_list list) {
  for (uint32_t i = 0; i < list.count && !x->too_many; i++)
    expansion_absorb(x, x->cubes.at[list.first + i]);
}

static void absorb_meet(expansion *x, expansion_cube c, expansion_cube d) {
  if ((c.value ^ d.value) & c.mask & d.mask)
    return;
  expansion_absorb(x, (expansion_cube){c.mask | d.mask, c.value | d.value,
                                       join(x, c.nexts, d.nexts),
                                       join(x, c.promises, d.promises)});
}

static void absorb_times(expansion *x, expansion_list a, expansion_list b) {
  for (uint32_t i = 0; i < a.count && !x->too_many; i++)
    for (uint32_t k = 0; k < b.count && !x->too_many; k++)
      absorb_meet(x, x->cubes.at[a.first + i], x->cubes.at[b.first + k]);
}

/* Moves what is in 'work' to the cubes. */
static expansion_list finish(expansion *x) {
  expansion_list list = {(uint32_t)x->cubes.count, (uint32_t)x->work.count};
  vec_each (const expansion_cube, cube, &x->work)
    vec_push(x->m, &x->cubes, *cube);
  x->work.count = 0;
  return list;
}

static expansion_list of_node(expansion *x, uint32_t f) {
  assert(f < x->core->nodes.count);
  const ltl_node *node = &x->core->nodes.at[f];
  const expansion_list *known = x->of_node.at;
  switch (node->op) {
  case LTL_TRUE:
    expansion_absorb(x, (expansion_cube){.nexts = EMPTY_SET});
    break;
  case LTL_ATOM:
    expansion_absorb(x, (expansion_cube){.mask = UINT64_C(1) << node->left,
                                         .value = UINT64_C(1) << node->left});
    break;
  case LTL_NOT:
    expansion_absorb(
        x, (expansion_cube){.mask = UINT64_C(1)
                                    << x->core->nodes.at[node->left].left});
    break;
  case LTL_AND:
    absorb_times(x, known[node->left], known[node->right]);
    break;
  case LTL_OR:
    absorb_list(x, known[node->left]);
    absorb_list(x, known[node->right]);
    break;
  case LTL_NEXT:
    expansion_absorb(
        x, (expansion_cube){.nexts = expansion_conjuncts(x, node->left)});
    break;
  case LTL_UNTIL: {
    expansion_cube wait = {.nexts = one_formula(x, f),
                           .promises = one_formula(x, node->right)};
    absorb_list(x, known[node->right]);
    for (uint32_t i = 0; i < known[node->left].count && !x->too_many; i++)
      absorb_meet(x, x->cubes.at[known[node->left].first + i], wait);
    break;
  }
  case LTL_RELEASE: {
    expansion_cube stay = {.nexts = one_formula(x, f)};
    absorb_times(x, known[node->right], known[node->left]);
    for (uint32_t i = 0; i < known[node->right].count && !x->too_many; i++)
      absorb_meet(x, x->cubes.at[known[node->right].first + i], stay);
    break;
  }
  default: /* LTL_FALSE; the core has no others */
    assert(node->op == LTL_FALSE);
    break;
  }
  return finish(x);
}

/* Parts first, each once. */
static void need_node(expansion *x, uint32_t f) {
  vec(uint32_t) stack = {0};
  vec_push(x->m, &stack, f);
  while (stack.count && !x->too_many) {
    uint32_t g = vec_last(&stack), parts[2] = {LTL_NONE, LTL_NONE};
    const ltl_node *node = &x->core->nodes.at[g];
    if (node->right != LTL_NONE) {
      parts[0] = node->left;
      parts[1] = node->right;
    }
    bool ready = true;
    for (int i = 0; i < 2; i++)
      if (parts[i] != LTL_NONE && x->of_node.at[parts[i]].first == LTL_NONE) {
        vec_push(x->m, &stack, parts[i]);
        ready = false;
      }
    if (!ready)
      continue;
    stack.count--;
    if (x->of_node.at[g].first == LTL_NONE)
      x->of_node.at[g] = of_node(x, g);
  }
  vec_free(x->m, &stack);
}

expansion_list expansion_of(expansion *x, uint32_t set) {
  assert(set < x->of_set.count);
  if (x->of_set.at[set].first != LTL_NONE)
    return x->of_set.at[set];
  expansion_absorb(x, (expansion_cube){.nexts = EMPTY_SET});
  expansion_list list = finish(x);
  for (uint32_t i = 0; i < expansion_size(x, set) && !x->too_many; i++) {
    uint32_t f = expansion_member(x, set, i);
    need_node(x, f);
    if (x->too_many)
      break;
    absorb_times(x, list, x->of_node.at[f]);
    list = finish(x);
  }
  x->of_set.at[set] = list;
  return list;
}

void expansion_init(expansion *x, mem *m, progress *clock, const ltl *core,
                    size_t most) {
  *x = (expansion){.m = m, .clock = clock, .core = core, .most = most};
  for (size_t i = 0; i < core->nodes.count; i++)
    vec_push(m, &x->of_node, ((expansion_list){LTL_NONE, 0}));
  intern(x); /* the empty set is number 0 */
}

void expansion_clear(expansion *x) {
  vec_free(x->m, &x->sets.text);
  vec_free(x->m, &x->sets.start);
  mem_free(x->m, x->sets.slots);
  vec_free(x->m, &x->signatures);
  vec_free(x->m, &x->cubes);
  vec_free(x->m, &x->work);
  vec_free(x->m, &x->of_node);
  vec_free(x->m, &x->of_set);
  vec_free(x->m, &x->scratch);
}
