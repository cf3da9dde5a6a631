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

bool pml_are_all_channels(const pml_channel_set *channel_set) {
  return channel_set->words[0] == UINT64_MAX;
}

/* What globals hold that nobody writes. */
static pml_channel_set channels_in(const pml_maker *maker, uint32_t lo,
                                   uint32_t hi) {
  pml_channel_set result = {{0}};
  for (uint32_t i = lo; i < hi; i++) {
    if (maker->is_written[i])
      return all_channels;
    pml_add_bit(maker->a, result.words, maker->initial[i]);
  }
  return result;
}

/* What is in a new frame. */

/* By byte of a frame: where its first value comes from. */
enum { FROM_NOWHERE, FROM_ITSELF, FROM_SOMEWHERE, FROM_ARGUMENT };

static void find_parameters(pml_maker *maker, uint32_t process,
                            uint32_t *origin) {
  assert(process < maker->p->syntax->processes.count);
  const pml_process *q = &maker->p->syntax->processes.at[process];
  pml_parts scalars = {0};
  for (uint32_t i = 0; i < q->parameters; i++)
    pml_list_scalars(maker->m, maker->p, q->first_parameter + i,
                     maker->p->lies.at[q->first_parameter + i].offset,
                     &scalars);
  for (uint32_t i = 0; i < scalars.count; i++) {
    const pml_part *part = &scalars.at[i];
    uint32_t bytes = maker->p->lies.at[part->variable].scalar.bytes;
    for (uint32_t n = 0; n < bytes; n++)
      origin[part->offset + n] = FROM_ARGUMENT + i;
  }
  vec_free(maker->m, &scalars);
}

/* Code that fills a frame: a channel that is its own, or something else? */
static void find_initials(pml_maker *maker, const pml_behaviour *behaviour,
                          uint32_t *origin) {
  const uint32_t *code = maker->p->code.at, *before = NULL;
  for (uint32_t pc = behaviour->make; pc != PML_NONE && code[pc] != PML_OP_DONE;
       pc += pml_length_of(code[pc])) {
    const uint32_t *w = code + pc;
    bool is_own = before && before[0] == PML_OP_OWN_CHANNEL;
    before = w;
    if (w[0] != PML_OP_STORE_LOCAL && w[0] != PML_OP_STORE_LOCAL_AT)
      continue;
    bool is_plain = w[0] == PML_OP_STORE_LOCAL;
    uint32_t lo = is_plain ? w[1] : 0;
    uint32_t hi = is_plain ? w[1] + pml_bytes_of(w[2]) : behaviour->frame_bytes;
    for (uint32_t i = lo; i < hi; i++)
      origin[i] = is_plain && is_own ? FROM_ITSELF : FROM_SOMEWHERE;
  }
}

void pml_find_origins(pml_maker *maker) {
  const pml_lowered *lowered = maker->p;
  maker->origins =
      mem_array(maker->m, lowered->behaviours.count, sizeof *maker->origins);
  for (uint32_t i = 0; i < lowered->behaviours.count; i++) {
    const pml_behaviour *behaviour = &lowered->behaviours.at[i];
    maker->origins[i] = mem_array(maker->m, behaviour->frame_bytes + 1,
                                  sizeof **maker->origins);
    if (!pml_is_real(lowered, i))
      continue;
    find_parameters(maker, i, maker->origins[i]);
    find_initials(maker, behaviour, maker->origins[i]);
  }
}

static uint32_t find_slot(const pml_maker *maker, uint32_t process, uint32_t lo,
                          uint32_t hi) {
  const pml_ample *ample = maker->a;
  uint32_t first = ample->first_slot.at[process];
  uint32_t end = process + 1 < ample->first_slot.count
                     ? ample->first_slot.at[process + 1]
                     : (uint32_t)ample->slots.count;
  for (uint32_t i = first; i < end; i++)
    if (ample->slots.at[i].lo == lo && ample->slots.at[i].hi == hi)
      return i - first;
  return PML_NONE;
}

/* Only while the points of this process are made. */
static uint32_t slot_of(pml_maker *maker, uint32_t process, uint32_t lo,
                        uint32_t hi) {
  pml_ample *ample = maker->a;
  assert(process + 1 == ample->first_slot.count);
  for (uint32_t i = lo; i < hi; i++)
    if (maker->is_changed[process][i])
      return PML_NONE;
  uint32_t slot = find_slot(maker, process, lo, hi);
  if (slot != PML_NONE)
    return slot;
  slot = (uint32_t)ample->slots.count - ample->first_slot.at[process];
  if (slot >= 64 * ample->wide)
    return PML_NONE;
  vec_push(maker->m, &ample->slots, ((pml_slot_bytes){lo, hi}));
  vec_push(maker->m, &maker->slot_held, ((pml_channel_set){{1}}));
  return slot;
}

void pml_keep_arguments(pml_maker *maker, const pml_access *create,
                        uint32_t process) {
  for (uint32_t i = 0; i < create->arguments; i++) {
    const pml_argument *argument = &maker->arguments.at[create->hi + i];
    if (argument->place == PML_IN_FRAME)
      slot_of(maker, process, argument->offset, argument->offset + 1);
  }
}

pml_channel_set pml_channels_of(pml_maker *maker, const pml_access *access,
                                uint32_t process, uint32_t *slot) {
  *slot = PML_NONE;
  if (access->place == PML_IN_GLOBALS)
    return channels_in(maker, access->lo, access->hi);
  if (access->place == PML_IN_FRAME && process != PML_NONE)
    *slot = slot_of(maker, process, access->lo, access->hi);
  return all_channels;
}

bool pml_may_be_rendezvous(pml_maker *maker, const pml_access *access) {
  const pml_lowered *lowered = maker->p;
  if (!maker->has_rendezvous || access->place != PML_IN_GLOBALS)
    return maker->has_rendezvous;
  for (uint32_t i = access->lo; i < access->hi; i++) {
    uint32_t c = maker->initial[i];
    if (maker->is_written[i])
      return true;
    if (c > 0 && c <= lowered->owns &&
        lowered->queues
                .at[lowered->own_channels.at[lowered->first_own + c - 1].queue]
                .capacity == 0)
      return true;
  }
  return false;
}

/* A byte of the frame of a process that 'caller' starts: the channels that it
 * may mean are added to 'out', or it is what a slot of the caller holds. */
static void add_given(const pml_maker *maker, uint32_t caller,
                      const pml_access *create, uint32_t byte,
                      pml_channel_set *out, pml_channel_set *slots) {
  uint32_t origin = maker->origins[create->lo][byte];
  uint32_t number = origin - FROM_ARGUMENT;
  pml_channel_set more = all_channels;
  if (origin == FROM_NOWHERE ||
      (origin >= FROM_ARGUMENT && number >= create->arguments)) {
    pml_add_bit(maker->a, out->words, 0);
    return;
  }
  /* A channel that is not there yet is none that anybody means. */
  if (origin == FROM_ITSELF && maker->a->has_no_names)
    return;
  if (origin >= FROM_ARGUMENT) {
    const pml_argument *argument = &maker->arguments.at[create->hi + number];
    uint32_t slot = PML_NONE;
    if (argument->place == PML_IN_GLOBALS)
      more = channels_in(maker, argument->offset, argument->offset + 1);
    else if (argument->place == PML_IN_FRAME)
      slot = find_slot(maker, caller, argument->offset, argument->offset + 1);
    if (slot != PML_NONE) {
      if (!MUTANT("promela-slot-given"))
        pml_add_bit(maker->a, slots->words, slot);
      return;
    }
  }
  unite_channels(out, &more);
}

void pml_give_slot(const pml_maker *maker, uint32_t caller,
                   const pml_access *create, uint32_t slot,
                   pml_channel_set *channels, pml_channel_set *slots) {
  const pml_ample *ample = maker->a;
  assert(create->lo < ample->first_slot.count);
  const pml_slot_bytes *slot_bytes =
      &ample->slots.at[ample->first_slot.at[create->lo] + slot];
  for (uint32_t i = slot_bytes->lo; i < slot_bytes->hi; i++)
    add_given(maker, caller, create, i, channels, slots);
}

/* What the slots of a process hold that this access starts. */
static bool hold_more(pml_maker *maker, uint32_t caller,
                      const pml_access *create) {
  const pml_ample *ample = maker->a;
  assert(create->lo < ample->first_slot.count);
  uint32_t first = ample->first_slot.at[create->lo];
  uint32_t mine = ample->first_slot.at[caller];
  bool more = false;
  for (uint32_t i = first; i < ample->first_slot.at[create->lo + 1]; i++) {
    pml_channel_set given = {{0}}, slots = {{0}};
    pml_give_slot(maker, caller, create, i - first, &given, &slots);
    for (uint32_t n = mine; n < ample->first_slot.at[caller + 1]; n++)
      if (pml_has_bit(ample, slots.words, n - mine))
        unite_channels(&given, &maker->slot_held.at[n]);
    for (uint32_t w = 0; w < ample->wide; w++) {
      more |= (given.words[w] & ~maker->slot_held.at[i].words[w]) != 0;
      maker->slot_held.at[i].words[w] |= given.words[w];
    }
  }
  return more;
}

static bool hold_more_by(pml_maker *maker, uint32_t process) {
  assert(process < maker->p->behaviours.count);
  const pml_behaviour *behaviour = &maker->p->behaviours.at[process];
  bool more = false;
  for (uint32_t i = 0; pml_is_real(maker->p, process) && i < behaviour->points;
       i++) {
    const pml_point *point = &maker->p->points.at[behaviour->first_point + i];
    for (uint32_t n = point->first; n < point->first + point->count; n++)
      for (uint32_t t = maker->spans.at[n].first; t < maker->spans.at[n].end;
           t++)
        if (maker->list.at[t].kind == PML_CREATES)
          more |= hold_more(maker, process, &maker->list.at[t]);
  }
  return more;
}

void pml_find_held(pml_maker *maker) {
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < maker->p->behaviours.count; i++)
      more |= hold_more_by(maker, i);
  }
}
