/* Random models and formulas from their text to the verdict, its evidence and
 * the kernel, through the public interface:
 *
 *     twin-temporal lts|gcl|pds|translation|shortest COUNT SEED KERNEL
 *
 * The searches agree with each other and, where the graph is known, with a
 * tableau; the kernel accepts the evidence of every verdict, and no spoilt
 * evidence for what is false. The automaton of the negation, written as HOA and
 * read as a property, gives the same verdict. With 'translation', the kernel
 * accepts the certificates of automata of formulas and of their negations. With
 * 'shortest', runs are compared with the shortest that brute force finds. */
#include "custos/custos.h"

#include "kernel.h"
#include "models.h"
#include "mutate.h"
#include "shortest.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MUTANTS = 6, OPERATORS = 9, MOST_OPERATORS = 15 };

typedef struct buffer {
  char *at;
  size_t count, capacity;
} buffer;

typedef struct totals {
  uint64_t passed, failed;
  uint64_t holds, violated, faults;
  uint64_t certificates, lassos; /* that the kernel accepted */
  uint64_t fallbacks;
  uint64_t mutants, mutants_accepted;
} totals;

typedef struct test {
  random_source random;
  kernel kernel;
  totals totals;
  uint64_t number;
  random_model model;
  formula formula;
  char formula_text[FORMULA_TEXT];
  buffer evidence;
} test;

static int keep(void *self, const char *text, size_t length) {
  buffer *b = self;
  if (b->count + length + 1 > b->capacity) {
    b->capacity = 2 * (b->count + length + 1);
    b->at = realloc(b->at, b->capacity);
    if (!b->at)
      abort();
  }
  memcpy(b->at + b->count, text, length);
  b->count += length;
  b->at[b->count] = 0;
  return 0;
}

static void check(test *t, bool good, const char *what, const char *more) {
  if (good) {
    t->totals.passed++;
    return;
  }
  t->totals.failed++;
  printf("case %" PRIu64 ": %s %s\n%s\nformula %s\n", t->number, what, more,
         t->model.text, t->formula_text);
  if (t->totals.failed > 10)
    exit(1);
}

/* formula "TEXT" */
static void question_of(const char *text, char out[2 * FORMULA_TEXT]) {
  size_t n = (size_t)sprintf(out, "formula \"");
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      out[n++] = '\\';
    out[n++] = *text;
  }
  strcpy(out + n, "\"");
}

/* 'question' NULL: whatever the evidence is about. */
static const char *ask(test *t, const char *question, const char *evidence,
                       size_t length) {
  static char reply[KERNEL_REPLY];
  char request[100];
  size_t n = strlen(t->model.text);
  int k = snprintf(request, sizeof request, "check %s %zu %zu",
                   t->model.language, n, length);
  if (question)
    snprintf(request + k, sizeof request - (size_t)k, " %zu", strlen(question));
  if (!kernel_ask(&t->kernel, request, t->model.text, n, evidence, length,
                  question ? question : "", reply)) {
    printf("case %" PRIu64 ": the kernel is gone\n%s\nformula %s\n%s\n",
           t->number, t->model.text, t->formula_text, evidence);
    exit(1);
  }
  return reply;
}

/* What is true of a formula on the model: by the tableau, or, if the graph is
 * not known, by the kernel's own verdict on a fresh check. */
static bool decide(test *t, const char *text, const formula *f, int *violated) {
  if (t->model.has_graph) {
    *violated = formula_is_violated(f, &t->model.graph);
    return true;
  }
  custos *c = custos_new();
  custos_result r;
  bool good =
      custos_load_text(c, "problem", t->model.text, strlen(t->model.text),
                       t->model.language) == CUSTOS_OK &&
      custos_add_ltl(c, "ltl", text) == CUSTOS_OK &&
      custos_check(c, custos_property_count(c) - 1, &r) == CUSTOS_OK &&
      r.verdict != CUSTOS_UNKNOWN;
  *violated = good && r.verdict == CUSTOS_VIOLATED;
  custos_delete(c);
  return good;
}

static void spoil(test *t, bool violated) {
  for (int i = 0; i < MUTANTS; i++) {
    bool other = random_below(&t->random, 3) == 0;
    char text[FORMULA_TEXT];
    formula f = t->formula;
    int truth = violated;
    if (other) {
      formula_random(&t->random, 8, FORMULA_MOST_TEMPORAL, t->model.atom_count,
                     &f);
      formula_print(&f, t->model.atoms, text);
    }
    char *spoilt = mutate(&t->random, t->evidence.at, other ? text : NULL);
    char question[2 * FORMULA_TEXT];
    question_of(t->formula_text, question);
    const char *reply = ask(t, question, spoilt, strlen(spoilt));
    bool is_answered = strncmp(reply, "accepted ", 9) == 0;
    bool is_asked = !other || strcmp(text, t->formula_text) == 0;
    check(t, is_asked || !is_answered,
          "evidence about another formula was accepted:", spoilt);
    reply = ask(t, NULL, spoilt, strlen(spoilt));
    bool accepted = strncmp(reply, "accepted ", 9) == 0;
    t->totals.mutants++;
    t->totals.mutants_accepted += accepted;
    bool claims_violated = strncmp(reply, "accepted violated ", 18) == 0;
    bool known = !accepted || !other || decide(t, text, &f, &truth);
    check(t, known && (!accepted || claims_violated == (truth != 0)),
          "spoilt evidence was accepted:", spoilt);
    free(spoilt);
  }
}

static void certify(test *t, custos *c, const custos_result *r) {
  bool violated = r->verdict == CUSTOS_VIOLATED;
  t->evidence.count = 0;
  if (custos_write_evidence(c, keep, &t->evidence) != CUSTOS_OK) {
    check(t, false, "no evidence:", custos_last_error(c)->message);
    return;
  }
  char question[2 * FORMULA_TEXT], expected[3 * FORMULA_TEXT];
  question_of(t->formula_text, question);
  snprintf(expected, sizeof expected, "accepted %s %s",
           violated ? "violated" : "holds", question);
  const char *reply = ask(t, question, t->evidence.at, t->evidence.count);
  bool good = strcmp(reply, expected) == 0;
  check(t, good, "the kernel says", reply);
  if (!good) {
    printf("%s\n", t->evidence.at);
    return;
  }
  t->totals.certificates += !violated;
  t->totals.lassos += violated;
  t->totals.fallbacks += !violated && strcmp(r->translation, "full") != 0;
  if (t->model.has_graph || t->number % 4 == 0)
    spoil(t, violated);
}

static void try_search(test *t, custos *c, const char *search,
                       custos_verdict expected) {
  custos_result r;
  if (strcmp(t->model.language, "pds") == 0)
    return;
  custos_set(c, "emptiness", search);
  custos_status status = custos_check(c, custos_property_count(c) - 1, &r);
  check(t, status == CUSTOS_OK && r.verdict == expected, "another verdict by",
        search);
  custos_set(c, "emptiness", "auto");
}

/* The same question asked by an automaton from a file. */
static void try_automaton(test *t, custos *c, custos_verdict expected) {
  char path[] = "/tmp/custos-twin-XXXXXX", negated[FORMULA_TEXT + 8];
  buffer hoa = {NULL, 0, 0};
  custos_automaton a;
  custos_result r;
  custos *other = custos_new();
  int file = mkstemp(path);
  snprintf(negated, sizeof negated, "! (%s)", t->formula_text);
  bool good = file >= 0 && custos_translate(other, negated, &a) == CUSTOS_OK &&
              custos_write(other, CUSTOS_AS_HOA, keep, &hoa) == CUSTOS_OK &&
              write(file, hoa.at, hoa.count) == (ssize_t)hoa.count &&
              custos_add_automaton(c, "automaton", path) == CUSTOS_OK &&
              custos_check(c, custos_property_count(c) - 1, &r) == CUSTOS_OK;
  check(t, good && r.verdict == expected, "another verdict by the automaton",
        good ? r.reason : custos_last_error(c)->message);
  close(file);
  unlink(path);
  free(hoa.at);
  custos_delete(other);
}

static void run_case(test *t) {
  custos *c = custos_new();
  custos_result r;
  if (custos_load_text(c, "problem", t->model.text, strlen(t->model.text),
                       t->model.language) != CUSTOS_OK ||
      custos_add_ltl(c, "ltl", t->formula_text) != CUSTOS_OK) {
    check(t, false, "not read:", custos_last_error(c)->message);
    custos_delete(c);
    return;
  }
  custos_status status = custos_check(c, custos_property_count(c) - 1, &r);
  if (status != CUSTOS_OK) {
    check(t, false, "not checked:", custos_last_error(c)->message);
  } else if (r.verdict == CUSTOS_UNKNOWN) {
    /* Only a program of guarded commands can go wrong. */
    check(t, strcmp(t->model.language, "gcl") == 0, "unknown:", r.reason);
    t->totals.faults++;
  } else {
    custos_verdict verdict = r.verdict;
    if (t->model.has_graph)
      check(t,
            formula_is_violated(&t->formula, &t->model.graph) ==
                (verdict == CUSTOS_VIOLATED),
            "the tableau disagrees:", r.reason);
    t->totals.violated += verdict == CUSTOS_VIOLATED;
    t->totals.holds += verdict == CUSTOS_HOLDS;
    certify(t, c, &r);
    try_search(t, c, "ndfs", verdict);
    try_search(t, c, "scc", verdict);
    if (t->number % 4 == 0)
      try_automaton(t, c, verdict);
  }
  custos_delete(c);
}

static void translate(test *t, const char *text) {
  custos *c = custos_new();
  custos_automaton a;
  char request[60], reply[KERNEL_REPLY];
  t->evidence.count = 0;
  if (custos_translate(c, text, &a) != CUSTOS_OK ||
      custos_write_evidence(c, keep, &t->evidence) != CUSTOS_OK) {
    check(t, false, "no certificate:", custos_last_error(c)->message);
  } else {
    snprintf(request, sizeof request, "translation %zu", t->evidence.count);
    bool good = kernel_ask(&t->kernel, request, "", 0, t->evidence.at,
                           t->evidence.count, "", reply) &&
                strncmp(reply, "accepted translation formula ", 29) == 0;
    check(t, good, "the kernel says", reply);
    t->totals.certificates += good;
    t->totals.fallbacks += good && strcmp(a.translation, "full") != 0;
  }
  custos_delete(c);
}

static int translate_all(test *t, uint64_t count) {
  static const char *const atoms[] = {"p", "q", "r", "s"};
  char negated[FORMULA_TEXT + 8];
  for (t->number = 0; t->number < count; t->number++) {
    formula_random(&t->random, MOST_OPERATORS, MOST_OPERATORS, 4, &t->formula);
    formula_print(&t->formula, atoms, t->formula_text);
    snprintf(negated, sizeof negated, "! (%s)", t->formula_text);
    translate(t, t->formula_text);
    translate(t, negated);
  }
  const totals *x = &t->totals;
  printf("%" PRIu64 " formulas and their negations: the kernel accepted "
         "%" PRIu64 " certificates, %" PRIu64 " of them of fallbacks\n",
         count, x->certificates, x->fallbacks);
  printf("%" PRIu64 " passed, %" PRIu64 " failed\n", x->passed, x->failed);
  return x->failed != 0;
}

enum { MOST_WORDS = 2000000 };

static void check_shortest(test *t, custos *c, int steps) {
  custos_result r;
  custos_status status = custos_check(c, custos_property_count(c) - 1, &r);
  char told[60];
  snprintf(told, sizeof told, "%d steps, brute force %d",
           status == CUSTOS_OK ? (int)r.steps : -1, steps);
  check(t,
        status == CUSTOS_OK && r.verdict == CUSTOS_VIOLATED &&
            r.shortest == 1 && r.steps == (uint64_t)steps,
        "not shortest:", told);
}

/* The formula, and the automaton of its negation. */
static void shorten(test *t) {
  int steps = shortest_violation(&t->formula, &t->model, MOST_WORDS);
  custos *c = custos_new();
  if (steps < 0) {
    t->totals.mutants++;
  } else if (custos_set(c, "trace", "shortest") != CUSTOS_OK ||
             custos_load_text(c, "problem", t->model.text,
                              strlen(t->model.text),
                              t->model.language) != CUSTOS_OK ||
             custos_add_ltl(c, "ltl", t->formula_text) != CUSTOS_OK) {
    check(t, false, "not read:", custos_last_error(c)->message);
  } else {
    t->totals.violated++;
    check_shortest(t, c, steps);
    if (t->number % 4 == 0) {
      try_automaton(t, c, CUSTOS_VIOLATED);
      check_shortest(t, c, steps);
    }
  }
  custos_delete(c);
}

static int shorten_all(test *t, uint64_t count) {
  for (t->number = 0; t->totals.violated < count; t->number++) {
    model_random_lts(&t->random, &t->model);
    formula_random(&t->random, OPERATORS, FORMULA_MOST_TEMPORAL,
                   t->model.atom_count, &t->formula);
    formula_print(&t->formula, t->model.atoms, t->formula_text);
    if (formula_is_violated(&t->formula, &t->model.graph))
      shorten(t);
  }
  const totals *x = &t->totals;
  printf("%" PRIu64 " systems and formulas, %" PRIu64
         " violated: as short as brute force; %" PRIu64 " too long for it\n",
         t->number, x->violated, x->mutants);
  printf("%" PRIu64 " passed, %" PRIu64 " failed\n", x->passed, x->failed);
  return x->failed != 0;
}

int main(int argc, char **argv) {
  static test t;
  if (argc != 5 || !kernel_start(&t.kernel, argv[4])) {
    fprintf(stderr,
            "usage: %s lts|gcl|pds|translation|shortest COUNT SEED KERNEL\n",
            argv[0]);
    return 2;
  }
  uint64_t count = strtoull(argv[2], NULL, 10);
  t.random.state = strtoull(argv[3], NULL, 10);
  bool is_shortest = strcmp(argv[1], "shortest") == 0;
  if (is_shortest || strcmp(argv[1], "translation") == 0) {
    int status = (is_shortest ? shorten_all : translate_all)(&t, count);
    kernel_stop(&t.kernel);
    free(t.evidence.at);
    return status;
  }
  for (t.number = 0; t.number < count; t.number++) {
    if (strcmp(argv[1], "lts") == 0)
      model_random_lts(&t.random, &t.model);
    else if (strcmp(argv[1], "gcl") == 0)
      model_random_gcl(&t.random, &t.model);
    else
      model_random_pds(&t.random, &t.model);
    formula_random(&t.random, OPERATORS, FORMULA_MOST_TEMPORAL,
                   t.model.atom_count, &t.formula);
    formula_print(&t.formula, t.model.atoms, t.formula_text);
    run_case(&t);
  }
  kernel_stop(&t.kernel);
  free(t.evidence.at);
  const totals *x = &t.totals;
  printf("%s: %" PRIu64 " cases: %" PRIu64 " hold, %" PRIu64
         " violated, %" PRIu64 " go wrong; the kernel accepted %" PRIu64
         " certificates (%" PRIu64 " of fallbacks) and %" PRIu64
         " runs; of %" PRIu64 " spoilt ones it accepted %" PRIu64
         ", none false\n",
         argv[1], count, x->holds, x->violated, x->faults, x->certificates,
         x->fallbacks, x->lassos, x->mutants, x->mutants_accepted);
  printf("%" PRIu64 " passed, %" PRIu64 " failed\n", x->passed, x->failed);
  return x->failed != 0;
}
