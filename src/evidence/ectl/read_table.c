#include "evidence/ectl/reader.h"

bool ectl_read_number(ectl_reader *reader, uint64_t below, uint32_t *out) {
  return (lines_blank(reader->in) ||
          lines_fail(reader->in, "expected a number")) &&
         lines_index(reader->in, below, out);
}

static bool table_header(ectl_reader *reader, const char *key,
                         uint64_t *count) {
  return lines_header(reader->in, key, count) &&
         (*count < ECTL_NO || lines_fail(reader->in, "there are too many")) &&
         lines_next(reader->in);
}

/* Lines of two numbers, each pair once. */
static bool read_pairs(ectl_reader *reader, const char *key, uint32_t high,
                       uint32_t low, map *out) {
  uint64_t count;
  uint32_t x, y;
  if (!table_header(reader, key, &count))
    return false;
  for (uint32_t i = 0; i < count; i++) {
    if (!lines_index(reader->in, high, &x) ||
        !ectl_read_number(reader, low, &y))
      return false;
    if (map_insert(reader->m, out, map_pair(x, y)) != i)
      return lines_fail(reader->in, "this was there before");
    if (!lines_next(reader->in))
      return false;
  }
  return true;
}

static bool read_rule(ectl_reader *reader, uint32_t *rule) {
  ectl_rule r = {0};
  if (!ectl_read_number(reader, reader->q->system->rules.count, &r.step) ||
      !ectl_read_number(reader, reader->automaton_rules, &r.reading))
    return false;
  *rule = (uint32_t)reader->table->rules.count;
  vec_push(reader->m, &reader->table->rules, r);
  return true;
}

static bool read_life(ectl_reader *reader, ectl_head *head, uint64_t heads) {
  uint32_t x, y;
  if (!read_rule(reader, &head->rule) ||
      !ectl_read_number(reader, UINT32_MAX, &x))
    return false;
  head->first = ECTL_NO;
  head->next = x;
  if (!lines_at_end(reader->in)) {
    if (!ectl_read_number(reader, heads, &y))
      return false;
    head->first = x;
    head->next = y;
  }
  return head->next < heads ||
         lines_fail(reader->in, "this number is too large here");
}

static bool read_head(ectl_reader *reader, uint64_t heads) {
  ectl_table *table = reader->table;
  const ectl_word *word = ectl_words_of(table->is_release);
  ectl_head head = {.first = ECTL_NO, .next = ECTL_NO, .rule = ECTL_NO};
  uint32_t n = (uint32_t)table->heads.count;
  if (!lines_index(reader->in, table->locations.keys.count, &head.location) ||
      !ectl_read_number(reader, table->symbols.keys.count, &head.symbol))
    return false;
  if (map_insert(reader->m, &table->head_numbers,
                 map_pair(head.location, head.symbol)) != n)
    return lines_fail(reader->in, "this head was there before");
  if (!lines_blank(reader->in))
    return lines_fail(reader->in, "expected the kind of the head");
  while (word->text && !lines_word(reader->in, word->text))
    word++;
  if (!word->text)
    return lines_fail(reader->in, table->is_release
                                      ? "expected 'bad', 'released', 'end', "
                                        "'escape', 'lives' or 'dies'"
                                      : "expected 'done', 'stuck', 'lives' or "
                                        "'dies'");
  head.kind = (uint8_t)word->kind;
  head.lives = word->lives;
  if ((word->has_order && !ectl_read_number(reader, UINT32_MAX, &head.order)) ||
      (word->has_life && !read_life(reader, &head, heads)))
    return false;
  vec_push(reader->m, &table->heads, head);
  return lines_next(reader->in);
}

static bool read_pop(ectl_reader *reader) {
  ectl_table *table = reader->table;
  ectl_pop pop = {.first = ECTL_NO, .second = ECTL_NO};
  if (!lines_index(reader->in, table->heads.count, &pop.head) ||
      !ectl_read_number(reader, table->locations.keys.count, &pop.to) ||
      !read_rule(reader, &pop.rule) ||
      (!lines_at_end(reader->in) &&
       !ectl_read_number(reader, table->pops.count, &pop.first)) ||
      (!lines_at_end(reader->in) &&
       !ectl_read_number(reader, table->pops.count, &pop.second)))
    return false;
  table->heads.at[pop.head].pops++;
  vec_push(reader->m, &table->pops, pop);
  return lines_next(reader->in);
}

static void list_pops(ectl_reader *reader) {
  ectl_table *table = reader->table;
  uint32_t first = 0;
  vec_resize(reader->m, &table->pops_of, table->pops.count);
  vec_each (ectl_head, head, &table->heads) {
    head->first_pop = first;
    first += head->pops;
    head->pops = 0;
  }
  for (uint32_t i = 0; i < table->pops.count; i++) {
    ectl_head *head = &table->heads.at[table->pops.at[i].head];
    table->pops_of.at[head->first_pop + head->pops++] = i;
  }
}

static bool read_heads_and_pops(ectl_reader *reader) {
  uint64_t count;
  if (!table_header(reader, "heads", &count))
    return false;
  for (uint64_t i = 0; i < count; i++)
    if (!read_head(reader, count))
      return false;
  if (!table_header(reader, "pops", &count))
    return false;
  for (uint64_t i = 0; i < count; i++)
    if (!read_pop(reader))
      return false;
  list_pops(reader);
  return true;
}

bool ectl_read_table(ectl_reader *reader) {
  ectl_table *table = reader->table;
  const machine *system = reader->q->system;
  uint32_t symbols =
      reader->is_pds ? machine_symbols(system) : reader->automaton_symbols;
  return read_pairs(reader, "locations", reader->automaton_states,
                    machine_states(system), &table->locations) &&
         read_pairs(reader, "symbols", symbols,
                    reader->is_pds ? table->carried->states : 1,
                    &table->symbols) &&
         read_heads_and_pops(reader);
}

static bool read_set(ectl_reader *reader, ectl_monitor *monitor) {
  size_t at = monitor->sets.count;
  uint32_t was, location, next = 0;
  if (!lines_index(reader->in, monitor->coarser->states, &was))
    return false;
  vec_push(reader->m, &monitor->was, was);
  vec_resize(reader->m, &monitor->sets, at + monitor->words);
  while (!lines_at_end(reader->in)) {
    if (!ectl_read_number(reader, reader->table->locations.keys.count,
                          &location))
      return false;
    if (location < next)
      return lines_fail(reader->in, "the locations should ascend");
    monitor->sets.at[at + location / 64] |= UINT64_C(1) << (location % 64);
    next = location + 1;
  }
  return lines_next(reader->in);
}

static bool read_steps(ectl_reader *reader, ectl_monitor *monitor) {
  uint32_t to;
  for (uint32_t g = 0; g < monitor->symbols; g++) {
    if (g && !lines_blank(reader->in))
      return lines_fail(reader->in, "there is a number for each symbol");
    if (!lines_index(reader->in, monitor->states, &to))
      return false;
    vec_push(reader->m, &monitor->step, to);
  }
  return lines_next(reader->in);
}

ectl_monitor *ectl_new_monitor(ectl_reader *reader, const ectl_monitor *coarser,
                               const ectl_table *table) {
  ectl_monitor *monitor = mem_alloc(reader->m, sizeof *monitor);
  monitor->symbols = machine_symbols(reader->q->system);
  monitor->coarser = coarser;
  monitor->table = table;
  return monitor;
}

bool ectl_read_monitor(ectl_reader *reader, const ectl_monitor **out) {
  ectl_monitor *monitor =
      ectl_new_monitor(reader, reader->table->carried, reader->table);
  uint64_t count, steps;
  *out = monitor;
  monitor->words = (uint32_t)(reader->table->locations.keys.count / 64) + 1;
  if (!table_header(reader, "states", &count))
    return false;
  if (count == 0)
    return lines_fail(reader->in, "a monitor has at least one state");
  monitor->states = (uint32_t)count;
  for (uint32_t d = 0; d < monitor->states; d++)
    if (!read_set(reader, monitor))
      return false;
  if (!table_header(reader, "steps", &steps))
    return false;
  if (steps != count)
    return lines_fail(reader->in, "there are as many lines as states");
  for (uint32_t d = 0; d < monitor->states; d++)
    if (!read_steps(reader, monitor))
      return false;
  return true;
}
