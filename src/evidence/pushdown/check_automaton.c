/* Does an automaton prove that the final set cannot be reached? Backward, it
 * must contain the final set, be closed under predecessors and miss the initial
 * set; forward, contain the initial set, be closed under successors and miss
 * the final set.
 *
 * After a reduction, only rules whose head can be on top need be respected,
 * and only symbols that can be on the stack; that these are all is checked
 * first. */
#include "evidence/pushdown/check.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef struct row {
  const uint32_t *at;
  size_t count;
} row;

typedef struct closure {
  checker *v;
  uint32_t states, controls;
  /* Evidence rows plus one: of control locations in a table by symbol and then
   * location, if that is not too large; all others by a map. */
  uint32_t *direct;
  map rows;
  vec(uint32_t) row_numbers;
  uint32_t *mark, stamp;
  uint8_t *popped, *below, *present; /* reduced */
  uint32_t *epsilon_first, *epsilon; /* forward: by control location */
  map epsilon_pairs;                 /* the same, to look one up */
  bool epsilon_closed; /* what is read behind epsilon is read before it */
  uint8_t *useful; /* backward: by state: acceptance can be reached from it */
} closure;

static row automaton_row_of(const closure *c, uint32_t from, uint32_t symbol) {
  const evidence *e = c->v->e;
  uint32_t n = 0;
  if (c->direct && from < c->controls) {
    n = c->direct[(size_t)symbol * c->controls + from];
  } else {
    uint32_t k = map_find(&c->rows, map_pair(from, symbol));
    if (k != MAP_NONE)
      n = c->row_numbers.at[k];
  }
  if (n == 0)
    return (row){NULL, 0};
  return (row){e->targets.at + e->rows.at[n - 1].first,
               e->rows.at[n - 1].count};
}

/* False: there is one already. */
static bool add_row(closure *c, uint32_t number) {
  assert(number < c->v->e->rows.count);
  const evidence_row *r = &c->v->e->rows.at[number];
  if (c->direct && r->from < c->controls) {
    uint32_t *slot = &c->direct[(size_t)r->symbol * c->controls + r->from];
    bool fresh = *slot == 0;
    *slot = number + 1;
    return fresh;
  }
  uint32_t k = map_insert(c->v->m, &c->rows, map_pair(r->from, r->symbol));
  if (k < c->row_numbers.count)
    return false;
  vec_push(c->v->m, &c->row_numbers, number + 1);
  return true;
}

static void mark_row(closure *c, row r) {
  for (size_t i = 0; i < r.count; i++)
    c->mark[r.at[i]] = c->stamp;
}

static bool all_marked(const closure *c, row r) {
  for (size_t i = 0; i < r.count; i++)
    if (c->mark[r.at[i]] != c->stamp && (!c->useful || c->useful[r.at[i]]))
      return false;
  return true;
}

static bool broken(closure *c, uint32_t rule, uint32_t symbol) {
  return check_reject(c->v, "not closed under rule %u on symbol '%s'",
                      (unsigned)rule, names_text(&c->v->p->symbols, symbol));
}

/* What can be on top, after a reduction. */

static bool can_be_on_top(const closure *c, uint32_t state, uint32_t symbol) {
  if (!c->v->e->reduced)
    return true;
  return (c->popped[state] && c->below[symbol]) ||
         map_find(&c->v->e->heads, map_pair(state, symbol)) != MAP_NONE;
}

static bool heads_closed_under(closure *c, uint32_t rule, uint32_t symbol) {
  assert(rule < c->v->p->rules.count);
  const pds_rule *r = &c->v->p->rules.at[rule];
  bool good = r->length == 0
                  ? c->popped[r->to]
                  : can_be_on_top(c, r->to, pds_pushed(r, 0, symbol));
  if (r->length == 2)
    good = good && c->below[pds_pushed(r, 1, symbol)];
  return good || check_reject(c->v, "the heads are not closed under rule %u",
                              (unsigned)rule);
}

typedef bool rule_check(closure *c, uint32_t rule, uint32_t symbol);

static bool each_rule(closure *c, rule_check *f) {
  const pds *system = c->v->p;
  for (uint32_t i = 0; i < system->rules.count; i++) {
    const pds_rule *rule = &system->rules.at[i];
    progress_tick(c->v->clock);
    if (rule->top != PDS_ANY) {
      if (can_be_on_top(c, rule->from, rule->top) && !f(c, i, rule->top))
        return false;
      continue;
    }
    for (uint32_t g = 0; g < pds_symbol_count(system); g++)
      if (can_be_on_top(c, rule->from, g) && !f(c, i, g))
        return false;
  }
  return true;
}

typedef struct start_of {
  closure *c;
  uint32_t from;
} start_of;

static bool start_allowed(void *self, uint32_t symbol, uint32_t to) {
  start_of *s = self;
  (void)to;
  return s->from < s->c->controls ? can_be_on_top(s->c, s->from, symbol)
                                  : s->c->below[symbol];
}

static bool check_heads(closure *c) {
  sets *a = &c->v->initial;
  for (uint32_t s = 0; s < 2 * a->controls + a->extras; s++) {
    start_of self = {c, s};
    sets_close(a, s);
    if (s >= a->controls && !sets_is_entered(a, s))
      continue;
    if (!sets_each_edge(a, start_allowed, &self))
      return check_reject(c->v, "the heads miss some of the initial set");
  }
  return each_rule(c, heads_closed_under);
}

typedef struct edges {
  closure *c;
  uint32_t from;
  uint8_t *reached;
  vec(uint32_t) todo;
  vec(nfa_edge) at;
} edges;

static bool collect(void *self, uint32_t symbol, uint32_t to) {
  edges *s = self;
  if (s->c->present && !s->c->present[symbol])
    return true;
  vec_push(s->c->v->m, &s->at, ((nfa_edge){s->from, symbol, to}));
  if (!s->reached[to]) {
    s->reached[to] = 1;
    vec_push(s->c->v->m, &s->todo, to);
  }
  return true;
}

/* Edges on a way from a control location to acceptance must be there. */
static bool contains(closure *c, sets *a, const char *which) {
  mem *m = c->v->m;
  edges s = {.c = c};
  uint32_t states = 2 * a->controls + a->extras;
  s.reached = mem_array(m, (size_t)states + 1, 1);
  uint8_t *useful = mem_array(m, (size_t)states + 1, 1);
  for (uint32_t p = 0; p < a->controls; p++)
    vec_push(m, &s.todo, p);
  while (s.todo.count) {
    s.from = vec_pop(&s.todo);
    useful[s.from] = sets_accepts(a, s.from);
    sets_each_edge(a, collect, &s);
  }
  /* Backward from acceptance, by sweeps against the order of discovery. */
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = s.at.count; i-- > 0;)
      if (useful[s.at.at[i].to] && !useful[s.at.at[i].from])
        useful[s.at.at[i].from] = changed = true;
  }
  bool good = true;
  for (size_t i = 0; good && i < s.at.count; i++) {
    nfa_edge edge = s.at.at[i];
    row r = automaton_row_of(c, edge.from, edge.symbol);
    bool there = false;
    for (size_t k = 0; k < r.count && !there; k++)
      there = r.at[k] == edge.to;
    good = there || !useful[edge.to];
  }
  return good ||
         check_reject(c->v, "the automaton misses some of the %s set", which);
}

static bool closed_backward(closure *c, uint32_t rule, uint32_t symbol) {
  assert(rule < c->v->p->rules.count);
  const pds_rule *r = &c->v->p->rules.at[rule];
  c->stamp++;
  mark_row(c, automaton_row_of(c, r->from, symbol));
  if (r->length == 0)
    return c->mark[r->to] == c->stamp || !c->useful[r->to] ||
           broken(c, rule, symbol);
  row first = automaton_row_of(c, r->to, pds_pushed(r, 0, symbol));
  if (r->length == 1)
    return all_marked(c, first) || broken(c, rule, symbol);
  for (size_t i = 0; i < first.count; i++)
    if (!all_marked(c,
                    automaton_row_of(c, first.at[i], pds_pushed(r, 1, symbol))))
      return broken(c, rule, symbol);
  return true;
}

/* From which states the automaton can accept at all; transitions to others
 * change nothing. */
static void find_useful(closure *c, sets *grown) {
  const evidence *e = c->v->e;
  mem *m = c->v->m;
  size_t n = e->targets.count;
  uint32_t inputs = 2 * grown->controls + grown->extras;
  uint32_t *first = mem_array(m, (size_t)c->states + 1, sizeof *first);
  uint32_t *next = mem_array(m, n + 1, sizeof *next);
  uint32_t *from = mem_array(m, n + 1, sizeof *from);
  vec(uint32_t) todo = {0};
  c->useful = mem_array(m, (size_t)c->states + 1, 1);
  vec_each (const evidence_row, r, &e->rows)
    for (size_t i = r->first; i < r->first + r->count; i++) {
      from[i] = r->from;
      next[i] = first[e->targets.at[i]];
      first[e->targets.at[i]] = (uint32_t)i + 1;
    }
  for (uint32_t s = 0; s < inputs; s++)
    if (sets_accepts(grown, s)) {
      c->useful[s] = 1;
      vec_push(m, &todo, s);
    }
  while (todo.count)
    for (uint32_t i = first[vec_pop(&todo)]; i != 0; i = next[i - 1])
      if (!c->useful[from[i - 1]]) {
        c->useful[from[i - 1]] = 1;
        vec_push(m, &todo, from[i - 1]);
      }
  vec_free(m, &todo);
  mem_free(m, first);
  mem_free(m, next);
  mem_free(m, from);
}

/* Marks the states that the pushed symbols are read to from one start. */
static void mark_result(closure *c, const pds_rule *rule, uint32_t symbol,
                        uint32_t start) {
  row first = automaton_row_of(c, start, pds_pushed(rule, 0, symbol));
  if (rule->length == 1) {
    mark_row(c, first);
    return;
  }
  for (size_t i = 0; i < first.count; i++)
    mark_row(c, automaton_row_of(c, first.at[i], pds_pushed(rule, 1, symbol)));
}

/* After a pop, each state must be reached from 'to' by epsilon. */
static bool popped_forward(const closure *c, uint32_t to, row r) {
  for (size_t i = 0; i < r.count; i++)
    if (r.at[i] != to &&
        map_find(&c->epsilon_pairs, map_pair(to, r.at[i])) == MAP_NONE)
      return false;
  return true;
}

static bool closed_forward(closure *c, uint32_t rule, uint32_t symbol) {
  assert(rule < c->v->p->rules.count);
  const pds_rule *r = &c->v->p->rules.at[rule];
  const uint32_t *from = c->epsilon + c->epsilon_first[r->from];
  const uint32_t *from_end = c->epsilon + c->epsilon_first[r->from + 1];
  const uint32_t *to = c->epsilon + c->epsilon_first[r->to];
  const uint32_t *to_end = c->epsilon + c->epsilon_first[r->to + 1];
  bool pops = r->length == 0, closed = c->epsilon_closed;
  c->stamp++;
  if (!pops)
    mark_result(c, r, symbol, r->to);
  for (; !pops && !closed && to < to_end; to++)
    mark_result(c, r, symbol, *to);
  row first = automaton_row_of(c, r->from, symbol);
  bool good = pops ? popped_forward(c, r->to, first) : all_marked(c, first);
  for (; good && !closed && from < from_end; from++) {
    row next = automaton_row_of(c, *from, symbol);
    good = pops ? popped_forward(c, r->to, next) : all_marked(c, next);
  }
  return good || broken(c, rule, symbol);
}

/* With this, rows of control locations speak for those behind epsilon. */
static bool is_epsilon_closed(closure *c) {
  const evidence *e = c->v->e;
  uint32_t *first = mem_array(c->v->m, (size_t)c->states + 2, sizeof *first);
  uint32_t *order = mem_array(c->v->m, e->rows.count + 1, sizeof *order);
  vec_each (const evidence_row, r, &e->rows)
    first[r->from + 2]++;
  for (uint32_t s = 0; s < c->states; s++)
    first[s + 2] += first[s + 1];
  for (uint32_t i = 0; i < e->rows.count; i++)
    order[first[e->rows.at[i].from + 1]++] = i;
  vec_each (const nfa_edge, edge, &e->epsilon)
    for (uint32_t k = first[edge->to]; k < first[edge->to + 1]; k++) {
      const evidence_row *r = &e->rows.at[order[k]];
      progress_tick(c->v->clock);
      c->stamp++;
      mark_row(c, automaton_row_of(c, edge->from, r->symbol));
      if (!all_marked(c, automaton_row_of(c, edge->to, r->symbol)))
        return false;
    }
  return true;
}

/* Missing the other set. */

typedef struct missing {
  closure *c;
  map pairs; /* (state of the set, state of the automaton) */
  uint32_t other;
} missing;

static bool automaton_step_pair(void *self, uint32_t symbol, uint32_t to) {
  missing *s = self;
  row r = automaton_row_of(s->c, s->other, symbol);
  for (size_t i = 0; i < r.count; i++)
    map_insert(s->c->v->m, &s->pairs, map_pair(to, r.at[i]));
  return true;
}

/* The automaton accepts where the set it grew from does. */
static bool misses(closure *c, sets *a, sets *grown, const char *which) {
  missing s = {.c = c};
  uint32_t inputs = 2 * grown->controls + grown->extras;
  for (uint32_t p = 0; p < c->controls; p++) {
    map_insert(c->v->m, &s.pairs, map_pair(p, p));
    for (uint32_t i = c->epsilon_first[p]; i < c->epsilon_first[p + 1]; i++)
      map_insert(c->v->m, &s.pairs, map_pair(p, c->epsilon[i]));
  }
  for (size_t i = 0; i < s.pairs.keys.count; i++) {
    uint32_t state = (uint32_t)(s.pairs.keys.at[i] >> 32);
    s.other = (uint32_t)s.pairs.keys.at[i];
    progress_tick(c->v->clock);
    if (sets_accepts(a, state) && s.other < inputs &&
        sets_accepts(grown, s.other))
      return check_reject(c->v, "the automaton meets the %s set", which);
    sets_close(a, state);
    sets_each_edge(a, automaton_step_pair, &s);
  }
  return true;
}

static bool automaton_load_rows(closure *c) {
  const evidence *e = c->v->e;
  size_t symbols = pds_symbol_count(c->v->p);
  if (c->controls && symbols <= (8 * e->rows.count + 65536) / c->controls)
    c->direct =
        mem_array(c->v->m, symbols * c->controls + 1, sizeof *c->direct);
  for (uint32_t i = 0; i < e->rows.count; i++) {
    if (!add_row(c, i))
      return check_reject(c->v, "a row is there twice");
    if (e->rows.at[i].from >= c->states)
      c->states = e->rows.at[i].from + 1;
  }
  vec_each (const uint32_t, t, &e->targets)
    if (*t >= c->states)
      c->states = *t + 1;
  vec_each (const nfa_edge, edge, &e->epsilon)
    if (edge->to >= c->states)
      c->states = edge->to + 1;
  /* Stamps are by state, and no file is long enough to name 2^31 of them. */
  c->mark = mem_array(c->v->m, (size_t)c->states + 1, sizeof *c->mark);
  return true;
}

static void load_epsilon(closure *c) {
  const evidence *e = c->v->e;
  mem *m = c->v->m;
  c->epsilon_first =
      mem_array(m, (size_t)c->controls + 2, sizeof *c->epsilon_first);
  c->epsilon = mem_array(m, e->epsilon.count + 1, sizeof *c->epsilon);
  vec_each (const nfa_edge, edge, &e->epsilon) {
    c->epsilon_first[edge->from + 1]++;
    map_insert(m, &c->epsilon_pairs, map_pair(edge->from, edge->to));
  }
  for (uint32_t p = 0; p < c->controls; p++)
    c->epsilon_first[p + 1] += c->epsilon_first[p];
  for (size_t i = e->epsilon.count; i-- > 0;)
    c->epsilon[--c->epsilon_first[e->epsilon.at[i].from + 1]] =
        e->epsilon.at[i].to;
  memmove(c->epsilon_first, c->epsilon_first + 1,
          ((size_t)c->controls + 1) * sizeof *c->epsilon_first);
  c->epsilon_first[c->controls] = (uint32_t)e->epsilon.count;
}

static void load_heads(closure *c) {
  const evidence *e = c->v->e;
  mem *m = c->v->m;
  if (!e->reduced)
    return;
  size_t symbols = (size_t)pds_symbol_count(c->v->p) + 1;
  c->popped = mem_array(m, (size_t)c->controls + 1, 1);
  c->below = mem_array(m, symbols, 1);
  c->present = mem_array(m, symbols, 1);
  vec_each (const uint32_t, s, &e->popped)
    c->popped[*s] = 1;
  vec_each (const uint32_t, g, &e->below)
    c->below[*g] = c->present[*g] = 1;
  vec_each (const uint64_t, key, &e->heads.keys)
    c->present[(uint32_t)*key] = 1;
}

bool check_automaton(checker *v) {
  const evidence *e = v->e;
  closure c = {.v = v, .controls = pds_state_count(v->p)};
  sets *grown = e->forward ? &v->initial : &v->final;
  sets *other = e->forward ? &v->final : &v->initial;
  c.states = 2 * grown->controls + grown->extras;
  if (e->forward && e->reduced)
    return check_reject(v, "a forward automaton needs no heads");
  if (!automaton_load_rows(&c))
    return false;
  load_epsilon(&c);
  load_heads(&c);
  if (e->reduced && !check_heads(&c))
    return false;
  if (!contains(&c, grown, e->forward ? "initial" : "final"))
    return false;
  c.epsilon_closed = e->forward && is_epsilon_closed(&c);
  if (!e->forward)
    find_useful(&c, grown);
  if (!each_rule(&c, e->forward ? closed_forward : closed_backward) ||
      !misses(&c, other, grown, e->forward ? "final" : "initial"))
    return false;
  v->out->facts = e->targets.count + e->epsilon.count;
  snprintf(v->out->why, sizeof v->out->why,
           "the automaton of %zu transitions is closed and keeps the two sets "
           "apart",
           e->targets.count + e->epsilon.count);
  return true;
}
