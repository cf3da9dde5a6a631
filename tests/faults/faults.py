#!/usr/bin/env python3
"""Lets every allocation (libraries' too), write, fork and look at the clock fail in turn during a whole 'custos check' with several
properties, one pillar after another; half of the runs print JSON, half of them text. Whatever fails:
- nobody dies by a signal, hangs or blames the input;
- each property is told exactly once, under its name; what is told is true, or UNKNOWN with a reason that is true;
- the exit status says what the verdicts say, the JSON is one object, and evidence that is named is there;
- 'refused' (exit 3) is an answer only while the input is being loaded, when nothing was found yet;
- a failed write, or a failed fork behind the loading, takes no verdict away;
- nothing is left behind, neither in the folder for evidence nor in that for temporary files.
Subcommands without properties ('formulas', 'difftest') tell all or nothing: the whole answer, or one that is cut short for a
true reason (exit 5), or that there is none (exit 3), or, of
'difftest', the whole one without a file that was asked for (exit 3).

usage: faults.py [--custos=PROGRAM] [--seconds=N] [--all] [--every=N] [--small] [--jobs=N] [--kinds=malloc,...] [PILLAR...]

--seconds=N   a sample of the calls, spread evenly over them, for about so long in all (60)
--all         every call, however long it takes ('make soak')
--every=N     with --all: of the allocations every N-th alone; N should be odd, so that both forms of output are met
--small       with the smallest models: all calls of them take minutes, but for 'c-violated', where Z3 makes most
With a program that was built with ASan, memory that dangles is seen, too. Closes with a table and 'N passed, N failed'."""
import argparse, collections, concurrent.futures, json, os, re, subprocess, sys, tempfile, threading, time

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
KINDS = ["malloc", "write", "fork", "clock"]
# Several properties each, with both answers where there are any.
PILLARS = {
    "promela": ["examples/promela/peterson.pml"],
    "gcl": ["examples/gcl/traffic-light.gcl"],
    "lts": ["examples/lts/lift.lts"],
    "pushdown": ["examples/pushdown/nested-locks.pds"],
    "boolean": ["tests/faults/models/locks.bp"],
    "remopla": ["tests/faults/models/counter.rem"],
    "ectl": ["tests/faults/models/requests.ectl"],
    "c": ["tests/faults/models/kept.c"],
    "c-violated": ["tests/faults/models/flag.c"],
    "c-formula": ["--ltl=G !call.lock", "--ltl=G call.lock", "tests/faults/models/flag.c"],
    "c-memory": ["--check=all", "tests/faults/models/beyond.c"],
}
# The smallest that come through every part: reading, searching, evidence, the kernel, both answers.
SMALL = {
    "promela": ["tests/faults/models/small.pml"],
    "gcl": ["tests/faults/models/small.gcl"],
    "lts": ["tests/faults/models/small.lts"],
    "pushdown": ["tests/faults/models/small.pds"],
    "boolean": ["tests/faults/models/small.bp"],
    "remopla": ["tests/faults/models/small.rem"],
    "ectl": ["tests/faults/models/requests.ectl"],
    "c": ["tests/faults/models/empty.c"],
    "c-violated": ["tests/faults/models/small.c"],
    "c-formula": ["--ltl=G !call.reach_error", "--ltl=G call.reach_error", "tests/faults/models/small.c"],
}
# Other subcommands, which tell one thing.
PLAIN = {
    "formulas": ["ltl", "G(a -> F b) & (c U !d)"],
    "difftest": ["difftest", "random", "--count=3", "--state=journal", "--report=report.md"],
}
PILLARS.update(PLAIN)
SMALL.update(PLAIN, **{"c-memory": PILLARS["c-memory"]})
# Under 'ulimit -v', KiB: what is checked, the verdict, and words of its reason.
LIMITED = [
    (300000, ["tests/faults/models/product.rem"], "unknown", "out of memory"),
    (500000, ["tests/faults/models/product.rem"], "unknown", "out of memory"),
    (4000000, ["--check=all", "tests/faults/models/beyond.c"], "violated", "the interpreter's word alone"),
    (4000000, ["tests/faults/models/flag.c"], "violated", "the compiled program fails too"),
]
EXITS = {"holds": 0, "violated": 10, "unknown": 5}
REASONS = {"malloc": "memory", "clock": "time"}  # why something may be UNKNOWN
PLAIN_REASONS = {"malloc": ["memory", "Cannot allocate"], "clock": ["time"], "fork": ["cannot start", "unavailable"], "write": ["cannot write"]}
SYSTEM = 3
SANITIZER = re.compile(r"(Address|Leak|Thread)Sanitizer|runtime error")
# A thread begins at no certain number of calls. Where the sanitizer itself allocates for it and is refused, it ends the
# program: the same call is tried again.
OWN_START, TRIES = "__asan::AsanThread::Init", 5
UNCHECKED = re.compile(r"the kernel did not check this: ")
CLOCKED = re.compile(r"\d+\.\d+")  # times, which differ from run to run
CLOCKED_OR_CHECKED = re.compile(CLOCKED.pattern + r'|"checked":"\w+"')
LINE = re.compile(r"^(\S.*?)\s+(HOLDS|VIOLATED|UNKNOWN)\s+(.*)$")
EVIDENCE = re.compile(r".*\.(trace|cert|pds|yml|c)$")
Told = collections.namedtuple("Told", "name verdict reason evidence")
Outcome = collections.namedtuple("Outcome", "status told is_error left out err")


def build_library():
    path = os.path.join(ROOT, "build/faults/fail.so")
    source = os.path.join(ROOT, "tests/faults/fail.c")
    if not os.path.exists(path) or os.path.getmtime(path) < os.path.getmtime(source):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        subprocess.run(["gcc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", source, "-o", path, "-ldl"], check=True)
    return path


def read_json(out):
    """The properties of the object, and whether it says that there is no answer; None: it is no object."""
    try:
        all_of_it = json.loads(out)
        told = [Told(p["name"], p["verdict"], p["reason"], p.get("evidence", {}).get("file")) for p in all_of_it.get("properties", [])]
        return told, all_of_it["schema"] == "custos.error/1"
    except (ValueError, KeyError, TypeError, AttributeError):
        return None, False


def read_text(out):
    lines = [LINE.match(line) for line in out.split("\n") if not line.startswith(" ")]
    return [Told(m[1], m[2].lower(), m[3], None) for m in lines if m], not any(lines)


def what_is_left(folder):
    """Files that nobody asked for. Folders of helpers are removed by those who watch them, a moment later."""
    out = os.path.join(folder, "out")
    strange = [n for n in (os.listdir(out) if os.path.isdir(out) else []) if not EVIDENCE.match(n)]
    for _ in range(40):
        temporary = os.listdir(os.path.join(folder, "tmp"))
        if not temporary:
            return strange
        time.sleep(0.05)
    return strange + temporary


class Runner:
    def __init__(self, custos, library):
        self.custos, self.library = os.path.abspath(custos), library

    def is_sanitized(self):
        with open(self.custos, "rb") as file:
            return b"__asan_init" in file.read()

    def command(self, arguments):
        if arguments in PLAIN.values():
            return [self.custos] + arguments + ["--time=1000"]
        paths = [a if a.startswith("-") else os.path.join(ROOT, a) for a in arguments]
        return [self.custos, "check", "--time=1000", "-o", "out"] + paths

    def run(self, arguments, as_json=True, kibibytes=0, **wishes):
        """A whole check with the given CUSTOS_... wishes, in a folder of its own; with so many KiB of addresses, if not 0."""
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "tmp"))
            environment = dict(os.environ, LD_PRELOAD=self.library, TMPDIR=os.path.join(folder, "tmp"),
                               ASAN_OPTIONS="verify_asan_link_order=0:detect_leaks=1:exitcode=99:allocator_may_return_null=1")
            environment.update(wishes)
            command = self.command(arguments) + ["--json"] * as_json
            if kibibytes:
                command = ["sh", "-c", "ulimit -v %d && exec \"$@\"" % kibibytes, "sh"] + command
            try:
                done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=120, check=False)
            except subprocess.TimeoutExpired:
                return Outcome("timeout", [], False, [], "", "")
            out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
            told, is_error = (read_json if as_json else read_text)(out)
            left = what_is_left(folder)
            left += ["no %s" % t.evidence for t in told or [] if t.evidence and not os.path.exists(os.path.join(folder, t.evidence))]
            return Outcome(done.returncode, told, is_error, left, out, err)

    def count(self, arguments):
        with tempfile.NamedTemporaryFile() as counts:
            whole = self.run(arguments, CUSTOS_FAULT_COUNT=counts.name)
            return whole, {kind: int(n) for kind, n in (line.split() for line in open(counts.name))}

    def count_loading(self, arguments):
        """Calls until the first property is looked at: a property that is not there is missed then. A C program is compiled
        for its first property; an empty one is checked without any more ado."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(ROOT, arguments[-1])
            if path.endswith(".c"):
                path = os.path.join(folder, "empty.c")
                with open(path, "w") as file:
                    file.write("int main(void) { return 0; }\n")
                return self.count(["--no-certify", path])[1]
            return self.count(["--property=no-such"] + arguments)[1]


def expected_status(told):
    verdicts = [t.verdict for t in told]
    return EXITS["violated" if "violated" in verdicts else "unknown" if "unknown" in verdicts else "holds"]


def judge_answer(whole, seen, kind, is_loading):
    """What is wrong with an answer that was given, or None."""
    truth, names = {t.name: t.verdict for t in whole.told}, [t.name for t in whole.told]
    told = [t.name for t in seen.told]
    if told != names and told != ["load"]:
        return "tells of %s" % told
    if seen.status != expected_status(seen.told):
        return "exit %s, but %s" % (seen.status, seen.told)
    for t in seen.told:
        if t.verdict == "unknown":
            if kind not in REASONS and not is_loading:
                return "%s is lost: %s" % (t.name, t.reason)
            if REASONS.get(kind, "") not in t.reason:
                return "%s is unknown for a false reason: %s" % (t.name, t.reason)
        elif t.verdict != truth.get(t.name):
            return "%s is %s" % (t.name, t.verdict)
    return None


def judge_all(seen):
    """What no command may do, whatever fails; or None."""
    if seen.status == "timeout" or seen.status < 0 or seen.status not in (0, 3, 5, 10):
        return "exit %s" % seen.status
    if seen.told is None:
        return "the JSON is no object"
    if seen.left:
        return "left behind: %s" % seen.left
    if "there is no custos-kernel" in seen.err + seen.out:
        return "a false reason"
    return "a sanitizer speaks" if SANITIZER.search(seen.err) else None


def judge_plain(whole, seen, kind):
    """As 'judge', of an answer without properties. 'whole' is of the same form. An answer that the kernel has not checked
    says so, and why."""
    wrong, is_checked = judge_all(seen), not UNCHECKED.search(seen.err)
    if wrong:
        return wrong, "bad"
    varies = CLOCKED if is_checked else CLOCKED_OR_CHECKED
    if seen.status == whole.status and varies.sub("", seen.out) != varies.sub("", whole.out) or seen.status == EXITS["violated"]:
        return "another answer", "bad"
    is_same = seen.status == whole.status
    if not (is_same and is_checked) and not any(word in seen.out + seen.err for word in PLAIN_REASONS[kind]):
        return "a false reason", "bad"
    return None, "same" if is_same else "refused" if seen.status == SYSTEM else "unknown"


def judge(whole, seen, kind, is_loading):
    """What is wrong, or None; and a word for the table."""
    wrong = judge_all(seen)
    if wrong:
        return wrong, "bad"
    if seen.status == SYSTEM:
        if not is_loading or not seen.is_error or seen.told:
            return "refused, and an answer is lost", "bad"
        return None, "refused"
    wrong = judge_answer(whole, seen, kind, is_loading)
    return wrong, "bad" if wrong else "unknown" if any(t.verdict == "unknown" for t in seen.told) else "same"


def spread(count, most):
    """At most so many of the numbers 1 to count, evenly, the first and the last among them."""
    if count <= most:
        return list(range(1, count + 1))
    return sorted({1 + i * (count - 1) // (most - 1) for i in range(most)}) if most > 1 else [count]


class Campaign:
    def __init__(self, options):
        self.o, self.runner, self.rows = options, Runner(options.custos, build_library()), []
        self.pillars = SMALL if options.small else PILLARS
        self.lock = threading.Lock()

    def one(self, pillar, kind, n, whole, loading):
        wish, as_json = "%s:%d" % (kind, n), n % 2 == 0
        for _ in range(TRIES):
            seen = self.runner.run(self.pillars[pillar], as_json=as_json, CUSTOS_FAULT=wish)
            if OWN_START not in seen.err:
                break
        wrong, word = judge_plain(whole[as_json], seen, kind) if pillar in PLAIN else judge(whole, seen, kind, n <= loading)
        if wrong:
            with self.lock:
                print("%s, %s (of them %d while loading): %s\n%s" % (pillar, wish, loading, wrong, (seen.err or seen.out)[-600:]), flush=True)
        return word

    def run_pillar(self, pillar, seconds):
        start = time.monotonic()
        whole, counts = self.runner.count(self.pillars[pillar])
        one = (time.monotonic() - start) / self.o.jobs
        if pillar in PLAIN:
            assert whole.status == 0 and not whole.left, (pillar, whole)
            whole, loading = [self.runner.run(self.pillars[pillar], as_json=False), whole], counts
        else:
            assert whole.told and whole.status in (0, 10) and not whole.left, (pillar, whole)
            loading = self.runner.count_loading(self.pillars[pillar])
        for kind in self.o.kinds:
            share = seconds * (0.55 if kind == "malloc" else 0.15)
            numbers = spread(counts[kind], counts[kind] if self.o.all else max(2, int(share / one)))
            if self.o.all and kind == "malloc":
                numbers = numbers[::self.o.every]
            with concurrent.futures.ThreadPoolExecutor(self.o.jobs) as pool:
                words = collections.Counter(pool.map(lambda n, k=kind: self.one(pillar, k, n, whole, loading[k]), numbers))
            self.rows.append((pillar, kind, counts[kind], len(numbers), words))

    def run_limited(self):
        """Addresses that are limited. Sanitized programs need terabytes of them."""
        words = collections.Counter()
        for kibibytes, arguments, verdict, reason in LIMITED:
            seen = self.runner.run(arguments, kibibytes=kibibytes, LD_PRELOAD="")
            told = [(t.verdict, reason in t.reason) for t in seen.told or []]
            good = told == [(verdict, True)] and seen.status == EXITS[verdict] and not seen.left
            words["bad" if not good else "unknown" if verdict == "unknown" else "same"] += 1
            if not good:
                print("ulimit -v %d: %s: %s\n%s" % (kibibytes, arguments, seen.status, seen.out + seen.err), flush=True)
        self.rows.append(("limited", "ulimit", len(LIMITED), len(LIMITED), words))

    def close(self):
        print("%-12s %-7s %8s %8s %6s %8s %8s %5s" % ("pillar", "fault", "calls", "failed", "same", "unknown", "refused", "bad"))
        for pillar, kind, count, tried, words in self.rows:
            print("%-12s %-7s %8d %8d %6d %8d %8d %5d" % (pillar, kind, count, tried, words["same"], words["unknown"], words["refused"],
                                                          words["bad"]))
        failed = sum(words["bad"] for *_, words in self.rows)
        print("%d passed, %d failed" % (sum(tried for _, _, _, tried, _ in self.rows) - failed, failed))
        return failed != 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/bin/custos"))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kinds", type=lambda text: text.split(","), default=KINDS)
    parser.add_argument("pillars", nargs="*", default=[])
    o = parser.parse_args()
    campaign = Campaign(o)
    pillars, kinds = o.pillars or list(campaign.pillars), o.kinds
    for pillar in pillars:
        # Z3 does not survive to have no memory; the program's own malloc, which sees to that, is the sanitizer's then.
        o.kinds = [k for k in kinds if k != "malloc" or not pillar.startswith("c") or not campaign.runner.is_sanitized()]
        campaign.run_pillar(pillar, o.seconds / len(pillars))
    if not o.pillars and not campaign.runner.is_sanitized():
        campaign.run_limited()
    return campaign.close()


if __name__ == "__main__":
    sys.exit(main())
