/* Expressions and edges of a program as diagrams.
 *
 * A PROG_ANY within an expression is a variable of its own, a choice, that is
 * quantified when the condition or the assignments it belongs to are complete;
 * so it may occur anywhere. A PROG_ANY that is all of a right side says nothing
 * about the bits behind the step. */
#ifndef PRODUCT_PROGRAM_ENCODE_H
#define PRODUCT_PROGRAM_ENCODE_H

#include "product/program_sympds.h"
#include "product/program_words.h"

enum { FRAME_GLOBAL, FRAME_TOP, FRAME_BELOW, FRAMES };

/* A cell that an edge assigns to: bit i behind the step is value.bit[i], or
 * anything where any.bit[i] holds. */
typedef struct target {
  int frame;
  uint32_t cell, first_bit;
  word value, any;
} target;

typedef struct pending {
  uint32_t expression;
  bool has_operands;
} pending;

typedef struct encoder {
  mem *m;
  progress *clock;
  const prog *p;
  const prog_bits *b;
  sympds *s;
  dds *d;
  uint32_t *choices;     /* by expression: that its evaluation makes */
  uint32_t chosen;       /* so many were made and are not quantified */
  const prog_edge *edge; /* NULL: a condition */
  vec(target) targets;
  uint32_t *touched[FRAMES]; /* by cell: its target plus one; 0: none */
  /* Values of expressions without choices, since 'round' began */
  uint32_t *known, *known_in, round;
  vec(word) words, operands;
  vec(pending) pending;
  vec(dd) elements;
  vec(uint32_t) bits[FRAMES]; /* scratch: bits that the edge changes */
  dd *zero_from; /* by bit: the locals from it on are 0, SYM_NEXT; kept */
} encoder;

void encoder_init(encoder *e, mem *m, progress *clock, const prog *program,
                  const prog_bits *bits, sympds *system);
void encoder_free(encoder *e);

/* By expression: PROG_ANYs (and PROG_CHOOSEs) that it evaluates, each time. */
uint32_t *encode_choices(mem *m, const prog *program);

uint32_t encode_first_bit(const encoder *e, const prog_variable *variable,
                          uint32_t cell);
/* A cell's bits before the step, or behind it. */
word encode_cell(encoder *e, prog_op op, const prog_variable *variable,
                 uint32_t cell);
/* Not for a PROG_ANY of more than one bit, nor for a whole array. */
word encode_expression(encoder *e, uint32_t expression);
/* Quantifies the choices made. */
dd encode_without_choices(encoder *e, dd x);
dd encode_condition(encoder *e, uint32_t condition);
/* Adds the edge's rule to the system. */
void encode_edge(encoder *e, uint32_t edge);

/* By variable: does it say which element of an array is meant? */
bool *prog_bits_selectors(mem *m, const prog *program);
/* Positions of the bits, chosen from the program. */
void prog_bits_order(mem *m, const prog *program, prog_bits *bits);

#endif
