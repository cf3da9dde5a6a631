/* Lists of any length: what is known of a word of a node. One of few values, or
 * a sign: so that what is true of more and more nodes changes only a few
 * times. */
#include "evidence/c_proof/inside.h"

static unsigned sign_of(unsigned width, uint64_t value) {
  return !value                     ? SIGN_ZERO
         : value >> (width - 1) & 1 ? SIGN_NEGATIVE
                                    : SIGN_POSITIVE;
}

proof_range proof_range_single(unsigned width, uint64_t value) {
  return (proof_range){
      .count = 1, .values = {value}, .signs = sign_of(width, value)};
}

static bool has_value(const proof_range *x, uint64_t value) {
  for (unsigned i = 0; i < x->count; i++)
    if (x->values[i] == value)
      return true;
  return false;
}

bool proof_range_includes(const proof_range *x, const proof_range *of) {
  if (!x->count)
    return (x->signs | of->signs) == x->signs;
  for (unsigned i = 0; i < of->count; i++)
    if (!has_value(x, of->values[i]))
      return false;
  return of->count != 0;
}

/* False: there are too many. */
static bool add_value(proof_range *x, uint64_t value) {
  unsigned at = 0;
  if (has_value(x, value))
    return true;
  if (x->count == PROOF_FEW)
    return false;
  while (at < x->count && x->values[at] < value)
    at++;
  memmove(x->values + at + 1, x->values + at,
          (x->count - at) * sizeof *x->values);
  x->values[at] = value;
  x->count++;
  return true;
}

void proof_range_join(proof_range *x, const proof_range *y) {
  bool is_few = x->count && y->count;
  x->signs |= y->signs;
  for (unsigned i = 0; i < y->count && is_few; i++)
    is_few = add_value(x, y->values[i]);
  if (!is_few)
    x->count = 0;
}

static proof_term is_value(proof_run *r, proof_term t, uint64_t value) {
  return proof_equal(
      &r->terms, t,
      proof_constant(&r->terms, proof_width(&r->terms, t), value));
}

static proof_term has_sign(proof_run *r, proof_term t, unsigned sign) {
  proof_terms *x = &r->terms;
  proof_term zero = proof_constant(x, proof_width(x, t), 0);
  return sign == SIGN_ZERO       ? proof_equal(x, t, zero)
         : sign == SIGN_NEGATIVE ? proof_apply(x, BITS_SLT, 1, t, zero, 0)
                                 : proof_apply(x, BITS_SLT, 1, zero, t, 0);
}

/* The values that the path allows, one after the other. */
static proof_range find_range(proof_run *r, proof_term t) {
  unsigned width = proof_width(&r->terms, t);
  proof_range out = {0};
  proof_term others = proof_constant(&r->terms, 1, 1);
  for (;;) {
    uint64_t value = proof_now(&r->terms, t);
    if (!add_value(&out, value))
      break;
    out.signs |= sign_of(width, value);
    others = proof_and(&r->terms, others,
                       proof_not(&r->terms, is_value(r, t, value)));
    proof_answer more = proof_ask(&r->solver, others);
    if (more == PROOF_UNSAT)
      return out;
    if (more == PROOF_UNKNOWN)
      break;
    proof_take_model(&r->solver);
  }
  out.count = 0;
  for (unsigned sign = SIGN_NEGATIVE; sign <= SIGN_POSITIVE; sign *= 2)
    if (!(out.signs & sign) &&
        proof_ask(&r->solver, has_sign(r, t, sign)) != PROOF_UNSAT)
      out.signs |= sign;
  return out;
}

proof_range proof_range_of(proof_run *r, proof_term t) {
  vec_each (const proof_known, k, &r->known)
    if (k->term == t)
      return k->range;
  proof_known made = {t, find_range(r, t)};
  vec_push(r->m, &r->known, made);
  return made.range;
}

bool proof_range_input(proof_run *r, unsigned width, const proof_range *x,
                       proof_value *out) {
  proof_terms *t = &r->terms;
  uint64_t value = x->count                   ? x->values[0]
                   : x->signs & SIGN_ZERO     ? 0
                   : x->signs & SIGN_POSITIVE ? 1
                                              : bits_mask(width);
  out->term = proof_input(t, width, value);
  out->bits = out->object = 0;
  proof_term any = proof_constant(t, 1, 0);
  for (unsigned i = 0; i < x->count; i++)
    any = proof_or(t, any, is_value(r, out->term, x->values[i]));
  for (unsigned sign = SIGN_NEGATIVE; sign <= SIGN_POSITIVE; sign *= 2)
    if (!x->count && (x->signs & sign))
      any = proof_or(t, any, has_sign(r, out->term, sign));
  return proof_assume(r, any);
}
