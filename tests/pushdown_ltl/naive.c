#include "tests/pushdown_ltl/naive.h"

#include <assert.h>
#include <string.h>

/* The product, without being clever. */

static uint32_t bottom(const naive *v) { return v->symbols - 1; }

static uint64_t naive_letter(naive *v, uint32_t state, uint32_t symbol,
                             uint32_t action) {
  uint32_t symbols = pds_symbol_count(&v->x->p);
  uint32_t top = symbol == bottom(v) ? PDS_NONE : symbol % symbols;
  uint32_t class = symbol == bottom(v)
                       ? v->empty
                       : membership_above(&v->sets, symbol / symbols, top);
  uint64_t result = 0;
  for (uint32_t i = 0; i < v->x->b.atoms.count; i++) {
    const pds_atom *a = &v->x->b.atoms.at[i];
    bool holds = (a->kind == PDS_ATOM_STATE && a->number == state) ||
                 (a->kind == PDS_ATOM_TOP && a->number == top) ||
                 (a->kind == PDS_ATOM_ACTION && a->number == action) ||
                 (a->kind == PDS_ATOM_SET &&
                  membership_has(&v->sets, class, a->number, state));
    if (holds)
      result |= UINT64_C(1) << i;
  }
  return result;
}

static void each_step(naive *v, uint32_t location, uint32_t symbol, uint32_t to,
                      uint32_t length, const uint32_t *push, uint64_t letter,
                      naive_visit *f, void *self) {
  const omega *a = &v->x->a;
  vec_each (const omega_edge, e, &a->edges)
    if (e->from == location % a->states && omega_allows(a, e, letter))
      f(v, self, location, symbol, to * a->states + e->to, length, push);
}

void naive_each_rule(naive *v, naive_visit *f, void *self) {
  const pds *p = &v->x->p;
  uint32_t symbols = pds_symbol_count(p);
  for (uint32_t l = 0; l < v->locations; l++)
    for (uint32_t s = 0; s < v->symbols; s++) {
      uint32_t state = l / v->x->a.states, count = 0, push[2];
      for (size_t i = 0; s != bottom(v) && i < p->rules.count; i++) {
        const pds_rule *r = &p->rules.at[i];
        if (!pds_matches(r, state, s % symbols))
          continue;
        count++;
        uint32_t class = s / symbols;
        for (uint32_t k = r->length; k-- > 0;) {
          uint32_t g = pds_pushed(r, k, s % symbols);
          push[k] = class * symbols + g;
          class = membership_above(&v->sets, class, g);
        }
        each_step(v, l, s, r->to, r->length, push,
                  naive_letter(v, state, s, r->action), f, self);
      }
      if (count == 0)
        each_step(v, l, s, state, 1, &s, naive_letter(v, state, s, PDS_NONE), f,
                  self);
    }
}

static uint8_t *pops(naive *v, uint32_t from, uint32_t symbol, uint32_t to) {
  return &v->pops[((size_t)from * v->symbols + symbol) * v->locations + to];
}

static uint8_t both(uint8_t a, uint8_t b) {
  return a == 0 || b == 0 ? 0 : a > b ? a : b;
}

static void raise_to(uint8_t *at, uint8_t value, bool *grows) {
  if (*at >= value)
    return;
  *at = value;
  *grows = true;
}

static uint8_t weight(const naive *v, uint32_t location) {
  return omega_is_accepting(&v->x->a, location % v->x->a.states) ? 2 : 1;
}

static void see_pops(naive *v, void *self, uint32_t from, uint32_t symbol,
                     uint32_t to, uint32_t length, const uint32_t *push) {
  uint8_t w = weight(v, from);
  if (length == 0)
    raise_to(pops(v, from, symbol, to), w, self);
  for (uint32_t t = 0; length > 0 && t < v->locations; t++) {
    uint8_t first = both(w, *pops(v, to, push[0], t));
    if (length == 1)
      raise_to(pops(v, from, symbol, t), first, self);
    for (uint32_t u = 0; length == 2 && u < v->locations; u++)
      raise_to(pops(v, from, symbol, u), both(first, *pops(v, t, push[1], u)),
               self);
  }
}

/* The graph of heads. */

typedef struct matrix {
  uint32_t n, words;
  uint64_t *any, *accepting; /* rows of bits */
} matrix;

static void set_bit(uint64_t *at, uint32_t i) {
  at[i / 64] |= UINT64_C(1) << i % 64;
}
static bool has_bit(const uint64_t *at, uint32_t i) {
  return at[i / 64] >> i % 64 & 1;
}

static void connect(matrix *g, uint32_t from, uint32_t to, uint8_t w) {
  if (w)
    set_bit(g->any + (size_t)from * g->words, to);
  if (w == 2)
    set_bit(g->accepting + (size_t)from * g->words, to);
}

static void see_heads(naive *v, void *self, uint32_t from, uint32_t symbol,
                      uint32_t to, uint32_t length, const uint32_t *push) {
  uint32_t h = from * v->symbols + symbol;
  if (length > 0)
    connect(self, h, to * v->symbols + push[0], weight(v, from));
  for (uint32_t t = 0; length == 2 && t < v->locations; t++)
    connect(self, h, t * v->symbols + push[1],
            both(weight(v, from), *pops(v, to, push[0], t)));
}

/* A pass of Warshall's, on both kinds of paths at once. */
static bool close_matrix(matrix *g) {
  bool grows = false;
  for (uint32_t k = 0; k < g->n; k++) {
    const uint64_t *any = g->any + (size_t)k * g->words;
    const uint64_t *acc = g->accepting + (size_t)k * g->words;
    for (uint32_t i = 0; i < g->n; i++) {
      uint64_t *a = g->any + (size_t)i * g->words;
      uint64_t *b = g->accepting + (size_t)i * g->words;
      if (!has_bit(a, k))
        continue;
      bool through = has_bit(b, k);
      for (uint32_t w = 0; w < g->words; w++) {
        uint64_t old_a = a[w], old_b = b[w];
        b[w] |= acc[w] | (through ? any[w] : 0);
        a[w] |= any[w];
        grows |= a[w] != old_a || b[w] != old_b;
      }
    }
  }
  return grows;
}

static void find_bad(naive *v) {
  mem *m = &v->x->mem;
  matrix g = {.n = v->locations * v->symbols};
  g.words = (g.n + 63) / 64;
  g.any = mem_array(m, (size_t)g.n * g.words, sizeof *g.any);
  g.accepting = mem_array(m, (size_t)g.n * g.words, sizeof *g.any);
  v->bad = mem_array(m, g.n, 1);
  naive_each_rule(v, see_heads, &g);
  /* an accepting path may come to light after its middle was passed */
  while (close_matrix(&g))
    ;
  for (uint32_t h = 0; h < g.n; h++)
    for (uint32_t r = 0; r < g.n; r++)
      if (has_bit(g.accepting + (size_t)r * g.words, r) &&
          (h == r || has_bit(g.any + (size_t)h * g.words, r)))
        v->bad[h] = 1;
  mem_free(m, g.any);
  mem_free(m, g.accepting);
}

bool naive_init(naive *v, instance *x) {
  mem *m = &x->mem;
  *v = (naive){.x = x};
  membership_init(&v->sets, m, &x->p);
  vec_each (const pds_set, s, &x->p.named_sets)
    membership_add(&v->sets, &s->automaton);
  v->empty = membership_empty(&v->sets);
  uint32_t symbols = pds_symbol_count(&x->p);
  v->locations = pds_state_count(&x->p) * x->a.states;
  if (v->locations > NAIVE_MOST_LOCATIONS)
    return false;
  for (uint32_t c = 0; c < v->sets.count; c++)
    for (uint32_t g = 0; g < symbols; g++) {
      membership_above(&v->sets, c, g);
      if (v->sets.count * symbols * v->locations > NAIVE_MOST_HEADS)
        return false;
    }
  v->classes = v->sets.count;
  v->symbols = v->classes * symbols + 1;
  v->pops = mem_array(m, (size_t)v->locations * v->symbols * v->locations, 1);
  for (bool grows = true; grows;) {
    grows = false;
    naive_each_rule(v, see_pops, &grows);
  }
  find_bad(v);
  membership_init(&v->initial, m, &x->p);
  membership_add(&v->initial, &x->p.sets[PDS_INITIAL]);
  v->initial_empty = membership_empty(&v->initial);
  return true;
}

bool naive_violates(naive *v, uint32_t state, const uint32_t *stack,
                    size_t height) {
  uint32_t symbols = pds_symbol_count(&v->x->p);
  uint8_t here[NAIVE_MOST_LOCATIONS] = {0}, next[NAIVE_MOST_LOCATIONS];
  uint32_t class = v->empty, word[64];
  assert(height < 64);
  for (size_t i = height; i-- > 0;) {
    word[i] = class * symbols + stack[i];
    class = membership_above(&v->sets, class, stack[i]);
  }
  word[height] = bottom(v);
  here[state * v->x->a.states + v->x->a.initial] = 1;
  for (size_t i = 0; i <= height; i++) {
    memset(next, 0, sizeof next);
    for (uint32_t l = 0; l < v->locations; l++) {
      if (!here[l])
        continue;
      if (v->bad[l * v->symbols + word[i]])
        return true;
      for (uint32_t t = 0; t < v->locations; t++)
        next[t] |= *pops(v, l, word[i], t) != 0;
    }
    memcpy(here, next, sizeof here);
  }
  return false;
}

bool naive_is_initial(naive *v, uint32_t state, const uint32_t *stack,
                      size_t height) {
  uint32_t class = v->initial_empty;
  for (size_t i = height; i-- > 0;)
    class = membership_above(&v->initial, class, stack[i]);
  return membership_has(&v->initial, class, 0, state);
}

/* Marks what can be reached from 'node' in one step or more. */
static void reach(const omega *a, const uint64_t *letters, size_t count,
                  size_t loop, size_t node, uint8_t *seen, size_t *todo) {
  size_t n = 0;
  todo[n++] = node;
  while (n) {
    size_t x = todo[--n], at = x / a->states;
    size_t then = at + 1 < count ? at + 1 : loop;
    vec_each (const omega_edge, e, &a->edges) {
      size_t y = then * a->states + e->to;
      if (e->from != x % a->states || seen[y] ||
          !omega_allows(a, e, letters[at]))
        continue;
      seen[y] = 1;
      todo[n++] = y;
    }
  }
}

bool naive_accepts(mem *m, const omega *a, const uint64_t *letters,
                   size_t count, size_t loop) {
  size_t nodes = count * a->states;
  uint8_t *seen = mem_array(m, nodes + 1, 1),
          *again = mem_array(m, nodes + 1, 1);
  size_t *todo = mem_array(m, nodes + 2, sizeof *todo);
  bool found = false;
  seen[a->initial] = 1;
  reach(a, letters, count, loop, a->initial, seen, todo);
  for (size_t x = 0; x < nodes && !found; x++) {
    if (!seen[x] || !omega_is_accepting(a, (uint32_t)(x % a->states)))
      continue;
    memset(again, 0, nodes);
    reach(a, letters, count, loop, x, again, todo);
    found = again[x];
  }
  mem_free(m, seen);
  mem_free(m, again);
  mem_free(m, todo);
  return found;
}
