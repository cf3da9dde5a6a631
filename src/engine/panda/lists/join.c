/* What is true of the content of two nodes.
 *
 * Bytes that are equal stay. A word that depends on inputs, or is another one
 * in each node, becomes an input of which something is known (see
 * describe.c). Anything else may be anything. */
#include "engine/panda/lists/lists.h"

#include <assert.h>

typedef struct joiner {
  concolic *k;
  list_pair pair;
  list_unit units[LIST_MOST_UNITS];
  size_t count;
  vec(uint64_t) lost; /* bytes that may be anything */
  bool is_alike, fits;
} joiner;

static const object *node(const joiner *j, int which) {
  return &j->k->objects.at[which ? j->pair.second : j->pair.first];
}

static unsigned char state_at(const object *o, uint64_t at) {
  return o->state ? o->state[at] : BYTE_KNOWN;
}

/* The word that begins there, of so many bytes, all known or all of one term;
 * TERM_NONE: it is none. */
static term word_at(const joiner *j, int which, uint64_t at, unsigned bytes) {
  const object *o = node(j, which);
  uint64_t bits = 0;
  if (at + bytes > o->size)
    return TERM_NONE;
  if (state_at(o, at) == BYTE_TERM) {
    term t = o->refs[at];
    for (unsigned i = 0; i < bytes; i++)
      if (state_at(o, at + i) != (BYTE_TERM | i << BYTE_INDEX) ||
          o->refs[at + i] != t)
        return TERM_NONE;
    return terms_width(j->k->terms, t) == 8 * bytes ? t : TERM_NONE;
  }
  for (unsigned i = bytes; i-- > 0;) {
    if (state_at(o, at + i) != BYTE_KNOWN)
      return TERM_NONE;
    bits = bits << 8 | o->bytes[at + i];
  }
  return terms_constant(j->k->terms, 8 * bytes, bits);
}

/* How many bytes belong together from there on, as the node has it. */
static unsigned width_at(const joiner *j, int which, uint64_t at) {
  const object *o = node(j, which);
  switch (state_at(o, at) & BYTE_KINDS) {
  case BYTE_TERM:
    return state_at(o, at) == BYTE_TERM
               ? terms_width(j->k->terms, o->refs[at]) / 8
               : 1;
  case BYTE_POINTER:
  case BYTE_BOXED:
    return state_at(o, at) >> BYTE_INDEX ? 1 : lists_link_bytes(j->k);
  default:
    return 1;
  }
}

static bool is_same_byte(const joiner *j, uint64_t at) {
  const object *a = node(j, 0), *b = node(j, 1);
  unsigned kind = state_at(a, at) & BYTE_KINDS;
  if (state_at(a, at) != state_at(b, at))
    return false;
  return kind == BYTE_UNINITIALISED ||
         (kind == BYTE_KNOWN && a->bytes[at] == b->bytes[at]) ||
         (kind == BYTE_POINTER && a->bytes[at] == b->bytes[at] &&
          a->refs[at] == b->refs[at]);
}

static bool is_part_of(uint64_t at, uint32_t link, unsigned bytes) {
  return link != LIST_NO_BACK && at >= link && at < (uint64_t)link + bytes;
}

static bool has_term(const joiner *j, int which, uint64_t at) {
  unsigned kind = state_at(node(j, which), at) & BYTE_KINDS;
  return kind == BYTE_TERM || kind == BYTE_UNINITIALISED;
}

/* The bytes from 'at' on differ: they are one unit, or lost. Where the next
 * ones begin. */
static uint64_t take_unit(joiner *j, uint64_t at) {
  unsigned a = width_at(j, 0, at), b = width_at(j, 1, at);
  unsigned bytes = a > b ? a : b;
  uint64_t start = at - at % 4;
  if (bytes == 1 && word_at(j, 0, start, 4) && word_at(j, 1, start, 4)) {
    at = start;
    bytes = 4;
  }
  list_unit unit = {.at = at, .bytes = bytes};
  unit.words[0] = word_at(j, 0, at, bytes);
  unit.words[1] = word_at(j, 1, at, bytes);
  j->is_alike = j->is_alike && has_term(j, 0, at) && has_term(j, 1, at);
  if (unit.words[0] && unit.words[1] && j->count < LIST_MOST_UNITS)
    j->units[j->count++] = unit;
  else
    for (uint64_t i = at; i < at + bytes && i < node(j, 0)->size; i++)
      vec_push(j->k->m, &j->lost, i);
  return at + bytes;
}

/* Units that overlap a link would change it. */
static void take_units(joiner *j) {
  unsigned bytes = lists_link_bytes(j->k);
  uint64_t size = node(j, 0)->size;
  for (uint64_t at = 0; at < size;) {
    if (is_part_of(at, j->pair.link, bytes) ||
        is_part_of(at, j->pair.back, bytes)) {
      at++;
      continue;
    }
    for (int which = 0; which < 2; which++) {
      unsigned kind = state_at(node(j, which), at) & BYTE_KINDS;
      j->fits = j->fits && kind != BYTE_CHAIN && kind != BYTE_LAST;
    }
    if (!j->fits)
      return;
    uint64_t next = is_same_byte(j, at) ? at + 1 : take_unit(j, at);
    for (uint64_t i = at; i < next; i++)
      j->fits = j->fits && !is_part_of(i, j->pair.link, bytes) &&
                !is_part_of(i, j->pair.back, bytes);
    at = next;
  }
}

static joiner begin(concolic *engine, const list_pair *pair) {
  joiner j = {.k = engine, .pair = *pair, .is_alike = true, .fits = true};
  take_units(&j);
  return j;
}

int lists_are_alike(concolic *engine, const list_pair *pair) {
  joiner j = begin(engine, pair);
  vec_free(engine->m, &j.lost);
  return !j.fits ? -1 : j.is_alike;
}

static void lose(concolic *engine, uint32_t id, uint64_t at) {
  concolic_write_link(engine, id, at, BYTE_UNINITIALISED, 0, NULL);
}

void lists_join(concolic *engine, const list_pair *pair) {
  joiner j = begin(engine, pair);
  for (size_t i = 0; i < j.count; i++)
    j.units[i].joined = lists_new_input(engine, 8 * j.units[i].bytes, 0);
  term said = j.count ? lists_describe(engine, j.units, j.count) : TERM_NONE;
  for (size_t i = 0; i < j.count; i++) {
    const list_unit *unit = &j.units[i];
    terms_assign(engine->terms,
                 (uint32_t)terms_at(engine->terms, unit->joined)->value,
                 terms_value(engine->terms, unit->words[0]));
    if (said)
      concolic_write(engine, pair->first, unit->at, 8 * unit->bytes,
                     (value){0, unit->joined, 0});
    for (uint64_t n = 0; !said && n < unit->bytes; n++)
      lose(engine, pair->first, unit->at + n);
  }
  vec_each (const uint64_t, at, &j.lost)
    lose(engine, pair->first, *at);
  assert(!said || terms_value(engine->terms, said));
  if (said)
    smt_push(engine->solver, said);
  vec_free(engine->m, &j.lost);
}
