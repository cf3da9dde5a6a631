/* What lies behind a point, and what lies inside a step. */
#include "lang/promela/ample_make.h"

static bool unite(uint64_t *into, const uint64_t *set, uint32_t words) {
  uint64_t more = 0;
  for (uint32_t i = 0; i < words; i++) {
    more |= set[i] & ~into[i];
    into[i] |= set[i];
  }
  return more != 0;
}

/* The future of a new process: what its slots will hold is not yet known. */
static bool unite_start(pml_maker *k, uint32_t process) {
  pml_ample *a = k->a;
  const pml_behaviour *b = &k->p->behaviours.at[process];
  const uint64_t *from = pml_row(k, a->futures.at, b->first_point + b->start);
  uint64_t *to = pml_row(k, k->starts.at, process);
  uint32_t at = 2 * a->units;
  bool more = unite(to, from, at + PML_SET_COMMON);
  for (uint32_t word = 0; word < 3; word++)
    for (uint32_t i = 0; i < PML_MOST_SLOTS; i++)
      if (from[at + PML_SET_SLOT_SENDS + word] >> i & 1) {
        uint64_t held = k->slot_held.at[a->first_slot.at[process] + i];
        more |= unite(&to[at + PML_SET_SENDS + word], &held, 1);
      }
  return more;
}

/* Does the future of a point grow by what lies behind it? */
static bool unite_behind(pml_maker *k, const pml_behaviour *b,
                         uint32_t number) {
  pml_ample *a = k->a;
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
        more |= unite(set, pml_row(k, k->starts.at, k->list.at[i].lo), a->row);
  }
  return more;
}

void pml_close_futures(pml_maker *k) {
  const pml_program *p = k->p;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t process = (uint32_t)p->behaviours.count; process-- > 0;) {
      const pml_behaviour *b = &p->behaviours.at[process];
      if (!pml_is_real(k->p, process))
        continue;
      for (uint32_t i = b->points; i-- > 0;)
        more |= unite_behind(k, b, b->first_point + i);
      more |= unite_start(k, process);
    }
  }
}

/* What an atomic sequence does is done by the move that it begins with. */
static bool unite_inside(pml_maker *k, const pml_behaviour *b, uint32_t number,
                         uint64_t *set) {
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
  const pml_program *p = k->p;
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
