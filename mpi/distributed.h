/* Safety of a finite model, decided by all ranks. Each has a context that has
 * loaded the same model; the first one asks, concludes and tells. */
#ifndef MPI_DISTRIBUTED_H
#define MPI_DISTRIBUTED_H

#include "custos/custos.h"
#include "mpi/net.h"

/* How a rank has read the model: its answer to NET_LOADED. */
typedef struct distributed_loaded {
  custos_status status;
  uint64_t digest; /* of the text, and of what else must be the same */
  char host[128], message[256];
} distributed_loaded;

void distributed_describe(custos *c, net *n, custos_status status,
                          distributed_loaded *out);

/* The first rank: as custos_check, for the property safety. The others are told
 * to start, and then asked; they stay until NET_LEAVE. */
custos_status distributed_check(custos *c, net *n, custos_result *out);
/* The other ranks, after NET_START and loading: until NET_LEAVE. */
void distributed_serve(custos *c, net *n, custos_status status);

#endif
