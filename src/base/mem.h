/* Memory with a limit, and the one way out when it is spent.
 *
 * A 'mem' is a set of blocks that are released together. Several of them draw
 * on one 'mem_budget'. Allocation never returns NULL: when the budget or the
 * machine is exhausted it jumps to the budget's handler, which only src/api/
 * sets. The same way out serves spent time and a caller who wants to stop.
 * Invariant: 'used' is the sum of the sizes of all live blocks.
 *
 * Threads: a 'mem' belongs to one of them. Each has a budget of its own, with
 * its own handler, that draws on a common one ('of'). */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include "base/compiler.h"

#include <setjmp.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

typedef enum mem_fault {
  MEM_NO_FAULT,
  MEM_LIMIT,   /* the budget is spent */
  MEM_MACHINE, /* the machine has no more */
  MEM_TIME,    /* the deadline has passed */
  MEM_STOPPED, /* the caller said so */
  MEM_ENDLESS  /* one step of a model seems to have no end */
} mem_fault;

typedef struct mem_budget mem_budget;
struct mem_budget {
  atomic_size_t used, peak;
  size_t limit;    /* 0: none */
  int64_t fail_in; /* tests: the n-th allocation from now fails; < 0: none */
  jmp_buf *handler;
  mem_fault fault; /* that the handler was called for */
  /* A thread's: 'used', 'peak', 'limit' are those of this one; NULL: its own */
  mem_budget *of;
  struct progress *clock; /* of whoever works with it; NULL: none */
};

typedef struct mem_block mem_block;

typedef struct mem {
  mem_budget *budget;
  mem_block *blocks; /* doubly linked */
} mem;

void mem_init(mem *m, mem_budget *budget);
void mem_clear(mem *m); /* releases every block */

/* The block is zeroed. */
void *mem_alloc(mem *m, size_t size);
/* The added part is not zeroed. 'p' may be NULL. */
void *mem_resize(mem *m, void *p, size_t size);
void mem_free(mem *m, void *p); /* NULL is allowed */

/* A zeroed array; the product is checked. */
void *mem_array(mem *m, size_t count, size_t size);

/* A copy of the bytes, with a NUL behind them. */
char *mem_text(mem *m, const char *bytes, size_t length);

/* What is not a block of a 'mem' counts, too: so many bytes more, or less. */
void mem_charge(mem_budget *budget, size_t more);
void mem_discharge(mem_budget *budget, size_t less);

/* Leaves through the handler. */
base_noreturn void mem_raise(mem_budget *budget, mem_fault fault);

#endif
