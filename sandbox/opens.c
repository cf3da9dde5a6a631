/* A tool opens regular files and folders alone: a named pipe would keep it
 * waiting, a device would never end. The kernel asks us before each call that
 * opens a file; a name is all that we look at, so whoever can exchange files
 * while a tool runs is not kept from anything. */
#include "sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

/* Newer kernels may write more than our header knows. */
enum { ROOM = 1024 };

typedef union question {
  struct seccomp_notif notif;
  char room[ROOM];
} question;

typedef union reply {
  struct seccomp_notif_resp resp;
  char room[ROOM];
} reply;

/* A part for each page, since a part is read as a whole or not at all. */
static bool read_path(pid_t process, uint64_t address, char path[PATH_MAX]) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t first = page - (size_t)(address % page);
  first = first < PATH_MAX ? first : PATH_MAX;
  struct iovec here = {path, PATH_MAX};
  struct iovec there[2] = {
      {(void *)(uintptr_t)address, first},
      {(void *)(uintptr_t)(address + first), PATH_MAX - first}};
  ssize_t n = process_vm_readv(process, &here, 1, there, 2, 0);
  return n > 0 && memchr(path, '\0', (size_t)n);
}

/* Nothing is said of what is not there: the kernel will. */
static bool may_open(const char *path) {
  struct stat s;
  if (stat(path, &s) != 0 || S_ISREG(s.st_mode) || S_ISDIR(s.st_mode))
    return true;
  return S_ISCHR(s.st_mode) && s.st_rdev == makedev(1, 3); /* /dev/null */
}

/* A tool stays in the folder that it is started in, which is ours, too. No tool
 * opens what a file names by another folder's descriptor. */
static void answer_question(int listener) {
  question q = {0};
  reply r = {0};
  char path[PATH_MAX];
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &q) != 0)
    return; /* who asked has ended */
  bool has_folder = seccomp_names_folder(&q.notif.data);
  int folder = has_folder ? (int)q.notif.data.args[0] : AT_FDCWD;
  bool is_known =
      read_path((pid_t)q.notif.pid, q.notif.data.args[has_folder ? 1 : 0],
                path) &&
      (folder == AT_FDCWD || path[0] == '/') &&
      ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &q.notif.id) == 0;
  r.resp.id = q.notif.id;
  if (is_known && !may_open(path))
    r.resp.error = -EACCES;
  else
    r.resp.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  (void)ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &r);
}

static void wake(int signal) { (void)signal; }

int opens_attend(int listener, pid_t program) {
  struct sigaction notice = {.sa_handler = wake};
  struct pollfd from = {.fd = listener, .events = POLLIN};
  sigset_t children, usual;
  int status = 0;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  (void)sigaction(SIGCHLD, &notice, NULL);
  (void)sigprocmask(SIG_BLOCK, &children, &usual);
  for (;;) {
    pid_t ended = waitpid(-1, &status, WNOHANG);
    if (ended == program)
      return status;
    if (ended < 0 && errno != EINTR)
      return 126 << 8;
    if (ended == 0 && ppoll(&from, 1, NULL, &usual) > 0)
      answer_question(listener);
  }
}
