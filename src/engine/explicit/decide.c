#include "engine/explicit/explicit.h"

#include "base/log.h"
#include "engine/explicit/findings.h"
#include "engine/explicit/search.h"
#include "engine/explicit/shape.h"
#include "engine/explicit/shortest.h"
#include "engine/explicit/space.h"

#include <assert.h>

typedef struct job {
  const space *s;
  const uint8_t *good; /* by state of the automaton */
} job;

static bool decide_is_good(void *self, uint32_t pair) {
  const job *j = self;
  return j->good[space_automaton(j->s, pair)];
}

/* The state of a pair, and the label of the step that leaves it. */
static void decide_add_state(const space *s, uint32_t pair, uint32_t label,
                             model_run *out) {
  uint32_t size;
  const uint8_t *bytes = store_at(&s->states, space_state(s, pair), &size);
  vec_push(s->m, &out->at, out->bytes.count);
  vec_push(s->m, &out->labels, label);
  vec_reserve(s->m, &out->bytes, size);
  if (size)
    memcpy(out->bytes.at + out->bytes.count, bytes, size);
  out->bytes.count += size;
}

static void decide_add_run(const space *s, const lasso *l, model_run *out) {
  vec_each (const lasso_step, step, &l->steps) {
    decide_add_state(s, step->state, step->label, out);
    vec_push(s->m, &out->automaton, space_automaton(s, step->state));
  }
  vec_push(s->m, &out->at, out->bytes.count);
  out->count = l->steps.count;
  out->loop = l->loop;
}

/* Who moves, step by step. */
static void add_movers(space *s, const lasso *l, model_run *out) {
  for (size_t i = 0; i < l->steps.count; i++) {
    const lasso_step *at = l->steps.at + i;
    size_t next = i + 1 < l->steps.count ? i + 1 : l->loop;
    vec_push(s->m, &out->movers,
             space_movers(s, at->state, at->label, at->via,
                          l->steps.at[next].state));
  }
}

/* A shortest run, and who moves if the search is fair. False: none was
 * found. */
static bool add_shortest(search *s, space *product, explicit_answer *out) {
  shortest_lasso l;
  bool found = shortest_find(s->m, s->clock, product, &l);
  vec_each (const shortest_step, step, &l.steps) {
    decide_add_state(product, step->from, step->label, &out->run);
    if (product->fair)
      vec_push(
          s->m, &out->run.movers,
          space_movers(product, step->from, step->label, step->via, step->to));
  }
  if (found) {
    vec_push(s->m, &out->run.at, out->run.bytes.count);
    out->run.count = l.steps.count;
    out->run.loop = l.loop;
    out->is_shortest = l.is_least && !product->unmarked;
  }
  vec_free(s->m, &l.steps);
  return found;
}

/* 'found' leads to where something is undefined. */
static void add_fault(space *s, const lasso *l, explicit_answer *out) {
  const model_fault *fault =
      space_fault(s, l->steps.count ? vec_last(&l->steps).state : GRAPH_NONE);
  explicit_note note = findings_copy(s->m, &s->steps, fault);
  out->verdict = EXPLICIT_FAULT;
  out->fault = note.fault;
  out->fault_text = note.text;
}

static search_result choose(search *s, job *j, const shape *kind,
                            const omega *automaton,
                            const explicit_options *options,
                            const char **name) {
  explicit_emptiness emptiness =
      options->fair ? EXPLICIT_SCC : options->emptiness;
  bool buchi = automaton->sets <= 1 && automaton->state_based;
  if (emptiness == EXPLICIT_NDFS && buchi) {
    j->good = kind->is_accepting;
    *name = "ndfs";
    return search_ndfs(s);
  }
  j->good = kind->in_accepting;
  if (emptiness == EXPLICIT_AUTO && kind->terminal) {
    *name = "reachability";
    search_result result = search_reach(s);
    if (!s->dead_end)
      return result;
    s->found.steps.count = 0;
  }
  if (emptiness == EXPLICIT_AUTO && kind->weak) {
    *name = "weak";
    return search_cycle(s);
  }
  *name = "scc";
  return search_couvreur(s);
}

/* A lasso: the verdict, if it is one. */
static void conclude(search *s, space *product, const explicit_options *options,
                     explicit_answer *out) {
  out->verdict = EXPLICIT_VIOLATED;
  product->skip_faults = true;
  if (!options->shortest || !add_shortest(s, product, out)) {
    decide_add_run(product, &s->found, &out->run);
    if (options->fair)
      add_movers(product, &s->found, &out->run);
  }
  if (options->fair && product->unmarked &&
      !model_is_fair(s->m, product->x, &out->run))
    out->verdict = EXPLICIT_UNSUPPORTED;
}

void explicit_decide(mem *m, progress *clock, const model *x,
                     const model_binding *binding, const omega *automaton,
                     const explicit_options *options, explicit_answer *out) {
  space product;
  shape kind;
  *out = (explicit_answer){0};
  clock->done = clock->pending = 0;
  clock->states = clock->matched = clock->depth = 0;
  shape_of(&kind, m, clock, automaton);
  clock->done = clock->pending = 0;
  space_init(&product, m, x, binding, automaton, options->fair);
  graph g = space_graph(&product);
  job j = {.s = &product};
  search s = {.m = m,
              .clock = clock,
              .g = &g,
              .is_good = decide_is_good,
              .good_self = &j};
  LOG(clock, EXPLICIT,
      "product with an automaton of %" PRIu32 " states and %" PRIu32 " sets%s",
      (uint32_t)automaton->states, (uint32_t)automaton->sets,
      kind.terminal ? ", terminal"
      : kind.weak   ? ", weak"
                    : "");
  search_result result =
      choose(&s, &j, &kind, automaton, options, &out->search);
  LOG(clock, EXPLICIT,
      "%s ends: %" PRIu64 " states, %" PRIu64 " transitions, depth %" PRIu64
      ", %s",
      out->search, (uint64_t)s.states, (uint64_t)s.transitions,
      (uint64_t)s.depth,
      result == SEARCH_LASSO   ? "a run is accepted"
      : result == SEARCH_STUCK ? "a state goes wrong"
                               : "no run is accepted");
  if (result == SEARCH_STUCK) {
    add_fault(&product, &s.found, out);
    decide_add_run(&product, &s.found, &out->run);
  } else if (result == SEARCH_LASSO) {
    conclude(&s, &product, options, out);
  }
  out->stats = (statistics){.states = s.states,
                            .transitions = s.transitions,
                            .depth = s.depth,
                            .store_bytes = space_memory(&product)};
  search_free(&s);
  space_free(&product);
  shape_free(m, &kind);
}
