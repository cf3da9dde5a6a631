#!/usr/bin/env python3
"""--memory counts the programs that were started: clang on a program that makes it large, custos-cfront, in whose place
a program stands that does nothing but grow (CUSTOS_CFRONT), and the compiled program, which allocates a GiB as soon as it
sees that it is no longer interpreted.

    memory.py CUSTOS

With --memory=200 the whole process tree stays below 200 MiB and what grows between two looks at it, and the answer is
UNKNOWN, exit status 5, for that reason; without a limit the tree grows beyond twice as much, which shows that there is
something to be counted. Closes with 'N passed, N failed'."""
import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import watched

MEGABYTES = 200
# A sixteenth, 16 MiB for tables of the libraries, and what a program touches in the 15 to 100 ms between two looks.
MOST = MEGABYTES * 17 // 16 + 16 + 80
PATIENCE = 60

# Each name is ten times the one before.
ELEMENTS = "#define A0 1\n" + "".join(f"#define A{i + 1} {', '.join([f'A{i}'] * 10)}\n" for i in range(7))
GREEDY = """#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
#if __has_feature(address_sanitizer)
  for (int i = 0; i < 240; i++) { /* slowly, so that somebody can look */
    char *p = malloc(1 << 22);
    if (p)
      memset(p, 1, 1 << 22);
    for (volatile int k = 0; k < 1000000; k++)
      ;
  }
#endif
  char *q = malloc(10);
  if (q)
    q[n == 77 ? 10 : 9] = 1;
  return n > 100 ? 7 / (n - 101) : 0;
}
"""
GROWING = "#!/bin/sh\nexec awk 'BEGIN { for (i = 0; ; i++) grown[i] = \"twenty bytes and more\" i }'\n"
CASES = [
    ("clang", [], ELEMENTS + "int a[] = {A7};\nint main(void) { return a[5] - 1; }\n"),
    ("custos-cfront", [], "int main(void) { return 0; }\n"),
    ("compiled run", ["--check=memory"], GREEDY),
]


def settings(name, folder):
    """The environment of a case."""
    of_case = dict(os.environ, TMPDIR=folder)
    if name == "custos-cfront":
        of_case["CUSTOS_CFRONT"] = os.path.join(folder, "growing")
        with open(of_case["CUSTOS_CFRONT"], "w") as file:
            file.write(GROWING)
        os.chmod(of_case["CUSTOS_CFRONT"], 0o755)
    return of_case


def measure(words, folder, enough, of_case):
    """The most MiB that the tree had, its exit status and what it said; ended when it has more than 'enough'."""
    with open(os.path.join(folder, "out"), "w+") as out:
        p = subprocess.Popen(words, cwd=folder, stdout=out, stderr=out, env=of_case)
        peak, end = 0, time.monotonic() + PATIENCE
        while p.poll() is None and peak <= enough and time.monotonic() < end:
            peak = max(peak, watched.own_bytes(watched.descendants(p.pid)) >> 20)
            time.sleep(0.005)
        if p.poll() is None:
            p.terminate()
        p.wait(PATIENCE)
        out.seek(0)
        return peak, p.returncode, out.read()


def judge(custos, name, more, path, folder):
    """What was seen, and what is wrong with it."""
    of_case = settings(name, folder)
    words = [custos, "check", path] + more
    free = measure(words, folder, 2 * MEGABYTES, of_case)[0]
    peak, code, said = measure(words + [f"--memory={MEGABYTES}"], folder, 1 << 20, of_case)
    wrong = [] if free > 2 * MEGABYTES else ["it needs little"]
    wrong += [] if peak <= MOST else ["too much"]
    wrong += [] if code == 5 and "UNKNOWN" in said and "memory limit is spent" in said else [f"exit {code}: {said[:200]}"]
    return f"without a limit more than {min(free, 2 * MEGABYTES)} MiB, with --memory={MEGABYTES} {peak} MiB, exit {code}", wrong


def main():
    custos, failed = os.path.abspath(sys.argv[1]), 0
    for name, more, text in CASES:
        folder = tempfile.mkdtemp(prefix="custos-memory-")
        path = os.path.join(folder, "case.c")
        with open(path, "w") as file:
            file.write(text)
        seen, wrong = judge(custos, name, more, path, folder)
        failed += bool(wrong)
        print(f"{name:24} {seen}{'  FAILED: ' + ', '.join(wrong) if wrong else ''}", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{len(CASES) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
