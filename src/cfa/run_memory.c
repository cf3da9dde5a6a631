#include "cfa/run_memory.h"

#include <assert.h>

void run_memory_init(run_memory *memory, mem *m, unsigned pointer_bits) {
  assert(pointer_bits == 32 || pointer_bits == 64);
  *memory = (run_memory){.m = m, .pointer_bytes = pointer_bits / 8};
  vec_resize(m, &memory->objects, 1);
}

static size_t chunks_of(const run_object *object) {
  return object->size <= RUN_CHUNK ? 1
                                   : (object->size + RUN_CHUNK - 1) / RUN_CHUNK;
}

static void chunk_free(mem *m, run_chunk *chunk) {
  mem_free(m, chunk->bytes);
  mem_free(m, chunk->owners);
  *chunk = (run_chunk){0};
}

static void content_free(run_memory *memory, run_object *object) {
  chunk_free(memory->m, &object->small);
  if (object->large)
    for (size_t i = 0, n = chunks_of(object); i < n; i++)
      chunk_free(memory->m, &object->large[i]);
  mem_free(memory->m, object->large);
  object->large = NULL;
}

void run_memory_clear(run_memory *memory) {
  vec_each (run_object, object, &memory->objects)
    content_free(memory, object);
  vec_free(memory->m, &memory->objects);
}

uint64_t run_object_new(run_memory *memory, run_kind kind, uint64_t size,
                        uint32_t variable) {
  assert(size <= RUN_LARGEST);
  assert(kind <= RUN_OPAQUE);
  uint32_t slot = memory->unused[kind];
  if (slot) {
    memory->unused[kind] = memory->objects.at[slot].next;
  } else {
    if (memory->objects.count >= UINT32_MAX)
      mem_raise(memory->m->budget, MEM_LIMIT);
    slot = (uint32_t)memory->objects.count;
    vec_resize(memory->m, &memory->objects, memory->objects.count + 1);
  }
  run_object *object = &memory->objects.at[slot];
  *object = (run_object){.kind = kind,
                         .is_alive = true,
                         .generation = object->generation,
                         .variable = variable,
                         .made = CFA_NONE,
                         .ended = CFA_NONE,
                         .size = size};
  return (uint64_t)object->generation << 32 | slot;
}

void run_object_kill(run_memory *memory, uint64_t object) {
  run_object *o = run_object_at(memory, object);
  assert(run_object_lives(memory, object));
  content_free(memory, o);
  o->is_alive = false;
  /* A slot whose generations are used up stays dead. */
  if (o->generation == UINT32_MAX)
    return;
  o->generation++;
  o->next = memory->unused[o->kind];
  memory->unused[o->kind] = (uint32_t)object;
}

void run_object_forget(run_memory *memory, uint64_t object) {
  assert(run_object_lives(memory, object));
  run_object *o = run_object_at(memory, object);
  o->is_zero = false;
  if (o->large)
    content_free(memory, o);
  else if (o->small.bytes)
    memset(o->small.states, RUN_UNSET, o->size);
}

cfa_fault run_access(const run_memory *memory, run_value at, uint64_t count,
                     bool is_write) {
  if (at.object == 0)
    return CFA_FAULT_NULL;
  if (!run_object_lives(memory, at.object))
    return CFA_FAULT_DEAD;
  const run_object *object = run_object_at(memory, at.object);
  if (object->kind == RUN_FUNCTION || at.bits > object->size ||
      count > object->size - at.bits)
    return CFA_FAULT_BOUNDS;
  return is_write && object->is_constant ? CFA_FAULT_CONSTANT : CFA_NO_FAULT;
}

static const run_chunk *chunk_seen(const run_object *object, uint64_t offset) {
  assert(offset <= object->size);
  static const run_chunk none;
  if (object->size <= RUN_CHUNK)
    return &object->small;
  return object->large ? &object->large[offset / RUN_CHUNK] : &none;
}

static run_chunk *chunk_made(run_memory *memory, run_object *object,
                             uint64_t offset) {
  assert(offset < object->size);
  if (object->size > RUN_CHUNK && !object->large)
    object->large =
        mem_array(memory->m, chunks_of(object), sizeof *object->large);
  run_chunk *chunk =
      object->large ? &object->large[offset / RUN_CHUNK] : &object->small;
  if (!chunk->bytes) {
    size_t size = object->large ? RUN_CHUNK : (size_t)object->size;
    chunk->bytes = mem_alloc(memory->m, 2 * size + 1);
    chunk->states = chunk->bytes + size;
    if (object->is_zero)
      memset(chunk->states, RUN_SET, size);
  }
  return chunk;
}

static run_value *owners_made(run_memory *memory, const run_object *object,
                              run_chunk *chunk) {
  if (!chunk->owners)
    chunk->owners =
        mem_array(memory->m, object->large ? RUN_CHUNK : (size_t)object->size,
                  sizeof *chunk->owners);
  return chunk->owners;
}

typedef struct cell {
  unsigned char byte, state;
  run_value owner;
} cell;

static cell cell_at(const run_object *object, uint64_t offset) {
  assert(offset < object->size);
  const run_chunk *chunk = chunk_seen(object, offset);
  if (!chunk->bytes)
    return (cell){.state = object->is_zero ? RUN_SET : RUN_UNSET};
  size_t i = offset % RUN_CHUNK;
  cell found = {.byte = chunk->bytes[i], .state = chunk->states[i]};
  if (found.state >= RUN_POINTER)
    found.owner = chunk->owners[i];
  return found;
}

static void cell_put(run_memory *memory, run_object *object, uint64_t offset,
                     const cell *x) {
  assert(offset < object->size);
  run_chunk *chunk = chunk_made(memory, object, offset);
  size_t i = offset % RUN_CHUNK;
  chunk->bytes[i] = x->byte;
  chunk->states[i] = x->state;
  if (x->state >= RUN_POINTER)
    owners_made(memory, object, chunk)[i] = x->owner;
}

bool run_is_set(const run_memory *memory, run_value at) {
  assert(run_access(memory, at, 1, false) == CFA_NO_FAULT);
  return cell_at(run_object_at(memory, at.object), at.bits).state != RUN_UNSET;
}

/* Byte by byte, of whatever kind. */
static run_found read_cells(const run_memory *memory, const run_object *object,
                            uint64_t offset, unsigned count, run_value *out) {
  assert(offset + count <= object->size);
  unsigned unset = 0, parts = 0;
  bool is_whole = count == memory->pointer_bytes;
  run_value owner = {0}, word = {0};
  for (unsigned i = 0; i < count; i++) {
    cell x = cell_at(object, offset + i);
    word.bits |= (uint64_t)x.byte << 8 * i;
    unset += x.state == RUN_UNSET;
    parts += x.state >= RUN_POINTER;
    if (i == 0)
      owner = x.owner;
    is_whole = is_whole && x.state == RUN_POINTER + i &&
               x.owner.object == owner.object && x.owner.bits == owner.bits;
  }
  *out = is_whole ? owner : word;
  if (parts)
    return is_whole ? RUN_FOUND : RUN_FOUND_PART;
  if (unset)
    return unset == count ? RUN_FOUND_NONE : RUN_FOUND_SOME;
  return RUN_FOUND;
}

/* Plain bytes of one chunk, which is what most reads are of. */
static bool read_plain(const run_chunk *chunk, size_t i, unsigned count,
                       uint64_t *out) {
  assert(i + count <= RUN_CHUNK && chunk->bytes);
  uint64_t word = 0;
  for (unsigned k = 0; k < count; k++) {
    if (chunk->states[i + k] != RUN_SET)
      return false;
    word |= (uint64_t)chunk->bytes[i + k] << 8 * k;
  }
  *out = word;
  return true;
}

run_found run_read(const run_memory *memory, run_value at, unsigned count,
                   run_value *out) {
  assert(run_access(memory, at, count, false) == CFA_NO_FAULT);
  const run_object *object = run_object_at(memory, at.object);
  const run_chunk *chunk = chunk_seen(object, at.bits);
  size_t i = at.bits % RUN_CHUNK;
  out->object = 0;
  if (chunk->bytes && i + count <= RUN_CHUNK &&
      read_plain(chunk, i, count, &out->bits))
    return RUN_FOUND;
  return read_cells(memory, object, at.bits, count, out);
}

static void write_plain(run_chunk *chunk, size_t i, unsigned count,
                        uint64_t word) {
  for (unsigned k = 0; k < count; k++) {
    chunk->bytes[i + k] = (unsigned char)(word >> 8 * k);
    chunk->states[i + k] = RUN_SET;
  }
}

void run_write(run_memory *memory, run_value at, unsigned count,
               run_value value) {
  run_object *object = run_object_at(memory, at.object);
  assert(!value.object || count == memory->pointer_bytes);
  if (!value.object && at.bits % RUN_CHUNK + count <= RUN_CHUNK) {
    write_plain(chunk_made(memory, object, at.bits), at.bits % RUN_CHUNK, count,
                value.bits);
    return;
  }
  for (unsigned i = 0; i < count; i++) {
    cell x = {.byte = (unsigned char)(value.bits >> 8 * i), .state = RUN_SET};
    if (value.object) {
      x.state = (unsigned char)(RUN_POINTER + i);
      x.owner = value;
    }
    cell_put(memory, object, at.bits + i, &x);
  }
}

void run_copy(run_memory *memory, run_value to, run_value from,
              uint64_t count) {
  run_object *target = run_object_at(memory, to.object);
  const run_object *source = run_object_at(memory, from.object);
  bool is_backward = target == source && to.bits > from.bits;
  for (uint64_t n = 0; n < count; n++) {
    uint64_t i = is_backward ? count - 1 - n : n;
    cell x = cell_at(source, from.bits + i);
    cell_put(memory, target, to.bits + i, &x);
  }
}

void run_fill(run_memory *memory, run_value at, uint64_t count,
              unsigned char byte) {
  run_object *object = run_object_at(memory, at.object);
  for (uint64_t done = 0; done < count;) {
    run_chunk *chunk = chunk_made(memory, object, at.bits + done);
    size_t i = (at.bits + done) % RUN_CHUNK, n = RUN_CHUNK - i;
    if (n > count - done)
      n = (size_t)(count - done);
    memset(chunk->bytes + i, byte, n);
    memset(chunk->states + i, RUN_SET, n);
    done += n;
  }
}
