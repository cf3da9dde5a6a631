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
  const pml_lowered *p = own->p;
  uint8_t *base = (uint8_t *)machine;
  parts l = parts_of(own);
  size_t fields = round_up(own->widest * sizeof(int32_t)) / sizeof(int32_t);
  machine->x = own;
  machine->p = p;
  machine->code = own->quick.at;
  machine->moves = p->moves.at;
  machine->points = p->points.at;
  machine->behaviours = p->behaviours.at;
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

void pml_machine_end(pml_machine *x) {
  if (x->own_arena)
    mem_free(x->out->m, x->arena);
  if (x->own_pending)
    mem_free(x->out->m, x->pending);
  if (x->seen.slots) {
    mem_free(x->out->m, x->seen.slots);
    vec_free(x->out->m, &x->seen.bytes);
    vec_free(x->out->m, &x->seen.starts);
  }
}

static void add_channels(pml_layout *l, const pml_lowered *p, uint32_t first,
                         uint32_t count, uint32_t offset) {
  for (uint32_t i = 0; i < count; i++) {
    const pml_own_channel *own = &p->own_channels.at[first + i];
    assert(l->channels < PML_MOST_CHANNELS);
    uint32_t number = ++l->channels;
    l->contents[number] = offset + own->offset;
    l->queue[number] = own->queue;
  }
}

static void add_process(pml_machine *x, uint32_t type, uint32_t frame) {
  pml_layout *l = &x->layout;
  const pml_behaviour *b = &x->behaviours[type];
  assert(l->processes < PML_MOST_PROCESSES);
  uint32_t pid = l->processes++;
  l->frame[pid] = frame;
  l->type[pid] = (uint8_t)type;
  l->first_channel[pid] = l->channels + 1;
  if (b->owns)
    add_channels(l, x->p, b->first_own, b->owns, frame);
}

void pml_decode_rest(pml_machine *x, uint32_t processes, uint32_t channels,
                     const uint8_t *bytes, uint32_t size) {
  assert(processes <= x->layout.processes && channels <= x->layout.channels);
  pml_layout *l = &x->layout;
  uint32_t at = processes
                    ? l->frame[processes - 1] +
                          x->behaviours[l->type[processes - 1]].frame_bytes
                    : x->p->global_bytes;
  x->receivers = PML_NONE;
  l->processes = processes;
  l->channels = channels;
  while (at < size) {
    uint32_t type = bytes[at];
    assert(type < x->p->behaviours.count);
    add_process(x, type, at);
    at += x->behaviours[type].frame_bytes;
  }
  assert(at == size); /* the last frame ends where the state does */
}

static void begin_layout(pml_machine *x) {
  x->decoded = 0;
  x->layout.processes = x->layout.channels = 0;
  add_channels(&x->layout, x->p, x->p->first_own, x->p->owns, 0);
}

/* Most states have the same processes as the one before: then their types lie
 * where they lay. What a 'run' adds to the layout comes behind them. */
static bool is_decoded(const pml_machine *x, const uint8_t *bytes,
                       uint32_t size) {
  const pml_layout *l = &x->layout;
  if (!x->decoded || size != x->decoded)
    return false;
  for (uint32_t i = 0; i < x->decoded_processes; i++)
    if (bytes[l->frame[i]] != l->type[i])
      return false;
  return true;
}

/* Is it a state? */

static bool are_channels_good(const pml_machine *x, const uint8_t *bytes) {
  const pml_layout *l = &x->layout;
  for (uint32_t i = 1; i <= l->channels; i++) {
    const pml_queue *q = &x->p->queues.at[l->queue[i]];
    const uint8_t *at = bytes + l->contents[i];
    if (q->capacity == 0)
      continue;
    if (at[0] > q->capacity)
      return false;
    for (uint32_t k = 1 + at[0] * q->message_bytes; k < q->bytes; k++)
      if (at[k])
        return false;
  }
  return true;
}

static bool is_process(const pml_machine *x, uint32_t type) {
  return type < x->p->syntax->processes.count &&
         type < x->p->behaviours.count &&
         (x->p->syntax->processes.at[type].kind == PML_PROCTYPE ||
          x->p->syntax->processes.at[type].kind == PML_INIT);
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

void pml_decode(pml_machine *x, const uint8_t *bytes, uint32_t size) {
  assert(size >= x->p->global_bytes && size <= x->x->most_bytes);
  if (is_decoded(x, bytes, size)) {
    x->layout.processes = x->decoded_processes;
    x->layout.channels = x->decoded_channels;
    x->receivers = PML_NONE;
    return;
  }
  begin_layout(x);
  pml_decode_rest(x, 0, x->layout.channels, bytes, size);
  x->decoded = size;
  x->decoded_processes = x->layout.processes;
  x->decoded_channels = x->layout.channels;
  debug_check(check_decoded(x, bytes));
}

bool pml_is_state(pml_machine *x, const uint8_t *bytes, uint32_t size) {
  const pml_lowered *p = x->p;
  uint32_t at = p->global_bytes;
  if (size < at || size > x->x->most_bytes)
    return false;
  if (p->watch.process != PML_NONE &&
      (uint32_t)(bytes[p->watch_offset] | bytes[p->watch_offset + 1] << 8) >=
          p->behaviours.at[p->watch.process].points)
    return false;
  begin_layout(x);
  while (at < size) {
    uint32_t type = bytes[at];
    if (!is_process(x, type) || x->layout.processes >= PML_MOST_PROCESSES)
      return false;
    const pml_behaviour *b = &x->behaviours[type];
    if (b->frame_bytes > size - at ||
        b->owns + x->layout.channels > PML_MOST_CHANNELS)
      return false;
    add_process(x, type, at);
    if (pml_point_at(x, bytes, x->layout.processes - 1) >= b->points)
      return false;
    at += b->frame_bytes;
  }
  return are_channels_good(x, bytes);
}

/* Records come as all their scalars, one behind the other. */
static void set_parameters(pml_machine *x, uint32_t type,
                           const int32_t *arguments, uint32_t count) {
  assert(type + 1 < x->x->first_parameter.count);
  const uint32_t *first = x->x->first_parameter.at + type;
  if (first[0] == first[1])
    return;
  const pml_parameter *p = x->x->parameters.at + first[0];
  for (uint32_t i = 0; i < count && i < first[1] - first[0]; i++) {
    int32_t kept = pml_cut(arguments[i], p[i].scalar);
    pml_put(x->state + x->frame + p[i].offset, p[i].scalar, kept);
    if (kept != arguments[i])
      pml_note_cut(x, x->x->code_words, arguments[i], p[i].variable);
  }
}

bool pml_create(pml_machine *x, uint32_t type, uint32_t priority,
                const int32_t *arguments, uint32_t count) {
  assert(is_process(x, type));
  assert(arguments || count == 0);
  const pml_behaviour *b = &x->behaviours[type];
  pml_layout *l = &x->layout;
  uint32_t pid = x->pid, frame = x->frame;
  if (l->processes >= PML_MOST_PROCESSES)
    pml_halt(x, "there are more than %d processes", PML_MOST_PROCESSES);
  else if (l->channels + b->owns > PML_MOST_CHANNELS)
    pml_halt(x, "there are more than %d channels", PML_MOST_CHANNELS);
  else if (b->frame_bytes > x->x->most_bytes - x->size)
    pml_halt(x, "the state has more than %u bytes", (unsigned)x->x->most_bytes);
  if (x->halted)
    return false;
  memset(x->state + x->size, 0, b->frame_bytes);
  x->state[x->size] = (uint8_t)type;
  if (x->p->has_priority)
    x->state[x->size + 1] = (uint8_t)priority;
  x->pid = l->processes;
  x->frame = x->size;
  add_process(x, type, x->size);
  x->size += b->frame_bytes;
  pml_set_point(x, x->state, x->pid, b->start);
  set_parameters(x, type, arguments, count);
  if (b->make != PML_NONE)
    pml_run(x, b->make);
  x->pid = pid;
  x->frame = frame;
  return !x->halted;
}

bool pml_make_initial(pml_machine *x) {
  const pml_lowered *p = x->p;
  x->state = x->work;
  x->size = p->global_bytes;
  memset(x->state, 0, p->global_bytes);
  begin_layout(x);
  if (p->watch.process != PML_NONE) {
    uint32_t start = p->behaviours.at[p->watch.process].start;
    x->state[p->watch_offset] = (uint8_t)start;
    x->state[p->watch_offset + 1] = (uint8_t)(start >> 8);
  }
  if (p->make != PML_NONE)
    pml_run(x, p->make);
  for (uint32_t i = 0; i < p->syntax->processes.count && !x->halted; i++) {
    const pml_process *process = &p->syntax->processes.at[i];
    if (!is_process(x, i))
      continue;
    uint32_t priority = process->priority ? process->priority : 1;
    for (uint32_t k = 0; k < process->active && !x->halted; k++)
      pml_create(x, i, priority, NULL, 0);
  }
  return !x->halted;
}
