#include "tests/unit/ectl_text.h"
#include "tests/unit/lang/random_text.h"

static const char *const everything =
    "# comment\n"
    "LTS Net_1 { STATE(s0: p, Q, p) STATE (s1:) STATE(s2)\n"
    "  ACTION(a: s0 -> s1) ACTION ( a : s0->s1 ) ACTION(b:s1->s0) }\n"
    "PDS m { STATE(r[_]: P) ACTION(a: q[x] -> r[PUSH y]) STATE(q[x])\n"
    "  ACTION(b: z[_] -> q[POP]) ACTION(b: q[x] -> q[REWRITE _]) }\n"
    "DFA d { ACTION(a: j -> i) STATE(i) STATE(* j) ACTION(b: j -> j) }\n"
    "PDA k { STATE(STATE) STATE(*PUSH) ACTION(POP: STATE[_] -> PUSH[PUSH PUSH])"
    "}\n"
    "REGULAR r { a b* | (c ; d)+ . ? () (e | f**) }\n"
    "GRAMMAR g { <s> ::= a <s> b | <t> ; <t> ::= c |\n <s> ::= s }\n"
    "FORMULA f { E(p U[d] q) & AG (E -> EX A) } # last\n"
    ":check(f, Net_1) :check(f, m, q[x y _]):check((p), m, q[])\n"
    ":check(\"G F \\\"x\\\" \\\\ \\n\", net) :trace(EF[r] p, Net_1, s0) :show "
    ":show()\n"
    ":show --html :show(f) :show(m, --html) :xshow(m, \"m.svg\") :xshow(m)\n"
    ":set :set(time) :set(max-depth, 1.5s) :set(a, \"b c\") :help "
    ":help(check)\n"
    ":help(:set) :check(net) :load(\"a b\") :save(\"\") :quit";

static const char *const everything_told =
    "0 Net_1 kind 2 s0 s1 s2; _; a b; p Q; 0[4294967295]:0 0[4294967295]:1 "
    "0,0[0]>1,1,0 1,1[0]>0,1,0\n"
    "0 m kind 3 r q z; _ x y; a b; P; 0[0] 1[1] 0[0]:0 0,1[1]>0,2,2 "
    "1,2[0]>1,0,4294967295 1,1[1]>1,1,0\n"
    "0 d kind 0 i j; _; a b;; - * 0,1[0]>0,1,0 1,1[0]>1,1,0\n"
    "0 k kind 1 STATE PUSH; _ PUSH; POP;; - * 0,0[0]>1,2,1\n"
    "1 r a b c d e f; 2(0,0) 2(1,0) 5(1,0) 3(0,2) 2(2,0) 2(3,0) 3(4,5) 6(6,0) "
    "2(2147483648,0) 7(8,0) 3(7,9) 1(0,0) 3(10,11) 2(4,0) 2(5,0) 5(14,0) "
    "5(15,0) 4(13,16) 3(12,17) 4(3,18)\n"
    "2 g s t; a b c s; 0:0 N0 1  0:N1  1:2  1: 0:3 \n"
    "3 f 4 10d 2p 2q 13 0 6 2E 8 2A\n"
    "4 check 0f 0Net_1\n"
    "4 check 0f 0m 3q[x y _]\n"
    "4 check 2 2p 0m 3q[]\n"
    "4 check 1\"G F \\\"x\\\" \\\\ \\\\n\" 0net\n"
    "4 trace 2 10r 1 2p 0Net_1 0s0\n"
    "4 show\n"
    "4 show\n"
    "4 show 4--html\n"
    "4 show 0f\n"
    "4 show 0m 4--html\n"
    "4 xshow 0m 1\"m.svg\"\n"
    "4 xshow 0m\n"
    "4 set\n"
    "4 set 0time\n"
    "4 set 0max-depth 01.5s\n"
    "4 set 0a 1\"b c\"\n"
    "4 help\n"
    "4 help 0check\n"
    "4 help 0set\n"
    "4 check 0net\n"
    "4 load 1\"a b\"\n"
    "4 save 1\"\"\n"
    "4 quit\n";

static void test_everything(void) {
  bool is_exact;
  ectl_bench *x = bench_new();
  CHECK(bench_read(x, everything));
  const char *told = bench_tell(x);
  if (strcmp(told, everything_told) != 0)
    printf("%s", told);
  CHECK(strcmp(told, everything_told) == 0);
  CHECK(bench_survives(x, &is_exact) && is_exact);
  bench_delete(x);
}

/* Items know where their text is. */
static void test_places(void) {
  ectl_bench *x = bench_new();
  const char *input = " FORMULA f { 1 } :show # x\n\t:check( EF  p , m )\n\n"
                      "LTS m{\n STATE(s)\n ACTION(a: s -> s)}";
  const char *pieces[] = {"FORMULA f { 1 }", ":show", ":check( EF  p , m )",
                          "LTS m{\n STATE(s)\n ACTION(a: s -> s)}"};
  const uint32_t places[][2] = {{1, 2}, {1, 18}, {2, 2}, {4, 1}};
  CHECK(bench_read(x, input));
  CHECK(x->items.count == 4);
  for (size_t i = 0; i < x->items.count && i < 4; i++) {
    const ectl_item *item = &x->items.at[i];
    CHECK(item->to - item->from == strlen(pieces[i]));
    CHECK(memcmp(input + item->from, pieces[i], strlen(pieces[i])) == 0);
    CHECK(item->line == places[i][0] && item->column == places[i][1]);
  }
  const ectl_argument *a = x->items.at[2].arguments.at;
  CHECK(strcmp(a[0].text, "EF  p") == 0 && a[0].line == 2 && a[0].column == 10);
  CHECK(strcmp(a[1].text, "m") == 0 && a[1].line == 2 && a[1].column == 18);
  const machine_rule *rule = x->items.at[3].machine.rules.at;
  CHECK(rule->line == 6 && rule->column == 2);
  bench_delete(x);
  x = bench_new();
  CHECK(bench_read(x, "GRAMMAR g { <s> ::=\n a |\n <s> b | ; <s> ::= }"));
  const uint32_t productions[][2] = {{2, 2}, {3, 2}, {3, 8}, {3, 16}};
  for (size_t i = 0; i < 4; i++) {
    const grammar_production *p = &x->items.at[0].grammar.productions.at[i];
    CHECK(p->line == productions[i][0] && p->column == productions[i][1]);
  }
  bench_delete(x);
}

/* Grammars that mean the same. */
static void test_grammars(void) {
  bool is_exact;
  static const char *const texts[] = {
      "GRAMMAR g { <s> ::= a <t> | <t> ::= b }",
      "GRAMMAR g { <s> ::= a <t> | ; <t> ::= b ; }",
      "GRAMMAR g {\n <s> ::= a <t>\n |\n <t> ::= b\n}",
      "GRAMMAR g { < s > ::= a <t> ; <s> ::= ;; <t>::=b }"};
  const char *told = "2 g s t; a b; 0:0 N1  0: 1:1 \n";
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    ectl_bench *x = bench_new();
    CHECK(bench_read(x, texts[i]));
    CHECK(strcmp(bench_tell(x), told) == 0);
    CHECK(bench_survives(x, &is_exact) && is_exact);
    bench_delete(x);
  }
}

/* Random machines, and their slow twin. */

typedef struct part {
  bool is_state, is_accepting;
  uint32_t action, from, top, to, operation, symbol, props;
} part;

typedef struct order {
  uint32_t at[8];
  uint32_t count;
} order;

static uint32_t number(order *o, uint32_t name) {
  for (uint32_t i = 0; i < o->count; i++)
    if (o->at[i] == name)
      return i;
  o->at[o->count] = name;
  return o->count++;
}

enum { STATES = 4, SYMBOLS = 3, MOST_PARTS = 40 };

typedef struct sample {
  machine_kind kind;
  part parts[MOST_PARTS];
  size_t count;
} sample;

static void make_parts(random_text *r, sample *x) {
  bool is_pds = x->kind == MACHINE_PDS;
  x->count = 0;
  for (uint32_t s = 0; s < STATES; s++)
    for (uint32_t g = 0; g < (is_pds ? SYMBOLS : 1); g++)
      if (!is_pds || random_text_below(r, 2))
        x->parts[x->count++] = (part){.is_state = true,
                                      .from = s,
                                      .top = g,
                                      .is_accepting = random_text_below(r, 2),
                                      .props = random_text_below(r, 8)};
  for (uint32_t i = random_text_below(r, 12) + 1; i-- > 0;)
    x->parts[x->count++] = (part){.action = random_text_below(r, 3),
                                  .from = random_text_below(r, STATES),
                                  .top = random_text_below(r, SYMBOLS),
                                  .to = random_text_below(r, STATES),
                                  .operation = random_text_below(r, 3),
                                  .symbol = random_text_below(r, SYMBOLS)};
  for (size_t i = x->count; i > 1; i--) {
    size_t j = random_text_below(r, (uint32_t)i);
    part swap = x->parts[j];
    x->parts[j] = x->parts[i - 1];
    x->parts[i - 1] = swap;
  }
}

static const char *const symbol_names[] = {"_", "x", "S1"};
static const char *const operation_names[] = {"POP", "REWRITE", "PUSH"};

static void write_part(random_text *r, const sample *x, const part *p) {
  static const char *const blanks[] = {"", " ", "\n", "\t# x\n"};
  const char *blank = blanks[random_text_below(r, 4)];
  bool is_system = x->kind >= MACHINE_LTS;
  bool has_stack = x->kind == MACHINE_PDA || x->kind == MACHINE_PDS;
  if (p->is_state) {
    random_text_add(r, "STATE%s(%s%ss%u", blank,
                    !is_system && p->is_accepting ? "*" : "", blank, p->from);
    if (x->kind == MACHINE_PDS)
      random_text_add(r, "%s[%s]", blank, symbol_names[p->top]);
    if (is_system)
      random_text_add(r, ":%s%s%s", p->props & 1 ? "p" : "",
                      (p->props & 3) == 3 ? "," : "", p->props & 2 ? "q" : "");
  } else {
    random_text_add(r, "ACTION(a%u%s:s%u", p->action, blank, p->from);
    if (has_stack)
      random_text_add(r, "[%s]", symbol_names[p->top]);
    random_text_add(r, "%s->%ss%u", blank, blank, p->to);
    if (has_stack)
      random_text_add(r, "[%s %s%s]", operation_names[p->operation], blank,
                      p->operation ? symbol_names[p->symbol] : "");
  }
  random_text_add(r, "%s)", blank);
}

/* What tell_machine should say. */
static void expect(const sample *x, text *out) {
  static const char *const props[] = {"p", "q"};
  order states = {0}, symbols = {.count = 1}, actions = {0}, labels = {0};
  bool is_system = x->kind >= MACHINE_LTS;
  bool has_stack = x->kind == MACHINE_PDA || x->kind == MACHINE_PDS;
  uint8_t accepting[STATES] = {0};
  for (size_t i = 0; i < x->count; i++)
    if (x->parts[i].is_state)
      accepting[number(&states, x->parts[i].from)] = x->parts[i].is_accepting;
  for (size_t i = 0; i < x->count; i++) {
    const part *p = &x->parts[i];
    if (!p->is_state) {
      number(&states, p->from);
      number(&states, p->to);
      number(&actions, p->action);
    }
    if (x->kind == MACHINE_PDS || (has_stack && !p->is_state))
      number(&symbols, p->top);
    if (has_stack && !p->is_state && p->operation)
      number(&symbols, p->symbol);
    for (uint32_t l = 0; l < 2 && is_system && p->is_state; l++)
      if (p->props >> l & 1)
        number(&labels, l);
  }
  text_format(out, "0 m kind %d", (int)x->kind);
  for (uint32_t i = 0; i < states.count; i++)
    text_format(out, " s%u", states.at[i]);
  text_put(out, ";");
  for (uint32_t i = 0; i < symbols.count; i++)
    text_format(out, " %s", symbol_names[symbols.at[i]]);
  text_put(out, ";");
  for (uint32_t i = 0; i < actions.count; i++)
    text_format(out, " a%u", actions.at[i]);
  text_put(out, ";");
  for (uint32_t i = 0; i < labels.count; i++)
    text_format(out, " %s", props[labels.at[i]]);
  text_put(out, ";");
  for (uint32_t i = 0; i < states.count && !is_system; i++)
    text_put(out, accepting[i] ? " *" : " -");
  for (size_t i = 0; i < x->count && x->kind == MACHINE_PDS; i++)
    if (x->parts[i].is_state)
      text_format(out, " %u[%u]", number(&states, x->parts[i].from),
                  number(&symbols, x->parts[i].top));
  for (size_t i = 0; i < x->count && is_system; i++)
    for (uint32_t l = 0; l < 2 && x->parts[i].is_state; l++)
      if (x->parts[i].props >> l & 1)
        text_format(out, " %u[%u]:%u", number(&states, x->parts[i].from),
                    x->kind == MACHINE_PDS ? number(&symbols, x->parts[i].top)
                                           : UINT32_MAX,
                    number(&labels, l));
  for (size_t i = 0; i < x->count; i++) {
    const part *p = &x->parts[i];
    bool is_new = !p->is_state;
    for (size_t j = 0; j < i && is_new; j++) {
      const part *q = &x->parts[j];
      bool same_stack =
          !has_stack || (q->top == p->top && q->operation == p->operation &&
                         (!p->operation || q->symbol == p->symbol));
      is_new = q->is_state || q->action != p->action || q->from != p->from ||
               q->to != p->to || !same_stack;
    }
    if (is_new)
      text_format(out, " %u,%u[%u]>%u,%u,%u", number(&actions, p->action),
                  number(&states, p->from),
                  has_stack ? number(&symbols, p->top) : 0,
                  number(&states, p->to), has_stack ? p->operation : 1,
                  !has_stack     ? 0
                  : p->operation ? number(&symbols, p->symbol)
                                 : UINT32_MAX);
  }
  text_char(out, '\n');
}

static void test_random_machines(void) {
  bool is_exact;
  static random_text r = {.seed = 42};
  static const char *const kinds[] = {"DFA", "PDA", "LTS", "PDS"};
  for (int round = 0; round < 4000; round++) {
    sample s = {.kind = (machine_kind)(round % 4)};
    ectl_bench *x = bench_new();
    r.used = 0;
    make_parts(&r, &s);
    random_text_add(&r, "%s m {", kinds[s.kind]);
    for (size_t i = 0; i < s.count; i++)
      write_part(&r, &s, &s.parts[i]);
    random_text_add(&r, "}");
    CHECK(bench_read(x, r.text));
    expect(&s, bench_begin_text(x));
    const char *wanted = bench_keep(x, bench_end_text(x));
    const char *got = bench_tell(x);
    if (strcmp(got, wanted) != 0)
      printf("%s\nwanted %sgot    %s", r.text, wanted, got);
    CHECK(strcmp(got, wanted) == 0);
    const char *written = bench_keep(x, bench_write(x));
    ectl_bench *y = bench_new();
    CHECK(bench_read(y, written));
    CHECK(strcmp(bench_write(y), written) == 0);
    CHECK(bench_survives(y, &is_exact) && is_exact);
    CHECK(machine_states(&y->items.at[0].machine) ==
          machine_states(&x->items.at[0].machine));
    bench_delete(y);
    bench_delete(x);
  }
}

static void add_regex(random_text *r, uint32_t depth) {
  switch (random_text_below(r, depth ? 8 : 3)) {
  case 0:
    random_text_add(r, " .");
    break;
  case 1:
    random_text_add(r, " a%u", random_text_below(r, 3));
    break;
  case 2:
    random_text_add(r, "()");
    break;
  case 3:
    add_regex(r, depth - 1);
    random_text_add(r, "%c", "*+?"[random_text_below(r, 3)]);
    break;
  case 4:
    random_text_add(r, "(");
    add_regex(r, depth - 1);
    random_text_add(r, ")");
    break;
  case 5:
    add_regex(r, depth - 1);
    random_text_add(r, "|");
    add_regex(r, depth - 1);
    break;
  default:
    add_regex(r, depth - 1);
    random_text_add(r, "%s", random_text_below(r, 2) ? ";" : "");
    add_regex(r, depth - 1);
  }
}

static void add_grammar(random_text *r) {
  uint32_t count = random_text_below(r, 3) + 1;
  for (uint32_t i = 0; i < count; i++) {
    random_text_add(r, "<n%u>::=", i);
    for (uint32_t j = random_text_below(r, 8); j-- > 0;)
      switch (random_text_below(r, 3)) {
      case 0:
        random_text_add(r, "| ");
        break;
      case 1:
        random_text_add(r, " a%u ", random_text_below(r, 3));
        break;
      default:
        random_text_add(r, "<n%u>", random_text_below(r, count));
      }
    random_text_add(r, random_text_below(r, 2) ? ";" : " ");
  }
}

static void add_formula(random_text *r, uint32_t depth) {
  static const char *const leaves[] = {"p", "E", "1", "false", "U"};
  static const char *const unary[] = {"!",      "EX ", "A X ",  "EF ",
                                      "AG[a] ", "EG ", "AF [b]"};
  static const char *const binary[] = {"&", "|", "&&", "||", "->", "<->"};
  uint32_t choice = random_text_below(r, depth ? 5 : 1);
  if (choice == 0) {
    random_text_add(r, " %s ", leaves[random_text_below(r, 5)]);
  } else if (choice == 1) {
    random_text_add(r, "%s", unary[random_text_below(r, 7)]);
    add_formula(r, depth - 1);
  } else if (choice == 2) {
    random_text_add(r, "(");
    add_formula(r, depth - 1);
    random_text_add(r, ")");
  } else if (choice == 3) {
    add_formula(r, depth - 1);
    random_text_add(r, "%s", binary[random_text_below(r, 6)]);
    add_formula(r, depth - 1);
  } else {
    random_text_add(r, "%c(", "EA"[random_text_below(r, 2)]);
    add_formula(r, depth - 1);
    random_text_add(r, "%s", random_text_below(r, 2) ? " U " : "R[a]");
    add_formula(r, depth - 1);
    random_text_add(r, ")");
  }
}

static void test_random_sessions(void) {
  bool is_exact;
  static random_text r = {.seed = 4711};
  for (int round = 0; round < 2000; round++) {
    ectl_bench *x = bench_new();
    r.used = 0;
    for (int i = 0; i < 4; i++) {
      uint32_t kind = random_text_below(&r, 4);
      if (kind == 0) {
        random_text_add(&r, "REGULAR d%d {", i);
        add_regex(&r, 5);
      } else if (kind == 1) {
        random_text_add(&r, "GRAMMAR d%d {", i);
        add_grammar(&r);
      } else if (kind == 2) {
        random_text_add(&r, "FORMULA d%d {", i);
        add_formula(&r, 5);
      } else {
        random_text_add(&r, ":check(");
        add_formula(&r, 4);
        random_text_add(&r, ", m, p[a b _]");
      }
      random_text_add(&r, kind == 3 ? ")" : "}\n");
    }
    bool good = bench_read(x, r.text);
    if (!good)
      printf("%s: %u: %s\n", r.text, x->report.entries[0].column,
             x->report.entries[0].message);
    CHECK(good);
    if (!good)
      break;
    CHECK(!ectl_is_open(r.text, strlen(r.text)));
    CHECK(bench_survives(x, &is_exact) && is_exact);
    bench_delete(x);
  }
}

/* What is cut or spoilt. */

/* Is a text read that is not complete? */
static void check_bytes(const char *bytes, size_t length) {
  ectl_bench *x = bench_new();
  bool good = bench_read_bytes(x, bytes, length);
  bool is_open = ectl_is_open(x->input, length), is_exact;
  CHECK(!(good && is_open));
  CHECK(!good || bench_survives(x, &is_exact));
  bench_delete(x);
}

static void test_prefixes(void) {
  size_t length = strlen(everything);
  for (size_t i = 0; i <= length; i++)
    check_bytes(everything, i);
}

static void test_spoilt(void) {
  static const char letters[] = "{}()[]<>:;,|*&!.\"\\#\n \0_EAUR01=-x\xFF";
  static random_text r = {.seed = 99};
  size_t length = strlen(everything);
  char *copy = malloc(length);
  if (!copy)
    abort();
  for (int round = 0; round < 2000; round++) {
    memcpy(copy, everything, length);
    for (uint32_t i = random_text_below(&r, 3) + 1; i-- > 0;)
      copy[random_text_below(&r, (uint32_t)length)] =
          letters[random_text_below(&r, sizeof letters - 1)];
    check_bytes(copy, length);
  }
  free(copy);
}

static void test_open(void) {
  static const struct {
    const char *text;
    bool is_open;
  } cases[] = {{"", false},
               {"# LTS", false},
               {"LTS", true},
               {"LTS m", true},
               {"LTS m {", true},
               {"LTS m { STATE(s)", true},
               {"LTS m { STATE(s # }", true},
               {"LTS m { STATE(s }", false},
               {"LTS m { STATE(s) }", false},
               {"LTS m { STATE(s) } FORMULA", true},
               {"lts m {", false},
               {"LTS m STATE(s)", false},
               {":", false},
               {":show", false},
               {":show --html", false},
               {":check", false},
               {":check(", true},
               {":check(E(p U q)", true},
               {":check(E(p U q), m)", false},
               {":check(E(p U q), m) :check(", true},
               {":check(E(p U q }", false},
               {":load(\"(", true},
               {":load(\"(\")", false},
               {":show FORMULA f {", true},
               {"FORMULA f { p } }", false},
               {"@ FORMULA f {", true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    bool is_open = ectl_is_open(cases[i].text, strlen(cases[i].text));
    if (is_open != cases[i].is_open)
      printf("%s\n", cases[i].text);
    CHECK(is_open == cases[i].is_open);
  }
}

/* Every allocation may fail: nothing is lost. */
static void test_allocation(void) {
  jmp_buf handler;
  volatile bool is_done = false;
  for (volatile int64_t n = 0; !is_done; n++) {
    ectl_bench *volatile x = bench_new();
    x->budget.handler = &handler;
    if (setjmp(handler) == 0) {
      x->budget.fail_in = n;
      is_done = bench_read(x, everything);
      CHECK(is_done);
    }
    bench_delete(x);
    CHECK(n < 10000);
  }
}

int main(void) {
  test_everything();
  test_places();
  test_grammars();
  test_random_machines();
  test_random_sessions();
  test_prefixes();
  test_spoilt();
  test_open();
  test_allocation();
  return check_end();
}
