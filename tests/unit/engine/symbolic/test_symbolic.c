/* Symbolic pre* and post*: random systems against naive sweeps, and some by
 * hand. */
#include "tests/unit/engine/symbolic/symbolic_checked.h"

#include "engine/symbolic/rings.h"

static naive slow; /* large */

static dd set_at(const sym_post *x, uint32_t symbol, uint32_t entry) {
  size_t count;
  const sym_reach *r = sym_post_reached(x, &count);
  for (size_t i = 0; i < count; i++)
    if (r[i].symbol == symbol && r[i].entry == entry)
      return r[i].set;
  return DD_FALSE;
}

static bool reached_is_right(tiny *t, sym_post *x) {
  bool good = true;
  for (uint32_t n = 0; n < t->symbols; n++)
    for (uint32_t e = 0; e < t->symbols; e++) {
      dd set = set_at(x, n, e);
      for (uint32_t ge = 0; ge < tiny_g(t); ge++)
        for (uint32_t le = 0; le < tiny_l(t); le++)
          for (uint32_t g = 0; g < tiny_g(t); g++)
            for (uint32_t l = 0; l < tiny_l(t); l++) {
              tiny_point at = {{{g, 0, ge, 0}, {l, 0, 0, le}}};
              good = good &&
                     tiny_holds(t, set, &at) == slow.reach[e][ge][le][n][g][l];
            }
    }
  return good;
}

static bool heads_are_right(tiny *t, sym_post *x) {
  bool good = true;
  for (uint32_t n = 0; n < t->symbols; n++) {
    size_t mark = dd_mark(&t->d);
    dd set = sym_post_heads(x, n);
    for (uint32_t g = 0; g < tiny_g(t); g++)
      for (uint32_t l = 0; l < tiny_l(t); l++) {
        tiny_point at = {{{g, 0, 0, 0}, {l, 0, 0, 0}}};
        good = good && tiny_holds(t, set, &at) == slow.reached[n][g][l];
      }
    dd_release(&t->d, mark);
  }
  return good;
}

static bool summaries_are_right(tiny *t, sym_post *x) {
  size_t count;
  const sym_summary *s = sym_post_summaries(x, &count);
  bool good = true;
  for (uint32_t e = 0; e < t->symbols; e++) {
    dd relation = DD_FALSE;
    for (size_t i = 0; i < count; i++)
      if (s[i].entry == e)
        relation = s[i].relation;
    for (uint32_t ge = 0; ge < tiny_g(t); ge++)
      for (uint32_t le = 0; le < tiny_l(t); le++)
        for (uint32_t g = 0; g < tiny_g(t); g++) {
          tiny_point at = {{{g, ge, 0, 0}, {0, le, 0, 0}}};
          good = good && tiny_holds(t, relation, &at) ==
                             (slow.reach[e][ge][le][e][ge][le] &&
                              slow.pops[e][ge][le][g]);
        }
  }
  return good;
}

static bool pre_is_right(tiny *t, sym_pre *x) {
  bool good = true;
  for (uint32_t n = 0; n < t->symbols; n++)
    for (uint32_t g = 0; g < tiny_g(t); g++)
      for (uint32_t l = 0; l < tiny_l(t); l++) {
        tiny_point at = {{{g, 0, 0, 0}, {l, 0, 0, 0}}};
        good = good &&
               tiny_holds(t, sym_pre_heads(x, n), &at) == slow.towards[n][g][l];
        for (uint32_t g2 = 0; g2 < tiny_g(t); g2++) {
          tiny_point pop = {{{g, 0, g2, 0}, {l, 0, 0, 0}}};
          good = good && tiny_holds(t, sym_pre_pops(x, n), &pop) ==
                             slow.pops[n][g][l][g2];
        }
      }
  return good;
}

typedef struct totals {
  unsigned long runs, steps, longest, deep, proofs, forward, stopped;
} totals;
static totals total;

/* A run to (symbol, heads) replays, and is told to be too long if it is. */
static void check_post_run(tiny *t, sym_post *x, uint32_t symbol, dd heads) {
  sym_run run;
  size_t most = 20000;
  if (!sym_post_run(x, symbol, heads, most, &run))
    return;
  uint32_t n = 0, g = 0, l = 0;
  CHECK(checked_replay(t, &run, &n, &g, &l));
  tiny_point end = {{{g, 0, 0, 0}, {l, 0, 0, 0}}};
  CHECK(n == symbol && tiny_holds(t, heads, &end));
  size_t length = run.steps.count;
  total.runs++;
  total.steps += length;
  total.longest = length > total.longest ? length : total.longest;
  for (size_t i = 0, depth = 0; i < length; i++) {
    sym_kind k = t->s.rules.at[run.steps.at[i].rule].kind;
    depth += k == SYM_PUSH;
    depth -= k == SYM_POP && depth;
    total.deep = depth > total.deep ? depth : total.deep;
  }
  checked_free(t, &run);
  if (length) {
    CHECK(!sym_post_run(x, symbol, heads, length - 1, &run));
    CHECK(sym_post_run(x, symbol, heads, length, &run));
    checked_free(t, &run);
  }
}

static void check_post_runs(tiny *t, sym_post *x) {
  for (uint32_t n = 0; n < t->symbols; n++)
    for (uint32_t g = 0; g < tiny_g(t); g++)
      for (uint32_t l = 0; l < tiny_l(t); l++) {
        if (!slow.reached[n][g][l] || tiny_below(t, 4))
          continue;
        size_t mark = dd_mark(&t->d);
        dd head = tiny_bits(t, DD_TRUE, true, SYM_NOW, UINT32_MAX, g);
        head = tiny_bits(t, head, false, SYM_NOW, UINT32_MAX, l);
        check_post_run(t, x, n, head);
        dd_release(&t->d, mark);
      }
}

static void check_whole_post(tiny *t) {
  size_t reached = 0;
  sym_post *x = sym_post_star(&t->m, &t->clock, &t->s, NULL, &reached);
  CHECK(reached == SIZE_MAX);
  CHECK(reached_is_right(t, x));
  CHECK(heads_are_right(t, x));
  CHECK(summaries_are_right(t, x));
  check_post_runs(t, x);
  CHECK(reached_is_right(t, x)); /* runs change nothing */
  statistics s;
  sym_post_statistics(x, &s);
  CHECK(s.rounds <= s.transitions);
  sym_post_free(x);
}

static bool any_reached(const tiny *t, uint32_t symbol) {
  for (uint32_t g = 0; g < tiny_g(t); g++)
    for (uint32_t l = 0; l < tiny_l(t); l++)
      if (slow.reached[symbol][g][l])
        return true;
  return false;
}

static void check_early_post(tiny *t, const sym_target *targets) {
  size_t reached = 0;
  bool should = false;
  for (size_t i = 0; i < targets->count; i++)
    should = should || any_reached(t, targets->symbols[i]);
  sym_post *x = sym_post_star(&t->m, &t->clock, &t->s, targets, &reached);
  CHECK((reached != SIZE_MAX) == should);
  if (reached != SIZE_MAX) {
    CHECK(reached < targets->count);
    CHECK(any_reached(t, targets->symbols[reached]));
    check_post_run(t, x, targets->symbols[reached], DD_TRUE);
    total.stopped++;
  } else {
    sym_proof proof;
    sym_post_proof(x, &proof);
    CHECK(checked_proof_forward(t, &slow, &proof, targets));
    sym_proof_free(&t->m, &proof);
    total.proofs++;
  }
  sym_post_free(x);
}

/* Targets, with all their heads or those with some bits; as 'towards'. */
static void set_towards(tiny *t, const sym_target *targets, dd *heads) {
  memset(slow.towards, 0, sizeof slow.towards);
  for (size_t i = 0; i < targets->count; i++) {
    uint32_t n = targets->symbols[i], cares = heads ? 50 : 0;
    uint32_t g_care = tiny_random_bits(t, t->globals, cares);
    uint32_t l_care = tiny_random_bits(t, t->locals, cares);
    uint32_t g_value = tiny_below(t, TINY_G), l_value = tiny_below(t, TINY_L);
    memset(slow.towards[n], 0, sizeof slow.towards[n]);
    for (uint32_t g = 0; g < tiny_g(t); g++)
      for (uint32_t l = 0; l < tiny_l(t); l++)
        slow.towards[n][g][l] =
            !((g ^ g_value) & g_care) && !((l ^ l_value) & l_care);
    if (heads) {
      heads[n] = tiny_bits(t, DD_TRUE, true, SYM_NOW, g_care, g_value);
      heads[n] = tiny_bits(t, heads[n], false, SYM_NOW, l_care, l_value);
    }
  }
}

static void check_pre_run(tiny *t, sym_pre *x, const sym_target *targets,
                          const dd *heads) {
  sym_run run;
  if (!sym_pre_run(x, 20000, &run))
    return;
  uint32_t n = 0, g = 0, l = 0;
  CHECK(checked_replay(t, &run, &n, &g, &l));
  tiny_point end = {{{g, 0, 0, 0}, {l, 0, 0, 0}}};
  bool is_target = false;
  for (size_t i = 0; i < targets->count; i++)
    is_target = is_target || (targets->symbols[i] == n &&
                              (!heads || tiny_holds(t, heads[n], &end)));
  CHECK(is_target);
  size_t length = run.steps.count;
  total.runs++;
  total.steps += length;
  checked_free(t, &run);
  if (length)
    CHECK(!sym_pre_run(x, length - 1, &run));
}

static void check_pre(tiny *t, const sym_target *targets, bool with_heads,
                      bool early) {
  dd some[TINY_SYMBOLS] = {0}, *heads = with_heads ? some : NULL;
  size_t mark = dd_mark(&t->d);
  set_towards(t, targets, heads);
  naive_towards(t, &slow);
  bool should = false, reached = false;
  for (uint32_t g = 0; g < tiny_g(t); g++)
    for (uint32_t l = 0; l < tiny_l(t); l++)
      should =
          should || (tiny_starts(t, g, l) && slow.towards[t->s.start][g][l]);
  sym_pre *x =
      sym_pre_star(&t->m, &t->clock, &t->s, targets, heads, early, &reached);
  CHECK(reached == should);
  if (!reached || !early)
    CHECK(pre_is_right(t, x));
  if (reached)
    check_pre_run(t, x, targets, heads);
  if (!reached && !with_heads) {
    sym_proof proof;
    sym_pre_proof(x, &proof);
    CHECK(checked_proof_backward(t, &slow, &proof, targets));
    sym_proof_free(&t->m, &proof);
    total.proofs++;
  }
  sym_pre_free(x);
  dd_release(&t->d, mark);
}

static void check_random(uint64_t seed) {
  tiny t;
  tiny_random(&t, seed);
  static const size_t first_rounds[] = {0, 8, 128};
  sym_first_rounds = first_rounds[seed % 3]; /* sweeps at once, soon, late */
  memset(&slow, 0, sizeof slow);
  naive_expand(&t, &slow);
  naive_pops(&t, &slow);
  naive_reach(&t, &slow);
  check_whole_post(&t);
  uint32_t symbols[2] = {tiny_below(&t, t.symbols), tiny_below(&t, t.symbols)};
  sym_target targets = {symbols, 1 + tiny_below(&t, 2)};
  check_early_post(&t, &targets);
  check_pre(&t, &targets, tiny_below(&t, 2), false);
  check_pre(&t, &targets, tiny_below(&t, 2), true);
  CHECK(dd_mark(&t.d) == 0);
  tiny_close(&t);
}

static void random_systems(uint64_t count) {
  for (uint64_t seed = 1; seed <= count; seed++) {
    unsigned long before = check_failed;
    check_random(seed);
    if (check_failed > before) {
      printf("seed %lu\n", (unsigned long)seed);
      break;
    }
  }
  printf("%lu runs, %lu steps, longest %lu, %lu deep; %lu stopped early, %lu "
         "proofs\n",
         total.runs, total.steps, total.longest, total.deep, total.stopped,
         total.proofs);
  CHECK(total.longest > 30 && total.deep > 3); /* the dice are not dull */
  CHECK(total.proofs > count / 4 && total.stopped > count / 4);
}

enum { MOST_CHAIN = 3000 };

/* Procedures without variables: each calls the next one, 'calls' times; the
 * last one only returns. Procedure i has the symbols i * (calls + 1) and so
 * on; behind all of them are 'start' and what is behind the first call. */
static void make_chain(tiny *t, uint32_t count, uint32_t calls) {
  dd_order order = {.variables = 0};
  *t = (tiny){0};
  tiny_init(t);
  CHECK(dds_open(&t->d, &t->m, &t->clock, &order));
  sympds_init(&t->s, &t->m, &t->d, 0, 0, NULL, count * (calls + 1) + 2);
  sym_rule r = {.relation = DD_TRUE};
  for (uint32_t i = 0; i < count; i++) {
    uint32_t first = i * (calls + 1);
    for (uint32_t k = 0; k < calls && i + 1 < count; k++) {
      r.kind = SYM_PUSH, r.from = first + k;
      r.to = first + calls + 1, r.below = first + k + 1;
      sympds_add_rule(&t->s, &r, NULL, NULL, NULL);
    }
    r.kind = SYM_POP, r.from = i + 1 < count ? first + calls : first;
    sympds_add_rule(&t->s, &r, NULL, NULL, NULL);
  }
  t->s.start = count * (calls + 1);
  r.kind = SYM_PUSH, r.from = t->s.start, r.to = 0, r.below = t->s.start + 1;
  sympds_add_rule(&t->s, &r, NULL, NULL, NULL);
  sympds_finish(&t->s);
  dd_keep(&t->d, &t->s.initial, DD_TRUE);
}

/* Of a run: how deep it gets, and whether it begins and ends at the bottom. */
static bool nests(const tiny *t, const sym_run *run, size_t *deepest) {
  size_t depth = 0;
  *deepest = 0;
  for (size_t i = 0; i < run->steps.count; i++) {
    bool pops = t->s.rules.at[run->steps.at[i].rule].kind == SYM_POP;
    if (pops && depth == 0)
      return false;
    depth = pops ? depth - 1 : depth + 1;
    *deepest = depth > *deepest ? depth : *deepest;
  }
  return depth == 0;
}

/* Runs that are deep, and runs that are longer than anyone can wait for. */
static void chains(void) {
  for (uint32_t calls = 1; calls <= 2; calls++) {
    tiny t;
    size_t reached, deepest;
    bool towards = false;
    make_chain(&t, MOST_CHAIN, calls);
    uint32_t end = t.s.start + 1, last = (MOST_CHAIN - 1) * (calls + 1);
    sym_target target = {&end, 1};
    sym_post *x = sym_post_star(&t.m, &t.clock, &t.s, &target, &reached);
    sym_pre *y =
        sym_pre_star(&t.m, &t.clock, &t.s, &target, NULL, true, &towards);
    CHECK(reached == 0 && towards);
    sym_run run;
    CHECK(sym_post_run(x, last, DD_TRUE, 100000, &run));
    CHECK(run.steps.count == MOST_CHAIN); /* never returns */
    checked_free(&t, &run);
    CHECK(sym_post_run(x, end, DD_TRUE, 100000, &run) == (calls == 1));
    CHECK(calls == 2 || (nests(&t, &run, &deepest) && deepest == MOST_CHAIN));
    checked_free(&t, &run);
    CHECK(sym_pre_run(y, 100000, &run) == (calls == 1));
    CHECK(calls == 2 || (nests(&t, &run, &deepest) && deepest == MOST_CHAIN));
    checked_free(&t, &run);
    sym_post_free(x);
    sym_pre_free(y);
    tiny_close(&t);
  }
}

/* Turns come sweep by sweep, in the order of places; all of them come. */
static void sweeps(void) {
  tiny t = {.seed = 88172645463325252u};
  sym_rings r = {.sweeps = true};
  tiny_init(&t);
  uint32_t owner, waiting = 0, taken = 0;
  uint64_t last = 0;
  for (uint32_t i = 0; i < 5000; i++) {
    for (uint32_t k = tiny_below(&t, 4); i < 4000 && k > 0; k--, waiting++)
      sym_rings_wait(&t.m, &r, i, 1 + tiny_below(&t, 50));
    if (!sym_rings_next(&r, &owner))
      continue;
    CHECK(r.now >= last);
    last = r.now;
    taken++;
  }
  while (sym_rings_next(&r, &owner))
    taken++;
  CHECK(waiting == taken && waiting > 4000);
  sym_rings_free(&t.m, &t.d, &r);
  tiny_close(&t);
}

int main(int argc, char **argv) {
  random_systems(argc > 1 ? strtoull(argv[1], NULL, 10) : check_cases(3000));
  sweeps();
  chains();
  return check_end();
}
