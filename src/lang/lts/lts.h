/* Transition systems that are given state by state: our .lts and Aldebaran's
 * .aut. docs/formats/lts.md describes both. */
#ifndef LANG_LTS_LTS_H
#define LANG_LTS_LTS_H

#include "base/progress.h"
#include "model/model.h"

/* Read a text into 'out', which is empty; everything lives in 'm'. False:
 * something was reported. */
bool lts_read(mem *m, model *out, const char *file, const char *input,
              size_t length, report *r, progress *clock);
bool aut_read(mem *m, model *out, const char *file, const char *input,
              size_t length, report *r, progress *clock);

/* Has one of the two read it? */
bool lts_is_graph(const model *x);

/* Write a model that one of the two has read. .aut has one initial state and no
 * control characters in labels (false if that does not fit, and nothing is
 * written) and no propositions, formulas or names; a step without action is
 * written with the action 'i'. */
void lts_write(const model *x, text *out);
bool aut_write(const model *x, text *out);

#endif
