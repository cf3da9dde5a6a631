#!/usr/bin/env python3
"""Compares custos with real SPIN on every model of small families.

    families.py [options] FAMILY...

    deterministic   a D_proctype with a choice of two: all pairs of what an option can begin with, in if, do and unless
    handshakes      a sender, a receiver and somebody who may come between the halves of their handshake: all triples

Compared are the number of states and the verdict of safety, as in compare.py,
whose options these are; --every=N takes each N-th model. Where a d_step may come
between the halves of a handshake, SPIN takes the d_step for a partner, even if
nobody takes the offer, and then misses states (docs/promela-deviations.md): there
custos must find what SPIN does, or more, and be of one mind with its walker.
Closes with 'N passed, N failed'.
"""
import itertools
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
import compare
import spin

BEGINNINGS = [
    "skip", "true", "1", "2", "-1", "0", "(true)", "1 + 0", "!0", "(1 == 1)", "x >= 0", "x == 5", "x = 1", "else", "timeout", "assert(true)",
    'printf("a")', "goto L", "goto M", "break", "empty(c)", "c!1", "q!1", "q?1", "d!1", "d?1", "{ skip; skip }", "do :: goto L od",
    "if :: skip; skip :: x >= 0 fi", "atomic { skip; x = 1 }", "atomic { x >= 0; skip }", "atomic { q!1; skip }", "atomic { d!1; skip }",
    "atomic { break }", "d_step { skip }", "d_step { skip; x = 1 }", "d_step { x >= 0 -> skip }", "d_step { q?1; x = 1 }",
]
CHOICES = {
    "if": "if :: {} :: {} fi",
    "do": "do :: {}; x = 1 :: {}; x = 2 od",
    "unless": "{{ skip; {} }} unless {{ {}; x = 2 }}",
}


def deterministic():
    for (name, choice), first, second in itertools.product(CHOICES.items(), BEGINNINGS, BEGINNINGS):
        if name != "do" and "break" in first + second:
            continue
        # A jump out of an atomic that is an escape is a step of its own in SPIN.
        if name == "unless" and "goto" in second:
            continue
        yield f"""byte x;
chan c = [1] of {{ byte }};
chan q = [0] of {{ byte }};
chan d = [0] of {{ byte }};
active D_proctype P() {{
  {choice.format(first, second)};
L: x = 2;
M: x = 3
}}
active proctype R() {{ end: do :: q?1 :: d!1 od }}
"""


SENDERS = [
    "q!1", "atomic { q!1; x = 2 }", "if :: q!1 :: else -> x = 2 fi", "if :: q!1 :: timeout -> x = 2 fi", "if :: q!1 :: x = 2 fi", "q!x",
    "{ q!1; x = 2 } unless { x == 1 }", "atomic { x = 1; q!1; x = 2 }", "do :: q!1 :: x == 1 -> break od", "{ x == 3 } unless { q!1 }",
]
RECEIVERS = [
    "q?1", "q?2", "q?y", "q?eval(x)", "atomic { q?1; x = 2 }", "d_step { q?y; x = y }", "skip", "if :: q?eval(x) :: q?1 fi", "{ q?2 } unless { x == 1; q?1 }",
    "if :: q?2 :: else -> q?1 fi",
]
BETWEEN = [
    "skip", "d_step { x = 1 }", 'd_step { printf("a"); x = 1 }', "d_step { assert(x < 2); x = x + 1 }", "end: do :: d_step { assert(true); x = 1 - x } od",
    'if :: d_step { printf("a"); x = 1 } :: q?1 fi', '{ d_step { printf("a"); x = 1 } } unless { q?2 }', 'atomic { printf("a"); x = 1 }',
    'd_step { printf("a"); x == 1; x = 0 }', 'if :: d_step { printf("a"); x = 2 } :: d_step { assert(true); x = 1 } fi', 'x == 1; d_step { printf("a"); x = 0 }',
    'atomic { d_step { printf("a"); x = 1 }; x = 2 }', "d_step { assert(x != 0); x = 1 }; d_step { assert(x != 1); x = 3 }",
    '{ q?1 } unless { d_step { printf("a"); x = 1 } }',
]


def handshakes():
    for sender, receiver, between in itertools.product(SENDERS, RECEIVERS, BETWEEN):
        yield f"""byte x;
chan q = [0] of {{ byte }};
active proctype S() {{ {sender} }}
active proctype R() {{ byte y; {receiver} }}
active proctype B() {{ {between} }}
"""


class Comparison(compare.Comparison):
    def judge(self, name, path, question, answer, reply):
        """Nobody takes the offer, and a d_step comes between: more is found than SPIN finds."""
        with open(path) as file:
            comes_between = re.search(r"d_step \{ (printf|assert)", file.read())
        if name.startswith("handshakes") and comes_between and answer.status == reply.status == "ok" and reply.states > answer.states:
            is_same = answer.errors == 0 or reply.verdict == "violated"
            return compare.Outcome(name, question.mode, "passed" if is_same else "failed", f"{name}: SPIN {answer}, custos {reply}")
        return super().judge(name, path, question, answer, reply)


FAMILIES = {"deterministic": deterministic, "handshakes": handshakes}


def ask(comparison, name, text):
    with tempfile.TemporaryDirectory(prefix="custos-family-") as folder:
        path = os.path.join(folder, name)
        with open(path, "w") as file:
            file.write(text)
        return comparison.with_spin(name, path, [compare.Question("a", "a", "", False)], (10000,))


def main():
    parser = compare.make_parser(__doc__)
    parser.add_argument("--every", type=int, default=1, help="each so manieth model only (default: 1)")
    parser.add_argument("families", nargs="+", choices=list(FAMILIES))
    options = parser.parse_args()
    if not spin.is_there():
        print("SPIN or gcc is not there\n0 passed, 0 failed, 1 skipped")
        return 0
    comparison = Comparison(options)
    jobs = []
    for family in options.families:
        for i, text in itertools.islice(enumerate(FAMILIES[family]()), 0, None, options.every):
            jobs.append(lambda name=f"{family}-{i}.pml", text=text: ask(comparison, name, text))
    return 0 if comparison.run(jobs, "") else 1


if __name__ == "__main__":
    sys.exit(main())
