"""Boolean programs (docs/formats/bp.md) read and understood once more: a model for explicit.py.

Own scanner, own parser, values enumerated one by one. Programs must be right: it finds no
mistakes. A step is what a trace shows as one: locals that begin with any value are chosen in a
step of their own, and so are results given to their variables behind a call."""
import itertools
import re

SPACE = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)+", re.S)
TOKEN = re.compile(r"\{[^}\n]*\}|[A-Za-z_$][\w$.]*|\d+|:=|!=|=>|&&|\|\||.")
BINARY = {"=>": lambda a, b: not a or b, "=": lambda a, b: a == b, "!=": lambda a, b: a != b, "^": lambda a, b: a != b,
          "|": lambda a, b: a or b, "&": lambda a, b: a and b}
ENDS = ("end", "fi", "od", "else", "elsif")


def scan(text):
    """[(token, line)]"""
    out, at = [], 0
    while True:
        blank = SPACE.match(text, at)
        at = blank.end() if blank else at
        if at >= len(text):
            return out + [("", text.count("\n") + 1)]
        token = TOKEN.match(text, at).group(0)
        out.append((token, text.count("\n", 0, at) + 1))
        at += len(token)


class Node:
    """A statement: where a run can be."""

    def __init__(self, kind, *data, line=0):
        self.kind, self.data, self.line = kind, data, line
        self.next = self.other = None
        self.labels = []


class Procedure:
    def __init__(self, name, results, parameters):
        self.name, self.results, self.parameters = name, results, parameters
        self.locals, self.enforced, self.labels = list(parameters), [], {}


class Parser:
    def __init__(self, text):
        self.tokens, self.at = scan(text), 0

    def peek(self, k=0):
        return self.tokens[min(self.at + k, len(self.tokens) - 1)][0]

    def line(self):
        return self.tokens[self.at][1]

    def take(self, *expected):
        token = self.peek()
        if expected and token not in expected:
            raise SyntaxError("line %d: %r where %s should be" % (self.line(), token, expected))
        self.at += 1
        return token

    def maybe(self, *tokens):
        if self.peek() in tokens:
            self.at += 1
            return True
        return False

    def names(self):
        out = [self.take()]
        while self.maybe(","):
            out.append(self.take())
        return out

    def expression(self):
        a = self.level(0)
        if self.peek() in ("=>", "=", "!="):
            return (self.take(), a, self.expression())
        return a

    def level(self, n):
        marks = (("^",), ("|", "||"), ("&", "&&"))
        if n == 3:
            return self.unary()
        a = self.level(n + 1)
        while self.peek() in marks[n]:
            a = (self.take()[0], a, self.level(n + 1))
        return a

    def unary(self):
        token = self.take()
        if token in ("!", "~"):
            return ("!", self.unary())
        if token == "(":
            e = self.expression()
            self.take(")")
            return e
        if token in ("*", "?"):
            return ("*",)
        if token in ("T", "1", "F", "0"):
            return ("c", token in ("T", "1"))
        if token == "'":
            return ("next", self.take())
        if token == "schoose":
            self.take("[")
            a = self.expression()
            self.take(",")
            b = self.expression()
            self.take("]")
            return ("choose", a, b)
        return ("v", token)

    def expressions(self):
        out = [self.expression()]
        while self.maybe(","):
            out.append(self.expression())
        return out

    def arguments(self):
        self.take("(")
        out = [] if self.peek() == ")" else self.expressions()
        self.take(")")
        return out

    # Statements: nodes, or ("if", [(node, block)], block) or ("while", node, block).

    def block(self):
        out, labels = [], []
        while True:
            while self.maybe(";"):
                pass
            if self.peek(1) == ":":
                labels.append(self.take())
                self.take(":")
                continue
            if self.peek() in ENDS:
                if labels:
                    out.append(self.labelled(Node("skip"), labels))
                return out
            if self.maybe("decl"):
                self.procedure.locals += self.names()
            elif self.maybe("enforce"):
                self.procedure.enforced.append(self.expression())
            else:
                x = self.statement()
                first = x if isinstance(x, Node) else x[1][0][0] if x[0] == "if" else x[1]
                self.labelled(first, labels)
                labels = []
                out.append(x)

    def labelled(self, node, labels):
        for label in labels:
            self.procedure.labels[label] = node
            node.labels.append(label)
        return node

    def statement(self):
        line, word = self.line(), self.take()
        if word == "if":
            return self.choice(line)
        if word == "while":
            node = Node("branch", self.expression(), line=line)
            self.take("do")
            body = self.block()
            self.take("od")
            return ("while", node, body)
        if word in ("skip", "atomic_begin", "atomic_end"):
            return Node("skip")
        if word == "print":
            self.arguments()
            return Node("skip")
        if word == "dead":
            names = self.names()
            return Node("assign", names, [("*",)] * len(names), None)
        if word == "goto":
            return Node("goto", self.names())
        if word == "abortif":
            return Node("assume", ("!", self.expression()))
        if word in ("assert", "assume") or (word == "constrain" and self.peek() == "("):
            return Node("assert" if word == "assert" else "assume", self.expression(), line=line)
        if word == "return":
            return Node("return", None if self.peek() in ENDS + (";",) else self.expressions())
        return self.effect(self.take() if word == "call" else word)

    def effect(self, first):
        if self.peek() == "(":
            return Node("call", [], first, self.arguments())
        targets = [first] + (self.names() if self.maybe(",") else [])
        self.take(":=")
        if self.peek(1) == "(" and re.match(r"[A-Za-z_${]", self.peek()):
            return Node("call", targets, self.take(), self.arguments())
        values = self.expressions()
        return Node("assign", targets, values, self.expression() if self.maybe("constrain") else None)

    def choice(self, line):
        ways, otherwise = [], []
        while True:
            node = Node("branch", self.expression(), line=line)
            self.take("then")
            ways.append((node, self.block()))
            line, word = self.line(), self.take("elsif", "else", "fi")
            if word == "else":
                otherwise = self.block()
                self.take("fi")
            if word != "elsif":
                return ("if", ways, otherwise)

    def program(self):
        self.globals, self.procedures = [], {}
        while self.peek():
            if self.maybe("decl"):
                self.globals += self.names()
                self.take(";")
                continue
            self.maybe("dfs")
            results = int(self.take("void", "bool") == "bool")
            if self.maybe("<"):
                results = int(self.take())
                self.take(">")
            name = self.take()
            self.take("(")
            parameters = [] if self.peek() == ")" else self.names()
            self.take(")")
            self.procedure = p = Procedure(name, results, parameters)
            self.take("begin")
            body = self.block()
            self.take("end")
            self.maybe(";")
            p.first = link(body, Node("return", None))
            self.procedures[name] = p
        return self


def link(block, behind):
    """Says what comes behind each; gives the first."""
    for x in reversed(block):
        if isinstance(x, Node):
            x.next, behind = behind, x
        elif x[0] == "while":
            x[1].next, x[1].other = link(x[2], x[1]), behind
            behind = x[1]
        else:
            otherwise = link(x[2], behind)
            for node, body in reversed(x[1]):
                node.next, node.other = link(body, behind), otherwise
                otherwise = node
            behind = otherwise
    return behind


def values(e, env, following=None):
    """All that an expression can be."""
    op = e[0]
    if op == "c":
        return {e[1]}
    if op == "*":
        return {False, True}
    if op == "v":
        return {env[e[1]]}
    if op == "next":
        return {following[e[1]]}
    a = values(e[1], env, following)
    if op == "!":
        return {not x for x in a}
    b = values(e[2], env, following)
    if op == "choose":
        out = set()
        for x, y in itertools.product(a, b):
            out |= {True} if x else {False} if y else {False, True}
        return out
    return {bool(BINARY[op](x, y)) for x, y in itertools.product(a, b)}


def rows(expressions, env):
    return itertools.product(*[sorted(values(e, env)) for e in expressions])


START, CHOSEN, DONE = "start", "chosen", "done"


class Model:
    """A state is (globals, results); a symbol START, CHOSEN, DONE or (procedure, place, locals), where a place is a node,
    "begin", ("back", node) or ("failed", node)."""

    def __init__(self, text):
        self.p = Parser(text).program()
        self.actions = {"%s.%s" % (what, f) for f in self.p.procedures for what in ("call", "return")}
        self.conditions = {}  # text: (procedure or None, expression)

    def condition(self, text, procedure=None):
        """An atom. Names of locals are written f.x, for one procedure only."""
        own = re.sub(r"\b%s\." % re.escape(procedure), "", text) if procedure else text
        self.conditions[text] = (procedure, Parser(own).expression())
        return text

    def env(self, procedure, g, l):
        out = dict(zip(self.p.globals, g))
        out.update(zip(procedure.locals, l))
        return out

    def split(self, procedure, env, g):
        """Globals and locals again; a local hides the global of its name."""
        hidden = set(procedure.locals)
        return (tuple(old if n in hidden else env[n] for n, old in zip(self.p.globals, g)),
                tuple(env[n] for n in procedure.locals))

    def letter(self, state, symbol):
        out = set()
        name, place, l = symbol if isinstance(symbol, tuple) else (None, None, ())
        if name:
            out.add("proc." + name)
            if isinstance(place, Node):
                out |= {"label." + x for x in place.labels} | {"label.%s:%s" % (name, x) for x in place.labels}
            elif place[0] == "failed":
                out.add("assert:%d" % place[1].line)
        for text, (procedure, e) in self.conditions.items():
            if procedure in (None, name):
                scope = self.p.procedures[procedure] if procedure else Procedure("", 0, [])
                if True in values(e, self.env(scope, state[0], l if procedure else ())):
                    out.add(text)
        return out

    def start(self):
        return ((False,) * len(self.p.globals), ()), START

    def steps(self, state, symbol):
        if symbol == DONE:
            return
        if symbol == START:
            for g in itertools.product((False, True), repeat=len(self.p.globals)):
                yield None, (g, ()), (CHOSEN,)
        elif symbol == CHOSEN:
            main = self.p.procedures["main"]
            for given in itertools.product((False, True), repeat=len(main.parameters)):
                yield "call.main", state, (self.entry(main, given), DONE)
        else:
            name, place, l = symbol
            procedure = self.p.procedures[name]
            yield from self.at(procedure, place, state, l)

    def entry(self, f, given):
        free = len(f.locals) - len(f.parameters)
        place = "begin" if free or f.enforced else f.first
        return (f.name, place, tuple(given) + (False,) * free)

    def is_fine(self, f, g, l):
        env = self.env(f, g, l)
        return all(True in values(e, env) for e in f.enforced)

    def at(self, f, place, state, l):
        g, results = state
        go = lambda node, g2=g, l2=l: (None, (g2, ()), ((f.name, node, l2),))
        if place == "begin":
            for free in itertools.product((False, True), repeat=len(f.locals) - len(f.parameters)):
                chosen = l[:len(f.parameters)] + free
                if self.is_fine(f, g, chosen):
                    yield go(f.first, g, chosen)
            return
        if isinstance(place, tuple):
            if place[0] == "back":
                env = self.env(f, g, l)
                env.update((n, v) for n, v in zip(place[1].data[0], results) if n != "_")
                g2, l2 = self.split(f, env, g)
                if self.is_fine(f, g2, l2):
                    yield go(place[1].next, g2, l2)
            return
        env = self.env(f, g, l)
        kind, data = place.kind, place.data
        if kind == "skip":
            yield go(place.next)
        elif kind == "goto":
            for label in data[0]:
                yield go(f.labels[label])
        elif kind == "branch":
            for v in values(data[0], env):
                yield go(place.next if v else place.other)
        elif kind == "assume" and True in values(data[0], env):
            yield go(place.next)
        elif kind == "assert":
            for v in values(data[0], env):
                yield go(place.next if v else ("failed", place))
        elif kind == "assign":
            for row in rows(data[1], env):
                after = dict(env)
                after.update((n, v) for n, v in zip(data[0], row) if n != "_")
                g2, l2 = self.split(f, after, g)
                if (data[2] is None or True in values(data[2], env, after)) and self.is_fine(f, g2, l2):
                    yield go(place.next, g2, l2)
        elif kind == "call":
            called = self.p.procedures[data[1]]
            below = ("back", place) if called.results or f.enforced else place.next
            for row in rows(data[2], env):
                yield "call." + called.name, (g, ()), (self.entry(called, row), (f.name, below, l))
        elif kind == "return":
            given = data[0] if data[0] is not None else [("*",)] * f.results
            for row in rows(given, env):
                yield "return." + f.name, (g, row), ()
