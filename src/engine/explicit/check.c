#include "engine/explicit/explicit.h"

#include "engine/explicit/search.h"
#include "engine/explicit/shape.h"
#include "engine/explicit/space.h"

#include <assert.h>

typedef struct job {
  const space *s;
  const uint8_t *good; /* by state of the automaton */
} job;

static bool is_good(void *self, uint32_t pair) {
  const job *j = self;
  return j->good[space_automaton(j->s, pair)];
}

static void add_run(const space *s, const lasso *l, model_run *out) {
  vec_each (const lasso_step, step, &l->steps) {
    uint32_t size;
    const uint8_t *bytes =
        store_at(&s->states, space_state(s, step->state), &size);
    vec_push(s->m, &out->at, out->bytes.count);
    vec_push(s->m, &out->labels, step->label);
    vec_push(s->m, &out->automaton, space_automaton(s, step->state));
    vec_reserve(s->m, &out->bytes, size);
    if (size)
      memcpy(out->bytes.at + out->bytes.count, bytes, size);
    out->bytes.count += size;
  }
  vec_push(s->m, &out->at, out->bytes.count);
  out->count = l->steps.count;
  out->loop = l->loop;
}

static void add_fault(const model_steps *steps, explicit_answer *out) {
  memcpy(out->fault, steps->fault, sizeof out->fault);
  out->fault_line = steps->fault_line;
  out->fault_column = steps->fault_column;
}

static search_result choose(search *s, job *j, const shape *kind,
                            const omega *a, explicit_emptiness emptiness,
                            const char **name) {
  bool buchi = a->sets <= 1 && a->state_based;
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

void explicit_check(mem *m, progress *clock, const model *x,
                    const model_binding *b, const omega *a,
                    const explicit_options *o, explicit_answer *out) {
  space product;
  shape kind;
  *out = (explicit_answer){0};
  clock->done = clock->pending = 0;
  shape_of(&kind, m, clock, a);
  space_init(&product, m, x, b, a);
  graph g = space_graph(&product);
  job j = {.s = &product};
  search s = {
      .m = m, .clock = clock, .g = &g, .is_good = is_good, .good_self = &j};
  search_result result = choose(&s, &j, &kind, a, o->emptiness, &out->search);
  if (result == SEARCH_STUCK) {
    out->verdict = EXPLICIT_FAULT;
    add_fault(&product.steps, out);
  } else if (result == SEARCH_LASSO) {
    out->verdict = EXPLICIT_VIOLATED;
    product.skip_faults = true;
    if (o->shortest)
      search_shorten(&s);
  }
  if (result != SEARCH_EMPTY)
    add_run(&product, &s.found, &out->run);
  out->stats = (explicit_stats){.states = s.states,
                                .transitions = s.transitions,
                                .depth = s.depth,
                                .store_bytes = space_memory(&product)};
  lasso_free(m, &s.found);
  space_free(&product);
  shape_free(m, &kind);
}
