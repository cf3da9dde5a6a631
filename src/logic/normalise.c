#include "logic/normalise.h"

/* A key is twice a node of the user's, plus 1 if it is negated. */
typedef struct reader {
  const alphabet *a;
  const ltl *t;
  rewriter *w;
  mem *m;
  uint32_t *made; /* by key, plus one; 0: not yet */
  uint32_t *seen; /* by key: the last traversal that met it */
  uint32_t traversals;
  vec(uint32_t) parts, chain;
} reader;

/* Without the negations in front; constants and conditions have none. */
static uint32_t bare(const reader *x, uint32_t key) {
  while (!x->a->dimension.at[key / 2] && x->t->nodes.at[key / 2].op == LTL_NOT)
    key = 2 * x->t->nodes.at[key / 2].left + !(key % 2);
  return key;
}

/* Is the node a list of the given kind? Implications are disjunctions. */
static bool is_list(const reader *x, uint32_t key, nnf_op op) {
  ltl_op own = x->t->nodes.at[key / 2].op;
  if (x->a->dimension.at[key / 2])
    return false;
  if (own == LTL_AND)
    return (key % 2 ? NNF_OR : NNF_AND) == op;
  return (own == LTL_OR || own == LTL_IMPLIES) &&
         (key % 2 ? NNF_AND : NNF_OR) == op;
}

/* The members of a list, those of nested lists of the same kind included; each
 * once. */
static void find_members(reader *x, uint32_t root, nnf_op op) {
  x->chain.count = 0;
  x->traversals++;
  vec_push(x->m, &x->chain, root);
  while (x->chain.count > 0) {
    uint32_t key = bare(x, vec_pop(&x->chain));
    const ltl_node *node = &x->t->nodes.at[key / 2];
    if (x->seen[key] == x->traversals)
      continue;
    x->seen[key] = x->traversals;
    if (!is_list(x, key, op)) {
      vec_push(x->m, &x->parts, key);
      continue;
    }
    uint32_t left = key % 2;
    if (node->op == LTL_IMPLIES)
      left = !left;
    vec_push(x->m, &x->chain, 2 * node->right + key % 2);
    vec_push(x->m, &x->chain, 2 * node->left + left);
  }
}

/* The keys that 'key' is made of, to x->parts. */
static void find_parts(reader *x, uint32_t key) {
  const ltl_node *node = &x->t->nodes.at[key / 2];
  x->parts.count = 0;
  if (x->a->dimension.at[key / 2] || node->op <= LTL_FALSE)
    return;
  if (is_list(x, key, NNF_AND) || is_list(x, key, NNF_OR)) {
    find_members(x, key, is_list(x, key, NNF_AND) ? NNF_AND : NNF_OR);
    return;
  }
  bool four = node->op == LTL_EQUIV || node->op == LTL_XOR;
  uint32_t sign = four ? 0 : key % 2;
  vec_push(x->m, &x->parts, bare(x, 2 * node->left + sign));
  if (node->right != LTL_NONE)
    vec_push(x->m, &x->parts, bare(x, 2 * node->right + sign));
  if (four) {
    vec_push(x->m, &x->parts, bare(x, 2 * node->left + 1));
    vec_push(x->m, &x->parts, bare(x, 2 * node->right + 1));
  }
}

static uint32_t part(const reader *x, size_t i) {
  return x->made[x->parts.at[i]] - 1;
}

static nnf_op operator_of(ltl_op op) {
  switch (op) {
  case LTL_FINALLY:
    return NNF_FINALLY;
  case LTL_GLOBALLY:
    return NNF_GLOBALLY;
  case LTL_UNTIL:
    return NNF_UNTIL;
  case LTL_RELEASE:
    return NNF_RELEASE;
  case LTL_WEAK:
    return NNF_WEAK;
  default:
    return NNF_STRONG;
  }
}

/* The parts of 'key' are made, and on x->parts. */
static uint32_t normalise_make(reader *x, uint32_t key) {
  rewriter *w = x->w;
  ltl_op op = x->t->nodes.at[key / 2].op;
  bool negate = key % 2;
  uint32_t dimension = x->a->dimension.at[key / 2];
  size_t base = w->list.count;
  if (dimension) {
    uint32_t set = letters_true(w->t->alphabet, dimension - 1);
    return nnf_letters(w->t, negate ? letters_not(w->t->alphabet, set) : set);
  }
  switch (op) {
  case LTL_TRUE:
  case LTL_FALSE:
    return (op == LTL_TRUE) != negate ? NNF_TRUE : NNF_FALSE;
  case LTL_AND:
  case LTL_OR:
  case LTL_IMPLIES:
    for (size_t i = 0; i < x->parts.count; i++)
      rewrite_push(w, part(x, i));
    return rewrite_list(w, is_list(x, key, NNF_AND) ? NNF_AND : NNF_OR, base);
  case LTL_EQUIV:
  case LTL_XOR: {
    bool same = (op == LTL_EQUIV) != negate;
    uint32_t b = part(x, same ? 1 : 3), not_b = part(x, same ? 3 : 1);
    uint32_t not_a = part(x, 2);
    uint32_t first = rewrite_two(w, NNF_AND, part(x, 0), b);
    uint32_t second = rewrite_two(w, NNF_AND, not_a, not_b);
    return rewrite_two(w, NNF_OR, first, second);
  }
  case LTL_NEXT:
    return rewrite_next(w, part(x, 0));
  case LTL_FINALLY:
  case LTL_GLOBALLY:
    return rewrite_unary(w, rewrite_op(negate, operator_of(op)), part(x, 0));
  default:
    return rewrite_binary(w, rewrite_op(negate, operator_of(op)), part(x, 0),
                          part(x, 1));
  }
}

uint32_t normalise(const alphabet *a, const ltl *t, uint32_t f, rewriter *w) {
  mem *m = w->t->m;
  size_t keys = 2 * ((size_t)f + 1);
  reader x = {.a = a, .t = t, .w = w, .m = m};
  x.made = mem_array(m, keys, sizeof *x.made);
  x.seen = mem_array(m, keys, sizeof *x.seen);
  vec(uint32_t) todo = {0};
  uint32_t root = bare(&x, 2 * f);
  vec_push(m, &todo, root);
  while (todo.count > 0) {
    uint32_t key = vec_last(&todo);
    size_t before = todo.count;
    progress_tick(w->t->clock);
    find_parts(&x, key);
    for (size_t i = x.parts.count; i-- > 0;)
      if (!x.made[x.parts.at[i]])
        vec_push(m, &todo, x.parts.at[i]);
    if (todo.count > before)
      continue;
    todo.count--;
    if (!x.made[key]) {
      uint32_t made = normalise_make(&x, key);
      x.made[key] = made + 1;
    }
  }
  uint32_t result = x.made[root] - 1;
  vec_free(m, &todo);
  vec_free(m, &x.parts);
  vec_free(m, &x.chain);
  mem_free(m, x.made);
  mem_free(m, x.seen);
  return result;
}

static uint32_t joined(mem *m, ltl *t, ltl_op op, uint32_t a, uint32_t b) {
  return a == LTL_NONE ? b : ltl_make(m, t, op, a, b);
}

static uint32_t letters_back(mem *m, alphabet *a, ltl *t, uint32_t set) {
  letters_cubes cubes = {0};
  uint32_t result = LTL_NONE;
  if (set == LETTERS_NONE || set == LETTERS_ALL)
    return ltl_make(m, t, set == LETTERS_ALL ? LTL_TRUE : LTL_FALSE, LTL_NONE,
                    LTL_NONE);
  letters_to_cubes(&a->l, set, &cubes);
  vec_each (const omega_cube, cube, &cubes) {
    uint32_t all = LTL_NONE;
    for (uint64_t left = cube->mask; left; left &= left - 1) {
      uint32_t d = base_lowest_bit(left), f = a->nodes.at[d];
      if (!(cube->value >> d & 1))
        f = ltl_make(m, t, LTL_NOT, f, LTL_NONE);
      all = joined(m, t, LTL_AND, all, f);
    }
    result = joined(m, t, LTL_OR, result, all);
  }
  vec_free(m, &cubes);
  return result;
}

uint32_t normalise_back(alphabet *a, ltl *t, uint32_t f, const nnf *from) {
  static const ltl_op ops[] = {
      LTL_TRUE,     LTL_AND,   LTL_OR,      LTL_NEXT, LTL_FINALLY,
      LTL_GLOBALLY, LTL_UNTIL, LTL_RELEASE, LTL_WEAK, LTL_STRONG};
  mem *m = from->m;
  uint32_t *made = mem_array(m, (size_t)f + 1, sizeof *made);
  uint8_t *used = mem_array(m, (size_t)f + 1, 1);
  uint32_t p;
  used[f] = 1;
  for (uint32_t i = f + 1; i-- > 0;)
    for (uint32_t j = 0; used[i] && (p = nnf_part(from, i, j)) != NNF_NONE; j++)
      used[p] = 1;
  for (uint32_t i = 0; i <= f; i++) {
    ltl_op op = ops[nnf_op_of(from, i)];
    if (!used[i])
      continue;
    if (nnf_op_of(from, i) == NNF_LETTERS) {
      made[i] = letters_back(m, a, t, nnf_left(from, i));
      continue;
    }
    made[i] = LTL_NONE;
    if (nnf_is_list(from, i))
      for (uint32_t j = 0; j < nnf_count(from, i); j++)
        made[i] = joined(m, t, op, made[i], made[nnf_member(from, i, j)]);
    else
      made[i] = ltl_make(m, t, op, made[nnf_left(from, i)],
                         nnf_is_binary(from, i) ? made[nnf_right(from, i)]
                                                : LTL_NONE);
  }
  uint32_t result = made[f];
  mem_free(m, made);
  mem_free(m, used);
  return result;
}
