/* Somebody who removes a folder if we cannot: a small process that waits for
 * our end, however that comes. It is no child of ours. Nothing here allocates
 * or raises. */
#ifndef NATIVE_KEEPER_H
#define NATIVE_KEEPER_H

#include <stdbool.h>

typedef struct keeper_process {
  bool is_there; /* false: a killed process leaves its folder */
  int line;      /* closed when we end */
} keeper_process;

void keeper_start(keeper_process *k, const char *folder);
/* The folder is gone, or somebody else's business. */
void keeper_dismiss(keeper_process *k);

#endif
