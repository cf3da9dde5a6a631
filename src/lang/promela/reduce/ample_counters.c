/* Loops that count: see ample_sticky.c. */
#include "lang/promela/reduce/ample_sticky.h"

#include <assert.h>

/* The change by which a move counts a variable, or NULL. A step that passes
 * several points might count several times. */
static const pml_access *count_of(const pml_finder *finder, uint32_t point,
                                  uint32_t move) {
  const pml_maker *maker = finder->k;
  const pml_access *found = NULL;
  if (maker->p->moves.at[move].atomic ||
      maker->is_inside[finder->b->first_point + point])
    return NULL;
  for (uint32_t i = maker->spans.at[move].first; i < maker->spans.at[move].end;
       i++)
    if (maker->list.at[i].kind == PML_CHANGES && maker->list.at[i].by)
      found = &maker->list.at[i];
  return found;
}

bool pml_has_counter(const pml_finder *finder, uint32_t point) {
  const pml_point *x = &finder->k->p->points.at[finder->b->first_point + point];
  for (uint32_t n = x->first; n < x->first + x->count; n++)
    if (count_of(finder, point, n))
      return true;
  return false;
}

/* Does the move leave the variable alone, or count it once? */
static bool is_right(const pml_finder *finder, const pml_access *count,
                     uint32_t point, uint32_t move, bool *is_counting) {
  const pml_maker *maker = finder->k;
  uint32_t changes = 0;
  bool good = true;
  assert(move < maker->spans.count);
  for (uint32_t i = maker->spans.at[move].first; i < maker->spans.at[move].end;
       i++) {
    const pml_access *access = &maker->list.at[i];
    if (access->kind != PML_CHANGES || access->lo >= count->hi ||
        count->lo >= access->hi)
      continue;
    changes++;
    good &= access->by == count->by && access->lo == count->lo &&
            access->hi == count->hi;
  }
  *is_counting = changes > 0;
  return changes == 0 ||
         (good && changes == 1 && count_of(finder, point, move));
}

static bool is_within(const pml_finder *finder, uint32_t component,
                      uint32_t point, const pml_move *move) {
  return !finder->is_held[point] && finder->wider[point] == component &&
         move->kind != PML_MOVE_END && !finder->is_held[move->to] &&
         finder->wider[move->to] == component;
}

/* The value that counting leaves by wrapping around. */
static int32_t last_value(const pml_scalar *scalar, int by) {
  bool is_signed = scalar->cell == PML_CELL_I16 || scalar->cell == PML_CELL_I32;
  uint32_t all =
      scalar->bits >= 32 ? UINT32_MAX : (UINT32_C(1) << scalar->bits) - 1;
  if (is_signed || scalar->bits >= 32)
    return by > 0 ? (int32_t)(all >> 1) : -(int32_t)(all >> 1) - 1;
  return by > 0 ? (int32_t)all : 0;
}

/* How the variable at these bytes of a frame lies; false: it is no plain one.
 */
static bool find_scalar(const pml_finder *finder, const pml_access *count,
                        pml_scalar *out) {
  const pml_lowered *lowered = finder->k->p;
  uint32_t process = (uint32_t)(finder->b - lowered->behaviours.at);
  for (size_t i = 0; i < lowered->syntax->vars.count; i++) {
    const pml_var *var = &lowered->syntax->vars.at[i];
    if (var->process != process || var->record != PML_NONE || var->is_array ||
        var->type == PML_RECORD || lowered->lies.at[i].offset != count->lo)
      continue;
    *out = lowered->lies.at[i].scalar;
    return count->hi == count->lo + out->bytes;
  }
  return false;
}

/* The process is held back at the point where the variable would wrap; one
 * variable for each point, more are too many. */
static void hold(pml_finder *finder, uint32_t point, const pml_access *count,
                 const pml_scalar *scalar) {
  pml_ample_point *ample_point =
      &finder->k->a->points.at[finder->b->first_point + point];
  int32_t last = last_value(scalar, count->by);
  if (ample_point->flags & PML_POINT_COUNTS &&
      (ample_point->counter != count->lo || ample_point->last != last)) {
    ample_point->flags |= PML_POINT_NEVER;
    finder->is_cut[point] = finder->is_held[point] = 1;
    return;
  }
  ample_point->flags |= PML_POINT_COUNTS;
  ample_point->counter = count->lo;
  ample_point->scalar = pml_scalar_word(scalar);
  ample_point->last = last;
}

static bool counters_cut(pml_finder *finder, const pml_access *count,
                         uint32_t component) {
  const pml_lowered *lowered = finder->k->p;
  pml_scalar scalar;
  bool is_counting;
  if (!find_scalar(finder, count, &scalar))
    return false;
  for (int pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < finder->b->points; i++) {
      const pml_point *point = &lowered->points.at[finder->b->first_point + i];
      for (uint32_t n = point->first; n < point->first + point->count; n++) {
        if (!is_within(finder, component, i, &lowered->moves.at[n]))
          continue;
        if (!is_right(finder, count, i, n, &is_counting))
          return false;
        if (pass == 0 || !is_counting)
          continue;
        hold(finder, i, count, &scalar);
        finder->is_gone[n] = 1;
      }
    }
  return true;
}

bool pml_cut_counter(pml_finder *finder, uint32_t point) {
  const pml_point *x = &finder->k->p->points.at[finder->b->first_point + point];
  for (uint32_t n = x->first; n < x->first + x->count; n++) {
    const pml_access *count = count_of(finder, point, n);
    if (count && !finder->is_gone[n] &&
        is_within(finder, finder->wider[point], point,
                  &finder->k->p->moves.at[n]) &&
        counters_cut(finder, count, finder->wider[point]))
      return true;
  }
  return false;
}
