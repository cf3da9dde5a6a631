#!/usr/bin/env python3
"""Java programs whose verdict is easy to get wrong. The first line of each says it: safe, unsafe, unknown, or 'not
X' where what is not supported may be UNKNOWN. A second line "// options: ..." is given to custos. Without a JDK the test is skipped."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CUSTOS = os.path.join(HERE, "..", "..", "build", "release", "custos")
VERIFIER = """package org.sosy_lab.sv_benchmarks;
public class Verifier {
    public static native int nondetInt();
    public static native float nondetFloat();
    public static native double nondetDouble();
}
"""


def main():
    if not shutil.which("javac"):
        print("no JDK: skipped\n0 passed, 0 failed, 1 skipped")
        return 0
    passed = failed = 0
    folder = os.path.join(HERE, "traps")
    with tempfile.TemporaryDirectory() as temporary:
        stub = os.path.join(temporary, "stub", "org", "sosy_lab", "sv_benchmarks")
        os.makedirs(stub)
        with open(os.path.join(stub, "Verifier.java"), "w") as out:
            out.write(VERIFIER)
        lines = []
        for file in sorted(os.listdir(folder)):
            own = os.path.join(temporary, file[:-5])
            os.makedirs(own)
            shutil.copy(os.path.join(folder, file), own)
            lines.append(f"{own}/classes\t{own}\t{temporary}/stub")
        subprocess.run(["java", os.path.join(HERE, "CompileAll.java")], input="\n".join(lines), text=True, check=True)
        for file in sorted(os.listdir(folder)):
            with open(os.path.join(folder, file)) as text:
                wanted = re.match(r"// ((?:not )?\w+):", text.readline()).group(1)
                options = re.match(r"// options: (.*)|", text.readline()).group(1)
            own = os.path.join(temporary, file[:-5], "classes")
            files = sorted(os.path.join(own, x) for x in os.listdir(own) if x.endswith(".class"))
            done = subprocess.run([CUSTOS, "check", "--time=20", "-o", temporary, *(options or "").split(), *files], capture_output=True, text=True)
            got = {0: "safe", 10: "unsafe", 5: "unknown"}.get(done.returncode, f"exit {done.returncode}")
            if got == "unsafe" and "the program in java fails too" not in done.stdout:
                got = "unsafe, but not confirmed by java"
            right = got in ("safe", "unsafe", "unknown") and (
                got != wanted[4:] if wanted.startswith("not ") else got == wanted)
            passed += right
            failed += not right
            if not right or "-v" in sys.argv:
                print(f"{file}: {got}, should be {wanted}: {(done.stdout + done.stderr).splitlines()[0]}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
