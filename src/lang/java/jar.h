/* Jars: the classes of a zip archive, and which of them is started. */
#ifndef LANG_JAVA_JAR_H
#define LANG_JAVA_JAR_H

#include "base/report.h"
#include "base/vec.h"
#include "lang/java/javac.h"

#include <stdbool.h>

typedef struct java_jar_entry {
  const char *name; /* "org/example/Main.class" */
  uint32_t method;  /* 0: stored, 8: deflated */
  uint32_t packed_size, size, checksum;
  uint32_t offset; /* of its bytes in the archive */
} java_jar_entry;

typedef struct java_jar {
  const char *file; /* for messages */
  const unsigned char *bytes;
  size_t length;
  vec(java_jar_entry) entries; /* files, in the order of the directory */
} java_jar;

/* 'file' and 'bytes' are kept, not copied. False: reported. Archives in parts,
 * encrypted entries and sizes beyond 4 GiB are refused. */
bool java_jar_read(mem *m, const char *file, const unsigned char *bytes,
                   size_t length, report *r, java_jar *out);
/* The entry's bytes, unpacked and its checksum compared, in 'm'; NULL:
 * reported. What is unpacked counts as memory before it is made. */
unsigned char *java_jar_unpack(mem *m, const java_jar *jar,
                               const java_jar_entry *jar_entry, report *r);
/* NULL: there is none of that name. */
const java_jar_entry *java_jar_find(const java_jar *jar, const char *name);
/* What "Main-Class:" of a manifest says, in 'm'; NULL: nothing. */
char *java_manifest_main(mem *m, const char *text, size_t length);

/* jar_write.c: an archive of these, in this order, whose names are given; each
 * is stored as it is. In 'm'. */
unsigned char *java_jar_write(mem *m, const java_files *files, size_t *length);

#endif
