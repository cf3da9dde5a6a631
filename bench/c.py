#!/usr/bin/env python3
"""Measures C programs: SV-COMP's by category, and those of PANDA's Table 1.

usage: bench/c.py [svcomp] [panda] [options]
       bench/c.py --sample=N [options]

svcomp: the programs of the corpus with recorded verdicts (unreach-call, ILP32), each
with --time CPU seconds and --memory MiB, --jobs at a time. Each answer is appended to
--log; what is there is not asked again, so that the table can be resumed.
panda: the paper's thirteen programs (the seven Java ones in C, examples/c/panda),
beside the paper's figures.
--write puts the tables into bench/RESULTS.md.

--sample=N is a test: N programs, always the same, with 10 seconds each. There must be
no wrong answer, and not fewer right ones than recorded here. Closes with 'N passed, N
failed'; where there is no corpus, with '0 passed, 0 failed, 1 skipped'."""
import argparse
import collections
import concurrent.futures
import csv
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import tempfile
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from results import write_section  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from corpora import corpora  # noqa: E402
SHARED = corpora("corpus", "c")
SAMPLE_RIGHT = {40: 16}  # of the sample: at least so many right answers, with 5 seconds each on a busy machine
COLUMNS = ["category", "file", "expected", "verdict", "cpu", "wall", "mib", "checked", "reason"]
UNREACH_CALL = "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n"
# Of the paper: seconds (None: two hours were not enough), states, refinements, most predicates at a place, queries.
PANDA = [
    ("Array", "examples/c/panda/array.c", 4, 38, 0, 7, 1802),
    ("Eureka 01", "examples/c/panda/eureka.c", 23, 741, 0, 53, 11462),
    ("TREX 03", "examples/c/panda/trex.c", 21, 1425, 0, 9, 14371),
    ("Invert String", "examples/c/panda/invert-string.c", 6, 126, 0, 18, 2728),
    ("Password", "examples/c/panda/password.c", 22, 870, 0, 19, 12837),
    ("Reverse Array", "examples/c/panda/reverse-array.c", 5, 135, 0, 18, 2358),
    ("Two Indices", "examples/c/panda/two-indices.c", 4, 55, 0, 15, 1921),
    ("Data-flow Analysis", "panda/dataflow.c", 379, 508, 0, 64, 8159),
    ("Cycling Race", "panda/cyclingrace.c", 5, 87, 0, 28, 2151),
    ("Image Rendering", "panda/image.c", None, None, None, None, None),
    ("Scheduler", "panda/scheduler.c", 5, 108, 0, 35, 2185),
    ("Alarm Clock", "panda/alarmclock.c", 970, 21200, 0, 20, 87628),
    ("Producer-Consumer", "panda/prodcons.c", None, None, None, None, None),
]
# Two of them are unsafe as they are written. Repaired, in a copy: the least int becomes 0.
UNSAFE = ("Producer-Consumer", "Alarm Clock")
MISTAKE, REPAIR = "u = -u;", "u = u < -2147483647 ? 0 : -u;"


class Answer:
    """verdict: holds, violated, unknown, or 'error' for anything else."""

    def __init__(self):
        self.verdict, self.reason, self.checked, self.stats = "error", "", "", {}
        self.cpu = self.wall = self.mib = 0.0


def ask(custos, path, seconds, memory, more=(), stretch=1):
    """One program: at most so many seconds of the processor, everything that is started included;
    'stretch' times as many by the clock."""
    answer = Answer()

    def limit():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 2, int(seconds) + 3))

    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        command = [custos, "check", "--json", f"--time={seconds * stretch:g}", f"--memory={memory}", "-o", folder, *more, path]
        start = time.monotonic()
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            child = subprocess.Popen(command, stdout=output, stderr=errors, stdin=subprocess.DEVNULL, cwd=folder, preexec_fn=limit)
            late = threading.Timer(seconds * 4 * stretch + 30, child.kill)
            late.start()
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            late.cancel()
            output.seek(0)
            errors.seek(0)
            text, said = output.read(), errors.read().decode(errors="replace")
        answer.wall = time.monotonic() - start
    answer.cpu, answer.mib = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    try:
        result = json.loads(text)
        first = result["properties"][0]
        if {0: "holds", 10: "violated", 5: "unknown"}.get(child.returncode) == result["verdict"]:
            answer.verdict = result["verdict"]
        answer.reason, answer.stats = first.get("reason", ""), first.get("stats", {})
        answer.checked = first.get("evidence", {}).get("checked", "")
    except (ValueError, LookupError):
        answer.reason = f"exit {child.returncode}: {said.strip()[-150:]}"
        # Killed at the limit is no answer, but no mistake either.
        answer.verdict = "unknown" if child.returncode in (-9, -24) else "error"
    answer.reason = " ".join(answer.reason.split())
    return answer


def corpus(options):
    table = os.path.join(options.corpus, "svcomp", "verdicts.tsv")
    if not os.path.exists(table):
        return []
    with open(table, encoding="utf-8") as rows:
        return [(r["category"], r["file"], "holds" if r["unreach_call"] == "true" else "violated") for r in csv.DictReader(rows, delimiter="\t")]


def path_of(options, category, file):
    return os.path.join(options.corpus, "svcomp", category, file)


def known_rows(log):
    if not os.path.exists(log):
        return []
    with open(log, encoding="utf-8") as rows:
        return list(csv.DictReader(rows, delimiter="\t"))


def judge(expected, verdict):
    if verdict == expected:
        return "right"
    return "wrong" if verdict in ("holds", "violated") else "unknown" if verdict == "unknown" else "error"


def run_rows(options, rows, done):
    """Asks about rows; calls done(row as a dict) for each, in the order in which they end."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        specification = os.path.join(folder, "unreach-call.prp")
        with open(specification, "w", encoding="ascii") as out:
            out.write(UNREACH_CALL)
        more = ["--ilp32", "--spec=" + specification]

        def one(row):
            category, file, expected = row
            a = ask(options.custos, path_of(options, category, file), options.time, options.memory, more, options.stretch)
            return dict(zip(COLUMNS, (category, file, expected, a.verdict, "%.2f" % a.cpu, "%.2f" % a.wall, "%.0f" % a.mib, a.checked, a.reason)))

        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for future in concurrent.futures.as_completed([pool.submit(one, row) for row in rows]):
                done(future.result())


def svcomp(options, say):
    rows = [r for r in corpus(options) if not options.only or r[0] in options.only.split(",")]
    if not rows:
        sys.exit("the corpus is not here")
    known = {(r["category"], r["file"]): r for r in known_rows(options.log)}
    is_new = not os.path.exists(options.log)
    with open(options.log, "a", encoding="utf-8") as log:
        writer = csv.DictWriter(log, COLUMNS, delimiter="\t", quoting=csv.QUOTE_NONE, escapechar="\\", lineterminator="\n")
        if is_new:
            writer.writeheader()

        def done(row):
            writer.writerow(row)
            log.flush()
            known[row["category"], row["file"]] = row
            how = judge(row["expected"], row["verdict"])
            print(f"{how:8} {row['category']}/{row['file']}: {row['verdict']} {row['cpu']} s {row['reason'][:90]}", file=sys.stderr, flush=True)

        run_rows(options, [r for r in rows if r[:2] not in known] if not options.logged else [], done)
    say(f"## SV-COMP programs: {options.time:g} CPU seconds and {options.memory} MiB each")
    say("")
    table(rows, known, say)


def table(rows, known, say):
    categories, wrong = collections.OrderedDict(), []
    for category, file, expected in rows:
        row = known.get((category, file))
        if row is None:
            continue
        c = categories.setdefault(category, collections.Counter())
        how = judge(expected, row["verdict"])
        c[how + " " + expected if how == "right" else how] += 1
        c["programs"] += 1
        c["cpu"] += float(row["cpu"])
        if how == "right":
            c["right cpu"] += float(row["cpu"])
        if how in ("wrong", "error"):
            wrong.append(f"- {category}/{file}: {row['verdict']}, expected {expected}. {row['reason']}")
        if row["verdict"] == "holds":
            c["by " + row["checked"]] += 1
        if row["verdict"] == "violated" and row["checked"] != "replay":
            wrong.append(f"- {category}/{file}: the counterexample was not reproduced")
    say("| category | programs | right HOLDS | right VIOLATED | wrong | unknown | error | CPU s of the right | CPU s of all |")
    say("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    total = collections.Counter()
    for c in categories.values():
        total.update(c)
    for name, c in [*categories.items(), ("**all**", total)]:
        numbers = [c[k] for k in ("programs", "right holds", "right violated", "wrong", "unknown", "error")]
        say("| " + " | ".join([name, *map(str, numbers), "%.1f" % c["right cpu"], "%.0f" % c["cpu"]]) + " |")
    say("")
    say(f"{total['right holds'] + total['right violated']} right ({total['right holds']} HOLDS, {total['right violated']} VIOLATED), "
        f"{total['wrong']} wrong, of {total['programs']}. Of the HOLDS, {total['by solver']} were proved again by the checker, "
        f"{total['by replay']} replayed (one run, no input), {total['by none']} neither.")
    say("")
    for line in wrong:
        say(line)
    if wrong:
        say("")


def panda_row(options, say, name, path, more, paper):
    a = ask(options.custos, path, options.panda_time, options.memory, more)
    s = a.stats
    cell = lambda x: "-" if x is None else f"{x:,}"  # noqa: E731
    ours = [s.get(k) for k in ("states", "refinements", "predicates", "queries")]
    say("| " + " | ".join([name, a.verdict.upper(), "%.2f" % a.cpu, "timeout" if paper[0] is None else str(paper[0])] +
                          [x for o, p in zip(ours, paper[1:]) for x in (cell(o), cell(p))]) + " |")
    if a.verdict not in ("holds", "violated"):
        print(f"{name}: {a.reason}", file=sys.stderr)
    return a.verdict in ("holds", "violated")


def panda(options, say):
    say("## Table 1 of the paper")
    say("")
    say("The paper's figures are from its text (its machine, Java PathFinder); 'predicates' is the most at one location. Ours: CPU seconds, with clang, the reproducing program, and the check of the proof (which gives up after ten seconds and three times what the search took).")
    say("")
    say("| program | verdict | s | paper s | decisions | paper states | refinements | paper | predicates | paper | queries | paper |")
    say("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    decided = 0
    for name, file, *paper in PANDA:
        is_ours = file.startswith("examples")
        path = os.path.join(ROOT if is_ours else options.corpus, file)
        if not os.path.exists(path):
            continue
        # Their error is an access outside of an array; with 32 bits the wrong address wraps to a right one.
        bounds = ["--lp64", "--check=bounds"]
        more = bounds if name in UNSAFE else [] if is_ours else ["--ilp32"]
        decided += panda_row(options, say, name, path, more, paper)
        if name in UNSAFE:
            with tempfile.TemporaryDirectory() as folder, open(path, encoding="ascii") as text:
                repaired = os.path.join(folder, os.path.basename(path))
                with open(repaired, "w", encoding="ascii") as out:
                    out.write(text.read().replace(MISTAKE, REPAIR))
                panda_row(options, say, name + ", repaired", repaired, bounds, paper)
    say("")
    say(f"{decided} of {len(PANDA)} decided. Producer-Consumer and Alarm Clock are unsafe as they are written: `{MISTAKE}` leaves the least int negative, which then is an index (both asked with {' '.join(bounds)}). Repaired: `{REPAIR}`")
    say("")


def sample(options):
    rows = corpus(options)
    if not rows:
        print("no corpus at %s" % os.path.relpath(options.corpus))
        print("0 passed, 0 failed, 1 skipped")
        return 0
    chosen = random.Random(2015).sample(sorted(rows), options.sample)
    counts = collections.Counter()

    def done(row):
        how = judge(row["expected"], row["verdict"])
        counts[how] += 1
        if how in ("wrong", "error") or (row["verdict"] == "violated" and row["checked"] != "replay"):
            counts["bad"] += 1
            print(f"{row['category']}/{row['file']}: {row['verdict']}, expected {row['expected']}. {row['reason']}", flush=True)

    run_rows(options, chosen, done)
    least = SAMPLE_RIGHT.get(options.sample, 0)
    print(f"{counts['right']} right, {counts['wrong']} wrong, {counts['unknown']} unknown; at least {least} right were expected")
    failed = counts["bad"] + (counts["right"] < least)
    print(f"{len(chosen) - counts['bad'] + (counts['right'] >= least)} passed, {failed} failed")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/release/custos"))
    parser.add_argument("--corpus", default=SHARED)
    parser.add_argument("--log", default=os.path.join(ROOT, "build", "bench-c.tsv"))
    parser.add_argument("--logged", action="store_true", help="measure nothing, show what the log has")
    parser.add_argument("--time", type=float, help="CPU seconds for each (30; of a sample: 10)")
    parser.add_argument("--stretch", type=float, default=1, help="so many times as long by the clock, where the machine is busy")
    parser.add_argument("--panda-time", type=float, default=120)
    parser.add_argument("--memory", type=int, default=2048, help="MiB")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="categories, with commas")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("parts", nargs="*", choices=["svcomp", "panda", []])
    options = parser.parse_args()
    options.custos = os.path.abspath(options.custos)
    options.corpus = os.path.abspath(options.corpus)
    options.time = options.time or (10 if options.sample else 30)
    if options.sample:
        return sample(options)
    lines = ["`bench/c.py --write`; see there for what is measured.", ""]

    def say(line):
        print(line, flush=True)
        lines.append(line)

    for part in options.parts or ["panda", "svcomp"]:
        {"svcomp": svcomp, "panda": panda}[part](options, say)
    if options.write:
        write_section("C programs", lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
