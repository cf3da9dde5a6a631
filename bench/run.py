#!/usr/bin/env python3
"""Measures custos on the instances of gen_pushdown.py beside PDAAAL's times.

usage: bench/run.py [--custos=FILE] [--generator=FILE] [--pdaaal=FILE]
                    [--timeout=SECONDS] [--only=PART,...] [--write]

Prints markdown; --write puts it into bench/RESULTS.md too. Parts: table,
growth, weighted, traces, kernel. Times are CPU seconds (user and system) of the whole
process, parsing included; memory is its largest resident set. PDAAAL's times
are for solving only, parsing subtracted, as its table says.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from results import write_section  # noqa: E402

ROOT = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(ROOT, "tests"))
from corpora import corpora  # noqa: E402
SHARED = corpora("bench")
ENGINES = ("post", "pre", "dual")
SEEDS = (1, 2, 3)


class Run:
    """One run of the tool: its result object, CPU seconds and memory."""

    def __init__(self, command, timeout):
        out = tempfile.TemporaryFile()
        began = time.time()
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        timer = threading.Timer(timeout, child.kill)
        timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        timer.cancel()
        child.returncode = status  # reaped here, not by subprocess
        self.cpu = usage.ru_utime + usage.ru_stime
        self.mebibytes = usage.ru_maxrss / 1024
        self.late = os.WIFSIGNALED(status) and time.time() - began >= timeout
        self.code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -1
        out.seek(0)
        try:
            self.result = json.loads(out.read())
        except ValueError:
            self.result = None

    def decided(self):
        return self.code in (0, 10) and self.result is not None

    def property(self):
        return self.result["properties"][0]

    def statistic(self, name):
        return self.property().get("stats", {}).get(name)


class Bench:
    def __init__(self, options):
        self.options = options
        self.folder = tempfile.mkdtemp(prefix="custos-bench-")
        self.lines = []

    def say(self, line=""):
        print(line, flush=True)
        self.lines.append(line)

    def instance(self, family, n, seed=1, weighted=0, answer="no"):
        path = os.path.join(
            self.folder, f"{family}-{n}-{seed}-{weighted}-{answer}.json")
        if not os.path.exists(path):
            with open(path, "w") as out:
                subprocess.run(
                    [sys.executable, self.options.generator, family, str(n),
                     str(seed), str(weighted), answer],
                    stdout=out, stderr=subprocess.DEVNULL, check=True)
        return path

    def check(self, path, engine, trace="none"):
        return Run([self.options.custos, "check", "--no-reduction",
                    "--no-certify", f"--engine={engine}", "--json",
                    f"--trace={trace}", "-o", self.folder, path],
                   self.options.timeout)

    def cell(self, run):
        if run.late:
            return f">{self.options.timeout:.0f}"
        if not run.decided():
            return f"exit {run.code}"
        size = f" [{run.mebibytes:.0f} MiB]" if run.mebibytes >= 20 else ""
        return f"{run.cpu:.3f}{size}"

    def table(self):
        """Every row of PDAAAL's table."""
        self.say("## Full saturation, unweighted, answer no")
        self.say()
        self.say("| instance | " + " | ".join(
            f"{e}* | PDAAAL | transitions" for e in ENGINES) + " |")
        self.say("|---|" + "--:|--:|--:|" * len(ENGINES))
        for name, theirs in read_pdaaal(self.options.pdaaal):
            family, n = name.split()
            path = self.instance(family, int(n))
            cells = []
            for engine, their in zip(ENGINES, theirs):
                run = self.check(path, engine)
                count = run.statistic("transitions") if run.decided() else "-"
                cells += [self.cell(run) + remark(run, their), their,
                          str(count)]
            self.say(f"| {name} | " + " | ".join(cells) + " |")
        self.say()

    def median(self, instance, engine):
        runs = [self.check(instance, engine) for _ in range(5)]
        return sorted(runs, key=lambda r: r.cpu)[2]

    def growth(self):
        """n to 10n: at most 15-fold, up to a million."""
        self.say("## Growth from n to 10n (at most 15-fold)")
        self.say()
        self.say("The median of five runs each: single ones differ too much.")
        self.say()
        self.say("| family | engine | " + " | ".join(
            f"10^{k}" for k in (4, 5, 6)) + " | factors |")
        self.say("|---|---|--:|--:|--:|---|")
        for family in ("prog", "bpa"):
            for engine in ENGINES:
                runs = [self.median(self.instance(family, 10 ** k), engine)
                        for k in (4, 5, 6)]
                factors = [
                    f"{b.cpu / max(a.cpu, 0.001):.1f}"
                    if a.decided() and b.decided() else "-"
                    for a, b in zip(runs, runs[1:])]
                self.say(f"| {family} | {engine} | " + " | ".join(
                    self.cell(r) for r in runs) + " | " + ", ".join(factors)
                    + " |")
        self.say()

    def weighted(self):
        """The two weighted rows at the end of PDAAAL's table."""
        self.say("## Weighted, shortest trace, answer no")
        self.say()
        self.say("| instance | " + " | ".join(
            f"{e}* | PDAAAL" for e in ENGINES) + " |")
        self.say("|---|" + "--:|--:|" * len(ENGINES))
        for family, n, theirs in (("few", 1000, ("0.393", "0.014", "0.287")),
                                  ("prog", 10000,
                                   ("0.475", "0.206", "0.887"))):
            path = self.instance(family, n, weighted=1)
            cells = []
            for engine, their in zip(ENGINES, theirs):
                run = self.check(path, engine, "shortest")
                cells += [self.cell(run) + remark(run, their), their]
            self.say(f"| {family} {n} | " + " | ".join(cells) + " |")
        self.say()

    def traces(self):
        """Any traces are at most ten times as long as shortest ones."""
        self.say("## Length of traces, few, answer any (steps: any / shortest)")
        self.say()
        self.say("| N | seed | " + " | ".join(f"{e}*" for e in ENGINES) + " |")
        self.say("|--:|--:|" + "--:|" * len(ENGINES))
        worst, missing = 0.0, 0
        for n in (100, 200, 600, 1000, 3000, 10000):
            for seed in SEEDS:
                path = self.instance("few", n, seed, answer="any")
                cells = []
                for engine in ENGINES:
                    text, ratio = self.lengths(path, engine)
                    if ratio is None:
                        missing += 1
                    else:
                        worst = max(worst, ratio)
                    cells.append(text)
                self.say(f"| {n} | {seed} | " + " | ".join(cells) + " |")
        self.say()
        self.say(f"Largest ratio: {worst:.1f}; comparisons without an answer: "
                 f"{missing}.")
        self.say()

    def lengths(self, path, engine):
        runs = [self.check(path, engine, t) for t in ("any", "shortest")]
        if not all(r.decided() for r in runs):
            return " / ".join(self.cell(r) for r in runs), None
        if runs[0].code != runs[1].code:
            return "the answers differ", float("inf")
        if runs[0].code == 0:
            return "unreachable", 0.0
        steps = [steps_of(r) for r in runs]
        if None in steps:
            return "no steps reported", None
        return f"{steps[0]} / {steps[1]}", steps[0] / max(steps[1], 1)

    def kernel(self):
        """What certifying costs beside finding the answer."""
        self.say("## The kernel beside the engines")
        self.say()
        self.say("CPU seconds of `custos check --no-certify` and of "
                 "`custos-kernel` on its evidence, each with reading its "
                 "files. *Found*: transitions of the saturation, or facts of "
                 "the derivation; beyond 33 million transitions the evidence "
                 "is that of pre*.")
        self.say()
        self.say("| instance | rules | engine | found | custos | kernel | ratio |")
        self.say("|---|--:|---|--:|--:|--:|--:|")
        for family, n, answer in (
                ("few", 10 ** 4, "no"), ("few", 10 ** 5, "no"),
                ("few", 10 ** 5, "any"), ("many", 10 ** 4, "no"),
                ("mpls", 10 ** 4, "no"), ("prog", 10 ** 5, "no"),
                ("prog", 10 ** 6, "no"), ("prog", 10 ** 6, "any"),
                ("bpa", 10 ** 6, "no"), ("bpa", 10 ** 6, "any")):
            path = self.instance(family, n, seed=1, answer=answer)
            for engine, ways in (("pre", []), ("pre", ["--no-reduction"]),
                                 ("post", ["--no-reduction"])):
                self.kernel_row(f"{family} {n} {answer}", path, engine, ways)
        self.say()

    def kernel_row(self, name, path, engine, ways):
        for old in os.listdir(self.folder):
            if not old.endswith(".json"):
                os.remove(os.path.join(self.folder, old))
        run = Run([self.options.custos, "check", "--json", "--no-certify",
                   f"--engine={engine}", "-o", self.folder, path] + ways,
                  self.options.timeout)
        label = f"{engine}* {' '.join(ways)}".strip()
        written = [f for f in os.listdir(self.folder)
                   if not f.endswith(".json")]
        if not run.decided() or not written:
            self.say(f"| {name} | | {label} | | {self.cell(run)} | | |")
            return
        evidence = os.path.join(self.folder, written[0])
        kernel = Run([os.path.join(os.path.dirname(self.options.custos),
                                   "custos-kernel"), path, evidence],
                     self.options.timeout)
        said = (f">{self.options.timeout:.0f}" if kernel.late else
                f"{kernel.cpu:.2f} [{kernel.mebibytes:.0f} MiB]"
                if kernel.code == 0 else f"exit {kernel.code}")
        size = run.statistic("derivation") or run.statistic("transitions")
        self.say(f"| {name} | {run.statistic('rules')} | {label} | {size} | "
                 f"{self.cell(run)} | {said} | "
                 f"{kernel.cpu / max(run.cpu, 0.001):.1f} |")


def steps_of(run):
    """The length of the run, where the result object has it."""
    found = run.property()
    for place in (found.get("evidence", {}), found.get("stats", {}), found,
                  run.result):
        if "steps" in place:
            return int(place["steps"])
    return None


def read_pdaaal(path):
    rows = []
    with open(path) as lines:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if line.startswith("#") or fields[0] == "instance":
                continue
            rows.append((fields[0], fields[1:4]))
    return rows


def remark(run, their):
    """Says so where we are not faster. '<x' and '>x' count as x, and below
    5 ms nobody is slower: that is the cost of starting a process, which
    PDAAAL's times leave out."""
    number = their.split()[0].lstrip("<>")
    if number == "-" or (run.decided() and
                         run.cpu < max(float(number), 0.005)):
        return ""
    return " (both stopped)" if run.late and their[0] == ">" else " (slower)"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--custos",
                        default=os.path.join(ROOT, "build/bin/custos"))
    parser.add_argument("--generator",
                        default=os.path.join(SHARED, "gen_pushdown.py"))
    parser.add_argument("--pdaaal", default=os.path.join(SHARED, "pdaaal.tsv"))
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--only", default="table,growth,weighted,traces,kernel")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    for path in (options.generator, options.pdaaal):
        if not os.path.exists(path):
            print(f"bench: skipped, there is no {path}")
            return 0
    if not os.path.exists(options.custos):
        print(f"bench: there is no {options.custos}; run 'make' first")
        return 1
    bench = Bench(options)
    bench.say("`bench/run.py --write` wrote this. CPU seconds of the whole "
              "process, parsing included, `--no-reduction --no-certify`; MiB of resident "
              "memory in brackets from 20 on. PDAAAL's seconds are for "
              "solving alone, without starting and parsing; below 5 ms the "
              "two are not compared.")
    bench.say("One core of a virtual x86-64 machine; other runs differ by up to a third.")
    bench.say()
    try:
        for part in options.only.split(","):
            getattr(bench, part)()
    finally:
        for name in os.listdir(bench.folder):
            os.unlink(os.path.join(bench.folder, name))
        os.rmdir(bench.folder)
    if options.write:
        write_section("Results: reachability", bench.lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
