#include "native/reads.h"

static void reads_add(mem *m, reads *r, const char *path, size_t length) {
  for (size_t i = 0; i < r->paths.count; i++)
    if (strlen(r->paths.at[i]) == length &&
        memcmp(r->paths.at[i], path, length) == 0)
      return;
  vec_push(m, &r->paths, NULL); /* there is room before there is a text */
  r->paths.count--;
  char *text = mem_text(m, path, length);
  vec_push(m, &r->paths, text);
}

void reads_add_folder(mem *m, reads *r, const char *file) {
  const char *slash = strrchr(file, '/');
  if (strcmp(file, "-") == 0)
    return;
  if (slash)
    reads_add(m, r, file, (size_t)(slash - file) + 1);
  else
    reads_add(m, r, ".", 1);
}

void reads_add_includes(mem *m, reads *r, const char *const *arguments) {
  for (size_t i = 0; arguments && arguments[i]; i++)
    if (strncmp(arguments[i], "-I", 2) == 0 && arguments[i][2])
      reads_add(m, r, arguments[i] + 2, strlen(arguments[i] + 2));
}

const char *const *reads_list(mem *m, reads *r) {
  vec_push(m, &r->paths, NULL);
  return (const char *const *)r->paths.at;
}

void reads_free(mem *m, reads *r) {
  for (size_t i = 0; i < r->paths.count; i++)
    mem_free(m, r->paths.at[i]);
  vec_free(m, &r->paths);
}
