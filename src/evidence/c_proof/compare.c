/* Operators on pointers and on words that were made from them. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

static proof_value with_object(proof_value v, uint32_t object) {
  v.object = object;
  return v;
}

static proof_value plain(proof_run *r, bits_op op, unsigned width,
                         unsigned from, proof_value a, proof_value b) {
  return proof_operate(r, op, width, from, with_object(a, 0), from,
                       with_object(b, 0));
}

/* Dead, or not within the object: 'a' may well be equal to a pointer to
 * another one. */
static proof_term is_at_its_end(proof_run *r, unsigned from, proof_value a) {
  assert(a.object < r->now.objects.count);
  const proof_object *o = &r->now.objects.at[a.object];
  if (!o->is_alive)
    return proof_constant(&r->terms, 1, 1);
  a.object = 0;
  return proof_apply(&r->terms, BITS_ULE, 1, proof_term_of(r, o->size, from),
                     proof_term_of(r, a, from), 0);
}

static bool is_of_literal(const proof_run *r, proof_value a) {
  const proof_object *o = &r->now.objects.at[a.object];
  return o->kind == PROOF_GLOBAL && cfa_is_literal(r->p, o->origin);
}

/* Two literals: where it is not known which bytes of them, they may. */
static bool literals_meet(const proof_run *r, proof_value a, proof_value b) {
  return is_of_literal(r, a) && is_of_literal(r, b) &&
         (a.term || b.term ||
          cfa_literals_may_meet(r->p, r->now.objects.at[a.object].origin,
                                a.bits, r->now.objects.at[b.object].origin,
                                b.bits));
}

static bool compare_values(proof_run *r, bits_op op, unsigned from,
                           proof_value a, proof_value b, proof_value *out) {
  proof_terms *t = &r->terms;
  if (a.object == b.object) {
    op = op == BITS_ULT ? BITS_SLT : op == BITS_ULE ? BITS_SLE : op;
    *out = plain(r, op, 1, from, a, b);
    return true;
  }
  *out = proof_word(0);
  if (op == BITS_EQ && a.object && b.object) {
    if (literals_meet(r, a, b)) {
      *out = proof_fresh_here(r, 1);
      return true;
    }
    proof_term meet =
        proof_or(t, is_at_its_end(r, from, a), is_at_its_end(r, from, b));
    if (proof_is_constant(t, meet) && !proof_at(t, meet)->value)
      return true;
    *out = proof_value_of(r, proof_and(t, meet, proof_fresh_here(r, 1).term));
    return true;
  }
  /* A constant is no address of an object; what is unknown may be one. */
  bool is_known = !(a.object ? b.term : a.term);
  if (op != BITS_EQ || !is_known)
    *out = proof_fresh_here(r, 1);
  return true;
}

static bool mask(proof_run *r, unsigned width, proof_value a, proof_value b,
                 proof_value *out) {
  proof_value address = a.object ? a : b, bits = a.object ? b : a;
  if (bits.object || bits.term)
    return false;
  bool clears = bits_cut(~bits.bits, width) <= 15;
  if (bits.bits > 15 && !clears)
    return false;
  *out = with_object(
      plain(r, BITS_AND, width, width, with_object(address, 0), bits),
      clears ? address.object : 0);
  return true;
}

bool proof_apply_to_address(proof_run *r, bits_op op, unsigned width,
                            unsigned from, proof_value a, proof_value b,
                            proof_value *out) {
  bool is_done = false;
  proof_value x = with_object(a, 0), y = with_object(b, 0);
  switch (op) {
  case BITS_EQ:
  case BITS_ULT:
  case BITS_ULE:
  case BITS_SLT:
  case BITS_SLE:
    return compare_values(r, op, from, a, b, out);
  case BITS_ADD:
    is_done = !(a.object && b.object);
    if (is_done)
      *out = with_object(plain(r, op, width, width, x, y),
                         a.object ? a.object : b.object);
    break;
  case BITS_SUB:
    is_done = !b.object || a.object == b.object;
    if (is_done)
      *out = with_object(plain(r, op, width, width, x, y),
                         b.object ? 0 : a.object);
    break;
  case BITS_AND:
    is_done = mask(r, width, a, b, out);
    break;
  default:
    break;
  }
  return is_done || proof_give_up(r, "arithmetic on the address of an object");
}
