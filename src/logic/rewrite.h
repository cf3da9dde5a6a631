/* Rewriting of formulas by equivalences, on the way up: each function makes the
 * node of an operator over parts that are simplified already. How far it goes
 * is the mode. What may be tried is bounded: 'fuel' counts the steps that are
 * left, 'depth' how far one rule has called for another; when either is used up
 * nodes are made as they are, so that no formula takes long or much stack. */
#ifndef LOGIC_REWRITE_H
#define LOGIC_REWRITE_H

#include "automata/tgba.h"
#include "logic/nnf.h"

#include <assert.h>

typedef enum rewrite_mode {
  REWRITE_NOT,      /* Boolean parts and constants only */
  REWRITE_BASIC,    /* equivalences that a look at the operators shows */
  REWRITE_IMPLIED,  /* with implications found by syntax */
  REWRITE_CONTAINED /* with implications of small formulas, found by automata */
} rewrite_mode;

enum { REWRITE_FUEL = 300000, REWRITE_DEPTH = 300, REWRITE_PAIRS = 200 };

typedef struct rewriter {
  nnf *t;
  rewrite_mode mode;
  uint32_t fuel, depth;
  vec(uint32_t) list; /* parts of lists that are being made, as a stack */
  map lists;          /* a list as given to what became of it */
  vec(uint32_t) lists_made;
  vec(uint32_t) negated; /* of a node, plus one; 0: not yet asked */
  map implied;           /* pairs */
  vec(uint8_t) implied_is;
  struct rewriter *plain;  /* for containment: REWRITE_IMPLIED */
  map automata;            /* of small formulas */
  vec(tgba) automata_made; /* no states: it was too large */
} rewriter;

void rewriter_init(rewriter *w, nnf *t, rewrite_mode mode);
void rewriter_free(rewriter *w);

uint32_t rewrite_next(rewriter *w, uint32_t a);
uint32_t rewrite_unary(rewriter *w, nnf_op op, uint32_t a); /* F, G */
uint32_t rewrite_binary(rewriter *w, nnf_op op, uint32_t a, uint32_t b);
/* And, or: of what is on w->list from 'base' on, which is taken off. */
uint32_t rewrite_list(rewriter *w, nnf_op op, size_t base);
uint32_t rewrite_two(rewriter *w, nnf_op op, uint32_t a, uint32_t b);
uint32_t rewrite_negate(rewriter *w, uint32_t f);
/* Makes every node of f again, until nothing changes. */
uint32_t rewrite_again(rewriter *w, uint32_t f);

/* Does f imply g? False if it is not seen. */
bool rewrite_implies(rewriter *w, uint32_t f, uint32_t g);
bool rewrite_contained(rewriter *w, uint32_t f, uint32_t g);

/* Between the files of the rewriter. */

static inline void rewrite_push(rewriter *w, uint32_t f) {
  vec_push(w->t->m, &w->list, f);
}

/* May rules be tried? If so, rewrite_leave must follow. */
static inline bool rewrite_enter(rewriter *w) {
  if (w->mode == REWRITE_NOT || w->depth >= REWRITE_DEPTH || w->fuel == 0)
    return false;
  w->fuel--;
  w->depth++;
  return true;
}
static inline uint32_t rewrite_leave(rewriter *w, uint32_t result) {
  w->depth--;
  return result;
}

/* Rules come in pairs: each is written down once, say for U, F and 'or', and
 * read a second time for R, G and 'and', with eventual and universal exchanged
 * and implications turned around. 'dual' is the second reading. */
static inline nnf_op rewrite_op(bool dual, nnf_op op) {
  return dual ? nnf_dual(op) : op;
}
static inline bool rewrite_eventual(const rewriter *w, bool dual, uint32_t f) {
  assert(f < w->t->nodes.count);
  const nnf_node *n = &w->t->nodes.at[f];
  return dual ? n->universal : n->eventual;
}
static inline bool rewrite_universal(const rewriter *w, bool dual, uint32_t f) {
  return rewrite_eventual(w, !dual, f);
}
static inline bool rewrite_both(const rewriter *w, uint32_t f) {
  return w->t->nodes.at[f].eventual && w->t->nodes.at[f].universal;
}
static inline bool rewrite_dual_implies(rewriter *w, bool dual, uint32_t f,
                                        uint32_t g) {
  return dual ? rewrite_implies(w, g, f) : rewrite_implies(w, f, g);
}
/* Without the X in front. */
uint32_t rewrite_strip(const rewriter *w, uint32_t f);
/* The list without one member. */
uint32_t rewrite_without(rewriter *w, uint32_t list, uint32_t member);

/* Parts the members of a list: those for which 'is' holds are pushed, the
 * others become a list of their own, 'rest'. False: it holds for none, and
 * nothing is pushed. */
typedef bool rewrite_test(const rewriter *w, bool dual, uint32_t f);
bool rewrite_split(rewriter *w, bool dual, uint32_t list, rewrite_test *is,
                   uint32_t *rest);

#endif
