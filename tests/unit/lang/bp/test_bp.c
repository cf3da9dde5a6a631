#include "tests/unit/corpora.h"
#include "tests/unit/lang/bp/bp_text.h"

#include <stdio.h>

static bool means(const char *input, const char *expected) {
  bp_bench *x = bench_new();
  bool right =
      bench_read(x, input) && strcmp(bench_tell(x, false), expected) == 0;
  if (!right)
    printf("in: %s\n%s:%u:%u %s\n%s\nexpected:\n%s", input,
           x->report.entries[0].file, x->report.entries[0].line,
           x->report.entries[0].column, x->report.entries[0].message,
           x->text.at ? x->text.at : "", expected);
  bench_delete(x);
  return right;
}

#define NO_GLOBALS "0 > 1 \"decl\"*\n"

static void test_simple(void) {
  CHECK(means("void main() begin end",
              NO_GLOBALS "1 > 2 call 3 \"main()\"\n3 return \"end\"\n"));
  CHECK(means("decl x, y; void main(a) begin decl l; x, l := a, *; end",
              "0 > 1 x:=any y:=any \"decl\"*\n"
              "1 > 2 call 3 a:=any \"main(*)\"\n"
              "3 > 4 l:=any \"begin\"*\n"
              "4 > 5 x:=a l:=any \"x, l := a, *\"\n"
              "5 return \"end\"\n"));
  CHECK(means("void main() begin decl x; x := schoose[x, !x] constrain 'x => "
              "x; _ := T; dead x; end",
              NO_GLOBALS "1 > 2 call 3 \"main()\"\n"
                         "3 > 4 x:=any \"begin\"*\n"
                         "4 > 5 x:=choose(x,not(x)) where implies(x+,x) "
                         "\"x := schoose[x, !x] constrain 'x => x\"\n"
                         "5 > 6 \"_ := T\"\n"
                         "6 > 7 x:=any \"dead x\"\n"
                         "7 return \"end\"\n"));
  CHECK(means("decl x; void main() begin assert(x); assume(!x); constrain(x);"
              "abortif x; print(x, T); skip; atomic_begin; atomic_end end;",
              "0 > 1 x:=any \"decl\"*\n"
              "1 > 2 call 3 \"main()\"\n"
              "3 > 5 if x \"assert(x)\"\n"
              "3 > 4 if not(x) \"assert(x)\"\n"
              "5 > 6 if not(x) \"assume(!x)\"\n"
              "6 > 7 if x \"constrain(x)\"\n"
              "7 > 8 if not(x) \"abortif x\"\n"
              "8 > 9 \"print(x, T)\"\n"
              "9 > 10 \"skip\"\n"
              "10 > 11 \"atomic_begin\"\n"
              "11 > 12 \"atomic_end\"\n"
              "12 return \"end\"\n"
              "assert \"x\" 4\n"));
}

static void test_blocks(void) {
  CHECK(means("void main() begin if (*) then skip; elsif (T) then else "
              "return; fi while (F) do od end",
              NO_GLOBALS "1 > 2 call 3 \"main()\"\n"
                         "3 > 4 if any \"if (*) then\"\n"
                         "3 > 5 if not(any) \"if (*) else\"\n"
                         "4 > 7 \"skip\"\n"
                         "5 > 7 if 1 \"elsif (T) then\"\n"
                         "5 > 6 if not(1) \"elsif (T) else\"\n"
                         "6 return \"return\"\n"
                         "7 > 7 if 0 \"while (F) do\"\n"
                         "7 > 8 if not(0) \"while (F) od\"\n"
                         "8 return \"end\"\n"));
  CHECK(means("void main() begin while * do while ? do skip; od; od; "
              "if * then fi; end",
              NO_GLOBALS "1 > 2 call 3 \"main()\"\n"
                         "3 > 4 if any \"while (*) do\"\n"
                         "3 > 6 if not(any) \"while (*) od\"\n"
                         "4 > 5 if any \"while (*) do\"\n"
                         "4 > 3 if not(any) \"while (*) od\"\n"
                         "5 > 4 \"skip\"\n"
                         "6 > 7 if any \"if (*) then\"\n"
                         "6 > 7 if not(any) \"if (*) else\"\n"
                         "7 return \"end\"\n"));
}

static void test_labels(void) {
  CHECK(means("void main() begin A: 12: skip; goto A, 12; B: ; C: end",
              NO_GLOBALS "1 > 2 call 3 \"main()\"\n"
                         "3 > 4 \"skip\"\n"
                         "4 > 3 \"goto A, 12\"\n"
                         "4 > 3 \"goto A, 12\"\n"
                         "5 > 6 \"skip\"\n"
                         "6 return \"end\"\n"
                         "A = 3\n12 = 3\nB = 5\nC = 5\n"));
  /* At the end of a block a label is not what follows the block. */
  CHECK(means("void main() begin if (*) then L: fi; skip; goto L; end",
              NO_GLOBALS "1 > 2 call 3 \"main()\"\n"
                         "3 > 4 if any \"if (*) then\"\n"
                         "3 > 5 if not(any) \"if (*) else\"\n"
                         "4 > 5 \"skip\"\n"
                         "5 > 6 \"skip\"\n"
                         "6 > 4 \"goto L\"\n"
                         "L = 4\n"));
}

static void test_calls(void) {
  CHECK(means("bool<2> f(a, b) begin return a, b; end "
              "void main() begin decl x; x, _ := f(x, *); f(T, F); end",
              NO_GLOBALS
              "1 > 2 call 4 \"main()\"\n"
              "3 return result 1:=a result 2:=b \"return a, b\"\n"
              "4 > 5 x:=any \"begin\"*\n"
              "5 > 6 call 3 a:=x b:=any \"x, _ := f(x, *)\"\n"
              "6 > 7 x:=result 1 result 1:=0 result 2:=0 \"x, _ := f(x, *)\"\n"
              "7 > 8 call 3 a:=1 b:=0 \"f(T, F)\"\n"
              "8 > 9 result 1:=0 result 2:=0 \"f(T, F)\"\n"
              "9 return \"end\"\n"));
  /* Without results a call goes on directly; results that are not given may be
   * anything. */
  CHECK(means("void f() begin call f(); end bool main() begin call f(); end",
              NO_GLOBALS "1 > 2 call 5 \"main()\"\n"
                         "3 > 4 call 3 \"f()\"\n"
                         "4 return \"end\"\n"
                         "5 > 6 call 3 \"f()\"\n"
                         "6 return result 1:=any \"end\"\n"));
}

static void test_enforce(void) {
  CHECK(means("decl g; void f() begin enforce g; skip; decl x; g := T "
              "constrain x; f(); enforce !x; end void main() begin f(); end",
              "0 > 1 g:=any \"decl\"*\n"
              "1 > 2 call 9 \"main()\"\n"
              "3 > 4 x:=any where and(g+,not(x+)) \"begin\"*\n"
              "4 > 5 \"skip\"\n"
              "5 > 6 g:=1 where and(x,and(g+,not(x+))) \"g := T constrain x\"\n"
              "6 > 7 call 3 \"f()\"\n"
              "7 > 8 where and(g+,not(x+)) \"f()\"\n"
              "8 return \"end\"\n"
              "9 > 10 call 3 \"f()\"\n"
              "10 return \"end\"\n"));
  CHECK(means("decl g; void main(a) begin enforce a | g; end",
              "0 > 1 g:=any \"decl\"*\n"
              "1 > 2 call 3 a:=any \"main(*)\"\n"
              "3 > 4 where or(a+,g+) \"begin\"*\n"
              "4 return \"end\"\n"));
}

static void test_names(void) {
  /* A local that has the name of a global is meant in all its procedure; names
   * may be declared behind their use. */
  bp_bench *x = bench_new();
  CHECK(bench_read(x, "void main() begin x := y; decl x; end decl x, y;"));
  CHECK(x->prog.variables.count == 3);
  const prog_edge *e = &x->prog.edges.at[3];
  const prog_assignment *a = &x->prog.assignments.at[e->first_assignment];
  CHECK(x->prog.variables.at[a->variable].procedure == 1);
  bench_delete(x);
  CHECK(means("decl {x > 0}, $a.b_1;\n// no\nvoid main() begin /* ; \n */ "
              "{x > 0} := $a.b_1; end",
              "0 > 1 {x > 0}:=any $a.b_1:=any \"decl\"*\n"
              "1 > 2 call 3 \"main()\"\n"
              "3 > 4 {x > 0}:=$a.b_1 \"{x > 0} := $a.b_1\"\n"
              "4 return \"end\"\n"));
  CHECK(means("dfs void main() begin end",
              NO_GLOBALS "1 > 2 call 3 \"main()\"\n3 return \"end\"\n"));
  CHECK(means("bool<0> main() begin end",
              NO_GLOBALS "1 > 2 call 3 \"main()\"\n3 return \"end\"\n"));
}

static bool reads_as(const char *expression, const char *tree,
                     const char *text) {
  char input[1000], expected[1000];
  snprintf(input, sizeof input,
           "decl a, b, c, d; void main() begin assume(%s); end", expression);
  snprintf(expected, sizeof expected, "3 > 4 if %s \"assume(%s)\"\n", tree,
           text);
  bp_bench *x = bench_new();
  bool right =
      bench_read(x, input) && strstr(bench_tell(x, false), expected) != NULL;
  if (!right)
    printf("%s: wanted %sgot %s\n", expression, expected,
           x->text.at ? x->text.at : "");
  bench_delete(x);
  return right;
}

static void test_expressions(void) {
  CHECK(reads_as("a & b | c ^ d = a", "equal(xor(or(and(a,b),c),d),a)",
                 "a & b | c ^ d = a"));
  CHECK(reads_as("a = b | c & d", "equal(a,or(b,and(c,d)))", "a = b | c & d"));
  CHECK(reads_as("a => b = c != d", "implies(a,equal(b,differs(c,d)))",
                 "a => b = c != d"));
  CHECK(reads_as("(a => b) => c", "implies(implies(a,b),c)", "(a => b) => c"));
  CHECK(reads_as("a => (b => c)", "implies(a,implies(b,c))", "a => b => c"));
  CHECK(reads_as("a ^ b ^ c", "xor(xor(a,b),c)", "a ^ b ^ c"));
  CHECK(reads_as("a ^ (b ^ c)", "xor(a,xor(b,c))", "a ^ (b ^ c)"));
  CHECK(reads_as("a&&b||c", "or(and(a,b),c)", "a & b | c"));
  CHECK(reads_as("a & (b | c)", "and(a,or(b,c))", "a & (b | c)"));
  CHECK(reads_as("!a = b", "equal(not(a),b)", "!a = b"));
  CHECK(reads_as("~(a = b)", "not(equal(a,b))", "!(a = b)"));
  CHECK(reads_as("!~!a", "not(not(not(a)))", "!!!a"));
  CHECK(
      reads_as("((T)) & 1 & F & 0", "and(and(and(1,1),0),0)", "T & T & F & F"));
  CHECK(reads_as("schoose[a | b, !c] & ?", "and(choose(or(a,b),not(c)),any)",
                 "schoose[a | b, !c] & *"));
  CHECK(reads_as("schoose[schoose[a,b],(c)]", "choose(choose(a,b),c)",
                 "schoose[schoose[a, b], c]"));
}

static void test_positions(void) {
  bp_bench *x = bench_new();
  CHECK(bench_read(x, "decl x;\nbool f(a) begin\n  L: x := a;\nend\n\n"
                      "void main() begin\n  x := f(T);\n"
                      "  if (x) then\n    assert(x);\n  fi;\nend\n"));
  CHECK(strcmp(bench_tell(x, true),
               "0:0 0 > 1 x:=any \"decl\"*\n"
               "6:6 1 > 2 call 5 \"main()\"\n"
               "3:6 3 > 4 x:=a \"x := a\"\n"
               "4:1 4 return result 1:=any \"end\"\n"
               "7:3 5 > 6 call 3 a:=1 \"x := f(T)\"\n"
               "7:3 6 > 7 x:=result 1 result 1:=0 \"x := f(T)\"\n"
               "8:3 7 > 8 if x \"if (x) then\"\n"
               "8:3 7 > 10 if not(x) \"if (x) else\"\n"
               "9:5 8 > 10 if x \"assert(x)\"\n"
               "9:5 8 > 9 if not(x) \"assert(x)\"\n"
               "11:1 10 return \"end\"\n"
               "L = 3\nassert \"x\" 9\n") == 0);
  const prog_location *at = x->prog.locations.at;
  CHECK(at[3].line == 3 && at[3].column == 6 && at[6].line == 0);
  CHECK(x->prog.claims.at[0].line == 9 && x->prog.claims.at[0].column == 5);
  CHECK(x->prog.claims.at[0].kind == PROG_ASSERTION);
  CHECK(x->prog.procedures.at[1].line == 2 && x->prog.main == 2);
  CHECK(strcmp(x->prog.language->name, "bp") == 0);
  bench_delete(x);
}

static const char *const program = "decl x, y.z, f.a; "
                                   "bool f(a, {b c}) begin decl e; end "
                                   "void {g h}() begin decl i; end "
                                   "void main() begin decl i; end";

static bool condition(const char *text, const char *tree, uint32_t procedure) {
  bp_bench *x = bench_new();
  uint32_t e, f;
  bool right =
      bench_read(x, program) &&
      x->prog.language->read_condition(&x->mem, &x->prog, text, strlen(text),
                                       "f", 5, 7, &x->report, &e, &f);
  if (right) {
    desk_empty(&x->text);
    bench_expression(x, e);
    right = strcmp(x->text.at, tree) == 0 && f == procedure;
    CHECK(strcmp(prog_validate(&x->mem, &x->prog), "") == 0);
  }
  if (!right)
    printf("%s: wanted %s, got %s\n", text, tree,
           x->report.count ? x->report.entries[0].message : x->text.at);
  bench_delete(x);
  return right;
}

static bool no_condition(const char *text, uint32_t column, const char *part) {
  bp_bench *x = bench_new();
  uint32_t e, f;
  bool right =
      bench_read(x, program) &&
      !x->prog.language->read_condition(&x->mem, &x->prog, text, strlen(text),
                                        "f", 5, 7, &x->report, &e, &f) &&
      bench_says(x, 0, 5, column, part) && x->report.count == 1;
  bench_delete(x);
  return right;
}

static void test_conditions(void) {
  CHECK(condition("x", "x", PROG_NONE));
  CHECK(condition("x = !y.z", "equal(x,not(y.z))", PROG_NONE));
  CHECK(condition("f.a", "f.a", PROG_NONE)); /* the global comes first */
  CHECK(condition("f.{b c} & f.e", "and({b c},e)", 1));
  CHECK(condition("{g h}.i | x", "or(i,x)", 2));
  CHECK(condition("main.i", "i", 3));
  CHECK(condition("T & 0", "and(1,0)", PROG_NONE));
  CHECK(no_condition("", 7, "the text ends where an expression"));
  CHECK(no_condition("x x", 9, "'x' where an operator or the end"));
  CHECK(no_condition("x & *", 11, "'*' means nothing in a formula"));
  CHECK(no_condition("schoose[x,x]", 7, "'schoose' means nothing"));
  CHECK(no_condition("x & 'x", 11, "the next value of a variable means"));
  CHECK(no_condition("i", 7, "'i' is local: did you mean '{g h}.i'?"));
  CHECK(no_condition("y.y", 7, "no global variable 'y.y' (did you mean 'y.z'"));
  CHECK(no_condition("nothing", 7, "there is no global variable 'nothing'"));
  CHECK(no_condition("f.q", 7, "'f.q': there is no such variable in 'f'"));
  CHECK(no_condition("f.e & main.i", 13, "locals of 'f' and 'main' in one"));
  CHECK(no_condition("result 1", 14, "'1' where an operator"));
  CHECK(no_condition("x @", 9, "'@' means nothing here"));
}

/* The corpus, if it is there. */

static bool read_corpus_file(bp_bench *x, const char *name) {
  char path[200];
  static char bytes[1 << 16];
  snprintf(path, sizeof path, "%s/%s", corpora("corpus/boolean/boppo"), name);
  FILE *file = fopen(path, "r");
  CHECK(file != NULL);
  if (!file)
    return false;
  size_t length = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  return bench_read_bytes(x, bytes, length);
}

static void test_corpus(void) {
  FILE *list = fopen(corpora("corpus/boolean/boppo/verdicts.tsv"), "r");
  char line[200], name[100], verdict[100], threads[100];
  unsigned sequential = 0, concurrent = 0;
  if (!list) {
    printf("skipped: the corpus of Boolean programs is not there\n");
    return;
  }
  while (fgets(line, sizeof line, list)) {
    if (sscanf(line, "%99s %99s %99s", name, verdict, threads) != 3 ||
        strcmp(name, "file") == 0)
      continue;
    bool is_concurrent = strcmp(threads, "yes") == 0;
    bp_bench *x = bench_new();
    bool good = read_corpus_file(x, name);
    CHECK(good == !is_concurrent);
    for (size_t i = 0; i < x->report.count && i < REPORT_MOST; i++)
      CHECK(strstr(x->report.entries[i].message,
                   "only sequential programs are supported"));
    *(is_concurrent ? &concurrent : &sequential) += 1;
    bench_delete(x);
  }
  fclose(list);
  CHECK(sequential == 23 && concurrent == 14);
}

/* Whichever allocation fails, nothing is lost. */
static void test_allocation(void) {
  volatile bool done = false;
  for (volatile int64_t n = 0; !done && n < 10000; n++) {
    bp_bench *x = bench_new();
    jmp_buf handler;
    x->budget.handler = &handler;
    x->budget.fail_in = n;
    if (setjmp(handler) == 0) {
      CHECK(bench_read(x, "decl g; bool f(a) begin enforce g; L: return !a; "
                          "end void main() begin decl x; while (*) do x := "
                          "f(g); assert(x = g); od goto M; M: skip; end"));
      done = true;
    }
    bench_delete(x);
  }
  CHECK(done);
}

int main(void) {
  test_simple();
  test_blocks();
  test_labels();
  test_calls();
  test_enforce();
  test_names();
  test_expressions();
  test_positions();
  test_conditions();
  test_corpus();
  test_allocation();
  return check_end();
}
