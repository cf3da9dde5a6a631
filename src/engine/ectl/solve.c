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
  ectl_product *p = self;
  ectl_product_expand(p, location, symbol);
  const ectl_head *h = &vec_last(&p->table->heads);
  for (uint32_t i = h->first_rule; i < h->first_rule + h->rules; i++) {
    const ectl_rule *r = &p->table->rules.at[i];
    vec_push(m, out,
             ((heads_rule){r->to, r->length, {r->push[0], r->push[1]}, i}));
  }
}

static bool has_pops(const machine *x) {
  if (machine_has_stack(x))
    vec_each (const machine_rule, r, &x->rules)
      if (r->operation == MACHINE_POP)
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
  const ectl_monitor *n = s->p->table->carried;
  for (uint32_t d = 0; d < n->states; d++)
    for (uint32_t g = 0; g < n->symbols; g++) {
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
static void start_at_place(solver *s, const ectl_place *x) {
  const ectl_monitor *n = s->p->table->carried;
  mem *m = s->v.m;
  uint32_t *below = mem_array(m, x->stack.count + 1, sizeof *below);
  map now = {0}, next = {0};
  for (size_t i = x->stack.count; i-- > 1;)
    below[i - 1] = n->step.at[(size_t)below[i] * n->symbols + x->stack.at[i]];
  map_insert(m, &now, ectl_product_location(s->p, 0, x->state));
  for (size_t i = 0; i < x->stack.count; i++) {
    uint32_t symbol = ectl_product_symbol(s->p, x->stack.at[i], below[i]);
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
  vec_each (const machine_head, h, &s->p->table->system->heads)
    heads_add(&s->v, ectl_product_location(s->p, 0, h->state),
              ectl_product_symbol(s->p, h->symbol, 0));
  heads_run(&s->v);
  if (places)
    vec_each (const ectl_place, x, places)
      start_at_place(s, x);
}

static void take_pops(solver *s) {
  ectl_table *t = s->p->table;
  mem *m = s->v.m;
  size_t pops = s->v.summaries.count;
  vec_reserve(m, &t->pops, pops);
  vec_resize(m, &t->pops_of, pops);
  for (size_t i = 0; i < pops; i++) {
    const heads_summary *x = &s->v.summaries.at[i];
    const heads_reason *why = &s->v.summary_reasons.at[i];
    vec_push(
        m, &t->pops,
        ((ectl_pop){x->head, x->to, why->source, why->first, why->second}));
  }
  uint32_t first = 0;
  for (size_t h = 0; h < t->heads.count; h++) {
    t->heads.at[h].first_pop = first;
    first += s->v.heads.at[h].summary_count;
  }
  for (uint32_t i = 0; i < pops; i++) {
    ectl_head *h = &t->heads.at[t->pops.at[i].head];
    t->pops_of.at[h->first_pop + h->pops++] = i;
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

void ectl_solve(progress *clock, ectl_product *p, ectl_wanted wanted,
                const ectl_places *places) {
  ectl_table *t = p->table;
  uint64_t locations =
      (uint64_t)machine_states(t->system) * machine_states(t->automaton);
  heads_system system = {.self = p, .expand = expand, .has_reasons = true};
  system.locations = locations < UINT32_MAX ? (uint32_t)locations : UINT32_MAX;
  system.never_pops = !has_pops(t->system) && !has_pops(t->automaton);
  solver s = {
      .clock = clock, .p = p, .v = {.m = p->m, .clock = clock, .s = &system}};
  clock->phase = t->is_release ? "release" : "until";
  if (wanted == ECTL_ALL_STATES)
    start_at_all_states(&s);
  else if (wanted == ECTL_PLACES)
    start_at_places(&s, places);
  else
    start_everywhere(&s);
  heads_finish(&s.v);
  map_free(p->m, &s.v.summary_numbers);
  if (t->is_release)
    ectl_judge_release(clock, &s.v, t);
  else
    ectl_judge_until(clock, &s.v, t);
  vec_free(p->m, &s.v.links);
  vec_free(p->m, &s.v.link_reasons);
  take_pops(&s);
  ectl_product_empty(p);
  t->head_numbers = s.v.numbers;
  vec_free(p->m, &s.v.heads);
  vec_free(p->m, &s.v.rules);
  vec_free(p->m, &s.v.summaries);
  vec_free(p->m, &s.v.summary_reasons);
  debug_check(check_ectl_table(t));
}
