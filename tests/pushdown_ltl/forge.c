#include "tests/pushdown_ltl/forge.h"

#include "engine/saturation/pushdown_ltl.h"
#include "evidence/pushdown/ltl.h"

#include <string.h>

typedef struct forger {
  unsigned ignored;
  uint8_t *through; /* by location, symbol, location */
  uint32_t *rank;   /* by head; 0: not listed */
  bool grows;
} forger;

static bool can_pop(const naive *v, uint32_t from, uint32_t symbol,
                    uint32_t to) {
  return v->pops[((size_t)from * v->symbols + symbol) * v->locations + to];
}

static uint8_t *through(const naive *v, const forger *f, uint32_t from,
                        uint32_t symbol, uint32_t to) {
  return &f->through[((size_t)from * v->symbols + symbol) * v->locations + to];
}

static bool is_accepting(const naive *v, uint32_t location) {
  return omega_is_accepting(&v->x->a, location % v->x->a.states);
}

static void mark(forger *f, unsigned kind, bool premise, uint8_t *at) {
  if (!premise || kind == f->ignored || *at)
    return;
  *at = 1;
  f->grows = true;
}

static void see_summary(naive *v, void *self, uint32_t from, uint32_t symbol,
                        uint32_t to, uint32_t length, const uint32_t *push) {
  forger *f = self;
  bool here = is_accepting(v, from);
  if (length == 0)
    mark(f, FORGE_POP, here, through(v, f, from, symbol, to));
  for (uint32_t m = 0; length > 0 && m < v->locations; m++) {
    if (!can_pop(v, to, push[0], m))
      continue;
    bool first = *through(v, f, to, push[0], m);
    if (length == 1) {
      mark(f, FORGE_SWAP, here, through(v, f, from, symbol, m));
      mark(f, FORGE_SWAP_INNER, first, through(v, f, from, symbol, m));
    }
    for (uint32_t t = 0; length == 2 && t < v->locations; t++) {
      if (!can_pop(v, m, push[1], t))
        continue;
      uint8_t *at = through(v, f, from, symbol, t);
      mark(f, FORGE_PUSH, here, at);
      mark(f, FORGE_PUSH_FIRST, first, at);
      mark(f, FORGE_PUSH_SECOND, *through(v, f, m, push[1], t), at);
    }
  }
}

static void raise_rank(naive *v, forger *f, uint32_t head, uint32_t location,
                       uint32_t symbol, bool falls) {
  uint32_t next = f->rank[location * v->symbols + symbol] + falls;
  if (f->rank[head] >= next)
    return;
  f->rank[head] = next;
  f->grows = true;
}

static void see_rank(naive *v, void *self, uint32_t from, uint32_t symbol,
                     uint32_t to, uint32_t length, const uint32_t *push) {
  forger *f = self;
  uint32_t head = from * v->symbols + symbol;
  bool here = is_accepting(v, from);
  if (length == 0 || f->rank[head] == 0)
    return;
  raise_rank(v, f, head, to, push[0],
             here && f->ignored !=
                         (length == 1 ? FORGE_RANK_SWAP : FORGE_RANK_PUSH));
  for (uint32_t m = 0; length == 2 && m < v->locations; m++)
    if (can_pop(v, to, push[0], m))
      raise_rank(v, f, head, m, push[1],
                 (here && f->ignored != FORGE_RANK_RETURN) ||
                     (*through(v, f, to, push[0], m) &&
                      f->ignored != FORGE_RANK_RETURN_FIRST));
}

static uint32_t symbol_of(const naive *v, const pds_ranks *r, uint32_t n) {
  return r->stack.at[n].symbol == PDS_NONE ? v->symbols - 1
                                           : r->stack.at[n].symbol;
}

/* False: there is no such certificate. */
static bool tamper(naive *v, forger *f, pds_ranks *r) {
  const omega *a = &v->x->a;
  uint32_t heads = v->locations * v->symbols;
  do {
    f->grows = false;
    naive_each_rule(v, see_summary, f);
  } while (f->grows);
  vec_each (const pds_ranks_head, h, &r->heads)
    f->rank[(h->control * a->states + h->state) * v->symbols +
            symbol_of(v, r, h->symbol)] = 1;
  uint32_t rounds = 0;
  do {
    f->grows = false;
    naive_each_rule(v, see_rank, f);
  } while (f->grows && rounds++ < heads + 2);
  if (f->grows)
    return false;
  vec_each (pds_ranks_head, h, &r->heads)
    h->rank = f->rank[(h->control * a->states + h->state) * v->symbols +
                      symbol_of(v, r, h->symbol)];
  vec_each (pds_ranks_summary, s, &r->summaries)
    s->accepting = *through(v, f, s->control * a->states + s->state,
                            symbol_of(v, r, s->symbol),
                            s->to_control * a->states + s->to_state);
  return true;
}

const char *forge(naive *v, uint64_t seed, tally *t) {
  instance *x = v->x;
  mem *m = &x->mem;
  pushdown_ltl_answer y;
  size_t heads = (size_t)v->locations * v->symbols;
  uint64_t *marks = mem_array(m, x->a.edges.count + 1, sizeof *marks);
  (void)seed;
  for (size_t i = 0; i < x->a.edges.count; i++) {
    marks[i] = x->a.edges.at[i].marks;
    x->a.edges.at[i].marks = 0;
  }
  pushdown_ltl(m, &x->clock, &x->p, &x->b, &x->a, 0, &y);
  for (size_t i = 0; i < x->a.edges.count; i++)
    x->a.edges.at[i].marks = marks[i];
  if (y.violated)
    return "without accepting states nothing can be violated";
  for (unsigned kind = 0; kind < FORGE_KINDS; kind++) {
    const char *why = NULL;
    forger f = {.ignored = kind};
    f.through = mem_array(m, heads * v->locations, 1);
    f.rank = mem_array(m, heads, sizeof *f.rank);
    bool made = tamper(v, &f, &y.ranks);
    mem_free(m, f.through);
    mem_free(m, f.rank);
    if (!made)
      continue;
    if (pushdown_ranks_check(m, &x->clock, &x->p, &x->b, &x->a, &y.ranks, &why))
      return "a false certificate with one kind of gap was accepted";
    t->ignored[kind]++;
  }
  return NULL;
}
