#include "evidence/ectl/checker.h"

/* What two rules do to a head. */
typedef struct move {
  uint32_t length;   /* of what stands for the symbol: 0, 1 or 2 */
  uint32_t to;       /* location; MAP_NONE: the table does not have it */
  uint32_t top, low; /* symbols, or MAP_NONE; 'low' is the head's own */
} move;

static uint32_t find_location(const ectl_table *table, uint32_t q, uint32_t s) {
  return map_find(&table->locations, map_pair(q, s));
}

/* The head's symbol is 'symbol' of the machine that has a stack, with the
 * monitor's state 'd' below. */
static move make_move(const ectl_case *c, uint32_t own, uint32_t symbol,
                      uint32_t d, const machine_rule *step,
                      const machine_rule *reading) {
  const ectl_table *table = c->table;
  const machine_rule *stack = c->is_pds ? step : reading;
  move x = {.to = find_location(table, reading->to, step->to), .low = own};
  if (stack->operation == MACHINE_POP)
    return x;
  x.length = stack->operation == MACHINE_PUSH ? 2 : 1;
  if (c->is_pds && stack->operation == MACHINE_PUSH)
    d = c->carried->step.at[(size_t)d * c->carried->symbols + symbol];
  x.top = map_find(&table->symbols, map_pair(stack->symbol, d));
  return x;
}

/* Do these two rules apply to the head together, and what do they do? */
static bool closed_apply(const ectl_case *c, const ectl_head *head,
                         uint32_t rule, move *out) {
  const ectl_table *table = c->table;
  const machine *automaton = c->automaton.machine;
  if (rule >= table->rules.count ||
      table->rules.at[rule].step >= c->system->rules.count ||
      table->rules.at[rule].reading >= automaton->rules.count)
    return false;
  const machine_rule *step = &c->system->rules.at[table->rules.at[rule].step];
  const machine_rule *reading =
      &automaton->rules.at[table->rules.at[rule].reading];
  uint64_t location = table->locations.keys.at[head->location];
  uint64_t key = table->symbols.keys.at[head->symbol];
  uint32_t symbol = (uint32_t)(key >> 32);
  if (step->from != (uint32_t)location || reading->from != location >> 32 ||
      (c->is_pds ? step : reading)->top != symbol ||
      c->automaton.action_of[reading->action] != step->action)
    return false;
  *out = make_move(c, head->symbol, symbol, (uint32_t)key, step, reading);
  return true;
}

/* Is 'first' an earlier pop of the head that has this location and symbol? */
static bool is_pop_of(const ectl_table *table, uint32_t pop, uint32_t before,
                      uint32_t location, uint32_t symbol) {
  if (pop >= before || location == MAP_NONE || symbol == MAP_NONE)
    return false;
  const ectl_head *head = &table->heads.at[table->pops.at[pop].head];
  return head->location == location && head->symbol == symbol;
}

static bool is_justified(const ectl_case *c, uint32_t i) {
  const ectl_table *table = c->table;
  const ectl_pop *pop = &table->pops.at[i];
  move x;
  if (table->heads.at[pop->head].kind != ECTL_PLAIN ||
      !closed_apply(c, &table->heads.at[pop->head], pop->rule, &x))
    return false;
  if (x.length == 0)
    return pop->to == x.to && pop->first == ECTL_NO && pop->second == ECTL_NO;
  if (!is_pop_of(table, pop->first, i, x.to, x.top))
    return false;
  uint32_t behind = table->pops.at[pop->first].to;
  if (x.length == 1)
    return behind == pop->to && pop->second == ECTL_NO;
  return is_pop_of(table, pop->second, i, behind, x.low) &&
         table->pops.at[pop->second].to == pop->to;
}

static bool lives_rightly(const ectl_case *c, const ectl_head *head) {
  const ectl_table *table = c->table;
  move x;
  if (!closed_apply(c, head, head->rule, &x) ||
      head->next >= table->heads.count || x.length == 0)
    return false;
  const ectl_head *next = &table->heads.at[head->next];
  if (!next->lives || (!table->is_release && next->kind == ECTL_PLAIN &&
                       next->order >= head->order))
    return false;
  if (head->first == ECTL_NO)
    return next->location == x.to && next->symbol == x.top;
  return x.length == 2 &&
         is_pop_of(table, head->first, (uint32_t)table->pops.count, x.to,
                   x.top) &&
         next->location == table->pops.at[head->first].to &&
         next->symbol == x.low;
}

bool ectl_is_justified(ectl_case *c) {
  const ectl_table *table = c->table;
  for (uint32_t i = 0; i < table->pops.count; i++) {
    progress_tick(c->clock);
    if (!is_justified(c, i))
      return ectl_wrong(c, table->pops.at[i].head,
                        "a pop of it is not justified");
  }
  for (uint32_t i = 0; i < table->heads.count; i++) {
    const ectl_head *head = &table->heads.at[i];
    if (head->kind == ECTL_PLAIN && head->lives && !lives_rightly(c, head))
      return ectl_wrong(c, i, "that it lives is not justified");
  }
  return true;
}

/* Head 'h' leads to 'n': is it there, and dead if 'h' is? */
static bool leads_rightly(ectl_case *c, uint32_t h, uint32_t n) {
  const ectl_table *table = c->table;
  if (n == MAP_NONE)
    return ectl_wrong(c, h, "a head behind it is missing");
  if (table->heads.at[h].lives)
    return true;
  if (table->heads.at[n].lives)
    return ectl_wrong(c, h, "it leads to a head that lives");
  if (table->is_release && table->heads.at[n].order >= table->heads.at[h].order)
    return ectl_wrong(c, h, "the order does not fall behind it");
  return true;
}

/* The same where 'n' stands for the symbol of 'h', whose pops are marked: they
 * must have those of 'n'. */
static bool closed_ends_rightly(ectl_case *c, uint32_t h, uint32_t n) {
  const ectl_table *table = c->table;
  if (!leads_rightly(c, h, n))
    return false;
  for (uint32_t i = 0; i < table->heads.at[n].pops; i++)
    if (c->marks[ectl_popped(table, &table->heads.at[n], i)] != h + 1)
      return ectl_wrong(c, h, "a pop of it is missing");
  return true;
}

static uint32_t head_at(const ectl_table *table, uint32_t location,
                        uint32_t symbol) {
  if (location == MAP_NONE || symbol == MAP_NONE)
    return MAP_NONE;
  return ectl_find_head(table, location, symbol);
}

static bool follows_rightly(ectl_case *c, uint32_t h, const move *x) {
  const ectl_table *table = c->table;
  if (x->length == 0)
    return (x->to != MAP_NONE && c->marks[x->to] == h + 1) ||
           ectl_wrong(c, h, "a pop of it is missing");
  uint32_t n = head_at(table, x->to, x->top);
  if (x->length == 1)
    return closed_ends_rightly(c, h, n);
  if (!leads_rightly(c, h, n))
    return false;
  for (uint32_t i = 0; i < table->heads.at[n].pops; i++) {
    progress_tick(c->clock);
    if (!closed_ends_rightly(
            c, h,
            head_at(table, ectl_popped(table, &table->heads.at[n], i), x->low)))
      return false;
  }
  return true;
}

static bool is_closed_at(ectl_case *c, uint32_t i) {
  const ectl_table *table = c->table;
  const ectl_head *head = &table->heads.at[i];
  const ectl_rows *rows = &c->automaton.rows;
  uint64_t key = table->symbols.keys.at[head->symbol];
  uint32_t symbol = (uint32_t)(key >> 32);
  uint32_t q = (uint32_t)(table->locations.keys.at[head->location] >> 32);
  ectl_span moves =
      ectl_rows_at(c->system_rows, ectl_location_state(table, head->location),
                   c->is_pds ? symbol : 0);
  ectl_span row = ectl_rows_at(rows, q, c->is_pds ? 0 : symbol);
  for (uint32_t p = 0; p < head->pops; p++)
    c->marks[ectl_popped(table, head, p)] = i + 1;
  for (uint32_t e = moves.first; e < moves.end; e++) {
    ectl_row_rule step = c->system_rows->rules[e];
    ectl_span span = ectl_rows_reading(rows, row, step.action);
    for (uint32_t r = span.first; r < span.end; r++) {
      move x = make_move(c, head->symbol, symbol, (uint32_t)key,
                         &c->system->rules.at[step.rule],
                         &c->automaton.machine->rules.at[rows->rules[r].rule]);
      if (!follows_rightly(c, i, &x))
        return false;
    }
  }
  return true;
}

bool ectl_is_closed(ectl_case *c) {
  for (uint32_t i = 0; i < c->table->heads.count; i++) {
    progress_tick(c->clock);
    if (c->table->heads.at[i].kind == ECTL_PLAIN && !is_closed_at(c, i))
      return false;
  }
  return true;
}
