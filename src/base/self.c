#include "base/self.h"

#include <assert.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/* Where /proc is missing the kernel's other word counts: the name that the
 * program was started by. */
size_t self_folder(char *path, size_t size) {
  assert(size > 1);
  const char *started = (const char *)getauxval(AT_EXECFN);
  ssize_t n = readlink("/proc/self/exe", path, size - 1);
  if (n > 0) {
    path[n] = '\0';
  } else {
    if (!started || strlen(started) >= size)
      return 0;
    memcpy(path, started, strlen(started) + 1);
  }
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash - path) : 0;
}
