/* The same questions by other means: summaries and the graph of heads as
 * matrices over the whole product, closed by brute force; sets by the
 * definition of acceptance. Only for small problems. */
#ifndef PUSHDOWN_LTL_NAIVE_H
#define PUSHDOWN_LTL_NAIVE_H

#include "evidence/pushdown/membership.h"
#include "tests/pushdown_ltl/instance.h"

enum { NAIVE_MOST_HEADS = 800, NAIVE_MOST_LOCATIONS = 64 };

typedef struct naive {
  instance *x;
  membership sets, initial;
  uint32_t empty, initial_empty;
  uint32_t locations, classes;
  uint32_t symbols; /* pairs (class, symbol), then the bottom */
  uint8_t *pops;    /* by location, symbol, location: 0 no, 1 yes, 2 through
                       accepting locations */
  uint8_t *bad;     /* by head */
} naive;

/* Every step of the product, head by head. */
typedef void naive_visit(naive *v, void *self, uint32_t location,
                         uint32_t symbol, uint32_t to, uint32_t length,
                         const uint32_t *push);
void naive_each_rule(naive *v, naive_visit *f, void *self);

/* False: too large. */
bool naive_init(naive *v, instance *x);
/* Is there an accepting run from <state, stack>, top first? */
bool naive_violates(naive *v, uint32_t state, const uint32_t *stack,
                    size_t height);
bool naive_is_initial(naive *v, uint32_t state, const uint32_t *stack,
                      size_t height);

/* Does the automaton accept the word whose last letter is followed by number
 * 'loop'? */
bool naive_accepts(mem *m, const omega *a, const uint64_t *letters,
                   size_t count, size_t loop);

#endif
