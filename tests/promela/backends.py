#!/usr/bin/env python3
"""Asks custos the same of each model on all its back ends: the answers must be equal.

    backends.py [options] random N SEED    N random models (each fifth with claims)
    backends.py [options] models           the models of micro and models
    backends.py [options] reduced          counts with reduction beside SPIN's (mode b of micro/counts.tsv), and its verdicts

Back ends: interpreter or native code, one or two threads, plain or compressed
states, with and without reduction. What holds has been compared with the
walker, state by state. Without reduction also the numbers of
states and transitions must be equal. Models that make a difference are kept in
build/promela-differences. Closes with 'N passed, N failed'.
"""
import argparse
import concurrent.futures
import json
import os
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
import compare
import custos
import generate
import spin

BASE = ["--no-reduction", "--native=never", "--jobs=1"]
SAME = {  # all states
    "native code": ["--no-reduction", "--native=always", "--jobs=1"],
    "two threads": ["--no-reduction", "--native=never", "--jobs=2"],
    "compressed": ["--no-reduction", "--native=never", "--jobs=1", "--store=tree"],
}
FEWER = {
    "reduction": ["--reduction=yes", "--native=never", "--jobs=1"],
    "reduction, native code, two threads, compressed": ["--reduction=yes", "--native=always", "--jobs=2", "--store=tree"],
}


WALKER_STATES = 50000  # the default of --walker-states


def is_compared(evidence):
    """Has the second interpreter seen all of it, or as much as it may?"""
    how = evidence.get("graph_checked")
    return how == "walker" or (how == "walker-sample" and evidence["compared"]["states"] > WALKER_STATES)


def ask(program, path, question, words, seconds, opinion=False, reading=""):
    """(verdict, states, transitions), or what went wrong as a text. opinion: what holds must have been compared with the walker."""
    name = {"a": "safety", "ltl": question.claim}.get(question.kind, question.kind)
    with tempfile.TemporaryDirectory(prefix="custos-backend-") as folder:
        status, output = spin.command([os.path.abspath(program), "check", "--lang=promela", "--json", "--keep-going", *([] if opinion else ["--no-certify"]), f"--property={name}", *words, *custos.READINGS[reading],
                                       *(["--fair"] if question.fair else []), "-o", folder, os.path.abspath(path)], folder, seconds)
    if status is None:
        return "no answer in time"
    if status == 2:
        return "refused"
    try:
        first = json.loads(output[output.find("{"):])["properties"][0]
        if opinion and first["verdict"] == "holds" and not is_compared(first["evidence"]):
            return f"holds, and was not compared with the walker: {first['evidence']}"
        return first["verdict"], first["stats"]["states"], first["stats"]["transitions"]
    except (ValueError, LookupError):
        return f"exit status {status}: {output[:300]}"


class Backends:
    def __init__(self, options):
        self.options = options
        self.passed = self.failed = self.skipped = 0

    def questions(self, path):
        with open(path, errors="replace") as file:
            return [q for q in compare.questions(file.read()) if q.kind != "a" or q.mode == "a"]

    def one(self, name, path):
        """Lines that tell what differs, and how many answers were compared."""
        wrong, count = [], 0
        for question in self.questions(path):
            base = ask(self.options.custos, path, question, BASE, self.options.seconds, opinion=True, reading=self.options.reading)
            if base == "refused" or base == "no answer in time" or base[0] == "unknown":
                continue
            if isinstance(base, str):
                count += 1
                wrong.append(f"{name}, {question.mode}: {base}")
                continue
            for back_end, words in {**SAME, **FEWER}.items():
                if "native" in back_end and self.options.native and hash_of(name) % self.options.native:
                    continue
                answer = ask(self.options.custos, path, question, words, self.options.seconds, reading=self.options.reading)
                count += 1
                exact = back_end in SAME and question.kind == "a"
                if isinstance(answer, str) or answer[0] != base[0] or (exact and answer != base):
                    wrong.append(f"{name}, {question.mode}, {back_end}: {answer}, but {base}")
        if wrong:
            os.makedirs(compare.KEPT, exist_ok=True)
            shutil.copyfile(path, os.path.join(compare.KEPT, name.replace("/", "-")))
        return wrong, count

    def generated(self, seed):
        name = f"backends-{seed}.pml"
        with tempfile.TemporaryDirectory(prefix="custos-random-") as folder:
            path = os.path.join(folder, name)
            with open(path, "w") as file:
                file.write(generate.model(seed, seed % 5 == 0))
            return self.one(name, path)

    def run(self, jobs):
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for wrong, count in pool.map(lambda job: job(), jobs):
                self.failed += len(wrong)
                self.passed += count - len(wrong)
                self.skipped += count == 0
                for line in wrong:
                    print(line, flush=True)

    def reduced(self):
        """Ours beside SPIN's mode b on the tiny models: never a wrong verdict; how often no more states."""
        fewer = more = 0
        safety = compare.Question("a", "a", "", False)
        full = {}
        rows = []
        with open(os.path.join(compare.HERE, "micro", "counts.tsv")) as file:
            next(file)
            for line in file:
                name, mode, states, _, _, _, errors, note = line.rstrip("\n").split("\t")
                if mode == "a" and states != "-":
                    full[name] = int(errors) > 0
                if mode == "b" and states != "-":
                    rows.append((name, int(states)))
        for name, states in rows:
            if name not in full:
                continue
            path = os.path.join(compare.HERE, "micro", name)
            base = ask(self.options.custos, path, safety, BASE, self.options.seconds)
            ours = ask(self.options.custos, path, safety, FEWER["reduction"], self.options.seconds)
            if isinstance(base, str) or isinstance(ours, str):
                self.skipped += 1
                continue
            self.passed += ours[0] == base[0]
            if ours[0] != base[0]:
                self.failed += 1
                print(f"{name}: {ours} with reduction, {base} without")
            if ours[1] <= states:
                fewer += 1
            else:
                more += 1
                if self.options.verbose:
                    print(f"{name}: {ours[1]} states, SPIN {states}")
        print(f"at or below SPIN's count on {fewer} of {fewer + more} models")


def hash_of(name):
    return sum(ord(c) * 31 ** i for i, c in enumerate(name)) % 1000003


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(compare.ROOT, "build", "release", "custos"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--native", type=int, default=0, help="native code for each N-th model only (it has to be compiled)")
    parser.add_argument("--reading", default="", choices=list(custos.READINGS), help="how the models are read (default: plainly)")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("what", choices=["random", "models", "reduced"])
    parser.add_argument("rest", nargs="*")
    options = parser.parse_args()
    ends = Backends(options)
    if options.what == "reduced":
        ends.reduced()
    elif options.what == "random":
        count, seed = (int(word) for word in options.rest)
        ends.run([lambda i=i: ends.generated(i) for i in range(seed, seed + count)])
    else:
        files = [(folder, name) for folder in ("micro", "models") for name in sorted(os.listdir(os.path.join(compare.HERE, folder))) if name.endswith(".pml")]
        ends.run([lambda f=f, n=n: ends.one(f"{f}/{n}", os.path.join(compare.HERE, f, n)) for f, n in files])
    skipped = f", {ends.skipped} skipped" if ends.skipped else ""
    print(f"{ends.passed} passed, {ends.failed} failed{skipped}")
    return 0 if ends.failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
