#!/usr/bin/env python3
"""SPIN follows the trails that custos writes.

  tests/promela/trails.py CUSTOS MODEL...

For each model that violates 'safety', custos writes a trail; 'spin -t' must
take every step of it and end at the same statement with the same values of the
global variables, and 'pan -r' must find every transition. Models that hold are
counted, not judged. Skipped where spin or gcc is absent.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile


def run(words, folder, limit=60):
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True,
                              errors="replace", timeout=limit,
                              stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        return -1, "no answer in time"


def globals_of_spin(text):
    """Scalars among what 'spin -t' shows at the end."""
    found = {}
    ended = text.find("#processes:")
    for line in text[ended:].splitlines() if ended >= 0 else []:
        m = re.match(r"^\t\t([A-Za-z_][\w.\[\]]*) = (\S+)$", line)
        if m and "(" not in line:
            found[m[1]] = m[2]
    return found


def globals_of_custos(text):
    """Those that 'custos simulate' shows at the end."""
    return {m[1]: m[2] for m in re.finditer(r"^  ([A-Za-z_][\w.\[\]]*) = (\S+)$",
                                            text, re.M)}


def wrong_with_spin(folder, ours):
    code, text = run(["spin", "-k", "m.safety.trail", "-t", "-p", "m.pml"],
                     folder)
    if code == -8:
        return None  # a division by zero ends spin itself
    if "transition failed" in text or "not found" in text:
        return "spin -t: a transition failed"
    if "trail ends after" not in text:
        return "spin -t: " + text.strip()[-100:]
    theirs = globals_of_spin(text)
    for name, value in globals_of_custos(ours).items():
        if name in theirs and theirs[name] != value:
            return f"{name} is {value}, in spin {theirs[name]}"
    steps = re.findall(r"m\.pml:(\d+) \(state", text[:text.find("#processes")])
    mine = re.findall(r"^ [ |]*\d+  \S+:\d+ +m\.pml:(\d+)  (?!-end-)", ours, re.M)
    if steps and mine and not {steps[-1]} & set(mine[-1:] + partner(ours)):
        return f"the last line is {mine[-1]}, in spin {steps[-1]}"
    return None


def partner(ours):
    """The receiver's line, if the last step is a handshake."""
    lines = [l for l in ours.splitlines() if re.match(r"^ [ |]*\d+  ", l)]
    m = re.search(r"to \S+ at line (\d+)", lines[-1]) if lines else None
    return [m[1]] if m else []


def wrong_with_pan(folder):
    """Claims are left out, and nothing is merged."""
    run(["spin", "-o1", "-o2", "-o3", "-a", "m.pml"], folder)
    code, text = run(["gcc", "-O0", "-w", "-DNOREDUCE", "-DSAFETY",
                      "-DNOCLAIM", "pan.c", "-o", "pan"], folder)
    if code:
        return None
    shutil.copy(os.path.join(folder, "m.safety.trail"),
                os.path.join(folder, "m.pml.trail"))
    code, text = run(["./pan", "-r"], folder)
    if "not found" in text or "Error, proc" in text:
        return "pan -r: " + re.search(r".*(not found|Error, proc).*", text)[0]
    return None


def judge(custos, model, folder):
    shutil.copy(model, os.path.join(folder, "m.pml"))
    code, text = run([custos, "check", "m.pml", "--property=safety", "--trail",
                      "--no-certify", "--time=10", "--quiet"], folder)
    if code == 2:
        return "refused"
    if not os.path.exists(os.path.join(folder, "m.safety.trail")):
        return "holds" if code in (0, 5) else "no trail: " + text.strip()[-100:]
    code, ours = run([custos, "simulate", "m.pml",
                      "--trace=m.safety.trace", "--steps=1000000"], folder)
    return (wrong_with_spin(folder, ours) or wrong_with_pan(folder) or
            "followed")


def main():
    custos = os.path.abspath(sys.argv[1])
    if not shutil.which("spin") or not shutil.which("gcc"):
        print("trails: skipped: there is no spin or no gcc")
        return 0
    counts = {"followed": 0, "holds": 0, "refused": 0}
    failed = 0
    for model in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as folder:
            verdict = judge(custos, model, folder)
        if verdict in counts:
            counts[verdict] += 1
        else:
            failed += 1
            print(f"{os.path.basename(model)}: {verdict}")
    print(f"trails: {counts['followed']} followed by spin and pan, "
          f"{counts['holds']} hold, {counts['refused']} refused, "
          f"{failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
