"""Asks SPIN and custos about one model of the feature matrix. Both give a Result, which can be written down in a word."""
import json
import os
import re
import shutil
import zlib

import spin

HERE = os.path.dirname(os.path.abspath(__file__))


class Result:
    """status: ok; stopped (an error ended SPIN's search: its counts mean nothing); refused; limit (no answer); broken (custos failed).
    claims: verdicts by name. loud: SPIN complained, and went on."""

    def __init__(self, status, states=0, transitions=0, violated=False, claims=None, loud=False, text=""):
        self.status, self.states, self.transitions, self.violated = status, states, transitions, violated
        self.claims = claims or {}
        self.loud = loud
        self.text = text

    def word(self):
        if self.status in ("refused", "limit", "broken"):
            return self.status
        claims = "".join(f",{name}{'!' if bad else ''}" for name, bad in sorted(self.claims.items()))
        counts = "stopped" if self.status == "stopped" else f"{self.states}/{self.transitions}"
        return counts + ("!" if self.violated else "") + claims + ("~" if self.loud else "")

    def __str__(self):
        return f"{self.word()}  {self.text}".rstrip()


def parse(word):
    """The Result that word() wrote."""
    if word in ("refused", "limit", "broken"):
        return Result(word)
    loud = word.endswith("~")
    first, *claims = word.rstrip("~").split(",")
    violated = first.endswith("!")
    first = first.rstrip("!")
    result = Result("stopped" if first == "stopped" else "ok", violated=violated, loud=loud)
    if result.status == "ok":
        result.states, result.transitions = (int(n) for n in first.split("/"))
    result.claims = {c.rstrip("!"): c.endswith("!") for c in claims}
    return result


def claims_of(text):
    found = re.findall(r"\bltl\s+(\w+)", text)
    return found + (["never"] if re.search(r"^never\b", text, re.M) else [])


def ask_spin(path, text, compilers=None):
    with spin.Verifier(path, 60) as verifier:
        verifier.compilers = compilers or spin.COMPILERS
        answer = verifier.run("a", [100000])
        if answer.status in ("refused", "limit"):
            return Result(answer.status, text=spin.first_line(answer.text))
        loud = "Error" in verifier.said
        result = Result(answer.status, answer.states, answer.transitions, answer.errors > 0, loud=loud, text=answer.first_error)
        for claim in claims_of(text):
            of_claim = verifier.run("c" if claim == "never" else f"c:{claim}", [100000])
            if of_claim.status not in ("ok", "stopped"):
                return Result("limit", text=of_claim.text)
            result.claims[claim] = of_claim.errors > 0
        return result


BACK_ENDS = {
    "interpreter": ["--no-reduction", "--native=never"],
    "native code": ["--no-reduction", "--native=always"],
    "reduction": ["--native=never"],
}


def ask_custos(program, path, text, back_end="interpreter"):
    wanted = [f"--property={name}" for name in ["safety", *claims_of(text)]]
    folder = os.path.dirname(path)
    environment = {"CUSTOS_CC": os.path.join(HERE, "tcc-as-cc")} if shutil.which("tcc") and "c_" not in text else None
    status, output = spin.command([program, "check", "--allow-c-code", "--keep-going", "--json", "--certify-states=1000", *wanted, *BACK_ENDS[back_end], path], folder, 60, environment)
    if status == 2:
        return Result("refused", text=spin.first_line(output))
    try:
        properties = json.loads(output[output.find("{"):])["properties"]
        by_name = {p["name"]: p for p in properties}
        safety = by_name["safety"]
        verdicts = [p["verdict"] for p in properties]
        if status not in (0, 10) or any(v not in ("holds", "violated") for v in verdicts) or len(properties) != len(wanted):
            return Result("broken", text=f"exit status {status}: " + " ".join(p.get("reason", "") for p in properties if p["verdict"] not in ("holds", "violated")))
        if back_end == "native code" and "no native code" in output:
            return Result("broken", text="no native code")
        return Result("ok", safety["stats"]["states"], safety["stats"]["transitions"], safety["verdict"] == "violated",
                      {name: by_name[name]["verdict"] == "violated" for name in claims_of(text)}, text=safety.get("reason", ""))
    except (ValueError, LookupError, TypeError):
        return Result("broken", text=f"exit status {status}: {spin.first_line(output)}")


def printed_lines(lines):
    return [line.strip() for line in lines if line.strip()]


def spin_prints(path):
    """What a run prints, as lines; None if SPIN does not take the model."""
    folder = os.path.dirname(path)
    status, output = spin.command(["spin", "-T", "-n1", "-u2000", os.path.basename(path)], folder, 20)
    if status is None or "c_code fragments" in output or re.search(r"^spin: .*Error: (?!value)", output, re.M):
        return None  # SPIN does not run C here
    output = re.sub(r"spin: [^\n]*truncated in assignment\n", "", output)  # in the middle of a line, as it comes from stderr
    output = re.split(r"^(?:#processes|\d+ process(?:es)? created|-+$)", output, flags=re.M)[0]
    return printed_lines(
        line for line in output.splitlines()
        if not line.startswith(("spin:", "timeout", "ltl ", "      timeout", "warning:")) and not re.search(r": warning: trigraph|^ *\d* \|", line))


def custos_prints(program, path):
    """The same, and the exit status."""
    status, output = spin.command([program, "simulate", "--allow-c-code", "--seed=1", path], os.path.dirname(path), 20)
    return status, printed_lines(line[9:] for line in output.splitlines() if line.startswith("       > "))


def crc(lines):
    """Of what was printed; the order of lines does not matter, since processes may change places."""
    return f"{zlib.crc32(chr(10).join(sorted(' '.join(lines).split() if len(lines) < 3 else lines)).encode()):08x}"
