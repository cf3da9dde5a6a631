#!/usr/bin/env python3
"""Transition systems from their text, in custos and in the kernel.

    lts.py [--custos=PATH] [--seed=N] [COUNT]

COUNT random systems whose runs are known: one or two words that repeat, with actions. Each is written as .lts or .aut in
one of the many ways that docs/formats/lts.md has: states declared or not, names quoted or plain, statements in any order, lists
in pieces, comments; labels with commas, quotes and blanks. Formulas over propositions, actions and states must have the value that tests/formulas/words.py
computes, certified by the kernel, which reads the file by itself. Closes with 'N passed, N failed'."""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "formulas"))
import compare  # noqa: E402
import words  # noqa: E402

NAMES = ["a", "init", "states", "prop", "ltl", "a-b", "0", "00", "x'", "a/b", "$1", "a b", "\u00e4", "#", "->", "_", "say \"no\"", "s.t", "A", "a\tb", "\\"]
PLAIN = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$'/-")
KEYWORDS = ("states", "init", "prop", "ltl")
LABELS = ["go", "PUT !1", "a, b", "i", "tau", "say \"no\"", "(1)", "\u00e4", "x\"y", "\\n", "1"]


def spell(dice, name, at_start=False):
    """Quoted where it must be."""
    is_plain = name and all(c in PLAIN for c in name) and "->" not in name and not (at_start and name in KEYWORDS)
    if is_plain and dice.random() < .7:
        return name
    return json.dumps(name, ensure_ascii=dice.random() < .5)


class System:
    def __init__(self, dice, is_aut):
        self.dice = dice
        sizes = [(dice.randint(1, 4), 0)] + ([(dice.randint(1, 3), 0)] if dice.random() < .4 and not is_aut else [])
        sizes = [(n, dice.randrange(n)) for n, _ in sizes]
        total = sum(n for n, _ in sizes) + (dice.randint(0, 2) if is_aut else 0)
        self.states = [str(i) for i in range(total)] if is_aut else dice.sample(NAMES, total)
        self.labels = dice.sample(LABELS if is_aut else NAMES, 2)
        self.props = [] if is_aut else dice.sample([n for n in NAMES if n != "a\tb"], 2)
        self.holds = {p: {s for s in self.states if dice.random() < .5} for p in self.props}
        self.steps, self.runs = [], []  # (from, to, action or None)
        first = 0
        for n, back in sizes:
            mine = list(range(first, first + n))
            first += n
            is_end = dice.random() < .3
            back = n - 1 if is_end else back
            run = []
            for k, s in enumerate(mine):
                to = mine[k + 1] if k + 1 < n else mine[back]
                action = None if k + 1 == n and is_end or (not is_aut and dice.random() < .3) else dice.choice(self.labels)
                if not (k + 1 == n and is_end):
                    self.steps.append((self.states[s], self.states[to], action))
                run.append({p for p in self.props if self.states[s] in self.holds[p]} | {"state." + self.states[s]} | ({"@" + action} if action is not None else set()))
            self.runs.append((mine[0], (run, back)))
        used = {action for _, _, action in self.steps if action is not None}
        self.atoms = list(self.props) + ["@" + a for a in sorted(used)] + ["state." + s for s in self.states]
        self.initial = [self.states[s] for s, _ in self.runs]

    def lts(self, formulas):
        d, lines = self.dice, []
        comment = lambda: d.choice(["", "", "", " # no -> comment \"", "\t"])
        for s, t, action in self.steps:
            lines.append(spell(d, s, True) + " -> " + spell(d, t) + (" @ " + spell(d, action) if action is not None else ""))
        for p in self.props:
            left = sorted(self.holds[p])
            while True:
                k = d.randint(0, len(left))
                lines.append("prop %s : %s" % (spell(d, p), " ".join(spell(d, s) for s in left[:k])))
                left = left[k:]
                if not left:
                    break
        for s in self.initial:
            lines += ["init " + spell(d, s)] * d.choice([1, 1, 2])
        d.shuffle(lines)
        if d.random() < .5:
            order = d.sample(self.states, len(self.states))
            k = d.randint(0, len(order))
            lines = ["states " + " ".join(spell(d, s) for s in order[:k]), "states\t" + " ".join(spell(d, s) for s in order[k:])] + lines
        else:
            mentioned = {x for s, t, _ in self.steps for x in (s, t)} | set(self.initial) | {s for p in self.props for s in self.holds[p]}
            lines += ["prop more : " + spell(d, s) for s in self.states if s not in mentioned]
        lines += ["ltl f%d : %s" % (i, text) for i, text in enumerate(formulas)]
        return "".join(line + comment() + d.choice(["\n", "\n", "\n\n", "\r\n"]) for line in lines)

    def aut(self):
        d = self.dice
        blank = lambda: d.choice(["", "", " ", "\t"])
        lines = ["des%s(%s%s%s,%s%d,%d%s)" % (blank(), blank(), self.initial[0], blank(), blank(), len(self.steps), len(self.states), blank())]
        for s, t, a in self.steps:
            is_plain = not a.startswith("\"") and d.random() < .5
            label = a if is_plain else "\"%s\"" % a
            lines.append("%s(%s,%s%s%s,%s%s)%s" % (blank(), s, blank(), label, blank(), blank(), t, blank()))
        return d.choice(["\n", "\n\n"]).join(lines) + d.choice(["", "\n"])


def quoted(atom):
    return json.dumps(atom)


def one(custos, dice, folder):
    """(verdicts that agree, what is wrong or None)"""
    is_aut = dice.random() < .35
    system = System(dice, is_aut)
    formulas = []
    for _ in range(4):
        chosen = [dice.choice(system.atoms) for _ in range(3)]
        text = compare.large(dice, dice.randint(0, 4))
        names = {"p": chosen[0], "q": chosen[1], "r": chosen[2], "s": chosen[0]}
        formulas.append(" ".join(quoted(names[w]) if w in names else w for w in text.replace("(", " ( ").replace(")", " ) ").replace("(  )", "()").split()))
    name = "x.aut" if is_aut else "x.lts"
    text = system.aut() if is_aut else system.lts(formulas)
    with open(os.path.join(folder, name), "w", encoding="utf-8", newline="") as out:
        out.write(text)
    command = [custos, "check", "--json", "-o", "out", name] + (["--ltl=" + f for f in formulas] if is_aut else [])
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False)
    if done.returncode not in (0, 10):
        return 0, "exit %d: %s\n%s%s" % (done.returncode, done.stderr.decode(errors="replace")[:300], text, formulas)
    found = {p["name"]: p for p in json.loads(done.stdout)["properties"]}
    names = ["ltl" if i == 0 else "ltl-%d" % (i + 1) for i in range(4)] if is_aut else ["f%d" % i for i in range(4)]
    for n, f in zip(names, formulas):
        truth = all(words.holds(words.read(f), word) for _, word in system.runs)
        if found[n]["verdict"] != ("holds" if truth else "violated") or found[n]["evidence"]["checked"] != "kernel":
            return 0, "%s is %s, %s\n%s" % (f, found[n]["verdict"], found[n]["evidence"], text)
    return len(formulas), None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/release/custos"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("count", type=int, nargs="?", default=150)
    options = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.count):
            agree, wrong = one(os.path.abspath(options.custos), random.Random("%d %d" % (options.seed, number)), folder)
            passed += agree
            failed += wrong is not None
            if wrong and failed <= 8:
                print("system %d: %s" % (number, wrong), flush=True)
    print("%d systems" % options.count)
    print("%d passed, %d failed" % (passed, failed))
    return failed != 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
