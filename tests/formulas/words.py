"""Formulas of linear temporal logic, read and evaluated on words that repeat.

A reader of our own for docs/formats/ltl.md: it shares nothing with the library's
nor with the kernel's. A formula is a tuple: ("1",), ("0",), ("a", text), ("!", f),
("X", f), ("F", f), ("G", f), (op, f, g) with op one of -> <-> ^ | & U R W M. A word is
(letters, back): behind the last letter comes the one at 'back' again; a letter is the set of
the atoms that hold."""
import json

SPELLINGS = {
    "<->": ("<->", "<=>", "equivalent"), "->": ("->", "=>", "-->", "implies"), "^": ("^", "xor"),
    "|": ("||", "|", "\\/", "or"), "&": ("&&", "&", "/\\", "and"),
    "U": ("U", "until", "stronguntil"), "R": ("R", "V", "release"), "W": ("W", "weakuntil"), "M": ("M",),
    "!": ("!", "~", "not"), "X": ("X", "()", "next"), "F": ("F", "<>", "eventually"), "G": ("G", "[]", "always"),
    "1": ("1", "true"), "0": ("0", "false"),
}
MEANING = {text: op for op, texts in SPELLINGS.items() for text in texts}
MARKS = sorted((t for t in MEANING if not t[0].isalnum()), key=len, reverse=True)
LEVEL = {"<->": 1, "->": 1, "^": 2, "|": 3, "&": 4, "U": 5, "R": 5, "W": 5, "M": 5}
TO_THE_RIGHT = (1, 5)
PREFIX = ("!", "X", "F", "G")


class Wrong(Exception):
    """No formula."""


def is_letter(c):
    return c.isascii() and (c.isalpha() or c == "_")


def is_inside(c):
    return c.isascii() and (c.isalnum() or c == "_")


class Reader:
    def __init__(self, text):
        self.text, self.at = text, 0
        self.tokens = []  # ("op", op) or ("atom", text) or ("(",) or (")",)
        while self.skip():
            self.token()

    def skip(self):
        while self.at < len(self.text) and self.text[self.at] in " \t\r\n":
            self.at += 1
        return self.at < len(self.text)

    def here(self, k=0):
        return self.text[self.at + k] if self.at + k < len(self.text) else ""

    def string(self):
        end = self.at + 1
        while self.text[end:end + 1] not in ('"', ""):
            end += 2 if self.text[end] == "\\" else 1
        try:
            value = json.loads(self.text[self.at:end + 1])
        except ValueError as e:
            raise Wrong(str(e)) from None
        if not value:
            raise Wrong("empty")
        self.at = end + 1
        return value

    def word(self):
        start = self.at
        while is_inside(self.here()):
            self.at += 1
        return self.text[start:self.at]

    def index(self):
        """One index, if it is there and not '[]'."""
        if self.here() != "[" or self.here(1) == "]":
            return ""
        start, depth = self.at, 0
        while True:
            c = self.here()
            if c in ("", "\n"):
                raise Wrong("an index without end")
            depth += (c == "[") - (c == "]")
            self.at += 1
            if depth == 0:
                return self.text[start:self.at]

    def rest_of_atom(self, text):
        text += self.index()
        while self.here() == "." and (is_letter(self.here(1)) or self.here(1) == '"'):
            self.at += 1
            text += "." + (self.string() if self.here() == '"' else self.word())
            text += self.index()
        self.tokens.append(("atom", text))

    def token(self):
        c = self.here()
        if c == '"':
            self.tokens.append(("atom", self.string()))
            return None
        if c == "@":
            self.at += 1
            if not (is_letter(self.here()) or self.here() == '"'):
                raise Wrong("an action")
            self.tokens.append(("atom", "@" + (self.string() if self.here() == '"' else self.word())))
            return None
        if is_letter(c):
            return self.letters()
        for mark in MARKS:
            if self.text.startswith(mark, self.at):
                self.at += len(mark)
                self.tokens.append(("op", MEANING[mark]))
                return None
        if c in "()":
            self.at += 1
            self.tokens.append((c,))
            return None
        if c.isdigit():
            word = self.word()
            if word in ("0", "1"):
                self.tokens.append(("op", word))
                return None
        raise Wrong("'%s' has no meaning" % c)

    def letters(self):
        start = self.at
        word = self.word()
        if word in MEANING:
            self.tokens.append(("op", MEANING[word]))
        elif word[0] in "FGX" and not word[1].isdigit():
            # Read letter by letter.
            self.tokens.append(("op", word[0]))
            self.at = start + 1
        else:
            self.rest_of_atom(word)

    # The tokens as a tree: one loop over two stacks.

    def tree(self):
        self.operands, self.operators = [], []
        wants_operand = True
        for token in self.tokens:
            is_prefix = token[0] == "op" and token[1] in PREFIX
            if token == ("(",) or is_prefix:
                if not wants_operand:
                    raise Wrong("an operator is missing")
                self.operators.append(token[-1])
            elif token[0] == "atom" or token[-1] in ("0", "1"):
                if not wants_operand:
                    raise Wrong("an operator is missing")
                self.operands.append(("a", token[1]) if token[0] == "atom" else (token[1],))
                wants_operand = False
            elif wants_operand:
                raise Wrong("a formula is missing")
            elif token == (")",):
                self.reduce(0)
                if not self.operators:
                    raise Wrong(") without (")
                self.operators.pop()
            else:
                level = LEVEL[token[1]]
                self.reduce(level + (level in TO_THE_RIGHT))
                self.operators.append(token[1])
                wants_operand = True
        if wants_operand:
            raise Wrong("a formula is missing")
        self.reduce(0)
        if self.operators:
            raise Wrong("( without )")
        return self.operands[0]

    def reduce(self, level):
        """What binds at least as tightly as this is complete."""
        while self.operators and self.operators[-1] != "(" and LEVEL.get(self.operators[-1], 9) >= level:
            op = self.operators.pop()
            right = self.operands.pop()
            self.operands.append((op, right) if op in PREFIX else (op, self.operands.pop(), right))


def read(text):
    return Reader(text).tree()


BOOLEAN = {"->": lambda a, b: not a or b, "<->": lambda a, b: a == b, "^": lambda a, b: a != b,
           "|": lambda a, b: a or b, "&": lambda a, b: a and b}


def fixpoint(n, back, start, step):
    """The least or greatest solution of v[i] = step(i, v[next])."""
    v = [start] * n
    while True:
        new = [step(i, v[i + 1 if i + 1 < n else back]) for i in range(n)]
        if new == v:
            return v
        v = new


def values(f, word):
    """Whether f holds, at each position."""
    letters, back = word
    n = len(letters)
    op = f[0]
    if op in ("0", "1"):
        return [op == "1"] * n
    if op == "a":
        return [f[1] in letter for letter in letters]
    a = values(f[1], word)
    if op == "!":
        return [not x for x in a]
    if op == "X":
        return [a[i + 1 if i + 1 < n else back] for i in range(n)]
    if op == "F":
        return fixpoint(n, back, False, lambda i, later: a[i] or later)
    if op == "G":
        return fixpoint(n, back, True, lambda i, later: a[i] and later)
    b = values(f[2], word)
    if op in BOOLEAN:
        return [BOOLEAN[op](x, y) for x, y in zip(a, b)]
    if op in "UW":
        return fixpoint(n, back, op == "W", lambda i, later: b[i] or (a[i] and later))
    return fixpoint(n, back, op == "R", lambda i, later: b[i] and (a[i] or later))


def holds(f, word):
    return values(f, word)[0]
