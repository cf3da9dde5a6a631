/* Properties other than reachability: what the files that check them share. */
#ifndef PROBLEM_TEMPORAL_H
#define PROBLEM_TEMPORAL_H

#include "problem/context.h"

/* Properties in the order of custos_property_at; NULL: there is none. The
 * first ones, which a problem has by itself, are in 'own'. */
const property *context_property(custos *c, size_t i, property *own);
/* For problem_ops.own_property. */
void context_own_property(property *out, property_kind kind);
/* Adds a property; copies its name and its text. */
property *context_add_property(custos *c, property_kind kind, const char *name,
                               size_t name_length, const char *formula,
                               size_t length);
/* A formula of a file. */
void context_take_formula(custos *c, const char *file, const names *known,
                          uint32_t name, const char *formula, size_t length,
                          uint32_t line, uint32_t column);
/* Reads the formulas and automata of all. False: reported. */
bool context_read_properties(custos *c);
/* The same, as a call of its own: what comes before each check. */
custos_status context_begin_check(custos *c);

/* Evidence of custos_translate. */
void context_write_translation(custos *c, text *out);
/* The lines with which evidence about a property begins. */
void context_write_claim(custos *c, text *out);
/* problem_ops.replay of most kinds: finds the property, and
 * problem_ops.replay_property does the work. */
custos_status context_replay(custos *c, const evidence_top *top, lines *in,
                             custos_replayed *out);
void context_begin_replay(custos *c, const evidence_top *top,
                          custos_replayed *out);
/* problem_ops.write: nothing was written, for this reason; NULL: it was. */
custos_status context_end_text(custos *c, const char *wrong);
/* custos_write_graph: there is nothing that it could follow. */
custos_status context_refuse_graph(custos *c);
/* A run that was replayed, with its loop. */
void context_tell_lasso(custos *c, custos_replayed *out, size_t stem,
                        size_t loop, bool ends);

/* What is left of a replay: the evidence proves nothing, for this reason; or
 * it does. */
custos_status context_reject_evidence(custos *c, custos_replayed *out,
                                      const char *why);
custos_status context_accept_evidence(custos *c, custos_replayed *out);
bool context_atoms_agree(const names *a, const names *b);
/* Why the automaton that was read is not that of the property, or NULL. */
const char *context_wrong_translation(custos *c, const property *p);

/* The automaton of 'not_f', the negation of 'f' (or of 'f' itself if that is
 * LTL_NONE), with the certificate that it misses nothing if one is to be had.
 * False: reported. */
bool context_translate(custos *c, const ltl *t, uint32_t f, uint32_t not_f);

/* That of what a property says must not happen, with one set of states, on a
 * pushdown system or program. False: reported. */
bool context_make_automaton(custos *c, const property *p);

/* What is left of a check: the result says so. */
void context_say_run(custos *c, size_t stem, size_t loop, bool ends);
/* "1 state", "2 states" between two texts. */
void context_say_count(custos *c, const char *before, uint64_t n,
                       const char *what, const char *behind);
custos_status context_bug(custos *c, const char *why);
custos_status context_conclude(custos *c, custos_result *r, custos_verdict v);
base_printf(2, 3) void context_say(custos *c, const char *format, ...);

/* Checks one property; engine and evidence. */
custos_status context_decide_model(custos *c, const property *p,
                                   custos_result *result);
/* The model to search for an answer: a reduced one, if that is asked for and
 * right. 'p': NULL for safety. */
const model *context_reduce(custos *c, const property *p);
/* The one that was searched. */
const model *context_searched(const custos *c);
custos_status context_decide_safety(custos *c, custos_result *result);
/* The same by a search that forgets: VIOLATED or UNKNOWN. */
custos_status context_decide_lossy(custos *c, custos_result *result);
/* Of other properties, which such searches do not decide: says so. */
custos_status context_refuse_lossy(custos *c, custos_result *result);
/* What a search for faults found becomes the result, with its evidence. */
custos_status context_conclude_safety(custos *c, const explicit_answer *answer,
                                      custos_result *result);
void context_take_search(const explicit_answer *answer, custos_result *result);
void context_take_run(custos *c, const explicit_answer *answer,
                      custos_result *result);
/* "lock.pml": the file of a fault, without its folder. */
const char *context_fault_file(const custos *c, const model_fault *fault);
/* How many threads the user wants. */
unsigned context_jobs(const custos *c);
/* Should the search be one of several threads, or of compressed states? If it
 * should but cannot be, 'obstacle' says why, and becomes a note. */
bool context_is_parallel(custos *c, const char *obstacle,
                         parallel_options *out);
/* Notes and statements that were never reached. */
void context_take_seen(custos *c, const explicit_answer *answer);
/* problem_ops.check of most kinds: problem_ops.decide does the work. */
custos_status context_check(custos *c, size_t i, custos_result *out);
/* The answer to a spent limit. */
custos_status context_give_up(custos *c, custos_result *r);
/* What a verdict about 'p' (NULL: safety) presumes beside the text; "" if
 * nothing. */
const char *context_presumes(custos *c, const property *p);
/* Does the work unless a limit is spent on the way: then false, and what it
 * made is half done. */
bool context_try(custos *c, void (*work)(void *self), void *self);
/* "--time was spent": which limit ended the work. */
const char *context_fault_words(const custos *c);
/* Adds a note; takes a copy of the words. */
void context_note(custos *c, const char *words);
extern const char *const solve_engine_names[]; /* by options.engine */

/* How the positions of a run are shown. */
typedef struct run_extent {
  uint64_t loop; /* where it begins */
  uint64_t last; /* the last position that is shown */
  bool ends;     /* nothing follows that, or it repeats for ever */
} run_extent;
/* One position further: what all runs tell of it. False: there is none. */
bool context_next_position(custos *c, const run_extent *extent,
                           custos_step *out);
/* Does the run stop, and repeat its last state? */
bool context_run_ends(custos *c, const model_run *run);

/* Empties 'to' and writes to it through the text that is returned. */
typedef struct keeper {
  mem *m;
  kept_text *to;
  text out;
} keeper;
text *keeper_begin(keeper *k, custos *c, kept_text *to);
const char *keeper_end(keeper *k);

#endif
