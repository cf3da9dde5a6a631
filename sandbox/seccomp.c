/* The filter of system calls: those of calls.c, each in the table of the
 * machine and, on x86-64, in that of i386. */
#include "sandbox/calls.h"
#include "sandbox/sandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__
static const uint32_t MACHINE = AUDIT_ARCH_X86_64;
enum { IS_KNOWN = 1, HAS_I386 = 1 };
#elif defined __aarch64__
static const uint32_t MACHINE = AUDIT_ARCH_AARCH64;
enum { IS_KNOWN = 1, HAS_I386 = 0 };
#else
static const uint32_t MACHINE = 0;
enum { IS_KNOWN = 0, HAS_I386 = 0 };
#endif

enum {
  MOST_CODE = 4000,
  NEW_NAMESPACES = 0x7e020080, /* all that clone knows */
  NEW_THREAD = 0x10000,
  TCGETS_CODE = 0x5401,
  TIOCGWINSZ_CODE = 0x5413,
  SECRET_ARGUMENT = 5 /* execveat has five; the kernel looks at no sixth */
};

typedef struct filter {
  struct sock_filter at[MOST_CODE];
  unsigned short count;
  bool is_tool, has_threads;
  uint32_t self;
} filter;

static void put(filter *f, unsigned code, uint32_t k, unsigned yes,
                unsigned no) {
  if (f->count < MOST_CODE)
    f->at[f->count++] =
        (struct sock_filter){(uint16_t)code, (uint8_t)yes, (uint8_t)no, k};
}

static void load(filter *f, size_t offset) {
  put(f, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void load_argument(filter *f, unsigned i, bool high) {
  load(f, offsetof(struct seccomp_data, args) + 8 * i + (high ? 4 : 0));
}

static void answer(filter *f, uint32_t action) {
  put(f, BPF_RET | BPF_K, action, 0, 0);
}

static void refuse(filter *f, int wrong) {
  answer(f, SECCOMP_RET_ERRNO | (uint32_t)wrong);
}

/* 'yes' and 'no' are so many instructions further on. */
static void if_equal(filter *f, uint32_t k, unsigned yes, unsigned no) {
  put(f, BPF_JMP | BPF_JEQ | BPF_K, k, yes, no);
}

/* The argument is one of these: allowed. Else refused. */
static void allow_values(filter *f, unsigned argument, const uint32_t *values,
                         unsigned count) {
  load_argument(f, argument, false);
  for (unsigned i = 0; i < count; i++)
    if_equal(f, values[i], count - i, 0);
  refuse(f, EPERM);
  answer(f, SECCOMP_RET_ALLOW);
}

/* PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_CAPBSET_READ, PR_SET_VMA */
static const uint32_t harmless[] = {15, 16, 3, 23, 0x53564d41};
static const uint32_t terminal[] = {TCGETS_CODE, TIOCGWINSZ_CODE};

static void put_rule(filter *f, call_rule rule) {
  switch (rule) {
  case ANY:
    answer(f, SECCOMP_RET_ALLOW);
    break;
  case TO_SELF:
    if (f->is_tool)
      answer(f, SECCOMP_RET_ALLOW);
    else
      allow_values(f, 0, &f->self, 1);
    break;
  case OF_SELF:
    allow_values(f, 0, (uint32_t[]){0, f->self}, 2);
    break;
  case NO_NAMESPACE:
    load_argument(f, 0, false);
    put(f, BPF_JMP | BPF_JSET | BPF_K, NEW_NAMESPACES, 0, 1);
    refuse(f, EPERM);
    answer(f, SECCOMP_RET_ALLOW);
    break;
  case THREAD_ALONE:
    load_argument(f, 0, false);
    put(f, BPF_JMP | BPF_JSET | BPF_K, NEW_NAMESPACES, 1, 0);
    put(f, BPF_JMP | BPF_JSET | BPF_K, NEW_THREAD, 1, 0);
    refuse(f, EPERM);
    answer(f, SECCOMP_RET_ALLOW);
    break;
  case LOOKS_AT_TERMINAL:
    allow_values(f, 1, terminal, sizeof terminal / sizeof *terminal);
    break;
  case ASKS:
    allow_values(f, 0, (uint32_t[]){0xffffffff}, 1);
    break;
  case NAMES_ITSELF:
    allow_values(f, 0, harmless, sizeof harmless / sizeof *harmless);
    break;
  case NOT_THERE:
    refuse(f, ENOSYS);
    break;
  }
}

static void put_call(filter *f, long number, call_rule rule) {
  if (number < 0)
    return;
  unsigned short test = f->count;
  if_equal(f, (uint32_t)number, 0, 0);
  put_rule(f, rule);
  f->at[test].jf = (uint8_t)(f->count - test - 1);
}

/* One execveat gets through: that of our caller, who knows the secret. What is
 * executed knows nothing of it, and cannot read it. */
static void put_secret(filter *f, unsigned long secret) {
  unsigned short test = f->count;
  if_equal(f, SYS_execveat, 0, 0);
  load_argument(f, SECRET_ARGUMENT, false);
  if_equal(f, (uint32_t)secret, 0, 3);
  load_argument(f, SECRET_ARGUMENT, true);
  if_equal(f, (uint32_t)((uint64_t)secret >> 32), 0, 1);
  answer(f, SECCOMP_RET_ALLOW);
  refuse(f, EPERM);
  f->at[test].jf = (uint8_t)(f->count - test - 1);
}

static void put_table(filter *f, const call *calls, bool is_i386) {
  for (; calls->number >= 0 || calls->number32 >= 0; calls++)
    put_call(f, is_i386 ? calls->number32 : calls->number, calls->rule);
}

static void put_machine(filter *f, bool is_i386, unsigned long secret) {
  load(f, offsetof(struct seccomp_data, nr));
  if (!f->is_tool && !is_i386)
    put_secret(f, secret);
  put_table(f, program_calls, is_i386);
  if (f->is_tool)
    put_table(f, tool_calls, is_i386);
  if (f->has_threads)
    put_table(f, thread_calls, is_i386);
  refuse(f, EPERM);
}

/* Numbers of another machine mean something else: the end. The jump over the
 * first table is longer than a condition reaches. */
static void make_filter(filter *f, unsigned long secret) {
  load(f, offsetof(struct seccomp_data, arch));
  if_equal(f, MACHINE, 1, 0);
  unsigned short jump = f->count;
  put(f, BPF_JMP | BPF_JA, 0, 0, 0);
  put_machine(f, false, secret);
  f->at[jump].k = (uint32_t)(f->count - jump - 1);
  if (HAS_I386) {
    if_equal(f, AUDIT_ARCH_I386, 1, 0);
    answer(f, SECCOMP_RET_KILL_PROCESS);
    put_machine(f, true, secret);
  } else {
    answer(f, SECCOMP_RET_KILL_PROCESS);
  }
}

/* Calls that open a file. */
#ifdef SYS_open
enum { OPEN = SYS_open };
#else
enum { OPEN = -1 };
#endif
enum { OPEN_I386 = 5, OPENAT_I386 = 295 };

bool seccomp_names_folder(const struct seccomp_data *asked) {
  bool is_i386 = HAS_I386 && asked->arch == AUDIT_ARCH_I386;
  return asked->nr != (is_i386 ? (int)OPEN_I386 : (int)OPEN);
}

static void ask_about(filter *f, uint32_t machine, long open, long openat) {
  unsigned short test = f->count;
  if_equal(f, machine, 0, 0);
  load(f, offsetof(struct seccomp_data, nr));
  if_equal(f, (uint32_t)open, 1, 0);
  if_equal(f, (uint32_t)openat, 0, 1);
  answer(f, SECCOMP_RET_USER_NOTIF);
  answer(f, SECCOMP_RET_ALLOW);
  f->at[test].jf = (uint8_t)(f->count - test - 1);
}

/* The two other flags change nothing for a process of one thread. A kernel that
 * knows them (5.7) also knows the answer that a call may go on (5.5). */
int seccomp_listen(settings *s) {
  enum { ALL_FLAGS = 1 << 0 | 1 << 3 | 1 << 4 };
  static filter f;
  if (!(s->wanted & REGULAR_FILES) || !IS_KNOWN || s->is_program)
    return -1;
  load(&f, offsetof(struct seccomp_data, arch));
  ask_about(&f, MACHINE, OPEN, SYS_openat);
  if (HAS_I386)
    ask_about(&f, AUDIT_ARCH_I386, OPEN_I386, OPENAT_I386);
  answer(&f, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {f.count, f.at};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return -1;
  int listener =
      (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, ALL_FLAGS, &program);
  s->applied |= listener >= 0 ? REGULAR_FILES : 0;
  return listener;
}

void seccomp_enter(settings *s, unsigned long secret) {
  static filter f;
  if (!(s->wanted & SECCOMP) || !IS_KNOWN)
    return;
  f.is_tool = !s->is_program;
  f.has_threads = s->has_threads;
  f.self = (uint32_t)getpid();
  make_filter(&f, secret);
  struct sock_fprog program = {f.count, f.at};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0)
    s->applied |= SECCOMP;
  else if (errno != ENOSYS && errno != EINVAL)
    sandbox_fail(s, "the filter of system calls is not taken", errno);
}
