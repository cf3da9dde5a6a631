#!/usr/bin/env python3
"""Traps: small programs whose verdict is easy to get wrong.

    traps.py [--custos=PATH] [--no-custos] [--runs=N] [NAME...]

Each file in traps/ begins with comments:
    // custos: holds                  or 'violated', 'unknown', 'rejected'; several with 'or'
    // options: --ilp32 --check=...   if there are any; TRAPS is this folder. Without --check,
                                      --presume or --spec: --check=assertions
    // malloc: fails                  without it, --presume=malloc
    // inputs: 1 -2                   violated: these make the compiled program fail
    // undecided: WHY                 'unknown' is accepted as well
    // native: no, WHY                the compiled program cannot show it
    // runs: N                        holds: fewer random runs than usual
The truth is tested first, on the compiled program: what is violated fails with its
inputs, what holds survives random ones. Then custos is asked; last the checker of
proofs alone, with a witness that says nothing: it accepts nothing that is violated, and
rejects nothing that holds. With THIRD set, the truth of a third is tested, and
proofs of the same third, as scripts/third chooses it.

Closes with 'N passed, N failed'."""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(HERE))
from thirds import of_this_commit  # noqa: E402
sys.path.insert(0, HERE)
from execute import Executable  # noqa: E402


class Trap:
    def __init__(self, path):
        self.path = path
        self.name = os.path.basename(path)[:-2]
        with open(path, encoding="utf-8") as file:
            head = re.findall(r"^// (\w+): ?(.*)$", file.read(), re.MULTILINE)
        said = dict(head)
        self.verdicts = said["custos"].split(" or ")
        self.options = said.get("options", "--lp64").replace("TRAPS", os.path.dirname(path)).split()
        if not any(o.startswith(("--check=", "--presume=", "--spec=")) for o in self.options):
            self.options.append("--check=assertions")
        if said.get("malloc") != "fails" and not any(o.startswith("--spec=") for o in self.options):
            self.options.append("--presume=malloc")
        self.inputs = [int(x, 0) for x in said.get("inputs", "").split()]
        self.accepted = set(self.verdicts) | ({"unknown"} if "undecided" in said else set())
        self.is_native = not said.get("native", "").startswith("no")
        self.runs = int(said["runs"]) if "runs" in said else None
        self.checks = [c for o in self.options if o.startswith("--check=") for c in o[8:].split(",") if c != "assertions"]


def check_truth(trap, folder, runs):
    """None, or what is wrong with what the file says."""
    arguments = [o for o in trap.options if o[:2] in ("-D", "-I")]
    if not trap.is_native:
        return None
    try:
        program = Executable([trap.path], folder, "--ilp32" in trap.options, trap.checks, arguments)
    except ValueError as problem:
        return "it does not compile: %s" % str(problem)[:300]
    if trap.verdicts[0] == "violated":
        how = program.with_inputs(trap.inputs)
        # With checks, a sanitizer or a signal is how it fails.
        if how == "failed" or (trap.checks and how in ("undefined", "crashed")):
            return None
        return "the compiled program %s with these inputs" % how
    counts, inputs = program.at_random(trap.runs or runs)
    if inputs is not None or counts.get("undefined"):
        return "the compiled program fails: %s %s" % (counts, inputs)
    return None


def ask(custos, trap, folder):
    done = subprocess.run([custos, "check", "--json", "--time=20", *trap.options, "-o", folder, trap.path], cwd=folder, capture_output=True, timeout=120, check=False)
    expected = {0: "holds", 10: "violated", 5: "unknown", 2: "rejected"}.get(done.returncode)
    if expected == "rejected" and expected in trap.accepted:
        return None
    try:
        result = json.loads(done.stdout)
        if result["verdict"] != expected:
            raise ValueError
        reason = result["properties"][0]["reason"]
    except (ValueError, LookupError):
        return "exit %d: %s" % (done.returncode, (done.stdout + done.stderr).decode(errors="replace")[-300:])
    if expected in trap.accepted:
        return None
    return "%s, expected %s (%s)" % (expected, " or ".join(sorted(trap.accepted)), reason)


def prove(custos, trap, folder):
    """The checker of proofs, without invariants."""
    witness = os.path.join(folder, "empty.yml")
    with open(witness, "w", encoding="utf-8") as out:
        out.write("- entry_type: invariant_set\n  content: []\n")
    known = ("-D", "-I", "--ilp32", "--lp64", "--check=", "--spec=", "--input=", "--presume=")
    options = [o for o in trap.options if o.startswith(known)]
    done = subprocess.run([custos, "certify", "--json", "--time=2", *options, trap.path, witness], cwd=folder, capture_output=True, timeout=120, check=False)
    if done.returncode == 2 and "rejected" in trap.accepted:
        return None
    if done.returncode == 5:  # it cannot tell
        return None
    if done.returncode not in (0, 10):
        return "certify: exit %d: %s" % (done.returncode, done.stderr.decode(errors="replace")[-300:])
    reason = json.loads(done.stdout)["reason"]
    if done.returncode == 0 and "holds" not in trap.verdicts:
        return "certify accepts it: %s" % reason
    if done.returncode == 10 and trap.verdicts == ["holds"]:
        return "certify rejects it: %s" % reason
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/release/custos"))
    parser.add_argument("--no-custos", action="store_true", help="only what the compiled programs do")
    parser.add_argument("--no-native", action="store_true", help="only custos")
    parser.add_argument("--runs", type=int, default=10000, help="with random inputs")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    custos = os.path.abspath(options.custos)
    folder = os.path.join(HERE, "traps")
    passed = failed = 0
    tested = of_this_commit(sorted(os.listdir(folder)))
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".c") or (options.names and name[:-2] not in options.names):
            continue
        trap = Trap(os.path.join(folder, name))
        with tempfile.TemporaryDirectory() as work:
            wrong = [] if options.no_native or name not in tested else [check_truth(trap, work, options.runs)]
            wrong += [] if options.no_custos else [ask(custos, trap, work)]
            wrong += [] if options.no_custos or name not in tested else [prove(custos, trap, work)]
        for complaint in wrong:
            passed += complaint is None
            failed += complaint is not None
            if complaint:
                print("%s: %s" % (trap.name, complaint), flush=True)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
