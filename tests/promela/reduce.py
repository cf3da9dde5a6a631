#!/usr/bin/env python3
"""Makes a model on which custos and SPIN differ smaller, as long as they differ in the same way.

    reduce.py [--custos=PROGRAM] MODEL [MODE]     MODE as in spin.py (default: a); writes MODEL.reduced

Lines, blocks and processes are left out, and blocks are opened; so it works
best on text with one statement a line, as generate.py writes it.
"""
import argparse
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
import compare
import custos
import spin

# A body without statements: not what anybody looks for.
EMPTY = re.compile(r"(proctype|init|inline)[^{]*\{\s*((chan|pid|byte|bool|bit|short|int|unsigned|mtype|R\d+)\b[^;]*;\s*)*\}")
OPENING = re.compile(r"(\{|\bdo|\bif)$")  # behind a label, too
CLOSING = re.compile(r"^(\}|od\b|fi\b)")


class Reducer:
    def __init__(self, program, mode):
        self.program, self.mode = program, mode
        self.tries = 0

    def difference(self, text):
        """How the two differ on a text; "" if they do not, or if SPIN does not take it."""
        self.tries += 1
        asked = [q for q in compare.questions(text) if q.mode == self.mode]
        if not asked:
            return ""
        with tempfile.TemporaryDirectory(prefix="custos-reduce-") as folder:
            path = os.path.join(folder, "model.pml")
            with open(path, "w") as file:
                file.write(text)
            with spin.Verifier(path, seconds=20) as verifier:
                if verifier.translate() is not None:
                    return ""
                reply = custos.check(self.program, path, asked[0].kind, asked[0].claim, asked[0].fair, 20)
                if reply.status == "refused" and self.wanted and "refuses" not in self.wanted:
                    return ""  # without a compilation of the verifier
                answer = verifier.run(self.mode, (100000,))
        if answer.status in ("limit", "refused"):
            return ""
        if self.mode != "a":
            answer.states = None
        return compare.difference(answer, reply)

    wanted = ""

    def is_good(self, lines):
        return not EMPTY.search("\n".join(lines)) and self.difference("\n".join(lines) + "\n") == self.wanted

    def reduce(self, text):
        self.wanted = self.difference(text)
        if not self.wanted:
            return None
        lines = [line for line in text.splitlines() if line.strip()]
        before = None
        while before != lines:
            before = lines
            for shorten in (self.drop_blocks, self.drop_lines, self.open_blocks, self.simplify):
                lines = shorten(lines)
        return "\n".join(lines) + "\n"

    def drop_blocks(self, lines):
        i = 0
        while i < len(lines):
            end = closing(lines, i)
            if end and self.is_good(lines[:i] + lines[end + 1:]):
                lines = lines[:i] + lines[end + 1:]
            else:
                i += 1
        return lines

    def drop_lines(self, lines):
        size = max(1, len(lines) // 4)
        while size:
            i = 0
            while i < len(lines):
                shorter = lines[:i] + lines[i + size:]
                if shorter and balanced(shorter) and self.is_good(shorter):
                    lines = shorter
                else:
                    i += size
            size //= 2
        return lines

    def open_blocks(self, lines):
        i = 0
        while i < len(lines):
            end = closing(lines, i)
            if end and self.is_good(lines[:i] + lines[i + 1:end] + lines[end + 1:]):
                lines = lines[:i] + lines[i + 1:end] + lines[end + 1:]
            else:
                i += 1
        return lines

    def simplify(self, lines):
        """Smaller statements: what is assigned becomes 1, arguments of printf go, labels go."""
        for i in range(len(lines)):
            for pattern, by in ((r"(= )[^=;{}]+;$", r"\g<1>1;"), (r"printf\(.*\)", 'printf("")'), (r"^(\s*(?::: )?)\w+: ", r"\1"),
                                (r"\((.*)\)( ->|;)$", r"1\2"), (r" (priority \d|provided \(.*\))", "")):
                shorter = re.sub(pattern, by, lines[i])
                if len(shorter) < len(lines[i]) and self.is_good(lines[:i] + [shorter] + lines[i + 1:]):
                    lines = lines[:i] + [shorter] + lines[i + 1:]
        return lines


def closing(lines, i):
    """Where the block that line i opens ends; None: it opens none."""
    if not OPENING.search(lines[i].rstrip()) or CLOSING.search(lines[i].strip()):
        return None
    depth = 0
    for k in range(i, len(lines)):
        if CLOSING.search(lines[k].strip()):
            depth -= 1
        if OPENING.search(lines[k].rstrip()):
            depth += 1
        if depth == 0:
            return k
    return None


def balanced(lines):
    depth = 0
    for line in lines:
        depth -= bool(CLOSING.search(line.strip()))
        if depth < 0:
            return False
        depth += bool(OPENING.search(line.rstrip()))
    return depth == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(compare.ROOT, "build", "release", "custos"))
    parser.add_argument("model")
    parser.add_argument("mode", nargs="?", default="a")
    options = parser.parse_args()
    reducer = Reducer(options.custos, options.mode)
    with open(options.model) as file:
        reduced = reducer.reduce(file.read())
    if reduced is None:
        print("there is no difference")
        return 1
    with open(options.model + ".reduced", "w") as file:
        file.write(reduced)
    print(f"{reducer.wanted} ({reducer.tries} tries), {options.model}.reduced:\n{reduced}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
