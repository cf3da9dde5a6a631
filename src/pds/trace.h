/* Traces: a derivation expanded into the run that it stands for, one step at
 * a time, forward. Each step applies its rule to the configuration at hand by
 * the definition; what the derivation says is not believed. */
#ifndef PDS_TRACE_H
#define PDS_TRACE_H

#include "pds/derivation.h"

typedef struct trace_item {
  uint32_t fact;
  bool in_loop;
} trace_item;

typedef struct trace {
  mem *m;
  const pds *p;
  const derivation *d;
  uint32_t state;
  vec(uint32_t) stack;     /* symbols, the top last */
  vec(trace_item) pending; /* facts to expand, the top last */
  uint64_t number;         /* steps done */
  uint32_t rule;           /* of the last step; PDS_NONE at the start */
  bool in_loop;            /* of the last step */
  bool weight_overflow;
  int64_t weight[PDS_MOST_DIMENSIONS];
} trace;

void trace_begin(trace *t, mem *m, const pds *system, const derivation *d);
void trace_free(trace *t);

/* True: no step is left; the configuration is final. */
bool trace_is_over(const trace *t);

/* Does the next step. False: its rule does not apply, the derivation lies. */
bool trace_step(trace *t);

#endif
