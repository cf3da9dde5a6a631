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

static void delete_model(repl_model *m) {
  session_end(&m->s);
  free(m->name);
  free(m->path);
  free(m);
}

/* The file alone, or with a formula. NULL: that was said. */
static repl_model *open_model(repl *r, const char *path, const asked *formula) {
  repl_model *m = repl_allocate(sizeof *m);
  asked one = formula ? *formula : (asked){0};
  m->path = m->name = NULL;
  m->path = repl_copy(path, strlen(path));
  m->name = name_of(path);
  m->file = m->path;
  m->o = r->o;
  m->o.command = COMMAND_CHECK;
  m->o.files = &m->file;
  m->o.file_count = 1;
  m->o.asked = &one;
  m->o.asked_count = formula ? 1 : 0;
  int wrong = session_begin(&m->s, &m->o);
  m->s.on_error = repl_point;
  m->s.on_error_self = r;
  custos_status status = wrong ? CUSTOS_ERR_SYSTEM : session_load(&m->s);
  session_quiet_line(&m->s);
  m->o.asked = NULL;
  m->o.asked_count = 0;
  if (!wrong && status == CUSTOS_OK)
    return m;
  if (wrong)
    repl_note(r, wrong);
  else
    repl_fail(r, &m->s, status);
  delete_model(m);
  return NULL;
}

repl_model *repl_models_find(const repl *r, const char *name) {
  repl_model *m = r->models;
  while (m && strcmp(m->name, name) != 0)
    m = m->next;
  return m;
}

static void forget(repl *r, const char *name) {
  for (repl_model **at = &r->models; *at; at = &(*at)->next)
    if (strcmp((*at)->name, name) == 0) {
      repl_model *m = *at;
      *at = m->next;
      delete_model(m);
      return;
    }
}

repl_model *repl_models_load(repl *r, const char *path) {
  repl_model *m = open_model(r, path, NULL);
  session_attend(NULL);
  if (!m)
    return NULL;
  forget(r, m->name);
  m->next = r->models;
  r->models = m;
  return m;
}

void repl_models_set(repl *r, const char *option, const char *value) {
  for (repl_model *m = r->models; m; m = m->next) {
    custos_set(m->s.c, option, value);
    m->o.settings = r->o.settings;
    m->o.setting_count = r->o.setting_count;
  }
}

void repl_models_clear(repl *r) {
  while (r->models) {
    repl_model *m = r->models;
    r->models = m->next;
    delete_model(m);
  }
}

static void check_number(repl *r, repl_model *m, report *told, size_t i) {
  int status = EXIT_HOLDS;
  session_attend(&m->s);
  int wrong = check_one(&m->s, told, i, &status);
  session_quiet_line(&m->s);
  session_attend(NULL);
  repl_note(r, wrong ? wrong : status);
}

void repl_models_check(repl *r, repl_model *m) {
  report told = {.o = &m->o};
  size_t count = custos_property_count(m->s.c), wanted = 0;
  custos_property x;
  for (size_t i = 0; i < count; i++)
    if (custos_property_at(m->s.c, i, &x) == CUSTOS_OK && !x.on_request) {
      report_widen(&told, x.name);
      wanted++;
    }
  if (!wanted)
    repl_complain(r,
                  "%s has no property of its own; give a formula: "
                  ":check(\"G F p\", %s)",
                  m->name, m->name);
  for (size_t i = 0; i < count && !session_interrupted(); i++)
    if (custos_property_at(m->s.c, i, &x) == CUSTOS_OK && !x.on_request)
      check_number(r, m, &told, i);
  report_clear(&told);
}

static bool find_property(const repl_model *m, const char *name, size_t *out) {
  size_t count = custos_property_count(m->s.c);
  custos_property x;
  for (size_t i = 0; i < count; i++)
    if (custos_property_at(m->s.c, i, &x) == CUSTOS_OK &&
        strcmp(x.name, name) == 0) {
      *out = i;
      return true;
    }
  return false;
}

bool repl_models_has(const repl_model *m, const char *name) {
  size_t property;
  return find_property(m, name, &property);
}

void repl_models_check_one(repl *r, repl_model *m, const char *what) {
  report told = {.o = &m->o};
  size_t property;
  if (find_property(m, what, &property)) {
    check_number(r, m, &told, property);
    report_clear(&told);
    return;
  }
  /* A formula with a mistake would stay in its context: it gets its own. */
  asked formula = {.text = what};
  repl_source outer = r->source;
  r->source = (repl_source){"ltl", what, strlen(what)};
  repl_model *own = open_model(r, m->path, &formula);
  if (own) {
    size_t count = custos_property_count(own->s.c);
    told.o = &own->o;
    if (count)
      check_number(r, own, &told, count - 1);
    delete_model(own);
  }
  session_attend(NULL);
  report_clear(&told);
  r->source = outer;
}

void repl_models_show(repl *r, repl_model *m) {
  size_t count = custos_property_count(m->s.c), width = 0;
  custos_property x;
  (void)r;
  output_visible(stdout, m->name);
  printf(": %s, ", custos_language(m->s.c));
  output_visible(stdout, m->path);
  printf(", %zu propert%s\n", count, count == 1 ? "y" : "ies");
  for (size_t i = 0; i < count; i++)
    if (custos_property_at(m->s.c, i, &x) == CUSTOS_OK &&
        strlen(x.name) > width)
      width = strlen(x.name);
  for (size_t i = 0; i < count; i++) {
    if (custos_property_at(m->s.c, i, &x) != CUSTOS_OK)
      return;
    fputs("   ", stdout);
    output_visible(stdout, x.name);
    printf("%*s", (int)(width - strlen(x.name) + 2), "");
    output_visible(stdout, x.text[0] ? x.text : x.kind);
    puts(x.on_request ? "  (only if it is named)" : "");
  }
}

bool repl_models_write_page(repl *r, repl_model *m, const char *what,
                            const char *path) {
  size_t property = custos_property_count(m->s.c);
  custos_result x;
  if (property == 0 || (what && !find_property(m, what, &property))) {
    repl_complain(r, "%s has no property %s", m->name, what ? what : "");
    return false;
  }
  property -= !what;
  session_attend(&m->s);
  custos_status status = custos_check(m->s.c, property, &x);
  session_quiet_line(&m->s);
  if (status == CUSTOS_OK && x.verdict != CUSTOS_VIOLATED) {
    repl_complain(r, "there is no run to show: %s", x.reason);
    session_attend(NULL);
    return false;
  }
  output out;
  bool good = status == CUSTOS_OK && output_open(&out, path);
  if (good) {
    status = custos_write(m->s.c, CUSTOS_AS_HTML, output_write, &out);
    good = output_close(&out, status == CUSTOS_OK);
  }
  session_attend(NULL);
  if (status != CUSTOS_OK)
    repl_fail(r, &m->s, status);
  else if (!good)
    repl_note(r, EXIT_SYSTEM);
  return good && status == CUSTOS_OK;
}
