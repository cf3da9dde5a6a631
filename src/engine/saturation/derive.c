#include "engine/saturation/derive.h"

#include "engine/saturation/engines.h"
#include "engine/saturation/loops.h"

#include <assert.h>
#include <string.h>

typedef struct item {
  uint32_t edge; /* of the left automaton */
  uint32_t fact; /* what becomes of its symbol later */
} item;

typedef struct frame {
  size_t height;
  item item;
} frame;

typedef struct deriver {
  mem *m;
  sat *left, *right;
  derivation *out;
  map heads, transitions; /* (from, symbol); (head, to) */
  vec(uint32_t) fact_of;  /* by transition */
  uint32_t *edge_fact;    /* by edge of the right automaton */
  uint32_t *version_fact; /* by version of its edges */
  vec(uint32_t) todo;
  vec(item) stack; /* the top last */
  map undone;      /* (edge, fact) of items that were undone before */
  vec(uint32_t) undone_fact;
  vec(frame) frames;
} deriver;

static uint32_t append(deriver *v, derivation_fact fact) {
  vec_push(v->m, &v->out->facts, fact);
  return (uint32_t)v->out->facts.count - 1;
}

/* One fact a transition is enough: where the run is shortest, two runs for the
 * same transition weigh the same. */
static uint32_t fact(deriver *v, derivation_fact f) {
  uint32_t head = map_insert(v->m, &v->heads, map_pair(f.from, f.symbol));
  uint32_t n = map_insert(v->m, &v->transitions, map_pair(head, f.to));
  if (n == v->fact_of.count)
    vec_push(v->m, &v->fact_of, append(v, f));
  return v->fact_of.at[n];
}

/* Edges of the right automaton. */

static derivation_fact fact_from(const sat *a, uint32_t e, uint32_t rule) {
  assert(e < a->edges.count);
  const sat_row *row = &a->rows.at[a->edges.at[e].row];
  return (derivation_fact){row->state,
                           row->symbol,
                           a->edges.at[e].to,
                           rule == SAT_INPUT ? PDS_NONE : rule,
                           {PDS_NONE, PDS_NONE}};
}

/* Makes the fact of an edge whose premises have theirs; else puts those on
 * the list first. */
static bool try_edge(deriver *v, uint32_t e) {
  sat *a = v->right;
  uint32_t premise[2];
  pre_premises(a, e, premise);
  bool ready = true;
  for (int i = 0; i < 2; i++)
    if (premise[i] != SAT_NONE && v->edge_fact[premise[i]] == SAT_NONE) {
      vec_push(v->m, &v->todo, premise[i]);
      ready = false;
    }
  if (!ready)
    return false;
  derivation_fact f = fact_from(a, e, a->edges.at[e].rule);
  for (int i = 0; i < 2; i++)
    if (premise[i] != SAT_NONE)
      f.premise[i] = v->edge_fact[premise[i]];
  v->edge_fact[e] = fact(v, f);
  return true;
}

static uint32_t fact_of_edge(deriver *v, uint32_t e) {
  vec_push(v->m, &v->todo, e);
  while (v->todo.count) {
    uint32_t next = vec_last(&v->todo);
    if (v->edge_fact[next] != SAT_NONE || try_edge(v, next))
      v->todo.count--;
  }
  return v->edge_fact[e];
}

/* Versions: the same where weights may fall without end. */

/* A version that was told to have no bound stands for once around its loop. */
static uint32_t finite_version(const sat *a, uint32_t version) {
  assert(version < a->versions.count);
  while (a->versions.at[version].loop != SAT_NONE)
    version = a->loops.at[a->versions.at[version].loop].last;
  return version;
}

/* 'instead' takes the place of premise number 'which'; SAT_NONE: of none. */
static uint32_t append_version(deriver *v, uint32_t version, int which,
                               uint32_t instead) {
  const sat *a = v->right;
  const sat_version *x = &a->versions.at[version];
  derivation_fact fact = fact_from(a, x->edge, x->rule);
  for (int i = 0; i < 2; i++)
    if (i == which)
      fact.premise[i] = instead;
    else if (x->premise[i] != SAT_NONE)
      fact.premise[i] = v->version_fact[finite_version(a, x->premise[i])];
  return append(v, fact);
}

static uint32_t fact_of_version(deriver *v, uint32_t version) {
  const sat *a = v->right;
  version = finite_version(a, version);
  vec_push(v->m, &v->todo, version);
  while (v->todo.count) {
    uint32_t next = vec_last(&v->todo);
    bool ready = true;
    for (int i = 0; i < 2 && v->version_fact[next] == SAT_NONE; i++) {
      uint32_t p = a->versions.at[next].premise[i];
      if (p == SAT_NONE)
        continue;
      p = finite_version(a, p);
      if (v->version_fact[p] == SAT_NONE) {
        vec_push(v->m, &v->todo, p);
        ready = false;
      }
    }
    if (!ready)
      continue;
    v->todo.count--;
    if (v->version_fact[next] == SAT_NONE)
      v->version_fact[next] = append_version(v, next, -1, SAT_NONE);
  }
  return v->version_fact[version];
}

static uint32_t level_of(const sat *a, uint32_t version) {
  return version == SAT_NONE
             ? SAT_NONE
             : weights_level(a->w, sat_version_value(a, version));
}

/* The sides of a version, so that the facts of a chain are consecutive. */
static void side_facts(deriver *v, uint32_t version, int which) {
  assert(version < v->right->versions.count);
  const sat_version x = v->right->versions.at[version];
  for (int i = 0; i < 2; i++)
    if (i != which && x.premise[i] != SAT_NONE)
      fact_of_version(v, x.premise[i]);
}

/* Which premise of a version of the loop is the one before. */
static int spine_premise(const sat *a, uint32_t version, uint32_t before) {
  return a->versions.at[version].premise[0] == before ? 0 : 1;
}

static uint32_t loop_facts(deriver *v, const sat_loop *loop) {
  const sat *a = v->right;
  uint32_t before = loop->inner;
  for (uint32_t i = loop->first; i <= loop->last; before = i++)
    side_facts(v, i, spine_premise(a, i, before));
  /* A copy of its own, so that the loop ends at this fact and no other. */
  uint32_t inner = fact_of_version(v, loop->inner);
  assert(inner < v->out->facts.count);
  uint32_t f = append(v, v->out->facts.at[inner]);
  v->out->loop_inner = f;
  v->out->loop_first = f + 1;
  before = loop->inner;
  for (uint32_t i = loop->first; i <= loop->last; before = i++)
    f = append_version(v, i, spine_premise(a, i, before), f);
  v->out->loop_end = f + 1;
  return f;
}

/* The fact of a version without a bound: down to the loop that is to blame,
 * through it once, and back up. */
static uint32_t fact_of_unbounded(deriver *v, uint32_t version) {
  const sat *a = v->right;
  vec(uint32_t) chain = {0};
  vec(uint8_t) which = {0};
  uint32_t level = level_of(a, version);
  while (a->versions.at[version].loop == SAT_NONE) {
    const sat_version *x = &a->versions.at[version];
    int k = level_of(a, x->premise[0]) == level ? 0 : 1;
    assert(level_of(a, x->premise[k]) == level);
    vec_push(v->m, &chain, version);
    vec_push(v->m, &which, (uint8_t)k);
    version = x->premise[k];
  }
  for (size_t i = 0; i < chain.count; i++)
    side_facts(v, chain.at[i], which.at[i]);
  sat_loop loop = a->loops.at[a->versions.at[version].loop];
  uint32_t f = loop_facts(v, &loop);
  while (chain.count)
    f = append_version(v, vec_pop(&chain), vec_pop(&which), f);
  vec_free(v->m, &chain);
  vec_free(v->m, &which);
  return f;
}

/* Only the step that the weight of the way owes its lack of a bound to goes
 * through a loop. */
static uint32_t fact_of_step(deriver *v, const product_step *step) {
  const sat *a = v->right;
  if (a->w->mode != SAT_FIXPOINT)
    return fact_of_edge(v, step->edge[1]);
  uint32_t version = a->version.at[step->edge[1]];
  if (step->is_cause)
    return fact_of_unbounded(v, version);
  return fact_of_version(v, version);
}

static uint32_t left_edge(deriver *v, uint32_t state, uint32_t symbol,
                          uint32_t to) {
  return sat_find_edge(v->left, sat_find_row(v->left, state, symbol), to);
}

/* The rule led from <p, g> to what 'first' and 'second' are about: the fact
 * that <p, g> leads where the last of them leads. */
static uint32_t fact_before(deriver *v, uint32_t rule, uint32_t symbol,
                            uint32_t first, uint32_t second) {
  assert(rule < v->left->p->rules.count);
  const pds_rule *r = &v->left->p->rules.at[rule];
  uint32_t last = second != PDS_NONE ? second : first;
  uint32_t to = last == PDS_NONE ? r->to : v->out->facts.at[last].to;
  return fact(v, (derivation_fact){r->from, symbol, to, rule, {first, second}});
}

static void push_item(deriver *v, uint32_t edge, uint32_t fact_number) {
  vec_push(v->m, &v->stack, ((item){edge, fact_number}));
}

/* Undoes the pop behind an epsilon edge: its symbol is back on the stack. */
static void undo_pop(deriver *v, uint32_t epsilon_edge) {
  assert(epsilon_edge < v->left->edges.count);
  const sat_edge edge = v->left->edges.at[epsilon_edge];
  assert(edge.rule < v->left->p->rules.count);
  uint32_t from = v->left->p->rules.at[edge.rule].from;
  uint32_t f = fact_before(v, edge.rule, edge.via, PDS_NONE, PDS_NONE);
  push_item(v, left_edge(v, from, edge.via, edge.to), f);
}

/* Undoes the step that made the top edge. */
static void undo_top(deriver *v) {
  sat *a = v->left;
  item top = vec_pop(&v->stack);
  assert(top.edge < a->edges.count);
  const sat_edge e = a->edges.at[top.edge];
  assert(e.row < a->rows.count);
  const sat_row row = a->rows.at[e.row];
  if (e.rule == SAT_BY_EPSILON) {
    push_item(v, left_edge(v, e.via, row.symbol, e.to), top.fact);
    undo_pop(v, left_edge(v, row.state, SAT_EPSILON, e.via));
  } else if (e.rule == SAT_ENTRY) { /* the push made the edge below as well */
    item below = vec_pop(&v->stack);
    const sat_edge b = a->edges.at[below.edge];
    uint32_t f = fact_before(v, b.rule, b.via, top.fact, below.fact);
    push_item(v, left_edge(v, a->p->rules.at[b.rule].from, b.via, b.to), f);
  } else {
    uint32_t f = fact_before(v, e.rule, e.via, top.fact, PDS_NONE);
    push_item(v, left_edge(v, a->p->rules.at[e.rule].from, e.via, e.to), f);
  }
}

/* An edge into the state of a push is undone step by step until the edge that
 * entered that state is on top; the second time, at once. */
static bool undo_at_once(deriver *v) {
  item top = vec_last(&v->stack);
  const sat *a = v->left;
  assert(top.edge < a->edges.count);
  if (a->edges.at[top.edge].to < a->input_states)
    return false;
  uint32_t n = map_insert(v->m, &v->undone, map_pair(top.edge, top.fact));
  if (n == v->undone_fact.count) {
    vec_push(v->m, &v->undone_fact, PDS_NONE);
    vec_push(v->m, &v->frames, ((frame){v->stack.count, top}));
    return false;
  }
  if (v->undone_fact.at[n] == PDS_NONE)
    return false; /* it is being undone: cannot be met at this height */
  uint64_t key = a->entries.keys.at[a->edges.at[top.edge].to - a->input_states];
  v->stack.count--;
  push_item(v,
            left_edge(v, (uint32_t)(key >> 32), (uint32_t)key,
                      a->edges.at[top.edge].to),
            v->undone_fact.at[n]);
  return true;
}

/* The entry is on top: all that was begun at this height is undone. */
static void close_frames(deriver *v) {
  uint32_t f = vec_last(&v->stack).fact;
  while (v->frames.count && vec_last(&v->frames).height == v->stack.count) {
    item begun = vec_pop(&v->frames).item;
    uint32_t n = map_find(&v->undone, map_pair(begun.edge, begun.fact));
    v->undone_fact.at[n] = f;
  }
}

static void undo_all(deriver *v) {
  while (v->stack.count) {
    progress_tick(v->left->clock);
    uint32_t rule = v->left->edges.at[vec_last(&v->stack).edge].rule;
    if (rule == SAT_INPUT)
      return;
    if (rule == SAT_ENTRY) {
      close_frames(v);
      undo_top(v);
    } else if (!undo_at_once(v)) {
      undo_top(v);
    }
  }
}

void derive(mem *m, product *x, const product_path *way, derivation *out) {
  deriver v = {.m = m, .left = x->side[0], .right = x->side[1], .out = out};
  memset(out, 0, sizeof *out);
  out->start = way->start;
  v.edge_fact = mem_array(m, v.right->edges.count + 1, sizeof *v.edge_fact);
  memset(v.edge_fact, 0xFF, v.right->edges.count * sizeof *v.edge_fact);
  v.version_fact =
      mem_array(m, v.right->versions.count + 1, sizeof *v.version_fact);
  memset(v.version_fact, 0xFF,
         v.right->versions.count * sizeof *v.version_fact);
  uint8_t *looping = mem_array(m, way->steps.count + 1, 1);
  for (size_t i = way->steps.count; i-- > 0;) {
    const product_step *step = &way->steps.at[i];
    if (step->edge[1] == SAT_NONE) {
      undo_pop(&v, step->edge[0]);
    } else {
      looping[v.stack.count] = step->in_loop;
      push_item(&v, step->edge[0], fact_of_step(&v, step));
    }
  }
  undo_all(&v);
  for (size_t i = v.stack.count; i-- > 0;) {
    item it = v.stack.at[i];
    vec_push(m, &out->witness,
             ((derivation_link){it.fact, v.left->edges.at[it.edge].to,
                                i < way->steps.count && looping[i]}));
  }
  if (v.stack.count)
    out->start =
        v.left->rows.at[v.left->edges.at[vec_last(&v.stack).edge].row].state;
}
