/* The steps of the model: atomic sequences run until they end or block, by a
 * depth-first search over single steps that has no other memory than what is
 * still pending. */
#include "lang/promela/machine/ample.h"

#include "base/mutant.h"
#include "base/progress.h"

#include <assert.h>

/* Memory that may have to grow. */

static void more_arena(pml_machine *x, size_t wanted) {
  size_t capacity = 2 * x->arena_capacity + wanted;
  uint8_t *at = mem_alloc(x->out->m, capacity);
  memcpy(at, x->arena, x->arena_count);
  if (x->own_arena)
    mem_free(x->out->m, x->arena);
  x->arena = at;
  x->arena_capacity = capacity;
  x->own_arena = true;
}

static void more_pending(pml_machine *x) {
  size_t capacity = 2 * x->pending_capacity;
  pml_pending *at = mem_array(x->out->m, capacity, sizeof *at);
  memcpy(at, x->pending, x->pending_count * sizeof *at);
  if (x->own_pending)
    mem_free(x->out->m, x->pending);
  x->pending = at;
  x->pending_capacity = capacity;
  x->own_pending = true;
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

static bool is_same(const pml_seen_set *s, size_t at, seen_head head,
                    const uint8_t *bytes) {
  seen_head there;
  memcpy(&there, s->bytes.at + at, sizeof there);
  return there.owner == head.owner && there.size == head.size &&
         memcmp(s->bytes.at + at + sizeof there, bytes, head.size) == 0;
}

static void rehash(mem *m, pml_seen_set *s) {
  uint32_t slots = s->mask ? 2 * (s->mask + 1) : 4096;
  mem_free(m, s->slots);
  s->slots = mem_array(m, slots, sizeof *s->slots);
  s->mask = slots - 1;
  for (size_t i = 0; i < s->starts.count; i++) {
    seen_head head;
    const uint8_t *at = s->bytes.at + s->starts.at[i];
    memcpy(&head, at, sizeof head);
    uint64_t h = hash(at + sizeof head, head.size, head.owner);
    while (s->slots[h & s->mask])
      h++;
    s->slots[h & s->mask] = (uint32_t)i + 1;
  }
}

bool pml_is_new(pml_machine *x, const uint8_t *bytes, uint32_t size,
                uint32_t owner) {
  pml_seen_set *s = &x->seen;
  mem *m = x->out->m;
  seen_head head = {owner, size};
  if (s->starts.count * 2 >= s->mask)
    rehash(m, s);
  uint64_t h = hash(bytes, size, owner);
  for (; s->slots[h & s->mask]; h++)
    if (is_same(s, s->starts.at[s->slots[h & s->mask] - 1], head, bytes))
      return false;
  vec_push(m, &s->starts, s->bytes.count);
  s->slots[h & s->mask] = (uint32_t)s->starts.count;
  vec_reserve(m, &s->bytes, sizeof head + size);
  memcpy(s->bytes.at + s->bytes.count, &head, sizeof head);
  memcpy(s->bytes.at + s->bytes.count + sizeof head, bytes, size);
  s->bytes.count += sizeof head + size;
  return true;
}

/* The place of a step is that of its first statement. */
static void place_of(const pml_machine *x, const pml_move *move, uint32_t pid,
                     uint32_t *line, uint32_t *column) {
  const pml_syntax *s = x->p->syntax;
  pml_place at = move->statement < s->statements.count
                     ? s->statements.at[move->statement].at
                     : s->processes.at[x->layout.type[pid]].until;
  *line = at.line;
  *column = at.column;
}

static void emit(pml_machine *x, const uint8_t *bytes, const pml_pending *p) {
  uint32_t number = (uint32_t)x->out->steps.count;
  uint8_t *at = model_steps_add(x->out, p->size);
  if (p->size) /* no globals, and nobody is left */
    memcpy(at, bytes, p->size);
  model_step *step = &vec_last(&x->out->steps);
  step->movers = p->movers;
  step->line = p->line;
  step->column = p->column;
  for (size_t i = 0; i < p->faults; i++)
    x->out->faults.at[p->first_fault + i].step = number;
}

static void follow(pml_machine *x, const pml_taking *t, uint32_t owner,
                   const uint8_t *bytes) {
  pml_single single = {.pid = t->pid,
                       .partner = t->partner,
                       .move = t->move,
                       .received = t->received,
                       .between = t->between,
                       .bytes = bytes,
                       .size = x->size,
                       .owner = owner,
                       .first_fault = t->first_fault};
  x->follow(x, &single);
}

void pml_wait(pml_machine *x, pml_pending *p, const uint8_t *bytes) {
  if (x->arena_count + p->size > x->arena_capacity)
    more_arena(x, p->size);
  if (x->pending_count == x->pending_capacity)
    more_pending(x);
  p->at = x->arena_count;
  p->base = x->group_base;
  memcpy(x->arena + p->at, bytes, p->size);
  x->arena_count += p->size;
  x->pending[x->pending_count++] = *p;
}

void pml_arrive(pml_machine *x, const pml_taking *t, uint32_t owner) {
  if (base_unlikely(x->follow != NULL)) {
    follow(x, t, owner, x->state);
    return;
  }
  pml_pending p = {.size = x->size,
                   .owner = owner,
                   .movers = t->movers,
                   .first_fault = t->first_fault,
                   .faults = x->out->faults.count - t->first_fault};
  if (t->partner != PML_NONE)
    p.movers |= pml_mover(t->partner);
  if (x->has_place) {
    p.line = x->line;
    p.column = x->column;
  } else
    place_of(x, t->move, t->pid, &p.line, &p.column);
  if (owner == PML_NONE && x->pending_count == x->group) {
    emit(x, x->state, &p);
    return;
  }
  pml_wait(x, &p, x->state);
}

void pml_arrive_nowhere(pml_machine *x, const pml_taking *t) {
  if (x->follow)
    follow(x, t, PML_NONE, NULL);
}

static void begin_group(pml_machine *x) {
  x->group = (uint32_t)x->pending_count;
  x->group_base = x->arena_count;
}

/* The first sibling comes to lie on top. */
static void end_group(pml_machine *x) {
  if (x->pending_count == x->group)
    return;
  pml_pending *low = x->pending + x->group;
  pml_pending *high = x->pending + x->pending_count - 1;
  high->is_last = true;
  for (; low < high; low++, high--) {
    pml_pending p = *low;
    *low = *high;
    *high = p;
  }
}

/* Goes on with all that is pending; the state that the step began in has so
 * many processes and channels. */
static void drain(pml_machine *x, uint32_t processes, uint32_t channels) {
  uint64_t round = 0;
  while (x->pending_count) {
    if (x->single > PML_MOST_SINGLE || x->seen.starts.count > PML_MOST_SEEN)
      mem_raise(x->out->m->budget, MEM_ENDLESS);
    progress_tick_inside(x->out->m->budget, round++);
    pml_pending p = x->pending[--x->pending_count];
    memcpy(x->current, x->arena + p.at, p.size);
    if (p.is_last)
      x->arena_count = p.base;
    if (p.owner == PML_NONE) {
      emit(x, x->current, &p);
      continue;
    }
    if (x->single > PML_UNREMEMBERED &&
        !pml_is_new(x, x->current, p.size, p.owner))
      continue;
    pml_decode_rest(x, processes, channels, x->current, p.size);
    for (size_t i = 0; i < p.faults; i++)
      x->out->faults.at[p.first_fault + i].step = (uint32_t)x->out->steps.count;
    x->has_place = true;
    x->line = p.line;
    x->column = p.column;
    begin_group(x);
    uint32_t taken = pml_expand(x, x->current, p.size, p.owner, p.movers);
    end_group(x);
    if (!taken)
      emit(x, x->current, &p);
    x->has_place = false;
  }
}

static void one_process(pml_machine *x, uint32_t size, uint32_t pid,
                        bool timeout) {
  uint32_t processes = x->layout.processes, channels = x->layout.channels;
  x->timeout = timeout;
  begin_group(x);
  pml_expand(x, x->base, size, pid, 0);
  end_group(x);
  if (!x->pending_count)
    return;
  x->timeout = false;
  drain(x, processes, channels);
  x->layout.processes = processes;
  x->layout.channels = channels;
  x->receivers = PML_NONE;
}

/* Who has been looked at. */
typedef struct looked {
  uint64_t bits[(PML_MOST_PROCESSES + 64) / 64];
} looked;

static void one_round(pml_machine *x, uint32_t size, bool timeout,
                      const looked *done) {
  for (uint32_t pid = x->layout.processes; pid-- > 0;)
    if (!done || !(done->bits[pid / 64] >> pid % 64 & 1))
      one_process(x, size, pid, timeout);
}

/* Looks for a process that may move alone. It is not enough if it has no move,
 * or one that means nothing: then the others go on all the same. */
static bool move_alone(pml_machine *x, uint32_t size, size_t faults,
                       looked *done) {
  pml_others o;
  model_steps *out = x->out;
  size_t steps = out->steps.count;
  if (!pml_ample_begin(x, &o))
    return false;
  for (;;) {
    uint32_t pid = pml_ample_next(x, &o);
    if (pid == PML_NONE)
      return false;
    one_process(x, size, pid, false);
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
  pml_machine *x = pml_machine_in(m, scratch, out);
  size_t faults = out->faults.count;
  memcpy(x->base, state, size);
  pml_decode(x, x->base, size);
  looked done = {0};
  if (!x->x->ample || !move_alone(x, size, faults, &done))
    one_round(x, size, false, &done);
  if (!x->single && x->p->has_timeout && !MUTANT("promela-timeout"))
    one_round(x, size, true, NULL);
  if (!x->single && !pml_is_good_end(x, x->base))
    pml_fault_end(x, x->base);
  if (out->faults.count != faults)
    forget_missing_steps(out);
  pml_machine_end(x);
}

void pml_first(const model *m, void *scratch, model_steps *out) {
  pml_machine *x = pml_machine_in(m, scratch, out);
  if (!pml_make_initial(x))
    return;
  uint8_t *at = model_steps_add(out, x->size);
  if (x->size)
    memcpy(at, x->state, x->size);
}
