/* Numbers as vectors of diagrams, least significant bit first: each bit is a
 * function of the variables. As circuits do it. */
#ifndef PRODUCT_PROGRAM_WORDS_H
#define PRODUCT_PROGRAM_WORDS_H

#include "bdd/dd.h"
#include "program/program.h"

typedef struct word {
  uint32_t width;
  dd bit[PROG_MOST_BITS + 1]; /* one more, for division */
} word;

word word_constant(uint32_t width, uint32_t value);
/* Cut, or filled with 0. */
word word_widen(const word *a, uint32_t width);
word word_if(dds *diagrams, dd condition, const word *yes, const word *no);

dd word_equal(dds *diagrams, const word *a, const word *b);
dd word_less(dds *diagrams, const word *a, const word *b);
dd word_is(dds *diagrams, const word *a, uint32_t value);

/* The operators of program.h on two numbers that give one of 'width' bits. */
word word_operator(dds *diagrams, prog_op op, uint32_t width, const word *a,
                   const word *b);

#endif
