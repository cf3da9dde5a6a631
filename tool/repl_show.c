#include "repl_show.h"

#include "output.h"
#include "repl_draw.h"
#include "repl_models.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_machine(const custos_object *object) {
  return strcmp(object->kind, "LTS") == 0 || strcmp(object->kind, "PDS") == 0 ||
         strcmp(object->kind, "DFA") == 0 || strcmp(object->kind, "PDA") == 0;
}

static void print_object(const custos_object *object, size_t width) {
  printf("  %-8s ", object->kind);
  output_visible(stdout, object->name);
  printf("%*s", (int)(width - strlen(object->name)), "");
  if (is_machine(object) || object->states)
    printf("  %llu state%s, %llu rule%s", (unsigned long long)object->states,
           object->states == 1 ? "" : "s", (unsigned long long)object->rules,
           object->rules == 1 ? "" : "s");
  if (strcmp(object->file, "prompt") != 0 && object->line) {
    fputs("  ", stdout);
    output_visible(stdout, object->file);
    printf(":%u", object->line);
  }
  putchar('\n');
}

static void list_all(repl *prompt) {
  size_t count = custos_object_count(prompt->s.c), width = 0;
  custos_object object;
  for (size_t i = 0; i < count; i++)
    if (custos_object_at(prompt->s.c, i, &object) == CUSTOS_OK &&
        strlen(object.name) > width)
      width = strlen(object.name);
  for (size_t i = 0; i < count; i++)
    if (custos_object_at(prompt->s.c, i, &object) == CUSTOS_OK)
      print_object(&object, width);
  for (repl_model *model = prompt->models; model; model = model->next) {
    printf("  %-8s ", custos_language(model->s.c));
    output_visible(stdout, model->name);
    fputs("  ", stdout);
    output_visible(stdout, model->path);
    putchar('\n');
  }
  if (!count && !prompt->models && prompt->is_terminal)
    puts("nothing is defined yet");
}

static void complain_of_name(repl *prompt, const char *name) {
  size_t count = custos_object_count(prompt->s.c), n = 0;
  const char *words[256] = {0};
  custos_object object;
  for (size_t i = 0; i < count && n < 255; i++)
    if (custos_object_at(prompt->s.c, i, &object) == CUSTOS_OK)
      words[n++] = object.name;
  for (repl_model *model = prompt->models; model && n < 255;
       model = model->next)
    words[n++] = model->name;
  const char *near = options_nearest(name, words);
  repl_complain(prompt, "'%s' is not defined%s%s%s", name,
                near ? " (did you mean '" : "", near ? near : "",
                near ? "'?)" : "");
}

static bool write_object(repl *prompt, const char *name, custos_format format,
                         const char *path) {
  output out;
  if (!output_open(&out, path)) {
    repl_note(prompt, EXIT_SYSTEM);
    return false;
  }
  session_attend(&prompt->s);
  custos_status status =
      custos_write_object(prompt->s.c, name, format, output_write, &out);
  session_attend(NULL);
  session_quiet_line(&prompt->s);
  bool refused = ferror(out.file);
  bool good = output_close(&out, status == CUSTOS_OK || refused);
  if (!good)
    repl_note(prompt, EXIT_SYSTEM);
  else if (status != CUSTOS_OK)
    repl_fail(prompt, &prompt->s, status);
  return good && status == CUSTOS_OK;
}

static void write_page(repl *prompt, const char *name) {
  char *path = output_join(name, ".html", "", "");
  repl_model *model =
      repl_is_defined(prompt, name) ? NULL : repl_models_find(prompt, name);
  bool good = model ? repl_models_write_page(prompt, model, NULL, path)
                    : write_object(prompt, name, CUSTOS_AS_HTML, path);
  if (good)
    printf("%s\n", path);
  free(path);
}

void repl_show(repl *prompt, const char *name, const char *how) {
  repl_model *model = name ? repl_models_find(prompt, name) : NULL;
  if (!name)
    list_all(prompt);
  else if (!model && !repl_is_defined(prompt, name))
    complain_of_name(prompt, name);
  else if (how && strcmp(how, "--html") == 0)
    write_page(prompt, name);
  else if (how)
    repl_complain(prompt, "%s: there is only --html", how);
  else if (repl_is_defined(prompt, name))
    write_object(prompt, name, CUSTOS_AS_ECTL, NULL);
  else
    repl_models_show(prompt, model);
}

static bool write_graph(repl *prompt, const char *name, const char *path) {
  repl_model *model =
      repl_is_defined(prompt, name) ? NULL : repl_models_find(prompt, name);
  output out;
  if (!model)
    return write_object(prompt, name, CUSTOS_AS_DOT, path);
  if (!output_open(&out, path)) {
    repl_note(prompt, EXIT_SYSTEM);
    return false;
  }
  session_attend(&model->s);
  custos_status status =
      custos_write(model->s.c, CUSTOS_AS_DOT, output_write, &out);
  session_attend(NULL);
  bool good = output_close(&out, status == CUSTOS_OK);
  if (status != CUSTOS_OK)
    repl_fail(prompt, &model->s, status);
  return good && status == CUSTOS_OK;
}

void repl_draw(repl *prompt, const char *name, const char *path) {
  if (!repl_models_find(prompt, name) && !repl_is_defined(prompt, name)) {
    complain_of_name(prompt, name);
    return;
  }
  char *picture =
      path ? repl_copy(path, strlen(path)) : repl_draw_target(prompt);
  char *graph = picture ? output_join(picture, ".dot", "", "") : NULL;
  if (graph && write_graph(prompt, name, graph) &&
      repl_draw_convert(prompt, graph, picture)) {
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
