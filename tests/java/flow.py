#!/usr/bin/env python3
"""The control flow of random Java programs in three ways.

  tests/java/flow.py [--keep=DIR] [--runs=N] CUSTOS COUNT [FIRST-SEED]

Programs without loops and recursion, full of exceptions: thrown, caught by class, rethrown, passed through finally, made
by the machine. What calls, returns and exceptional ends can follow each other is found out
  - from the program's own tree, by Java's rules and nothing else, all conditions being free;
  - from the pushdown system that 'custos convert --to=pds' makes of the class files: both must give the same set;
  - by java, which runs the program with random conditions, each method telling what it does: what it tells must be in the
    set. So an exceptional edge that is missing, or an order of handlers that is wrong, is noticed, and so is one too many.
A few formulas on these runs are evaluated here and by 'custos check'. Where a handler throws on what it was given, any
class that may come to it is allowed, which is how custos has it. Without a JDK the test is skipped."""
import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

PARENT = {"A": "RuntimeException", "B": "A", "C": "RuntimeException", "ArithmeticException": "RuntimeException",
          "ArrayIndexOutOfBoundsException": "RuntimeException", "NullPointerException": "RuntimeException",
          "RuntimeException": "Throwable", "Throwable": None}
MOST = 1500  # runs of a program


def is_below(name, of):
    while name and name != of:
        name = PARENT[name]
    return name == of


class TooMany(Exception):
    pass


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.handlers = 0
        self.functions = 4
        self.has_lambda = False
        self.bodies = [self.block(i, 0) for i in range(self.functions)]

    # Its tree

    def block(self, f, depth):
        n = self.random.choice([1, 1, 2, 2, 3])
        return [self.statement(f, depth) for _ in range(n)]

    def handler(self):
        self.handlers += 1
        return self.handlers

    def statement(self, f, depth):
        kinds = ["mark"] * 3 + ["raise"] * 2 + ["division", "bounds", "null", "virtual", "return"]
        if f + 1 < self.functions:
            kinds += ["call"] * 4 + ["lambda"] * (not self.has_lambda)  # several could not be told apart
        if depth < 2:
            kinds += ["if", "switch"] + ["try"] * 6
        kind = self.random.choice(kinds)
        self.has_lambda |= kind == "lambda"
        if kind == "mark":
            return kind, self.random.randrange(4)
        if kind == "raise":
            return kind, self.random.choice("ABC")
        if kind in ("call", "lambda"):
            return kind, self.random.randrange(f + 1, self.functions)
        if kind == "if":
            return kind, self.block(f, depth + 1), self.block(f, depth + 1)
        if kind == "switch":
            return kind, [self.block(f, depth + 1) for _ in range(2)]
        if kind == "try":
            classes = self.random.sample(["A", "B", "C", "RuntimeException", "ArithmeticException"],
                                         self.random.randrange(3))
            classes.sort(key=lambda x: -len([y for y in PARENT if is_below(x, y)]))
            catches = [(x, self.handler(), self.block(f, depth + 1), self.random.random() < 0.3) for x in classes]
            last = None if catches and self.random.random() < 0.5 else self.block(f, depth + 1)
            return kind, self.block(f, depth + 1), catches, last, self.handler()
        return kind,

    # As Java

    def java(self, package, tells):
        out = [f"package {package};", "public class Main {", "static int bits, at, number, sum;",
               "static final int[] cells = new int[2];", "static final StringBuilder trace = new StringBuilder();",
               "static boolean c() { return (bits >>> at++ & 1) != 0; }",
               "static class A extends RuntimeException { }", "static class B extends A { }",
               "static class C extends RuntimeException { }", "interface K { void v(); }"]
        for i in range(4):
            body = f'trace.append("call.Main.m{i} return.Main.m{i} ");' if tells else ""
            out.append(f"static void m{i}() {{ {body} }}")
        for i, body in ((1, "m0();"), (2, "if (c()) throw new C();")):
            out.append(f"static class K{i} implements K {{ {self.method('public void', 'v', f'K{i}.v', body, tells)} }}")
        for i, body in enumerate(self.bodies):
            out.append(self.method("static void", f"f{i}", f"Main.f{i}", self.text(body), tells))
        out.append("public static void main(String[] given) {")
        if tells:
            out.append("bits = Integer.parseInt(given[0]); at = 0; trace.setLength(0); number = c() ? 0 : c() ? 1 : 7;")
            out.append('try { f0(); trace.append("end"); } catch (Throwable t) {'
                       ' trace.append("uncaught:" + t.getClass().getSimpleName()); }')
            out.append("System.out.println(trace);")
        else:
            out.append("f0();")
        return "\n".join(out + ["}", "}"]) + "\n"

    def method(self, head, name, whole, body, tells):
        if not tells:
            return f"{head} {name}() {{ {body} }}"
        return (f'{head.replace("public", "private")} {name}_() {{ {body} }}\n{head} {name}() {{ trace.append("call.{whole} ");'
                f' try {{ {name}_(); }} catch (Throwable t) {{ trace.append("leave.{whole}:" +'
                f' t.getClass().getSimpleName() + " "); throw t; }} trace.append("return.{whole} "); }}')

    def text(self, block):
        return "\n".join(self.words(x) for x in block)

    def words(self, x):
        if x[0] == "mark":
            return f"m{x[1]}();"
        if x[0] == "raise":
            return f"if (c()) throw new {x[1]}();"
        if x[0] == "call":
            return f"f{x[1]}();"
        if x[0] == "lambda":
            return f"{{ Runnable r = () -> f{x[1]}(); r.run(); }}"
        if x[0] == "if":
            return f"if (c()) {{ {self.text(x[1])} }} else {{ {self.text(x[2])} }}"
        if x[0] == "switch":
            cases = " ".join(f"case {i}: {self.text(y)} break;" for i, y in enumerate(x[1]))
            return f"switch (number) {{ {cases} default: }}"
        if x[0] == "division":
            return "sum = 7 / number;"
        if x[0] == "bounds":
            return "sum = cells[number];"
        if x[0] == "null":
            return "{ Main o = c() ? null : new Main(); synchronized (o) { m3(); } }"
        if x[0] == "virtual":
            return "{ K k = c() ? new K1() : new K2(); k.v(); }"
        if x[0] == "return":
            return "if (c()) return;"
        out = f"try {{ {self.text(x[1])} }}"
        for name, n, body, throws in x[2]:
            out += f" catch ({name} e{n}) {{ {self.text(body)} {'if (c()) throw e%d;' % n if throws else ''} }}"
        return out + (f" finally {{ {self.text(x[3])} }}" if x[3] is not None else "")

    # By Java's rules: pairs of what is told and how it ends: "", "return", or a class.

    def runs(self):
        self.reach = {}
        while True:
            before = json.dumps({k: sorted(v) for k, v in self.reach.items()}, sort_keys=True)
            self.known = {}
            found = self.function("Main.f0", lambda: self.block_runs(self.bodies[0]))
            if json.dumps({k: sorted(v) for k, v in self.reach.items()}, sort_keys=True) == before:
                break
        return {told + (f"uncaught:{end}" if end else "end",) for told, end in found}

    def function(self, name, body):
        if name not in self.known:
            self.known[name] = {((f"call.{name}",) + told + ((f"return.{name}",) if end in ("", "return") else
                                                             (f"leave.{name}:{end}",)),
                                 "" if end == "return" else end) for told, end in body()}
        return self.known[name]

    def then(self, first, second):
        out = set()
        for told, end in first:
            if end:
                out.add((told, end))
            else:
                out |= {(told + more, other) for more, other in second}
            if len(out) > MOST:
                raise TooMany
        return out

    def block_runs(self, block):
        out = {((), "")}
        for x in block:
            out = self.then(out, self.statement_runs(x))
        return out

    def mark(self, i):
        return {((f"call.Main.m{i}", f"return.Main.m{i}"), "")}

    def statement_runs(self, x):
        nothing = ((), "")
        if x[0] == "mark":
            return self.mark(x[1])
        if x[0] == "raise":
            return {nothing, ((), x[1])}
        if x[0] in ("call", "lambda"):
            return self.function(f"Main.f{x[1]}", lambda: self.block_runs(self.bodies[x[1]]))
        if x[0] == "if":
            return self.block_runs(x[1]) | self.block_runs(x[2])
        if x[0] == "switch":
            return {nothing}.union(*(self.block_runs(y) for y in x[1]))
        if x[0] == "division":
            return {nothing, ((), "ArithmeticException")}
        if x[0] == "bounds":
            return {nothing, ((), "ArrayIndexOutOfBoundsException")}
        if x[0] == "null":
            return self.mark(3) | {((), "NullPointerException")}
        if x[0] == "virtual":
            return (self.function("K1.v", lambda: self.mark(0)) | self.function("K2.v", lambda: {nothing, ((), "C")}))
        if x[0] == "return":
            return {nothing, ((), "return")}
        return self.try_runs(*x[1:])

    def try_runs(self, body, catches, last, number):
        out = set()
        for told, end in self.block_runs(body):
            for name, n, handler, throws in catches:
                if end not in ("", "return") and is_below(end, name):
                    self.reach.setdefault(n, set()).add(end)
                    after = {((), "")} | ({((), y) for y in self.reach[n]} if throws else set())
                    out |= self.then({(told, "")}, self.then(self.block_runs(handler), after))
                    break
            else:
                out.add((told, end))
            if len(out) > MOST:
                raise TooMany
        return out if last is None else self.finally_runs(out, self.block_runs(last), number)

    def finally_runs(self, before, last, number):
        out = set()
        for told, end in before:
            if end not in ("", "return"):
                self.reach.setdefault(number, set()).add(end)
            for more, other in last:
                ends = [other] if other else sorted(self.reach[number]) if end not in ("", "return") else [end]
                out |= {(told + more, y) for y in ends}
            if len(out) > MOST:
                raise TooMany
        return out


# The pushdown system

WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')
VISIBLE = re.compile(r"(call|return|leave)\.(Main\.[fm]\d|Main\.K\d\.v)$")


def short(mode):
    return mode.split(".")[-1]


def read_pds(text):
    rules, start = {}, None
    for line in text.splitlines():
        words = [x.strip('"') for x in WORD.findall(line)]
        if words[:3] == ["edge", "init", "run"]:
            start = words[3]
        if len(words) > 2 and words[2] == "->":
            action = words[words.index("@") + 1] if "@" in words else ""
            pushed = words[4:words.index("@")] if "@" in words else words[4:]
            rules.setdefault((words[0], words[1]), []).append((words[3], pushed, action))
    return rules, start


def runs_of_pds(text):
    rules, start = read_pds(text)
    known = {}

    def told(action, mode):
        if not VISIBLE.match(action):
            return ()
        action = action.replace("Main.K", "K")
        return (action + ":" + short(mode),) if action.startswith("leave") else (action,)

    def pops(mode, top):
        """What is told until it is popped, and the mode then."""
        if (mode, top) not in known:
            out = set()
            for to, pushed, action in rules.get((mode, top), []):
                ways = {((), to)}
                for symbol in pushed:
                    ways = {(a + b, q) for a, p in ways for b, q in pops(p, symbol)}
                out |= {(told(action, mode) + a, q) for a, q in ways}
                if len(out) > 4 * MOST:
                    raise TooMany
            known[mode, top] = out
        return known[mode, top]

    return {a + ("end" if q == "run" else f"uncaught:{short(q)}",) for a, q in pops("run", start)}


# Formulas, on runs and by custos

def formulas(rng):
    a, b = (rng.choice(["m0", "m1", "m2", "f1", "f2", "f3", "v"]) for _ in range(2))
    x = rng.choice(["A", "C", "RuntimeException", "ArithmeticException", "NullPointerException"])

    def calls(run, name):
        return [i for i, y in enumerate(run) if y.startswith("call.") and y.endswith("." + name)]

    yield (f"G(call.{a} -> X F call.{b})",
           lambda run: all(any(j > i for j in calls(run, b)) for i in calls(run, a)))
    yield (f"!call.{a} W leave.{b}",
           lambda run: not calls(run, a) or any(y.startswith("leave.") and y.split(":")[0].endswith("." + b)
                                                for y in run[:calls(run, a)[0]]))
    yield f"G !uncaught.{x}", lambda run: not (run[-1] != "end" and is_below(run[-1][9:], x))


RUNNER = """import java.io.*; import java.lang.reflect.*;
public class Runner { public static void main(String[] a) throws Exception {
  for (int i = 0; i < Integer.parseInt(a[0]); i++) { Method m = Class.forName("q" + i + ".Main").getMethod("main", String[].class);
    for (int k = 2; k < a.length; k++) m.invoke(null, (Object) new String[] {a[k]}); } } }
"""


def compile_all(folder, programs):
    files = [os.path.join(folder, "Runner.java")]
    with open(files[0], "w") as out:
        out.write(RUNNER)
    for i, program in enumerate(programs):
        for package, tells in ((f"p{i}", False), (f"q{i}", True)):
            os.mkdir(os.path.join(folder, package))
            files.append(os.path.join(folder, package, "Main.java"))
            with open(files[-1], "w") as out:
                out.write(program.java(package, tells))
    subprocess.run(["javac", "-nowarn", "-d", folder, *files], check=True)


def compare(custos, folder, i, program, told, formulas_of):
    wrong = []
    where = os.path.join(folder, f"p{i}")
    classes = sorted(os.path.join(where, x) for x in os.listdir(where) if x.endswith(".class"))
    done = subprocess.run([custos, "convert", "--to=pds", *classes], capture_output=True, text=True)
    if done.returncode != 0:
        return [f"custos convert: exit {done.returncode}: {done.stderr}"]
    ours, theirs = runs_of_pds(done.stdout), program.runs()
    wrong += [f"custos has no such run: {' '.join(x)}" for x in sorted(theirs - ours)[:3]]
    wrong += [f"only custos has such a run: {' '.join(x)}" for x in sorted(ours - theirs)[:3]]
    wrong += [f"java runs so, and custos has no such run: {' '.join(x)}" for x in sorted(told - ours)[:3]]
    for formula, holds in formulas_of:
        done = subprocess.run([custos, "check", f"--ltl={formula}", *classes], capture_output=True,
                              text=True, cwd=folder)
        expected = 0 if all(holds(x) for x in theirs) else 10
        if done.returncode != expected:
            wrong.append(f"{formula}: exit {done.returncode} instead of {expected}: {done.stdout}{done.stderr}")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep")
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("custos")
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    a = parser.parse_args()
    if not shutil.which("javac") or not shutil.which("java"):
        print("skipped: there is no JDK\n0 passed, 0 failed, 1 skipped")
        return 0
    programs, seed, failed, sizes = [], a.seed, 0, []
    while len(programs) < a.count:
        program = Program(seed)
        seed += 1
        try:
            found = program.runs()
        except TooMany:
            continue
        if len(found) > 2:
            programs.append(program)
            sizes.append(len(found))
    with tempfile.TemporaryDirectory() as folder:
        folder = a.keep or folder
        os.makedirs(folder, exist_ok=True)
        compile_all(folder, programs)
        rng = random.Random(a.seed)
        bits = [str(rng.getrandbits(31)) for _ in range(a.runs)]
        said = subprocess.run(["java", "-cp", folder, "Runner", str(a.count), "0", *bits], capture_output=True, text=True,
                              check=True).stdout.splitlines()
        assert len(said) == a.count * a.runs
        for i, program in enumerate(programs):
            told = {tuple(x.split()) for x in said[i * a.runs:(i + 1) * a.runs]}
            wrong = compare(os.path.abspath(a.custos), folder, i, program, told, list(formulas(rng)))
            failed += bool(wrong)
            for x in wrong:
                print(f"p{i}: {x}")
    print(f"{sum(sizes)} runs, {len(set(said))} different ones in java")
    print(f"{a.count - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
