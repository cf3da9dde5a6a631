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
#include "lang/promela/ample.h"

#include "base/mutant.h"

/* A set is in this state what it says, slots replaced by their channels. */
static void add_slots(const pml_machine *x, const uint64_t *set, uint32_t pid,
                      uint64_t *out) {
  const pml_ample *a = x->x->ample;
  const uint64_t *slots = set + 2 * a->units + PML_SET_SLOT_SENDS;
  uint64_t all = slots[0] | slots[1] | slots[2];
  uint32_t first = a->first_slot.at[x->layout.type[pid]];
  const uint8_t *frame = x->base + x->layout.frame[pid];
  for (uint32_t i = 0; all; i++, all >>= 1) {
    uint64_t channels = 0;
    if (!(all & 1))
      continue;
    const pml_slot_bytes *b = &a->slots.at[first + i];
    for (uint32_t k = b->lo; k < b->hi; k++)
      channels |= UINT64_C(1) << (frame[k] & 63);
    for (uint32_t k = 0; k < 3; k++)
      if (slots[k] >> i & 1)
        out[k] |= channels;
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
  memcpy(out, set, (2 * a->units + PML_SET_COMMON) * sizeof *out);
  add_slots(x, set, pid, out + 2 * a->units + PML_SET_SENDS);
}

bool pml_ample_begin(pml_machine *x, pml_others *o) {
  const pml_ample *a = x->x->ample;
  uint32_t words = 2 * a->units + PML_SET_COMMON;
  uint64_t mine[2 * PML_MOST_UNIT_WORDS + PML_SET_COMMON];
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
    if (mine[2 * a->units + PML_SET_MISC] & PML_MISC_ENDS)
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
  uint64_t others[2 * PML_MOST_UNIT_WORDS + PML_SET_COMMON];
  uint32_t younger; /* channels from this number on are of younger processes */
  bool may_end;     /* some younger process */
} looking;

/* Channels 'c' are used from both ends, or looked at: does anybody care? */
static bool is_strictly_shared(const pml_machine *x, const looking *l,
                               uint64_t channels) {
  const uint64_t *o = l->others + 2 * x->x->ample->units;
  return (o[PML_SET_SENDS] | o[PML_SET_RECEIVES] | o[PML_SET_LOOKS]) & channels;
}

static bool is_talk_alone(pml_machine *x, const looking *l,
                          const pml_ample_talk *t) {
  const uint64_t *o = l->others + 2 * x->x->ample->units;
  size_t faults = x->out->faults.count;
  x->state = x->base;
  x->pid = l->pid;
  x->frame = x->layout.frame[l->pid];
  x->halted = false;
  int32_t channel = pml_talk_channel(x, &x->p->talks.at[t->talk]);
  uint32_t queue = pml_channel_queue(x, channel);
  if (x->halted || x->out->faults.count != faults || queue == PML_NONE) {
    pml_forget_faults(x, faults);
    x->halted = false;
    return false;
  }
  if ((uint32_t)channel >= l->younger && l->may_end)
    return false;
  uint32_t capacity = x->p->queues.at[queue].capacity;
  uint32_t length = capacity ? x->base[x->layout.contents[channel]] : 0;
  uint64_t bit = UINT64_C(1) << ((uint32_t)channel & 63);
  if (!t->is_strict && t->is_send && length < capacity)
    return !((o[PML_SET_SENDS] | o[PML_SET_LOOKS]) & bit);
  if (!t->is_strict && !t->is_send && length > 0 &&
      !x->p->syntax->reading.loses_messages)
    return !((o[PML_SET_RECEIVES] | o[PML_SET_LOOKS]) & bit);
  return !is_strictly_shared(x, l, bit);
}

/* Channels whose numbers are in the frame and are used inside the move. */
static bool are_slots_alone(const pml_machine *x, const looking *l,
                            const uint64_t *conflicts) {
  const pml_ample *a = x->x->ample;
  const uint64_t *o = l->others + 2 * a->units;
  const uint64_t *slots = conflicts + 2 * a->units + PML_SET_SLOT_SENDS;
  uint64_t met[3] = {0};
  if (!(slots[0] | slots[1] | slots[2]))
    return true;
  add_slots(x, conflicts, l->pid, met);
  return !l->may_end && !(met[0] & o[PML_SET_SENDS]) &&
         !(met[1] & o[PML_SET_RECEIVES]) && !(met[2] & o[PML_SET_LOOKS]);
}

/* Channels that come and go with processes: their numbers may be known to
 * others, who would notice. */
static bool are_owned_alone(const pml_machine *x, const looking *l,
                            uint32_t flags) {
  uint64_t channels = 0;
  uint32_t first = x->layout.first_channel[l->pid];
  if (flags & PML_POINT_MAKES_CHANNELS)
    channels |= x->layout.channels + x->x->ample->most_made < 64
                    ? UINT64_MAX << (x->layout.channels + 1)
                    : UINT64_MAX;
  for (uint32_t c = first; flags & PML_POINT_DROPS_CHANNELS && c < l->younger;
       c++)
    channels |= UINT64_C(1) << (c & 63);
  return !channels || !is_strictly_shared(x, l, channels);
}

/* Is whoever is at the other end of these channels below this process? See
 * ample_sticky.c. */
static bool is_fed(pml_machine *x, const pml_others *o, const looking *l,
                   const pml_ample_point *p) {
  const pml_ample *a = x->x->ample;
  uint32_t at = 2 * a->units;
  uint64_t ends[2] = {0}, mine[2 * PML_MOST_UNIT_WORDS + PML_SET_COMMON];
  if ((o->one[at + PML_SET_MISC] | o->two[at + PML_SET_MISC]) &
      PML_MISC_CREATES)
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
      ends[t->is_send] |= UINT64_C(1) << ((uint32_t)channel & 63);
  }
  for (uint32_t i = l->pid; i < x->layout.processes; i++) {
    future_of(x, i, mine);
    if (mine[at + PML_SET_SENDS] & ends[false] ||
        mine[at + PML_SET_RECEIVES] & ends[true])
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
  uint32_t words = 2 * a->units + PML_SET_COMMON;
  const uint64_t *conflicts = a->conflicts.at + (size_t)number * a->row;
  const pml_ample_point *p = &a->points.at[number];
  looking l = {.pid = pid};
  if (p->flags & PML_POINT_NEVER)
    return false;
  future_of(x, pid, l.others);
  for (uint32_t k = 0; k < words; k++)
    l.others[k] = o->two[k] | (o->one[k] & ~l.others[k]);
  l.may_end = o->last_end > pid + 1;
  uint64_t *misc = &l.others[2 * a->units + PML_SET_MISC];
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
