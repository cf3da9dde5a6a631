#include "evidence/c/compile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

extern char **environ;

enum { MOST_SECONDS = 120 };

/* Words of tools are read, so they are to be in English; what they call
 * temporary goes into the folder. */
static bool is_left_out(const char *setting) {
  static const char *const out[] = {"TMPDIR=", "LC_", "LANG", NULL};
  for (size_t i = 0; out[i]; i++)
    if (strncmp(setting, out[i], strlen(out[i])) == 0)
      return true;
  return false;
}

static void set_environment(c_compiler *c) {
  static char locale[] = "LC_ALL=C";
  size_t count = 0, kept = 0;
  while (environ && environ[count])
    count++;
  c->environment = mem_array(c->m, count + 3, sizeof *c->environment);
  for (size_t i = 0; i < count && environ[i]; i++)
    if (!is_left_out(environ[i]))
      c->environment[kept++] = environ[i];
  c->environment[kept++] = locale;
  c->environment[kept] = c->setting;
}

void c_compiler_init(c_compiler *c, mem *m, const progress *clock) {
  *c = (c_compiler){.m = m, .clock = clock};
  c->compiler = getenv("CUSTOS_CLANG");
  if (!c->compiler || !c->compiler[0])
    c->compiler = "clang-14";
  c->messages = mem_alloc(m, C_COMPILE_MESSAGES);
  set_environment(c);
}

/* The words of one command; paths are filled in when the folder is there. */
typedef struct command {
  c_words words;
  size_t paths;
  char (*path)[CHILD_PATH]; /* the last one is the result's */
} command;

static void add_word(c_compiler *c, command *k, const char *word) {
  vec_push(c->m, &k->words, (char *)(uintptr_t)word);
}

static command begin_command(c_compiler *c, size_t paths) {
  command k = {.paths = paths};
  k.path = mem_array(c->m, paths, CHILD_PATH);
  return k;
}

static void end_command(c_compiler *c, command *k) {
  vec_free(c->m, &k->words);
  mem_free(c->m, k->path);
}

static command compiling(c_compiler *c, const c_units *units, bool only) {
  command k = begin_command(c, units->count + 1);
  add_word(c, &k, c->compiler);
  for (size_t i = 0; i < c->flags.count; i++)
    add_word(c, &k, c->flags.at[i]);
  if (only) {
    add_word(c, &k, "-Wimplicit-function-declaration");
    add_word(c, &k, "-c");
  }
  for (size_t i = 0; i < units->count; i++)
    add_word(c, &k, k.path[i]);
  add_word(c, &k, "-o");
  add_word(c, &k, k.path[units->count]);
  add_word(c, &k, NULL);
  return k;
}

/* While the folder is there: nothing allocates. */

static child *open_folder(c_compiler *c) {
  child *f = child_begin(c->why, sizeof c->why);
  c->is_refused = !f;
  if (f)
    snprintf(c->setting, sizeof c->setting, "TMPDIR=%s", child_folder(f));
  return f;
}

static bool write_units(c_compiler *c, child *f, const c_units *units) {
  vec_each (const c_unit, u, units)
    if (!child_write(f, u->name, u->bytes, u->length)) {
      snprintf(c->why, sizeof c->why, "the program cannot be written: %s",
               strerror(errno));
      c->is_refused = true;
      return false;
    }
  return true;
}

/* The first line that speaks of an error, into 'why'. */
static void quote_error(c_compiler *c) {
  const char *at = strstr(c->messages, "error: ");
  size_t n = 0;
  at = at ? at : c->messages;
  while (at > c->messages && at[-1] != '\n')
    at--;
  for (; at[n] && at[n] != '\n' && n < 180; n++)
    c->why[n] = at[n] >= ' ' && at[n] <= '~' ? at[n] : '?';
  c->why[n] = '\0';
  if (!n)
    snprintf(c->why, sizeof c->why, "it does not compile");
}

static bool is_out_of_memory(const char *messages) {
  return strstr(messages, "out of memory") ||
         strstr(messages, "Cannot allocate memory");
}

/* What the tool says is in 'messages', also if all is well. */
static bool call(c_compiler *c, child *f, const command *k, const char *tool,
                 const char *output) {
  child_command run = {.words = k->words.at,
                       .settings = c->environment,
                       .output = output,
                       .messages = "messages",
                       .reads = c->reads};
  double until = progress_clock() + MOST_SECONDS;
  int status = 0, wrong = child_start(f, &run);
  child_state state = CHILD_WORKING;
  if (wrong) {
    snprintf(c->why, sizeof c->why, "%.60s cannot be started: %s%s%.100s", tool,
             strerror(wrong), child_why(f)[0] ? ", " : "", child_why(f));
    c->is_refused = true;
    return false;
  }
  while (!confine_is_late(c->clock) && progress_clock() < until &&
         (state = child_poll(f, &status)) == CHILD_WORKING)
    child_pause(2);
  child_stop(f);
  child_read(f, output ? output : "messages", c->messages, C_COMPILE_MESSAGES);
  if (state == CHILD_ENDED && WIFEXITED(status) && !WEXITSTATUS(status))
    return true;
  if (state == CHILD_WORKING)
    snprintf(c->why, sizeof c->why, "%.100s takes too long", tool);
  else
    quote_error(c);
  c->is_refused = is_out_of_memory(c->messages);
  return false;
}

static bool compile_each(c_compiler *c, child *f, const c_units *units,
                         command *k, command *nm) {
  for (size_t i = 0; i < units->count; i++) {
    char object[48];
    snprintf(object, sizeof object, "%.31s.o", units->at[i].name);
    child_path(f, units->at[i].name, k->path[0]);
    child_path(f, object, k->path[1]);
    child_path(f, object, nm->path[i]);
    if (!call(c, f, k, c->compiler, NULL))
      return false;
    size_t used = strlen(c->warnings);
    snprintf(c->warnings + used, sizeof c->warnings - used, "%s", c->messages);
  }
  return true;
}

static bool list_symbols(c_compiler *c, child *f, const c_units *units,
                         command *k, command *nm) {
  size_t length = 0;
  if (!write_units(c, f, units) || !compile_each(c, f, units, k, nm) ||
      !call(c, f, nm, "nm", "symbols"))
    return false;
  if (child_size(f, "symbols", &length) && length < C_COMPILE_MESSAGES)
    return true;
  snprintf(c->why, sizeof c->why, "it has too many symbols");
  return false;
}

/* A line of nm -P: NAME TYPE ...; undefined: U, w, v. */
static void take_symbol(c_compiler *c, const char *line, size_t length,
                        bool undefined, names *out) {
  const char *blank = memchr(line, ' ', length);
  if (!blank || (size_t)(blank - line) + 1 >= length)
    return;
  bool is_undefined = strchr("Uwv", blank[1]) != NULL;
  if (is_undefined == undefined)
    names_insert(c->m, out, line, (size_t)(blank - line));
}

static void take_symbols(c_compiler *c, bool undefined, names *out) {
  for (const char *at = c->messages; *at;) {
    size_t n = strcspn(at, "\n");
    take_symbol(c, at, n, undefined, out);
    at += n + (at[n] == '\n');
  }
}

/* "implicit declaration of function 'f'" */
static void take_implicit(c_compiler *c, names *out) {
  const char *at = c->warnings;
  while ((at = strstr(at, "implicit declaration of function '"))) {
    at += strlen("implicit declaration of function '");
    size_t n = strcspn(at, "'\n");
    if (at[n] == '\'' && n)
      names_insert(c->m, out, at, n);
  }
}

bool c_compile_undefined(c_compiler *c, const c_units *units, names *undefined,
                         names *implicit) {
  c_units one = {.at = units->at, .count = 1};
  command k = compiling(c, &one, true), nm = begin_command(c, units->count);
  names all = {0}, defined = {0};
  add_word(c, &nm, "nm");
  add_word(c, &nm, "-P");
  for (size_t i = 0; i < units->count; i++)
    add_word(c, &nm, nm.path[i]);
  add_word(c, &nm, NULL);
  c->warnings[0] = '\0';
  child *f = open_folder(c);
  bool done = f && list_symbols(c, f, units, &k, &nm);
  child_end(f);
  if (done) {
    take_symbols(c, true, &all);
    take_symbols(c, false, &defined);
    for (uint32_t i = 0; i < names_count(&all); i++) {
      const char *name = names_text(&all, i);
      size_t length = names_length(&all, i);
      if (!names_count(&defined) ||
          names_find(&defined, name, length) == NAMES_NONE)
        names_insert(c->m, undefined, name, length);
    }
    take_implicit(c, implicit);
  }
  names_free(c->m, &all);
  names_free(c->m, &defined);
  end_command(c, &k);
  end_command(c, &nm);
  return done;
}

/* "undefined reference to `f'", or of lld "undefined symbol: f". */
static size_t take_missing(c_compiler *c, names *missing) {
  static const char *const words[] = {"undefined reference to `",
                                      "undefined symbol: "};
  size_t before = names_count(missing);
  for (size_t i = 0; i < 2; i++)
    for (const char *at = c->messages; (at = strstr(at, words[i]));) {
      at += strlen(words[i]);
      size_t n = strcspn(at, "'\n ");
      if (n)
        names_insert(c->m, missing, at, n);
    }
  return names_count(missing) - before;
}

static bool build(c_compiler *c, child *f, const c_units *units,
                  const command *k) {
  for (size_t i = 0; i < units->count; i++)
    child_path(f, units->at[i].name, k->path[i]);
  child_path(f, "program", k->path[units->count]);
  return write_units(c, f, units) && call(c, f, k, c->compiler, NULL);
}

c_compile_state c_compile_and_run(c_compiler *c, const c_units *units,
                                  const confine_limits *limits,
                                  const char *const *settings, names *missing,
                                  confine_end *e) {
  command k = compiling(c, units, false);
  c_compile_state state = C_COMPILE_FAILED;
  c->messages[0] = '\0';
  child *f = open_folder(c);
  if (!f) {
    state = C_COMPILE_NO_FOLDER;
  } else if (build(c, f, units, &k)) {
    confine_run(f, c->clock, "program", settings, limits, e);
    state = C_COMPILED;
  }
  child_end(f);
  end_command(c, &k);
  if (state == C_COMPILE_FAILED && take_missing(c, missing))
    state = C_COMPILE_MISSING;
  return state;
}
