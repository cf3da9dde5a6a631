/* Class files and jars: the first bytes tell which. Seeds are made of our own
 * programs by scripts/fuzz, where a JDK is. */
#include "tests/unit/desk.h"

#include "lang/java/disassemble.h"
#include "lang/java/dynamic.h"
#include "lang/java/jar.h"
#include "lang/java/lower.h"

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

static bool can_start(const java_classes *p, uint32_t method) {
  const java_member *f = java_method_at(p, method)->member;
  const char *type = java_name_text(p, f->descriptor);
  return f->has_code && (f->flags & JAVA_IS_STATIC) &&
         (strncmp(type, "()", 2) == 0 ||
          strcmp(type, "([Ljava/lang/String;)V") == 0);
}

/* A static method as the beginning of a program of this class alone: a valid
 * automaton, or a message. */
static void lower_class(const unsigned char *bytes, size_t length) {
  static java_classes p;
  cfa out;
  memset(&p, 0, sizeof p);
  r.count = 0;
  java_classes_begin(&p, &m, &r);
  if (!java_classes_add(&p, "A.class", bytes, length) ||
      !java_add_dynamic_classes(&p) || !java_classes_link(&p))
    return;
  uint32_t start = 0;
  while (start < p.methods.count && !can_start(&p, start))
    start++;
  if (start == p.methods.count || !java_reach(&p, start))
    return;
  if (java_lower(&p, &out))
    CHECK(cfa_validate(&m, &out) == NULL);
  else
    CHECK(r.count == 1);
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
  if (setjmp(handler) == 0) {
    (size > 0 && data[0] == 'P' ? read_jar : read_class)(data, size);
    if (size > 0 && data[0] != 'P')
      lower_class(data, size);
  }
  mem_clear(&m);
  if (check_failed)
    abort();
  return 0;
}
