#include "tests/unit/lang/bp/bp_text.h"

#define MAIN(text) "decl g, turn;\nvoid main(p) begin decl x;\n" text "\nend"
#define F "bool<2> f(a) begin return a, T; end "

static void test_words(void) {
  CHECK(bench_refuses(MAIN("x := @;"), 3, 6, "'@' means nothing here"));
  CHECK(bench_refuses(MAIN("x := \xC3;"), 3, 6, "byte 0xc3 means nothing"));
  CHECK(bench_refuses(MAIN("x := x == g;"), 3, 8, "'equal' is '='"));
  CHECK(bench_refuses(MAIN("x := 1x;"), 3, 6, "cannot begin with a digit"));
  CHECK(bench_refuses(MAIN("x := 2;"), 3, 6, "'2' is no value: there are 0"));
  CHECK(bench_refuses(MAIN("x := 00;"), 3, 6, "'00' is no value"));
  CHECK(bench_refuses(MAIN("{x\n} := T;"), 3, 1, "no '}' on its line"));
  CHECK(bench_refuses("void main() begin end /* x", 1, 23, "has no end"));
  CHECK(bench_refuses("decl x\n= T; void main() begin end", 2, 1,
                      "'=' where ',' or ';'"));
}

static void test_declarations(void) {
  CHECK(bench_refuses("", 1, 1, "ends without a procedure 'main'"));
  CHECK(bench_refuses("void Main() begin end\n", 2, 1, "'main'"));
  CHECK(bench_refuses("decl ;void main() begin end", 1, 6, "name of a vari"));
  CHECK(bench_refuses("decl _;void main() begin end", 1, 6, "'_' where the"));
  CHECK(bench_refuses("decl if;void main() begin end", 1, 6,
                      "the keyword 'if' where the name of a variable"));
  CHECK(bench_refuses("decl a, b, a; void main() begin end", 1, 12,
                      "the variable 'a' is declared already"));
  CHECK(bench_refuses("int main() begin end void main() begin end", 1, 1,
                      "'int' where 'decl', 'void' or 'bool' should be"));
  CHECK(bench_refuses("void main begin end", 1, 11, "'begin' where '('"));
  CHECK(bench_refuses("void main() skip; end", 1, 13, "where 'begin'"));
  CHECK(bench_refuses("void () begin end", 1, 6, "the name of a procedure"));
  CHECK(bench_refuses("void main(a b) begin end", 1, 13, "',' or ')'"));
  CHECK(bench_refuses("void main(a,) begin end", 1, 13, "a parameter"));
  CHECK(bench_refuses("bool<> main() begin end", 1, 6, "number of results"));
  CHECK(bench_refuses("bool<1001> main() begin end", 1, 6, "at most 1000"));
  CHECK(bench_refuses("bool<99999999999999> main() begin end", 1, 6, "most"));
  CHECK(bench_refuses("bool<2 main() begin end", 1, 8, "'main' where '>'"));
  CHECK(bench_refuses("void main(a, a) begin end", 1, 14,
                      "the parameter 'a' is declared already in 'main'"));
  CHECK(bench_refuses("void main(a) begin decl b; decl a; end", 1, 33,
                      "the variable 'a' is declared already in 'main'"));
  CHECK(bench_refuses("void main() begin end\nvoid main() begin end", 2, 6,
                      "procedure 'main' is declared already, on line 1"));
  CHECK(bench_refuses("void main() begin skip;", 1, 24,
                      "the text ends where a statement or 'end'"));
  CHECK(bench_refuses("void f() begin skip;\nvoid main() begin end", 2, 1,
                      "'void' where a statement or 'end'"));
}

static void test_statements(void) {
  CHECK(bench_refuses(MAIN("x := T y := F;"), 3, 8, "an operator or ';'"));
  CHECK(bench_refuses(MAIN("x = T;"), 3, 3, "'=' where ':', '(', ',' or ':='"));
  CHECK(bench_refuses(MAIN("x, := T;"), 3, 4, "a variable or '_'"));
  CHECK(bench_refuses(MAIN("x, g T;"), 3, 6, "'T' where ',' or ':='"));
  CHECK(bench_refuses(MAIN("x := ;"), 3, 6, "';' where an expression"));
  CHECK(bench_refuses(MAIN("* ;"), 3, 1, "'*' where a statement or 'end'"));
  CHECK(bench_refuses(MAIN("7 x := T;"), 3, 3, "':', behind the number"));
  CHECK(bench_refuses(MAIN("goto ;"), 3, 6, "a label"));
  CHECK(bench_refuses(MAIN("dead ;"), 3, 6, "a variable"));
  CHECK(bench_refuses(MAIN("assert x;"), 3, 8, "'x' where '('"));
  CHECK(bench_refuses(MAIN("assume(x;"), 3, 9, "an operator or ')'"));
  CHECK(bench_refuses(MAIN("print x;"), 3, 7, "'x' where '('"));
  CHECK(bench_refuses(MAIN("enforce ;"), 3, 9, "an expression"));
  CHECK(bench_refuses(MAIN("skip skip;"), 3, 6, "'skip' where ';'"));
  CHECK(bench_refuses(MAIN("call x := T;"), 3, 6, "this is no call"));
  CHECK(bench_refuses(MAIN("begin"), 3, 1, "'begin' where a statement"));
  CHECK(bench_refuses(MAIN("x := f(x) & g;"), 3, 11, "';', behind the call,"));
  CHECK(bench_refuses(MAIN("x := g & f(x);"), 3, 10, "a statement of its own"));
  CHECK(bench_refuses(MAIN("x := f(x) constrain 'x;"), 3, 11, "not for calls"));
}

static void test_expressions(void) {
  CHECK(bench_refuses(MAIN("x := (x;"), 3, 8, "an operator or ')'"));
  CHECK(bench_refuses(MAIN("x := x);"), 3, 7, "an operator or ';'"));
  CHECK(bench_refuses(MAIN("x := schoose(x, x);"), 3, 13, "'[' should be"));
  CHECK(bench_refuses(MAIN("x := schoose[x];"), 3, 15, "an operator or ','"));
  CHECK(bench_refuses(MAIN("x := schoose[x,x;"), 3, 17, "an operator or ']'"));
  CHECK(bench_refuses(MAIN("x := x & | g;"), 3, 10, "an expression"));
  CHECK(bench_refuses(MAIN("x := _;"), 3, 6, "'_' has no value"));
  CHECK(bench_refuses(MAIN("x := ' ;"), 3, 8, "a variable"));
  CHECK(bench_refuses(MAIN("x := 'x;"), 3, 6, "is for the 'constrain' of an"));
  CHECK(bench_refuses(MAIN("enforce 'x;"), 3, 9, "for the 'constrain'"));
  CHECK(bench_refuses(MAIN("constrain('x);"), 3, 11, "for the 'constrain'"));
}

static void test_blocks(void) {
  CHECK(bench_refuses(MAIN("if (x) skip; fi;"), 3, 8, "operator or 'then'"));
  CHECK(bench_refuses(MAIN("if (x &) then skip; else fi;"), 3, 8, "an expr"));
  CHECK(bench_refuses(MAIN("while (x) then skip; od;"), 3, 11, "or 'do'"));
  CHECK(bench_refuses(MAIN("skip; fi;"), 3, 7, "'fi', but no 'if' is open"));
  CHECK(bench_refuses(MAIN("else skip;"), 3, 1, "'else', but no 'if'"));
  CHECK(bench_refuses(MAIN("od"), 3, 1, "'od', but no 'while' is open"));
  CHECK(bench_refuses(MAIN("if (x) then while (x) do\nfi;"), 4, 1,
                      "'fi', but the 'while' of line 3 is open: 'od'"));
  CHECK(bench_refuses(MAIN("while (x) do if (x) then od"), 3, 26,
                      "'od', but the 'if' of line 3 is open: 'fi'"));
  CHECK(bench_refuses(MAIN("if (x) then"), 4, 1,
                      "'end', but the 'if' of line 3 is open: 'fi'"));
  CHECK(bench_refuses(MAIN("if (x) then else else fi"), 3, 18,
                      "'else' behind the 'else': 'fi' should be here"));
  CHECK(bench_refuses(MAIN("if (x) then else elsif (x) then fi"), 3, 18,
                      "'elsif' behind the 'else'"));
}

static void test_names(void) {
  CHECK(bench_refuses(MAIN("x := turm; x := turm;"), 3, 6,
                      "'turm' is not declared (did you mean 'turn'?)"));
  CHECK(bench_refuses(MAIN("quite := x;"), 3, 1, "'quite' is not declared"));
  CHECK(bench_refuses(MAIN("x := x constrain 'turm;"), 3, 19, "'turn'?"));
  CHECK(bench_refuses(MAIN("dead turm;"), 3, 6, "'turn'?"));
  CHECK(bench_refuses(MAIN("enforce turm;"), 3, 9, "'turn'?"));
  CHECK(bench_refuses(MAIN("print(turm);"), 3, 7, "'turn'?"));
  CHECK(bench_refuses(MAIN("x := main;"), 3, 6, "'main' is a procedure"));
  CHECK(bench_refuses(F MAIN("x := a;"), 3, 6, "'a' is not declared"));
  CHECK(bench_refuses(MAIN("mainn(T);"), 3, 1,
                      "no procedure 'mainn' (did you mean 'main'?)"));
  CHECK(bench_refuses(MAIN("loop: goto lop;"), 3, 12,
                      "no label 'lop' in 'main' (did you mean 'loop'?)"));
  CHECK(bench_refuses("void f() begin L: skip; end " MAIN("goto L;"), 3, 6,
                      "there is no label 'L' in 'main'"));
  CHECK(bench_refuses(MAIN("L: skip;\nL: skip;"), 4, 1,
                      "the label 'L' is there already, on line 3"));
}

static void test_numbers(void) {
  CHECK(bench_refuses(MAIN("x, g := T;"), 3, 1,
                      "2 variables before ':=', 1 value behind it"));
  CHECK(bench_refuses(MAIN("x := T, F, T;"), 3, 1,
                      "1 variable before ':=', 3 values behind it"));
  CHECK(bench_refuses(F MAIN("x, g := f();"), 3, 9,
                      "'f' has 1 parameter, this call has 0 arguments"));
  CHECK(bench_refuses(F MAIN("f(x, g);"), 3, 1,
                      "'f' has 1 parameter, this call has 2 arguments"));
  CHECK(bench_refuses(F MAIN("x := f(g);"), 3, 1,
                      "'f' has 2 results, before ':=' is 1 variable"));
  CHECK(bench_refuses(MAIN("x := main(T);"), 3, 1,
                      "'main' has 0 results, before ':=' is 1 variable"));
  CHECK(bench_refuses(MAIN("return x;"), 3, 1,
                      "'main' has 0 results, this returns 1 value"));
  CHECK(bench_refuses("bool<3> main() begin return T, F; end", 1, 22,
                      "'main' has 3 results, this returns 2 values"));
}

static void test_threads(void) {
  CHECK(bench_refuses(MAIN("start_thread goto L; L: skip;"), 3, 1,
                      "'start_thread' is for threads: only sequential"));
  CHECK(bench_refuses(MAIN("end_thread;"), 3, 1, "'end_thread' is for thr"));
  CHECK(bench_refuses(MAIN("sync x;"), 3, 1, "'sync' is for threads"));
  CHECK(bench_refuses(MAIN("ASYNC_1: main(x);"), 3, 1,
                      "the label 'ASYNC_1' starts a thread: only sequential"));
}

/* Several wrong statements are all told, in the order of the text. */
static void test_recovery(void) {
  bp_bench *x = bench_new();
  CHECK(!bench_read(x, "decl a b;\nvoid f( begin x := ; end\n"
                       "void g() begin\n  if (then skip; fi;\n  y := 3;\n"
                       "  while T do goto; od\nend\nwho() begin skip; z; end\n"
                       "void main() begin assert(T) end"));
  CHECK(x->report.count == 8);
  CHECK(bench_says(x, 0, 1, 8, "',' or ';'"));
  CHECK(bench_says(x, 1, 2, 9, "the keyword 'begin' where a parameter"));
  CHECK(bench_says(x, 2, 2, 20, "an expression"));
  CHECK(bench_says(x, 3, 4, 7, "'then' where an expression"));
  CHECK(bench_says(x, 4, 5, 8, "'3' is no value"));
  CHECK(bench_says(x, 5, 6, 18, "';' where a label"));
  CHECK(bench_says(x, 6, 8, 1, "'who' where 'decl'"));
  CHECK(bench_says(x, 7, 8, 20, "';' where ':', '('"));
  bench_delete(x);
  x = bench_new();
  CHECK(!bench_read(x, "void f() begin a := b; g(); goto c; end\n"
                       "bool main() begin return T, a, b; end"));
  CHECK(x->report.count == 7);
  CHECK(bench_says(x, 6, 2, 32, "'b' is not declared"));
  bench_delete(x);
}

/* More than can be told: no time is spent on it. */
static void test_many(void) {
  enum { COUNT = 100000 };
  static char text[COUNT * 16];
  size_t used = (size_t)sprintf(text, "void main() begin\n");
  for (int i = 0; i < COUNT; i++)
    used += (size_t)sprintf(text + used, "v%d := F;\n", i);
  sprintf(text + used, "end");
  bp_bench *x = bench_new();
  CHECK(!bench_read(x, text));
  CHECK(x->report.count == COUNT);
  bench_delete(x);
}

/* Nesting costs no stack; expressions have a depth that others can bear. */
static void test_depth(void) {
  enum { DEPTH = 100000 };
  static char text[DEPTH * 20];
  size_t used = (size_t)sprintf(text, "void main() begin assume(");
  for (int i = 0; i < DEPTH; i++)
    used += (size_t)sprintf(text + used, "(");
  used += (size_t)sprintf(text + used, "T");
  for (int i = 0; i < DEPTH; i++)
    used += (size_t)sprintf(text + used, ")");
  used += (size_t)sprintf(text + used, ");");
  for (int i = 0; i < DEPTH; i++)
    used += (size_t)sprintf(text + used, "if * then ");
  for (int i = 0; i < DEPTH; i++)
    used += (size_t)sprintf(text + used, "fi ");
  sprintf(text + used, "end");
  bp_bench *x = bench_new();
  CHECK(bench_read(x, text));
  bench_delete(x);
  used = (size_t)sprintf(text, "void main() begin assume(");
  for (int i = 0; i < BP_MOST_DEPTH; i++)
    used += (size_t)sprintf(text + used, "!");
  sprintf(text + used, "T); end");
  x = bench_new();
  CHECK(bench_read(x, text));
  bench_delete(x);
  sprintf(text + used, "!T); end");
  CHECK(bench_refuses(text, 1, 26, "more than 5000 operators inside one"));
}

int main(void) {
  test_words();
  test_declarations();
  test_statements();
  test_expressions();
  test_blocks();
  test_names();
  test_numbers();
  test_threads();
  test_recovery();
  test_many();
  test_depth();
  return check_end();
}
