#!/usr/bin/env python3
"""Random calls of the models of Java's library beside the JDK's classes: the same results.

  tests/java/library.py [--keep=DIR] [--class=NAME] COUNT [FIRST-SEED]

Without a JDK the test is skipped."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import calls  # noqa: E402
import compare  # noqa: E402
import models  # noqa: E402


def main():
    arguments = [x for x in sys.argv[1:] if not x.startswith("--class=")]
    wanted = [x[8:] for x in sys.argv[1:] if x.startswith("--class=")]
    kinds = []
    if models.is_possible():
        kinds = calls.kinds_of(models.read_models(), models.supertypes)
        kinds = [x for x in kinds if not wanted or x[0] in wanted]
    return compare.main(arguments, lambda seed: calls.Calls(seed, kinds).text())


if __name__ == "__main__":
    sys.exit(main())
