#!/usr/bin/env python3
"""Random Promela models, small enough to be searched completely.

    generate.py SEED [claims]     prints the model of that seed

'claims': with ltl properties, a never claim, or labels accept and progress;
and without assertions, which SPIN would report in their place. What SPIN gives
up on (an error that ends its search) or counts by accident (hidden variables)
is avoided. tests/promela/distribution.py tells what the models are like.
"""
import random
import sys

from gen_statements import Body, indent
from gen_values import MTYPES, SCALARS, SUBTYPE, Cell, Channel, Record, Scope, declare, top_of

OPTIONAL = {"assert": 0.6, "last": 0.15, "remote": 0.4, "enabled": 0.12, "timeout": 0.5, "priority": 0.08, "provided": 0.2,
            "trace": 0.25, "records": 0.3, "mtype": 0.35, "inline": 0.3, "init": 0.4, "marks": 0.25}


class Model:
    def __init__(self, seed, claims=False):
        self.rnd = random.Random(f"{seed} {claims}")
        self.claims = claims
        self.features = {name for name, p in OPTIONAL.items() if self.rnd.random() < p}
        # SPIN does not combine these with rendezvous.
        self.buffered_only = bool(self.features & {"enabled", "priority"})
        if claims:
            self.features -= {"assert", "trace", "priority", "provided"}  # -f does not know provided
        self.marks = ["end"] if "marks" in self.features else []
        self.counter = 0
        self.may_count = 1
        self.inlines, self.runnable, self.remote_variables, self.remote_labels = [], [], [], []
        self.proctypes, self.pids = [], {}

    def fresh(self, stem):
        self.counter += 1
        return f"{stem}{self.counter}"

    def others(self, own):
        """pids of processes that are there from the start and of another proctype."""
        return [pid for pid, name in self.pids.items() if name != own]

    # -- declarations

    def globals(self):
        rnd, lines = self.rnd, ["#define LIMIT 2"]
        scope = Scope(self)
        if "mtype" in self.features:
            lines += [f"mtype = {{ {', '.join(MTYPES['mtype'])} }}", f"{SUBTYPE} = {{ {', '.join(MTYPES[SUBTYPE])} }}"]
            for _ in range(rnd.randint(1, 2)):
                kind, name = rnd.choice(["mtype", SUBTYPE]), self.fresh("m")
                lines.append(declare(rnd, kind, name, 2) + ";")
                scope.cells.append(Cell(name, kind, 2))
        if "records" in self.features:
            lines += self.record_types()
        for _ in range(rnd.randint(1, 3)):
            kind, name = rnd.choice(SCALARS), self.fresh("g")
            size = rnd.choice([0, 0, 0, 2, 3]) if kind != "unsigned" else 0
            top = top_of(rnd, kind)
            prefix = rnd.choice(["show ", "local "]) if rnd.random() < 0.06 else ""
            lines.append(prefix + declare(rnd, kind, name, top, size) + ";")
            if size:
                scope.arrays.append((name, kind, top, size))
                scope.cells += [Cell(f"{name}[{i}]", kind, top) for i in range(size)]
            else:
                scope.cells.append(Cell(name, kind, top))
        for record in self.records:
            name = self.fresh("r")
            lines.append(f"{record.name} {name};")
            scope.records.append((name, record))
            scope.cells += record.cells(name)
        for _ in range(rnd.choice([0, 1, 1, 1, 2])):
            lines += self.channel(scope)
        return lines, scope

    def record_types(self):
        rnd, lines = self.rnd, []
        for i in range(rnd.choice([1, 1, 2])):
            fields = []
            for _ in range(rnd.randint(1, 2)):
                kind = rnd.choice(["bit", "byte", "byte", "short"])
                fields.append((self.fresh("f"), kind, 2, rnd.choice([0, 0, 2])))
            if i:
                fields.append((self.fresh("f"), self.records[0], 0, 0))
            record = Record(self.fresh("R"), fields)
            lines += record.declaration(rnd)
            self.records = self.records[:0] + [record] if i else [record]
        return lines

    records = []

    def channel(self, scope):
        rnd, name = self.rnd, self.fresh("c")
        capacity = rnd.choice([1, 2] if self.buffered_only else [0, 0, 1, 1, 2])
        if self.records and rnd.random() < 0.4:
            scope.channels.append(Channel(name, capacity, [self.records[0].name], self.records[0]))
            return [f"chan {name} = [{capacity}] of {{ {self.records[0].name} }};"]
        kinds = ["byte", "byte", "byte", "bit", "short", "int"] + (["mtype", "mtype"] if "mtype" in self.features else [])
        fields = [rnd.choice(kinds) for _ in range(rnd.choice([1, 1, 1, 2]))]
        size = rnd.choice([0, 0, 0, 2])
        scope.channels += [Channel(f"{name}[{i}]", capacity, fields) for i in range(size)] if size else [Channel(name, capacity, fields)]
        lines = [f"chan {name}{f'[{size}]' if size else ''} = [{capacity}] of {{ {', '.join(fields)} }};"]
        if fields == ["byte"] and rnd.random() < 0.4:
            carrier = self.fresh("c")
            scope.channels.append(Channel(carrier, capacity, ["chan"]))
            lines.append(f"chan {carrier} = [{capacity}] of {{ chan }};")
        return lines

    def inline_text(self, scope):
        rnd, name = self.rnd, self.fresh("inl")
        parameters = [f"a{i}" for i in range(rnd.randint(0, 2))]
        inner = scope.copy()
        inner.is_body = False
        inner.cells += [Cell(p, "byte", 2) for p in parameters]
        body = Body(self, inner, rnd.randint(1, 3))
        body.inlines = 1
        lines = body.sequence(1, 2, inner, first_is_guard=True)
        self.inlines.append((name, len(parameters)))
        return [f"inline {name}({', '.join(parameters)}) {{"] + indent(lines) + ["}"]

    # -- processes

    def plan(self, scope):
        """Which processes there are: name, how many from the start, parameters."""
        rnd = self.rnd
        total = rnd.choices([1, 2, 3, 4], [15, 45, 30, 10])[0]
        budget = {1: 20, 2: 11, 3: 6, 4: 4}[total]
        has_init = "init" in self.features
        planned, left = [], total
        handles = [c for c in scope.channels if c.fields == ["byte"] and not c.record]
        while left > 0:
            count = 2 if left >= 2 and rnd.random() < 0.25 else 1
            kinds = []
            if rnd.random() < 0.4:
                kinds = [rnd.choice(["byte", "bit", "short"] + (["mtype"] if "mtype" in self.features else [])
                                    + (["chan"] * 3 if handles else [])) for _ in range(rnd.randint(1, 2))]
            plain = [r for r in self.records if not r.has_array()]  # SPIN takes no other as a parameter
            if plain and rnd.random() < 0.4:
                kinds.insert(rnd.randint(0, len(kinds)), rnd.choice(plain))
            active = not has_init or rnd.random() < 0.4
            if active and "chan" in kinds:
                kinds = [k for k in kinds if k != "chan"]  # it would be no channel
            planned.append((self.fresh("P"), count if active else 0, kinds))
            left -= count
        if has_init or not any(count for _, count, _ in planned):
            planned.insert(rnd.randint(0, len(planned)), ("init", 1, []))
        for name, count, kinds in planned:
            for _ in range(count):
                self.pids[len(self.pids)] = ":init:" if name == "init" else name
            if name != "init":
                self.runnable.append((name, kinds))
        return planned, budget

    def process(self, planned, scope, budget):
        name, count, kinds = planned
        rnd = self.rnd
        local = scope.copy()
        local.own = name
        parameters = []
        for i, kind in enumerate(kinds):
            text = f"p{i}{name}"
            parameters.append(f"{kind} {text}")
            if isinstance(kind, Record):
                local.records.append((text, kind))
                local.cells += kind.cells(text)
            elif kind == "chan":
                local.channels.append(Channel(text, 1, ["byte"]))
            else:
                local.cells.append(Cell(text, kind, 2))
        lines = self.locals(local, name)
        labels = ["lab" + name] + [self.fresh("L") for _ in range(rnd.choice([0, 1, 1]))] if name != "init" else []
        body = Body(self, local, max(2, budget + rnd.randint(-2, 2)), labels)
        if name == "init":
            lines += self.starts(body, local)
            body.budget = min(body.budget, 2)
        if name != "init" and rnd.random() < 0.5:
            lines += body.sequence(0, 2, local) + body.main_loop(local) + body.sequence(0, 1, local)
        else:
            lines += body.sequence(1, 2, local) if name == "init" else body.sequence(2, 6, local)
        while body.wanted:
            lines.append(f"{body.wanted.pop()}: skip;")
        if name != "init":  # only what stands before can be spoken of
            self.remote_variables.append((name, "own" + name))
            self.remote_labels.append((name, "lab" + name))
        return [self.head(name, count, parameters, scope) + " {"] + indent(lines) + ["}"]

    def locals(self, local, name):
        rnd = self.rnd
        lines = [] if name == "init" else [f"byte own{name};"]
        if name == "init" and "priority" in self.features:
            lines = ["byte last;"]  # without a byte behind them, SPIN takes its bits for padding (models/priority_bits.pml)
        local.cells += [] if name == "init" else [Cell("own" + name, "byte", 2)]
        for _ in range(rnd.choice([0, 0, 1])):
            kind, text = rnd.choice(SCALARS), self.fresh("v")
            top = top_of(rnd, kind)
            lines.append(declare(rnd, kind, text, top) + ";")
            local.cells.append(Cell(text, kind, top))
        if rnd.random() < 0.08:
            text = self.fresh("c")
            lines.append(f"chan {text} = [1] of {{ byte }};")
            local.channels.append(Channel(text, 1, ["byte"]))
        if any(c.fields == ["chan"] for c in local.channels):
            text = self.fresh("h")
            lines.append(f"chan {text};")
            local.handles.append(text)
        for record in self.records:
            if rnd.random() < 0.4:
                text = self.fresh("r")
                lines.append(f"{record.name} {text};")
                local.records.append((text, record))
                local.cells += record.cells(text)
        return lines

    def starts(self, body, local):
        """init runs what does not run by itself; mostly at once."""
        runs = []
        for name, count, kinds in self.planned:
            if name != "init" and (count == 0 or self.rnd.random() < 0.1):
                runs.append(f"run {name}({', '.join(body.argument(kind, local) for kind in kinds)});")
        if runs and self.rnd.random() < 0.6:
            return ["atomic {"] + indent(runs) + ["}"]
        return runs

    def head(self, name, count, parameters, scope):
        rnd = self.rnd
        if name == "init":
            return "init" + (f" priority {rnd.randint(1, 3)}" if "priority" in self.features and rnd.random() < 0.5 else "")
        active = {0: "", 1: "active ", 2: "active [2] "}[count]
        text = f"{active}{'D_' if rnd.random() < 0.02 and not self.claims else ''}proctype {name}({'; '.join(parameters)})"
        if "priority" in self.features and count and rnd.random() < 0.8:
            text += f" priority {rnd.randint(1, 3)}"
        if "provided" in self.features and rnd.random() < 0.6:
            outer = scope.copy()
            outer.is_body = False
            cell = outer.number()
            if cell and "%" not in cell.text:
                text += f" provided ({cell.text} {rnd.choice(['!=', '<', '=='])} {rnd.randrange(cell.top)})"
        return text

    def trace(self, scope):
        channels = [c for c in scope.channels if c.fields == ["byte"] and c.capacity and "[" not in c.text]
        if not channels:
            return []
        c = self.rnd.choice(channels).text
        return self.rnd.choice([
            ["trace {", f"  do :: {c}!_; {c}?_ od", "}"],
            ["trace {", f"  do :: {c}!0 :: {c}!1 :: {c}!2; {c}!0 od", "}"],
            ["notrace {", f"  {c}!_; {c}!1", "}"],
        ])

    # -- what is claimed

    def formula(self, scope, depth):
        rnd = self.rnd
        if depth == 0 or rnd.random() < 0.2:
            atom = scope.atom(inside=True)
            while " -> " in atom:  # SPIN's grammar of formulas has no conditional values: it complains and drops the formula
                atom = scope.atom(inside=True)
            return f"({atom})"
        operator = rnd.choice(["[]", "[]", "<>", "<>", "U", "U", "V", "W", "->", "&&", "||", "!", "<->"])
        if operator in ("[]", "<>", "!"):
            return f"{operator} {self.formula(scope, depth - 1)}"
        return f"({self.formula(scope, depth - 1)} {operator} {self.formula(scope, depth - 1)})"

    def never(self, scope):
        a, b = (scope.atom() for _ in range(2))
        waits = "timeout && " if self.waits else ""
        body = self.rnd.choice([
            ["do", f":: {a} -> break", ":: true", "od"],
            ["do", f":: {a} -> goto accept_it", ":: true", "od;", "accept_it: do", f":: {b}", "od"],
            ["T0: if", f":: {a} -> goto accept_S", ":: true -> goto T0", "fi;", "accept_S: if", f":: {b} -> goto accept_S", f":: {a} -> goto T0", "fi"],
            ["accept_init: do", f":: {a}", f":: {b}", "od"],
            ["do", f":: {a}", ":: else -> break", "od;", "accept: do", f":: {b}", ":: !(0)", "od"],
            [f"{a};", "accept_all: do", ":: true", "od"],
            ["do", f":: {waits}{a} -> break", ":: true", "od"],
        ])
        return ["never {"] + indent(body) + ["}"]

    def claim(self, scope):
        """One kind of claim; the labels have been chosen before."""
        scope = scope.copy()
        scope.has_pid = False
        if self.kind == "ltl":
            return [f"ltl q{i} {{ {self.formula(scope, self.rnd.randint(1, 3))} }}" for i in range(self.rnd.randint(1, 2))]
        return self.never(scope) if self.kind == "never" else []

    kind = ""
    waits = False  # some process uses timeout: only then it means something to SPIN in a claim

    def text(self):
        if self.claims:
            self.kind = self.rnd.choice(["ltl", "ltl", "ltl", "never", "never", "acceptance", "acceptance", "progress", "progress"])
            self.marks = {"acceptance": ["accept_"], "progress": ["progress_"]}.get(self.kind, self.marks)
        lines, scope = self.globals()
        self.planned, budget = self.plan(scope)
        if "inline" in self.features:
            lines += self.inline_text(scope)
        for planned in self.planned:
            lines += self.process(planned, scope, budget)
        if "trace" in self.features and not any("!!" in line or "??" in line for line in lines):  # SPIN shows it the wrong message
            lines += self.trace(scope)
        self.waits = any("timeout" in line for line in lines)
        lines += self.claim(scope)
        return "\n".join(lines) + "\n"


def model(seed, claims=False):
    return Model(seed, claims).text()


def main():
    if len(sys.argv) not in (2, 3) or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    sys.stdout.write(model(int(sys.argv[1]), claims=sys.argv[2:] == ["claims"]))


if __name__ == "__main__":
    main()
