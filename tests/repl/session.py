#!/usr/bin/env python3
"""The prompt in a real terminal: keys go in, what is shown is looked at.

    tests/repl/session.py [PROGRAM]

Closes with 'N passed, N failed'."""

import os
import random
import re
import shutil
import sys
import tempfile
import termios
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from terminal import PATIENCE, Gone, Terminal

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
UP, TAB, CTRL_C, CTRL_D, CTRL_U = "\x1b[A", "\t", "\x03", "\x04", "\x15"
FIRST, MORE = "custos> ", r"   \.\.\. "

SYSTEM = "LTS walk { STATE(s0: p) STATE(s1:) STATE(s2: q) ACTION(a: s0 -> s1) ACTION(b: s1 -> s2) }"
AUTOMATON = "DFA ab { STATE(i) STATE(j) STATE(*k) ACTION(a: i -> j) ACTION(b: j -> k) }"


class Session(Terminal):
    """One session of the prompt, in a folder of its own."""

    def __init__(self, program, folder, *arguments, **more):
        environment = {
            "HOME": folder,
            "TERM": "xterm",
            "PATH": os.environ["PATH"],
            "LC_ALL": "C.UTF-8",
            "NO_COLOR": "1",
            "XDG_STATE_HOME": os.path.join(folder, "state"),
        }
        environment.update(more)
        super().__init__([program, "repl", *arguments], folder, environment, columns=200)
        self.ready()

    def ready(self, prompt=FIRST):
        """Waits for the prompt, and until keys are no longer echoed by the
        terminal itself: libedit shows the one before it does the other."""
        found = self.expect(prompt)
        deadline = time.monotonic() + PATIENCE
        while termios.tcgetattr(self.end)[3] & termios.ICANON:
            if time.monotonic() > deadline:
                raise Gone("the terminal stays as it was")
            self.listen(0.01)
        return found

    def say(self, line, prompt=FIRST):
        """Types a line; what is shown until the prompt is there again."""
        start = self.seen
        self.type(line + "\n")
        found = self.ready(prompt)
        return self.shown()[start : found.start()]


def contains(text, *parts):
    for part in parts:
        if part not in text:
            raise AssertionError("%r is not in %r" % (part, text))


def lacks(text, *parts):
    for part in parts:
        if part in text:
            raise AssertionError("%r is in %r" % (part, text))


# The tests: each has a folder and a function that starts a session.


def definitions(start, folder):
    s = start()
    s.say("LTS walk {", MORE)
    s.say("  STATE(s0: p) STATE(s1:)   # the first is where it starts", MORE)
    s.say("  STATE(s2: q)", MORE)
    s.say("", MORE)
    s.say("  ACTION(a: s0 -> s1) ACTION(b: s1 -> s2)", MORE)
    s.say("}")
    s.say(AUTOMATON)
    s.say("FORMULA f {", MORE)
    s.say("E(1 U[ab] q) }")
    contains(s.say(":check(f, walk)"), "f @ walk", "HOLDS", "Results: {",
             "   s0: T      [ <> s(i,s0) --a--> <> s(j,s1) --b--> <> s(k,s2) ]",
             "   s1: F\n", "   s2: F\n", "}")
    contains(s.say(":check(f, walk)"), "remembered; replayed", "   s1: F\n")
    # Not so once something it is about has changed.
    s.say("FORMULA f { E(1 U[ab] q) }")
    s.say(SYSTEM.replace("s2: q", "s2: q, r"))
    lacks(s.say(":check(f, walk)"), "remembered")
    s.say(":check(", MORE)
    contains(s.say("EX q, walk)"), "s0: F", "s1: T", "s2: F")
    contains(s.say(":trace(f, walk)"), "holds at s0", "--b--> s2")
    contains(s.say(":show"), "LTS", "walk", "3 states, 2 rules", "DFA", "ab", "FORMULA", "f")
    contains(s.say(":show(walk)"), "STATE(s2: q, r)", "ACTION(b: s1 -> s2)")
    s.type(CTRL_D)
    assert s.finish() == 0


def completion(start, folder):
    os.mkdir(os.path.join(folder, "models"))
    for name in ("models/gamma.ectl", "models/gamut.pds"):
        open(os.path.join(folder, name), "w").write(":help(quit)\n")
    s = start()
    s.type("FOR" + TAB)
    s.expect("FORMULA ")
    s.type(CTRL_U)
    contains(s.say("LT" + TAB + "walk { STA" + TAB + "s0: p) ACT" + TAB + "a: s0 -> s0) }"),
             "LTS walk { STATE(s0: p) ACTION(a: s0 -> s0) }")
    s.say(AUTOMATON)
    s.say("FORMULA first { E(1 U[a" + TAB + " p) }")
    s.say("FORMULA second { EX p }")
    contains(s.say(":ch" + TAB + "fi" + TAB + ", w" + TAB + ")"),
             ":check(first, walk)", "first @ walk", "VIOLATED")
    # Several: all are shown, and the line stays.
    s.type(":s" + TAB)
    s.expect("save +set +show")
    s.type("h" + TAB + "se" + TAB + ")\n")
    s.expect(r"FORMULA second \{ EX p \}")
    s.ready()
    s.type(":set(eng" + TAB + "pr" + TAB + "\n")
    s.ready()
    contains(s.say(":set(engine)"), "engine = pre")
    # Files: within quotes, folders first.
    s.type(':load("mo' + TAB + "ga" + TAB)
    s.type(TAB)
    s.expect(r"gamma\.ectl +gamut\.pds")
    s.type("m" + TAB + ")\n")
    s.expect("end the session")
    s.ready()
    # Nothing fits: nothing is inserted.
    contains(s.say(":check(zz" + TAB + ", walk)"), "there is no formula 'zz'")
    s.type(":quit\n")
    assert s.finish() == 0


def errors(start, folder):
    s = start()
    s.say(SYSTEM)
    s.say(AUTOMATON)
    shown = s.say("FORMULA f { E(1 U[ab q) }")
    line = "   FORMULA f { E(1 U[ab q) }"
    contains(shown, "prompt:1:22:", line + "\n", " " * (3 + 21) + "^\n")
    # In the second line of a definition.
    s.say("LTS walk { STATE(t0:)", MORE)
    shown = s.say("ACTION(a: t0 -> t9) }")
    contains(shown, "prompt:2:17:", "t9", "   ACTION(a: t0 -> t9) }\n", " " * (3 + 16) + "^\n")
    contains(s.say(":chck(f, walk)"), "did you mean ':check'?")
    contains(s.say(":check(f, walk)"), "there is no formula 'f'")
    contains(s.say(":show(wal)"), "did you mean 'walk'?")
    contains(s.say(":set(memry, 3)"), "did you mean 'memory'?")
    contains(s.say(":set(memory, much)"), "'much' is no value for memory")
    contains(s.say(':load("absent.ectl")'), "absent.ectl", "No such file")
    # What was defined is still there, as it was.
    s.say("FORMULA f { E(1 U[ab] q) }")
    contains(s.say(":check(f, walk)"), "HOLDS", "s0: T", "s1: F", "s2: F")
    # An entry that is given up leaves nothing.
    s.say("LTS walk { STATE(x:)", MORE)
    s.type("  STATE(y" + CTRL_C)
    s.expect(r"\^C")
    s.ready()
    contains(s.say(":check(f, walk)"), "s0: T")
    # Ctrl-D within a definition tells what is missing.
    s.say("DFA ab { STATE(i)", MORE)
    s.type(CTRL_D)
    s.expect("prompt:")
    s.ready()
    contains(s.say(":check(f, walk)"), "s0: T")
    s.type(CTRL_D)
    assert s.finish() == 0


def write_slow(path):
    """A product of 39,800 states, in which everything can be popped everywhere:
    quadratic work from 22 kB."""
    k, n = 199, 200
    with open(path, "w") as f:
        f.write("LTS big {\n")
        for i in range(k):
            f.write("STATE(s%d:) ACTION(a: s%d -> s%d)\n" % (i, i, (i + 1) % k))
        f.write("}\nPDA deep {\n")
        for i in range(n):
            f.write("STATE(q%d) ACTION(a: q%d[_] -> q%d[PUSH _]) ACTION(a: q%d[_] -> q%d[POP])\n"
                    % (i, i, (i + 1) % n, i, (i + 1) % n))
        f.write("STATE(*end) }\nFORMULA slow { E(1 U[deep] never) }\n")


def interrupt(start, folder):
    write_slow(os.path.join(folder, "slow.ectl"))
    s = start("slow.ectl")
    for _ in range(2):
        s.type(":check(slow, big)\n")
        # The progress of a long check is shown; then it is really at work.
        s.expect(r"\d+ s, \d+ MiB")
        s.type(CTRL_C)
        contains(s.ready().string[-4000:], "slow @ big  UNKNOWN   interrupted")
    # The session goes on, with all that it had.
    contains(s.say(":show"), "big", "deep", "slow")
    s.say(SYSTEM)
    contains(s.say(":check(EX p, walk) :check(EX q, walk)"), "EX p @ walk", "EX q @ walk", "s1: T")
    # What stands behind an interrupted command in its line is not done.
    s.type(":check(slow, big) :show(walk)\n")
    s.expect(r"\d+ s, \d+ MiB")
    start_of_rest = s.seen
    s.type(CTRL_C)
    s.ready()
    lacks(s.shown()[start_of_rest:], "STATE(s2")
    # A limit does the same as a key.
    s.say(":set(time, 1)")
    contains(s.say(":check(slow, big)"), "UNKNOWN", "--time=1")
    # Ctrl-C at an empty prompt, several times.
    for _ in range(3):
        s.type(CTRL_C)
        s.ready()
    s.type(CTRL_D)
    assert s.finish() == 0


def history(start, folder):
    s = start()
    s.say(SYSTEM)
    s.say("FORMULA f {", MORE)
    s.say("EX q", MORE)
    s.say("}")
    s.say(":check(f, walk)")
    s.type(UP)
    s.expect(re.escape(":check(f, walk)"))
    contains(s.say(""), "s1: T")
    s.type(CTRL_D)
    assert s.finish() == 0
    kept = os.path.join(folder, "state", "custos", "history")
    assert os.stat(kept).st_mode & 0o077 == 0, "others can read the history"
    # The next session remembers; a definition of several lines is one entry.
    s = start()
    contains(s.say(":show"), "nothing is defined yet")
    s.type(UP + UP + UP)
    s.expect(r"FORMULA f \{ EX q \}")
    s.type("\n")
    s.ready()
    s.type(UP * 5)
    s.expect("LTS walk")
    s.type("\n")
    s.ready()
    contains(s.say(":check(f, walk)"), "f @ walk", "s1: T")
    s.type(CTRL_D)
    assert s.finish() == 0


def view(start, folder):
    """A viewer is given the picture, and nobody waits for it."""
    viewer = os.path.join(folder, "viewer")
    with open(viewer, "w") as f:
        f.write('#!/bin/sh\ncp "$1" "%s/copy" && mv "%s/copy" "%s/seen.svg"\nrm "$1"\n' % ((folder,) * 3))
    os.chmod(viewer, 0o755)
    s = start(CUSTOS_VIEWER=viewer)
    s.say(SYSTEM)
    lacks(s.say(":xshow(walk)"), ".svg")
    deadline = time.monotonic() + PATIENCE
    while not os.path.exists(os.path.join(folder, "seen.svg")):
        assert time.monotonic() < deadline, "the viewer was not started"
        time.sleep(0.02)
    contains(open(os.path.join(folder, "seen.svg")).read(), "<svg", "s2")
    s.type(CTRL_D)
    assert s.finish() == 0


def pictures(start, folder):
    s = start()
    s.say(SYSTEM)
    if shutil.which("dot"):
        contains(s.say(':xshow(walk, "walk.svg")'), "walk.svg")
        contains(open(os.path.join(folder, "walk.svg")).read(), "<svg", "s2")
        # Nobody named a file, and there is no display: the file is named.
        shown = s.say(":xshow(walk)")
        path = re.search(r"^(/\S*custos-\S*\.svg)$", shown, re.M).group(1)
        contains(open(path).read(), "<svg")
        os.remove(path)
        view(start, folder)
    without = start(PATH=folder)
    without.say(SYSTEM)
    contains(without.say(':xshow(walk, "none.svg")'), "pictures need Graphviz")
    without.type(CTRL_D)
    assert without.finish() == 0
    contains(s.say(":show(walk, --html)"), "walk.html")
    contains(open(os.path.join(folder, "walk.html")).read(), "<html", "s2")
    contains(s.say(":xshow(nobody)"), "'nobody' is not defined")
    s.say(':save("all.ectl")')
    contains(open(os.path.join(folder, "all.ectl")).read(), "LTS walk {", "ACTION(b: s1 -> s2)")
    left = sorted(os.listdir(folder))
    assert not [f for f in left if f.endswith(".dot") or f == "none.svg"], left
    s.type(":quit\n")
    assert s.finish() == 0
    s = start("all.ectl")
    contains(s.say(":check(EX q, walk)"), "s1: T")
    s.type(CTRL_D)
    assert s.finish() == 0


def models(start, folder):
    shutil.copy(os.path.join(ROOT, "examples/pushdown/plotter-broken.pds"), os.path.join(folder, "net.pds"))
    shutil.copy(os.path.join(ROOT, "examples/promela/peterson.pml"), folder)
    shutil.copy(os.path.join(ROOT, "examples/lts/lift.lts"), folder)
    s = start("net.pds")
    contains(s.say(':load("peterson.pml")'), "peterson: promela", "exclusion", "again")
    contains(s.say(":check(net)"), "unreachable", "VIOLATED", "crashed")
    contains(s.say(':check("G up", net)'), "VIOLATED", "<down, drawn parked>")
    contains(s.say(':check("G F up -> up", net)'), "HOLDS")
    contains(s.say(":check(exclusion, peterson)"), "exclusion", "HOLDS")
    contains(s.say(':check("[] <> (inside == 1)", peterson)'), "ltl")
    contains(s.say(':check("[] <> nosuch", peterson)'), "nosuch", "   [] <> nosuch\n", "^")
    contains(s.say(":check(again, peterson)"), "again", "VIOLATED")
    contains(s.say(':load("lift.lts")'), "lift: lts")
    contains(s.say(":check(lift)"), "middle", "top", "visits")
    contains(s.say(":check(EX 1, lift)"), "EX 1 @ lift", "ground: T")
    contains(s.say(":show"), "net.pds", "peterson.pml", "lift.lts")
    contains(s.say(":check(nothing, net2)"), "net2")
    s.type(CTRL_D)
    assert s.finish() == 0


def noise(start, folder):
    """Keys by chance, a thousand of them: the session survives."""
    words = ["LTS ", "PDA ", "FORMULA ", "REGULAR ", "m", "f", "STATE(", "ACTION(", "a", ": ", "s", " -> ", "[", "]",
             "(", ")", "{", "}", ",", ":", ":check(", ":show(", ":trace(", ":set(", ":load(\"", "\"", "EF", "E(", " U[",
             "#", "é", "\t", "\t", "\t", "\n", "\n", UP, "\x1b[B", "\x1b[C", "\x1b[D", "\x01", "\x05", "\x0b",
             "\x17", CTRL_U, "\x19", "\x7f", CTRL_C]
    chance = random.Random(8)
    s = start()
    s.say(SYSTEM)
    for _ in range(50):
        s.type("".join(chance.choice(words) for _ in range(20)))
        s.listen(0.01)
    # Keys that come while a command is at work belong to the terminal, so one
    # Ctrl-C may be lost.
    deadline = time.monotonic() + PATIENCE
    settled = False
    while not settled and time.monotonic() < deadline:
        s.type(CTRL_C)
        until = time.monotonic() + 0.3
        while time.monotonic() < until:
            assert s.listen(0.1), "the session has ended"
        settled = s.shown().endswith(FIRST) and not termios.tcgetattr(s.end)[3] & termios.ICANON
    assert settled, s.shown()[-2000:]
    s.seen = len(s.shown())
    contains(s.say(":help(quit)"), "end the session")
    s.type(CTRL_D)
    assert s.finish() == 0


def documentation(start, folder):
    """What docs/prompt.md shows is what one sees."""
    os.symlink(os.path.join(ROOT, "examples"), os.path.join(folder, "examples"))
    typed = re.compile(r"^(custos> |   \.\.\. )(.*)$")
    blocks = re.findall(r"^```\n(.*?)^```$", open(os.path.join(ROOT, "docs/prompt.md")).read(), re.S | re.M)
    lines = "".join(blocks).splitlines()
    s = None
    for i, line in enumerate(lines):
        found = typed.match(line)
        if not found:
            continue
        s = s or start()
        expected = []
        for after in lines[i + 1 :]:
            if typed.match(after) or after.startswith("$"):
                break
            expected.append(after)
        more = i + 1 < len(lines) and lines[i + 1].startswith("   ... ")
        shown = s.say(found.group(2), MORE if more else FIRST).split("\n", 1)[1]
        assert shown.splitlines() == expected, "%r: %r is not %r" % (line, shown, expected)
    s.type(CTRL_D)
    assert s.finish() == 0


TESTS = [definitions, completion, errors, interrupt, history, pictures, models, noise, documentation]


def has_terminals():
    """A container may have none."""
    try:
        ends = os.openpty()
    except OSError:
        return False
    for end in ends:
        os.close(end)
    return True


def main():
    program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build/release/custos"))
    only = sys.argv[2:]
    passed = failed = 0
    if not has_terminals():
        print("this machine has no pseudo-terminals\n0 passed, 0 failed, %d skipped" % len(TESTS))
        return 0
    for test in TESTS:
        if only and test.__name__ not in only:
            continue
        folder = tempfile.mkdtemp(prefix="custos-repl-")
        sessions = []

        def start(*arguments, **more):
            sessions.append(Session(program, folder, *arguments, **more))
            return sessions[-1]

        try:
            test(start, folder)
            passed += 1
        except (AssertionError, Gone, OSError, AttributeError) as error:
            failed += 1
            print("%s failed: %s" % (test.__name__, error))
            traceback.print_exc(limit=-2, file=sys.stdout)
        finally:
            for s in sessions:
                s.close()
            shutil.rmtree(folder)
    print("%d passed, %d failed" % (passed, failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
