"""A third of what 'make soak' tests in full, another one at each commit: scripts/third."""
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def of_this_commit(names):
    """A set of them: all, unless THIRD is set."""
    done = subprocess.run([os.path.join(ROOT, "scripts/third")], input="\n".join(names), capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines())
