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

static void set_unit(const pml_maker *k, uint64_t *set, uint32_t unit,
                     bool is_write) {
  uint32_t bit = unit % (64 * k->a->units);
  set[(is_write ? k->a->units : 0) + bit / 64] |= UINT64_C(1) << bit % 64;
}

static void add_unit(const sets *s, uint32_t unit, bool is_write) {
  const pml_maker *k = s->k;
  uint64_t *conflicts[2] = {s->conflicts, s->strict};
  if (unit == PML_NONE)
    return;
  if (s->future)
    set_unit(k, s->future, unit, is_write);
  for (uint32_t i = 0; i < 2 && conflicts[i]; i++) {
    set_unit(k, conflicts[i], unit, true);
    if (is_write)
      set_unit(k, conflicts[i], unit, false);
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

static void add_bytes(const sets *s, const pml_access *a) {
  uint32_t last = PML_NONE;
  for (uint32_t i = a->lo; i < a->hi; i++) {
    if (s->k->unit_of[i] != last)
      add_unit(s, s->k->unit_of[i], a->kind == PML_WRITES);
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

static void set_channels(const pml_maker *k, uint64_t *set, pml_use use,
                         const meant *x) {
  const pml_ample *a = k->a;
  if (x->slot != PML_NONE)
    pml_add_bit(a, set + pml_set_slots(a, use), x->slot);
  for (uint32_t i = 0; i < a->wide && x->slot == PML_NONE; i++)
    set[pml_set_channels(a, use) + i] |= x->channels.words[i];
}

static void add_channel_conflicts(const sets *s, uint64_t *set,
                                  pml_access_kind kind, const meant *x) {
  const pml_ample *a = s->k->a;
  if (!set)
    return;
  set_channels(s->k, set, PML_USE_SEND, x);
  set_channels(s->k, set, PML_USE_RECEIVE, x);
  if (kind != PML_LOOKS)
    set_channels(s->k, set, PML_USE_LOOK, x);
  /* It may be one that goes when a younger process ends. */
  if (x->slot == PML_NONE && pml_are_all_channels(&x->channels) &&
      !a->has_no_names)
    set[pml_set_misc(a)] |= PML_MISC_ENDS;
}

static void make_add_channel(const sets *s, const pml_access *a,
                             const pml_talk *first) {
  pml_maker *k = s->k;
  meant x;
  x.channels = pml_channels_of(k, a, s->process, &x.slot);
  bool looks = a->kind == PML_LOOKS || s->is_choosing ||
               (first && (first->random || first->keeps));
  bool takes = a->kind == PML_RECEIVES && !(first && first->keeps);
  if (s->future) {
    if (a->kind == PML_SENDS)
      set_channels(k, s->future, PML_USE_SEND, &x);
    if (takes)
      set_channels(k, s->future, PML_USE_RECEIVE, &x);
    if (looks)
      set_channels(k, s->future, PML_USE_LOOK, &x);
  }
  pml_access_kind kind = (pml_access_kind)a->kind;
  if (!a->is_first)
    add_channel_conflicts(s, s->conflicts, kind, &x);
  add_channel_conflicts(s, s->strict, kind, &x);
}

/* Where a process is. */

static bool is_in_group(const pml_lowered *p, const pml_extra *x,
                        uint32_t point) {
  for (uint32_t i = 0; i < x->hi; i++)
    if (p->points_of_labels.at[x->lo + i] == point)
      return true;
  return false;
}

static bool is_told_by(const pml_maker *k, const pml_extra *x, uint32_t point) {
  switch (x->kind) {
  case PML_EXTRA_POINT:
    return is_in_group(k->p, x, point);
  case PML_EXTRA_MARK:
    return k->p->points.at[point].flags & x->lo;
  case PML_EXTRA_READY:
    return k->may_receive[point];
  default:
    return false;
  }
}

/* A process comes to a point, or leaves it. */
static void add_place(const sets *s, uint32_t point) {
  vec_each (const pml_extra, x, &s->k->extras)
    if (is_told_by(s->k, x, point))
      add_own_unit(s, x->unit);
}

static void make_add_extra(const sets *s, const pml_access *a) {
  vec_each (const pml_extra, x, &s->k->extras) {
    bool same = x->lo == a->lo && x->hi == a->hi;
    bool is_it =
        (a->kind == PML_SEES_POINT && x->kind == PML_EXTRA_POINT && same) ||
        (a->kind == PML_SEES_LOCAL && x->kind == PML_EXTRA_LOCAL && same) ||
        (a->kind == PML_SEES_MARK && x->kind == PML_EXTRA_MARK &&
         x->lo == a->lo);
    if (is_it)
      add_unit(s, x->unit, false);
    if (a->kind == PML_CHANGES && x->kind == PML_EXTRA_LOCAL && a->lo < x->hi &&
        x->lo < a->hi)
      add_own_unit(s, x->unit);
  }
}

static void add_access(const sets *s, const pml_access *a,
                       const pml_talk *first) {
  const pml_lowered *p = s->k->p;
  switch ((pml_access_kind)a->kind) {
  case PML_READS:
  case PML_WRITES:
    add_bytes(s, a);
    break;
  case PML_LOOKS:
  case PML_SENDS:
  case PML_RECEIVES:
    make_add_channel(s, a, a->is_first ? first : NULL);
    break;
  case PML_COUNTS:
    add_misc(s, PML_MISC_COUNTS, PML_MISC_CREATES | PML_MISC_ENDS);
    break;
  case PML_CREATES:
    add_misc(s, PML_MISC_CREATES,
             s->k->a->has_no_names
                 ? 0
                 : PML_MISC_CREATES | PML_MISC_ENDS | PML_MISC_COUNTS);
    pml_keep_arguments(s->k, a, s->process);
    add_place(s, p->behaviours.at[a->lo].first_point +
                     p->behaviours.at[a->lo].start);
    if (p->behaviours.at[a->lo].owns)
      s->k->a->points.at[s->point].flags |= PML_POINT_MAKES_CHANNELS;
    break;
  default:
    make_add_extra(s, a);
    break;
  }
}

/* Handshakes: a send that is one of several, or inside an atomic sequence, does
 * one thing if somebody is there to receive and another if not. */
static void add_readiness(const sets *s, const pml_access *a) {
  if (a->kind == PML_SENDS && s->is_choosing && s->k->ready != PML_NONE &&
      pml_may_be_rendezvous(s->k, a))
    add_unit(s, s->k->ready, false);
}

static void add_move(const sets *s, uint32_t number) {
  pml_maker *k = s->k;
  const pml_lowered *p = k->p;
  const pml_move *move = &p->moves.at[number];
  const pml_talk *first =
      move->talk == PML_NONE ? NULL : &p->talks.at[move->talk];
  assert(s->process < p->behaviours.count);
  const pml_behaviour *b = &p->behaviours.at[s->process];
  assert(number < k->spans.count);
  for (uint32_t i = k->spans.at[number].first; i < k->spans.at[number].end;
       i++) {
    add_access(s, &k->list.at[i], first);
    add_readiness(s, &k->list.at[i]);
  }
  if (move->kind == PML_MOVE_SEND || move->kind == PML_MOVE_RECEIVE)
    vec_push(k->m, &k->a->talks,
             ((pml_ample_talk){.talk = move->talk,
                               .is_send = move->kind == PML_MOVE_SEND,
                               .is_strict = first->random}));
  add_place(s, s->point);
  if (move->kind == PML_MOVE_END) {
    add_misc(s, PML_MISC_ENDS,
             k->a->has_no_names ? 0 : PML_MISC_CREATES | PML_MISC_COUNTS);
    if (b->owns)
      k->a->points.at[s->point].flags |= PML_POINT_DROPS_CHANNELS;
  } else
    add_place(s, b->first_point + move->to);
  if (move->ignores_offers && k->has_rendezvous)
    k->a->points.at[s->point].flags |= PML_POINT_NEVER;
}

static void make_point(pml_maker *k, uint32_t process, uint32_t number) {
  assert(number < k->p->points.count);
  pml_ample *a = k->a;
  const pml_point *point = &k->p->points.at[number];
  sets s = {.k = k,
            .process = process,
            .point = number,
            .future = pml_row(k, a->futures.at, number),
            .conflicts = pml_row(k, a->conflicts.at, number),
            .strict = pml_row(k, k->strict.at, number),
            .is_choosing = k->is_inside[number]};
  for (uint32_t i = 0; i < point->count; i++) {
    const pml_move *move = &k->p->moves.at[point->first + i];
    s.is_choosing |= move->kind == PML_MOVE_ELSE || move->escape;
  }
  a->points.at[number].first_talk = (uint32_t)a->talks.count;
  for (uint32_t i = 0; i < point->count; i++)
    add_move(&s, point->first + i);
  a->points.at[number].talks =
      (uint32_t)a->talks.count - a->points.at[number].first_talk;
  if (point->count == 0)
    a->points.at[number].flags |= PML_POINT_NEVER;
}

/* What is known of points before their sets are made. */
static void look_at_points(pml_maker *k) {
  const pml_lowered *p = k->p;
  k->is_inside = mem_alloc(k->m, p->points.count + 1);
  k->may_receive = mem_alloc(k->m, p->points.count + 1);
  for (uint32_t process = 0; process < p->behaviours.count; process++) {
    const pml_behaviour *b = &p->behaviours.at[process];
    for (uint32_t i = 0; pml_is_real(k->p, process) && i < b->points; i++) {
      const pml_point *point = &p->points.at[b->first_point + i];
      for (uint32_t n = point->first; n < point->first + point->count; n++) {
        const pml_move *move = &p->moves.at[n];
        if (move->atomic)
          k->is_inside[b->first_point + move->to] = 1;
        for (uint32_t t = k->spans.at[n].first; t < k->spans.at[n].end; t++)
          if (k->list.at[t].kind == PML_RECEIVES && k->list.at[t].is_first &&
              pml_may_be_rendezvous(k, &k->list.at[t]))
            k->may_receive[b->first_point + i] = 1;
      }
    }
  }
}

static void make_question(pml_maker *k) {
  sets s = {.k = k, .process = PML_NONE, .future = k->a->question};
  vec_each (const pml_access, a, &k->question)
    add_access(&s, a, NULL);
}

static void measure_channels(pml_maker *k) {
  uint32_t most = 0;
  vec_each (const pml_behaviour, b, &k->p->behaviours)
    if (b->owns > most)
      most = b->owns;
  k->a->most_made = most;
  vec_each (const pml_behaviour, b, &k->p->behaviours)
    for (uint32_t i = b->make; i != PML_NONE && k->p->code.at[i] != PML_OP_DONE;
         i += pml_length_of(k->p->code.at[i]))
      if (k->p->code.at[i] == PML_OP_RUN)
        k->a->most_made = PML_MOST_CHANNELS;
}

/* The question sees what this point's moves write: always. */
static void hide_what_is_seen(pml_maker *k) {
  pml_ample *a = k->a;
  for (uint32_t i = 0; i < k->p->points.count; i++) {
    const uint64_t *set = pml_row(k, a->conflicts.at, i);
    for (uint32_t w = 0; w < pml_set_common(a); w++)
      if (set[w] & a->question[w])
        a->points.at[i].flags |= PML_POINT_NEVER;
  }
}

/* One word is enough for most; more would only take time. */
static void set_width(pml_maker *k) {
  pml_ample *a = k->a;
  uint32_t channels = k->p->owns;
  vec_each (const pml_behaviour, b, &k->p->behaviours)
    channels += b->owns;
  uint32_t most = channels;
  a->has_no_names = pml_has_no_names(k) && pml_is_bounded(k, &most);
  a->wide =
      channels >= 64 || (a->has_no_names && most >= 64) ? PML_MOST_WIDE : 1;
  a->row = pml_set_slots(a, PML_USES);
}

bool pml_make_ample(pml_maker *k, const char **why) {
  const pml_lowered *p = k->p;
  pml_ample *a = k->a;
  if (!pml_list_accesses(k, why))
    return false;
  pml_make_units(k);
  pml_find_origins(k);
  set_width(k);
  look_at_points(k);
  vec_resize(k->m, &a->points, p->points.count);
  vec_resize(k->m, &a->futures, p->points.count * a->row);
  vec_resize(k->m, &a->conflicts, p->points.count * a->row);
  vec_resize(k->m, &k->strict, p->points.count * a->row);
  vec_resize(k->m, &k->starts, p->behaviours.count * a->row);
  make_question(k);
  for (uint32_t process = 0; process < p->behaviours.count; process++) {
    const pml_behaviour *b = &p->behaviours.at[process];
    vec_push(k->m, &a->first_slot, (uint32_t)a->slots.count);
    for (uint32_t i = 0; pml_is_real(k->p, process) && i < b->points; i++)
      make_point(k, process, b->first_point + i);
  }
  vec_push(k->m, &a->first_slot, (uint32_t)a->slots.count);
  measure_channels(k);
  pml_find_held(k);
  pml_close_futures(k);
  pml_close_sequences(k);
  hide_what_is_seen(k);
  pml_break_cycles(k);
  return true;
}
