/* The atoms of a formula as diagrams, on a program's symbolic pushdown
 * system. */
#ifndef PRODUCT_PROGRAM_LETTERS_H
#define PRODUCT_PROGRAM_LETTERS_H

#include "product/program_atoms.h"
#include "product/program_sympds.h"
#include "sympds/letters.h"

/* 'system' was made by prog_sympds. The diagrams stay until 's->d' is closed.
 */
void prog_letters(mem *m, progress *clock, const prog *program,
                  const prog_bits *bits, sympds *system,
                  const prog_binding *atoms, sym_letters *out);

#endif
