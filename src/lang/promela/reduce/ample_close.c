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
static bool unite_start(pml_maker *k, uint32_t process) {
  assert(process < k->p->behaviours.count);
  pml_ample *a = k->a;
  const pml_behaviour *b = &k->p->behaviours.at[process];
  const uint64_t *from = pml_row(k, a->futures.at, b->first_point + b->start);
  uint64_t *to = pml_row(k, k->starts.at, process);
  uint32_t first = a->first_slot.at[process];
  bool more = unite(to, from, pml_set_common(a));
  for (uint32_t use = 0; use < PML_USES; use++)
    for (uint32_t i = first; i < a->first_slot.at[process + 1]; i++)
      if (pml_has_bit(a, from + pml_set_slots(a, use), i - first))
        more |= unite(to + pml_set_channels(a, use), k->slot_held.at[i].words,
                      a->wide);
  return more;
}

/* The same, of one that is started here: its slots hold what it is given. */
static bool unite_started(pml_maker *k, uint32_t caller,
                          const pml_access *create, uint64_t *to) {
  assert(create->lo < k->p->behaviours.count);
  pml_ample *a = k->a;
  const pml_behaviour *b = &k->p->behaviours.at[create->lo];
  const uint64_t *from = pml_row(k, a->futures.at, b->first_point + b->start);
  assert(create->lo + 1 < a->first_slot.count);
  assert(create->lo < a->first_slot.count);
  uint32_t slots =
      a->first_slot.at[create->lo + 1] - a->first_slot.at[create->lo];
  bool more = unite(to, from, pml_set_common(a));
  for (uint32_t i = 0; i < slots; i++) {
    pml_channel_set given = {{0}}, passed = {{0}};
    pml_give_slot(k, caller, create, i, &given, &passed);
    for (uint32_t use = 0; use < PML_USES; use++)
      if (pml_has_bit(a, from + pml_set_slots(a, use), i)) {
        more |= unite(to + pml_set_channels(a, use), given.words, a->wide);
        more |= unite(to + pml_set_slots(a, use), passed.words, a->wide);
      }
  }
  return more;
}

/* Does the future of a point grow by what lies behind it? */
static bool unite_behind(pml_maker *k, uint32_t process, uint32_t number) {
  assert(process < k->p->behaviours.count);
  assert(number < k->p->points.count);
  pml_ample *a = k->a;
  const pml_behaviour *b = &k->p->behaviours.at[process];
  const pml_point *point = &k->p->points.at[number];
  uint64_t *set = pml_row(k, a->futures.at, number);
  bool more = false;
  for (uint32_t n = point->first; n < point->first + point->count; n++) {
    const pml_move *move = &k->p->moves.at[n];
    if (move->kind != PML_MOVE_END)
      more |= unite(set, pml_row(k, a->futures.at, b->first_point + move->to),
                    a->row);
    for (uint32_t i = k->spans.at[n].first; i < k->spans.at[n].end; i++)
      if (k->list.at[i].kind == PML_CREATES)
        more |= unite_started(k, process, &k->list.at[i], set);
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

void pml_close_futures(pml_maker *k) {
  const pml_lowered *p = k->p;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t process = (uint32_t)p->behaviours.count; process-- > 0;) {
      const pml_behaviour *b = &p->behaviours.at[process];
      if (!pml_is_real(k->p, process))
        continue;
      for (uint32_t i = b->points; i-- > 0;)
        more |= unite_behind(k, process, b->first_point + i);
      more |= unite_start(k, process);
    }
  }
  debug_check(check_futures(k));
}

/* What an atomic sequence does is done by the move that it begins with. */
static bool unite_inside(pml_maker *k, const pml_behaviour *b, uint32_t number,
                         uint64_t *set) {
  assert(number < k->p->points.count);
  const pml_point *point = &k->p->points.at[number];
  pml_ample_point *x = &k->a->points.at[number];
  bool more = false;
  for (uint32_t n = point->first; n < point->first + point->count; n++) {
    const pml_move *move = &k->p->moves.at[n];
    if (!move->atomic)
      continue;
    uint32_t to = b->first_point + move->to;
    uint32_t flags = x->flags | k->a->points.at[to].flags;
    more |= unite(set, pml_row(k, k->strict.at, to), k->a->row) ||
            flags != x->flags;
    x->flags = flags;
  }
  return more;
}

void pml_close_sequences(pml_maker *k) {
  const pml_lowered *p = k->p;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t process = 0; process < p->behaviours.count; process++) {
      const pml_behaviour *b = &p->behaviours.at[process];
      for (uint32_t i = b->points; pml_is_real(k->p, process) && i-- > 0;) {
        uint32_t n = b->first_point + i;
        more |= unite_inside(k, b, n, pml_row(k, k->strict.at, n));
        more |= unite_inside(k, b, n, pml_row(k, k->a->conflicts.at, n));
      }
    }
  }
}
