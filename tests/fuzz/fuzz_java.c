/* Class files and jars: the first bytes tell which. Seeds are made of our own
 * programs by scripts/fuzz, where a JDK is. */
#include "tests/unit/desk.h"

#include "lang/java/disassemble.h"
#include "lang/java/jar.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static mem m;
static report r;

/* One message, or a text. */
static void read_class(const unsigned char *bytes, size_t length) {
  names texts = {0};
  java_class c;
  desk_text shown = {0};
  text out;
  r.count = 0;
  text_init(&out, desk_add, &shown);
  bool is_right = java_class_read(&m, &texts, "A.class", bytes, length, &r, &c);
  is_right = is_right && java_disassemble(&m, &c, &r, &out);
  text_end(&out);
  CHECK(r.count == !is_right);
  CHECK(is_right || strncmp(r.entries[0].message, "byte ", 5) == 0);
  free(shown.at);
}

static void read_jar(const unsigned char *bytes, size_t length) {
  java_jar jar;
  if (!java_jar_read(&m, "a.jar", bytes, length, &r, &jar)) {
    CHECK(r.count == 1);
    return;
  }
  for (size_t i = 0; i < jar.entries.count && i < 20; i++) {
    const java_jar_entry *e = &jar.entries.at[i];
    unsigned char *unpacked = java_jar_unpack(&m, &jar, e, &r);
    if (unpacked) {
      (void)java_manifest_main(&m, (const char *)unpacked, e->size);
      read_class(unpacked, e->size);
    }
    mem_free(&m, unpacked);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  jmp_buf handler;
  mem_budget budget = {
      .fail_in = -1, .limit = (size_t)64 << 20, .handler = &handler};
  memset(&r, 0, sizeof r);
  mem_init(&m, &budget);
  if (setjmp(handler) == 0)
    (size > 0 && data[0] == 'P' ? read_jar : read_class)(data, size);
  mem_clear(&m);
  if (check_failed)
    abort();
  return 0;
}
