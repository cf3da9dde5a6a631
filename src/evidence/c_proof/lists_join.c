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

static bool is_left_out(const proof_run *run, const proof_chain *as,
                        uint64_t at) {
  unsigned bytes = run->p->pointer_bits / 8u;
  return (at >= as->link && at < as->link + bytes) ||
         (as->back != PROOF_NO_BACK && at >= as->back && at < as->back + bytes);
}

static const proof_limit *limit_at(proof_nodes nodes, uint64_t at) {
  if (nodes.chain)
    vec_each (const proof_limit, limit, &nodes.chain->limits)
      if (at >= limit->at && at < limit->at + limit->bytes)
        return limit;
  return NULL;
}

/* How many bytes belong together, from here on. */
static unsigned length_at(const proof_run *run, const proof_chain *as,
                          proof_nodes nodes, uint64_t at) {
  const proof_limit *limit = limit_at(nodes, at);
  const proof_cell *first = proof_cell_see(nodes.content, at);
  unsigned bytes = limit && limit->at == at ? limit->bytes : 1;
  if (!limit && first->state == CELL_SET && !first->index)
    bytes = first->bytes;
  for (unsigned i = 1; i < bytes; i++)
    if (at + i >= as->size || is_left_out(run, as, at + i))
      return 1;
  return bytes;
}

/* Of one value, which is written there. */
static word whole_word(proof_run *run, const proof_value *value,
                       unsigned bytes) {
  word out = {.kind = value->object ? WORD_POINTER : WORD_NUMBER,
              .object = value->object};
  if (value->object && value->term)
    out.kind = WORD_BAD;
  out.range = value->term && !value->object
                  ? proof_range_of(run, value->term)
                  : proof_range_single(8 * bytes, value->bits);
  return out;
}

/* A byte of something else: is it a constant? */
static word byte_at(proof_nodes nodes, uint64_t at, bool *is_constant) {
  const proof_cell *cell = proof_cell_see(nodes.content, at);
  word out = {.kind = WORD_NUMBER, .range.signs = SIGN_ANY};
  *is_constant = false;
  if (limit_at(nodes, at))
    return out;
  if (cell->state == CELL_LAST ||
      (cell->state == CELL_SET && cell->value.object))
    out.kind = WORD_BAD;
  else if (cell->state == CELL_FRESH ||
           (cell->state == CELL_BELOW && nodes.content->base))
    out.kind = WORD_UNSET;
  else
    *is_constant = cell->state == CELL_BELOW || !cell->value.term;
  if (*is_constant)
    out.range.values[0] =
        cell->state == CELL_SET ? cell->value.bits >> 8 * cell->index & 255 : 0;
  return out;
}

static word word_at(proof_run *run, proof_nodes nodes, uint64_t at,
                    unsigned bytes) {
  const proof_limit *limit = limit_at(nodes, at);
  const proof_cell *first = proof_cell_see(nodes.content, at);
  if (limit && limit->at == at && limit->bytes == bytes)
    return (word){.kind = WORD_NUMBER, .range = limit->range};
  if (!limit && proof_is_whole(nodes.content, at, bytes))
    return whole_word(run, &first->value, bytes);
  bool is_constant, all = true;
  uint64_t value = 0;
  word out = byte_at(nodes, at, &is_constant);
  for (unsigned i = 0; i < bytes; i++) {
    word more = byte_at(nodes, at + i, &is_constant);
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

proof_likeness proof_compare_nodes(proof_run *run, const proof_chain *as,
                                   proof_nodes x, proof_nodes y) {
  proof_likeness out = PROOF_ALIKE;
  for (uint64_t at = 0; at < as->size && out != PROOF_APART;) {
    unsigned a = length_at(run, as, x, at), b = length_at(run, as, y, at);
    unsigned bytes = a > b ? a : b;
    if (!is_left_out(run, as, at)) {
      word v = word_at(run, x, at, bytes), w = word_at(run, y, at, bytes);
      proof_likeness is = join_compare(&v, &w);
      out = is > out ? is : out;
    }
    at += bytes;
  }
  return out;
}

static void put_word(proof_run *run, proof_chain *as, uint64_t at,
                     unsigned bytes, const word *w) {
  bool is_known = w->range.count == 1 && w->kind != WORD_UNSET;
  proof_value value = {.bits = w->range.values[0], .object = w->object};
  for (unsigned i = 0; i < bytes; i++) {
    proof_cell *cell = proof_cell_own(run, as->content, at + i);
    *cell = (proof_cell){.state = CELL_FRESH, .bytes = 1};
    if (is_known)
      *cell = (proof_cell){.value = value,
                           .state = CELL_SET,
                           .index = (uint8_t)i,
                           .bytes = (uint8_t)bytes};
  }
  if (is_known || w->range.signs == SIGN_ANY)
    return;
  proof_limit limit = {(uint32_t)at, bytes, w->range};
  vec_push(run->m, &as->limits, limit);
}

void proof_join_nodes(proof_run *run, proof_chain *as, const proof_nodes *all,
                      size_t count) {
  as->content = proof_content_new(run->m, 0);
  for (uint64_t at = 0; at < as->size;) {
    unsigned bytes = 1;
    for (size_t i = 0; i < count; i++) {
      unsigned own = length_at(run, as, all[i], at);
      bytes = own > bytes ? own : bytes;
    }
    word w = word_at(run, all[0], at, bytes);
    for (size_t i = 1; i < count; i++) {
      word more = word_at(run, all[i], at, bytes);
      join_lists(&w, &more);
    }
    if (!is_left_out(run, as, at))
      put_word(run, as, at, bytes, &w);
    at += bytes;
  }
}
