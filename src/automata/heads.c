#include "automata/heads.h"

#include <assert.h>

static bool is_new(mem *m, map *t, uint32_t high, uint32_t low) {
  size_t before = t->keys.count;
  return map_insert(m, t, map_pair(high, low)) == before;
}

static void heads_meet(heads *h, uint32_t state, uint32_t symbol) {
  map_insert(h->m, &h->met, map_pair(state, symbol));
  if (h->symbols.count <= symbol)
    vec_resize(h->m, &h->symbols, (size_t)symbol + 1);
}

static void put_on(heads *h, uint32_t symbol, uint32_t below) {
  assert(symbol < h->symbols.count);
  if (is_new(h->m, &h->lies_on, symbol, below))
    vec_push(h->m, &h->pending, map_pair(symbol, below));
}

static void settle(heads *h) {
  while (h->pending.count) {
    uint64_t pair = vec_pop(&h->pending);
    uint32_t below = (uint32_t)pair;
    assert(pair >> 32 < h->symbols.count);
    heads_symbol *symbol = &h->symbols.at[pair >> 32];
    vec_push(h->m, &symbol->below, below);
    vec_each (const uint32_t, state, &symbol->pops)
      heads_meet(h, *state, below);
    vec_each (const uint32_t, other, &symbol->written)
      put_on(h, *other, below);
  }
}

void heads_start(heads *h, uint32_t state, uint32_t symbol) {
  heads_meet(h, state, symbol);
}

void heads_apply(heads *h, const machine_rule *rule) {
  assert(rule->top < h->symbols.count);
  assert((rule->operation == MACHINE_POP) == (rule->symbol == MACHINE_NONE));
  switch (rule->operation) {
  case MACHINE_POP:
    if (!is_new(h->m, &h->popped, rule->top, rule->to))
      break;
    vec_push(h->m, &h->symbols.at[rule->top].pops, rule->to);
    vec_each (const uint32_t, below, &h->symbols.at[rule->top].below)
      heads_meet(h, rule->to, *below);
    break;
  case MACHINE_REWRITE:
    heads_meet(h, rule->to, rule->symbol);
    if (rule->symbol == rule->top ||
        !is_new(h->m, &h->replaced, rule->top, rule->symbol))
      break;
    vec_push(h->m, &h->symbols.at[rule->top].written, rule->symbol);
    vec_each (const uint32_t, below, &h->symbols.at[rule->top].below)
      put_on(h, rule->symbol, *below);
    break;
  case MACHINE_PUSH:
    heads_meet(h, rule->to, rule->symbol);
    put_on(h, rule->symbol, rule->top);
    break;
  }
  settle(h);
}

void heads_free(heads *h) {
  vec_each (heads_symbol, symbol, &h->symbols) {
    vec_free(h->m, &symbol->below);
    vec_free(h->m, &symbol->pops);
    vec_free(h->m, &symbol->written);
  }
  vec_free(h->m, &h->symbols);
  vec_free(h->m, &h->pending);
  map_free(h->m, &h->met);
  map_free(h->m, &h->lies_on);
  map_free(h->m, &h->popped);
  map_free(h->m, &h->replaced);
}
