#!/usr/bin/env python3
"""The feature matrix: each type in each place of Promela, and the limits of the language, compared with SPIN.

    matrix.py [options]

A cell is a type in a place (matrix_types.py, matrix_places.py, matrix_channels.py, matrix_claims.py), or a limit (matrix_limits.py). It is
written as small models: 'right', whose assertions should hold, 'wrong', one of whose assertions fails for one value, and 'print1', 'print2',
which print what they see. Compared are whether the model is taken at all, numbers of states and transitions, verdicts of safety and of
claims, and what a run prints. The interpreter, native code (only 'right'), reduction (verdicts only) and the walker (simulate) have to agree.

matrix_expected.tsv has what SPIN says of each cell: --no-spin compares with that, --record writes it. matrix_deviations.tsv lists where custos is
meant to answer otherwise, and why; a row that no cell needs is a failure if all cells ran. With THIRD set, a third of the cells (scripts/third).
Exit status 1 if there is any other difference; closes with 'N passed, N failed'.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import os
import random
import shutil
import sys
import tempfile
import threading
import time
import traceback
import zlib

sys.dont_write_bytecode = True
import matrix_channels  # noqa: F401, adds places
import matrix_claims  # noqa: F401
import matrix_limits
import matrix_run as run
import matrix_types
import spin
from matrix_places import PLACES, UNPRINTED, VARIANTS, Model

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
from thirds import of_this_commit  # noqa: E402
KEPT = os.path.join(ROOT, "build", "promela-differences")
EXPECTED = os.path.join(HERE, "matrix_expected.tsv")
DEVIATIONS = os.path.join(HERE, "matrix_deviations.tsv")


def cells():
    """Name of each cell -> {variant: text}, texts made when they are needed."""
    found = {}
    for place, write in PLACES.items():
        for kind in matrix_types.TYPES:
            found[f"{place}/{kind.name}"] = lambda write=write, kind=kind: {v: texts(write, kind, v) for v in VARIANTS if not (v.startswith("print") and write in UNPRINTED)}
    for name, write in matrix_limits.LIMITS.items():
        found[f"limit/{name}"] = lambda write=write: {"right": write()}
    return found


def texts(write, kind, variant):
    model = Model(kind, variant)
    return model.text(write(model))


def checksum(models):
    return f"{zlib.crc32(''.join(models[v] for v in sorted(models)).encode()):08x}"


def different(theirs, ours, counts=True):
    """What two Results disagree on; "" if nothing."""
    if ours.status in ("broken", "limit"):
        return "custos gives no answer"
    if (theirs.status == "refused") != (ours.status == "refused"):
        return "custos refuses" if ours.status == "refused" else "custos takes what SPIN refuses"
    if theirs.status == "refused":
        return ""
    if theirs.violated != ours.violated:
        return "verdict"
    for name, bad in theirs.claims.items():
        if name in ours.claims and ours.claims[name] != bad:
            return f"verdict of {name}"
    if counts and theirs.status == "ok" and (theirs.states, theirs.transitions) != (ours.states, ours.transitions):
        return "counts"
    return ""


class Deviations:
    """Rows: pattern of cells, variants or '*', what differs or '*', why."""

    def __init__(self, path):
        self.rows = []
        self.used = collections.Counter()
        if os.path.exists(path):
            with open(path) as file:
                self.rows = [tuple(line.rstrip("\n").split("\t")) for line in file if line.strip() and not line.startswith("#")]

    def explain(self, cell, what):
        for row in self.rows:
            if matches(cell, row[0]) and matches(what, row[1]):
                self.used[row] += 1
                return row[2]
        return None


def matches(name, pattern):
    """As in a shell, but [] mean themselves, and several patterns may be separated by |."""
    return any(fnmatch.fnmatchcase(name.replace("[", "("), one.replace("[", "(")) for one in pattern.split("|"))


class Matrix:
    def __init__(self, options):
        self.options = options
        self.deviations = Deviations(DEVIATIONS)
        self.expected = read_expected()
        self.lock = threading.Lock()
        self.tally = collections.Counter()
        self.recorded = {}

    def tried(self, name, write):
        """A cell that cannot be run is one failure, told by name; the others go on. What the machine refused is asked for once more."""
        for last in (False, True):
            try:
                return self.cell(name, write)
            except Exception as problem:
                where = traceback.extract_tb(problem.__traceback__)[-1]
                told = f"{name}: cannot be run: {problem!r} at {os.path.basename(where.filename)}:{where.lineno}"
                if last or not isinstance(problem, OSError):
                    with self.lock:
                        self.tally["failed"] += 1
                    return [told]
                print(told + "; once more", flush=True)
                time.sleep(5)

    def cell(self, name, write):
        """All of one cell: lines about what differs."""
        models = write()
        rows = {}
        lines = []
        with tempfile.TemporaryDirectory(prefix="custos-matrix-", ignore_cleanup_errors=True) as folder:
            for variant, text in models.items():
                if self.options.variants and variant not in self.options.variants:
                    continue
                path = os.path.join(folder, variant + ".pml")
                with open(path, "w") as file:
                    file.write(text)
                judge = self.printed if variant.startswith("print") else self.checked
                rows[variant], wrong = judge(name, variant, path, text, checksum(models))
                lines += self.explained(name, variant, path, wrong)
        with self.lock:
            self.recorded[name] = (checksum(models), rows)
            self.tally["cells"] += 1
        return lines

    def explained(self, name, variant, path, wrong):
        """Keeps the lines that no deviation explains. wrong: [(what, text)]."""
        lines = []
        for what, text in wrong:
            with self.lock:
                reason = self.deviations.explain(name, what)
                self.tally["explained" if reason else "failed"] += 1
            if not reason:
                lines.append(f"{name}, {variant}: {what}\n  {text}")
        if lines and not self.options.no_keep:
            os.makedirs(KEPT, exist_ok=True)
            shutil.copyfile(path, os.path.join(KEPT, f"matrix-{name.replace('/', '-')}-{variant}.pml"))
        return lines

    def expects(self, name, variant, check):
        """What SPIN said, from the table; None if it does not know this model."""
        row = self.expected.get(name)
        return row[1].get(variant) if row and row[0] == check else None

    def skip(self, why):
        with self.lock:
            self.tally[why] += 1

    def ran(self, wrong):
        with self.lock:
            self.tally["compared"] += 1
            self.tally["passed"] += not wrong

    def checked(self, name, variant, path, text, check):
        """(word of what SPIN says, [(what differs, text)])"""
        if self.options.no_spin:
            word = self.expects(name, variant, check)
            if word is None:
                self.skip("not recorded")
                return "", []
            theirs = run.parse(word)
        else:
            theirs = run.ask_spin(path, text)
        if theirs.status == "limit":
            self.skip("no answer of SPIN")
            return theirs.word(), []
        wrong = []
        back_ends = ["interpreter"] + (["native code", "reduction"] if variant == "right" and not self.options.quick else [])
        for back_end in back_ends:
            ours = run.ask_custos(self.options.custos, path, text, back_end)
            what = different(theirs, ours, back_end != "reduction")
            if what and back_end == "interpreter" and not self.options.no_spin:
                theirs = run.ask_spin(path, text, [spin.GCC])  # is it the C compiler that is wrong?
                what = different(theirs, ours)
            if what == "custos refuses" and theirs.loud:
                what = ""  # SPIN complains as well, and goes on: docs/promela-deviations.md
                self.skip("refused where SPIN only complains")
            if what:
                wrong.append((what, f"{back_end}: SPIN {theirs}\n  custos {ours}"))
            if what or ours.status != "ok":
                break
        if not wrong and variant == "right" and ours.status == "ok" and not theirs.violated and theirs.status == "ok":
            wrong += self.walked(path)
        self.ran(wrong)
        return theirs.word(), wrong

    def walked(self, path):
        """The walker must not fail either, where nothing can."""
        for seed in range(1, 2 if self.options.quick else 3):
            status, output = spin.command([self.options.custos, "simulate", "-q", "--allow-c-code", f"--seed={seed}", path], os.path.dirname(path), 30)
            if status != 0:
                return [("walker", f"simulate --seed={seed}: exit status {status}: {spin.first_line(output)}")]
        return []

    def printed(self, name, variant, path, text, check):
        if self.options.no_spin:
            theirs = self.expects(name, variant, check)
            if theirs is None:
                self.skip("not recorded")
                return "", []
            lines = None
        else:
            lines = run.spin_prints(path)
            theirs = run.crc(lines) if lines is not None else "-"
        if theirs == "-":
            return theirs, []  # whether it is refused is compared by 'right'
        status, ours = run.custos_prints(self.options.custos, path)
        if status == 2:
            return theirs, []
        wrong = []
        if status not in (0, 10) or run.crc(ours) != theirs:
            wrong = [("printed", f"SPIN {lines}\n  custos {ours}, exit status {status}")]
        self.ran(wrong)
        return theirs, wrong

    def run(self, chosen):
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for lines in pool.map(lambda item: self.tried(*item), chosen):
                for line in lines:
                    print(line, flush=True)
        return self.tally["failed"] == 0

    def report(self, whole):
        passed = self.tally.pop("passed", 0) + self.tally.pop("explained", 0)
        if whole:
            for row in self.deviations.rows:
                if not self.deviations.used[row]:
                    self.tally["failed"] += 1
                    print(f"matrix_deviations.tsv: no cell needs '{row[0]}', '{row[1]}'")
        failed = self.tally.pop("failed", 0)
        print("feature matrix: " + ", ".join(f"{count} {what}" for what, count in sorted(self.tally.items())) + f", {sum(self.deviations.used.values())} explained")
        print(f"{passed} passed, {failed} failed")
        return failed == 0


def read_expected():
    found = {}
    if os.path.exists(EXPECTED):
        with open(EXPECTED) as file:
            for line in file:
                if not line.startswith("#"):
                    name, check, *words = line.rstrip("\n").split("\t")
                    found[name] = (check, dict(zip(VARIANTS, words)))
    return found


def write_expected(recorded, order):
    """What was not asked now, of a cell that has not changed, stays as it was."""
    known = read_expected()
    for name, (check, rows) in recorded.items():
        before = known[name][1] if name in known and known[name][0] == check else {}
        known[name] = (check, {**before, **rows})
    with open(EXPECTED, "w") as file:
        file.write("# What SPIN 6.5.2 says of each cell of the feature matrix (matrix.py --record): cell, checksum of its models, then for\n"
                   "# each of its variants: states/transitions of mode a, ! for an error, claims (! violated), ~ if SPIN complained; of prints a checksum.\n")
        for name in order:
            if name in known:
                check, rows = known[name]
                file.write("\t".join([name, check, *(rows.get(v, "") for v in VARIANTS)]).rstrip("\t") + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build", "release", "custos"))
    parser.add_argument("--cells", default="*", help="those whose names match, as 'parameter*/record*'; several, separated by |")
    parser.add_argument("--variants", default="", help="only these, separated by commas")
    parser.add_argument("--sample", type=int, default=0, help="so many cells, chosen by the seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="no native code, no reduction")
    parser.add_argument("--no-spin", action="store_true", help="compare with matrix_expected.tsv")
    parser.add_argument("--record", action="store_true", help="write matrix_expected.tsv")
    parser.add_argument("--no-keep", action="store_true", help="do not keep models that differ")
    parser.add_argument("--show", action="store_true", help="print the models instead")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    options.custos = os.path.abspath(options.custos)
    options.variants = options.variants.split(",") if options.variants else []
    everything = cells()
    names = of_this_commit(everything)
    chosen = [(name, write) for name, write in everything.items() if name in names and matches(name, options.cells)]
    if options.sample and options.sample < len(chosen):
        chosen = random.Random(options.seed).sample(chosen, options.sample)
    if options.show:
        for name, write in chosen:
            for variant, text in write().items():
                if not options.variants or variant in options.variants:
                    print(f"/* {name}, {variant} */\n{text}")
        return 0
    if not options.no_spin and not spin.is_there():
        print("SPIN is not there: what it said is read from the table")
        options.no_spin = True
    matrix = Matrix(options)
    matrix.run(chosen)
    if options.record:
        write_expected(matrix.recorded, everything)
    return 0 if matrix.report(len(chosen) == len(everything) and not options.variants) else 1


if __name__ == "__main__":
    sys.exit(main())
