"""Random Promela: types, variables, channels and expressions.

Values stay small, so that the models do: every variable has a 'top', and
nearly all that is assigned to it is below."""

SCALARS = ["bit", "bool", "byte", "byte", "byte", "short", "int", "pid", "unsigned"]
SUBTYPE = "mtype:colour"
MTYPES = {"mtype": ["red", "green", "blue"], SUBTYPE: ["dark", "light"]}


class Cell:
    """Something that can be read and assigned: a variable, an element, a field."""

    def __init__(self, text, kind, top):
        self.text, self.kind, self.top = text, kind, top

    def is_mtype(self):
        return self.kind.startswith("mtype")


RANKS = {"bit": 1, "bool": 1, "unsigned": 1, "byte": 2, "pid": 2, "short": 3, "int": 4}


def rank(kind, is_alone=True):
    """How large a number of this type can be. A bit that is alone has a whole byte, in an array and in a message."""
    return 2 if RANKS[kind] == 1 and is_alone and kind != "unsigned" else RANKS[kind]


class Channel:
    """'fields' are types; 'record': the name of the typedef that the only field is."""

    def __init__(self, text, capacity, fields, record=None):
        self.text, self.capacity, self.fields, self.record = text, capacity, fields, record


class Record:
    def __init__(self, name, fields):
        self.name, self.fields = name, fields  # fields: (name, kind, top, size of the array or 0)

    def __str__(self):
        return self.name

    def has_array(self):
        return any(kind.has_array() if isinstance(kind, Record) else size for _, kind, _, size in self.fields)

    def cells(self, text):
        found = []
        for name, kind, top, size in self.fields:
            if isinstance(kind, Record):
                found += kind.cells(f"{text}.{name}")
            elif size:
                found += [Cell(f"{text}.{name}[{i}]", kind, top) for i in range(size)]
            else:
                found.append(Cell(f"{text}.{name}", kind, top))
        return found

    def declaration(self, rnd):
        lines = []
        for name, kind, top, size in self.fields:
            if isinstance(kind, Record):
                lines.append(f"  {kind.name} {name};")
            else:
                lines.append("  " + declare(rnd, kind, name, top, size) + ";")
        return [f"typedef {self.name} {{", *lines, "}"]


def declare(rnd, kind, name, top, size=0):
    """The declaration of a variable, with an initial value or without."""
    width = f" : {rnd.randint(1, 3)}" if kind == "unsigned" else ""
    array = f"[{size}]" if size else ""
    start = ""
    if rnd.random() < 0.35:
        if kind in MTYPES:
            start = " = " + rnd.choice(MTYPES[kind])
        elif size and rnd.random() < 0.4:
            start = " = { " + ", ".join(str(rnd.randrange(top)) for _ in range(size)) + " }"
        else:
            start = f" = {rnd.randrange(top)}"
    if kind == "unsigned":
        array = ""
    return f"{kind} {name}{array}{width}{start}"


def top_of(rnd, kind):
    return 2 if kind in ("bit", "bool") else rnd.choice([2, 2, 3, 3, 4])


class Scope:
    """What can be seen at a place of the text, and random expressions over it."""

    def __init__(self, model, cells=(), channels=(), arrays=()):
        self.model, self.rnd = model, model.rnd
        self.cells, self.channels, self.arrays = list(cells), list(channels), list(arrays)
        self.records = []    # (text, Record)
        self.handles = []    # variables of type chan that hold nothing yet
        self.is_body = True  # of a process, or a claim: other processes can be spoken of
        self.has_pid = True
        self.in_d_step = False
        self.own = None      # the proctype

    def copy(self):
        other = Scope(self.model, self.cells, self.channels, self.arrays)
        other.records, other.handles = list(self.records), list(self.handles)
        other.is_body, other.has_pid, other.in_d_step, other.own = self.is_body, self.has_pid, self.in_d_step, self.own
        return other

    def numbers(self):
        return [c for c in self.cells if not c.is_mtype()]

    def cell(self, kinds=None):
        found = [c for c in self.cells if kinds is None or c.kind in kinds]
        return self.rnd.choice(found) if found else None

    def number(self):
        """A cell that holds a number; an element of an array may have a computed index."""
        rnd = self.rnd
        if self.arrays and rnd.random() < 0.25:
            name, kind, top, size = rnd.choice(self.arrays)
            # Not an element of the same array: SPIN undoes the assignment at the index that it has then.
            index = [c for c in self.cells if c.kind in ("bit", "bool", "byte", "pid", "unsigned") and not c.text.startswith(name + "[")]
            if index and size > 1:
                return Cell(f"{name}[{rnd.choice(index).text} % {size}]", kind, top)
        found = self.numbers()
        return rnd.choice(found) if found else None

    def special(self):
        """What the language itself provides."""
        rnd, features = self.rnd, self.model.features
        choices = ["0"] if self.model.claims else ["_nr_pr"]  # SPIN counts a claim as a process
        if self.is_body and self.has_pid:
            choices += ["_pid"]
        if "last" in features:
            choices += ["_last", "_last"]
        if self.channels:
            choices += [f"len({rnd.choice(self.channels).text})"] * 2
        if "priority" in features and self.is_body:
            choices += ["_priority", f"get_priority({rnd.randrange(2)})"]
        if "remote" in features and self.is_body and not self.in_d_step:
            for name, local in self.model.remote_variables:
                if name != self.own:
                    choices.append(self.remote(name, ":" + local))
        return rnd.choice(choices)

    def remote(self, name, what):
        """A process by its name, or by its number too: of another proctype it would be an accident what SPIN reads."""
        pids = [pid for pid, of in self.model.pids.items() if of == name]
        return f"{name}[{self.rnd.choice(pids)}]{what}" if pids and self.rnd.random() < 0.7 else name + what

    def value(self, depth=2):
        """An expression for a number."""
        rnd = self.rnd
        r = rnd.random()
        if depth == 0 or r < 0.25:
            return str(rnd.randrange(4))
        if r < 0.55:
            cell = self.number()
            return cell.text if cell else str(rnd.randrange(3))
        if r < 0.65:
            return self.special()
        if r < 0.9:
            operator = rnd.choice(["+", "+", "-", "*", "&", "|", "^", "/", "%", "<<", ">>"])
            right = str(rnd.randint(1, 3)) if operator in ("/", "%", "<<", ">>") else self.value(depth - 1)
            return f"({self.value(depth - 1)} {operator} {right})"
        if r < 0.95:
            return f"({self.atom(inside=True)} -> {self.value(depth - 1)} : {self.value(depth - 1)})"
        return rnd.choice(["-", "~"]) + f"({self.value(depth - 1)})"

    def channel_test(self, inside):
        rnd = self.rnd
        c = rnd.choice(self.channels)
        r = rnd.random()
        if (c.capacity == 0 or r < 0.4) and not inside:
            return rnd.choice([f"empty({c.text})", f"nempty({c.text})", f"full({c.text})", f"nfull({c.text})"])
        if r < 0.6 or c.record or c.capacity == 0:
            return f"len({c.text}) {rnd.choice(['<', '>', '=='])} {rnd.randrange(c.capacity + 1)}"
        return f"{c.text}{rnd.choice(['?', '??'])}[{', '.join(self.pattern(kind) for kind in c.fields)}]"

    def pattern(self, kind):
        """What a message is compared with."""
        rnd = self.rnd
        if kind in MTYPES:
            return rnd.choice(MTYPES[kind] + ["_"])
        if kind == "chan":
            return "_"
        r = rnd.random()
        if r < 0.5:
            return str(rnd.randrange(3))
        if r < 0.7:
            return "_"
        value = self.value(1)  # len of a rendezvous channel is another in SPIN while a handshake is going on
        return "eval(1)" if "len(" in value else f"eval({value})"

    def atom(self, inside=False):
        """A condition without parts. 'inside': of a value, where full() and the like are not allowed."""
        rnd, features = self.rnd, self.model.features
        r = rnd.random()
        if r < 0.12 and self.channels:
            return self.channel_test(inside)
        if r < 0.22 and "remote" in features and self.is_body and not self.in_d_step:
            labels = [(p, l) for p, l in self.model.remote_labels if p != self.own]
            if labels:
                name, label = rnd.choice(labels)
                return self.remote(name, "@" + label)
        if r < 0.28 and "enabled" in features and self.is_body and not self.in_d_step and self.model.others(self.own):
            return f"enabled({rnd.choice(self.model.others(self.own))})"
        kinds = [c for c in self.cells if c.is_mtype()]
        if r < 0.35 and kinds:
            cell = rnd.choice(kinds)
            return f"{cell.text} {rnd.choice(['==', '!='])} {rnd.choice(MTYPES[cell.kind])}"
        if r < 0.45:
            return f"{self.special()} {rnd.choice(['==', '<', '>', '!='])} {rnd.randrange(4)}"
        cell = self.number()
        if cell is None:
            return f"{self.special()} {rnd.choice(['<', '>='])} {rnd.randint(1, 3)}"
        if r < 0.8:
            return f"{cell.text} {rnd.choice(['==', '!=', '<', '<=', '>', '>='])} {rnd.randrange(cell.top + 1)}"
        return f"{cell.text} {rnd.choice(['==', '!=', '<', '>'])} {self.value(1)}"

    def condition(self, depth=2):
        rnd = self.rnd
        r = rnd.random()
        if depth == 0 or r < 0.7:
            return self.atom()
        if r < 0.94:
            return f"({self.condition(depth - 1)} {rnd.choice(['&&', '||'])} {self.condition(depth - 1)})"
        cell = self.number()  # SPIN refuses a negated full() and the like
        return f"!({cell.text} == {rnd.randrange(cell.top)})" if cell else self.atom()
