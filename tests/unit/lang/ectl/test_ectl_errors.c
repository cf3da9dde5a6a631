#include "tests/unit/ectl_text.h"

#define CHECK_USAGE "':check(f, m)' or ':check(f, m, p[a b])'"
#define SHOW_USAGE "':show', ':show(m)' or ':show(m, --html)'"

static void test_words(void) {
  CHECK(bench_refuses("@", 1, 1, "'@' means nothing here"));
  CHECK(bench_refuses("\xC3", 1, 1, "byte 0xc3 means nothing here"));
  CHECK(bench_refuses("FORMULA f { p => q }", 1, 15,
                      "'=>' means nothing here: 'implies' is '->'"));
  CHECK(bench_refuses("FORMULA f { p <=> q }", 1, 15,
                      "'<=>' means nothing here: 'if and only if' is '<->'"));
  CHECK(bench_refuses("FORMULA f { p = q }", 1, 15,
                      "'=' means nothing here: 'if and only if' is '<->'"));
  CHECK(bench_refuses("FORMULA f { ~p }", 1, 13,
                      "'~' means nothing here: 'not' is '!'"));
  CHECK(bench_refuses("// hi\n", 1, 1,
                      "'/' means nothing here: a comment begins with '#'"));
  CHECK(bench_refuses(":load('x')", 1, 7,
                      "''' means nothing here: texts stand between \" and \""));
  CHECK(bench_refuses("FORMULA f {\n 1x }", 2, 2,
                      "'1x': a name begins with a letter or '_'"));
  CHECK(bench_refuses("FORMULA f { p - q }", 1, 15, "'-' means nothing here"));
  CHECK(bench_refuses(":load(\"x)", 1, 7,
                      "the text that begins here has no '\"' on its line"));
  CHECK(bench_refuses(":load(\"x\n\")", 1, 7,
                      "the text that begins here has no '\"' on its line"));
}

static void test_items(void) {
  const char *item =
      "a definition ('LTS m { ... }') or a command (':check(f, m)')";
  char message[200];
  snprintf(message, sizeof message, "'}' where %s should be", item);
  CHECK(bench_refuses("# x\n } LTS m { STATE(s) }", 2, 2, message));
  snprintf(message, sizeof message, "'hello' where %s should be", item);
  CHECK(bench_refuses("hello", 1, 1, message));
  CHECK(bench_refuses("lts m { STATE(s) } ", 1, 1,
                      "'lts' where a definition or a command should be (did "
                      "you mean 'LTS'?)"));
  CHECK(
      bench_refuses("FROMULA m { p } ", 1, 1,
                    "'FROMULA' where a definition or a command should be (did "
                    "you mean 'FORMULA'?)"));
  CHECK(bench_refuses("LTS { STATE(s) }", 1, 5, "'{' where a name should be"));
  CHECK(bench_refuses("LTS m STATE(s)", 1, 7, "'STATE' where '{' should be"));
  CHECK(bench_refuses("LTS m", 1, 6, "the text ends where '{' should be"));
  CHECK(bench_refuses("LTS", 1, 4, "the text ends where a name should be"));
  CHECK(bench_refuses("FORMULA f { 1 }\nLTS f { STATE(s) }", 2, 5,
                      "'f' is defined twice: first in line 1"));
}

static void test_machines(void) {
  CHECK(bench_refuses("LTS m { }", 1, 9,
                      "'}' where a 'STATE' or 'ACTION' should be: an LTS needs "
                      "at least one"));
  CHECK(bench_refuses("LTS m { STATE(s)", 1, 17,
                      "the text ends where 'STATE', 'ACTION' or '}' should "
                      "be"));
  CHECK(bench_refuses("LTS m { STATE(s) state(t) }", 1, 18,
                      "'state' where 'STATE', 'ACTION' or '}' should be (did "
                      "you mean 'STATE'?)"));
  CHECK(bench_refuses("LTS m { STATE(s) 1 }", 1, 18,
                      "'1' where 'STATE', 'ACTION' or '}' should be"));
  CHECK(bench_refuses("LTS m { STATE s }", 1, 15, "'s' where '(' should be"));
  CHECK(bench_refuses("LTS m { STATE() }", 1, 15,
                      "')' where the name of a state should be"));
  CHECK(bench_refuses("LTS m { STATE(s p) }", 1, 17,
                      "'p' where ':' or ')' should be"));
  CHECK(bench_refuses("LTS m { STATE(s: p q) }", 1, 20,
                      "'q' where ',' or ')' should be"));
  CHECK(bench_refuses("LTS m { STATE(s: p,) }", 1, 20,
                      "')' where a proposition should be"));
  CHECK(bench_refuses("LTS m { STATE(s: AG) }", 1, 18,
                      "'AG' means something else in formulas: a proposition "
                      "needs another name"));
  CHECK(bench_refuses("LTS m { STATE(*s) }", 1, 15,
                      "'*' marks accepting states of a DFA or PDA; this is an "
                      "LTS"));
  CHECK(bench_refuses("DFA d { STATE(s: p) }", 1, 16,
                      "':': propositions hold in an LTS or PDS; this is a "
                      "DFA"));
  CHECK(bench_refuses("PDA d { STATE(s[a]) }", 1, 16,
                      "'[': only a PDS declares heads; this is a PDA, with "
                      "states alone"));
  CHECK(bench_refuses("PDS d { STATE(s: p) }", 1, 16,
                      "':' where a head's '[': 'STATE(p[a]: q)' should be"));
  CHECK(bench_refuses("PDS d { STATE(s[]: p) }", 1, 17,
                      "']' where a symbol of the stack should be"));
  CHECK(bench_refuses("LTS m { STATE(s)\nSTATE(t)\nSTATE(s) }", 3, 7,
                      "state 's' is declared twice: first in line 1"));
  CHECK(bench_refuses("PDS m { STATE(s[a])\nSTATE(s[b])\n STATE(s[a]: p) }", 3,
                      8, "head 's[a]' is declared twice: first in line 1"));
}

static void test_rules(void) {
#define LTS(rule) "LTS m { STATE(s) STATE(t)\n" rule " }"
#define PDA(rule) "PDA m { STATE(s) STATE(t)\n" rule " }"
  CHECK(
      bench_refuses(LTS("ACTION(s -> t)"), 2, 10, "'->' where ':' should be"));
  CHECK(
      bench_refuses(LTS("ACTION(a: s - t)"), 2, 13, "'-' means nothing here"));
  CHECK(
      bench_refuses(LTS("ACTION(a: s, t)"), 2, 12, "',' where '->' should be"));
  CHECK(bench_refuses(LTS("ACTION(: s -> t)"), 2, 8,
                      "':' where an action should be"));
  CHECK(
      bench_refuses(LTS("ACTION(a: s -> t"), 2, 18, "'}' where ')' should be"));
  CHECK(bench_refuses(LTS("ACTION(a: s[_] -> t)"), 2, 12,
                      "'[': only a PDA or PDS has a stack; this is an LTS: "
                      "'ACTION(a: s -> t)'"));
  CHECK(bench_refuses(LTS("ACTION(a: s -> t[POP])"), 2, 17,
                      "'[': only a PDA or PDS has a stack; this is an LTS: "
                      "'ACTION(a: s -> t)'"));
  CHECK(bench_refuses("LTS m { STATE(idle)\nACTION(a: idle -> idel) }", 2, 19,
                      "state 'idel' is not declared (did you mean 'idle'?)"));
  CHECK(bench_refuses("LTS m { STATE(idle)\nACTION(a: idle -> ide) }", 2, 19,
                      "state 'ide' is not declared (did you mean 'idle'?)"));
  CHECK(bench_refuses(LTS("ACTION(a: other -> t)"), 2, 11,
                      "state 'other' is not declared: 'STATE(other)' is "
                      "missing"));
  CHECK(bench_refuses(PDA("ACTION(a: s -> t[POP])"), 2, 13,
                      "'->' where '[': 'p[a]' should be"));
  CHECK(bench_refuses(PDA("ACTION(a: s[_] -> t)"), 2, 20,
                      "')' where '[': 'q[PUSH a]', 'q[POP]' or 'q[REWRITE a]' "
                      "should be"));
  CHECK(bench_refuses(PDA("ACTION(a: s[_] -> t[x])"), 2, 21,
                      "'x' where 'PUSH', 'POP' or 'REWRITE' should be"));
  CHECK(bench_refuses(PDA("ACTION(a: s[_] -> t[PUSH])"), 2, 25,
                      "']' where a symbol of the stack should be"));
  CHECK(bench_refuses(PDA("ACTION(a: s[_] -> t[POP a])"), 2, 25,
                      "'a' where ']' should be"));
  CHECK(bench_refuses(PDA("ACTION(a: s[_] -> u[POP])"), 2, 19,
                      "state 'u' is not declared: 'STATE(u)' is missing"));
}

static void test_regular(void) {
#define REGULAR(text) "REGULAR r { " text " }"
  CHECK(bench_refuses(REGULAR(""), 1, 14,
                      "'}' where an action, '.' or '(' should be"));
  CHECK(bench_refuses(REGULAR("a | "), 1, 18,
                      "'}' where an action, '.' or '(' should be"));
  CHECK(bench_refuses(REGULAR("*"), 1, 13,
                      "'*' where an action, '.' or '(' should be"));
  CHECK(bench_refuses(REGULAR("(a | b"), 1, 20,
                      "'}' where an action, '|', '*' or ')' should be"));
  CHECK(bench_refuses(REGULAR("a)"), 1, 14,
                      "')' where an action, '|', '*' or '}' should be"));
  CHECK(bench_refuses(REGULAR("a || b"), 1, 15,
                      "'||' where an action, '|', '*' or '}' should be"));
  CHECK(bench_refuses(REGULAR("a ;; b"), 1, 16,
                      "';' where an action, '.' or '(' should be"));
  CHECK(bench_refuses("REGULAR r { a", 1, 14,
                      "the text ends where an action, '|', '*' or '}' should "
                      "be"));
}

static void test_grammars(void) {
#define GRAMMAR(text) "GRAMMAR g { " text " }"
  CHECK(bench_refuses(GRAMMAR(""), 1, 14,
                      "'}' where a production '<s> ::= a <s> b | c' should "
                      "be"));
  CHECK(bench_refuses(GRAMMAR("s ::= a"), 1, 13,
                      "'s' where a production '<s> ::= a <s> b | c' should "
                      "be"));
  CHECK(
      bench_refuses(GRAMMAR("<s> -> a"), 1, 17, "'->' where '::=' should be"));
  CHECK(bench_refuses(GRAMMAR("<> ::= a"), 1, 14,
                      "'>' where the name of a nonterminal should be"));
  CHECK(bench_refuses(GRAMMAR("<s ::= a"), 1, 16, "'::=' where '>' should be"));
  CHECK(bench_refuses(GRAMMAR("<s> ::= <t"), 1, 24, "'}' where '>' should be"));
  CHECK(bench_refuses(GRAMMAR("<s> ::= a*"), 1, 22,
                      "'*' where an action, a nonterminal '<s>', '|', ';' or "
                      "'}' should be"));
  CHECK(bench_refuses(GRAMMAR("<s> ::= a || b"), 1, 23,
                      "'||' where an action, a nonterminal '<s>', '|', ';' or "
                      "'}' should be"));
  CHECK(bench_refuses(GRAMMAR("<s> ::= a\n<other>"), 2, 1,
                      "<other> has no production: '<other> ::= ...' is "
                      "missing"));
  CHECK(bench_refuses(GRAMMAR("<start> ::= a <strt>"), 1, 27,
                      "<strt> has no production (did you mean <start>?)"));
  CHECK(bench_refuses("GRAMMAR g { <s> ::= a ;", 1, 24,
                      "the text ends where an action, a nonterminal '<s>', "
                      "'|', ';' or '}' should be"));
}

static void test_formulas(void) {
#define FORMULA(text) "FORMULA f { " text " }"
  const char *misplaced =
      "'U' where an operator or the end of a formula should be: it stands "
      "once within each 'E( )' or 'A( )'";
  CHECK(bench_refuses(FORMULA(""), 1, 14, "'}' where a formula should be"));
  CHECK(bench_refuses(FORMULA("p &"), 1, 17, "'}' where a formula should be"));
  CHECK(bench_refuses(FORMULA("& p"), 1, 13, "'&' where a formula should be"));
  CHECK(bench_refuses(FORMULA("p q"), 1, 15,
                      "'q' where an operator or '}' should be"));
  CHECK(bench_refuses(FORMULA("(p"), 1, 16,
                      "'}' where an operator or ')' should be"));
  CHECK(bench_refuses(FORMULA("p)"), 1, 14,
                      "')' where an operator or '}' should be"));
  CHECK(bench_refuses(FORMULA("p U q"), 1, 15, misplaced));
  CHECK(bench_refuses(FORMULA("(p U q)"), 1, 16, misplaced));
  CHECK(bench_refuses(FORMULA("E(p U q U r)"), 1, 21, misplaced));
  CHECK(bench_refuses(FORMULA("E(p)"), 1, 16,
                      "')' where an operator, 'U' or 'R' should be"));
  CHECK(bench_refuses(FORMULA("E[p U q]"), 1, 14,
                      "'[' where an operator or '}' should be"));
  CHECK(bench_refuses(FORMULA("E(p U[] q)"), 1, 19,
                      "']' where the name of an automaton should be"));
  CHECK(bench_refuses(FORMULA("EF[a b] q"), 1, 18, "'b' where ']' should be"));
  CHECK(bench_refuses(FORMULA("EX[a] q"), 1, 15,
                      "'[' where a formula should be"));
  CHECK(bench_refuses(FORMULA("2"), 1, 13,
                      "'2' is no formula: there are 0 (false) and 1 (true)"));
  CHECK(bench_refuses(FORMULA("01"), 1, 13,
                      "'01' is no formula: there are 0 (false) and 1 (true)"));
  CHECK(bench_refuses("FORMULA f { p", 1, 14,
                      "the text ends where an operator or '}' should be"));
}

static void test_commands(void) {
  CHECK(bench_refuses(":", 1, 2,
                      "the text ends where a command (':check', ':help', "
                      "...) should be"));
  CHECK(bench_refuses(":chek(f, m)", 1, 2,
                      "there is no command ':chek' (did you mean ':check'?)"));
  CHECK(bench_refuses(":frobnicate", 1, 2,
                      "there is no command ':frobnicate': ':help' lists them"));
  CHECK(bench_refuses(":check", 1, 7,
                      "the text ends where '(' should be: " CHECK_USAGE));
  CHECK(
      bench_refuses(":check(EF p)", 1, 12, "too few arguments: " CHECK_USAGE));
  CHECK(
      bench_refuses(":check(\"p\")", 1, 11, "too few arguments: " CHECK_USAGE));
  CHECK(bench_refuses(":check()", 1, 8, "too few arguments: " CHECK_USAGE));
  CHECK(bench_refuses(":check(f, m, s, t)", 1, 17,
                      "too many arguments: " CHECK_USAGE));
  CHECK(bench_refuses(":check(f, 1)", 1, 11,
                      "'1' where a name should be: " CHECK_USAGE));
  CHECK(
      bench_refuses(":check(p & , m)", 1, 12, "',' where a formula should be"));
  CHECK(bench_refuses(":check(f m)", 1, 10,
                      "'m' where ',' or ')' should be: " CHECK_USAGE));
  CHECK(bench_refuses(
      ":check(f, m, 1)", 1, 14,
      "'1' where a state, or a configuration, should be: " CHECK_USAGE));
  CHECK(bench_refuses(":check(f, m, p[a, b])", 1, 17,
                      "',' where a symbol of the stack or ']' should be"));
  CHECK(
      bench_refuses(":check(f, m", 1, 12,
                    "the text ends where ',' or ')' should be: " CHECK_USAGE));
  CHECK(bench_refuses(":show(a, b)", 1, 10,
                      "'b' where an option should be: " SHOW_USAGE));
  CHECK(bench_refuses(":show(\"a\")", 1, 7,
                      "'\"a\"' where a name should be: " SHOW_USAGE));
  CHECK(bench_refuses(":load(x)", 1, 7,
                      "'x' where a name in quotes should be: "
                      "':load(\"file\")'"));
  CHECK(bench_refuses(":quit(1)", 1, 7, "too many arguments: ':quit'"));
  CHECK(bench_refuses(":set(a, b, c)", 1, 12,
                      "too many arguments: ':set', ':set(option)' or "
                      "':set(option, value)'"));
}

/* One text with mistakes: all are told, in the order of the text. */
static void test_many(void) {
  ectl_bench *x = bench_new();
  CHECK(!bench_read(x, "LTS m { STATE(s ACTION(a: s -> u) ACTION(a: s => s)\n"
                       "  STATE(t) STATE(t) ) ACTION(a: t -> t) }\n"
                       "FORMULA f { (p }\n"
                       ":chck(f, m)\n"
                       "LTS n { ACTION(a: s -> t) STATE(s)\n"
                       "FORMULA g { E(p) } FORMULA g { 1 }\n"
                       "DFA d { ACTION(a: s -> t) STATE(r) } @ FORMULA h { 1 }"
                       "FORMULA k { "));
  CHECK(x->report.count == 13);
  CHECK(bench_says(x, 0, 1, 17, "'ACTION' where ':' or ')' should be"));
  CHECK(bench_says(x, 1, 1, 47, "'=>' means nothing here: 'implies' is '->'"));
  CHECK(
      bench_says(x, 2, 2, 18, "state 't' is declared twice: first in line 2"));
  CHECK(
      bench_says(x, 3, 2, 21, "')' where 'STATE', 'ACTION' or '}' should be"));
  CHECK(bench_says(x, 4, 3, 16, "'}' where an operator or ')' should be"));
  CHECK(bench_says(x, 5, 4, 2,
                   "there is no command ':chck' (did you mean ':check'?)"));
  CHECK(bench_says(x, 6, 6, 1,
                   "'FORMULA' where 'STATE', 'ACTION' or '}' should be"));
  CHECK(bench_says(x, 7, 6, 16, "')' where an operator, 'U' or 'R' should be"));
  CHECK(bench_says(x, 8, 6, 28, "'g' is defined twice: first in line 6"));
  CHECK(bench_says(x, 9, 7, 19,
                   "state 's' is not declared: 'STATE(s)' is missing"));
  CHECK(bench_says(x, 10, 7, 24,
                   "state 't' is not declared: 'STATE(t)' is missing"));
  CHECK(bench_says(x, 11, 7, 38, "'@' means nothing here"));
  CHECK(bench_says(x, 12, 7, 67, "the text ends where a formula should be"));
  bench_delete(x);
}

/* However many there are, reading ends soon. */
static void test_very_many(void) {
  ectl_bench *x = bench_new();
  text *out = bench_begin_text(x);
  text_put(out, "LTS m { STATE(s)\n");
  for (int i = 0; i < 200000; i++)
    text_format(out, "ACTION(a: s -> t%d)\n", i);
  text_put(out, "}");
  const char *s = bench_keep(x, bench_end_text(x));
  CHECK(!bench_read(x, s));
  CHECK(x->report.count == REPORT_MOST);
  bench_delete(x);
  x = bench_new();
  out = bench_begin_text(x);
  for (int i = 0; i < 200000; i++)
    text_put(out, "FORMULA f { & }\n@ LTS m { STATE() STATE(x }");
  s = bench_keep(x, bench_end_text(x));
  CHECK(!bench_read(x, s));
  CHECK(x->report.count >= REPORT_MOST);
  bench_delete(x);
}

int main(void) {
  test_words();
  test_items();
  test_machines();
  test_rules();
  test_regular();
  test_grammars();
  test_formulas();
  test_commands();
  test_many();
  test_very_many();
  return check_end();
}
