/* Evidence read back and checked against its problem, trusting neither. */
#include "api/languages.h"

#include "lang/pds/pds_text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Beside the evidence if it is not where it was: NULL, or the path. */
static char *beside(custos *c, const char *evidence_path, const char *file) {
  const char *slash = strrchr(evidence_path, '/'), *name = strrchr(file, '/');
  size_t folder = slash ? (size_t)(slash - evidence_path) + 1 : 0;
  name = name ? name + 1 : file;
  char *path = mem_alloc(&c->job, folder + strlen(name) + 1);
  memcpy(path, evidence_path, folder);
  memcpy(path + folder, name, strlen(name));
  return path;
}

static custos_status load_file(custos *c, const char *path, const char *lang) {
  char *bytes;
  size_t length;
  const language *x = lang ? language_named(lang) : NULL;
  if (!x)
    x = language_of_path(path);
  if (!x)
    x = language_named("json"); /* PDAAAL's instances have any suffix */
  if (!context_read_file(c, path, &bytes, &length))
    return CUSTOS_ERR_SYSTEM;
  if (!context_read_problem(c, path, bytes, length, x))
    return context_reject(c);
  c->language = x->info.name;
  if (!c->ops->lists_own_files) {
    char *copy = mem_text(&c->problem, path, strlen(path));
    vec_push(&c->problem, &c->source.files, copy);
  }
  mem_free(&c->job, bytes);
  return CUSTOS_OK;
}

static custos_status load_sets(custos *c, const evidence_source *source) {
  for (int side = 0; side < 2; side++)
    for (size_t i = 0; i < source->sets[side].count; i++) {
      const char *set = source->sets[side].at[i];
      if (!pds_text_read_configurations(&c->problem, &c->pds, (pds_side)side,
                                        side == PDS_INITIAL ? "initial"
                                                            : "final",
                                        set, strlen(set), 1, 1, &c->report))
        return context_reject(c);
      c->pds.has_set[side] = true;
    }
  return CUSTOS_OK;
}

/* "name=value". */
static bool add_option(custos *c, const char *line) {
  char name[32];
  size_t n = strcspn(line, "=");
  if (!line[n] || n >= sizeof name)
    return false;
  memcpy(name, line, n);
  name[n] = '\0';
  return language_add_option(c, name, line + n + 1, false) == CUSTOS_OK;
}

/* The files that the evidence names, or the given ones instead. */
static custos_status load_problem(custos *c, const char *path,
                                  const evidence_source *source,
                                  const char *const *problem, size_t count) {
  custos_status status = CUSTOS_OK;
  vec_each (const define, d, &source->defines) {
    define copy = {mem_text(&c->problem, d->name, strlen(d->name)), d->value};
    vec_push(&c->problem, &c->source.defines, copy);
  }
  for (size_t i = 0; i < source->options.count; i++)
    if (!add_option(c, source->options.at[i]))
      return context_fail(c, CUSTOS_ERR_INPUT, "%s: '%.100s' is no option",
                          path, source->options.at[i]);
  for (size_t i = 0; i < count && status == CUSTOS_OK; i++)
    status = load_file(c, problem[i], source->language);
  for (size_t i = 0; i < source->files.count && !count && status == CUSTOS_OK;
       i++) {
    const char *file = source->files.at[i];
    bool there = access(file, R_OK) == 0;
    status =
        load_file(c, there ? file : beside(c, path, file), source->language);
  }
  return status == CUSTOS_OK ? load_sets(c, source) : status;
}

/* Evidence in a format that others have for programs of the language 'x'. */
static custos_status replay_witness(custos *c, const language *x,
                                    const char *path, const char *bytes,
                                    size_t length, const char *const *problem,
                                    size_t count, custos_replayed *out) {
  custos_status status = CUSTOS_OK;
  if (!count)
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "a witness needs the program's files");
  void *witness = x->ops->read_witness(c, path, bytes, length);
  if (!witness)
    return context_reject(c);
  for (size_t i = 0; i < count && status == CUSTOS_OK; i++)
    status = load_file(c, problem[i], x->info.name);
  return status == CUSTOS_OK ? x->ops->replay_witness(c, path, witness, out)
                             : status;
}

static custos_status replay_evidence(custos *c, const char *path,
                                     const char *const *problem, size_t count,
                                     custos_replayed *out) {
  ENTER(c, "replaying");
  char *bytes;
  size_t length;
  evidence_top top;
  lines in;
  memset(out, 0, sizeof *out);
  if (c->is_loaded || c->pds.has_system || c->pds.has_set[0] ||
      c->pds.has_set[1])
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "the context has a problem already: clear it first");
  context_drop_job(c);
  custos_status status = context_read_text(c, path, &bytes, &length);
  if (status != CUSTOS_OK)
    return status == CUSTOS_ERR_INPUT ? context_reject(c) : status;
  const language *x = language_of_witness(path);
  if (x)
    return replay_witness(c, x, path, bytes, length, problem, count, out);
  lines_begin(&in, &c->job, path, bytes, length, &c->report);
  if (!source_read(&in, &top))
    return context_reject(c);
  status = load_problem(c, path, &top.source, problem, count);
  if (status != CUSTOS_OK)
    return status;
  return c->ops->replay(c, &top, &in, out);
}

static void hide(custos_error *error, const char *path) {
  if (error->file[0] && strcmp(error->file, path) != 0)
    snprintf(error->message, sizeof error->message,
             "this is not the problem that the evidence is about; named on the "
             "command line, it is told what is wrong");
}

/* Evidence may name any file. What is wrong with one that the user did not name
 * is told by its place alone, since words would quote it. */
custos_status custos_replay(custos *c, const char *path,
                            const char *const *problem, size_t count,
                            custos_replayed *out) {
  custos_status status = replay_evidence(c, path, problem, count, out);
  if (status != CUSTOS_ERR_INPUT || count)
    return status;
  for (size_t i = 0; i < c->error_count; i++)
    hide(&c->errors[i], path);
  hide(&c->error, path);
  return status;
}
