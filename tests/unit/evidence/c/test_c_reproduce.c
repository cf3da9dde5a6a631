/* The reproducing program: real failures are reproduced, others are not, and
 * whatever a program does, nothing of it is left. Skipped without clang. */
#include "tests/unit/evidence/c/c_sample.h"

#include "tests/unit/check.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static mem_budget budget = {.fail_in = -1};
static progress clock_of_test = {.budget = &budget};
static char folder[64];

/* Entries in the folder that stands for /tmp. */
static int entries(void) {
  DIR *d = opendir(folder);
  int n = 0;
  while (d && readdir(d))
    n++;
  if (d)
    closedir(d);
  return n - 2;
}

static c_reproduction reproduce_for(sample *s, unsigned seconds) {
  c_reproduction r;
  c_reproduce_task t = {.sources = {s->source, s->sources},
                        .cfa = &s->p,
                        .trace = &s->t,
                        .seconds = seconds};
  c_reproduce(s->m, &clock_of_test, &t, &r);
  CHECK(entries() == 0);
  return r;
}

static c_reproduction reproduce(sample *s) { return reproduce_for(s, 0); }

static void expect(sample *s, c_reproduce_state state, const char *says) {
  c_reproduction r = reproduce(s);
  CHECK(r.state == state);
  CHECK(strstr(r.why, says));
  if (r.state != state || !strstr(r.why, says))
    printf("%d: %s\n", (int)r.state, r.why);
}

static const char widths[] =
    "extern int __VERIFIER_nondet_int();\n"
    "extern _Bool __VERIFIER_nondet_bool(void);\n"
    "extern long long __VERIFIER_nondet_longlong(void);\n"
    "extern unsigned short pick(int, char);\n"
    "extern signed char small(void);\n"
    "void __VERIFIER_assume(int);\n"
    "void reach_error(void);\n"
    "int main(void) {\n"
    "  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n"
    "  __VERIFIER_assume(x < y);\n"
    "  if (__VERIFIER_nondet_bool() && x == -2147483647 - 1 && y == 7 &&\n"
    "      __VERIFIER_nondet_longlong() == -9223372036854775807LL - 1 &&\n"
    "      pick(1, 'a') == 65535 && small() == -3)\n"
    "    reach_error();\n"
    "  return 0;\n"
    "}\n";

static void give_widths(sample *s, mem *m, uint64_t y) {
  sample_begin(s, m, widths);
  sample_call(s, "__VERIFIER_nondet_int", 32, true, 0x80000000);
  sample_input(s, CFA_INPUT_CALL, "__VERIFIER_nondet_int", 32, true, y);
  sample_call(s, "__VERIFIER_nondet_bool", 1, false, 1);
  sample_call(s, "__VERIFIER_nondet_longlong", 64, true, UINT64_C(1) << 63);
  sample_call(s, "pick", 16, false, 65535);
  sample_call(s, "small", 8, true, 0xfd);
}

static void test_inputs(mem *m) {
  sample s;
  give_widths(&s, m, 7);
  expect(&s, C_REPRODUCED, "the error is called: reach_error");
  give_widths(&s, m, 8);
  expect(&s, C_NOT_REPRODUCED, "code 0");
  give_widths(&s, m, 0x80000000);
  expect(&s, C_NOT_REPRODUCED, "assumption does not hold");
  give_widths(&s, m, 7);
  s.t.inputs.count--;
  expect(&s, C_NOT_REPRODUCED, "more inputs than recorded: small");
}

static void test_narrow(mem *m) {
  sample s;
  give_widths(&s, m, 7);
  s.t.pointer_bits = s.p.pointer_bits = 32;
  c_reproduction r = reproduce(&s);
  if (r.state == C_UNREPRODUCIBLE)
    printf("skipped: programs of 32 bits (%s)\n", r.why);
  else
    CHECK(r.state == C_REPRODUCED);
}

/* What the file says is all that is needed: it is built again, by hand. */
static void test_file(mem *m) {
  sample s;
  char path[100], line[400];
  give_widths(&s, m, 7);
  c_reproduction r = reproduce(&s);
  snprintf(path, sizeof path, "%s/again.c", folder);
  FILE *f = fopen(path, "w");
  CHECK(f && fwrite(r.text, 1, r.length, f) == r.length);
  if (f)
    fclose(f);
  snprintf(line, sizeof line, CUSTOS_CLANG " -w %s/again.c -o %s/again", folder,
           folder);
  CHECK(system(line) == 0);
  snprintf(line, sizeof line, "%s/again 2>/dev/null", folder);
  int status = system(line);
  CHECK(status >> 8 == 90);
  snprintf(line, sizeof line, "rm -f %s/again %s/again.c", folder, folder);
  CHECK(system(line) == 0);
  CHECK(strstr(r.command, "clang") && strstr(r.command, " FILE.c"));
}

static void test_assertion(mem *m) {
  sample s;
  sample_begin(&s, m,
               "#include <assert.h>\n"
               "int f(void);\n"
               "int main(void) {\n"
               "  assert(f() != 3);\n"
               "  return 0;\n"
               "}");
  sample_call(&s, "f", 32, true, 3);
  s.t.failure.error = CFA_ERROR_ASSERTION;
  s.t.failure.name = "f() != 3";
  s.t.failure.place.line = 4;
  c_reproduction r = reproduce(&s);
  CHECK(r.state == C_REPRODUCED);
  CHECK(r.at_place);
  CHECK(strstr(r.why, "Assertion `f() != 3' failed"));
  s.t.inputs.at[0].value = 4;
  expect(&s, C_NOT_REPRODUCED, "code 0");
  /* Another kind of failure is none. */
  s.t.inputs.at[0].value = 3;
  s.t.failure.error = CFA_ERROR_CALL;
  s.t.failure.name = "g";
  expect(&s, C_UNREPRODUCIBLE, "");
}

static void test_own_functions(mem *m) {
  sample s;
  sample_begin(&s, m,
               "void reach_error(void) {}\n"
               "int input(void) { return 4; }\n"
               "int main(void) { if (input() == 4) reach_error(); return 0; }");
  sample_giver(&s, "input", 32, true);
  expect(&s, C_REPRODUCED, "the error is called: reach_error");
  sample_begin(&s, m,
               "static void reach_error(void) { __builtin_trap(); }\n"
               "int main(void) { if (sizeof(long) == 8) reach_error(); }");
  expect(&s, C_REPRODUCED, "the error is called: reach_error");
  sample_begin(&s, m, "int main(void) { __VERIFIER_assert(0); return 0; }");
  s.t.failure.error = CFA_ERROR_ASSERTION;
  expect(&s, C_REPRODUCED, "the assertion fails");
}

static void test_arithmetic(mem *m) {
  sample s;
  sample_begin(&s, m,
               "int f(void);\n"
               "int main(void) { int x = f(); return x + 1 > x; }");
  sample_call(&s, "f", 32, true, 0x7fffffff);
  s.t.failure.error = CFA_ERROR_OVERFLOW;
  s.t.failure.place.line = 2;
  expect(&s, C_REPRODUCED, "");
  s.t.inputs.at[0].value = 0x7ffffffe;
  expect(&s, C_NOT_REPRODUCED, "code 1");
  sample_begin(&s, m,
               "int f(void);\n"
               "int main(void) { return 1 % f(); }");
  sample_call(&s, "f", 32, true, 0);
  s.t.failure.error = CFA_ERROR_DIVISION;
  expect(&s, C_REPRODUCED, "");
  s.t.inputs.at[0].value = 5;
  expect(&s, C_NOT_REPRODUCED, "");
}

static void expect_fault(mem *m, cfa_fault fault, const char *body,
                         c_reproduce_state state) {
  sample s;
  char bytes[600];
  snprintf(bytes, sizeof bytes,
           "#include <stdlib.h>\n"
           "int f(void);\n"
           "int main(void) { int a[4] = {0}, *p = malloc(8); p[0] = 1; %s }\n",
           body);
  sample_begin(&s, m, bytes);
  sample_call(&s, "f", 32, true, 4);
  s.t.failure.is_fault = true;
  s.t.failure.fault = fault;
  expect(&s, state, "");
}

static void test_faults(mem *m) {
  expect_fault(m, CFA_FAULT_BOUNDS, "return a[f()];", C_REPRODUCED);
  expect_fault(m, CFA_FAULT_BOUNDS, "return a[f() - 1];", C_NOT_REPRODUCED);
  expect_fault(m, CFA_FAULT_DEAD, "free(p); return p[f() - 4];", C_REPRODUCED);
  expect_fault(m, CFA_FAULT_NULL, "if (f() == 4) p = 0; return *p;",
               C_REPRODUCED);
  expect_fault(m, CFA_FAULT_DOUBLE_FREE, "free(p); free(p);", C_REPRODUCED);
  expect_fault(m, CFA_FAULT_CONSTANT, "*(char *)\"x\" = 1;", C_REPRODUCED);
}

/* What is not given. */

static void test_uninitialised(mem *m) {
  sample s;
  static const char bytes[] = "void reach_error(void);\n"
                              "int main(void) {\n"
                              "  int x, a[9];\n"
                              "  if (x %s a[8]) reach_error();\n"
                              "}\n";
  char text_of[200];
  snprintf(text_of, sizeof text_of, bytes, "== 1 +");
  sample_begin(&s, m, text_of);
  sample_input(&s, CFA_INPUT_UNINITIALISED, "x", 32, true, 1);
  expect(&s, C_NOT_REPRODUCED, "uninitialised: x");
  snprintf(text_of, sizeof text_of, bytes, "&");
  sample_begin(&s, m, text_of);
  sample_input(&s, CFA_INPUT_UNINITIALISED, "x", 32, true, 2);
  expect(&s, C_REPRODUCED, "reach_error"); /* with a pattern */
}

static void test_heap(mem *m) {
  sample s;
  sample_begin(&s, m,
               "void *malloc(unsigned long);\n"
               "void free(void *);\n"
               "void reach_error(void);\n"
               "int main(void) {\n"
               "  int i, *p = malloc(400);\n"
               "  for (i = 0; i < 100; i++) p[i] = 9;\n"
               "  free(p);\n"
               "  p = malloc(400);\n"
               "  if (p[50] == 0) reach_error();\n"
               "}\n");
  sample_input(&s, CFA_INPUT_UNINITIALISED, "", 32, true, 0);
  expect(&s, C_REPRODUCED, "reach_error");
}

static void test_externs(mem *m) {
  sample s;
  sample_begin(&s, m,
               "extern int a[4], unused;\n"
               "void reach_error(void);\n"
               "void nothing(int);\n"
               "int main(void) {\n"
               "  nothing(unused);\n"
               "  if (a[0] == 0 && a[2] == -5) reach_error();\n"
               "}\n");
  cfa_variable v = {.name = cfa_name(m, &s.p, "a"),
                    .function = CFA_NONE,
                    .kind = CFA_GLOBAL,
                    .is_extern = 1,
                    .size = 16,
                    .type = CFA_NONE};
  vec_push(m, &s.p.variables, v);
  v.name = cfa_name(m, &s.p, "unused");
  v.size = 4;
  vec_push(m, &s.p.variables, v);
  sample_input(&s, CFA_INPUT_UNINITIALISED, "a", 32, true, (uint32_t)-5);
  s.t.inputs.at[0].offset = 8;
  expect(&s, C_REPRODUCED, "reach_error");
}

/* What libraries have is theirs, and what they are asked for is given. */
static void test_libraries(mem *m) {
  sample s;
  sample_begin(&s, m,
               "int getchar(void), getpid(void), fputc(int, void *);\n"
               "int sensor(void);\n"
               "void reach_error(void);\n"
               "int main(void) {\n"
               "  if (sensor() == 3 && getchar() == 200 && getchar() == -1)\n"
               "    reach_error();\n"
               "  if (getpid() == 0) reach_error();\n"
               "}\n");
  sample_giver(&s, "sensor", 32, true);
  sample_giver(&s, "__custos_byte", 32, true); /* getchar's model */
  sample_giver(&s, "getpid", 32, true);
  vec_each (cfa_edge, e, &s.p.edges)
    e->input = CFA_INPUT_EXTERNAL;
  sample_input(&s, CFA_INPUT_EXTERNAL, "sensor", 32, true, 3);
  sample_input(&s, CFA_INPUT_EXTERNAL, "__custos_byte", 32, true, 200);
  sample_input(&s, CFA_INPUT_EXTERNAL, "__custos_byte", 32, true, UINT32_MAX);
  c_reproduction r = reproduce(&s);
  CHECK(r.state == C_REPRODUCED && r.replaced == C_STUBS_REPLACE_NOTHING);
  CHECK(strcmp(r.own, "sensor") == 0);
  CHECK(strcmp(r.build, "clang -O0") == 0);
  /* No real one returns 0; and a byte that does not lead there. */
  s.t.inputs.at[1].value = 7;
  s.t.inputs.count = 2;
  sample_input(&s, CFA_INPUT_EXTERNAL, "getpid", 32, true, 0);
  r = reproduce(&s);
  CHECK(r.state == C_REPRODUCED && r.replaced == C_STUBS_REPLACE_CHANCE);
  CHECK(strcmp(r.own, "sensor, getpid") == 0);
  s.t.inputs.at[2].value = 9;
  r = reproduce(&s);
  CHECK(r.state == C_NOT_REPRODUCED && strstr(r.why, "code 0"));
}

static void test_main_words(mem *m) {
  sample s;
  sample_begin(&s, m,
               "void reach_error(void);\n"
               "int main(int argc, char **argv) {\n"
               "  if (argc == 3) reach_error();\n"
               "}\n");
  sample_input(&s, CFA_INPUT_ARGUMENT, "argc", 32, true, 3);
  expect(&s, C_REPRODUCED, "reach_error");
  s.t.inputs.at[0].value = 0;
  expect(&s, C_NOT_REPRODUCED, "so many words");
}

static void test_several_files(mem *m) {
  sample s;
  sample_begin(&s, m,
               "int next(void);\n"
               "int main(void) { while (next() != 5) ; return 0; }\n");
  s.source[1] = (c_source){"other.c",
                           "int __VERIFIER_nondet_int(void);\n"
                           "void reach_error(void);\n"
                           "static int hidden = 2;\n"
                           "int next(void) {\n"
                           "  int x = __VERIFIER_nondet_int();\n"
                           "  if (x == hidden) reach_error();\n"
                           "  return x;\n"
                           "}\n",
                           0};
  s.source[1].length = strlen(s.source[1].bytes);
  s.sources = 2;
  sample_call(&s, "__VERIFIER_nondet_int", 32, true, 1);
  sample_input(&s, CFA_INPUT_CALL, "__VERIFIER_nondet_int", 32, true, 2);
  expect(&s, C_REPRODUCED, "reach_error");
  s.t.inputs.at[1].value = 5;
  expect(&s, C_NOT_REPRODUCED, "code 0");
}

static void test_rejected(mem *m) {
  sample s;
  sample_begin(&s, m, "int main(void) { return x; }\n");
  expect(&s, C_UNREPRODUCIBLE, "prog.c:1:25: error:");
}

static void test_endless(mem *m) {
  sample s;
  sample_begin(&s, m,
               "void reach_error(void);\n"
               "int main(int n, char **v) { while (n) ; reach_error(); }\n");
  c_reproduction r = reproduce_for(&s, 1);
  CHECK(r.state == C_NOT_REPRODUCED);
  CHECK(strstr(r.why, "too long"));
  sample_begin(&s, m,
               "void reach_error(void);\n"
               "unsigned sleep(unsigned);\n"
               "int main(int n, char **v) { sleep(99 * n); reach_error(); }\n");
  r = reproduce_for(&s, 1);
  CHECK(r.state == C_NOT_REPRODUCED);
  CHECK(strstr(r.why, "too long"));
}

static void test_much_output(mem *m) {
  sample s;
  sample_begin(&s, m,
               "#include <stdio.h>\n"
               "void reach_error(void);\n"
               "int main(void) {\n"
               "  for (int i = 0; i < 200000; i++) puts(\"many words\");\n"
               "  reach_error();\n"
               "}\n");
  expect(&s, C_REPRODUCED, "reach_error");
}

static void test_memory(mem *m) {
  sample s;
  sample_begin(&s, m,
               "#include <stdlib.h>\n"
               "void reach_error(void);\n"
               "int main(void) {\n"
               "  char *p;\n"
               "  while ((p = malloc(1 << 24))) *p = 1;\n"
               "  reach_error();\n"
               "}\n");
  expect(&s, C_REPRODUCED, "reach_error");
}

static void test_deep(mem *m) {
  sample s;
  sample_begin(&s, m,
               "void reach_error(void);\n"
               "int f(int n) { char b[100]; b[n % 100] = 1; return n ? f(n - 1)"
               " + b[n % 100] : 0; }\n"
               "int main(void) { if (f(1000000) == 1000000) reach_error(); }");
  expect(&s, C_REPRODUCED, "reach_error");
}

/* Whatever it makes in its folder is removed; a file elsewhere stays empty. */
static void test_files(mem *m) {
  sample s;
  char bytes[1200], path[100];
  struct stat info;
  snprintf(path, sizeof path, "%s-outside", folder);
  snprintf(bytes, sizeof bytes,
           "#include <stdio.h>\n"
           "#include <sys/stat.h>\n"
           "#include <unistd.h>\n"
           "void reach_error(void);\n"
           "int main(void) {\n"
           "  char name[240];\n"
           "  for (int i = 0; i < 239; i++) name[i] = 'a';\n"
           "  name[239] = 0;\n"
           "  FILE *f = fopen(\"%s\", \"w\");\n"
           "  if (f) { fputs(\"data\", f); fclose(f); }\n"
           "  if (link(\"%s\", \"link\") || symlink(\"/\", \"root\")) ;\n"
           "  for (int i = 0; i < 60; i++) {\n"
           "    fclose(fopen(\"file\", \"w\"));\n"
           "    mkdir(name, 0700); if (chdir(name)) break;\n"
           "  }\n"
           "  chmod(\".\", 0);\n"
           "  reach_error();\n"
           "}\n",
           path, path);
  sample_begin(&s, m, bytes);
  expect(&s, C_REPRODUCED, "reach_error");
  CHECK(stat(path, &info) != 0); /* 0.8.0: it is there, and empty */
  unlink(path);
}

/* Processes of this folder that still run. */
static int alive(const char *mark) {
  char line[200];
  snprintf(line, sizeof line,
           "exec 2>/dev/null; for e in /proc/[0-9]*/environ; do "
           "tr '\\0' '\\n' <$e | grep -q '^CUSTOS_CONFINED=%s' && exit 1; "
           "done; exit 0",
           mark);
  return system(line);
}

static void test_forks(mem *m) {
  sample s;
  sample_begin(&s, m,
               "#include <unistd.h>\n"
               "void reach_error(void);\n"
               "int main(void) {\n"
               "  for (int i = 0; i < 3; i++)\n"
               "    if (fork() == 0) {\n"
               "      if (i == 1) { setsid(); if (fork()) _exit(0); }\n"
               "      for (;;) sleep(100);\n"
               "    }\n"
               "  usleep(50000);\n"
               "  reach_error();\n"
               "}\n");
  expect(&s, C_REPRODUCED, "reach_error");
  CHECK(alive(folder) == 0);
}

/* Time and memory of ours. */

static void test_raises(void) {
  jmp_buf handler;
  mem m;
  sample s;
  static unsigned raised;
  for (volatile int i = 1; i < 400; i += i < 40 ? 13 : 39) {
    mem_init(&m, &budget);
    budget.handler = &handler;
    if (setjmp(handler) == 0) {
      give_widths(&s, &m, 7);
      budget.fail_in = i;
      reproduce(&s);
    } else {
      raised++;
    }
    budget.fail_in = -1;
    budget.handler = NULL;
    mem_clear(&m);
    CHECK(entries() == 0);
    if (raised == 5)
      break;
  }
  CHECK(raised > 2);
  /* The caller's time is over. */
  static bool late;
  mem_init(&m, &budget);
  progress_begin(&clock_of_test, "testing");
  clock_of_test.limit = 1;
  budget.handler = &handler;
  if (setjmp(handler) == 0) {
    sample_begin(&s, &m,
                 "void reach_error(void);\n"
                 "int main(int n, char **v) { while (n) ; reach_error(); }\n");
    reproduce(&s);
  } else {
    late = true;
  }
  budget.handler = NULL;
  clock_of_test.limit = 0;
  mem_clear(&m);
  CHECK(late);
  CHECK(entries() == 0);
}

int main(void) {
  mem m;
  if (system(CUSTOS_CLANG
             " --version >/dev/null 2>&1 && nm --version >/dev/null "
             "2>&1") != 0) {
    printf("skipped: no clang\n");
    return check_end();
  }
  snprintf(folder, sizeof folder, "/tmp/custos-test-XXXXXX");
  if (!mkdtemp(folder))
    return 1;
  setenv("TMPDIR", folder, 1);
  mem_init(&m, &budget);
  progress_begin(&clock_of_test, "testing");
  test_inputs(&m);
  test_narrow(&m);
  test_file(&m);
  test_assertion(&m);
  test_own_functions(&m);
  test_arithmetic(&m);
  test_faults(&m);
  test_uninitialised(&m);
  test_heap(&m);
  test_externs(&m);
  test_libraries(&m);
  test_main_words(&m);
  test_several_files(&m);
  test_rejected(&m);
  test_endless(&m);
  test_much_output(&m);
  test_memory(&m);
  test_deep(&m);
  test_files(&m);
  test_forks(&m);
  mem_clear(&m);
  test_raises();
  CHECK(rmdir(folder) == 0);
  return check_end();
}
