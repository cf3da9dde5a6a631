/* Loops that count: see ample_sticky.c. */
#include "lang/promela/reduce/ample_sticky.h"

#include <assert.h>

/* The change by which a move counts a variable, or NULL. A step that passes
 * several points might count several times. */
static const pml_access *count_of(const pml_finder *f, uint32_t point,
                                  uint32_t move) {
  const pml_maker *k = f->k;
  const pml_access *found = NULL;
  if (k->p->moves.at[move].atomic || k->is_inside[f->b->first_point + point])
    return NULL;
  for (uint32_t i = k->spans.at[move].first; i < k->spans.at[move].end; i++)
    if (k->list.at[i].kind == PML_CHANGES && k->list.at[i].by)
      found = &k->list.at[i];
  return found;
}

bool pml_has_counter(const pml_finder *f, uint32_t point) {
  const pml_point *x = &f->k->p->points.at[f->b->first_point + point];
  for (uint32_t n = x->first; n < x->first + x->count; n++)
    if (count_of(f, point, n))
      return true;
  return false;
}

/* Does the move leave the variable alone, or count it once? */
static bool is_right(const pml_finder *f, const pml_access *count,
                     uint32_t point, uint32_t move, bool *is_counting) {
  const pml_maker *k = f->k;
  uint32_t changes = 0;
  bool good = true;
  assert(move < k->spans.count);
  for (uint32_t i = k->spans.at[move].first; i < k->spans.at[move].end; i++) {
    const pml_access *a = &k->list.at[i];
    if (a->kind != PML_CHANGES || a->lo >= count->hi || count->lo >= a->hi)
      continue;
    changes++;
    good &= a->by == count->by && a->lo == count->lo && a->hi == count->hi;
  }
  *is_counting = changes > 0;
  return changes == 0 || (good && changes == 1 && count_of(f, point, move));
}

static bool is_within(const pml_finder *f, uint32_t component, uint32_t point,
                      const pml_move *move) {
  return !f->is_held[point] && f->wider[point] == component &&
         move->kind != PML_MOVE_END && !f->is_held[move->to] &&
         f->wider[move->to] == component;
}

/* The value that counting leaves by wrapping around. */
static int32_t last_value(const pml_scalar *s, int by) {
  bool is_signed = s->cell == PML_CELL_I16 || s->cell == PML_CELL_I32;
  uint32_t all = s->bits >= 32 ? UINT32_MAX : (UINT32_C(1) << s->bits) - 1;
  if (is_signed || s->bits >= 32)
    return by > 0 ? (int32_t)(all >> 1) : -(int32_t)(all >> 1) - 1;
  return by > 0 ? (int32_t)all : 0;
}

/* How the variable at these bytes of a frame lies; false: it is no plain one.
 */
static bool find_scalar(const pml_finder *f, const pml_access *count,
                        pml_scalar *out) {
  const pml_lowered *p = f->k->p;
  uint32_t process = (uint32_t)(f->b - p->behaviours.at);
  for (size_t i = 0; i < p->syntax->vars.count; i++) {
    const pml_var *v = &p->syntax->vars.at[i];
    if (v->process != process || v->record != PML_NONE || v->is_array ||
        v->type == PML_RECORD || p->lies.at[i].offset != count->lo)
      continue;
    *out = p->lies.at[i].scalar;
    return count->hi == count->lo + out->bytes;
  }
  return false;
}

/* The process is held back at the point where the variable would wrap; one
 * variable for each point, more are too many. */
static void hold(pml_finder *f, uint32_t point, const pml_access *count,
                 const pml_scalar *scalar) {
  pml_ample_point *x = &f->k->a->points.at[f->b->first_point + point];
  int32_t last = last_value(scalar, count->by);
  if (x->flags & PML_POINT_COUNTS &&
      (x->counter != count->lo || x->last != last)) {
    x->flags |= PML_POINT_NEVER;
    f->is_cut[point] = f->is_held[point] = 1;
    return;
  }
  x->flags |= PML_POINT_COUNTS;
  x->counter = count->lo;
  x->scalar = pml_scalar_word(scalar);
  x->last = last;
}

static bool counters_cut(pml_finder *f, const pml_access *count,
                         uint32_t component) {
  const pml_lowered *p = f->k->p;
  pml_scalar scalar;
  bool is_counting;
  if (!find_scalar(f, count, &scalar))
    return false;
  for (int pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < f->b->points; i++) {
      const pml_point *x = &p->points.at[f->b->first_point + i];
      for (uint32_t n = x->first; n < x->first + x->count; n++) {
        if (!is_within(f, component, i, &p->moves.at[n]))
          continue;
        if (!is_right(f, count, i, n, &is_counting))
          return false;
        if (pass == 0 || !is_counting)
          continue;
        hold(f, i, count, &scalar);
        f->is_gone[n] = 1;
      }
    }
  return true;
}

bool pml_cut_counter(pml_finder *f, uint32_t point) {
  const pml_point *x = &f->k->p->points.at[f->b->first_point + point];
  for (uint32_t n = x->first; n < x->first + x->count; n++) {
    const pml_access *count = count_of(f, point, n);
    if (count && !f->is_gone[n] &&
        is_within(f, f->wider[point], point, &f->k->p->moves.at[n]) &&
        counters_cut(f, count, f->wider[point]))
      return true;
  }
  return false;
}
