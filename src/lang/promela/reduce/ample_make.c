/* Futures and conflicts of every program point. */
#include "lang/promela/reduce/ample_make.h"

#include <assert.h>

/* One access, as a future and as a conflict. */

typedef struct sets {
  pml_maker *k;
  uint32_t process, point; /* 'point': of 'points' */
  uint64_t *future;        /* NULL: not wanted; so are the next two */
  uint64_t *conflicts;     /* of what is not the first talk */
  uint64_t *strict;        /* of everything */
  bool is_choosing; /* which of several moves are possible depends on others:
                       a talk looks at its channel, too */
} sets;

static void set_unit(const pml_maker *maker, uint64_t *set, uint32_t unit,
                     bool is_write) {
  uint32_t bit = unit % (64 * maker->a->units);
  set[(is_write ? maker->a->units : 0) + bit / 64] |= UINT64_C(1) << bit % 64;
}

static void add_unit(const sets *s, uint32_t unit, bool is_write) {
  const pml_maker *maker = s->k;
  uint64_t *conflicts[2] = {s->conflicts, s->strict};
  if (unit == PML_NONE)
    return;
  if (s->future)
    set_unit(maker, s->future, unit, is_write);
  for (uint32_t i = 0; i < 2 && conflicts[i]; i++) {
    set_unit(maker, conflicts[i], unit, true);
    if (is_write)
      set_unit(maker, conflicts[i], unit, false);
  }
}

/* A unit that each process writes for itself: only who reads it can tell when.
 */
static void add_own_unit(const sets *s, uint32_t unit) {
  uint64_t *conflicts[2] = {s->conflicts, s->strict};
  if (s->future)
    set_unit(s->k, s->future, unit, true);
  for (uint32_t i = 0; i < 2 && conflicts[i]; i++)
    set_unit(s->k, conflicts[i], unit, false);
}

static void add_bytes(const sets *s, const pml_access *access) {
  uint32_t last = PML_NONE;
  for (uint32_t i = access->lo; i < access->hi; i++) {
    if (s->k->unit_of[i] != last)
      add_unit(s, s->k->unit_of[i], access->kind == PML_WRITES);
    last = s->k->unit_of[i];
  }
}

static void add_misc(const sets *s, uint64_t future, uint64_t conflicts) {
  uint32_t at = pml_set_misc(s->k->a);
  if (s->future)
    s->future[at] |= future;
  if (s->conflicts)
    s->conflicts[at] |= conflicts;
  if (s->strict)
    s->strict[at] |= conflicts;
}

/* Channels, or a slot that holds one. */
typedef struct meant {
  pml_channel_set channels;
  uint32_t slot;
} meant;

static void set_channels(const pml_maker *maker, uint64_t *set, pml_use use,
                         const meant *x) {
  const pml_ample *ample = maker->a;
  if (x->slot != PML_NONE)
    pml_add_bit(ample, set + pml_set_slots(ample, use), x->slot);
  for (uint32_t i = 0; i < ample->wide && x->slot == PML_NONE; i++)
    set[pml_set_channels(ample, use) + i] |= x->channels.words[i];
}

static void add_channel_conflicts(const sets *s, uint64_t *set,
                                  pml_access_kind kind, const meant *x) {
  const pml_ample *ample = s->k->a;
  if (!set)
    return;
  set_channels(s->k, set, PML_USE_SEND, x);
  set_channels(s->k, set, PML_USE_RECEIVE, x);
  if (kind != PML_LOOKS)
    set_channels(s->k, set, PML_USE_LOOK, x);
  /* It may be one that goes when a younger process ends. */
  if (x->slot == PML_NONE && pml_are_all_channels(&x->channels) &&
      !ample->has_no_names)
    set[pml_set_misc(ample)] |= PML_MISC_ENDS;
}

static void make_add_channel(const sets *s, const pml_access *access,
                             const pml_talk *first) {
  pml_maker *maker = s->k;
  meant x;
  x.channels = pml_channels_of(maker, access, s->process, &x.slot);
  bool looks = access->kind == PML_LOOKS || s->is_choosing ||
               (first && (first->random || first->keeps));
  bool takes = access->kind == PML_RECEIVES && !(first && first->keeps);
  if (s->future) {
    if (access->kind == PML_SENDS)
      set_channels(maker, s->future, PML_USE_SEND, &x);
    if (takes)
      set_channels(maker, s->future, PML_USE_RECEIVE, &x);
    if (looks)
      set_channels(maker, s->future, PML_USE_LOOK, &x);
  }
  pml_access_kind kind = (pml_access_kind)access->kind;
  if (!access->is_first)
    add_channel_conflicts(s, s->conflicts, kind, &x);
  add_channel_conflicts(s, s->strict, kind, &x);
}

/* Where a process is. */

static bool is_in_group(const pml_lowered *lowered, const pml_extra *extra,
                        uint32_t point) {
  for (uint32_t i = 0; i < extra->hi; i++)
    if (lowered->points_of_labels.at[extra->lo + i] == point)
      return true;
  return false;
}

static bool is_told_by(const pml_maker *maker, const pml_extra *extra,
                       uint32_t point) {
  switch (extra->kind) {
  case PML_EXTRA_POINT:
    return is_in_group(maker->p, extra, point);
  case PML_EXTRA_MARK:
    return maker->p->points.at[point].flags & extra->lo;
  case PML_EXTRA_READY:
    return maker->may_receive[point];
  default:
    return false;
  }
}

/* A process comes to a point, or leaves it. */
static void add_place(const sets *s, uint32_t point) {
  vec_each (const pml_extra, extra, &s->k->extras)
    if (is_told_by(s->k, extra, point))
      add_own_unit(s, extra->unit);
}

static void make_add_extra(const sets *s, const pml_access *access) {
  vec_each (const pml_extra, extra, &s->k->extras) {
    bool same = extra->lo == access->lo && extra->hi == access->hi;
    bool is_it = (access->kind == PML_SEES_POINT &&
                  extra->kind == PML_EXTRA_POINT && same) ||
                 (access->kind == PML_SEES_LOCAL &&
                  extra->kind == PML_EXTRA_LOCAL && same) ||
                 (access->kind == PML_SEES_MARK &&
                  extra->kind == PML_EXTRA_MARK && extra->lo == access->lo);
    if (is_it)
      add_unit(s, extra->unit, false);
    if (access->kind == PML_CHANGES && extra->kind == PML_EXTRA_LOCAL &&
        access->lo < extra->hi && extra->lo < access->hi)
      add_own_unit(s, extra->unit);
  }
}

static void add_access(const sets *s, const pml_access *access,
                       const pml_talk *first) {
  const pml_lowered *lowered = s->k->p;
  switch ((pml_access_kind)access->kind) {
  case PML_READS:
  case PML_WRITES:
    add_bytes(s, access);
    break;
  case PML_LOOKS:
  case PML_SENDS:
  case PML_RECEIVES:
    make_add_channel(s, access, access->is_first ? first : NULL);
    break;
  case PML_COUNTS:
    add_misc(s, PML_MISC_COUNTS, PML_MISC_CREATES | PML_MISC_ENDS);
    break;
  case PML_CREATES:
    add_misc(s, PML_MISC_CREATES,
             s->k->a->has_no_names
                 ? 0
                 : PML_MISC_CREATES | PML_MISC_ENDS | PML_MISC_COUNTS);
    pml_keep_arguments(s->k, access, s->process);
    add_place(s, lowered->behaviours.at[access->lo].first_point +
                     lowered->behaviours.at[access->lo].start);
    if (lowered->behaviours.at[access->lo].owns)
      s->k->a->points.at[s->point].flags |= PML_POINT_MAKES_CHANNELS;
    break;
  default:
    make_add_extra(s, access);
    break;
  }
}

/* Handshakes: a send that is one of several, or inside an atomic sequence, does
 * one thing if somebody is there to receive and another if not. */
static void add_readiness(const sets *s, const pml_access *access) {
  if (access->kind == PML_SENDS && s->is_choosing && s->k->ready != PML_NONE &&
      pml_may_be_rendezvous(s->k, access))
    add_unit(s, s->k->ready, false);
}

static void add_move(const sets *s, uint32_t number) {
  pml_maker *maker = s->k;
  const pml_lowered *lowered = maker->p;
  const pml_move *move = &lowered->moves.at[number];
  const pml_talk *first =
      move->talk == PML_NONE ? NULL : &lowered->talks.at[move->talk];
  assert(s->process < lowered->behaviours.count);
  const pml_behaviour *behaviour = &lowered->behaviours.at[s->process];
  assert(number < maker->spans.count);
  for (uint32_t i = maker->spans.at[number].first;
       i < maker->spans.at[number].end; i++) {
    add_access(s, &maker->list.at[i], first);
    add_readiness(s, &maker->list.at[i]);
  }
  if (move->kind == PML_MOVE_SEND || move->kind == PML_MOVE_RECEIVE)
    vec_push(maker->m, &maker->a->talks,
             ((pml_ample_talk){.talk = move->talk,
                               .is_send = move->kind == PML_MOVE_SEND,
                               .is_strict = first->random}));
  add_place(s, s->point);
  if (move->kind == PML_MOVE_END) {
    add_misc(s, PML_MISC_ENDS,
             maker->a->has_no_names ? 0 : PML_MISC_CREATES | PML_MISC_COUNTS);
    if (behaviour->owns)
      maker->a->points.at[s->point].flags |= PML_POINT_DROPS_CHANNELS;
  } else
    add_place(s, behaviour->first_point + move->to);
  if (move->ignores_offers && maker->has_rendezvous)
    maker->a->points.at[s->point].flags |= PML_POINT_NEVER;
}

static void make_point(pml_maker *maker, uint32_t process, uint32_t number) {
  assert(number < maker->p->points.count);
  pml_ample *ample = maker->a;
  const pml_point *point = &maker->p->points.at[number];
  sets s = {.k = maker,
            .process = process,
            .point = number,
            .future = pml_row(maker, ample->futures.at, number),
            .conflicts = pml_row(maker, ample->conflicts.at, number),
            .strict = pml_row(maker, maker->strict.at, number),
            .is_choosing = maker->is_inside[number]};
  for (uint32_t i = 0; i < point->count; i++) {
    const pml_move *move = &maker->p->moves.at[point->first + i];
    s.is_choosing |= move->kind == PML_MOVE_ELSE || move->escape;
  }
  ample->points.at[number].first_talk = (uint32_t)ample->talks.count;
  for (uint32_t i = 0; i < point->count; i++)
    add_move(&s, point->first + i);
  ample->points.at[number].talks =
      (uint32_t)ample->talks.count - ample->points.at[number].first_talk;
  if (point->count == 0)
    ample->points.at[number].flags |= PML_POINT_NEVER;
}

/* What is known of points before their sets are made. */
static void look_at_points(pml_maker *maker) {
  const pml_lowered *lowered = maker->p;
  maker->is_inside = mem_alloc(maker->m, lowered->points.count + 1);
  maker->may_receive = mem_alloc(maker->m, lowered->points.count + 1);
  for (uint32_t process = 0; process < lowered->behaviours.count; process++) {
    const pml_behaviour *behaviour = &lowered->behaviours.at[process];
    for (uint32_t i = 0;
         pml_is_real(maker->p, process) && i < behaviour->points; i++) {
      const pml_point *point = &lowered->points.at[behaviour->first_point + i];
      for (uint32_t n = point->first; n < point->first + point->count; n++) {
        const pml_move *move = &lowered->moves.at[n];
        if (move->atomic)
          maker->is_inside[behaviour->first_point + move->to] = 1;
        for (uint32_t t = maker->spans.at[n].first; t < maker->spans.at[n].end;
             t++)
          if (maker->list.at[t].kind == PML_RECEIVES &&
              maker->list.at[t].is_first &&
              pml_may_be_rendezvous(maker, &maker->list.at[t]))
            maker->may_receive[behaviour->first_point + i] = 1;
      }
    }
  }
}

static void make_question(pml_maker *maker) {
  sets s = {.k = maker, .process = PML_NONE, .future = maker->a->question};
  vec_each (const pml_access, access, &maker->question)
    add_access(&s, access, NULL);
}

static void measure_channels(pml_maker *maker) {
  uint32_t most = 0;
  vec_each (const pml_behaviour, behaviour, &maker->p->behaviours)
    if (behaviour->owns > most)
      most = behaviour->owns;
  maker->a->most_made = most;
  vec_each (const pml_behaviour, behaviour, &maker->p->behaviours)
    for (uint32_t i = behaviour->make;
         i != PML_NONE && maker->p->code.at[i] != PML_OP_DONE;
         i += pml_length_of(maker->p->code.at[i]))
      if (maker->p->code.at[i] == PML_OP_RUN)
        maker->a->most_made = PML_MOST_CHANNELS;
}

/* The question sees what this point's moves write: always. */
static void hide_what_is_seen(pml_maker *maker) {
  pml_ample *ample = maker->a;
  for (uint32_t i = 0; i < maker->p->points.count; i++) {
    const uint64_t *set = pml_row(maker, ample->conflicts.at, i);
    for (uint32_t w = 0; w < pml_set_common(ample); w++)
      if (set[w] & ample->question[w])
        ample->points.at[i].flags |= PML_POINT_NEVER;
  }
}

/* One word is enough for most; more would only take time. */
static void set_width(pml_maker *maker) {
  pml_ample *ample = maker->a;
  uint32_t channels = maker->p->owns;
  vec_each (const pml_behaviour, behaviour, &maker->p->behaviours)
    channels += behaviour->owns;
  uint32_t most = channels;
  ample->has_no_names = pml_has_no_names(maker) && pml_is_bounded(maker, &most);
  ample->wide =
      channels >= 64 || (ample->has_no_names && most >= 64) ? PML_MOST_WIDE : 1;
  ample->row = pml_set_slots(ample, PML_USES);
}

bool pml_make_ample(pml_maker *maker, const char **why) {
  const pml_lowered *lowered = maker->p;
  pml_ample *ample = maker->a;
  if (!pml_list_accesses(maker, why))
    return false;
  pml_make_units(maker);
  pml_find_origins(maker);
  set_width(maker);
  look_at_points(maker);
  vec_resize(maker->m, &ample->points, lowered->points.count);
  vec_resize(maker->m, &ample->futures, lowered->points.count * ample->row);
  vec_resize(maker->m, &ample->conflicts, lowered->points.count * ample->row);
  vec_resize(maker->m, &maker->strict, lowered->points.count * ample->row);
  vec_resize(maker->m, &maker->starts, lowered->behaviours.count * ample->row);
  make_question(maker);
  for (uint32_t process = 0; process < lowered->behaviours.count; process++) {
    const pml_behaviour *behaviour = &lowered->behaviours.at[process];
    vec_push(maker->m, &ample->first_slot, (uint32_t)ample->slots.count);
    for (uint32_t i = 0;
         pml_is_real(maker->p, process) && i < behaviour->points; i++)
      make_point(maker, process, behaviour->first_point + i);
  }
  vec_push(maker->m, &ample->first_slot, (uint32_t)ample->slots.count);
  measure_channels(maker);
  pml_find_held(maker);
  pml_close_futures(maker);
  pml_close_sequences(maker);
  hide_what_is_seen(maker);
  pml_break_cycles(maker);
  return true;
}
