#!/usr/bin/env python3
"""Programs with one doubtful case each: custos beside compilers and sanitizers.

    compare.py [--custos=PATH] [--jobs=N] [--table] [--keep=DIR] COUNT [SEED]

The programs of generate.py are built by gcc and clang, without and with optimisation, and with
AddressSanitizer and UndefinedBehaviorSanitizer, once so that an allocation fails, and run. Wrong answers are HOLDS where one of
them fails, and VIOLATED where none does. Where gcc's programs alone fail, and the answer says that it
presumes clang's order of evaluation and layout, it is 'presumed', and not wrong. Wrong answers in
classes of generate.OPEN are told, and do not fail the test. --table prints what was answered, class by
class. Closes with 'N passed, N failed, N open'."""
import argparse
import concurrent.futures
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)
import generate  # noqa: E402

CLANG = os.environ.get("CUSTOS_CLANG") or os.environ.get("CLANG", "clang-14")
SANITIZED = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g1"]
BUILDS = {"clang -O0": [CLANG, "-O0"], "clang -O2": [CLANG, "-O2"], "gcc -O0": ["gcc", "-O0"], "gcc -O2": ["gcc", "-O2"],
          "malloc fails": [CLANG, "-O0", *SANITIZED, "-DFAILING", *("-Wl,--wrap=" + name for name in generate.FAILING)],
          "clang, sanitized": [CLANG, "-O0", *SANITIZED], "gcc, sanitized": ["gcc", "-O0", *SANITIZED]}
SETTINGS = {"ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=1:strict_string_checks=1:allocator_may_return_null=1", "LC_ALL": "C", "PATH": os.environ["PATH"]}
TOGETHER = 60  # cases in one file: compilers start that much less often


def build_all(cases, folder, jobs):
    """{build: path}, of programs that run the case whose number they are given. A build that is not there is left out."""
    text = generate.HEADERS + generate.OPAQUE + generate.WRAPPERS + "".join(c.function() for c in cases) + "int main(int n, char **w) {\n  switch (atoi(w[1])) {\n"
    text += "".join("  case %d: return case_%d();\n" % (c.number, c.number) for c in cases) + "  }\n  return 0;\n}\n"
    source = os.path.join(folder, "cases.c")
    with open(source, "w", encoding="ascii") as out:
        out.write(text)

    def build(item):
        name, command = item
        path = os.path.join(folder, name.replace(" ", "_").replace(",", ""))
        done = subprocess.run([*command, "-w", "-std=gnu17", source, "-o", path], capture_output=True, text=True, check=False)
        if done.returncode:
            print("%s cannot build: %s" % (name, done.stderr[:500]))
        return name, path if done.returncode == 0 else None
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return {name: path for name, path in pool.map(build, BUILDS.items()) if path}


def fails(path, number, which):
    """'which' of its allocations gives null."""
    return subprocess.run([path, str(number)], capture_output=True, stdin=subprocess.DEVNULL, env={**SETTINGS, "FAILING": which}, check=False, timeout=60).returncode != 0


def failing(programs, number):
    """The builds in which the case fails."""
    out = []
    for name, path in programs.items():
        try:
            failed = any(fails(path, number, which) for which in (("1", "2", "3") if name == "malloc fails" else ("0",)))
        except subprocess.TimeoutExpired:
            out.append(name + " (endless)")
            continue
        if failed:
            out.append(name)
    return out


def ask(custos, options, case, folder):
    """(verdict, reason)"""
    source = os.path.join(folder, "case_%d.c" % case.number)
    with open(source, "w", encoding="ascii") as out:
        out.write(case.program())
    done = subprocess.run([custos, "check", *options, "--time=20", "--memory=1000", "-o", folder, source], capture_output=True, text=True, check=False, timeout=120)
    verdict = {0: "HOLDS", 10: "VIOLATED", 5: "UNKNOWN", 2: "UNKNOWN"}.get(done.returncode, "exit %d" % done.returncode)
    reason = (done.stdout + done.stderr).split("\n")[0][:200]
    return verdict, reason, "clang's order of evaluation" in done.stdout


PRESUMED = "presumed"


def judge(verdict, builds, presumes):
    """None, PRESUMED, or what is wrong about it."""
    if verdict == "HOLDS" and builds and presumes and not any("clang" in b for b in builds):
        return PRESUMED
    if verdict == "HOLDS" and builds:
        return "HOLDS, but it fails with " + ", ".join(builds)
    if verdict == "VIOLATED" and not builds:
        return "VIOLATED, but no build fails"
    return verdict if verdict.startswith("exit") else None


def look(job):
    custos, options, case, programs, keep = job
    with tempfile.TemporaryDirectory() as folder:
        builds = failing(programs, case.number)
        verdict, reason, presumes = ask(custos, options, case, folder)
    wrong = judge(verdict, builds, presumes)
    if wrong not in (None, PRESUMED) and keep:
        os.makedirs(keep, exist_ok=True)
        with open(os.path.join(keep, "case_%d.c" % case.number), "w", encoding="ascii") as out:
            out.write("// %s: %s (%s)\n" % (case.name, wrong, reason) + case.program())
    return case, verdict, bool(builds), wrong, reason


def is_wrong(found):
    return found[3] not in (None, PRESUMED)


def print_table(found):
    print("| class | programs | fail in some build | HOLDS | VIOLATED | UNKNOWN | presumed | wrong |\n| --- | --- | --- | --- | --- | --- | --- | --- |")
    total = [0] * 7
    for name in generate.CLASSES:
        rows = [f for f in found if f[0].name == name]
        numbers = [len(rows), sum(f[2] for f in rows)] + [sum(f[1] == v for f in rows) for v in ("HOLDS", "VIOLATED", "UNKNOWN")] + [sum(f[3] == PRESUMED for f in rows), sum(is_wrong(f) for f in rows)]
        total = [a + b for a, b in zip(total, numbers)]
        if rows:
            print("| %s | %s |" % (name, " | ".join(map(str, numbers))))
    print("| **all** | %s |" % " | ".join(map(str, total)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=40)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/release/custos"))
    parser.add_argument("--check", default="all", help="'none': whatever custos checks by itself")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--keep", help="folder for programs with wrong answers")
    parser.add_argument("--share", help="K/N: the K-th of N parts of the programs")
    parser.add_argument("--only", help="part of the names of classes, with | between")
    options = parser.parse_args()
    cases = generate.cases(options.count, options.seed)
    if options.only:
        cases = [c for c in cases if any(part in c.name for part in options.only.split("|"))]
    if options.share:
        part, parts = map(int, options.share.split("/"))
        cases = cases[part % parts::parts]
    given = [] if options.check == "none" else ["--check=" + options.check]
    found = []
    for start in range(0, len(cases), TOGETHER):
        some = cases[start:start + TOGETHER]
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            programs = build_all(some, folder, options.jobs)
            for one in pool.map(look, [(os.path.abspath(options.custos), given, c, programs, options.keep) for c in some]):
                found.append(one)
                if is_wrong(one):
                    print("%s, case %d of seed %d: %s (%s)" % (one[0].name, one[0].number, options.seed, one[3], one[4]), flush=True)
    if options.table:
        print_table(found)
    failed = sum(is_wrong(f) and f[0].name not in generate.OPEN for f in found)
    left = sum(is_wrong(f) and f[0].name in generate.OPEN for f in found)
    print("%d passed, %d failed, %d open" % (len(found) - failed - left, failed, left))
    return failed != 0 or not found


if __name__ == "__main__":
    sys.exit(main())
