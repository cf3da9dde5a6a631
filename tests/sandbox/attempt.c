/* One attempt to get out of the sandbox: 'attempt WHAT OUTSIDE'. Exit code 0:
 * it got through; 1: it was refused; 3: it is not understood. OUTSIDE is a
 * folder that must stay as it is, with a file 'secret' in it. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

static char path[4096];
static pid_t victim; /* a process outside, of the same user */

static int reads(const char *file) {
  char byte;
  int f = open(file, O_RDONLY);
  return f >= 0 && read(f, &byte, 1) == 1;
}

static int connects(int family) {
  int s = socket(family, SOCK_STREAM, 0);
  struct sockaddr_in in = {.sin_family = AF_INET,
                           .sin_port = htons((uint16_t)atoi(getenv("PORT"))),
                           .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct sockaddr_un un = {.sun_family = AF_UNIX};
  snprintf(un.sun_path + 1, sizeof un.sun_path - 1, "custos-%s",
           getenv("PORT"));
  if (s < 0)
    return 0;
  if (family == AF_INET)
    return connect(s, (struct sockaddr *)&in, sizeof in) == 0;
  return connect(s, (struct sockaddr *)&un,
                 (socklen_t)(sizeof(sa_family_t) + 1 +
                             strlen(un.sun_path + 1))) == 0;
}

static int read_secret(void) { return reads(path); }
static int write_secret(void) { return open(path, O_WRONLY) >= 0; }
static int delete_secret(void) { return unlink(path) == 0; }
static int rename_secret(void) { return rename(path, "taken") == 0; }
static int truncate_secret(void) { return truncate(path, 0) == 0; }

static int by_symbolic_link(void) {
  (void)unlink("link");
  return symlink(path, "link") == 0 && reads("link");
}

static int by_hard_link(void) {
  (void)unlink("hard");
  return link(path, "hard") == 0 && reads("hard");
}

static int make_file(void) {
  strcat(path, "-new");
  return open(path, O_WRONLY | O_CREAT, 0600) >= 0;
}

static int read_shadow(void) { return reads("/etc/shadow"); }

static int fork_it(void) {
  pid_t p = fork();
  if (p == 0)
    _exit(0);
  return p > 0;
}

static int execute_shell(void) {
  char *words[] = {"sh", "-c", "exit 0", NULL}; /* it would exit 0 */
  execv("/bin/sh", words);
  return 0;
}

static int tcp(void) { return connects(AF_INET); }
static int abstract_socket(void) { return connects(AF_UNIX); }

static int signal_it(void) {
  return kill(victim, 0) == 0 && kill(victim, SIGUSR1) == 0;
}

static int trace_it(void) {
  return ptrace(PTRACE_ATTACH, victim, NULL, NULL) == 0;
}

static int read_memory(void) {
  char name[64];
  snprintf(name, sizeof name, "/proc/%d/mem", (int)victim);
  return open(name, O_RDWR) >= 0;
}

static int read_memory_by_call(void) {
  char byte;
  static char *where;
  struct iovec here = {&byte, 1}, there = {&where, 1};
  return process_vm_readv(victim, &here, 1, &there, 1, 0) == 1 ||
         errno == EFAULT; /* it was allowed to look */
}

static int read_environment(void) {
  char name[64];
  snprintf(name, sizeof name, "/proc/%d/environ", (int)victim);
  return reads(name);
}

static int root_of_victim(void) {
  char name[5000];
  snprintf(name, sizeof name, "/proc/%d/root%s", (int)victim, path);
  return reads(name);
}

static int shared_memory(void) {
  return shmget((key_t)atoi(getenv("PORT")), 1, 0) >= 0;
}

static int new_namespace(void) { return unshare(CLONE_NEWUSER) == 0; }

/* Over its own folder: if it succeeds, it must do no harm. */
static int mount_it(void) { return mount("none", ".", "tmpfs", 0, NULL) == 0; }

static int raise_limit(void) {
  struct rlimit l;
  if (getrlimit(RLIMIT_CORE, &l) != 0)
    return 0;
  l.rlim_max = l.rlim_max == RLIM_INFINITY ? l.rlim_max : l.rlim_max + 4096;
  l.rlim_cur = l.rlim_max;
  return setrlimit(RLIMIT_CORE, &l) == 0;
}

static int load_module(void) {
  return syscall(SYS_init_module, "", 0, "") == 0 || errno == ENOEXEC;
}

static int become_root(void) { return setuid(0) == 0; }

static int nothing(void) { return 1; }

static const struct {
  const char *name;
  int (*attempt)(void);
} attempts[] = {{"nothing", nothing},
                {"read", read_secret},
                {"write", write_secret},
                {"delete", delete_secret},
                {"rename", rename_secret},
                {"truncate", truncate_secret},
                {"symlink", by_symbolic_link},
                {"hardlink", by_hard_link},
                {"create", make_file},
                {"shadow", read_shadow},
                {"fork", fork_it},
                {"shell", execute_shell},
                {"tcp", tcp},
                {"abstract-socket", abstract_socket},
                {"signal", signal_it},
                {"ptrace", trace_it},
                {"proc-mem", read_memory},
                {"vm-read", read_memory_by_call},
                {"proc-environ", read_environment},
                {"proc-root", root_of_victim},
                {"shared-memory", shared_memory},
                {"namespace", new_namespace},
                {"mount", mount_it},
                {"limit", raise_limit},
                {"module", load_module},
                {"root", become_root}};

int main(int count, char **words) {
  if (count < 4)
    return 3;
  snprintf(path, sizeof path - 8, "%s/secret", words[2]);
  victim = (pid_t)atoi(words[3]);
  for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++)
    if (strcmp(attempts[i].name, words[1]) == 0)
      return attempts[i].attempt() ? 0 : 1;
  return 3;
}
