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
static void add_slots(const pml_machine *x, const uint64_t *set, uint32_t pid,
                      uint64_t *channels) {
  const pml_ample *a = x->x->ample;
  const uint64_t *slots = set + pml_set_slots(a, PML_USE_SEND);
  uint32_t first = a->first_slot.at[x->layout.type[pid]];
  const uint8_t *frame = x->base + x->layout.frame[pid];
  for (uint32_t word = 0; word < a->wide; word++) {
    uint64_t all =
        slots[word] | slots[a->wide + word] | slots[2 * a->wide + word];
    for (uint32_t i = 64 * word; all; i++, all >>= 1) {
      if (!(all & 1))
        continue;
      const pml_slot_bytes *b = &a->slots.at[first + i];
      for (uint32_t use = 0; use < PML_USES; use++)
        for (uint32_t k = b->lo;
             k < b->hi && pml_has_bit(a, slots + use * a->wide, i); k++)
          pml_add_bit(a, channels + use * a->wide, frame[k]);
    }
  }
}

static uint32_t number_of(const pml_machine *x, uint32_t pid) {
  return x->behaviours[x->layout.type[pid]].first_point +
         pml_point_at(x, x->base, pid);
}

/* What a process can still do, as words that are compared. */
static void future_of(const pml_machine *x, uint32_t pid, uint64_t *out) {
  const pml_ample *a = x->x->ample;
  const uint64_t *set = a->futures.at + (size_t)number_of(x, pid) * a->row;
  memcpy(out, set, pml_set_common(a) * sizeof *out);
  add_slots(x, set, pid, out + pml_set_channels(a, PML_USE_SEND));
}

bool pml_ample_begin(pml_machine *x, pml_others *o) {
  const pml_ample *a = x->x->ample;
  uint32_t words = pml_set_common(a);
  uint64_t mine[PML_MOST_COMMON];
  bool some = false;
  if (x->layout.processes < 2)
    return false;
  for (uint32_t i = 0; i < x->layout.processes && !some; i++)
    some = !(a->points.at[number_of(x, i)].flags & PML_POINT_NEVER);
  if (!some)
    return false;
  o->next = x->layout.processes;
  o->last_end = 0;
  memset(o->one, 0, words * sizeof *o->one);
  memcpy(o->two, a->question, words * sizeof *o->two);
  for (uint32_t i = 0; i < x->layout.processes; i++) {
    future_of(x, i, mine);
    if (mine[pml_set_misc(a)] & PML_MISC_ENDS)
      o->last_end = i + 1;
    for (uint32_t k = 0; k < words; k++) {
      o->two[k] |= o->one[k] & mine[k];
      o->one[k] |= mine[k];
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
static bool is_used(const pml_machine *x, const looking *l, pml_use use,
                    uint32_t channel) {
  const pml_ample *a = x->x->ample;
  return pml_has_bit(a, l->others + pml_set_channels(a, use), channel);
}

/* The channel is used from both ends, or looked at: does anybody care? */
static bool is_strictly_shared(const pml_machine *x, const looking *l,
                               uint32_t channel) {
  return is_used(x, l, PML_USE_SEND, channel) ||
         is_used(x, l, PML_USE_RECEIVE, channel) ||
         is_used(x, l, PML_USE_LOOK, channel);
}

static bool is_talk_alone(pml_machine *x, const looking *l,
                          const pml_ample_talk *t) {
  assert(t->talk < x->p->talks.count);
  size_t faults = x->out->faults.count;
  x->state = x->base;
  x->pid = l->pid;
  x->frame = x->layout.frame[l->pid];
  x->halted = false;
  int32_t number = pml_talk_channel(x, &x->p->talks.at[t->talk]);
  uint32_t queue = pml_channel_queue(x, number), channel = (uint32_t)number;
  if (x->halted || x->out->faults.count != faults || queue == PML_NONE) {
    pml_forget_faults(x, faults);
    x->halted = false;
    return false;
  }
  if (channel >= l->younger && l->may_end)
    return false;
  uint32_t capacity = x->p->queues.at[queue].capacity;
  uint32_t length = capacity ? x->base[x->layout.contents[channel]] : 0;
  if (!t->is_strict && t->is_send && length < capacity)
    return !is_used(x, l, PML_USE_SEND, channel) &&
           !is_used(x, l, PML_USE_LOOK, channel);
  if (!t->is_strict && !t->is_send && length > 0 &&
      !x->p->syntax->reading.loses_messages)
    return !is_used(x, l, PML_USE_RECEIVE, channel) &&
           !is_used(x, l, PML_USE_LOOK, channel);
  return !is_strictly_shared(x, l, channel);
}

/* Channels whose numbers are in the frame and are used inside the move. */
static bool are_slots_alone(const pml_machine *x, const looking *l,
                            const uint64_t *conflicts) {
  const pml_ample *a = x->x->ample;
  const uint64_t *slots = conflicts + pml_set_slots(a, PML_USE_SEND);
  const uint64_t *others = l->others + pml_set_channels(a, PML_USE_SEND);
  uint64_t mine[PML_USES * PML_MOST_WIDE] = {0}, some = 0, met = 0;
  for (uint32_t i = 0; i < PML_USES * a->wide; i++)
    some |= slots[i];
  if (!some)
    return true;
  add_slots(x, conflicts, l->pid, mine);
  for (uint32_t i = 0; i < PML_USES * a->wide; i++)
    met |= mine[i] & others[i];
  return !l->may_end && !met;
}

/* Channels that come and go with processes: their numbers may be known to
 * others, who would notice. */
static bool are_owned_alone(const pml_machine *x, const looking *l,
                            uint32_t flags) {
  const pml_ample *a = x->x->ample;
  if (a->has_no_names)
    return true;
  if (flags & PML_POINT_MAKES_CHANNELS) {
    uint32_t first = x->layout.channels + 1, bits = 64 * a->wide;
    if (x->layout.channels + a->most_made >= bits)
      first = 0;
    for (uint32_t c = first; c < bits; c++)
      if (is_strictly_shared(x, l, c))
        return false;
  }
  uint32_t first = x->layout.first_channel[l->pid];
  for (uint32_t c = first; flags & PML_POINT_DROPS_CHANNELS && c < l->younger;
       c++)
    if (is_strictly_shared(x, l, c))
      return false;
  return true;
}

/* Is whoever is at the other end of these channels below this process? See
 * reduce/ample_sticky.c. */
static bool is_fed(pml_machine *x, const pml_others *o, const looking *l,
                   const pml_ample_point *p) {
  const pml_ample *a = x->x->ample;
  uint32_t misc = pml_set_misc(a);
  uint64_t ends[2][PML_MOST_WIDE] = {{0}}, mine[PML_MOST_COMMON];
  if ((o->one[misc] | o->two[misc]) & PML_MISC_CREATES)
    return false;
  x->state = x->base;
  x->pid = l->pid;
  x->frame = x->layout.frame[l->pid];
  for (uint32_t i = 0; i < p->talks; i++) {
    const pml_ample_talk *t = &a->talks.at[p->first_talk + i];
    int32_t channel = pml_talk_channel(x, &x->p->talks.at[t->talk]);
    uint32_t queue = pml_channel_queue(x, channel);
    /* A receive that is not possible does not matter. */
    if (t->is_send || queue == PML_NONE ||
        x->p->queues.at[queue].capacity == 0 ||
        x->base[x->layout.contents[channel]] != 0)
      pml_add_bit(a, ends[t->is_send], (uint32_t)channel & 255);
  }
  for (uint32_t i = l->pid; i < x->layout.processes; i++) {
    future_of(x, i, mine);
    const uint64_t *sends = mine + pml_set_channels(a, PML_USE_SEND);
    const uint64_t *receives = mine + pml_set_channels(a, PML_USE_RECEIVE);
    for (uint32_t k = 0; k < a->wide; k++)
      if (sends[k] & ends[false][k] || receives[k] & ends[true][k])
        return false;
  }
  return true;
}

static bool is_last_value(const pml_machine *x, const looking *l,
                          const pml_ample_point *p) {
  return pml_load(x->base + x->layout.frame[l->pid] + p->counter, p->scalar) ==
         p->last;
}

static bool is_alone(pml_machine *x, const pml_others *o, uint32_t pid) {
  const pml_ample *a = x->x->ample;
  uint32_t number = number_of(x, pid);
  uint32_t words = pml_set_common(a);
  const uint64_t *conflicts = a->conflicts.at + (size_t)number * a->row;
  assert(number < a->points.count);
  const pml_ample_point *p = &a->points.at[number];
  looking l = {.pid = pid};
  if (p->flags & PML_POINT_NEVER)
    return false;
  future_of(x, pid, l.others);
  for (uint32_t k = 0; k < words; k++)
    l.others[k] = o->two[k] | (o->one[k] & ~l.others[k]);
  l.may_end = o->last_end > pid + 1 && !a->has_no_names;
  uint64_t *misc = &l.others[pml_set_misc(a)];
  *misc &= ~(uint64_t)PML_MISC_ENDS;
  if (l.may_end)
    *misc |= PML_MISC_ENDS;
  uint64_t met = 0;
  for (uint32_t k = 0; k < words; k++)
    met |= conflicts[k] & l.others[k];
  if (met && !MUTANT("promela-ample-conflicts"))
    return false;
  l.younger = pid + 1 < x->layout.processes ? x->layout.first_channel[pid + 1]
                                            : x->layout.channels + 1;
  if (!are_slots_alone(x, &l, conflicts) || !are_owned_alone(x, &l, p->flags))
    return false;
  for (uint32_t i = 0; i < p->talks && !MUTANT("promela-ample-talk"); i++)
    if (!is_talk_alone(x, &l, &a->talks.at[p->first_talk + i]))
      return false;
  if (p->flags & PML_POINT_COUNTS && is_last_value(x, &l, p))
    return false;
  return !(p->flags & PML_POINT_IS_FED) || is_fed(x, o, &l, p);
}

uint32_t pml_ample_next(pml_machine *x, pml_others *o) {
  while (o->next-- > 0)
    if (is_alone(x, o, o->next))
      return o->next;
  o->next = 0;
  return PML_NONE;
}
