#include "engine/ectl/solve.h"

#include "base/check.h"

#include <assert.h>

typedef struct solver {
  progress *clock;
  ectl_product *p;
  heads_search v;
  uint8_t *is_full; /* by location: its heads are there with every symbol */
} solver;

static void expand(void *self, mem *m, uint32_t location, uint32_t symbol,
                   heads_rules *out) {
  ectl_product *product = self;
  ectl_product_expand(product, location, symbol);
  const ectl_head *head = &vec_last(&product->table->heads);
  for (uint32_t i = head->first_rule; i < head->first_rule + head->rules; i++) {
    const ectl_rule *rule = &product->table->rules.at[i];
    vec_push(m, out,
             ((heads_rule){
                 rule->to, rule->length, {rule->push[0], rule->push[1]}, i}));
  }
}

static bool has_pops(const machine *x) {
  if (machine_has_stack(x))
    vec_each (const machine_rule, rule, &x->rules)
      if (rule->operation == MACHINE_POP)
        return true;
  return false;
}

static void start_at_all_states(solver *s) {
  uint32_t states = machine_states(s->p->table->system);
  uint32_t symbol = ectl_product_symbol(s->p, 0, 0);
  for (uint32_t i = 0; i < states; i++)
    heads_add(&s->v, ectl_product_location(s->p, 0, i), symbol);
  heads_run(&s->v);
}

/* The location's heads with all that can be on top of anything. */
static void fill_location(solver *s, uint32_t location) {
  const ectl_monitor *monitor = s->p->table->carried;
  for (uint32_t d = 0; d < monitor->states; d++)
    for (uint32_t g = 0; g < monitor->symbols; g++) {
      heads_add(&s->v, location, ectl_product_symbol(s->p, g, d));
      progress_tick(s->clock);
    }
}

static void start_everywhere(solver *s) {
  uint32_t states = machine_states(s->p->table->system);
  size_t seen = 0;
  s->is_full = mem_array(s->v.m, s->v.s->locations, 1);
  for (uint32_t i = 0; i < states; i++) {
    uint32_t l = ectl_product_location(s->p, 0, i);
    s->is_full[l] = 1;
    fill_location(s, l);
  }
  heads_run(&s->v);
  for (; seen < s->v.summaries.count; seen++) {
    uint32_t l = s->v.summaries.at[seen].to;
    if (s->is_full[l])
      continue;
    s->is_full[l] = 1;
    fill_location(s, l);
    heads_run(&s->v);
  }
  mem_free(s->v.m, s->is_full);
}

/* The locations in which the stack above has been popped, symbol by symbol:
 * the pops of a head are all known once it has been looked at. */
static void start_at_place(solver *s, const ectl_place *place) {
  const ectl_monitor *monitor = s->p->table->carried;
  mem *m = s->v.m;
  uint32_t *below = mem_array(m, place->stack.count + 1, sizeof *below);
  map now = {0}, next = {0};
  for (size_t i = place->stack.count; i-- > 1;)
    below[i - 1] =
        monitor->step
            .at[(size_t)below[i] * monitor->symbols + place->stack.at[i]];
  map_insert(m, &now, ectl_product_location(s->p, 0, place->state));
  for (size_t i = 0; i < place->stack.count; i++) {
    uint32_t symbol = ectl_product_symbol(s->p, place->stack.at[i], below[i]);
    vec_each (const uint64_t, l, &now.keys)
      heads_add(&s->v, (uint32_t)*l, symbol);
    heads_run(&s->v);
    vec_each (const uint64_t, l, &now.keys) {
      uint32_t h = heads_find(&s->v, (uint32_t)*l, symbol);
      for (uint32_t k = s->v.heads.at[h].summaries; k != HEADS_NONE;
           k = s->v.summaries.at[k].next)
        map_insert(m, &next, s->v.summaries.at[k].to);
    }
    map_free(m, &now);
    now = next;
    next = (map){0};
  }
  map_free(m, &now);
  mem_free(m, below);
}

static void start_at_places(solver *s, const ectl_places *places) {
  vec_each (const machine_head, head, &s->p->table->system->heads)
    heads_add(&s->v, ectl_product_location(s->p, 0, head->state),
              ectl_product_symbol(s->p, head->symbol, 0));
  heads_run(&s->v);
  if (places)
    vec_each (const ectl_place, place, places)
      start_at_place(s, place);
}

static void take_pops(solver *s) {
  ectl_table *table = s->p->table;
  mem *m = s->v.m;
  size_t pops = s->v.summaries.count;
  vec_reserve(m, &table->pops, pops);
  vec_resize(m, &table->pops_of, pops);
  for (size_t i = 0; i < pops; i++) {
    const heads_summary *summary = &s->v.summaries.at[i];
    const heads_reason *why = &s->v.summary_reasons.at[i];
    vec_push(m, &table->pops,
             ((ectl_pop){summary->head, summary->to, why->source, why->first,
                         why->second}));
  }
  uint32_t first = 0;
  for (size_t h = 0; h < table->heads.count; h++) {
    table->heads.at[h].first_pop = first;
    first += s->v.heads.at[h].summary_count;
  }
  for (uint32_t i = 0; i < pops; i++) {
    ectl_head *h = &table->heads.at[table->pops.at[i].head];
    table->pops_of.at[h->first_pop + h->pops++] = i;
  }
}

#ifndef NDEBUG
/* The invariants that product/ectl_table.h states, but for what is closed. */
static void check_ectl_table(const ectl_table *t) {
  for (uint32_t i = 0; i < t->pops.count; i++) {
    const ectl_pop *x = &t->pops.at[i];
    assert(x->head < t->heads.count && x->rule < t->rules.count);
    assert(x->first == ECTL_NO || x->first < i);
    assert(x->second == ECTL_NO || (x->first != ECTL_NO && x->second < i));
  }
  for (uint32_t i = 0; i < t->heads.count; i++) {
    const ectl_head *h = &t->heads.at[i];
    assert(ectl_find_head(t, h->location, h->symbol) == i);
    assert(h->first_pop + (size_t)h->pops <= t->pops_of.count);
    assert(h->first_rule + (size_t)h->rules <= t->rules.count);
    for (uint32_t k = 0; k < h->pops; k++)
      assert(t->pops.at[t->pops_of.at[h->first_pop + k]].head == i);
    if (h->kind != ECTL_PLAIN || !h->lives)
      continue;
    assert(h->next < t->heads.count && t->heads.at[h->next].lives);
    assert(t->is_release || t->heads.at[h->next].order < h->order);
  }
}
#endif

void ectl_solve(progress *clock, ectl_product *product, ectl_wanted wanted,
                const ectl_places *places) {
  ectl_table *table = product->table;
  uint64_t locations = (uint64_t)machine_states(table->system) *
                       machine_states(table->automaton);
  heads_system system = {
      .self = product, .expand = expand, .has_reasons = true};
  system.locations = locations < UINT32_MAX ? (uint32_t)locations : UINT32_MAX;
  system.never_pops = !has_pops(table->system) && !has_pops(table->automaton);
  solver s = {.clock = clock,
              .p = product,
              .v = {.m = product->m, .clock = clock, .s = &system}};
  clock->phase = table->is_release ? "release" : "until";
  if (wanted == ECTL_ALL_STATES)
    start_at_all_states(&s);
  else if (wanted == ECTL_PLACES)
    start_at_places(&s, places);
  else
    start_everywhere(&s);
  heads_finish(&s.v);
  map_free(product->m, &s.v.summary_numbers);
  if (table->is_release)
    ectl_judge_release(clock, &s.v, table);
  else
    ectl_judge_until(clock, &s.v, table);
  vec_free(product->m, &s.v.links);
  vec_free(product->m, &s.v.link_reasons);
  take_pops(&s);
  ectl_product_empty(product);
  table->head_numbers = s.v.numbers;
  vec_free(product->m, &s.v.heads);
  vec_free(product->m, &s.v.rules);
  vec_free(product->m, &s.v.summaries);
  vec_free(product->m, &s.v.summary_reasons);
  debug_check(check_ectl_table(table));
}
