#include "repl_models.h"

#include "commands.h"
#include "output.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool repl_is_session(const char *path) {
  const custos_language_info *x = custos_find_language(path, NULL);
  return x && x->has_definitions;
}

bool repl_is_system(const char *path) {
  const custos_language_info *x = custos_find_language(path, NULL);
  return x && x->is_finite && x->joins_sessions;
}

/* "nets/dining-table.pds": dining_table; as the library names a system. */
static char *name_of(const char *path) {
  const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
  const char *dot = strrchr(base, '.');
  size_t length = dot && dot != base ? (size_t)(dot - base) : strlen(base);
  char *name = repl_copy(base, length);
  if (!*name || isdigit((unsigned char)*name)) {
    char *longer = output_join("_", name, "", "");
    free(name);
    name = longer;
  }
  for (char *at = name; *at; at++)
    if (!isalnum((unsigned char)*at))
      *at = '_';
  return name;
}

static void delete_model(repl_model *model) {
  session_end(&model->s);
  free(model->name);
  free(model->path);
  free(model);
}

/* The file alone, or with a formula. NULL: that was said. */
static repl_model *open_model(repl *prompt, const char *path,
                              const asked *formula) {
  repl_model *model = repl_allocate(sizeof *model);
  asked one = formula ? *formula : (asked){0};
  model->path = model->name = NULL;
  model->path = repl_copy(path, strlen(path));
  model->name = name_of(path);
  model->file = model->path;
  model->o = prompt->o;
  model->o.command = COMMAND_CHECK;
  model->o.files = &model->file;
  model->o.file_count = 1;
  model->o.asked = &one;
  model->o.asked_count = formula ? 1 : 0;
  int wrong = session_begin(&model->s, &model->o);
  model->s.on_error = repl_point;
  model->s.on_error_self = prompt;
  custos_status status = wrong ? CUSTOS_ERR_SYSTEM : session_load(&model->s);
  session_quiet_line(&model->s);
  model->o.asked = NULL;
  model->o.asked_count = 0;
  if (!wrong && status == CUSTOS_OK)
    return model;
  if (wrong)
    repl_note(prompt, wrong);
  else
    repl_fail(prompt, &model->s, status);
  delete_model(model);
  return NULL;
}

repl_model *repl_models_find(const repl *prompt, const char *name) {
  repl_model *model = prompt->models;
  while (model && strcmp(model->name, name) != 0)
    model = model->next;
  return model;
}

static void forget(repl *prompt, const char *name) {
  for (repl_model **at = &prompt->models; *at; at = &(*at)->next)
    if (strcmp((*at)->name, name) == 0) {
      repl_model *model = *at;
      *at = model->next;
      delete_model(model);
      return;
    }
}

repl_model *repl_models_load(repl *prompt, const char *path) {
  repl_model *model = open_model(prompt, path, NULL);
  session_attend(NULL);
  if (!model)
    return NULL;
  forget(prompt, model->name);
  model->next = prompt->models;
  prompt->models = model;
  return model;
}

void repl_models_set(repl *prompt, const char *option, const char *value) {
  for (repl_model *model = prompt->models; model; model = model->next) {
    custos_set(model->s.c, option, value);
    model->o.settings = prompt->o.settings;
    model->o.setting_count = prompt->o.setting_count;
  }
}

void repl_models_clear(repl *prompt) {
  while (prompt->models) {
    repl_model *model = prompt->models;
    prompt->models = model->next;
    delete_model(model);
  }
}

static void check_number(repl *prompt, repl_model *model, report *told,
                         size_t i) {
  int status = EXIT_HOLDS;
  session_attend(&model->s);
  int wrong = check_one(&model->s, told, i, &status);
  session_quiet_line(&model->s);
  session_attend(NULL);
  repl_note(prompt, wrong ? wrong : status);
}

void repl_models_check(repl *prompt, repl_model *model) {
  report told = {.o = &model->o};
  size_t count = custos_property_count(model->s.c), wanted = 0;
  custos_property property;
  for (size_t i = 0; i < count; i++)
    if (custos_property_at(model->s.c, i, &property) == CUSTOS_OK &&
        !property.on_request) {
      report_widen(&told, property.name);
      wanted++;
    }
  if (!wanted)
    repl_complain(prompt,
                  "%s has no property of its own; give a formula: "
                  ":check(\"G F p\", %s)",
                  model->name, model->name);
  for (size_t i = 0; i < count && !session_interrupted(); i++)
    if (custos_property_at(model->s.c, i, &property) == CUSTOS_OK &&
        !property.on_request)
      check_number(prompt, model, &told, i);
  report_clear(&told);
}

static bool find_property(const repl_model *model, const char *name,
                          size_t *out) {
  size_t count = custos_property_count(model->s.c);
  custos_property property;
  for (size_t i = 0; i < count; i++)
    if (custos_property_at(model->s.c, i, &property) == CUSTOS_OK &&
        strcmp(property.name, name) == 0) {
      *out = i;
      return true;
    }
  return false;
}

bool repl_models_has(const repl_model *model, const char *name) {
  size_t property;
  return find_property(model, name, &property);
}

void repl_models_check_one(repl *prompt, repl_model *model, const char *what) {
  report told = {.o = &model->o};
  size_t property;
  if (find_property(model, what, &property)) {
    check_number(prompt, model, &told, property);
    report_clear(&told);
    return;
  }
  /* A formula with a mistake would stay in its context: it gets its own. */
  asked formula = {.text = what};
  repl_source outer = prompt->source;
  prompt->source = (repl_source){"ltl", what, strlen(what)};
  repl_model *own = open_model(prompt, model->path, &formula);
  if (own) {
    size_t count = custos_property_count(own->s.c);
    told.o = &own->o;
    if (count)
      check_number(prompt, own, &told, count - 1);
    delete_model(own);
  }
  session_attend(NULL);
  report_clear(&told);
  prompt->source = outer;
}

void repl_models_show(repl *prompt, repl_model *model) {
  size_t count = custos_property_count(model->s.c), width = 0;
  custos_property property;
  (void)prompt;
  output_visible(stdout, model->name);
  printf(": %s, ", custos_language(model->s.c));
  output_visible(stdout, model->path);
  printf(", %zu propert%s\n", count, count == 1 ? "y" : "ies");
  for (size_t i = 0; i < count; i++)
    if (custos_property_at(model->s.c, i, &property) == CUSTOS_OK &&
        strlen(property.name) > width)
      width = strlen(property.name);
  for (size_t i = 0; i < count; i++) {
    if (custos_property_at(model->s.c, i, &property) != CUSTOS_OK)
      return;
    fputs("   ", stdout);
    output_visible(stdout, property.name);
    printf("%*s", (int)(width - strlen(property.name) + 2), "");
    output_visible(stdout, property.text[0] ? property.text : property.kind);
    puts(property.on_request ? "  (only if it is named)" : "");
  }
}

bool repl_models_write_page(repl *prompt, repl_model *model, const char *what,
                            const char *path) {
  size_t property = custos_property_count(model->s.c);
  custos_result result;
  if (property == 0 || (what && !find_property(model, what, &property))) {
    repl_complain(prompt, "%s has no property %s", model->name,
                  what ? what : "");
    return false;
  }
  property -= !what;
  session_attend(&model->s);
  custos_status status = custos_check(model->s.c, property, &result);
  session_quiet_line(&model->s);
  if (status == CUSTOS_OK && result.verdict != CUSTOS_VIOLATED) {
    repl_complain(prompt, "there is no run to show: %s", result.reason);
    session_attend(NULL);
    return false;
  }
  output out;
  bool good = status == CUSTOS_OK && output_open(&out, path);
  if (good) {
    status = custos_write(model->s.c, CUSTOS_AS_HTML, output_write, &out);
    good = output_close(&out, status == CUSTOS_OK);
  }
  session_attend(NULL);
  if (status != CUSTOS_OK)
    repl_fail(prompt, &model->s, status);
  else if (!good)
    repl_note(prompt, EXIT_SYSTEM);
  return good && status == CUSTOS_OK;
}
