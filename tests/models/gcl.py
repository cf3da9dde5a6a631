#!/usr/bin/env python3
"""Guarded commands from their text: each operator on each edge value in each place, in custos and in the kernel.

    gcl.py [--custos=PATH] [--every=N]

Expressions are made as trees, printed with as few parentheses as docs/formats/gcl.md allows, and evaluated here with
Python's exact integers. Places: an atom of a formula, a guard, the right side of an assignment, an index, an initial value, a parameter and its
replacement by -D. What must hold is certified by the kernel, which reads the file by itself; what faults must be VIOLATED
('safety'), UNKNOWN in an atom, or refused where it is constant. --every=N takes one in N of those that fault, each of which
is a program of its own. Closes with 'N passed, N failed'."""
import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
MIN, MAX = -2 ** 63, 2 ** 63 - 1
NUMBERS = [MIN, MIN + 1, -7, -2, -1, 0, 1, 2, 3, 7, MAX - 1, MAX]
LEVEL = {"->": 1, "||": 2, "&&": 3, "=": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6}
ARITHMETIC, ORDER, LOGIC = ("+", "-", "*", "/", "%"), ("=", "!=", "<", "<=", ">", ">="), ("&&", "||", "->")
# Names of the program: their values.
CELLS = {"x": -5, "y": 3, "t": True, "f": False, "K": 4}
ARRAYS = {"a": [10, -11, 12], "b": [False, True]}
HEAD = ("PARAM K = 4;\nVAR x : -9..9 := -5; VAR y : 0..9 := 3; VAR t, f : BOOL; VAR a[3] : -20..20; VAR b[2] : BOOL; VAR done : BOOL; VAR big : -9223372036854775807 - 1..9223372036854775807;\n")
SET_UP = "t, b[1], a[0], a[1], a[2] := TRUE, TRUE, 10, -11, 12"


class Fault(Exception):
    pass


# Trees: a number or truth, ("name", n), ("cell", array, e), ("neg", e), ("!", e), (op, e, e), (quantifier, index, e, e, e).

def show(e, level=0, names=()):
    if isinstance(e, bool):
        return "TRUE" if e else "FALSE"
    if isinstance(e, int):
        if e == MIN:
            return "(-9223372036854775807 - 1)"
        return str(e) if e >= 0 or level < 7 else "(%d)" % e
    op = e[0]
    if op == "name":
        return e[1]
    if op == "cell":
        return "%s[%s]" % (e[1], show(e[2]))
    if op in ("neg", "!"):
        inner = show(e[1], 8)
        return ("-" if op == "neg" else "!") + inner
    if op in ("SUM", "FORALL", "EXISTS"):
        text = "%s %s IN %s..%s . %s" % (op, e[1], show(e[2], 5), show(e[3], 5), show(e[4]))
        return "(%s)" % text if level else text
    mine = LEVEL[op]
    left = mine + 1 if op == "->" or mine == 4 else mine
    right = mine if op == "->" else mine + 1
    text = "%s %s %s" % (show(e[1], left), op, show(e[2], right))
    return "(%s)" % text if mine < level else text


def fit(n):
    if not MIN <= n <= MAX:
        raise Fault()
    return n


def value(e, env):
    if isinstance(e, (bool, int)):
        return e
    op = e[0]
    if op == "name":
        return env[e[1]]
    if op == "cell":
        i = value(e[2], env)
        if not 0 <= i < len(ARRAYS[e[1]]):
            raise Fault()
        return ARRAYS[e[1]][i]
    if op == "neg":
        return fit(-value(e[1], env))
    if op == "!":
        return not value(e[1], env)
    if op in ("SUM", "FORALL", "EXISTS"):
        total = 0
        for i in range(value(e[2], env), value(e[3], env) + 1):
            v = value(e[4], {**env, e[1]: i})
            if op == "SUM":
                total = fit(total + v)
            elif v == (op == "EXISTS"):
                return v
        return total if op == "SUM" else op == "FORALL"
    a = value(e[1], env)
    if op in LOGIC and a == (op == "||"):
        return a if op != "->" else value(e[2], env) if a else True
    if op == "->" and not a:
        return True
    b = value(e[2], env)
    if op in LOGIC:
        return b
    if op in ("/", "%") and b == 0:
        raise Fault()
    return {"+": lambda: fit(a + b), "-": lambda: fit(a - b), "*": lambda: fit(a * b), "/": lambda: fit(a // b), "%": lambda: fit(a % b),
            "=": lambda: a == b, "!=": lambda: a != b, "<": lambda: a < b, "<=": lambda: a <= b, ">": lambda: a > b, ">=": lambda: a >= b}[op]()


def expressions():
    bad = ("=", ("/", 1, 0), 1)
    for op, a, b in itertools.product(ARITHMETIC + ORDER, NUMBERS, NUMBERS):
        yield (op, a, b)
    for n in NUMBERS:
        yield ("neg", n)
        yield ("neg", ("neg", n))
        yield ("cell", "a", n)
    truths = (True, False, bad, ("name", "t"), ("name", "f"))
    for op, a, b in itertools.product(LOGIC + ("=", "!="), truths, truths):
        yield (op, a, b)
    # Every operator beside every other, both ways, on names and numbers.
    n, truths = [("name", "x"), ("name", "y"), 2, ("cell", "a", ("name", "y")), ("cell", "a", 1)], [("name", "t"), ("name", "f"), ("cell", "b", 1), True]
    for one, other in itertools.product(ARITHMETIC, repeat=2):
        yield (one, (other, n[0], n[1]), n[2])
        yield (one, n[0], (other, n[1], n[2]))
        yield (one, ("neg", n[4]), (other, n[1], ("neg", n[2])))
        yield ("neg", (one, n[4], (other, n[0], n[1])))
    for one, other in itertools.product(ORDER, ARITHMETIC):
        yield (one, (other, n[0], n[1]), n[2])
        yield (one, n[0], (other, n[1], n[2]))
    for one, other in itertools.product(LOGIC + ("=", "!="), LOGIC + ("=", "!=", "<")):
        inner = (other, n[0], n[1]) if other == "<" else (other, truths[1], truths[0])
        yield (one, inner, truths[2])
        yield (one, truths[0], inner)
        yield (one, ("!", inner), truths[1])
    yield from quantified()


def quantified():
    i, j = ("name", "i"), ("name", "j")
    for low, high in itertools.product((-2, 0, 1, 3, ("name", "K"), ("-", ("name", "K"), 3)), repeat=2):
        yield ("SUM", "i", low, high, ("*", i, ("name", "x")))
        yield ("FORALL", "i", low, high, (">=", ("cell", "a", i), -11))
        yield ("EXISTS", "i", low, high, ("=", ("cell", "a", i), -11))
    yield ("SUM", "i", 0, 2, ("SUM", "j", i, 2, ("-", i, j)))
    yield ("SUM", "i", 1, 2, MAX)
    yield ("+", ("SUM", "i", 1, 1, MAX), MIN)
    yield ("SUM", "i", 0, 2, ("cell", "a", i))
    yield ("EXISTS", "i", 0, 2, ("FORALL", "j", 0, 2, (">=", ("cell", "a", i), ("cell", "a", j))))
    yield ("&&", ("EXISTS", "i", 0, 1, ("cell", "b", i)), ("FORALL", "i", 0, 1, ("cell", "b", i)))
    yield ("FORALL", "i", 0, 2, ("->", ("!=", i, 0), ("=", ("/", 6, i), ("%", 6, ("+", i, 4)))))


def is_constant(e):
    if isinstance(e, (bool, int)):
        return True
    return e[0] not in ("cell", "name", "SUM", "FORALL", "EXISTS") and all(is_constant(x) for x in e[1:])


class Test:
    def __init__(self, options, folder):
        self.custos, self.folder, self.every = os.path.abspath(options.custos), folder, options.every
        self.passed = self.failed = 0

    def check(self, good, what):
        self.passed += good
        self.failed += not good
        if not good and self.failed <= 20:
            print(what, flush=True)

    def run(self, text, *more):
        with open(os.path.join(self.folder, "x.gcl"), "w", encoding="utf-8") as out:
            out.write(text)
        done = subprocess.run([self.custos, "check", "--json", *more, "x.gcl"], cwd=self.folder, capture_output=True, timeout=300, check=False)
        if done.returncode not in (0, 5, 10):
            return "exit %d: %s" % (done.returncode, done.stderr.decode(errors="replace")[:300])
        return {p["name"]: p for p in json.loads(done.stdout)["properties"]}

    def expect(self, text, name, verdict, what, more=(), checked=("kernel",)):
        """A verdict that the kernel has certified, unless it is UNKNOWN."""
        found = self.run(text, *more)
        if isinstance(found, str):
            return self.check(verdict == "refused" and found.startswith("exit 2"), "%s: %s" % (what, found))
        got = found[name]["verdict"]
        good = got == verdict and (verdict == "unknown" or found[name]["evidence"]["checked"] in checked)
        return self.check(good, "%s: %s, not %s\n%s" % (what, found[name], verdict, text))

    def in_steps(self, known, place, checked=("kernel",)):
        """All that have a value, one after the other: the end is reached if each is right. A wrong one is looked for by halves."""
        if self.failed > 20:
            return
        body = ";\n  ".join([SET_UP] + [place(e, v) for e, v in known] + ["done := TRUE"])
        text = HEAD + "LTL ends : F done;\nBEGIN\n  %s\nEND\n" % body
        found = self.run(text)
        good = not isinstance(found, str) and found["ends"]["verdict"] == "holds" and found["ends"]["evidence"]["checked"] in checked
        if good:
            self.passed += len(known)
        elif len(known) == 1:
            self.check(False, "%s\n%s" % (found, text))
        else:
            self.in_steps(known[:len(known) // 2], place, checked)
            self.in_steps(known[len(known) // 2:], place, checked)

    def atoms(self, known):
        """Those that have a value in the first state, too."""
        known = [(e, v) for e, v in known if "a[" not in show(e) or e[0] in ARITHMETIC + ("SUM",)]
        lines = ["LTL f%d : X \"%s\";" % (i, show(("=", e, v))) for i, (e, v) in enumerate(known)]
        text = HEAD + "\n".join(lines) + "\nBEGIN %s; WHILE TRUE DO SKIP END END\n" % SET_UP
        found = self.run(text)
        if isinstance(found, str):
            return self.check(False, found)
        for i, line in enumerate(lines):
            p = found["f%d" % i]
            self.check(p["verdict"] == "holds" and p["evidence"]["checked"] == "kernel", "%s: %s" % (line, p))
        return None

    def constants(self, known):
        """Parameters, initial values, and parameters from the command line."""
        chosen = [(e, v) for e, v in known if is_constant(e) and not isinstance(v, bool)]
        lines = ["PARAM P%d = %s; VAR v%d : P%d..P%d := %s; VAR w%d[%s - P%d + 1] : BOOL;" % (i, show(e), i, i, i, show(e), i, show(e, 6), i) for i, (e, _) in enumerate(chosen)]
        body = ["IF P%d = %s && v%d = P%d -> w%d[0] := TRUE FI" % (i, show(v, 5), i, i, i) for i, (_, v) in enumerate(chosen)]
        for first in range(0, len(chosen), 100):
            part = slice(first, first + 100)
            text = HEAD + "\n".join(lines[part]) + "\nLTL ends : F done;\nBEGIN %s; %s; done := TRUE END\n" % (SET_UP, ";\n".join(body[part]))
            found = self.run(text)
            self.check(not isinstance(found, str) and found["ends"]["verdict"] == "holds", "%s\n%s" % (found, text))
        for n in NUMBERS:
            text = "PARAM N = 1; PARAM M = N;\nVAR done : BOOL;\nLTL ends : F done;\nBEGIN IF M = %s -> done := TRUE FI END\n" % show(n, 5)
            self.expect(text, "ends", "holds", "-D N=%d" % n, ["-DN=%d" % n], ("kernel",) if abs(n) < 2 ** 61 else ("kernel", "replay"))

    def faults(self, wrong):
        for e in wrong[::self.every]:
            is_boolean = e[0] in LOGIC + ORDER + ("FORALL", "EXISTS")
            text = show(e)
            guard = text if is_boolean else "%s = 0" % show(e, 5)
            program = HEAD + "%sBEGIN %s; %s END\n"
            self.expect(program % ("", SET_UP, "IF %s -> SKIP [] TRUE -> SKIP FI" % ("(%s)" % guard if "->" in guard else guard)), "safety", "violated", "guard " + text)
            self.expect(program % ("", SET_UP, "%s := %s" % ("t" if is_boolean else "big", text)), "safety", "violated", "assignment " + text)
            if not is_boolean:
                self.expect(program % ("", SET_UP, "SKIP; t := a[%s] = 0" % text), "safety", "violated", "index " + text)
            self.expect(program % ("LTL g : X \"%s\";\n" % guard, SET_UP, "WHILE TRUE DO SKIP END"), "g", "unknown", "atom " + text)
            if is_constant(e) and not is_boolean:
                self.expect("PARAM P = %s;\n" % text + program % ("", "SKIP", "SKIP"), "safety", "refused", "parameter " + text)


def assigned(e, v):
    name = "f" if isinstance(v, bool) else "big"
    return "%s := %s; IF %s = %s -> SKIP FI; %s := %s" % (name, show(e), name, show(v, 5), name, "FALSE" if name == "f" else "0")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/release/custos"))
    parser.add_argument("--every", type=int, default=12, metavar="N")
    options = parser.parse_args()
    known, wrong = [], []
    for e in expressions():
        try:
            known.append((e, value(e, CELLS)))
        except Fault:
            wrong.append(e)
    with tempfile.TemporaryDirectory() as folder:
        t = Test(options, folder)
        paren = lambda text: "(%s)" % text if "->" in text else text
        t.in_steps(known, lambda e, v: "IF %s -> SKIP FI" % paren(show(("=", e, v))))
        # Cells beyond what the kernel's numbers can hold leave a program unchecked.
        for is_large in (False, True):
            some = [(e, v) for e, v in known if (abs(v) > 2 ** 61) == is_large]
            t.in_steps(some, assigned, ("kernel",) if not is_large else ("kernel", "replay"))
        t.in_steps([(e, v) for e, v in known if not isinstance(v, bool) and 0 <= v < 3], lambda e, v: "IF a[%s] = %d -> SKIP FI" % (show(e), ARRAYS["a"][v]))
        t.atoms([x for x in known if x[0][0] not in ORDER][::5])
        t.constants(known)
        t.faults(wrong)
    print("%d expressions with a value, %d that fault" % (len(known), len(wrong)))
    print("%d passed, %d failed" % (t.passed, t.failed))
    return t.failed != 0 or t.passed == 0


if __name__ == "__main__":
    sys.exit(main())
