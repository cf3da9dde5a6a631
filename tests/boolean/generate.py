#!/usr/bin/env python3
"""Small random Boolean programs as text: the same seed gives the same program.

    generate.py SEED        prints one

Recursive, several procedures with several results, nondeterminism in every
place, constrain with next values, enforce, schoose, gotos with several targets,
elsif, while, dead, abortif, assume, assert, labels. Few enough variables that a
search of all states takes milliseconds."""
import random
import sys


class Procedure:
    def __init__(self, name, parameters, locals_, results):
        self.name = name
        self.parameters = parameters
        self.locals = locals_
        self.results = results
        self.labels = []


class Generator:
    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.lines = []
        self.depth = 0

    def chance(self, percent):
        return self.dice.randrange(100) < percent

    def pick(self, items):
        return items[self.dice.randrange(len(items))]

    def put(self, text):
        self.lines.append("  " * self.depth + text)

    def leaf(self, names, following):
        kind = self.dice.randrange(20)
        if kind < 2:
            return self.pick(["T", "F", "1", "0"])
        if kind < 5 or not names:
            return self.pick(["*", "*", "?"])
        if kind < 11 and following:
            return "'" + self.pick(names)
        return self.pick(names)

    def operand(self, names, depth, following):
        """An expression that binds more tightly than every operator."""
        if depth <= 0 or self.chance(40):
            return self.leaf(names, following)
        kind = self.dice.randrange(10)
        if kind < 3:
            return self.pick("!~") + self.operand(names, depth - 1, following)
        if kind < 5:
            return "schoose[%s, %s]" % (self.expression(names, depth - 1, following),
                                        self.expression(names, depth - 1, following))
        return "(%s)" % self.expression(names, depth - 1, following)

    def expression(self, names, depth=2, following=False):
        """Operators without parentheses: how tightly they bind matters."""
        text = self.operand(names, depth, following)
        for _ in range(self.pick([0, 0, 0, 1, 1, 2]) if depth > 0 else 0):
            operator = self.pick(["&", "&", "&&", "|", "|", "||", "^", "=", "!=", "=>"])
            text += " %s %s" % (operator, self.operand(names, depth - 1, following))
        return text

    def visible(self, procedure):
        return self.globals + procedure.parameters + procedure.locals

    def targets(self, procedure, count):
        """Different variables to assign to, or the place to throw a value away."""
        names = list(self.visible(procedure))
        self.dice.shuffle(names)
        return [names.pop() if names and not self.chance(8) else "_" for _ in range(count)]

    def assignment(self, procedure):
        names = self.visible(procedure)
        if not names:
            return "skip"
        count = self.dice.randrange(1, min(3, len(names)) + 1)
        left = self.dice.sample(names, count)
        text = "%s := %s" % (", ".join(left), ", ".join(self.expression(names) for _ in left))
        if self.chance(25):
            text += " constrain " + self.pick(["%s", "(%s)"]) % self.expression(names, 2, True)
        return text

    def call(self, procedure):
        callee = self.pick(self.procedures)
        names = self.visible(procedure)
        text = "%s(%s)" % (callee.name, ", ".join(self.expression(names, 1) for _ in callee.parameters))
        if callee.results and self.chance(75):
            return "%s := %s" % (", ".join(self.targets(procedure, callee.results)), text)
        return self.pick(["", "", "call "]) + text

    def leave(self, procedure):
        names = self.visible(procedure)
        if not procedure.results or self.chance(10):
            return "return"
        return "return " + ", ".join(self.expression(names) for _ in range(procedure.results))

    def simple(self, procedure):
        names = self.visible(procedure)
        kind = self.dice.randrange(100)
        if kind < 36:
            return self.assignment(procedure)
        if kind < 58:
            return self.call(procedure)
        if kind < 70:
            return "assert(%s)" % self.guarded(names)
        if kind < 74:
            return "%s(%s)" % (self.pick(["assume", "assume", "constrain"]), self.expression(names))
        if kind < 77:
            return "abortif " + self.expression(names, 1)
        if kind < 81 and names:
            return "dead " + ", ".join(self.dice.sample(names, self.dice.randrange(1, min(2, len(names)) + 1)))
        if kind < 86:
            return self.leave(procedure)
        if kind < 93 and procedure.labels:
            return "goto " + ", ".join(self.dice.choices(procedure.labels, k=self.pick([1, 1, 2, 2, 3])))
        if kind < 95:
            return "print(%s)" % self.expression(names, 1)
        return self.pick(["skip", "skip", "atomic_begin", "atomic_end"])

    def guarded(self, names):
        """Assertions that often hold, so that both verdicts occur."""
        first = self.expression(names)
        if self.chance(35):
            return "(%s) | %s" % (first, self.pick(names) if names else "T") + (" | !" + self.pick(names) if names else "")
        return first

    def label(self, procedure):
        while procedure.waiting and self.chance(45):
            self.put(procedure.waiting.pop() + ":")

    def block(self, procedure, count):
        self.depth += 1
        for _ in range(count):
            self.statement(procedure)
        self.depth -= 1

    def statement(self, procedure):
        self.budget -= 1
        self.label(procedure)
        names = self.visible(procedure)
        kind = self.dice.randrange(100)
        if kind >= 24 or self.depth > 3 or self.budget <= 0:
            self.put(self.simple(procedure) + ";")
        elif kind < 16:
            self.put("if (%s) then" % self.expression(names))
            self.block(procedure, self.dice.randrange(1, 3))
            while self.chance(25):
                self.put("elsif (%s) then" % self.expression(names))
                self.block(procedure, self.dice.randrange(0, 2))
            if self.chance(50):
                self.put("else")
                self.block(procedure, self.dice.randrange(1, 3))
            self.put("fi;")
        else:
            self.put("while (%s) do" % self.expression(names))
            self.block(procedure, self.dice.randrange(1, 3))
            self.put("od;")

    def body(self, procedure):
        kind = {0: "void", 1: self.pick(["bool", "bool<1>"])}.get(procedure.results, "bool<%d>" % procedure.results)
        self.put("%s%s %s(%s) begin" % ("dfs " if self.chance(4) else "", kind, procedure.name, ", ".join(procedure.parameters)))
        self.depth = 1
        if procedure.locals:
            self.put("decl %s;" % ", ".join(procedure.locals))
        if self.chance(15):
            self.put("enforce %s;" % self.guarded(self.visible(procedure)))
        procedure.waiting = list(procedure.labels)
        for _ in range(self.dice.randrange(1, 6)):
            self.statement(procedure)
        while procedure.waiting:
            self.put("%s: skip;" % procedure.waiting.pop())
        if procedure.results or self.chance(30):
            self.put(self.leave(procedure) + ";")
        self.depth = 0
        self.put("end")
        self.put("")

    def program(self):
        spare = ["g", "h", "{old h}"]
        self.globals = spare[:self.pick([0, 1, 1, 1, 2, 2, 3])]
        self.procedures = []
        self.budget = 26
        for i in range(self.pick([1, 2, 2, 3, 3, 4])):
            parameters = ["a", "b"][:self.pick([0, 0, 1, 1, 2])]
            room = 5 - len(self.globals) - len(parameters)
            locals_ = ["x", "y", "z$"][:min(room, self.pick([0, 1, 1, 1, 2, 3]))]
            if i == 0 and self.chance(50):
                parameters = []
            results = self.pick([0, 0, 1, 1, 2, 3]) if i else self.pick([0, 0, 0, 0, 0, 1])
            procedure = Procedure("main" if i == 0 else "f%d" % i, parameters, locals_, results)
            procedure.labels = ["L%d" % k for k in range(self.pick([0, 1, 1, 2, 3]))]
            if self.chance(15):
                procedure.labels.append(str(self.dice.randrange(100)))
            self.procedures.append(procedure)
        if self.globals:
            self.put("decl %s;" % ", ".join(self.globals))
        order = list(self.procedures)
        self.dice.shuffle(order)
        for procedure in order:
            self.body(procedure)
        return "\n".join(self.lines) + "\n"

    def label_names(self):
        return sorted({label for procedure in self.procedures for label in procedure.labels})


def program(seed):
    """The text, and the names of its labels."""
    generator = Generator(seed)
    return generator.program(), generator.label_names()


if __name__ == "__main__":
    print(program(int(sys.argv[1]))[0], end="")
