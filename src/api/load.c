/* Problems read from files. */
#include "api/temporal.h"

#include "lang/gcl/gcl.h"
#include "lang/lts/lts.h"
#include "lang/pdaaal/pdaaal.h"
#include "lang/pds/pds_text.h"

#include <errno.h>
#include <fcntl.h>
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

bool context_read_file(custos *c, const char *path, char **out,
                       size_t *length) {
  struct stat info;
  bool standard_input = strcmp(path, "-") == 0;
  int fd = standard_input ? 0 : open(path, O_RDONLY | O_CLOEXEC);
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

/* ---- Languages
 * ---------------------------------------------------------------- */

static bool ends_with(const char *name, const char *suffix) {
  size_t n = strlen(name), k = strlen(suffix);
  return n >= k && strcmp(name + n - k, suffix) == 0;
}

static const struct language {
  const char *suffix, *name;
} languages[] = {{".json", "json"}, {".pds", "pds"}, {".pa", "automaton"},
                 {".lts", "lts"},   {".aut", "aut"}, {".gcl", "gcl"}};

const char *context_language(const char *name) {
  for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
    if (ends_with(name, languages[i].suffix))
      return languages[i].name;
  return NULL;
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
  size_t count = c->source.defines.count;
  gcl_define *d = mem_array(&c->job, count + 1, sizeof *d);
  for (size_t i = 0; i < count; i++)
    d[i] = (gcl_define){c->source.defines.at[i].name,
                        c->source.defines.at[i].value};
  return gcl_read(&c->problem, &c->model, name, bytes, length, d, count,
                  &c->report, &c->clock);
}

static bool read_model(custos *c, const char *name, const char *bytes,
                       size_t length, const char *lang) {
  if (c->kind == PROBLEM_MODEL)
    return report_add(&c->report, name, 0, 0,
                      "the problem has a model already");
  if (c->kind == PROBLEM_PUSHDOWN || c->pds.has_system)
    return report_add(&c->report, name, 0, 0,
                      "the problem has a pushdown system already");
  c->kind = PROBLEM_MODEL;
  if (strcmp(lang, "gcl") == 0)
    return read_gcl(c, name, bytes, length);
  if (c->source.defines.count)
    return report_add(&c->report, name, 0, 0,
                      "a transition system has no parameters");
  return (strcmp(lang, "lts") == 0 ? lts_read : aut_read)(
      &c->problem, &c->model, name, bytes, length, &c->report, &c->clock);
}

static bool read_pushdown(custos *c, const char *name, const char *bytes,
                          size_t length, const char *lang) {
  if (c->kind == PROBLEM_MODEL)
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
  bool is_model = strcmp(lang, "lts") == 0 || strcmp(lang, "aut") == 0 ||
                  strcmp(lang, "gcl") == 0;
  if (c->ring.size)
    return report_add(&c->report, name, 0, 0,
                      "files cannot be read into a problem with a semiring");
  if (!(is_model ? read_model : read_pushdown)(c, name, bytes, length, lang))
    return false;
  context_take_properties(c, name);
  return true;
}

static custos_status load(custos *c, const char *name, const char *bytes,
                          size_t length, const char *lang) {
  if (!context_read_problem(c, name, bytes, length, lang))
    return context_reject(c);
  char *copy = mem_alloc(&c->problem, strlen(name) + 1);
  memcpy(copy, name, strlen(name));
  vec_push(&c->problem, &c->source.files, copy);
  context_drop_job(c);
  return context_leave(c, CUSTOS_OK);
}

static const char *known_language(custos *c, const char *name,
                                  const char *lang) {
  if (!lang)
    lang = context_language(name);
  if (!lang)
    context_fail(c, CUSTOS_ERR_USAGE,
                 "%s: the suffix tells no language; say --lang=json, pds, "
                 "automaton, lts, aut or gcl",
                 name);
  for (size_t i = 0; lang && i < sizeof languages / sizeof *languages; i++)
    if (strcmp(lang, languages[i].name) == 0)
      return lang;
  if (lang)
    context_fail(c, CUSTOS_ERR_USAGE,
                 "there is no language '%s': expected json, pds, automaton, "
                 "lts, aut or gcl",
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
  if (!context_read_file(c, path, &bytes, &length))
    return CUSTOS_ERR_SYSTEM;
  return load(c, strcmp(path, "-") == 0 ? "<stdin>" : path, bytes, length,
              lang);
}

custos_status custos_load_text(custos *c, const char *name, const char *bytes,
                               size_t length, const char *lang) {
  ENTER(c, "reading");
  lang = known_language(c, name, lang);
  if (!lang)
    return CUSTOS_ERR_USAGE;
  return load(c, name, bytes, length, lang);
}
