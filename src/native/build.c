#include "native/build.h"

#include "base/progress.h"
#include "native/child.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { MESSAGE_BYTES = 4096 };

struct build {
  mem *m;
  child *c;
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

/* Everything that takes memory comes before anything that would be left. */
typedef struct command {
  const char *compiler;
  char **words, **settings;
  char source[CHILD_PATH], result[CHILD_PATH];
  char setting[CHILD_PATH + 10];
  const char *reads[2]; /* what C code of a model may include from */
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
  for (size_t i = 0; i + 1 < count; i++)
    if (strcmp(arguments[i], "-iquote") == 0)
      c->reads[0] = arguments[i + 1];
  c->settings = child_environment(m, c->setting);
  return c;
}

static void start(build *b, command *c, const char *source, size_t length) {
  if (!c->compiler[0]) {
    fail(b, "no C compiler is wanted: CUSTOS_CC is empty", NULL);
    return;
  }
  b->c = child_begin(b->why, sizeof b->why);
  if (!b->c) {
    b->state = BUILD_FAILED;
    return;
  }
  if (!child_write(b->c, "code.c", source, length)) {
    fail(b, "the code cannot be written", strerror(errno));
    return;
  }
  child_path(b->c, "code.c", c->source);
  child_path(b->c, "code.so", c->result);
  snprintf(c->setting, sizeof c->setting, "TMPDIR=%s", child_folder(b->c));
  int wrong = child_start(b->c, &(child_command){.words = c->words,
                                                 .settings = c->settings,
                                                 .messages = "messages",
                                                 .reads = c->reads});
  if (!wrong)
    return;
  char text[256];
  snprintf(text, sizeof text, "%.60s (%.40s%s%.100s)", c->compiler,
           strerror(wrong), child_why(b->c)[0] ? ", " : "", child_why(b->c));
  fail(b, "the C compiler cannot be started", text);
}

static void clean(build *b) {
  child_end(b->c);
  b->c = NULL;
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

/* What became of it. */

/* 'status' of waitpid; if another has collected the child, what it made tells
 * how it ended. */
static void finish(build *b, bool is_known, int status) {
  char path[CHILD_PATH], text[64];
  child_read(b->c, "messages", b->messages, sizeof b->messages);
  if (is_known && WIFSIGNALED(status)) {
    snprintf(text, sizeof text, "by signal %d", WTERMSIG(status));
    fail(b, "the C compiler was stopped", text);
  } else if (is_known && WEXITSTATUS(status)) {
    snprintf(text, sizeof text, "exit code %d", WEXITSTATUS(status));
    fail(b, "the C compiler failed", text);
  } else {
    child_path(b->c, "code.so", path);
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
  child_state now = child_poll(b->c, &status);
  if (now != CHILD_WORKING)
    finish(b, now == CHILD_ENDED, status);
  return b->state;
}

build_state build_wait(build *b, double seconds) {
  double until = progress_clock() + seconds;
  while (build_poll(b) == BUILD_WORKING &&
         (seconds <= 0 || progress_clock() < until))
    child_pause(2);
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
