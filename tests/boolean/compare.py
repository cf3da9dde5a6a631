#!/usr/bin/env python3
"""Random Boolean programs: 'custos check' beside a slow oracle.

    compare.py [options] COUNT [SEED]

Each program (generate.py; COUNT of them, from SEED on) is checked by one run of
custos: each of its assertions for itself, and each label as a target. The engine
is post for odd seeds and pre for even ones. Every verdict is compared with the
oracle's, every violation must come with a trace that was replayed; of one
program in --again, the traces are also replayed by 'custos replay', evidence is
checked by the kernel, and the program is expanded into an explicit pushdown
system that custos decides with its other engines. Where there is no oracle, that
comparison is made of every program instead.

Closes with 'N passed, N failed': one test a verdict. A program with a
difference is written to --keep, with what was expected."""
import argparse
import importlib.util
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)
import generate  # noqa: E402
sys.path.insert(0, os.path.dirname(HERE))
from corpora import corpora  # noqa: E402


def load_oracle(path):
    if not os.path.exists(path):
        return None
    spec = importlib.util.spec_from_file_location("bp_oracle", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def only_assertion(program, number):
    """The oracle's program in which only this assertion, of those in the text, can
    fail; the others stop a run that does not pass them."""
    seen = 0
    for procedure in program.procs.values():
        code = procedure["code"]
        for i, instruction in enumerate(code):
            if instruction[0] == "assert":
                if seen != number:
                    code[i] = ("assume", instruction[1])
                seen += 1
    return program


def expected_verdicts(oracle, text, labels):
    """By name of the property: is it violated?"""
    expected = {}
    lines = [i + 1 for i, line in enumerate(text.split("\n")) if line.strip().startswith("assert(")]
    for number, line in enumerate(lines):
        program = only_assertion(oracle.P(text).run(), number)
        expected["assert:%d" % line] = oracle.check(program)[0] == "FAILED"
    program = oracle.P(text).run()
    for label in labels:
        expected[label] = oracle.check(program, label)[0] == "FAILED"
    return expected


class Difference(Exception):
    pass


def run_json(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False)
    try:
        result = json.loads(done.stdout)
    except ValueError:
        raise Difference("%s: exit %d: %s" % (" ".join(command), done.returncode, done.stderr.decode()[:500])) from None
    if done.returncode not in (0, 10):
        raise Difference("%s: exit %d" % (" ".join(command), done.returncode))
    return result


class Comparison:
    def __init__(self, options):
        self.options = options
        self.oracle = None if options.no_oracle else load_oracle(options.oracle)
        self.custos = os.path.abspath(options.custos)

    def explicit(self, folder, labels, found):
        """The expanded program: the same answer to 'can any of these be reached?'"""
        targets = ["--target=" + label for label in labels]
        with open(os.path.join(folder, "x.pds"), "wb") as out:
            done = subprocess.run([self.custos, "convert", "x.bp", "--to=pds"] + targets, cwd=folder, stdout=out,
                                  stderr=subprocess.PIPE, timeout=60, check=False)
        if done.returncode != 0:
            raise Difference("convert: exit %d: %s" % (done.returncode, done.stderr.decode()[:500]))
        result = run_json([self.custos, "check", "--json", "--no-certify", "x.pds"], folder)
        violated = any(found[name] for name in found if name in labels or name.startswith("assert:"))
        if result["reachable"] != violated:
            raise Difference("explicit: reachable is %s, though custos says %s" % (result["reachable"], found))

    def again(self, folder, found, names):
        passed = 0
        for name, violated in found.items():
            if not violated:
                continue
            done = subprocess.run([self.custos, "replay", "-q", names[name]], cwd=folder, capture_output=True,
                                  timeout=60, check=False)
            if done.returncode != 0:
                raise Difference("replay %s: exit %d: %s" % (name, done.returncode, (done.stdout + done.stderr).decode()[:500]))
            passed += 1
        return passed

    def one(self, seed, folder):
        text, labels = generate.program(seed)
        with open(os.path.join(folder, "x.bp"), "w", encoding="utf-8") as out:
            out.write(text)
        is_thorough = self.options.again > 0 and seed % self.options.again == 0
        engine = self.options.engine or ("post", "pre")[seed % 2 == 0]
        command = [self.custos, "check", "--json", "--engine=" + engine]
        command += [] if is_thorough else ["--no-certify"]
        command += ["--target=" + label for label in labels]
        if not labels and "assert(" not in text:
            return 0
        result = run_json(command + ["x.bp"], folder)
        found, files = {}, {}
        for p in result["properties"]:
            if p["verdict"] not in ("holds", "violated"):
                raise Difference("%s is %s" % (p["name"], p["verdict"]))
            found[p["name"]] = p["verdict"] == "violated"
            if is_thorough and p["evidence"]["checked"] == "none":
                raise Difference("%s: its evidence was not checked" % p["name"])
            if found[p["name"]]:
                files[p["name"]] = p["evidence"]["file"]
                if p["evidence"]["checked"] != "replay":
                    raise Difference("%s: the trace was not replayed" % p["name"])
        if self.oracle:
            expected = expected_verdicts(self.oracle, text, labels)
            if found != expected:
                different = sorted(k for k in set(found) | set(expected) if found.get(k) != expected.get(k))
                raise Difference("custos and the oracle differ in %s: violated: custos %s, oracle %s" % (
                    different, [found.get(k) for k in different], [expected.get(k) for k in different]))
        passed = len(found)
        if is_thorough:
            passed += self.again(folder, found, files)
        if is_thorough or not self.oracle:
            for chosen in [labels] + [[label] for label in labels[:1]]:
                # With a label less, only its own verdict goes.
                self.explicit(folder, chosen, found)
                passed += 1
        return passed


def work(arguments):
    options, seeds = arguments
    comparison = Comparison(options)
    passed, violated, differences = 0, 0, []
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            try:
                passed += comparison.one(seed, folder)
            except Difference as difference:
                differences.append((seed, str(difference)))
            except subprocess.TimeoutExpired as late:
                differences.append((seed, str(late)))
            for name in os.listdir(folder):
                if name.endswith(".trace"):
                    violated += 1
                os.unlink(os.path.join(folder, name))
    return passed, violated, differences


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/release/custos"))
    parser.add_argument("--oracle", default=corpora("oracles/boolean/bp_oracle.py"))
    parser.add_argument("--no-oracle", action="store_true", help="as if there were none")
    parser.add_argument("--engine", choices=["pre", "post", "auto"], help="for all of them")
    parser.add_argument("--again", type=int, default=20, metavar="N", help="one in N is checked in every way (0: none)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", metavar="FOLDER", help="where programs with differences go")
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    options = parser.parse_args()
    if options.no_oracle or not os.path.exists(options.oracle):
        print("no oracle at %s: compared with the explicit engine on the expanded program" % os.path.relpath(options.oracle))
    last = options.seed + options.count
    chunks = [(options, range(first, min(first + 50, last))) for first in range(options.seed, last, 50)]
    passed, traces, differences = 0, 0, []
    with multiprocessing.Pool(options.jobs) as pool:
        for some, violated, different in pool.imap(work, chunks):
            passed += some
            traces += violated
            differences += different
    for seed, difference in differences:
        print("seed %d: %s" % (seed, difference))
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
            with open(os.path.join(options.keep, "%d.bp" % seed), "w", encoding="utf-8") as out:
                out.write("// %s\n%s" % (difference.replace("\n", " "), generate.program(seed)[0]))
    print("%d programs, %d traces" % (options.count, traces))
    print("%d passed, %d failed" % (passed, len(differences)))
    return 1 if differences or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
