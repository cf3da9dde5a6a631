#include "evidence/ectl/reader.h"

bool ectl_read_number(ectl_reader *v, uint64_t below, uint32_t *out) {
  return (lines_blank(v->in) || lines_fail(v->in, "expected a number")) &&
         lines_index(v->in, below, out);
}

static bool table_header(ectl_reader *v, const char *key, uint64_t *count) {
  return lines_header(v->in, key, count) &&
         (*count < ECTL_NO || lines_fail(v->in, "there are too many")) &&
         lines_next(v->in);
}

/* Lines of two numbers, each pair once. */
static bool read_pairs(ectl_reader *v, const char *key, uint32_t high,
                       uint32_t low, map *out) {
  uint64_t count;
  uint32_t x, y;
  if (!table_header(v, key, &count))
    return false;
  for (uint32_t i = 0; i < count; i++) {
    if (!lines_index(v->in, high, &x) || !ectl_read_number(v, low, &y))
      return false;
    if (map_insert(v->m, out, map_pair(x, y)) != i)
      return lines_fail(v->in, "this was there before");
    if (!lines_next(v->in))
      return false;
  }
  return true;
}

static bool read_rule(ectl_reader *v, uint32_t *rule) {
  ectl_rule r = {0};
  if (!ectl_read_number(v, v->q->system->rules.count, &r.step) ||
      !ectl_read_number(v, v->automaton_rules, &r.reading))
    return false;
  *rule = (uint32_t)v->table->rules.count;
  vec_push(v->m, &v->table->rules, r);
  return true;
}

static bool read_life(ectl_reader *v, ectl_head *h, uint64_t heads) {
  uint32_t x, y;
  if (!read_rule(v, &h->rule) || !ectl_read_number(v, UINT32_MAX, &x))
    return false;
  h->first = ECTL_NO;
  h->next = x;
  if (!lines_at_end(v->in)) {
    if (!ectl_read_number(v, heads, &y))
      return false;
    h->first = x;
    h->next = y;
  }
  return h->next < heads || lines_fail(v->in, "this number is too large here");
}

static bool read_head(ectl_reader *v, uint64_t heads) {
  ectl_table *t = v->table;
  const ectl_word *w = ectl_words_of(t->is_release);
  ectl_head h = {.first = ECTL_NO, .next = ECTL_NO, .rule = ECTL_NO};
  uint32_t n = (uint32_t)t->heads.count;
  if (!lines_index(v->in, t->locations.keys.count, &h.location) ||
      !ectl_read_number(v, t->symbols.keys.count, &h.symbol))
    return false;
  if (map_insert(v->m, &t->head_numbers, map_pair(h.location, h.symbol)) != n)
    return lines_fail(v->in, "this head was there before");
  if (!lines_blank(v->in))
    return lines_fail(v->in, "expected the kind of the head");
  while (w->text && !lines_word(v->in, w->text))
    w++;
  if (!w->text)
    return lines_fail(v->in, t->is_release
                                 ? "expected 'bad', 'released', 'end', "
                                   "'escape', 'lives' or 'dies'"
                                 : "expected 'done', 'stuck', 'lives' or "
                                   "'dies'");
  h.kind = (uint8_t)w->kind;
  h.lives = w->lives;
  if ((w->has_order && !ectl_read_number(v, UINT32_MAX, &h.order)) ||
      (w->has_life && !read_life(v, &h, heads)))
    return false;
  vec_push(v->m, &t->heads, h);
  return lines_next(v->in);
}

static bool read_pop(ectl_reader *v) {
  ectl_table *t = v->table;
  ectl_pop p = {.first = ECTL_NO, .second = ECTL_NO};
  if (!lines_index(v->in, t->heads.count, &p.head) ||
      !ectl_read_number(v, t->locations.keys.count, &p.to) ||
      !read_rule(v, &p.rule) ||
      (!lines_at_end(v->in) && !ectl_read_number(v, t->pops.count, &p.first)) ||
      (!lines_at_end(v->in) && !ectl_read_number(v, t->pops.count, &p.second)))
    return false;
  t->heads.at[p.head].pops++;
  vec_push(v->m, &t->pops, p);
  return lines_next(v->in);
}

static void list_pops(ectl_reader *v) {
  ectl_table *t = v->table;
  uint32_t first = 0;
  vec_resize(v->m, &t->pops_of, t->pops.count);
  vec_each (ectl_head, h, &t->heads) {
    h->first_pop = first;
    first += h->pops;
    h->pops = 0;
  }
  for (uint32_t i = 0; i < t->pops.count; i++) {
    ectl_head *h = &t->heads.at[t->pops.at[i].head];
    t->pops_of.at[h->first_pop + h->pops++] = i;
  }
}

static bool read_heads_and_pops(ectl_reader *v) {
  uint64_t count;
  if (!table_header(v, "heads", &count))
    return false;
  for (uint64_t i = 0; i < count; i++)
    if (!read_head(v, count))
      return false;
  if (!table_header(v, "pops", &count))
    return false;
  for (uint64_t i = 0; i < count; i++)
    if (!read_pop(v))
      return false;
  list_pops(v);
  return true;
}

bool ectl_read_table(ectl_reader *v) {
  ectl_table *t = v->table;
  const machine *system = v->q->system;
  uint32_t symbols = v->is_pds ? machine_symbols(system) : v->automaton_symbols;
  return read_pairs(v, "locations", v->automaton_states, machine_states(system),
                    &t->locations) &&
         read_pairs(v, "symbols", symbols, v->is_pds ? t->carried->states : 1,
                    &t->symbols) &&
         read_heads_and_pops(v);
}

static bool read_set(ectl_reader *v, ectl_monitor *x) {
  size_t at = x->sets.count;
  uint32_t was, location, next = 0;
  if (!lines_index(v->in, x->coarser->states, &was))
    return false;
  vec_push(v->m, &x->was, was);
  vec_resize(v->m, &x->sets, at + x->words);
  while (!lines_at_end(v->in)) {
    if (!ectl_read_number(v, v->table->locations.keys.count, &location))
      return false;
    if (location < next)
      return lines_fail(v->in, "the locations should ascend");
    x->sets.at[at + location / 64] |= UINT64_C(1) << (location % 64);
    next = location + 1;
  }
  return lines_next(v->in);
}

static bool read_steps(ectl_reader *v, ectl_monitor *x) {
  uint32_t to;
  for (uint32_t g = 0; g < x->symbols; g++) {
    if (g && !lines_blank(v->in))
      return lines_fail(v->in, "there is a number for each symbol");
    if (!lines_index(v->in, x->states, &to))
      return false;
    vec_push(v->m, &x->step, to);
  }
  return lines_next(v->in);
}

ectl_monitor *ectl_new_monitor(ectl_reader *v, const ectl_monitor *coarser,
                               const ectl_table *table) {
  ectl_monitor *x = mem_alloc(v->m, sizeof *x);
  x->symbols = machine_symbols(v->q->system);
  x->coarser = coarser;
  x->table = table;
  return x;
}

bool ectl_read_monitor(ectl_reader *v, const ectl_monitor **out) {
  ectl_monitor *x = ectl_new_monitor(v, v->table->carried, v->table);
  uint64_t count, steps;
  *out = x;
  x->words = (uint32_t)(v->table->locations.keys.count / 64) + 1;
  if (!table_header(v, "states", &count))
    return false;
  if (count == 0)
    return lines_fail(v->in, "a monitor has at least one state");
  x->states = (uint32_t)count;
  for (uint32_t d = 0; d < x->states; d++)
    if (!read_set(v, x))
      return false;
  if (!table_header(v, "steps", &steps))
    return false;
  if (steps != count)
    return lines_fail(v->in, "there are as many lines as states");
  for (uint32_t d = 0; d < x->states; d++)
    if (!read_steps(v, x))
      return false;
  return true;
}
