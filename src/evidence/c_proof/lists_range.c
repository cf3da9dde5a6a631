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

static bool has_value(const proof_range *range, uint64_t value) {
  for (unsigned i = 0; i < range->count; i++)
    if (range->values[i] == value)
      return true;
  return false;
}

bool proof_range_includes(const proof_range *range, const proof_range *of) {
  if (!range->count)
    return (range->signs | of->signs) == range->signs;
  for (unsigned i = 0; i < of->count; i++)
    if (!has_value(range, of->values[i]))
      return false;
  return of->count != 0;
}

/* False: there are too many. */
static bool add_value(proof_range *range, uint64_t value) {
  unsigned at = 0;
  if (has_value(range, value))
    return true;
  if (range->count == PROOF_FEW)
    return false;
  while (at < range->count && range->values[at] < value)
    at++;
  memmove(range->values + at + 1, range->values + at,
          (range->count - at) * sizeof *range->values);
  range->values[at] = value;
  range->count++;
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

static proof_term is_value(proof_run *run, proof_term t, uint64_t value) {
  return proof_equal(
      &run->terms, t,
      proof_constant(&run->terms, proof_width(&run->terms, t), value));
}

static proof_term has_sign(proof_run *run, proof_term t, unsigned sign) {
  proof_terms *terms = &run->terms;
  proof_term zero = proof_constant(terms, proof_width(terms, t), 0);
  return sign == SIGN_ZERO       ? proof_equal(terms, t, zero)
         : sign == SIGN_NEGATIVE ? proof_apply(terms, BITS_SLT, 1, t, zero, 0)
                                 : proof_apply(terms, BITS_SLT, 1, zero, t, 0);
}

/* The values that the path allows, one after the other. */
static proof_range find_range(proof_run *run, proof_term t) {
  unsigned width = proof_width(&run->terms, t);
  proof_range out = {0};
  proof_term others = proof_constant(&run->terms, 1, 1);
  for (;;) {
    uint64_t value = proof_now(&run->terms, t);
    if (!add_value(&out, value))
      break;
    out.signs |= sign_of(width, value);
    others = proof_and(&run->terms, others,
                       proof_not(&run->terms, is_value(run, t, value)));
    proof_answer more = proof_ask(&run->solver, others);
    if (more == PROOF_UNSAT)
      return out;
    if (more == PROOF_UNKNOWN)
      break;
    proof_take_model(&run->solver);
  }
  out.count = 0;
  for (unsigned sign = SIGN_NEGATIVE; sign <= SIGN_POSITIVE; sign *= 2)
    if (!(out.signs & sign) &&
        proof_ask(&run->solver, has_sign(run, t, sign)) != PROOF_UNSAT)
      out.signs |= sign;
  return out;
}

proof_range proof_range_of(proof_run *run, proof_term t) {
  vec_each (const proof_known, known, &run->known)
    if (known->term == t)
      return known->range;
  proof_known made = {t, find_range(run, t)};
  vec_push(run->m, &run->known, made);
  return made.range;
}

bool proof_range_input(proof_run *run, unsigned width, const proof_range *range,
                       proof_value *out) {
  proof_terms *terms = &run->terms;
  uint64_t value = range->count                   ? range->values[0]
                   : range->signs & SIGN_ZERO     ? 0
                   : range->signs & SIGN_POSITIVE ? 1
                                                  : bits_mask(width);
  out->term = proof_input(terms, width, value);
  out->bits = out->object = 0;
  proof_term any = proof_constant(terms, 1, 0);
  for (unsigned i = 0; i < range->count; i++)
    any = proof_or(terms, any, is_value(run, out->term, range->values[i]));
  for (unsigned sign = SIGN_NEGATIVE; sign <= SIGN_POSITIVE; sign *= 2)
    if (!range->count && (range->signs & sign))
      any = proof_or(terms, any, has_sign(run, out->term, sign));
  return proof_assume(run, any);
}
