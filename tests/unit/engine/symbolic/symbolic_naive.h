/* Naive saturation of tiny systems: sweeps over all heads and rules until
 * nothing changes. */
#ifndef UNIT_SYMBOLIC_NAIVE_H
#define UNIT_SYMBOLIC_NAIVE_H

#include "tests/unit/engine/symbolic/symbolic_tiny.h"

typedef bool naive_heads[TINY_SYMBOLS][TINY_G][TINY_L];

typedef struct naive {
  bool leads[TINY_RULES][TINY_G][TINY_L][TINY_G][TINY_L][TINY_L];
  bool pops[TINY_SYMBOLS][TINY_G][TINY_L][TINY_G];
  /* by entry and its values */
  naive_heads reach[TINY_SYMBOLS][TINY_G][TINY_L];
  naive_heads reached; /* by any */
  naive_heads towards; /* a target */
} naive;

/* Runs the body for all steps of the rule r: g, l to g2, l2 over lb. */
#define naive_each_step(t, x, r)                                               \
  for (uint32_t g = 0; g < tiny_g(t); g++)                                     \
    for (uint32_t l = 0; l < tiny_l(t); l++)                                   \
      for (uint32_t g2 = 0; g2 < tiny_g(t); g2++)                              \
        for (uint32_t l2 = 0; l2 < tiny_l(t); l2++)                            \
          for (uint32_t lb = 0; lb < tiny_l(t); lb++)                          \
            if ((x)->leads[r][g][l][g2][l2][lb])

static inline void naive_set(bool *to, bool *changed) {
  if (!*to)
    *to = *changed = true;
}

static inline void naive_expand(const tiny *t, naive *x) {
  for (uint32_t r = 0; r < t->count; r++)
    for (uint32_t g = 0; g < tiny_g(t); g++)
      for (uint32_t l = 0; l < tiny_l(t); l++)
        for (uint32_t g2 = 0; g2 < tiny_g(t); g2++)
          for (uint32_t l2 = 0; l2 < tiny_l(t); l2++)
            for (uint32_t lb = 0; lb < tiny_l(t); lb++)
              x->leads[r][g][l][g2][l2][lb] =
                  tiny_leads(&t->rules[r], g, l, g2, l2, lb);
}

static inline void naive_pops(const tiny *t, naive *x) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < t->count; k++) {
      const tiny_rule *r = &t->rules[k];
      naive_each_step(t, x, k) {
        bool *to = x->pops[r->from][g][l];
        if (r->kind == SYM_POP)
          naive_set(&to[g2], &changed);
        for (uint32_t g3 = 0; g3 < tiny_g(t) && r->kind != SYM_POP; g3++) {
          if (!x->pops[r->to][g2][l2][g3])
            continue;
          if (r->kind == SYM_SWAP)
            naive_set(&to[g3], &changed);
          for (uint32_t g4 = 0; g4 < tiny_g(t) && r->kind == SYM_PUSH; g4++)
            if (x->pops[r->below][g3][lb][g4])
              naive_set(&to[g4], &changed);
        }
      }
    }
  }
}

/* One sweep over a rule, for frames with one entry: heads that follow. */
static inline void naive_follow(const tiny *t, naive *x, uint32_t k,
                                naive_heads *from, bool *changed) {
  const tiny_rule *r = &t->rules[k];
  naive_each_step(t, x, k) {
    if (!(*from)[r->from][g][l])
      continue;
    if (r->kind == SYM_SWAP)
      naive_set(&(*from)[r->to][g2][l2], changed);
    if (r->kind != SYM_PUSH)
      continue;
    naive_set(&x->reach[r->to][g2][l2][r->to][g2][l2], changed);
    for (uint32_t g3 = 0; g3 < tiny_g(t); g3++)
      if (x->pops[r->to][g2][l2][g3])
        naive_set(&(*from)[r->below][g3][lb], changed);
  }
}

static inline void naive_reach(const tiny *t, naive *x) {
  uint32_t s = t->s.start;
  for (uint32_t g = 0; g < tiny_g(t); g++)
    for (uint32_t l = 0; l < tiny_l(t); l++)
      x->reach[s][g][l][s][g][l] = tiny_starts(t, g, l);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t e = 0; e < t->symbols; e++)
      for (uint32_t ge = 0; ge < tiny_g(t); ge++)
        for (uint32_t le = 0; le < tiny_l(t); le++)
          if (x->reach[e][ge][le][e][ge][le])
            for (uint32_t k = 0; k < t->count; k++)
              naive_follow(t, x, k, &x->reach[e][ge][le], &changed);
  }
  for (uint32_t e = 0; e < t->symbols; e++)
    for (uint32_t ge = 0; ge < tiny_g(t); ge++)
      for (uint32_t le = 0; le < tiny_l(t); le++)
        for (uint32_t n = 0; n < t->symbols; n++)
          for (uint32_t g = 0; g < tiny_g(t); g++)
            for (uint32_t l = 0; l < tiny_l(t); l++)
              if (x->reach[e][ge][le][n][g][l])
                x->reached[n][g][l] = true;
}

/* 'towards' has the targets, and gets what leads there. */
static inline void naive_towards(const tiny *t, naive *x) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < t->count; k++) {
      const tiny_rule *r = &t->rules[k];
      if (r->kind == SYM_POP)
        continue;
      naive_each_step(t, x, k) {
        bool good = x->towards[r->to][g2][l2];
        for (uint32_t g3 = 0; g3 < tiny_g(t) && r->kind == SYM_PUSH; g3++)
          good = good ||
                 (x->pops[r->to][g2][l2][g3] && x->towards[r->below][g3][lb]);
        if (good)
          naive_set(&x->towards[r->from][g][l], &changed);
      }
    }
  }
}

#endif
