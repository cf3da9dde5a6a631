#!/usr/bin/env python3
"""Random sessions: 'custos check' beside twins, and beside an exact oracle.

    compare.py [options] COUNT [SEED]

COUNT cases of generate.py, from SEED, and as many of the oracle's own generator
where there is an oracle (--source chooses). Many cases make one file, which one
run of custos checks without the kernel. Compared is every answer: at each state, at
each head, at the configurations that are asked for; with twin.py, with the oracle
for its cases, and for one case in --bounded with bounded.py, which also takes the
place of the twin where that has no answer. One batch in --explain is also given to
twin-ectl, whose explanations reasons.py replays. Of one batch in --certify, one case in --stride is checked again
with the kernel, which has to accept where that was promised: everything on
transition systems, formulas without nesting on pushdown systems.

Closes with 'N passed, N failed[, N skipped]': one test an answer, a path or a
certificate. Sessions with a difference are written to --keep."""
import argparse
import collections
import importlib.util
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)
import bounded  # noqa: E402
import generate  # noqa: E402
import reasons  # noqa: E402
import session as language  # noqa: E402
import twin  # noqa: E402
sys.path.insert(0, os.path.dirname(HERE))
from corpora import corpora  # noqa: E402


def load_oracle(folder):
    """Its generator, which has the rest of it, too; None: there is none."""
    path = os.path.join(folder, "fuzz.py")
    if not os.path.exists(path):
        return None
    sys.path.append(folder)
    spec = importlib.util.spec_from_file_location("ectl_fuzz", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Case:
    """A formula on a system, and what is known of it: by place, None standing for
    all states or heads, a dictionary of truths."""

    def __init__(self, text, session, formula, system, places, expected):
        self.text, self.session, self.places = text, session, places
        self.formula, self.system, self.expected = formula, system, expected

    def tree(self):
        return self.session.formulas[self.formula]

    def names(self):
        """Of its properties, with the place of each."""
        name = "%s @ %s" % (self.formula, self.system)
        yield name, None
        for state, stack in self.places:
            yield "%s at %s[%s]" % (name, state, " ".join(stack)), (state, stack)

    def is_nested(self):
        return depth(self.tree()) > 1

    def is_pushdown(self):
        return self.session.objects[self.system].kind == "PDS"


def depth(tree):
    if tree[0] in ("p", "0", "1"):
        return 0
    below = max(depth(x) for x in tree[1:] if isinstance(x, tuple))
    return below + (tree[0] in ("EU", "ER", "AU", "AR", "EX", "AX"))


def everywhere(evaluator, tree, places):
    found = {None: evaluator.results(tree)}
    for state, stack in places:
        key = "%s[%s]" % (state, " ".join(stack))
        found[key] = {key: evaluator.at(tree, state, stack)}
    return found


def know(session, system, tree, places):
    try:
        return everywhere(twin.Twin(session, system), tree, places)
    except twin.Unknown:
        return everywhere(bounded.Bounded(session, system, 7), tree, places)


def own_case(seed, number):
    c = generate.session(seed, number)
    return Case(c.text, c.session, c.name, c.system, c.places,
                know(c.session, c.system, c.session.formulas[c.name], c.places))


def renamed(tree, number):
    """With the number behind the names of automata."""
    if tree[0] in ("EU", "ER", "AU", "AR"):
        return (tree[0], renamed(tree[1], number), "%s%d" % (tree[2], number), renamed(tree[3], number))
    return tree if tree[0] == "p" else (tree[0],) + tuple(renamed(x, number) for x in tree[1:])


def oracle_case(fuzz, seed, number):
    r = random.Random("%d oracle %d" % (seed, number))
    system, automata = fuzz.rand_pds(r) if r.random() < .4 else fuzz.rand_case(r)
    tree = renamed(fuzz.rand_form(r, r.choice((1, 1, 2, 2, 3, 3, 4))), number)
    system.name = "m%d" % number
    for x in automata.values():
        x.name = "%s%d" % (x.name, number)
    text = fuzz.dump(system, automata, tree)
    text = text.replace("FORMULA f {", "FORMULA f%d {" % number).replace(":check(f, m)", ":check(f%d, m%d)" % (number, number))
    places = []
    if system.kind == "PDS":
        places = [(r.choice(system.states), [r.choice("_k") for _ in range(r.randint(1, 4))])]
        text += ":check(f%d, m%d, %s[%s])\n" % (number, number, places[0][0], " ".join(places[0][1]))
    exact = fuzz.Exact({x.name: x for x in list(automata.values()) + [system]}, system)
    expected = {None: exact.results(tree)}
    for state, stack in places:
        key = "%s[%s]" % (state, " ".join(stack))
        expected[key] = {key: bool(exact.at(tree, state, tuple(stack)))}
    session = language.read(text)
    return Case(text, session, "f%d" % number, system.name, places, expected)


class Comparison:
    def __init__(self, options):
        self.options = options
        self.custos = os.path.abspath(options.custos)
        self.teller = os.path.join(os.path.dirname(self.custos), "tests/twin-ectl")
        self.oracle = load_oracle(options.oracle) if options.source != "own" else None
        self.counts = collections.Counter()
        self.said = []

    def complain(self, text, case=None):
        self.counts["failed"] += 1
        self.said.append(text)
        if case and self.options.keep:
            os.makedirs(self.options.keep, exist_ok=True)
            name = os.path.join(self.options.keep, "%s.ectl" % case.formula)
            with open(name, "w", encoding="utf-8") as out:
                out.write("".join("# %s\n" % line for line in text.split("\n")) + case.text)

    def run(self, text, folder, *options):
        with open(os.path.join(folder, "x.ectl"), "w", encoding="utf-8") as out:
            out.write(text)
        done = subprocess.run([self.custos, "check", "--json", *options, "x.ectl"], cwd=folder, capture_output=True,
                              text=True, timeout=600, check=False)
        if done.returncode not in (0, 10):
            return None, "exit %d: %s" % (done.returncode, done.stderr[:500])
        return {p["name"]: p for p in json.loads(done.stdout)["properties"]}, ""

    def compare(self, case, found):
        for name, place in case.names():
            p = found.get(name)
            if p is None or "results" not in p:
                self.complain("%s: no answer: %s" % (name, p), case)
                continue
            key = None if place is None else "%s[%s]" % (place[0], " ".join(place[1]))
            wanted = case.expected[key]
            if set(p["results"]) != set(wanted) and place is None:
                self.complain("%s: answers at %s, expected at %s" % (name, sorted(p["results"]), sorted(wanted)), case)
                continue
            for at, truth in wanted.items():
                told = p["results"].get(at) if place is None else next(iter(p["results"].values()))
                if truth is None:
                    self.counts["open"] += 1
                elif told is truth:
                    self.counts["passed"] += 1
                else:
                    self.complain("%s at %s: custos %s, expected %s" % (name, at, told, truth), case)

    def explain(self, cases, folder):
        """All explanations of the file that was checked last."""
        done = subprocess.run([self.teller, "x.ectl"], cwd=folder, capture_output=True, text=True, timeout=600, check=False)
        if done.returncode != 0:
            self.complain("twin-ectl: exit %d: %s" % (done.returncode, done.stderr[:500]))
        told = reasons.read(done.stdout)
        for case in cases:
            replay = reasons.Replay(case.session, case.system, twin.Twin(case.session, case.system))
            for name, _ in case.names():
                for truth in told.get(name, ()):
                    try:
                        replay.check(truth)
                        self.counts["passed"] += 1
                        self.counts["explanations"] += 1
                    except reasons.Wrong as wrong:
                        self.complain("%s at %s, explained: %s" % (name, truth.place, wrong), case)
                    except twin.Unknown:
                        self.counts["open"] += 1
            self.counts["steps replayed"] += replay.steps

    def certify(self, case, folder):
        found, wrong = self.run(case.text, folder)
        if found is None:
            self.complain(wrong, case)
            return
        for name, p in found.items():
            promised = not case.is_pushdown() or not case.is_nested()
            checked = p.get("evidence", {}).get("checked")
            self.counts["checked by " + str(checked)] += 1
            if promised and checked not in ("kernel", "kernel-graph"):
                self.complain("%s: checked: %s" % (name, checked), case)
            else:
                self.counts["passed"] += 1

    def cases(self, source, numbers):
        for number in numbers:
            if source == "oracle":
                yield oracle_case(self.oracle, self.options.seed, number)
            else:
                yield own_case(self.options.seed, number)

    def batch(self, source, numbers, is_explained, is_certified):
        if source == "oracle" and not self.oracle:
            return {"skipped": len(numbers)}, []
        cases = list(self.cases(source, numbers))
        self.twins(source, cases, numbers)
        with tempfile.TemporaryDirectory() as folder:
            found, wrong = self.run("".join(c.text for c in cases), folder, "--no-certify")
            if found is None:
                self.apart(cases, folder, wrong)
            else:
                for case in cases:
                    self.compare(case, found)
                if is_explained:
                    self.explain(cases, folder)
            if is_certified:
                for case in cases[::self.options.stride]:
                    self.certify(case, folder)
        return dict(self.counts), self.said

    def apart(self, cases, folder, wrong):
        """The file was refused: which of its cases?"""
        count = len(self.said)
        for case in cases:
            found, why = self.run(case.text, folder, "--no-certify")
            if found is None:
                self.complain("%s: %s" % (case.formula, why), case)
            else:
                self.compare(case, found)
        if len(self.said) == count:
            self.complain("refused together, not one by one: %s" % wrong)

    def twins(self, source, cases, numbers):
        """The twins agree with each other."""
        for case, number in zip(cases, numbers):
            others = []
            if source == "oracle":
                others.append(know(case.session, case.system, case.tree(), case.places))
            if self.options.bounded and number % self.options.bounded == 0:
                others.append(everywhere(bounded.Bounded(case.session, case.system, 5), case.tree(), case.places))
            for other in others:
                for place, truths in other.items():
                    for at, truth in truths.items():
                        if truth is not None and case.expected[place][at] not in (None, truth):
                            self.complain("%s at %s: the twins differ" % (case.formula, at), case)


def work(job):
    options, *batch = job
    return Comparison(options).batch(*batch)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/release/custos"))
    parser.add_argument("--oracle", default=corpora("oracles/ectl"))
    parser.add_argument("--source", choices=("own", "oracle", "both"), default="both")
    parser.add_argument("--batch", type=int, default=250, help="cases in one file")
    parser.add_argument("--bounded", type=int, default=10, help="one case in so many; 0: none")
    parser.add_argument("--explain", type=int, default=1, help="one batch in so many; 0: none")
    parser.add_argument("--certify", type=int, default=5, help="one batch in so many; 0: none")
    parser.add_argument("--stride", type=int, default=10, help="one case in so many of such a batch")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", help="folder for sessions with a difference")
    options = parser.parse_args()
    jobs = []
    for source in ("own", "oracle") if options.source == "both" else (options.source,):
        for i, first in enumerate(range(0, options.count, options.batch)):
            numbers = range(first, min(first + options.batch, options.count))
            jobs.append((options, source, numbers, options.explain > 0 and i % options.explain == 0,
                         options.certify > 0 and i % options.certify == 0))
    counts = collections.Counter()
    with multiprocessing.Pool(options.jobs) as pool:
        for found, said in pool.imap(work, jobs):
            counts.update(found)
            for text in said[:5]:
                print(text)
    print(", ".join("%s: %d" % (k, counts[k]) for k in sorted(counts) if k not in ("passed", "failed", "skipped")))
    print("%d passed, %d failed%s" % (counts["passed"], counts["failed"], ", %d skipped" % counts["skipped"] if counts["skipped"] else ""))
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
