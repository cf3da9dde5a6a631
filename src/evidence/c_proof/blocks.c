/* What programs do with memory: loads and stores, copies and fills, and what
 * must be in bounds. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

/* May it be done? */

static proof_term in_bounds(proof_run *run, proof_value at, uint64_t bytes) {
  assert(at.object < run->now.objects.count);
  proof_value size = run->now.objects.at[at.object].size;
  if (!size.term && bytes > size.bits)
    return proof_constant(&run->terms, 1, 0);
  if (!size.term && !at.term)
    return proof_constant(&run->terms, 1, at.bits <= size.bits - bytes);
  unsigned wide = run->p->pointer_bits;
  proof_terms *terms = &run->terms;
  proof_term whole = proof_term_of(run, size, wide);
  proof_term some = proof_constant(terms, wide, bytes);
  at.object = 0;
  return proof_and(
      terms, proof_apply(terms, BITS_ULE, 1, some, whole, 0),
      proof_apply(terms, BITS_ULE, 1, proof_term_of(run, at, wide),
                  proof_apply(terms, BITS_SUB, wide, whole, some, 0), 0));
}

static bool is_sure(const proof_run *run, proof_term t) {
  return proof_is_constant(&run->terms, t) && proof_at(&run->terms, t)->value;
}

bool proof_may_access(proof_run *run, proof_value at, uint64_t bytes,
                      bool is_write) {
  if (!at.object)
    return at.term ? proof_give_up(run, "what an unknown pointer leads to")
                   : proof_fault(run, CFA_FAULT_NULL);
  const proof_object *object = &run->now.objects.at[at.object];
  if (object->kind == PROOF_OPAQUE)
    return proof_give_up(run, "the arguments of main");
  if (!object->is_alive)
    return proof_fault(run, CFA_FAULT_DEAD);
  if (object->kind == PROOF_FUNCTION)
    return proof_fault(run, CFA_FAULT_BOUNDS);
  proof_term good = in_bounds(run, at, bytes);
  if (object->is_extern && !is_sure(run, good))
    return proof_give_up(run, "an object that no file defines");
  bool counts = (run->options->checks & CFA_CHECK_BOUNDS) ||
                !run->options->presume_memory;
  bool side = true;
  if (!counts && !proof_assume(run, good))
    return false;
  if (counts && !proof_decide(run, good, &side))
    return false;
  if (!side)
    return proof_fault(run, CFA_FAULT_BOUNDS);
  if (is_write && run->now.objects.at[at.object].is_constant)
    return proof_fault(run, CFA_FAULT_CONSTANT);
  return !run->now.is_folded || proof_open_lists(run, at, bytes);
}

/* What stands for a word that has no value. */
static proof_value wild_word(proof_run *run, unsigned bits) {
  uint64_t sign = UINT64_C(1) << (bits - 1);
  const uint64_t words[PROOF_WILDS] = {bits_mask(bits), 0, sign,
                                       bits_mask(bits) ^ sign};
  run->was_wild = true;
  return run->wild ? proof_word(words[run->wild - 1]) : proof_fresh(run, bits);
}

/* In an invariant nothing is a fault: what cannot be read is just unknown. */
static bool load_claimed(proof_run *run, proof_value at, unsigned bytes,
                         proof_value *out) {
  const proof_object *object =
      at.object ? &run->now.objects.at[at.object] : NULL;
  proof_term good = proof_constant(&run->terms, 1, 0);
  if (object && object->is_alive && object->kind != PROOF_FUNCTION &&
      object->kind != PROOF_OPAQUE)
    good = in_bounds(run, at, bytes);
  *out = proof_word(0);
  if (!is_sure(run, good))
    *out = wild_word(run, 8 * bytes);
  if (proof_is_constant(&run->terms, good) && !is_sure(run, good))
    return true;
  proof_value wild = *out;
  if (run->now.is_folded && !proof_open_lists(run, at, bytes))
    return false;
  if (!proof_read(run, at, bytes, out) || !proof_instantiate(run))
    return false;
  if (is_sure(run, good))
    return true;
  if (out->object)
    return proof_give_up(run, "a pointer that may be out of bounds");
  unsigned bits = 8 * bytes;
  *out = proof_value_of(run, proof_apply(&run->terms, BITS_ITE, bits, good,
                                         proof_term_of(run, *out, bits),
                                         proof_term_of(run, wild, bits)));
  return true;
}

bool proof_load(proof_run *run, proof_value at, unsigned width, bool is_pointer,
                proof_value *out) {
  unsigned bytes = (width + 7) / 8;
  (void)is_pointer;
  if (run->mode == PROOF_CLAIMING) {
    if (!load_claimed(run, at, bytes, out))
      return false;
  } else if (!proof_may_access(run, at, bytes, false) ||
             !proof_read(run, at, bytes, out) || !proof_instantiate(run)) {
    return false;
  }
  if (out->object)
    return width == run->p->pointer_bits ||
           proof_give_up(run, "part of a pointer");
  *out = out->term
             ? proof_value_of(run, proof_resize(&run->terms, width, out->term))
             : proof_word(bits_cut(out->bits, width));
  return true;
}

bool proof_store(proof_run *run, proof_value at, unsigned width,
                 proof_value value) {
  unsigned bytes = (width + 7) / 8;
  if (!proof_may_access(run, at, bytes, true) ||
      !proof_may_write(run, at.object))
    return false;
  if (value.term && !value.object)
    value =
        proof_value_of(run, proof_resize(&run->terms, 8 * bytes, value.term));
  proof_write_bytes(run, at.object, at, bytes, value);
  return true;
}

bool proof_concretise(proof_run *run, proof_value value, unsigned width,
                      uint64_t *bits) {
  *bits = value.bits;
  if (!value.term)
    return true;
  bool side;
  *bits = proof_now(&run->terms, value.term);
  return proof_decide(run,
                      proof_equal(&run->terms, value.term,
                                  proof_constant(&run->terms, width, *bits)),
                      &side);
}

/* A byte of what is copied: unknown ones become unknown ones, each of its own,
 * unless they have been looked at. */
static bool cell_to_copy(proof_run *run, proof_value at, proof_cell *out) {
  assert(at.object < run->now.objects.count);
  const proof_content *content = run->now.objects.at[at.object].content;
  *out = *proof_cell_see(content, at.bits);
  if (out->state != CELL_BELOW)
    return true;
  *out = (proof_cell){.state = CELL_FRESH, .bytes = 1};
  if (content->base && !proof_was_seen(run, content->base))
    return true;
  out->state = CELL_SET;
  return proof_read(run, at, 1, &out->value);
}

static bool copy_cells(proof_run *run, proof_value to, proof_value from,
                       uint64_t count) {
  proof_cell *cells = mem_array(run->m, count, sizeof *cells);
  bool is_read = true;
  for (uint64_t i = 0; i < count && is_read; i++) {
    proof_value at = {.bits = from.bits + i, .object = from.object};
    is_read = cell_to_copy(run, at, &cells[i]);
  }
  if (is_read) {
    proof_content *content = proof_content_own(run, to.object);
    for (uint64_t i = 0; i < count; i++)
      *proof_cell_own(run, content, to.bits + i) = cells[i];
  }
  mem_free(run->m, cells);
  return is_read;
}

/* Of bytes that nobody knows it matters that they are uninitialised: only of
 * what is known all copies are alike. */
bool proof_copy(proof_run *run, proof_value to, proof_value from,
                proof_value count) {
  unsigned wide = run->p->pointer_bits;
  uint64_t n;
  if (count.object)
    return proof_give_up(run, "arithmetic on the address of an object");
  if (!proof_concretise(run, count, wide, &n))
    return false;
  if (n == 0)
    return true;
  if (!proof_may_access(run, from, n, false) ||
      !proof_may_access(run, to, n, true) || !proof_may_write(run, to.object) ||
      !proof_concretise(run, from, wide, &from.bits) ||
      !proof_concretise(run, to, wide, &to.bits))
    return false;
  from.term = to.term = 0;
  if (run->now.objects.at[from.object].content->writes.count ||
      run->now.objects.at[to.object].content->writes.count)
    return proof_give_up(run, "a copy of what was written at unknown offsets");
  return copy_cells(run, to, from, n);
}

bool proof_fill(proof_run *run, proof_value at, proof_value byte,
                proof_value count) {
  unsigned wide = run->p->pointer_bits;
  uint64_t n;
  if (count.object || byte.object)
    return proof_give_up(run, "arithmetic on the address of an object");
  if (!proof_concretise(run, count, wide, &n))
    return false;
  if (n == 0)
    return true;
  if (!proof_may_access(run, at, n, true) || !proof_may_write(run, at.object) ||
      !proof_concretise(run, at, wide, &at.bits))
    return false;
  at.term = 0;
  for (uint64_t i = 0; i < n; i++) {
    proof_value here = {.bits = at.bits + i};
    proof_write_bytes(run, at.object, here, 1, byte);
  }
  return true;
}
