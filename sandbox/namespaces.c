#include "sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool write_file(const settings *s, const char *path, const char *text) {
  int file = openat(s->proc, path, O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  bool is_done = write(file, text, strlen(text)) == (ssize_t)strlen(text);
  close(file);
  return is_done;
}

/* One user and one group, who are called as before. */
static bool map_ourselves(const settings *s, uid_t user, gid_t group) {
  char text[64];
  if (!write_file(s, "self/setgroups", "deny") && errno != ENOENT)
    return false;
  snprintf(text, sizeof text, "%u %u 1", (unsigned)user, (unsigned)user);
  if (!write_file(s, "self/uid_map", text))
    return false;
  snprintf(text, sizeof text, "%u %u 1", (unsigned)group, (unsigned)group);
  return write_file(s, "self/gid_map", text);
}

void enter_user_namespace(settings *s) {
  uid_t user = geteuid();
  gid_t group = getegid();
  if (!(s->wanted & USER_NAMESPACE) || unshare(CLONE_NEWUSER) != 0)
    return;
  if (!map_ourselves(s, user, group))
    sandbox_fail(s, "no user is known in the user namespace", errno);
  s->applied |= USER_NAMESPACE;
}

static bool may_administer(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct now[2] = {{0}};
  return syscall(SYS_capget, &header, now) == 0 &&
         (now[0].effective >> CAP_SYS_ADMIN & 1);
}

/* Each by itself: a kernel may offer some. Processes that come after this are
 * in the namespace of processes; this one is not. */
void enter_namespaces(settings *s) {
  static const struct {
    unsigned bit;
    int flag;
  } kinds[] = {{MOUNT_NAMESPACE, CLONE_NEWNS},
               {NETWORK_NAMESPACE, CLONE_NEWNET},
               {IPC_NAMESPACE, CLONE_NEWIPC},
               {PROCESS_NAMESPACE, CLONE_NEWPID}};
  if (geteuid() != 0)
    enter_user_namespace(s);
  if (!may_administer())
    return;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if ((s->wanted & kinds[i].bit) && unshare(kinds[i].flag) == 0)
      s->applied |= kinds[i].bit;
}
