#!/usr/bin/env python3
"""Random Java programs with a few small inputs: what 'custos check' says beside runs with all inputs.

  tests/java/exhaustive.py [--keep=DIR] [--time=S] COUNT [FIRST-SEED]

A wrong verdict is a failure; UNKNOWN is counted. Without a JDK the test is skipped."""
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

CUSTOS = os.path.join(HERE, "..", "..", "build", "release", "custos")
INPUTS = 3
VERIFIER = """package org.sosy_lab.sv_benchmarks;
public class Verifier {
    private static int used;
    public static int nondetInt() { return System.getProperty("inputs").charAt(used++) - '0'; }
}
"""


def program(seed):
    made = generate.Program(seed)
    made.inputs = [f"input{i}" for i in range(INPUTS)]
    return made.text()


def write(folder, seed):
    package = os.path.join(folder, "org", "sosy_lab", "sv_benchmarks")
    os.makedirs(package, exist_ok=True)
    for path, text in ((os.path.join(folder, "Main.java"), program(seed)), (os.path.join(package, "Verifier.java"), VERIFIER)):
        with open(path, "w") as out:
            out.write(text)


def ours(folder, seconds):
    files = [os.path.join(where, x) for where, _, found in os.walk(folder) for x in sorted(found) if x.endswith(".class")]
    done = subprocess.run([CUSTOS, "check", f"--time={seconds}", "--memory=1024", "-q", "-o", folder, *files], capture_output=True,
                          text=True, errors="replace")
    return {0: "safe", 10: "unsafe", 5: "unknown"}.get(done.returncode, f"exit {done.returncode}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep")
    parser.add_argument("--time", type=float, default=3)
    parser.add_argument("count", type=int)
    parser.add_argument("first", type=int, nargs="?", default=1)
    given = parser.parse_args()
    if not shutil.which("javac"):
        print("no JDK: skipped\n0 passed, 0 failed, 1 skipped")
        return 0
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as temporary:
        base = given.keep or temporary
        folders = [os.path.join(base, str(seed)) for seed in range(given.first, given.first + given.count)]
        for seed, folder in enumerate(folders, given.first):
            write(os.path.join(folder, "source"), seed)
        lines = [os.path.join(x, "classes") + "\t" + os.path.join(x, "source") for x in folders]
        said = subprocess.run(["java", os.path.join(HERE, "CompileAll.java")], input="\n".join(lines), text=True, capture_output=True)
        bad = set(said.stdout.split())
        if bad:
            print("not compiled:", *sorted(bad), said.stderr[:1000])
        classes = [os.path.join(x, "classes") for x in folders if os.path.join(x, "classes") not in bad]
        expected = subprocess.run(["java", "-Xss512k", os.path.join(HERE, "RunInputs.java"), str(INPUTS), *classes], capture_output=True,
                                  text=True).stdout.split()
        counts["wrong"] = len(bad) + (len(expected) != len(classes))
        for folder, right in zip(classes, expected):
            got = ours(folder, given.time) if right != "beyond" else "beyond"
            kind = got if got in ("unknown", "beyond") else f"right, {got}" if got == right else "wrong"
            counts[kind] += 1
            if kind == "wrong":
                print(f"{folder}: {got}, but it is {right}")
    right = sum(n for kind, n in counts.items() if kind.startswith("right"))
    print(", ".join(f"{n} {kind}" for kind, n in sorted(counts.items())))
    print(f"{right} passed, {counts['wrong']} failed, {counts['unknown'] + counts['beyond']} skipped")
    return counts["wrong"] > 0


if __name__ == "__main__":
    sys.exit(main())
