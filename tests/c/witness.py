#!/usr/bin/env python3
"""Reads witnesses of SV-COMP, format 2.0, as another tool would.

    witness.py [--sources=FOLDER] WITNESS.yml...   is it well-formed?
    witness.py --test [--custos=PROGRAM]           the reader itself, and what Custos writes

A reader of the part of YAML that witnesses need, and rules of the format, both
written from its description and not from the writer. With the sources at hand,
hashes are compared, and places must be what the format says: a function_return
at a closing parenthesis, a loop_invariant at 'for', 'while' or 'do'. Closes
with 'N passed, N failed'."""
import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


class Wrong(Exception):
    pass


# YAML: block mappings and sequences, double-quoted texts, numbers, [].

KEY = re.compile(r'("(?:[^"\\]|\\.)*"|[A-Za-z_][A-Za-z_0-9]*):(?: (.*))?$')


def scalar(text):
    if text == "[]":
        return []
    if re.fullmatch(r"0|[1-9][0-9]*", text):
        return int(text)
    if text.startswith('"'):
        try:
            return json.loads(text)
        except ValueError:
            pass
    raise Wrong("not a value: %r" % text)


class Reader:
    """Lines as (indent, text); a dash opens a line within the line."""

    def __init__(self, text):
        if "\t" in text or not text.endswith("\n"):
            raise Wrong("tabs, or no end of line")
        self.lines = []
        for line in text.split("\n")[:-1]:
            if not line.strip():
                raise Wrong("empty line")
            if line.startswith("# presumes: "):
                continue  # a remark for people
            indent = len(line) - len(line.lstrip(" "))
            self.lines.append((indent, line[indent:]))
        self.at = 0

    def peek(self):
        return self.lines[self.at] if self.at < len(self.lines) else (-1, "")

    def block(self, indent):
        if self.peek()[1].startswith("- "):
            return self.sequence(indent)
        return self.mapping(indent)

    def sequence(self, indent):
        result = []
        while self.peek()[0] == indent and self.peek()[1].startswith("- "):
            rest = self.peek()[1][2:]
            if KEY.match(rest):
                self.lines[self.at] = (indent + 2, rest)
                result.append(self.mapping(indent + 2))
            else:
                self.at += 1
                result.append(scalar(rest))
        return result

    def mapping(self, indent):
        result = {}
        while self.peek()[0] == indent and not self.peek()[1].startswith("- "):
            found = KEY.match(self.peek()[1])
            if not found:
                raise Wrong("no key: %r" % self.peek()[1])
            key = json.loads(found[1]) if found[1].startswith('"') else found[1]
            if key in result:
                raise Wrong("key twice: %s" % key)
            self.at += 1
            if found[2] is not None:
                result[key] = scalar(found[2])
            elif self.peek()[0] > indent:
                result[key] = self.block(self.peek()[0])
            else:
                raise Wrong("key without a value: %s" % key)
        if self.peek()[0] > indent:
            raise Wrong("odd indentation: %r" % self.peek()[1])
        return result


def read(text):
    reader = Reader(text)
    if reader.peek()[0] != 0:
        raise Wrong("does not start at the margin")
    result = reader.block(0)
    if reader.at != len(reader.lines):
        raise Wrong("cannot be read on: %r" % reader.peek()[1])
    return result


UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)"
SPECIFICATION = r"CHECK\( init\(main\(\)\), LTL\(G .*\) \)(\nCHECK\( init\(main\(\)\), LTL\(G .*\) \))*"


def need(holds, what):
    if not holds:
        raise Wrong(what)


def keys(value, required, optional=()):
    need(isinstance(value, dict), "a mapping is needed, not %r" % (value,))
    missing = [k for k in required if k not in value]
    other = [k for k in value if k not in required and k not in optional]
    need(not missing and not other, "missing %s, unknown %s" % (missing, other))


def text(value, pattern=r"(?s).+"):
    need(isinstance(value, str) and re.fullmatch(pattern, value), "%r is not like %s" % (value, pattern))


def check_metadata(meta):
    keys(meta, ["format_version", "uuid", "creation_time", "producer", "task"])
    text(meta["format_version"], r"2\.0")
    text(meta["uuid"], UUID)
    text(meta["creation_time"], TIME)
    keys(meta["producer"], ["name", "version"], ["configuration", "command_line", "description"])
    text(meta["producer"]["name"])
    text(meta["producer"]["version"])
    task = meta["task"]
    keys(task, ["input_files", "input_file_hashes", "specification", "data_model", "language"])
    need(isinstance(task["input_files"], list) and task["input_files"], "no input files")
    keys(task["input_file_hashes"], task["input_files"])
    for value in task["input_file_hashes"].values():
        text(value, "[0-9a-f]{64}")
    text(task["specification"], SPECIFICATION)
    text(task["data_model"], "ILP32|LP64")
    text(task["language"], "C")
    return task


def check_location(location, task):
    keys(location, ["file_name", "line"], ["column", "function"])
    need(location["file_name"] in task["input_files"], "a place in another file")
    need(isinstance(location["line"], int) and location["line"] > 0, "line")
    need("column" not in location or (isinstance(location["column"], int) and location["column"] > 0), "column")


def check_expression(value):
    text(value, r"[^\n%@]+")
    need(value.count("(") == value.count(")"), "parentheses in %r" % value)


def check_waypoint(point, task):
    kinds = {"assumption": "c_expression", "function_return": "ext_c_expression", "branching": None,
             "function_enter": None, "target": None}
    need(isinstance(point, dict) and point.get("type") in kinds, "kind of waypoint")
    kind = point["type"]
    wants = kind in ("assumption", "function_return", "branching")
    keys(point, ["type", "action", "location"] + (["constraint"] if wants else []))
    text(point["action"], "follow|avoid")
    check_location(point["location"], task)
    if not wants:
        return
    keys(point["constraint"], ["value"], ["format"])
    value = point["constraint"]["value"]
    if kind == "branching":
        text(value, "true|false|-?[0-9]+|default")
    else:
        check_expression(value)
        need(point["constraint"].get("format") == kinds[kind], "format of a constraint")
    if kind == "function_return":
        text(value, r"\\result (==|!=|<=|>=|<|>) .+")
    else:
        need("\\" not in value, "no C: %r" % value)


def check_violation(content, task):
    need(isinstance(content, list) and content, "no segments")
    for number, entry in enumerate(content):
        keys(entry, ["segment"])
        need(isinstance(entry["segment"], list) and entry["segment"], "empty segment")
        points = []
        for item in entry["segment"]:
            keys(item, ["waypoint"])
            check_waypoint(item["waypoint"], task)
            points.append(item["waypoint"])
        need([p["action"] for p in points] == ["avoid"] * (len(points) - 1) + ["follow"], "avoid, then one follow")
        is_last = number == len(content) - 1
        need((points[-1]["type"] == "target") == is_last, "the target is the last waypoint, and only it")
        need(all(p["type"] != "target" for p in points[:-1]), "a target is not avoided")


def check_correctness(content, task):
    need(isinstance(content, list), "no list of invariants")
    for entry in content:
        keys(entry, ["invariant"])
        invariant = entry["invariant"]
        keys(invariant, ["type", "location", "value", "format"])
        text(invariant["type"], "loop_invariant|location_invariant")
        text(invariant["format"], "c_expression")
        check_location(invariant["location"], task)
        check_expression(invariant["value"])


def places(kind, content):
    if kind == "violation_sequence":
        for entry in content:
            for item in entry["segment"]:
                yield item["waypoint"]["type"], item["waypoint"]["location"]
    else:
        for entry in content:
            yield entry["invariant"]["type"], entry["invariant"]["location"]


def check_places(kind, content, sources):
    for what, location in places(kind, content):
        lines = sources[location["file_name"]].split("\n")
        need(location["line"] <= len(lines), "line %d is behind the end" % location["line"])
        line = lines[location["line"] - 1]
        if "column" not in location:
            need(line.strip(), "line %d is empty" % location["line"])
            continue
        rest = line[location["column"] - 1:]
        pattern = {"function_return": r"\)", "loop_invariant": r"(for|while|do)\b"}.get(what, r"\S")
        need(re.match(pattern, rest), "%s at %r" % (what, rest))


def check(witness, sources=None):
    """'sources': texts by their names, or None. Raises Wrong. The kind."""
    entries = read(witness)
    need(isinstance(entries, list) and len(entries) == 1, "one entry")
    keys(entries[0], ["entry_type", "metadata", "content"])
    kind = entries[0]["entry_type"]
    text(kind, "violation_sequence|invariant_set")
    task = check_metadata(entries[0]["metadata"])
    content = entries[0]["content"]
    (check_violation if kind == "violation_sequence" else check_correctness)(content, task)
    if sources is not None:
        for name, value in task["input_file_hashes"].items():
            need(hashlib.sha256(sources[name].encode()).hexdigest() == value, "the hash of %s" % name)
        check_places(kind, content, sources)
    return kind


UNSAFE = """\
int __VERIFIER_nondet_int(void);
void reach_error(void);
int twice(int x) { return 2 * x; }
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += __VERIFIER_nondet_int();
  if (twice(sum) == 84)
    reach_error();
  return 0;
}
"""

SAFE = """\
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i < 4 && i < n)
    i++;
  if (i > n)
    reach_error();
  return 0;
}
"""

SPOILT = [
    ('format_version: "2.0"', 'format_version: "1.0"'), ("  metadata:\n", ""), ("uuid: ", "uid: "),
    ('data_model: "LP64"', 'data_model: "LP32"'), ('type: "target"', 'type: "goal"'),
    ('action: "follow"', 'action: "avoid"'), ("\\\\result", "result"), ('"ext_c_expression"', '"c_expression"'),
    ("line: ", "line: -"), ("    - segment:\n", "   - segment:\n"), ('language: "C"', "language: C"),
    ("CHECK(", "CHECK"), ('    uuid: "', '    uuid: "0'), ("column: ", "colum: "),
]


class Tally:
    passed = failed = 0

    def note(self, holds, what):
        self.passed += bool(holds)
        self.failed += not holds
        if not holds:
            print("failed: %s" % what)


def write_witness(custos, name, source, folder):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as f:
        f.write(source)
    out = os.path.join(folder, "out")
    ended = subprocess.run([custos, "check", name, "-o", "out", "--time=50"], cwd=folder, capture_output=True, text=True,
                           check=False)
    found = [f for f in sorted(os.listdir(out)) if f.endswith(".yml")] if os.path.isdir(out) else []
    if not found:
        return None, ended.stdout + ended.stderr
    with open(os.path.join(out, found[0]), encoding="utf-8") as f:
        return f.read(), ended.stdout


def test_one(tally, custos, name, source, wanted):
    with tempfile.TemporaryDirectory() as folder:
        witness, said = write_witness(custos, name, source, folder)
        again, _ = write_witness(custos, name, source, folder)
    tally.note(witness, "%s: no witness: %s" % (name, said))
    if not witness:
        return
    # Only the time at which it was written may differ.
    when = re.compile("creation_time: .*")
    tally.note(when.sub("", witness) == when.sub("", again or ""), "%s: another witness the second time" % name)
    try:
        tally.note(check(witness, {name: source}) == wanted, "%s: %s" % (name, wanted))
    except Wrong as wrong:
        tally.note(False, "%s: %s\n%s" % (name, wrong, witness))
    if wanted == "violation_sequence":
        for old, new in SPOILT:
            spoilt = witness.replace(old, new, 1)
            try:
                check(spoilt, {name: source})
                tally.note(False, "%s: accepted with %r for %r" % (name, new, old))
            except Wrong:
                tally.note(True, "")


def test(custos):
    tally = Tally()
    if not os.access(custos, os.X_OK):
        print("skipped: no %s" % custos)
    elif subprocess.run(["sh", "-c", "command -v ${CLANG:-clang-14}"], capture_output=True, check=False).returncode:
        print("skipped: no clang")
    else:
        test_one(tally, custos, "unsafe.c", UNSAFE, "violation_sequence")
        test_one(tally, custos, "safe.c", SAFE, "invariant_set")
    return tally


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--test", action="store_true")
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/bin/custos"))
    parser.add_argument("--sources")
    parser.add_argument("witnesses", nargs="*")
    options = parser.parse_args()
    tally = test(options.custos) if options.test else Tally()
    for path in options.witnesses:
        with open(path, encoding="utf-8") as f:
            witness = f.read()
        try:
            sources = None
            if options.sources:
                sources = {}
                for name in read(witness)[0]["metadata"]["task"]["input_files"]:
                    with open(os.path.join(options.sources, name), encoding="utf-8") as f:
                        sources[name] = f.read()
            check(witness, sources)
            tally.note(True, "")
        except (Wrong, KeyError, TypeError, OSError) as wrong:
            tally.note(False, "%s: %s" % (path, wrong))
    print("%d passed, %d failed" % (tally.passed, tally.failed))
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
