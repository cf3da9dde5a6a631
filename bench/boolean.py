#!/usr/bin/env python3
"""Measures Boolean programs and Remopla.

usage: bench/boolean.py [--only=PART,...] [--write] [--custos=FILE]
                        [--seconds=N] [--levels=N,...]

Parts:
  chain    the experiment of the Bebop paper: a chain of N procedures, each of
           which calls the next one twice or counts to seven in three bits;
           with a label that can be reached and one that cannot
  widths   quicksort and a recursive lock in Remopla, with more bits

CPU seconds of the whole process, from the text to the verdict, and the most
memory it had. A run found is replayed in all of them; a proof is checked in
rows that say so. --write puts the tables into bench/RESULTS.md.
"""
import argparse
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import measured  # noqa: E402
from results import write_section  # noqa: E402
from run import ROOT  # noqa: E402

EXAMPLES = os.path.join(ROOT, "examples", "remopla")
LEVEL = """void level{n}() begin
  decl a, b, c;
  if (g) then
    a, b, c := 0, 0, 0;
    while (!a | !b | !c) do
      if (!a) then a := 1;
      elsif (!b) then a, b := 0, 1;
      elsif (!c) then a, b, c := 0, 0, 1;
      else skip;
      fi;
    od;
  else
    {next};
    {next};
  fi;
  g := !g;
end
"""
MAIN = """decl g;

void main() begin
  decl before;
  before := g;
  level1();
  level1();
  if ({wrong}) then reach: skip; else skip; fi;
end
"""
WIDTHS = (
    ("quicksort.rem", "3 numbers of {0} bits", [(f"B={b}",) for b in (2, 4, 8, 16)]),
    ("quicksort.rem", "4 numbers of {0} bits", [(f"B={b}", "N=4", "DEFAULT_INT_BITS=3") for b in (2, 3, 4, 6, 8)]),
    ("quicksort.rem", "5 numbers of {0} bits", [(f"B={b}", "N=5", "DEFAULT_INT_BITS=3") for b in (2, 3, 4)]),
    ("mutex.rem", "a lock that counts in {0} bits", [(f"W={w}",) for w in (2, 4, 6, 8, 10, 12)]),
)


def chain(levels, wrong):
    text = [MAIN.format(wrong=wrong)]
    for n in range(1, levels + 1):
        text.append(LEVEL.format(n=n, next=f"level{n + 1}()" if n < levels else "skip"))
    return "\n".join(text)


class Bench:
    def __init__(self, options):
        self.options = options
        self.lines = []

    def say(self, line=""):
        self.lines.append(line)
        print(line, flush=True)

    def check(self, path, folder, *more):
        """Verdicts, CPU seconds, MiB and what --verbose tells; None: it was not done in time."""
        command = [os.path.abspath(self.options.custos), "check", path, "-v", *more]
        taken = measured.run(command, folder, self.options.seconds)
        verdicts = set(re.findall(r"^\S+ +(HOLDS|VIOLATED|UNKNOWN)", taken.output, re.MULTILINE))
        told = dict(re.findall(r"^ +(rules|rounds|bdd nodes) +(\d+)", taken.output, re.MULTILINE))
        if taken.status not in (0, 10) or not verdicts:
            return None
        return "+".join(sorted(verdicts)), taken.cpu, taken.mib, told

    def row(self, first, found):
        if found is None:
            self.say(f"| {first} | - | more than {self.options.seconds:.0f} | - | - | - |")
            return
        verdict, cpu, mib, told = found
        nodes = f"{int(told.get('bdd nodes', 0)):,}"
        self.say(f"| {first} | {verdict} | {cpu:.2f} | {mib:.0f} | {int(told.get('rules', 0)):,} | {nodes} |")

    def head(self, first):
        self.say()
        self.say(f"| {first} | verdict | CPU s | MiB | rules | BDD nodes |")
        self.say("|---|---|---:|---:|---:|---:|")

    def chain(self):
        self.say()
        self.say("## A chain of N procedures, each calling the next twice")
        for title, wrong, more in (("label reached, the run written and replayed", "!g", []), ("label not reached", "g != before", ["--no-certify"]),
                                   ("label not reached, proof checked", "g != before", [])):
            self.head(f"N: {title}")
            for levels in self.options.levels:
                with tempfile.TemporaryDirectory(prefix="bench-") as folder:
                    path = os.path.join(folder, "chain.bp")
                    with open(path, "w") as file:
                        file.write(chain(levels, wrong))
                    self.row(f"{levels:,}", self.check(path, folder, "--target=reach", *more))

    def widths(self):
        self.say()
        self.say("## Remopla, with growing widths")
        self.say()
        self.say("All properties of each program, `--no-certify`.")
        for name, title, rows in WIDTHS:
            path = os.path.join(EXAMPLES, name)
            if not os.path.exists(path):
                self.say(f"{name} is not here.")
                continue
            self.head(name)
            for defines in rows:
                with tempfile.TemporaryDirectory(prefix="bench-") as folder:
                    found = self.check(path, folder, "--no-certify", *[f"-D{d}" for d in defines])
                self.row(title.format(defines[0].split("=")[1]), found)
                if found is None:
                    break


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/bin/custos"))
    parser.add_argument("--only", default="chain,widths")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--levels", default="100,1000,10000")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    options.levels = [int(n) for n in options.levels.split(",")]
    if not os.path.exists(options.custos):
        print(f"bench: there is no {options.custos}; run 'make' first")
        return 1
    bench = Bench(options)
    bench.say("`bench/boolean.py --write` wrote this. CPU seconds of the whole process, from the text to the verdict; MiB is the most memory it had; "
              "BDD nodes are the most that were alive behind a collection, or all if there was none.")
    bench.say("One core of a virtual x86-64 machine; other runs differ by up to a third.")
    for part in options.only.split(","):
        getattr(bench, part)()
    if options.write:
        write_section("Results: Boolean programs", bench.lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
