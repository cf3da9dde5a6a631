#!/usr/bin/env python3
"""Models of the C library beside glibc.

    compare.py [--build=FOLDER] [--seeds=N] COUNT [SEED]
    compare.py --table [--write]

COUNT random calls of each function in functions.py are compiled with glibc and run, for 32 and
for 64 bits; the interpreter runs the models on the same calls, N times with
different inputs (what is left open), and must tell the same numbers. Of functions whose
results are inputs, 'custos check' must find that every result is within the contract. --table compares
the table in docs/libc.md with the functions, and these with the models; --write makes it.
Closes with 'N passed, N failed, N skipped': one test a call."""
import argparse
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)
import functions  # noqa: E402

CLANG = os.environ.get("CUSTOS_CLANG") or os.environ.get("CLANG", "clang-14")
NATIVE = functions.HEADERS + """
static long long told[1000000];
static int count;
static void put(long long x) { told[count++] = x; }
static void all(const char *s, unsigned long n) { for (unsigned long i = 0; i < n; i++) put(s[i]); }
%s
int main(void) {
  %s
  printf("\\n#");
  for (int i = 0; i < count; i++) printf(" %%lld", told[i]);
  return 0;
}
"""
# The first number that differs, from 1 on.
INTERPRETED = functions.HEADERS + """
static const long long told[] = {%s};
static int count, wrong;
static void put(long long x) { if (!wrong && told[count] != x) wrong = count + 1; count++; }
static void all(const char *s, unsigned long n) { for (unsigned long i = 0; i < n; i++) put(s[i]); }
%s
int main(void) {
  %s
  return wrong ? wrong : count == %d ? 0 : -1;
}
"""


MARK = 77 << 40
GIVEN = b"12 abcdefgh\nijklmn\n-7 opq\n" * 2  # on the standard input


def bodies(calls):
    """Each call in a function of its own, which marks where it begins."""
    return "\n".join("static void call_%d(void) { put(%dLL); %s }" % (i, MARK + i, call) for i, call in enumerate(calls))


def invoke(calls):
    return " ".join("call_%d();" % i for i in range(len(calls)))


def native(folder, calls, bits):
    """What they tell; ValueError: it does not compile or run."""
    source, program = os.path.join(folder, "native.c"), os.path.join(folder, "native")
    with open(source, "w", encoding="ascii") as out:
        out.write(NATIVE % (bodies(calls), invoke(calls)))
    done = subprocess.run([CLANG, "-O0", "-w", "-fno-builtin", "-m%d" % bits, source, "-o", program], capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(done.stderr[:400])
    done = subprocess.run([program], capture_output=True, input=GIVEN, check=False)
    if done.returncode:
        raise ValueError("it ends with %d" % done.returncode)
    return [int(x) for x in done.stdout.rsplit(b"#", 1)[1].split()]


def constants(told):
    return ", ".join("(-9223372036854775807LL - 1)" if x == -2 ** 63 else "%dLL" % x for x in told)


def interpreted(build, folder, calls, told, bits, seeds):
    """None, or (which call, what it says) of the first that differs."""
    source = os.path.join(folder, "interpreted.c")
    with open(source, "w", encoding="ascii") as out:
        out.write(INTERPRETED % (constants(told), bodies(calls), invoke(calls), len(told)))
    environment = dict(os.environ)
    environment.setdefault("CUSTOS_CFRONT", os.path.join(build, "custos-cfront"))
    environment.setdefault("CUSTOS_SANDBOX", os.path.join(build, "custos-sandbox"))
    done = subprocess.run([os.path.join(build, "tests/twin-c-semantics"), "run", source, str(bits), *map(str, range(seeds))],
                          capture_output=True, text=True, check=False, env=environment)
    said = done.stdout.split("\n")[:-1]
    if len(said) != seeds:
        return None, (done.stdout + done.stderr)[-300:]
    for line in said:
        if line == "0":
            continue
        if not line.isdigit():
            return None, line
        at = int(line) - 1
        where = max(x for x in told[:at + 1] if MARK <= x < MARK + len(calls)) - MARK
        return where, "number %d differs from %d" % (at, told[at])
    return None


def test(build, calls, bits, seeds):
    """Calls of many functions at once. None, or what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            told = native(folder, calls, bits)
        except ValueError as problem:
            return "with glibc: %s" % problem
        wrong = interpreted(build, folder, calls, told, bits, seeds)
    if not wrong:
        return None
    return "%s: %s" % (calls[wrong[0]] if wrong[0] is not None else "all calls", wrong[1])


CHECKED = functions.HEADERS + """
#include <assert.h>
static void put(int is_within) { assert(is_within); }
%s
int main(void) {
  %s
  return 0;
}
"""


def within(build, calls, bits):
    """Every result of an input is one that the contract allows, and glibc's is."""
    with tempfile.TemporaryDirectory() as folder:
        told = native(folder, calls, bits)
        marks = [x for i, x in enumerate(told) if i % 2]
        if marks != [1] * len(calls):
            return "glibc is not within the contract: %s" % marks
        source = os.path.join(folder, "checked.c")
        with open(source, "w", encoding="ascii") as out:
            out.write(CHECKED % (re.sub(r"\{ put\(\d+LL\);", "{", bodies(calls)), invoke(calls)))
        done = subprocess.run([os.path.join(build, "custos"), "check", "--time=20", "--presume=malloc", "--ilp32" if bits == 32 else "--lp64", "-o", folder, source],
                              capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else "custos check: " + (done.stdout + done.stderr)[:300]


def can_build(bits):
    with tempfile.TemporaryDirectory() as folder:
        try:
            return native(folder, ["put(1);"], bits) == [MARK, 1]
        except ValueError:
            return False


def models():
    """The names that src/lang/c/library.c.txt defines."""
    with open(os.path.join(ROOT, "src/lang/c/library.c.txt"), encoding="ascii") as file:
        source = re.sub(r"^#define(.*\\\n)*.*\n", "", file.read(), flags=re.MULTILINE)
    names = re.findall(r"^(?!static|typedef|struct|#|_Noreturn)[a-zA-Z_][\w \*]*?\**(\w+)\([^;{}()]*\) \{", source, re.MULTILINE)
    names += ["is" + n for n in re.findall(r"^KIND\((\w+)\)", source, re.MULTILINE)] + re.findall(r"^QUOTIENT\(\w[\w ]*, (\w+)\)", source, re.MULTILINE)
    return {n for n in names if not n.startswith("__custos_")}


TOP = """| function | contract | open or undefined |
| --- | --- | --- |
"""


def table():
    rows = ["| `%s` | %s | %s |" % (f.name, f.source, f.remark) for f in sorted(functions.FUNCTIONS, key=lambda f: f.name.strip("_"))]
    return TOP + "\n".join(rows) + "\n"


def check_table(write):
    path = os.path.join(ROOT, "docs/libc.md")
    with open(path, encoding="utf-8") as file:
        page = file.read()
    start = page.index(TOP)
    end = page.index("\n\n", start) + 1
    failed = 0
    if page[start:end] != table():
        if write:
            with open(path, "w", encoding="utf-8") as out:
                out.write(page[:start] + table() + page[end:])
        else:
            print("docs/libc.md: its table is not that of functions.py (compare.py --table --write)")
            failed += 1
    for name in sorted(models() - {f.name for f in functions.FUNCTIONS}):
        print("%s has a model, and no row in functions.py" % name)
        failed += 1
    print("%d passed, %d failed" % (len(functions.FUNCTIONS), failed))
    return failed != 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=20)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--seeds", type=int, default=2, help="of inputs")
    parser.add_argument("--build", default=os.path.join(ROOT, "build/release"))
    parser.add_argument("--only", help="these functions, with commas")
    parser.add_argument("--bits", type=int, choices=(32, 64))
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if options.table:
        return check_table(options.write)
    chosen = [f for f in functions.FUNCTIONS if not options.only or f.name in options.only.split(",")]
    calls = [c for f in chosen if not f.is_input for c in functions.calls(f, options.count, options.seed)]
    inputs = [c for f in chosen if f.is_input for c in functions.calls(f, 1, options.seed)]
    passed = failed = skipped = 0
    for bits in [options.bits] if options.bits else (64, 32):
        if not can_build(bits):
            skipped += len(calls) + len(inputs)
            continue
        slices = [calls[i:i + 4000] for i in range(0, len(calls), 4000)]
        for count, wrong in [(len(s), test(options.build, s, bits, options.seeds)) for s in slices] + [(len(inputs), within(options.build, inputs, bits) if inputs else None)]:
            passed += 0 if wrong else count
            failed += wrong is not None
            if wrong:
                print("%d bits, seed %d: %s" % (bits, options.seed, wrong), flush=True)
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return failed != 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
