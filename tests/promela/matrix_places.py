"""The places of the feature matrix where values of a type can be: variables, parameters, expressions, statements.

A place is a function that writes a model around one type. Each model chooses one of four tuples of values for a variable (pick), takes it through
the place, and looks at what comes out (see). What SPIN does not take, it refuses: the places ask for everything.
"""
import matrix_types
from matrix_types import NAMES, TUPLES

PLACES = {}
VARIANTS = ("right", "wrong", "print1", "print2")


UNPRINTED = set()  # places with more than one run, also of one tuple; or with an error, after which simulate stops


def unprinted(function):
    """Marks a place: what it prints depends on choices."""
    UNPRINTED.add(function)
    return function


def place(function):
    """Adds one to the table; its name is that of the function."""
    PLACES[function.__name__.strip("_").replace("_", "-")] = function
    return function


class Model:
    """One type in one variant. right: the assertions should hold; wrong: one should fail, for one of the tuples; print1, print2: one run, which
    prints what it sees, of the second and third tuple."""

    def __init__(self, kind, variant):
        self.type = kind
        self.variant = variant
        self.tuples = [int(variant[5])] if variant.startswith("print") else list(range(TUPLES))
        self.seen = 0  # number of globals that see() needs

    def declare(self, name, initial=""):
        return self.type.declare(name, initial)

    def leaves(self, name):
        return self.type.leaves(name)

    def whole(self, name):
        return self.type.whole(name)

    def field(self):
        return self.type.field()

    def value(self, leaf, index, which):
        """Text of the value of leaf number index in tuple number which."""
        choices = matrix_types.values(leaf.kind)
        return choices[(which + index) % len(choices)]

    def assign(self, name, which):
        return "; ".join(f"{leaf.path} = {self.value(leaf, i, which)}" for i, leaf in enumerate(self.leaves(name)))

    def pick(self, name):
        """A statement that gives a variable one of the tuples."""
        if len(self.tuples) == 1:
            return self.assign(name, self.tuples[0])
        return "if " + " ".join(f":: {self.assign(name, which)}" for which in self.tuples) + " fi"

    def expected(self, leaf, index, which, through=()):
        value = leaf.holds(self.value(leaf, index, which))
        for kind in through:
            value = matrix_types.cut(kind, value)
        return value

    def see(self, name, through=(), only=None):
        """Statements that look at a variable that came from pick, and judge. through: kinds that cut it on its way; only: some of the leaves."""
        return self.judge([leaf.path for leaf in self.leaves(name)], through, only)

    def judge(self, paths, through=(), only=None):
        leaves = self.leaves("x")
        chosen = [i for i in range(len(leaves)) if only is None or i in only]
        self.seen = max(self.seen, len(paths))
        text = "atomic { " + "; ".join(f"o{i} = {path}" for i, path in enumerate(paths)) + " }; "
        if self.variant.startswith("print"):
            return text + 'printf("' + " ".join(["%d"] * len(paths)) + '\\n", ' + ", ".join(paths) + ")"
        alternatives = []
        for which in self.tuples:
            alternatives.append("(" + " && ".join(f"o{n} == {self.expected(leaves[i], i, which, through)}" for n, i in enumerate(chosen)) + ")")
        if self.variant == "wrong":
            return text + f"assert(!{alternatives[2]})"
        return text + "assert(" + " || ".join(dict.fromkeys(alternatives)) + ")"

    def text(self, body):
        seen = "int " + ", ".join(f"o{i}" for i in range(self.seen)) + ";\n" if self.seen else ""
        return NAMES + self.type.typedefs() + seen + body + "\n"


@place
def global_(m):
    return f"{m.declare('x')};\nactive proctype A() {{ {m.pick('x')}; {m.see('x')} }}"


@place
def local(m):
    return f"active proctype A() {{ {m.declare('x')}; {m.pick('x')}; {m.see('x')} }}"


@place
def local_in_block(m):
    return f"active proctype A() {{ byte t; {{ {m.declare('x')}; {m.pick('x')}; t = 1; {m.see('x')} }}; t = 2 }}"


@place
def local_in_loop(m):
    """The variable is declared anew in each round; SPIN sets some of it to 0."""
    return f"active proctype A() {{ byte t; do :: t < 2 -> {m.declare('x')}; {m.see('x')}; {m.pick('x')}; t++ :: else -> break od }}"


@place
def two_of_it(m):
    return f"{m.declare('x')}; {m.declare('y')};\nactive proctype A() {{ {m.pick('x')}; {m.assign('y', 0)}; {m.see('x')}; {m.judge([l.path for l in m.leaves('y')])} }}"


@place
def qualified(m):
    return f"show {m.declare('x')}; local {m.declare('y')};\nactive proctype A() {{ {m.pick('x')}; {m.assign('y', 1)}; {m.see('x')} }}"


@place
def default_value(m):
    """What nobody has assigned is zero."""
    return f"{m.declare('x')};\nactive proctype A() {{ {m.declare('y')}; {m.see('x')}; {m.see('y')} }}"


def constants(m, which):
    leaves = m.leaves("x")
    texts = [m.value(leaf, i, which).lstrip("-") for i, leaf in enumerate(leaves)]  # SPIN reads no negative number in a list
    return "{ " + ", ".join(texts) + " }" if m.type.count else texts[0]


@place
def initialiser(m):
    which = m.tuples[-1]
    return f"{m.declare('x', constants(m, which))}; {m.declare('z')};\nactive proctype A() {{ {m.declare('y', constants(m, 1))}; {m.pick('z')}; {m.see('x')}; {m.see('y')}; {m.see('z')} }}"


@place
def initialiser_of_all(m):
    """One value for all elements of an array."""
    first = m.value(m.leaves("x")[0], 0, 1)
    return f"{m.declare('x', first)};\nactive proctype A() {{ {m.declare('y', first)}; {m.see('x')}; {m.see('y')} }}"


@place
def initialiser_is_variable(m):
    leaf = m.leaves("x")[-1].path
    return f"{m.declare('x')}; int q;\nproctype B() {{ int z = {leaf}; skip; int w = {leaf} + 1; q = w - z; {m.judge(['z'], only=[len(m.leaves('x')) - 1])} }}\ninit {{ {m.pick('x')}; run B() }}"


@place
def initialiser_is_parameter(m):
    leaf = m.leaves("x")[0].path
    return f"{m.declare('x')};\nproctype B(int p) {{ {m.type.element().declare('y', 'p')}; {m.see('x')}; y = 0 }}\ninit {{ {m.pick('x')}; run B({leaf}) }}"


@place
def typedef_initialiser(m):
    """Fields of a record with initial values."""
    first = m.leaves("x")[0]
    other = m.leaves("x")[-1]
    return (f"typedef W {{ {m.type.declare('v', m.value(first, 0, 1))}; byte n = 7 }}\nW x;\n"
            f"active proctype A() {{ W y; {m.see('x.v')}; {m.see('y.v')}; assert(x.n == 7 && y.n == 7); {other.path.replace('x', 'x.v', 1)} = {m.value(other, 0, 0)}; {m.see('x.v')} }}")


@place
def in_record(m):
    return f"typedef W {{ byte b; {m.declare('v')}; short s }}\nW x;\nactive proctype A() {{ W y; x.b = 9; x.s = -9; {m.pick('x.v')}; {m.assign('y.v', 1)}; {m.see('x.v')}; assert(x.b == 9 && x.s == -9 && y.b == 0) }}"


@place
def parameter(m):
    return f"proctype B({m.declare('p')}) {{ {m.see('p')} }}\ninit {{ {m.declare('x')}; {m.pick('x')}; run B({m.whole('x')}) }}"


@place
def parameter_among(m):
    return (f"proctype B(byte a; {m.declare('p')}; short b) {{ assert(a == 17 && b == -4); {m.see('p')}; a = 1; b = 2 }}\n"
            f"init {{ {m.declare('x')}; {m.pick('x')}; run B(17, {m.whole('x')}, -4) }}")


@place
def parameter_twice(m):
    return (f"proctype B({m.declare('p')}; {m.declare('q')}) {{ {m.see('q')}; {m.see('p')} }}\n"
            f"init {{ {m.declare('x')}; {m.declare('y')}; {m.pick('x')}; {m.assign('y', 1)}; run B({m.whole('x')}, {m.whole('y')}); run B({m.whole('y')}, {m.whole('x')}) }}")


@place
def parameter_by_leaves(m):
    return f"proctype B({m.declare('p')}) {{ {m.see('p')} }}\ninit {{ {m.declare('x')}; {m.pick('x')}; run B({', '.join(l.path for l in m.leaves('x'))}) }}"


@place
def parameter_too_many(m):
    return f"proctype B({m.declare('p')}) {{ {m.see('p')} }}\ninit {{ {m.declare('x')}; {m.pick('x')}; run B({m.whole('x')}, 1) }}"


@place
def parameter_too_few(m):
    return f"proctype B({m.declare('p')}; byte b) {{ {m.see('p')} }}\ninit {{ {m.declare('x')}; {m.pick('x')}; run B({m.whole('x')}) }}"


@place
def parameter_and_on(m):
    """Handed on from one process to the next, and changed there."""
    return (f"proctype C({m.declare('q')}; byte n) {{ {m.see('q')}; assert(n == 2) }}\nproctype B(byte n; {m.declare('p')}) {{ run C({m.whole('p')}, n + 1); {m.assign('p', 0)} }}\n"
            f"init {{ {m.declare('x')}; {m.pick('x')}; run B(1, {m.whole('x')}); {m.assign('x', 1)} }}")


@place
def parameter_of_active(m):
    return f"active [2] proctype B({m.declare('p')}; byte n) {{ {m.see('p')}; {m.assign('p', 1)}; n++; {m.see('p')} }}"


@place
def run_argument(m):
    """Each leaf in an expression, for a parameter of a small type."""
    leaf = m.leaves("x")[-1].path
    return f"byte got; short far;\nproctype B(byte p; short q; bit r) {{ got = p; far = q; assert(got != 12 || r) }}\ninit {{ {m.declare('x')}; {m.pick('x')}; run B({leaf} + 1, {leaf} * 2, {leaf}); {m.see('x')} }}"


@place
def run_argument_global(m):
    return f"{m.declare('x')}; byte got;\nproctype B({m.declare('p')}) {{ {m.see('p')} }}\ninit {{ {m.pick('x')}; run B({m.whole('x')}); {m.assign('x', 0)} }}"


@place
def run_in_atomic(m):
    return f"proctype B({m.declare('p')}) {{ {m.see('p')} }}\ninit {{ {m.declare('x')}; atomic {{ {m.pick('x')}; run B({m.whole('x')}); run B({m.whole('x')}) }} }}"


@place
def assigned_whole(m):
    return f"{m.declare('x')}; {m.declare('y')};\nactive proctype A() {{ {m.pick('x')}; y = x; {m.see('y')} }}"


@place
def assigned_element(m):
    """Of an array of records: one to another."""
    return f"{m.declare('x')}; {m.declare('y')};\nactive proctype A() {{ {m.pick('x')}; y[0] = x[1]; y[1] = x[0]; {m.see('x')}; {m.judge([l.path for l in m.leaves('y')])} }}"


@place
def assigned_by_leaves(m):
    copy = "; ".join(f"{b.path} = {a.path}" for a, b in zip(m.leaves("x"), m.leaves("y")))
    return f"{m.declare('x')};\nactive proctype A() {{ {m.declare('y')}; {m.pick('x')}; {copy}; {m.see('y')} }}"


@place
def counted(m):
    last = m.leaves("x")[-1].path
    return f"{m.declare('x')};\nactive proctype A() {{ {m.pick('x')}; {last}++; {m.see('x')}; {last}--; {last}--; {m.see('x')} }}"


@place
def compared(m):
    a, b = m.leaves("x")[0].path, m.leaves("y")[-1].path
    return (f"{m.declare('x')}; byte r;\nactive proctype A() {{ {m.declare('y')}; {m.pick('x')}; {m.pick('y')}; "
            f"if :: {a} < {b} -> r = 1 :: {a} == {b} -> r = 2 :: {a} > {b} -> r = 3 fi; assert(!({a} != {b}) == (r == 2)); {m.see('x')} }}")


@place
def compared_whole(m):
    return f"{m.declare('x')}; byte r;\nactive proctype A() {{ {m.declare('y')}; {m.pick('x')}; {m.assign('y', 1)}; if :: x == y -> r = 1 :: else -> r = 2 fi; {m.see('x')} }}"


@place
def in_expression(m):
    leaf = m.leaves("x")[-1].path
    terms = [f"-{leaf}", f"~{leaf}", f"!{leaf}", f"{leaf} + 300", f"{leaf} * 3", f"{leaf} / 2", f"{leaf} % 3", f"{leaf} << 2", f"{leaf} >> 1", f"({leaf} & 5)", f"({leaf} | 8)",
             f"({leaf} ^ 9)", f"({leaf} > 2 -> {leaf} : 0 - {leaf})", f"({leaf} && {leaf} > 1)", f"({leaf} || {leaf} < 0)", f"({leaf} - 1 < {leaf})"]
    paths = [leaf] + terms
    text = "; ".join(f"e{i} = {term}" for i, term in enumerate(terms))
    return f"{m.declare('x')}; int {', '.join(f'e{i}' for i in range(len(terms)))};\nactive proctype A() {{ {m.pick('x')}; atomic {{ {text} }}; {m.judge(paths, only=[len(m.leaves('x')) - 1])} }}"


@place
def condition(m):
    leaf = m.leaves("x")[-1].path
    return f"{m.declare('x')}; byte r;\nactive proctype A() {{ {m.pick('x')}; do :: {leaf} -> r = r + 2; {leaf} = 0 :: !{leaf} -> r++; break od; {m.see('x')} }}\nactive proctype B() {{ {leaf} == {m.value(m.leaves('x')[-1], 0, 1)} -> r = 9 }}"


@place
def array_index(m):
    leaf = m.leaves("x")[-1].path
    return f"{m.declare('x')}; byte a[4];\nactive proctype A() {{ {m.pick('x')}; if :: {leaf} >= 0 && {leaf} < 4 -> a[{leaf}] = 5; a[({leaf} + 1) % 4] = a[{leaf}] + 1 :: else -> a[3] = 1 fi; {m.see('x')} }}"


@place
def array_index_outside(m):
    """Beyond the bounds: an error."""
    leaf = m.leaves("x")[-1].path
    return f"{m.declare('x')}; byte a[4]; byte z[250]; byte r;\nactive proctype A() {{ {m.pick('x')}; if :: {leaf} >= 4 && {leaf} < 250 -> r = a[{leaf}]; r = 0 :: else -> r = 2 fi; {m.see('x')} }}"


@place
def indexed_by_variable(m):
    """The elements are named by a variable."""
    if not m.type.count:
        return f"{m.declare('x')}; byte i;\nactive proctype A() {{ {m.pick('x')}; x[i] = 1; {m.see('x')} }}"
    loop = "; ".join(f"{l.path.replace('y[0]', 'y[i]', 1)} = {l.path.replace('y[0]', 'x[i]', 1)}" for l in m.leaves("y")[:len(m.leaves("y")) // m.type.count])
    return f"{m.declare('x')}; byte i;\nactive proctype A() {{ {m.declare('y')}; {m.pick('x')}; do :: i < {m.type.count} -> {loop}; i++ :: else -> break od; {m.see('y')} }}"


@place
def printed(m):
    leaf = m.leaves("x")[-1].path
    prints = "; ".join(f'printf("{form} <%{form}>\\n", {leaf})' for form in ("d", "u", "x", "o"))
    return f"{m.declare('x')};\nactive proctype A() {{ {m.pick('x')}; {prints}; printf(\"<%c>\\n\", 65 + ({leaf} & 7)); {m.see('x')} }}"


@place
def printed_name(m):
    leaf = m.leaves("x")[0].path
    return f"{m.declare('x')};\nactive proctype A() {{ {m.pick('x')}; printm({leaf}); printf(\"\\n%e\\n\", {leaf}); {m.see('x')} }}"


@place
def printed_whole(m):
    return f"{m.declare('x')};\nactive proctype A() {{ {m.pick('x')}; printf(\"%d\\n\", x); {m.see('x')} }}"


@place
def inline_argument(m):
    return f"inline fun(v, n) {{ v = n; n = v }}\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.pick('x')}; " + "; ".join(
        f"fun({b.path}, {a.path})" for a, b in zip(m.leaves("x"), m.leaves("y"))) + f"; {m.see('y')} }}"


@place
def inline_argument_whole(m):
    """The name of the whole thing; the inline adds the parts."""
    tail = m.leaves("x")[-1].path[1:]
    return f"int r;\ninline fun(v) {{ r = v{tail}; v{tail} = 0 }}\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; {m.see('x')}; fun(x); {m.see('x')} }}"


@place
def inline_local(m):
    return f"int r;\ninline fun(n) {{ {m.declare('v')}; {m.assign('v', 1)}; r = {m.leaves('v')[-1].path} + n }}\nactive proctype A() {{ {m.declare('x')}; fun(0); fun(1); {m.pick('x')}; {m.see('x')} }}"


@place
def inline_index(m):
    tail = m.leaves("x")[-1].path[1:]
    return f"byte i; int r;\ninline fun(v, w) {{ r = v; w++ }}\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; fun(x{tail} + i, i); {m.see('x')} }}"


@place
@unprinted
def selected(m):
    leaf = m.leaves("x")[-1].path
    return f"{m.declare('x')};\nactive proctype A() {{ select({leaf} : 0 .. 2); {m.see('x')} }}"


@place
def selected_bounds(m):
    leaf = m.leaves("x")[-1].path
    return f"{m.declare('x')}; int i;\nactive proctype A() {{ {m.assign('x', 0)}; select(i : {leaf} - 2 .. {leaf}); {m.see('x')} }}"


@place
def for_range(m):
    leaf = m.leaves("x")[-1].path
    return f"{m.declare('x')}; int n;\nactive proctype A() {{ for ({leaf} : 0 .. 0) {{ n = n + {leaf} + 1 }}; {m.see('x')} }}"


@place
def for_bounds(m):
    leaf = m.leaves("x")[-1].path
    return f"{m.declare('x')}; int i, n;\nactive proctype A() {{ {m.assign('x', 0)}; for (i : {leaf} - 1 .. {leaf}) {{ n = n + i }}; {m.see('x')} }}"


@place
def for_in(m):
    return f"{m.declare('x')}; int i, n;\nactive proctype A() {{ {m.pick('x')}; for (i in x) {{ n = n + i }}; {m.see('x')} }}"


@place
def for_in_field(m):
    return f"typedef W {{ {m.declare('v')} }}\nW w; int i, n;\nactive proctype A() {{ {m.pick('w.v')}; for (i in w.v) {{ n = n + i }}; {m.see('w.v')} }}"


@place
def in_atomic(m):
    return f"{m.declare('x')};\nactive proctype A() {{ {m.declare('y')}; atomic {{ {m.pick('x')}; {m.assign('y', 1)}; {m.see('x')} }}; {m.see('y')} }}"


@place
def in_dstep(m):
    chosen = "if " + " ".join(f":: c == {which} -> {m.assign('x', which)}" for which in m.tuples) + " fi"
    return f"{m.declare('x')}; byte c = {m.tuples[0]};\nactive proctype A() {{ if " + " ".join(f":: c = {which}" for which in m.tuples) + f" fi; d_step {{ {chosen}; c = 0 }}; {m.see('x')} }}"


@place
def asserted_in_dstep(m):
    seen = m.see("x").replace("atomic {", "{", 1)
    return f"{m.declare('x')};\nactive proctype A() {{ {m.pick('x')}; d_step {{ skip; {seen} }} }}"


@place
def under_unless(m):
    leaf = m.leaves("x")[-1]
    return f"{m.declare('x')}; byte r;\nactive proctype A() {{ {{ {m.pick('x')}; r = 1; r = 2 }} unless {{ {leaf.path} == {leaf.holds(m.value(leaf, 0, 1))} -> r = 7 }}; {m.see('x')} }}"


@place
def provided(m):
    leaf = m.leaves("x")[-1]
    return f"{m.declare('x')}; byte r;\nactive proctype A() {{ {m.pick('x')}; {m.see('x')} }}\nactive proctype B() provided ({leaf.path} == {leaf.holds(m.value(leaf, 0, 1))}) {{ r = 1; r = 2 }}"


@place
def remote_variable(m):
    leaves = m.leaves("x")
    paths = [f"A[0]:{l.path}" for l in leaves]
    return f"bit go, done;\nproctype Z() {{ skip }}\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; go = 1; done == 1 }}\nactive proctype B() {{ go == 1; {m.judge(paths)}; done = 1 }}"


@place
def remote_variable_unnumbered(m):
    leaves = m.leaves("x")
    paths = [f"A:{l.path}" for l in leaves]
    return f"bit go, done;\nactive proctype Z() {{ done == 1 }}\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; go = 1; done == 1 }}\nactive proctype B() {{ go == 1; {m.judge(paths)}; done = 1 }}"


@place
def remote_parameter(m):
    paths = [f"A[1]:{l.path}" for l in m.leaves("p")]
    return f"bit go;\nproctype A({m.declare('p')}) {{ go = 1; go == 0 }}\ninit {{ {m.declare('x')}; {m.pick('x')}; run A({m.whole('x')}); go == 1; {m.judge(paths)}; go = 0 }}"


@place
def remote_label_number(m):
    """A process number taken from a variable of the type."""
    leaf = m.leaves("x")[-1].path
    return f"{m.declare('x')}; byte r;\nactive proctype A() {{ {m.pick('x')}; {m.see('x')}; {leaf} = 1; if :: B[{leaf}]@L -> r = 1 :: else -> r = 2 fi }}\nactive proctype B() {{ r = 3; L: r = 4; r = 5 }}"


@place
def pid_of_run(m):
    leaf = m.leaves("x")[-1].path
    return f"{m.declare('x')}; byte r;\nproctype B() {{ r = _pid }}\ninit {{ {m.pick('x')}; {leaf} = run B(); assert({leaf} == 1); r = {leaf} }}"


@place
def conditional_value(m):
    leaf = m.leaves("x")[-1]
    return f"{m.declare('x')}; int r;\nactive proctype A() {{ {m.declare('y')}; {m.pick('x')}; {m.leaves('y')[-1].path} = ({leaf.path} == {leaf.holds(m.value(leaf, 0, 1))} -> {m.value(leaf, 0, 0)} : {leaf.path}); {m.judge([l.path for l in m.leaves('y')])} }}"


@place
def used_undeclared_field(m):
    return f"{m.declare('x')};\nactive proctype A() {{ x.zz = 1 }}"


@place
def index_too_deep(m):
    return f"{m.declare('x')};\nactive proctype A() {{ {m.leaves('x')[-1].path}[0] = 1; {m.see('x')} }}"
