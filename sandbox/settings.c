#include "sandbox/sandbox.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
  unsigned bit;
  const char *name;
} mechanisms[] = {{NO_NEW_PRIVILEGES, "no-new-privileges"},
                  {IDENTITY, "identity"},
                  {USER_NAMESPACE, "user-namespace"},
                  {MOUNT_NAMESPACE, "mount-namespace"},
                  {NETWORK_NAMESPACE, "network-namespace"},
                  {PROCESS_NAMESPACE, "process-namespace"},
                  {IPC_NAMESPACE, "ipc-namespace"},
                  {LANDLOCK, "landlock"},
                  {SECCOMP, "seccomp"},
                  {LIMITS, "limits"},
                  {REGULAR_FILES, "regular-files"}};

enum { MECHANISMS = sizeof mechanisms / sizeof *mechanisms };

const char *mechanism_name(unsigned bit) {
  for (size_t i = 0; i < MECHANISMS; i++)
    if (mechanisms[i].bit == bit)
      return mechanisms[i].name;
  return NULL;
}

bool mechanism_read(const char *list, unsigned *out) {
  *out = 0;
  while (*list) {
    size_t n = strcspn(list, ","), i = 0;
    while (i < MECHANISMS && (strlen(mechanisms[i].name) != n ||
                              memcmp(mechanisms[i].name, list, n) != 0))
      i++;
    if (i == MECHANISMS)
      return false;
    *out |= mechanisms[i].bit;
    list += n + (list[n] == ',');
  }
  return true;
}

static bool read_number(const char *text, unsigned *out) {
  char *end;
  errno = 0;
  unsigned long n = strtoul(text, &end, 10);
  *out = (unsigned)n;
  return text[0] >= '0' && text[0] <= '9' && !*end && !errno && n < 1u << 31;
}

/* The text behind "--name="; NULL: it is another one. */
static const char *value_of(const char *word, const char *name) {
  size_t n = strlen(name);
  return strncmp(word, name, n) == 0 ? word + n : NULL;
}

static bool read_path(settings *s, const char *word) {
  const char *text;
  const char **list = NULL;
  if ((text = value_of(word, "--read=")))
    list = s->reads;
  else if ((text = value_of(word, "--write=")))
    list = s->writes;
  else
    return false;
  while (*list)
    list++;
  *list = text;
  return true;
}

static bool read_flag(settings *s, const char *word) {
  const struct {
    const char *name;
    bool *flag;
  } flags[] = {{"--program", &s->is_program},
               {"--must-confine", &s->must_confine},
               {"--proc", &s->sees_proc},
               {"--threads", &s->has_threads},
               {"--no-processes", &s->limits_processes}};
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (strcmp(word, flags[i].name) == 0)
      return *flags[i].flag = true;
  return false;
}

static bool read_count(settings *s, const char *word) {
  unsigned report = 0, parent = 0;
  const struct {
    const char *name;
    unsigned *number;
  } numbers[] = {{"--seconds=", &s->seconds}, {"--memory=", &s->memory},
                 {"--stack=", &s->stack},     {"--file=", &s->file},
                 {"--report=", &report},      {"--parent=", &parent}};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    const char *text = value_of(word, numbers[i].name);
    if (!text)
      continue;
    if (!read_number(text, numbers[i].number))
      return false;
    if (numbers[i].number == &report)
      s->report = (int)report;
    if (numbers[i].number == &parent)
      s->parent = (pid_t)parent;
    if (numbers[i].number == &s->file)
      s->limits_file = true;
    return true;
  }
  return false;
}

static bool read_word(settings *s, const char *word) {
  const char *text;
  if ((text = value_of(word, "--use=")))
    return mechanism_read(text, &s->wanted);
  if ((text = value_of(word, "--folder="))) {
    s->folder = text;
    return true;
  }
  return read_flag(s, word) || read_path(s, word) || read_count(s, word);
}

bool settings_read(settings *s, int count, char **words) {
  int i = 1;
  *s = (settings){.wanted = ALL_MECHANISMS, .report = -1, .program = -1};
  s->reads = calloc((size_t)count + 1, sizeof *s->reads);
  s->writes = calloc((size_t)count + 1, sizeof *s->writes);
  if (!s->reads || !s->writes) {
    fprintf(stderr, "custos-sandbox: no memory\n");
    return false;
  }
  for (; i < count && strcmp(words[i], "--") != 0; i++)
    if (!read_word(s, words[i])) {
      fprintf(stderr, "custos-sandbox: '%.80s' is not understood\n", words[i]);
      return false;
    }
  if (i + 1 >= count) {
    fprintf(stderr, "usage: custos-sandbox [SETTING...] -- PROGRAM [WORD...]\n"
                    "Custos starts it; see SECURITY.md\n");
    return false;
  }
  s->words = words + i + 1;
  return true;
}

void sandbox_fail(const settings *s, const char *what, int wrong) {
  char line[200];
  int n = snprintf(line, sizeof line, "failed %d %.120s\n", wrong, what);
  if (s->report < 0)
    fprintf(stderr, "custos-sandbox: %s: %s\n", what, strerror(wrong));
  else if (write(s->report, line, (size_t)n) < 0)
    _exit(126);
  _exit(126);
}
