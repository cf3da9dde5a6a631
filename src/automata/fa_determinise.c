/* The subset construction (Rabin and Scott 1959), with labels that are sets of
 * symbols. */
#include "automata/fa_rows.h"

#include "automata/sequences.h"
#include "base/check.h"

#include <stdlib.h>

typedef vec(dfa_edge) row;

typedef struct subsets {
  mem *m;
  const fa *a;     /* without epsilon */
  uint32_t *first; /* edges by source */
  uint32_t *order;
  sequences sets;    /* the states of the result */
  fa_word targets;   /* of the symbol at hand */
  row listed;        /* (symbol, target) by labels that list symbols */
  fa_word mentioned; /* by any label, in ascending order */
  fa_word negated;   /* edges whose label says all but some */
  row edges;
} subsets;

static void determinise_index_edges(subsets *v) {
  const fa *automaton = v->a;
  uint32_t states = fa_states(automaton);
  v->first = mem_array(v->m, (size_t)states + 2, sizeof *v->first);
  v->order = mem_array(v->m, automaton->edges.count + 1, sizeof *v->order);
  vec_each (const fa_edge, edge, &automaton->edges)
    v->first[edge->from + 2]++;
  for (uint32_t q = 0; q < states; q++)
    v->first[q + 2] += v->first[q + 1];
  for (uint32_t i = 0; i < automaton->edges.count; i++)
    v->order[v->first[automaton->edges.at[i].from + 1]++] = i;
}

static void sort_word(fa_word *word) {
  if (word->count)
    word->count = sequences_sort(word->at, word->count);
}

static uint32_t determinise_subset_of(subsets *v) {
  sort_word(&v->targets);
  return sequences_insert(v->m, &v->sets, v->targets.at, v->targets.count);
}

static int determinise_by_symbol(const void *x, const void *y) {
  const dfa_edge *a = x, *b = y;
  if (a->symbol != b->symbol)
    return a->symbol < b->symbol ? -1 : 1;
  return a->to < b->to ? -1 : a->to > b->to;
}

static void see_edge(subsets *v, uint32_t number) {
  const fa *automaton = v->a;
  const fa_edge *edge = &automaton->edges.at[number];
  if (edge->label < FA_SET) {
    vec_push(v->m, &v->listed, ((dfa_edge){edge->label, edge->to}));
    vec_push(v->m, &v->mentioned, edge->label);
    return;
  }
  const fa_set *set = &automaton->sets.at[edge->label - FA_SET];
  if (set->negated)
    vec_push(v->m, &v->negated, number);
  for (uint32_t i = set->first; i < set->first + set->count; i++) {
    vec_push(v->m, &v->mentioned, automaton->set_symbols.at[i]);
    if (!set->negated)
      vec_push(v->m, &v->listed,
               ((dfa_edge){automaton->set_symbols.at[i], edge->to}));
  }
}

/* Where 'symbol' leads by labels that do not list it; FA_NONE: one that is not
 * mentioned. */
static void take_negated(subsets *v, uint32_t symbol) {
  vec_each (const uint32_t, n, &v->negated) {
    const fa_edge *edge = &v->a->edges.at[*n];
    if (symbol == FA_NONE || fa_label_has(v->a, edge->label, symbol))
      vec_push(v->m, &v->targets, edge->to);
  }
}

static void make_row(subsets *v, uint32_t number, dfa *out) {
  bool accepting = false;
  v->listed.count = v->mentioned.count = v->negated.count = 0;
  v->edges.count = 0;
  for (uint32_t i = 0; i < sequences_length(&v->sets, number); i++) {
    uint32_t q = sequences_at(&v->sets, number)[i];
    accepting |= v->a->accepting.at[q];
    for (uint32_t k = v->first[q]; k < v->first[q + 1]; k++)
      see_edge(v, v->order[k]);
  }
  sort_word(&v->mentioned);
  if (v->listed.count)
    qsort(v->listed.at, v->listed.count, sizeof *v->listed.at,
          determinise_by_symbol);
  size_t at = 0;
  for (size_t i = 0; i < v->mentioned.count; i++) {
    uint32_t g = v->mentioned.at[i];
    v->targets.count = 0;
    for (; at < v->listed.count && v->listed.at[at].symbol == g; at++)
      vec_push(v->m, &v->targets, v->listed.at[at].to);
    take_negated(v, g);
    dfa_edge edge = {g, determinise_subset_of(v)};
    vec_push(v->m, &v->edges, edge);
  }
  uint32_t other = FA_NONE;
  if (v->edges.count < v->a->symbols) {
    v->targets.count = 0;
    take_negated(v, FA_NONE);
    other = determinise_subset_of(v);
  }
  fa_add_row(v->m, out, accepting, v->edges.at, v->edges.count, other);
}

void fa_determinise(mem *m, progress *clock, const fa *automaton, dfa *out) {
  fa plain;
  fa_remove_epsilon(m, automaton, &plain);
  subsets v = {.m = m, .a = &plain};
  *out = (dfa){.symbols = automaton->symbols};
  determinise_index_edges(&v);
  vec_each (const uint32_t, q, &plain.initial)
    vec_push(m, &v.targets, *q);
  determinise_subset_of(&v);
  for (uint32_t n = 0; n < sequences_count(&v.sets); n++) {
    progress_tick(clock);
    make_row(&v, n, out);
  }
  mem_free(m, v.first);
  mem_free(m, v.order);
  sequences_free(m, &v.sets);
  vec_free(m, &v.targets);
  vec_free(m, &v.listed);
  vec_free(m, &v.mentioned);
  vec_free(m, &v.negated);
  vec_free(m, &v.edges);
  fa_free(m, &plain);
  debug_check(check_dfa(out));
}
