/* Rings: the queue, and finding them again. */
#include "engine/symbolic/rings.h"

#include <assert.h>

size_t sym_first_rounds = 128;

void sym_sort(mem *m, const uint32_t *key, size_t items, uint32_t keys,
              uint32_t **first, uint32_t **sorted) {
  uint32_t *f = mem_array(m, (size_t)keys + 2, sizeof *f);
  uint32_t *out = mem_array(m, items + 1, sizeof *out);
  for (size_t i = 0; i < items; i++)
    if (key[i] != MAP_NONE)
      f[key[i] + 2]++;
  for (uint32_t k = 0; k < keys; k++)
    f[k + 2] += f[k + 1];
  for (size_t i = 0; i < items; i++)
    if (key[i] != MAP_NONE)
      out[f[key[i] + 1]++] = (uint32_t)i;
  *first = f;
  *sorted = out;
}

static void put_turn(mem *m, sym_rings *rings, sym_turn turn) {
  vec_push(m, &rings->turns, turn);
  sym_turn *heap = rings->turns.at;
  size_t i = rings->turns.count - 1;
  for (; i > 0 && heap[(i - 1) / 2].when > turn.when; i = (i - 1) / 2)
    heap[i] = heap[(i - 1) / 2];
  heap[i] = turn;
}

static sym_turn take_turn(sym_rings *rings) {
  sym_turn first = rings->turns.at[0], last = vec_pop(&rings->turns);
  sym_turn *heap = rings->turns.at;
  size_t i = 0, count = rings->turns.count;
  for (size_t child = 1; child < count; i = child, child = 2 * i + 1) {
    if (child + 1 < count && heap[child + 1].when < heap[child].when)
      child++;
    if (heap[child].when >= last.when)
      break;
    heap[i] = heap[child];
  }
  if (count)
    heap[i] = last;
  return first;
}

/* What lies behind the present place is for this sweep, the rest for the
 * next. */
void sym_rings_wait(mem *m, sym_rings *rings, uint32_t owner, uint32_t place) {
  if (!rings->sweeps) {
    vec_push(m, &rings->waiting, owner);
    return;
  }
  uint64_t sweep = rings->now >> 32, here = rings->now & UINT32_MAX;
  if (place <= here)
    sweep++;
  put_turn(m, rings, (sym_turn){sweep << 32 | place, owner});
}

bool sym_rings_first(sym_rings *rings, uint32_t *owner) {
  if (rings->next == rings->waiting.count)
    return false;
  *owner = rings->waiting.at[rings->next++];
  if (2 * rings->next >
      rings->waiting.count + 1024) { /* room at the front is lost */
    rings->waiting.count -= rings->next;
    memmove(rings->waiting.at, rings->waiting.at + rings->next,
            rings->waiting.count * sizeof *rings->waiting.at);
    rings->next = 0;
  }
  return true;
}

bool sym_rings_next(sym_rings *rings, uint32_t *owner) {
  if (!rings->sweeps)
    return sym_rings_first(rings, owner);
  if (rings->turns.count == 0)
    return false;
  sym_turn turn = take_turn(rings);
  rings->now = turn.when;
  *owner = turn.owner;
  return true;
}

void sym_rings_take(mem *m, dds *diagrams, sym_rings *rings, uint32_t owner,
                    dd *frontier) {
  sym_ring ring = {owner, DD_FALSE};
  vec_push(m, &rings->rings, ring);
  dd_keep(diagrams, &vec_last(&rings->rings).set, *frontier);
  dd_keep(diagrams, frontier, DD_FALSE);
}

void sym_rings_index(mem *m, sym_rings *rings, uint32_t owners) {
  uint32_t *key = mem_array(m, rings->rings.count + 1, sizeof *key);
  for (size_t n = 0; n < rings->rings.count; n++)
    key[n] = rings->rings.at[n].owner;
  sym_sort(m, key, rings->rings.count, owners, &rings->first, &rings->numbers);
  mem_free(m, key);
}

uint32_t sym_rings_from(const sym_rings *rings, uint32_t owner, uint32_t from) {
  uint32_t low = rings->first[owner], high = rings->first[owner + 1];
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (rings->numbers[middle] < from)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

uint32_t sym_rings_meet(dds *diagrams, const sym_rings *rings, uint32_t owner,
                        dd x, uint32_t from, uint32_t before) {
  if (x == DD_FALSE)
    return before;
  uint32_t end = rings->first[owner + 1];
  for (uint32_t i = sym_rings_from(rings, owner, from); i < end; i++) {
    uint32_t number = rings->numbers[i];
    if (number >= before)
      return before;
    if (dd_meets(diagrams, x, rings->rings.at[number].set))
      return number;
  }
  return before;
}

uint32_t sym_rings_previous(const sym_rings *rings, uint32_t number) {
  assert(number < rings->rings.count);
  uint32_t owner = rings->rings.at[number].owner;
  uint32_t at = sym_rings_from(rings, owner, number);
  return at == rings->first[owner] ? 0 : rings->numbers[at - 1];
}

void sym_rings_free(mem *m, dds *diagrams, sym_rings *rings) {
  vec_each (sym_ring, ring, &rings->rings)
    dd_keep(diagrams, &ring->set, DD_FALSE);
  vec_free(m, &rings->rings);
  vec_free(m, &rings->waiting);
  vec_free(m, &rings->turns);
  mem_free(m, rings->first);
  mem_free(m, rings->numbers);
}
