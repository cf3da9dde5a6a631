"""Extended CTL straight from its definition, on paths of a bounded length.

Three-valued: True and False are certain, None is not known within the bound. It
is too slow for much, but it knows no equations over stacks and it takes any
automaton whatsoever, so that it is a check of twin.py and takes its place where
that has no answer. Automata are told by what they may have become after a word:
a set of configurations, of derivatives, or the word itself."""
import twin

EVERY = "every word"


def both(x, y):
    return False if x is False or y is False else None if x is None or y is None else True


def either(x, y):
    return True if x is True or y is True else None if x is None or y is None else False


def negated(x):
    return None if x is None else not x


class Words:
    """An automaton as a function on what it has become."""

    def __init__(self, x):
        self.x, self.found = x, {}

    def start(self):
        if self.x is None:
            return EVERY
        if self.x.kind == "REGULAR":
            return frozenset([self.x.tree])
        if self.x.kind == "GRAMMAR":
            return ()
        return frozenset([(self.x.states[0], ("_",))])

    def accepts(self, now):
        if self.x is None:
            return True
        if self.x.kind == "REGULAR":
            return any(twin.nullable(r) for r in now)
        if self.x.kind == "GRAMMAR":
            return self.derives(now)
        return any(state in self.x.accepting for (state, _) in now)

    def after(self, now, action):
        if self.x is None:
            return now
        if self.x.kind == "REGULAR":
            return frozenset(d for r in now for d in twin.derivatives(r, action))
        if self.x.kind == "GRAMMAR":
            return now + (action,)
        return frozenset((rule[3], changed(stack, rule)) for (state, stack) in now for rule in self.x.rules
                         if rule[0] == action and rule[1] == state and fits(stack, rule))

    def is_dead(self, now):
        return isinstance(now, frozenset) and not now

    def derives(self, word):
        """Which nonterminals derive which parts of the word, until nothing is new."""
        if word not in self.found:
            names, known, size = set(self.x.nonterminals()), set(), -1
            while size != len(known):
                size = len(known)
                for left, body in self.x.productions:
                    for i in range(len(word) + 1):
                        ends = {i}
                        for item in body:
                            if item in names:
                                ends = {k for j in ends for k in range(j, len(word) + 1) if (item, j, k) in known}
                            else:
                                ends = {j + 1 for j in ends if j < len(word) and word[j] == item}
                        known |= {(left, i, j) for j in ends}
            self.found[word] = (self.x.productions[0][0], 0, len(word)) in known
        return self.found[word]


def fits(stack, rule):
    return rule[2] is None or (stack != () and stack[0] == rule[2])


def changed(stack, rule):
    if rule[4] is None:
        return stack
    if rule[4] == "POP":
        return stack[1:]
    return (rule[5],) + (stack[1:] if rule[4] == "REWRITE" else stack)


class Bounded:
    def __init__(self, session, system, bound, budget=20000):
        self.objects, self.system = session.objects, session.objects[system]
        self.bound, self.budget, self.known, self.words = bound, budget, {}, {}

    def next(self, place):
        if self.system.kind == "LTS":
            return [(rule[0], rule[3]) for rule in self.system.rules if rule[1] == place]
        state, stack = place
        return [(rule[0], (rule[3], changed(stack, rule))) for rule in self.system.rules
                if rule[1] == state and fits(stack, rule)]

    def value(self, f, place):
        if (f, place) not in self.known:
            self.known[f, place] = self.compute(f, place)
        return self.known[f, place]

    def compute(self, f, place):
        op = f[0]
        if op in ("0", "1"):
            return op == "1"
        if op == "p":
            at = place if self.system.kind == "LTS" else (place[0], place[1][0]) if place[1] else None
            return f[1] in self.system.labels.get(at, ())
        if op == "!":
            return negated(self.value(f[1], place))
        if op == "<->":
            x, y = self.value(f[1], place), self.value(f[2], place)
            return None if x is None or y is None else x == y
        if op in ("&", "|", "->"):
            x, y = self.value(f[1], place), self.value(f[2], place)
            return both(x, y) if op == "&" else either(negated(x) if op == "->" else x, y)
        if op in ("EX", "AX"):
            result = op == "AX"
            for _, target in self.next(place):
                result = (both if op == "AX" else either)(result, self.value(f[1], target))
            return result
        if f[2] not in self.words:
            self.words[f[2]] = Words(self.objects.get(f[2]))
        words = self.words[f[2]]
        return self.along(f, words, place, words.start(), self.bound, set())

    def along(self, f, words, place, now, left, path):
        """Of the paths from here that begin as 'path' says, which had no say yet."""
        is_until, is_some = f[0][1] == "U", f[0][0] == "E"
        if words.is_dead(now):
            return not is_until
        counts = words.accepts(now)
        settled = both(counts, self.value(f[3], place)) if is_until else either(not counts, self.value(f[3], place))
        if settled is is_until or (settled is False and not is_until):
            return settled
        x = self.value(f[1], place)
        moves = self.next(place)
        if (x is False and is_until) or (x is True and not is_until) or not moves:
            onward = not is_until
        elif (place, now) in path:
            onward = not is_until  # for ever
        elif left == 0 or self.budget <= 0:
            onward = None
        else:
            self.budget -= 1
            path.add((place, now))
            onward = not is_some
            for action, target in moves:
                one = self.along(f, words, target, words.after(now, action), left - 1, path)
                onward = (either if is_some else both)(onward, one)
                if onward is is_some:
                    break
            path.discard((place, now))
            onward = both(x, onward) if is_until else either(x, onward)
        return either(settled, onward) if is_until else both(settled, onward)

    def at(self, f, state, stack=()):
        return self.value(f, state if self.system.kind == "LTS" else (state, tuple(stack)))

    def results(self, f):
        if self.system.kind == "LTS":
            return {s: self.at(f, s) for s in self.system.states}
        return {"<%s,%s>" % head: self.at(f, head[0], [head[1]]) for head in self.system.heads}
