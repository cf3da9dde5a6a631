#include "engine/saturation/derive.h"

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
  vec(uint32_t) todo;
  vec(item) stack;        /* the top last */
  map undone;             /* (edge, fact) of items that were undone before */
  vec(uint32_t) undone_fact;
  vec(frame) frames;
} deriver;

static uint32_t append(deriver *v, derivation_fact f) {
  vec_push(v->m, &v->out->facts, f);
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

/* ---- Edges of the right automaton -------------------------------------- */

/* A well-founded reason: the best one, unless it leads into a loop. */
static sat_reason reason_of(const sat *a, uint32_t e) {
  if (a->w->mode == SAT_FIXPOINT && weights_is_bottom(a->w, sat_value(a, e)))
    return a->earliest.at[e];
  return (sat_reason){a->edges.at[e].rule, a->edges.at[e].via};
}

static derivation_fact fact_from(const sat *a, uint32_t e, uint32_t rule) {
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
  sat_reason why = reason_of(a, e);
  uint32_t premise[2];
  sat_premises(a, e, why, premise);
  bool ready = true;
  for (int i = 0; i < 2; i++)
    if (premise[i] != SAT_NONE && v->edge_fact[premise[i]] == SAT_NONE) {
      vec_push(v->m, &v->todo, premise[i]);
      ready = false;
    }
  if (!ready)
    return false;
  derivation_fact f = fact_from(a, e, why.rule);
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

/* ---- Loops --------------------------------------------------------------- */

/* The premise of a bottom edge that is bottom itself, or SAT_NONE. */
static int bottom_premise(sat *a, uint32_t e, uint32_t premise[2]) {
  sat_premises(a, e, (sat_reason){a->edges.at[e].rule, a->edges.at[e].via},
               premise);
  for (int i = 0; i < 2; i++)
    if (premise[i] != SAT_NONE &&
        weights_is_bottom(a->w, sat_value(a, premise[i])))
      return i;
  return -1;
}

/* A new fact for 'e' by its best reason, whose bottom premise is 'inner'. */
static uint32_t spine_fact(deriver *v, uint32_t e, uint32_t inner) {
  sat *a = v->right;
  uint32_t premise[2];
  int which = bottom_premise(a, e, premise);
  derivation_fact f = fact_from(a, e, a->edges.at[e].rule);
  for (int i = 0; i < 2; i++)
    if (premise[i] != SAT_NONE)
      f.premise[i] = i == which ? inner : fact_of_edge(v, premise[i]);
  return append(v, f);
}

/* The side premises first, so that the spine's facts are consecutive. */
static void side_facts(deriver *v, uint32_t e) {
  uint32_t premise[2];
  int which = bottom_premise(v->right, e, premise);
  for (int i = 0; i < 2; i++)
    if (premise[i] != SAT_NONE && i != which)
      fact_of_edge(v, premise[i]);
}

/* The fact of an edge of weight minus infinity: through the loop once. */
static uint32_t fact_of_bottom(deriver *v, uint32_t edge) {
  sat *a = v->right;
  vec(uint32_t) chain = {0};
  uint8_t *seen = mem_array(v->m, a->edges.count + 1, 1);
  uint32_t e = edge, premise[2];
  while (!seen[e]) {
    seen[e] = 1;
    vec_push(v->m, &chain, e);
    int which = bottom_premise(a, e, premise);
    assert(which >= 0);
    e = premise[which];
  }
  size_t loop = 0;
  while (chain.at[loop] != e)
    loop++;
  for (size_t i = 0; i < chain.count; i++)
    side_facts(v, chain.at[i]);
  /* A copy of its own, so that the loop ends at this fact and no other. */
  uint32_t f = append(v, v->out->facts.at[fact_of_edge(v, e)]);
  v->out->loop_inner = f;
  v->out->loop_first = f + 1;
  for (size_t i = chain.count; i-- > loop;)
    f = spine_fact(v, chain.at[i], f);
  v->out->loop_end = f + 1;
  for (size_t i = loop; i-- > 0;)
    f = spine_fact(v, chain.at[i], f);
  vec_free(v->m, &chain);
  mem_free(v->m, seen);
  return f;
}

static uint32_t fact_of_step(deriver *v, const product_step *s) {
  const sat *a = v->right;
  if (a->w->mode == SAT_FIXPOINT &&
      weights_is_bottom(a->w, sat_value(a, s->edge[1])) &&
      v->out->loop_first == v->out->loop_end)
    return fact_of_bottom(v, s->edge[1]);
  return fact_of_edge(v, s->edge[1]);
}

/* ---- Undoing post* ------------------------------------------------------- */

static uint32_t left_edge(deriver *v, uint32_t state, uint32_t symbol,
                          uint32_t to) {
  return sat_find_edge(v->left, sat_find_row(v->left, state, symbol), to);
}

/* The rule led from <p, g> to what 'first' and 'second' are about: the fact
 * that <p, g> leads where the last of them leads. */
static uint32_t fact_before(deriver *v, uint32_t rule, uint32_t symbol,
                            uint32_t first, uint32_t second) {
  const pds_rule *r = &v->left->p->rules.at[rule];
  uint32_t last = second != PDS_NONE ? second : first;
  uint32_t to = last == PDS_NONE ? r->to : v->out->facts.at[last].to;
  return fact(v, (derivation_fact){
                     r->from, symbol, to, rule, {first, second}});
}

static void push_item(deriver *v, uint32_t edge, uint32_t fact_number) {
  vec_push(v->m, &v->stack, ((item){edge, fact_number}));
}

/* Undoes the pop behind an epsilon edge: its symbol is back on the stack. */
static void undo_pop(deriver *v, uint32_t epsilon_edge) {
  const sat_edge e = v->left->edges.at[epsilon_edge];
  uint32_t from = v->left->p->rules.at[e.rule].from;
  uint32_t f = fact_before(v, e.rule, e.via, PDS_NONE, PDS_NONE);
  push_item(v, left_edge(v, from, e.via, e.to), f);
}

/* Undoes the step that made the top edge. */
static void undo_top(deriver *v) {
  sat *a = v->left;
  item top = vec_pop(&v->stack);
  const sat_edge e = a->edges.at[top.edge];
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
  if (a->edges.at[top.edge].to < a->input_states)
    return false;
  uint32_t n =
      map_insert(v->m, &v->undone, map_pair(top.edge, top.fact));
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
  v.edge_fact =
      mem_array(m, v.right->edges.count + 1, sizeof *v.edge_fact);
  memset(v.edge_fact, 0xFF, v.right->edges.count * sizeof *v.edge_fact);
  uint8_t *looping = mem_array(m, way->steps.count + 1, 1);
  for (size_t i = way->steps.count; i-- > 0;) {
    const product_step *s = &way->steps.at[i];
    if (s->edge[1] == SAT_NONE) {
      undo_pop(&v, s->edge[0]);
    } else {
      looping[v.stack.count] = s->in_loop;
      push_item(&v, s->edge[0], fact_of_step(&v, s));
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
    out->start = v.left->rows.at[v.left->edges.at[vec_last(&v.stack).edge].row]
                     .state;
}
