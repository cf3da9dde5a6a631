#include "bdd/tables.h"

#include <bdd.h>

/* Sifting (Rudell 1993) of blocks of variables, when diagrams have become large
 * in spite of the order that was chosen from the program. A sweep costs about
 * (blocks * nodes), cannot be interrupted, and needs a bit for each pair of
 * variables: only for orders that are not long. */

enum { FIRST_REORDER = 400000, MOST_MOVED = 1200 };

void dds_reorder_init(dds *d) {
  bdd_reorder_hook(NULL);
  bdd_disable_reorder(); /* never within an operation */
  if (d->block == 0 || d->variables > MOST_MOVED || d->variables <= d->block)
    return;
  for (uint32_t v = 0; v < d->variables; v += d->block) {
    uint32_t last = v + d->block - 1;
    if (last >= d->variables)
      last = d->variables - 1;
    bdd_intaddvarblock((int)v, (int)last, BDD_REORDER_FIXED);
  }
  d->next_reorder = FIRST_REORDER;
}

void dds_reorder_watch(dds *d, size_t live) {
  if (d->next_reorder && live > d->next_reorder)
    d->wants_reorder = true;
}

void dds_reorder_now(dds *d) {
  d->wants_reorder = false;
  size_t before = (size_t)bdd_getnodenum();
  /* Roots, levels, and which variables meet: it cannot do without, and need
   * not be done. */
  if (!dds_machine_has((size_t)bdd_getallocnum() * sizeof(BDD) +
                       (size_t)d->variables * (d->variables / 8 + 256)))
    return;
  bdd_enable_reorder();
  bdd_reorder(BDD_REORDER_SIFT);
  bdd_disable_reorder();
  size_t behind = (size_t)bdd_getnodenum();
  d->reorderings++;
  /* Twice as many the next time; where little was won, it waits longer. */
  d->next_reorder = 2 * behind > FIRST_REORDER ? 2 * behind : FIRST_REORDER;
  if (behind > before / 2)
    d->next_reorder *= 4;
}
