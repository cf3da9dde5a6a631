"""bench/RESULTS.md has one section a script; each replaces only its own."""
import os
import re

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "RESULTS.md")


def write_section(title, lines):
    """Replaces the section '# TITLE', or adds it at the end."""
    old = ""
    if os.path.exists(PATH):
        with open(PATH) as file:
            old = file.read()
    sections = re.split(r"^(?=# )", old, flags=re.MULTILINE)
    new = f"# {title}\n\n" + "\n".join(lines).strip() + "\n"
    names = [s.split("\n", 1)[0] for s in sections]
    if f"# {title}" in names:
        sections[names.index(f"# {title}")] = new
    else:
        sections.append(new)
    with open(PATH, "w") as file:
        file.write("\n".join(s.rstrip() + "\n" for s in sections if s.strip()))
