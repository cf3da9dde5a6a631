#include "tests/unit/ectl_text.h"

static uint64_t seed;

static uint32_t below(uint32_t n) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t)((seed >> 11) % n);
}

static uint32_t add(ectl_bench *x, ectl_operator op, uint32_t left,
                    uint32_t right, uint32_t name) {
  return ectl_add(
      &x->mem, &x->formulas,
      (ectl_node){.op = op, .left = left, .right = right, .name = name});
}

/* Propositions and automata, some with names that are words of formulas. */
static void add_names(ectl_bench *x) {
  const char *props[] = {"p", "q", "U", "R", "E", "A", "X", "_", "Ex1"};
  for (size_t i = 0; i < sizeof props / sizeof *props; i++)
    ectl_add_prop(&x->mem, &x->formulas, props[i], strlen(props[i]));
  names_insert(&x->mem, &x->formulas.automata, "a", 1);
  names_insert(&x->mem, &x->formulas.automata, "EF", 2);
}

static uint32_t random_formula(ectl_bench *x, uint32_t depth) {
  uint32_t props = names_count(&x->formulas.props);
  ectl_operator op = (ectl_operator)below(depth ? ECTL_AR + 1 : ECTL_PROP + 1);
  uint32_t left = ECTL_NONE, right = ECTL_NONE, name = ECTL_NONE;
  if (op == ECTL_PROP)
    name = below(props);
  if (op >= ECTL_EU && below(3))
    name = below(2);
  if (op >= ECTL_NOT)
    left = random_formula(x, depth - 1);
  if (op >= ECTL_NOT)
    right = random_formula(x, depth - 1);
  return add(x, op, left, right, name);
}

/* All parentheses that can be, strange blanks, no abbreviations. */
static void write_fully(const ectl *t, uint32_t node, text *out) {
  static const char *const binary[] = {"&", "|", "->", "<->"};
  static const char *const brief[] = {"EX", "AX"};
  const ectl_node *x = &t->nodes.at[node];
  text_put(out, " (\t");
  if (x->op <= ECTL_TRUE)
    text_put(out, x->op == ECTL_TRUE ? "1" : "0");
  else if (x->op == ECTL_PROP)
    text_put(out, names_text(&t->props, x->name));
  else if (x->op == ECTL_NOT)
    text_put(out, "!");
  else if (x->op == ECTL_EX || x->op == ECTL_AX)
    text_put(out, brief[x->op - ECTL_EX]);
  if (x->op >= ECTL_EU)
    text_put(out, x->op < ECTL_AU ? "E (" : "A#\n(");
  if (x->left != ECTL_NONE)
    write_fully(t, x->left, out);
  if (x->op >= ECTL_AND && x->op <= ECTL_IFF)
    text_put(out, binary[x->op - ECTL_AND]);
  if (x->op >= ECTL_EU)
    text_put(out, x->op == ECTL_EU || x->op == ECTL_AU ? " U" : " R");
  if (x->op >= ECTL_EU && x->name != ECTL_EVERY_WORD) {
    text_put(out, " [ ");
    text_put(out, names_text(&t->automata, x->name));
    text_put(out, "\n]");
  }
  if (x->right != ECTL_NONE)
    write_fully(t, x->right, out);
  text_put(out, x->op >= ECTL_EU ? "))" : ")");
}

static uint32_t read_again(ectl_bench *x, const char *s) {
  return ectl_read_formula(&x->mem, "f.ectl", s, strlen(s), &x->report,
                           &x->formulas);
}

/* Does it have parentheses that could be left out? Takes out one pair after the
 * other and reads what is left. */
static bool is_terse(ectl_bench *x, const char *printed, uint32_t node) {
  char *s = mem_alloc(&x->mem, strlen(printed) + 1);
  bool is_terse = true;
  for (size_t i = 0; printed[i]; i++) {
    size_t depth = 1, j = i + 1;
    bool is_path = i && (printed[i - 1] == 'E' || printed[i - 1] == 'A');
    if (printed[i] != '(' || is_path)
      continue;
    for (; depth; j++)
      depth += (size_t)(printed[j] == '(') - (size_t)(printed[j] == ')');
    memcpy(s, printed, strlen(printed) + 1);
    s[i] = s[j - 1] = ' ';
    x->report.count = 0;
    is_terse &= read_again(x, s) != node;
  }
  x->report.count = 0;
  mem_free(&x->mem, s);
  return is_terse;
}

static void test_text(void) {
  seed = UINT64_C(0x1234567);
  for (int round = 0; round < 200; round++) {
    ectl_bench *x = bench_new();
    add_names(x);
    for (int i = 0; i < 20; i++) {
      uint32_t node = random_formula(x, below(6));
      const char *s = bench_keep(x, bench_print(x, node));
      CHECK(read_again(x, s) == node);
      CHECK(is_terse(x, s, node));
      write_fully(&x->formulas, node, bench_begin_text(x));
      CHECK(read_again(x, bench_end_text(x)) == node);
      CHECK(x->report.count == 0);
    }
    bench_delete(x);
  }
}

static bool prints(const char *input, const char *output) {
  ectl_bench *x = bench_new();
  uint32_t node = read_again(x, input);
  const char *s =
      node == ECTL_NONE ? x->report.entries[0].message : bench_print(x, node);
  bool same = strcmp(s, output) == 0;
  if (!same)
    printf("%s\nwanted %s\ngot    %s\n", input, output, s);
  bench_delete(x);
  return same;
}

static void test_precedence(void) {
  CHECK(prints("p & q | r -> s -> t <-> u <-> v",
               "p & q | r -> s -> t <-> u <-> v"));
  CHECK(prints("((((p & q) | r) -> (s -> t)) <-> (u <-> v))",
               "p & q | r -> s -> t <-> u <-> v"));
  CHECK(prints("(p & q) & (r & s)", "p & q & (r & s)"));
  CHECK(prints("((p -> q) -> r) <-> (s <-> t)", "(p -> q) -> r <-> s <-> t"));
  CHECK(prints("(p <-> q) <-> r", "(p <-> q) <-> r"));
  CHECK(prints("p || q && !r", "p | q & !r"));
  CHECK(prints("! E X A X p & q", "!EX AX p & q"));
  CHECK(prints("EF p & AG[a] q -> r", "EF p & AG[a] q -> r"));
  CHECK(prints("E(p -> q U r <-> s)", "E(p -> q U r <-> s)"));
  CHECK(prints("E(1 U[a] p) & E(0 R p) & A(1 U p) & A(0 R[b] p)",
               "EF[a] p & EG p & AF p & AG[b] p"));
  CHECK(prints("E(0 U p) & E(1 R p)", "E(0 U p) & E(1 R p)"));
  CHECK(prints("E(E U A) & A(A R[A] E)", "E(E U A) & A(A R[A] E)"));
  CHECK(prints("E(U U U) | E(R R R) | X", "E(U U U) | E(R R R) | X"));
  CHECK(prints("true & false | True", "1 & 0 | True"));
  CHECK(prints("EF[E] E", "EF[E] E"));
  CHECK(prints("!!p", "!!p"));
  CHECK(prints("EF", "the text ends where a formula should be"));
  CHECK(prints("", "the text ends where a formula should be"));
  CHECK(prints("p q", "'q' where an operator should be"));
  CHECK(prints("p }", "'}' where an operator should be"));
}

/* A meaning of sorts: formulas are sets of 64 points. Operators on paths are
 * any functions, but E and A are dual, as are Until and Release. */
static uint64_t scramble(uint64_t h) {
  h *= UINT64_C(0x9E3779B97F4A7C15);
  h ^= h >> 29;
  h *= UINT64_C(0xBF58476D1CE4E5B9);
  return h ^ h >> 32;
}

static uint64_t some_path(ectl_operator op, uint32_t name, uint64_t x,
                          uint64_t y) {
  return scramble(scramble(scramble(x + 77 * (uint64_t)op) + y) + name);
}

static uint64_t value(const ectl *t, uint32_t node) {
  const ectl_node *n = &t->nodes.at[node];
  uint64_t x = n->left == ECTL_NONE ? 0 : value(t, n->left);
  uint64_t y = n->right == ECTL_NONE ? 0 : value(t, n->right);
  switch (n->op) {
  case ECTL_FALSE:
    return 0;
  case ECTL_TRUE:
    return UINT64_MAX;
  case ECTL_PROP:
    return scramble(n->name + UINT64_C(1000));
  case ECTL_NOT:
    return ~x;
  case ECTL_AND:
    return x & y;
  case ECTL_OR:
    return x | y;
  case ECTL_IMPLIES:
    return ~x | y;
  case ECTL_IFF:
    return ~(x ^ y);
  case ECTL_EX:
    return some_path(ECTL_EX, 0, x, 0);
  case ECTL_AX:
    return ~some_path(ECTL_EX, 0, ~x, 0);
  case ECTL_EU:
  case ECTL_ER:
    return some_path(n->op, n->name, x, y);
  case ECTL_AU:
    return ~some_path(ECTL_ER, n->name, ~x, ~y);
  case ECTL_AR:
    return ~some_path(ECTL_EU, n->name, ~x, ~y);
  }
  return 0;
}

static bool is_core(const ectl *t, uint32_t node) {
  const ectl_node *n = &t->nodes.at[node];
  bool good = n->op != ECTL_IMPLIES && n->op != ECTL_IFF && n->op != ECTL_AX &&
              n->op != ECTL_AU && n->op != ECTL_AR;
  if (n->op == ECTL_NOT)
    good &= t->nodes.at[n->left].op != ECTL_NOT;
  if (n->left != ECTL_NONE)
    good &= is_core(t, n->left);
  if (n->right != ECTL_NONE)
    good &= is_core(t, n->right);
  return good;
}

/* ectl_parts, by calls. */
static void list_parts(ectl_bench *x, uint32_t node, ectl_list *out) {
  ectl_node n = x->formulas.nodes.at[node];
  if (n.left != ECTL_NONE)
    list_parts(x, n.left, out);
  if (n.right != ECTL_NONE)
    list_parts(x, n.right, out);
  for (size_t i = 0; i < out->count; i++)
    if (out->at[i] == node)
      return;
  vec_push(&x->mem, out, node);
}

static bool has_parts(ectl_bench *x, uint32_t node) {
  ectl_list parts = {0}, twin = {0};
  ectl_parts(&x->mem, &x->formulas, node, &parts);
  list_parts(x, node, &twin);
  bool same = parts.count == twin.count &&
              memcmp(parts.at, twin.at, parts.count * sizeof *parts.at) == 0;
  vec_free(&x->mem, &parts);
  vec_free(&x->mem, &twin);
  return same;
}

static void check_formula(ectl_bench *x, uint32_t node) {
  uint32_t core = ectl_core(&x->mem, &x->formulas, node);
  CHECK(is_core(&x->formulas, core));
  CHECK(value(&x->formulas, core) == value(&x->formulas, node));
  CHECK(ectl_core(&x->mem, &x->formulas, core) == core);
  CHECK(has_parts(x, node) && has_parts(x, core));
}

static void test_core(void) {
  seed = UINT64_C(0x777);
  for (int round = 0; round < 100; round++) {
    ectl_bench *x = bench_new();
    add_names(x);
    for (int i = 0; i < 10; i++)
      check_formula(x, random_formula(x, below(6)));
    bench_delete(x);
  }
}

/* Every operator above all of one or two levels. */
static void test_all_small(void) {
  ectl_bench *x = bench_new();
  vec(uint32_t) small = {0};
  vec_push(&x->mem, &small, add(x, ECTL_TRUE, 0, 0, 0));
  vec_push(&x->mem, &small, ectl_add_prop(&x->mem, &x->formulas, "p", 1));
  for (int level = 0; level < 2; level++) {
    size_t count = small.count;
    for (size_t i = 0; i < count; i++)
      for (size_t j = 0; j < count; j++)
        for (int op = ECTL_NOT; op <= ECTL_AR; op++) {
          bool is_unary = op == ECTL_NOT || op == ECTL_EX || op == ECTL_AX;
          if (is_unary && j > 0)
            continue;
          vec_push(&x->mem, &small,
                   add(x, (ectl_operator)op, small.at[i], small.at[j],
                       ECTL_EVERY_WORD));
        }
  }
  for (size_t i = 0; i < small.count; i++) {
    const char *s = bench_print(x, small.at[i]);
    CHECK(read_again(x, s) == small.at[i]);
    check_formula(x, small.at[i]);
  }
  bench_delete(x);
}

static void test_core_text(void) {
  static const char *const pairs[][2] = {{"A(p U[a] q)", "!E(!p R[a] !q)"},
                                         {"A(p R q)", "!E(!p U !q)"},
                                         {"AX p", "!EX !p"},
                                         {"p -> q", "!p | q"},
                                         {"p <-> q", "(!p | q) & (!q | p)"},
                                         {"!!p", "p"},
                                         {"!!!p", "!p"},
                                         {"AG[a] !p", "!E(!0 U[a] p)"},
                                         {"AF p", "!E(!1 R !p)"},
                                         {"!AX !p", "EX p"},
                                         {"EF p", "EF p"},
                                         {"!p -> !q", "p | !q"}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    ectl_bench *x = bench_new();
    uint32_t core =
        ectl_core(&x->mem, &x->formulas, read_again(x, pairs[i][0]));
    CHECK(strcmp(bench_print(x, core), pairs[i][1]) == 0);
    bench_delete(x);
  }
}

static void test_table(void) {
  ectl_bench *x = bench_new();
  add_names(x);
  uint32_t p = add(x, ECTL_PROP, 5, 6, 0), q = add(x, ECTL_PROP, 0, 0, 1);
  CHECK(p == add(x, ECTL_PROP, 0, 0, 0) && p != q);
  CHECK(add(x, ECTL_NOT, p, 3, 4) == add(x, ECTL_NOT, p, q, 0));
  CHECK(add(x, ECTL_AND, p, q, 4) == add(x, ECTL_AND, p, q, 0));
  CHECK(add(x, ECTL_AND, p, q, 0) != add(x, ECTL_AND, q, p, 0));
  CHECK(add(x, ECTL_AND, p, q, 0) != add(x, ECTL_OR, p, q, 0));
  CHECK(add(x, ECTL_EU, p, q, 0) != add(x, ECTL_EU, p, q, 1));
  CHECK(add(x, ECTL_EU, p, q, 0) != add(x, ECTL_ER, p, q, 0));
  CHECK(add(x, ECTL_EU, p, q, 0) != add(x, ECTL_EU, p, q, ECTL_EVERY_WORD));
  for (uint32_t i = 0; i < x->formulas.nodes.count; i++) {
    const ectl_node *n = &x->formulas.nodes.at[i];
    CHECK(n->left == ECTL_NONE || n->left < i);
    CHECK(n->right == ECTL_NONE || n->right < i);
    CHECK(ectl_add(&x->mem, &x->formulas, *n) == i);
  }
  bench_delete(x);
}

/* Nothing here may use the machine's stack: 100,000 deep. */
static void test_depth(void) {
  static const char *const parts[][3] = {
      {"(", "p", ")"},         {"!", "p", ""},           {"EX ", "p", ""},
      {"E(p U[a] ", "q", ")"}, {"A(", "p", " R q)"},     {"p -> ", "p", ""},
      {"p & ", "p", ""},       {"(p | ", "p", ")"},      {"EF[a] !", "p", ""},
      {"p <-> ", "p", ""},     {"A(1 U p & ", "q", ")"}, {"!AX ", "q", ""}};
  enum { DEPTH = 100000 };
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    ectl_bench *x = bench_new();
    text *out = bench_begin_text(x);
    for (int j = 0; j < DEPTH; j++)
      text_put(out, parts[i][0]);
    text_put(out, parts[i][1]);
    for (int j = 0; j < DEPTH; j++)
      text_put(out, parts[i][2]);
    const char *s = bench_keep(x, bench_end_text(x));
    uint32_t node = read_again(x, s);
    CHECK(node != ECTL_NONE);
    CHECK(read_again(x, bench_print(x, node)) == node);
    ectl_list list = {0};
    uint32_t core = ectl_core(&x->mem, &x->formulas, node);
    ectl_parts(&x->mem, &x->formulas, core, &list);
    /* Parentheses and double negations leave no nodes. */
    CHECK(list.count >= (i < 2 ? 1 : DEPTH) && vec_last(&list) == core);
    bench_delete(x);
  }
}

int main(void) {
  test_table();
  test_precedence();
  test_text();
  test_core_text();
  test_core();
  test_all_small();
  test_depth();
  return check_end();
}
