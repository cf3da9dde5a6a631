#define _XOPEN_SOURCE 700 /* realpath */
#include "trust.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "output.h"

#define UNLESS "; say --trust if you trust the file"

/* Whoever asked for a limit keeps it. */
static bool was_given(const options *o, const char *name) {
  for (size_t i = 0; i < o->setting_count; i++)
    if (strcmp(o->settings[i].name, name) == 0)
      return true;
  return false;
}

static const char *refuse_setting(const options *o, const char *name) {
  if (strcmp(name, "allow-c-code") == 0 || strcmp(name, "run") == 0)
    return "a file may not say what may run on this machine" UNLESS;
  bool is_limit = strcmp(name, "time") == 0 || strcmp(name, "memory") == 0;
  return is_limit && was_given(o, name)
             ? "a file may not change a limit that you gave" UNLESS
             : NULL;
}

/* Is it 'folder' or something below? Both without links. */
static bool is_below(const char *path, const char *folder) {
  size_t n = strlen(folder);
  return strcmp(folder, "/") == 0 ||
         (strncmp(path, folder, n) == 0 && (path[n] == '/' || !path[n]));
}

/* What is not there is for the one who loads it to tell. */
static const char *refuse_load(const char *file, const char *path) {
  const char *slash = strrchr(file, '/'), *why = NULL;
  char *folder = output_join(slash ? file : ".", "", "", "");
  struct stat info;
  if (slash)
    folder[slash + 1 - file] = '\0';
  char *whole = path[0] == '/' || !slash ? output_join(path, "", "", "")
                                         : output_join(folder, path, "", "");
  char *real_folder = realpath(folder, NULL), *real = realpath(whole, NULL);
  if (real && real_folder && !is_below(real, real_folder))
    why = "a file may load only what is in its folder or below" UNLESS;
  else if (real && (stat(real, &info) != 0 || !S_ISREG(info.st_mode)))
    why = "it is no regular file";
  free(real);
  free(real_folder);
  free(whole);
  free(folder);
  return why;
}

const char *trust_refusal(const options *o, const char *file, const char *name,
                          char *const *arguments, size_t count) {
  if (o->trusts)
    return NULL;
  if (strcmp(name, "save") == 0)
    return "a file may not write files" UNLESS;
  if (strcmp(name, "xshow") == 0)
    return "a file may not start programs" UNLESS;
  if (strcmp(name, "set") == 0 && count == 2)
    return refuse_setting(o, arguments[0]);
  if (strcmp(name, "load") == 0 && count == 1)
    return refuse_load(file, arguments[0]);
  return NULL;
}
