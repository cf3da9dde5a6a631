"""Random Promela: statements. Each maker gives lines; the last has no separator."""
import re

from gen_values import MTYPES, SCALARS, Cell, Record, declare, rank, top_of


def indent(lines):
    return ["  " + line for line in lines]


def no_self_loop(option):
    """An option that does nothing but skip gets a second step."""
    return option + ["skip;"] if all(line.strip(" ;") in ("skip", "true", "atomic {", "{", "}") for line in option) else option


class Body:
    """Makes the body of one proctype (or inline) within a budget of statements."""

    def __init__(self, model, scope, budget, labels=()):
        self.model, self.rnd, self.scope = model, model.rnd, scope
        self.budget = budget
        self.wanted = list(labels)  # labels that something may speak of: all are placed in the end
        self.placed = []
        self.loops = self.atomics = self.inlines = 0
        self.depth = 0

    def sequence(self, least, most, scope, first_is_guard=False):
        """Statements with their separators. 'first_is_guard': the first belongs to a choice or a block,
        where labels, unless and a second else are not allowed."""
        lines = []
        count = self.rnd.randint(least, most)
        for i in range(count):
            guard = first_is_guard and i == 0
            if i >= least and self.budget <= 0:
                break
            made = self.guard(scope) if guard else self.statement(scope)
            if not guard and self.may_label(made):
                made[0] = self.label() + made[0]
            separator = " ->" if guard and count > 1 and self.rnd.random() < 0.6 else ";"
            lines += made[:-1] + [made[-1] + separator]
        if lines and lines[-1].endswith(" ->"):
            lines[-1] = lines[-1][:-3] + ";"
        return lines

    def may_label(self, made):
        if made[0].startswith("d_step") or (made[0].startswith("goto") and self.rnd.random() < 0.8):
            return False  # nobody may jump there; and gotos in a circle are refused
        return (not self.scope_is_closed() and self.rnd.random() < 0.3 and (self.wanted or self.model.marks)
                and not made[0].startswith(("byte ", "bit ", "short ", "int ", "bool ", "chan ", "mtype", "R", "unsigned", "pid ")))

    def scope_is_closed(self):
        return self.inlines > 0 or self.in_d_step

    in_d_step = False

    def label(self):
        text = ""
        if self.wanted and self.rnd.random() < 0.7:
            name = self.wanted.pop(self.rnd.randrange(len(self.wanted)))
            self.placed.append(name)
            text = name + ": "
        elif self.model.marks:
            text = self.model.fresh(self.rnd.choice(self.model.marks)) + ": "
        return text

    # -- statements that stand alone

    def assign(self, scope):
        rnd = self.rnd
        cell = scope.number() if rnd.random() < 0.85 else scope.cell()
        if cell is None:
            return ["skip"]
        if cell.is_mtype():
            return [f"{cell.text} = {rnd.choice(MTYPES[cell.kind])}"]
        r = rnd.random()
        if r < 0.45:
            return [f"{cell.text} = {rnd.randrange(cell.top)}"]
        if r < 0.55:
            return [f"{cell.text} = 1 - {cell.text}"]
        if r < 0.65:
            return [f"{cell.text} = {rnd.choice([3, 7, 257, 300, 65537, 70000, -1])}"] if rnd.random() < 0.3 else [
                f"{cell.text}{rnd.choice(['++', '--'])}"] if cell.kind in ("bit", "bool", "unsigned") else [
                f"{cell.text} = ({cell.text} + 1) % {cell.top}"]
        if r < 0.9:
            return [f"{cell.text} = ({scope.value()}) % {cell.top}"]
        return [f"{cell.text} = ({scope.atom(inside=True)} -> {rnd.randrange(cell.top)} : {rnd.randrange(cell.top)})"]

    def test(self, scope, may_block=False):
        if self.in_d_step and not may_block:
            return self.assign(scope)
        return ["(" + scope.condition() + ")" if self.rnd.random() < 0.3 else scope.condition()]

    def say(self, scope):
        rnd = self.rnd
        kinds = [c for c in scope.cells if c.is_mtype()]
        if kinds and rnd.random() < 0.3:
            return [f"printm({rnd.choice(kinds).text})"]
        return [f'printf("%d %d\\n", {scope.value(1)}, {scope.value(1)})'] if rnd.random() < 0.7 else ['printf("here\\n")']

    def claim(self, scope):
        if "assert" not in self.model.features:
            return ["skip"]
        return [f"assert({scope.condition()})"]

    def skip(self, scope):
        return [self.rnd.choice(["skip", "true", "skip"])]

    def send(self, scope):
        channels = [c for c in scope.channels if not (self.in_d_step and c.capacity == 0)]
        if not channels or self.in_d_step:
            return self.assign(scope)
        c = self.rnd.choice(channels)
        operator = "!!" if self.rnd.random() < 0.2 else "!"
        if c.record:
            found = [text for text, record in scope.records if record is c.record]
            return [f"{c.text}!{self.rnd.choice(found)}"] if found else self.assign(scope)
        values = [self.payload(kind, scope) for kind in c.fields]
        if None in values:
            return self.assign(scope)
        if len(values) > 1 and self.rnd.random() < 0.3:
            return [f"{c.text}{operator}{values[0]}({', '.join(values[1:])})"]
        return [f"{c.text}{operator}{', '.join(values)}"]

    def payload(self, kind, scope):
        rnd = self.rnd
        if kind in MTYPES:
            return rnd.choice(MTYPES[kind])
        if kind == "chan":
            found = [c.text for c in scope.channels if c.fields == ["byte"] and c.record is None]
            return rnd.choice(found) if found else None
        if rnd.random() < 0.7:
            return str(rnd.randrange(3))
        cell = scope.number()
        if rnd.random() < 0.1:
            return str(rnd.choice([-1, 257, 300]))
        return cell.text if cell and rnd.random() < 0.7 else f"({scope.value(1)}) % 3"

    def receive(self, scope):
        rnd = self.rnd
        if not scope.channels or self.in_d_step:
            return self.assign(scope)
        c = rnd.choice(scope.channels)
        operator = "??" if rnd.random() < 0.25 else "?"
        if c.record:
            found = [text for text, record in scope.records if record is c.record]
            return [f"{c.text}?{rnd.choice(found)}"] if found else self.assign(scope)
        if c.fields == ["chan"]:
            if not scope.handles or self.atomics:
                return self.assign(scope)
            v = rnd.choice(scope.handles)
            # In one piece: nothing may jump to the place where v is still empty.
            return [f"{c.text}?{v};", rnd.choice([f"{v}!{rnd.randrange(3)}", f"if :: {v}?_ :: {v}!{rnd.randrange(2)} fi", f"len({v}) >= 0"])]
        used, fields = set(), []
        for kind in c.fields:
            cell = scope.cell(None if kind not in MTYPES else [kind])
            if cell and self.fits(kind, c, cell) and cell.text not in used and rnd.random() < 0.55:
                used.add(cell.text)
                fields.append(cell.text)
            else:
                fields.append(scope.pattern(kind))
        fields = self.without_undoing(fields, used)
        text = ", ".join(fields)
        if c.capacity and rnd.random() < 0.15:
            text = f"<{text}>"
        elif len(fields) > 1 and rnd.random() < 0.2:
            text = f"{fields[0]}({', '.join(fields[1:])})"
        return [f"{c.text}{operator}{text}"]

    def without_undoing(self, fields, used):
        """No eval of what the same receive changes: SPIN undoes the receive with the value that eval has afterwards, so that it puts another
        message back (models/receive_eval_undone.pml). Two parameters of an inline may be the same variable."""
        changed = {name.split("[")[0].split(".")[0] for name in used}

        def is_spoilt(field):
            return field.startswith("eval(") and changed and (self.inlines or changed & set(re.findall(r"[A-Za-z_]\w*", field)))
        return ["eval(1)" if is_spoilt(field) else field for field in fields]

    def fits(self, kind, channel, cell):
        """Is the variable wide enough? Where it is not, SPIN puts the cut value back into the channel when it goes back."""
        if cell.is_mtype() or kind in MTYPES:
            return cell.kind == kind
        return rank(cell.kind, "[" in cell.text) >= rank(kind, len(channel.fields) == 1)

    def start(self, scope):
        """Runs a process, as long as there are few."""
        runnable = [p for p in self.model.runnable if p[0] != scope.own]
        if not runnable or self.in_d_step or self.inlines or self.loops or self.model.claims:
            return self.assign(scope)
        name, parameters = self.rnd.choice(runnable)
        call = f"run {name}({', '.join(self.argument(kind, scope) for kind in parameters)})"
        if "priority" in self.model.features and self.rnd.random() < 0.5:
            call += f" priority {self.rnd.randint(1, 4)}"
        elif self.rnd.random() < 0.2 and scope.cell(["byte", "pid", "int", "short"]):
            call = f"{scope.cell(['byte', 'pid', 'int', 'short']).text} = {call}"
        return [f"_nr_pr < {self.rnd.randint(3, 5)};", call]

    def argument(self, kind, scope):
        if isinstance(kind, Record):
            found = [text for text, record in scope.records if len(record.cells("")) == len(kind.cells(""))]
            if found and self.rnd.random() < 0.8:
                return self.rnd.choice(found)
            return ", ".join(scope.value(1) for _ in kind.cells(""))
        if kind == "chan":
            found = [c.text for c in scope.channels if c.fields == ["byte"] and c.record is None]
            return self.rnd.choice(found)
        return self.rnd.choice(MTYPES[kind]) if kind in MTYPES else scope.value(1)

    def jump(self, scope):
        names = self.placed + self.wanted
        if not names or self.scope_is_closed() or (self.atomics and self.rnd.random() < 0.7):
            return self.assign(scope)
        return [f"goto {self.rnd.choice(names)}"]

    def leave(self, scope):
        return ["break"] if self.loops and not self.in_d_step else self.assign(scope)

    def wait(self, scope):
        if self.in_d_step or "timeout" not in self.model.features:
            return self.test(scope)
        return ["timeout"]

    def declaration(self, scope):
        kind = self.rnd.choice(SCALARS[:7])
        name, top = self.model.fresh("v"), top_of(self.rnd, kind)
        size = self.rnd.choice([0, 0, 0, 2])
        text = declare(self.rnd, kind, name, top, size)
        text = text.split(" = {")[0]  # a list is no initial value there
        scope.cells += [Cell(f"{name}[{i}]", kind, top) for i in range(size)] if size else [Cell(name, kind, top)]
        return [text]

    def priority(self, scope):
        if "priority" not in self.model.features or self.in_d_step:
            return self.assign(scope)
        return [f"set_priority(_pid, {self.rnd.randint(1, 3)})"]

    # -- statements with parts

    def options(self, scope, loop):
        rnd = self.rnd
        count = rnd.choice([1, 2, 2, 2, 3])
        options = [self.sequence(1, 2, scope.copy(), first_is_guard=True) for _ in range(count)]
        if loop:
            # The transition (1) from a place to itself is refused.
            options = [no_self_loop(o) for o in options]
        return options

    def choice(self, scope, may_else=True, loop=False):
        rnd = self.rnd
        self.loops += loop
        options = self.options(scope, loop)
        if loop and not self.in_d_step and rnd.random() < 0.6:
            options.append([scope.condition(1) + " ->", "break;"] if rnd.random() < 0.7 else ["break;"])
        if may_else and rnd.random() < (1 if self.in_d_step else 0.4):
            then = ["break;"] if loop and rnd.random() < 0.6 else self.sequence(0, 1, scope.copy())
            options.insert(rnd.randint(0, len(options)), ["else" + (" ->" if then else ";")] + then)
        self.loops -= loop
        lines = []
        for option in options:
            lines += [":: " + option[0]] + indent(option[1:])
        return (["do"] if loop else ["if"]) + indent(lines) + (["od"] if loop else ["fi"])

    def main_loop(self, scope):
        """What most processes are: a loop over a few options."""
        self.loops += 1
        lines = []
        for _ in range(self.rnd.randint(2, 4)):
            option = no_self_loop(self.sequence(1, 3, scope.copy(), first_is_guard=True))
            lines += [":: " + option[0]] + indent(option[1:])
        self.loops -= 1
        if self.rnd.random() < 0.4:
            lines += [":: else ->"] + indent([self.rnd.choice(["break;", "skip; skip;"])])
        mark = self.label() if self.model.marks and self.rnd.random() < 0.4 else ""
        return [mark + "do"] + indent(lines) + ["od;"]

    def loop(self, scope, may_else=True):
        if self.in_d_step or (self.atomics and self.rnd.random() < 0.8):
            return self.count(scope)
        return self.choice(scope, may_else, loop=True)

    def count(self, scope):
        rnd = self.rnd
        if scope.arrays and rnd.random() < 0.3:
            head = f"in {rnd.choice(scope.arrays)[0]}"
        else:
            head = f": {rnd.randrange(2)} .. {rnd.randint(1, 2)}"
        i = [c.text for c in scope.cells if c.kind in ("byte", "short", "int") and c.text.isalnum()]
        if not i or self.loops or not self.model.may_count:
            return self.assign(scope)
        self.model.may_count -= 1
        self.loops += 1
        name = rnd.choice(i)
        inner = scope.copy()  # the counter is left alone inside, or it never ends
        inner.cells = [c for c in inner.cells if c.text != name]
        body = self.sequence(1, 2, inner)
        self.loops -= 1
        return [f"for ({name} {head}) {{"] + indent(body) + ["}"]

    def each(self, scope):
        """for (m in c): over the messages of a channel."""
        channels = [c for c in scope.channels if c.record and c.capacity]
        if not channels or self.in_d_step or self.loops:
            return self.assign(scope)
        c = self.rnd.choice(channels)
        found = [text for text, record in scope.records if record is c.record and text.isalnum()]
        if not found:
            return self.assign(scope)
        return [f"for ({self.rnd.choice(found)} in {c.text}) {{"] + indent(self.sequence(1, 1, scope.copy())) + ["}"]

    def select(self, scope):
        found = [c.text for c in scope.cells if c.kind in ("byte", "short", "int") and "[" not in c.text and "." not in c.text]
        if not found:
            return self.assign(scope)
        last = self.rnd.choice(["1", "2", "LIMIT", "1 + 1"])
        return [f"select ({self.rnd.choice(found)} : 0 .. {last})"]

    def atomic(self, scope):
        self.atomics += 1
        body = self.sequence(1, 3, scope.copy(), first_is_guard=not self.in_d_step)
        self.atomics -= 1
        return ["atomic {"] + indent(body) + ["}"]

    def d_step(self, scope):
        if self.in_d_step:
            return self.assign(scope)
        inner = scope.copy()
        inner.in_d_step = True
        head = self.receive(inner) if self.rnd.random() < 0.2 else []
        head = [head[0] + ";"] if len(head) == 1 else []
        self.in_d_step = True
        body = head + self.sequence(1, 3, inner, first_is_guard=not head)
        self.in_d_step = False
        return ["d_step {"] + indent(body) + ["}"]

    def block(self, scope):
        return ["{"] + indent(self.sequence(1, 2, scope.copy(), first_is_guard=not self.in_d_step)) + ["}"]

    def unless(self, scope):
        if self.in_d_step:
            return self.assign(scope)
        main = self.sequence(1, 3, scope.copy(), first_is_guard=True)
        if main[0].lstrip().startswith(("break", "goto")):  # alone in an atomic SPIN gives it no move
            main = ["skip;"] + main
        # A label on an unless within it would take the escape away (models/unless_labelled_inside.pml).
        main = [part for line in main for part in re.sub(r"^(\s*)(\w+: )\{$", r"\1\2skip;\n\1{", line).split("\n")]
        escape = self.sequence(1, 2, scope.copy(), first_is_guard=True)
        # A jump is a step in SPIN where it breaks into an atomic; a send that finds no receiver lets the main part go on.
        if escape[0].lstrip().startswith(("break", "goto")) or any(re.search(r"[\w\]]!", line) for line in escape):
            escape = ["skip;"] + escape
        return ["{"] + indent(main) + ["} unless {"] + indent(escape) + ["}"]

    def call(self, scope):
        found = self.model.inlines
        # In an inline, an element of an array could become an index of that array; SPIN undoes such an assignment at the wrong place
        # (models/index_of_itself.pml).
        cells = [c.text for c in scope.cells if c.kind == "byte" and "[" not in c.text]
        if not found or not cells or self.inlines or self.in_d_step:
            return self.assign(scope)
        name, count = self.rnd.choice(found)
        return [f"{name}({', '.join(self.rnd.choice(cells) for _ in range(count))})"]

    # -- which

    PLAIN = [("assign", 12), ("test", 3), ("send", 6), ("receive", 4), ("say", 1), ("claim", 2), ("skip", 1), ("start", 2), ("jump", 2),
             ("leave", 1), ("wait", 1), ("declaration", 1), ("priority", 1), ("select", 1), ("call", 2)]
    NESTED = [("choice", 4), ("loop", 4), ("count", 1), ("each", 2), ("atomic", 3), ("d_step", 2), ("block", 1), ("unless", 2)]
    # What starts an option or a block; no else of its own, which could be the second there.
    GUARDS = [("test", 12), ("assign", 5), ("send", 4), ("receive", 5), ("skip", 1), ("say", 1), ("jump", 1), ("leave", 1), ("wait", 4),
              ("claim", 1), ("select", 1), ("start", 1), ("call", 1)]

    def pick(self, table):
        names, weights = zip(*table)
        return self.rnd.choices(names, weights)[0]

    def statement(self, scope):
        self.budget -= 1
        nested = self.depth < 3 and self.budget > 0 and self.rnd.random() < 0.45
        self.depth += 1
        made = getattr(self, self.pick(self.NESTED if nested else self.PLAIN))(scope)
        self.depth -= 1
        return made

    def guard(self, scope):
        self.budget -= 1
        if self.depth < 3 and self.budget > 0 and not self.in_d_step and self.rnd.random() < 0.12:
            self.depth += 1
            maker = self.pick([("choice", 2), ("loop", 1), ("atomic", 3), ("d_step", 2), ("block", 1)])
            made = getattr(self, maker)(scope, *([False] if maker in ("choice", "loop") else []))
            self.depth -= 1
            return made
        maker = self.pick(self.GUARDS)
        return self.test(scope, may_block=True) if maker == "test" else getattr(self, maker)(scope)
