#!/usr/bin/env python3
"""The lines of docs/coming-from-spin.md do what it says: each pair is run, SPIN's line and ours, and what it says is the same is compared.

    coming_from_spin.py [--custos=PROGRAM]

All run in one folder with the models of examples/promela, in the order of the page. Closes with 'N passed, N failed'; without
spin or gcc, our lines are still run, and what would be compared is skipped.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import spin

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "docs", "coming-from-spin.md")


def pairs():
    with open(PAGE) as file:
        text = file.read()
    for block in re.findall(r"^```pairs\n(.*?)^```", text, re.M | re.S):
        for piece in block.strip().split("\n\n"):
            found = dict(re.fullmatch(r"(\w+): +(.*)", line).groups() for line in piece.splitlines())
            yield found["spin"], found["custos"], found["same"].split()


def shell(line, folder):
    done = subprocess.run(line, shell=True, cwd=folder, capture_output=True, text=True, errors="replace", timeout=120, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def of_spin(line, folder):
    _, output, _ = shell(line, folder)
    stored = re.search(r"^\s*(\d+) states, stored", output, re.M)
    errors = re.search(r"errors: (\d+)", output)
    # SPIN speaks when the run is over.
    printed = re.split(r"^spin: ", output, maxsplit=1, flags=re.M)[0]
    return {"states": stored and int(stored[1]), "errors": errors and int(errors[1]), "verdict": errors and int(errors[1]) > 0, "output": printed}


def of_custos(line, program, folder):
    words = line.split(" ", 2)
    is_check = words[1] == "check"
    status, output, wrong = shell(" ".join([program, words[1], "--json" if is_check else "", words[2]]), folder)
    if not is_check:
        return {"output": output} if status == 0 else wrong
    try:
        stats = json.loads(output)["properties"][0]["stats"]
    except (ValueError, LookupError):
        return f"exit status {status}: {output}{wrong}"
    return {"states": stats["states"], "errors": stats.get("errors"), "verdict": {0: False, 10: True}.get(status)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build", "release", "custos"))
    options = parser.parse_args()
    program = os.path.abspath(options.custos)
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory(prefix="custos-pairs-") as folder:
        for name in os.listdir(os.path.join(ROOT, "examples", "promela")):
            shutil.copy(os.path.join(ROOT, "examples", "promela", name), folder)
        for theirs, ours, same in pairs():
            mine = of_custos(ours, program, folder)
            if isinstance(mine, str):
                failed += 1
                print(f"{ours}\n  {mine}")
                continue
            if not spin.is_there():
                skipped += 1
                continue
            other = of_spin(theirs, folder)
            for what in same:
                good = other[what] is not None and mine[what] == other[what]
                passed += good
                failed += not good
                if not good:
                    print(f"{theirs}: {what} {other[what]!r}\n{ours}: {what} {mine[what]!r}")
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
