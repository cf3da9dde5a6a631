#include "tests/unit/problem.h"

#include <regex.h>

static const char example[] =
    "# a comment\n"
    "weights [uint, int]\n"
    "final < r , >\n"
    "p a -> q b c @ \"call f\" : 1 -2\n"
    "  p * -> q * x : 1 0   # keep\n"
    "q * -> p * @ ret : 0 0\n"
    "\"init\" \"a b\" -> r : 3 9223372036854775807\n"
    "\n"
    "init < [p,\"init\"] , a (b|c)* .? [^a,b] > | <q,>\n"
    "edge final p () %1\n"
    "edge final %1 [a,b] %\"the end\"\n"
    "edge final %1 . q\n"
    "accept final %\"the end\" p\n"
    "accept init";

static void test_example(void) {
  problem *x = problem_new();
  pds *p = &x->pds;
  CHECK(problem_read(x, example));
  CHECK(p->rules.count == 4 && pds_state_count(p) == 4 && p->dimension == 2);
  const pds_rule *r = p->rules.at;
  CHECK(r[0].line == 4 && r[0].column == 1 && r[0].length == 2);
  CHECK(strcmp(names_text(&p->actions, r[0].action), "call f") == 0);
  CHECK(r[1].line == 5 && r[1].column == 3 && r[1].top == PDS_ANY);
  CHECK(r[1].push[0] == PDS_ANY && r[1].push[1] != PDS_ANY);
  CHECK(r[3].length == 0 && p->weights.at[7] == INT64_MAX);
  CHECK(names_count(&p->sets[PDS_INITIAL].extra) == 5);
  CHECK(p->sets[PDS_FINAL].edges.count == 3);
  CHECK(p->sets[PDS_FINAL].accepting.count == 3);
  problem *y = problem_again(x, false);
  CHECK(same_problem(p, &y->pds));
  problem_delete(y);
  y = problem_again(x, true);
  problem_delete(y);
  problem_delete(x);
}

static void test_truncation(void) {
  for (size_t n = 0; n < sizeof example - 1; n++) {
    problem *x = problem_new();
    bool good = problem_read_bytes(x, example, n, false);
    CHECK(good == (x->report.count == 0));
    problem_delete(x);
  }
}

/* Unused names, keywords as names, a set that is empty. */
static void test_round_trips(void) {
  static const char *const inputs[] = {
      "",
      "states p q\nsymbols a\n",
      "states init\nsymbols edge \"->\" \"\" \"*\" a-b a-\n\"init\" \"edge\" "
      "-> "
      "\"init\" \"*\" \"->\"\naccept final\n",
      "weights [int]\np a -> p : -5\n",
      "weights uint\n\"\\u00e4\" a -> p : 5\ninit<\"\\u00e4\",[a]?[z]+>\n",
      "symbols a b c d e f g h i j k l m n o p q r s t u v w x y z\n",
      "p * -> p * *\np * -> p a *\n p * -> p\nfinal<p,.*>",
      "p a -> q\nset s < p , a .* > | < q , >\nset \"a b\" < q , [^a]+ >\n"
      "ltl live : G F s # not this\nltl \"x y\" : top.\"#\" U @\"#\" \n"
      "edge set s p b %9\naccept set s %9\n"};
  for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
    problem *x = problem_new();
    CHECK(problem_read_bytes(x, inputs[i], strlen(inputs[i]), false));
    problem *y = problem_again(x, false), *z = problem_again(y, false);
    CHECK(same_problem(&x->pds, &y->pds) && same_problem(&y->pds, &z->pds));
    problem_write(y, false, NULL);
    CHECK(strcmp(x->written.at, y->written.at) == 0);
    problem_delete(z);
    problem_delete(y);
    z = problem_again(x, true);
    problem_delete(z);
    problem_delete(x);
  }
}

static void test_rule_errors(void) {
  CHECK(refuses("p", 1, 2, "the text ends where a symbol should be"));
  CHECK(refuses("p a\nq", 1, 4, "the line ends where '->' should be"));
  CHECK(refuses("p a q", 1, 5, "'q' where '->'"));
  CHECK(refuses("-> p", 1, 1, "'->' where a rule"));
  CHECK(refuses("p a -> ", 1, 8, "the text ends where a state"));
  CHECK(refuses("p a -> q b c d", 1, 14, "at most two"));
  CHECK(refuses("p a -> q *", 1, 10, "there is none"));
  CHECK(refuses("p a -> q @", 1, 11, "an action"));
  CHECK(refuses("p a -> q : 1", 1, 10, "no line 'weights'"));
  CHECK(refuses("p a -> q ]", 1, 10, "']' where the end of the rule"));
  CHECK(refuses("p a => q", 1, 5, "'=' cannot be part of a name"));
  CHECK(refuses("p \xC3\xA4", 1, 3, "byte 0xc3"));
  CHECK(refuses("p \"a\n", 1, 5, "does not end on its line"));
  CHECK(refuses("p \"a", 1, 3, "has no end"));
  CHECK(refuses("p \"a\\q\"", 1, 5, "no such escape"));
}

static void test_declaration_errors(void) {
  CHECK(refuses("weights real", 1, 9, "'real' where 'none', 'uint'"));
  CHECK(refuses("weights [none]", 1, 10, "'none' where 'uint' or 'int'"));
  CHECK(refuses("weights [uint", 1, 14, "',' or ']'"));
  CHECK(refuses("weights uint\nweights uint", 2, 1, "a second line"));
  CHECK(refuses("p a -> q\nweights uint", 2, 1, "before the first rule"));
  CHECK(refuses("p a -> q\nstates p", 2, 1, "before the first rule"));
  CHECK(refuses("states p , q", 1, 10, "',' where a state or the end"));
  CHECK(refuses("states pear q\npears a -> q", 2, 1, "did you mean 'pear'"));
  CHECK(refuses("symbols a\np a -> q xyz", 2, 10, "no symbol 'xyz'"));
  CHECK(refuses("states p\nsymbols ab\ninit <p, abc>", 3, 10, "mean 'ab'"));
  CHECK(refuses("weights uint\np a -> q", 2, 9, "':' and a weight"));
  CHECK(refuses("weights uint\np a -> q : -1", 2, 12, "negative"));
  CHECK(refuses("weights int\np a -> q : 9223372036854775808", 2, 12, "64"));
  CHECK(refuses("weights int\np a -> q : -9223372036854775808", 2, 12, "64"));
  CHECK(refuses("weights int\np a -> q : x", 2, 12, "'x' where a weight"));
  CHECK(refuses("weights int\np a -> q : 1 2", 2, 14, "the end of the rule"));
  CHECK(refuses("weights [int,int]\np a -> q : 1", 2, 13, "a weight"));
}

static void test_set_errors(void) {
#define SET(text) "pear a -> q\n" text
  CHECK(refuses(SET("init p"), 2, 6, "'p' where '<'"));
  CHECK(refuses(SET("init <"), 2, 7, "a state"));
  CHECK(refuses(SET("init < pears , >"), 2, 8, "did you mean 'pear'"));
  CHECK(refuses(SET("init < q >"), 2, 10, "'>' where ','"));
  CHECK(refuses(SET("init < [q , >"), 2, 13, "a state"));
  CHECK(refuses(SET("init < q , a"), 2, 13, "the text ends where a symbol"));
  CHECK(refuses(SET("init < q , (a > \n"), 2, 12, "this '(' is not closed"));
  CHECK(refuses(SET("init < q , a) >"), 2, 13, "')' where"));
  CHECK(refuses(SET("init < q , *a >"), 2, 12, "nothing before this '*'"));
  CHECK(refuses(SET("init < q , (+a) >"), 2, 13, "nothing before this '+'"));
  CHECK(refuses(SET("init < q , [] >"), 2, 13, "cannot be empty"));
  CHECK(refuses(SET("init < q , [^] >"), 2, 14, "cannot be empty"));
  CHECK(refuses(SET("init < q , [a b] >"), 2, 15, "',' or ']'"));
  CHECK(refuses(SET("init < q , a > < q , >"), 2, 16, "'|' or the end"));
  CHECK(refuses(SET("edge p a q"), 2, 6, "'init', 'final' or 'set'"));
  CHECK(refuses(SET("edge init % ( q"), 2, 13, "an extra state"));
  CHECK(refuses(SET("edge init q ( q"), 2, 15, "')'"));
  CHECK(refuses(SET("edge init q a q q"), 2, 17, "the end of the edge"));
  CHECK(refuses(SET("accept final z"), 2, 14, "no state 'z'"));
  CHECK(refuses(SET("accept final ."), 2, 14, "a state or the end"));
  CHECK(refuses(SET("set < q , a >"), 2, 5, "the name of a set"));
  CHECK(refuses(SET("set s < z , a >"), 2, 9, "no state 'z'"));
  CHECK(refuses(SET("edge set"), 2, 9, "the name of a set"));
  CHECK(refuses(SET("ltl : F q"), 2, 5, "the name of a property"));
  CHECK(refuses(SET("ltl x F q"), 2, 7, "':' and a formula"));
  CHECK(refuses(SET("ltl x : q\nltl x : q"), 3, 5, "a second property 'x'"));
#undef SET
  problem *x = problem_new();
  CHECK(problem_read(x, "p a -> p"));
  CHECK(!problem_read(x, "init <p,>\n\nq a -> q\nq b -> q") &&
        problem_says(x, 3, 1, "a second system") && x->report.count == 1);
  problem_delete(x);
}

/* Formulas are kept as they stand, without the comment and blanks. */
static void test_properties(void) {
  problem *x = problem_new();
  CHECK(problem_read(x, "p a -> p @ \"#\"\nltl  one :  G (p -> F @\"#\")\t# a\n"
                        "set s < p , >\nltl two:s"));
  const pds *p = &x->pds;
  CHECK(p->properties.count == 2 && p->named_sets.count == 1);
  if (p->properties.count == 2) {
    const pds_property *one = &p->properties.at[0], *two = one + 1;
    CHECK(one->length == 15 && one->line == 2 && one->column == 13 &&
          memcmp(p->property_text.at + one->at, "G (p -> F @\"#\")", 15) == 0);
    CHECK(two->length == 1 && two->line == 4 && two->column == 9);
  }
  problem_delete(x);
}

/* One error a line, in the order of the text, at most 20 kept. */
static void test_recovery(void) {
  problem *x = problem_new();
  CHECK(!problem_read(x, "p a -> q\ninit < q , ( >\np b ->\nfinal < zz , >\n"
                         "p c -> q r s t\nfinal <\n"));
  CHECK(x->report.count == 4);
  static const uint32_t lines[] = {2, 3, 5, 6};
  for (int i = 0; i < 4; i++)
    CHECK(x->report.entries[i].line == lines[i]);
  problem_delete(x);
  x = problem_new();
  CHECK(!problem_read(x, "p\np\np\np\np\np\np\np\np\np\np\np\np\np\np\n"
                         "p\np\np\np\np\np\np\np\np\np\np\np\np\np\np\n"));
  CHECK(x->report.count == 30);
  problem_delete(x);
}

static bool read_configurations(problem *x, const char *input) {
  return pds_text_read_configurations(&x->mem, &x->pds, PDS_INITIAL, "f", input,
                                      strlen(input), 3, 5, &x->report);
}

static void test_configurations(void) {
  problem *x = problem_new();
  CHECK(problem_read(x, "states 0 port1 \"p 2\"\n"));
  CHECK(read_configurations(x, " < [0,port1] , ([A]?[B])* > # one\n"
                               "| < \"p 2\" , 7a .+ >"));
  const paut *a = &x->pds.sets[PDS_INITIAL];
  /* 1 A, 2 B; 3 7a, 4 '.'. Control states: 2*2 + 1 edges. */
  CHECK(names_count(&a->extra) == 4 && a->edges.count == 3 + 4 + 1 + 1 + 1);
  CHECK(a->accepting.count == 2 + 1 + 1);
  CHECK(strcmp(names_text(&a->extra, 3), "4") == 0);
  CHECK(!read_configurations(x, "< port1 , a >\n | < port9 , >") &&
        problem_says(x, 4, 6, "did you mean 'port1'"));
  x->report.count = 0;
  CHECK(!read_configurations(x, "< p9 , >") && problem_says(x, 3, 7, "p9"));
  problem_delete(x);
}

/* Whether the automaton reads 'word', of letters that are symbols. */
static bool accepts(const pds *p, const paut *a, const char *word) {
  bool now[64] = {false}, next[64];
  now[0] = true; /* the only control state; extra states follow */
  for (; *word; word++) {
    uint32_t symbol = names_find(&p->symbols, word, 1);
    memset(next, 0, sizeof next);
    vec_each (const paut_edge, e, &a->edges) {
      uint32_t from = e->from < PAUT_EXTRA ? 0 : e->from - PAUT_EXTRA + 1;
      bool reads = e->label < PAUT_SET ? e->label == symbol
                                       : paut_set_has(a, e->label, symbol);
      if (now[from] && reads)
        next[e->to - PAUT_EXTRA + 1] = true;
    }
    memcpy(now, next, sizeof now);
  }
  vec_each (const uint32_t, s, &a->accepting)
    if (now[*s < PAUT_EXTRA ? 0 : *s - PAUT_EXTRA + 1])
      return true;
  return false;
}

typedef struct pair {
  char ours[2000], posix[2000];
} pair;

static void append(pair *e, const char *ours, const char *posix) {
  strncat(e->ours, ours, sizeof e->ours - strlen(e->ours) - 1);
  strncat(e->posix, posix, sizeof e->posix - strlen(e->posix) - 1);
}

static uint32_t random_below(uint32_t n) {
  static uint64_t seed = 1;
  seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % n;
}

/* A random expression, for us and for POSIX. */
static void generate(pair *e, int depth) {
  static const char *const atoms[][2] = {
      {" a ", "a"},   {" b", "b"},      {"[c]", "c"},         {"[a,b]", "[ab]"},
      {".", "[abc]"}, {"[^a]", "[bc]"}, {"[^ a , c ]", "[b]"}};
  static const char *const postfix[] = {"*", "+", "?", "", "", ""};
  uint32_t choice = random_below(depth > 0 ? 8 : 3);
  if (choice < 3) {
    const char *const *atom = atoms[random_below(7)];
    append(e, atom[0], atom[1]);
  } else {
    append(e, "(", "(");
    generate(e, depth - 1);
    if (choice < 5)
      append(e, "|", "|");
    if (choice < 7)
      generate(e, depth - 1);
    append(e, ")", ")");
  }
  const char *op = postfix[random_below(6)];
  append(e, op, op);
}

/* No two edges are the same: the construction is Brueggemann-Klein's. */
static bool has_twins(const paut *a) {
  for (size_t i = 0; i < a->edges.count; i++)
    for (size_t j = 0; j < i; j++)
      if (a->edges.at[i].from == a->edges.at[j].from &&
          a->edges.at[i].to == a->edges.at[j].to)
        return true;
  return false;
}

static void test_expression(void) {
  pair e = {"< p , ", "^("};
  problem *x = problem_new();
  regex_t regex;
  generate(&e, 4);
  append(&e, " >", ")$");
  CHECK(problem_read(x, "states p\nsymbols a b c"));
  bool good = read_configurations(x, e.ours);
  CHECK(good);
  const paut *a = &x->pds.sets[PDS_INITIAL];
  CHECK(!has_twins(a) && names_count(&a->extra) < 63);
  CHECK(regcomp(&regex, e.posix, REG_EXTENDED | REG_NOSUB) == 0);
  for (int n = 0, size = 1; n <= 4; n++, size *= 3)
    for (int code = 0; code < size; code++) {
      char word[8] = "";
      for (int i = 0, rest = code; i < n; i++, rest /= 3)
        word[i] = (char)('a' + rest % 3);
      word[n] = '\0';
      bool wanted = regexec(&regex, word, 0, NULL, 0) == 0;
      if (accepts(&x->pds, a, word) != wanted) {
        printf("%s: %s\n", e.ours, word);
        good = false;
      }
    }
  CHECK(good);
  regfree(&regex);
  problem_delete(x);
}

static char *put(char *at, const char *s) {
  size_t length = strlen(s);
  memcpy(at, s, length + 1);
  return at + length;
}

/* Deep and long expressions neither crash nor take cubic time. */
static void test_depth(void) {
  enum { DEPTH = 1000000 };
  char *input = malloc(3 * DEPTH + 20);
  if (!input)
    abort();
  for (int closed = 0; closed < 2; closed++) {
    problem *x = problem_new();
    CHECK(problem_read(x, "states p"));
    char *at = put(input, "< p ,");
    memset(at, '(', DEPTH);
    at[DEPTH] = 'a';
    for (int i = 0; i < DEPTH && closed; i++)
      memcpy(at + DEPTH + 1 + 2 * i, ")*", 2);
    put(at + DEPTH + 1 + (closed ? 2 * DEPTH : 0), ">");
    bool good = read_configurations(x, input);
    CHECK(good == (closed == 1));
    if (closed)
      CHECK(x->pds.sets[0].edges.count == 2);
    else
      CHECK(problem_says(x, 3, 5 + 5 + DEPTH - 1, "not closed"));
    problem_delete(x);
  }
  /* ((((a*b*)*c*)*...: a thousand positions, a million edges. */
  problem *x = problem_new();
  CHECK(problem_read(x, "states p"));
  char *at = put(input, "< p ,");
  memset(at, '(', 1000);
  at += 1000;
  for (int i = 0; i < 1000; i++)
    at = put(at, "a*)*");
  put(at, ">");
  CHECK(read_configurations(x, input));
  CHECK(x->pds.sets[0].edges.count == 1000 * 1000 + 1000);
  problem_delete(x);
  free(input);
}

static void test_allocation(void) {
  int64_t n = 0;
  while (problem_faults(example, n))
    n++;
  CHECK(n > 20);
}

int main(void) {
  test_example();
  test_truncation();
  test_round_trips();
  test_rule_errors();
  test_declaration_errors();
  test_set_errors();
  test_properties();
  test_recovery();
  test_configurations();
  for (int i = 0; i < 1000; i++)
    test_expression();
  test_depth();
  test_allocation();
  return check_end();
}
