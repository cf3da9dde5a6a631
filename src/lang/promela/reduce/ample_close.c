/* What lies behind a point, and what lies inside a step. */
#include "lang/promela/reduce/ample_make.h"

#include "base/check.h"

#include <assert.h>

static bool unite(uint64_t *into, const uint64_t *set, uint32_t words) {
  uint64_t more = 0;
  for (uint32_t i = 0; i < words; i++) {
    more |= set[i] & ~into[i];
    into[i] |= set[i];
  }
  return more != 0;
}

/* The future of a new process, whatever it is given. */
static bool unite_start(pml_maker *maker, uint32_t process) {
  assert(process < maker->p->behaviours.count);
  pml_ample *ample = maker->a;
  const pml_behaviour *behaviour = &maker->p->behaviours.at[process];
  const uint64_t *from = pml_row(maker, ample->futures.at,
                                 behaviour->first_point + behaviour->start);
  uint64_t *to = pml_row(maker, maker->starts.at, process);
  uint32_t first = ample->first_slot.at[process];
  bool more = unite(to, from, pml_set_common(ample));
  for (uint32_t use = 0; use < PML_USES; use++)
    for (uint32_t i = first; i < ample->first_slot.at[process + 1]; i++)
      if (pml_has_bit(ample, from + pml_set_slots(ample, use), i - first))
        more |= unite(to + pml_set_channels(ample, use),
                      maker->slot_held.at[i].words, ample->wide);
  return more;
}

/* The same, of one that is started here: its slots hold what it is given. */
static bool unite_started(pml_maker *maker, uint32_t caller,
                          const pml_access *create, uint64_t *to) {
  assert(create->lo < maker->p->behaviours.count);
  pml_ample *ample = maker->a;
  const pml_behaviour *behaviour = &maker->p->behaviours.at[create->lo];
  const uint64_t *from = pml_row(maker, ample->futures.at,
                                 behaviour->first_point + behaviour->start);
  assert(create->lo + 1 < ample->first_slot.count);
  assert(create->lo < ample->first_slot.count);
  uint32_t slots =
      ample->first_slot.at[create->lo + 1] - ample->first_slot.at[create->lo];
  bool more = unite(to, from, pml_set_common(ample));
  for (uint32_t i = 0; i < slots; i++) {
    pml_channel_set given = {{0}}, passed = {{0}};
    pml_give_slot(maker, caller, create, i, &given, &passed);
    for (uint32_t use = 0; use < PML_USES; use++)
      if (pml_has_bit(ample, from + pml_set_slots(ample, use), i)) {
        more |=
            unite(to + pml_set_channels(ample, use), given.words, ample->wide);
        more |=
            unite(to + pml_set_slots(ample, use), passed.words, ample->wide);
      }
  }
  return more;
}

/* Does the future of a point grow by what lies behind it? */
static bool unite_behind(pml_maker *maker, uint32_t process, uint32_t number) {
  assert(process < maker->p->behaviours.count);
  assert(number < maker->p->points.count);
  pml_ample *ample = maker->a;
  const pml_behaviour *behaviour = &maker->p->behaviours.at[process];
  const pml_point *point = &maker->p->points.at[number];
  uint64_t *set = pml_row(maker, ample->futures.at, number);
  bool more = false;
  for (uint32_t n = point->first; n < point->first + point->count; n++) {
    const pml_move *move = &maker->p->moves.at[n];
    if (move->kind != PML_MOVE_END)
      more |= unite(
          set,
          pml_row(maker, ample->futures.at, behaviour->first_point + move->to),
          ample->row);
    for (uint32_t i = maker->spans.at[n].first; i < maker->spans.at[n].end; i++)
      if (maker->list.at[i].kind == PML_CREATES)
        more |= unite_started(maker, process, &maker->list.at[i], set);
  }
  return more;
}

#ifndef NDEBUG
/* All that can be done where a move leads to is in the future of the point that
 * it leaves. */
static void check_futures(pml_maker *k) {
  const pml_lowered *p = k->p;
  for (uint32_t process = 0; process < p->behaviours.count; process++) {
    const pml_behaviour *b = &p->behaviours.at[process];
    for (uint32_t i = 0; pml_is_real(p, process) && i < b->points; i++) {
      const pml_point *point = &p->points.at[b->first_point + i];
      const uint64_t *set = pml_row(k, k->a->futures.at, b->first_point + i);
      for (uint32_t n = point->first; n < point->first + point->count; n++) {
        const pml_move *move = &p->moves.at[n];
        if (move->kind == PML_MOVE_END)
          continue;
        const uint64_t *behind =
            pml_row(k, k->a->futures.at, b->first_point + move->to);
        for (uint32_t w = 0; w < k->a->row; w++)
          assert((behind[w] & ~set[w]) == 0);
      }
    }
  }
}
#endif

void pml_close_futures(pml_maker *maker) {
  const pml_lowered *lowered = maker->p;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t process = (uint32_t)lowered->behaviours.count;
         process-- > 0;) {
      const pml_behaviour *behaviour = &lowered->behaviours.at[process];
      if (!pml_is_real(maker->p, process))
        continue;
      for (uint32_t i = behaviour->points; i-- > 0;)
        more |= unite_behind(maker, process, behaviour->first_point + i);
      more |= unite_start(maker, process);
    }
  }
  debug_check(check_futures(maker));
}

/* What an atomic sequence does is done by the move that it begins with. */
static bool unite_inside(pml_maker *maker, const pml_behaviour *behaviour,
                         uint32_t number, uint64_t *set) {
  assert(number < maker->p->points.count);
  const pml_point *point = &maker->p->points.at[number];
  pml_ample_point *ample_point = &maker->a->points.at[number];
  bool more = false;
  for (uint32_t n = point->first; n < point->first + point->count; n++) {
    const pml_move *move = &maker->p->moves.at[n];
    if (!move->atomic)
      continue;
    uint32_t to = behaviour->first_point + move->to;
    uint32_t flags = ample_point->flags | maker->a->points.at[to].flags;
    more |= unite(set, pml_row(maker, maker->strict.at, to), maker->a->row) ||
            flags != ample_point->flags;
    ample_point->flags = flags;
  }
  return more;
}

void pml_close_sequences(pml_maker *maker) {
  const pml_lowered *lowered = maker->p;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t process = 0; process < lowered->behaviours.count; process++) {
      const pml_behaviour *behaviour = &lowered->behaviours.at[process];
      for (uint32_t i = behaviour->points;
           pml_is_real(maker->p, process) && i-- > 0;) {
        uint32_t n = behaviour->first_point + i;
        more |= unite_inside(maker, behaviour, n,
                             pml_row(maker, maker->strict.at, n));
        more |= unite_inside(maker, behaviour, n,
                             pml_row(maker, maker->a->conflicts.at, n));
      }
    }
  }
}
