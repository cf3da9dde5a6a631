/* Problems read from files. */
#include "api/languages.h"

#include "base/plain.h"

#include <assert.h>
#include <string.h>

bool context_read_problem(custos *c, const char *name, const char *bytes,
                          size_t length, const language *x) {
  if (!x->may_be_binary && !plain_text(&c->report, name, &bytes, &length))
    return false;
  const problem_ops *reader =
      c->is_loaded && c->ops->reads_all ? c->ops : x->ops;
  return reader->read(c, name, bytes, length, x);
}

static custos_status load(custos *c, const char *name, const char *bytes,
                          size_t length, const language *x) {
  if (!context_read_problem(c, name, bytes, length, x))
    return context_reject(c);
  if (c->ops->lists_own_files || x->info.is_aside)
    return context_leave(c, CUSTOS_OK);
  vec_push(&c->problem, &c->source.files,
           mem_text(&c->problem, name, strlen(name)));
  /* Of most languages that it reads the kernel knows no evidence with this
   * line. */
  bool may_be_told = !x->info.kernel_reads || x->info.can_include;
  if (language_of_path(name) != x && may_be_told)
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

static custos_status refuse_text(custos *c, const language *x) {
  return context_fail(c, CUSTOS_ERR_USAGE, "%s must be a file", x->info.title);
}

custos_status custos_load(custos *c, const char *path, const char *lang) {
  ENTER(c, "reading");
  char *bytes;
  size_t length;
  context_drop_job(c);
  const language *x = known_language(c, path, lang);
  if (!x)
    return CUSTOS_ERR_USAGE;
  if (x->info.is_compiled && strcmp(path, "-") == 0)
    return refuse_text(c, x);
  if (!context_read_file(c, path, &bytes, &length))
    return CUSTOS_ERR_SYSTEM;
  return load(c, strcmp(path, "-") == 0 ? "<stdin>" : path, bytes, length, x);
}

custos_status custos_load_text(custos *c, const char *name, const char *bytes,
                               size_t length, const char *lang) {
  ENTER(c, "reading");
  context_drop_job(c);
  const language *x = known_language(c, name, lang);
  if (!x)
    return CUSTOS_ERR_USAGE;
  if (x->info.is_compiled)
    return refuse_text(c, x);
  return load(c, name, bytes, length, x);
}

static custos_status refuse_value(custos *c, const char *option,
                                  const char *value) {
  const char *values = language_option_values(option);
  return context_fail(c, CUSTOS_ERR_USAGE, "'%.60s' is no value for %.60s%s%s",
                      value, option, values ? ": expected " : "",
                      values ? values : "");
}

custos_status custos_add_option(custos *c, const char *option,
                                const char *value) {
  if (c->is_loaded && !c->ops->change)
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "'%s' must be given before the model is loaded",
                        option);
  ENTER(c, "building");
  context_drop_job(c);
  if (c->ops->change)
    c->ops->change(c);
  custos_status status = language_add_option(c, option, value, true);
  if (status == CUSTOS_ERR_USAGE)
    return refuse_value(c, option, value);
  return status == CUSTOS_OK ? context_leave(c, status) : status;
}
