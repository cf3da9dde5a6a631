#!/usr/bin/env python3
"""Measures Promela models beside SPIN, both in this run.

usage: bench/promela.py [--only=PART,...] [--log=FILE] [--write] [--custos=FILE]
                        [--seconds=N] [--word=WORD] [--logged]

Parts:
  small    every model of the corpus that the reference says SPIN completes, up
           to a million states: from the text to the verdict, modes a and b
  million  the same for those with more: also the search alone, and memory
  ten      ten large models that the reference has no complete row for; SPIN
           gets --seconds (default 600)
  cores    models over five million states with one thread and with two
  huge     one model with more than 30 million states, within 8 GiB
  scaled   models of ours at growing sizes

Mode a: all states ('spin -o1 -o2 -o3 -a', 'gcc -O2 -DNOREDUCE -DSAFETY
-DNOCLAIM', 'pan -c0') against 'custos check --no-reduction'. Mode b: SPIN's
defaults ('spin -a', 'gcc -O2 -DSAFETY -DNOCLAIM') against those of custos.
custos runs with --keep-going --no-certify. In 'million', 'ten' and 'scaled' the
two run at the same time, each on a core of its own. CPU seconds count everything that a
command starts, compilers included; memory is the most that one process had.
The log keeps each measurement, and what is in it is not measured again.
--write puts the tables into bench/RESULTS.md.
"""
import argparse
import concurrent.futures
import csv
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import measured  # noqa: E402
from results import write_section  # noqa: E402
from run import ROOT  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "tests"))
from corpora import corpora  # noqa: E402
SHARED = corpora()
CORPUS = os.path.join(SHARED, "corpus", "promela")
EXAMPLES = os.path.join(ROOT, "examples", "promela")
SCALED = (("philosophers.pml", (6, 8, 10)), ("election.pml", (5, 7, 8)))
TEN = ["all/at.5.pm", "all/bakery.7.pm", "all/brp.6.pm", "all/hanoi.3.pm", "all/iprotocol.5.pm", "all/lamport.7.pm", "all/lamport.8.pm", "all/leader_filters.7.pm",
       "all/phils.6.pm", "all/telephony.7.pm"]
CORES = ["all/bakery.5.pm", "elevator2.3.prom", "lamport.6.prom", "msmie.4.prom", "fischer.6.prom", "needham.4.prom"]
HUGE = "all/lamport.7.pm"
MILLION = 1000000
WHY = {  # rows in which SPIN is ahead
    "sorter.3.prom": "ours includes the compiler, which ran beside the search",
    "leader_filters.5.prom": "ours includes the compiler, which ran beside the search",
    "lann.3.prom": "SPIN's reduction leaves fewer states; not yet understood why ours does not",
    "all/firewire_link.5.pm": "SPIN's reduction leaves fewer states; not yet understood why ours does not",
    "all/brp.4.pm": "SPIN's reduction leaves fewer states; not yet understood why ours does not",
    "all/brp.5.pm": "SPIN's reduction leaves fewer states; not yet understood why ours does not",
    "all/brp.6.pm": "not understood yet; states are stored as they are",
    "all/iprotocol.5.pm": "not understood yet; states are stored as they are",
    "all/leader_filters.7.pm": "not understood yet; states are stored as they are",
    "all/hanoi.3.pm": "SPIN's search was cut at depth 10,000,000",
    "all/phils.6.pm": "SPIN's search was cut at depth 10,000,000",
    "msmie.4.prom": "nothing can be reduced, and asking in each state who may move alone takes as long as the rest: mode a takes 9.7 s",
    "needham.4.prom": "probably the compiler, which takes one of the two cores for a while",
}
MISSING = {}  # not measured yet


def references():
    """Rows of the reference table that are complete, by mode and file."""
    table = os.path.join(SHARED, "reference", "promela.tsv")
    if not os.path.exists(table):
        sys.exit("the reference is not here")
    with open(table, errors="replace") as file:
        rows = csv.DictReader((x for x in file if not x.startswith("#")), delimiter="\t")
        return [(r["mode"], r["file"], int(r["states"])) for r in rows if r["mode"] in "ab" and r["status"] == "ok"]


class Bench:
    def __init__(self, options):
        self.options = options
        self.known = {}
        self.lines = []
        if os.path.exists(options.log):
            with open(options.log) as file:
                for line in file:
                    row = json.loads(line)
                    self.known[tuple(row["key"])] = row

    def measure(self, *key):
        """key: who, mode, file, and what more custos is told."""
        if key in self.known:
            return self.known[key]["result"]
        if self.options.logged:
            return MISSING
        who, mode, name, *more = key
        path = name if os.path.isabs(name) else os.path.join(CORPUS, name)
        if who == "spin":
            result = measured.spin(path, mode, self.options.seconds, [x for x in more if "=" in x and x[0] != "-"])
        else:
            result = measured.custos(self.options.custos, path, mode, self.options.seconds, [x for x in more if "=" in x and x[0] != "-"],
                                     [x for x in more if x[0] == "-"])
        self.known[key] = {"key": key, "result": result}
        with open(self.options.log, "a") as file:
            file.write(json.dumps(self.known[key]) + "\n")
        return result

    def say(self, line=""):
        print(line, flush=True)
        self.lines.append(line)

    def table(self, *names):
        self.say("| " + " | ".join(names) + " |")
        self.say("| " + " | ".join(["---"] * len(names)) + " |")

    def row(self, *cells):
        self.say("| " + " | ".join(f"{c:,.2f}" if isinstance(c, float) else f"{c:,}" if isinstance(c, int) else str(c) for c in cells) + " |")

    # -- the parts

    def chosen(self, least, most):
        return [(m, f, n) for m, f, n in references() if least <= n < most and self.options.word in f]

    def both(self, mode, name, *more, together=False):
        """Both sides; 'together': at the same time, one on each core, so that they suffer the same."""
        keys = ("custos", mode, name, *more), ("spin", mode, name, *[x for x in more if x[0] != "-"])
        with concurrent.futures.ThreadPoolExecutor(2 if together else 1) as pool:
            return tuple(pool.map(lambda key: self.measure(*key), keys))

    def small(self):
        rows = self.chosen(0, MILLION)
        self.say("## From the text to the verdict: models of up to a million states")
        self.say()
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            pairs = list(pool.map(lambda r: self.both(r[0], r[1]), rows))
        missing = sum(c is MISSING or s is MISSING for c, s in pairs)
        rows, pairs = zip(*[(r, p) for r, p in zip(rows, pairs) if p[0] is not MISSING and p[1] is not MISSING])
        self.table("mode", "models", "Custos CPU (s)", "SPIN CPU (s)", "Custos wall (s)", "SPIN wall (s)", "least factor, CPU", "least factor, wall",
                   "counts equal to SPIN's", "at or below")
        notes = []
        for mode in "ab":
            mine = [(r, c, s) for r, (c, s) in zip(rows, pairs) if r[0] == mode]
            good = [(r, c, s) for r, c, s in mine if c and s and c["complete"] and s["complete"]]
            for r, c, s in mine:
                if not (c and s and c["complete"] and s["complete"]):
                    notes.append(f"{r[1]} (mode {mode}): not compared, custos: {c and c['verdict']}, SPIN: {'complete' if s and s['complete'] else 'no answer'}")
                elif c["cpu"] > s["cpu"] or c["wall"] > s["wall"]:
                    notes.append(f"{r[1]} (mode {mode}): slower, {c['cpu']:.2f} s against {s['cpu']:.2f} s")
                elif (c["verdict"] == "violated") != (s["errors"] > 0):
                    notes.append(f"{r[1]} (mode {mode}): verdicts differ")
            if good:
                self.row(mode, len(good), sum(c["cpu"] for _, c, _ in good), sum(s["cpu"] for *_, s in good), sum(c["wall"] for _, c, _ in good),
                         sum(s["wall"] for *_, s in good), min(s["cpu"] / c["cpu"] for _, c, s in good), min(s["wall"] / c["wall"] for _, c, s in good),
                         sum(measured.same_count(c["states"], s["states"]) for _, c, s in good), sum(c["states"] <= s["states"] for _, c, s in good))
        self.say()
        self.note(notes + ([f"{missing} of {missing + len(rows)} rows were not measured"] if missing else []))

    def note(self, notes):
        for line in notes:
            why = WHY.get(line.split(" ")[0].rstrip(":"))
            self.say(f"- {line}" + (f" ({why})" if why else ""))
        if notes:
            self.say()

    def compare(self, rows):
        """A table of both sides; notes what is slower or larger."""
        self.table("model", "mode", "states", "SPIN's", "Custos CPU (s)", "wall", "MiB", "SPIN CPU (s)", "wall", "pan alone CPU (s)", "MiB")
        notes, missing = [], 0
        for mode, name, *more in rows:
            ours, theirs = self.both(mode, name, *more, together=True)
            if ours is MISSING or theirs is MISSING:
                missing += 1
                continue
            short = " ".join([os.path.basename(name) if os.path.isabs(name) else name.replace("spins/beem/", ""), *more])
            if not ours or not theirs:
                notes.append(f"{short} (mode {mode}): no answer from {'SPIN' if ours else 'custos'}")
                continue
            done = theirs["complete"]
            self.row(short, mode, ours["states"] if ours["complete"] else f"{ours['states']:,} (not all)",
                     theirs["states"] if done else f"{theirs['states'] or 0:,} (not all)", ours["cpu"], ours["wall"], int(ours["mib"]),
                     theirs["cpu"] if done else "-", theirs["wall"] if done else "-", theirs["alone"], int(theirs["mib"]))
            if not done:
                continue
            if ours["cpu"] > theirs["alone"]:
                notes.append(f"{short} (mode {mode}): {ours['cpu']:.2f} CPU s from the text on, pan alone {theirs['alone']:.2f}")
            if ours["mib"] > theirs["mib"]:
                notes.append(f"{short} (mode {mode}): {ours['mib']:.0f} MiB, pan {theirs['mib']:.0f}")
            if mode == "b" and ours["states"] > theirs["states"]:
                notes.append(f"{short} (mode b): {ours['states']:,} states, SPIN {theirs['states']:,}")
            if mode == "a" and not measured.same_count(ours["states"], theirs["states"]):
                notes.append(f"{short} (mode a): the numbers of states differ")
        self.say()
        self.note(notes + ([f"{missing} of {len(rows)} rows were not measured"] if missing else []))

    def million(self):
        self.say("## Models over a million states")
        self.say()
        self.compare([(m, f) for m, f, _ in sorted(self.chosen(MILLION, 10**18), key=lambda r: r[2])])

    def ten(self):
        self.say(f"## Ten large models, at most {self.options.seconds:g} s each")
        self.say()
        self.compare([(mode, "spins/beem/" + name) for mode in "ab" for name in TEN if self.options.word in name])

    def cores(self):
        self.say("## Two threads")
        self.say()
        self.table("model", "states", "one thread, wall (s)", "CPU", "two threads, wall (s)", "CPU", "times faster", "MiB, one", "MiB, two")
        notes = []
        for name in CORES:
            one = self.measure("custos", "a", "spins/beem/" + name, "--jobs=1")
            two = self.measure("custos", "a", "spins/beem/" + name, "--jobs=2")
            if not (one and two):
                notes.append(f"{name}: no answer")
                continue
            self.row(name, two["states"], one["wall"], one["cpu"], two["wall"], two["cpu"], one["wall"] / two["wall"], int(one["mib"]), int(two["mib"]))
            if one["states"] != two["states"]:
                notes.append(f"{name}: {one['states']} and {two['states']} states")
            if one["wall"] / two["wall"] < 1.6:
                notes.append(f"{name}: less than 1.6 times faster")
        self.say()
        self.note(notes)

    def huge(self):
        self.say("## More than 30 million states within 8 GiB")
        self.say()
        self.table("model", "store", "states", "wall (s)", "CPU (s)", "MiB")
        for store in ("plain", "tree"):
            r = self.measure("custos", "a", "spins/beem/" + HUGE, "--jobs=2", f"--store={store}", "--memory=8192")
            self.row(HUGE, store, r["states"] if r["complete"] else f"{r['states']:,} (not all)", r["wall"], r["cpu"], int(r["mib"]))
        self.say()

    def scaled(self):
        self.say("## Models of ours")
        self.say()
        self.compare([(mode, os.path.join(EXAMPLES, name), f"N={n}") for name, sizes in SCALED for n in sizes for mode in "ab"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/bin/custos"))
    parser.add_argument("--only", default="scaled,small,million,ten,cores,huge")
    parser.add_argument("--log", default=os.path.join(ROOT, "build", "bench-promela.log"))
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--word", default="")
    parser.add_argument("--logged", action="store_true", help="measure nothing, show what the log has")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    options.custos = os.path.abspath(options.custos)
    bench = Bench(options)
    bench.say("`bench/promela.py --write`; see there for what is measured.")
    bench.say()
    for part in options.only.split(","):
        getattr(bench, part)()
    if options.write:
        write_section("Promela", bench.lines)


if __name__ == "__main__":
    main()
