/* Every lasso of a small graph, those with few steps first: is there one that
 * the automaton accepts (and that is fair) with fewer steps than were found?
 * Words are judged by the twin, one by one. */
#ifndef EXPLICIT_BRUTE_H
#define EXPLICIT_BRUTE_H

#include "tests/explicit/twin.h"

enum { BRUTE_MOST_STEPS = 12, BRUTE_MOST_WORDS = 4000 };

typedef struct brute {
  const test_graph *g;
  const omega *a;
  twin *word; /* scratch */
  bool fair;
  uint32_t path[BRUTE_MOST_STEPS + 1]; /* edges */
  uint32_t first;                      /* the state it begins in */
  size_t longest;
  unsigned long words; /* that were judged */
  bool found;
} brute;

static inline bool brute_has_edge(const test_graph *g, uint32_t s, uint32_t i) {
  return g->edges[i].from == s && !g->faulty[s] && !g->letter_faulty[s] &&
         g->edge_fault[i] != MODEL_UNDEFINED + 1;
}

/* Is the state repeated for ever, having no steps? */
static inline bool brute_is_end(const test_graph *g, uint32_t s) {
  bool has_edge = test_is_undefined(g, s);
  for (uint32_t i = 0; i < g->edge_count; i++)
    has_edge = has_edge || brute_has_edge(g, s, i);
  return !has_edge;
}

static inline uint32_t brute_state(const brute *b, size_t i) {
  return i ? b->g->edges[b->path[i - 1]].to : b->first;
}

static inline uint64_t brute_letter(const brute *b, size_t i, size_t count) {
  uint32_t s = brute_state(b, i);
  uint32_t label = i < count ? b->g->edges[b->path[i]].label : MODEL_NONE;
  return b->g->letters[s] |
         (label == MODEL_NONE ? 0 : b->g->label_letters[label]);
}

/* Steps 'loop' .. 'count' - 1 for ever. */
static inline bool brute_is_fair(const brute *b, size_t loop, size_t count) {
  bool fair = true;
  for (uint32_t p = 0; p < 64 && loop < count; p++) {
    bool good = false;
    for (size_t i = loop; i < count; i++)
      good = good || !(twin_enabled(b->g, brute_state(b, i)) >> p & 1) ||
             (b->g->movers[b->path[i]] >> p & 1);
    fair = fair && good;
  }
  return fair;
}

/* The path of 'count' steps, and then from 'loop' on again; loop == count: the
 * last state is an end, and is repeated. */
static inline void brute_judge(brute *b, size_t count, size_t loop) {
  uint64_t letters[BRUTE_MOST_STEPS + 2];
  size_t length = loop == count ? count + 1 : count;
  for (size_t i = 0; i < length; i++)
    letters[i] = brute_letter(b, i, count);
  b->words++;
  if ((!b->fair || brute_is_fair(b, loop, count)) &&
      twin_accepts(b->word, b->a, letters, length, loop))
    b->found = true;
}

static inline void brute_extend(brute *b, size_t count) {
  uint32_t s = brute_state(b, count);
  if (b->g->faulty[s] || b->g->letter_faulty[s])
    return;
  for (size_t i = 0; i < count && !b->found; i++)
    if (brute_state(b, i) == s)
      brute_judge(b, count, i);
  if (brute_is_end(b->g, s))
    brute_judge(b, count, count);
  for (uint32_t i = 0; i < b->g->edge_count; i++)
    if (!b->found && b->words < BRUTE_MOST_WORDS && count < b->longest &&
        brute_has_edge(b->g, s, i)) {
      b->path[count] = i;
      brute_extend(b, count + 1);
    }
}

/* Is there one of at most 'longest' steps? Knows only if words were not too
 * many. */
static inline bool brute_finds(brute *b, size_t longest) {
  b->longest = longest;
  b->found = false;
  b->words = 0;
  for (uint32_t i = 0; i < b->g->initials && !b->found; i++) {
    b->first = b->g->initial[i];
    brute_extend(b, 0);
  }
  return b->found;
}

#endif
