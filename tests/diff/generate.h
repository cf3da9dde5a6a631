/* Small problems: random ones from a seed, and all of a certain size. */
#ifndef DIFF_GENERATE_H
#define DIFF_GENERATE_H

#include "naive.h"

/* The same seed gives the same numbers on every machine. */
typedef struct dice {
  uint64_t state;
} dice;

void dice_init(dice *d, uint64_t seed);
/* 0 .. sides - 1 */
int dice_roll(dice *d, int sides);

typedef enum weights { NO_WEIGHTS, NATURAL, INTEGER, MIXED } weights;

void generate_random(dice *d, weights w, instance *out);

/* Every problem with 2 states, 2 symbols, up to 2 rules (pop, swap, push that
 * keeps the top), and automata with one extra state and up to 2 edges into it,
 * from anywhere, over either symbol or epsilon.
 *
 * Accepting is the extra state, in every combination. With 'all_accepting' it
 * is any set of states but the empty one, and of the rule sets that are equal
 * up to renaming of states and symbols (4 renamings) only one is listed: the
 * automata, which are all there, bring the others. */
enum {
  RULES = 40, /* from, top, to: 2 each; pop, 2 swaps, 2 pushes */
  RULE_SETS = 1 + RULES + RULES * (RULES - 1) / 2
};

typedef struct enumeration {
  bool all_accepting;
  bool epsilon;   /* edges may be epsilon */
  uint64_t count; /* from here on set by generate_begin */
  int sets;
  int set[RULE_SETS];
} enumeration;

void generate_begin(enumeration *e);
void generate_numbered(const enumeration *e, uint64_t number, instance *out);

#endif
