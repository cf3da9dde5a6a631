/* Class files and their instructions; the whole is compared with javap by
 * tests/java/javap.py. */
#include "tests/unit/lang/java/java_made.h"

#include "tests/unit/cfa_text.h"

#include "lang/java/disassemble.h"
#include "lang/java/instructions.h"

typedef struct reading {
  mem_budget budget;
  mem m;
  report r;
  names texts;
  java_class c;
  char *copy;
  desk_text shown;
  bool is_read, is_decoded;
} reading;

static void begin(reading *x, const java_made *f) {
  memset(x, 0, sizeof *x);
  x->budget.fail_in = -1;
  mem_init(&x->m, &x->budget);
  const char *bytes = desk_copy(&x->copy, (const char *)f->bytes, f->count);
  x->is_read =
      java_class_read(&x->m, &x->texts, "A.class", (const unsigned char *)bytes,
                      f->count, &x->r, &x->c);
  if (!x->is_read)
    return;
  text out;
  text_init(&out, desk_add, &x->shown);
  x->is_decoded = java_disassemble(&x->m, &x->c, &x->r, &out);
  CHECK(text_end(&out));
}

static void end(reading *x) {
  CHECK(x->r.count == (x->is_read && x->is_decoded ? 0 : 1));
  java_class_free(&x->m, &x->c);
  names_free(&x->m, &x->texts);
  free(x->copy);
  free(x->shown.at);
  desk_close(&x->m);
}

static void test_sample(void) {
  static reading x;
  static java_made f;
  made_class(&f);
  begin(&x, &f);
  CHECK(x.is_read && x.is_decoded);
  CHECK(x.c.major == 52 && x.c.fields.count == 1 && x.c.methods.count == 1);
  CHECK(x.c.fields.at[0].constant == MADE_SEVEN);
  CHECK(java_constant_at(&x.c, MADE_SEVEN)->bits == 7);
  CHECK(java_constant_at(&x.c, MADE_LONG)->bits == ((uint64_t)1 << 32 | 2));
  CHECK(java_constant_at(&x.c, MADE_LONG + 1)->tag == JAVA_UNUSABLE);
  CHECK(strcmp(java_text(&x.c, java_ref_class(&x.c, MADE_F)), "A") == 0);
  CHECK(strcmp(java_text(&x.c, java_ref_name(&x.c, MADE_F)), "f") == 0);
  const java_code *code = &x.c.methods.at[0].code;
  CHECK(java_line_of(code, 0) == 11 && java_line_of(code, 19) == 11);
  CHECK(java_line_of(code, 20) == 12 && java_line_of(code, 30) == 12);
  CHECK(strcmp(x.shown.at, "f(I)I\n"
                           "0: iload_0\n"
                           "1: lookupswitch { 1 cases\n1: 20\ndefault: 23\n}\n"
                           "20: bipush 7\n"
                           "22: ireturn\n"
                           "23: iload_0\n"
                           "24: iconst_1\n"
                           "25: isub\n"
                           "26: invokestatic #8\n"
                           "29: ireturn\n"
                           "30: athrow\n"
                           "0 30 30 java/lang/Error\n") == 0);
  end(&x);
}

/* Where this run of bytes stands in the sample. */
static size_t place_of(const java_made *f, const char *run, size_t length) {
  for (size_t i = 0; i + length <= f->count; i++)
    if (memcmp(f->bytes + i, run, length) == 0)
      return i;
  CHECK_NEVER("the sample has no such bytes");
  return 0;
}

/* The sample with other bytes behind 'run' is refused with these words. */
static void refuses(const char *run, size_t length, unsigned skip,
                    unsigned char value, const char *words) {
  static reading x;
  static java_made f;
  made_class(&f);
  f.bytes[place_of(&f, run, length) + skip] = value;
  begin(&x, &f);
  CHECK(!x.is_read || !x.is_decoded);
  const char *message = x.r.entries[0].message;
  bool right = strncmp(message, "byte ", 5) == 0 && strstr(message, words);
  CHECK(right);
  if (!right)
    printf("wanted '%s', got '%s'\n", words, message);
  end(&x);
}
#define REFUSES(run, skip, value, words)                                       \
  refuses(run, sizeof(run) - 1, skip, value, words)

static void test_refusals(void) {
  REFUSES("\xca\xfe", 0, 0, "CA FE BA BE");
  REFUSES("\xba\xbe\0\0\0\x34", 5, 66, "version 66 of class files");
  REFUSES("\xba\xbe\0\0\0\x34", 5, 44, "45 to 65");
  REFUSES("\1\0\1A\7", 4, 2, "2 is no kind of constant");
  REFUSES("\1\0\1A\7\0\1", 6, 2, "a class refers to constant 2");
  REFUSES("\1\0\1A\7\0\1", 6, 99, "a class refers to constant 99");
  REFUSES("(I)I", 1, 'X', "'(X)I' is no type of a method");
  REFUSES("(I)I", 3, ')', "is no type of a method");
  REFUSES("\1\0\1A", 3, '/', "is no name of a class");
  REFUSES("\1\0\1A", 3, 0, "byte 0x00 is no text");
  REFUSES("\1\0\1A", 3, 0xC0, "byte 0xc0 is no text");
  REFUSES("\1\0\1f", 3, '<', "is no name of a method");
  REFUSES("\0\1\0\2\0\4\0\0", 3, 8, "the class itself is constant 8");
  REFUSES("\0\1\0\2\0\4\0\0", 5, 0, "has no superclass");
  REFUSES("\0\x0d\0\0\0\2\0\x0c", 7, 14, "the value of a field");
  REFUSES("\0\x0d\0\0\0\2\0\x0c", 5, 1, "ends within the value");
  REFUSES("\0\x09\0\0\0", 4, 0xff, "attribute Code of");
  REFUSES("\x1a\xab", 0, 0x1b, "iload_1 speaks of local 1");
  REFUSES("\x1a\xab", 0, 0xca, "byte 0xca is no instruction");
  REFUSES("\x1a\xab", 0, 0xa8, "jsr leads to byte -21760");
  REFUSES("\0\0\0\x1e\0\x1e\0\x12", 1, 2, "a handler's range leads to");
  REFUSES("\0\0\0\x16\0\0\0\1", 3, 20, "where no instruction begins");
  REFUSES("\0\0\0\x16\0\0\0\1", 3, 200, "leads to byte 201");
  REFUSES("\0\0\0\x16\0\0\0\1", 7, 9, "a table of 9 pairs");
  REFUSES("\xb8\0\x08\xac\xbf", 2, 12, "invokestatic cannot take constant 12");
  REFUSES("\xb8\0\x08\xac\xbf", 4, 0, "goes on behind its last");
  REFUSES("\0\0\0\x1e\0\x1e\0\x12", 7, 9, "what a handler catches");
  REFUSES("\0\0\0\x1e\0\x1e\0\x12", 3, 99, "a handler at 30 for bytes 0 to 99");
  REFUSES("\0\x14\0\x0c", 1, 40, "a line at byte 40");
}

/* Cut off anywhere, it is refused; with a byte more, too. */
static void test_lengths(void) {
  static reading x;
  static java_made f, cut;
  made_class(&f);
  for (size_t n = 0; n <= f.count + 1; n++) {
    cut = f;
    cut.count = n;
    begin(&x, &cut);
    CHECK(x.is_read == (n == f.count));
    end(&x);
  }
}

/* Whatever bytes change: an answer or one message. ASan sees the rest. */
static void test_changed(void) {
  static reading x;
  static java_made f, changed;
  uint64_t seed = 5;
  unsigned read = 0;
  made_class(&f);
  for (unsigned long n = check_cases(20000); n > 0; n--) {
    changed = f;
    for (uint64_t k = 1 + cfa_draw(&seed, 3); k > 0; k--)
      changed.bytes[cfa_draw(&seed, f.count)] =
          (unsigned char)cfa_draw(&seed, 256);
    begin(&x, &changed);
    read += x.is_read && x.is_decoded;
    end(&x);
  }
  CHECK(read > 0);
}

static void test_descriptors(void) {
  CHECK(java_is_method_type("(IJ[[DLjava/lang/String;)V"));
  CHECK(java_argument_words("(IJ[[DLjava/lang/String;)V") == 5);
  CHECK(!java_is_method_type("(V)V") && !java_is_method_type("()[V"));
  CHECK(!java_is_method_type("(I") && !java_is_method_type("()"));
  CHECK(!java_is_field_type("La;I") && !java_is_field_type("L;"));
  CHECK(!java_is_field_type("La//b;") && !java_is_field_type("["));
  CHECK(java_is_class_name("a/b$c") && !java_is_class_name("a.b"));
  CHECK(java_is_class_name("[I") && !java_is_class_name("a[I"));
  CHECK(java_is_member_name("<init>", true));
  CHECK(!java_is_member_name("<other>", true) && !java_is_member_name("", 0));
}

int main(void) {
  test_sample();
  test_refusals();
  test_lengths();
  test_changed();
  test_descriptors();
  return check_end();
}
