/* A closer look at a disagreement: shrink it, compare it with those that were
 * found before, write its file and its report. */
#ifndef DIFFTEST_INSPECT_H
#define DIFFTEST_INSPECT_H

#include "worker.h"

typedef struct inspector inspector;

/* NULL: 'why' tells. */
inspector *inspector_new(const difftest_options *options, char why[ANSWER_WHY]);
void inspector_delete(inspector *i);

/* Shrinks it for at most so many seconds. 0, or 3 if a file cannot be
 * written: 'why' tells. */
int inspector_look(inspector *i, const worker_failure *found,
                   const buffer *text, double seconds, failures *known,
                   char why[ANSWER_WHY]);

/* Fills 'what', the names of the tools and the shard. */
void difftest_describe(const difftest_options *options, uint64_t cases,
                       difftest_result *out);

#endif
