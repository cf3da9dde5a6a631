#include "engine/saturation/reduce.h"

#include "base/mutant.h"

#include <assert.h>
#include <string.h>

/* Rules by a key, as linked lists. */
typedef struct lists {
  uint32_t *first, *next;
} lists;

typedef struct reducer {
  mem *m;
  const pds *p;
  reduction *out;
  map heads_of_rules; /* (from, top) of the rules with a top */
  lists by_head, by_state, by_top, wild;
  uint8_t *flows;       /* by state: a wildcard rule passes its tops on */
  uint32_t *first_head; /* by state: of out->heads */
  vec(uint32_t) next_head;
  vec(uint32_t) todo; /* active rules */
} reducer;

static void activate(reducer *v, uint32_t rule) {
  if (v->out->active[rule])
    return;
  v->out->active[rule] = 1;
  v->out->rules++;
  vec_push(v->m, &v->todo, rule);
}

static void symbol_below(reducer *v, uint32_t symbol) {
  if (v->out->below[symbol])
    return;
  v->out->below[symbol] = v->out->present[symbol] = 1;
  for (uint32_t r = v->by_top.first[symbol]; r != PDS_NONE;
       r = v->by_top.next[r])
    if (v->out->popped[v->p->rules.at[r].from])
      activate(v, r);
}

static void head_on_top(reducer *v, uint32_t state, uint32_t symbol) {
  size_t before = v->out->heads.keys.count;
  v->out->present[symbol] = 1;
  uint32_t head = map_insert(v->m, &v->out->heads, map_pair(state, symbol));
  if (head < before)
    return;
  vec_push(v->m, &v->next_head, v->first_head[state]);
  v->first_head[state] = head;
  uint32_t h = map_find(&v->heads_of_rules, map_pair(state, symbol));
  for (uint32_t r = h == MAP_NONE ? PDS_NONE : v->by_head.first[h];
       r != PDS_NONE; r = v->by_head.next[r])
    activate(v, r);
  for (uint32_t r = v->wild.first[state]; r != PDS_NONE; r = v->wild.next[r])
    activate(v, r);
  if (v->flows[state])
    symbol_below(v, symbol);
}

static void popped_to(reducer *v, uint32_t state) {
  if (v->out->popped[state])
    return;
  v->out->popped[state] = 1;
  for (uint32_t r = v->by_state.first[state]; r != PDS_NONE;
       r = v->by_state.next[r])
    if (v->out->below[v->p->rules.at[r].top])
      activate(v, r);
  /* Some symbol may lie below; which ones is not worth telling apart. */
  for (uint32_t r = v->wild.first[state]; r != PDS_NONE; r = v->wild.next[r])
    activate(v, r);
}

/* What was matched by a wildcard counts as lying below: one bit a state
 * instead of a copy of its heads. */
static void flow(reducer *v, uint32_t state) {
  if (v->flows[state])
    return;
  v->flows[state] = 1;
  for (uint32_t h = v->first_head[state]; h != PDS_NONE; h = v->next_head.at[h])
    symbol_below(v, (uint32_t)v->out->heads.keys.at[h]);
}

static void reduce_apply(reducer *v, uint32_t rule) {
  assert(rule < v->p->rules.count);
  const pds_rule *r = &v->p->rules.at[rule];
  if (r->length == 0) {
    popped_to(v, r->to);
    return;
  }
  if (r->push[0] == PDS_ANY) {
    flow(v, r->from);
    popped_to(v, r->to);
  } else {
    head_on_top(v, r->to, r->push[0]);
  }
  if (r->length == 2 && r->push[1] == PDS_ANY)
    flow(v, r->from);
  else if (r->length == 2 && !MUTANT("reduction-below"))
    symbol_below(v, r->push[1]);
}

static lists make_lists(mem *m, size_t keys, size_t rules) {
  lists l = {mem_array(m, keys + 1, sizeof *l.first),
             mem_array(m, rules + 1, sizeof *l.next)};
  memset(l.first, 0xFF, keys * sizeof *l.first);
  return l;
}

static void reduce_list_add(lists *l, uint32_t key, uint32_t rule) {
  l->next[rule] = l->first[key];
  l->first[key] = rule;
}

static void index_rules(reducer *v) {
  const pds *system = v->p;
  size_t rules = system->rules.count;
  vec_each (const pds_rule, rule, &system->rules)
    if (rule->top != PDS_ANY)
      map_insert(v->m, &v->heads_of_rules, map_pair(rule->from, rule->top));
  v->by_head = make_lists(v->m, v->heads_of_rules.keys.count, rules);
  v->by_state = make_lists(v->m, pds_state_count(system), rules);
  v->wild = make_lists(v->m, pds_state_count(system), rules);
  v->by_top = make_lists(v->m, pds_symbol_count(system), rules);
  for (uint32_t i = 0; i < rules; i++) {
    const pds_rule *rule = &system->rules.at[i];
    if (rule->top == PDS_ANY) {
      reduce_list_add(&v->wild, rule->from, i);
      continue;
    }
    reduce_list_add(
        &v->by_head,
        map_find(&v->heads_of_rules, map_pair(rule->from, rule->top)), i);
    reduce_list_add(&v->by_state, rule->from, i);
    reduce_list_add(&v->by_top, rule->top, i);
  }
}

void reduce(mem *m, progress *clock, const pds *system, const nfa *initial,
            reduction *out) {
  memset(out, 0, sizeof *out);
  out->popped = mem_array(m, (size_t)pds_state_count(system) + 1, 1);
  out->below = mem_array(m, (size_t)pds_symbol_count(system) + 1, 1);
  out->present = mem_array(m, (size_t)pds_symbol_count(system) + 1, 1);
  out->active = mem_array(m, system->rules.count + 1, 1);
  reducer v = {.m = m, .p = system, .out = out};
  v.flows = mem_array(m, (size_t)pds_state_count(system) + 1, 1);
  v.first_head =
      mem_array(m, (size_t)pds_state_count(system) + 1, sizeof *v.first_head);
  memset(v.first_head, 0xFF, pds_state_count(system) * sizeof *v.first_head);
  index_rules(&v);
  vec_each (const nfa_edge, edge, &initial->edges) {
    if (edge->from < initial->controls)
      head_on_top(&v, edge->from, edge->symbol);
    else
      symbol_below(&v, edge->symbol);
  }
  while (v.todo.count) {
    progress_tick(clock);
    reduce_apply(&v, vec_pop(&v.todo));
  }
}

/* Marks what can be reached from marked states, along the edges or against
 * them. */
static void close_marks(mem *m, const nfa *n, uint8_t *mark, bool backward) {
  uint32_t states = nfa_state_count(n);
  lists by_source = make_lists(m, states, n->edges.count);
  vec(uint32_t) todo = {0};
  for (uint32_t i = 0; i < n->edges.count; i++) {
    const nfa_edge *edge = &n->edges.at[i];
    reduce_list_add(&by_source, backward ? edge->to : edge->from, i);
  }
  for (uint32_t s = 0; s < states; s++)
    if (mark[s])
      vec_push(m, &todo, s);
  while (todo.count)
    for (uint32_t i = by_source.first[vec_pop(&todo)]; i != PDS_NONE;
         i = by_source.next[i]) {
      const nfa_edge *edge = &n->edges.at[i];
      uint32_t to = backward ? edge->from : edge->to;
      if (!mark[to]) {
        mark[to] = 1;
        vec_push(m, &todo, to);
      }
    }
  vec_free(m, &todo);
  mem_free(m, by_source.first);
  mem_free(m, by_source.next);
}

void reduce_final(mem *m, const reduction *r, nfa *final) {
  uint32_t states = nfa_state_count(final);
  uint8_t *from = mem_array(m, (size_t)states + 1, 1);
  uint8_t *to = mem_array(m, (size_t)states + 1, 1);
  size_t kept = 0;
  vec_each (const nfa_edge, edge, &final->edges)
    if (r->present[edge->symbol])
      final->edges.at[kept++] = *edge;
  final->edges.count = kept;
  for (uint32_t s = 0; s < states; s++) {
    from[s] = s < final->controls;
    to[s] = final->accepting[s];
  }
  close_marks(m, final, from, false);
  close_marks(m, final, to, true);
  kept = 0;
  vec_each (const nfa_edge, edge, &final->edges)
    if (from[edge->from] && to[edge->to])
      final->edges.at[kept++] = *edge;
  final->edges.count = kept;
  mem_free(m, from);
  mem_free(m, to);
}
