/* Runs that are being made. */
#ifndef ENGINE_SYMBOLIC_STEPS_H
#define ENGINE_SYMBOLIC_STEPS_H

#include "engine/symbolic/symbolic.h"

/* A step and the values behind it. 'locals' NULL: all 0; 'below': behind a
 * SYM_PUSH only. */
void sym_steps_add(mem *m, sym_run *run, const sympds *system, uint32_t rule,
                   const bool *globals, const bool *locals, const bool *below);
/* A run that was made from its end; 'first' has 'count' values. */
void sym_steps_reverse(mem *m, sym_run *run, const bool *first, size_t count);
void sym_steps_first(mem *m, sym_run *run, const bool *first, size_t count);
void sym_steps_free(mem *m, sym_run *run);

#endif
