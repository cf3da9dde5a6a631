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
  for (mem_block *block = m->blocks, *next; block; block = next) {
    next = block->next;
    assert(!next || next->previous == block);
    mem_discharge(m->budget, block->size);
    free(block);
  }
  m->blocks = NULL;
}

void mem_raise(mem_budget *budget, mem_fault fault) {
  assert(budget->handler && fault != MEM_NO_FAULT);
  budget->fault = fault;
  longjmp(*budget->handler, 1);
}

void mem_charge(mem_budget *budget, size_t more) {
  mem_budget *purse = budget->of ? budget->of : budget;
  assert(!purse->of);
  if (budget->fail_in >= 0 && budget->fail_in-- == 0)
    mem_raise(budget, MEM_LIMIT);
  size_t before = atomic_fetch_add(&purse->used, more);
  if (more > SIZE_MAX - before ||
      (purse->limit && more && before + more > purse->limit)) {
    mem_discharge(budget, more);
    mem_raise(budget, MEM_LIMIT);
  }
  size_t peak = atomic_load(&purse->peak);
  while (before + more > peak &&
         !atomic_compare_exchange_weak(&purse->peak, &peak, before + more))
    ;
}

void mem_discharge(mem_budget *budget, size_t less) {
  assert(atomic_load(&(budget->of ? budget->of : budget)->used) >= less);
  atomic_fetch_sub(&(budget->of ? budget->of : budget)->used, less);
}

static size_t whole_size(mem *m, size_t size) {
  if (base_unlikely(size > SIZE_MAX / 2 - sizeof(mem_block)))
    mem_raise(m->budget, MEM_MACHINE);
  return size + sizeof(mem_block);
}

static void settle(mem *m, mem_block *block, size_t size) {
  block->size = size;
  if (block->next)
    block->next->previous = block;
  if (block->previous)
    block->previous->next = block;
  else
    m->blocks = block;
}

void *mem_alloc(mem *m, size_t size) {
  size_t whole = whole_size(m, size);
  mem_charge(m->budget, whole);
  mem_block *block = calloc(1, whole);
  if (base_unlikely(!block)) {
    mem_discharge(m->budget, whole);
    mem_raise(m->budget, MEM_MACHINE);
  }
  block->next = m->blocks;
  settle(m, block, whole);
  return block->data;
}

/* The block of 'p', which must be one of m's. The list tells a block of another
 * 'mem' only by its ends; that is enough to find most mistakes. */
static mem_block *block_of(const mem *m, void *p) {
  mem_block *block =
      (mem_block *)(void *)((unsigned char *)p - offsetof(mem_block, data));
  assert(block->previous ? block->previous->next == block : m->blocks == block);
  assert(!block->next || block->next->previous == block);
  assert(block->size >= sizeof *block);
  (void)m;
  return block;
}

void *mem_resize(mem *m, void *p, size_t size) {
  if (!p)
    return mem_alloc(m, size);
  size_t whole = whole_size(m, size), old = block_of(m, p)->size;
  size_t more = whole > old ? whole - old : 0;
  mem_charge(m->budget, more);
  mem_block *block = realloc(block_of(m, p), whole);
  if (base_unlikely(!block)) {
    mem_discharge(m->budget, more);
    mem_raise(m->budget, MEM_MACHINE);
  }
  if (whole < old)
    mem_discharge(m->budget, old - whole);
  settle(m, block, whole);
  return block->data;
}

void mem_free(mem *m, void *p) {
  if (!p)
    return;
  mem_block *block = block_of(m, p);
  if (block->next)
    block->next->previous = block->previous;
  if (block->previous)
    block->previous->next = block->next;
  else
    m->blocks = block->next;
  mem_discharge(m->budget, block->size);
  free(block);
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
