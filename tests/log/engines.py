#!/usr/bin/env python3
"""Each engine that --log=help names tells at least a line of an example, and only it does; nobody tells anything that was
not asked; what is on standard output, and the exit status, stay the same.
  python3 tests/log/engines.py build/release/custos
"""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROMELA = "examples/promela/alternating-bit.pml"
EXAMPLES = {
    "saturation": ["examples/pushdown/plotter-fixed.pds"],
    "explicit": [PROMELA],
    "parallel": [PROMELA, "--jobs=2"],
    "lossy": [PROMELA, "--property=safety", "--search=bitstate", "--hash-memory=1"],
    "ltl": [PROMELA],
    "symbolic": ["examples/boolean/lock.bp"],
    "ectl": ["examples/ectl/handle.ectl"],
    "panda": ["examples/c/choice.c"],
    "formula": ["examples/c/choice.c", "--strategy=formula"],
    "predicates": ["examples/c/choice.c", "--strategy=summaries"],
    "smt": ["examples/c/choice.c"],
    "evidence": ["examples/lts/vending-machine.lts"],
}


def run(custos, arguments, folder):
    path = os.path.join(ROOT, arguments[0])
    done = subprocess.run([custos, "check", path, *arguments[1:]], cwd=folder, capture_output=True, timeout=120)
    return done.stdout, done.stderr.decode(), done.returncode


def mistakes(custos, engine, every, folder):
    check = EXAMPLES[engine]
    off = run(custos, check, folder)
    on = run(custos, check + [f"--log={engine}"], folder)
    everything = run(custos, check + ["--log=all"], folder)
    if off[1]:
        yield f"{engine}: without --log, standard error has {off[1][:200]!r}"
    for told in (on, everything):
        if (told[0], told[2]) != (off[0], off[2]):
            yield f"{engine}: standard output or the exit status differs with a log"
    lines = on[1].splitlines()
    if not lines or not all(line.startswith(engine + ": ") for line in lines):
        yield f"{engine}: tells {lines[:3]}"
    if not set(lines) <= set(everything[1].splitlines()) and engine not in ("parallel", "smt"):
        yield f"{engine}: 'all' leaves out some of its lines"
    for line in everything[1].splitlines():
        if line.split(":")[0] not in every or re.search(r"[\x00-\x1f\x7f-\x9f]", line):
            yield f"{engine}: a line of nobody: {line!r}"


def main():
    custos = os.path.abspath(sys.argv[1])
    told = subprocess.run([custos, "check", "--log=help"], capture_output=True, text=True, check=True).stdout
    every = [line.split()[0] for line in told.splitlines() if not line.startswith("all ")]
    bad = []
    with open(os.path.join(ROOT, "docs/log.md")) as f:
        rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", f.read(), re.MULTILINE)
    if rows != [tuple(line.split(None, 1)) for line in told.splitlines() if not line.startswith("all ")]:
        bad.append("docs/log.md has other engines, or tells of them in other words")
    if sorted(every) != sorted(EXAMPLES):
        bad.append(f"engines without an example, or examples without an engine: {set(every) ^ set(EXAMPLES)}")
    with tempfile.TemporaryDirectory() as folder:
        for engine in every:
            if engine in EXAMPLES:
                bad += mistakes(custos, engine, every, folder)
    for line in bad:
        print(line)
    print(f"log: {len(every)} engines, {len(bad)} mistakes")
    return bool(bad)


sys.exit(main())
