/* Lists of any length: what the contents of nodes have in common. Words that
 * are the same constant, or the same pointer, stay; of others a range is known
 * (lists_range.c), or nothing. */
#include "evidence/c_proof/inside.h"

#include "base/mutant.h"

typedef enum word_kind {
  WORD_NUMBER,  /* of 'range' */
  WORD_POINTER, /* to 'object', at 'range' */
  WORD_UNSET,
  WORD_BAD /* what a chain cannot say */
} word_kind;

typedef struct word {
  word_kind kind;
  uint32_t object;
  proof_range range;
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

/* Of one value, which is written there. */
static word whole_word(proof_run *r, const proof_value *v, unsigned bytes) {
  word out = {.kind = v->object ? WORD_POINTER : WORD_NUMBER,
              .object = v->object};
  if (v->object && v->term)
    out.kind = WORD_BAD;
  out.range = v->term && !v->object ? proof_range_of(r, v->term)
                                    : proof_range_single(8 * bytes, v->bits);
  return out;
}

/* A byte of something else: is it a constant? */
static word byte_at(proof_nodes x, uint64_t at, bool *is_constant) {
  const proof_cell *c = proof_cell_see(x.content, at);
  word out = {.kind = WORD_NUMBER, .range.signs = SIGN_ANY};
  *is_constant = false;
  if (limit_at(x, at))
    return out;
  if (c->state == CELL_LAST || (c->state == CELL_SET && c->value.object))
    out.kind = WORD_BAD;
  else if (c->state == CELL_FRESH ||
           (c->state == CELL_BELOW && x.content->base))
    out.kind = WORD_UNSET;
  else
    *is_constant = c->state == CELL_BELOW || !c->value.term;
  if (*is_constant)
    out.range.values[0] =
        c->state == CELL_SET ? c->value.bits >> 8 * c->index & 255 : 0;
  return out;
}

static word word_at(proof_run *r, proof_nodes x, uint64_t at, unsigned bytes) {
  const proof_limit *l = limit_at(x, at);
  const proof_cell *first = proof_cell_see(x.content, at);
  if (l && l->at == at && l->bytes == bytes)
    return (word){.kind = WORD_NUMBER, .range = l->range};
  if (!l && proof_is_whole(x.content, at, bytes))
    return whole_word(r, &first->value, bytes);
  bool is_constant, all = true;
  uint64_t value = 0;
  word out = byte_at(x, at, &is_constant);
  for (unsigned i = 0; i < bytes; i++) {
    word more = byte_at(x, at + i, &is_constant);
    all = all && is_constant;
    value |= more.range.values[0] << 8 * i;
    if (out.kind != more.kind)
      out.kind = out.kind == WORD_BAD || more.kind == WORD_BAD ? WORD_BAD
                                                               : WORD_NUMBER;
  }
  if (all)
    out.range = proof_range_single(8 * bytes, value);
  return out;
}

static proof_likeness join_compare(const word *x, const word *y) {
  if (x->kind == WORD_BAD || y->kind == WORD_BAD)
    return PROOF_APART;
  if (x->kind == WORD_POINTER || y->kind == WORD_POINTER)
    return x->kind == y->kind && x->object == y->object &&
                   x->range.values[0] == y->range.values[0]
               ? PROOF_ALIKE
               : PROOF_APART;
  /* Numbers that are known should not become any. */
  bool is_near = !x->range.count == !y->range.count &&
                 (proof_range_includes(&x->range, &y->range) ||
                  proof_range_includes(&y->range, &x->range));
  return is_near ? PROOF_ALIKE : PROOF_UNLIKE;
}

/* They are not apart. */
static void join_lists(word *x, const word *y) {
  if (x->kind == WORD_POINTER || MUTANT("proof-lists-content"))
    return;
  if (x->kind != y->kind)
    x->kind = WORD_NUMBER;
  proof_range_join(&x->range, &y->range);
}

proof_likeness proof_compare_nodes(proof_run *r, const proof_chain *as,
                                   proof_nodes x, proof_nodes y) {
  proof_likeness out = PROOF_ALIKE;
  for (uint64_t at = 0; at < as->size && out != PROOF_APART;) {
    unsigned a = length_at(r, as, x, at), b = length_at(r, as, y, at);
    unsigned bytes = a > b ? a : b;
    if (!is_left_out(r, as, at)) {
      word v = word_at(r, x, at, bytes), w = word_at(r, y, at, bytes);
      proof_likeness is = join_compare(&v, &w);
      out = is > out ? is : out;
    }
    at += bytes;
  }
  return out;
}

static void put_word(proof_run *r, proof_chain *as, uint64_t at, unsigned bytes,
                     const word *w) {
  bool is_known = w->range.count == 1 && w->kind != WORD_UNSET;
  proof_value value = {.bits = w->range.values[0], .object = w->object};
  for (unsigned i = 0; i < bytes; i++) {
    proof_cell *c = proof_cell_own(r, as->content, at + i);
    *c = (proof_cell){.state = CELL_FRESH, .bytes = 1};
    if (is_known)
      *c = (proof_cell){.value = value,
                        .state = CELL_SET,
                        .index = (uint8_t)i,
                        .bytes = (uint8_t)bytes};
  }
  if (is_known || w->range.signs == SIGN_ANY)
    return;
  proof_limit l = {(uint32_t)at, bytes, w->range};
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
    word w = word_at(r, all[0], at, bytes);
    for (size_t i = 1; i < count; i++) {
      word more = word_at(r, all[i], at, bytes);
      join_lists(&w, &more);
    }
    if (!is_left_out(r, as, at))
      put_word(r, as, at, bytes, &w);
    at += bytes;
  }
}
