/* Ranks without MPI: all of them in one process, and a scheduler that picks who
 * works next and which message arrives when, by chance. Stands in for
 * mpi/net.c. */
#ifndef UNIT_MPI_WORLD_H
#define UNIT_MPI_WORLD_H

#include "tests/unit/check.h"

#include "mpi/collect.h"
#include "mpi/waves.h"

#include <stdlib.h>

enum { WORLD_MOST = 5 };

typedef struct world_letter {
  uint32_t from, length;
  uint8_t *bytes;
  struct world_letter *next;
} world_letter;

struct net {
  uint32_t rank;
  batch out[WORLD_MOST];
  world_letter *letters; /* the oldest first */
  uint8_t *read;         /* the last one received */
  uint64_t sent, received;
  waves waves;
  uint64_t wave; /* that this rank takes part in next, or waits for */
  bool in_wave;
};

typedef struct world_wave {
  uint32_t reports;
  uint64_t sent, received;
} world_wave;

static struct {
  uint32_t size, capacity;
  uint64_t seed;
  net nets[WORLD_MOST];
  part parts[WORLD_MOST];
  world_wave waves[2]; /* by number modulo 2 */
  bool is_over[WORLD_MOST];
} world;

static inline uint32_t world_random(uint32_t below) {
  world.seed = world.seed * UINT64_C(6364136223846793005) + 1442695040888963407;
  return (uint32_t)((world.seed >> 33) % below);
}

static void *world_alloc(size_t size) {
  void *p = malloc(size ? size : 1);
  if (!p)
    abort();
  return p;
}

uint32_t net_rank(const net *n) { return n->rank; }
uint32_t net_size(const net *n) {
  (void)n;
  return world.size;
}

void net_awake(net *n) { (void)n; }
void net_pause(net *n) { (void)n; }

batch *net_outgoing(net *n, uint32_t rank) { return &n->out[rank]; }

/* Letters from one rank to another keep their order, as MPI's do; where a
 * letter falls among those of others is chance. */
static void world_post(net *n, uint32_t rank, const uint8_t *bytes,
                       uint32_t length) {
  world_letter *x = world_alloc(sizeof *x);
  *x = (world_letter){
      .from = n->rank, .length = length, .bytes = world_alloc(length)};
  if (length)
    memcpy(x->bytes, bytes, length);
  world_letter **at = &world.nets[rank].letters, **end = at;
  for (; *end; end = &(*end)->next)
    if ((*end)->from == n->rank)
      at = &(*end)->next;
  while (*at && world_random(2))
    at = &(*at)->next;
  x->next = *at;
  *at = x;
  n->sent++;
}

bool net_send(net *n, uint32_t rank) {
  batch *b = &n->out[rank];
  if (b->used == 0)
    return true;
  if (world_random(4) == 0)
    return false;
  world_post(n, rank, b->at, b->used);
  b->used = 0;
  return true;
}

void net_stop(net *n) {
  for (uint32_t i = 0; i < world.size; i++)
    if (i != n->rank)
      world_post(n, i, NULL, 0);
}

bool net_receive(net *n, net_message *out) {
  world_letter *x = n->letters;
  if (!x || world_random(3) == 0)
    return false;
  n->letters = x->next;
  n->received++;
  free(n->read);
  n->read = x->bytes;
  *out = (net_message){.rank = x->from, .length = x->length, .at = x->bytes};
  free(x);
  return true;
}

/* What must be true when the search is said to be over. */
static void world_is_silent(void) {
  for (uint32_t i = 0; i < world.size; i++) {
    const part *s = &world.parts[i];
    CHECK(!world.nets[i].letters);
    CHECK(s->stops == world.parts[0].stops);
    CHECK(s->stops || (s->started && s->next == store_count(&s->states)));
    for (uint32_t k = 0; k < world.size; k++)
      CHECK(world.nets[i].out[k].used == 0);
  }
}

bool net_over(net *n) {
  world_wave *w = &world.waves[n->wave % 2];
  if (!n->in_wave) {
    if (w->reports == world.size) /* of the last but one, which all know */
      *w = (world_wave){0};
    w->reports++;
    w->sent += n->sent;
    w->received += n->received;
    n->in_wave = true;
  }
  if (w->reports < world.size)
    return false;
  n->in_wave = false;
  n->wave++;
  bool over = waves_add(&n->waves, w->sent, w->received);
  if (over)
    world_is_silent();
  return over;
}

uint32_t net_ask(net *n, uint32_t rank, net_question q, void *to,
                 uint32_t most) {
  (void)n;
  (void)most;
  return part_answer(&world.parts[rank], q, to);
}

static void world_begin(uint32_t size, uint32_t capacity) {
  uint64_t seed = world.seed;
  memset(&world, 0, sizeof world);
  world.seed = seed;
  world.size = size;
  world.capacity = capacity;
  for (uint32_t i = 0; i < size; i++) {
    world.nets[i].rank = i;
    for (uint32_t k = 0; k < size; k++)
      world.nets[i].out[k] =
          (batch){.at = world_alloc(capacity), .capacity = capacity};
  }
}

static void world_end(void) {
  for (uint32_t i = 0; i < world.size; i++) {
    CHECK(!world.nets[i].letters);
    for (uint32_t k = 0; k < world.size; k++)
      free(world.nets[i].out[k].at);
    free(world.nets[i].read);
  }
}

#endif
