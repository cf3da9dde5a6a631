#!/usr/bin/env python3
"""Random C programs: 'custos check' beside the compiled program, run with all inputs.

    compare.py [options] COUNT [SEED]

Each program (generate.py; COUNT of them, from SEED on) is compiled and run with all
its inputs; HOLDS must mean that no run failed, VIOLATED that some did. UNKNOWN is no
difference, but is counted by reason; more than --unknown percent fail.

--check=NAME,... asks for these checks as well; --check=each takes a different set
for each seed.

Closes with 'N passed, N failed': one test a program, and one for the share of UNKNOWN.
A program with a difference is written to --keep, small if --shrink is given."""
import argparse
import collections
import json
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)
import generate  # noqa: E402
import shrink  # noqa: E402

SETS = [("bounds",), ("null",), ("division",), ("overflow",), ("bounds", "null", "free"), ("bounds", "null", "free", "division", "overflow")]


REFUSED = re.compile(rb"-Wdivision-by-zero\]|-Winteger-overflow\]")


class Answer:
    """verdict: holds, violated, unknown, or what went wrong; reason."""

    def __init__(self, verdict, reason=""):
        self.verdict, self.reason = verdict, reason


def ask(custos, program, folder, seconds, more=(), environment=None):
    """'@predicates' among 'more' gives it the program's predicates, as far as they are accepted:
    what cannot be reached is not in the program any more."""
    lines = program.predicates_text().split("\n") if "@predicates" in more else []
    chosen = [x for x in more if x != "@predicates"]
    for _ in range(5):
        if lines:
            with open(os.path.join(folder, "x.txt"), "w", encoding="ascii") as out:
                out.write("\n".join(lines) + "\n")
        answer = ask_once(custos, program, folder, seconds, chosen + (["--predicates=" + os.path.join(folder, "x.txt")] if lines else []), environment)
        rejected = {int(n) for n in re.findall(r"x\.txt:(\d+):", answer.reason)}
        if answer.verdict != "exit 2" or not rejected:
            break
        lines = [line for n, line in enumerate(lines, 1) if n not in rejected]
    return answer


def ask_once(custos, program, folder, seconds, more, environment):
    path = os.path.join(folder, "x.c")
    with open(path, "w", encoding="ascii") as out:
        out.write(program.text())
    command = [custos, "check", "--json", "--time=%g" % seconds, *program.options(), *more, "-o", folder, path]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=seconds * 4 + 30, check=False, env=environment)
    except subprocess.TimeoutExpired:
        return Answer("late", "no answer in time")
    expected = {0: "holds", 10: "violated", 5: "unknown"}.get(done.returncode)
    try:
        result = json.loads(done.stdout)
        first = result["properties"][0]
        if expected != result["verdict"]:
            raise ValueError
    except (ValueError, LookupError):
        # What clang would compute while compiling is refused, since nothing of it is left to check.
        if done.returncode == 2 and REFUSED.search(done.stderr):
            return Answer("unknown", "refused: undefined in constants")
        return Answer("exit %d" % done.returncode, (done.stdout + done.stderr).decode(errors="replace")[-2000:])
    if expected == "violated" and first.get("evidence", {}).get("checked") != "replay":
        return Answer("unchecked", "the trace was not replayed: %s" % first.get("evidence"))
    return Answer(expected, first.get("reason", ""))


def difference(truth, answer):
    """None if the answer can be right; else what is wrong."""
    if answer.verdict == "unknown":
        return None
    actual = "violated" if truth.failed else "holds"
    if answer.verdict == actual:
        return None
    return "custos says %s, but %d of %d runs fail%s. %s" % (
        answer.verdict, truth.failed, truth.runs, ", first with " + str(truth.inputs) if truth.failed else "", answer.reason[-400:])


def kind_of(reason):
    """Reasons without what differs from program to program."""
    return re.sub(r"[0-9][0-9.]*", "N", re.sub(r"\S*x\.c[:0-9]*", "FILE", reason)).strip()[:90]


def checks_of(options):
    if options.check == "each":
        return lambda seed: SETS[seed % len(SETS)]
    chosen = tuple(x for x in options.check.split(",") if x)
    return lambda seed: chosen


def work(arguments):
    options, seeds = arguments
    out = []
    with tempfile.TemporaryDirectory() as folder:
        for seed, program, truth in generate.programs(list(seeds), checks_of(options), folder):
            answer = ask(options.custos, program, folder, options.time, options.more, options.environment)
            wrong = difference(truth, answer)
            if wrong and options.shrink:
                program, tries = shrink.shrink(program, lambda p, t, f, w=answer.verdict: same_trouble(options, w, p, t, f))
                wrong += " (shrunk by %d tries)" % tries
            for name in os.listdir(folder):
                os.unlink(os.path.join(folder, name))
            out.append((seed, answer, wrong, bool(truth.failed), program if wrong else None))
    return out


def same_trouble(options, verdict, program, truth, folder):
    answer = ask(options.custos, program, folder, options.time, options.more, options.environment)
    return answer.verdict == verdict and difference(truth, answer) is not None


def keep(options, seed, wrong, program):
    os.makedirs(options.keep, exist_ok=True)
    with open(os.path.join(options.keep, "%d.c" % seed), "w", encoding="utf-8") as out:
        out.write("// %s\n// options: %s\n%s" % (" ".join(wrong.split()), " ".join(program.options()), program.text()))


def parser_of(description, unknown):
    """The options of all such comparisons; 'unknown' percent may be undecided."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/release/custos"))
    parser.add_argument("--time", type=float, default=5, help="seconds for each program")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", metavar="FOLDER", help="where programs with differences go")
    parser.add_argument("--unknown", type=float, default=unknown, metavar="PERCENT", help="that may be undecided")
    parser.add_argument("--most", type=int, default=10**9, metavar="N", help="stop after N differences")
    parser.add_argument("--seconds", type=float, default=10**9, help="begin no more after these")
    parser.add_argument("--more", action="append", default=[], metavar="OPTION", help="for custos; '@predicates': random predicates")
    parser.add_argument("--list-unknown", action="store_true", help="the seeds of undecided programs")
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.set_defaults(environment=None, chunk=25)
    return parser


def compare_all(options, work_on):
    """work_on((options, seeds)) tells of some programs what 'work' does. Prints; gives the exit status."""
    options.custos = os.path.abspath(options.custos)
    last = options.seed + options.count
    chunks = [(options, range(first, min(first + options.chunk, last))) for first in range(options.seed, last, options.chunk)]
    start = time.monotonic()
    passed, failed, verdicts, reasons, undecided = 0, 0, collections.Counter(), collections.Counter(), []
    with multiprocessing.Pool(options.jobs) as pool:
        for some in pool.imap(work_on, chunks):
            for seed, answer, wrong, is_failing, program in some:
                verdicts[answer.verdict, "fails" if is_failing else "safe"] += 1
                if answer.verdict == "unknown":
                    reasons[kind_of(answer.reason)] += 1
                    undecided.append(seed)
                passed += not wrong
                failed += bool(wrong)
                if wrong:
                    print("seed %d (%s): %s" % (seed, " ".join(program.options()), wrong), flush=True)
                    if options.keep:
                        keep(options, seed, wrong, program)
            if failed >= options.most or time.monotonic() - start > options.seconds:
                pool.terminate()
                break
    total = passed + failed
    for (verdict, actual), number in sorted(verdicts.items()):
        print("%6d %-10s %s" % (number, verdict, actual))
    for reason, number in reasons.most_common():
        print("%6d unknown: %s" % (number, reason))
    print("%.1f percent unknown, %.1f seconds" % (len(undecided) * 100 / max(total, 1), time.monotonic() - start))
    if options.list_unknown:
        print("unknown:", *undecided)
    if len(undecided) * 100 > options.unknown * total:
        print("more than %g percent are unknown" % options.unknown)
        failed += 1
    else:
        passed += 1
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or total == 0 else 0


def main():
    parser = parser_of(__doc__, 20)
    parser.add_argument("--check", default="", help="names, with commas; 'each': a set for each seed")
    parser.add_argument("--shrink", action="store_true", help="make programs with differences small before")
    return compare_all(parser.parse_args(), work)


if __name__ == "__main__":
    sys.exit(main())
