#!/usr/bin/env python3
"""What programs of syntax.py really do: all that they can reach, however long they loop
and however deep they call.

    truth.py COUNT [SEED]      compares itself with the compiled programs

Values are few, so explore() can follow every one: for each function and each state in
which it is entered (globals and arguments), all states at all its places; where it
calls, it goes on from each state in which the callee, so entered, can return. What it
visits first it has a reason for: read backwards, they are the inputs of a run that fails.

With COUNT: so many random programs are compiled, and run with all short sequences of
inputs: at each statement they must be in a state that was seen there. The run found for
one that can fail must fail, and of the others none at random may. Closes with 'N passed, N failed'."""
import copy
import itertools
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(os.path.dirname(HERE), "random"), os.path.dirname(HERE)]
from unbounded import syntax  # noqa: E402

MOST_STATES = 50000
MOST_INPUTS = 20000


def put(s, place, value):
    return s[:place] + (value,) + s[place + 1:]


def function_of(python, arguments="s"):
    return eval("lambda %s: %s" % (arguments, python), {"put": put})


class Place:
    """kind: move, branch, input, choose (a branch on an input), call, decide (a branch on a call's result), return,
    assert. 'code' is its function; 'next' the places after it, for branches the true one first."""

    def __init__(self, kind, code=None, values=(), callee=None, arguments=None, number=None):
        self.kind, self.code, self.values, self.callee, self.arguments, self.number = kind, code, values, callee, arguments, number
        self.next = []


class Flow:
    """The places of one function. It is built backwards: each statement gets the place that comes after it."""

    def __init__(self, function, global_count):
        self.function, self.global_count = function, global_count
        self.places = []
        self.local_count = len(function.locals)
        end = self.place("return", function_of("0"))
        self.start = self.block(function.body, end, None, None)
        for v in reversed(function.locals):
            self.start = self.move("s[:%d] + (%d,) + s[%d:]" % (v.slot, v.first, v.slot + 1), self.start)

    def place(self, kind, *arguments, after=(), **named):
        out = Place(kind, *arguments, **named)
        out.next = list(after)
        self.places.append(out)
        return out

    def move(self, python, after):
        return self.place("move", function_of(python), after=[after])

    def block(self, statements, after, out, again):
        for s in reversed(statements):
            after = getattr(self, "flow_" + s.kind)(s, after, out, again)
        return after

    def call(self, kind, what, python, after):
        entered = "s[:%d] + (%s)" % (self.global_count, "".join(syntax.convert(e, p.type).python + "," for p, e in zip(what.callee.parameters, what.arguments)))
        return self.place(kind, function_of(python, "s, r"), callee=what.callee.name, arguments=function_of(entered), after=after)

    def test(self, c, yes, no):
        """A condition."""
        if c.source:
            start = self.place("choose", function_of(c.value.python, "s, i"), values=range(c.source.low, c.source.high + 1), after=[yes, no])
        elif c.callee:
            start = self.call("decide", c, c.value.python, [yes, no])
        else:
            start = self.place("branch", function_of(c.value.python), after=[yes, no])
        if c.before:
            start = self.place("branch", function_of(c.before.python), after=[start, no] if c.operator == "&&" else [yes, start])
        return start

    def flow_assign(self, s, after, _out, _again):
        return self.move(s.target.store(s.value), after)

    def flow_input(self, s, after, _out, _again):
        code = function_of(s.target.store(s.value), "s, i")
        return self.place("input", code, values=range(s.source.low, s.source.high + 1), after=[after])

    def flow_call(self, s, after, _out, _again):
        return self.call("call", s, s.target.store(s.value) if s.target else "s", [after])

    def flow_if(self, s, after, out, again):
        return self.test(s.condition, self.block(s.body, after, out, again), self.block(s.other or [], after, out, again))

    def flow_while(self, s, after, _out, _again):
        head = self.move("s", None)
        head.next[0] = self.test(s.condition, self.block(s.body, head, after, head), after)
        return head

    def flow_do(self, s, after, _out, _again):
        head, tail = self.move("s", None), self.move("s", None)
        head.next[0] = self.block(s.body, tail, after, tail)
        tail.next[0] = self.test(s.condition, head, after)
        return head

    def flow_for(self, s, after, _out, _again):
        head = self.move("s", None)
        step = self.block([s.step], head, None, None)
        head.next[0] = self.test(s.condition, self.block(s.body, step, after, step), after)
        return self.block([s.first], head, None, None)

    def flow_break(self, _s, _after, out, _again):
        return out

    def flow_continue(self, _s, _after, _out, again):
        return again

    def flow_return(self, s, _after, _out, _again):
        value = syntax.convert(s.value, self.function.result).python if s.value else "0"
        if not s.callee:
            return self.place("return", function_of(value))
        # The result waits in a place of its own behind all variables.
        self.local_count += 1
        last = self.global_count + len(self.function.parameters) + self.local_count - 1
        return self.call("call", s, "put(s, %d, %s)" % (last, value), [self.place("return", function_of("s[%d]" % last))])

    def flow_assume(self, s, after, _out, _again):
        return self.test(s.condition, after, None)

    def flow_error(self, s, after, _out, _again):
        return self.test(s.condition, self.place("assert", function_of("0"), after=[after]), after)

    def flow_spot(self, s, after, _out, _again):
        return self.place("assert", s.condition and function_of(s.condition.value.python), number=s.number, after=[after])


class TooMany(Exception):
    """More states than are worth it."""


class Context:
    """A function with the state in which it is entered."""

    def __init__(self, flow):
        self.flow = flow
        self.exits = {}  # (globals, result): the visit that was first there
        self.callers = []  # visits


class Visit:
    """A state at a place, and why it was visited: the visit before, and an input, or the context and exit of a call."""
    __slots__ = ("context", "place", "state", "before", "reason")

    def __init__(self, context, place, state, before, reason):
        self.context, self.place, self.state, self.before, self.reason = context, place, state, before, reason


class Exploration:
    """is_open: assertions are not tested; 'seen' has for each number the states there, in the order of search."""

    def __init__(self, program, is_open=False):
        self.global_count = sum(v.count or 1 for v in program.globals)
        self.flows = {f.name: Flow(f, self.global_count) for f in program.functions}
        self.contexts, self.known, self.waiting, self.seen, self.failure = {}, set(), [], {}, None
        self.is_open = is_open
        first = tuple(x for v in program.globals for x in [v.first] * (v.count or 1))
        self.enter("main", first, None)
        at = 0
        while at < len(self.waiting) and self.failure is None:
            self.step(self.waiting[at])
            at += 1

    def enter(self, name, entered, before):
        context = self.contexts.get((name, entered))
        if context is None:
            flow = self.flows[name]
            context = self.contexts[name, entered] = Context(flow)
            self.visit(context, flow.start, entered + (0,) * flow.local_count, before, "enter")
        return context

    def visit(self, context, place, state, before, reason=None):
        key = (context, place, state)
        if place is None or key in self.known:
            return
        self.known.add(key)
        self.waiting.append(Visit(context, place, state, before, reason))
        if len(self.waiting) > MOST_STATES:
            raise TooMany

    def step(self, v):
        p, s = v.place, v.state
        if p.kind == "move":
            self.visit(v.context, p.next[0], p.code(s), v)
        elif p.kind == "branch":
            self.visit(v.context, p.next[0 if p.code(s) else 1], s, v)
        elif p.kind == "input":
            for i in p.values:
                self.visit(v.context, p.next[0], p.code(s, i), v, i)
        elif p.kind == "choose":
            for i in p.values:
                self.visit(v.context, p.next[0 if p.code(s, i) else 1], s, v, i)
        elif p.kind in ("call", "decide"):
            callee = self.enter(p.callee, p.arguments(s), v)
            callee.callers.append(v)
            for exit_ in list(callee.exits):
                self.go_on(v, callee, exit_)
        elif p.kind == "return":
            exit_ = (s[:self.global_count], p.code(s))
            if exit_ not in v.context.exits:
                v.context.exits[exit_] = v
                for caller in v.context.callers:
                    self.go_on(caller, v.context, exit_)
        else:
            self.test(v)

    def go_on(self, caller, callee, exit_):
        p, s = caller.place, exit_[0] + caller.state[self.global_count:]
        value = p.code(s, exit_[1])
        if p.kind == "decide":
            self.visit(caller.context, p.next[0 if value else 1], s, caller, (callee, exit_))
        else:
            self.visit(caller.context, p.next[0], value, caller, (callee, exit_))

    def test(self, v):
        p = v.place
        if p.number is not None:
            self.seen.setdefault(p.number, {})[v.state] = None
        if not self.is_open and p.code and not p.code(v.state):
            self.failure = v
        elif p.code is None or self.is_open or p.code(v.state):
            self.visit(v.context, p.next[0], v.state, v)

    def inputs(self):
        """Of a run that fails; None: there are too many."""
        out, stack = [], [("from", self.failure, None)]
        while stack:
            what, v, end = stack.pop()
            if what == "input":
                out.append(v)
                if len(out) > MOST_INPUTS:
                    return None
                continue
            # From here back to where 'end' was entered, or to the beginning of all.
            while v is not None:
                if isinstance(v.reason, tuple):
                    callee, exit_ = v.reason
                    stack.append(("from", callee.exits[exit_], callee))
                elif isinstance(v.reason, int):
                    stack.append(("input", v.reason, None))
                elif v.reason == "enter" and v.context is end:
                    break
                v = v.before
        return out


class Truth:
    """As native.Truth: 'runs' are the states."""

    def __init__(self, program):
        all_ = Exploration(program)
        self.runs, self.failed = len(all_.waiting), int(all_.failure is not None)
        self.inputs = all_.inputs() if self.failed else []


# Beside the compiled programs.

def with_spots(statements, numbers):
    """A place to look at before each statement."""
    out = []
    for s in statements:
        s = copy.copy(s)
        s.body = with_spots(s.body, numbers)
        s.other = with_spots(s.other, numbers) if s.other else None
        out += [syntax.Statement("spot", number=next(numbers))] + ([s] if s.kind not in ("spot", "error") else [])
    return out


def watched(program):
    """The same program; run natively, it fails where it is in a state that exploration did not see there."""
    out = copy.copy(program)
    out.functions = [copy.copy(f) for f in program.functions]
    numbers = itertools.count()
    places = {}
    for f in out.functions:
        first = next(numbers)
        f.body = with_spots(f.body, numbers)
        places.update((n, len(out.names(f))) for n in range(first, next(numbers)))
    seen = Exploration(out, is_open=True).seen
    out.tables = {n: [mixed(s[:places[n]]) for s in states] for n, states in seen.items()}
    return out


def mixed(state):
    total = 0
    for value in state:
        total = (total * 1000003 + value) % 2**64
    return total


def compare_with_compiled(program, truth, few, folder, runs):
    """What is wrong, or None."""
    from execute import Executable
    if few.failed:
        return "is in a state that was not seen, with %s" % few.inputs
    with open(os.path.join(folder, "x.c"), "w", encoding="ascii") as out:
        out.write(program.text())
    executable = Executable([os.path.join(folder, "x.c")], folder, program.ilp32, milliseconds=20)
    if truth.failed:
        how = executable.with_inputs(truth.inputs) if truth.inputs is not None else "has no short run"
        return None if how == "failed" else "%s with %s" % (how, truth.inputs)
    _, inputs = executable.at_random(runs)
    return "fails at random with %s" % inputs if inputs else None


def all_runs_with_few_inputs(made, folder):
    """{seed: native.Truth}"""
    import native
    native.MOST_RUNS = 20000
    out = {}
    for is_narrow in (False, True):
        some = [(seed, watched(program)) for seed, program, _ in made if program.ilp32 == is_narrow]
        out.update(zip((seed for seed, _ in some), native.run_all([program for _, program in some], folder) if some else []))
    return out


def main():
    import argparse
    import tempfile
    from unbounded import generate
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3000, help="at random, of each program that cannot fail")
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    options = parser.parse_args()
    counts, runs = {True: 0, False: 0}, 0
    with tempfile.TemporaryDirectory() as folder:
        for first in range(options.seed, options.seed + options.count, 25):
            made = generate.programs(range(first, min(first + 25, options.seed + options.count)))
            few = all_runs_with_few_inputs(made, folder)
            for seed, program, truth in made:
                runs += few[seed].runs
                wrong = compare_with_compiled(program, truth, few[seed], folder, options.runs)
                counts[wrong is None] += 1
                if wrong:
                    print("seed %d: should %s, but %s" % (seed, "fail" if truth.failed else "be safe", wrong), flush=True)
    print("%d runs with few inputs" % runs)
    print("%d passed, %d failed" % (counts[True], counts[False]))
    return 1 if counts[False] else 0


if __name__ == "__main__":
    sys.exit(main())
