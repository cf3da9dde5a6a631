/* Loading C programs: what the compiler is told and says, which folders are
 * left (none), with programs that stand for clang and custos-cfront; and, where
 * both are there, the real ones. */
#include "lang/c/c.h"
#include "tests/unit/cfa_text.h"

#include <dirent.h>
#include <setjmp.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static const char *in_folder(const char *name) {
  static char path[16][200];
  static unsigned next;
  char *to = path[next++ % 16];
  snprintf(to, sizeof path[0], "%s/%s", folder, name);
  return to;
}

static const char *write_file(const char *name, const char *words, int mode) {
  const char *path = in_folder(name);
  FILE *f = fopen(path, "w");
  CHECK(f != NULL);
  if (f) {
    fputs(words, f);
    fclose(f);
  }
  CHECK(chmod(path, (mode_t)mode) == 0);
  return path;
}

/* Folders that were made for a run and are still there. */
static int left_behind(void) {
  DIR *d = opendir(folder);
  int n = 0;
  for (struct dirent *e; d && (e = readdir(d));)
    n += strncmp(e->d_name, "custos-", 7) == 0;
  if (d)
    closedir(d);
  return n;
}

static cfa_case now;
static progress ticking;
static const char *arguments[] = {"-DONE=1", NULL};
static const char *inputs[] = {"source", NULL};

static bool load(const char *file) {
  static const c_options options = {.pointer_bits = 32,
                                    .checks = CFA_CHECK_OVERFLOW,
                                    .arguments = arguments,
                                    .inputs = inputs};
  cfa_case_init(&now);
  ticking = (progress){.budget = &now.budget};
  progress_begin(&ticking, "reading");
  bool right = c_load(&now.m, &ticking, &options, &file, 1, &now.r, &now.p);
  CHECK(left_behind() == 0);
  CHECK(right == (now.r.count == 0));
  return right;
}

static bool says(const char *file, uint32_t line, uint32_t column,
                 const char *part) {
  bool right = desk_says(&now.r, 0, line, column, part) &&
               strcmp(now.r.entries[0].file, file) == 0;
  if (!right)
    printf("file '%s'\n", now.r.entries[0].file);
  cfa_case_clear(&now);
  return right;
}

/* Programs that stand for others. */

static const char fake_clang[] = "#!/bin/sh\n"
                                 "echo \"$@\" >>\"$TMPDIR/log\"\n"
                                 "for word; do last=$word; done\n"
                                 "echo bitcode >\"$last\"\n";

/* They write into their folder alone, so what they were told is looked at by
 * the last of them. */
static const char fake_cfront[] =
    "#!/bin/sh\necho \"$@\" >>\"$TMPDIR/log\"\n"
    "for words in -disable-O0-optnone '-m32 -DONE=1 -x c' '/0.bc$' /library.bc "
    "--input=source overflow --library=; do\n"
    "  grep -q -e \"$words\" \"$TMPDIR/log\" ||\n"
    "    { echo \"a.c:1:1: nobody said $words\" >&2; exit 2; }\ndone\n"
    "grep -q division \"$TMPDIR/log\" && exit 9\n"
    "cat \"$FAKE_SAMPLE\"\n";

static void test_commands(void) {
  write_file("sample.cfa", cfa_sample, 0600);
  setenv("CUSTOS_CLANG", write_file("fake clang", fake_clang, 0700), 1);
  setenv("CUSTOS_CFRONT", write_file("fake-cfront", fake_cfront, 0700), 1);
  setenv("FAKE_SAMPLE", in_folder("sample.cfa"), 1);
  CHECK(load(write_file("a.c", "int main(void) { return 0; }\n", 0600)));
  CHECK(now.p.functions.count == 3);
  cfa_case_clear(&now);
}

static void test_failures(void) {
  const char *file = in_folder("a.c");
  write_file("fake clang",
             "#!/bin/sh\necho 'a.c:3:4: error: no such thing' >&2\n"
             "echo 'a.c:5:4: warning: all is well' >&2\n"
             "echo 'b c.h:7:1: fatal error: the end' >&2\nexit 1\n",
             0700);
  CHECK(!load(file) && now.r.count == 2);
  CHECK(desk_says(&now.r, 1, 7, 1, "the end"));
  CHECK(strcmp(now.r.entries[1].file, "b c.h") == 0);
  CHECK(says("a.c", 3, 4, "no such thing"));
  write_file("fake clang", "#!/bin/sh\necho hm >&2\nexit 7\n", 0700);
  CHECK(!load(file) && says("", 0, 0, "clang failed with exit code 7: hm"));
  write_file("fake clang", "#!/bin/sh\nkill -9 $$\n", 0700);
  CHECK(!load(file) && says("", 0, 0, "fake clang was stopped by signal 9"));
  write_file("fake clang", fake_clang, 0700);
  write_file("fake-cfront",
             "#!/bin/sh\necho 'a.c:1:2: too: odd' >&2\necho no >&2\nexit 2\n",
             0700);
  CHECK(!load(file) && desk_says(&now.r, 1, 0, 0, "no"));
  CHECK(says("a.c", 1, 2, "too: odd"));
  write_file("fake-cfront", "#!/bin/sh\necho 'a bug: x' >&2\nexit 6\n", 0700);
  CHECK(!load(file) && says("", 0, 0, "exit code 6: a bug: x"));
  write_file("fake-cfront", "#!/bin/sh\necho 'custos-cfa 1'\n", 0700);
  CHECK(!load(file) && says("custos-cfront", 1, 13, "ends too early"));
  CHECK(!load(in_folder("absent.c")) &&
        says(in_folder("absent.c"), 0, 0, "cannot be read"));
  setenv("CUSTOS_CFRONT", "/nowhere/cfront", 1);
  CHECK(!load(file) && says("", 0, 0, "/nowhere/cfront cannot be run"));
}

static void test_absent(void) {
  char *path = strdup(getenv("PATH"));
  unsetenv("CUSTOS_CLANG");
  setenv("PATH", "/nowhere", 1);
  CHECK(!load(in_folder("a.c")) && says("", 0, 0, "Debian: " CUSTOS_CLANG));
  setenv("CUSTOS_CLANG", in_folder("fake clang"), 1);
  unsetenv("CUSTOS_CFRONT");
  if (!load(in_folder("a.c")))
    CHECK(strstr(now.r.entries[0].message, "custos-cfront") ||
          now.r.entries[0].message[0]);
  cfa_case_clear(&now);
  setenv("PATH", path, 1);
  free(path);
}

/* The time is up while a program runs: it is stopped, nothing is left. */
static void test_time(void) {
  jmp_buf handler;
  const char *file = in_folder("a.c");
  const c_options options = {.pointer_bits = 64};
  write_file("fake clang", "#!/bin/sh\nsleep 60\n", 0700);
  setenv("CUSTOS_CFRONT", in_folder("fake-cfront"), 1);
  cfa_case_init(&now);
  now.budget.handler = &handler;
  ticking = (progress){.budget = &now.budget, .limit = 0.1};
  progress_begin(&ticking, "reading");
  if (setjmp(handler) == 0) {
    c_load(&now.m, &ticking, &options, &file, 1, &now.r, &now.p);
    CHECK(false); /* the time was up */
  }
  CHECK(now.budget.fault == MEM_TIME && now.budget.handler == &handler);
  CHECK(progress_clock() - ticking.started < 10);
  CHECK(left_behind() == 0);
  cfa_case_clear(&now);
}

/* Whichever allocation fails, nothing is left. */
static void test_memory(void) {
  write_file("fake clang", fake_clang, 0700);
  write_file("fake-cfront", "#!/bin/sh\ncat \"$FAKE_SAMPLE\"\n", 0700);
  const char *file = in_folder("a.c");
  const c_options options = {.pointer_bits = 64};
  for (volatile int64_t n = 0, done = 0; !done; n = n * 5 / 4 + 1) {
    jmp_buf handler;
    cfa_case_init(&now);
    now.budget.handler = &handler;
    now.budget.fail_in = n;
    ticking = (progress){.budget = &now.budget};
    progress_begin(&ticking, "reading");
    if (setjmp(handler) == 0)
      done = c_load(&now.m, &ticking, &options, &file, 1, &now.r, &now.p);
    CHECK(left_behind() == 0);
    cfa_case_clear(&now);
  }
}

static const char program[] = "extern void reach_error(void);\n"
                              "extern int source(void);\n"
                              "struct node { struct node *next; int v; };\n"
                              "int table[3] = {1, 2, 3};\n"
                              "int main() {\n"
                              "  long x = __VERIFIER_nondet_long();\n"
                              "  struct node *n = malloc(sizeof *n);\n"
                              "  n->v = strlen(\"abc\") + table[x & 1];\n"
                              "  if (n->v > 5 * ONE)\n"
                              "    reach_error();\n"
                              "  return source();\n"
                              "}\n";

static bool is_clang_there(void) {
  return system(CUSTOS_CLANG " --version >/dev/null 2>&1") == 0;
}

static void test_real(void) {
  unsetenv("CUSTOS_CLANG");
  unsetenv("CUSTOS_CFRONT");
  char path[4096] = "";
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  char *tests = n > 0 ? strstr(path, "/tests/unit/") : NULL;
  if (tests)
    snprintf(tests, sizeof path - (size_t)(tests - path), "/custos-cfront");
  if (!tests || access(path, X_OK) != 0 || !is_clang_there()) {
    printf("skipped: no clang or no custos-cfront\n");
    return;
  }
  setenv("CUSTOS_CFRONT", path, 1);
  bool right = load(write_file("real.c", program, 0600));
  CHECK(right);
  if (right)
    CHECK(strcmp(cfa_text(&now.p, now.p.functions.at[now.p.main].name),
                 "main") == 0);
  else
    printf("%s:%u: %s\n", now.r.entries[0].file, now.r.entries[0].line,
           now.r.entries[0].message);
  cfa_case_clear(&now);
  CHECK(!load(write_file("real.c", "int main() {\n  return y;\n}\n", 0600)));
  CHECK(says(in_folder("real.c"), 2, 10, "undeclared identifier 'y'"));
}

static bool property(const char *words, c_property *p) {
  memset(&now.r, 0, sizeof now.r);
  return c_read_property("p.prp", words, strlen(words), &now.r, p);
}

static void test_properties(void) {
  c_property p;
  CHECK(
      property("CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n", &p));
  CHECK(p.error_calls && p.checks == 0);
  CHECK(
      property("CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )", &p));
  CHECK(p.error_calls && p.checks == 0);
  CHECK(property("CHECK( init(main()), LTL(G valid-free) )\r\n"
                 "CHECK( init(main()), LTL(G valid-deref) )\n",
                 &p));
  CHECK(!p.error_calls &&
        p.checks == (CFA_CHECK_FREE | CFA_CHECK_BOUNDS | CFA_CHECK_NULL));
  CHECK(property("CHECK( init(main()), LTL(G ! overflow) )\n", &p));
  CHECK(!p.error_calls && p.checks == CFA_CHECK_OVERFLOW);
  CHECK(!property("CHECK( init(main()), LTL(G valid-deref) )\n"
                  "CHECK( init(main()), LTL(G valid-memtrack) )\n",
                  &p));
  CHECK(desk_says(&now.r, 0, 2, 1, "not freed"));
  CHECK(!property("CHECK( init(main()), LTL(F end) )\n", &p));
  CHECK(desk_says(&now.r, 0, 1, 1, "termination"));
  CHECK(!property("CHECK( init(main()), LTL(G F x) )\n", &p));
  CHECK(desk_says(&now.r, 0, 1, 1, "'GFx' is none"));
  CHECK(!property("x > 3\n", &p));
  CHECK(desk_says(&now.r, 0, 1, 1, "should look like"));
  CHECK(!property("# nothing\n", &p));
  CHECK(desk_says(&now.r, 0, 0, 0, "no property"));
}

int main(void) {
  snprintf(folder, sizeof folder, "/tmp/c-load-%ld", (long)getpid());
  CHECK(mkdir(folder, 0700) == 0);
  setenv("TMPDIR", folder, 1);
  test_properties();
  test_commands();
  test_failures();
  test_absent();
  test_time();
  test_memory();
  test_real();
  char command[100];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  CHECK(system(command) == 0);
  return check_end();
}
