#!/usr/bin/env python3
"""What formulas mean, from their text: custos and custos-kernel beside words.py.

    compare.py [--custos=PATH] [--kernel=PATH] [--random=N] [--seed=N]

Every pair of binary operators in every spelling, every prefix operator beside every
binary one, all rows of three binary operators, atoms of every form, all texts of
up to four tokens (most are no formulas), and --random larger ones. A transition
system with one run is a word: custos decides each formula on it, and the kernel,
asked whether that run violates the formula, reads the text by its own parser.
Both must say what the reader and evaluator in words.py say, and refuse what it
refuses. Closes with 'N passed, N failed'."""
import argparse
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)
import words  # noqa: E402
from words import PREFIX, SPELLINGS  # noqa: E402

BINARY = [op for op in SPELLINGS if op not in PREFIX + ("0", "1")]
# The word's letters give these; the text of each atom is as it is between quotes.
ATOMS = ["p", "q", "r", "s", "Full", "until", "a b", "x[0]", "x[ 0 ]", "t.u", "t.a b", "F1", "_", "\u00e4", "say \"no\""]
FORMS = [  # atoms as they may be written, glued to operators and not
    "Gp", "GFp", "FGXp", "XXXp", "G p", "Full", "\"Full\"", "F1", "X F1", "GF1", "\"until\" U p", "p until \"until\"", "\"p\"", "x[0]", "x[ 0 ]", "x[0] U x[ 0 ]",
    "t.u", "t.\"a b\"", "\"t.a b\"", "t.u -> t.\"a b\"", "\"a b\"", "\"\\u0061 b\"", "\"\u00e4\" || \"\\u00e4\"", "_", "_&&p", "p&q", "p&&q", "p|q", "p||q", "!p", "~p",
    "!!p", "!~p", "[]p", "[]<>p", "<>[]p", "()p", "()()p", "[]<>()p", "(p)", "((p))", "(p)U(q)", "(p U q)R(r)", "p->q", "p=>q", "p-->q", "p<->q", "p<=>q", "p/\\q", "p\\/q", "p^q",
    "p xor q", "pU q", "p Uq", "p U Xq", "Xp U Xq", "G(p->F q)", "always(p implies eventually q)", "true", "false", "1", "0", "1U0", "true U false", "G1", "X0", "F 0", "F0",
    "p V q", "pVq", "\"say \\\"no\\\"\"", "p U q U r", "p W q W r", "p -> q -> r", "p <-> q -> r", "p -> q <-> r", "! p U q", "! (p U q)", "X p U q", "X (p U q)", "p & q U r", "p | q & r",
    "p ^ q | r", "p ^ q ^ r", "not p and not q", "notp", "x[0].u", "p.", "@p", "@ p", "\"\"", "p q", "p ! q", "p U", "U p", "(p", "p)", "()", "[]", "x[]", "2", "10", "1p", "p1",
    "p<-q", "p - > q", "p & & q", "p &&& q", "p ||| q", "p -> -> q", "p --->q", "p == q", "p = q", "p M q", "pMq", "M", "W", "p W q", "GGp", "G G p", "Xx[0]", "Gt.u", "x [0]", "t .u", "$", "p;", "p,q",
    "\"x\"[0]", "\"t\".u", "@\"\"", "t.\"\"", "t.\"u\"", "t.u.", "t..u", "x[[0]]", "x[0][0]", "x[0", "\"p", "\"p\\q\"", "p\tU\tq", "@p[0]", "@p.u",
    "p U\u00a0q", "\u00e4", "p \\/ q /\\ r", "p<>q", "p[]q", "p()", "p(q)", "(p)(q)", "GFFull", "XGp", "Xnot p", "Gtrue", "Ffalse", "F true", "Ftrue", "trueU p", "UNTIL", "Until", "Always p",
]


def pairs():
    spelled = [text for op in BINARY for text in SPELLINGS[op]]
    for one, other in itertools.product(spelled, repeat=2):
        yield "p %s q %s r" % (one, other)
    for u in [text for op in PREFIX for text in SPELLINGS[op]]:
        for b in spelled:
            yield "%s p %s q" % (u, b)
            yield "p %s %s q %s r" % (b, u, b)
        for v in [text for op in PREFIX for text in SPELLINGS[op]]:
            yield "%s %s p" % (u, v)
    for three in itertools.product(BINARY, repeat=3):
        yield "p %s q %s r %s s" % three


def small():
    for n in (1, 2, 3, 4):
        for tokens in itertools.product(("p", "q", "!", "X", "U", "->", "&", "(", ")"), repeat=n):
            yield " ".join(tokens)


def large(dice, n):
    """As few parentheses as it happens."""
    if n == 0:
        return dice.choice(["p", "q", "r", "s", "p", "q", "1", "false"])
    if dice.random() < .3:
        return dice.choice(SPELLINGS[dice.choice(PREFIX)]) + " " + large(dice, n - 1)
    left = dice.randrange(n)
    text = "%s %s %s" % (large(dice, left), dice.choice(SPELLINGS[dice.choice(BINARY)]), large(dice, n - 1 - left))
    return "(%s)" % text if dice.random() < .4 else text


def random_word(dice):
    n = dice.randint(1, 5)
    return [{a for a in ATOMS if dice.random() < .5} for _ in range(n)], dice.randrange(n)


def system(word):
    letters, back = word
    n = len(letters)
    lines = ["states " + " ".join("s%d" % i for i in range(n)), "init s0"]
    lines += ["s%d -> s%d" % (i, i + 1 if i + 1 < n else back) for i in range(n)]
    lines += ["prop %s : %s" % (json.dumps(a), " ".join("s%d" % i for i in range(n) if a in letters[i])) for a in ATOMS]
    return "\n".join(lines) + "\n"


def atoms_of(f):
    if f[0] == "a":
        return [f[1]]
    return [a for g in f[1:] for a in atoms_of(g)]


class Kernel:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, word, text, atoms):
        """Its answer to: does the only run of the word violate the formula?"""
        letters, back = word
        states = [str(i) for i in range(len(letters))]
        lines = ["custos evidence 1", "formula " + json.dumps(text), "claim violated", "atoms %d" % len(atoms)]
        lines += [json.dumps(a) for a in atoms]
        lines += ["stem %d" % back] + states[:back] + ["loop %d" % (len(states) - back)] + states[back:] + ["end"]
        evidence = ("\n".join(lines) + "\n").encode()
        model = system(word).encode()
        self.process.stdin.write(b"check lts %d %d\n" % (len(model), len(evidence)) + model + evidence)
        self.process.stdin.flush()
        return self.process.stdout.readline().decode(errors="replace").rstrip("\n")

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Test:
    def __init__(self, options, folder):
        self.custos, self.folder = os.path.abspath(options.custos), folder
        self.kernel = Kernel(os.path.abspath(options.kernel))
        self.dice = random.Random(options.seed)
        self.passed = self.failed = 0

    def check(self, good, text, what):
        self.passed += good
        self.failed += not good
        if not good and self.failed <= 20:
            print("%r: %s" % (text, what))

    def run(self, word, texts):
        with open(os.path.join(self.folder, "word.lts"), "w", encoding="utf-8") as out:
            out.write(system(word) + "".join("ltl f%d : %s\n" % (i, t) for i, t in enumerate(texts)))
        return subprocess.run([self.custos, "check", "--json", "--no-certify", "--trace=none", "word.lts"], cwd=self.folder, capture_output=True,
                              timeout=300, check=False)

    def refusals(self, texts):
        """Of at most 20 texts, those that custos refuses."""
        word = [set(ATOMS)], 0
        first = len(system(word).split("\n"))
        done = self.run(word, texts)
        lines = re.findall(r"^word\.lts:(\d+):", done.stderr.decode(errors="replace"), re.M)
        return {int(line) - first for line in lines} if done.returncode == 2 else set()

    def compare_refusals(self, texts):
        good = []
        for i in range(0, len(texts), 20):
            some = texts[i:i + 20]
            refused = self.refusals(some)
            for k, text in enumerate(some):
                try:
                    tree = words.read(text)
                    wrong = [a for a in atoms_of(tree) if a not in ATOMS]
                except words.Wrong:
                    tree, wrong = None, True
                self.check((k in refused) == bool(wrong), text, "custos %s it" % ("refuses" if k in refused else "takes"))
                answer = self.kernel.ask(([set(ATOMS)], 0), text, list(dict.fromkeys(atoms_of(tree))) if tree else [])
                is_wrong = answer.startswith("error")
                self.check(is_wrong == bool(wrong), text, "the kernel says: " + answer)
                if not wrong and k not in refused and not is_wrong:
                    good.append((text, tree))
        return good

    def compare_truths(self, formulas, word):
        done = self.run(word, [text for text, _ in formulas])
        if done.returncode not in (0, 10):
            return self.check(False, system(word), "exit %d: %s" % (done.returncode, done.stderr.decode()[:300]))
        verdicts = {p["name"]: p["verdict"] for p in json.loads(done.stdout)["properties"]}
        for i, (text, tree) in enumerate(formulas):
            truth = words.holds(tree, word)
            self.check(verdicts["f%d" % i] == ("holds" if truth else "violated"), text, "custos: %s, on %s" % (verdicts["f%d" % i], word))
            answer = self.kernel.ask(word, text, list(dict.fromkeys(atoms_of(tree))))
            expected = "rejected" if truth else "accepted violated"
            self.check(answer.startswith(expected), text, "the kernel: %s, on %s" % (answer, word))
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/release/custos"))
    parser.add_argument("--kernel", default=os.path.join(ROOT, "build/bin/custos-kernel"))
    parser.add_argument("--random", type=int, default=300, metavar="N")
    parser.add_argument("--words", type=int, default=4, metavar="N", help="on which each formula is evaluated")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        t = Test(options, folder)
        texts = FORMS + list(small()) + [large(t.dice, t.dice.randint(2, 7)) for _ in range(options.random)]
        formulas = t.compare_refusals(texts) + [(text, words.read(text)) for text in pairs()]
        for i in range(0, len(formulas), 400):
            for _ in range(options.words):
                t.compare_truths(formulas[i:i + 400], random_word(t.dice))
        t.kernel.end()
    print("%d texts, %d formulas" % (len(texts) + len(list(pairs())), len(formulas)))
    print("%d passed, %d failed" % (t.passed, t.failed))
    return t.failed != 0 or t.passed == 0


if __name__ == "__main__":
    sys.exit(main())
