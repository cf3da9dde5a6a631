#!/usr/bin/env python3
"""Each instruction of the Java virtual machine, run by java and by the interpreter of automata.

  tests/java/opcodes.py

What javac makes no use of (nop, swap, dup2_x2, pop2, goto_w, ...) is in a class that is put together here. Those that
tests/java/programs and random programs have are counted from their disassembly; jsr, ret and jsr_w are refused by name.
Without a JDK the test is skipped."""
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import compare  # noqa: E402
import generate  # noqa: E402

TWIN = os.environ.get("TWIN") or os.path.join(compare.BUILD, "tests", "twin-java")


class File:
    """A class file without stack maps: version 49."""

    def __init__(self, name):
        self.constants, self.methods, self.count, self.known = b"", b"", 1, {}
        self.name = self.class_(name)
        self.top = self.class_("java/lang/Object")

    def add(self, data):
        if data not in self.known:
            self.known[data] = self.count
            self.constants += data
            self.count += 1
        return self.known[data]

    def text(self, s):
        return self.add(struct.pack(">BH", 1, len(s)) + s.encode())

    def class_(self, name):
        return self.add(struct.pack(">BH", 7, self.text(name)))

    def method_of(self, owner, name, descriptor):
        pair = self.add(struct.pack(">BHH", 12, self.text(name), self.text(descriptor)))
        return self.add(struct.pack(">BHH", 10, self.class_(owner), pair))

    def field_of(self, owner, name, descriptor):
        pair = self.add(struct.pack(">BHH", 12, self.text(name), self.text(descriptor)))
        return self.add(struct.pack(">BHH", 9, self.class_(owner), pair))

    def method(self, name, descriptor, code, stack=20, local=300):
        body = struct.pack(">HHI", stack, local, len(code)) + code + struct.pack(">HH", 0, 0)
        self.methods += struct.pack(">HHHH", 9, self.text(name), self.text(descriptor), 1)
        self.methods += struct.pack(">HI", self.text("Code"), len(body)) + body
        self.made = getattr(self, "made", 0) + 1

    def bytes(self, fields=b"", count=0):
        head = struct.pack(">IHHH", 0xCAFEBABE, 0, 49, self.count) + self.constants
        return head + struct.pack(">HHHHH", 0x21, self.name, self.top, 0, count) + fields + struct.pack(">H", self.made) + self.methods + b"\0\0"


def op(name, operands=b""):
    return bytes([OPCODES.index(name)]) + operands


def rare(file):
    """Parts that leave an int or a long on the stack."""
    i = lambda n: op("bipush", struct.pack(">b", n))
    wide = lambda n: i(n) + op("i2l")
    local = lambda name, slot: op("wide") + op(name, struct.pack(">H", slot))
    sub = op("isub")
    weigh = i(31) + op("imul") + op("ixor")  # of two ints, so that their order matters
    parts = [
        i(7) + op("nop") + i(9) + op("swap") + weigh,
        i(1) + i(2) + i(3) + op("dup_x2") + weigh + weigh + weigh,
        wide(5) + i(3) + op("dup_x2") + op("pop") + op("l2i") + weigh,
        i(1) + i(2) + op("dup2") + weigh + weigh + weigh,
        wide(6) + op("dup2") + op("ladd") + op("l2i"),
        i(1) + i(2) + i(3) + op("dup2_x1") + weigh + weigh + weigh + weigh,
        i(4) + wide(6) + op("dup2_x1") + op("l2i") + weigh + op("i2l") + op("lsub") + op("l2i"),
        i(1) + i(2) + i(3) + i(4) + op("dup2_x2") + weigh * 5,
        wide(3) + i(4) + i(5) + op("dup2_x2") + weigh + op("i2l") + op("lsub") + op("l2i") + weigh * 2,
        i(1) + i(2) + wide(3) + op("dup2_x2") + op("l2i") + weigh + weigh + op("i2l") + op("lsub") + op("l2i"),
        wide(1) + wide(2) + op("dup2_x2") + op("lsub") + op("lsub") + op("l2i"),
        i(1) + i(2) + i(3) + op("pop2"),
        i(1) + wide(3) + op("pop2"),
        op("ldc_w", struct.pack(">H", file.add(struct.pack(">Bi", 3, 123456789)))),
        op("fconst_2") + op("f2i"),
        i(1) + op("goto_w", struct.pack(">i", 8)) + i(2) + op("pop"),
        i(44) + local("istore", 290) + op("wide") + op("iinc", struct.pack(">Hh", 290, -1000)) + local("iload", 290),
        wide(45) + local("lstore", 290) + local("lload", 290) + op("l2i"),
        i(46) + op("i2f") + local("fstore", 290) + local("fload", 290) + op("f2i"),
        i(47) + op("i2d") + local("dstore", 290) + local("dload", 290) + op("d2i"),
        op("aconst_null") + local("astore", 290) + local("aload", 290) + op("ifnonnull", struct.pack(">h", 8)) + i(3) + op("goto", struct.pack(">h", 5)) + i(4),
    ]
    parts.append(op("aconst_null") + op("ifnull", struct.pack(">h", 8)) + i(3) + op("goto", struct.pack(">h", 5)) + i(4))
    for kind, constants in (("i", ["m1", 0, 1, 2, 3, 4, 5]), ("l", [0, 1]), ("f", [0, 1, 2]), ("d", [0, 1])):
        for place, constant in enumerate([*constants, *constants[-1:] * 3]):
            to_int = b"" if kind == "i" else op(f"{kind}2i")
            parts.append(op(f"{kind}const_{constant}") + op(f"{kind}store_{place % 4}") + op(f"{kind}load_{place % 4}") + to_int)
    hash_ = file.field_of("Main", "hash", "J")
    code = b""
    for part in parts:
        code += op("getstatic", struct.pack(">H", hash_)) + op("bipush", b"\x1f") + op("i2l") + op("lmul")
        code += part + op("i2l") + op("ladd") + op("putstatic", struct.pack(">H", hash_))
    del sub
    return code + op("return")


REST = """public class Main {
    public static long hash;
    static float third(int a, float b) { return b / 3; }
    static double half(int a, double b) { return b / 2; }
    static void mix(long x) { hash = hash * 31 + x; }
    public static void main(String[] args) {
        float[] f = {1.5f, (float) (1L << 40), (float) 1e300, 0.1f}; double[] d = {1e-300, 2.5, -7};
        byte[] b = {-1, 127}; char[] c = {'\\uffff', 'x'}; short[] s = {-32768, 5}; boolean[] z = {true, false};
        long wide = hash + 12345678901L;
        long[][] grid = new long[3][4];
        Object[] all = {"one", null, new int[] {4}};
        for (float x : f) mix((long) x + Float.floatToIntBits(third(1, x)));
        for (double x : d) { mix(Double.doubleToLongBits(half(2, x))); mix(Float.floatToIntBits((float) x)); mix((long) (double) wide); mix((long) (float) wide); }
        for (int i = 0; i < 2; i++) {
            mix(b[i] + c[i] * 3 + s[i] * 7 + (z[i] ? 1 : 0));
            b[i] += 77; c[i] += 3; s[i] -= 9; z[i] ^= true;
            grid[i][i + 1] += b[i] * wide;
            mix(grid[i][i + 1] + grid[2].length);
            if (all[i] == null) mix(99);
            synchronized (all) { mix(((int[]) all[2])[0]++); }
            switch (i) { case 0: mix(3); case 1: mix(4); break; case 2: mix(5); }
        }
        byte small = (byte) wide; short less = (short) wide; char letter = (char) wide;
        mix(small); mix(less); mix(letter); mix((int) 1e10); mix((long) -1e30f); mix((int) Float.NaN);
        mix((long) (1e3 % 7) + (long) (-1e3f % 7) + (long) -(d[1] - f[0]) + (long) -f[0]);
    }
}
"""


def javap_names(files):
    said = subprocess.run([TWIN, *files], capture_output=True, text=True, errors="replace").stdout
    return set(re.findall(r"^\s*\d+: (?:wide )?([a-z][a-z0-9_]*)", said, re.M)) | ({"wide"} if "290" in said else set())


def opcodes():
    text = open(os.path.join(HERE, "..", "..", "src", "lang", "java", "opcodes.h")).read()
    return re.findall(r"^  X\([A-Z0-9_]+, ([a-z0-9_]+), ", text, re.M)


OPCODES = opcodes()
REFUSED = {"jsr", "ret", "jsr_w"}


def main():
    if not shutil.which("javac"):
        print("no JDK: skipped\n0 passed, 0 failed, 1 skipped")
        return 0
    failed = []
    with tempfile.TemporaryDirectory() as temporary:
        rare_folder, common = os.path.join(temporary, "rare"), os.path.join(temporary, "common")
        os.makedirs(rare_folder)
        os.makedirs(common)
        file = File("Main")
        file.method("main", "([Ljava/lang/String;)V", rare(file))
        fields = struct.pack(">HHHH", 9, file.text("hash"), file.text("J"), 0)
        with open(os.path.join(rare_folder, "Main.class"), "wb") as out:
            out.write(file.bytes(fields, 1))
        expected = subprocess.run(["java", os.path.join(HERE, "RunAll.java"), rare_folder], capture_output=True, text=True).stdout.strip()
        got = compare.ours(rare_folder)
        if got != expected or not expected:
            failed.append(f"rare instructions: '{got}' where java has '{expected}'")
        found = javap_names([os.path.join(rare_folder, "Main.class")])
        os.makedirs(os.path.join(temporary, "source0"))
        with open(os.path.join(temporary, "source0", "Main.java"), "w") as out:
            out.write(REST)
        for seed in range(1, 20):
            source = os.path.join(temporary, f"source{seed}")
            os.makedirs(source)
            with open(os.path.join(source, "Main.java"), "w") as out:
                out.write(generate.Program(seed + 1).text())
        folders = [os.path.join(temporary, f"classes{seed}") for seed in range(20)]
        lines = [f"{folder}\t{os.path.join(temporary, f'source{seed}')}" for seed, folder in enumerate(folders)]
        lines.append(f"{common}\t{os.path.join(HERE, 'programs')}")
        subprocess.run(["java", os.path.join(HERE, "CompileAll.java")], input="\n".join(lines), text=True, check=True)
        expected = subprocess.run(["java", os.path.join(HERE, "RunAll.java"), *folders[:3]], capture_output=True, text=True).stdout.splitlines()
        for folder, right in zip(folders, expected):
            got = compare.ours(folder)
            if got != right:
                failed.append(f"{os.path.basename(folder)}: '{got}' where java has '{right}'")
        run = set(found)
        for folder in folders:
            run |= javap_names([os.path.join(folder, x) for x in os.listdir(folder)])
        read = run | javap_names([os.path.join(common, x) for x in os.listdir(common) if x.endswith(".class")])
        missing = [x for x in OPCODES if x not in read and x not in REFUSED]
        if missing:
            failed.append("in no program: " + " ".join(missing))
        print("read only, not run:", " ".join(x for x in OPCODES if x in read and x not in run) or "none")
    for line in failed:
        print(line)
    print(f"{len(OPCODES) - len(failed)} passed, {len(failed)} failed")
    return len(failed) > 0


if __name__ == "__main__":
    sys.exit(main())
