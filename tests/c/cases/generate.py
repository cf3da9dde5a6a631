"""Programs with one case each of what C leaves undefined, unspecified or to the implementation, or
of what its library does; some are right, some wrong, as chance has it. None has inputs: what it does
is for compilers to show. The words of a case are its class, declarations and statements of main; $
makes names of declarations its own. opaque() keeps compilers from computing what they could."""
import random

CLASSES = {}


def case(name):
    def add(make):
        CLASSES[name] = make
        return make
    return add


def near(d, size):
    return d.choice([0, size // 2, size - 1, size - 1, size, size, -1, size + d.randint(1, 9)])


def element(d):
    return d.choice(["char", "short", "int", "long", "unsigned char"])


@case("index out of bounds, local")
def bounds_local(d):
    n, t = d.randint(1, 9), element(d)
    if d.random() < 0.5:
        return "", "%s a[%d] = {1}; int i = opaque(%d); a[i] = 1; assert(a[0] == 1);" % (t, n, near(d, n))
    return "", "%s a[%d] = {0}; int i = opaque(%d); assert(a[i] >= 0);" % (t, n, near(d, n))


@case("index out of bounds, global")
def bounds_global(d):
    n, t = d.randint(1, 9), element(d)
    return "static %s g$[%d];" % (t, n), d.choice(["g$[opaque(%d)] = 2; assert(1);", "int x = g$[opaque(%d)]; assert(x == 0);"]) % near(d, n)


@case("index out of bounds, heap")
def bounds_heap(d):
    n, t = d.randint(1, 9), element(d)
    return "", "%s *p = calloc(%d, sizeof *p); if (p) { p[opaque(%d)] = 1; free(p); }" % (t, n, near(d, n))


@case("index out of a part of an object")
def bounds_inner(d):
    n, k = d.randint(2, 5), d.randint(2, 5)
    i = d.choice([0, n - 1, n, n])
    if d.random() < 0.5:
        return "struct s$ { int a[%d]; int b[%d]; };" % (n, k), "struct s$ s = {{0}, {0}}; s.a[opaque(%d)] = 1; assert(s.a[0] + s.b[0] >= 0);" % i
    return "", "int a[%d][%d] = {{0}}; int x = a[0][opaque(%d)]; assert(x == 0);" % (k, n, i)


@case("index whose offset wraps")
def bounds_wrap(d):
    return "", "int a[4] = {0}; long i = opaque(1); i <<= %d; assert(a[i] == 0);" % d.choice([0, 1, 2, 61, 62, 60])


@case("null pointer")
def null(d):
    return "", d.choice(["int x = 1, *p = opaque(%d) ? &x : 0; *p = 2; assert(x == 2);", "int x = 1, *p = opaque(%d) ? &x : 0; assert(*p == 1);",
                         "struct { int a, b; } s = {1, 2}, *p = opaque(%d) ? &s : 0; assert(p->b == 2);", "char *p = opaque(%d) ? \"a\" : 0; assert(strlen(p) == 1);"]) % d.choice([0, 1])


@case("freed memory")
def freed(d):
    return "", "int *p = malloc(8), x = 0; if (!p) return 0; p[0] = p[1] = 3; if (opaque(%d)) free(p); %s if (!opaque(%d)) free(p); (void)x;" % (
        d.choice([0, 1]), d.choice(["x = p[1];", "p[0] = 4;", "x = 1;"]), d.choice([0, 1]))


@case("free of what malloc has not given")
def free_wrong(d):
    return "", d.choice(["int x; int *p = malloc(4); free(opaque(%d) ? p : &x);", "char *p = malloc(4); free(p + 1 - opaque(%d));", "int *p = calloc(2, 4); free(opaque(%d) ? p : p + 1);",
                         "void *p = 0; free(p); assert(opaque(%d) < 2);"]) % d.choice([0, 1])


@case("local after its block or function")
def dead(d):
    which = d.randint(0, 2)
    if which == 0:
        return "static int *f$(int *q) { int x = 1; int *p = opaque(%d) ? q : &x; return p; }" % d.choice([0, 1]), "int y = 2, *p = f$(&y); assert(*p == 2);"
    return "", "int y = 2, *p = &y; { int x = 3; if (opaque(%d)) p = &x; *p = 5; } %s" % (d.choice([0, 1]), d.choice(["*p = 4; assert(y > 0);", "assert(*p == 5);", "assert(y <= 5);"]))


@case("division")
def division(d):
    a, b = d.choice(["-2147483647 - 1", "7", "-7", "0"]), d.choice([0, -1, 1, 2, -2])
    return "", "int a = opaque(%s), b = opaque(%d); int r = a %s b; assert(r == r);" % (a, b, d.choice("/%"))


@case("signed overflow")
def overflow(d):
    a, b = d.choice([2147483647, 1, 65536, -5, 46340]), d.choice([1, 2147483647, 65536, -1, 46341, 2])
    kind = d.randint(0, 3)
    if kind == 0:
        return "", "int a = opaque(%d); assert(a + 1 > a);" % a
    if kind == 1:
        return "", "int a = opaque(%s); int b = %s; assert(b >= 0);" % (d.choice(["-2147483647 - 1", "-5", "7"]), d.choice(["a < 0 ? -a : a", "abs(a)"]))
    return "", "int a = opaque(%d), b = opaque(%d); int r = a %s b; assert(r == r);" % (a, b, d.choice("+-*"))


@case("wrapping of unsigned numbers")
def wrapping(d):
    return "", "unsigned a = opaque(%d), b = opaque(%d); unsigned r = a %s b; assert(r %s a);" % (
        d.choice([-1, 0, 5, 2147483647]), d.choice([1, 2, -1]), d.choice("+-*"), d.choice([">=", "<", "!="]))


@case("shift")
def shift(d):
    x, n, t = d.choice([1, -1, 0, 2147483647, 5]), d.choice([0, 1, 4, 30, 31, 32, -1, 33]), d.choice(["int", "unsigned"])
    return "", "%s x = opaque(%d); int n = opaque(%d); %s r = x %s n; assert(r == r);" % (t, x, n, t, d.choice(["<<", ">>"]))


@case("uninitialised")
def uninitialised(d):
    return "", d.choice(["int x; int *p = &x; if (opaque(%d)) *p = 3; assert(x == 3);", "int *p = malloc(4); if (!p) return 0; if (opaque(%d)) *p = 3; assert(*p == 3); free(p);",
                         "int x, *p = &x; if (opaque(%d)) x = 3; assert(*p != 77);"]) % d.choice([0, 1, 1])


@case("promise that is broken")
def promise(d):
    return d.choice([("", "if (opaque(%d)) __builtin_unreachable(); assert(1);"), ("_Noreturn static void f$(int x) { if (!x) abort(); }", "if (opaque(%d)) f$(1); assert(1);"),
                     ("static int f$(int x) { if (x) return 1; }", "int r = f$(opaque(%d)); assert(r == 1);"), ("", "int r = __builtin_clz(opaque(%d)); assert(r == 31);")])


@case("pointers of different objects")
def different(d):
    return "", "int a = 1, b = 2; int *p = &a, *q = &b; assert(%s);" % d.choice(["p < q", "p > q", "p != q", "p - q != 1", "p + 1 != q", "(unsigned long)p < (unsigned long)q"])


@case("constant that is written")
def constant(d):
    return "static const int c$ = 1;", d.choice(["char *s = \"abc\"; char t[] = \"abc\"; char *p = opaque(%d) ? s : t; p[0] = 'x'; assert(p[0] == 'x');",
                                                 "int x = 1, *p = opaque(%d) ? (int *)&c$ : &x; *p = 2; assert(*p == 2);"]) % d.choice([0, 1])


@case("what overlaps")
def overlap(d):
    return "", "char b[16] = \"abcdef\"; %s assert(b[15] == 0);" % (d.choice(["memcpy(b + opaque(%d), b, 4);", "memmove(b + opaque(%d), b, 4);", "strcpy(b, b + opaque(%d));", "strncpy(b + 8 - opaque(%d), b, 3);"]) % d.choice([0, 1, 3, 4, 5, 7]))


@case("order of evaluation")
def order(d):
    return "static int n$; static int f$(int k) { n$ = n$ * 2 + k; return n$; } static int h$(int a, int b) { return a * 100 + b; }", d.choice([
        "int r = f$(0) + f$(1) * 3; assert(r == 3);", "int r = h$(f$(0), f$(1)); assert(r == 1);", "int r = f$(1) - f$(0); assert(r == -1);", "int r = (f$(0), f$(1)); assert(r == 1);",
        "int i = 0; int a[2] = {5, 6}; i = i++ + a[i]; assert(i >= 0);", "int r = f$(1) && f$(0); assert(r == 1 && n$ == 2);"])


@case("padding")
def padding(d):
    return "struct s$ { char a; int b; };", d.choice([
        "struct s$ x = {1, 2}, y = {1, 2}; assert(memcmp(&x, &y, sizeof x) == 0);", "struct s$ x; memset(&x, 0, sizeof x); x.a = 1; x.b = 2; struct s$ y = x; assert(memcmp(&x, &y, sizeof x) == 0);",
        "struct s$ x = {1, 2}; assert(((char *)&x)[1] == 0);", "assert(sizeof(struct s$) == 8);", "struct s$ x = {1, 2}, y = x; assert(x.a == y.a && x.b == y.b);"])


@case("literals that may be one object")
def literals(d):
    return "", d.choice(["const char *a = \"abc\", *b = \"abc\"; assert(a == b);", "const char *a = \"abc\", *b = \"abc\"; assert(a != b);", "const char *a = \"abc\", *b = \"bc\"; assert(a + 1 != b);",
                         "const char *a = \"abc\", *b = \"abc\"; assert(strcmp(a, b) == 0);"])


@case("representations of _Bool")
def booleans(d):
    return "", "_Bool b; char c = opaque(%d); memcpy(&b, &c, 1); %s" % (d.choice([0, 1, 2, 3]), d.choice(["assert(b == 0 || b == 1);", "int x = b ? 1 : 0; assert(x == 0 || x == 1);", "assert(c >= 0);"]))


@case("conversions")
def conversions(d):
    n = d.choice([127, 128, 200, 255, 256, -1, -129, 65535, 70000])
    return "", d.choice(["signed char c = opaque(%d); assert(c == %d);" % (n, (n + 128) % 256 - 128), "unsigned char c = opaque(%d); assert(c == %d);" % (n, n % 256), "short c = opaque(%d); assert(c >= 0);" % n,
                         "char c = opaque(%d); assert(c %s 0);" % (n, d.choice(["<", ">="])), "_Bool c = opaque(%d); assert(c == 1);" % n, "unsigned u = opaque(%d); assert(u > opaque(-1));" % n])


@case("sizes, alignment, enums, bit-fields")
def sizes(d):
    return "enum e$ { A$, B$ = %d }; struct b$ { int x : 3; unsigned y : 3; };" % d.choice([1, -1]), d.choice([
        "assert(sizeof(long) == 8);", "int x; assert((unsigned long)&x %% %d == 0);" % d.choice([4, 8, 16]), "char *p = malloc(%d); assert((unsigned long)p %% 16 == 0); free(p);" % d.randint(1, 9), "char x; assert((unsigned long)&x %% %d == 0);" % d.choice([1, 2]),
        "enum e$ e = A$; assert(e - 1 < 0);", "struct b$ s = {0, 0}; s.x = opaque(%d); assert(s.x >= 0);" % d.randint(0, 7), "struct b$ s = {0, 0}; s.y = opaque(%d); assert(s.y == opaque(%d) %% 8);" % ((n := d.randint(0, 9)), n)])


@case("malloc")
def allocation(d):
    return "", d.choice(["char *p = malloc(%d); assert(p != 0);" % d.choice([1, 100]), "char *p = malloc(opaque(0)); assert(p != 0);", "char *p = malloc((size_t)opaque(1) << 62); assert(p != 0);", "char *p = calloc((size_t)opaque(1) << 62, 8); assert(p == 0);",
                         "char *p = realloc(malloc(4), %d); if (p) p[%d] = 1;" % (d.randint(1, 5), d.randint(0, 5)), "char *p = malloc(4), *q = malloc(4); assert(p != q || !p);"])


TEXTS = ["", "a", "ab", "abc", "abcd", "abcdefg"]


def room(d):
    return d.randint(1, 8)


@case("texts that are too long or do not end")
def texts(d):
    t, n = d.choice(TEXTS), room(d)
    call = d.choice(["strcpy(b, \"%s\");", "strcat(b, \"%s\");", "stpcpy(b, \"%s\");", "strncpy(b, \"%s\", 4);", "strncat(b, \"%s\", 3);", "memcpy(b, \"%s\", 3);", "memset(b, \"%s\"[0], 4);", "b[0] = \"%s\"[1];"]) % t
    if d.random() < 0.5:
        return "", "char b[%d] = {0}; %s assert(1);" % (n, call)
    return "", "char b[%d]; memcpy(b, \"abcdefgh\", %d); b[%d] = opaque(%d); %s" % (n, n, n - 1, d.choice([0, 120]), d.choice(
        ["assert(strlen(b) < 9);", "assert(strcmp(b, \"abcdefghijkl\") <= 0);", "assert(strchr(b, 'z') == 0);", "char *q = strdup(b); free(q);", "puts(b);", "printf(\"%s\\n\", b);", "assert(atoi(b) == 0);", "assert(memchr(b, 'z', 8) == 0);"]))


@case("library given null or dead memory")
def given(d):
    call = d.choice(["puts(p);", "printf(\"%s\\n\", p);", "fputs(p, stdout);", "fwrite(p, 1, 3, stdout);", "assert(strlen(p) == 2);", "assert(strcmp(p, \"ab\") == 0);", "assert(memcmp(p, \"ab\", 3) == 0);", "char *q = strdup(p); free(q);", "assert(atoi(p) == 0);"])
    return "", d.choice(["char *p = opaque(%d) ? \"ab\" : 0; " + call, "char *p = malloc(3); if (!p) return 0; strcpy(p, \"ab\"); if (!opaque(%d)) free(p); " + call]).replace("%d", d.choice(["0", "1", "1"]), 1)


@case("memcmp beyond the end")
def compared(d):
    n, k = d.randint(1, 5), d.randint(1, 7)
    return "", "char a[%d] = {%d}, b[%d] = {2}; int r = memcmp(a, b, opaque(%d)); assert(r == r);" % (n, d.choice([1, 2]), n, k)


@case("results of the library")
def results(d):
    return "", d.choice(["assert(strcmp(\"c\", \"a\") == 2);", "assert(strcmp(\"c\", \"a\") > 0);", "assert(isdigit('5') == 1);", "assert(isdigit('5') != 0);", "assert(isalpha('1') == 0);", "assert(toupper('a') == 'A');", "assert(memcmp(\"a\", \"c\", 1) == -1);",
                         "assert(memcmp(\"a\", \"c\", 1) < 0);", "assert(strtol(\"42\", 0, 10) == 42);", "assert(strtol(\"99999999999999999999\", 0, 10) > 0);", "assert(strcasecmp(\"A\", \"a\") == 0);", "assert(ffs(8) == 4);", "assert(htons(1) == 256);", "div_t r = div(7, -2); assert(r.quot == -3 && r.rem == 1);",
                         "assert(getpid() > 0);", "int c = getchar(); assert(c >= -1 && c <= 255);", "assert(putchar('a') == 'a');", "assert(puts(\"a\") >= 0);", "assert(printf(\"ab\") == 2);", "assert(snprintf(0, 0, \"%d\", 5) == 1);", "assert(optind == 1);", "assert(rand() >= 0);", "assert(abs(-3) == 3);", "assert(atoi(\" -12x\") == -12);",
                         "assert(strstr(\"abc\", \"bc\") != 0);", "assert(strlen(\"a\\0b\") == 1);", "char b[4]; assert(snprintf(b, 4, \"abcdef\") == 6 && b[3] == 0);", "char b[9]; assert(sprintf(b, \"%d\", 12) == 2);", "assert(time(0) != 5);", "errno = 0; assert(errno == 0);", "assert(fflush(stdout) == 0);", "char t[] = \"a b\"; assert(strtok(t, \" \") == t);"])


@case("characters that are none")
def characters(d):
    return "", "int r = %s(opaque(%d)); assert(r == r);" % (d.choice(["isalpha", "isdigit", "isspace", "toupper", "tolower"]), d.choice([-1, 0, 65, 255, 256, 100000, -200, -100000]))


@case("numbers that do not fit")
def numerals(d):
    return "", "int x = atoi(\"%s\"); assert(%s);" % (d.choice(["2147483647", "2147483648", "-2147483648", "-2147483649", "99999999999", "12"]), d.choice(["x == x", "x != 7", "x > 0 || x <= 0"]))


@case("variable length")
def variable(d):
    return "", "int n = opaque(%d); int a[n]; a[%d] = 1; assert(a[%d] == 1);" % (d.choice([1, 2, 3, 0, -1]), (i := d.randint(0, 2)), i)


@case("functions with a prefix, weak, own")
def own(d):
    return "int w$(void) __attribute__((weak));", d.choice(["if (w$) assert(w$() == 0);", "assert(w$ == 0);", "int (*f)(const char *) = opaque(%d) ? puts : 0; if (f) f(\"a\");" % d.choice([0, 1]), "int (*f)(int) = opaque(%d) ? abs : 0; assert(f(-2) == 2);" % d.choice([0, 1, 1])])


# Classes with answers that are known to be wrong, under --check=all: HOLDS where a sanitizer, or a compiler, shows more.
OPEN = {
    "what overlaps": "copies of what overlaps are no error",
    "texts that are too long or do not end": "AddressSanitizer asks for the end of a text that is not read so far",
}

HEADERS = "#define _GNU_SOURCE\n" + "".join("#include <%s.h>\n" % h for h in ("arpa/inet", "assert", "ctype", "errno", "stdio", "stdlib", "string", "strings", "time", "unistd"))
OPAQUE = "static int opaque(int x) { volatile int y = x; return y; }\n"

# The linker leads calls of these to ours, which let the one fail that FAILING numbers.
FAILING = {"malloc": "size_t a", "calloc": "size_t a, size_t b", "realloc": "void *a, size_t b", "strdup": "const char *a"}
WRAPPERS = ("#ifdef FAILING\nstatic int failing(void) { static int calls; return ++calls == atoi(getenv(\"FAILING\")); }\n"
            + "".join("void *__real_%s(%s);\nvoid *__wrap_%s(%s) { return failing() ? 0 : __real_%s(%s); }\n" % (n, a, n, a, n, "a, b" if "b" in a.split()[-1] else "a") for n, a in FAILING.items()) + "#endif\n")


class Case:
    def __init__(self, name, number, seed):
        draw = random.Random("%s %d" % (name, seed))
        self.name, self.number = name, number
        declarations, body = CLASSES[name](draw)
        if "%d" in body and "printf" not in body:
            body = body % draw.choice([0, 1])
        self.declarations = declarations.replace("$", "_%d" % number)
        self.body = body.replace("$", "_%d" % number)

    def program(self):
        return HEADERS + OPAQUE + self.declarations + "\nint main(void) {\n  " + self.body + "\n  return 0;\n}\n"

    def function(self):
        return self.declarations + "\n__attribute__((noinline)) static int case_%d(void) {\n  " % self.number + self.body + "\n  return 0;\n}\n"


def cases(count, seed):
    names = list(CLASSES)
    return [Case(names[i % len(names)], i, seed * 1000003 + i // len(names)) for i in range(count)]
