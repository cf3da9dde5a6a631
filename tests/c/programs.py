#!/usr/bin/env python3
"""The interpreter beside compiled programs: tests/c/programs/*.c.

    programs.py [--seeds=N] [--build=FOLDER] [NAME...]

Each program is compiled for 32 and for 64 bits and run with random inputs; the
interpreter gets the same ones, and main must return the same. Closes with 'N
passed, N failed': one test a run."""
import argparse
import glob
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "semantics"))
import compare  # noqa: E402


# Where C leaves an order of evaluation open, other compilers choose another.
OPEN = ("orders.c",)


def build(source, bits, program):
    flags = [compare.NATIVE, "-O0", "-fwrapv", "-fno-strict-aliasing", "-w", "-m%d" % bits]
    subprocess.run(flags + ["-Dmain=program_main", "-c", source, "-o", program + ".o"], check=True)
    subprocess.run(flags + [os.path.join(HERE, "semantics/native.c"), program + ".o", "-o", program], check=True)


def output(command, environment):
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment).stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--build", default=os.path.join(ROOT, "build/release"))
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    sources = sorted(glob.glob(os.path.join(HERE, "programs/*.c")))
    if options.names:
        sources = [s for s in sources if os.path.basename(s)[:-2] in options.names]
    if compare.NATIVE != compare.CLANG:
        sources = [s for s in sources if os.path.basename(s) not in OPEN]
    environment = dict(os.environ)
    environment.setdefault("CUSTOS_CFRONT", os.path.join(options.build, "custos-cfront"))
    environment.setdefault("CUSTOS_SANDBOX", os.path.join(options.build, "custos-sandbox"))
    twin = os.path.join(options.build, "tests/twin-c-semantics")
    passed = failed = skipped = 0
    for bits in (32, 64):
        if not compare.can_build(bits):
            skipped += len(sources)
            continue
        for source in sources:
            with tempfile.TemporaryDirectory() as folder:
                program = os.path.join(folder, "program")
                build(source, bits, program)
                said = output([twin, "run", source, str(bits)] + [str(s) for s in range(options.seeds)],
                              environment).split("\n")
                for seed in range(options.seeds):
                    wanted = output([program, str(seed)], environment)
                    got = said[seed] if seed < len(said) else "nothing"
                    if got == wanted:
                        passed += 1
                        continue
                    failed += 1
                    print("%s, %d bits, inputs %d: compiled %s, interpreted %s" % (
                        os.path.basename(source), bits, seed, wanted, got))
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return failed != 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
