#include "cfa/run_memory.h"

#include <assert.h>

void run_memory_init(run_memory *y, mem *m, unsigned pointer_bits) {
  assert(pointer_bits == 32 || pointer_bits == 64);
  *y = (run_memory){.m = m, .pointer_bytes = pointer_bits / 8};
  vec_resize(m, &y->objects, 1);
}

static size_t chunks_of(const run_object *o) {
  return o->size <= RUN_CHUNK ? 1 : (o->size + RUN_CHUNK - 1) / RUN_CHUNK;
}

static void chunk_free(mem *m, run_chunk *c) {
  mem_free(m, c->bytes);
  mem_free(m, c->owners);
  *c = (run_chunk){0};
}

static void content_free(run_memory *y, run_object *o) {
  chunk_free(y->m, &o->small);
  if (o->large)
    for (size_t i = 0, n = chunks_of(o); i < n; i++)
      chunk_free(y->m, &o->large[i]);
  mem_free(y->m, o->large);
  o->large = NULL;
}

void run_memory_clear(run_memory *y) {
  vec_each (run_object, o, &y->objects)
    content_free(y, o);
  vec_free(y->m, &y->objects);
}

uint64_t run_object_new(run_memory *y, run_kind kind, uint64_t size,
                        uint32_t variable) {
  assert(size <= RUN_LARGEST);
  assert(kind <= RUN_OPAQUE);
  uint32_t slot = y->unused[kind];
  if (slot) {
    y->unused[kind] = y->objects.at[slot].next;
  } else {
    if (y->objects.count >= UINT32_MAX)
      mem_raise(y->m->budget, MEM_LIMIT);
    slot = (uint32_t)y->objects.count;
    vec_resize(y->m, &y->objects, y->objects.count + 1);
  }
  run_object *o = &y->objects.at[slot];
  *o = (run_object){.kind = kind,
                    .is_alive = true,
                    .generation = o->generation,
                    .variable = variable,
                    .size = size};
  return (uint64_t)o->generation << 32 | slot;
}

void run_object_kill(run_memory *y, uint64_t object) {
  run_object *o = run_object_at(y, object);
  assert(run_object_lives(y, object));
  content_free(y, o);
  o->is_alive = false;
  /* A slot whose generations are used up stays dead. */
  if (o->generation == UINT32_MAX)
    return;
  o->generation++;
  o->next = y->unused[o->kind];
  y->unused[o->kind] = (uint32_t)object;
}

void run_object_forget(run_memory *y, uint64_t object) {
  assert(run_object_lives(y, object));
  run_object *o = run_object_at(y, object);
  o->is_zero = false;
  if (o->large)
    content_free(y, o);
  else if (o->small.bytes)
    memset(o->small.states, RUN_UNSET, o->size);
}

cfa_fault run_access(const run_memory *y, run_value at, uint64_t count,
                     bool is_write) {
  if (at.object == 0)
    return CFA_FAULT_NULL;
  if (!run_object_lives(y, at.object))
    return CFA_FAULT_DEAD;
  const run_object *o = run_object_at(y, at.object);
  if (o->kind == RUN_FUNCTION || at.bits > o->size || count > o->size - at.bits)
    return CFA_FAULT_BOUNDS;
  return is_write && o->is_constant ? CFA_FAULT_CONSTANT : CFA_NO_FAULT;
}

static const run_chunk *chunk_seen(const run_object *o, uint64_t offset) {
  assert(offset <= o->size);
  static const run_chunk none;
  if (o->size <= RUN_CHUNK)
    return &o->small;
  return o->large ? &o->large[offset / RUN_CHUNK] : &none;
}

static run_chunk *chunk_made(run_memory *y, run_object *o, uint64_t offset) {
  assert(offset < o->size);
  if (o->size > RUN_CHUNK && !o->large)
    o->large = mem_array(y->m, chunks_of(o), sizeof *o->large);
  run_chunk *c = o->large ? &o->large[offset / RUN_CHUNK] : &o->small;
  if (!c->bytes) {
    size_t size = o->large ? RUN_CHUNK : (size_t)o->size;
    c->bytes = mem_alloc(y->m, 2 * size + 1);
    c->states = c->bytes + size;
    if (o->is_zero)
      memset(c->states, RUN_SET, size);
  }
  return c;
}

static run_value *owners_made(run_memory *y, const run_object *o,
                              run_chunk *c) {
  if (!c->owners)
    c->owners = mem_array(y->m, o->large ? RUN_CHUNK : (size_t)o->size,
                          sizeof *c->owners);
  return c->owners;
}

typedef struct cell {
  unsigned char byte, state;
  run_value owner;
} cell;

static cell cell_at(const run_object *o, uint64_t offset) {
  assert(offset < o->size);
  const run_chunk *c = chunk_seen(o, offset);
  if (!c->bytes)
    return (cell){.state = o->is_zero ? RUN_SET : RUN_UNSET};
  size_t i = offset % RUN_CHUNK;
  cell found = {.byte = c->bytes[i], .state = c->states[i]};
  if (found.state >= RUN_POINTER)
    found.owner = c->owners[i];
  return found;
}

static void cell_put(run_memory *y, run_object *o, uint64_t offset,
                     const cell *x) {
  assert(offset < o->size);
  run_chunk *c = chunk_made(y, o, offset);
  size_t i = offset % RUN_CHUNK;
  c->bytes[i] = x->byte;
  c->states[i] = x->state;
  if (x->state >= RUN_POINTER)
    owners_made(y, o, c)[i] = x->owner;
}

bool run_is_set(const run_memory *y, run_value at) {
  assert(run_access(y, at, 1, false) == CFA_NO_FAULT);
  return cell_at(run_object_at(y, at.object), at.bits).state != RUN_UNSET;
}

/* Byte by byte, of whatever kind. */
static run_found read_cells(const run_memory *y, const run_object *o,
                            uint64_t offset, unsigned count, run_value *out) {
  assert(offset + count <= o->size);
  unsigned unset = 0, parts = 0;
  bool is_whole = count == y->pointer_bytes;
  run_value owner = {0}, word = {0};
  for (unsigned i = 0; i < count; i++) {
    cell x = cell_at(o, offset + i);
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
static bool read_plain(const run_chunk *c, size_t i, unsigned count,
                       uint64_t *out) {
  assert(i + count <= RUN_CHUNK && c->bytes);
  uint64_t word = 0;
  for (unsigned k = 0; k < count; k++) {
    if (c->states[i + k] != RUN_SET)
      return false;
    word |= (uint64_t)c->bytes[i + k] << 8 * k;
  }
  *out = word;
  return true;
}

run_found run_read(const run_memory *y, run_value at, unsigned count,
                   run_value *out) {
  assert(run_access(y, at, count, false) == CFA_NO_FAULT);
  const run_object *o = run_object_at(y, at.object);
  const run_chunk *c = chunk_seen(o, at.bits);
  size_t i = at.bits % RUN_CHUNK;
  out->object = 0;
  if (c->bytes && i + count <= RUN_CHUNK && read_plain(c, i, count, &out->bits))
    return RUN_FOUND;
  return read_cells(y, o, at.bits, count, out);
}

static void write_plain(run_chunk *c, size_t i, unsigned count, uint64_t word) {
  for (unsigned k = 0; k < count; k++) {
    c->bytes[i + k] = (unsigned char)(word >> 8 * k);
    c->states[i + k] = RUN_SET;
  }
}

void run_write(run_memory *y, run_value at, unsigned count, run_value value) {
  run_object *o = run_object_at(y, at.object);
  assert(!value.object || count == y->pointer_bytes);
  if (!value.object && at.bits % RUN_CHUNK + count <= RUN_CHUNK) {
    write_plain(chunk_made(y, o, at.bits), at.bits % RUN_CHUNK, count,
                value.bits);
    return;
  }
  for (unsigned i = 0; i < count; i++) {
    cell x = {.byte = (unsigned char)(value.bits >> 8 * i), .state = RUN_SET};
    if (value.object) {
      x.state = (unsigned char)(RUN_POINTER + i);
      x.owner = value;
    }
    cell_put(y, o, at.bits + i, &x);
  }
}

void run_copy(run_memory *y, run_value to, run_value from, uint64_t count) {
  run_object *target = run_object_at(y, to.object);
  const run_object *source = run_object_at(y, from.object);
  bool is_backward = target == source && to.bits > from.bits;
  for (uint64_t n = 0; n < count; n++) {
    uint64_t i = is_backward ? count - 1 - n : n;
    cell x = cell_at(source, from.bits + i);
    cell_put(y, target, to.bits + i, &x);
  }
}

void run_fill(run_memory *y, run_value at, uint64_t count, unsigned char byte) {
  run_object *o = run_object_at(y, at.object);
  for (uint64_t done = 0; done < count;) {
    run_chunk *c = chunk_made(y, o, at.bits + done);
    size_t i = (at.bits + done) % RUN_CHUNK, n = RUN_CHUNK - i;
    if (n > count - done)
      n = (size_t)(count - done);
    memset(c->bytes + i, byte, n);
    memset(c->states + i, RUN_SET, n);
    done += n;
  }
}
