/* The links of the exploration lead from a head to those that it follows
 * from. Both fixpoints go backwards along them, each link once. */
#include "engine/ectl/solve.h"

#include <assert.h>

typedef struct judge {
  progress *clock;
  const heads_search *v;
  ectl_table *t;
  uint32_t *queue;
  size_t count;
} judge;

static void justify(judge *j, uint32_t head, uint32_t link, uint32_t next) {
  assert(head < j->t->heads.count);
  assert(link < j->v->link_reasons.count);
  ectl_head *h = &j->t->heads.at[head];
  const heads_reason *why = &j->v->link_reasons.at[link];
  h->rule = why->source;
  h->first = why->first;
  h->next = next;
}

static judge judge_begin(progress *clock, const heads_search *search,
                         ectl_table *table) {
  judge j = {.clock = clock, .v = search, .t = table};
  j.queue = mem_array(search->m, table->heads.count + 1, sizeof *j.queue);
  return j;
}

/* Breadth first: the order is the distance from what is done. */
void ectl_judge_until(progress *clock, heads_search *search,
                      ectl_table *table) {
  judge j = judge_begin(clock, search, table);
  for (uint32_t h = 0; h < table->heads.count; h++)
    if (table->heads.at[h].kind == ECTL_DONE) {
      table->heads.at[h].lives = true;
      j.queue[j.count++] = h;
    }
  for (size_t i = 0; i < j.count; i++) {
    uint32_t to = j.queue[i];
    for (uint32_t n = search->heads.at[to].links; n != HEADS_NONE;
         n = search->links.at[n].next) {
      uint32_t from = search->links.at[n].target;
      ectl_head *h = &table->heads.at[from];
      progress_tick(clock);
      if (h->lives)
        continue;
      h->lives = true;
      h->order = table->heads.at[to].order + 1;
      justify(&j, from, n, to);
      j.queue[j.count++] = from;
    }
  }
  mem_free(search->m, j.queue);
}

static void die(judge *j, uint32_t head) {
  assert(head < j->t->heads.count);
  ectl_head *h = &j->t->heads.at[head];
  h->lives = false;
  h->order = (uint32_t)j->count;
  j->queue[j->count++] = head;
}

/* Heads die when the last that follows is dead; what is left lives. */
void ectl_judge_release(progress *clock, heads_search *search,
                        ectl_table *table) {
  judge j = judge_begin(clock, search, table);
  uint32_t *living =
      mem_array(search->m, table->heads.count + 1, sizeof *living);
  vec_each (const heads_link, l, &search->links)
    living[l->target]++;
  for (uint32_t h = 0; h < table->heads.count; h++) {
    ectl_head *head = &table->heads.at[h];
    head->lives = true;
    if (head->kind == ECTL_BAD || (head->kind == ECTL_PLAIN && living[h] == 0))
      die(&j, h);
  }
  for (size_t i = 0; i < j.count; i++)
    for (uint32_t n = search->heads.at[j.queue[i]].links; n != HEADS_NONE;
         n = search->links.at[n].next) {
      uint32_t from = search->links.at[n].target;
      progress_tick(clock);
      if (--living[from] == 0)
        die(&j, from);
    }
  for (uint32_t h = 0; h < table->heads.count; h++) {
    if (!table->heads.at[h].lives)
      continue;
    for (uint32_t n = search->heads.at[h].links; n != HEADS_NONE;
         n = search->links.at[n].next)
      if (table->heads.at[search->links.at[n].target].next == ECTL_NO)
        justify(&j, search->links.at[n].target, n, h);
  }
  mem_free(search->m, living);
  mem_free(search->m, j.queue);
}
