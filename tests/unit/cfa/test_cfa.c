/* Building automata, and conditions that people write about them. */
#include "tests/unit/cfa_text.h"

#include "cfa/predicates.h"
#include "cfa/print.h"

static void test_expressions(void) {
  static cfa_case x;
  cfa_case_init(&x);
  mem *m = &x.m;
  cfa *p = &x.p;
  uint32_t numbers[1000];
  p->pointer_bits = 32;
  for (uint32_t i = 0; i < 1000; i++)
    numbers[i] = cfa_constant(m, p, 32, i * 7);
  for (uint32_t i = 0; i < 1000; i++)
    CHECK(cfa_constant(m, p, 32, i * 7) == numbers[i] && numbers[i] == i);
  CHECK(cfa_constant(m, p, 8, 0x107) == cfa_constant(m, p, 8, 7));
  CHECK(cfa_constant(m, p, 8, 7) != cfa_constant(m, p, 16, 7));
  uint32_t sum = cfa_apply(m, p, BITS_ADD, 32, 1, 2, 3);
  CHECK(cfa_apply(m, p, BITS_ADD, 32, 1, 2, CFA_NONE) == sum);
  CHECK(p->expressions.at[sum].c == CFA_NONE);
  CHECK(cfa_apply(m, p, BITS_SUB, 32, 1, 2, CFA_NONE) != sum);
  /* What is pushed beside it is found, too. */
  cfa_expression y = {.kind = CFA_CONSTANT, .width = 5, .value = 3};
  vec_push(m, &p->expressions, y);
  CHECK(cfa_express(m, p, &y) == p->expressions.count - 1);
  uint32_t operands[3];
  CHECK(cfa_operands(&p->expressions.at[sum], operands) == 2);
  CHECK(operands[0] == 1 && operands[1] == 2);
  CHECK(strcmp(cfa_fault_name(CFA_FAULT_BOUNDS), "out of bounds") == 0);
  cfa_case_clear(&x);
}

static void test_finish(void) {
  static cfa_case x;
  cfa_case_init(&x);
  mem *m = &x.m;
  cfa *p = &x.p;
  /* 0 -> 1 -> 2 -> 1, 2 -> 0, edges pushed in a muddle; 3 is a lonely loop. */
  static const uint32_t edges[][2] = {{2, 1}, {0, 1}, {2, 0}, {3, 3}, {1, 2}};
  vec_push(m, &p->functions, ((cfa_function){.entry = 0}));
  for (int i = 0; i < 4; i++)
    vec_push(m, &p->locations, ((cfa_location){0}));
  for (int i = 0; i < 5; i++)
    vec_push(m, &p->edges,
             ((cfa_edge){.from = edges[i][0], .to = edges[i][1]}));
  for (int i = 0; i < 5; i++)
    vec_push(m, &p->variables,
             ((cfa_variable){.function = i < 2 ? CFA_NONE : 0,
                             .is_scalar = i != 1 && i != 3}));
  cfa_finish(m, p);
  CHECK(p->edges.at[0].from == 0 && p->edges.at[1].from == 1);
  CHECK(p->edges.at[2].to == 1 && p->edges.at[3].to == 0);
  CHECK(p->locations.at[2].first_edge == 2 && p->locations.at[2].edges == 2);
  CHECK(p->locations.at[0].is_loop_head && p->locations.at[1].is_loop_head);
  CHECK(!p->locations.at[2].is_loop_head && !p->locations.at[3].is_loop_head);
  CHECK(p->globals == 2 && p->global_scalars == 1 && p->global_objects == 1);
  CHECK(p->functions.at[0].scalars == 2 && p->functions.at[0].objects == 1);
  CHECK(p->variables.at[4].slot == 1 && p->variables.at[3].slot == 0);
  cfa_case_clear(&x);
}

static cfa_case sample;
static desk_text printed;

static bool read_condition(const char *words, uint32_t *n) {
  sample.r.count = 0;
  return cfa_read_condition(&sample.m, &sample.p, words, strlen(words), 0, 0,
                            "c", 3, 10, &sample.r, n);
}

/* Printed, the condition looks like this. */
static void looks(const char *words, const char *like) {
  uint32_t n = 0;
  text out;
  bool is_read = read_condition(words, &n);
  CHECK(is_read);
  if (!is_read) {
    printf("'%s': %u: %s\n", words, sample.r.entries[0].column,
           sample.r.entries[0].message);
    return;
  }
  CHECK(sample.p.expressions.at[n].width == 1);
  desk_empty(&printed);
  text_init(&out, desk_add, &printed);
  CHECK(cfa_print_expression(&sample.p, n, &out));
  text_end(&out);
  CHECK(strcmp(printed.at, like) == 0);
  if (strcmp(printed.at, like) != 0)
    printf("'%s' became '%s'\n", words, printed.at);
}

static void test_looks(void) {
  looks("i<g+1", "i < g + 1");
  looks("3 > i", "i < 3");
  looks("!(i < g)", "i >= g");
  looks("i", "i != 0");
  looks("i > 0 && g == -1 || !i", "i > 0 && g == -1 || i == 0");
  looks("i + 1u < 5", "(unsigned int)(i + 1) < 5");
  looks("a[i] != a[3]", "a[i] != a[3]");
  looks("head->value <= 2", "head->value <= 2");
  looks("head->next->next == &n", "head->next->next == &n");
  looks("n.next == NULL", "n.next == 0");
  looks("(*head).value == 'a'", "head->value == 97");
  looks("head[1].value > 0x10", "head[1].value > 16");
  looks("*(a + 2) == 2", "a[2] == 2");
  looks("(long long)i * i > 7", "(long long)i * i > 7");
  looks("(char)i == 3", "(signed char)i == 3");
  looks("sizeof(int) * 2 == i", "i == 8");
  looks("i & 1", "(i & 1) != 0");
  looks("(i ? g : 2) > 1", "(i != 0 ? g : 2) > 1");
  looks("head == 0 || &a[1] != &a[2]", "head == 0 || &a[1] != &a[2]");
  looks("i / 2 % 3 == -g >> 1", "i / 2 % 3 == 0 - g >> 1");
}

static void refuses(const char *words, uint32_t column, const char *part) {
  uint32_t n;
  CHECK(!read_condition(words, &n));
  CHECK(desk_says(&sample.r, 0, 3, column, part));
}

static void test_refused(void) {
  char deep[10000];
  refuses("", 10, "ends too early");
  refuses("i <", 13, "ends too early");
  refuses("i = 3", 12, "'==' compares");
  refuses("headd < 3", 10, "did you mean 'head'");
  refuses("08 == i", 10, "is no number");
  refuses("i < 3 4", 16, "should end here");
  refuses("(i < 3", 16, "')' should stand");
  refuses("i < 1.5", 14, "only integers");
  refuses("i < 12x", 14, "is no number");
  refuses("i < 99999999999999999999", 14, "64 bits");
  refuses("n == 3", 10, "name a field");
  refuses("n.foo == 3", 12, "no field of struct node");
  refuses("i.next == 3", 10, "struct or union");
  refuses("*i == 3", 11, "a pointer should");
  refuses("&i == 0", 11, "address");
  refuses("head * 2 == 0", 10, "an integer should");
  refuses("(struct tree)i == 0", 11, "no type");
  refuses("(struct node)i == 0", 23, "only integers and pointers");
  refuses("i == '", 15, "a character should");
  refuses("i @ 3", 12, "no expression");
  refuses("f(i)", 10, "not declared");
  memset(deep, '(', sizeof deep);
  deep[sizeof deep - 1] = '\0';
  uint32_t n;
  CHECK(!read_condition(deep, &n) &&
        strstr(sample.r.entries[0].message, "too deeply"));
  memset(deep, '-', sizeof deep - 1);
  CHECK(!read_condition(deep, &n) &&
        strstr(sample.r.entries[0].message, "too deeply"));
}

static const char predicates[] = "# all\n"
                                 "main: i < 3 # some\n"
                                 "  * : g == '#'\n"
                                 "\n"
                                 "a b.c:8: i >= g";

static bool read_predicates(const char *words, cfa_predicates *out) {
  sample.r.count = 0;
  out->count = 0;
  return cfa_read_predicates(&sample.m, &sample.p, "p", words, strlen(words),
                             &sample.r, out);
}

static void test_predicates(void) {
  cfa_predicates all = {0};
  CHECK(read_predicates(predicates, &all) && all.count == 3);
  CHECK(all.at[0].function == 0 && all.at[0].line == 0);
  CHECK(all.at[1].function == CFA_NONE && all.at[1].line == 0);
  CHECK(all.at[2].function == 0 && all.at[2].line == 8);
  CHECK(all.at[2].file == 0);
  CHECK(!read_predicates("*: i < 3\nmain: j\n", &all));
  CHECK(desk_says(&sample.r, 0, 1, 4, "among the globals"));
  CHECK(desk_says(&sample.r, 1, 2, 7, "'j' is not declared"));
  CHECK(!read_predicates("mian: i < 3", &all));
  CHECK(desk_says(&sample.r, 0, 1, 1, "no function 'mian'"));
  CHECK(!read_predicates("c.c:8: i < 3", &all));
  CHECK(desk_says(&sample.r, 0, 1, 1, "no file 'c.c'"));
  CHECK(!read_predicates("a b.c:80: i < 3", &all));
  CHECK(desk_says(&sample.r, 0, 1, 1, "no statement begins"));
  CHECK(!read_predicates(" i < 3", &all));
  CHECK(desk_says(&sample.r, 0, 1, 2, "should stand first"));
}

static const char *edge(uint32_t n) {
  text out;
  desk_empty(&printed);
  text_init(&out, desk_add, &printed);
  cfa_print_edge(&sample.p, n, &out);
  text_end(&out);
  return printed.at;
}

static const char *value(uint32_t type, bool is_signed, unsigned width,
                         uint64_t v) {
  text out;
  desk_empty(&printed);
  text_init(&out, desk_add, &printed);
  cfa_print_value(&sample.p, type, is_signed, width, v, &out);
  text_end(&out);
  return printed.at;
}

static const char *part(uint32_t type, uint64_t offset, uint32_t *found) {
  text out;
  desk_empty(&printed);
  text_init(&out, desk_add, &printed);
  *found = cfa_print_part(&sample.p, type, offset, &out);
  text_end(&out);
  return printed.at;
}

static void test_statements(void) {
  static const char *const like[] = {
      "i = -7",        "[i < g]",
      "[i >= g]",      "i = i + 4",
      "a[i] = a[i]",   "i = __VERIFIER_nondet_int()",
      "struct node n", "i = callee((signed char)a[i], &n, i)"};
  for (uint32_t i = 0; i < sizeof like / sizeof *like; i++) {
    CHECK(strcmp(edge(i), like[i]) == 0);
    if (strcmp(edge(i), like[i]) != 0)
      printf("edge %u is '%s'\n", i, edge(i));
  }
  CHECK(strcmp(edge(14), "assert(g > 0) fails") == 0);
  CHECK(strcmp(edge(15), "unsupported: floats") == 0);
}

static void test_values(void) {
  uint32_t type;
  CHECK(strcmp(value(CFA_NONE, true, 8, 255), "-1") == 0);
  CHECK(strcmp(value(CFA_NONE, false, 8, 255), "255") == 0);
  CHECK(strcmp(value(5, false, 8, 1), "true") == 0);
  CHECK(strcmp(value(1, true, 8, 255), "255") == 0);
  CHECK(strcmp(part(3, 4, &type), ".value") == 0 && type == 0);
  CHECK(strcmp(part(3, 8, &type), ".flag") == 0 && type == 0);
  CHECK(strcmp(part(3, 5, &type), ".value+1") == 0 && type == CFA_NONE);
  CHECK(strcmp(part(4, 36, &type), "[9]") == 0 && type == 0);
  CHECK(strcmp(part(0, 0, &type), "") == 0 && type == 0);
  CHECK(strcmp(part(CFA_NONE, 12, &type), "+12") == 0 && type == CFA_NONE);
}

int main(void) {
  test_expressions();
  test_finish();
  cfa_case_init(&sample);
  CHECK(cfa_case_read(&sample, cfa_sample, strlen(cfa_sample)));
  test_statements();
  test_values();
  test_looks();
  test_refused();
  test_predicates();
  CHECK(cfa_validate(&sample.m, &sample.p) == NULL);
  cfa_case_clear(&sample);
  free(printed.at);
  return check_end();
}
