#include "base/mutant.h"

#ifdef CUSTOS_MUTANTS
#include <stdlib.h>
#include <string.h>

bool mutant_is_alive(const char *name) {
  static const char *alive; /* asked once: it is asked for in inner loops */
  if (!alive)
    alive = getenv("CUSTOS_MUTANT") ? getenv("CUSTOS_MUTANT") : "";
  return strcmp(alive, name) == 0;
}
#else
/* Without mutants there is nothing here; C wants something. */
typedef int mutant_unused;
#endif
