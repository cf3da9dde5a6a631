#define _GNU_SOURCE /* POSIX_SPAWN_SETSID */
#include "native/child.h"

#include "native/launch.h"
#include "native/remover.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { MOST_CHILDREN = 64, FOLDER_BYTES = 512 };

/* What must not be left behind. */

struct child {
  pid_t parent;  /* 0: a free place */
  pid_t running; /* 0: none, or none any more */
  char folder[FOLDER_BYTES];
  remover_process keeper;     /* removes it if we are killed */
  char why[LAUNCH_TEXT];      /* the last start failed, or was told so */
  char confined[LAUNCH_TEXT]; /* what confines the last one */
};

static struct {
  pthread_mutex_t lock;
  child at[MOST_CHILDREN];
} left = {.lock = PTHREAD_MUTEX_INITIALIZER};

void child_pause(long milliseconds) {
  struct timespec t = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&t, NULL);
}

static bool is_folder(const char *path) {
  struct stat s;
  return lstat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

/* Folders in 'folder' move to 'top' with a number for a name, so that however
 * deep they are, removing them takes neither recursion nor long paths. */
static void remove_files(const char *top, const char *folder,
                         unsigned *number) {
  char path[CHILD_PATH + 300], moved[CHILD_PATH];
  DIR *d = opendir(folder);
  if (!d)
    return;
  for (struct dirent *e; (e = readdir(d));) {
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
      continue;
    snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
    if (!is_folder(path)) {
      unlink(path);
      continue;
    }
    chmod(path, 0700);
    snprintf(moved, sizeof moved, "%s/removed-%u", top, ++*number);
    if (rmdir(path) != 0)
      rename(path, moved);
  }
  closedir(d);
}

/* One folder among the files of 'top'; false: there is none. */
static bool any_folder(const char *top, char path[CHILD_PATH]) {
  DIR *d = opendir(top);
  bool found = false;
  if (!d)
    return false;
  for (struct dirent *e; !found && (e = readdir(d));) {
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 ||
        strlen(e->d_name) > 80)
      continue;
    snprintf(path, CHILD_PATH, "%s/%.80s", top, e->d_name);
    found = is_folder(path);
  }
  closedir(d);
  return found;
}

static void remove_all(const char *top) {
  enum { MOST_FOLDERS = 100000 };
  char path[CHILD_PATH];
  unsigned number = 0;
  remove_files(top, top, &number); /* names are short behind it */
  for (int i = 0; i < MOST_FOLDERS && any_folder(top, path); i++) {
    remove_files(top, path, &number);
    rmdir(path);
  }
}

/* A program that is just being killed may still add a file. */
static void remove_folder(child *c) {
  for (int i = 0; c->folder[0] && i < 100; i++) {
    remove_all(c->folder);
    if (rmdir(c->folder) == 0 || errno == ENOENT)
      break;
    child_pause(1);
  }
  c->folder[0] = '\0';
}

/* Only if it is still ours to stop: a number may have been given anew. */
void child_stop(child *c) {
  siginfo_t info = {0};
  if (!c->running)
    return;
  if (waitid(P_PID, (id_t)c->running, &info, WEXITED | WNOHANG | WNOWAIT) ==
      0) {
    kill(-c->running, SIGKILL);
    while (waitpid(c->running, NULL, 0) < 0 && errno == EINTR)
      ;
  }
  c->running = 0;
}

static void tidy_up(void) {
  for (size_t i = 0; i < MOST_CHILDREN; i++) {
    child *c = &left.at[i];
    if (c->parent != getpid()) /* a fork of ours must not touch it */
      continue;
    child_stop(c);
    remove_folder(c);
    remover_dismiss(&c->keeper);
  }
}

static void tidy_up_at_exit(void) { atexit(tidy_up); }

static child *take_place(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  child *found = NULL;
  pthread_once(&once, tidy_up_at_exit);
  pthread_mutex_lock(&left.lock);
  for (size_t i = 0; i < MOST_CHILDREN && !found; i++)
    if (!left.at[i].parent)
      found = &left.at[i];
  if (found)
    *found = (child){.parent = getpid()};
  pthread_mutex_unlock(&left.lock);
  return found;
}

static void give_back(child *c) {
  pthread_mutex_lock(&left.lock);
  c->parent = 0;
  pthread_mutex_unlock(&left.lock);
}

child *child_begin(char *why, size_t size) {
  const char *root = getenv("TMPDIR");
  child *c = take_place();
  if (!c) {
    snprintf(why, size, "too many programs run at once");
    return NULL;
  }
  if (!root || !root[0] || strlen(root) > FOLDER_BYTES - 40)
    root = "/tmp";
  snprintf(c->folder, sizeof c->folder, "%s/custos-XXXXXX", root);
  if (mkdtemp(c->folder)) {
    remover_start(&c->keeper, c->folder);
    return c;
  }
  snprintf(why, size, "no folder for code can be made: %s", strerror(errno));
  c->folder[0] = '\0';
  give_back(c);
  return NULL;
}

const char *child_folder(const child *c) { return c->folder; }

void child_path(const child *c, const char *name, char path[CHILD_PATH]) {
  snprintf(path, CHILD_PATH, "%s/%.80s", c->folder, name);
}

bool child_write(const child *c, const char *name, const char *bytes,
                 size_t length) {
  char path[CHILD_PATH];
  size_t done = 0;
  child_path(c, name, path);
  int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  while (file >= 0 && done < length) {
    ssize_t n = write(file, bytes + done, length - done);
    if (n < 0 && errno != EINTR)
      break;
    done += n > 0 ? (size_t)n : 0;
  }
  int wrong = errno;
  if (file >= 0)
    close(file);
  errno = wrong;
  return file >= 0 && done == length;
}

size_t child_read(const child *c, const char *name, char *bytes, size_t size) {
  char path[CHILD_PATH];
  size_t done = 0;
  child_path(c, name, path);
  /* What a tool may have put there in its place is not followed. */
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  while (file >= 0 && done < size - 1) {
    ssize_t n = read(file, bytes + done, size - 1 - done);
    if (n == 0 || (n < 0 && errno != EINTR))
      break;
    done += n > 0 ? (size_t)n : 0;
  }
  if (file >= 0)
    close(file);
  bytes[done] = '\0';
  return done;
}

bool child_size(const child *c, const char *name, size_t *length) {
  char path[CHILD_PATH];
  struct stat s;
  child_path(c, name, path);
  if (stat(path, &s) != 0)
    return false;
  *length = (size_t)s.st_size;
  return true;
}

void child_end(child *c) {
  if (!c)
    return;
  child_stop(c);
  remove_folder(c);
  remover_dismiss(&c->keeper);
  give_back(c);
}

char **child_environment(mem *m, const char *setting) {
  size_t count = 0, kept = 0;
  while (environ && environ[count])
    count++;
  char **result = mem_array(m, count + 2, sizeof *result);
  for (size_t i = 0; i < count && environ[i]; i++)
    if (strncmp(environ[i], "TMPDIR=", 7) != 0)
      result[kept++] = environ[i];
  result[kept] = (char *)(uintptr_t)setting;
  return result;
}

/* A session of its own has no terminal, and is a group as well. Signals as
 * usual: SIGCHLD, if it were ignored, would blind it, too. */
static void how_to_start(posix_spawnattr_t *how) {
  static const int usual[] = {SIGCHLD, SIGPIPE, SIGINT, SIGTERM};
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
    sigaddset(&defaults, usual[i]);
  posix_spawnattr_setflags(how, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK |
                                    POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigmask(how, &none);
  posix_spawnattr_setsigdefault(how, &defaults);
}

/* Where its report goes comes last: descriptors of ours may have that number.
 * 0, or an 'errno': a file that is forgotten would be another one. */
static int child_open_files(const child *c, const child_command *command,
                            int report, posix_spawn_file_actions_t *files) {
  enum { WRITE = O_WRONLY | O_CREAT | O_TRUNC };
  char path[CHILD_PATH];
  int wrong = 0;
  if (!command->hears)
    wrong =
        posix_spawn_file_actions_addopen(files, 0, "/dev/null", O_RDONLY, 0);
  for (int to = 2; to > 0 && !wrong; to--) {
    const char *name = to == 2 ? command->messages : command->output;
    if (command->pipe) {
      wrong = posix_spawn_file_actions_adddup2(files, command->pipe, to);
    } else if (name) {
      child_path(c, name, path);
      wrong = posix_spawn_file_actions_addopen(files, to, path, WRITE, 0600);
    } else {
      wrong = posix_spawn_file_actions_adddup2(files, 2, to);
    }
  }
  return wrong ? wrong
               : posix_spawn_file_actions_adddup2(files, report, LAUNCH_REPORT);
}

static int child_spawn(child *c, const child_command *command,
                       char *const *words, int report) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  int wrong = posix_spawn_file_actions_init(&files);
  if (wrong)
    return wrong;
  wrong = posix_spawnattr_init(&how);
  if (!wrong) {
    how_to_start(&how);
    wrong = child_open_files(c, command, report, &files);
    if (!wrong)
      wrong = posix_spawn(&c->running, words[0], &files, &how, words,
                          command->settings);
    posix_spawnattr_destroy(&how);
  }
  posix_spawn_file_actions_destroy(&files);
  if (wrong)
    c->running = 0;
  return wrong;
}

/* Both ends are closed when something is executed. */
static bool open_pipe(int ends[2]) {
  if (pipe(ends) != 0)
    return false;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return true;
}

/* What it reports, when it is there. */
static int spawn_and_listen(child *c, const child_command *command,
                            char *const *words) {
  int ends[2];
  if (!open_pipe(ends))
    return errno;
  int wrong = child_spawn(c, command, words, ends[1]);
  if (wrong)
    snprintf(c->why, sizeof c->why, "%.200s cannot be started", words[0]);
  close(ends[1]);
  if (!wrong) {
    char told[LAUNCH_TEXT];
    wrong = launch_listen(ends[0], told);
    memcpy(wrong ? c->why : c->confined, told, sizeof told);
    if (wrong)
      child_stop(c);
  }
  close(ends[0]);
  return wrong;
}

int child_start(child *c, const child_command *command) {
  char sandbox[CHILD_PATH];
  c->why[0] = c->confined[0] = '\0';
  if (!launch_find(sandbox)) {
    snprintf(c->why, sizeof c->why,
             "custos-sandbox is neither beside this program nor in PATH");
    return ENOENT;
  }
  char **words = launch_words(c, command, sandbox);
  if (!words)
    return ENOMEM;
  int wrong = spawn_and_listen(c, command, words);
  free(words);
  return wrong;
}

const char *child_why(const child *c) { return c->why; }

const char *child_confined(const child *c) { return c->confined; }

bool child_is_confined_by(const child *c, const char *name) {
  size_t n = strlen(name);
  for (const char *at = c->confined; (at = strstr(at, name)); at += n)
    if ((at == c->confined || at[-1] == ' ') && (!at[n] || at[n] == ' '))
      return true;
  return false;
}

pid_t child_process(const child *c) { return c->running; }

/* Its number is ours until it is collected, and so is its group's: what it has
 * left behind is stopped before that. */
child_state child_poll(child *c, int *status) {
  siginfo_t info = {0};
  int wrong =
      waitid(P_PID, (id_t)c->running, &info, WEXITED | WNOHANG | WNOWAIT);
  if (wrong ? errno == EINTR : info.si_pid == 0)
    return CHILD_WORKING;
  if (!wrong) {
    kill(-c->running, SIGKILL);
    while (waitpid(c->running, status, 0) < 0 && errno == EINTR)
      ;
  }
  c->running = 0;
  return wrong ? CHILD_LOST : CHILD_ENDED;
}
