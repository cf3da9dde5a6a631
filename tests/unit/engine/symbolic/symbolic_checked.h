/* Runs and proofs of tiny systems, checked step by step and point by point. */
#ifndef UNIT_SYMBOLIC_CHECKED_H
#define UNIT_SYMBOLIC_CHECKED_H

#include "tests/unit/engine/symbolic/symbolic_naive.h"

/* Runs. */

static inline uint32_t checked_number(const bool *bits, uint32_t count) {
  uint32_t x = 0;
  for (uint32_t b = 0; b < count; b++)
    x |= (uint32_t)bits[b] << b;
  return x;
}

typedef struct checked_frame {
  uint32_t symbol, locals;
} checked_frame;

/* Where a run ends. False: it is none. */
static inline bool checked_replay(tiny *t, const sym_run *run, uint32_t *symbol,
                                  uint32_t *globals, uint32_t *locals) {
  const sympds *s = &t->s;
  vec(checked_frame) stack = {0};
  uint32_t g = checked_number(run->first.at, t->globals);
  checked_frame top = {s->start,
                       checked_number(run->first.at + t->globals, t->locals)};
  bool good = run->first.count == t->globals + t->locals &&
              run->loop == SIZE_MAX && tiny_starts(t, g, top.locals);
  vec_push(&t->m, &stack, top);
  for (size_t i = 0; good && i < run->steps.count; i++) {
    const sym_step *step = &run->steps.at[i];
    const tiny_rule *r = &t->rules[s->rules.at[step->rule].source];
    const bool *values = run->values.at + step->values;
    uint32_t g2 = checked_number(values, t->globals);
    uint32_t l2 = checked_number(values + t->globals, t->locals), lb = 0;
    if (r->kind == SYM_PUSH)
      lb = checked_number(values + t->globals + t->locals, t->locals);
    good = stack.count && vec_last(&stack).symbol == r->from &&
           tiny_leads(r, g, vec_last(&stack).locals, g2, l2, lb);
    if (!good)
      break;
    stack.count--;
    g = g2;
    checked_frame below = {r->below, lb}, next = {r->to, l2};
    if (r->kind == SYM_PUSH)
      vec_push(&t->m, &stack, below);
    if (r->kind != SYM_POP)
      vec_push(&t->m, &stack, next);
  }
  good = good && stack.count;
  if (good) {
    *symbol = vec_last(&stack).symbol;
    *globals = g;
    *locals = vec_last(&stack).locals;
  }
  vec_free(&t->m, &stack);
  return good;
}

static inline void checked_free(tiny *t, sym_run *run) {
  vec_free(&t->m, &run->first);
  vec_free(&t->m, &run->steps);
  vec_free(&t->m, &run->values);
}

/* Proofs. */

static inline bool checked_node(const sym_proof *p, uint32_t node,
                                const tiny_point *at) {
  while (node > 1) {
    const sym_node *n = &p->nodes.at[node - 2];
    uint32_t bit = n->variable / SYM_COPIES, copy = n->variable % SYM_COPIES;
    bool value = bit < p->globals
                     ? at->value[0][copy] >> bit & 1
                     : at->value[1][copy] >> (bit - p->globals) & 1;
    uint32_t next = value ? n->high : n->low;
    if (next >= node)
      return false;
    node = next;
  }
  return node == 1;
}

static inline bool checked_row(const sym_proof *p, const sym_rows *rows,
                               uint32_t symbol, uint32_t with,
                               const tiny_point *at) {
  vec_each (const sym_row, r, rows)
    if (r->symbol == symbol && r->with == with && checked_node(p, r->node, at))
      return true;
  return false;
}

/* A proof's rows as plain sets, and whether they are closed. */
typedef struct checked_forward {
  naive_heads reach[TINY_SYMBOLS][TINY_G][TINY_L]; /* by entry */
  bool summaries[TINY_SYMBOLS][TINY_G][TINY_L][TINY_G];
} checked_forward;

static inline void checked_read_forward(const tiny *t, const sym_proof *p,
                                        checked_forward *x) {
  memset(x, 0, sizeof *x);
  for (uint32_t e = 0; e < t->symbols; e++)
    for (uint32_t ge = 0; ge < tiny_g(t); ge++)
      for (uint32_t le = 0; le < tiny_l(t); le++)
        for (uint32_t g = 0; g < tiny_g(t); g++) {
          tiny_point s = {{{g, ge, 0, 0}, {0, le, 0, 0}}};
          x->summaries[e][ge][le][g] = checked_row(p, &p->summaries, e, 0, &s);
          for (uint32_t l = 0; l < tiny_l(t); l++)
            for (uint32_t n = 0; n < t->symbols; n++) {
              tiny_point r = {{{g, 0, ge, 0}, {l, 0, 0, le}}};
              x->reach[e][ge][le][n][g][l] =
                  checked_row(p, &p->reach, n, e, &r);
            }
        }
}

static inline bool checked_closed(const tiny *t, const naive *x,
                                  const checked_forward *c, uint32_t k,
                                  uint32_t e, uint32_t ge, uint32_t le) {
  const tiny_rule *r = &t->rules[k];
  const naive_heads *h = &c->reach[e][ge][le];
  bool good = true;
  naive_each_step(t, x, k) {
    if (!(*h)[r->from][g][l])
      continue;
    if (r->kind == SYM_SWAP)
      good = good && (*h)[r->to][g2][l2];
    else if (r->kind == SYM_POP)
      good = good && c->summaries[e][ge][le][g2];
    else
      good = good && c->reach[r->to][g2][l2][r->to][g2][l2];
    for (uint32_t g3 = 0; g3 < tiny_g(t) && r->kind == SYM_PUSH; g3++)
      if (c->summaries[r->to][g2][l2][g3])
        good = good && (*h)[r->below][g3][lb];
  }
  return good;
}

static inline bool checked_proof_forward(const tiny *t, const naive *x,
                                         const sym_proof *p,
                                         const sym_target *targets) {
  static checked_forward c;
  checked_read_forward(t, p, &c);
  uint32_t s = t->s.start;
  bool good = p->kind == SYM_PROOF_FORWARD && p->globals == t->globals &&
              p->locals == t->locals && p->symbols == t->symbols;
  for (uint32_t g = 0; g < tiny_g(t); g++)
    for (uint32_t l = 0; l < tiny_l(t); l++)
      good = good && (!tiny_starts(t, g, l) || c.reach[s][g][l][s][g][l]);
  for (uint32_t e = 0; e < t->symbols; e++)
    for (uint32_t ge = 0; ge < tiny_g(t); ge++)
      for (uint32_t le = 0; le < tiny_l(t); le++) {
        for (uint32_t k = 0; good && k < t->count; k++)
          good = checked_closed(t, x, &c, k, e, ge, le);
        for (size_t i = 0; i < targets->count; i++)
          for (uint32_t g = 0; g < tiny_g(t); g++)
            for (uint32_t l = 0; l < tiny_l(t); l++)
              good = good && !c.reach[e][ge][le][targets->symbols[i]][g][l];
      }
  return good;
}

static inline bool checked_proof_backward(const tiny *t, const naive *x,
                                          const sym_proof *p,
                                          const sym_target *targets) {
  static naive_heads heads;
  static bool pops[TINY_SYMBOLS][TINY_G][TINY_L][TINY_G];
  bool good = p->kind == SYM_PROOF_BACKWARD && p->globals == t->globals;
  for (uint32_t n = 0; n < t->symbols; n++)
    for (uint32_t g = 0; g < tiny_g(t); g++)
      for (uint32_t l = 0; l < tiny_l(t); l++) {
        tiny_point at = {{{g, 0, 0, 0}, {l, 0, 0, 0}}};
        heads[n][g][l] = checked_row(p, &p->heads, n, 0, &at);
        for (uint32_t g2 = 0; g2 < tiny_g(t); g2++) {
          tiny_point pop = {{{g, 0, g2, 0}, {l, 0, 0, 0}}};
          pops[n][g][l][g2] = checked_row(p, &p->pops, n, 0, &pop);
        }
        for (size_t i = 0; i < targets->count; i++)
          good = good && (targets->symbols[i] != n || heads[n][g][l]);
        good = good &&
               !(n == t->s.start && tiny_starts(t, g, l) && heads[n][g][l]);
      }
  for (uint32_t k = 0; k < t->count; k++) {
    const tiny_rule *r = &t->rules[k];
    naive_each_step(t, x, k) {
      bool head = heads[r->from][g][l];
      const bool *pop = pops[r->from][g][l];
      if (r->kind == SYM_POP) {
        good = good && pop[g2];
        continue;
      }
      good = good && (!heads[r->to][g2][l2] || head);
      for (uint32_t g3 = 0; g3 < tiny_g(t); g3++) {
        if (!pops[r->to][g2][l2][g3])
          continue;
        if (r->kind == SYM_SWAP) {
          good = good && pop[g3];
          continue;
        }
        good = good && (!heads[r->below][g3][lb] || head);
        for (uint32_t g4 = 0; g4 < tiny_g(t); g4++)
          good = good && (!pops[r->below][g3][lb][g4] || pop[g4]);
      }
    }
  }
  return good;
}

#endif
