/* Places in C texts, and witnesses of format 2.0, byte by byte where it
 * matters; tests/c/witness.py reads them as another tool would. */
#include "tests/unit/evidence/c/c_sample.h"

#include "tests/unit/check.h"

static mem_budget budget = {.fail_in = -1};
static mem job;

enum { LONGEST = 1 << 16 };
typedef struct page {
  char at[LONGEST];
  size_t length;
} page;

static int keep_page(void *self, const char *bytes, size_t length) {
  page *p = self;
  if (p->length + length >= LONGEST)
    return 1;
  memcpy(p->at + p->length, bytes, length);
  p->length += length;
  p->at[p->length] = '\0';
  return 0;
}

static const char first[] = "int f(int, int); /* while */\n"
                            "int main(void) {\n"
                            "  int x = f(')', f(1, 2)) + f // (\n"
                            "    (3, \")\\\"\");\n"
                            "  for (int i = 0; i < x; i++) {\n"
                            "    do {\n"
                            "      x--; /* for //*/ } while (x > i);\n"
                            "  }\n"
                            "}";

static c_source source_of(const char *name, const char *bytes) {
  return (c_source){name, bytes, strlen(bytes)};
}

static c_point point(const c_source *f, const char *file, uint32_t line,
                     uint32_t column) {
  c_sources all = {f, 1};
  c_place place = {file, line, column};
  c_point p = {0};
  CHECK(c_source_find(&all, &place, &p));
  return p;
}

static bool is_at(const c_point *p, uint32_t line, uint32_t column) {
  return p->line == line && p->column == column;
}

static void test_calls(void) {
  c_source f = source_of("prog.c", first);
  c_point p = point(&f, "prog.c", 3, 11), end;
  CHECK(c_source_call_end(&p, "f", &end) && is_at(&end, 3, 25));
  CHECK(f.bytes[end.offset] == ')');
  p = point(&f, "prog.c", 3, 18);
  CHECK(c_source_call_end(&p, "f", &end) && is_at(&end, 3, 24));
  p = point(&f, "prog.c", 3, 29);
  CHECK(!c_source_call_end(&p, "f", &end)); /* a comment is in between */
  CHECK(!c_source_call_end(&p, "g", &end));
  p = point(&f, "prog.c", 2, 0);
  CHECK(c_source_call_end(&p, "main", &end) && is_at(&end, 2, 14));
}

static void test_loops(void) {
  c_source f = source_of("prog.c", first);
  c_point p = point(&f, "prog.c", 5, 19), loop;
  CHECK(c_source_loop(&p, &loop) && is_at(&loop, 5, 3));
  p = point(&f, "prog.c", 5, 0);
  CHECK(c_source_loop(&p, &loop) && is_at(&loop, 5, 3));
  p = point(&f, "prog.c", 7, 7);
  CHECK(c_source_loop(&p, &loop) && is_at(&loop, 6, 5));
  p = point(&f, "prog.c", 2, 1);
  CHECK(!c_source_loop(&p, &loop));
}

static void test_markers(void) {
  static const char bytes[] = "# 1 \"lib/prog.c\"\n"
                              "# 1 \"/usr/include/x.h\" 1 3\n"
                              "int a;\n"
                              "# 7 \"lib/prog.c\" 2\n"
                              "int b;\n"
                              "int c;\n"
                              "#line 100\n"
                              "int d;";
  c_source f = source_of("prog.i", bytes);
  c_sources all = {&f, 1};
  c_point p = point(&f, "prog.c", 8, 5);
  CHECK(is_at(&p, 6, 5) && memcmp(f.bytes + p.offset, "c;", 2) == 0);
  p = point(&f, "/a/lib/prog.c", 100, 5);
  CHECK(is_at(&p, 8, 5));
  p = point(&f, "prog.c", 100, 99);
  CHECK(is_at(&p, 8, 0));
  CHECK(!c_source_find(&all, &(c_place){"prog.c", 1, 1}, &p));
  CHECK(!c_source_find(&all, &(c_place){"og.c", 8, 5}, &p));
  CHECK(!c_source_find(&all, &(c_place){"", 8, 5}, &p));
  CHECK(!c_source_find(&all, &(c_place){"prog.c", 101, 1}, &p));
}

static bool constant_is(unsigned width, bool is_signed, uint64_t value,
                        const char *expected) {
  static page p;
  text out;
  p.length = 0;
  text_init(&out, keep_page, &p);
  c_source_constant(width, is_signed, value, &out);
  return text_end(&out) && strcmp(p.at, expected) == 0;
}

static void test_constants(void) {
  CHECK(constant_is(8, true, 255, "-1"));
  CHECK(constant_is(8, false, 255, "255"));
  CHECK(constant_is(32, true, 0x80000000, "-2147483648"));
  CHECK(constant_is(32, false, 0xffffffff, "4294967295U"));
  CHECK(constant_is(64, true, UINT64_MAX, "-1LL"));
  CHECK(
      constant_is(64, true, UINT64_C(1) << 63, "(-9223372036854775807LL - 1)"));
  CHECK(constant_is(64, false, UINT64_MAX, "18446744073709551615ULL"));
  CHECK(constant_is(1, false, 1, "1"));
}

static const char program[] = "int __VERIFIER_nondet_int(void);\n"
                              "int main(void) {\n"
                              "  int u, x = __VERIFIER_nondet_int();\n"
                              "  if (x == u)\n"
                              "    reach_error();\n"
                              "}\n";

static const char violation[] =
    "- entry_type: \"violation_sequence\"\n"
    "  metadata:\n"
    "    format_version: \"2.0\"\n"
    "    uuid: \"UUID\"\n"
    "    creation_time: \"1970-01-01T00:00:00Z\"\n"
    "    producer:\n"
    "      name: \"Custos\"\n"
    "      version: \"" CUSTOS_VERSION "\"\n"
    "    task:\n"
    "      input_files:\n"
    "        - \"dir/prog.c\"\n"
    "      input_file_hashes:\n"
    "        \"dir/prog.c\": \"HASH\"\n"
    "      specification: \"CHECK( init(main()), LTL(G ! "
    "call(reach_error())) )\"\n"
    "      data_model: \"ILP32\"\n"
    "      language: \"C\"\n"
    "  content:\n"
    "    - segment:\n"
    "        - waypoint:\n"
    "            type: \"function_return\"\n"
    "            action: \"follow\"\n"
    "            location:\n"
    "              file_name: \"dir/prog.c\"\n"
    "              line: 3\n"
    "              column: 36\n"
    "            constraint:\n"
    "              value: \"\\\\result == -7\"\n"
    "              format: \"ext_c_expression\"\n"
    "    - segment:\n"
    "        - waypoint:\n"
    "            type: \"assumption\"\n"
    "            action: \"follow\"\n"
    "            location:\n"
    "              file_name: \"dir/prog.c\"\n"
    "              line: 4\n"
    "            constraint:\n"
    "              value: \"u == -7\"\n"
    "              format: \"c_expression\"\n"
    "    - segment:\n"
    "        - waypoint:\n"
    "            type: \"target\"\n"
    "            action: \"follow\"\n"
    "            location:\n"
    "              file_name: \"dir/prog.c\"\n"
    "              line: 5\n"
    "              column: 5\n";

static void write_violation(sample *s, page *p) {
  c_witness_task task = {.sources = {s->source, s->sources},
                         .pointer_bits = 32};
  text out;
  p->length = 0;
  text_init(&out, keep_page, p);
  c_witness_violation(&job, &task, &s->t, &out);
  CHECK(text_end(&out));
}

static void make_sample(sample *s) {
  sample_begin(s, &job, program);
  sample_input(s, CFA_INPUT_CALL, "__VERIFIER_nondet_int", 32, true,
               (uint32_t)-7);
  s->t.inputs.at[0].place = (c_place){"dir/prog.c", 3, 14};
  sample_input(s, CFA_INPUT_UNINITIALISED, "u", 32, true, (uint32_t)-7);
  s->t.inputs.at[1].place = (c_place){"dir/prog.c", 4, 12};
  s->t.inputs.at[1].is_variable = true;
  s->t.failure.place = (c_place){"dir/prog.c", 5, 5};
}

/* What is made from a hash is cut out first. */
static void blank_out(page *p, const char *key, const char *word) {
  char *at = strstr(p->at, key);
  CHECK(at);
  if (!at)
    return;
  char *start = at + strlen(key), *end = strchr(start, '"');
  size_t n = strlen(word);
  memmove(start + n, end, strlen(end) + 1);
  memcpy(start, word, n);
}

static void test_violation(void) {
  static page p, again;
  char hex[SHA256_HEX];
  sample s;
  make_sample(&s);
  write_violation(&s, &p);
  write_violation(&s, &again);
  CHECK(strcmp(p.at, again.at) == 0);
  sha256_hex(program, strlen(program), hex);
  CHECK(strstr(p.at, hex));
  const char *uuid = strstr(p.at, "uuid: \"");
  CHECK(uuid && uuid[7 + 14] == '5' && strchr("89ab", uuid[7 + 19]) &&
        uuid[7 + 36] == '"');
  s.t.inputs.at[0].value = 6;
  write_violation(&s, &again);
  const char *other = strstr(again.at, "uuid: \"");
  CHECK(other && uuid && memcmp(uuid, other, 7 + 36) != 0);
  blank_out(&p, "uuid: \"", "UUID");
  blank_out(&p, "\"dir/prog.c\": \"", "HASH");
  CHECK(strcmp(p.at, violation) == 0);
}

static void test_left_out(void) {
  static page p;
  sample s;
  make_sample(&s);
  s.t.inputs.at[0].place.file = "other.h";
  s.t.inputs.at[1].is_variable = false;
  s.t.failure.place.file = "";
  write_violation(&s, &p);
  CHECK(strstr(p.at, "  content: []\n"));
}

/* Of an unknown function nobody knows whether 200 is -56. */
static void test_unknown_sign(void) {
  static page p;
  sample s;
  make_sample(&s);
  s.t.inputs.at[0].name = "f";
  s.t.inputs.at[0].width = 8;
  s.t.inputs.at[0].value = 200;
  write_violation(&s, &p);
  CHECK(!strstr(p.at, "function_return"));
  s.t.inputs.at[0].value = 100;
  write_violation(&s, &p);
  CHECK(strstr(p.at, "result == 100\""));
}

static void test_correctness(void) {
  static page p;
  c_source f = source_of("prog.c", first);
  c_witness_task task = {.sources = {&f, 1}, .pointer_bits = 64};
  c_invariant at[] = {
      {.is_loop = true,
       .place = {"prog.c", 5, 19},
       .function = "main",
       .condition = "x >= 0 && \"a\\b\"[0]"},
      {.place = {"prog.c", 7, 7}, .function = "", .condition = "i < x"},
      {.place = {"elsewhere.c", 7, 7}, .function = "", .condition = "0"},
  };
  text out;
  task.specification = "CHECK( init(main()), LTL(G ! overflow) )\n\n";
  text_init(&out, keep_page, &p);
  c_witness_correctness(&job, &task, at, 3, &out);
  CHECK(text_end(&out));
  CHECK(strstr(p.at, "      specification: \"CHECK( init(main()), LTL(G ! "
                     "overflow) )\"\n      data_model: \"LP64\"\n"));
  CHECK(strstr(p.at, "  content:\n"
                     "    - invariant:\n"
                     "        type: \"loop_invariant\"\n"
                     "        location:\n"
                     "          file_name: \"prog.c\"\n"
                     "          line: 5\n"
                     "          column: 3\n"
                     "          function: \"main\"\n"
                     "        value: \"x >= 0 && \\\"a\\\\b\\\"[0]\"\n"
                     "        format: \"c_expression\"\n"
                     "    - invariant:\n"
                     "        type: \"location_invariant\"\n"
                     "        location:\n"
                     "          file_name: \"prog.c\"\n"
                     "          line: 7\n"
                     "        value: \"i < x\"\n"));
  CHECK(!strstr(p.at, "elsewhere"));
}

static void test_specification(void) {
  static page p;
  text out;
  text_init(&out, keep_page, &p);
  c_witness_specification(CFA_CHECK_NULL | CFA_CHECK_FREE | CFA_CHECK_OVERFLOW,
                          &out);
  CHECK(text_end(&out));
  CHECK(strcmp(p.at, "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
                     "CHECK( init(main()), LTL(G valid-deref) )\n"
                     "CHECK( init(main()), LTL(G valid-free) )\n"
                     "CHECK( init(main()), LTL(G ! overflow) )") == 0);
}

int main(void) {
  mem_init(&job, &budget);
  test_calls();
  test_loops();
  test_markers();
  test_constants();
  test_violation();
  test_left_out();
  test_unknown_sign();
  test_correctness();
  test_specification();
  mem_clear(&job);
  return check_end();
}
