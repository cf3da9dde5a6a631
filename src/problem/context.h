/* What a context is made of; shared by the files of src/api/. */
#ifndef PROBLEM_CONTEXT_H
#define PROBLEM_CONTEXT_H

#include "custos/custos.h"

#include "bdd/dd.h"
#include "engine/parallel/parallel.h"
#include "engine/parallel/team.h"
#include "engine/saturation/solve.h"
#include "evidence/pushdown/evidence.h"
#include "lang/promela/native/native.h"
#include "pds/trace.h"
#include "problem/c_problem.h"
#include "problem/checked.h"
#include "problem/ectl_session.h"
#include "problem/problem.h"
#include "problem/promela_given.h"

#include <setjmp.h>

/* Set by name: see options.c. Choices are numbers, in the order of their
 * names. */
typedef struct options {
  int engine; /* solve_engine */
  int trace;  /* TRACE_... */
  bool reduction, certify, replay, least;
  bool keep_going, strict, fair, allow_c_code;
  int run; /* RUN_... */
  bool all_traces;
  uint64_t max_traces;
  int emptiness;               /* explicit_emptiness */
  uint64_t jobs;               /* 0: as many as there are processors */
  bool tree_store;             /* states as trees */
  int native;                  /* NATIVE_... */
  bool generalised, rewriting; /* of translations that are asked for */
  uint64_t certify_states;     /* pairs of the product, at most */
  uint64_t walker_states;      /* compared with the walker, at most */
  double seconds;
  double whole_seconds; /* of which 'seconds' is a part; 0: of nothing */
  uint64_t megabytes;
  uint64_t max_steps;
  uint64_t dense_from; /* transitions */
  int search;          /* SEARCH_... */
  uint64_t hash_megabytes, searches, seed;
  int data_model;    /* DATA_... */
  bool is_model_set; /* somebody has said which one */
  int strategy;      /* STRATEGY_... */
  bool refine;
  uint64_t query_milliseconds;
} options;

enum { TRACE_AUTO, TRACE_NONE, TRACE_ANY, TRACE_SHORTEST, TRACE_LONGEST };
enum { SEARCH_EXHAUSTIVE, SEARCH_COMPACT, SEARCH_BITSTATE, SEARCH_SWARM };

enum { NATIVE_AUTO, NATIVE_ALWAYS, NATIVE_NEVER };

/* Whom options mean something that are given before the files. */
enum {
  GIVEN_C = 1,
  GIVEN_MACROS = 2, /* and folders of files to include */
  GIVEN_PROMELA = 4,
  GIVEN_JAVA = 8
};

/* Code that is made for the search that is going on: see native.c. */
typedef struct native_code {
  mem_budget budget;
  mem mem;
  bool is_open;
  const model *model;
  double since; /* the processor's seconds when the search began */
  double patience;
  pml_native *code;
} native_code;

struct custos {
  mem_budget budget;
  mem problem; /* the system and its sets */
  mem job;     /* all that a solve or replay makes */
  mem aside;   /* of a call that writes; cleared at its end */
  progress clock;
  custos_progress_fn *progress;
  void *progress_self;
  options options;
  native_code native;
  int open_file; /* closed when a fault unwinds; -1: none */

  report report;
  custos_error error;               /* the last */
  custos_error errors[REPORT_MOST]; /* of the last load */
  size_t error_count;
  vec(char *) notes; /* in 'job' */

  /* Of what is loaded; before that, of a pushdown system, which is empty and
   * can be built rule by rule. */
  const problem_ops *ops;
  bool is_loaded;
  unsigned given;       /* GIVEN_...: whom options so far are for */
  const char *language; /* of what was loaded last, or NULL */
  pds pds;
  model model;
  prog program;
  program_found found;
  c_problem c_problem;
  promela_given promela;
  ectl_session session;
  dds diagrams; /* open during a call only */
  evidence_source source;
  vec(property) properties; /* but for those that a problem has by itself */
  size_t properties_taken;  /* of the pushdown system's */
  bool properties_read;
  semiring ring;
  vec(unsigned char) ring_rules;

  /* of the last solve or replay, in 'job' */
  bool solved, has_evidence, has_run;
  solve_answer answer;
  evidence evidence;
  checked checked;
  uint64_t position; /* in its run; the one before 0 is UINT64_MAX */
  lasso_position lasso_position;
  trace trace;
  bool trace_began;
  kept_text rule_text, state_text;
  char reason[4096];
  int64_t weight[PDS_MOST_DIMENSIONS];
};

/* Begins a fallible call: every raise comes back here and leaves. */
#define ENTER(c, phase)                                                        \
  jmp_buf enter_handler;                                                       \
  context_enter((c), (phase), &enter_handler);                                 \
  if (setjmp(enter_handler) != 0)                                              \
  return context_fault(c)

/* The same of a call that writes or explains an answer: a raise takes only what
 * the call itself has made. Such calls work in 'aside', and what they keep for
 * later counts as made only when it is complete. */
#define ENTER_WRITING(c, phase)                                                \
  jmp_buf enter_handler;                                                       \
  context_enter((c), (phase), &enter_handler);                                 \
  if (setjmp(enter_handler) != 0)                                              \
  return context_fault_writing(c)

/* The same of a call that goes along a run, or works on what may be half done
 * when it is left: a raise takes the answer, and the problem stays. */
#define ENTER_SHOWING(c, phase)                                                \
  jmp_buf enter_handler;                                                       \
  context_enter((c), (phase), &enter_handler);                                 \
  if (setjmp(enter_handler) != 0)                                              \
  return context_fault_showing(c)

void context_enter(custos *c, const char *phase, jmp_buf *handler);
/* Each notes the fault as the last error. The first empties the context, the
 * second keeps the problem and its answer, the third the problem. */
custos_status context_fault(custos *c);
custos_status context_fault_writing(custos *c);
custos_status context_fault_showing(custos *c);
/* Drops what a raise may have left half done; the problem stays. */
void context_drop_unfinished(custos *c);
/* Ends the call. Returns 'status'. */
custos_status context_leave(custos *c, custos_status status);

base_printf(3, 4) custos_status
    context_fail(custos *c, custos_status status, const char *format, ...);
/* The report of a parser becomes errors; empties the context. */
custos_status context_reject(custos *c);
/* The same, but the problem is not to blame and stays. */
custos_status context_reject_keeping(custos *c);

void context_drop_job(custos *c);
/* The problem changes: answers to the old one are no longer right. */
void context_change(custos *c);
/* Makes the evidence of the last answer, if it is not there yet. */
void context_make_evidence(custos *c);

/* A whole file into 'job'; false: the last error is set. "-" is stdin. */
bool context_read_file(custos *c, const char *path, char **out, size_t *length);
/* The same of a text (base/plain.h). CUSTOS_ERR_SYSTEM: the last error is set;
 * CUSTOS_ERR_INPUT: what is wrong with it is in the report. */
custos_status context_read_text(custos *c, const char *path, char **out,
                                size_t *length);
/* Reads one text into the problem. */
bool context_read_problem(custos *c, const char *name, const char *bytes,
                          size_t length, const language *x);

/* Around a search of 'x', a finite model. */
void context_begin_search(custos *c, const model *x);
void context_end_search(custos *c);

/* A result that says nothing yet. */
void context_no_result(custos *c, custos_result *out);
/* What an engine has counted. */
void context_take_statistics(const statistics *s, custos_result *r);
/* Time and memory of the call, at its end. */
void context_take_time(const custos *c, custos_result *r);

/* "p a -> q b c" into c->rule_text. */
void context_write_rule(custos *c, const pds_rule *rule);

#endif
