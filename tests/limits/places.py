#!/usr/bin/env python3
"""Where nothing can be written, the verdict is told all the same: with the exit status of the verdict, and with a word
about the trace that is missing.

    places.py CUSTOS

A working folder without the right to write, as a normal user (root becomes nobody); a full disk, for the working
folder and for TMPDIR (a small tmpfs in a mount namespace, which needs root). Skipped, by name, where that cannot be
had. Closes with 'N passed, N failed, N skipped'."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
NOBODY = 65534
FILES = {
    "model.pml": "byte x; active proctype P() { do :: x++; assert(x != 5) od }\n",
    "count.gcl": "VAR x : 0..9;\nBEGIN\n WHILE TRUE DO\n x := x + 1\n END\nEND\n",
    "net.lts": "init a\na -> b\nb -> b\nprop p : a\nltl stays : G p\n",
    "call.pds": "p a -> p a a\np a -> q\ninit < p , a >\nfinal < q , a >\n",
    "lock.bp": "decl x;\nvoid main() begin\n x := *;\n assert(x);\nend\n",
    "word.ectl": "LTS l {\n STATE(a: p)\n STATE(b: )\n ACTION(x: a -> b)\n}\nFORMULA f { AG p }\n:check(f, l)\n",
    "fail.c": "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
              "int main(void) { if (__VERIFIER_nondet_int() == 77) reach_error(); return 0; }\n",
}


class Places:
    def __init__(self, custos):
        self.custos = custos
        self.passed = self.failed = self.skipped = 0

    def note(self, place, name, wrong):
        self.passed += not wrong
        self.failed += bool(wrong)
        print(f"{place:16} {name:10} {'FAILED: ' + wrong if wrong else 'told'}", flush=True)

    def skip(self, place, why):
        self.skipped += 1
        print(f"{place:16} skipped: {why}")

    def judge(self, place, name, ended, words):
        """The verdict, the exit status of it, and what is missing."""
        wrong = []
        if ended.returncode != 10:
            wrong.append(f"exit {ended.returncode}")
        if "--json" in words:
            try:
                told = json.loads(ended.stdout)
                if told.get("verdict", told.get("properties", [{}])[0].get("verdict")) not in ("violated", "VIOLATED"):
                    wrong.append("the verdict is not in the JSON")
            except ValueError:
                wrong.append("no JSON")
        elif "VIOLATED" not in ended.stdout:
            wrong.append("no verdict")
        if "cannot" not in ended.stderr and "cannot" not in ended.stdout:
            wrong.append("nothing is said of the trace")
        self.note(place, name + (" --json" if "--json" in words else ""), "; ".join(wrong))

    def check_all(self, place, folder, before, **how):
        for name in FILES:
            for more in [], ["--json"]:
                words = before + [self.custos, "check", os.path.join(folder, name)] + more
                ended = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False, **how)
                self.judge(place, name, ended, words)

    def read_only(self, folder):
        """As a user who may not write there."""
        room = os.path.join(folder, "room")
        os.mkdir(room, 0o555)
        how = {}
        if os.geteuid() == 0:
            def become_nobody():
                os.setgroups([])
                os.setresgid(NOBODY, NOBODY, NOBODY)
                os.setresuid(NOBODY, NOBODY, NOBODY)
            how["preexec_fn"] = become_nobody
            if subprocess.run([self.custos, "--version"], capture_output=True, check=False, **how).returncode != 0:
                return self.skip("read-only folder", "nobody may not run the program")
        os.chmod(room, 0o555)
        self.check_all("read-only folder", folder, [], cwd=room, **how)
        os.chmod(room, 0o755)

    def full(self, folder, is_temporary):
        """A tmpfs of one page that a file fills; what is mounted ends with the namespace."""
        place = "full TMPDIR" if is_temporary else "full disk"
        if os.geteuid() != 0 or not shutil.which("unshare"):
            return self.skip(place, "only root can mount one")
        room = os.path.join(folder, "full-" + ("temporary" if is_temporary else "room"))
        os.mkdir(room)
        setup = (f"mount -t tmpfs -o size=4k none {room} && head -c 4096 /dev/zero >{room}/filled 2>/dev/null; "
                 f"{'TMPDIR=' + room + '; export TMPDIR;' if is_temporary else 'cd ' + room + ' &&'} exec \"$@\"")
        before = ["unshare", "-m", "sh", "-c", setup, "sh"]
        if subprocess.run(before + ["true"], capture_output=True, check=False).returncode != 0:
            return self.skip(place, "no mount namespace can be had")
        if is_temporary:
            return self.check_temporary(place, folder, room, before)
        self.check_all(place, folder, before)

    def check_temporary(self, place, folder, room, before):
        """What needs no temporary file is decided; C programs cannot be compiled, which is no fault of theirs."""
        for name in FILES:
            own = os.path.join(folder, "own")
            os.makedirs(own, exist_ok=True)
            ended = subprocess.run(before + [self.custos, "check", os.path.join(folder, name)], cwd=own, text=True,
                                   capture_output=True, timeout=120, check=False)
            allowed = {10} if not name.endswith(".c") else {3, 5}
            self.note(place, name, "" if ended.returncode in allowed else f"exit {ended.returncode}: {ended.stderr[:150]}")


def main():
    test = Places(os.path.abspath(sys.argv[1]))
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        for name, words in FILES.items():
            with open(os.path.join(folder, name), "w") as f:
                f.write(words)
            os.chmod(os.path.join(folder, name), 0o644)
        test.read_only(folder)
        test.full(folder, False)
        test.full(folder, True)
    print(f"{test.passed} passed, {test.failed} failed, {test.skipped} skipped")
    return 1 if test.failed else 0


if __name__ == "__main__":
    sys.exit(main())
