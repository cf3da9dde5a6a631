"""Random sessions: one system, automata of every kind that fits, one formula.

    generate.py COUNT [SEED]      prints them

session(seed, number) gives the same case each time; all names end in the number,
so that the texts of many cases make one file."""
import random
import sys

import session as language
from session import Grammar, Machine, Regular, Session

OPERATIONS = ("PUSH", "POP", "REWRITE")
PROPS = ("p", "q", "Busy")


def pick_rule(r, actions, states, symbols):
    operation = r.choice(OPERATIONS)
    return (r.choice(actions), r.choice(states), r.choice(symbols), r.choice(states), operation,
            None if operation == "POP" else r.choice(symbols))


def transition_system(r, name, actions):
    m = Machine("LTS", name)
    m.states = ["s%d" % i for i in range(r.randint(1, 5))]
    for s in m.states:
        m.labels[s] = {p for p in PROPS if r.random() < .5}
    for _ in range(r.randint(0, 2 * len(m.states) + 1)):
        m.rules.append((r.choice(actions), r.choice(m.states), None, r.choice(m.states), None, None))
    m.rules = list(dict.fromkeys(m.rules))
    return m


def pushdown_system(r, name, actions):
    """Not every head is declared; rules may use heads and states that are not."""
    m = Machine("PDS", name)
    states = ["P%d" % i for i in range(r.randint(1, 3))]
    symbols = ["_", "k", "Frame"][:r.randint(2, 3)]
    heads = [(p, g) for p in states for g in symbols]
    r.shuffle(heads)
    kept = heads[:max(1, len(heads) - r.choice((0, 0, 0, 1, 2)))]
    for head in kept:
        m.heads.append(head)
        m.labels[head] = {x for x in PROPS if r.random() < .45}
    m.rules = list(dict.fromkeys(pick_rule(r, actions, states, symbols) for _ in range(r.randint(1, 7))))
    m.states = list(dict.fromkeys([p for (p, _) in m.heads] + [x for rule in m.rules for x in (rule[1], rule[3])]))
    return m


def finite(r, name, actions, is_deterministic):
    m = Machine("DFA", name)
    m.states = ["t%d" % i for i in range(r.randint(1, 3))]
    m.accepting = {s for s in m.states if r.random() < .5}
    for action in actions:
        for state in m.states:
            for _ in range(1 if is_deterministic else r.randint(0, 2)):
                if r.random() < .8:
                    m.rules.append((action, state, None, r.choice(m.states), None, None))
    m.rules = list(dict.fromkeys(m.rules))
    return m


def pushdown(r, name, actions, is_deterministic):
    m = Machine("PDA", name)
    m.states = ["t%d" % i for i in range(r.randint(1, 3))]
    m.accepting = {s for s in m.states if r.random() < .4}
    symbols = ["_", "k", "n"][:r.randint(1, 3)]
    rules = {}
    for _ in range(r.randint(1, 10)):
        rule = pick_rule(r, actions, m.states, symbols)
        if not is_deterministic or rule[:3] not in {old[:3] for old in rules}:
            rules[rule] = True
    if is_deterministic and r.random() < .5:
        for action in actions:
            for state in m.states:
                for top in symbols:
                    if (action, state, top) not in {old[:3] for old in rules}:
                        rules[action, state, top, m.states[0], "REWRITE", top] = True
    m.rules = list(rules)
    return m


def visibly(r, name, actions):
    """Each action always does the same to the stack; not deterministic."""
    m = Machine("PDA", name)
    m.states = ["t%d" % i for i in range(r.randint(1, 3))]
    m.accepting = {s for s in m.states if r.random() < .5}
    symbols = ["_", "k"]
    kind = {action: r.choice(OPERATIONS) for action in actions}
    for _ in range(r.randint(2, 8)):
        action, top = r.choice(actions), r.choice(symbols)
        symbol = {"POP": None, "REWRITE": top, "PUSH": "k"}[kind[action]]
        m.rules.append((action, r.choice(m.states), top, r.choice(m.states), kind[action], symbol))
    m.rules = list(dict.fromkeys(m.rules))
    return m


def expression(r, actions, depth):
    kind = r.choice("aaa.*+?e;;||") if depth else r.choice("aaa.")
    if kind == "a":
        return ("a", r.choice(actions))
    if kind in ".e":
        return (kind,)
    if kind in "*+?":
        return (kind, expression(r, actions, depth - 1))
    return (kind, expression(r, actions, depth - 1), expression(r, actions, depth - 1))


def free_grammar(r, name, actions):
    """Anything: empty words, left recursion, rules that derive nothing. Greibach's
    form of a few rules can be huge, so that nonterminals are used sparingly."""
    names = ["<S>", "<X>", "<Y>"][:r.randint(1, 3)]
    productions, left_over = [], 4
    for left in names:
        for _ in range(r.randint(1, 3)):
            body = []
            for _ in range(r.choice((0, 1, 1, 2, 2, 3))):
                is_name = left_over > 0 and r.random() < .5
                left_over -= is_name
                body.append(r.choice(names if is_name else actions))
            productions.append((left, tuple(body)))
    return Grammar(name, list(dict.fromkeys(productions)))


def known_grammar(r, name, actions):
    """One whose language a deterministic automaton, written by hand, has too."""
    a, b = r.sample(actions, 2)
    m = Machine("PDA", name)
    m.states = ["i", "j", "f"]
    which = r.randint(0, 3)
    if which == 0:  # a^n b^n, n >= 1: the first a marks the bottom
        productions = [("<S>", (a, "<S>", b)), ("<S>", (a, b))]
        m.accepting = {"f"}
        m.rules = [(a, "i", "_", "j", "REWRITE", "z"), (a, "j", "z", "j", "PUSH", "k"), (a, "j", "k", "j", "PUSH", "k"),
                   (b, "j", "k", "g", "POP", None), (b, "g", "k", "g", "POP", None), (b, "g", "z", "f", "POP", None),
                   (b, "j", "z", "f", "POP", None)]
        m.states.append("g")
    elif which == 1:  # balanced, the empty word included
        productions = [("<S>", ()), ("<S>", (a, "<S>", b, "<S>"))]
        m.accepting = {"i"}
        m.rules = [(a, "i", "_", "j", "PUSH", "z"), (a, "j", "z", "j", "PUSH", "k"), (a, "j", "k", "j", "PUSH", "k"),
                   (b, "j", "k", "j", "POP", None), (b, "j", "z", "i", "POP", None)]
    elif which == 2:  # balanced words, one after the other, each closed at its end
        productions = [("<S>", (a, "<T>", b)), ("<T>", ()), ("<T>", (a, "<T>", b, "<T>"))]
        m.accepting = {"f"}
        m.rules = [(a, "i", "_", "j", "REWRITE", "z"), (a, "j", "z", "j", "PUSH", "k"), (a, "j", "k", "j", "PUSH", "k"),
                   (b, "j", "k", "j", "POP", None), (b, "j", "z", "f", "REWRITE", "z")]
    else:  # a* b, which is regular
        productions = [("<S>", (a, "<S>")), ("<S>", (b,))]
        m.accepting = {"f"}
        m.rules = [(a, "i", "_", "i", "REWRITE", "_"), (b, "i", "_", "f", "REWRITE", "_")]
    return Grammar(name, productions, m)


def formula(r, depth, until, release):
    kinds = "p p ! & | -> <-> EU ER AU AR EU ER AU AR EX AX".split() if depth else "p p p 0 1".split()
    op = r.choice(kinds)
    if op == "p":
        return ("p", r.choice(PROPS))
    if op in ("0", "1"):
        return (op,)
    if op in ("!", "EX", "AX"):
        return (op, formula(r, depth - 1, until, release))
    x, y = formula(r, depth - 1, until, release), formula(r, depth - 1, until, release)
    if op in ("&", "|", "->", "<->"):
        return (op, x, y)
    if r.random() < .3:
        x = ("1",) if op[1] == "U" else ("0",)
    return (op, x, r.choice(until if op in ("EU", "AR") else release), y)


def made_deterministic(r, case, actions):
    """An automaton with clashes, which can follow every action, where a deterministic one is needed; and a system with few
    ways to go: so that what is made of the automaton decides."""
    system = Machine("LTS", case.system)
    system.states = ["s%d" % i for i in range(r.randint(2, 5))]
    for i, s in enumerate(system.states):
        system.labels[s] = {p for p in PROPS if r.random() < .5}
        system.rules.append((r.choice(actions), s, None, system.states[(i + 1) % len(system.states)], None, None))
    if r.random() < .3:
        system.rules.append((r.choice(actions), system.states[0], None, r.choice(system.states), None, None))
    system.rules = list(dict.fromkeys(system.rules))
    case.session.objects[case.system] = system
    m = Machine("DFA", "n%d" % case.number)
    m.states = ["t%d" % i for i in range(r.randint(2, 4))]
    m.accepting = {s for s in m.states if r.random() < .35}
    m.rules = [(action, state, None, to, None, None) for action in actions for state in m.states
               for to in r.sample(m.states, r.choice((1, 1, 2)))]
    op = r.choice(("ER", "AU"))
    x = r.choice((("0",), ("0",), ("p", "q")) if op == "ER" else (("1",), ("1",), ("p", "q")))
    return (op, x, case.add(m), ("p", "p"))


class Case:
    """A session with one formula, asked everywhere and at some configurations."""

    def __init__(self, number):
        self.number, self.session = number, Session()
        self.system = "m%d" % number
        self.name = "f%d" % number
        self.places = []
        self.text = ""

    def add(self, x):
        self.session.objects[x.name] = x
        return x.name


def fill(case, r):
    actions = ["a", "b", "Open"][:r.choice((2, 2, 3))]
    n = case.number
    if r.random() < .45:
        case.add(pushdown_system(r, case.system, actions))
        until = [case.add(finite(r, "d%d" % n, actions, True)), case.add(finite(r, "e%d" % n, actions, False)),
                 case.add(Regular("r%d" % n, expression(r, actions, 3))), None]
        release = until
    else:
        case.add(transition_system(r, case.system, actions))
        release = [case.add(pushdown(r, "v%d" % n, actions, True)), case.add(finite(r, "e%d" % n, actions, r.random() < .5)),
                   case.add(Regular("r%d" % n, expression(r, actions, 3))), case.add(known_grammar(r, "h%d" % n, actions)), None]
        release += release[:1] * 3
        until = release + [case.add(pushdown(r, "u%d" % n, actions, False)), case.add(free_grammar(r, "g%d" % n, actions))] * 3
        if r.random() < .3:
            release += [case.add(visibly(r, "w%d" % n, actions))] * 3
    if r.random() < .25:
        return made_deterministic(r, case, actions)
    return formula(r, r.choice((1, 1, 2, 2, 3, 4)), until, release)


def used(tree):
    if tree[0] in ("EU", "ER", "AU", "AR"):
        return ({tree[2]} if tree[2] else set()) | used(tree[1]) | used(tree[3])
    return set() if tree[0] == "p" else set().union(*[used(x) for x in tree[1:]])


def session(seed, number):
    r = random.Random("%d %d" % (seed, number))
    case = Case(number)
    tree = fill(case, r)
    keep = used(tree) | {case.system}
    case.session.objects = {k: x for k, x in case.session.objects.items() if k in keep}
    case.session.formulas[case.name] = tree
    system = case.session.objects[case.system]
    loose = r.choice((lambda: False, lambda: r.random() < .2))
    lines = [language.write_object(x) for x in case.session.objects.values()]
    if r.random() < .3:
        r.shuffle(lines)
    lines.append("FORMULA %s { %s }  # %d" % (case.name, language.write_formula(tree, 0, loose), number))
    checks = [":check(%s, %s)" % (case.name, case.system)]
    if system.kind == "PDS" and r.random() < .5:
        for _ in range(r.randint(1, 3)):
            place = (r.choice(system.states), [r.choice(system.symbols()) for _ in range(r.randint(0, 4))])
            case.places.append(place)
            checks.append(":check(%s, %s, %s[%s])" % (case.name, case.system, place[0], " ".join(place[1])))
    lines.append(r.choice(" \n").join(checks))
    case.text = "\n".join(lines) + "\n"
    return case


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for number in range(count):
        print(session(seed, number).text)


if __name__ == "__main__":
    main()
