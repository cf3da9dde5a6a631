/* What the commands of the prompt do. */
#include "repl.h"

#include "commands.h"
#include "ectl_results.h"
#include "output.h"
#include "repl_help.h"
#include "repl_models.h"
#include "repl_show.h"
#include "trust.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 32 }; /* that load one another */

static void check_formula(repl *prompt, size_t property) {
  custos_result result;
  custos_property p;
  report told = {.o = &prompt->o};
  session_attend(&prompt->s);
  custos_status status = custos_check(prompt->s.c, property, &result);
  session_quiet_line(&prompt->s);
  if (status == CUSTOS_OK)
    status = custos_property_at(prompt->s.c, property, &p);
  if (status == CUSTOS_OK) {
    repl_note(prompt, result.verdict == CUSTOS_HOLDS      ? EXIT_HOLDS
                      : result.verdict == CUSTOS_VIOLATED ? EXIT_VIOLATED
                                                          : EXIT_UNKNOWN);
    char *name = repl_copy(p.name, strlen(p.name));
    /* An answer that nobody had to search for was there before. */
    bool known = result.verdict != CUSTOS_UNKNOWN && result.search_seconds <= 0;
    char *reason =
        output_join(result.reason, known ? "; remembered" : "", "", "");
    result.reason = reason;
    bool stands = known || check_certify(&prompt->s, &p, &result);
    if (!stands)
      repl_note(prompt, EXIT_BUG);
    if (stands && !prompt->o.quiet)
      status = ectl_results_print(&prompt->s, &told, name, &result, NULL);
    if (stands && !prompt->o.quiet && prompt->o.verbose)
      report_print_statistics(&result);
    free(reason);
    free(name);
  }
  session_attend(NULL);
  if (status != CUSTOS_OK)
    repl_fail(prompt, &prompt->s, status);
}

static void check(repl *prompt, const repl_command *x) {
  const char *name = x->count ? x->arguments[x->count > 1] : "";
  repl_model *model = repl_models_find(prompt, name);
  /* A system that is a model, too: its properties come behind the formulas. */
  bool is_property = model && x->count == 2 &&
                     !repl_is_defined(prompt, x->arguments[0]) &&
                     repl_models_has(model, x->arguments[0]);
  if (x->property != SIZE_MAX && !is_property)
    check_formula(prompt, x->property);
  else if (model && x->count == 1)
    repl_models_check(prompt, model);
  else if (model && x->count == 2)
    repl_models_check_one(prompt, model, x->arguments[0]);
  else if (model)
    repl_complain(prompt, "a model is checked as a whole: :check(property, %s)",
                  name);
  else if (repl_is_defined(prompt, name))
    repl_complain(prompt, "say which formula: :check(formula, %s)", name);
  else
    repl_complain(prompt, "there is no system and no model '%s'", name);
}

static void load_session(repl *prompt, const char *path) {
  size_t length;
  char *text = repl_read_file(path, &length);
  if (!text) {
    repl_complain(prompt, "cannot read %s: %s", path, strerror(errno));
    return;
  }
  if (prompt->depth < MOST_FILES) {
    prompt->depth++;
    repl_run_text(prompt, path, text, length, 1);
    prompt->depth--;
  } else {
    repl_complain(prompt, "%s: files load one another without end", path);
  }
  free(text);
}

/* A transition system is one that formulas of extended CTL speak of, too. */
static bool load_system(repl *prompt, const char *path) {
  session_attend(&prompt->s);
  custos_status status = custos_load(prompt->s.c, path, NULL);
  session_quiet_line(&prompt->s);
  session_attend(NULL);
  if (status != CUSTOS_OK)
    repl_fail(prompt, &prompt->s, status);
  return status == CUSTOS_OK;
}

void repl_load(repl *prompt, const char *path) {
  if (repl_is_session(path)) {
    load_session(prompt, path);
    return;
  }
  /* The session must be one of extended CTL before a system can join it. */
  if (repl_is_system(path) &&
      (custos_load_text(prompt->s.c, "prompt", "\n", 1, "ectl") != CUSTOS_OK ||
       !load_system(prompt, path)))
    return;
  repl_model *model = repl_models_load(prompt, path);
  if (model && prompt->is_terminal && !prompt->o.quiet)
    repl_models_show(prompt, model);
}

/* Within a file, other files are beside it. */
static void load(repl *prompt, const char *path) {
  const char *slash = prompt->depth ? strrchr(prompt->source.name, '/') : NULL;
  if (!slash || *path == '/') {
    repl_load(prompt, path);
    return;
  }
  char *folder =
      repl_copy(prompt->source.name, (size_t)(slash - prompt->source.name) + 1);
  char *whole = output_join(folder, path, "", "");
  repl_load(prompt, whole);
  free(whole);
  free(folder);
}

static const char *value_of(const repl *prompt, const custos_option *option) {
  const char *value = option->initial;
  for (size_t i = 0; i < prompt->o.setting_count; i++)
    if (strcmp(prompt->o.settings[i].name, option->name) == 0)
      value = prompt->o.settings[i].value;
  return value;
}

static void list_options(const repl *prompt) {
  for (size_t i = 0; i < custos_option_count(); i++) {
    const custos_option *option = custos_option_at(i);
    char left[64];
    snprintf(left, sizeof left, "%s = %s", option->name,
             value_of(prompt, option));
    printf("  %-26s %s\n", left, option->values);
  }
}

static const custos_option *find_option(const char *name) {
  for (size_t i = 0; i < custos_option_count(); i++)
    if (strcmp(custos_option_at(i)->name, name) == 0)
      return custos_option_at(i);
  return NULL;
}

static void complain_of_option(repl *prompt, const char *name) {
  const char *words[128] = {0};
  for (size_t i = 0; i < custos_option_count() && i < 127; i++)
    words[i] = custos_option_at(i)->name;
  const char *near = options_nearest(name, words);
  repl_complain(prompt, "there is no option '%s'%s%s%s", name,
                near ? " (did you mean '" : "", near ? near : "",
                near ? "'?)" : "");
}

/* Settings point to their values, so these live as long as the session. */
static const char *keep_value(repl *prompt, const char *value) {
  char **more = repl_allocate((prompt->value_count + 1) * sizeof *more);
  if (prompt->value_count)
    memcpy(more, prompt->values, prompt->value_count * sizeof *more);
  free(prompt->values);
  prompt->values = more;
  return prompt->values[prompt->value_count++] =
             repl_copy(value, strlen(value));
}

static void show_option(repl *prompt, const char *name) {
  const custos_option *option = find_option(name);
  if (option)
    printf("%s = %s (%s): %s\n", name, value_of(prompt, option), option->values,
           option->help);
  else
    complain_of_option(prompt, name);
}

static void set(repl *prompt, const char *name, const char *value) {
  const custos_option *option = find_option(name);
  if (!option) {
    complain_of_option(prompt, name);
    return;
  }
  if (custos_set(prompt->s.c, name, value) != CUSTOS_OK) {
    repl_complain(prompt, "%s", custos_last_error(prompt->s.c)->message);
    return;
  }
  setting *more = repl_allocate((prompt->o.setting_count + 1) * sizeof *more);
  size_t n = 0;
  for (size_t i = 0; i < prompt->o.setting_count; i++)
    if (strcmp(prompt->o.settings[i].name, name) != 0)
      more[n++] = prompt->o.settings[i];
  more[n++] = (setting){option->name, keep_value(prompt, value)};
  if (prompt->owns_settings)
    free(prompt->o.settings);
  prompt->owns_settings = true;
  prompt->o.settings = more;
  prompt->o.setting_count = n;
  repl_models_set(prompt, name, value);
}

static void save(repl *prompt, const char *path) {
  output out;
  if (!output_open(&out, path)) {
    repl_note(prompt, EXIT_SYSTEM);
    return;
  }
  session_attend(&prompt->s);
  custos_status status =
      custos_write(prompt->s.c, CUSTOS_AS_ECTL, output_write, &out);
  session_attend(NULL);
  bool refused = ferror(out.file);
  if (!output_close(&out, status == CUSTOS_OK || refused))
    repl_note(prompt, EXIT_SYSTEM);
  else if (status != CUSTOS_OK)
    repl_fail(prompt, &prompt->s, status);
}

static void help(repl *prompt, const repl_command *x) {
  if (x->count == 0)
    repl_help_print();
  else if (!repl_help_print_one(x->arguments[0]))
    repl_complain(prompt, "there is no command ':%s'", x->arguments[0]);
}

static const char *argument(const repl_command *x, size_t i) {
  return i < x->count ? x->arguments[i] : NULL;
}

static void obey(repl *prompt, const repl_command *x) {
  const char *name = x->name, *first = argument(x, 0);
  if (strcmp(name, "check") == 0)
    check(prompt, x);
  else if (strcmp(name, "quit") == 0)
    prompt->is_done = true;
  else if (strcmp(name, "help") == 0)
    help(prompt, x);
  else if (strcmp(name, "show") == 0)
    repl_show(prompt, first, argument(x, 1));
  else if (strcmp(name, "set") == 0 && !first)
    list_options(prompt);
  else if (strcmp(name, "set") == 0 && x->count == 1)
    show_option(prompt, first);
  else if (strcmp(name, "set") == 0 && x->count == 2)
    set(prompt, first, x->arguments[1]);
  else if (strcmp(name, "load") == 0 && first)
    load(prompt, first);
  else if (strcmp(name, "save") == 0 && first)
    save(prompt, first);
  else if (strcmp(name, "xshow") == 0 && first)
    repl_draw(prompt, first, argument(x, 1));
  else if (strcmp(name, "trace") == 0 && x->count >= 2)
    repl_trace(prompt, first, x->arguments[1], argument(x, 2));
  else
    repl_complain(prompt,
                  "':%s' wants other arguments; ':help(%s)' tells which", name,
                  name);
}

void repl_obey(repl *prompt, const repl_command *x) {
  uint32_t line = prompt->line, column = prompt->column;
  prompt->line = x->line;
  prompt->column = x->column;
  const char *why = prompt->depth
                        ? trust_refusal(&prompt->o, prompt->source.name,
                                        x->name, x->arguments, x->count)
                        : NULL;
  if (why)
    repl_complain(prompt, ":%s: %s", x->name, why);
  else
    obey(prompt, x);
  prompt->line = line;
  prompt->column = column;
}
