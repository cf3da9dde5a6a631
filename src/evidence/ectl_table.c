#include "evidence/ectl_checker.h"

/* What two rules do to a head. */
typedef struct move {
  uint32_t length;   /* of what stands for the symbol: 0, 1 or 2 */
  uint32_t to;       /* location; MAP_NONE: the table does not have it */
  uint32_t top, low; /* symbols, or MAP_NONE; 'low' is the head's own */
} move;

static uint32_t find_location(const ectl_table *t, uint32_t q, uint32_t s) {
  return map_find(&t->locations, map_pair(q, s));
}

/* The head's symbol is 'symbol' of the machine that has a stack, with the
 * monitor's state 'd' below. */
static move make_move(const ectl_case *c, uint32_t own, uint32_t symbol,
                      uint32_t d, const machine_rule *step,
                      const machine_rule *reading) {
  const ectl_table *t = c->table;
  const machine_rule *stack = c->is_pds ? step : reading;
  move x = {.to = find_location(t, reading->to, step->to), .low = own};
  if (stack->operation == MACHINE_POP)
    return x;
  x.length = stack->operation == MACHINE_PUSH ? 2 : 1;
  if (c->is_pds && stack->operation == MACHINE_PUSH)
    d = c->carried->step.at[(size_t)d * c->carried->symbols + symbol];
  x.top = map_find(&t->symbols, map_pair(stack->symbol, d));
  return x;
}

/* Do these two rules apply to the head together, and what do they do? */
static bool apply(const ectl_case *c, const ectl_head *h, uint32_t rule,
                  move *out) {
  const ectl_table *t = c->table;
  const machine *automaton = c->automaton.machine;
  if (rule >= t->rules.count ||
      t->rules.at[rule].step >= c->system->rules.count ||
      t->rules.at[rule].reading >= automaton->rules.count)
    return false;
  const machine_rule *step = &c->system->rules.at[t->rules.at[rule].step];
  const machine_rule *reading = &automaton->rules.at[t->rules.at[rule].reading];
  uint64_t location = t->locations.keys.at[h->location];
  uint64_t key = t->symbols.keys.at[h->symbol];
  uint32_t symbol = (uint32_t)(key >> 32);
  if (step->from != (uint32_t)location || reading->from != location >> 32 ||
      (c->is_pds ? step : reading)->top != symbol ||
      c->automaton.action_of[reading->action] != step->action)
    return false;
  *out = make_move(c, h->symbol, symbol, (uint32_t)key, step, reading);
  return true;
}

/* ---- Shape ----------------------------------------------------------------
 */

static bool are_distinct(const map *x) {
  for (uint32_t i = 0; i < x->keys.count; i++)
    if (map_find(x, x->keys.at[i]) != i)
      return false;
  return true;
}

static bool has_good_names(ectl_case *c) {
  const ectl_table *t = c->table;
  uint32_t q = machine_states(c->automaton.machine);
  uint32_t s = machine_states(c->system);
  uint32_t symbols =
      machine_symbols(c->is_pds ? c->system : c->automaton.machine);
  uint32_t below = c->is_pds ? c->carried->states : 1;
  if (!are_distinct(&t->locations) || !are_distinct(&t->symbols))
    return ectl_wrong(c, ECTL_NO, "a location or symbol is there twice");
  vec_each (const uint64_t, key, &t->locations.keys)
    if (*key >> 32 >= q || (uint32_t)*key >= s)
      return ectl_wrong(c, ECTL_NO, "a location has no such states");
  vec_each (const uint64_t, key, &t->symbols.keys)
    if (*key >> 32 >= symbols || (uint32_t)*key >= below)
      return ectl_wrong(c, ECTL_NO, "there is no such symbol");
  return true;
}

static bool has_good_heads(ectl_case *c) {
  const ectl_table *t = c->table;
  if (t->head_numbers.keys.count != t->heads.count)
    return ectl_wrong(c, ECTL_NO, "a head is there twice");
  for (uint32_t i = 0; i < t->heads.count; i++) {
    const ectl_head *h = &t->heads.at[i];
    if (h->location >= t->locations.keys.count ||
        h->symbol >= t->symbols.keys.count)
      return ectl_wrong(c, i, "it has no such location or symbol");
    if (ectl_find_head(t, h->location, h->symbol) != i)
      return ectl_wrong(c, i, "it is there twice");
  }
  return true;
}

/* Is each pop listed once, with its head? */
static bool has_good_pops(ectl_case *c) {
  const ectl_table *t = c->table;
  vec_each (const ectl_pop, p, &t->pops)
    if (p->head >= t->heads.count || p->to >= t->locations.keys.count)
      return ectl_wrong(c, ECTL_NO, "a pop has no such head or location");
  uint64_t *seen = mem_array(c->m, ectl_words(t->pops.count), sizeof *seen);
  size_t listed = 0;
  bool good = true;
  for (uint32_t i = 0; good && i < t->heads.count; i++) {
    const ectl_head *h = &t->heads.at[i];
    good = (size_t)h->first_pop + h->pops <= t->pops_of.count;
    listed += h->pops;
    for (uint32_t k = 0; good && k < h->pops; k++) {
      uint32_t pop = t->pops_of.at[h->first_pop + k];
      good = pop < t->pops.count && t->pops.at[pop].head == i &&
             !ectl_bit(seen, pop);
      if (good)
        ectl_set_bit(seen, pop);
    }
  }
  mem_free(c->m, seen);
  return (good && listed == t->pops.count) ||
         ectl_wrong(c, ECTL_NO, "the pops are not listed with their heads");
}

/* What the table says of locations with no stack left; one that was read says
 * nothing. */
static bool has_good_empty(ectl_case *c) {
  const ectl_table *t = c->table;
  if (t->empty.count == 0)
    return true;
  bool good = t->empty.count == t->locations.keys.count;
  for (uint32_t i = 0; good && i < t->empty.count; i++) {
    uint64_t key = t->locations.keys.at[i];
    good = (t->empty.at[i] != 0) ==
           ectl_lives_empty(c, (uint32_t)(key >> 32), (uint32_t)key);
  }
  return good ||
         ectl_wrong(c, ECTL_NO, "a location with no stack left is wrong");
}

/* ---- Kinds ----------------------------------------------------------------
 */

static ectl_head_kind kind_without_x(const ectl_case *c, uint32_t q, uint32_t s,
                                     uint32_t symbol) {
  ectl_span moves = ectl_rows_at(c->system_rows, s, c->is_pds ? symbol : 0);
  ectl_span row = ectl_rows_at(&c->automaton.rows, q, c->is_pds ? 0 : symbol);
  if (moves.first == moves.end)
    return ECTL_END;
  for (uint32_t i = moves.first; i < moves.end; i++) {
    ectl_span follow = ectl_rows_reading(&c->automaton.rows, row,
                                         c->system_rows->rules[i].action);
    if (follow.first == follow.end)
      return ECTL_ESCAPE;
  }
  return ECTL_PLAIN;
}

static ectl_head_kind kind_of(const ectl_case *c, const ectl_head *h) {
  const ectl_table *t = c->table;
  uint64_t key = t->symbols.keys.at[h->symbol];
  uint32_t symbol = (uint32_t)(key >> 32), d = (uint32_t)key;
  uint32_t s = ectl_location_state(t, h->location);
  uint32_t q = (uint32_t)(t->locations.keys.at[h->location] >> 32);
  bool accepts = ectl_accepts(c, h->location);
  bool x = ectl_sees(&c->x, s, symbol, d), y = ectl_sees(&c->y, s, symbol, d);
  if (!t->is_release)
    return accepts && y ? ECTL_DONE : x ? ECTL_PLAIN : ECTL_STUCK;
  if (accepts && !y)
    return ECTL_BAD;
  return x ? ECTL_RELEASED : kind_without_x(c, q, s, symbol);
}

static bool has_good_kinds(ectl_case *c) {
  for (uint32_t i = 0; i < c->table->heads.count; i++) {
    const ectl_head *h = &c->table->heads.at[i];
    progress_tick(c->clock);
    if (kind_of(c, h) != h->kind)
      return ectl_wrong(c, i, "it is of another kind");
    if (h->kind != ECTL_PLAIN &&
        h->lives != (h->kind != ECTL_STUCK && h->kind != ECTL_BAD))
      return ectl_wrong(c, i, "whether it lives is known by its kind");
  }
  return true;
}

/* ---- Justifications -------------------------------------------------------
 */

/* Is 'first' an earlier pop of the head that has this location and symbol? */
static bool is_pop_of(const ectl_table *t, uint32_t pop, uint32_t before,
                      uint32_t location, uint32_t symbol) {
  if (pop >= before || location == MAP_NONE || symbol == MAP_NONE)
    return false;
  const ectl_head *h = &t->heads.at[t->pops.at[pop].head];
  return h->location == location && h->symbol == symbol;
}

static bool is_justified(const ectl_case *c, uint32_t i) {
  const ectl_table *t = c->table;
  const ectl_pop *p = &t->pops.at[i];
  move x;
  if (t->heads.at[p->head].kind != ECTL_PLAIN ||
      !apply(c, &t->heads.at[p->head], p->rule, &x))
    return false;
  if (x.length == 0)
    return p->to == x.to && p->first == ECTL_NO && p->second == ECTL_NO;
  if (!is_pop_of(t, p->first, i, x.to, x.top))
    return false;
  uint32_t behind = t->pops.at[p->first].to;
  if (x.length == 1)
    return behind == p->to && p->second == ECTL_NO;
  return is_pop_of(t, p->second, i, behind, x.low) &&
         t->pops.at[p->second].to == p->to;
}

static bool lives_rightly(const ectl_case *c, const ectl_head *h) {
  const ectl_table *t = c->table;
  move x;
  if (!apply(c, h, h->rule, &x) || h->next >= t->heads.count || x.length == 0)
    return false;
  const ectl_head *next = &t->heads.at[h->next];
  if (!next->lives ||
      (!t->is_release && next->kind == ECTL_PLAIN && next->order >= h->order))
    return false;
  if (h->first == ECTL_NO)
    return next->location == x.to && next->symbol == x.top;
  return x.length == 2 &&
         is_pop_of(t, h->first, (uint32_t)t->pops.count, x.to, x.top) &&
         next->location == t->pops.at[h->first].to && next->symbol == x.low;
}

static bool has_justifications(ectl_case *c) {
  const ectl_table *t = c->table;
  for (uint32_t i = 0; i < t->pops.count; i++) {
    progress_tick(c->clock);
    if (!is_justified(c, i))
      return ectl_wrong(c, t->pops.at[i].head, "a pop of it is not justified");
  }
  for (uint32_t i = 0; i < t->heads.count; i++) {
    const ectl_head *h = &t->heads.at[i];
    if (h->kind == ECTL_PLAIN && h->lives && !lives_rightly(c, h))
      return ectl_wrong(c, i, "that it lives is not justified");
  }
  return true;
}

/* ---- Closure --------------------------------------------------------------
 */

/* Head 'h', whose pops are marked, leads to 'n': are its pops pops of 'h', and
 * may it be dead if that is? */
static bool leads_rightly(ectl_case *c, uint32_t h, uint32_t n) {
  const ectl_table *t = c->table;
  if (n == MAP_NONE)
    return ectl_wrong(c, h, "a head behind it is missing");
  for (uint32_t i = 0; i < t->heads.at[n].pops; i++)
    if (c->marks[ectl_popped(t, &t->heads.at[n], i)] != h + 1)
      return ectl_wrong(c, h, "a pop of it is missing");
  if (t->heads.at[h].lives)
    return true;
  if (t->heads.at[n].lives)
    return ectl_wrong(c, h, "it leads to a head that lives");
  if (t->is_release && t->heads.at[n].order >= t->heads.at[h].order)
    return ectl_wrong(c, h, "the order does not fall behind it");
  return true;
}

static uint32_t head_at(const ectl_table *t, uint32_t location,
                        uint32_t symbol) {
  if (location == MAP_NONE || symbol == MAP_NONE)
    return MAP_NONE;
  return ectl_find_head(t, location, symbol);
}

static bool follows_rightly(ectl_case *c, uint32_t h, const move *x) {
  const ectl_table *t = c->table;
  if (x->length == 0)
    return (x->to != MAP_NONE && c->marks[x->to] == h + 1) ||
           ectl_wrong(c, h, "a pop of it is missing");
  uint32_t n = head_at(t, x->to, x->top);
  if (!leads_rightly(c, h, n))
    return false;
  if (x->length == 1)
    return true;
  for (uint32_t i = 0; i < t->heads.at[n].pops; i++) {
    progress_tick(c->clock);
    if (!leads_rightly(c, h,
                       head_at(t, ectl_popped(t, &t->heads.at[n], i), x->low)))
      return false;
  }
  return true;
}

static bool is_closed_at(ectl_case *c, uint32_t i) {
  const ectl_table *t = c->table;
  const ectl_head *h = &t->heads.at[i];
  const ectl_rows *rows = &c->automaton.rows;
  uint64_t key = t->symbols.keys.at[h->symbol];
  uint32_t symbol = (uint32_t)(key >> 32);
  uint32_t q = (uint32_t)(t->locations.keys.at[h->location] >> 32);
  ectl_span moves =
      ectl_rows_at(c->system_rows, ectl_location_state(t, h->location),
                   c->is_pds ? symbol : 0);
  ectl_span row = ectl_rows_at(rows, q, c->is_pds ? 0 : symbol);
  for (uint32_t p = 0; p < h->pops; p++)
    c->marks[ectl_popped(t, h, p)] = i + 1;
  for (uint32_t e = moves.first; e < moves.end; e++) {
    ectl_row_rule step = c->system_rows->rules[e];
    ectl_span span = ectl_rows_reading(rows, row, step.action);
    for (uint32_t r = span.first; r < span.end; r++) {
      move x = make_move(c, h->symbol, symbol, (uint32_t)key,
                         &c->system->rules.at[step.rule],
                         &c->automaton.machine->rules.at[rows->rules[r].rule]);
      if (!follows_rightly(c, i, &x))
        return false;
    }
  }
  return true;
}

static bool is_closed(ectl_case *c) {
  for (uint32_t i = 0; i < c->table->heads.count; i++) {
    progress_tick(c->clock);
    if (c->table->heads.at[i].kind == ECTL_PLAIN && !is_closed_at(c, i))
      return false;
  }
  return true;
}

bool ectl_table_check(ectl_case *c) {
  c->marks =
      mem_array(c->m, c->table->locations.keys.count + 1, sizeof *c->marks);
  return has_good_names(c) && has_good_heads(c) && has_good_kinds(c) &&
         has_good_pops(c) && has_good_empty(c) && has_justifications(c) &&
         is_closed(c);
}

void ectl_case_free(ectl_case *c) {
  ectl_automaton_free(c->m, &c->automaton);
  mem_free(c->m, c->x.states_of);
  mem_free(c->m, c->y.states_of);
  mem_free(c->m, c->marks);
}
