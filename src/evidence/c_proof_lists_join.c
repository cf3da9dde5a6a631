/* Lists of any length: what the contents of nodes have in common. Words that
 * are the same constant, or the same pointer, stay; others may be anything, or
 * one of few values. */
#include "evidence/c_proof_inside.h"

#include "base/mutant.h"

/* ---- Words ------------------------------------------------------------ */

typedef enum word_kind {
  WORD_CONSTANT, /* values[0] */
  WORD_SOME,     /* one of 'values' */
  WORD_POINTER,  /* to 'object', values[0] */
  WORD_ANY,      /* unknown, but read or written */
  WORD_UNSET,
  WORD_BAD /* what a chain cannot say */
} word_kind;

typedef struct word {
  word_kind kind;
  uint32_t object;
  unsigned count;
  uint64_t values[PROOF_LIMIT_VALUES];
} word;

static bool is_left_out(const proof_run *r, const proof_chain *as,
                        uint64_t at) {
  unsigned bytes = r->p->pointer_bits / 8u;
  return (at >= as->link && at < as->link + bytes) ||
         (as->back != PROOF_NO_BACK && at >= as->back && at < as->back + bytes);
}

static const proof_limit *limit_at(proof_nodes x, uint64_t at) {
  if (x.chain)
    vec_each (const proof_limit, l, &x.chain->limits)
      if (at >= l->at && at < l->at + l->bytes)
        return l;
  return NULL;
}

/* How many bytes belong together, from here on. */
static unsigned length_at(const proof_run *r, const proof_chain *as,
                          proof_nodes x, uint64_t at) {
  const proof_limit *l = limit_at(x, at);
  const proof_cell *first = proof_cell_see(x.content, at);
  unsigned bytes = l && l->at == at ? l->bytes : 1;
  if (!l && first->state == CELL_SET && !first->index)
    bytes = first->bytes;
  for (unsigned i = 1; i < bytes; i++)
    if (at + i >= as->size || is_left_out(r, as, at + i))
      return 1;
  return bytes;
}

static bool is_same(const proof_cell *a, const proof_cell *b) {
  return a->value.bits == b->value.bits && a->value.term == b->value.term &&
         a->value.object == b->value.object && a->bytes == b->bytes;
}

/* One byte of a word. */
static word byte_at(proof_nodes x, uint64_t at) {
  const proof_cell *c = proof_cell_see(x.content, at);
  word out = {.kind = WORD_UNSET, .count = 1};
  if (limit_at(x, at))
    out.kind = WORD_ANY;
  else if (c->state == CELL_LAST || (c->state == CELL_SET && c->value.object))
    out.kind = WORD_BAD;
  else if (c->state == CELL_SET && c->value.term)
    out.kind = WORD_ANY;
  else if (c->state == CELL_SET || (c->state == CELL_BELOW && !x.content->base))
    out.kind = WORD_CONSTANT;
  if (out.kind == WORD_CONSTANT && c->state == CELL_SET)
    out.values[0] = c->value.bits >> 8 * c->index & 255;
  return out;
}

static bool is_whole(proof_nodes x, uint64_t at, unsigned bytes) {
  const proof_cell *first = proof_cell_see(x.content, at);
  for (unsigned i = 0; i < bytes; i++) {
    const proof_cell *c = proof_cell_see(x.content, at + i);
    if (c->state != CELL_SET || c->bytes != bytes || c->index != i ||
        !is_same(c, first))
      return false;
  }
  return true;
}

static word word_at(proof_nodes x, uint64_t at, unsigned bytes) {
  const proof_limit *l = limit_at(x, at);
  const proof_cell *first = proof_cell_see(x.content, at);
  word out = {.kind = WORD_SOME};
  if (l && l->at == at && l->bytes == bytes) {
    out.count = l->count;
    memcpy(out.values, l->values, sizeof out.values);
    return out;
  }
  if (!l && first->value.object && is_whole(x, at, bytes)) {
    out.kind = first->value.term ? WORD_BAD : WORD_POINTER;
    out.object = first->value.object;
    out.values[out.count++] = first->value.bits;
    return out;
  }
  out = byte_at(x, at);
  for (unsigned i = 1; i < bytes; i++) {
    word more = byte_at(x, at + i);
    if (out.kind == WORD_BAD || more.kind == WORD_BAD)
      out.kind = WORD_BAD;
    else if (out.kind != more.kind)
      out.kind = WORD_ANY;
    out.values[0] |= more.values[0] << 8 * i;
  }
  return out;
}

/* ---- Two words -------------------------------------------------------- */

static bool has_value(const word *x, uint64_t value) {
  for (unsigned i = 0; i < x->count; i++)
    if (x->values[i] == value)
      return true;
  return false;
}

static bool has_all(const word *x, const word *of) {
  for (unsigned i = 0; i < of->count; i++)
    if (!has_value(x, of->values[i]))
      return false;
  return true;
}

static bool has_values(const word *x) {
  return x->kind == WORD_CONSTANT || x->kind == WORD_SOME;
}

static proof_likeness compare(const word *x, const word *y) {
  if (x->kind == WORD_BAD || y->kind == WORD_BAD)
    return PROOF_APART;
  if (x->kind == WORD_POINTER || y->kind == WORD_POINTER)
    return x->kind == y->kind && x->object == y->object &&
                   x->values[0] == y->values[0]
               ? PROOF_ALIKE
               : PROOF_APART;
  if (has_values(x) && has_values(y))
    return has_all(x, y) || has_all(y, x) ? PROOF_ALIKE : PROOF_UNLIKE;
  return has_values(x) || has_values(y) ? PROOF_UNLIKE : PROOF_ALIKE;
}

/* They are not apart. */
static void join(word *x, const word *y) {
  if (x->kind == WORD_POINTER)
    return;
  if (!has_values(x) || !has_values(y)) {
    x->kind = x->kind == y->kind ? x->kind : WORD_ANY;
    return;
  }
  for (unsigned i = 0; i < y->count; i++) {
    unsigned at = 0;
    if (has_value(x, y->values[i]) || MUTANT("proof-lists-content"))
      continue;
    if (x->count == PROOF_LIMIT_VALUES) {
      x->kind = WORD_ANY;
      return;
    }
    x->kind = WORD_SOME;
    while (at < x->count && x->values[at] < y->values[i])
      at++;
    memmove(x->values + at + 1, x->values + at,
            (x->count - at) * sizeof *x->values);
    x->values[at] = y->values[i];
    x->count++;
  }
}

/* ---- Two nodes -------------------------------------------------------- */

proof_likeness proof_compare_nodes(proof_run *r, const proof_chain *as,
                                   proof_nodes x, proof_nodes y) {
  proof_likeness out = PROOF_ALIKE;
  for (uint64_t at = 0; at < as->size && out != PROOF_APART;) {
    unsigned a = length_at(r, as, x, at), b = length_at(r, as, y, at);
    unsigned bytes = a > b ? a : b;
    if (!is_left_out(r, as, at)) {
      word v = word_at(x, at, bytes), w = word_at(y, at, bytes);
      proof_likeness is = compare(&v, &w);
      out = is > out ? is : out;
    }
    at += bytes;
  }
  return out;
}

static void put_word(proof_run *r, proof_chain *as, uint64_t at, unsigned bytes,
                     const word *w) {
  bool is_known = w->kind == WORD_CONSTANT || w->kind == WORD_POINTER;
  proof_value value = {.bits = w->values[0],
                       .object = w->kind == WORD_POINTER ? w->object : 0};
  for (unsigned i = 0; i < bytes; i++) {
    proof_cell *c = proof_cell_own(r, as->content, at + i);
    *c = (proof_cell){.state = CELL_FRESH, .bytes = 1};
    if (is_known)
      *c = (proof_cell){.value = value,
                        .state = CELL_SET,
                        .index = (uint8_t)i,
                        .bytes = (uint8_t)bytes};
  }
  if (w->kind != WORD_SOME)
    return;
  proof_limit l = {
      .at = (uint32_t)at, .bytes = (uint8_t)bytes, .count = (uint8_t)w->count};
  memcpy(l.values, w->values, w->count * sizeof *w->values);
  vec_push(r->m, &as->limits, l);
}

void proof_join_nodes(proof_run *r, proof_chain *as, const proof_nodes *all,
                      size_t count) {
  as->content = proof_content_new(r->m, 0);
  for (uint64_t at = 0; at < as->size;) {
    unsigned bytes = 1;
    for (size_t i = 0; i < count; i++) {
      unsigned own = length_at(r, as, all[i], at);
      bytes = own > bytes ? own : bytes;
    }
    word w = word_at(all[0], at, bytes);
    for (size_t i = 1; i < count; i++) {
      word more = word_at(all[i], at, bytes);
      join(&w, &more);
    }
    if (!is_left_out(r, as, at))
      put_word(r, as, at, bytes, &w);
    at += bytes;
  }
}
