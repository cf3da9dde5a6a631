#!/usr/bin/env python3
"""Runs real SPIN on a Promela model: what does its verifier count, and what does it find?

    spin.py MODEL [MODE]...     prints one line for each mode (default: a)

The modes, all of them without partial order reduction and without merging, so
that every state of the model is one of the verifier:

    a    assertions and invalid end states of all states, past the errors
    cs   the same for the product with the claim
    cn   acceptance cycles, too, past the errors
    c    acceptance cycles and claim, up to the first error
    f    the same under weak fairness
    l    non-progress cycles, up to the first error
    lf   the same under weak fairness

Ends that are none are looked for in a, cs and cn only. A mode may name a claim: 'c:p'. Nothing is ever kept from one run to the next.
"""
import errno
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# The verifiers of our models run for milliseconds: what costs is to compile
# them. gcc -O0 does that in a third of the time of -O2, tcc in a tenth of that; what tcc does not take, gcc may.
GCC = ["gcc", "-O0", "-w", "-pipe"]
COMPILERS = [["tcc", "-w"], GCC] if shutil.which("tcc") else [GCC]
BUILDS = {
    "safety": ["-DNOREDUCE", "-DSAFETY", "-DNOCLAIM"],
    "claim safety": ["-DNOREDUCE", "-DSAFETY"],
    "cycles": ["-DNOREDUCE", "-DNFAIR=3"],
    "progress": ["-DNOREDUCE", "-DNP", "-DNOCLAIM", "-DNFAIR=3"],
}
MODES = {
    "a": ("safety", ["-c0"]),
    "cs": ("claim safety", ["-c0"]),
    "cn": ("cycles", ["-a", "-c0"]),
    "c": ("cycles", ["-a", "-E"]),
    "f": ("cycles", ["-a", "-f", "-E"]),
    "l": ("progress", ["-l", "-E"]),
    "lf": ("progress", ["-l", "-f", "-E"]),
}
# Other ways to read a model: words for spin -a, and for the verifier.
READINGS = {
    "": ([], []),
    "lossy": (["-m"], []),
    "ignore-assertions": ([], ["-A"]),
    "ignore-end-states": ([], ["-E"]),
}
# Depths to try: a deep stack costs memory that has to be cleared.
DEPTHS = [100000, 3000000]
MOST_MEMORY = 8 << 30


def memory_limit():
    """What a child may have: no more than whoever called us allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    return MOST_MEMORY if hard == resource.RLIM_INFINITY else min(MOST_MEMORY, hard)


MEMORY = memory_limit()


class Answer:
    """What one run says. 'status' is
    ok          the search is complete (or, in modes that stop there, found an error)
    refused     SPIN, the C compiler or the verifier did not take the model
    stopped     an error ended the search: the counts are partial, the verdict is good
    limit       time, memory or depth were too small, or the verifier crashed: no answer
    """

    def __init__(self, status, text="", states=None, transitions=None, errors=None, first_error=""):
        self.status = status
        self.text = text
        self.states = states
        self.transitions = transitions
        self.errors = errors
        self.first_error = first_error

    def __str__(self):
        if self.status == "refused":
            return "refused: " + first_line(self.text)
        if self.status == "limit":
            return "no answer: " + first_line(self.text)
        error = f", '{self.first_error}'" if self.first_error else ""
        return f"{self.states} states, {self.errors} errors{error}{', stopped' if self.status == 'stopped' else ''}"


def first_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    wrong = [line for line in lines if "rror" in line]
    return (wrong or lines or [""])[0].strip()[:160]


def is_there():
    return shutil.which("spin") is not None and shutil.which("gcc") is not None


def start(words, **options):
    """A machine that is busy with other tests may have no process left for a moment: that says nothing about custos or SPIN."""
    for seconds in (1, 5, 20):
        try:
            return subprocess.Popen(words, **options)
        except OSError as problem:
            if problem.errno not in (errno.EAGAIN, errno.ENOMEM, errno.ETXTBSY):
                raise
            time.sleep(seconds)
    return subprocess.Popen(words, **options)


def command(words, folder, seconds, environment=None):
    """Runs a command with all its children. (status, output), status None: too slow. environment: variables to add."""
    # SPIN's preprocessor is a child of a child; the whole group has to go.
    child = start(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                  start_new_session=True, env={**os.environ, **environment} if environment else None)
    try:
        resource.prlimit(child.pid, resource.RLIMIT_AS, (MEMORY, MEMORY))
    except ProcessLookupError:
        pass  # it was quick
    try:
        output, _ = child.communicate(timeout=seconds)
        status = child.returncode
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        output, _ = child.communicate()
        status = None
    return status, output.decode(errors="replace")


class Verifier:
    """The verifiers of one model, in a folder of their own; each is compiled once. Use in a 'with'."""
    compilers = COMPILERS
    said = ""  # by spin -a

    def __init__(self, model, seconds=60, reading=""):
        self.model = os.path.abspath(model)
        self.seconds = seconds
        self.translating, self.running = READINGS[reading]
        self.built = {}

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="custos-spin-")
        self.folder = self.temporary.name
        return self

    def __exit__(self, *unused):
        self.temporary.cleanup()

    def translate(self):
        """spin -a, once. An Answer if SPIN does not take the model."""
        if "spin" not in self.built:
            # SPIN gets the name without a folder, as spaces in it confuse SPIN.
            here, name = os.path.split(self.model)
            os.symlink(self.model, os.path.join(self.folder, name))
            with open(self.model, errors="replace") as text:
                beside = os.listdir(here) if re.search(r"^\s*\\?#\s*include", text.read(), re.M) else []
            for other in beside:
                if not os.path.lexists(os.path.join(self.folder, other)):
                    os.symlink(os.path.join(here, other), os.path.join(self.folder, other))
            status, output = command(["spin", "-o1", "-o2", "-o3", *self.translating, "-a", name], self.folder, self.seconds)
            self.said = output
            # SPIN's exit status says nothing: it complains of models that it takes.
            if status is None:
                self.built["spin"] = Answer("limit", "spin -a is too slow")
            elif not os.path.exists(os.path.join(self.folder, "pan.c")):
                self.built["spin"] = Answer("refused", output)
            else:
                self.built["spin"] = None
        return self.built["spin"]

    def compile(self, build, extra=()):
        """One of BUILDS, once: the name of the program, or an Answer why there is none."""
        key = build + "".join(extra)
        if key not in self.built:
            wrong = self.translate()
            if wrong is None:
                program = "./pan-" + re.sub(r"\W", "-", key)
                for compiler in self.compilers:
                    words = [*compiler, *BUILDS[build], *extra, "pan.c", "-o", program]
                    status, output = command(words, self.folder, self.seconds)
                    if status == 0:
                        break
                if status is None:
                    wrong = Answer("limit", "the C compiler is too slow")
                elif status != 0:
                    wrong = Answer("refused", output)
            self.built[key] = wrong or program
        return self.built[key]

    def run(self, mode, depths=DEPTHS):
        name, _, claim = mode.partition(":")
        build, flags = MODES[name]
        if claim:
            flags = flags + ["-N", claim]
        extra = []
        for depth in depths:
            answer = self.attempt(build, extra, flags + [f"-m{depth}", "-w20"])
            if re.search("VECTORSZ (is )?too small", answer.text) and not extra:
                extra = ["-DVECTORSZ=65536"]
                answer = self.attempt(build, extra, flags + [f"-m{depth}", "-w20"])
            if answer.text != "the search is too deep":
                break
        return answer

    def attempt(self, build, extra, flags):
        program = self.compile(build, extra)
        if isinstance(program, Answer):
            return program
        status, output = command([program, *flags, *self.running], self.folder, self.seconds)
        for name in os.listdir(self.folder):
            if name.endswith(".trail"):
                os.unlink(os.path.join(self.folder, name))
        if status is None:
            return Answer("limit", "the verifier is too slow")
        return understand(status, output, stops="-c0" not in flags)


def understand(status, output, stops):
    stored = re.search(r"^\s*(\d+) states, stored", output, re.M)
    errors = re.search(r"errors: (\d+)", output)
    if re.search("VECTORSZ (is )?too small", output):
        return Answer("limit", output)
    if not stored or not errors:
        if "unconditional self-loop" in output or "inherits 2 'else'" in output:
            return Answer("refused", output)
        return Answer("limit", f"the verifier ends with {status}: " + first_line(output))
    found = re.search(r"^pan:\d+: (.*?)(?: \(at depth -?\d+\))?$", output, re.M)
    transitions = re.search(r"^\s*(\d+) transitions", output, re.M)
    answer = Answer("ok", output, int(stored[1]), int(transitions[1]), int(errors[1]), found[1] if found else "")
    if "max search depth too small" in output and not (stops and answer.errors):
        return Answer("limit", "the search is too deep")
    if "Search not completed" in output and not stops:
        answer.status = "stopped"
    return answer


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    with Verifier(sys.argv[1]) as verifier:
        for mode in sys.argv[2:] or ["a"]:
            print(f"{mode}\t{verifier.run(mode)}")


if __name__ == "__main__":
    main()
