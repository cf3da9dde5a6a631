/* The compiler is a child in a process group of its own: it can be stopped with
 * all that it started, and a signal from the terminal is none of its business.
 * What must not outlive the process (the folder, the compiler) is kept in a
 * table that needs no memory of a job, and is tidied up at exit. */
#include "native/build.h"

#include "base/progress.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { MOST_BUILDS = 64, PATH_BYTES = 512, MESSAGE_BYTES = 4096 };

/* ---- What must not be left behind -------------------------------------- */

typedef struct trace {
  pid_t parent; /* 0: a free place */
  pid_t child;  /* 0: none, or none any more */
  char folder[PATH_BYTES];
} trace;

static struct {
  pthread_mutex_t lock;
  trace at[MOST_BUILDS];
} left = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void pause_for(long milliseconds) {
  struct timespec t = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&t, NULL);
}

static void remove_files(const char *folder) {
  char path[PATH_BYTES + 260];
  DIR *d = opendir(folder);
  if (!d)
    return;
  for (struct dirent *e; (e = readdir(d));) {
    snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
    if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
      unlink(path);
  }
  closedir(d);
}

/* A compiler that is just being killed may still add a file. */
static void remove_folder(trace *t) {
  for (int i = 0; t->folder[0] && i < 100; i++) {
    remove_files(t->folder);
    if (rmdir(t->folder) == 0 || errno == ENOENT)
      break;
    pause_for(1);
  }
  t->folder[0] = '\0';
}

/* Only if it is still ours to stop: a number may have been given anew. */
static void stop_child(trace *t) {
  siginfo_t info = {0};
  if (!t->child)
    return;
  if (waitid(P_PID, (id_t)t->child, &info, WEXITED | WNOHANG | WNOWAIT) == 0) {
    kill(-t->child, SIGKILL);
    while (waitpid(t->child, NULL, 0) < 0 && errno == EINTR)
      ;
  }
  t->child = 0;
}

static void tidy_up(void) {
  for (size_t i = 0; i < MOST_BUILDS; i++) {
    trace *t = &left.at[i];
    if (t->parent != getpid()) /* a fork of ours must not touch it */
      continue;
    stop_child(t);
    remove_folder(t);
  }
}

static void tidy_up_at_exit(void) { atexit(tidy_up); }

static trace *take_trace(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  trace *found = NULL;
  pthread_once(&once, tidy_up_at_exit);
  pthread_mutex_lock(&left.lock);
  for (size_t i = 0; i < MOST_BUILDS && !found; i++)
    if (!left.at[i].parent)
      found = &left.at[i];
  if (found)
    *found = (trace){.parent = getpid()};
  pthread_mutex_unlock(&left.lock);
  return found;
}

static void give_back(trace *t) {
  pthread_mutex_lock(&left.lock);
  t->parent = 0;
  pthread_mutex_unlock(&left.lock);
}

/* ---- A build ----------------------------------------------------------- */

struct build {
  mem *m;
  trace *t;
  build_state state;
  void *code; /* of dlopen */
  char why[256];
  char messages[MESSAGE_BYTES];
};

static void fail(build *b, const char *what, const char *which) {
  b->state = BUILD_FAILED;
  snprintf(b->why, sizeof b->why, "%s%s%.180s", what, which ? ": " : "",
           which ? which : "");
}

static void path_in(const build *b, const char *name,
                    char path[PATH_BYTES + 20]) {
  snprintf(path, PATH_BYTES + 20, "%s/%s", b->t->folder, name);
}

static bool make_folder(build *b) {
  const char *root = getenv("TMPDIR");
  if (!root || !root[0] || strlen(root) > PATH_BYTES - 40)
    root = "/tmp";
  snprintf(b->t->folder, PATH_BYTES, "%s/custos-XXXXXX", root);
  if (mkdtemp(b->t->folder))
    return true;
  fail(b, "no folder for code can be made", strerror(errno));
  b->t->folder[0] = '\0';
  return false;
}

static bool write_source(build *b, const char *source, size_t length) {
  char path[PATH_BYTES + 20];
  path_in(b, "code.c", path);
  int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  size_t done = 0;
  while (file >= 0 && done < length) {
    ssize_t n = write(file, source + done, length - done);
    if (n < 0 && errno != EINTR)
      break;
    done += n > 0 ? (size_t)n : 0;
  }
  if (file < 0 || done < length)
    fail(b, "the code cannot be written", strerror(errno));
  if (file >= 0)
    close(file);
  return b->state != BUILD_FAILED;
}

/* ---- The child --------------------------------------------------------- */

/* What the compiler calls temporary goes into the folder as well. */
static char **child_environment(mem *m, const char *setting) {
  size_t count = 0, kept = 0;
  while (environ && environ[count])
    count++;
  char **result = mem_array(m, count + 2, sizeof *result);
  for (size_t i = 0; i < count && environ[i]; i++)
    if (strncmp(environ[i], "TMPDIR=", 7) != 0)
      result[kept++] = environ[i];
  result[kept] = (char *)(uintptr_t)setting;
  return result;
}

static int spawn(const build *b, pid_t *child, char **words, char **settings) {
  char messages[PATH_BYTES + 20];
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  sigset_t none, usual;
  path_in(b, "messages", messages);
  sigemptyset(&none);
  sigemptyset(&usual);
  sigaddset(&usual, SIGCHLD); /* ignored, it would blind the compiler, too */
  sigaddset(&usual, SIGPIPE);
  sigaddset(&usual, SIGINT);
  sigaddset(&usual, SIGTERM);
  int wrong = posix_spawn_file_actions_init(&files);
  if (wrong)
    return wrong;
  wrong = posix_spawnattr_init(&how);
  if (wrong) {
    posix_spawn_file_actions_destroy(&files);
    return wrong;
  }
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP |
                                     POSIX_SPAWN_SETSIGMASK |
                                     POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&how, 0);
  posix_spawnattr_setsigmask(&how, &none);
  posix_spawnattr_setsigdefault(&how, &usual);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, messages,
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&files, 1, 2);
  wrong = posix_spawnp(child, words[0], &files, &how, words, settings);
  posix_spawnattr_destroy(&how);
  posix_spawn_file_actions_destroy(&files);
  return wrong;
}

/* Everything that takes memory comes before anything that would be left. */
typedef struct command {
  const char *compiler;
  char **words, **settings;
  char source[PATH_BYTES + 20], result[PATH_BYTES + 20];
  char setting[PATH_BYTES + 20];
} command;

static command *prepare(mem *m, const char *const *arguments) {
  static char shared[] = "-shared", fpic[] = "-fPIC", output[] = "-o";
  command *c = mem_alloc(m, sizeof *c);
  size_t count = 0;
  c->compiler = getenv("CUSTOS_CC");
  if (!c->compiler)
    c->compiler = "cc";
  while (arguments && arguments[count])
    count++;
  c->words = mem_array(m, count + 7, sizeof *c->words);
  char *start[] = {(char *)(uintptr_t)c->compiler,
                   shared,
                   fpic,
                   output,
                   c->result,
                   c->source};
  memcpy(c->words, start, sizeof start);
  for (size_t i = 0; i < count; i++)
    c->words[6 + i] = (char *)(uintptr_t)arguments[i];
  c->settings = child_environment(m, c->setting);
  return c;
}

static void start(build *b, command *c, const char *source, size_t length) {
  if (!c->compiler[0]) {
    fail(b, "no C compiler is wanted: CUSTOS_CC is empty", NULL);
    return;
  }
  b->t = take_trace();
  if (!b->t) {
    fail(b, "too many compilers at once", NULL);
    return;
  }
  if (!make_folder(b) || !write_source(b, source, length))
    return;
  path_in(b, "code.c", c->source);
  path_in(b, "code.so", c->result);
  snprintf(c->setting, sizeof c->setting, "TMPDIR=%s", b->t->folder);
  int wrong = spawn(b, &b->t->child, c->words, c->settings);
  if (!wrong)
    return;
  b->t->child = 0;
  char text[256];
  snprintf(text, sizeof text, "%.80s (%s)", c->compiler, strerror(wrong));
  fail(b, "the C compiler cannot be started", text);
}

static void clean(build *b) {
  if (!b->t)
    return;
  stop_child(b->t);
  remove_folder(b->t);
  give_back(b->t);
  b->t = NULL;
}

build *build_begin(mem *m, const char *source, size_t length,
                   const char *const *arguments) {
  build *b = mem_alloc(m, sizeof *b);
  command *c = prepare(m, arguments);
  b->m = m;
  start(b, c, source, length);
  if (b->state == BUILD_FAILED)
    clean(b);
  mem_free(m, c->settings);
  mem_free(m, c->words);
  mem_free(m, c);
  return b;
}

/* ---- What became of it ------------------------------------------------- */

static void read_messages(build *b) {
  char path[PATH_BYTES + 20];
  path_in(b, "messages", path);
  FILE *f = fopen(path, "re");
  if (!f)
    return;
  size_t n = fread(b->messages, 1, sizeof b->messages - 1, f);
  b->messages[n] = '\0';
  fclose(f);
}

/* 'status' of waitpid; if another has collected the child, what it made tells
 * how it ended. */
static void finish(build *b, bool is_known, int status) {
  char path[PATH_BYTES + 20], text[64];
  b->t->child = 0;
  read_messages(b);
  if (is_known && WIFSIGNALED(status)) {
    snprintf(text, sizeof text, "by signal %d", WTERMSIG(status));
    fail(b, "the C compiler was stopped", text);
  } else if (is_known && WEXITSTATUS(status)) {
    snprintf(text, sizeof text, "exit code %d", WEXITSTATUS(status));
    fail(b, "the C compiler failed", text);
  } else {
    path_in(b, "code.so", path);
    b->code = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (b->code)
      b->state = BUILD_READY;
    else
      fail(b, "the code cannot be loaded", dlerror());
  }
  clean(b); /* what is loaded needs no file */
}

build_state build_poll(build *b) {
  int status = 0;
  if (b->state != BUILD_WORKING)
    return b->state;
  pid_t got = waitpid(b->t->child, &status, WNOHANG);
  if (got == b->t->child)
    finish(b, true, status);
  else if (got < 0 && errno != EINTR)
    finish(b, false, 0);
  return b->state;
}

build_state build_wait(build *b, double seconds) {
  double until = progress_clock() + seconds;
  while (build_poll(b) == BUILD_WORKING &&
         (seconds <= 0 || progress_clock() < until))
    pause_for(2);
  return b->state;
}

void *build_symbol(build *b, const char *name) {
  return b->code ? dlsym(b->code, name) : NULL;
}

const char *build_why(const build *b) { return b->why; }

const char *build_messages(const build *b) { return b->messages; }

void build_end(build *b) {
  if (!b)
    return;
  clean(b);
  if (b->code)
    dlclose(b->code);
  mem_free(b->m, b);
}
