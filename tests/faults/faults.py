#!/usr/bin/env python3
"""Lets every allocation (libraries' too), write, fork and look at the clock fail in turn during a whole 'custos check' with several
properties, one pillar after another. Whatever fails: each verdict that is told is true or UNKNOWN, each property is told at most once
and under its name, the JSON is one object, the exit status says what the verdicts say, and nobody dies by a signal.

usage: faults.py [--custos=PROGRAM] [--seconds=N] [--all] [PILLAR...]

--seconds=N   a sample of the calls, spread evenly over them, for about so long in all (60)
--all         every call, however long it takes ('make soak')
With a program that was built with ASan, memory that dangles is seen, too. Closes with a table and 'N passed, N failed'."""
import argparse, collections, json, os, subprocess, sys, tempfile, time

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
KINDS = ["malloc", "write", "fork", "clock"]
# Several properties each, with both answers where there are any.
PILLARS = {
    "promela": ["examples/promela/peterson.pml"],
    "gcl": ["examples/gcl/philosophers.gcl"],
    "lts": ["examples/lts/lift.lts"],
    "pushdown": ["examples/pushdown/plotter-broken.pds"],
    "boolean": ["examples/boolean/lock-broken.bp"],
    "remopla": ["examples/remopla/mailbox.rem"],
    "ectl": ["examples/ectl/requests.ectl"],
    "c": ["examples/c/flag.c"],
    "c-violated": ["--check=all", "examples/c/memory.c"],
}
EXITS = {"holds": 0, "violated": 10, "unknown": 5}
# A limit that is spent, or a machine that says no: these say so, and tell nothing wrong.
SYSTEM = 3
Outcome = collections.namedtuple("Outcome", "status properties out err")


def build_library():
    path = os.path.join(ROOT, "build/faults/fail.so")
    source = os.path.join(ROOT, "tests/faults/fail.c")
    if not os.path.exists(path) or os.path.getmtime(path) < os.path.getmtime(source):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        subprocess.run(["gcc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", source, "-o", path, "-ldl"], check=True)
    return path


class Runner:
    def __init__(self, custos, library):
        self.custos, self.library = os.path.abspath(custos), library

    def run(self, arguments, **wishes):
        """A whole check with the given CUSTOS_... wishes, in a folder of its own."""
        environment = dict(os.environ, LD_PRELOAD=self.library, ASAN_OPTIONS="verify_asan_link_order=0:detect_leaks=0:abort_on_error=1"
                           ":allocator_may_return_null=1", **wishes)
        paths = [a if a.startswith("-") else os.path.join(ROOT, a) for a in arguments]
        with tempfile.TemporaryDirectory() as folder:
            try:
                done = subprocess.run([self.custos, "check", "--json", "--time=1000", "-o", "out"] + paths, cwd=folder, env=environment,
                                      capture_output=True, timeout=120, check=False)
            except subprocess.TimeoutExpired:
                return Outcome("timeout", None, "", "")
        out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
        try:
            properties = [(p["name"], p["verdict"]) for p in json.loads(out).get("properties", [])] if out.strip() else []
        except (ValueError, KeyError, TypeError):
            properties = None
        return Outcome(done.returncode, properties, out, err)

    def count(self, arguments):
        with tempfile.NamedTemporaryFile() as counts:
            whole = self.run(arguments, CUSTOS_FAULT_COUNT=counts.name)
            return whole, {kind: int(n) for kind, n in (line.split() for line in open(counts.name))}


def expected_status(properties):
    verdicts = [v for _, v in properties]
    return EXITS["violated" if "violated" in verdicts else "unknown" if "unknown" in verdicts else "holds"]


def judge(whole, seen):
    """What is wrong, or None; and a word for the table."""
    truth, names = dict(whole.properties), [n for n, _ in whole.properties]
    if seen.status == "timeout" or seen.status < 0 or seen.status in (1, 6) or seen.status > 10:
        return "exit %s" % seen.status, "bad"
    if seen.properties is None:
        return "the JSON is no object", "bad"
    told = [n for n, _ in seen.properties]
    if seen.status == SYSTEM:
        pass
    elif seen.status == 2:
        return "blames the input", "bad"
    elif told == ["load"]:
        return (None if seen.status == 5 else "exit %d of a load that was stopped" % seen.status), "unknown"
    elif told != names:
        return "tells of %s" % told, "bad"
    elif seen.status != expected_status(seen.properties):
        return "exit %d, but %s" % (seen.status, seen.properties), "bad"
    if len(set(told)) != len(told) or any(n not in truth for n in told if n != "load"):
        return "tells of %s" % told, "bad"
    for name, verdict in seen.properties:
        if name in truth and verdict not in (truth[name], "unknown"):
            return "%s is %s" % (name, verdict), "bad"
    if seen.status == SYSTEM:
        return None, "refused"
    return None, "unknown" if any(v == "unknown" for _, v in seen.properties) else "same"


def spread(count, most):
    """At most so many of the numbers 1 to count, evenly, the first and the last among them."""
    if count <= most:
        return list(range(1, count + 1))
    return sorted({1 + i * (count - 1) // (most - 1) for i in range(most)}) if most > 1 else [count]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/bin/custos"))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("pillars", nargs="*", default=[])
    o = parser.parse_args()
    runner = Runner(o.custos, build_library())
    rows, failed, passed = [], 0, 0
    pillars = o.pillars or list(PILLARS)
    for pillar in pillars:
        start = time.monotonic()
        whole, counts = runner.count(PILLARS[pillar])
        one = time.monotonic() - start
        assert whole.properties and whole.status in (0, 10), (pillar, whole)
        for kind in KINDS:
            share = o.seconds / len(pillars) * (0.55 if kind == "malloc" else 0.15)
            numbers = spread(counts[kind], counts[kind] if o.all else max(2, int(share / one)))
            words = collections.Counter()
            for n in numbers:
                seen = runner.run(PILLARS[pillar], CUSTOS_FAULT="%s:%d" % (kind, n))
                wrong, word = judge(whole, seen)
                words[word] += 1
                if wrong:
                    print("%s, %s %d of %d: %s\n%s" % (pillar, kind, n, counts[kind], wrong, (seen.err or seen.out)[-600:]), flush=True)
            failed, passed = failed + words["bad"], passed + sum(words.values()) - words["bad"]
            rows.append((pillar, kind, counts[kind], len(numbers), words))
    print("%-12s %-7s %8s %8s %6s %8s %8s %5s" % ("pillar", "fault", "calls", "failed", "same", "unknown", "refused", "bad"))
    for pillar, kind, count, tried, words in rows:
        print("%-12s %-7s %8d %8d %6d %8d %8d %5d" % (pillar, kind, count, tried, words["same"], words["unknown"], words["refused"],
                                                      words["bad"]))
    print("%d passed, %d failed" % (passed, failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
