#!/usr/bin/env python3
"""Attempts to get out of custos-sandbox: with all of its mechanisms nothing is reached, and each mechanism
stops by itself what it is there for, with the others turned off.

    escape.py [--sandbox=PATH]

Run by root, everything is done twice: as root, and as nobody. A mechanism that this kernel does not offer
counts as skipped, by name. An attempt that fails without any sandbox, too, shows nothing and is left out by name.
Closes with 'N passed, N failed, N skipped'."""
import argparse
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ATTEMPTS = """read write delete rename truncate symlink hardlink create shadow fork shell tcp abstract-socket signal
ptrace proc-mem vm-read proc-environ proc-root shared-memory namespace mount module limit""".split()
# What each stops by itself. Landlock knows sockets from version 4 on, signals from 6 on.
BY_ITSELF = {
    "no-new-privileges": [],  # shown by /proc/self/status
    "identity": ["shadow", "mount", "module", "ptrace"],
    "user-namespace": ["mount", "module", "ptrace", "proc-mem", "vm-read", "proc-environ"],
    "mount-namespace": ["read", "write", "delete", "rename", "truncate", "symlink", "hardlink", "create", "shadow",
                        "shell"],
    "network-namespace": ["tcp", "abstract-socket"],
    "process-namespace": ["signal", "ptrace", "vm-read"],
    "ipc-namespace": ["shared-memory"],
    "landlock": ["read", "write", "delete", "rename", "truncate", "symlink", "hardlink", "create", "shadow", "shell",
                 "ptrace", "proc-mem", "vm-read"],  # root reads environments: that is a right of its own
    "seccomp": ["delete", "rename", "truncate", "symlink", "hardlink", "fork", "shell", "tcp", "abstract-socket",
                "signal", "ptrace", "vm-read", "shared-memory", "namespace", "mount", "module"],
    "limits": ["limit"],
}
BY_VERSION = {"tcp": 4, "abstract-socket": 6, "signal": 6}
# The namespace of processes is nothing without the right to make one; users get it by a namespace of their own.
NEEDS_USER = ("mount-namespace", "network-namespace", "process-namespace", "ipc-namespace")
NOBODY = 65534


def landlock_version():
    version = ctypes.CDLL(None).syscall(444, None, 0, 1)
    return version if version > 0 else 0


class Test:
    def __init__(self, sandbox, is_root):
        self.sandbox = sandbox
        self.is_root = is_root
        self.who = "root" if is_root else "nobody" if os.geteuid() == 0 else "user"
        self.passed = self.failed = self.skipped = 0
        self.folder = tempfile.mkdtemp(prefix="custos-escape-")
        os.chmod(self.folder, 0o755)
        self.program = os.path.join(self.folder, "attempt")
        subprocess.run([os.environ.get("CLANG", "clang-14"), "-w", os.path.join(HERE, "attempt.c"), "-o", self.program], check=True)
        self.outside = os.path.join(self.folder, "outside")
        self.room = os.path.join(self.folder, "room")
        self.listeners()

    def listeners(self):
        self.tcp = socket.socket()
        self.tcp.bind(("127.0.0.1", 0))
        self.tcp.listen(5)
        self.port = self.tcp.getsockname()[1]
        self.unix = socket.socket(socket.AF_UNIX)
        self.unix.bind("\0custos-%d" % self.port)
        self.unix.listen(5)
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.shared = self.libc.shmget(self.port, 4096, 0o1666)

    def close(self):
        self.libc.shmctl(self.shared, 0, None)
        self.tcp.close()
        self.unix.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def drop(self):
        if os.geteuid() == 0 and not self.is_root:
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)

    def renew(self):
        """What the attempts want to get at, as it was before."""
        for folder in (self.outside, self.room):
            shutil.rmtree(folder, ignore_errors=True)
            os.mkdir(folder)
            os.chmod(folder, 0o777)
        with open(os.path.join(self.outside, "secret"), "w") as f:
            f.write("secret")
        os.chmod(os.path.join(self.outside, "secret"), 0o666)

    def untouched(self):
        names = os.listdir(self.outside)
        return names == ["secret"] and open(os.path.join(self.outside, "secret")).read() == "secret"

    def victim(self):
        return subprocess.Popen(["sleep", "60"], preexec_fn=self.drop)

    def attempt(self, what, words):
        """(got through, how it ended)"""
        self.renew()
        other = self.victim()
        environment = {"PATH": "/usr/bin:/bin", "PORT": str(self.port)}
        # What gets through must not hurt the machine: mounts of root end with a namespace around all of it.
        around = ["unshare", "-m"] if self.is_root else []
        command = around + words + [self.program, what, self.outside, str(other.pid)]
        try:
            ended = subprocess.run(command, env=environment, cwd=self.room, preexec_fn=self.drop, timeout=20,
                                   capture_output=True, check=False)
            code = ended.returncode
        finally:
            other.kill()
            other.wait()
        return code == 0, code

    def sandboxed(self, use, more=()):
        words = [self.sandbox, *more, "--program", "--proc", "--write=" + self.room, "--folder=" + self.room]
        if use is not None:
            words.append("--use=" + use)
        return words + ["--"]

    def tell(self, good, text):
        self.passed += good
        self.failed += not good
        if not good:
            print("%s: %s" % (self.who, text))

    def skip(self, text):
        self.skipped += 1
        print("%s: skipped: %s" % (self.who, text))

    def applied(self, use, words=None):
        """What the sandbox reports when it is told to use these."""
        read, write = os.pipe()
        os.set_inheritable(write, True)
        words = self.sandboxed(use) if words is None else [self.sandbox, "--use=" + use] + words + ["--"]
        words.insert(1, "--report=%d" % write)
        self.renew()
        subprocess.run(words + [self.program, "nothing", self.outside, "0"], pass_fds=[write], preexec_fn=self.drop,
                       env={"PORT": "0"}, check=False, capture_output=True)
        os.close(write)
        said = os.read(read, 4096).decode()
        os.close(read)
        return said.split()[1:] if said.startswith("confined") else []

    def run(self):
        possible = {what for what in ATTEMPTS if self.attempt(what, [])[0]}
        for what in ATTEMPTS:
            if what not in possible:
                print("%s: left out: '%s' fails without a sandbox, too" % (self.who, what))
        self.check_all(possible)
        for mechanism, stops in BY_ITSELF.items():
            self.check_one(mechanism, stops, possible)
        self.check_opens()

    def check_opens(self):
        """A tool reads what is regular, and is not kept waiting by what is not: by this mechanism alone, and with all."""
        if "regular-files" not in self.applied("regular-files", []):
            return self.skip("regular-files is not offered here")
        for use in [], ["--use=regular-files"], ["--use=regular-files,seccomp"]:
            self.renew()
            pipe, link = os.path.join(self.outside, "pipe"), os.path.join(self.outside, "link")
            os.mkfifo(pipe)
            os.chmod(pipe, 0o666)
            os.symlink("pipe", link)
            tool = [self.sandbox, "--read=" + self.outside] + use + ["--", "cat"]
            for path, code in (pipe, 1), (link, 1), ("pipe", 1), ("/dev/zero", 1), ("/dev/null", 0), ("secret", 0):
                try:
                    ended = subprocess.run(tool + [path], cwd=self.outside, preexec_fn=self.drop, timeout=5,
                                           capture_output=True, check=False).returncode
                except subprocess.TimeoutExpired:
                    ended = "it waits"
                self.tell(ended == code, "a tool with %s opens %s: %s" % (use, path, ended))

    def check_all(self, possible):
        through, code = self.attempt("nothing", self.sandboxed(None))
        self.tell(through, "the sandbox lets nothing run: %d" % code)
        for what in sorted(possible):
            through, code = self.attempt(what, self.sandboxed(None))
            self.tell(not through and code in (1, -signal.SIGSYS, -signal.SIGKILL), "%s gets through (%d)" % (what, code))
            self.tell(self.untouched(), "%s changes files outside" % what)
            # A program that may have threads gets nothing else more.
            through, code = self.attempt(what, self.sandboxed(None, ["--threads"]))
            self.tell(not through and code in (1, -signal.SIGSYS, -signal.SIGKILL),
                      "%s gets through where threads are allowed (%d)" % (what, code))

    def check_one(self, mechanism, stops, possible):
        use = mechanism
        if mechanism in NEEDS_USER and not self.is_root:
            use = "user-namespace," + mechanism
        if mechanism not in self.applied(use):
            self.skip("%s is not offered here" % mechanism)
            return
        self.tell(True, "")
        if mechanism == "identity" and not self.is_root:
            return  # there is nothing to give up
        for what in stops + [w for w, v in BY_VERSION.items() if mechanism == "landlock" and landlock_version() >= v]:
            if what in possible:
                through, code = self.attempt(what, self.sandboxed(use))
                self.tell(not through and code == 1, "%s gets through %s alone (%d)" % (what, use, code))
        if mechanism == "no-new-privileges":
            told = subprocess.run([self.sandbox, "--use=" + use, "--", "grep", "NoNewPrivs:.*1", "/proc/self/status"],
                                  preexec_fn=self.drop, capture_output=True, check=False)
            self.tell(told.returncode == 0, "new privileges are not refused")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sandbox", default=os.path.join(ROOT, "build/release/custos-sandbox"))
    options = parser.parse_args()
    total = [0, 0, 0]
    # nobody may not get at the place where the build is
    shared = tempfile.mkdtemp(prefix="custos-escape-")
    os.chmod(shared, 0o755)
    sandbox = shutil.copy(options.sandbox, shared)
    for is_root in [True, False] if os.geteuid() == 0 else [False]:
        test = Test(sandbox, is_root)
        try:
            test.run()
        finally:
            test.close()
        total = [a + b for a, b in zip(total, (test.passed, test.failed, test.skipped))]
    shutil.rmtree(shared)
    print("%d passed, %d failed, %d skipped" % tuple(total))
    sys.exit(1 if total[1] else 0)


main()
