"""Remopla programs for compare.py: their atoms, and random ones."""
import itertools
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "remopla"))
import generate  # noqa: E402
import oracle  # noqa: E402
import remopla  # noqa: E402


class Subject:
    suffix = "rem"

    def __init__(self, text, conditions=(), formulas=()):
        self.text, self.formulas = text, formulas
        self.model = remopla.Model(text)
        self.given = [self.model.condition(c) if isinstance(c, str) else self.model.condition(*c) for c in conditions]

    def reachable(self):
        """(property, atom that must never hold): all claims together, and each label"""
        return [("claims", "failed")] + [("%s:%s" % (m.name, x), "label.%s:%s" % (m.name, x)) for m in self.model.p.modules.values() for x in m.labels]

    def atoms(self):
        p, out = self.model.p, sorted(self.model.actions)
        for m in p.modules.values():
            out += ["proc." + m.name] + ["label.%s:%s" % (m.name, x) for x in m.labels]
            for v in m.order:
                out += [self.model.condition(c, m.name) for c in conditions(v, m.name + ".")]
        for v in p.globals.order:
            out += [self.model.condition(c) for c in conditions(v, "")]
        return out + list(self.given) * 3


def conditions(v, prefix):
    """About one variable, each element and field."""
    for leaf in v.leaves:
        index = "[%d]" % (v.dims[0][0] + 1) if v.dims else ""
        if len(v.dims) > 1 or leaf.dims:
            continue
        name = prefix + v.name + index + ("." + leaf.field if leaf.field else "")
        if leaf.kind == "b":
            yield "!" + name
        else:
            yield "%s = 1" % name
            yield "%s + 1 > 1" % name


def random_subject(seed):
    """The generator's own programs of rules are left out."""
    return Subject(generate.Generator(seed).program())


# The matrix: every expression in every place, every kind of variable in every place, every statement in every block.

NUMBERS = ["0", "3", "K", "v1", "n", "m", "a[0]", "a[n]", "a[m & 1]", "s.x", "t[m & 1].x", "e", "n + m", "n - m", "m * n", "n / m", "n % m", "n << m", "1 << n", "n >> 1", "n & m", "n | m", "n ^ m", "n + m * 2",
           "n - m - 1", "n / 2 / 2", "n * m % 3", "(n + 1) * 2", "n + 1 & m", "n << 1 + 1", "n & m | 1", "n ^ m & 2", "3 - 1", "d[1][2]", "l", "l + n", "w + n", "n - w"]
CONDITIONS = ["true", "false", "b", "!b", "!!b", "c[1]", "c[m & 1]", "s.y", "t[1].y", "b && c[0]", "b || c[0]", "b ^^ c[0]", "b & c[0]", "b | c[0]", "b ^ c[0]", "b == c[0]", "b != c[0]", "n == m", "n != m", "n < m", "n <= m", "n > m",
              "n >= m", "e == v1", "e > v0", "b || c[0] && s.y", "b && c[0] || s.y", "b ^^ c[0] || s.y", "b == c[0] && s.y", "!b && c[0]", "!(b && c[0])", "n < m == b", "n + 1 < m * 2", "(A i (0, 1) c[i])", "(E i (0, 1) a[i] == n)",
              "A i (0, 1) c[i] && b", "(E i (1, 0) true)", "(A i (1, 0) false)", "(A i (0, 1) E j (0, 1) a[i] <= a[j])", "b || a[n] == 1", "b && 1 / m == 1", "l == 1", "w > n"]
NUMBER_PLACES = ["n = %s;", "w = %s;", "l = %s;", "a[0] = %s;", "s.x = %s;", "t[1].x = %s;", "d[1][2] = %s;", "n = m, m = %s;", "n != %s;", "f(%s);", "n = f(%s);", "n = f(m), m = %s;", "a[%s] = 1;", "skip ((%s) == 1);", "assert (%s) < 2;",
                 "A i (0, 1) a[i] = %s;", "goto L2, n = %s;", "if :: (%s) > 1 -> n = 0; :: else -> m = 1; fi;", "do :: (%s) == 2 -> n = 1; break; :: else -> break; od;"]
OF_ONE_BIT = ("l = %s;", "a[0] = %s;", "s.x = %s;", "t[1].x = %s;", "d[1][2] = %s;", "A i (0, 1) a[i] = %s;")
CONDITION_PLACES = ["b = %s;", "c[0] = %s;", "s.y = %s;", "b != %s;", "skip (%s);", "assert (%s);", "if :: %s -> n = 0; :: else -> m = 1; fi;", "if :: %s -> n = 0; :: b -> n = 1; fi;", "do :: %s -> b = !b; n = n + 1; :: else -> break; od;", "b = g(%s);",
                    "A i (0, 1) c[i] = %s;", "goto L2, b = %s;"]
STATEMENTS = ["skip;", "n = undef;", "e = undef;", "e = v2;", "e != v0;", "a = undef;", "s = undef;", "s = r;", "r = s, b = s.y;", "a[1] = a[0], a[0] = a[1];", "a[n & 1] = 1, a[m & 1] = 0;", "parallel n = m, m = n;", "n = f(m);", "f(undef);",
              "s = h(r);", "h(s);", "v();", "b = g(b), c[0] = b;", "a[n] = f(1);", "t[n & 1].x = f(n);", "goto L1;", "goto L2, n = m, m = 0;", "return;", "assert b;", "A i (0, 1) c[i] = b;", "A i (0, 1) A j (1, 2) d[i][j] = n;", "N: n = n + 1;",
              "N1: N2: v();", "if :: b -> fi;", "do :: b -> break; :: else -> skip (false); od", "e = k();", "n = k();", "w = f(3);", "if :: true -> n = 1; :: true -> n = 2; :: else -> n = 3; fi", "c = c;", "r.x = n, r.y = b;"]
BLOCKS = ["%s", "if :: b -> %s :: else -> n = 1; fi;", "if :: b -> skip; :: else -> %s fi;", "do :: n < 1 -> %s n = n + 1; :: else -> break; od;", "do :: b -> b = undef; %s :: else -> if :: c[0] -> break; :: else -> %s c[0] = true; fi; od;",
          "if :: b -> do :: true -> %s break; od; :: else -> skip; fi"]
VARIABLES = {  # those of main, and those that modules share
    "n": "int n(2);", "m": "int m;", "b": "bool b;", "a": "int a[2](1);", "c": "bool c[2];", "l": "int l(1);", "w": "int w(3);", "e": "enum E e;", "d": "int d[0,1][1,2](1);", "s": "struct S s;", "r": "struct S r;", "t": "struct S t[2];"}
SHARED = ("n", "m", "b", "a", "c")
MODULES = {
    "f": "module int f(int p) { int q(1); q = p >> 1; if :: p > 2 -> return q; :: else -> n = p; fi; LF: return p + 1; }",
    "g": "module bool g(bool p) { b = !p; return p ^^ c[0]; }",
    "h": "module struct S h(struct S p) { p.y = !p.y; return p; }",
    "k": "module enum E k() { if :: b -> return v1; :: else -> return undef; fi }",
    "v": "module void v() { n = n - 1; LV: skip; }"}
EXTRA = ["n = m", "a[1] == 1 && b", "E i (0, 1) c[i]", ("main.e == v1", "main"), ("main.s.x == 1 || main.r.y", "main"), ("main.d[1][2] < n", "main"), ("main.t[1].y", "main"), ("f.q == 0", "f")]


def words(text):
    return set(re.findall(r"[A-Za-z_]\w*", text))


def fill(statement):
    """Only what the statement needs is declared: everything begins with any value."""
    body = "L1: %s\n  L2: m = m + 1;\n  skip (m == 0);\n  L3: goto L3;" % statement
    modules = [text for name, text in MODULES.items() if re.search(r"\b%s\(" % name, statement)]
    needed = words(body + " ".join(re.sub(r"^module[^{]*", "", text) for text in modules))
    shared = " ".join(VARIABLES[x] for x in SHARED if x in needed)
    own = " ".join(text for x, text in VARIABLES.items() if x not in SHARED and x in needed)
    lines = ["define K 1", "define DEFAULT_INT_BITS 2", "enum E { v0, v1, v2 };", "struct S { int x(1); bool y; };", shared] + modules
    lines += ["module void main() {", "  " + own, "  " + body, "}", ""]
    known = needed | {"main", "A", "E", "v0", "v1", "v2", "i", "x", "y"} | ({"f", "q"} if "f(" in statement else set())
    return "\n".join(lines), [c for c in EXTRA if words(c if isinstance(c, str) else c[0]) <= known]


TABLES = ["n + m", "n - m", "m - n", "n * m", "n << m", "n >> m", "n & m", "n | m", "n ^ m", "n + m * 2", "n - m - 1", "n * m + 1 & m", "n << 1 + m", "n & m | 1", "n ^ m & 2", "n | m ^ n", "n + 3 - m", "1 << n", "n * 3 * m",
          "n == m", "n != m", "n < m", "n <= m", "n > m", "n >= m", "n + 1 < m", "n < m == true", "!(n < m)", "n < m || n == 1 && m == 2", "n == 1 ^^ m == 1 && n == 2", "n < m & m < 3", "n < m | m < n ^ n == 2", "true || 1 / n == m",
          "(A i (0, 1) (n == i || m > i))", "(E i (0, 3) (n == i && m == i))", "A i (0, 1) n != i || m == 3", "n != 0 && m / (n + 0) == 1", "n == 0 || m % n == 0"]


def table(e):
    """The values of an expression, all written out: where it stands on the right side, and in an atom."""
    head = "define DEFAULT_INT_BITS 2\nint n(2), m(2);\nmodule void main() {\n  %s r;\n  r = "
    probe = oracle.Parser(head % "int" + "0; }").program()
    rows = []
    for row in itertools.product(range(4), repeat=2):
        v, width = oracle.Machine(probe).ev(oracle.Parser(e).expr(), oracle.View(row, None, ()))
        is_truth = width == "b"
        rows.append("(n == %d && m == %d && %s)" % (*row, ("r" if v else "!r") if is_truth else "r == %d" % (v % 4)))
    truth = " || ".join(rows)
    text = head % ("bool" if is_truth else "int") + "%s;\n  M: assert (%s);\n}\n" % (e, truth)
    atoms = [re.sub(r"\br\b", "main.r", truth)]
    if is_truth and "/" not in e and "%" not in e:
        atoms.append("main.r == (%s)" % e)
    return text, [(atom, "main") if "main." in atom else atom for atom in atoms], [("G ({0} -> {1})", ["label.main:M", atom]) for atom in atoms]


def matrix():
    """(name, what the subject is made from)"""
    for e in TABLES:
        yield "table " + e, table(e)
    for places, expressions in ((NUMBER_PLACES, NUMBERS), (CONDITION_PLACES, CONDITIONS)):
        for place in places:
            for e in expressions:
                if e in ("3", "3 - 1") and place in OF_ONE_BIT:
                    continue  # a constant that does not fit is refused
                yield "%s in %s" % (e, place), fill(place.replace("%s", e))
    for block in BLOCKS:
        for s in STATEMENTS:
            again = "skip;" if "N" in s or "assert" in s else s
            yield "%s in %s" % (s, block), fill(block.replace("%s", s, 1).replace("%s", again))
