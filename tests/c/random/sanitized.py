#!/usr/bin/env python3
"""Random C programs: 'custos check --check=all --presume=malloc' beside sanitizers, over all inputs.

    sanitized.py [--custos=PATH] [--jobs=N] [--keep=DIR] COUNT [SEED]

Each program of generate.py (COUNT of them, from SEED on) is built by clang with AddressSanitizer and
UndefinedBehaviorSanitizer, and run with all its inputs, each run in a process of its own. HOLDS must mean that no
run failed or was reported, VIOLATED that some was. UNKNOWN is no difference, but is counted. Programs with
more than --runs inputs, or with inputs that cannot be listed, are skipped.
Closes with 'N passed, N failed, N skipped'."""
import argparse
import collections
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)
import generate  # noqa: E402

CLANG = os.environ.get("CUSTOS_CLANG") or "clang-14"
# The ways in which generate.py asks for an input in a range.
INPUTS = [(re.compile(r"__VERIFIER_nondet_\w+\(\) & (\d+)\b"), r"custos_input(0, \1)"), (re.compile(r"__VERIFIER_nondet_bool\(\)"), "custos_input(0, 1)"),
          (re.compile(r"__VERIFIER_nondet_\w+\(\); __VERIFIER_assume\((\w+) >= \(?(-?\d+)[a-zL]*\)? && \1 <= \(?(-?\d+)[a-zL]*\)?\);"), r"custos_input(\2LL, \3LL);"),
          (re.compile(r"__VERIFIER_nondet_\w+\(\); __VERIFIER_assume\((\w+) < (\d+)[a-z]*\);"), r"custos_input(0, \2 - 1);")]
REFUSED = re.compile(r"-Wdivision-by-zero\]|-Winteger-overflow\]")
CHECKS = ("bounds", "null", "free", "division", "overflow")
# The parent enumerates: what the child was given, and how many values it might have been, is in shared memory.
HARNESS = r"""
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
int program_main(void);
static struct { long long value[64], count[64]; int depth; } *shared;
static int depth;
long long custos_input(long long least, long long most) {
  if (depth == 64) _exit(9);
  shared->count[depth] = most - least + 1;
  shared->depth = depth + 1;
  return least + shared->value[depth++];
}
void __VERIFIER_error(void) { _exit(3); }
void custos_abort(void) { _exit(0); }
void custos_exit(int code) { _exit(0); }
void __VERIFIER_assume(int c) { if (!c) _exit(0); }
int main(int n, char **words) {
  int runs = 0, failed = 0, most = atoi(words[1]);
  shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (;; runs++) {
    int status = 0;
    if (runs == most) return 2;
    shared->depth = 0;
    pid_t child = fork();
    if (child == 0) { alarm(10); program_main(); _exit(0); }
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status) && WTERMSIG(status) == 14) return 2;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 9) return 2;
    if (status && !failed++) {
      fprintf(stderr, "inputs:");
      for (int i = 0; i < shared->depth; i++) fprintf(stderr, " %lld", shared->value[i]);
      fprintf(stderr, "\n");
    }
    int last = shared->depth - 1;
    while (last >= 0 && shared->value[last] + 1 >= shared->count[last]) last--;
    if (last < 0) break;
    shared->value[last]++;
    for (int i = last + 1; i < 64; i++) shared->value[i] = 0;
  }
  printf("%d %d\n", runs + 1, failed);
  return 0;
}
"""
SETTINGS = {"ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:symbolize=0", "UBSAN_OPTIONS": "symbolize=0", "PATH": os.environ["PATH"]}


def truth(program, most, folder):
    """(runs, failed, what the sanitizers said), or None: it cannot be told."""
    text = program.text()
    for pattern, instead in INPUTS:
        text = pattern.sub(instead, text)
    if "__VERIFIER_nondet" in re.sub("extern .*", "", text):
        return None
    with open(os.path.join(folder, "program.c"), "w", encoding="ascii") as out:
        out.write("extern long long custos_input(long long, long long);\n" + text)
    with open(os.path.join(folder, "harness.c"), "w", encoding="ascii") as out:
        out.write(HARNESS)
    machine = "-m32" if program.ilp32 else "-m64"
    done = subprocess.run([CLANG, "-O0", "-g1", "-w", machine, "-Dmain=program_main", "-Dabort=custos_abort", "-Dexit=custos_exit", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-c", "program.c"],
                          cwd=folder, capture_output=True, check=False)
    if done.returncode == 0:
        done = subprocess.run([CLANG, "-O0", "-w", machine, "-fsanitize=address,undefined", "harness.c", "program.o", "-o", "sanitized"], cwd=folder, capture_output=True, check=False)
    if done.returncode:
        return None
    done = subprocess.run([os.path.join(folder, "sanitized"), str(most)], capture_output=True, text=True, env=SETTINGS, check=False, errors="replace")
    if done.returncode or not done.stdout.split():
        return None
    runs, failed = map(int, done.stdout.split()[-2:])
    return runs, failed, " ".join(re.findall(r"runtime error: .*|ERROR: AddressSanitizer: \S+|inputs:.*", done.stderr)[:2])


def ask(options, program, folder):
    path = os.path.join(folder, "asked.c")
    with open(path, "w", encoding="ascii") as out:
        out.write(program.text())
    width = [o for o in program.options() if o in ("--ilp32", "--lp64")]
    done = subprocess.run([options.custos, "check", "--check=all", "--presume=malloc", *width, "--time=%g" % options.time, "-o", folder, path], capture_output=True, text=True, check=False)
    verdict = {0: "holds", 10: "violated", 5: "unknown"}.get(done.returncode, "exit %d" % done.returncode)
    if verdict == "exit 2" and REFUSED.search(done.stderr):  # undefined in constants: nothing is left to check
        verdict = "unknown"
    return verdict, (done.stdout + done.stderr).split("\n")[0][:240]


def work(job):
    """(seed, verdict, whether it fails, what is wrong, program) of some seeds; a verdict of None: skipped."""
    options, seeds = job
    out = []
    with tempfile.TemporaryDirectory() as folder:
        for seed, program, plain in generate.programs(list(seeds), lambda _: CHECKS, folder):
            known = truth(program, options.runs, folder) if plain.runs <= options.runs else None
            if known is None:
                out.append((seed, None, False, None, program))
                continue
            verdict, said = ask(options, program, folder)
            wrong = None
            if verdict.startswith("exit") or (verdict == "holds" and known[1]) or (verdict == "violated" and not known[1]):
                wrong = "%s, but %d of %d runs fail (%s): %s" % (verdict, known[1], known[0], known[2], said)
            out.append((seed, verdict, bool(known[1]), wrong, program))
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=50)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/release/custos"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--time", type=float, default=10)
    parser.add_argument("--runs", type=int, default=128, help="most of one program")
    parser.add_argument("--keep", help="folder for programs with differences")
    options = parser.parse_args()
    options.custos = os.path.abspath(options.custos)
    passed = failed = skipped = 0
    verdicts = collections.Counter()
    last = options.seed + options.count
    jobs = [(options, range(first, min(first + 25, last))) for first in range(options.seed, last, 25)]
    with multiprocessing.Pool(options.jobs) as pool:
        for some in pool.imap(work, jobs):
            for seed, verdict, fails, wrong, program in some:
                skipped += verdict is None
                passed += verdict is not None and not wrong
                failed += bool(wrong)
                verdicts["%s, %s" % (verdict or "skipped", "fails" if fails else "safe")] += 1
                if wrong:
                    print("seed %d (%s): %s" % (seed, " ".join(program.options()), wrong), flush=True)
                    if options.keep:
                        os.makedirs(options.keep, exist_ok=True)
                        with open(os.path.join(options.keep, "%d.c" % seed), "w", encoding="ascii") as out:
                            out.write("// %s\n%s" % (wrong, program.text()))
    for what, number in sorted(verdicts.items()):
        print("%6d %s" % (number, what))
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return failed != 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
