#!/usr/bin/env python3
"""Random C functions without loops, over all integer types and operators: the
same seed gives the same program.

    generate.py SEED FUNCTIONS      prints one program

Each function computes from its arguments, by way of locals of every integer
type, arrays, pointers into them, structs with bit-fields, unions, globals and
calls that pass structs by value, a number in which all of these are mixed.
Nothing in it is undefined, but for overflow (the compiled program is built with
-fwrapv): divisors and shift counts are guarded, every local is initialised. main
gives each function inputs as long as more() says so."""
import random
import sys

# name of the input function, C's name, bits (None: as the data model says)
TYPES = [
    ("bool", "_Bool", 1), ("char", "char", 8), ("uchar", "unsigned char", 8),
    ("short", "short", 16), ("ushort", "unsigned short", 16), ("int", "int", 32),
    ("uint", "unsigned int", 32), ("long", "long", None), ("ulong", "unsigned long", None),
    ("longlong", "long long", 64), ("ulonglong", "unsigned long long", 64),
]
NAMES = [name for _, name, _ in TYPES] + ["signed char", "enum color"]
LITERALS = [
    "0", "1", "2", "3", "5", "7", "10", "-1", "-2", "-3", "127", "128", "-128", "-129", "255", "256", "257",
    "32767", "32768", "-32768", "65535", "65536", "2147483647", "(-2147483647 - 1)", "0x7fffffffu", "0x80000000u",
    "4294967295u", "0xffffffff", "1u", "0u", "1L", "-1L", "3UL", "1LL", "-1LL", "9223372036854775807LL",
    "(-9223372036854775807LL - 1)", "18446744073709551615ULL", "0x8000000000000000ULL", "0x123456789abcdefLL",
    "'a'", "'\\0'", "'\\xff'", "'z'", "010", "RED", "BLUE",
]
HEAD = """
extern int more(void);
enum color { RED, GREEN = 5, BLUE = -7 };
struct fields {
  int a : 3;
  unsigned b : 5;
  unsigned char c;
  signed char d : 7;
  unsigned short e : 9;
  _Bool f : 1;
  long long g : 40;
  char k;
  unsigned long long h : 33;
  char l;
  int i : 32;
  short j;
};
struct plain {
  char c;
  long long l;
  short s[3];
  unsigned u;
  _Bool b;
};
struct nested {
  struct plain p[2];
  struct { int x, y; } q;
  union { int i; unsigned char b[4]; } w;
};
union bytes {
  unsigned long long l;
  int i[2];
  short s[4];
  unsigned char c[8];
  signed char d;
  struct { unsigned low : 4, high : 12; } f;
};
unsigned long long result;
static long long total;
static unsigned char table[8];
static struct fields kept;
static short matrix[3][4];
static int twice(int x) { return x + x; }
static unsigned char narrow(long long x) { return x; }
static _Bool truth(unsigned long x) { return x; }
static long long wide(signed char x, unsigned short y) { return x * y; }
static struct plain changed(struct plain p, int k) {
  p.l += k;
  p.s[k & 1] = p.c;
  p.b = p.u;
  return p;
}
static int of_fields(struct fields f) {
  f.a += 1;
  f.g -= f.b;
  return f.a + (int)f.g + f.i;
}
"""


class Generator:
    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.lines = []
        self.count = 0
        self.values = []   # lvalues that are initialised

    def chance(self, percent):
        return self.dice.randrange(100) < percent

    def pick(self, items):
        return items[self.dice.randrange(len(items))]

    def put(self, text, *parts):
        self.lines.append("  " + (text % parts if parts else text))

    def fresh(self, letter):
        self.count += 1
        return "%s%d" % (letter, self.count)

    def atom(self):
        if self.chance(25):
            return "(%s)" % self.pick(LITERALS)
        if self.chance(3):
            return "sizeof(%s)" % self.pick(NAMES + ["int *", "struct fields", "struct nested", "union bytes"])
        return self.pick(self.values)

    def shift(self, depth):
        """The count is less than the width of the promoted left side."""
        kind, most = self.pick([("", 31), ("(int)", 31), ("(unsigned)", 31), ("(long)", 31), ("(unsigned long)", 31),
                                ("(long long)", 63), ("(unsigned long long)", 63)])
        count = "(%s & %d)" % (self.expression(depth - 1), most)
        if self.chance(20):
            count = str(self.dice.randrange(most + 1))
        return "(%s(%s) %s %s)" % (kind, self.expression(depth - 1), self.pick(["<<", ">>"]), count)

    def divisor(self, depth):
        """A name whose value is neither 0 nor -1."""
        name, kind = self.fresh("d"), self.pick(NAMES[1:])
        self.put("%s %s = %s;", kind, name, self.expression(depth))
        self.put("if (%s == 0 || %s == -1) %s = %s;", name, name, name, self.pick(["3", "-3", "1", "100", "2"]))
        return name

    def expression(self, depth=3):
        if depth <= 0 or self.chance(15):
            return self.atom()
        kind = self.dice.randrange(100)
        one = lambda: self.expression(depth - 1)  # noqa: E731
        if kind < 38:
            return "(%s %s %s)" % (one(), self.pick(["+", "-", "*", "&", "|", "^", "+", "-"]), one())
        if kind < 52:
            return "(%s %s %s)" % (one(), self.pick(["<", "<=", ">", ">=", "==", "!="]), one())
        if kind < 64:
            return "((%s)%s)" % (self.pick(NAMES), one())
        if kind < 72:
            return self.shift(depth)
        if kind < 79:
            return "(%s(%s))" % (self.pick(["-", "~", "!", "+"]), one())
        if kind < 85:
            return "(%s ? %s : %s)" % (one(), one(), one())
        if kind < 90:
            return "(%s %s %s)" % (one(), self.pick(["&&", "||"]), one())
        if kind < 93:
            return '"\\1\\xff\\x80z"[%s & 3]' % one()
        if kind < 96:
            return self.pick(["twice(%s)", "narrow(%s)", "truth(%s)"]) % one()
        if kind < 97:
            return "wide(%s, %s)" % (one(), one())
        return "(%s, %s)" % (self.atom(), one())

    def declare(self):
        name, kind = self.fresh("v"), self.pick(NAMES)
        self.put("%s %s = %s;", kind, name, self.expression())
        self.values.append(name)

    def assign(self):
        self.put("%s %s %s;", self.pick(self.values), self.pick(["=", "=", "+=", "-=", "*=", "&=", "|=", "^="]),
                 self.expression())

    def divide(self):
        name = self.divisor(2)
        if self.chance(30):
            self.put("%s %s %s;", self.pick(self.values), self.pick(["/=", "%="]), name)
        else:
            self.put("%s = %s %s %s;", self.pick(self.values), self.expression(2), self.pick("/%"), name)

    def shift_in_place(self):
        self.put("%s %s (%s & 31);", self.pick(self.wide), self.pick(["<<=", ">>="]), self.expression(2))

    def step(self):
        name = self.pick(self.values)
        form = self.pick(["%s++", "%s--", "++%s", "--%s"]) % name
        others = [v for v in self.wide if v != name]
        if self.chance(50) or not others:
            self.put("%s;", form)
        else:
            self.put("%s = %s;", self.pick(others), form)

    def array(self):
        name, kind = self.fresh("a"), self.pick(NAMES)
        self.put("%s %s[4] = {%s, %s, %s};", kind, name, self.expression(2), self.expression(2), self.atom())
        self.put("%s[%s & 3] = %s;", name, self.expression(2), self.expression(2))
        self.values += ["%s[%d]" % (name, i) for i in range(4)] + ["%s[%s & 3]" % (name, self.pick(self.wide))]
        if self.chance(70):
            self.pointers(name, kind)

    def pointers(self, name, kind):
        p, q = self.fresh("p"), self.fresh("p")
        self.put("%s *%s = &%s[%s & 3], *%s = %s + (%s & 1);", kind, p, name, self.expression(1), q, name,
                 self.expression(1))
        self.values += ["(*%s)" % p, "q[%d]".replace("q", q) % self.dice.randrange(3)]
        for _ in range(self.dice.randrange(1, 3)):
            self.put("%s = %s;", self.pick(self.wide), self.pick([
                "%s - %s" % (p, q), "%s - %s" % (p, name), "%s < %s" % (p, q), "%s == %s" % (p, q),
                "%s >= %s" % (q, p), "%s != &%s[2]" % (p, name), "(char *)%s - (char *)%s" % (p, q),
                "!%s" % p, "%s ? *%s : 3" % (p, q), "(%s ? %s : %s)[0]" % (self.expression(1), p, q),
                "((unsigned char *)%s)[0]" % p, "(long)%s - (long)%s" % (p, name), "&%s[4] > %s" % (name, p),
            ]))
        if self.chance(40):
            self.put("%s = %s - (%s - %s);", p, p, p, name)
            self.put("*%s++ = %s;", p, self.expression(2))

    def fields(self):
        name = self.fresh("f")
        self.put("struct fields %s = {%s};", name, ", ".join(self.expression(1) for _ in range(12)))
        self.values += ["%s.%s" % (name, f) for f in "abcdefghijkl"]
        if self.chance(40):
            self.put("kept = %s;", name)
        if self.chance(40):
            self.put("total += of_fields(%s);", self.pick([name, "kept"]))

    def plain(self):
        name = self.fresh("s")
        self.put("struct plain %s = {%s, %s, {%s}, %s, %s};", name, *[self.expression(1) for _ in range(5)])
        self.values += ["%s.%s" % (name, f) for f in ("c", "l", "s[1]", "s[2]", "u", "b")]
        if self.chance(50):
            other = self.fresh("s")
            self.put("struct plain %s = changed(%s, %s);", other, name, self.expression(2))
            self.values += ["%s.%s" % (other, f) for f in ("l", "s[0]", "b")]
        elif self.chance(50):
            other = self.fresh("n")
            self.put("struct nested %s = {{%s, {%s}}, {%s, %s}, {%s}};", other, name,
                     *[self.expression(1) for _ in range(4)])
            self.put("%s.p[%s & 1].s[%s %% 3u] = %s;", other, self.atom(), self.pick(self.wide), self.expression(2))
            self.values += [other + f for f in (".p[0].l", ".p[1].u", ".q.x", ".q.y", ".w.i", ".w.b[2]", ".p[1].s[1]")]
            self.put("%s = %s.p[%s & 1];", name, other, self.atom())

    def union(self):
        name = self.fresh("u")
        self.put("union bytes %s;", name)
        self.put("%s.l = %s;", name, self.expression(2))
        self.put("%s.%s = %s;", name, self.pick(["c[3]", "i[1]", "s[1]", "d", "f.high", "f.low"]), self.expression(2))
        self.values += ["%s.%s" % (name, f) for f in
                        ("l", "i[0]", "i[1]", "s[3]", "c[7]", "c[%s & 7]" % self.pick(self.wide), "d", "f.high")]

    def globals(self):
        self.put("table[%s & 7] = %s;", self.expression(1), self.expression(2))
        self.put("matrix[%s %% 3u][%s & 3] = %s;", self.pick(self.wide), self.expression(1), self.expression(2))
        self.values += ["total", "table[2]", "table[%s & 7]" % self.pick(self.wide), "matrix[1][2]",
                        "((short *)matrix)[5 + (%s & 3)]" % self.pick(self.wide)]

    def condition(self):
        target = self.pick(self.values)
        self.put("if (%s) %s = %s; else %s = %s;", self.expression(2), target, self.expression(2),
                 self.pick(self.values), self.expression(2))

    def choice(self):
        self.put("switch (%s) { case 0: %s = 1; case 1: %s = 2; break; default: %s = %s; }", self.expression(2),
                 *[self.pick(self.values) for _ in range(3)], self.expression(2))

    def function(self, number):
        kinds = [self.pick(TYPES) for _ in range(self.dice.randrange(1, 4))]
        names = ["x%d" % i for i in range(len(kinds))]
        self.count = 0
        self.values = list(names)
        self.lines = []
        # such that a shift count and an index are always of one of them
        self.wide = ["w0", "w1"]
        self.put("int w0 = x0; unsigned w1 = %s;", self.expression(1))
        self.values += self.wide
        self.put("total = %s;", self.expression(1))
        for i in range(8):
            self.put("table[%d] = %d;", i, i * 37)
        self.put("matrix[0][0] = matrix[0][1] = matrix[0][2] = matrix[0][3] = 1; matrix[1][0] = matrix[1][1] = -2;")
        self.put("matrix[1][2] = matrix[1][3] = 30000; matrix[2][0] = matrix[2][1] = matrix[2][2] = matrix[2][3] = 4;")
        self.put("kept.a = 1; kept.b = 2; kept.c = 3; kept.d = 4; kept.e = 5; kept.f = 0; kept.g = 7; kept.h = 8; "
                 "kept.i = 9; kept.j = 10; kept.k = 11; kept.l = 12;")
        makers = [self.declare, self.declare, self.assign, self.assign, self.divide, self.shift_in_place, self.step,
                  self.array, self.fields, self.plain, self.union, self.globals, self.condition, self.choice]
        for _ in range(self.dice.randrange(4, 10)):
            self.pick(makers)()
        mixed = self.dice.sample(self.values, min(len(self.values), 12))
        self.put("unsigned long long r = total;")
        for value in mixed:
            self.put("r = r * 31 + %s;", value)
        self.put("return r;")
        head = "static unsigned long long f%d(%s) {" % (
            number, ", ".join("%s %s" % (k[1], n) for k, n in zip(kinds, names)))
        return head + "\n" + "\n".join(self.lines) + "\n}\n", kinds

    def program(self, functions):
        texts, main = [], []
        for i in range(functions):
            text, kinds = self.function(i)
            texts.append(text)
            main.append("  while (more()) {")
            for j, (name, kind, _) in enumerate(kinds):
                main.append("    %s x%d = __VERIFIER_nondet_%s();" % (kind, j, name))
            main.append("    result = f%d(%s);" % (i, ", ".join("x%d" % j for j in range(len(kinds)))))
            main.append("  }")
        inputs = ["extern %s __VERIFIER_nondet_%s(void);" % (kind, name) for name, kind, _ in TYPES]
        return "\n".join(inputs) + HEAD + "\n".join(texts) + "int main(void) {\n" + "\n".join(main) + "\n  return 0;\n}\n"


def program(seed, functions):
    return Generator(seed).program(functions)


if __name__ == "__main__":
    sys.stdout.write(program(int(sys.argv[1]), int(sys.argv[2])))
