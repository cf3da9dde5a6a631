#!/usr/bin/env python3
"""ThreadSanitizer over every engine that knows threads: silent, also when the time is spent or a signal comes.

    silent.py CUSTOS [--all]

CUSTOS is built with MODE=tsan. Each row is run to its end (by --time=8 at the latest), with a small --time, and with
SIGTERM, which lets the thread that watches end the program in the middle of the others' work. Any report of a race is
a failure, and so is an exit status that is none of ours. Without --all, each row once, in one of the three ways in
turn. Closes with 'N passed, N failed'."""
import os
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "limits"))
import inputs

ROWS = [
    "check @promela/peterson.pml --jobs=2",
    "check @promela/philosophers.pml --jobs=2 --native=always",
    "check @promela/election.pml --jobs=2 --store=tree",
    "check @promela/alternating-bit.pml --jobs=2 --fair",
    "check crowd.pml --jobs=2",
    "check crowd.pml --jobs=2 --native=never",
    "check crowd.pml -p r --jobs=2",
    "check crowd.pml -p safety --jobs=2 --search=compact --hash-memory=16",
    "check crowd.pml -p safety --jobs=2 --search=bitstate --hash-memory=16",
    "check crowd.pml -p safety --jobs=2 --search=swarm --hash-memory=16",
    "check errors.pml --jobs=2 --all-traces",
    "check chan.pml --jobs=2 --lossy-channels",
    "check @gcl/election.gcl --jobs=2",
    "check crowd.gcl --jobs=2",
    "check crowd.gcl --jobs=2 -p soon --store=tree",
    "check @lts/vending-machine.lts --jobs=2",
    "check @pushdown/mail-server.pds --jobs=2",
    "check dense.pds --jobs=2 --engine=post",
    "check @boolean/driver-broken.bp --jobs=2",
    "check calls.bp --jobs=2",
    "check @remopla/mutex.rem --jobs=2",
    "check @ectl/references.ectl --jobs=2",
    "check regular.ectl --jobs=2",
    "check @c/locks.c --jobs=2",
    "check @c/search.c --jobs=2",
    "check paths.c --jobs=2",
    "check hard.c --jobs=2",
    "check paths.c --jobs=2 --strategy=summaries",
    "difftest random --count=200 --jobs=2",
    "show crowd.pml --html --jobs=2",
    "simulate crowd.pml --steps=100000",
    "replay double.trace --max-steps=0",
    "certify proof.pds proof.cert",
]
WAYS = ["end", "time", "term"]
OURS = {0, 5, 10}
OPTIONS = f"exitcode=66 halt_on_error=0 suppressions={os.path.join(HERE, 'suppressions')}"


def run(custos, row, way, folder):
    """What is wrong; None: nothing."""
    words = [w.replace("@", os.path.join(ROOT, "examples") + "/") if w[0] == "@" else w for w in row.split(" ")]
    is_limited = words[0] in ("check", "show", "difftest", "simulate", "replay", "certify")
    words += [f"--time={8 if way == 'end' else 0.7}"] if way != "term" and is_limited else []
    p = subprocess.Popen([custos] + words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                         stdin=subprocess.DEVNULL, text=True, errors="replace",
                         env=dict(os.environ, TSAN_OPTIONS=OPTIONS))
    try:
        if way == "term":
            time.sleep(0.7)
            p.send_signal(signal.SIGTERM)
        told = p.communicate(timeout=60)[1]
    except subprocess.TimeoutExpired:
        p.kill()
        return "hangs: " + p.communicate()[1][-300:]
    if "ThreadSanitizer" in told:
        return told
    # A signal may come before anybody catches it.
    return None if p.returncode in OURS or (way == "term" and p.returncode == -signal.SIGTERM) else \
        f"exit {p.returncode}: {told[-300:]}"


def main():
    custos, is_all = os.path.abspath(sys.argv[1]), "--all" in sys.argv
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        inputs.write(folder)
        inputs.found(custos, folder, "double.trace", ["double.pds"])
        inputs.found(custos.replace("tsan", "release"), folder, "proof.cert", ["proof.pds", "--engine=post"])
        for i, row in enumerate(ROWS):
            for way in WAYS if is_all else [WAYS[i % 3]]:
                wrong = run(custos, row, way, folder)
                passed += not wrong
                failed += bool(wrong)
                if wrong:
                    print(f"{row}, {way}: {wrong}", flush=True)
                elif is_all:
                    print(f"{row}, {way}: silent", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
