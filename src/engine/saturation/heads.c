#include "engine/saturation/heads.h"

#include <assert.h>

/* The bits of a set that say: there is a summary. */
#define HEADS_PRESENT UINT64_C(0x5555555555555555)

uint32_t heads_add(heads_search *v, uint32_t location, uint32_t symbol) {
  uint32_t h = map_insert(v->m, &v->numbers, map_pair(location, symbol));
  if (h == v->heads.count) {
    heads_head x = {.summaries = HEADS_NONE, .links = HEADS_NONE};
    x.accepting = v->s->accepting && v->s->accepting(v->s->self, location);
    vec_push(v->m, &v->heads, x);
  }
  return h;
}

static size_t words_of(const heads_search *v) {
  return v->s->locations / 32 + 1;
}

static uint64_t bits_of(const heads_summary *x) {
  uint64_t bit = UINT64_C(1) << 2 * (x->to % 32);
  return x->accepting ? 3 * bit : bit;
}

/* Most summaries that are found have been found before: a set of bits tells
 * so at once, if it takes no more room than the summaries do. */
static void note_known(heads_search *v, uint32_t summary) {
  assert(summary < v->summaries.count);
  const heads_summary *x = &v->summaries.at[summary];
  assert(x->head < v->heads.count);
  heads_head *h = &v->heads.at[x->head];
  if (h->known) {
    h->known[x->to / 32] |= bits_of(x);
    if (x->queued)
      h->known[words_of(v) + x->to / 32] |= bits_of(x);
    return;
  }
  if (h->summary_count < 8 || h->summary_count < v->s->locations / 64)
    return;
  h->known = mem_array(v->m, 2 * words_of(v), sizeof *h->known);
  for (uint32_t n = h->summaries; n != HEADS_NONE; n = v->summaries.at[n].next)
    note_known(v, n); /* goes no deeper: 'known' is there */
}

static bool is_known(const heads_head *h, uint32_t to, bool accepting) {
  return h->known && h->known[to / 32] >> (2 * (to % 32) + accepting) & 1;
}

static void add_summary(heads_search *v, uint32_t head, uint32_t to,
                        bool accepting, heads_reason why) {
  uint32_t n = map_insert(v->m, &v->summary_numbers, map_pair(head, to));
  if (n == v->summaries.count) {
    heads_summary x = {.head = head, .to = to};
    x.next = v->heads.at[head].summaries;
    v->heads.at[head].summaries = n;
    v->heads.at[head].summary_count++;
    vec_push(v->m, &v->summaries, x);
    if (v->s->has_reasons)
      vec_push(v->m, &v->summary_reasons, why);
  } else if (!accepting || v->summaries.at[n].accepting) {
    return;
  }
  heads_summary *x = &v->summaries.at[n];
  x->accepting = accepting;
  if (!x->queued)
    vec_push(v->m, &v->queue, n);
  x->queued = true;
  note_known(v, n);
}

static void add_tail(heads_search *v, uint32_t target, uint32_t head,
                     bool accepting, heads_reason why);

static void apply(heads_search *v, uint32_t link, uint32_t summary) {
  assert(link < v->links.count);
  assert(summary < v->summaries.count);
  heads_link l = v->links.at[link];
  heads_summary x = v->summaries.at[summary];
  bool accepting = l.accepting || x.accepting;
  heads_reason why = {0};
  progress_tick(v->clock);
  if (l.below == HEADS_TAIL &&
      is_known(&v->heads.at[l.target], x.to, accepting))
    return;
  if (v->s->has_reasons) {
    why = v->link_reasons.at[link];
    *(why.first == HEADS_NONE ? &why.first : &why.second) = summary;
  }
  if (l.below == HEADS_TAIL)
    add_summary(v, l.target, x.to, accepting, why);
  else
    add_tail(v, l.target, heads_add(v, x.to, l.below), accepting, why);
}

/* Those of 'from', a set of the head's summaries, word by word: only what the
 * target does not know is looked at. The set may grow meanwhile: what comes is
 * queued. */
static void apply_set(heads_search *v, uint32_t head, uint32_t link,
                      const uint64_t *from) {
  assert(link < v->links.count);
  bool accepting = v->links.at[link].accepting;
  uint32_t target = v->links.at[link].target;
  size_t words = words_of(v);
  progress_tick(v->clock);
  for (size_t w = 0; w < words; w++) {
    uint64_t set = from[w];
    if (accepting)
      set |= (set & HEADS_PRESENT) << 1;
    for (set &= ~v->heads.at[target].known[w]; set;) {
      uint32_t i = base_lowest_bit(set) / 2;
      uint64_t to = 32 * w + i;
      set &= ~(UINT64_C(3) << 2 * i);
      apply(v, link,
            map_find(&v->summary_numbers, map_pair(head, (uint32_t)to)));
    }
  }
}

static bool goes_by_sets(const heads_search *v, uint32_t link, size_t count) {
  assert(link < v->links.count);
  const heads_link *l = &v->links.at[link];
  return l->below == HEADS_TAIL && v->heads.at[l->target].known &&
         count > words_of(v) / 8;
}

/* The link's head may gain summaries meanwhile: they are queued. */
static void apply_to_all(heads_search *v, uint32_t head, uint32_t link) {
  assert(head < v->heads.count);
  const heads_head *h = &v->heads.at[head];
  if (h->known && goes_by_sets(v, link, h->summary_count)) {
    apply_set(v, head, link, h->known);
    return;
  }
  for (uint32_t x = h->summaries; x != HEADS_NONE; x = v->summaries.at[x].next)
    apply(v, link, x);
}

static void add_link(heads_search *v, uint32_t head, heads_link l,
                     heads_reason why) {
  assert(head < v->heads.count);
  uint32_t n = (uint32_t)v->links.count;
  if (n == HEADS_NONE)
    mem_raise(v->m->budget, MEM_LIMIT);
  l.next = v->heads.at[head].links;
  vec_push(v->m, &v->links, l);
  if (v->s->has_reasons)
    vec_push(v->m, &v->link_reasons, why);
  v->heads.at[head].links = n;
  apply_to_all(v, head, n);
}

static void add_tail(heads_search *v, uint32_t target, uint32_t head,
                     bool accepting, heads_reason why) {
  heads_link l = {HEADS_NONE, target, HEADS_TAIL, accepting};
  if (v->s->never_pops) {
    add_link(v, head, l, why);
    return;
  }
  uint32_t n = map_insert(v->m, &v->tails, map_pair(target, head));
  if (n == v->tail_links.count) {
    vec_push(v->m, &v->tail_links, (uint32_t)v->links.count);
    add_link(v, head, l, why);
    return;
  }
  uint32_t link = v->tail_links.at[n];
  if (!accepting || v->links.at[link].accepting)
    return;
  v->links.at[link].accepting = true;
  apply_to_all(v, head, link);
}

static void heads_enter(heads_search *v, uint32_t head, const heads_rule *r) {
  assert(head < v->heads.count);
  bool accepting = v->heads.at[head].accepting;
  heads_reason why = {r->source, HEADS_NONE, HEADS_NONE};
  if (r->length == 0 && is_known(&v->heads.at[head], r->to, accepting))
    return;
  if (r->length == 0)
    add_summary(v, head, r->to, accepting, why);
  else if (r->length == 1)
    add_tail(v, head, heads_add(v, r->to, r->push[0]), accepting, why);
  else
    add_link(v, heads_add(v, r->to, r->push[0]),
             (heads_link){HEADS_NONE, head, r->push[1], accepting}, why);
}

static void heads_expand(heads_search *v, uint32_t head) {
  assert(head < v->numbers.keys.count);
  uint64_t key = v->numbers.keys.at[head];
  if (!v->s->keeps_rules)
    v->rules.count = 0;
  uint32_t first = (uint32_t)v->rules.count;
  v->s->expand(v->s->self, v->m, (uint32_t)(key >> 32), (uint32_t)key,
               &v->rules);
  v->heads.at[head].first_rule = first;
  v->heads.at[head].rules = (uint32_t)v->rules.count - first;
  for (uint32_t i = first; i < v->rules.count; i++) {
    heads_rule r = v->rules.at[i];
    heads_enter(v, head, &r);
    progress_tick(v->clock);
  }
}

/* All of a head that wait: into the batch. */
static void take_batch(heads_search *v, uint32_t head) {
  assert(head < v->heads.count);
  size_t words = words_of(v);
  uint64_t *waiting = v->heads.at[head].known + words;
  v->batch.count = 0;
  if (!v->batch_set)
    v->batch_set = mem_array(v->m, words, sizeof *v->batch_set);
  memcpy(v->batch_set, waiting, words * sizeof *waiting);
  memset(waiting, 0, words * sizeof *waiting);
  for (size_t w = 0; w < words; w++)
    for (uint64_t set = v->batch_set[w] & HEADS_PRESENT; set; set &= set - 1) {
      uint64_t to = 32 * w + base_lowest_bit(set) / 2;
      uint32_t n = map_find(&v->summary_numbers, map_pair(head, (uint32_t)to));
      v->summaries.at[n].queued = false;
      vec_push(v->m, &v->batch, n);
    }
}

static void propagate_batch(heads_search *v, uint32_t head) {
  take_batch(v, head);
  assert(head < v->heads.count);
  for (uint32_t l = v->heads.at[head].links; l != HEADS_NONE;
       l = v->links.at[l].next)
    if (goes_by_sets(v, l, v->batch.count))
      apply_set(v, head, l, v->batch_set);
    else
      vec_each (const uint32_t, x, &v->batch)
        apply(v, l, *x);
}

static void propagate(heads_search *v, uint32_t summary) {
  assert(summary < v->summaries.count);
  heads_summary *x = &v->summaries.at[summary];
  uint32_t head = x->head;
  if (!x->queued)
    return; /* it has gone on with others */
  if (v->heads.at[head].known) {
    propagate_batch(v, head);
    return;
  }
  x->queued = false;
  for (uint32_t l = v->heads.at[head].links; l != HEADS_NONE;
       l = v->links.at[l].next)
    apply(v, l, summary);
}

void heads_run(heads_search *v) {
  for (;;) {
    if (v->next_head < v->heads.count)
      heads_expand(v, v->next_head++);
    else if (v->queue_head < v->queue.count)
      propagate(v, v->queue.at[v->queue_head++]);
    else
      return;
    if (v->queue_head == v->queue.count)
      v->queue_head = v->queue.count = 0;
    v->clock->done = v->next_head;
    v->clock->pending = v->queue.count - v->queue_head;
  }
}

void heads_finish(heads_search *v) {
  map_free(v->m, &v->tails);
  vec_free(v->m, &v->tail_links);
  vec_free(v->m, &v->queue);
  vec_free(v->m, &v->batch);
  mem_free(v->m, v->batch_set);
  v->batch_set = NULL;
  vec_each (heads_head, h, &v->heads)
    if (h->known) {
      mem_free(v->m, h->known);
      h->known = NULL;
    }
}
