"""What deadline.py runs: a row for each subcommand and engine, with an input that explodes."""

FAIR = " & ".join(f"(G F a{i} -> G F b{i})" for i in range(8))
# Exit statuses: what may be said of the input, by a machine of any speed.
UNKNOWN, DONE, FOUND = {5}, {0, 5}, {5, 10}


class Row:
    """name: subcommand and engine; words: of the command line; statuses: that are right.
    json: has it --json? memory: is it an input for --memory? given: its standard input, or 'open', which says nothing
    and does not end, or '/dev/null'. full: its output goes to a pipe that nobody reads."""

    def __init__(self, name, words, statuses, json=True, memory=True, time=True, given="/dev/null", full=False):
        self.name, self.words, self.statuses, self.json = name, words.split(" ") if isinstance(words, str) else words, \
            statuses, json
        self.has_memory, self.has_time, self.given, self.full = memory, time, given, full


ROWS = [
    Row("check pds pre", "check dense.pds --engine=pre", DONE),
    Row("check pds post", "check dense.pds --engine=post", UNKNOWN),
    Row("check pds dual", "check dense.pds --engine=dual", UNKNOWN),
    Row("check pds weights", "check costly.pds --trace=shortest", UNKNOWN),
    Row("check pds ltl", ["check", "dense.pds", "-p", "ltl", "--ltl=G(F p3 & F p4 & F p5)"], FOUND),
    Row("check json", "check dense.json --engine=post", UNKNOWN),
    Row("check gcl", "check crowd.gcl", UNKNOWN),
    Row("check gcl ltl", "check crowd.gcl -p soon", UNKNOWN),
    Row("check gcl scc", "check crowd.gcl -p soon --emptiness=scc", UNKNOWN),
    Row("check gcl --jobs=2", "check crowd.gcl --jobs=2", UNKNOWN),
    Row("check gcl tree", "check crowd.gcl --jobs=2 --store=tree", UNKNOWN),
    Row("check gcl bitstate", "check crowd.gcl -p safety --search=bitstate --hash-memory=64", UNKNOWN),
    Row("check lts", ["check", "wide.lts", "--ltl=" + FAIR.replace("a", "q").replace("b", "q")], {5, 10}),
    Row("check aut", ["check", "wide.aut", "--ltl=(G F @a0 & G F @a1 & G F @a2) -> G F (@a0 & X F @a1)"], DONE),
    Row("check bp", "check wide.bp", UNKNOWN),
    Row("check bp calls", "check calls.bp", UNKNOWN),
    Row("check bp ltl", ["check", "calls.bp", "--ltl=G F step"], UNKNOWN),
    Row("check remopla", "check product.rem", UNKNOWN),
    Row("check remopla ltl", ["check", "product.rem", "--ltl=G F main"], UNKNOWN),
    Row("check ectl !", "check not.ectl", DONE),
    Row("check ectl EX", "check next.ectl", DONE),
    Row("check ectl &", "check and.ectl", DONE),
    Row("check ectl definitions", "check names.ectl", DONE),
    Row("check ectl path", "check path.ectl", DONE),
    Row("check ectl regular", "check regular.ectl", UNKNOWN),
    Row("check ectl pushdown", "check nested.ectl", DONE),
    Row("check promela", "check crowd.pml --jobs=1 --native=never", UNKNOWN),
    Row("check promela native", "check crowd.pml --native=always", UNKNOWN),
    Row("check promela ltl", "check crowd.pml -p r", UNKNOWN),
    Row("check promela fair", "check crowd.pml -p r --fair", UNKNOWN),
    Row("check promela --jobs=2", "check crowd.pml --jobs=2", UNKNOWN),
    Row("check promela tree", "check crowd.pml --store=tree", UNKNOWN),
    Row("check promela compact", "check crowd.pml -p safety --search=compact --hash-memory=64", UNKNOWN),
    Row("check promela bitstate", "check crowd.pml -p safety --search=bitstate --hash-memory=64", UNKNOWN),
    Row("check promela swarm", "check crowd.pml -p safety --search=swarm --hash-memory=64", UNKNOWN),
    Row("check promela lossy", "check chan.pml --lossy-channels", UNKNOWN),
    Row("check promela all runs", "check errors.pml --all-traces --keep-going", FOUND),
    Row("check promela atomic", "check atomic.pml", UNKNOWN),
    Row("check several models", "check crowd.pml again.pml", UNKNOWN),
    Row("check promela C code", "check code.pml --allow-c-code", UNKNOWN, memory=False),
    Row("check c memory", "check memory.c", UNKNOWN),
    Row("check c panda", "check paths.c", FOUND),
    Row("check c --jobs=2", "check paths.c --jobs=2", FOUND),
    Row("check c summaries", "check paths.c --strategy=summaries", FOUND),
    Row("check c all", "check paths.c --check=all --strategy=auto", FOUND),
    Row("check c clang", "check macros.c", UNKNOWN),
    Row("check c endless", "check endless.c --native=always", DONE),
    Row("replay pds", "replay double.trace --max-steps=0", DONE, json=False),
    Row("replay pds --json", "replay double.trace --max-steps=0", DONE),
    Row("replay gcl", "replay count.trace --max-steps=0", DONE),
    Row("replay promela", "replay long.trace --max-steps=0", DONE),
    Row("replay c", "replay loop.trace loop.c", DONE),
    Row("certify pds", "certify proof.pds proof.cert", DONE),
    Row("certify gcl", "certify ranks.gcl ranks.cert", DONE),
    Row("certify c", "certify hard.c hard.yml", FOUND),
    Row("convert bp", "convert wide.bp --to=pds", UNKNOWN, json=False),
    Row("convert remopla", "convert product.rem --to=pds", UNKNOWN, json=False),
    Row("convert ectl", "convert regular.ectl --explicit", UNKNOWN, json=False),
    Row("convert c", "convert macros.c --to=cfa", UNKNOWN, json=False),
    Row("show dot", "show dense.pds --what=saturated --engine=post", UNKNOWN, json=False),
    Row("show html gcl", "show crowd.gcl --html", UNKNOWN, json=False),
    Row("show html promela", "show crowd.pml --html", UNKNOWN, json=False),
    Row("show html c", "show paths.c --html", DONE, json=False),
    Row("show summaries", "show wide.bp --summaries", UNKNOWN, json=False),
    Row("show ectl", "show regular.ectl --explicit", UNKNOWN, json=False),
    Row("simulate promela", "simulate crowd.pml --steps=1000000000", DONE, json=False),
    Row("simulate bp", "simulate loop.bp --steps=1000000000", DONE, json=False),
    Row("simulate remopla", "simulate loop.rem --steps=1000000000", DONE, json=False),
    Row("simulate c", "simulate endless.c --steps=1000000000", DONE, json=False),
    Row("simulate --interactive", "simulate crowd.pml --interactive", DONE, json=False, memory=False, given="open"),
    Row("simulate, nobody reads", "simulate crowd.pml --steps=1000000000", DONE, json=False, memory=False, full=True),
    Row("check, nobody reads", "check path.ectl", DONE, json=False, memory=False, full=True),
    Row("check, input open", "check - --lang=pds", UNKNOWN, memory=False, given="open"),
    Row("ltl", ["ltl", FAIR], UNKNOWN),
    Row("ltl hoa", "ltl wide.hoa", DONE),
    Row("difftest random", "difftest random --count=1000000000", UNKNOWN, memory=False),
    Row("difftest exhaustive", "difftest exhaustive --phase3 --jobs=2", UNKNOWN, memory=False),
    Row("difftest files", "difftest files dense.json", UNKNOWN, memory=False),
    Row("difftest command", ["difftest", "random", "--count=10", "--tool=pre", "--tool=slow=sleep 100; cat {}",
                             "--tool-time=60"], UNKNOWN, memory=False),
    Row("repl", "repl", DONE, json=False, given=':load("FOLDER/crowd.pml")\n:check(r, crowd)\n'),
    Row("repl ectl", "repl", DONE, json=False, given="regular.ectl"),
    Row("repl, input open", "repl", {0, 143}, json=False, memory=False, time=False, given="open"),
]
