#!/usr/bin/env python3
"""Limits and signals: for each subcommand and engine an input that explodes (rows.py).

    deadline.py CUSTOS [--quick] [--only=NAME] [--time|--term|--memory] [--lanes=N]

Each row is run with --time=2, with SIGTERM after a second, and with --memory=200. The program must end within a
second of the limit, with a right exit status and one JSON object where --json exists, and leave no process and no file
behind. On a busy machine a second takes longer: how much longer a fixed piece of work takes is measured before and
behind each run, and the table tells how many seconds were allowed; never more than four, which is no hang. Who is late
all the same gets a second try. Memory is what the whole process tree has at a time, beside what is mapped from files.

--quick: each row with one of the three in turn, and half of the time. With THIRD set, a third of the rows (scripts/third). Closes with 'N passed, N failed'."""
import concurrent.futures
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import inputs
import watched
from rows import ROWS

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from thirds import of_this_commit  # noqa: E402

LATE, MOST_LATE = 1.0, 4.0
MEGABYTES = 200
# What the limit cannot know before it is exceeded: a look each tenth of a second, code and tables of the libraries.
MOST_BYTES = (MEGABYTES * 5 // 4 + 60) << 20
HANGS = 20.0


class Run:
    """One row, one limit, one try."""

    def __init__(self, custos, row, kind, folder, seconds):
        self.row, self.kind, self.folder = row, kind, folder
        self.asked = {"time": seconds, "term": seconds / 2, "memory": None}[kind]
        self.own = tempfile.mkdtemp(prefix="run-", dir=folder)
        self.room, self.scratch = os.path.join(self.own, "room"), os.path.join(self.own, "scratch")
        os.mkdir(self.room)
        os.mkdir(self.scratch)
        self.peak, self.wrong, self.signalled = 0, [], None
        limits = {"time": [f"--time={seconds:g}"], "memory": [f"--memory={MEGABYTES}"], "term": []}[kind]
        self.words = [custos] + [self.path(w) for w in row.words] + limits + (["--json"] if row.json else [])

    def path(self, word):
        there = os.path.join(self.folder, word)
        return there if os.path.isfile(there) else word

    def streams(self):
        """Standard input and output, and what is to be closed at the end."""
        given, ends = subprocess.DEVNULL, []
        if self.row.given == "open":
            given, hold = os.pipe()
            ends = [given, hold]
        elif self.row.given != "/dev/null":
            source = self.path(self.row.given)
            if source == self.row.given:
                source = os.path.join(self.own, "given")
                with open(source, "w") as f:
                    f.write(self.row.given.replace("FOLDER", self.folder))
            given = open(source)
        if self.row.full:
            mine, out = os.pipe()
            ends += [mine, out]
        else:
            out = open(os.path.join(self.own, "out"), "w") if self.row.json else subprocess.DEVNULL
        return given, out, ends

    def go(self):
        given, out, ends = self.streams()
        before = watched.stretch()
        start = time.monotonic()
        self.p = subprocess.Popen(self.words, cwd=self.room, stdout=out, stdin=given, stderr=subprocess.DEVNULL,
                                  env=dict(os.environ, TMPDIR=self.scratch))
        self.attend(start)
        self.taken = time.monotonic() - start
        self.allowed = min(MOST_LATE, LATE * max(1.0, before, watched.stretch()))
        self.end()
        for end in ends:
            os.close(end)
        self.judge()
        shutil.rmtree(self.own, ignore_errors=True)
        return self

    def attend(self, start):
        """Until it ends; one that stays below its memory is stopped after a while."""
        self.seen = {self.p.pid}
        hangs = 4.0 if self.kind == "memory" else HANGS
        while self.p.poll() is None and time.monotonic() - start < hangs:
            now = watched.descendants(self.p.pid)
            self.seen |= now
            self.peak = max(self.peak, watched.own_bytes(now))
            if self.kind == "term" and not self.signalled and time.monotonic() - start >= self.asked:
                self.p.send_signal(signal.SIGTERM)
                self.signalled = time.monotonic() - start
            time.sleep(0.02)

    def end(self):
        if self.p.poll() is not None:
            return
        if self.kind == "memory":
            self.p.send_signal(signal.SIGTERM)
        try:
            self.p.wait(MOST_LATE if self.kind == "memory" else 0)
        except subprocess.TimeoutExpired:
            self.p.kill()
            self.p.wait()
            self.wrong.append("hangs")

    def judge_rest(self):
        for _ in range(20):
            left = [n for n in self.seen if watched.is_running(n)] + watched.of_folder(self.own)
            # A trace of what was found is no rest.
            files = os.listdir(self.scratch) + [f for f in os.listdir(self.room) if not f.endswith(".trace")]
            if not left and not files:
                return
            time.sleep(0.1)
        self.wrong += [f"processes left: {len(left)}"] * bool(left) + [f"files left: {files[:3]}"] * bool(files)
        for n in left:
            if watched.mentions(n, self.own):
                os.kill(n, signal.SIGKILL)

    def judge(self):
        self.code = self.p.returncode
        self.judge_rest()
        if self.row.json:
            try:
                with open(os.path.join(self.own, "out")) as f:
                    json.load(f)
            except ValueError as e:
                self.wrong.append(f"no JSON: {e}")
        if self.code not in self.row.statuses:
            self.wrong.append(f"exit {self.code}")
        limit = self.signalled if self.kind == "term" else self.asked
        if limit and self.taken - limit > self.allowed:
            self.wrong.append(f"{self.taken - limit:.2f} s late")
        if self.kind == "memory" and self.peak > MOST_BYTES:
            self.wrong.append(f"{self.peak >> 20} MiB")

    def line(self):
        asked = {"time": f"--time={self.asked or 0:g}", "term": f"TERM at {self.asked or 0:g} s",
                 "memory": f"--memory={MEGABYTES}"}[self.kind]
        return (f"{self.row.name:24} {asked:13} {self.taken:6.2f} s {self.allowed:6.2f} s {self.peak >> 20:5}  "
                f"{self.code:4}{'  FAILED: ' + ', '.join(self.wrong) if self.wrong else ''}")


def kinds_of(row, number, asked, is_quick):
    able = ["time"] * row.has_time + ["term"] + ["memory"] * row.has_memory
    kinds = [k for k in able if not asked or k in asked]
    return kinds[number % len(kinds):][:1] if is_quick and kinds else kinds


def fill(job):
    """Both tries of a row, in a process of the pool: (line, is it right?)."""
    custos, row, kind, folder, seconds = job
    for _ in range(2):
        run = Run(custos, row, kind, folder, seconds).go()
        if not run.wrong:
            break
    return run.line(), not run.wrong


def main():
    custos, flags = os.path.abspath(sys.argv[1]), sys.argv[2:]
    only = [f[7:] for f in flags if f.startswith("--only=")]
    asked = [k for k in ("time", "term", "memory") if f"--{k}" in flags]
    lanes = [int(f[8:]) for f in flags if f.startswith("--lanes=")] or [2]
    is_quick = "--quick" in flags
    chosen = of_this_commit([str(i) for i in range(len(ROWS))])
    with tempfile.TemporaryDirectory() as folder:
        inputs.write(folder)
        inputs.evidence(custos, folder)
        jobs = [(custos, row, kind, folder, 1.0 if is_quick else 2.0) for i, row in enumerate(ROWS)
                if str(i) in chosen and (not only or any(o in row.name for o in only)) for kind in kinds_of(row, i, asked, is_quick)]
        print(f"{'subcommand and engine':24} {'asked':13} {'taken':>8} {'allowed':>8} {'MiB':>5}  exit", flush=True)
        passed = 0
        with concurrent.futures.ProcessPoolExecutor(lanes[0]) as pool:
            for line, is_right in pool.map(fill, jobs):
                print(line, flush=True)
                passed += is_right
    print(f"{passed} passed, {len(jobs) - passed} failed")
    return 0 if passed == len(jobs) else 1


if __name__ == "__main__":
    sys.exit(main())
