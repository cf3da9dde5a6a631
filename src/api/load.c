/* Problems read from files. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "api/c_programs.h"
#include "api/ectl.h"
#include "api/languages.h"
#include "api/programs.h"

#include "base/kept.h"
#include "base/plain.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool system_error(custos *c, const char *path) {
  context_fail(c, CUSTOS_ERR_SYSTEM, "%s: %s", path, strerror(errno));
  return false;
}

/* Whatever the file is: its size is only a first guess. */
static bool read_all(custos *c, int fd, size_t guess, char **out,
                     size_t *length) {
  vec(char) bytes = {0};
  vec_reserve(&c->job, &bytes, guess + 1);
  for (;;) {
    vec_reserve(&c->job, &bytes, 65536);
    ssize_t n = read(fd, bytes.at + bytes.count, bytes.capacity - bytes.count);
    if (n < 0 && errno == EINTR && !c->clock.stop)
      continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      (void)poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, 50);
      progress_look(&c->clock);
      continue;
    }
    if (n < 0)
      return false;
    if (n == 0)
      break;
    bytes.count += (size_t)n;
    progress_look(&c->clock);
  }
  *out = bytes.at;
  *length = bytes.count;
  return true;
}

/* Files, and pipes such as a shell makes of '<(command)'. Opening never waits;
 * of devices, only the terminal and the null device have an end. */
static int open_to_read(const char *path) {
  struct stat info;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0 || fstat(fd, &info) != 0)
    return fd;
  bool is_device = S_ISCHR(info.st_mode) && !isatty(fd);
  if (S_ISBLK(info.st_mode) || S_ISSOCK(info.st_mode) ||
      (is_device && strcmp(path, "/dev/null") != 0)) {
    close(fd);
    errno = EINVAL;
    return -1;
  }
  return fd;
}

bool context_read_file(custos *c, const char *path, char **out,
                       size_t *length) {
  struct stat info;
  bool standard_input = strcmp(path, "-") == 0;
  int fd = standard_input ? 0 : open_to_read(path);
  if (fd < 0)
    return system_error(c, path);
  c->open_file = standard_input ? -1 : fd;
  size_t guess =
      fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0
          ? (size_t)info.st_size
          : 0;
  bool good = read_all(c, fd, guess, out, length);
  if (!good)
    system_error(c, path);
  if (c->open_file >= 0)
    close(c->open_file);
  c->open_file = -1;
  return good;
}

custos_status context_read_text(custos *c, const char *path, char **out,
                                size_t *length) {
  if (!context_read_file(c, path, out, length))
    return CUSTOS_ERR_SYSTEM;
  const char *bytes = *out;
  if (!plain_text(&c->report, path, &bytes, length))
    return CUSTOS_ERR_INPUT;
  memmove(*out, bytes, *length); /* so that it can be freed */
  return CUSTOS_OK;
}

/* ---- Promela --------------------------------------------------------- */

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
  for (size_t i = 0; i < c->c_problem.arguments.count; i++) {
    const char *word = c->c_problem.arguments.at[i];
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

/* ---- One problem ----------------------------------------------------- */

/* What stands in the way of a text of this kind, or NULL. */
static const char *conflict(const custos *c, custos_kind kind) {
  bool has_model = c->kind == PROBLEM_MODEL || c->kind == PROBLEM_PROGRAM;
  bool has_pushdown = c->kind == PROBLEM_PUSHDOWN || c->pds.has_system;
  if (c->kind == PROBLEM_PROGRAM && kind == CUSTOS_PROCEDURES)
    return "the problem has a program already";
  if (has_model)
    return "the problem has a model already";
  return has_pushdown && kind != CUSTOS_PUSHDOWN
             ? "the problem has a pushdown system already"
             : NULL;
}

/* The problem is of this kind from now on. */
static bool begin_kind(custos *c, const char *name, const language *x) {
  static const problem_kind kinds[] = {[CUSTOS_PUSHDOWN] = PROBLEM_PUSHDOWN,
                                       [CUSTOS_MODEL] = PROBLEM_MODEL,
                                       [CUSTOS_PROCEDURES] = PROBLEM_PROGRAM};
  const char *why = conflict(c, x->info.kind);
  assert(x->info.kind <= CUSTOS_PROCEDURES);
  if (why)
    return report_add(&c->report, name, 0, 0, "%s", why);
  if (c->source.defines.count && !x->info.has_parameters)
    return report_add(&c->report, name, 0, 0, "%s has no parameters",
                      x->info.title);
  c->kind = kinds[x->info.kind];
  return true;
}

/* Options that are of other languages are not ignored in silence. */
static bool options_fit(custos *c, const char *name, const language *x) {
  if (c->kind == PROBLEM_C)
    return report_add(&c->report, name, 0, 0,
                      "the problem has a C program already");
  if (context_has_c_options(c, x->info.can_include))
    return report_add(&c->report, name, 0, 0,
                      "options of C programs were given, but this is none");
  return x->has_claims || !context_has_promela_options(c) ||
         report_add(&c->report, name, 0, 0,
                    "options of Promela models were given, but this is none");
}

bool context_read_problem(custos *c, const char *name, const char *bytes,
                          size_t length, const language *x) {
  if (!plain_text(&c->report, name, &bytes, &length))
    return false;
  if (c->kind == PROBLEM_SESSION || x->info.kind == CUSTOS_SESSION)
    return context_read_session(c, name, bytes, length, x->info.name);
  if (x->info.kind == CUSTOS_C_PROGRAM)
    return context_add_c_file(c, name);
  if (x->info.kind == CUSTOS_PROPERTIES)
    return context_read_c_property(c, name, bytes, length);
  if (!options_fit(c, name, x))
    return false;
  if (c->ring.size)
    return report_add(&c->report, name, 0, 0,
                      "files cannot be read into a problem with a semiring");
  if (!begin_kind(c, name, x) || !x->read(c, name, bytes, length))
    return false;
  context_take_properties(c, name);
  if (x->info.kind == CUSTOS_PROCEDURES)
    context_take_program(c, name);
  return !x->has_claims || context_take_claims(c, name);
}

static custos_status load(custos *c, const char *name, const char *bytes,
                          size_t length, const language *x) {
  if (!context_read_problem(c, name, bytes, length, x))
    return context_reject(c);
  if (c->kind == PROBLEM_SESSION || x->info.kind == CUSTOS_PROPERTIES)
    return context_leave(c, CUSTOS_OK);
  vec_push(&c->problem, &c->source.files,
           mem_text(&c->problem, name, strlen(name)));
  /* The kernel knows no evidence with this line. */
  if (language_of_path(name) != x && !x->info.kernel_reads)
    c->source.language =
        mem_text(&c->problem, x->info.name, strlen(x->info.name));
  c->language = x->info.name;
  context_drop_job(c);
  return context_leave(c, CUSTOS_OK);
}

const char *custos_language(const custos *c) {
  return c->language ? c->language : "";
}

static const language *known_language(custos *c, const char *name,
                                      const char *lang) {
  const language *x = lang ? language_named(lang) : language_of_path(name);
  char list[256];
  if (x)
    return x;
  language_list(list, sizeof list);
  if (lang)
    context_fail(c, CUSTOS_ERR_USAGE, "there is no language '%s': expected %s",
                 lang, list);
  else
    context_fail(c, CUSTOS_ERR_USAGE,
                 "%s: the suffix tells no language; say --lang=%s", name, list);
  return NULL;
}

custos_status custos_load(custos *c, const char *path, const char *lang) {
  ENTER(c, "reading");
  char *bytes;
  size_t length;
  context_drop_job(c);
  const language *x = known_language(c, path, lang);
  if (!x)
    return CUSTOS_ERR_USAGE;
  if (x->info.kind == CUSTOS_C_PROGRAM && strcmp(path, "-") == 0)
    return context_fail(c, CUSTOS_ERR_USAGE, "a C program must be a file");
  if (!context_read_file(c, path, &bytes, &length))
    return CUSTOS_ERR_SYSTEM;
  return load(c, strcmp(path, "-") == 0 ? "<stdin>" : path, bytes, length, x);
}

custos_status custos_load_text(custos *c, const char *name, const char *bytes,
                               size_t length, const char *lang) {
  ENTER(c, "reading");
  if (c->kind == PROBLEM_SESSION)
    context_drop_job(c);
  const language *x = known_language(c, name, lang);
  if (!x)
    return CUSTOS_ERR_USAGE;
  if (x->info.kind == CUSTOS_C_PROGRAM)
    return context_fail(c, CUSTOS_ERR_USAGE, "a C program must be a file");
  return load(c, name, bytes, length, x);
}
