/* The atoms of a formula as diagrams, on a program's symbolic pushdown
 * system. */
#ifndef PRODUCT_PROGRAM_LETTERS_H
#define PRODUCT_PROGRAM_LETTERS_H

#include "product/program_atoms.h"
#include "product/program_sympds.h"
#include "sympds/letters.h"

/* 's' was made by prog_sympds. The diagrams stay until 's->d' is closed. */
void prog_letters(mem *m, progress *clock, const prog *p, const prog_bits *b,
                  sympds *s, const prog_binding *atoms, sym_letters *out);

#endif
