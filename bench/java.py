#!/usr/bin/env python3
"""Measures the Java programs of PANDA's Table 1, from class files.

usage: bench/java.py [--custos=PATH] [--write]

The sources of the corpus (java/panda) are compiled by javac, with a class of ours for
the inputs; then each is asked about with 60 seconds. A row has the seconds of the
processor for all of 'custos check' (without the java that would confirm a violation:
--no-run), whether the answer was checked again, and the paper's figures. A row is
missed if it is undecided, not checked again, or took more than a tenth of the paper's
time and more than a second; where the paper's two hours were not enough, more than 60.
Each program is asked twice: what is counted must be the same.
--write puts the table into bench/RESULTS.md. The exit status is 1 if a row is missed."""
import argparse
import glob
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import c  # noqa: E402
from results import write_section  # noqa: E402

SHARED = c.corpora("corpus", "java", "panda")
COUNTED = ["states", "refinements", "predicates", "queries", "paths", "pruned", "transitions"]
PROGRAMS = {
    "Array": "svcomp/loops/ArrayTrueUnreachableLabel",
    "Eureka 01": "svcomp/loops/Eureka01TrueUnreachableLabel",
    "TREX 03": "svcomp/loops/TREX03TrueUnreachableLabel",
    "Invert String": "svcomp/loops/InvertStringTrueUnreachableLabel",
    "Password": "svcomp/arrays/Password",
    "Reverse Array": "svcomp/arrays/ReverseArray",
    "Two Indices": "svcomp/arrays/TwoIndices",
    "Data-flow Analysis": "dataflow/DataFlowAnalysis",
    "Cycling Race": "cycling/CyclingRace",
    "Image Rendering": "image/Image",
    "Scheduler": "scheduler/Scheduler",
    "Alarm Clock": "alarmclock/SerialAlarmClock",
    "Producer-Consumer": "prodcons/SerialProducerConsumer",
}
INPUTS = """package gov.nasa.jpf.abstraction;
public class Verifier {
  public static int unknownInt() { return 0; }
  public static int unknownNonNegativeInt() { return 0; }
  public static char unknownChar() { return 0; }
  public static boolean unknownBool() { return false; }
}
"""


def build(path, folder):
    """The class files of a program, in the order of their names; None: javac failed."""
    own = os.path.join(folder, "gov", "nasa", "jpf", "abstraction")
    os.makedirs(own)
    inputs = os.path.join(own, "Verifier.java")
    with open(inputs, "w", encoding="ascii") as file:
        file.write(INPUTS)
    out = os.path.join(folder, "classes")
    done = subprocess.run(["javac", "-nowarn", "-proc:none", "-d", out, inputs, path], capture_output=True)
    if done.returncode:
        return None
    own = os.path.join(out, "gov", "nasa", "jpf", "abstraction", "Verifier.class")
    return sorted(x for x in glob.glob(os.path.join(out, "**", "*.class"), recursive=True) if x != own)


def has_main(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return "void main(" in file.read()


def look(custos, name, path):
    with tempfile.TemporaryDirectory(prefix="bench-java-") as folder:
        classes = build(os.path.join(SHARED, path + ".java"), folder)
        if not classes:
            return None, False
        more = ["--no-run"]
        if not has_main(os.path.join(SHARED, path + ".java")):
            more.append(f"--function={path.replace('/', '.')}.test")
        answers = [c.ask(custos, classes[0], 60, 2048, [*more, *classes[1:]]) for _ in range(2)]
    same = all(answers[0].stats.get(x) == answers[1].stats.get(x) for x in COUNTED)
    return answers[0], same


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(c.ROOT, "build", "bin", "custos"))
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    if not os.path.isdir(SHARED):
        print("no corpus: 0 passed, 0 failed, 1 skipped")
        return 0
    lines = ["| program | verdict | checked by | s | paper s | \\|S\\| | paper | #ref | paper | \\|abs\\| | paper | #sat | paper | again |",
             "|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|"]
    missed = []
    for name, _, *paper in c.PANDA:
        answer, same = look(arguments.custos, name, PROGRAMS[name])
        if not answer:
            missed.append(f"{name}: javac failed")
            continue
        limit = 60 if paper[0] is None else max(1, paper[0] / 10)
        if answer.verdict != "holds" or answer.checked not in ("solver", "replay"):
            missed.append(f"{name}: {answer.verdict}, checked {answer.checked or 'not'} {answer.reason}")
        if answer.cpu > limit:
            missed.append(f"{name}: {answer.cpu:.2f} s, more than {limit:g}")
        if not same:
            missed.append(f"{name}: other counts the second time")
        told = ["timeout" if paper[0] is None else f"{paper[0]}", *("-" if x is None else f"{x:,}" for x in paper[1:])]
        ours = [f"{answer.stats.get(x, 0):,}" for x in COUNTED[:4]]
        cells = [f" {a} | {b} |" for a, b in zip(ours, told[1:])]
        lines.append(f"| {name} | {answer.verdict.upper()} | {answer.checked} | {answer.cpu:.2f} | {told[0]} |{''.join(cells)} {'same' if same else 'differs'} |")
        print(lines[-1], flush=True)
    lines += ["", f"{len(PROGRAMS) - len(set(x.split(':')[0] for x in missed))} of {len(PROGRAMS)} as they should be." + "".join(f" {x}." for x in missed)]
    print("\n".join(lines[-1:]))
    if arguments.write:
        write_section("Table 1 on the original Java programs", [
            "`bench/java.py --write`: from class files (javac), `custos check --time=60`, CPU seconds with the check of the proof; programs without a `main` begin with `--function=CLASS.test`. "
            "In the paper's units: \\|S\\| states (ours: decisions that depend on inputs), #ref refinements, \\|abs\\| the most predicates at a place, #sat queries. 'again': a second run counted the same.", "", *lines])
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
