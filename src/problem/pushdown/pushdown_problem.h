/* Pushdown systems as problems; the control flow of C programs is one, too. */
#ifndef PROBLEM_PUSHDOWN_PUSHDOWN_PROBLEM_H
#define PROBLEM_PUSHDOWN_PUSHDOWN_PROBLEM_H

#include "problem/temporal.h"

/* In what such systems differ. */
struct pushdown_ops {
  /* What atoms mean. False: reported. */
  bool (*bind)(custos *c, const names *atoms, const char *file, uint32_t line,
               uint32_t column, pds_binding *out);
  const char *none; /* "no run": of which one says that it violates */
  /* Why the system does not tell whether the property holds, or NULL; 'l'
   * NULL: every run. The function is NULL if it always does. */
  const char *(*doubt)(custos *c, const pds_lasso *l);
  /* Adds to what was said of a run, or NULL. */
  void (*qualify)(custos *c);
  /* What else there is to tell of a step, or NULL: where its rule stands. */
  void (*show)(custos *c, uint32_t rule, size_t depth, custos_step *out);
  bool shows_violations; /* custos_write_graph can follow a run, too */
};

custos_status pushdown_solve(custos *c, custos_result *out);
/* A formula or an automaton. */
custos_status context_decide_pushdown(custos *c, const property *p,
                                      custos_result *result);
/* By pushdown_ops. */
bool context_bind_pushdown(custos *c, const names *atoms, const char *file,
                           uint32_t line, uint32_t column, pds_binding *out);
const char *context_doubt(custos *c, const pds_lasso *lasso);
void context_qualify(custos *c);

void pushdown_give_meaning(custos *c, const names *atoms, const char *file,
                           uint32_t line, uint32_t column);
void pushdown_rewind(custos *c);
custos_status pushdown_next(custos *c, custos_step *out, int *found);

const char *pushdown_wrong_format(const custos *c, custos_format format);
custos_status pushdown_write(custos *c, custos_format format, text *out);
/* CUSTOS_AS_DOT_VIOLATING. */
void pushdown_write_violating(custos *c, text *out);
void pushdown_write_evidence(custos *c, text *out);
/* Of a formula or an automaton. */
void pushdown_write_claim(custos *c, text *out);
custos_status pushdown_replay(custos *c, const evidence_top *top, lines *in,
                              custos_replayed *out);
custos_status pushdown_replay_property(custos *c, const evidence_top *top,
                                       const property *p, lines *in,
                                       custos_replayed *out);

#endif
