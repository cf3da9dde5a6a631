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
    heads_symbol *s = &h->symbols.at[pair >> 32];
    vec_push(h->m, &s->below, below);
    vec_each (const uint32_t, state, &s->pops)
      heads_meet(h, *state, below);
    vec_each (const uint32_t, other, &s->written)
      put_on(h, *other, below);
  }
}

void heads_start(heads *h, uint32_t state, uint32_t symbol) {
  heads_meet(h, state, symbol);
}

void heads_apply(heads *h, const machine_rule *r) {
  assert(r->top < h->symbols.count);
  assert((r->operation == MACHINE_POP) == (r->symbol == MACHINE_NONE));
  switch (r->operation) {
  case MACHINE_POP:
    if (!is_new(h->m, &h->popped, r->top, r->to))
      break;
    vec_push(h->m, &h->symbols.at[r->top].pops, r->to);
    vec_each (const uint32_t, below, &h->symbols.at[r->top].below)
      heads_meet(h, r->to, *below);
    break;
  case MACHINE_REWRITE:
    heads_meet(h, r->to, r->symbol);
    if (r->symbol == r->top || !is_new(h->m, &h->replaced, r->top, r->symbol))
      break;
    vec_push(h->m, &h->symbols.at[r->top].written, r->symbol);
    vec_each (const uint32_t, below, &h->symbols.at[r->top].below)
      put_on(h, r->symbol, *below);
    break;
  case MACHINE_PUSH:
    heads_meet(h, r->to, r->symbol);
    put_on(h, r->symbol, r->top);
    break;
  }
  settle(h);
}

void heads_free(heads *h) {
  vec_each (heads_symbol, s, &h->symbols) {
    vec_free(h->m, &s->below);
    vec_free(h->m, &s->pops);
    vec_free(h->m, &s->written);
  }
  vec_free(h->m, &h->symbols);
  vec_free(h->m, &h->pending);
  map_free(h->m, &h->met);
  map_free(h->m, &h->lies_on);
  map_free(h->m, &h->popped);
  map_free(h->m, &h->replaced);
}
