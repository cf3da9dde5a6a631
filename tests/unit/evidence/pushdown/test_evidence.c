/* What replay accepts is true: the evidence of small problems, changed in every
 * small way, is refused, rejected, or proves its claim still. */
#include <custos/custos.h>

#include "tests/unit/check.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_TEXT = 1 << 16 };

static char folder[64], problem_path[80], evidence_path[80];

static void write_file(const char *path, const char *text, size_t length) {
  FILE *f = fopen(path, "wb");
  bool written = f && fwrite(text, 1, length, f) == length;
  if (!f || fclose(f) != 0 || !written)
    abort();
}

/* The same file stays open: a system may be slow to open files. */
static void write_evidence(const char *text) {
  static FILE *f;
  size_t length = strlen(text);
  if (!f)
    f = fopen(evidence_path, "wb");
  if (!f || fseek(f, 0, SEEK_SET) != 0 ||
      fwrite(text, 1, length, f) != length || fflush(f) != 0 ||
      ftruncate(fileno(f), (off_t)length) != 0)
    abort();
}

static uint32_t roll(uint64_t *state, uint32_t below) {
  *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
  return (uint32_t)(*state >> 33) % below;
}

static const char *const handmade[] = {
    "p a -> p b a\np b -> q\nq a -> q\ninit < p , a >\nfinal < q , >\n",
    /* wildcards; the stack grows below */
    "p * -> q * b\nq a -> r\nr b -> p\ninit < p , a+ >\nfinal < r , b . * >\n",
    /* epsilon, edges into control states, empty stacks */
    "p a -> q\nq b -> p b a\ninit < p , a b >\nfinal < q , b >\n"
    "edge init p a q\nedge final q a p\nedge final p () q\n",
    /* vectors; a loop inside a fact, one along the stack */
    "weights [uint, int]\np a -> p b a : 1 -1\np b -> q : 0 -2\n"
    "q a -> q : 0 1\ninit < p , a+ >\nfinal < q , a* >\n",
    "weights int\np a -> p a b : -1\np b -> p : 0\np a -> p : 3\n"
    "init < p , a >\nfinal < p , >\n",
    "weights int\np a -> p : 2\np b -> p : -1\n"
    "init < p , a b* >\nfinal < p , >\n",
    /* nothing is negative: the least weight is proved, too */
    "weights uint\np a -> p b a : 1\np b -> q : 2\nq a -> q : 3\n"
    "p a -> q : 7\ninit < p , a a+ >\nfinal < q , a >\n",
    "weights [uint, int]\np * -> p b * : 1 -2\np b -> q : 0 1\n"
    "q a -> p : 1 -3\nq * -> q : 1 -1\ninit < p , a b* >\n"
    "final < q , b* >\nedge final q a p\n",
    /* no, by reduction */
    "p a -> p b a\nq a -> r\nr b -> r\ninit < p , a >\nfinal < r , .* >\n",
};

static void append(char *text, const char *more) {
  size_t n = strlen(text);
  snprintf(text + n, LONGEST_TEXT - n, "%s", more);
}

static void random_problem(uint64_t *seed, char *text) {
  static const char *const sets[] = {
      "< p , a >",   "< p , a b* >",     "< [p,q] , .* >",     "< q , >",
      "< r , a b >", "< r , [a,b] .? >", "< q , b > | < r , >"};
  static const char names[] = "pqr", symbols[] = "abc";
  bool weighted = roll(seed, 3), natural = roll(seed, 2);
  char line[64];
  text[0] = '\0';
  append(text, weighted ? "weights int\n" : "");
  append(text, "states p q r\nsymbols a b c\n");
  for (uint32_t n = 2 + roll(seed, 7); n > 0; n--) {
    bool any = roll(seed, 8) == 0;
    snprintf(line, sizeof line, "%c %c -> %c", names[roll(seed, 3)],
             any ? '*' : symbols[roll(seed, 3)], names[roll(seed, 3)]);
    append(text, line);
    for (uint32_t k = roll(seed, 3); k > 0; k--) {
      snprintf(line, sizeof line, " %c", symbols[roll(seed, 2)]);
      append(text, line);
    }
    snprintf(line, sizeof line, weighted ? " : %d\n" : "\n",
             (int)roll(seed, 4) - !natural);
    append(text, line);
  }
  snprintf(line, sizeof line, "init %s\n", sets[roll(seed, 3)]);
  append(text, line);
  snprintf(line, sizeof line, "final %s\n", sets[2 + roll(seed, 5)]);
  append(text, line);
}

typedef struct truth {
  int reachable;
  bool bounded[2]; /* below, above */
  int64_t least[2];
} truth;

static bool solve(custos *c, const char *engine, const char *reduction,
                  const char *trace, custos_result *r) {
  custos_clear(c);
  return custos_load(c, problem_path, NULL) == CUSTOS_OK &&
         custos_set(c, "engine", engine) == CUSTOS_OK &&
         custos_set(c, "reduction", reduction) == CUSTOS_OK &&
         custos_set(c, "trace", trace) == CUSTOS_OK &&
         custos_set(c, "least", "yes") == CUSTOS_OK &&
         custos_solve(c, r) == CUSTOS_OK && r->reachable >= 0;
}

static void find_truth(custos *c, truth *t) {
  custos_result r;
  CHECK(solve(c, "pre", "no", "shortest", &r));
  t->reachable = r.reachable;
  t->bounded[0] = r.weight_kind != CUSTOS_WEIGHT_UNBOUNDED;
  for (size_t i = 0; i < r.weight_count && i < 2; i++)
    t->least[i] = r.weight[i];
  CHECK(solve(c, "pre", "no", "longest", &r) && r.reachable == t->reachable);
  t->bounded[1] = r.weight_kind != CUSTOS_WEIGHT_UNBOUNDED;
}

/* The run, step by step: whether it ends, and with the weight in 'claim'. */
static bool run_weighs(custos *c, const char *claim) {
  custos_step s;
  int found = 1;
  bool same = true;
  if (custos_trace_rewind(c) != CUSTOS_OK)
    return false;
  for (int n = 0; n < 1000; n++) {
    if (custos_trace_next(c, &s, &found) != CUSTOS_OK || !found)
      return false;
    if (!s.last)
      continue;
    for (size_t i = 0; claim && i < s.weight_count; i++) {
      char *end;
      same &= strtoll(claim, &end, 10) == s.weight[i];
      claim = end;
    }
    return same;
  }
  return true; /* too long to be followed here */
}

/* The weight claimed, which is that of the run, is the least of all. */
static bool is_least(const truth *t, const char *claim) {
  for (int i = 0; claim && *claim != '\n'; i++) {
    char *end;
    if (i == 2 || strtoll(claim, &end, 10) != t->least[i])
      return false;
    claim = end;
  }
  return claim && t->bounded[0];
}

static bool claim_is_true(custos *c, const truth *t, const char *text,
                          const custos_replayed *r) {
  const char *weight = strstr(text, "\nweight ");
  if (r->reachable != t->reachable)
    return false;
  if (!r->reachable)
    return true;
  weight = weight ? weight + strlen("\nweight ") : NULL;
  if (weight && strncmp(weight, "unbounded below\n", 16) == 0)
    return !t->bounded[0] && run_weighs(c, NULL);
  if (weight && strncmp(weight, "unbounded above\n", 16) == 0)
    return !t->bounded[1] && run_weighs(c, NULL);
  if (strstr(text, "\nleast ") && !is_least(t, weight))
    return false;
  return run_weighs(c, weight);
}

typedef struct example {
  custos *c;
  const char *problem;
  truth truth;
  char text[LONGEST_TEXT], changed[2 * LONGEST_TEXT];
  size_t length;
  unsigned long accepted, rejected, refused;
} example;

static int collect(void *self, const char *text, size_t length) {
  example *x = self;
  if (x->length + length >= LONGEST_TEXT)
    return 1;
  memcpy(x->text + x->length, text, length);
  x->length += length;
  x->text[x->length] = '\0';
  return 0;
}

/* Replays 'changed'. */
static custos_status replay(example *x, custos_replayed *r) {
  const char *files[] = {problem_path};
  write_evidence(x->changed);
  custos_clear(x->c);
  return custos_replay(x->c, evidence_path, files, 1, r);
}

static void try_change(example *x, const char *what) {
  custos_replayed r = {0};
  custos_status s = replay(x, &r);
  bool good = s == CUSTOS_ERR_INPUT ||
              (s == CUSTOS_OK &&
               (!r.accepted || claim_is_true(x->c, &x->truth, x->changed, &r)));
  if (!good)
    printf("%s (status %d):\n%s\n%s\n", what, (int)s, x->problem, x->changed);
  CHECK(good);
  x->accepted += s == CUSTOS_OK && r.accepted;
  x->rejected += s == CUSTOS_OK && !r.accepted;
  x->refused += s == CUSTOS_ERR_INPUT;
}

/* text[from, to) becomes 'with'. */
static void replace(example *x, size_t from, size_t to, const char *with) {
  snprintf(x->changed, sizeof x->changed, "%.*s%s%s", (int)from, x->text, with,
           x->text + to);
}

static size_t line_end(const example *x, size_t at) {
  return at + strcspn(x->text + at, "\n") + 1;
}

static void change_lines(example *x) {
  char pair[LONGEST_TEXT];
  for (size_t at = 0; at < x->length; at = line_end(x, at)) {
    size_t next = line_end(x, at);
    replace(x, at, next, "");
    try_change(x, "a line left out");
    if (next >= x->length)
      return;
    size_t end = line_end(x, next);
    snprintf(pair, sizeof pair, "%.*s%.*s", (int)(end - next), x->text + next,
             (int)(next - at), x->text + at);
    replace(x, at, end, pair);
    try_change(x, "two lines exchanged");
  }
}

static void change_numbers(example *x) {
  const char *claim = strstr(x->text, "\nclaim "); /* behind the file's name */
  for (size_t at = (size_t)(claim - x->text); at < x->length; at++) {
    char with[4][48];
    size_t digits = strspn(x->text + at, "0123456789");
    if (digits == 0)
      continue;
    long n = strtol(x->text + at, NULL, 10);
    snprintf(with[0], sizeof with[0], "%ld", n + 1);
    snprintf(with[1], sizeof with[1], "%ld", n ? n - 1 : 2);
    snprintf(with[2], sizeof with[2], "@%ld", n);
    /* n modulo 2^64 */
    snprintf(with[3], sizeof with[3], "5534023222112865484%ld", 8 + n);
    bool is_inner = at > 0 && x->text[at - 1] == '@';
    for (int i = 0; i < (n < 2 ? 4 : 3); i++) {
      replace(x, is_inner && i == 2 ? at - 1 : at, at + digits,
              is_inner && i == 2 ? with[2] + 1 : with[i]);
      try_change(x, "another number");
    }
    at += digits;
  }
}

static void test_problem(example *x, const char *problem, bool all) {
  static const char *const engines[] = {"pre", "post", "dual"};
  static const char *const traces[] = {"any", "shortest", "longest"};
  custos_result r;
  x->problem = problem;
  write_file(problem_path, problem, strlen(problem));
  find_truth(x->c, &x->truth);
  for (int n = 0; n < 18; n++) {
    if (!all && (n + (int)strlen(problem)) % 9) /* two of them */
      continue;
    if (!solve(x->c, engines[n % 3], n / 9 ? "yes" : "no", traces[n / 3 % 3],
               &r)) {
      printf("%s%s\n", problem, custos_last_error(x->c)->message);
      CHECK(false);
      return;
    }
    CHECK(r.reachable == x->truth.reachable);
    x->length = 0;
    CHECK(custos_write_evidence(x->c, collect, x) == CUSTOS_OK);
    unsigned long before = x->accepted;
    replace(x, 0, 0, "");
    try_change(x, "as it was written");
    CHECK(x->accepted == before + 1);
    change_lines(x);
    change_numbers(x);
  }
}

static void test_mutations(void) {
  static example x;
  static char text[LONGEST_TEXT];
  uint64_t seed = 5;
  x.c = custos_new();
  for (size_t i = 0; i < sizeof handmade / sizeof *handmade; i++)
    test_problem(&x, handmade[i], true);
  for (int i = 0; i < 60; i++) {
    random_problem(&seed, text);
    test_problem(&x, text, false);
  }
  printf("evidence: %lu changes accepted, %lu rejected, %lu refused\n",
         x.accepted, x.rejected, x.refused);
  CHECK(x.rejected > x.accepted && x.refused > 0);
  custos_delete(x.c);
}

/* Cut off anywhere: only the very last newline may be missing. */
static void test_truncation(void) {
  static example x;
  custos_result r;
  custos_replayed p;
  x.c = custos_new();
  for (size_t i = 0; i < sizeof handmade / sizeof *handmade; i += 3) {
    write_file(problem_path, handmade[i], strlen(handmade[i]));
    CHECK(solve(x.c, "post", "yes", "shortest", &r));
    x.length = 0;
    CHECK(custos_write_evidence(x.c, collect, &x) == CUSTOS_OK);
    for (size_t n = 0; n + 1 < x.length; n++) {
      replace(&x, n, x.length, "");
      custos_status s = replay(&x, &p);
      CHECK(s == CUSTOS_ERR_INPUT || (s == CUSTOS_OK && !p.accepted));
    }
  }
  custos_delete(x.c);
}

/* False claims that are nearly right. */

typedef struct lie {
  const char *problem, *evidence; /* behind the names of the problem file */
} lie;

static const lie lies[] = {
    /* the run has nothing to do with the loop */
    {"weights int\np a -> q a : 5\nr a -> r a : -1\n"
     "init < p , a >\nfinal < [q,r] , a >\n",
     "states 3\n\"p\"\n\"q\"\n\"r\"\nsymbols 1\n\"a\"\n"
     "initial-states 1\n\"1\"\nfinal-states 1\n\"1\"\n"
     "weight unbounded below\nfacts 4\nedge 1 0 @0\nrule 0 0 0 @0 0\n"
     "edge 2 0 @0\nrule 1 2 0 @0 2\nstart 0\nwitness 1\n1 @0\nloop 2 3 4\n"},
    /* two parts are marked: the first is no loop, the second gains nothing */
    {"weights int\np a -> p : -5\np b -> p : 0\np c -> p : 1\n"
     "init < p , a b c* >\nfinal < p , >\n",
     "states 1\n\"p\"\nsymbols 3\n\"a\"\n\"b\"\n\"c\"\n"
     "initial-states 3\n\"1\"\n\"2\"\n\"3\"\nfinal-states 0\n"
     "weight unbounded below\nfacts 3\nrule 0 0 0 0\nrule 1 0 1 0\n"
     "rule 2 0 2 0\nstart 0\nwitness 4\n0 @0 loop\n1 @1\n2 @2\n2 @2 loop\n"},
    /* 5 + 3 * 2^64 */
    {"weights int\np a -> q a : 5\ninit < p , a >\nfinal < q , a >\n",
     "states 2\n\"p\"\n\"q\"\nsymbols 1\n\"a\"\n"
     "initial-states 1\n\"1\"\nfinal-states 1\n\"1\"\n"
     "weight 55340232221128654853\nfacts 2\nedge 1 0 @0\nrule 0 0 0 @0 0\n"
     "start 0\nwitness 1\n1 @0\n"},
    /* the loop gains, upwards; its weight does not fit 64 bits */
    {"weights int\np a -> p a b : 9000000000000000000\n"
     "p b -> p : 9000000000000000000\np a -> p : -9000000000000000000\n"
     "init < p , a >\nfinal < p , >\n",
     "states 1\n\"p\"\nsymbols 2\n\"a\"\n\"b\"\n"
     "initial-states 1\n\"1\"\nfinal-states 0\n"
     "weight unbounded below\nfacts 3\nrule 2 0 0 0\nrule 1 0 1 0\n"
     "rule 0 0 0 0 0 1\nstart 0\nwitness 1\n2 @0\nloop 0 2 3\n"},
};

static void test_lies(void) {
  static example x;
  x.c = custos_new();
  for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
    custos_replayed r;
    write_file(problem_path, lies[i].problem, strlen(lies[i].problem));
    snprintf(x.changed, sizeof x.changed,
             "custos evidence 1\nproblem \"p.pds\"\nclaim reachable\n%send\n",
             lies[i].evidence);
    custos_status s = replay(&x, &r);
    CHECK(s == CUSTOS_ERR_INPUT || (s == CUSTOS_OK && !r.accepted));
    if (s == CUSTOS_OK && r.accepted)
      printf("lie %zu: %s\n", i, r.reason);
  }
  custos_delete(x.c);
}

typedef struct section {
  const char *problem, *run; /* NULL: as in the one before */
  const char *rows;
  const char *wrong; /* the reason, or the error; NULL: accepted */
  uint32_t line, column;
} section;

#define CHEAP "weights uint\np a -> p b a : 1\np b -> q : 2\nq a -> q : 3\n"
#define CHEAP_NAMES                                                            \
  "states 2\n\"p\"\n\"q\"\nsymbols 2\n\"a\"\n\"b\"\n"                          \
  "initial-states 1\n\"1\"\n"
#define HUGE "9000000000000000000"

static const section sections[] = {
    {CHEAP "p a -> q : 7\ninit < p , a >\nfinal < q , >\n",
     CHEAP_NAMES "final-states 0\nweight 6\nfacts 3\nrule 2 1 0 1\n"
                 "rule 1 0 1 1\nrule 0 0 0 1 1 0\nstart 0\nwitness 1\n2 @0\n",
     "least 2\nr0 1 1 2\nr1 0 1 3\n", NULL, 0, 0},
    /* too little in one place makes too little in others */
    {NULL, NULL, "least 2\nr0 1 1 2\nr1 0 1 2\n", "not closed under rule 0", 0,
     0},
    {NULL, NULL, "least 3\nr0 1 1 2\nr1 0 1 2\nr0 0 1 5\n",
     "an initial configuration weighs less", 0, 0},
    {NULL, NULL, "least 3\nr1 1 1 0\nr1 0 1 3\nr0 1 1 2\n", NULL, 0, 0},
    {NULL, NULL, "least 2\nr0 1 1 2\nr1 0 1 4\n", "not closed under rule 2", 0,
     0},
    {NULL, NULL, "least 1\nr1 0 1 3\n", "not closed under rule 1", 0, 0},
    {NULL, NULL, "least 0\n", "not closed under rule 1", 0, 0},
    {NULL, NULL, "least 2\nr0 1 1 2 1 2\nr1 0 1 3\n", "is there twice", 0, 0},
    {NULL, NULL, "least 3\nr0 1 1 2\nr1 0 1 3\nr0 1 1 2\n", "is there twice", 0,
     0},
    {NULL, NULL, "least 2\nr0 1 1 -2\nr1 0 1 3\n", "weighs less than nothing",
     0, 0},
    {NULL, NULL, "least 3\nr0 1 1 2\nr1 0 1 3\nr0 0 1 6\n",
     "too much to matter", 0, 0},
    /* as a text */
    {NULL, NULL, "least 3\nr0 1 1 2\nr1 0 1 3\n", "expected a row", 24, 1},
    {NULL, NULL, "least 1\nr0 1 1 2\nr1 0 1 3\n", "expected 'end'", 23, 1},
    {NULL, NULL, "least 2\nr0 1 1\nr1 0 1 3\n", "as many numbers", 22, 7},
    {NULL, NULL, "least 2\nr0 1 1 2 1\nr1 0 1 3\n", "as many numbers", 22, 11},
    {NULL, NULL, "least 2\nr0 1 1 2 \nr1 0 1 3\n", "expected a", 22, 10},
    {NULL, NULL, "least 2\nr0 1 @7 2\nr1 0 1 3\n", "no such state", 22, 8},
    {NULL, NULL, "least 2\nr0 1 1 9223372036854775808\nr1 0 1 3\n", "too large",
     22, 8},
    {NULL, NULL, "least\nr0 1 1 2\nr1 0 1 3\n", "expected a number", 21, 6},
    {NULL, NULL, "leasts 2\nr0 1 1 2\nr1 0 1 3\n", "expected 'least'", 21, 1},
    /* a run of weight 7, of which no automaton says that it is the best */
    {NULL,
     CHEAP_NAMES "final-states 0\nweight 7\nfacts 1\nrule 3 0 0 1\n"
                 "start 0\nwitness 1\n0 @0\n",
     "least 3\nr0 1 1 2\nr1 0 1 3\nr0 0 1 6\n",
     "an initial configuration weighs less", 0, 0},
    {NULL, NULL, "least 2\nr0 1 1 2\nr1 0 1 3\n", "not closed under rule 0", 0,
     0},
    {NULL, NULL, "least 0\n", "not closed", 0, 0},
    /* the final set weighs nothing */
    {CHEAP "init < p , a >\nfinal < q , a >\n",
     CHEAP_NAMES "final-states 1\n\"1\"\nweight 3\nfacts 3\nedge 1 0 @0\n"
                 "rule 1 0 1 1\nrule 0 0 0 @0 1 0\nstart 0\nwitness 1\n2 @0\n",
     "least 2\nr0 1 1 2\nr1 0 @0 0\n", NULL, 0, 0},
    {NULL, NULL, "least 1\nr0 1 1 2\n", "an edge of the final set", 0, 0},
    {NULL, NULL, "least 2\nr0 1 1 2\nr1 0 @0 1\n", "an edge of the final set",
     0, 0},
    {NULL, NULL, "least 2\nr0 1 1 2\nr1 0 @1 0\n", "an edge of the final set",
     0, 0},
    {NULL, NULL, "least 2\nr0 1 1 2\nr1 0 0 0\n", "an edge of the final set", 0,
     0},
    /* a run of no step: nothing weighs less than nothing */
    {CHEAP "init < p , a >\nfinal < p , a >\n",
     CHEAP_NAMES "final-states 1\n\"1\"\nweight 0\nfacts 1\nedge 0 0 @0\n"
                 "start 0\nwitness 1\n0 @0\n",
     "least 0\n", NULL, 0, 0},
    {NULL, NULL, "least 1\nr0 0 @0 0\n", "too much to matter", 0, 0},
    /* negative rules, no weights, no bound */
    {"weights int\np a -> q a : 1\np a -> p a : -1\n"
     "init < p , a >\nfinal < q , a >\n",
     "states 2\n\"p\"\n\"q\"\nsymbols 1\n\"a\"\ninitial-states 1\n\"1\"\n"
     "final-states 1\n\"1\"\nweight 1\nfacts 2\nedge 1 0 @0\n"
     "rule 0 0 0 @0 0\nstart 0\nwitness 1\n1 @0\n",
     "least 1\nr1 0 @0 0\n", "rule 1 weighs less than nothing", 0, 0},
    {NULL,
     "states 2\n\"p\"\n\"q\"\nsymbols 1\n\"a\"\ninitial-states 1\n\"1\"\n"
     "final-states 1\n\"1\"\nweight unbounded below\nfacts 3\nedge 1 0 @0\n"
     "rule 0 0 0 @0 0\nrule 1 0 0 @0 1\nstart 0\nwitness 1\n2 @0\nloop 1 2 3\n",
     "least 1\nr1 0 @0 0\n", "only a weight that is a number", 22, 1},
    {"p a -> q a\ninit < p , a >\nfinal < q , a >\n",
     "states 2\n\"p\"\n\"q\"\nsymbols 1\n\"a\"\ninitial-states 1\n\"1\"\n"
     "final-states 1\n\"1\"\nfacts 2\nedge 1 0 @0\n"
     "rule 0 0 0 @0 0\nstart 0\nwitness 1\n1 @0\n",
     "least 1\nr1 0 @0\n", "only a weight that is a number", 19, 1},
    /* the best run weighs 2 and minus 18 * 10^18: sums are not cut off */
    {"weights [uint, int]\np a -> q a : 1 -" HUGE "\nq a -> r a : 1 -" HUGE
     "\np a -> r a : 2 0\ninit < p , a >\nfinal < r , a >\n",
     "states 3\n\"p\"\n\"q\"\n\"r\"\nsymbols 1\n\"a\"\ninitial-states 1\n"
     "\"1\"\nfinal-states 1\n\"1\"\nweight 2 0\nfacts 2\nedge 2 0 @0\n"
     "rule 2 0 0 @0 0\nstart 0\nwitness 1\n1 @0\n",
     "least 2\nr2 0 @0 0 0\nr1 0 @0 1 -" HUGE "\n", "not closed under rule 0",
     0, 0},
};

static void test_sections(void) {
  static example x;
  const char *run = NULL;
  x.c = custos_new();
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
    const section *s = &sections[i];
    custos_replayed r = {0};
    if (s->problem)
      write_file(problem_path, s->problem, strlen(s->problem));
    run = s->run ? s->run : run;
    snprintf(x.changed, sizeof x.changed,
             "custos evidence 1\nproblem \"p.pds\"\nclaim reachable\n%s%send\n",
             run, s->rows);
    custos_status status = replay(&x, &r);
    const custos_error *e = custos_last_error(x.c);
    bool good =
        s->line
            ? status == CUSTOS_ERR_INPUT && e->line == s->line &&
                  e->column == s->column && strstr(e->message, s->wrong)
            : status == CUSTOS_OK && r.accepted == !s->wrong &&
                  strstr(r.reason, s->wrong ? s->wrong : "no run weighs less");
    CHECK(good);
    if (!good)
      printf("section %zu: status %d, %u:%u: %s; %s\n", i, (int)status,
             (unsigned)e->line, (unsigned)e->column, e->message,
             status == CUSTOS_OK ? r.reason : "");
  }
  custos_delete(x.c);
}

/* When there is a section, and what the result says. */
static void test_least(void) {
  static const struct {
    const char *problem, *trace, *least;
    int expected;
  } cases[] = {
      {CHEAP "init < p , a >\nfinal < q , >\n", "auto", "yes", 1},
      {CHEAP "init < p , a >\nfinal < q , >\n", "shortest", "yes", 1},
      {CHEAP "init < p , a >\nfinal < q , >\n", "shortest", "no", 0},
      {CHEAP "init < p , a >\nfinal < q , >\n", "any", "yes", 0},
      {CHEAP "init < p , a >\nfinal < q , >\n", "longest", "yes", 0},
      {CHEAP "init < p , a >\nfinal < q , b >\n", "shortest", "yes", 0},
      {CHEAP "p a -> p a : 0\ninit < p , a >\nfinal < q , >\n", "auto", "yes",
       1},
      {"p a -> q\ninit < p , a >\nfinal < q , >\n", "shortest", "yes", 0},
      {"weights int\np a -> q : 1\np a -> p a : -1\n"
       "init < p , a >\nfinal < q , >\n",
       "shortest", "yes", 0},
      {"weights int\np a -> q : 1\nr a -> p a : -1\n"
       "init < p , a >\nfinal < q , >\n",
       "shortest", "yes", 0},
      {"weights uint\np a -> p b a : 9223372036854775807\np b -> p : 5\n"
       "p a -> q : 9223372036854775806\ninit < p , a >\nfinal < q , >\n",
       "shortest", "yes", 1},
      {"weights uint\np a -> p b a : 9223372036854775807\np b -> q : 5\n"
       "q a -> q : 0\ninit < p , a >\nfinal < q , >\n",
       "shortest", "yes", 0},
      {"weights [uint, int]\np a -> q a : 1 -" HUGE "\nq a -> r a : 1 -" HUGE
       "\np a -> r a : 2 0\ninit < p , a >\nfinal < r , a >\n",
       "shortest", "yes", 0},
  };
  static example x;
  custos_result r;
  x.c = custos_new();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    custos_clear(x.c);
    x.length = 0;
    CHECK(custos_load_text(x.c, "p.pds", cases[i].problem,
                           strlen(cases[i].problem), NULL) == CUSTOS_OK);
    CHECK(custos_set(x.c, "trace", cases[i].trace) == CUSTOS_OK);
    CHECK(custos_set(x.c, "least", cases[i].least) == CUSTOS_OK);
    CHECK(custos_solve(x.c, &r) == CUSTOS_OK);
    CHECK(custos_write_evidence(x.c, collect, &x) == CUSTOS_OK);
    CHECK(!r.least == !cases[i].expected);
    CHECK(!strstr(x.text, "\nleast ") == !cases[i].expected);
    CHECK(!strstr(r.reason, ", no run weighs less") == !cases[i].expected);
    if (!r.least != !cases[i].expected)
      printf("least %zu: %d, %s\n", i, r.least, r.reason);
  }
  custos_delete(x.c);
}

int main(void) {
  /* Thousands of small files: in memory if there is such a place. */
  snprintf(folder, sizeof folder, "%s/custos-evidence-XXXXXX",
           access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
  if (!mkdtemp(folder))
    return 3;
  snprintf(problem_path, sizeof problem_path, "%s/p.pds", folder);
  snprintf(evidence_path, sizeof evidence_path, "%s/p.evidence", folder);
  test_mutations();
  test_truncation();
  test_lies();
  test_sections();
  test_least();
  unlink(problem_path);
  unlink(evidence_path);
  rmdir(folder);
  return check_end();
}
