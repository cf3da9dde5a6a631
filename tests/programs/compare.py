#!/usr/bin/env python3
"""Programs with procedures from text to verdict: 'custos check' beside twins in Python.

    compare.py [options] bp|rem matrix
    compare.py [options] bp|rem COUNT [SEED]

A twin (boolean.py, remopla.py) reads the program by itself and expands it to an explicit
pushdown system; formulas on that are decided by custos's engines for pushdown systems, and
certified by the kernel, which know nothing of programs (explicit.py). Compared are every
assertion, every label as a target, and formulas with atoms of every kind: on the matrix, where
each construct stands in each place (matrix.py), or on COUNT random programs.

Closes with 'N passed, N failed': one test a verdict. Programs with a difference are written to
--keep."""
import argparse
import os
import random
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)
import explicit  # noqa: E402


def formulas_of(subject, dice, count, size):
    """Texts with placeholders and their atoms: what can be reached, then random ones."""
    out = [("G !{0}", [atom]) for _, atom in subject.reachable()] + list(subject.formulas)
    atoms = subject.atoms()
    if atoms:
        out += [explicit.random_formula(dice, atoms, size) for _ in range(count)]
    return out


def ask(custos, folder, subject, formulas, engine, certify):
    """The verdicts of custos by the number of the formula; or what went wrong."""
    path = "program." + subject.suffix
    with open(os.path.join(folder, path), "w", encoding="utf-8") as out:
        out.write(subject.text)
    reachable = subject.reachable()
    command = [custos, "check", "--json", "--engine=" + engine] + ([] if certify else ["--no-certify"])
    command += ["--target=" + name for name, atom in reachable if atom.startswith("label.")]
    for text, atoms in formulas[len(reachable):]:
        command.append("--ltl=" + text.format(*['"%s"' % a for a in atoms]))
    found = explicit.run(command + [path], folder)
    if isinstance(found, str):
        return found
    claims = [p for name, p in found.items() if name.split(":")[0] in ("assert", "bounds")]
    found["claims"] = {"verdict": "violated" if any(p["verdict"] == "violated" for p in claims) else "holds"}
    names = [name for name, _ in reachable]
    names += ["ltl" if i == 0 else "ltl-%d" % (i + 1) for i in range(len(formulas) - len(reachable))]
    wrong = ["%s is %s" % (n, found.get(n, {"verdict": "missing"})["verdict"]) for n in names
             if found.get(n, {}).get("verdict") not in ("holds", "violated")]
    return ", ".join(wrong) or [found[n]["verdict"] == "holds" for n in names]


def compare(options, subject, dice, folder):
    """(verdicts that agree, what differs or None)"""
    formulas = formulas_of(subject, dice, options.formulas, options.size)
    if not formulas:
        return 0, None
    certify = dice.random() < options.certify
    engine = dice.choice(["post", "pre"])
    try:
        truth = explicit.truths(options.custos, folder, subject.model, formulas, certify)
    except explicit.TooLarge:
        return 0, None
    answer = truth if isinstance(truth, str) else ask(options.custos, folder, subject, formulas, engine, certify)
    if isinstance(answer, str):
        return 0, answer
    for (text, atoms), a, b in zip(formulas, answer, truth):
        if a != b:
            return 0, "%s: custos %s, the twin %s (--engine=%s)" % (text.format(*atoms), *("holds" if x else "violated" for x in (a, b)), engine)
    return len(formulas), None


def subjects(options):
    """(name, subject) of all programs that are asked for."""
    if options.language == "bp":
        import boolean_subject as language
    else:
        import remopla_subject as language
    if options.count == "matrix":
        for i, (name, subject) in enumerate(language.matrix()):
            if i % options.every == options.seed % options.every or name.startswith("table"):
                yield name, language.Subject(*subject)
        return
    for seed in range(options.seed, options.seed + int(options.count)):
        yield "seed %d" % seed, language.random_subject(seed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--custos", default=os.path.join(ROOT, "build/release/custos"))
    parser.add_argument("--formulas", type=int, default=3, help="for each program")
    parser.add_argument("--size", type=int, default=4, help="most operators of one")
    parser.add_argument("--certify", type=float, default=.1, help="part of the programs whose evidence the kernel sees")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one in N of the matrix, SEED telling which")
    parser.add_argument("--keep", metavar="FOLDER", help="where programs with differences go")
    parser.add_argument("--first-failure", action="store_true", help="stop there")
    parser.add_argument("language", choices=["bp", "rem"])
    parser.add_argument("count", help="how many, or 'matrix'")
    parser.add_argument("seed", type=int, nargs="?", default=1)
    options = parser.parse_args()
    options.custos = os.path.abspath(options.custos)
    passed = failed = programs = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, subject in subjects(options):
            programs += 1
            agree, wrong = compare(options, subject, random.Random("%d %s" % (options.seed, name)), folder)
            passed += agree
            if wrong:
                failed += 1
                print("%s: %s" % (name, wrong), flush=True)
                if options.keep:
                    os.makedirs(options.keep, exist_ok=True)
                    with open(os.path.join(options.keep, "%s.%s" % (name.replace(" ", "-").replace("/", "-"), subject.suffix)), "w", encoding="utf-8") as out:
                        out.write("// %s\n%s" % (wrong, subject.text))
                if options.first_failure:
                    break
    print("%d programs" % programs)
    print("%d passed, %d failed" % (passed, failed))
    return failed != 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
