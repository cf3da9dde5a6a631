#include "tests/pushdown_ltl/compare.h"

#include "engine/saturation/pushdown_ltl.h"
#include "evidence/pushdown/ltl.h"
#include "tests/pushdown_ltl/forge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_MOST = 5 };

/* All words up to a length. */

typedef const char *word_check(void *self, uint32_t state,
                               const uint32_t *stack, size_t height);

static const char *each_word(const pds *p, word_check *f, void *self) {
  uint32_t symbols = pds_symbol_count(p), stack[WORD_MOST] = {0};
  for (size_t height = 0; height <= WORD_MOST; height++) {
    size_t i = 0;
    memset(stack, 0, sizeof stack);
    do {
      for (uint32_t s = 0; s < pds_state_count(p); s++) {
        const char *wrong = f(self, s, stack, height);
        if (wrong)
          return wrong;
      }
      for (i = 0; i < height && ++stack[i] == symbols; i++)
        stack[i] = 0;
    } while (i < height);
  }
  return NULL;
}

typedef struct words {
  naive *v;
  membership result; /* the automaton of all violating configurations */
  uint32_t empty;
  bool initial_violates;
  tally *t;
} words;

static const char *compare_word(void *self, uint32_t state,
                                const uint32_t *stack, size_t height) {
  words *w = self;
  bool bad = naive_violates(w->v, state, stack, height);
  uint32_t class = w->empty;
  for (size_t i = height; i-- > 0;)
    class = membership_above(&w->result, class, stack[i]);
  w->t->configurations++;
  if (bad != membership_has(&w->result, class, 0, state))
    return "the automaton of violating configurations is wrong";
  if (bad && naive_is_initial(w->v, state, stack, height))
    w->initial_violates = true;
  return NULL;
}

typedef struct buffer {
  char *at;
  size_t count, capacity;
} buffer;

static int put(void *self, const char *s, size_t length) {
  buffer *b = self;
  if (b->count + length + 1 > b->capacity) {
    b->capacity = 2 * (b->count + length) + 100;
    b->at = realloc(b->at, b->capacity);
    if (!b->at)
      abort();
  }
  memcpy(b->at + b->count, s, length);
  b->count += length;
  return 0;
}

static buffer write_ranks(const pds *p, const pds_ranks *r) {
  buffer b = {0};
  text t;
  text_init(&t, put, &b);
  pushdown_ranks_write(p, r, &t);
  text_put(&t, "end\n");
  text_end(&t);
  return b;
}

static buffer write_lasso(const pds *p, const pds_lasso *l) {
  buffer b = {0};
  text t;
  text_init(&t, put, &b);
  pushdown_lasso_write(p, l, &t);
  text_put(&t, "end\n");
  text_end(&t);
  return b;
}

/* Reads the first 'length' bytes of what was written. */
static bool read_back(instance *x, const buffer *b, size_t length, bool ranks,
                      pds_ranks *r, pds_lasso *l) {
  lines in;
  report rep = {0};
  char *exact = malloc(length ? length : 1); /* ASan sees what is beyond */
  if (!exact)
    abort();
  memcpy(exact, b->at, length);
  lines_begin(&in, &x->mem, "f", exact, length, &rep);
  bool good = (ranks ? pushdown_ranks_read(&in, &x->p, x->a.states, r)
                     : pushdown_lasso_read(&in, &x->p, l)) &&
              lines_end(&in);
  if (good == (rep.count > 0))
    good = false;
  free(exact);
  return good;
}

static bool lasso_is_real(instance *x, const pds_lasso *l) {
  pushdown_letters letters = {0};
  const char *why = NULL;
  bool good =
      pushdown_lasso_replay(&x->mem, &x->clock, &x->p, &x->b, l, &letters,
                            &why) &&
      naive_accepts(&x->mem, &x->a, letters.at, letters.count, l->stem.count);
  vec_free(&x->mem, &letters);
  return good;
}

static const char *check_lasso(instance *x, const pushdown_ltl_answer *y,
                               tally *t) {
  pds_lasso again;
  if (!y->has_lasso)
    return "there is no lasso";
  if (y->steps != y->lasso.stem.count + y->lasso.loop.count)
    return "the number of steps is wrong";
  const char *why = NULL;
  if (!lasso_is_real(x, &y->lasso))
    return "the lasso is no accepting run";
  if (x->has_formula &&
      !pushdown_lasso_check(&x->mem, &x->clock, &x->p, &x->b, &x->table,
                            x->formula, &y->lasso, &why))
    return why;
  t->lassos++;
  if (y->steps > t->longest)
    t->longest = y->steps;
  buffer b = write_lasso(&x->p, &y->lasso);
  bool good = read_back(x, &b, b.count, false, NULL, &again) &&
              lasso_is_real(x, &again);
  buffer c = good ? write_lasso(&x->p, &again) : (buffer){0};
  good = good && b.count == c.count && memcmp(b.at, c.at, b.count) == 0;
  for (size_t n = 0; good && n < b.count; n += 7)
    if (n + 2 <= b.count && read_back(x, &b, n, false, NULL, &again))
      good = false;
  free(b.at);
  free(c.at);
  return good ? NULL : "the lasso is not what was written";
}

static bool ranks_are_good(instance *x, const omega *a, const pds_ranks *r) {
  const char *why = NULL;
  return pushdown_ranks_check(&x->mem, &x->clock, &x->p, &x->b, a, r, &why);
}

static const char *check_ranks(instance *x, const pds_ranks *r, tally *t) {
  pds_ranks again;
  const char *why = NULL;
  if (!pushdown_ranks_check(&x->mem, &x->clock, &x->p, &x->b, &x->a, r, &why))
    return why;
  t->ranks++;
  buffer b = write_ranks(&x->p, r);
  bool good = read_back(x, &b, b.count, true, &again, NULL) &&
              ranks_are_good(x, &x->a, &again);
  buffer c = good ? write_ranks(&x->p, &again) : (buffer){0};
  good = good && b.count == c.count && memcmp(b.at, c.at, b.count) == 0;
  for (size_t n = 0; good && n + 2 <= b.count; n += 13)
    if (read_back(x, &b, n, true, &again, NULL))
      good = false;
  free(b.at);
  free(c.at);
  return good ? NULL : "the ranks are not what was written";
}

/* A certificate of the system without some rules, or of the automaton with
 * fewer accepting states, where the whole is violated. */
static const char *forge_ranks(instance *x, uint64_t *seed, tally *t) {
  pushdown_ltl_answer y;
  size_t rules = x->p.rules.count;
  uint32_t initial = x->a.initial;
  vec(pds_rule) kept = {0};
  for (int round = 0; round < 3; round++) {
    memcpy(&kept, &x->p.rules, sizeof kept);
    kept.at = mem_array(&x->mem, rules + 1, sizeof *kept.at);
    if (rules)
      memcpy(kept.at, x->p.rules.at, rules * sizeof *kept.at);
    for (uint32_t i = instance_random(seed, 3) + 1; i-- > 0 && rules;) {
      uint32_t drop = instance_random(seed, (uint32_t)rules);
      x->p.rules.at[drop].from = instance_random(seed, pds_state_count(&x->p));
    }
    uint64_t marks = 0;
    uint32_t q = instance_random(seed, x->a.states);
    if (round > 0)
      for (uint32_t i = x->a.first.at[q]; i < x->a.first.at[q + 1]; i++) {
        marks = x->a.edges.at[i].marks;
        x->a.edges.at[i].marks = 0;
      }
    if (round == 2)
      x->a.initial = instance_random(seed, x->a.states);
    pushdown_ltl(&x->mem, &x->clock, &x->p, &x->b, &x->a, 0, &y);
    if (rules)
      memcpy(x->p.rules.at, kept.at, rules * sizeof *kept.at);
    if (round > 0)
      for (uint32_t i = x->a.first.at[q]; i < x->a.first.at[q + 1]; i++)
        x->a.edges.at[i].marks = marks;
    x->a.initial = initial;
    if (y.violated)
      continue;
    if (ranks_are_good(x, &x->a, &y.ranks))
      return "a forged certificate was accepted";
    t->forged++;
  }
  return NULL;
}

/* Nothing in a certificate that the search makes can be spared: all that it
 * lists follows, and ranks are as low as they can be. */
static const char *mutate(instance *x, pds_ranks *r, uint64_t *seed, tally *t) {
  uint32_t kind = instance_random(seed, 5), h = 0, k = 0, n = 0;
  if (r->heads.count)
    h = instance_random(seed, (uint32_t)r->heads.count);
  if (r->summaries.count)
    k = instance_random(seed, (uint32_t)r->summaries.count);
  if (r->initial.count)
    n = instance_random(seed, (uint32_t)r->initial.count);
  if (kind == 0 && r->heads.count) {
    pds_ranks_head last = vec_pop(&r->heads);
    if (h < r->heads.count)
      r->heads.at[h] = last;
  } else if (kind == 1 && r->heads.count && r->heads.at[h].rank > 1) {
    r->heads.at[h].rank--;
  } else if (kind == 2 && r->summaries.count) {
    pds_ranks_summary last = vec_pop(&r->summaries);
    if (k < r->summaries.count)
      r->summaries.at[k] = last;
  } else if (kind == 3 && r->summaries.count && r->summaries.at[k].accepting) {
    r->summaries.at[k].accepting = false;
  } else if (r->initial.count) {
    pds_ranks_pair last = vec_pop(&r->initial);
    if (n < r->initial.count)
      r->initial.at[n] = last;
  } else {
    return NULL;
  }
  t->mutated++;
  return ranks_are_good(x, &x->a, r) ? "a certificate with a gap was accepted"
                                     : NULL;
}

static const char *forge_lasso(instance *x, uint64_t *seed) {
  pds_lasso l = {0};
  size_t rules = x->p.rules.count;
  l.start = instance_random(seed, pds_state_count(&x->p));
  for (int round = 0; round < 20; round++) {
    l.stack.count = l.stem.count = l.loop.count = 0;
    for (uint32_t i = instance_random(seed, 4); i-- > 0;)
      vec_push(&x->mem, &l.stack,
               instance_random(seed, pds_symbol_count(&x->p)));
    for (uint32_t i = instance_random(seed, 3); i-- > 0 && rules;)
      vec_push(&x->mem, &l.stem, instance_random(seed, (uint32_t)rules));
    for (uint32_t i = instance_random(seed, 3); i-- > 0;)
      vec_push(&x->mem, &l.loop,
               rules && instance_random(seed, 2)
                   ? instance_random(seed, (uint32_t)rules)
                   : PDS_STUTTER);
    if (lasso_is_real(x, &l))
      return "a run is accepted that must not be there";
  }
  return NULL;
}

const char *compare(instance *x, uint64_t seed, tally *t) {
  naive v;
  paut violating;
  pushdown_ltl_answer y;
  if (!naive_init(&v, x)) {
    t->skipped++;
    return NULL;
  }
  seed = seed * 2 + 1;
  pushdown_ltl(&x->mem, &x->clock, &x->p, &x->b, &x->a, 1000000, &y);
  pushdown_ltl_violating(&x->mem, &x->clock, &x->p, &x->b, &x->a, &violating);
  words w = {.v = &v, .t = t};
  membership_init(&w.result, &x->mem, &x->p);
  membership_add(&w.result, &violating);
  w.empty = membership_empty(&w.result);
  const char *wrong = each_word(&x->p, compare_word, &w);
  if (wrong)
    return wrong;
  if (w.initial_violates && !y.violated)
    return "a violation was missed";
  if (y.violated) {
    t->violated++;
    wrong = check_lasso(x, &y, t);
    if (!wrong)
      wrong = forge_ranks(x, &seed, t);
    return wrong || x->b.sets.count ? wrong : forge(&v, seed, t);
  }
  t->holds++;
  wrong = check_ranks(x, &y.ranks, t);
  if (!wrong)
    wrong = forge_lasso(x, &seed);
  return wrong ? wrong : mutate(x, &y.ranks, &seed, t);
}
