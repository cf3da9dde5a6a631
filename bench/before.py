#!/usr/bin/env python3
"""Measures two programs on the same rows, to see what a change did to speed.

usage: bench/before.py [--rounds=N] [--write] OLD NEW

A row or two for each engine, made here, so that they need no corpus. OLD and NEW are
run in turn, --rounds times each; what is told is the least CPU time of each (user and
system, of all that the program starts), since other work on the machine only adds.
--write puts the table into bench/RESULTS.md."""
import argparse
import os
import random
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measured import run  # noqa: E402
from results import write_section  # noqa: E402


def pushdown(states=80, symbols=80, rules=30000):
    """A random pushdown system, whose goal cannot be reached."""
    choose = random.Random(1)
    lines = [f"states {' '.join(f'p{i}' for i in range(states))} never", f"symbols {' '.join(f'g{i}' for i in range(symbols))}"]
    for _ in range(rules):
        push = "".join(f" g{choose.randrange(symbols)}" for _ in range(choose.choice([0, 1, 1, 2])))
        lines.append(f"p{choose.randrange(states)} g{choose.randrange(symbols)} -> p{choose.randrange(states)}{push}")
    return "\n".join([*lines, "init < p0 , g0 >", "final < never , .* >"]) + "\n"


PROMELA = """byte x[4];
active [4] proctype P() { do :: x[_pid] < 8 -> x[_pid]++ :: x[_pid] > 0 -> x[_pid]-- od }
ltl q { [] (x[0] == 5 -> <> (x[0] < 20)) }
"""
GUARDED = """VAR x, y : 0..199;
VAR z : 0..9;
LTL below : G "x + y < 400";
BEGIN
  WHILE TRUE DO
    IF x < 199 -> x := x + 1
    [] y < 199 -> y := y + 1
    [] z < 9 -> z := z + 1
    [] z = 9 -> z := 0
    FI
  END
END
"""


def boolean(bits=10):
    """Two counters of so many bits, each counted by a procedure."""
    text = [f"decl {', '.join(f'{c}{i}' for c in 'ab' for i in range(bits))};"]
    for c in "ab":
        own = [f"{c}{i}" for i in range(bits)]
        sums = [f"{own[i]} != ({' & '.join(own[:i])})" if i else f"!{own[0]}" for i in range(bits)]
        text += [f"void add_{c}() begin", f"  {', '.join(own)} := {', '.join(sums)};", "end"]
    calls = [f"    if (*) then add_{c}(); fi;" for c in "ab"]
    return "\n".join([*text, "void main() begin", "  while (*) do", *calls, "  od;", "  assert(a0 | !a0);", "end"]) + "\n"


LOOP = """extern int __VERIFIER_nondet_int(void);
extern void abort(void);
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int(), i, s = 0;
  if (n > 40) return 0;
  for (i = 0; i < n; i++) s += i % 7 == 3 ? 2 : 1;
  if (s > 2 * n) abort();
  return 0;
}
"""
TOWER = "G (" + " & ".join(f"(p{i} -> F q{i})" for i in range(3)) + ") & " + " & ".join(f"(F G a{i} | G F b{i})" for i in range(2))

# What it is, the file and its text, the words of the command ({} is the file).
ROWS = [
    ("pushdown system, 30,000 rules", "a.pds", pushdown(), ["check", "--no-certify", "{}"]),
    ("the same, with its certificate", "a.pds", pushdown(), ["check", "{}"]),
    ("Promela, all states", "a.pml", PROMELA, ["check", "--no-certify", "--no-reduction", "--native=never", "--property=safety", "{}"]),
    ("Promela, a formula", "a.pml", PROMELA, ["check", "--no-certify", "--no-reduction", "--native=never", "--property=q", "{}"]),
    ("guarded commands", "a.gcl", GUARDED, ["check", "{}"]),
    ("Boolean program", "a.bp", boolean(), ["check", "--no-certify", "{}"]),
    ("C program", "a.c", LOOP, ["check", "{}"]),
    ("a formula's automaton", "a.txt", "", ["ltl", TOWER]),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("old")
    parser.add_argument("new")
    options = parser.parse_args()
    old, new = os.path.abspath(options.old), os.path.abspath(options.new)
    lines = ["| | before | now | of it |", "|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as folder:
        for what, file, text, words in ROWS:
            with open(os.path.join(folder, file), "w") as out:
                out.write(text)
            words = [file if w == "{}" else w for w in words]
            seconds, ends = [float("inf")] * 2, [set(), set()]
            for _ in range(options.rounds):  # in turn, so that a busy minute is one of both
                for i, program in enumerate((old, new)):
                    taken = run([program, *words], folder, 600)
                    seconds[i] = min(seconds[i], taken.cpu)
                    ends[i].add(taken.status)
            if ends[0] != ends[1] or len(ends[1]) != 1 or not ends[1] <= {0, 10}:
                sys.exit(f"{what}: exit status {ends[0]} before, {ends[1]} now")
            lines.append(f"| {what} | {seconds[0]:.2f} s | {seconds[1]:.2f} s | {100 * seconds[1] / seconds[0]:.0f} % |")
            print(lines[-1], flush=True)
    if options.write:
        write_section("Before and after a change", [__doc__.split("\n\n", 2)[2].replace("--write puts the table into bench/RESULTS.md.", "").strip(), "", "`bench/before.py --write OLD NEW`", "", *lines])


if __name__ == "__main__":
    main()
