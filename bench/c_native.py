#!/usr/bin/env python3
"""Measures native code for C programs: long stretches that no input decides in,
interpreted, native, and compiled.

usage: bench/c_native.py [--custos=PATH] [--time=SECONDS] [--write]

Each program of bench/native is checked with --native=never and --native=auto; the
compiler that custos starts counts. Seconds are of the processor. --write puts the
table into bench/RESULTS.md."""
import argparse
import glob
import json
import os
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measured import run  # noqa: E402
from results import write_section  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INPUT = "int __VERIFIER_nondet_int(void) { return 0; }\n"


def check(custos, path, how, seconds):
    """The verdict, millions of steps, the share of native ones, CPU seconds."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        command = [custos, "check", "--json", "--no-certify", "--check=assertions", f"--native={how}", f"--time={seconds}", "-o", folder, path]
        taken = run(command, folder, 4 * seconds + 30)
        try:
            one = json.loads(taken.output)["properties"][0]
        except (ValueError, KeyError, IndexError):
            return "error", 0, 0, taken.cpu
        said = one["stats"]
        steps = said["transitions"]
        return one["verdict"], steps / 1e6, said["native"] / max(1, steps), taken.cpu


def compiled(path):
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        with open(os.path.join(folder, "input.c"), "w") as file:
            file.write(INPUT)
        made = run(["cc", "-O0", path, "input.c", "-o", "program"], folder, 60)
        return run(["./program"], folder, 60).cpu if made.status == 0 else float("nan")


def table(custos, seconds):
    yield "| program | interpreted: | Msteps | s | native: | Msteps | % native | s | compiled, -O0: s |"
    yield "|---|---|---:|---:|---|---:|---:|---:|---:|"
    for path in sorted(glob.glob(os.path.join(ROOT, "bench", "native", "*.c"))):
        slow, fast = check(custos, path, "never", seconds), check(custos, path, "auto", seconds)
        name = os.path.splitext(os.path.basename(path))[0]
        yield (f"| {name} | {slow[0]} | {slow[1]:.1f} | {slow[3]:.2f} | {fast[0]} | {fast[1]:.1f} | {100 * fast[2]:.0f} "
               f"| {fast[3]:.2f} | {compiled(path):.2f} |")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--custos", default=os.path.join(ROOT, "build", "release", "custos"))
    options.add_argument("--time", type=int, default=60)
    options.add_argument("--write", action="store_true")
    o = options.parse_args()
    lines = [f"`bench/c_native.py --time={o.time}`: whole checks without the proof's recheck, in seconds of the processor, the compiler's included.", ""]
    for line in table(os.path.abspath(o.custos), o.time):
        lines.append(line)
        print(line, flush=True)
    if o.write:
        write_section("C programs: native code", lines)


if __name__ == "__main__":
    main()
