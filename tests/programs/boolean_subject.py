"""Boolean programs for compare.py: their atoms, random ones, and the matrix."""
import itertools
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "boolean"))
import boolean  # noqa: E402
import generate  # noqa: E402


class Subject:
    suffix = "bp"

    def __init__(self, text, conditions=(), formulas=()):
        self.text, self.formulas = text, formulas
        self.model = boolean.Model(text)
        self.given = [self.model.condition(c) if isinstance(c, str) else self.model.condition(*c) for c in conditions]

    def reachable(self):
        """(property, atom that must never hold)"""
        labels = {label for p in self.model.p.procedures.values() for label in p.labels}
        lines = [i + 1 for i, line in enumerate(self.text.split("\n")) if "assert(" in line]
        return [("assert:%d" % line, "assert:%d" % line) for line in lines] + [(x, "label." + x) for x in sorted(labels)]

    def atoms(self):
        p = self.model.p
        out = sorted(self.model.actions) + ["proc." + f for f in sorted(p.procedures)]
        for f in p.procedures.values():
            out += ["label." + x for x in f.labels] + ["label.%s:%s" % (f.name, x) for x in f.labels]
            for x in f.locals:
                out.append(self.model.condition("%s.%s = T" % (f.name, x), f.name))
        for x in p.globals:
            out += [self.model.condition("!%s" % x), self.model.condition("(%s)" % x)]
        if len(p.globals) > 1:
            out.append(self.model.condition("%s => %s ^ %s | 0" % (p.globals[1], p.globals[0], p.globals[1])))
        return out + list(self.given) * 3


def random_subject(seed):
    return Subject(generate.program(seed)[0])


# The matrix: every expression in every place, and every statement in every block.

EXPRESSIONS = ["T", "F", "1", "0", "*", "?", "a", "g", "!a", "~a", "!!a", "a & g", "a && g", "a | g", "a || g", "a ^ g", "a = g", "a != g", "a => g", "schoose[a, g]",
               "schoose[g, *]", "a & !g | b", "a | g & b", "a ^ g | b", "a = g & b", "a => g => b", "a = g => b", "a != g = b", "(a => g) => b", "!a & g", "!(a & g)",
               "{x > 0} & a", "a ^ b ^ g", "a | * & g", "schoose[a | g, b] ^ a", "! a = g", "(a)", "a&b|g^a=>b"]
PLACES = [
    "a := %s;", "a, b := b, %s;", "_ , g := a, %s;" , "a, g := %s, a;", "a := a constrain (%s);", "g := * constrain 'g = (%s);", "b := T constrain %s;", "assume(%s);", "constrain(%s);",
    "assert(%s);", "abortif %s;", "if %s then a := !a; fi;", "if (%s) then goto L; else b := F; fi", "if a then skip; elsif %s then b := T; else g := F; fi;", "while %s do a := *; b := F; od;",
    "f(%s, b);", "a := f(b, %s);", "call a := f(%s, %s);", "call f(a, %s);", "return %s;", "print(%s);", "a := h(%s);",
]
STATEMENTS = ["skip;", "atomic_begin;", "atomic_end;", "dead a;", "dead a, g;", "goto L;", "goto L, M;", "return *;", "return;", "a := T;", "a, a := T, F;", "b, a := a, b;", "g := !g;", "f(a, b);", "a := f(a, b);",
              "_ := f(g, g);", "call g := f(a, g);", "v();", "call v();", "x, y := two(a);", "_, g := two(b);", "two(a);", "assume(a);", "assert(b);", "abortif a;", "N: skip;", "N: 7: v();", "print(a, b);", "print();", "a := h(g);",
              "main2();", "{x > 0} := a;", "y := h(y);", "while (F) do N: skip; od;", "if (*) then else a := T; fi;", "if (a) then fi;", "if (a) then return b; fi", "a := * constrain 'a = b;", "decl z; z := a; b := z;"]
BLOCKS = ["%s", "if (a) then %s fi;", "if (a) then skip; else %s fi;", "if (a) then b := g; elsif (g) then %s fi;", "while (g) do g := *; %s od;", "while (*) do if (b) then %s fi; od", "if (*) then %s else a := F; fi;",
          "if (*) then while (a) do a := F; %s od fi;", "%s ; b := T; %s"]
PROGRAM = """decl g, {x > 0};
bool f(p, q) begin
  decl r;
  if (p) then r := q; return !q; fi;
  g := p ^ q;
  return r & q;
end
void v() begin decl a; a := g; g := !a; O: skip; end
bool<2> two(p) begin {x > 0} := p; return p, g; end
bool<1> h(p) begin
  enforce p | g;
  if (p) then g := F; p := h(!p); fi;
  return p;
end
void main2() begin g := T; end
bool main(b) begin
  decl a; decl x, y;
%s  L: %s
  M: b := !b;
  Q: assert(a | b | g);
end
"""


def table(e):
    """The values of an expression, all written out: where it stands on the right side, and in an atom."""
    tree, rows = boolean.Parser(e).expression(), []
    names = ["a", "b", "g", "{x > 0}"]
    for row in itertools.product((False, True), repeat=4):
        if True in boolean.values(tree, dict(zip(names, row))):
            rows.append("(" + "&".join(("" if v else "!") + n for n, v in zip(names, row)) + ")")
    truth = "(%s)" % ("|".join(rows) or "F")
    text = "decl g, {x > 0};\nvoid main() begin\n  decl a, b, r;\n  r := %s;\n  M: assert(r = %s);\nend\n" % (e, truth)
    here = lambda t: re.sub(r"\b([abr])\b", r"main.\1", t)
    atoms = [here("r = %s" % truth), here("(%s) = %s" % (e, truth))]
    return text, [(atom, "main") if "main." in atom else atom for atom in atoms], [("G ({0} -> {1})", ["label.M", atom]) for atom in atoms]


def matrix():
    """(name, what the subject is made from)"""
    for e in EXPRESSIONS:
        if not set("*?") & set(e) and "schoose" not in e:
            yield "table " + e, table(e)
    conditions = ["g = {x > 0}", ("main.a & !main.b", "main"), ("f.r | g", "f"), ("v.a != g", "v")]
    yield "table of what is enforced behind a call", ("decl g;\nvoid v() begin g := *; end\nvoid main() begin\n  enforce g;\n  v();\n  M: assert(g);\nend\n",)
    for place in PLACES:
        for e in EXPRESSIONS:
            yield "%s in %s" % (e, place), (PROGRAM % ("", place.replace("%s", e)), conditions)
    for block in BLOCKS:
        for s in STATEMENTS:
            once = block.replace("%s", s, 1).replace("%s", "skip;" if "N:" in s or "decl" in s or "assert" in s else s)
            yield "%s in %s" % (s, block), (PROGRAM % ("", once), conditions)
    for e in EXPRESSIONS:
        yield "enforce " + e, (PROGRAM % ("  enforce %s;\n" % e, "a := *; g := f(a, b); v();"), conditions)
