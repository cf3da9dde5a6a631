#!/usr/bin/env python3
"""Our disassembly of class files beside javap's, instruction by instruction.

  tests/java/javap.py [CLASS-OR-JAR...]

Without arguments: the programs of tests/java/programs, compiled by javac for
several versions of class files, and classes of the JDK's own. Without a JDK the
test is skipped."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TWIN = os.path.join(HERE, "..", "..", "build", "release", "tests", "twin-java")
JDK_CLASSES = """java.lang.String java.lang.Integer java.lang.Math java.lang.StringBuilder java.util.ArrayList
java.util.HashMap java.util.regex.Pattern java.util.Formatter java.math.BigInteger java.util.concurrent.ForkJoinPool
java.lang.invoke.LambdaForm java.util.stream.Collectors java.lang.Character java.util.zip.ZipFile java.lang.Object
java.time.format.DateTimeFormatterBuilder java.lang.Enum java.util.Scanner java.util.TimSort""".split()


def ours(files):
    """[(class, lines)] in the order of the files; what went wrong."""
    done = subprocess.run([TWIN, *files], capture_output=True, text=True, errors="replace")
    classes, lines = [], []
    for line in done.stdout.splitlines():
        if line.startswith("class "):
            lines = []
            classes.append((line[6:].replace("/", "."), lines))
        else:
            lines.append(line)
    return classes, done.stderr


INSTRUCTION = re.compile(r"^ *(\d+): ([a-z]\w*)(.*)$")
CASE = re.compile(r"^ *(-?\d+|default): (\d+)$")
HANDLER = re.compile(r"^ *(\d+) +(\d+) +(\d+) +(?:Class )?(\S+)$")


def plain(lines, is_javap):
    """Instructions, cases and handlers; names of methods are javap's own words."""
    out = []
    for line in lines:
        line = line.split("//")[0].rstrip() if is_javap else line
        found = INSTRUCTION.match(line)
        case = CASE.match(line)
        handler = HANDLER.match(line)
        if found:
            operands = found.group(3).split("{")[0].replace(",", " ").split()
            out.append(" ".join([found.group(1), found.group(2), *operands]))
        elif case:
            out.append("case %s %s" % case.groups())
        elif handler:
            out.append("handler %s %s %s %s" % handler.groups())
    return out


def javap(arguments):
    done = subprocess.run(["javap", "-c", "-p", *arguments], capture_output=True, text=True, errors="replace")
    classes, lines = [], []
    for line in done.stdout.splitlines():
        head = re.match(r"^(?=\S)(?:[a-z ]* )?(?:class|interface) ([^\s<]+).*\{$", line)
        if head:
            lines = []
            classes.append((head.group(1), lines))
        else:
            lines.append(line)
    return classes


def compare(files):
    """How many instructions agree; the first difference."""
    mine, trouble = ours(files)
    theirs = javap([x for x in files if not x.endswith(".jar")])
    for file in files:
        if file.endswith(".jar"):
            listed = subprocess.run(["jar", "tf", file], capture_output=True, text=True).stdout.split()
            theirs += javap(["-cp", file, *(x[:-6].replace("/", ".") for x in listed if x.endswith(".class"))])
    if trouble:
        return 0, trouble
    if [x for x, _ in mine] != [x for x, _ in theirs] or not mine:
        return 0, f"{len(mine)} classes, javap has {len(theirs)}"
    count = 0
    for (name, lines), (_, expected) in zip(mine, theirs):
        a, b = plain(lines, False), plain(expected, True)
        for x, y in zip(a + [None] * len(b), b + [None] * len(a)):
            if x != y:
                return count, f"{name}: '{x}' where javap has '{y}'"
        count += len(a)
    return count, ""


def compiled(folder):
    """The programs for each version of class files that this javac makes."""
    sources = [os.path.join(HERE, "programs", x) for x in sorted(os.listdir(os.path.join(HERE, "programs")))]
    files = []
    for release in ("8", "11", "17"):
        out = os.path.join(folder, release)
        done = subprocess.run(["javac", "-proc:none", "-Xlint:none", "-g", "--release", release, "-d", out, *sources],
                              capture_output=True, text=True)
        if done.returncode:
            print(done.stderr)
            return []
        for where, _, found in os.walk(out):
            files += [os.path.join(where, x) for x in sorted(found)]
    subprocess.run(["jar", "cfe", os.path.join(folder, "all.jar"), "Main", "-C", os.path.join(folder, "17"), "."])
    return files + [os.path.join(folder, "all.jar")]


def of_jdk(folder):
    """Some classes of the JDK, taken out of its own archive."""
    home = os.path.realpath(shutil.which("javac")).rsplit("/", 2)[0]
    modules = os.path.join(home, "lib", "modules")
    if not os.path.exists(modules) or not shutil.which("jimage"):
        return []
    pattern = ",".join("glob:/java.base/" + x.replace(".", "/") + ".class" for x in JDK_CLASSES)
    subprocess.run(["jimage", "extract", "--include", pattern, "--dir", folder, modules], capture_output=True)
    files = []
    for where, _, found in os.walk(folder):
        files += [os.path.join(where, x) for x in sorted(found)]
    return files


def main():
    if not shutil.which("javac") or not shutil.which("javap"):
        print("no JDK: skipped\n0 passed, 0 failed, 1 skipped")
        return 0
    passed = failed = instructions = 0
    with tempfile.TemporaryDirectory() as folder:
        files = sys.argv[1:] or compiled(os.path.join(folder, "own")) + of_jdk(os.path.join(folder, "jdk"))
        if not files:
            failed = 1
        files.sort(key=lambda x: x.endswith(".jar"))
        for start in range(0, len(files), 40):
            group = files[start:start + 40]
            count, difference = compare(group)
            instructions += count
            if difference:
                failed += 1
                print(difference)
            else:
                passed += len(group)
    print(f"{instructions} instructions compared")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
