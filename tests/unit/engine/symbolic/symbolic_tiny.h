/* Tiny symbolic pushdown systems that dice make, twice: with diagrams, and as
 * plain conditions that are evaluated bit by bit. A relation is a sum of cubes
 * over the bits before and the changed bits behind. */
#ifndef UNIT_SYMBOLIC_TINY_H
#define UNIT_SYMBOLIC_TINY_H

#include "tests/unit/check.h"

#include "engine/symbolic/symbolic.h"

#include <stdlib.h>
#include <string.h>

enum {
  TINY_GLOBALS = 3, /* bits, at most */
  TINY_LOCALS = 2,
  TINY_SYMBOLS = 6,
  TINY_RULES = 18,
  TINY_CUBES = 8,
  TINY_G = 1 << TINY_GLOBALS, /* values, at most */
  TINY_L = 1 << TINY_LOCALS
};

/* Bits with a care: globals, locals before; globals, locals behind; locals
 * below. */
typedef struct tiny_cube {
  uint32_t care[5], value[5];
} tiny_cube;

typedef struct tiny_rule {
  sym_kind kind;
  uint32_t from, to, below;
  uint32_t changes[3]; /* bits: globals, locals, locals below */
  tiny_cube cubes[TINY_CUBES];
  uint32_t count;
} tiny_rule;

typedef struct tiny {
  mem_budget budget;
  mem m;
  progress clock;
  dds d;
  sympds s;
  uint64_t seed;
  uint32_t globals, locals, symbols;
  bool is_narrow; /* steps lead to few heads: runs are long */
  tiny_rule rules[TINY_RULES];
  uint32_t count;
  uint32_t start_care[2], start_value[2]; /* globals, locals */
} tiny;

static inline uint32_t tiny_below(tiny *t, uint32_t n) {
  t->seed ^= t->seed << 13;
  t->seed ^= t->seed >> 7;
  t->seed ^= t->seed << 17;
  return (uint32_t)((t->seed >> 11) % n);
}

static inline void tiny_init(tiny *t) {
  t->budget.fail_in = -1;
  mem_init(&t->m, &t->budget);
  t->clock.budget = &t->budget;
  progress_begin(&t->clock, "test");
}

static inline void tiny_close(tiny *t) {
  dds_close(&t->d);
  mem_clear(&t->m);
  CHECK(t->budget.used == 0);
}

/* As conditions. */

static inline bool tiny_unchanged(uint32_t changes, uint32_t a, uint32_t b) {
  return ((a ^ b) & ~changes) == 0;
}

/* Does the rule lead from (g, l) to (g2, l2 over lb)? Where it has no top, or
 * nothing below, l2 and lb are 0. */
static inline bool tiny_leads(const tiny_rule *r, uint32_t g, uint32_t l,
                              uint32_t g2, uint32_t l2, uint32_t lb) {
  if (!tiny_unchanged(r->changes[0], g, g2))
    return false;
  if (r->kind == SYM_SWAP && (!tiny_unchanged(r->changes[1], l, l2) || lb))
    return false;
  if (r->kind == SYM_PUSH && !tiny_unchanged(r->changes[2], l, lb))
    return false;
  if (r->kind == SYM_POP && (l2 || lb))
    return false;
  uint32_t value[5] = {g, l, g2, l2, lb};
  for (uint32_t c = 0; c < r->count; c++) {
    bool fits = true;
    for (int i = 0; i < 5; i++)
      fits = fits &&
             ((value[i] ^ r->cubes[c].value[i]) & r->cubes[c].care[i]) == 0;
    if (fits)
      return true;
  }
  return false;
}

static inline bool tiny_starts(const tiny *t, uint32_t g, uint32_t l) {
  return ((g ^ t->start_value[0]) & t->start_care[0]) == 0 &&
         ((l ^ t->start_value[1]) & t->start_care[1]) == 0;
}

/* As diagrams. */

static inline dd tiny_bits(tiny *t, dd x, bool are_globals, sym_copy copy,
                           uint32_t care, uint32_t value) {
  uint32_t count = are_globals ? t->globals : t->locals;
  for (uint32_t b = 0; b < count; b++)
    if (care >> b & 1) {
      dd v = dd_variable(&t->d, are_globals ? sym_global(&t->s, b, copy)
                                            : sym_local(&t->s, b, copy));
      x = dd_and(&t->d, x, value >> b & 1 ? v : dd_not(&t->d, v));
    }
  return x;
}

static inline dd tiny_relation(tiny *t, const tiny_rule *r) {
  static const sym_copy copy[5] = {SYM_NOW, SYM_NOW, SYM_NEXT, SYM_NEXT,
                                   SYM_BELOW};
  dd sum = DD_FALSE;
  for (uint32_t c = 0; c < r->count; c++) {
    dd x = DD_TRUE;
    for (int i = 0; i < 5; i++)
      x = tiny_bits(t, x, i % 2 == 0 && i < 4, copy[i], r->cubes[c].care[i],
                    r->cubes[c].value[i]);
    sum = dd_or(&t->d, sum, x);
  }
  return sum;
}

static inline uint32_t tiny_list(uint32_t bits, uint32_t *out) {
  uint32_t count = 0;
  for (uint32_t b = 0; b < 32; b++)
    if (bits >> b & 1)
      out[count++] = b;
  return count;
}

static inline void tiny_add_rule(tiny *t, uint32_t number) {
  const tiny_rule *r = &t->rules[number];
  uint32_t globals[32], locals[32], below[32];
  sym_rule rule = {.kind = r->kind,
                   .from = r->from,
                   .to = r->kind == SYM_POP ? SYM_NONE : r->to,
                   .below = r->kind == SYM_PUSH ? r->below : SYM_NONE,
                   .source = number,
                   .relation = tiny_relation(t, r),
                   .changes_globals = tiny_list(r->changes[0], globals),
                   .changes_locals = tiny_list(r->changes[1], locals),
                   .changes_below = tiny_list(r->changes[2], below)};
  sympds_add_rule(&t->s, &rule, globals, locals, below);
}

static inline void tiny_make_diagrams(tiny *t) {
  uint32_t bits = t->globals + t->locals, positions[TINY_GLOBALS + TINY_LOCALS];
  for (uint32_t b = 0; b < bits; b++)
    positions[b] = b;
  for (uint32_t b = bits; b-- > 1;) {
    uint32_t other = tiny_below(t, b + 1), kept = positions[b];
    positions[b] = positions[other];
    positions[other] = kept;
  }
  dd_order order = {.variables = bits * SYM_COPIES};
  CHECK(dds_open(&t->d, &t->m, &t->clock, &order));
  sympds_init(&t->s, &t->m, &t->d, t->globals, t->locals, positions,
              t->symbols);
  size_t mark = dd_mark(&t->d);
  for (uint32_t r = 0; r < t->count; r++)
    tiny_add_rule(t, r);
  sympds_finish(&t->s);
  dd start =
      tiny_bits(t, DD_TRUE, true, SYM_NOW, t->start_care[0], t->start_value[0]);
  start =
      tiny_bits(t, start, false, SYM_NOW, t->start_care[1], t->start_value[1]);
  dd_keep(&t->d, &t->s.initial, start);
  dd_release(&t->d, mark);
}

/* Dice. */

static inline uint32_t tiny_random_bits(tiny *t, uint32_t bits,
                                        uint32_t percent) {
  uint32_t x = 0;
  for (uint32_t b = 0; b < bits; b++)
    x |= (uint32_t)(tiny_below(t, 100) < percent) << b;
  return x;
}

static inline void tiny_random_rule(tiny *t, tiny_rule *r) {
  static const uint32_t densities[] = {0, 40, 70, 100};
  uint32_t g = t->globals, l = t->locals, roll = tiny_below(t, 10);
  uint32_t density = t->is_narrow ? 90 : densities[tiny_below(t, 4)];
  *r = (tiny_rule){.kind = roll < 4   ? SYM_SWAP
                           : roll < 7 ? SYM_PUSH
                                      : SYM_POP,
                   .from = tiny_below(t, t->symbols),
                   .to = tiny_below(t, t->symbols),
                   .below = tiny_below(t, t->symbols),
                   .count = 1 + tiny_below(t, t->is_narrow ? TINY_CUBES : 4)};
  r->changes[0] = tiny_random_bits(t, g, 50);
  if (r->kind == SYM_SWAP)
    r->changes[1] = tiny_random_bits(t, l, 50);
  if (r->kind == SYM_PUSH)
    r->changes[2] = tiny_random_bits(t, l, 40);
  uint32_t top = r->kind == SYM_PUSH ? (1u << l) - 1 : r->changes[1];
  uint32_t may[5] = {(1u << g) - 1, (1u << l) - 1, r->changes[0], top,
                     r->changes[2]};
  for (uint32_t c = 0; c < r->count; c++)
    for (int i = 0; i < 5; i++) {
      r->cubes[c].care[i] =
          may[i] &
          tiny_random_bits(t, 3, i < 2 ? density : (density + 100) / 2);
      r->cubes[c].value[i] = tiny_random_bits(t, 3, 50);
    }
}

static inline void tiny_random(tiny *t, uint64_t seed) {
  *t = (tiny){.seed = seed * 2654435761u + 88172645463325252u};
  tiny_init(t);
  for (int i = 0; i < 8; i++)
    tiny_below(t, 2);
  t->is_narrow = tiny_below(t, 2);
  t->globals = tiny_below(t, 12) ? 1 + tiny_below(t, TINY_GLOBALS) : 0;
  t->locals = tiny_below(t, TINY_LOCALS + 1);
  t->symbols = 2 + tiny_below(t, TINY_SYMBOLS - 1);
  t->count = 3 + tiny_below(t, TINY_RULES - 2);
  for (uint32_t r = 0; r < t->count; r++)
    tiny_random_rule(t, &t->rules[r]);
  for (int i = 0; i < 2; i++) {
    t->start_care[i] = tiny_random_bits(t, i ? t->locals : t->globals,
                                        t->is_narrow ? 100 : 80);
    t->start_value[i] = tiny_random_bits(t, 3, 50);
  }
  uint32_t start = tiny_below(t, t->symbols);
  tiny_make_diagrams(t);
  t->s.start = start;
}

/* Looking at diagrams. */

/* Values of copies: [0] globals, [1] locals. */
typedef struct tiny_point {
  uint32_t value[2][SYM_COPIES];
} tiny_point;

static inline bool tiny_holds(const tiny *t, dd x, const tiny_point *p) {
  while (x > DD_TRUE) {
    uint32_t v = dd_top(x), at = v / SYM_COPIES, copy = v % SYM_COPIES;
    bool value = false;
    for (uint32_t b = 0; b < t->globals; b++)
      if (t->s.global_position[b] == at)
        value = p->value[0][copy] >> b & 1;
    for (uint32_t b = 0; b < t->locals; b++)
      if (t->s.local_position[b] == at)
        value = p->value[1][copy] >> b & 1;
    x = value ? dd_high(x) : dd_low(x);
  }
  return x == DD_TRUE;
}

static inline uint32_t tiny_g(const tiny *t) { return 1u << t->globals; }
static inline uint32_t tiny_l(const tiny *t) { return 1u << t->locals; }

#endif
