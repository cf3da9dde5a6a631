/* What processes share, cut into units; and which channels they mean. */
#include "lang/promela/reduce/ample_make.h"

#include <assert.h>

bool pml_list_accesses(pml_maker *maker, const char **why) {
  const pml_lowered *lowered = maker->p;
  pml_scan scan;
  pml_scan_init(&scan, maker->m, lowered);
  vec_resize(maker->m, &maker->spans, lowered->moves.count);
  for (uint32_t process = 0; process < lowered->behaviours.count; process++) {
    const pml_behaviour *behaviour = &lowered->behaviours.at[process];
    if (!pml_is_real(maker->p, process))
      continue;
    for (uint32_t i = 0; i < behaviour->points; i++) {
      const pml_point *point = &lowered->points.at[behaviour->first_point + i];
      for (uint32_t n = point->first; n < point->first + point->count; n++) {
        maker->spans.at[n].first = (uint32_t)scan.list.count;
        pml_scan_move(&scan, process, &lowered->moves.at[n]);
        maker->spans.at[n].end = (uint32_t)scan.list.count;
      }
    }
  }
  maker->list.at = scan.list.at;
  maker->list.count = scan.list.count;
  maker->list.capacity = scan.list.capacity;
  scan.list.at = NULL;
  maker->arguments.at = scan.arguments.at;
  maker->arguments.count = scan.arguments.count;
  maker->arguments.capacity = scan.arguments.capacity;
  scan.arguments.at = NULL;
  *why = scan.why;
  pml_scan_free(&scan);
  return *why == NULL;
}

static void cut_at(uint8_t *cuts, uint32_t lo, uint32_t hi) {
  cuts[lo] = 1;
  cuts[hi] = 1;
}

static void find_cuts(pml_maker *maker, const pml_accesses *list,
                      uint8_t *cuts) {
  vec_each (const pml_access, access, list) {
    if (access->kind != PML_READS && access->kind != PML_WRITES)
      continue;
    cut_at(cuts, access->lo, access->hi);
    if (access->kind == PML_WRITES)
      memset(maker->is_written + access->lo, 1, access->hi - access->lo);
  }
}

static void units_add_extra(pml_maker *maker, pml_extra_kind kind, uint32_t lo,
                            uint32_t hi, uint32_t *units) {
  vec_each (const pml_extra, extra, &maker->extras)
    if (extra->kind == kind && extra->lo == lo && extra->hi == hi)
      return;
  vec_push(maker->m, &maker->extras, ((pml_extra){kind, lo, hi, (*units)++}));
}

static void find_extras(pml_maker *maker, const pml_accesses *list,
                        uint32_t *units) {
  vec_each (const pml_access, access, list) {
    if (access->kind == PML_SEES_POINT)
      units_add_extra(maker, PML_EXTRA_POINT, access->lo, access->hi, units);
    else if (access->kind == PML_SEES_LOCAL)
      units_add_extra(maker, PML_EXTRA_LOCAL, access->lo, access->hi, units);
    else if (access->kind == PML_SEES_MARK)
      units_add_extra(maker, PML_EXTRA_MARK, access->lo, 0, units);
  }
}

static void find_changes_of(pml_maker *maker, uint32_t move,
                            uint32_t frame_bytes, uint8_t *changed) {
  assert(move < maker->spans.count);
  for (uint32_t i = maker->spans.at[move].first; i < maker->spans.at[move].end;
       i++) {
    const pml_access *access = &maker->list.at[i];
    if (access->kind != PML_CHANGES || access->is_reset)
      continue;
    uint32_t hi = access->hi < frame_bytes ? access->hi : frame_bytes;
    memset(changed + access->lo, 1, hi - access->lo);
  }
}

static void find_changes(pml_maker *maker) {
  const pml_lowered *lowered = maker->p;
  maker->is_changed =
      mem_array(maker->m, lowered->behaviours.count, sizeof *maker->is_changed);
  for (uint32_t i = 0; i < lowered->behaviours.count; i++) {
    const pml_behaviour *behaviour = &lowered->behaviours.at[i];
    maker->is_changed[i] = mem_alloc(maker->m, behaviour->frame_bytes + 1);
    for (uint32_t n = 0; pml_is_real(maker->p, i) && n < behaviour->points;
         n++) {
      const pml_point *point = &lowered->points.at[behaviour->first_point + n];
      for (uint32_t move = 0; move < point->count; move++)
        find_changes_of(maker, point->first + move, behaviour->frame_bytes,
                        maker->is_changed[i]);
    }
  }
}

void pml_make_units(pml_maker *maker) {
  uint32_t bytes = maker->p->global_bytes, units = 0, at = PML_NONE;
  uint8_t *cuts = mem_alloc(maker->m, bytes + 1);
  maker->is_written = mem_alloc(maker->m, bytes + 1);
  maker->unit_of = mem_array(maker->m, bytes + 1, sizeof *maker->unit_of);
  find_cuts(maker, &maker->list, cuts);
  find_cuts(maker, &maker->question, cuts);
  for (uint32_t i = 0; i < bytes; i++) {
    if (cuts[i] || i == 0)
      at = maker->is_written[i] ? units++ : PML_NONE;
    maker->unit_of[i] = at;
  }
  mem_free(maker->m, cuts);
  find_extras(maker, &maker->list, &units);
  find_extras(maker, &maker->question, &units);
  maker->ready = PML_NONE;
  vec_each (const pml_queue, queue, &maker->p->queues)
    maker->has_rendezvous |= queue->capacity == 0;
  if (maker->has_rendezvous) {
    maker->ready = units;
    units_add_extra(maker, PML_EXTRA_READY, 0, 0, &units);
  }
  maker->a->units = (units + 63) / 64;
  if (maker->a->units > PML_MOST_UNIT_WORDS)
    maker->a->units = PML_MOST_UNIT_WORDS;
  if (maker->a->units == 0)
    maker->a->units = 1;
  find_changes(maker);
}
