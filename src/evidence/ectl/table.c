#include "evidence/ectl/checker.h"

static bool are_distinct(const map *x) {
  for (uint32_t i = 0; i < x->keys.count; i++)
    if (map_find(x, x->keys.at[i]) != i)
      return false;
  return true;
}

static bool has_good_names(ectl_case *c) {
  const ectl_table *table = c->table;
  uint32_t q = machine_states(c->automaton.machine);
  uint32_t s = machine_states(c->system);
  uint32_t symbols =
      machine_symbols(c->is_pds ? c->system : c->automaton.machine);
  uint32_t below = c->is_pds ? c->carried->states : 1;
  if (!are_distinct(&table->locations) || !are_distinct(&table->symbols))
    return ectl_wrong(c, ECTL_NO, "a location or symbol is there twice");
  vec_each (const uint64_t, key, &table->locations.keys)
    if (*key >> 32 >= q || (uint32_t)*key >= s)
      return ectl_wrong(c, ECTL_NO, "a location has no such states");
  vec_each (const uint64_t, key, &table->symbols.keys)
    if (*key >> 32 >= symbols || (uint32_t)*key >= below)
      return ectl_wrong(c, ECTL_NO, "there is no such symbol");
  return true;
}

static bool has_good_heads(ectl_case *c) {
  const ectl_table *table = c->table;
  if (table->head_numbers.keys.count != table->heads.count)
    return ectl_wrong(c, ECTL_NO, "a head is there twice");
  for (uint32_t i = 0; i < table->heads.count; i++) {
    const ectl_head *head = &table->heads.at[i];
    if (head->location >= table->locations.keys.count ||
        head->symbol >= table->symbols.keys.count)
      return ectl_wrong(c, i, "it has no such location or symbol");
    if (ectl_find_head(table, head->location, head->symbol) != i)
      return ectl_wrong(c, i, "it is there twice");
  }
  return true;
}

/* Is each pop listed once, with its head? */
static bool has_good_pops(ectl_case *c) {
  const ectl_table *table = c->table;
  vec_each (const ectl_pop, p, &table->pops)
    if (p->head >= table->heads.count || p->to >= table->locations.keys.count)
      return ectl_wrong(c, ECTL_NO, "a pop has no such head or location");
  uint64_t *seen = mem_array(c->m, ectl_words(table->pops.count), sizeof *seen);
  size_t listed = 0;
  bool good = true;
  for (uint32_t i = 0; good && i < table->heads.count; i++) {
    const ectl_head *head = &table->heads.at[i];
    good = (size_t)head->first_pop + head->pops <= table->pops_of.count;
    listed += head->pops;
    for (uint32_t k = 0; good && k < head->pops; k++) {
      uint32_t pop = table->pops_of.at[head->first_pop + k];
      good = pop < table->pops.count && table->pops.at[pop].head == i &&
             !ectl_bit(seen, pop);
      if (good)
        ectl_set_bit(seen, pop);
    }
  }
  mem_free(c->m, seen);
  return (good && listed == table->pops.count) ||
         ectl_wrong(c, ECTL_NO, "the pops are not listed with their heads");
}

/* What the table says of locations with no stack left; one that was read says
 * nothing. */
static bool has_good_empty(ectl_case *c) {
  const ectl_table *table = c->table;
  if (table->empty.count == 0)
    return true;
  bool good = table->empty.count == table->locations.keys.count;
  for (uint32_t i = 0; good && i < table->empty.count; i++) {
    uint64_t key = table->locations.keys.at[i];
    good = (table->empty.at[i] != 0) ==
           ectl_lives_empty(c, (uint32_t)(key >> 32), (uint32_t)key);
  }
  return good ||
         ectl_wrong(c, ECTL_NO, "a location with no stack left is wrong");
}

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

static ectl_head_kind kind_of(const ectl_case *c, const ectl_head *head) {
  const ectl_table *table = c->table;
  uint64_t key = table->symbols.keys.at[head->symbol];
  uint32_t symbol = (uint32_t)(key >> 32), d = (uint32_t)key;
  uint32_t s = ectl_location_state(table, head->location);
  uint32_t q = (uint32_t)(table->locations.keys.at[head->location] >> 32);
  bool accepts = ectl_accepts(c, head->location);
  bool x = ectl_sees(&c->x, s, symbol, d), y = ectl_sees(&c->y, s, symbol, d);
  if (!table->is_release)
    return accepts && y ? ECTL_DONE : x ? ECTL_PLAIN : ECTL_STUCK;
  if (accepts && !y)
    return ECTL_BAD;
  return x ? ECTL_RELEASED : kind_without_x(c, q, s, symbol);
}

static bool has_good_kinds(ectl_case *c) {
  for (uint32_t i = 0; i < c->table->heads.count; i++) {
    const ectl_head *head = &c->table->heads.at[i];
    progress_tick(c->clock);
    if (kind_of(c, head) != head->kind)
      return ectl_wrong(c, i, "it is of another kind");
    if (head->kind != ECTL_PLAIN &&
        head->lives != (head->kind != ECTL_STUCK && head->kind != ECTL_BAD))
      return ectl_wrong(c, i, "whether it lives is known by its kind");
  }
  return true;
}

bool ectl_table_check(ectl_case *c) {
  c->marks =
      mem_array(c->m, c->table->locations.keys.count + 1, sizeof *c->marks);
  return has_good_names(c) && has_good_heads(c) && has_good_kinds(c) &&
         has_good_pops(c) && has_good_empty(c) && ectl_is_justified(c) &&
         ectl_is_closed(c);
}

void ectl_case_free(ectl_case *c) {
  ectl_automaton_free(c->m, &c->automaton);
  mem_free(c->m, c->x.states_of);
  mem_free(c->m, c->y.states_of);
  mem_free(c->m, c->marks);
}
