/* Rings: the queue, and finding them again. */
#include "engine/symbolic/rings.h"

bool sym_rings_next(sym_rings *r, uint32_t *owner) {
  if (r->next == r->waiting.count)
    return false;
  *owner = r->waiting.at[r->next++];
  if (2 * r->next > r->waiting.count + 1024) { /* room at the front is lost */
    r->waiting.count -= r->next;
    memmove(r->waiting.at, r->waiting.at + r->next,
            r->waiting.count * sizeof *r->waiting.at);
    r->next = 0;
  }
  return true;
}

void sym_rings_take(mem *m, dds *d, sym_rings *r, uint32_t owner,
                    dd *frontier) {
  sym_ring ring = {owner, DD_FALSE};
  vec_push(m, &r->rings, ring);
  dd_keep(d, &vec_last(&r->rings).set, *frontier);
  dd_keep(d, frontier, DD_FALSE);
}

void sym_rings_index(mem *m, sym_rings *r, uint32_t owners) {
  r->first = mem_array(m, (size_t)owners + 1, sizeof *r->first);
  r->numbers = mem_array(m, r->rings.count + 1, sizeof *r->numbers);
  vec_each (const sym_ring, ring, &r->rings)
    r->first[ring->owner + 1]++;
  for (uint32_t o = 0; o < owners; o++)
    r->first[o + 1] += r->first[o];
  uint32_t *at = mem_array(m, (size_t)owners + 1, sizeof *at);
  memcpy(at, r->first, owners * sizeof *at);
  for (size_t n = 0; n < r->rings.count; n++)
    r->numbers[at[r->rings.at[n].owner]++] = (uint32_t)n;
  mem_free(m, at);
}

uint32_t sym_rings_from(const sym_rings *r, uint32_t owner, uint32_t from) {
  uint32_t low = r->first[owner], high = r->first[owner + 1];
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (r->numbers[middle] < from)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

uint32_t sym_rings_meet(dds *d, const sym_rings *r, uint32_t owner, dd x,
                        uint32_t from, uint32_t before) {
  if (x == DD_FALSE)
    return before;
  uint32_t end = r->first[owner + 1];
  for (uint32_t i = sym_rings_from(r, owner, from); i < end; i++) {
    uint32_t number = r->numbers[i];
    if (number >= before)
      return before;
    if (dd_meets(d, x, r->rings.at[number].set))
      return number;
  }
  return before;
}

uint32_t sym_rings_previous(const sym_rings *r, uint32_t number) {
  uint32_t owner = r->rings.at[number].owner;
  uint32_t at = sym_rings_from(r, owner, number);
  return at == r->first[owner] ? 0 : r->numbers[at - 1];
}

void sym_rings_free(mem *m, dds *d, sym_rings *r) {
  vec_each (sym_ring, ring, &r->rings)
    dd_keep(d, &ring->set, DD_FALSE);
  vec_free(m, &r->rings);
  vec_free(m, &r->waiting);
  mem_free(m, r->first);
  mem_free(m, r->numbers);
}
