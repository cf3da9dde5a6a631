/* Random instances: the same seed and number give the same instance on every
 * machine. */
#ifndef DIFFTEST_RANDOM_H
#define DIFFTEST_RANDOM_H

#include "instance.h"

typedef enum weights {
  WEIGHTS_NONE,
  WEIGHTS_UINT,
  WEIGHTS_INT,
  WEIGHTS_VECTOR, /* two or three numbers, signed or not */
  WEIGHTS_ALL     /* one of these, drawn anew for each instance */
} weights;

/* Sizes are bounds; how near an instance comes to them is drawn. */
typedef struct random_shape {
  uint32_t states, labels, rules, transitions, extra[2];
  weights weights;
  bool wildcards, epsilon;
  bool into_control; /* edges into control states */
  bool uniform;      /* sizes are drawn evenly; else small ones more often */
} random_shape;

typedef struct dice {
  uint64_t state;
} dice;

void dice_init(dice *d, uint64_t seed, uint64_t number);
/* 0 .. sides - 1 */
uint32_t dice_roll(dice *d, uint32_t sides);

void random_instance(const random_shape *shape, uint64_t seed, uint64_t number,
                     instance *out);

#endif
