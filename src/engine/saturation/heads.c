#include "engine/saturation/heads.h"

/* ---- Heads and summaries --------------------------------------------- */

uint32_t heads_add(heads_search *v, uint32_t location, uint32_t symbol) {
  uint32_t h = map_insert(v->m, &v->numbers, map_pair(location, symbol));
  if (h == v->heads.count) {
    heads_head x = {.summaries = HEADS_NONE, .links = HEADS_NONE};
    x.accepting = v->s->accepting && v->s->accepting(v->s->self, location);
    vec_push(v->m, &v->heads, x);
  }
  return h;
}

/* Most summaries that are found have been found before: a set of bits tells
 * so at once, if it takes no more room than the summaries do. */
static void note_known(heads_search *v, uint32_t summary) {
  const heads_summary *x = &v->summaries.at[summary];
  heads_head *h = &v->heads.at[x->head];
  uint32_t locations = v->s->locations;
  if (h->known) {
    h->known[x->to / 32] |= UINT64_C(1) << (2 * (x->to % 32) + x->accepting) |
                            UINT64_C(1) << 2 * (x->to % 32);
    return;
  }
  if (h->summary_count < 8 || h->summary_count < locations / 64)
    return;
  h->known = mem_array(v->m, locations / 32 + 1, sizeof *h->known);
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

/* ---- Links ----------------------------------------------------------- */

static void add_tail(heads_search *v, uint32_t target, uint32_t head,
                     bool accepting, heads_reason why);

static void apply(heads_search *v, uint32_t link, uint32_t summary) {
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

/* The link's head may gain summaries meanwhile: they are queued. */
static void apply_to_all(heads_search *v, uint32_t head, uint32_t link) {
  for (uint32_t x = v->heads.at[head].summaries; x != HEADS_NONE;
       x = v->summaries.at[x].next)
    apply(v, link, x);
}

static void add_link(heads_search *v, uint32_t head, heads_link l,
                     heads_reason why) {
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

/* ---- The fixpoint ---------------------------------------------------- */

static void enter(heads_search *v, uint32_t head, const heads_rule *r) {
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

static void expand(heads_search *v, uint32_t head) {
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
    enter(v, head, &r);
    progress_tick(v->clock);
  }
}

static void propagate(heads_search *v, uint32_t summary) {
  heads_summary *x = &v->summaries.at[summary];
  x->queued = false;
  for (uint32_t l = v->heads.at[x->head].links; l != HEADS_NONE;
       l = v->links.at[l].next)
    apply(v, l, summary);
}

void heads_run(heads_search *v) {
  for (;;) {
    if (v->next_head < v->heads.count)
      expand(v, v->next_head++);
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
  vec_each (heads_head, h, &v->heads)
    if (h->known) {
      mem_free(v->m, h->known);
      h->known = NULL;
    }
}
