#!/usr/bin/env python3
"""Random small Remopla programs, well typed, with few values: for compare.py. usage: generate.py SEED [rules]"""
import random
import sys


def bits(n):
    return max(1, n.bit_length())


class Generator:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines, self.depth = [], 0

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def chance(self, percent):
        return self.r.randrange(100) < percent

    # Variables are (name, kind, width or size, length or None, low); kind: 'b', 'i', 'e'
    def references(self, kind, width=None):
        out = []
        for name, k, w, length, low in self.visible:
            if k == kind and (width is None or w == width):
                out.append((name, w, length, low))
        return out

    def reference(self, kind, width=None):
        """(text, width) of a readable or writable cell, or None."""
        found = self.references(kind, width)
        if not found:
            return None
        name, w, length, low = self.r.choice(found)
        if length is None:
            return name, w
        index = str(low + self.r.randrange(length)) if self.chance(40) else self.index()
        if "[]" in name:
            return name.replace("[]", "[%s]" % index), w
        return "%s[%s]" % (name, index), w

    def index(self):
        if self.bound and self.chance(60):
            return self.r.choice(self.bound)
        if self.nesting > 1:
            return str(self.r.randrange(2))
        self.nesting += 1
        text = self.integer(1)[0]
        self.nesting -= 1
        return text

    def integer(self, depth):
        """(text, is it constant?)"""
        if depth <= 0 or self.chance(40):
            found = None if self.chance(30) else self.reference("e" if self.chance(15) else "i")
            if found:
                return found[0], False
            if self.bound and self.chance(50):
                return self.r.choice(self.bound), True
            return str(self.r.randrange(4)), True
        op = self.r.choice(["+", "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"])
        a, fixed_a = self.integer(depth - 1)
        b, fixed_b = self.integer(depth - 1)
        if fixed_a and fixed_b:
            return "(%s + %s)" % (a, b), True
        if op == "<<" and fixed_a:
            op = "+"
        if op in "&|^<<>>" or self.chance(50):
            return "(%s %s %s)" % (a, op, b), False
        return "(%s) %s (%s)" % (a, op, b), False

    def condition(self, depth):
        pick = self.r.randrange(100)
        if depth <= 0 or pick < 20:
            found = self.reference("b")
            if found and self.chance(80):
                return found[0]
            return self.r.choice(["true", "false"])
        if pick < 55:
            return "(%s %s %s)" % (self.integer(depth - 1)[0], self.r.choice(["==", "!=", "<", "<=", ">", ">="]),
                                   self.integer(depth - 1)[0])
        if pick < 65:
            return "!" + self.condition(depth - 1) if self.chance(50) else "!(%s)" % self.condition(depth - 1)
        if pick < 90:
            op = self.r.choice(["&&", "||", "^^", "==", "!=", "&", "|"])
            return "(%s %s %s)" % (self.condition(depth - 1), op, self.condition(depth - 1))
        name = "ij"[len(self.bound) % 2] + "q"
        low = self.r.randrange(2)
        self.bound.append(name)
        body = self.condition(depth - 1)
        self.bound.pop()
        return "(%s %s (%d, %s) (%s))" % (self.r.choice("AE"), name, low, self.r.choice(["N - 1", str(low + 1), "0"]),
                                          body)

    def value(self, kind, width):
        """Something that may be assigned to such a variable."""
        if self.chance(12):
            return "undef"
        if kind == "b":
            return self.condition(2)
        if kind == "e":
            found = self.reference("e", width)
            return found[0] if found and self.chance(50) else self.r.choice(self.enumerators)
        text, fixed = self.integer(2)
        return str(self.r.randrange(1 << width)) if fixed else text

    # Declarations
    def variables(self, budget, prefix, in_module):
        """Declares variables of at most so many bits in all; a list of them."""
        out, n = [], 0
        while budget > 0 and (n < 2 or self.chance(60)) and n < 5:
            name, pick = "%s%d" % (prefix, n), self.r.randrange(100)
            n += 1
            if pick < 25:
                out.append(("bool %s" % name, [(name, "b", 1, None, 0)], 1))
            elif pick < 55:
                w = self.r.choice([1, 2, 2, self.bits])
                text = "int %s" % name if w == self.bits and self.chance(50) else "int %s(%d)" % (name, w)
                out.append((text, [(name, "i", w, None, 0)], w))
            elif pick < 75:
                w, kind = self.r.choice([(1, "i"), (1, "b"), (2, "i")])
                low = self.r.choice([0, 0, 1])
                dims = "[N]" if low == 0 else "[%d, N]" % low
                length = self.length
                typ = "int %s%s(%d)" % (name, dims, w) if kind == "i" else "bool %s%s" % (name, dims)
                out.append((typ, [(name, kind, w, length, low)], w * length))
            elif pick < 88:
                out.append(("enum E %s" % name, [(name, "e", self.size, None, 0)], bits(self.size - 1)))
            else:
                out.append(self.structure(name))
            if out[-1][2] > budget:
                out.pop()
                continue
            budget -= out[-1][2]
        return out

    def structure(self, name):
        fields = [(name + ".x", "i", 1, None, 0), (name + ".b", "b", 1, None, 0)]
        if self.chance(70):
            return "struct S %s" % name, fields, 2
        array = [(name + "[].x", "i", 1, 2, 0), (name + "[].b", "b", 1, 2, 0)]
        return "struct S %s[2]" % name, array, 4

    def program(self):
        r = self.r
        self.length, self.bits, self.size = r.choice([2, 2, 3]), r.choice([1, 2, 2, 3]), r.choice([2, 3, 3, 4])
        self.enumerators = ["v%d" % i for i in range(self.size)]
        self.bound, self.nesting = [], 0
        self.line("define N %d" % self.length)
        self.line("define DEFAULT_INT_BITS %d" % self.bits)
        self.line("enum E { %s };" % ", ".join(self.enumerators))
        self.line("struct S { int x(1); bool b; };")
        self.globals = []
        for text, cells, _ in self.variables(6, "g", False):
            self.line(text + ";")
            self.globals += cells
        self.modules = []
        for i in range(r.randrange(1, 4)):
            self.modules.append(self.signature("f%d" % i))
        for m in self.modules:
            if self.chance(50):
                self.line("module %s;" % m["head"])
        self.line("init main%s;" % (" main" if self.chance(5) else ""))
        main = {"name": "main", "head": "void main()", "result": None, "params": []}
        for m in self.modules + [main]:
            self.module(m)
        return "\n".join(self.lines) + "\n"

    def signature(self, name):
        params = self.variables(3, "p", True) if self.chance(75) else []
        params = [p for p in params if "struct" not in p[0] or "[" not in p[0]]
        result = self.r.choice([None, ("b", 1), ("i", 1), ("i", 2), ("e", self.size), ("s", 0)])
        typ = "void"
        if result:
            typ = {"b": "bool", "i": "int(%d)" % result[1], "e": "enum E", "s": "struct S"}[result[0]]
        head = "%s %s(%s)" % (typ, name, ", ".join(p[0] for p in params))
        return {"name": name, "head": head, "result": result, "params": params}

    def module(self, m):
        self.m = m
        self.line("module %s {" % m["head"])
        self.depth = 1
        self.visible = list(self.globals)
        for _, cells, _ in m["params"]:
            self.visible += cells
        for text, cells, _ in self.variables(3, "l", True) if self.chance(60) else []:
            self.line(text + ";")
            self.visible += cells
        count = self.r.randrange(1, 6)
        self.labels = ["L%d" % i for i in range(count) if self.chance(30)]
        for i in range(count):
            if m["name"] == "main" and self.chance(40):
                self.line(self.call() + ";")
            self.statement(2, False, "L%d: " % i if "L%d" % i in self.labels else "")
        if self.chance(70):
            self.finish()
        self.depth = 0
        self.line("}")

    def finish(self):
        result = self.m["result"]
        if result is None:
            self.line("return;")
        elif result[0] == "s":
            found = self.whole_structures()
            self.line("return %s;" % (self.r.choice(found) if found else "undef"))
        else:
            self.line("return %s;" % self.value(*result))

    def whole_structures(self):
        return [name[:-2] for name, _, _, length, _ in self.visible if name.endswith(".x") and length is None]

    def statement(self, depth, in_loop, label=""):
        pick = self.r.randrange(100)
        if depth > 0 and pick < 25:
            self.choice(depth, in_loop, label)
        elif pick < 55:
            self.line(label + self.assignments() + ";")
        elif pick < 72 and self.modules:
            self.line(label + self.call() + ";")
        elif pick < 82:
            self.line(label + "assert (%s);" % self.condition(2))
        elif pick < 88:
            self.line(label + ("skip;" if self.chance(30) else "skip (%s);" % self.condition(2)))
        elif pick < 92 and self.labels:
            extra = self.assignments() if self.chance(30) else "skip"
            extra = "" if extra == "skip" else ", " + extra
            self.line(label + "goto %s%s;" % (self.r.choice(self.labels), extra))
        elif pick < 95 and in_loop:
            self.line(label + "break;")
        elif pick < 97:
            self.line(label + "skip;")
            self.finish()
        else:
            self.line(label + self.whole() + ";")

    def choice(self, depth, in_loop, label):
        loop = self.chance(40)
        self.line(label + ("do" if loop else "if"))
        for _ in range(self.r.randrange(1, 4)):
            self.line(":: %s ->" % self.condition(2))
            self.block(depth - 1, in_loop or loop)
        if loop or self.chance(60):
            self.line(":: else ->")
            if loop:
                self.line("  break;")
            else:
                self.block(depth - 1, in_loop)
        self.line("od;" if loop else "fi;")

    def block(self, depth, in_loop):
        self.depth += 1
        for _ in range(self.r.randrange(1, 3)):
            self.statement(depth, in_loop)
        self.depth -= 1

    def assignments(self):
        out, seen = [], set()
        for _ in range(self.r.choice([1, 1, 1, 2, 3])):
            kind = self.r.choice("bie")
            found = self.reference(kind)
            if not found:
                continue
            name = found[0].split("[")[0].split(".")[0]
            constant = "[" in found[0]
            if name in seen and not (constant and "." not in found[0] and not found[0][found[0].index("[") + 1].isdigit()
                                     and name not in self.fixed):
                continue
            seen.add(name)
            if constant and found[0][found[0].index("[") + 1].isdigit() or not constant or "." in found[0]:
                self.fixed.add(name)
            value = self.value(kind, found[1])
            differs = value != "undef" and self.chance(8)
            out.append("%s %s %s" % (found[0], "!=" if differs else "=", value))
        self.fixed = set()
        arrays = [v for v in self.visible if v[3] is not None and "." not in v[0] and v[0] not in seen]
        if arrays and self.chance(15):
            name, kind, width, length, low = self.r.choice(arrays)
            self.bound.append("aq")
            value = self.value(kind, width)
            self.bound.pop()
            if kind == "i" and width == 1 and value == "aq":
                value = "1"
            out.append("A aq (%d, %d) %s[aq] = %s" % (low, low + length - 1, name, value))
        return ", ".join(out) or "skip"

    fixed = set()

    def call(self):
        m = self.r.choice(self.modules)
        args = []
        for text, cells, _ in m["params"]:
            if text.startswith("struct") or cells[0][3] is not None:
                args.append(self.whole_like(cells))
            else:
                args.append(self.value(cells[0][1], cells[0][2]))
        text = "%s(%s)" % (m["name"], ", ".join(args))
        result = m["result"]
        if result and result[0] == "s":
            found = self.whole_structures()
            return "%s = %s" % (self.r.choice(found), text) if found and self.chance(80) else text
        if result and self.chance(85):
            kind = result[0] if result[0] != "e" or self.chance(70) else "i"
            found = self.reference(kind)
            if found:
                text = "%s = %s" % (found[0], text)
        if self.chance(15):
            extra = self.assignments()
            if extra != "skip":
                text += ", " + extra
        return text

    def whole_like(self, cells):
        """A whole array or structure of the same shape, or undef."""
        name, kind, width, length, low = cells[0]
        if "." in name:
            found = self.whole_structures()
        else:
            found = [v[0] for v in self.visible if v[1:] == (kind, width, length, low) and "[" not in v[0]]
        return self.r.choice(found) if found and self.chance(85) else "undef"

    def whole(self):
        arrays = [v for v in self.visible if v[3] is not None and "." not in v[0]]
        if arrays and self.chance(60):
            name, kind, width, length, low = self.r.choice(arrays)
            same = [v[0] for v in arrays if v[1:] == (kind, width, length, low)]
            return "%s = %s" % (name, self.r.choice(same + ["undef"]))
        found = self.whole_structures()
        if found:
            return "%s = %s" % (self.r.choice(found), self.r.choice(found + ["undef"]))
        return "skip"

    # Rules
    def rules(self):
        self.length, self.bits, self.bound, self.nesting = 2, 1, [], 0
        self.line("define N 2")
        self.line("enum E { v0, v1, v2 };")
        self.enumerators, self.size = ["v0", "v1", "v2"], 3
        self.visible = []
        for text, cells, _ in self.variables(3, "g", False):
            if "struct" in text or text.startswith("int") and "(" not in text:
                continue
            self.line(text + ";")
            self.visible += cells
        states, symbols = ["p", "q", "r"][:self.r.randrange(1, 4)], ["n0", "n1", "n2", "n3"]
        if self.chance(30):
            self.line("module void m() {\n  assert (%s);\n}" % self.condition(1))
            self.modules = ["m"]
        else:
            self.modules = []
        self.line("init n0%s;" % (" n1" if self.chance(20) else ""))
        self.line("%s <n0> --> %s <n1 n2>" % (self.r.choice(states), self.r.choice(states)))
        for _ in range(self.r.randrange(3, 9)):
            to = [self.r.choice(symbols) for _ in range(self.r.choice([0, 0, 1, 1, 2]))]
            if len(to) == 2 and self.modules and self.chance(40):
                to[0] = "m"
            condition = ""
            if self.chance(80):
                self.primes = True
                condition = " (%s)" % self.prime(self.condition(2))
            name = ' "x"' if self.chance(20) else ""
            self.line("%s <%s> --> %s <%s>%s%s" % (self.r.choice(states), self.r.choice(symbols),
                                                   self.r.choice(states), " ".join(to), name, condition))
        return "\n".join(self.lines) + "\n"

    def prime(self, text):
        """Some of the variables with a prime."""
        import re
        text = re.sub(r"\bg\d\b", lambda m: m.group(0) + ("'" if self.chance(50) else ""), text)
        return text.replace("==", "=") if self.chance(30) else text


def make(seed):
    """A program: every eighth is one of rules."""
    g = Generator(seed)
    return g.rules() if seed % 8 == 7 else g.program()


if __name__ == "__main__":
    sys.stdout.write(make(int(sys.argv[1])))
