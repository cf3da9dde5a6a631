"""Places of the feature matrix that are about channels: what is sent, received, matched, polled, sorted."""
from matrix_places import place, unprinted




def channel(m, name, size, before="", after=""):
    fields = ", ".join(part for part in (before, m.field(), after) if part)
    return f"chan {name} = [{size}] of {{ {fields} }};"


def constants(m, which):
    return [m.value(leaf, i, which) for i, leaf in enumerate(m.leaves("x"))]


def stored(m, which):
    return [str(leaf.holds(m.value(leaf, i, which))) for i, leaf in enumerate(m.leaves("x"))]


@place
def sent_buffered(m):
    return f"{channel(m, 'c', 2)}\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.pick('x')}; c!{m.whole('x')}; c?{m.whole('y')}; {m.see('y')} }}"


@place
def sent_rendezvous(m):
    return f"{channel(m, 'c', 0)}\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; c!{m.whole('x')} }}\nactive proctype B() {{ {m.declare('y')}; c?{m.whole('y')}; {m.see('y')} }}"


@place
def sent_among(m):
    return (f"{channel(m, 'c', 2, 'byte', 'short, bit')}\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; c!7, {m.whole('x')}, -3, 1 }}\n"
            f"active proctype B() {{ byte a; short b; bit d; {m.declare('y')}; c?a, {m.whole('y')}, b, d; assert(a == 7 && b == -3 && d); {m.see('y')} }}")


@place
def sent_among_rendezvous(m):
    return (f"{channel(m, 'c', 0, 'short', 'byte')}\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; c!-7, {m.whole('x')}, 300 }}\n"
            f"active proctype B() {{ short a; byte b; {m.declare('y')}; c?a, {m.whole('y')}, b; assert(a == -7 && b == 44); {m.see('y')} }}")


@place
def sent_twice(m):
    return (f"{channel(m, 'c', 2, '', m.field())}\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.pick('x')}; {m.assign('y', 1)}; c!{m.whole('x')}, {m.whole('y')} }}\n"
            f"active proctype B() {{ {m.declare('v')}; {m.declare('w')}; c?{m.whole('w')}, {m.whole('v')}; {m.see('w')}; {m.see('v')} }}")


@place
def sent_queue(m):
    return (f"{channel(m, 'c', 3)}\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; c!{m.whole('x')}; {m.assign('x', 1)}; c!{m.whole('x')}; {m.assign('x', 0)}; c!{m.whole('x')}; len(c) == 3; "
            f"c?{m.whole('x')}; {m.see('x')}; c?{m.whole('x')}; {m.see('x')} }}")


@place
def sent_global(m):
    return f"{channel(m, 'c', 1)} {m.declare('x')}; {m.declare('y')};\nactive proctype A() {{ {m.pick('x')}; c!{m.whole('x')}; {m.assign('x', 0)} }}\nactive proctype B() {{ c?{m.whole('y')}; {m.see('y')} }}"


@place
def sent_constants(m):
    sends = " ".join(f":: c!{', '.join(constants(m, which))}" for which in m.tuples)
    return f"{channel(m, 'c', 2)}\nactive proctype A() {{ {m.declare('y')}; if {sends} fi; c?{m.whole('y')}; {m.see('y')} }}"


@place
def sent_by_leaves(m):
    return f"{channel(m, 'c', 2)}\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.pick('x')}; c!{', '.join(l.path for l in m.leaves('x'))}; c?{', '.join(l.path for l in m.leaves('y'))}; {m.see('y')} }}"


@place
def sent_leaf(m):
    """One leaf through a channel of another type."""
    leaf = m.leaves("x")[-1].path
    return (f"chan c = [2] of {{ byte }}; chan d = [2] of {{ short, bit }}; int r, s, t;\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; c!{leaf}; d!{leaf}, {leaf}; c?r; d?s, t; "
            f"{m.judge(['r', 's', 't'], only=[len(m.leaves('x')) - 1])} }}")


@place
def sent_expression(m):
    leaf = m.leaves("x")[-1].path
    return f"chan c = [1] of {{ int, byte }}; int r, s;\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; c!{leaf} * 2 + 1, {leaf} - 300; c?r, s; {m.judge(['r', 's'], only=[len(m.leaves('x')) - 1])} }}"


@place
def sent_array_name(m):
    """The name of an array alone means its first element."""
    return f"{channel(m, 'c', 2)}\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.pick('x')}; c!x; c?y; {m.see('y')} }}"


@place
def sent_in_parentheses(m):
    return f"mtype = {{ go }}\n{channel(m, 'c', 2, 'mtype')}\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.pick('x')}; c!go({m.whole('x')}); c?go({m.whole('y')}); {m.see('y')} }}"


@place
def sent_sorted(m):
    return (f"{channel(m, 'c', 4)}\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.assign('y', 0)}; c!!{m.whole('y')}; {m.pick('x')}; c!!{m.whole('x')}; {m.assign('y', 1)}; c!!{m.whole('y')}; "
            f"c?{m.whole('y')}; {m.see('y')}; c?{m.whole('y')}; {m.see('y')}; c?{m.whole('y')}; {m.see('y')} }}")


@place
def sent_in_dstep(m):
    return f"{channel(m, 'c', 2)}\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.pick('x')}; d_step {{ c!{m.whole('x')}; c?{m.whole('y')} }}; {m.see('y')} }}"


@place
def sent_as_guard(m):
    return (f"{channel(m, 'c', 1)} byte r;\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; do :: c!{m.whole('x')} -> r++ :: full(c) -> break od }}\n"
            f"active proctype B() {{ {m.declare('y')}; c?{m.whole('y')} -> {m.see('y')} }}")


@place
@unprinted
def sent_missing(m):
    return f"{channel(m, 'c', 1, '', 'byte')}\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; byte b; {m.pick('x')}; c!{m.whole('x')}; c?{m.whole('y')}, b; {m.see('y')} }}"


@place
@unprinted
def sent_too_much(m):
    return f"{channel(m, 'c', 1)} chan d = [1] of {{ byte, {', '.join(['byte'] * 20)} }};\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.pick('x')}; c!{m.whole('x')}, 9; c?{m.whole('y')}; {m.see('y')} }}"


@place
@unprinted
def received_missing(m):
    return f"{channel(m, 'c', 1, '', 'byte')}\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; byte b; {m.pick('x')}; c!{m.whole('x')}, 8; c?{m.whole('y')}; {m.see('y')} }}"


@place
def received_wide(m):
    """Into variables of type int."""
    count = len(m.leaves("x"))
    names = [f"w{i}" for i in range(count)]
    return f"{channel(m, 'c', 1)} int {', '.join(names)};\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; c!{m.whole('x')} }}\nactive proctype B() {{ c?{', '.join(names)}; {m.judge(names)} }}"


@place
def received_narrow(m):
    """Into bits, by a handshake (a buffered channel is damaged by SPIN when it goes back)."""
    count = len(m.leaves("x"))
    names = [f"w{i}" for i in range(count)]
    return f"{channel(m, 'c', 0)} bit {', '.join(names)};\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; c!{m.whole('x')} }}\nactive proctype B() {{ c?{', '.join(names)}; {m.judge(names)} }}"


@place
def received_bytes(m):
    names = [f"w{i}" for i in range(len(m.leaves("x")))]
    return f"{channel(m, 'c', 0)} byte {', '.join(names)};\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; c!{m.whole('x')} }}\nactive proctype B() {{ c?{', '.join(names)}; {m.judge(names)} }}"


@place
def received_in_array(m):
    """Each leaf into an element of an array whose index was received before."""
    names = [f"w[{i}]" for i in range(len(m.leaves("x")))]
    return f"{channel(m, 'c', 1, 'byte')} int w[20]; byte i;\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; c!0, {m.whole('x')} }}\nactive proctype B() {{ c?i, {', '.join(n.replace('[', '[i + ') for n in names)}; {m.judge(names)} }}"


@place
def received_unwanted(m):
    blanks = ", ".join(["_"] * len(m.leaves("x")))
    return f"{channel(m, 'c', 2, 'byte')}\nactive proctype A() {{ {m.declare('x')}; byte b; {m.pick('x')}; c!5, {m.whole('x')}; c!6, {m.whole('x')}; c?_, {m.whole('x')}; {m.see('x')}; c?b, {blanks}; assert(b == 6) }}"


@place
def received_constant(m):
    receives = " ".join(f":: c?{', '.join(stored(m, which))} -> r = {which}" for which in m.tuples[:2])
    return f"{channel(m, 'c', 2)} byte r;\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; c!{m.whole('x')}; if {receives} :: timeout -> r = 9 fi; {m.see('x')} }}"


@place
def received_constant_rendezvous(m):
    receives = " ".join(f":: c?{', '.join(stored(m, which))} -> r = {which}" for which in m.tuples[:3])
    return f"{channel(m, 'c', 0)} byte r;\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; c!{m.whole('x')}; {m.see('x')} }}\nactive proctype B() {{ if {receives} fi }}"


@place
def received_constant_uncut(m):
    """Constants that no message can equal are compared as they are."""
    receives = " ".join(f":: c?{', '.join(constants(m, which))} -> r = {which}" for which in m.tuples)
    return f"{channel(m, 'c', 2)} byte r;\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; c!{m.whole('x')}; if {receives} :: timeout -> r = 9 fi; {m.see('x')} }}"


@place
def received_eval(m):
    matches = ", ".join(f"eval({l.path})" for l in m.leaves("y"))
    return (f"{channel(m, 'c', 1)} byte r;\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.pick('x')}; {m.assign('y', 1)}; c!{m.whole('x')}; if :: c?{matches} -> r = 1 :: timeout -> r = 2 fi; {m.see('x')} }}")


@place
def received_eval_whole(m):
    return f"{channel(m, 'c', 1)} byte r;\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.pick('x')}; {m.assign('y', 1)}; c!{m.whole('x')}; if :: c?eval({m.whole('y')}) -> r = 1 :: timeout -> r = 2 fi; {m.see('x')} }}"


@place
def received_eval_rendezvous(m):
    matches = ", ".join(f"eval({l.path})" for l in m.leaves("y"))
    return (f"{channel(m, 'c', 0, 'byte')} byte r;\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; c!r, {m.whole('x')}; {m.see('x')} }}\n"
            f"active proctype B() {{ {m.declare('y')}; byte b; {m.pick('y')}; if :: c?b, {matches} -> r = 1 :: timeout -> r = 2 fi }}")


@place
@unprinted
def received_eval_of_before(m):
    """What an eval of a later field sees of what an earlier one received."""
    return (f"{channel(m, 'c', 2, 'byte, byte')} byte g = 1, h = 1;\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; c!1, 1, {m.whole('x')}; c!2, 1, {m.whole('x')}; c!2, 2, {m.whole('x')} }}\n"
            f"active proctype B() {{ {m.declare('y')}; end: do :: c?g, eval(g), {m.whole('y')} -> h++; {m.see('y')} :: c?h, eval(g), {m.whole('y')} od }}")


@place
def received_mixed(m):
    """Half of the leaves are compared, half are received."""
    parts = [f"eval({l.path})" if i % 2 else l.path for i, l in enumerate(m.leaves("y"))]
    return f"{channel(m, 'c', 1, 'byte')}\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.pick('x')}; {m.assign('y', 1)}; c!4, {m.whole('x')}; if :: c?4, {', '.join(parts)} :: timeout fi; {m.see('y')} }}"


@place
def received_copy(m):
    return f"{channel(m, 'c', 2)}\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.pick('x')}; c!{m.whole('x')}; c?<{m.whole('y')}>; {m.see('y')}; assert(len(c) == 1); {m.assign('y', 0)}; c?{m.whole('y')}; {m.see('y')} }}"


@place
def received_random(m):
    """The first message that matches, out of order."""
    parts = [l.path for l in m.leaves("y")]
    return (f"{channel(m, 'c', 3, 'byte')}\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.assign('x', 0)}; c!1, {m.whole('x')}; {m.pick('x')}; c!2, {m.whole('x')}; {m.assign('x', 1)}; c!2, {m.whole('x')}; "
            f"c??2, {', '.join(parts)}; {m.see('y')}; c?1, {', '.join(parts)}; {m.see('y')}; assert(len(c) == 1) }}")


@place
def received_random_constant(m):
    matches = ", ".join(stored(m, 2))
    return (f"{channel(m, 'c', 3)} byte r;\nactive proctype A() {{ {m.declare('x')}; {m.assign('x', 0)}; c!{m.whole('x')}; {m.pick('x')}; c!{m.whole('x')}; "
            f"if :: c??{matches} -> r = 1 :: timeout -> r = 2 fi; c?{m.whole('x')}; {m.see('x')} }}")


@place
def received_random_eval(m):
    matches = ", ".join(f"eval({l.path})" for l in m.leaves("y"))
    return (f"{channel(m, 'c', 3)} byte r;\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.assign('x', 0)}; c!{m.whole('x')}; {m.pick('x')}; c!{m.whole('x')}; {m.pick('y')}; "
            f"if :: c??{matches} -> r = 1 :: timeout -> r = 2 fi; c?{m.whole('x')}; {m.see('x')} }}")


@place
def received_random_copy(m):
    parts = [l.path for l in m.leaves("y")]
    return (f"{channel(m, 'c', 3, 'byte')}\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.assign('x', 0)}; c!1, {m.whole('x')}; {m.pick('x')}; c!2, {m.whole('x')}; c??<2, {', '.join(parts)}>; {m.see('y')}; assert(len(c) == 2) }}")


@place
def polled(m):
    matches = ", ".join(stored(m, 2))
    free = ", ".join(l.path for l in m.leaves("y"))
    evals = ", ".join(f"eval({l.path})" for l in m.leaves("y"))
    return (f"{channel(m, 'c', 2)} byte r;\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.assign('y', 1)}; assert(!c?[{free}]); {m.pick('x')}; c!{m.whole('x')}; "
            f"if :: c?[{matches}] -> r = 1 :: c?[{evals}] -> r = 2 :: c?[{free}] -> r = 3 fi; {m.see('x')}; {m.see('y')} }}")


@place
def polled_random(m):
    matches = ", ".join(stored(m, 2))
    return (f"{channel(m, 'c', 2)} byte r;\nactive proctype A() {{ {m.declare('x')}; {m.assign('x', 0)}; c!{m.whole('x')}; {m.pick('x')}; c!{m.whole('x')}; r = c??[{matches}]; if :: c??[{matches}] && len(c) == 2 -> r = 5 :: else fi; {m.see('x')} }}")


@place
def for_in_channel(m):
    return f"{channel(m, 'c', 3)} byte n;\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.pick('x')}; c!{m.whole('x')}; {m.assign('x', 1)}; c!{m.whole('x')}; for (y in c) {{ n++; {m.see('y')} }}; assert(len(c) == 2) }}"


@place
def channel_in_record(m):
    """The channel is itself a field."""
    return f"typedef W {{ byte b; {channel(m, 'c', 2)[:-1]}; short s }}\nW w;\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; {m.pick('x')}; w.c!{m.whole('x')}; w.c?{m.whole('y')}; {m.see('y')}; assert(w.b == 0 && w.s == 0) }}"


@place
def channel_in_array(m):
    return f"chan c[3] = [1] of {{ {m.field()}, byte }}; byte i = 1;\nactive proctype A() {{ {m.declare('x')}; {m.declare('y')}; byte b; {m.pick('x')}; c[i + 1]!{m.whole('x')}, 3; c[i]!{m.whole('x')}, 4; c[2 * i]?{m.whole('y')}, b; assert(b == 3); {m.see('y')} }}"


@place
def channel_local(m):
    return f"active proctype A() {{ {channel(m, 'c', 2)[:-1]}; {m.declare('x')}; {m.declare('y')}; {m.pick('x')}; c!{m.whole('x')}; c?{m.whole('y')}; {m.see('y')} }}"


@place
def channel_as_parameter(m):
    return f"{channel(m, 'c', 1)} {channel(m, 'd', 0)}\nproctype B(chan q; byte n) {{ {m.declare('y')}; q?{m.whole('y')}; {m.see('y')} }}\ninit {{ {m.declare('x')}; run B(c, 1); run B(d, 2); {m.pick('x')}; c!{m.whole('x')}; d!{m.whole('x')} }}"


@place
def channel_through_channel(m):
    return (f"{channel(m, 'c', 1)} chan d = [1] of {{ chan, byte }};\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; d!c, 5; c!{m.whole('x')} }}\n"
            f"active proctype B() {{ chan q; byte b; {m.declare('y')}; d?q, b; q?{m.whole('y')}; {m.see('y')} }}")


@place
def channel_of_local(m):
    """The channel belongs to one process and is used by another."""
    return (f"chan d = [0] of {{ chan }};\nactive proctype A() {{ {channel(m, 'c', 1)[:-1]}; {m.declare('x')}; {m.pick('x')}; d!c; c!{m.whole('x')}; empty(c) }}\n"
            f"active proctype B() {{ chan q; {m.declare('y')}; d?q; q?{m.whole('y')}; {m.see('y')} }}")


@place
def channel_value_used(m):
    """A leaf that holds a channel is sent to."""
    chans = [l for l in m.leaves("x") if l.kind == "chan"] or m.leaves("x")
    leaf = chans[0].path
    return f"{m.declare('x')}; byte r;\nactive proctype A() {{ {m.pick('x')}; {leaf}!3; r = len(k1) + 2 * len(k2) + 4 * len(k3); {leaf}?r; assert(r == 3); {m.see('x')} }}"


@place
def watched_by_trace(m):
    matches = ", ".join(stored(m, 0))
    blanks = ", ".join(["_"] * len(m.leaves("x")))
    return f"{channel(m, 'c', 1)}\nactive proctype A() {{ {m.declare('x')}; {m.pick('x')}; c!{m.whole('x')}; c?{m.whole('x')}; {m.see('x')} }}\ntrace {{ if :: c!{matches} :: c!{blanks}; c?{blanks} fi }}"


@place
def length_functions(m):
    leaf = [l for l in m.leaves("x") if l.kind == "chan"] or m.leaves("x")
    q = leaf[-1].path
    return f"{m.declare('x')}; byte r;\nactive proctype A() {{ {m.pick('x')}; k3!1; r = len({q}); if :: empty({q}) -> r = r + 2 :: nempty({q}) -> r = r + 4 fi; if :: nfull({q}) -> k3!2 :: full({q}) fi; if :: full({q}) -> r = r + 8 :: nfull({q}) fi; {m.see('x')} }}"
