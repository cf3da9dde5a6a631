#!/usr/bin/env python3
"""Each row of include/custos/statistics.h is in the schema, in docs/statistics.md and in the JSON of some check; and no
line of -v and no key of JSON is anything but a row.
  python3 tests/statistics/rows.py build/release/custos
"""
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# A check of each engine that counts something of its own.
CHECKS = [
    ["examples/promela/alternating-bit.pml"],
    ["examples/gcl/peterson.gcl"],
    ["examples/lts/vending-machine.lts", "--ltl=F G false"],
    ["examples/boolean/lock.bp"],
    ["examples/c/choice.c", "--time=60"],
]
# Lines of -v that tell words, not numbers.
WORDS = {"engine", "translation", "evidence"}


def rows():
    """unit, member, key, label of each row, read from the header itself."""
    with open(os.path.join(ROOT, "include/custos/statistics.h")) as f:
        text = f.read()
    found = re.findall(r'ROW\((\w+), (\w+), "([^"]+)", "([^"]+)"', text)
    assert len(found) > 20, "the rows were not found"
    return found


def flat(stats, outer=""):
    for key, value in stats.items():
        if isinstance(value, dict):
            yield from flat(value, outer + key + ".")
        else:
            yield outer + key


def schema_keys(stats, outer=""):
    for key, value in stats["properties"].items():
        if "properties" in value:
            yield from schema_keys(value, outer + key + ".")
        else:
            yield outer + key


def run(custos, arguments, folder):
    path = os.path.join(ROOT, arguments[0])
    return subprocess.run(
        [custos, "check", path, *arguments[1:]], cwd=folder, capture_output=True, text=True, timeout=120
    ).stdout


def lines_of(output):
    """The labels of the lines behind 'engine', which are at least twelve letters wide."""
    for block in output.split("\n  engine ")[1:]:
        for line in block.splitlines()[1:]:
            if not line.startswith("  ") or line.startswith("   "):
                break
            yield line[2:14].strip() if not line[14:15].strip() else line[2:].rsplit(" ", 1)[0].strip()


def main():
    custos = os.path.abspath(sys.argv[1])
    every = rows()
    keys, labels = [r[2] for r in every], {r[3] for r in every}
    bad = []
    with open(os.path.join(ROOT, "docs/result.schema.json")) as f:
        schema = json.load(f)
    stats = schema["properties"]["properties"]["items"]["properties"]["stats"]
    if list(schema_keys(stats)) != keys:
        bad.append("docs/result.schema.json has other keys: run scripts/make-statistics")
    with open(os.path.join(ROOT, "docs/statistics.md")) as f:
        if re.findall(r"^\| `([^`]+)` \|", f.read(), re.MULTILINE) != keys:
            bad.append("docs/statistics.md has other rows: run scripts/make-statistics")
    told, shown = set(), set()
    with tempfile.TemporaryDirectory() as folder:
        for check in CHECKS:
            for p in json.loads(run(custos, check + ["--json"], folder))["properties"]:
                told |= set(flat(p["stats"]))
            shown |= set(lines_of(run(custos, check + ["-v"], folder)))
    if told != set(keys):
        bad.append(f"JSON: missing {sorted(set(keys) - told)}, no rows {sorted(told - set(keys))}")
    if not shown - WORDS <= labels or len(shown - WORDS) < 15:
        bad.append(f"lines of -v that are no rows: {sorted(shown - WORDS - labels)}, of {sorted(shown)}")
    for line in bad:
        print(line)
    print(f"statistics: {len(keys)} rows, {len(bad)} mistakes")
    return bool(bad)


sys.exit(main())
