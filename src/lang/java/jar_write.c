#include "lang/java/jar.h"

#include <string.h>
#include <zlib.h>

typedef struct archive {
  mem *m;
  vec(unsigned char) bytes;
} archive;

static void put_number(archive *a, uint64_t n, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++)
    vec_push(a->m, &a->bytes, (unsigned char)(n >> 8 * i));
}

static void put_bytes(archive *a, const void *bytes, size_t length) {
  vec_reserve(a->m, &a->bytes, length);
  memcpy(a->bytes.at + a->bytes.count, bytes, length);
  a->bytes.count += length;
}

/* What an entry's head and its record in the directory have alike: the version
 * that is needed, no flags, stored, a date that never changes, sizes. */
static void put_common(archive *a, const java_bytes *bytes) {
  enum { VERSION = 10, DATE_OF_2000 = 20 << 9 | 1 << 5 | 1 };
  put_number(a, VERSION, 2);
  put_number(a, 0, 2 + 2 + 2);
  put_number(a, DATE_OF_2000, 2);
  put_number(a, crc32(crc32(0, NULL, 0), bytes->bytes, (uInt)bytes->length), 4);
  put_number(a, bytes->length, 4);
  put_number(a, bytes->length, 4);
  put_number(a, strlen(bytes->name), 2);
  put_number(a, 0, 2);
}

static void put_entry(archive *a, const java_bytes *bytes) {
  put_bytes(a, "PK\3\4", 4);
  put_common(a, bytes);
  put_bytes(a, bytes->name, strlen(bytes->name));
  put_bytes(a, bytes->bytes, bytes->length);
}

static void put_record(archive *a, const java_bytes *bytes, size_t offset) {
  put_bytes(a, "PK\1\2", 4);
  put_number(a, 10, 2);
  put_common(a, bytes);
  put_number(a, 0, 2 + 2 + 2 + 4); /* comment, disk, attributes */
  put_number(a, offset, 4);
  put_bytes(a, bytes->name, strlen(bytes->name));
}

unsigned char *java_jar_write(mem *m, const java_files *files, size_t *length) {
  archive a = {.m = m};
  vec(size_t) offsets = {0};
  vec_each (const java_bytes, bytes, files) {
    assert(strlen(bytes->name) <= UINT16_MAX && bytes->length <= UINT32_MAX);
    vec_push(m, &offsets, a.bytes.count);
    put_entry(&a, bytes);
  }
  size_t directory = a.bytes.count;
  for (size_t i = 0; i < files->count; i++)
    put_record(&a, &files->at[i], offsets.at[i]);
  size_t size = a.bytes.count - directory;
  put_bytes(&a, "PK\5\6", 4);
  put_number(&a, 0, 4);
  put_number(&a, files->count, 2);
  put_number(&a, files->count, 2);
  put_number(&a, size, 4);
  put_number(&a, directory, 4);
  put_number(&a, 0, 2);
  vec_free(m, &offsets);
  *length = a.bytes.count;
  return a.bytes.at;
}
