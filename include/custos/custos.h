/* Custos: model checking with evidence.
 *
 * This header is the whole library, and its manual.
 *
 * A context holds one problem: a pushdown system, a finite model (a labelled
 * transition system, a program of guarded commands, a Promela model), or a
 * program with procedures (a Boolean program, Remopla), or a C program, and
 * properties of it: reachability, or formulas of linear temporal logic.
 * Formulas speak of infinite runs; a run that ends goes on by repeating its
 * last state.
 *
 *     custos *c = custos_new();
 *     custos_load(c, "philosophers.gcl", NULL);
 *     custos_add_ltl(c, "live", "G F \"eat[0]\"");
 *     for (size_t i = 0; i < custos_property_count(c); i++)
 *       if (custos_check(c, i, &r) == CUSTOS_OK) ...
 *
 * A pushdown system has control states, stack symbols and rules
 *
 *     p a -> q w        |w| <= 2
 *
 * A configuration is a control state with a stack; the rule above rewrites
 * <p, a rest> to <q, w rest>. Custos decides whether some configuration of a
 * regular set FINAL can be reached from some configuration of a regular set
 * INITIAL, and explains its answer: by a run if it can, by an automaton that
 * separates the two if it cannot.
 *
 *     custos *c = custos_new();
 *     uint32_t p, a, b;
 *     custos_state(c, "p", &p);
 *     custos_symbol(c, "a", &a);
 *     custos_symbol(c, "b", &b);
 *     custos_add_rule(c, &(custos_rule){.from = p, .top = a, .to = p,
 *                                       .length = 2, .push = {b, a}}, NULL);
 *     custos_add_configurations(c, CUSTOS_INITIAL, "< p , [a] >");
 *     custos_add_configurations(c, CUSTOS_FINAL, "< p , [b] .* >");
 *     custos_result r;
 *     if (custos_solve(c, &r) == CUSTOS_OK && r.reachable == 1) ...
 *     custos_delete(c);
 *
 * A context owns one problem and everything made from it. Contexts share
 * nothing: each thread may have its own; but one at a time can check a program
 * with procedures, since decision diagrams are one per process (another gets
 * CUSTOS_ERR_USAGE). The library never prints, never exits, keeps no other
 * global state. Strings and arrays it hands out belong to the
 * context and live until the next call that changes the context.
 *
 * Every fallible function returns a status; custos_last_error tells what is
 * wrong and where. After CUSTOS_ERR_LIMIT or CUSTOS_ERR_SYSTEM the context is
 * usable. Calls that solve, check, write, explain, trace, walk or combine
 * weights (custos_value_at) keep the problem; custos_write and those that trace
 * or walk may lose the answer. Calls that load, build, translate or replay
 * leave the context empty, but for sessions, which keep what they had.
 */
#ifndef CUSTOS_H
#define CUSTOS_H

#include "custos/statistics.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__
#define CUSTOS_API __attribute__((visibility("default")))
#else
#define CUSTOS_API
#endif

typedef struct custos custos;

/* Statuses and errors. */

typedef enum custos_status {
  CUSTOS_OK = 0,
  CUSTOS_ERR_INPUT,  /* the model or property is wrong: see the location */
  CUSTOS_ERR_USAGE,  /* the caller broke the documented protocol */
  CUSTOS_ERR_LIMIT,  /* time, memory or the caller stopped the work */
  CUSTOS_ERR_SYSTEM, /* the operating system said no: see 'message' */
  CUSTOS_ERR_BUG     /* the answer did not survive its own check: report it */
} custos_status;

typedef struct custos_error {
  custos_status status;
  uint32_t line, column; /* 1-based; 0 when there is no position */
  char file[256], message[512];
} custos_error;

/* The last error of 'c', or one with status CUSTOS_OK. Never NULL. */
CUSTOS_API const custos_error *custos_last_error(const custos *c);

/* All errors found by the last load, at most 20, in the order of the text. */
CUSTOS_API size_t custos_error_count(const custos *c);
CUSTOS_API const custos_error *custos_error_at(const custos *c, size_t i);

/* Remarks of the last call that are no errors (what a conversion added). */
CUSTOS_API size_t custos_note_count(const custos *c);
CUSTOS_API const char *custos_note_at(const custos *c, size_t i);

/* Contexts. */

CUSTOS_API const char *custos_version(void);

/* NULL only if the machine has no memory at all. */
CUSTOS_API custos *custos_new(void);
CUSTOS_API void custos_delete(custos *c); /* NULL is allowed */

/* Forgets the problem and its results; options and limits stay. */
CUSTOS_API void custos_clear(custos *c);

/* What the work is at, given to the progress callback about once a second. */
typedef struct custos_progress {
  const char *phase; /* "reading", "saturating", "checking", ... */
  double seconds;    /* since the call began */
  uint64_t done;     /* transitions, rules or lines so far */
  uint64_t pending;  /* how many are known to wait; 0 when unknown */
  size_t memory;     /* bytes in use */
  uint64_t states;   /* of a search for states: stored so far; else 0 */
  uint64_t depth;    /* and how deep it is */
  /* Of C programs: runs that were made, branches that no input can take,
   * refinements, and questions to the solver. */
  uint64_t paths, pruned, refinements, queries;
} custos_progress;

/* Returning non-zero stops the work: custos_solve then says UNKNOWN. */
typedef int custos_progress_fn(void *self, const custos_progress *p);
CUSTOS_API void custos_set_progress(custos *c, custos_progress_fn *f,
                                    void *self);

/* What engines do, step by step: 'list' has the names of those that tell, with
 * commas between them, or is "all"; NULL: none. 'line' is one line of plain
 * words, without a newline of its own; names of the problem may be in it, as
 * they stand in its files. It is called by the thread that made the call. The
 * words are for people, and change. CUSTOS_ERR_USAGE: there is no such
 * engine. */
typedef void custos_log_fn(void *self, const char *engine, const char *line);
CUSTOS_API custos_status custos_set_log(custos *c, const char *list,
                                        custos_log_fn *f, void *self);

typedef struct custos_log_engine {
  const char *name, *meaning;
} custos_log_engine;
CUSTOS_API size_t custos_log_engine_count(void);
CUSTOS_API const custos_log_engine *custos_log_engine_at(size_t i);

/* Stops the running call soon. May be called from a signal handler or another
 * thread; it is the only function that may. */
CUSTOS_API void custos_stop(custos *c);

/* Options. */

/* Options have names and values as on the command line: "engine" = "pre".
 * A Boolean option takes "yes" and "no". */
typedef struct custos_option {
  const char *name;
  const char *values;  /* "auto|pre|post|dual", "yes|no", or a unit: "MiB" */
  const char *initial; /* the default */
  const char *help;    /* one line */
} custos_option;

CUSTOS_API size_t custos_option_count(void);
CUSTOS_API const custos_option *custos_option_at(size_t i);

/* What the value of an option with a unit means, in that unit: of "memory" 3072
 * for "3G", of "time" 90 for "1.5m". 0: the option has no such value. */
CUSTOS_API int custos_option_number(const char *option, const char *value,
                                    double *number);

/* CUSTOS_ERR_USAGE if there is no such option or value. */
CUSTOS_API custos_status custos_set(custos *c, const char *option,
                                    const char *value);

/* The option 'time' of the next calls, if it is a part of what several of them
 * have together: then messages tell both. */
CUSTOS_API custos_status custos_set_time_part(custos *c, double seconds,
                                              double of_seconds);

/* Building a problem. */

/* Numbers are dense from 0, in the order of first mention. */
CUSTOS_API custos_status custos_state(custos *c, const char *name,
                                      uint32_t *out);
CUSTOS_API custos_status custos_symbol(custos *c, const char *name,
                                       uint32_t *out);
CUSTOS_API uint32_t custos_state_count(const custos *c);
CUSTOS_API uint32_t custos_symbol_count(const custos *c);
CUSTOS_API const char *custos_state_name(const custos *c, uint32_t state);
CUSTOS_API const char *custos_symbol_name(const custos *c, uint32_t symbol);

/* As 'top': the rule applies to every symbol, also to ones that are mentioned
 * later. In 'push', under such a top: the symbol that was there. As the symbol
 * of an edge: every symbol. */
#define CUSTOS_ANY UINT32_C(0xFFFFFFFE)
/* As the symbol of an edge: reads nothing. */
#define CUSTOS_EPSILON UINT32_C(0xFFFFFFFF)

typedef struct custos_rule {
  uint32_t from, top; /* 'top' may be CUSTOS_ANY */
  uint32_t to;
  uint32_t length;       /* 0 pop, 1 swap, 2 push */
  uint32_t push[2];      /* push[0] becomes the top */
  const void *weight;    /* NULL: none. Else int64_t values, as many as the
                            dimension, or an element of the semiring */
  const char *action;    /* NULL: none */
  uint32_t line, column; /* 0: none */
} custos_rule;

/* 'index' may be NULL. Rules are numbered from 0 as they are added. */
CUSTOS_API custos_status custos_add_rule(custos *c, const custos_rule *r,
                                         uint32_t *index);
CUSTOS_API uint32_t custos_rule_count(const custos *c);
/* The weight of the returned rule is NULL. CUSTOS_ERR_USAGE: no such rule. */
CUSTOS_API custos_status custos_rule_at(const custos *c, uint32_t index,
                                        custos_rule *out);

typedef enum custos_side { CUSTOS_INITIAL, CUSTOS_FINAL } custos_side;

/* The two sets are automata that read a stack from its top. Their states are
 * the control states of the system, where reading starts, and extra ones. Any
 * automaton is accepted: with edges into control states, with epsilon. */
CUSTOS_API custos_status custos_add_extra_state(custos *c, custos_side side,
                                                const char *name,
                                                uint32_t *out);
CUSTOS_API custos_status custos_add_edge(custos *c, custos_side side,
                                         uint32_t from, uint32_t symbol,
                                         uint32_t to);
CUSTOS_API custos_status custos_set_accepting(custos *c, custos_side side,
                                              uint32_t state);

/* Adds the configurations of a text such as "< [p,q] , ([a]?[b])* > | <r,.*>"
 * to the side; see docs/formats/automata.md. */
CUSTOS_API custos_status custos_add_configurations(custos *c, custos_side side,
                                                   const char *text);

/* Weights: 'dimension' numbers a rule, compared in lexicographic order; 0 is
 * unweighted, the default. 'is_signed' may be NULL (none is). Must be called
 * before the first rule. At most 64. */
CUSTOS_API custos_status custos_set_weights(custos *c, uint32_t dimension,
                                            const uint8_t *is_signed);

/* Any bounded idempotent semiring: 'combine' chooses between runs and is
 * associative, commutative and idempotent with neutral 'zero'; 'extend' joins
 * a run and its continuation, is associative, distributes over combine, with
 * neutral 'one' and 'zero' absorbing; no infinite descending chains. Elements
 * are 'size' bytes, compared by 'equal', copied freely. The functions must not
 * call back into 'c'. Must be called before the first rule. */
typedef struct custos_semiring {
  size_t size;
  void *self;
  void (*zero)(void *self, void *out);
  void (*one)(void *self, void *out);
  void (*combine)(void *self, void *out, const void *a, const void *b);
  void (*extend)(void *self, void *out, const void *a, const void *b);
  int (*equal)(void *self, const void *a, const void *b);
} custos_semiring;

CUSTOS_API custos_status custos_set_semiring(custos *c,
                                             const custos_semiring *s);

/* Reading and writing. */

/* What a language describes. */
typedef enum custos_kind {
  CUSTOS_PUSHDOWN,   /* a pushdown system, or one of its two sets */
  CUSTOS_MODEL,      /* states and steps */
  CUSTOS_PROCEDURES, /* procedures over Boolean variables or small numbers */
  CUSTOS_C_PROGRAM,
  CUSTOS_SESSION,   /* definitions and questions of extended CTL */
  CUSTOS_PROPERTIES /* of a problem that other files describe */
} custos_kind;

/* All that there is to know about a language before a file is read. */
typedef struct custos_language_info {
  const char *name;     /* "promela" */
  const char *title;    /* "a Promela model" */
  const char *suffixes; /* ".pml .prom", between blanks */
  custos_kind kind;
  int kernel_reads;         /* the kernel reads this text itself; of some
                               languages, not all of it */
  const char *kernel_graph; /* what it is given otherwise: a text in this
                               language; NULL if there is none */
  int has_parameters;       /* -D sets them */
  int can_include;          /* other files */
  int joins_sessions;       /* a session may read it as one of its systems */
  int is_finite;       /* finitely many states, given by the steps from each */
  int has_procedures;  /* labels can be targets (custos_add_target), and one
                          search answers all of them; what the kernel is given
                          instead may be too large for it */
  int has_definitions; /* custos_object_at tells them, and what commands ask */
  int is_compiled;     /* all files together, by other programs, when something
                          needs that */
  int is_aside;        /* it tells of a problem that other files describe */
} custos_language_info;

CUSTOS_API size_t custos_language_count(void);
CUSTOS_API const custos_language_info *custos_language_at(size_t i);

/* The language of this name; if that is NULL, the one that the path's suffix
 * tells. NULL if there is none. */
CUSTOS_API const custos_language_info *custos_find_language(const char *path,
                                                            const char *lang);

/* Reads a file and adds it to the problem. 'lang' is the name of a language, or
 * NULL: the suffix tells. "automaton" is the text of
 * custos_add_configurations, first the initial set, then the final one.
 * Several C files are one program; it is compiled when something needs it, and
 * its mistakes show then. "prp" is a property file of SV-COMP, for a C
 * program. */
CUSTOS_API custos_status custos_load(custos *c, const char *path,
                                     const char *lang);
CUSTOS_API custos_status custos_load_text(custos *c, const char *name,
                                          const char *text, size_t length,
                                          const char *lang);

/* The language of what was loaded last; "" if there is nothing. */
CUSTOS_API const char *custos_language(const custos *c);

typedef enum custos_format {
  CUSTOS_AS_JSON, /* PDAAAL's instance */
  CUSTOS_AS_PDS,  /* our text; of a program with procedures: the explicit
                     system that it expands to; of a C program: its control
                     flow */
  CUSTOS_AS_DOT,  /* the system as a graph of its heads; of a program with
                     procedures: its flow graphs */
  CUSTOS_AS_DOT_INITIAL,
  CUSTOS_AS_DOT_FINAL,     /* the two automata */
  CUSTOS_AS_DOT_SATURATED, /* after custos_solve said no: the automaton */
  CUSTOS_AS_HTML,          /* after custos_solve said yes: a page that steps
                              through the run */
  /* after custos_translate or custos_read_automaton: */
  CUSTOS_AS_HOA,
  CUSTOS_AS_NEVER,        /* SPIN's; the acceptance must be on states */
  CUSTOS_AS_DOT_PROPERTY, /* a picture */
  /* after custos_check of an LTL property of a pushdown system: the
   * configurations that have a run which violates it */
  CUSTOS_AS_DOT_VIOLATING,
  CUSTOS_AS_LTS, /* a transition system, as our text */
  CUSTOS_AS_AUT, /* or as Aldebaran's: without formulas and propositions */
  /* after a run of a Promela model was found or replayed: as SPIN's .trail */
  CUSTOS_AS_TRAIL,
  /* a program with procedures: what each of them does, from the values at its
   * entry to those at its exit */
  CUSTOS_AS_SUMMARIES,
  CUSTOS_AS_ECTL, /* a session: its definitions; a C program: its control
                     flow, as a system */
  /* the same, with what REGULAR and GRAMMAR became, and with automata made
   * deterministic where a formula needs that */
  CUSTOS_AS_ECTL_EXPLICIT,
  CUSTOS_AS_CFA, /* a C program: its control-flow automaton, as text */
  /* after custos_check of a C program: a witness in SV-COMP's format 2.0 */
  CUSTOS_AS_WITNESS,
  CUSTOS_AS_REPRODUCER, /* and, if it was violated: a C file that fails */
  CUSTOS_AS_BP /* a C program: the Boolean program of its first predicates */
} custos_format;

/* Called with pieces of text; non-zero stops the writing. */
typedef int custos_write_fn(void *self, const char *text, size_t length);
CUSTOS_API custos_status custos_write(custos *c, custos_format format,
                                      custos_write_fn *write, void *self);

/* Solving. */

typedef enum custos_verdict {
  CUSTOS_HOLDS,    /* FINAL cannot be reached */
  CUSTOS_VIOLATED, /* it can */
  CUSTOS_UNKNOWN   /* a limit was spent, or the option 'search' asked for one
                      that forgets and it found nothing; see 'reason' */
} custos_verdict;

typedef enum custos_weight_kind {
  CUSTOS_WEIGHT_NONE,      /* the problem or the question has no weight */
  CUSTOS_WEIGHT_FINITE,    /* 'weight' has it */
  CUSTOS_WEIGHT_UNBOUNDED, /* runs get better without end; see the trace */
  CUSTOS_WEIGHT_OVERFLOW   /* it does not fit 64 bits */
} custos_weight_kind;

typedef struct custos_result {
  custos_verdict verdict;
  int reachable;       /* 1 yes, 0 no, -1 unknown */
  const char *reason;  /* one line for people */
  const char *engine;  /* "pre", "post", "dual": who decided; "reduction" if
                          none was needed */
  const char *checked; /* who checked it: "replay"; "solver" (proofs of C
                          programs, by queries of separate code); a Promela
                          model that holds: "walker" (every state and step was
                          compared with an interpreter that shares only the
                          parser with the search), "walker-sample" (so were
                          some); or "none" */
  custos_weight_kind weight_kind;
  const int64_t *weight;
  size_t weight_count;
  uint64_t steps; /* of the run; UINT64_MAX: at least that many */
  int least;      /* non-zero: the evidence also shows, and the check has
                     confirmed, that no run weighs less */
  uint64_t loop;  /* of a run that goes on for ever: the step to which it
                     returns; UINT64_MAX: none */
  const char *translation; /* how the automaton was made whose completeness is
                              certified: "full", "without rewriting", "naive";
                              "none": there is no certificate. Of a session:
                              "explicit" if a checker that reads machines alone
                              needs custos_write_graph; else "none" */
  int shortest; /* of a run that was asked for with trace=shortest: 1, no run
                   that shows the same has fewer steps (of a Promela model:
                   steps between stored states, so that an atomic sequence is
                   one); -1, that is not known; 0: it was not asked for */
  /* Of Promela models that hold; NULL and 0 elsewhere: */
  const char *graph_checked; /* "walker", "walker-sample", "none": whether the
                                states, steps and atoms that the verdict rests
                                on were compared with the second interpreter */
  uint64_t compared_states, compared_steps; /* so many were */
  int graph_certified;  /* 0; for whoever has a kernel check the graph */
  int has_evidence;     /* non-zero: custos_write_evidence can follow */
  const char *presumes; /* what the verdict takes for granted beside the text:
                           of a Promela model "assertions ignored", "end states
                           ignored", "full channels lose messages"; of a C
                           program that holds "signed arithmetic wraps" and the
                           like; several with ", " between them; "" if
                           nothing */
  /* states, transitions, seconds, memory, ...: each row of statistics.h is a
   * member, 0 where nobody has counted. custos_statistic_at tells which of
   * them say something of this result. */
  CUSTOS_STATISTICS(CUSTOS_STATISTIC_MEMBER)
} custos_result;

typedef enum custos_unit {
  CUSTOS_COUNT,
  CUSTOS_SECONDS,
  CUSTOS_BYTES
} custos_unit;

typedef struct custos_statistic {
  const char *key;   /* in JSON; of "phases.search", "phases" is an object */
  const char *label; /* in lines for people */
  const char *of;    /* which results have it: "all", "a C program", ... */
  const char *meaning;
  custos_unit unit;
  int is_given;   /* non-zero: the result has it */
  uint64_t count; /* CUSTOS_COUNT and CUSTOS_BYTES */
  double seconds; /* CUSTOS_SECONDS */
} custos_statistic;

/* The statistics of a result, in the order in which they are shown; NULL: of
 * none, only what they are. CUSTOS_ERR_USAGE: there is no such one. */
CUSTOS_API size_t custos_statistic_count(void);
CUSTOS_API custos_status custos_statistic_at(const custos_result *result,
                                             size_t i, custos_statistic *out);

/* May be called again, also after more rules, edges or other options. A spent
 * limit is CUSTOS_OK with CUSTOS_UNKNOWN. A yes has been replayed by code that
 * shares nothing with the engines. */
CUSTOS_API custos_status custos_solve(custos *c, custos_result *out);

/* Properties. */

typedef struct custos_property {
  const char *name;
  const char *kind; /* "unreachable": of a pushdown problem with a final set;
                       "safety": a model does nothing undefined; "ltl";
                       "automaton": no run is accepted by it; "never": the
                       same for a model's never claim; of a program with
                       procedures "assertion": it never fails, "bounds": no
                       index or divisor is wrong there, "target": the label is
                       never reached */
  const char *text; /* the formula; "" where there is none */
  const char *file; /* that it came from; "" for custos_add_ltl */
  uint32_t line, column;
  int on_request; /* non-zero: 'custos check' leaves it out unless it is named:
                     a never claim, acceptance and progress cycles */
} custos_property;

/* Those of the files, then those that were added. Numbers change when a file
 * or a property is added. */
CUSTOS_API size_t custos_property_count(custos *c);
CUSTOS_API custos_status custos_property_at(custos *c, size_t i,
                                            custos_property *out);

/* Every run from every initial state or configuration satisfies the formula;
 * docs/formats/ltl.md has its syntax. It is read by the first custos_check. Of
 * a C program, runs are those of its control flow, in which data are ignored: a
 * run that violates the formula may be none of the program's. A C program to
 * which formulas were added has no property 'safety'. */
CUSTOS_API custos_status custos_add_ltl(custos *c, const char *name,
                                        const char *formula);
/* No run is accepted by the automaton of the file (HOA). */
CUSTOS_API custos_status custos_add_automaton(custos *c, const char *name,
                                              const char *path);
/* A program with procedures never reaches the label: "L" in any procedure, or
 * "procedure:L". CUSTOS_ERR_USAGE if there is none. A label SLIC_ERROR is such
 * a property by itself. */
CUSTOS_API custos_status custos_add_target(custos *c, const char *label);
/* Gives a parameter of a model a value, before the model is loaded. */
CUSTOS_API custos_status custos_define(custos *c, const char *name,
                                       int64_t value);

/* How a C program is read and what counts as an error; each may be given
 * several times, before the program is checked:
 *     "include"     a folder with files to include
 *     "define"      NAME or NAME=TEXT, for the preprocessor
 *     "check"       beside assertions and error calls: a list of bounds, null,
 *                   free, division, overflow, shift, index, memory (the
 *                   first three and index), all (all of these: what is checked
 *                   if nobody says), undefined (and all else that is
 *                   undefined), assertions (nothing else)
 *     "presume"     a list of wrap, no-overflow, shift, memory, malloc,
 *                   defined: see docs/c-semantics.md
 *     "input"       a function whose results are inputs
 *     "predicates"  a file of conditions, see docs/c-programs.md
 *     "values"      a file of numbers (decimal; hexadecimal behind 0x): the
 *                   inputs of walks, in their order
 * and how a Promela model is read, before it is loaded: "define" as above, and
 *     "channels"    lossy: a send to a full channel is possible, its message
 *                   is lost
 *     "ignore"      assertions or end-states: these are no errors
 *     "claims"      a file of the same language with formulas and never claims
 * CUSTOS_ERR_USAGE if there is no such option or value. */
CUSTOS_API custos_status custos_add_option(custos *c, const char *option,
                                           const char *value);

/* With the option 'all-traces', and a Promela model that is not safe: how many
 * runs custos_check has found, each with an error of its own and replayed. */
CUSTOS_API size_t custos_run_count(const custos *c);
/* That one becomes the run of which steps, evidence and trails are. 'reason'
 * tells its error. */
CUSTOS_API custos_status custos_run_choose(custos *c, size_t i,
                                           const char **reason,
                                           uint64_t *steps);

/* Decides one property. Like custos_solve, which is the same for the property
 * "unreachable". The first call reads all formulas: CUSTOS_ERR_INPUT if one of
 * them is wrong. */
CUSTOS_API custos_status custos_check(custos *c, size_t property,
                                      custos_result *out);

/* Sessions of extended CTL. */

/* A context that has loaded a session (.ectl, "ectl") may load more of them:
 * texts add definitions, replacing those of the same name, and commands. A text
 * with a mistake adds nothing and changes nothing. Each ':check(f, m)' of a
 * text is a property "f @ m" of the kind "ectl", ':check(f, m, p[a b])' one "f
 * @ m at p[a b]"; custos_check looks its names up, and decides it for the first
 * state, the first head, or the configuration. Answers are remembered until
 * something that they depend on is defined anew. Files of transition systems
 * and of pushdown systems (.lts, .aut, .pds) that are loaded into a session
 * define a system of the file's name, without suffix; names that the language
 * cannot write are changed, which a note tells, and the heads of a pushdown
 * system are labelled by their state and symbol. */

typedef struct custos_object {
  const char *name;
  const char *kind;       /* "DFA", "PDA", "LTS", "PDS", "REGULAR", "GRAMMAR",
                             "FORMULA" */
  uint64_t states, rules; /* of a machine; of the others: what it became, 0 if
                             nobody needed that yet */
  const char *file;
  uint32_t line, column;
} custos_object;

/* What is defined, in the order of definition. */
CUSTOS_API size_t custos_object_count(const custos *c);
CUSTOS_API custos_status custos_object_at(custos *c, size_t i,
                                          custos_object *out);
/* CUSTOS_AS_ECTL, CUSTOS_AS_ECTL_EXPLICIT, CUSTOS_AS_DOT or CUSTOS_AS_HTML of
 * one object. CUSTOS_ERR_USAGE: there is none of this name. */
CUSTOS_API custos_status custos_write_object(custos *c, const char *name,
                                             custos_format format,
                                             custos_write_fn *write,
                                             void *self);

/* The commands of the last text that was loaded, for the caller to carry out in
 * their order. */
typedef struct custos_command {
  const char *name; /* "check", "show", "xshow", "load", "trace", "save", "set",
                       "help", "quit" */
  const char *const *arguments; /* as text: a name, a file, a formula, "--html",
                                   a configuration "p[a b _]" */
  size_t count;
  size_t property; /* of ":check": its number; SIZE_MAX: of a ":check" of
                      something that is not defined in the session (there is
                      such a property all the same, which may be looked up by
                      its name once the system is there), and of the others */
  const char *file;
  uint32_t line, column;
} custos_command;

CUSTOS_API size_t custos_command_count(const custos *c);
CUSTOS_API custos_status custos_command_at(custos *c, size_t i,
                                           custos_command *out);

/* Non-zero: the text ends within a definition or a command, and more lines are
 * wanted. */
CUSTOS_API int custos_is_open(const char *text, size_t length);

/* After custos_check of such a property: for each state, or head "<p,a>", or
 * for the one configuration that was asked for, whether the formula holds
 * there. */
typedef struct custos_truth {
  const char *name;
  int holds;
  int explained; /* non-zero: custos_explain has a path to show */
} custos_truth;
CUSTOS_API size_t custos_truth_count(const custos *c);
CUSTOS_API custos_status custos_truth_at(custos *c, size_t i,
                                         custos_truth *out);

/* Why it holds, or does not: a tree, told from the root, children behind their
 * parent. A 'because' node states that a formula holds or not at a place; the
 * 'step's below it are a path from there; what must hold or not on the way
 * hangs below the steps as further 'because' nodes. */
typedef struct custos_reason {
  uint32_t depth; /* in the tree */
  int is_step;
  const char *formula; /* because: "E(p U[a] q)" */
  int holds;
  const char *place;     /* state or configuration */
  const char *action;    /* step: that led here; "" at the start of a path */
  const char *automaton; /* step: its state, and its stack if it has one */
  const char *note;      /* "accepted", "released", "the path ends here", "the
                            automaton cannot follow", "back to step 2", "by its
                            table", ...; "" */
  uint64_t number;       /* step: from 0 */
} custos_reason;
/* Non-zero stops the telling. Must not call back into 'c'. */
typedef int custos_reason_fn(void *self, const custos_reason *r);
/* At most 'depth' levels of nested formulas; 0: as many as there are. Paths
 * have been replayed before they are told. */
CUSTOS_API custos_status custos_explain(custos *c, size_t i, uint32_t depth,
                                        custos_reason_fn *tell, void *self);
/* The outermost path as the thesis on MCECTL (Horgan 2011) writes it: "<>
 * s(q,s0)
 * --a--> <_> s(q,s1)"; "" if there is none. */
CUSTOS_API const char *custos_truth_path(custos *c, size_t i);

/* From formulas to automata. */

typedef struct custos_automaton {
  uint32_t states, edges, sets;
  int on_states; /* non-zero: acceptance is a matter of states */
  int deterministic, complete, weak, terminal;
  const char *formula;     /* as it was read; "" for an automaton from a file */
  const char *simplified;  /* the formula that was translated */
  const char *translation; /* as in custos_result */
  uint64_t entries;        /* of the certificate */
  double seconds;
} custos_automaton;

/* The automaton of a formula, as the options 'acceptance' and 'rewriting' say.
 * custos_write then writes it (CUSTOS_AS_HOA, ...), custos_write_evidence the
 * certificate that it accepts every word which satisfies the formula. */
CUSTOS_API custos_status custos_translate(custos *c, const char *formula,
                                          custos_automaton *out);
/* An automaton in HOA; "-" is standard input. */
CUSTOS_API custos_status custos_read_automaton(custos *c, const char *path,
                                               custos_automaton *out);

/* What a search saw. */

/* A statement of a model's text. */
typedef struct custos_place {
  const char *process; /* the kind of process that it belongs to */
  const char *text;
  const char *file;
  uint32_t line, column;
} custos_place;

/* After custos_check has seen every state of a Promela model for 'safety': the
 * statements that no run reaches. custos_note_at then has the values that were
 * cut to fit their variables. */
CUSTOS_API size_t custos_unreached_count(const custos *c);
CUSTOS_API custos_status custos_unreached_at(custos *c, size_t i,
                                             custos_place *out);

/* After custos_check of a C program: a predicate that was used, and where; what
 * holds of all elements of arrays, and contracts, which functions were replaced
 * by. */
typedef struct custos_predicate {
  const char *function, *file;
  uint32_t line, column;
  const char *text; /* a condition, in C; of elements: "for all k: ..." */
  int is_invariant; /* non-zero: true whenever a run is there */
  int is_source;    /* non-zero: over names of the source alone */
  const char *role; /* "predicate", "invariant"; of a contract: "requires",
                       whenever the function is entered, "ensures", whenever it
                       has returned its \result */
} custos_predicate;
CUSTOS_API size_t custos_predicate_count(const custos *c);
CUSTOS_API custos_status custos_predicate_at(custos *c, size_t i,
                                             custos_predicate *out);

/* Values in a semiring. */

/* After solving with a semiring: the combination over all runs from INITIAL to
 * FINAL; 'out' has the semiring's size. */
CUSTOS_API custos_status custos_value(custos *c, void *out);

/* The same over all runs from INITIAL to any configuration <state, symbol ...>;
 * the engine must have been "post". */
CUSTOS_API custos_status custos_value_at(custos *c, uint32_t state,
                                         uint32_t symbol, void *out);

/* Traces. */

typedef struct custos_step {
  uint64_t number;       /* 0 is the initial configuration */
  int last;              /* non-zero: the run ends here */
  int64_t rule;          /* that led here; -1 at number 0 */
  const char *rule_text; /* "p a -> q b c", "" at number 0 */
  const char *action;    /* NULL: none */
  const char *file;      /* of the rule */
  uint32_t line, column;
  uint32_t state;
  const uint32_t *stack; /* stack[depth - 1] is the top */
  size_t depth;
  const int64_t *weight; /* so far; NULL in unweighted problems, and where it
                            has left 64 bits */
  size_t weight_count;
  int loop; /* non-zero: the step belongs to the loop that makes the weight
               unbounded; the weights of all such steps add up to a gain. In a
               run that goes on for ever: its loop */
  const char *text; /* the state or configuration, one line for people */
  int stutters;     /* non-zero: the run has ended and repeats this state */
  /* Of programs (Promela); NULL or 0 elsewhere, and at number 0: */
  const char *process;   /* the type of the process that moved */
  uint32_t pid;          /* its number */
  const char *statement; /* as one line; "-end-": the process died */
  const char *channel;   /* of the message, as the statement writes it; NULL:
                            there is no message */
  uint32_t channel_number;
  const char *message;     /* "MSG,3" */
  int is_send, is_receive; /* both: a handshake with the partner */
  const char *partner;     /* NULL: none */
  uint32_t partner_pid, partner_line;
  const char *partner_statement;
  const char *output;  /* of printf; "" if none */
  const char *changes; /* "x = 3, A(0):i = 2"; "" if none */
  const char *fault;   /* what is wrong with the step, or with the state behind
                          it; "" if nothing */
  const char *note;    /* a value was cut to fit; "" if none */
  int alone;           /* non-zero: the process goes on alone (atomic) */
  /* Of programs with procedures (Boolean programs, Remopla), which also have
   * 'statement', 'fault' and, in 'text', the values of the globals and of the
   * frame on top behind the step: */
  const char *procedure;  /* whose statement it is; "" at number 0 and of the
                             call of the main procedure; else NULL */
  uint32_t calls;         /* that have not returned, below the main procedure,
                             where the statement stands */
  int is_call, is_return; /* non-zero: the statement is one */
  /* C programs have these, too; 'changes' are the variables that the step
   * changed, and the inputs that it met. */
} custos_step;

/* After a yes, or after custos_replay accepted one: the run, step by step,
 * expanded as it is asked for, since it can be exponentially long. 'found'
 * becomes 0 behind the last step. */
CUSTOS_API custos_status custos_trace_rewind(custos *c);
CUSTOS_API custos_status custos_trace_next(custos *c, custos_step *out,
                                           int *found);

/* Walking through a program. */

/* A Promela program (or one in another language of programs; of C there is one
 * move at a time, whose inputs come from "values" and then from the option
 * 'seed'), step by step as one likes: from where it stands, a walk
 * can take any of the possible moves, and it can go back and forth over what
 * it has walked. Changing or checking the problem ends it. */
typedef struct custos_move {
  const char *process;
  uint32_t pid;
  const char *statement;
  const char *file;
  uint32_t line, column;
  const char *partner; /* that receives in the same step; NULL: none */
  uint32_t partner_pid, partner_line;
  const char *partner_statement;
} custos_move;

typedef struct custos_position {
  uint64_t number;  /* of steps that lead here */
  uint64_t history; /* steps that custos_walk_go knows, also those ahead */
  uint64_t loop;    /* behind the last step of the history comes the one after
                       this again, for ever; UINT64_MAX: nothing */
  size_t moves;     /* that are possible */
  int bad_end;      /* non-zero: none is, and this is no place to end at */
  int alone;        /* non-zero: a process goes on alone (atomic) */
} custos_position;

/* From the initial state, with no history. */
CUSTOS_API custos_status custos_walk_start(custos *c);
/* From the initial state; the history is the run of the last answer, or that
 * custos_replay accepted. */
CUSTOS_API custos_status custos_walk_along(custos *c);

CUSTOS_API custos_status custos_walk_position(custos *c, custos_position *out);
/* One of the possible moves; its strings live until the next call. */
CUSTOS_API custos_status custos_walk_move(custos *c, size_t i,
                                          custos_move *out);
/* Takes it; what lay ahead in the history is forgotten. 'last' tells that no
 * move is possible then. */
CUSTOS_API custos_status custos_walk_take(custos *c, size_t i,
                                          custos_step *out);
/* To the state behind step 'number' of the history, back or forth; 0 is the
 * initial state. 'out' is the step that leads there. */
CUSTOS_API custos_status custos_walk_go(custos *c, uint64_t number,
                                        custos_step *out);

/* A variable, or a process: then 'name' is "" and 'value' tells where it is. */
typedef struct custos_seen {
  const char *process; /* "A(0)"; "": global */
  const char *name;    /* "x", "a[3].f" */
  const char *value;   /* "3", "MSG", "[MSG,3] [MSG,4]", "lock.pml:12" */
  int64_t pid;         /* -1: global */
} custos_seen;

/* Must not call back into 'c'; the strings live during the call. */
typedef void custos_see_fn(void *self, const custos_seen *x);
/* Everything that can be seen here: globals, then process by process. */
CUSTOS_API custos_status custos_walk_look(custos *c, custos_see_fn *see,
                                          void *self);

/* Evidence. */

/* Writes the evidence for the last answer; see docs/formats/evidence.md. */
CUSTOS_API custos_status custos_write_evidence(custos *c,
                                               custos_write_fn *write,
                                               void *self);

/* After a formula of a finite model was found to hold, with its ranks: the
 * model's states and steps as a transition system (.lts), and the evidence
 * about that, for a checker that does not read the model's own language. After
 * any property of a program with procedures was found to hold: the program
 * expanded to an explicit pushdown system (.pds), solved by itself, and the
 * evidence about that; CUSTOS_ERR_LIMIT if it is too large, CUSTOS_ERR_BUG if
 * it gives another verdict. After any property of a session was decided: what
 * it needs of the session, in machines alone, decided by itself, and the
 * evidence about that. */
CUSTOS_API custos_status custos_write_graph(custos *c, custos_write_fn *graph,
                                            void *graph_self,
                                            custos_write_fn *evidence,
                                            void *evidence_self);

/* What that evidence is about: the formula, with its atoms as the graph has
 * them; "" if it is no formula. Lives until the next question. */
CUSTOS_API const char *custos_graph_formula(const custos *c);

typedef struct custos_replayed {
  int accepted;
  int reachable;        /* what the evidence claims */
  const char *reason;   /* why it was accepted or rejected */
  uint64_t steps;       /* as in custos_result */
  uint64_t facts;       /* facts or transitions that were checked */
  int has_run;          /* non-zero: custos_trace_rewind shows it */
  uint64_t loop;        /* as in custos_result */
  const char *property; /* that the evidence speaks of: a name or a formula; ""
                           for reachability */
  int undecided;        /* non-zero: neither accepted nor rejected, the checker
                           cannot tell (witnesses of C programs) */
  int is_formula;       /* non-zero: 'property' is one, and no name */
} custos_replayed;

/* Reads evidence, loads the problem that it names (or, if 'count' is not 0,
 * the given files instead) into the empty context and checks the one against
 * the other, trusting neither. Malformed evidence is CUSTOS_ERR_INPUT. */
CUSTOS_API custos_status custos_replay(custos *c, const char *evidence,
                                       const char *const *problem, size_t count,
                                       custos_replayed *out);

/* Tests. */

/* Makes the n-th allocation from now on fail, once; negative: none. */
CUSTOS_API void custos_fail_allocation(custos *c, int64_t n);

#ifdef __cplusplus
}
#endif
#endif
