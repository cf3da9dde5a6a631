/* Programs with procedures (Boolean programs, Remopla): what the files that
 * check, show and replay them share.
 *
 * All questions of reachability are answered by one saturation. Diagrams are
 * open only while it works, or while a proof is checked: what is kept is plain
 * data, a run or a proof. */
#ifndef PROBLEM_PROCEDURES_PROCEDURES_PARTS_H
#define PROBLEM_PROCEDURES_PROCEDURES_PARTS_H

#include "problem/temporal.h"

#include "engine/symbolic/repeat.h"
#include "engine/symbolic/symbolic.h"
#include "product/program_atoms.h"
#include "product/program_sympds.h"

enum {
  PROGRAM_MOST_STEPS = 1000000,  /* of a run that is spelt out */
  PROGRAM_MOST_RULES = 20000,    /* of a system that is made for the kernel */
  PROGRAM_MOST_WRITTEN = 2000000 /* of one that is asked for */
};

/* Forgets what was found; closes diagrams. */
void context_drop_found(custos *c);
/* Opens c->diagrams for the program. False: some other context has them. */
bool context_open_program(custos *c, mem *m, const prog_bits *bits);
custos_status context_diagrams_in_use(custos *c);

/* Properties */

/* Its assertions, and the labels that are errors by custom. */
void context_take_program(custos *c, const char *file);
/* The property with that name, made if it is a label. NULL: there is none. */
const property *context_find_target(custos *c, const char *name);
/* problem_ops.add_target. */
custos_status program_add_target(custos *c, const char *label);
/* The locations of a property; those of 'safety' (NULL) are none. */
prog_locations context_targets(const property *p);

/* Checking */

custos_status context_decide_program(custos *c, const property *p,
                                     custos_result *result);
custos_status context_decide_program_ltl(custos *c, const property *p,
                                         custos_result *result);
/* What 'found' has of a property that is a set of locations; saturates if that
 * has not been done. NULL: the error is set. */
const program_answer *context_explore(custos *c, const property *p);
/* Does it show that none of its locations is reached? Checked once. */
bool context_check_proof(custos *c, program_proof *proof, const char **why);

/* What a run of the system is on the program. */
void program_decode(mem *m, const prog *program, const prog_bits *bits,
                    const sympds *system, const sym_run *run, prog_run *out);

/* Runs and evidence. */

/* How many steps people see, and which of them the loop begins with
 * (UINT64_MAX: there is none, or the run ends). */
uint64_t context_calls_shown(const custos *c, uint64_t *loop, bool *ends);
void context_calls_rewind(custos *c);
bool context_calls_next(custos *c, custos_step *out);

void context_write_calls(custos *c, text *out);
bool context_read_calls(custos *c, lines *in);
/* The claim's own part of the evidence. */
void context_write_program(custos *c, text *out);
/* 'p': NULL for 'safety'. */
custos_status context_replay_program(custos *c, const evidence_top *top,
                                     const property *p, lines *in,
                                     custos_replayed *out);
/* What each procedure does, for people. False: some other context has the
 * diagrams. */
bool context_write_summaries(custos *c, text *out);
/* The program as an explicit pushdown system, its targets the final set. False:
 * it is too large. */
bool context_write_expansion(custos *c, text *out);
/* custos_write_graph of a property that holds. */
/* The system that was written, solved by a context of its own that reads the
 * text: both are handed out if the answer is the same there. The formula is
 * NULL if the question is whether its final set is unreachable. */
struct kept; /* base/kept.h */
custos_status context_solve_graph(custos *c, const struct kept *system,
                                  const char *formula, custos_write_fn *graph,
                                  void *graph_self, custos_write_fn *proof,
                                  void *proof_self);
custos_status context_write_program_graph(custos *c, custos_write_fn *graph,
                                          void *graph_self,
                                          custos_write_fn *proof,
                                          void *proof_self);
/* Does checked.calls lead to the property's locations, or violate it? */
bool context_calls_reach(custos *c, const property *p, const char **why);
bool context_calls_violate(custos *c, const property *p, const char **why);

#endif
