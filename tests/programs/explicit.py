"""Programs with procedures as explicit pushdown systems, for twins of the languages.

A language's twin gives a model: start() is the first head (state, symbol), steps(state, symbol)
all (action or None, state, symbols that replace the symbol, the top first), letter(state, symbol)
the atoms that hold there, procedure calls and returns being actions. Values are whatever can be
hashed. The system is written as .pds with formulas, which custos decides by its engines for
pushdown systems, and the kernel certifies: neither knows the program."""
import json
import os
import subprocess


class TooLarge(Exception):
    pass


def explore(model, most=4000):
    """The rules of all heads that can be on top: {(state, symbol): [(action, state, symbols)]}."""
    rules, paths, work = {}, set(), []
    callers, ends = {}, {}  # by the head that a call begins with

    def push(first, head):
        if (first, head) not in paths:
            paths.add((first, head))
            work.append((first, head))

    start = model.start()
    push(start, start)
    while work:
        first, head = work.pop()
        if head not in rules:
            rules[head] = list(dict.fromkeys(model.steps(*head)))
            if len(rules) > most or len(paths) > 8 * most:
                raise TooLarge()
        for _, state, symbols in rules[head]:
            if len(symbols) == 1:
                push(first, (state, symbols[0]))
            elif len(symbols) == 2:
                called = (state, symbols[0])
                callers.setdefault(called, set()).add((first, symbols[1]))
                push(called, called)
                for end in list(ends.get(called, ())):
                    push(first, (end, symbols[1]))
            elif state not in ends.setdefault(first, set()):
                ends[first].add(state)
                for caller, below in list(callers.get(first, ())):
                    push(caller, (state, below))
    return rules


def write(model, rules, formulas):
    """The text of the system. A formula is a text with {0}, {1}, ... for atoms, and the atoms."""
    states, symbols = {}, {}
    name_state = lambda s: "p%d" % states.setdefault(s, len(states))
    name_symbol = lambda s: "s%d" % symbols.setdefault(s, len(symbols))
    actions = {action for some in rules.values() for action, _, _ in some if action}
    lines = []
    for head, some in rules.items():
        name_state(head[0]), name_symbol(head[1])
        for action, state, pushed in some:
            lines.append("%s %s -> %s %s%s" % (name_state(head[0]), name_symbol(head[1]), name_state(state), " ".join(map(name_symbol, pushed)),
                                               " @ " + json.dumps(action) if action else ""))
    lines = ["states " + " ".join(map(name_state, list(states))), "symbols " + " ".join(map(name_symbol, list(symbols)))] + lines
    start = model.start()
    lines.append("init < %s , %s >" % (name_state(start[0]), name_symbol(start[1])))
    atoms = list(dict.fromkeys(a for _, some in formulas for a in some if a not in model.actions))
    letters = {head: model.letter(*head) for head in rules}
    for i, atom in enumerate(atoms):
        lines.append("accept set a%d %%1" % i)
        lines.append("edge set a%d %%1 . %%1" % i)
        lines += ["edge set a%d %s %s %%1" % (i, name_state(h[0]), name_symbol(h[1])) for h in rules if atom in letters[h]]
    spelt = {a: "set.a%d" % i for i, a in enumerate(atoms)}
    spelt.update({a: "@" + json.dumps(a) if a in actions else "false" for a in model.actions})
    for i, (text, some) in enumerate(formulas):
        lines.append("ltl f%d : %s" % (i, text.format(*[spelt[a] for a in some])))
    return "\n".join(lines) + "\n"


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False)
    if done.returncode not in (0, 10):
        return "exit %d: %s" % (done.returncode, (done.stderr + done.stdout).decode(errors="replace")[:600])
    return {p["name"]: p for p in json.loads(done.stdout)["properties"]}


def truths(custos, folder, model, formulas, certify=True):
    """Whether each formula holds, by the explicit system; a text: what went wrong."""
    rules = explore(model)
    with open(os.path.join(folder, "twin.pds"), "w", encoding="utf-8") as out:
        out.write(write(model, rules, formulas))
    found = run([custos, "check", "--json"] + ([] if certify else ["--no-certify"]) + ["twin.pds"], folder)
    if isinstance(found, str):
        return found
    result = []
    for i in range(len(formulas)):
        p = found["f%d" % i]
        if p["verdict"] not in ("holds", "violated") or (certify and p["evidence"]["checked"] != "kernel"):
            return "twin.pds: f%d is %s, %s" % (i, p["verdict"], p["evidence"])
        result.append(p["verdict"] == "holds")
    return result


def random_formula(dice, atoms, size):
    """(text with placeholders, the atoms)."""
    chosen = [dice.choice(atoms) for _ in range(dice.randint(1, 3))]

    def grow(n):
        if n == 0:
            return "{%d}" % dice.randrange(len(chosen)) if dice.random() < .95 else dice.choice(["true", "false"])
        if dice.random() < .45:
            return "%s (%s)" % (dice.choice(["!", "X", "F", "G", "G", "F"]), grow(n - 1))
        left = dice.randrange(n)
        return "(%s) %s (%s)" % (grow(left), dice.choice(["&&", "||", "->", "<->", "U", "U", "R", "W", "M"]), grow(n - 1 - left))

    return grow(dice.randint(1, size)), chosen
