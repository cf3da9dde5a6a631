/* What programs do with memory: loads and stores, copies and fills, and what
 * must be in bounds. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

/* May it be done? */

static proof_term in_bounds(proof_run *r, proof_value at, uint64_t bytes) {
  assert(at.object < r->now.objects.count);
  proof_value size = r->now.objects.at[at.object].size;
  if (!size.term && bytes > size.bits)
    return proof_constant(&r->terms, 1, 0);
  if (!size.term && !at.term)
    return proof_constant(&r->terms, 1, at.bits <= size.bits - bytes);
  unsigned wide = r->p->pointer_bits;
  proof_terms *t = &r->terms;
  proof_term whole = proof_term_of(r, size, wide);
  proof_term some = proof_constant(t, wide, bytes);
  at.object = 0;
  return proof_and(t, proof_apply(t, BITS_ULE, 1, some, whole, 0),
                   proof_apply(t, BITS_ULE, 1, proof_term_of(r, at, wide),
                               proof_apply(t, BITS_SUB, wide, whole, some, 0),
                               0));
}

static bool is_sure(const proof_run *r, proof_term t) {
  return proof_is_constant(&r->terms, t) && proof_at(&r->terms, t)->value;
}

bool proof_may_access(proof_run *r, proof_value at, uint64_t bytes,
                      bool is_write) {
  if (!at.object)
    return at.term ? proof_give_up(r, "what an unknown pointer leads to")
                   : proof_fault(r, CFA_FAULT_NULL);
  const proof_object *o = &r->now.objects.at[at.object];
  if (o->kind == PROOF_OPAQUE)
    return proof_give_up(r, "the arguments of main");
  if (!o->is_alive)
    return proof_fault(r, CFA_FAULT_DEAD);
  if (o->kind == PROOF_FUNCTION)
    return proof_fault(r, CFA_FAULT_BOUNDS);
  proof_term good = in_bounds(r, at, bytes);
  if (o->is_extern && !is_sure(r, good))
    return proof_give_up(r, "an object that no file defines");
  bool counts =
      (r->options->checks & CFA_CHECK_BOUNDS) || !r->options->presume_memory;
  bool side = true;
  if (!counts && !proof_assume(r, good))
    return false;
  if (counts && !proof_decide(r, good, &side))
    return false;
  if (!side)
    return proof_fault(r, CFA_FAULT_BOUNDS);
  if (is_write && r->now.objects.at[at.object].is_constant)
    return proof_fault(r, CFA_FAULT_CONSTANT);
  return !r->now.is_folded || proof_open_lists(r, at, bytes);
}

/* What stands for a word that has no value. */
static proof_value wild_word(proof_run *r, unsigned bits) {
  uint64_t sign = UINT64_C(1) << (bits - 1);
  const uint64_t words[PROOF_WILDS] = {bits_mask(bits), 0, sign,
                                       bits_mask(bits) ^ sign};
  r->was_wild = true;
  return r->wild ? proof_word(words[r->wild - 1]) : proof_fresh(r, bits);
}

/* In an invariant nothing is a fault: what cannot be read is just unknown. */
static bool load_claimed(proof_run *r, proof_value at, unsigned bytes,
                         proof_value *out) {
  const proof_object *o = at.object ? &r->now.objects.at[at.object] : NULL;
  proof_term good = proof_constant(&r->terms, 1, 0);
  if (o && o->is_alive && o->kind != PROOF_FUNCTION && o->kind != PROOF_OPAQUE)
    good = in_bounds(r, at, bytes);
  *out = proof_word(0);
  if (!is_sure(r, good))
    *out = wild_word(r, 8 * bytes);
  if (proof_is_constant(&r->terms, good) && !is_sure(r, good))
    return true;
  proof_value wild = *out;
  if (r->now.is_folded && !proof_open_lists(r, at, bytes))
    return false;
  if (!proof_read(r, at, bytes, out) || !proof_instantiate(r))
    return false;
  if (is_sure(r, good))
    return true;
  if (out->object)
    return proof_give_up(r, "a pointer that may be out of bounds");
  unsigned bits = 8 * bytes;
  *out = proof_value_of(r, proof_apply(&r->terms, BITS_ITE, bits, good,
                                       proof_term_of(r, *out, bits),
                                       proof_term_of(r, wild, bits)));
  return true;
}

bool proof_load(proof_run *r, proof_value at, unsigned width, bool is_pointer,
                proof_value *out) {
  unsigned bytes = (width + 7) / 8;
  (void)is_pointer;
  if (r->mode == PROOF_CLAIMING) {
    if (!load_claimed(r, at, bytes, out))
      return false;
  } else if (!proof_may_access(r, at, bytes, false) ||
             !proof_read(r, at, bytes, out) || !proof_instantiate(r)) {
    return false;
  }
  if (out->object)
    return width == r->p->pointer_bits || proof_give_up(r, "part of a pointer");
  *out = out->term
             ? proof_value_of(r, proof_resize(&r->terms, width, out->term))
             : proof_word(bits_cut(out->bits, width));
  return true;
}

bool proof_store(proof_run *r, proof_value at, unsigned width,
                 proof_value value) {
  unsigned bytes = (width + 7) / 8;
  if (!proof_may_access(r, at, bytes, true) || !proof_may_write(r, at.object))
    return false;
  if (value.term && !value.object)
    value = proof_value_of(r, proof_resize(&r->terms, 8 * bytes, value.term));
  proof_write_bytes(r, at.object, at, bytes, value);
  return true;
}

bool proof_concretise(proof_run *r, proof_value v, unsigned width,
                      uint64_t *bits) {
  *bits = v.bits;
  if (!v.term)
    return true;
  bool side;
  *bits = proof_now(&r->terms, v.term);
  return proof_decide(
      r,
      proof_equal(&r->terms, v.term, proof_constant(&r->terms, width, *bits)),
      &side);
}

/* A byte of what is copied: unknown ones become unknown ones, each of its own,
 * unless they have been looked at. */
static bool cell_to_copy(proof_run *r, proof_value at, proof_cell *out) {
  assert(at.object < r->now.objects.count);
  const proof_content *c = r->now.objects.at[at.object].content;
  *out = *proof_cell_see(c, at.bits);
  if (out->state != CELL_BELOW)
    return true;
  *out = (proof_cell){.state = CELL_FRESH, .bytes = 1};
  if (c->base && !proof_was_seen(r, c->base))
    return true;
  out->state = CELL_SET;
  return proof_read(r, at, 1, &out->value);
}

static bool copy_cells(proof_run *r, proof_value to, proof_value from,
                       uint64_t count) {
  proof_cell *cells = mem_array(r->m, count, sizeof *cells);
  bool is_read = true;
  for (uint64_t i = 0; i < count && is_read; i++) {
    proof_value at = {.bits = from.bits + i, .object = from.object};
    is_read = cell_to_copy(r, at, &cells[i]);
  }
  if (is_read) {
    proof_content *c = proof_content_own(r, to.object);
    for (uint64_t i = 0; i < count; i++)
      *proof_cell_own(r, c, to.bits + i) = cells[i];
  }
  mem_free(r->m, cells);
  return is_read;
}

/* Of bytes that nobody knows it matters that they are uninitialised: only of
 * what is known all copies are alike. */
bool proof_copy(proof_run *r, proof_value to, proof_value from,
                proof_value count) {
  unsigned wide = r->p->pointer_bits;
  uint64_t n;
  if (count.object)
    return proof_give_up(r, "arithmetic on the address of an object");
  if (!proof_concretise(r, count, wide, &n))
    return false;
  if (n == 0)
    return true;
  if (!proof_may_access(r, from, n, false) ||
      !proof_may_access(r, to, n, true) || !proof_may_write(r, to.object) ||
      !proof_concretise(r, from, wide, &from.bits) ||
      !proof_concretise(r, to, wide, &to.bits))
    return false;
  from.term = to.term = 0;
  if (r->now.objects.at[from.object].content->writes.count ||
      r->now.objects.at[to.object].content->writes.count)
    return proof_give_up(r, "a copy of what was written at unknown offsets");
  return copy_cells(r, to, from, n);
}

bool proof_fill(proof_run *r, proof_value at, proof_value byte,
                proof_value count) {
  unsigned wide = r->p->pointer_bits;
  uint64_t n;
  if (count.object || byte.object)
    return proof_give_up(r, "arithmetic on the address of an object");
  if (!proof_concretise(r, count, wide, &n))
    return false;
  if (n == 0)
    return true;
  if (!proof_may_access(r, at, n, true) || !proof_may_write(r, at.object) ||
      !proof_concretise(r, at, wide, &at.bits))
    return false;
  at.term = 0;
  for (uint64_t i = 0; i < n; i++) {
    proof_value here = {.bits = at.bits + i};
    proof_write_bytes(r, at.object, here, 1, byte);
  }
  return true;
}
