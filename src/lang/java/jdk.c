#define _XOPEN_SOURCE 700 /* realpath */
#include "lang/java/jdk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool java_find_tool(const char *name, char path[PATH_MAX]) {
  const char *at = getenv("PATH");
  while (at && *at) {
    char file[1000];
    size_t n = strcspn(at, ":");
    (void)snprintf(file, sizeof file, "%.*s/%.20s", (int)(n < 900 ? n : 900),
                   at, name);
    if (n && access(file, X_OK) == 0 && realpath(file, path))
      return true;
    at += n + (at[n] == ':');
  }
  return false;
}

/* HOME of HOME/bin/javac. */
static int home_length(const char *tool) {
  const char *slash = strrchr(tool, '/');
  if (!slash || slash - tool < 4 || strncmp(slash - 4, "/bin", 4) != 0)
    return (int)strlen(tool);
  return (int)(slash - tool - 4);
}

void java_add_home(mem *m, reads *r, const char *tool) {
  static const char *const elsewhere[] = {
      "conf/security/java.security", "conf/logging.properties", "lib/jvm.cfg"};
  char path[PATH_MAX + 40], settings[PATH_MAX];
  int n = home_length(tool);
  (void)snprintf(path, sizeof path, "%.*s/", n, tool);
  reads_add_folder(m, r, path);
  for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++) {
    (void)snprintf(path, sizeof path, "%.*s/%s", n, tool, elsewhere[i]);
    if (realpath(path, settings))
      reads_add_folder(m, r, settings);
  }
}
