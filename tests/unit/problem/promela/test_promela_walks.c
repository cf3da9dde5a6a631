/* Walking through programs by the public interface: moves, events, back and
 * forth, along a run, misuse, and every allocation failing once. */
#include <custos/custos.h>

#include "tests/unit/check.h"

#include <stdbool.h>
#include <string.h>

/* Lines matter: the tests name them. */
static const char program[] = "mtype = { ask, answer };\n"            /* 1 */
                              "chan wire = [0] of { mtype, byte };\n" /* 2 */
                              "chan post = [2] of { byte };\n"        /* 3 */
                              "byte total;\n"                         /* 4 */
                              "active proctype Client() {\n"          /* 5 */
                              "  byte n = 2;\n"                       /* 6 */
                              "  wire!ask,n;\n"                       /* 7 */
                              "  post?n;\n"                           /* 8 */
                              "  assert(n == 2)\n"                    /* 9 */
                              "}\n"                                   /* 10 */
                              "active proctype Server() {\n"          /* 11 */
                              "  byte k;\n"                           /* 12 */
                              "  wire?ask,k;\n"                       /* 13 */
                              "  atomic {\n"                          /* 14 */
                              "    total = total + k;\n"              /* 15 */
                              "    printf(\"total %d\\n\", total);\n" /* 16 */
                              "    post!total + 1\n"                  /* 17 */
                              "  }\n"                                 /* 18 */
                              "}\n";                                  /* 19 */

static custos *load(const char *text) {
  custos *c = custos_new();
  CHECK(c != NULL);
  CHECK(custos_load_text(c, "model.pml", text, strlen(text), "promela") ==
        CUSTOS_OK);
  return c;
}

static bool has(const char *text, const char *part) {
  return text && strstr(text, part) != NULL;
}

typedef struct wanted {
  const char *process, *name;
  char value[80];
  size_t all, processes;
} wanted;

static void see(void *self, const custos_seen *x) {
  wanted *w = self;
  w->all++;
  w->processes += !x->name[0];
  CHECK((x->pid < 0) == !x->process[0]);
  if (strcmp(x->process, w->process) == 0 && strcmp(x->name, w->name) == 0)
    snprintf(w->value, sizeof w->value, "%s", x->value);
}

static bool is_seen(custos *c, const char *process, const char *name,
                    const char *value) {
  wanted w = {process, name, "", 0, 0};
  CHECK(custos_walk_look(c, see, &w) == CUSTOS_OK);
  if (strcmp(w.value, value) != 0)
    printf("%s:%s is '%s', not '%s'\n", process, name, w.value, value);
  return strcmp(w.value, value) == 0;
}

/* The number of the move of that process, or how many there are. */
static size_t find_move(custos *c, const char *process, uint32_t line) {
  custos_position p;
  custos_move m;
  CHECK(custos_walk_position(c, &p) == CUSTOS_OK);
  for (size_t i = 0; i < p.moves; i++) {
    CHECK(custos_walk_move(c, i, &m) == CUSTOS_OK);
    if (strcmp(m.process, process) == 0 && m.line == line)
      return i;
  }
  return p.moves;
}

static custos_step take(custos *c, const char *process, uint32_t line) {
  custos_step t = {0};
  CHECK(custos_walk_take(c, find_move(c, process, line), &t) == CUSTOS_OK);
  return t;
}

static void test_handshake(custos *c) {
  custos_position p;
  custos_move m;
  CHECK(custos_walk_start(c) == CUSTOS_OK);
  CHECK(custos_walk_position(c, &p) == CUSTOS_OK);
  CHECK(p.number == 0 && p.history == 0 && p.moves == 1 && !p.bad_end);
  CHECK(custos_walk_move(c, 0, &m) == CUSTOS_OK);
  CHECK(strcmp(m.process, "Client") == 0 && m.pid == 0);
  CHECK(m.line == 7 && strcmp(m.file, "model.pml") == 0);
  CHECK(m.partner && strcmp(m.partner, "Server") == 0 && m.partner_pid == 1);
  CHECK(m.partner_line == 13);
  custos_step t = take(c, "Client", 7);
  CHECK(t.number == 1 && t.is_send && t.is_receive);
  CHECK(strcmp(t.channel, "wire") == 0 && strcmp(t.message, "ask,2") == 0);
  CHECK(has(t.changes, "k = 2") && !has(t.changes, "total"));
  CHECK(t.fault && !t.fault[0] && !t.output[0]);
  CHECK(has(t.text, "total=0"));
}

static void test_events(custos *c) {
  custos_step t = take(c, "Server", 15);
  CHECK(t.alone && has(t.changes, "total = 2"));
  t = take(c, "Server", 16);
  CHECK(strcmp(t.output, "total 2\n") == 0 && t.alone);
  t = take(c, "Server", 17);
  CHECK(!t.alone && t.is_send && !t.is_receive && !t.partner);
  CHECK(strcmp(t.channel, "post") == 0 && strcmp(t.message, "3") == 0);
  CHECK(is_seen(c, "", "total", "2"));
  CHECK(is_seen(c, "Server(1)", "k", "2"));
  CHECK(is_seen(c, "Client(0)", "", "model.pml:8"));
  t = take(c, "Client", 8);
  CHECK(t.is_receive && !t.is_send && strcmp(t.message, "3") == 0);
  CHECK(has(t.changes, "n = 3"));
  t = take(c, "Client", 9);
  CHECK(has(t.fault, "assertion violated"));
}

static void test_back_and_forth(custos *c) {
  custos_step t;
  custos_position p;
  CHECK(custos_walk_position(c, &p) == CUSTOS_OK);
  CHECK(p.number == 6 && p.history == 6 && p.loop == UINT64_MAX);
  CHECK(custos_walk_go(c, 2, &t) == CUSTOS_OK);
  CHECK(t.number == 2 && t.line == 15 && has(t.changes, "total = 2"));
  CHECK(!t.last && is_seen(c, "", "total", "2"));
  CHECK(custos_walk_go(c, 0, &t) == CUSTOS_OK);
  CHECK(t.number == 0 && !t.process && is_seen(c, "", "total", "0"));
  CHECK(custos_walk_go(c, 6, &t) == CUSTOS_OK);
  CHECK(t.last && has(t.fault, "assertion violated"));
  CHECK(custos_walk_go(c, 5, &t) == CUSTOS_OK && t.line == 8);
  CHECK(!t.fault[0]);
  CHECK(custos_walk_go(c, 7, &t) == CUSTOS_ERR_USAGE);
  /* Another way from the middle: what lay ahead is gone. */
  CHECK(custos_walk_go(c, 4, &t) == CUSTOS_OK);
  t = take(c, "Server", 19);
  CHECK(strcmp(t.statement, "-end-") == 0 && t.number == 5);
  CHECK(custos_walk_position(c, &p) == CUSTOS_OK && p.history == 5);
}

/* To the end, whatever way. */
static void test_end(custos *c) {
  custos_position p;
  custos_step t = {0};
  CHECK(custos_walk_start(c) == CUSTOS_OK);
  for (int i = 0; i < 100; i++) {
    CHECK(custos_walk_position(c, &p) == CUSTOS_OK);
    if (p.moves == 0)
      break;
    CHECK(custos_walk_take(c, p.moves - 1, &t) == CUSTOS_OK);
  }
  /* A handshake, three of the server, two of the client, two deaths. */
  CHECK(t.number == 8 && t.last && p.moves == 0 && !p.bad_end);
}

static void test_bad_end(void) {
  custos *c = load("chan c = [0] of { bit };\n"
                   "active proctype A() { skip; c!1 }\n");
  custos_position p;
  custos_step t;
  CHECK(custos_walk_start(c) == CUSTOS_OK);
  CHECK(custos_walk_take(c, 0, &t) == CUSTOS_OK);
  CHECK(t.last && has(t.fault, "invalid end state"));
  CHECK(custos_walk_position(c, &p) == CUSTOS_OK);
  CHECK(p.moves == 0 && p.bad_end);
  custos_delete(c);
}

/* Runs that were found. */

static size_t property(custos *c, const char *name) {
  custos_property x;
  for (size_t i = 0; i < custos_property_count(c); i++)
    if (custos_property_at(c, i, &x) == CUSTOS_OK && strcmp(x.name, name) == 0)
      return i;
  CHECK_NEVER("there is such a property");
  return 0;
}

static void test_run(void) {
  custos *c = load(program);
  custos_result r;
  custos_step t = {0}, u;
  custos_position p;
  int found = 0;
  uint64_t steps = 0;
  CHECK(custos_walk_along(c) == CUSTOS_ERR_USAGE);
  CHECK(custos_check(c, property(c, "safety"), &r) == CUSTOS_OK);
  CHECK(r.verdict == CUSTOS_VIOLATED);
  CHECK(custos_walk_along(c) == CUSTOS_OK);
  CHECK(custos_walk_position(c, &p) == CUSTOS_OK && p.number == 0);
  CHECK(custos_trace_rewind(c) == CUSTOS_OK);
  while (custos_trace_next(c, &t, &found) == CUSTOS_OK && found) {
    CHECK(t.number == steps);
    uint32_t line = t.line;
    CHECK(t.last == (steps == p.history));
    CHECK(custos_walk_go(c, steps, &u) == CUSTOS_OK);
    CHECK(u.number == steps && u.line == line);
    steps++;
  }
  CHECK(steps == p.history + 1);
  CHECK(has(u.fault, "assertion violated") && u.line == 9);
  custos_delete(c);
}

static void test_lasso(void) {
  custos *c = load("byte x;\nactive proctype A() {\n  x = 2;\n  do\n"
                   "  :: x = 1;\n     x = 0\n  od\n}\n"
                   "ltl p { <> [] (x == 0) }\n");
  custos_result r;
  custos_step t = {0};
  custos_position p;
  uint64_t loops = 0;
  CHECK(custos_check(c, property(c, "p"), &r) == CUSTOS_OK);
  CHECK(r.verdict == CUSTOS_VIOLATED);
  CHECK(custos_walk_along(c) == CUSTOS_OK);
  CHECK(custos_walk_position(c, &p) == CUSTOS_OK);
  CHECK(p.loop < p.history);
  for (uint64_t i = 0; i <= p.history; i++) {
    CHECK(custos_walk_go(c, i, &t) == CUSTOS_OK);
    CHECK((t.loop != 0) == (i > p.loop));
    loops += t.loop != 0;
  }
  CHECK(loops == 2 || loops == 4);
  custos_delete(c);
}

/* SPIN's trail and the page. */

typedef struct page {
  char at[60000];
  size_t count;
} page;

static int onto_page(void *self, const char *text, size_t length) {
  page *p = self;
  if (length >= sizeof p->at - p->count)
    return 1;
  memcpy(p->at + p->count, text, length);
  p->count += length;
  p->at[p->count] = 0;
  return 0;
}

/* The numbers are those of 'pan -d': Client 0 1 2 3, Server 4 5 6 7 (8). */
static void test_trail(void) {
  static page p;
  custos *c = load(program);
  custos_result r;
  p.count = 0;
  CHECK(custos_write(c, CUSTOS_AS_TRAIL, onto_page, &p) == CUSTOS_ERR_USAGE);
  CHECK(custos_check(c, property(c, "safety"), &r) == CUSTOS_OK);
  CHECK(custos_write(c, CUSTOS_AS_TRAIL, onto_page, &p) == CUSTOS_OK);
  CHECK(has(p.at, "1:0:0\n2:1:4\n3:1:5\n4:1:6\n5:1:7\n"));
  p.count = 0;
  CHECK(custos_write(c, CUSTOS_AS_HTML, onto_page, &p) == CUSTOS_OK);
  CHECK(has(p.at, "\"who\":\"Client:0\",\"at\":\"model.pml:7\""));
  CHECK(has(p.at, "\"complete\":true") && !has(p.at, "src="));
  custos_delete(c);
}

static void test_misuse(void) {
  custos *c = custos_new();
  custos_position p;
  custos_move m;
  custos_step t;
  CHECK(custos_walk_start(c) == CUSTOS_ERR_USAGE);
  CHECK(custos_walk_position(c, &p) == CUSTOS_ERR_USAGE);
  CHECK(custos_load_text(c, "x.lts", "init a\na -> a\n", 14, "lts") ==
        CUSTOS_OK);
  CHECK(custos_walk_start(c) == CUSTOS_ERR_USAGE);
  custos_delete(c);
  c = load(program);
  CHECK(custos_walk_take(c, 0, &t) == CUSTOS_ERR_USAGE);
  CHECK(custos_walk_go(c, 0, &t) == CUSTOS_ERR_USAGE);
  CHECK(custos_walk_look(c, see, NULL) == CUSTOS_ERR_USAGE);
  CHECK(custos_walk_start(c) == CUSTOS_OK);
  CHECK(custos_walk_move(c, 1, &m) == CUSTOS_ERR_USAGE);
  CHECK(custos_walk_take(c, 1, &t) == CUSTOS_ERR_USAGE);
  CHECK(custos_walk_take(c, 0, &t) == CUSTOS_OK);
  custos_delete(c);
}

/* The n-th allocation fails: a status, no leak; the walk is lost, the model is
 * not. */
static void test_failures(void) {
  for (int64_t n = 0; n < 3000; n++) {
    custos *c = load(program);
    custos_step t;
    custos_fail_allocation(c, n);
    custos_status status = custos_walk_start(c);
    for (int i = 0; i < 6 && status == CUSTOS_OK; i++)
      status = custos_walk_take(c, 0, &t);
    custos_fail_allocation(c, -1);
    CHECK(status == CUSTOS_OK || status == CUSTOS_ERR_LIMIT);
    if (status == CUSTOS_ERR_LIMIT) {
      CHECK(custos_walk_take(c, 0, &t) == CUSTOS_ERR_USAGE);
      CHECK(custos_walk_start(c) == CUSTOS_OK);
      for (int i = 0; i < 6; i++)
        CHECK(custos_walk_take(c, 0, &t) == CUSTOS_OK);
    }
    custos_delete(c);
    if (status == CUSTOS_OK)
      return;
  }
  CHECK_NEVER("the loop ends");
}

int main(void) {
  custos *c = load(program);
  test_handshake(c);
  test_events(c);
  test_back_and_forth(c);
  test_end(c);
  custos_delete(c);
  test_bad_end();
  test_run();
  test_lasso();
  test_trail();
  test_misuse();
  test_failures();
  return check_end();
}
