#!/usr/bin/env python3
"""SV-COMP's Java tasks of the corpus: verdicts beside the known ones.

  tests/java/corpus.py [--time=S] [--jobs=N] [--verbose] [PART-OF-NAME...]

A wrong verdict is a failure; UNKNOWN is counted. Without the corpus or a JDK the
test is skipped."""
import argparse
import collections
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import corpora  # noqa: E402

CUSTOS = os.path.join(HERE, "..", "..", "build", "release", "custos")


def check(task):
    name, expected, folder, seconds = task
    files = []
    for where, _, found in os.walk(folder):
        files += [os.path.join(where, x) for x in sorted(found) if x.endswith(".class")]
    done = subprocess.run([CUSTOS, "check", f"--time={seconds}", "--memory=2048", "-o", folder, *sorted(files)],
                          capture_output=True, text=True, errors="replace")
    verdict = {0: "safe", 10: "unsafe", 5: "unknown"}.get(done.returncode, f"exit {done.returncode}")
    if verdict == "unsafe" and "the program in java fails too" not in done.stdout:
        verdict = "unsafe, but not confirmed by java"
    said = (done.stdout + done.stderr).strip().split("\n")[0]
    return name, expected, verdict, said


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--time", type=float, default=10)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--keep", help="folder of classes, compiled if it is not there")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    corpus = corpora.corpora("corpus", "java", "svcomp")
    if not os.path.isdir(corpus) or not shutil.which("javac"):
        print("no corpus or no JDK: skipped\n0 passed, 0 failed, 1 skipped")
        return 0
    tasks, lines = [], []
    with tempfile.TemporaryDirectory() as temporary:
        base = given.keep or temporary
        for line in open(os.path.join(corpus, "verdicts.tsv")):
            name, expected = line.split()[:2]
            if expected not in ("safe", "unsafe") or given.names and not any(x in name for x in given.names):
                continue
            folder = os.path.join(base, name.replace("/", "_"))
            if not os.path.isdir(folder):
                lines.append("\t".join([folder, os.path.join(corpus, name), os.path.join(corpus, "common")]))
            tasks.append((name, expected, folder, given.time))
        if lines:
            subprocess.run(["java", os.path.join(HERE, "CompileAll.java")], input="\n".join(lines), text=True, check=True)
        counts = collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
            for name, expected, verdict, said in pool.map(check, tasks):
                right = "right" if verdict == expected else "unknown" if verdict == "unknown" else "wrong"
                counts[right] += 1
                if right == "wrong" or given.verbose:
                    print(f"{right}: {name}: {expected}, {verdict}: {said}", flush=True)
    print(f"{counts['right']} right, {counts['unknown']} unknown, {counts['wrong']} wrong")
    print(f"{counts['right'] + counts['unknown']} passed, {counts['wrong']} failed")
    return counts["wrong"] > 0


if __name__ == "__main__":
    sys.exit(main())
