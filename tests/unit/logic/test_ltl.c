/* Formulas: reading, printing, truth on lassos. */
#include "tests/unit/lasso.h"

static bench *shared;

/* Reads both texts to the same node? */
static bool same(ltl_style style, const char *x, const char *y) {
  ltl t = {0};
  uint32_t f = 0, g = 0;
  bool good = bench_parse(shared, &t, style, x, strlen(x), &f) &&
              bench_parse(shared, &t, style, y, strlen(y), &g) && f == g;
  if (shared->report.count)
    printf("%s  |  %s  %s\n", x, y, shared->report.entries[0].message);
  ltl_free(&shared->mem, &t);
  return good;
}
static bool spot(const char *x, const char *y) { return same(LTL_SPOT, x, y); }
static bool spin(const char *x, const char *y) { return same(LTL_SPIN, x, y); }

static void test_binding(void) {
  CHECK(spot("a -> b <-> c -> d", "a -> (b <-> (c -> d))"));
  CHECK(spot("a ^ b -> c ^ d", "(a ^ b) -> (c ^ d)"));
  CHECK(spot("a | b ^ c | d", "(a | b) ^ (c | d)"));
  CHECK(spot("a & b | c & d", "(a & b) | (c & d)"));
  CHECK(spot("a U b & c R d", "(a U b) & (c R d)"));
  CHECK(spot("a U b W c M d R e", "a U (b W (c M (d R e)))"));
  CHECK(spot("!a U X b", "(!a) U (X b)"));
  CHECK(spot("F G a U b", "(F(G a)) U b"));
  CHECK(spot("a & b & c", "(a & b) & c"));
  CHECK(spot("a | b | c", "(a | b) | c"));
  CHECK(spot("a ^ b ^ c", "(a ^ b) ^ c"));
  CHECK(!spot("a & b & c", "a & (b & c)"));
  CHECK(!spot("a U b U c", "(a U b) U c"));
  CHECK(!spot("a -> b -> c", "(a -> b) -> c"));
  CHECK(!spot("F a U b", "F(a U b)"));
}

static void test_spellings(void) {
  static const char *const equal[][2] = {
      {"a <-> b", "a <=> b"},
      {"a <-> b", "a equivalent b"},
      {"a -> b", "a => b"},
      {"a -> b", "a --> b"},
      {"a -> b", "a implies b"},
      {"a ^ b", "a xor b"},
      {"a || b", "a | b"},
      {"a || b", "a \\/ b"},
      {"a || b", "a or b"},
      {"a && b", "a & b"},
      {"a && b", "a /\\ b"},
      {"a && b", "a and b"},
      {"a U b", "a until b"},
      {"a U b", "a stronguntil b"},
      {"a R b", "a V b"},
      {"a R b", "a release b"},
      {"a W b", "a weakuntil b"},
      {"!a", "~a"},
      {"!a", "not a"},
      {"X a", "next a"},
      {"X a", "() a"},
      {"F a", "<> a"},
      {"F a", "eventually a"},
      {"G a", "[] a"},
      {"G a", "always a"},
      {"true", "1"},
      {"false", "0"},
      {"p", "\"p\""},
      {"\"top.a b\"", "top.\"a b\""},
      {"@\"x y\"", "\"@x y\""},
      {"@x", "\"@x\""},
      {"eat[0]", "\"eat[0]\""},
      {"a[b[1]].c.\"d\"[2]", "\"a[b[1]].c.d[2]\""},
      {"  a\n\tU\r b ", "a U b"},
      {"\"\\u00e9\"", "\"\xC3\xA9\""},
      {"[]<>a", "[] <> a"},
      {"a[i + 1]", "\"a[i + 1]\""},
      {"a->b", "a -> b"},
      {"F(a)", "F a"},
      {"U1 U a", "(U1) U (a)"},
      {"Ua U Wb", "(Ua) U (Wb)"},
  };
  for (size_t i = 0; i < sizeof equal / sizeof *equal; i++) {
    CHECK(spot(equal[i][0], equal[i][1]));
    CHECK(spin(equal[i][0], equal[i][1]));
  }
}

static void test_styles(void) {
  CHECK(spot("GFa", "G F a"));
  CHECK(spot("FGX p", "F G X p"));
  CHECK(spot("GFa.b[0]", "G F \"a.b[0]\""));
  CHECK(spot("Full", "F ull"));
  CHECK(spot("F1 & X0", "\"F1\" & \"X0\""));
  CHECK(spot("GF1", "G \"F1\""));
  CHECK(spot("Gtrue", "G true"));
  CHECK(spot("X_a", "X _a"));
  CHECK(spot("GaUb", "G \"aUb\""));
  CHECK(spin("Full", "\"Full\""));
  CHECK(spin("GFa U X Xa", "\"GFa\" U X \"Xa\""));
  CHECK(spin("[]F Go", "G F \"Go\""));
}

static bool says(const char *input, size_t length, uint32_t line,
                 uint32_t column, const char *part) {
  ltl t = {0};
  uint32_t f;
  bool read = bench_parse(shared, &t, LTL_SPOT, input, length, &f);
  const report_entry *e = &shared->report.entries[0];
  bool right = !read && shared->report.count == 1 && e->line == line &&
               e->column == column && strstr(e->message, part);
  if (!right)
    printf("%s\ngot %u:%u: %s\n", input, (unsigned)e->line, (unsigned)e->column,
           read ? "(read)" : e->message);
  ltl_free(&shared->mem, &t);
  return right;
}

static void test_messages(void) {
  static const struct {
    const char *input;
    uint32_t line, column;
    const char *part;
  } wrong[] = {
      {"", 1, 1, "empty"},
      {" \n ", 2, 2, "empty"},
      {"a U", 1, 4, "ends behind 'U'"},
      {"a &\n", 2, 1, "ends behind '&'"},
      {"!", 1, 2, "ends behind '!'"},
      {"U a", 1, 1, "'U' has nothing on its left"},
      {"a & | b", 1, 5, "'|' has nothing on its left"},
      {"(a", 1, 1, "never closed"},
      {"a & (b | (c)", 1, 5, "never closed"},
      {"a)", 1, 2, "has no '('"},
      {")", 1, 1, "has no '('"},
      {"( )", 1, 3, "no formula between"},
      {"(a &)", 1, 5, "operand of '&'"},
      {"a b", 1, 3, "missing before 'b'"},
      {"a !b", 1, 3, "missing before '!'"},
      {"a (b)", 1, 3, "missing before '('"},
      {"a 1", 1, 3, "missing before '1'"},
      {"a = b", 1, 3, "write '<->'"},
      {"a == b", 1, 3, "write '<->'"},
      {"a < b", 1, 3, "quoted"},
      {"a > b", 1, 3, "'>'"},
      {"a - b", 1, 3, "write '->'"},
      {"a / b", 1, 3, "alone"},
      {"a \\ b", 1, 3, "alone"},
      {"a $ b", 1, 3, "'$' cannot"},
      {"a & \x01", 1, 5, "control"},
      {"12", 1, 1, "'12' is no formula"},
      {"1a", 1, 1, "'1a' is no formula"},
      {"a.", 1, 2, "'.' must be followed"},
      {"a. b", 1, 2, "'.' must be followed"},
      {"a[0", 1, 2, "no ']'"},
      {"a[0\n]", 1, 2, "no ']'"},
      {"a[\xFF]", 1, 3, "UTF-8"},
      {"F[0]", 1, 2, "belongs behind a name"},
      {"a & @", 1, 5, "name of an action"},
      {"@1", 1, 1, "name of an action"},
      {"a &\n \"b", 2, 2, "has no end"},
      {"\"a\nb\"", 1, 3, "does not end on its line"},
      {"\"\\q\"", 1, 2, "no such escape"},
      {"\"\\u12\"", 1, 2, "four hexadecimal"},
      {"\"\\u0000\"", 1, 2, "cannot be part"},
      {"\"\xC3\"", 1, 2, "UTF-8"},
      {"a & \xC3\xA9", 1, 5, "ASCII"},
      {"a & \xC3", 1, 5, "UTF-8"},
      {"\"\"", 1, 1, "cannot be empty"},
      {"a.\"\"", 1, 3, "cannot be empty"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    CHECK(says(wrong[i].input, strlen(wrong[i].input), wrong[i].line,
               wrong[i].column, wrong[i].part));
  CHECK(says("a\0b", 3, 1, 2, "control"));
  ltl t = {0};
  uint32_t f;
  CHECK(!ltl_parse(&shared->mem, &t, LTL_SPOT, "f", 7, 20, "a & &", 5,
                   &shared->report, &f));
  const report_entry *e = &shared->report.entries[shared->report.count - 1];
  CHECK(e->line == 7 && e->column == 24);
  ltl_free(&shared->mem, &t);
}

enum { DEEP = 1000000 };

static void test_depth(void) {
  char *input = malloc(2 * DEEP + 8);
  ltl t = {0};
  uint32_t f = 0;
  if (!input)
    abort();
  memset(input, '(', DEEP);
  input[DEEP] = 'a';
  memset(input + DEEP + 1, ')', DEEP);
  CHECK(bench_parse(shared, &t, LTL_SPOT, input, 2 * DEEP + 1, &f));
  CHECK(t.nodes.count == 1 && t.nodes.at[f].op == LTL_ATOM);
  memset(input, 'X', DEEP);
  input[DEEP] = 'a';
  CHECK(bench_parse(shared, &t, LTL_SPOT, input, DEEP + 1, &f));
  CHECK(t.nodes.count == DEEP + 1);
  bench_print(shared, &t, f, false);
  CHECK(shared->length == 2 * DEEP + 1);
  uint64_t letters[2] = {1, 0};
  CHECK(ltl_holds_on(&shared->mem, &t, f, letters, 2, 0));
  CHECK(!ltl_holds_on(&shared->mem, &t, f, letters, 2, 1));
  for (size_t i = 0; i < DEEP; i++)
    memcpy(input + 2 * i, i % 2 ? "aU" : "bR", 2);
  input[2 * DEEP] = 'c';
  for (size_t i = 0; i < 2 * DEEP; i += 2)
    input[i + 1] = '>', input[i] = '=';
  input[0] = 'a';
  CHECK(!bench_parse(shared, &t, LTL_SPOT, input, 2 * DEEP, &f));
  for (size_t i = 0; i < 2 * DEEP; i += 2)
    input[i] = 'a', input[i + 1] = '&';
  CHECK(bench_parse(shared, &t, LTL_SPOT, input, 2 * DEEP + 1, &f));
  bench_print(shared, &t, f, false);
  CHECK(shared->length == 4 * DEEP + 1);
  for (size_t i = 1; i < 2 * DEEP; i += 2)
    input[i] = '^';
  CHECK(bench_parse(shared, &t, LTL_SPOT, input, 2 * DEEP + 1, &f));
  ltl_free(&shared->mem, &t);
  free(input);
}

static bool prints(const char *input, const char *wanted, bool as_spin) {
  ltl t = {0};
  uint32_t f = bench_formula(shared, &t, input);
  const char *got = bench_print(shared, &t, f, as_spin);
  bool right = strcmp(got, wanted) == 0;
  if (!right)
    printf("%s: got %s\n", input, got);
  ltl_free(&shared->mem, &t);
  return right;
}

static void test_printing(void) {
  CHECK(prints("((a) -> (((b))))", "a -> b", false));
  CHECK(prints("GFa & ![]<>b", "G F a & !G F b", false));
  CHECK(prints("GFa & ![]<>b", "[] <> a && ![] <> b", true));
  CHECK(prints("(a U b) U (c V d)", "(a U b) U c R d", false));
  CHECK(prints("a V (b & c | d)", "a V (b && c || d)", true));
  CHECK(prints("G(a -> F(b ^ c <-> 1))", "G(a -> F(b ^ c <-> true))", false));
  CHECK(prints("a & (b & c) & d", "a & (b & c) & d", false));
  CHECK(prints("!(a | b)", "!(a | b)", false));
  CHECK(prints("X!a M 0", "X!a M false", false));
  CHECK(prints("eat[0] & @x", "\"eat[0]\" & \"@x\"", false));
  CHECK(prints("\"Full\" | \"until\" | \"U\" | \"F1\" | \"1\"",
               "\"Full\" | \"until\" | \"U\" | F1 | \"1\"", false));
  CHECK(prints("\"a \\\"b\\\\ \"", "\"a \\\"b\\\\ \"", false));
}

/* Is it needed? Each pair of parentheses is left out in turn; what is then
 * read must be another formula or none. */
static bool is_minimal(ltl *t, uint32_t f, const char *printed) {
  size_t n = strlen(printed);
  char copy[400];
  for (size_t i = 0; i < n && n < sizeof copy; i++) {
    size_t depth = 0, j = i;
    uint32_t g;
    if (printed[i] != '(')
      continue;
    do {
      depth += printed[j] == '(';
      depth -= printed[j] == ')';
    } while (depth && ++j < n);
    memcpy(copy, printed, n);
    copy[i] = copy[j] = ' ';
    if (bench_parse(shared, t, LTL_SPOT, copy, n, &g) && g == f)
      return false;
  }
  return true;
}

static void test_round_trips(void) {
  static const char *const odd[] = {"F", "Gx", "a b", "@go", "x[1]", "or", "1"};
  for (int i = 0; i < 100000; i++) {
    ltl t = {0};
    uint32_t f, g = LTL_NONE, size = 1 + roll(shared, 30);
    if (i % 100 == 0) /* becomes one of the atoms' names */
      for (size_t k = 0; k < 7; k++)
        ltl_atom(&shared->mem, &t, odd[k], strlen(odd[k]));
    f = random_formula(shared, &t, size, 4);
    if (i % 100 == 0) {
      uint32_t x = (uint32_t)roll(shared, 7);
      f = ltl_make(&shared->mem, &t, LTL_UNTIL, x, f);
      f = ltl_make(&shared->mem, &t, LTL_GLOBALLY, f, LTL_NONE);
    }
    bool as_spin = i & 1;
    const char *printed = bench_print(shared, &t, f, as_spin);
    ltl_style style = i & 2 ? LTL_SPOT : LTL_SPIN;
    bool good =
        bench_parse(shared, &t, style, printed, shared->length, &g) && g == f;
    CHECK(good);
    if (!good)
      printf("%s\n", printed);
    if (i % 10 == 0)
      CHECK(is_minimal(&t, f, printed));
    ltl_free(&shared->mem, &t);
  }
}

static unsigned long truths, lies;

/* 'f' into a table of its own, as small as it is. */
static uint32_t copy(const ltl *t, uint32_t f, ltl *out) {
  ltl_node n = t->nodes.at[f];
  uint32_t left = n.left, right = n.right;
  if (n.op > LTL_ATOM)
    left = copy(t, left, out);
  if (right != LTL_NONE)
    right = copy(t, right, out);
  return ltl_make(&shared->mem, out, n.op, left, right);
}

static bool is_right_on_all(const ltl *t, ltl_op op, uint32_t a, uint32_t b,
                            size_t most) {
  ltl small = {0};
  uint32_t left = copy(t, a, &small);
  uint32_t right = b == LTL_NONE ? b : copy(t, b, &small);
  uint32_t f = ltl_make(&shared->mem, &small, op, left, right);
  lasso w = {.count = 0};
  bool good = true;
  while (next_lasso(&w, 2, most)) {
    bool truth = holds_on(shared, &small, f, &w);
    good &= truth == naive_holds(&small, f, &w, 0);
    truths += truth;
    lies += !truth;
  }
  ltl_free(&shared->mem, &small);
  return good;
}

/* All formulas whose operators are nested at most twice, over two atoms. */
static void test_all_small(void) {
  enum { LEAVES = 3 };
  uint32_t one[1000], ones = LEAVES;
  ltl t = {0};
  one[0] = ltl_atom(&shared->mem, &t, "a", 1);
  one[1] = ltl_atom(&shared->mem, &t, "b", 1);
  one[2] = ltl_make(&shared->mem, &t, LTL_TRUE, LTL_NONE, LTL_NONE);
  for (ltl_op op = LTL_NOT; op <= LTL_STRONG; op++)
    for (uint32_t i = 0; i < LEAVES; i++)
      for (uint32_t k = 0; k < (has_two_operands(op) ? LEAVES : 1); k++)
        one[ones++] = ltl_make(&shared->mem, &t, op, one[i],
                               has_two_operands(op) ? one[k] : LTL_NONE);
  uint32_t turn = 0;
  for (ltl_op op = LTL_NOT; op <= LTL_STRONG; op++)
    for (uint32_t i = 0; i < ones; i++)
      if (!has_two_operands(op)) {
        CHECK(is_right_on_all(&t, op, one[i], LTL_NONE, 3));
      } else {
        for (uint32_t k = 0; k < ones; k++) /* each 64th on longer words */
          CHECK(is_right_on_all(&t, op, one[i], one[k],
                                turn++ % 64 == 0 ? 3 : 2));
      }
  CHECK(truths > 100000 && lies > 100000);
  ltl_free(&shared->mem, &t);
}

static void test_random_truth(void) {
  for (int i = 0; i < 20000; i++) {
    ltl t = {0};
    ltl_atom(&shared->mem, &t, "a", 1);
    ltl_atom(&shared->mem, &t, "b", 1);
    ltl_atom(&shared->mem, &t, "c", 1);
    uint32_t f = random_formula(shared, &t, 1 + roll(shared, 12), 3);
    bool good = true;
    for (int k = 0; k < 5; k++) {
      lasso w = random_lasso(shared, 3, 6);
      good &= holds_on(shared, &t, f, &w) == naive_holds(&t, f, &w, 0);
    }
    CHECK(good);
    ltl_free(&shared->mem, &t);
  }
}

int main(void) {
  shared = bench_new(1);
  test_binding();
  test_spellings();
  test_styles();
  test_messages();
  test_depth();
  test_printing();
  test_round_trips();
  test_all_small();
  test_random_truth();
  CHECK(shared->budget.used == 0);
  bench_delete(shared);
  return check_end();
}
