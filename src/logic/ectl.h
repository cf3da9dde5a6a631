/* Formulas of extended CTL (Axelsson, Hague, Kreutzer, Lange, Latte 2010): CTL
 * whose Until and Release carry an automaton that reads the actions of the
 * path.
 *
 *   E(x U[A] y)  some maximal path has a position n, 0 included, such that A
 *                accepts the actions before n, y holds at n and x at all
 *                positions before n
 *   E(x R[A] y)  on some maximal path, at each position n: A does not accept
 *                the actions before n, or y holds at n, or x at some position
 *                before n
 *
 * A formula is a node of a table in which equal formulas are one node and
 * children come before their parents. */
#ifndef LOGIC_ECTL_H
#define LOGIC_ECTL_H

#include "base/map.h"
#include "base/names.h"
#include "base/text.h"

#include <stdbool.h>

#define ECTL_NONE UINT32_MAX
/* As the automaton of a node: that of every word (plain U, R, EF, AG, ...). */
#define ECTL_EVERY_WORD UINT32_MAX

typedef enum ectl_operator {
  ECTL_FALSE,
  ECTL_TRUE,
  ECTL_PROP, /* name */
  ECTL_NOT,  /* left; so are EX and AX */
  ECTL_AND,
  ECTL_OR,
  ECTL_IMPLIES,
  ECTL_IFF,
  ECTL_EX,
  ECTL_AX,
  ECTL_EU, /* left U[name] right */
  ECTL_ER,
  ECTL_AU,
  ECTL_AR
} ectl_operator;

typedef struct ectl_node {
  ectl_operator op;
  uint32_t left, right; /* ECTL_NONE where there is none */
  uint32_t name;        /* of 'props' or 'automata'; else ECTL_NONE */
} ectl_node;

typedef struct ectl {
  names props, automata;
  vec(ectl_node) nodes;
  map pairs, index; /* which node is one with these fields: see ectl.c */
} ectl;

/* Finds or adds. Fields that the operator does not have are of no account. */
uint32_t ectl_add(mem *m, ectl *t, ectl_node node);
uint32_t ectl_add_prop(mem *m, ectl *t, const char *name, size_t length);

/* The same meaning by FALSE, TRUE, PROP, NOT, AND, OR, EX, EU and ER alone:
 * A(x U y) is !E(!x R !y), A(x R y) is !E(!x U !y), AX x is !EX !x. No NOT
 * stands under another NOT. */
uint32_t ectl_core(mem *m, ectl *t, uint32_t node);

/* The nodes below 'node', itself included, children first, left before right:
 * each once. */
typedef vec(uint32_t) ectl_list;
void ectl_parts(mem *m, const ectl *t, uint32_t node, ectl_list *out);

/* The cores of all of them, which are listed as ectl_parts does. */
void ectl_cores(mem *m, ectl *t, const ectl_list *parts, ectl_list *cores);

/* With no more parentheses than needed; EF, AG, ... where the formula is one;
 * what ectl_read_formula (lang/ectl) reads as the same node. */
void ectl_print(mem *m, const ectl *t, uint32_t node, text *out);

#endif
