#!/usr/bin/env python3
"""The sequential programs of a corpus with recorded verdicts, each under a second.

    corpus.py [--custos=PATH] [--corpus=FOLDER]

FOLDER has a table verdicts.tsv: file, verdict, threads, target. Programs with
threads must be refused by name. Closes with 'N passed, N failed'; where there is
no corpus, with '0 passed, 0 failed, 1 skipped'."""
import argparse
import csv
import json
import os
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
from corpora import corpora  # noqa: E402


def seconds():
    """Of the processor, by what was started so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def check(custos, path, target, engine, folder):
    """What is wrong with the answer to one program: (verdict, complaint)."""
    command = [custos, "check", "--json", "--engine=" + engine]
    command += [] if target == "-" else ["--target=" + target]
    before = seconds()
    done = subprocess.run(command + [path], cwd=folder, capture_output=True, timeout=60, check=False)
    used = seconds() - before
    if done.returncode not in (0, 10):
        return "exit %d" % done.returncode, done.stderr.decode().strip()
    result = json.loads(done.stdout)
    verdict = result["verdict"]
    if target != "-":
        verdict = next(p["verdict"] for p in result["properties"] if p["name"] == target)
    if used >= 1:
        return verdict, "took %.2f seconds" % used
    for p in result["properties"]:
        if p["verdict"] == "violated" and p["evidence"]["checked"] != "replay":
            return verdict, "%s: its trace was not replayed" % p["name"]
    return verdict, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/release/custos"))
    parser.add_argument("--corpus", default=corpora("corpus/boolean/boppo"))
    options = parser.parse_args()
    table = os.path.join(options.corpus, "verdicts.tsv")
    if not os.path.exists(table):
        print("no corpus at %s" % os.path.relpath(options.corpus))
        print("0 passed, 0 failed, 1 skipped")
        return 0
    custos, passed, failed = os.path.abspath(options.custos), 0, 0
    with open(table, encoding="utf-8") as rows, tempfile.TemporaryDirectory() as folder:
        for row in csv.DictReader(rows, delimiter="\t"):
            path = os.path.abspath(os.path.join(options.corpus, row["file"]))
            for engine in ("post", "pre"):
                verdict, complaint = check(custos, path, row["target"], engine, folder)
                if row["threads"] == "yes":
                    right = verdict == "exit 2" and "thread" in complaint
                else:
                    right = verdict == row["verdict"] and not complaint
                passed += right
                failed += not right
                if not right:
                    print("%s, %s: %s, recorded %s. %s" % (row["file"], engine, verdict, row["verdict"], complaint))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
