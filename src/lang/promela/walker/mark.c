/* States as rows of words: to compare them and to come back to them. */
#include "lang/promela/walker/parts.h"

#include <assert.h>

static void word(pml_walker *w, walker_words *out, uint32_t x) {
  vec_push(w->m, out, (int32_t)x);
}

static void save_processes(pml_walker *w, walker_words *out) {
  word(w, out, (uint32_t)w->processes.count);
  vec_each (const walker_process, p, &w->processes) {
    word(w, out, p->type);
    word(w, out, p->at);
    word(w, out, (uint32_t)p->priority);
    word(w, out, p->base);
    word(w, out, p->queues);
  }
}

static void save_queues(pml_walker *w, walker_words *out) {
  word(w, out, w->queue_count);
  for (uint32_t i = 0; i < w->queue_count; i++) {
    const walker_queue *q = &w->queues.at[i];
    word(w, out, q->shape);
    word(w, out, (uint32_t)q->content.count);
    for (size_t k = 0; k < q->content.count; k++)
      vec_push(w->m, out, q->content.at[k]);
  }
}

/* _last, where nobody asks for it, comes behind the part that is compared.
 * Hidden variables are compared, unlike in SPIN: who comes back to a state
 * wants to find them as they were, and the machine keeps them too. */
void walker_save(pml_walker *w, walker_words *out, size_t *key) {
  size_t from = out->count;
  word(w, out, w->exclusive);
  word(w, out, w->trace_at);
  word(w, out,
       (uint32_t)w->trace_over | (uint32_t)w->stopped << 1 |
           (uint32_t)w->offer.is_open << 2);
  save_processes(w, out);
  save_queues(w, out);
  word(w, out, (uint32_t)w->values.count);
  for (size_t i = 0; i < w->values.count; i++)
    vec_push(w->m, out, w->values.at[i]);
  word(w, out, w->s->uses_last ? w->last : 0);
  if (w->offer.is_open) {
    word(w, out, w->offer.channel);
    word(w, out, w->offer.last_mover);
    word(w, out, (uint32_t)w->offer.message.count);
    for (size_t i = 0; i < w->offer.message.count; i++)
      vec_push(w->m, out, w->offer.message.at[i]);
  }
  *key = out->count - from;
  word(w, out, w->last);
}

static const int32_t *load_processes(pml_walker *w, const int32_t *from) {
  w->processes.count = 0;
  for (uint32_t n = (uint32_t)*from++; n > 0; n--, from += 5)
    vec_push(w->m, &w->processes,
             ((walker_process){.type = (uint32_t)from[0],
                               .at = (uint32_t)from[1],
                               .priority = from[2],
                               .base = (uint32_t)from[3],
                               .queues = (uint32_t)from[4]}));
  return from;
}

static const int32_t *load_queues(pml_walker *w, const int32_t *from) {
  w->queue_count = (uint32_t)*from++;
  for (uint32_t i = 0; i < w->queue_count; i++) {
    if (i == w->queues.count)
      vec_push(w->m, &w->queues, (walker_queue){0});
    walker_queue *q = &w->queues.at[i];
    q->shape = (uint32_t)*from++;
    size_t count = (uint32_t)*from++;
    vec_resize(w->m, &q->content, count);
    for (size_t k = 0; k < count; k++)
      q->content.at[k] = *from++;
  }
  return from;
}

void walker_load(pml_walker *w, const int32_t *from) {
  w->exclusive = (uint32_t)*from++;
  w->trace_at = (uint32_t)*from++;
  int32_t bits = *from++;
  w->trace_over = bits & 1;
  w->stopped = bits >> 1 & 1;
  w->offer.is_open = bits >> 2 & 1;
  from = load_processes(w, from);
  from = load_queues(w, from);
  size_t count = (uint32_t)*from++;
  vec_resize(w->m, &w->values, count);
  for (size_t i = 0; i < count; i++)
    w->values.at[i] = *from++;
  from++; /* _last is there once more */
  if (w->offer.is_open) {
    w->offer.channel = (uint32_t)*from++;
    w->offer.last_mover = (uint32_t)*from++;
    count = (uint32_t)*from++;
    vec_resize(w->m, &w->offer.message, count);
    for (size_t i = 0; i < count; i++)
      w->offer.message.at[i] = *from++;
  }
  w->last = (uint32_t)*from;
}

static uint64_t hash_of(const int32_t *words, size_t count) {
  uint64_t h = count;
  for (size_t i = 0; i < count; i++) {
    h = (h ^ (uint32_t)words[i]) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 32;
  }
  return h;
}

uint32_t walker_states_mark(pml_walker *w, walker_states *store) {
  walker_mark x = {.start = store->kept.count, .next = PML_NONE};
  walker_save(w, &store->kept, &x.key);
  x.length = store->kept.count - x.start;
  uint32_t known = (uint32_t)store->mark_of_hash.count;
  uint32_t place = map_insert(w->m, &store->hashes,
                              hash_of(store->kept.at + x.start, x.key));
  if (place == known)
    vec_push(w->m, &store->mark_of_hash, PML_NONE);
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
  vec_push(w->m, &store->marks, x);
  return (uint32_t)store->marks.count - 1;
}

void walker_states_return(pml_walker *w, const walker_states *store,
                          uint32_t mark) {
  assert(mark < store->marks.count);
  walker_load(w, store->kept.at + store->marks.at[mark].start);
  w->choices_known = false;
}

void walker_states_empty(walker_states *store) {
  if (store->hashes.slots)
    memset(store->hashes.slots, 0,
           ((size_t)store->hashes.mask + 1) * sizeof *store->hashes.slots);
  store->hashes.keys.count = 0;
  store->kept.count = store->marks.count = store->mark_of_hash.count = 0;
}

uint32_t pml_walker_mark(pml_walker *w) {
  return walker_states_mark(w, &w->store);
}

void pml_walker_return(pml_walker *w, uint32_t mark) {
  walker_states_return(w, &w->store, mark);
}

size_t pml_walker_bytes(const pml_walker *w) {
  return w->store.kept.count * sizeof *w->store.kept.at;
}
