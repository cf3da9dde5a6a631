"""Files of our own for deadline.py, each the start of much work. The same ones at every run."""
import concurrent.futures
import hashlib
import os
import random
import subprocess


def lines(words):
    return "\n".join(words) + "\n"


def pushdown(states, symbols, rules, weights=False):
    """Random rules, so dense that saturation adds nearly every transition there can be."""
    draw = random.Random(1)
    text = ["weights uint"] if weights else []
    for i in range(rules):
        behind = [f"s{draw.randrange(symbols)}" for _ in range(draw.choice((0, 1, 1, 2, 2, 2)))]
        cost = f" : {draw.randrange(100)}" if weights else ""
        text.append(f"p{draw.randrange(states)} s{draw.randrange(symbols)} -> p{draw.randrange(states)} "
                    f"{' '.join(behind)}{cost}")
    every = ", ".join(f"p{i}" for i in range(states))
    text += ["p0 s0 -> q s1" + (" : 1" if weights else ""), f"init < [{every}] , .* >", "final < q , s2 .* >"]
    return lines(text)


def doubling(depth):
    """A run of 2^depth steps, with evidence that is short."""
    text = [f"p f{i} -> p f{i + 1} f{i + 1}" for i in range(depth)] + [f"p f{depth} -> p"]
    return lines(text + ["p end -> q end", "init < p , f0 end >", "final < q , end >"])


def counters(count, most, body):
    """Guarded commands: counters that go up and down, independently."""
    moves = [f"x[{i}] < {most} -> x[{i}] := x[{i}] + 1" for i in range(count)]
    moves += [f"x[{i}] > 0 -> x[{i}] := x[{i}] - 1" for i in range(count)]
    return (f"VAR x[{count}] : 0..{most};\n{body}BEGIN\n WHILE TRUE DO\n IF " + "\n [] ".join(moves) +
            "\n FI\n END\nEND\n")


def long_count(most):
    """One counter that ends where it must not: a long run to show."""
    return f"VAR x : 0..{most};\nBEGIN\n WHILE TRUE DO\n x := x + 1\n END\nEND\n"


def transitions(states, degree):
    draw = random.Random(2)
    text = ["init s0"] + [f"s{i} -> s{draw.randrange(states)} @ a{draw.randrange(4)}"
                          for i in range(states) for _ in range(degree)]
    for p in range(8):
        text.append(f"prop q{p} : " + " ".join(f"s{i}" for i in range(states) if draw.random() < 0.5))
    fair = " & ".join(f"(G F q{i})" for i in range(7))
    return lines(text + [f"ltl fair : ({fair}) -> G F (q7 | X (q0 | q1 | X q2))", "ltl x : G (q0 -> F (q1 & X !q1 | G q3))"])


def aut(states, degree):
    draw = random.Random(2)
    moves = [f'({i}, "a{draw.randrange(4)}", {draw.randrange(states)})'
             for i in range(states) for _ in range(degree)]
    return lines([f"des (0, {len(moves)}, {states})"] + moves)


def boolean(count, has_calls):
    """The same random functions of two copies of many variables: one is like the other, but diagrams in the
    order of the declarations are exponential."""
    draw = random.Random(3)
    first, second = [f"v{i}" for i in range(count)], [f"w{i}" for i in range(count)]
    body = []
    for _ in range(2 * count):
        a, b, c, d = (draw.randrange(count) for _ in range(4))
        body += [f"  v{a} := (v{b} & v{c}) != v{d};", f"  w{a} := (w{b} & w{c}) != w{d};"]
    call = "  if (*) then step(); fi;\n" if has_calls else ""
    same = " & ".join(f"(v{i} = w{i})" for i in range(count))
    return (f"decl {', '.join(first + second)};\nvoid step() begin\n" + lines(body) + call + "end\n"
            "void main() begin\n  " + ", ".join(first) + " := " + ", ".join(["*"] * count) + ";\n  " +
            ", ".join(second) + " := " + ", ".join(first) + ";\n  while (*) do\n    step();\n  od;\n"
            f"  assert({same});\nend\n")


def walker_session(depth):
    """A pushdown system and a formula whose nesting multiplies the states of the stack's monitor."""
    draw = random.Random(4)
    text = ["PDS d {"] + [f" STATE(p{i}[{s}]: {draw.choice(['a', 'b', ''])})" for i in range(6) for s in "_xyz"]
    for i in range(60):
        source, top = draw.randrange(6), draw.choice("xyz")
        what = draw.choice(("POP", f"PUSH {draw.choice('xyz')}", f"REWRITE {draw.choice('xyz')}"))
        text.append(f" ACTION(m{i % 3}: p{source}[{top}] -> p{draw.randrange(6)}[{what}])")
    text += [" ACTION(m0: p0[_] -> p0[PUSH x])", "}"]
    formula = "a"
    for i in range(depth):
        formula = f"E (({formula}) U (b | AX EF ({formula if i < 3 else 'a'})))"
    return lines(text + ["FORMULA f { " + formula + " }", ":check(f, d)"])


def regular(length):
    """The n-th letter from the end: deterministic only with 2^n states."""
    tail = " ".join(["(x | y)"] * length)
    return ("LTS l {\n STATE(a: p)\n ACTION(x: a -> a)\n ACTION(y: a -> a)\n}\n"
            "REGULAR r { (x | y)* x " + tail + " }\nFORMULA f { AG[r] p }\n:check(f, l)\n")


def automaton(states, degree):
    """Nothing of it can be merged, which has to be found out."""
    draw = random.Random(5)
    text = ["HOA: v1", f"States: {states}", "Start: 0", 'AP: 4 "a" "b" "c" "d"', "acc-name: Buchi",
            "Acceptance: 1 Inf(0)", "--BODY--"]
    for i in range(states):
        text.append(f"State: {i}" + (" {0}" if draw.random() < 0.1 else ""))
        text += [f"[{draw.choice(['', '!'])}{draw.randrange(4)}&{draw.choice(['', '!'])}{draw.randrange(4)}] "
                 f"{draw.randrange(states)}" for _ in range(degree)]
    return lines(text + ["--END--"])


def witness(name, program):
    """A correctness witness of SV-COMP that says nothing about loops."""
    return lines(['- entry_type: "invariant_set"', "  metadata:", '    format_version: "2.0"',
                  '    uuid: "108363ef-6628-5297-a83d-21f7f5dfa04a"', '    creation_time: "2026-01-01T00:00:00Z"',
                  "    producer:", '      name: "nobody"', '      version: "1"', "    task:", "      input_files:",
                  f'        - "{name}"', "      input_file_hashes:",
                  f'        "{name}": "{hashlib.sha256(program.encode()).hexdigest()}"',
                  '      specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )"',
                  '      data_model: "LP64"', '      language: "C"', "  content: []"])


MACROS = "#define A0(x) ((x) * 3u ^ (x))\n" + lines(f"#define A{i}(x) A{i - 1}(A{i - 1}(x))" for i in range(1, 6))
INPUT = "extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\n"

LOOP = INPUT + ("int main(void) { unsigned x = 1; for (unsigned i = 0; i < 50000000; i++) x = x * 3u + 1u; "
                "if (x != 7) reach_error(); return 0; }\n")
# Factors of a product of two primes.
HARD = INPUT + ("int main(void) { unsigned long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();\n"
                "  if (a > 1 && b > a && a * b == 1000000016000000063ul) reach_error(); return 0; }\n")


def plain():
    many = 30000
    one = "LTS l {\n STATE(a: p)\n ACTION(x: a -> a)\n}\n"
    return {
        "dense.pds": pushdown(300, 60, 60000),
        "costly.pds": pushdown(300, 60, 60000, weights=True),
        "double.pds": doubling(60),
        "crowd.gcl": counters(8, 60, 'LTL low : G "x[0] < 61";\nLTL soon : F "x[0] = 70" -> G F "x[1] = 3";\n'),
        "count.gcl": long_count(300000),
        "wide.lts": transitions(60000, 3),
        "wide.aut": aut(400000, 3),
        "wide.bp": boolean(48, False),
        "calls.bp": boolean(40, True),
        "crowd.pml": "byte x[6]; active [6] proctype P() { do :: x[_pid] < 200 "
                     "-> x[_pid]++ :: x[_pid] > 0 -> x[_pid]-- od }\n"
                     "ltl q { ([] (x[0] == 5)) -> <> (x[0] == 3) }\n"
                     "ltl r { [] (x[0] < 250) }\n",
        "again.pml": "byte x[6]; active [6] proctype P() { do :: x[_pid] < 200 "
                     "-> x[_pid]++ :: x[_pid] > 0 -> x[_pid]-- od }\n",
        "errors.pml": "byte x[4]; active [4] proctype P() { do :: x[_pid] < 100 "
                      "-> x[_pid]++; assert(x[_pid] != x[0] + 1) :: x[_pid] > 0 -> x[_pid]-- od }\n",
        "chan.pml": "chan c = [12] of { byte }; active [4] proctype S() { byte i; do :: c ! i; i++ od }\n"
                    "active [3] proctype R() { byte y; do :: c ? y od }\n",
        "atomic.pml": "byte g;\nactive [100] proctype P() { int i; do :: atomic "
                      "{ i = 0; do :: i < 10000 -> i++ :: else -> break od; "
                      "g++ } od }\n",
        "code.pml": "c_code { static int f(void) { for (;;) ; return 0; } }\n"
                    "active proctype P() { c_code { f(); } }\n",
        "long.pml": "int x; active proctype P() { do :: x < 300000 -> x++ :: else -> assert(false) od }\n",
        "product.rem": "define DEFAULT_INT_BITS 30\nint x, y, z;\n"
                       "module void main() { z = x * y; }\ninit main;\n",
        "not.ectl": one + "FORMULA f { " + "!" * many + "p }\n:check(f, l)\n",
        "next.ectl": one + "FORMULA f { " + "EX " * many + "p }\n:check(f, l)\n",
        "and.ectl": one + "FORMULA f { " + " & ".join(["p"] * many) + " }\n:check(f, l)\n",
        "names.ectl": one + lines(f"FORMULA f{i} {{ EX p }}" for i in range(many)) + ":check(f1, l)\n",
        "path.ectl": "LTS l {\n" + lines(f" STATE(s{i}: {'q' if i == 99999 else ''})" for i in range(100000)) +
                     lines(f" ACTION(x: s{i} -> s{i + 1})" for i in range(99999)) +
                     "}\nFORMULA f { EF q }\n:check(f, l)\n",
        "proof.pds": pushdown(2000, 200, 120000),
        "ranks.gcl": counters(3, 46, 'LTL soon : G F "x[0] = 70" -> G F "x[1] = 3";\n'),
        "wide.hoa": automaton(100000, 4),
        "nested.ectl": walker_session(9),
        "regular.ectl": regular(26),
        "memory.c": "#include <stdlib.h>\n#include <string.h>\n"
                    "int main(void) { for (;;) { char *p = malloc(100000000); "
                    "if (p) memset(p, 1, 100000000); } }\n",
        "paths.c": INPUT +
                   "int main(void) { unsigned s = 0, n = 0, a[64];\n"
                   "  for (int i = 0; i < 64; i++) { a[i] = "
                   "__VERIFIER_nondet_uint(); if (a[i] * a[i] > 7 * s) "
                   "s += a[i] % 1000; else n ^= a[i] * s; }\n"
                   "  if (s * n == 77777777u * a[3]) reach_error(); return 0; }\n",
        "loop.rem": "define DEFAULT_INT_BITS 8\nint x, y;\nmodule void main() { do :: true -> x = x + y; "
                    ":: false -> skip; od; }\ninit main;\n",
        "loop.bp": "decl a, b;\nvoid main() begin\n  while (T) do\n    a, b := b, *;\n  od;\nend\n",
        "hard.c": HARD,
        "hard.yml": witness("hard.c", HARD),
        "loop.c": LOOP,
        "loop.trace": lines(["custos evidence 1", 'problem "loop.c"', 'property "safety"', "claim violated", "sha256 1",
                             hashlib.sha256(LOOP.encode()).hexdigest(), "pointers 64", "checks", "inputs 0",
                             'error call "reach_error" "loop.c" 3 103', "end"]),
        "endless.c": "int main(void) { volatile unsigned x = 0; for (;;) x = x * 3u + 1u; }\n",
        "macros.c": INPUT + MACROS + "int main(void) { unsigned x = __VERIFIER_nondet_uint(); unsigned y = A5(x); "
                    "unsigned z = A5(y); if (y == z + 1u) reach_error(); return 0; }\n",
    }


def write(folder):
    for name, words in plain().items():
        with open(os.path.join(folder, name), "w") as f:
            f.write(words)


def made(custos, folder, name, words):
    """A file that custos prints."""
    with open(os.path.join(folder, name), "w") as f:
        subprocess.run([custos] + words, cwd=folder, stdout=f, stderr=subprocess.DEVNULL, check=True, timeout=120)


def found(custos, folder, name, words):
    """Evidence that custos writes."""
    room = os.path.join(folder, "evidence-" + name)
    subprocess.run([custos, "check", "-q", "--max-steps=1", "-o", room] + words, cwd=folder, check=False, timeout=120,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.rename(os.path.join(room, os.listdir(room)[0]), os.path.join(folder, name))
    os.rmdir(room)


def evidence(custos, folder):
    """What replay and certify read; two at a time, since some of it takes a while."""
    work = [(made, "dense.json", ["convert", "dense.pds", "--to=json"]),
            (found, "proof.cert", ["proof.pds", "--engine=post"]),
            (found, "ranks.cert", ["ranks.gcl", "-p", "soon", "--certify-states=2000000"]),
            (found, "double.trace", ["double.pds"]), (found, "count.trace", ["count.gcl"]),
            (found, "long.trace", ["long.pml"])]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda w: w[0](custos, folder, w[1], w[2]), work))
