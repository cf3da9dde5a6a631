"""What the library tells about why a formula holds or not, replayed.

read(text) takes apart what twin-ectl prints. Replay.check() walks over one
explanation: each claim that a formula holds or not is compared with the twin, each
path is walked on the system, with an automaton of our own beside it, and has to
show what it is there for."""
import re

import bounded
import session as language

PATHS = {("EU", True): (False, True), ("AR", False): (True, True), ("ER", True): (False, False), ("AU", False): (True, False)}


class Because:
    def __init__(self, fields):
        self.depth, self.holds = int(fields[0]), fields[1] == "1"
        self.place, self.formula, self.note = fields[2:5]


class Step:
    def __init__(self, fields):
        self.depth, self.number = int(fields[0]), int(fields[1])
        self.place, self.action, self.automaton, self.note = fields[2:6]


class Truth:
    def __init__(self, fields):
        self.place, self.holds, self.path = fields[0], fields[1] == "1", fields[2]
        self.reasons = []


def read(text):
    """By name of the property, its truths."""
    found, truths = {}, []
    for line in text.split("\n"):
        kind, *fields = line.split("\t")
        if kind == "property":
            truths = found.setdefault(fields[0], [])
        elif kind == "truth":
            truths.append(Truth(fields))
        elif kind:
            truths[-1].reasons.append((Because if kind == "because" else Step)(fields))
    return found


def split(place):
    """p[a b _] as a state and a stack; a state without a stack."""
    match = re.match(r"(.*?)\[(.*)\]$", place)
    return (match.group(1), tuple(match.group(2).split())) if match else (place, ())


class Wrong(Exception):
    pass


def need(condition, what):
    if not condition:
        raise Wrong(what)


class Replay:
    def __init__(self, session, system, twin):
        self.objects, self.system, self.twin = session.objects, session.objects[system], twin
        self.moves = bounded.Bounded(session, system, 0)
        self.steps = 0

    def at(self, place):
        """A place as Bounded has it."""
        state, stack = split(place)
        return state if self.system.kind == "LTS" else (state, stack)

    def holds(self, tree, place):
        return self.twin.at(tree, *split(place))

    def words(self, name):
        x = self.objects.get(name)
        if x is not None and x.kind == "GRAMMAR" and x.reference is not None:
            x = x.reference
        return bounded.Words(x)

    def check(self, truth):
        """All of an explanation; raises Wrong."""
        reasons = truth.reasons
        need(reasons and isinstance(reasons[0], Because) and reasons[0].holds == truth.holds, "it begins with something else")
        told = None
        for i, reason in enumerate(reasons):
            if isinstance(reason, Step):
                continue
            tree = language.Reader(reason.formula).formula()
            need(self.holds(tree, reason.place) == reason.holds, "%s at %s is told to be %s" % (reason.formula, reason.place, reason.holds))
            path = [x for x in self.below(reasons, i) if isinstance(x, Step) and x.depth == reason.depth + 1]
            if path:
                self.follow(tree, reason, path)
                told = told or path
        need(truth.path == (self.as_line(told) if told else ""), "the line is not the first path: %s" % truth.path)

    @staticmethod
    def below(reasons, i):
        for reason in reasons[i + 1:]:
            if reason.depth <= reasons[i].depth:
                return
            yield reason

    def as_line(self, path):
        text, stack = "", ()
        for step in path:
            state = split(step.automaton)[0]
            stack = split(step.automaton)[1] if state else stack  # behind an escape: as it was
            here, below = split(step.place)
            if self.system.kind == "LTS":
                below = stack
            arrow = " --%s--> " % step.action if step.number else ""
            text += "%s<%s> s(%s,%s)" % (arrow, " ".join(below[1:]), state or "-", here)
        match = re.match(r"back to step (\d+)$", path[-1].note)
        return text + (" (%s)" % path[-1].note if match else "")

    def follow(self, tree, reason, path):
        need(path[0].place == reason.place and path[0].action == "", "the path begins elsewhere")
        need([x.number for x in path] == list(range(len(path))), "steps are missing")
        for before, after in zip(path, path[1:]):
            need((after.action, self.at(after.place)) in self.moves.next(self.at(before.place)),
                 "the system has no step --%s--> %s" % (after.action, after.place))
            self.steps += 1
        if tree[0] in ("EX", "AX"):
            need(len(path) == 2, "not one step")
            need(self.holds(tree[1], path[1].place) == reason.holds, "the step shows nothing")
            return
        negated, is_until = PATHS[tree[0], reason.holds]

        def x_at(place):
            return self.holds(tree[1], place) != negated

        def y_at(place):
            return self.holds(tree[3], place) != negated
        words = self.words(tree[2])
        now = [words.start()]
        for step in path[1:]:
            now.append(words.after(now[-1], step.action))
        self.beside(words, tree[2], path, now)
        if is_until:
            need(path[-1].note == "accepted", "it does not end as Until does: " + path[-1].note)
            need(words.accepts(now[-1]) and y_at(path[-1].place), "the end is not accepted")
            need(all(x_at(step.place) for step in path[:-1]), "something fails on the way")
        else:
            self.release(words, path, now, x_at, y_at)

    def beside(self, words, name, path, now):
        """The run of an automaton that is told as it was written."""
        x = self.objects.get(name)
        if x is None or x.kind not in ("DFA", "PDA") or any(split(step.automaton)[0] not in x.states + [""] for step in path):
            return
        for step, configurations in zip(path, now):
            state, stack = split(step.automaton)
            if state:
                told = (state, stack if x.kind == "PDA" else ("_",))
                need(told in configurations, "the automaton is not in %s" % step.automaton)

    def release(self, words, path, now, x_at, y_at):
        def is_bad(i):
            return not words.is_dead(now[i]) and words.accepts(now[i]) and not y_at(path[i].place)
        need(not any(is_bad(i) for i in range(len(path))), "something bad is on the way")
        end, note = path[-1], path[-1].note
        if note == "released":
            need(x_at(end.place), "nothing releases it")
        elif note == "the path ends here":
            need(not self.moves.next(self.at(end.place)), "the path could go on")
        elif note == "the automaton cannot follow":
            need(words.is_dead(now[-1]), "the automaton can follow")
        else:
            self.loop(words, path, now, y_at)

    def loop(self, words, path, now, y_at):
        match = re.match(r"back to step (\d+)$", path[-1].note)
        need(match, "it ends in no known way: " + path[-1].note)
        first = int(match.group(1))
        need(first < len(path) - 1, "the loop is empty")
        for of in (lambda step: split(step.place), lambda step: split(step.automaton)):
            (state, stack), (last, top) = of(path[first]), of(path[-1])
            need(state == last and stack[:1] == top[:1], "the loop does not close")
            need(all(len(of(step)[1]) >= len(stack) for step in path[first:]), "the loop digs below where it began")
        # Three times more: what is kept below the loop's first head grows or stays.
        below = len(split(path[first].place)[1][1:])
        state, here = now[-1], self.at(path[-1].place)
        for _ in range(3):
            base = here[1][1:] if self.system.kind == "PDS" else ()
            for step in path[first + 1:]:
                there, stack = split(step.place)
                target = there if self.system.kind == "LTS" else (there, stack[:len(stack) - below] + base)
                need((step.action, target) in self.moves.next(here), "the loop cannot be taken again")
                state, here = words.after(state, step.action), target
                need(not words.is_dead(state), "the automaton leaves the loop")
                name = here if self.system.kind == "LTS" else "%s[%s]" % (here[0], " ".join(here[1]))
                need(not words.accepts(state) or y_at(name), "something bad is in the loop")
