/* Finite automata against the definition of acceptance, on all short words. */
#include "tests/unit/check.h"
#include "tests/unit/draw.h"

#include "automata/fa.h"
#include "automata/regex.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 5, MOST_SYMBOLS = 3, MOST_WORDS = 364, MOST_STATES = 16 };

typedef struct word {
  uint32_t at[LONGEST];
  size_t length;
} word;

static word words[MOST_WORDS];
static size_t word_count;

static void list_words(uint32_t symbols) {
  word_count = 1;
  words[0].length = 0;
  for (size_t i = 0; i < word_count; i++)
    for (uint32_t g = 0; g < symbols && words[i].length < LONGEST; g++) {
      words[word_count] = words[i];
      words[word_count].at[words[word_count].length++] = g;
      word_count++;
    }
}

static bool naive_label(const fa *a, uint32_t label, uint32_t symbol) {
  if (label < FA_SET)
    return label == symbol;
  bool listed = false;
  const fa_set *s = &a->sets.at[label - FA_SET];
  for (uint32_t i = 0; i < s->count; i++)
    listed |= a->set_symbols.at[s->first + i] == symbol;
  return listed != s->negated;
}

static bool naive_accepts(const fa *a, const word *w) {
  uint8_t here[64] = {0}, next[64];
  bool accepted = false;
  vec_each (const uint32_t, q, &a->initial)
    here[*q] = 1;
  for (size_t i = 0;; i++) {
    for (uint32_t round = 0; round < fa_states(a); round++)
      vec_each (const fa_edge, e, &a->edges)
        if (e->label == FA_EPSILON && here[e->from])
          here[e->to] = 1;
    if (i == w->length)
      break;
    memset(next, 0, sizeof next);
    vec_each (const fa_edge, e, &a->edges)
      if (e->label != FA_EPSILON && here[e->from] &&
          naive_label(a, e->label, w->at[i]))
        next[e->to] = 1;
    memcpy(here, next, sizeof here);
  }
  for (uint32_t q = 0; q < fa_states(a); q++)
    accepted |= here[q] && a->accepting.at[q];
  return accepted;
}

/* A language: which of the words it has. */
typedef struct language {
  uint8_t has[MOST_WORDS];
} language;

static language language_of(const fa *a) {
  language l = {0};
  for (size_t i = 0; i < word_count; i++)
    l.has[i] = naive_accepts(a, &words[i]);
  return l;
}

static language language_of_dfa(const dfa *a) {
  language l = {0};
  for (size_t i = 0; i < word_count; i++)
    l.has[i] = dfa_accepts(a, words[i].at, words[i].length);
  return l;
}

static bool same(const language *a, const language *b) {
  return memcmp(a->has, b->has, word_count) == 0;
}

/* The length of its shortest word; LONGEST + 1: none as short. */
static size_t least(const language *l) {
  for (size_t i = 0; i < word_count; i++)
    if (l->has[i])
      return words[i].length;
  return LONGEST + 1;
}

static bool has_word(const fa *a, const fa_word *w) {
  word x = {.length = w->count};
  if (w->count > LONGEST)
    return fa_accepts(&job, a, w->at, w->count);
  for (size_t i = 0; i < w->count; i++)
    x.at[i] = w->at[i];
  return naive_accepts(a, &x);
}

static bool is_well_formed(const dfa *a) {
  bool good = a->first.count == dfa_states(a) + 1u &&
              a->other.count == dfa_states(a) && a->initial < dfa_states(a);
  for (uint32_t q = 0; good && q < dfa_states(a); q++) {
    uint32_t counts[MOST_STATES * 64] = {0}, firsts[MOST_STATES * 64];
    for (uint32_t g = 0; g < a->symbols; g++) {
      uint32_t to = dfa_next(a, q, g);
      good = good && to < dfa_states(a);
      if (good && counts[to]++ == 0)
        firsts[to] = g;
    }
    for (uint32_t i = a->first.at[q]; i < a->first.at[q + 1]; i++)
      good = good && a->edges.at[i].to != a->other.at[q] &&
             a->edges.at[i].symbol < a->symbols &&
             (i == a->first.at[q] ||
              a->edges.at[i - 1].symbol < a->edges.at[i].symbol);
    uint32_t o = a->other.at[q];
    if (a->symbols == 0)
      good = good && o == FA_NONE;
    else
      for (uint32_t r = 0; good && r < dfa_states(a); r++)
        good = counts[r] < counts[o] ||
               (counts[r] == counts[o] && firsts[r] >= firsts[o]);
  }
  return good;
}

/* Moore's algorithm: how many classes of states are there? */
static uint32_t moore(const dfa *a) {
  uint32_t n = dfa_states(a), count = 0, before;
  uint32_t *class = calloc(n, sizeof *class), *next = calloc(n, sizeof *next);
  uint8_t *reached = calloc(n, 1);
  if (!class || !next || !reached)
    abort();
  reached[a->initial] = 1;
  for (uint32_t round = 0; round < n; round++)
    for (uint32_t q = 0; q < n; q++)
      for (uint32_t g = 0; reached[q] && g < a->symbols; g++)
        reached[dfa_next(a, q, g)] = 1;
  for (uint32_t q = 0; q < n; q++)
    class[q] = a->accepting.at[q];
  do {
    before = count;
    count = 0;
    for (uint32_t q = 0; q < n; q++) {
      if (!reached[q])
        continue;
      uint32_t r = 0;
      for (; r < q; r++) {
        bool alike = reached[r] && class[r] == class[q];
        for (uint32_t g = 0; alike && g < a->symbols; g++)
          alike = class[dfa_next(a, r, g)] == class[dfa_next(a, q, g)];
        if (alike)
          break;
      }
      next[q] = r < q ? next[r] : count++;
    }
    memcpy(class, next, n * sizeof *class);
  } while (count != before);
  free(class);
  free(next);
  free(reached);
  return count;
}

static bool identical(const dfa *a, const dfa *b) {
  return a->symbols == b->symbols && a->initial == b->initial &&
         dfa_states(a) == dfa_states(b) && a->edges.count == b->edges.count &&
         memcmp(a->accepting.at, b->accepting.at, dfa_states(a)) == 0 &&
         memcmp(a->other.at, b->other.at,
                dfa_states(a) * sizeof *a->other.at) == 0 &&
         memcmp(a->first.at, b->first.at,
                a->first.count * sizeof *a->first.at) == 0 &&
         (a->edges.count == 0 ||
          memcmp(a->edges.at, b->edges.at,
                 a->edges.count * sizeof *a->edges.at) == 0);
}

static void check_simple(const fa *a, const language *l) {
  fa b, c;
  fa_word w = {0};
  language x;
  for (size_t i = 0; i < word_count; i += 3)
    CHECK(fa_accepts(&job, a, words[i].at, words[i].length) == l->has[i]);
  fa_remove_epsilon(&job, a, &b);
  x = language_of(&b);
  CHECK(same(l, &x));
  bool has_epsilon = false;
  vec_each (const fa_edge, e, &b.edges)
    has_epsilon |= e->label == FA_EPSILON;
  CHECK(!has_epsilon);
  fa_trim(&job, a, &c);
  x = language_of(&c);
  CHECK(same(l, &x) && fa_states(&c) <= fa_states(a));
  bool found = fa_shortest(&job, a, &w);
  CHECK(found == (fa_states(&c) > 0));
  if (found)
    CHECK(has_word(a, &w) &&
          (w.count == least(l) || (w.count > LONGEST && least(l) > LONGEST)));
  vec_free(&job, &w);
  fa_free(&job, &b);
  fa_free(&job, &c);
}

static void check_reverse(const fa *a, const language *l) {
  fa b;
  fa_reverse(&job, a, &b);
  bool good = true;
  for (size_t i = 0; i < word_count; i++) {
    word w = words[i];
    for (size_t k = 0; k < w.length; k++)
      w.at[k] = words[i].at[w.length - 1 - k];
    good = good && naive_accepts(&b, &w) == l->has[i];
  }
  CHECK(good);
  fa_free(&job, &b);
}

/* Brzozowski's way to the least automaton. */
static void brzozowski(const fa *a, dfa *out) {
  fa b, c, d;
  dfa e;
  fa_reverse(&job, a, &b);
  fa_determinise(&job, &ticks, &b, &e);
  dfa_to_fa(&job, &e, &c);
  fa_reverse(&job, &c, &d);
  fa_determinise(&job, &ticks, &d, out);
  fa_free(&job, &b);
  fa_free(&job, &c);
  fa_free(&job, &d);
  dfa_free(&job, &e);
}

static void check_deterministic(const fa *a, const language *l) {
  dfa b, c, d, e;
  fa f;
  fa_determinise(&job, &ticks, a, &b);
  language x = language_of_dfa(&b);
  CHECK(is_well_formed(&b) && same(l, &x));
  dfa_to_fa(&job, &b, &f);
  CHECK(fa_states(&f) > 64 || (x = language_of(&f), same(l, &x)));
  dfa_minimise(&job, &ticks, &b, &c);
  x = language_of_dfa(&c);
  CHECK(is_well_formed(&c) && same(l, &x));
  CHECK(dfa_states(&c) == moore(&b));
  brzozowski(a, &d);
  CHECK(dfa_states(&d) == dfa_states(&c));
  dfa_minimise(&job, &ticks, &d, &e);
  CHECK(identical(&c, &e));
  fa_free(&job, &f);
  dfa_free(&job, &b);
  dfa_free(&job, &c);
  dfa_free(&job, &d);
  dfa_free(&job, &e);
}

static void check_automaton(const fa *a) {
  language l = language_of(a);
  check_simple(a, &l);
  check_reverse(a, &l);
  check_deterministic(a, &l);
}

static bool expected(dfa_operation operation, bool x, bool y) {
  const bool all[] = {x && y, x || y, x && !y, x != y};
  return all[operation];
}

static void check_pair(const fa *a, const fa *b) {
  dfa x, y, z, n, u, v;
  fa both;
  fa_word w = {0};
  language k = language_of(a), l = language_of(b), r;
  fa_determinise(&job, &ticks, a, &x);
  fa_determinise(&job, &ticks, b, &y);
  bool good = true;
  for (unsigned o = DFA_INTERSECTION; o <= DFA_SYMMETRIC_DIFFERENCE; o++) {
    dfa_combine(&job, &ticks, &x, &y, (dfa_operation)o, &z);
    r = language_of_dfa(&z);
    for (size_t i = 0; i < word_count; i++)
      good = good && r.has[i] == expected((dfa_operation)o, k.has[i], l.has[i]);
    good = good && is_well_formed(&z);
    dfa_free(&job, &z);
  }
  CHECK(good);
  fa_both(&job, a, b, &both);
  r = language_of(&both);
  good = true;
  for (size_t i = 0; i < word_count; i++)
    good = good && r.has[i] == (k.has[i] || l.has[i]);
  CHECK(good);
  /* De Morgan: the complement of the union, by way of both. */
  fa_determinise(&job, &ticks, &both, &z);
  dfa_complement(&job, &z, &n);
  dfa_complement(&job, &x, &u);
  dfa_complement(&job, &y, &v);
  dfa_free(&job, &z);
  dfa_combine(&job, &ticks, &u, &v, DFA_INTERSECTION, &z);
  CHECK(!dfa_distinguish(&job, &ticks, &n, &z, &w));
  bool differ = dfa_distinguish(&job, &ticks, &x, &y, &w);
  CHECK(differ || same(&k, &l));
  if (differ) {
    size_t shortest = LONGEST + 1;
    for (size_t i = word_count; i-- > 0;)
      if (k.has[i] != l.has[i])
        shortest = words[i].length;
    CHECK(w.count == shortest || (w.count > LONGEST && shortest > LONGEST));
    CHECK(dfa_accepts(&x, w.at, w.count) != dfa_accepts(&y, w.at, w.count));
  }
  dfa *all[] = {&x, &y, &z, &n, &u, &v};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    dfa_free(&job, all[i]);
  fa_free(&job, &both);
  vec_free(&job, &w);
}

static void random_automaton(fa *a, uint32_t symbols) {
  *a = (fa){.symbols = symbols};
  uint32_t states = draw(6) + 1, edges = draw(12);
  for (uint32_t q = 0; q < states; q++)
    fa_add_state(&job, a, draw(3) == 0);
  for (uint32_t i = draw(2) + 1; i-- > 0;)
    vec_push(&job, &a->initial, draw(states));
  for (uint32_t i = 0; i < edges; i++) {
    uint32_t kind = draw(6), listed[3], label = FA_EPSILON;
    for (size_t k = 0; k < 3 && symbols; k++)
      listed[k] = draw(symbols);
    if (kind < 3 && symbols)
      label = listed[0];
    else if (kind == 3)
      label = fa_any(&job, a);
    else if (kind == 4)
      label = fa_add_set(&job, a, draw(2), listed, symbols ? draw(4) : 0);
    fa_add_edge(&job, a, draw(states), label, draw(states));
  }
}

static void test_random(void) {
  for (int i = 0; i < 3000; i++) {
    fa a, b;
    uint32_t symbols = draw(MOST_SYMBOLS + 1);
    list_words(symbols);
    random_automaton(&a, symbols);
    random_automaton(&b, symbols);
    check_automaton(&a);
    check_pair(&a, &b);
    fa_free(&job, &a);
    fa_free(&job, &b);
  }
}

/* All automata with two states over one symbol, epsilon included. */
static void test_all_small(void) {
  list_words(1);
  for (uint32_t code = 0; code < 1u << 12; code++) {
    fa a = {.symbols = 1};
    fa_add_state(&job, &a, code >> 8 & 1);
    fa_add_state(&job, &a, code >> 9 & 1);
    for (uint32_t i = 0; i < 8; i++)
      if (code >> i & 1)
        fa_add_edge(&job, &a, i & 1, i & 4 ? 0 : FA_EPSILON, i >> 1 & 1);
    for (uint32_t q = 0; q < 2; q++)
      if (code >> (10 + q) & 1)
        vec_push(&job, &a.initial, q);
    check_automaton(&a);
    fa_free(&job, &a);
  }
}

/* Nothing may depend on symbols that nobody mentions. */
static void test_large_alphabet(void) {
  uint32_t symbols = 2000000000, listed[] = {1999999999, 7, 7, 0};
  fa a = {.symbols = symbols};
  dfa b, c, d, e;
  fa_word w = {0};
  uint32_t p = fa_add_state(&job, &a, false), q = fa_add_state(&job, &a, true);
  vec_push(&job, &a.initial, p);
  fa_add_edge(&job, &a, p, fa_add_set(&job, &a, true, listed, 4), p);
  fa_add_edge(&job, &a, p, 7, q);
  fa_add_edge(&job, &a, q, fa_any(&job, &a), q);
  fa_determinise(&job, &ticks, &a, &b);
  CHECK(dfa_states(&b) == 3 && b.edges.count <= 4);
  dfa_minimise(&job, &ticks, &b, &c);
  CHECK(dfa_states(&c) == 3);
  dfa_complement(&job, &c, &d);
  dfa_combine(&job, &ticks, &c, &d, DFA_UNION, &e);
  dfa_free(&job, &b);
  dfa_minimise(&job, &ticks, &e, &b);
  CHECK(dfa_states(&b) == 1 && b.edges.count == 0);
  CHECK(dfa_shortest(&job, &c, &w) && w.count == 1 && w.at[0] == 7);
  CHECK(dfa_distinguish(&job, &ticks, &c, &d, &w) && w.count == 0);
  uint32_t read[] = {1000000000, 7, 0};
  CHECK(dfa_accepts(&c, read, 3) && !dfa_accepts(&c, read + 2, 1));
  CHECK(fa_accepts(&job, &a, read, 3) && !fa_accepts(&job, &a, read + 2, 1));
  fa_free(&job, &a);
  dfa *all[] = {&b, &c, &d, &e};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    dfa_free(&job, all[i]);
  vec_free(&job, &w);
}

/* Hopcroft against Moore where there is much to merge: a counter modulo n,
 * some multiples of which are accepting. */
static void test_merging(void) {
  for (uint32_t n = 1; n < 200; n += 7) {
    fa a = {.symbols = 2};
    dfa b, c;
    uint32_t period = draw(12) + 1;
    for (uint32_t q = 0; q < n; q++)
      fa_add_state(&job, &a, q % period == 0);
    for (uint32_t q = 0; q < n; q++) {
      fa_add_edge(&job, &a, q, 0, (q + 1) % n);
      fa_add_edge(&job, &a, q, 1, (q * 2) % n);
    }
    vec_push(&job, &a.initial, 0);
    fa_determinise(&job, &ticks, &a, &b);
    dfa_minimise(&job, &ticks, &b, &c);
    CHECK(dfa_states(&c) == moore(&b));
    fa_free(&job, &a);
    dfa_free(&job, &b);
    dfa_free(&job, &c);
  }
}

/* match[n][i][k]: node n has the word's part from i to k. */
typedef bool matches[32][LONGEST + 1][LONGEST + 1];

static bool node_matches(const regex *r, const fa *a, const word *w, matches m,
                         uint32_t n, size_t i, size_t k) {
  const regex_node *x = &r->nodes.at[n];
  bool found = false;
  switch (x->op) {
  case REGEX_NOTHING:
    return false;
  case REGEX_EMPTY:
    return i == k;
  case REGEX_LABEL:
    return k == i + 1 && naive_label(a, x->left, w->at[i]);
  case REGEX_SEQUENCE:
    for (size_t j = i; j <= k; j++)
      found |= m[x->left][i][j] && m[x->right][j][k];
    return found;
  case REGEX_CHOICE:
    return m[x->left][i][k] || m[x->right][i][k];
  case REGEX_OPTION:
    return i == k || m[x->left][i][k];
  case REGEX_STAR:
  case REGEX_PLUS:
    /* shorter parts at the end come first: k - i grows */
    if (m[x->left][i][k] || (i == k && x->op == REGEX_STAR))
      return true;
    for (size_t j = i + 1; j < k; j++)
      found |= m[x->left][i][j] && m[n][j][k];
    return found;
  }
  return false;
}

static bool naive_regex(const regex *r, const fa *a, const word *w) {
  static matches m;
  for (uint32_t n = 0; n < r->nodes.count; n++)
    for (size_t size = 0; size <= w->length; size++)
      for (size_t i = 0; i + size <= w->length; i++)
        m[n][i][i + size] = node_matches(r, a, w, m, n, i, i + size);
  return m[r->nodes.count - 1][0][w->length];
}

static void test_regex(void) {
  list_words(2);
  for (int i = 0; i < 2000; i++) {
    fa a = {.symbols = 2};
    regex r = {0};
    uint32_t open[32], count = 0, root = 0;
    uint32_t one = draw(2), any = fa_any(&job, &a);
    uint32_t except = fa_add_set(&job, &a, true, &one, 1);
    const uint32_t labels[] = {0, 1, any, except};
    for (uint32_t steps = draw(10) + 1; steps-- > 0 || count > 1;) {
      uint32_t kind = draw(8), left = 0, right = 0;
      if (steps == UINT32_MAX || r.nodes.count > 16)
        kind = REGEX_SEQUENCE + draw(2), steps = 0;
      regex_operator op = (regex_operator)kind;
      if (op > REGEX_LABEL && count == 0)
        op = REGEX_LABEL;
      if ((op == REGEX_SEQUENCE || op == REGEX_CHOICE) && count < 2)
        op = REGEX_LABEL;
      if (op == REGEX_LABEL)
        left = labels[draw(4)];
      if (op > REGEX_LABEL)
        left = open[--count];
      if (op == REGEX_SEQUENCE || op == REGEX_CHOICE) {
        right = left;
        left = open[--count];
      }
      root = open[count++] = regex_add(&job, &r, op, left, right);
      if (steps == 0 && count == 1)
        break;
    }
    regex_to_fa(&job, &r, root, &a);
    bool good = true;
    for (size_t k = 0; k < word_count; k++)
      good = good && fa_accepts(&job, &a, words[k].at, words[k].length) ==
                         naive_regex(&r, &a, &words[k]);
    CHECK(good);
    vec_free(&job, &r.nodes);
    fa_free(&job, &a);
  }
}

int main(void) {
  mem_init(&job, &budget);
  ticks.budget = &budget;
  progress_begin(&ticks, "test");
  test_all_small();
  test_random();
  test_large_alphabet();
  test_merging();
  test_regex();
  CHECK(budget.used == 0);
  mem_clear(&job);
  return check_end();
}
