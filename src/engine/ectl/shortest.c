#include "engine/ectl/shortest.h"

#include <assert.h>

static void relax(ectl_shortest *x, uint32_t fact, uint64_t cost, uint32_t rule,
                  uint32_t first, uint32_t second) {
  ectl_fact *f = &x->facts[fact];
  if (f->done || f->cost <= cost)
    return;
  *f = (ectl_fact){cost, rule, first, second, false};
  heap_add(x->m, &x->agenda, cost, fact);
}

/* By a rule, then perhaps a pop, and then a fact about the head that is on top
 * there: it is one about the rule's head, too. */
static void conclude(ectl_shortest *x, uint32_t rule, uint32_t first,
                     uint32_t last) {
  uint64_t cost = ectl_add_cost(x->facts[last].cost, 1);
  uint32_t head = x->owner[rule], fact = x->pops + head;
  x->work++;
  if (first != ECTL_NO)
    cost = ectl_add_cost(cost, x->facts[first].cost);
  if (last < x->pops) {
    uint32_t to = x->t->pops.at[last].to;
    if (x->done[head] && x->done[head][to / 64] >> (to % 64) & 1)
      return;
    fact = map_find(&x->pop_numbers, map_pair(head, to));
  }
  if (first == ECTL_NO)
    relax(x, fact, cost, rule, last, ECTL_NO);
  else
    relax(x, fact, cost, rule, first, last);
}

/* A pushed symbol has been popped: the head below is on top. */
static void go_on_below(ectl_shortest *x, uint32_t rule, uint32_t first) {
  const ectl_table *t = x->t;
  uint32_t h =
      ectl_find_head(t, t->pops.at[first].to, t->rules.at[rule].push[1]);
  assert(h < t->heads.count);
  const ectl_head *below = &t->heads.at[h];
  vec_push(x->m, &x->waiting,
           ((ectl_waiting){x->first_waiting[h], rule, first}));
  x->first_waiting[h] = (uint32_t)x->waiting.count - 1;
  if (x->facts[x->pops + h].done)
    conclude(x, rule, first, x->pops + h);
  for (uint32_t i = below->first_pop; i < below->first_pop + below->pops; i++)
    if (x->facts[t->pops_of.at[i]].done)
      conclude(x, rule, first, t->pops_of.at[i]);
}

/* Most that is concluded of pops is known: bits tell so at once, if they take
 * no more room than the pops do. */
static void note_done(ectl_shortest *x, uint32_t head, uint32_t fact) {
  assert(head < x->t->heads.count);
  assert(fact < x->t->pops.count);
  const ectl_head *h = &x->t->heads.at[head];
  size_t words = x->t->locations.keys.count / 64 + 1;
  uint32_t to = x->t->pops.at[fact].to;
  if (!x->done[head] && ++x->done_count[head] >= 8 &&
      x->done_count[head] >= words) {
    x->done[head] = mem_array(x->m, words, sizeof(uint64_t));
    for (uint32_t i = h->first_pop; i < h->first_pop + h->pops; i++) {
      uint32_t n = x->t->pops_of.at[i], l = x->t->pops.at[n].to;
      if (x->facts[n].done)
        x->done[head][l / 64] |= UINT64_C(1) << (l % 64);
    }
  }
  if (x->done[head])
    x->done[head][to / 64] |= UINT64_C(1) << (to % 64);
}

static void finish(ectl_shortest *x, progress *clock, uint32_t fact) {
  bool is_pop = fact < x->pops;
  uint32_t head = is_pop ? x->t->pops.at[fact].head : fact - x->pops;
  x->facts[fact].done = true;
  if (is_pop)
    note_done(x, head, fact);
  for (uint32_t i = x->first_waiting[head]; i != ECTL_NO;
       i = x->waiting.at[i].next)
    conclude(x, x->waiting.at[i].rule, x->waiting.at[i].first, fact);
  for (uint32_t i = x->first_user[head]; i < x->first_user[head + 1]; i++) {
    progress_tick(clock);
    if (is_pop && x->t->rules.at[x->user[i]].length == 2)
      go_on_below(x, x->user[i], fact);
    else
      conclude(x, x->user[i], ECTL_NO, fact);
  }
}

/* Reasons have smaller numbers than what they are for. */
static void guess_pops(ectl_shortest *x) {
  for (uint32_t i = 0; i < x->pops; i++) {
    const ectl_pop *p = &x->t->pops.at[i];
    ectl_fact *f = &x->facts[i];
    if (f->done)
      continue;
    *f = (ectl_fact){1, p->rule, p->first, p->second, true};
    if (p->first != ECTL_NO)
      f->cost = ectl_add_cost(f->cost, x->facts[p->first].cost);
    if (p->second != ECTL_NO)
      f->cost = ectl_add_cost(f->cost, x->facts[p->second].cost);
  }
  x->agenda.count = 0;
  x->is_guessed = true;
}

bool ectl_shortest_find(ectl_shortest *x, progress *clock, uint64_t cost) {
  while (x->agenda.count && x->agenda.at[0].cost <= cost) {
    heap_entry e = heap_take(&x->agenda);
    progress_tick(clock);
    if (!x->facts[e.what].done)
      finish(x, clock, e.what);
    if (x->work > ECTL_MOST_CONCLUSIONS)
      guess_pops(x);
  }
  return x->agenda.count == 0;
}

static void index_rules(ectl_shortest *x) {
  const ectl_table *t = x->t;
  size_t heads = t->heads.count, rules = t->rules.count;
  x->owner = mem_array(x->m, rules + 1, sizeof *x->owner);
  x->entered = mem_array(x->m, rules + 1, sizeof *x->entered);
  x->user = mem_array(x->m, rules + 1, sizeof *x->user);
  x->first_user = mem_array(x->m, heads + 2, sizeof *x->first_user);
  for (uint32_t h = 0; h < heads; h++)
    for (uint32_t i = 0; i < t->heads.at[h].rules; i++)
      x->owner[t->heads.at[h].first_rule + i] = h;
  for (uint32_t i = 0; i < rules; i++) {
    const ectl_rule *r = &t->rules.at[i];
    x->entered[i] = ECTL_NO;
    if (r->length == 0)
      continue;
    x->entered[i] = ectl_find_head(t, r->to, r->push[0]);
    x->first_user[x->entered[i] + 2]++;
  }
  for (size_t h = 0; h < heads; h++)
    x->first_user[h + 2] += x->first_user[h + 1];
  for (uint32_t i = 0; i < rules; i++)
    if (x->entered[i] != ECTL_NO)
      x->user[x->first_user[x->entered[i] + 1]++] = i;
}

static bool is_end(const ectl_head *h) {
  return h->kind == ECTL_DONE || h->kind == ECTL_RELEASED ||
         h->kind == ECTL_END || h->kind == ECTL_ESCAPE;
}

ectl_shortest *ectl_shortest_new(mem *m, const ectl_table *t) {
  ectl_shortest *x = mem_alloc(m, sizeof *x);
  size_t heads = t->heads.count, facts = t->pops.count + heads;
  if (facts >= ECTL_NO)
    mem_raise(m->budget, MEM_LIMIT);
  *x = (ectl_shortest){.m = m, .t = t, .pops = (uint32_t)t->pops.count};
  ectl_moves_init(m, t->system, t->automaton, &x->moves);
  index_rules(x);
  x->facts = mem_array(m, facts + 1, sizeof *x->facts);
  for (size_t i = 0; i < facts; i++)
    x->facts[i].cost = ECTL_FAR;
  x->first_waiting = mem_array(m, heads + 1, sizeof *x->first_waiting);
  memset(x->first_waiting, 0xFF, heads * sizeof *x->first_waiting);
  x->done = mem_array(m, heads + 1, sizeof *x->done);
  x->done_count = mem_array(m, heads + 1, sizeof *x->done_count);
  vec_each (const ectl_pop, p, &t->pops)
    map_insert(m, &x->pop_numbers, map_pair(p->head, p->to));
  for (uint32_t i = 0; i < t->rules.count; i++)
    if (t->rules.at[i].length == 0)
      relax(x,
            map_find(&x->pop_numbers, map_pair(x->owner[i], t->rules.at[i].to)),
            1, i, ECTL_NO, ECTL_NO);
  for (uint32_t h = 0; h < heads; h++)
    if (is_end(&t->heads.at[h]))
      relax(x, x->pops + h, 0, ECTL_NO, ECTL_NO, ECTL_NO);
  return x;
}
