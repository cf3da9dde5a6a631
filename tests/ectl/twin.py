"""Where does a formula of extended CTL hold? A slow and exact answer of our own.

The method is none of the library's: nothing is saturated, and there are no pops,
no heads that live, no reduction of A to E. What lies below the top of a stack
matters only by the set X of the locations (state of the automaton, state of the
system) that are good with it. So a symbol g is a function V_g from such sets to
such sets, the locations that are good with g on top, and these functions are the
least (Until) or greatest (Release) solution of the equations that the definition
of the operator gives, one of the four operators after the other. Values are
computed for the sets that are asked for, by iteration. (Burkart and Steffen
1992 call such functions property transformers.)

On a pushdown system the truth of inner formulas depends on the stack, too: there
X is a tuple with a set for each of them."""


class Unknown(Exception):
    """The automaton of Release is neither deterministic nor finite."""


# What the operators say, given the moves of one location.
#
# 'moves': for each step of the system, the list of what the automaton can do
# with it, each told as whether it leads to something good.

def good_eu(accepts, x, y, moves):
    return (accepts and y) or (x and any(any(good() for good in runs) for runs in moves))


def good_au(accepts, x, y, moves):
    # The automaton is deterministic: at most one run.
    return (accepts and y) or (x and bool(moves) and all(runs and all(good() for good in runs) for runs in moves))


def good_er(accepts, x, y, moves):
    return (not accepts or y) and (x or not moves or any(not runs or any(good() for good in runs) for runs in moves))


def good_ar(accepts, x, y, moves):
    return (not accepts or y) and (x or all(all(good() for good in runs) for runs in moves))


OPERATORS = {"EU": good_eu, "AU": good_au, "ER": good_er, "AR": good_ar}


class Transformer:
    """The functions V_g. 'value(key, top, ask)' is one equation: the set of the
    locations that are good on (top, key) where ask(key, top) is what is known of
    others. Sets only grow, or only shrink."""

    def __init__(self, value, is_least, everything):
        self.value, self.is_least = value, is_least
        self.first = frozenset() if is_least else frozenset(everything)
        self.known, self.final = {}, set()

    def ask(self, key, top):
        return self.known.setdefault((key, top), self.first)

    def get(self, key, top):
        if (key, top) in self.final:
            return self.known[key, top]
        self.ask(key, top)
        changed = True
        while changed:
            changed = False
            for at in [k for k in self.known if k not in self.final]:
                before, count = self.known[at], len(self.known)
                now = frozenset(self.value(at[0], at[1], self.ask))
                now = before | now if self.is_least else before & now
                changed |= now != before or len(self.known) != count
                self.known[at] = now
        self.final = set(self.known)
        return self.known[key, top]


class Automaton:
    """step[state, top, action] = [(state, operation, symbol)]; a finite one has the
    symbol '_', which it rewrites by itself."""

    def __init__(self, states, first, accepting):
        self.states, self.first, self.accepting = states, first, accepting
        self.step = {}

    def add(self, action, source, top, target, operation, symbol):
        if operation is None:
            top, operation, symbol = "_", "REWRITE", "_"
        self.step.setdefault((source, top, action), []).append((target, operation, symbol))


def from_machine(m):
    a = Automaton(list(m.states), m.states[0], set(m.accepting))
    for rule in m.rules:
        a.add(*rule)
    return a


def by_states(first, follow, accepts, actions):
    """The deterministic automaton whose states are what follow() makes."""
    a = Automaton([first], first, set())
    for state in a.states:
        if accepts(state):
            a.accepting.add(state)
        for action in actions:
            target = follow(state, action)
            if target:
                a.add(action, state, None, target, None, None)
                if target not in a.states:
                    a.states.append(target)
    return a


def subsets(m, actions):
    def follow(state, action):
        return frozenset(rule[3] for rule in m.rules if rule[0] == action and rule[1] in state)
    return by_states(frozenset([m.states[0]]), follow, lambda state: bool(state & m.accepting), actions)


def nullable(r):
    if r[0] in ("e", "*", "?"):
        return True
    if r[0] == ";":
        return nullable(r[1]) and nullable(r[2])
    if r[0] == "|":
        return nullable(r[1]) or nullable(r[2])
    return r[0] == "+" and nullable(r[1])


def derivatives(r, action):
    """Antimirov's: a set of expressions for what may follow the action."""
    if r[0] in ("a", "."):
        return {("e",)} if r[0] == "." or r[1] == action else set()
    if r[0] in ("*", "+"):
        return {(";", d, ("*", r[1])) for d in derivatives(r[1], action)}
    if r[0] == "?":
        return derivatives(r[1], action)
    if r[0] == "|":
        return derivatives(r[1], action) | derivatives(r[2], action)
    if r[0] == ";":
        behind = {(";", d, r[2]) for d in derivatives(r[1], action)}
        return behind | derivatives(r[2], action) if nullable(r[1]) else behind
    return set()


def from_regular(r, actions):
    def follow(state, action):
        return frozenset(d for one in state for d in derivatives(one, action))
    return by_states(frozenset([r.tree]), follow, lambda state: any(nullable(one) for one in state), actions)


def every_word(actions):
    return by_states("every", lambda state, action: state, lambda state: True, actions)


class Twin:
    def __init__(self, session, system):
        self.objects, self.system = session.objects, session.objects[system]
        self.actions = self.system.actions()
        self.moves = {}  # by state, or head: (action, target, operation, symbol)
        for action, source, top, target, operation, symbol in self.system.rules:
            at = source if top is None else (source, top)
            self.moves.setdefault(at, []).append((action, target, operation, symbol))
        self.sets = {}        # LTS: of each formula, its states
        self.parts = []       # PDS: formulas with a set in what describes stacks
        self.numbers = {}     # PDS: of each such formula, its number
        self.functions = []   # PDS: a Transformer for each
        self.empty = []       # PDS: the set of each for an empty stack
        self.firsts = []      # PDS: the automaton's first state

    def automaton(self, name, operator):
        if name is None:
            return every_word(self.actions)
        x = self.objects[name]
        if x.kind == "REGULAR":
            return from_regular(x, self.actions)
        if x.kind == "GRAMMAR":
            x = x.reference
            if x is None:
                raise Unknown
        if operator in ("AU", "ER") and x.clash():
            if x.has_stack():
                raise Unknown
            return subsets(x, self.actions)
        return from_machine(x)

    # -- Transition systems: sets of states

    def states_of(self, f):
        if f not in self.sets:
            self.sets[f] = frozenset(self.find_states(f))
        return self.sets[f]

    def find_states(self, f):
        states, op = frozenset(self.system.states), f[0]
        if op in ("0", "1"):
            return states if op == "1" else ()
        if op == "p":
            return {s for s in states if f[1] in self.system.labels[s]}
        if op == "!":
            return states - self.states_of(f[1])
        if op in ("&", "|", "->", "<->"):
            x, y = self.states_of(f[1]), self.states_of(f[2])
            return {s for s in states if truth(op, s in x, s in y)}
        if op in ("EX", "AX"):
            y = self.states_of(f[1])
            some = any if op == "EX" else all
            return {s for s in states if some(t in y for (_, t, _, _) in self.moves.get(s, ()))}
        x, y = self.states_of(f[1]), self.states_of(f[3])
        named = self.objects.get(f[2])
        if named is not None and named.kind == "GRAMMAR" and op in ("EU", "AR"):
            return self.derive(op, x, named, y)
        return self.run_beside(op, x, self.automaton(f[2], op), y)

    def run_beside(self, op, x, a, y):
        locations = [(q, s) for q in a.states for s in self.system.states]
        rule = OPERATORS[op]

        def holds(location, below, top, ask):
            q, s = location

            def after(target, t, operation, symbol):
                if operation == "POP":
                    return lambda: (target, t) in below
                if operation == "REWRITE":
                    return lambda: (target, t) in ask(below, symbol)
                return lambda: (target, t) in ask(ask(below, top), symbol)
            moves = [[after(target, t, operation, symbol) for (target, operation, symbol) in a.step.get((q, top, action), ())]
                     for (action, t, _, _) in self.moves.get(s, ())]
            return rule(q in a.accepting, s in x, s in y, moves)
        # With an empty stack the automaton follows no move.
        end = frozenset((q, s) for (q, s) in locations
                        if rule(q in a.accepting, s in x, s in y, [[] for _ in self.moves.get(s, ())]))
        function = Transformer(lambda below, top, ask: {l for l in locations if holds(l, below, top, ask)}, op in ("EU", "AU"), locations)
        good = function.get(end, "_")
        return {s for s in self.system.states if (a.first, s) in good}

    def derive(self, op, x, grammar, y):
        """The stack is what is still to be derived; nothing reads it but the
        productions, so that silent moves and left recursion do no harm."""
        states, names, is_least = frozenset(self.system.states), set(grammar.nonterminals()), op == "EU"

        def value(behind, item, ask):
            if item not in names:
                to = {s: [t in behind for (action, t, _, _) in self.moves.get(s, ()) if action == item] for s in states}
                return {s for s in states if (s in x and any(to[s]) if is_least else s in x or all(to[s]))}
            good = frozenset() if is_least else states
            for left, body in grammar.productions:
                if left == item:
                    reached = behind
                    for one in reversed(body):
                        reached = ask(reached, one)
                    good = good | reached if is_least else good & reached
            return good
        start = grammar.productions[0][0]
        return Transformer(value, is_least, states).get(frozenset(y), start)

    # -- Pushdown systems: a stack is described by a set for each part

    def part(self, f):
        if f not in self.numbers:
            if f[0] in ("EX", "AX"):
                self.prepare(f[1])
                first, function, empty = None, *self.next_of(f[1])
            else:
                self.prepare(f[1])
                self.prepare(f[3])
                first, function, empty = self.path_of(f)
            self.numbers[f] = len(self.parts)
            self.parts.append(f)
            self.functions.append(function)
            self.empty.append(frozenset(empty))
            self.firsts.append(first)
        return self.numbers[f]

    def prepare(self, f):
        todo = [f]
        while todo:
            g = todo.pop()
            if g[0] in OPERATORS or g[0] in ("EX", "AX"):
                self.part(g)
            elif g[0] != "p":
                todo += g[1:]

    def push(self, stack, top, count):
        """What describes the stack with 'top' on it, of the first 'count' parts."""
        return tuple(self.functions[i].get(stack[:i + 1], top) for i in range(count))

    def holds(self, f, state, top, stack):
        """At <state, top ...>; top None: the stack is empty."""
        op = f[0]
        if op in ("0", "1"):
            return op == "1"
        if op == "p":
            return top is not None and f[1] in self.system.labels.get((state, top), ())
        if op == "!":
            return not self.holds(f[1], state, top, stack)
        if op in ("&", "|", "->", "<->"):
            return truth(op, self.holds(f[1], state, top, stack), self.holds(f[2], state, top, stack))
        i = self.numbers[f]
        if op in ("EX", "AX"):
            found = []
            for _, target, operation, symbol in self.moves.get((state, top), ()):
                if operation == "POP":
                    found.append(target in stack[i])
                elif operation == "REWRITE":
                    found.append(self.holds(f[1], target, symbol, stack))
                else:
                    found.append(self.holds(f[1], target, symbol, self.push(stack, top, i)))
            return any(found) if op == "EX" else all(found)
        good = self.empty[i] if top is None else self.functions[i].get(stack[:i + 1], top)
        return (self.firsts[i], state) in good

    def next_of(self, f):
        """The set of a part EX f or AX f: the states in which f holds there."""
        states = self.system.states

        def value(stack, top, _):
            return {p for p in states if self.holds(f, p, top, stack[:-1])}
        return Transformer(value, True, states), {p for p in states if self.holds(f, p, None, None)}

    def path_of(self, f):
        op, a = f[0], self.automaton(f[2], f[0])
        if any(top != "_" for (_, top, _) in a.step) or any(
                operation != "REWRITE" for runs in a.step.values() for (_, operation, _) in runs):
            raise Unknown
        locations = [(q, p) for q in a.states for p in self.system.states]
        rule, number = OPERATORS[op], len(self.parts)

        def holds(location, stack, top, ask):
            q, p = location
            inner, below = stack[:-1], stack[-1]

            def after(target, p2, operation, symbol):
                if operation == "POP":
                    return lambda: (target, p2) in below
                if operation == "REWRITE":
                    return lambda: (target, p2) in ask(stack, symbol)
                return lambda: (target, p2) in ask(self.push(inner, top, number) + (ask(stack, top),), symbol)
            moves = [[after(target, p2, operation, symbol) for (target, _, _) in a.step.get((q, "_", action), ())]
                     for (action, p2, operation, symbol) in self.moves.get((p, top), ())]
            return rule(q in a.accepting, self.holds(f[1], p, top, inner), self.holds(f[3], p, top, inner), moves)
        empty = {(q, p) for (q, p) in locations
                 if rule(q in a.accepting, self.holds(f[1], p, None, None), self.holds(f[3], p, None, None), [])}
        function = Transformer(lambda stack, top, ask: {l for l in locations if holds(l, stack, top, ask)},
                               op in ("EU", "AU"), locations)
        return a.first, function, empty

    # -- Answers

    def at(self, f, state, stack=()):
        """At a state, or at the configuration with this stack, the top first."""
        if self.system.kind == "LTS":
            return state in self.states_of(f)
        self.prepare(f)
        below = tuple(self.empty)
        for symbol in reversed(stack[1:]):
            below = self.push(below, symbol, len(self.parts))
        return self.holds(f, state, stack[0] if stack else None, below)

    def results(self, f):
        if self.system.kind == "LTS":
            return {s: self.at(f, s) for s in self.system.states}
        return {"<%s,%s>" % head: self.at(f, head[0], [head[1]]) for head in self.system.heads}


def truth(op, x, y):
    return {"&": x and y, "|": x or y, "->": not x or y, "<->": x == y}[op]
