#!/usr/bin/env python3
"""Limits and signals: for each subcommand and engine an input that explodes.

Each row is run with --time=2, with SIGTERM after a second, and with
--memory=200. The program must end within a second of the limit, with a right
exit status and one JSON object where --json exists, and leave no process and
no file behind. A machine that is busy gets a second try.

    deadline.py CUSTOS [--only=NAME] [--time|--term|--memory] [--all]

Without --all, a sample that takes less than a minute: every row with one of
the three.
"""
import json, os, signal, subprocess, sys, tempfile, time

ASKED, LATE, MEGABYTES = 2.0, 1.0, 200
SLACK = 1.25  # what is measured over the tree, beside code and the allocator
CODE = 60 << 20


def text(lines):
    return "\n".join(lines) + "\n"


def inputs(folder):
    """Files of our own, each the start of much work."""
    many = 30000
    one = "LTS l {\n STATE(a: p)\n ACTION(x: a -> a)\n}\n"
    files = {
        "crowd.pml": "byte x[6]; active [6] proctype P() { do :: x[_pid] < 200 "
                     "-> x[_pid]++ :: x[_pid] > 0 -> x[_pid]-- od }\n"
                     "ltl q { ([] (x[0] == 5)) -> <> (x[0] == 3) }\n"
                     "ltl r { [] (x[0] < 250) }\n",
        "atomic.pml": "byte g;\nactive [100] proctype P() { int i; do :: atomic "
                      "{ i = 0; do :: i < 10000 -> i++ :: else -> break od; "
                      "g++ } od }\n",
        "product.rem": "define DEFAULT_INT_BITS 30\nint x, y, z;\n"
                       "module void main() { z = x * y; }\ninit main;\n",
        "not.ectl": one + "FORMULA f { " + "!" * many + "p }\n:check(f, l)\n",
        "next.ectl": one + "FORMULA f { " + "EX " * many + "p }\n:check(f, l)\n",
        "and.ectl": one + "FORMULA f { " + " & ".join(["p"] * many) +
                    " }\n:check(f, l)\n",
        "names.ectl": one + text(f"FORMULA f{i} {{ EX p }}" for i in range(many)) +
                      ":check(f1, l)\n",
        "path.ectl": "LTS l {\n" +
                     text(f" STATE(s{i}: {'q' if i == 99999 else ''})"
                          for i in range(100000)) +
                     text(f" ACTION(x: s{i} -> s{i + 1})" for i in range(99999)) +
                     "}\nFORMULA f { EF q }\n:check(f, l)\n",
        "memory.c": "#include <stdlib.h>\n#include <string.h>\n"
                    "int main(void) { for (;;) { char *p = malloc(100000000); "
                    "if (p) memset(p, 1, 100000000); } }\n",
        "paths.c": "extern unsigned __VERIFIER_nondet_uint(void);\n"
                   "extern void reach_error(void);\n"
                   "int main(void) { unsigned s = 0, n = 0, a[64];\n"
                   "  for (int i = 0; i < 64; i++) { a[i] = "
                   "__VERIFIER_nondet_uint(); if (a[i] * a[i] > 7 * s) "
                   "s += a[i] % 1000; else n ^= a[i] * s; }\n"
                   "  if (s * n == 77777777u * a[3]) reach_error(); return 0; }\n",
    }
    for name, words in files.items():
        with open(os.path.join(folder, name), "w") as f:
            f.write(words)


FORMULA = " & ".join(f"(G F a{i} -> G F b{i})" for i in range(8))
# name, words, exit statuses, has --json
HUNGRY = {"check promela", "check promela --jobs=2", "check remopla",
          "check ectl path", "check c memory", "ltl"}
ROWS = [
    ("check promela", ["check", "crowd.pml", "--jobs=1"], {5}, True),
    ("check promela --jobs=2", ["check", "crowd.pml", "--jobs=2"], {5}, True),
    ("check promela bitstate", ["check", "crowd.pml", "--search=swarm"], {5}, True),
    ("check promela atomic", ["check", "atomic.pml"], {5}, True),
    ("check remopla", ["check", "product.rem"], {5}, True),
    ("check ectl !", ["check", "not.ectl"], {0, 5}, True),
    ("check ectl EX", ["check", "next.ectl"], {0, 5}, True),
    ("check ectl &", ["check", "and.ectl"], {0, 5}, True),
    ("check ectl definitions", ["check", "names.ectl"], {0, 5}, True),
    ("check ectl path", ["check", "path.ectl"], {0, 5}, True),
    ("check c memory", ["check", "memory.c"], {5}, True),
    ("check c panda", ["check", "paths.c"], {5, 10}, True),
    ("check c summaries", ["check", "paths.c", "--strategy=summaries"], {5, 10}, True),
    ("ltl", ["ltl", FORMULA], {5}, True),
    ("simulate", ["simulate", "crowd.pml", "--steps=1000000000"],
     {0, 5}, False),
]


def descendants(process):
    """Numbers of all processes below this one."""
    parents = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as f:
                    parents[int(entry)] = int(f.read().rpartition(")")[2].split()[1])
            except OSError:
                pass
    found, grown = {process}, True
    while grown:
        more = {n for n, p in parents.items() if p in found} - found
        found |= more
        grown = bool(more)
    return found


def tree_bytes(processes):
    total = 0
    for n in processes:
        try:
            with open(f"/proc/{n}/statm") as f:
                words = f.read().split()
            total += (int(words[1]) - int(words[2])) * os.sysconf("SC_PAGESIZE")
        except (OSError, IndexError):
            pass
    return total


def is_there(n):
    try:
        with open(f"/proc/{n}/stat") as f:
            return f.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def run(custos, words, kind, has_json, folder):
    """Seconds behind the limit, exit status, complaints, peak of the tree."""
    room = os.path.join(folder, "room")
    scratch = os.path.join(folder, "scratch")
    for path in room, scratch:
        os.makedirs(path, exist_ok=True)
    words = [w if not os.path.exists(os.path.join(folder, w))
             else os.path.join(folder, w) for w in words]
    words += {"time": [f"--time={ASKED:g}"], "memory": [f"--memory={MEGABYTES}"],
              "term": []}[kind]
    words += ["--json"] if has_json else []
    out = open(os.path.join(folder, "out"), "w+")
    start = time.monotonic()
    p = subprocess.Popen([custos] + words, cwd=room,
                         stdout=out if has_json else subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                         env=dict(os.environ, TMPDIR=scratch))
    seen, peak, signalled = {p.pid}, 0, None
    limit = 8 if kind == "memory" else 30
    while p.poll() is None and time.monotonic() - start < limit:
        now = descendants(p.pid)
        seen |= now
        peak = max(peak, tree_bytes(now))
        if kind == "term" and signalled is None and time.monotonic() - start >= 1:
            p.send_signal(signal.SIGTERM)
            signalled = time.monotonic()
        time.sleep(0.02)
    taken = time.monotonic() - start
    wrong = []
    if p.poll() is None:
        p.send_signal(signal.SIGTERM if kind == "memory" else signal.SIGKILL)
        p.wait(10)
        if kind != "memory":
            wrong.append("not ended")
    for _ in range(20):
        left = [n for n in seen if is_there(n)]
        # A trace of what was found is no rest.
        files = os.listdir(scratch) + [f for f in os.listdir(room)
                                       if not f.endswith(".trace")]
        if not left and not files:
            break
        time.sleep(0.1)
    if left:
        wrong.append(f"processes left: {len(left)}")
    if files:
        wrong.append(f"files left: {files[:3]}")
    out.seek(0)
    if has_json:
        try:
            json.load(out)
        except ValueError as e:
            wrong.append(f"no JSON: {e}")
    out.close()
    for f in os.listdir(room):
        os.unlink(os.path.join(room, f))
    behind = taken - (ASKED if kind == "time" else 1.0)
    if signalled is None and kind == "term":
        behind = 0  # it ended by itself
    return behind, taken, p.returncode, wrong, peak


def judge(kind, behind, code, wrong, peak, statuses):
    wrong = list(wrong)
    if code not in statuses:
        wrong.append(f"exit {code}")
    busy = max(1, os.getloadavg()[0] / (os.cpu_count() or 1))
    if kind != "memory" and behind > LATE * busy:
        wrong.append(f"{behind:.2f} s late")
    if kind == "memory" and peak > MEGABYTES * SLACK * (1 << 20) + CODE:
        wrong.append(f"{peak >> 20} MiB")
    return wrong


def main():
    custos = os.path.abspath(sys.argv[1])
    flags = sys.argv[2:]
    only = [f[7:] for f in flags if f.startswith("--only=")]
    kinds = [k for k in ("time", "term", "memory") if f"--{k}" in flags]
    failed = 0
    print(f"{'subcommand and engine':26} {'asked':12} {'taken':>7} {'MiB':>5}  exit")
    with tempfile.TemporaryDirectory() as folder:
        inputs(folder)
        for i, (name, words, statuses, has_json) in enumerate(ROWS):
            if only and name not in only:
                continue
            sample = ["memory" if i % 3 == 0 and name in HUNGRY
                      else ("time", "term")[i % 2]]
            mine = kinds or (["time", "term", "memory"] if "--all" in flags else sample)
            for kind in mine:
                if kind == "memory" and name not in HUNGRY and not only:
                    continue
                for attempt in range(2):
                    behind, taken, code, wrong, peak = run(custos, words, kind,
                                                           has_json, folder)
                    wrong = judge(kind, behind, code, wrong, peak, statuses)
                    if not wrong:
                        break
                asked = {"time": "--time=2", "term": "TERM at 1 s",
                         "memory": "--memory=200"}[kind]
                failed += bool(wrong)
                print(f"{name:26} {asked:12} {taken:6.2f}s {peak >> 20:5}  {code}"
                      f"{'  FAILED: ' + ', '.join(wrong) if wrong else ''}",
                      flush=True)
    print(f"deadline: {failed} failed")
    return 1 if failed else 0


sys.exit(main())
