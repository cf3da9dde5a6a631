#!/usr/bin/env python3
"""What automata in HOA mean, from their text: custos beside an evaluation written here.

    automata.py [--custos=PATH] [--seed=N] [COUNT]

COUNT random automata, each written in one of the many ways that the format has:
labels on edges, on states or implicit, aliases, several initial states, marks
on states and edges, conditions in any parentheses, unused sets, comments and
headers that mean nothing. A transition system with one run is a word; the property
holds if the automaton does not accept it. Closes with 'N passed, N failed'."""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)
import compare  # noqa: E402

PROPS = ["p", "q", "a b"]


# Labels: ("t",), ("f",), (number of the proposition,), ("!", x), ("&", x, y), ("|", x, y), ("@", alias, x).

def random_label(dice, props, aliases, depth=2):
    kind = dice.randrange(8) if depth else dice.randrange(3)
    if kind == 0:
        return (dice.choice("ttf"),)
    if kind < 3:
        return (dice.randrange(props),) if props else ("t",)
    if kind == 3 and aliases:
        name = dice.choice(sorted(aliases))
        return ("@", name, aliases[name])
    if kind == 4:
        return ("!", random_label(dice, props, aliases, depth - 1))
    return (dice.choice("&|"), random_label(dice, props, aliases, depth - 1), random_label(dice, props, aliases, depth - 1))


def show_label(dice, x, level=0):
    """As few parentheses as the format allows, or some more."""
    op = x[0]
    if op == "@":
        return "@" + x[1]
    if op == "!":
        text, mine = "!" + show_label(dice, x[1], 3), 3
    elif op in ("&", "|"):
        mine = 2 if op == "&" else 1
        blank = dice.choice(["", " "])
        text = show_label(dice, x[1], mine) + blank + op + blank + show_label(dice, x[2], mine + 1)
    else:
        text, mine = str(op), 4
    return "(%s)" % text if mine < level or dice.random() < .1 else text


def is_true(x, letter):
    op = x[0]
    if op in ("t", "f"):
        return op == "t"
    if op == "@":
        return is_true(x[2], letter)
    if op == "!":
        return not is_true(x[1], letter)
    if op == "&":
        return is_true(x[1], letter) and is_true(x[2], letter)
    if op == "|":
        return is_true(x[1], letter) or is_true(x[2], letter)
    return PROPS[op] in letter


class Automaton:
    """Edges (from, label, to, marks): marks of states are those of their edges."""

    def __init__(self, dice):
        self.dice = dice
        self.states, self.props = dice.randint(1, 4), dice.randint(0, 3)
        self.sets = dice.choice([0, 1, 1, 1, 2, 3])
        self.needed = sorted(dice.sample(range(self.sets), dice.randint(0, self.sets))) if dice.random() < .3 else list(range(self.sets))
        self.never = dice.random() < .04
        self.start = sorted({dice.randrange(self.states) for _ in range(dice.choice([1, 1, 1, 2, 3, 0] if dice.random() < .3 else [1]))})
        self.aliases = {}
        for name in ["x", "y-1", "9z"][:dice.choice([0, 0, 1, 2, 3])]:
            self.aliases[name] = random_label(dice, self.props, dict(self.aliases), 1)
        self.style = dice.choice(["edge", "edge", "state", "implicit"])
        self.on_states = dice.random() < .4
        self.state_label = [random_label(dice, self.props, self.aliases) for _ in range(self.states)]
        self.state_marks = [self.some_marks() if self.on_states else [] for _ in range(self.states)]
        self.edges = [edge for s in range(self.states) for edge in self.edges_of(s)]

    def some_marks(self):
        return sorted(m for m in range(self.sets) if self.dice.random() < .5)

    def edges_of(self, s):
        if self.style == "implicit":
            for letter in range(1 << self.props):
                label = ("t",)
                for k in range(self.props):
                    label = ("&", label, (k,) if letter >> k & 1 else ("!", (k,)))
                yield s, label, self.dice.randrange(self.states), [] if self.on_states else self.some_marks()
            return
        for _ in range(self.dice.choice([0, 1, 1, 2, 2, 3])):
            label = self.state_label[s] if self.style == "state" else random_label(self.dice, self.props, self.aliases)
            both = self.on_states and self.dice.random() < .2
            yield s, label, self.dice.randrange(self.states), self.some_marks() if both or not self.on_states else []

    def marks(self, marks):
        return " {%s}" % " ".join(map(str, marks)) if marks or self.dice.random() < .1 else ""

    def condition(self):
        parts = ["Inf(%d)" % n for n in self.needed]
        if self.never:
            parts.append("f")
        if not parts:
            return "t"
        self.dice.shuffle(parts)
        while len(parts) > 1:
            i = self.dice.randrange(len(parts) - 1)
            text = self.dice.choice(["%s&%s", "(%s & %s)", "%s & %s"]) % (parts[i], parts[i + 1])
            parts[i:i + 2] = [text]
        return parts[0]

    def header(self):
        d = self.dice
        items = ["States: %d" % self.states] if d.random() < .8 or not self.states - 1 in [s for e in self.edges for s in (e[0], e[2])] else []
        items += ["Start: %d" % s for s in self.start]
        items += ["Acceptance: %d %s" % (self.sets, self.condition())]
        if d.random() < .3:
            items.append("name: \"an \\\"automaton\\\"\"")
        if d.random() < .2:
            items.append("tool: \"none\" \"1\"")
        if d.random() < .2:
            items.append("owner: 1 \"x\" t some-1")
        d.shuffle(items)
        propositions = "AP: %d%s" % (self.props, "".join(" " + json.dumps(p) for p in PROPS[:self.props]))
        ordered = [propositions] + ["Alias: @%s %s" % (n, show_label(d, x)) for n, x in self.aliases.items()]
        at = sorted(d.randint(0, len(items)) for _ in ordered)
        for place, item in reversed(list(zip(at, ordered))):
            items.insert(place, item)
        return ["HOA: v1"] + items

    def text(self):
        d = self.dice
        lines = self.header() + ["--BODY--"]
        order = list(range(self.states))
        d.shuffle(order)
        for s in order:
            mine = [e for e in self.edges if e[0] == s]
            label = "[%s] " % show_label(d, self.state_label[s]) if self.style == "state" else ""
            name = d.choice(["", "", " \"state %d\"" % s])
            lines.append("State: %s%d%s%s" % (label, s, name, self.marks(self.state_marks[s])))
            for _, x, to, marks in mine:
                label = "[%s] " % show_label(d, x) if self.style == "edge" else ""
                lines.append("  %s%d%s" % (label, to, self.marks(marks)) + d.choice(["", "", " /* a /* nested */ comment */"]))
        return "\n".join(lines + ["--END--"]) + "\n"

    def steps(self, word):
        """Of the product with the word: by pair (state, position), the pairs behind it with the marks."""
        letters, back = word
        n = len(letters)
        for s, label, to, marks in self.edges:
            for i in range(n):
                if is_true(label, letters[i]):
                    yield (s, i), (to, i + 1 if i + 1 < n else back), set(marks) | set(self.state_marks[s])

    def accepts(self, word):
        """Some run meets all needed sets again and again."""
        if self.never:
            return False
        steps = list(self.steps(word))
        behind = {}
        for a, b, _ in steps:
            behind.setdefault(a, set()).add(b)

        def reach(first):
            found, todo = set(), list(first)
            while todo:
                x = todo.pop()
                if x not in found:
                    found.add(x)
                    todo += behind.get(x, ())
            return found

        reachable = reach([(s, 0) for s in self.start])
        for a in reachable:
            circle = {b for b in reach(behind.get(a, ())) if a in reach(behind.get(b, ())) or b == a}
            if a in circle and all(any(x in circle and y in circle and m in marks for x, y, marks in steps) for m in self.needed):
                return True
        return False


def verdict(custos, folder, name):
    done = subprocess.run([custos, "check", "--json", "--no-certify", "--property-automaton=" + name, "word.lts"], cwd=folder, capture_output=True,
                          timeout=60, check=False)
    if done.returncode not in (0, 10):
        return "exit %d: %s" % (done.returncode, done.stderr.decode(errors="replace")[:300])
    return json.loads(done.stdout)["properties"][-1]["verdict"]


def one(custos, dice, folder):
    """None, or what is different."""
    automaton, word = Automaton(dice), compare.random_word(dice)
    text = automaton.text()
    with open(os.path.join(folder, "word.lts"), "w", encoding="utf-8") as out:
        out.write(compare.system(word))
    with open(os.path.join(folder, "x.hoa"), "w", encoding="utf-8") as out:
        out.write(text)
    expected = "violated" if automaton.accepts(word) else "holds"
    found = verdict(custos, folder, "x.hoa")
    if found != expected:
        return expected, "custos says %s, expected %s\n%s%s" % (found, expected, compare.system(word), text)
    return expected, None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/release/custos"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("count", type=int, nargs="?", default=600)
    options = parser.parse_args()
    custos = os.path.abspath(options.custos)
    counts = {"holds": 0, "violated": 0}
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.count):
            expected, wrong = one(custos, random.Random("%d %d" % (options.seed, number)), folder)
            counts[expected] += 1
            if wrong:
                failed += 1
                if failed <= 5:
                    print("automaton %d: %s" % (number, wrong))
    print("%d hold, %d violated" % (counts["holds"], counts["violated"]))
    print("%d passed, %d failed" % (options.count - failed, failed))
    return failed != 0 or min(counts.values()) == 0


if __name__ == "__main__":
    sys.exit(main())
