"""Runs custos on a Promela model, as a person who wants SPIN's numbers would."""
import json
import os
import tempfile

import spin


class Reply:
    """What custos says of one property: 'status' is ok, refused (exit status 2), unknown
    (a budget was spent) or broken (anything else: always a failure of the test)."""

    def __init__(self, status, text="", verdict=None, states=None, seconds=0.0, run_ends=False):
        self.status = status
        self.text = text
        self.verdict = verdict
        self.states = states
        self.seconds = seconds
        self.run_ends = run_ends  # it is violated by a run that stays where it is at last

    def __str__(self):
        if self.status == "ok":
            return f"{self.states} states, {self.verdict}"
        return f"{self.status}: {spin.first_line(self.text)}"


# How to ask for what a mode of SPIN answers; {} is the name of the claim.
PROPERTIES = {
    "a": ["--property=safety", "--keep-going"],
    "safety": ["--property=safety"],
    "all": [],
    "never": ["--property=never"],
    "ltl": ["--property={}"],
    "acceptance": ["--property=acceptance"],
    "progress": ["--property=progress"],
}


# The same for another reading of the model, as spin.py has them.
READINGS = {"": [], "lossy": ["--lossy-channels"], "ignore-assertions": ["--ignore=assertions"], "ignore-end-states": ["--ignore=end-states"]}


def check(program, model, kind, claim="", fair=False, seconds=60, native="auto", reduced=False, reading=""):
    words = [word.format(claim) for word in PROPERTIES[kind]] + (["--fair"] if fair else []) + [f"--native={native}"] + READINGS[reading]
    words += [] if reduced else ["--no-reduction"]
    if "/corpus/promela/" in os.path.abspath(model):  # models of the corpus include what lies beside and above them
        words.append("-I" + os.path.abspath(model).split("/corpus/promela/")[0] + "/corpus/promela")
    with tempfile.TemporaryDirectory(prefix="custos-promela-") as folder:
        # Small ones are certified, too; what the kernel says of larger ones is for kernel/tests/promela.
        status, output = spin.command([os.path.abspath(program), "check", "--lang=promela", "--allow-c-code", "--json", "--certify-states=1000", *words,
                                       "-o", folder, os.path.abspath(model)], folder, seconds)
    if status is None:
        return Reply("unknown", f"no answer in {seconds} s")
    if status == 2:
        return Reply("refused", output)
    start = output.find("{")
    try:
        properties = json.loads(output[start:])["properties"]
        if kind == "all":  # one that is violated, or not decided, stands for all
            properties = sorted(properties, key=lambda p: ["violated", "unknown", "holds"].index(p["verdict"]))[:1]
        first = properties[0]
        stats = first.get("stats", {})
        if first["verdict"] == "unknown":
            return Reply("unknown", first.get("reason", output))
        if len(properties) != 1 or first["verdict"] not in ("holds", "violated"):
            return Reply("broken", output)
        return Reply("ok", output, first["verdict"], stats.get("states"), stats.get("seconds", 0.0), "loop" in first and first["loop"] == first.get("steps"))
    except (ValueError, KeyError, IndexError, TypeError):
        return Reply("broken", f"exit status {status}: {output}")
