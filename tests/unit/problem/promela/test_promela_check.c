/* Promela through the library: verdicts, evidence that is accepted, evidence
 * that must not be, and memory that fails anywhere. */
#include <custos/custos.h>

#include "tests/unit/check.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* 'h' holds, 'v' and safety are violated; 'n' cuts a value. */
static const char model[] = "chan c = [0] of { byte };\n"
                            "chan q = [2] of { byte, bit };\n"
                            "byte x, got; int wide = 300; byte n;\n"
                            "proctype P(byte k) {\n"
                            "  atomic { c!k; q!k,1 };\n"
                            "  n = wide\n"
                            "}\n"
                            "active proctype A() {\n"
                            "  do\n"
                            "  :: c?got -> x = 1 - x; assert(x < 1)\n"
                            "  :: q?got,_\n"
                            "  :: got == 9 -> x = 7\n"
                            "  od\n"
                            "}\n"
                            "init { run P(3); run P(4) }\n"
                            "ltl h { [] (x <= 1) }\n"
                            "ltl v { [] (got != 4) }\n"
                            "ltl l { <> [] (x == 7) }\n";

typedef struct page {
  char at[60000];
  size_t count;
} page;

static char folder[] = "/tmp/custos-test-XXXXXX";
static char model_path[64], evidence_path[64];

static int onto_page(void *self, const char *text, size_t length) {
  page *p = self;
  if (length >= sizeof p->at - p->count)
    return 1;
  memcpy(p->at + p->count, text, length);
  p->count += length;
  p->at[p->count] = 0;
  return 0;
}

static void save(const char *path, const char *text, size_t length) {
  FILE *f = fopen(path, "w");
  CHECK(f && fwrite(text, 1, length, f) == length && fclose(f) == 0);
}

static char told_property[600]; /* of the last replay */

/* Accepted?; -1: no evidence at all. */
static int replayed(const char *text, size_t length, custos_replayed *r) {
  const char *problem[] = {model_path};
  custos *c = custos_new();
  save(evidence_path, text, length);
  custos_status s = custos_replay(c, evidence_path, problem, 1, r);
  CHECK(s == CUSTOS_OK || s == CUSTOS_ERR_INPUT);
  int answer = s == CUSTOS_OK ? r->accepted : -1;
  snprintf(told_property, sizeof told_property, "%s",
           s == CUSTOS_OK ? r->property : "");
  if (answer == 1 && r->has_run) {
    custos_step step;
    int found = 1;
    uint64_t steps = 0;
    CHECK(custos_trace_rewind(c) == CUSTOS_OK);
    while (custos_trace_next(c, &step, &found) == CUSTOS_OK && found)
      steps += step.number > 0;
    CHECK(steps == r->steps);
  }
  custos_delete(c);
  return answer;
}

static custos_status check(custos *c, const char *name, custos_result *r) {
  custos_property p;
  for (size_t i = 0; i < custos_property_count(c); i++)
    if (custos_property_at(c, i, &p) == CUSTOS_OK && strcmp(p.name, name) == 0)
      return custos_check(c, i, r);
  CHECK(false);
  return CUSTOS_ERR_USAGE;
}

static const struct expectation {
  const char *name;
  custos_verdict verdict;
} expected[] = {{"safety", CUSTOS_VIOLATED},
                {"h", CUSTOS_HOLDS},
                {"v", CUSTOS_VIOLATED},
                {"l", CUSTOS_VIOLATED},
                {"acceptance", CUSTOS_HOLDS}};
enum { EXPECTED = sizeof expected / sizeof *expected };

static page evidence[EXPECTED];

static void check_verdicts(void) {
  custos *c = custos_new();
  custos_replayed r;
  CHECK(custos_load(c, model_path, NULL) == CUSTOS_OK);
  CHECK(strcmp(custos_language(c), "promela") == 0);
  for (int i = 0; i < EXPECTED; i++) {
    custos_result x;
    CHECK(check(c, expected[i].name, &x) == CUSTOS_OK);
    CHECK(x.verdict == expected[i].verdict);
    bool holds = x.verdict == CUSTOS_HOLDS;
    CHECK(strcmp(x.checked, holds ? "walker" : "replay") == 0);
    CHECK(holds == (x.graph_checked != NULL));
    CHECK(!holds || (strcmp(x.graph_checked, "walker") == 0 &&
                     x.compared_states > 0 && x.compared_steps > 0));
    CHECK(x.has_evidence && !x.graph_certified);
    CHECK(custos_write_evidence(c, onto_page, &evidence[i]) == CUSTOS_OK);
    CHECK(replayed(evidence[i].at, evidence[i].count, &r) == 1);
    CHECK(r.has_run == (x.verdict == CUSTOS_VIOLATED));
    CHECK(!r.has_run || r.steps == x.steps);
  }
  custos_delete(c);
}

/* Every state is seen: notes and statements that are never reached. What nobody
 * reads is not cut in a reduced model. */
static void check_findings(void) {
  custos *c = custos_new();
  custos_result x;
  custos_place p;
  CHECK(custos_set(c, "keep-going", "yes") == CUSTOS_OK);
  CHECK(custos_set(c, "reduction", "no") == CUSTOS_OK);
  CHECK(custos_load(c, model_path, NULL) == CUSTOS_OK);
  CHECK(check(c, "safety", &x) == CUSTOS_OK);
  CHECK(x.verdict == CUSTOS_VIOLATED && x.errors > 1);
  CHECK(custos_note_count(c) == 1);
  CHECK(strstr(custos_note_at(c, 0), ":6:3: 300 does not fit byte n") != NULL);
  CHECK(custos_unreached_count(c) > 0);
  CHECK(custos_unreached_at(c, 0, &p) == CUSTOS_OK);
  CHECK(strcmp(p.text, "got == 9") == 0 && p.line == 12);
  CHECK(strcmp(p.process, "A") == 0);
  CHECK(custos_unreached_at(c, 99, &p) == CUSTOS_ERR_USAGE);
  custos_delete(c);
}

static page graph, proof;

static void check_graph(void) {
  custos *c = custos_new();
  custos_result x;
  custos_property p;
  CHECK(custos_load(c, model_path, NULL) == CUSTOS_OK);
  CHECK(check(c, "v", &x) == CUSTOS_OK);
  CHECK(custos_write_graph(c, onto_page, &graph, onto_page, &proof) ==
        CUSTOS_ERR_USAGE);
  CHECK(check(c, "h", &x) == CUSTOS_OK);
  CHECK(custos_write_graph(c, onto_page, &graph, onto_page, &proof) ==
        CUSTOS_OK);
  custos_delete(c);
  /* The graph is a problem of its own, and the proof is about it. */
  char path[80];
  snprintf(path, sizeof path, "%s/graph.lts", folder);
  save(path, graph.at, graph.count);
  save(evidence_path, proof.at, proof.count);
  c = custos_new();
  const char *problem[] = {path};
  custos_replayed r;
  CHECK(custos_replay(c, evidence_path, problem, 1, &r) == CUSTOS_OK);
  CHECK(r.accepted == 1 && !r.has_run);
  custos_clear(c);
  CHECK(custos_load(c, path, NULL) == CUSTOS_OK);
  CHECK(custos_property_count(c) == 0);
  CHECK(custos_property_at(c, 0, &p) == CUSTOS_ERR_USAGE);
  custos_delete(c);
  unlink(path);
}

/* 'h' has no run that violates it: whatever is said of one is refused. */
static void check_false_claims(void) {
  custos_replayed r;
  for (int i = 2; i < 4; i++) {
    page p = evidence[i];
    char *name = strstr(p.at, "property \"");
    CHECK(name != NULL);
    name[strlen("property \"")] = 'h';
    CHECK(replayed(p.at, p.count, &r) == 0);
  }
  /* And no run of 'v' shows that it holds. */
  page p = evidence[1];
  strstr(p.at, "property \"")[strlen("property \"")] = 'v';
  CHECK(replayed(p.at, p.count, &r) != 1);
}

static uint32_t random_number(uint32_t below) {
  static uint32_t x = 12345;
  x = x * 1664525 + 1013904223;
  return (x >> 8) % below;
}

/* Digits changed, lines dropped or doubled: nothing that is accepted claims
 * something false, whatever it is. */
static void check_spoilt(void) {
  int accepted = 0;
  for (int round = 0; round < 600; round++) {
    int which = (int)random_number(EXPECTED);
    page p = evidence[which];
    for (uint32_t k = 1 + random_number(3); k > 0; k--) {
      size_t at = random_number((uint32_t)p.count);
      if (p.at[at] >= '0' && p.at[at] <= '9')
        p.at[at] = (char)('0' + random_number(10));
      else if (p.at[at] == 's' || p.at[at] == 'e')
        p.at[at] = "sje"[random_number(3)];
    }
    custos_replayed r;
    int answer = replayed(p.at, p.count, &r);
    accepted += answer == 1;
    bool is_true =
        expected[which].verdict == CUSTOS_HOLDS ? !r.has_run : r.has_run;
    CHECK(answer != 1 || strcmp(told_property, expected[which].name) != 0 ||
          is_true);
  }
  CHECK(accepted > 0);
}

/* A limit that is spent while HOLDS is checked leaves the verdict, and says
 * so. */
static int interrupted;

static void check_interrupted(custos *c, const custos_result *x) {
  bool is_told = false;
  for (size_t i = 0; i < custos_note_count(c); i++)
    is_told |= strstr(custos_note_at(c, i), "not finished") != NULL ||
               strstr(custos_note_at(c, i), "limit was spent") != NULL;
  CHECK(x->verdict == CUSTOS_HOLDS && is_told && x->graph_checked != NULL);
  CHECK(strcmp(x->checked, "walker") != 0);
  interrupted++;
}

static custos_status everything(custos *c) {
  static page p;
  custos_status s = custos_load_text(c, "m.pml", model, strlen(model), NULL);
  for (int i = 0; i < EXPECTED && s == CUSTOS_OK; i++) {
    custos_result x;
    s = check(c, expected[i].name, &x);
    if (s == CUSTOS_OK && x.verdict == CUSTOS_UNKNOWN)
      return CUSTOS_ERR_LIMIT;
    CHECK(s != CUSTOS_OK || x.verdict == expected[i].verdict);
    if (s == CUSTOS_OK && !x.has_evidence) {
      check_interrupted(c, &x);
      return CUSTOS_ERR_LIMIT;
    }
    p.count = 0;
    if (s == CUSTOS_OK)
      s = custos_write_evidence(c, onto_page, &p);
  }
  return s;
}

/* Steps grow, so that late failures are met as well in reasonable time. */
static void check_failures(void) {
  int64_t n = 0;
  for (;; n += 1 + n / 8) {
    custos *c = custos_new();
    custos_fail_allocation(c, n);
    custos_status s = everything(c);
    custos_fail_allocation(c, -1);
    if (s != CUSTOS_OK) {
      CHECK(s == CUSTOS_ERR_SYSTEM || s == CUSTOS_ERR_LIMIT);
      custos_clear(c);
      if (n % 7 == 0)
        CHECK(everything(c) == CUSTOS_OK);
    }
    custos_delete(c);
    if (s == CUSTOS_OK)
      break;
  }
  CHECK(n > 500);
}

/* At each allocation of one check. */
static void check_each_failure(void) {
  custos *c = custos_new();
  custos_result x = {0};
  CHECK(custos_load_text(c, "m.pml", model, strlen(model), NULL) == CUSTOS_OK);
  for (int64_t n = 0; !x.has_evidence; n++) {
    custos_fail_allocation(c, n);
    custos_status s = check(c, "h", &x);
    custos_fail_allocation(c, -1);
    if (s != CUSTOS_OK) { /* it failed before the search: load again */
      custos_clear(c);
      CHECK(custos_load_text(c, "m.pml", model, strlen(model), NULL) ==
            CUSTOS_OK);
      x = (custos_result){0};
    } else if (x.verdict == CUSTOS_HOLDS && !x.has_evidence)
      check_interrupted(c, &x);
  }
  CHECK(x.verdict == CUSTOS_HOLDS && strcmp(x.checked, "walker") == 0);
  CHECK(interrupted > 10);
  custos_delete(c);
}

int main(void) {
  CHECK(mkdtemp(folder) != NULL);
  snprintf(model_path, sizeof model_path, "%s/m.pml", folder);
  snprintf(evidence_path, sizeof evidence_path, "%s/evidence", folder);
  save(model_path, model, strlen(model));
  check_verdicts();
  check_findings();
  check_graph();
  check_false_claims();
  check_spoilt();
  check_failures();
  check_each_failure();
  unlink(model_path);
  unlink(evidence_path);
  rmdir(folder);
  return check_end();
}
