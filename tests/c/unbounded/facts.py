"""What the assertions of generate.py's programs say, decided by what can be true."""
from unbounded import truth
from unbounded.syntax import TYPES, Condition, binary, constant, logical, unary

COMPARISONS = ["<", "<=", ">", ">=", "==", "!="]


class Facts:
    """'seen': the states at each of the generator's spots."""

    def __init__(self, generator, seen):
        self.g, self.seen = generator, seen

    def settle(self):
        g = self.g
        mood = g.pick(["safe"] * 5 + ["fail"] * 5 + ["random"])
        spots = [s for s, _, _ in g.spots]
        reached = [s for s in spots if s.number in self.seen]
        wrong = g.pick(sorted(reached, key=lambda s: len(self.seen[s.number]))[-2:]) if mood == "fail" and reached else None
        for s, reads, hints in g.spots:
            if mood == "random" and reads:
                e = g.pick(reads)
                s.condition = Condition(binary(g.pick(COMPARISONS), e, constant(g.dice.randrange(min(e.low, 100), min(e.high, 100) + 1))))
            else:
                s.condition = Condition(self.fact(s, reads, hints, s is wrong))
        return mood

    def fact(self, s, reads, hints, is_wrong):
        g = self.g
        states = self.seen.get(s.number)
        if not states:
            return constant(0)
        guard = None
        if g.chance(30) and len(states) > 1:
            guard, states = self.guarded(reads, states)
        e = None
        for _ in range(8):
            subject = g.pick(hints) if hints and g.chance(60) else self.subject(reads)
            code = truth.function_of(subject.python)
            e = self.bound(subject, list(dict.fromkeys(int(code(x)) for x in states)), is_wrong) or e
            if e and g.chance(60):
                break
        e = e or constant(int(not is_wrong))
        return logical("||", unary("!", guard), e) if guard else e

    def guarded(self, reads, states):
        """A test that only some of the states pass, and those."""
        for _ in range(5):
            e = self.g.pick(reads)
            code = truth.function_of(e.python)
            value = int(code(self.g.pick(list(states))))
            test = binary(self.g.pick(["==", "!=", "<", ">"]), e, constant(value, e.type if e.type == "unsigned" else "int"))
            code = truth.function_of(test.python)
            some = [x for x in states if code(x)]
            if some and len(some) < len(states):
                return test, some
        return None, states

    def subject(self, reads):
        g = self.g
        e = g.pick(reads)
        if len(reads) > 1 and g.chance(45):
            other = g.pick([x for x in reads if x is not e])
            return binary(g.pick(["-", "+", "^", "&", "<=", "==", "<", "!="]), e, other)
        return e

    def bound(self, e, values, is_wrong):
        """That the expression has these values only, in the order in which they were seen; or not one of them. None: that says nothing."""
        kind = "unsigned" if e.type == "unsigned" else "int"
        low, high = min(values), max(values)
        least, largest = max(e.low, TYPES[kind][0]), min(e.high, TYPES[kind][1])

        def test(operator, value):
            return binary(operator, e, constant(value, kind))

        if is_wrong:
            # Not what is seen at once, but last.
            if len(values) < 2:
                return None
            v = values[-1] if self.g.chance(70) else self.g.pick(values)
            out = [test("!=", v)]
            out += [test("<", v)] if v == high else [test(">", v)] if v == low else []
            return self.g.pick(out)
        out = [test("<=", high)] if high < largest else []
        out += [test(">=", low)] if low > least else []
        out += [logical("&&", test(">=", low), test("<=", high))] if least < low < high < largest else []
        missing = [v for v in range(max(low - 1, least), min(high + 1, largest) + 1) if v not in values] if high - low < 1000 else []
        out += [test("!=", self.g.pick(missing))] if missing else []
        if len(values) <= 3 and len(values) < largest - least + 1:
            tests = [test("==", v) for v in sorted(values)]
            for other in tests[1:]:
                tests[0] = logical("||", tests[0], other)
            out.append(tests[0])
        return self.g.pick(out) if out else None
