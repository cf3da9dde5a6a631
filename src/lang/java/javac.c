/* javac runs like clang does: confined, in a folder that is removed. Annotation
 * processors, which are programs of others, are not run. */
#include "lang/java/javac.h"

#include "lang/java/jdk.h"
#include "native/child.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct compiler {
  mem *m;
  progress *clock;
  report *r;
  child *c;
  char setting[CHILD_PATH + 10];
  char **settings;
  reads folders;
  vec(char *) words;
  vec(char *) waiting; /* folders that are looked through */
  const char *first;   /* source */
} compiler;

static void add_word(compiler *x, const char *word) {
  vec_push(x->m, &x->words, mem_text(x->m, word, strlen(word)));
}

static void make_command(compiler *x, const char *const *files, size_t count) {
  static const char *const always[] = {"javac",
                                       "-J-Xmx512m",
                                       "-J-XX:+UseSerialGC",
                                       "-J-XX:TieredStopAtLevel=1",
                                       "-J-Xshare:auto",
                                       "-proc:none",
                                       "-g",
                                       "-nowarn",
                                       "-Xlint:none",
                                       "-encoding",
                                       "UTF-8",
                                       "-implicit:none",
                                       "-sourcepath",
                                       "",
                                       "-d"};
  char path[CHILD_PATH];
  for (size_t i = 0; i < sizeof always / sizeof *always; i++)
    add_word(x, always[i]);
  child_path(x->c, "classes", path);
  (void)mkdir(path, 0700);
  add_word(x, path);
  for (size_t i = 0; i < count; i++)
    if (java_ends_with(files[i], ".java"))
      add_word(x, files[i]);
  vec_push(x->m, &x->words, NULL);
}

/* "Main.java:3: error: ...": told with its place. */
static void report_line(compiler *x, char *line) {
  char *colon = strstr(line, ".java:");
  if (!colon)
    return;
  char *end;
  unsigned long number = strtoul(colon + 6, &end, 10);
  char *words = strstr(end, "error: ");
  colon[5] = '\0';
  if (words)
    (void)report_add(x->r, line, (uint32_t)number, 0, "%.300s", words + 7);
}

static bool report_failure(compiler *x, int status) {
  enum { MOST = 100000 };
  char *text = mem_alloc(x->m, MOST);
  size_t before = x->r->count;
  (void)child_read(x->c, "messages", text, MOST);
  char *line = text;
  for (char *next; line; line = next) {
    next = strchr(line, '\n');
    if (next)
      *next++ = '\0';
    report_line(x, line);
  }
  return x->r->count > before
             ? false
             : report_add(x->r, "", 0, 0,
                          "%.100s: javac failed with status %d: %.200s",
                          x->first, status, text);
}

static bool run(compiler *x) {
  int status = 0, wrong;
  child_state state;
  wrong = child_start(x->c,
                      &(child_command){.words = x->words.at,
                                       .settings = x->settings,
                                       .messages = "messages",
                                       .sees_proc = true,
                                       .reads = reads_list(x->m, &x->folders)});
  if (wrong)
    return report_add(x->r, "", 0, 0, "javac cannot be run: %s, %.120s",
                      strerror(wrong), child_why(x->c));
  while ((state = child_poll(x->c, &status)) == CHILD_WORKING) {
    progress_look(x->clock);
    child_pause(10);
  }
  if (state == CHILD_ENDED && WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return true;
  return report_failure(x, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

static char *below(compiler *x, const char *folder, const char *name) {
  size_t size = strlen(folder) + strlen(name) + 2;
  char *path = mem_alloc(x->m, size);
  (void)snprintf(path, size, "%s/%s", folder, name);
  return path;
}

static bool read_class(compiler *x, const char *path, java_files *out) {
  java_bytes bytes = {.name = path};
  bytes.bytes = java_read_bytes(x->m, path, x->r, &bytes.length);
  if (bytes.bytes)
    vec_push(x->m, out, bytes);
  return bytes.bytes != NULL;
}

/* Nothing is raised while the folder is open: the memory for all names is there
 * before. How many bytes they take. */
static size_t names_size(const char *folder) {
  DIR *d = opendir(folder);
  size_t size = 0;
  if (!d)
    return 0;
  for (const struct dirent *e; (e = readdir(d));)
    size += strlen(e->d_name) + 1;
  (void)closedir(d);
  return size;
}

static void copy_names(const char *folder, char *out, size_t size) {
  DIR *d = opendir(folder);
  if (!d)
    return;
  for (const struct dirent *e; (e = readdir(d));) {
    size_t n = strlen(e->d_name) + 1;
    if (n > size)
      break;
    memcpy(out, e->d_name, n);
    out += n;
    size -= n;
  }
  (void)closedir(d);
}

static bool look_through(compiler *x, const char *folder, java_files *out) {
  size_t size = names_size(folder);
  char *names = mem_alloc(x->m, size + 1);
  copy_names(folder, names, size);
  for (const char *at = names; at < names + size && *at; at += strlen(at) + 1) {
    if (*at == '.')
      continue;
    char *path = below(x, folder, at);
    if (!java_ends_with(at, ".class"))
      vec_push(x->m, &x->waiting, path);
    else if (!read_class(x, path, out))
      return false;
  }
  mem_free(x->m, names);
  return true;
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const java_bytes *)a)->name, ((const java_bytes *)b)->name);
}

static bool take_classes(compiler *x, java_files *out) {
  char path[CHILD_PATH];
  child_path(x->c, "classes", path);
  vec_push(x->m, &x->waiting, mem_text(x->m, path, strlen(path)));
  while (x->waiting.count)
    if (!look_through(x, vec_pop(&x->waiting), out))
      return false;
  /* Folders have no order. */
  if (out->count)
    qsort(out->at, out->count, sizeof *out->at, by_name);
  return true;
}

static bool compile(compiler *x, const char *const *files, size_t count,
                    java_files *out) {
  char why[200], javac[PATH_MAX];
  if (!java_find_tool("javac", javac))
    return report_add(x->r, "", 0, 0,
                      "Java sources need javac (Debian: "
                      "openjdk-17-jdk-headless); class files and jars do not");
  for (size_t i = 0; i < count; i++)
    reads_add_folder(x->m, &x->folders, files[i]);
  java_add_home(x->m, &x->folders, javac);
  x->c = child_begin(why, sizeof why);
  if (!x->c)
    return report_add(x->r, "", 0, 0, "%s", why);
  (void)snprintf(x->setting, sizeof x->setting, "TMPDIR=%s",
                 child_folder(x->c));
  x->settings = child_environment(x->m, x->setting);
  make_command(x, files, count);
  return run(x) && take_classes(x, out);
}

/* The first source, or NULL. */
static const char *first_source(const char *const *files, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (java_ends_with(files[i], ".java"))
      return files[i];
  return NULL;
}

/* The folder is removed on every way out. */
static bool compile_and_remove(compiler *x, const char *const *files,
                               size_t count, java_files *out) {
  mem_budget *budget = x->m->budget;
  jmp_buf here, *before = budget->handler;
  volatile bool right = false, spent = false;
  if (setjmp(here) == 0) {
    budget->handler = &here;
    right = compile(x, files, count, out);
  } else {
    spent = true;
  }
  budget->handler = before;
  child_end(x->c);
  if (spent)
    mem_raise(budget, budget->fault);
  return right;
}

bool java_compile(mem *m, progress *clock, const char *const *files,
                  size_t count, report *r, java_files *out) {
  const char *first = first_source(files, count);
  if (!first)
    return true;
  compiler *x = mem_alloc(m, sizeof *x);
  *x = (compiler){.m = m, .clock = clock, .r = r, .first = first};
  return compile_and_remove(x, files, count, out);
}
