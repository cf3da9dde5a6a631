#!/usr/bin/env python3
"""The pages of src/view/pages, each by a check of its kind.

    check.py CUSTOS

HTML: elements are closed in order, ids are unique, whatever is pressed or dragged has a name, nothing is loaded but the files beside it.
CSS: rules and declarations are complete, properties are known, colours defined, and what is selected exists in the page or its scripts.
JavaScript: 'node --check', ids that are asked for exist; and step.js steps through pages that CUSTOS has made, on a stand-in for a browser.
Without node the last is skipped. Closes with 'N passed, N failed, N skipped'."""
import html.parser
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PAGES = os.path.join(ROOT, "src/view/pages")
VOID = {"meta", "link", "input", "br"}
# Those that we use: another one is a slip, or belongs here.
PROPERTIES = set("""accent-color align-items background border border-bottom border-bottom-width border-collapse border-color border-left
border-radius border-right border-top border-top-color box-sizing color color-scheme contain-intrinsic-size content content-visibility cursor
display fill flex flex-direction flex-wrap font font-size font-variant-numeric font-weight gap grid-area grid-column grid-row
grid-template-columns grid-template-rows height letter-spacing line-height list-style margin margin-top max-height max-width min-height
min-width opacity outline outline-offset overflow overflow-wrap padding padding-left padding-right padding-top position stroke
stroke-dasharray stroke-width text-align text-overflow text-transform vector-effect vertical-align white-space width""".split())


def read(name):
    with open(os.path.join(PAGES, name), encoding="ascii") as file:
        return file.read()


class Page(html.parser.HTMLParser):
    """What a page holds, and what is wrong with it."""

    def __init__(self, name):
        super().__init__()
        self.name, self.wrong, self.open = name, [], []
        self.ids = set()
        self.sheets, self.scripts, self.title = [], [], ""
        self.feed(read(name))
        self.close()
        for tag in self.open:
            self.complain("<%s> is not closed" % tag)
        if not self.title:
            self.complain("there is no title")

    def complain(self, text):
        self.wrong.append("%s:%d: %s" % (self.name, self.getpos()[0], text))

    def handle_decl(self, decl):
        if decl.lower() != "doctype html":
            self.complain("not <!DOCTYPE html>")

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if len(given) != len(attrs):
            self.complain("an attribute is given twice")
        if given.get("id") in self.ids:
            self.complain("two elements have the id %s" % given["id"])
        if "id" in given:
            self.ids.add(given["id"])
        if tag == "html" and not given.get("lang"):
            self.complain("no language is given")
        if tag in ("button", "input") and not (given.get("title") or given.get("aria-label")):
            self.complain("<%s> has no name" % tag)
        if tag == "link":
            self.sheets.append(given.get("href"))
        elif tag == "script" and "src" in given:
            self.scripts.append(given["src"])
        elif "src" in given or "href" in given:
            self.complain("<%s> loads something" % tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.complain("</%s> does not close what was opened last" % tag)

    def handle_data(self, data):
        if self.open and self.open[-1] == "title":
            self.title += data
        if "&" in data and self.open[-1] != "script":
            self.complain("a lone '&'")


def rules(name, text):
    """(what is wrong, [(selector, declarations)]), those inside of @media, too."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    found, wrong, depth, start, selectors = [], [], 0, 0, []
    for mark in re.finditer(r'"(?:[^"\\\n]|\\.)*"|[{}]', text):
        if mark.group() == "{":
            selectors.append(text[start:mark.start()].strip())
            start = mark.end()
        elif mark.group() == "}":
            inside = text[start:mark.start()].strip()
            start = mark.end()
            if not selectors:
                return ["%s: '}' too many" % name], []
            selector = selectors.pop()
            if not selector:
                wrong.append("%s: a rule without a selector" % name)
            if selector.startswith("@media"):
                wrong += ["%s: a declaration outside of rules: %s" % (name, inside)] if inside else []
            else:
                found.append((selector, inside))
    if selectors or text[start:].strip():
        wrong.append("%s: ends in the middle of a rule" % name)
    return wrong, found


def ids_made(scripts):
    return set(re.findall(r'\bid: "(\w+)"', scripts))


def css(page, scripts):
    """What is wrong with the style sheets of a page, read one behind the other."""
    wrong, defined, used = [], set(), set()
    made = ids_made(scripts)
    given = set(" ".join(re.findall(r'"([^"\n]*)"', scripts)).split())
    for sheet in page.sheets:
        more, found = rules(sheet, read(sheet))
        wrong += more
        for selector, inside in found:
            declarations = [d.strip() for d in re.split(r';(?=(?:[^"]*"[^"]*")*[^"]*$)', inside)]
            for d in [d for d in declarations if d]:
                m = re.fullmatch(r"(--)?([a-z-]+)\s*:\s*(\S.*)", d, re.S)
                if not m:
                    wrong.append("%s: %s: no declaration: %s" % (sheet, selector, d))
                elif m.group(1):
                    defined.add(m.group(2))
                elif m.group(2) not in PROPERTIES:
                    wrong.append("%s: %s: unknown property %s" % (sheet, selector, m.group(2)))
                elif m.group(3).count("(") != m.group(3).count(")"):
                    wrong.append("%s: %s: brackets: %s" % (sheet, selector, d))
            used |= set(re.findall(r"var\(--([a-z-]+)\)", inside))
            for mark, word in re.findall(r"([#.])([A-Za-z][\w-]*)", selector):
                if word not in (page.ids | made if mark == "#" else given):
                    wrong.append("%s: nothing is %s%s" % (sheet, mark, word))
    wrong += ["%s: --%s is used and not defined" % (page.name, x) for x in sorted(used - defined)]
    return wrong + ["%s: --%s is defined and not used" % (page.name, x) for x in sorted(defined - used)]


def one(name):
    page = Page(name)
    text = "".join(read(script) for script in page.scripts)
    wrong = page.wrong + css(page, text)
    for file in [name] + page.sheets + page.scripts:
        for number, line in enumerate(read(file).split("\n"), 1):
            if line != line.rstrip() or "\t" in line or len(line) > 100:
                wrong.append("%s:%d: a tab, a blank at its end, or too long" % (file, number))
        if not file.endswith(".html") and re.search(r"</(script|style)|<!--", read(file)):
            wrong.append("%s: ends the element that it will be in" % file)
        for address in re.findall(r"\w+://[^\"\s]*", read(file)):
            if address != "http://www.w3.org/2000/svg":
                wrong.append("%s: names %s" % (file, address))
    if text and not text.startswith('"use strict";\n'):
        wrong.append("%s: its scripts are not strict" % name)
    asked = set(re.findall(r'(?:byId|getElementById|press)\("(\w+)"', text))
    wrong += ["%s: no element is #%s" % (name, x) for x in sorted(asked - page.ids - ids_made(text))]
    return wrong, text


EXAMPLES = ["examples/pushdown/mail-server.pds", "examples/lts/lift.lts", "examples/promela/bank.pml", "examples/boolean/driver-broken.bp",
            "examples/c/choice.c"]


def stepped(custos, folder):
    """What goes wrong with the pages of these, step by step."""
    for example in EXAMPLES:
        path = os.path.join(folder, "page.html")
        with open(path, "wb") as file:
            subprocess.run([custos, "show", "--html", os.path.join(ROOT, example)], stdout=file, check=True)
        done = subprocess.run(["node", os.path.join(HERE, "step.js"), path], capture_output=True, text=True, check=False)
        yield example, (done.stdout + done.stderr).strip() if done.returncode else ""


def main():
    custos = os.path.abspath(sys.argv[1])
    passed = failed = skipped = 0
    results = []
    has_node = shutil.which("node") is not None
    with tempfile.TemporaryDirectory() as folder:
        for name in sorted(os.listdir(PAGES)):
            if not name.endswith(".html"):
                continue
            wrong, text = one(name)
            results.append((name, "\n".join(wrong)))
            if text and has_node:
                path = os.path.join(folder, name + ".js")
                with open(path, "w", encoding="ascii") as file:
                    file.write(text)
                done = subprocess.run(["node", "--check", path], capture_output=True, text=True, check=False)
                results.append((name + ", its scripts", done.stderr if done.returncode else ""))
            elif text:
                skipped += 1
        if has_node:
            results += list(stepped(custos, folder))
        else:
            skipped += len(EXAMPLES)
    for name, wrong in results:
        if wrong:
            print("%s:\n%s" % (name, wrong))
        failed += bool(wrong)
        passed += not wrong
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
