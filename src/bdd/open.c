#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "bdd/tables.h"

#include <assert.h>
#include <bdd.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

/* Opening, growing, closing. Limits are found in BuDDy's hooks, and left
 * through from there: an operation cannot be ended otherwise, and may take
 * hours. Its frames own nothing that we do not know (blocks.c), and bdd_done,
 * the only thing that is called then, frees the tables whatever is in them. */

static atomic_flag is_taken = ATOMIC_FLAG_INIT;
static dds *opened;

enum {
  FIRST_NODES = 20000,
  NODE_BYTES = 20,
  CACHES = 6,
  CACHE_BYTES = 24, /* an entry */
  CACHE_RATIO = 4,  /* nodes for each entry */
  GROW_BELOW = 33,  /* per cent that are free behind a collection */
  FULL_BELOW = 4,   /* the same, where there is no room to grow */
  MOST_NODES = 1 << 27,
  MOST_INCREASE = 1 << 23
};

static size_t bytes_of(size_t nodes) {
  return nodes * NODE_BYTES +
         nodes / CACHE_RATIO * (size_t)(CACHES * CACHE_BYTES);
}

void dds_give_up(mem_fault fault) {
  assert(opened);
  opened->is_spent = true;
  mem_raise(opened->m->budget, fault);
}

void dds_may_fail(void) {
  assert(opened);
  mem_charge(opened->m->budget, 0);
}

static void charge(dds *diagrams, size_t bytes) {
  mem_charge(diagrams->m->budget, bytes);
  diagrams->charged += bytes;
}

static void on_error(int code) {
  assert(code == BDD_MEMORY || code == BDD_NODENUM);
  dds_give_up(code == BDD_NODENUM ? MEM_LIMIT : MEM_MACHINE);
}

static void on_collection(int before, bddGbcStat *s) {
  dds *diagrams = opened;
  if (before) {
    progress_look(diagrams->clock);
    return;
  }
  diagrams->collections++;
  uint64_t live = (uint64_t)(s->nodes - s->freenodes);
  if (live > diagrams->most_nodes)
    diagrams->most_nodes = live;
  dds_reorder_watch(diagrams, (size_t)live);
  /* With next to nothing free it would only collect from here on. */
  if ((size_t)s->nodes >= diagrams->most &&
      (uint64_t)s->freenodes * 100 < (uint64_t)s->nodes * FULL_BELOW)
    dds_give_up(MEM_LIMIT);
}

/* What BuDDy is about to ask for is asked for before: all at once, beside what
 * it has. So a table that is too large fails as a whole, and early, before old
 * ones are given back. */
bool dds_machine_has(size_t bytes) {
  enum { REST = 1 << 20 }; /* of the allocator, and small things */
  void *trial = mmap(NULL, bytes + REST, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (trial == MAP_FAILED)
    return false;
  munmap(trial, bytes + REST);
  return true;
}

static void on_growth(int before, int behind) {
  progress_look(opened->clock);
  if (!dds_machine_has(bytes_of((size_t)behind)))
    dds_give_up(MEM_MACHINE);
  charge(opened, bytes_of((size_t)behind) - bytes_of((size_t)before));
}

static bool is_prime(size_t n) {
  for (size_t i = 3; i * i <= n; i += 2)
    if (n % i == 0)
      return false;
  return n % 2 != 0;
}

/* A prime, so that BuDDy knows when it is there: its tables are. */
static size_t most_nodes(const dds *diagrams, size_t bytes, size_t first) {
  const mem_budget *budget =
      diagrams->m->budget->of ? diagrams->m->budget->of : diagrams->m->budget;
  size_t left = SIZE_MAX, used = budget->used;
  if (budget->limit)
    left = budget->limit > used ? budget->limit - used : 0;
  else if (sysconf(_SC_PHYS_PAGES) > 0 && sysconf(_SC_PAGESIZE) > 0)
    left =
        (size_t)sysconf(_SC_PHYS_PAGES) / 4 * 3 * (size_t)sysconf(_SC_PAGESIZE);
  if (bytes && bytes < left)
    left = bytes;
  size_t nodes = left / bytes_of(1000) * 1000;
  if (nodes > MOST_NODES)
    nodes = MOST_NODES;
  while (nodes > first && !is_prime(nodes))
    nodes--;
  return nodes;
}

static void raise_limits(dds *diagrams, size_t most) {
  diagrams->most = most;
  bdd_error_hook(on_error);
  bdd_gbc_hook(on_collection);
  bdd_resize_hook(on_growth);
  bdd_setcacheratio(CACHE_RATIO);
  bdd_setminfreenodes(GROW_BELOW);
  bdd_setmaxincrease(MOST_INCREASE);
  if (most > (size_t)bdd_getallocnum())
    bdd_setmaxnodenum((int)most);
  else /* it has more already, and never grows */
    diagrams->most = (size_t)bdd_getallocnum();
}

static void start(dds *diagrams, size_t bytes) {
  size_t first = FIRST_NODES;
  if (first < 4 * (size_t)diagrams->variables)
    first = 4 * (size_t)diagrams->variables;
  size_t most = most_nodes(diagrams, bytes, first);
  if (diagrams->variables > DD_MOST_VARIABLES || most < first)
    dds_give_up(MEM_LIMIT);
  diagrams->chosen =
      mem_array(diagrams->m, diagrams->variables + 1, sizeof *diagrams->chosen);
  size_t needed = bytes_of(first) + (size_t)diagrams->variables * 32;
  charge(diagrams, needed);
  if (!dds_machine_has(needed))
    dds_give_up(MEM_MACHINE);
  if (bdd_init((int)first, (int)(first / CACHE_RATIO)) < 0)
    dds_give_up(MEM_MACHINE);
  raise_limits(diagrams, most);
  if (bdd_setvarnum((int)diagrams->variables) < 0)
    dds_give_up(MEM_MACHINE);
}

bool dds_open(dds *diagrams, mem *m, progress *clock, const dd_order *order) {
  *diagrams = (dds){.m = m,
                    .clock = clock,
                    .variables = order->variables ? order->variables : 1,
                    .block = order->block};
  if (atomic_flag_test_and_set(&is_taken))
    return false;
  diagrams->is_open = true;
  opened = diagrams;
  dds_stdout = dds_stderr = stderr;
  start(diagrams, order->bytes);
  dds_reorder_init(diagrams);
  return true;
}

void dds_close(dds *diagrams) {
  if (!diagrams->is_open)
    return;
  dds_blocks_close(true);
  if (bdd_isrunning()) /* else bdd_init will begin anew with everything */
    bdd_done();
  dds_blocks_close(false);
  mem_discharge(diagrams->m->budget, diagrams->charged);
  vec_free(diagrams->m, &diagrams->made);
  mem_free(diagrams->m, diagrams->chosen);
  opened = NULL;
  *diagrams = (dds){0};
  atomic_flag_clear(&is_taken);
}

void dds_statistics(const dds *diagrams, dd_statistics *out) {
  uint64_t now = diagrams->is_open ? (uint64_t)bdd_getnodenum() : 0;
  *out = (dd_statistics){.nodes = now,
                         .most_nodes = now > diagrams->most_nodes &&
                                               diagrams->collections == 0
                                           ? now
                                           : diagrams->most_nodes,
                         .collections = diagrams->collections,
                         .reorderings = diagrams->reorderings,
                         .operations = diagrams->operations,
                         .bytes = diagrams->charged};
}
