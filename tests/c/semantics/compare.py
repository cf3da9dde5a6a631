#!/usr/bin/env python3
"""What C's operators mean: compiled program, interpreter and solver's terms.

    compare.py [options] COUNT [SEED]

COUNT random programs (generate.py), from SEED on, are compiled for 32
and for 64 bits by clang, or by the compiler that NATIVE_CC names, run, and compared, result by result, with the interpreter of
control-flow automata and with terms, some of which are given to Z3. Closes with
'N passed, N failed': one test an evaluation."""
import argparse
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)
import generate  # noqa: E402

CLANG = os.environ.get("CUSTOS_CLANG") or os.environ.get("CLANG", "clang-14")
# The front end is clang: what another compiler makes of the program shares no parser with it.
NATIVE = os.environ.get("NATIVE_CC") or CLANG


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--functions", type=int, default=60, help="of each program")
    parser.add_argument("--times", type=int, default=100, help="inputs for each function")
    parser.add_argument("--every", type=int, default=499, help="Z3 is asked about one result in so many")
    parser.add_argument("--build", default=os.path.join(ROOT, "build/release"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", help="folder for programs that differ")
    return parser.parse_args()


def can_build(bits):
    """Are the headers of that width here? ILP32 needs gcc-multilib."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "x.c")
        with open(source, "w", encoding="ascii") as f:
            f.write("#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n")
        return subprocess.run([NATIVE, "-m%d" % bits, source, "-o", source + ".out"],
                              capture_output=True, check=False).returncode == 0


def compiled_results(source, folder, bits, seed, times):
    """The file of what the compiled program printed."""
    program, results = os.path.join(folder, "program"), os.path.join(folder, "results")
    flags = [NATIVE, "-O0", "-fwrapv", "-fno-strict-aliasing", "-w", "-m%d" % bits]
    subprocess.run(flags + ["-Dmain=program_main", "-c", source, "-o", program + ".o"], check=True)
    subprocess.run(flags + ["-DPROGRAM_RESULT", os.path.join(HERE, "native.c"), program + ".o", "-o", program],
                   check=True)
    with open(results, "wb") as out:
        subprocess.run([program, str(seed), str(times)], stdout=out, check=True)
    return results


def one(job):
    options, seed, bits = job
    environment = dict(os.environ)
    environment.setdefault("CUSTOS_CFRONT", os.path.join(options.build, "custos-cfront"))
    environment.setdefault("CUSTOS_SANDBOX", os.path.join(options.build, "custos-sandbox"))
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "program.c")
        with open(source, "w", encoding="ascii") as f:
            f.write(generate.program(seed, options.functions))
        results = compiled_results(source, folder, bits, seed, options.times)
        said = subprocess.run([os.path.join(options.build, "tests/twin-c-semantics"), "fuzz", source, str(bits),
                               str(seed), str(options.times), results, str(options.every)],
                              capture_output=True, text=True, check=False, env=environment)
        counts = re.search(r"(\d+) passed, (\d+) failed", said.stdout)
        passed, failed = (int(counts[1]), int(counts[2])) if counts else (0, 1)
        if said.returncode != 0 and failed == 0:
            failed = 1
        if failed and options.keep:
            os.makedirs(options.keep, exist_ok=True)
            shutil.copy(source, os.path.join(options.keep, "%d.%d.c" % (seed, bits)))
        text = "seed %d, %d bits:\n%s%s" % (seed, bits, said.stdout, said.stderr) if failed else ""
        return passed, failed, text


def main():
    options = arguments()
    widths = [bits for bits in (32, 64) if can_build(bits)]
    jobs = [(options, seed, bits) for seed in range(options.seed, options.seed + options.count) for bits in widths]
    passed = failed = 0
    with multiprocessing.Pool(options.jobs) as pool:
        for p, f, text in pool.imap(one, jobs):
            passed += p
            failed += f
            if text:
                print(text, flush=True)
    skipped = (2 - len(widths)) * options.count
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return failed != 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
