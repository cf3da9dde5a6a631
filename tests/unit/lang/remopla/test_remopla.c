#include "lang/remopla/remopla.h"
#include "tests/unit/check.h"

#include <stdlib.h>
#include <string.h>

typedef struct bench {
  mem_budget budget;
  mem mem;
  progress clock;
  report report;
  prog program;
} bench;

static bench *bench_new(void) {
  bench *x = calloc(1, sizeof *x);
  x->budget.fail_in = -1;
  mem_init(&x->mem, &x->budget);
  x->clock.budget = &x->budget;
  progress_begin(&x->clock, "read");
  return x;
}

static void bench_delete(bench *x) {
  mem_clear(&x->mem);
  free(x);
}

static bool bench_read(bench *x, const char *text, const define *d,
                       size_t count) {
  bool is_good = remopla_read(&x->mem, &x->program, "t.rem", text, strlen(text),
                              d, count, &x->report, &x->clock);
  if (is_good) {
    const char *wrong = prog_validate(&x->mem, &x->program);
    if (*wrong)
      printf("%s\nin: %s\n", wrong, text);
    CHECK(!*wrong);
  }
  CHECK(is_good == (x->report.count == 0));
  return is_good;
}

/* The first thing that is told, and where. */
static bool refuses(const char *text, uint32_t line, uint32_t column,
                    const char *part) {
  bench *x = bench_new();
  const report_entry *e = &x->report.entries[0];
  bool right = !bench_read(x, text, NULL, 0) && e->line == line &&
               e->column == column && strstr(e->message, part) != NULL;
  if (!right)
    printf("%zu told, first %u:%u: %s\nin: %s\n", x->report.count, e->line,
           e->column, e->message, text);
  bench_delete(x);
  return right;
}

/* The same within a module that has a few things to talk about. */
#define HEAD                                                                   \
  "define N 3\n"                                                               \
  "enum E { red, green, blue }; enum F { on, off };\n"                         \
  "struct S { int x(2); bool b; int y[2](1); };\n"                             \
  "int i(2), a[N](2), m[2][3](1), r[2,4](1); bool f, g[N]; enum E e;\n"        \
  "enum F o; struct S s, t; struct S u[2];\n"                                  \
  "module int(2) h(int n(2), bool c) { return n; }\n"                          \
  "module void main() {\n"

static bool refuses_in(const char *body, uint32_t column, const char *part) {
  char text[2000];
  snprintf(text, sizeof text, HEAD "%s\n}\n", body);
  return refuses(text, 8, column, part);
}

static bool accepts_in(const char *body) {
  char text[2000];
  snprintf(text, sizeof text, HEAD "%s\n}\n", body);
  bench *x = bench_new();
  bool right = bench_read(x, text, NULL, 0);
  if (!right)
    printf("%u:%u: %s\nin: %s\n", x->report.entries[0].line,
           x->report.entries[0].column, x->report.entries[0].message, body);
  bench_delete(x);
  return right;
}

static void test_declaration_errors(void) {
  CHECK(refuses("", 1, 1, "where does it start?"));
  CHECK(refuses("x", 1, 1, "'x' where 'define', a declaration"));
  CHECK(refuses("define", 1, 7, "the text ends where a constant"));
  CHECK(refuses("define if 3", 1, 8, "'if' is a keyword"));
  CHECK(refuses("define N M module void main() {}", 1, 10, "not declared"));
  CHECK(refuses("define N 1/0 module void main() {}", 1, 10, "divided by 0"));
  CHECK(refuses("define N true module void main() {}", 1, 10,
                "must be a constant number"));
  CHECK(refuses("define N 2 define N 3 module void main() {}", 1, 19,
                "'N' is declared already"));
  CHECK(refuses("define N 9999999999 module void main() {}", 1, 10,
                "does not fit 32 bits"));
  CHECK(refuses("int x; module void main() {}", 1, 1, "how many bits?"));
  CHECK(refuses("int x(0); module void main() {}", 1, 1, "1 to 32 bits"));
  CHECK(refuses("int x(33); module void main() {}", 1, 1, "1 to 32 bits"));
  CHECK(refuses("define DEFAULT_INT_BITS 99 module void main() {}", 1, 8,
                "1 to 32 bits, not 99"));
  CHECK(refuses("bool x(2); module void main() {}", 1, 1, "only 'int' has"));
  CHECK(refuses("bool x[0]; module void main() {}", 1, 1, "1 to 100000"));
  CHECK(refuses("bool x[3,2]; module void main() {}", 1, 1, "1 to 100000"));
  CHECK(refuses("bool x[400][400]; module void main() {}", 1, 1,
                "more than 100000"));
  CHECK(refuses("bool x[60000], y[60000]; module void main() {}", 1, 16,
                "more than 100000 cells"));
  CHECK(refuses("bool x, x; module void main() {}", 1, 9, "declared already"));
  CHECK(refuses("bool x module", 1, 8, "'module' where ',' or ';'"));
  CHECK(refuses("enum E e; module void main() {}", 1, 1, "no enumeration 'E'"));
  CHECK(refuses("struct S e; module void main() {}", 1, 1, "no structure 'S'"));
  CHECK(refuses("enum E {a, a}; module void main() {}", 1, 12, "already"));
  CHECK(refuses("enum E {a}; enum E {b}; module void main() {}", 1, 18,
                "an enumeration 'E' already"));
  CHECK(refuses("enum {}; module void main() {}", 1, 7, "a value of the enum"));
  CHECK(refuses("struct S {}; module void main() {}", 1, 11, "without fields"));
  CHECK(refuses("struct S { struct T x; }; module void main() {}", 1, 12,
                "a structure within a structure"));
  CHECK(refuses("struct S { bool x, x; }; module void main() {}", 1, 20,
                "'x' is declared already"));
  CHECK(refuses("signed int x; module void main() {}", 1, 1, "no sign"));
  CHECK(refuses("shared int x; module void main() {}", 1, 1, "threads"));
}

static void test_module_errors(void) {
  CHECK(refuses("module void main();", 1, 13, "module 'main' has no body"));
  CHECK(refuses("module void main() {} module void main() {}", 1, 35,
                "a second body"));
  CHECK(refuses("module void f(bool x); module void f() {}", 1, 36,
                "not as it was declared in line 1"));
  CHECK(refuses("module bool f(); module void f() {}", 1, 30, "not as it was"));
  CHECK(refuses("module void f(x) {}", 1, 15, "the type of a parameter"));
  CHECK(refuses("module void f(bool x, bool x) {}", 1, 28, "already"));
  CHECK(refuses("bool x; module void f() { bool x; }", 1, 32, "already"));
  CHECK(refuses("module f() {}", 1, 8, "'f' where a type"));
  CHECK(refuses("module void main() {", 1, 21, "a statement or '}'"));
  CHECK(refuses("init f; module void main() {}", 1, 6, "'f' is not declared"));
  CHECK(refuses("init x; bool x; module void main() {}", 1, 6, "no module"));
  CHECK(refuses("init main; init main; module void main() {}", 1, 12,
                "a second 'init'"));
  CHECK(refuses("init ; module void main() {}", 1, 6, "';' where a module"));
}

static void test_text_ends(void) {
  CHECK(refuses("module void main() { skip }", 1, 27, "'}' where ';'"));
  CHECK(refuses("module void main() { if :: true -> skip; }", 1, 42,
                "'}' where '::' or 'fi'"));
  CHECK(refuses("module void main() { do :: true -> skip; fi }", 1, 42,
                "'fi' where '::' or 'od'"));
}

static void test_statement_errors(void) {
  CHECK(refuses_in("i = j;", 5, "'j' is not declared"));
  CHECK(refuses_in("e = blu;", 5,
                   "'blu' is not declared (did you mean 'blue'?)"));
  CHECK(refuses_in("N = 1;", 1, "'N' is a constant"));
  CHECK(refuses_in("red = 1;", 1, "'red' is a constant"));
  CHECK(refuses_in("h = 1;", 1, "'h' is a module"));
  CHECK(refuses_in("i = h;", 5, "'h' is a module"));
  CHECK(refuses_in("i = f;", 5, "a condition where a number"));
  CHECK(refuses_in("f = i;", 5, "a number where a condition"));
  CHECK(refuses_in("f = i + 1;", 5, "a number where a condition"));
  CHECK(refuses_in("i = 4;", 5, "4 does not fit 2 bits"));
  CHECK(refuses_in("i = i + (1 - 2);", 9, "-1 is negative"));
  CHECK(refuses_in("e = 3;", 5, "values 0 to 2"));
  CHECK(refuses_in("e = i;", 5, "a value of the enumeration"));
  CHECK(refuses_in("e = on;", 5, "a value of the enumeration"));
  CHECK(refuses_in("f = e == o;", 5, "values of two enumerations"));
  CHECK(refuses_in("a = i;", 1, "the types of both sides differ"));
  CHECK(refuses_in("a = 1;", 5, "an array or structure should be here"));
  CHECK(refuses_in("a = g;", 1, "types of both sides differ"));
  CHECK(refuses_in("i = a;", 5, "an array or structure is no value"));
  CHECK(refuses_in("i[0] = 1;", 1, "'i' has 0 dimensions: it is no array"));
  CHECK(refuses_in("m[0] = 1;", 1, "'m' has 2 dimensions"));
  CHECK(refuses_in("a[f] = 1;", 3, "an index is an integer"));
  CHECK(refuses_in("s.z = 1;", 3, "there is no field 'z'"));
  CHECK(refuses_in("i.z = 1;", 3, "'i' is no structure"));
  CHECK(refuses_in("u[0] = s;", 1, "this structure has arrays"));
  CHECK(refuses_in("s.y[0][1] = 1;", 3, "'y' has 1 dimension"));
  CHECK(refuses_in("i' = 1;", 1, "primes are for the conditions of rules"));
  CHECK(refuses_in("i''' = 1;", 4, "at most two primes"));
  CHECK(refuses_in("i = undef + 1;", 5, "'undef' can only be"));
  CHECK(refuses_in("i = 1, i = 2;", 8, "'i' is assigned twice at once"));
  CHECK(refuses_in("a[0] = 1, a[0] = 2;", 11, "'a' is assigned twice"));
  CHECK(refuses_in("a != 1;", 1, "'!=' assigns to numbers"));
  CHECK(refuses_in("E k (0,1) a[k] = 1;", 1, "'E' cannot assign"));
  CHECK(refuses_in("f = A k (0,i) g[k];", 12, "must be a constant number"));
  CHECK(refuses_in("f = A k (0,4096) f;", 5, "more than 4096 values"));
  CHECK(refuses_in("A k (0,4096) a[k] = 1;", 1, "more than 4096 values"));
  CHECK(refuses_in("f = A k (0,1) k;", 15, "a number where a condition"));
  CHECK(refuses_in("skip (i);", 6, "a number where a condition"));
  CHECK(refuses_in("assert i;", 8, "a number where a condition"));
  CHECK(refuses_in("assert (i = 1);", 11, "('==' compares)"));
  CHECK(refuses_in("h(1);", 1, "'h' has 2 parameters, not 1"));
  CHECK(refuses_in("h(1, 2);", 6, "a number where a condition"));
  CHECK(refuses_in("k(1);", 1, "'k' is not declared"));
  CHECK(refuses_in("i(1);", 1, "'i' is no module"));
  CHECK(refuses_in("f = h(1, f);", 1, "'h' returns something else"));
  CHECK(refuses_in("i = main();", 1, "'main' returns nothing"));
  CHECK(refuses_in("return 1;", 8, "'main' returns nothing"));
  CHECK(refuses_in("goto L;", 6, "there is no label 'L'"));
  CHECK(refuses_in("L: skip; L: skip;", 13, "a second label 'L'"));
  CHECK(refuses_in("break;", 1, "'break' outside 'do'"));
  CHECK(refuses_in("if :: f -> break; fi", 12, "'break' outside 'do'"));
  CHECK(refuses_in("fork h(1, f);", 1, "'fork' makes threads"));
  CHECK(refuses_in("if fi", 4, "'fi' where '::'"));
  CHECK(refuses_in("do :: f od", 9, "'od' where '->'"));
  CHECK(refuses_in("if :: else -> skip; :: else -> skip; fi", 24,
                   "a second 'else'"));
  CHECK(refuses_in("i = ;", 5, "';' where an expression"));
  CHECK(refuses_in("i = (1;", 7, "';' where ')'"));
  CHECK(refuses_in("i + 1;", 3, "'+' where '='"));
  CHECK(refuses_in("i = 1 $ 2;", 7, "'$' means nothing here"));
  CHECK(refuses_in("i = 1x;", 5, "cannot begin with a digit"));
  CHECK(refuses_in("\xC3", 1, "byte 0xc3"));
  CHECK(refuses_in("/* open", 1, "no end"));
  CHECK(refuses_in("= 3;", 1, "'=' where a statement"));
}

static void test_rule_errors(void) {
  CHECK(refuses("q <a> --> q <b c d>", 1, 18, "two symbols already"));
  CHECK(refuses("q <a> -> q <b>", 1, 7, "'->' where '-->'"));
  CHECK(refuses("enum E {q}; init a; q <a> --> q <>", 1, 21,
                "is a value of an enumeration"));
  CHECK(refuses("module void m() {} init a; q <a> --> q <m>", 1, 41,
                "'m' is a module: a rule can only call it"));
  CHECK(refuses("module void m() {} init m; q <m> --> q <>", 1, 31,
                "'m' is a module"));
  CHECK(refuses("int x(2); init a; q <a> --> q <> (x'' = 1)", 1, 35,
                "two primes are for locals"));
  CHECK(refuses("int x(2); init a; q <a> --> q <> (x' + 1)", 1, 34,
                "a number where a condition"));
  CHECK(refuses("q <a> --> q <> \"no end", 1, 16, "this text has no end"));
}

/* Many mistakes are told in one run, but not more than the report keeps. */
static void test_recovery(void) {
  bench *x = bench_new();
  CHECK(
      !bench_read(x,
                  "bool 3;\nmodule void main() {\n i = ;\n if :: -> skip; fi\n"
                  " x 4;\n}\nmodule void g( { }\nint\n",
                  NULL, 0));
  CHECK(x->report.count == 6);
  CHECK(x->report.entries[1].line == 3 && x->report.entries[2].line == 4 &&
        x->report.entries[3].line == 5 && x->report.entries[4].line == 7);
  bench_delete(x);
  x = bench_new();
  CHECK(!bench_read(x, "module void main() { a = 1; b = 1; c = d; }", NULL, 0));
  CHECK(x->report.count == 3);
  bench_delete(x);
}

static void test_nesting(void) {
  static char text[400000];
  for (int kind = 0; kind < 6; kind++) {
    static const char *const open[] = {"(",    "!",          "x[",
                                       "1 + ", "A i (0,0) ", "if :: f -> "};
    size_t n = 0;
    n += (size_t)sprintf(text + n, "bool f, x[2]; module void main() { ");
    if (kind < 5)
      n += (size_t)sprintf(text + n, "f = ");
    for (int i = 0; i < 5000; i++)
      n += (size_t)sprintf(text + n, "%s", open[kind]);
    sprintf(text + n, "1; }");
    bench *x = bench_new();
    CHECK(!bench_read(x, text, NULL, 0));
    const char *told = x->report.entries[0].message;
    CHECK(strstr(told, "nested more than 200 deep") ||
          strstr(told, "more than 2000 operators"));
    bench_delete(x);
  }
}

static void test_accepted(void) {
  CHECK(accepts_in(""));
  CHECK(accepts_in(";;"));
  CHECK(accepts_in("i = 1, f = true, e = blue, o = 1, a = undef;"));
  CHECK(accepts_in("parallel i = 1, f = (i == 2);"));
  CHECK(accepts_in("A k (0, N-1) a[k] = k;"));
  CHECK(accepts_in("A k (0, 1) A j (0, 2) m[k][j] = 1;"));
  CHECK(accepts_in("f = A k (0, N-2) a[k] <= a[k+1] && f;"));
  CHECK(accepts_in("f = A k (1, 0) a[k-5] == a[7];"));
  CHECK(accepts_in("f = A k (0, 1) (k == 0 || a[k-1] < a[k]);"));
  CHECK(accepts_in("s = t, u = undef; u[1].y[i] = s.y[0];"));
  CHECK(accepts_in("i = h(i, f), f = true; h(undef, true);"));
  CHECK(accepts_in("a[i] = h(a[i], g[2]); r[2] = 1;"));
  CHECK(accepts_in("i != 2; e != red; goto L, i = 0; L: M: skip (f);"));
  CHECK(accepts_in("do :: f -> break; :: else -> if :: f -> skip; fi od"));
  CHECK(accepts_in("f = f & true | g[0] ^ f; i = i & 1 | 2 ^ i;"));
  CHECK(accepts_in("i = 1 << i; i = i >> 1; i = i / 2 % 3;"));
  CHECK(accepts_in("i = e + 1; f = e < 2; a[e] = 1;"));
  CHECK(accepts_in("f = !!f ^^ !(f == g[1]); // comment\n# another\n/**/"));
}

/* The edges of a location, and what they do, as a text. */
static void test_shape(void) {
  bench *x = bench_new();
  CHECK(bench_read(x,
                   "int x(2); enum E {a, b, c} e; init main;\n"
                   "module void main() {\n"
                   "  int k(1);\n"
                   "  L: x =   1, /* two */\n   k = 0;\n"
                   "  assert (x == 1);\n"
                   "}\n",
                   NULL, 0));
  const prog *p = &x->program;
  CHECK(p->procedures.count == 2 && p->main == 1);
  CHECK(strcmp(prog_text(p, p->procedures.at[1].name), "main") == 0);
  CHECK(p->variables.count == 3 && p->global_cells == 2);
  CHECK(p->variables.at[1].width == 2);
  CHECK(strcmp(names_text(&p->enumerators, p->variables.at[1].values + 2),
               "c") == 0);
  CHECK(p->variables.at[2].procedure == 1 && p->procedures.at[1].cells == 1);
  CHECK(p->labels.count == 1 &&
        p->locations.at[p->labels.at[0].location].line == 4);
  CHECK(p->claims.count == 1 && p->claims.at[0].kind == PROG_ASSERTION);
  CHECK(strcmp(prog_text(p, p->claims.at[0].text), "x == 1") == 0);
  CHECK(p->claims.at[0].line == 6 && p->claims.at[0].column == 3);
  const prog_edge *first = &p->edges.at[p->locations.at[p->start].first_edge];
  CHECK(first->is_hidden && first->assignments == 2);
  CHECK(first->where != PROG_NONE); /* e has three values of four */
  const prog_edge *entry =
      &p->edges.at[p->locations.at[p->procedures.at[1].entry].first_edge];
  CHECK(entry->is_hidden && entry->assignments == 1);
  const prog_edge *set = &p->edges.at[p->locations.at[entry->to].first_edge];
  CHECK(strcmp(prog_text(p, set->text), "x = 1, k = 0") == 0);
  CHECK(set->line == 4 && set->column == 6 && set->assignments == 2);
  bench_delete(x);
}

static size_t claims_of(const char *body, const char *first) {
  char text[2000];
  snprintf(text, sizeof text, HEAD "%s\n}\n", body);
  bench *x = bench_new();
  size_t count = SIZE_MAX;
  if (bench_read(x, text, NULL, 0)) {
    count = x->program.claims.count;
    if (first && count > 0 &&
        strcmp(prog_text(&x->program, x->program.claims.at[0].text), first) !=
            0)
      count = SIZE_MAX;
  }
  bench_delete(x);
  return count;
}

static void test_claims(void) {
  CHECK(claims_of("a[0] = 1;", NULL) == 0);
  CHECK(claims_of("a[3] = 1;", "index 3 of 'a' in 0..2") == 1);
  CHECK(claims_of("a[i] = 1;", "index i of 'a' in 0..2") == 1);
  CHECK(claims_of("r[i] = 1;", "index i of 'r' in 2..4") == 1);
  CHECK(claims_of("i = 6 / i;", "divisor i is not 0") == 1);
  CHECK(claims_of("i = i / 2;", NULL) == 0);
  CHECK(claims_of("s.y[s.y[0]] = 1;", NULL) == 0);
  CHECK(claims_of("a[i] = 1, a[0] = 2;", "index i of 'a' in 0..2") == 2);
  CHECK(claims_of("f = false && a[7] == 1;", NULL) == 0);
  CHECK(claims_of("assert (a[i] == 1);", "index i of 'a' in 0..2") == 2);
}

static void test_defines(void) {
  const char *text = "define W 2 define N W + 1 int a[N](W);\n"
                     "module void main() { a[0] = 1; }";
  define d[] = {{"W", 5}, {"X", 1}};
  bench *x = bench_new();
  CHECK(bench_read(x, text, d, 1));
  CHECK(x->program.variables.at[0].width == 5 &&
        x->program.variables.at[0].count == 6);
  bench_delete(x);
  x = bench_new();
  CHECK(!bench_read(x, text, d, 2));
  CHECK(strstr(x->report.entries[0].message, "no 'define X' to set"));
  bench_delete(x);
}

static bool condition(bench *x, const char *text, uint32_t *procedure) {
  uint32_t c = PROG_NONE;
  x->report.count = 0;
  return x->program.language->read_condition(&x->mem, &x->program, text,
                                             strlen(text), "f", 3, 7,
                                             &x->report, &c, procedure) &&
         x->program.expressions.at[c].width == 1;
}

static void test_conditions(void) {
  bench *x = bench_new();
  uint32_t procedure;
  CHECK(bench_read(x,
                   "enum E {red, green}; struct S { bool b; }; int i(2), "
                   "a[3](2); enum E e; struct S s; bool f;\n"
                   "module void main(int n(2)) { struct S p; n = 1; }"
                   "module void g(int n(2)) { }",
                   NULL, 0));
  CHECK(condition(x, "i = 3", &procedure) && procedure == PROG_NONE);
  CHECK(condition(x, "f && a[2] == 1 || e = red", &procedure));
  CHECK(condition(x, "s.b", &procedure));
  CHECK(condition(x, "true", &procedure));
  CHECK(condition(x, "A k (0,2) a[k] < 3", &procedure));
  CHECK(condition(x, "main.n = i", &procedure) && procedure == 1);
  CHECK(condition(x, "main.p.b", &procedure) && procedure == 1);
  CHECK(!condition(x, "main.n = g.n", &procedure));
  CHECK(x->report.entries[0].line == 3 && x->report.entries[0].column == 18);
  CHECK(!condition(x, "i", &procedure));
  CHECK(!condition(x, "i = ", &procedure));
  CHECK(!condition(x, "j = 1", &procedure));
  CHECK(strstr(x->report.entries[0].message, "'j' is not declared"));
  CHECK(!condition(x, "main.z = 1", &procedure));
  CHECK(strstr(x->report.entries[0].message, "no variable 'z'"));
  CHECK(!condition(x, "f f", &procedure) && x->report.entries[0].column == 9);
  CHECK(!condition(x, "f'", &procedure));
  CHECK(condition(x, "a[9] = 0 && 1 / i = 0", &procedure));
  bench_delete(x);
}

static void test_rules(void) {
  bench *x = bench_new();
  CHECK(bench_read(x,
                   "int x(2); enum E {a, b, c} e; module void m(bool y) {}\n"
                   "init n0 n1;\n"
                   "p <n0> --> q <n1 n2> \"push\" (x' = x + 1 && x < 3)\n"
                   "q <n1> --> q <> (e = b)\n"
                   "q <n2> --> q <m n2>\n"
                   "q <n2> --> p <n3>\n",
                   NULL, 0));
  const prog *p = &x->program;
  CHECK(p->labels.count == 4 && p->procedures.count == 4);
  const prog_variable *state = &p->variables.at[2];
  CHECK(strcmp(prog_text(p, state->name), "(state)") == 0);
  CHECK(state->width == 1 &&
        strcmp(names_text(&p->enumerators, state->values), "p") == 0);
  prog_locations at = {0};
  CHECK(prog_find_label(&x->mem, p, "n0", &at) && at.count == 1);
  const prog_edge *e = &p->edges.at[p->locations.at[at.at[0]].first_edge];
  CHECK(e->kind == PROG_CALL && e->where != PROG_NONE && e->assignments == 3);
  bench_delete(x);
}

/* Every allocation that can fail leaves cleanly. */
static bool fails_at(int64_t n) {
  static const char text[] = HEAD "i = h(i, f); A k (0,2) a[k] = k; }";
  jmp_buf handler;
  bench *volatile x = bench_new();
  bool volatile failed = true;
  x->budget.handler = &handler;
  x->budget.fail_in = n;
  if (setjmp(handler) == 0) {
    CHECK(remopla_read(&x->mem, &x->program, "t", text, strlen(text), NULL, 0,
                       &x->report, &x->clock));
    failed = false;
  }
  bench_delete(x);
  return failed;
}

static void test_allocation(void) {
  int64_t n = 0;
  while (fails_at(n))
    n++;
  CHECK(n > 50);
}

int main(void) {
  test_declaration_errors();
  test_module_errors();
  test_statement_errors();
  test_text_ends();
  test_rule_errors();
  test_recovery();
  test_nesting();
  test_accepted();
  test_shape();
  test_claims();
  test_defines();
  test_conditions();
  test_rules();
  test_allocation();
  return check_end();
}
