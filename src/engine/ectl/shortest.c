#include "engine/ectl/shortest.h"

#include <assert.h>

static void relax(ectl_shortest *shortest, uint32_t fact, uint64_t cost,
                  uint32_t rule, uint32_t first, uint32_t second) {
  ectl_fact *f = &shortest->facts[fact];
  if (f->done || f->cost <= cost)
    return;
  *f = (ectl_fact){cost, rule, first, second, false};
  heap_add(shortest->m, &shortest->agenda, cost, fact);
}

/* By a rule, then perhaps a pop, and then a fact about the head that is on top
 * there: it is one about the rule's head, too. */
static void conclude(ectl_shortest *shortest, uint32_t rule, uint32_t first,
                     uint32_t last) {
  uint64_t cost = ectl_add_cost(shortest->facts[last].cost, 1);
  uint32_t head = shortest->owner[rule], fact = shortest->pops + head;
  shortest->work++;
  if (first != ECTL_NO)
    cost = ectl_add_cost(cost, shortest->facts[first].cost);
  if (last < shortest->pops) {
    uint32_t to = shortest->t->pops.at[last].to;
    if (shortest->done[head] && shortest->done[head][to / 64] >> (to % 64) & 1)
      return;
    fact = map_find(&shortest->pop_numbers, map_pair(head, to));
  }
  if (first == ECTL_NO)
    relax(shortest, fact, cost, rule, last, ECTL_NO);
  else
    relax(shortest, fact, cost, rule, first, last);
}

/* A pushed symbol has been popped: the head below is on top. */
static void go_on_below(ectl_shortest *shortest, uint32_t rule,
                        uint32_t first) {
  const ectl_table *table = shortest->t;
  uint32_t h = ectl_find_head(table, table->pops.at[first].to,
                              table->rules.at[rule].push[1]);
  assert(h < table->heads.count);
  const ectl_head *below = &table->heads.at[h];
  vec_push(shortest->m, &shortest->waiting,
           ((ectl_waiting){shortest->first_waiting[h], rule, first}));
  shortest->first_waiting[h] = (uint32_t)shortest->waiting.count - 1;
  if (shortest->facts[shortest->pops + h].done)
    conclude(shortest, rule, first, shortest->pops + h);
  for (uint32_t i = below->first_pop; i < below->first_pop + below->pops; i++)
    if (shortest->facts[table->pops_of.at[i]].done)
      conclude(shortest, rule, first, table->pops_of.at[i]);
}

/* Most that is concluded of pops is known: bits tell so at once, if they take
 * no more room than the pops do. */
static void note_done(ectl_shortest *shortest, uint32_t head, uint32_t fact) {
  assert(head < shortest->t->heads.count);
  assert(fact < shortest->t->pops.count);
  const ectl_head *h = &shortest->t->heads.at[head];
  size_t words = shortest->t->locations.keys.count / 64 + 1;
  uint32_t to = shortest->t->pops.at[fact].to;
  if (!shortest->done[head] && ++shortest->done_count[head] >= 8 &&
      shortest->done_count[head] >= words) {
    shortest->done[head] = mem_array(shortest->m, words, sizeof(uint64_t));
    for (uint32_t i = h->first_pop; i < h->first_pop + h->pops; i++) {
      uint32_t n = shortest->t->pops_of.at[i], l = shortest->t->pops.at[n].to;
      if (shortest->facts[n].done)
        shortest->done[head][l / 64] |= UINT64_C(1) << (l % 64);
    }
  }
  if (shortest->done[head])
    shortest->done[head][to / 64] |= UINT64_C(1) << (to % 64);
}

static void finish(ectl_shortest *shortest, progress *clock, uint32_t fact) {
  bool is_pop = fact < shortest->pops;
  uint32_t head =
      is_pop ? shortest->t->pops.at[fact].head : fact - shortest->pops;
  shortest->facts[fact].done = true;
  if (is_pop)
    note_done(shortest, head, fact);
  for (uint32_t i = shortest->first_waiting[head]; i != ECTL_NO;
       i = shortest->waiting.at[i].next)
    conclude(shortest, shortest->waiting.at[i].rule,
             shortest->waiting.at[i].first, fact);
  for (uint32_t i = shortest->first_user[head];
       i < shortest->first_user[head + 1]; i++) {
    progress_tick(clock);
    if (is_pop && shortest->t->rules.at[shortest->user[i]].length == 2)
      go_on_below(shortest, shortest->user[i], fact);
    else
      conclude(shortest, shortest->user[i], ECTL_NO, fact);
  }
}

/* Reasons have smaller numbers than what they are for. */
static void guess_pops(ectl_shortest *shortest) {
  for (uint32_t i = 0; i < shortest->pops; i++) {
    const ectl_pop *pop = &shortest->t->pops.at[i];
    ectl_fact *fact = &shortest->facts[i];
    if (fact->done)
      continue;
    *fact = (ectl_fact){1, pop->rule, pop->first, pop->second, true};
    if (pop->first != ECTL_NO)
      fact->cost = ectl_add_cost(fact->cost, shortest->facts[pop->first].cost);
    if (pop->second != ECTL_NO)
      fact->cost = ectl_add_cost(fact->cost, shortest->facts[pop->second].cost);
  }
  shortest->agenda.count = 0;
  shortest->is_guessed = true;
}

bool ectl_shortest_find(ectl_shortest *shortest, progress *clock,
                        uint64_t cost) {
  while (shortest->agenda.count && shortest->agenda.at[0].cost <= cost) {
    heap_entry entry = heap_take(&shortest->agenda);
    progress_tick(clock);
    if (!shortest->facts[entry.what].done)
      finish(shortest, clock, entry.what);
    if (shortest->work > ECTL_MOST_CONCLUSIONS)
      guess_pops(shortest);
  }
  return shortest->agenda.count == 0;
}

static void index_rules(ectl_shortest *shortest) {
  const ectl_table *table = shortest->t;
  size_t heads = table->heads.count, rules = table->rules.count;
  shortest->owner = mem_array(shortest->m, rules + 1, sizeof *shortest->owner);
  shortest->entered =
      mem_array(shortest->m, rules + 1, sizeof *shortest->entered);
  shortest->user = mem_array(shortest->m, rules + 1, sizeof *shortest->user);
  shortest->first_user =
      mem_array(shortest->m, heads + 2, sizeof *shortest->first_user);
  for (uint32_t h = 0; h < heads; h++)
    for (uint32_t i = 0; i < table->heads.at[h].rules; i++)
      shortest->owner[table->heads.at[h].first_rule + i] = h;
  for (uint32_t i = 0; i < rules; i++) {
    const ectl_rule *rule = &table->rules.at[i];
    shortest->entered[i] = ECTL_NO;
    if (rule->length == 0)
      continue;
    shortest->entered[i] = ectl_find_head(table, rule->to, rule->push[0]);
    shortest->first_user[shortest->entered[i] + 2]++;
  }
  for (size_t h = 0; h < heads; h++)
    shortest->first_user[h + 2] += shortest->first_user[h + 1];
  for (uint32_t i = 0; i < rules; i++)
    if (shortest->entered[i] != ECTL_NO)
      shortest->user[shortest->first_user[shortest->entered[i] + 1]++] = i;
}

static bool is_end(const ectl_head *head) {
  return head->kind == ECTL_DONE || head->kind == ECTL_RELEASED ||
         head->kind == ECTL_END || head->kind == ECTL_ESCAPE;
}

ectl_shortest *ectl_shortest_new(mem *m, const ectl_table *table) {
  ectl_shortest *shortest = mem_alloc(m, sizeof *shortest);
  size_t heads = table->heads.count, facts = table->pops.count + heads;
  if (facts >= ECTL_NO)
    mem_raise(m->budget, MEM_LIMIT);
  *shortest =
      (ectl_shortest){.m = m, .t = table, .pops = (uint32_t)table->pops.count};
  ectl_moves_init(m, table->system, table->automaton, &shortest->moves);
  index_rules(shortest);
  shortest->facts = mem_array(m, facts + 1, sizeof *shortest->facts);
  for (size_t i = 0; i < facts; i++)
    shortest->facts[i].cost = ECTL_FAR;
  shortest->first_waiting =
      mem_array(m, heads + 1, sizeof *shortest->first_waiting);
  memset(shortest->first_waiting, 0xFF,
         heads * sizeof *shortest->first_waiting);
  shortest->done = mem_array(m, heads + 1, sizeof *shortest->done);
  shortest->done_count = mem_array(m, heads + 1, sizeof *shortest->done_count);
  vec_each (const ectl_pop, pop, &table->pops)
    map_insert(m, &shortest->pop_numbers, map_pair(pop->head, pop->to));
  for (uint32_t i = 0; i < table->rules.count; i++)
    if (table->rules.at[i].length == 0)
      relax(shortest,
            map_find(&shortest->pop_numbers,
                     map_pair(shortest->owner[i], table->rules.at[i].to)),
            1, i, ECTL_NO, ECTL_NO);
  for (uint32_t h = 0; h < heads; h++)
    if (is_end(&table->heads.at[h]))
      relax(shortest, shortest->pops + h, 0, ECTL_NO, ECTL_NO, ECTL_NO);
  return shortest;
}
