/* Formulas of linear temporal logic, as the user wrote them.
 *
 * A formula is the number of a node in a table; equal formulas have equal
 * numbers (hash-consing). An atom is its text: the name of a proposition, or
 * what stood between quotes; only the model knows what it means.
 * Invariant: 'left' and 'right' of a node are smaller than its own number. */
#ifndef LOGIC_LTL_H
#define LOGIC_LTL_H

#include "base/map.h"
#include "base/names.h"
#include "base/report.h"
#include "base/text.h"

#define LTL_NONE UINT32_MAX

typedef enum ltl_op {
  LTL_TRUE,
  LTL_FALSE,
  LTL_ATOM, /* left: number in 'atoms' */
  LTL_NOT,
  LTL_AND,
  LTL_OR,
  LTL_IMPLIES,
  LTL_EQUIV,
  LTL_XOR,
  LTL_NEXT,
  LTL_FINALLY,
  LTL_GLOBALLY,
  LTL_UNTIL,
  LTL_RELEASE, /* V */
  LTL_WEAK,    /* a W b = G a | a U b */
  LTL_STRONG   /* a M b = b U (a & b) */
} ltl_op;

typedef struct ltl_node {
  ltl_op op;
  uint32_t left, right; /* LTL_NONE where there is none */
} ltl_node;

/* How names are read. */
typedef enum ltl_style {
  LTL_SPOT, /* GFa is G F a: names that start with F, G or X must be quoted */
  LTL_SPIN  /* operators are words of their own: Full is a name */
} ltl_style;

typedef struct ltl {
  names atoms;
  vec(ltl_node) nodes;
  uint32_t *slots; /* the hash table over 'nodes' */
  uint32_t mask;
  vec(size_t) places; /* of atoms that ltl_parse read: byte of the text where
                         each first occurs; for messages */
} ltl;

void ltl_free(mem *m, ltl *t);

/* The node, found or made. */
uint32_t ltl_make(mem *m, ltl *t, ltl_op op, uint32_t left, uint32_t right);
uint32_t ltl_atom(mem *m, ltl *t, const char *name, size_t length);

/* Reads a formula; false: something was reported. 'line' and 'column' are
 * those of the first byte of 'text' in 'file'. Nesting is limited by memory
 * alone. docs/formats/ltl.md has the grammar. */
bool ltl_parse(mem *m, ltl *t, ltl_style style, const char *file, uint32_t line,
               uint32_t column, const char *text, size_t length, report *r,
               uint32_t *out);

/* As text that ltl_parse reads back to the same node, with as few parentheses
 * as that allows; 'spin' uses SPIN's symbols ([] <> && || ! U V), else
 * Spot's. */
void ltl_print(mem *m, const ltl *t, uint32_t f, bool spin, text *out);

/* Is 'f' true on the word letter[0] .. letter[count-1], where letter 'loop'
 * follows the last one? Bit i of a letter: atom i is true. Directly from the
 * definition; shares nothing with the translation. At most 64 atoms. */
bool ltl_holds_on(mem *m, const ltl *t, uint32_t f, const uint64_t *letters,
                  size_t count, size_t loop);

#endif
