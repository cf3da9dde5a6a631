#include "session.h"

#include "ectl_run.h"
#include "errors.h"
#include "excerpt.h"
#include "output.h"
#include "watch.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Signal handlers reach nothing but globals. */
static custos *volatile running;
static volatile sig_atomic_t interrupted, status_wanted, patient, waiting;

bool session_interrupted(void) { return interrupted != 0; }

void session_attend(session *s) {
  running = NULL;
  /* A request to stop that came too late for the last call would meet the next
   * one. Every refused call forgets it, and this one does nothing else. */
  if (s && !interrupted)
    custos_set(s->c, "", "");
  running = s ? s->c : NULL;
}

void session_forgive(void) {
  patient = 1;
  interrupted = 0;
}

void session_wait(bool waits) { waiting = waits; }

/* timeout(1) sends one to the process and one to its group: two at once are
 * one. */
static bool is_repeated(void) {
  static volatile long first; /* milliseconds */
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  long now = (long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
  if (!interrupted)
    first = now;
  return interrupted && now - first > 200;
}

/* The first one asks the library to stop; whoever repeats it means now. */
static void on_interrupt(int number) {
  bool again = is_repeated();
  if (patient ? number != SIGINT : again || waiting) {
    output_abandon();
    _exit(128 + number);
  }
  interrupted = 1;
  watch_signal();
  if (running)
    custos_stop(running);
}

void session_stop(void) {
  custos *c = running;
  if (c)
    custos_stop(c);
}

static void on_status(int number) {
  (void)number;
  status_wanted = 1;
}

static void catch_signals(void) {
  struct sigaction a = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
  struct sigaction before;
  sigemptyset(&a.sa_mask);
  sigaction(SIGINT, &a, NULL);
  sigaction(SIGTERM, &a, NULL);
  /* Whoever ignores the end of the terminal (nohup) goes on. */
  if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &a, NULL);
  a.sa_handler = on_status;
  sigaction(SIGUSR1, &a, NULL);
}

char *session_count(char *buffer, uint64_t n) {
  if (n < 100000)
    snprintf(buffer, 32, "%llu", (unsigned long long)n);
  else if (n < 1000000)
    snprintf(buffer, 32, "%llu k", (unsigned long long)n / 1000);
  else
    snprintf(buffer, 32, "%.1f M", (double)n / 1e6);
  return buffer;
}

static void print_status(const custos_progress *progress) {
  char done[32], pending[32];
  if (progress->queries || progress->paths) {
    fprintf(stderr, "%s: %s states, %s pruned, %llu refinements, ",
            progress->phase, session_count(done, progress->states),
            session_count(pending, progress->pruned),
            (unsigned long long)progress->refinements);
    fprintf(stderr, "%s queries", session_count(done, progress->queries));
  } else if (progress->states) {
    double rate = progress->seconds > 0
                      ? (double)progress->states / progress->seconds
                      : 0;
    fprintf(stderr, "%s: %s states, %s/s, depth %llu", progress->phase,
            session_count(done, progress->states),
            session_count(pending, (uint64_t)rate),
            (unsigned long long)progress->depth);
  } else {
    fprintf(stderr, "%s: %s done", progress->phase,
            session_count(done, progress->done));
    if (progress->pending)
      fprintf(stderr, ", %s waiting",
              session_count(pending, progress->pending));
  }
  fprintf(stderr, ", %.0f s, %.0f MiB", progress->seconds,
          (double)progress->memory / (1024 * 1024));
}

static int on_progress(void *self, const custos_progress *progress) {
  session *s = self;
  if (status_wanted) {
    status_wanted = 0;
    session_quiet_line(s);
    fputs("custos: ", stderr);
    print_status(progress);
    putc('\n', stderr);
  }
  if (s->live && progress->seconds >= 1) {
    fputs("\r\033[K", stderr);
    print_status(progress);
    s->shown = true;
  }
  return interrupted;
}

void session_quiet_line(session *s) {
  if (s->shown)
    fputs("\r\033[K", stderr);
  s->shown = false;
}

const custos_language_info *session_language(const session *s) {
  return custos_find_language(NULL, custos_language(s->c));
}

bool session_has_definitions(const session *s) {
  const custos_language_info *x = session_language(s);
  return x && x->has_definitions;
}

static void on_log(void *self, const char *engine, const char *line) {
  session_quiet_line(self);
  fprintf(stderr, "%s: ", engine);
  output_visible(stderr, line);
  putc('\n', stderr);
}

int session_begin(session *s, const options *o) {
  *s = (session){.c = custos_new(), .o = o};
  s->live = !o->quiet && isatty(STDERR_FILENO);
  if (!s->c)
    watch_no_memory();
  running = s->c;
  catch_signals();
  custos_set_progress(s->c, on_progress, s);
  if (custos_set_log(s->c, o->log, on_log, s) != CUSTOS_OK)
    return options_complain(command_name(o->command), "--log=%s: %s", o->log,
                            custos_last_error(s->c)->message);
  for (size_t i = 0; i < o->setting_count; i++) {
    const setting *x = &o->settings[i];
    custos_status status = custos_set(s->c, x->name, x->value);
    if (status == CUSTOS_ERR_USAGE)
      return options_complain(command_name(o->command), "%s",
                              custos_last_error(s->c)->message);
    if (status != CUSTOS_OK)
      return session_fail(s, status);
  }
  return 0;
}

void session_end(session *s) {
  session_quiet_line(s);
  running = NULL;
  custos_delete(s->c);
  free(s->piped);
  free(s->asked_names);
  session_drop_traces(s);
}

void session_drop_traces(session *s) {
  for (size_t i = 0; i < s->trace_count; i++)
    free(s->traces[i]);
  free(s->traces);
  s->traces = NULL;
  s->trace_count = 0;
}

/* The whole of standard input; NULL with errno set. */
static char *read_stdin(size_t *length) {
  size_t capacity = 1 << 16;
  char *text = malloc(capacity);
  *length = 0;
  while (text) {
    *length += fread(text + *length, 1, capacity - *length, stdin);
    if (*length < capacity)
      break;
    char *larger = realloc(text, capacity *= 2);
    if (!larger)
      free(text);
    text = larger;
  }
  if (text && ferror(stdin)) {
    free(text);
    text = NULL;
  }
  return text;
}

/* Standard input has no suffix: JSON begins with a brace, .pds never does. */
static const char *guess_lang(const char *text, size_t length) {
  size_t i = 0;
  while (i < length && strchr(" \t\r\n", text[i]) && text[i])
    i++;
  return i < length && text[i] == '{' ? "json" : "pds";
}

static custos_status load_stdin(session *s) {
  size_t length;
  char *text = read_stdin(&length);
  if (!text) {
    fprintf(stderr, "custos: cannot read standard input: %s\n",
            strerror(errno));
    exit(EXIT_SYSTEM);
  }
  const char *lang = s->o->lang ? s->o->lang : guess_lang(text, length);
  s->piped = text;
  s->piped_length = length;
  return custos_load_text(s->c, "stdin", text, length, lang);
}

/* "ltl", "ltl-2", ... */
static void make_name(char *name, size_t size, const char *kind, size_t n) {
  if (n == 1)
    snprintf(name, size, "%s", kind);
  else
    snprintf(name, size, "%s-%zu", kind, n);
}

/* Has a file a property of this name? */
static bool is_taken(session *s, const char *name) {
  size_t count = custos_property_count(s->c);
  custos_property property;
  for (size_t i = 0; i < count; i++)
    if (custos_property_at(s->c, i, &property) == CUSTOS_OK &&
        strcmp(property.name, name) == 0)
      return true;
  return false;
}

/* False if nothing was asked for. */
static bool make_asked_names(session *s) {
  free(s->asked_names);
  s->asked_names = calloc(s->o->asked_count, sizeof *s->asked_names);
  if (s->o->asked_count && !s->asked_names)
    watch_no_memory();
  return s->o->asked_count > 0;
}

/* What the options ask beside the properties of the files. */
static custos_status add_properties(session *s) {
  custos_status status = CUSTOS_OK;
  size_t formulas = 0, automata = 0;
  if (!make_asked_names(s))
    return status;
  for (size_t i = 0; i < s->o->asked_count && status == CUSTOS_OK; i++) {
    const asked *a = &s->o->asked[i];
    if (a->is_target) {
      status = custos_add_target(s->c, a->text);
      continue;
    }
    char *name = s->asked_names[i];
    do
      make_name(name, sizeof s->asked_names[i],
                a->is_automaton ? "automaton" : "ltl",
                a->is_automaton ? ++automata : ++formulas);
    while (is_taken(s, name));
    status = a->is_automaton ? custos_add_automaton(s->c, name, a->text)
                             : custos_add_ltl(s->c, name, a->text);
  }
  return status;
}

custos_status session_define(session *s) {
  custos_status status = CUSTOS_OK;
  for (size_t i = 0; i < s->o->define_count && status == CUSTOS_OK; i++) {
    const define *d = &s->o->defines[i];
    char name[256];
    snprintf(name, sizeof name, "%.*s",
             (int)(d->length < 255 ? d->length : 255), d->name);
    status = custos_define(s->c, name, d->value);
  }
  return status;
}

/* What only C programs have. */
custos_status session_add_c_options(session *s) {
  const options *o = s->o;
  custos_status status = CUSTOS_OK;
  for (size_t i = 0; i < o->c_option_count && status == CUSTOS_OK; i++)
    status =
        custos_add_option(s->c, o->c_options[i].name, o->c_options[i].value);
  if (status == CUSTOS_OK && o->specification)
    status = custos_load(s->c, o->specification, "prp");
  return status;
}

/* The language that the options say; property files keep theirs. */
static const char *lang_of(const options *o, const char *file) {
  return options_is_property_file(file) ? NULL : o->lang;
}

custos_status session_load(session *s) {
  custos_status status = session_define(s);
  if (status == CUSTOS_OK)
    status = session_add_c_options(s);
  for (size_t i = 0; i < s->o->file_count && status == CUSTOS_OK; i++) {
    const char *file = s->o->files[i];
    status = strcmp(file, "-") == 0
                 ? load_stdin(s)
                 : custos_load(s->c, file, lang_of(s->o, file));
    if (status == CUSTOS_OK && s->commands)
      ectl_commands_take(s->commands, s, true);
  }
  for (size_t i = 0; i < s->o->set_count && status == CUSTOS_OK; i++)
    status =
        custos_add_configurations(s->c, s->o->sets[i].side, s->o->sets[i].text);
  if (status == CUSTOS_OK)
    status = add_properties(s);
  return status;
}

/* The line that is wrong, of what the command line gives or names. Not of other
 * files: a model could name any (#line), and have it shown. */
static void print_excerpt(const session *s, const custos_error *error) {
  const options *o = s->o;
  excerpt x = {error->line, error->column, true};
  for (size_t i = 0; i < o->asked_count && s->asked_names; i++)
    if (!o->asked[i].is_automaton && !strcmp(error->file, s->asked_names[i])) {
      excerpt_of_text(x, o->asked[i].text, strlen(o->asked[i].text));
      return;
    }
  if (s->formula && strcmp(error->file, "formula") == 0)
    excerpt_of_text(x, s->formula, strlen(s->formula));
  if (s->piped && strcmp(error->file, "stdin") == 0)
    excerpt_of_text(x, s->piped, s->piped_length);
  bool is_named = o->specification && !strcmp(error->file, o->specification);
  for (size_t i = 0; i < o->file_count && !is_named; i++)
    is_named = strcmp(error->file, o->files[i]) == 0;
  if (is_named)
    excerpt_of_file(x, error->file);
}

static void print_error(const session *s, const custos_error *error) {
  if (error->file[0]) {
    output_visible(stderr, error->file);
    fputs(":", stderr);
  } else {
    fputs("custos:", stderr);
  }
  if (error->line)
    fprintf(stderr, "%u:", error->line);
  if (error->line && error->column)
    fprintf(stderr, "%u:", error->column);
  fputs(" ", stderr);
  output_visible(stderr, error->message);
  putc('\n', stderr);
  errors_add(error->file, error->line, error->column, error->message);
  if (s->on_error)
    s->on_error(s->on_error_self, error);
  else
    print_excerpt(s, error);
}

int session_fail(session *s, custos_status status) {
  const custos_error *last = custos_last_error(s->c);
  size_t count = custos_error_count(s->c);
  session_quiet_line(s);
  if (status == CUSTOS_ERR_INPUT && count > 0)
    for (size_t i = 0; i < count; i++)
      print_error(s, custos_error_at(s->c, i));
  else
    print_error(s, last);
  switch (status) {
  case CUSTOS_ERR_INPUT:
    return EXIT_INPUT;
  case CUSTOS_ERR_USAGE:
    return EXIT_USAGE;
  case CUSTOS_ERR_LIMIT:
    return EXIT_UNKNOWN;
  case CUSTOS_ERR_BUG:
    fprintf(stderr,
            "This is a bug of Custos %s, and no answer was given. Please "
            "report it with the input\nfiles and the command line; 'custos "
            "check --no-reduction' may serve meanwhile.\n",
            custos_version());
    return EXIT_BUG;
  default:
    return EXIT_SYSTEM;
  }
}
