#!/usr/bin/env python3
"""Remopla checked slowly: an independent twin of src/lang/remopla with the engines behind it.

usage: oracle.py file.rem   prints the line:column of every claim that can fail, and every label that can be reached

It has its own scanner and parser, knows no types but those of variables, and explores all values explicitly: path edges
(module, values at its entry, place, values now) with summaries, so that recursion is exact. docs/formats/remopla.md is
what it implements. Programs must be well typed: it finds no mistakes."""
import itertools
import re
import sys

sys.setrecursionlimit(100000)
TOKEN = re.compile(r"(?P<space>\s+|//[^\n]*|\#[^\n]*|/\*.*?\*/)|(?P<text>\"[^\"\n]*\")|(?P<word>[A-Za-z_]\w*)|(?P<number>\d+)"
                   r"|(?P<mark>-->|->|::|&&|\|\||\^\^|==|!=|<=|>=|<<|>>|[=<>+\-*/%!&|^()\[\]{},;:.'])", re.S)
KEYWORDS = set("define bool int enum struct void init module if fi do od else goto break return skip assert undef true "
               "false".split())
LEVELS = [["||"], ["^^"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", "<=", ">", ">="], ["<<", ">>"], ["+", "-"],
          ["*", "/", "%"]]


class Bad(Exception):
    pass


def scan(text):
    tokens, at, line, start = [], 0, 1, 0
    while at < len(text):
        m = TOKEN.match(text, at)
        if not m:
            raise Bad("%d:%d: %r" % (line, at - start + 1, text[at:at + 9]))
        word, kind = m.group(0), m.lastgroup
        if kind != "space":
            tokens.append((kind, word, (line, at - start + 1)))
        if "\n" in word:
            line += word.count("\n")
            start = at + word.rindex("\n") + 1
        at = m.end()
    return tokens + [("end", "", (line, at - start + 1))]


class Leaf:  # one field, or all of a plain variable
    def __init__(self, field, kind, width, size, dims):
        self.field, self.kind, self.width, self.size, self.dims = field, kind, width, size, dims

    def domain(self):
        return range(self.size)


class Variable:
    """Cells of one variable: for each leaf, one after the other, the variable's dimensions first."""

    def __init__(self, name, leaves, dims, is_struct):
        self.name, self.leaves, self.dims, self.is_struct = name, leaves, dims, is_struct
        self.at, self.cells = [], 0
        for leaf in leaves:
            self.at.append(self.cells)
            self.cells += count(dims) * count(leaf.dims)

    def domains(self):
        return [leaf.domain() for leaf in self.leaves for _ in range(count(self.dims) * count(leaf.dims))]


def count(dims):
    n = 1
    for _, length in dims:
        n *= length
    return n


def bits(n):
    return max(1, n.bit_length())


class Module:
    def __init__(self, name):
        self.name, self.code, self.labels, self.variables, self.params, self.result = name, [], {}, {}, [], None
        self.order = []

    def layout(self):
        at = 0
        self.base, self.domains = {}, []
        for v in self.order:
            self.base[v.name] = at
            at += v.cells
            self.domains += v.domains()
        self.param_cells = sum(v.cells for v in self.params)


class Parser:
    def __init__(self, text, defines=None):
        self.t, self.i, self.given = scan(text), 0, dict(defines or {})
        self.constants, self.enums, self.structs, self.modules, self.rules = {}, {}, {}, {}, []
        self.globals = Module("")
        self.init, self.default, self.bound, self.single = None, None, [], False

    def peek(self, k=0):
        return self.t[min(self.i + k, len(self.t) - 1)][1]

    def kind(self, k=0):
        kind, word, _ = self.t[min(self.i + k, len(self.t) - 1)]
        return "keyword" if word in KEYWORDS else kind

    def pos(self):
        return self.t[self.i][2]

    def next(self):
        self.i += 1
        return self.t[self.i - 1][1]

    def take(self, word):
        if self.peek() != word:
            raise Bad("%s: %r where %r should be" % (self.pos(), self.peek(), word))
        self.i += 1

    def maybe(self, word):
        if self.peek() == word:
            self.i += 1
            return True
        return False

    # Expressions: (op, position, ...)
    def expr(self, level=0):
        if level == len(LEVELS):
            return self.unary()
        at = self.pos()
        a = self.expr(level + 1)
        while self.peek() in LEVELS[level] or (level == 6 and self.single and self.peek() == "="):
            op = self.next()
            a = ("==" if op == "=" else op, at, a, self.expr(level + 1))
        return a

    def unary(self):
        at = self.pos()
        if self.maybe("("):
            e = self.expr()
            self.take(")")
            return (e[0], at) + e[2:]
        if self.maybe("!"):
            return ("!", at, self.unary())
        if self.at_quantifier():
            q = self.next()
            name, lo, hi = self.range()
            return (q, at, name, lo, hi, self.expr(6))
        word = self.peek()
        if self.kind() == "number":
            return ("n", at, int(self.next()))
        if word in ("true", "false", "undef"):
            self.next()
            return (word, at)
        return self.reference()

    def at_quantifier(self):
        return self.peek() in ("A", "E") and self.kind(1) == "word" and self.peek(2) == "("

    def range(self):
        name = self.next()
        self.take("(")
        lo = self.expr()
        self.take(",")
        hi = self.expr()
        self.take(")")
        return name, lo, hi

    def reference(self):
        at, parts = self.pos(), []
        while True:
            if self.kind() != "word":
                raise Bad("%s: %r where a name should be" % (self.pos(), self.peek()))
            name, primes, indices = self.next(), 0, []
            while self.maybe("'"):
                primes += 1
            while self.maybe("["):
                indices.append(self.expr())
                self.take("]")
            parts.append((name, primes, indices))
            if not self.maybe("."):
                return ("ref", at, parts)

    def constant(self, e):
        value, width = Machine(self).ev(e, None)
        if width is not None:
            raise Bad("%s: no constant" % (e[1],))
        return value

    # Declarations
    def program(self):
        while self.kind() != "end":
            word = self.peek()
            if self.maybe(";"):
                pass
            elif self.maybe("define"):
                name = self.next()
                value = self.constant(self.expr())
                value = self.given.get(name, value)
                self.constants[name] = value
                if name == "DEFAULT_INT_BITS":
                    self.default = value
            elif word in ("bool", "int", "enum", "struct"):
                self.declare(self.globals)
            elif self.maybe("init"):
                self.init = []
                while not self.maybe(";"):
                    self.init.append(self.next())
            elif self.maybe("module"):
                self.module()
            else:
                self.rule()
        self.globals.layout()
        self.states = []
        for r in self.rules:
            for s in (r[0], r[2]):
                if s not in self.states:
                    self.states.append(s)
        for m in self.modules.values():
            m.layout()
        return self

    def base(self):
        """The first word of a type: how to make its leaves from a width."""
        word = self.next()
        if word == "void":
            return None
        if word == "bool":
            return ("b", lambda width: [Leaf(None, "b", 1, 2, [])])
        if word == "int":
            def number(width):
                w = self.default if width is None else width
                return [Leaf(None, "i", w, 1 << w, [])]
            return ("i", number)
        tag = self.next() if self.kind() == "word" else "%d" % self.i
        if self.maybe("{"):
            if word == "enum":
                names = [self.next()]
                while self.maybe(","):
                    names.append(self.next())
                self.take("}")
                self.enums[tag] = len(names)
                for i, n in enumerate(names):
                    self.constants[n] = i
            else:
                self.structs[tag] = self.fields()
        if word == "enum":
            size = self.enums[tag]
            return (("e", tag), lambda width: [Leaf(None, "e", bits(size - 1), size, [])])
        return (("s", tag), lambda width: self.structs[tag])

    def fields(self):
        leaves = []
        while not self.maybe("}"):
            base = self.base()
            while True:
                name = self.next()
                dims, width = self.dims(), self.width()
                leaf = base[1](width)[0]
                leaves.append(Leaf(name, leaf.kind, leaf.width, leaf.size, dims))
                if not self.maybe(","):
                    break
            self.take(";")
        return leaves

    def dims(self):
        dims = []
        while self.maybe("["):
            a = self.constant(self.expr())
            if self.maybe(","):
                b = self.constant(self.expr())
                dims.append((a, b - a + 1))
            else:
                dims.append((0, a))
            self.take("]")
        return dims

    def width(self):
        if not self.maybe("("):
            return None
        w = self.constant(self.expr())
        self.take(")")
        return w

    def variable(self, base):
        name = self.next()
        dims, width = self.dims(), self.width()
        return Variable(name, base[1](width), dims, isinstance(base[0], tuple) and base[0][0] == "s")

    def declare(self, module):
        base = self.base()
        if self.maybe(";"):
            return
        while True:
            v = self.variable(base)
            module.variables[v.name] = v
            module.order.append(v)
            if not self.maybe(","):
                break
        self.take(";")

    def module(self):
        base = self.base()
        dims, width = self.dims(), self.width()
        m = Module(self.next())
        if base:
            m.result = Variable("", base[1](width), dims, isinstance(base[0], tuple) and base[0][0] == "s")
        self.take("(")
        while not self.maybe(")"):
            v = self.variable(self.base())
            m.variables[v.name] = v
            m.params.append(v)
            m.order.append(v)
            self.maybe(",")
        if self.maybe(";"):
            return
        self.take("{")
        while self.peek() in ("bool", "int", "enum", "struct"):
            self.declare(m)
        self.m, self.loops = m, []
        self.statements()
        self.take("}")
        m.code.append(("ret", self.pos(), ("undef",)))
        self.modules[m.name] = m

    # Statements become instructions; jumps are instructions of their own, with a position only where a statement is one.
    def emit(self, *x):
        self.m.code.append(x)
        return len(self.m.code) - 1

    def statements(self):
        while self.peek() not in ("}", "::", "fi", "od"):
            if not self.maybe(";"):
                self.statement()

    def statement(self):
        while self.kind() == "word" and self.peek(1) == ":":
            self.m.labels[self.next()] = len(self.m.code)
            self.take(":")
        at, word = self.pos(), self.peek()
        if word in ("if", "do"):
            self.choice(word)
            return
        if self.maybe("skip"):
            self.emit("skip", at, self.expr() if self.peek() == "(" else ("true", at))
        elif self.maybe("assert"):
            self.emit("assert", at, self.expr())
        elif self.maybe("return"):
            self.emit("ret", at, None if self.peek() == ";" else self.expr())
        elif self.maybe("goto"):
            label = self.next()
            self.emit("goto", at, label, self.assigns() if self.maybe(",") else [])
        elif self.maybe("break"):
            self.loops[-1].append(self.emit("jmp", at, None))
        else:
            if word == "parallel" and self.kind(1) == "word":
                self.next()
            self.effect(at)
        self.take(";")

    def effect(self, at):
        if self.peek(1) == "(" and self.kind() == "word":
            self.call(at, None)
            return
        if not self.at_quantifier():
            before = self.i
            target = self.reference()
            if self.maybe("=") and self.kind() == "word" and self.peek(1) == "(":
                self.call(at, target)
                return
            self.i = before
        self.emit("asg", at, self.assigns())

    def call(self, at, target):
        name, args = self.next(), []
        self.take("(")
        while not self.maybe(")"):
            args.append(self.expr())
            self.maybe(",")
        self.emit("call", at, name, args, self.assigns() if self.maybe(",") else [], target)

    def assigns(self):
        out = [self.assign()]
        while self.maybe(","):
            out.append(self.assign())
        return out

    def assign(self):
        at = self.pos()
        if self.at_quantifier():
            self.next()
            name, lo, hi = self.range()
            return ("A", at, name, lo, hi, self.assign())
        target = self.reference()
        op = self.next()
        return (op, at, target, self.expr())

    def choice(self, word):
        self.next()
        head = self.emit("choice", None, [])
        branches, outs = [], []
        self.loops.append([]) if word == "do" else None
        while self.maybe("::"):
            guard = None if self.maybe("else") else self.expr()
            self.take("->")
            branches.append((guard, len(self.m.code)))
            self.statements()
            outs.append(self.emit("jmp", None, head if word == "do" else None))
        self.next()
        self.maybe(";")
        end = self.emit("jmp", None, len(self.m.code) + 1)
        self.m.code[head] = ("choice", None, branches)
        for o in outs if word == "if" else self.loops.pop():
            self.m.code[o] = ("jmp", self.m.code[o][1], end)

    def rule(self):
        at, p = self.pos(), self.next()
        self.take("<")
        n = self.next()
        self.take(">")
        self.take("-->")
        q = self.next()
        self.take("<")
        to = []
        while not self.maybe(">"):
            to.append(self.next())
        if self.kind() == "text":
            self.next()
        cond = None
        if self.peek() == "(":
            self.single = True
            cond = self.expr()
            self.single = False
        self.maybe(";")
        self.rules.append((p, n, q, to, cond, at))


class View:
    """The variables that can be seen at a place, and their values."""

    def __init__(self, g, module, l, after=None):
        self.g, self.module, self.l, self.after = g, module, l, after


class Machine:
    """Evaluates. A number has the width None if it is constant, 'b' if it is Boolean."""

    def __init__(self, parser):
        self.p, self.bound, self.fails = parser, [], []

    def place(self, parts, view):
        """(scope, cells, the only leaf or None, the leaf of each cell): what a reference means."""
        name, primes, indices = parts[0]
        local = view.module is not None and name in view.module.variables
        owner = view.module if local else self.p.globals
        v = owner.variables[name]
        base = owner.base[name]
        if len(parts) == 2:
            k = [leaf.field for leaf in v.leaves].index(parts[1][0])
            primes += parts[1][1]
            inner = parts[1][2]
            which = [k]
        else:
            inner, which = [], range(len(v.leaves))
        cells, kinds = [], []
        outer_at = self.flat(indices, v.dims, view) if indices else None
        for k in which:
            leaf = v.leaves[k]
            size = count(leaf.dims)
            inner_at = self.flat(inner, leaf.dims, view) if inner else None
            for a in range(count(v.dims)) if outer_at is None else [outer_at]:
                for b in range(size) if inner_at is None else [inner_at]:
                    good = a is not False and b is not False
                    cells.append(base + v.at[k] + a * size + b if good else None)
                    kinds.append(leaf)
        leaf = v.leaves[which[0]] if len(which) == 1 and len(cells) == 1 else None
        scope = "l" if local else "g"
        return ("after" if primes else scope), cells, leaf, kinds

    def flat(self, indices, dims, view):
        """The number of an element; False if it is out of bounds, which is noted."""
        at, good = 0, True
        for e, (low, length) in zip(indices, dims):
            i = self.ev(e, view)[0]
            if not low <= i < low + length:
                self.fails.append(e[1])
                good = False
            at = at * length + i - low
        return at if good else False

    def read(self, scope, cell, view):
        if cell is None:
            return 0
        return {"g": view.g, "l": view.l, "after": view.after}[scope][cell]

    def ev(self, e, view):
        op = e[0]
        if op == "n":
            return e[2], None
        if op in ("true", "false"):
            return int(op == "true"), "b"
        if op == "ref":
            return self.name(e, view)
        if op == "!":
            return 1 - self.ev(e[2], view)[0], "b"
        if op in ("&&", "||"):
            a = self.ev(e[2], view)[0]
            if a == (op == "||"):
                return a, "b"
            return self.ev(e[3], view)
        if op in ("A", "E"):
            return self.quantifier(e, view), "b"
        a, wa = self.ev(e[2], view)
        b, wb = self.ev(e[3], view)
        if op in ("==", "!=", "<", "<=", ">", ">="):
            return int({"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]), "b"
        return self.arithmetic(op, a, wa, b, wb, e)

    def arithmetic(self, op, a, wa, b, wb, e):
        if op == "^^" or wa == "b":
            return {"^^": a ^ b, "^": a ^ b, "&": a & b, "|": a | b}[op], "b"
        fixed = wa is None and wb is None
        if op in ("/", "%") and b == 0:
            self.fails.append(e[3][1])
            return 0, None if fixed else max(wa or bits(a), wb or bits(b))
        if op == "<<" and not fixed:
            width = wa if wa is not None else max(bits(a), self.p.default) if self.p.default else 32
            return (a << b) % (1 << width), width
        value = {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/": lambda: a // b, "%": lambda: a % b,
                 "<<": lambda: a << b, ">>": lambda: a >> b, "&": lambda: a & b, "|": lambda: a | b,
                 "^": lambda: a ^ b}[op]()
        if fixed:
            return value, None
        left, right = wa or bits(a), wb or bits(b)
        width = left if op == ">>" else max(left, right)
        return value % (1 << width), width

    def name(self, e, view):
        parts = e[2]
        if len(parts) == 1 and not parts[0][2]:
            for n, value in reversed(self.bound):
                if n == parts[0][0]:
                    return value, None
            if parts[0][0] in self.p.constants:
                return self.p.constants[parts[0][0]], None
        scope, cells, leaf, _ = self.place(parts, view)
        if leaf is None:
            raise Bad("%s: a whole array" % (e[1],))
        return self.read(scope, cells[0], view), "b" if leaf.kind == "b" else leaf.width

    def quantifier(self, e, view):
        _, _, name, lo, hi, body = e
        low, high = self.ev(lo, view)[0], self.ev(hi, view)[0]
        for i in range(low, high + 1):
            self.bound.append((name, i))
            v = self.ev(body, view)[0]
            self.bound.pop()
            if v == (e[0] == "E"):
                return v
        return int(e[0] == "A")

    # Assignments: lists of (scope, cell, values it may get)
    def targets(self, a, view, out, seen):
        if a[0] == "A":
            low, high = self.ev(a[3], view)[0], self.ev(a[4], view)[0]
            for i in range(low, high + 1):
                self.bound.append((a[2], i))
                self.targets(a[5], view, out, seen)
                self.bound.pop()
            return
        op, at, target, value = a
        scope, cells, leaf, leaves = self.place(target[2], view)
        for c in cells:
            if (scope, c) in seen and c is not None:
                self.fails.append(at)
            seen.add((scope, c))
        for c, values in zip(cells, self.values(leaves, value, op == "!=", view)):
            if c is not None:
                out.append((scope, c, values))

    def values(self, leaves, value, differs, view):
        """For each cell of a target, or parameter, or result: what it may become. 'leaves' has the leaf of each."""
        domains = [leaf.domain() for leaf in leaves]
        if value[0] == "undef":
            return domains
        if value[0] == "ref" and not self.is_constant(value):
            scope, source, _, _ = self.place(value[2], view)
            found = [self.read(scope, c, view) for c in source]
        else:
            found = [self.ev(value, view)[0]]
        if differs:
            return [[x for x in d if x != v] for d, v in zip(domains, found)]
        return [[v & ((1 << leaf.width) - 1)] for leaf, v in zip(leaves, found)]

    def is_constant(self, e):
        parts = e[2]
        return len(parts) == 1 and (parts[0][0] in self.p.constants or parts[0][0] in [n for n, _ in self.bound])


def choose(g, l, changes):
    """All (globals, locals) behind some changes."""
    spots = [values for _, _, values in changes]
    for picks in itertools.product(*spots):
        a, b = list(g), list(l)
        for (scope, c, _), v in zip(changes, picks):
            (a if scope == "g" else b)[c] = v
        yield tuple(a), tuple(b)


class TooMuch(Exception):
    pass


class Checker:
    def __init__(self, p, most=200000):
        self.p, self.most, self.violated, self.reached = p, most, set(), set()
        self.path, self.work, self.summaries, self.callers = set(), [], {}, {}

    def push(self, proc, entry, pc, g, l):
        node = (proc, entry, pc, g, l)
        if node not in self.path:
            if len(self.path) > self.most:
                raise TooMuch()
            self.path.add(node)
            self.work.append(node)

    def enter(self, proc, g, args):
        entry = (g, args)
        if isinstance(proc, tuple):
            self.push(proc, entry, proc[1], g, ())
            return entry
        m = self.p.modules[proc]
        for rest in itertools.product(*m.domains[m.param_cells:]):
            self.push(proc, entry, 0, g, args + rest)
        return entry

    def call(self, proc, g, args, back):
        """'back' is called with the globals and result of every return."""
        entry = (g, args)
        self.callers.setdefault((proc, entry), []).append(back)
        self.enter(proc, g, args)
        for g2, result in list(self.summaries.get((proc, entry), ())):
            back(g2, result)

    def leave(self, proc, entry, g, result):
        known = self.summaries.setdefault((proc, entry), set())
        if (g, result) not in known:
            known.add((g, result))
            for back in list(self.callers.get((proc, entry), ())):
                back(g, result)

    def run(self):
        p = self.p
        first = p.init or ["main"]
        state = p.states.index("q") if "q" in p.states else 0
        for g in itertools.product(*p.globals.domains):
            self.start(first, g + ((state,) if p.states else ()))
        while self.work:
            self.step(*self.work.pop())
        return self.violated, self.reached

    def start(self, rest, g):
        if not rest:
            return
        if rest[0] in self.p.modules:
            m = self.p.modules[rest[0]]
            for args in itertools.product(*m.domains[:m.param_cells]):
                self.call(rest[0], g, args, lambda g2, _: self.start(rest[1:], g2))
        else:
            self.call(("rule", rest[0]), g, (), lambda g2, _: self.start(rest[1:], g2))

    def step(self, proc, entry, pc, g, l):
        if isinstance(proc, tuple):
            self.reached.add(pc)
            self.rule_steps(proc, entry, pc, g)
            return
        m = self.p.modules[proc]
        for name, at in m.labels.items():
            if at == pc:
                self.reached.add(proc + ":" + name)
        ins = m.code[pc]
        x = Machine(self.p)
        view = View(g, m, l)
        after = getattr(self, "do_" + ins[0])(x, view, m, ins, proc, entry, pc)
        if x.fails:
            self.violated.update(("bounds", at) for at in x.fails)
        elif after:
            after()

    def do_jmp(self, x, view, m, ins, proc, entry, pc):
        return lambda: self.push(proc, entry, ins[2], view.g, view.l)

    def do_skip(self, x, view, m, ins, proc, entry, pc):
        if x.ev(ins[2], view)[0]:
            return lambda: self.push(proc, entry, pc + 1, view.g, view.l)

    def do_assert(self, x, view, m, ins, proc, entry, pc):
        if x.ev(ins[2], view)[0]:
            return lambda: self.push(proc, entry, pc + 1, view.g, view.l)
        return lambda: self.violated.add(("assert", ins[1]))

    def do_choice(self, x, view, m, ins, proc, entry, pc):
        taken = [to for guard, to in ins[2] if guard and x.ev(guard, view)[0]]
        taken = taken or [to for guard, to in ins[2] if not guard]

        def go():
            for to in taken:
                self.push(proc, entry, to, view.g, view.l)
        return go

    def changes(self, x, view, assigns):
        out, seen = [], set()
        for a in assigns:
            x.targets(a, view, out, seen)
        return out

    def do_asg(self, x, view, m, ins, proc, entry, pc):
        out = self.changes(x, view, ins[2])

        def go():
            for g, l in choose(view.g, view.l, out):
                self.push(proc, entry, pc + 1, g, l)
        return go

    def do_goto(self, x, view, m, ins, proc, entry, pc):
        out = self.changes(x, view, ins[3])

        def go():
            for g, l in choose(view.g, view.l, out):
                self.push(proc, entry, m.labels[ins[2]], g, l)
        return go

    def do_ret(self, x, view, m, ins, proc, entry, pc):
        values = []
        if m.result:
            r = m.result
            values = x.values(spread(r), ins[2], False, view)

        def go():
            for result in itertools.product(*values):
                self.leave(proc, entry, view.g, result)
        return go

    def do_call(self, x, view, m, ins, proc, entry, pc):
        _, _, name, args, assigns, target = ins
        callee = self.p.modules[name]
        given = []
        for v, e in zip(callee.params, args):
            given += x.values(spread(v), e, False, view)
        out = self.changes(x, view, assigns)

        def go():
            for picks in itertools.product(*given):
                for g, l in choose(view.g, view.l, out):
                    self.call(name, g, picks, self.back_to(target, m, l, proc, entry, pc + 1))
        return go

    def back_to(self, target, m, l, proc, entry, pc):
        def back(g, result):
            if target is None:
                self.push(proc, entry, pc, g, l)
                return
            x = Machine(self.p)
            scope, cells, _, leaves = x.place(target[2], View(g, m, l))
            self.violated.update(("bounds", at) for at in x.fails)
            if x.fails:
                return
            changes = [(scope, c, [v & ((1 << leaf.width) - 1)]) for c, v, leaf in zip(cells, result, leaves)]
            for g2, l2 in choose(g, l, changes):
                self.push(proc, entry, pc, g2, l2)
        return back

    def rule_steps(self, proc, entry, symbol, g):
        p = self.p
        for left, n, right, to, cond, _ in p.rules:
            if n != symbol or g[-1] != p.states.index(left):
                continue
            for after in itertools.product(*p.globals.domains):
                view = View(g, None, (), after)
                if cond and not Machine(p).ev(cond, view)[0]:
                    continue
                self.rule_step(proc, entry, to, after + (p.states.index(right),))

    def rule_step(self, proc, entry, to, g):
        if not to:
            self.leave(proc, entry, g, ())
        elif len(to) == 1:
            self.push(proc, entry, to[0], g, ())
        else:
            def back(g2, _):
                self.push(proc, entry, to[1], g2, ())
            if to[0] in self.p.modules:
                m = self.p.modules[to[0]]
                for args in itertools.product(*m.domains[:m.param_cells]):
                    self.call(to[0], g, args, back)
            else:
                self.call(("rule", to[0]), g, (), back)


def spread(v):
    """The leaf of each cell."""
    return [leaf for leaf in v.leaves for _ in range(count(v.dims) * count(leaf.dims))]


def check(text, defines=None, most=200000):
    """({(kind, (line, column))} of claims that fail, labels that are reached); TooMuch if it is too large."""
    return Checker(Parser(text, defines).program(), most).run()


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as f:
        bad, labels = check(f.read())
    for kind, where in sorted(bad):
        print("%s:%d:%d" % ((kind,) + where))
    for label in sorted(labels):
        print(label)
