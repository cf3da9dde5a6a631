#include "automata/cfg.h"

#include <assert.h>

#define NOT_YET UINT32_MAX

static bool reads_is_action(const cfg *c, uint32_t item) {
  return item < c->actions;
}
static bool is_after(const cfg *c, uint32_t item) {
  return item >= c->actions + c->nonterminals;
}

void cfg_after(const cfg *c, uint32_t item, uint32_t *z, uint32_t *x) {
  *z = *x = UINT32_MAX;
  if (is_after(c, item)) {
    uint64_t key = c->after.keys.at[item - c->actions - c->nonterminals];
    *z = (uint32_t)(key >> 32);
    *x = (uint32_t)key;
  }
}

bool cfg_item_nullable(const cfg *c, uint32_t item) {
  return is_after(c, item)
             ? c->after_nullable.at[item - c->actions - c->nonterminals]
             : !reads_is_action(c, item) && c->nullable.at[item - c->actions];
}

bool cfg_nullable(const cfg *c, uint32_t string) {
  return c->string_nullable.at[string];
}

void cfg_word_add(cfg *c, cfg_word *word, uint32_t item, uint32_t source) {
  vec_push(c->m, &word->items, item);
  vec_push(c->m, &word->sources, source);
}

void cfg_word_append(cfg *c, cfg_word *word, uint32_t string, uint32_t first) {
  assert(string < c->strings.first.count);
  uint32_t start = c->strings.first.at[string];
  for (uint32_t i = first; i < sequences_length(&c->strings, string); i++)
    cfg_word_add(c, word, c->strings.at.at[start + i],
                 c->sources.at[start + i]);
}

uint32_t cfg_string(cfg *c, const cfg_word *word, size_t from, size_t to) {
  uint32_t before = sequences_count(&c->strings);
  const uint32_t *items = to > from ? word->items.at + from : NULL;
  uint32_t n = sequences_insert(c->m, &c->strings, items, to - from);
  if (n == before) {
    bool nullable = true;
    for (size_t i = from; i < to; i++) {
      nullable &= cfg_item_nullable(c, word->items.at[i]);
      vec_push(c->m, &c->sources, word->sources.at[i]);
    }
    vec_push(c->m, &c->string_nullable, nullable);
  }
  return n;
}

/* Calls 'see' at each item that may come first in the production. */
typedef void see_first(cfg *c, uint32_t production, uint32_t at);

static void each_first(cfg *c, uint32_t production, see_first *see) {
  assert(production < c->productions.count);
  const cfg_production *p = &c->productions.at[production];
  for (uint32_t i = p->first; i < p->first + p->count; i++) {
    see(c, production, i);
    if (!cfg_item_nullable(c, c->items.at[i]))
      break;
  }
}

static void count_corner(cfg *c, uint32_t production, uint32_t at) {
  assert(at < c->items.count);
  (void)production;
  if (!reads_is_action(c, c->items.at[at]))
    c->corners_of.at[c->items.at[at] - c->actions].count++;
}

static void add_corner(cfg *c, uint32_t production, uint32_t at) {
  assert(at < c->items.count);
  if (reads_is_action(c, c->items.at[at]))
    return;
  cfg_span *span = &c->corners_of.at[c->items.at[at] - c->actions];
  c->corners.at[span->first + span->count++] = (cfg_corner){production, at + 1};
}

void cfg_find_corners(cfg *c) {
  uint32_t first = 0, productions = (uint32_t)c->productions.count;
  vec_resize(c->m, &c->corners_of, c->nonterminals);
  for (uint32_t p = 0; p < productions; p++)
    each_first(c, p, count_corner);
  for (uint32_t n = 0; n < c->nonterminals; n++) {
    c->corners_of.at[n].first = first;
    first += c->corners_of.at[n].count;
    c->corners_of.at[n].count = 0;
  }
  vec_resize(c->m, &c->corners, first);
  for (uint32_t p = 0; p < productions; p++)
    each_first(c, p, add_corner);
  c->below = mem_array(c->m, c->nonterminals + 1u, sizeof *c->below);
}

static bool has_bit(const uint64_t *bits, uint32_t n) {
  return bits[n / 64] >> n % 64 & 1;
}

static bool add_bit(uint64_t *bits, uint32_t n) {
  bool had = has_bit(bits, n);
  bits[n / 64] |= UINT64_C(1) << n % 64;
  return !had;
}

/* What is on the leftmost branches of X. */
static const uint64_t *below(cfg *c, uint32_t x) {
  vec(uint32_t) pending = {0};
  if (c->below[x])
    return c->below[x];
  uint64_t *bits = mem_array(c->m, c->nonterminals / 64 + 1u, sizeof *bits);
  c->below[x] = bits;
  add_bit(bits, x);
  vec_push(c->m, &pending, x);
  while (pending.count) {
    cfg_span all = c->of.at[vec_pop(&pending)];
    for (uint32_t p = all.first; p < all.first + all.count; p++) {
      const cfg_production *production = &c->productions.at[p];
      for (uint32_t i = production->first;
           i < production->first + production->count; i++) {
        uint32_t item = c->items.at[i];
        if (!reads_is_action(c, item) && add_bit(bits, item - c->actions))
          vec_push(c->m, &pending, item - c->actions);
        if (!cfg_item_nullable(c, item))
          break;
      }
    }
  }
  vec_free(c->m, &pending);
  return bits;
}

static uint32_t end_of(const cfg *c, uint32_t production) {
  assert(production < c->productions.count);
  const cfg_production *p = &c->productions.at[production];
  return p->first + p->count;
}

static bool part_nullable(const cfg *c, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++)
    if (!cfg_item_nullable(c, c->items.at[i]))
      return false;
  return true;
}

/* The nonterminals W such that X-after-Z derives X-after-W and nothing before
 * it, Z included. True: all strings on the way were empty. */
typedef vec(uint32_t) chain;
static bool climb(cfg *c, uint32_t z, uint32_t x, chain *out) {
  bool all_empty = true;
  const uint64_t *allowed = below(c, x);
  uint64_t *seen = mem_array(c->m, c->nonterminals / 64 + 1u, sizeof *seen);
  out->count = 0;
  add_bit(seen, z);
  vec_push(c->m, out, z);
  for (size_t n = 0; n < out->count; n++) {
    cfg_span all = c->corners_of.at[out->at[n]];
    for (uint32_t k = all.first; k < all.first + all.count; k++) {
      cfg_corner at = c->corners.at[k];
      uint32_t w = c->productions.at[at.production].left;
      uint32_t end = end_of(c, at.production);
      if (!has_bit(allowed, w))
        continue;
      all_empty &= at.next == end;
      if (part_nullable(c, at.next, end) && add_bit(seen, w))
        vec_push(c->m, out, w);
    }
  }
  mem_free(c->m, seen);
  return all_empty;
}

/* The item X-after-Z; NOT_YET: it derives the empty word alone. */
static uint32_t after(cfg *c, uint32_t z, uint32_t x) {
  uint32_t before = (uint32_t)c->after.keys.count;
  uint32_t n = map_insert(c->m, &c->after, map_pair(z, x));
  if (n == before) {
    chain up = {0};
    bool reaches = false;
    bool trivial = climb(c, z, x, &up);
    vec_each (const uint32_t, w, &up)
      reaches |= *w == x;
    vec_push(c->m, &c->after_nullable, reaches);
    vec_push(c->m, &c->after_trivial, trivial);
    vec_free(c->m, &up);
  }
  return c->after_trivial.at[n] ? NOT_YET : c->actions + c->nonterminals + n;
}

typedef vec(cfg_read) read_list;

/* If Z has one corner only on the way up to X, but for those of its own
 * productions, and none of what is below it: that corner. X-after-Z is then
 * Z-after-Z, what follows the corner, and X-after-W. */
static bool only_way_up(cfg *c, uint32_t z, uint32_t x, cfg_corner *way) {
  assert(z < c->corners_of.count);
  const uint64_t *allowed = below(c, x), *inside = below(c, z);
  cfg_span all = c->corners_of.at[z];
  uint32_t ways = 0;
  for (uint32_t k = all.first; k < all.first + all.count; k++) {
    uint32_t w = c->productions.at[c->corners.at[k].production].left;
    if (w == z || !has_bit(allowed, w))
      continue;
    if (has_bit(inside, w))
      return false;
    *way = c->corners.at[k];
    ways++;
  }
  return ways == 1;
}

static void add_after(cfg *c, uint32_t z, uint32_t x, uint32_t source) {
  uint32_t item = after(c, z, x);
  if (item != NOT_YET)
    cfg_word_add(c, &c->scratch, item, source);
}

/* What follows items[at] in its production, which is W's, and then X-after-W,
 * behind what is in 'scratch'. So that equal strings are seen to be equal, that
 * is written as the levels one by one where there is only one way. */
static uint32_t string_of(cfg *c, uint32_t production, uint32_t at,
                          uint32_t x) {
  cfg_corner way = {production, at + 1};
  for (;;) {
    uint32_t w = c->productions.at[way.production].left;
    uint32_t source = c->productions.at[way.production].source;
    for (uint32_t i = way.next; i < end_of(c, way.production); i++)
      cfg_word_add(c, &c->scratch, c->items.at[i], source);
    if (w == x || !only_way_up(c, w, x, &way)) {
      add_after(c, w, x, source);
      break;
    }
    add_after(c, w, w, source);
  }
  return cfg_string(c, &c->scratch, 0, c->scratch.items.count);
}

static void clear_scratch(cfg *c) {
  c->scratch.items.count = c->scratch.sources.count = 0;
}

static void reads_of_nonterminal(cfg *c, uint32_t x, read_list *out) {
  const uint64_t *branch = below(c, x);
  for (uint32_t z = 0; z < c->nonterminals; z++) {
    cfg_span all = c->of.at[z];
    if (!has_bit(branch, z))
      continue;
    for (uint32_t p = all.first; p < all.first + all.count; p++)
      for (uint32_t i = c->productions.at[p].first; i < end_of(c, p); i++) {
        uint32_t item = c->items.at[i];
        clear_scratch(c);
        if (reads_is_action(c, item)) {
          uint32_t rest = string_of(c, p, i, x);
          cfg_read r = {item, rest, c->productions.at[p].source};
          vec_push(c->m, out, r);
        }
        if (!cfg_item_nullable(c, item))
          break;
      }
  }
}

/* Reads within the string behind a corner. */
static void reads_of_corner(cfg *c, cfg_corner at, uint32_t x, read_list *out) {
  uint32_t end = end_of(c, at.production);
  for (uint32_t i = at.next; i < end; i++) {
    uint32_t item = c->items.at[i];
    cfg_span inner = cfg_reads(c, item);
    for (uint32_t k = inner.first; k < inner.first + inner.count; k++) {
      cfg_read r = c->reads.at[k];
      clear_scratch(c);
      cfg_word_append(c, &c->scratch, r.rest, 0);
      r.rest = string_of(c, at.production, i, x);
      if (reads_is_action(c, item))
        r.source = c->productions.at[at.production].source;
      vec_push(c->m, out, r);
    }
    if (!cfg_item_nullable(c, item))
      break;
  }
}

static void reads_of_after(cfg *c, uint32_t z, uint32_t x, read_list *out) {
  chain up = {0};
  climb(c, z, x, &up);
  for (size_t n = 0; n < up.count; n++) {
    cfg_span all = c->corners_of.at[up.at[n]];
    for (uint32_t k = all.first; k < all.first + all.count; k++) {
      cfg_corner at = c->corners.at[k];
      if (has_bit(below(c, x), c->productions.at[at.production].left))
        reads_of_corner(c, at, x, out);
    }
  }
  vec_free(c->m, &up);
}

/* Items within bodies are actions and nonterminals: an X-after-Z asks for
 * those of them, and these ask for none. */
cfg_span cfg_reads(cfg *c, uint32_t item) {
  while (c->reads_of.count <= item)
    vec_push(c->m, &c->reads_of, ((cfg_span){0, NOT_YET}));
  if (c->reads_of.at[item].count != NOT_YET)
    return c->reads_of.at[item];
  read_list found = {0};
  if (reads_is_action(c, item)) {
    cfg_read r = {item, cfg_string(c, &c->scratch, 0, 0), NOT_YET};
    vec_push(c->m, &found, r);
  } else if (is_after(c, item)) {
    uint32_t z, x;
    cfg_after(c, item, &z, &x);
    reads_of_after(c, z, x, &found);
  } else {
    reads_of_nonterminal(c, item - c->actions, &found);
  }
  cfg_span span = {(uint32_t)c->reads.count, (uint32_t)found.count};
  vec_each (const cfg_read, r, &found)
    vec_push(c->m, &c->reads, *r);
  c->reads_of.at[item] = span;
  vec_free(c->m, &found);
  return span;
}
