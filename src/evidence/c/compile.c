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

static void set_environment(c_compiler *compiler) {
  static char locale[] = "LC_ALL=C";
  size_t count = 0, kept = 0;
  while (environ && environ[count])
    count++;
  compiler->environment =
      mem_array(compiler->m, count + 3, sizeof *compiler->environment);
  for (size_t i = 0; i < count && environ[i]; i++)
    if (!is_left_out(environ[i]))
      compiler->environment[kept++] = environ[i];
  compiler->environment[kept++] = locale;
  compiler->environment[kept] = compiler->setting;
}

void c_compiler_init(c_compiler *compiler, mem *m, const progress *clock) {
  *compiler = (c_compiler){.m = m, .clock = clock};
  compiler->compiler = getenv("CUSTOS_CLANG");
  if (!compiler->compiler || !compiler->compiler[0])
    compiler->compiler = CUSTOS_CLANG;
  compiler->messages = mem_alloc(m, C_COMPILE_MESSAGES);
  set_environment(compiler);
}

/* The words of one command; paths are filled in when the folder is there. */
typedef struct command {
  c_words words;
  size_t paths;
  char (*path)[CHILD_PATH]; /* the last one is the result's */
} command;

static void add_word(c_compiler *compiler, command *k, const char *word) {
  vec_push(compiler->m, &k->words, (char *)(uintptr_t)word);
}

static command begin_command(c_compiler *compiler, size_t paths) {
  command k = {.paths = paths};
  k.path = mem_array(compiler->m, paths, CHILD_PATH);
  return k;
}

static void end_command(c_compiler *compiler, command *k) {
  vec_free(compiler->m, &k->words);
  mem_free(compiler->m, k->path);
}

static command compiling(c_compiler *compiler, const c_units *units,
                         bool only) {
  command k = begin_command(compiler, units->count + 1);
  add_word(compiler, &k, compiler->compiler);
  for (size_t i = 0; i < compiler->flags.count; i++)
    add_word(compiler, &k, compiler->flags.at[i]);
  if (only) {
    add_word(compiler, &k, "-Wimplicit-function-declaration");
    add_word(compiler, &k, "-c");
  }
  for (size_t i = 0; i < units->count; i++)
    add_word(compiler, &k, k.path[i]);
  add_word(compiler, &k, "-o");
  add_word(compiler, &k, k.path[units->count]);
  add_word(compiler, &k, NULL);
  return k;
}

/* While the folder is there: nothing allocates. */

static child *open_folder(c_compiler *compiler) {
  child *f = child_begin(compiler->why, sizeof compiler->why);
  compiler->is_refused = !f;
  if (f)
    snprintf(compiler->setting, sizeof compiler->setting, "TMPDIR=%s",
             child_folder(f));
  return f;
}

static bool write_units(c_compiler *compiler, child *f, const c_units *units) {
  vec_each (const c_unit, unit, units)
    if (!child_write(f, unit->name, unit->bytes, unit->length)) {
      snprintf(compiler->why, sizeof compiler->why,
               "the program cannot be written: %s", strerror(errno));
      compiler->is_refused = true;
      return false;
    }
  return true;
}

/* The first line that speaks of an error, into 'why'. */
static void quote_error(c_compiler *compiler) {
  const char *at = strstr(compiler->messages, "error: ");
  size_t n = 0;
  at = at ? at : compiler->messages;
  while (at > compiler->messages && at[-1] != '\n')
    at--;
  for (; at[n] && at[n] != '\n' && n < 180; n++)
    compiler->why[n] = at[n] >= ' ' && at[n] <= '~' ? at[n] : '?';
  compiler->why[n] = '\0';
  if (!n)
    snprintf(compiler->why, sizeof compiler->why, "it does not compile");
}

static bool is_out_of_memory(const char *messages) {
  return strstr(messages, "out of memory") ||
         strstr(messages, "Cannot allocate memory");
}

/* What the tool says is in 'messages', also if all is well. */
static bool call(c_compiler *compiler, child *f, const command *k,
                 const char *tool, const char *output) {
  child_command run = {.words = k->words.at,
                       .settings = compiler->environment,
                       .output = output,
                       .messages = "messages",
                       .reads = compiler->reads};
  double until = progress_clock() + MOST_SECONDS;
  int status = 0, wrong = child_start(f, &run);
  child_state state = CHILD_WORKING;
  if (wrong) {
    snprintf(compiler->why, sizeof compiler->why,
             "%.60s cannot be started: %s%s%.100s", tool, strerror(wrong),
             child_why(f)[0] ? ", " : "", child_why(f));
    compiler->is_refused = true;
    return false;
  }
  while (!confine_is_late(compiler->clock) && progress_clock() < until &&
         (state = child_poll(f, &status)) == CHILD_WORKING)
    child_pause(2);
  child_stop(f);
  child_read(f, output ? output : "messages", compiler->messages,
             C_COMPILE_MESSAGES);
  if (state == CHILD_ENDED && WIFEXITED(status) && !WEXITSTATUS(status))
    return true;
  if (state == CHILD_WORKING)
    snprintf(compiler->why, sizeof compiler->why, "%.100s takes too long",
             tool);
  else
    quote_error(compiler);
  compiler->is_refused = is_out_of_memory(compiler->messages);
  return false;
}

static bool compile_each(c_compiler *compiler, child *f, const c_units *units,
                         command *k, command *nm) {
  for (size_t i = 0; i < units->count; i++) {
    char object[48];
    snprintf(object, sizeof object, "%.31s.o", units->at[i].name);
    child_path(f, units->at[i].name, k->path[0]);
    child_path(f, object, k->path[1]);
    child_path(f, object, nm->path[i]);
    if (!call(compiler, f, k, compiler->compiler, NULL))
      return false;
    size_t used = strlen(compiler->warnings);
    snprintf(compiler->warnings + used, sizeof compiler->warnings - used, "%s",
             compiler->messages);
  }
  return true;
}

static bool list_symbols(c_compiler *compiler, child *f, const c_units *units,
                         command *k, command *nm) {
  size_t length = 0;
  if (!write_units(compiler, f, units) ||
      !compile_each(compiler, f, units, k, nm) ||
      !call(compiler, f, nm, "nm", "symbols"))
    return false;
  if (child_size(f, "symbols", &length) && length < C_COMPILE_MESSAGES)
    return true;
  snprintf(compiler->why, sizeof compiler->why, "it has too many symbols");
  return false;
}

/* A line of nm -P: NAME TYPE ...; undefined: U, w, v. */
static void take_symbol(c_compiler *compiler, const char *line, size_t length,
                        bool undefined, names *out) {
  const char *blank = memchr(line, ' ', length);
  if (!blank || (size_t)(blank - line) + 1 >= length)
    return;
  bool is_undefined = strchr("Uwv", blank[1]) != NULL;
  if (is_undefined == undefined)
    names_insert(compiler->m, out, line, (size_t)(blank - line));
}

static void take_symbols(c_compiler *compiler, bool undefined, names *out) {
  for (const char *at = compiler->messages; *at;) {
    size_t n = strcspn(at, "\n");
    take_symbol(compiler, at, n, undefined, out);
    at += n + (at[n] == '\n');
  }
}

/* "implicit declaration of function 'f'" */
static void take_implicit(c_compiler *compiler, names *out) {
  const char *at = compiler->warnings;
  while ((at = strstr(at, "implicit declaration of function '"))) {
    at += strlen("implicit declaration of function '");
    size_t n = strcspn(at, "'\n");
    if (at[n] == '\'' && n)
      names_insert(compiler->m, out, at, n);
  }
}

bool c_compile_undefined(c_compiler *compiler, const c_units *units,
                         names *undefined, names *implicit) {
  c_units one = {.at = units->at, .count = 1};
  command k = compiling(compiler, &one, true),
          nm = begin_command(compiler, units->count);
  names all = {0}, defined = {0};
  add_word(compiler, &nm, "nm");
  add_word(compiler, &nm, "-P");
  for (size_t i = 0; i < units->count; i++)
    add_word(compiler, &nm, nm.path[i]);
  add_word(compiler, &nm, NULL);
  compiler->warnings[0] = '\0';
  child *f = open_folder(compiler);
  bool done = f && list_symbols(compiler, f, units, &k, &nm);
  child_end(f);
  if (done) {
    take_symbols(compiler, true, &all);
    take_symbols(compiler, false, &defined);
    for (uint32_t i = 0; i < names_count(&all); i++) {
      const char *name = names_text(&all, i);
      size_t length = names_length(&all, i);
      if (!names_count(&defined) ||
          names_find(&defined, name, length) == NAMES_NONE)
        names_insert(compiler->m, undefined, name, length);
    }
    take_implicit(compiler, implicit);
  }
  names_free(compiler->m, &all);
  names_free(compiler->m, &defined);
  end_command(compiler, &k);
  end_command(compiler, &nm);
  return done;
}

/* "undefined reference to `f'", or of lld "undefined symbol: f". */
static size_t take_missing(c_compiler *compiler, names *missing) {
  static const char *const words[] = {"undefined reference to `",
                                      "undefined symbol: "};
  size_t before = names_count(missing);
  for (size_t i = 0; i < 2; i++)
    for (const char *at = compiler->messages; (at = strstr(at, words[i]));) {
      at += strlen(words[i]);
      size_t n = strcspn(at, "'\n ");
      if (n)
        names_insert(compiler->m, missing, at, n);
    }
  return names_count(missing) - before;
}

static bool build(c_compiler *compiler, child *f, const c_units *units,
                  const command *k) {
  for (size_t i = 0; i < units->count; i++)
    child_path(f, units->at[i].name, k->path[i]);
  child_path(f, "program", k->path[units->count]);
  return write_units(compiler, f, units) &&
         call(compiler, f, k, compiler->compiler, NULL);
}

c_compile_state c_compile_and_run(c_compiler *compiler, const c_units *units,
                                  const confine_limits *limits,
                                  const char *const *settings, names *missing,
                                  confine_end *end) {
  command k = compiling(compiler, units, false);
  c_compile_state state = C_COMPILE_FAILED;
  compiler->messages[0] = '\0';
  child *f = open_folder(compiler);
  if (!f) {
    state = C_COMPILE_NO_FOLDER;
  } else if (build(compiler, f, units, &k)) {
    confine_run(f, compiler->clock, "program", settings, limits, end);
    state = C_COMPILED;
  }
  child_end(f);
  end_command(compiler, &k);
  if (state == C_COMPILE_FAILED && take_missing(compiler, missing))
    state = C_COMPILE_MISSING;
  return state;
}
