"""Remopla programs without rules as a model for explicit.py, on the parser and evaluation of tests/remopla/oracle.py.

A step is what a trace shows as one: locals that begin with any value are chosen in a step of their own, and so
is a result given to its variable behind a call."""
import itertools
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "remopla"))
import oracle  # noqa: E402

START, DONE = "start", "done"


class Model:
    """A state is (globals, result); a symbol START, DONE, ("init", number) or (module, place, locals), where a place is
    an instruction's number, "begin", ("back", number) or ("failed",)."""

    def __init__(self, text):
        self.p = oracle.Parser(text).program()
        self.init = self.p.init or ["main"]
        self.actions = {"%s.%s" % (what, m) for m in self.p.modules for what in ("call", "return")}
        self.conditions = {}
        self.at_label = {}
        for name, m in self.p.modules.items():
            for label, pc in m.labels.items():
                self.at_label.setdefault((name, pc), set()).update({"label." + label, "label.%s:%s" % (name, label)})

    def condition(self, text, module=None):
        """An atom. Names of locals are written m.x, for one module only."""
        reader = oracle.Parser(re.sub(r"\b%s\." % module, "", text) if module else text)
        reader.single = True
        self.conditions[text] = (module, reader.expr())
        return text

    def letter(self, state, symbol):
        name, place, l = symbol if len(symbol) == 3 and isinstance(symbol, tuple) else (None, None, ())
        out = {"proc." + name} if name else set()
        out |= self.at_label.get((name, place), set())
        if place == ("failed",):
            out.add("failed")
        for text, (module, e) in self.conditions.items():
            if module in (None, name):
                view = oracle.View(state[0], self.p.modules[module] if module else None, l)
                if oracle.Machine(self.p).ev(e, view)[0]:
                    out.add(text)
        return out

    def start(self):
        return ((0,) * len(self.p.globals.domains), ()), START

    def skip_jumps(self, m, pc):
        """A jump is a step only where the text has one."""
        while m.code[pc][0] == "jmp" and m.code[pc][1] is None:
            pc = m.code[pc][2]
        return pc

    def entry(self, name, args):
        m = self.p.modules[name]
        has_more = len(m.order) > len(m.params)
        free = len(m.domains) - m.param_cells
        return (name, "begin" if has_more else self.skip_jumps(m, 0), tuple(args) + (0,) * free)

    def steps(self, state, symbol):
        if symbol == DONE:
            return
        if symbol == START:
            for g in itertools.product(*self.p.globals.domains):
                yield None, (g, ()), (("init", 0),)
        elif symbol[0] == "init" and len(symbol) == 2:
            # A result that nobody takes is forgotten before the next call.
            name, then = self.init[symbol[1]], symbol[1] + 1
            below = DONE if then == len(self.init) else ("init", then)
            m = self.p.modules[name]
            for args in itertools.product(*m.domains[:m.param_cells]):
                yield "call." + name, (state[0], ()), (self.entry(name, args), below)
        else:
            name, place, l = symbol
            yield from self.at(name, self.p.modules[name], place, state, l)

    def at(self, name, m, place, state, l):
        g, result = state
        if place == "begin":
            for free in itertools.product(*m.domains[m.param_cells:]):
                yield None, (g, ()), ((name, self.skip_jumps(m, 0), l[:m.param_cells] + free),)
            return
        if place == ("failed",):
            return
        back = isinstance(place, tuple)
        pc = place[1] if back else place
        x, view = oracle.Machine(self.p), oracle.View(g, m, l)
        go = lambda to, g2, l2: (None, (g2, ()), ((name, self.skip_jumps(m, to), l2),))
        steps = list(self.come_back(m, m.code[pc], pc, x, view, result, go) if back else
                     getattr(self, "do_" + m.code[pc][0])(name, m, m.code[pc], pc, x, view, go))
        if x.fails:
            steps = [(None, (g, result), ((name, ("failed",), l),))]
        yield from steps

    def come_back(self, m, ins, pc, x, view, result, go):
        if ins[5] is None:
            return [go(pc + 1, view.g, view.l)]
        scope, cells, _, leaves = x.place(ins[5][2], view)
        changes = [(scope, c, [v & ((1 << leaf.width) - 1)]) for c, v, leaf in zip(cells, result, leaves) if c is not None]
        return [go(pc + 1, g, l) for g, l in oracle.choose(view.g, view.l, changes)]

    def do_jmp(self, name, m, ins, pc, x, view, go):
        return [go(ins[2], view.g, view.l)]

    def do_skip(self, name, m, ins, pc, x, view, go):
        return [go(pc + 1, view.g, view.l)] if x.ev(ins[2], view)[0] else []

    def do_assert(self, name, m, ins, pc, x, view, go):
        if x.ev(ins[2], view)[0]:
            return [go(pc + 1, view.g, view.l)]
        return [(None, (view.g, ()), ((name, ("failed",), view.l),))]

    def do_choice(self, name, m, ins, pc, x, view, go):
        taken = [to for guard, to in ins[2] if guard and x.ev(guard, view)[0]]
        return [go(to, view.g, view.l) for to in taken or [to for guard, to in ins[2] if not guard]]

    def changes(self, x, view, assigns):
        out, seen = [], set()
        for a in assigns:
            x.targets(a, view, out, seen)
        return list(oracle.choose(view.g, view.l, out)) if not x.fails else []

    def do_asg(self, name, m, ins, pc, x, view, go):
        return [go(pc + 1, g, l) for g, l in self.changes(x, view, ins[2])]

    def do_goto(self, name, m, ins, pc, x, view, go):
        return [go(m.labels[ins[2]], g, l) for g, l in self.changes(x, view, ins[3])]

    def do_ret(self, name, m, ins, pc, x, view, go):
        values = x.values(oracle.spread(m.result), ins[2], False, view) if m.result else []
        return [("return." + name, (view.g, row), ()) for row in itertools.product(*values)]

    def do_call(self, name, m, ins, pc, x, view, go):
        _, _, called, args, assigns, target = ins
        callee, given = self.p.modules[called], []
        for v, e in zip(callee.params, args):
            given += x.values(oracle.spread(v), e, False, view)
        place = ("back", pc) if callee.result or target else self.skip_jumps(m, pc + 1)
        return [("call." + called, (g, ()), (self.entry(called, row), (name, place, l)))
                for g, l in self.changes(x, view, assigns) for row in itertools.product(*given)]
