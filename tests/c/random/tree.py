"""C programs as trees: what generate.py makes, native.py runs and shrink.py cuts.

A node is a text with holes ('@'), one for each child, and possibly a second text
for the program that tells the truth: inputs that are enumerated, checks that are
written out. A block is a list of statements."""
import copy
import re

# Names of one program that others must not see, when many are compiled at once.
GLOBAL_NAME = re.compile(r"\b(main|__VERIFIER_assert|[gfS][0-9]+)\b")


class Node:
    def __init__(self, text, *kids, native=None, kind="e", fixed=False):
        self.text = text
        self.native = native
        self.kids = list(kids)
        self.kind = kind  # e: expression, s: statement
        self.fixed = fixed  # may not be left out

    def render(self, native, depth=0):
        parts = (self.native if native and self.native is not None else self.text).split("@")
        assert len(parts) == len(self.kids) + 1, (self.text, self.native, len(self.kids))
        out = parts[0]
        for kid, part in zip(self.kids, parts[1:]):
            out += kid.render(native, depth) + part
        if self.kind == "s":
            return "  " * depth + out
        return out


class Block(Node):
    """'{', statements and '}'."""

    def __init__(self, statements=(), is_bare=False):
        super().__init__("", kind="b")
        self.kids = list(statements)
        self.is_bare = is_bare  # no braces: the body of a function, the file

    def render(self, native, depth=0):
        lines = [x.render(native, depth + (not self.is_bare)) for x in self.kids]
        lines = "".join(x + "\n" for x in lines if x.strip())
        if self.is_bare:
            return lines
        return "{\n" + lines + "  " * depth + "}"


def nodes(tree):
    """All of them, outer ones first."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.kids))


class Program:
    """'body' is the file below the declarations; 'ilp32' says for which machine; 'checks' are
    those of --check."""

    def __init__(self, body, ilp32, checks=()):
        self.body = body
        self.ilp32 = ilp32
        self.checks = tuple(checks)
        self.predicates = []  # (names that it mentions, line of a file of predicates)

    def copy(self):
        return copy.deepcopy(self)

    def text(self):
        body = self.body.render(False)
        used = sorted(set(re.findall(r"__VERIFIER_nondet_(\w+)", body)))
        head = ["extern %s __VERIFIER_nondet_%s(void);" % (INPUT_TYPES[x], x) for x in used]
        for name, declaration in LIBRARY:
            if re.search(r"\b%s\(" % name, body):
                head.append(declaration)
        return "\n".join(head) + "\n" + body

    def predicates_text(self):
        there = set(re.findall(r"\w+", self.body.render(False)))
        return "".join(line + "\n" for names, line in self.predicates if all(n in there or n.lstrip("-").isdigit() for n in names))

    def native(self, number):
        """The same for the program that tells the truth; its names end in '_NUMBER'."""
        return GLOBAL_NAME.sub(r"\1_%d" % number, self.body.render(True))

    def options(self):
        out = ["--ilp32" if self.ilp32 else "--lp64"]
        return out + ["--check=" + (",".join(self.checks) or "assertions"), "--presume=malloc"]


INPUT_TYPES = {
    "bool": "_Bool", "char": "char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short", "int": "int",
    "uint": "unsigned int", "long": "long", "ulong": "unsigned long", "longlong": "long long", "ulonglong": "unsigned long long",
}
LIBRARY = (
    ("__VERIFIER_assume", "extern void __VERIFIER_assume(int);"),
    ("__VERIFIER_error", "extern void __VERIFIER_error(void);"),
    ("reach_error", "extern void reach_error(void);"),
    ("assert", "#include <assert.h>"),
    ("malloc", "extern void *malloc(__SIZE_TYPE__);"),
    ("free", "extern void free(void *);"),
    ("memcpy", "extern void *memcpy(void *, const void *, __SIZE_TYPE__);"),
    ("memset", "extern void *memset(void *, int, __SIZE_TYPE__);"),
    ("exit", "extern void exit(int);"),
    ("abort", "extern void abort(void);"),
)
