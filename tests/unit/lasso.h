/* What the tests of logic and of automata on infinite words share: memory,
 * random formulas, a second evaluator, all lassos of a length, and whether an
 * automaton accepts one. All of it is slow and by the book. */
#ifndef UNIT_LASSO_H
#define UNIT_LASSO_H

#include "tests/unit/check.h"

#include "automata/omega.h"
#include "base/progress.h"
#include "logic/ltl.h"

#include <stdlib.h>
#include <string.h>

typedef struct bench {
  mem_budget budget;
  mem mem;
  progress clock;
  report report;
  uint64_t seed;
  char *written;
  size_t length, capacity;
} bench;

static inline bench *bench_new(uint64_t seed) {
  bench *b = calloc(1, sizeof *b);
  if (!b)
    abort();
  b->budget.fail_in = -1;
  b->seed = seed;
  mem_init(&b->mem, &b->budget);
  b->clock.budget = &b->budget;
  progress_begin(&b->clock, "testing");
  return b;
}

static inline void bench_delete(bench *b) {
  mem_clear(&b->mem);
  CHECK(b->budget.used == 0);
  free(b->written);
  free(b);
}

static inline uint32_t roll(bench *b, uint32_t sides) {
  b->seed = b->seed * UINT64_C(6364136223846793005) + 1442695040888963407;
  return (uint32_t)(b->seed >> 33) % sides;
}

/* Text. */

static inline int bench_sink(void *self, const char *s, size_t length) {
  bench *b = self;
  if (b->length + length + 1 > b->capacity) {
    b->capacity = 2 * (b->length + length) + 64;
    b->written = realloc(b->written, b->capacity);
    if (!b->written)
      abort();
  }
  memcpy(b->written + b->length, s, length);
  b->length += length;
  b->written[b->length] = '\0';
  return 0;
}

/* What is put into 'out' up to bench_text is then in 'written'. */
static inline void bench_begin_text(bench *b, text *out) {
  b->length = 0;
  bench_sink(b, "", 0);
  text_init(out, bench_sink, b);
}
static inline const char *bench_text(bench *b, text *out) {
  CHECK(text_end(out));
  return b->written;
}

static inline const char *bench_print(bench *b, const ltl *t, uint32_t f,
                                      bool spin) {
  text out;
  bench_begin_text(b, &out);
  ltl_print(&b->mem, t, f, spin, &out);
  return bench_text(b, &out);
}

/* An exact copy is read: ASan sees every byte read beyond the end. */
static inline bool bench_parse(bench *b, ltl *t, ltl_style style,
                               const char *input, size_t length,
                               uint32_t *out) {
  char *copy = malloc(length ? length : 1);
  if (!copy)
    abort();
  if (length)
    memcpy(copy, input, length);
  b->report.count = 0;
  bool good =
      ltl_parse(&b->mem, t, style, "f", 1, 1, copy, length, &b->report, out);
  free(copy);
  return good;
}

static inline uint32_t bench_formula(bench *b, ltl *t, const char *input) {
  uint32_t f = LTL_NONE;
  bool good = bench_parse(b, t, LTL_SPOT, input, strlen(input), &f);
  CHECK(good);
  if (!good) {
    printf("%s: %s\n", input, b->report.entries[0].message);
    exit(1);
  }
  return f;
}

/* Formulas. */

static inline bool has_two_operands(ltl_op op) {
  return (op >= LTL_AND && op <= LTL_XOR) || op >= LTL_UNTIL;
}

/* 'size' is the number of nodes of the tree; atoms are a, b, c, .. */
static inline uint32_t random_formula(bench *b, ltl *t, uint32_t size,
                                      uint32_t atoms) {
  if (size <= 1) {
    char name[2] = {(char)('a' + roll(b, atoms)), 0};
    return roll(b, 12)
               ? ltl_atom(&b->mem, t, name, 1)
               : ltl_make(&b->mem, t, (ltl_op)roll(b, 2), LTL_NONE, LTL_NONE);
  }
  ltl_op op = (ltl_op)(LTL_NOT + (int)roll(b, LTL_STRONG - LTL_NOT + 1));
  if (size == 2 || !has_two_operands(op)) {
    static const ltl_op unary[] = {LTL_NOT, LTL_NEXT, LTL_FINALLY,
                                   LTL_GLOBALLY};
    if (has_two_operands(op))
      op = unary[roll(b, 4)];
    uint32_t left = random_formula(b, t, size - 1, atoms);
    return ltl_make(&b->mem, t, op, left, LTL_NONE);
  }
  uint32_t first = 1 + roll(b, size - 2);
  uint32_t left = random_formula(b, t, first, atoms);
  uint32_t right = random_formula(b, t, size - 1 - first, atoms);
  return ltl_make(&b->mem, t, op, left, right);
}

/* Words. */

enum { LASSO_MOST = 12 };

typedef struct lasso {
  uint64_t letters[LASSO_MOST];
  size_t count, loop;
} lasso;

static inline lasso random_lasso(bench *b, uint32_t atoms, uint32_t most) {
  lasso w = {.count = 1 + roll(b, most)};
  w.loop = roll(b, (uint32_t)w.count);
  for (size_t i = 0; i < w.count; i++)
    w.letters[i] = roll(b, UINT32_C(1) << atoms);
  return w;
}

/* The next lasso with at most 'most' positions; starts from one with count 0.
 * False: there is none. */
static inline bool next_lasso(lasso *w, uint32_t atoms, size_t most) {
  for (size_t i = 0; i < w->count; i++) {
    if (++w->letters[i] < UINT64_C(1) << atoms)
      return true;
    w->letters[i] = 0;
  }
  if (w->count > 0 && ++w->loop < w->count)
    return true;
  w->loop = 0;
  memset(w->letters, 0, sizeof w->letters);
  return ++w->count <= most;
}

static inline bool holds_on(bench *b, const ltl *t, uint32_t f,
                            const lasso *w) {
  return ltl_holds_on(&b->mem, t, f, w->letters, w->count, w->loop);
}

static inline size_t lasso_place(const lasso *w, size_t i) {
  return i < w->count ? i : w->loop + (i - w->loop) % (w->count - w->loop);
}

/* Until, read off its definition: every position that differs from another
 * comes within 'count' steps. */
static inline bool naive_holds(const ltl *t, uint32_t f, const lasso *w,
                               size_t i);

static inline bool naive_until(const ltl *t, uint32_t a, uint32_t b,
                               const lasso *w, size_t i) {
  for (size_t j = i; j <= i + w->count; j++) {
    if (naive_holds(t, b, w, lasso_place(w, j)))
      return true;
    if (a != LTL_NONE && !naive_holds(t, a, w, lasso_place(w, j)))
      return false;
  }
  return false;
}

static inline bool naive_globally(const ltl *t, uint32_t a, const lasso *w,
                                  size_t i) {
  for (size_t j = i; j <= i + w->count; j++)
    if (!naive_holds(t, a, w, lasso_place(w, j)))
      return false;
  return true;
}

/* b holds up to and with the first a; which must come, or need not. */
static inline bool naive_release(const ltl *t, uint32_t a, uint32_t b,
                                 const lasso *w, size_t i, bool must) {
  for (size_t j = i; j <= i + w->count; j++) {
    if (!naive_holds(t, b, w, lasso_place(w, j)))
      return false;
    if (naive_holds(t, a, w, lasso_place(w, j)))
      return true;
  }
  return !must;
}

static inline bool naive_holds(const ltl *t, uint32_t f, const lasso *w,
                               size_t i) {
  const ltl_node n = t->nodes.at[f];
  switch (n.op) {
  case LTL_TRUE:
    return true;
  case LTL_FALSE:
    return false;
  case LTL_ATOM:
    return w->letters[i] >> n.left & 1;
  case LTL_NOT:
    return !naive_holds(t, n.left, w, i);
  case LTL_AND:
    return naive_holds(t, n.left, w, i) && naive_holds(t, n.right, w, i);
  case LTL_OR:
    return naive_holds(t, n.left, w, i) || naive_holds(t, n.right, w, i);
  case LTL_IMPLIES:
    return !naive_holds(t, n.left, w, i) || naive_holds(t, n.right, w, i);
  case LTL_EQUIV:
    return naive_holds(t, n.left, w, i) == naive_holds(t, n.right, w, i);
  case LTL_XOR:
    return naive_holds(t, n.left, w, i) != naive_holds(t, n.right, w, i);
  case LTL_NEXT:
    return naive_holds(t, n.left, w, lasso_place(w, i + 1));
  case LTL_FINALLY:
    return naive_until(t, LTL_NONE, n.left, w, i);
  case LTL_GLOBALLY:
    return naive_globally(t, n.left, w, i);
  case LTL_UNTIL:
    return naive_until(t, n.left, n.right, w, i);
  case LTL_WEAK:
    return naive_globally(t, n.left, w, i) ||
           naive_until(t, n.left, n.right, w, i);
  case LTL_RELEASE:
    return naive_release(t, n.left, n.right, w, i, false);
  case LTL_STRONG:
    return naive_release(t, n.left, n.right, w, i, true);
  }
  return false;
}

/* Automata. */

/* Pairs (state, place) and the closure of their steps; then a strongly
 * connected set that can be reached and whose own edges have all marks. */
static inline bool accepts_naively(const omega *a, const lasso *w) {
  size_t n = a->states * w->count;
  bool *reach = calloc(n * n, sizeof *reach);
  bool good = false;
  if (!reach)
    abort();
#define PAIR(q, i) ((size_t)(q)*w->count + (i))
  for (size_t i = 0; i < w->count; i++)
    vec_each (const omega_edge, e, &a->edges)
      if (omega_allows(a, e, w->letters[i]))
        reach[PAIR(e->from, i) * n + PAIR(e->to, lasso_place(w, i + 1))] = true;
  for (size_t k = 0; k < n; k++)
    for (size_t u = 0; u < n; u++)
      if (reach[u * n + k])
        for (size_t v = 0; v < n; v++)
          reach[u * n + v] |= reach[k * n + v];
  size_t start = PAIR(a->initial, 0);
  for (size_t u = 0; u < n && !good; u++) {
    uint64_t marks = 0;
    if ((u != start && !reach[start * n + u]) || !reach[u * n + u])
      continue;
    for (size_t i = 0; i < w->count; i++)
      vec_each (const omega_edge, e, &a->edges) {
        size_t from = PAIR(e->from, i);
        size_t to = PAIR(e->to, lasso_place(w, i + 1));
        if (omega_allows(a, e, w->letters[i]) &&
            (from == u || reach[u * n + from]) && reach[to * n + u])
          marks |= e->marks;
      }
    good = (marks & omega_all_marks(a)) == omega_all_marks(a);
  }
#undef PAIR
  free(reach);
  return good;
}

#endif
