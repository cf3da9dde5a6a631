/* Z3 does not survive that malloc returns NULL: it ends by a signal, or with
 * half an object. So this program's malloc looks who asks; where Z3 or the
 * library of C++, which here is Z3's alone, cannot have memory, what is known
 * so far is told, and the program ends. Everybody else gets NULL, and knows
 * what to do. Sanitizers have a malloc of their own. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "base/compiler.h"
#include "watch.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>

#if defined __GLIBC__ && !BASE_SANITIZED && !defined __SANITIZE_THREAD__

typedef struct addresses {
  uintptr_t from, to;
} addresses;

enum { MOST_LIBRARIES = 4 };
static addresses fragile[MOST_LIBRARIES];
static size_t fragile_count;

static int note_library(struct dl_phdr_info *info, size_t size, void *self) {
  (void)size, (void)self;
  const char *name = info->dlpi_name;
  if (!strstr(name, "/libz3.") && !strstr(name, "/libstdc++."))
    return 0;
  for (int i = 0; i < info->dlpi_phnum && fragile_count < MOST_LIBRARIES; i++) {
    uintptr_t from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (info->dlpi_phdr[i].p_type == PT_LOAD &&
        (info->dlpi_phdr[i].p_flags & PF_X))
      fragile[fragile_count++] =
          (addresses){from, from + info->dlpi_phdr[i].p_memsz};
  }
  return 0;
}

void watch_fragile_libraries(void) { dl_iterate_phdr(note_library, NULL); }

static void *look(void *p, const void *caller) {
  for (size_t i = 0; !p && i < fragile_count; i++)
    if ((uintptr_t)caller >= fragile[i].from &&
        (uintptr_t)caller < fragile[i].to)
      watch_no_memory();
  return p;
}

/* Of the C library, below the names that are replaced here. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *p, size_t size);

base_exported void *malloc(size_t size) {
  return look(__libc_malloc(size), base_caller());
}

base_exported void *calloc(size_t count, size_t size) {
  return look(__libc_calloc(count, size), base_caller());
}

/* Of no bytes, NULL is not a failure. */
base_exported void *realloc(void *p, size_t size) {
  void *q = __libc_realloc(p, size);
  return size ? look(q, base_caller()) : q;
}

#else

void watch_fragile_libraries(void) {}

#endif
