/* Weights during saturation: vectors of 64-bit integers in lexicographic
 * order, of which the least is wanted, or elements of a user's semiring.
 *
 * "Longest" is the least of negated weights; an unweighted problem whose
 * shortest run is wanted gives each rule the weight 1. INT64_MIN in the first
 * component is minus infinity; sums that leave 64 bits stick to INT64_MAX and
 * set 'saturated'. */
#ifndef ENGINE_SATURATION_WEIGHTS_H
#define ENGINE_SATURATION_WEIGHTS_H

#include "pds/pds.h"
#include "pds/semiring.h"

/* How the agenda of a saturation is ordered, and why. */
typedef enum sat_mode {
  SAT_REACH,    /* no weights: rows in the order of their growth */
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
  bool unit;   /* each rule weighs 'unit_weight' */
  int64_t unit_weight;
  const unsigned char *rules; /* by rule */
  bool saturated;
  unsigned char *scratch; /* room for one weight, for the caller's use */
  unsigned char *combined; /* and one for weights_improve */
} weights;

/* The least (or with 'longest' the greatest) weight of the problem's runs, or
 * their number of steps where it has no weights. */
void weights_init(mem *m, weights *w, const pds *p, bool longest);
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

static inline bool weights_is_bottom(const weights *w, const void *a) {
  return w->mode == SAT_FIXPOINT && *(const int64_t *)a == INT64_MIN;
}
void weights_set_bottom(const weights *w, void *a);

#endif
