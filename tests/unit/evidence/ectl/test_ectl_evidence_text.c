/* Evidence about extended CTL as text: what was written by hand is accepted and
 * says what is known; lies are refused; what is malformed gets a message at its
 * place. */
#include "tests/unit/desk.h"
#include "tests/unit/evidence/ectl/ectl_known.h"
#include "tests/unit/evidence/ectl/ectl_session.h"

#include "evidence/ectl/evidence.h"

typedef struct table {
  mem_budget budget;
  mem mem;
  progress clock;
  report report;
  ectl_session session;
  ectl_answer answer;
  char *input;
} table;

static void open_table(table *t, const ectl_known *k) {
  *t = (table){0};
  desk_open(&t->budget, &t->mem, &t->clock);
  CHECK(ectl_session_read(&t->mem, &t->clock, &t->report, k->session,
                          k->formula, &t->session));
}

static void close_table(table *t) {
  desk_close(&t->mem);
  free(t->input);
}

static bool read_text(table *t, const char *evidence) {
  char *whole = malloc(strlen(evidence) + 5);
  lines in;
  if (!whole)
    abort();
  strcpy(whole, evidence);
  strcat(whole, "end\n");
  const char *copy = desk_copy(&t->input, whole, strlen(whole));
  lines_begin(&in, &t->mem, "e", copy, strlen(whole), &t->report);
  free(whole);
  return ectl_evidence_read(&t->mem, &in, &t->session.q, &t->answer) &&
         lines_end(&in);
}

static bool check_text(table *t, const char **why) {
  return ectl_evidence_check(&t->mem, &t->clock, &t->session.q, &t->answer,
                             why);
}

static void test_known(void) {
  for (int i = 0; i < ECTL_KNOWN; i++) {
    const ectl_known *k = &ectl_all_known[i];
    table t;
    const char *why = "";
    open_table(&t, k);
    CHECK(read_text(&t, k->evidence));
    bool good = check_text(&t, &why);
    CHECK(good);
    if (!good)
      printf("%s: %s\n", k->formula, why);
    const machine *system = t.session.q.system;
    bool is_pds = system->kind == MACHINE_PDS;
    for (uint32_t s = 0; good && k->truth[s]; s++) {
      bool truth = false;
      machine_head at = is_pds ? system->heads.at[s] : (machine_head){s, 0};
      CHECK(ectl_evidence_holds(&t.mem, &t.session.q, &t.answer, at.state,
                                &at.symbol, is_pds, &truth));
      CHECK(truth == (k->truth[s] == 'T'));
    }
    close_table(&t);
  }
}

typedef struct lie {
  int known;
  const char *from, *to; /* the first 'from' is replaced */
  const char *why;
} lie;

static const lie lies[] = {
    {0, "0 0 escape", "0 0 dies 1", "head 0: it is of another kind"},
    {0, "1 0 end", "1 0 released", "head 1: it is of another kind"},
    {1, "pops 1\n0 1 0 0\n", "pops 0\n", "a pop of it is missing"},
    {2, "2 2 dies 0", "2 2 lives 0 2 3", "that it lives is not justified"},
    {2, "0 0 dies 3", "0 0 lives 0 0 1", "that it lives is not justified"},
    {2, "0 1 dies 1", "0 1 dies 0", "the order does not fall"},
    {2, "2 0 0 2", "2 1 0 2", "a pop of it is not justified"},
    {3, "0 1 lives 0 1 1", "0 1 dies 0", "that it lives is not justified"},
    {3, "heads 2\n0 0 lives 0 0 1\n0 1 lives 0 1 1\n",
     "heads 2\n0 0 dies 1\n0 1 dies 0\n", "the order does not fall"},
    {4, "0 0 lives 1 0 0 0 2", "0 0 dies", "it leads to a head that lives"},
    {4, "0 1 dies", "0 1 lives 1 0 0 2", "that it lives is not justified"},
    {4,
     "heads 4\n0 0 lives 1 0 0 0 2\n0 1 dies\n1 0 done\n1 1 dies\n"
     "pops 1\n3 1 1 0\n",
     "heads 3\n0 0 lives 1 0 0 2\n0 1 dies\n1 1 dies\npops 1\n2 1 1 0\n",
     "that it lives is not justified"},
    {5, "states 2\n0\n0 1\n", "states 2\n0 1\n0 1\n", "starts wrongly"},
    {5, "steps 2\n1 0\n1 1\n", "steps 2\n0 0\n1 1\n", "steps wrongly"},
    {5, "2 2 done", "2 2 dies", "head 4: it is of another kind"},
    {5, "0 0 lives 1 0 0 4\n", "0 0 dies\n", "leads to a head that lives"},
    {6, "pops 1\n3 2 1 0\n", "pops 0\n", "a pop of it is missing"}};

/* NULL: 'from' does not occur. */
static char *replaced(const char *whole, const char *from, const char *to) {
  const char *at = strstr(whole, from);
  char *out = malloc(strlen(whole) + strlen(to) + 1);
  if (!out)
    abort();
  CHECK(at);
  size_t before = at ? (size_t)(at - whole) : 0;
  memcpy(out, whole, before);
  strcpy(out + before, to);
  strcat(out, at ? at + strlen(from) : whole);
  return out;
}

static void test_lies(void) {
  for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
    const ectl_known *k = &ectl_all_known[lies[i].known];
    char *spoilt = replaced(k->evidence, lies[i].from, lies[i].to);
    const char *why = "";
    table t;
    open_table(&t, k);
    bool is_read = read_text(&t, spoilt);
    CHECK(is_read);
    if (!is_read)
      printf("lie %zu: %u: %s\n", i, (unsigned)t.report.entries[0].line,
             t.report.entries[0].message);
    CHECK(!check_text(&t, &why));
    bool said = strstr(why, lies[i].why) != NULL;
    CHECK(said);
    if (!said)
      printf("lie %zu: wanted %s\ngot %s\n", i, lies[i].why, why);
    close_table(&t);
    free(spoilt);
  }
}

typedef struct slip {
  int known;
  const char *from, *to;
  uint32_t line, column;
  const char *message;
} slip;

static const slip slips[] = {
    {0, "table 0", "table 1", 1, 7, "too large"},
    {5, "table 1", "table 0", 22, 8, "numbered from 0"},
    {0, "release", "until", 1, 9, "expected 'release'"},
    {0, "locations 2", "location 2", 2, 1, "expected 'locations'"},
    {0, "locations 2", "locations 99999999999", 2, 11, "too large"},
    {0, "0 1\n", "0 0\n", 4, 4, "this was there before"},
    {0, "0 1\n", "0 2\n", 4, 3, "too large"},
    {0, "escape", "flees", 8, 5, "expected 'bad', 'released'"},
    {4, "done", "end", 12, 5, "expected 'done', 'stuck'"},
    {0, "1 0 end", "0 0 end", 9, 4, "this head was there before"},
    {1, "dies 0", "dies", 8, 9, "expected a number"},
    {1, "0 1 0 0\n", "0 1 0 0 0\n", 10, 9, "too large"},
    {1, "0 1 0 0\n", "0 1 0 9\n", 10, 7, "too large"},
    {4, "lives 1 0 0 0 2", "lives 1 0 0 0 2 2", 10, 20, "should end here"},
    {4, "lives 1 0 0 0 2", "lives 1 0 0 9", 10, 18, "too large"},
    {4, "monitor 0", "monitor 1", 2, 9, "too large"},
    {5, "states 2\n0\n0 1\n", "states 2\n0\n0 1 1\n", 18, 6, "should ascend"},
    {5, "states 2\n0\n0 1\nsteps 2\n1 0\n1 1\n", "states 0\nsteps 0\n", 17, 1,
     "at least one state"},
    {5, "states 2\n0\n0 1\nsteps 2\n1 0\n1 1\n", "states 1\n0\nsteps 1\n0 0\n",
     29, 3, "too large"},
    {5, "1 0\n1 1\ntable", "1\n1 1\ntable", 20, 2, "each symbol"},
    {0, "pops 0\n", "", 10, 1, "expected 'pops'"}};

static void test_slips(void) {
  for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
    const slip *s = &slips[i];
    const ectl_known *k = &ectl_all_known[s->known];
    char *spoilt = replaced(k->evidence, s->from, s->to);
    table t;
    open_table(&t, k);
    CHECK(!read_text(&t, spoilt));
    CHECK(desk_says(&t.report, 0, s->line, s->column, s->message));
    close_table(&t);
    free(spoilt);
  }
}

/* Every text that is cut off is refused, with a message. */
static void test_cut(void) {
  for (int i = 0; i < ECTL_KNOWN; i++)
    for (size_t length = 0; length < strlen(ectl_all_known[i].evidence);
         length++) {
      table t;
      lines in;
      open_table(&t, &ectl_all_known[i]);
      const char *copy =
          desk_copy(&t.input, ectl_all_known[i].evidence, length);
      lines_begin(&in, &t.mem, "e", copy, length, &t.report);
      CHECK(!(ectl_evidence_read(&t.mem, &in, &t.session.q, &t.answer) &&
              lines_end(&in)));
      CHECK(t.report.count == 1);
      close_table(&t);
    }
}

int main(void) {
  test_known();
  test_lies();
  test_slips();
  test_cut();
  return check_end();
}
