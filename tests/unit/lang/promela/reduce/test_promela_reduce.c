/* Reduced models go wrong where full ones do, and satisfy the same formulas.
 *
 *     test_promela_reduce FILE ...   compares these models and prints counts
 *     test_promela_reduce -s SEED    prints a random model
 *     test_promela_reduce -f SEED    prints a random model of a family
 *     test_promela_reduce -r SEED N  compares N of these, from this one on */
#include "tests/unit/check.h"
#include "tests/unit/lang/promela/reduce/promela_crowd.h"
#include "tests/unit/lang/promela/reduce/promela_family.h"
#include "tests/unit/lang/promela/reduce/promela_searched.h"

#include "custos/custos.h"

static unsigned long all_states, left_states, verdicts[2];

typedef struct subject {
  mem_budget budget;
  mem mem;
  report report;
  progress clock;
  model full, reduced;
  const char *why;
} subject;

static subject *subject_new(void) {
  subject *x = calloc(1, sizeof *x);
  if (!x)
    abort();
  x->budget.fail_in = -1;
  mem_init(&x->mem, &x->budget);
  x->clock.budget = &x->budget;
  progress_begin(&x->clock, "reading");
  return x;
}

static void subject_delete(subject *x) {
  mem_clear(&x->mem);
  CHECK(x->budget.used == 0);
  free(x);
}

static bool subject_read(subject *x, const char *input, size_t length) {
  return promela_read(&x->mem, &x->full, "f.pml", input, length, NULL,
                      &x->report, &x->clock);
}

enum { MOST = 3000000 };

static char *read_all(const char *path, size_t *length) {
  FILE *f = fopen(path, "rb");
  char *bytes = malloc(1 << 22);
  if (!f || !bytes)
    abort();
  *length = fread(bytes, 1, 1 << 22, f);
  fclose(f);
  return bytes;
}

static int compare_file(const char *path) {
  subject *x = subject_new();
  jmp_buf handler;
  size_t length;
  char *input = read_all(path, &length);
  int result = 0;
  x->budget.handler = &handler;
  x->budget.limit = (size_t)3 << 30;
  if (setjmp(handler)) {
    printf("%s\tgave up\n", path);
  } else if (!subject_read(x, input, length)) {
    printf("%s\trefused\n", path);
  } else if (!pml_reduce(&x->mem, &x->full, NULL, &x->reduced, &x->why)) {
    printf("%s\tnot reduced: %s\n", path, x->why);
  } else {
    searched full, reduced;
    bool only = getenv("ONLY_REDUCED") != NULL;
    search_all(&x->mem, &x->full, only ? 1 : MOST, &full);
    search_all(&x->mem, &x->reduced,
               getenv("MOST") ? strtoul(getenv("MOST"), NULL, 10) : MOST,
               &reduced);
    const char *lost = only ? NULL : searched_missing(&full, &reduced);
    const char *found = only ? NULL : searched_missing(&reduced, &full);
    printf("%s\t%zu%s\t%zu%s\t%s%s\n", path, full.starts.count,
           full.is_cut ? "+" : "", reduced.starts.count,
           reduced.is_cut ? "+" : "",
           lost    ? "LOST "
           : found ? "NEW "
                   : "",
           lost    ? lost
           : found ? found
                   : "");
    result = (lost && !reduced.is_cut) || (found && !full.is_cut);
  }
  fflush(stdout);
  free(input);
  x->budget.handler = NULL;
  subject_delete(x);
  return result;
}

static crowd made;
static family related;

/* Hands back whether the model was reduced and searched to the end. */
static bool compare_faults(const char *input, uint64_t seed, size_t most) {
  subject *x = subject_new();
  jmp_buf handler;
  volatile bool done = false;
  x->budget.handler = &handler;
  if (!setjmp(handler) && subject_read(x, input, strlen(input)) &&
      pml_reduce(&x->mem, &x->full, NULL, &x->reduced, &x->why)) {
    searched full, reduced;
    search_all(&x->mem, &x->full, most, &full);
    search_all(&x->mem, &x->reduced, most, &reduced);
    if (!full.is_cut && !reduced.is_cut) {
      const char *lost = searched_missing(&full, &reduced);
      const char *found = searched_missing(&reduced, &full);
      if (lost || found)
        printf("seed %llu: %s %s\n", (unsigned long long)seed,
               lost ? "lost" : "new", lost ? lost : found);
      CHECK(!lost && !found);
      CHECK(reduced.starts.count <= full.starts.count);
      all_states += full.starts.count;
      left_states += reduced.starts.count;
      done = true;
    }
  }
  x->budget.handler = NULL;
  subject_delete(x);
  return done;
}

/* Those of families come first. */
static uint32_t atom_count = 7;

static void add_formula(crowd *r, char *to, size_t size, int depth) {
  static const char *const atoms[] = {
      "(g == 1)", "(len(c) == 0)", "(_nr_pr > 1)", "(h[0] > 0)",
      "(P@L0)",   "(P[0]:x == 1)", "(e[0]?[1])"};
  char a[400], b[400];
  if (depth == 0) {
    snprintf(to, size, "%s", atoms[crowd_below(r, atom_count)]);
    return;
  }
  add_formula(r, a, sizeof a, depth - 1);
  add_formula(r, b, sizeof b, depth - 1);
  switch (crowd_below(r, 6)) {
  case 0:
    snprintf(to, size, "([] %s)", a);
    break;
  case 1:
    snprintf(to, size, "(<> %s)", a);
    break;
  case 2:
    snprintf(to, size, "(! %s)", a);
    break;
  case 3:
    snprintf(to, size, "(%s U %s)", a, b);
    break;
  case 4:
    snprintf(to, size, "(%s && %s)", a, b);
    break;
  default:
    snprintf(to, size, "(%s || %s)", a, b);
  }
}

/* The verdict on a formula, or on a property that every model has; -1: none
 * was to be had. */
static int verdict(const char *input, const char *formula, const char *name,
                   const char *reduction) {
  custos *c = custos_new();
  custos_result r;
  custos_property p;
  int result = -1;
  custos_set(c, "reduction", reduction);
  custos_set(c, "certify", "no");
  custos_set(c, "time", "1");
  if (custos_load_text(c, "m", input, strlen(input), "promela") == CUSTOS_OK &&
      (!formula || custos_add_ltl(c, name, formula) == CUSTOS_OK))
    for (size_t i = 0; i < custos_property_count(c); i++) {
      if (custos_property_at(c, i, &p) != CUSTOS_OK ||
          strcmp(p.name, name) != 0)
        continue;
      custos_status status = custos_check(c, i, &r);
      CHECK(status != CUSTOS_ERR_BUG);
      if (status == CUSTOS_ERR_BUG)
        printf("%s\n", custos_last_error(c)->message);
      result = status == CUSTOS_OK ? (int)r.verdict : -1;
    }
  custos_delete(c);
  return result;
}

static void compare_formula(const char *input, uint64_t seed) {
  static const char *const own[] = {"acceptance", "progress"};
  char formula[1000];
  bool is_own = crowd_below(&made, 5) == 0;
  const char *name = is_own ? own[crowd_below(&made, 2)] : "f";
  add_formula(&made, formula, sizeof formula, 1 + (int)crowd_below(&made, 3));
  int full = verdict(input, is_own ? NULL : formula, name, "no");
  int reduced = verdict(input, is_own ? NULL : formula, name, "yes");
  /* What is undefined may lie where the reduced search does not look. */
  if (full < 0 || reduced < 0 || full == CUSTOS_UNKNOWN ||
      reduced == CUSTOS_UNKNOWN)
    return;
  if (full != reduced)
    printf("seed %llu: %s\n", (unsigned long long)seed,
           is_own ? name : formula);
  CHECK(full == reduced);
  verdicts[full == CUSTOS_HOLDS]++;
}

/* Models on which other tools have erred. */

/* SPIN's reduction misses their faults (issue 78, and what it does not look
 * at). */
static void compare_known(void) {
  static const char *const files[] = {
      "mb_i78",    "mb_i78b",      "un_por_runarg", "un_por_runini",
      "v_runini2", "un_por_index", "un_por_remvar"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char path[100];
    snprintf(path, sizeof path, "tests/promela/micro/%s.pml", files[i]);
    subject *x = subject_new();
    size_t length;
    char *input = read_all(path, &length);
    searched reduced;
    CHECK(subject_read(x, input, length));
    CHECK(pml_reduce(&x->mem, &x->full, NULL, &x->reduced, &x->why));
    search_all(&x->mem, &x->reduced, MOST, &reduced);
    CHECK(names_count(&reduced.faults) > 0);
    free(input);
    subject_delete(x);
  }
}

/* Each goes wrong only if the right one waits. */
static const char *const waiting[] = {
    /* A handshake inside an atomic sequence finds nobody if B is slow. */
    "byte x, y; chan c = [0] of { byte };\n"
    "active proctype A() { atomic { x = 1; c!5; y = 1 } }\n"
    "active proctype B() { byte l; l = 1; c?l }\n"
    "active proctype C() { (x == 1 && y == 0) -> assert(false) }\n",
    /* The same with a buffer that is still empty. */
    "byte x, y; chan c = [1] of { byte };\n"
    "active proctype A() { byte m; atomic { x = 1; c?m; y = 1 } }\n"
    "active proctype B() { c!1 }\n"
    "active proctype C() { (x == 1 && y == 0) -> assert(false) }\n",
    /* else is possible only before B is ready. */
    "chan c = [0] of { byte };\n"
    "active proctype A() { if :: c!1 :: else -> assert(false) fi }\n"
    "active proctype B() { byte l; l = 1; end: c?l }\n",
    "chan c = [1] of { byte };\n"
    "active proctype A() { byte m; if :: c?m :: else -> assert(false) fi }\n"
    "active proctype B() { byte l; l = 1; c!l }\n",
    /* A loop that counts and wraps must not make C wait for ever. */
    "byte x;\n"
    "active proctype C() { x = 1; x = 2; assert(x == 3) }\n"
    "active proctype A() { byte n; do :: n++ od }\n",
    "byte x;\n"
    "active proctype C() { x = 1; x = 2; assert(x == 3) }\n"
    "active proctype A() { bit n; do :: n-- :: n-- ; skip od }\n",
    /* Nor one that is fed by itself. */
    "byte x; chan c = [2] of { byte };\n"
    "active proctype C() { x = 1; x = 2; assert(x == 3) }\n"
    "active proctype A() { byte n; c!1; do :: c?n; c!n od }\n",
    /* Two who feed each other. */
    "byte x; chan c = [2] of { byte }; chan d = [2] of { byte };\n"
    "active proctype C() { x = 1; x = 2; assert(x == 3) }\n"
    "active proctype A() { byte n; c!1; do :: d?n; c!n od }\n"
    "active proctype B() { byte n; do :: c?n; d!n od }\n",
    /* Whoever is started last gets the pid of the dead. */
    "proctype Q() { skip }\n"
    "init { pid p; run Q(); p = run Q(); assert(p == 2) }\n",
    /* A channel goes with its process. */
    "chan g = [1] of { chan };\n"
    "proctype Q() { chan l = [1] of { byte }; g!l }\n"
    "init { chan r; run Q(); g?r; r!1 }\n",
    /* Who has not ended yet has a number, and its channels have. */
    "proctype Q() { skip }\n"
    "proctype R() { assert(_pid != 2) }\n"
    "init { run Q(); run R() }\n",
    "proctype Q() { chan l = [1] of { byte }; skip }\n"
    "proctype R() { chan l = [1] of { byte }; assert(l != 2) }\n"
    "init { run Q(); run R() }\n",
    "proctype Q() { chan l = [1] of { byte }; skip }\n"
    "proctype R(byte n) { assert(n != 3) }\n"
    "proctype S() { chan l = [1] of { byte }; run R(l) }\n"
    "init { chan l = [1] of { byte }; run Q(); run S() }\n",
    "proctype Q() { skip }\n"
    "init { run Q(); skip; assert(_nr_pr == 1) }\n",
    /* If nobody ends there are too many. */
    "proctype Q() { byte x }\n"
    "init { do :: run Q() od }\n",
    "proctype Q(byte n) { if :: n > 0 -> run Q(n - 1) :: else fi }\n"
    "init { run Q(255) }\n",
    "proctype Q() { chan l[100] = [1] of { byte } }\n"
    "init { run Q(); run Q(); run Q() }\n",
    "proctype Q() { byte x }\n"
    "init { byte i; for (i : 0 .. 2) { run Q(); i = 0 } }\n",
    /* Who is not there yet takes a message that is meant for another. */
    "byte g;\n"
    "proctype B(chan p) { byte y; p?y }\n"
    "proctype A(chan p) { g == 1; run B(p) }\n"
    "proctype C() { g = 1 }\n"
    "init { byte x; chan o = [2] of { byte }; o!1; o!2; run A(o); run C();\n"
    "       o?x; assert(x == 1) }\n",
    "typedef M { byte n; chan a = [2] of { byte } } byte g;\n"
    "proctype B(byte n; M p) { byte y; p.a?y }\n"
    "proctype A(M p) { g == 1; run B(1, p) }\n"
    "proctype C() { g = 1 }\n"
    "init { byte x; M o; o.a!1; o.a!2; run A(o); run C();\n"
    "       o.a?x; assert(x == 1) }\n",
    /* A send that a younger process may be too late for. */
    "chan c = [2] of { byte };\n"
    "active proctype A() { c!1 }\n"
    "active proctype B() { byte x; c!!0; c?x; assert(x == 1) }\n",
};

static void compare_waiting(void) {
  for (size_t i = 0; i < sizeof waiting / sizeof *waiting; i++) {
    subject *x = subject_new();
    searched full, reduced;
    bool is_read = subject_read(x, waiting[i], strlen(waiting[i]));
    CHECK(is_read);
    if (!is_read)
      printf("%s\n%s", x->report.entries[0].message, waiting[i]);
    CHECK(pml_reduce(&x->mem, &x->full, NULL, &x->reduced, &x->why));
    search_all(&x->mem, &x->full, MOST, &full);
    search_all(&x->mem, &x->reduced, MOST, &reduced);
    CHECK(names_count(&full.faults) > 0);
    CHECK(!searched_missing(&full, &reduced));
    CHECK(!searched_missing(&reduced, &full));
    if (searched_missing(&full, &reduced))
      printf("%s", waiting[i]);
    subject_delete(x);
  }
}

static void compare_families(uint64_t first, uint64_t count) {
  size_t done = 0, most = 4000;
  unsigned long all = all_states, left = left_states;
  for (uint64_t seed = first; seed < first + count; seed++)
    done += compare_faults(family_model(&related, seed), seed, most);
  all = all_states - all;
  left = left_states - left;
  CHECK(done > count / 2);
  CHECK(left * 4 < all);
  atom_count = 3;
  made.out.seed = 1;
  for (uint64_t seed = 0; seed < 300; seed++)
    compare_formula(family_model(&related, seed), seed);
  atom_count = 7;
  printf("%zu families, %lu of %lu states\n", done, left, all);
}

int main(int argc, char **argv) {
  int result = 0;
  size_t done = 0;
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (argc == 3 && strcmp(argv[1], "-s") == 0) {
    fputs(crowd_model(&made, strtoull(argv[2], NULL, 10)), stdout);
    return 0;
  }
  if (argc == 3 && strcmp(argv[1], "-f") == 0) {
    fputs(family_model(&related, strtoull(argv[2], NULL, 10)), stdout);
    return 0;
  }
  if (argc == 4 && strcmp(argv[1], "-r") == 0) {
    compare_families(strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
    return check_end();
  }
  for (int i = 1; i < argc; i++)
    result |= compare_file(argv[i]);
  if (argc > 1)
    return result;
  compare_known();
  compare_waiting();
  for (uint64_t seed = 0; seed < check_cases(3000); seed++)
    done += compare_faults(crowd_model(&made, seed), seed, 1500);
  CHECK(done > check_cases(1500));
  CHECK(left_states * 2 < all_states);
  compare_families(0, check_cases(2000));
  for (uint64_t seed = 0; seed < check_cases(600); seed++)
    compare_formula(crowd_model(&made, seed), seed);
  CHECK(verdicts[0] > check_cases(100));
  CHECK(verdicts[1] > check_cases(100));
  printf("%zu models, %lu of %lu states, %lu violated, %lu hold\n", done,
         left_states, all_states, verdicts[0], verdicts[1]);
  return check_end();
}
