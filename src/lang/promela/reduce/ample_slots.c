/* Which channels processes mean, and what they are given when they start. */
#include "lang/promela/reduce/ample_make.h"

#include "base/mutant.h"

#include <assert.h>

static const pml_channel_set all_channels = {
    {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};

static void unite_channels(pml_channel_set *into, const pml_channel_set *set) {
  for (uint32_t i = 0; i < PML_MOST_WIDE; i++)
    into->words[i] |= set->words[i];
}

bool pml_are_all_channels(const pml_channel_set *c) {
  return c->words[0] == UINT64_MAX;
}

/* What globals hold that nobody writes. */
static pml_channel_set channels_in(const pml_maker *k, uint32_t lo,
                                   uint32_t hi) {
  pml_channel_set result = {{0}};
  for (uint32_t i = lo; i < hi; i++) {
    if (k->is_written[i])
      return all_channels;
    pml_add_bit(k->a, result.words, k->initial[i]);
  }
  return result;
}

/* What is in a new frame. */

/* By byte of a frame: where its first value comes from. */
enum { FROM_NOWHERE, FROM_ITSELF, FROM_SOMEWHERE, FROM_ARGUMENT };

static void find_parameters(pml_maker *k, uint32_t process, uint32_t *origin) {
  assert(process < k->p->syntax->processes.count);
  const pml_process *q = &k->p->syntax->processes.at[process];
  pml_parts scalars = {0};
  for (uint32_t i = 0; i < q->parameters; i++)
    pml_list_scalars(k->m, k->p, q->first_parameter + i,
                     k->p->lies.at[q->first_parameter + i].offset, &scalars);
  for (uint32_t i = 0; i < scalars.count; i++) {
    const pml_part *x = &scalars.at[i];
    uint32_t bytes = k->p->lies.at[x->variable].scalar.bytes;
    for (uint32_t n = 0; n < bytes; n++)
      origin[x->offset + n] = FROM_ARGUMENT + i;
  }
  vec_free(k->m, &scalars);
}

/* Code that fills a frame: a channel that is its own, or something else? */
static void find_initials(pml_maker *k, const pml_behaviour *b,
                          uint32_t *origin) {
  const uint32_t *code = k->p->code.at, *before = NULL;
  for (uint32_t pc = b->make; pc != PML_NONE && code[pc] != PML_OP_DONE;
       pc += pml_length_of(code[pc])) {
    const uint32_t *w = code + pc;
    bool is_own = before && before[0] == PML_OP_OWN_CHANNEL;
    before = w;
    if (w[0] != PML_OP_STORE_LOCAL && w[0] != PML_OP_STORE_LOCAL_AT)
      continue;
    bool is_plain = w[0] == PML_OP_STORE_LOCAL;
    uint32_t lo = is_plain ? w[1] : 0;
    uint32_t hi = is_plain ? w[1] + pml_bytes_of(w[2]) : b->frame_bytes;
    for (uint32_t i = lo; i < hi; i++)
      origin[i] = is_plain && is_own ? FROM_ITSELF : FROM_SOMEWHERE;
  }
}

void pml_find_origins(pml_maker *k) {
  const pml_lowered *p = k->p;
  k->origins = mem_array(k->m, p->behaviours.count, sizeof *k->origins);
  for (uint32_t i = 0; i < p->behaviours.count; i++) {
    const pml_behaviour *b = &p->behaviours.at[i];
    k->origins[i] = mem_array(k->m, b->frame_bytes + 1, sizeof **k->origins);
    if (!pml_is_real(p, i))
      continue;
    find_parameters(k, i, k->origins[i]);
    find_initials(k, b, k->origins[i]);
  }
}

static uint32_t find_slot(const pml_maker *k, uint32_t process, uint32_t lo,
                          uint32_t hi) {
  const pml_ample *a = k->a;
  uint32_t first = a->first_slot.at[process];
  uint32_t end = process + 1 < a->first_slot.count
                     ? a->first_slot.at[process + 1]
                     : (uint32_t)a->slots.count;
  for (uint32_t i = first; i < end; i++)
    if (a->slots.at[i].lo == lo && a->slots.at[i].hi == hi)
      return i - first;
  return PML_NONE;
}

/* Only while the points of this process are made. */
static uint32_t slot_of(pml_maker *k, uint32_t process, uint32_t lo,
                        uint32_t hi) {
  pml_ample *a = k->a;
  assert(process + 1 == a->first_slot.count);
  for (uint32_t i = lo; i < hi; i++)
    if (k->is_changed[process][i])
      return PML_NONE;
  uint32_t slot = find_slot(k, process, lo, hi);
  if (slot != PML_NONE)
    return slot;
  slot = (uint32_t)a->slots.count - a->first_slot.at[process];
  if (slot >= 64 * a->wide)
    return PML_NONE;
  vec_push(k->m, &a->slots, ((pml_slot_bytes){lo, hi}));
  vec_push(k->m, &k->slot_held, ((pml_channel_set){{1}}));
  return slot;
}

void pml_keep_arguments(pml_maker *k, const pml_access *create,
                        uint32_t process) {
  for (uint32_t i = 0; i < create->arguments; i++) {
    const pml_argument *x = &k->arguments.at[create->hi + i];
    if (x->place == PML_IN_FRAME)
      slot_of(k, process, x->offset, x->offset + 1);
  }
}

pml_channel_set pml_channels_of(pml_maker *k, const pml_access *a,
                                uint32_t process, uint32_t *slot) {
  *slot = PML_NONE;
  if (a->place == PML_IN_GLOBALS)
    return channels_in(k, a->lo, a->hi);
  if (a->place == PML_IN_FRAME && process != PML_NONE)
    *slot = slot_of(k, process, a->lo, a->hi);
  return all_channels;
}

bool pml_may_be_rendezvous(pml_maker *k, const pml_access *a) {
  const pml_lowered *p = k->p;
  if (!k->has_rendezvous || a->place != PML_IN_GLOBALS)
    return k->has_rendezvous;
  for (uint32_t i = a->lo; i < a->hi; i++) {
    uint32_t c = k->initial[i];
    if (k->is_written[i])
      return true;
    if (c > 0 && c <= p->owns &&
        p->queues.at[p->own_channels.at[p->first_own + c - 1].queue].capacity ==
            0)
      return true;
  }
  return false;
}

/* A byte of the frame of a process that 'caller' starts: the channels that it
 * may mean are added to 'out', or it is what a slot of the caller holds. */
static void add_given(const pml_maker *k, uint32_t caller,
                      const pml_access *create, uint32_t byte,
                      pml_channel_set *out, pml_channel_set *slots) {
  uint32_t origin = k->origins[create->lo][byte];
  uint32_t number = origin - FROM_ARGUMENT;
  pml_channel_set more = all_channels;
  if (origin == FROM_NOWHERE ||
      (origin >= FROM_ARGUMENT && number >= create->arguments)) {
    pml_add_bit(k->a, out->words, 0);
    return;
  }
  /* A channel that is not there yet is none that anybody means. */
  if (origin == FROM_ITSELF && k->a->has_no_names)
    return;
  if (origin >= FROM_ARGUMENT) {
    const pml_argument *x = &k->arguments.at[create->hi + number];
    uint32_t slot = PML_NONE;
    if (x->place == PML_IN_GLOBALS)
      more = channels_in(k, x->offset, x->offset + 1);
    else if (x->place == PML_IN_FRAME)
      slot = find_slot(k, caller, x->offset, x->offset + 1);
    if (slot != PML_NONE) {
      if (!MUTANT("promela-slot-given"))
        pml_add_bit(k->a, slots->words, slot);
      return;
    }
  }
  unite_channels(out, &more);
}

void pml_give_slot(const pml_maker *k, uint32_t caller,
                   const pml_access *create, uint32_t slot,
                   pml_channel_set *channels, pml_channel_set *slots) {
  const pml_ample *a = k->a;
  assert(create->lo < a->first_slot.count);
  const pml_slot_bytes *b = &a->slots.at[a->first_slot.at[create->lo] + slot];
  for (uint32_t i = b->lo; i < b->hi; i++)
    add_given(k, caller, create, i, channels, slots);
}

/* What the slots of a process hold that this access starts. */
static bool hold_more(pml_maker *k, uint32_t caller, const pml_access *create) {
  const pml_ample *a = k->a;
  assert(create->lo < a->first_slot.count);
  uint32_t first = a->first_slot.at[create->lo];
  uint32_t mine = a->first_slot.at[caller];
  bool more = false;
  for (uint32_t i = first; i < a->first_slot.at[create->lo + 1]; i++) {
    pml_channel_set given = {{0}}, slots = {{0}};
    pml_give_slot(k, caller, create, i - first, &given, &slots);
    for (uint32_t n = mine; n < a->first_slot.at[caller + 1]; n++)
      if (pml_has_bit(a, slots.words, n - mine))
        unite_channels(&given, &k->slot_held.at[n]);
    for (uint32_t w = 0; w < a->wide; w++) {
      more |= (given.words[w] & ~k->slot_held.at[i].words[w]) != 0;
      k->slot_held.at[i].words[w] |= given.words[w];
    }
  }
  return more;
}

static bool hold_more_by(pml_maker *k, uint32_t process) {
  assert(process < k->p->behaviours.count);
  const pml_behaviour *b = &k->p->behaviours.at[process];
  bool more = false;
  for (uint32_t i = 0; pml_is_real(k->p, process) && i < b->points; i++) {
    const pml_point *point = &k->p->points.at[b->first_point + i];
    for (uint32_t n = point->first; n < point->first + point->count; n++)
      for (uint32_t t = k->spans.at[n].first; t < k->spans.at[n].end; t++)
        if (k->list.at[t].kind == PML_CREATES)
          more |= hold_more(k, process, &k->list.at[t]);
  }
  return more;
}

void pml_find_held(pml_maker *k) {
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < k->p->behaviours.count; i++)
      more |= hold_more_by(k, i);
  }
}
