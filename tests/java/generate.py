"""Random Java programs that meet no input: each leaves what it computed in the static field Main.hash.

They use arithmetic of all types, arrays, objects, inheritance, interfaces, exceptions with finally, strings,
switches, initialisers of classes, enums, and casts; loops and calls are bounded."""
import random

INTS = ["int", "long", "byte", "short", "char"]
FLOATS = ["float", "double"]
ARRAYS = ["int[]", "long[]", "byte[]", "char[]", "short[]", "boolean[]", "float[]", "double[]", "A[]"]
REFERENCES = ["A", "B", "C", "I", "String", "E"]
EXCEPTIONS = ["RuntimeException", "ArithmeticException", "NullPointerException", "ArrayIndexOutOfBoundsException",
              "ClassCastException", "NegativeArraySizeException", "Own", "IllegalStateException", "Throwable",
              "StringIndexOutOfBoundsException", "IndexOutOfBoundsException", "Exception"]
THROWN = ["RuntimeException", "Own", "IllegalStateException", "ArithmeticException"]


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0
        self.lines = []
        self.depth = 0
        self.inputs = []  # static fields of Main

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, n):
        return self.random.randrange(n) == 0

    # Expressions

    def literal(self, kind):
        r = self.random
        if kind == "boolean":
            return self.pick("true", "false")
        if kind == "long":
            return f"{r.choice([0, 1, -1, 2, 7, -9223372036854775807, 9223372036854775807, r.randrange(-1000, 1000), r.getrandbits(62)])}L"
        if kind == "int":
            return str(r.choice([0, 1, -1, 2, 3, 31, 32, 2147483647, -2147483647, r.randrange(-100, 100), r.getrandbits(30)]))
        if kind in FLOATS:
            bits = r.getrandbits(32 if kind == "float" else 64)
            named = "Float" if kind == "float" else "Double"
            if self.chance(3):
                return f"{named}.{'intBitsToFloat' if kind == 'float' else 'longBitsToDouble'}({bits - (1 << 31) if kind == 'float' else str(bits - (1 << 63)) + 'L'})"
            return f"({kind}) {r.choice(['0.0', '-0.0', '1.0', '0.1', '-2.5', '1e30', '2147483648.0', '-9.3e18', '1e-40', '3.5', '(1.0 / 0)', '(0.0 / 0)', r.randrange(-99, 99)])}"
        if kind == "String":
            return self.pick('"a"', '"b"', '""', '"abc"', '"ab" + (1 + 2)', '"\\u1234x"')
        if kind == "E":
            return self.pick("E.X", "E.Y", "E.Z")
        if kind in ("A", "B", "C"):
            made = {"A": "ABC", "B": "B", "C": "C"}[kind]
            return f"new {r.choice(made)}({r.randrange(-5, 6)})" if not self.chance(6) else "null"
        if kind == "I":
            return self.pick("new B(3)", "new C(-4)", "null", "new D()")
        if kind.endswith("[]"):
            element = kind[:-2]
            if self.chance(8):
                return "null"
            if self.chance(3):
                return f"new {element}[{r.randrange(0, 5)}]"
            return f"new {element}[] {{{', '.join(self.literal(element) for _ in range(r.randrange(0, 4)))}}}"
        return f"({kind}) {r.choice([0, 1, -1, 127, 255, r.randrange(-70000, 70000)])}"

    def variable(self, kind, scope):
        known = [n for n, k in scope if k == kind]
        return self.random.choice(known) if known else None

    def number(self, scope, depth, kind):
        """An int or a long."""
        r = self.random
        wide = kind == "long"
        one = lambda: self.expression(kind, scope, depth - 1)
        n = r.randrange(15)
        if n < 5 and self.chance(5):
            return self.lambda_call(scope, depth, kind)
        if n < 5:
            return f"({one()} {self.pick('+', '-', '*', '&', '|', '^')} {one()})"
        if n == 5:
            return f"({one()} {self.pick('/', '%')} {one()})"
        if n == 6:
            return f"({one()} {self.pick('<<', '>>', '>>>')} {self.expression('int', scope, depth - 1)})"
        if n == 7:
            return f"({self.expression('boolean', scope, depth - 1)} ? {one()} : {one()})"
        if n == 8:
            return f"({self.pick('-', '~')} {one()})"
        if n == 9:
            return f"({kind}) {self.expression(r.choice(INTS + FLOATS), scope, depth - 1)}"
        if n == 10:
            array = self.variable(f"{kind}[]", scope) or f"(Main.{'longs' if wide else 'ints'})"
            return f"{array}[{self.expression('int', scope, 0)}]"
        if n == 11:
            return f"{self.object('A', scope)}.{'g' if wide else 'f'}({one()})"
        if n == 12:
            return f"Main.{'longs' if wide else 'ints'}.length" if wide else f"{self.object('A', scope)}.x"
        if n == 13 and not wide:
            return self.pick(f"{self.object('String', scope)}.length()", f"{self.object('String', scope)}.charAt({self.expression('int', scope, 0)})",
                             f"{self.object('E', scope)}.ordinal()", f"{self.object('I', scope)}.h({one()})", f"{self.object('String', scope)}.hashCode()")
        return f"Main.{'step' if not wide else 'stride'}({one()})"

    def lambda_call(self, scope, depth, kind):
        """A lambda or a method reference that is called at once; it has captured what is in 'scope' and does not
        change: static fields and literals, since locals of these programs are assigned again."""
        name = self.fresh()
        one = lambda: self.expression(kind, scope, depth - 1)
        own = lambda: self.expression(kind, [(name, kind)], depth - 1)
        unboxed = lambda: self.expression(kind, [(f"(({kind}) {name})", kind)], depth - 1)
        short, box = {"int": ("Int", "Integer"), "long": ("Long", "Long")}[kind]
        n = self.random.randrange(6)
        if n == 0:
            return f"((java.util.function.{short}UnaryOperator) ({name} -> {own()})).applyAs{short}({one()})"
        if n == 1:
            return f"(({kind}) ((java.util.function.Function<{box}, {box}>) ({name} -> ({kind}) ({unboxed()}))).apply(({kind}) ({one()})))"
        if n == 2:
            return f"((java.util.function.{short}UnaryOperator) Main::{'step' if kind == 'int' else 'stride'}).applyAs{short}({one()})"
        if n == 3:
            return f"((java.util.function.{short}UnaryOperator) {self.object('A', scope)}::{'f' if kind == 'int' else 'g'}).applyAs{short}({one()})"
        if n == 4:
            return f"((java.util.function.ToIntBiFunction<A, Integer>) A::f).applyAsInt({self.object('A', scope)}, (int) ({self.expression('int', scope, depth - 1)}))"
        return f"new R({self.expression('int', scope, 0)}, {self.object('A', scope)}, {self.expression('double', scope, 0)}).{self.pick('x()', 'only()', 'same(' + self.expression('int', scope, 0) + ')')}"

    def floating(self, scope, depth, kind):
        """A float or a double."""
        one = lambda: self.expression(kind, scope, depth - 1)
        n = self.random.randrange(10)
        if n < 6:
            return f"({one()} {self.pick('+', '-', '*', '/', '%')} {one()})"
        if n == 6:
            return f"(- {one()})"
        if n == 7:
            return f"({self.expression('boolean', scope, depth - 1)} ? {one()} : {one()})"
        if n == 8:
            array = self.variable(f"{kind}[]", scope)
            return f"{array}[{self.expression('int', scope, 0)}]" if array else one()
        return f"({kind}) {self.expression(self.random.choice(INTS + FLOATS), scope, depth - 1)}"

    def object(self, kind, scope):
        known = self.variable(kind, scope)
        return known if known and not self.chance(4) else f"({kind}) ({self.literal(kind)})".join("()")

    def condition(self, scope, depth):
        r = self.random
        n = r.randrange(8)
        kind = r.choice(INTS + FLOATS)
        one = lambda: self.expression("boolean", scope, depth - 1)
        if n < 4:
            return f"({self.expression(kind, scope, depth - 1)} {self.pick('<', '<=', '>', '>=', '==', '!=')} {self.expression(kind, scope, depth - 1)})"
        if n == 4:
            return f"({one()} {self.pick('&&', '||', '&', '|', '^')} {one()})"
        if n == 5:
            return f"(!{one()})"
        if n == 6:
            array = self.variable(self.pick(*ARRAYS), scope)
            if array and self.chance(2):
                return f"(Main.id({array}) {self.pick('instanceof int[]', 'instanceof byte[]', 'instanceof A[]', '== ' + array)})"
            return f"({self.object('A', scope)} instanceof {self.pick('A', 'B', 'C', 'I')})"
        return self.pick(f"({self.object('A', scope)} {self.pick('==', '!=')} {self.object('A', scope)})",
                         f"{self.object('String', scope)}.equals({self.object('String', scope)})",
                         f"({self.object('E', scope)} == {self.object('E', scope)})")

    def expression(self, kind, scope, depth):
        known = self.variable(kind, scope)
        if depth <= 0 or self.chance(4):
            return known if known and not self.chance(3) else self.literal(kind)
        array = self.variable(f"{kind}[]", scope) if self.chance(6) else None
        if array:
            return f"{array}[{self.expression('int', scope, 0)}]"
        if kind in ("int", "long"):
            return self.number(scope, depth, kind)
        if kind in INTS:
            return f"({kind}) {self.expression(self.pick('int', 'long'), scope, depth - 1)}"
        if kind in FLOATS:
            return self.floating(scope, depth, kind)
        if kind == "boolean":
            return self.condition(scope, depth)
        if kind == "String":
            return f"({self.object('String', scope)} + {self.expression(self.pick('int', 'long', 'char', 'boolean', 'String', 'byte'), scope, depth - 1)})"
        if kind in ("B", "C") and self.chance(3):
            return f"(({kind}) {self.object('A', scope)})"
        if kind.endswith("[]") and self.chance(4):
            return f"(({kind}) Main.id({self.pick('', '', '(Object) ')}{known or self.literal(kind)}))"
        if kind == "int[]" and self.chance(3):
            return f"new int[{self.expression('byte', scope, 0)} % 6]"
        return known or self.literal(kind)

    # Statements

    def line(self, text):
        self.lines.append("    " * (self.depth + 2) + text)

    def fresh(self):
        self.names += 1
        return f"v{self.names}"

    def block(self, scope, size, nest):
        self.depth += 1
        scope = list(scope)
        for _ in range(size):
            self.statement(scope, nest)
        self.depth -= 1

    def statement(self, scope, nest):
        r = self.random
        n = r.randrange(22)
        if n < 5:
            kind = r.choice(INTS + FLOATS + ["boolean", "int", "String"] + REFERENCES + ARRAYS)
            name = self.fresh()
            self.line(f"{kind} {name} = {self.expression(kind, scope, 2)};")
            scope.append((name, kind))
        elif n < 9:
            name, kind = r.choice(scope) if scope else (None, None)
            if name and not name.startswith("i"):
                self.line(f"{name} = {self.expression(kind, scope, 3)};")
            if name and kind in FLOATS:
                self.line(f"mix({'Float.floatToIntBits' if kind == 'float' else 'Double.doubleToLongBits'}({name}));")
            self.line(f"mix({self.expression(self.pick('int', 'long'), scope, 3)});")
        elif n == 9:
            name = self.variable(r.choice(INTS), scope)
            if name and not name.startswith("i"):
                self.line(f"{name} {self.pick('+=', '-=', '*=', '>>=', '^=', '<<=', '>>>=')} {self.expression('int', scope, 1)};")
                self.line(f"mix({name}{self.pick('++', '--')});")
        elif n == 10:
            kind = r.choice(ARRAYS)
            name = self.variable(kind, scope)
            if name:
                self.line(f"{name}[{self.expression('int', scope, 1)}] = {self.expression(kind[:-2], scope, 2)};")
                self.line(f"mix({name}.length);")
        elif n == 11:
            self.line(f"{self.object('A', scope)}.x = {self.expression('int', scope, 2)};")
        elif n == 12:
            self.line(f"A.count += {self.expression('int', scope, 1)};")
            self.line(f"Late.value += {self.expression('int', scope, 1)};")
        elif n == 13:
            self.line(f"if ({self.expression('boolean', scope, 2)}) throw new {r.choice(THROWN)}();")
        elif nest <= 0:
            self.line(f"mix({self.expression('long', scope, 2)});")
        elif n < 16:
            self.line(f"if ({self.expression('boolean', scope, 2)}) {{")
            self.block(scope, r.randrange(1, 4), nest - 1)
            self.line("} else {")
            self.block(scope, r.randrange(0, 3), nest - 1)
            self.line("}")
        elif n == 16:
            name = "i" + self.fresh()
            self.line(f"for (int {name} = 0; {name} < {r.randrange(1, 5)}; {name}++) {{")
            self.block(scope + [(name, "int")], r.randrange(1, 4), nest - 1)
            if self.chance(3):
                self.line(f"    if ({self.expression('boolean', scope, 1)}) {self.pick('break', 'continue')};")
            self.line("}")
        elif n == 17:
            kind = self.pick("int", "String", "E")
            self.line(f"switch ({self.object(kind, scope) if kind != 'int' else self.expression('int', scope, 1)}) {{")
            labels = {"int": ["0", "1", "5", "7", "100"], "String": ['"a"', '"b"', '"abc"'], "E": ["X", "Y", "Z"]}[kind]
            for label in r.sample(labels, 2):
                self.line(f"    case {label}:")
                self.block(scope, r.randrange(0, 2), nest - 1)
                if not self.chance(3):
                    self.line("    break;")
            self.line("    default:")
            self.block(scope, 1, nest - 1)
            self.line("}")
        else:
            self.line("try {")
            self.block(scope, r.randrange(1, 4), nest - 1)
            caught = r.choice(EXCEPTIONS)
            has_finally = self.chance(3)
            if not has_finally or self.chance(2):
                name = self.fresh()
                self.line(f"}} catch ({caught} {name}) {{")
                self.line(f"    mix({len(caught)} + ((Object) {name} instanceof Own ? 1 : 0) + ((Object) {name} instanceof ArithmeticException ? 2 : 0));")
                if self.chance(5):
                    self.line(f"    if ({self.expression('boolean', scope, 1)}) throw {name if caught not in ('Throwable', 'Exception') else 'new Own()'};")
                self.block(scope, r.randrange(0, 2), nest - 1)
            if has_finally:
                self.line("} finally {")
                self.block(scope, r.randrange(1, 3), nest - 1)
            self.line("}")

    def method(self, head, scope, result, size):
        self.lines.append("    " + head + " {")
        self.line("if (++fuel > 400) return 0;" if result else "if (++fuel > 400) return;")
        self.block(scope, size, 2)
        if result:
            self.line(f"return {self.expression(result, scope, 2)};")
        self.lines.append("    }")

    def add_inputs(self):
        """Each 0, 1 or 2; and a claim that fails for some of them."""
        for name in self.inputs:
            self.lines.append(f"    static int {name} = small(org.sosy_lab.sv_benchmarks.Verifier.nondetInt());")
        if self.inputs:
            self.lines.append("    static int small(int x) { if (x < 0 || x > 2) System.exit(0); return x; }")
            divisor = self.random.choice([3, 5, 16, 40])
            self.lines.append(f"    static void claim() {{ assert (hash ^ hash >>> 7) % {divisor} != {self.random.randrange(3)}; }}")

    def text(self):
        self.lines = ["public class Main {",
                      "    public static long hash; static int fuel;",
                      "    static int[] ints = {3, -1, 4}; static long[] longs = {1L << 40, -7};",
                      "    static Object id(Object x) { return fuel % 50 == 7 ? \"id\" : x; }",
                      "    static void mix(long x) { hash = hash * 31 + x; }"]
        self.method("static int step(int p)", [("p", "int")], "int", 2)
        self.method("static long stride(long p)", [("p", "long")], "long", 2)
        self.lines.append("    static void test() {")
        self.block([(x, "int") for x in self.inputs], 8, 3)
        self.lines.append("    }")
        self.add_inputs()
        self.lines.append("    public static void main(String[] args) {")
        if self.inputs:
            self.lines.append("        for (int i = 0; i < 2; i++) try { test(); } catch (RuntimeException e) { mix(7); }")
            self.lines.append("        claim();")
        else:
            self.lines.append("        for (int i = 0; i < 3; i++) try { test(); } catch (Own e) { mix(99); }")
            self.lines.append("        test();")
        self.lines.append("    }\n}")
        for name, parent in (("A", ""), ("B", " extends A implements I"), ("C", self.pick(" extends B", " extends A implements I"))):
            self.lines.append(f"class {name}{parent} {{")
            if name == "A":
                self.lines.append("    int x; static int count = 1; static int fuel; byte small; char letter; long wide = 5; static void mix(long x) { Main.mix(x); }")
            self.lines.append(f"    {name}(int x) {{ {'this.x = x; small = (byte) x; letter = (char) (x * 1000);' if name == 'A' else 'super(x + 1);'} mix({len(parent)}); count++; }}")
            scope = [("p", "int"), ("x", "int"), ("wide", "long"), ("small", "byte"), ("letter", "char")]
            if name == "A" or self.chance(2):
                self.method("int f(int p)", scope, "int", 2)
            if name == "A" or self.chance(2):
                self.method("long g(long p)", [("p", "long"), ("x", "int"), ("small", "byte")], "long", 2)
            if " I" in parent and self.chance(2):
                self.method("public int h(int p)", scope, "int", 1)
            self.lines.append("}")
        self.lines.append("interface I { int K = A.count + 3; default int h(int p) { return p * 3 + K; } }")
        self.lines.append("class D implements I { public int h(int p) { return I.super.h(p) - 1; } }")
        self.lines.append("class Late { static int value = A.count * 7; static { Main.mix(value); } }")
        self.lines.append("enum E { X, Y { int weight() { return 3; } }, Z; int weight() { return ordinal(); } }")
        self.lines.append("record R(int x, A a, double d) { int only() { return new R(x, null, d).hashCode() * 31 + new R(x, null, 0.5).toString().length(); } int same(int y) { return equals(new R(y, a, d)) ? 1 : 0; } }")
        self.lines.append("class Own extends RuntimeException { int tag = A.count; }")
        return "\n".join(self.lines) + "\n"


if __name__ == "__main__":
    import sys
    sys.stdout.write(Program(int(sys.argv[1])).text())
