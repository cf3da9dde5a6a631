/* Weights without a bound.
 *
 * An improvement is strict, so reasons that run in a circle mean that going
 * around it once more gains weight: with d(e) the weight of edge e and c(e)
 * what its reason adds, d(e) >= c(e) + d(premise) holds for every edge on the
 * circle, and strictly for the one that closed it. Conversely, while weights
 * improve without end they drop below those of all derivations without a
 * repetition, so that some circle appears.
 *
 * The gain of a circle is a vector; from its first component that is not zero
 * on, the weight has no bound. One edge of the circle is told so; the others
 * learn it in the usual way. */
#include "engine/saturation/saturation.h"

#include <assert.h>
#include <string.h>

enum { WHITE, GREY, BLACK };

typedef struct frame {
  uint32_t edge, next_premise;
  uint32_t premise[2];
} frame;

typedef struct search {
  sat *a;
  uint8_t *colour;
  vec(frame) path;
} search;

static void enter(search *s, uint32_t e) {
  sat *a = s->a;
  frame f = {.edge = e};
  sat_premises(a, e, (sat_reason){a->edges.at[e].rule, a->edges.at[e].via},
               f.premise);
  vec_push(a->m, &s->path, f);
}

/* What the path from 'from' to its end adds, the way on excepted. */
static bool gain_of(search *s, size_t from, int64_t *gain) {
  sat *a = s->a;
  weights *w = a->w;
  memset(gain, 0, w->size);
  for (size_t i = from; i < s->path.count; i++) {
    const frame *f = &s->path.at[i];
    uint32_t rule = a->edges.at[f->edge].rule;
    uint32_t side = f->premise[2 - f->next_premise]; /* the other one */
    if (rule != SAT_BY_EPSILON)
      weights_extend(w, gain, gain, weights_of_rule(w, rule));
    if (side != SAT_NONE)
      weights_extend(w, gain, gain, sat_value(a, side));
  }
  return gain[0] != INT64_MAX;
}

/* Once around the circle, from the end of the path back to its start. */
static uint32_t loop_around(search *s, size_t from) {
  sat *a = s->a;
  sat_loop loop = {.inner = a->version.at[s->path.at[from].edge]};
  uint32_t below = loop.inner;
  for (size_t i = s->path.count; i-- > from;) {
    const frame *f = &s->path.at[i];
    sat_version v = {f->edge, a->edges.at[f->edge].rule,
                     {SAT_NONE, SAT_NONE}, SAT_NONE, SAT_NONE};
    for (uint32_t k = 0; k < 2; k++)
      if (k + 1 == f->next_premise)
        v.premise[k] = below;
      else if (f->premise[k] != SAT_NONE)
        v.premise[k] = a->version.at[f->premise[k]];
    below = sat_add_version(a, v);
    if (i + 1 == s->path.count)
      loop.first = below;
  }
  loop.last = below;
  vec_push(a->m, &a->loops, loop);
  return (uint32_t)a->loops.count - 1;
}

/* The path from edge 'e' on has come back to it. */
static void close_circle(search *s, uint32_t e) {
  sat *a = s->a;
  size_t from = s->path.count;
  int64_t gain[PDS_MOST_DIMENSIONS];
  while (s->path.at[--from].edge != e)
    ;
  if (!gain_of(s, from, gain))
    return;
  uint32_t level = weights_first_nonzero(a->w, gain);
  /* A gain that has no bound itself comes from a loop beside the circle. */
  if (level == a->w->dimension || gain[level] >= 0 ||
      gain[level] == INT64_MIN ||
      level >= weights_level(a->w, sat_value(a, e)))
    return;
  uint32_t loop = loop_around(s, from);
  weights_unbind(a->w, sat_value(a, e), level);
  a->version.at[e] = sat_add_version(
      a, (sat_version){e, SAT_NONE, {SAT_NONE, SAT_NONE}, loop, level});
  sat_requeue(a, e);
}

static void visit(search *s, uint32_t e) {
  if (s->colour[e] == GREY)
    close_circle(s, e);
  else if (s->colour[e] == WHITE) {
    s->colour[e] = GREY;
    enter(s, e);
  }
}

void sat_find_loops(sat *a) {
  search s = {.a = a};
  s.colour = mem_array(a->m, a->edges.count + 1, 1);
  a->improvements = 0;
  for (uint32_t e = 0; e < a->edges.count; e++) {
    if (s.colour[e] == WHITE)
      visit(&s, e);
    while (s.path.count) {
      frame *f = &vec_last(&s.path);
      progress_tick(a->clock);
      if (f->next_premise == 2 ||
          f->premise[f->next_premise] == SAT_NONE) {
        s.colour[f->edge] = BLACK;
        s.path.count--;
      } else {
        visit(&s, f->premise[f->next_premise++]);
      }
    }
  }
  vec_free(a->m, &s.path);
  mem_free(a->m, s.colour);
}

void sat_find_loop_through(sat *a, uint32_t edge) {
  enum { FAR = 4096 };
  search s = {.a = a};
  map seen = {0};
  map_insert(a->m, &seen, edge);
  enter(&s, edge);
  while (s.path.count && seen.keys.count < FAR) {
    frame *f = &vec_last(&s.path);
    if (f->next_premise == 2 || f->premise[f->next_premise] == SAT_NONE) {
      s.path.count--;
      continue;
    }
    uint32_t e = f->premise[f->next_premise++];
    size_t before = seen.keys.count;
    if (e == edge) {
      close_circle(&s, edge);
      break;
    }
    if (map_insert(a->m, &seen, e) == before)
      enter(&s, e);
  }
  vec_free(a->m, &s.path);
  map_free(a->m, &seen);
}
