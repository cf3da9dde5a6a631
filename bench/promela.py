#!/usr/bin/env python3
"""Measures the search of Promela models beside SPIN.

usage: bench/promela.py [--custos=FILE] [--only=PART,...] [--least=N] [--most=N] [--write]

Prints markdown; --write puts it into bench/RESULTS.md too. Parts: examples
(models of ours at growing sizes, SPIN in the same run), corpus (the models of
the reference table with between --least and --most states; SPIN's figures are
recorded). All states, no reduction: SPIN's verifier is made by
'spin -o1 -o2 -o3 -a', 'gcc -O2 -DNOREDUCE -DSAFETY -DNOCLAIM' and run with -c0.
Times are CPU seconds of the whole process.
"""
import argparse
import csv
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from results import write_section  # noqa: E402
from run import ROOT  # noqa: E402

SHARED = os.path.join(os.path.dirname(ROOT), "shared")
EXAMPLES = os.path.join(ROOT, "examples", "promela")
SCALED = (("philosophers.pml", (6, 8, 10)), ("election.pml", (5, 7, 8)))


def cpu(command, folder):
    """The finished process and its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, (after.ru_utime + after.ru_stime
                  - before.ru_utime - before.ru_stime)


class Bench:
    def __init__(self, options):
        self.custos = os.path.abspath(options.custos)
        self.least, self.most = options.least, options.most
        self.lines = []

    def say(self, line=""):
        print(line, flush=True)
        self.lines.append(line)

    def row(self, *cells):
        self.say("| " + " | ".join(str(c) for c in cells) + " |")

    def check(self, path, folder, defines=()):
        """States, CPU seconds, MiB; the search without evidence."""
        done, seconds = cpu(
            [self.custos, "check", "--lang=promela", "--property=safety",
             "--no-reduction", "--keep-going", "--no-certify", "--json",
             *[f"--define={d}" for d in defines], path], folder)
        try:
            stats = json.loads(done.stdout)["properties"][0]["stats"]
        except (ValueError, LookupError):
            return None
        return stats["states"], seconds, stats["memory"] / 2**20

    def spin(self, path, folder, defines=()):
        """States, CPU seconds from text to verdict, and of the verifier."""
        made = ["spin", "-o1", "-o2", "-o3", "-a",
                *[f"-D{d}" for d in defines], path]
        total = 0.0
        for command in (made, ["gcc", "-O2", "-w", "-DNOREDUCE", "-DSAFETY",
                               "-DNOCLAIM", "pan.c", "-o", "pan"]):
            total += cpu(command, folder)[1]
        done, seconds = cpu(["./pan", "-c0", "-m10000000", "-w24"], folder)
        states = re.search(r"(\d+) states, stored", done.stdout)
        return (int(states[1]) if states else None), total + seconds, seconds

    def examples(self):
        has_spin = shutil.which("spin") is not None
        self.say("## Models of ours")
        self.say()
        self.row("model", "states", "SPIN's", "Custos (s)", "states/s",
                 "MiB", "SPIN, text to verdict (s)", "its verifier alone (s)")
        self.row(*["---"] * 8)
        for name, sizes in SCALED:
            for n in sizes:
                with tempfile.TemporaryDirectory() as folder:
                    shutil.copy(os.path.join(EXAMPLES, name), folder)
                    define = (f"N={n}",)
                    ours = self.check(name, folder, define)
                    spin = (self.spin(name, folder, define) if has_spin
                            else ("-", 0, 0))
                self.row(f"{name} N={n}", ours[0], spin[0], f"{ours[1]:.2f}",
                         f"{ours[0] / ours[1]:,.0f}", f"{ours[2]:.0f}",
                         f"{spin[1]:.2f}", f"{spin[2]:.2f}")
        self.say()

    def corpus(self):
        table = os.path.join(SHARED, "reference", "promela.tsv")
        if not os.path.exists(table):
            self.say("Corpus: skipped, the reference is not here.")
            return
        with open(table) as file:
            rows = [r for r in csv.DictReader(
                (x for x in file if not x.startswith("#")), delimiter="\t")
                if r["mode"] == "a" and r["status"] == "ok"
                and self.least <= int(r["states"]) <= self.most]
        self.say("## The corpus")
        self.say()
        self.say("SPIN's seconds are recorded, those of the verifier alone; "
                 "compare them only where the compiler was gcc.")
        self.say()
        self.row("model", "states", "equal to SPIN's", "Custos (s)",
                 "states/s", "MiB", "SPIN's verifier (s)", "compiled by")
        self.row(*["---"] * 8)
        slow = []
        for r in sorted(rows, key=lambda r: int(r["states"])):
            path = os.path.join(SHARED, "corpus", "promela", r["file"])
            with tempfile.TemporaryDirectory() as folder:
                ours = self.check(path, folder)
            if not ours:
                self.row(r["file"], "-", "no", "-", "-", "-", r["pan_cpu_s"],
                         r["cc"])
                continue
            rate = ours[0] / ours[1]
            if rate < 200000:
                slow.append(r["file"])
            self.row(r["file"], ours[0],
                     "yes" if ours[0] == int(r["states"]) else r["states"],
                     f"{ours[1]:.2f}", f"{rate:,.0f}", f"{ours[2]:.0f}",
                     r["pan_cpu_s"], r["cc"])
        self.say()
        self.say(f"{len(rows)} models; below 200,000 states a second: "
                 + (", ".join(slow) if slow else "none") + ".")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--custos",
                        default=os.path.join(ROOT, "build/bin/custos"))
    parser.add_argument("--only", default="examples,corpus")
    parser.add_argument("--least", type=int, default=100001)
    parser.add_argument("--most", type=int, default=10**12)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    bench = Bench(options)
    bench.say(f"`{' '.join(['bench/promela.py'] + sys.argv[1:])}`")
    bench.say()
    for part in options.only.split(","):
        getattr(bench, part)()
    if options.write:
        write_section("Promela", bench.lines)


if __name__ == "__main__":
    main()
