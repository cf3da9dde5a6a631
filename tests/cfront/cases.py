#!/usr/bin/env python3
"""What custos-cfront makes of small programs, of several files, and of bad bitcode.

    cases.py [--cfront=PATH] [--corpus] [NAME...]

Each file in cases/ begins with comments:
    // options: --check=division   for custos-cfront
    // bits: 32                    else 64
    // with: a.c b.c               further files, of parts/
    // library: l.c                of parts/, compiled as models of functions
    // exit: 2                     else 0
    // says: REGEX                 in what is written to stderr
    // has: REGEX                  in some line of the automaton; 'has 2:' in just two
    // lacks: REGEX                in no line
All programs of a corpus, if there is one, must be translated, whatever they hold; with THIRD set, a third of them.
Closes with 'N passed, N failed'."""
import argparse
import glob
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
from corpora import corpora  # noqa: E402
from thirds import of_this_commit  # noqa: E402
CLANG = [os.environ.get("CLANG", "clang-14"), "-O0", "-Xclang", "-disable-O0-optnone", "-g", "-fno-strict-aliasing", "-w",
         "-fbracket-depth=4096", "-emit-llvm", "-c"]


def compile_to(source, target, bits):
    command = CLANG + ["-m%d" % bits, os.path.basename(source), "-o", target]
    return subprocess.run(command, cwd=os.path.dirname(source), capture_output=True, check=False).returncode == 0


def directives(path):
    found = []
    for line in open(path):
        if not line.startswith("// "):
            break
        key, value = line[3:].rstrip("\n").split(":", 1)
        found.append((key, value.strip()))
    return found


def complaints(cfront, path, folder):
    said = directives(path)
    one = dict(said)
    bits = int(one.get("bits", 64))
    files = [path] + [os.path.join(HERE, "parts", name) for name in one.get("with", "").split()]
    modules = []
    for number, name in enumerate(files):
        modules.append(os.path.join(folder, "%d.bc" % number))
        if not compile_to(name, modules[-1], bits):
            return ["clang refuses " + name]
    command = [cfront] + one.get("options", "").split()
    if "library" in one:
        command.append("--library=" + os.path.join(folder, "library.bc"))
        compile_to(os.path.join(HERE, "parts", one["library"]), os.path.join(folder, "library.bc"), bits)
    done = subprocess.run(command + modules, capture_output=True, text=True, timeout=60, check=False)
    wrong = []
    if done.returncode != int(one.get("exit", 0)):
        wrong.append("exit %d: %s" % (done.returncode, done.stderr.strip()))
    lines = done.stdout.split("\n")
    for key, value in said:
        count = sum(1 for line in lines if re.search(value, line))
        if key == "says" and not re.search(value, done.stderr):
            wrong.append("does not say " + value + ", but " + done.stderr.strip())
        if (key == "has" and not count) or (key == "lacks" and count):
            wrong.append("%s %s: %d lines" % (key, value, count))
        if key.startswith("has ") and count != int(key[4:]):
            wrong.append("%s %s: %d lines" % (key, value, count))
    return wrong


def damaged(cfront, folder, tries):
    """Bitcode that is cut or changed: an error or a program, never a bug of ours. LLVM's own
    end by a signal is accepted: custos-cfront is a process of its own for that."""
    path = os.path.join(folder, "whole.bc")
    compile_to(os.path.join(HERE, "cases/everything.c"), path, 64)
    whole = open(path, "rb").read()
    dice = random.Random(7)
    bad, crashes = [], 0
    for number in range(tries):
        bytes_ = bytearray(whole)
        if number % 2:
            del bytes_[dice.randrange(len(whole)):]
        else:
            for _ in range(dice.randrange(1, 4)):
                bytes_[dice.randrange(len(whole))] ^= 1 << dice.randrange(8)
        with open(path, "wb") as out:
            out.write(bytes_)
        done = subprocess.run([cfront, path], capture_output=True, timeout=60, check=False)
        if done.returncode < 0:
            crashes += 1
        elif done.returncode not in (0, 2) or (done.returncode == 2 and not done.stderr):
            bad.append("try %d: exit %d: %s" % (number, done.returncode, done.stderr.decode("latin1")[:200]))
    return bad, crashes


def corpus(cfront, root, folder):
    """(passed, complaints) over all C programs below the folder."""
    passed, bad = 0, []
    files = [f for kind in "ci" for f in glob.glob(os.path.join(root, "**", "*." + kind), recursive=True)]
    for path in sorted(of_this_commit(sorted(files))):
        module = os.path.join(folder, "program.bc")
        if not compile_to(path, module, 32):
            continue
        done = subprocess.run([cfront, module], capture_output=True, text=True, timeout=60, check=False)
        if done.returncode:
            bad.append("%s: exit %d: %s" % (path, done.returncode, done.stderr.strip()[:200]))
        else:
            passed += 1
    return passed, bad


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cfront", default=os.path.join(ROOT, "build/release/custos-cfront"))
    parser.add_argument("--corpus", action="store_true", help="also translate all programs of the corpus of C")
    parser.add_argument("--damage", type=int, default=60, help="damaged files to try")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(glob.glob(os.path.join(HERE, "cases/*.c"))):
            name = os.path.basename(path)[:-2]
            if options.names and name not in options.names:
                continue
            wrong = complaints(options.cfront, path, folder)
            passed, failed = passed + (not wrong), failed + bool(wrong)
            for text in wrong:
                print("%s: %s" % (name, text))
        if not options.names:
            bad, crashes = damaged(options.cfront, folder, options.damage)
            print("damaged bitcode: %d files, LLVM crashed on %d" % (options.damage, crashes))
            print("\n".join(bad))
            passed, failed = passed + options.damage - len(bad), failed + len(bad)
        if options.corpus:
            if os.path.isdir(corpora("corpus/c")):
                translated, bad = corpus(options.cfront, corpora("corpus/c"), folder)
                print("\n".join(bad))
                passed, failed = passed + translated, failed + len(bad)
            else:
                skipped += 1
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
