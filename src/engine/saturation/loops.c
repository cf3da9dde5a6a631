/* Weights without a bound.
 *
 * The versions of an edge weigh less and less. If the tree of one contains an
 * earlier one of the same edge, what lies between them is a context that can be
 * repeated, each time for the same gain: from the first component of the gain
 * that is not zero on, the weight has no bound. Conversely, weights that
 * improve without end need trees of any height, and a tree that is higher than
 * there are edges repeats one on its longest branch.
 *
 * The edge is given a version that says so. Its tree stands for once around the
 * loop, so that every version still has a finite tree. */
#include "engine/saturation/loops.h"

#include "engine/saturation/agenda.h"

#include <assert.h>
#include <string.h>

/* The first component of a gain from 'before' to 'after', which must be finite;
 * the dimension if there is none. */
static uint32_t gain_level(const sat *a, uint32_t after, uint32_t before) {
  const int64_t *x = sat_version_value(a, after);
  const int64_t *y = sat_version_value(a, before);
  uint32_t n = a->w->dimension;
  for (uint32_t i = 0; i < n; i++)
    if (x[i] != y[i])
      return x[i] < y[i] && x[i] != INT64_MIN ? i : n;
  return n;
}

/* What lies below a version: through a loop, its last version. */
static uint32_t below(const sat *a, uint32_t version, int i) {
  assert(version < a->versions.count);
  const sat_version *v = &a->versions.at[version];
  if (v->loop != SAT_NONE)
    return i == 0 ? a->loops.at[v->loop].last : SAT_NONE;
  return v->premise[i];
}

/* 'branch' leads from a version of the edge down to an earlier one. Repeats it
 * on top of the latest. */
static void close_loop(sat *a, const uint32_t *branch, size_t count,
                       uint32_t level) {
  uint32_t edge = a->versions.at[branch[0]].edge;
  assert(edge < a->version.count);
  uint32_t top = a->version.at[edge];
  sat_loop loop = {.inner = top, .first = SAT_NONE};
  for (size_t i = count - 1; i-- > 0;) {
    sat_version version = a->versions.at[branch[i]];
    if (version.loop !=
        SAT_NONE) /* stands for what is below it on the branch */
      continue;
    uint32_t on_branch = branch[i + 1];
    int k = version.premise[0] == on_branch ? 0 : 1;
    version.premise[k] = top;
    top = sat_add_version(a, version, sat_version_value(a, branch[i]));
    if (loop.first == SAT_NONE)
      loop.first = top;
  }
  loop.last = top;
  vec_push(a->m, &a->loops, loop);
  weights_unbind(a->w, sat_value(a, edge), level);
  a->version.at[edge] =
      sat_add_version(a,
                      (sat_version){edge,
                                    SAT_NONE,
                                    {SAT_NONE, SAT_NONE},
                                    (uint32_t)a->loops.count - 1,
                                    0},
                      sat_value(a, edge));
  sat_requeue(a, edge);
}

/* May the version 'upper' above 'lower' on a branch be taken for a loop? */
static bool is_loop(const sat *a, uint32_t upper, uint32_t lower,
                    uint32_t *level) {
  assert(upper < a->versions.count);
  uint32_t edge = a->versions.at[upper].edge;
  *level = gain_level(a, upper, lower);
  return *level < weights_level(a->w, sat_value(a, edge));
}

/* Near: all versions below, the nearest first. */

static bool look_near(sat *a, uint32_t edge) {
  assert(edge < a->version.count);
  enum { FAR = 512 };
  map seen = {0}; /* versions */
  uint32_t parent[FAR + 2], branch[FAR + 2];
  uint32_t start = a->version.at[edge], level;
  bool found = false;
  map_insert(a->m, &seen, start);
  parent[0] = SAT_NONE;
  for (uint32_t n = 0; n < seen.keys.count && !found; n++) {
    uint32_t version = (uint32_t)seen.keys.at[n];
    if (n > 0 && a->versions.at[version].edge == edge &&
        is_loop(a, start, version, &level)) {
      size_t count = 0;
      for (uint32_t i = n; i != SAT_NONE; i = parent[i])
        branch[count++] = (uint32_t)seen.keys.at[i];
      for (size_t i = 0, j = count; i + 1 < j; i++) {
        uint32_t swap = branch[i];
        branch[i] = branch[--j];
        branch[j] = swap;
      }
      close_loop(a, branch, count, level);
      found = true;
    }
    for (int i = 0; i < 2 && !found && seen.keys.count < FAR; i++) {
      uint32_t next = below(a, version, i);
      size_t before = seen.keys.count;
      if (next != SAT_NONE && map_insert(a->m, &seen, next) == before)
        parent[before] = n;
    }
  }
  map_free(a->m, &seen);
  return found;
}

/* Far: the longest branch. */

static uint32_t highest_below(const sat *a, uint32_t version) {
  uint32_t x = below(a, version, 0), y = below(a, version, 1);
  if (x == SAT_NONE || y == SAT_NONE)
    return x == SAT_NONE ? y : x;
  return a->versions.at[x].height >= a->versions.at[y].height ? x : y;
}

static void look_far(sat *a, uint32_t edge) {
  assert(edge < a->version.count);
  vec(uint32_t) branch = {0};
  map edges = {0};           /* seen on the branch */
  vec(uint32_t) where = {0}; /* and where first */
  uint32_t version = a->version.at[edge], level;
  for (; version != SAT_NONE; version = highest_below(a, version)) {
    uint32_t n = map_insert(a->m, &edges, a->versions.at[version].edge);
    vec_push(a->m, &branch, version);
    if (n == where.count) {
      vec_push(a->m, &where, (uint32_t)branch.count - 1);
    } else if (is_loop(a, branch.at[where.at[n]], version, &level)) {
      close_loop(a, branch.at + where.at[n], branch.count - where.at[n], level);
      break;
    }
  }
  vec_free(a->m, &branch);
  vec_free(a->m, &where);
  map_free(a->m, &edges);
}

void sat_look_for_loop(sat *a, uint32_t edge) {
  if (!look_near(a, edge) &&
      a->versions.at[a->version.at[edge]].height > a->edges.count)
    look_far(a, edge);
}
