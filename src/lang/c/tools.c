#include "lang/c/tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* FOLDER BELOW PROGRAM, if it can be run; else NULL. */
static char *in_folder(mem *m, const char *folder, size_t length,
                       const char *below, const char *tool) {
  size_t size = length + strlen(below) + strlen(tool) + 1;
  char *path = mem_alloc(m, size);
  (void)snprintf(path, size, "%.*s%s%s", (int)length, folder, below, tool);
  if (access(path, X_OK) == 0)
    return path;
  mem_free(m, path);
  return NULL;
}

static char *in_path(mem *m, const char *tool) {
  const char *at = getenv("PATH");
  while (at && *at) {
    size_t n = strcspn(at, ":");
    char *path = n ? in_folder(m, at, n, "/", tool) : NULL;
    if (path)
      return path;
    at += n + (at[n] == ':');
  }
  return NULL;
}

static char *beside_this_executable(mem *m, const char *tool) {
  char self[4096];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n <= 0)
    return NULL;
  self[n] = '\0';
  char *slash = strrchr(self, '/');
  if (!slash)
    return NULL;
  size_t length = (size_t)(slash - self);
  char *path = in_folder(m, self, length, "/", tool);
  return path ? path : in_folder(m, self, length, "/../bin/", tool);
}

static const char *find_clang(mem *m) {
  const char *path = getenv("CUSTOS_CLANG");
  path = path && path[0] ? path : in_path(m, "clang-14");
  return path ? path : in_path(m, "clang");
}

static const char *find_cfront(mem *m) {
  static const char tool[] = "custos-cfront";
  const char *path = getenv("CUSTOS_CFRONT");
  path = path && path[0] ? path : beside_this_executable(m, tool);
  return path ? path : in_path(m, tool);
}

bool c_find_tools(c_loader *l) {
  l->clang = find_clang(l->m);
  if (!l->clang)
    return report_add(l->r, "", 0, 0,
                      "C programs need clang (Debian: clang-14)");
  l->cfront = find_cfront(l->m);
  return l->cfront ||
         report_add(l->r, "", 0, 0,
                    "C programs need custos-cfront, which is neither beside "
                    "this program nor in PATH ('make' builds it)");
}

void c_word(c_loader *l, const char *first, const char *second) {
  size_t n = strlen(first), k = strlen(second);
  char *word = mem_alloc(l->m, n + k + 1);
  memcpy(word, first, n);
  memcpy(word + n, second, k);
  vec_push(l->m, &l->words, word);
}

void c_file_word(c_loader *l, const char *option, const char *name) {
  char path[CHILD_PATH];
  child_path(l->c, name, path);
  c_word(l, option, path);
}

static const char *name_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static int wait_for(c_loader *l, const char *tool) {
  int status = 0;
  child_state state;
  long pause = 1;
  while ((state = child_poll(l->c, &status)) == CHILD_WORKING) {
    progress_look(l->clock);
    child_pause(pause);
    pause = pause < 10 ? pause + 1 : pause;
  }
  if (state == CHILD_ENDED && WIFEXITED(status))
    return WEXITSTATUS(status);
  if (state == CHILD_LOST)
    report_add(l->r, "", 0, 0, "nobody knows how %.80s ended", name_of(tool));
  else
    report_add(l->r, "", 0, 0, "%.80s was stopped by signal %d", name_of(tool),
               WTERMSIG(status));
  return -1;
}

static void forget_words(c_loader *l) {
  for (size_t i = 0; i < l->words.count; i++)
    mem_free(l->m, l->words.at[i]);
  l->words.count = 0;
}

int c_run(c_loader *l, const char *output, bool hears) {
  const char *tool = l->words.at[0];
  vec_push(l->m, &l->words, NULL);
  int wrong = child_start(l->c, &(child_command){.words = l->words.at,
                                                 .settings = l->settings,
                                                 .output = output,
                                                 .messages = "messages",
                                                 .hears = hears,
                                                 .sees_proc = BASE_SANITIZED,
                                                 .reads = l->reads});
  int result = -2;
  if (wrong)
    report_add(l->r, "", 0, 0, "%.200s cannot be run: %s%s%.120s", tool,
               strerror(wrong), child_why(l->c)[0] ? ", " : "",
               child_why(l->c));
  else
    result = wait_for(l, tool);
  forget_words(l);
  return result;
}

void c_output(c_loader *l, const char *name) {
  size_t length = 0;
  mem_free(l->m, l->text);
  l->text = NULL;
  (void)child_size(l->c, name, &length);
  l->text = mem_alloc(l->m, length + 1);
  l->length = child_read(l->c, name, l->text, length + 1);
}
