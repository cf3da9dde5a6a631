"""The functions of the C library that Custos has a meaning for: what says so, what it
leaves open, and random calls of each. A call is a few statements of C that tell numbers
by put(); what the standard leaves open is not in these: of strcmp the sign, of isdigit
whether it is 0."""
import random

LETTERS = ["a", "b", "c", "A", "B", "C", "0", "7", "9", "x", "X", "f", " ", "-", "+", ",", ".", "~", "\\t", "\\377", "\\200"]


def text(draw, most=8, letters=None):
    """A literal; octal digits never follow an escape."""
    return '"' + '" "'.join(draw.choice(letters or LETTERS) for _ in range(draw.randint(0, most))) + '"'


def buffer(draw, name, least=1):
    """An array that begins with a text and has room behind it."""
    return "char %s[40] = %s; " % (name, text(draw))


def numeral(draw, most=20):
    digits = "".join(draw.choice("0123456789abcdefxXzZ" if draw.random() < 0.2 else "0123456789") for _ in range(draw.randint(0, most)))
    return '"%s%s%s%s"' % (draw.choice(["", " ", "\\t\\n "]), draw.choice(["", "-", "+"]), draw.choice(["", "", "0x", "0"]), digits)


def small(draw):
    return draw.choice([0, 1, 2, 3, 5, 8, 20])


def word(draw, bits, signed=True):
    kind = draw.random()
    value = draw.getrandbits(bits) if kind < 0.5 else draw.choice([0, 1, 2, 7, 2 ** (bits - 1) - 1, 2 ** (bits - 1) + 1, 2 ** bits - 1])
    return value - 2 ** bits if signed and value >= 2 ** (bits - 1) else value


def character(draw):
    return draw.randint(-1, 255)


def value(call):
    return lambda d: "put(%s);" % call(d)


def sign(call):
    return lambda d: "int r = %s; put(r < 0 ? -1 : r > 0);" % call(d)


def truth(call):
    return lambda d: "put(%s != 0);" % call(d)


def place(call):
    """The result is null, or leads into s."""
    return lambda d: "const char s[] = %s; const char *p = (const char *)%s; put(p ? p - s : -1);" % (text(d), call(d))


def written(call):
    """Writes to t, and gives a pointer into it."""
    return lambda d: "%sconst char *p = (const char *)%s; put(p - t); all(t, sizeof t);" % (buffer(d, "t"), call(d))


def effect(call):
    return lambda d: "%s%s; all(t, sizeof t);" % (buffer(d, "t"), call(d))


def copied(call):
    return lambda d: "char *p = %s; all(p, strlen(p) + 1); free(p);" % call(d)


def constant(number, suffix="LL"):
    return "(-9223372036854775807LL - 1)" if number == -2 ** 63 else "%d%s" % (number, suffix)


def magnitude(function, bits):
    def make(d):
        x = word(d, bits)
        return "put(%s((%s)%s));" % (function, {32: "int", 64: "long long"}[bits], constant(x if x != -2 ** (bits - 1) else 5))
    return make


def long_magnitude(d):
    return "put(labs((long)%s));" % constant(d.choice([word(d, 31), -word(d, 31), 0]))


def quotient(function, kind, bits):
    def make(d):
        a, b = word(d, bits), word(d, bits)
        b = b if b not in (0, -1) else 3
        return "%s_t r = %s((%s)%s, (%s)%s); put(r.quot); put(r.rem);" % (function, function, kind, constant(a), kind, constant(b))
    return make


def number(function):
    """Of strtol and its like: the number, and where it ends."""
    def make(d):
        return "const char *s = %s; char *e; put((long long)%s(s, &e, %d)); put(e - s);" % (numeral(d), function, d.choice([0, 10, 10, 16, 8, 2, 36, 3]))
    return make


def tokens(call):
    return lambda d: '%schar *rest = t, *w; int n = 0; for (w = %s; w && n < 20; n++, w = %s) { all(w, strlen(w) + 1); } all(t, sizeof t); (void)rest;' % (
        buffer(d, "t"), call("t"), call("0"))


def kinds(function):
    return truth(lambda d: "%s(%d)" % (function, character(d)))


def resized(call):
    return lambda d: ("char *p = malloc(%d); for (int i = 0; i < %d; i++) p[i] = (char)(i * 7); " % (n := d.randint(1, 20), n)) + (
        "p = %s; all(p, %d); free(p);" % (call(k := d.randint(1, 30)), min(n, k)))


CONVERSIONS = [("d", "-0+ ", "int", 32), ("ld", "-0+ ", "long", 31), ("lld", "-0+ ", "long long", 64), ("hhd", "-0", "int", 32), ("hu", "-0", "int", 32), ("u", "-0", "unsigned", 32), ("x", "-0#", "unsigned", 32),
               ("llX", "-0#", "unsigned long long", 64), ("o", "-0#", "unsigned", 32), ("zu", "-0", "size_t", 31), ("i", "-0+ ", "int", 32)]


def field(d, flags, precision=True):
    chosen = "".join(f for f in flags if d.random() < 0.25)
    return "%" + chosen + d.choice(["", "", "1", "3", "12"]) + (d.choice(["", "", ".0", ".1", ".5", "."]) if precision else "")


def directive(d):
    """A part of a format, and its arguments."""
    kind = d.random()
    if kind < 0.2:
        return field(d, "-") + "s", [text(d, 5, ["a", "b", " "])]
    if kind < 0.3:
        return field(d, "-", False) + "c", [str(d.choice([97, 48, 0, 200]))]
    if kind < 0.4:
        return "%" + d.choice(["", "-"]) + "*.*d", [str(d.randint(-6, 6)), str(d.randint(-2, 4)), constant(word(d, 31), "")]
    conversion, flags, kind, bits = d.choice(CONVERSIONS)
    return field(d, flags) + conversion, ["(%s)%s" % (kind, constant(word(d, bits)))]


def formatted(d):
    parts = [directive(d) for _ in range(d.randint(0, 3))]
    return '"%s"' % "".join(d.choice(["", "a", "%%", ", "]) + p[0] for p in parts), "".join(", " + a for p in parts for a in p[1])


def made(is_bounded):
    def make(d):
        layout, arguments = formatted(d)
        call = "snprintf(t, %d, " % d.choice([0, 1, 2, 5, 12, 120]) if is_bounded else "sprintf(t, "
        return "char t[120]; memset(t, 'q', sizeof t); put(%s%s%s)); all(t, sizeof t);" % (call, layout, arguments)
    return make


SCANNED = [("%d", "int", ["12", "-7", " 3", "x", ""]), ("%hd", "short", ["12", "-7"]), ("%lld", "long long", ["-123456789012", "5"]), ("%i", "int", ["0x1f", "017", "-9", "0"]), ("%u", "unsigned", ["4000000000", "1"]),
           ("%x", "unsigned", ["fF", "0x10", "g"]), ("%c", "char", ["a", " "]), ("%*d%hhd", "signed char", ["1 2", "3"]), ("%*s %d", "int", ["ab 4", "x"])]
SCANNED_TEXTS = [("%s", ["ab", " cde", ""]), ("%3s", ["ab", "abcde"]), ("%2c", ["ab", "a"])]


def scanned(d):
    """sscanf: the text is of the format, or not quite."""
    layout, given, declared, arguments, told = "", "", "", "", ""
    for i in range(d.randint(1, 3)):
        between = d.choice([" ", ",", ":", "%%"] if i else ["", " "])
        if d.random() < 0.3:
            part, texts = d.choice(SCANNED_TEXTS)
            declared += "char v%d[20] = {0}; " % i
            arguments, told = arguments + ", v%d" % i, told + " all(v%d, 20);" % i
        else:
            part, kind, texts = d.choice(SCANNED)
            declared += "%s v%d = 0; " % (kind, i)
            arguments, told = arguments + ", &v%d" % i, told + " put((long long)v%d);" % i
        layout += between + part
        given += between.replace("%%", "%") + d.choice(["", "", " "]) + d.choice(texts)
    return '%sput(sscanf("%s", "%s"%s));%s' % (declared, given, layout, arguments, told)


def sorted_array(d):
    n = d.randint(1, 5)
    numbers = ", ".join(str(d.randint(-9, 9)) for _ in range(n))
    return "int t[] = {%s}; qsort(t, %d, sizeof *t, ascending); for (int i = 0; i < %d; i++) put(t[i]);" % (numbers, n, n)


def sought(d):
    numbers = sorted(d.sample(range(-9, 9), d.randint(1, 6)))
    return "int t[] = {%s}, k = %d; int *p = bsearch(&k, t, %d, sizeof *t, ascending); put(p ? p - t : -1);" % (", ".join(map(str, numbers)), d.randint(-9, 9), len(numbers))


class Function:
    def __init__(self, name, source, open_or_undefined, make, is_input=False):
        """is_input: what it returns is an input, and put() is told whether that is within its contract."""
        self.name, self.source, self.remark, self.make, self.is_input = name, source, open_or_undefined, make, is_input


BOUNDS = "undefined: texts that do not end, null, too little room"
OVERLAP = BOUNDS + ", what overlaps"
SIGN = "open: which number of its sign"
YES = "open: which number means yes; undefined: what is neither an unsigned char nor EOF"
STREAM = "undefined: no open stream"
READ = STREAM + "; open: what is read; bytes of the standard input are given to the compiled program"
LAYOUT = "the format is a literal; d i u o x X c s % with flags, widths, precisions, lengths, others are UNKNOWN; undefined: too little room, arguments of other types"
SCANS = STREAM + "; the format is a literal; d i u x X c s % with lengths, widths of c and s, others are UNKNOWN; undefined: numbers that do not fit, too little room"
PLAIN = ""
POSIX = "POSIX.1-2017"


def c(clause):
    return "C17 7." + clause


FUNCTIONS = [
    Function("strlen", c("24.6.3"), BOUNDS, value(lambda d: "(long long)strlen(%s)" % text(d))),
    Function("strnlen", POSIX, BOUNDS, value(lambda d: "(long long)strnlen(%s, %d)" % (text(d), small(d)))),
    Function("strcmp", c("24.4.2"), SIGN, sign(lambda d: "strcmp(%s, %s)" % (text(d, 3), text(d, 3)))),
    Function("strncmp", c("24.4.4"), SIGN, sign(lambda d: "strncmp(%s, %s, %d)" % (text(d, 3), text(d, 3), small(d)))),
    Function("strcoll", c("24.4.3"), SIGN + "; the locale is \"C\"", sign(lambda d: "strcoll(%s, %s)" % (text(d, 3), text(d, 3)))),
    Function("strcasecmp", POSIX, SIGN + "; the locale is \"C\"", sign(lambda d: "strcasecmp(%s, %s)" % (text(d, 2), text(d, 2)))),
    Function("strncasecmp", POSIX, SIGN + "; the locale is \"C\"", sign(lambda d: "strncasecmp(%s, %s, %d)" % (text(d, 3), text(d, 3), small(d)))),
    Function("stpcpy", POSIX, OVERLAP, written(lambda d: "stpcpy(t, %s)" % text(d))),
    Function("strcpy", c("24.2.3"), OVERLAP, written(lambda d: "strcpy(t, %s)" % text(d))),
    Function("strncpy", c("24.2.4"), OVERLAP, written(lambda d: "strncpy(t, %s, %d)" % (text(d), small(d)))),
    Function("strcat", c("24.3.1"), OVERLAP, written(lambda d: "strcat(t, %s)" % text(d))),
    Function("strncat", c("24.3.2"), OVERLAP, written(lambda d: "strncat(t, %s, %d)" % (text(d), small(d)))),
    Function("strchr", c("24.5.2"), BOUNDS, place(lambda d: "strchr(s, %d)" % d.randint(-128, 255))),
    Function("strrchr", c("24.5.5"), BOUNDS, place(lambda d: "strrchr(s, %d)" % d.choice([0, 97, 98, 48, 65, -1, 353]))),
    Function("strspn", c("24.5.6"), BOUNDS, value(lambda d: "(long long)strspn(%s, %s)" % (text(d), text(d)))),
    Function("strcspn", c("24.5.3"), BOUNDS, value(lambda d: "(long long)strcspn(%s, %s)" % (text(d), text(d, 3)))),
    Function("strpbrk", c("24.5.4"), BOUNDS, place(lambda d: "strpbrk(s, %s)" % text(d, 3))),
    Function("strstr", c("24.5.7"), BOUNDS, place(lambda d: "strstr(s, %s)" % text(d, 2, ["a", "b", "A"]))),
    Function("strcasestr", "GNU", BOUNDS + "; the locale is \"C\"", place(lambda d: "strcasestr(s, %s)" % text(d, 2, ["a", "b", "A"]))),
    Function("strtok", c("24.5.8"), BOUNDS, tokens(lambda s: 'strtok(%s, ",. -")' % s)),
    Function("strtok_r", POSIX, BOUNDS, tokens(lambda s: 'strtok_r(%s, " ab", &rest)' % s)),
    Function("strsep", "4.4BSD", BOUNDS, tokens(lambda s: 'strsep(&rest, ",. -")')),
    Function("strdup", POSIX, BOUNDS, copied(lambda d: "strdup(%s)" % text(d))),
    Function("strndup", POSIX, BOUNDS, copied(lambda d: "strndup(%s, %d)" % (text(d), small(d)))),
    Function("memcpy", c("24.2.1"), OVERLAP, written(lambda d: "memcpy(t, \"abcdefghijklmnopqrstu\", %d)" % small(d))),
    Function("memmove", c("24.2.2"), BOUNDS, written(lambda d: "memmove(t + %d, t + %d, %d)" % (small(d), small(d), small(d)))),
    Function("mempcpy", "GNU", OVERLAP, written(lambda d: "mempcpy(t, \"abcdefghijklmnopqrstu\", %d)" % small(d))),
    Function("memset", c("24.6.1"), BOUNDS, written(lambda d: "memset(t, %d, %d)" % (word(d, 32), small(d)))),
    Function("memcmp", c("24.4.1"), SIGN + "; undefined: fewer bytes than asked for", sign(lambda d: "memcmp(%s \"12345678901234567890\", %s \"12345678901234567890\", %d)" % (text(d, 2), text(d, 2), small(d)))),
    Function("bcmp", "POSIX.1-2001", "open: which number means that they differ", truth(lambda d: "bcmp(%s \"12345678901234567890\", %s \"12345678901234567890\", %d)" % (text(d, 1), text(d, 1), small(d)))),
    Function("memchr", c("24.5.1"), BOUNDS, place(lambda d: "memchr(s, %d, sizeof s)" % d.choice([0, 97, 98, 48, 65, -1, 353]))),
    Function("memrchr", "GNU", BOUNDS, place(lambda d: "memrchr(s, %d, sizeof s)" % d.choice([0, 97, 98, 48, 65, -1, 353]))),
    Function("memmem", "GNU", BOUNDS, place(lambda d: "memmem(s, sizeof s, %s, %d)" % ('"ab"', d.randint(0, 2)))),
    Function("bzero", "POSIX.1-2001", BOUNDS, effect(lambda d: "bzero(t + %d, %d)" % (small(d), small(d)))),
    Function("bcopy", "POSIX.1-2001", BOUNDS, effect(lambda d: "bcopy(t + %d, t + %d, %d)" % (small(d), small(d), small(d)))),
    Function("malloc", c("22.3.4"), PLAIN, resized(lambda k: "realloc(p, %d)" % k)),
    Function("calloc", c("22.3.2"), PLAIN, lambda d: "char *p = calloc(%d, %d); all(p, %d); free(p);" % ((n := d.randint(1, 9)), (k := d.randint(1, 9)), n * k)),
    Function("aligned_alloc", c("22.3.1"), PLAIN, lambda d: "char *p = aligned_alloc(16, 32); p[%d] = 3; put(p[%d]); free(p);" % (n := d.randint(0, 31), n)),
    Function("realloc", c("22.3.5"), "a size of 0 frees, as glibc's does", resized(lambda k: "realloc(p, %d)" % k)),
    Function("reallocarray", "glibc", "a size of 0 frees, as glibc's does", resized(lambda k: "reallocarray(p, %d, 1)" % k)),
    Function("free", c("22.3.3"), "undefined: what malloc has not given, or twice", lambda d: "free(malloc(%d)); free(0); put(1);" % d.randint(1, 9)),
    Function("abs", c("22.6.1"), "undefined: the least number", magnitude("abs", 32)),
    Function("labs", c("22.6.1"), "undefined: the least number", long_magnitude),
    Function("llabs", c("22.6.1"), "undefined: the least number", magnitude("llabs", 64)),
    Function("imaxabs", c("8.2.1"), "undefined: the least number", magnitude("imaxabs", 64)),
    Function("div", c("22.6.2"), "undefined: by 0, the least number by -1", quotient("div", "int", 32)),
    Function("ldiv", c("22.6.2"), "undefined: by 0, the least number by -1", quotient("ldiv", "long", 31)),
    Function("lldiv", c("22.6.2"), "undefined: by 0, the least number by -1", quotient("lldiv", "long long", 64)),
    Function("imaxdiv", c("8.2.2"), "undefined: by 0, the least number by -1", quotient("imaxdiv", "long long", 64)),
    Function("ffs", POSIX, PLAIN, value(lambda d: "ffs((int)%s)" % constant(word(d, 32)))),
    Function("ffsl", "GNU", PLAIN, value(lambda d: "ffsl((long)%s)" % constant(1 << d.randint(0, 30)))),
    Function("ffsll", "GNU", PLAIN, value(lambda d: "ffsll(%s)" % constant(word(d, 64) & -1 << d.randint(0, 60)))),
    Function("htons", POSIX, PLAIN, value(lambda d: "htons(%d)" % word(d, 16, False))),
    Function("ntohs", POSIX, PLAIN, value(lambda d: "ntohs(%d)" % word(d, 16, False))),
    Function("htonl", POSIX, PLAIN, value(lambda d: "htonl(%dU)" % word(d, 32, False))),
    Function("ntohl", POSIX, PLAIN, value(lambda d: "ntohl(%dU)" % word(d, 32, False))),
    Function("atoi", c("22.1.2"), "undefined: numbers that do not fit", value(lambda d: "atoi(%s)" % numeral(d, 8))),
    Function("atol", c("22.1.2"), "undefined: numbers that do not fit", value(lambda d: "atol(%s)" % numeral(d, 8))),
    Function("atoll", c("22.1.2"), "undefined: numbers that do not fit", value(lambda d: "atoll(%s)" % numeral(d, 16))),
] + [
    Function(name, source, "undefined: bases other than 0 and 2 to 36; errno cannot be read", number(name))
    for name, source in (("strtol", c("22.1.4")), ("strtoll", c("22.1.4")), ("strtoul", c("22.1.4")), ("strtoull", c("22.1.4")), ("strtoimax", c("8.2.3")), ("strtoumax", c("8.2.3")))
] + [
    Function("is" + name, c("4.1." + str(n + 1)), YES + "; the locale is \"C\"", kinds("is" + name))
    for n, name in enumerate(("alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"))
] + [
    Function("tolower", c("4.2.1"), "undefined: what is neither an unsigned char nor EOF", value(lambda d: "tolower(%d)" % character(d))),
    Function("toupper", c("4.2.2"), "undefined: what is neither an unsigned char nor EOF", value(lambda d: "toupper(%d)" % character(d))),
    Function("isascii", POSIX, "open: which number means yes", truth(lambda d: "isascii(%d)" % word(d, 32))),
    Function("toascii", POSIX, PLAIN, value(lambda d: "toascii(%d)" % character(d))),
    Function("__ctype_b_loc", "LSB 5.0", "the table of glibc's <ctype.h>, in preprocessed programs", value(lambda d: "(*__ctype_b_loc())[%d]" % d.randint(-128, 255))),
    Function("rand", c("22.2.1"), "open: any number that is not negative", lambda d: "put(rand() >= 0);", True),
    Function("random", POSIX, "open: any number that is not negative, of 31 bits", lambda d: "put(random() >= 0 && random() <= 2147483647);", True),
    Function("srand", c("22.2.2"), PLAIN, lambda d: "srand(%d); put(rand() >= 0);" % d.randint(0, 9), True),
    Function("srandom", POSIX, PLAIN, lambda d: "srandom(%d); put(random() >= 0);" % d.randint(0, 9), True),
    Function("getchar", c("21.7.6"), "open: a byte or EOF; bytes of the standard input are given to the compiled program", lambda d: "int r = getchar(); put(r >= -1 && r <= 255);", True),
    Function("putchar", c("21.7.8"), "open: whether it succeeds", lambda d: "int r = putchar(%d); put(r == -1 || r == (unsigned char)%d);" % (n := word(d, 32), n), True),
    Function("puts", c("21.7.9"), "open: whether it succeeds, and which number that is not negative says so", lambda d: "put(puts(%s) >= -1);" % text(d), True),
    Function("snprintf", c("21.6.5"), LAYOUT, made(True)),
    Function("sprintf", c("21.6.6"), LAYOUT + ", what overlaps", made(False)),
    Function("sscanf", c("21.6.7"), SCANS, scanned),
    Function("scanf", c("21.6.4"), SCANS + "; open: what is read", lambda d: "int x = 5, r = scanf(\"%d\", &x); put(r == 1 || (r <= 0 && r >= -1 && x == 5));", True),
    Function("fscanf", c("21.6.2"), SCANS + "; open: what is read", lambda d: "char k; int r = fscanf(stdin, \"%c\", &k); put(r == -1 || r == 1);", True),
    Function("qsort", c("22.5.2"), "open: the order of equals; undefined: an order that is none; that it compares pairs of its own choice shows only if the program's function has effects: presumed not to", sorted_array),
    Function("bsearch", c("22.5.1"), "open: which of equals; undefined: what is not sorted; presumed, as of qsort", sought),
    Function("fgetc", c("21.7.1"), READ, lambda d: "int r = fgetc(stdin); put(r >= -1 && r <= 255);", True),
    Function("getc", c("21.7.5"), READ, lambda d: "int r = getc(stdin); put(r >= -1 && r <= 255);", True),
    Function("ungetc", c("21.7.10"), STREAM, lambda d: "int r = ungetc(%d, stdin); put(r == %d && getchar() == r);" % (n := d.randint(0, 255), n), True),
    Function("fgets", c("21.7.2"), READ + "; undefined: a size that is not positive", lambda d: "char s[5]; char *p = fgets(s, %d, stdin); put(!p || (p == s && strlen(s) < %d && !strchr(p, 10)) || s[strlen(s) - 1] == 10);" % (n := d.randint(1, 5), n), True),
    Function("fread", c("21.8.1"), READ, lambda d: "char s[6]; put(fread(s, 2, 3, stdin) <= 3);", True),
    Function("fopen", c("21.5.3"), "open: whether it succeeds; only what the standard input holds can be given to the compiled program", lambda d: "FILE *f = fopen(\"/nowhere/at/all\", \"r\"); put(!f || fclose(f) <= 0);", True),
    Function("fdopen", POSIX, "open: whether it succeeds", lambda d: "FILE *f = fdopen(77, \"r\"); put(!f || fclose(f) <= 0);", True),
    Function("popen", POSIX, "open: whether it succeeds; the command does nothing", lambda d: "FILE *f = popen(\"true\", \"r\"); if (f) pclose(f); put(1);", True),
    Function("tmpfile", c("21.4.3"), "open: whether it succeeds", lambda d: "FILE *f = tmpfile(); put(!f || fclose(f) <= 0);", True),
    Function("fclose", c("21.5.1"), STREAM + "; open: whether it succeeds", lambda d: "FILE *f = tmpfile(); if (f) put(fclose(f) >= -1); else put(1);", True),
    Function("pclose", POSIX, STREAM + "; open: what it returns", lambda d: "FILE *f = popen(\"true\", \"r\"); if (f) pclose(f); put(1);", True),
    Function("feof", c("21.10.2"), STREAM + "; open: whether, once a file has ended", lambda d: "put(!feof(stdin) || getchar() >= -1);", True),
    Function("ferror", c("21.10.3"), STREAM + "; open: whether", lambda d: "put(ferror(stdin) || 1);", True),
    Function("clearerr", c("21.10.1"), STREAM, lambda d: "clearerr(stdin); put(1);", True),
    Function("rewind", c("21.9.5"), STREAM + "; open: what is read next", lambda d: "FILE *f = tmpfile(); if (f) { rewind(f); fclose(f); } put(1);", True),
    Function("getpid", POSIX, "open: which positive number", lambda d: "put(getpid() > 0);", True),
]
ORDER = "static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }\n"
HEADERS = "#define _GNU_SOURCE\n" + ORDER + "".join("#include <%s.h>\n" % h for h in ("arpa/inet", "ctype", "inttypes", "stdint", "stdio", "stdlib", "string", "strings", "unistd"))


def calls(function, count, seed):
    draw = random.Random("%s %d" % (function.name, seed))
    return [function.make(draw) for _ in range(count)]
