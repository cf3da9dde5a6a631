/* For readers that take a path: a file in memory with the given bytes. */
#ifndef FUZZ_MEMORY_FILE_H
#define FUZZ_MEMORY_FILE_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MEMORY_FILE_PATH = 40 };

/* The same file each time, with other bytes; 'path' leads to it. */
static inline void memory_file(const unsigned char *bytes, size_t size,
                               char path[MEMORY_FILE_PATH]) {
  static int file = -1;
  if (file < 0)
    file = memfd_create("fuzzed", 0);
  if (file < 0 || ftruncate(file, 0) != 0 ||
      pwrite(file, bytes, size, 0) != (ssize_t)size)
    abort();
  snprintf(path, MEMORY_FILE_PATH, "/proc/self/fd/%d", file);
}

#endif
