/* Problems read from files. */
#include "api/languages.h"
#include "problem/c/c_programs.h"
#include "problem/procedures/programs.h"
#include "problem/session/ectl.h"

#include "base/plain.h"

#include <assert.h>
#include <string.h>

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
