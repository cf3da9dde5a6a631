"""C programs of integers as trees, which can be printed and computed.

An expression carries its text in C, the same in Python over the tuple 's' of the
values of all variables, its type, and bounds of its value. C's promotions and
conversions are made when it is built: 'binary' is the place to read.

A statement is a Statement of one of these kinds ('?': may be None):
  assign  target value        input   target source value assumed?
  call    target? callee arguments value?
  if      condition body other?        while, do, for  condition body (first step)
  break   continue   return value?     assume, error  condition
  spot    number: an assertion, once 'condition' is decided
Conditions are Condition: an expression, or one about an input or a call's result,
which may have an expression before it with && or ||. In the texts '@' stands for the
input or the call: there is at most one, so that no order of evaluation is left open."""
import re

# name: least, largest, what its input function is called
TYPES = {
    "unsigned char": (0, 255, "uchar"), "signed char": (-128, 127, None), "short": (-2**15, 2**15 - 1, "short"),
    "int": (-2**31, 2**31 - 1, "int"), "unsigned": (0, 2**32 - 1, "uint"), "_Bool": (0, 1, "bool"),
}
INPUT_TYPES = {"uchar": "unsigned char", "short": "short", "int": "int", "uint": "unsigned", "bool": "_Bool"}


class Expression:
    def __init__(self, text, python, type_, low=None, high=None):
        self.text, self.python, self.type = text, python, type_
        least, largest, _ = TYPES[type_]
        self.low = least if low is None else low
        self.high = largest if high is None else high
        assert least <= self.low <= self.high <= largest, (text, low, high)


def constant(value, type_="int"):
    suffix = "u" if type_ == "unsigned" else ""
    return Expression("(%d)" % value if value < 0 else "%d%s" % (value, suffix), "(%d)" % value, type_, value, value)


def fit(python, type_, low, high):
    """(python, low, high) of a value that may lie outside of its type, and wraps."""
    least, largest, _ = TYPES[type_]
    if least <= low and high <= largest:
        return python, low, high
    if least == 0:
        return "(%s & %d)" % (python, largest), 0, largest
    return "((%s + %d & %d) - %d)" % (python, -least, largest - least, -least), least, largest


def convert(e, type_):
    """To a type, as by assignment: the text stays."""
    if type_ == "_Bool":
        return Expression(e.text, "(%s != 0)" % e.python if e.type != "_Bool" else e.python, type_)
    return Expression(e.text, *in_order(type_, *fit(e.python, type_, e.low, e.high)))


def in_order(type_, python, low, high):
    return python, type_, low, high


def cast(e, type_):
    changed = convert(e, type_)
    changed.text = "(%s)(%s)" % (type_, e.text)
    return changed


def promoted(e):
    return e.type if e.type == "unsigned" else "int"


def binary(operator, a, b):
    """+ - * & | ^ and comparisons."""
    common = "unsigned" if "unsigned" in (promoted(a), promoted(b)) else "int"
    text = "(%s %s %s)" % (a.text, operator, b.text)
    a, b = convert(a, common), convert(b, common)
    python = "(%s %s %s)" % (a.python, operator, b.python)
    if operator in ("<", "<=", ">", ">=", "==", "!="):
        return Expression(text, python, "int", 0, 1)
    if operator in "&|^":
        low, high = TYPES[common][:2]
        if operator == "&" and (a.low >= 0 or b.low >= 0):
            low, high = 0, min(x.high for x in (a, b) if x.low >= 0)
        elif a.low >= 0 and b.low >= 0:
            low, high = 0, (1 << max(a.high, b.high).bit_length()) - 1
        return Expression(text, python, common, low, high)
    ends = [eval("%d %s %d" % (x, operator, y)) for x in (a.low, a.high) for y in (b.low, b.high)]
    return Expression(text, *in_order(common, *fit(python, common, min(ends), max(ends))))


def modulo(e, divisor):
    """(unsigned)e % divisor."""
    e = cast(e, "unsigned")
    return Expression("%s %% %du" % (e.text, divisor), "(%s %% %d)" % (e.python, divisor), "unsigned", 0, min(divisor - 1, e.high))


def unary(operator, e):
    """- ~ !"""
    text, type_ = operator + "(%s)" % e.text, promoted(e)
    if operator == "!":
        return Expression(text, "(%s == 0)" % e.python, "int", 0, 1)
    ends = (-e.high, -e.low) if operator == "-" else (~e.high, ~e.low)
    return Expression(text, *in_order(type_, *fit("(%s%s)" % (operator, e.python), type_, *ends)))


def logical(operator, a, b):
    """&& ||"""
    python = "(%s != 0 %s %s != 0)" % (a.python, "and" if operator == "&&" else "or", b.python)
    return Expression("(%s %s %s)" % (a.text, operator, b.text), python, "int", 0, 1)


def choice(condition, a, b):
    common = "unsigned" if "unsigned" in (promoted(a), promoted(b)) else "int"
    text = "(%s ? %s : %s)" % (condition.text, a.text, b.text)
    a, b = convert(a, common), convert(b, common)
    python = "(%s if %s else %s)" % (a.python, condition.python, b.python)
    return Expression(text, python, common, min(a.low, b.low), max(a.high, b.high))


class Variable:
    """A variable with a place in the tuple; with 'count' an array of so many places. 'low' and 'high' are what it
    may ever be: assignments see to that. 'style' tells how it is assigned: see generate.py."""

    def __init__(self, name, type_, slot, low, high, style, count=0):
        self.name, self.type, self.slot, self.low, self.high, self.style, self.count = name, type_, slot, low, high, style, count
        self.first = 0
        self.place = str(slot)

    def read(self):
        return Expression(self.name, "s[%s]" % self.place, self.type, self.low, self.high)

    def element(self, index):
        """An element to read or to assign; the index becomes one that exists."""
        index = modulo(index, self.count)
        out = Variable("%s[%s]" % (self.name, index.text), self.type, None, self.low, self.high, self.style)
        out.place = "%d + %s" % (self.slot, index.python)
        return out

    def store(self, value):
        """Python for the tuple after it was assigned."""
        value = convert(value, self.type).python
        if self.slot is not None:
            return "s[:%d] + (%s,) + s[%d:]" % (self.slot, value, self.slot + 1)
        return "put(s, %s, %s)" % (self.place, value)


class Source:
    """An input: all that matters of its values is what lies from low to high."""

    def __init__(self, name, low, high):
        self.name, self.low, self.high = name, low, high

    def text(self, is_native):
        return "few_inputs(%d, %d)" % (self.low, self.high) if is_native else "__VERIFIER_nondet_%s()" % self.name


class Condition:
    """'value' with '@' in its text is about the input 'source' ('i' in Python) or the result ('r') of calling 'callee'."""

    def __init__(self, value, source=None, callee=None, arguments=(), before=None, operator="&&"):
        self.value, self.source, self.callee, self.arguments = value, source, callee, list(arguments)
        self.before, self.operator = before, operator  # evaluated first

    def text(self, is_native):
        out = fill(self.value.text, self, is_native)
        return "%s %s %s" % (self.before.text, self.operator, out) if self.before else bare(out)


class Statement:
    def __init__(self, kind, **fields):
        self.kind = kind
        self.target = self.value = self.source = self.callee = self.condition = self.first = self.step = self.assumed = self.other = None
        self.arguments, self.body, self.number = [], [], None
        self.__dict__.update(fields)


def fill(text, place, is_native):
    if place.source:
        return text.replace("@", place.source.text(is_native))
    if place.callee:
        return text.replace("@", "%s(%s)" % (place.callee.name, ", ".join(bare(x.text) for x in place.arguments)))
    return text


def bare(text):
    """Without parentheses around all of it."""
    while text.startswith("("):
        depth = 0
        for n, c in enumerate(text):
            depth += (c == "(") - (c == ")")
            if depth == 0:
                break
        if n < len(text) - 1:
            break
        text = text[1:-1]
    return text


class Function:
    def __init__(self, name, result, parameters):
        self.name, self.result, self.parameters = name, result, parameters  # result: a type or None
        self.locals, self.body = [], []

    def head(self):
        return "%s %s(%s)" % (self.result or "void", self.name, ", ".join("%s %s" % (p.type, p.name) for p in self.parameters) or "void")


# Of runs with few inputs.
MOST_INPUTS, MOST_TICKS = 8, 400


class Program:
    """What tests/c/random/compare.py asks custos about, and native.py runs."""

    def __init__(self, global_variables, functions, ilp32, is_assert):
        self.globals, self.functions = global_variables, functions  # the last one is main
        self.ilp32, self.is_assert = ilp32, is_assert
        self.checks = ()
        self.tables = None  # the states at each spot, as sums of mix()

    def options(self):
        return ["--ilp32" if self.ilp32 else "--lp64"]

    def predicates_text(self):
        return ""

    def text(self):
        body = self.render(False)
        head = ["extern %s __VERIFIER_nondet_%s(void);" % (INPUT_TYPES[x], x) for x in sorted(set(re.findall(r"__VERIFIER_nondet_(\w+)", body)))]
        head += ["extern void __VERIFIER_assume(int);"] if "__VERIFIER_assume" in body else []
        head += ["#include <assert.h>"] if re.search(r"\bassert\(", body) else []
        head += ["extern void reach_error(void);"] if "reach_error" in body else []
        return "\n".join(head) + "\n" + body

    def native(self, number):
        """Runs end quietly when they have had so many inputs or steps. With 'tables' a run fails where it is in no state
        of its place."""
        head = ["static int had_inputs, had_ticks;", "static long long few_inputs(long long low, long long high) {",
                "  if (had_inputs++ == %d) block();" % MOST_INPUTS, "  return input(low, high);", "}",
                "static void few_ticks(void) {", "  if (had_ticks++ == %d) block();" % MOST_TICKS, "}",
                "static unsigned long long mix(unsigned long long sum, long long value) { return sum * 1000003 + value; }",
                "static int is_member(const unsigned long long *table, int count, unsigned long long x) {",
                "  while (count > 0 && *table != x) table++, count--;", "  return count > 0;", "}"]
        for place, states in sorted((self.tables or {}).items()):
            head.append("static const unsigned long long t%d[] = {%s};" % (place, ", ".join("%dull" % x for x in states)))
        body = "\n".join(head) + "\n" + self.render(True)
        return re.sub(r"\b(main|mix|is_member|few_inputs|few_ticks|had_inputs|had_ticks|[gft][0-9]+)\b", r"\1_%d" % number, body)

    def names(self, function):
        """What the tuple of a state is, in C."""
        out = []
        for v in self.globals:
            out += ["%s[%d]" % (v.name, i) for i in range(v.count)] or [v.name]
        return out + [v.name for v in function.parameters + function.locals]

    def render(self, is_native):
        lines = []
        for v in self.globals:
            if v.count:
                lines.append("%s %s[%d] = {%s};" % (v.type, v.name, v.count, ", ".join(["%d" % v.first] * v.count)))
            else:
                lines.append("%s %s = %d;" % (v.type, v.name, v.first))
        lines += [f.head() + ";" for f in self.functions[:-1]]
        for f in self.functions:
            lines += ["", f.head() + " {"] + (["  few_ticks();"] if is_native else [])
            lines += ["  %s %s = %d;" % (v.type, v.name, v.first) for v in f.locals]
            Printer(lines, is_native, self.is_assert, self.tables and (self.tables, self.names(f))).block(f.body, 1)
            lines.append("}")
        return "\n".join(lines) + "\n"


class Printer:
    def __init__(self, lines, is_native, is_assert, tables):
        self.lines, self.is_native, self.is_assert, self.tables = lines, is_native, is_assert, tables

    def put(self, depth, text):
        self.lines.append("  " * depth + text)

    def block(self, statements, depth):
        for s in statements:
            getattr(self, "print_" + s.kind.replace("do", "do_"), self.simple)(s, depth)

    def simple(self, s, depth):
        self.put(depth, self.words(s) + ";")

    def words(self, s):
        if s.kind in ("break", "continue"):
            return s.kind
        if s.kind == "return":
            return "return" + (" " + fill(bare(s.value.text), s, self.is_native) if s.value else "")
        value = fill(bare(s.value.text) if s.value else "@", s, self.is_native)
        return "%s = %s" % (s.target.name, value) if s.target else value

    def print_input(self, s, depth):
        self.simple(s, depth)
        if s.assumed:
            self.put(depth, self.assume(bare(s.assumed.text)))

    def assume(self, text):
        return "if (!(%s)) block();" % text if self.is_native else "__VERIFIER_assume(%s);" % text

    def print_assume(self, s, depth):
        self.put(depth, self.assume(s.condition.text(self.is_native)))

    def print_spot(self, s, depth):
        if self.is_native and self.tables:
            tables, names = self.tables
            state = "0"
            for name in names:
                state = "mix(%s, %s)" % (state, name)
            known = tables.get(s.number)
            self.put(depth, "if (!is_member(t%d, %d, %s)) fail_at(0);" % (s.number, len(known), state) if known else "fail_at(0);")
        elif s.condition is None:
            self.put(depth, ";")
        elif self.is_assert and not self.is_native:
            self.put(depth, "assert(%s);" % s.condition.text(False))
        else:
            self.put(depth, "if (!(%s)) %s;" % (s.condition.text(self.is_native), self.error()))

    def error(self):
        return "fail_at(0)" if self.is_native else "reach_error()"

    def print_error(self, s, depth):
        self.put(depth, "if (%s) %s;" % (s.condition.text(self.is_native), self.error()))

    def print_if(self, s, depth):
        self.put(depth, "if (%s) {" % s.condition.text(self.is_native))
        self.block(s.body, depth + 1)
        if s.other:
            self.put(depth, "} else {")
            self.block(s.other, depth + 1)
        self.put(depth, "}")

    def loop_body(self, s, depth):
        if self.is_native:
            self.put(depth + 1, "few_ticks();")
        self.block(s.body, depth + 1)

    def print_while(self, s, depth):
        self.put(depth, "while (%s) {" % s.condition.text(self.is_native))
        self.loop_body(s, depth)
        self.put(depth, "}")

    def print_for(self, s, depth):
        self.put(depth, "for (%s; %s; %s) {" % (self.words(s.first), s.condition.text(self.is_native), self.words(s.step)))
        self.loop_body(s, depth)
        self.put(depth, "}")

    def print_do_(self, s, depth):
        self.put(depth, "do {")
        self.loop_body(s, depth)
        self.put(depth, "} while (%s);" % s.condition.text(self.is_native))
