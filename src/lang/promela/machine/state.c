#include "lang/promela/machine/state.h"

#include "base/check.h"

#include <assert.h>

enum { FEW_PENDING = 64, SMALL_ARENA = 1 << 14 };

typedef struct parts {
  size_t covered, noted, stack, message, buffers, pending, arena, size;
  size_t state; /* bytes of one buffer */
} parts;

static size_t round_up(size_t n) { return (n + 15) / 16 * 16; }

static parts parts_of(const pml_machine_model *x) {
  parts l;
  size_t halves = x->has_quirk ? 1 + PML_QUIRKS : 1;
  l.state = ((size_t)x->most_bytes + 31) / 32 * 32; /* native code copies so */
  l.covered = round_up(sizeof(pml_machine));
  l.noted = l.covered + round_up(x->places / 8 + 1);
  l.stack = l.noted + round_up((x->code_words + x->words) / 8 + 1);
  l.message = l.stack + round_up((size_t)x->most_values * (x->depth + 2) *
                                 sizeof(int32_t));
  l.buffers = l.message + 3 * round_up(x->widest * sizeof(int32_t));
  l.pending = l.buffers + (3 + halves) * l.state;
  l.arena = l.pending + round_up(FEW_PENDING * sizeof(pml_pending));
  l.size = l.arena + SMALL_ARENA;
  return l;
}

uint32_t pml_scratch_bytes(const pml_machine_model *x) {
  return (uint32_t)parts_of(x).size;
}

/* Also of a scratch that was never used. */
const uint8_t *pml_covered(const model *x, const void *scratch) {
  return (const uint8_t *)scratch + parts_of(x->self).covered;
}

/* What stays as it is while the scratch belongs to this model. */
static void prepare(const pml_machine_model *own, pml_machine *machine) {
  const pml_lowered *lowered = own->p;
  uint8_t *base = (uint8_t *)machine;
  parts l = parts_of(own);
  size_t fields = round_up(own->widest * sizeof(int32_t)) / sizeof(int32_t);
  machine->x = own;
  machine->p = lowered;
  machine->code = own->quick.at;
  machine->moves = lowered->moves.at;
  machine->points = lowered->points.at;
  machine->behaviours = lowered->behaviours.at;
  machine->covered = base + l.covered;
  machine->noted = base + l.noted;
  machine->stack = machine->values = (int32_t *)(void *)(base + l.stack);
  machine->message = (int32_t *)(void *)(base + l.message);
  machine->sent = machine->message + fields;
  machine->offered = machine->sent + fields;
  machine->base = base + l.buffers;
  machine->current = machine->base + l.state;
  machine->work = machine->current + l.state;
  machine->half = machine->work + l.state;
  machine->few_pending = (pml_pending *)(void *)(base + l.pending);
  machine->small_arena = base + l.arena;
  machine->decoded = 0;
}

/* Called for every state. Atoms add code to a model, which may move it. */
pml_machine *pml_machine_in(const model *x, void *scratch, model_steps *out) {
  const pml_machine_model *own = x->self;
  pml_machine *machine = scratch;
  if (base_unlikely(machine->x != own || machine->code != own->quick.at ||
                    machine->moves != own->p->moves.at))
    prepare(own, machine);
  machine->pid = PML_NONE;
  machine->frame = 0;
  machine->statement = PML_NONE;
  machine->timeout = machine->some = machine->halted = machine->quiet = false;
  machine->nested = machine->level = 0;
  machine->offer.channel = 0;
  machine->out = out;
  machine->has_place = false;
  machine->single = machine->jumps = 0;
  machine->stack = machine->values;
  machine->pending = machine->few_pending;
  machine->pending_count = 0;
  machine->pending_capacity = FEW_PENDING;
  machine->arena = machine->small_arena;
  machine->arena_count = 0;
  machine->arena_capacity = SMALL_ARENA;
  machine->own_arena = machine->own_pending = false;
  machine->seen = (pml_seen_set){0};
  machine->follow = NULL;
  machine->compiled =
      atomic_load_explicit(&own->compiled, memory_order_acquire);
  return machine;
}

void pml_machine_end(pml_machine *machine) {
  if (machine->own_arena)
    mem_free(machine->out->m, machine->arena);
  if (machine->own_pending)
    mem_free(machine->out->m, machine->pending);
  if (machine->seen.slots) {
    mem_free(machine->out->m, machine->seen.slots);
    vec_free(machine->out->m, &machine->seen.bytes);
    vec_free(machine->out->m, &machine->seen.starts);
  }
}

static void add_channels(pml_layout *layout, const pml_lowered *lowered,
                         uint32_t first, uint32_t count, uint32_t offset) {
  for (uint32_t i = 0; i < count; i++) {
    const pml_own_channel *own = &lowered->own_channels.at[first + i];
    assert(layout->channels < PML_MOST_CHANNELS);
    uint32_t number = ++layout->channels;
    layout->contents[number] = offset + own->offset;
    layout->queue[number] = own->queue;
  }
}

static void add_process(pml_machine *machine, uint32_t type, uint32_t frame) {
  pml_layout *layout = &machine->layout;
  const pml_behaviour *behaviour = &machine->behaviours[type];
  assert(layout->processes < PML_MOST_PROCESSES);
  uint32_t pid = layout->processes++;
  layout->frame[pid] = frame;
  layout->type[pid] = (uint8_t)type;
  layout->first_channel[pid] = layout->channels + 1;
  if (behaviour->owns)
    add_channels(layout, machine->p, behaviour->first_own, behaviour->owns,
                 frame);
}

void pml_decode_rest(pml_machine *machine, uint32_t processes,
                     uint32_t channels, const uint8_t *bytes, uint32_t size) {
  assert(processes <= machine->layout.processes &&
         channels <= machine->layout.channels);
  pml_layout *layout = &machine->layout;
  uint32_t at =
      processes
          ? layout->frame[processes - 1] +
                machine->behaviours[layout->type[processes - 1]].frame_bytes
          : machine->p->global_bytes;
  machine->receivers = PML_NONE;
  layout->processes = processes;
  layout->channels = channels;
  while (at < size) {
    uint32_t type = bytes[at];
    assert(type < machine->p->behaviours.count);
    add_process(machine, type, at);
    at += machine->behaviours[type].frame_bytes;
  }
  assert(at == size); /* the last frame ends where the state does */
}

static void begin_layout(pml_machine *machine) {
  machine->decoded = 0;
  machine->layout.processes = machine->layout.channels = 0;
  add_channels(&machine->layout, machine->p, machine->p->first_own,
               machine->p->owns, 0);
}

/* Most states have the same processes as the one before: then their types lie
 * where they lay. What a 'run' adds to the layout comes behind them. */
static bool is_decoded(const pml_machine *machine, const uint8_t *bytes,
                       uint32_t size) {
  const pml_layout *layout = &machine->layout;
  if (!machine->decoded || size != machine->decoded)
    return false;
  for (uint32_t i = 0; i < machine->decoded_processes; i++)
    if (bytes[layout->frame[i]] != layout->type[i])
      return false;
  return true;
}

/* Is it a state? */

static bool are_channels_good(const pml_machine *machine,
                              const uint8_t *bytes) {
  const pml_layout *layout = &machine->layout;
  for (uint32_t i = 1; i <= layout->channels; i++) {
    const pml_queue *queue = &machine->p->queues.at[layout->queue[i]];
    const uint8_t *at = bytes + layout->contents[i];
    if (queue->capacity == 0)
      continue;
    if (at[0] > queue->capacity)
      return false;
    for (uint32_t k = 1 + at[0] * queue->message_bytes; k < queue->bytes; k++)
      if (at[k])
        return false;
  }
  return true;
}

static bool is_process(const pml_machine *machine, uint32_t type) {
  return type < machine->p->syntax->processes.count &&
         type < machine->p->behaviours.count &&
         (machine->p->syntax->processes.at[type].kind == PML_PROCTYPE ||
          machine->p->syntax->processes.at[type].kind == PML_INIT);
}

#ifndef NDEBUG
/* What pml_is_state asks of any bytes holds of those that are decoded. */
static void check_decoded(const pml_machine *x, const uint8_t *bytes) {
  const pml_layout *l = &x->layout;
  assert(l->processes <= PML_MOST_PROCESSES);
  assert(l->channels <= PML_MOST_CHANNELS);
  assert(are_channels_good(x, bytes));
  for (uint32_t pid = 0; pid < l->processes; pid++) {
    assert(is_process(x, l->type[pid]) && bytes[l->frame[pid]] == l->type[pid]);
    assert(pml_point_at(x, bytes, pid) < x->behaviours[l->type[pid]].points);
    assert(pid == 0 ||
           l->frame[pid] ==
               l->frame[pid - 1] + x->behaviours[l->type[pid - 1]].frame_bytes);
  }
}
#endif

void pml_decode(pml_machine *machine, const uint8_t *bytes, uint32_t size) {
  assert(size >= machine->p->global_bytes && size <= machine->x->most_bytes);
  if (is_decoded(machine, bytes, size)) {
    machine->layout.processes = machine->decoded_processes;
    machine->layout.channels = machine->decoded_channels;
    machine->receivers = PML_NONE;
    return;
  }
  begin_layout(machine);
  pml_decode_rest(machine, 0, machine->layout.channels, bytes, size);
  machine->decoded = size;
  machine->decoded_processes = machine->layout.processes;
  machine->decoded_channels = machine->layout.channels;
  debug_check(check_decoded(machine, bytes));
}

bool pml_is_state(pml_machine *machine, const uint8_t *bytes, uint32_t size) {
  const pml_lowered *lowered = machine->p;
  uint32_t at = lowered->global_bytes;
  if (size < at || size > machine->x->most_bytes)
    return false;
  if (lowered->watch.process != PML_NONE &&
      (uint32_t)(bytes[lowered->watch_offset] | bytes[lowered->watch_offset + 1]
                                                    << 8) >=
          lowered->behaviours.at[lowered->watch.process].points)
    return false;
  begin_layout(machine);
  while (at < size) {
    uint32_t type = bytes[at];
    if (!is_process(machine, type) ||
        machine->layout.processes >= PML_MOST_PROCESSES)
      return false;
    const pml_behaviour *behaviour = &machine->behaviours[type];
    if (behaviour->frame_bytes > size - at ||
        behaviour->owns + machine->layout.channels > PML_MOST_CHANNELS)
      return false;
    add_process(machine, type, at);
    if (pml_point_at(machine, bytes, machine->layout.processes - 1) >=
        behaviour->points)
      return false;
    at += behaviour->frame_bytes;
  }
  return are_channels_good(machine, bytes);
}

/* Records come as all their scalars, one behind the other. */
static void set_parameters(pml_machine *machine, uint32_t type,
                           const int32_t *arguments, uint32_t count) {
  assert(type + 1 < machine->x->first_parameter.count);
  const uint32_t *first = machine->x->first_parameter.at + type;
  if (first[0] == first[1])
    return;
  const pml_parameter *parameter = machine->x->parameters.at + first[0];
  for (uint32_t i = 0; i < count && i < first[1] - first[0]; i++) {
    int32_t kept = pml_cut(arguments[i], parameter[i].scalar);
    pml_put(machine->state + machine->frame + parameter[i].offset,
            parameter[i].scalar, kept);
    if (kept != arguments[i])
      pml_note_cut(machine, machine->x->code_words, arguments[i],
                   parameter[i].variable);
  }
}

bool pml_create(pml_machine *machine, uint32_t type, uint32_t priority,
                const int32_t *arguments, uint32_t count) {
  assert(is_process(machine, type));
  assert(arguments || count == 0);
  const pml_behaviour *behaviour = &machine->behaviours[type];
  pml_layout *layout = &machine->layout;
  uint32_t pid = machine->pid, frame = machine->frame;
  if (layout->processes >= PML_MOST_PROCESSES)
    pml_halt(machine, "there are more than %d processes", PML_MOST_PROCESSES);
  else if (layout->channels + behaviour->owns > PML_MOST_CHANNELS)
    pml_halt(machine, "there are more than %d channels", PML_MOST_CHANNELS);
  else if (behaviour->frame_bytes > machine->x->most_bytes - machine->size)
    pml_halt(machine, "the state has more than %u bytes",
             (unsigned)machine->x->most_bytes);
  if (machine->halted)
    return false;
  memset(machine->state + machine->size, 0, behaviour->frame_bytes);
  machine->state[machine->size] = (uint8_t)type;
  if (machine->p->has_priority)
    machine->state[machine->size + 1] = (uint8_t)priority;
  machine->pid = layout->processes;
  machine->frame = machine->size;
  add_process(machine, type, machine->size);
  machine->size += behaviour->frame_bytes;
  pml_set_point(machine, machine->state, machine->pid, behaviour->start);
  set_parameters(machine, type, arguments, count);
  if (behaviour->make != PML_NONE)
    pml_run(machine, behaviour->make);
  machine->pid = pid;
  machine->frame = frame;
  return !machine->halted;
}

bool pml_make_initial(pml_machine *machine) {
  const pml_lowered *lowered = machine->p;
  machine->state = machine->work;
  machine->size = lowered->global_bytes;
  memset(machine->state, 0, lowered->global_bytes);
  begin_layout(machine);
  if (lowered->watch.process != PML_NONE) {
    uint32_t start = lowered->behaviours.at[lowered->watch.process].start;
    machine->state[lowered->watch_offset] = (uint8_t)start;
    machine->state[lowered->watch_offset + 1] = (uint8_t)(start >> 8);
  }
  if (lowered->make != PML_NONE)
    pml_run(machine, lowered->make);
  for (uint32_t i = 0; i < lowered->syntax->processes.count && !machine->halted;
       i++) {
    const pml_process *process = &lowered->syntax->processes.at[i];
    if (!is_process(machine, i))
      continue;
    uint32_t priority = process->priority ? process->priority : 1;
    for (uint32_t k = 0; k < process->active && !machine->halted; k++)
      pml_create(machine, i, priority, NULL, 0);
  }
  return !machine->halted;
}
