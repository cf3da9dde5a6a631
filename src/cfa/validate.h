/* Is an automaton as cfa.h says? Part by part, in an order in which each may
 * trust those before it. */
#ifndef CFA_VALIDATE_H
#define CFA_VALIDATE_H

#include "cfa/text_words.h"

typedef struct cfa_checker {
  const cfa *p;
  /* What is wrong: of this item; NULL: nothing. */
  const char *wrong;
  cfa_part part;
  size_t number;
  /* Of each expression: whose locals it speaks of (CFA_NONE: nobody's), and
   * whether it can stand in an initial value, or be an initial pointer. */
  uint32_t *owner;
  unsigned char *closed;
} cfa_checker;

enum { CFA_IS_CLOSED = 1, CFA_IS_STATIC_POINTER = 2 };

/* Takes memory for 'owner' and 'closed' only. False: wrong. */
bool cfa_check_all(mem *m, cfa_checker *checker);
bool cfa_check_expressions(cfa_checker *checker);
bool cfa_check_edges(cfa_checker *checker);

static inline bool cfa_wrong(cfa_checker *c, cfa_part part, size_t number,
                             const char *reason) {
  c->wrong = reason;
  c->part = part;
  c->number = number;
  return false;
}

#endif
