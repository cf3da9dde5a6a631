/* Offers: an edge follows from others. In SAT_REACH it is new or not; otherwise
 * it may also be there already and get a better weight. */
#include "engine/saturation/offers.h"

#include "engine/saturation/loops.h"
#include "engine/saturation/rows.h"

#include <assert.h>
#include <string.h>

uint32_t sat_add_version(sat *a, sat_version version, const void *value) {
  int64_t x[PDS_MOST_DIMENSIONS]; /* 'value' may lie in the vector */
  uint32_t height = 0;
  memcpy(x, value, a->w->size);
  if (base_unlikely(a->versions.count >= SAT_NONE - 1))
    mem_raise(a->m->budget, MEM_LIMIT);
  for (int i = 0; i < 2; i++)
    if (version.premise[i] != SAT_NONE &&
        a->versions.at[version.premise[i]].height > height)
      height = a->versions.at[version.premise[i]].height;
  if (version.loop != SAT_NONE)
    height = a->versions.at[a->loops.at[version.loop].last].height;
  version.height = height + 1;
  for (uint32_t i = 0; i < a->w->dimension; i++)
    vec_push(a->m, &a->version_values, x[i]);
  vec_push(a->m, &a->versions, version);
  return (uint32_t)a->versions.count - 1;
}

static void note_version(sat *a, uint32_t e, uint32_t rule, uint32_t e1,
                         uint32_t e2) {
  sat_version version = {e, rule, {SAT_NONE, SAT_NONE}, SAT_NONE, 0};
  if (e1 != SAT_NONE)
    version.premise[0] = a->version.at[e1];
  if (e2 != SAT_NONE)
    version.premise[1] = a->version.at[e2];
  if (e == a->version.count) {
    vec_push(a->m, &a->version, SAT_NONE);
    vec_push(a->m, &a->improvements, 0);
  }
  a->version.at[e] = sat_add_version(a, version, sat_value(a, e));
}

/* An edge that improves again and again is suspect: found early, its loop makes
 * small evidence. A tree higher than there are edges has a repetition. */
static void suspect(sat *a, uint32_t e) {
  assert(e < a->improvements.count);
  enum { LOOK_EVERY = 4 };
  if (++a->improvements.at[e] < LOOK_EVERY &&
      a->versions.at[a->version.at[e]].height <= a->edges.count)
    return;
  a->improvements.at[e] = 0;
  sat_look_for_loop(a, e);
}

/* The edge can have the weight 'value', by the reason given. */
static void offers_relax(sat *a, uint32_t row, uint32_t to, sat_reason why,
                         uint32_t e1, uint32_t e2, const void *value) {
  if (a->w->limit && !weights_less(a->w, value, a->w->limit))
    return;
  uint32_t e = sat_find_edge(a, row, to);
  if (e == SAT_NONE) {
    e = rows_append(a, row, to, why);
    vec_push(a->m, &a->position, SAT_NONE);
    vec_push(a->m, &a->visited, 0);
    vec_reserve(a->m, &a->values, a->w->size);
    memcpy(a->values.at + a->values.count, value, a->w->size);
    a->values.count += a->w->size;
  } else if (weights_improve(a->w, sat_value(a, e), value)) {
    /* Nothing improves behind the front of a Dijkstra search. */
    assert(a->w->mode != SAT_ORDERED || a->position.at[e] != SAT_NONE);
    a->edges.at[e].rule = why.rule;
    a->edges.at[e].via = why.via;
  } else {
    return;
  }
  sat_requeue(a, e);
  if (a->w->mode == SAT_FIXPOINT) {
    note_version(a, e, why.rule, e1, e2);
    suspect(a, e);
  }
}

static void weigh(sat *a, uint32_t rule, uint32_t e1, uint32_t e2, void *out) {
  weights *w = a->w;
  if (a->forward) {
    memcpy(out, sat_value(a, e1), w->size);
    if (e2 != SAT_NONE)
      weights_extend(w, out, out, sat_value(a, e2));
    if (rule != SAT_BY_EPSILON)
      weights_extend(w, out, out, weights_of_rule(w, rule));
  } else {
    memcpy(out, weights_of_rule(w, rule), w->size);
    if (e1 != SAT_NONE)
      weights_extend(w, out, out, sat_value(a, e1));
    if (e2 != SAT_NONE)
      weights_extend(w, out, out, sat_value(a, e2));
  }
}

/* Going around a loop can double a weight: it would leave 64 bits long before
 * anybody looks for loops. Then look at once, and weigh again. */
static void weigh_carefully(sat *a, uint32_t rule, uint32_t e1, uint32_t e2,
                            void *out) {
  bool saturated = a->w->saturated;
  a->w->saturated = false;
  weigh(a, rule, e1, e2, out);
  if (base_unlikely(a->w->saturated)) {
    if (e1 != SAT_NONE)
      sat_look_for_loop(a, e1);
    if (e2 != SAT_NONE)
      sat_look_for_loop(a, e2);
    a->w->saturated = false;
    weigh(a, rule, e1, e2, out);
  }
  a->w->saturated |= saturated;
}

void sat_offer(sat *a, uint32_t row, uint32_t to, sat_reason why, uint32_t e1,
               uint32_t e2) {
  unsigned char *value = a->w->scratch;
  if (a->w->mode == SAT_REACH) {
    rows_reach(a, row, to, why);
    return;
  }
  if (a->w->mode == SAT_FIXPOINT)
    weigh_carefully(a, why.rule, e1, e2, value);
  else
    weigh(a, why.rule, e1, e2, value);
  offers_relax(a, row, to, why, e1, e2, value);
}

void sat_offer_axiom(sat *a, uint32_t row, uint32_t to, uint32_t rule) {
  sat_reason why = {rule, SAT_NONE};
  if (a->w->mode == SAT_REACH) {
    rows_reach(a, row, to, why);
    return;
  }
  weights_one(a->w, a->w->scratch);
  offers_relax(a, row, to, why, SAT_NONE, SAT_NONE, a->w->scratch);
}

/* Many edges at once. */

sat_cursor sat_delta_cursor(const sat *a, const sat_delta *delta) {
  sat_cursor cursor = {
      .a = a, .edge = delta->first, .left = delta->count, .set = delta->set};
  return cursor;
}

sat_cursor sat_row_cursor(const sat *a, uint32_t row) {
  assert(row < a->rows.count);
  const sat_row *r = &a->rows.at[row];
  sat_cursor cursor = {
      .a = a, .edge = r->first, .left = r->count, .set = SAT_NONE};
  if (r->dense)
    cursor.set = r->set;
  return cursor;
}

bool sat_cursor_next(sat_cursor *cursor, uint32_t *edge) {
  const sat *a = cursor->a;
  if (cursor->set == SAT_NONE) {
    if (cursor->left == 0)
      return false;
    cursor->left--;
    *edge = cursor->edge;
    cursor->to = a->edges.at[cursor->edge].to;
    cursor->edge = a->edges.at[cursor->edge].next;
    return true;
  }
  while (cursor->bits == 0) { /* the set may move while it is gone through */
    if (cursor->word >= a->set_words.at[cursor->set])
      return false;
    cursor->bits = a->sets.at[cursor->set][cursor->word++];
  }
  cursor->to = (cursor->word - 1) * 64 + base_lowest_bit(cursor->bits);
  cursor->bits &= cursor->bits - 1;
  *edge = SAT_NONE;
  return true;
}

static void offer_each(sat *a, uint32_t row, sat_contribution contribution,
                       sat_cursor cursor) {
  uint32_t e;
  while (sat_cursor_next(&cursor, &e))
    sat_offer(a, row, cursor.to, contribution.why,
              contribution.other_first ? contribution.other : e,
              contribution.other_first ? e : contribution.other);
}

void sat_offer_delta(sat *a, uint32_t row, sat_contribution contribution,
                     const sat_delta *delta) {
  if (delta->set != SAT_NONE && a->rows.at[row].dense)
    rows_merge(a, row, delta->set, delta->low, delta->high);
  else
    offer_each(a, row, contribution, sat_delta_cursor(a, delta));
}

void sat_offer_row(sat *a, uint32_t row, sat_contribution contribution,
                   uint32_t source) {
  assert(source < a->rows.count);
  if (a->rows.at[source].dense && a->rows.at[row].dense)
    rows_merge(a, row, a->rows.at[source].set, 0,
               a->set_words.at[a->rows.at[source].set]);
  else
    offer_each(a, row, contribution, sat_row_cursor(a, source));
}
