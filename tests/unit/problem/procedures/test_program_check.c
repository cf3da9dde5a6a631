/* Programs with procedures through the public interface: properties, verdicts,
 * runs, evidence, limits, and every allocation that can fail. */
#include "custos/custos.h"

#include "tests/unit/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char program[] = "decl g;\n"
                              "void main() begin\n"
                              "  decl x;\n"
                              "  g := F;\n"
                              "  x := *;\n"
                              "  if (x) then lock(); fi\n"
                              "  assert(g = x);\n"
                              "  M: lock();\n"
                              "end\n"
                              "void lock() begin\n"
                              "  assert(!g);\n"
                              "  g := T;\n"
                              "end\n";

static custos *load(const char *text) {
  custos *c = custos_new();
  CHECK(custos_load_text(c, "p.bp", text, strlen(text), NULL) == CUSTOS_OK);
  return c;
}

static custos_verdict verdict(custos *c, size_t i, custos_result *r) {
  CHECK(custos_check(c, i, r) == CUSTOS_OK);
  return r->verdict;
}

static void test_properties(void) {
  custos *c = load(program);
  custos_property p;
  custos_result r;
  CHECK(custos_property_count(c) == 2);
  CHECK(custos_property_at(c, 0, &p) == CUSTOS_OK);
  CHECK(strcmp(p.name, "assert:7") == 0 && strcmp(p.kind, "assertion") == 0);
  CHECK(p.line == 7 && strcmp(p.file, "p.bp") == 0);
  CHECK(custos_add_target(c, "N") == CUSTOS_ERR_USAGE);
  CHECK(strstr(custos_last_error(c)->message, "there are: M") != NULL);
  CHECK(custos_add_target(c, "M") == CUSTOS_OK);
  CHECK(custos_add_target(c, "M") == CUSTOS_OK);
  CHECK(custos_add_target(c, "lock:M") == CUSTOS_ERR_USAGE);
  CHECK(custos_property_count(c) == 3);
  CHECK(custos_property_at(c, 2, &p) == CUSTOS_OK);
  CHECK(strcmp(p.name, "M") == 0 && strcmp(p.kind, "target") == 0);
  CHECK(verdict(c, 0, &r) == CUSTOS_HOLDS);
  CHECK(strcmp(r.checked, "replay") == 0 && r.nodes > 0 && r.rounds > 0);
  CHECK(verdict(c, 1, &r) == CUSTOS_VIOLATED);
  CHECK(verdict(c, 2, &r) == CUSTOS_VIOLATED);
  CHECK(custos_check(c, 3, &r) == CUSTOS_ERR_USAGE);
  custos_delete(c);
}

static void test_no_property(void) {
  custos *c = load("void main() begin skip; end\n");
  custos_property p;
  custos_result r;
  CHECK(custos_property_count(c) == 1);
  CHECK(custos_property_at(c, 0, &p) == CUSTOS_OK);
  CHECK(strcmp(p.name, "safety") == 0 && strcmp(p.kind, "safety") == 0);
  CHECK(verdict(c, 0, &r) == CUSTOS_HOLDS);
  custos_delete(c);
}

static void test_columns(void) {
  custos *c = load("void main() begin\n assert(T); assert(T);\nassert(T);\n"
                   "end\n");
  custos_property p;
  CHECK(custos_property_count(c) == 3);
  CHECK(custos_property_at(c, 1, &p) == CUSTOS_OK);
  CHECK(strcmp(p.name, "assert:2:13") == 0);
  CHECK(custos_property_at(c, 2, &p) == CUSTOS_OK);
  CHECK(strcmp(p.name, "assert:3") == 0);
  custos_delete(c);
}

static void test_run(const char *engine) {
  custos *c = load(program);
  custos_result r;
  custos_step t = {0};
  int found = 0;
  uint64_t count = 0;
  CHECK(custos_set(c, "engine", engine) == CUSTOS_OK);
  CHECK(verdict(c, 1, &r) == CUSTOS_VIOLATED && strcmp(r.engine, engine) == 0);
  CHECK(custos_trace_rewind(c) == CUSTOS_OK);
  while (custos_trace_next(c, &t, &found) == CUSTOS_OK && found) {
    CHECK(t.number == count++);
    CHECK(t.procedure != NULL && t.text != NULL && t.fault != NULL);
  }
  CHECK(count == r.steps + 1 && t.last);
  CHECK(strcmp(t.procedure, "lock") == 0 && t.calls == 1 && t.line == 11);
  CHECK(strcmp(t.statement, "assert(!g)") == 0 && t.fault[0]);
  CHECK(strcmp(t.text, "g=1") == 0);
  custos_delete(c);
}

static int to_file(void *self, const char *text, size_t length) {
  return fwrite(text, 1, length, self) != length;
}

/* Accepted for the program, not for another one. */
static void check_evidence(size_t property) {
  char folder[] = "/tmp/custos-unit-XXXXXX", path[64], own[64], other[64];
  custos *c = custos_new();
  custos_result r;
  custos_replayed told;
  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/evidence", folder);
  snprintf(own, sizeof own, "%s/p.bp", folder);
  snprintf(other, sizeof other, "%s/q.bp", folder);
  FILE *f = fopen(own, "w");
  fputs(program, f);
  fclose(f);
  f = fopen(other, "w");
  fputs("decl g;\nvoid main() begin decl x; g := T; x := F; assert(g = x);\n"
        "assert(T);\nend\n",
        f);
  fclose(f);
  CHECK(custos_load(c, own, NULL) == CUSTOS_OK);
  CHECK(custos_add_ltl(c, "ltl", "F (call.lock | \"g\")") == CUSTOS_OK);
  CHECK(custos_add_ltl(c, "ltl-2", "G ! return.lock") == CUSTOS_OK);
  verdict(c, property, &r);
  f = fopen(path, "w");
  CHECK(custos_write_evidence(c, to_file, f) == CUSTOS_OK);
  fclose(f);
  custos_clear(c);
  const char *files[] = {own}, *others[] = {other};
  CHECK(custos_replay(c, path, files, 1, &told) == CUSTOS_OK);
  CHECK(told.accepted && told.has_run == (r.verdict == CUSTOS_VIOLATED));
  CHECK(told.steps == r.steps);
  custos_clear(c);
  custos_status status = custos_replay(c, path, others, 1, &told);
  CHECK(status == CUSTOS_ERR_INPUT || !told.accepted);
  custos_delete(c);
  unlink(path);
  unlink(own);
  unlink(other);
  rmdir(folder);
}

static int to_nothing(void *self, const char *text, size_t length) {
  (void)text;
  *(size_t *)self += length;
  return 0;
}

static void test_graph(void) {
  custos *c = load(program);
  custos_result r;
  size_t graph = 0, proof = 0;
  CHECK(custos_write_graph(c, to_nothing, &graph, to_nothing, &proof) ==
        CUSTOS_ERR_USAGE);
  CHECK(verdict(c, 1, &r) == CUSTOS_VIOLATED);
  CHECK(custos_write_graph(c, to_nothing, &graph, to_nothing, &proof) ==
        CUSTOS_ERR_USAGE);
  CHECK(verdict(c, 0, &r) == CUSTOS_HOLDS);
  CHECK(custos_write_graph(c, to_nothing, &graph, to_nothing, &proof) ==
        CUSTOS_OK);
  CHECK(graph > 0 && proof > 0);
  custos_delete(c);
}

static void test_limits(void) {
  custos *c = load(program);
  custos_result r;
  CHECK(custos_set(c, "memory", "1") == CUSTOS_OK);
  for (size_t i = 0; i < 2; i++)
    CHECK(verdict(c, i, &r) == CUSTOS_UNKNOWN && strstr(r.reason, "memory"));
  CHECK(custos_set(c, "memory", "0") == CUSTOS_OK);
  CHECK(verdict(c, 0, &r) == CUSTOS_HOLDS);
  CHECK(verdict(c, 1, &r) == CUSTOS_VIOLATED);
  custos_delete(c);
}

/* Two contexts take turns: no diagrams stay open between calls. */
static void test_turns(void) {
  custos *a = load(program), *b = load(program);
  custos_result r;
  for (int i = 0; i < 2; i++) {
    CHECK(verdict(a, 0, &r) == CUSTOS_HOLDS);
    CHECK(verdict(b, 1, &r) == CUSTOS_VIOLATED);
    CHECK(verdict(a, 1, &r) == CUSTOS_VIOLATED);
    CHECK(verdict(b, 0, &r) == CUSTOS_HOLDS);
  }
  custos_delete(a);
  custos_delete(b);
}

/* Everything that a tool does; the statuses are not looked at. */
static custos_status do_all(custos *c) {
  custos_result r;
  custos_step t;
  custos_position here;
  custos_status s = custos_load_text(c, "p.bp", program, strlen(program), NULL);
  size_t written = 0;
  int found = 1;
  if (s == CUSTOS_OK)
    s = custos_add_target(c, "M");
  if (s == CUSTOS_OK)
    s = custos_add_ltl(c, "ltl", "F (call.lock | \"g\")");
  if (s == CUSTOS_OK)
    s = custos_add_ltl(c, "ltl-2", "G ! return.lock");
  for (size_t i = 0; s == CUSTOS_OK && i < 5; i++) {
    s = custos_check(c, i, &r);
    if (s == CUSTOS_OK && r.verdict == CUSTOS_UNKNOWN)
      return CUSTOS_ERR_LIMIT;
    if (s == CUSTOS_OK)
      s = custos_write_evidence(c, to_nothing, &written);
    if (s == CUSTOS_OK && r.verdict == CUSTOS_HOLDS && i == 0)
      s = custos_write_graph(c, to_nothing, &written, to_nothing, &written);
    if (s == CUSTOS_OK && r.verdict == CUSTOS_VIOLATED)
      s = custos_trace_rewind(c);
    while (s == CUSTOS_OK && r.verdict == CUSTOS_VIOLATED && found)
      s = custos_trace_next(c, &t, &found);
    found = 1;
    if (s == CUSTOS_OK && r.verdict == CUSTOS_VIOLATED)
      s = custos_write(c, CUSTOS_AS_HTML, to_nothing, &written);
  }
  if (s == CUSTOS_OK)
    s = custos_write(c, CUSTOS_AS_SUMMARIES, to_nothing, &written);
  if (s == CUSTOS_OK)
    s = custos_write(c, CUSTOS_AS_DOT, to_nothing, &written);
  if (s == CUSTOS_OK)
    s = custos_walk_start(c);
  for (int i = 0; s == CUSTOS_OK && i < 5; i++) {
    s = custos_walk_position(c, &here);
    if (s == CUSTOS_OK)
      s = custos_walk_take(c, 0, &t);
  }
  return s;
}

static void test_allocations(void) {
  custos *c = custos_new();
  CHECK(do_all(c) == CUSTOS_OK);
  custos_delete(c);
  custos_status s = CUSTOS_ERR_LIMIT;
  int64_t failures = 0;
  for (int64_t n = 0; s != CUSTOS_OK && n < 200000; n += 1 + n / 400) {
    c = custos_new();
    custos_fail_allocation(c, n);
    s = do_all(c);
    failures += s != CUSTOS_OK;
    CHECK(s == CUSTOS_OK || s == CUSTOS_ERR_LIMIT || s == CUSTOS_ERR_SYSTEM);
    custos_delete(c);
  }
  CHECK(s == CUSTOS_OK && failures > 100);
}

int main(void) {
  test_properties();
  test_no_property();
  test_columns();
  test_run("post");
  test_run("pre");
  for (size_t i = 0; i < 4; i++)
    check_evidence(i);
  test_graph();
  test_limits();
  test_turns();
  test_allocations();
  return check_end();
}
