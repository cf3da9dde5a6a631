/* States as keys: sequences of words that are equal only if the states are, but
 * for the names of inputs, of terms and (where all memory is in them) of
 * objects. */
#include "engine/panda/cover/cover.h"

#include "base/mutant.h"

enum { MOST_WORDS = 1 << 17, MOST_NODES = 1 << 15 };

typedef struct pass {
  cover_writer *w;
  const cover_state *s;
  const cover_reads *only;
} pass;

static void put(cover_writer *writer, uint32_t x) {
  vec_push(writer->m, &writer->out, x);
}

static void put_wide(cover_writer *writer, uint64_t x) {
  put(writer, (uint32_t)x);
  put(writer, (uint32_t)(x >> 32));
}

static void put_node(cover_writer *writer, term x) {
  const term_node *node = terms_at(writer->terms, x);
  put(writer, (uint32_t)node->kind | (uint32_t)node->op << 8 |
                  (uint32_t)node->width << 16);
  if (node->kind == TERM_CONSTANT)
    put_wide(writer, node->value);
  if (node->kind == TERM_INPUT)
    put(writer, map_insert(writer->m, &writer->inputs, node->value));
  if (node->kind != TERM_APPLY)
    return;
  const term operands[3] = {node->a, node->b, node->c};
  for (int i = 0; i < 3; i++)
    if (operands[i])
      put(writer, map_find(&writer->names, operands[i]));
}

/* A term that was written before is its number; a new one is all that it is
 * made of, lowest first. */
static void put_term(cover_writer *writer, term root) {
  uint32_t known = map_find(&writer->names, root);
  if (known != MAP_NONE) {
    put(writer, known);
    return;
  }
  writer->work.count = 0;
  vec_push(writer->m, &writer->work, root);
  put(writer, UINT32_MAX);
  while (writer->work.count) {
    term x = vec_last(&writer->work);
    const term_node *node = terms_at(writer->terms, x);
    const term operands[3] = {node->a, node->b, node->c};
    size_t before = writer->work.count;
    for (int i = 3; node->kind == TERM_APPLY && i-- > 0;)
      if (operands[i] && map_find(&writer->names, operands[i]) == MAP_NONE)
        vec_push(writer->m, &writer->work, operands[i]);
    if (writer->work.count > before)
      continue;
    writer->work.count--;
    if (map_find(&writer->names, x) != MAP_NONE)
      continue;
    put_node(writer, x);
    map_insert(writer->m, &writer->names, x);
  }
}

static const cover_object *key_find_object(const pass *p, uint32_t id) {
  uint32_t n = map_find(&p->w->objects, id);
  return &p->s->objects.at[n];
}

/* Where all memory is in the key, the objects follow in the order in which they
 * were found: their places say what they are called. */
static void put_object(const pass *p, uint32_t id) {
  if (!p->only || !id || id == VALUE_UNINITIALISED) {
    put(p->w, !id || id == VALUE_UNINITIALISED
                  ? id
                  : map_find(&p->w->objects, id) + 1);
    return;
  }
  const cover_object *o = key_find_object(p, id);
  put(p->w, id);
  put(p->w, (uint32_t)o->kind | (uint32_t)o->is_alive << 8 | o->owner << 9);
  put(p->w, o->variable);
  put_wide(p->w, o->size);
}

static void put_value(const pass *p, value v) {
  put_object(p, v.object);
  if (v.object == VALUE_UNINITIALISED)
    return;
  put(p->w, v.term != TERM_NONE);
  if (v.term)
    put_term(p->w, v.term);
  else
    put_wide(p->w, v.bits);
}

static void put_granule(const pass *p, const cover_granule *granule) {
  uint64_t bytes = 0, state = 0;
  for (int i = 0; i < GRANULE; i++) {
    unsigned kind = granule->state[i] & BYTE_KINDS;
    bool has_byte = kind == BYTE_KNOWN || kind == BYTE_POINTER ||
                    kind == BYTE_CHAIN || kind == BYTE_LAST;
    bytes = bytes << 8 | (has_byte ? granule->bytes[i] : 0);
    state = state << 8 | granule->state[i];
  }
  put_wide(p->w, state);
  put_wide(p->w, bytes);
  for (unsigned i = 0; i < GRANULE && state; i++) {
    unsigned kind = granule->state[i] & BYTE_KINDS;
    if (kind == BYTE_TERM)
      put_term(p->w, granule->refs[i]);
    else if (kind == BYTE_POINTER)
      put_object(p, granule->refs[i]);
    else if (kind == BYTE_BOXED)
      put_value(p, p->s->boxes.at[granule->refs[i]]);
    else if (cover_is_link(granule, i))
      put_object(p, granule->refs[i]);
    else if (cover_is_link_back(granule, i))
      put(p->w, granule->refs[i]);
  }
}

static void put_all_memory(const pass *p) {
  vec_each (const cover_object, o, &p->s->objects) {
    put(p->w, (uint32_t)o->kind | (uint32_t)o->is_alive << 8 |
                  (uint32_t)o->is_constant << 9);
    put(p->w, o->variable);
    put(p->w, o->owner);
    put_wide(p->w, o->size);
    for (uint32_t i = 0; i < o->count; i++)
      put_granule(p, &p->s->granules.at[o->first + i]);
  }
}

/* False: an object that was read cannot be reached here. */
static bool put_read_memory(const pass *p) {
  vec_each (const uint64_t, r, p->only) {
    uint32_t id = (uint32_t)(*r >> 32), number = (uint32_t)*r;
    uint32_t n = map_find(&p->w->objects, id);
    if (n == MAP_NONE)
      return false;
    const cover_object *o = &p->s->objects.at[n];
    put(p->w, o->is_alive);
    if (o->is_constant || !o->is_alive)
      continue;
    if (number >= o->count)
      return false;
    put_granule(p, &p->s->granules.at[o->first + number]);
  }
  return true;
}

cover_inputs cover_inputs_of(cover_writer *writer, term x) {
  uint32_t n = map_find(&writer->known, x);
  if (n == MAP_NONE) {
    terms_inputs_of(writer->terms, writer->m, x, &writer->scratch);
    vec_each (const uint32_t, i, &writer->scratch)
      vec_push(writer->m, &writer->sets, *i);
    vec_push(writer->m, &writer->set_ends, (uint32_t)writer->sets.count);
    n = map_insert(writer->m, &writer->known, x);
  }
  uint32_t first = n ? writer->set_ends.at[n - 1] : 0;
  return (cover_inputs){writer->sets.at + first,
                        writer->set_ends.at[n] - first};
}

static bool key_is_connected(cover_writer *writer, term constraint) {
  cover_inputs set = cover_inputs_of(writer, constraint);
  for (size_t i = 0; i < set.count; i++)
    if (map_find(&writer->inputs, set.at[i]) != MAP_NONE)
      return true;
  return false;
}

/* Those that are connected with inputs of the state, directly or through
 * others. */
static void put_constraints(const pass *p) {
  cover_writer *writer = p->w;
  writer->is_done.count = 0;
  vec_resize(writer->m, &writer->is_done, p->s->constraints.count);
  bool grew = writer->inputs.keys.count > 0;
  while (grew) {
    grew = false;
    for (size_t i = 0; i < p->s->constraints.count; i++) {
      term c = p->s->constraints.at[i];
      if (writer->is_done.at[i] || !key_is_connected(writer, c) ||
          MUTANT("panda-cover-unconstrained"))
        continue;
      writer->is_done.at[i] = grew = true;
      put_term(writer, c);
    }
  }
}

static void forget(map *t) {
  t->keys.count = 0;
  if (t->slots)
    memset(t->slots, 0, ((size_t)t->mask + 1) * sizeof *t->slots);
}

bool cover_write_key(cover_writer *writer, const cover_state *state,
                     const cover_reads *only) {
  pass p = {writer, state, only};
  writer->out.count = 0;
  forget(&writer->names);
  forget(&writer->objects);
  forget(&writer->inputs);
  vec_each (const cover_object, o, &state->objects)
    map_insert(writer->m, &writer->objects, o->id);
  vec_each (const uint32_t, x, &state->control)
    put(writer, *x);
  vec_each (const value, v, &state->registers)
    put_value(&p, *v);
  if (only && !put_read_memory(&p))
    return false;
  if (!only)
    put_all_memory(&p);
  put_constraints(&p);
  return writer->out.count <= MOST_WORDS &&
         writer->names.keys.count <= MOST_NODES;
}

uint64_t cover_hash(const uint32_t *at, size_t count) {
  uint64_t h = UINT64_C(0x9e3779b97f4a7c15) ^ count;
  for (size_t i = 0; i < count; i++) {
    h = (h ^ at[i]) * UINT64_C(0xff51afd7ed558ccd);
    h ^= h >> 32;
  }
  return h;
}
