"""Makes a program with a difference small: statements are left out, blocks take the place
of what they are in, expressions that of the expression around them or a constant takes
theirs, as long as the difference is there. What does not compile, or has no truth, is
no candidate, so that nothing here needs to know C."""
import tempfile

import native
from tree import Block, Node, nodes


def slots(tree):
    """(parent, number) of each node but the root, outer ones first."""
    return [(parent, i) for parent in nodes(tree) for i in range(len(parent.kids))]


def pieces(tree):
    """Changes as (kind, path...), larger ones first; paths are numbers of nodes in 'nodes' order."""
    order = list(nodes(tree))
    number = {id(n): i for i, n in enumerate(order)}
    for size in (16, 8, 4, 2, 1):
        for n in order:
            if isinstance(n, Block):
                for first in range(0, len(n.kids), size):
                    some = n.kids[first:first + size]
                    if some and (size == 1 or len(some) > size // 2):
                        yield ("drop", number[id(n)], first, len(some))
    for n in order:
        if isinstance(n, Block):
            for i, kid in enumerate(n.kids):
                for j, inner in enumerate(kid.kids):
                    if isinstance(inner, Block) and not kid.fixed:
                        yield ("splice", number[id(n)], i, j)
    for parent in order:
        for i, kid in enumerate(parent.kids):
            if kid.kind == "e" and not isinstance(parent, Block):
                for j, grandchild in enumerate(kid.kids):
                    if grandchild.kind == "e":
                        yield ("lift", number[id(parent)], i, j)
                if kid.text not in ("0", "1"):
                    yield ("constant", number[id(parent)], i, "0")
                if kid.text not in ("0", "1"):
                    yield ("constant", number[id(parent)], i, "1")


def change(program, piece):
    """A changed copy, or None if the change is not allowed."""
    made = program.copy()
    order = list(nodes(made.body))
    kind, where, *rest = piece
    node = order[where]
    if kind == "drop":
        first, count = rest
        if all(kid.fixed for kid in node.kids[first:first + count]):
            return None
        node.kids[first:first + count] = [kid for kid in node.kids[first:first + count] if kid.fixed]
    elif kind == "splice":
        i, j = rest
        node.kids[i:i + 1] = node.kids[i].kids[j].kids
    elif kind == "lift":
        i, j = rest
        node.kids[i] = node.kids[i].kids[j]
    else:
        i, text = rest
        node.kids[i] = Node(text)
    return made


def is_troubled(program, trouble, folder):
    try:
        truth = native.run_all([program], folder)[0]
    except ValueError:
        return False
    return truth.is_usable() and trouble(program, truth, folder)


def shrink(program, trouble, most=3000):
    """(the small program, how many were tried). trouble(program, truth, folder): is the difference still there?"""
    tries = 0
    with tempfile.TemporaryDirectory() as folder:
        is_changed = True
        while is_changed and tries < most:
            is_changed = False
            skip = 0
            while tries < most:
                found = None
                for number, piece in enumerate(pieces(program.body)):
                    if number < skip:
                        continue
                    candidate = change(program, piece)
                    if candidate is None:
                        continue
                    tries += 1
                    if is_troubled(candidate, trouble, folder):
                        found = candidate
                        break
                    if tries >= most:
                        break
                if found is None:
                    break
                # Go on from there: what is before was tried, though on a larger program.
                program, is_changed, skip = found, True, number
    return program, tries
