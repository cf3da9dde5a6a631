/* The ranks and what passes between them. Nothing here is left by a raise, and
 * nothing but net_join takes memory, so that a rank that is out of memory can
 * still talk. Whatever MPI refuses ends all ranks with a message. */
#ifndef MPI_NET_H
#define MPI_NET_H

#include "base/mem.h"
#include "mpi/batch.h"

typedef struct net net;

/* Has somebody asked this process to stop? */
typedef bool net_interrupted(void);

net *net_open(int *argc, char ***argv, net_interrupted *interrupted);
void net_close(net *n);

uint32_t net_rank(const net *n);
uint32_t net_size(const net *n);
const char *net_host(const net *n); /* of this rank */

/* A search: batches of states, and when it is over. */

/* Takes buffers for messages of 'capacity' bytes from 'm'. */
void net_join(net *n, mem *m, uint32_t capacity);

/* The batch that is filled for a rank. */
batch *net_outgoing(net *n, uint32_t rank);
/* Sends it, unless it is empty; net_outgoing is then an empty one. False: the
 * one before is still on its way. Whoever waits for that must receive: all
 * might be waiting for each other. */
bool net_send(net *n, uint32_t rank);
/* An empty batch to all others, which asks them to stop; once. */
void net_stop(net *n);

typedef struct net_message {
  uint32_t rank; /* who sent it */
  uint32_t length;
  const uint8_t *at; /* valid until the next is received */
} net_message;

/* False: there is none. */
bool net_receive(net *n, net_message *out);

/* To be called by an idle rank again and again (see waves.h). True: the search
 * is over, for all ranks. */
bool net_over(net *n);

/* Leaves the processor to others for a moment, longer each time. If this
 * process was asked to stop and nothing came of it, it ends here. */
void net_pause(net *n);
void net_awake(net *n); /* something happened: pauses are short again */

/* Questions of the first rank. */

typedef enum net_subject {
  NET_START,  /* 'number' is not used; no answer */
  NET_LOADED, /* all others have answers */
  NET_SEARCH, /* no answer */
  NET_TOTALS,
  NET_STATE, /* its number */
  NET_NOTES,
  NET_COVERED,
  NET_LEAVE /* no answer */
} net_subject;

typedef struct net_question {
  net_subject subject;
  uint32_t number;
} net_question;

/* The first rank: to all others, if no answer is expected. */
void net_tell(net *n, net_question question);
/* To one of them; its answer. No more than 'most' bytes are written to 'to'. */
uint32_t net_ask(net *n, uint32_t rank, net_question question, void *to,
                 uint32_t most);
/* The others: wait for a question, and answer it. */
net_question net_listen(net *n);
void net_answer(net *n, const void *bytes, uint32_t length);

#endif
