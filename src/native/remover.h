/* Somebody who removes a folder if we cannot: a small process that waits for
 * our end, however that comes. It is no child of ours. Nothing here allocates
 * or raises. */
#ifndef NATIVE_REMOVER_H
#define NATIVE_REMOVER_H

#include <stdbool.h>

typedef struct remover_process {
  bool is_there; /* false: a killed process leaves its folder */
  int line;      /* closed when we end */
} remover_process;

void remover_start(remover_process *process, const char *folder);
/* The folder is gone, or somebody else's business. */
void remover_dismiss(remover_process *process);

#endif
