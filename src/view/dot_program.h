/* The flow graphs of a program in the language of Graphviz: a cluster for each
 * procedure, dashed edges from calls to what they call. Locations that must
 * not be reached are red. */
#ifndef VIEW_DOT_PROGRAM_H
#define VIEW_DOT_PROGRAM_H

#include "base/text.h"
#include "program/program.h"

void dot_program(mem *m, const prog *program, const prog_locations *targets,
                 text *out);

#endif
