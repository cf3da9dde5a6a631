#!/usr/bin/env python3
"""Do the checks of Promela answers notice mistakes in what makes them?

    mutants.py [options] [NAME...]      needs 'make MODE=mutant'

Each bug that 'make MODE=mutant' plants in lowering, machine, reduction or native code
(MUTANT("promela-...") in src/) must be noticed on one of the models of planted/: by custos itself, whose second opinion or replay does not agree
(exit status 6), or because the verdict is not the one that the model's first line says, which is SPIN's; then the comparisons with it notice. The model of the bug's own name is asked first. Without a bug all
verdicts are as they should be. With --kernel nothing is compared with the walker (--walker-states=0), and only what the kernel refuses counts: the bugs are told that get a wrong verdict past it. Where a model's second line is '// loud: BUG', custos itself must notice that bug on it. Closes with 'N passed, N failed'.
"""
import argparse
import glob
import json
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import spin  # noqa: E402

EXIT_BUG = 6


def planted_names():
    """The bugs are where MUTANT("...") is: no list of them can grow old."""
    found = set()
    for path in glob.glob(os.path.join(ROOT, "src", "lang", "promela", "**", "*.[ch]"), recursive=True):
        with open(path, encoding="utf-8") as file:
            found |= set(re.findall(r'MUTANT\("(promela-[a-z-]+)"\)', file.read()))
    if not found:
        raise SystemExit("mutants.py: there is no planted bug in src/lang/promela")
    return sorted(found)


class Model:
    def __init__(self, path):
        self.path = path
        self.name = os.path.basename(path)[:-len(".pml")]
        with open(path, encoding="utf-8") as file:
            line = re.fullmatch(r"// check((?: --[a-z-]+=[a-z]+)*): (.*)\n", file.readline())
            loud = re.fullmatch(r"// loud: (.*)\n", file.readline())
        self.options = line.group(1).split()
        self.loud = loud.group(1) if loud else None
        self.expected = dict(words.split() for words in line.group(2).split(", "))

    def ask(self, program, bug, seconds, more=()):
        """What was noticed; None: the answers are right."""
        with tempfile.TemporaryDirectory(prefix="custos-planted-") as folder:
            status, output = spin.command([program, "check", "--json", *self.options, *more, "-o", folder, self.path], folder, seconds, {"CUSTOS_MUTANT": bug})
        if status is None:
            return "no answer in time"
        if status == EXIT_BUG:
            return "exit status 6: " + " ".join(output.split("\n")[0].split())[:150]
        try:
            found = {p["name"]: p["verdict"] for p in json.loads(output[output.find("{"):])["properties"]}
        except (ValueError, LookupError):
            return f"exit status {status}"
        return None if found == self.expected else f"{found} instead of {self.expected}"


def look_for(options, models, bug):
    for model in sorted(models, key=lambda m: (m.name != bug, m.name)):
        noticed = model.ask(options.custos, bug, options.seconds)
        if noticed and noticed != "no answer in time":
            return f"{model.name}: {noticed}"
    return None


def refused(options, models, bug):
    """What the kernel says to some model, whose verdict is wrong without it; or None, and the wrong verdicts that it let pass."""
    passed = []
    for model in sorted(models, key=lambda m: (m.name != bug, m.name)):
        noticed = model.ask(options.custos, bug, options.seconds, ["--walker-states=0"]) or ""
        if "exit status 6" in noticed and "kernel" in noticed:
            return f"{model.name}: {noticed}", passed
        if noticed and "exit status 6" not in noticed and noticed != "no answer in time":
            passed.append(f"{model.name}: {noticed}")
    return None, passed


def ask_kernel(options, models):
    count = 0
    names = options.names or planted_names()
    for bug in names:
        noticed, passed = refused(options, models, bug)
        count += noticed is not None
        print(f"{bug:26} {noticed or 'not refused by the kernel; ' + ('; '.join(passed) or 'no verdict is wrong, or the walker replayed it')}", flush=True)
    print(f"the kernel refuses {count} of {len(names)}")
    return count < min(20, len(names))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build", "mutant", "custos"))
    parser.add_argument("--seconds", type=float, default=60, help="for one model")
    parser.add_argument("--kernel", action="store_true", help="without the walker: what the kernel refuses, at least twenty")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    options.custos = os.path.abspath(options.custos)
    models = [Model(path) for path in sorted(glob.glob(os.path.join(HERE, "planted", "*.pml")))]
    if options.kernel:
        return ask_kernel(options, models)
    passed = failed = 0
    for model in models:
        wrong = model.ask(options.custos, "none", options.seconds)
        passed, failed = passed + (not wrong), failed + bool(wrong)
        if wrong:
            print(f"{model.name}, without a bug: {wrong}")
        if model.loud:
            noticed = model.ask(options.custos, model.loud, options.seconds) or ""
            passed, failed = passed + ("exit status 6" in noticed), failed + ("exit status 6" not in noticed)
            print(f"{model.loud:26} {model.name}: {noticed or 'NOT NOTICED'}", flush=True)
    for bug in options.names or planted_names():
        noticed = look_for(options, models, bug)
        passed, failed = passed + bool(noticed), failed + (not noticed)
        print(f"{bug:26} {noticed or 'NOT NOTICED'}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
