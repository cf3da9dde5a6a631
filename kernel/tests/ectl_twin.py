"""Extended CTL, slowly: random sessions, the truth of their formulas, and evidence for it as docs/formats/ectl-evidence.md has it.

On transition systems formulas are nested as one likes; on pushdown systems Until, Release and EX stand over propositions. Machines are
tuples of rules (action, from, top, to, operation, symbol); a machine without a stack rewrites symbol 0 by itself. Shares nothing with the
kernel or with custos.
"""
ACTIONS = ("a", "b")
PROPS = ("p", "q")


class Machine:
    def __init__(self, kind, states, symbols):
        self.kind, self.states, self.symbols = kind, states, symbols
        self.rules, self.accepting, self.facts, self.heads = [], set(), set(), []

    def has_stack(self):
        return self.kind in ("PDA", "PDS")

    def add(self, rule):
        if rule not in self.rules:
            self.rules.append(rule)

    def text(self, name):
        symbol = lambda g: "_" if g == 0 else "g%d" % g
        out = ["%s %s {" % (self.kind, name)]
        props = lambda s, g: ", ".join(p for p in PROPS if (p, s, g) in self.facts)
        if self.kind == "PDS":
            # All symbols and states are mentioned in their order.
            out += ["STATE(s%d[%s]: %s)" % (s, symbol(g), props(s, g)) for s, g in self.heads]
        else:
            for s in range(self.states):
                if self.kind == "LTS":
                    out.append("STATE(s%d: %s)" % (s, props(s, 0)))
                else:
                    out.append("STATE(%ss%d)" % ("*" if s in self.accepting else "", s))
        for action, s, g, t, op, h in self.rules:
            if self.has_stack():
                done = "POP" if op == "pop" else "%s %s" % (op.upper(), symbol(h))
                out.append("ACTION(%s: s%d[%s] -> s%d[%s])" % (action, s, symbol(g), t, done))
            else:
                out.append("ACTION(%s: s%d -> s%d)" % (action, s, t))
        return "\n".join(out + ["}"])

    def actions(self):
        return list(dict.fromkeys(r[0] for r in self.rules))


def every_word(system):
    m = Machine("DFA", 1, 1)
    m.accepting = {0}
    m.rules = [(a, 0, 0, 0, "rewrite", 0) for a in system.actions()]
    return m


def one_action(system):
    m = Machine("DFA", 2, 1)
    m.accepting = {1}
    m.rules = [(a, 0, 0, 1, "rewrite", 0) for a in system.actions()]
    return m


def random_rule(r, m):
    op = r.choice(("pop", "rewrite", "push")) if m.has_stack() else "rewrite"
    g = r.randrange(m.symbols)
    h = 0 if op == "pop" else r.randrange(m.symbols)
    return (r.choice(ACTIONS), r.randrange(m.states), g, r.randrange(m.states), op, h)


def random_machine(r, kind, deterministic=False):
    m = Machine(kind, r.randint(1, 4), r.randint(1, 3) if kind in ("PDA", "PDS") else 1)
    for _ in range(r.randint(0, 3 * m.states + (3 if m.has_stack() else 0))):
        rule = random_rule(r, m)
        if not (deterministic and any(rule[:3] == old[:3] for old in m.rules)):
            m.add(rule)
    if kind == "PDS":
        m.heads = [(s, g) for s in range(m.states) for g in range(m.symbols)]
    m.accepting = {s for s in range(m.states) if r.random() < .5}
    m.facts = {(p, s, g) for p in PROPS for s in range(m.states) for g in range(m.symbols) if r.random() < .5}
    return m


def random_formula(r, depth, plain_paths):
    if depth == 0 or r.random() < .15:
        return r.choice([("prop", "p"), ("prop", "q"), ("1",), ("0",)])
    op = r.choice(["not", "and", "or", "->", "<->", "EX", "AX", "EU", "ER", "AU", "AR", "EU", "ER", "AU", "AR"])
    below = (lambda: random_boolean(r, 2)) if plain_paths and op[0] in "EA" else (lambda: random_formula(r, depth - 1, plain_paths))
    if op in ("not", "EX", "AX"):
        return (op, below())
    if op in ("and", "or", "->", "<->"):
        return (op, below(), below())
    name = r.choice([None, "d"]) if op in ("ER", "AU") else r.choice([None, "n"])
    return (op, name, below(), below())


def random_boolean(r, depth):
    if depth == 0 or r.random() < .4:
        return r.choice([("prop", "p"), ("prop", "q"), ("1",), ("0",)])
    op = r.choice(["not", "and", "or", "->", "<->"])
    return (op,) + tuple(random_boolean(r, depth - 1) for _ in range(1 if op == "not" else 2))


def text_of(f):
    marks = {"and": "&", "or": "|", "->": "->", "<->": "<->"}
    if f[0] == "prop":
        return f[1]
    if f[0] in "01":
        return f[0]
    if f[0] == "not":
        return "!" + text_of(f[1])
    if f[0] in marks:
        return "(%s %s %s)" % (text_of(f[1]), marks[f[0]], text_of(f[2]))
    if f[0] in ("EX", "AX"):
        return f[0] + " " + text_of(f[1])
    return "%s(%s %s%s %s)" % (f[0][0], text_of(f[2]), f[0][1], "[%s]" % f[1] if f[1] else "", text_of(f[3]))


class Case:
    def __init__(self, r, stacked):
        self.system = random_machine(r, "PDS" if stacked else "LTS")
        kind = "DFA" if stacked else r.choice(("DFA", "PDA", "PDA"))
        self.automata = {"n": random_machine(r, kind), "d": random_machine(r, kind, deterministic=True)}
        self.formula = random_formula(r, 3, plain_paths=stacked)

    def text(self):
        parts = [m.text(name) for name, m in self.automata.items()] + [self.system.text("m")]
        return "\n".join(parts + ["FORMULA f { %s }" % text_of(self.formula), ":check(f, m)", ""])


def negation(x):
    return x[1] if x[0] == "not" else ("not", x)


def core(f):
    if f[0] in ("prop", "0", "1"):
        return f
    if f[0] in ("not", "EX", "AX"):
        x = core(f[1])
        return negation(x) if f[0] == "not" else ("EX", x) if f[0] == "EX" else negation(("EX", negation(x)))
    if f[0] in ("and", "or", "->", "<->"):
        x, y = core(f[1]), core(f[2])
        if f[0] == "->":
            return ("or", negation(x), y)
        return ("and", ("or", negation(x), y), ("or", negation(y), x)) if f[0] == "<->" else (f[0], x, y)
    x, y = core(f[2]), core(f[3])
    if f[0][0] == "E":
        return (f[0], f[1], x, y)
    return negation(("ER" if f[0] == "AU" else "EU", f[1], negation(x), negation(y)))


def parts(f, found):
    if f not in found:
        for x in f[1:]:
            if isinstance(x, tuple):
                parts(x, found)
        found.setdefault(f)
    return found


class Table:
    """x, y: functions of a state of the system and the top (y: None with an empty stack)."""

    def __init__(self, release, system, automaton, x, y, starts):
        self.release, self.system, self.automaton, self.x, self.y = release, system, automaton, x, y
        self.stacked = system.kind == "PDS"
        self.heads, self.pops, self.pops_of, self.why = [], [], {}, {}
        for s in starts:
            self.head(s)
        self.saturate()
        self.find_lives()

    def head(self, h):
        if h not in self.pops_of:
            self.heads.append(h)
            self.pops_of[h] = []

    def system_moves(self, h):
        (_, s), g = h
        return [(n, r) for n, r in enumerate(self.system.rules) if r[1] == s and r[2] == (g if self.stacked else 0)]

    def follow(self, h, action):
        (q, _), g = h
        return [(n, r) for n, r in enumerate(self.automaton.rules)
                if r[0] == action and r[1] == q and r[2] == (g if self.automaton.has_stack() else 0)]

    def moves(self, h):
        for e, step in self.system_moves(h):
            for n, read in self.follow(h, step[0]):
                with_stack = step if self.stacked else read
                to = (read[3], step[3])
                if not self.stacked and not self.automaton.has_stack():
                    yield e, n, to, "rewrite", 0
                else:
                    yield e, n, to, with_stack[4], with_stack[5]

    def kind(self, h):
        (q, s), g = h
        accepts = q in self.automaton.accepting
        if not self.release:
            return "done" if accepts and self.y(s, g) else "plain" if self.x(s, g) else "stuck"
        if accepts and not self.y(s, g):
            return "bad"
        steps = self.system_moves(h)
        return ("released" if self.x(s, g) else "end" if not steps else
                "escape" if any(not self.follow(h, r[0]) for _, r in steps) else "plain")

    def empty_lives(self, location):
        good = self.y(location[1], None)
        accepts = location[0] in self.automaton.accepting
        return (not accepts or good) if self.release else (accepts and good)

    def pop(self, h, to, e, n, first=None, second=None):
        if to not in [self.pops[k][1] for k in self.pops_of[h]]:
            self.pops_of[h].append(len(self.pops))
            self.pops.append((h, to, e, n, first, second))
            self.changed = True

    def saturate(self):
        self.changed = True
        while self.changed:
            self.changed = False
            before = len(self.heads)
            for h in self.heads:
                if self.kind(h) == "plain":
                    for e, n, to, op, symbol in list(self.moves(h)):
                        self.saturate_move(h, e, n, to, op, symbol)
            self.changed = self.changed or len(self.heads) > before

    def saturate_move(self, h, e, n, to, op, symbol):
        if op == "pop":
            self.pop(h, to, e, n)
            return
        self.head((to, symbol))
        for first in list(self.pops_of[to, symbol]):
            target = self.pops[first][1]
            if op == "rewrite":
                self.pop(h, target, e, n, first)
                continue
            self.head((target, h[1]))
            for second in list(self.pops_of[target, h[1]]):
                self.pop(h, self.pops[second][1], e, n, first, second)

    def reason(self, h, alive):
        for e, n, to, op, symbol in self.moves(h):
            if op == "pop":
                continue
            if (to, symbol) in alive:
                return (e, n, None, (to, symbol))
            if op == "push":
                for first in self.pops_of[to, symbol]:
                    below = (self.pops[first][1], h[1])
                    if below in alive:
                        return (e, n, first, below)
        return None

    def find_lives(self):
        plain = [h for h in self.heads if self.kind(h) == "plain"]
        self.order = {}
        if self.release:
            sure = {h for h in self.heads if self.kind(h) in ("released", "end", "escape")}
            alive, turn = sure | set(plain), 0
            while True:
                turn += 1
                gone = [h for h in plain if h in alive and not self.reason(h, alive)]
                if not gone:
                    break
                alive -= set(gone)
                self.order.update({h: turn for h in gone})
        else:
            alive, turn = {h for h in self.heads if self.kind(h) == "done"}, 0
            while True:
                turn += 1
                new = [(h, self.reason(h, alive)) for h in plain if h not in alive]
                new = [(h, why) for h, why in new if why]
                if not new:
                    break
                alive |= {h for h, _ in new}
                self.why.update(new)
                self.order.update({h: turn for h, _ in new})
        self.alive = alive

    def lives(self, location, stack):
        if not stack:
            return self.empty_lives(location)
        h = (location, stack[0])
        return h in self.alive or any(self.lives(self.pops[k][1], stack[1:]) for k in self.pops_of[h])

    def lines(self, number):
        locations = sorted({h[0] for h in self.heads} | {p[1] for p in self.pops})
        symbols = sorted({h[1] for h in self.heads})
        at, place = {h: i for i, h in enumerate(self.heads)}, {x: i for i, x in enumerate(locations)}
        out = ["table %d %s" % (number, "release" if self.release else "until")] + (["monitor 0"] if self.stacked else [])
        out += ["locations %d" % len(locations)] + ["%d %d" % x for x in locations]
        out += ["symbols %d" % len(symbols)] + ["%d 0" % g for g in symbols]
        out.append("heads %d" % len(self.heads))
        for h in self.heads:
            kind = self.kind(h)
            if kind == "plain":
                kind = "lives" if h in self.alive else "dies"
            line = [place[h[0]], symbols.index(h[1]), kind]
            if kind == "bad" or (kind == "dies" and self.release) or (kind == "lives" and not self.release):
                line.append(self.order.get(h, 0))
            if kind == "lives":
                e, n, first, following = self.why.get(h) or self.reason(h, self.alive)
                line += [e, n] + ([] if first is None else [first]) + [at[following]]
            out.append(" ".join(map(str, line)))
        out.append("pops %d" % len(self.pops))
        for h, to, *rest in self.pops:
            out.append(" ".join(str(v) for v in [at[h], place[to]] + [v for v in rest if v is not None]))
        return out


def solve(case):
    """The truth at each state or declared head, and evidence."""
    system, lines = case.system, []
    root = core(case.formula)
    values, places = {}, [(s, g) for s, g in system.heads] if system.kind == "PDS" else [(s, 0) for s in range(system.states)]
    number = 0
    for f in parts(root, {}):
        values[f] = value_of(case, f, values, places)
        if isinstance(values[f], Table):
            lines += values[f].lines(number)
            number += 1
            table = values[f]
            known = {at: table.lives((0, at[0]), [at[1]]) for at in places}
            values[f] = known
    truth = [values[root][at] for at in places]
    return truth, ["claim %s" % ("holds" if truth[0] else "violated")] + lines


def value_of(case, f, values, places):
    system = case.system
    at = lambda x: values[x]
    every = places + [(s, None) for s in range(system.states)]
    if f[0] in "01":
        return {p: f[0] == "1" for p in every}
    if f[0] == "prop":
        return {p: (f[1],) + p in system.facts for p in every}
    if f[0] == "not":
        return {p: not v for p, v in at(f[1]).items()}
    if f[0] in ("and", "or"):
        x, y = at(f[1]), at(f[2])
        return {p: (x[p] and y[p]) if f[0] == "and" else (x[p] or y[p]) for p in x if p in y}
    if f[0] == "EX" and system.kind == "LTS":
        return {(s, 0): any(at(f[1])[r[3], 0] for r in system.rules if r[1] == s) for s, _ in places}
    x, y = (("1",), f[1]) if f[0] == "EX" else f[2:]
    automaton = one_action(system) if f[0] == "EX" else case.automata[f[1]] if f[1] else every_word(system)
    look = (lambda v: lambda s, g: v[s, g]) if system.kind == "PDS" else (lambda v: lambda s, g: v[s, 0])
    true_everywhere = {p: True for p in every}
    xs = true_everywhere if f[0] == "EX" else at(x)
    return Table(f[0] == "ER", system, automaton, look(xs), look(at(y)), [((0, s), g if system.kind == "PDS" else 0) for s, g in places])


def evidence(case, lines):
    return "\n".join(["custos evidence 1", 'problem "c.ectl"', 'property "f @ m"'] + lines + ["end", ""])
