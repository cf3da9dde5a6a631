#include "kernel.h"

#include "output.h"
#include "watch.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char program[] = "custos-kernel";

/* DIR/custos-kernel, if it can be run. It is looked for without memory of its
 * own: that there is none would look as if there were no kernel. */
static char *in_folder(const char *dir, size_t length, const char *below) {
  char path[4096 + 64];
  int n =
      snprintf(path, sizeof path, "%.*s%s%s", (int)length, dir, below, program);
  if (n < 0 || (size_t)n >= sizeof path || access(path, X_OK) != 0)
    return NULL;
  return output_join(path, "", "", "");
}

static char *beside_this_program(void) {
  char self[4096];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  const char *started = (const char *)getauxval(AT_EXECFN);
  if (n > 0)
    self[n] = 0;
  else if (started && strlen(started) < sizeof self)
    memcpy(self, started, strlen(started) + 1); /* there is no /proc */
  else
    return NULL;
  char *slash = strrchr(self, '/');
  if (!slash)
    return NULL;
  size_t length = (size_t)(slash - self);
  char *path = in_folder(self, length, "/");
  return path ? path : in_folder(self, length, "/../bin/");
}

static char *in_path(void) {
  const char *at = getenv("PATH");
  while (at && *at) {
    size_t n = strcspn(at, ":");
    char *path = n ? in_folder(at, n, "/") : NULL;
    if (path)
      return path;
    at += n + (at[n] == ':');
  }
  return NULL;
}

char *kernel_find(const options *o) {
  if (o->kernel)
    return output_join(o->kernel, "", "", "");
  char *path = beside_this_program();
  return path ? path : in_path();
}

/* Its exit status for evidence that is no evidence. */
static const int malformed_status = 4;

typedef struct job {
  const char **argv;
  int input;         /* becomes its standard input; -1: the same as ours */
  double seconds;    /* 0: no limit */
  rlim_t most_bytes; /* 0: no limit */
  const question *asked;
} job;

/* It ends when we do, however that is: nobody else would end it. */
static void end_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != parent)
    _exit(127);
}

static void become(const job *j, int to) {
  struct rlimit most = {j->most_bytes, j->most_bytes};
  if (j->input >= 0)
    dup2(j->input, STDIN_FILENO);
  dup2(to, STDOUT_FILENO);
  dup2(to, STDERR_FILENO);
  if (j->most_bytes)
    setrlimit(RLIMIT_AS, &most);
  execv(j->argv[0], (char *const *)j->argv);
  dprintf(to, "cannot run %s: %s\n", j->argv[0], strerror(errno));
  _exit(127);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void kernel_say(kernel_told *told, const char *format, ...) {
  va_list a, again;
  va_start(a, format);
  va_copy(again, a);
  int n = vsnprintf(NULL, 0, format, a);
  char *message = n < 0 ? NULL : malloc((size_t)n + 1);
  if (!message)
    watch_no_memory();
  vsnprintf(message, (size_t)n + 1, format, again);
  va_end(again);
  va_end(a);
  free(told->message);
  told->message = message;
}

void kernel_forget(kernel_told *told) {
  free(told->message);
  told->message = NULL;
}

bool kernel_agrees(const kernel_told *told, custos_verdict v) {
  assert(v == CUSTOS_HOLDS || v == CUSTOS_VIOLATED);
  return told->answer == KERNEL_ACCEPTED &&
         told->is_answered[v == CUSTOS_VIOLATED];
}

static void begin(kernel_told *told) {
  free(told->message);
  *told = (kernel_told){.answer = KERNEL_NO_ANSWER, .status = -1};
  kernel_say(told, "%s", "");
}

/* Collects what it prints, until it ends, the time is up or we are stopped. A
 * formula that it repeats may be of any length. */
static bool listen(int from, double deadline, kernel_told *told) {
  size_t length = 0, room = 1;
  for (;;) {
    struct pollfd wait = {from, POLLIN, 0};
    int ready = poll(&wait, 1, 100);
    if (session_interrupted() || (deadline > 0 && now() > deadline))
      return false;
    if (ready <= 0)
      continue;
    if (room - length < 512) {
      room = 2 * room + 1024;
      char *longer = realloc(told->message, room);
      if (!longer)
        watch_no_memory();
      told->message = longer;
    }
    ssize_t n = read(from, told->message + length, room - 1 - length);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      break;
    length += (size_t)n;
    told->message[length] = 0;
  }
  told->message[strcspn(told->message, "\n")] = 0;
  return true;
}

static void judge(kernel_told *told, const question *q, int wait_status) {
  told->status = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : -1;
  told->is_answered[0] = question_is_answered(q, CUSTOS_HOLDS, told->message);
  told->is_answered[1] =
      question_is_answered(q, CUSTOS_VIOLATED, told->message);
  told->is_translated = question_is_translated(q, told->message);
  bool says_yes = strncmp(told->message, "accepted", 8) == 0;
  bool says_no = strncmp(told->message, "rejected", 8) == 0;
  if (told->status == EXIT_HOLDS && says_yes)
    told->answer = KERNEL_ACCEPTED;
  else if (told->status == EXIT_VIOLATED && says_no)
    told->answer = KERNEL_REJECTED;
  else if (told->status == malformed_status)
    told->answer = KERNEL_MALFORMED;
  else if (told->status < 0)
    kernel_say(told, "it was killed by signal %d", WTERMSIG(wait_status));
  else if (!told->message[0])
    kernel_say(told, "exit status %d", told->status);
}

static void run(const job *j, kernel_told *told) {
  int ends[2], wait_status = 0;
  begin(told);
  if (pipe(ends) != 0) {
    kernel_say(told, "%s", strerror(errno));
    return;
  }
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  pid_t parent = getpid(), child = fork();
  if (child == 0) {
    end_with(parent);
    become(j, ends[1]);
  }
  close(ends[1]);
  if (child < 0) {
    kernel_say(told, "%s", strerror(errno));
    close(ends[0]);
    return;
  }
  double seconds = j->seconds > 0 ? j->seconds : watch_left();
  bool ended = listen(ends[0], seconds > 0 ? now() + seconds : 0, told);
  if (!ended)
    kill(child, SIGKILL);
  close(ends[0]);
  while (waitpid(child, &wait_status, 0) < 0 && errno == EINTR)
    ;
  told->is_stopped = !ended;
  if (ended) {
    judge(told, j->asked, wait_status);
  } else
    kernel_say(told, "%s",
               session_interrupted() ? "interrupted" : "the time is spent");
  /* Its words when --memory, which it has as a limit of its own, is spent. */
  if (j->most_bytes && told->answer == KERNEL_NO_ANSWER &&
      strstr(told->message, "out of memory"))
    told->is_stopped = true;
}

/* What it is given. */

static rlim_t most_bytes(const options *o) {
  return (rlim_t)options_number(o, "memory") << 20;
}

/* Options of its own that the command line implies. */
typedef struct arguments {
  const char **at;
  char **owned; /* those made here */
  size_t count, owned_count;
} arguments;

static void argument(arguments *a, const char *text) {
  a->at[a->count++] = text;
}

static char *made_argument(arguments *a, const char *option,
                           const char *value) {
  char *text = output_join(option, value, "", "");
  a->owned[a->owned_count++] = text;
  argument(a, text);
  return text;
}

static void define_arguments(arguments *a, const options *o) {
  for (size_t i = 0; i < o->define_count; i++) {
    const define *d = &o->defines[i];
    char number[24];
    char *name = malloc(d->length + 1);
    if (!name)
      watch_no_memory();
    memcpy(name, d->name, d->length);
    name[d->length] = 0;
    snprintf(number, sizeof number, "%lld", (long long)d->value);
    char *text = output_join("--define=", name, "=", number);
    free(name);
    a->owned[a->owned_count++] = text;
    argument(a, text);
  }
}

/* What else it is told of a Promela model. */
static void option_arguments(arguments *a, const options *o) {
  for (size_t i = 0; i < o->c_option_count; i++) {
    const c_option *option = &o->c_options[i];
    bool is_macro = strcmp(option->name, "define") == 0;
    char *text =
        is_macro ? output_join("--define=", option->value, "", "")
                 : output_join("--option=", option->name, "=", option->value);
    a->owned[a->owned_count++] = text;
    argument(a, text);
  }
}

/* 'mode', if it is not NULL, is its first argument. */
static bool arguments_begin(arguments *a, const options *o, const char *mode,
                            const char *lang, bool is_text, const question *q) {
  size_t most =
      o->file_count + o->set_count + o->define_count + o->c_option_count + 8;
  *a = (arguments){.at = calloc(most, sizeof *a->at),
                   .owned = calloc(most, sizeof *a->owned)};
  char *path = a->at && a->owned ? kernel_find(o) : NULL;
  if (!path)
    return false;
  a->owned[a->owned_count++] = path;
  argument(a, path);
  if (mode)
    argument(a, mode);
  if (lang)
    made_argument(a, "--lang=", lang);
  for (size_t i = 0; i < o->set_count; i++)
    made_argument(a,
                  o->sets[i].side == CUSTOS_INITIAL ? "--initial=" : "--final=",
                  o->sets[i].text);
  if (is_text) {
    define_arguments(a, o);
    option_arguments(a, o);
  }
  if (question_is_given(q)) {
    char *text = question_argument(q);
    a->owned[a->owned_count++] = text;
    argument(a, text);
  }
  argument(a, "--");
  return true;
}

static void arguments_end(arguments *a) {
  for (size_t i = 0; i < a->owned_count; i++)
    free(a->owned[i]);
  free(a->owned);
  free(a->at);
}

static void tell_absent(const arguments *a, kernel_told *told) {
  begin(told);
  if (!a->at || !a->owned) {
    kernel_say(told, "the machine is out of memory");
    return;
  }
  kernel_say(told,
             "there is no %s beside this program or in the path ('make' builds "
             "it)",
             program);
}

/* A model that comes from a pipe has no name that tells it. */
static const char *kernel_language(const options *o) {
  return !o->lang && o->file_count && options_is_for_graph(o, o->files[0])
             ? options_language(o, o->files[0])->name
             : o->lang;
}

void kernel_check_files(const options *o, const question *q,
                        kernel_told *told) {
  arguments a;
  if (arguments_begin(&a, o, NULL, kernel_language(o), true, q)) {
    for (size_t i = 0; i < o->file_count; i++)
      argument(&a, o->files[i]);
    run(&(job){a.at, -1, 0, most_bytes(o), q}, told);
  } else {
    tell_absent(&a, told);
  }
  arguments_end(&a);
}

/* A file without a name, ready to be read. */
static FILE *nameless(session *s, bool evidence) {
  output out = {.file = tmpfile()};
  if (!out.file)
    return NULL;
  bool good =
      evidence
          ? custos_write_evidence(s->c, output_write, &out) == CUSTOS_OK
          : fwrite(s->piped, 1, s->piped_length, out.file) == s->piped_length;
  if (good && fflush(out.file) == 0 && fseek(out.file, 0, SEEK_SET) == 0)
    return out.file;
  fclose(out.file);
  return NULL;
}

void kernel_check(session *s, const custos_property *property, double seconds,
                  kernel_told *told) {
  arguments a;
  const question q = question_of(property);
  FILE *evidence = nameless(s, true);
  FILE *piped = s->piped ? nameless(s, false) : NULL;
  char name[32] = "";
  if (piped)
    snprintf(name, sizeof name, "/dev/fd/%d", fileno(piped));
  if (!evidence || (s->piped && !piped)) {
    begin(told);
    kernel_say(told, "cannot make a temporary file: %s", strerror(errno));
  } else if (arguments_begin(&a, s->o, NULL, kernel_language(s->o), true, &q)) {
    for (size_t i = 0; i < s->o->file_count; i++)
      argument(&a, strcmp(s->o->files[i], "-") == 0 ? name : s->o->files[i]);
    argument(&a, "-");
    run(&(job){a.at, fileno(evidence), seconds, most_bytes(s->o), &q}, told);
    arguments_end(&a);
  } else {
    tell_absent(&a, told);
    arguments_end(&a);
  }
  if (evidence)
    fclose(evidence);
  if (piped)
    fclose(piped);
}

/* A formula has become one about the graph; a session stays one; all else has
 * become a set of configurations. */
static question question_of_graph(session *s, const custos_property *property) {
  const char *formula = custos_graph_formula(s->c);
  return formula[0]                   ? (question){.formula = formula}
         : session_has_definitions(s) ? question_of(property)
                                      : question_reachability();
}

void kernel_check_graph(session *s, const custos_property *property,
                        double seconds, kernel_told *told) {
  arguments a;
  output graph = {.file = tmpfile()}, proof = {.file = tmpfile()};
  char name[32];
  custos_status status = CUSTOS_OK;
  begin(told);
  if (graph.file && proof.file)
    status =
        custos_write_graph(s->c, output_write, &graph, output_write, &proof);
  told->is_refuted = status == CUSTOS_ERR_BUG;
  told->is_too_large = status == CUSTOS_ERR_LIMIT;
  if (!graph.file || !proof.file || status != CUSTOS_OK ||
      fflush(graph.file) != 0 || fflush(proof.file) != 0 ||
      fseek(graph.file, 0, SEEK_SET) != 0 ||
      fseek(proof.file, 0, SEEK_SET) != 0) {
    kernel_say(told, "no graph: %s",
               graph.file && proof.file ? custos_last_error(s->c)->message
                                        : strerror(errno));
  } else {
    snprintf(name, sizeof name, "/dev/fd/%d", fileno(graph.file));
    const custos_language_info *l = session_language(s);
    const question q = question_of_graph(s, property);
    assert(l && l->kernel_graph);
    if (arguments_begin(&a, s->o, NULL, l->kernel_graph, false, &q)) {
      argument(&a, name);
      argument(&a, "-");
      run(&(job){a.at, fileno(proof.file), seconds, most_bytes(s->o), &q},
          told);
    } else {
      tell_absent(&a, told);
    }
    arguments_end(&a);
  }
  if (graph.file)
    fclose(graph.file);
  if (proof.file)
    fclose(proof.file);
}

void kernel_check_translation(session *s, const char *formula,
                              kernel_told *told) {
  arguments a;
  const question q = {.formula = formula};
  FILE *evidence = nameless(s, true);
  begin(told);
  if (!evidence) {
    kernel_say(told, "cannot make a temporary file: %s", strerror(errno));
    return;
  }
  if (arguments_begin(&a, s->o, "translation", s->o->lang, false, &q)) {
    argument(&a, "-");
    run(&(job){a.at, fileno(evidence), 0, most_bytes(s->o), &q}, told);
  } else {
    tell_absent(&a, told);
  }
  arguments_end(&a);
  fclose(evidence);
}
