#!/usr/bin/env python3
"""Random C programs with unbounded loops and recursion: 'custos check' beside the truth.

    compare.py [options] COUNT [SEED]
    compare.py [--custos=...] [--seconds=N] [--time=N] planted [NAME...]      needs 'make MODE=mutant'

Each program (generate.py; COUNT of them, from SEED on) has few values, so that the truth
(truth.py) is known exactly; HOLDS must mean that no run can fail, VIOLATED that one can.
UNKNOWN is no difference, but is counted by reason; more than --unknown percent fail.

--bug=NAME lets a bug live that 'make MODE=mutant' plants, and stops at the first
difference. 'planted' does so with each bug, or the named ones, as tests/c/mutants.py
does with bounded programs: it must be noticed within --seconds.

Closes with 'N passed, N failed': one test a program, and one for the share of UNKNOWN;
or one a bug. A program with a difference is written to --keep."""
import argparse
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.dont_write_bytecode = True
# 'compare' is the one of bounded programs.
sys.path[:0] = [os.path.join(os.path.dirname(HERE), "random"), os.path.dirname(HERE)]
import compare  # noqa: E402
import mutants  # noqa: E402
from unbounded import generate  # noqa: E402


def work(arguments):
    options, seeds = arguments
    out = []
    for seed, program, truth in generate.programs(seeds):
        with tempfile.TemporaryDirectory() as folder:
            answer = compare.ask(options.custos, program, folder, options.time, options.more, options.environment)
        wrong = compare.difference(truth, answer)
        out.append((seed, answer, wrong, bool(truth.failed), program if wrong else None))
        if wrong and options.most == 1:
            break
    return out


def planted(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos")
    parser.add_argument("--seconds", type=float, default=60, help="for each")
    parser.add_argument("--time", type=float, default=2, help="seconds for each program")
    parser.add_argument("what", choices=["planted"])
    parser.add_argument("arguments", nargs="*", metavar="NAME")
    passed, failed = mutants.planted(parser.parse_args(arguments), lambda seeds, _: generate.programs(seeds))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


def main():
    if "planted" in sys.argv:
        return planted(sys.argv[1:])
    parser = compare.parser_of(__doc__, 100)
    parser.add_argument("--bug", metavar="NAME", help="a planted one; stop at the first difference")
    options = parser.parse_args()
    if options.bug:
        options.environment = dict(os.environ, CUSTOS_MUTANT=options.bug)
        options.most, options.chunk = 1, 5
        if options.custos == parser.get_default("custos"):
            options.custos = os.path.join(ROOT, "build/mutant/custos")
    return compare.compare_all(options, work)


if __name__ == "__main__":
    sys.exit(main())
