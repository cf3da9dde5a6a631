/* The directory of a zip archive stands at its end; sizes and places are taken
 * from it alone, since the heads of entries may leave them out. */
#include "lang/java/jar.h"

#include <stdio.h>
#define ZLIB_CONST
#include <zlib.h>

enum {
  END_SIZE = 22,    /* of what ends the directory, without its comment */
  RECORD_SIZE = 46, /* of an entry in the directory, without its texts */
  HEAD_SIZE = 30,   /* of an entry's head, without its texts */
  MOST_COMMENT = 65535
};

static uint32_t number(const unsigned char *at, unsigned bytes) {
  uint32_t n = 0;
  for (unsigned i = bytes; i-- > 0;)
    n = n << 8 | at[i];
  return n;
}

static bool begins_with(const unsigned char *at, unsigned third,
                        unsigned fourth) {
  return at[0] == 'P' && at[1] == 'K' && at[2] == third && at[3] == fourth;
}

base_printf(4, 5) static bool refuse(report *r, const char *file, size_t at,
                                     const char *format, ...) {
  char words[300];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  return report_add(r, file, 0, 0, "byte %zu: %s", at, words);
}

/* A comment may follow it, so it is looked for from the end. */
static const unsigned char *find_end(const java_jar *jar) {
  if (jar->length < END_SIZE)
    return NULL;
  size_t most = jar->length - END_SIZE;
  size_t least = most > MOST_COMMENT ? most - MOST_COMMENT : 0;
  for (size_t at = most + 1; at-- > least;) {
    const unsigned char *p = jar->bytes + at;
    if (begins_with(p, 5, 6) && number(p + 20, 2) <= most - at)
      return p;
  }
  return NULL;
}

/* Its bytes begin behind its head, whose texts may be longer than those of the
 * directory. */
static bool find_bytes(java_jar *jar, uint32_t head, size_t record, report *r,
                       java_jar_entry *jar_entry) {
  if (head > jar->length || jar->length - head < HEAD_SIZE ||
      !begins_with(jar->bytes + head, 3, 4))
    return refuse(r, jar->file, record, "no entry begins at byte %u", head);
  uint64_t at = (uint64_t)head + HEAD_SIZE + number(jar->bytes + head + 26, 2) +
                number(jar->bytes + head + 28, 2);
  if (at > jar->length || jar_entry->packed_size > jar->length - at)
    return refuse(r, jar->file, record,
                  "an entry of %u bytes at byte %llu of an archive that has "
                  "%zu",
                  jar_entry->packed_size, (unsigned long long)at, jar->length);
  jar_entry->offset = (uint32_t)at;
  return true;
}

static const char *trouble_with(const java_jar_entry *jar_entry,
                                uint32_t flags) {
  if (flags & 1)
    return "is encrypted";
  if (jar_entry->method != 0 && jar_entry->method != 8)
    return "is packed in a way that is not supported";
  if (jar_entry->method == 0 && jar_entry->packed_size != jar_entry->size)
    return "is stored, but its two sizes differ";
  return NULL;
}

/* The directory's entry at '*at', which goes on to the next. */
static bool read_entry(mem *m, java_jar *jar, size_t *at, size_t end,
                       report *r) {
  const unsigned char *p = jar->bytes + *at;
  if (end - *at < RECORD_SIZE || !begins_with(p, 1, 2))
    return refuse(r, jar->file, *at,
                  "an entry of the directory should stand "
                  "here");
  uint32_t length = number(p + 28, 2);
  size_t size = RECORD_SIZE + length + number(p + 30, 2) + number(p + 32, 2);
  if (end - *at < size)
    return refuse(r, jar->file, *at, "the directory ends within an entry");
  java_jar_entry jar_entry = {.method = number(p + 10, 2),
                              .checksum = number(p + 16, 4),
                              .packed_size = number(p + 20, 4),
                              .size = number(p + 24, 4)};
  jar_entry.name = mem_text(m, (const char *)p + RECORD_SIZE, length);
  const char *trouble = trouble_with(&jar_entry, number(p + 8, 2));
  if (trouble)
    return refuse(r, jar->file, *at, "entry %.80s %s", jar_entry.name, trouble);
  bool is_folder = length && p[RECORD_SIZE + length - 1] == '/';
  if (!is_folder && !find_bytes(jar, number(p + 42, 4), *at, r, &jar_entry))
    return false;
  if (!is_folder)
    vec_push(m, &jar->entries, jar_entry);
  *at += size;
  return true;
}

bool java_jar_read(mem *m, const char *file, const unsigned char *bytes,
                   size_t length, report *r, java_jar *out) {
  *out = (java_jar){.file = file, .bytes = bytes, .length = length};
  const unsigned char *end = find_end(out);
  if (!end)
    return report_add(r, file, 0, 0,
                      "it is no jar: the end of a zip archive's directory is "
                      "missing");
  size_t stop = (size_t)(end - bytes), size = number(end + 12, 4),
         at = number(end + 16, 4);
  if (number(end + 4, 4) != 0)
    return refuse(r, file, stop + 4,
                  "archives in several parts are not "
                  "supported");
  if (at > stop || size > stop - at)
    return refuse(r, file, stop + 12,
                  "a directory of %zu bytes at byte %zu of an archive that has "
                  "%zu",
                  size, at, length);
  uint32_t count = number(end + 10, 2);
  for (stop = at + size; count > 0; count--)
    if (!read_entry(m, out, &at, stop, r))
      return false;
  return true;
}

/* Unpacking; zlib's own memory is ours, too. */

static void *take_block(void *self, unsigned count, unsigned size) {
  return mem_array(self, count, size);
}

static void give_block(void *self, void *block) { mem_free(self, block); }

static bool inflate_all(mem *m, const unsigned char *from,
                        const java_jar_entry *jar_entry, unsigned char *to) {
  z_stream stream = {.zalloc = take_block,
                     .zfree = give_block,
                     .opaque = m,
                     .next_in = from,
                     .avail_in = jar_entry->packed_size,
                     .next_out = to,
                     .avail_out = jar_entry->size};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
    return false;
  int status = inflate(&stream, Z_FINISH);
  bool is_right = status == Z_STREAM_END && stream.avail_out == 0;
  (void)inflateEnd(&stream);
  return is_right;
}

/* Deflate makes no more than 1,032 bytes of one. */
static bool is_possible(const java_jar_entry *jar_entry) {
  return jar_entry->size / 1032 <= jar_entry->packed_size;
}

unsigned char *java_jar_unpack(mem *m, const java_jar *jar,
                               const java_jar_entry *jar_entry, report *r) {
  const unsigned char *from = jar->bytes + jar_entry->offset;
  unsigned char *to = NULL;
  bool is_right = jar_entry->method == 0 || is_possible(jar_entry);
  if (is_right) {
    to = mem_alloc(m, (size_t)jar_entry->size + 1);
    if (jar_entry->method == 0)
      memcpy(to, from, jar_entry->size);
    else
      is_right = inflate_all(m, from, jar_entry, to);
  }
  if (is_right &&
      crc32(crc32(0, NULL, 0), to, jar_entry->size) == jar_entry->checksum)
    return to;
  mem_free(m, to);
  (void)refuse(r, jar->file, jar_entry->offset,
               "entry %.80s cannot be unpacked: %s", jar_entry->name,
               is_right ? "its checksum differs" : "it is damaged");
  return NULL;
}

const java_jar_entry *java_jar_find(const java_jar *jar, const char *name) {
  vec_each (const java_jar_entry, jar_entry, &jar->entries)
    if (strcmp(jar_entry->name, name) == 0)
      return jar_entry;
  return NULL;
}

/* Lines end with "\r\n", "\n" or "\r"; one that begins with a blank goes on
 * with the line before it. */
char *java_manifest_main(mem *m, const char *text, size_t length) {
  static const char key[] = "Main-Class:";
  const size_t key_length = sizeof key - 1;
  const char *at = text, *end = text + length;
  while (at < end && !((size_t)(end - at) > key_length &&
                       memcmp(at, key, key_length) == 0)) {
    while (at < end && *at != '\n' && *at != '\r')
      at++;
    while (at < end && (*at == '\n' || *at == '\r'))
      at++;
  }
  if (at == end)
    return NULL;
  vec(char) name = {0};
  at += key_length;
  while (at < end && *at == ' ')
    at++;
  for (; at < end; at++) {
    const char *next = at;
    while (next < end && (*next == '\n' || *next == '\r'))
      next++;
    if (next > at && (next == end || *next != ' '))
      break;
    if (next > at)
      at = next; /* the blank */
    else if (*at != ' ')
      vec_push(m, &name, *at);
  }
  char *out = name.count ? mem_text(m, name.at, name.count) : NULL;
  vec_free(m, &name);
  return out;
}
