"""The types of the feature matrix: how each is declared, what its parts are, which values they get.

A type is a tree of scalars. Its leaves have a kind ('byte', 'unsigned:3', ...), and each kind has four values: two that it can
hold, one of them at its edge, and two that it must cut. Different leaves of one type get different values at the same time, so
that fields which are mixed up do not stay unnoticed.
"""
import re

# The common beginning of all models: names for values of mtype and chan.
NAMES = """mtype = { m1, m2, m3 }
mtype:fruit = { apple, pear, plum }
chan k1 = [2] of { byte }; chan k2 = [2] of { byte }; chan k3 = [2] of { byte };
"""
NUMBERS = {"m1": 3, "m2": 2, "m3": 1, "apple": 3, "pear": 2, "plum": 1, "k1": 1, "k2": 2, "k3": 3}
VALUES = {
    "bit": ["0", "1", "2", "3"],
    "bool": ["false", "true", "4", "-1"],
    "byte": ["3", "255", "256", "-1"],
    "pid": ["4", "254", "258", "-2"],
    "short": ["7", "32767", "32768", "-32769"],
    "int": ["9", "2147483647", "-2147483647", "-5"],
    "mtype": ["m1", "m3", "m2", "m1"],
    "mtype:fruit": ["apple", "plum", "pear", "apple"],
    "chan": ["k1", "k3", "k2", "k1"],
}
TUPLES = 4


def values(kind):
    if kind.startswith("unsigned:"):
        width = int(kind[9:])
        return [str(1 % 2 ** width), str(2 ** width - 1), str(2 ** min(width, 30) + (1 if width < 30 else 0)), "-2"]
    return VALUES[kind]


def number(text):
    """The value of one of the texts above."""
    return {"true": 1, "false": 0}.get(text, NUMBERS.get(text, None)) if not re.match(r"-?\d+$", text) else int(text)


def cut(kind, value):
    """What a variable of this kind holds after value was assigned to it."""
    if kind in ("bit", "bool"):
        return value & 1
    if kind == "short":
        return (value + 32768) % 65536 - 32768
    if kind == "int":
        return (value + 2 ** 31) % 2 ** 32 - 2 ** 31
    if kind.startswith("unsigned:"):
        return value % 2 ** int(kind[9:])
    return value & 255


class Leaf:
    def __init__(self, path, kind, stored):
        self.path = path      # as an expression
        self.kind = kind      # which values it gets
        self.stored = stored  # how it cuts: an array of bits is one of bytes

    def holds(self, text):
        return cut(self.stored, number(text))


class Type:
    """name: in the names of cells. shape: of its declaration. typedefs: what must stand before it."""

    def __init__(self, name, kind, count=0, fields=None, record=None):
        self.name = name
        self.kind = kind        # of a scalar or of an array's elements; None: a record
        self.count = count      # elements, 0: no array
        self.fields = fields or []  # of a record: (name, Type)
        self.record = record    # name of the typedef

    def typedefs(self):
        if self.kind:
            return ""
        inner = "".join(dict.fromkeys(t.typedefs() for _, t in self.fields))
        body = "; ".join(t.declare(name) for name, t in self.fields)
        return inner + f"typedef {self.record} {{ {body} }}\n"

    def declare(self, name, initial=""):
        dimension = f"[{self.count}]" if self.count else ""
        tail = f" = {initial}" if initial else ""
        if self.kind and self.kind.startswith("unsigned:"):
            return f"unsigned {name}{dimension} : {self.kind[9:]}{tail}"
        return f"{self.record or self.kind} {name}{dimension}{tail}"

    def element(self):
        """Of an array: the type of its elements."""
        return Type(self.name + "-element", self.kind, 0, self.fields, self.record)

    def elements(self, name):
        return [f"{name}[{i}]" for i in range(self.count)] if self.count else [name]

    def leaves(self, name):
        found = []
        for one in self.elements(name):
            if self.kind:
                bits = self.kind in ("bit", "bool") and self.count > 0
                found.append(Leaf(one, self.kind, "byte" if bits else self.kind))
            else:
                for field, inner in self.fields:
                    found += inner.leaves(f"{one}.{field}")
        return found

    def field(self):
        """Among the fields of a channel: one field for each element."""
        word = self.record or ("unsigned" if self.kind.startswith("unsigned:") else self.kind)
        return ", ".join([word] * max(self.count, 1))

    def whole(self, name):
        """What to write to send or receive all of it."""
        return ", ".join(self.elements(name))


def record(name, record_name, *fields, count=0):
    return Type(name, None, count, list(fields), record_name)


def scalar(kind, count=0):
    return Type(kind.replace(":", "") + (f"[{count}]" if count else ""), kind, count)


PAIR = record("record", "Pair", ("a", scalar("byte")), ("b", scalar("byte")))
MIXED = record("record-mixed", "Mixed", ("f", scalar("bit")), ("s", scalar("short")), ("i", scalar("int")), ("m", scalar("mtype")),
               ("b", scalar("bool")), ("p", scalar("pid")), ("y", scalar("byte")))
UNSIGNED = record("record-unsigned", "Narrow", ("u", scalar("unsigned:3")), ("y", scalar("byte")), ("w", scalar("unsigned:12")))
ARRAYS = record("record-arrays", "Arrays", ("y", scalar("byte", 3)), ("s", scalar("short", 2)), ("f", scalar("bit", 2)))
WITH_CHAN = record("record-chan", "Linked", ("y", scalar("byte")), ("c", scalar("chan")), ("s", scalar("short")))
WITH_MTYPES = record("record-mtypes", "Kinds", ("m", scalar("mtype")), ("n", scalar("mtype:fruit")), ("b", scalar("bit")))
NESTED = record("record-nested", "Outer", ("s", scalar("short")), ("r", PAIR), ("q", PAIR), ("b", scalar("bool")))
DEEP = record("record-deep", "Deep", ("n", record("", "Middle", ("r", PAIR), ("u", scalar("int")))), ("y", scalar("byte", 2)))
RECORD_ARRAY = record("record[]", "Pair", *PAIR.fields, count=2)
MIXED_ARRAY = record("record-mixed[]", "Mixed", *MIXED.fields, count=2)
OF_ARRAYS = record("record-of-record[]", "Rows", ("b", scalar("bit")), ("r", RECORD_ARRAY), ("s", scalar("short")))
ALL_DIMENSIONS = record("record-of-record[][]", "Rows", *OF_ARRAYS.fields, count=2)
SINGLE = record("record-single", "Single", ("s", scalar("short")))
BITS = record("record-bits", "Bits", ("a", scalar("bit")), ("b", scalar("bool")), ("c", scalar("bit")))

SCALARS = [scalar(kind) for kind in ("bit", "bool", "byte", "pid", "short", "int", "mtype", "mtype:fruit", "chan", "unsigned:1", "unsigned:3",
                                     "unsigned:8", "unsigned:9", "unsigned:16", "unsigned:31")]
LISTS = [scalar("bit", 3), scalar("bool", 2), scalar("byte", 3), scalar("pid", 2), scalar("short", 2), scalar("int", 2), scalar("mtype", 2),
         scalar("mtype:fruit", 2), scalar("chan", 2), scalar("unsigned:5", 3), scalar("unsigned:12", 2)]
RECORDS = [PAIR, MIXED, UNSIGNED, ARRAYS, WITH_CHAN, WITH_MTYPES, NESTED, DEEP, RECORD_ARRAY, MIXED_ARRAY, OF_ARRAYS, ALL_DIMENSIONS, SINGLE, BITS]
TYPES = SCALARS + LISTS + RECORDS
