"""Sessions of extended CTL as Python objects, and their text read and written.

It is a reader of our own for the tests: small, and strict about nothing that the
tests do not need. Formulas are tuples: ("0",), ("1",), ("p", name), ("!", f),
("&", f, g), also | -> <->, ("EX", f), ("AX", f) and ("EU", x, automaton, y), also
ER AU AR; where there is no automaton, None stands: every word. A regular
expression is ("a", action), (".",), ("e",) (the empty word), ("*", r), ("+", r),
("?", r), (";", r, s) or ("|", r, s)."""
import re

TOKEN = re.compile(r"\s+|#[^\n]*|\"[^\"]*\"|<->|->|&&|\|\||::=|--[a-z]+|<[A-Za-z_0-9]+>|[A-Za-z_][A-Za-z_0-9]*|[0-9]+|.")
KINDS = ("DFA", "NFA", "PDA", "LTS", "PDS")


class Machine:
    """A rule is (action, from, top, to, operation, symbol); without a stack, top,
    operation and symbol are None."""

    def __init__(self, kind, name):
        self.kind, self.name = kind, name
        self.states, self.accepting = [], set()
        self.heads, self.labels = [], {}  # of a PDS; by state or head: propositions
        self.rules = []

    def has_stack(self):
        return self.kind in ("PDA", "PDS")

    def actions(self):
        return list(dict.fromkeys(rule[0] for rule in self.rules))

    def symbols(self):
        seen = ["_"] + [g for (_, g) in self.heads]
        for rule in self.rules:
            seen += [x for x in (rule[2], rule[5]) if x is not None]
        return list(dict.fromkeys(seen))

    def clash(self):
        """Can one action be read in two ways?"""
        return len({rule[:3] for rule in self.rules}) != len(set(self.rules))


class Regular:
    def __init__(self, name, tree):
        self.kind, self.name, self.tree = "REGULAR", name, tree


class Grammar:
    """Productions (left, (item, ...)); nonterminals are '<x>', all else is an action.
    'reference', if there is one, is a deterministic machine of the same
    language."""

    def __init__(self, name, productions, reference=None):
        self.kind, self.name, self.productions, self.reference = "GRAMMAR", name, productions, reference

    def nonterminals(self):
        return list(dict.fromkeys(left for left, _ in self.productions))


class Session:
    def __init__(self):
        self.objects, self.formulas = {}, {}
        self.checks = []  # (formula as written, its tree, system, None or (state, stack))


class Reader:
    def __init__(self, text):
        self.tokens = [t for t in TOKEN.findall(text) if not t.isspace() and not t.startswith("#")]
        self.at = 0
        self.session = Session()

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def take(self, wanted=None):
        token = self.peek()
        if not token or (wanted is not None and token != wanted):
            raise ValueError("token %d is '%s', expected '%s'" % (self.at, token, wanted))
        self.at += 1
        return token

    def accept(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def run(self):
        s = self.session
        while self.peek():
            word = self.take()
            if word == ":":
                self.command(self.take())
                continue
            name = self.take()
            self.take("{")
            if word in KINDS:
                s.objects[name] = self.machine("DFA" if word == "NFA" else word, name)
            elif word == "REGULAR":
                s.objects[name] = Regular(name, self.union())
            elif word == "GRAMMAR":
                s.objects[name] = self.grammar(name)
            elif word == "FORMULA":
                s.formulas[name] = self.formula()
            else:
                raise ValueError("'%s' begins no definition" % word)
            self.take("}")
        return s

    def command(self, name):
        if name != "check":
            if self.accept("("):
                while self.take() != ")":
                    pass
            return
        self.take("(")
        first = self.at
        tree = self.formula()
        written = " ".join(self.tokens[first:self.at])
        if tree[0] == "p":
            tree = self.session.formulas.get(tree[1], tree)
        self.take(",")
        system, place = self.take(), None
        if self.accept(","):
            place = (self.take(), [])
            self.take("[")
            while not self.accept("]"):
                place[1].append(self.take())
        self.take(")")
        self.session.checks.append((written, tree, system, place))

    def machine(self, kind, name):
        m = Machine(kind, name)
        while self.peek() != "}":
            word = self.take()
            self.take("(")
            if word == "STATE":
                self.state(m)
            else:
                self.action(m)
            self.take(")")
        m.rules = list(dict.fromkeys(m.rules))
        if kind == "PDS":  # its rules may have states that no head declares
            m.states = list(dict.fromkeys(m.states + [x for rule in m.rules for x in (rule[1], rule[3])]))
        return m

    def state(self, m):
        is_accepting = self.accept("*")
        state = self.take()
        key = state
        if self.accept("["):
            key = (state, self.take())
            self.take("]")
            m.heads.append(key)
        if state not in m.states:
            m.states.append(state)
        if is_accepting:
            m.accepting.add(state)
        props = set()
        if self.accept(":"):
            while self.peek() != ")":
                props.add(self.take())
                self.accept(",")
        if m.kind in ("LTS", "PDS"):
            m.labels[key] = props

    def action(self, m):
        action = self.take()
        self.take(":")
        source, top, operation, symbol = self.take(), None, None, None
        if self.accept("["):
            top = self.take()
            self.take("]")
        self.take("->")
        target = self.take()
        if self.accept("["):
            operation = self.take()
            symbol = None if operation == "POP" else self.take()
            self.take("]")
        m.rules.append((action, source, top, target, operation, symbol))

    def union(self):
        tree = self.sequence()
        while self.accept("|"):
            tree = ("|", tree, self.sequence())
        return tree

    def sequence(self):
        tree = None
        while self.peek() not in ("", "}", ")", "|"):
            self.accept(";")
            item = self.repeated()
            tree = item if tree is None else (";", tree, item)
        return ("e",) if tree is None else tree

    def repeated(self):
        token = self.take()
        if token == "(":
            tree = self.union()
            self.take(")")
        else:
            tree = (".",) if token == "." else ("a", token)
        while self.peek() in ("*", "+", "?"):
            tree = (self.take(), tree)
        return tree

    def grammar(self, name):
        productions = []
        while self.peek() != "}":
            left = self.take()
            self.take("::=")
            while True:
                body = []
                while self.peek() not in ("|", ";", "}") and self.peek(1) != "::=":
                    body.append(self.take())
                productions.append((left, tuple(body)))
                if not self.accept("|"):
                    break
            self.accept(";")
        return Grammar(name, productions)

    def formula(self, level=0):
        """Levels: <-> -> | & and what binds tighter; the first two lean to the right."""
        if level == 4:
            return self.unary()
        operator = ("<->", "->", "|", "&")[level]
        tree = self.formula(level + 1)
        if level < 2:
            return (operator, tree, self.formula(level)) if self.accept(operator) else tree
        while self.accept(operator) or self.accept(2 * operator):
            tree = (operator, tree, self.formula(level + 1))
        return tree

    def automaton(self):
        if not self.accept("["):
            return None
        name = self.take()
        self.take("]")
        return name

    def unary(self):
        token = self.take()
        if token in ("0", "1", "false", "true"):
            return (token if token in "01" else str(int(token == "true")),)
        if token == "!":
            return ("!", self.unary())
        if token in ("E", "A") and self.accept("X"):
            token += "X"
        if token in ("EX", "AX"):
            return (token, self.unary())
        if token in ("EF", "AF"):
            automaton = self.automaton()
            return (token[0] + "U", ("1",), automaton, self.unary())
        if token in ("EG", "AG"):
            automaton = self.automaton()
            return (token[0] + "R", ("0",), automaton, self.unary())
        if token in ("E", "A") and self.accept("("):
            left = self.formula()
            operator = self.take()
            automaton = self.automaton()
            right = self.formula()
            self.take(")")
            return (token + operator, left, automaton, right)
        if token == "(":
            tree = self.formula()
            self.take(")")
            return tree
        return ("p", token)


def read(text):
    return Reader(text).run()


LEVELS = {"<->": 0, "->": 1, "|": 2, "&": 3}


def write_formula(tree, level=0, loose=lambda: False):
    """With the fewest parentheses; more wherever loose() says so."""
    op = tree[0]
    if op in LEVELS:
        own = LEVELS[op]
        leans_right = own < 2
        text = "%s %s %s" % (write_formula(tree[1], own + leans_right, loose), op,
                             write_formula(tree[2], own + (not leans_right), loose))
        return "(%s)" % text if own < level or loose() else text
    if op in ("0", "1"):
        text = op
    elif op == "p":
        text = tree[1]
    elif op == "!":
        text = "!" + write_formula(tree[1], 4, loose)
    elif op in ("EX", "AX"):
        text = "%s %s" % (op, write_formula(tree[1], 4, loose))
    else:
        automaton = "[%s]" % tree[2] if tree[2] else ""
        if tree[1] == ("1",) and op[1] == "U" and not loose():
            text = "%sF%s %s" % (op[0], automaton, write_formula(tree[3], 4, loose))
        elif tree[1] == ("0",) and op[1] == "R" and not loose():
            text = "%sG%s %s" % (op[0], automaton, write_formula(tree[3], 4, loose))
        else:
            text = "%s(%s %s%s %s)" % (op[0], write_formula(tree[1], 0, loose), op[1], automaton, write_formula(tree[3], 0, loose))
    return "(%s)" % text if loose() else text


def write_regular(tree, level=0):
    op = tree[0]
    if op == "a":
        return tree[1]
    if op == ".":
        return "."
    if op == "e":
        return "()"
    if op in "*+?":
        return write_regular(tree[1], 3) + op
    text = (" | " if op == "|" else " ").join(write_regular(x, 1 + (op == ";") + (x is tree[2])) for x in tree[1:])
    return "(%s)" % text if level > (0 if op == "|" else 1) + 1 or (op == "|" and level > 1) else text


def write_object(x):
    if x.kind == "REGULAR":
        return "REGULAR %s { %s }" % (x.name, write_regular(x.tree))
    if x.kind == "GRAMMAR":
        rules = []
        for left in x.nonterminals():
            bodies = [" ".join(body) for other, body in x.productions if other == left]
            rules.append("%s ::= %s" % (left, " | ".join(bodies)))
        return "GRAMMAR %s { %s }" % (x.name, " ; ".join(rules))
    lines = []
    for key in x.heads if x.kind == "PDS" else x.states:
        if x.kind == "PDS":
            lines.append("STATE(%s[%s]: %s)" % (key + (", ".join(sorted(x.labels[key])),)))
        elif x.kind == "LTS":
            lines.append("STATE(%s: %s)" % (key, ", ".join(sorted(x.labels[key]))))
        else:
            lines.append("STATE(%s%s)" % ("*" if key in x.accepting else "", key))
    for action, source, top, target, operation, symbol in x.rules:
        if x.has_stack():
            done = operation if symbol is None else "%s %s" % (operation, symbol)
            lines.append("ACTION(%s: %s[%s] -> %s[%s])" % (action, source, top, target, done))
        else:
            lines.append("ACTION(%s: %s -> %s)" % (action, source, target))
    return "%s %s {\n  %s\n}" % (x.kind, x.name, "\n  ".join(lines))
