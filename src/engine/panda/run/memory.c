/* Bytes of objects, and how to get their old content back. */
#include "engine/panda/arrays/arrays.h"
#include "engine/panda/cover/cover.h"

#include <assert.h>

uint32_t concolic_new_object(concolic *engine, object_kind kind, uint64_t size,
                             bool is_zero) {
  object o = {.size = size, .kind = (uint8_t)kind, .is_alive = true};
  o.variable = CFA_NONE;
  o.edge = kind == OBJECT_HEAP || kind == OBJECT_ALLOCA ? concolic_edge(engine)
                                                        : CFA_NONE;
  vec_push(engine->m, &engine->objects, o);
  object *x = &vec_last(&engine->objects);
  uint64_t room = size + GRANULE - 1 - (size + GRANULE - 1) % GRANULE;
  x->bytes = mem_array(engine->m, room ? room : GRANULE, 1);
  if (!is_zero) {
    x->state = mem_array(engine->m, room ? room : GRANULE, 1);
    memset(x->state, BYTE_UNINITIALISED, size);
  }
  x->is_touched = is_zero;
  return (uint32_t)(engine->objects.count - 1);
}

void concolic_release(concolic *engine, object *o) {
  assert(!o->is_alive || o->bytes || o->kind == OBJECT_FUNCTION);
  mem_free(engine->m, o->bytes);
  mem_free(engine->m, o->state);
  mem_free(engine->m, o->refs);
  mem_free(engine->m, o->stamps);
  mem_free(engine->m, o->reads);
  o->bytes = o->state = NULL;
  o->refs = o->stamps = o->reads = NULL;
}

void concolic_kill(concolic *engine, uint32_t id) {
  assert(id < engine->objects.count);
  object *o = &engine->objects.at[id];
  assert(o->is_alive);
  o->is_alive = false;
  /* Nobody comes back to a time when it was alive: its bytes can go. */
  if (!engine->since || id >= engine->objects_since)
    concolic_release(engine, o);
  else
    vec_push(engine->m, &engine->death_trail, id);
}

static uint64_t room(const object *o) {
  return o->size ? (o->size + GRANULE - 1) / GRANULE * GRANULE : GRANULE;
}

static void note_granule(concolic *engine, uint32_t id, uint64_t number) {
  assert(id < engine->objects.count);
  assert(number < room(&engine->objects.at[id]) / GRANULE);
  assert(engine->since && engine->objects.at[id].bytes);
  object *o = &engine->objects.at[id];
  if (!o->stamps)
    o->stamps = mem_array(engine->m, room(o) / GRANULE, sizeof *o->stamps);
  if (o->stamps[number] >= engine->since)
    return;
  granule_entry entry = {
      .object = id, .number = number, .stamp = o->stamps[number]};
  uint64_t at = number * GRANULE;
  memcpy(entry.bytes, o->bytes + at, GRANULE);
  if (o->state)
    memcpy(entry.state, o->state + at, GRANULE);
  if (o->refs)
    memcpy(entry.refs, o->refs + at, sizeof entry.refs);
  o->stamps[number] = engine->stamp;
  vec_push(engine->m, &engine->granule_trail, entry);
}

void concolic_note_bytes(concolic *engine, uint32_t id, uint64_t offset,
                         uint64_t count) {
  assert(id < engine->objects.count);
  assert(engine->objects.at[id].is_alive &&
         offset + count <= engine->objects.at[id].size);
  object *o = &engine->objects.at[id];
  o->is_touched = true;
  if (!engine->since || id >= engine->objects_since || !count)
    return;
  for (uint64_t g = offset / GRANULE; g <= (offset + count - 1) / GRANULE; g++)
    note_granule(engine, id, g);
}

void concolic_restore(concolic *engine, const granule_entry *entry) {
  assert(entry->object < engine->objects.count);
  assert(engine->objects.at[entry->object].stamps);
  object *o = &engine->objects.at[entry->object];
  uint64_t at = entry->number * GRANULE;
  memcpy(o->bytes + at, entry->bytes, GRANULE);
  if (o->state)
    memcpy(o->state + at, entry->state, GRANULE);
  if (o->refs)
    memcpy(o->refs + at, entry->refs, sizeof entry->refs);
  o->stamps[entry->number] = entry->stamp;
}

void concolic_havoc(concolic *engine, uint32_t id) {
  assert(id < engine->objects.count);
  object *o = &engine->objects.at[id];
  if (!o->is_touched)
    return;
  arrays_close(engine, id);
  concolic_note_bytes(engine, id, 0, o->size);
  if (!o->state)
    o->state = mem_array(engine->m, room(o), 1);
  memset(o->state, BYTE_UNINITIALISED, o->size);
  engine->changes++;
}

void concolic_havoc_part(concolic *engine, uint32_t id, uint64_t offset,
                         uint64_t count) {
  assert(id < engine->objects.count);
  object *o = &engine->objects.at[id];
  assert(!o->open && offset <= o->size && count <= o->size - offset);
  concolic_note_bytes(engine, id, offset, count);
  if (!o->state)
    o->state = mem_array(engine->m, room(o), 1);
  memset(o->state + offset, BYTE_UNINITIALISED, count);
  engine->changes++;
}

static bool all_known(const object *o, uint64_t offset, unsigned bytes) {
  assert(offset + bytes <= o->size);
  if (!o->state)
    return true;
  unsigned any = 0;
  for (unsigned i = 0; i < bytes; i++)
    any |= o->state[offset + i];
  return any == BYTE_KNOWN;
}

static uint64_t known_bits(const object *o, uint64_t offset, unsigned bytes) {
  assert(bytes <= 8 && offset + bytes <= o->size);
  uint64_t x = 0;
  for (unsigned i = bytes; i-- > 0;)
    x = x << 8 | o->bytes[offset + i];
  return x;
}

/* The bytes are those of one value, all of it. */
static bool is_whole(const object *o, uint64_t offset, unsigned bytes,
                     unsigned kind) {
  assert(o->state && offset + bytes <= o->size);
  for (unsigned i = 0; i < bytes; i++) {
    unsigned char s = o->state[offset + i];
    if (s != (kind | i << BYTE_INDEX))
      return false;
    if (kind != BYTE_UNINITIALISED && o->refs[offset + i] != o->refs[offset])
      return false;
  }
  return true;
}

static bool is_uninitialised(const object *o, uint64_t offset, unsigned bytes) {
  assert(o->state && offset + bytes <= o->size);
  for (unsigned i = 0; i < bytes; i++)
    if (o->state[offset + i] != BYTE_UNINITIALISED)
      return false;
  return true;
}

static value bytes_become_input(concolic *engine, uint32_t id, uint64_t offset,
                                unsigned width, bool is_pointer) {
  assert(id < engine->objects.count);
  uint32_t v = engine->objects.at[id].variable;
  cfa_input what = {.kind = CFA_INPUT_UNINITIALISED,
                    .name = v == CFA_NONE ? CFA_NONE
                                          : engine->p->variables.at[v].name,
                    .offset = offset,
                    .width = (uint8_t)width,
                    .is_pointer = is_pointer};
  value x = concolic_input(engine, &what);
  concolic_write(engine, id, offset, width, x);
  return x;
}

/* Byte for byte. */
static bool read_mixed(concolic *engine, uint32_t id, uint64_t offset,
                       unsigned bytes, term *out) {
  assert(bytes >= 1 && bytes <= 8);
  term whole = TERM_NONE;
  for (unsigned i = 0; i < bytes; i++) {
    const object *o = &engine->objects.at[id];
    uint64_t at = offset + i;
    unsigned kind = o->state[at] & BYTE_KINDS;
    unsigned index = o->state[at] >> BYTE_INDEX;
    term byte;
    if (kind == BYTE_KNOWN)
      byte = terms_constant(engine->terms, 8, o->bytes[at]);
    else if (kind == BYTE_TERM)
      byte = terms_extract(engine->terms, 8 * index, 8, o->refs[at]);
    else if (kind == BYTE_UNINITIALISED)
      byte = concolic_term(engine, bytes_become_input(engine, id, at, 8, false),
                           8);
    else
      return concolic_unsupported(engine, "part of a pointer");
    whole = whole ? terms_apply(engine->terms, BITS_CONCAT, 8 * (i + 1), byte,
                                whole, TERM_NONE)
                  : byte;
  }
  *out = whole;
  return true;
}

bool concolic_is_wordy(const concolic *engine, uint32_t id, uint64_t offset,
                       unsigned bytes) {
  assert(id < engine->objects.count);
  assert(offset + bytes <= engine->objects.at[id].size);
  const object *o = &engine->objects.at[id];
  for (unsigned i = 0; o->state && i < bytes; i++) {
    unsigned kind = o->state[offset + i] & BYTE_KINDS;
    if (kind != BYTE_KNOWN && kind != BYTE_TERM)
      return false;
  }
  return true;
}

bool concolic_is_pointer(const concolic *engine, uint32_t id, uint64_t offset) {
  assert(id < engine->objects.count);
  unsigned bytes = engine->p->pointer_bits / 8;
  const object *o = &engine->objects.at[id];
  return all_known(o, offset, bytes) ||
         (o->state && o->refs && is_whole(o, offset, bytes, BYTE_POINTER));
}

static value cut(concolic *engine, term t, unsigned width) {
  if (terms_width(engine->terms, t) > width)
    t = terms_extract(engine->terms, 0, width, t);
  return concolic_value(engine, t);
}

static bool read(concolic *engine, uint32_t id, uint64_t offset, unsigned width,
                 bool is_pointer, value *out) {
  assert(id < engine->objects.count);
  const object *o = &engine->objects.at[id];
  unsigned bytes = (width + 7) / 8;
  assert(o->is_alive && !o->open);
  assert(offset <= o->size && bytes <= o->size - offset);
  if (all_known(o, offset, bytes)) {
    *out = value_word(bits_cut(known_bits(o, offset, bytes), width));
    return true;
  }
  if (is_uninitialised(o, offset, bytes)) {
    *out = bytes_become_input(engine, id, offset, width, is_pointer);
    return true;
  }
  uint32_t ref = o->refs ? o->refs[offset] : 0;
  unsigned kind = o->state[offset] & BYTE_KINDS;
  bool is_one = o->refs && is_whole(o, offset, bytes, kind);
  if (is_one && kind == BYTE_TERM &&
      (terms_width(engine->terms, ref) + 7) / 8 == bytes) {
    *out = cut(engine, ref, width);
    return true;
  }
  if (is_one && bytes * 8 == engine->p->pointer_bits && width == bytes * 8) {
    if (kind == BYTE_POINTER) {
      *out = (value){known_bits(o, offset, bytes), TERM_NONE, ref};
      return true;
    }
    if (kind == BYTE_BOXED) {
      *out = engine->boxes.at[ref];
      return true;
    }
  }
  term t = TERM_NONE;
  if (!read_mixed(engine, id, offset, bytes, &t))
    return false;
  *out = cut(engine, t, width);
  return true;
}

bool concolic_read(concolic *engine, uint32_t id, uint64_t offset,
                   unsigned width, bool is_pointer, value *out) {
  if (engine->cover)
    cover_note_read(engine, id, offset, (width + 7) / 8);
  return read(engine, id, offset, width, is_pointer, out);
}

bool concolic_peek(concolic *engine, uint32_t id, uint64_t offset,
                   unsigned width, value *out) {
  return read(engine, id, offset, width, false, out);
}

static void need_shadow(concolic *engine, object *o) {
  if (!o->state)
    o->state = mem_array(engine->m, room(o), 1);
  if (!o->refs)
    o->refs = mem_array(engine->m, room(o), sizeof *o->refs);
}

static void write_known(object *o, uint64_t offset, unsigned bytes,
                        uint64_t bits) {
  for (unsigned i = 0; i < bytes; i++, bits >>= 8)
    o->bytes[offset + i] = (unsigned char)bits;
}

static void write_shadow(concolic *engine, object *o, uint64_t offset,
                         unsigned bytes, unsigned kind, uint32_t ref) {
  need_shadow(engine, o);
  for (unsigned i = 0; i < bytes; i++) {
    o->state[offset + i] = (unsigned char)(kind | i << BYTE_INDEX);
    o->refs[offset + i] = ref;
  }
}

void concolic_write(concolic *engine, uint32_t id, uint64_t offset,
                    unsigned width, value v) {
  assert(id < engine->objects.count);
  unsigned bytes = (width + 7) / 8;
  concolic_note_bytes(engine, id, offset, bytes);
  engine->changes++;
  object *o = &engine->objects.at[id];
  assert(o->is_alive && offset <= o->size && bytes <= o->size - offset);
  if (v.object && v.term) {
    vec_push(engine->m, &engine->boxes, v);
    write_shadow(engine, o, offset, bytes, BYTE_BOXED,
                 (uint32_t)(engine->boxes.count - 1));
  } else if (v.object) {
    write_known(o, offset, bytes, v.bits);
    write_shadow(engine, o, offset, bytes, BYTE_POINTER, v.object);
  } else if (v.term) {
    term t = v.term;
    if (width % 8)
      t = terms_apply(engine->terms, BITS_ZEXT, 8 * bytes, t, TERM_NONE,
                      TERM_NONE);
    write_shadow(engine, o, offset, bytes, BYTE_TERM, t);
  } else {
    write_known(o, offset, bytes, v.bits);
    if (o->state)
      memset(o->state + offset, BYTE_KNOWN, bytes);
  }
}

void concolic_write_link(concolic *engine, uint32_t id, uint64_t offset,
                         unsigned kind, uint64_t bits, const uint32_t refs[3]) {
  unsigned bytes = refs ? engine->p->pointer_bits / 8 : 1;
  concolic_note_bytes(engine, id, offset, bytes);
  engine->changes++;
  object *o = &engine->objects.at[id];
  write_known(o, offset, bytes, bits);
  write_shadow(engine, o, offset, bytes, kind, 0);
  for (unsigned i = 0; refs && i < 3; i++)
    o->refs[offset + i] = refs[i];
}

void concolic_fill_bytes(concolic *engine, uint32_t id, uint64_t offset,
                         uint64_t count, unsigned char byte) {
  assert(id < engine->objects.count);
  concolic_note_bytes(engine, id, offset, count);
  engine->changes++;
  object *o = &engine->objects.at[id];
  assert(o->is_alive && offset <= o->size && count <= o->size - offset);
  memset(o->bytes + offset, byte, count);
  if (o->state)
    memset(o->state + offset, BYTE_KNOWN, count);
}

void concolic_move_bytes(concolic *engine, uint32_t to, uint64_t to_offset,
                         uint32_t from, uint64_t from_offset, uint64_t count) {
  assert(!engine->objects.at[to].open && !engine->objects.at[from].open);
  assert(to < engine->objects.count);
  concolic_note_bytes(engine, to, to_offset, count);
  if (engine->cover)
    cover_note_read(engine, from, from_offset, count);
  engine->changes++;
  object *d = &engine->objects.at[to];
  if (engine->objects.at[from].state && !d->state)
    d->state = mem_array(engine->m, room(d), 1);
  if (engine->objects.at[from].refs && !d->refs)
    d->refs = mem_array(engine->m, room(d), sizeof *d->refs);
  const object *s = &engine->objects.at[from];
  memmove(d->bytes + to_offset, s->bytes + from_offset, count);
  if (d->state) {
    if (s->state)
      memmove(d->state + to_offset, s->state + from_offset, count);
    else
      memset(d->state + to_offset, BYTE_KNOWN, count);
  }
  if (d->refs && s->refs)
    memmove(d->refs + to_offset, s->refs + from_offset,
            count * sizeof *d->refs);
}
