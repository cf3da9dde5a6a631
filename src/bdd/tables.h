/* What the files of this folder share. */
#ifndef BDD_TABLES_H
#define BDD_TABLES_H

#include "bdd/dd.h"

#include <stdio.h>

/* Leaves through the handler of the budget; only dds_close may follow. */
base_noreturn void dds_give_up(mem_fault fault);

/* A place at which memory may be refused, for those who test that. What BuDDy
 * has was charged already, by size. */
void dds_may_fail(void);

/* BuDDy's malloc, calloc, realloc and free: blocks.c says why. */
void *dds_malloc(size_t size);
void *dds_calloc(size_t count, size_t size);
void *dds_realloc(void *p, size_t size);
void dds_free(void *p);
extern FILE *dds_stdout, *dds_stderr;
/* Around bdd_done, which follows pointers to what it may have freed before:
 * from the beginning on nothing is released, at the end all blocks are. */
void dds_blocks_close(bool begins);

/* Would the machine give so many bytes more? */
bool dds_machine_has(size_t bytes);

/* Whether variables are moved, and when first. */
void dds_reorder_init(dds *diagrams);
/* Behind a collection that left so many nodes: is it time to? */
void dds_reorder_watch(dds *diagrams, size_t live);
/* Between operations: all that anybody holds is referenced then. */
void dds_reorder_now(dds *diagrams);

#endif
