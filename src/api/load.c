/* Problems read from files. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "api/c_programs.h"
#include "api/ectl.h"
#include "api/programs.h"

#include "base/kept.h"
#include "base/plain.h"
#include "lang/bp/bp.h"
#include "lang/gcl/gcl.h"
#include "lang/lts/lts.h"
#include "lang/pdaaal/pdaaal.h"
#include "lang/pds/pds_text.h"
#include "lang/remopla/remopla.h"

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

/* ---- Languages ------------------------------------------------------- */

static bool ends_with(const char *name, const char *suffix) {
  size_t n = strlen(name), k = strlen(suffix);
  return n >= k && strcmp(name + n - k, suffix) == 0;
}

static const struct language {
  const char *suffix, *name;
} languages[] = {
    {".json", "json"},    {".pds", "pds"},         {".pa", "automaton"},
    {".lts", "lts"},      {".aut", "aut"},         {".gcl", "gcl"},
    {".pml", "promela"},  {".prom", "promela"},    {".pm", "promela"},
    {".prm", "promela"},  {".pr", "promela"},      {".spin", "promela"},
    {".sumo", "promela"}, {".promela", "promela"}, {".bp", "bp"},
    {".rem", "remopla"},  {".ectl", "ectl"},       {".c", "c"},
    {".i", "c"},          {".prp", "prp"}};

const char *context_language(const char *name) {
  for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
    if (ends_with(name, languages[i].suffix))
      return languages[i].name;
  return NULL;
}

const char *context_find_language(const char *lang) {
  for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
    if (strcmp(lang, languages[i].name) == 0)
      return languages[i].name;
  return NULL;
}

bool context_is_language(const char *lang) {
  return context_find_language(lang) != NULL;
}

static bool read_set(custos *c, const char *name, const char *bytes,
                     size_t length) {
  pds_side side = c->pds.has_set[PDS_INITIAL] ? PDS_FINAL : PDS_INITIAL;
  if (c->pds.has_set[side])
    return report_add(&c->report, name, 0, 0,
                      "the problem has an initial and a final set already");
  c->pds.has_set[side] = true;
  return pds_text_read_configurations(&c->problem, &c->pds, side, name, bytes,
                                      length, 1, 1, &c->report);
}

static bool read_gcl(custos *c, const char *name, const char *bytes,
                     size_t length) {
  return gcl_read(&c->problem, &c->model, name, bytes, length,
                  c->source.defines.at, c->source.defines.count, &c->report,
                  &c->clock);
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

/* A file that a model names, not its user: no device, nothing outside of the
 * model's folder and of those of -I, whatever way leads there. */
static bool may_include(included *x, const char *path) {
  struct stat info;
  char *real = realpath(path, NULL);
  bool is_below = real && ((x->folder && is_path_below(real, x->folder)) ||
                           is_in_named_folder(x->c, real));
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
  if (!may_include(x, full))
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
static bool read_promela(custos *c, const char *name, const char *bytes,
                         size_t length) {
  size_t n = folder_length(name);
  char *folder = n ? mem_text(&c->job, name, n) : NULL;
  char real[PATH_MAX]; /* what it allocated would be lost in a raise */
  included x = {.c = c, .folder = realpath(folder ? folder : ".", real)};
  mem_free(&c->job, folder);
  return read_with(c, name, bytes, length, &x);
}

/* ---- Models and pushdown systems ------------------------------------- */

static bool read_model(custos *c, const char *name, const char *bytes,
                       size_t length, const char *lang) {
  if (c->kind == PROBLEM_MODEL || c->kind == PROBLEM_PROGRAM)
    return report_add(&c->report, name, 0, 0,
                      "the problem has a model already");
  if (c->kind == PROBLEM_PUSHDOWN || c->pds.has_system)
    return report_add(&c->report, name, 0, 0,
                      "the problem has a pushdown system already");
  c->kind = PROBLEM_MODEL;
  if (strcmp(lang, "gcl") == 0)
    return read_gcl(c, name, bytes, length);
  if (strcmp(lang, "promela") == 0)
    return read_promela(c, name, bytes, length);
  if (c->source.defines.count)
    return report_add(&c->report, name, 0, 0,
                      "a transition system has no parameters");
  return (strcmp(lang, "lts") == 0 ? lts_read : aut_read)(
      &c->problem, &c->model, name, bytes, length, &c->report, &c->clock);
}

/* ---- Programs with procedures ---------------------------------------- */

static bool read_remopla(custos *c, const char *name, const char *bytes,
                         size_t length) {
  return remopla_read(&c->problem, &c->program, name, bytes, length,
                      c->source.defines.at, c->source.defines.count, &c->report,
                      &c->clock);
}

static bool read_program(custos *c, const char *name, const char *bytes,
                         size_t length, const char *lang) {
  if (c->kind != PROBLEM_NONE || c->pds.has_system)
    return report_add(&c->report, name, 0, 0,
                      c->kind == PROBLEM_PROGRAM
                          ? "the problem has a program already"
                          : "the problem has a model already");
  c->kind = PROBLEM_PROGRAM;
  if (strcmp(lang, "remopla") == 0)
    return read_remopla(c, name, bytes, length);
  if (c->source.defines.count)
    return report_add(&c->report, name, 0, 0,
                      "a Boolean program has no parameters");
  return bp_read(&c->problem, &c->program, name, bytes, length, &c->report,
                 &c->clock);
}

static bool read_pushdown(custos *c, const char *name, const char *bytes,
                          size_t length, const char *lang) {
  if (c->kind == PROBLEM_MODEL || c->kind == PROBLEM_PROGRAM)
    return report_add(&c->report, name, 0, 0,
                      "the problem has a model already");
  if (c->source.defines.count)
    return report_add(&c->report, name, 0, 0,
                      "a pushdown system has no parameters");
  c->kind = PROBLEM_PUSHDOWN;
  if (strcmp(lang, "json") == 0)
    return pdaaal_read(&c->problem, &c->pds, name, bytes, length, &c->report,
                       &c->clock);
  if (strcmp(lang, "pds") == 0)
    return pds_text_read(&c->problem, &c->pds, name, bytes, length, &c->report,
                         &c->clock);
  return read_set(c, name, bytes, length);
}

bool context_read_problem(custos *c, const char *name, const char *bytes,
                          size_t length, const char *lang) {
  if (!plain_text(&c->report, name, &bytes, &length))
    return false;
  if (c->kind == PROBLEM_SESSION || strcmp(lang, "ectl") == 0)
    return context_read_session(c, name, bytes, length, lang);
  if (strcmp(lang, "c") == 0)
    return context_add_c_file(c, name);
  if (strcmp(lang, "prp") == 0)
    return context_read_c_property(c, name, bytes, length);
  bool is_promela = strcmp(lang, "promela") == 0;
  if (c->kind == PROBLEM_C || context_has_c_options(c, is_promela))
    return report_add(&c->report, name, 0, 0,
                      c->kind == PROBLEM_C
                          ? "the problem has a C program already"
                          : "options of C programs were given, but this is "
                            "none");
  if (!is_promela && context_has_promela_options(c))
    return report_add(&c->report, name, 0, 0,
                      "options of Promela models were given, but this is none");
  bool is_model = strcmp(lang, "lts") == 0 || strcmp(lang, "aut") == 0 ||
                  strcmp(lang, "gcl") == 0 || is_promela;
  if (c->ring.size)
    return report_add(&c->report, name, 0, 0,
                      "files cannot be read into a problem with a semiring");
  bool is_program = strcmp(lang, "bp") == 0 || strcmp(lang, "remopla") == 0;
  if (!(is_model     ? read_model
        : is_program ? read_program
                     : read_pushdown)(c, name, bytes, length, lang))
    return false;
  context_take_properties(c, name);
  if (is_program)
    context_take_program(c, name);
  return !is_promela || context_take_claims(c, name);
}

static custos_status load(custos *c, const char *name, const char *bytes,
                          size_t length, const char *lang) {
  if (!context_read_problem(c, name, bytes, length, lang))
    return context_reject(c);
  if (c->kind == PROBLEM_SESSION || strcmp(lang, "prp") == 0)
    return context_leave(c, CUSTOS_OK);
  const char *told = context_language(name);
  vec_push(&c->problem, &c->source.files,
           mem_text(&c->problem, name, strlen(name)));
  /* The kernel reads none of these, and knows no evidence with this line. */
  if ((!told || strcmp(told, lang) != 0) &&
      (strcmp(lang, "promela") == 0 || c->kind == PROBLEM_PROGRAM ||
       c->kind == PROBLEM_C))
    c->source.language = mem_text(&c->problem, lang, strlen(lang));
  c->language = context_find_language(lang);
  context_drop_job(c);
  return context_leave(c, CUSTOS_OK);
}

const char *custos_language(const custos *c) {
  return c->language ? c->language : "";
}

static const char *known_language(custos *c, const char *name,
                                  const char *lang) {
  if (!lang)
    lang = context_language(name);
  if (!lang)
    context_fail(c, CUSTOS_ERR_USAGE,
                 "%s: the suffix tells no language; say --lang=json, pds, "
                 "automaton, lts, aut, gcl, promela, bp, remopla, ectl or c",
                 name);
  if (lang && context_is_language(lang))
    return lang;
  if (lang)
    context_fail(c, CUSTOS_ERR_USAGE,
                 "there is no language '%s': expected json, pds, automaton, "
                 "lts, aut, gcl, promela, bp, remopla, ectl or c",
                 lang);
  return NULL;
}

custos_status custos_load(custos *c, const char *path, const char *lang) {
  ENTER(c, "reading");
  char *bytes;
  size_t length;
  context_drop_job(c);
  lang = known_language(c, path, lang);
  if (!lang)
    return CUSTOS_ERR_USAGE;
  if (strcmp(lang, "c") == 0 && strcmp(path, "-") == 0)
    return context_fail(c, CUSTOS_ERR_USAGE, "a C program must be a file");
  if (!context_read_file(c, path, &bytes, &length))
    return CUSTOS_ERR_SYSTEM;
  return load(c, strcmp(path, "-") == 0 ? "<stdin>" : path, bytes, length,
              lang);
}

custos_status custos_load_text(custos *c, const char *name, const char *bytes,
                               size_t length, const char *lang) {
  ENTER(c, "reading");
  if (c->kind == PROBLEM_SESSION)
    context_drop_job(c);
  lang = known_language(c, name, lang);
  if (!lang)
    return CUSTOS_ERR_USAGE;
  if (strcmp(lang, "c") == 0)
    return context_fail(c, CUSTOS_ERR_USAGE, "a C program must be a file");
  return load(c, name, bytes, length, lang);
}
