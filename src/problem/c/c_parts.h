/* C programs: what the files that read, check, show and replay them share.
 *
 * The files are compiled when something needs their automaton, not when they
 * are loaded: all of them together are one program. */
#ifndef PROBLEM_C_C_PARTS_H
#define PROBLEM_C_C_PARTS_H

#include "evidence/c/witness_read.h"
#include "problem/temporal.h"

enum {
  C_MOST_SHOWN = 10000000,      /* steps of a run that are counted for people */
  C_REPLAYED_AT_ONCE = 10000000 /* steps of a run that confirms a HOLDS, before
                                   it is asked whether that is worth it */
};

/* The problem. */

/* Forgets it, and how it was to be read. */
void context_forget_c(custos *c);
/* Its automaton alone: it will be read again. */
void context_drop_c(custos *c);
/* Ends runs that are looked at. */
void context_end_c(custos *c);
/* Operations of problem_c. */
bool c_read(custos *c, const char *name, const char *bytes, size_t length,
            const language *x);
custos_status c_add_option(custos *c, const char *option, const char *value,
                           bool is_users);
void c_change(custos *c);
size_t c_predicate_count(const custos *c);
custos_status c_predicate_at(custos *c, size_t i, custos_predicate *out);
const char *c_wrong_format(const custos *c, custos_format format);
custos_status c_write(custos *c, custos_format format, text *out);
/* What an answer presumes beside the text; 'option' is what takes it away, ""
 * if nothing does. NULL: there are no more. */
typedef struct c_presumption {
  const char *name, *sentence, *option;
} c_presumption;
const c_presumption *c_presumption_at(size_t i);
/* What the HOLDS at hand presumes, with ", " between; "": it is none. */
const char *c_presumes(custos *c, const property *p);
/* A property file of SV-COMP. False: reported. */
bool context_read_c_property(custos *c, const char *name, const char *bytes,
                             size_t length);
/* As custos_add_option; false: there is no such option or value. */
bool context_add_c_option(custos *c, const char *option, const char *value);
/* DATA_...: as was said, or as is usual. */
int context_c_model(const custos *c);
/* What clang is told, NULL at the end. */
const char *const *context_c_arguments(custos *c);
/* The automaton is there; inside of a call. CUSTOS_OK, or the call is over and
 * its error is set. */
custos_status context_make_c(custos *c);
/* The same for the control flow alone: 'flow' and c->pds are there. Only one of
 * the two is there at a time. */
custos_status context_make_flow(custos *c);

/* Control flow alone. */

/* Is what was asked last a formula about a C program's control flow? */
bool context_is_flow(const custos *c);
/* It is checked as a pushdown system. */
extern const pushdown_ops c_flow;
/* As a session: one machine, named after the first file. */
void context_write_flow_session(custos *c, text *out);
/* The same as a transition system. NULL, or why there is none. */
const char *context_write_flow_lts(custos *c, text *out);
custos_status context_write_flow_graph(custos *c, custos_write_fn *graph,
                                       void *graph_self, custos_write_fn *proof,
                                       void *proof_self);

/* Answers */

custos_status context_decide_c(custos *c, custos_result *result);
/* Reads the program and searches it, as the strategy says: c_problem.result.
 * CUSTOS_OK, or the call is over. */
custos_status context_search_c(custos *c, const char **engine);

/* Does this happen at the end of the run: an error that counts, at this edge
 * and of this kind? */
typedef struct c_error {
  uint32_t edge;
  uint32_t known; /* the same, or the program's call of the library */
  uint32_t model; /* the function that it calls; CFA_NONE */
  cfa_fault fault;
  char access[200]; /* what is wrong with memory, in words; "" */
} c_error;
/* What a run that has ended with an error says of it. */
void context_take_c_error(const cfa_run *run, c_error *out);
/* The interpreter's run on the inputs of 'found', to its end, counting what
 * people see. False: it does not end with an error; 'why'. */
bool context_run_c(custos *c, c_error *out, uint64_t *shown, const char **why);
/* The interpreter's run of a program that meets no input. False: 'why', or NULL
 * if it meets one or goes on when the clock shows 'until'. */
bool context_run_c_alone(custos *c, double until, uint64_t *steps,
                         const char **why);
/* The files as they are now, in 'job'. False: the error is set. */
bool context_read_c_sources(custos *c, c_sources *out);
/* Lists of any length, in the checker. */
typedef enum c_lists {
  C_LISTS_UNROLLED,
  C_LISTS_FOLDED,
  C_LISTS_FOLDED_QUICKLY /* for a moment only, if there are any */
} c_lists;
/* The proof that these invariants give, by the checker: c_problem.proof. */
void context_check_c_proof(custos *c, const cfa_invariants *given,
                           bool may_unroll, c_lists lists, double seconds);
/* Is the proof of a HOLDS rejected? Then nothing is said to hold. Else 'note'
 * may say why it is not checked. */
bool context_is_c_doubted(custos *c, custos_result *result, char *note,
                          size_t size);
/* Why it is not accepted, and where. */
void context_describe_c_proof(custos *c, char *out, size_t size);
/* "assertion x < 3 fails at prog.c:12". */
void context_describe_c_error(custos *c, const c_error *error, char *out,
                              size_t size);
/* "prog.c:12"; "" if there is no position. The folder is left out. */
void context_c_place(const custos *c, cfa_place at, char *out, size_t size);

/* Runs, step by step. */

/* Which edges people see, once for all. */
void context_find_shown(custos *c);
static inline bool context_c_is_shown(const custos *c, uint32_t edge) {
  return edge != CFA_NONE && c->c_problem.is_shown[edge];
}
void context_c_rewind(custos *c);
bool context_c_next(custos *c, custos_step *out);

/* The caller's own run. */
extern const walk_ops c_walk_ops;
/* Tells everything that can be seen where the run stands. */
void c_look(custos *c, cfa_run *run, custos_see_fn *see, void *self);
/* Begins a run on the values that 'history' has. */
void c_history_begin(custos *c, c_history *history);
/* To the next step that people see; false: the run had ended before. */
bool c_history_step(custos *c, c_history *history, custos_step *out);

/* Evidence */

/* The lines before the claim that say how the program is read; with what a
 * trace says elsewhere. */
void context_note_c_source(custos *c, bool with_model);
/* The trace of 'found'. CUSTOS_OK, or the call is over. */
custos_status context_record_c(custos *c);
void context_write_c(custos *c, text *out);
/* For SV-COMP's validators. CUSTOS_OK, or the call is over. */
custos_status context_write_c_witness(custos *c, text *out);
/* A correctness witness of SV-COMP, whose program is loaded. */
custos_status context_replay_c_witness(custos *c, const char *path,
                                       const c_witness_proof *w,
                                       custos_replayed *out);
custos_status context_replay_c(custos *c, const evidence_top *top, lines *in,
                               custos_replayed *out);

#endif
