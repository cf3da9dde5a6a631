#!/usr/bin/env python3
"""Compares custos with real SPIN on Promela models.

    compare.py [options] micro            our tiny models and the counts that SPIN gave for them
    compare.py [options] models           hand-written models, SPIN runs now
    compare.py [options] ccode            the same, models with C inside
    compare.py [options] random-c N SEED  N random models with C inside
    compare.py [options] random N SEED    N random models: number of states and verdict of safety
    compare.py [options] claims N SEED    N random models with claims: verdicts, also under weak fairness
    compare.py [options] corpus [WORD]    real models (whose names contain WORD) and the reference tables:
                                          reference.py says how each mode is compared

Compared are acceptance of the model, the number of states of a complete
search, and whether there is an error. deviations.tsv lists where we answer
otherwise, with what and why; one that is not needed any more is a failure.
A model that makes a difference is kept in build/promela-differences.
With --reading=lossy both let full channels lose messages, and so on.
Closes with 'N passed, N failed' and, if there are any, how many were skipped.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import custos
import gen_c
import generate
import reference
import spin

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
from corpora import corpora  # noqa: E402
SHARED = corpora()
KEPT = os.path.join(ROOT, "build", "promela-differences")

Question = collections.namedtuple("Question", "mode kind claim fair")
Question.__doc__ = "mode: of spin.py. kind, claim, fair: of custos.py."
Outcome = collections.namedtuple("Outcome", "name mode result text")


def questions(text):
    """What can be asked of a model: safety, and everything that it claims."""
    found = [Question("a", "a", "", False)]
    plain = re.sub(r"/\*.*?\*/|//[^\n]*|\"[^\"\n]*\"", " ", text, flags=re.S)
    ltl = re.findall(r"\bltl\s+(\w+)\s*\{", plain)
    for name in ltl:
        found += [Question(f"c:{name}", "ltl", name, False), Question(f"f:{name}", "ltl", name, True)]
    for name in re.findall(r"\bnever\s+(\w+)\s*\{", plain):
        found += [Question(f"c:{name}", "ltl", name, False), Question(f"f:{name}", "ltl", name, True)]
    if re.search(r"\bnever\s*\{", plain):
        found += [Question("c", "never", "", False), Question("f", "never", "", True)]
    elif not ltl:
        if re.search(r"\baccept\w*\s*:", plain):
            found += [Question("c", "acceptance", "", False), Question("f", "acceptance", "", True)]
        if re.search(r"\bprogress\w*\s*:", plain):
            found += [Question("l", "progress", "", False), Question("lf", "progress", "", True)]
    return found


def difference(answer, reply):
    """What SPIN and custos disagree on; "" if nothing. The answer is one, not a limit."""
    if reply.status in ("broken", "unknown"):
        return "custos gives no answer"
    if (answer.status == "refused") != (reply.status == "refused"):
        return f"{'custos' if reply.status == 'refused' else 'SPIN'} refuses the model"
    if answer.status == "refused":
        return ""
    if (answer.errors > 0) != (reply.verdict == "violated"):
        return "verdicts differ"
    if answer.status == "ok" and answer.states is not None and answer.states != reply.states:
        return "numbers of states differ"
    return ""


def is_issue_38(question, answer, reply, plain):
    """pan -f misses runs that end. A run that ends is fair, so that pan without -f has to find one, too."""
    return question.fair and answer.errors == 0 and reply.verdict == "violated" and reply.run_ends and plain is not None and plain.errors > 0


class Deviations:
    """The table of where custos is meant to answer otherwise than SPIN."""

    def __init__(self, path):
        self.rows, self.used = {}, set()
        if os.path.exists(path):
            with open(path) as file:
                for line in file:
                    if line.strip() and not line.startswith("#"):
                        model, mode, answer, reason = line.rstrip("\n").split("\t")
                        self.rows[model, mode] = (answer, reason)

    def judge(self, name, mode, reply, different):
        """(passed, what to say): is this outcome as it should be?"""
        row = self.rows.get((name, mode))
        self.used.add((name, mode))
        if row is None:
            return not different, different
        said = reply.status if reply.status != "ok" else f"{reply.states} {reply.verdict}"
        if not different:
            return False, "listed in deviations.tsv, but there is no difference any more"
        if row[0] not in ("any", said, reply.verdict):
            return False, f"listed in deviations.tsv with '{row[0]}', but custos says '{said}'"
        return True, ""

    def unused(self, prefix):
        return [key for key in self.rows if key[0].startswith(prefix) and key not in self.used]


class Comparison:
    def __init__(self, options):
        self.options = options
        self.deviations = Deviations(os.path.join(HERE, "deviations.tsv"))
        self.tally = collections.Counter()
        self.rates = []

    def judge(self, name, path, question, answer, reply):
        """Compares one answer with one reply; keeps the model if they differ."""
        different = difference(answer, reply)
        passed, why = self.deviations.judge(name, question.mode, reply, different)
        if passed:
            return Outcome(name, question.mode, "passed", "")
        text = f"{name}, mode {question.mode}: {why}\n  SPIN:   {answer}\n  custos: {reply}"
        self.keep(name, path, text)
        return Outcome(name, question.mode, "failed", text)

    def keep(self, name, path, text):
        os.makedirs(KEPT, exist_ok=True)
        stem = os.path.join(KEPT, name.replace("/", "-"))
        if os.path.abspath(path) != os.path.abspath(stem):
            shutil.copyfile(path, stem)
        with open(stem + ".difference", "a") as file:
            file.write(text + "\n")

    def ask(self, path, question, seconds=None):
        return custos.check(self.options.custos, path, question.kind, question.claim, question.fair, seconds or self.options.seconds,
                            self.options.native, reading=self.options.reading)

    def with_spin(self, name, path, found=None, depths=tuple(spin.DEPTHS)):
        """All questions about one model, answered by SPIN now."""
        with open(path, errors="replace") as file:
            found = found or questions(file.read())
        outcomes, plain = [], {}
        with spin.Verifier(path, seconds=min(self.options.seconds, 15) if name.startswith("random") else self.options.seconds,
                           reading=self.options.reading) as verifier:
            for question in found:
                answer = verifier.run(question.mode, depths)
                if question.mode != "a" and answer.status != "refused":
                    answer.states = None  # an automaton of our own: only the verdict can be compared
                if answer.status == "limit" or (name.startswith("random") and answer.status == "refused"):
                    outcomes.append(Outcome(name, question.mode, "skipped", str(answer)))
                    if answer.status == "refused":
                        break
                    continue
                reply = self.ask(path, question)
                if not question.fair:
                    plain[question.kind, question.claim] = answer
                if is_issue_38(question, answer, reply, plain.get((question.kind, question.claim))) and name.startswith("random"):
                    outcomes.append(Outcome(name, question.mode, "skipped", f"issue 38 of SPIN: {reply}"))
                else:
                    outcomes.append(self.judge(name, path, question, answer, reply))
                if answer.status == "refused":
                    break
        return outcomes

    # -- the sets of models: each gives jobs, a job gives outcomes

    def micro(self):
        with open(os.path.join(HERE, "micro", "counts.tsv")) as file:
            next(file)
            for line in file:
                name, mode, states, _, _, _, errors, note = line.rstrip("\n").split("\t")
                mode, _, rest = mode.partition(":")
                if mode in spin.MODES and (not rest or rest.startswith("-N ")):
                    yield lambda row=(name, mode, rest[3:], states, errors, note): self.micro_row(*row)

    def micro_row(self, name, mode, claim, states, errors, note):
        path = os.path.join(HERE, "micro", name)
        if states == "-":
            answer = spin.Answer("refused", note)
        else:
            answer = spin.Answer("stopped" if "INCOMPLETE" in note else "ok", note, int(states) if mode == "a" else None, None, int(errors), note)
        with open(path) as file:
            known = questions(file.read())
        fair = mode.endswith("f")
        wanted = [q for q in known if q.fair == fair and (q.mode == "a") == (mode == "a") and claim in ("", q.claim)]
        if mode in ("l", "lf"):
            wanted = [Question(mode, "progress", "", fair)]
        elif not wanted:
            wanted = [Question(mode, "acceptance", "", fair)]
        question = wanted[0]._replace(mode=mode + (":" + claim if claim else ""))
        return [self.judge("micro/" + name, path, question, answer, self.ask(path, question))]

    def models(self, folder):
        for name in sorted(os.listdir(os.path.join(HERE, folder))):
            if name.endswith(".pml"):
                yield lambda name=name: self.with_spin(folder + "/" + name, os.path.join(HERE, folder, name))

    def generated(self, count, seed, what):
        for i in range(seed, seed + count):
            yield lambda i=i: self.generated_one(i, what)

    def generated_one(self, seed, what):
        name = f"{'random-claims' if what == 'claims' else what}-{seed}.pml"
        with tempfile.TemporaryDirectory(prefix="custos-random-") as folder:
            path = os.path.join(folder, name)
            with open(path, "w") as file:
                file.write(gen_c.model(seed) if what == "random-c" else generate.model(seed, what == "claims"))
            return self.with_spin(name, path, None, (100000,))

    def corpus(self, word):
        """The quick models first; with a budget, only these, in an order that is always the same."""
        files = reference.load(SHARED, word)
        if files is None:
            return [lambda: [Outcome("corpus", "", "skipped", "there are no reference tables")]]
        names = sorted(files, key=lambda name: reference.cost(files[name]))
        if self.options.budget:
            names = sorted((name for name in names if reference.cost(files[name]) < 1), key=lambda name: hashlib.sha256(name.encode()).digest())
        until = time.monotonic() + (self.options.budget or float("inf"))
        return [lambda name=name: self.corpus_one(name, files[name]) if time.monotonic() < until else [] for name in names]

    def corpus_one(self, name, rows):
        path = os.path.join(SHARED, "corpus", "promela", name)
        with open(path, errors="replace") as file:
            text = file.read()
        replies = {}
        return [self.corpus_row(path, row, text, replies) for row in rows]

    def corpus_row(self, path, row, text, replies):
        """Compares one row; several rows may need the same reply."""
        name, mode = "corpus/" + row.file, row.mode if row.mode != "c" or row.claim.startswith(("(", "-")) else "c:" + row.claim
        wanted = reference.expected(row)
        if wanted.status == "none":
            return Outcome(name, mode, "no reference", f"{row.status} {row.first_error}")
        replied = []
        for ask in reference.asks(row, text):
            if ask not in replies:
                replies[ask] = custos.check(self.options.custos, path, ask.kind, ask.claim, False, self.options.seconds, self.options.native, ask.reduced)
            if "there is no property" in replies[ask].text and row.claim == "(never)":
                ask = reference.Ask("safety", "", True)  # the word is in a comment, or behind #if
                replies[ask] = custos.check(self.options.custos, path, "safety", "", False, self.options.seconds, self.options.native, True)
            replied.append(replies[ask])
        replied.sort(key=lambda r: (r.verdict != "violated", r.status == "ok"))
        reply = replied[0]
        if row.mode == "a" and reply.status == "ok" and reply.states > 100000 and reply.seconds > 0:
            self.rates.append((reply.states / reply.seconds, reply.states, row.file))
        if reply.status == "unknown" and (name, mode) not in self.deviations.rows:
            return Outcome(name, mode, "skipped", f"custos: {reply}; SPIN: {wanted}")
        answer = spin.Answer(wanted.status, row.first_error, wanted.states, None, int(wanted.verdict == "violated"), row.first_error)
        return self.judge(name, path, Question(mode, "", "", False), answer, reply)

    def run(self, jobs, prefix):
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for outcomes in pool.map(lambda job: job(), jobs):
                for outcome in outcomes:
                    self.tally[outcome.result] += 1
                    if outcome.result == "failed" or (outcome.result == "skipped" and self.options.verbose):
                        print(outcome.text if outcome.result == "failed" else f"skipped: {outcome.name}, mode {outcome.mode}: {outcome.text}", flush=True)
        for model, mode in self.deviations.unused(prefix) if prefix else []:
            self.tally["failed"] += 1
            print(f"{model}, mode {mode}: listed in deviations.tsv, but there is no such test")
        for rate, states, name in sorted(self.rates):
            print(f"{rate:12.0f} states/s  {states:10} states  {name}")
        if self.tally["no reference"]:
            print(f"{self.tally['no reference']} rows are no reference")
        skipped = f", {self.tally['skipped']} skipped" if self.tally["skipped"] else ""
        print(f"{self.tally['passed']} passed, {self.tally['failed']} failed{skipped}")
        return self.tally["failed"] == 0


def make_parser(description):
    """How everything is compared: whoever else compares with SPIN has these options, too."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build", "release", "custos"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60, help="for each run of anything (default: 60)")
    parser.add_argument("--native", default="auto", choices=["auto", "always", "never"], help="how custos searches (default: auto)")
    parser.add_argument("--reading", default="", choices=list(spin.READINGS), help="how both read the models (default: plainly); models and random only")
    parser.add_argument("--verbose", action="store_true", help="show what was skipped, too")
    return parser


def main():
    parser = make_parser(__doc__)
    parser.add_argument("--budget", type=float, default=0, help="corpus: quick models only, until so many seconds have passed")
    parser.add_argument("what", choices=["micro", "models", "ccode", "random", "claims", "random-c", "corpus"])
    parser.add_argument("rest", nargs="*")
    options = parser.parse_args()
    comparison = Comparison(options)
    if not os.path.exists(options.custos):
        sys.exit(f"{options.custos} is not there")
    if options.what not in ("micro", "corpus") and not spin.is_there():
        print("SPIN or gcc is not there\n0 passed, 0 failed, 1 skipped")
        return 0
    if options.what in ("random", "claims", "random-c"):
        count, seed = (int(word) for word in options.rest)
        jobs = comparison.generated(count, seed, options.what)
    elif options.what == "corpus":
        jobs = comparison.corpus(options.rest[0] if options.rest else "")
    else:
        jobs = comparison.micro() if options.what == "micro" else comparison.models(options.what)
    prefix = {"micro": "micro/", "models": "models/", "ccode": "ccode/", "corpus": "" if options.rest or options.budget else "corpus/"}.get(options.what, "")
    return 0 if comparison.run(jobs, prefix) else 1


if __name__ == "__main__":
    sys.exit(main())
