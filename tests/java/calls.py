"""Random calls of all methods that the models of Java's library have, as programs that leave what they computed in
the static field Main.hash."""
import random

WORDS = ['"a"', '"b"', '""', '"abc"', '"Hello, World"', '"  x y "', '"12"', '"-7"', '"+5"', '"2147483648"', '"0x1F"', '"zz"',
         '"a,b,,c,"', '"aaa"', '"true"', '"TRUE"', '"99999999999999999999"', '"-128"', '"300"', '"#ff"', '"017"', '"ABC"', '"l"',
         '"lo"', '"2.50"', '"-0.125"', '"."', '"%d|%5d|%-4s|%c"', '"%s%%%n%05d %x"', '","', '"\\u1234x"']
ORDERS = ["Comparator.naturalOrder()", "Collections.reverseOrder()", "null", "new ByHash()", "new ByHash().reversed()",
          "Comparator.comparing(new Next())", "new ByHash().thenComparing(Comparator.naturalOrder())", "Comparator.comparingInt(new Size())"]
LISTS = ["Arrays.asList(1, 2, 3)", "List.of(2, 3)", "list(4)", "new ArrayList()", "Arrays.asList(null, 1)", "new LinkedList(list(6))", "new Own()"]
SETS = ["new HashSet(list(5))", "map(4).keySet()", "map(3).values()", "new LinkedHashSet(list(5))", "new ArrayDeque(List.of(1, 2))"]
# Values for parameters of types that are not numbers.
VALUES = {
    "java.lang.String": WORDS,
    "java.lang.Object": ["1", "2", "1000", "'c'", '"a"', '"b"', "null", "3L", "true", "(short) 2", "(byte) 1", "2.5", "0.25f"],
    "java.lang.Comparable": ["1", "2", '"a"', "3"],
    "java.lang.CharSequence": WORDS[:8] + ['new StringBuilder("ab")', "null"],
    "java.lang.StringBuffer": ['new StringBuffer("xy")'],
    "java.lang.StringBuilder": ['new StringBuilder("abc")'],
    "java.lang.Throwable": ['new RuntimeException("cause")', "null"],
    "java.lang.Runnable": ["new Told()"],
    "java.util.Comparator": ORDERS,
    "java.util.List": LISTS,
    "java.util.Collection": LISTS + SETS,
    "java.lang.Iterable": LISTS[:3],
    "java.util.Map": ["map(3)", "map(0)", "map(13)", "new LinkedHashMap(map(5))"],
    "java.util.function.Function": ["new Next()", "new Next().andThen(new Next())", "Function.identity()"],
    "java.util.function.UnaryOperator": ["new Next()"],
    "java.util.function.BiFunction": ["new Second()"],
    "java.util.function.Predicate": ["new Even()", "new Even().negate()"],
    "java.util.function.Consumer": ["new Told()"],
    "java.util.function.BiConsumer": ["new ToldBoth()"],
    "java.util.function.Supplier": ["new Five()"],
    "java.util.function.IntUnaryOperator": ["new Square()"],
    "java.util.function.ToIntFunction": ["new Size()"],
    "java.lang.Object[]": ['new Object[] {1, "a", null}', "new Object[] {}", "new Object[] {3, 1, 2}", 'new Object[] {"b", "a"}', "new Object[] {12, 'x', 7L}"],
    "java.lang.CharSequence[]": ['new CharSequence[] {"a", "b", null}'],
}
# How to make one, where a constructor alone gives little.
MADE = {"String": WORDS, "Optional": ["Optional.empty()", "Optional.of(5)", "Optional.ofNullable(null)", 'Optional.of("x")'],
        "Random": ["new Random(5)", "new Random(-1L)"], "List": LISTS, "Own": ["new Own()"],
        "Comparator": [x for x in ORDERS if x != "null"], "Stack": ["new Stack()"]}
STARTS = {"ArrayList": "list(5)", "LinkedList": "list(5)", "HashSet": "list(9)", "LinkedHashSet": "list(6)", "ArrayDeque": "list(4)",
          "Vector": "list(3)", "HashMap": "map(6)", "LinkedHashMap": "map(6)"}
# Inputs, what only the machine knows, what ends or waits; and what takes any length.
LEFT_OUT = {"java.lang.System", "java.util.Scanner", "java.lang.Object", "java.io.StandardInput", "java.util.random.RandomGenerator"}
LEFT_OUT_METHODS = {"random", "wait", "notify", "notifyAll", "getClass", "clone", "finalize", "isCached", "ofOwned", "withUnknownMessage",
                    "printStackTrace", "forEachRemaining", "intern", "modCount", "removeRange", "capacity"}

SUPPORT = """
    static int told;
    static void mix(long x) { hash = hash * 31 + x; }
    static void mix(int x) { mix((long) x); }
    static void mix(double x) { mix(Double.doubleToLongBits(x)); }
    static void mix(float x) { mix(Float.floatToIntBits(x)); }
    static void mix(char x) { mix((long) x); }
    static void mix(boolean x) { mix(x ? 1L : 2L); }
    static void mix(int[] a) { mix(Arrays.toString(a)); }
    static void mix(long[] a) { mix(Arrays.toString(a)); }
    static void mix(char[] a) { mix(new String(a)); }
    static void mix(byte[] a) { mix(Arrays.toString(a)); }
    static void mix(short[] a) { mix(Arrays.toString(a)); }
    static void mix(double[] a) { mix(Arrays.hashCode(a)); }
    static void mix(float[] a) { mix(Arrays.hashCode(a)); }
    static void mix(boolean[] a) { mix(Arrays.toString(a)); }
    static void mix(String[] a) { mix(a.length); for (String x : a) mix((Object) x); }
    static void mix(Object[] a) { mix(a.length); for (Object x : a) mix(x); }
    static void mix(Object x) {
        if (x == null) mix(3L);
        else if (x instanceof String) mix(x.hashCode());
        else if (x instanceof Long) mix(((Long) x).longValue());
        else if (x instanceof Double || x instanceof Float) mix(x.hashCode());
        else if (x instanceof Number) mix(((Number) x).intValue());
        else if (x instanceof Character) mix(((Character) x).charValue());
        else if (x instanceof Boolean) mix(((Boolean) x).booleanValue());
        else if (x instanceof CharSequence || x instanceof Collection || x instanceof Map || x instanceof Optional || x instanceof Map.Entry) mix(x.toString());
        else if (x instanceof ListIterator) walk((ListIterator) x);
        else if (x instanceof Iterator) { for (Iterator i = (Iterator) x; i.hasNext();) { Object y = i.next(); mix(y); if (++told % 4 == 0) i.remove(); } }
        else if (x instanceof Comparator) mix(((Comparator) x).compare(1, 2));
        else if (x instanceof Throwable) mix(x.toString());
        else mix(4L);
    }
    static void walk(ListIterator i) {
        mix(i.nextIndex());
        while (i.hasNext()) { mix(i.next()); if (i.nextIndex() == 2) i.set(22); else if (i.nextIndex() == 4) i.remove(); }
        while (i.hasPrevious()) { mix(i.previousIndex()); mix(i.previous()); if (i.nextIndex() == 1 && ++told < 9) i.add(11); }
    }
    static void thrown(Throwable t) {
        int n = t instanceof StringIndexOutOfBoundsException ? 1 : t instanceof ArrayIndexOutOfBoundsException ? 2 : t instanceof IndexOutOfBoundsException ? 3
            : t instanceof NumberFormatException ? 4 : t instanceof IllegalArgumentException ? 5 : t instanceof ArithmeticException ? 6
            : t instanceof NullPointerException ? 7 : t instanceof ClassCastException ? 8 : t instanceof NegativeArraySizeException ? 9
            : t instanceof ArrayStoreException ? 10 : t instanceof UnsupportedOperationException ? 11 : t instanceof InputMismatchException ? 12
            : t instanceof NoSuchElementException ? 13 : t instanceof IllegalStateException ? 14 : t instanceof ConcurrentModificationException ? 15
            : t instanceof EmptyStackException ? 16 : t instanceof RuntimeException ? 17 : t instanceof Exception ? 18 : 19;
        mix(1000L + n);
    }
    static List list(int n) { ArrayList a = new ArrayList(); for (int i = 0; i < n; i++) a.add(i * 7 % 5); return a; }
    static Map map(int n) { HashMap m = new HashMap(); for (int i = 0; i < n; i++) m.put(i * 37, i); return m; }
    static class Next implements UnaryOperator { public Object apply(Object x) { mix(x); return x instanceof Integer ? (Object) ((Integer) x + 1) : x; } }
    static class Second implements BiFunction { public Object apply(Object x, Object y) { mix(x); mix(y); return y; } }
    static class Even implements Predicate { public boolean test(Object x) { mix(x); return x instanceof Integer && (Integer) x % 2 == 0; } }
    static class Told implements Consumer, Runnable { public void accept(Object x) { mix(x); } public void run() { mix(6L); } }
    static class ToldBoth implements BiConsumer { public void accept(Object x, Object y) { mix(x); mix(y); } }
    static class Five implements Supplier { public Object get() { return 5; } }
    static class Square implements IntUnaryOperator { public int applyAsInt(int x) { return x * x; } }
    static class Size implements ToIntFunction { public int applyAsInt(Object x) { return x instanceof Integer ? -(Integer) x : 1; } }
    static class ByHash implements Comparator { public int compare(Object a, Object b) { return (a == null ? -1 : a.hashCode()) - (b == null ? -1 : b.hashCode()); } }
    static class Own extends AbstractList {
        private final LinkedList all = new LinkedList(list(4));
        public int size() { return all.size(); }
        public Object get(int i) { return all.get(i); }
        public Object set(int i, Object x) { return all.set(i, x); }
        public void add(int i, Object x) { modCount++; all.add(i, x); }
        public Object remove(int i) { modCount++; return all.remove(i); }
    }
"""


class Calls:
    """Calls of some classes: 'kinds' are [(class, [(method, parameters, result, is_static)])]."""

    def __init__(self, seed, kinds):
        self.random = random.Random(seed)
        self.kinds = kinds

    def value(self, kind, is_small):
        """None: there is no value of this type."""
        r = self.random
        if kind in ("int", "long", "short", "byte"):
            bits = {"int": 32, "long": 64, "short": 16, "byte": 8}[kind]
            n = r.choice([0, 1, 2, 3, 4, 5, -1, r.randrange(-3, 9)]) if is_small or r.randrange(2) else r.choice(
                [0, 1, -1, 10, 127, 128, -128, -129, 1 << bits - 1, (1 << bits - 1) - 1, r.getrandbits(bits), r.getrandbits(bits // 2)])
            n = (n + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)
            return f"({kind}) {n}{'L' if kind == 'long' else ''}" if n >= 0 else f"({kind}) ({n}{'L' if kind == 'long' else ''})"
        if kind == "char":
            return r.choice(["'a'", "'l'", "'Z'", "' '", "'5'", "','", "'\\n'", f"(char) {r.randrange(256)}", f"(char) {r.randrange(128)}"])
        if kind in ("float", "double"):
            suffix = "f" if kind == "float" else ""
            return r.choice(["0.0", "-0.0", "0.5", "-1.5", "2.5", "1e10", f"{r.randrange(-9999, 9999)}.0", f"{r.randrange(-99, 99) + r.randrange(1000) / 1000}",
                             f"{r.randrange(10 ** 6) / 10 ** 3}", f"{r.uniform(-3, 3):.5f}", f"{r.uniform(-3000, 3000):.2f}"]) + suffix
        if kind == "boolean":
            return r.choice(["true", "false"])
        if kind in ("float[]", "double[]", "int[]", "long[]", "short[]", "byte[]", "char[]", "boolean[]"):
            if r.randrange(12) == 0:
                return f"({kind}) null"
            return f"new {kind} {{{', '.join(self.value(kind[:-2], False) for _ in range(r.randrange(0, 6)))}}}"
        for box in ("Integer", "Long", "Short", "Byte", "Character", "Boolean", "Float", "Double"):
            if kind == f"java.lang.{box}":
                return f"{box}.valueOf({self.value({'Integer': 'int', 'Character': 'char'}.get(box, box.lower()), False)})"
        if kind not in VALUES:
            return None
        chosen = r.choice(VALUES[kind])
        return f"({kind.rsplit('.', 1)[1]}) {chosen}"

    def arguments(self, parameters, is_small):
        values = [self.value(x, is_small) for x in parameters]
        return None if None in values else ", ".join(values)

    def made(self, name, methods, is_small):
        if name in MADE:
            return self.random.choice(MADE[name])
        if name in STARTS and self.random.randrange(2):
            return f"new {name}({STARTS[name]})"
        makers = [p for m, p, _, _ in methods if m == "new"]
        values = self.arguments(self.random.choice(makers), is_small) if makers else None
        if values is None:
            return None
        return f"new {name}({values})"

    def group(self, kind, number):
        name, methods = kind
        is_small = name not in ("Integer", "Long", "Short", "Byte", "Character", "Math", "Boolean", "Float", "Double")
        lines = []
        receiver = self.made(name, methods, is_small) if name not in ("Math", "Arrays", "Objects", "Collections") else None
        if receiver:
            lines.append(f"{name} x{number} = null;")
            lines.append(f"try {{ x{number} = {receiver}; }} catch (Throwable t) {{ thrown(t); }}")
        callable_ones = [m for m in methods if m[0] != "new" and (m[3] or receiver)]
        for _ in range(self.random.randrange(3, 9) if callable_ones else 0):
            method, parameters, result, is_static = self.random.choice(callable_ones)
            values = self.arguments(parameters, is_small)
            if values is None:
                continue
            call = f"{name if is_static else f'x{number}'}.{method}({values})"
            call = call if result == "void" else f"mix({call})"
            # What a sort leaves that was not finished is not specified.
            ended = " return;" if method == "sort" else ""
            lines.append(f"try {{ {call}; }} catch (Throwable t) {{ thrown(t);{ended} }}")
        if receiver and name not in ("Random", "Comparator"):
            lines.append(f"if (x{number} != null) mix((Object) x{number});")
        return lines

    def text(self):
        lines = ["import java.util.*;", "import java.util.function.*;", "public class Main {", "    public static long hash;", SUPPORT]
        lines.append("    public static void main(String[] args) {")
        for number in range(self.random.randrange(2, 5)):
            lines += ["        " + x for x in self.group(self.random.choice(self.kinds), number)]
        return "\n".join(lines + ["    }", "}"]) + "\n"


def kinds_of(models, supertypes):
    """From what models.py reads of the models: the classes that can be called, and their methods with code."""
    kinds = []
    for full, model in sorted(models.items()):
        name = full.rsplit(".", 1)[1]
        if full.startswith(("custos.", "java.io.")) or "$" in full or full in LEFT_OUT or "public" not in model.modifiers:
            continue
        is_made = model.kind == "class" and "abstract" not in model.modifiers or name in MADE
        methods = {}
        for above in supertypes(models, full):
            for method, modifiers in (models[above].methods if above in models else {}).items():
                short, parameters = method[:-1].split("(")
                is_constructor = above == full and short == name
                if above != full and short == above.rsplit(".", 1)[1] or method in methods:
                    continue
                if "public" not in modifiers or above != full and "static" in modifiers or short in LEFT_OUT_METHODS:
                    continue
                parameters = [x for x in parameters.split(",") if x]
                result = models[above].results[method]
                is_missing = "native" in modifiers or above == "java.lang.Object" and short in ("hashCode", "toString")
                kept = not is_missing
                methods[method] = ("new" if is_constructor else short, parameters, result, "static" in modifiers) if kept else None
        found = [x for x in methods.values() if x and (x[0] != "compareTo" or x[1] != ["java.lang.Object"])]
        if found and (is_made or any(x[3] for x in found)):
            kinds.append((name, found))
    return kinds
