/* The protocol of the public header: what is refused, what is remembered, what
 * survives. */
#include <custos/custos.h>

#include "tests/unit/check.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* p a -> p b a, p b -> q, q a -> q; <p, a> reaches <q, > in three steps. */
typedef struct small {
  uint32_t p, q, a, b;
} small;

static void build_system(custos *c, small *s) {
  CHECK(custos_state(c, "p", &s->p) == CUSTOS_OK && s->p == 0);
  CHECK(custos_state(c, "q", &s->q) == CUSTOS_OK && s->q == 1);
  CHECK(custos_symbol(c, "a", &s->a) == CUSTOS_OK && s->a == 0);
  CHECK(custos_symbol(c, "b", &s->b) == CUSTOS_OK && s->b == 1);
  custos_rule rules[] = {
      {.from = s->p,
       .top = s->a,
       .to = s->p,
       .length = 2,
       .push = {s->b, s->a}},
      {.from = s->p, .top = s->b, .to = s->q, .length = 0, .action = "leave"},
      {.from = s->q, .top = s->a, .to = s->q, .length = 0, .line = 7}};
  for (uint32_t i = 0; i < 3; i++) {
    uint32_t index = 99;
    CHECK(custos_add_rule(c, &rules[i], &index) == CUSTOS_OK && index == i);
  }
}

static void build_sets(custos *c, const small *s) {
  uint32_t end;
  CHECK(custos_add_extra_state(c, CUSTOS_INITIAL, "end", &end) == CUSTOS_OK);
  CHECK(custos_add_edge(c, CUSTOS_INITIAL, s->p, s->a, end) == CUSTOS_OK);
  CHECK(custos_set_accepting(c, CUSTOS_INITIAL, end) == CUSTOS_OK);
  CHECK(custos_set_accepting(c, CUSTOS_FINAL, s->q) == CUSTOS_OK);
}

static custos *new_small(small *s) {
  custos *c = custos_new();
  build_system(c, s);
  build_sets(c, s);
  return c;
}

/* The last error is a usage error and says something. */
static int refused(const custos *c, custos_status got) {
  const custos_error *e = custos_last_error(c);
  return got == CUSTOS_ERR_USAGE && e->status == CUSTOS_ERR_USAGE &&
         e->message[0] != '\0';
}

static int solves(custos *c, int reachable) {
  custos_result r;
  return custos_solve(c, &r) == CUSTOS_OK && r.reachable == reachable &&
         r.verdict == (reachable ? CUSTOS_VIOLATED : CUSTOS_HOLDS);
}

static void test_fresh(void) {
  custos *c = custos_new();
  custos_step step;
  int found = 1;
  CHECK(c != NULL);
  CHECK(custos_version()[0] != '\0');
  CHECK(custos_last_error(c)->status == CUSTOS_OK);
  CHECK(custos_error_count(c) == 0 && custos_note_count(c) == 0);
  CHECK(custos_state_count(c) == 0 && custos_symbol_count(c) == 0);
  CHECK(custos_rule_count(c) == 0);
  CHECK(refused(c, custos_trace_rewind(c)));
  CHECK(refused(c, custos_trace_next(c, &step, &found)));
  custos_clear(c);
  custos_delete(c);
  custos_delete(NULL);
}

static void test_options(void) {
  custos *c = custos_new();
  int engine_seen = 0;
  CHECK(custos_option_count() > 0);
  for (size_t i = 0; i < custos_option_count(); i++) {
    const custos_option *o = custos_option_at(i);
    CHECK(o && o->name && o->values && o->initial && o->help);
    CHECK(custos_set(c, o->name, o->initial) == CUSTOS_OK);
    CHECK(refused(c, custos_set(c, o->name, "no such value")));
    engine_seen |= strcmp(o->name, "engine") == 0;
  }
  CHECK(engine_seen);
  CHECK(refused(c, custos_set(c, "no-such-option", "yes")));
  CHECK(strstr(custos_last_error(c)->message, "no-such-option") != NULL);
  CHECK(refused(c, custos_set(c, "engine", "steam")));
  CHECK(refused(c, custos_set(c, "memory", "-1")));
  CHECK(refused(c, custos_set(c, "memory", "12x")));
  CHECK(refused(c, custos_set(c, "memory", "")));
  CHECK(refused(c, custos_set(c, "memory", "99999999999999999999999")));
  custos_delete(c);
}

/* Options stay when the problem is forgotten; the problem does not. */
static void test_clear(void) {
  small s;
  custos *c = new_small(&s);
  custos_result r;
  CHECK(custos_set(c, "engine", "post") == CUSTOS_OK);
  CHECK(solves(c, 1));
  for (int i = 0; i < 3; i++) {
    custos_clear(c);
    CHECK(custos_state_count(c) == 0 && custos_rule_count(c) == 0);
    CHECK(custos_symbol_count(c) == 0);
    CHECK(refused(c, custos_trace_rewind(c)));
    build_system(c, &s);
    build_sets(c, &s);
    CHECK(custos_solve(c, &r) == CUSTOS_OK && r.reachable == 1);
    CHECK(strcmp(r.engine, "post") == 0);
  }
  custos_delete(c);
}

static void test_names(void) {
  custos *c = custos_new();
  uint32_t n = 9, again = 8;
  CHECK(custos_state(c, "here", &n) == CUSTOS_OK && n == 0);
  CHECK(custos_state(c, "there", &n) == CUSTOS_OK && n == 1);
  CHECK(custos_state(c, "here", &again) == CUSTOS_OK && again == 0);
  CHECK(custos_symbol(c, "here", &n) == CUSTOS_OK && n == 0);
  CHECK(custos_state_count(c) == 2 && custos_symbol_count(c) == 1);
  CHECK(strcmp(custos_state_name(c, 1), "there") == 0);
  CHECK(strcmp(custos_symbol_name(c, 0), "here") == 0);
  custos_delete(c);
}

static int rule_refused(custos *c, custos_rule r) {
  uint32_t before = custos_rule_count(c);
  return refused(c, custos_add_rule(c, &r, NULL)) &&
         custos_rule_count(c) == before;
}

static void test_bad_rules(void) {
  small s;
  custos *c = new_small(&s);
  custos_rule good = {.from = s.p, .top = s.a, .to = s.q, .length = 1}, r;
  CHECK(custos_add_rule(c, &good, NULL) == CUSTOS_OK);
  r = good, r.from = 2;
  CHECK(rule_refused(c, r));
  r = good, r.to = 2;
  CHECK(rule_refused(c, r));
  r = good, r.top = 2;
  CHECK(rule_refused(c, r));
  r = good, r.top = CUSTOS_EPSILON;
  CHECK(rule_refused(c, r));
  r = good, r.push[0] = 2;
  CHECK(rule_refused(c, r));
  r = good, r.push[0] = CUSTOS_ANY; /* nothing was matched */
  CHECK(rule_refused(c, r));
  r = good, r.length = 2, r.push[1] = 2;
  CHECK(rule_refused(c, r));
  r = good, r.length = 3;
  CHECK(rule_refused(c, r));
  CHECK(custos_rule_at(c, 4, &r) == CUSTOS_ERR_USAGE);
  CHECK(custos_rule_at(c, 2, &r) == CUSTOS_OK);
  CHECK(r.from == s.q && r.top == s.a && r.to == s.q && r.length == 0);
  CHECK(r.line == 7 && r.weight == NULL && r.action == NULL);
  CHECK(custos_rule_at(c, 1, &r) == CUSTOS_OK);
  CHECK(r.action && strcmp(r.action, "leave") == 0);
  CHECK(solves(c, 1)); /* nothing of the above did harm */
  custos_delete(c);
}

static void test_bad_edges(void) {
  small s;
  custos *c = new_small(&s);
  uint32_t extra;
  CHECK(custos_add_extra_state(c, CUSTOS_INITIAL, "more", &extra) == CUSTOS_OK);
  CHECK(refused(c, custos_add_edge(c, CUSTOS_INITIAL, 2, s.a, s.p)));
  CHECK(refused(c, custos_add_edge(c, CUSTOS_INITIAL, s.p, s.a, 2)));
  CHECK(refused(c, custos_add_edge(c, CUSTOS_INITIAL, s.p, 2, s.p)));
  CHECK(refused(c, custos_add_edge(c, CUSTOS_INITIAL, s.p, s.a, extra + 1)));
  /* the second extra state of one side is none of the other */
  CHECK(refused(c, custos_add_edge(c, CUSTOS_FINAL, s.p, s.a, extra)));
  CHECK(refused(c, custos_set_accepting(c, CUSTOS_FINAL, extra)));
  CHECK(refused(c, custos_set_accepting(c, CUSTOS_INITIAL, 2)));
  CHECK(custos_add_edge(c, CUSTOS_INITIAL, extra, CUSTOS_ANY, s.q) ==
        CUSTOS_OK);
  CHECK(custos_add_edge(c, CUSTOS_INITIAL, extra, CUSTOS_EPSILON, extra) ==
        CUSTOS_OK);
  CHECK(solves(c, 1));
  custos_delete(c);
}

static void test_bad_weights(void) {
  small s;
  custos *c = new_small(&s);
  uint8_t is_signed[2] = {1, 0};
  CHECK(refused(c, custos_set_weights(c, 1, NULL)));
  custos_clear(c);
  CHECK(refused(c, custos_set_weights(c, 65, NULL)));
  CHECK(custos_set_weights(c, 2, is_signed) == CUSTOS_OK);
  CHECK(custos_state(c, "p", &s.p) == CUSTOS_OK);
  CHECK(custos_symbol(c, "a", &s.a) == CUSTOS_OK);
  int64_t weight[2] = {-5, 5};
  custos_rule r = {.from = s.p, .top = s.a, .to = s.p, .weight = weight};
  CHECK(custos_add_rule(c, &r, NULL) == CUSTOS_OK);
  weight[1] = -1; /* this one has no sign */
  CHECK(custos_add_rule(c, &r, NULL) != CUSTOS_OK);
  CHECK(custos_rule_count(c) == 1);
  CHECK(refused(c, custos_set_weights(c, 0, NULL)));
  custos_delete(c);
}

static custos_status load(custos *c, const char *text, const char *lang) {
  return custos_load_text(c, "given", text, strlen(text), lang);
}

static void test_bad_texts(void) {
  static const char *const json[] = {
      "",
      "{",
      "[]",
      "{\"instance\":[",
      "{\"instance\":[{\"state-names\":false,\"weight-type\":\"none\"},"
      "{\"states\":[{\"a\":{\"to\":5,\"pop\":\"\"}}]},"
      "{\"accepting\":[],\"edges\":[]},{\"accepting\":[],\"edges\":[]}]}",
      "\xff\xfe"};
  custos *c = custos_new();
  for (size_t i = 0; i < sizeof json / sizeof *json; i++) {
    custos_clear(c);
    CHECK(load(c, json[i], "json") == CUSTOS_ERR_INPUT);
    const custos_error *e = custos_last_error(c);
    CHECK(e->status == CUSTOS_ERR_INPUT && e->message[0]);
    CHECK(strcmp(e->file, "given") == 0 && e->line > 0 && e->column > 0);
    CHECK(custos_error_count(c) >= 1);
    CHECK(custos_error_at(c, 0)->line > 0);
  }
  custos_clear(c);
  CHECK(refused(c, load(c, "", "klingon")));
  CHECK(custos_load(c, "/nowhere/at/all.json", NULL) == CUSTOS_ERR_SYSTEM);
  CHECK(custos_last_error(c)->message[0]);
  CHECK(refused(c, custos_load(c, "/nowhere/at/all.xyz", NULL)));
  custos_delete(c);
}

/* Several errors, in the order of the text, at most 20 of them. */
static void test_many_errors(void) {
  custos *c = custos_new();
  char text[4000] = "";
  for (int i = 0; i < 50; i++)
    strncat(text, "this is -> -> no rule ) at all\n",
            sizeof text - strlen(text) - 1);
  CHECK(load(c, text, "pds") == CUSTOS_ERR_INPUT);
  size_t count = custos_error_count(c);
  CHECK(count >= 2 && count <= 20);
  for (size_t i = 1; i < count; i++)
    CHECK(custos_error_at(c, i - 1)->line < custos_error_at(c, i)->line);
  small s;
  custos_clear(c);
  build_system(c, &s);
  build_sets(c, &s);
  CHECK(solves(c, 1));
  custos_delete(c);
}

static void test_configurations(void) {
  small s;
  custos *c = custos_new();
  build_system(c, &s);
  CHECK(custos_add_configurations(c, CUSTOS_INITIAL, "< p , [a] >") ==
        CUSTOS_OK);
  CHECK(custos_add_configurations(c, CUSTOS_FINAL, "< q , [b] .* >") ==
        CUSTOS_OK);
  CHECK(solves(c, 0));
  CHECK(custos_add_configurations(c, CUSTOS_FINAL, "< q , [a] >") == CUSTOS_OK);
  CHECK(solves(c, 1));
  CHECK(custos_add_configurations(c, CUSTOS_FINAL, "< q , [a >") ==
        CUSTOS_ERR_INPUT);
  CHECK(custos_last_error(c)->column > 0);
  CHECK(custos_add_configurations(c, CUSTOS_FINAL, "< nobody , [a] >") ==
        CUSTOS_ERR_INPUT);
  CHECK(strstr(custos_last_error(c)->message, "nobody") != NULL);
  custos_delete(c);
}

typedef struct page {
  char at[20000];
  size_t count;
  int refuse;
} page;

static int onto_page(void *self, const char *text, size_t length) {
  page *p = self;
  if (p->refuse || length >= sizeof p->at - p->count)
    return 1;
  memcpy(p->at + p->count, text, length);
  p->count += length;
  p->at[p->count] = '\0';
  return 0;
}

/* What is written reads back as the same problem. */
static void test_writing(void) {
  static const custos_format formats[] = {CUSTOS_AS_JSON, CUSTOS_AS_PDS};
  static const char *const langs[] = {"json", "pds"};
  small s;
  custos *c = new_small(&s), *d = custos_new();
  for (int i = 0; i < 2; i++) {
    static page p;
    p.count = 0;
    CHECK(custos_write(c, formats[i], onto_page, &p) == CUSTOS_OK);
    custos_clear(d);
    CHECK(load(d, p.at, langs[i]) == CUSTOS_OK);
    CHECK(custos_rule_count(d) == 3 && custos_state_count(d) == 2);
    CHECK(solves(d, 1));
  }
  static page refusing = {.refuse = 1};
  CHECK(custos_write(c, CUSTOS_AS_PDS, onto_page, &refusing) ==
        CUSTOS_ERR_SYSTEM);
  CHECK(solves(c, 1));
  custos_delete(c);
  custos_delete(d);
}

/* What needs an answer, or one of the other kind, is refused without it. */
static void test_answers_needed(void) {
  static page p;
  small s;
  custos *c = new_small(&s);
  CHECK(refused(c, custos_write(c, CUSTOS_AS_HTML, onto_page, &p)));
  CHECK(refused(c, custos_write(c, CUSTOS_AS_DOT_SATURATED, onto_page, &p)));
  CHECK(refused(c, custos_write_evidence(c, onto_page, &p)));
  CHECK(solves(c, 1));
  CHECK(refused(c, custos_write(c, CUSTOS_AS_DOT_SATURATED, onto_page, &p)));
  CHECK(custos_write_evidence(c, onto_page, &p) == CUSTOS_OK && p.count > 0);
  custos_delete(c);
}

static void test_trace(void) {
  small s;
  custos *c = new_small(&s);
  custos_step step;
  int found;
  CHECK(custos_set(c, "trace", "shortest") == CUSTOS_OK);
  CHECK(solves(c, 1));
  for (int round = 0; round < 2; round++) {
    static const int64_t rules[] = {-1, 0, 1, 2};
    static const size_t depths[] = {1, 2, 1, 0};
    CHECK(custos_trace_rewind(c) == CUSTOS_OK);
    for (uint64_t i = 0; i < 4; i++) {
      CHECK(custos_trace_next(c, &step, &found) == CUSTOS_OK && found);
      CHECK(step.number == i && step.rule == rules[i]);
      CHECK(step.depth == depths[i] && step.loop == 0);
      CHECK((step.last != 0) == (i == 3) && step.weight == NULL);
      if (i == 1)
        CHECK(step.stack[1] == s.b && step.stack[0] == s.a);
      if (i == 1)
        CHECK(strcmp(step.rule_text, "p a -> p b a") == 0);
      CHECK(i == 2 ? step.action && strcmp(step.action, "leave") == 0
                   : step.action == NULL);
    }
    for (int i = 0; i < 2; i++) /* behind the end it stays there */
      CHECK(custos_trace_next(c, &step, &found) == CUSTOS_OK && !found);
  }
  custos_delete(c);
}

static void give_hopeless_sets(custos *c) {
  CHECK(custos_add_configurations(c, CUSTOS_INITIAL, "< q , [b] >") ==
        CUSTOS_OK);
  CHECK(custos_add_configurations(c, CUSTOS_FINAL, "< p , [b] >") == CUSTOS_OK);
}

/* A set of which nothing was said is a mistake, not the empty one. */
static void test_no_sets(void) {
  small s;
  custos *c = custos_new();
  custos_result r;
  build_system(c, &s);
  CHECK(refused(c, custos_solve(c, &r)));
  CHECK(custos_set_accepting(c, CUSTOS_FINAL, s.q) == CUSTOS_OK);
  CHECK(refused(c, custos_solve(c, &r)));
  CHECK(custos_set_accepting(c, CUSTOS_INITIAL, s.q) == CUSTOS_OK);
  CHECK(solves(c, 1));
  custos_delete(c);
}

/* A no has no trace. */
static void test_no_trace(void) {
  small s;
  custos *c = custos_new();
  custos_step step;
  int found = 0;
  build_system(c, &s);
  give_hopeless_sets(c);
  CHECK(solves(c, 0));
  CHECK(refused(c, custos_trace_rewind(c)) ||
        refused(c, custos_trace_next(c, &step, &found)));
  custos_delete(c);
}

static void test_additions(void) {
  small s;
  custos *c = new_small(&s);
  uint32_t r, late;
  CHECK(solves(c, 1));
  custos_clear(c);
  build_system(c, &s);
  give_hopeless_sets(c);
  CHECK(solves(c, 0));
  build_sets(c, &s);
  CHECK(solves(c, 1));
  CHECK(custos_state(c, "r", &r) == CUSTOS_OK && r == 2);
  CHECK(custos_symbol(c, "late", &late) == CUSTOS_OK && late == 2);
  CHECK(solves(c, 1));
  custos_rule rule = {.from = r, .top = CUSTOS_ANY, .to = s.q};
  CHECK(custos_add_rule(c, &rule, NULL) == CUSTOS_OK);
  CHECK(refused(c, custos_trace_rewind(c))); /* the answer is outdated */
  for (int engine = 0; engine < 3; engine++) {
    static const char *const engines[] = {"pre", "post", "dual"};
    CHECK(custos_set(c, "engine", engines[engine]) == CUSTOS_OK);
    CHECK(solves(c, 1));
  }
  custos_delete(c);
}

static void test_two_contexts(void) {
  small s, t;
  custos *c = new_small(&s), *d = custos_new();
  custos_step step;
  int found;
  build_system(d, &t);
  give_hopeless_sets(d);
  CHECK(solves(c, 1));
  CHECK(solves(d, 0));
  CHECK(custos_trace_rewind(c) == CUSTOS_OK);
  custos_delete(d);
  CHECK(custos_trace_next(c, &step, &found) == CUSTOS_OK && found);
  custos_delete(c);
}

static void test_weights(void) {
  custos *c = custos_new();
  uint32_t p, a, b;
  custos_result r;
  const uint8_t is_signed[] = {1};
  int64_t w[] = {3, 4, 5};
  CHECK(custos_set_weights(c, 1, is_signed) == CUSTOS_OK);
  custos_state(c, "p", &p);
  custos_symbol(c, "a", &a);
  custos_symbol(c, "b", &b);
  custos_rule rules[] = {
      {.from = p, .top = a, .to = p, .length = 1, .push = {b}, .weight = &w[2]},
      {.from = p, .top = a, .to = p, .length = 1, .push = {a}, .weight = &w[0]},
      {.from = p, .top = b, .to = p, .weight = &w[1]}};
  for (int i = 0; i < 3; i++)
    CHECK(custos_add_rule(c, &rules[i], NULL) == CUSTOS_OK);
  CHECK(custos_add_configurations(c, CUSTOS_INITIAL, "< p , [a] >") ==
        CUSTOS_OK);
  CHECK(custos_set_accepting(c, CUSTOS_FINAL, p) == CUSTOS_OK);
  CHECK(custos_set(c, "trace", "shortest") == CUSTOS_OK);
  CHECK(custos_solve(c, &r) == CUSTOS_OK && r.reachable == 1);
  CHECK(r.weight_kind == CUSTOS_WEIGHT_FINITE && r.weight_count == 1);
  CHECK(r.weight_count == 1 && r.weight[0] == 9);
  int64_t negative = -1;
  rules[1].weight = &negative;
  CHECK(custos_add_rule(c, &rules[1], NULL) == CUSTOS_OK);
  CHECK(custos_solve(c, &r) == CUSTOS_OK && r.reachable == 1);
  CHECK(r.weight_kind == CUSTOS_WEIGHT_UNBOUNDED);
  custos_delete(c);
}

/* The least number of rules, at most 255: min and saturating plus. */
static void far(void *self, void *out) {
  (void)self;
  *(uint8_t *)out = 255;
}
static void near(void *self, void *out) {
  (void)self;
  *(uint8_t *)out = 0;
}
static void least(void *self, void *out, const void *a, const void *b) {
  const uint8_t x = *(const uint8_t *)a, y = *(const uint8_t *)b;
  ++*(int *)self;
  *(uint8_t *)out = x < y ? x : y;
}
static void sum(void *self, void *out, const void *a, const void *b) {
  int s = *(const uint8_t *)a + *(const uint8_t *)b;
  ++*(int *)self;
  *(uint8_t *)out = (uint8_t)(s > 255 ? 255 : s);
}
static int equal(void *self, const void *a, const void *b) {
  ++*(int *)self;
  return *(const uint8_t *)a == *(const uint8_t *)b;
}

static void build_weighted(custos *c, small *s) {
  static const uint8_t ones[] = {1, 10, 100};
  custos_state(c, "p", &s->p);
  custos_state(c, "q", &s->q);
  custos_symbol(c, "a", &s->a);
  custos_symbol(c, "b", &s->b);
  custos_rule rules[] = {{.from = s->p,
                          .top = s->a,
                          .to = s->p,
                          .length = 2,
                          .push = {s->b, s->a}},
                         {.from = s->p, .top = s->b, .to = s->q},
                         {.from = s->q, .top = s->a, .to = s->q}};
  for (int i = 0; i < 3; i++) {
    rules[i].weight = &ones[i];
    CHECK(custos_add_rule(c, &rules[i], NULL) == CUSTOS_OK);
  }
  build_sets(c, s);
}

static custos_semiring distances(int *calls) {
  return (custos_semiring){.size = 1,
                           .self = calls,
                           .zero = far,
                           .one = near,
                           .combine = least,
                           .extend = sum,
                           .equal = equal};
}

static void test_semiring(void) {
  int calls = 0;
  custos_semiring ring = distances(&calls);
  small s;
  custos *c = custos_new();
  uint8_t value = 7;
  CHECK(refused(c, custos_value(c, &value)));
  CHECK(custos_set_semiring(c, &ring) == CUSTOS_OK);
  build_weighted(c, &s);
  CHECK(refused(c, custos_set_semiring(c, &ring)));
  CHECK(refused(c, custos_value(c, &value))); /* not solved yet */
  for (int engine = 0; engine < 2; engine++) {
    CHECK(custos_set(c, "engine", engine ? "pre" : "post") == CUSTOS_OK);
    CHECK(solves(c, 1));
    CHECK(custos_value(c, &value) == CUSTOS_OK && value == 111);
    custos_status at = custos_value_at(c, s.q, s.a, &value);
    if (engine == 0)
      CHECK(at == CUSTOS_OK && value == 11);
    else
      CHECK(refused(c, at));
  }
  CHECK(calls > 0);
  CHECK(custos_set(c, "engine", "post") == CUSTOS_OK && solves(c, 1));
  CHECK(custos_value_at(c, s.q, s.b, &value) == CUSTOS_OK && value == 255);
  CHECK(refused(c, custos_value_at(c, 9, s.b, &value)));
  CHECK(refused(c, custos_value_at(c, s.q, 9, &value)));
  custos_delete(c);
}

/* A limit that is met while a value is combined takes no answer along. */
static void test_semiring_limit(void) {
  int calls = 0;
  custos_semiring ring = distances(&calls);
  small s;
  custos *c = custos_new();
  uint8_t value = 7;
  CHECK(custos_set_semiring(c, &ring) == CUSTOS_OK);
  build_weighted(c, &s);
  for (uint32_t i = 0, symbol; i < 100000; i++) {
    char name[16];
    snprintf(name, sizeof name, "s%lu", (unsigned long)i);
    CHECK(custos_symbol(c, name, &symbol) == CUSTOS_OK);
  }
  CHECK(custos_set(c, "engine", "post") == CUSTOS_OK && solves(c, 1));
  CHECK(custos_set(c, "memory", "1") == CUSTOS_OK); /* less than is in use */
  CHECK(custos_value_at(c, s.q, s.a, &value) == CUSTOS_ERR_LIMIT);
  CHECK(custos_set(c, "memory", "0") == CUSTOS_OK);
  CHECK(custos_value(c, &value) == CUSTOS_OK && value == 111);
  CHECK(custos_value_at(c, s.q, s.a, &value) == CUSTOS_OK && value == 11);
  custos_delete(c);
}

/* Rules enough for many seconds of post*. */
static void build_large(custos *c) {
  enum { STATES = 16, SYMBOLS = 1500, LARGE = 48000 };
  uint64_t x = 88172645463325252;
  char name[16];
  uint32_t n;
  for (int i = 0; i < STATES; i++) {
    snprintf(name, sizeof name, "p%d", i);
    custos_state(c, name, &n);
  }
  for (int i = 0; i < SYMBOLS; i++) {
    snprintf(name, sizeof name, "a%d", i);
    custos_symbol(c, name, &n);
  }
  for (int i = 0; i < LARGE; i++) {
    uint32_t random[5];
    for (int k = 0; k < 5; k++) {
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
      random[k] = (uint32_t)(x >> 30);
    }
    custos_rule r = {.from = random[0] % STATES,
                     .top = random[1] % SYMBOLS,
                     .to = random[2] % STATES,
                     .length = random[3] % 3,
                     .push = {random[4] % SYMBOLS, random[1] % SYMBOLS}};
    custos_add_rule(c, &r, NULL);
  }
  custos_add_configurations(c, CUSTOS_INITIAL, "< p0 , [a0]+ >");
  custos_add_configurations(c, CUSTOS_FINAL, "< p1 , [never] >");
}

static int asked;

static int stop_at_once(void *self, const custos_progress *p) {
  asked++;
  CHECK(self == &asked);
  CHECK(p->phase && p->phase[0] && p->seconds >= 0);
  return 1;
}

static custos *stopped;

static void on_alarm(int signal) {
  (void)signal;
  custos_stop(stopped);
}

static int gives_up(custos *c) {
  custos_result r;
  return custos_solve(c, &r) == CUSTOS_OK && r.verdict == CUSTOS_UNKNOWN &&
         r.reachable == -1 && r.reason && r.reason[0];
}

typedef struct told {
  unsigned lines, others;
} told;

static void on_line(void *self, const char *engine, const char *line) {
  told *t = self;
  t->lines++;
  t->others += strcmp(engine, "saturation") != 0 || !line[0];
}

static void test_log(void) {
  custos *c = custos_new();
  small s;
  custos_result r;
  told t = {0};
  build_system(c, &s);
  build_sets(c, &s);
  CHECK(custos_set_log(c, "nobody", on_line, &t) == CUSTOS_ERR_USAGE);
  CHECK(custos_solve(c, &r) == CUSTOS_OK && t.lines == 0);
  CHECK(custos_set_log(c, "saturation", on_line, &t) == CUSTOS_OK);
  CHECK(custos_solve(c, &r) == CUSTOS_OK && t.lines > 0 && t.others == 0);
  unsigned before = t.lines;
  CHECK(custos_set_log(c, "ltl,evidence", on_line, &t) == CUSTOS_OK);
  CHECK(custos_solve(c, &r) == CUSTOS_OK && t.lines == before + t.others);
  CHECK(t.others > 0);
  before = t.lines;
  CHECK(custos_set_log(c, NULL, on_line, &t) == CUSTOS_OK);
  CHECK(custos_solve(c, &r) == CUSTOS_OK && t.lines == before);
  CHECK(custos_log_engine_count() > 5);
  CHECK(!custos_log_engine_at(custos_log_engine_count()));
  custos_delete(c);
}

static void test_statistics(void) {
  custos *c = custos_new();
  small s;
  custos_result r;
  custos_statistic x;
  size_t given = 0;
  build_system(c, &s);
  build_sets(c, &s);
  CHECK(custos_solve(c, &r) == CUSTOS_OK);
  for (size_t i = 0; i < custos_statistic_count(); i++) {
    CHECK(custos_statistic_at(&r, i, &x) == CUSTOS_OK);
    given += x.is_given != 0;
    if (strcmp(x.key, "transitions") == 0)
      CHECK(x.is_given && x.unit == CUSTOS_COUNT && x.count == r.transitions);
    if (strcmp(x.key, "memory") == 0)
      CHECK(x.is_given && x.unit == CUSTOS_BYTES && x.count == r.memory);
    if (strcmp(x.key, "paths") == 0 || strcmp(x.key, "depth") == 0)
      CHECK(!x.is_given);
    CHECK(custos_statistic_at(NULL, i, &x) == CUSTOS_OK && !x.is_given);
  }
  CHECK(given == 6);
  CHECK(custos_statistic_at(&r, custos_statistic_count(), &x) ==
        CUSTOS_ERR_USAGE);
  custos_delete(c);
}

static void test_limits(void) {
  custos *c = custos_new();
  CHECK(custos_set(c, "engine", "post") == CUSTOS_OK);
  CHECK(custos_set(c, "reduction", "no") == CUSTOS_OK);
  build_large(c);
  uint32_t rules = custos_rule_count(c);
  CHECK(rules == 48000);
  CHECK(custos_set(c, "memory", "20") == CUSTOS_OK);
  CHECK(gives_up(c));
  CHECK(custos_set(c, "memory", "0") == CUSTOS_OK);
  CHECK(custos_set(c, "time", "1") == CUSTOS_OK);
  CHECK(gives_up(c));
  CHECK(custos_set(c, "time", "0") == CUSTOS_OK);
  custos_set_progress(c, stop_at_once, &asked);
  CHECK(gives_up(c));
  CHECK(asked == 1);
  custos_set_progress(c, NULL, NULL);
  stopped = c;
  signal(SIGALRM, on_alarm);
  alarm(1);
  CHECK(gives_up(c));
  CHECK(custos_rule_count(c) == rules); /* the problem is kept */
  small s;
  custos_clear(c);
  build_system(c, &s);
  build_sets(c, &s);
  CHECK(solves(c, 1)); /* no stop is remembered */
  custos_delete(c);
}

int main(void) {
  test_fresh();
  test_options();
  test_clear();
  test_names();
  test_bad_rules();
  test_bad_edges();
  test_bad_weights();
  test_bad_texts();
  test_many_errors();
  test_configurations();
  test_writing();
  test_answers_needed();
  test_trace();
  test_no_sets();
  test_no_trace();
  test_additions();
  test_two_contexts();
  test_weights();
  test_semiring();
  test_semiring_limit();
  test_log();
  test_statistics();
  test_limits();
  return check_end();
}
