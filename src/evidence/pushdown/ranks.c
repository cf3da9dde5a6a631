/* Checks the proof that a product has no accepting run, condition by condition
 * (kernel/theory/ltl: rule_ranks and check_initial, on the rules with those
 * that repeat a configuration added). The product is never built: each ranked
 * head is looked at by itself. */
#include "evidence/pushdown/ltl.h"
#include "evidence/pushdown/membership.h"
#include "evidence/pushdown/sets.h"

#include <assert.h>
#include <string.h>

typedef struct row {
  uint32_t rank;
  uint32_t first; /* summary, linked by 'next' */
} row;

typedef struct checker {
  mem *m;
  progress *clock;
  const pds *p;
  const pds_binding *b;
  const omega *a;
  const pds_ranks *r;
  uint32_t states; /* of the automaton */
  membership sets;
  uint32_t empty;      /* its class of the empty stack */
  uint32_t *class;     /* by class of the evidence: of 'sets' */
  map number_of_class; /* of 'sets', and of the evidence */
  vec(uint32_t) class_number;
  map stack;          /* (symbol, class) */
  uint32_t bottom;    /* of the stack; PDS_NONE: not listed */
  map heads;          /* (location, of stack) */
  vec(row) rows;      /* by number in 'heads' */
  vec(uint32_t) next; /* by summary */
  map summaries;      /* (head, location), and if through accepting ones */
  vec(uint8_t) through;
  map tops; /* (state, symbol), rules linked by 'next_rule' */
  vec(uint32_t) first_rule;
  uint32_t *next_rule, *wild;
  const char **why;
} checker;

static bool ranks_wrong(checker *v, const char *why) {
  *v->why = why;
  return false;
}

static uint32_t location(const checker *v, uint32_t control, uint32_t state) {
  return control * v->states + state;
}

static bool is_accepting(const checker *v, uint32_t location_) {
  return omega_is_accepting(v->a, location_ % v->states);
}

/* Of the evidence: set by set, extra states before control states. Of
 * 'membership': control states first. */
static bool convert_class(checker *v, uint32_t c, lines_numbers *out) {
  const pds_ranks *ranks = v->r;
  uint32_t controls = pds_state_count(v->p);
  out->count = 0;
  for (uint32_t i = ranks->class_first.at[c]; i < ranks->class_first.at[c + 1];
       i++) {
    uint32_t n = ranks->class_states.at[i], k = 0;
    if (n >= membership_states(&v->sets))
      return ranks_wrong(v, "a class has a state that does not exist");
    while (n >= v->sets.offset.at[k + 1])
      k++;
    uint32_t start = v->sets.offset.at[k];
    uint32_t extras = v->sets.offset.at[k + 1] - start - controls;
    n -= start;
    vec_push(v->m, out, start + (n < extras ? controls + n : n - extras));
  }
  return true;
}

static bool take_classes(checker *v) {
  const pds_ranks *ranks = v->r;
  lines_numbers list = {0};
  if (ranks->class_first.count < 2)
    return ranks_wrong(v, "there is no class of the empty stack");
  size_t classes = ranks->class_first.count - 1;
  v->class = mem_array(v->m, classes, sizeof *v->class);
  for (uint32_t c = 0; c < classes; c++) {
    if (!convert_class(v, c, &list))
      return false;
    v->class[c] = membership_of(&v->sets, list.at, list.count);
    size_t before = v->number_of_class.keys.count;
    if (map_insert(v->m, &v->number_of_class, v->class[c]) < before)
      return ranks_wrong(v, "a class is listed twice");
    vec_push(v->m, &v->class_number, c);
  }
  v->empty = membership_empty(&v->sets);
  return v->class[0] == membership_below(&v->sets, v->empty) ||
         ranks_wrong(v, "class 0 is not that of the empty stack");
}

static bool take_stack(checker *v) {
  size_t classes = v->r->class_first.count - 1;
  vec_each (const pds_ranks_symbol, ranks_symbol, &v->r->stack) {
    bool good = ranks_symbol->symbol == PDS_NONE
                    ? ranks_symbol->below == 0
                    : ranks_symbol->symbol < pds_symbol_count(v->p);
    if (!good || ranks_symbol->below >= classes)
      return ranks_wrong(
          v, "the stack alphabet has something that does not exist");
    size_t before = v->stack.keys.count;
    uint32_t n = map_insert(
        v->m, &v->stack, map_pair(ranks_symbol->symbol, ranks_symbol->below));
    if (n < before)
      return ranks_wrong(v, "the stack alphabet has something twice");
    if (ranks_symbol->symbol == PDS_NONE)
      v->bottom = n;
  }
  return true;
}

static bool exists(const checker *v, uint32_t control, uint32_t state) {
  return control < pds_state_count(v->p) && state < v->states;
}

static bool take_heads(checker *v) {
  vec_each (const pds_ranks_head, h, &v->r->heads) {
    if (!exists(v, h->control, h->state) || h->symbol >= v->r->stack.count ||
        h->rank == 0)
      return ranks_wrong(v, "a head does not exist");
    size_t before = v->heads.keys.count;
    uint64_t key = map_pair(location(v, h->control, h->state), h->symbol);
    if (map_insert(v->m, &v->heads, key) < before)
      return ranks_wrong(v, "a head has two ranks");
    vec_push(v->m, &v->rows, ((row){h->rank, PDS_NONE}));
  }
  for (uint32_t i = 0; i < v->r->summaries.count; i++) {
    const pds_ranks_summary *s = &v->r->summaries.at[i];
    if (!exists(v, s->control, s->state) || s->symbol >= v->r->stack.count ||
        !exists(v, s->to_control, s->to_state))
      return ranks_wrong(v, "a summary is about something that does not exist");
    uint32_t h = map_find(
        &v->heads, map_pair(location(v, s->control, s->state), s->symbol));
    vec_push(v->m, &v->next, PDS_NONE);
    if (h == MAP_NONE)
      continue; /* of no use */
    v->next.at[i] = v->rows.at[h].first;
    v->rows.at[h].first = i;
    size_t before = v->summaries.keys.count;
    uint32_t n =
        map_insert(v->m, &v->summaries,
                   map_pair(h, location(v, s->to_control, s->to_state)));
    if (n == before)
      vec_push(v->m, &v->through, 0);
    v->through.at[n] |= s->accepting;
  }
  return true;
}

static void take_rules(checker *v) {
  size_t rules = v->p->rules.count, controls = pds_state_count(v->p);
  v->next_rule = mem_array(v->m, rules + 1, sizeof *v->next_rule);
  v->wild = mem_array(v->m, controls + 1, sizeof *v->wild);
  memset(v->wild, 0xFF, (controls + 1) * sizeof *v->wild);
  for (uint32_t i = 0; i < rules; i++) {
    const pds_rule *rule = &v->p->rules.at[i];
    uint32_t *first = &v->wild[rule->from];
    if (rule->top != PDS_ANY) {
      uint32_t n = map_insert(v->m, &v->tops, map_pair(rule->from, rule->top));
      if (n == v->first_rule.count)
        vec_push(v->m, &v->first_rule, PDS_NONE);
      first = &v->first_rule.at[n];
    }
    v->next_rule[i] = *first;
    *first = i;
  }
}

/* The head must be ranked, no higher than 'rank', and lower if 'falls'. */
static bool follows(checker *v, uint32_t rank, bool falls, uint32_t location_,
                    uint32_t symbol, uint32_t *head) {
  uint32_t h = symbol == PDS_NONE
                   ? MAP_NONE
                   : map_find(&v->heads, map_pair(location_, symbol));
  if (h == MAP_NONE)
    return ranks_wrong(v, "a head that can follow has no rank");
  *head = h;
  if (v->rows.at[h].rank > rank)
    return ranks_wrong(v, "a rank grows");
  return !falls || v->rows.at[h].rank < rank ||
         ranks_wrong(v, "a rank does not fall behind an accepting location");
}

/* 'head' has a summary to the location, known to be accepting if 'through'. */
static bool has_summary(checker *v, uint32_t head, uint32_t to, bool through) {
  uint32_t n = map_find(&v->summaries, map_pair(head, to));
  if (n == MAP_NONE)
    return ranks_wrong(v, "a summary is missing");
  return !through || v->through.at[n] ||
         ranks_wrong(v, "a summary is not known to be accepting");
}

static bool is_through(const checker *v, uint32_t head, uint32_t to) {
  return v->through.at[map_find(&v->summaries, map_pair(head, to))];
}

static uint32_t target(const checker *v, uint32_t summary) {
  assert(summary < v->r->summaries.count);
  const pds_ranks_summary *s = &v->r->summaries.at[summary];
  return location(v, s->to_control, s->to_state);
}

/* Every summary of 'inner' is one of 'head', which the way to 'inner' leaves
 * through accepting locations if 'through'. */
static bool inherits(checker *v, uint32_t head, uint32_t inner, bool through) {
  for (uint32_t i = v->rows.at[inner].first; i != PDS_NONE; i = v->next.at[i]) {
    uint32_t to = target(v, i);
    if (!has_summary(v, head, to, through || is_through(v, inner, to)))
      return false;
    progress_tick(v->clock);
  }
  return true;
}

/* One step of the product: from 'head' to a location, pushing 'push'. */
static bool check_step(checker *v, uint32_t head, uint32_t to, uint32_t length,
                       const uint32_t *push) {
  assert(head < v->rows.count);
  uint32_t rank = v->rows.at[head].rank, first, second;
  bool through = is_accepting(v, (uint32_t)(v->heads.keys.at[head] >> 32));
  if (length == 0)
    return has_summary(v, head, to, through);
  if (!follows(v, rank, through, to, push[0], &first))
    return false;
  if (length == 1)
    return inherits(v, head, first, through);
  for (uint32_t i = v->rows.at[first].first; i != PDS_NONE; i = v->next.at[i]) {
    uint32_t middle = target(v, i);
    bool passes = through || is_through(v, first, middle);
    if (!follows(v, rank, passes, middle, push[1], &second) ||
        !inherits(v, head, second, passes))
      return false;
  }
  return true;
}

static uint64_t ranks_letter(const checker *v, uint32_t control, uint32_t top,
                             uint32_t class, uint32_t action) {
  uint64_t result = 0;
  for (uint32_t i = 0; i < v->b->atoms.count; i++) {
    const pds_atom *atom = &v->b->atoms.at[i];
    bool holds = false;
    if (atom->kind == PDS_ATOM_STATE)
      holds = control == atom->number;
    else if (atom->kind == PDS_ATOM_TOP)
      holds = top == atom->number;
    else if (atom->kind == PDS_ATOM_ACTION)
      holds = action == atom->number;
    else
      for (size_t k = 0; k < v->b->sets.count; k++)
        if (v->b->sets.at[k] == atom->number)
          holds = membership_has(&v->sets, class, k, control);
    if (holds)
      result |= UINT64_C(1) << i;
  }
  return result;
}

/* The evidence's number of a class that lies below something; PDS_NONE. */
static uint32_t number_below(checker *v, uint32_t class) {
  uint32_t n = map_find(&v->number_of_class, membership_below(&v->sets, class));
  return n == MAP_NONE ? PDS_NONE : v->class_number.at[n];
}

/* What a symbol over the class 'below' of the evidence is in the stack
 * alphabet; PDS_NONE. */
static uint32_t on_stack(const checker *v, uint32_t symbol, uint32_t below) {
  uint32_t n = below == PDS_NONE ? MAP_NONE
                                 : map_find(&v->stack, map_pair(symbol, below));
  return n == MAP_NONE ? PDS_NONE : n;
}

static bool ranks_check_rule(checker *v, uint32_t head, const pds_rule *rule,
                             pds_ranks_symbol top) {
  assert(head < v->heads.keys.count);
  uint32_t push[2] = {PDS_NONE, PDS_NONE}, below = top.below;
  uint32_t control = rule->to;
  uint32_t state = (uint32_t)(v->heads.keys.at[head] >> 32) % v->states;
  uint32_t class = membership_above(&v->sets, v->class[top.below], top.symbol);
  uint64_t l = ranks_letter(v, rule->from, top.symbol, class, rule->action);
  for (uint32_t i = rule->length; i-- > 0;) {
    uint32_t g = pds_pushed(rule, i, top.symbol);
    push[i] = on_stack(v, g, below);
    if (i > 0 && below != PDS_NONE)
      below = number_below(v, membership_above(&v->sets, v->class[below], g));
  }
  for (uint32_t i = v->a->first.at[state]; i < v->a->first.at[state + 1]; i++) {
    const omega_edge *edge = &v->a->edges.at[i];
    if (omega_allows(v->a, edge, l) &&
        !check_step(v, head, location(v, control, edge->to), rule->length,
                    push))
      return false;
  }
  return true;
}

static bool check_stutter(checker *v, uint32_t head, pds_ranks_symbol top) {
  assert(head < v->heads.keys.count);
  uint32_t at = (uint32_t)(v->heads.keys.at[head] >> 32);
  uint32_t symbol = (uint32_t)v->heads.keys.at[head];
  uint32_t control = at / v->states, state = at % v->states;
  uint32_t class =
      top.symbol == PDS_NONE
          ? v->empty
          : membership_above(&v->sets, v->class[top.below], top.symbol);
  uint64_t l = ranks_letter(v, control, top.symbol, class, PDS_NONE);
  for (uint32_t i = v->a->first.at[state]; i < v->a->first.at[state + 1]; i++) {
    const omega_edge *edge = &v->a->edges.at[i];
    if (omega_allows(v->a, edge, l) &&
        !check_step(v, head, location(v, control, edge->to), 1, &symbol))
      return false;
  }
  return true;
}

static bool check_head(checker *v, uint32_t head) {
  assert(head < v->heads.keys.count);
  uint64_t key = v->heads.keys.at[head];
  uint32_t control = (uint32_t)(key >> 32) / v->states;
  pds_ranks_symbol top = v->r->stack.at[(uint32_t)key];
  if (top.symbol == PDS_NONE)
    return check_stutter(v, head, top);
  uint32_t n = map_find(&v->tops, map_pair(control, top.symbol));
  uint32_t first = n == MAP_NONE ? PDS_NONE : v->first_rule.at[n];
  if (first == PDS_NONE && v->wild[control] == PDS_NONE)
    return check_stutter(v, head, top);
  for (uint32_t i = first; i != PDS_NONE; i = v->next_rule[i])
    if (!ranks_check_rule(v, head, &v->p->rules.at[i], top))
      return false;
  for (uint32_t i = v->wild[control]; i != PDS_NONE; i = v->next_rule[i])
    if (!ranks_check_rule(v, head, &v->p->rules.at[i], top))
      return false;
  return true;
}

typedef struct initial {
  checker *v;
  sets set;
  uint32_t from;       /* of the edges being listed */
  vec(nfa_edge) edges; /* linked by 'next', by target */
  uint32_t *first;
  vec(uint32_t) next;
  map possible; /* (state, class): some stack of the class leads on */
  map met;      /* the same of the evidence */
  vec(uint32_t) first_met, next_met, met_at; /* locations */
  map met_exactly;                           /* (number in 'met', location) */
} initial;

static bool list_edge(void *self, uint32_t symbol, uint32_t to) {
  initial *x = self;
  mem *m = x->v->m;
  vec_push(m, &x->edges, ((nfa_edge){x->from, symbol, to}));
  vec_push(m, &x->next, x->first[to]);
  x->first[to] = (uint32_t)x->edges.count - 1;
  return true;
}

static void list_edges(initial *x) {
  uint32_t controls = pds_state_count(x->v->p);
  uint32_t states = 2 * controls + names_count(&x->set.a->extra);
  x->first = mem_array(x->v->m, (size_t)states + 1, sizeof *x->first);
  memset(x->first, 0xFF, ((size_t)states + 1) * sizeof *x->first);
  for (uint32_t s = 0; s < states; s++) {
    if (s >= controls && !sets_is_entered(&x->set, s))
      continue;
    x->from = s;
    sets_close(&x->set, s);
    sets_each_edge(&x->set, list_edge, x);
  }
}

static bool list_met(initial *x) {
  checker *v = x->v;
  uint32_t controls = pds_state_count(v->p);
  uint32_t states = 2 * controls + names_count(&x->set.a->extra);
  vec_each (const pds_ranks_pair, ranks_pair, &v->r->initial) {
    if (ranks_pair->initial >= states ||
        ranks_pair->below >= v->r->class_first.count - 1 ||
        !exists(v, ranks_pair->control, ranks_pair->state))
      return ranks_wrong(v, "the initial set has no such state");
    uint32_t n = map_insert(v->m, &x->met,
                            map_pair(ranks_pair->initial, ranks_pair->below));
    if (n == x->first_met.count)
      vec_push(v->m, &x->first_met, PDS_NONE);
    vec_push(v->m, &x->next_met, x->first_met.at[n]);
    vec_push(v->m, &x->met_at,
             location(v, ranks_pair->control, ranks_pair->state));
    x->first_met.at[n] = (uint32_t)x->met_at.count - 1;
    map_insert(v->m, &x->met_exactly, map_pair(n, vec_last(&x->met_at)));
  }
  return true;
}

static bool is_met(const initial *x, uint32_t state, uint32_t below,
                   uint32_t at) {
  uint32_t n = map_find(&x->met, map_pair(state, below));
  return n != MAP_NONE &&
         map_find(&x->met_exactly, map_pair(n, at)) != MAP_NONE;
}

/* All heads that (state, class) can be met with over 'symbol', and where they
 * lead: 'to' over the class 'below' is met there. */
static bool ranks_check_edge(initial *x, uint32_t state, uint32_t class,
                             uint32_t symbol, uint32_t to, uint32_t below) {
  checker *v = x->v;
  uint32_t n = map_find(&x->met, map_pair(state, class)), h;
  for (uint32_t i = n == MAP_NONE ? PDS_NONE : x->first_met.at[n];
       i != PDS_NONE; i = x->next_met.at[i]) {
    if (!follows(v, UINT32_MAX, false, x->met_at.at[i], symbol, &h))
      return false;
    for (uint32_t k = v->rows.at[h].first; k != PDS_NONE; k = v->next.at[k])
      if (to != PDS_NONE && !is_met(x, to, below, target(v, k)))
        return ranks_wrong(v,
                           "a location of the initial set's states is missing");
    progress_tick(v->clock);
  }
  return true;
}

static bool check_possible(initial *x, uint32_t state, uint32_t below) {
  checker *v = x->v;
  for (uint32_t i = x->first[state]; i != PDS_NONE; i = x->next.at[i]) {
    const nfa_edge *edge = &x->edges.at[i];
    uint32_t class = number_below(
        v, membership_above(&v->sets, v->class[below], edge -> symbol));
    if (class == PDS_NONE)
      return ranks_wrong(v, "a class is missing");
    map_insert(v->m, &x->possible, map_pair(edge->from, class));
    if (!ranks_check_edge(x, edge->from, class,
                          on_stack(v, edge->symbol, below), state, below))
      return false;
  }
  return state >= pds_state_count(v->p) ||
         is_met(x, state, below, location(v, state, v->a->initial)) ||
         ranks_wrong(v, "a location of the initial set is missing");
}

static bool check_initial(checker *v) {
  initial x = {.v = v};
  sets_init(&x.set, v->m, v->p, PDS_INITIAL);
  list_edges(&x);
  if (!list_met(&x))
    return false;
  uint32_t controls = pds_state_count(v->p);
  uint32_t states = 2 * controls + names_count(&x.set.a->extra);
  for (uint32_t s = 0; s < states; s++)
    if ((s < controls || sets_is_entered(&x.set, s)) &&
        sets_accepts(&x.set, s)) {
      map_insert(v->m, &x.possible, map_pair(s, 0));
      if (!ranks_check_edge(&x, s, 0, v->bottom, PDS_NONE, 0))
        return false;
    }
  for (uint32_t i = 0; i < x.possible.keys.count; i++)
    if (!check_possible(&x, (uint32_t)(x.possible.keys.at[i] >> 32),
                        (uint32_t)x.possible.keys.at[i]))
      return false;
  return true;
}

bool pushdown_ranks_check(mem *m, progress *clock, const pds *system,
                          const pds_binding *binding, const omega *automaton,
                          const pds_ranks *ranks, const char **why) {
  checker v = {.m = m,
               .clock = clock,
               .p = system,
               .b = binding,
               .a = automaton,
               .r = ranks};
  v.states = automaton->states;
  v.bottom = PDS_NONE;
  v.why = why;
  if ((uint64_t)pds_state_count(system) * automaton->states >= UINT32_MAX)
    return ranks_wrong(&v, "the product has too many locations");
  if (ranks->sets.count != binding->sets.count ||
      (ranks->sets.count &&
       memcmp(ranks->sets.at, binding->sets.at,
              ranks->sets.count * sizeof *ranks->sets.at) != 0))
    return ranks_wrong(&v, "the sets are not those of the formula");
  membership_init(&v.sets, m, system);
  vec_each (const uint32_t, s, &binding->sets)
    membership_add(&v.sets, &system->named_sets.at[*s].automaton);
  take_rules(&v);
  if (!take_classes(&v) || !take_stack(&v) || !take_heads(&v))
    return false;
  for (uint32_t h = 0; h < v.heads.keys.count; h++)
    if (!check_head(&v, h))
      return false;
  return check_initial(&v);
}
