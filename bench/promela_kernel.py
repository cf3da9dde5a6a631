#!/usr/bin/env python3
"""Measures what the kernel proves of Promela models from their text alone, beside SPIN's figures.

usage: bench/promela_kernel.py [--only=PART,...] [--log=FILE] [--write] [--kernel=FILE] [--custos=FILE] [--seconds=N] [--states=N] [--logged]

Parts:
  micro    the micro models and SPIN's counts in mode a (all states, without reduction and merging)
  corpus   the models of the corpus for which the reference has a complete row of mode a with at most --states states (default 100000)
  speed    the same models with at least 10,000 states, and those up to a million states that --large names: states a CPU second, and memory
  cava     leader_filters, phils and reader_writer: the kernel beside the search
  gcl      guarded commands, for comparison: philosophers.gcl with N=10, one formula that holds, 'custos check' with and without the kernel

Of each model 'custos-kernel safety' decides the safety, by the functions that are proved correct; a HOLDS tells the number of states. Of what is
violated 'custos-kernel steps' counts them, past failed assertions and invalid ends. Both have to say what SPIN said: a difference that is not
in tests/promela/deviations.tsv is a failure. After another fault (an index outside its array, a d_step that blocks, ...) the kernel does not go on: then the
verdict alone is compared. --seconds limits the CPU seconds of each run (default 60). The log keeps each measurement, and what is in it is not measured again.
--write puts the tables into bench/RESULTS.md. Closes with 'N passed, N failed'.
"""
import argparse
import collections
import concurrent.futures
import csv
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path[:0] = [HERE, os.path.join(ROOT, "tests")]
from corpora import corpora  # noqa: E402
from results import write_section  # noqa: E402

COUNTS = re.compile(r"(\d+) states, (\d+) steps, (\d+) failed assertions, (\d+) invalid ends, (\d+) faulty states(, not complete)?$")
SAFE = re.compile(r"accepted: (holds|violated): safety \((?:([\d,]+) states?|a run)")
REFUSED = re.compile(r"(?:the kernel does not know|the kernel: ) ?(.*)")
ENDS_THE_SEARCH = ("too many processes", "too many queues")  # SPIN's count is that of a part
CAVA = [f"afp/examples/promela/{name}.pml" for name in ("leader_filters", "phils", "reader_writer")] + [
    f"spins/beem/{name}" for name in ("all/leader_filters.2.pm", "all/leader_filters.3.pm", "all/leader_filters.4.pm", "all/phils.2.pm", "phils.5.prom",
                                     "all/reader_writer.1.pm", "all/reader_writer.2.pm", "reader_writer.3.prom")]


def run(command, seconds):
    """Exit status (None: out of time), output, errors, CPU seconds, MiB."""
    with tempfile.TemporaryFile("w+", errors="replace") as out, tempfile.TemporaryFile("w+", errors="replace") as err:
        limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))  # noqa: E731
        process = subprocess.Popen(command, stdout=out, stderr=err, preexec_fn=limit)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = 0
        out.seek(0)
        err.seek(0)
        code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
        return code, out.read().strip(), err.read().strip(), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


class Bench:
    def __init__(self, options):
        self.options = options
        self.known, self.lines = {}, []
        if os.path.exists(options.log):
            with open(options.log) as file:
                for line in file:
                    row = json.loads(line)
                    self.known[tuple(row["key"])] = row["result"]

    def measure(self, *key):
        """What the kernel (or custos) says of a file: verdict, states, refused, faulty, seconds, mib."""
        if key not in self.known and not self.options.logged:
            result = self.search(key[1]) if key[0] == "search" else self.prove(key[1])
            self.known[key] = result
            with open(self.options.log, "a") as file:
                file.write(json.dumps({"key": key, "result": self.known[key]}) + "\n")
        return self.known.get(key)

    def measure_all(self, keys):
        """Two at a time; those with few states first, so that a run that is cut off has most of them."""
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda key: self.measure(*key), keys))

    def prove(self, path):
        options = self.options
        code, out, err, seconds, mib = run([options.kernel, "safety", f"--states={4 * max(options.states, 1000000)}", path], options.seconds)
        result = {"verdict": None, "states": None, "seconds": seconds, "mib": mib}
        found = SAFE.match(out)
        if code is None:
            result["why"] = "out of time"
        elif code == 5:
            refused = REFUSED.search(err)
            result["refused"] = re.sub(r"the name \S+", "the name of something", refused.group(1) if refused else err)
        elif code == 2:
            result["refused"] = "malformed"
            result["why"] = err.split("\n")[0][-200:]
        elif code != 0 or not found:
            result["why"] = f"exit status {code}: {out} {err}"[:300]
        else:
            result["verdict"] = found.group(1)
            if found.group(2):
                result["states"] = int(found.group(2).replace(",", ""))
            else:
                code, out, err, more, _ = run([options.kernel, "steps", f"--states={4 * options.states}", path], options.seconds)
                found = COUNTS.search(out)
                if code == 0 and found:
                    result.update(states=int(found.group(1)), faulty=int(found.group(5)), partial=bool(found.group(6)))
        return result

    def search(self, path):
        with tempfile.TemporaryDirectory(prefix="promela-kernel-") as folder:
            command = [self.options.custos, "check", "--lang=promela", "--json", "--property=safety", "--keep-going", "--no-reduction", "--native=never", "--no-certify",
                       "--walker-states=0", "-o", folder, path]
            code, out, _, seconds, mib = run(command, self.options.seconds)
        if code not in (0, 10):
            return {"verdict": None, "states": None, "seconds": seconds, "mib": mib}
        answer = json.loads(out[out.index("{"):])["properties"][0]
        return {"verdict": answer["verdict"], "states": answer["stats"]["states"], "seconds": seconds, "mib": mib}

    def say(self, line=""):
        print(line, flush=True)
        self.lines.append(line)

    def row(self, *cells):
        self.say("| " + " | ".join(f"{c:,.2f}" if isinstance(c, float) else f"{c:,}" if isinstance(c, int) else str(c) for c in cells) + " |")

    def table(self, *names):
        self.row(*names)
        self.row(*["---"] * len(names))


def deviations():
    """What custos is meant to answer otherwise than SPIN in mode a: states or None, verdict or 'refused'."""
    found = {}
    with open(os.path.join(ROOT, "tests/promela/deviations.tsv")) as file:
        for line in file:
            cells = line.rstrip("\n").split("\t")
            if not line.startswith("#") and cells[1] == "a":
                words = cells[2].split()
                found[cells[0]] = (int(words[0]) if len(words) > 1 else None, words[-1], cells[3])
    return found


def micro():
    folder = corpora("micro", "promela")
    with open(os.path.join(folder, "counts.tsv"), errors="replace") as file:
        for r in csv.DictReader(file, delimiter="\t"):
            if r["mode"] == "a":
                states = int(r["states"]) if r["states"].isdigit() else None
                yield "micro/" + r["file"], os.path.join(folder, r["file"]), states, int(r["errors"]) > 0 if r["errors"].isdigit() else None, r["note"] or ""


def corpus(least, most):
    for table in ("promela.tsv", "gomela.tsv"):
        with open(os.path.join(corpora("reference"), table), errors="replace") as file:
            for r in csv.DictReader((x for x in file if not x.startswith("#")), delimiter="\t"):
                if r["mode"] == "a" and r["status"] == "ok" and least <= int(r["states"]) <= most:
                    partial = (r["first_error"] or "").startswith(ENDS_THE_SEARCH)
                    yield "corpus/" + r["file"], corpora("corpus", "promela", r["file"]), None if partial else int(r["states"]), int(r["errors"]) > 0, r["first_error"] or ""


class Tally:
    def __init__(self):
        self.count, self.refused, self.differ, self.meant = collections.Counter(), collections.Counter(), [], []

    def add(self, name, said, states, errors, note, meant):
        """One model: what the kernel said, SPIN's states (None: not to be compared) and whether it has errors (None: it refuses the model)."""
        if said is None:
            self.count["not measured"] += 1
            return
        verdict = None if errors is None else "violated" if errors else "holds"
        what = said.get("refused")
        if "what is quoted here has no end" in said.get("why", ""):
            what = "a quotation mark without a partner, where a preprocessor reads on"
        if what and what != "malformed":
            self.refused[what] += 1
            self.count["refused by name"] += 1
        elif what:
            good = errors is None or meant and meant[1] == "refused"
            self.count["refused by SPIN, too, or by custos" if good else "FAILED"] += 1
            if not good:
                self.differ.append(f"{name}: SPIN reads it, the kernel: {said['why']}")
        elif said["verdict"] is None and said.get("why") == "out of time" or errors is None and not meant:
            self.count["SPIN refuses it, or crashes: no figures" if errors is None else "out of time"] += 1
        elif said["verdict"] is None:
            self.count["FAILED"] += 1
            self.differ.append(f"{name}: {said.get('why')}")
        elif said.get("faulty") or said["verdict"] == "violated" and said.get("partial"):
            good = errors or meant and meant[1] == "violated"
            self.count["certified; a fault after which the kernel does not go on: the verdict alone is compared" if good else "FAILED"] += 1
            if not good:
                self.differ.append(f"{name}: SPIN: {states} states, {verdict}; the kernel finds a fault")
        elif verdict == said["verdict"] and states in (None, said["states"]):
            self.count["certified, SPIN's number of states" if states is not None else "certified; SPIN gave up with an error, so that only the verdict is compared"] += 1
        elif meant and meant[0] == said["states"] and meant[1] == said["verdict"] or meant and meant[0] is None and meant[1] == said["verdict"]:
            self.count["certified; not SPIN's number, and meant so"] += 1
            self.meant.append(f"{name}: {said['states']} states and not {states}: {meant[2]}")
        else:
            self.count["FAILED"] += 1
            self.differ.append(f"{name}: SPIN: {states} states, {verdict} ({note}); the kernel: {said['states']} states, {said['verdict']}")


def compare(bench, title, models):
    tally, known, models = Tally(), deviations(), list(models)
    states = seconds = 0
    bench.measure_all([("kernel", path) for _, path, count, _, _ in sorted(models, key=lambda x: x[2] or bench.options.states)])
    for name, path, count, errors, note in models:
        said = bench.measure("kernel", path)
        tally.add(name, said, count, errors, note, known.get(name))
        if said and said["verdict"] == "holds":
            states, seconds = states + said["states"], seconds + said["seconds"]
    bench.say(f"## {title}")
    bench.say()
    bench.table("what", "models")
    for what, n in sorted(tally.count.items(), key=lambda x: -x[1]):
        bench.row(what, n)
    for what, n in tally.refused.most_common():
        bench.row("refused: " + what, n)
    bench.say()
    if states > 100000:  # of small ones it is the time in which a program starts
        bench.say(f"Of what holds: {states:,} states in {seconds:,.1f} CPU seconds, {states / seconds:,.0f} a second.")
        bench.say()
    for line in tally.meant + tally.differ:
        bench.say("- " + line)
    if tally.meant or tally.differ:
        bench.say()
    good = sum(n for what, n in tally.count.items() if what.startswith("certified"))
    return good, tally.count["FAILED"]


def speed(bench):
    rows = []
    for name, path, states, _, _ in list(corpus(10000, bench.options.states)) + [x for x in corpus(bench.options.states + 1, 1100000)
                                                                                 if any(x[0].endswith(y) for y in bench.options.large.split(",") if y)]:
        said = bench.measure("kernel", path)
        if said and said["verdict"] == "holds":
            rows.append((name[len("corpus/"):], said["states"], said["seconds"], said["states"] / said["seconds"], said["mib"]))
    bench.say("## Speed: models that hold, of 10,000 states and more")
    bench.say()
    if not rows:
        return 0, 0
    rates = sorted(x[3] for x in rows)
    bench.say(f"{len(rows)} models, {sum(x[1] for x in rows):,} states in {sum(x[2] for x in rows):,.1f} CPU seconds; states a second: median {rates[len(rates) // 2]:,.0f}, "
              f"least {rates[0]:,.0f}, most {rates[-1]:,.0f}; {sum(x >= 20000 for x in rates)} models reach 20,000.")
    bench.say()
    bench.table("model", "states", "CPU seconds", "states a second", "MiB")
    for row in sorted(rows, key=lambda x: -x[1]):
        bench.row(row[0], row[1], row[2], round(row[3]), round(row[4]))
    bench.say()
    return 0, 0


def cava(bench):
    bench.say("## CAVA's models")
    bench.say()
    bench.say("Of what is violated the kernel's time is that of finding an error, without evidence, and following the run; the search's is that of all states.")
    bench.say()
    bench.table("model", "verdict", "states", "search (CPU s)", "kernel (CPU s)", "states a second", "times the search", "MiB")
    passed = failed = 0
    for name in CAVA:
        path = corpora("corpus", "promela", name)
        found = bench.measure("search", path)
        if not found or not found["states"] or found["states"] > 1100000:
            continue
        said = bench.measure("kernel", path)
        if not said or said["verdict"] is None:
            bench.row(name, said and (said.get("refused") or said.get("why")), found["states"], found["seconds"], "", "", "", "")
            continue
        holds = said["verdict"] == "holds"
        # Of larger models that are violated not all states were counted.
        good = said["verdict"] == found["verdict"] and (said["states"] == found["states"] or not holds and found["states"] >= 4 * bench.options.states)
        passed, failed = passed + good, failed + (not good)
        bench.row(name, said["verdict"], found["states"], found["seconds"], said["seconds"], round(said["states"] / said["seconds"]) if holds else "",
                  round(said["seconds"] / max(found["seconds"], 0.01), 1) if holds else "", round(said["mib"]))
    bench.say()
    return passed, failed


def gcl(bench):
    program = os.path.join(ROOT, "examples/gcl/philosophers.gcl")
    bench.say("## Guarded commands: philosophers, N=10, 154,450 states")
    bench.say()
    bench.table("formula", "search (CPU s)", "MiB", "certified (CPU s)", "MiB", "times the CPU", "times the memory")
    good = 0
    for name in ("neighbours", "forks"):
        for way in ("--no-certify", "--certify"):
            key = ("gcl", name, way)
            if key not in bench.known and not bench.options.logged:
                with tempfile.TemporaryDirectory(prefix="promela-kernel-") as folder:
                    more = [way] if way == "--no-certify" else []
                    code, _, _, seconds, mib = run([bench.options.custos, "check", "-q", "-DN=10", "-p", name, *more, "-o", folder, program], bench.options.seconds)
                bench.known[key] = {"code": code, "seconds": seconds, "mib": mib}
                with open(bench.options.log, "a") as file:
                    file.write(json.dumps({"key": key, "result": bench.known[key]}) + "\n")
        plain, certified = bench.known.get(("gcl", name, "--no-certify")), bench.known.get(("gcl", name, "--certify"))
        if plain and certified:
            good += plain["code"] == certified["code"] == 0
            bench.row(name, plain["seconds"], round(plain["mib"]), certified["seconds"], round(certified["mib"]),
                      round(certified["seconds"] / plain["seconds"], 1), round(certified["mib"] / plain["mib"], 1))
    bench.say()
    return good, 2 - good if plain and certified else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="micro,corpus,speed,cava,gcl")
    parser.add_argument("--log", default=os.path.join(ROOT, "build/promela-kernel.jsonl"))
    parser.add_argument("--kernel", default=os.path.join(ROOT, "build/bin/custos-kernel"))
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/release/custos"))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--states", type=int, default=100000)
    parser.add_argument("--large", default="")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--logged", action="store_true", help="only what the log has")
    options = parser.parse_args()
    if not os.path.isdir(corpora("reference")):
        sys.exit("the reference is not here")
    bench = Bench(options)
    parts = {
        "micro": lambda: compare(bench, "Micro models", micro()),
        "corpus": lambda: compare(bench, f"Models of the corpus, up to {options.states:,} states", corpus(0, options.states)),
        "speed": lambda: speed(bench),
        "cava": lambda: cava(bench),
        "gcl": lambda: gcl(bench),
    }
    passed = failed = 0
    for part in options.only.split(","):
        good, bad = parts[part]()
        passed, failed = passed + good, failed + bad
    if options.write:
        write_section("Promela, proved", ["`bench/promela_kernel.py --write`; see there for what is measured.", ""] + bench.lines)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0)


main()
