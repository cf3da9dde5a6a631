#include "base/mem.h"

#include <assert.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

struct mem_block {
  mem_block *previous, *next;
  size_t size; /* of the whole block, this header included */
  /* Large blocks start 16 bytes behind a page boundary; with a header of 48
   * their data starts on a cache line. */
  alignas(max_align_t) unsigned char padding[16];
  alignas(max_align_t) unsigned char data[];
};

void mem_init(mem *m, mem_budget *budget) {
  assert(budget);
  m->budget = budget;
  m->blocks = NULL;
}

void mem_clear(mem *m) {
  for (mem_block *b = m->blocks, *next; b; b = next) {
    next = b->next;
    assert(!next || next->previous == b);
    mem_discharge(m->budget, b->size);
    free(b);
  }
  m->blocks = NULL;
}

void mem_raise(mem_budget *budget, mem_fault fault) {
  assert(budget->handler && fault != MEM_NO_FAULT);
  budget->fault = fault;
  longjmp(*budget->handler, 1);
}

void mem_charge(mem_budget *b, size_t more) {
  mem_budget *purse = b->of ? b->of : b;
  assert(!purse->of);
  if (b->fail_in >= 0 && b->fail_in-- == 0)
    mem_raise(b, MEM_LIMIT);
  size_t before = atomic_fetch_add(&purse->used, more);
  if (more > SIZE_MAX - before ||
      (purse->limit && more && before + more > purse->limit)) {
    mem_discharge(b, more);
    mem_raise(b, MEM_LIMIT);
  }
  size_t peak = atomic_load(&purse->peak);
  while (before + more > peak &&
         !atomic_compare_exchange_weak(&purse->peak, &peak, before + more))
    ;
}

void mem_discharge(mem_budget *b, size_t less) {
  assert(atomic_load(&(b->of ? b->of : b)->used) >= less);
  atomic_fetch_sub(&(b->of ? b->of : b)->used, less);
}

static size_t whole_size(mem *m, size_t size) {
  if (base_unlikely(size > SIZE_MAX / 2 - sizeof(mem_block)))
    mem_raise(m->budget, MEM_MACHINE);
  return size + sizeof(mem_block);
}

static void settle(mem *m, mem_block *b, size_t size) {
  b->size = size;
  if (b->next)
    b->next->previous = b;
  if (b->previous)
    b->previous->next = b;
  else
    m->blocks = b;
}

void *mem_alloc(mem *m, size_t size) {
  size_t whole = whole_size(m, size);
  mem_charge(m->budget, whole);
  mem_block *b = calloc(1, whole);
  if (base_unlikely(!b)) {
    mem_discharge(m->budget, whole);
    mem_raise(m->budget, MEM_MACHINE);
  }
  b->next = m->blocks;
  settle(m, b, whole);
  return b->data;
}

/* The block of 'p', which must be one of m's. The list tells a block of another
 * 'mem' only by its ends; that is enough to find most mistakes. */
static mem_block *block_of(const mem *m, void *p) {
  mem_block *b =
      (mem_block *)(void *)((unsigned char *)p - offsetof(mem_block, data));
  assert(b->previous ? b->previous->next == b : m->blocks == b);
  assert(!b->next || b->next->previous == b);
  assert(b->size >= sizeof *b);
  (void)m;
  return b;
}

void *mem_resize(mem *m, void *p, size_t size) {
  if (!p)
    return mem_alloc(m, size);
  size_t whole = whole_size(m, size), old = block_of(m, p)->size;
  size_t more = whole > old ? whole - old : 0;
  mem_charge(m->budget, more);
  mem_block *b = realloc(block_of(m, p), whole);
  if (base_unlikely(!b)) {
    mem_discharge(m->budget, more);
    mem_raise(m->budget, MEM_MACHINE);
  }
  if (whole < old)
    mem_discharge(m->budget, old - whole);
  settle(m, b, whole);
  return b->data;
}

void mem_free(mem *m, void *p) {
  if (!p)
    return;
  mem_block *b = block_of(m, p);
  if (b->next)
    b->next->previous = b->previous;
  if (b->previous)
    b->previous->next = b->next;
  else
    m->blocks = b->next;
  mem_discharge(m->budget, b->size);
  free(b);
}

void *mem_array(mem *m, size_t count, size_t size) {
  size_t bytes;
  if (base_mul_overflows(count, size, &bytes))
    mem_raise(m->budget, MEM_MACHINE);
  return mem_alloc(m, bytes);
}

char *mem_text(mem *m, const char *bytes, size_t length) {
  assert(bytes || length == 0);
  char *copy = mem_alloc(m, length + 1);
  if (length)
    memcpy(copy, bytes, length);
  return copy;
}
