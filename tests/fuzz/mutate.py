#!/usr/bin/env python3
"""Fuzzes programs that libFuzzer cannot look into, with changed copies of good files.

usage: mutate.py kernel|cfront [--seconds=N] [--seed=N] [--keep=FOLDER]

kernel: the OCaml parsers of custos-kernel, on problems of every language that it reads and on evidence for them. It must accept,
        reject, or complain with a place in the file; evidence that was changed may never make it accept the opposite of the truth.
cfront: custos-cfront, on bitcode. It must translate or complain. LLVM's own reader may end by a signal, for which custos-cfront is
        a process of its own; these are counted apart.
Closes with 'N executions, N findings'; a file that shows a finding is kept in FOLDER (build/fuzz)."""
import argparse, collections, glob, os, random, re, shutil, subprocess, sys, tempfile, time

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
CUSTOS = os.path.join(ROOT, "build/bin/custos")
KERNEL = os.path.join(ROOT, "build/bin/custos-kernel")
CFRONT = os.path.join(ROOT, "build/bin/custos-cfront")
WORDS = [b"{", b"}", b"[", b"]", b"(", b")", b'"', b"\\", b",", b":", b";", b"*", b"0", b"-1", b"1e9", b"99999999999999999999",
         b"\x00", b"\xff", b"\xef\xbb\xbf", b"\n", b"<", b">", b"->", b"#", b"null", b"\\ud800", b"!", b"&&", b"true", b"X", b"U"]
OPPOSITE = {"holds": "violated", "violated": "holds", "reachable": "unreachable", "unreachable": "reachable"}

Case = collections.namedtuple("Case", "suffix problem evidence truth")


def changed(text, dice):
    """The bytes with a few changes; numbers and whole lines are changed more often than chance would."""
    text = bytearray(text)
    for _ in range(dice.choice([1, 1, 1, 2, 4, 8])):
        at, kind = dice.randrange(len(text) + 1), dice.randrange(8)
        if kind == 0:
            text[at:at + 1] = dice.choice(WORDS)
        elif kind == 1:
            del text[at:at + dice.choice([1, 1, 5, 50])]
        elif kind == 2:
            text[at:at] = dice.choice(WORDS)
        elif kind == 3:
            text[at:at] = text[at:at + dice.randrange(40)]
        elif kind == 4 and dice.random() < 0.3:
            del text[at:]
        elif kind == 5:
            numbers = list(re.finditer(rb"\d+", text))
            if numbers:
                n = dice.choice(numbers)
                text[n.start():n.end()] = b"%d" % max(0, int(n.group()[:30]) + dice.choice([1, -1, 2, 255, 10**20]))
        elif text:
            lines = text.split(b"\n")
            i, k = dice.randrange(len(lines)), dice.randrange(len(lines))
            if kind == 6:
                lines[i], lines[k] = lines[k], lines[i]
            else:
                lines.insert(i, lines[k])
            text = bytearray(b"\n".join(lines))
    return bytes(text)


def kernel_cases(folder):
    """Problems of the examples with the evidence that custos has for their properties."""
    cases = []
    for path in sorted(glob.glob(os.path.join(ROOT, "examples/*/*"))):
        suffix = os.path.splitext(path)[1]
        if suffix not in (".json", ".pds", ".lts", ".aut", ".gcl", ".ectl") or "/c/" in path:
            continue
        out = os.path.join(folder, os.path.basename(path) + ".out")
        subprocess.run([CUSTOS, "check", "-q", "--no-certify", "-o", out, path], capture_output=True, timeout=60, check=False)
        for evidence in sorted(glob.glob(out + "/*.cert") + glob.glob(out + "/*.trace")):
            text = open(evidence, "rb").read()
            claim = re.search(rb"^claim ([a-z]+)$", text, re.M)
            if claim and len(text) < 20000:
                cases.append(Case(suffix, open(path, "rb").read(), text, claim.group(1).decode()))
    return cases


def fuzz_kernel(folder, dice, until):
    cases = kernel_cases(folder)
    assert cases, "the examples gave no evidence: is build/bin/custos there?"
    count = 0
    while time.monotonic() < until:
        case = dice.choice(cases)
        problem, evidence = case.problem, case.evidence
        spoil_problem = dice.random() < 0.4
        if spoil_problem:
            problem = changed(problem, dice)
        else:
            evidence = changed(evidence, dice)
        paths = [os.path.join(folder, "x" + case.suffix), os.path.join(folder, "x.cert")]
        for path, text in zip(paths, (problem, evidence)):
            with open(path, "wb") as out:
                out.write(text)
        count += 1
        try:
            done = subprocess.run([KERNEL] + paths, capture_output=True, timeout=60, check=False)
        except subprocess.TimeoutExpired:
            yield count, "takes more than 60 s", paths
            continue
        said, complaint = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
        if done.returncode == 0 and not spoil_problem and said.startswith("accepted: " + OPPOSITE[case.truth]):
            yield count, "accepts what is false: " + said.split("\n")[0], paths
        elif done.returncode in (2, 4) and not any(complaint.startswith(p) or p + ":" in complaint for p in paths + ["formula"]):
            yield count, "complains without a place: " + complaint[:200], paths
        elif done.returncode not in (0, 2, 4, 5, 10):
            yield count, "exit %d: %s" % (done.returncode, complaint[:200]), paths
    yield count, None, None


def fuzz_cfront(folder, dice, until):
    path, wholes, count, crashes = os.path.join(folder, "x.bc"), [], 0, 0
    for source in sorted(glob.glob(os.path.join(ROOT, "tests/cfront/cases/*.c"))):
        if subprocess.run([os.environ.get("CLANG", "clang-14"), "-g", "-O0", "-w", "-c", "-emit-llvm", source, "-o", path], capture_output=True,
                          check=False).returncode == 0:
            wholes.append(open(path, "rb").read())
    assert wholes, "clang compiled none of tests/cfront/cases"
    while time.monotonic() < until:
        text = bytearray(dice.choice(wholes))
        for _ in range(dice.choice([1, 1, 2, 4])):
            text[dice.randrange(len(text))] ^= 1 << dice.randrange(8)
        if dice.random() < 0.2:
            del text[dice.randrange(len(text)):]
        with open(path, "wb") as out:
            out.write(text)
        count += 1
        try:
            done = subprocess.run([CFRONT, path], capture_output=True, timeout=60, check=False)
        except subprocess.TimeoutExpired:
            yield count, "takes more than 60 s", [path]
            continue
        if done.returncode < 0:
            crashes += 1
        elif done.returncode not in (0, 2) or (done.returncode == 2 and not done.stderr):
            yield count, "exit %d: %s" % (done.returncode, done.stderr.decode(errors="replace")[:200]), [path]
    print("LLVM's reader ended by a signal: %d" % crashes)
    yield count, None, None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["kernel", "cfront"])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", default=os.path.join(ROOT, "build/fuzz"))
    o = parser.parse_args()
    findings = 0
    with tempfile.TemporaryDirectory() as folder:
        run = fuzz_kernel if o.what == "kernel" else fuzz_cfront
        for count, wrong, paths in run(folder, random.Random(o.seed), time.monotonic() + o.seconds):
            if wrong:
                findings += 1
                os.makedirs(o.keep, exist_ok=True)
                for path in paths:
                    shutil.copy(path, os.path.join(o.keep, "%s-%d-%s" % (o.what, findings, os.path.basename(path))))
                print("execution %d: %s" % (count, wrong), flush=True)
                if findings == 20:
                    break
    print("%d executions, %d findings" % (count, findings))
    return findings != 0


if __name__ == "__main__":
    sys.exit(main())
