#include "evidence/ectl_evidence.h"
#include "evidence/ectl_kinds.h"

typedef struct reader {
  mem *m;
  lines *in;
  const ectl_question *q;
  ectl_answer *out;
  bool is_pds;
  ectl_monitor *first;
  vec(const ectl_monitor *) monitors; /* by number; NULL: there is none */
  /* Of the table that is read: */
  ectl_table *table;
  uint32_t automaton_states, automaton_symbols, automaton_rules;
} reader;

/* A blank and a number below 'below'. */
static bool number(reader *v, uint64_t below, uint32_t *out) {
  return (lines_blank(v->in) || lines_fail(v->in, "expected a number")) &&
         lines_index(v->in, below, out);
}

static bool header(reader *v, const char *key, uint64_t *count) {
  return lines_header(v->in, key, count) &&
         (*count < ECTL_NO || lines_fail(v->in, "there are too many")) &&
         lines_next(v->in);
}

/* ---- Tables ---------------------------------------------------------------
 */

/* Lines of two numbers, each pair once. */
static bool read_pairs(reader *v, const char *key, uint32_t high, uint32_t low,
                       map *out) {
  uint64_t count;
  uint32_t x, y;
  if (!header(v, key, &count))
    return false;
  for (uint32_t i = 0; i < count; i++) {
    if (!lines_index(v->in, high, &x) || !number(v, low, &y))
      return false;
    if (map_insert(v->m, out, map_pair(x, y)) != i)
      return lines_fail(v->in, "this was there before");
    if (!lines_next(v->in))
      return false;
  }
  return true;
}

static bool read_rule(reader *v, uint32_t *rule) {
  ectl_rule r = {0};
  if (!number(v, v->q->system->rules.count, &r.step) ||
      !number(v, v->automaton_rules, &r.reading))
    return false;
  *rule = (uint32_t)v->table->rules.count;
  vec_push(v->m, &v->table->rules, r);
  return true;
}

static bool read_life(reader *v, ectl_head *h, uint64_t heads) {
  uint32_t x, y;
  if (!read_rule(v, &h->rule) || !number(v, UINT32_MAX, &x))
    return false;
  h->first = ECTL_NO;
  h->next = x;
  if (!lines_at_end(v->in)) {
    if (!number(v, heads, &y))
      return false;
    h->first = x;
    h->next = y;
  }
  return h->next < heads || lines_fail(v->in, "this number is too large here");
}

static bool read_head(reader *v, uint64_t heads) {
  ectl_table *t = v->table;
  const ectl_word *w = ectl_words_of(t->is_release);
  ectl_head h = {.first = ECTL_NO, .next = ECTL_NO, .rule = ECTL_NO};
  uint32_t n = (uint32_t)t->heads.count;
  if (!lines_index(v->in, t->locations.keys.count, &h.location) ||
      !number(v, t->symbols.keys.count, &h.symbol))
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
  if ((w->has_order && !number(v, UINT32_MAX, &h.order)) ||
      (w->has_life && !read_life(v, &h, heads)))
    return false;
  vec_push(v->m, &t->heads, h);
  return lines_next(v->in);
}

static bool read_pop(reader *v) {
  ectl_table *t = v->table;
  ectl_pop p = {.first = ECTL_NO, .second = ECTL_NO};
  if (!lines_index(v->in, t->heads.count, &p.head) ||
      !number(v, t->locations.keys.count, &p.to) || !read_rule(v, &p.rule) ||
      (!lines_at_end(v->in) && !number(v, t->pops.count, &p.first)) ||
      (!lines_at_end(v->in) && !number(v, t->pops.count, &p.second)))
    return false;
  t->heads.at[p.head].pops++;
  vec_push(v->m, &t->pops, p);
  return lines_next(v->in);
}

static void list_pops(reader *v) {
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

static bool read_heads_and_pops(reader *v) {
  uint64_t count;
  if (!header(v, "heads", &count))
    return false;
  for (uint64_t i = 0; i < count; i++)
    if (!read_head(v, count))
      return false;
  if (!header(v, "pops", &count))
    return false;
  for (uint64_t i = 0; i < count; i++)
    if (!read_pop(v))
      return false;
  list_pops(v);
  return true;
}

/* ---- Monitors -------------------------------------------------------------
 */

static bool read_set(reader *v, ectl_monitor *x) {
  size_t at = x->sets.count;
  uint32_t was, location, next = 0;
  if (!lines_index(v->in, x->coarser->states, &was))
    return false;
  vec_push(v->m, &x->was, was);
  vec_resize(v->m, &x->sets, at + x->words);
  while (!lines_at_end(v->in)) {
    if (!number(v, v->table->locations.keys.count, &location))
      return false;
    if (location < next)
      return lines_fail(v->in, "the locations should ascend");
    x->sets.at[at + location / 64] |= UINT64_C(1) << (location % 64);
    next = location + 1;
  }
  return lines_next(v->in);
}

static bool read_steps(reader *v, ectl_monitor *x) {
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

static ectl_monitor *new_monitor(reader *v, const ectl_monitor *coarser,
                                 const ectl_table *table) {
  ectl_monitor *x = mem_alloc(v->m, sizeof *x);
  x->symbols = machine_symbols(v->q->system);
  x->coarser = coarser;
  x->table = table;
  return x;
}

static bool read_monitor(reader *v, const ectl_monitor **out) {
  ectl_monitor *x = new_monitor(v, v->table->carried, v->table);
  uint64_t count, steps;
  *out = x;
  x->words = (uint32_t)(v->table->locations.keys.count / 64) + 1;
  if (!header(v, "states", &count))
    return false;
  if (count == 0)
    return lines_fail(v->in, "a monitor has at least one state");
  x->states = (uint32_t)count;
  for (uint32_t d = 0; d < x->states; d++)
    if (!read_set(v, x))
      return false;
  if (!header(v, "steps", &steps))
    return false;
  if (steps != count)
    return lines_fail(v->in, "there are as many lines as states");
  for (uint32_t d = 0; d < x->states; d++)
    if (!read_steps(v, x))
      return false;
  return true;
}

/* ---- All ------------------------------------------------------------------
 */

/* What the table's automaton has; the checker makes some of them itself. */
static void know_automaton(reader *v, const ectl_node *n) {
  v->automaton_states = n->op == ECTL_EX ? 2 : 1;
  v->automaton_symbols = 1;
  v->automaton_rules = names_count(&v->q->system->actions);
  if (n->op == ECTL_EX || n->name == ECTL_EVERY_WORD)
    return;
  const machine *x = (n->op == ECTL_ER ? v->q->release : v->q->until)[n->name];
  v->table->automaton = x;
  v->automaton_states = machine_states(x);
  v->automaton_symbols = machine_symbols(x);
  v->automaton_rules = (uint32_t)x->rules.count;
}

static bool read_heading(reader *v, const ectl_node *n) {
  uint32_t own = (uint32_t)v->monitors.count - 1, k;
  v->table->is_release = n->op == ECTL_ER;
  v->table->system = v->q->system;
  if (!lines_expect(v->in, "table") || !number(v, own + 1, &k))
    return false;
  if (k != own)
    return lines_fail(v->in, "tables are numbered from 0");
  if (!lines_blank(v->in))
    return lines_fail(v->in, "expected 'until' or 'release'");
  if (!lines_expect(v->in, v->table->is_release ? "release" : "until") ||
      !lines_next(v->in))
    return false;
  if (!v->is_pds)
    return true;
  if (!lines_expect(v->in, "monitor") || !number(v, own + 1, &k))
    return false;
  v->table->carried = v->monitors.at[k];
  return v->table->carried ? lines_next(v->in)
                           : lines_fail(v->in, "there is no such monitor");
}

static bool read_table(reader *v, ectl_part *p, bool has_monitor) {
  const ectl_node *n = &v->q->formulas->nodes.at[p->node];
  const machine *system = v->q->system;
  ectl_table *t = v->table = mem_alloc(v->m, sizeof *t);
  p->table = t;
  if (!read_heading(v, n))
    return false;
  know_automaton(v, n);
  uint32_t symbols = v->is_pds ? machine_symbols(system) : v->automaton_symbols;
  if (!read_pairs(v, "locations", v->automaton_states, machine_states(system),
                  &t->locations) ||
      !read_pairs(v, "symbols", symbols, v->is_pds ? t->carried->states : 1,
                  &t->symbols) ||
      !read_heads_and_pops(v) || (has_monitor && !read_monitor(v, &p->monitor)))
    return false;
  vec_push(v->m, &v->monitors, p->monitor);
  v->out->heads += t->heads.count;
  v->out->pops += t->pops.count;
  if (p->monitor && p->monitor->states > v->out->monitor_states)
    v->out->monitor_states = p->monitor->states;
  return true;
}

/* By part: does it lie below a table? */
static uint8_t *find_below(reader *v) {
  const ectl_answer *a = v->out;
  uint8_t *below = mem_alloc(v->m, a->parts.count + 1);
  for (size_t i = a->parts.count; i-- > 0;) {
    const ectl_node *n = &v->q->formulas->nodes.at[a->parts.at[i].node];
    uint8_t is_below = below[i] || ectl_needs_table(n, v->is_pds);
    if (n->left != ECTL_NONE)
      below[a->part_of[n->left]] |= is_below;
    if (n->right != ECTL_NONE)
      below[a->part_of[n->right]] |= is_below;
  }
  return below;
}

/* The finer one of its children's: it is the one that was read later. */
static const ectl_monitor *finest(reader *v, const ectl_node *n) {
  const uint32_t children[] = {n->left, n->right};
  const ectl_monitor *found = v->first;
  for (int i = 0; i < 2; i++) {
    if (children[i] == ECTL_NONE)
      continue;
    const ectl_monitor *x = v->out->parts.at[v->out->part_of[children[i]]]
                                .monitor,
                       *y = x;
    while (y && y != found)
      y = y->coarser;
    found = y ? x : found;
  }
  return found;
}

static bool read_all(reader *v, const uint8_t *below) {
  for (size_t i = 0; i < v->out->parts.count; i++) {
    ectl_part *p = &v->out->parts.at[i];
    const ectl_node *n = &v->q->formulas->nodes.at[p->node];
    bool has_monitor = v->is_pds && below[i];
    if (ectl_needs_table(n, v->is_pds)) {
      if (!read_table(v, p, has_monitor))
        return false;
    } else if (has_monitor) {
      p->monitor = finest(v, n);
    }
  }
  return true;
}

bool ectl_evidence_read(mem *m, lines *in, const ectl_question *q,
                        ectl_answer *out) {
  reader v = {.m = m, .in = in, .q = q, .out = out};
  ectl_list nodes = {0};
  v.is_pds = q->system->kind == MACHINE_PDS;
  *out = (ectl_answer){0};
  out->part_of =
      mem_array(m, q->formulas->nodes.count + 1, sizeof *out->part_of);
  for (size_t i = 0; i < q->formulas->nodes.count; i++)
    out->part_of[i] = ECTL_NONE;
  ectl_parts(m, q->formulas, q->root, &nodes);
  vec_each (const uint32_t, node, &nodes) {
    out->part_of[*node] = (uint32_t)out->parts.count;
    vec_push(m, &out->parts, ((ectl_part){.node = *node}));
  }
  v.first = new_monitor(&v, NULL, NULL);
  v.first->states = 1;
  vec_resize(m, &v.first->step, v.first->symbols);
  vec_push(m, &v.monitors, v.first);
  uint8_t *below = find_below(&v);
  bool is_read = read_all(&v, below);
  mem_free(m, below);
  vec_free(m, &nodes);
  vec_free(m, &v.monitors);
  return is_read;
}
