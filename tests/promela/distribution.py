#!/usr/bin/env python3
"""What the random models are like, according to SPIN: sizes, errors, constructs.

    distribution.py N SEED [claims] [--jobs=2]
"""
import collections
import concurrent.futures
import os
import re
import sys
import tempfile

import generate
import spin

CONSTRUCTS = {
    "init": r"^init", "run": r"\brun \w", "active": r"\bactive", "active [n]": r"active \[", "arguments": r"proctype \w+\(\w",
    "D_proctype": "D_proctype", "bit": r"\bbit ", "bool": r"\bbool ", "byte": r"\bbyte ", "short": r"\bshort ", "int": r"\bint ",
    "pid": r"\bpid ", "unsigned": r"\bunsigned ", "mtype": r"\bmtype ", "subtype": r"mtype:\w+ \w+", "array": r"\w+\[\d\]( =.*)?;",
    "computed index": r"\[\w+ % \d\]", "record": r"typedef", "nested record": r"r\d+\.f\d+\.f\d+", "rendezvous": r"= \[0\] of", "buffered": r"= \[[12]\] of",
    "send": r"\w!\w", "sorted send": "!!", "receive": r"[\w\]]\?\w", "random receive": r"\?\?\w", "peek": r"\?<", "poll": r"\?\[",
    "eval": "eval", "any": r"[?( ]_[,);]", "c!m(x)": r"![-\w]+\(", "channel array": r"chan \w+\[", "chan in message": r"of \{ chan",
    "chan argument": r"\(.*chan \w+.*\)", "record in message": r"of \{ R", "len": r"\blen\(", "empty": r"\bempty", "nempty": r"\bnempty",
    "full": r"\bfull", "nfull": r"\bnfull", "if": r"\bif$", "do": r"\bdo$", "else": r":: else", "timeout": "timeout", "unless": "unless",
    "atomic": "atomic", "d_step": "d_step", "goto": "goto", "break": "break", "for range": r"for \(\w+ :", "for in array": r"for \(\w+ in [gf]",
    "for in channel": r"for \(\w+ in c", "select": "select", "inline": "inline", "inline call": r"^ .*inl\d+\(", "label": r"\w+: ", "end label": r"\bend\d+:",
    "accept": r"\baccept\w*:", "progress": r"\bprogress\w*:", "provided": "provided", "priority": "priority", "set_priority": "set_priority",
    "P@L": r"\w@\w", "P[i]@L": r"\]@\w", "P:x": r"P\d+:own", "P[i]:x": r"\]:own", "_last": "_last", "_pid": "_pid", "_nr_pr": "_nr_pr", "enabled": "enabled",
    "printf": "printf", "printm": "printm", "assert": r"\bassert", "conditional": r"-> \S+ : ", "local declaration": r"^    .*\b(byte|bit|short|int|bool) v\d+",
    "block": r"^\s+\{$", "trace": "^trace", "notrace": "^notrace", "show": r"^show", "local": "^local", "macro": r"\bLIMIT\)", "skip": r"\bskip",
    "ltl": "^ltl", "never": "^never", "x = run": r"= run", "local channel": r"^  chan \w+ =", "negative or long": r"-1|257|300|65537|70000",
}


def classify(job):
    seed, claims = job
    text = generate.model(seed, claims)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "m.pml")
        with open(path, "w") as file:
            file.write(text)
        with spin.Verifier(path, seconds=20) as verifier:
            return text, verifier.run("a", depths=[100000])


def main():
    words = [w for w in sys.argv[1:] if not w.startswith("--")]
    jobs = int((re.findall(r"--jobs=(\d+)", " ".join(sys.argv)) or ["2"])[0])
    if len(words) not in (2, 3):
        sys.exit(__doc__)
    count, first, claims = int(words[0]), int(words[1]), words[2:] == ["claims"]
    sizes, errors, status, seen, reasons = [], collections.Counter(), collections.Counter(), collections.Counter(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for seed, (text, answer) in zip(range(first, first + count), pool.map(classify, [(first + i, claims) for i in range(count)])):
            status[answer.status] += 1
            for name, pattern in CONSTRUCTS.items():
                seen[name] += bool(re.search(pattern, text, re.M)) and answer.status == "ok"
            if answer.status == "ok":
                sizes.append(answer.states)
                for kind in ("assertion violated", "invalid end state"):
                    errors[kind] += re.search(rf"^pan:\d+: {kind}", answer.text, re.M) is not None
                errors["none"] += answer.errors == 0
            else:
                reasons[f"{answer.status}: {spin.first_line(answer.text) if answer.status != 'stopped' else answer.first_error}"] += 1
                print(f"seed {seed}: {answer}")
    print("status", dict(status))
    bounds = [1, 5, 20, 100, 1000, 10000, 50000, 10 ** 9]
    for low, high in zip(bounds, bounds[1:]):
        print(f"{low:>7} .. {high - 1:<10} states: {sum(low <= s < high for s in sizes)}")
    print("errors", dict(errors))
    print("constructs", ", ".join(f"{name} {seen[name]}" for name in CONSTRUCTS))
    print("never seen:", ", ".join(name for name in CONSTRUCTS if not seen[name]) or "-")
    for reason, times in reasons.most_common(12):
        print(f"{times:5} {reason}")


if __name__ == "__main__":
    main()
