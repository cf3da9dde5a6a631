/* The steps of the model: atomic sequences run until they end or block, by a
 * depth-first search over single steps that has no other memory than what is
 * still pending. */
#include "lang/promela/machine/ample.h"

#include "base/mutant.h"
#include "base/progress.h"

#include <assert.h>

/* Memory that may have to grow. */

static void more_arena(pml_machine *machine, size_t wanted) {
  size_t capacity = 2 * machine->arena_capacity + wanted;
  uint8_t *at = mem_alloc(machine->out->m, capacity);
  memcpy(at, machine->arena, machine->arena_count);
  if (machine->own_arena)
    mem_free(machine->out->m, machine->arena);
  machine->arena = at;
  machine->arena_capacity = capacity;
  machine->own_arena = true;
}

static void more_pending(pml_machine *machine) {
  size_t capacity = 2 * machine->pending_capacity;
  pml_pending *at = mem_array(machine->out->m, capacity, sizeof *at);
  memcpy(at, machine->pending, machine->pending_count * sizeof *at);
  if (machine->own_pending)
    mem_free(machine->out->m, machine->pending);
  machine->pending = at;
  machine->pending_capacity = capacity;
  machine->own_pending = true;
}

/* States that were met inside one step. */

static uint64_t hash(const uint8_t *bytes, size_t size, uint32_t owner) {
  uint64_t h = UINT64_C(0x9E3779B97F4A7C15) * (owner + 1);
  for (size_t i = 0; i < size; i++)
    h = (h ^ bytes[i]) * UINT64_C(0x100000001B3);
  /* The low bits must know of all others: they choose the slot. */
  h = (h ^ h >> 32) * UINT64_C(0xFF51AFD7ED558CCD);
  return h ^ h >> 29;
}

typedef struct seen_head {
  uint32_t owner, size;
} seen_head;

static bool is_same(const pml_seen_set *seen_set, size_t at, seen_head head,
                    const uint8_t *bytes) {
  seen_head there;
  memcpy(&there, seen_set->bytes.at + at, sizeof there);
  return there.owner == head.owner && there.size == head.size &&
         memcmp(seen_set->bytes.at + at + sizeof there, bytes, head.size) == 0;
}

static void rehash(mem *m, pml_seen_set *seen_set) {
  uint32_t slots = seen_set->mask ? 2 * (seen_set->mask + 1) : 4096;
  mem_free(m, seen_set->slots);
  seen_set->slots = mem_array(m, slots, sizeof *seen_set->slots);
  seen_set->mask = slots - 1;
  for (size_t i = 0; i < seen_set->starts.count; i++) {
    seen_head head;
    const uint8_t *at = seen_set->bytes.at + seen_set->starts.at[i];
    memcpy(&head, at, sizeof head);
    uint64_t h = hash(at + sizeof head, head.size, head.owner);
    while (seen_set->slots[h & seen_set->mask])
      h++;
    seen_set->slots[h & seen_set->mask] = (uint32_t)i + 1;
  }
}

bool pml_is_new(pml_machine *machine, const uint8_t *bytes, uint32_t size,
                uint32_t owner) {
  pml_seen_set *seen_set = &machine->seen;
  mem *m = machine->out->m;
  seen_head head = {owner, size};
  if (seen_set->starts.count * 2 >= seen_set->mask)
    rehash(m, seen_set);
  uint64_t h = hash(bytes, size, owner);
  for (; seen_set->slots[h & seen_set->mask]; h++)
    if (is_same(seen_set,
                seen_set->starts.at[seen_set->slots[h & seen_set->mask] - 1],
                head, bytes))
      return false;
  vec_push(m, &seen_set->starts, seen_set->bytes.count);
  seen_set->slots[h & seen_set->mask] = (uint32_t)seen_set->starts.count;
  vec_reserve(m, &seen_set->bytes, sizeof head + size);
  memcpy(seen_set->bytes.at + seen_set->bytes.count, &head, sizeof head);
  memcpy(seen_set->bytes.at + seen_set->bytes.count + sizeof head, bytes, size);
  seen_set->bytes.count += sizeof head + size;
  return true;
}

/* The place of a step is that of its first statement. */
static void place_of(const pml_machine *machine, const pml_move *move,
                     uint32_t pid, uint32_t *line, uint32_t *column) {
  const pml_syntax *syntax = machine->p->syntax;
  pml_place at = move->statement < syntax->statements.count
                     ? syntax->statements.at[move->statement].at
                     : syntax->processes.at[machine->layout.type[pid]].until;
  *line = at.line;
  *column = at.column;
}

static void emit(pml_machine *machine, const uint8_t *bytes,
                 const pml_pending *pending) {
  uint32_t number = (uint32_t)machine->out->steps.count;
  uint8_t *at = model_steps_add(machine->out, pending->size);
  if (pending->size) /* no globals, and nobody is left */
    memcpy(at, bytes, pending->size);
  model_step *step = &vec_last(&machine->out->steps);
  step->movers = pending->movers;
  step->line = pending->line;
  step->column = pending->column;
  for (size_t i = 0; i < pending->faults; i++)
    machine->out->faults.at[pending->first_fault + i].step = number;
}

static void follow(pml_machine *machine, const pml_taking *taking,
                   uint32_t owner, const uint8_t *bytes) {
  pml_single single = {.pid = taking->pid,
                       .partner = taking->partner,
                       .move = taking->move,
                       .received = taking->received,
                       .between = taking->between,
                       .bytes = bytes,
                       .size = machine->size,
                       .owner = owner,
                       .first_fault = taking->first_fault};
  machine->follow(machine, &single);
}

void pml_wait(pml_machine *machine, pml_pending *pending,
              const uint8_t *bytes) {
  if (machine->arena_count + pending->size > machine->arena_capacity)
    more_arena(machine, pending->size);
  if (machine->pending_count == machine->pending_capacity)
    more_pending(machine);
  pending->at = machine->arena_count;
  pending->base = machine->group_base;
  memcpy(machine->arena + pending->at, bytes, pending->size);
  machine->arena_count += pending->size;
  machine->pending[machine->pending_count++] = *pending;
}

void pml_arrive(pml_machine *machine, const pml_taking *taking,
                uint32_t owner) {
  if (base_unlikely(machine->follow != NULL)) {
    follow(machine, taking, owner, machine->state);
    return;
  }
  pml_pending pending = {.size = machine->size,
                         .owner = owner,
                         .movers = taking->movers,
                         .first_fault = taking->first_fault,
                         .faults =
                             machine->out->faults.count - taking->first_fault};
  if (taking->partner != PML_NONE)
    pending.movers |= pml_mover(taking->partner);
  if (machine->has_place) {
    pending.line = machine->line;
    pending.column = machine->column;
  } else
    place_of(machine, taking->move, taking->pid, &pending.line,
             &pending.column);
  if (owner == PML_NONE && machine->pending_count == machine->group) {
    emit(machine, machine->state, &pending);
    return;
  }
  pml_wait(machine, &pending, machine->state);
}

void pml_arrive_nowhere(pml_machine *machine, const pml_taking *taking) {
  if (machine->follow)
    follow(machine, taking, PML_NONE, NULL);
}

static void begin_group(pml_machine *machine) {
  machine->group = (uint32_t)machine->pending_count;
  machine->group_base = machine->arena_count;
}

/* The first sibling comes to lie on top. */
static void end_group(pml_machine *machine) {
  if (machine->pending_count == machine->group)
    return;
  pml_pending *low = machine->pending + machine->group;
  pml_pending *high = machine->pending + machine->pending_count - 1;
  high->is_last = true;
  for (; low < high; low++, high--) {
    pml_pending pending = *low;
    *low = *high;
    *high = pending;
  }
}

/* Goes on with all that is pending; the state that the step began in has so
 * many processes and channels. */
static void drain(pml_machine *machine, uint32_t processes, uint32_t channels) {
  uint64_t round = 0;
  while (machine->pending_count) {
    if (machine->single > PML_MOST_SINGLE ||
        machine->seen.starts.count > PML_MOST_SEEN)
      mem_raise(machine->out->m->budget, MEM_ENDLESS);
    progress_tick_inside(machine->out->m->budget, round++);
    pml_pending pending = machine->pending[--machine->pending_count];
    memcpy(machine->current, machine->arena + pending.at, pending.size);
    if (pending.is_last)
      machine->arena_count = pending.base;
    if (pending.owner == PML_NONE) {
      emit(machine, machine->current, &pending);
      continue;
    }
    if (machine->single > PML_UNREMEMBERED &&
        !pml_is_new(machine, machine->current, pending.size, pending.owner))
      continue;
    pml_decode_rest(machine, processes, channels, machine->current,
                    pending.size);
    for (size_t i = 0; i < pending.faults; i++)
      machine->out->faults.at[pending.first_fault + i].step =
          (uint32_t)machine->out->steps.count;
    machine->has_place = true;
    machine->line = pending.line;
    machine->column = pending.column;
    begin_group(machine);
    uint32_t taken = pml_expand(machine, machine->current, pending.size,
                                pending.owner, pending.movers);
    end_group(machine);
    if (!taken)
      emit(machine, machine->current, &pending);
    machine->has_place = false;
  }
}

static void one_process(pml_machine *machine, uint32_t size, uint32_t pid,
                        bool timeout) {
  uint32_t processes = machine->layout.processes,
           channels = machine->layout.channels;
  machine->timeout = timeout;
  begin_group(machine);
  pml_expand(machine, machine->base, size, pid, 0);
  end_group(machine);
  if (!machine->pending_count)
    return;
  machine->timeout = false;
  drain(machine, processes, channels);
  machine->layout.processes = processes;
  machine->layout.channels = channels;
  machine->receivers = PML_NONE;
}

/* Who has been looked at. */
typedef struct looked {
  uint64_t bits[(PML_MOST_PROCESSES + 64) / 64];
} looked;

static void one_round(pml_machine *machine, uint32_t size, bool timeout,
                      const looked *done) {
  for (uint32_t pid = machine->layout.processes; pid-- > 0;)
    if (!done || !(done->bits[pid / 64] >> pid % 64 & 1))
      one_process(machine, size, pid, timeout);
}

/* Looks for a process that may move alone. It is not enough if it has no move,
 * or one that means nothing: then the others go on all the same. */
static bool move_alone(pml_machine *machine, uint32_t size, size_t faults,
                       looked *done) {
  pml_others others;
  model_steps *out = machine->out;
  size_t steps = out->steps.count;
  if (!pml_ample_begin(machine, &others))
    return false;
  for (;;) {
    uint32_t pid = pml_ample_next(machine, &others);
    if (pid == PML_NONE)
      return false;
    one_process(machine, size, pid, false);
    done->bits[pid / 64] |= UINT64_C(1) << pid % 64;
    for (size_t i = faults; i < out->faults.count; i++)
      if (out->faults.at[i].severity == MODEL_UNDEFINED)
        return false;
    if (out->steps.count != steps)
      return true;
  }
}

/* A fault on a way that came to no end is one of the state. */
static void forget_missing_steps(model_steps *out) {
  for (size_t i = 0; i < out->faults.count; i++)
    if (out->faults.at[i].step != MODEL_NONE &&
        out->faults.at[i].step >= out->steps.count)
      out->faults.at[i].step = MODEL_NONE;
}

void pml_next(const model *m, void *scratch, const uint8_t *state,
              uint32_t size, model_steps *out) {
  pml_machine *machine = pml_machine_in(m, scratch, out);
  size_t faults = out->faults.count;
  memcpy(machine->base, state, size);
  pml_decode(machine, machine->base, size);
  looked done = {0};
  if (!machine->x->ample || !move_alone(machine, size, faults, &done))
    one_round(machine, size, false, &done);
  if (!machine->single && machine->p->has_timeout && !MUTANT("promela-timeout"))
    one_round(machine, size, true, NULL);
  if (!machine->single && !pml_is_good_end(machine, machine->base))
    pml_fault_end(machine, machine->base);
  if (out->faults.count != faults)
    forget_missing_steps(out);
  pml_machine_end(machine);
}

void pml_first(const model *m, void *scratch, model_steps *out) {
  pml_machine *machine = pml_machine_in(m, scratch, out);
  if (!pml_make_initial(machine))
    return;
  uint8_t *at = model_steps_add(out, machine->size);
  if (machine->size)
    memcpy(at, machine->state, machine->size);
}
