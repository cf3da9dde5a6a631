#include "table.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
  CHECK = 1U << COMMAND_CHECK,
  REPLAY = 1U << COMMAND_REPLAY,
  SHOW = 1U << COMMAND_SHOW,
  CONVERT = 1U << COMMAND_CONVERT,
  CERTIFY = 1U << COMMAND_CERTIFY,
  DIFFTEST = 1U << COMMAND_DIFFTEST,
  LTL = 1U << COMMAND_LTL,
  SIMULATE = 1U << COMMAND_SIMULATE,
  REPL = 1U << COMMAND_REPL,
  ALL = CHECK | REPLAY | SHOW | CONVERT | CERTIFY | DIFFTEST | LTL | SIMULATE |
        REPL,
  READERS = CHECK | SHOW | CONVERT | CERTIFY,
  PROMELA_READERS = CHECK | SHOW | SIMULATE,
  C_READERS = CHECK | SHOW | CONVERT | SIMULATE | CERTIFY
};

/* "json|pds|...": those of the library's table, from table_begin on. */
static char language_names[256];
/* "help|all|...": engines that tell what they do. */
static char log_names[256] = "help|all";

const option table_options[] = {
    {OPTION_PROPERTY, 'p', CHECK | SHOW | CERTIFY, "property", "NAME",
     "check only this property (repeatable; 'certify': the question, evidence "
     "about another one is rejected): one of the file's, 'unreachable' "
     "of a pushdown problem, 'safety' of a model, 'never', 'acceptance' or "
     "'progress' of a Promela model"},
    {OPTION_LTL, 0, CHECK | SHOW | CERTIFY, "ltl", "FORMULA",
     "check this formula of linear temporal logic, too (repeatable; 'certify': "
     "it is the question); of a C program: about its control flow, and instead "
     "of 'safety'"},
    {OPTION_AUTOMATON, 0, CHECK, "property-automaton", "FILE.hoa",
     "check that no run is accepted by this automaton (HOA), too"},
    {OPTION_TARGET, 0, CHECK | SHOW | CONVERT, "target", "LABEL",
     "of a Boolean program or Remopla: check that this label is never reached, "
     "too (repeatable); LABEL or PROCEDURE:LABEL"},
    {OPTION_DEFINE, 'D', CHECK | SHOW | CONVERT | CERTIFY | SIMULATE, "define",
     "NAME=VALUE",
     "give a parameter of the model this value; of a C program or a Promela "
     "model: define a macro, as NAME (which is 1) or NAME=TEXT (repeatable)"},
    {OPTION_LOSSY, 0, PROMELA_READERS, "lossy-channels", NULL,
     "of a Promela model: a full channel blocks no sender, but the message is "
     "lost"},
    {OPTION_IGNORE, 0, PROMELA_READERS, "ignore", "assertions|end-states",
     "of a Promela model: these are no errors (repeatable); the verdict says "
     "so"},
    {OPTION_CLAIMS, 0, PROMELA_READERS, "claims", "FILE",
     "of a Promela model: read ltl blocks and never claims from this file, too "
     "(repeatable)"},
    {OPTION_INCLUDE, 'I', C_READERS, "include", "DIR",
     "of a C program: look for included files there; of a Promela model: "
     "included files may be there (repeatable)"},
    {OPTION_ILP32, 0, C_READERS, "ilp32", NULL,
     "the same as --data-model=ilp32: long and pointers have 32 bits"},
    {OPTION_LP64, 0, C_READERS, "lp64", NULL, "the same as --data-model=lp64"},
    {OPTION_CHECKS, 0, C_READERS, "check", "LIST",
     "of a C program: these are errors, and no others beside assertions and "
     "error calls: bounds, null, free (of what is no heap object, or twice), "
     "division, overflow, shift, index (of an array); memory (the first three "
     "and index), all of these (the default), undefined (and all else that is "
     "undefined), assertions (none of these); of a Java program: exceptions, "
     "or "
     "exceptions=CLASS,...: those that nobody catches"},
    {OPTION_PRESUME, 0, C_READERS, "presume", "LIST",
     "of a C program: take this for granted, and say so with the answer: wrap "
     "(signed arithmetic wraps), no-overflow, shift (by too much: any value), "
     "memory (is used rightly), malloc (succeeds), defined (nothing else is "
     "undefined)"},
    {OPTION_FUNCTION, 0, C_READERS, "function", "CLASS.METHOD",
     "of a Java program: begin with this static method, whose arguments are "
     "inputs"},
    {OPTION_SPECIFICATION, 0, C_READERS, "spec", "FILE.prp",
     "of a C or Java program: check what this property file of SV-COMP says; "
     "it may also stand among the files"},
    {OPTION_INPUT, 0, C_READERS, "input", "FUNCTION",
     "of a C program: what this function returns is an input (repeatable)"},
    {OPTION_PREDICATES, 0, CHECK | CONVERT, "predicates", "FILE",
     "of a C program: begin with these predicates, one a line: PLACE: "
     "CONDITION"},
    {OPTION_VALUES, 0, SIMULATE, "inputs", "FILE",
     "of a C program: the values of its inputs, numbers in the order in which "
     "it asks for them; then by chance"},
    {OPTION_INITIAL, 0, READERS, "initial", "TEXT",
     "add configurations to start from, as in '<p, [a] .*>'"},
    {OPTION_FINAL, 0, READERS, "final", "TEXT",
     "add configurations that must stay unreachable"},
    {OPTION_SHORTEST, 0, CHECK | SHOW, "shortest", NULL,
     "the same as --trace=shortest"},
    {OPTION_SETTING, 0, DIFFTEST, "tool", "LIST|NAME=COMMAND",
     "engines (auto, pre, post, dual, each with +OPTION=VALUE) and oracle; or "
     "a command with {} for the file; repeatable (default: "
     "pre,post,dual,oracle)"},
    {OPTION_SETTING, 0, DIFFTEST, "answer", "NAME=HOW",
     "how a command answers: exit:0=unreachable,10=reachable (the default), "
     "regex:REACHABLE-RE:UNREACHABLE-RE, json:FIELD=true|false"},
    {OPTION_SETTING, 0, DIFFTEST, "certify", NULL,
     "the kernel must accept the evidence of every answer of an engine"},
    {OPTION_SETTING, 0, DIFFTEST, "phase3", NULL,
     "exhaustive with the sizes of the third phase of the paper of 2022"},
    {OPTION_SETTING, 0, DIFFTEST, "phase", "3", "the same as --phase3"},
    {OPTION_SETTING, 0, DIFFTEST, "states", "N",
     "control states (default: random up to 4, exhaustive 2)"},
    {OPTION_SETTING, 0, DIFFTEST, "labels", "N",
     "stack symbols (default: random up to 5, exhaustive 2)"},
    {OPTION_SETTING, 0, DIFFTEST, "rules", "N",
     "at most so many rules (default: random 200, exhaustive 2)"},
    {OPTION_SETTING, 0, DIFFTEST, "transitions", "N",
     "at most so many in either automaton (default: random 13, exhaustive 2)"},
    {OPTION_SETTING, 0, DIFFTEST, "extra", "N[,M]",
     "extra states of the automata (default: random up to 4, exhaustive 2,1)"},
    {OPTION_SETTING, 0, DIFFTEST, "weights", "none|uint|int|vector|all",
     "random: weights of rules (default: none)"},
    {OPTION_SETTING, 0, DIFFTEST, "wildcards", NULL,
     "also rules and edges for any label"},
    {OPTION_SETTING, 0, DIFFTEST, "epsilon", NULL,
     "also edges that read nothing"},
    {OPTION_SETTING, 0, DIFFTEST, "targets", "extra|any",
     "where edges may lead (default: random any, exhaustive extra)"},
    {OPTION_SETTING, 0, DIFFTEST, "sets", "any|accepting|nonempty|extra",
     "exhaustive: all automata, those with an accepting state, those that "
     "accept something, those that accept in extra states only (default: any)"},
    {OPTION_SETTING, 0, DIFFTEST, "shape", "mixed|uniform",
     "random: small sizes more often, or all alike (default: mixed)"},
    {OPTION_SETTING, 0, DIFFTEST, "seed", "N",
     "random: where to begin (default: 1)"},
    {OPTION_SETTING, 0, DIFFTEST, "count", "N",
     "so many cases (default: random 10000, exhaustive all)"},
    {OPTION_SETTING, 0, DIFFTEST, "jobs", "N",
     "work in N processes (default: 1)"},
    {OPTION_SETTING, 0, DIFFTEST, "shard", "I/N",
     "only the cases whose number modulo N is I"},
    {OPTION_SETTING, 0, DIFFTEST, "state", "FILE",
     "keep a journal there, for --resume"},
    {OPTION_SETTING, 0, DIFFTEST, "resume", NULL,
     "go on where the journal ends; give the same options again"},
    {OPTION_SETTING, 0, DIFFTEST, "time", "seconds",
     "stop after this long (0: never)"},
    {OPTION_SETTING, 0, DIFFTEST, "tool-time", "seconds",
     "a tool that takes longer gave no answer (default: 10)"},
    {OPTION_SETTING, 0, DIFFTEST, "shrink-time", "seconds",
     "shrink a case no longer than this (default: 120)"},
    {OPTION_SETTING, 0, DIFFTEST, "max-failures", "N",
     "stop after so many distinct disagreements (default: 10)"},
    {OPTION_SETTING, 0, DIFFTEST, "report", "FILE",
     "write a report in Markdown there"},
    {OPTION_WHAT, 0, SHOW, "what", "system|initial|final|saturated|violating",
     "what to draw: the rules or states, one of the two sets, the automaton "
     "that separates them, or all configurations that have a run which "
     "violates a formula (default: system)"},
    {OPTION_HTML, 0, SHOW, "html", NULL,
     "solve, and write one page that steps through the run"},
    {OPTION_SUMMARIES, 0, SHOW, "summaries", NULL,
     "of a Boolean program or Remopla: print what each procedure does, from "
     "the "
     "values at its entry to those at its exit"},
    {OPTION_OBJECT, 0, SHOW, "object", "NAME",
     "of a session (.ectl): this definition alone"},
    {OPTION_DOT, 0, SHOW, "dot", NULL,
     "of a session: draw the definition of --object instead of printing it"},
    {OPTION_EXPLICIT, 0, SHOW | CONVERT, "explicit", NULL,
     "of a session: write the automata that REGULAR and GRAMMAR become, and "
     "deterministic ones where a formula needs them"},
    {OPTION_INTERACTIVE, 'i', REPLAY | SIMULATE, "interactive", NULL,
     "of a program: walk back and forth by commands from standard input; 'h' "
     "lists them"},
    {OPTION_SEED, 0, SIMULATE, "seed", "N",
     "choose among the moves by this seed (default: 1)"},
    {OPTION_STEPS, 0, SIMULATE, "steps", "N",
     "stop after so many steps (default: 1000)"},
    {OPTION_ALONG, 0, SIMULATE, "trace", "EVIDENCE",
     "go along the run of this evidence"},
    {OPTION_CHART, 0, SIMULATE, "chart", NULL,
     "draw the messages as a sequence chart at the end"},
    {OPTION_PRINTF_ONLY, 0, REPLAY, "printf-only", NULL,
     "of a Promela model: once the evidence is accepted, print what the run's "
     "printf statements print, and nothing else"},
    {OPTION_NO_CHART, 0, CHECK | REPLAY, "no-chart", NULL,
     "of a program: leave the chart of the messages out"},
    {OPTION_TRAIL, 0, CHECK | REPLAY, "trail", NULL,
     "of a program: also write the run as SPIN does, to STEM.PROPERTY.trail "
     "(replay: to EVIDENCE with .trail for its suffix)"},
    {OPTION_TO, 0, CONVERT, "to", "json|pds|lts|aut|ectl|cfa|bp",
     "the format to write (default: the other one)"},
    {OPTION_WHAT, 0, LTL, "what", "hoa|dot|never|certificate|statistics",
     "what to print (default: hoa): an automaton for machines, a picture, "
     "SPIN's never claim, the proof that it misses no word, or a summary"},
    {OPTION_LANG, 0, READERS | SIMULATE, "lang", language_names,
     "the language of the files, whatever their names say"},
    {OPTION_KERNEL, 0, CHECK | CERTIFY | DIFFTEST | LTL | REPL, "kernel",
     "PROGRAM",
     "the verified checker to use (default: the custos-kernel beside custos, "
     "or in the path)"},
    {OPTION_OUTPUT, 'o', CHECK | REPL, "output", "DIR",
     "write evidence there; the certificate of a HOLDS is written only then"},
    {OPTION_OUTPUT, 'o', DIFFTEST, "output", "DIR",
     "write the cases on which tools disagree there"},
    {OPTION_OUTPUT, 'o', SHOW | CONVERT | LTL, "output", "FILE",
     "write there instead of to standard output"},
    {OPTION_JSON, 0, CHECK | REPLAY | CERTIFY | DIFFTEST | LTL, "json", NULL,
     "print exactly one JSON object"},
    {OPTION_TRUST, 0, CHECK | REPL, "trust", NULL,
     "commands in a file of extended CTL may do what a person may who types "
     "them: write files, load any file, let C code run"},
    {OPTION_LOG, 0, CHECK | SHOW | REPLAY | LTL | REPL, "log", log_names,
     "tell on standard error what these engines do, step by step (several with "
     "commas between them); help: list them"},
    {OPTION_QUIET, 'q', ALL, "quiet", NULL,
     "print errors only; the exit status tells the result"},
    {OPTION_VERBOSE, 'v', DIFFTEST, "verbose", NULL,
     "tell the progress every half minute, also where stderr is no terminal"},
    {OPTION_VERBOSE, 'v', CHECK | REPLAY | REPL, "verbose", NULL,
     "print statistics, too"},
    {OPTION_HELP, 'h', ALL, "help", NULL,
     "print this help; of 'check', --help=all is the whole of it"},
    {OPTION_VERSION, 'V', ALL, "version", NULL, "print the version"},
};
const size_t table_option_count = sizeof table_options / sizeof *table_options;

const help_group table_help_groups[] = {
    {"What matters first", "property ltl check define time memory jobs output "
                           "json verbose"},
    {"What is asked",
     "property-automaton target spec initial final lang fair strict ignore "
     "claims lossy-channels function predicates input include data-model lp64 "
     "ilp32 presume allow-c-code trust"},
    {"How it is searched",
     "engine strategy search hash-memory searches seed store emptiness native "
     "reduction dense-from refine query-time rewriting keep-going all-traces "
     "max-traces trace shortest least"},
    {"What checks the answer",
     "certify certify-states replay walker-states kernel run"},
    {"What is shown", "max-steps no-chart trail log quiet help version"},
    {"More", ""}};
const size_t table_help_group_count =
    sizeof table_help_groups / sizeof *table_help_groups;

const command_text table_commands[COMMAND_COUNT] = {
    [COMMAND_CHECK] =
        {"check", "FILE... [options]",
         "decide the properties of a model or a pushdown system",
         "Decides the properties that the files have, those that options ask "
         "for, and one that\nevery problem has by itself:\n\n"
         "  .pml            'safety': no assertion fails, and no run stops "
         "where it must not\n"
         "  .gcl .lts .aut  'safety': nothing undefined is done\n"
         "  .c .i           'safety': no run fails an assertion, calls an "
         "error "
         "function, or does\n"
         "                  what --check names; several files are one program\n"
         "  .java .class    'safety': no assertion fails\n"
         "  .bp .rem        'assert:LINE', 'bounds:LINE', and each --target\n"
         "  .pds .json      'unreachable': no run leads from the first set of "
         "configurations to\n                  the second\n"
         "  .ectl           'f @ m' of each ':check(f, m)': f holds in m's "
         "first "
         "state\n\n"
         "A formula of linear temporal logic speaks of all infinite runs; a "
         "run "
         "that ends repeats\nits last state. '-' is standard input. VIOLATED "
         "shows a run, and writes it to\nSTEM.PROPERTY.trace."},
    [COMMAND_REPLAY] =
        {"replay", "EVIDENCE [FILE...] [options]",
         "check evidence against its problem, step by step",
         "Checks evidence written by 'custos check' against the problem that "
         "it names, or\nagainst the given files, and prints the run step by "
         "step. Exits with 0 if the\nevidence is accepted, with 10 if it is "
         "rejected."},
    [COMMAND_CERTIFY] =
        {"certify", "FILE... EVIDENCE [options]",
         "check evidence with the verified kernel",
         "Gives the problem and the evidence that 'custos check' wrote for it "
         "to custos-kernel,\na program that shares no code with custos and "
         "whose checks are proved correct in\nCoq. Exits with 0 if the "
         "evidence is accepted, with 10 if it is rejected.\nOf a C program: a "
         "correctness witness of SV-COMP (.yml), ours or another tool's, is\n"
         "checked by separate code with queries of its own."},
    [COMMAND_DIFFTEST] =
        {"difftest",
         "random|exhaustive|files FILE...|merge RESULT... [options]",
         "compare engines, the verified oracle and other tools",
         "Asks every tool about every instance of a source and compares the "
         "answers. Where\nthey differ, the instance is shrunk to a locally "
         "minimal one and written to\ndifftest-NNN.json, with a report in "
         "difftest-NNN.txt. 'merge' adds up the results\n(--json) of shards. "
         "Exits with 0 if all agree, with 10 if not, with 5 if not all\ncases "
         "were done."},
    [COMMAND_LTL] =
        {"ltl", "FORMULA... [options]",
         "translate formulas to automata, and prove them complete",
         "Translates a formula of linear temporal logic to a Büchi automaton "
         "and prints it.\nThe kernel checks a certificate that the automaton "
         "accepts every word that satisfies\nthe formula. A word that ends in "
         ".hoa is the file of an automaton, which is read\ninstead."},
    [COMMAND_SIMULATE] =
        {"simulate", "FILE [options]",
         "walk through a program by chance, by choice or along a trace",
         "Takes one run of a program (.pml, .bp, .rem, .c) and prints it step "
         "by step: by chance,\nthe same one for the same seed; by choice, with "
         "--interactive; or along the run that\n'custos check' has found. A C "
         "program takes its inputs from --inputs, then by chance.\nEnds with "
         "the values of all variables. Exits with 0, or with 10 if an "
         "assertion failed or\nthe program stopped where it must not."},
    [COMMAND_SHOW] =
        {"show", "FILE... [options]",
         "draw a system, its automata or a run (DOT, HTML)",
         "Writes the system or one of its automata in the language of Graphviz"
         " (try\n'| dot -Tsvg'), or the run as a page for a browser. Of a "
         "session (.ectl) it prints\nthe definitions; --object names one, "
         "--dot draws it, --html makes a page of it."},
    [COMMAND_REPL] =
        {"repl", "[FILE...] [options]",
         "a prompt: define systems and formulas, check, look, go on",
         "Reads the files, then definitions and commands from standard input: "
         "systems,\nautomata and formulas of extended CTL (.ectl); ':check(f, "
         "m)' decides a formula,\n':load(\"net.pml\")' reads a model in any "
         "language of 'custos check', ':help' lists\nthe commands. On a "
         "terminal lines can be edited, Tab completes, the arrows bring back\n"
         "earlier lines, Ctrl-C stops a check, Ctrl-D ends the session. From a "
         "pipe nothing but\nresults is printed; the exit status is then that "
         "of 'custos check'."},
    [COMMAND_CONVERT] =
        {"convert", "FILE... [options]",
         "translate between formats: JSON and .pds, .lts and .aut, .ectl, .c",
         "Writes the problem in the other format. What had to be added or "
         "changed is told\non standard error. A program with procedures (.bp, "
         ".rem) is expanded into an\nexplicit pushdown system, whose final set "
         "is what must not be reached. A session (.ectl)\nis written anew, "
         "with --explicit in machines alone; .lts, .aut and .pds become systems"
         "\nof a session by --to=ectl. C programs become control-flow "
         "automata (.cfa);\n--to=pds and --to=ectl write their control flow "
         "alone, in which data are ignored."},
};

bool table_has_library(command k, const custos_option *o) {
  if (k == COMMAND_DIFFTEST)
    return false;
  if (k == COMMAND_CHECK || k == COMMAND_SHOW || k == COMMAND_REPL)
    return strcmp(o->name, "acceptance") != 0;
  if (k == COMMAND_REPLAY && strcmp(o->name, "max-steps") == 0)
    return true;
  if (k == COMMAND_CERTIFY)
    return strcmp(o->name, "memory") == 0 || strcmp(o->name, "time") == 0 ||
           strcmp(o->name, "data-model") == 0;
  if (k == COMMAND_LTL &&
      (strcmp(o->name, "acceptance") == 0 ||
       strcmp(o->name, "rewriting") == 0 || strcmp(o->name, "certify") == 0))
    return true;
  if (strcmp(o->name, "data-model") == 0)
    return k == COMMAND_CONVERT || k == COMMAND_SIMULATE;
  if (strcmp(o->name, "allow-c-code") == 0)
    return k == COMMAND_REPLAY || k == COMMAND_SIMULATE;
  return strcmp(o->name, "time") == 0 || strcmp(o->name, "memory") == 0;
}

bool table_is_switch(const custos_option *o) {
  return strncmp(o->values, "yes|no", 6) == 0 &&
         (!o->values[6] || o->values[6] == '|');
}

void table_begin(void) {
  size_t used = 0;
  for (size_t i = 0; i < custos_language_count(); i++) {
    const custos_language_info *x = custos_language_at(i);
    if (x->is_aside)
      continue;
    int n = snprintf(language_names + used, sizeof language_names - used,
                     "%s%s", used ? "|" : "", x->name);
    used += (size_t)n;
    assert(used < sizeof language_names);
  }
  used = strlen(log_names);
  for (size_t i = 0; i < custos_log_engine_count(); i++) {
    int n = snprintf(log_names + used, sizeof log_names - used, "|%s",
                     custos_log_engine_at(i)->name);
    used += (size_t)n;
    assert(used < sizeof log_names);
  }
}
