/* Disassembles class files and the classes of jars, for tests that compare with
 * javap: 'twin-java FILE...'. Each class begins with a line "class NAME". */
#include "tests/unit/desk.h"

#include "lang/java/disassemble.h"
#include "lang/java/jar.h"

static mem_budget budget;
static mem m;
static report r;

static int print(void *self, const char *piece, size_t length) {
  (void)self;
  return fwrite(piece, 1, length, stdout) != length;
}

static void show_class(const char *file, const unsigned char *bytes,
                       size_t length) {
  names texts = {0};
  java_class c;
  text out;
  text_init(&out, print, NULL);
  bool is_right = java_class_read(&m, &texts, file, bytes, length, &r, &c);
  if (is_right) {
    text_format(&out, "class %s\n",
                java_text(&c, java_constant_at(&c, c.this_class)->name));
    is_right = java_disassemble(&m, &c, &r, &out);
  }
  text_end(&out);
  java_class_free(&m, &c);
  names_free(&m, &texts);
}

static void show_jar(const char *file, const unsigned char *bytes,
                     size_t length) {
  java_jar jar;
  if (!java_jar_read(&m, file, bytes, length, &r, &jar))
    return;
  vec_each (const java_jar_entry, e, &jar.entries) {
    size_t n = strlen(e->name);
    if (n < 6 || strcmp(e->name + n - 6, ".class") != 0)
      continue;
    unsigned char *unpacked = java_jar_unpack(&m, &jar, e, &r);
    if (unpacked)
      show_class(e->name, unpacked, e->size);
    mem_free(&m, unpacked);
  }
}

static void show_file(const char *file) {
  FILE *in = fopen(file, "rb");
  vec(unsigned char) bytes = {0};
  size_t n = 1;
  if (!in) {
    (void)report_add(&r, file, 0, 0, "cannot be read");
    return;
  }
  while (n > 0) {
    vec_reserve(&m, &bytes, 65536);
    n = fread(bytes.at + bytes.count, 1, 65536, in);
    bytes.count += n;
  }
  (void)fclose(in);
  size_t length = strlen(file);
  bool is_jar = length > 4 && strcmp(file + length - 4, ".jar") == 0;
  (is_jar ? show_jar : show_class)(file, bytes.at, bytes.count);
  vec_free(&m, &bytes);
}

int main(int argc, char **argv) {
  jmp_buf handler;
  budget.fail_in = -1;
  budget.limit = (size_t)1 << 30;
  budget.handler = &handler;
  mem_init(&m, &budget);
  if (setjmp(handler) != 0)
    return 3;
  for (int i = 1; i < argc; i++)
    show_file(argv[i]);
  for (size_t i = 0; i < r.count && i < REPORT_MOST; i++)
    (void)fprintf(stderr, "%s: %s\n", r.entries[i].file, r.entries[i].message);
  mem_clear(&m);
  return r.count ? 2 : 0;
}
