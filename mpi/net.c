#include "mpi/net.h"

#include "base/progress.h"
#include "mpi/waves.h"

#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TAG_STATES = 1, TAG_QUESTION, TAG_ANSWER };
enum { EXIT_INCOMPLETE = 5 }; /* as for every UNKNOWN */

/* Two batches for each rank: one is filled while the other is on its way. */
typedef struct line {
  batch batches[2];
  int filling;
  MPI_Request sent[2];
  MPI_Request stop;
} line;

struct net {
  MPI_Comm all;
  uint32_t rank, size;
  char host[MPI_MAX_PROCESSOR_NAME + 1];
  net_interrupted *interrupted;
  double interrupted_at; /* 0: not yet */
  uint32_t pauses;
  line *lines;
  uint8_t *incoming;
  uint32_t capacity;
  /* Messages of the search, those that ask to stop among them. */
  uint64_t sent, received;
  waves waves;
  bool in_wave;
  MPI_Request wave;
  uint64_t report[2], sums[2];
};

static void must(const net *n, int code) {
  char words[MPI_MAX_ERROR_STRING + 1] = "";
  int length = 0;
  if (code == MPI_SUCCESS)
    return;
  MPI_Error_string(code, words, &length);
  fprintf(stderr,
          "custos-mpi: rank %u on %s lost touch with the others (%s): the "
          "search is incomplete\n",
          (unsigned)n->rank, n->host, words);
  MPI_Abort(n->all, EXIT_INCOMPLETE);
  _exit(EXIT_INCOMPLETE);
}

/* mpirun ends all ranks when one of them has ended. The others do not learn
 * which; that is told by mpirun. */
static void give_up(const net *n) {
  if (n->rank == 0) {
    fflush(stdout);
    fputs("custos-mpi: a rank has ended, or the run was interrupted: the "
          "search is incomplete, there is\nno answer\n",
          stderr);
  }
  _exit(EXIT_INCOMPLETE);
}

void net_awake(net *n) { n->pauses = 0; }

void net_pause(net *n) {
  const double patience = 0.3; /* mpirun has one second */
  if (n->interrupted && n->interrupted()) {
    double now = progress_clock();
    if (n->interrupted_at == 0)
      n->interrupted_at = now;
    else if (now - n->interrupted_at > patience)
      give_up(n);
  }
  if (++n->pauses < 100) {
    sched_yield();
    return;
  }
  long us = 10L * (n->pauses - 99);
  struct timespec t = {.tv_nsec = (us < 1000 ? us : 1000) * 1000};
  nanosleep(&t, NULL);
}

net *net_open(int *argc, char ***argv, net_interrupted *interrupted) {
  net *n = calloc(1, sizeof *n);
  int rank = 0, size = 1, length = 0;
  if (!n || MPI_Init(argc, argv) != MPI_SUCCESS) {
    fputs("custos-mpi: MPI cannot be started\n", stderr);
    exit(3);
  }
  n->all = MPI_COMM_WORLD;
  n->interrupted = interrupted;
  MPI_Comm_set_errhandler(n->all, MPI_ERRORS_RETURN);
  must(n, MPI_Comm_rank(n->all, &rank));
  must(n, MPI_Comm_size(n->all, &size));
  must(n, MPI_Get_processor_name(n->host, &length));
  n->rank = (uint32_t)rank;
  n->size = (uint32_t)size;
  return n;
}

void net_close(net *n) {
  MPI_Finalize();
  free(n);
}

uint32_t net_rank(const net *n) { return n->rank; }
uint32_t net_size(const net *n) { return n->size; }
const char *net_host(const net *n) { return n->host; }

/* Waits without keeping the processor busy, and not for a rank that is dead, as
 * MPI_Wait and MPI_Recv might. */
static void wait_for(net *n, MPI_Request *r) {
  int done = 0;
  for (net_awake(n);; net_pause(n)) {
    must(n, MPI_Test(r, &done, MPI_STATUS_IGNORE));
    if (done)
      break;
  }
  net_awake(n);
}

static void take(net *n, const MPI_Status *from, void *to, uint32_t most) {
  MPI_Request r;
  must(n, MPI_Irecv(to, (int)most, MPI_BYTE, from->MPI_SOURCE, from->MPI_TAG,
                    n->all, &r));
  wait_for(n, &r);
}

void net_join(net *n, mem *m, uint32_t capacity) {
  line *lines = mem_array(m, n->size, sizeof *lines);
  uint8_t *incoming = mem_alloc(m, capacity);
  for (uint32_t i = 0; i < n->size; i++) {
    lines[i].sent[0] = lines[i].sent[1] = lines[i].stop = MPI_REQUEST_NULL;
    for (int k = 0; k < 2 && i != n->rank; k++)
      lines[i].batches[k] =
          (batch){.at = mem_alloc(m, capacity), .capacity = capacity};
  }
  n->lines = lines;
  n->incoming = incoming;
  n->capacity = capacity;
}

batch *net_outgoing(net *n, uint32_t rank) {
  return &n->lines[rank].batches[n->lines[rank].filling];
}

bool net_send(net *n, uint32_t rank) {
  line *l = &n->lines[rank];
  int full = l->filling, other = 1 - full, done = 0;
  batch *b = &l->batches[full];
  if (b->used == 0)
    return true;
  must(n, MPI_Test(&l->sent[other], &done, MPI_STATUS_IGNORE));
  if (!done)
    return false;
  /* Synchronous: it is not done before the other rank receives it, so that at
   * most two batches from here wait at a rank that is slow. */
  must(n, MPI_Issend(b->at, (int)b->used, MPI_BYTE, (int)rank, TAG_STATES,
                     n->all, &l->sent[full]));
  n->sent++;
  l->filling = other;
  l->batches[other].used = 0;
  return true;
}

void net_stop(net *n) {
  for (uint32_t i = 0; i < n->size; i++) {
    if (i == n->rank)
      continue;
    must(n, MPI_Isend(NULL, 0, MPI_BYTE, (int)i, TAG_STATES, n->all,
                      &n->lines[i].stop));
    n->sent++;
  }
}

bool net_receive(net *n, net_message *out) {
  int there = 0, length = 0;
  MPI_Status status;
  if (n->size == 1)
    return false;
  must(n, MPI_Iprobe(MPI_ANY_SOURCE, TAG_STATES, n->all, &there, &status));
  if (!there)
    return false;
  must(n, MPI_Get_count(&status, MPI_BYTE, &length));
  take(n, &status, n->incoming, n->capacity);
  n->received++;
  *out = (net_message){.rank = (uint32_t)status.MPI_SOURCE,
                       .length = (uint32_t)length,
                       .at = n->incoming};
  return true;
}

/* The end of a search. */

/* All messages have been received: nothing is waited for here. */
static void leave(net *n) {
  for (uint32_t i = 0; i < n->size; i++) {
    line *l = &n->lines[i];
    must(n, MPI_Waitall(2, l->sent, MPI_STATUSES_IGNORE));
    must(n, MPI_Wait(&l->stop, MPI_STATUS_IGNORE));
  }
}

bool net_over(net *n) {
  int done = 0;
  if (!n->in_wave) {
    n->report[0] = n->sent;
    n->report[1] = n->received;
    must(n, MPI_Iallreduce(n->report, n->sums, 2, MPI_UINT64_T, MPI_SUM, n->all,
                           &n->wave));
    n->in_wave = true;
  }
  must(n, MPI_Test(&n->wave, &done, MPI_STATUS_IGNORE));
  if (!done)
    return false;
  n->in_wave = false;
  if (!waves_add(&n->waves, n->sums[0], n->sums[1]))
    return false;
  leave(n);
  return true;
}

static void send_to(net *n, uint32_t rank, int tag, const void *bytes,
                    uint32_t length) {
  MPI_Request r;
  must(n, MPI_Isend(bytes, (int)length, MPI_BYTE, (int)rank, tag, n->all, &r));
  wait_for(n, &r);
}

static uint32_t receive_from(net *n, uint32_t rank, int tag, void *to,
                             uint32_t most) {
  MPI_Status status;
  int there = 0, length = 0;
  for (net_awake(n);; net_pause(n)) {
    must(n, MPI_Iprobe((int)rank, tag, n->all, &there, &status));
    if (there)
      break;
  }
  net_awake(n);
  must(n, MPI_Get_count(&status, MPI_BYTE, &length));
  take(n, &status, to, most);
  return (uint32_t)length;
}

void net_tell(net *n, net_question question) {
  for (uint32_t i = 1; i < n->size; i++)
    send_to(n, i, TAG_QUESTION, &question, sizeof question);
}

uint32_t net_ask(net *n, uint32_t rank, net_question question, void *to,
                 uint32_t most) {
  send_to(n, rank, TAG_QUESTION, &question, sizeof question);
  return receive_from(n, rank, TAG_ANSWER, to, most);
}

net_question net_listen(net *n) {
  net_question question;
  receive_from(n, 0, TAG_QUESTION, &question, sizeof question);
  return question;
}

void net_answer(net *n, const void *bytes, uint32_t length) {
  send_to(n, 0, TAG_ANSWER, bytes, length);
}
