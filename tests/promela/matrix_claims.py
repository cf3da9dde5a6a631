"""Places of the feature matrix that are about properties and about C: formulas, never claims, c_expr, c_code."""
from matrix_places import place


def last(m, name="x"):
    return m.leaves(name)[-1]


def value(m, which):
    """What the last leaf holds in a tuple."""
    leaf, index = last(m), len(m.leaves("x")) - 1
    return leaf.holds(m.value(leaf, index, which))


def differs(m):
    """The right variant looks for a value that is never there, the wrong one for one that is."""
    return value(m, 2) if m.variant == "wrong" else value(m, 2) + 1000


def differs_or_c(m, path):
    return f"{path} == {differs(m)}"


@place
def in_ltl(m):
    return f"{m.declare('x')};\nactive proctype A() {{ {m.pick('x')}; {m.see('x')} }}\nltl p {{ [] !({differs_or_c(m, last(m).path)}) }}\nltl q {{ <> ({last(m).path} == {value(m, 1)}) }}"


@place
def in_ltl_all_leaves(m):
    both = " && ".join(f"{l.path} == {l.holds(m.value(l, i, 1))}" for i, l in enumerate(m.leaves("x")))
    return f"{m.declare('x')};\nactive proctype A() {{ {m.pick('x')} }}\nltl p {{ [] (({both}) -> <> ({last(m).path} != {value(m, 1)})) }}"


@place
def in_ltl_by_macro(m):
    return f"#define bad ({differs_or_c(m, last(m).path)})\n{m.declare('x')};\nactive proctype A() {{ {m.pick('x')} }}\nltl p {{ always !bad }}"


@place
def in_ltl_remote(m):
    return f"active proctype A() {{ {m.declare('x')}; {m.pick('x')}; L: skip }}\nltl p {{ [] !(A@L && A[0]:{differs_or_c(m, last(m).path)}) }}"


@place
def in_ltl_parameter(m):
    return f"proctype A({m.declare('x')}) {{ L: skip }}\ninit {{ {m.declare('y')}; {m.pick('y')}; run A({m.whole('y')}) }}\nltl p {{ [] !(A[1]@L && A[1]:{differs_or_c(m, last(m).path)}) }}"


@place
def in_ltl_channel(m):
    blanks = ", ".join(str(l.holds(m.value(l, i, 2)) + (0 if m.variant == "wrong" else 1000)) for i, l in enumerate(m.leaves("x")))
    return f"chan c = [1] of {{ {m.field()} }};\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; c!{m.whole('x')} }}\nltl p {{ [] !(c?[{blanks}]) }}"


@place
def in_never(m):
    return f"{m.declare('x')};\nactive proctype A() {{ {m.pick('x')}; {m.see('x')} }}\nnever {{ do :: {differs_or_c(m, last(m).path)} -> break :: true od }}"


@place
def in_never_accept(m):
    return f"{m.declare('x')};\nactive proctype A() {{ {m.pick('x')}; do :: true od }}\nnever {{ T0: do :: {differs_or_c(m, last(m).path)} -> goto accept_1 :: true od; accept_1: do :: {differs_or_c(m, last(m).path)} od }}"


@place
def in_never_remote(m):
    return f"active proctype A() {{ {m.declare('x')}; {m.pick('x')}; L: skip }}\nnever {{ do :: A[0]:{differs_or_c(m, last(m).path)} -> break :: else od }}"


@place
def in_c_expr(m):
    return f"{m.declare('x')}; byte r;\nactive proctype A() {{ {m.pick('x')}; if :: c_expr {{ now.{last(m).path} == {value(m, 2)} }} -> r = 1 :: else -> r = 2 fi; {m.see('x')} }}"


@place
def in_c_expr_local(m):
    return f"byte r;\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; if :: c_expr {{ PA->{last(m).path} == {value(m, 2)} }} -> r = 1 :: else -> r = 2 fi; {m.see('x')} }}"


@place
def in_c_code(m):
    texts = "; ".join(f"now.{l.path} = {m.expected(l, i, 1)}" for i, l in enumerate(m.leaves("x")))
    return f"{m.declare('x')};\nactive proctype A() {{ {m.pick('x')}; {m.see('x')}; c_code {{ {texts}; }}; {m.see('x')} }}"


@place
def in_c_code_local(m):
    texts = "; ".join(f"PA->{l.path} = {m.expected(l, i, 1)}" for i, l in enumerate(m.leaves("x")))
    return f"active proctype A() {{ {m.declare('x')}; {m.pick('x')}; {m.see('x')}; c_code {{ {texts}; }}; {m.see('x')} }}"


@place
def in_c_parameter(m):
    return f"byte r;\nproctype A({m.declare('x')}) {{ if :: c_expr {{ PA->{last(m).path} == {value(m, 2)} }} -> r = 1 :: else -> r = 2 fi; {m.see('x')} }}\ninit {{ {m.declare('y')}; {m.pick('y')}; run A({m.whole('y')}) }}"


@place
def in_c_ltl(m):
    return f"{m.declare('x')};\n#define bad c_expr {{ now.{last(m).path} == {differs(m)} }}\nactive proctype A() {{ {m.pick('x')} }}\nnever {{ do :: bad -> break :: true od }}"
