/* Work that grows with its input no worse than it must, and limits of time that
 * the library keeps by itself. What is compared is processor time at n and at
 * 10 n, so that a busy machine does no harm; what was quadratic took a hundred
 * times as long. */
#define _GNU_SOURCE
#include <custos/custos.h>

#include "tests/unit/check.h"

#include <stdarg.h>
#include <time.h>

typedef struct page {
  char *at;
  size_t count, capacity;
} page;

__attribute__((format(printf, 2, 3))) static void put(page *p,
                                                      const char *format, ...) {
  va_list arguments;
  if (p->capacity - p->count < 200) {
    p->capacity = 2 * p->capacity + 4096;
    p->at = realloc(p->at, p->capacity);
    if (!p->at)
      exit(3);
  }
  va_start(arguments, format);
  p->count += (size_t)vsnprintf(p->at + p->count, 200, format, arguments);
  va_end(arguments);
}

/* Sessions of extended CTL, of a size. */

static const char loop[] = "LTS m { STATE(a: p) ACTION(x: a -> a) }\n";

static void repeated(page *p, unsigned n, const char *prefix) {
  put(p, "%sFORMULA f { ", loop);
  for (unsigned i = 0; i < n; i++)
    put(p, "%s", prefix);
  put(p, "p }\n:check(f, m)\n");
}

static void negations(page *p, unsigned n) { repeated(p, n, "!"); }
static void nexts(page *p, unsigned n) { repeated(p, n, "EX "); }
static void conjuncts(page *p, unsigned n) { repeated(p, n, "EX EX p & "); }

static void definitions(page *p, unsigned n) {
  put(p, "%s", loop);
  for (unsigned i = 0; i < n; i++)
    put(p, "FORMULA f%u { EX p }\n", i);
  put(p, ":check(f1, m)\n");
}

static void queries(page *p, unsigned n) {
  put(p, "%sFORMULA f { p }\n", loop);
  for (unsigned i = 0; i < n; i++)
    put(p, ":check(f & q%u, m)\n", i);
}

/* A path whose stack grows with every step. */
static void pushes(page *p, unsigned n) {
  put(p, "PDS m { STATE(r[_]:) STATE(r[a%u]: q)\n", n);
  put(p, "  ACTION(x: r[_] -> r[PUSH a1])\n");
  for (unsigned i = 1; i < n; i++)
    put(p, "  ACTION(x: r[a%u] -> r[PUSH a%u])\n", i, i + 1);
  put(p, "}\nFORMULA f { EF q }\n:check(f, m, r[_])\n");
}

static double processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int count_bytes(void *self, const custos_reason *r) {
  *(size_t *)self += strlen(r->place) + strlen(r->formula);
  return 0;
}

/* Read, decided, and explained. */
static double seconds_of(void (*make)(page *p, unsigned n), unsigned n,
                         size_t *told) {
  page p = {0};
  make(&p, n);
  custos *c = custos_new();
  custos_result r;
  double before = processor_time();
  CHECK(custos_load_text(c, "t.ectl", p.at, p.count, "ectl") == CUSTOS_OK);
  CHECK(custos_check(c, 0, &r) == CUSTOS_OK && r.verdict != CUSTOS_UNKNOWN);
  *told = strlen(custos_truth_path(c, 0));
  if (make == pushes)
    CHECK(custos_explain(c, 0, 0, count_bytes, told) == CUSTOS_OK);
  double after = processor_time();
  custos_delete(c);
  free(p.at);
  return after - before;
}

static void grows_evenly(const char *name, void (*make)(page *p, unsigned n)) {
  enum { SMALL = 1500, LARGE = 10 * SMALL };
  double small = 1e9, large = 1e9;
  size_t few, many;
  for (int i = 0; i < 3; i++) {
    double a = seconds_of(make, SMALL, &few),
           b = seconds_of(make, LARGE, &many);
    small = a < small ? a : small;
    large = b < large ? b : large;
  }
  printf("%s: %.4f s, ten times as much: %.4f s\n", name, small, large);
  CHECK(large < 35 * small + 0.05);
  CHECK(many < 20 * few + 1000);
}

static void test_growth(void) {
  grows_evenly("negations", negations);
  grows_evenly("nexts", nexts);
  grows_evenly("conjuncts", conjuncts);
  grows_evenly("definitions", definitions);
  grows_evenly("queries", queries);
  grows_evenly("pushes", pushes);
}

static const char atomics[] =
    "byte g;\n"
    "active [100] proctype P() { int i; do :: atomic { i = 0; do :: i < 400000 "
    "-> i++ :: else -> break od; g++ } od }\n";
static const char d_steps[] = "byte g;\n"
                              "active [100] proctype P() { int i; do :: d_step "
                              "{ i = 0; do :: i < 2000000 "
                              "-> i++ :: else -> break od; g++ } od }\n";

/* Nobody but the library itself looks at the clock. */
static void ends_in_time(const char *text, const char *option,
                         const char *value) {
  custos *c = custos_new();
  custos_result r;
  CHECK(custos_set(c, "time", "0.5") == CUSTOS_OK);
  CHECK(custos_set(c, option, value) == CUSTOS_OK);
  CHECK(custos_load_text(c, "t.pml", text, strlen(text), "promela") ==
        CUSTOS_OK);
  double before = processor_time();
  CHECK(custos_check(c, 0, &r) == CUSTOS_OK && r.verdict == CUSTOS_UNKNOWN);
  double taken = processor_time() - before;
  printf("%s=%s: 0.5 s asked, %.2f s taken\n", option, value, taken);
  CHECK(taken < 4);
  custos_delete(c);
}

int main(void) {
  test_growth();
  ends_in_time(atomics, "jobs", "1");
  ends_in_time(atomics, "jobs", "2");
  ends_in_time(atomics, "native", "never");
  ends_in_time(d_steps, "native", "never");
  return check_end();
}
