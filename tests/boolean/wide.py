#!/usr/bin/env python3
"""Programs with hundreds of variables, each assigned once from its neighbours: diagrams stay small, and so must the time.

usage: tests/boolean/wide.py [--custos=FILE]

The label behind the last statement is reached whatever happens, so the verdict is known.
"""
import argparse
import os
import resource
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KINDS = {
    "and any": "x{i} := x{next} & *;",
    "xor any": "x{i} := x{next} ^ *;",
    "and": "x{i} := x{next} & x{after};",
}
SIZES = (100, 160, 169, 215, 238, 261, 300, 376, 399)
SECONDS = 20  # each takes well under one


def program(kind, size):
    names = ", ".join(f"x{i}" for i in range(size))
    lines = [KINDS[kind].format(i=i, next=i + 1, after=(i + 2) % size) for i in range(size - 1)]
    return "\n".join([f"decl {names};", "void main() begin", *lines, "reached: skip;", "end", ""])


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--custos", default=os.path.join(ROOT, "build", "release", "custos"))
    custos = os.path.abspath(options.parse_args().custos)
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "wide.bp")
        for kind in KINDS:
            for size in SIZES:
                with open(path, "w", encoding="ascii") as out:
                    out.write(program(kind, size))
                done = subprocess.run([custos, "check", "--target=reached", "--no-certify", path], cwd=folder, preexec_fn=limit,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
                if done.returncode == 10:
                    passed += 1
                else:
                    failed += 1
                    print(f"{kind}, {size} variables: exit status {done.returncode}")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    raise SystemExit(main())
