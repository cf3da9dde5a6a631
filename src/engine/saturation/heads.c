#include "engine/saturation/heads.h"

#include <assert.h>

/* The bits of a set that say: there is a summary. */
#define HEADS_PRESENT UINT64_C(0x5555555555555555)

uint32_t heads_add(heads_search *search, uint32_t location, uint32_t symbol) {
  uint32_t h =
      map_insert(search->m, &search->numbers, map_pair(location, symbol));
  if (h == search->heads.count) {
    heads_head head = {.summaries = HEADS_NONE, .links = HEADS_NONE};
    head.accepting =
        search->s->accepting && search->s->accepting(search->s->self, location);
    vec_push(search->m, &search->heads, head);
  }
  return h;
}

static size_t words_of(const heads_search *search) {
  return search->s->locations / 32 + 1;
}

static uint64_t bits_of(const heads_summary *summary) {
  uint64_t bit = UINT64_C(1) << 2 * (summary->to % 32);
  return summary->accepting ? 3 * bit : bit;
}

/* Most summaries that are found have been found before: a set of bits tells
 * so at once, if it takes no more room than the summaries do. */
static void note_known(heads_search *search, uint32_t summary) {
  assert(summary < search->summaries.count);
  const heads_summary *x = &search->summaries.at[summary];
  assert(x->head < search->heads.count);
  heads_head *head = &search->heads.at[x->head];
  if (head->known) {
    head->known[x->to / 32] |= bits_of(x);
    if (x->queued)
      head->known[words_of(search) + x->to / 32] |= bits_of(x);
    return;
  }
  if (head->summary_count < 8 ||
      head->summary_count < search->s->locations / 64)
    return;
  head->known = mem_array(search->m, 2 * words_of(search), sizeof *head->known);
  for (uint32_t n = head->summaries; n != HEADS_NONE;
       n = search->summaries.at[n].next)
    note_known(search, n); /* goes no deeper: 'known' is there */
}

static bool is_known(const heads_head *head, uint32_t to, bool accepting) {
  return head->known && head->known[to / 32] >> (2 * (to % 32) + accepting) & 1;
}

static void add_summary(heads_search *search, uint32_t head, uint32_t to,
                        bool accepting, heads_reason why) {
  uint32_t n =
      map_insert(search->m, &search->summary_numbers, map_pair(head, to));
  if (n == search->summaries.count) {
    heads_summary summary = {.head = head, .to = to};
    summary.next = search->heads.at[head].summaries;
    search->heads.at[head].summaries = n;
    search->heads.at[head].summary_count++;
    vec_push(search->m, &search->summaries, summary);
    if (search->s->has_reasons)
      vec_push(search->m, &search->summary_reasons, why);
  } else if (!accepting || search->summaries.at[n].accepting) {
    return;
  }
  heads_summary *summary = &search->summaries.at[n];
  summary->accepting = accepting;
  if (!summary->queued)
    vec_push(search->m, &search->queue, n);
  summary->queued = true;
  note_known(search, n);
}

static void add_tail(heads_search *search, uint32_t target, uint32_t head,
                     bool accepting, heads_reason why);

static void apply(heads_search *search, uint32_t link, uint32_t summary) {
  assert(link < search->links.count);
  assert(summary < search->summaries.count);
  heads_link l = search->links.at[link];
  heads_summary x = search->summaries.at[summary];
  bool accepting = l.accepting || x.accepting;
  heads_reason why = {0};
  progress_tick(search->clock);
  if (l.below == HEADS_TAIL &&
      is_known(&search->heads.at[l.target], x.to, accepting))
    return;
  if (search->s->has_reasons) {
    why = search->link_reasons.at[link];
    *(why.first == HEADS_NONE ? &why.first : &why.second) = summary;
  }
  if (l.below == HEADS_TAIL)
    add_summary(search, l.target, x.to, accepting, why);
  else
    add_tail(search, l.target, heads_add(search, x.to, l.below), accepting,
             why);
}

/* Those of 'from', a set of the head's summaries, word by word: only what the
 * target does not know is looked at. The set may grow meanwhile: what comes is
 * queued. */
static void apply_set(heads_search *search, uint32_t head, uint32_t link,
                      const uint64_t *from) {
  assert(link < search->links.count);
  bool accepting = search->links.at[link].accepting;
  uint32_t target = search->links.at[link].target;
  size_t words = words_of(search);
  progress_tick(search->clock);
  for (size_t w = 0; w < words; w++) {
    uint64_t set = from[w];
    if (accepting)
      set |= (set & HEADS_PRESENT) << 1;
    for (set &= ~search->heads.at[target].known[w]; set;) {
      uint32_t i = base_lowest_bit(set) / 2;
      uint64_t to = 32 * w + i;
      set &= ~(UINT64_C(3) << 2 * i);
      apply(search, link,
            map_find(&search->summary_numbers, map_pair(head, (uint32_t)to)));
    }
  }
}

static bool goes_by_sets(const heads_search *search, uint32_t link,
                         size_t count) {
  assert(link < search->links.count);
  const heads_link *l = &search->links.at[link];
  return l->below == HEADS_TAIL && search->heads.at[l->target].known &&
         count > words_of(search) / 8;
}

/* The link's head may gain summaries meanwhile: they are queued. */
static void apply_to_all(heads_search *search, uint32_t head, uint32_t link) {
  assert(head < search->heads.count);
  const heads_head *h = &search->heads.at[head];
  if (h->known && goes_by_sets(search, link, h->summary_count)) {
    apply_set(search, head, link, h->known);
    return;
  }
  for (uint32_t x = h->summaries; x != HEADS_NONE;
       x = search->summaries.at[x].next)
    apply(search, link, x);
}

static void add_link(heads_search *search, uint32_t head, heads_link l,
                     heads_reason why) {
  assert(head < search->heads.count);
  uint32_t n = (uint32_t)search->links.count;
  if (n == HEADS_NONE)
    mem_raise(search->m->budget, MEM_LIMIT);
  l.next = search->heads.at[head].links;
  vec_push(search->m, &search->links, l);
  if (search->s->has_reasons)
    vec_push(search->m, &search->link_reasons, why);
  search->heads.at[head].links = n;
  apply_to_all(search, head, n);
}

static void add_tail(heads_search *search, uint32_t target, uint32_t head,
                     bool accepting, heads_reason why) {
  heads_link l = {HEADS_NONE, target, HEADS_TAIL, accepting};
  if (search->s->never_pops) {
    add_link(search, head, l, why);
    return;
  }
  uint32_t n = map_insert(search->m, &search->tails, map_pair(target, head));
  if (n == search->tail_links.count) {
    vec_push(search->m, &search->tail_links, (uint32_t)search->links.count);
    add_link(search, head, l, why);
    return;
  }
  uint32_t link = search->tail_links.at[n];
  if (!accepting || search->links.at[link].accepting)
    return;
  search->links.at[link].accepting = true;
  apply_to_all(search, head, link);
}

static void heads_enter(heads_search *search, uint32_t head,
                        const heads_rule *rule) {
  assert(head < search->heads.count);
  bool accepting = search->heads.at[head].accepting;
  heads_reason why = {rule->source, HEADS_NONE, HEADS_NONE};
  if (rule->length == 0 &&
      is_known(&search->heads.at[head], rule->to, accepting))
    return;
  if (rule->length == 0)
    add_summary(search, head, rule->to, accepting, why);
  else if (rule->length == 1)
    add_tail(search, head, heads_add(search, rule->to, rule->push[0]),
             accepting, why);
  else
    add_link(search, heads_add(search, rule->to, rule->push[0]),
             (heads_link){HEADS_NONE, head, rule->push[1], accepting}, why);
}

static void heads_expand(heads_search *search, uint32_t head) {
  assert(head < search->numbers.keys.count);
  uint64_t key = search->numbers.keys.at[head];
  if (!search->s->keeps_rules)
    search->rules.count = 0;
  uint32_t first = (uint32_t)search->rules.count;
  search->s->expand(search->s->self, search->m, (uint32_t)(key >> 32),
                    (uint32_t)key, &search->rules);
  search->heads.at[head].first_rule = first;
  search->heads.at[head].rules = (uint32_t)search->rules.count - first;
  for (uint32_t i = first; i < search->rules.count; i++) {
    heads_rule rule = search->rules.at[i];
    heads_enter(search, head, &rule);
    progress_tick(search->clock);
  }
}

/* All of a head that wait: into the batch. */
static void take_batch(heads_search *search, uint32_t head) {
  assert(head < search->heads.count);
  size_t words = words_of(search);
  uint64_t *waiting = search->heads.at[head].known + words;
  search->batch.count = 0;
  if (!search->batch_set)
    search->batch_set = mem_array(search->m, words, sizeof *search->batch_set);
  memcpy(search->batch_set, waiting, words * sizeof *waiting);
  memset(waiting, 0, words * sizeof *waiting);
  for (size_t w = 0; w < words; w++)
    for (uint64_t set = search->batch_set[w] & HEADS_PRESENT; set;
         set &= set - 1) {
      uint64_t to = 32 * w + base_lowest_bit(set) / 2;
      uint32_t n =
          map_find(&search->summary_numbers, map_pair(head, (uint32_t)to));
      search->summaries.at[n].queued = false;
      vec_push(search->m, &search->batch, n);
    }
}

static void propagate_batch(heads_search *search, uint32_t head) {
  take_batch(search, head);
  assert(head < search->heads.count);
  for (uint32_t l = search->heads.at[head].links; l != HEADS_NONE;
       l = search->links.at[l].next)
    if (goes_by_sets(search, l, search->batch.count))
      apply_set(search, head, l, search->batch_set);
    else
      vec_each (const uint32_t, x, &search->batch)
        apply(search, l, *x);
}

static void propagate(heads_search *search, uint32_t summary) {
  assert(summary < search->summaries.count);
  heads_summary *x = &search->summaries.at[summary];
  uint32_t head = x->head;
  if (!x->queued)
    return; /* it has gone on with others */
  if (search->heads.at[head].known) {
    propagate_batch(search, head);
    return;
  }
  x->queued = false;
  for (uint32_t l = search->heads.at[head].links; l != HEADS_NONE;
       l = search->links.at[l].next)
    apply(search, l, summary);
}

void heads_run(heads_search *search) {
  for (;;) {
    if (search->next_head < search->heads.count)
      heads_expand(search, search->next_head++);
    else if (search->queue_head < search->queue.count)
      propagate(search, search->queue.at[search->queue_head++]);
    else
      return;
    if (search->queue_head == search->queue.count)
      search->queue_head = search->queue.count = 0;
    search->clock->done = search->next_head;
    search->clock->pending = search->queue.count - search->queue_head;
  }
}

void heads_finish(heads_search *search) {
  map_free(search->m, &search->tails);
  vec_free(search->m, &search->tail_links);
  vec_free(search->m, &search->queue);
  vec_free(search->m, &search->batch);
  mem_free(search->m, search->batch_set);
  search->batch_set = NULL;
  vec_each (heads_head, head, &search->heads)
    if (head->known) {
      mem_free(search->m, head->known);
      head->known = NULL;
    }
}
