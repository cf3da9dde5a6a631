#!/usr/bin/env python3
"""Measures translations of formulas and checks of temporal properties.

usage: bench/temporal.py [--custos=FILE] [--only=PART,...] [--write]

Prints markdown; --write puts it into bench/RESULTS.md too. Parts: formulas
(sizes beside Spot's and ltl2ba's, each certified by the kernel), philosophers
(guarded commands), pushdown (LTL on instances of gen_pushdown.py). Times are
CPU seconds of the whole process unless said otherwise.
"""
import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from results import write_section  # noqa: E402
from run import ROOT, Run  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "tests"))
from corpora import corpora  # noqa: E402
SHARED = corpora()
FORMULAS = ('G F "state.0" -> G F "state.1"',
            'G (F "state.0" && !"top.#1")', 'G !"top.#1"')
PHILOSOPHERS = os.path.join(ROOT, "examples/gcl/philosophers.gcl")


class Temporal:
    def __init__(self, options):
        self.custos = options.custos
        self.lines = []

    def say(self, line=""):
        print(line, flush=True)
        self.lines.append(line)

    def row(self, *cells):
        self.say("| " + " | ".join(str(c) for c in cells) + " |")

    def translate(self, formula):
        done = subprocess.run([self.custos, "ltl", "--json", formula],
                              capture_output=True, text=True)
        return json.loads(done.stdout)

    def formulas(self):
        reference = os.path.join(SHARED, "reference")
        if not os.path.exists(reference):
            self.say("Formulas: skipped, the reference is not here.")
            return
        texts = {}
        with open(os.path.join(reference, "formulas.txt")) as file:
            for line in file:
                if not line.startswith("#"):
                    family, number, text = line.rstrip("\n").split("\t")
                    texts[family, number] = text
        sizes = {}
        with open(os.path.join(reference, "ltl_sizes.tsv")) as file:
            for r in csv.DictReader(file, delimiter="\t"):
                sizes[r["family"], r["n"], r["neg"]] = r
        self.say("## Formulas: states of Büchi automata")
        self.say()
        self.say("Spot's and ltl2ba's figures are recorded (the reference "
                 "table of sizes), and totals are over the rows in which "
                 "Spot's is filled; 'all' is over every formula of the "
                 "family. The slowest is the wall-clock time of the "
                 "translation with its certificate, inside the process.")
        self.say()
        self.row("family", "automata", "Spot", "ltl2ba", "Custos", "all",
                 "certified by the kernel", "fallbacks", "larger than Spot",
                 "slowest (ms)")
        self.row(*["---"] * 10)
        for sign in "+!":
            self.families(texts, sizes, sign)
        self.say()

    def families(self, texts, sizes, sign):
        total = {}
        for (family, number), text in texts.items():
            a = self.translate(text if sign == "+" else f"!({text})")
            known = sizes.get((family, number, sign))
            spot = known["spot_B_states"] if known else ""
            for name in (family, "dac, eh, sb") if known else (family,):
                t = total.setdefault(name, dict.fromkeys(
                    ("n", "spot", "ltl2ba", "ours", "all", "certified",
                     "count", "fallbacks"), 0) | {"larger": [], "slowest": 0})
                t["count"] += 1
                t["all"] += a["states"]
                t["certified"] += a["certificate"]["checked"] == "kernel"
                t["fallbacks"] += a["translation"] != "full"
                t["slowest"] = max(t["slowest"], a["seconds"])
                if spot:
                    t["n"] += 1
                    t["spot"] += int(spot)
                    t["ltl2ba"] += int(known["ltl2ba_states"] or 0)
                    t["ours"] += a["states"]
                    if a["states"] > int(spot):
                        t["larger"].append(f"{family} {number}")
        order = ["dac", "eh", "sb", "dac, eh, sb", "hkrss", "p"]
        for name in order:
            t = total[name]
            self.row(f"{name} {sign}", t["n"] or t["count"],
                     t["spot"] or "-", t["ltl2ba"] or "-", t["ours"] or "-",
                     f"{t['all']} ({t['count']})",
                     f"{t['certified']} of {t['count']}", t["fallbacks"],
                     ", ".join(t["larger"]) or "-",
                     f"{t['slowest'] * 1000:.1f}")

    def check(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            return Run([self.custos, "check", "--json", "-o", folder,
                        *arguments], 600)

    def philosophers(self):
        self.say("## Dining philosophers")
        self.say()
        self.say("`custos check examples/gcl/philosophers.gcl -D N=... "
                 "--property=forks`: the whole product is searched. First "
                 "without certifying, by each search; then with the ranks "
                 "made, checked and certified by the kernel (its time is "
                 "part of the last column), with "
                 "`--certify-states=1000000`.")
        self.say()
        self.row("N", "states", "transitions", "auto (s)", "states/s",
                 "MiB", "scc (s)", "ndfs (s)", "certified (s)")
        self.row(*["---"] * 9)
        for n in range(3, 13):
            common = [PHILOSOPHERS, f"-DN={n}", "--property=forks"]
            plain = self.check(*common, "--no-certify")
            scc = self.check(*common, "--no-certify", "--emptiness=scc")
            ndfs = self.check(*common, "--no-certify", "--emptiness=ndfs")
            full = self.check(*common, "--certify-states=1000000")
            states = plain.statistic("states")
            done = full.property()["evidence"]["checked"] == "kernel"
            self.row(n, states, plain.statistic("transitions"),
                     f"{plain.cpu:.2f}", f"{states / max(plain.cpu, 1e-3):,.0f}",
                     f"{plain.mebibytes:.0f}", f"{scc.cpu:.2f}",
                     f"{ndfs.cpu:.2f}", f"{full.cpu:.2f}" if done else "-")
        self.say()

    def pushdown(self):
        generator = os.path.join(SHARED, "bench", "gen_pushdown.py")
        if not os.path.exists(generator):
            self.say("Pushdown systems: skipped, the generator is not here.")
            return
        self.say("## LTL on pushdown systems")
        self.say()
        self.say("`prog` instances of gen_pushdown.py (recursive programs), "
                 "seed 1. The last two columns include the kernel.")
        self.say()
        self.row("rules", "formula", "verdict", "heads", "CPU (s)", "MiB",
                 "CPU (s), certified", "checked by")
        self.row(*["---"] * 8)
        for size in (1000, 10000, 100000):
            for formula in FORMULAS:
                self.pushdown_row(generator, size, formula)
        self.say()

    def pushdown_row(self, generator, size, formula):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "prog.json")
            with open(path, "w") as out:
                subprocess.run([sys.executable, generator, "prog", str(size),
                                "1", "0", "no"], stdout=out,
                               stderr=subprocess.DEVNULL, check=True)
            common = [path, f"--ltl={formula}", "--property=ltl"]
            plain = self.check(*common, "--no-certify")
            full = self.check(*common)
        shown = "`" + formula.replace("|", "\\|") + "`"
        if not plain.decided() or not full.decided():
            self.row(size, shown, *["-"] * 6)
            return
        self.row(plain.statistic("rules"), shown, plain.property()["verdict"],
                 plain.statistic("states"), f"{plain.cpu:.2f}",
                 f"{plain.mebibytes:.0f}", f"{full.cpu:.2f}",
                 full.property()["evidence"]["checked"])


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--custos",
                        default=os.path.join(ROOT, "build/bin/custos"))
    parser.add_argument("--only", default="formulas,philosophers,pushdown")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    bench = Temporal(options)
    bench.say("`bench/temporal.py --write` wrote this.")
    bench.say()
    for part in options.only.split(","):
        getattr(bench, part)()
    if options.write:
        write_section("Results: temporal logic", bench.lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
