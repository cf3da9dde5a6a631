/* Compiling the C of a model, and calling it. */
#include "lang/promela/c/c_code.h"

#include "base/kept.h"
#include "native/build.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

typedef int run_fn(pml_c_call *call, unsigned entry, int is_first);

struct pml_c {
  build *build;
  run_fn *run;
  void (*end)(void);
  const unsigned long *sizes; /* of 'now', of what is tracked, of frames */
  uint8_t *before; /* what a test has looked at: 'now', then a frame */
  uint32_t first;  /* the entry with the first values of the globals */
  /* C's own variables are everybody's: only one may be at work. */
  pthread_mutex_t lock;
};

/* What the compiler says. */

static const char *file_of(const pml_syntax *syntax, pml_place at) {
  const names *files = &syntax->tokens.files;
  return at.file < names_count(files) ? names_text(files, at.file) : "";
}

/* The compiler's quotes may be UTF-8. */
static void copy_plain(char *to, const char *from, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (i + 2 < length && memcmp(from + i, "\xe2\x80", 2) == 0) {
      *to++ = '\'';
      i += 2;
    } else {
      *to++ = from[i];
    }
  *to = '\0';
}

/* "model.pml:12:7: error: text"; false: it is something else. */
static bool report_line(const char *line, size_t length, report *r) {
  static const char mark[] = ": error: ", fatal[] = ": fatal error: ";
  char copy[1024];
  unsigned numbers[2] = {0, 0};
  if (length >= sizeof copy)
    length = sizeof copy - 1;
  copy_plain(copy, line, length);
  char *found = strstr(copy, mark);
  const char *message = found ? found + sizeof mark - 1 : NULL;
  if (!found) {
    found = strstr(copy, fatal);
    message = found ? found + sizeof fatal - 1 : NULL;
  }
  if (!found)
    return false;
  *found = '\0';
  for (int i = 1; i >= 0; i--) {
    char *colon = strrchr(copy, ':');
    if (!colon || sscanf(colon + 1, "%9u", &numbers[i]) != 1)
      return false;
    *colon = '\0';
  }
  if (strcmp(copy, "custos") == 0) /* a text of ours: no place of the user's */
    return false;
  report_add(r, copy, numbers[0], numbers[1], "in C: %s", message);
  return true;
}

static bool report_messages(const char *messages, report *r) {
  bool some = false;
  while (*messages) {
    size_t length = strcspn(messages, "\n");
    some |= report_line(messages, length, r);
    messages += length + (messages[length] == '\n');
  }
  return some;
}

/* Some error of the compiler, without its place. */
static const char *first_error(const char *messages) {
  const char *found = strstr(messages, "error: ");
  return found ? found + strlen("error: ") : NULL;
}

static bool report_failure(const pml_syntax *syntax, const build *b,
                           report *r) {
  pml_place at = syntax->c_parts.at[0].word;
  const char *why = build_why(b), *missing = strstr(why, "undefined symbol: ");
  const char *file = file_of(syntax, at),
             *error = first_error(build_messages(b));
  if (report_messages(build_messages(b), r))
    return false;
  if (missing)
    return report_add(r, file, at.line, at.column,
                      "in C: '%s' is not defined anywhere",
                      missing + strlen("undefined symbol: "));
  if (error)
    return report_add(r, file, at.line, at.column, "in C: %.*s",
                      (int)strcspn(error, "\n"), error);
  return report_add(r, file, at.line, at.column,
                    "the C in this model needs a C compiler: %s", why);
}

/* A function is no object: the pointer goes by its bytes. */
static bool find(build *b, const char *name, void *out) {
  void *found = build_symbol(b, name);
  memcpy(out, &found, sizeof found);
  return found != NULL;
}

static bool take_symbols(struct pml_c *c) {
  int (*begin)(void);
  const void *sizes = build_symbol(c->build, "custos_sizes");
  c->sizes = sizes;
  return sizes && find(c->build, "custos_run", &c->run) &&
         find(c->build, "custos_end", &c->end) &&
         find(c->build, "custos_begin", &begin) && begin();
}

static void make_room(mem *m, struct pml_c *c, size_t processes) {
  size_t most = 0;
  for (size_t i = 0; i < processes; i++)
    if (c->sizes[2 + i] > most)
      most = c->sizes[2 + i];
  c->before = mem_alloc(m, c->sizes[0] + most);
}

/* "dir" of "dir/model.pml", for what C includes. */
static char *folder_of(mem *m, const char *file) {
  const char *slash = strrchr(file, '/');
  size_t length = slash ? (size_t)(slash - file) + 1 : 0;
  char *out = mem_alloc(m, length + 3);
  memcpy(out, length ? file : "./", length ? length : 2);
  return out;
}

bool pml_c_load(mem *m, pml_syntax *syntax, const char *file, report *r) {
  struct pml_c *c = mem_alloc(m, sizeof *c);
  kept k = {.m = m};
  text out;
  const char *arguments[] = {"-O1",
                             "-w",
                             "-fno-strict-aliasing",
                             "-fno-diagnostics-color",
                             "-Wl,-Bsymbolic",
                             "-iquote",
                             folder_of(m, file),
                             "-lm",
                             NULL};
  text_init(&out, kept_add, &k);
  pml_c_write(m, syntax, &out);
  text_end(&out);
  c->build = build_begin(m, k.bytes.at, k.bytes.count, arguments);
  vec_free(m, &k.bytes);
  pthread_mutex_init(&c->lock, NULL);
  c->first = pml_c_first_values(syntax, PML_NONE);
  if (build_wait(c->build, 0) != BUILD_READY)
    report_failure(syntax, c->build, r);
  else if (take_symbols(c)) {
    make_room(m, c, syntax->processes.count);
    syntax->c = c;
    return true;
  } else
    report_add(r, file, 0, 0, "the C in this model cannot be used");
  build_end(c->build);
  return false;
}

void pml_c_unload(pml_syntax *syntax) {
  if (!syntax->c)
    return;
  syntax->c->end();
  build_end(syntax->c->build);
  syntax->c = NULL;
}

uint32_t pml_c_bytes(const pml_syntax *syntax, uint32_t process) {
  if (!syntax->c)
    return 0;
  unsigned long bytes = process == PML_NONE
                            ? syntax->c->sizes[0] - 1 + syntax->c->sizes[1]
                            : syntax->c->sizes[2 + process] - 1;
  return bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}

/* A test must leave everything as it is: otherwise what comes of it depends on
 * how often somebody looks. */
static int32_t run_test(const pml_syntax *syntax, uint32_t entry,
                        pml_c_call *call) {
  static const char message[] = "C that only looks has changed a variable";
  const struct pml_c *c = syntax->c;
  uint32_t process = syntax->c_parts.at[entry / 2].process;
  size_t globals = c->sizes[0];
  size_t frame = process != PML_NONE && call->frame ? c->sizes[2 + process] : 0;
  memcpy(c->before, call->globals, globals);
  if (frame)
    memcpy(c->before + globals, call->frame, frame);
  int32_t value = c->run(call, entry, 0);
  bool is_same =
      memcmp(c->before, call->globals, globals) == 0 &&
      (!frame || memcmp(c->before + globals, call->frame, frame) == 0);
  if (is_same)
    return value;
  memcpy(call->globals, c->before, globals);
  if (frame)
    memcpy(call->frame, c->before + globals, frame);
  memcpy(call->faults, message, sizeof message);
  call->fault_bytes = sizeof message;
  return value;
}

int32_t pml_c_run(const pml_syntax *syntax, uint32_t entry, pml_c_call *call) {
  struct pml_c *c = syntax->c;
  call->fault_bytes = call->output_bytes = 0;
  if (!c)
    return 0;
  pthread_mutex_lock(&c->lock);
  int32_t value = call->does ? c->run(call, entry, entry == c->first)
                             : run_test(syntax, entry, call);
  pthread_mutex_unlock(&c->lock);
  return value;
}
