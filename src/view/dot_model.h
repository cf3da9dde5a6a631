/* A finite model as a graph for Graphviz. */
#ifndef VIEW_DOT_MODEL_H
#define VIEW_DOT_MODEL_H

#include "base/progress.h"
#include "base/text.h"
#include "model/model.h"

enum { DOT_MODEL_MOST = 2000 };

/* The states that are reachable, breadth first, DOT_MODEL_MOST of them at most:
 * false if there are more, which the graph shows as well. */
bool dot_model(mem *m, progress *clock, const model *x, text *out);

#endif
