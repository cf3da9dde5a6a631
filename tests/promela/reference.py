"""The reference tables of real models: what SPIN said of each, and what custos has to say for that.

Every row of the tables is compared, each mode in its way:

    a   all states, past the errors: the number of states, and whether there is an error, of a
        complete search without reduction
    b   SPIN's default reduction and merging, past the errors: whether there is an error. Ours is
        another reduction, so that numbers of states say nothing
    c   a claim, up to the first error, with SPIN's reduction: whether it is violated. If SPIN
        stopped at an assertion or at something else that is no matter of the claim, the claim or
        safety has to be violated. Without a claim: whether safety or acceptance is violated

A row of a search that was cut off (timeout, depth, an error that ends SPIN's search) still says that there is an error if it has
found one. What SPIN refuses is refused. Rows without any answer (cut off without an error, a
verifier that does not compile, 'partial order reduction invalid') are counted as no reference.
"""
import collections
import os

Row = collections.namedtuple("Row", "file mode claim status states errors seconds first_error")
Expected = collections.namedtuple("Expected", "status verdict states")
Expected.__doc__ = "status: ok, refused, or none: there is no reference. states: None if they are not compared."
Ask = collections.namedtuple("Ask", "kind claim reduced")
Ask.__doc__ = "Of custos.check."

TABLES = ("promela.tsv", "gomela.tsv")
ENDS_THE_SEARCH = ("too many processes", "too many queues")  # the number of states is that of a part
OF_THE_CLAIM = ("acceptance cycle", "claim violated", "assertion violated !(", "end state in claim")


def load(shared, word):
    """The rows by file, in the order of the tables; None: there are no tables."""
    files = collections.OrderedDict()
    paths = [os.path.join(shared, "reference", name) for name in TABLES]
    if not all(map(os.path.exists, paths)):
        return None
    for path in paths:
        with open(path, errors="replace") as file:
            for line in file:
                cells = line.rstrip("\n").split("\t")
                cells += [""] * (13 - len(cells))
                if not line.startswith("#") and cells[0] != "file" and word in cells[0]:
                    name, mode, claim, status, states, _, _, errors, _, _, seconds, _, first = cells[:13]
                    files.setdefault(name, []).append(Row(name, mode, claim, status, int(states or 0), int(errors or 0), float(seconds or 0), first))
    return files


def counts(row):
    """Is its number of states that of the whole model?"""
    return row.mode == "a" and row.status in ("ok", "spin_reject") and not row.first_error.startswith(ENDS_THE_SEARCH)


def expected(row):
    if row.status == "spin_reject":
        return Expected("refused", None, None)
    if "partial order reduction invalid" in row.first_error:
        return Expected("none", None, None)
    if row.errors:
        return Expected("ok", "violated", row.states if counts(row) else None)
    if row.status == "ok":
        return Expected("ok", "holds", row.states if row.mode == "a" else None)
    return Expected("none", None, None)


def asks(row, text):
    """What custos is asked; the row says 'violated' if one of them is to be."""
    if row.mode == "a":
        return [Ask("a" if counts(row) else "safety", "", False)]
    safety = Ask("safety", "", True)
    if row.mode == "b":
        return [safety]
    if row.claim == "(none)" or row.claim == "-" or (row.claim == "(never)" and "never" not in text):
        # Claims of files that are included are not in the text.
        return [Ask("all", "", True)] + ([Ask("acceptance", "", False)] if "accept" in text else [])
    claim = Ask("never", "", False) if row.claim == "(never)" else Ask("ltl", row.claim, False)
    return [claim] if not row.errors or row.first_error.startswith(OF_THE_CLAIM) else [claim, safety]


def cost(rows):
    """How long SPIN took for the longest: to choose a sample that is quick."""
    return max(row.seconds if row.status == "ok" or not row.status.startswith("t") else 100 for row in rows)
