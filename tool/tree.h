/* How much memory a process and all that it has started need. */
#ifndef TOOL_TREE_H
#define TOOL_TREE_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of this process and its descendants that are theirs alone: what is
 * mapped from files is not counted. 0: the system does not tell. 'has_others':
 * it is not alone. */
size_t tree_bytes(bool *has_others);

#endif
