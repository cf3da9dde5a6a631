/* Regular expressions over symbols, as trees in an array, and their automata.
 * Invariant: the children of a node come before it, and each is the child of
 * one node only. */
#ifndef AUTOMATA_REGEX_H
#define AUTOMATA_REGEX_H

#include "automata/fa.h"

typedef enum regex_operator {
  REGEX_NOTHING, /* no word */
  REGEX_EMPTY,   /* the empty word */
  REGEX_LABEL,   /* left: a label as in fa.h, but not epsilon */
  REGEX_SEQUENCE,
  REGEX_CHOICE,
  REGEX_STAR,
  REGEX_PLUS,
  REGEX_OPTION
} regex_operator;

typedef struct regex_node {
  regex_operator op;
  uint32_t left, right;
} regex_node;

typedef struct regex {
  vec(regex_node) nodes;
} regex;

uint32_t regex_add(mem *m, regex *r, regex_operator op, uint32_t left,
                   uint32_t right);

/* Thompson's construction (1968): linear. 'out' has its symbols and the sets
 * that labels refer to, and no states yet. */
void regex_to_fa(mem *m, const regex *r, uint32_t root, fa *out);

#endif
