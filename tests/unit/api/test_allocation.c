/* Fails each allocation in turn: every failure unwinds, nothing leaks (run it
 * under ASan), and the context can be used again. */
#include <custos/custos.h>

#include "tests/unit/check.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char json[] =
    "{\"instance\":[{\"state-names\":false,\"weight-type\":\"uint\"},\n"
    "{\"states\":[{\"a\":[{\"to\":1,\"push\":\"b\",\"weight\":1},"
    "{\"to\":0,\"swap\":\"b\",\"weight\":5}],"
    "\"*\":{\"to\":1,\"swap\":\"*\",\"weight\":2}},\n"
    "{\"b\":{\"to\":1,\"pop\":\"\",\"weight\":1}}]},\n"
    "{\"accepting\":[2],\"edges\":[[0,\"a\",2]]},\n"
    "{\"accepting\":[2],\"edges\":[[1,\"a\",2]]}]}\n";

/* The same problem without weights, and one whose answer is no: as the library
 * writes them. Made once, before anything fails. */
typedef struct page {
  char at[20000];
  size_t count;
} page;

static page plain, hopeless;
static char folder[] = "/tmp/custos-test-XXXXXX";
static char evidence_path[64], problem_path[64];

static int onto_page(void *self, const char *text, size_t length) {
  page *p = self;
  if (length >= sizeof p->at - p->count)
    return 1;
  memcpy(p->at + p->count, text, length);
  p->count += length;
  return 0;
}

static void make_text(const char *final, page *out) {
  custos *c = custos_new();
  uint32_t p, q, a, b;
  custos_state(c, "p", &p);
  custos_state(c, "q", &q);
  custos_symbol(c, "a", &a);
  custos_symbol(c, "b", &b);
  custos_rule rules[] = {
      {.from = p, .top = a, .to = q, .length = 2, .push = {b, a}},
      {.from = p,
       .top = CUSTOS_ANY,
       .to = q,
       .length = 1,
       .push = {CUSTOS_ANY}},
      {.from = q, .top = b, .to = q, .action = "back"}};
  for (int i = 0; i < 3; i++)
    CHECK(custos_add_rule(c, &rules[i], NULL) == CUSTOS_OK);
  CHECK(custos_add_configurations(c, CUSTOS_INITIAL, "< p , [a]? [a] >") ==
        CUSTOS_OK);
  CHECK(custos_add_configurations(c, CUSTOS_FINAL, final) == CUSTOS_OK);
  CHECK(custos_write(c, CUSTOS_AS_PDS, onto_page, out) == CUSTOS_OK);
  custos_delete(c);
}

static void save(char *path, const page *p) {
  FILE *f = fopen(path, "w");
  CHECK(f != NULL);
  if (f) {
    CHECK(fwrite(p->at, 1, p->count, f) == p->count);
    CHECK(fclose(f) == 0);
  }
}

/* UNKNOWN from solving is how a spent limit shows there. */
static custos_status solve(custos *c, int reachable, page *evidence) {
  custos_result r;
  custos_status s = custos_solve(c, &r);
  if (s != CUSTOS_OK)
    return s;
  if (r.verdict == CUSTOS_UNKNOWN)
    return CUSTOS_ERR_LIMIT;
  CHECK(r.reachable == reachable);
  custos_step step;
  int found = reachable;
  if (reachable)
    s = custos_trace_rewind(c);
  while (s == CUSTOS_OK && found)
    s = custos_trace_next(c, &step, &found);
  evidence->count = 0;
  return s ? s : custos_write_evidence(c, onto_page, evidence);
}

static custos_status solve_all_ways(custos *c, int reachable, page *evidence) {
  static const char *const engines[] = {"pre", "post", "dual", "auto"};
  static const char *const traces[] = {"any", "shortest"};
  for (int e = 0; e < 4; e++)
    for (int t = 0; t < 2; t++) {
      custos_status s = custos_set(c, "engine", engines[e]);
      if (s == CUSTOS_OK)
        s = custos_set(c, "trace", traces[t]);
      if (s == CUSTOS_OK)
        s = custos_set(c, "reduction", t ? "yes" : "no");
      if (s == CUSTOS_OK)
        s = custos_set(c, "least", e % 2 ? "yes" : "no");
      if (s == CUSTOS_OK)
        s = solve(c, reachable, evidence);
      if (s != CUSTOS_OK)
        return s;
    }
  return CUSTOS_OK;
}

static custos_status build(custos *c) {
  uint32_t p, a, x;
  custos_status s = custos_state(c, "p", &p);
  if (s == CUSTOS_OK)
    s = custos_symbol(c, "a", &a);
  if (s == CUSTOS_OK)
    s = custos_add_extra_state(c, CUSTOS_INITIAL, "x", &x);
  if (s == CUSTOS_OK)
    s = custos_add_edge(c, CUSTOS_INITIAL, p, CUSTOS_ANY, x);
  if (s == CUSTOS_OK)
    s = custos_set_accepting(c, CUSTOS_INITIAL, x);
  if (s == CUSTOS_OK)
    s = custos_add_configurations(c, CUSTOS_FINAL, "< p , [a,b]* >");
  if (s != CUSTOS_OK)
    return s;
  custos_rule r = {.from = p, .top = a, .to = p, .action = "go"};
  return custos_add_rule(c, &r, NULL);
}

static custos_status write_all(custos *c) {
  static const custos_format formats[] = {CUSTOS_AS_JSON, CUSTOS_AS_PDS,
                                          CUSTOS_AS_DOT, CUSTOS_AS_DOT_INITIAL,
                                          CUSTOS_AS_DOT_FINAL};
  static page p;
  custos_status s = CUSTOS_OK;
  for (int i = 0; s == CUSTOS_OK && i < 5; i++) {
    p.count = 0;
    s = custos_write(c, formats[i], onto_page, &p);
  }
  return s;
}

static custos_status replay(custos *c) {
  const char *problem[] = {problem_path};
  custos_replayed r;
  custos_status s = custos_replay(c, evidence_path, problem, 1, &r);
  CHECK(s != CUSTOS_OK || r.accepted);
  return s;
}

/* One thing that a user does, on an empty context. */
static custos_status run_part(custos *c, int part, page *evidence) {
  custos_status s = CUSTOS_OK;
  switch (part) {
  case 0:
    s = custos_load_text(c, "j", json, strlen(json), "json");
    return s ? s : solve_all_ways(c, 1, evidence);
  case 1:
    s = custos_load_text(c, "p", plain.at, plain.count, "pds");
    return s ? s : solve_all_ways(c, 1, evidence);
  case 2:
    s = custos_load_text(c, "h", hopeless.at, hopeless.count, "pds");
    return s ? s : solve_all_ways(c, 0, evidence);
  case 3:
    s = build(c);
    return s ? s : write_all(c);
  default:
    return replay(c);
  }
}

enum { PARTS = 5 };

static void fail_each(int part) {
  static page evidence;
  custos_status s = CUSTOS_ERR_LIMIT;
  int64_t n = 0;
  for (; s == CUSTOS_ERR_LIMIT && n < 100000; n++) {
    custos *c = custos_new();
    custos_fail_allocation(c, n);
    s = run_part(c, part, &evidence);
    CHECK(s == CUSTOS_OK || s == CUSTOS_ERR_LIMIT);
    custos_fail_allocation(c, -1);
    custos_clear(c);
    if (n % 8 == 0) /* usable afterwards */
      CHECK(run_part(c, part, &evidence) == CUSTOS_OK);
    custos_delete(c);
  }
  CHECK(s == CUSTOS_OK);
  CHECK(n > 1); /* something did fail */
  printf("part %d: %lld allocations\n", part, (long long)n - 1);
}

/* The n-th failure on one context, without a new one in between. */
static void fail_one_context(void) {
  static page evidence;
  custos *c = custos_new();
  for (int64_t n = 0; n < 300; n++) {
    custos_clear(c);
    custos_fail_allocation(c, n);
    custos_status s = run_part(c, (int)(n % 3), &evidence);
    CHECK(s == CUSTOS_OK || s == CUSTOS_ERR_LIMIT);
  }
  custos_delete(c);
}

int main(void) {
  static page evidence;
  make_text("< q , [a] >", &plain);
  make_text("< q , [b] [b] >", &hopeless);
  CHECK(mkdtemp(folder) != NULL);
  snprintf(evidence_path, sizeof evidence_path, "%s/evidence", folder);
  snprintf(problem_path, sizeof problem_path, "%s/problem.pds", folder);
  custos *c = custos_new();
  CHECK(custos_load_text(c, problem_path, plain.at, plain.count, "pds") ==
        CUSTOS_OK);
  CHECK(solve(c, 1, &evidence) == CUSTOS_OK);
  save(problem_path, &plain);
  save(evidence_path, &evidence);
  custos_delete(c);
  for (int part = 0; part < PARTS; part++)
    fail_each(part);
  fail_one_context();
  unlink(problem_path);
  unlink(evidence_path);
  rmdir(folder);
  return check_end();
}
