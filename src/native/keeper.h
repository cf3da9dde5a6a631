/* Somebody who removes a folder if we cannot: a small process that waits for
 * our end, however that comes. Nothing here allocates or raises. */
#ifndef NATIVE_KEEPER_H
#define NATIVE_KEEPER_H

#include <sys/types.h>

typedef struct keeper_process {
  pid_t process; /* 0: none; then a killed process leaves its folder */
  int line;      /* closed when we end */
} keeper_process;

void keeper_start(keeper_process *k, const char *folder);
/* The folder is gone, or somebody else's business. */
void keeper_dismiss(keeper_process *k);

#endif
