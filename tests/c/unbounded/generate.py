#!/usr/bin/env python3
"""Random C programs whose loops and recursion have no bound, over few values: the same
seed gives the same program.

    generate.py SEED     prints one, and whether it can fail

Inputs decide how often loops run and how deep functions call themselves and each other.
Each variable keeps to a few values: all assignments wrap them, or are guarded. A part of
the programs is built around a pattern (patterns.py) that engines for loops and calls are
known to get wrong.

What an assertion says is decided when the truth (truth.py) has shown what can be true at
its place: exactly that, or, in the programs that are to fail, the same off by one; in a
few something random. About half of the programs can fail."""
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.dirname(HERE)]
from unbounded import patterns, truth  # noqa: E402
from unbounded.facts import COMPARISONS, Facts  # noqa: E402
from unbounded.syntax import (TYPES, Condition, Expression, Function, Program, Source, Statement, Variable, binary, cast, choice, constant, logical,  # noqa: E402
                              modulo, unary)

TYPE_OF = {"uchar": "unsigned char", "int": "int", "uint": "unsigned"}


class Generator:
    def __init__(self, seed, attempt=0):
        self.dice = random.Random("%d %d" % (seed, attempt))
        self.globals, self.functions, self.spots = [], [], []
        self.function, self.fixed, self.loops, self.budget = None, set(), 0, 0
        self.has_error = False  # besides assertions
        self.shape = self.pick(["loops", "loops", "recursion", "recursion", "pattern", "pattern", "pattern"])
        self.is_wide = self.chance(8)  # one counter of 256 values, little else
        self.program = self.make()

    def chance(self, percent):
        return self.dice.randrange(100) < percent

    def pick(self, items):
        return items[self.dice.randrange(len(items))]

    def variable(self, name, slot, style=None):
        style = style or self.pick(["mask", "mask", "mask", "signed", "range", "flag"])
        if style == "mask":
            return Variable(name, self.pick(["unsigned char", "int", "int", "unsigned", "short"]), slot, 0, self.pick([1, 3, 3, 3, 3, 7, 7]), style)
        if style == "signed":
            half = self.pick([1, 2, 2, 4])
            return Variable(name, self.pick(["int", "int", "signed char", "short"]), slot, -half, half - 1, style)
        if style == "range":
            low = self.pick([0, 0, 0, 1, -1, -2])
            return Variable(name, self.pick(["int", "int", "short", "signed char"]), slot, low, low + self.pick([2, 4, 5]), style)
        if style == "flag":
            return Variable(name, self.pick(["_Bool", "int", "unsigned char"]), slot, 0, 1, style)
        return Variable(name, "unsigned char", slot, 0, 255, "wide")

    def add_global(self, style=None, count=0):
        slot = sum(v.count or 1 for v in self.globals)
        v = self.variable("g%d" % len(self.globals), slot, style or ("mask" if count else None))
        v.count = count
        v.first = self.first_of(v)
        if count:
            v.high = min(v.high, 3)
        v.first = min(v.first, v.high)
        self.globals.append(v)
        return v

    def add_local(self, style=None, function=None):
        f = function or self.function
        v = self.variable("v%d" % len(f.locals), self.global_count() + len(f.parameters) + len(f.locals), style)
        v.first = self.first_of(v)
        f.locals.append(v)
        return v

    def first_of(self, v):
        return self.pick([0 if v.low <= 0 <= v.high else v.low, v.low, v.high]) if v.style != "wide" else self.pick([0, 250, 255, 128])

    def global_count(self):
        return sum(v.count or 1 for v in self.globals)

    def add_function(self, styles, result="any"):
        """styles: of the parameters. result: a style, 'any', or None for void."""
        f = Function("f%d" % len(self.functions), None, [])
        f.parameters = [self.variable("p%d" % i, self.global_count() + i, s) for i, s in enumerate(styles)]
        f.returns = self.variable("r", None, None if result == "any" else result) if result else None
        f.result = f.returns and f.returns.type
        self.functions.append(f)
        return f

    def visible(self, only_local=False):
        """Scalars."""
        own = self.function.parameters + self.function.locals
        return own if only_local else [v for v in self.globals if not v.count] + own

    def within(self, v, e):
        """The value, made one that the variable may have."""
        if v.low <= e.low and e.high <= v.high:
            return e
        if v.style in ("mask", "flag"):
            return binary("&", e, constant(v.high))
        if v.style == "signed":
            return binary("-", binary("&", e, constant(v.high - v.low)), constant(-v.low))
        if v.style == "range":
            e = cast(modulo(e, v.high - v.low + 1), "int")
            return binary("+", e, constant(v.low)) if v.low else e
        return e

    def atom(self, only_local):
        seen = self.visible(only_local)
        arrays = [] if only_local else [v for v in self.globals if v.count]
        if arrays and self.chance(25):
            return self.pick(arrays).element(self.atom(False)).read()
        if not seen or self.chance(25):
            return constant(self.dice.randrange(-2, 6))
        return self.pick(seen).read()

    def expression(self, depth=2, only_local=False):
        if depth == 0 or self.chance(35):
            return self.atom(only_local)
        a = self.expression(depth - 1, only_local)
        kind = self.dice.randrange(12)
        if kind < 8:
            return binary(self.pick(["+", "+", "+", "-", "-", "^", "&", "|", "*"]), a, self.expression(depth - 1, only_local))
        if kind == 8:
            return unary(self.pick(["-", "~", "!"]), a)
        if kind == 9:
            return cast(a, self.pick(["unsigned char", "signed char", "unsigned", "short"]))
        return choice(self.comparison(only_local), a, self.expression(depth - 1, only_local))

    def comparison(self, only_local=False):
        seen = self.visible(only_local)
        if not seen:
            return binary(self.pick(COMPARISONS), self.atom(only_local), self.atom(only_local))
        v = self.pick(seen)
        other = self.expression(1, only_local) if self.chance(35) else self.near(v)
        return binary(self.pick(COMPARISONS), v.read(), other)

    def near(self, v):
        """A constant that the variable may have, or almost."""
        value = self.dice.randrange(v.low, v.high + 1) if self.chance(85) else self.pick([v.low - 1, v.high + 1])
        return constant(max(value, TYPES["int"][0]))

    def test(self, only_local=False):
        if self.chance(20):
            return logical(self.pick(["&&", "||"]), self.comparison(only_local), self.comparison(only_local))
        return self.comparison(only_local)

    def input_test(self):
        """(Source, Expression about it)."""
        how = self.dice.randrange(4)
        if how < 2:
            return Source("bool", 0, 1), Expression("@", "i", "_Bool")
        if how == 2:
            limit = self.pick([0, 1, 7, 100])
            return Source("int", limit - 1, limit), binary(self.pick(["<", ">="]), Expression("@", "i", "int", limit - 1, limit), constant(limit))
        return Source("uchar", 0, 1), binary("&", Expression("@", "i", "unsigned char", 0, 1), constant(1))

    def input_condition(self, before_chance=20):
        source, value = self.input_test()
        before = self.test() if self.chance(before_chance) else None
        return Condition(value, source, before=before, operator=self.pick(["&&", "&&", "||"]))

    def condition(self, input_chance=40):
        if self.chance(input_chance):
            return self.input_condition()
        f = self.callable()
        if f and f.returns and self.chance(12):
            value = binary(self.pick(COMPARISONS), self.result_of(f), self.near(f.returns))
            return Condition(value, callee=f, arguments=self.arguments(f))
        return Condition(self.test())

    def callable(self):
        """A function that may be called here without a guard, or None."""
        here = self.functions.index(self.function)
        return self.pick(self.functions[:here]) if here else None

    def result_of(self, f):
        return Expression("@", "r", f.result, f.returns.low, f.returns.high)

    def arguments(self, f):
        return [self.within(p, self.expression(1)) for p in f.parameters]

    def call(self, f, target=None):
        """What else is in the expression only speaks of locals: the callee must not change it."""
        out = Statement("call", callee=f, arguments=self.arguments(f))
        targets = [v for v in self.visible() if v not in self.fixed]
        if f.returns and (target or targets) and self.chance(85):
            out.target = target or self.pick(targets)
            value = self.result_of(f)
            if self.chance(30):
                value = binary(self.pick(["+", "-", "^"]), value, self.expression(1, True))
            out.value = self.within(out.target, value)
        return out

    def recursive_call(self, f):
        how = self.dice.randrange(3)
        positive = [p for p in self.function.parameters if p.high > 0]
        if how == 0 and positive:
            p = self.pick(positive)
            guard = Condition(binary(">", p.read(), constant(max(p.low, 0))))
            out = self.call(f)
            for i, q in enumerate(f.parameters):
                if self.chance(60):
                    out.arguments[i] = self.within(q, binary("-", p.read(), constant(1)))
        else:
            guard, out = self.input_condition(), self.call(f)
        return Statement("if", condition=guard, body=[out] + self.some(1))

    def assign(self, v):
        return Statement("assign", target=v, value=self.within(v, self.expression()))

    def set(self, v, value):
        return Statement("assign", target=v, value=constant(value))

    def step(self, v, by=1):
        """One more, or less, as far as it goes; or around."""
        value = binary("+" if by > 0 else "-", v.read(), constant(1))
        if v.style == "wide" or self.chance(30):
            return Statement("assign", target=v, value=self.within(v, value))
        guard = binary("<", v.read(), constant(v.high)) if by > 0 else binary(">", v.read(), constant(v.low))
        return Statement("if", condition=Condition(guard), body=[Statement("assign", target=v, value=value)])

    def read_input(self, v):
        """v = input."""
        name = self.pick(["uchar", "int", "uint"])
        if v.type in ("int", "short") and self.chance(50):
            low = self.dice.randrange(v.low, min(v.high, 7) + 1)
            high = self.dice.randrange(low, min(v.high, low + 7) + 1)
            kind = TYPES[v.type][2]
            assumed = logical("&&", binary(">=", v.read(), constant(low)), binary("<=", v.read(), constant(high)))
            return Statement("input", target=v, source=Source(kind, low, high), value=Expression("@", "i", v.type, low, high), assumed=assumed)
        if v.style == "range":
            count = v.high - v.low + 1
            value = cast(modulo(Expression("@", "i", TYPE_OF[name], 0, count - 1), count), "int")
            value = binary("+", value, constant(v.low))
            return Statement("input", target=v, source=Source(name, 0, count - 1), value=value)
        mask = min(v.high - v.low, 3)
        value = binary("&", Expression("@", "i", TYPE_OF[name], 0, mask), constant(mask))
        if v.low:
            value = binary("-", value, constant(-v.low))
        return Statement("input", target=v, source=Source(name, 0, mask), value=value)

    def spot(self, *hints):
        """A place for an assertion; hints: expressions that it should speak of."""
        out = Statement("spot", number=len(self.spots))
        arrays = [v.element(constant(i)) for v in self.globals if v.count for i in range(v.count)]
        self.spots.append((out, [v.read() for v in self.visible() + arrays], list(hints)))
        return out

    def some(self, most):
        return [s for _ in range(self.dice.randrange(0, most + 1)) for s in self.statement(0)]

    def block(self, depth, most=4):
        out = []
        for _ in range(self.dice.randrange(1, most + 1)):
            out += self.statement(depth)
        return out or [self.assign(self.pick(self.visible()))]

    def loop(self, depth):
        self.loops += 1
        kind = self.pick(["input", "input", "compare", "do", "for"])
        out = []
        if kind == "for":
            out = self.for_loop(depth)
        elif kind == "compare":
            low, high = self.pick(self.visible()), self.pick(self.visible())
            test = binary(self.pick(["<", "<", "!="]), low.read(), high.read() if low is not high else self.near(low))
            body = self.block(depth - 1)
            if low not in self.fixed:
                body.append(self.step(low))
            out = [Statement("while", condition=Condition(test), body=body)]
        else:
            out = [Statement("do" if kind == "do" else "while", condition=self.condition(75), body=self.block(depth - 1))]
        self.loops -= 1
        return out

    def for_loop(self, depth):
        if len(self.function.locals) > 3:
            return []
        bound = self.pick([v for v in self.visible() if v.style != "wide"] or [self.add_local("mask")])
        i = self.add_local("mask")
        i.type, i.low, i.high, i.first = "int", 0, max(bound.high, 0), 0
        self.fixed.add(i)  # nothing else counts with it
        body = self.block(depth - 1)
        if bound in self.fixed or self.chance(50):
            first = []
        else:
            first = [self.read_input(bound)]
        step = Statement("assign", target=i, value=binary("+", i.read(), constant(1)))
        loop = Statement("for", first=self.set(i, 0), condition=Condition(binary("<", i.read(), self.bound_of(bound))), step=step, body=body)
        return first + [loop]

    def bound_of(self, v):
        return cast(v.read(), "int") if v.type == "unsigned" else v.read()

    def statement(self, depth):
        self.budget -= 1
        targets = [v for v in self.visible() if v not in self.fixed]
        arrays = [v for v in self.globals if v.count]
        if not targets:
            return [self.spot()]
        kind = self.dice.randrange(100)
        if self.budget < 0 or kind < 30 or (depth <= 0 and kind >= 75):
            if arrays and self.chance(30):
                return [self.assign(self.pick(arrays).element(self.expression(1)))]
            v = self.pick(targets)
            return [self.step(v, self.pick([1, 1, -1])) if self.chance(35) else self.set(v, self.dice.randrange(v.low, v.high + 1)) if self.chance(25)
                    else self.assign(v)]
        if kind < 42:
            return [self.read_input(self.pick(targets))]
        if kind < 52:
            return self.some_call(targets)
        if kind < 57 and len(self.spots) < 5:
            return [self.spot()]
        if kind < 61:
            return [Statement("assume", condition=Condition(self.test()))]
        if kind < 66 and self.loops:
            return [Statement("if", condition=self.condition(), body=self.some(1) + [Statement(self.pick(["break", "continue"]))])]
        if kind < 68 and self.function is not self.functions[-1] or kind == 68:
            return [Statement("if", condition=self.condition(), body=[self.return_()])]
        if kind < 82 or depth <= 0:
            return [Statement("if", condition=self.condition(), body=self.block(max(depth - 1, 0), 2), other=self.block(max(depth - 1, 0), 2) if self.chance(40) else None)]
        return self.loop(depth)

    def some_call(self, targets):
        f = self.callable()
        if self.shape == "recursion" and self.function is not self.functions[-1] and self.chance(70):
            return [self.recursive_call(self.pick(self.functions[:-1]))]
        return [self.call(f)] if f else [self.assign(self.pick(targets))]

    def return_(self):
        f = self.function
        if not f.returns:
            return Statement("return")
        other = self.callable()
        if other and other.returns and self.chance(20):
            return Statement("return", value=self.within(f.returns, self.result_of(other)), callee=other, arguments=self.arguments(other))
        return Statement("return", value=self.within(f.returns, self.expression()))

    def make(self):
        for _ in range(self.pick([1, 1, 2, 2, 3])):
            self.add_global("flag" if self.is_wide else None)
        if not self.is_wide and self.chance(15):
            self.add_global(count=self.pick([2, 2, 3, 4]))
        pattern = self.pick(patterns.PATTERNS) if self.shape == "pattern" else None
        if pattern:
            self.globals = self.globals[:1] if self.chance(70) else self.globals[:2]
            main = pattern(self)
        else:
            main = self.plain()
        main.body.append(Statement("return", value=constant(0)))
        return Program(self.globals, self.functions, self.chance(50), self.chance(40))

    def plain(self):
        count = self.pick([1, 1, 2, 2]) if self.shape == "recursion" else self.pick([0, 0, 1, 1, 2])
        for _ in range(count):
            self.add_function(["flag" if self.is_wide else self.pick(["mask", "mask", "range", "flag"]) for _ in range(self.pick([0, 1, 1, 2]))],
                              "any" if self.chance(80) else None)
        main = self.add_main()
        for f in self.functions[:-1]:
            self.fill(f, 1 if self.shape == "recursion" else 2)
        self.begin(main, self.pick([1, 2, 2, 3]))
        if self.is_wide:
            self.add_local("wide")
        start = [self.read_input(v) for v in self.visible() if self.chance(30)]
        loop = self.loop(2)
        for f in self.functions[:-1]:
            self.pick([start, main.body, loop[-1].body if loop else start]).append(self.call(f))
        main.body += start + self.block(2, 4) + loop + self.some(2) + [self.spot()]
        return main

    def add_main(self):
        main = Function("main", "int", [])
        main.returns = Variable("r", "int", None, 0, 0, "mask")
        self.functions.append(main)
        return main

    def begin(self, f, local_count, budget=None):
        self.function, self.fixed, self.loops = f, set(), 0
        self.budget = budget or self.pick([6, 10, 14])
        for _ in range(local_count):
            self.add_local("flag" if self.is_wide else None)

    def fill(self, f, depth):
        """A body for a function."""
        self.begin(f, self.pick([0, 1, 1]) if f.parameters else 1)
        f.body = self.block(depth, 4)
        if self.shape == "recursion":
            f.body.append(self.recursive_call(self.pick(self.functions[:-1])))
            f.body += self.some(1)
        if self.chance(35):
            f.body.append(self.spot())
        f.body.append(self.return_())


def make(seed):
    """(seed, program, truth); what has too many states is drawn again."""
    attempt = 0
    while True:
        g = Generator(seed, attempt)
        try:
            first = truth.Exploration(g.program, is_open=True)
            mood = Facts(g, first.seen).settle()
            out = truth.Truth(g.program)
            # What is true at all places cannot fail anywhere.
            assert not out.failed or mood != "safe" or g.has_error, seed
            return seed, g.program, out
        except truth.TooMany:
            attempt += 1


def programs(seeds):
    return [make(seed) for seed in seeds]


def main():
    _, program, found = make(int(sys.argv[1]))
    print("// %s; %d states; %s" % (" ".join(program.options()), found.runs, "fails with %s" % found.inputs if found.failed else "safe"))
    print(program.text(), end="")


if __name__ == "__main__":
    main()
