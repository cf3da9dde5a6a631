"""Programs that engines for loops and calls are known to get wrong, for generate.py.

Each is a function that gets the generator, adds what it needs to its program, and gives
the main function, without its last return. Noise makes no two of them alike."""
from unbounded.syntax import Condition, Statement, binary, constant


def noise(g, percent=40):
    return g.some(2) if g.chance(percent) else []


def while_input(g, *body):
    return Statement(g.pick(["while", "while", "do"]), condition=g.input_condition(15), body=list(body))


def if_(g, test, *body):
    return Statement("if", condition=test if isinstance(test, Condition) else Condition(test), body=list(body))


def is_equal(v, value):
    return binary("==", v.read(), constant(value))


def begin_main(g, *styles):
    main = g.add_main()
    g.begin(main, 0, budget=6)
    return main, [g.add_local(s) for s in styles]


def later_iteration(g):
    """A loop whose second, third, ... iteration differs: what holds after one does not after more."""
    main, (n, x) = begin_main(g, "mask", g.pick(["mask", "flag", "signed"]))
    n.high, n.first = g.pick([3, 3, 7]), 0
    when = g.dice.randrange(1, n.high + 1)
    g.fixed.add(n)
    count = if_(g, binary("<", n.read(), constant(n.high)), Statement("assign", target=n, value=binary("+", n.read(), constant(1))))
    body = [if_(g, is_equal(n, when), g.assign(x) if g.chance(50) else g.set(x, g.dice.randrange(x.low, x.high + 1))), count] + noise(g)
    g.dice.shuffle(body)
    main.body = noise(g) + [while_input(g, *body), g.spot(x.read(), n.read(), binary("+", x.read(), n.read()))]
    return main


def only_before(g):
    """What is true before the loop and in its first iteration only."""
    main, (x, y) = begin_main(g, "mask", "flag")
    body = [g.spot(x.read(), binary("==", x.read(), y.read()))] + noise(g) + [g.assign(x) if g.chance(50) else g.step(x), g.set(y, 1 - y.first)]
    main.body = noise(g) + [g.spot(x.read()), while_input(g, *body), g.spot(x.read(), y.read())]
    return main


def in_callee(g):
    """A variable that only a function changes, which the loop calls."""
    changed = g.add_global("mask")
    inner = g.add_function([], None) if g.chance(40) else None
    f = g.add_function(["mask"] if g.chance(50) else [], g.pick([None, "mask"]))
    main, (x,) = begin_main(g, "mask")
    g.begin(inner or f, 0, 3)
    change = [g.step(changed) if g.chance(60) else g.assign(changed)]
    if inner:
        inner.body = change
        g.begin(f, 0, 3)
        change = [if_(g, g.input_condition(), Statement("call", callee=inner))]
    f.body = change + noise(g, 20) + [g.return_()]
    g.begin(main, 0, 5)
    main.body = [g.read_input(x), while_input(g, *noise(g), g.call(f, x if g.chance(50) else None)), g.spot(changed.read(), x.read())]
    return main


def two_calls(g):
    """Two calls with different arguments: what one returns, the other must not."""
    f = g.add_function(["mask", g.pick(["flag", "mask"])], "mask")
    main, (x, y) = begin_main(g, "mask", "mask")
    g.begin(f, 1, 4)
    p = f.parameters[0]
    loop = while_input(g, g.assign(f.locals[0]), *noise(g, 30))
    f.body = [if_(g, binary(">", p.read(), constant(0)), *([loop] if g.chance(60) else [g.assign(f.locals[0])]))] + noise(g, 30) + [g.return_()]
    g.begin(main, 0, 4)
    main.body = [g.call(f, x)] + noise(g, 30) + [g.call(f, y), g.spot(x.read(), y.read(), binary("<=", x.read(), y.read()))]
    for s in main.body:
        if s.kind == "call" and s.callee is f:
            s.arguments[0] = constant(g.dice.randrange(p.low, p.high + 1))
    return main


def local_survives(g):
    """A local that must be, after the recursion, what it was before."""
    f = g.add_function(["mask"] + (["flag"] if g.chance(40) else []), "mask")
    main, (x,) = begin_main(g, "mask")
    g.begin(f, 1, 3)
    p, v = f.parameters[0], f.locals[0]
    g.fixed.add(v)
    keep = Statement("assign", target=v, value=g.within(v, p.read() if g.chance(60) else g.expression(1)))
    other = g.globals[0]
    call = Statement("call", callee=f, arguments=g.arguments(f), target=other, value=g.within(other, g.result_of(f)))
    if g.chance(60):
        call.arguments[0] = g.within(p, binary(g.pick(["+", "-"]), p.read(), constant(1)))
    again = if_(g, g.input_condition() if g.chance(60) else binary(">", p.read(), constant(0)), call)
    again.body += noise(g, 20)
    hints = [v.read(), binary("==", v.read(), p.read()), binary("-", v.read(), p.read())]
    f.body = [keep, again, g.spot(*hints), Statement("return", value=g.within(f.returns, v.read() if g.chance(50) else g.expression(1)))]
    g.begin(main, 0, 3)
    main.body = [g.read_input(x), g.call(f, x), g.spot(x.read())]
    return main


def cut(g):
    """What one path says of a variable is not true on the other, which meets it at the loop."""
    main, (x, y) = begin_main(g, "mask", "flag")
    y.first = 1
    value = g.dice.randrange(x.low, x.high + 1)
    g.fixed |= {x, y}
    body = noise(g) if g.chance(60) else []
    test = Condition(is_equal(y, 0))
    main.body = [g.set(y, 1), g.read_input(x), if_(g, is_equal(x, value), g.set(y, 0)), while_input(g, *body)]
    g.has_error = g.chance(25)
    main.body.append(Statement("error", condition=test) if g.has_error else g.spot(y.read(), x.read(), binary("==", x.read(), y.read())))
    return main


def counter_wraps(g):
    """An unsigned char counts, without an end."""
    g.globals = g.globals[:1]
    main, (c, n) = begin_main(g, "wide", "flag")
    c.first = g.pick([0, 1, 2, 128, 250, 254])
    by = g.pick([1, 1, 2, 3, 4, 16, 64, 254, 255])
    more = [if_(g, binary(g.pick(["==", "<", ">"]), c.read(), constant(g.pick([0, 3, 10, 128, 250, 255]))), g.set(n, 1 - n.first))] if g.chance(70) else []
    body = [Statement("assign", target=c, value=binary("+", c.read(), constant(by)))] + more
    g.dice.shuffle(body)
    main.body = [while_input(g, *body), g.spot(c.read(), n.read(), binary("&", c.read(), constant(g.pick([1, 3, 7]))))]
    return main


def mutual(g):
    """Even and odd: two functions that call each other, as deep as inputs say."""
    f, h = g.add_function(["mask"], "flag"), g.add_function(["mask"], "flag")
    main, (x, n) = begin_main(g, "flag", "mask")
    for own, other in ((f, h), (h, f)):
        g.begin(own, 0, 3)
        p, q = own.parameters[0], other.parameters[0]
        call = Statement("return", value=g.within(own.returns, g.result_of(other)), callee=other,
                         arguments=[g.within(q, binary(g.pick(["-", "-", "+"]), p.read(), constant(1)))])
        first = g.pick([[if_(g, is_equal(p, 0), Statement("return", value=constant(own is h)))], [if_(g, g.input_condition(50), g.return_())]])
        own.body = first + noise(g, 25) + [call]
    g.begin(main, 0, 3)
    main.body = [g.read_input(n), g.call(f, x), g.spot(x.read(), binary("&", n.read(), constant(1)), binary("==", x.read(), n.read()))]
    main.body[1].arguments = [g.within(f.parameters[0], n.read())]
    return main


def nested(g):
    """The inner loop undoes, or not, what the outer one does."""
    main, (x, y) = begin_main(g, "mask", "mask")
    g.loops = 1
    up = Statement("while", condition=Condition(binary("<", x.read(), constant(x.high))), body=[g.step(x)] + noise(g, 30))
    down = while_input(g, g.step(y, g.pick([1, -1])), *noise(g, 30))
    body = [up, down, g.assign(g.pick([x, y])) if g.chance(50) else g.set(x, x.low)]
    g.dice.shuffle(body)
    main.body = [while_input(g, *body, g.spot(x.read(), y.read())), g.spot(x.read(), y.read(), binary("-", x.read(), y.read()))]
    return main


PATTERNS = [later_iteration, only_before, in_callee, two_calls, local_survives, local_survives, cut, counter_wraps, mutual, nested]
