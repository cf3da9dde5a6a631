#!/usr/bin/env python3
"""Do the tests of C programs notice mistakes?

    mutants.py planted [NAME...]      needs 'make MODE=mutant'
    mutants.py random COUNT [SEED]
    mutants.py programs [FILE...]

planted: each bug that 'make MODE=mutant' plants in the engine (MUTANT("panda-...") in
src/) and in the checker of proofs (MUTANT("proof-...")) must be noticed by the comparison of random programs (random/compare.py) within
--seconds, by the unit tests that UNIT_TESTS names, or by traps: a wrong answer, an internal error, or no answer where there is one without
the bug, because Custos itself could not confirm its own. Spent time does not count.
random: random programs of which custos says HOLDS, with one operator, constant or type
changed, or an assumption left out; again against all inputs.
programs: the same with examples and traps, or given files, of which custos says HOLDS,
against many random inputs: what can be made to fail must not hold.

Closes with 'N passed, N failed'."""
import argparse
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "random"))
import compare  # noqa: E402
import generate  # noqa: E402
import native  # noqa: E402
from execute import Executable  # noqa: E402
from traps import Trap  # noqa: E402
from tree import Block, nodes  # noqa: E402


def planted_names():
    """The bugs are where MUTANT("...") is: no list of them can grow old."""
    found = set()
    for folder, _, files in os.walk(os.path.join(ROOT, "src")):
        for name in files:
            if name.endswith((".c", ".h")):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    found |= set(re.findall(r'MUTANT\("((?:formula|panda|proof)-[a-z-]+)"\)', file.read()))
    return sorted(found)


def bounded_programs(seeds, folder):
    return generate.programs(seeds, lambda _: (), folder)


def look_for(options, name, programs):
    """(what was noticed or None, programs, seconds). programs(seeds, folder) gives (seed, program, truth)."""
    start, count = time.monotonic(), 0
    alive = dict(os.environ, CUSTOS_MUTANT=name)
    dead = dict(os.environ, CUSTOS_MUTANT="none")
    custos = os.path.abspath(options.custos or os.path.join(ROOT, "build/mutant/custos"))
    with tempfile.TemporaryDirectory() as folder:
        for first in range(1, 10**6, 20):
            if time.monotonic() - start > options.seconds:
                return None, count, time.monotonic() - start
            for seed, program, truth in programs(list(range(first, first + 20)), folder):
                count += 1
                # In a hurry the solver leaves much open, which must not count as refuted.
                # Predicates that are given, too, may refute.
                hurry = ((), ("--query-time=1",), ("@predicates",), ("@predicates",))[seed % 4]
                if name.startswith("formula-"):
                    hurry = ("--strategy=formula",)
                answer = compare.ask(custos, program, folder, options.time, hurry, alive)
                wrong = compare.difference(truth, answer)
                is_rejected = answer.verdict == "unknown" and "is rejected" in answer.reason
                is_silent = is_rejected or (not hurry and answer.verdict == "unknown" and "spent" not in answer.reason)
                if wrong or is_silent:
                    # It is the bug's fault only if all is well without it.
                    other = compare.ask(custos, program, folder, options.time, hurry if name.startswith("formula-") else (), dead)
                    if other.verdict in ("holds", "violated") and not compare.difference(truth, other):
                        what = wrong or "no answer: " + answer.reason
                        return "seed %d: %s" % (seed, what), count, time.monotonic() - start
    return None, count, time.monotonic() - start


# Bugs that such programs seldom show, and the random automata that do: unit tests, with arguments.
UNIT_TESTS = {
    "panda-contract-": [("test_panda", "600")],
    "panda-array-": [("test_panda_arrays",)],
    "panda-native-": [("test_panda_native", "2")],
    "panda-keep-": [("test_panda_loops", "150")],
    "panda-cover-dead": [("test_panda_loops", "150")],
    "proof-lists-": [("test_c_proof_lists",)],
}
TRAPS = {
    "panda-cover-": ["cover-constraint", "cover-memory", "cover-ways"],
    "panda-lists-": ["list-each-its-own", "list-holds", "list-in-turn", "list-shared-node"],
    "proof-back-": ["list-backwards", "list-freed-in-front"],
}


def unit_test(name):
    return glob.glob(os.path.join(ROOT, "build/mutant/tests/unit/**", name), recursive=True)[0]


def look_in_unit_tests(options, name, tests):
    """As look_for."""
    start = time.monotonic()
    for test in tests:
        command = [unit_test(test[0]), *test[1:]]
        done = subprocess.run(command, env=dict(os.environ, CUSTOS_MUTANT=name), capture_output=True, text=True, timeout=20 * options.seconds, check=False)
        if done.returncode:
            return test[0] + ": " + (done.stdout.strip().splitlines() or ["killed"])[-1], 0, time.monotonic() - start
    return None, 0, time.monotonic() - start


def look_in_traps(name, traps):
    """As look_for, by programs that were written for it."""
    start = time.monotonic()
    custos = os.path.join(ROOT, "build/mutant/custos")
    command = [sys.executable, os.path.join(HERE, "traps.py"), "--custos=" + custos, "--no-native", *traps]
    # THIRD has chosen bugs, and is not to choose among the traps of each.
    environment = {k: v for k, v in os.environ.items() if k != "THIRD"}
    done = subprocess.run(command, env=dict(environment, CUSTOS_MUTANT=name), capture_output=True, text=True, check=False)
    return (done.stdout.strip().splitlines() or ["killed"])[0] if done.returncode else None, len(traps), time.monotonic() - start


def planted(options, programs=bounded_programs):
    names = options.arguments or planted_names()
    passed = failed = 0
    for name in names:
        tests = [t for prefix, t in UNIT_TESTS.items() if name.startswith(prefix)]
        traps = [t for prefix, t in TRAPS.items() if name.startswith(prefix)]
        if tests and programs is bounded_programs:
            noticed, count, seconds = look_in_unit_tests(options, name, tests[0])
        elif traps and programs is bounded_programs:
            noticed, count, seconds = look_in_traps(name, traps[0])
        else:
            noticed, count, seconds = look_for(options, name, programs)
        passed += noticed is not None
        failed += noticed is None
        print("%-24s %s after %d programs, %.1f s. %s" % (name, "noticed" if noticed else "NOT NOTICED", count, seconds, (noticed or "")[:160]), flush=True)
    return passed, failed


# Random programs that hold, changed.

SWAPS = {"<": ["<=", ">"], "<=": ["<", "=="], ">": [">=", "<"], ">=": [">", "!="], "==": ["!=", "<="], "!=": ["==", ">"], "+": ["-"], "-": ["+"],
         "*": ["+"], "&": ["|"], "|": ["^"], "^": ["&"], "&&": ["||"], "||": ["&&"]}
OTHER_SIGN = {"int": "unsigned", "unsigned": "int", "char": "unsigned char", "unsigned char": "char", "short": "unsigned short", "unsigned short": "short",
              "long long": "unsigned long long", "unsigned long long": "long long"}


def changes(tree):
    """Functions that change one thing each; nothing that keeps indices, divisors and loops within their bounds."""
    out = []

    def text_to(node, text):
        return lambda: setattr(node, "text", text)

    for parent in nodes(tree):
        for i, node in enumerate(parent.kids):
            operator = re.fullmatch(r"\(@ (\S+) @\)", node.text)
            cast = re.fullmatch(r"\(([a-z ]+)\)\(@\)", node.text)
            number = re.fullmatch(r"\(?(-?\d+)\)?", node.text)
            if isinstance(parent, Block) and node.text.startswith("__VERIFIER_assume(@"):
                out.append(lambda parent=parent, i=i: parent.kids.__delitem__(i))
            if node.native is not None or isinstance(node, Block):
                continue
            if operator:
                out += [text_to(node, "(@ %s @)" % other) for other in SWAPS.get(operator[1], [])]
            elif cast and cast[1] in OTHER_SIGN:
                out.append(text_to(node, "(%s)(@)" % OTHER_SIGN[cast[1]]))
            elif number and node.kind == "e":
                out += [text_to(node, "(%d)" % (int(number[1]) + d)) for d in (1, -1)]
    return out


def random_mutants(options):
    count = int(options.arguments[0]) if options.arguments else 100
    seed = int(options.arguments[1]) if len(options.arguments) > 1 else 1
    custos = os.path.abspath(options.custos or os.path.join(ROOT, "build/release/custos"))
    passed = failed = tried = failing = 0
    with tempfile.TemporaryDirectory() as folder:
        while tried < count:
            for number, program, _ in generate.programs(list(range(seed, seed + 25)), lambda _: (), folder):
                if tried >= count or compare.ask(custos, program, folder, 5).verdict != "holds":
                    continue
                mutants = []
                dice = random.Random(number)
                for choice in dice.sample(range(10**6), 4):
                    mutant = program.copy()
                    possible = changes(mutant.body)
                    if possible:
                        possible[choice % len(possible)]()
                        mutants.append(mutant)
                for mutant in mutants:
                    try:
                        truth = native.run_all([mutant], folder)[0]
                    except ValueError:
                        continue
                    if not truth.is_usable():
                        continue
                    tried += 1
                    failing += truth.failed > 0
                    answer = compare.ask(custos, mutant, folder, 5)
                    wrong = compare.difference(truth, answer)
                    passed += not wrong
                    failed += bool(wrong)
                    if wrong:
                        print("seed %d: %s\n%s" % (number, wrong, mutant.text()), flush=True)
            seed += 25
    print("%d changed programs, %d of which fail" % (tried, failing))
    return passed, failed


# Programs of people, changed.

TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"])*\"|'(?:\\.|[^'])*'|^[ \t]*#[^\n]*|__VERIFIER_assume\([^;]*\);|\bunsigned\b|<<|>>|->|<=|>=|==|!=|&&|\|\||\+\+|--|[-+*]=|[-+<>]|\b\d+\b",
                   re.DOTALL | re.MULTILINE)


def text_changes(text):
    """(start, end, instead), one each."""
    out = []
    for m in TOKEN.finditer(text):
        token = m.group()
        instead = []
        if token.startswith("__VERIFIER_assume") and not text[:m.start()].rstrip().endswith("void"):
            instead = [";"]
        elif token == "unsigned":
            instead = ["signed"]
        elif token.isdigit():
            instead = [str(int(token) + 1)] + ([str(int(token) - 1)] if token != "0" else [])
        elif token in ("++", "--"):
            instead = ["--" if token == "++" else "++"]
        elif token in SWAPS:
            instead = SWAPS[token]
        elif token in ("+=", "-="):
            instead = ["-=" if token == "+=" else "+="]
        out += [(m.start(), m.end(), x) for x in instead]
    return out


def verdict_of(custos, path, arguments, folder):
    done = subprocess.run([custos, "check", "--json", "--time=10", "--check=assertions", "--presume=malloc", *arguments, "-o", folder, path], cwd=folder, capture_output=True, check=False)
    try:
        return json.loads(done.stdout)["verdict"]
    except (ValueError, LookupError):
        return "exit %d" % done.returncode


def bases(files):
    """(file, arguments) of programs that may hold."""
    if files:
        return [(os.path.abspath(f), ["--ilp32"]) for f in files]
    out = []
    for path in sorted(glob.glob(os.path.join(HERE, "traps", "*.c"))):
        trap = Trap(path)
        if trap.verdicts == ["holds"] and trap.is_native and not trap.checks and trap.runs is None:
            out.append((path, trap.options))
    for path in sorted(glob.glob(os.path.join(ROOT, "examples/c/*.c")) + glob.glob(os.path.join(ROOT, "examples/c/panda/*.c"))):
        out.append((path, ["--lp64"]))
    return out


def changed_programs(options):
    custos = os.path.abspath(options.custos or os.path.join(ROOT, "build/release/custos"))
    passed = failed = failing = tried = 0
    start = time.monotonic()
    programs = bases(options.arguments)
    random.Random(1).shuffle(programs)
    for path, arguments in programs:
        if time.monotonic() - start > options.seconds:
            break
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with tempfile.TemporaryDirectory() as folder:
            if verdict_of(custos, path, arguments, folder) != "holds":
                continue
            possible = text_changes(text)
            for begin, end, instead in random.Random(1).sample(possible, min(len(possible), options.each)):
                changed = os.path.join(folder, "changed.c")
                with open(changed, "w", encoding="utf-8") as out:
                    out.write(text[:begin] + instead + text[end:])
                try:
                    # With a sanitizer, since what is undefined proves nothing.
                    program = Executable([changed], folder, "--ilp32" in arguments, sanitize=["address"])
                except ValueError:
                    continue
                counts, inputs = program.at_random(options.runs, seconds=20)
                tried += 1
                if inputs is None or counts.get("undefined"):
                    continue
                failing += 1
                verdict = verdict_of(custos, changed, arguments, folder)
                good = verdict in ("violated", "unknown")
                passed += good
                failed += not good
                if not good:
                    line = text[:begin].count("\n") + 1
                    print("%s:%d: '%s' for '%s': %s, but it fails with %s" % (os.path.relpath(path, ROOT), line, instead, text[begin:end], verdict, inputs[:20]), flush=True)
    print("%d changed programs, %d of which fail" % (tried, failing))
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", help="default: build/release/custos, for planted bugs build/mutant/custos")
    parser.add_argument("--seconds", type=float, default=120, help="for each planted bug; for all programs together")
    parser.add_argument("--time", type=float, default=5, help="for each program with a planted bug")
    parser.add_argument("--runs", type=int, default=100000, help="of each changed program")
    parser.add_argument("--each", type=int, default=6, help="changes of each program")
    parser.add_argument("what", choices=["planted", "random", "programs"])
    parser.add_argument("arguments", nargs="*")
    options = parser.parse_args()
    passed, failed = {"planted": planted, "random": random_mutants, "programs": changed_programs}[options.what](options)
    print("mutants of C programs: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
