/* Jars: archives made here, stored and deflated, whole and damaged. */
#include "tests/unit/desk.h"

#include "tests/unit/cfa_text.h"

#include "lang/java/jar.h"

#include <zlib.h>

typedef struct archive {
  unsigned char bytes[4000];
  size_t count;
} archive;

static void put(archive *a, unsigned bytes, uint32_t value) {
  for (unsigned i = 0; i < bytes; i++)
    a->bytes[a->count++] = (unsigned char)(value >> (8 * i));
}

static void put_bytes(archive *a, const void *bytes, size_t count) {
  memcpy(a->bytes + a->count, bytes, count);
  a->count += count;
}

typedef struct entry {
  const char *name, *text;
  bool is_packed;
  uint32_t offset, packed, checksum;
} entry;

static void put_common(archive *a, const entry *e, bool is_in_directory) {
  put(a, 4, is_in_directory ? 0x02014b50 : 0x04034b50);
  put(a, is_in_directory ? 4 : 2, 20);
  put(a, 2, 0);
  put(a, 2, e->is_packed ? 8 : 0);
  put(a, 4, 0);
  put(a, 4, e->checksum);
  put(a, 4, e->packed);
  put(a, 4, (uint32_t)strlen(e->text));
  put(a, 2, (uint32_t)strlen(e->name));
  put(a, 2, 0);
  if (is_in_directory) {
    put(a, 4, 0);
    put(a, 4, 0);
    put(a, 2, 0);
    put(a, 4, e->offset);
  }
  put_bytes(a, e->name, strlen(e->name));
}

static void put_entry(archive *a, entry *e) {
  unsigned char packed[1000];
  z_stream z = {.next_in = (unsigned char *)(uintptr_t)e->text,
                .avail_in = (unsigned)strlen(e->text),
                .next_out = packed,
                .avail_out = sizeof packed};
  CHECK(deflateInit2(&z, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY) ==
        Z_OK);
  CHECK(deflate(&z, Z_FINISH) == Z_STREAM_END);
  (void)deflateEnd(&z);
  e->offset = (uint32_t)a->count;
  e->packed = e->is_packed ? (uint32_t)z.total_out : (uint32_t)strlen(e->text);
  e->checksum = (uint32_t)crc32(0, (const unsigned char *)e->text,
                                (unsigned)strlen(e->text));
  put_common(a, e, false);
  put_bytes(a, e->is_packed ? (const char *)packed : e->text, e->packed);
}

static entry sample[] = {
    {"META-INF/MANIFEST.MF",
     "Manifest-Version: 1.0\r\nMain-Class: org.exa\r\n mple.Main\r\nX: y\r\n",
     true, 0, 0, 0},
    {"org/", "", false, 0, 0, 0},
    {"org/example/Main.class", "no class, just a text, text, text, text", true,
     0, 0, 0},
    {"stored.txt", "as it is", false, 0, 0, 0}};
enum { ENTRIES = sizeof sample / sizeof *sample };

static void make(archive *a) {
  a->count = 0;
  for (size_t i = 0; i < ENTRIES; i++)
    put_entry(a, &sample[i]);
  uint32_t directory = (uint32_t)a->count;
  for (size_t i = 0; i < ENTRIES; i++)
    put_common(a, &sample[i], true);
  uint32_t size = (uint32_t)a->count - directory;
  put(a, 4, 0x06054b50);
  put(a, 4, 0);
  put(a, 2, ENTRIES);
  put(a, 2, ENTRIES);
  put(a, 4, size);
  put(a, 4, directory);
  put(a, 2, 0);
}

typedef struct reading {
  mem_budget budget;
  mem m;
  report r;
  char *copy;
  java_jar jar;
} reading;

/* How many entries can be read and unpacked. */
static unsigned read_all(reading *x, const archive *a) {
  unsigned good = 0;
  memset(x, 0, sizeof *x);
  x->budget.fail_in = -1;
  x->budget.limit = 1 << 24;
  mem_init(&x->m, &x->budget);
  const char *bytes = desk_copy(&x->copy, (const char *)a->bytes, a->count);
  if (!java_jar_read(&x->m, "a.jar", (const unsigned char *)bytes, a->count,
                     &x->r, &x->jar))
    return 0;
  vec_each (const java_jar_entry, e, &x->jar.entries)
    good += java_jar_unpack(&x->m, &x->jar, e, &x->r) != NULL;
  return good;
}

static void end(reading *x) {
  free(x->copy);
  desk_close(&x->m);
}

static void test_whole(void) {
  static archive a;
  static reading x;
  make(&a);
  CHECK(read_all(&x, &a) == 3 && x.r.count == 0);
  CHECK(x.jar.entries.count == 3);
  for (size_t i = 0; i < ENTRIES; i++) {
    const java_jar_entry *e = java_jar_find(&x.jar, sample[i].name);
    if (!*sample[i].text) {
      CHECK(!e);
      continue;
    }
    unsigned char *unpacked = e ? java_jar_unpack(&x.m, &x.jar, e, &x.r) : NULL;
    CHECK(unpacked && strcmp((char *)unpacked, sample[i].text) == 0);
  }
  char *started =
      java_manifest_main(&x.m, sample[0].text, strlen(sample[0].text));
  CHECK(started && strcmp(started, "org.example.Main") == 0);
  CHECK(!java_manifest_main(&x.m, "A: b\n", 5));
  CHECK(!java_manifest_main(&x.m, "Main-Class:", 11));
  end(&x);
}

static void test_damaged(void) {
  static archive a, b;
  static reading x;
  uint64_t seed = 3;
  make(&a);
  for (size_t n = 0; n < a.count; n++) {
    b = a;
    b.count = n;
    CHECK(read_all(&x, &b) == 0 && x.r.count == 1);
    end(&x);
  }
  b = a;
  b.bytes[sample[3].offset + 30 + strlen(sample[3].name)] = 'X';
  CHECK(read_all(&x, &b) == 2);
  CHECK(x.r.count == 1 && strstr(x.r.entries[0].message, "checksum differs"));
  end(&x);
  for (unsigned long n = check_cases(3000); n > 0; n--) {
    b = a;
    for (int k = 0; k < 3; k++)
      b.bytes[cfa_draw(&seed, b.count)] = (unsigned char)cfa_draw(&seed, 256);
    unsigned good = read_all(&x, &b);
    CHECK(good == x.jar.entries.count || x.r.count > 0);
    end(&x);
  }
}

int main(void) {
  test_whole();
  test_damaged();
  return check_end();
}
