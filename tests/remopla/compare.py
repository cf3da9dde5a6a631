#!/usr/bin/env python3
"""`custos check` against oracle.py on random programs of generate.py, claim for claim and label for label.

usage: compare.py [--custos=PATH] [--first=SEED] [--count=N] [--most=N] [--keep=FOLDER]

Every violated claim has been replayed by the library before it is told. Claims on one line count as one: it fails if
any of them does. Ends with "N passed, N failed" (programs that are too large for the oracle count as neither)."""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import generate
import oracle


def labels_of(text):
    """What --target can be asked for: labels as module:label, symbols of rules."""
    found, module = [], None
    for line in text.split("\n"):
        m = re.match(r"module .*?(\w+)\(", line.replace("int(2) ", "int ").replace("int(1) ", "int "))
        if m and line.endswith("{"):
            module = m.group(1)
        m = re.match(r"\s*(L\d): ", line)
        if m:
            found.append("%s:%s" % (module, m.group(1)))
        m = re.match(r"\w+ <(\w+)> -->", line)
        if m and m.group(1) not in found:
            found.append(m.group(1))
    return found


def ask(custos, text, labels, folder):
    """({(kind, line)} that fail, all that there are, labels reached), or a text that says what went wrong."""
    path = os.path.join(folder, "program.rem")
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    command = [custos, "check", "--json", "--time=60", path] + ["--target=" + x for x in labels]
    run = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=120)
    if run.returncode not in (0, 10):
        return "exit %d: %s%s" % (run.returncode, run.stderr, run.stdout[:300])
    failing, known, reached = set(), set(), set()
    for p in json.loads(run.stdout)["properties"]:
        m = re.match(r"(assert|bounds):(\d+)", p["name"])
        is_violated = p["verdict"] == "violated"
        if p["verdict"] not in ("holds", "violated"):
            return "%s is %s: %s" % (p["name"], p["verdict"], p.get("reason"))
        if m:
            claim = (m.group(1), int(m.group(2)))
            known.add(claim)
            if is_violated:
                failing.add(claim)
        elif is_violated:
            reached.add(p["name"])
    return failing, known, reached


def compare(custos, seed, folder, most):
    """None if all agree, "large", or what differs."""
    text = generate.make(seed)
    labels = labels_of(text)
    try:
        bad, expected = oracle.check(text, most=most)
    except oracle.TooMuch:
        return "large"
    except oracle.Bad as e:
        return "the oracle cannot read it: %s" % e
    answer = ask(custos, text, labels, folder)
    if isinstance(answer, str):
        return answer
    failing, _, reached = answer
    wanted = {(kind, at[0]) for kind, at in bad}
    if failing != wanted:
        return "claims: custos %s, oracle %s" % (sorted(failing), sorted(wanted))
    wanted = {x for x in expected if x in labels}
    if reached != wanted:
        return "labels: custos %s, oracle %s" % (sorted(reached), sorted(wanted))
    return None


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--custos", default="build/release/custos")
    a.add_argument("--first", type=int, default=1)
    a.add_argument("--count", type=int, default=300)
    a.add_argument("--most", type=int, default=10000, help="path edges that the oracle may need")
    a.add_argument("--keep", default="")
    o = a.parse_args()
    custos = os.path.abspath(o.custos)
    passed = failed = large = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(o.first, o.first + o.count):
            wrong = compare(custos, seed, folder, o.most)
            if wrong == "large":
                large += 1
            elif wrong is None:
                passed += 1
            else:
                failed += 1
                print("seed %d: %s" % (seed, wrong), flush=True)
                if o.keep:
                    with open(os.path.join(o.keep, "%d.rem" % seed), "w", encoding="utf-8") as f:
                        f.write(generate.make(seed))
    if large:
        print("%d too large for the oracle" % large)
    print("%d passed, %d failed" % (passed, failed))
    return failed != 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
