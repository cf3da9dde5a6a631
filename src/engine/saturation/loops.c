/* Weights without a bound.
 *
 * An improvement is strict, so reasons that run in a circle mean that going
 * around it once more gains weight: with d(e) the weight of edge e and c(e)
 * what its reason adds, d(e) >= c(e) + d(premise) holds for every edge on the
 * circle, and strictly for the one that closed it. Conversely, while weights
 * improve without end they drop below those of all derivations without a
 * repetition, so that some circle appears. */
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
  s->colour[e] = GREY;
  vec_push(a->m, &s->path, f);
}

static void drop_to_bottom(search *s, uint32_t e) {
  sat *a = s->a;
  for (size_t i = s->path.count; i-- > 0;) {
    uint32_t f = s->path.at[i].edge;
    weights_set_bottom(a->w, sat_value(a, f));
    if (a->position.at[f] == SAT_NONE) {
      a->position.at[f] = 1;
      vec_push(a->m, &a->later, f);
    }
    if (f == e)
      return;
  }
  assert(!"the circle is on the path");
}

static void visit(search *s, uint32_t e) {
  if (weights_is_bottom(s->a->w, sat_value(s->a, e)))
    s->colour[e] = BLACK;
  else if (s->colour[e] == GREY)
    drop_to_bottom(s, e);
  else if (s->colour[e] == WHITE)
    enter(s, e);
}

void sat_find_loops(sat *a) {
  search s = {.a = a};
  s.colour = mem_array(a->m, a->edges.count + 1, 1);
  for (uint32_t e = 0; e < a->edges.count; e++) {
    if (s.colour[e] == WHITE)
      visit(&s, e);
    while (s.path.count) {
      frame *f = &vec_last(&s.path);
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
  a->improvements = 0;
}
