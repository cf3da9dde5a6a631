#include "sandbox/sandbox.h"

#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NOBODY = 65534, MEBIBYTE = 1 << 20, MOST_CAPABILITIES = 64 };

/* Never more than what is allowed already. The type is what glibc calls it. */
static void limit(__rlimit_resource_t what, rlim_t soft, rlim_t hard) {
  struct rlimit l;
  if (getrlimit(what, &l) != 0)
    return;
  l.rlim_max = l.rlim_max < hard ? l.rlim_max : hard;
  l.rlim_cur = l.rlim_max < soft ? l.rlim_max : soft;
  (void)setrlimit(what, &l);
}

/* A core of one byte: of none at all, a program that collects them is told. A
 * file that is too large is an error for the program to see, not its end. */
void set_limits(settings *s) {
  if (!(s->wanted & LIMITS))
    return;
  limit(RLIMIT_CORE, 1, 1);
  if (s->seconds)
    limit(RLIMIT_CPU, s->seconds, s->seconds + 1);
  if (s->memory)
    limit(RLIMIT_AS, (rlim_t)s->memory * MEBIBYTE,
          (rlim_t)s->memory * MEBIBYTE);
  if (s->stack)
    limit(RLIMIT_STACK, (rlim_t)s->stack * MEBIBYTE,
          (rlim_t)s->stack * MEBIBYTE);
  if (s->limits_file) {
    limit(RLIMIT_FSIZE, (rlim_t)s->file * MEBIBYTE, (rlim_t)s->file * MEBIBYTE);
    (void)signal(SIGXFSZ, SIG_IGN);
  }
  if (s->limits_processes)
    limit(RLIMIT_NPROC, 0, 0);
  s->applied |= LIMITS;
}

void refuse_new_privileges(settings *s) {
  if ((s->wanted & NO_NEW_PRIVILEGES) &&
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
    s->applied |= NO_NEW_PRIVILEGES;
}

/* All capabilities but these, for ever: nothing that is executed gets them
 * back. Without the right to forget them there are none. */
static bool keep_capabilities(unsigned kept) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct now[2] = {
      {.effective = kept, .permitted = kept, .inheritable = kept}};
  for (int i = 0; i < MOST_CAPABILITIES; i++)
    if (i >= 32 || !(kept >> i & 1))
      (void)prctl(PR_CAPBSET_DROP, i, 0, 0, 0);
  return syscall(SYS_capset, &header, now) == 0;
}

/* The program of root runs as nobody; the folder that it may write to becomes
 * nobody's, and the file that it is can be read by all. */
static bool become_nobody(const settings *s) {
  for (const char **p = s->writes; *p; p++)
    (void)!chown(*p, NOBODY, NOBODY);
  (void)fchmod(s->program, 0755);
  /* Who changes the user cannot write to its own files in /proc, unless it says
   * so: a user namespace needs that. */
  return setgroups(0, NULL) == 0 && setresgid(NOBODY, NOBODY, NOBODY) == 0 &&
         setresuid(NOBODY, NOBODY, NOBODY) == 0 &&
         prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0;
}

/* Tools of root still read what root may: sources may belong to others. */
void drop_identity(settings *s) {
  if (!(s->wanted & IDENTITY))
    return;
  bool is_root = geteuid() == 0 && !(s->applied & USER_NAMESPACE);
  bool is_nobody = s->is_program && is_root;
  bool is_done = !is_nobody || become_nobody(s);
  unsigned kept = s->is_program || !is_root ? 0 : 1u << CAP_DAC_READ_SEARCH;
  if (!keep_capabilities(kept))
    sandbox_fail(s, "capabilities cannot be given up", errno);
  s->applied |= is_done ? IDENTITY : 0;
}
