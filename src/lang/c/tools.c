#include "lang/c/tools.h"

#include "base/self.h"

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
  size_t length = self_folder(self, sizeof self);
  if (!length)
    return NULL;
  char *path = in_folder(m, self, length, "/", tool);
  return path ? path : in_folder(m, self, length, "/../bin/", tool);
}

static const char *find_clang(mem *m) {
  const char *path = getenv("CUSTOS_CLANG");
  path = path && path[0] ? path : in_path(m, CUSTOS_CLANG);
  return path ? path : in_path(m, "clang");
}

static const char *find_cfront(mem *m) {
  static const char tool[] = "custos-cfront";
  const char *path = getenv("CUSTOS_CFRONT");
  path = path && path[0] ? path : beside_this_executable(m, tool);
  return path ? path : in_path(m, tool);
}

bool c_find_tools(c_loader *loader) {
  loader->clang = find_clang(loader->m);
  if (!loader->clang)
    return report_add(loader->r, "", 0, 0,
                      "C programs need clang (Debian: " CUSTOS_CLANG ")");
  loader->cfront = find_cfront(loader->m);
  return loader->cfront ||
         report_add(loader->r, "", 0, 0,
                    "C programs need custos-cfront, which is neither beside "
                    "this program nor in PATH ('make' builds it)");
}

void c_word(c_loader *loader, const char *first, const char *second) {
  size_t n = strlen(first), k = strlen(second);
  char *word = mem_alloc(loader->m, n + k + 1);
  memcpy(word, first, n);
  memcpy(word + n, second, k);
  vec_push(loader->m, &loader->words, word);
}

void c_file_word(c_loader *loader, const char *option, const char *name) {
  char path[CHILD_PATH];
  child_path(loader->c, name, path);
  c_word(loader, option, path);
}

static const char *name_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static int wait_for(c_loader *loader, const char *tool) {
  int status = 0;
  child_state state;
  long pause = 1;
  while ((state = child_poll(loader->c, &status)) == CHILD_WORKING) {
    progress_look(loader->clock);
    child_pause(pause);
    pause = pause < 10 ? pause + 1 : pause;
  }
  if (state == CHILD_ENDED && WIFEXITED(status))
    return WEXITSTATUS(status);
  if (state == CHILD_LOST)
    report_add(loader->r, "", 0, 0, "nobody knows how %.80s ended",
               name_of(tool));
  else
    report_add(loader->r, "", 0, 0, "%.80s was stopped by signal %d",
               name_of(tool), WTERMSIG(status));
  return -1;
}

static void forget_words(c_loader *loader) {
  for (size_t i = 0; i < loader->words.count; i++)
    mem_free(loader->m, loader->words.at[i]);
  loader->words.count = 0;
}

int c_run(c_loader *loader, const char *output, bool hears) {
  const char *tool = loader->words.at[0];
  vec_push(loader->m, &loader->words, NULL);
  int wrong =
      child_start(loader->c, &(child_command){.words = loader->words.at,
                                              .settings = loader->settings,
                                              .output = output,
                                              .messages = "messages",
                                              .hears = hears,
                                              .sees_proc = BASE_SANITIZED,
                                              .reads = loader->reads});
  int result = -2;
  if (wrong)
    report_add(loader->r, "", 0, 0, "%.200s cannot be run: %s%s%.120s", tool,
               strerror(wrong), child_why(loader->c)[0] ? ", " : "",
               child_why(loader->c));
  else
    result = wait_for(loader, tool);
  forget_words(loader);
  return result;
}

void c_output(c_loader *loader, const char *name) {
  size_t length = 0;
  mem_free(loader->m, loader->text);
  loader->text = NULL;
  (void)child_size(loader->c, name, &length);
  loader->text = mem_alloc(loader->m, length + 1);
  loader->length = child_read(loader->c, name, loader->text, length + 1);
}
