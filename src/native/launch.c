#include "native/launch.h"

#include "base/self.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char sandbox_name[] = "custos-sandbox";

static bool is_there(char path[CHILD_PATH], const char *folder, size_t length,
                     const char *below) {
  int n = snprintf(path, CHILD_PATH, "%.*s%s%s", (int)length, folder, below,
                   sandbox_name);
  return n > 0 && n < CHILD_PATH && access(path, X_OK) == 0;
}

static bool is_beside(char path[CHILD_PATH]) {
  char self[4096];
  size_t length = self_folder(self, sizeof self);
  if (!length)
    return false;
  return is_there(path, self, length, "/") ||
         is_there(path, self, length, "/../bin/");
}

bool launch_find(char path[CHILD_PATH]) {
  const char *at = getenv("CUSTOS_SANDBOX");
  if (at && at[0])
    return snprintf(path, CHILD_PATH, "%s", at) < CHILD_PATH;
  if (is_beside(path))
    return true;
  for (at = getenv("PATH"); at && *at;) {
    size_t n = strcspn(at, ":");
    if (n && is_there(path, at, n, "/"))
      return true;
    at += n + (at[n] == ':');
  }
  return false;
}

/* The words are counted first, then written: 'at' is NULL in the first round.
 * Texts stand behind the list. */
typedef struct writer {
  char **words, *at;
  size_t count, bytes;
} writer;

static void launch_add(writer *w, const char *first, const char *second) {
  size_t n = strlen(first), k = strlen(second);
  if (w->words) {
    w->words[w->count] = w->at;
    memcpy(w->at, first, n);
    memcpy(w->at + n, second, k + 1);
    w->at += n + k + 1;
  }
  w->count++;
  w->bytes += n + k + 1;
}

static void add_number(writer *w, const char *name, long number) {
  char text[24];
  snprintf(text, sizeof text, "%ld", number);
  launch_add(w, name, text);
}

static void add_limits(writer *w, const child_limits *limits) {
  if (limits->seconds)
    add_number(w, "--seconds=", limits->seconds);
  if (limits->memory)
    add_number(w, "--memory=", limits->memory);
  if (limits->stack)
    add_number(w, "--stack=", limits->stack);
  if (limits->is_mute)
    add_number(w, "--file=", 0);
  if (limits->is_single)
    launch_add(w, "--no-processes", "");
}

static void add_cage(writer *w, const child *c, const child_command *command) {
  bool is_untrusted = command->cage == CHILD_UNTRUSTED;
  if (command->cage == CHILD_UNCONFINED)
    launch_add(w, "--use=limits", "");
  if (is_untrusted)
    launch_add(w, "--program", "");
  if (is_untrusted)
    launch_add(w, "--must-confine", "");
  if (command->sees_proc)
    launch_add(w, "--proc", "");
  if (command->has_threads)
    launch_add(w, "--threads", "");
  for (size_t i = 0; command->reads && command->reads[i]; i++)
    launch_add(w, "--read=", command->reads[i]);
  launch_add(w, "--write=", is_untrusted ? command->room : child_folder(c));
  if (command->room)
    launch_add(w, "--folder=", command->room);
}

static void add_all(writer *w, const child *c, const child_command *command,
                    const char *sandbox) {
  launch_add(w, sandbox, "");
  add_number(w, "--report=", LAUNCH_REPORT);
  add_number(w, "--parent=", (long)getpid());
  add_cage(w, c, command);
  add_limits(w, &command->limits);
  launch_add(w, "--", "");
  for (size_t i = 0; command->words[i]; i++)
    launch_add(w, command->words[i], "");
}

char **launch_words(const child *c, const child_command *command,
                    const char *sandbox) {
  writer w = {0};
  add_all(&w, c, command, sandbox);
  size_t list = (w.count + 1) * sizeof *w.words;
  char **words = malloc(list + w.bytes);
  if (!words)
    return NULL;
  w = (writer){.words = words, .at = (char *)words + list};
  add_all(&w, c, command, sandbox);
  words[w.count] = NULL;
  return words;
}

static size_t read_report(int from, char *bytes, size_t size) {
  size_t done = 0;
  while (done < size - 1) {
    ssize_t n = read(from, bytes + done, size - 1 - done);
    if (n == 0 || (n < 0 && errno != EINTR))
      break;
    done += n > 0 ? (size_t)n : 0;
  }
  bytes[done] = '\0';
  return done;
}

int launch_listen(int from, char text[LAUNCH_TEXT]) {
  static const char failed[] = "failed ", confined[] = "confined";
  char report[2 * LAUNCH_TEXT];
  read_report(from, report, sizeof report);
  char *at = strstr(report, failed);
  if (at) {
    char *end;
    long wrong = strtol(at + strlen(failed), &end, 10);
    snprintf(text, LAUNCH_TEXT, "%.*s", (int)strcspn(end + (*end == ' '), "\n"),
             end + (*end == ' '));
    return wrong > 0 && wrong < 4096 ? (int)wrong : EIO;
  }
  if (strncmp(report, confined, strlen(confined)) == 0) {
    at = report + strlen(confined);
    at += *at == ' ';
    snprintf(text, LAUNCH_TEXT, "%.*s", (int)strcspn(at, "\n"), at);
    return 0;
  }
  snprintf(text, LAUNCH_TEXT, "%s ended without a word", sandbox_name);
  return EIO;
}
