/* One formula through everything: its automaton and that of its negation
 * against the meaning of the formula, against each other, and certified. */
#ifndef TESTS_LTL_CASES_H
#define TESTS_LTL_CASES_H

#include "logic/certificate.h"
#include "logic/translate.h"
#include "tests/ltl/twin.h"
#include "tests/unit/check.h"

typedef struct cases {
  mem *m;
  progress *clock;
  uint64_t seed;
  bool certify;
  unsigned long formulas, states, words, accepted;
  unsigned long certified[3]; /* by effort */
  unsigned long pairs_skipped, simplified;
} cases;

enum { CASES_PAIRS = 2000000 }; /* for the search of certificates */

static inline int cases_sink(void *self, const char *s, size_t length) {
  (void)self;
  return fwrite(s, 1, length, stdout) != length;
}

static inline void cases_show(cases *c, const ltl *t, uint32_t f,
                              const char *what) {
  static text out;
  printf("%s: ", what);
  text_init(&out, cases_sink, NULL);
  ltl_print(c->m, t, f, false, &out);
  text_end(&out);
  printf("\n");
}

static inline bool cases_translate(cases *c, const ltl *t, uint32_t f,
                                   translate_effort effort, omega *out) {
  translate_options o = {.effort = effort};
  static report r;
  r.count = 0;
  return translate(c->m, c->clock, t, f, &o, &r, out);
}

static inline bool cases_has_certificate(cases *c, const ltl *t, uint32_t f,
                                         const omega *a) {
  certificate proof = {.root = 0};
  bool found =
      certificate_find(c->m, c->clock, t, f, false, a, CASES_PAIRS, &proof);
  if (found) {
    bool checked = certificate_check(c->m, t, f, false, a, &proof);
    CHECK(checked);
    if (!checked)
      cases_show(c, t, f, "certificate refused");
    certificate_free(c->m, &proof);
  }
  return found;
}

/* The first effort whose automaton has a certificate: 0, 1 or 2; 3: none. */
static inline int cases_certify(cases *c, const ltl *t, uint32_t f,
                                const omega *full) {
  if (cases_has_certificate(c, t, f, full))
    return 0;
  for (int effort = 1; effort < 3; effort++) {
    omega a;
    if (!cases_translate(c, t, f, (translate_effort)effort, &a))
      return 3;
    bool found = cases_has_certificate(c, t, f, &a);
    omega_free(c->m, &a);
    if (found)
      return effort;
  }
  return 3;
}

/* A word: the formula and the two automata agree. */
static inline void cases_word(cases *c, const ltl *t, uint32_t f,
                              const omega *yes, const omega *no,
                              const lasso *w) {
  bool holds = ltl_holds_on(c->m, t, f, w->letters, w->count, w->loop);
  bool good = twin_accepts(c->m, yes, w) == holds &&
              twin_accepts(c->m, no, w) == !holds;
  c->words++;
  c->accepted += holds;
  CHECK(good);
  if (!good)
    cases_show(c, t, f, holds ? "should accept" : "should refuse");
}

/* Words: 'count' random ones over the first 'atoms' atoms of the table, or all
 * of at most 'count' letters if 'all'. */
static inline void cases_formula(cases *c, ltl *t, uint32_t f, uint32_t atoms,
                                 size_t count, bool all) {
  uint32_t not_f = ltl_make(c->m, t, LTL_NOT, f, LTL_NONE);
  const uint32_t formula[2] = {f, not_f};
  omega a[2];
  lasso w = {.count = 0};
  for (int i = 0; i < 2; i++) {
    CHECK(cases_translate(c, t, formula[i], TRANSLATE_FULL, &a[i]));
    CHECK(twin_well_formed(&a[i]) && a[i].state_based && a[i].sets == 1);
    CHECK(twin_trimmed(c->m, &a[i]));
    c->states += a[i].states;
  }
  if ((size_t)a[0].states * a[1].states <= 1000) {
    bool disjoint = twin_disjoint(c->m, &a[0], &a[1]);
    CHECK(disjoint);
    if (!disjoint)
      cases_show(c, t, f, "not disjoint from its negation");
  } else {
    c->pairs_skipped++;
  }
  for (int i = 0; i < 2 && c->certify; i++) {
    int effort = cases_certify(c, t, formula[i], &a[i]);
    CHECK(effort < 3);
    if (effort < 3)
      c->certified[effort]++;
    if (effort > 1)
      cases_show(c, t, formula[i], effort == 2 ? "naive" : "not certified");
  }
  if (all)
    while (next_lasso(&w, atoms, count))
      cases_word(c, t, f, &a[0], &a[1], &w);
  else
    for (size_t i = 0; i < count; i++) {
      w = random_lasso(&c->seed, atoms, 8);
      cases_word(c, t, f, &a[0], &a[1], &w);
    }
  omega_free(c->m, &a[0]);
  omega_free(c->m, &a[1]);
  c->formulas++;
}

static inline void cases_random(cases *c, uint32_t size, uint32_t atoms,
                                size_t words) {
  ltl t = {.mask = 0};
  for (uint32_t i = 0; i < atoms; i++)
    atom_number(c->m, &t, i);
  uint32_t f = random_formula(c->m, &t, &c->seed, size, atoms);
  cases_formula(c, &t, f, atoms, words, false);
  ltl_free(c->m, &t);
}

/* Is the simplified formula the same on all words of at most two letters, and
 * on some longer ones? The table has three atoms. */
static inline void cases_simplify(cases *c, ltl *t, uint32_t f) {
  lasso w = {.count = 0};
  uint32_t g = translate_simplify(c->m, c->clock, t, f);
  bool same = true;
  for (int i = 0; f != g && same && i < 50;) {
    if (i > 0 || !next_lasso(&w, 3, 2)) {
      w = random_lasso(&c->seed, 3, 6);
      i++;
    }
    same = ltl_holds_on(c->m, t, f, w.letters, w.count, w.loop) ==
           ltl_holds_on(c->m, t, g, w.letters, w.count, w.loop);
  }
  CHECK(same);
  if (!same) {
    cases_show(c, t, f, "wrongly simplified");
    cases_show(c, t, g, "to");
  }
  c->simplified += f != g;
}

static inline void cases_shape(cases *c) {
  ltl t = {.mask = 0};
  shape s = {.count = 0};
  for (uint32_t i = 0; i < 3; i++)
    atom_number(c->m, &t, i);
  uint32_t depth = 1 + random_below(&c->seed, 4);
  cases_simplify(c, &t, random_shape(c->m, &t, &c->seed, &s, depth));
  ltl_free(c->m, &t);
}

static inline void cases_report(const cases *c) {
  printf("%lu formulas and their negations, %lu states; %lu words, %lu of them "
         "accepted; certificates: %lu directly, %lu without rewriting, %lu of "
         "the plain tableau; %lu products too large; %lu simplified\n",
         c->formulas, c->states, c->words, c->accepted, c->certified[0],
         c->certified[1], c->certified[2], c->pairs_skipped, c->simplified);
}

#endif
