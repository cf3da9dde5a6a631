/* Random formulas and words for tests of the translation. */
#ifndef TESTS_LTL_FORMULAS_H
#define TESTS_LTL_FORMULAS_H

#include "logic/ltl.h"

#include <stdio.h>

enum { LASSO_MOST = 12 };

typedef struct lasso {
  uint64_t letters[LASSO_MOST];
  size_t count, loop;
} lasso;

static inline uint32_t random_below(uint64_t *seed, uint32_t limit) {
  uint64_t x = *seed += UINT64_C(0x9E3779B97F4A7C15);
  x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
  return (uint32_t)((x ^ x >> 31) >> 33) % limit;
}

static inline uint32_t atom_number(mem *m, ltl *t, uint32_t n) {
  char name[16];
  int length = snprintf(name, sizeof name, "p%u", n);
  return ltl_atom(m, t, name, (size_t)length);
}

static inline bool op_is_unary(ltl_op op) {
  return op == LTL_NOT || op == LTL_NEXT || op == LTL_FINALLY ||
         op == LTL_GLOBALLY;
}

/* With 'size' operators over 'atoms' propositions. */
static inline uint32_t random_formula(mem *m, ltl *t, uint64_t *seed,
                                      uint32_t size, uint32_t atoms) {
  if (size == 0) {
    uint32_t n = random_below(seed, 12 * atoms + 1);
    if (n == 12 * atoms)
      return ltl_make(m, t, random_below(seed, 2) ? LTL_TRUE : LTL_FALSE,
                      LTL_NONE, LTL_NONE);
    return atom_number(m, t, n % atoms);
  }
  /* Temporal ones more often than the others. */
  static const ltl_op ops[] = {
      LTL_NOT,     LTL_AND,     LTL_OR,       LTL_IMPLIES,  LTL_EQUIV,
      LTL_XOR,     LTL_NEXT,    LTL_FINALLY,  LTL_GLOBALLY, LTL_UNTIL,
      LTL_RELEASE, LTL_WEAK,    LTL_STRONG,   LTL_AND,      LTL_OR,
      LTL_NEXT,    LTL_FINALLY, LTL_GLOBALLY, LTL_UNTIL,    LTL_RELEASE,
      LTL_NOT,     LTL_FINALLY, LTL_GLOBALLY, LTL_UNTIL};
  ltl_op op = ops[random_below(seed, sizeof ops / sizeof *ops)];
  if (op_is_unary(op))
    return ltl_make(m, t, op, random_formula(m, t, seed, size - 1, atoms),
                    LTL_NONE);
  uint32_t first = random_below(seed, size);
  uint32_t left = random_formula(m, t, seed, first, atoms);
  uint32_t right = random_formula(m, t, seed, size - 1 - first, atoms);
  return ltl_make(m, t, op, left, right);
}

/* Small, over few Boolean formulas that imply each other, with parts that come
 * back: what rules of rewriting look for. 'parts' are made already; the result
 * becomes one. */
typedef struct shape {
  uint32_t parts[32], count;
} shape;

static inline uint32_t random_shape(mem *m, ltl *t, uint64_t *seed, shape *s,
                                    uint32_t depth) {
  static const ltl_op ops[] = {LTL_AND,      LTL_OR,      LTL_NEXT, LTL_FINALLY,
                               LTL_GLOBALLY, LTL_UNTIL,   LTL_WEAK, LTL_RELEASE,
                               LTL_STRONG,   LTL_UNTIL,   LTL_WEAK, LTL_RELEASE,
                               LTL_STRONG,   LTL_FINALLY, LTL_AND,  LTL_OR};
  uint32_t f;
  if (s->count && random_below(seed, 4) == 0)
    return s->parts[random_below(seed, s->count)];
  if (depth == 0) {
    uint32_t p = atom_number(m, t, random_below(seed, 2));
    uint32_t q = atom_number(m, t, random_below(seed, 3));
    uint32_t kind = random_below(seed, 5);
    f = kind == 0   ? ltl_make(m, t, LTL_AND, p, q)
        : kind == 1 ? ltl_make(m, t, LTL_OR, p, q)
        : kind == 2 ? ltl_make(m, t, LTL_NOT, p, LTL_NONE)
                    : p;
  } else {
    ltl_op op = ops[random_below(seed, sizeof ops / sizeof *ops)];
    uint32_t less = random_below(seed, depth);
    uint32_t left = random_shape(m, t, seed, s, depth - 1), right = LTL_NONE;
    if (!op_is_unary(op))
      right = random_shape(m, t, seed, s, less);
    bool turn = right != LTL_NONE && random_below(seed, 2);
    f = ltl_make(m, t, op, turn ? right : left, turn ? left : right);
  }
  if (s->count < 32)
    s->parts[s->count++] = f;
  return f;
}

/* Half of them with few different letters, so that loops matter. */
static inline lasso random_lasso(uint64_t *seed, uint32_t atoms, size_t most) {
  lasso w;
  uint64_t few[2];
  uint32_t different = UINT32_C(1) << atoms;
  bool sparse = random_below(seed, 2);
  few[0] = random_below(seed, different);
  few[1] = random_below(seed, different);
  w.count = 1 + random_below(seed, (uint32_t)most);
  w.loop = random_below(seed, (uint32_t)w.count);
  for (size_t i = 0; i < w.count; i++)
    w.letters[i] =
        sparse ? few[random_below(seed, 2)] : random_below(seed, different);
  return w;
}

/* The next one in the order of all; starts with count 0. False: there is none
 * of at most 'most' letters. */
static inline bool next_lasso(lasso *w, uint32_t atoms, size_t most) {
  if (w->count > 0) {
    if (++w->loop < w->count)
      return true;
    w->loop = 0;
    for (size_t i = 0; i < w->count; i++) {
      if (++w->letters[i] < UINT64_C(1) << atoms)
        return true;
      w->letters[i] = 0;
    }
  }
  if (w->count == most)
    return false;
  w->letters[w->count++] = 0;
  w->loop = 0;
  return true;
}

#endif
