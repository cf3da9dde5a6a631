#include "bdd/tables.h"

#include <assert.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* BuDDy's memory. It does not look at all that malloc returns, and what it
 * does when it looks leaves pointers to freed tables behind, through which
 * bdd_done writes. So the build gives its calls of malloc other names
 * (Makefile), and those are here: what is returned is never NULL, a machine
 * without memory is left through the handler, and all blocks are known, so that
 * they are released together, whatever BuDDy was about to do with them. One
 * 'dds' at a time is open, and with it one thread here. */

typedef struct block block;
struct block {
  alignas(max_align_t) block *previous;
  block *next;
};

/* Where BuDDy would print, in functions that nobody calls. */
FILE *dds_stdout, *dds_stderr;

static block *blocks;
static bool is_closing; /* nothing is released before all is */

static void link_block(block *b) {
  b->previous = NULL;
  b->next = blocks;
  if (blocks)
    blocks->previous = b;
  blocks = b;
}

static void unlink_block(block *b) {
  if (b->next)
    b->next->previous = b->previous;
  if (b->previous)
    b->previous->next = b->next;
  else
    blocks = b->next;
}

void *dds_malloc(size_t size) {
  assert(!is_closing);
  dds_may_fail();
  block *b = size < SIZE_MAX - sizeof *b ? malloc(sizeof *b + size) : NULL;
  if (!b)
    dds_give_up(MEM_MACHINE);
  link_block(b);
  return b + 1;
}

void *dds_calloc(size_t count, size_t size) {
  if (size && count > SIZE_MAX / size)
    dds_give_up(MEM_MACHINE);
  void *p = dds_malloc(count * size);
  memset(p, 0, count * size);
  return p;
}

/* A failed one leaves the old block where it was. */
void *dds_realloc(void *p, size_t size) {
  if (!p)
    return dds_malloc(size);
  dds_may_fail();
  block *old = (block *)p - 1;
  unlink_block(old);
  block *b =
      size < SIZE_MAX - sizeof *b ? realloc(old, sizeof *b + size) : NULL;
  if (!b) {
    link_block(old);
    dds_give_up(MEM_MACHINE);
  }
  link_block(b);
  return b + 1;
}

void dds_free(void *p) {
  if (!p || is_closing)
    return;
  block *b = (block *)p - 1;
  unlink_block(b);
  free(b);
}

void dds_blocks_close(bool begins) {
  is_closing = begins;
  if (begins)
    return;
  for (block *b = blocks, *next; b; b = next) {
    next = b->next;
    free(b);
  }
  blocks = NULL;
}
