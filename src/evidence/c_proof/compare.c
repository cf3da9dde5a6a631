/* Operators on pointers and on words that were made from them. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

static proof_value with_object(proof_value value, uint32_t object) {
  value.object = object;
  return value;
}

static proof_value plain(proof_run *run, bits_op op, unsigned width,
                         unsigned from, proof_value a, proof_value b) {
  return proof_operate(run, op, width, from, with_object(a, 0), from,
                       with_object(b, 0));
}

/* Dead, or not within the object: 'value' may well be equal to a pointer to
 * another one. */
static proof_term is_at_its_end(proof_run *run, unsigned from,
                                proof_value value) {
  assert(value.object < run->now.objects.count);
  const proof_object *object = &run->now.objects.at[value.object];
  if (!object->is_alive)
    return proof_constant(&run->terms, 1, 1);
  value.object = 0;
  return proof_apply(&run->terms, BITS_ULE, 1,
                     proof_term_of(run, object->size, from),
                     proof_term_of(run, value, from), 0);
}

static bool is_of_literal(const proof_run *run, proof_value value) {
  const proof_object *object = &run->now.objects.at[value.object];
  return object->kind == PROOF_GLOBAL && cfa_is_literal(run->p, object->origin);
}

/* Two literals: where it is not known which bytes of them, they may. */
static bool literals_meet(const proof_run *run, proof_value a, proof_value b) {
  return is_of_literal(run, a) && is_of_literal(run, b) &&
         (a.term || b.term ||
          cfa_literals_may_meet(run->p, run->now.objects.at[a.object].origin,
                                a.bits, run->now.objects.at[b.object].origin,
                                b.bits));
}

static bool compare_values(proof_run *run, bits_op op, unsigned from,
                           proof_value a, proof_value b, proof_value *out) {
  proof_terms *terms = &run->terms;
  if (a.object == b.object) {
    op = op == BITS_ULT ? BITS_SLT : op == BITS_ULE ? BITS_SLE : op;
    *out = plain(run, op, 1, from, a, b);
    return true;
  }
  *out = proof_word(0);
  if (op == BITS_EQ && a.object && b.object) {
    if (literals_meet(run, a, b)) {
      *out = proof_fresh_here(run, 1);
      return true;
    }
    proof_term meet = proof_or(terms, is_at_its_end(run, from, a),
                               is_at_its_end(run, from, b));
    if (proof_is_constant(terms, meet) && !proof_at(terms, meet)->value)
      return true;
    *out = proof_value_of(
        run, proof_and(terms, meet, proof_fresh_here(run, 1).term));
    return true;
  }
  /* A constant is no address of an object; what is unknown may be one. */
  bool is_known = !(a.object ? b.term : a.term);
  if (op != BITS_EQ || !is_known)
    *out = proof_fresh_here(run, 1);
  return true;
}

static bool mask(proof_run *run, unsigned width, proof_value a, proof_value b,
                 proof_value *out) {
  proof_value address = a.object ? a : b, bits = a.object ? b : a;
  if (bits.object || bits.term)
    return false;
  bool clears = bits_cut(~bits.bits, width) <= 15;
  if (bits.bits > 15 && !clears)
    return false;
  *out = with_object(
      plain(run, BITS_AND, width, width, with_object(address, 0), bits),
      clears ? address.object : 0);
  return true;
}

bool proof_apply_to_address(proof_run *run, bits_op op, unsigned width,
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
    return compare_values(run, op, from, a, b, out);
  case BITS_ADD:
    is_done = !(a.object && b.object);
    if (is_done)
      *out = with_object(plain(run, op, width, width, x, y),
                         a.object ? a.object : b.object);
    break;
  case BITS_SUB:
    is_done = !b.object || a.object == b.object;
    if (is_done)
      *out = with_object(plain(run, op, width, width, x, y),
                         b.object ? 0 : a.object);
    break;
  case BITS_AND:
    is_done = mask(run, width, a, b, out);
    break;
  default:
    break;
  }
  return is_done ||
         proof_give_up(run, "arithmetic on the address of an object");
}
