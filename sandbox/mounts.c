/* What a sandboxed process sees of the files. A program: libraries, a folder to
 * be in, and three devices. A tool: everything, but it can change only its
 * folder (what it may read is Landlock's business). */
#include "sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *const for_programs[] = {
    "/lib",       "/lib32",     "/lib64",      "/libx32",          "/usr/lib",
    "/usr/lib32", "/usr/lib64", "/usr/libx32", "/etc/ld.so.cache", NULL};
static const char *const for_tools[] = {"/usr",
                                        "/bin",
                                        "/sbin",
                                        "/lib",
                                        "/lib32",
                                        "/lib64",
                                        "/libx32",
                                        "/etc/alternatives",
                                        "/etc/ld.so.cache",
                                        "/etc/ld.so.conf",
                                        "/etc/ld.so.conf.d",
                                        "/nix/store",
                                        "/gnu/store",
                                        NULL};
static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/urandom",
                                      NULL};

const char *const *system_paths(const settings *s) {
  return s->is_program ? for_programs : for_tools;
}

enum { SET_ATTRIBUTES = 442, RECURSIVE = 0x8000 };
enum { READ_ONLY = 1, NO_SET_ID = 2, NO_DEVICES = 4, NO_EXECUTION = 8 };

typedef struct mount_attributes {
  uint64_t set, clear, propagation, namespace;
} mount_attributes;

static bool set_attributes(const char *path, unsigned set, unsigned clear) {
  mount_attributes a = {.set = set, .clear = clear};
  return syscall(SET_ATTRIBUTES, AT_FDCWD, path, RECURSIVE, &a, sizeof a) == 0;
}

/* Everything that changes anything is told here once; the first failure is the
 * end, since a view that is half made is none. */
static void must(const settings *s, bool is_done, const char *what) {
  if (!is_done)
    sandbox_fail(s, what, errno);
}

static void make_folders(char *path) {
  for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
    *at = '\0';
    (void)mkdir(path, 0755);
    *at = '/';
  }
}

/* What 'from' shows is seen at 'to' as well; 'to' is made. */
static bool show(const char *from, const char *to) {
  struct stat s;
  char path[PATH_MAX];
  if (stat(from, &s) != 0)
    return false;
  snprintf(path, sizeof path, "%s", to);
  make_folders(path);
  if (S_ISDIR(s.st_mode))
    (void)mkdir(path, 0755);
  else
    close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
  return mount(from, path, NULL, MS_BIND | MS_REC, NULL) == 0;
}

static void show_system(const settings *s, const char *path) {
  char old[PATH_MAX], target[PATH_MAX];
  snprintf(old, sizeof old, "/old%s", path);
  ssize_t n = readlink(old, target, sizeof target - 1);
  if (n > 0) { /* /lib may lead to usr/lib, which is shown, too */
    target[n] = '\0';
    (void)!symlink(target, path);
    return;
  }
  if (access(old, F_OK) != 0)
    return;
  must(s, show(old, path), "the system's libraries cannot be shown");
  must(s, set_attributes(path, READ_ONLY | NO_SET_ID | NO_DEVICES, 0),
       "the system's libraries cannot be protected");
}

/* A new one shows the processes of the namespace alone; where it is refused,
 * the old one protects others by its own rules. */
static void show_processes(const settings *s) {
  enum { FLAGS = MS_NOSUID | MS_NODEV | MS_NOEXEC };
  (void)mkdir("/proc", 0755);
  if (mount("proc", "/proc", "proc", FLAGS, NULL) != 0)
    must(s, mount("/old/proc", "/proc", NULL, MS_BIND | MS_REC, NULL) == 0,
         "/proc cannot be shown");
}

static void show_all(settings *s) {
  char old[PATH_MAX];
  for (const char *const *p = for_programs; *p; p++)
    show_system(s, *p);
  for (const char **p = s->reads; *p; p++)
    show_system(s, *p);
  for (const char *const *p = devices; *p; p++) {
    snprintf(old, sizeof old, "/old%s", *p);
    (void)show(old, *p);
  }
  if (s->sees_proc)
    show_processes(s);
  (void)mkdir("/room", 0755);
  if (s->writes[0]) {
    snprintf(old, sizeof old, "/old%s", s->writes[0]);
    must(s, show(old, "/room"), "the folder cannot be shown");
    must(s, set_attributes("/room", NO_SET_ID | NO_DEVICES | NO_EXECUTION, 0),
         "the folder cannot be protected");
  }
}

/* The new root is a folder in memory, mounted where the kernel has surely a
 * folder; the old one goes away behind it. */
static void show_little(settings *s) {
  static const char *room[] = {"/room", NULL};
  if (mount("custos", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV,
            "mode=0755,size=1m") != 0)
    return; /* not offered */
  must(s, mkdir("/tmp/old", 0700) == 0, "a folder cannot be made");
  must(s, syscall(SYS_pivot_root, "/tmp", "/tmp/old") == 0 && chdir("/") == 0,
       "the root folder cannot be changed");
  show_all(s);
  must(s, umount2("/old", MNT_DETACH) == 0 && rmdir("/old") == 0,
       "the old root folder cannot be left");
  must(s,
       mount(NULL, "/", NULL,
             MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV,
             NULL) == 0,
       "the root folder cannot be protected");
  s->folder = "/room";
  s->writes = room;
  s->applied |= MOUNT_NAMESPACE;
}

/* A mount of its own for each that stays open to changes. */
static void protect_all(settings *s) {
  for (const char *const *p = devices; *p; p++)
    (void)mount(*p, *p, NULL, MS_BIND, NULL);
  for (const char **p = s->writes; *p; p++)
    must(s, mount(*p, *p, NULL, MS_BIND, NULL) == 0,
         "the folder cannot be shown");
  if (!set_attributes("/", READ_ONLY | NO_SET_ID | NO_DEVICES, 0))
    return; /* not offered */
  for (const char *const *p = devices; *p; p++)
    (void)set_attributes(*p, 0, NO_DEVICES);
  for (const char **p = s->writes; *p; p++)
    must(s, set_attributes(*p, 0, READ_ONLY), "the folder cannot be opened");
  s->applied |= MOUNT_NAMESPACE;
}

void enter_mounts(settings *s) {
  if (!(s->applied & MOUNT_NAMESPACE))
    return;
  s->applied &= ~(unsigned)MOUNT_NAMESPACE;
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
    return;
  if (s->is_program)
    show_little(s);
  else
    protect_all(s);
}
