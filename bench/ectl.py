#!/usr/bin/env python3
"""Measures extended CTL: how Until and Release grow with the system.

usage: bench/ectl.py [--only=PART,...] [--write] [--custos=FILE]
                     [--seconds=N] [--states=N,...]

Parts:
  code     a transition system like the code of a program (blocks of some 40
           states with branches and loops; references taken within a block are
           given back in it) and a pushdown automaton that counts references
  random   the same automaton on a graph whose edges lead anywhere: then almost
           every pair of states has a balanced way between them, and a table has
           to have them all
  finite   the code, and an automaton of 100 states without a stack

CPU seconds of the whole process, from the text to the answers for all states.
--write puts the tables into bench/RESULTS.md.
"""
import argparse
import json
import os
import random
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import measured  # noqa: E402
from results import write_section  # noqa: E402
from run import ROOT  # noqa: E402

COUNTER = """PDA {name} {{
  STATE({zero}zero) STATE({more}more)
  ACTION(inc: zero[_] -> more[PUSH first])
  ACTION(inc: more[first] -> more[PUSH other])
  ACTION(inc: more[other] -> more[PUSH other])
  ACTION(dec: more[first] -> zero[POP])
  ACTION(dec: more[other] -> more[POP])
"""
INNER = "".join(f"  ACTION({a}: {s} -> {t})\n" for a in ("use", "step") for s, t in
                (("zero[_]", "zero[REWRITE _]"), ("more[first]", "more[REWRITE first]"), ("more[other]", "more[REWRITE other]")))
ACTIONS = ("inc", "dec", "use", "step")


def counter(name, accepts):
    return COUNTER.format(name=name, zero="*" if accepts == "zero" else "", more="*" if accepts == "more" else "") + INNER + "}\n"


def finite(name, states, dice):
    text = [f"DFA {name} {{"]
    text += [f"  STATE({'*' if q % 10 == 9 else ''}q{q})" for q in range(states)]
    text += [f"  ACTION({a}: q{q} -> q{dice.randrange(states)})" for q in range(states) for a in ACTIONS]
    return "\n".join(text) + "\n}\n"


class Code:
    """Edges, block by block."""

    def __init__(self, states, dice):
        self.dice = dice
        self.edges = []
        self.count = 1
        while self.count < states:
            self.body(1, min(40, states - self.count))
        self.edges.append(("step", self.count - 1, self.count - 1))

    def step(self, action):
        self.edges.append((action, self.count - 1, self.count))
        self.count += 1

    def body(self, depth, room):
        """Statements for about 'room' states, from the last state on."""
        end = self.count + room
        while self.count < end:
            first, kind = self.count - 1, self.dice.randrange(8)
            left = end - self.count
            if kind == 0 and left >= 6 and depth < 6:
                self.step("inc")
                self.body(depth + 1, left // 2)
                self.step("dec")
            elif kind == 1:
                self.step("use")
                self.edges.append(("step", self.count - 1, first))
            elif kind == 2:
                self.step("step")
                self.step("use")
                self.edges.append(("step", first, self.count - 1))
            else:
                self.step(self.dice.choice(("use", "step")))


def anywhere(states, dice):
    return [(dice.choice(ACTIONS), s, dice.randrange(states)) for s in range(states) for _ in range(3)]


def system(edges, states, dice):
    text = ["LTS code {"]
    for s in range(states):
        safe = ["safe"] if dice.randrange(200) else []
        done = ["done"] if s == states - 1 or s % 1000 == 999 else []
        text.append(f"  STATE(s{s}: {', '.join(safe + done)})")
    text += [f"  ACTION({a}: s{s} -> s{t})" for a, s, t in sorted(set(edges))]
    return "\n".join(text) + "\n}\n"


FORMULAS = (("until", "E(1 U[balanced] done)"), ("release", "E(0 R[held] safe)"))


class Bench:
    def __init__(self, options):
        self.options = options
        self.lines = []

    def say(self, line=""):
        self.lines.append(line)
        print(line, flush=True)

    def check(self, text, *settings):
        """States where it holds, CPU seconds, MiB and what --json tells; None: it was not done in time."""
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            path = os.path.join(folder, "bench.ectl")
            with open(path, "w") as file:
                file.write(text)
            command = [os.path.abspath(self.options.custos), "check", path, "--json", *settings]
            taken = measured.run(command, folder, self.options.seconds)
        try:
            told = json.loads(taken.output)["properties"][0]
        except (ValueError, KeyError, IndexError):
            return None
        return sum(told["results"].values()), taken.cpu, taken.mib, told

    def table(self, first, sizes, make):
        self.say()
        self.say(f"| {first} | edges | formula | holds at | CPU s | MiB | with paths and evidence: CPU s | checked by |")
        self.say("|---:|---:|---|---:|---:|---:|---:|---|")
        for size in sizes:
            dice = random.Random(size)
            states, edges, automata = make(size, dice)
            labelled = system(edges, states, dice)
            for name, formula in FORMULAS:
                text = f"{labelled}{automata}FORMULA f {{ {formula} }}\n:check(f, code)\n"
                found = self.check(text, "--no-certify", "--trace=none")
                whole = self.check(text)
                start = f"| {states:,} | {len(set(edges)):,} | {name}"
                if found is None:
                    self.say(f"{start} | - | more than {self.options.seconds:.0f} | - | - | - |")
                else:
                    rest = f"{whole[1]:.2f} | {whole[3]['evidence']['checked']}" if whole else f"more than {self.options.seconds:.0f} | -"
                    self.say(f"{start} | {found[0]:,} | {found[1]:.2f} | {found[2]:.0f} | {rest} |")

    def code(self):
        self.say()
        self.say("## Code, with an automaton that counts references")

        def make(size, dice):
            made = Code(size, dice)
            return made.count, made.edges, counter("balanced", "zero") + counter("held", "more")
        self.table("states", self.options.states, make)

    def random(self):
        self.say()
        self.say("## Edges that lead anywhere, with the same automaton")
        self.table("states", [250, 500, 1000], lambda size, dice: (
            size, anywhere(size, dice), counter("balanced", "zero") + counter("held", "more")))

    def finite(self):
        self.say()
        self.say("## Code, with an automaton of 100 states and no stack")

        def make(size, dice):
            made = Code(size, dice)
            return made.count, made.edges, finite("balanced", 100, dice) + finite("held", 100, dice)
        self.table("states", self.options.states, make)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/bin/custos"))
    parser.add_argument("--only", default="code,random,finite")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--states", default="1000,10000,100000")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    options.states = [int(n) for n in options.states.split(",")]
    if not os.path.exists(options.custos):
        print(f"bench: there is no {options.custos}; run 'make' first")
        return 1
    bench = Bench(options)
    bench.say("`bench/ectl.py --write` wrote this. CPU seconds of the whole process, from the text to the answers for all states "
              "(`--no-certify --trace=none`); MiB is the most memory it had. Until is `E(1 U[A] done)`, Release `E(0 R[A] safe)`. Then the same as `custos check` does it: "
              "with paths (of all states, within a budget), the evidence checked by custos and by the kernel.")
    bench.say("One core of a virtual x86-64 machine; other runs differ by up to a third.")
    for part in options.only.split(","):
        getattr(bench, part)()
    if options.write:
        write_section("Results: extended CTL", bench.lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
