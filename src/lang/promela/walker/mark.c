/* States as rows of words: to compare them and to come back to them. */
#include "lang/promela/walker/parts.h"

#include <assert.h>

static void word(pml_walker *walker, walker_words *out, uint32_t x) {
  vec_push(walker->m, out, (int32_t)x);
}

static void save_processes(pml_walker *walker, walker_words *out) {
  word(walker, out, (uint32_t)walker->processes.count);
  vec_each (const walker_process, process, &walker->processes) {
    word(walker, out, process->type);
    word(walker, out, process->at);
    word(walker, out, (uint32_t)process->priority);
    word(walker, out, process->base);
    word(walker, out, process->queues);
  }
}

static void save_queues(pml_walker *walker, walker_words *out) {
  word(walker, out, walker->queue_count);
  for (uint32_t i = 0; i < walker->queue_count; i++) {
    const walker_queue *queue = &walker->queues.at[i];
    word(walker, out, queue->shape);
    word(walker, out, (uint32_t)queue->content.count);
    for (size_t k = 0; k < queue->content.count; k++)
      vec_push(walker->m, out, queue->content.at[k]);
  }
}

/* _last, where nobody asks for it, comes behind the part that is compared.
 * Hidden variables are compared, unlike in SPIN: who comes back to a state
 * wants to find them as they were, and the machine keeps them too. */
void walker_save(pml_walker *walker, walker_words *out, size_t *key) {
  size_t from = out->count;
  word(walker, out, walker->exclusive);
  word(walker, out, walker->trace_at);
  word(walker, out,
       (uint32_t)walker->trace_over | (uint32_t)walker->stopped << 1 |
           (uint32_t)walker->offer.is_open << 2);
  save_processes(walker, out);
  save_queues(walker, out);
  word(walker, out, (uint32_t)walker->values.count);
  for (size_t i = 0; i < walker->values.count; i++)
    vec_push(walker->m, out, walker->values.at[i]);
  word(walker, out, walker->s->uses_last ? walker->last : 0);
  if (walker->offer.is_open) {
    word(walker, out, walker->offer.channel);
    word(walker, out, walker->offer.last_mover);
    word(walker, out, (uint32_t)walker->offer.message.count);
    for (size_t i = 0; i < walker->offer.message.count; i++)
      vec_push(walker->m, out, walker->offer.message.at[i]);
  }
  *key = out->count - from;
  word(walker, out, walker->last);
}

static const int32_t *load_processes(pml_walker *walker, const int32_t *from) {
  walker->processes.count = 0;
  for (uint32_t n = (uint32_t)*from++; n > 0; n--, from += 5)
    vec_push(walker->m, &walker->processes,
             ((walker_process){.type = (uint32_t)from[0],
                               .at = (uint32_t)from[1],
                               .priority = from[2],
                               .base = (uint32_t)from[3],
                               .queues = (uint32_t)from[4]}));
  return from;
}

static const int32_t *load_queues(pml_walker *walker, const int32_t *from) {
  walker->queue_count = (uint32_t)*from++;
  for (uint32_t i = 0; i < walker->queue_count; i++) {
    if (i == walker->queues.count)
      vec_push(walker->m, &walker->queues, (walker_queue){0});
    walker_queue *queue = &walker->queues.at[i];
    queue->shape = (uint32_t)*from++;
    size_t count = (uint32_t)*from++;
    vec_resize(walker->m, &queue->content, count);
    for (size_t k = 0; k < count; k++)
      queue->content.at[k] = *from++;
  }
  return from;
}

void walker_load(pml_walker *walker, const int32_t *from) {
  walker->exclusive = (uint32_t)*from++;
  walker->trace_at = (uint32_t)*from++;
  int32_t bits = *from++;
  walker->trace_over = bits & 1;
  walker->stopped = bits >> 1 & 1;
  walker->offer.is_open = bits >> 2 & 1;
  from = load_processes(walker, from);
  from = load_queues(walker, from);
  size_t count = (uint32_t)*from++;
  vec_resize(walker->m, &walker->values, count);
  for (size_t i = 0; i < count; i++)
    walker->values.at[i] = *from++;
  from++; /* _last is there once more */
  if (walker->offer.is_open) {
    walker->offer.channel = (uint32_t)*from++;
    walker->offer.last_mover = (uint32_t)*from++;
    count = (uint32_t)*from++;
    vec_resize(walker->m, &walker->offer.message, count);
    for (size_t i = 0; i < count; i++)
      walker->offer.message.at[i] = *from++;
  }
  walker->last = (uint32_t)*from;
}

static uint64_t hash_of(const int32_t *words, size_t count) {
  uint64_t h = count;
  for (size_t i = 0; i < count; i++) {
    h = (h ^ (uint32_t)words[i]) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 32;
  }
  return h;
}

uint32_t walker_states_mark(pml_walker *walker, walker_states *store) {
  walker_mark x = {.start = store->kept.count, .next = PML_NONE};
  walker_save(walker, &store->kept, &x.key);
  x.length = store->kept.count - x.start;
  uint32_t known = (uint32_t)store->mark_of_hash.count;
  uint32_t place = map_insert(walker->m, &store->hashes,
                              hash_of(store->kept.at + x.start, x.key));
  if (place == known)
    vec_push(walker->m, &store->mark_of_hash, PML_NONE);
  for (uint32_t i = store->mark_of_hash.at[place]; i != PML_NONE;
       i = store->marks.at[i].next) {
    const walker_mark *y = &store->marks.at[i];
    if (y->key == x.key &&
        memcmp(store->kept.at + y->start, store->kept.at + x.start,
               x.key * sizeof *store->kept.at) == 0) {
      store->kept.count = x.start;
      return i;
    }
  }
  x.next = store->mark_of_hash.at[place];
  store->mark_of_hash.at[place] = (uint32_t)store->marks.count;
  vec_push(walker->m, &store->marks, x);
  return (uint32_t)store->marks.count - 1;
}

void walker_states_return(pml_walker *walker, const walker_states *store,
                          uint32_t mark) {
  assert(mark < store->marks.count);
  walker_load(walker, store->kept.at + store->marks.at[mark].start);
  walker->choices_known = false;
}

void walker_states_empty(walker_states *store) {
  if (store->hashes.slots)
    memset(store->hashes.slots, 0,
           ((size_t)store->hashes.mask + 1) * sizeof *store->hashes.slots);
  store->hashes.keys.count = 0;
  store->kept.count = store->marks.count = store->mark_of_hash.count = 0;
}

uint32_t pml_walker_mark(pml_walker *walker) {
  return walker_states_mark(walker, &walker->store);
}

void pml_walker_return(pml_walker *walker, uint32_t mark) {
  walker_states_return(walker, &walker->store, mark);
}

size_t pml_walker_bytes(const pml_walker *walker) {
  return walker->store.kept.count * sizeof *walker->store.kept.at;
}
