/* Lowered model to lowered model: what makes fewer states but needs no search.
 */
#ifndef LANG_PROMELA_REWRITE_H
#define LANG_PROMELA_REWRITE_H

#include "lang/promela/reduce/reduce.h"

/* Points keep their numbers, states their layout. Moves may do more at once:
 * pml_move.more tells which statements. 'out' shares what is not changed. */
void pml_rewrite(mem *m, const pml_lowered *p, const pml_visible *visible,
                 pml_lowered *out);

#endif
