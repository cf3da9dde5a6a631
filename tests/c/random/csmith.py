#!/usr/bin/env python3
"""Programs of csmith: custos beside gcc and clang.

    csmith.py [--custos=PATH] [--jobs=N] [--time=SECONDS] [--keep=DIR] COUNT [SEED]

csmith makes programs without inputs in which nothing is undefined, and which end with a checksum of
all their variables. gcc and clang, with -O0 and -O2, tell it; those that do not agree, or run for
more than a second, are not counted. custos is asked, with --check=all, whether the checksum is that number, and
whether it is another one: the first must not be VIOLATED, the second not HOLDS, and nothing may go
wrong in either. UNKNOWN is no difference, but is counted by reason.
Closes with 'N passed, N failed, N skipped'; where there is no csmith, with '0 passed, 0 failed, 1 skipped'."""
import argparse
import collections
import glob
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
CLANG = os.environ.get("CUSTOS_CLANG") or "clang-14"
BUILDS = [[compiler, level] for compiler in (CLANG, "gcc") for level in ("-O0", "-O2")]
SIZES = ["--max-funcs", "3", "--max-block-depth", "2", "--max-expr-complexity", "4", "--max-array-dim", "2", "--max-array-len-per-dim", "4"]
END = re.compile(r"platform_main_end\((.*), print_hash_value\);")


def include():
    """The folder of csmith.h, or None."""
    found = sorted(glob.glob("/usr/include/csmith*/csmith.h") + glob.glob("/usr/include/csmith.h"))
    return os.path.dirname(found[0]) if found and shutil.which("csmith") else None


def make(seed, folder):
    done = subprocess.run(["csmith", "--seed", str(seed), "--no-argc", "--concise", *SIZES], capture_output=True, text=True, check=True, cwd=folder)
    return END.sub(r"LAST(\1)", done.stdout)


def with_last(program, text):
    return re.sub(r"LAST\((.*)\)", lambda m: text.replace("$", "(unsigned)(%s)" % m.group(1)), program)


def checksum(program, headers, folder):
    """What all builds say; None: they do not agree, or one takes too long."""
    source, path = os.path.join(folder, "told.c"), os.path.join(folder, "told")
    with open(source, "w", encoding="ascii") as out:
        out.write(with_last(program, 'printf("sum %u\\n", $);'))
    told = set()
    for build in BUILDS:
        done = subprocess.run([*build, "-w", "-std=gnu17", "-I", headers, source, "-o", path], capture_output=True, check=False)
        if done.returncode:
            return None
        try:
            done = subprocess.run([path], capture_output=True, text=True, check=False, timeout=5)
        except subprocess.TimeoutExpired:
            return None
        told.add((done.returncode, done.stdout))
    (status, said), *others = told
    found = re.search(r"sum (\d+)", said)
    return int(found.group(1)) if not others and status == 0 and found else None


def ask(options, headers, program, condition, folder):
    """(verdict, the first line)"""
    source = os.path.join(folder, "asked.c")
    with open(source, "w", encoding="ascii") as out:
        out.write("void __VERIFIER_assert(int);\n" + with_last(program, "__VERIFIER_assert(%s);" % condition))
    command = [options.custos, "check", "--check=all", "--lp64", "--time=%g" % options.time, "--memory=1500", "-I" + headers, "-o", folder, source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    verdict = {0: "holds", 10: "violated", 5: "unknown"}.get(done.returncode, "exit %d" % done.returncode)
    return verdict, ((done.stdout + done.stderr).split("\n") or [""])[0][:200]


def look(job):
    """(seed, [verdicts], what is wrong or None, reason, program); no verdicts: it is not counted."""
    options, headers, seed = job
    with tempfile.TemporaryDirectory() as folder:
        program = make(seed, folder)
        number = checksum(program, headers, folder)
        if number is None:
            return seed, [], None, "", program
        wrong, verdicts, reason = None, [], ""
        for condition, never in (("$ == %uU" % number, "violated"), ("$ != %uU" % number, "holds")):
            verdict, said = ask(options, headers, program, condition, folder)
            verdicts.append(verdict)
            if verdict == never or verdict.startswith("exit") or (verdict == "violated" and "assert" not in said):
                wrong = "%s of %s: %s" % (verdict, condition, said)
            reason = said if verdict == "unknown" else reason
        return seed, verdicts, wrong, reason, program


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=20)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/release/custos"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--time", type=float, default=10, help="seconds for each question")
    parser.add_argument("--keep", help="folder for programs with wrong answers")
    options = parser.parse_args()
    options.custos = os.path.abspath(options.custos)
    headers = include()
    if not headers:
        print("0 passed, 0 failed, 1 skipped")
        return 0
    passed = failed = skipped = 0
    verdicts, reasons = collections.Counter(), collections.Counter()
    with multiprocessing.Pool(options.jobs) as pool:
        jobs = [(options, headers, seed) for seed in range(options.seed, options.seed + options.count)]
        for seed, answers, wrong, reason, program in pool.imap(look, jobs):
            skipped += not answers
            passed += bool(answers) and not wrong
            failed += bool(wrong)
            verdicts[" and ".join(answers) or "not counted"] += 1
            if reason:
                reasons[re.sub(r"[0-9][0-9.]*", "N", re.sub(r"\S*asked\.c[:0-9]*", "FILE", reason))[:90]] += 1
            if wrong:
                print("seed %d: %s" % (seed, wrong), flush=True)
                if options.keep:
                    os.makedirs(options.keep, exist_ok=True)
                    with open(os.path.join(options.keep, "%d.c" % seed), "w", encoding="ascii") as out:
                        out.write(program)
    for table in (verdicts, reasons):
        for what, number in table.most_common():
            print("%6d %s" % (number, what))
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return failed != 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
