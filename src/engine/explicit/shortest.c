#include "engine/explicit/shortest.h"

#include "engine/explicit/loops.h"

/* Edges that are looked at for a shorter run, once there is one. */
static const uint64_t MOST_WORK = UINT64_C(1) << 31;
enum { FIRST_RADIUS = 16 };

static void add_stem(const region *r, uint32_t end, shortest_lasso *out) {
  for (uint32_t n = end; r->came.at[n].from != GRAPH_NONE;
       n = r->came.at[n].from) {
    const region_came *came = r->came.at + n;
    shortest_step step = {.from = (uint32_t)r->pairs.keys.at[came->from],
                          .to = (uint32_t)r->pairs.keys.at[n],
                          .label = came->label,
                          .via = came->via};
    vec_push(r->m, &out->steps, step);
  }
  for (size_t i = 0, k = out->steps.count; i + 1 < k; i++, k--) {
    shortest_step swap = out->steps.at[i];
    out->steps.at[i] = out->steps.at[k - 1];
    out->steps.at[k - 1] = swap;
  }
  out->loop = out->steps.count;
}

/* Loops of at most 'longest' steps through each state. True: longer ones are
 * still to be looked for. */
static bool search_loops(region *r, size_t longest, size_t *best,
                         shortest_lasso *out) {
  loops l = {0};
  bool is_cut = false;
  for (size_t i = 0; i < r->states.count && !r->effort->is_spent; i++) {
    loops_found found;
    if (!loops_begin(&l, r, r->states.at[i]) ||
        !loops_search(&l, longest, *best, &found, &is_cut))
      continue;
    *best = found.cost;
    out->steps.count = 0;
    add_stem(r, found.start, out);
    loops_add(&l, &found, out);
  }
  loops_free(&l);
  return is_cut;
}

/* Short loops first, so that the search for long ones knows a bound. */
static void search_region(region *r, size_t *best, shortest_lasso *out) {
  size_t longest = 1;
  while (search_loops(r, longest, best, out) && !r->effort->is_spent)
    longest *= 2;
}

/* A lasso of n steps stays among states that are reached within n - 1 steps
 * (one that ends: n). So what lies further out can wait until nothing as short
 * has been found. */
bool shortest_find(mem *m, progress *clock, space *product,
                   shortest_lasso *out) {
  region_effort effort = {.most = MOST_WORK};
  size_t best = SIZE_MAX, radius = FIRST_RADIUS;
  bool is_done = false;
  if (clock->limit > 0) /* something is to be left for the checks */
    effort.until = (progress_clock() + clock->started + clock->limit) / 2;
  *out = (shortest_lasso){0};
  while (!is_done) {
    region r;
    if (region_make(&r, m, clock, product, radius, &effort))
      search_region(&r, &best, out);
    is_done = r.is_whole || effort.is_spent || best <= radius;
    region_free(&r);
    radius = out->steps.count ? best : 2 * radius;
  }
  out->is_least = !effort.is_spent;
  return out->steps.count > 0;
}
