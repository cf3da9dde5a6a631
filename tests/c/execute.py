"""Runs C programs as they are, with inputs that are given or random.

A program is compiled by clang together with functions that give the inputs and that
notice errors. Many runs are made in one process: what is in static memory is copied
back before each."""
import os
import subprocess

STUBS = r"""
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

enum { PASSED, FAILED, BLOCKED, LATE, CRASHED, ENDED };
static const char *const names[] = {"passed", "failed", "blocked", "late", "crashed", "ended"};
static sigjmp_buf away;
static long long given[100000];
static int count, used, is_random;
static unsigned long long state;

static unsigned long long draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state * 0x2545f4914f6cdd1dull;
}
/* Small ones, and those at the ends of types, more often than others. */
static long long any(void) {
  static const long long edges[] = {INT8_MIN,   INT8_MAX,   UINT8_MAX, INT16_MIN, INT16_MAX, UINT16_MAX,
                                    INT32_MIN,  INT32_MAX,  UINT32_MAX, INT64_MIN, INT64_MAX, 100, 1000, 32, 64};
  unsigned long long d = draw();
  switch (d & 7) {
  case 0: case 1: return (long long)((d >> 8) % 2);
  case 2: case 3: return (long long)((d >> 8) % 12) - 3;
  case 4: return edges[(d >> 8) % (sizeof edges / sizeof edges[0])];
  case 5: return edges[(d >> 8) % (sizeof edges / sizeof edges[0])] + (long long)((d >> 40) % 5) - 2;
  case 6: return (long long)((d >> 8) & 0xff);
  default: return (long long)draw();
  }
}
/* Functions of a program may have the same name: these are weak. */
#define WEAK __attribute__((weak))
static long long next(void) {
  if (used >= 100000) siglongjmp(away, LATE);
  if (is_random) given[used] = any();
  else if (used >= count) given[used] = 0;
  return given[used++];
}
#define INPUT(name, type) WEAK type __VERIFIER_nondet_##name(void) { return (type)next(); }
INPUT(char, char) INPUT(uchar, unsigned char) INPUT(short, short) INPUT(ushort, unsigned short) INPUT(int, int)
INPUT(uint, unsigned) INPUT(unsigned, unsigned) INPUT(long, long) INPUT(ulong, unsigned long) INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long) INPUT(u8, uint8_t) INPUT(u16, uint16_t) INPUT(u32, uint32_t) INPUT(size_t, size_t)
WEAK _Bool __VERIFIER_nondet_bool(void) { return (_Bool)(next() & 1); }
WEAK void *__VERIFIER_nondet_pointer(void) { return (void *)(intptr_t)next(); }
WEAK void __VERIFIER_error(void) { siglongjmp(away, FAILED); }
WEAK void reach_error(void) { siglongjmp(away, FAILED); }
WEAK void __VERIFIER_assert(int c) { if (!c) siglongjmp(away, FAILED); }
WEAK void __VERIFIER_assume(int c) { if (!c) siglongjmp(away, BLOCKED); }
void __assert_fail(const char *a, const char *b, unsigned c, const char *d) { (void)a, (void)b, (void)c, (void)d; siglongjmp(away, FAILED); }
void __wrap_exit(int s) { (void)s; siglongjmp(away, ENDED); }
void __wrap_abort(void) { siglongjmp(away, ENDED); }
static void caught(int s) { siglongjmp(away, s == SIGVTALRM ? LATE : CRASHED); }

extern int program_main();
extern char __start_prog_d[], __stop_prog_d[], __start_prog_b[], __stop_prog_b[];
static char saved[1 << 22];
__attribute__((no_sanitize("address"))) static void copy(volatile char *to, const volatile char *from, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = from ? from[i] : 0;
}
static int one(void) {
  struct itimerval limit = {{0, 0}, {LIMIT_SECONDS, LIMIT_MICROSECONDS}}, off = {{0, 0}, {0, 0}};
  used = 0;
  int how = sigsetjmp(away, 1);
  if (how == 0) {
    setitimer(ITIMER_VIRTUAL, &limit, NULL);
    program_main(0, NULL);
  }
  setitimer(ITIMER_VIRTUAL, &off, NULL);
  return how;
}
int main(int argc, char **argv) {
  static char stack[1 << 16];
  stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = caught, .sa_flags = SA_ONSTACK};
  sigaltstack(&alternative, NULL);
  sigaction(SIGVTALRM, &action, NULL);
#ifndef SANITIZED
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
#endif
  sigaction(SIGFPE, &action, NULL);
  struct rlimit memory = {1u << 30, 1u << 30};
#ifndef SANITIZED
  setrlimit(RLIMIT_AS, &memory);
#endif
  (void)memory;
  is_random = strcmp(argv[1], "random") == 0;
  if (!is_random) {
    for (int i = 2; i < argc; i++) given[count++] = (long long)strtoull(argv[i], NULL, 0);
    printf("%s\n", names[one()]);
    fflush(stdout);
    _exit(0);
  }
  long runs = strtol(argv[2], NULL, 0), many[6] = {0};
  state = strtoull(argv[3], NULL, 0) * 0x9e3779b97f4a7c15ull + 88172645463325252ull;
  size_t d = (size_t)(__stop_prog_d - __start_prog_d), b = (size_t)(__stop_prog_b - __start_prog_b);
  if (d > sizeof saved) return 3;
  copy(saved, __start_prog_d, d);
  for (long i = 0; i < runs; i++) {
    if (i) copy(__start_prog_d, saved, d), copy(__start_prog_b, NULL, b);
    int how = one();
    many[how]++;
    if (how == FAILED) {
      printf("inputs");
      for (int k = 0; k < used; k++) printf(" %lld", given[k]);
      printf("\n");
      break;
    }
    if (many[LATE] >= 20) break;
  }
  for (int k = 0; k < 6; k++) printf("%s %ld\n", names[k], many[k]);
  fflush(stdout);
  _exit(0);
}
"""
# Goes before each file of the program.
FIRST = r"""
#pragma clang section bss="prog_b" data="prog_d"
__attribute__((used)) static int custos_pad_b;
__attribute__((used)) static int custos_pad_d = 1;
"""


def sanitizers(checks):
    """Those that see what these checks of custos are about."""
    out = ["address"] if {"bounds", "null", "free"} & set(checks) else []
    out += ["shift"] if "shift" in checks else ["shift-base"] if "overflow" in checks else []
    out += ["signed-integer-overflow"] if "overflow" in checks else []
    out += ["integer-divide-by-zero"] if "division" in checks else []
    return out


class Executable:
    def __init__(self, files, folder, ilp32, checks=(), arguments=(), sanitize=None, milliseconds=200):
        """ValueError: it does not compile, with what clang says."""
        self.folder = folder
        self.path = os.path.join(folder, "program")
        chosen = sanitizers(checks) if sanitize is None else list(sanitize)
        machine = "-m32" if ilp32 else "-m64"
        flags = [os.environ.get("CLANG", "clang-14"), "-O0", "-w", "-fno-strict-aliasing", machine, "-fbracket-depth=2048"]
        flags += [] if "signed-integer-overflow" in chosen else ["-fwrapv"]
        flags += ["-fsanitize=" + ",".join(chosen), "-fno-sanitize-recover=all"] if chosen else []
        for name, text in (("stubs.c", STUBS), ("first.h", FIRST)):
            with open(os.path.join(folder, name), "w", encoding="ascii") as out:
                out.write(text)
        objects = []
        limits = ["-DLIMIT_SECONDS=%d" % (milliseconds // 1000), "-DLIMIT_MICROSECONDS=%d" % (milliseconds % 1000 * 1000)]
        self.call([os.environ.get("CLANG", "clang-14"), "-O1", "-w", machine, *limits, *(["-DSANITIZED"] if chosen else []), "-c", "stubs.c", "-o", "stubs.o"])
        for number, path in enumerate(files):
            objects.append("part%d.o" % number)
            self.call([*flags, "-Dmain=program_main", "-include", "first.h", *arguments, "-c", os.path.abspath(path), "-o", objects[-1]])
        self.call([*flags, "-Wl,--wrap=exit,--wrap=abort", *objects, "stubs.o", "-o", self.path])

    def call(self, command):
        done = subprocess.run(command, cwd=self.folder, capture_output=True, check=False)
        if done.returncode != 0:
            raise ValueError(done.stderr.decode(errors="replace"))

    def run(self, words, seconds):
        # No leak is an error here, and a fault must end the process with a status of its own.
        environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:exitcode=99:handle_segv=1:detect_stack_use_after_return=1", UBSAN_OPTIONS="exitcode=99:halt_on_error=1")
        try:
            return subprocess.run([self.path, *words], cwd=self.folder, capture_output=True, timeout=seconds, check=False, env=environment)
        except subprocess.TimeoutExpired:
            return None

    def with_inputs(self, values):
        """passed, failed, blocked, late, crashed or ended (by exit); 'undefined' if a sanitizer ended it."""
        done = self.run(["list", *[str(v) for v in values]], 60)
        if done is None:
            return "late"
        word = done.stdout.decode().strip()
        return word if done.returncode == 0 and word else "undefined"

    def at_random(self, runs, seed=1, seconds=60):
        """({how: number of runs}, inputs of the first that failed or None). A run that a sanitizer ends counts as 'undefined', and is the last."""
        done = self.run(["random", str(runs), str(seed)], seconds)
        counts, inputs = {}, None
        if done is None:
            return {"late": 1}, None
        for line in done.stdout.decode().split("\n"):
            words = line.split()
            if words[:1] == ["inputs"]:
                inputs = [int(x) for x in words[1:]]
            elif words:
                counts[words[0]] = int(words[1])
        if done.returncode != 0:
            counts["undefined"] = 1
        return counts, inputs
