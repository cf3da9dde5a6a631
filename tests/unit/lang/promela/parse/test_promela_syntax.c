#include "tests/unit/check.h"
#include "tests/unit/corpora.h"

#include "lang/promela/parse/parse.h"

#include <stdlib.h>

/* Trees, messages and printed text of Promela. */

typedef struct world {
  mem_budget budget;
  mem mem;
  jmp_buf handler;
  pml_syntax syntax;
  report report;
  progress clock;
  char out[1 << 16]; /* what was written last */
  size_t length;
} world;

static bool read_file(mem *m, const char *path, const char **content,
                      size_t *length) {
  FILE *f = fopen(path, "rb");
  if (!f)
    return false;
  size_t most = (size_t)1 << 23;
  char *bytes = mem_alloc(m, most);
  *length = fread(bytes, 1, most - 1, f);
  fclose(f);
  *content = bytes;
  return true;
}

static bool include(void *self, mem *m, const char *from, const char *path,
                    bool is_system, const char **name, const char **content,
                    size_t *length) {
  (void)self;
  (void)is_system;
  const char *slash = strrchr(from, '/');
  char *full = mem_alloc(m, strlen(from) + strlen(path) + 1);
  size_t folder = slash ? (size_t)(slash - from) + 1 : 0;
  memcpy(full, from, folder);
  memcpy(full + folder, path, strlen(path));
  *name = full;
  return read_file(m, full, content, length);
}

static world *open_world(void) {
  world *w = calloc(1, sizeof *w);
  if (!w)
    abort();
  w->budget.fail_in = -1;
  mem_init(&w->mem, &w->budget);
  w->clock.budget = &w->budget;
  w->budget.handler = &w->handler;
  progress_begin(&w->clock, "test");
  return w;
}

static void close_world(world *w) {
  mem_clear(&w->mem);
  CHECK(w->budget.used == 0);
  free(w);
}

static bool parse_bytes(world *w, const char *file, const char *content,
                        size_t length) {
  static const pml_includes includes = {NULL, include, NULL};
  if (setjmp(w->handler))
    return false;
  if (!pml_tokenise(&w->mem, &w->syntax.tokens, file, content, length,
                    &includes, &w->report, &w->clock))
    return false;
  bool good = pml_parse(&w->mem, &w->syntax, file, &w->report, &w->clock);
  CHECK(good == (w->report.count == 0));
  return good;
}

static world *parse(const char *content) {
  world *w = open_world();
  parse_bytes(w, "m.pml", content, strlen(content));
  return w;
}

static int sink(void *self, const char *t, size_t length) {
  world *w = self;
  if (w->length + length >= sizeof w->out)
    return 1;
  memcpy(w->out + w->length, t, length);
  w->length += length;
  w->out[w->length] = 0;
  return 0;
}

static void show_sequence(world *w, uint32_t first, text *t, int depth);

static void show_labels(const world *w, uint32_t x, text *t) {
  vec_each (const pml_label, l, &w->syntax.labels)
    if (l->statement == x) {
      text_put(t, names_text(&w->syntax.tokens.names, l->name));
      text_put(t, l->is_misplaced ? "?: " : ": ");
    }
}

/* The tests nest only a little: recursion is fine here. */
static void show_parts(world *w, const pml_statement *s, text *t, int depth) {
  if (s->kind == PML_IF || s->kind == PML_DO) {
    for (uint32_t i = 0; i < s->c; i++) {
      text_put(t, " :: ");
      show_sequence(w, w->syntax.options.at[s->a + i].first, t, depth + 1);
    }
    text_put(t, s->kind == PML_IF ? " fi" : " od");
    return;
  }
  text_put(t, "{");
  show_sequence(w, s->a, t, depth + 1);
  text_put(t, "}");
  if (s->kind == PML_UNLESS) {
    text_put(t, " unless {");
    show_sequence(w, s->b, t, depth + 1);
    text_put(t, "}");
  }
}

static void show_sequence(world *w, uint32_t first, text *t, int depth) {
  CHECK(depth < 50);
  for (uint32_t x = first; x != PML_NONE; x = w->syntax.statements.at[x].next) {
    const pml_statement *s = &w->syntax.statements.at[x];
    if (x != first)
      text_put(t, "; ");
    show_labels(w, x, t);
    if (s->kind < PML_IF) {
      pml_print_statement(&w->syntax, x, t);
      continue;
    }
    text_put(t, s->kind == PML_IF       ? "if"
                : s->kind == PML_DO     ? "do"
                : s->kind == PML_ATOMIC ? "atomic "
                : s->kind == PML_DSTEP  ? "d_step "
                                        : "");
    show_parts(w, s, t, depth);
  }
}

static const char *body_of(world *w, size_t process) {
  text *t = malloc(sizeof *t);
  w->length = 0;
  w->out[0] = 0;
  if (!t || process >= w->syntax.processes.count)
    abort();
  text_init(t, sink, w);
  show_sequence(w, w->syntax.processes.at[process].body, t, 0);
  text_end(t);
  free(t);
  return w->out;
}

static void same(const char *found, const char *wanted, int line) {
  if (strcmp(found, wanted) != 0)
    printf("line %d:\n  found  %s\n  wanted %s\n", line, found, wanted);
  CHECK(strcmp(found, wanted) == 0);
}

/* The body of the one process of 'content'. */
static void tree(const char *content, const char *wanted, int line) {
  world *w = parse(content);
  if (w->report.count)
    printf("line %d: %u:%u: %s\n", line, w->report.entries[0].line,
           w->report.entries[0].column, w->report.entries[0].message);
  CHECK(w->report.count == 0);
  if (!w->report.count)
    same(body_of(w, 0), wanted, line);
  close_world(w);
}

#define TREE(content, wanted) tree(content, wanted, __LINE__)
#define IN(declarations, body, wanted)                                         \
  tree("active proctype A() { " declarations body " }", wanted, __LINE__)

static void test_statements(void) {
  IN("byte x; ", "x = 1; x++; x--", "x = 1; x++; x--");
  IN("byte x; ", "skip; true; 1; false; x; printf(\"a%d\", x)",
     "skip; true; 1; false; x; printf(\"a%d\", x)");
  IN("byte x; ", "if :: x == 1 -> x = 2 :: else fi; x = 3",
     "if :: x == 1; x = 2 :: else fi; x = 3");
  IN("byte x; ", "do :: break :: x > 1; goto L od; L:",
     "do :: break :: x > 1; goto L od; L: skip");
  IN("byte x; ", "atomic { x = 1; d_step { x = 2 } } { x = 3 }",
     "atomic {x = 1; d_step {x = 2}}; {x = 3}");
  IN("", "assert(_pid == 0); assert _nr_pr > 1 && true",
     "assert(_pid == 0); assert(_nr_pr > 1 && true)");
  IN("chan c = [1] of {byte, byte}; byte x; ",
     "c!x,1; c!x(1); c!!2,x+1; c?x,_; c??eval(x)(-1); c?<1,x>; c?"
     "?<x,_>",
     "c!x,1; c!x,1; c!!2,x + 1; c?x,_; c??eval(x),-1; c?<1,x>; c?"
     "?<x,_>");
  IN("chan c = [1] of {byte}; ", "c?[1]; c??[_]; len(c) == 1; nempty(c)",
     "c?[1]; c??[_]; len(c) == 1; nempty(c)");
  IN("", "_priority = 3; set_priority(0, 4)",
     "set_priority(_pid, 3); set_priority(0, 4)");
  TREE("mtype = {a, b}; active proctype A() { mtype m; m = b; printm(m) }",
       "m = b; printm(m)");
  IN("byte x", "", "");
}

static void test_layout(void) {
  IN("byte x; ", "x = 1\nx = 2\n\nif\n:: x == 2\n-> x = 3\n:: else\nfi\nx = 4",
     "x = 1; x = 2; if :: x == 2; x = 3 :: else fi; x = 4");
  IN("byte x; ", "{ x = 1 }\nunless { x == 2 }\nx = 3",
     "{x = 1} unless {x == 2}; x = 3");
  IN("byte x; ", "{ x = 1 } x = 2;;; ; x = 3; ", "{x = 1}; x = 2; x = 3");
  IN("byte x; ", "if :: else x = 1 fi", "if :: else; x = 1 fi");
  IN("byte x; ", "x < 3 --> x++", "x < 3; x++");
  IN("byte x; ", "for (x : 1 .. 2)\n{ skip }",
     "x = 1; do :: x <= 2; skip; x++ :: else; break od");
}

static void test_declarations(void) {
  IN("byte x = 3; ", "skip; byte y, z = 4; x = 1",
     "skip; byte y; byte z = 4; x = 1");
  IN("", "if :: int a[2] fi; a[1] = 1", "if :: int a[2] fi; a[1] = 1");
  IN("", "skip; chan c = [1] of {byte}; c!1", "skip; c!1");
  IN("", "{ byte x; x = 1 }; { byte x; x = 2 }",
     "{byte x; x = 1}; {byte x; x = 2}");
  TREE("typedef T { byte a; byte b[2] }; typedef U { T t; int c }\n"
       "chan c = [1] of { U, bit }; U u; active proctype A() { c!u,1; c?u,_; "
       "u.t.b[1] = 2 }",
       "c!u.t.a,u.t.b[0],u.t.b[1],u.c,1; c?u.t.a,u.t.b[0],u.t.b[1],u.c,_; "
       "u.t.b[1] = 2");
  world *w = parse("mtype = {a, b, c}; mtype = {d}; mtype:x = {e, f};"
                   "byte l[3] = {7, 8}; unsigned u : 5; active proctype A() "
                   "{ skip }");
  CHECK(w->report.count == 0);
  const int32_t values[] = {3, 2, 1, 4, 2, 1};
  CHECK(w->syntax.mtype_values.count == 6);
  for (size_t i = 0; i < 6; i++)
    CHECK(w->syntax.mtype_values.at[i] == values[i]);
  const pml_var *l = &w->syntax.vars.at[0];
  CHECK(l->initial == PML_INITIAL_LIST && l->init_count == 3);
  CHECK(w->syntax.exprs.at[w->syntax.lists.at[l->init + 2]].value == 8);
  CHECK(w->syntax.vars.at[1].width == 5);
  close_world(w);
}

static void test_control(void) {
  IN("byte i; ", "select (i : 1 .. 3)", "if :: i = 1 :: i = 2 :: i = 3 fi");
  IN("byte i; ", "select (i : 0 .. 33)",
     "i = 0; do :: i < 33; i++ :: break od");
  IN("byte i, n; ", "select (i : 0 .. n)",
     "i = 0; do :: break :: i < n; i++ od");
  IN("byte i_x; ", "select (i_x : 0 .. 1)",
     "i_x = 0; do :: break :: i_x < 1; i_x++ od");
  IN("byte i; ", "select (i : 0 ..\n 1)",
     "i = 0; do :: break :: i < 1; i++ od");
  IN("byte a[3], i; ", "L: for (i in a) { a[i] = i }",
     "i = 0; L: do :: i <= 2; a[i] = i; i++ :: else; break od");
  TREE("typedef M { byte v }; chan c = [3] of { M }; active proctype A() { M m;"
       " for (m in c) { skip }; for (m in c) { m.v = 1 } }",
       "_for0 = 0; do :: _for0 < len(c); c?m.v; c!m.v; skip; _for0++ :: else; "
       "break od; _for0 = 0; do :: _for0 < len(c); c?m.v; c!m.v; m.v = 1; "
       "_for0++ :: else; break od");
  IN("byte x; ", "x = 1 unless { x == 2; x = 3 }",
     "{x = 1} unless {x == 2; x = 3}");
  IN("byte x; ", "L: { x = 1 } unless { x == 2 }; goto L",
     "{L: {x = 1}} unless {x == 2}; goto L");
}

static void test_skips(void) {
  IN("", "if :: skip; skip; skip; skip fi", "if :: skip; skip fi");
  IN("", "if :: skip; printf(\"a\"); skip; printf(\"b\"); skip; skip; skip fi",
     "if :: skip; printf(\"a\"); printf(\"b\"); skip fi");
  IN("", "skip; skip; skip", "skip; skip; skip");
  IN("", "if :: skip; L: skip; skip; skip; skip fi",
     "if :: skip; L: skip; skip; skip fi");
  IN("byte x; ", "x = 1; end1: goto L; L: x = 2",
     "x = 1; end1: skip; goto L; L: x = 2");
  IN("byte x; ", "x = 1; lab: goto L; L: x = 2",
     "x = 1; lab: goto L; L: x = 2");
  TREE("byte x; active proctype A() { x = 1; lab: goto L; L: x = 2 }\n"
       "never { do :: A@lab od }",
       "x = 1; lab: skip; goto L; L: x = 2");
  TREE("byte x; active proctype A() { x = 1; lab: goto L; L: x = 2 }\n"
       "ltl { [] !A@lab }",
       "x = 1; lab: skip; goto L; L: x = 2");
  IN("byte x; ", "do :: x = 1; end: break od",
     "do :: x = 1; end: skip; break od");
  IN("byte x; ", "do :: end: x = 1 :: L: do :: break od od",
     "do :: end?: x = 1 :: L: do :: break od od");
}

static void test_inline_calls(void) {
  TREE("byte x, y; inline f(v, n) { v = n * 2 } active proctype A() { "
       "f(x, y + 1); f(y, x) }",
       "{x = y + 1 * 2}; {y = x * 2}");
  TREE("byte x; inline g(a) { a++ } inline f(a) { g(a); g(x) } active proctype "
       "A() { byte y; f(y); skip }",
       "{{y++}; {x++}}; skip");
  TREE("byte x; inline f(a) { x = a; return a + 1 } active proctype A() { byte "
       "y; y = f(2); skip }",
       "{x = 2; y = 2 + 1}; skip");
  TREE("byte i; inline f() { select (i : 0 .. 1) } active proctype A() { f() }",
       "{i = 0; do :: break :: i < 1; i++ od}");
  world *w = parse("byte x; inline f() { x = 1; L: x = 2; goto L } active "
                   "proctype A() { f(); f() }");
  CHECK(w->report.count == 0 && w->syntax.labels.count == 2);
  vec_each (const pml_statement, s, &w->syntax.statements)
    if (s->kind == PML_GOTO) /* to the label of its own call */
      CHECK(s->target < (uint32_t)(s - w->syntax.statements.at) &&
            s->target + 2 >= (uint32_t)(s - w->syntax.statements.at) - 1);
  close_world(w);
}

static void test_expressions(void) {
  static const char *const pairs[][2] = {
      {"x=1+2*3", "x = 1 + 2 * 3"},
      {"x=(1+2)*3", "x = (1 + 2) * 3"},
      {"x=1-(2-3)", "x = 1 - (2 - 3)"},
      {"x=(1-2)-3", "x = 1 - 2 - 3"},
      {"x=!(!x)", "x = !(!x)"},
      {"x=-(-x)", "x = -(-x)"},
      {"x=~!-x", "x = ~!-x"},
      {"x=x&1==0|x^2", "x = x & 1 == 0 | x ^ 2"},
      {"x=(x&1)==0", "x = (x & 1) == 0"},
      {"x=1<<2>>(3<<4)", "x = 1 << 2 >> (3 << 4)"},
      {"x=(x->1:(y->2:3))", "x = (x -> 1 : (y -> 2 : 3))"},
      {"x=x&&y||x&&(y||x)", "x = x && y || x && (y || x)"},
      {"a[a[1]+1]=a[x]", "a[a[1] + 1] = a[x]"},
      {"x=run A()", "x = run A()"},
      {"run A() priority 3", "run A() priority 3"},
      {"x=A[1]@L+A:x", "x = A[1]@L + A:x"},
      {"A@L && timeout", "A@L && timeout"},
      {"x=get_priority(x)+_last", "x = get_priority(x) + _last"},
      {"x='a'+true", "x = 97 + true"}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    char content[256];
    for (int round = 0; round < 2; round++) { /* what is printed is read back */
      snprintf(content, sizeof content,
               "active proctype A() { byte x, y, a[3]; %s; L: skip }",
               pairs[i][round]);
      world *w = parse(content);
      CHECK(w->report.count == 0);
      char wanted[128];
      snprintf(wanted, sizeof wanted, "%s; L: skip", pairs[i][1]);
      if (!w->report.count)
        same(body_of(w, 0), wanted, (int)i);
      close_world(w);
    }
  }
}

static const char *formula(world *w, uint32_t root) {
  text *t = malloc(sizeof *t);
  if (!t)
    abort();
  w->length = 0;
  text_init(t, sink, w);
  pml_print_formula(&w->syntax, root, t);
  text_end(t);
  free(t);
  return w->out;
}

static void test_formulas(void) {
  static const char *const pairs[][2] = {
      {"[] (x == 0)", "[] \"x == 0\""},
      {"[] (x==0) -> <> x -> y", "([] \"x == 0\" -> <> \"x\") -> \"y\""},
      {"x U y U x", "(\"x\" U \"y\") U \"x\""},
      {"always x implies eventually (x until !y)",
       "[] \"x\" -> <> (\"x\" U ! \"y\")"},
      {"x && y && x || y", "(\"x\" && \"y\" && \"x\") || \"y\""},
      {"x > 1 && 5 / y == 1", "\"x > 1 && 5 / y == 1\""},
      {"x W y", "\"x\" W \"y\""},
      {"x release next true", "\"x\" V X true"},
      {"x <-> A@L", "\"x\" <-> \"A@L\""}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    char content[256];
    snprintf(content, sizeof content,
             "ltl { %s } byte x, y; active proctype A() { L: x = 1 }",
             pairs[i][0]);
    world *w = parse(content);
    CHECK(w->report.count == 0);
    if (!w->report.count)
      same(formula(w, w->syntax.formulas.at[0].root), pairs[i][1], (int)i);
    close_world(w);
  }
}

static void test_outside(void) {
  world *w = parse("#define N 3\nmtype = {a, b}; byte x; active proctype A() { "
                   "byte y; L: x = N }");
  static const char *const good[][2] = {
      {"[] (x == N)", "[] \"x == 3\""},
      {"A:y == b U A@L", "\"A:y == b\" U \"A@L\""}};
  pml_token_list tokens = {0};
  uint32_t root;
  CHECK(w->report.count == 0);
  for (size_t i = 0; i < 2; i++) {
    bool is_read =
        pml_tokenise_more(&w->mem, &w->syntax.tokens, "f", 1, 1, good[i][0],
                          strlen(good[i][0]), &w->report, &tokens) &&
        pml_parse_formula(&w->mem, &w->syntax, &tokens, "f", &w->report, &root);
    CHECK(is_read);
    if (is_read)
      same(formula(w, root), good[i][1], (int)i);
  }
  static const char *const bad[] = {"[] z",    "[] (x", "A@M",
                                    "run A()", "x x",   ""};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    CHECK(!pml_tokenise_more(&w->mem, &w->syntax.tokens, "f", 1, 1, bad[i],
                             strlen(bad[i]), &w->report, &tokens) ||
          !pml_parse_formula(&w->mem, &w->syntax, &tokens, "f", &w->report,
                             &root));
  CHECK(w->report.count == sizeof bad / sizeof *bad);
  close_world(w);
}

typedef struct wrong_text {
  const char *content;
  uint32_t line, column;
  const char *message; /* a part of it */
} wrong_text;

static const wrong_text wrongs[] = {
    {"byte turns; init { turn = 1 }", 1, 20, "did you mean 'turns'"},
    {"init { goto L }", 1, 8, "no label 'L'"},
    {"init { Lab: goto Lob }", 1, 13, "did you mean 'Lab'"},
    {"init { break }", 1, 8, "'break' is for the inside"},
    {"init { do :: d_step { skip; break } od }", 1, 29, "leave a d_step"},
    {"init { d_step { goto L }; L: skip }", 1, 17, "out of a d_step"},
    {"init { L: goto L }", 1, 11, "leads to itself"},
    {"byte x; init { byte x; skip }", 1, 21, "declared already"},
    {"init { byte x; { byte x; skip } }", 1, 23, "declared already"},
    {"init { { byte x; x = 1 }; x = 2 }", 1, 27, "not declared"},
    {"proctype P() { skip }", 1, 10, "no process runs"},
    {"proctype P() { skip } init { run P(1) }", 1, 30, "takes 0 arguments"},
    {"init { run Q() }", 1, 8, "no such proctype"},
    {"proctype P(byte x) { skip } init { run P() }", 1, 36,
     "takes 1 argument, not 0"},
    {"byte x = _pid; init { skip }", 1, 10, "processes only"},
    {"proctype P() { skip } init { run P() && true }", 1, 30, "larger"},
    {"typedef T { byte size }; T t; init { t.sise = 1 }", 1, 40,
     "did you mean 'size'"},
    {"typedef T { byte a }; T t; init { t = 1 }", 1, 35, "whole record"},
    {"byte x; init { x.a = 1 }", 1, 18, "no record"},
    {"byte x; init { x[0] = 1 }", 1, 17, "not an array"},
    {"byte x; init { x!1 }", 1, 16, "no channel"},
    {"chan c = [1] of {byte}; init { !empty(c) }", 1, 33, "'nempty'"},
    {"chan c = [1] of {byte}; init { c!1,2 }", 1, 32, "2 fields"},
    {"chan c = [1] of {byte}; byte x; init { c?x+1 }", 1, 43, "';'"},
    {"init { if :: skip :: else :: else fi }", 1, 30, "'else' already"},
    {"init { { L: skip } }", 1, 10, "first statement of a block"},
    {"init { L: skip; L: skip }", 1, 17, "label 'L' already"},
    {"init { L: byte x; x = 1 }", 1, 8, "before a declaration"},
    {"init { if :: skip od }", 1, 19, "'fi' should be here"},
    {"init { skip", 2, 1, "'}' should be here"},
    {"byte x; init { x\n== 1 }", 2, 1, "an expression should be here"},
    {"hidden bit b; init { skip }", 1, 12, "bit cannot be hidden"},
    {"init { hidden byte b; skip }", 1, 20, "only a global"},
    {"byte x; inline f(a) { f(a) } init { f(x) }", 1, 23, "calls itself"},
    {"byte x; inline f(a) { a = 1 } init { f() }", 1, 38, "takes 1 argument"},
    {"c_decl; init { skip }", 1, 7, "C text in braces should follow 'c_decl'"},
    {"c_decl [ x ] { y }; init { skip }", 1, 8, "a statement"},
    {"c_expr { x }; init { skip }", 1, 1, "a declaration"},
    {"byte x = c_expr { 1 }; init { skip }", 1, 10, "processes and formulas"},
    {"init { c_code [ x ] }", 1, 21, "C text in braces"},
    {"init { c_code + 1 }", 1, 15, "C text in braces"},
    {"init { c_expr { a } { b } }", 1, 21, "';'"},
    {"c_state 3; init { skip }", 1, 9, "a declaration"},
    {"c_state \"int x\" \"Globall\"; init { skip }", 1, 17, "\"Global\""},
    {"c_state \"int x\" \"Local P\"; init { skip }", 1, 9, "no such proctype"},
    {"c_state \"int x\" \"\"; init { skip }", 1, 17, "\"Global\""},
    {"c_track \"&x\"; init { skip }", 1, 13, "its size"},
    {"c_track \"&x\" \"4\" \"Match\"; init { skip }", 1, 18, "\"Matched\""},
    {"never { c_code { x } } init { skip }", 1, 9, "changes nothing"},
    {"ltl { [] c_expr { \"a\"[0] } } init { skip }", 1, 17, "quotes"},
    {"byte x; ltl { [] x == 0 } init { skip }", 1, 15, "parentheses"},
    {"init { np_ }", 1, 8, "never claims"},
    {"init { _pid = 1 }", 1, 8, "cannot be assigned"},
    {"init { if = 1 }", 1, 11, "'::'"}};

static void test_messages(void) {
  for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
    const wrong_text *x = &wrongs[i];
    world *w = parse(x->content);
    const report_entry *e = &w->report.entries[0];
    bool is_right = w->report.count == 1 && e->line == x->line &&
                    e->column == x->column && strstr(e->message, x->message);
    if (!is_right)
      printf("%s\n  %zu messages: %u:%u: %s\n", x->content, w->report.count,
             e->line, e->column, e->message);
    CHECK(is_right);
    close_world(w);
  }
}

/* Several mistakes in one text are told at once, and each once. */
static void test_several(void) {
  world *w = parse("byte x;\nactive proctype A() { y = 1; y = 2; z = 1 }\n"
                   "active proctype B() { if :: x od }\n"
                   "active proctype C() { goto nowhere }\n");
  CHECK(w->report.count == 4);
  CHECK(w->report.entries[0].line == 2 && w->report.entries[1].line == 2);
  CHECK(w->report.entries[2].line == 3 && w->report.entries[3].line == 4);
  close_world(w);
}

static char *repeated(const char *before, const char *what, size_t count,
                      const char *middle, const char *then,
                      const char *behind) {
  size_t most = strlen(before) + strlen(middle) + strlen(behind) +
                count * (strlen(what) + strlen(then)) + 1;
  char *out = malloc(most), *at = out;
  if (!out)
    abort();
  at += snprintf(at, most, "%s", before);
  for (size_t i = 0; i < count; i++, at += strlen(what))
    memcpy(at, what, strlen(what));
  at += snprintf(at, most - (size_t)(at - out), "%s", middle);
  for (size_t i = 0; i < count; i++, at += strlen(then))
    memcpy(at, then, strlen(then));
  snprintf(at, most - (size_t)(at - out), "%s", behind);
  return out;
}

static void limit(char *content, bool is_good, const char *message) {
  world *w = parse(content);
  CHECK((w->report.count == 0) == is_good);
  if (!is_good && w->report.count)
    CHECK(strstr(w->report.entries[0].message, message) != NULL);
  close_world(w);
  free(content);
}

static void test_limits(void) {
  const char *begin = "byte x; init { ", *end = " }";
  limit(repeated("byte x; init { x = ", "(", 5000, "1", ")", end), true, "");
  limit(repeated("byte x; init { x = ", "(", 1000000, "1", ")", end), false,
        "nested deeper");
  limit(repeated("byte x; init { x = 1", " + 1", 9000, "", "", end), true, "");
  limit(repeated("byte x; init { x = 1", " + 1", 30000, "", "", end), false,
        "nested deeper");
  limit(repeated("byte x; init { x = ", "!", 100000, "1", "", end), false, "");
  limit(repeated(begin, "{ ", 5000, "skip", " }", end), true, "");
  limit(repeated(begin, "{ ", 1000000, "skip", " }", end), false,
        "nested deeper");
  limit(repeated(begin, "if :: ", 100000, "skip", " fi", end), false,
        "nested deeper");
  limit(repeated(begin, "x = 1; ", 100000, "skip", "", end), true, "");
  limit(repeated("byte x; init { x = 1 ", "[", 100000, "", "", end), false, "");
  limit(repeated("inline f(a) { a; a; a; a; a; a; a; a; a; a }"
                 "inline g(a) { f(a); f(a); f(a); f(a); f(a); f(a); f(a) }"
                 "byte x; init { ",
                 "g(x + x + x); ", 200000, "skip", "", end),
        false, "inlines make more");
}

/* Accepted or not; a text that needs C is refused and no difference. */
static bool agrees(const char *path, bool is_rejected, unsigned *differences) {
  world *w = open_world();
  const char *content;
  size_t length;
  bool good = false;
  if (setjmp(w->handler) == 0 && read_file(&w->mem, path, &content, &length))
    good = parse_bytes(w, path, content, length);
  bool needs_c = false;
  for (size_t i = 0; i < w->report.count && i < REPORT_MOST; i++)
    needs_c |= strstr(w->report.entries[i].message, "native code") != NULL;
  bool is_same = good != is_rejected || needs_c;
  if (!is_same) {
    ++*differences;
    printf("%s: SPIN %s it%s%s\n", path, is_rejected ? "rejects" : "accepts",
           w->report.count ? ", but: " : "",
           w->report.count ? w->report.entries[0].message : "");
  }
  close_world(w);
  return is_same;
}

/* 'table' has lines of tabs: the file, the mode, ...; a model is rejected if
 * 'mark' occurs in the line of mode a. */
static void compare(const char *folder, const char *table, const char *mark,
                    unsigned allowed) {
  char line[4096], path[4400], last[2048] = "";
  unsigned count = 0, differences = 0;
  FILE *f = fopen(table, "r");
  if (!f) {
    printf("%s: skipped\n", table);
    return;
  }
  while (fgets(line, sizeof line, f)) {
    char *tab = strchr(line, '\t');
    if (line[0] == '#' || !tab || strncmp(tab, "\ta\t", 3) != 0)
      continue;
    *tab = 0;
    if (strcmp(line, last) == 0)
      continue;
    snprintf(last, sizeof last, "%.2000s", line);
    snprintf(path, sizeof path, "%s/%s", folder, line);
    agrees(path, strstr(tab + 1, mark) != NULL, &differences);
    count++;
  }
  fclose(f);
  printf("%s: %u models, %u differences\n", folder, count, differences);
  CHECK(differences == allowed);
}

int main(void) {
  test_statements();
  test_layout();
  test_declarations();
  test_control();
  test_skips();
  test_inline_calls();
  test_expressions();
  test_formulas();
  test_outside();
  test_messages();
  test_several();
  test_limits();
  /* X, which SPIN is built without here, and 'linux', where SPIN writes code
   * that does not compile. */
  compare(corpora("micro/promela"), corpora("micro/promela/counts.tsv"),
          "SPIN REJECTS", 2);
  /* A syntax error that SPIN tells, and goes on. */
  compare(corpora("corpus/promela"), corpora("reference/promela.tsv"),
          "spin_reject", 1);
  return check_end();
}
