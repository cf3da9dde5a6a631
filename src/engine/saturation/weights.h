/* Weights during saturation: vectors of 64-bit integers in lexicographic
 * order, of which the least is wanted, or elements of a user's semiring
 * (Reps, Schwoon, Jha and Melski 2005).
 *
 * "Longest" is the least of negated weights; an unweighted problem whose
 * shortest run is wanted gives each rule the weight 1. In SAT_FIXPOINT a
 * component may be minus infinity (INT64_MIN); then so are those behind it,
 * since nothing is known of them. Sums that leave 64 bits become the greatest
 * weight of all, INT64_MAX throughout, and set 'saturated'. */
#ifndef ENGINE_SATURATION_WEIGHTS_H
#define ENGINE_SATURATION_WEIGHTS_H

#include "pds/pds.h"
#include "pds/semiring.h"

/* How the agenda of a saturation is ordered, and why. */
typedef enum sat_mode {
  SAT_REACH,    /* no weights: rows in the order of their numbers */
  SAT_ORDERED,  /* no rule weighs less than nothing: least weight first, each
                   edge once (Knuth's generalisation of Dijkstra) */
  SAT_FIXPOINT, /* some do: first come first served until nothing improves */
  SAT_SEMIRING  /* the same with a user's combine */
} sat_mode;

typedef struct weights {
  sat_mode mode;
  uint32_t dimension;
  size_t size; /* of a weight, in bytes; 0 in SAT_REACH */
  const semiring *ring;
  bool unit; /* each rule weighs 'unit_weight' */
  int64_t unit_weight;
  const unsigned char *rules; /* by rule */
  bool saturated;
  const void *limit; /* what weighs so much or more is not wanted; NULL: none */
  unsigned char *scratch;  /* room for one weight, for the caller's use */
  unsigned char *combined; /* and one for weights_improve */
} weights;

/* The least (or with 'longest' the greatest) weight of the problem's runs, or
 * their number of steps where it has no weights. */
void weights_init(mem *m, weights *w, const pds *system, bool longest);
/* The number of steps, whatever the problem's weights are. */
void weights_init_steps(mem *m, weights *w, bool longest);
void weights_init_semiring(mem *m, weights *w, const semiring *ring,
                           const unsigned char *rules);
/* No weights at all: SAT_REACH. */
void weights_init_none(weights *w);

const void *weights_of_rule(const weights *w, uint32_t rule);
void weights_one(const weights *w, void *out);
/* 'out' may be 'a' or 'b'. */
void weights_extend(weights *w, void *out, const void *a, const void *b);
bool weights_less(const weights *w, const void *a, const void *b);

/* Takes 'b' into 'a'; false: 'a' stays as it is. */
bool weights_improve(weights *w, void *a, const void *b);

/* The first component that is minus infinity; the dimension if none is. */
static inline uint32_t weights_level(const weights *w, const void *a) {
  const int64_t *x = a;
  uint32_t i = 0;
  if (w->mode != SAT_FIXPOINT)
    return w->dimension;
  while (i < w->dimension && x[i] != INT64_MIN)
    i++;
  return i;
}
static inline bool weights_is_unbounded(const weights *w, const void *a) {
  return weights_level(w, a) < w->dimension;
}
/* Makes the components from 'level' on minus infinity. */
void weights_unbind(const weights *w, void *a, uint32_t level);
/* The first component in which the sum is not zero; the dimension if all are.
 * 'sum' may have minus infinity. */
uint32_t weights_first_nonzero(const weights *w, const int64_t *sum);

#endif
