#!/usr/bin/env python3
"""Sessions with expectations in their comments: 'custos check' has to meet them.

    expect.py [--custos=PATH] [--oracle=FOLDER] [--twin] [FILE...]

    # expect f m: s=T t=F       at states, or at heads <p,a>
    # expect f m p[a b _]: T    at a configuration
    # expect f m: error WORD    a check of f on m is refused, with WORD in what is said
    # error 3:7: WORD           the file is refused there; any of the three may be missing

Without files: cases/ and refused/ beside this program, and the tests of the oracle,
if they are there. --twin asks the Python twins instead of custos; they refuse
nothing and do not know everything. Closes with 'N passed, N failed[, N skipped]': one test an expectation."""
import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)
import bounded  # noqa: E402
import session as language  # noqa: E402
import twin  # noqa: E402
sys.path.insert(0, os.path.dirname(HERE))
from corpora import corpora  # noqa: E402

EXPECT = re.compile(r"^#\s*expect\s+(\w+)\s+(\w+)(?:\s+(\w+\[[^]]*\]))?\s*:(.*)$", re.M)
ERROR = re.compile(r"^#\s*error\b *(\d*):?(\d*):? *(.*)$", re.M)


def run(custos, text, folder, name="x.ectl"):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
        out.write(text)
    return subprocess.run([custos, "check", "--json", "--no-certify", name], cwd=folder, capture_output=True, text=True,
                          timeout=60, check=False)


def without_commands(text):
    """Definitions only: what is checked is added again, one by one."""
    return re.sub(r":(check|show)\s*\((?:[^()]|\([^()]*\))*\)", "", re.sub(r"#[^\n]*", "", text))


def ask_custos(custos, text, folder, formula, system, place):
    """({name: truth}, "") or (None, what was said)."""
    check = ":check(%s, %s%s)" % (formula, system, ", " + place if place else "")
    done = run(custos, without_commands(text) + "\n" + check + "\n", folder)
    if done.returncode not in (0, 10):
        return None, done.stderr
    found = json.loads(done.stdout)["properties"]
    if len(found) != 1 or "results" not in found[0]:
        return None, "no results: %s" % done.stdout
    return found[0]["results"], ""


def ask_twin(text, formula, system, place):
    s = language.read(text)
    tree = s.formulas[formula]
    for one in (twin.Twin(s, system), bounded.Bounded(s, system, 7)):
        try:
            if place:
                state, stack = place.rstrip("]").split("[")
                return {place: one.at(tree, state, stack.split())}, ""
            return one.results(tree), ""
        except twin.Unknown:
            pass
    return None, ""


class Tally:
    def __init__(self):
        self.passed, self.failed, self.skipped = 0, 0, 0

    def add(self, right, complaint):
        self.passed += bool(right)
        self.failed += not right
        if not right:
            print(complaint)


def expectations(path, text, ask, tally):
    answers = {}
    for match in EXPECT.finditer(text):
        formula, system, place, wanted = match.groups()
        wanted = wanted.split()
        key = (formula, system, place)
        if key not in answers:
            answers[key] = ask(text, formula, system, place)
        found, said = answers[key]
        where = "%s: %s on %s%s" % (os.path.basename(path), formula, system, " at " + place if place else "")
        if wanted[0] == "error":
            tally.add(found is None and all(word in said for word in wanted[1:]), "%s: not refused as expected: %s" % (where, said or found))
            continue
        if found is None:
            tally.add(False, "%s: %s" % (where, said))
        elif place:
            tally.add(list(found.values()) == [wanted[0] == "T"], "%s: %s, expected %s" % (where, found, wanted[0]))
        else:
            for one in wanted:
                name, truth = one.rsplit("=", 1)
                tally.add(found.get(name) is (truth == "T"), "%s at %s: %s, expected %s" % (where, name, found.get(name), truth))


def whole_file(custos, path, text, folder, tally):
    """All commands of the file together give the same answers as one by one."""
    done = run(custos, text, folder, os.path.basename(path))
    name = os.path.basename(path)
    if done.returncode not in (0, 10):
        tally.add(False, "%s: exit %d: %s" % (name, done.returncode, done.stderr))
        return
    wanted = len(re.findall(r":check\b", re.sub(r"#[^\n]*", "", text)))
    tally.add(len(json.loads(done.stdout)["properties"]) == wanted, "%s: not %d checks" % (name, wanted))


def refusal(custos, path, text, folder, tally):
    line, column, word = ERROR.search(text).groups()
    done = run(custos, text, folder, os.path.basename(path))
    place = re.search(r"%s:(\d+):(\d+): (.*)" % re.escape(os.path.basename(path)), done.stderr)
    right = (done.returncode == 2 and place and line in ("", place.group(1)) and column in ("", place.group(2))
             and word.strip() in done.stderr)
    tally.add(right, "%s: exit %d, expected 2 and '%s:%s: %s': %s" % (
        os.path.basename(path), done.returncode, line, column, word, done.stderr))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/release/custos"))
    parser.add_argument("--oracle", default=corpora("oracles/ectl"))
    parser.add_argument("--twin", action="store_true")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    custos, tally, files = os.path.abspath(options.custos), Tally(), options.files
    if not files:
        files = sorted(glob.glob(os.path.join(HERE, "cases/*.ectl")) + glob.glob(os.path.join(HERE, "refused/*.ectl")))
        theirs = sorted(glob.glob(os.path.join(options.oracle, "tests/*.ectl")))
        tally.skipped += not theirs
        files += theirs
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            with open(path, encoding="utf-8") as source:
                text = source.read()
            if ERROR.search(text):
                if not options.twin:
                    refusal(custos, path, text, folder, tally)
            elif options.twin:
                expectations(path, text, ask_twin, tally)
            else:
                whole_file(custos, path, text, folder, tally)
                expectations(path, text, lambda *args: ask_custos(custos, args[0], folder, *args[1:]), tally)
    print("%d passed, %d failed%s" % (tally.passed, tally.failed, ", %d skipped" % tally.skipped if tally.skipped else ""))
    return 1 if tally.failed or not tally.passed else 0


if __name__ == "__main__":
    sys.exit(main())
