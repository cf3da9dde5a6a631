"""What programs really do: compiled by clang, run with all inputs.

Many programs are one executable. Each is run in a process of its own, again and
again: an input takes its first value, and after each run the last input that
has another one takes that. What programs have in static memory lies in sections of
their own, which are copied back before each run."""
import os
import re
import subprocess

HARNESS = r"""
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PASSED, FAILED, BLOCKED, TOO_LONG };
static jmp_buf away;
static long long path[64], width[64], low[64];
static int depth, known, ticks, most_ticks, limit_ticks = 600;
static int lines[64], line_count;

void fail_at(int line) {
  int i;
  for (i = 0; i < line_count && lines[i] != line; i++) {
  }
  if (i == line_count && i < 64) lines[line_count++] = line;
  longjmp(away, FAILED);
}
void block(void) { longjmp(away, BLOCKED); }
void tick(void) {
  if (++ticks > limit_ticks) longjmp(away, TOO_LONG);
}
long long input(long long lo, long long hi) {
  if (depth == 64) longjmp(away, TOO_LONG);
  if (depth >= known) {
    path[depth] = 0;
    known = depth + 1;
  }
  low[depth] = lo;
  width[depth] = hi - lo + 1;
  return lo + path[depth++];
}

/* What the checks of --check mean. */
intptr_t at(intptr_t i, intptr_t count) {
  if (i < 0 || i >= count) fail_at(0);
  return i;
}
void *some(void *p) {
  if (!p) fail_at(0);
  return p;
}
static void *heap[256];
static char is_live[256];
static int heap_count;
void *allocate(size_t size) {
  if (heap_count == 256) longjmp(away, TOO_LONG);
  is_live[heap_count] = 1;
  heap[heap_count] = malloc(size ? size : 1);
  memset(heap[heap_count], 0x5a, size);
  return heap[heap_count++];
}
void *live(void *p) { /* of heap objects, from their beginning */
  int i;
  for (i = 0; i < heap_count; i++) {
    if (heap[i] == p && !is_live[i]) fail_at(0);
  }
  return some(p);
}
void release(void *p) {
  int i;
  for (i = 0; p && i < heap_count; i++) {
    if (heap[i] == p) {
      if (!is_live[i]) fail_at(0);
      is_live[i] = 0;
      return;
    }
  }
  if (p) fail_at(0);
}
void __ubsan_handle_add_overflow_minimal(void) { fail_at(0); }
void __ubsan_handle_sub_overflow_minimal(void) { fail_at(0); }
void __ubsan_handle_mul_overflow_minimal(void) { fail_at(0); }
void __ubsan_handle_negate_overflow_minimal(void) { fail_at(0); }
void __ubsan_handle_divrem_overflow_minimal(void) { fail_at(0); }
void __ubsan_handle_shift_out_of_bounds_minimal(void) { fail_at(0); }
long long __mulodi4(long long a, long long b, int *overflow) { /* which 32-bit libraries lack */
  long long r = (long long)((unsigned long long)a * (unsigned long long)b);
  *overflow = a != 0 && ((a == -1 && b == INT64_MIN) || (a != -1 && (r / a != b || r % a != 0)));
  return r;
}

enum { SPOTS = 8, VALUES = 8 };
static struct {
  long long count, min, max, seen[VALUES];
  unsigned long long ones, zeros;
  int distinct;
} spots[SPOTS];
void observe(int k, long long v) {
  int i;
  if (!spots[k].count++) spots[k].min = spots[k].max = v;
  if (v < spots[k].min) spots[k].min = v;
  if (v > spots[k].max) spots[k].max = v;
  spots[k].ones |= (unsigned long long)v;
  spots[k].zeros |= ~(unsigned long long)v;
  for (i = 0; i < spots[k].distinct && i < VALUES; i++) {
    if (spots[k].seen[i] == v) return;
  }
  if (i < VALUES) spots[k].seen[i] = v;
  spots[k].distinct++;
}

static void all_runs(int (*program)(void), char *data, char *data_end, char *bss, char *bss_end) {
  static char saved[1 << 16];
  size_t n = (size_t)(data_end - data), z = (size_t)(bss_end - bss);
  volatile long runs = 0;
  volatile long failed = 0, blocked = 0, late = 0;
  volatile int shown = 0, first_count = 0;
  static long long first[64];
  memcpy(saved, data, n);
  do {
    if (runs) memcpy(data, saved, n);
    if (runs) memset(bss, 0, z);
    depth = ticks = 0;
    for (int i = 0; i < heap_count; i++) free(heap[i]);
    heap_count = 0;
    int how = setjmp(away);
    if (how == 0) program();
    if (ticks > most_ticks) most_ticks = ticks;
    runs++;
    failed += how == FAILED;
    blocked += how == BLOCKED;
    late += how == TOO_LONG;
    if (how == FAILED && !shown) {
      shown = 1;
      first_count = depth;
      for (int i = 0; i < depth; i++) first[i] = low[i] + path[i];
    }
    known = depth;
    while (known > 0 && path[known - 1] + 1 >= width[known - 1]) known--;
    if (known > 0) path[known - 1]++;
  } while (known > 0 && !late && runs < MOST_RUNS);
  if (known > 0) late++;
  printf("runs %ld failed %ld blocked %ld late %ld ticks %d inputs", runs, failed, blocked, late, most_ticks);
  for (int i = 0; i < first_count; i++) printf(" %lld", first[i]);
  printf("\n");
  for (int k = 0; k < SPOTS; k++) {
    printf("spot %d count %lld min %lld max %lld ones %llu zeros %llu distinct %d :", k, spots[k].count, spots[k].min, spots[k].max,
           spots[k].ones, spots[k].zeros, spots[k].distinct);
    for (int i = 0; i < spots[k].distinct && i < VALUES; i++) printf(" %lld", spots[k].seen[i]);
    printf("\n");
  }
}
static void apart(int number, int (*program)(void), char *data, char *data_end, char *bss, char *bss_end) {
  printf("program %d\n", number);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    alarm(10);
    all_runs(program, data, data_end, bss, bss_end);
    fflush(stdout);
    _exit(0);
  }
  int status = 1;
  waitpid(child, &status, 0);
  if (status) printf("crash %d\n", status);
  fflush(stdout);
}
"""
# What programs see of it.
BEFORE = r"""
__attribute__((noreturn)) extern void fail_at(int), block(void);
extern void tick(void), observe(int, long long), release(void *);
extern long long input(long long, long long);
extern __INTPTR_TYPE__ at(__INTPTR_TYPE__, __INTPTR_TYPE__);
extern void *some(void *), *live(void *), *allocate(__SIZE_TYPE__), *memcpy(void *, const void *, __SIZE_TYPE__), *memset(void *, int, __SIZE_TYPE__);
#define FAIL fail_at(__LINE__)
/* Its parameter is an int. */
#define ASSUME(c) ((int)(c) ? (void)0 : block())
"""
MOST_RUNS = 5000
STRICT = ["-Werror=return-type", "-Werror=int-conversion", "-Werror=incompatible-pointer-types", "-Werror=implicit-function-declaration",
          "-Werror=uninitialized", "-Werror=implicit-int", "-Werror=excess-initializers"]


class Truth:
    """runs, failed, blocked, late: numbers of runs; inputs: of the first that failed; spots."""

    def __init__(self):
        self.runs = self.failed = self.blocked = self.late = self.ticks = 0
        self.inputs, self.spots, self.is_broken = [], {}, False

    def is_usable(self):
        return not self.is_broken and self.late == 0 and self.runs > 0


def flags(program):
    """Programs with equal flags may be compiled together."""
    out = ["-m32" if program.ilp32 else "-m64"]
    sanitize = []
    if "overflow" in program.checks:
        sanitize += ["signed-integer-overflow", "shift-base"]
    else:
        out.append("-fwrapv")
    if "division" in program.checks:
        sanitize.append("integer-divide-by-zero")
    if sanitize:
        out += ["-fsanitize=" + ",".join(sanitize), "-fsanitize-minimal-runtime"]
    return tuple(out)


def compile_all(programs, folder):
    options = flags(programs[0])
    source = [BEFORE]
    calls = []
    for number, program in enumerate(programs):
        assert flags(program) == options
        section = 'p%d' % number
        source.append('#pragma clang section bss="%sb" data="%sd"' % (section, section))
        # There is something in both sections.
        source.append("static int pad_bss_%d; static int pad_data_%d = 1;" % (number, number))
        source.append("#line 1")
        source.append(program.native(number))
        source.append("void *pads_%d(int i) { return i ? (void *)&pad_bss_%d : (void *)&pad_data_%d; }" % (number, number, number))
        calls.append(number)
    with open(os.path.join(folder, "truth.c"), "w", encoding="ascii") as out:
        out.write("\n".join(source) + "\n")
    with open(os.path.join(folder, "harness.c"), "w", encoding="ascii") as out:
        out.write("#define MOST_RUNS %d\n" % MOST_RUNS + HARNESS)
        for n in calls:
            out.write("extern int main_%d(void); extern char __start_p%db[], __stop_p%db[], __start_p%dd[], __stop_p%dd[];\n" % (n, n, n, n, n))
        out.write("int main(void) {\n")
        for n in calls:
            out.write("  apart(%d, main_%d, __start_p%dd, __stop_p%dd, __start_p%db, __stop_p%db);\n" % (n, n, n, n, n, n))
        out.write("  return 0;\n}\n")
    # The harness itself is not checked: its flags are its own.
    machine = options[0]
    for command in ([os.environ.get("CLANG", "clang-14"), "-O0", "-w", *STRICT, *options, "-c", "truth.c", "-o", "truth.o"],
                    [os.environ.get("CLANG", "clang-14"), "-O1", "-w", machine, "-c", "harness.c", "-o", "harness.o"],
                    [os.environ.get("CLANG", "clang-14"), machine, "truth.o", "harness.o", "-o", "truth"]):
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        if done.returncode != 0:
            return done.stderr.decode(errors="replace")
    return None


def run_all(programs, folder):
    """A Truth for each; all have equal flags. ValueError: they do not compile."""
    problem = compile_all(programs, folder)
    if problem:
        raise ValueError(problem)
    done = subprocess.run([os.path.join(folder, "truth")], capture_output=True, check=False)
    out, truth = [], None
    for line in done.stdout.decode().split("\n"):
        words = line.split()
        if not words:
            continue
        if words[0] == "program":
            truth = Truth()
            out.append(truth)
        elif words[0] == "runs":
            truth.runs, truth.failed, truth.blocked, truth.late, truth.ticks = (int(words[i]) for i in (1, 3, 5, 7, 9))
            truth.inputs = [int(x) for x in words[11:]]
        elif words[0] == "spot":
            numbers = [int(x) for x in re.findall(r"-?\d+", line)]
            names = ("count", "min", "max", "ones", "zeros", "distinct")
            truth.spots[numbers[0]] = dict(zip(names, numbers[1:7]), values=numbers[7:])
        elif words[0] == "crash":
            truth.is_broken = True
    if len(out) != len(programs):
        raise ValueError("the programs ended early")
    return out
