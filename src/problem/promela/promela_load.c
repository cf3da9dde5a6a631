/* Promela models read from files, with the files that they include. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "problem/promela/promela_load.h"

#include "base/kept.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* "dir/" of "dir/model.pml". */
static size_t folder_length(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash - path) + 1 : 0;
}

typedef struct included {
  custos *c;
  char *folder; /* the model's, without links; NULL: it cannot be told */
  const char *why;
} included;

/* Both without links. */
static bool is_path_below(const char *path, const char *folder) {
  size_t n = strlen(folder);
  return n && strncmp(path, folder, n) == 0 &&
         (folder[n - 1] == '/' || path[n] == '/');
}

/* Is it in one of the folders that the user named with -I? */
static bool is_in_named_folder(const custos *c, const char *path) {
  char real[PATH_MAX];
  for (size_t i = 0; i < c->c_problem.given.arguments.count; i++) {
    const char *word = c->c_problem.given.arguments.at[i];
    if (strncmp(word, "-I", 2) == 0 && realpath(word + 2, real) &&
        is_path_below(path, real))
      return true;
  }
  return false;
}

/* Files with claims are named by the user, wherever they are. What they, or
 * those they include, name is below their folders. 'from' is who includes. */
static bool is_of_claims(const included *x, const char *from,
                         const char *path) {
  char claims[PATH_MAX], source[PATH_MAX];
  bool has_source = realpath(from, source) != NULL;
  for (size_t i = 0; i < x->c->promela.claims.count; i++) {
    if (!realpath(x->c->promela.claims.at[i], claims))
      continue;
    if (strcmp(path, claims) == 0)
      return true;
    size_t n = folder_length(claims);
    claims[n > 1 ? n - 1 : n] = 0;
    if (has_source && is_path_below(source, claims) &&
        is_path_below(path, claims) &&
        !(x->folder && is_path_below(source, x->folder)))
      return true;
  }
  return false;
}

/* A file that a model names, not its user: no device, nothing outside of the
 * model's folder and of those of -I, whatever way leads there. */
static bool may_include(included *x, const char *from, const char *path) {
  struct stat info;
  char *real = realpath(path, NULL);
  bool is_below =
      real && ((x->folder && is_path_below(real, x->folder)) ||
               is_in_named_folder(x->c, real) || is_of_claims(x, from, real));
  x->why = !real || stat(real, &info) != 0 ? strerror(errno)
           : !is_below ? "it is not in the model's folder or below; "
                         "-I names others"
           : !S_ISREG(info.st_mode) ? "it is no regular file"
                                    : NULL;
  free(real);
  return !x->why;
}

static bool read_include(void *self, mem *m, const char *from, const char *path,
                         bool is_system, const char **name, const char **bytes,
                         size_t *length) {
  included *x = self;
  custos *c = x->c;
  size_t folder = path[0] == '/' || is_system ? 0 : folder_length(from);
  char *full = mem_alloc(m, folder + strlen(path) + 1), *read;
  memcpy(full, from, folder);
  memcpy(full + folder, path, strlen(path));
  if (!may_include(x, from, full))
    return false;
  custos_status status = context_read_text(c, full, &read, length);
  if (status == CUSTOS_ERR_INPUT)
    x->why = "it is no text";
  if (status != CUSTOS_OK)
    return false;
  *name = full;
  *bytes = read;
  return true;
}

/* Parameters are macros, defined before the first line; claims from elsewhere
 * come behind the last. */
static bool read_with(custos *c, const char *name, const char *bytes,
                      size_t length, included *x) {
  pml_includes includes = {.self = x, .read = read_include, .why = &x->why};
  pml_reading how = c->promela.reading;
  kept p = {.m = &c->job};
  text out;
  how.runs_c = c->options.allow_c_code;
  text_init(&out, kept_add, &p);
  context_write_macros(c, &out);
  text_put(&out, "#line 1\n");
  text_add(&out, bytes, length);
  context_write_claims(c, &out);
  text_end(&out);
  return promela_read_as(&c->problem, &c->model, name, p.bytes.at,
                         p.bytes.count, &includes, &how, &c->report, &c->clock);
}

/* The text of a model that has no file is as if it were in this folder. */
bool context_read_promela(custos *c, const char *name, const char *bytes,
                          size_t length) {
  size_t n = folder_length(name);
  char *folder = n ? mem_text(&c->job, name, n) : NULL;
  char real[PATH_MAX]; /* what it allocated would be lost in a raise */
  included x = {.c = c, .folder = realpath(folder ? folder : ".", real)};
  mem_free(&c->job, folder);
  return read_with(c, name, bytes, length, &x);
}
