#!/usr/bin/env python3
"""A program that is killed: no folder in the temporary folder and no process is left behind by SIGKILL, SIGHUP,
SIGTERM or SIGINT, whatever is going on.

    killed.py CUSTOS

Each signal meets clang while it compiles, the compiled program while it runs in its sandbox, the C compiler or the
search of a Promela model, the kernel while it checks evidence, a command of 'difftest', and a prompt.
Closes with 'N passed, N failed'."""
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

# Repeated by the compiled program before it is VIOLATED.
RUNS = inputs.INPUT + ("int main(void) { volatile unsigned x = 1; if (__VERIFIER_nondet_uint() == 5) {\n"
                       "  for (unsigned i = 0; i < 3000000; i++) x = x * 3u + 1u; if (x != 7) reach_error(); }\n"
                       "  return 0; }\n")
# What is going on: the words, and what the command line of one of the processes says then.
SCENES = {
    "clang": ("check macros.c", os.environ.get("CLANG", "clang-14")),
    "compiled run": ("check runs.c", "--program"),
    "promela": ("check crowd.pml --native=always", None),
    "kernel": ("certify proof.pds proof.cert", "custos-kernel"),
    "two jobs": ("check crowd.pml --jobs=2", None),
    "prompt": ("repl", None),
    "difftest": (["difftest", "random", "--tool=pre", "--tool=slow=exec sleep 77 <{}"], "sleep 77"),
}
SIGNALS = [signal.SIGKILL, signal.SIGHUP, signal.SIGTERM, signal.SIGINT]
PATIENCE = 15.0
# What goes on for a moment only may be missed: then it is played again.
MISSED = "it did not come to that"
TRIES = 8


def command(number):
    try:
        with open(f"/proc/{number}/cmdline", "rb") as f:
            return f.read().replace(b"\0", b" ").decode(errors="replace")[:400]
    except OSError:
        return ""


def wait_for(process, name):
    """Until a process of that name is there, or for a moment; False: it never was."""
    end = time.monotonic() + (PATIENCE if name else 0.7)
    while time.monotonic() < end and process.poll() is None:
        if name and any(name in command(n) for n in watched.descendants(process.pid)):
            return True
        time.sleep(0.005)
    return name is None and process.poll() is None


def remains(own, seen):
    """Processes and files that are left, after at most three seconds."""
    for _ in range(30):
        left = [n for n in set(seen) | set(watched.of_folder(own)) if watched.is_running(n)]
        files = os.listdir(os.path.join(own, "scratch"))
        if not left and not files:
            return []
        time.sleep(0.1)
    return [command(n)[:60] for n in left] + files


def play(custos, folder, scene, number):
    """What is wrong with one scene and one signal; None: nothing."""
    words, name = SCENES[scene]
    own = tempfile.mkdtemp(prefix="scene-", dir=folder)
    for part in "room", "scratch":
        os.mkdir(os.path.join(own, part))
    paths = [os.path.join(folder, w) if os.path.isfile(os.path.join(folder, w)) else w
             for w in (words.split(" ") if isinstance(words, str) else words)]
    given, hold = os.pipe()
    p = subprocess.Popen([custos] + paths, cwd=os.path.join(own, "room"), stdin=given, stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL, env=dict(os.environ, TMPDIR=os.path.join(own, "scratch")))
    try:
        if not wait_for(p, name):
            return MISSED
        time.sleep(0 if scene == "compiled run" else 0.2)
        seen = watched.descendants(p.pid)
        p.send_signal(number)
        try:
            p.wait(4)
        except subprocess.TimeoutExpired:
            p.kill()
            p.wait()
            return "goes on"
        left = remains(own, seen)
        return f"left: {', '.join(left[:4])}" if left else None
    finally:
        if p.poll() is None:
            p.kill()
            p.wait()
        for n in watched.of_folder(own):
            os.kill(n, signal.SIGKILL)
        os.close(given)
        os.close(hold)
        shutil.rmtree(own, ignore_errors=True)


def main():
    custos = os.path.abspath(sys.argv[1])
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        inputs.write(folder)
        with open(os.path.join(folder, "runs.c"), "w") as f:
            f.write(RUNS)
        inputs.found(custos, folder, "proof.cert", ["proof.pds", "--engine=post"])
        for scene in SCENES:
            for number in SIGNALS:
                for _ in range(TRIES):
                    wrong = play(custos, folder, scene, number)
                    if wrong != MISSED:
                        break
                passed += not wrong
                failed += bool(wrong)
                print(f"{scene:14} {number.name:8} {'FAILED: ' + wrong if wrong else 'nothing is left'}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
