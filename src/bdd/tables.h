/* What the files of this folder share. */
#ifndef BDD_TABLES_H
#define BDD_TABLES_H

#include "bdd/dd.h"

/* Would the machine give so many bytes more? */
bool dds_machine_has(size_t bytes);

/* Whether variables are moved, and when first. */
void dds_reorder_init(dds *d);
/* Behind a collection that left so many nodes: is it time to? */
void dds_reorder_watch(dds *d, size_t live);
/* Between operations: all that anybody holds is referenced then. */
void dds_reorder_now(dds *d);

#endif
