#!/usr/bin/env python3
"""The runs of all errors beside SPIN's trails: --all-traces and 'pan -c0 -e', without reduction and merging.

    all_traces.py [options] random N SEED   N random models
    all_traces.py [options] rtems           models from which RTEMS makes its tests: 21 and 11 scenarios
    all_traces.py [options] MODEL...

There must be as many runs as trails, and run N must print what 'spin -T -tN' prints; SPIN then follows each of ours (--trail) and
prints the same. Of a random model the first 20 runs are looked at. Closes with 'N passed, N failed'.
"""
import argparse
import glob
import os
import re
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
import compare
import generate
import spin

PLAIN = ["-o1", "-o2", "-o3"]
RTEMS = [("chains/chains-api-model.pml", 21), ("events/event-mgr-model.pml", 11)]


def printed(output):
    """What the run prints: without what SPIN says of assertions on the way, and before it tells that the trail ends."""
    said = re.split(r"spin: trail ends|^#processes:", output, maxsplit=1, flags=re.M)[0]
    # Both files were written just now: clocks of files are coarse.
    said = re.sub(r'^spin: warning, "[^"]*" is newer than .*\n', "", said, flags=re.M)
    return re.sub(r"spin: (?:[^\n]*, Error: |text of failed assertion: )[^\n]*\n", "", said)


class Wrong(Exception):
    pass


class Skip(Exception):
    pass


def trails(folder, name, macros, more, seconds):
    """SPIN's own: how many."""
    spin.command(["spin", *PLAIN, *macros, "-a", name], folder, seconds)
    if not os.path.exists(os.path.join(folder, "pan.c")):
        raise Skip("SPIN refuses it")
    status, output = spin.command(["gcc", "-O1", "-w", "-DNOREDUCE", "-DSAFETY", "-DNOCLAIM", "-o", "pan", "pan.c"], folder, seconds)
    if status != 0:
        raise Skip("the verifier is not made: " + spin.first_line(output))
    status, output = spin.command(["./pan", "-c0", "-e", "-m1000000", *more], folder, seconds)
    errors = re.search(r"errors: (\d+)", output)
    if status is None or not errors or "Search not completed" in output:
        raise Skip("SPIN gives no answer")
    return int(errors[1])


def one(program, path, macros=(), ignore=(), seconds=60, most=20):
    """None, or what is wrong; how many runs were looked at."""
    name = os.path.basename(path)
    with tempfile.TemporaryDirectory(prefix="custos-traces-") as folder:
        for other in glob.glob(os.path.join(os.path.dirname(os.path.abspath(path)), "*")):
            if os.path.isfile(other) and (other.endswith(name) or other.endswith(".h")):
                shutil.copy(other, folder)
        errors = trails(folder, name, macros, ["-E"] if ignore else [], seconds)
        status, output = spin.command([program, "check", "--lang=promela", "-p", "safety", "--all-traces", "--trail", "-q", *macros, *ignore, name], folder, seconds)
        stem = os.path.splitext(name)[0]
        ours = len(glob.glob(os.path.join(folder, f"{stem}.safety.*.trace")))
        if status not in (0, 10) or errors != ours:
            raise Wrong(f"{ours} runs, exit status {status}, SPIN has {errors} trails; {output[:300]}")
        for i in range(1, min(errors, most) + 1):
            _, mine = spin.command([program, "replay", f"{stem}.safety.{i}.trace", "--printf-only"], folder, seconds)
            for words in ([f"-t{i}"], ["-k", f"{stem}.safety.{i}.trail"]):
                _, theirs = spin.command(["spin", *macros, "-T", *words, name], folder, seconds)
                if printed(theirs) != mine:
                    raise Wrong(f"run {i} prints {mine[-300:]!r}, SPIN with {' '.join(words)} {printed(theirs)[-300:]!r}")
        return min(errors, most)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(compare.ROOT, "build", "release", "custos"))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("what", nargs="+")
    options = parser.parse_args()
    program = os.path.abspath(options.custos)
    passed = failed = skipped = runs = 0
    with tempfile.TemporaryDirectory(prefix="custos-traces-") as folder:
        jobs = [(path, (), (), None) for path in options.what]
        if options.what[0] == "random":
            jobs = []
            for seed in range(int(options.what[2]), int(options.what[2]) + int(options.what[1])):
                path = os.path.join(folder, f"traces{seed}.pml")
                with open(path, "w") as file:
                    file.write(generate.model(seed, False))
                jobs.append((path, (), (), None))
        elif options.what[0] == "rtems":
            models = os.path.join(compare.SHARED, "corpus", "promela", "rtems", "formal", "promela", "models")
            jobs = [(os.path.join(models, name), ("-DTEST_GEN",), ("--ignore=end-states",), count) for name, count in RTEMS]
        for path, macros, ignore, expected in jobs:
            name = os.path.basename(path)
            try:
                if not os.path.exists(path) or not spin.is_there():
                    raise Skip("it, spin or gcc is not there")
                found = one(program, path, macros, ignore, options.seconds, expected or 20)
                runs += found
                if expected not in (None, found):
                    raise Wrong(f"{found} runs, {expected} were to be found")
                passed += 1
            except Skip:
                skipped += 1
            except Wrong as wrong:
                failed += 1
                print(f"{name}: {wrong}", flush=True)
                os.makedirs(compare.KEPT, exist_ok=True)
                shutil.copy(path, compare.KEPT)
    print(f"{runs} runs compared")
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
