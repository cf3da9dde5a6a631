/* Automata as text: HOA in both directions, DOT, SPIN's never claims. */
#include "tests/unit/lasso.h"

#include "logic/translate.h"
#include "view/dot_omega.h"

#include <unistd.h>

static bench *shared;

/* An exact copy is read: ASan sees every byte read beyond the end. */
static bool read_bytes(bench *b, const char *input, size_t length, omega *out) {
  char *copy = malloc(length ? length : 1);
  if (!copy)
    abort();
  if (length)
    memcpy(copy, input, length);
  b->report.count = 0;
  bool good = omega_read_hoa(&b->mem, out, "f", copy, length, &b->report);
  CHECK(good == (b->report.count == 0));
  free(copy);
  return good;
}

static bool read_hoa(const char *input, omega *out) {
  bool good = read_bytes(shared, input, strlen(input), out);
  if (!good)
    printf("%s\n%u:%u: %s\n", input, (unsigned)shared->report.entries[0].line,
           (unsigned)shared->report.entries[0].column,
           shared->report.entries[0].message);
  return good;
}

static void add_random_cubes(omega *a, omega_edge *e, uint32_t atoms) {
  uint64_t all = atoms == 64 ? UINT64_MAX : (UINT64_C(1) << atoms) - 1;
  e->first_cube = (uint32_t)a->cubes.count;
  e->cubes = roll(shared, 8) ? 1 + roll(shared, 3) : 0;
  for (uint32_t i = 0; i < e->cubes; i++) {
    uint64_t high = (uint64_t)roll(shared, UINT32_MAX) << 32;
    omega_cube c = {(high | roll(shared, UINT32_MAX)) & all,
                    high >> 7 ^ roll(shared, UINT32_MAX)};
    c.mask &= roll(shared, 4) ? UINT64_MAX : 0;
    c.value &= c.mask;
    vec_push(&shared->mem, &a->cubes, c);
  }
}

static void make_random(omega *a, uint32_t most_atoms, uint32_t most_sets) {
  static const char *const texts[] = {"p",    "a b",      "\"",        "\\",
                                      "x\ny", "\xC3\xA9", "top.\"q\"", "@go"};
  uint32_t atoms = roll(shared, most_atoms + 1);
  memset(a, 0, sizeof *a);
  a->states = 1 + roll(shared, 6);
  a->initial = roll(shared, a->states);
  a->sets = roll(shared, most_sets + 1);
  a->state_based = roll(shared, 2);
  for (uint32_t i = 0; i < atoms; i++) {
    char name[20];
    snprintf(name, sizeof name, "%s%u", texts[(i + a->states) % 8],
             (unsigned)i);
    names_insert(&shared->mem, &a->atoms, name, strlen(name));
  }
  for (uint32_t q = 0; q < a->states; q++) {
    uint64_t marks = roll(shared, UINT32_MAX) & omega_all_marks(a);
    for (uint32_t k = roll(shared, 4); k > 0; k--) {
      omega_edge e = {.from = q, .to = roll(shared, a->states)};
      if (!a->state_based)
        marks = roll(shared, UINT32_MAX) & omega_all_marks(a);
      e.marks = marks;
      add_random_cubes(a, &e, atoms);
      vec_push(&shared->mem, &a->edges, e);
    }
  }
  omega_index(&shared->mem, a);
}

static bool same(const omega *a, const omega *b) {
  bool good = a->states == b->states && a->initial == b->initial &&
              a->sets == b->sets && a->state_based == b->state_based &&
              a->edges.count == b->edges.count &&
              names_count(&a->atoms) == names_count(&b->atoms);
  for (uint32_t i = 0; good && i < names_count(&a->atoms); i++)
    good = strcmp(names_text(&a->atoms, i), names_text(&b->atoms, i)) == 0;
  for (size_t i = 0; good && i < a->edges.count; i++) {
    const omega_edge *e = &a->edges.at[i], *f = &b->edges.at[i];
    good = e->from == f->from && e->to == f->to && e->marks == f->marks &&
           e->cubes == f->cubes;
    for (uint32_t k = 0; good && k < e->cubes; k++) {
      const omega_cube *c = &a->cubes.at[e->first_cube + k];
      const omega_cube *d = &b->cubes.at[f->first_cube + k];
      good = c->mask == d->mask && c->value == d->value;
    }
  }
  for (uint32_t q = 0; good && q <= a->states; q++)
    good = a->first.at[q] == b->first.at[q];
  return good;
}

static void test_round_trips(void) {
  for (int i = 0; i < 5000; i++) {
    bench *b = bench_new(1);
    omega a, again;
    text out;
    make_random(&a, i % 10 ? 5 : 64, i % 10 ? 3 : 64);
    bench_begin_text(b, &out);
    omega_write_hoa(&b->mem, &a, i % 2 ? "a \"name\" \\" : NULL, &out);
    bench_text(b, &out);
    bool good =
        read_bytes(b, b->written, b->length, &again) && same(&a, &again);
    CHECK(good);
    if (!good)
      printf("%s%s\n", b->written, b->report.entries[0].message);
    omega_free(&shared->mem, &a);
    omega_free(&b->mem, &again);
    bench_delete(b);
  }
}

static void test_translations(void) {
  for (int i = 0; i < 600; i++) {
    bench *b = bench_new(1);
    omega a, again;
    ltl t = {0};
    text out;
    translate_options o = {.effort = TRANSLATE_FULL, .generalised = i & 1};
    uint32_t f = random_formula(shared, &t, 1 + roll(shared, 8), 3);
    CHECK(translate(&shared->mem, &shared->clock, &t, f, &o, &shared->report,
                    &a));
    bench_begin_text(b, &out);
    omega_write_hoa(&b->mem, &a, "f", &out);
    bench_text(b, &out);
    CHECK(read_bytes(b, b->written, b->length, &again) && same(&a, &again));
    omega_free(&shared->mem, &a);
    omega_free(&b->mem, &again);
    ltl_free(&shared->mem, &t);
    bench_delete(b);
  }
}

static void test_written(void) {
  ltl t = {0};
  omega a;
  text out;
  translate_options o = {.effort = TRANSLATE_FULL};
  uint32_t f = bench_formula(shared, &t, "a U b");
  CHECK(
      translate(&shared->mem, &shared->clock, &t, f, &o, &shared->report, &a));
  bench_begin_text(shared, &out);
  omega_write_hoa(&shared->mem, &a, "a U b", &out);
  const char *got = bench_text(shared, &out);
  CHECK(strstr(got, "HOA: v1\nname: \"a U b\"\ntool: \"custos\"\nStates: 2\n"));
  CHECK(strstr(got, "AP: 2 \"a\" \"b\"\nacc-name: Buchi\n"
                    "Acceptance: 1 Inf(0)\n"));
  CHECK(strstr(got, " state-acc deterministic weak terminal\n--BODY--\n"));
  CHECK(strstr(got, "[t] "));
  CHECK(strstr(got, "--END--\n"));
  omega_free(&shared->mem, &a);
  ltl_free(&shared->mem, &t);
}

/* Other ways to write it. */

#define HEAD "HOA: v1\nStates: 2\nStart: 0\nAP: 2 \"a\" \"b\"\n"
#define BUCHI "Acceptance: 1 Inf(0)\n--BODY--\n"

/* Do both accept the same lassos? */
static bool same_language(const omega *a, const omega *b, size_t most) {
  lasso w = {.count = 0};
  while (next_lasso(&w, 2, most))
    if (accepts_naively(a, &w) != accepts_naively(b, &w))
      return false;
  return true;
}

static bool equal(const char *x, const char *y) {
  omega a, b;
  if (!read_hoa(x, &a) || !read_hoa(y, &b))
    return false;
  bool good = same_language(&a, &b, 3);
  omega_free(&shared->mem, &a);
  omega_free(&shared->mem, &b);
  return good;
}

static void test_variants(void) {
  /* a until b, in the plain form */
  static const char until[] =
      HEAD BUCHI "State: 0\n[0&!1] 0\n[1] 1\nState: 1 {0}\n[t] 1\n--END--\n";
  static const char *const variants[] = {
      HEAD BUCHI "State: 1 \"all\" {0}\n[t] 1\nState: 0\n[1] 1 [0&!1] 0 "
                 "--END--",
      HEAD "acc-name: Buchi\nproperties: explicit-labels made-up\n"
           "tool: \"x\" \"2\"\nname: \"n\"\nlower: 1 t \"s\"\n" BUCHI
           "/* a /* nested */ comment */State: 0\n[!(!0|1)] 0\n[1] 1\n"
           "State: 1 {0}\n[t] 1\n--END--\n/* behind */\n",
      HEAD "Alias: @a 0\nAlias: @not-b !1\nAlias: @c (@a & @not-b)\n" BUCHI
           "State: 0\n[@c] 0\n[!@not-b] 1\nState: 1 {0}\n[t] 1\n--END--\n",
      "HOA: v1 Start: 0 AP: 2 \"a\" \"b\" " BUCHI
      "State: 0 2 0 1 1 State: 1 {0} 1 1 1 1 State: 2 2 2 2 2 --END--\n",
      HEAD BUCHI "State: 0\n[0&!1] 0\n[1] 1\nState: 1\n[t] 1 {0}\n--END--\n",
      HEAD BUCHI "State: 0\n[0&!1] 0\n[1] 1 {0}\nState: [t] 1 {0} 1\n--END--\n",
      HEAD "Acceptance: 3 (Inf(2)) & (t & (Inf(0)))\n--BODY--\n"
           "State: 0 {1}\n[0&!1] 0\n[1] 1\nState: 1 {0 1}\n[t] 1 {2}\n"
           "--END--\n",
      "HOA: v1\nStart: 7\nAP: 2 \"a\" \"b\"\n" BUCHI
      "State: 7\n[0&!1] 7\n[1] 1\nState: 1 {0}\n[t] 1\n--END--\n",
      HEAD "Start: 0\n" BUCHI
           "State: 0\n[0&!1] 0\n[1] 1\nState: 1 {0}\n[t] 1\n--END--\n",
  };
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
    CHECK(equal(until, variants[i]));
  static const char empty[] = HEAD BUCHI "State: 0\n--END--\n";
  CHECK(equal(empty, HEAD "Acceptance: 0 f\n--BODY--\nState: 0\n[t] 0\n"
                          "--END--\n"));
  CHECK(equal(empty, "HOA: v1\nAP: 2 \"a\" \"b\"\n" BUCHI
                     "State: 0 {0}\n[t] 0\n--END--\n"));
  CHECK(equal(empty,
              "HOA: v1\nStates: 0\nAP: 2 \"a\" \"b\"\n" BUCHI "--END--\n"));
  CHECK(!equal(empty, until));
  static const char all[] = HEAD BUCHI "State: 0 {0}\n[t] 0\n--END--\n";
  CHECK(equal(all, HEAD "Acceptance: 1 t\n--BODY--\nState: 0\n[t] 0\n"
                        "--END--\n"));
  CHECK(equal(all, HEAD "Acceptance: 0 t\n--BODY--\nState: 0\n"
                        "[0 | !0] 0\n--END--\n"));
  CHECK(!equal(all, until));
}

/* Labels: random expressions, and their value by definition. */
typedef struct expression {
  char text[2000];
  uint32_t truth; /* over the 16 letters of four atoms */
} expression;

static void random_expression(uint32_t size, expression *out) {
  static const uint32_t atoms[] = {0xAAAA, 0xCCCC, 0xF0F0, 0xFF00};
  expression a, b;
  uint32_t kind = size <= 1 ? roll(shared, 6) : 6 + roll(shared, 5);
  if (kind < 4) {
    snprintf(out->text, sizeof out->text, "%u", (unsigned)kind);
    out->truth = atoms[kind];
  } else if (kind < 6) {
    strcpy(out->text, kind == 4 ? "t" : "f");
    out->truth = kind == 4 ? 0xFFFF : 0;
  } else if (kind == 6) {
    random_expression(size - 1, &a);
    snprintf(out->text, sizeof out->text, "!(%.900s)", a.text);
    out->truth = ~a.truth & 0xFFFF;
  } else {
    uint32_t first = 1 + roll(shared, size - 1);
    random_expression(first, &a);
    random_expression(size - first, &b);
    bool is_and = kind & 1;
    snprintf(out->text, sizeof out->text, "(%.900s)%c %.900s", a.text,
             is_and ? '&' : '|', b.text);
    out->truth = is_and ? a.truth & b.truth : a.truth | b.truth;
    if (is_and && strchr(b.text, '|'))
      snprintf(out->text, sizeof out->text, "(%.900s)&(%.900s)", a.text,
               b.text);
  }
}

static void test_labels(void) {
  for (int i = 0; i < 3000; i++) {
    expression x;
    omega a;
    char input[4600];
    random_expression(1 + roll(shared, 20), &x);
    bool alias = i & 1;
    snprintf(input, sizeof input,
             "HOA: v1 Start: 0 AP: 4 \"a\" \"b\" \"c\" \"d\" Acceptance: 0 t "
             "%s%s --BODY-- State: 0 [%s] 0 --END--",
             alias ? "Alias: @x " : "", alias ? x.text : "",
             alias ? "!!@x" : x.text);
    bool good = read_hoa(input, &a);
    CHECK(good);
    for (uint64_t letter = 0; good && letter < 16; letter++)
      good =
          omega_allows(&a, &a.edges.at[0], letter) == (x.truth >> letter & 1);
    CHECK(good);
    omega_free(&shared->mem, &a);
  }
}

/* Several initial states: the union. */
static void test_initial(void) {
  int accepted = 0, reused = 0;
  for (int i = 0; i < 2000; i++) {
    bench *b = bench_new(1);
    omega a, both, one, two;
    text out;
    make_random(&a, 2, 2);
    uint32_t other = roll(shared, a.states);
    bench_begin_text(b, &out);
    omega_write_hoa(&b->mem, &a, NULL, &out);
    bench_text(b, &out);
    char input[9000], *start = strstr(b->written, "Start:");
    char *line_end = strchr(start, '\n'), *determinism;
    while ((determinism = strstr(b->written, " deterministic")))
      memset(determinism, ' ', 14);
    snprintf(input, sizeof input, "%.*s\nStart: %u%s",
             (int)(line_end - b->written), b->written, (unsigned)other,
             line_end);
    CHECK(read_bytes(b, b->written, b->length, &one));
    CHECK(read_bytes(b, b->written, b->length, &two));
    CHECK(read_bytes(b, input, strlen(input), &both));
    two.initial = other;
    reused += other != a.initial && both.states == a.states;
    bool good = true;
    for (int k = 0; k < 20; k++) {
      lasso w = random_lasso(shared, 2, 4);
      bool wanted = accepts_naively(&one, &w) || accepts_naively(&two, &w);
      good &= accepts_naively(&both, &w) == wanted;
      accepted += wanted;
    }
    CHECK(good);
    omega_free(&shared->mem, &a);
    bench_delete(b);
  }
  CHECK(accepted > 1000 && reused > 100);
}

static bool says(const char *input, uint32_t line, uint32_t column,
                 const char *part) {
  bench *b = bench_new(1);
  omega a;
  bool read = read_bytes(b, input, strlen(input), &a);
  const report_entry *e = &b->report.entries[0];
  bool right = !read && b->report.count == 1 && e->line == line &&
               e->column == column && strstr(e->message, part);
  if (!right)
    printf("%s\ngot %u:%u: %s\n", input, (unsigned)e->line, (unsigned)e->column,
           read ? "(read)" : e->message);
  bench_delete(b);
  return right;
}

static void test_header_messages(void) {
  CHECK(says("", 1, 1, "begin with 'HOA: v1'"));
  CHECK(says("HOA: v2", 1, 6, "only version v1"));
  CHECK(says("HOA: v1\nStates: 2 States: 2", 2, 11, "comes twice"));
  CHECK(says("HOA: v1\nStates: x", 2, 9, "number of states"));
  CHECK(says("HOA: v1\nStates: 99999999999", 2, 9, "too large"));
  CHECK(says("HOA: v1\nStates: 4000000000", 2, 9, "too short"));
  CHECK(says("HOA: v1\nStart: 5 States: 2", 2, 18, "beyond"));
  CHECK(says("HOA: v1\nStates: 2 Start: 2", 2, 18, "no state 2"));
  CHECK(says("HOA: v1\nStart: 0 & 1", 2, 10, "alternating"));
  CHECK(says("HOA: v1\nAP: 65", 2, 5, "64"));
  CHECK(says("HOA: v1\nAP: 2 \"a\" Start: 0", 2, 11, "next atomic"));
  CHECK(says("HOA: v1\nAP: 2 \"a\" \"a\"", 2, 11, "\"a\" is listed twice"));
  CHECK(says("HOA: v1\nAP: 1 \"a\" \"b\"", 2, 11, "more atomic"));
  CHECK(says("HOA: v1\nAP: 1 \"a", 2, 7, "no end"));
  CHECK(says("HOA: v1\nAP: 1 \"\xFF\"", 2, 8, "UTF-8"));
  CHECK(says("HOA: v1\nAlias: a 0", 2, 8, "name of an alias"));
  CHECK(says("HOA: v1\nAlias: @a 0", 2, 11, "no atomic proposition 0"));
  CHECK(says("HOA: v1\nAlias: @a @b", 2, 11, "@b is not defined"));
  CHECK(says("HOA: v1\nAlias: @a t Alias: @a t", 2, 20, "defined twice"));
  CHECK(says("HOA: v1\nAlias: @a (t", 2, 13, "')' is missing"));
  CHECK(says("HOA: v1\nWeird: 1", 2, 1, "Weird: is not supported"));
  CHECK(says("HOA: v1\nproperties: univ-branch", 2, 13, "alternating"));
  CHECK(says("HOA: v1\nacc-name: 3", 2, 11, "name of an acceptance"));
  CHECK(says("HOA: v1\n{", 2, 1, "header item"));
  CHECK(says("HOA: v1\n--BODY--", 2, 1, "no 'Acceptance:'"));
  CHECK(says("HOA: v1\n--ABORT--", 2, 1, "gave up"));
  CHECK(says("HOA: v1\n/* /* */", 2, 1, "comment"));
  CHECK(says("HOA: v1\n$", 2, 1, "'$'"));
  CHECK(says("HOA: v1\n-", 2, 1, "--BODY--"));
  CHECK(says("HOA: v1\nHOA: v1", 2, 1, "comes twice"));
}

static void test_acceptance_messages(void) {
#define H "HOA: v1\n"
  CHECK(says(H "Acceptance: 1 Fin(0)", 2, 15, "co-Buchi"));
  CHECK(says(H "acc-name: co-Buchi\nAcceptance: 1 Fin(0)", 3, 15,
             "co-Buchi acceptance"));
  CHECK(says(H "acc-name: Rabin 1\nAcceptance: 2 Fin(0) & Inf(1)", 3, 15,
             "Rabin acceptance"));
  CHECK(says(H "acc-name: parity min even 2\nAcceptance: 2 Inf(0) | Fin(1)", 3,
             22, "parity acceptance"));
  CHECK(says(H "Acceptance: 2 Inf(0) | Inf(1)", 2, 22, "disjunctive"));
  CHECK(says(H "Acceptance: 1 Inf(!0)", 2, 19, "complemented"));
  CHECK(says(H "Acceptance: 1 Inf(1)", 2, 19, "no acceptance set 1"));
  CHECK(says(H "Acceptance: 1 (Inf(0)", 2, 22, "')' is missing"));
  CHECK(says(H "Acceptance: 1 foo(0)", 2, 15, "'Inf'"));
  CHECK(says(H "Acceptance: 1 t Acceptance: 1 t", 2, 17, "comes twice"));
  CHECK(says(H "Acceptance: 999999 t", 2, 20, "too many"));
#undef H
}

static void test_body_messages(void) {
#define P HEAD BUCHI /* the body begins on line 7 */
  CHECK(says(P "[t] 0", 7, 1, "'State:'"));
  CHECK(says(P "State: 2", 7, 8, "no state 2"));
  CHECK(says(P "State: 0 State: 0", 7, 17, "defined above"));
  CHECK(says(P "State: 0 [2] 0", 7, 11, "no atomic proposition 2"));
  CHECK(says(P "State: 0 [] 0", 7, 11, "label should go on"));
  CHECK(says(P "State: 0 [0 0] 0", 7, 13, "']' should be here"));
  CHECK(says(P "State: 0 [0)] 0", 7, 12, "']' should be here"));
  CHECK(says(P "State: 0 [t] 0 {1}", 7, 17, "no acceptance set 1"));
  CHECK(says(P "State: 0 [t] 0 & 1", 7, 16, "alternating"));
  CHECK(says(P "State: 0 [t] \"x\"", 7, 14, "number of a state"));
  CHECK(says(P "State: [t] 0 [t] 0", 7, 14, "its edges have none"));
  CHECK(says(P "State: 0 [t] 0 1", 7, 16, "has no label"));
  CHECK(says(P "State: 0 0 [t] 1", 7, 12, "have no label"));
  CHECK(says(P "State: 0 0 1 --END--", 7, 14, "one for each letter"));
  CHECK(says(P "State: 0 0 0 0 0 0 --END--", 7, 18, "more edges"));
  CHECK(says(P "State: 0 [t] 0", 7, 15, "'State:' or '--END--'"));
  CHECK(says(P "--END-- HOA: v1", 7, 9, "file of its own"));
  CHECK(says(P "--ABORT--", 7, 1, "gave up"));
  CHECK(says(HEAD "properties: deterministic\n" BUCHI
                  "State: 0 [t] 0 [0] 1 --END--",
             5, 13, "'deterministic', but"));
  CHECK(says(HEAD "properties: state-acc\n" BUCHI
                  "State: 0 [t] 0 {0} [0] 1 --END--",
             8, 33, "'state-acc', but"));
#undef P
}

static void test_size(void) {
  enum { DEEP = 300000 };
  static const char top[] = "HOA: v1 Start: 0 AP: 40";
  char *input = malloc(4 * DEEP + 2000);
  size_t n = sizeof top - 1;
  omega a;
  if (!input)
    abort();
  memcpy(input, top, n);
  for (int i = 0; i < 40; i++)
    n += (size_t)sprintf(input + n, " \"a%d\"", i);
  n += (size_t)sprintf(input + n, " Acceptance: 0 t --BODY-- State: 0 [");
  size_t body = n;
  memset(input + n, '(', DEEP);
  input[n + DEEP] = '0';
  memset(input + n + DEEP + 1, ')', DEEP);
  n += 2 * DEEP + 1;
  n += (size_t)sprintf(input + n, "] 0 --END--");
  CHECK(read_bytes(shared, input, n, &a) && a.cubes.count == 1);
  omega_free(&shared->mem, &a);
  memset(input + body, '!', 2 * DEEP);
  input[body + 2 * DEEP] = '0';
  CHECK(read_bytes(shared, input, n, &a) && a.cubes.at[0].value == 1);
  omega_free(&shared->mem, &a);
  for (size_t i = 0; i < 90000; i++) /* 0|1|0|1..: nothing is quadratic */
    memcpy(input + body + 2 * i, i % 2 ? "1|" : "0|", 2);
  n = body + 2 * 90000;
  n += (size_t)sprintf(input + n, "2] 0 --END--");
  CHECK(read_bytes(shared, input, n, &a) && a.cubes.count == 90001);
  omega_free(&shared->mem, &a);
  n = body; /* 2^20 cubes */
  for (int i = 0; i < 20; i++)
    n += (size_t)sprintf(input + n, "%s(%d|%d)", i ? "&" : "", i, i + 20);
  n += (size_t)sprintf(input + n, "] 0 --END--");
  CHECK(!read_bytes(shared, input, n, &a));
  CHECK(strstr(shared->report.entries[0].message, "100000"));
  n = (size_t)sprintf(input, "HOA: v1 Start: 0 AP: 0 Acceptance: 0 t "
                             "Alias: @0 t&t");
  for (int i = 1; i < 60; i++) /* 2^60 parts, if written out */
    n += (size_t)sprintf(input + n, " Alias: @%d @%d&@%d", i, i - 1, i - 1);
  n += (size_t)sprintf(input + n, " --BODY-- State: 0 [@59] 0 --END--");
  CHECK(!read_bytes(shared, input, n, &a));
  free(input);
}

/* Whatever the bytes: read or one message; what is read can be written. */
static void test_garbled(void) {
  int read = 0;
  for (int i = 0; i < 20000; i++) {
    bench *b = bench_new(1);
    omega a, again;
    text out;
    make_random(&a, 3, 2);
    bench_begin_text(b, &out);
    omega_write_hoa(&b->mem, &a, NULL, &out);
    bench_text(b, &out);
    for (uint32_t k = roll(shared, 3); k > 0; k--)
      b->written[roll(shared, (uint32_t)b->length)] =
          "0123[]{}()!&|tf \":@-/*\n"[roll(shared, 23)];
    if (roll(shared, 4) == 0)
      b->length = roll(shared, (uint32_t)b->length);
    if (read_bytes(b, b->written, b->length, &again)) {
      read++;
      CHECK(again.states > 0 && again.initial < again.states);
      bench_begin_text(b, &out);
      omega_write_hoa(&b->mem, &again, NULL, &out);
      bench_text(b, &out);
    }
    omega_free(&shared->mem, &a);
    bench_delete(b);
  }
  CHECK(read > 5000);
}

/* DOT and never claims. */

static void test_dot(void) {
  omega a;
  text out;
  CHECK(read_hoa("HOA: v1 Start: 1 AP: 2 \"a\" \"b \\\"c\" Acceptance: 1 "
                 "Inf(0) --BODY-- State: 0 {0} [t] 0 State: 1 [0&!1 | 1] 0 "
                 "[f] 1 --END--",
                 &a));
  bench_begin_text(shared, &out);
  dot_omega(&a, "x \"y\"", &out);
  CHECK(
      strcmp(bench_text(shared, &out),
             "digraph automaton {\n  rankdir=LR;\n  node [shape=circle];\n"
             "  labelloc=t;\n  label=\"x \\\"y\\\"\";\n"
             "  start [shape=point, label=\"\"];\n"
             "  0 [shape=doublecircle, label=\"0\"];\n"
             "  1 [shape=circle, label=\"1\"];\n  start -> 1;\n"
             "  0 -> 0 [label=\"true\"];\n"
             "  1 -> 0 [label=\"a & !\\\"b \\\"c\\\" |\\n\\\"b \\\"c\\\"\"];\n"
             "  1 -> 1 [label=\"false\"];\n}\n") == 0);
  omega_free(&shared->mem, &a);
  CHECK(read_hoa("HOA: v1 Start: 0 AP: 0 Acceptance: 2 Inf(0)&Inf(1) --BODY-- "
                 "State: 0 [t] 0 {0 1} [t] 0 --END--",
                 &a));
  bench_begin_text(shared, &out);
  dot_omega(&a, NULL, &out);
  CHECK(strstr(bench_text(shared, &out), "0 -> 0 [label=\"true\\n{0 1}\"];\n"
                                         "  0 -> 0 [label=\"true\"];\n"));
  omega_free(&shared->mem, &a);
}

static const char *never_of(bench *b, const char *formula, omega *a) {
  ltl t = {0};
  text out;
  translate_options o = {.effort = TRANSLATE_FULL};
  uint32_t f = bench_formula(b, &t, formula);
  CHECK(translate(&b->mem, &b->clock, &t, f, &o, &b->report, a));
  bench_begin_text(b, &out);
  omega_write_never(a, formula, &out);
  ltl_free(&b->mem, &t);
  return bench_text(b, &out);
}

static void test_never(void) {
  bench *b = bench_new(1);
  omega a;
  const char *got = never_of(b, "a U \"x > 1\"", &a);
  CHECK(strstr(got, "never { /* a U \"x > 1\" */\nT0_init:\n\tdo\n") == got);
  CHECK(strstr(got, "!(x > 1)") && strstr(got, "goto accept_all\n"));
  CHECK(strstr(got, "\tod;\naccept_all:\n\tskip\n}\n"));
  CHECK(strcmp(never_of(b, "true", &a),
               "never { /* true */\naccept_all:\n\tskip\n}\n") == 0);
  CHECK(strcmp(never_of(b, "false", &a),
               "never { /* false */\nT0_init:\n\tfalse;\n}\n") == 0);
  got = never_of(b, "G F a", &a);
  CHECK(strstr(got, "accept_") && !strstr(got, "accept_all"));
  CHECK(strstr(never_of(b, "\"*/ a\"", &a), "/* \"* / a\" */"));
  bench_delete(b);
}

/* The system that runs through the lasso once and then around it. */
static void put_promela(FILE *out, const lasso *w) {
  fprintf(out,
          "#define a (letter & 1)\n#define b (letter >> 1 & 1)\n"
          "byte letter = %d;\nactive proctype word() {\n",
          (int)w->letters[0]);
  for (size_t i = 1; i <= w->count; i++)
    fprintf(out, "L%zu: letter = %d;\n", i, (int)w->letters[lasso_place(w, i)]);
  fprintf(out, "goto L%zu }\n", w->loop + 1);
}

static bool run(const char *folder, const char *command) {
  char line[600];
  snprintf(line, sizeof line, "cd %s && { %s; } >log 2>&1", folder, command);
  return system(line) == 0;
}

/* Spin's answer: is there an accepting run? */
static bool spin_accepts(const char *folder, const char *never, const lasso *w,
                         bool *answer) {
  char path[300];
  snprintf(path, sizeof path, "%s/m.pml", folder);
  FILE *f = fopen(path, "w");
  if (!f)
    return false;
  put_promela(f, w);
  fputs(never, f);
  fclose(f);
  if (!run(folder, "spin -a m.pml && gcc -w -O0 -DNOREDUCE -o pan pan.c && "
                   "./pan -a -n && cp log out"))
    return false;
  *answer = !run(folder, "grep -q 'errors: 0' out");
  return true;
}

static void test_spin(void) {
  static const char *const formulas[] = {"a U b", "G F a", "F G a -> X b",
                                         "!(G(a -> F b))", "a W b"};
  char folder[] = "/tmp/custos-never-XXXXXX";
  int accepted = 0;
  if (!mkdtemp(folder))
    abort();
  if (!run(folder, "command -v spin && command -v gcc")) {
    printf("skipped: 5 never claims, spin is not installed\n");
  } else {
    for (size_t i = 0; i < 5; i++) {
      bench *b = bench_new(1);
      omega a;
      bool answer = false;
      const char *never = never_of(b, formulas[i], &a);
      lasso w = random_lasso(shared, 2, 4);
      CHECK(spin_accepts(folder, never, &w, &answer));
      CHECK(answer == accepts_naively(&a, &w));
      accepted += answer;
      bench_delete(b);
    }
    CHECK(accepted > 0 && accepted < 5);
  }
  char line[100];
  snprintf(line, sizeof line, "rm -rf %s", folder);
  CHECK(system(line) == 0);
}

int main(void) {
  shared = bench_new(1);
  test_round_trips();
  test_translations();
  test_written();
  test_variants();
  test_labels();
  test_initial();
  test_header_messages();
  test_acceptance_messages();
  test_body_messages();
  test_size();
  test_garbled();
  test_dot();
  test_never();
  test_spin();
  bench_delete(shared);
  return check_end();
}
