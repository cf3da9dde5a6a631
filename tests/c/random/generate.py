#!/usr/bin/env python3
"""Small random C programs without undefined behaviour: the same seed gives the same
program.

    generate.py [--check=NAME,...] [--native] SEED     prints one

At most three inputs of few bits, loops, arrays, pointers, structs, calls, recursion,
casts, switch, goto, static locals, function pointers, the heap. Overflow wraps;
indices are masked, divisors and shifts are guarded, everything is initialised.
With --check, some of the operations that these checks are about are not guarded;
the program that tells the truth (native.py) has the checks written out instead.

What an assertion says is decided when a first run with all inputs has shown what is
true at its place: that, or the same off by one, or something random."""
import argparse
import random
import re
import sys
import tempfile

sys.dont_write_bytecode = True
import native  # noqa: E402
from tree import Block, Node, Program  # noqa: E402

# name, bits where they differ by machine as (ILP32, LP64), signed, input function
TYPES = {
    "char": (8, True, "char"), "signed char": (8, True, None), "unsigned char": (8, False, "uchar"), "short": (16, True, "short"),
    "unsigned short": (16, False, "ushort"), "int": (32, True, "int"), "unsigned": (32, False, "uint"), "long": (0, True, "long"),
    "unsigned long": (0, False, "ulong"), "long long": (64, True, "longlong"), "unsigned long long": (64, False, "ulonglong"),
    "_Bool": (1, False, "bool"),
}
COMMON = ["int"] * 8 + ["unsigned"] * 3 + ["char", "unsigned char", "short", "unsigned short", "long long", "signed char", "long",
                                            "unsigned long", "unsigned long long"]
EDGES = ["127", "128", "(-128)", "(-129)", "255", "256", "32767", "32768", "(-32768)", "65535", "65536", "2147483647", "(-2147483647 - 1)",
         "2147483648u", "4294967295u", "4294967296LL", "9223372036854775807LL", "(-9223372036854775807LL - 1)"]


def word(value):
    """A constant as C writes it."""
    if value == -2**63:
        return "(-9223372036854775807LL - 1)"
    if -2**31 < value < 2**31:
        return "(%d)" % value if value < 0 else "%d" % value
    return "(%dLL)" % value


class Variable:
    def __init__(self, name, type_, depth, kind="scalar", count=0, fields=(), is_writable=True, base=None):
        self.name, self.type, self.depth = name, type_, depth
        self.kind = kind  # scalar, array, struct, pointer (to scalar), record (pointer to struct), range (pointer into an array)
        self.count = count
        self.fields = fields  # of structs: (name, type, is bit-field)
        self.is_writable = is_writable
        self.base = base  # range: the array


class Function:
    def __init__(self, name, result, parameters, is_recursive=False):
        self.name, self.result, self.parameters, self.is_recursive = name, result, parameters, is_recursive


class Generator:
    def __init__(self, seed, checks=()):
        self.dice = random.Random(seed)
        self.checks = tuple(checks)
        self.ilp32 = self.chance(50)
        self.depth = 0
        self.names = 0
        self.scope = []  # variables that can be seen
        self.functions, self.structs, self.tables = [], [], []
        self.bits = self.pick([5, 7, 8, 9])  # for inputs
        self.spots = []
        self.loops = 0  # around
        self.breakable = 0
        self.result = None  # type of the function at hand
        self.own_assert = self.pick(["__VERIFIER_error", "reach_error", "assert", "own"])
        self.is_risky = bool(checks)
        self.budget = self.pick([6, 10, 16, 24])
        self.owner = "*"  # the function at hand
        self.told = []  # (function, name) of integers, for predicates
        self.tainted = {}  # variables that depend on inputs: values that they may have, or None
        self.asked, self.conditions = {}, []  # variable: constant that it was compared with; as predicates

    def chance(self, percent):
        return self.dice.randrange(100) < percent

    def pick(self, items):
        return items[self.dice.randrange(len(items))]

    def fresh(self, letter):
        self.names += 1
        return "%s%d" % (letter, self.names)

    def bits_of(self, type_):
        return TYPES[type_][0] or (32 if self.ilp32 else 64)

    def constant(self):
        if self.chance(70):
            return Node(word(self.dice.randrange(-3, 6)))
        if self.chance(40):
            return Node(self.pick(["7", "8", "10", "15", "16", "31", "100", "1u", "3u", "0LL", "'a'"]))
        return Node(self.pick(EDGES))

    def seen(self, *kinds):
        return [v for v in self.scope if v.kind in kinds]

    def index(self, count, depth):
        """An expression in bounds, as a node."""
        e = self.expression(depth)
        if "bounds" in self.checks and self.chance(45):
            low, mask = self.pick([(0, 3), (0, 7), (-1, 3), (0, 1), (1, 3), (2, 1)])
            inner = Node("((@) & %d)" % mask + (" + %d" % low if low > 0 else " - %d" % -low if low < 0 else ""), e)
            return Node("@", inner, native="at(@, %d)" % count)
        if count in (1, 2, 4):
            return Node("(@) & %d" % (count - 1), e)
        return Node("(unsigned)(@) %% %du" % count, e)

    def lvalue(self, depth=1, must_write=False):
        """Something to read, or to write to: (node, type)."""
        kinds = ["scalar"] * 5 + ["array", "struct", "pointer", "record", "range"]
        for _ in range(6):
            found = self.seen(self.pick(kinds))
            found = [v for v in found if v.is_writable or not must_write]
            if not found:
                continue
            v = self.pick(found[-6:] if self.chance(60) else found)
            if v.kind == "scalar":
                return Node(v.name), v.type
            if v.kind == "array":
                return Node(v.name + "[@]", self.index(v.count, depth - 1)), v.type
            if v.kind == "struct":
                name, type_, _ = self.pick(v.fields)
                return Node("%s.%s" % (v.name, name)), type_
            if v.kind == "record":
                name, type_, _ = self.pick(v.fields)
                return self.through(v, "->" + name), type_
            if v.kind == "pointer":
                return self.through(v, None), v.type
            if v.kind == "range":
                plain = "%s[(@) - (%s - %s)]" % (v.name, v.name, v.base.name)
                return Node(plain, self.index(v.count, depth - 1)), v.type
        return None, None

    def through(self, v, arrow):
        """*p or p->f; with the checks written out in the program that tells the truth."""
        how = {"null": "some", "heap": "live"}.get(getattr(v, "risk", None))
        plain = "(*%s)" % v.name if arrow is None else v.name + arrow
        if how is None:
            return Node(plain)
        checked = "((__typeof__(%s))%s(%s))" % (v.name, how, v.name)
        return Node(plain, native="(*%s)" % checked if arrow is None else checked + arrow)

    def leaf(self, depth=0):
        if self.chance(30):
            return self.constant()
        tainted = [v for v in self.seen("scalar") if v.name in self.tainted]
        if tainted and self.chance(40):
            return Node(self.pick(tainted).name)
        node, _ = self.lvalue(depth)
        return node or self.constant()

    def expression(self, depth=2):
        if depth <= 0 or self.chance(25):
            return self.leaf(depth)
        kind = self.dice.randrange(100)
        sub = lambda: self.expression(depth - 1)  # noqa: E731
        if kind < 38:
            return Node("(@ %s @)" % self.pick("+ + - - * & | ^".split()), sub(), sub())
        if kind < 54:
            return Node("(@ %s @)" % self.pick("== != < <= > >=".split()), sub(), sub())
        if kind < 60:
            return Node("(@ %s @)" % self.pick(["&&", "||"]), sub(), sub())
        if kind < 66:
            return Node("(%s@)" % self.pick("-~!"), Node("(@)", sub()))
        if kind < 76:
            return Node("(%s)(@)" % self.pick(COMMON + ["_Bool"]), sub())
        if kind < 82:
            return self.division(sub(), sub())
        if kind < 88:
            shift = self.pick(["<<", ">>", ">>"])
            return Node("(@ %s ((@) & %d))" % (shift, self.pick([1, 3, 7, 15])), sub(), sub())
        if kind < 93:
            return Node("(@ ? @ : @)", sub(), sub(), sub())
        if kind < 94:
            return Node("(@, @)", sub(), sub())
        if kind < 96:
            pointers = self.seen("pointer", "record", "range")
            if len(pointers) >= 1 and not self.is_risky:
                a = self.pick(pointers)
                same = [v for v in pointers if (v.type, v.kind) == (a.type, a.kind)]
                return Node("(%s %s %s)" % (a.name, self.pick(["==", "!="]), self.pick(same).name))
            return sub()
        return self.call(depth - 1) or sub()

    def condition(self):
        """Of a branch or a loop. Often a plain one, and often about what was asked before: what
        was known of a variable must be forgotten when it changes."""
        found = self.seen("scalar")
        if not found or self.chance(40):
            return self.expression(2)
        tainted = [v for v in found if v.name in self.tainted]
        found = tainted if tainted and self.chance(75) else found
        asked = [v for v in found if v.name in self.asked]
        v = self.pick(asked) if asked and self.chance(70) else self.pick(found)
        constant = self.asked.get(v.name) if self.chance(60) else None
        constant = constant or self.near(v)
        self.asked[v.name] = constant
        operator = self.pick(["<", "<=", "==", "!=", ">"])
        self.conditions.append(((v.name, constant.strip("()")), "%s: %s %s %s" % (self.owner, v.name, operator, constant)))
        return Node("(@ %s @)" % operator, Node(v.name), Node(constant))

    def near(self, v):
        """A constant that it makes sense to compare a variable with."""
        window = self.tainted.get(v.name)
        return word(self.dice.randrange(*window) if window and self.chance(80) else self.dice.randrange(-1, 5))

    def taint(self, name, e):
        if set(re.findall(r"\bv\d+\b", e.render(False))) & set(self.tainted):
            self.tainted[name] = None

    def division(self, a, b):
        operator = self.pick("/%")
        if "division" in self.checks and self.chance(60):
            inner = Node(self.pick(["((@) & 3)", "((@) & 1)", "((@) & 3) + 1", "((@) & 7) - 2 > 0"]), b)
            return Node("((@) %s (@))" % operator, a, inner)
        if self.chance(30):
            return Node("((@) %s %s)" % (operator, self.pick(["3", "(-3)", "2", "7u", "256"])), a)
        return Node("((@) %s (((@) & %d) + 1))" % (operator, self.pick([1, 3, 7])), a, b)

    def argument(self, parameter, depth):
        """For a parameter (kind, type, ...): a node, or None if nothing fits."""
        if parameter.kind == "scalar":
            return self.expression(depth)
        if parameter.kind == "pointer":
            return self.address(parameter.type, 10**6)
        if parameter.kind == "array":
            found = [v for v in self.seen("array") if (v.type, v.count) == (parameter.type, parameter.count) and v.is_writable]
            return Node(self.pick(found).name) if found else None
        if parameter.kind in ("struct", "record"):
            found = [v for v in self.seen("struct") if v.type == parameter.type]
            heap = [v for v in self.seen("record") if v.type == parameter.type and not getattr(v, "risk", None)]
            if heap and self.chance(40):
                return Node(("*" if parameter.kind == "struct" else "") + self.pick(heap).name)
            return Node(("&" if parameter.kind == "record" else "") + self.pick(found).name) if found else None
        return None

    def call(self, depth, function=None):
        """A call of some function whose arguments can be had, or None."""
        if self.loops > 1 or not (self.functions or self.tables):
            return None
        if function is None and self.tables and self.chance(30):
            name, count = self.pick(self.tables)
            return Node("%s[(@) & %d](@, @)" % (name, count - 1), self.expression(depth), self.expression(depth), self.expression(depth))
        if not self.functions:
            return None
        function = function or self.pick(self.functions)
        arguments = []
        for i, p in enumerate(function.parameters):
            if i == 0 and function.is_recursive:
                arguments.append(Node("(@) & 3", self.expression(depth)) if self.chance(60) else Node(self.pick(["1", "3", "5"])))
            else:
                arguments.append(self.argument(p, depth))
        if None in arguments:
            return None
        return Node("%s(%s)" % (function.name, ", ".join("@" for _ in arguments)), *arguments)

    def address(self, type_, depth):
        """A pointer to something of a type that lives as long as what is declared at a depth."""
        found = []
        for v in self.scope:
            if v.depth > depth or not v.is_writable:
                continue
            if v.kind == "scalar" and v.type == type_ and not getattr(v, "is_register", False):
                found.append(Node("&" + v.name))
            elif v.kind == "array" and v.type == type_:
                found.append(Node("&%s[@]" % v.name, Node("(@) & 1" if v.count > 1 else "(@) & 0", self.leaf())))
            elif v.kind == "struct":
                found += [Node("&%s.%s" % (v.name, f)) for f, t, is_bits in v.fields if t == type_ and not is_bits]
            elif v.kind == "pointer" and v.type == type_ and getattr(v, "risk", None) is None:
                found.append(Node(v.name))
        if not found:
            return None
        a, b = self.pick(found), self.pick(found)
        if a is not b and self.chance(50):
            return Node("((@) ? @ : @)", self.expression(1), a, b)
        return a

    def declare(self, v):
        self.scope.append(v)
        if v.kind == "scalar":
            self.told.append((self.owner, v.name))
        return v

    def input_value(self):
        """(declaration, variable) of an input of few bits, or None if there were enough."""
        bits = self.dice.randrange(1, 5)
        weight = bits * (3 if self.loops else 1)
        if weight > self.bits:
            return None
        self.bits -= weight
        type_ = self.pick([t for t in TYPES if TYPES[t][2]] + ["int"] * 6 + ["unsigned"] * 2)
        name = self.fresh("v")
        function, width, is_signed = TYPES[type_][2], self.bits_of(type_), TYPES[type_][1]
        self.declare(Variable(name, type_, self.depth))
        count = 1 << bits
        self.tainted[name] = (0, count)
        if type_ == "_Bool":
            return [Node("_Bool %s = __VERIFIER_nondet_bool();" % name, native="_Bool %s = input(0, 1);" % name, kind="s")]
        if self.chance(35):
            plain = "%s %s = __VERIFIER_nondet_%s() & %d;" % (type_, name, function, count - 1)
            return [Node(plain, native="%s %s = input(0, %d);" % (type_, name, count - 1), kind="s")]
        # A window of values, some at the ends of the type.
        top = (1 << (width - 1)) if is_signed else (1 << width)
        bottom = -(1 << (width - 1)) if is_signed else 0
        low = self.pick([0, 0, 0, -count // 2, -1, bottom, top - count, 127 - count // 2, 255 - count // 2])
        low = max(bottom, min(low, top - count))
        if low >= 2**63 - count:
            low = 0
        self.tainted[name] = (low, low + count)
        suffix = "" if is_signed else ("ull" if width == 64 else "u")
        border = lambda x: word(x) if is_signed else "%d%s" % (x, suffix)  # noqa: E731
        condition = "%s >= %s && %s <= %s" % (name, border(low), name, border(low + count - 1))
        if low == 0 and not is_signed:
            condition = "%s < %s" % (name, border(count))
        return [Node("%s %s = __VERIFIER_nondet_%s(); __VERIFIER_assume(%s);" % (type_, name, function, condition),
                     native="%s %s = (%s)input(%s, %s);" % (type_, name, type_, word(low), word(low + count - 1)), kind="s")]

    def declaration(self):
        kind = self.dice.randrange(100)
        name, type_ = self.fresh("v"), self.pick(COMMON)
        if kind < 45:
            static = self.chance(8)
            e = self.constant() if static else self.expression(2)
            v = Variable(name, type_, self.depth)
            node = Node(("static " if static else "") + "%s %s = @;" % (type_, name), e, kind="s")
            self.declare(v)
            self.taint(name, e)
            return node
        if kind < 62:
            count = self.pick([2, 3, 4, 4])
            values = [self.expression(1) for _ in range(self.pick([count, count, 1]))]
            node = Node("%s %s[%d] = {%s};" % (type_, name, count, ", ".join("@" for _ in values)), *values, kind="s")
            self.declare(Variable(name, type_, self.depth, "array", count))
            return node
        if kind < 75:
            return self.pointer(name, type_)
        if kind < 82:
            arrays = [v for v in self.seen("array") if v.is_writable]
            if arrays:
                a = self.pick(arrays)
                node = Node("%s *%s = &%s[%d];" % (a.type, name, a.name, self.dice.randrange(a.count)), kind="s")
                self.declare(Variable(name, a.type, self.depth, "range", a.count, is_writable=True, base=a))
                return node
        if not self.structs:
            return self.plain(name, type_)
        return self.structure(name)

    def plain(self, name, type_):
        node = Node("%s %s = @;" % (type_, name), self.expression(1), kind="s")
        self.declare(Variable(name, type_, self.depth))
        return node

    def pointer(self, name, type_):
        scalars = [v for v in self.seen("scalar") if v.is_writable]
        if scalars and self.chance(70):
            type_ = self.pick(scalars).type
        target = self.address(type_, self.depth)
        if target is None:
            return self.plain(name, type_)
        v = Variable(name, type_, self.depth, "pointer")
        if "null" in self.checks and self.chance(50):
            v.risk = "null"
            target = Node("((@) ? 0 : @)", self.expression(1), target)
        self.declare(v)
        return Node("%s *%s = @;" % (type_, name), target, kind="s")

    def structure(self, name):
        tag, fields = self.pick(self.structs)
        if self.chance(35) and not self.loops:
            v = Variable(name, "struct " + tag, self.depth, "record", fields=fields)
            if "free" in self.checks:
                v.risk = "heap"
            plain = "struct %s *%s = malloc(sizeof(struct %s));" % (tag, name, tag)
            own = "struct %s *%s = allocate(sizeof(struct %s));" % (tag, name, tag)
            rest = "".join(" %s->%s = @;" % (name, field) for field, _, _ in fields)
            values = [self.expression(1) for _ in fields]
            self.declare(v)
            return Node(plain + rest, *values, native=own + rest, kind="s")
        values = [self.expression(1) for _ in fields]
        others = [v for v in self.seen("struct") if v.type == "struct " + tag]
        if others and self.chance(40):
            node = Node("struct %s %s = %s;" % (tag, name, self.pick(others).name), kind="s")
        else:
            node = Node("struct %s %s = {%s};" % (tag, name, ", ".join("@" for _ in values)), *values, kind="s")
        self.declare(Variable(name, "struct " + tag, self.depth, "struct", fields=fields))
        return node

    def block(self, size, *first, last=()):
        """A block of its own scope; 'last' are functions that make its last statements."""
        self.depth += 1
        kept = len(self.scope)
        out = list(first)
        for _ in range(size):
            made = self.statement()
            out += made if isinstance(made, list) else [made] if made else []
        out += [x for x in (make() for make in last) if x]
        del self.scope[kept:]
        self.depth -= 1
        return Block(out)

    def body(self, *first):
        return self.block(self.dice.randrange(1, 4), *first)

    def tick(self):
        return Node("", native="tick();", kind="s", fixed=True)

    def statement(self):
        self.budget -= 1
        kind = self.dice.randrange(100)
        if self.budget <= 0 or self.depth > 4:
            kind = kind % 40
        if kind < 14:
            return self.declaration()
        if kind < 40:
            return self.assignment()
        if kind < 55:
            condition = self.condition()
            if self.chance(50):
                return Node("if (@) @ else @", condition, self.body(), self.body(), kind="s")
            return Node("if (@) @", condition, self.body(), kind="s")
        if kind < 68:
            return self.loop()
        if kind < 73:
            return self.switch()
        if kind < 77:
            return self.jump()
        if kind < 83:
            made = self.call(1)
            return Node("@;", made, kind="s") if made else self.assignment()
        if kind < 87:
            return self.assertion()
        if kind < 88:
            return self.input_value() or self.assignment()
        if kind < 91:
            return self.ask_again()
        if kind < 92:
            return Node("__VERIFIER_assume(@);", self.expression(2), native="ASSUME(@);", kind="s")
        return self.rare()

    def assignment(self):
        pointers = [v for v in self.seen("pointer") if getattr(v, "risk", None) != "heap"]
        if pointers and self.chance(12):
            p = self.pick(pointers)
            target = self.address(p.type, p.depth)
            if target is not None and p.is_writable:
                if getattr(p, "risk", None) == "null" and self.chance(40):
                    target = Node("((@) ? 0 : @)", self.expression(1), target)
                return Node("%s = @;" % p.name, target, kind="s")
        left, type_ = self.lvalue(1, must_write=True)
        if left is None:
            return self.declaration()
        if self.chance(15):
            return Node("@%s;" % self.pick(["++", "--"]), left, kind="s")
        operator = self.pick(["="] * 6 + ["+=", "+=", "-=", "*=", "^=", "|=", "&="])
        if self.chance(5):
            return Node("@ %s ((@) & 7);" % self.pick(["<<=", ">>="]), left, self.expression(1), kind="s")
        right = self.expression(self.pick([1, 2, 2, 3]))
        self.taint(left.text, right)
        return Node("@ %s @;" % operator, left, right, kind="s")

    def ask_again(self):
        """A variable is compared, changed, and compared again in the same way."""
        found = [v for v in self.seen("scalar") if v.is_writable]
        if not found or self.depth > 4:
            return self.assignment()
        tainted = [v for v in found if v.name in self.tainted]
        v, operator = self.pick(tainted or found), self.pick(["<", "<=", "==", "!=", ">"])
        constant = self.near(v)
        self.asked[v.name] = constant
        test = "%s %s %s" % (v.name, operator, constant)
        self.conditions.append(((v.name, constant.strip("()")), "%s: %s" % (self.owner, test)))
        change = Node("%s = @;" % v.name, self.expression(2), kind="s")
        one, other = self.block(1, last=[self.assertion]), self.block(0, last=[self.assertion])
        inner = Block([change, Node("if (%s) @ else @" % test, one, other, kind="s")])
        return Node("if (%s) @" % test, inner, kind="s")

    def loop(self):
        if self.loops >= 2:
            return self.assignment()
        name = self.fresh("v")
        kind = self.dice.randrange(10)
        many = self.pick([2, 3, 4])
        kept = len(self.scope)
        # The body may change a bound, but not beyond its mask.
        bound = Node(word(many)) if self.chance(50) else Node("((@) & %d)" % self.pick([1, 3]), self.expression(1))
        self.loops += 1
        self.breakable += 1
        self.depth += 1
        counter = self.declare(Variable(name, "int", self.depth, is_writable=False))
        counter.is_register = True
        type_ = self.pick(["int", "int", "unsigned", "char", "unsigned char"])
        counter.type = type_
        if kind < 5:
            out = Node("for (%s %s = 0; %s < @; %s++) @" % (type_, name, name, name), bound, self.body(self.tick()), kind="s")
        elif kind < 7:
            out = Node("for (%s %s = %d; %s > 0 && @; %s--) @" % (type_, name, many, name, name), self.condition(), self.body(self.tick()), kind="s")
        elif kind < 9:
            inner = self.body(self.tick())
            inner.kids.insert(0, Node("%s--;" % name, kind="s", fixed=True))
            out = Node("{ %s %s = %d; while (%s > 0 && @) @ }" % (type_, name, many, name), self.condition(), inner, kind="s")
        else:
            inner = self.body(self.tick())
            inner.kids.insert(0, Node("%s--;" % name, kind="s", fixed=True))
            out = Node("{ %s %s = %d; do @ while (%s > 0 && @); }" % (type_, name, many, name), inner, self.expression(1), kind="s")
        self.depth -= 1
        self.loops -= 1
        self.breakable -= 1
        del self.scope[kept:]
        return out

    def switch(self):
        cases = self.dice.sample(["0", "1", "2", "3", "-1", "7", "default"], self.dice.randrange(2, 5))
        parts, kids = [], [self.expression(2)]
        for case in cases:
            parts.append(("default:" if case == "default" else "case %s:" % case) + " @" + self.pick([" break;", " break;", ""]))
            kids.append(self.body())
        return Node("switch ((@) & 3) { %s }" % " ".join(parts) if self.chance(60) else "switch (@) { %s }" % " ".join(parts), *kids, kind="s")

    def jump(self):
        label = self.fresh("L")
        kind = self.dice.randrange(4)
        if kind == 0:
            return Node("if (@) goto %s; @ %s: ;" % (label, label), self.condition(), self.body(), kind="s")
        if self.loops >= 2:
            return self.assignment()
        name = self.fresh("v")
        self.loops += 1
        was, self.breakable = self.breakable, 0
        first, second = self.body(self.tick()), self.body()
        self.breakable = was
        self.loops -= 1
        many = self.pick([1, 2, 3])
        if kind < 3:
            return Node("{ int %s = 0; %s: ; @ if (%s++ < %d && (@)) goto %s; }" % (name, label, name, many, label), first, self.expression(2), kind="s")
        # Into a loop.
        return Node("{ int %s = 0; if (@) goto %s; while (%s < %d) { @ %s: ; @ %s++; } }" % (name, label, name, many, label, name),
                    self.expression(2), first, second, kind="s")

    def rare(self):
        kind = self.dice.randrange(8)
        if kind < 2 and self.breakable:
            return Node("if (@) %s;" % self.pick(["break", "continue"]), self.condition(), kind="s")
        if kind < 4 and self.result:
            return Node("if (@) return @;", self.condition(), self.expression(1), kind="s")
        if kind == 4:
            return Node("if (@) %s;" % self.pick(["exit(0)", "abort()"]), self.expression(2), native="if (@) block();", kind="s")
        structs = [v for v in self.seen("struct") if v.is_writable]
        if kind == 5 and structs:
            a = self.pick(structs)
            b = self.pick([v for v in structs if v.type == a.type])
            if self.chance(50):
                return Node("%s = %s;" % (a.name, b.name), kind="s")
            if a is not b:
                return Node("memcpy(&%s, &%s, sizeof(%s));" % (a.name, b.name, a.name), kind="s")
        arrays = [v for v in self.seen("array") if v.is_writable and v.type != "_Bool"]
        if kind == 6 and arrays:
            a = self.pick(arrays)
            return Node("memset(%s, %d, %d * sizeof(%s[0]));" % (a.name, self.pick([0, 1, 255]), self.dice.randrange(1, a.count + 1), a.name), kind="s")
        heap = [v for v in self.seen("record") if getattr(v, "risk", None) == "heap"]
        if heap:
            v = self.pick(heap)
            if self.chance(70):
                return Node("if (@) free(%s);" % v.name, self.expression(2), native="if (@) release(%s);" % v.name, kind="s")
            same = [w for w in heap if w.type == v.type and w.depth <= v.depth]
            return Node("if (@) %s = %s;" % (v.name, self.pick(same).name if same and self.chance(70) else "0"), self.expression(1), kind="s")
        return self.assignment()

    def assertion(self):
        """What it says is decided later (see settle)."""
        if len(self.spots) >= 8:
            return self.assignment()
        kind = self.dice.randrange(4)
        if kind < 2:
            e, _ = self.lvalue(1)
            e = e or self.expression(1)
        elif kind == 2:
            e = Node("(@ - @)", self.leaf(), self.leaf())
        else:
            e = self.expression(2)
        number = len(self.spots)
        node = Node("(void)(@);", e, native="observe(%d, (long long)(@));" % number, kind="s")
        node.random = self.expression(2)
        self.spots.append(node)
        return node

    def claim(self, node, seen):
        """The condition: true at each visit, or off by one, or random."""
        e = node.kids[0]
        as_word = "(long long)(@)"
        shift = 0 if self.chance(90 if self.is_risky else 60) else 1
        if self.chance(20) and not self.is_risky:
            return node.random
        if seen["count"] == 0:
            return Node("0") if self.chance(60) else Node("(%s == %s)" % (as_word, word(self.dice.randrange(4))), e)
        kind = self.dice.randrange(5)
        if kind == 0:
            return Node("(%s <= %s)" % (as_word, word(max(seen["max"] - shift, -2**63))), e)
        if kind == 1:
            return Node("(%s >= %s)" % (as_word, word(min(seen["min"] + shift, 2**63 - 1))), e)
        if kind == 2 and seen["distinct"] <= 3:
            values = list(seen["values"])
            if shift:
                i = self.dice.randrange(len(values))
                values[i] = max(-2**63, min(2**63 - 1, values[i] + self.pick([1, -1])))
            # The same expression again is evaluated again: only where that changes nothing.
            if len(values) == 1 or "(" not in e.render(False):
                return Node("(%s)" % " || ".join("%s == %s" % (as_word, word(v)) for v in values), *[e for _ in values])
        if kind == 3:
            same = ~(seen["ones"] & seen["zeros"]) & 0xff
            value = seen["ones"] & same
            if shift:
                value ^= 1 << self.dice.randrange(8)
            return Node("((%s & %d) == %d)" % (as_word, same, value & same), e)
        missing = [x for x in range(max(seen["min"] - 3, -2**63), seen["min"] + 6) if x not in seen["values"]]
        if seen["distinct"] > 8:
            missing = [x for x in missing if x < seen["min"]]
        present = seen["values"]
        if missing and not shift:
            return Node("(%s != %s)" % (as_word, word(self.pick(missing))), e)
        return Node("(%s != %s)" % (as_word, word(self.pick(present))), e)

    def settle(self, spots):
        """Makes assertions of the places, from what was seen there."""
        for number, node in enumerate(self.spots):
            condition = self.claim(node, spots[number])
            node.kids = [condition]
            node.native = "if (!(@)) FAIL;"
            node.text = {"assert": "assert(@);", "own": "__VERIFIER_assert(@);"}.get(self.own_assert, "if (!(@)) %s();" % self.own_assert)
            if self.own_assert == "own":
                node.native = "__VERIFIER_assert(@);"

    def structs_and_globals(self):
        out = []
        for _ in range(self.pick([0, 1, 1, 2])):
            tag = self.fresh("S")
            fields = []
            for i in range(self.dice.randrange(1, 4)):
                type_ = self.pick(COMMON)
                is_bits = self.chance(12) and self.bits_of(type_) >= 8
                fields.append(("m%d" % i, type_, is_bits))
            width = lambda t, b: " : %d" % self.dice.randrange(1, min(self.bits_of(t), 7) + 1) if b else ""  # noqa: E731
            out.append(Node("struct %s { %s };" % (tag, " ".join("%s %s%s;" % (t, f, width(t, b)) for f, t, b in fields)), kind="s"))
            self.structs.append((tag, fields))
        for _ in range(self.dice.randrange(0, 4)):
            name, type_ = self.fresh("g"), self.pick(COMMON)
            if self.chance(20):
                count = self.pick([2, 3, 4])
                out.append(Node("%s %s[%d] = {@};" % (type_, name, count), self.constant(), kind="s"))
                self.declare(Variable(name, type_, 0, "array", count))
            elif self.structs and self.chance(25):
                tag, fields = self.pick(self.structs)
                out.append(Node("struct %s %s;" % (tag, name), kind="s"))
                self.declare(Variable(name, "struct " + tag, 0, "struct", fields=fields))
            elif self.chance(15) and self.seen("scalar"):
                target = self.pick(self.seen("scalar"))
                out.append(Node("%s *%s = &%s;" % (target.type, name, target.name), kind="s"))
                self.declare(Variable(name, target.type, 0, "pointer"))
            else:
                out.append(self.plain_global(name, type_))
                self.declare(Variable(name, type_, 0))
        return out

    def plain_global(self, name, type_):
        static = "static " if self.chance(30) else ""
        if self.chance(60):
            return Node("%s%s %s = @;" % (static, type_, name), self.constant(), kind="s")
        return Node("%s%s %s;" % (static, type_, name), kind="s")

    def parameter(self):
        kind = self.dice.randrange(10)
        name, type_ = self.fresh("v"), self.pick(COMMON)
        if kind < 5:
            return Variable(name, type_, 1)
        if kind < 7:
            return Variable(name, type_ if self.chance(40) else "int", 1, "pointer")
        if kind < 8:
            return Variable(name, "int", 1, "array", 4)
        if self.structs:
            tag, fields = self.pick(self.structs)
            return Variable(name, "struct " + tag, 1, self.pick(["struct", "record"]), fields=fields)
        return Variable(name, type_, 1)

    def function(self, parameters=None, result=None):
        name = self.fresh("f")
        is_recursive = parameters is None and self.chance(30)
        parameters = parameters or [self.parameter() for _ in range(self.dice.randrange(0, 4))]
        result = result or self.pick(COMMON)
        if is_recursive:
            parameters.insert(0, Variable(self.fresh("v"), "int", 1, is_writable=False))
            parameters[0].is_register = True
        kept = len(self.scope)
        self.owner = name
        for p in parameters:
            self.declare(p)
            if p.kind == "scalar" and self.chance(70):
                self.tainted[p.name] = None
        made = Function(name, result, parameters, is_recursive)
        self.result, self.depth = result, 1
        self.budget += 6
        first = [self.tick()]
        if is_recursive:
            first.append(Node("if (%s <= 0) return @;" % parameters[0].name, self.expression(1), kind="s", fixed=True))
        was = self.loops
        self.loops = 1 if is_recursive else self.loops
        inner = self.block(self.dice.randrange(1, 4), *first)
        self.loops = was
        self.depth = 1
        if is_recursive:
            inner.kids.append(self.recur(made))
        inner.kids.append(Node("return @;", self.expression(2), kind="s", fixed=True))
        del self.scope[kept:]
        self.result = None
        self.functions.append(made)
        head = "%s %s(%s) @" % (result, name, ", ".join(self.spell(p) for p in parameters) or "void")
        return Node(head, inner, kind="s")

    def spell(self, p):
        return {"scalar": "%s %s", "pointer": "%s *%s", "array": "%s %s[]", "struct": "%s %s", "record": "%s *%s"}[p.kind] % (p.type, p.name)

    def recur(self, f):
        arguments = []
        for p in f.parameters[1:]:
            a = self.argument(p, 1) if p.kind == "scalar" else None
            arguments.append(a or Node(p.name))
        call = Node("%s(%s)" % (f.name, ", ".join(["%s - 1" % f.parameters[0].name] + ["@"] * len(arguments))), *arguments)
        left, _ = self.lvalue(0, must_write=True)
        if left is None:
            return Node("@;", call, kind="s")
        return Node("@ = @;", left, call, kind="s")

    def use(self, f):
        """A call of f whose result goes somewhere."""
        call = self.call(1, f)
        left, _ = self.lvalue(0, must_write=True)
        if call is None:
            return None
        return Node("@ %s @;" % self.pick(["=", "=", "+=", "^="]), left, call, kind="s") if left else Node("@;", call, kind="s")

    def table(self):
        """An array of pointers to functions of two ints."""
        two = lambda: [Variable(self.fresh("v"), "int", 1), Variable(self.fresh("v"), "int", 1)]  # noqa: E731
        out = [self.function(two(), "int"), self.function(two(), "int")]
        name = self.fresh("g")
        out.append(Node("int (*%s[2])(int, int) = {%s};" % (name, ", ".join(f.name for f in self.functions[-2:])), kind="s"))
        self.tables.append((name, 2))
        return out

    def program(self):
        out = self.structs_and_globals()
        if self.own_assert == "own":
            out.append(Node("void __VERIFIER_assert(int c) { if (!c) { ERROR: __VERIFIER_error(); } }",
                            native="void __VERIFIER_assert(int c) { if (!c) { FAIL; } }", kind="s"))
        for _ in range(self.pick([0, 1, 1, 2, 3])):
            out.append(self.function())
        if self.chance(15):
            out += self.table()
        self.depth = 1
        self.result = "int"
        self.owner = "main"
        first = []
        for _ in range(self.pick([2, 2, 3])):
            first += self.input_value() or []
        self.budget += 8
        calls = [lambda f=f: self.use(f) for f in self.functions if self.chance(75)]
        inner = self.block(self.dice.randrange(3, 9), *first, last=calls + [self.assertion] * self.pick([1, 1, 2]))
        inner.kids.append(Node("return 0;", kind="s", fixed=True))
        out.append(Node("int main(void) @", inner, kind="s", fixed=True))
        made = Program(Block(out, is_bare=True), self.ilp32, self.checks)
        made.predicates = self.predicates()
        return made

    def predicates(self):
        """Conditions over integers, as 'custos check --predicates' reads them: [(names, line)]."""
        dice, out = random.Random(len(self.told)), []  # the program must not depend on them
        everywhere = [name for owner, name in self.told if owner == "*"]
        for owner, name in self.told:
            others = [n for o, n in self.told if o == owner] + everywhere
            for _ in range(2):
                other = dice.choice(others + ["0", "1", "2", "3", "-1", "7", "127", "255"])
                out.append(((name, other), "%s: %s %s %s" % (owner, name, dice.choice(["<", "<=", "==", "!=", ">"]), other)))
        dice.shuffle(out)
        return (self.conditions + out)[:16]


def is_small(truth):
    return truth.is_usable() and truth.ticks <= 150 and truth.runs <= 1200


def draft(seed, attempt, checks):
    made = Generator("%d.%d.%s" % (seed, attempt, ",".join(checks)), checks)
    return made, made.program()


def programs(seeds, checks_of, folder):
    """[(seed, program, truth)], one of each seed; programs that take too long are drawn again. checks_of(seed) is a tuple."""
    done, open_ = {}, {seed: 0 for seed in seeds}
    while open_:
        drafts = {seed: draft(seed, attempt, checks_of(seed)) for seed, attempt in open_.items()}
        first = truths({seed: p for seed, (_, p) in drafts.items()}, folder)
        good = {seed: drafts[seed] for seed in drafts if is_small(first[seed])}
        for seed, (made, _) in good.items():
            made.settle(first[seed].spots)
        second = truths({seed: p for seed, (_, p) in good.items()}, folder)
        for seed, (made, p) in good.items():
            if second[seed].is_usable():
                done[seed] = (seed, p, second[seed])
        open_ = {seed: attempt + 1 for seed, attempt in open_.items() if seed not in done}
    return [done[seed] for seed in seeds]


def truths(programs_by_seed, folder):
    groups, out = {}, {}
    for seed, p in programs_by_seed.items():
        groups.setdefault(native.flags(p), []).append(seed)
    for seeds in groups.values():
        for seed, truth in zip(seeds, native.run_all([programs_by_seed[s] for s in seeds], folder)):
            out[seed] = truth
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", default="")
    parser.add_argument("--native", action="store_true", help="as the truth is found")
    parser.add_argument("seed", type=int)
    options = parser.parse_args()
    checks = tuple(x for x in options.check.split(",") if x)
    with tempfile.TemporaryDirectory() as folder:
        _, program, truth = programs([options.seed], lambda _: checks, folder)[0]
    print("// %s; %d runs, %d failed %s" % (" ".join(program.options()), truth.runs, truth.failed, truth.inputs))
    print(program.native(0) if options.native else program.text())


if __name__ == "__main__":
    main()
