"""Random Promela models in which much is done by C: assignments and tests are written
in one language or the other by chance, so that both must agree on where everything lies.

    gen_c.py SEED       prints a model
"""
import random
import sys

SCALARS = ["bit", "bool", "byte", "short", "int", "unsigned 3", "unsigned 11", "unsigned 17"]
C_TYPES = ["int", "short", "char", "long"]


def declared(kind, name, count):
    array = f"[{count}]" if count else ""
    if kind.startswith("unsigned"):
        return f"unsigned {name} : {kind.split()[1]}"
    return f"{kind} {name}{array}"


class Scope:
    """Variables, as Promela and as C write them."""

    def __init__(self, chance, prefix, count, c_prefix):
        self.declarations, self.names = [], []
        for i in range(count):
            kind, name = chance.choice(SCALARS), f"{prefix}{i}"
            size = chance.choice([0, 0, 2, 3]) if not kind.startswith("unsigned") else 0
            self.declarations.append(declared(kind, name, size))
            for k in range(size):
                self.names.append((f"{name}[{k}]", f"{c_prefix}{name}[{k}]"))
            if not size:
                self.names.append((name, c_prefix + name))


class Model:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.lines = []
        chance = self.chance
        self.globals = Scope(chance, "g", chance.randint(1, 4), "now.")
        self.record = chance.random() < 0.5
        self.c_only = []  # names that only C knows, by process (None: global)
        self.tracked = []

    def names(self, own, is_c):
        found = self.globals.names + own.names
        if self.record:
            found = found + [("r.a", "now.r.a"), ("r.b[1]", "now.r.b[1]")]
        return [pair[is_c] for pair in found]

    def operand(self, own, is_c, extra):
        if self.chance.random() < 0.4:
            return str(self.chance.randint(0, 4))
        return self.chance.choice(self.names(own, is_c) + (extra if is_c else []))

    def value(self, own, is_c, extra):
        # Small numbers, so that the models stay small, too.
        left, right = self.operand(own, is_c, extra), self.operand(own, is_c, extra)
        operator = self.chance.choice(["+", "-", "*", "^", "&"])
        return f"(({left} {operator} {right}) % {self.chance.randint(2, 4)})"

    def test(self, own, is_c, extra):
        operator = self.chance.choice(["==", "!=", "<", ">="])
        return f"{self.operand(own, is_c, extra)} {operator} {self.operand(own, is_c, extra)}"

    def change(self, own, extra, may_fail=True):
        is_c = self.chance.random() < 0.6
        target = self.chance.choice(self.names(own, is_c) + (extra * 2 if is_c else []))
        text = f"{target} = {self.value(own, is_c, extra)}"
        if not is_c:
            return text
        condition = f"[ {self.test(own, True, extra)} ] " if may_fail and self.chance.random() < 0.1 else ""
        return f"c_code {condition}{{ {text}; }}"

    def guard(self, own, extra):
        if self.chance.random() < 0.6:
            return f"c_expr {{ {self.test(own, True, extra)} }}"
        return self.test(own, False, extra)

    def statements(self, own, extra, depth):
        out = []
        for _ in range(self.chance.randint(1, 3)):
            kind = self.chance.random()
            if depth and kind < 0.25:
                options = "".join(f" :: {self.guard(own, extra)} -> {self.statements(own, extra, depth - 1)}"
                                  for _ in range(self.chance.randint(1, 3)))
                out.append(f"if{options} :: else -> skip fi")
            elif depth and kind < 0.4:
                word = self.chance.choice(["atomic", "d_step"])
                # A condition that fails inside a d_step leaves SPIN's state half changed.
                out.append(f"{word} {{ {self.change(own, extra, False)}; {self.change(own, extra, False)} }}")
            elif kind < 0.5:
                out.append(self.guard(own, extra))
            else:
                out.append(self.change(own, extra))
        return "; ".join(out)

    def add_c_state(self, name, scope, prefix):
        kind = self.chance.choice(C_TYPES)
        first = f' "{self.chance.randint(0, 3)}"' if self.chance.random() < 0.5 else ""
        self.lines.append(f'c_state "{kind} {name}" "{scope}"{first}')
        return prefix + name

    def text(self):
        chance = self.chance
        extra = []
        if self.record:
            self.lines.append("typedef R { bit a; short b[2] }\nR r;")
        self.lines += [line + ";" for line in self.globals.declarations]
        for i in range(chance.randint(0, 2)):
            extra.append(self.add_c_state(f"s{i}", "Global", "now."))
        if chance.random() < 0.4:
            self.lines.append('c_decl { extern short kept; };\nc_track "&kept" "sizeof(short)"\nc_code { short kept = 2; };')
            extra.append("kept")
        for number in range(chance.randint(1, 2)):
            name = f"P{number}"
            own = Scope(chance, "l", chance.randint(0, 2), f"P{name}->")
            mine = list(extra)
            if chance.random() < 0.4:
                mine.append(self.add_c_state("own", f"Local {name}", f"P{name}->"))
            body = [line + ";" for line in own.declarations] + [self.statements(own, mine, 2)]
            if chance.random() < 0.4:
                body.append(f"; do :: {self.guard(own, mine)} -> {self.change(own, mine)} :: break od")
            count = chance.choice(["", "", " [2]"])
            self.lines.append(f"active{count} proctype {name}() {{\n  " + "\n  ".join(body) + "\n}")
        return "\n".join(self.lines) + "\n"


def model(seed):
    return Model(seed).text()


if __name__ == "__main__":
    print(model(int(sys.argv[1])), end="")
