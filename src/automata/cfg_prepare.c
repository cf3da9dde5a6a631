#include "automata/cfg.h"

#include <stdlib.h>

static bool prepare_is_action(const cfg *c, uint32_t item) {
  return item < c->actions;
}

static void take_grammar(const grammar *g, cfg *c) {
  for (uint32_t n = 0; n < c->nonterminals; n++)
    vec_push(c->m, &c->origin, n);
  for (uint32_t i = 0; i < g->productions.count; i++) {
    const grammar_production *p = &g->productions.at[i];
    cfg_production q = {p->left, (uint32_t)c->items.count, p->count, i};
    vec_push(c->m, &c->productions, q);
    for (uint32_t k = p->first; k < p->first + p->count; k++) {
      grammar_item item = g->items.at[k];
      vec_push(c->m, &c->items,
               item.is_action ? item.name : cfg_item(c, item.name));
    }
  }
}

/* Nonterminals that have a production all of whose items are marked, or (any)
 * one of whose items is; marked are these nonterminals and, if 'actions', all
 * actions. Each production is looked at once for each of its items. */
static void prepare_mark(cfg *c, bool any, bool actions, uint8_t *marks) {
  mem *m = c->m;
  size_t productions = c->productions.count;
  uint32_t *missing = mem_array(m, productions + 1, sizeof *missing);
  uint32_t *first = mem_array(m, (size_t)c->nonterminals + 2, sizeof *first);
  uint32_t *uses = mem_array(m, c->items.count + 1, sizeof *uses);
  vec(uint32_t) ready = {0};
  vec_each (const cfg_production, p, &c->productions)
    for (uint32_t i = p->first; i < p->first + p->count; i++)
      if (!prepare_is_action(c, c->items.at[i]))
        first[c->items.at[i] - c->actions + 2]++;
  for (uint32_t n = 0; n < c->nonterminals; n++)
    first[n + 2] += first[n + 1];
  for (uint32_t p = 0; p < productions; p++) {
    const cfg_production *production = &c->productions.at[p];
    missing[p] = any && production->count ? 1
                 : any                    ? UINT32_MAX
                                          : production->count;
    for (uint32_t i = production->first;
         i < production->first + production->count; i++) {
      uint32_t item = c->items.at[i];
      if (!prepare_is_action(c, item))
        uses[first[item - c->actions + 1]++] = p;
      else if (actions && missing[p] > 0)
        missing[p]--;
    }
    if (missing[p] == 0)
      vec_push(m, &ready, p);
  }
  while (ready.count) {
    uint32_t left = c->productions.at[vec_pop(&ready)].left;
    if (marks[left])
      continue;
    marks[left] = 1;
    for (uint32_t i = first[left]; i < first[left + 1]; i++)
      if (missing[uses[i]] > 0 && --missing[uses[i]] == 0)
        vec_push(m, &ready, uses[i]);
  }
  vec_free(m, &ready);
  mem_free(m, uses);
  mem_free(m, first);
  mem_free(m, missing);
}

static bool is_marked(const cfg *c, const uint8_t *marks, uint32_t item) {
  return prepare_is_action(c, item) || marks[item - c->actions];
}

/* Without <x> ::= <x> and without what is there already. */
static void drop_idle(cfg *c) {
  sequences seen = {0};
  vec(uint32_t) key = {0};
  size_t kept = 0;
  vec_each (const cfg_production, production, &c->productions) {
    uint32_t before = sequences_count(&seen);
    key.count = 0;
    vec_push(c->m, &key, production->left);
    for (uint32_t i = production->first;
         i < production->first + production->count; i++)
      vec_push(c->m, &key, c->items.at[i]);
    bool self = production->count == 1 &&
                c->items.at[production->first] == cfg_item(c, production->left);
    if (!self && sequences_insert(c->m, &seen, key.at, key.count) == before)
      c->productions.at[kept++] = *production;
  }
  c->productions.count = kept;
  sequences_free(c->m, &seen);
  vec_free(c->m, &key);
}

/* Without productions that derive nothing, and without items that derive only
 * the empty word. */
static void clean(cfg *c) {
  uint8_t *marks = mem_array(c->m, c->nonterminals + 1u, 1);
  size_t kept = 0;
  prepare_mark(c, false, true, marks);
  vec_each (const cfg_production, production, &c->productions) {
    bool good = true;
    for (uint32_t i = production->first;
         i < production->first + production->count; i++)
      good &= is_marked(c, marks, c->items.at[i]);
    if (good)
      c->productions.at[kept++] = *production;
  }
  c->productions.count = kept;
  memset(marks, 0, c->nonterminals + 1u);
  prepare_mark(c, true, true, marks);
  vec_each (cfg_production, production, &c->productions) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < production->count; i++)
      if (is_marked(c, marks, c->items.at[production->first + i]))
        c->items.at[production->first + left++] =
            c->items.at[production->first + i];
    production->count = left;
  }
  mem_free(c->m, marks);
  drop_idle(c);
}

static void find_calls(cfg *c) {
  c->calls = mem_array(c->m, c->actions + 1u, 1);
  vec_each (const cfg_production, production, &c->productions) {
    uint32_t before = UINT32_MAX;
    for (uint32_t i = production->first;
         i < production->first + production->count; i++) {
      if (!prepare_is_action(c, c->items.at[i]))
        continue;
      if (before != UINT32_MAX && before + 1 < i)
        c->calls[c->items.at[before]] = 1;
      before = i;
    }
  }
}

static void index_productions(cfg *c) {
  vec(cfg_production) sorted = {0};
  vec_resize(c->m, &c->of, 0);
  vec_resize(c->m, &c->of, c->nonterminals);
  vec_resize(c->m, &sorted, c->productions.count);
  vec_each (const cfg_production, production, &c->productions)
    c->of.at[production->left].count++;
  for (uint32_t n = 1; n < c->nonterminals; n++)
    c->of.at[n].first = c->of.at[n - 1].first + c->of.at[n - 1].count;
  for (uint32_t n = 0; n < c->nonterminals; n++)
    c->of.at[n].count = 0;
  vec_each (const cfg_production, production, &c->productions) {
    cfg_span *span = &c->of.at[production->left];
    sorted.at[span->first + span->count++] = *production;
  }
  for (size_t i = 0; i < sorted.count; i++)
    c->productions.at[i] = sorted.at[i];
  vec_free(c->m, &sorted);
}

static int prepare_by_value(const void *x, const void *y) {
  const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
  return a < b ? -1 : a > b;
}

typedef vec(cfg_production) productions;

/* One production for those of a group, which begin with the same item (or are
 * all empty); what follows goes below a new nonterminal, whose turn is later.
 * Equal ones are one. The group's numbers are the low halves. */
static void factor_group(cfg *c, const uint64_t *group, size_t count,
                         productions *done) {
  bool longer = false;
  cfg_production production = c->productions.at[(uint32_t)group[0]];
  for (size_t i = 0; i < count; i++)
    longer |= c->productions.at[(uint32_t)group[i]].count > 1;
  if (count > 1 && longer) {
    uint32_t more = c->nonterminals++, item = c->items.at[production.first];
    cfg_span tails = {(uint32_t)c->productions.count, (uint32_t)count};
    vec_push(c->m, &c->origin, c->origin.at[production.left]);
    vec_push(c->m, &c->of, tails);
    for (size_t i = 0; i < count; i++) {
      cfg_production tail = c->productions.at[(uint32_t)group[i]];
      tail.left = more;
      tail.first++;
      tail.count--;
      vec_push(c->m, &c->productions, tail);
    }
    production.first = (uint32_t)c->items.count;
    production.count = 2;
    vec_push(c->m, &c->items, item);
    vec_push(c->m, &c->items, cfg_item(c, more));
  }
  vec_push(c->m, done, production);
}

/* Invariant: what is still to do of nonterminal n is productions[of[n]]. */
static void factor_all(cfg *c) {
  vec(uint64_t) keys = {0};
  productions done = {0};
  index_productions(c);
  for (uint32_t n = 0; n < c->nonterminals; n++) {
    cfg_span all = c->of.at[n];
    keys.count = 0;
    for (uint32_t i = all.first; i < all.first + all.count; i++) {
      const cfg_production *production = &c->productions.at[i];
      uint32_t start =
          production->count ? c->items.at[production->first] + 1 : 0;
      vec_push(c->m, &keys, map_pair(start, i));
    }
    if (keys.count)
      qsort(keys.at, keys.count, sizeof *keys.at, prepare_by_value);
    for (size_t i = 0, end; i < keys.count; i = end) {
      for (end = i; end < keys.count && keys.at[end] >> 32 == keys.at[i] >> 32;)
        end++;
      factor_group(c, keys.at + i, end - i, &done);
    }
  }
  c->productions.count = 0;
  vec_each (const cfg_production, production, &done)
    vec_push(c->m, &c->productions, *production);
  vec_free(c->m, &done);
  vec_free(c->m, &keys);
}

void cfg_prepare(mem *m, const grammar *g, bool factor, cfg *out) {
  *out = (cfg){.m = m,
               .actions = names_count(&g->actions),
               .nonterminals = names_count(&g->nonterminals)};
  take_grammar(g, out);
  clean(out);
  find_calls(out);
  if (factor)
    factor_all(out);
  index_productions(out);
  vec_resize(m, &out->nullable, out->nonterminals);
  prepare_mark(out, false, false, out->nullable.at);
  cfg_find_corners(out);
}

void cfg_free(cfg *c) {
  mem *m = c->m;
  for (uint32_t n = 0; n < c->nonterminals; n++)
    mem_free(m, c->below[n]);
  mem_free(m, c->below);
  mem_free(m, c->calls);
  vec_free(m, &c->origin);
  vec_free(m, &c->items);
  vec_free(m, &c->productions);
  vec_free(m, &c->of);
  vec_free(m, &c->nullable);
  vec_free(m, &c->corners);
  vec_free(m, &c->corners_of);
  map_free(m, &c->after);
  vec_free(m, &c->after_nullable);
  vec_free(m, &c->after_trivial);
  sequences_free(m, &c->strings);
  vec_free(m, &c->string_nullable);
  vec_free(m, &c->reads);
  vec_free(m, &c->reads_of);
  vec_free(m, &c->sources);
  vec_free(m, &c->scratch.items);
  vec_free(m, &c->scratch.sources);
}
