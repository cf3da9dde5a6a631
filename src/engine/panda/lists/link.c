#include "engine/panda/lists/lists.h"

#include <assert.h>

/* In a chain's bytes: what the first three refer to. */
enum { REF_OBJECT, REF_END, REF_BACK };

static bool is_whole(const object *o, uint64_t offset, unsigned bytes,
                     unsigned kind) {
  for (unsigned i = 0; i < bytes; i++)
    if (o->state[offset + i] != (kind | i << BYTE_INDEX))
      return false;
  return true;
}

static uint64_t bits_at(const object *o, uint64_t offset, unsigned bytes) {
  uint64_t x = 0;
  for (unsigned i = bytes; i-- > 0;)
    x = x << 8 | o->bytes[offset + i];
  return x;
}

static bool is_null(const object *o, uint64_t offset, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++)
    if ((o->state && o->state[offset + i] != BYTE_KNOWN) ||
        o->bytes[offset + i])
      return false;
  return true;
}

static bool is_one_pointer(const object *o, uint64_t offset, unsigned bytes) {
  if (!is_whole(o, offset, bytes, BYTE_POINTER))
    return false;
  for (unsigned i = 1; i < bytes; i++)
    if (o->refs[offset + i] != o->refs[offset])
      return false;
  return true;
}

list_link lists_link_at(const concolic *engine, uint32_t id, uint64_t offset) {
  assert(id < engine->objects.count);
  const object *o = &engine->objects.at[id];
  unsigned bytes = lists_link_bytes(engine);
  list_link l = {.kind = LIST_NO_LINK, .back = LIST_NO_BACK};
  if (!o->is_alive || !o->bytes || o->open || o->is_constant ||
      offset + bytes > o->size)
    return l;
  if (is_null(o, offset, bytes)) {
    l.kind = LIST_NULL;
    return l;
  }
  if (!o->state || !o->refs)
    return l;
  if (is_one_pointer(o, offset, bytes))
    l.kind = LIST_POINTER;
  else if (is_whole(o, offset, bytes, BYTE_CHAIN))
    l.kind = LIST_CHAIN;
  else if (is_whole(o, offset, bytes, BYTE_LAST))
    l.kind = LIST_LAST;
  else
    return l;
  l.object = o->refs[offset + REF_OBJECT];
  l.bits = bits_at(o, offset, bytes);
  if (l.kind == LIST_POINTER)
    return l;
  l.end = o->refs[offset + REF_END];
  l.back = o->refs[offset + REF_BACK] - 1;
  return l;
}

void lists_put_link(concolic *engine, uint32_t id, uint64_t offset,
                    list_link l) {
  if (l.kind == LIST_NULL || l.kind == LIST_POINTER) {
    value v = {l.bits, TERM_NONE, l.object};
    concolic_write(engine, id, offset, engine->p->pointer_bits, v);
    return;
  }
  const uint32_t refs[] = {l.object, l.end, l.back + 1};
  concolic_write_link(engine, id, offset,
                      l.kind == LIST_CHAIN ? BYTE_CHAIN : BYTE_LAST, l.bits,
                      refs);
}

uint32_t lists_chain_of(const concolic *engine, uint32_t id) {
  assert(id < engine->objects.count);
  const object *o = &engine->objects.at[id];
  unsigned bytes = lists_link_bytes(engine);
  if (o->kind != OBJECT_HEAP || !o->is_alive || !o->bytes || !o->state)
    return LIST_NO_BACK;
  for (uint32_t at = 0; at + bytes <= o->size; at += bytes)
    if (o->state[at] == BYTE_CHAIN)
      return at;
  return LIST_NO_BACK;
}
