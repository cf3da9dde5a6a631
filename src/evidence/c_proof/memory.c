/* Reading and writing objects, at offsets that need not be constants. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

enum { MOST_POSITIONS = 1024 };

static proof_value plus(proof_run *run, proof_value at, uint64_t more) {
  unsigned wide = run->p->pointer_bits;
  if (!at.term) {
    at.bits = bits_cut(at.bits + more, wide);
    return at;
  }
  proof_value out = proof_value_of(
      run, proof_apply(&run->terms, BITS_ADD, wide, at.term,
                       proof_constant(&run->terms, wide, more), 0));
  out.object = at.object;
  return out;
}

static proof_term is_at(proof_run *run, proof_value a, proof_value b) {
  unsigned wide = run->p->pointer_bits;
  a.object = b.object = 0;
  return proof_equal(&run->terms, proof_term_of(run, a, wide),
                     proof_term_of(run, b, wide));
}

typedef enum relation {
  APART,
  SAME,   /* just these bytes */
  MAYBE,  /* just these, or apart */
  SHIFTED /* neither, or nobody knows */
} relation;

/* Both are a common term and a number? Then their distance. */
static bool distance(const proof_run *run, proof_value a, proof_value b,
                     int64_t *out) {
  uint64_t more = a.bits, other = b.bits;
  proof_term x = a.term ? proof_split(&run->terms, a.term, &more) : 0;
  proof_term y = b.term ? proof_split(&run->terms, b.term, &other) : 0;
  *out = bits_signed(bits_cut(more - other, run->p->pointer_bits),
                     run->p->pointer_bits);
  return x == y;
}

/* Both offsets are multiples of 'bytes', but for the same rest? */
static bool are_aligned(const proof_run *run, proof_value a, proof_value b,
                        unsigned bytes) {
  uint64_t x = a.bits, y = b.bits;
  unsigned low = 0;
  while (1u << low < bytes)
    low++;
  if (1u << low != bytes)
    return false;
  unsigned m = a.term ? proof_low_bits(&run->terms, a.term, &x) : 64;
  unsigned n = b.term ? proof_low_bits(&run->terms, b.term, &y) : 64;
  return m >= low && n >= low && ((x ^ y) & (bytes - 1)) == 0;
}

static relation relate(const proof_run *run, const proof_write *w,
                       proof_value at, unsigned bytes, int64_t *from) {
  *from = -1;
  if (distance(run, at, w->at, from)) {
    if (*from >= (int64_t)w->bytes || *from + (int64_t)bytes <= 0)
      return APART;
    return *from == 0 && bytes == w->bytes ? SAME : SHIFTED;
  }
  *from = -1;
  return bytes == w->bytes && are_aligned(run, at, w->at, bytes) ? MAYBE
                                                                 : SHIFTED;
}

/* 'yes' if the condition holds, else 'no'; pointers to two objects fork. */
static bool choose(proof_run *run, proof_term condition, unsigned bits,
                   proof_value yes, proof_value no, proof_value *out) {
  bool side;
  if (yes.object == no.object) {
    *out =
        proof_value_of(run, proof_apply(&run->terms, BITS_ITE, bits, condition,
                                        proof_term_of(run, yes, bits),
                                        proof_term_of(run, no, bits)));
    out->object = yes.object;
    return true;
  }
  if (!proof_decide(run, condition, &side))
    return false;
  *out = side ? yes : no;
  return true;
}

/* A byte of a value. */
static bool byte_of(proof_run *run, proof_value value, unsigned bytes,
                    unsigned index, proof_value *out) {
  if (value.object)
    return proof_give_up(run, "part of a pointer");
  *out = value.term ? proof_value_of(run, proof_extract(&run->terms, 8 * index,
                                                        8, value.term))
                    : proof_word(value.bits >> 8 * index & 255);
  (void)bytes;
  return true;
}

/* One byte after the other, lowest first. */
static bool memory_join(proof_run *run, const proof_value *byte, unsigned bytes,
                        proof_value *out) {
  proof_term all = 0;
  for (unsigned i = bytes; i-- > 0;) {
    proof_term t = proof_term_of(run, byte[i], 8);
    all =
        all ? proof_apply(&run->terms, BITS_CONCAT, 8 * (bytes - i), all, t, 0)
            : t;
  }
  *out = proof_value_of(run, all);
  return true;
}

/* Writes of an object, or what was seen of a base. */
typedef struct layer {
  const proof_write *writes; /* NULL: */
  uint32_t base;             /* of the state's 'seen' */
} layer;

static const proof_write *entry(const proof_run *run, const layer *l,
                                size_t i) {
  if (l->writes)
    return &l->writes[i];
  const proof_seen *seen = &run->now.seen.at[i];
  return seen->base == l->base ? &seen->write : NULL;
}

typedef enum found {
  FOUND_ALL,  /* nothing below matters */
  FOUND_SOME, /* from 'first' on entries may matter */
  FOUND_SPLIT /* bytes must be looked at one by one */
} found;

static found look_up(const proof_run *run, const layer *l, size_t count,
                     proof_value at, unsigned bytes, size_t *first) {
  int64_t from;
  *first = count;
  for (size_t i = count; i-- > 0;) {
    const proof_write *w = entry(run, l, i);
    relation is = w ? relate(run, w, at, bytes, &from) : APART;
    if (is == APART)
      continue;
    if (is == SHIFTED && bytes > 1)
      return FOUND_SPLIT;
    *first = i;
    if (is == SAME || (is == SHIFTED && from >= 0))
      return FOUND_ALL;
  }
  return FOUND_SOME;
}

/* What an entry makes of the value below it. */
static bool lay_over(proof_run *run, const proof_write *w, proof_value at,
                     unsigned bytes, proof_value *value) {
  int64_t from;
  switch (relate(run, w, at, bytes, &from)) {
  case APART:
    return true;
  case SAME:
    *value = w->value;
    return true;
  case MAYBE:
    return choose(run, is_at(run, at, w->at), 8 * bytes, w->value, *value,
                  value);
  case SHIFTED:
    break;
  }
  if (from >= 0)
    return byte_of(run, w->value, w->bytes, (unsigned)from, value);
  for (unsigned i = 0; i < w->bytes; i++) {
    proof_value byte;
    if (!byte_of(run, w->value, w->bytes, i, &byte) ||
        !choose(run, is_at(run, at, plus(run, w->at, i)), 8, byte, *value,
                value))
      return false;
  }
  return true;
}

static bool lay_all(proof_run *run, const layer *l, size_t first, size_t count,
                    proof_value at, unsigned bytes, proof_value *value) {
  for (size_t i = first; i < count; i++) {
    const proof_write *w = entry(run, l, i);
    proof_write copy = w ? *w : (proof_write){.bytes = 0};
    if (w && !lay_over(run, &copy, at, bytes, value))
      return false;
  }
  return true;
}

bool proof_was_seen(const proof_run *run, uint32_t base) {
  vec_each (const proof_seen, seen, &run->now.seen)
    if (seen->base == base)
      return true;
  return false;
}

static bool read_base(proof_run *run, uint32_t base, proof_value at,
                      unsigned bytes, proof_value *out) {
  if (!base) {
    *out = proof_word(0);
    return true;
  }
  layer l = {.base = base};
  size_t first, count = run->now.seen.count;
  if (run->now.facts.count || run->instantiates)
    vec_push(run->m, &run->asked, ((proof_asked){.base = base, .at = at}));
  proof_value byte[8];
  switch (look_up(run, &l, count, at, bytes, &first)) {
  case FOUND_ALL:
    return lay_all(run, &l, first, count, at, bytes, out);
  case FOUND_SPLIT:
    for (unsigned i = 0; i < bytes; i++)
      if (!read_base(run, base, plus(run, at, i), 1, &byte[i]))
        return false;
    return memory_join(run, byte, bytes, out);
  case FOUND_SOME:
    break;
  }
  *out = proof_fresh(run, 8 * bytes);
  if (!lay_all(run, &l, first, count, at, bytes, out))
    return false;
  proof_seen seen = {base, {at, bytes, *out}};
  vec_push(run->m, &run->now.seen, seen);
  return true;
}

bool proof_is_same_value(const proof_cell *a, const proof_cell *b) {
  return a->value.bits == b->value.bits && a->value.term == b->value.term &&
         a->value.object == b->value.object && a->bytes == b->bytes;
}

bool proof_is_whole(const proof_content *content, uint64_t at, unsigned bytes) {
  const proof_cell *first = proof_cell_see(content, at);
  for (unsigned i = 0; i < bytes; i++) {
    const proof_cell *cell = proof_cell_see(content, at + i);
    if (cell->state != CELL_SET || cell->bytes != bytes || cell->index != i ||
        !proof_is_same_value(cell, first))
      return false;
  }
  return true;
}

static bool all_are(const proof_content *content, uint64_t at, unsigned bytes,
                    unsigned state) {
  for (unsigned i = 0; i < bytes; i++)
    if (proof_cell_see(content, at + i)->state != state)
      return false;
  return true;
}

static void set_cells(proof_run *run, uint32_t object, uint64_t at,
                      unsigned bytes, proof_value value) {
  proof_content *content = proof_content_own(run, object);
  for (unsigned i = 0; i < bytes; i++)
    *proof_cell_own(run, content, at + i) =
        (proof_cell){.value = value,
                     .state = CELL_SET,
                     .index = (uint8_t)i,
                     .bytes = (uint8_t)bytes};
}

static bool read_cells(proof_run *run, proof_value at, unsigned bytes,
                       proof_value *out) {
  assert(at.object < run->now.objects.count);
  const proof_content *content = run->now.objects.at[at.object].content;
  const proof_cell *first = proof_cell_see(content, at.bits);
  if (all_are(content, at.bits, bytes, CELL_BELOW))
    return read_base(run, content->base, at, bytes, out);
  if (proof_is_whole(content, at.bits, bytes)) {
    *out = first->value;
    return true;
  }
  if (all_are(content, at.bits, bytes, CELL_FRESH)) {
    *out = proof_fresh(run, 8 * bytes);
    set_cells(run, at.object, at.bits, bytes, *out);
    return true;
  }
  if (bytes == 1)
    return byte_of(run, first->value, first->bytes, first->index, out);
  proof_value byte[8];
  for (unsigned i = 0; i < bytes; i++)
    if (!read_cells(run, plus(run, at, i), 1, &byte[i]))
      return false;
  return memory_join(run, byte, bytes, out);
}

static bool touches_cells(const proof_content *content, uint64_t at,
                          unsigned bytes) {
  return !all_are(content, at, bytes, CELL_BELOW);
}

static bool read_below(proof_run *run, proof_value at, unsigned bytes,
                       proof_value *out) {
  assert(at.object < run->now.objects.count);
  const proof_object *object = &run->now.objects.at[at.object];
  uint64_t rest;
  if (!at.term)
    return read_cells(run, at, bytes, out);
  unsigned low = proof_low_bits(&run->terms, at.term, &rest);
  uint64_t step = UINT64_C(1) << (low > 12 ? 12 : low);
  if (!read_base(run, object->content->base, at, bytes, out))
    return false;
  unsigned met = 0;
  uint64_t end = object->content->page_count * PROOF_PAGE;
  if (!object->size.term &&
      object->size.bits - bytes + 1 < end) /* it is in bounds */
    end = object->size.bits - bytes + 1;
  for (uint64_t i = rest & (step - 1); i < end; i += step) {
    proof_value here = {.bits = i, .object = at.object}, value;
    if (!touches_cells(run->now.objects.at[at.object].content, i, bytes))
      continue;
    if (++met > MOST_POSITIONS)
      return proof_give_up(run, "an offset that may be too many");
    if (!read_cells(run, here, bytes, &value) ||
        !choose(run, is_at(run, at, here), 8 * bytes, value, *out, out))
      return false;
  }
  return true;
}

bool proof_read(proof_run *run, proof_value at, unsigned bytes,
                proof_value *out) {
  assert(at.object < run->now.objects.count);
  const proof_content *content = run->now.objects.at[at.object].content;
  layer l = {.writes = content->writes.at};
  size_t first, count = content->writes.count;
  if (!count)
    return read_below(run, at, bytes, out);
  proof_value byte[8];
  found f = look_up(run, &l, count, at, bytes, &first);
  if (f == FOUND_SPLIT) {
    for (unsigned i = 0; i < bytes; i++)
      if (!proof_read(run, plus(run, at, i), 1, &byte[i]))
        return false;
    return memory_join(run, byte, bytes, out);
  }
  *out = proof_word(0);
  if (f == FOUND_SOME && !read_below(run, at, bytes, out))
    return false;
  /* What was read may have been stored: the list itself stays. */
  l.writes = run->now.objects.at[at.object].content->writes.at;
  return lay_all(run, &l, first, count, at, bytes, out);
}

void proof_write_bytes(proof_run *run, uint32_t object, proof_value at,
                       unsigned bytes, proof_value value) {
  proof_content *content = proof_content_own(run, object);
  if (!at.term && !content->writes.count) {
    set_cells(run, object, at.bits, bytes, value);
    return;
  }
  at.object = 0;
  proof_write w = {at, bytes, value};
  proof_write *last =
      content->writes.count ? &vec_last(&content->writes) : NULL;
  if (last && last->bytes == bytes && last->at.term == at.term &&
      last->at.bits == at.bits)
    *last = w;
  else
    vec_push(run->m, &content->writes, w);
}
