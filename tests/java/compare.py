#!/usr/bin/env python3
"""Random Java programs run by java and by the interpreter of automata: the same end, the same Main.hash.

  tests/java/compare.py [--keep=DIR] COUNT [FIRST-SEED]

Runs that meet what is not supported are counted. Without a JDK the test is skipped."""
import argparse
import collections
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import generate  # noqa: E402

BUILD = os.path.join(HERE, "..", "..", "build", "release")


def models():
    found = []
    for where, _, files in os.walk(os.path.join(BUILD, "java", "classes")):
        found += [os.path.join(where, x) for x in sorted(files)]
    return found


def ours(folder):
    files = sorted(os.path.join(folder, x) for x in os.listdir(folder) if x.endswith(".class"))
    done = subprocess.run([os.environ.get("TWIN") or os.path.join(BUILD, "tests", "twin-java"), "--run=Main", *files, *models()],
                          capture_output=True, text=True, errors="replace")
    return done.stdout.strip() if done.returncode == 0 else f"exit {done.returncode}: {done.stderr.strip()}"


def main(arguments, program):
    """Programs are made by seeds."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep")
    parser.add_argument("count", type=int)
    parser.add_argument("first", type=int, nargs="?", default=1)
    given = parser.parse_args(arguments)
    if not shutil.which("javac"):
        print("no JDK: skipped\n0 passed, 0 failed, 1 skipped")
        return 0
    counts = collections.Counter()
    reasons = collections.Counter()
    with tempfile.TemporaryDirectory() as temporary:
        base = given.keep or temporary
        seeds = range(given.first, given.first + given.count)
        folders, lines = [], []
        for seed in seeds:
            source = os.path.join(base, f"{seed}", "source")
            os.makedirs(source, exist_ok=True)
            with open(os.path.join(source, "Main.java"), "w") as out:
                out.write(program(seed))
            folders.append(os.path.join(base, f"{seed}", "classes"))
            lines.append(f"{folders[-1]}\t{source}")
        said = subprocess.run(["java", os.path.join(HERE, "CompileAll.java")], input="\n".join(lines), text=True,
                              capture_output=True)
        bad = set(said.stdout.split())
        if bad:
            print("not compiled:", len(bad), said.stderr[:1000])
        folders = [x for x in folders if x not in bad]
        theirs = subprocess.run(["java", "-Xss512k", os.path.join(HERE, "RunAll.java"), *folders], capture_output=True,
                                text=True).stdout.splitlines()
        counts["failed"] = len(bad) + (len(theirs) != len(folders))
        for folder, expected in zip(folders, theirs):
            got = ours(folder)
            if got.startswith("unsupported"):
                counts["unsupported"] += 1
                reasons[got[12:]] += 1
            elif got == expected:
                counts["same"] += 1
            elif expected.startswith(("initialiser", "java.lang.StackOverflowError", "java.lang.ExceptionInInit")):
                counts["skipped"] += 1
            else:
                counts["failed"] += 1
                print(f"{folder}: '{got}' where java has '{expected}'")
    for reason, n in reasons.most_common(10):
        print(f"{n:5} not supported: {reason}")
    print(f"{counts['same']} the same, {counts['unsupported']} not supported, {counts['skipped']} beyond")
    print(f"{counts['same']} passed, {counts['failed']} failed, {counts['unsupported'] + counts['skipped']} skipped")
    return counts["failed"] > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], lambda seed: generate.Program(seed).text()))
