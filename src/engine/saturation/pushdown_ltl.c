#include "engine/saturation/pushdown_ltl.h"

#include "engine/saturation/repeat.h"

#include <string.h>

typedef struct joint {
  pds_buchi x;
  pds_buchi_rules rules;
} joint;

static void ltl_expand(void *self, mem *m, uint32_t location, uint32_t symbol,
                       heads_rules *out) {
  joint *j = self;
  j->rules.count = 0;
  pds_buchi_expand(&j->x, location, symbol, &j->rules);
  vec_each (const pds_buchi_rule, buchi_rule, &j->rules)
    vec_push(m, out,
             ((heads_rule){buchi_rule->to,
                           buchi_rule->length,
                           {buchi_rule->push[0], buchi_rule->push[1]},
                           buchi_rule->rule}));
}

static bool accepting(void *self, uint32_t location) {
  return pds_buchi_accepting(&((joint *)self)->x, location);
}

static void make_system(mem *m, joint *j, const pds *system,
                        const pds_binding *binding, const omega *automaton,
                        const nfa *initial, repeat_system *out) {
  pds_buchi *buchi = &j->x;
  memset(j, 0, sizeof *j);
  pds_buchi_init(buchi, m, system, binding, automaton);
  pds_buchi_start_from(buchi, initial);
  *out = (repeat_system){
      .heads = {.self = j,
                .expand = ltl_expand,
                .accepting = accepting,
                .locations = pds_state_count(system) * automaton->states}};
  out->initial_states = (uint32_t)buchi->initial_states.keys.count;
  vec_each (const pds_buchi_edge, buchi_edge, &buchi->initial_edges)
    vec_push(
        m, &out->initial,
        ((repeat_edge){buchi_edge->from, buchi_edge->symbol, buchi_edge->to}));
  for (uint32_t i = 1; i < out->initial_states; i++) {
    uint32_t s = (uint32_t)(buchi->initial_states.keys.at[i] >> 32);
    if (s < initial->controls)
      vec_push(
          m, &out->starts,
          ((repeat_pair){i, pds_buchi_location(buchi, s, automaton->initial)}));
  }
}

static void take_lasso(mem *m, const pds_buchi *buchi,
                       const repeat_answer *answer, pds_lasso *out) {
  out->start = answer->start / buchi->states;
  vec_each (const uint32_t, g, &answer->stack)
    if (*g != 0)
      vec_push(m, &out->stack, (uint32_t)(buchi->stack.keys.at[*g] >> 32));
  memcpy(&out->stem, &answer->stem, sizeof answer->stem);
  memcpy(&out->loop, &answer->loop, sizeof answer->loop);
}

static void take_classes(mem *m, const pds_buchi *buchi,
                         const pds_binding *binding, pds_ranks *out) {
  const valuation *v = &buchi->v;
  vec_each (const uint32_t, s, &binding->sets)
    vec_push(m, &out->sets, *s);
  for (uint32_t c = 0; c < v->class_count; c++) {
    vec_push(m, &out->class_first, (uint32_t)out->class_states.count);
    for (uint32_t i = 0; i < v->inner; i++)
      if (valuation_class_has(v, c, i))
        vec_push(m, &out->class_states, i);
  }
  vec_push(m, &out->class_first, (uint32_t)out->class_states.count);
}

static void take_ranks(mem *m, const pds_buchi *buchi,
                       const pds_binding *binding, const repeat_answer *answer,
                       pds_ranks *out) {
  take_classes(m, buchi, binding, out);
  vec_each (const uint64_t, k, &buchi->stack.keys)
    vec_push(m, &out->stack,
             ((pds_ranks_symbol){(uint32_t)(*k >> 32), (uint32_t)*k}));
  for (uint32_t h = 0; h < answer->heads.keys.count; h++) {
    uint64_t k = answer->heads.keys.at[h];
    uint32_t l = (uint32_t)(k >> 32);
    pds_ranks_head head = {l / buchi->states, l % buchi->states, (uint32_t)k,
                           answer->ranks[h]};
    vec_push(m, &out->heads, head);
  }
  vec_each (const heads_summary, s, &answer->summaries) {
    const pds_ranks_head *h = &out->heads.at[s->head];
    pds_ranks_summary y = {h->control,
                           h->state,
                           h->symbol,
                           s->to / buchi->states,
                           s->to % buchi->states,
                           s->accepting};
    vec_push(m, &out->summaries, y);
  }
  vec_each (const uint64_t, k, &answer->pairs.keys) {
    uint64_t s = buchi->initial_states.keys.at[*k >> 32];
    uint32_t l = (uint32_t)*k;
    if (*k >> 32 != 0)
      vec_push(m, &out->initial,
               ((pds_ranks_pair){(uint32_t)(s >> 32), (uint32_t)s,
                                 l / buchi->states, l % buchi->states}));
  }
}

void pushdown_ltl(mem *m, progress *clock, const pds *p,
                  const pds_binding *binding, const omega *automaton,
                  uint64_t most_steps, pushdown_ltl_answer *out) {
  joint *j = mem_alloc(m, sizeof *j);
  repeat_system s;
  repeat_answer answer;
  nfa initial;
  memset(out, 0, sizeof *out);
  nfa_normalise(m, &initial, &p->sets[PDS_INITIAL], pds_state_count(p),
                pds_symbol_count(p));
  make_system(m, j, p, binding, automaton, &initial, &s);
  repeat_solve(m, clock, &s, most_steps, &answer);
  out->violated = answer.found;
  out->has_lasso = answer.has_lasso;
  out->steps = answer.steps;
  out->heads = answer.heads.keys.count;
  out->summaries = answer.summaries.count;
  out->edges = answer.edges;
  if (answer.has_lasso)
    take_lasso(m, &j->x, &answer, &out->lasso);
  if (!answer.found)
    take_ranks(m, &j->x, binding, &answer, &out->ranks);
}

/* Every configuration: one inner state. */
static void make_all(mem *m, const pds *system, nfa *out) {
  uint32_t controls = pds_state_count(system),
           symbols = pds_symbol_count(system);
  *out = (nfa){.controls = controls, .extras = 1, .symbols = symbols};
  out->accepting = mem_array(m, (size_t)nfa_state_count(out) + 1, 1);
  for (uint32_t s = 0; s <= controls; s++) {
    out->accepting[s] = 1;
    for (uint32_t g = 0; g < symbols; g++)
      vec_push(m, &out->edges, ((nfa_edge){s, g, controls}));
  }
}

/* States of the result: (location, class of the rest of the stack); for the
 * location 'none', whatever comes is accepted if its class is the one that was
 * promised. Where reading starts, the class is not known, so that a control
 * state has the edges of all classes. */
typedef struct collector {
  mem *m;
  joint *j;
  const repeat_answer *r;
  paut *out;
  map states;
} collector;

static uint32_t state_of(collector *c, uint32_t location, uint32_t rest) {
  size_t before = c->states.keys.count;
  uint32_t n = map_insert(c->m, &c->states, map_pair(location, rest));
  if (n == before)
    paut_add_state(c->m, c->out);
  return PAUT_EXTRA + n;
}

static void add_edge(collector *c, uint32_t location, uint32_t symbol,
                     uint32_t to) {
  pds_buchi *buchi = &c->j->x;
  uint64_t k = buchi->stack.keys.at[symbol];
  uint32_t g = (uint32_t)(k >> 32), below = (uint32_t)k;
  uint32_t rest = valuation_above(&buchi->v, below, g);
  uint32_t target = state_of(c, to, below);
  paut_add_edge(c->m, c->out, state_of(c, location, rest), g, target);
  if (location != REPEAT_NONE && location % buchi->states == buchi->a->initial)
    paut_add_edge(c->m, c->out, location / buchi->states, g, target);
}

static void add_accepting(collector *c, uint32_t location) {
  pds_buchi *buchi = &c->j->x;
  paut_add_accepting(c->m, c->out, state_of(c, location, 0));
  if (location != REPEAT_NONE && location % buchi->states == buchi->a->initial)
    paut_add_accepting(c->m, c->out, location / buchi->states);
}

void pushdown_ltl_violating(mem *m, progress *clock, const pds *p,
                            const pds_binding *binding, const omega *automaton,
                            paut *out) {
  joint *j = mem_alloc(m, sizeof *j);
  repeat_system s;
  repeat_answer answer;
  nfa all;
  memset(out, 0, sizeof *out);
  make_all(m, p, &all);
  make_system(m, j, p, binding, automaton, &all, &s);
  repeat_solve(m, clock, &s, 0, &answer);
  if (!answer.found)
    return;
  collector c = {.m = m, .j = j, .r = &answer, .out = out};
  for (uint32_t h = 0; h < answer.heads.keys.count; h++) {
    uint32_t location = (uint32_t)(answer.heads.keys.at[h] >> 32);
    uint32_t symbol = (uint32_t)answer.heads.keys.at[h];
    if (symbol == 0 && answer.repeats[h])
      add_accepting(&c, location);
    else if (symbol != 0 && answer.repeats[h])
      add_edge(&c, location, symbol, REPEAT_NONE);
  }
  vec_each (const heads_summary, summary, &answer.summaries) {
    uint64_t k = answer.heads.keys.at[summary->head];
    add_edge(&c, (uint32_t)(k >> 32), (uint32_t)k, summary->to);
  }
  /* all symbols that occur: every class has all of them */
  size_t symbols = j->x.stack.keys.count;
  for (uint32_t g = 1; g < symbols; g++)
    add_edge(&c, REPEAT_NONE, g, REPEAT_NONE);
  add_accepting(&c, REPEAT_NONE);
}
