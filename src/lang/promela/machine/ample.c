/* Which process may move alone in this state.
 *
 * Let i be one that pml_ample_next tells, in state s, with a move there. Why it
 * is enough to look at i's moves:
 *  - Whatever the others do before i moves is in their futures. So it does not
 *    touch what the moves at i's point depend on: they stay as they are,
 *    possible or not, and can be taken later with the same result. A run that
 *    begins with others can be reordered so that i moves first, and nobody,
 *    the question included, can tell the difference.
 *  - A process that ends does so only if it is the youngest; so long as i is
 *    there none below it can. Which pid a new process gets depends on who has
 *    ended: that is why starting and ending do not commute.
 *  - A receive from a channel that has a message, by the only one who takes
 *    from it, and a send to one that has room, by the only one who puts there,
 *    do not care for what happens at the other end.
 *    (Where full channels lose messages, a send to one that has room does not
 *    care either; but a receive makes room for what would be lost.)
 *  - As i can move, 'timeout' is false until it does.
 * In a state where i has no move, or only such as mean nothing, the others are
 * looked at too: see pml_next. */
#include "lang/promela/machine/ample.h"

#include "base/mutant.h"

#include <assert.h>

/* A set is in this state what it says, slots replaced by their channels. */
static void add_slots(const pml_machine *machine, const uint64_t *set,
                      uint32_t pid, uint64_t *channels) {
  const pml_ample *ample = machine->x->ample;
  const uint64_t *slots = set + pml_set_slots(ample, PML_USE_SEND);
  uint32_t first = ample->first_slot.at[machine->layout.type[pid]];
  const uint8_t *frame = machine->base + machine->layout.frame[pid];
  for (uint32_t word = 0; word < ample->wide; word++) {
    uint64_t all =
        slots[word] | slots[ample->wide + word] | slots[2 * ample->wide + word];
    for (uint32_t i = 64 * word; all; i++, all >>= 1) {
      if (!(all & 1))
        continue;
      const pml_slot_bytes *slot_bytes = &ample->slots.at[first + i];
      for (uint32_t use = 0; use < PML_USES; use++)
        for (uint32_t k = slot_bytes->lo;
             k < slot_bytes->hi &&
             pml_has_bit(ample, slots + use * ample->wide, i);
             k++)
          pml_add_bit(ample, channels + use * ample->wide, frame[k]);
    }
  }
}

static uint32_t number_of(const pml_machine *machine, uint32_t pid) {
  return machine->behaviours[machine->layout.type[pid]].first_point +
         pml_point_at(machine, machine->base, pid);
}

/* What a process can still do, as words that are compared. */
static void future_of(const pml_machine *machine, uint32_t pid, uint64_t *out) {
  const pml_ample *ample = machine->x->ample;
  const uint64_t *set =
      ample->futures.at + (size_t)number_of(machine, pid) * ample->row;
  memcpy(out, set, pml_set_common(ample) * sizeof *out);
  add_slots(machine, set, pid, out + pml_set_channels(ample, PML_USE_SEND));
}

bool pml_ample_begin(pml_machine *machine, pml_others *others) {
  const pml_ample *ample = machine->x->ample;
  uint32_t words = pml_set_common(ample);
  uint64_t mine[PML_MOST_COMMON];
  bool some = false;
  if (machine->layout.processes < 2)
    return false;
  for (uint32_t i = 0; i < machine->layout.processes && !some; i++)
    some = !(ample->points.at[number_of(machine, i)].flags & PML_POINT_NEVER);
  if (!some)
    return false;
  others->next = machine->layout.processes;
  others->last_end = 0;
  memset(others->one, 0, words * sizeof *others->one);
  memcpy(others->two, ample->question, words * sizeof *others->two);
  for (uint32_t i = 0; i < machine->layout.processes; i++) {
    future_of(machine, i, mine);
    if (mine[pml_set_misc(ample)] & PML_MISC_ENDS)
      others->last_end = i + 1;
    for (uint32_t k = 0; k < words; k++) {
      others->two[k] |= others->one[k] & mine[k];
      others->one[k] |= mine[k];
    }
  }
  return true;
}

typedef struct looking {
  uint32_t pid;
  uint64_t others[PML_MOST_COMMON];
  uint32_t younger; /* channels from this number on are of younger processes */
  bool may_end;     /* some younger process */
} looking;

/* Does some other process use the channel in this way? */
static bool is_used(const pml_machine *machine, const looking *l, pml_use use,
                    uint32_t channel) {
  const pml_ample *ample = machine->x->ample;
  return pml_has_bit(ample, l->others + pml_set_channels(ample, use), channel);
}

/* The channel is used from both ends, or looked at: does anybody care? */
static bool is_strictly_shared(const pml_machine *machine, const looking *l,
                               uint32_t channel) {
  return is_used(machine, l, PML_USE_SEND, channel) ||
         is_used(machine, l, PML_USE_RECEIVE, channel) ||
         is_used(machine, l, PML_USE_LOOK, channel);
}

static bool is_talk_alone(pml_machine *machine, const looking *l,
                          const pml_ample_talk *ample_talk) {
  assert(ample_talk->talk < machine->p->talks.count);
  size_t faults = machine->out->faults.count;
  machine->state = machine->base;
  machine->pid = l->pid;
  machine->frame = machine->layout.frame[l->pid];
  machine->halted = false;
  int32_t number =
      pml_talk_channel(machine, &machine->p->talks.at[ample_talk->talk]);
  uint32_t queue = pml_channel_queue(machine, number),
           channel = (uint32_t)number;
  if (machine->halted || machine->out->faults.count != faults ||
      queue == PML_NONE) {
    pml_forget_faults(machine, faults);
    machine->halted = false;
    return false;
  }
  if (channel >= l->younger && l->may_end)
    return false;
  uint32_t capacity = machine->p->queues.at[queue].capacity;
  uint32_t length =
      capacity ? machine->base[machine->layout.contents[channel]] : 0;
  if (!ample_talk->is_strict && ample_talk->is_send && length < capacity)
    return !is_used(machine, l, PML_USE_SEND, channel) &&
           !is_used(machine, l, PML_USE_LOOK, channel);
  if (!ample_talk->is_strict && !ample_talk->is_send && length > 0 &&
      !machine->p->syntax->reading.loses_messages)
    return !is_used(machine, l, PML_USE_RECEIVE, channel) &&
           !is_used(machine, l, PML_USE_LOOK, channel);
  return !is_strictly_shared(machine, l, channel);
}

/* Channels whose numbers are in the frame and are used inside the move. */
static bool are_slots_alone(const pml_machine *machine, const looking *l,
                            const uint64_t *conflicts) {
  const pml_ample *ample = machine->x->ample;
  const uint64_t *slots = conflicts + pml_set_slots(ample, PML_USE_SEND);
  const uint64_t *others = l->others + pml_set_channels(ample, PML_USE_SEND);
  uint64_t mine[PML_USES * PML_MOST_WIDE] = {0}, some = 0, met = 0;
  for (uint32_t i = 0; i < PML_USES * ample->wide; i++)
    some |= slots[i];
  if (!some)
    return true;
  add_slots(machine, conflicts, l->pid, mine);
  for (uint32_t i = 0; i < PML_USES * ample->wide; i++)
    met |= mine[i] & others[i];
  return !l->may_end && !met;
}

/* Channels that come and go with processes: their numbers may be known to
 * others, who would notice. */
static bool are_owned_alone(const pml_machine *machine, const looking *l,
                            uint32_t flags) {
  const pml_ample *ample = machine->x->ample;
  if (ample->has_no_names)
    return true;
  if (flags & PML_POINT_MAKES_CHANNELS) {
    uint32_t first = machine->layout.channels + 1, bits = 64 * ample->wide;
    if (machine->layout.channels + ample->most_made >= bits)
      first = 0;
    for (uint32_t c = first; c < bits; c++)
      if (is_strictly_shared(machine, l, c))
        return false;
  }
  uint32_t first = machine->layout.first_channel[l->pid];
  for (uint32_t c = first; flags & PML_POINT_DROPS_CHANNELS && c < l->younger;
       c++)
    if (is_strictly_shared(machine, l, c))
      return false;
  return true;
}

/* Is whoever is at the other end of these channels below this process? See
 * reduce/ample_sticky.c. */
static bool is_fed(pml_machine *machine, const pml_others *others,
                   const looking *l, const pml_ample_point *ample_point) {
  const pml_ample *ample = machine->x->ample;
  uint32_t misc = pml_set_misc(ample);
  uint64_t ends[2][PML_MOST_WIDE] = {{0}}, mine[PML_MOST_COMMON];
  if ((others->one[misc] | others->two[misc]) & PML_MISC_CREATES)
    return false;
  machine->state = machine->base;
  machine->pid = l->pid;
  machine->frame = machine->layout.frame[l->pid];
  for (uint32_t i = 0; i < ample_point->talks; i++) {
    const pml_ample_talk *ample_talk =
        &ample->talks.at[ample_point->first_talk + i];
    int32_t channel =
        pml_talk_channel(machine, &machine->p->talks.at[ample_talk->talk]);
    uint32_t queue = pml_channel_queue(machine, channel);
    /* A receive that is not possible does not matter. */
    if (ample_talk->is_send || queue == PML_NONE ||
        machine->p->queues.at[queue].capacity == 0 ||
        machine->base[machine->layout.contents[channel]] != 0)
      pml_add_bit(ample, ends[ample_talk->is_send], (uint32_t)channel & 255);
  }
  for (uint32_t i = l->pid; i < machine->layout.processes; i++) {
    future_of(machine, i, mine);
    const uint64_t *sends = mine + pml_set_channels(ample, PML_USE_SEND);
    const uint64_t *receives = mine + pml_set_channels(ample, PML_USE_RECEIVE);
    for (uint32_t k = 0; k < ample->wide; k++)
      if (sends[k] & ends[false][k] || receives[k] & ends[true][k])
        return false;
  }
  return true;
}

static bool is_last_value(const pml_machine *machine, const looking *l,
                          const pml_ample_point *ample_point) {
  return pml_load(machine->base + machine->layout.frame[l->pid] +
                      ample_point->counter,
                  ample_point->scalar) == ample_point->last;
}

static bool is_alone(pml_machine *machine, const pml_others *others,
                     uint32_t pid) {
  const pml_ample *ample = machine->x->ample;
  uint32_t number = number_of(machine, pid);
  uint32_t words = pml_set_common(ample);
  const uint64_t *conflicts = ample->conflicts.at + (size_t)number * ample->row;
  assert(number < ample->points.count);
  const pml_ample_point *ample_point = &ample->points.at[number];
  looking l = {.pid = pid};
  if (ample_point->flags & PML_POINT_NEVER)
    return false;
  future_of(machine, pid, l.others);
  for (uint32_t k = 0; k < words; k++)
    l.others[k] = others->two[k] | (others->one[k] & ~l.others[k]);
  l.may_end = others->last_end > pid + 1 && !ample->has_no_names;
  uint64_t *misc = &l.others[pml_set_misc(ample)];
  *misc &= ~(uint64_t)PML_MISC_ENDS;
  if (l.may_end)
    *misc |= PML_MISC_ENDS;
  uint64_t met = 0;
  for (uint32_t k = 0; k < words; k++)
    met |= conflicts[k] & l.others[k];
  if (met && !MUTANT("promela-ample-conflicts"))
    return false;
  l.younger = pid + 1 < machine->layout.processes
                  ? machine->layout.first_channel[pid + 1]
                  : machine->layout.channels + 1;
  if (!are_slots_alone(machine, &l, conflicts) ||
      !are_owned_alone(machine, &l, ample_point->flags))
    return false;
  for (uint32_t i = 0; i < ample_point->talks && !MUTANT("promela-ample-talk");
       i++)
    if (!is_talk_alone(machine, &l,
                       &ample->talks.at[ample_point->first_talk + i]))
      return false;
  if (ample_point->flags & PML_POINT_COUNTS &&
      is_last_value(machine, &l, ample_point))
    return false;
  return !(ample_point->flags & PML_POINT_IS_FED) ||
         is_fed(machine, others, &l, ample_point);
}

uint32_t pml_ample_next(pml_machine *machine, pml_others *others) {
  while (others->next-- > 0)
    if (is_alone(machine, others, others->next))
      return others->next;
  others->next = 0;
  return PML_NONE;
}
