/* Sessions of extended CTL through the public header: what they keep, what they
 * forget, and that no failure of an allocation harms them. */
#include <custos/custos.h>

#include "tests/unit/check.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* t0 -a-> t1 -b-> t2 -c-> t3, and back from t2 to t0. */
static const char system_text[] =
    "LTS m { STATE(t0:) STATE(t1:) STATE(t2: p) STATE(t3: q)\n"
    "  ACTION(a: t0 -> t1) ACTION(b: t1 -> t2)\n"
    "  ACTION(c: t2 -> t0) ACTION(c: t2 -> t3) }\n";
static const char automata_text[] =
    "PDA d { STATE(s1) STATE(*s2) ACTION(a: s1[_] -> s1[PUSH s])\n"
    "  ACTION(b: s1[s] -> s1[POP]) ACTION(c: s1[_] -> s2[REWRITE _]) }\n"
    "REGULAR r { a . c }\n"
    "GRAMMAR g { <s> ::= a <s> b | a b }\n"
    "FORMULA f { E(1 U[d] q) }\n";
static const char pushdown_text[] =
    "PDS k { STATE(p[_]: x) STATE(p[a]:) STATE(q[_]: y)\n"
    "  ACTION(u: p[_] -> p[PUSH a]) ACTION(v: p[a] -> q[POP])\n"
    "  ACTION(w: q[_] -> p[REWRITE _]) }\n";
static const char checks_text[] =
    ":check(f, m) :check(EF[r] q, m) :check(AF[r] q, m)\n"
    ":check(E(1 U[g] p), m) :check(AG EF x, k) :check(AX y, k, p[a _])\n"
    ":check(A(q R[d] !q), m)\n";

typedef struct page {
  char at[60000];
  size_t count;
} page;

static page *new_page(void) {
  page *p = calloc(1, sizeof *p);
  if (!p)
    exit(1);
  return p;
}

static int onto_page(void *self, const char *text, size_t length) {
  page *p = self;
  if (length >= sizeof p->at - p->count)
    return 1;
  memcpy(p->at + p->count, text, length);
  p->count += length;
  p->at[p->count] = '\0';
  return 0;
}

static custos_status load(custos *c, const char *text) {
  return custos_load_text(c, "test", text, strlen(text), "ectl");
}

static custos *loaded(void) {
  custos *c = custos_new();
  CHECK(load(c, system_text) == CUSTOS_OK);
  CHECK(load(c, automata_text) == CUSTOS_OK);
  CHECK(load(c, pushdown_text) == CUSTOS_OK);
  CHECK(load(c, checks_text) == CUSTOS_OK);
  return c;
}

static size_t find(custos *c, const char *name) {
  custos_property x;
  for (size_t i = 0; i < custos_property_count(c); i++)
    if (custos_property_at(c, i, &x) == CUSTOS_OK && strcmp(x.name, name) == 0)
      return i;
  return SIZE_MAX;
}

/* The values at all places: "t0=T t1=F". */
static const char *truths(custos *c, const char *name) {
  static char all[400];
  custos_result r;
  size_t n = 0;
  all[0] = '\0';
  if (custos_check(c, find(c, name), &r) != CUSTOS_OK)
    return custos_last_error(c)->message;
  for (size_t i = 0; i < custos_truth_count(c); i++) {
    custos_truth t;
    CHECK(custos_truth_at(c, i, &t) == CUSTOS_OK);
    n += (size_t)snprintf(all + n, sizeof all - n, "%s%s=%c", i ? " " : "",
                          t.name, t.holds ? 'T' : 'F');
  }
  return all;
}

static void test_objects(void) {
  custos *c = loaded();
  static const char *const names[] = {"m", "d", "r", "g", "f", "k"};
  static const char *const kinds[] = {"LTS",     "PDA",     "REGULAR",
                                      "GRAMMAR", "FORMULA", "PDS"};
  custos_object x;
  CHECK(custos_object_count(c) == 6);
  for (size_t i = 0; i < 6; i++) {
    CHECK(custos_object_at(c, i, &x) == CUSTOS_OK);
    CHECK(strcmp(x.name, names[i]) == 0 && strcmp(x.kind, kinds[i]) == 0);
    CHECK(x.line > 0 && strcmp(x.file, "test") == 0);
  }
  CHECK(custos_object_at(c, 0, &x) == CUSTOS_OK && x.states == 4);
  CHECK(x.rules == 4);
  CHECK(custos_object_at(c, 2, &x) == CUSTOS_OK && x.states == 0);
  CHECK(custos_object_at(c, 6, &x) == CUSTOS_ERR_USAGE);
  CHECK(strcmp(custos_language(c), "ectl") == 0);
  /* '.' stands for a, b, c, u, v and w: one rule each between two states. */
  truths(c, "EF[r] q @ m");
  CHECK(custos_object_at(c, 2, &x) == CUSTOS_OK && x.states == 4);
  CHECK(x.rules == 8);
  custos_delete(c);
}

static void test_commands(void) {
  custos *c = loaded();
  custos_command x;
  custos_property p;
  CHECK(custos_command_count(c) == 7 && custos_property_count(c) == 7);
  CHECK(custos_command_at(c, 1, &x) == CUSTOS_OK);
  CHECK(strcmp(x.name, "check") == 0 && x.count == 2 && x.property == 1);
  CHECK(strcmp(x.arguments[0], "EF[r] q") == 0);
  CHECK(custos_command_at(c, 5, &x) == CUSTOS_OK && x.count == 3);
  CHECK(strcmp(x.arguments[2], "p[a _]") == 0);
  CHECK(custos_property_at(c, 5, &p) == CUSTOS_OK);
  CHECK(strcmp(p.name, "AX y @ k at p[a _]") == 0);
  CHECK(strcmp(p.kind, "ectl") == 0);
  /* Asked again: the same property. */
  CHECK(load(c, ":check(f, m) :check(f, net) :quit") == CUSTOS_OK);
  CHECK(custos_property_count(c) == 8);
  CHECK(custos_command_at(c, 0, &x) == CUSTOS_OK && x.property == 0);
  CHECK(custos_command_at(c, 1, &x) == CUSTOS_OK && x.property == SIZE_MAX);
  CHECK(find(c, "f @ net") == 7);
  CHECK(custos_command_at(c, 3, &x) == CUSTOS_ERR_USAGE);
  CHECK(custos_is_open("LTS m {", 7) && !custos_is_open(":quit", 5));
  custos_delete(c);
}

static void test_truth(void) {
  custos *c = loaded();
  CHECK(strcmp(truths(c, "f @ m"), "t0=T t1=F t2=T t3=F") == 0);
  CHECK(strcmp(custos_truth_path(c, 0),
               "<> s(s1,t0) --a--> <_> s(s1,t1) --b--> <> s(s1,t2) --c--> <> "
               "s(s2,t3)") == 0);
  CHECK(strcmp(custos_truth_path(c, 1), "") == 0);
  CHECK(strcmp(truths(c, "EF[r] q @ m"), "t0=T t1=F t2=F t3=F") == 0);
  /* t2 has another way, by c to t0. */
  CHECK(strcmp(truths(c, "AF[r] q @ m"), "t0=F t1=F t2=F t3=F") == 0);
  CHECK(strcmp(truths(c, "EF[g] p @ m"), "t0=T t1=F t2=F t3=F") == 0);
  /* From <p,a> the one move pops all there is. */
  CHECK(strcmp(truths(c, "AG EF x @ k"), "<p,_>=T <p,a>=F <q,_>=T") == 0);
  CHECK(strcmp(truths(c, "AX y @ k at p[a _]"), "p[a _]=T") == 0);
  /* d accepts (ab)*c: from t0 by abc to q, where !q is missing. */
  CHECK(strcmp(truths(c, "A(q R[d] !q) @ m"), "t0=F t1=T t2=F t3=T") == 0);
  custos_delete(c);
}

static void test_redefinition(void) {
  custos *c = loaded();
  custos_truth t;
  truths(c, "f @ m");
  CHECK(custos_truth_count(c) == 4);
  /* A mistake, also behind something right, changes nothing. */
  CHECK(load(c, "FORMULA f { 0 } FORMULA g { ( }") == CUSTOS_ERR_INPUT);
  CHECK(custos_error_count(c) == 1 && custos_error_at(c, 0)->line == 1);
  CHECK(custos_object_count(c) == 6);
  CHECK(strcmp(truths(c, "f @ m"), "t0=T t1=F t2=T t3=F") == 0);
  CHECK(load(c, "FORMULA f { E(1 U[d] p) }") == CUSTOS_OK);
  CHECK(custos_object_count(c) == 6);
  CHECK(custos_truth_count(c) == 0);
  CHECK(custos_truth_at(c, 0, &t) == CUSTOS_ERR_USAGE);
  CHECK(strcmp(truths(c, "f @ m"), "t0=F t1=F t2=F t3=F") == 0);
  /* d now accepts ab; the automaton of another kind. */
  CHECK(load(c, "REGULAR d { a b }") == CUSTOS_OK);
  CHECK(strcmp(truths(c, "f @ m"), "t0=T t1=F t2=F t3=F") == 0);
  CHECK(load(c, "LTS m { STATE(z: p) STATE(y:) ACTION(a: y -> y) "
                "ACTION(b: y -> z) }") == CUSTOS_OK);
  CHECK(strcmp(truths(c, "f @ m"), "z=F y=T") == 0);
  CHECK(strcmp(truths(c, "EF[r] q @ m"), "z=F y=F") == 0);
  custos_delete(c);
}

/* New actions for '.' to stand for. */
static void test_alphabet(void) {
  custos *c = loaded();
  CHECK(strcmp(truths(c, "EF[r] q @ m"), "t0=T t1=F t2=F t3=F") == 0);
  CHECK(load(c, "LTS n { STATE(i:) STATE(j:) STATE(k:) STATE(l: q)"
                " ACTION(a: i -> j) ACTION(new: j -> k) ACTION(c: k -> l) }"
                " :check(EF[r] q, n)") == CUSTOS_OK);
  CHECK(strcmp(truths(c, "EF[r] q @ n"), "i=T j=F k=F l=F") == 0);
  CHECK(strcmp(truths(c, "EF[r] q @ m"), "t0=T t1=F t2=F t3=F") == 0);
  custos_delete(c);
}

static void test_remembered(void) {
  custos *c = custos_new();
  custos_result first, again;
  char text[80];
  /* A ring: the second time nothing is searched. */
  page *p = new_page();
  enum { STATES = 600 };
  onto_page(p, "LTS m {", 7);
  for (int i = 0; i < STATES; i++) {
    snprintf(text, sizeof text, "STATE(s%d:%s)\nACTION(a: s%d -> s%d)\n", i,
             i == STATES - 1 ? "p" : "", i, (i + 1) % STATES);
    onto_page(p, text, strlen(text));
  }
  onto_page(p, "} :check(AG EF p, m)", 20);
  CHECK(load(c, p->at) == CUSTOS_OK);
  CHECK(custos_check(c, 0, &first) == CUSTOS_OK);
  CHECK(first.verdict == CUSTOS_HOLDS && first.search_seconds > 0);
  CHECK(strcmp(first.checked, "replay") == 0);
  CHECK(custos_check(c, 0, &again) == CUSTOS_OK);
  CHECK(again.verdict == CUSTOS_HOLDS && !(again.search_seconds > 0));
  CHECK(again.states == first.states && custos_truth_count(c) == STATES);
  /* What others it does not depend on. */
  CHECK(load(c, "FORMULA other { 1 }") == CUSTOS_OK);
  CHECK(custos_check(c, 0, &again) == CUSTOS_OK);
  CHECK(!(again.search_seconds > 0));
  CHECK(load(c, p->at) == CUSTOS_OK);
  CHECK(custos_check(c, 0, &again) == CUSTOS_OK && again.search_seconds > 0);
  free(p);
  custos_delete(c);
}

static void expect(custos *c, const char *text, const char *name, uint32_t line,
                   uint32_t column, const char *words) {
  custos_result r;
  CHECK(load(c, text) == CUSTOS_OK);
  CHECK(custos_check(c, find(c, name), &r) == CUSTOS_ERR_INPUT);
  const custos_error *e = custos_last_error(c);
  CHECK(e->line == line && e->column == column);
  CHECK(strstr(e->message, words) != NULL);
  if (e->line != line || e->column != column || !strstr(e->message, words))
    printf("  %u:%u: %s\n", (unsigned)e->line, (unsigned)e->column, e->message);
}

/* Processor seconds for so many different questions, each asked twice. */
static double seconds_for(size_t count) {
  custos *c = custos_new();
  custos_result r;
  size_t good = 0, size = 80 * count + 200, length;
  char *text = malloc(size);
  if (!text)
    exit(1);
  length = (size_t)snprintf(text, size, "LTS l { STATE(s: p) }\n");
  for (size_t i = 0; i < count; i++)
    length += (size_t)snprintf(text + length, size - length,
                               "FORMULA f%zu { p }\n:check(f%zu, l)\n", i, i);
  CHECK(load(c, text) == CUSTOS_OK);
  clock_t began = clock();
  for (size_t i = 0; i < 2 * count; i++)
    good += custos_check(c, i % count, &r) == CUSTOS_OK &&
            r.verdict == CUSTOS_HOLDS;
  double taken = (double)(clock() - began) / CLOCKS_PER_SEC;
  CHECK(good == 2 * count);
  free(text);
  custos_delete(c);
  return taken;
}

/* Eight times as many questions take about eight times as long; they took more
 * than fifty times as long when each was compared with all before it. The best
 * of several tries: others use the machine, too. */
static void test_many_questions(void) {
  enum { FEW = 2500, MANY = 20000, TRIES = 4 };
  bool grows_slowly = false;
  for (int i = 0; i < TRIES && !grows_slowly; i++)
    grows_slowly = seconds_for(MANY) < 24 * seconds_for(FEW);
  CHECK(grows_slowly);
}

static void test_mistakes(void) {
  custos *c = loaded();
  expect(c, "FORMULA formula { 1 } :check(formla, m)", "formla @ m", 1, 30,
         "did you mean 'formula'?");
  expect(c, ":check(none, m)", "none @ m", 1, 8, "no formula 'none'");
  expect(c, ":check(f,  mm)", "f @ mm", 1, 12, "no system 'mm'");
  expect(c, ":check(f, d)", "f @ d", 1, 11, "'d' is a PDA, not a system");
  expect(c, ":check(d, m)", "d @ m", 1, 8, "'d' is a PDA, not a formula");
  expect(c, "FORMULA h {\n # [dd]\n  EF[ dd ] q } :check(h, m)", "h @ m", 3, 7,
         "no automaton 'dd'");
  expect(c, "FORMULA h { EF[m] q } :check(h, m)", "h @ m", 1, 16,
         "'m' is an LTS, not an automaton");
  expect(c, "FORMULA h { EF[d] q } :check(h, k)", "h @ k", 1, 16,
         "undecidable");
  expect(c, "FORMULA h { EF[g] q } :check(h, k)", "h @ k", 1, 16,
         "undecidable");
  expect(c, ":check(EF q, m, t9)", "EF q @ m at t9", 1, 17, "no state 't9'");
  expect(c, ":check(EF q, k, p[b])", "EF q @ k at p[b]", 1, 17,
         "no stack symbol 'b'");
  /* Two rules of a PDA that is not visibly pushdown. */
  expect(c,
         "PDA n { STATE(*i)\n ACTION(a: i[_] -> i[PUSH k])\n"
         " ACTION(a: i[_] -> i[POP]) } :check(EG[n] q, m)",
         "EG[n] q @ m", 2, 2, "line 3, column 2");
  /* Propositions that nothing has are no mistake. */
  custos_result r;
  CHECK(load(c, ":check(EF nothing, m)") == CUSTOS_OK);
  CHECK(custos_check(c, find(c, "EF nothing @ m"), &r) == CUSTOS_OK);
  CHECK(r.verdict == CUSTOS_VIOLATED && custos_note_count(c) == 1);
  CHECK(custos_add_ltl(c, "x", "G p") == CUSTOS_ERR_USAGE);
  CHECK(custos_load_text(c, "x.gcl", "", 0, NULL) == CUSTOS_ERR_INPUT);
  CHECK(strcmp(truths(c, "f @ m"), "t0=T t1=F t2=T t3=F") == 0);
  custos_delete(c);
}

static int print_reason(void *self, const custos_reason *r) {
  page *p = self;
  char line[300];
  snprintf(line, sizeof line, "%*s%s%s%s%s%s%s%s\n", (int)r->depth, "",
           r->is_step ? r->action : r->formula,
           r->is_step ? ""
           : r->holds ? " T"
                      : " F",
           " @ ", r->place, *r->automaton ? " " : "", r->automaton, r->note);
  return onto_page(p, line, strlen(line));
}

static void test_explanations(void) {
  custos *c = loaded();
  page *p = new_page();
  truths(c, "f @ m");
  CHECK(custos_explain(c, 0, 0, print_reason, p) == CUSTOS_OK);
  CHECK(strcmp(p->at, "EF[d] q T @ t0\n"
                      "  @ t0 s1[_]\n a @ t1 s1[s _]\n b @ t2 s1[_]\n"
                      " c @ t3 s2[_]accepted\n  q T @ t3\n") == 0);
  p->count = 0;
  CHECK(load(c, ":check(p | AF (EX q & !p), m)") == CUSTOS_OK);
  /* From t0 to t2, where p holds: the loop t0 t1 t2 never sees EX q & !p. */
  CHECK(strcmp(truths(c, "p | AF (EX q & !p) @ m"), "t0=F t1=F t2=T t3=F") ==
        0);
  CHECK(custos_explain(c, 3, 0, print_reason, p) == CUSTOS_OK);
  CHECK(strstr(p->at, "p F @ t3\n") != NULL);
  CHECK(strstr(p->at, "the path ends here") != NULL);
  p->count = 0;
  CHECK(custos_explain(c, 0, 0, print_reason, p) == CUSTOS_OK);
  CHECK(strstr(p->at, "p F @ t0\n") != NULL);
  CHECK(strstr(p->at, "EX q F @ t1") != NULL);
  CHECK(custos_explain(c, 4, 0, print_reason, p) == CUSTOS_ERR_USAGE);
  free(p);
  custos_delete(c);
}

static char folder[] = "/tmp/custos-test-XXXXXX";
static char session_path[64], evidence_path[64];

static void save(const char *path, const char *text, size_t length) {
  FILE *f = fopen(path, "w");
  CHECK(f != NULL);
  if (f) {
    CHECK(fwrite(text, 1, length, f) == length);
    CHECK(fclose(f) == 0);
  }
}

static void save_session(void) {
  page *p = new_page();
  const char *const texts[] = {system_text, automata_text, pushdown_text,
                               checks_text};
  for (size_t i = 0; i < 4; i++)
    onto_page(p, texts[i], strlen(texts[i]));
  save(session_path, p->at, p->count);
  free(p);
}

static int replayed(void) {
  custos *c = custos_new();
  custos_replayed r;
  custos_status s = custos_replay(c, evidence_path, NULL, 0, &r);
  int accepted = s == CUSTOS_OK && r.accepted;
  custos_delete(c);
  return accepted;
}

/* Each property's evidence replays; with one digit changed it never says the
 * opposite of what is true. */
static void test_evidence(void) {
  size_t rejected = 0, spoilt = 0;
  save_session();
  for (size_t i = 0; i < 7; i++) {
    custos *c = custos_new();
    page *p = new_page();
    custos_result r;
    CHECK(custos_load(c, session_path, NULL) == CUSTOS_OK);
    CHECK(custos_check(c, i, &r) == CUSTOS_OK);
    CHECK(custos_write_evidence(c, onto_page, p) == CUSTOS_OK);
    save(evidence_path, p->at, p->count);
    CHECK(replayed());
    char *claim = strstr(p->at, "claim ");
    CHECK(claim != NULL);
    /* The opposite claim. */
    page *other = new_page();
    onto_page(other, p->at, (size_t)(claim - p->at));
    const char *turned =
        r.verdict == CUSTOS_HOLDS ? "claim violated" : "claim holds";
    onto_page(other, turned, strlen(turned));
    onto_page(other, strchr(claim, '\n'), strlen(strchr(claim, '\n')));
    save(evidence_path, other->at, other->count);
    CHECK(!replayed());
    for (char *at = strchr(claim, '\n'); at && *at; at++) {
      if (*at < '0' || *at > '9')
        continue;
      char was = *at;
      *at = was == '0' ? '1' : '0';
      save(evidence_path, p->at, p->count);
      spoilt++;
      rejected += !replayed();
      *at = was;
    }
    free(other);
    free(p);
    custos_delete(c);
  }
  /* Some numbers are of no account: an order may be greater than it must. */
  CHECK(spoilt > 100 && rejected * 10 >= spoilt * 7);
}

/* The explicit session can be read alone, and its evidence fits it. */
static void test_graph(void) {
  custos *c = custos_new();
  page *graph = new_page(), *proof = new_page();
  custos_result r;
  save_session();
  CHECK(custos_load(c, session_path, NULL) == CUSTOS_OK);
  for (size_t i = 0; i < 7; i++) {
    graph->count = proof->count = 0;
    CHECK(custos_check(c, i, &r) == CUSTOS_OK);
    /* Only the second to the fourth use a REGULAR or a GRAMMAR. */
    CHECK(strcmp(r.translation, i >= 1 && i <= 3 ? "explicit" : "none") == 0);
    CHECK(custos_write_graph(c, onto_page, graph, onto_page, proof) ==
          CUSTOS_OK);
    CHECK(!strstr(graph->at, "REGULAR") && !strstr(graph->at, "GRAMMAR"));
    char path[80];
    snprintf(path, sizeof path, "%s.explicit", session_path);
    save(path, graph->at, graph->count);
    save(evidence_path, proof->at, proof->count);
    custos *other = custos_new();
    custos_replayed told;
    const char *files[] = {path};
    char renamed[96];
    snprintf(renamed, sizeof renamed, "%s.ectl", path);
    CHECK(rename(path, renamed) == 0);
    files[0] = renamed;
    CHECK(custos_replay(other, evidence_path, files, 1, &told) == CUSTOS_OK);
    CHECK(told.accepted);
    custos_delete(other);
    unlink(renamed);
    /* The answer is still there. */
    CHECK(custos_truth_count(c) > 0);
  }
  free(graph);
  free(proof);
  custos_delete(c);
}

/* Files of other languages. */

static void test_systems(void) {
  custos *c = custos_new();
  static const char lts[] =
      "states a b c\ninit b\na -> b @ x\nb -> c @ \"y!\"\n"
      "c -> c\nprop p : c\n";
  static const char pds[] = "states p q\np a -> p b a @ u\np b -> q @ v\n"
                            "q a -> q a @ w\n";
  CHECK(load(c, "FORMULA f { EF p }") == CUSTOS_OK);
  CHECK(custos_load_text(c, "dir/my-net.lts", lts, strlen(lts), NULL) ==
        CUSTOS_OK);
  CHECK(load(c, ":check(f, my_net) :check(EX p, my_net)") == CUSTOS_OK);
  CHECK(strcmp(truths(c, "f @ my_net"), "b=T a=T c=T") == 0);
  CHECK(strcmp(truths(c, "EX p @ my_net"), "b=T a=F c=T") == 0);
  CHECK(custos_load_text(c, "net.pds", pds, strlen(pds), NULL) == CUSTOS_OK);
  CHECK(load(c, ":check(EF q, net) :check(EG b, net)") == CUSTOS_OK);
  CHECK(strcmp(truths(c, "EF q @ net"), "<p,a>=T <p,b>=F <q,a>=T <q,b>=T") ==
        0);
  CHECK(strcmp(truths(c, "EG b @ net"), "<p,a>=F <p,b>=F <q,a>=F <q,b>=T") ==
        0);
  CHECK(custos_load_text(c, "x.pds", "p * -> p\n", 9, NULL) ==
        CUSTOS_ERR_INPUT);
  CHECK(custos_object_count(c) == 3);
  custos_delete(c);
}

static int count_reasons(void *self, const custos_reason *r) {
  (void)r;
  ++*(size_t *)self;
  return 0;
}

/* Everything that can be asked; the first failure ends it. */
static custos_status all_of_it(custos *c, page *p) {
  custos_result r;
  size_t reasons = 0;
  custos_status s = load(c, system_text);
  if (s == CUSTOS_OK)
    s = load(c, automata_text);
  if (s == CUSTOS_OK)
    s = load(c, pushdown_text);
  if (s == CUSTOS_OK)
    s = load(c, checks_text);
  for (size_t i = 0; i < 7 && s == CUSTOS_OK; i++) {
    s = custos_check(c, i, &r);
    if (s == CUSTOS_OK && r.verdict == CUSTOS_UNKNOWN)
      s = CUSTOS_ERR_LIMIT;
    p->count = 0;
    if (s == CUSTOS_OK)
      s = custos_explain(c, 0, 0, count_reasons, &reasons);
    if (s == CUSTOS_OK)
      s = custos_write_evidence(c, onto_page, p);
  }
  p->count = 0;
  if (s == CUSTOS_OK)
    s = custos_write(c, CUSTOS_AS_ECTL_EXPLICIT, onto_page, p);
  if (s == CUSTOS_OK)
    s = custos_write_object(c, "g", CUSTOS_AS_DOT, onto_page, p);
  if (s == CUSTOS_OK)
    s = custos_write_object(c, "k", CUSTOS_AS_HTML, onto_page, p);
  return s;
}

static void test_failures(void) {
  custos_status s = CUSTOS_ERR_LIMIT;
  page *p = new_page();
  int64_t n = 0;
  for (int64_t step = 1; s != CUSTOS_OK && n < 100000; n += step) {
    custos *c = custos_new();
    custos_fail_allocation(c, n);
    s = all_of_it(c, p);
    CHECK(s == CUSTOS_OK || s == CUSTOS_ERR_LIMIT);
    custos_fail_allocation(c, -1);
    /* What was there is there; the rest can be had again. */
    if (s != CUSTOS_OK && n % 7 == 0) {
      CHECK(all_of_it(c, p) == CUSTOS_OK);
      CHECK(strcmp(truths(c, "f @ m"), "t0=T t1=F t2=T t3=F") == 0);
    }
    custos_delete(c);
    step = n < 300 ? 1 : 5;
  }
  CHECK(s == CUSTOS_OK && n > 100);
  free(p);
}

/* The definitions survive a failure. */
static void test_survival(void) {
  custos *c = loaded();
  custos_result r;
  for (int64_t n = 0; n < 60; n++) {
    custos_fail_allocation(c, n);
    CHECK(custos_check(c, 3, &r) == CUSTOS_OK);
    CHECK(custos_object_count(c) == 6);
    custos_fail_allocation(c, -1);
    CHECK(load(c, "GRAMMAR g { <s> ::= a <s> b | a b }") == CUSTOS_OK);
  }
  CHECK(strcmp(truths(c, "EF[g] p @ m"), "t0=T t1=F t2=F t3=F") == 0);
  custos_fail_allocation(c, 3);
  CHECK(load(c, "FORMULA f { 0 }") == CUSTOS_ERR_LIMIT);
  CHECK(strcmp(truths(c, "f @ m"), "t0=T t1=F t2=T t3=F") == 0);
  custos_delete(c);
}

int main(void) {
  CHECK(mkdtemp(folder) != NULL);
  snprintf(session_path, sizeof session_path, "%s/s.ectl", folder);
  snprintf(evidence_path, sizeof evidence_path, "%s/s.trace", folder);
  test_objects();
  test_commands();
  test_truth();
  test_redefinition();
  test_alphabet();
  test_remembered();
  test_many_questions();
  test_mistakes();
  test_explanations();
  test_evidence();
  test_graph();
  test_systems();
  test_failures();
  test_survival();
  unlink(session_path);
  unlink(evidence_path);
  rmdir(folder);
  return check_end();
}
