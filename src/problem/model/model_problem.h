/* Operations of finite models, which Promela's share. */
#ifndef PROBLEM_MODEL_MODEL_PROBLEM_H
#define PROBLEM_MODEL_MODEL_PROBLEM_H

#include "problem/temporal.h"

/* What a model has whose text is read a second time, by code that shares
 * nothing with what searches it; and how a search of it is made faster. */
struct finite_ops {
  /* Does the second reading see the fault, too? False: 'why'. */
  bool (*replay_fault)(custos *c, const explicit_answer *a, const char **why);
  /* Does its run violate the property? */
  bool (*replay_lasso)(custos *c, const property *p, const char **why);
  /* The model holds: does it agree? 'p': NULL for safety; 'b': what its atoms
   * mean to the model. */
  bool (*compare)(custos *c, const property *p, const model_binding *b,
                  custos_result *r, const char **why);
  /* A run, in evidence: as it is written, and as it is read and replayed. 'p':
   * NULL if it leads to a fault. */
  void (*write_run)(custos *c, text *out);
  custos_status (*replay_run)(custos *c, const property *p, lines *in,
                              custos_replayed *out);
  /* Safety, past all errors, with the run of each. */
  custos_status (*decide_errors)(custos *c, custos_result *r);
  /* Makes checked.reduced, if that is asked for and right. */
  void (*reduce)(custos *c, const property *p);
  void (*begin_search)(custos *c, const model *x);
  void (*end_search)(custos *c);
};

bool model_take_properties(custos *c, const char *file);
bool model_own_property(const custos *c, property *out);
void model_give_meaning(custos *c, const names *atoms, const char *file,
                        uint32_t line, uint32_t column);
void model_effort(custos *c, search_effort *out);
void model_take_effort(custos *c, const search_effort *effort,
                       custos_result *result);
bool model_goes_on(const custos *c);
void model_rewind(custos *c);
custos_status model_next(custos *c, custos_step *out, int *found);

const char *model_wrong_format(const custos *c, custos_format format);
custos_status model_write(custos *c, custos_format format, text *out);
void model_write_evidence(custos *c, text *out);
custos_status model_replay_property(custos *c, const evidence_top *top,
                                    const property *p, lines *in,
                                    custos_replayed *out);
/* custos_write_graph of a formula that holds. */
custos_status model_write_graph(custos *c, custos_write_fn *graph,
                                void *graph_self, custos_write_fn *proof,
                                void *proof_self);

#endif
