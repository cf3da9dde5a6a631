#include "automata/nfa.h"

#include "base/check.h"
#include "base/mutant.h"

#include <assert.h>
#include <string.h>

/* States of the 'paut' as dense numbers: control locations, then extras. */
typedef struct closing {
  mem *m;
  const paut *a;
  nfa *out;
  uint32_t count;  /* of states */
  uint32_t *first; /* edges of state s: order[first[s]] .. first[s + 1] */
  uint32_t *order;
  uint8_t *entered; /* some edge over a symbol leads here */
  uint8_t *has_epsilon;
  uint8_t *mark; /* of the closure at hand */
  vec(uint32_t) closure;
  uint8_t *accepts;
  uint8_t *in_set; /* by symbol: of the label set at hand */
} closing;

static uint32_t dense(const closing *c, uint32_t state) {
  assert(state >= PAUT_EXTRA ? state - PAUT_EXTRA < c->out->extras
                             : state < c->out->controls);
  return state >= PAUT_EXTRA ? c->out->controls + (state - PAUT_EXTRA) : state;
}

static void sort_by_source(closing *c) {
  c->first = mem_array(c->m, (size_t)c->count + 2, sizeof *c->first);
  c->order = mem_array(c->m, c->a->edges.count + 1, sizeof *c->order);
  vec_each (const paut_edge, edge, &c->a->edges) {
    assert(dense(c, edge->from) < c->count && dense(c, edge->to) < c->count);
    c->first[dense(c, edge->from) + 2]++;
    if (edge->label == PAUT_EPSILON)
      c->has_epsilon[dense(c, edge->from)] = 1;
    else
      c->entered[dense(c, edge->to)] = 1;
  }
  for (uint32_t s = 0; s < c->count; s++)
    c->first[s + 2] += c->first[s + 1];
  for (uint32_t i = 0; i < c->a->edges.count; i++)
    c->order[c->first[dense(c, c->a->edges.at[i].from) + 1]++] = i;
}

/* The states that 's' reaches by epsilon, itself first. */
static void close_over_epsilon(closing *c, uint32_t s) {
  assert(s < c->count);
  c->closure.count = 0;
  vec_push(c->m, &c->closure, s);
  c->mark[s] = 1;
  for (size_t i = 0; i < c->closure.count && c->has_epsilon[s]; i++) {
    if (MUTANT("epsilon-chain") && i > 0)
      break;
    uint32_t t = c->closure.at[i];
    for (uint32_t k = c->first[t]; k < c->first[t + 1]; k++) {
      const paut_edge *edge = &c->a->edges.at[c->order[k]];
      if (edge->label != PAUT_EPSILON || c->mark[dense(c, edge->to)])
        continue;
      c->mark[dense(c, edge->to)] = 1;
      vec_push(c->m, &c->closure, dense(c, edge->to));
    }
  }
  vec_each (const uint32_t, t, &c->closure)
    c->mark[*t] = 0;
}

static void add_set(closing *c, uint32_t from, const paut_edge *edge,
                    uint32_t to) {
  assert(edge->label >= PAUT_SET && edge->label - PAUT_SET < c->a->sets.count);
  const paut_set *set = &c->a->sets.at[edge->label - PAUT_SET];
  const uint32_t *listed =
      set->count ? c->a->set_symbols.at + set->first : NULL;
  for (uint32_t i = 0; i < set->count; i++)
    c->in_set[listed[i]] = 1;
  for (uint32_t g = 0; g < c->out->symbols; g++)
    if ((c->in_set[g] != 0) != set->negated)
      vec_push(c->m, &c->out->edges, ((nfa_edge){from, g, to}));
  for (uint32_t i = 0; i < set->count; i++)
    c->in_set[listed[i]] = 0;
}

/* Writes what can be read from the closure at hand as edges of 'from'. */
static void add_edges(closing *c, uint32_t from) {
  assert(from < nfa_state_count(c->out));
  const nfa *n = c->out;
  for (size_t i = 0; i < c->closure.count; i++) {
    uint32_t t = c->closure.at[i];
    for (uint32_t k = c->first[t]; k < c->first[t + 1]; k++) {
      const paut_edge *edge = &c->a->edges.at[c->order[k]];
      uint32_t to = nfa_inner(n->controls, n->extras, edge->to);
      if (edge->label == PAUT_EPSILON)
        continue;
      if (edge->label >= PAUT_SET)
        add_set(c, from, edge, to);
      else
        vec_push(c->m, &c->out->edges, ((nfa_edge){from, edge->label, to}));
    }
    if (c->accepts[t])
      n->accepting[from] = 1;
  }
}

void nfa_normalise(mem *m, nfa *out, const paut *automaton, uint32_t controls,
                   uint32_t symbols) {
  *out = (nfa){.controls = controls,
               .extras = names_count(&automaton->extra),
               .symbols = symbols};
  closing c = {.m = m, .a = automaton, .out = out};
  c.count = controls + out->extras;
  out->accepting = mem_array(m, (size_t)nfa_state_count(out) + 1, 1);
  c.entered = mem_array(m, (size_t)c.count + 1, 1);
  c.has_epsilon = mem_array(m, (size_t)c.count + 1, 1);
  c.mark = mem_array(m, (size_t)c.count + 1, 1);
  c.accepts = mem_array(m, (size_t)c.count + 1, 1);
  c.in_set = mem_array(m, (size_t)symbols + 1, 1);
  vec_each (const uint32_t, s, &automaton->accepting)
    c.accepts[dense(&c, *s)] = 1;
  sort_by_source(&c);
  for (uint32_t s = 0; s < c.count; s++) {
    close_over_epsilon(&c, s);
    add_edges(&c, s); /* an extra state has the same number in both */
  }
  for (uint32_t s = 0; s < controls; s++)
    if (c.entered[s]) {
      close_over_epsilon(&c, s);
      add_edges(&c, controls + out->extras + s);
    }
  vec_free(m, &c.closure);
  mem_free(m, c.first);
  mem_free(m, c.order);
  mem_free(m, c.entered);
  mem_free(m, c.has_epsilon);
  mem_free(m, c.mark);
  mem_free(m, c.accepts);
  mem_free(m, c.in_set);
  debug_check(check_nfa(out));
}

#ifndef NDEBUG
void check_nfa(const nfa *n) {
  for (size_t i = 0; i < n->edges.count; i++) {
    const nfa_edge *e = &n->edges.at[i];
    assert(e->from < nfa_state_count(n) && e->symbol < n->symbols);
    assert(e->to >= n->controls && e->to < nfa_state_count(n));
    assert(i == 0 || e[-1].from <= e->from);
  }
}
#endif

void nfa_free(mem *m, nfa *n) {
  vec_free(m, &n->edges);
  mem_free(m, n->accepting);
  n->accepting = NULL;
}
