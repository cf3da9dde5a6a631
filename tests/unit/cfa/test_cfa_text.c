#include "tests/unit/cfa_text.h"

static void test_sample(void) {
  static cfa_case x;
  cfa_case_init(&x);
  bool read = cfa_case_read(&x, cfa_sample, strlen(cfa_sample));
  CHECK(read);
  if (!read)
    printf("%u:%u: %s\n", x.r.entries[0].line, x.r.entries[0].column,
           x.r.entries[0].message);
  CHECK(strcmp(cfa_case_write(&x), cfa_sample) == 0);
  CHECK(cfa_validate(&x.m, &x.p) == NULL);
  CHECK(strcmp(cfa_text(&x.p, x.p.files.at[1]), "q\"\\\xff.h") == 0);
  CHECK(x.p.globals == 4 && x.p.global_scalars == 2 && x.p.global_objects == 2);
  CHECK(x.p.functions.at[0].scalars == 4 && x.p.functions.at[0].objects == 1);
  CHECK(x.p.locations.at[1].is_loop_head && !x.p.locations.at[0].is_loop_head);
  CHECK(x.p.locations.at[1].first_edge == 1 && x.p.locations.at[1].edges == 2);
  CHECK(x.p.expressions.at[0].value == UINT32_C(0xFFFFFFF9));
  CHECK(x.p.expressions.at[12].value == UINT64_MAX - 3);
  CHECK(x.p.edges.at[7].arguments == 3 && x.p.edges.at[8].arguments == 2);
  cfa_case_clear(&x);
}

/* The sample with one occurrence of a text replaced is refused at this line,
 * with these words. */
static void refuses(const char *from, const char *to, uint32_t line,
                    const char *part) {
  static cfa_case x;
  static char changed[sizeof cfa_sample + 200];
  const char *at = strstr(cfa_sample, from);
  size_t before = at ? (size_t)(at - cfa_sample) : 0;
  CHECK(at && strlen(to) < 200);
  if (!at)
    return;
  snprintf(changed, sizeof changed, "%.*s%s%s", (int)before, cfa_sample, to,
           at + strlen(from));
  cfa_case_init(&x);
  CHECK(!cfa_case_read(&x, changed, strlen(changed)));
  CHECK(x.r.count == 1 && x.r.entries[0].line == line);
  CHECK(strstr(x.r.entries[0].message, part));
  if (x.r.entries[0].line != line || !strstr(x.r.entries[0].message, part))
    printf("'%s': line %u:%u: %s\n", to, x.r.entries[0].line,
           x.r.entries[0].column, x.r.entries[0].message);
  cfa_case_clear(&x);
}

static void test_words(void) {
  refuses("custos-cfa 1", "custos-cfa 2", 1, "version 2");
  refuses("pointer 32", "pointer 16", 1, "32 or 64");
  refuses("files 2", "files 99999999999", 2, "a number from 0 to");
  refuses("files 2", "files 3", 6, "should be a file");
  refuses("main f0", "main f3", 3, "there is no function 3");
  refuses("main f0", "main -", 3, "should be a function");
  refuses("\"q\\22", "\"q\\2", 5, "two hexadecimal digits");
  refuses("\"q\\22", "\"q\\00", 5, "two hexadecimal digits");
  refuses("\"q\\22", "\"q\xff", 5, "'\\ff'");
  refuses("a b.c\"", "a b.c", 4, "closing");
  refuses("t1 unsigned", "t2 unsigned", 7, "should be 't1'");
  refuses("t1 unsigned", "t1 natural", 7, "is none of: void");
  refuses("t1 unsigned ", "t1  unsigned ", 7, "a word is missing");
  refuses("v0 global s32", "v0 global s65", 17, "a width from 1 to 64");
  refuses("v1 global p32", "v1 global p64", 18, "a pointer has 32 bits");
  refuses("@0:1:5", "@2:1:5", 17, "there is no file 2");
  refuses("@0:1:5", "@0:1:", 17, "'@file:line:column'");
  refuses("s32 -7", "s32 -2147483649", 50, "a number of 32 bits");
  refuses("u32 4294967295", "u32 4294967296", 51, "from 0 to 4294967295");
  refuses("x5 slt u1 x3 x4", "x5 slt u1 x3 x5", 55, "before this one");
  refuses("x5 slt", "x5 less", 55, "no kind of expression");
  refuses("e3 l2 l1", "e3 l0 l1", 79, "order of their locations");
  refuses("assign v6 x22", "assign v6 x22 x22", 79, "should end here");
  refuses("d0 00", "d0 0g", 96, "0-9 and a-f");
  refuses("2021222324252627\n", "20212223242526\n", 98, "byte 39 is missing");
  refuses("2021222324252627\n", "2021222324252627", 97, "newline");
  refuses("2627\n", "262700\n", 97, "two hexadecimal digits");
}

static void test_parts(void) {
  refuses("t0 signed 4", "t0 signed 40", 6, "1 to 16 bytes");
  refuses("t2 pointer 4", "t2 pointer 8", 8, "that of a pointer");
  refuses("t3 struct 12", "t3 struct 8", 9, "not within it");
  refuses("t3 struct 12 \"struct node\" 0 3", "t3 struct 12 - 1 3", 9,
          "from 0 to 2");
  refuses("t0 4 @0:1:5", "t0 3 @0:1:5", 17, "power of two");
  refuses("- x0\n", "- x2\n", 17, "another width or kind");
  refuses("- x0\n", "- x4\n", 17, "depends on variables");
  refuses("o40", "o4", 19, "initial bytes");
  refuses("o40", "o2147483648", 19, "half of the memory");
  refuses("36 4 0 2", "36 4 0 3", 20, "from 0 to 2");
  refuses("p1 4 x13", "p1 2 x13", 20, "overlap");
  refuses("p1 4 x13", "p1 4 x19", 20, "initial pointer");
  refuses("p1 4 x13", "p1 4 x15", 20, "initial pointer");
  refuses("v4 parameter", "v4 local", 21, "parameters stand first");
  refuses("v4 parameter s32 \"argc\" f0", "v4 parameter s32 \"argc\" f1", 21,
          "not among the variables");
  refuses("v4 parameter s32 \"argc\" f0", "v4 parameter s32 \"argc\" -", 21,
          "globals");
  refuses("v4 parameter s32", "v4 parameter o32", 29, "no scalar");
  refuses("\"main\" l0", "\"main\" l15", 29, "its entry");
  refuses("\"callee\" l15 9 2 2 u32", "\"callee\" l15 9 2 2 p32", 83,
          "not like it");
}

static void test_expressions(void) {
  refuses("x5 slt u1", "x5 slt u2", 55, "a comparison has one bit");
  refuses("x5 slt u1 x3 x4", "x5 slt u1 x3 x2", 55, "unlike things");
  refuses("x6 address v2", "x6 address v0", 56, "no address");
  refuses("x3 variable v6", "x3 variable v5", 53, "width is not from 1 to 64");
  refuses("x8 mul u32", "x8 mul u16", 58, "unlike its result");
  refuses("x8 mul u32 x3 x7", "x8 mul u32 x3 x2", 58, "unlike its result");
  refuses("x8 mul u32", "x8 mul p32", 58, "only 'ite'");
  refuses("x9 offset x6", "x9 offset x7", 59, "based on a pointer");
  refuses("x9 offset x6 x8", "x9 offset x6 x5", 59, "as wide as a pointer");
  refuses("x10 load s32 x9", "x10 load s32 x8", 60, "through a pointer");
  refuses("x15 pointer x14", "x15 pointer x5", 65, "as wide as a pointer");
  refuses("x14 integer u32 x13", "x14 integer u32 x7", 64, "no pointer");
  refuses("x17 ite p32 x16", "x17 ite p32 x7", 67, "not one bit");
  refuses("x17 ite p32", "x17 ite u32", 67, "unlike its result");
  refuses("x18 trunc u8", "x18 trunc u32", 68, "not wider");
  refuses("x20 zext u64", "x20 zext u32", 70, "not narrower");
  refuses("x21 concat u16", "x21 concat u17", 71, "the sum");
  refuses("x23 not u1", "x23 not u2", 73, "unlike its result");
  refuses("x25 sext u32 x24", "x25 add u8 x24 x18", 75, "two functions");
}

static void test_edges(void) {
  refuses("l1 @0:7:3", "- @0:7:3", 76, "it leads somewhere");
  refuses("e0 l0 l1", "e0 l0 l15", 76, "out of its function");
  refuses("assign v6 x0", "assign v6 x20", 76, "not like it");
  refuses("assign v6 x0", "assign v9 x18", 76, "another function");
  refuses("assign v6 x0", "assign v6 x25", 76, "another function");
  refuses("assign v6 x0", "assign v5 x0", 76, "no scalar");
  refuses("e1 l1 l2 @0:8:3 assume x5", "e1 l1 l2 @0:8:3 assume x3", 77,
          "kind or width");
  refuses("assume x5 false", "assume x5 true", 33, "holds first");
  refuses("assume x5 false", "assume x23 false", 33, "holds first");
  refuses("assume x5 false", "assign v6 x0", 33, "no branch");
  refuses("store x9 x10", "store x8 x10", 80, "kind or width");
  refuses("f1 x18 x19 x3", "f1 x18", 83, "as many arguments");
  refuses("f1 x18 x19 x3", "f1 x3 x19 x3", 83, "like its parameter");
  refuses("f1 x18 x19 x3", "f1 x18 x3 x3", 83, "a pointer to it");
  refuses("call v6 f1 x18 x19 x3", "call v6 f2", 83, "no result");
  refuses("call - x11", "call - x7", 84, "kind or width");
  refuses("allocate v7", "allocate v8", 85, "not like it");
  refuses("allocate v7 x7", "allocate v7 x17", 85, "kind or width");
  refuses("size v8", "size v7", 87, "not like it");
  refuses("fill x6 x18", "fill x6 x7", 89, "kind or width");
  refuses("return x25", "return x24", 92, "like its function's result");
  refuses("return x25", "return -", 92, "expression is missing");
  refuses("e17 l16 l17 - skip", "e17 l16 - - return x0", 93, "no result");
}

/* What is read is valid and comes back as it was; nothing crashes. */
static void spoil(uint64_t *seed, char *bytes, size_t length) {
  static const char odd[] = "0123456789- \n\"xvletfsupo:@\\,az\xff";
  for (uint64_t i = cfa_draw(seed, 3) + 1; i > 0; i--)
    bytes[cfa_draw(seed, length)] = odd[cfa_draw(seed, sizeof odd - 1)];
}

static bool comes_back(const char *written) {
  static cfa_case x;
  cfa_case_init(&x);
  bool same = cfa_case_read(&x, written, strlen(written)) &&
              strcmp(cfa_case_write(&x), written) == 0;
  cfa_case_clear(&x);
  return same;
}

static void test_spoiled(void) {
  static cfa_case x;
  char bytes[sizeof cfa_sample];
  uint64_t seed = 7;
  size_t length = strlen(cfa_sample), accepted = 0;
  for (int i = 0; i < 20000; i++) {
    memcpy(bytes, cfa_sample, sizeof bytes);
    spoil(&seed, bytes, length);
    size_t part =
        cfa_draw(&seed, 10) ? length : (size_t)cfa_draw(&seed, length);
    cfa_case_init(&x);
    if (cfa_case_read(&x, bytes, part)) {
      accepted++;
      CHECK(cfa_validate(&x.m, &x.p) == NULL && x.r.count == 0);
      CHECK(comes_back(cfa_case_write(&x)));
    } else {
      CHECK(x.r.count == 1 && x.r.entries[0].message[0]);
    }
    cfa_case_clear(&x);
  }
  CHECK(accepted > 100 && accepted < 10000);
}

int main(void) {
  test_sample();
  test_words();
  test_parts();
  test_expressions();
  test_edges();
  test_spoiled();
  return check_end();
}
