/* Loops of the model through one of its states, short ones first: see
 * shortest.h. */
#ifndef ENGINE_EXPLICIT_LOOPS_H
#define ENGINE_EXPLICIT_LOOPS_H

#include "automata/sequences.h"
#include "engine/explicit/shortest.h"

/* Along a path: from the row's pair to 'to', with these marks. */
typedef struct loops_entry {
  uint32_t state; /* of the model, where 'to' is */
  uint32_t label;
  uint64_t group; /* marks of processes: tells steps apart */
  uint32_t to, row;
  uint64_t marks;
  uint32_t from, via; /* the last edge */
} loops_entry;

/* How a profile was met first. */
typedef struct loops_node {
  uint32_t parent;
  shortest_step by; /* 'from' and 'to' are numbers of the region */
} loops_node;

typedef struct loops {
  region *r;
  uint32_t head;      /* state of the model */
  vec(uint32_t) rows; /* its pairs that matter */
  sequences profiles; /* (to, row, number of marks), sorted */
  map mark_sets;
  vec(loops_node) nodes; /* by profile */
  vec(loops_entry) entries;
  vec(uint32_t) words;  /* a profile that is made */
  vec(uint64_t) matrix; /* row x row: marks, plus a bit in 'has' */
  vec(uint8_t) has;
} loops;

/* What a search through one state finds. */
typedef struct loops_found {
  size_t cost;     /* of the whole lasso */
  uint32_t start;  /* the pair in which the stem ends */
  uint32_t parent; /* the profile before the last step */
  shortest_step last;
} loops_found;

/* A state through which an accepted loop may lead? */
bool loops_begin(loops *l, region *r, uint32_t state);
/* Loops of at most 'longest' steps in a lasso of less than 'best'. True: found
 * one, a shortest of these. 'is_cut': 'longest' was too short to know. */
bool loops_search(loops *l, size_t longest, size_t best, loops_found *out,
                  bool *is_cut);
/* Appends the loop. */
void loops_add(const loops *l, const loops_found *found, shortest_lasso *out);
void loops_free(loops *l);

#endif
