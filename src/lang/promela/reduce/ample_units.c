/* What processes share, cut into units; and which channels they mean. */
#include "lang/promela/reduce/ample_make.h"

#include <assert.h>

bool pml_list_accesses(pml_maker *k, const char **why) {
  const pml_lowered *p = k->p;
  pml_scan s;
  pml_scan_init(&s, k->m, p);
  vec_resize(k->m, &k->spans, p->moves.count);
  for (uint32_t process = 0; process < p->behaviours.count; process++) {
    const pml_behaviour *b = &p->behaviours.at[process];
    if (!pml_is_real(k->p, process))
      continue;
    for (uint32_t i = 0; i < b->points; i++) {
      const pml_point *point = &p->points.at[b->first_point + i];
      for (uint32_t n = point->first; n < point->first + point->count; n++) {
        k->spans.at[n].first = (uint32_t)s.list.count;
        pml_scan_move(&s, process, &p->moves.at[n]);
        k->spans.at[n].end = (uint32_t)s.list.count;
      }
    }
  }
  k->list.at = s.list.at;
  k->list.count = s.list.count;
  k->list.capacity = s.list.capacity;
  s.list.at = NULL;
  k->arguments.at = s.arguments.at;
  k->arguments.count = s.arguments.count;
  k->arguments.capacity = s.arguments.capacity;
  s.arguments.at = NULL;
  *why = s.why;
  pml_scan_free(&s);
  return *why == NULL;
}

static void cut_at(uint8_t *cuts, uint32_t lo, uint32_t hi) {
  cuts[lo] = 1;
  cuts[hi] = 1;
}

static void find_cuts(pml_maker *k, const pml_accesses *list, uint8_t *cuts) {
  vec_each (const pml_access, a, list) {
    if (a->kind != PML_READS && a->kind != PML_WRITES)
      continue;
    cut_at(cuts, a->lo, a->hi);
    if (a->kind == PML_WRITES)
      memset(k->is_written + a->lo, 1, a->hi - a->lo);
  }
}

static void units_add_extra(pml_maker *k, pml_extra_kind kind, uint32_t lo,
                            uint32_t hi, uint32_t *units) {
  vec_each (const pml_extra, x, &k->extras)
    if (x->kind == kind && x->lo == lo && x->hi == hi)
      return;
  vec_push(k->m, &k->extras, ((pml_extra){kind, lo, hi, (*units)++}));
}

static void find_extras(pml_maker *k, const pml_accesses *list,
                        uint32_t *units) {
  vec_each (const pml_access, a, list) {
    if (a->kind == PML_SEES_POINT)
      units_add_extra(k, PML_EXTRA_POINT, a->lo, a->hi, units);
    else if (a->kind == PML_SEES_LOCAL)
      units_add_extra(k, PML_EXTRA_LOCAL, a->lo, a->hi, units);
    else if (a->kind == PML_SEES_MARK)
      units_add_extra(k, PML_EXTRA_MARK, a->lo, 0, units);
  }
}

static void find_changes_of(pml_maker *k, uint32_t move, uint32_t frame_bytes,
                            uint8_t *changed) {
  assert(move < k->spans.count);
  for (uint32_t i = k->spans.at[move].first; i < k->spans.at[move].end; i++) {
    const pml_access *a = &k->list.at[i];
    if (a->kind != PML_CHANGES || a->is_reset)
      continue;
    uint32_t hi = a->hi < frame_bytes ? a->hi : frame_bytes;
    memset(changed + a->lo, 1, hi - a->lo);
  }
}

static void find_changes(pml_maker *k) {
  const pml_lowered *p = k->p;
  k->is_changed = mem_array(k->m, p->behaviours.count, sizeof *k->is_changed);
  for (uint32_t i = 0; i < p->behaviours.count; i++) {
    const pml_behaviour *b = &p->behaviours.at[i];
    k->is_changed[i] = mem_alloc(k->m, b->frame_bytes + 1);
    for (uint32_t n = 0; pml_is_real(k->p, i) && n < b->points; n++) {
      const pml_point *point = &p->points.at[b->first_point + n];
      for (uint32_t move = 0; move < point->count; move++)
        find_changes_of(k, point->first + move, b->frame_bytes,
                        k->is_changed[i]);
    }
  }
}

void pml_make_units(pml_maker *k) {
  uint32_t bytes = k->p->global_bytes, units = 0, at = PML_NONE;
  uint8_t *cuts = mem_alloc(k->m, bytes + 1);
  k->is_written = mem_alloc(k->m, bytes + 1);
  k->unit_of = mem_array(k->m, bytes + 1, sizeof *k->unit_of);
  find_cuts(k, &k->list, cuts);
  find_cuts(k, &k->question, cuts);
  for (uint32_t i = 0; i < bytes; i++) {
    if (cuts[i] || i == 0)
      at = k->is_written[i] ? units++ : PML_NONE;
    k->unit_of[i] = at;
  }
  mem_free(k->m, cuts);
  find_extras(k, &k->list, &units);
  find_extras(k, &k->question, &units);
  k->ready = PML_NONE;
  vec_each (const pml_queue, q, &k->p->queues)
    k->has_rendezvous |= q->capacity == 0;
  if (k->has_rendezvous) {
    k->ready = units;
    units_add_extra(k, PML_EXTRA_READY, 0, 0, &units);
  }
  k->a->units = (units + 63) / 64;
  if (k->a->units > PML_MOST_UNIT_WORDS)
    k->a->units = PML_MOST_UNIT_WORDS;
  if (k->a->units == 0)
    k->a->units = 1;
  find_changes(k);
}
