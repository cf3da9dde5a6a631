#include "bdd/tables.h"

#include <bdd.h>

/* Sifting (Rudell 1993) of blocks of variables, when diagrams have become large
 * in spite of the order that was chosen from the program. A sweep costs about
 * (blocks * nodes), cannot be interrupted, and needs a bit for each pair of
 * variables: only for orders that are not long. */

enum { FIRST_REORDER = 400000, MOST_MOVED = 1200 };

void dds_reorder_init(dds *diagrams) {
  bdd_reorder_hook(NULL);
  bdd_disable_reorder(); /* never within an operation */
  if (diagrams->block == 0 || diagrams->variables > MOST_MOVED ||
      diagrams->variables <= diagrams->block)
    return;
  for (uint32_t v = 0; v < diagrams->variables; v += diagrams->block) {
    uint32_t last = v + diagrams->block - 1;
    if (last >= diagrams->variables)
      last = diagrams->variables - 1;
    bdd_intaddvarblock((int)v, (int)last, BDD_REORDER_FIXED);
  }
  diagrams->next_reorder = FIRST_REORDER;
}

void dds_reorder_watch(dds *diagrams, size_t live) {
  if (diagrams->next_reorder && live > diagrams->next_reorder)
    diagrams->wants_reorder = true;
}

void dds_reorder_now(dds *diagrams) {
  diagrams->wants_reorder = false;
  size_t before = (size_t)bdd_getnodenum();
  /* Roots, levels, and which variables meet: it cannot do without, and need
   * not be done. */
  if (!dds_machine_has((size_t)bdd_getallocnum() * sizeof(BDD) +
                       (size_t)diagrams->variables *
                           (diagrams->variables / 8 + 256)))
    return;
  bdd_enable_reorder();
  bdd_reorder(BDD_REORDER_SIFT);
  bdd_disable_reorder();
  size_t behind = (size_t)bdd_getnodenum();
  diagrams->reorderings++;
  /* Twice as many the next time; where little was won, it waits longer. */
  diagrams->next_reorder =
      2 * behind > FIRST_REORDER ? 2 * behind : FIRST_REORDER;
  if (behind > before / 2)
    diagrams->next_reorder *= 4;
}
