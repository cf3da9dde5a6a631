/* The task of a correctness witness (program, data model, property), compared
 * with what was asked. */
#ifndef PROBLEM_C_C_TASK_H
#define PROBLEM_C_C_TASK_H

#include "problem/c/c_parts.h"

/* What the witness says holds where nothing else was said; an option that says
 * something else is a mistake. False: reported. */
bool c_task_take(custos *c, const char *path, const c_witness_proof *w);

/* Are these the files that the witness is about? One that tells no hashes is
 * about any. False: 'why', of 'size' bytes. */
bool c_task_is_of(const c_witness_proof *w, const c_sources *files, char *why,
                  size_t size);

/* All that was decided about: the files by their hashes, the data model, the
 * property. */
void c_task_describe(custos *c, const c_witness_proof *w,
                     const c_sources *files, text *out);

#endif
