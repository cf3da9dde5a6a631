"""Runs commands and tells what they took; SPIN's three commands as one."""
import collections
import json
import os
import re
import signal
import tempfile
import threading
import time

Taken = collections.namedtuple("Taken", "status output cpu wall mib")


def run(command, folder, seconds):
    """One command with all that it starts: CPU and wall seconds, most memory of one process."""
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        start = time.monotonic()
        pid = os.fork()
        if pid == 0:
            try:
                os.setsid()
                os.chdir(folder)
                os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
                os.dup2(output.fileno(), 1)
                os.dup2(output.fileno(), 2)
                os.execvp(command[0], command)
            except OSError:
                pass
            os._exit(127)
        late = threading.Timer(seconds, lambda: os.killpg(pid, signal.SIGKILL))
        late.start()
        _, status, used = os.wait4(pid, 0)
        late.cancel()
        wall = time.monotonic() - start
        output.seek(0)
        return Taken(os.waitstatus_to_exitcode(status), output.read(), used.ru_utime + used.ru_stime, wall, used.ru_maxrss / 1024)


# How SPIN's verifier is made and how custos is asked the same.
MODES = {
    "a": (["-o1", "-o2", "-o3"], ["-DNOREDUCE", "-DSAFETY", "-DNOCLAIM"], ["--no-reduction"]),
    "b": ([], ["-DSAFETY", "-DNOCLAIM"], ["--reduction=yes"]),
}


def same_count(ours, theirs):
    """pan writes what has nine digits or more with eight."""
    return f"{ours:.8g}" == f"{theirs:.8g}"


def spin(path, mode, seconds, defines=()):
    """From the text to the verdict: dict of states, errors, cpu, wall, and of the verifier alone; None: no complete answer."""
    simpler, flags, _ = MODES[mode]
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        here = os.path.dirname(os.path.abspath(path))
        for name in os.listdir(here):  # what its C may include
            os.symlink(os.path.join(here, name), os.path.join(folder, name))
        made = run(["spin", *simpler, "-a", *[f"-D{d}" for d in defines], os.path.abspath(path)], folder, seconds)
        compiled = run(["gcc", "-O2", "-w", *flags, "pan.c", "-o", "pan"], folder, seconds)
        if compiled.status != 0:
            return None
        for depth in (100000, 10000000):
            alone = run(["./pan", "-c0", f"-m{depth}"], folder, seconds)
            if "VECTORSZ" in alone.output:
                compiled = run(["gcc", "-O2", "-w", *flags, "-DVECTORSZ=65536", "pan.c", "-o", "pan"], folder, seconds)
                alone = run(["./pan", "-c0", f"-m{depth}"], folder, seconds)
            if "max search depth too small" not in alone.output:
                break
    states = re.search(r"([\d.e+]+) states, stored", alone.output)
    if alone.status != 0 or not states or "Search not completed" in alone.output:
        return {"states": int(float(states[1])) if states else None, "complete": False, "alone": alone.cpu, "mib": alone.mib}
    return {"states": int(float(states[1])), "complete": True, "errors": int(re.search(r"errors: (\d+)", alone.output)[1]),
            "cpu": made.cpu + compiled.cpu + alone.cpu, "wall": made.wall + compiled.wall + alone.wall,
            "alone": alone.cpu, "alone_wall": alone.wall, "mib": alone.mib}


def custos(program, path, mode, seconds, defines=(), more=()):
    """The same question to custos; past errors, like SPIN's -c0, and without evidence, of which SPIN has none."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        taken = run([program, "check", "--lang=promela", "--property=safety", "--keep-going", "--no-certify", "--json", f"--time={seconds:g}",
                     "-o", folder, *MODES[mode][2], *more, *[f"--define={d}" for d in defines], os.path.abspath(path)], folder, seconds + 20)
    try:
        first = json.loads(taken.output[taken.output.find("{"):])["properties"][0]
    except (ValueError, LookupError):
        return None
    stats = first["stats"]
    return {"states": stats.get("states"), "complete": first["verdict"] in ("holds", "violated"), "verdict": first["verdict"],
            "cpu": taken.cpu, "wall": taken.wall, "alone": stats.get("seconds"), "mib": taken.mib}
