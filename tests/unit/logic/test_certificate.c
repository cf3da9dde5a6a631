/* Certificates that an automaton accepts all words of a formula: what is found
 * is accepted, what is accepted is true; also after changes of any kind, and
 * through the text of evidence. */
#include "tests/unit/lasso.h"

#include "evidence/translation/translation.h"
#include "logic/certificate.h"
#include "logic/translate.h"

static bench *shared;

enum { ATOMS = 2, MOST_PAIRS = 20000 };

static bool becomes(const char *formula, bool negated, const char *wanted) {
  ltl t = {0}, core = {0};
  uint32_t f = bench_formula(shared, &t, formula);
  f = certificate_core(&shared->mem, &t, f, negated, &core);
  const char *got = bench_print(shared, &core, f, false);
  bool right = strcmp(got, wanted) == 0;
  if (!right)
    printf("%s: %s\n", formula, got);
  ltl_free(&shared->mem, &t);
  ltl_free(&shared->mem, &core);
  return right;
}

static void test_core_by_example(void) {
  static const char *const table[][3] = {
      {"a", "a", "!a"},
      {"!!a", "a", "!a"},
      {"1", "true", "false"},
      {"a & b", "a & b", "!a | !b"},
      {"a | b", "a | b", "!a & !b"},
      {"a -> b", "!a | b", "a & !b"},
      {"a <-> b", "a & b | !a & !b", "a & !b | !a & b"},
      {"a ^ b", "a & !b | !a & b", "a & b | !a & !b"},
      {"X a", "X a", "X!a"},
      {"F a", "true U a", "false R !a"},
      {"G a", "false R a", "true U !a"},
      {"a U b", "a U b", "!a R !b"},
      {"a R b", "a R b", "!a U !b"},
      {"a W b", "b R (a | b)", "!b U (!a & !b)"},
      {"a M b", "b U (a & b)", "!b R (!a | !b)"},
      {"!(F a -> G !b)", "true U a & true U b", "false R !a | false R !b"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    CHECK(becomes(table[i][0], false, table[i][1]));
    CHECK(becomes(table[i][0], true, table[i][2]));
  }
}

static bool is_core(const ltl *core) {
  for (size_t f = 0; f < core->nodes.count; f++) {
    const ltl_node *n = &core->nodes.at[f];
    if ((n->op == LTL_NOT && core->nodes.at[n->left].op != LTL_ATOM) ||
        (n->op >= LTL_IMPLIES && n->op <= LTL_XOR) || n->op >= LTL_WEAK ||
        n->op == LTL_FINALLY || n->op == LTL_GLOBALLY)
      return false;
  }
  return true;
}

static uint32_t start_formula(ltl *t, uint32_t size) {
  ltl_atom(&shared->mem, t, "a", 1);
  ltl_atom(&shared->mem, t, "b", 1);
  return random_formula(shared, t, size, ATOMS);
}

static void test_core_by_meaning(void) {
  for (int i = 0; i < 5000; i++) {
    ltl t = {0}, core = {0};
    uint32_t f = start_formula(&t, 1 + roll(shared, 15));
    uint32_t g = certificate_core(&shared->mem, &t, f, false, &core);
    uint32_t h = certificate_core(&shared->mem, &t, f, true, &core);
    bool good = is_core(&core);
    for (int k = 0; k < 10; k++) {
      lasso w = random_lasso(shared, ATOMS, 6);
      bool truth = naive_holds(&t, f, &w, 0);
      good &= holds_on(shared, &core, g, &w) == truth;
      good &= holds_on(shared, &core, h, &w) == !truth;
    }
    CHECK(good);
    ltl_free(&shared->mem, &t);
    ltl_free(&shared->mem, &core);
  }
  /* 2^200 nodes as a tree */
  ltl t = {0}, core = {0};
  uint32_t f = ltl_atom(&shared->mem, &t, "a", 1);
  for (int i = 0; i < 200; i++)
    f = ltl_make(&shared->mem, &t, LTL_EQUIV, f,
                 ltl_make(&shared->mem, &t, LTL_NEXT, f, LTL_NONE));
  certificate_core(&shared->mem, &t, f, false, &core);
  CHECK(core.nodes.count < 3000);
  ltl_free(&shared->mem, &t);
  ltl_free(&shared->mem, &core);
}

typedef struct subject {
  ltl t;
  uint32_t f;
  bool negated;
  omega a;
  certificate c;
} subject;

/* On all lassos of at most 'most' letters: is a word of the formula always
 * accepted? */
static bool is_inclusion(const subject *s, size_t most) {
  lasso w = {.count = 0};
  while (next_lasso(&w, ATOMS, most))
    if (naive_holds(&s->t, s->f, &w, 0) != s->negated &&
        !accepts_naively(&s->a, &w))
      return false;
  return true;
}

static bool find(subject *s) {
  if (!certificate_find(&shared->mem, &shared->clock, &s->t, s->f, s->negated,
                        &s->a, MOST_PAIRS, &s->c))
    return false;
  CHECK(s->c.root < s->c.core.nodes.count);
  return true;
}

static bool is_accepted(const subject *s) {
  return certificate_check(&shared->mem, &s->t, s->f, s->negated, &s->a, &s->c);
}

static void subject_free(subject *s) {
  ltl_free(&shared->mem, &s->t);
  omega_free(&shared->mem, &s->a);
  certificate_free(&shared->mem, &s->c);
}

/* A random formula (or its negation) and its automaton. */
static bool translated(subject *s, uint32_t size, translate_effort effort) {
  translate_options o = {.effort = effort};
  memset(s, 0, sizeof *s);
  s->f = start_formula(&s->t, size);
  s->negated = roll(shared, 2);
  uint32_t f = s->f;
  if (s->negated)
    f = ltl_make(&shared->mem, &s->t, LTL_NOT, f, LTL_NONE);
  return translate(&shared->mem, &shared->clock, &s->t, f, &o, &shared->report,
                   &s->a);
}

static void test_translations(void) {
  int found[3] = {0}, all[3] = {0};
  for (int i = 0; i < 6000; i++) {
    subject s;
    int effort = i % 3;
    bool good = translated(&s, 1 + roll(shared, 10), (translate_effort)effort);
    CHECK(good);
    all[effort]++;
    if (find(&s)) {
      found[effort]++;
      CHECK(is_accepted(&s));
      if (i % 20 < 3)
        CHECK(is_inclusion(&s, 3));
    }
    subject_free(&s);
  }
  printf("certificates: %d of %d, %d of %d without rewriting, %d of %d naive\n",
         found[0], all[0], found[1], all[1], found[2], all[2]);
  CHECK(found[0] > all[0] * 98 / 100);
  CHECK(found[1] > all[1] * 99 / 100);
  CHECK(found[2] == all[2]);
}

static void set_marks(omega *a, uint32_t state, uint64_t marks) {
  for (uint32_t e = a->first.at[state]; e < a->first.at[state + 1]; e++)
    a->edges.at[e].marks = marks;
}

static void change_automaton(omega *a) {
  uint32_t q = roll(shared, a->states);
  if (a->edges.count == 0)
    return;
  omega_edge *e = &a->edges.at[roll(shared, (uint32_t)a->edges.count)];
  switch (roll(shared, 5)) {
  case 0:
    set_marks(a, q,
              a->first.at[q] < a->first.at[q + 1]
                  ? !a->edges.at[a->first.at[q]].marks
                  : 0);
    return;
  case 1:
    e->to = roll(shared, a->states);
    return;
  case 2:
    e->cubes -= e->cubes > 0;
    return;
  case 3:
    if (e->cubes) {
      omega_cube *c = &a->cubes.at[e->first_cube + roll(shared, e->cubes)];
      uint64_t bit = UINT64_C(1) << roll(shared, ATOMS);
      c->mask |= bit;
      c->value = (c->value & ~bit) | (roll(shared, 2) ? bit : 0);
    }
    return;
  default:
    a->initial = roll(shared, a->states);
    return;
  }
}

static void test_changed_automata(void) {
  int accepted = 0, refuted = 0;
  for (int i = 0; i < 4000; i++) {
    subject s;
    CHECK(translated(&s, 2 + roll(shared, 6), TRANSLATE_FULL));
    change_automaton(&s.a);
    bool found = find(&s);
    if (found)
      CHECK(is_accepted(&s));
    bool included = is_inclusion(&s, 3);
    accepted += found;
    refuted += !included;
    CHECK(included || !found);
    subject_free(&s);
  }
  printf("changed automata: %d certified, %d refuted by a word\n", accepted,
         refuted);
  CHECK(accepted > 100 && refuted > 500);
}

/* Small automata that have nothing to do with the formula. */
static void make_random(omega *a) {
  a->states = 1 + roll(shared, 3);
  a->initial = roll(shared, a->states);
  a->sets = 1;
  a->state_based = true;
  names_insert(&shared->mem, &a->atoms, "a", 1);
  names_insert(&shared->mem, &a->atoms, "b", 1);
  for (uint32_t q = 0; q < a->states; q++) {
    uint64_t marks = roll(shared, 2);
    for (uint32_t k = roll(shared, 4); k > 0; k--) {
      omega_edge e = {q, roll(shared, a->states), (uint32_t)a->cubes.count,
                      1 + roll(shared, 2), marks};
      for (uint32_t i = 0; i < e.cubes; i++) {
        omega_cube c = {roll(shared, 4), roll(shared, 4)};
        c.mask &= roll(shared, 4);
        c.value &= c.mask;
        vec_push(&shared->mem, &a->cubes, c);
      }
      vec_push(&shared->mem, &a->edges, e);
    }
  }
  omega_index(&shared->mem, a);
}

static void test_random_automata(void) {
  int found = 0, included = 0;
  for (int i = 0; i < 6000; i++) {
    subject s = {.negated = i & 1};
    s.f = start_formula(&s.t, 1 + roll(shared, 6));
    make_random(&s.a);
    bool has = find(&s), is = is_inclusion(&s, 3);
    CHECK(is || !has);
    CHECK(!has || is_accepted(&s));
    found += has;
    included += is;
    subject_free(&s);
  }
  printf("random automata: %d certified, %d include all short words\n", found,
         included);
  CHECK(found > 500 && found <= included);
}

static void change_certificate(subject *s) {
  certificate *c = &s->c;
  uint32_t formulas = (uint32_t)c->core.nodes.count;
  certificate_entry *x =
      &c->entries.at[roll(shared, (uint32_t)c->entries.count)];
  switch (roll(shared, 7)) {
  case 0:
    x->state = roll(shared, s->a.states);
    return;
  case 1:
    x->state = CERTIFICATE_SINK;
    return;
  case 2:
    x->rank = 1 + roll(shared, x->rank + 1);
    return;
  case 3:
    x->count -= x->count > 0;
    return;
  case 4:
    if (x->count)
      c->formulas.at[x->first + roll(shared, x->count)] =
          roll(shared, formulas);
    return;
  case 5:
    if (c->promises.count)
      c->promises.at[roll(shared, (uint32_t)c->promises.count)].formula =
          roll(shared, formulas);
    return;
  default:
    *x = vec_last(&c->entries);
    c->entries.count--;
    return;
  }
}

static void test_changed_certificates(void) {
  int accepted = 0, rejected = 0;
  for (int i = 0; i < 3000; i++) {
    subject s;
    CHECK(translated(&s, 2 + roll(shared, 6), TRANSLATE_FULL));
    if (find(&s))
      for (int k = 0; k < 4 && s.c.entries.count; k++) {
        if (roll(shared, 3) == 0)
          change_automaton(&s.a);
        else
          change_certificate(&s);
        bool good = is_accepted(&s);
        accepted += good;
        rejected += !good;
        if (good)
          CHECK(is_inclusion(&s, 3));
      }
    subject_free(&s);
  }
  printf("changed certificates: %d accepted, %d rejected\n", accepted,
         rejected);
  CHECK(accepted > 300 && rejected > 3000);
}

/* Ill-formed ones are refused, not followed. */
static void test_ill_formed(void) {
  subject s = {0};
  translate_options o = {.effort = TRANSLATE_FULL};
  s.f = bench_formula(shared, &s.t, "G F a");
  CHECK(translate(&shared->mem, &shared->clock, &s.t, s.f, &o, &shared->report,
                  &s.a));
  CHECK(find(&s) && is_accepted(&s));
  certificate_entry *x = &s.c.entries.at[0], old = *x;
  x->state = s.a.states;
  CHECK(!is_accepted(&s));
  *x = old;
  x->first = 1000;
  CHECK(!is_accepted(&s));
  *x = old;
  x->count = 1000;
  CHECK(!is_accepted(&s));
  *x = old;
  x->rank = 0;
  CHECK(!is_accepted(&s));
  *x = old;
  CHECK(is_accepted(&s));
  uint32_t f = s.c.formulas.at[0];
  s.c.formulas.at[0] = 1000;
  CHECK(!is_accepted(&s));
  s.c.formulas.at[0] = f;
  vec_push(&shared->mem, &s.c.promises, ((certificate_promise){1, 1000}));
  CHECK(!is_accepted(&s));
  s.c.promises.at[s.c.promises.count - 1].formula = 0;
  vec_push(&shared->mem, &s.c.promises, ((certificate_promise){1, 0}));
  CHECK(!is_accepted(&s));
  s.c.promises.count -= 2;
  s.a.sets = 2;
  CHECK(!is_accepted(&s));
  s.a.sets = 1;
  s.a.state_based = false;
  CHECK(!is_accepted(&s));
  s.a.state_based = true;
  CHECK(is_accepted(&s));
  s.c.entries.count = 0;
  CHECK(!is_accepted(&s));
  subject_free(&s);
}

/* Beyond the bound nothing is found, at once. */
static void test_bound(void) {
  subject s = {0};
  translate_options o = {.effort = TRANSLATE_FULL};
  char formula[400] = "";
  s.f = bench_formula(shared, &s.t, "G F a & G F b & G F c");
  CHECK(translate(&shared->mem, &shared->clock, &s.t, s.f, &o, &shared->report,
                  &s.a));
  CHECK(!certificate_find(&shared->mem, &shared->clock, &s.t, s.f, false, &s.a,
                          2, &s.c));
  CHECK(find(&s));
  certificate_free(&shared->mem, &s.c);
  /* 2^20 cubes */
  for (char c = 'a'; c < 'u'; c++)
    sprintf(formula + strlen(formula), "%s(%c | X %c)", c > 'a' ? " & " : "", c,
            c);
  s.f = bench_formula(shared, &s.t, formula);
  CHECK(!find(&s));
  subject_free(&s);
}

static bool read_back(bench *b, const char *bytes, size_t length, subject *s) {
  lines in;
  char *copy = malloc(length + 1);
  if (!copy)
    abort();
  memcpy(copy, bytes, length);
  b->report.count = 0;
  lines_begin(&in, &b->mem, "e", copy, length, &b->report);
  bool good = translation_read(&in, &s->a, &s->c) && lines_end(&in);
  CHECK(good == (b->report.count == 0));
  free(copy);
  return good;
}

static void write_all(bench *b, const ltl *t, const subject *s) {
  text out;
  bench_begin_text(b, &out);
  translation_write(&t->atoms, &s->a, &s->c, &out);
  text_put(&out, "end\n");
  bench_text(b, &out);
}

/* Read again it proves the same, and is written the same. */
static void test_text(void) {
  for (int i = 0; i < 2000; i++) {
    subject s;
    bench *b = bench_new(1), *again = bench_new(1);
    CHECK(translated(&s, 1 + roll(shared, 8), TRANSLATE_NO_REWRITE));
    if (find(&s)) {
      subject r = {.t = s.t, .f = s.f, .negated = s.negated};
      write_all(b, &s.t, &s);
      bool good = read_back(again, b->written, b->length, &r);
      CHECK(good);
      if (good) {
        CHECK(is_accepted(&r));
        ltl atoms = {.atoms = r.a.atoms};
        write_all(again, &atoms, &r);
        CHECK(b->length == again->length &&
              memcmp(b->written, again->written, b->length) == 0);
      } else {
        printf("%s\n%s\n", b->written, again->report.entries[0].message);
      }
    }
    subject_free(&s);
    bench_delete(b);
    bench_delete(again);
  }
}

/* Atoms in another order, as a file may list them. */
static void test_renumbered(void) {
  static const char text_of_gfb[] = /* G F b */
      "atoms 2\n\"b\"\n\"a\"\nautomaton 2 0\naccepting 1\n\t1\nedges 4\n"
      "0 0 !0\n0 1 0\n1 0 !0\n1 1 0\nformulas 5\natom 0\ntrue\nfalse\n"
      "until 1 0\nrelease 2 3\npromises 1\n2 0\n"
      "translation 2\n0 2 4\n1 1 4\nend\n";
  subject r = {0};
  ltl_atom(&shared->mem, &r.t, "a", 1);
  r.f = bench_formula(shared, &r.t, "G F b");
  bool good = read_back(shared, text_of_gfb, sizeof text_of_gfb - 1, &r);
  CHECK(good);
  if (!good)
    printf("%s\n", shared->report.entries[0].message);
  CHECK(is_accepted(&r));
  r.c.entries.at[1].rank = 2; /* b now: nothing is promised */
  CHECK(!is_accepted(&r));
  subject_free(&r);
}

static bool says(const char *input, uint32_t line, uint32_t column,
                 const char *part) {
  bench *b = bench_new(1);
  subject r = {0};
  bool read = read_back(b, input, strlen(input), &r);
  const report_entry *e = &b->report.entries[0];
  bool right = !read && e->line == line && e->column == column &&
               strstr(e->message, part);
  if (!right)
    printf("%s\ngot %u:%u: %s\n", input, (unsigned)e->line, (unsigned)e->column,
           read ? "(read)" : e->message);
  bench_delete(b);
  return right;
}

static void test_messages(void) {
#define TOP "atoms 1\n\"a\"\nautomaton 2 0\naccepting 1\n\t1\n"
#define EDGES "edges 1\n0 1 t\n"
  CHECK(says("atom 1\n", 1, 1, "expected 'atoms'"));
  CHECK(says("atoms 100\n\"a\"\n", 1, 7, "too large"));
  CHECK(says("atoms 2\n\"a\"\n\"a\"\nend\n", 3, 1, "listed before"));
  CHECK(says("atoms 1\na\nend\n", 2, 1, "between double quotes"));
  CHECK(says("atoms 0\nautomaton 0 0\nend\n", 2, 13, "at least one"));
  CHECK(says("atoms 0\nautomaton 2 2\nend\n", 2, 13, "too large"));
  CHECK(says(TOP "edges 1\n0 1 1\nend\n", 7, 5, "too large"));
  CHECK(says(TOP "edges 1\n0 1 0&!0\nend\n", 7, 7, "already"));
  CHECK(says(TOP "edges 1\n0 1 x\nend\n", 7, 5, "expected a number"));
  CHECK(says(TOP "edges 1\n0 2 t\nend\n", 7, 3, "too large"));
  CHECK(
      says(TOP EDGES "formulas 1\nxor 1 2\nend\n", 9, 1, "expected a formula"));
  CHECK(says(TOP EDGES "formulas 1\nnext 0\nend\n", 9, 6, "too large"));
  CHECK(says(TOP EDGES "formulas 1\natom 1\nend\n", 9, 6, "too large"));
  CHECK(says(TOP EDGES "formulas 1\ntrue\npromises 1\n0 0\nend\n", 11, 2,
             "begin with 1"));
  CHECK(says(TOP EDGES "formulas 1\ntrue\npromises 0\ntranslation 1\n"
                       "2 1 0\nend\n",
             12, 1, "too large"));
  CHECK(says(TOP EDGES "formulas 1\ntrue\npromises 0\ntranslation 1\n"
                       "- 1 0 1\nend\n",
             12, 7, "too large"));
  CHECK(says(TOP EDGES "formulas 1\ntrue\npromises 0\ntranslation 1\n"
                       "- 1 0\n",
             13, 1, "cut off"));
#undef TOP
#undef EDGES
}

/* Whatever the bytes, reading ends with a message or with something that can
 * be checked. */
static void test_garbled(void) {
  int read = 0;
  for (int i = 0; i < 3000; i++) {
    subject s;
    bench *b = bench_new(1), *again = bench_new(1);
    CHECK(translated(&s, 1 + roll(shared, 6), TRANSLATE_FULL));
    if (find(&s)) {
      subject r = {.t = s.t, .f = s.f, .negated = s.negated};
      write_all(b, &s.t, &s);
      for (uint32_t k = 1 + roll(shared, 2); k > 0; k--)
        b->written[roll(shared, (uint32_t)b->length)] =
            "0123!t-"[roll(shared, 7)];
      if (read_back(again, b->written, b->length, &r)) {
        read++;
        if (is_accepted(&r)) {
          /* The automaton's atoms may be others now. */
          if (names_find(&r.a.atoms, "a", 1) == 0 &&
              names_find(&r.a.atoms, "b", 1) == 1)
            CHECK(is_inclusion(&r, 2));
        }
      }
    }
    subject_free(&s);
    bench_delete(b);
    bench_delete(again);
  }
  printf("garbled texts: %d could be read\n", read);
  CHECK(read > 100);
}

int main(void) {
  shared = bench_new(1);
  test_core_by_example();
  test_core_by_meaning();
  test_translations();
  test_changed_automata();
  test_random_automata();
  test_changed_certificates();
  test_ill_formed();
  test_bound();
  test_text();
  test_renumbered();
  test_messages();
  test_garbled();
  bench_delete(shared);
  return check_end();
}
