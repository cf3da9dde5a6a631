#!/usr/bin/env python3
"""Runs the commands in README.md and docs, and compares what they print.

A command is a line '$ ...' in a block between fences; what follows it, up to the next one or the end
of the block, is what it prints. There '...' stands for anything, alone in a line for any lines; times and
sizes of memory are not compared. A command that shows no output must end as an answer does (0, 5, 10).
The blocks of a page share a folder, in which are 'examples' and 'build/bin'. In front of a block,

  <!-- file: NAME -->        says that the block is a file of that name there, or more of it
  <!-- not run: WHY -->      leaves the block out

  tests/docs/commands.py [PAGE...]
  tests/docs/commands.py --list      only counts what is there
  tests/docs/commands.py --update    writes what differs into the pages; look at it before you believe it
Closes with 'N passed, N failed'."""

import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ANSWERS = (0, 5, 10)
LONGEST = 120  # seconds a command may take


class Block:
    def __init__(self, line, note):
        self.line, self.note, self.lines = line, note, []


def blocks_of(page):
    """All blocks between fences, with the comment that stands before each."""
    block, note, found = None, "", []
    for number, text in enumerate(open(page, encoding="utf-8"), 1):
        text = text.rstrip("\n")
        if text.startswith("```"):
            if block:
                found.append(block)
                block, note = None, ""
            else:
                block = Block(number, note)
        elif block:
            block.lines.append(text)
        elif text.startswith("<!--"):
            note = text
        elif text.strip():
            note = ""
    return found


def commands_of(block):
    """(line, command, what it prints), each."""
    found = []
    for i, text in enumerate(block.lines):
        if text.startswith("$ "):
            found.append((block.line + 1 + i, text[2:], []))
        elif found:
            found[-1][2].append(text)
    for _, _, printed in found:
        while printed and not printed[-1].strip():
            printed.pop()
    return found


def plain(text):
    """Without what differs from run to run."""
    text = re.sub(r"\d+(\.\d+)? (s|ms|MiB|KiB)\b", r"N \2", text.rstrip())
    text = re.sub(r" +\d+\.\d\d$", " N", text)
    return re.sub(r"(seconds|time|memory)( +)[\d.]+", r"\1\2N", text)


def matches(expected, printed):
    """Line by line; '...' alone takes as many lines as there are before what follows it."""
    at = 0
    for i, wanted in enumerate(expected):
        if wanted.strip() == "...":
            rest = expected[i + 1:]
            return any(matches(rest, printed[k:]) for k in range(at, len(printed) + 1))
        if at == len(printed):
            return False
        pattern = ".*".join(re.escape(part) for part in plain(wanted).split("..."))
        if not re.fullmatch(pattern, plain(printed[at])):
            return False
        at += 1
    return at == len(printed)


class Runner:
    def __init__(self):
        self.passed = self.failed = 0
        self.left_out, self.different = [], []

    def tell(self, page, line, why, printed=()):
        self.failed += 1
        print(f"{page}:{line}: {why}")
        for text in printed:
            print(f"    | {text}")

    def command(self, page, folder, line, command, expected):
        environment = dict(os.environ, PATH=os.path.join(ROOT, "build/bin") + ":" + os.environ["PATH"], NO_COLOR="1", LC_ALL="C.UTF-8")
        try:
            done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            self.tell(page, line, f"'{command}' takes more than {LONGEST} s")
            return
        printed = done.stdout.decode(errors="replace").rstrip("\n").split("\n")
        if expected and not matches(expected, printed):
            self.tell(page, line, f"'{command}' prints something else (exit status {done.returncode}):", printed)
            self.different.append((page, line, expected, printed))
        elif not expected and done.returncode not in ANSWERS:
            self.tell(page, line, f"'{command}' fails with {done.returncode}:", printed)
            self.different.append((page, line, expected, printed))
        else:
            self.passed += 1

    def page(self, page, only_counts):
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(os.path.join(ROOT, "examples"), os.path.join(folder, "examples"))
            os.makedirs(os.path.join(folder, "build"))
            os.symlink(os.path.join(ROOT, "build/bin"), os.path.join(folder, "build/bin"))
            for block in blocks_of(os.path.join(ROOT, page)):
                file = re.match(r"<!-- file: (\S+) -->", block.note)
                if file:
                    with open(os.path.join(folder, file.group(1)), "a", encoding="utf-8") as f:
                        f.write("\n".join(block.lines) + "\n")
                    continue
                reason = re.match(r"<!-- not run: (.+) -->", block.note)
                for line, command, expected in commands_of(block):
                    if reason:
                        self.left_out.append(f"{page}:{line}: not run: {reason.group(1)}")
                    elif only_counts:
                        self.passed += 1
                    else:
                        self.command(page, folder, line, command, expected)


def update(different):
    """From the end of a page to its beginning, so that lines keep their numbers."""
    for page, line, expected, printed in sorted(different, key=lambda d: -d[1]):
        path = os.path.join(ROOT, page)
        lines = open(path, encoding="utf-8").read().split("\n")
        lines[line:line + len(expected)] = [text.rstrip() for text in printed]
        with open(path, "w", encoding="utf-8") as f:
            f.write("\n".join(lines))


def all_pages():
    found = ["README.md"]
    for folder, _, files in os.walk(os.path.join(ROOT, "docs")):
        found += [os.path.relpath(os.path.join(folder, name), ROOT) for name in files if name.endswith(".md")]
    return sorted(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    runner = Runner()
    for page in arguments.pages or all_pages():
        runner.page(page, arguments.list)
    if arguments.update:
        update(runner.different)
    if arguments.list or arguments.pages:
        print("\n".join(runner.left_out))
    print(f"docs: {runner.passed} passed, {runner.failed} failed" + (f" ({len(runner.left_out)} commands are not run)" if runner.left_out else ""))
    return 1 if runner.failed else 0


if __name__ == "__main__":
    sys.exit(main())
