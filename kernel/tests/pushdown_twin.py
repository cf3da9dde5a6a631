"""Formulas on small pushdown systems, decided by the definition: for the tests of custos-kernel, which check its verdict and feed it
the evidence made here. Shares nothing with custos."""
import itertools
import random


class Formula:
    """A formula with the automaton of its negation and the certificate of that translation, made by hand. X and Y are atoms."""

    def __init__(self, text, edges, accepting, states, formulas, promises, entries, holds):
        self.text, self.edges, self.accepting, self.states = text, edges, accepting, states
        self.formulas, self.promises, self.entries, self.holds = formulas, promises, entries, holds

    def atoms(self, x, y):
        return [x, y] if "Y" in self.text else [x]

    def written(self, x, y):
        return self.text.replace("X", quoted(x)).replace("Y", quoted(y))


def quoted(atom):
    if atom.startswith("@") or atom.startswith("set.") or atom.startswith("top.") or atom.startswith("state."):
        return atom
    return '"%s"' % atom


# Edges are (from, to, cubes), a cube is [(atom, sign)].
ALL = [[]]
FORMULAS = [
    Formula("G X", [(0, 0, ALL), (0, 1, [[(0, False)]]), (1, 1, ALL)], [1], 2,
            ["true", "not-atom 0", "until 0 1"], ["2 1"], ["0 2 2", "1 1"], None),
    Formula("F X", [(0, 0, [[(0, False)]])], [0], 1, ["false", "not-atom 0", "release 0 1"], [], ["0 1 2"], None),
    Formula("G F X", [(0, 0, ALL), (0, 1, [[(0, False)]]), (1, 1, [[(0, False)]])], [1], 2,
            ["true", "false", "not-atom 0", "release 1 2", "until 0 3"], ["2 3"], ["0 2 4", "1 1 3"], None),
    Formula("F G X", [(0, 0, [[(0, False)]]), (0, 1, [[(0, True)]]), (1, 0, [[(0, False)]]), (1, 1, [[(0, True)]])], [0], 2,
            ["true", "false", "not-atom 0", "until 0 2", "release 1 3"], ["2 2"], ["0 1 4", "1 2 4 3"], None),
    Formula("G (X -> F Y)", [(0, 0, ALL), (0, 1, [[(0, True), (1, False)]]), (1, 1, [[(1, False)]])], [1], 2,
            ["true", "false", "atom 0", "not-atom 1", "release 1 3", "and 2 4", "until 0 5"], ["2 5"], ["0 2 6", "1 1 4"], None),
    Formula("X U Y", [(0, 1, [[(0, False), (1, False)]]), (0, 0, [[(1, False)]]), (1, 1, ALL)], [0, 1], 2,
            ["not-atom 0", "not-atom 1", "release 0 1"], [], ["0 1 2", "1 1"], None),
]


class Chain:
    """< p.. , w > or < p.. , w .* >: extra states 1..len(w) and the loop on the last."""

    def __init__(self, states, word, starred):
        self.states, self.word, self.starred = states, word, starred

    def text(self):
        return "< [%s] , %s%s >" % (", ".join(self.states), " ".join(self.word), " .*" if self.starred else "")


class Drawn:
    """An automaton by its edges: (state, symbol or '.' or '()', state); states are ('c', p) and ('e', k), every k below 'extra'."""

    def __init__(self, edges, accepting, extra):
        self.edges, self.accepting, self.extra = edges, accepting, extra

    def lines(self, side):
        show = lambda s: s[1] if s[0] == "c" else "%%%d" % (s[1] + 1)
        return (["edge %s %s %s %s" % (side, show(s), g, show(t)) for s, g, t in self.edges]
                + ["accept %s %s" % (side, " ".join(map(show, self.accepting)))])


class Regular:
    """A union of chains, or one automaton drawn, without epsilon: states ('c', p) and ('e', k); the expression's positions are its
    extra states."""

    def draw(self, drawn, symbols):
        self.extra = drawn.extra
        nodes = {s for e in drawn.edges for s in (e[0], e[2])} | set(drawn.accepting)
        for s in nodes:
            closure, todo = set(), [s]
            while todo:
                x = todo.pop()
                if x not in closure:
                    closure.add(x)
                    todo += [t for u, g, t in drawn.edges if u == x and g == "()"]
            if closure & set(drawn.accepting):
                self.accepting.add(s)
            for u, g, t in drawn.edges:
                if u in closure and g != "()":
                    self.edges += [(s, h, t) for h in (symbols if g == "." else [g])]

    def __init__(self, chains, symbols):
        self.edges, self.accepting, self.extra = [], set(), 0
        if isinstance(chains, Drawn):
            self.draw(chains, symbols)
            return
        for chain in chains:
            here = [("c", p) for p in chain.states]
            for g in chain.word + ([None] if chain.starred else []):
                self.extra += 1
                state = ("e", self.extra - 1)
                if g is None:           # position of '.*': from everything before it, and from itself
                    for s in here + [state]:
                        self.edges += [(s, h, state) for h in symbols]
                    self.accepting.update(here)
                    here = [state]
                else:
                    self.edges += [(s, g, state) for s in here]
                    here = [state]
            self.accepting.update(here)

    def before(self, g, below):
        return frozenset(s for s, h, t in self.edges if h == g and t in below)

    def tracked(self, states):
        return {t for _, _, t in self.edges} | {("e", k) for k in range(self.extra)}


class System:
    def __init__(self, states, symbols, rules, init, sets):
        """rules: (p, g or '*', q, [pushed, '*' allowed], action or None); init and sets: lists of chains."""
        self.states, self.symbols, self.rules = states, symbols, rules
        self.init_chains, self.set_chains = init, sets
        self.init = Regular(init, symbols)
        self.sets = {name: Regular(chains, symbols) for name, chains in sets.items()}

    def text(self, formula):
        lines = ["states " + " ".join(self.states), "symbols " + " ".join(self.symbols)]
        for p, g, q, push, action in self.rules:
            lines.append(" ".join([p, g, "->", q] + push + (["@", action] if action else [])))
        for keyword, side, chains in [("init", "init", self.init_chains)] + [
                ("set " + name, "set " + name, chains) for name, chains in self.set_chains.items()]:
            if isinstance(chains, Drawn):
                lines += chains.lines(side)
            else:
                lines += [keyword + " " + c.text() for c in chains]
        lines.append("ltl it : " + formula)
        return "\n".join(lines) + "\n"

    def applicable(self, p, g):
        return [(i, q, [g if s == "*" else s for s in push], action)
                for i, (p0, g0, q, push, action) in enumerate(self.rules) if p0 == p and g0 in (g, "*")]


class Product:
    def __init__(self, system, formula, atoms):
        self.s, self.f = system, formula
        self.atoms = atoms
        self.names = [a[4:] for a in atoms if a.startswith("set.")]
        self.names = list(dict.fromkeys(self.names))
        self.empty = self.keep({n: frozenset(system.sets[n].accepting) for n in self.names})
        self.classes, todo = [self.empty], [self.empty]
        self.up = {}
        while todo:
            c = todo.pop(0)
            for g in system.symbols:
                d = self.keep(self.full(g, c))
                self.up[g, c] = d
                if d not in self.classes:
                    self.classes.append(d)
                    todo.append(d)

    def full(self, g, c):
        return {n: self.s.sets[n].before(g, dict(c)[n]) for n in self.names}

    def keep(self, full):
        return tuple((n, frozenset(full[n] & self.s.sets[n].tracked(self.s.states))) for n in self.names)

    def letter(self, p, x, action):
        """x: None at the bottom, else (symbol, class below)."""
        out = []
        for a in self.atoms:
            if a.startswith("@"):
                out.append(action == a[1:])
            elif a.startswith("set."):
                full = self.full(*x) if x else {n: self.s.sets[n].accepting for n in self.names}
                out.append(("c", p) in full[a[4:]])
            elif a.startswith("top."):
                out.append(bool(x) and x[0] == a[4:])
            else:
                out.append(p == a[6:])
        return out

    def moves(self, q, letter):
        return [t for s, t, cubes in self.f.edges if s == q and any(all(letter[a] == sign for a, sign in cube) for cube in cubes)]

    def successors(self, p, q, x):
        """(rule or None, p', q', pushed)"""
        rules = self.s.applicable(p, x[0]) if x else []
        if not rules:
            return [(None, p, t, [x]) for t in self.moves(q, self.letter(p, x, None))]
        out = []
        for i, p2, push, action in rules:
            below, done = x[1], []
            for g in reversed(push):
                done.insert(0, (g, below))
                below = self.up[g, below]
            out += [(i, p2, t, done) for t in self.moves(q, self.letter(p, x, action))]
        return out

    def solve(self):
        s, acc = self.s, self.f.accepting
        alphabet = [(g, c) for g in s.symbols for c in self.classes] + [None]
        heads = [(p, q, x) for p in s.states for q in range(self.f.states) for x in alphabet]
        next_ = {h: self.successors(*h) for h in heads}
        sums = {h: {} for h in heads}          # head -> {location: accepting}
        changed = True
        while changed:
            changed = False
            for h in heads:
                a = h[1] in acc
                found = {}
                for _, p, q, push in next_[h]:
                    for loc, b in self.pops(sums, p, q, push, a):
                        found[loc] = found.get(loc, False) or b
                for loc, b in found.items():
                    if sums[h].get(loc) is None or (b and not sums[h][loc]):
                        sums[h][loc] = b
                        changed = True
        self.sums, self.next = sums, next_
        edges = {h: self.head_edges(h) for h in heads}
        self.reached = self.reach(edges)
        return self.rank(edges)

    def pops(self, sums, p, q, push, a):
        if not push:
            return [((p, q), a)]
        out = []
        for loc, b in sums[p, q, push[0]].items():
            out += self.pops(sums, loc[0], loc[1], push[1:], a or b)
        return out

    def head_edges(self, h):
        a = h[1] in self.f.accepting
        out = []
        for i, p, q, push in self.next[h]:
            if push:
                out.append(((p, q, push[0]), a))
            if len(push) > 1:
                out += [((loc[0], loc[1], push[1]), a or b) for loc, b in self.sums[p, q, push[0]].items()]
        return out

    def classes_of_initial(self):
        """state of the initial automaton -> classes of what can be read from there"""
        K = {}
        todo = [(s, self.empty) for s in self.s.init.accepting]
        while todo:
            s, c = todo.pop()
            if c in K.setdefault(s, set()):
                continue
            K[s].add(c)
            todo += [(t, self.up[g, c]) for t, g, u in self.s.init.edges if u == s]
        return K

    def reach(self, edges):
        K = self.classes_of_initial()
        met, todo, heads = set(), [], []
        for p in self.s.states:
            todo += [(("c", p), c, p, 0) for c in K.get(("c", p), ())]
        while todo:
            at = todo.pop()
            if at in met:
                continue
            met.add(at)
            s, c, p, q = at
            if s in self.s.init.accepting and c == self.empty:
                heads.append((p, q, None))
            for t, g, u in self.s.init.edges:
                if t == s:
                    for d in K.get(u, ()):
                        if self.up[g, d] == c:
                            heads.append((p, q, (g, d)))
                            todo += [(u, d, loc[0], loc[1]) for loc in self.sums[p, q, (g, d)]]
        self.met = met
        seen = set()
        while heads:
            h = heads.pop()
            if h not in seen:
                seen.add(h)
                heads += [t for t, _ in edges[h]]
        return seen

    def rank(self, edges):
        """None if some reached head repeats itself through an accepting location."""
        rank = {h: 1 for h in self.reached}
        for _ in range(len(rank) + 2):
            stable = True
            for h in self.reached:
                best = max([rank[h]] + [rank[t] + a for t, a in edges[h]])
                if best > rank[h]:
                    rank[h], stable = best, False
            if stable:
                return rank
        return None

    def heading(self, claim, formula):
        lines = ["custos evidence 1", 'problem "x.pds"', 'property "it"', "claim " + claim, "atoms %d" % len(self.atoms)]
        return lines + ['"%s"' % a for a in self.atoms]

    def translation(self):
        f = self.f
        cube = lambda c: "&".join(("" if sign else "!") + str(a) for a, sign in c) or "t"
        lines = ["automaton %d 0" % f.states, "accepting %d" % len(f.accepting), "\t" + " ".join(map(str, f.accepting)),
                 "edges %d" % len(f.edges)]
        lines += ["%d %d %s" % (s, t, " ".join(map(cube, cubes))) for s, t, cubes in f.edges]
        lines += ["formulas %d" % len(f.formulas)] + f.formulas + ["promises %d" % len(f.promises)] + f.promises
        return lines + ["translation %d" % len(f.entries)] + f.entries

    def tables(self):
        out = []
        for key, names in (("states", self.s.states), ("symbols", self.s.symbols)):
            out += ["%s %d" % (key, len(names))] + ['"%s"' % n for n in names]
        return out

    def set_number(self, name, s):
        at = 0
        for n in self.names:
            if n == name:
                return at + (s[1] if s[0] == "e" else self.s.sets[n].extra + self.s.states.index(s[1]))
            at += self.s.sets[n].extra + len(self.s.states)

    def holds(self, rank, rnd=random):
        out = self.heading("holds", self.f) + self.translation() + self.tables()
        extra = self.s.init.extra
        out += ["initial-states %d" % extra] + ['"%d"' % (k + 1) for k in range(extra)]
        if self.names:
            out += ["set-order %d" % len(self.names)] + ['"%s"' % n for n in self.names]
            for n in self.names:
                out += ["set-states %d" % self.s.sets[n].extra] + ['"%d"' % (k + 1) for k in range(self.s.sets[n].extra)]
            out.append("classes %d" % len(self.classes))
            for c in self.classes:
                numbers = sorted(self.set_number(n, s) for n, states in c for s in states)
                out.append("\t" + " ".join(map(str, numbers)) if numbers else "")
        stack = list(dict.fromkeys(x for _, _, x in rank))
        rnd.shuffle(stack)
        number = {x: i for i, x in enumerate(stack)}
        show = lambda x: "bottom" if x is None else str(self.s.symbols.index(x[0])) + (
            " %d" % self.classes.index(x[1]) if self.names else "")
        out += ["stack %d" % len(stack)] + [show(x) for x in stack]
        at = self.s.states.index
        lines = ["%d %d %d %d %d %d" % (at(p), q, number[x], at(p2), q2, b)
                 for p, q, x in rank for (p2, q2), b in self.sums[p, q, x].items()]
        out += ["summaries %d" % len(lines)] + lines
        lines = ["%d %d %d %d" % (at(p), q, number[x], r) for (p, q, x), r in rank.items()]
        out += ["heads %d" % len(lines)] + lines
        lines = []
        for s, c, p, q in self.met:
            state = str(at(s[1])) if s[0] == "c" else "@%d" % s[1]
            lines.append(" ".join([state] + ([str(self.classes.index(c))] if self.names else []) + [str(at(p)), str(q)]))
        return "\n".join(out + ["initial %d" % len(lines)] + lines + ["end", ""])

    def initial_words(self, most):
        """Configurations of the initial set with at most so many symbols, shortest first."""
        level = [(("c", p), p, ()) for p in self.s.states]
        for _ in range(most + 1):
            for s, p, w in level:
                if s in self.s.init.accepting:
                    yield p, w
            level = [(u, p, w + (g,)) for s, p, w in level for t, g, u in self.s.init.edges if t == s][:2000]

    def annotated(self, w):
        c, out = self.empty, ()
        for g in reversed(w):
            out = ((g, c),) + out
            c = self.up[g, c]
        return out

    def search(self, starts, goal, most, height):
        """Breadth first from (p, q, stack, flag); a path of rules, and where it ends."""
        seen = {}
        todo = []
        for s in starts:
            if s not in seen:
                seen[s] = None
                todo.append(s)
        for s in todo:
            if len(seen) > most:
                return None
            p, q, stack, flag = s
            if goal(s) and (seen[s] is not None or flag is None):
                path = []
                while seen[s]:
                    s, i = seen[s]
                    path.insert(0, i)
                return path, s, p, q, stack
            top = stack[0] if stack else None
            for i, p2, q2, push in self.successors(p, q, top):
                new = stack if i is None else tuple(push) + stack[1:]
                t = (p2, q2, new, None if flag is None else flag or q in self.f.accepting)
                if len(new) <= height and t not in seen:
                    seen[t] = (s, i)
                    todo.append(t)
        return None

    def violated(self, edges_of=None):
        """A lasso within bounds, or None."""
        repeating = [h for h in self.reached if self.repeats(h)]
        starts = [(p, 0, self.annotated(w), None) for p, w in itertools.islice(self.initial_words(4), 200)]
        for p, q, x in repeating[:20]:
            def at_head(s):
                return s[0] == p and s[1] == q and (s[2][0] if s[2] else None) == x
            stem = self.search(starts, at_head, 20000, 9)
            if not stem:
                continue
            first = self.next[p, q, x]
            if x is None or not self.s.applicable(p, x[0]):
                return self.lasso(stem, [None])
            begin = (p, q, (x,), False)
            loop = self.search_loop(begin, x)
            if loop:
                return self.lasso(stem, loop)
        return None

    def search_loop(self, begin, x):
        p, q = begin[0], begin[1]
        seen, todo = {}, [(begin, ())]
        while todo and len(seen) < 20000:
            (p0, q0, stack, flag), path = todo.pop(0)
            if not stack:
                continue
            for i, p2, q2, push in self.successors(p0, q0, stack[0]):
                if i is None:
                    continue
                new = (p2, q2, tuple(push) + stack[1:], flag or q0 in self.f.accepting)
                if new[3] and new[0] == p and new[1] == q and new[2] and new[2][0] == x:
                    return list(path) + [i]
                if new not in seen and len(new[2]) <= 7:
                    seen[new] = True
                    todo.append((new, path + (i,)))
        return None

    def repeats(self, h):
        seen, todo = set(), [(t, a) for t, a in self.head_edges(h)]
        while todo:
            at = todo.pop()
            if at in seen:
                continue
            seen.add(at)
            if at == (h, True):
                return True
            todo += [(t, a or at[1]) for t, a in self.head_edges(at[0])]
        return False

    def lasso(self, stem, loop):
        path, (p, _, stack, _), *_ = stem
        out = self.heading("violated", self.f) + self.tables()
        out += ["start %d %d" % (self.s.states.index(p), len(stack))]
        out.append("\t" + " ".join(str(self.s.symbols.index(g)) for g, _ in stack) if stack else "")
        for key, steps in (("stem", path), ("loop", loop)):
            out += ["%s %d" % (key, len(steps))] + ["stutter" if i is None else str(i) for i in steps]
        return "\n".join(out + ["end", ""])


def random_system(rnd):
    states = ["p", "q", "r"][: rnd.randint(1, 3)]
    symbols = ["a", "b", "c"][: rnd.randint(1, 3)]
    rules = []
    for _ in range(rnd.randint(0, 7)):
        g = rnd.choice(symbols + ["*"])
        push = [rnd.choice(symbols + (["*"] if g == "*" else [])) for _ in range(rnd.choice([0, 0, 1, 1, 2]))]
        rules.append((rnd.choice(states), g, rnd.choice(states), push, rnd.choice([None, None, "x", "y"])))
    # Every action should exist.
    rules += [(states[0], symbols[0], states[-1], [], "x"), (states[-1], symbols[-1], states[0], [symbols[0]], "y")]

    def chain():
        word = [rnd.choice(symbols) for _ in range(rnd.randint(0, 2))]
        return Chain(rnd.sample(states, rnd.randint(1, len(states))), word, rnd.random() < 0.4)

    def drawn():
        extra = rnd.randint(1, 3)
        nodes = [("c", p) for p in states] + [("e", k) for k in range(extra)]
        # Extra states get their numbers by their first mention: mention them in order.
        edges = [(rnd.choice(nodes[: len(states) + k]), rnd.choice(symbols + ["."]), ("e", k)) for k in range(extra)]
        for _ in range(rnd.randint(0, 4)):
            edges.append((rnd.choice(nodes), rnd.choice(symbols + [".", "()"]), rnd.choice(nodes)))
        return Drawn(edges, rnd.sample(nodes, rnd.randint(1, 2)), extra)

    def regular(most):
        return drawn() if rnd.random() < 0.4 else [chain() for _ in range(rnd.randint(1, most))]

    return System(states, symbols, rules, regular(2), {"s": regular(2), "t": regular(1)})


def random_atom(rnd, system):
    return rnd.choice(["state." + rnd.choice(system.states), "top." + rnd.choice(system.symbols), "@x", "@y", "set.s", "set.t"])
