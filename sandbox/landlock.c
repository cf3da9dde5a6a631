/* Landlock: which files, which sockets, whom signals may reach. Its header is
 * older than the kernel in many places, so what is needed stands here. */
#include "sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CREATE = 444, ADD = 445, RESTRICT = 446 }; /* on every machine */
enum { VERSION_FLAG = 1, RULE_PATH_BENEATH = 1 };

enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIRECTORY = 1 << 3,
  ALL_OF_1 = (1 << 13) - 1,
  REFER = 1 << 13,                 /* from version 2 on */
  TRUNCATE = 1 << 14,              /* 3 */
  CONTROL_DEVICE = 1 << 15,        /* 5 */
  TCP = 3,                         /* 4: bind and connect */
  ABSTRACT_SOCKETS_AND_SIGNALS = 3 /* 6 */
};

typedef struct ruleset_attribute {
  uint64_t files, network, scoped;
} ruleset_attribute;

typedef struct __attribute__((packed)) path_attribute {
  uint64_t allowed;
  int32_t parent;
} path_attribute;

static uint64_t known_rights(long version) {
  uint64_t rights = ALL_OF_1;
  rights |= version >= 2 ? REFER : 0;
  rights |= version >= 3 ? TRUNCATE : 0;
  rights |= version >= 5 ? CONTROL_DEVICE : 0;
  return rights;
}

static void allow_file(int rules, int file, uint64_t rights) {
  struct stat s;
  if (fstat(file, &s) != 0)
    return;
  path_attribute a = {.allowed = rights, .parent = file};
  if (!S_ISDIR(s.st_mode)) /* the others are about folders */
    a.allowed &= EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE;
  (void)syscall(ADD, rules, RULE_PATH_BENEATH, &a, 0);
}

/* A path that is not there gives nothing away. */
static void allow(int rules, const char *path, uint64_t rights) {
  int file = open(path, O_PATH | O_CLOEXEC);
  if (file < 0)
    return;
  allow_file(rules, file, rights);
  close(file);
}

int landlock_prepare(const settings *s) {
  enum { READ = READ_FILE | READ_DIRECTORY };
  if (!(s->wanted & LANDLOCK))
    return -1;
  long version = syscall(CREATE, NULL, 0, VERSION_FLAG);
  if (version < 1)
    return -1;
  uint64_t all = known_rights(version);
  ruleset_attribute a = {.files = all};
  a.network = version >= 4 ? TCP : 0;
  a.scoped = version >= 6 ? ABSTRACT_SOCKETS_AND_SIGNALS : 0;
  size_t size = version >= 6   ? sizeof a
                : version >= 4 ? 2 * sizeof(uint64_t)
                               : sizeof(uint64_t);
  int rules = (int)syscall(CREATE, &a, size, 0);
  if (rules < 0)
    return -1;
  for (const char *const *p = system_paths(s); *p; p++)
    allow(rules, *p, READ | EXECUTE);
  for (const char **p = s->reads; *p; p++)
    allow(rules, *p, READ | EXECUTE);
  for (const char **p = s->writes; *p; p++)
    allow(rules, *p, all & ~(uint64_t)CONTROL_DEVICE);
  allow(rules, "/dev/null", READ_FILE | WRITE_FILE | (all & TRUNCATE));
  if (s->is_program) { /* a tool would take them for headers */
    allow(rules, "/dev/zero", READ_FILE);
    allow(rules, "/dev/urandom", READ_FILE);
  }
  if (s->sees_proc)
    allow(rules, "/proc", READ);
  allow_file(rules, s->program, READ_FILE | EXECUTE);
  if (s->place && !s->is_program)
    allow(rules, s->place, READ | EXECUTE);
  return rules;
}

void landlock_enter(settings *s, int rules) {
  if (rules < 0)
    return;
  /* Without it the kernel asks for a capability. */
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      syscall(RESTRICT, rules, 0) != 0)
    sandbox_fail(s, "Landlock's rules are not taken", errno);
  close(rules);
  s->applied |= LANDLOCK;
}
