/* Whole campaigns of difftest: jobs, shards, a kill and going on, a crash. The
 * oracle is not asked: what counts is that nothing is lost or counted twice. */
#include "tests/unit/check.h"

#include "difftest/difftest.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/custos-test-XXXXXX";

typedef struct setting {
  const char *name, *value;
} setting;

/* Ended by a NULL. */
static void configure(difftest_options *o, const setting *s, const char *kind) {
  char why[ANSWER_WHY];
  difftest_init(o);
  o->folder = folder;
  for (; s->name; s++)
    CHECK(difftest_set(o, s->name, s->value, why));
  CHECK(difftest_set_source(o, kind, NULL, 0, why));
}

static void run(const setting *s, const char *kind, difftest_result *out) {
  difftest_options o;
  char why[ANSWER_WHY] = "";
  configure(&o, s, kind);
  int status = difftest_run(&o, out, why);
  if (status)
    printf("%s\n", why);
  CHECK(status == 0);
  difftest_clear(&o);
}

static bool same_totals(const totals *a, const totals *b) {
  bool same = a->cases == b->cases && a->disagreed == b->disagreed &&
              a->reachable == b->reachable && a->unreachable == b->unreachable;
  for (int k = 0; k < MOST_TOOLS; k++)
    same = same && a->tool[k].yes == b->tool[k].yes &&
           a->tool[k].no == b->tool[k].no &&
           a->tool[k].none == b->tool[k].none &&
           a->tool[k].differs == b->tool[k].differs;
  return same;
}

static char *path_of(const char *name) {
  buffer path = {0};
  buffer_printf(&path, "%s/%s", folder, name);
  return path.text;
}

static void drop(const char *name) {
  char *path = path_of(name);
  CHECK(unlink(path) == 0);
  free(path);
}

#define ENGINES                                                                \
  { "tool", "pre,post,dual" }

/* So many that a kill comes in the middle; sanitizers slow them down. */
#if BASE_SANITIZED
#define MANY "6000"
#else
#define MANY "40000"
#endif

static void test_jobs(void) {
  const setting one[] = {ENGINES, {"count", "3001"}, {NULL, NULL}};
  const setting three[] = {
      ENGINES, {"count", "3001"}, {"jobs", "3"}, {NULL, NULL}};
  difftest_result a, b;
  run(one, "random", &a);
  run(three, "random", &b);
  CHECK(a.totals.cases == 3001 && a.planned == 3001);
  CHECK(a.totals.disagreed == 0 && difftest_complete(&a));
  CHECK(same_totals(&a.totals, &b.totals));
  difftest_result_clear(&b);
  run(one, "exhaustive", &b);
  CHECK(b.totals.cases == 3001 && b.totals.disagreed == 0);
  difftest_result_clear(&a);
  run(three, "exhaustive", &a);
  CHECK(same_totals(&a.totals, &b.totals));
  difftest_result_clear(&a);
  difftest_result_clear(&b);
}

static void test_shards(void) {
  static const char *const shards[] = {"0/3", "1/3", "2/3"};
  const setting whole[] = {ENGINES, {"count", "2000"}, {NULL, NULL}};
  difftest_result all, merged = {0};
  char why[ANSWER_WHY] = "";
  char *path = path_of("result.json");
  run(whole, "exhaustive", &all);
  for (int i = 0; i < 3; i++) {
    const setting part[] = {ENGINES,
                            {"count", "2000"},
                            {"shard", shards[i]},
                            {"jobs", "2"},
                            {NULL, NULL}};
    difftest_result r;
    buffer text = {0};
    run(part, "exhaustive", &r);
    CHECK(!difftest_complete(&r));
    difftest_print_json(&r, &text);
    CHECK(buffer_write_file(&text, path));
    CHECK(difftest_merge(&merged, path, why) == 0);
    CHECK(difftest_merge(&merged, path, why) == 2); /* twice */
    CHECK(difftest_complete(&merged) == (i == 2));
    difftest_result_clear(&r);
    buffer_clear(&text);
  }
  CHECK(same_totals(&all.totals, &merged.totals));
  CHECK(merged.planned == 2000);
  const setting other[] = {ENGINES, {"count", "100"}, {NULL, NULL}};
  difftest_result r;
  buffer text = {0};
  run(other, "random", &r);
  difftest_print_json(&r, &text);
  CHECK(buffer_write_file(&text, path));
  CHECK(difftest_merge(&merged, path, why) == 2); /* of another campaign */
  difftest_result_clear(&r);
  buffer_clear(&text);
  difftest_result_clear(&all);
  difftest_result_clear(&merged);
  drop("result.json");
  free(path);
}

/* Starts a campaign in a process group of its own, and lets it work. */
static pid_t begin(const setting *s) {
  pid_t child = fork();
  if (child == 0) {
    difftest_result r;
    setpgid(0, 0);
    run(s, "random", &r);
    _exit(0);
  }
  setpgid(child, child);
  return child;
}

static void pause_seconds(double seconds) {
  struct timespec t = {(time_t)seconds,
                       (long)((seconds - (double)(time_t)seconds) * 1e9)};
  nanosleep(&t, NULL);
}

static bool has_begun(const char *state) {
  buffer text = {0};
  bool begun = buffer_read_file(&text, state) &&
               strstr(text.text, "\"cases\":") &&
               strstr(text.text, "\"cases\":0,") == NULL;
  buffer_clear(&text);
  return begun;
}

static void test_resume(void) {
  char *state = path_of("state");
  const setting plain[] = {ENGINES, {"count", MANY}, {NULL, NULL}};
  const setting first[] = {
      ENGINES, {"count", MANY}, {"jobs", "2"}, {"state", state}, {NULL, NULL}};
  const setting again[] = {ENGINES,          {"count", MANY},   {"jobs", "2"},
                           {"state", state}, {"resume", "yes"}, {NULL, NULL}};
  const setting other[] = {ENGINES,          {"count", "30000"}, {"jobs", "2"},
                           {"state", state}, {"resume", "yes"},  {NULL, NULL}};
  difftest_result a, b;
  buffer text = {0};
  char why[ANSWER_WHY];
  pid_t child = begin(first);
  /* Until the journal has something to go on with. */
  for (int i = 0; i < 300 && !has_begun(state); i++)
    pause_seconds(0.02);
  kill(-child, SIGKILL);
  waitpid(child, NULL, 0);
  CHECK(buffer_read_file(&text, state));
  CHECK(strstr(text.text, "\"next\":"));
  run(again, "random", &a);
  run(plain, "random", &b);
  CHECK(a.totals.cases == strtoull(MANY, NULL, 10));
  CHECK(same_totals(&a.totals, &b.totals));
  difftest_result_clear(&a);
  difftest_result_clear(&b);
  difftest_options o;
  configure(&o, other, "random");
  CHECK(difftest_run(&o, &a, why) == 1 && strstr(why, "another campaign"));
  difftest_clear(&o);
  difftest_result_clear(&a);
  drop("state");
  free(state);
  buffer_clear(&text);
}

/* The first child of a process; 0: it has none. */
static pid_t child_of(pid_t parent) {
  buffer path = {0}, text = {0};
  buffer_printf(&path, "/proc/%ld/task/%ld/children", (long)parent,
                (long)parent);
  pid_t child = buffer_read_file(&text, path.text)
                    ? (pid_t)strtol(text.text, NULL, 10)
                    : 0;
  buffer_clear(&path);
  buffer_clear(&text);
  return child;
}

/* A job that dies is begun again, and no case is lost. */
static void test_crash(void) {
  char *state = path_of("state");
  const setting s[] = {
      ENGINES, {"count", MANY}, {"state", state}, {NULL, NULL}};
  const setting again[] = {ENGINES,
                           {"count", MANY},
                           {"state", state},
                           {"resume", "yes"},
                           {NULL, NULL}};
  int status = 0;
  pid_t parent = begin(s), job = 0;
  for (int i = 0; i < 200 && job <= 0; i++) {
    pause_seconds(0.01);
    job = child_of(parent);
  }
  if (job > 0) /* some systems do not tell */
    kill(job, SIGSEGV);
  CHECK(waitpid(parent, &status, 0) == parent);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  difftest_result r;
  run(again, "random", &r); /* nothing is left to do */
  CHECK(r.totals.cases == strtoull(MANY, NULL, 10) && r.totals.disagreed == 0);
  CHECK(r.totals.tool[0].yes + r.totals.tool[0].no == r.totals.cases);
  difftest_result_clear(&r);
  drop("state");
  free(state);
}

static int told;

static void count_reports(void *self, const char *report) {
  (void)self;
  CHECK(strstr(report, "liar") && strstr(report, "locally minimal"));
  told++;
}

/* A tool that calls everything with a push unreachable. */
static void test_disagreement(void) {
  static const char liar[] =
      "liar=grep -q push {} && exit 0; exit 10"; /* {} is in the folder */
  const setting s[] = {{"tool", liar},        {"tool", "pre"},
                       {"count", "40"},       {"rules", "5"},
                       {"transitions", "4"},  {"seed", "3"},
                       {"max-failures", "3"}, {NULL, NULL}};
  difftest_options o;
  difftest_result r;
  char why[ANSWER_WHY];
  configure(&o, s, "random");
  o.tell = count_reports;
  CHECK(difftest_run(&o, &r, why) == 0);
  CHECK(r.totals.disagreed > 0 && r.failures.count > 0);
  CHECK((size_t)told == r.failures.count);
  for (size_t i = 0; i < r.failures.count; i++) {
    const failure *f = &r.failures.list[i];
    instance in = {0};
    buffer text = {0};
    CHECK(f->minimal && f->reproduced && f->features <= 4);
    CHECK(buffer_read_file(&text, f->file));
    CHECK(instance_read(&in, text.text, text.count));
    CHECK(instance_features(&in) == f->features);
    CHECK(unlink(f->file) == 0);
    memcpy(strrchr(f->file, '.'), ".txt", 5);
    CHECK(unlink(f->file) == 0);
    instance_clear(&in);
    buffer_clear(&text);
  }
  difftest_result_clear(&r);
  difftest_clear(&o);
}

int main(void) {
  CHECK(mkdtemp(folder) != NULL);
  test_jobs();
  test_shards();
  test_resume();
  test_crash();
  test_disagreement();
  CHECK(rmdir(folder) == 0); /* nothing was left behind */
  return check_end();
}
