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

static void check_formula(repl *r, size_t property) {
  custos_result x;
  custos_property p;
  report told = {.o = &r->o};
  session_attend(&r->s);
  custos_status status = custos_check(r->s.c, property, &x);
  session_quiet_line(&r->s);
  if (status == CUSTOS_OK)
    status = custos_property_at(r->s.c, property, &p);
  if (status == CUSTOS_OK) {
    repl_note(r, x.verdict == CUSTOS_HOLDS      ? EXIT_HOLDS
                 : x.verdict == CUSTOS_VIOLATED ? EXIT_VIOLATED
                                                : EXIT_UNKNOWN);
    char *name = repl_copy(p.name, strlen(p.name));
    /* An answer that nobody had to search for was there before. */
    bool known = x.verdict != CUSTOS_UNKNOWN && x.search_seconds <= 0;
    char *reason = output_join(x.reason, known ? "; remembered" : "", "", "");
    x.reason = reason;
    bool stands = known || check_certify(&r->s, &p, &x);
    if (!stands)
      repl_note(r, EXIT_BUG);
    if (stands && !r->o.quiet)
      status = ectl_results_print(&r->s, &told, name, &x, NULL);
    if (stands && !r->o.quiet && r->o.verbose)
      report_print_statistics(&x);
    free(reason);
    free(name);
  }
  session_attend(NULL);
  if (status != CUSTOS_OK)
    repl_fail(r, &r->s, status);
}

static void check(repl *r, const repl_command *x) {
  const char *name = x->count ? x->arguments[x->count > 1] : "";
  repl_model *m = repl_models_find(r, name);
  /* A system that is a model, too: its properties come behind the formulas. */
  bool is_property = m && x->count == 2 &&
                     !repl_is_defined(r, x->arguments[0]) &&
                     repl_models_has(m, x->arguments[0]);
  if (x->property != SIZE_MAX && !is_property)
    check_formula(r, x->property);
  else if (m && x->count == 1)
    repl_models_check(r, m);
  else if (m && x->count == 2)
    repl_models_check_one(r, m, x->arguments[0]);
  else if (m)
    repl_complain(r, "a model is checked as a whole: :check(property, %s)",
                  name);
  else if (repl_is_defined(r, name))
    repl_complain(r, "say which formula: :check(formula, %s)", name);
  else
    repl_complain(r, "there is no system and no model '%s'", name);
}

static void load_session(repl *r, const char *path) {
  size_t length;
  char *text = repl_read_file(path, &length);
  if (!text) {
    repl_complain(r, "cannot read %s: %s", path, strerror(errno));
    return;
  }
  if (r->depth < MOST_FILES) {
    r->depth++;
    repl_run_text(r, path, text, length, 1);
    r->depth--;
  } else {
    repl_complain(r, "%s: files load one another without end", path);
  }
  free(text);
}

/* A transition system is one that formulas of extended CTL speak of, too. */
static bool load_system(repl *r, const char *path) {
  session_attend(&r->s);
  custos_status status = custos_load(r->s.c, path, NULL);
  session_quiet_line(&r->s);
  session_attend(NULL);
  if (status != CUSTOS_OK)
    repl_fail(r, &r->s, status);
  return status == CUSTOS_OK;
}

void repl_load(repl *r, const char *path) {
  if (repl_is_session(path)) {
    load_session(r, path);
    return;
  }
  /* The session must be one of extended CTL before a system can join it. */
  if (repl_is_system(path) &&
      (custos_load_text(r->s.c, "prompt", "\n", 1, "ectl") != CUSTOS_OK ||
       !load_system(r, path)))
    return;
  repl_model *m = repl_models_load(r, path);
  if (m && r->is_terminal && !r->o.quiet)
    repl_models_show(r, m);
}

/* Within a file, other files are beside it. */
static void load(repl *r, const char *path) {
  const char *slash = r->depth ? strrchr(r->source.name, '/') : NULL;
  if (!slash || *path == '/') {
    repl_load(r, path);
    return;
  }
  char *folder =
      repl_copy(r->source.name, (size_t)(slash - r->source.name) + 1);
  char *whole = output_join(folder, path, "", "");
  repl_load(r, whole);
  free(whole);
  free(folder);
}

static const char *value_of(const repl *r, const custos_option *o) {
  const char *value = o->initial;
  for (size_t i = 0; i < r->o.setting_count; i++)
    if (strcmp(r->o.settings[i].name, o->name) == 0)
      value = r->o.settings[i].value;
  return value;
}

static void list_options(const repl *r) {
  for (size_t i = 0; i < custos_option_count(); i++) {
    const custos_option *o = custos_option_at(i);
    char left[64];
    snprintf(left, sizeof left, "%s = %s", o->name, value_of(r, o));
    printf("  %-26s %s\n", left, o->values);
  }
}

static const custos_option *find_option(const char *name) {
  for (size_t i = 0; i < custos_option_count(); i++)
    if (strcmp(custos_option_at(i)->name, name) == 0)
      return custos_option_at(i);
  return NULL;
}

static void complain_of_option(repl *r, const char *name) {
  const char *words[128] = {0};
  for (size_t i = 0; i < custos_option_count() && i < 127; i++)
    words[i] = custos_option_at(i)->name;
  const char *near = options_nearest(name, words);
  repl_complain(r, "there is no option '%s'%s%s%s", name,
                near ? " (did you mean '" : "", near ? near : "",
                near ? "'?)" : "");
}

/* Settings point to their values, so these live as long as the session. */
static const char *keep_value(repl *r, const char *value) {
  char **more = repl_allocate((r->value_count + 1) * sizeof *more);
  if (r->value_count)
    memcpy(more, r->values, r->value_count * sizeof *more);
  free(r->values);
  r->values = more;
  return r->values[r->value_count++] = repl_copy(value, strlen(value));
}

static void show_option(repl *r, const char *name) {
  const custos_option *o = find_option(name);
  if (o)
    printf("%s = %s (%s): %s\n", name, value_of(r, o), o->values, o->help);
  else
    complain_of_option(r, name);
}

static void set(repl *r, const char *name, const char *value) {
  const custos_option *o = find_option(name);
  if (!o) {
    complain_of_option(r, name);
    return;
  }
  if (custos_set(r->s.c, name, value) != CUSTOS_OK) {
    repl_complain(r, "%s", custos_last_error(r->s.c)->message);
    return;
  }
  setting *more = repl_allocate((r->o.setting_count + 1) * sizeof *more);
  size_t n = 0;
  for (size_t i = 0; i < r->o.setting_count; i++)
    if (strcmp(r->o.settings[i].name, name) != 0)
      more[n++] = r->o.settings[i];
  more[n++] = (setting){o->name, keep_value(r, value)};
  if (r->owns_settings)
    free(r->o.settings);
  r->owns_settings = true;
  r->o.settings = more;
  r->o.setting_count = n;
  repl_models_set(r, name, value);
}

static void save(repl *r, const char *path) {
  output out;
  if (!output_open(&out, path)) {
    repl_note(r, EXIT_SYSTEM);
    return;
  }
  session_attend(&r->s);
  custos_status status =
      custos_write(r->s.c, CUSTOS_AS_ECTL, output_write, &out);
  session_attend(NULL);
  bool refused = ferror(out.file);
  if (!output_close(&out, status == CUSTOS_OK || refused))
    repl_note(r, EXIT_SYSTEM);
  else if (status != CUSTOS_OK)
    repl_fail(r, &r->s, status);
}

static void help(repl *r, const repl_command *x) {
  if (x->count == 0)
    repl_help_print();
  else if (!repl_help_print_one(x->arguments[0]))
    repl_complain(r, "there is no command ':%s'", x->arguments[0]);
}

static const char *argument(const repl_command *x, size_t i) {
  return i < x->count ? x->arguments[i] : NULL;
}

static void obey(repl *r, const repl_command *x) {
  const char *name = x->name, *first = argument(x, 0);
  if (strcmp(name, "check") == 0)
    check(r, x);
  else if (strcmp(name, "quit") == 0)
    r->is_done = true;
  else if (strcmp(name, "help") == 0)
    help(r, x);
  else if (strcmp(name, "show") == 0)
    repl_show(r, first, argument(x, 1));
  else if (strcmp(name, "set") == 0 && !first)
    list_options(r);
  else if (strcmp(name, "set") == 0 && x->count == 1)
    show_option(r, first);
  else if (strcmp(name, "set") == 0 && x->count == 2)
    set(r, first, x->arguments[1]);
  else if (strcmp(name, "load") == 0 && first)
    load(r, first);
  else if (strcmp(name, "save") == 0 && first)
    save(r, first);
  else if (strcmp(name, "xshow") == 0 && first)
    repl_draw(r, first, argument(x, 1));
  else if (strcmp(name, "trace") == 0 && x->count >= 2)
    repl_trace(r, first, x->arguments[1], argument(x, 2));
  else
    repl_complain(r, "':%s' wants other arguments; ':help(%s)' tells which",
                  name, name);
}

void repl_obey(repl *r, const repl_command *x) {
  uint32_t line = r->line, column = r->column;
  r->line = x->line;
  r->column = x->column;
  const char *why = r->depth ? trust_refusal(&r->o, r->source.name, x->name,
                                             x->arguments, x->count)
                             : NULL;
  if (why)
    repl_complain(r, ":%s: %s", x->name, why);
  else
    obey(r, x);
  r->line = line;
  r->column = column;
}
