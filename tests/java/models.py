#!/usr/bin/env python3
"""The models of Java's library beside the JDK's classes, as javap shows both, and beside the list in
docs/java-programs.md. What a model declares must be there in the JDK, with the same supertypes and constants; what the
JDK's class overrides, a model must not inherit from further up. Without a JDK the test is skipped."""
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
MODELS = os.path.join(ROOT, "build", "release", "java", "classes")
# What models have for each other.
OURS = {"java.lang.String.ofOwned", "java.lang.Throwable.withUnknownMessage", "java.io.PrintStream.PrintStream()",
        "java.io.StandardInput", "java.util.FixedList", "java.util.Sorting"}
OURS |= {f"java.lang.{x}.isCached" for x in ("Integer", "Long", "Short", "Byte", "Character")}
# Where the model of the superclass does what the class itself does in the JDK.
REVIEWED = {f"java.util.LinkedHashMap.{x}" for x in ("forEach", "getOrDefault", "values", "clear", "keySet", "entrySet", "get", "containsValue")}
REVIEWED |= {"java.lang.NullPointerException.fillInStackTrace", "java.lang.NullPointerException.getMessage"}
HEAD = re.compile(r"^((?:[a-z]+ )*)(class|interface) (\S+)(?: extends ([^{]*?))?(?: implements ([^{]*?))? ?\{$")


class Type:
    def __init__(self, name, modifiers, kind, supertypes):
        self.name, self.modifiers, self.kind, self.supertypes = name, modifiers, kind, supertypes
        self.methods = {}    # name(parameters) -> modifiers
        self.results = {}    # name(parameters) -> type
        self.constants = {}  # name -> text


def without_generics(text):
    while "<" in text:
        text = re.sub(r"<[^<>]*>", "", text)
    return text


def erased(text, bounds):
    """Types of parameters, without names of type variables."""
    words = []
    for word in without_generics(text).split(","):
        word = word.strip().replace("...", "[]")
        base = word.rstrip("[]")
        words.append(bounds.get(base, base) + word[len(base):])
    return ",".join(words)


def type_variables(text):
    """Of '<T, U extends java.lang.Object & java.lang.Comparable<U>>' at the start: their erasures."""
    depth = 0
    for i, c in enumerate(text):
        depth += (c == "<") - (c == ">")
        if depth == 0:
            break
    found, inner, depth, part = {}, text[1:i], 0, ""
    for c in inner + ",":
        depth += (c == "<") - (c == ">")
        if c == "," and depth == 0:
            name, _, bound = part.strip().partition(" extends ")
            found[name] = without_generics(bound).split("&")[0].strip() or "java.lang.Object"
            part = ""
        else:
            part += c
    for name, bound in found.items():
        found[name] = found.get(bound, bound)
    return found, i + 1


def parse(text):
    """{name: Type} of what javap prints."""
    types, current, bounds = {}, None, {}
    for line in text.splitlines():
        if line.endswith("{") and not line.startswith(" "):
            generic = re.search(r"(?:class|interface) [^\s<]+(<.*)", line)
            bounds = type_variables(generic.group(1))[0] if generic else {}
            head = HEAD.match(without_generics(line))
            above = ",".join(x for x in head.groups()[3:] if x)
            current = Type(head.group(3), head.group(1).split(), head.group(2), [x.strip() for x in above.split(",") if x])
            current.bounds = bounds
            types[current.name] = current
        elif current and line.startswith("  ") and line.endswith(";"):
            line = line.strip().rstrip(";")
            constant = re.match(r"^(public .*?static .*?final|static final) \S+ (\w+) = (.*)$", line)
            if constant:
                current.constants[constant.group(2)] = constant.group(3)
            if "(" not in line or constant:
                continue
            own = dict(bounds)
            modifiers = []
            rest = line.split(" throws ")[0]
            while re.match(r"^(public|protected|private|static|final|abstract|native|synchronized|default|strictfp|transient) ", rest):
                word, rest = rest.split(" ", 1)
                modifiers.append(word)
            if rest.startswith("<"):
                more, end = type_variables(rest)
                own.update({k: bounds.get(v, v) for k, v in more.items()})
                rest = rest[end:].strip()
            name = without_generics(rest.split("(")[0]).split()[-1].split(".")[-1]
            method = f"{name}({erased(rest[rest.index('(') + 1:rest.rindex(')')], own)})"
            result = without_generics(rest.split("(")[0]).split()
            current.methods[method] = modifiers
            current.results[method] = erased(result[0], own) if len(result) > 1 else ""
    return types


def javap(arguments):
    return parse(subprocess.run(["javap", "-p", "-constants", *arguments], capture_output=True, text=True).stdout)


def supertypes(types, name):
    """All of them, itself first, superclasses before interfaces."""
    found, waiting = [], [name]
    while waiting:
        x = waiting.pop(0)
        if x in found or x not in types:
            continue
        found.append(x)
        above = types[x].supertypes
        waiting = [y for y in above if types.get(y) and types[y].kind == "class"] + waiting
        waiting += [y for y in above if not types.get(y) or types[y].kind != "class"]
    return found + ([] if "java.lang.Object" in found else ["java.lang.Object"])


def selected(types, name, method):
    """Whose method runs, if it has code; None: nobody's."""
    chain = supertypes(types, name)
    classes = [x for x in chain if x in types and types[x].kind == "class"]
    for x in classes + [x for x in chain if x not in classes]:
        if x in types and method in types[x].methods and "abstract" not in types[x].methods[method]:
            return x, types[x].methods[method]
    return None, []


def is_ours(name, method):
    return any(x in OURS for x in (name, f"{name}.{method}", f"{name}.{method.split('(')[0]}"))


def compare(models, jdk):
    bad = []
    for name, model in models.items():
        if name.startswith("custos.") or "$" in name and "public" not in model.modifiers or is_ours(name, "("):
            continue
        if name not in jdk:
            bad.append(f"{name}: the JDK has no such class")
            continue
        real = jdk[name]
        visible = {x for x in supertypes(jdk, name) if "public" in jdk[x].modifiers}
        known = {x for x in supertypes(models, name) if x in models and "public" in models[x].modifiers}
        if visible != known:
            bad.append(f"{name}: supertypes {sorted(visible ^ known)}")
        for flag in ("abstract", "final"):
            if (flag in model.modifiers) != (flag in real.modifiers):
                bad.append(f"{name}: {flag}")
        for method, modifiers in model.methods.items():
            if "public" in modifiers and not is_ours(name, method) and name.split(".")[-1].split("$")[-1] != method.split("(")[0]:
                whose, theirs = selected(jdk, name, method)
                if whose is None and not any(method in jdk[x].methods for x in supertypes(jdk, name) if x in jdk):
                    bad.append(f"{name}.{method}: the JDK has no such method")
        for method in {m for x in supertypes(models, name) if x in models for m in models[x].methods}:
            ours, modifiers = selected(models, name, method)
            theirs, _ = selected(jdk, name, method)
            if ours is None or theirs is None or "private" in modifiers or "native" in modifiers or "static" in modifiers:
                continue
            if ours != theirs and ours in supertypes(jdk, theirs) and f"{name}.{method.split('(')[0]}" not in REVIEWED:
                bad.append(f"{name}.{method}: {theirs} overrides it, the model has that of {ours}")
        for constant, value in model.constants.items():
            if real.constants.get(constant) != value:
                bad.append(f"{name}.{constant}: {value}, the JDK has {real.constants.get(constant)}")
    return bad


def listed():
    """The classes that the document names, between the two marks."""
    text = open(os.path.join(ROOT, "docs", "java-programs.md")).read()
    if "<!-- models -->" not in text:
        return set()
    part = text.split("<!-- models -->")[1].split("<!-- end of models -->")[0]
    names = set()
    for package, classes in re.findall(r"^- `([a-z.]+)`: (.*?)\.$", part, re.M | re.S):
        names |= {f"{package}.{x}" for x in re.findall(r"`([\w.]+)`", classes)}
    return names


def is_possible():
    return shutil.which("javap") and os.path.isdir(MODELS)


def read_models():
    return javap([os.path.join(where, x) for where, _, found in os.walk(MODELS) for x in sorted(found)])


def main():
    if not is_possible():
        print("no JDK: skipped\n0 passed, 0 failed, 1 skipped")
        return 0
    models = read_models()
    wanted, jdk = [x for x in models if not x.startswith("custos.")], {}
    while wanted:
        found = javap(wanted)
        jdk.update(found)
        wanted = [y for x in found.values() for y in x.supertypes if y not in jdk]
    bad = compare(models, jdk)
    public = {x for x, t in models.items() if "public" in t.modifiers and "$" not in x and not x.startswith("custos.") and not is_ours(x, "(")}
    bad += [f"docs/java-programs.md: {x} has no model" for x in sorted(listed() - public)]
    bad += [f"docs/java-programs.md: {x} is not listed" for x in sorted(public - listed())]
    print("\n".join(bad))
    print(f"{len(public)} classes, {sum(len(models[x].methods) for x in public)} methods")
    print(f"{len(public) - len(bad) if len(bad) < len(public) else 0} passed, {len(bad)} failed")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
