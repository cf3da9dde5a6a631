"""The limits of the language, as cells of the feature matrix: how many, how deep, how wide, how large."""

LIMITS = {}


def limit(name, *sizes):
    """Adds a cell for each size; without sizes, one."""
    def add(function):
        for size in sizes:
            LIMITS[f"{name}-{size}"] = lambda size=size: function(size) + "\n"
        if not sizes:
            LIMITS[name] = lambda: function() + "\n"
        return function
    return add


def join(parts, separator="; "):
    return separator.join(parts)


@limit("active", 0, 1, 2, 100, 254, 255)
def active(n):
    return f"byte g; active [{n}] proctype A() {{ end: g == 1; assert(_pid < {n}) }}"


@limit("active-too-many", 256, 300, 1000)
def active_too_many(n):
    return f"byte g; active [{n}] proctype A() {{ end: g == 1; g = 2 }}"


@limit("active-in-all", 254, 255, 256)
def active_in_all(n):
    return f"byte g; active [100] proctype A() {{ end: g == 1 }} active [100] proctype B() {{ end: g == 2 }} active [{n - 200}] proctype C() {{ end: g == 3 }}"


@limit("run", 253, 254, 255, 300)
def run(n):
    return f"short n; proctype P(short p) {{ end: n == -1; assert(p == 0) }} init {{ do :: n < {n} -> run P(n); n++ :: else -> break od; assert(_nr_pr == {n + 1}) }}"


@limit("run-and-die", 300, 600)
def run_and_die(n):
    return f"short n; proctype P(short p) {{ assert(p + 1 == n && _pid == 1) }} init {{ do :: n < {n} -> atomic {{ run P(n); n++ }}; _nr_pr == 1 :: else -> break od }}"


@limit("proctypes", 200, 255, 300)
def proctypes(n):
    return "byte g;\n" + "\n".join(f"proctype P{i}() {{ g = {i % 256} }}" for i in range(n)) + f"\ninit {{ run P{n - 1}(); _nr_pr == 1; assert(g == {(n - 1) % 256}); run P0() }}"


@limit("channels", 200, 254, 255, 256, 300)
def channels(n):
    return "\n".join(f"chan c{i} = [1] of {{ short }};" for i in range(n)) + f"\nshort g; active proctype A() {{ c{n - 1}!{n}; c0!7; c{n - 1}?g; assert(g == {n} && len(c0) == 1) }}"


@limit("channels-rendezvous", 200, 255, 256)
def channels_rendezvous(n):
    return "\n".join(f"chan c{i} = [0] of {{ short }};" for i in range(n)) + f"\nshort g; active proctype A() {{ c{n - 1}!{n} }} active proctype B() {{ c{n - 1}?g; assert(g == {n}) }}"


@limit("channel-array", 200, 254, 255, 256, 300)
def channel_array(n):
    return f"chan c[{n}] = [1] of {{ short }}; short g; active proctype A() {{ c[{n - 1}]!{n}; c[0]!7; c[{n - 1}]?g; assert(g == {n} && len(c[0]) == 1) }}"


@limit("channels-local", 100, 254, 255, 256)
def channels_local(n):
    return f"chan k = [0] of {{ byte }}; proctype P() {{ chan c[{n}] = [1] of {{ byte }}; c[{n - 1}]!5; c[{n - 1}]?5; k!1 }} init {{ run P(); k?_; _nr_pr == 1; run P(); k?_ }}"


@limit("channels-of-processes", 100, 127, 128)
def channels_of_processes(n):
    return f"byte n; proctype P() {{ chan a = [1] of {{ byte }}; chan b = [1] of {{ byte }}; end: n == 255; assert(b == a + 1) }} init {{ do :: n < {n} -> run P(); n++ :: else -> break od }}"


@limit("capacity", 1, 100, 254, 255)
def capacity(n):
    return f"chan c = [{n}] of {{ byte }}; short i; active proctype A() {{ do :: nfull(c) -> c!i; i++ :: full(c) -> break od; assert(len(c) == {n} && i == {n}); do :: nempty(c) -> c?i :: empty(c) -> break od; assert(i == {n - 1}) }}"


@limit("capacity-too-large", 256, 257, 300, 1000)
def capacity_too_large(n):
    return f"chan c = [{n}] of {{ byte }}; byte i; active proctype A() {{ c!1; c?i; assert(i == 1) }}"


@limit("fields", 10, 16, 17, 32, 100, 200)
def fields(n):
    return f"chan c = [1] of {{ {join(['byte'] * n, ', ')} }}; byte g[{n}]; active proctype A() {{ c!{join((str((7 * i + 1) % 256) for i in range(n)), ', ')}; c?{join((f'g[{i}]' for i in range(n)), ', ')}; assert(g[0] == 1 && g[{n - 1}] == {(7 * n - 6) % 256}) }}"


@limit("parameters", 10, 16, 17, 32, 100, 200)
def parameters(n):
    return f"short g; proctype P({join(f'short p{i}' for i in range(n))}) {{ g = p{n - 1}; assert(p0 == -1 && p{n // 2} == {n // 2 - 1}) }} init {{ run P({join((str(i - 1) for i in range(n)), ', ')}) }}"


@limit("mtypes", 100, 254, 255, 256, 300)
def mtypes(n):
    return f"mtype = {{ {join((f'm{i}' for i in range(n)), ', ')} }}; mtype x; active proctype A() {{ x = m0; assert(x == m0); x = m{n - 1}; assert(x == 1) }}"


@limit("mtypes-in-two-lists", 254, 255, 256)
def mtypes_in_two_lists(n):
    return f"mtype = {{ {join((f'm{i}' for i in range(n // 2)), ', ')} }}; mtype = {{ {join((f'm{i}' for i in range(n // 2, n)), ', ')} }}; mtype x = m{n // 2}; active proctype A() {{ assert(x == m{n // 2}); x = m0 }}"


@limit("mtypes-named", 255, 256)
def mtypes_named(n):
    return f"mtype = {{ a, b }}; mtype:big = {{ {join((f'm{i}' for i in range(n)), ', ')} }}; mtype:big x = m0; mtype y = a; active proctype A() {{ assert(x == m0 && y == 2) }}"


@limit("array-byte", 1, 255, 256, 1000, 30000, 65534, 65535, 65536, 100000)
def array_byte(n):
    return f"byte a[{n}]; active proctype A() {{ a[{n - 1}] = 5; assert(a[{n - 1}] == 5); a[0] = 6; assert(a[{n // 2}] == 0 || {n} < 3) }}"


@limit("array-int", 100, 1000, 5000)
def array_int(n):
    return f"int a[{n}]; int i; active proctype A() {{ d_step {{ do :: i < {n} -> a[i] = i * 7; i++ :: else -> break od }}; assert(a[{n - 1}] == {7 * (n - 1)} && a[1] == 7) }}"


@limit("array-of-records", 10, 100, 255)
def array_of_records(n):
    return f"typedef R {{ byte a; short s[3]; bit b }}; R r[{n}]; active proctype A() {{ r[{n - 1}].s[2] = -5; r[0].s[0] = 4; assert(r[{n - 1}].s[2] == -5 && r[{n // 2}].a == 0 && r[0].s[0] == 4) }}"


@limit("array-local", 100, 1000, 10000)
def array_local(n):
    return f"active proctype A() {{ byte a[{n}]; a[{n - 1}] = 5; assert(a[{n - 1}] == 5) }} active proctype B() {{ int a[{n}]; a[{n - 1}] = 5; assert(a[0] == 0) }}"


@limit("array-index-edge", 3, 255, 256)
def array_index_edge(n):
    return f"byte a[{n}]; short i; byte z[300]; byte r; active proctype A() {{ if :: i = {n - 1} :: i = 0 :: i = {n} fi; r = a[i] }}"


@limit("variables", 100, 500, 1000)
def variables(n):
    return "\n".join(f"byte g{i};" for i in range(n)) + f"\nactive proctype A() {{ g{n - 1} = 1; g0 = 2; assert(g{n - 1} == 1 && g{n // 2} == 0) }}"


@limit("bits", 7, 8, 9, 33, 100, 300)
def bits(n):
    return join((f"bit b{i}" for i in range(n))) + f"; active proctype A() {{ b{n - 1} = 1; b{n // 2} = 3; assert(b{n - 1} && b{n // 2} && !b0); b{n - 1} = 2; assert(!b{n - 1}) }}"


@limit("locals", 100, 300)
def locals_(n):
    return f"active [2] proctype A() {{ {join(f'short v{i} = {i} - 5' for i in range(n))}; assert(v{n - 1} == {n - 6}); v0 = v{n - 1} }}"


@limit("unsigned-width", 1, 2, 15, 16, 17, 30, 31, 32, 33, 64)
def unsigned_width(n):
    top = 2 ** min(n, 31) - 1
    return f"unsigned u : {n}; unsigned v : {n} = {top}; active proctype A() {{ unsigned w : {n}; u = {top}; w = v; assert(u == {top} && v == u && w == {top}); u++; assert(u == 0); u--; assert(u == {top}) }}"


@limit("unsigned-width-zero")
def unsigned_width_zero():
    return "unsigned u : 0; active proctype A() { u = 1; assert(u == 0) }"


@limit("unsigned-widthless")
def unsigned_widthless():
    return "unsigned u; active proctype A() { u = 65535; assert(u == 65535); u++; assert(u == 0) }"


def edge(kind, low, high):
    @limit(f"edge-{kind}")
    def edges():
        return (f"{kind} x; int y; active proctype A() {{ x = {high}; assert(x == {high}); x++; y = x; assert(y == {low} || y == 0); x = {low}; x--; y = x; assert(y == {high}); "
                f"y = {high} + 1; x = y; assert(x == {low}); y = {low} - 1; x = y; assert(x == {high}) }}")


for _kind, _low, _high in (("bit", 0, 1), ("bool", 0, 1), ("byte", 0, 255), ("pid", 0, 255), ("mtype", 0, 255), ("short", -32768, 32767), ("int", -2147483648, 2147483647)):
    edge(_kind, _low, _high)


@limit("constant", 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2147483647, 2147483648, 4294967295, 4294967296, 4294967301, 9223372036854775807, 99999999999999999999)
def constant(n):
    return f"int x; byte y; short z; active proctype A() {{ x = {n}; y = {n}; z = {n}; assert(x == {n}); x = -{n}; assert(x < 0); y = {n} >> 4; z = {n} / 3 }}"


@limit("constant-leading-zero")
def constant_leading_zero():
    return "int x; active proctype A() { x = 010; assert(x == 10) }"


@limit("constant-hexadecimal")
def constant_hexadecimal():
    return "int x; active proctype A() { x = 0x10; assert(x == 16) }"


@limit("constant-character")
def constant_character():
    return "int x; active proctype A() { x = 'a'; assert(x == 97); x = '\\n'; assert(x == 10) }"


def nest(name, sizes, before, after, inner, head="byte g; active proctype A() { ", tail=" }"):
    @limit(name, *sizes)
    def nested(n):
        return head + before * n + inner + after * n + tail


NEST = (1, 2, 10, 50, 200)
nest("blocks", NEST, "{ ", " }", "g = 1; g = 2")
nest("blocks-with-statement", NEST, "g = 0; { ", " }", "g = 1")
nest("ifs", NEST, "if :: g == 0 -> ", " :: else -> g = 3 fi", "g = 1")
nest("ifs-first", NEST, "if :: ", " :: g == 3 -> g = 4 fi", "g = 1")
nest("dos", NEST, "do :: g == 0 -> ", "; break :: else -> break od", "g = 1")
nest("atomics", NEST, "atomic { g = 1; ", " }", "g = 2; g = 3")
nest("dsteps", NEST, "d_step { g = 1; ", " }", "g = 2; g = 3")
nest("atomics-and-dsteps", (1, 5, 25), "atomic { g = 1; d_step { ", " } }", "g = 2; g = 3")
nest("unless", (1, 2, 10, 40), "{ ", " } unless { g == 5 -> g = 0 }", "g = 1; g = 5; g = 6")
nest("unless-other-side", (1, 2, 5, 10), "{ g = 1; g = 2 } unless { g == 2 -> ", " }", "g = 7; g = 8")
nest("parentheses", (1, 10, 100, 500, 2000), "(", ")", "1", "int g; active proctype A() { g = ", "; assert(g == 1) }")
nest("negations", (1, 10, 101, 500), "!", "", "g", "int g; active proctype A() { assert(", ") }")
nest("minuses", (1, 10, 100), "- ", "", "1", "int g; active proctype A() { g = ", "; assert(g == 1) }")
nest("conditionals", (1, 10, 50), "(g == 0 -> ", " : 2)", "1", "int g; active proctype A() { g = ", "; assert(g == 1) }")
nest("indexes", (1, 10, 100), "a[", "]", "0", "byte a[2]; byte g; active proctype A() { a[0] = 1; a[1] = 1; g = ", "; assert(g == 1) }")
nest("formula", (1, 10, 30), "(<> ", ")", "(g == 1)", "byte g; active proctype A() { g = 1 }\nltl p { ", " }")
nest("formula-until", (1, 3, 6), "((g == 0) U ", ")", "(g == 1)", "byte g; active proctype A() { g = 1 }\nltl p { ", " }")


@limit("for-in-for", 1, 2, 4)
def for_in_for(n):
    variables = ", ".join(f"i{k}" for k in range(n))
    return f"byte {variables}; byte g; active proctype A() {{ " + "".join(f"for (i{k} : 0 .. 1) {{ " for k in range(n)) + "g++" + " }" * n + f"; assert(g == {2 ** n}) }}"


@limit("inlines", 1, 2, 10, 15, 16, 17, 40)
def inlines(n):
    return "byte g;\ninline f0(x) { g = g + x }\n" + "\n".join(f"inline f{i}(x) {{ f{i - 1}(x); g++ }}" for i in range(1, n)) + f"\nactive proctype A() {{ f{n - 1}(1); assert(g == {n}) }}"


@limit("inline-calls", 10, 100, 300)
def inline_calls(n):
    return f"byte g;\ninline f(x) {{ byte t; t = x; g = g + t }}\nactive proctype A() {{ {join(['f(1)'] * n)}; assert(g == {n % 256}) }}"


@limit("inline-parameters", 1, 10, 16, 17, 32, 33)
def inline_parameters(n):
    return f"int g;\ninline f({join((f'p{i}' for i in range(n)), ', ')}) {{ g = {join((f'p{i}' for i in range(n)), ' + ')} }}\nactive proctype A() {{ f({join((str(i) for i in range(n)), ', ')}); assert(g == {n * (n - 1) // 2}) }}"


@limit("records", 1, 2, 5, 10, 20)
def records(n):
    return ("typedef T0 { byte a; short s }\n" + "\n".join(f"typedef T{i} {{ byte a; T{i - 1} t; bit b }}" for i in range(1, n)) + f"\nT{n - 1} x;\n"
            f"active proctype A() {{ T{n - 1} y; x{'.t' * (n - 1)}.s = -5; x.a = 300; y{'.t' * (n - 1)}.a = 7; assert(x{'.t' * (n - 1)}.s == -5 && x.a == 44 && y{'.t' * (n - 1)}.a == 7) }}")


@limit("records-sent", 1, 2, 5, 8)
def records_sent(n):
    return ("typedef T0 { byte a; short s }\n" + "\n".join(f"typedef T{i} {{ byte a; T{i - 1} t; bit b }}" for i in range(1, n)) + f"\nchan c = [1] of {{ byte, T{n - 1}, short }}; T{n - 1} x;\n"
            f"active proctype A() {{ T{n - 1} y; short z; y{'.t' * (n - 1)}.s = -5; y.a = 3; c!1, y, -9; c?1, x, z; assert(x{'.t' * (n - 1)}.s == -5 && x{'.t' * (n - 1)}.a == {0 if n > 1 else 3} && z == -9) }}")


@limit("record-fields", 10, 50, 200)
def record_fields(n):
    return f"typedef T {{ {join(f'byte f{i}' for i in range(n))} }}\nT x; proctype P(T p; byte q) {{ x.f{n - 1} = p.f{n - 1}; assert(p.f{n - 1} == 5 && q == 9) }} init {{ T y; y.f{n - 1} = 5; run P(y, 9) }}"


def sequence(name, sizes, before, after, statement="g++", proctype="active proctype A()"):
    @limit(name, *sizes)
    def of_length(n):
        return f"byte g; {proctype} {{ {before}{join([statement] * n)}{after} }}"


sequence("statements", (100, 1000, 3000), "", "")
sequence("atomic", (100, 1000, 3000), "atomic { ", " }; g = 1")
sequence("dstep", (100, 1000), "d_step { ", " }; g = 1")
sequence("atomics-in-sequence", (100, 500), "", "", "atomic { g++; g = g + 2 }")


@limit("atomic-loop", 100, 1000, 30000)
def atomic_loop(n):
    return f"short g; active proctype A() {{ atomic {{ do :: g < {n} -> g++ :: else -> break od }}; assert(g == {n}) }} active proctype B() {{ assert(g == 0 || g == {n}) }}"


@limit("options", 10, 100, 300)
def options(n):
    return f"short g; active proctype A() {{ if {join((f':: g = {i}' for i in range(n)), ' ')} fi; do {join((f':: g == {i} -> break' for i in range(n)), ' ')} od; assert(g < {n}) }}"


@limit("options-with-else", 10, 100)
def options_with_else(n):
    return f"short g; active proctype A() {{ do {join((f':: g == {i} -> g = {i + 1}' for i in range(n)), ' ')} :: else -> break od; assert(g == {n}) }}"


@limit("labels", 10, 300)
def labels(n):
    return f"short g; active proctype A() {{ goto L{n - 1}; {join(f'L{i}: g = {i}' for i in range(n))}; assert(g == {n - 1}) }}"


@limit("gotos", 10, 300)
def gotos(n):
    return f"short g; active proctype A() {{ L0: {join(f'goto L{i}; L{i}: skip' for i in range(1, n))}; g = 1 }}"


@limit("name", 10, 100, 500)
def name_length(n):
    return f"byte {'x' * n}; proctype {'P' * n}(byte {'p' * n}) {{ {'x' * n} = {'p' * n} }} init {{ run {'P' * n}(3); {'x' * n} == 3 }}"


@limit("text", 100, 500)
def text_length(n):
    return f"byte g; active proctype A() {{ printf(\"{'x' * n}%d\\n\", g); g = 1 }}"


@limit("print-arguments", 5, 10, 12, 20)
def print_arguments(n):
    return f"byte g; active proctype A() {{ printf(\"{'%d ' * n}\\n\", {join((str(i) for i in range(n)), ', ')}); g = 1 }}"


@limit("select", 1, 32, 33, 34, 100, 254)
def select(n):
    return f"byte i; active proctype A() {{ select(i : 0 .. {n}); assert(i <= {n}) }}"


@limit("select-negative")
def select_negative():
    return "short i; active proctype A() { select(i : -2 .. 2); assert(i <= 2) }"


@limit("select-backwards")
def select_backwards():
    return "short i; active proctype A() { select(i : 5 .. 2); assert(i == 5) }"


@limit("for", 1, 254, 300)
def for_(n):
    return f"short i; int s; active proctype A() {{ for (i : 1 .. {n}) {{ s = s + i }}; assert(s == {n * (n + 1) // 2}) }}"


@limit("for-negative")
def for_negative():
    return "short i; int s; active proctype A() { for (i : -3 .. -1) { s = s + i }; assert(s == -6) }"


@limit("priority", 0, 1, 254, 255, 256)
def priority(n):
    return f"byte g; active proctype A() priority {n} {{ g = 1; g = 2 }} active proctype B() priority 2 {{ g = 3; g = 4 }}"


@limit("sum", 10, 100, 500)
def long_sum(n):
    return f"int g; active proctype A() {{ g = {join((str(i) for i in range(n)), ' + ')}; assert(g == {n * (n - 1) // 2}) }}"


@limit("conjunction", 10, 100, 500)
def conjunction(n):
    return f"int g; active proctype A() {{ {join((f'g != {i + 1}' for i in range(n)), ' && ')} -> g = 1; assert({join((f'g == {i}' for i in range(n)), ' || ')}) }}"


@limit("claims", 1, 5, 20)
def claims(n):
    return "byte g; active proctype A() { g = 1 }\n" + "\n".join(f"ltl p{i} {{ <> (g == {i}) }}" for i in range(n))


@limit("empty-body")
def empty_body():
    return "active proctype A() { }"


@limit("no-process")
def no_process():
    return "byte x; proctype A() { x = 1 }"


@limit("only-declarations")
def only_declarations():
    return "byte x; active proctype A() { byte y; chan c = [1] of { byte } }"


@limit("array-of-nothing")
def array_of_nothing():
    return "byte a[0]; active proctype A() { skip }"


@limit("array-size-negative")
def array_size_negative():
    return "byte a[-1]; active proctype A() { skip }"


@limit("array-size-expression")
def array_size_expression():
    return "#define N 3\nbyte a[N + 1]; active proctype A() { a[3] = 1; assert(a[N] == 1) }"


@limit("array-size-variable")
def array_size_variable():
    return "byte n = 3; byte a[n]; active proctype A() { a[0] = 1 }"


@limit("two-dimensions")
def two_dimensions():
    return "byte a[2][2]; active proctype A() { a[0][1] = 1 }"


@limit("capacity-variable")
def capacity_variable():
    return "byte n = 2; chan c = [n] of { byte }; active proctype A() { c!1 }"


@limit("capacity-negative")
def capacity_negative():
    return "chan c = [-1] of { byte }; active proctype A() { c!1 }"


@limit("channel-without-fields")
def channel_without_fields():
    return "chan c = [1] of { }; active proctype A() { c!1 }"


@limit("record-in-itself")
def record_in_itself():
    return "typedef T { byte a; T t }; T x; active proctype A() { x.a = 1 }"


@limit("record-without-fields")
def record_without_fields():
    return "typedef T { }; T x; active proctype A() { skip }"


@limit("shift-wide")
def shift_wide():
    return "int x = 1; int y = 31; active proctype A() { x = 1 << y; assert(x < 0); x = x >> y; assert(x == -1) }"


@limit("overflow")
def overflow():
    return "int x = 2147483647; active proctype A() { x++; assert(x < 0); x--; assert(x > 0); x = x * 2; assert(x == -2); x = x * x; assert(x == 4) }"
