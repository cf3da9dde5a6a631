#include "repl_show.h"

#include "output.h"
#include "repl_draw.h"
#include "repl_models.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_machine(const custos_object *x) {
  return strcmp(x->kind, "LTS") == 0 || strcmp(x->kind, "PDS") == 0 ||
         strcmp(x->kind, "DFA") == 0 || strcmp(x->kind, "PDA") == 0;
}

static void print_object(const custos_object *x, size_t width) {
  printf("  %-8s ", x->kind);
  output_visible(stdout, x->name);
  printf("%*s", (int)(width - strlen(x->name)), "");
  if (is_machine(x) || x->states)
    printf("  %llu state%s, %llu rule%s", (unsigned long long)x->states,
           x->states == 1 ? "" : "s", (unsigned long long)x->rules,
           x->rules == 1 ? "" : "s");
  if (strcmp(x->file, "prompt") != 0 && x->line) {
    fputs("  ", stdout);
    output_visible(stdout, x->file);
    printf(":%u", x->line);
  }
  putchar('\n');
}

static void list_all(repl *r) {
  size_t count = custos_object_count(r->s.c), width = 0;
  custos_object x;
  for (size_t i = 0; i < count; i++)
    if (custos_object_at(r->s.c, i, &x) == CUSTOS_OK && strlen(x.name) > width)
      width = strlen(x.name);
  for (size_t i = 0; i < count; i++)
    if (custos_object_at(r->s.c, i, &x) == CUSTOS_OK)
      print_object(&x, width);
  for (repl_model *m = r->models; m; m = m->next) {
    printf("  %-8s ", custos_language(m->s.c));
    output_visible(stdout, m->name);
    fputs("  ", stdout);
    output_visible(stdout, m->path);
    putchar('\n');
  }
  if (!count && !r->models && r->is_terminal)
    puts("nothing is defined yet");
}

static void complain_of_name(repl *r, const char *name) {
  size_t count = custos_object_count(r->s.c), n = 0;
  const char *words[256] = {0};
  custos_object x;
  for (size_t i = 0; i < count && n < 255; i++)
    if (custos_object_at(r->s.c, i, &x) == CUSTOS_OK)
      words[n++] = x.name;
  for (repl_model *m = r->models; m && n < 255; m = m->next)
    words[n++] = m->name;
  const char *near = options_nearest(name, words);
  repl_complain(r, "'%s' is not defined%s%s%s", name,
                near ? " (did you mean '" : "", near ? near : "",
                near ? "'?)" : "");
}

static bool write_object(repl *r, const char *name, custos_format format,
                         const char *path) {
  output out;
  if (!output_open(&out, path)) {
    repl_note(r, EXIT_SYSTEM);
    return false;
  }
  session_attend(&r->s);
  custos_status status =
      custos_write_object(r->s.c, name, format, output_write, &out);
  session_attend(NULL);
  session_quiet_line(&r->s);
  bool refused = ferror(out.file);
  bool good = output_close(&out, status == CUSTOS_OK || refused);
  if (!good)
    repl_note(r, EXIT_SYSTEM);
  else if (status != CUSTOS_OK)
    repl_fail(r, &r->s, status);
  return good && status == CUSTOS_OK;
}

static void write_page(repl *r, const char *name) {
  char *path = output_join(name, ".html", "", "");
  repl_model *m = repl_is_defined(r, name) ? NULL : repl_models_find(r, name);
  bool good = m ? repl_models_write_page(r, m, NULL, path)
                : write_object(r, name, CUSTOS_AS_HTML, path);
  if (good)
    printf("%s\n", path);
  free(path);
}

void repl_show(repl *r, const char *name, const char *how) {
  repl_model *m = name ? repl_models_find(r, name) : NULL;
  if (!name)
    list_all(r);
  else if (!m && !repl_is_defined(r, name))
    complain_of_name(r, name);
  else if (how && strcmp(how, "--html") == 0)
    write_page(r, name);
  else if (how)
    repl_complain(r, "%s: there is only --html", how);
  else if (repl_is_defined(r, name))
    write_object(r, name, CUSTOS_AS_ECTL, NULL);
  else
    repl_models_show(r, m);
}

static bool write_graph(repl *r, const char *name, const char *path) {
  repl_model *m = repl_is_defined(r, name) ? NULL : repl_models_find(r, name);
  output out;
  if (!m)
    return write_object(r, name, CUSTOS_AS_DOT, path);
  if (!output_open(&out, path)) {
    repl_note(r, EXIT_SYSTEM);
    return false;
  }
  session_attend(&m->s);
  custos_status status =
      custos_write(m->s.c, CUSTOS_AS_DOT, output_write, &out);
  session_attend(NULL);
  bool good = output_close(&out, status == CUSTOS_OK);
  if (status != CUSTOS_OK)
    repl_fail(r, &m->s, status);
  return good && status == CUSTOS_OK;
}

void repl_draw(repl *r, const char *name, const char *path) {
  if (!repl_models_find(r, name) && !repl_is_defined(r, name)) {
    complain_of_name(r, name);
    return;
  }
  char *picture = path ? repl_copy(path, strlen(path)) : repl_draw_target(r);
  char *graph = picture ? output_join(picture, ".dot", "", "") : NULL;
  if (graph && write_graph(r, name, graph) &&
      repl_draw_convert(r, graph, picture)) {
    if (path || !repl_draw_open(picture))
      printf("%s\n", picture);
  } else if (picture && !path) {
    remove(picture);
  }
  if (graph)
    remove(graph);
  free(graph);
  free(picture);
}
