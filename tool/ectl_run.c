#include "ectl_run.h"

#include "ectl_results.h"
#include "output.h"
#include "trust.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LOADS = 1000 };

static void *or_die(void *p) {
  if (!p)
    watch_no_memory();
  return p;
}

static void clear_command(ectl_command *x) {
  for (size_t i = 0; i < x->count; i++)
    free(x->arguments[i]);
  free(x->arguments);
  free(x->name);
  free(x->file);
}

void ectl_commands_clear(ectl_commands *commands) {
  for (size_t i = 0; i < commands->count; i++)
    clear_command(&commands->at[i]);
  free(commands->at);
  *commands = (ectl_commands){0};
}

static ectl_command copy_command(const custos_command *x) {
  ectl_command y = {.name = output_join(x->name, "", "", ""),
                    .file = output_join(x->file, "", "", ""),
                    .count = x->count,
                    .line = x->line,
                    .column = x->column};
  y.arguments = or_die(calloc(x->count + 1, sizeof *y.arguments));
  for (size_t i = 0; i < x->count; i++)
    y.arguments[i] = output_join(x->arguments[i], "", "", "");
  return y;
}

void ectl_commands_take(ectl_commands *commands, session *s, bool behind) {
  size_t count = custos_command_count(s->c);
  if (commands->count + count > commands->capacity) {
    commands->capacity = 2 * commands->capacity + count;
    commands->at = or_die(
        realloc(commands->at, commands->capacity * sizeof *commands->at));
  }
  if (count && behind)
    memmove(commands->at + count, commands->at,
            commands->count * sizeof *commands->at);
  ectl_command *to = behind ? commands->at : commands->at + commands->count;
  for (size_t i = 0; i < count; i++) {
    custos_command x;
    custos_command_at(s->c, i, &x);
    to[count - 1 - i] = copy_command(&x);
  }
  commands->count += count;
}

/* No two have the same name. Commands mostly ask in the order of the text, so
 * the search goes on where the last one ended. */
size_t ectl_find_property(session *s, const char *name) {
  size_t count = custos_property_count(s->c);
  custos_property property;
  for (size_t k = 0; k < count; k++) {
    size_t i = (s->property + k) % count;
    if (custos_property_at(s->c, i, &property) == CUSTOS_OK &&
        strcmp(property.name, name) == 0)
      return s->property = i;
  }
  return SIZE_MAX;
}

/* "f @ m", "f @ m at p[a b]" */
static char *property_name(const ectl_command *x) {
  char *whole = output_join(x->arguments[0], " @ ", x->arguments[1], "");
  if (x->count < 3)
    return whole;
  char *placed = output_join(whole, " at ", x->arguments[2], "");
  free(whole);
  return placed;
}

static int refuse(const ectl_command *x, const char *why) {
  output_visible(stderr, x->file);
  fprintf(stderr, ": :%s: %s\n", x->name, why);
  return EXIT_INPUT;
}

static int refuse_at(const ectl_command *x, const char *why) {
  output_visible(stderr, x->file);
  fprintf(stderr, ":%u:%u: :%s: %s\n", x->line, x->column, x->name, why);
  return EXIT_INPUT;
}

/* The others are for the prompt. */
static bool is_obeyed(const ectl_command *x) {
  return strcmp(x->name, "load") == 0 || strcmp(x->name, "set") == 0;
}

static int check(session *s, const ectl_command *x, ectl_check_fn *f,
                 void *self) {
  char *name = property_name(x);
  size_t i = ectl_find_property(s, name);
  free(name);
  return i == SIZE_MAX
             ? refuse(x, "in a session, formulas are those of extended CTL")
             : f(self, i);
}

static int trace_property(session *s, size_t i) {
  custos_result result;
  custos_status status = custos_check(s->c, i, &result);
  session_quiet_line(s);
  if (status == CUSTOS_OK && result.verdict != CUSTOS_UNKNOWN && !s->o->json &&
      !s->o->quiet)
    status = ectl_results_explain(s, 0);
  return status == CUSTOS_OK ? 0 : session_fail(s, status);
}

/* A trace asks a question that no ':check' may have asked. */
static int trace(session *s, const ectl_command *x) {
  char *name = property_name(x);
  char *head = output_join(":check(", x->arguments[0], ", ", x->arguments[1]);
  char *text = output_join(head, x->count > 2 ? ", " : "",
                           x->count > 2 ? x->arguments[2] : "", ")\n");
  size_t i = ectl_find_property(s, name);
  custos_status status = CUSTOS_OK;
  if (i == SIZE_MAX) {
    status = custos_load_text(s->c, x->file, text, strlen(text), "ectl");
    i = ectl_find_property(s, name);
  }
  int wrong = status != CUSTOS_OK ? session_fail(s, status)
              : i == SIZE_MAX     ? refuse(x, "there is nothing to trace")
                                  : trace_property(s, i);
  free(text);
  free(head);
  free(name);
  return wrong;
}

static int load(ectl_commands *commands, session *s, const ectl_command *x) {
  const char *path = x->arguments[0];
  const char *slash = path[0] == '/' ? NULL : strrchr(x->file, '/');
  char *folder = output_join(x->file, "", "", "");
  if (++commands->loads > MOST_LOADS) {
    free(folder);
    return refuse(x, "more than 1000 files: does one of them load itself?");
  }
  folder[slash ? slash + 1 - x->file : 0] = 0;
  char *full = output_join(folder, path, "", "");
  custos_status status = custos_load(s->c, full, NULL);
  free(full);
  free(folder);
  if (status != CUSTOS_OK)
    return session_fail(s, status);
  ectl_commands_take(commands, s, false);
  return 0;
}

static int show(session *s, const ectl_command *x) {
  custos_format format = CUSTOS_AS_ECTL;
  const char *name = NULL;
  output out = {.file = stdout};
  for (size_t i = 0; i < x->count; i++)
    if (strcmp(x->arguments[i], "--html") == 0)
      format = CUSTOS_AS_HTML;
    else if (strcmp(x->arguments[i], "--dot") == 0)
      format = CUSTOS_AS_DOT;
    else if (strcmp(x->arguments[i], "--explicit") == 0)
      format = CUSTOS_AS_ECTL_EXPLICIT;
    else
      name = x->arguments[i];
  if (s->o->json || s->o->quiet)
    return 0;
  if (!name && (format == CUSTOS_AS_HTML || format == CUSTOS_AS_DOT))
    return refuse(x, "say which definition to draw");
  custos_status status =
      name ? custos_write_object(s->c, name, format, output_write, &out)
           : custos_write(s->c, format, output_write, &out);
  return status == CUSTOS_OK ? 0
         : status == CUSTOS_ERR_USAGE
             ? refuse(x, custos_last_error(s->c)->message)
             : session_fail(s, status);
}

static int set(session *s, const ectl_command *x) {
  if (x->count == 2 &&
      custos_set(s->c, x->arguments[0], x->arguments[1]) != CUSTOS_OK)
    return refuse(x, custos_last_error(s->c)->message);
  return 0;
}

static void leave_out(const session *s, const ectl_command *x) {
  if (!s->o->quiet)
    fprintf(stderr, "custos: note: ':%s' is for the prompt, 'custos repl'\n",
            x->name);
}

int ectl_run(ectl_commands *commands, session *s, ectl_check_fn *f,
             void *self) {
  int wrong = 0;
  while (commands->count && !wrong && !session_interrupted()) {
    ectl_command x = commands->at[--commands->count];
    bool over = strcmp(x.name, "quit") == 0;
    const char *why = trust_refusal(s->o, x.file, x.name, x.arguments, x.count);
    if (why && is_obeyed(&x))
      wrong = refuse_at(&x, why);
    else if (strcmp(x.name, "check") == 0)
      wrong = check(s, &x, f, self);
    else if (strcmp(x.name, "trace") == 0)
      wrong = trace(s, &x);
    else if (strcmp(x.name, "load") == 0)
      wrong = load(commands, s, &x);
    else if (strcmp(x.name, "show") == 0)
      wrong = show(s, &x);
    else if (strcmp(x.name, "set") == 0)
      wrong = set(s, &x);
    else if (!over)
      leave_out(s, &x);
    fflush(stdout);
    clear_command(&x);
    if (over)
      break;
  }
  return wrong;
}
